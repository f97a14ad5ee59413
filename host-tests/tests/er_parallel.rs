//! Parallel ER on virtual processors finds what minimax finds, whatever the interleaving.

use experiments::er::switches;
use experiments::virtual_time::{Run, Timing, below, run};
use experiments::{oracle, positions};
use plywood::game::{Game, Value, Window};
use plywood::games::connect_four::{ConnectFour, Keen, Outcome};
use plywood::games::synthetic::{Shape, Synthetic};
use plywood::games::{Kalah, RandomLeaves, TicTacToe};
use plywood::search::crew::{BySuccessor, Worker};
use plywood::search::er::{Er, Heap, Settings};
use plywood::search::{DepthFirst, NegaScout};
use plywood::store::problems;
use rayon::prelude::*;

const DEPTH: usize = 9;
const WIDTH: usize = 8;

/// One run: how many processors, how much room, and everything that makes an interleaving.
#[derive(Clone, Copy, Debug)]
struct Case {
    processors: usize,
    nodes: usize,
    /// Alone, a processor searches by serial ER, or else by NegaScout.
    er: bool,
    settings: Settings,
    window: Window,
    /// Visits cost 1, or up to this, by chance.
    cost: u64,
    timing: Timing,
}

impl Case {
    /// Everything by chance.
    fn random(seed: u64, exact: Value) -> Case {
        let mut state = seed;
        let mut draw = |n| below(&mut state, n);
        let settings = switches(draw(64), draw(8) as u8, draw(3) as u32 * (seed as u32 + 1));
        let at = |d: i16| Value::new(exact.get().saturating_add(d));
        let window = match draw(8) {
            0 => Window::above(exact),
            1 => Window::above(exact.down()),
            2 => Window { alpha: at(-1), beta: at(1) },
            3 => Window { alpha: at(-30), beta: at(2) },
            4 => Window { alpha: at(5), beta: at(30) },
            _ => Window::FULL,
        };
        Case {
            processors: 1 + draw(16) as usize,
            nodes: if draw(2) == 0 { draw(40) as usize } else { 2000 },
            er: draw(3) > 0,
            settings,
            window,
            cost: [1, 1, 2, 10][draw(4) as usize],
            timing: Timing { visit: draw(4), ties: draw(2) * seed },
        }
    }

    fn search<G: Game + Clone>(&self, game: &G, depth: u8) -> (Value, Option<u8>, Run) {
        let mut words = vec![0; problems::words(self.nodes)];
        let mut heap = Heap::new(&mut words, self.settings);
        heap.start(self.window);
        let mut chance = self.timing.ties;
        let cost = |_| if self.cost == 1 { 1 } else { below(&mut chance, self.cost + 1) };
        let run = if self.er {
            let worker = |n| Worker::new(n, Er::<_, WIDTH, DEPTH>::new(game.clone()), game.clone(), depth);
            let crew: Vec<Worker<_, _, DEPTH>> = (0..self.processors).map(worker).collect();
            run(&mut heap, crew, self.timing, Heap::is_over, cost)
        } else {
            let whole = || DepthFirst::<_, _, DEPTH>::new(NegaScout, game.clone());
            let worker = |n| Worker::new(n, BySuccessor::new(whole(), game.clone()), game.clone(), depth);
            let crew: Vec<Worker<_, _, DEPTH>> = (0..self.processors).map(worker).collect();
            run(&mut heap, crew, self.timing, Heap::is_over, cost)
        };
        (heap.value().expect("it is over"), heap.best(), run)
    }

    fn check<G: Game + Clone>(&self, game: &G, depth: u8, exact: Value, what: &str) {
        let (value, best, run) = self.search(game, depth);
        assert_eq!(
            self.window.bound(value),
            self.window.bound(exact),
            "{what} to depth {depth}, {self:?}: {value}, not {exact}"
        );
        assert!(
            self.window.bound(value).holds(value, exact),
            "{what} to depth {depth}, {self:?}: {value}, not {exact}"
        );
        if exact > self.window.alpha && depth > 0 && !game.moves().as_ref().is_empty() {
            let number = best.unwrap_or_else(|| panic!("{what} to depth {depth}, {self:?}: no best move"));
            let m = game.moves().as_ref()[usize::from(number)];
            let of_best = oracle::value_of(&mut game.clone(), m, depth);
            let good = if exact < self.window.beta { of_best == exact } else { of_best >= self.window.beta };
            assert!(good, "{what} to depth {depth}, {self:?}: successor {number} is worth {of_best}, not {exact}");
        }
        assert!(run.stats.nodes > 0);
    }
}

