//! What the experiments of Steinberg and Solomon (1989, §7) share: their trees, and the time that serial and parallel searches
//! take on them, in virtual time.
//!
//! A node visit takes 1, and 1 more for each successor that is looked at to sort them; a visit to the heap takes 1. Playing the
//! way to a node anew takes nothing, since the paper's nodes hold their positions.

use plywood::game::{Game, Value, Window};
use plywood::games::connect_four::Outcome;
use plywood::games::static_order::{Ledger, StaticOrder};
use plywood::games::{ConnectFour, Othello, RandomLeaves};
use plywood::search::crew::{self, BySuccessor, Scheme, Worker};
use plywood::search::er::parallel::Counts;
use plywood::search::{AlphaBeta, DepthFirst, Er, NegaScout, Search, er};
use plywood::store::problems;
use rayon::prelude::*;

use crate::virtual_time::{self, Run, Timing};
use crate::{othello_positions, positions};

/// The deepest tree.
pub(crate) const MAX_DEPTH: usize = 12;
/// Successors that serial ER keeps: as many as there are, mostly.
const WIDTH: usize = 24;
/// Moves that are sorted.
const SORTED: usize = 32;
/// Room in the heap, more than is ever used.
const NODES: usize = 200_000;
/// Plies from the root whose nodes have their successors sorted, on Othello.
const SORTED_PLIES: u8 = 5;

/// Processors.
pub const PROCESSORS: [usize; 8] = [1, 2, 4, 6, 8, 10, 12, 16];

/// A kind of tree, with as many trees of it as are averaged over (Table 3).
pub struct Field {
    /// As the paper calls it.
    pub name: &'static str,
    /// What it is.
    pub about: String,
    pub(crate) trees: Vec<Tree>,
    pub(crate) depth: u8,
    /// The ply from which on a processor searches alone.
    pub serial_ply: u8,
}

/// A tree.
#[derive(Clone)]
pub(crate) enum Tree {
    Random(RandomLeaves),
    Othello(Othello),
    ConnectFour(ConnectFour<Outcome>),
}

/// R1, R2 and R3, so many trees of each.
pub fn random(trees: u64) -> Vec<Field> {
    [("R1", 4, 10, 7), ("R2", 4, 11, 7), ("R3", 8, 7, 5)]
        .into_iter()
        .map(|(name, width, depth, serial_ply)| Field {
            name,
            about: format!("random, width {width}, {depth} plies, serial from {serial_ply}"),
            trees: (0..trees).map(|seed| Tree::Random(RandomLeaves::new(width, depth, seed))).collect(),
            depth,
            serial_ply,
        })
        .collect()
}

/// O1, O2 and O3: our own roots in the place of the paper's.
pub fn othello() -> Vec<Field> {
    othello_positions::roots()
        .into_iter()
        .map(|(name, root)| Field {
            name,
            about: "Othello, 7 plies, serial from 5".into(),
            trees: vec![Tree::Othello(root)],
            depth: 7,
            serial_ply: 5,
        })
        .collect()
}

/// Connect-Four from random positions, so many of them.
pub fn connect_four(positions: u64) -> Vec<Field> {
    let position = |seed| positions::position(&ConnectFour::default(), 4..12, seed, |game| game.end().is_none());
    let trees = (0..positions).map(|seed| Tree::ConnectFour(position(seed)));
    vec![Field {
        name: "C",
        about: "Connect-Four, 9 plies, serial from 6".into(),
        trees: trees.collect(),
        depth: 9,
        serial_ply: 6,
    }]
}

/// What the serial searches took, all trees together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial {
    /// Alpha-beta with deep cut-offs,
    pub alpha_beta: Cost,
    /// NegaScout,
    pub negascout: Cost,
    /// serial ER.
    pub er: Cost,
}

/// Time and nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// In the unit of one node visit.
    pub time: u64,
    /// Visited.
    pub nodes: u64,
}

impl Serial {
    /// The least time: what efficiency is relative to.
    pub fn best(&self) -> u64 {
        self.alpha_beta.time.min(self.negascout.time).min(self.er.time)
    }
}

/// A run on so many processors, all trees together.
#[derive(Clone, Copy, Debug)]
pub struct Parallel {
    /// How many.
    pub processors: usize,
    /// Where the time went.
    pub run: Run,
    /// What the heap has counted.
    pub counts: Counts,
}

impl Parallel {
    /// A time of all processors together in parts of all they had.
    pub fn part(&self, time: u64) -> f64 {
        time as f64 / (self.run.time * self.processors as u64) as f64
    }
}

/// The cost of one serial search. It must find `value`, if that is known.
fn serial<G: Game + Clone>(mut search: impl Search<G>, game: &G, depth: u8, ledger: &Ledger) -> (Value, Cost) {
    let before = ledger.made();
    search.start(game, depth).expect("the trees are not that deep");
    let value = search.finish();
    let sorting = ledger.made() - before - search.stats().moves;
    (value, Cost { time: search.stats().nodes + sorting, nodes: search.stats().nodes })
}

