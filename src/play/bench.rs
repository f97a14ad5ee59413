//! Fixed positions, searched the same way everywhere: the node counts are the fingerprint of a search, and the cycles
//! are what it costs on this machine.

use core::fmt;

use crate::games::connect_four::{ConnectFour, Evaluator, Keen, Outcome};
use crate::search::{DepthFirst, NegaScout, Search, Stats, Status};

use super::machine::{Machine, root};

const PLIES: usize = 8;
/// As deep as a tree can grow.
const DEEPEST: u8 = super::machine::PLIES as u8;

/// One line of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Task {
    /// The search.
    pub engine: &'static str,
    /// What values positions: `outcome` (0 except for won games) or `keen` (Rivest's estimate).
    pub evaluator: &'static str,
    /// The position, as moves.
    pub moves: &'static str,
    /// How deep.
    pub depth: u8,
    /// How many calls of `play`, if the search grows a tree.
    pub calls: Option<u64>,
}

/// What a task took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Taken {
    /// Which one.
    pub task: Task,
    /// Nodes visited.
    pub nodes: u64,
    /// Cycles of the processor, where they can be counted.
    pub cycles: Option<u64>,
}

const fn task(engine: &'static str, evaluator: &'static str, moves: &'static str, depth: u8) -> Task {
    Task { engine, evaluator, moves, depth, calls: None }
}

/// All lines, in order.
pub const TASKS: [Task; 11] = [
    task("negascout", "outcome", "", 8),
    task("negascout", "outcome", "4444437", 8),
    task("negascout", "keen", "", 8),
    task("negascout", "keen", "435241", 7),
    task("ab", "keen", "", 8),
    task("scout", "keen", "", 8),
    task("pns", "keen", "", 8),
    task("ins", "keen", "", 8),
    task("sss", "keen", "", 8),
    task("dual", "keen", "", 8),
    Task { calls: Some(3000), ..task("mma", "keen", "", DEEPEST) },
];

/// The search that runs.
// There is no heap to put the large one on.
#[allow(clippy::large_enum_variant)]
enum Running {
    /// With the evaluator it plays with: the machine's own search, in its place and with what was lent to it.
    Machines,
    /// With the other one: a search and a game that are all a program needs.
    Alone(DepthFirst<ConnectFour<Outcome>, NegaScout, PLIES>),
}

/// Runs the tasks, a few nodes at a time.
pub struct Bench {
    task: usize,
    running: Option<Running>,
    cycles: Option<u64>,
}

impl Default for Bench {
    fn default() -> Self {
        Bench::new()
    }
}

impl Bench {
    /// At the first task.
    #[must_use]
    pub const fn new() -> Bench {
        Bench { task: 0, running: None, cycles: None }
    }

    /// Goes on, for at most `budget` nodes. `cycles` reads the cycle counter, if there is one; only the search itself is
    /// counted. Returns what a task took when it is done, and `None` after the last.
    pub fn step(
        &mut self,
        budget: u32,
        machine: &mut Machine<'_>,
        mut cycles: impl FnMut() -> Option<u64>,
    ) -> Option<Option<Taken>> {
        let task = *TASKS.get(self.task)?;
        let running = self.running.get_or_insert_with(|| {
            self.cycles = Some(0);
            Running::start(task, machine)
        });
        let calls_left = |calls, made: &Stats| u32::try_from(calls - made.moves).unwrap_or(u32::MAX);
        let budget = task.calls.map_or(budget, |calls| budget.min(calls_left(calls, running.stats(machine)).max(1)));
        let before = cycles();
        let status = running.step(budget, machine);
        let after = cycles();
        self.cycles = match (self.cycles, before, after) {
            (Some(sum), Some(before), Some(after)) => Some(sum + after.wrapping_sub(before)),
            _ => None,
        };
        if status == Status::Pending && task.calls.is_none_or(|calls| running.stats(machine).moves < calls) {
            return Some(None);
        }
        let taken = Taken { task, nodes: running.stats(machine).nodes, cycles: self.cycles };
        self.running = None;
        self.task += 1;
        Some(Some(taken))
    }
}