#[test]
fn exact_in_thousands_of_interleavings_on_synthetic_trees() {
    (0..40_000_u64).into_par_iter().for_each(|seed| {
        let (shape, depth) = positions::small_tree(seed);
        let tree = Synthetic::new(shape);
        let exact = oracle::minimax(&mut tree.clone(), depth);
        Case::random(seed, exact).check(&tree, depth, exact, &format!("{shape:?}"));
    });
}

#[test]
fn exact_on_games() {
    let boards = ["", "4455", "43443555334", "121212212121343434434343565656656565"];
    (0..1_500_u64).into_par_iter().for_each(|seed| {
        let depth = (seed % 6) as u8;
        let moves = boards[seed as usize / 6 % boards.len()];
        let game = ConnectFour::<Outcome>::from_moves(moves).unwrap();
        let exact = oracle::minimax(&mut game.clone(), depth);
        Case::random(seed, exact).check(&game, depth, exact, moves);
        let game = ConnectFour::<Keen>::from_moves(moves).unwrap();
        let exact = oracle::minimax(&mut game.clone(), depth);
        Case::random(seed, exact).check(&game, depth, exact, moves);

        let mut game = TicTacToe::new();
        (0..seed % 4).for_each(|i| game.play([0, 1, 4, 8][i as usize]));
        let exact = oracle::minimax(&mut game.clone(), depth);
        Case::random(seed, exact).check(&game, depth, exact, "tic-tac-toe");

        let mut game = Kalah::new();
        for step in 0..seed % 20 {
            let moves = game.moves();
            let Some(&m) = moves.get(step as usize * 7 % moves.len().max(1)) else { break };
            game.play(m);
        }
        let depth = depth.min(4);
        let exact = oracle::minimax(&mut game.clone(), depth);
        Case::random(seed, exact).check(&game, depth, exact, "Kalah");
    });
}

/// Every capacity from none to more than enough, every combination of the switches, 1 to 16 processors.
#[test]
fn exact_at_every_capacity_with_every_switch() {
    let trees = [(3, 4, 2), (2, 6, 1000), (4, 3, 30), (1, 5, 1000)];
    (0..64).into_par_iter().for_each(|number| {
        for (width, depth, range) in trees {
            let tree = Synthetic::new(Shape::random(width, depth, number).ranged(range));
            for nodes in (0..60).chain([200]) {
                let settings = switches(number, nodes as u8 % 7, 0);
                let processors = 1 + nodes % 16;
                let (timing, window) = (Timing { visit: 1, ties: 0 }, Window::FULL);
                let case = Case { processors, nodes, er: nodes % 2 == 0, settings, window, cost: 1, timing };
                case.check(&tree, depth, tree.minimax(), "a small tree");
            }
        }
    });
}

/// (processors, number of the switches, [time, nodes, visits to the heap, tasks lost, nodes visited for them]). A change here is
/// a change of what the processors do, reproducible to the node: say why in the commit.
const GOLDEN: [(usize, u64, [u64; 5]); 6] = [
    (1, 7, [10090, 10003, 87, 0, 0]),
    (4, 7, [2872, 11339, 109, 0, 0]),
    (16, 0, [6213, 10003, 104, 0, 0]),
    (16, 7, [1543, 20561, 245, 20, 1962]),
    (16, 15, [1275, 18919, 234, 18, 1183]),
    (16, 47, [1278, 18939, 225, 18, 1396]),
];

#[test]
fn golden_runs() {
    let tree = RandomLeaves::new(5, 7, 7);
    let runs = GOLDEN.map(|(processors, number, _)| {
        let mut words = vec![0; problems::words(5_000)];
        let mut heap = Heap::new(&mut words, switches(number, 3, 0));
        heap.start(Window::FULL);
        let worker = |n| Worker::new(n, Er::<_, WIDTH, DEPTH>::new(tree.clone()), tree.clone(), 7);
        let crew: Vec<Worker<_, _, DEPTH>> = (0..processors).map(worker).collect();
        let run = run(&mut heap, crew, Timing { visit: 1, ties: 0 }, Heap::is_over, |_| 1);
        let counts = heap.counts();
        (processors, number, [run.time, run.stats.nodes, counts.visits, counts.lost_tasks, counts.lost_nodes])
    });
    assert_eq!(runs, GOLDEN);
}