impl Tree {
    /// With the moves as the searches see them.
    pub(crate) fn with<T>(&self, visitor: impl Visitor<T>) -> T {
        let ledger = Ledger::new(u64::MAX);
        ledger.sort_plies(if matches!(self, Tree::Othello(_)) { SORTED_PLIES } else { 0 });
        match self {
            Tree::Random(tree) => visitor.visit(&StaticOrder::<_, SORTED>::new(tree.clone(), &ledger), &ledger),
            Tree::Othello(root) => visitor.visit(&StaticOrder::<_, SORTED>::new(root.clone(), &ledger), &ledger),
            Tree::ConnectFour(root) => visitor.visit(&StaticOrder::<_, SORTED>::new(root.clone(), &ledger), &ledger),
        }
    }
}

/// Something to do with any game.
pub(crate) trait Visitor<T> {
    fn visit<G: Game + Clone>(self, game: &G, ledger: &Ledger) -> T;
}

struct Serially(u8);

impl Visitor<Serial> for Serially {
    fn visit<G: Game + Clone>(self, game: &G, ledger: &Ledger) -> Serial {
        let depth = self.0;
        let alpha_beta = DepthFirst::<_, _, MAX_DEPTH>::new(AlphaBeta::default(), game.clone());
        let (value, alpha_beta) = serial(alpha_beta, game, depth, ledger);
        let negascout = DepthFirst::<_, _, MAX_DEPTH>::new(NegaScout, game.clone());
        let (same, negascout) = serial(negascout, game, depth, ledger);
        let (also, er) = serial(Er::<_, WIDTH, MAX_DEPTH>::new(game.clone()), game, depth, ledger);
        assert_eq!((same, also), (value, value), "all three are exact");
        Serial { alpha_beta, negascout, er }
    }
}

struct InParallel {
    depth: u8,
    settings: er::Settings,
    processors: usize,
    alone: Alone,
}

/// How a processor searches alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// By serial ER, as in the paper.
    Er,
    /// By alpha-beta.
    AlphaBeta,
}

impl Visitor<Parallel> for InParallel {
    fn visit<G: Game + Clone>(self, game: &G, ledger: &Ledger) -> Parallel {
        let InParallel { depth, settings, processors, alone } = self;
        let mut words = vec![0; problems::words(NODES)];
        let mut heap = er::Heap::new(&mut words, settings);
        heap.start(Window::FULL);
        let shared = (&mut heap, er::Heap::is_over);
        let run = match alone {
            Alone::Er => {
                let serial = || Er::<_, WIDTH, MAX_DEPTH>::new(game.clone());
                in_virtual_time(shared, serial, (game, depth), processors, ledger)
            }
            Alone::AlphaBeta => {
                let whole = || DepthFirst::<_, _, MAX_DEPTH>::new(AlphaBeta::default(), game.clone());
                let serial = || BySuccessor::new(whole(), game.clone());
                in_virtual_time(shared, serial, (game, depth), processors, ledger)
            }
        };
        Parallel { processors, run, counts: heap.counts() }
    }
}

/// Lets so many processors search, each with a serial search of its own.
pub(crate) fn in_virtual_time<G: Game + Clone, C: Scheme, S: crew::Serial<G>>(
    (scheme, is_over): (&mut C, impl Fn(&C) -> bool),
    serial: impl Fn() -> S,
    (game, depth): (&G, u8),
    processors: usize,
    ledger: &Ledger,
) -> Run {
    let worker = |number| Worker::<_, _, MAX_DEPTH>::new(number, serial(), game.clone(), depth);
    let crew = (0..processors).map(worker).collect();
    let mut before = ledger.made();
    let cost = |moves| {
        let sorting = ledger.made() - before - moves;
        before = ledger.made();
        1 + sorting
    };
    virtual_time::run(scheme, crew, Timing { visit: 1, ties: 0 }, is_over, cost)
}

/// Every combination of the switches of parallel ER has a number below 64.
pub fn switches(number: u64, serial_ply: u8, ties: u32) -> er::Settings {
    let on = |switch: u32| number >> switch & 1 == 1;
    er::Settings {
        parallel_refutation: on(0),
        multiple_e_nodes: on(1),
        early_choice: on(2),
        shared_bounds: on(3),
        eldest: on(4),
        in_turn: on(5),
        serial_ply,
        ties,
    }
}

impl Field {
    /// The serial searches of all trees.
    pub fn serial(&self) -> Serial {
        let all: Vec<Serial> = self.trees.par_iter().map(|tree| tree.with(Serially(self.depth))).collect();
        let sum = |of: &dyn Fn(&Serial) -> Cost| {
            let add = |sum: Cost, cost: Cost| Cost { time: sum.time + cost.time, nodes: sum.nodes + cost.nodes };
            all.iter().map(of).fold(Cost::default(), add)
        };
        Serial { alpha_beta: sum(&|s| s.alpha_beta), negascout: sum(&|s| s.negascout), er: sum(&|s| s.er) }
    }

    /// Parallel ER on all trees, one after the other.
    pub fn parallel(&self, processors: usize, settings: er::Settings, alone: Alone) -> Parallel {
        let one = |tree: &Tree| tree.with(InParallel { depth: self.depth, settings, processors, alone });
        let all: Vec<Parallel> = self.trees.par_iter().map(one).collect();
        let (mut run, mut counts) = (Run::default(), Counts::default());
        for one in all {
            run += one.run;
            counts.visits += one.counts.visits;
            counts.lost_tasks += one.counts.lost_tasks;
            counts.lost_nodes += one.counts.lost_nodes;
        }
        Parallel { processors, run, counts }
    }
}
