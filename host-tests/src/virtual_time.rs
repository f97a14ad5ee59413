//! Any number of processors in virtual time: a deterministic run of what they do together, reproducible to the node.
//!
//! Each processor has a clock of its own. Whoever's clock shows the least does its next step: it visits one node, which costs
//! what the caller says, or it visits the scheme, for which it has to wait until nobody else does. So every interleaving that
//! the costs allow is a matter of numbers, and a seed that breaks ties brings any of them back.

use std::ops::AddAssign;

use plywood::game::Game;
use plywood::search::Stats;
use plywood::search::crew::{MAX_WORKERS, Scheme, Serial, Wants, Worker};

/// What a run is like.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The time of a visit to the scheme, during which nobody else can be there.
    pub visit: u64,
    /// Chooses among processors that are ready at the same time: 0 for the lowest number, else by chance.
    pub ties: u64,
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// From the start until the search was over.
    pub time: u64,
    /// Of all processors together: searching,
    pub searching: u64,
    /// being at the scheme,
    pub visiting: u64,
    /// waiting to get there: interference,
    pub blocked: u64,
    /// having nothing to do: starvation.
    pub starved: u64,
    /// What they did in the tree.
    pub stats: Stats,
}

impl AddAssign for Run {
    fn add_assign(&mut self, more: Run) {
        self.time += more.time;
        self.searching += more.searching;
        self.visiting += more.visiting;
        self.blocked += more.blocked;
        self.starved += more.starved;
        self.stats += more.stats;
    }
}

/// A processor.
struct Processor<W> {
    worker: W,
    clock: u64,
    asleep: bool,
}

/// Lets all workers search until `is_over`. `cost` is asked after each node what its visit takes, and told how many moves were
/// played for it; so it is when a worker has gone to its next task, which takes no time, whatever it says.
///
/// # Panics
/// If all of them wait for something that cannot come.
pub fn run<G, S, C, const D: usize>(
    scheme: &mut C,
    workers: Vec<Worker<G, S, D>>,
    timing: Timing,
    is_over: impl Fn(&C) -> bool,
    mut cost: impl FnMut(u64) -> u64,
) -> Run
where
    G: Game + Clone,
    S: Serial<G>,
    C: Scheme,
{
    assert!(workers.len() <= MAX_WORKERS, "there are bits for {MAX_WORKERS} workers");
    let mut crew: Vec<_> = workers.into_iter().map(|worker| Processor { worker, clock: 0, asleep: false }).collect();
    let mut run = Run::default();
    let mut ties = timing.ties;
    let mut free = 0; // when nobody will be at the scheme
    while !is_over(scheme) {
        let now = crew.iter().filter(|p| !p.asleep).map(|p| p.clock).min().expect("somebody has something to do");
        let ready = crew.iter().filter(|p| !p.asleep && p.clock == now).count();
        let pick = if timing.ties == 0 { 0 } else { below(&mut ties, ready as u64) as usize };
        let i = crew.iter().enumerate().filter(|(_, p)| !p.asleep && p.clock == now).nth(pick).map_or(0, |(i, _)| i);
        let p = &mut crew[i];
        match p.worker.wants() {
            Wants::Search => {
                let before = p.worker.moves_made();
                let visited = p.worker.search(1);
                let took = cost(p.worker.moves_made() - before);
                if visited > 0 {
                    p.clock += took;
                    run.searching += took;
                }
            }
            Wants::Sleep => p.asleep = true,
            // Somebody is there: comes back when they are gone, together with all others who wait.
            Wants::Visit if free > now => {
                run.blocked += free - now;
                p.clock = free;
            }
            Wants::Visit => {
                let tell = p.worker.visit(scheme);
                free = now + timing.visit;
                p.clock = free;
                run.visiting += timing.visit;
                for (_, told) in crew.iter_mut().enumerate().filter(|(i, _)| tell >> i & 1 == 1) {
                    told.worker.tell();
                    if told.asleep {
                        run.starved += free - told.clock;
                        (told.asleep, told.clock) = (false, free);
                    }
                }
                run.time = run.time.max(free);
            }
        }
    }
    for p in &crew {
        run.stats += p.worker.stats();
        // Who was in the middle of something has counted time after the end, who sleeps none since then.
        if p.asleep {
            run.starved += run.time - p.clock;
        }
    }
    run
}

/// A number below `n` (SplitMix64).
pub fn below(state: &mut u64, n: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (((x ^ x >> 31) >> 32) * n) >> 32
}