fn position<E: Evaluator>(moves: &str) -> ConnectFour<E> {
    ConnectFour::from_moves(moves).unwrap_or_default()
}

impl Running {
    fn start(Task { engine, evaluator, moves, depth, .. }: Task, machine: &mut Machine<'_>) -> Running {
        // No task is deeper than there is room for.
        match (engine.parse(), evaluator) {
            (Ok(name), "keen") => {
                let _ = machine.install(name).start(&root(position::<Keen>(moves)), depth);
                Running::Machines
            }
            _ => {
                let game = position::<Outcome>(moves);
                let mut search = DepthFirst::new(NegaScout, game.clone());
                let _ = search.start(&game, depth);
                Running::Alone(search)
            }
        }
    }

    fn step(&mut self, budget: u32, machine: &mut Machine<'_>) -> Status {
        match self {
            Running::Machines => machine.search().step(budget),
            Running::Alone(search) => search.step(budget),
        }
    }

    fn stats<'a>(&'a self, machine: &'a mut Machine<'_>) -> &'a Stats {
        match self {
            Running::Machines => machine.search().stats(),
            Running::Alone(search) => search.stats(),
        }
    }
}

/// `negascout outcome depth 8 after -: 8278 nodes, 4854965 cycles, 586 a node`.
impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Task { engine, evaluator, moves, depth, calls } = self.task;
        let moves = if moves.is_empty() { "-" } else { moves };
        match calls {
            Some(calls) => write!(f, "{engine} {evaluator} {calls} calls after {moves}: {} nodes", self.nodes)?,
            None => write!(f, "{engine} {evaluator} depth {depth} after {moves}: {} nodes", self.nodes)?,
        }
        match self.cycles {
            Some(cycles) => write!(f, ", {cycles} cycles, {} a node", cycles / self.nodes.max(1)),
            None => f.write_str(", cycles not counted here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::AnySearch;

    fn nodes(budget: u32) -> heapless::Vec<(u64, Option<u64>), 16> {
        let mut bench = Bench::new();
        let mut words = [0; 2000];
        let mut machine = Machine::new(0, &mut words);
        let mut taken = heapless::Vec::new();
        let mut clock = 0;
        let mut count = || {
            clock += 5;
            Some(clock)
        };
        while let Some(step) = bench.step(budget, &mut machine, &mut count) {
            if let Some(done) = step {
                taken.push((done.nodes, done.cycles)).unwrap();
            }
        }
        taken
    }

    #[test]
    fn every_task_is_what_it_says_and_the_budget_does_not_matter() {
        let whole = nodes(u32::MAX);
        assert_eq!(whole.len(), TASKS.len());
        assert_eq!(whole[0], (8278, Some(5)), "the golden count, in one step");
        let mut paused = nodes(1000);
        assert!(paused.iter().zip(&whole).all(|(paused, whole)| paused.0 == whole.0));
        assert_eq!(paused.remove(0).1, Some(9 * 5), "nine steps of a thousand");
        for (task, taken) in TASKS.into_iter().zip(whole) {
            let mut words = [0; 2000];
            let nodes = match task.evaluator {
                "outcome" => nodes_of(task, position::<Outcome>(task.moves), &mut words),
                "keen" => nodes_of(task, position::<Keen>(task.moves), &mut words),
                other => panic!("no evaluator {other}"),
            };
            assert_eq!(taken.0, nodes, "{task:?}");
        }
    }

    /// What the search of the task's name visits.
    fn nodes_of<E: Evaluator>(task: Task, game: ConnectFour<E>, words: &mut [u32]) -> u64 {
        assert!(task.moves.is_empty() || game.stones() > 0, "{task:?}: no such position");
        let name = task.engine.parse().unwrap();
        let mut search = AnySearch::<_, 7, { DEEPEST as usize }>::new(name, game.clone(), words);
        search.start(&game, task.depth).unwrap();
        search.run(1, |stats| task.calls.is_some_and(|calls| stats.moves >= calls));
        search.stats().nodes
    }
}
