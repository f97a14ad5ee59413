//! Enhanced NegaScout and MTD(f): exact whatever is switched on and however small the table is, and SSS\* and DUAL\* in other
//! clothes.

use std::collections::HashSet;
use std::fmt::Debug;

use experiments::oracle;
use experiments::recording::{Path, Recording};
use plywood::game::{Game, Hints, Identity, Value, Window};
use plywood::games::connect_four::{Outcome, Rivest};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{ConnectFour, Kalah, Othello, Pathed, TicTacToe};
use plywood::search::enhanced::{ETC_ABOVE, Enhanced, Switches};
use plywood::search::mtd::{Guess, Mtd};
use plywood::search::{Deepening, Dual, Limit, Search, Sss, Status};
use plywood::store::open::{self, Open};
use plywood::store::table::{self, Table};
use rayon::prelude::*;

const WIDTH: usize = 6;
const DEPTH: usize = 9;

/// Every combination, ETC also where it does not pay.
fn switches() -> Vec<Switches> {
    let mut all = Vec::new();
    for history in [false, true] {
        for eib in [false, true] {
            for etc in [None, Some(0), Some(ETC_ABOVE)] {
                all.push(Switches { history, etc, eib });
            }
        }
    }
    all
}

/// The value is right in the full window, the move too; in narrow ones the bound is.
fn hold<G: Game + Clone>(search: &mut impl Search<G>, game: &G, depth: u8, exact: Value, what: &dyn Fn() -> String) {
    search.start(game, depth).unwrap();
    assert_eq!(search.finish(), exact, "{}", what());
    if let Some(best) = search.best() {
        assert_eq!(oracle::value_of(&mut game.clone(), best, depth), exact, "{}: best move {best:?}", what());
    }
    for (low, high) in [(-1, 1), (0, 1), (-1, 0), (2, 9), (-9, -2)] {
        let window = Window { alpha: Value::new(exact.get() + low), beta: Value::new(exact.get() + high) };
        search.start_in(game, depth, window).unwrap();
        let value = search.finish();
        assert_eq!(window.bound(value), window.bound(exact), "{}: {value} in {window:?}", what());
        assert!(window.bound(value).holds(value, exact), "{}: {value} in {window:?}", what());
    }
}

/// With tables of many sizes, from none.
fn check<G: Hints + Clone>(game: &G, depth: u8, name: &dyn Debug) {
    let exact = oracle::minimax(&mut game.clone(), depth);
    let mut words = vec![0; table::slot_words(G::WIDE) * 5000];
    for slots in [0, 1, 2, 3, 7, 64, 5000] {
        let lent = table::slot_words(G::WIDE) * slots;
        for switches in switches() {
            let what = || format!("{switches:?}, {slots} slots, {name:?} to depth {depth}");
            let table = Table::new(&mut words[..lent]);
            let mut search = Enhanced::<_, WIDTH, DEPTH>::new(switches, table, game.clone());
            hold(&mut search, game, depth, exact, &what);
            assert!(search.slots().0 <= slots, "{}", what());
        }
        for guess in [
            Guess::Above,
            Guess::Below,
            Guess::Value(Value::ZERO),
            Guess::Value(exact),
            Guess::Ends { win: Value::new(9), draw: Value::new(-8), value: Value::new(1) },
        ] {
            let table = Table::new(&mut words[..lent]);
            let search = Enhanced::new(Switches::default(), table, game.clone());
            let mut search = Mtd::<_, WIDTH, DEPTH>::new(search, guess);
            hold(&mut search, game, depth, exact, &|| format!("MTD {guess:?}, {slots} slots, {name:?} depth {depth}"));
        }
    }
    deepening(game, depth, exact, &mut words, name);
}

/// Deeper and deeper with one table, in aspiration windows that are too small, a few nodes at a time.
fn deepening<G: Hints + Clone>(game: &G, depth: u8, exact: Value, words: &mut [u32], name: &dyn Debug) {
    for aspiration in [None, Some(0), Some(1), Some(20)] {
        let search = Enhanced::<_, WIDTH, DEPTH>::new(Switches::ALL, Table::new(words), game.clone());
        let mut thinking = Deepening::<_, _, DEPTH>::new(search, game.clone());
        thinking.aspiration = aspiration;
        thinking.start(game, 1, depth.max(1), Limit::default(), 0).unwrap();
        let mut nodes = 0;
        while thinking.step(7, 0) == Status::Pending {
            nodes += 7;
            assert_eq!(thinking.stats().nodes, nodes, "{aspiration:?}, {name:?}: a step is not its budget");
        }
        let complete = thinking.complete().unwrap();
        if complete.depth == depth {
            assert_eq!(complete.value, exact, "{aspiration:?}, {name:?} to depth {depth}");
        } else {
            assert!(game.moves().as_ref().is_empty() || depth == 0);
        }
    }
}

#[test]
fn exact_on_synthetic_trees() {
    let mut shapes = Vec::new();
    for width in 1..=4 {
        for depth in 0..=5 {
            for order in [Order::Random, Order::STRONG, Order::Last] {
                for range in [2, Shape::RANGE] {
                    shapes.push(Shape::random(width, depth, 3).ordered(order).ranged(range));
                }
            }
        }
    }
    // More moves than are sorted.
    shapes.push(Shape::random(9, 3, 1));
    shapes.par_iter().for_each(|&shape| {
        check(&Pathed::new(Synthetic::new(shape)), shape.depth, &shape);
        // Nothing is remembered.
        check(&Synthetic::new(shape), shape.depth, &shape);
    });
}

#[test]
fn exact_on_games() {
    let boards = ["", "44444", "4455", "43443555334", "67677", "77766", "121212212121343434434343565656656565"];
    boards.par_iter().for_each(|moves| {
        for depth in 0..=4 {
            check(&ConnectFour::<Rivest>::from_moves(moves).unwrap(), depth, moves);
            check(&ConnectFour::<Outcome>::from_moves(moves).unwrap(), depth, moves);
        }
    });
    let mut kalah = Kalah::new();
    let mut othello = Othello::new();
    for step in 0..30 {
        check(&kalah, 4, &kalah);
        check(&othello, 3, &step);
        if let Some(&m) = kalah.moves().get(step * 7 % kalah.moves().len().max(1)) {
            kalah.play(m);
        }
        if let Some(&m) = othello.moves().get(step * 5 % othello.moves().len().max(1)) {
            othello.play(m);
        }
    }
    check(&TicTacToe::new(), 7, &"tic-tac-toe");
}

/// All keys in one place of the table.
#[derive(Clone)]
struct Crowded<G>(G);

impl<G: Game> Game for Crowded<G> {
    type Move = G::Move;
    type Moves = G::Moves;
    type Undo = G::Undo;
    fn moves(&self) -> G::Moves {
        self.0.moves()
    }
    fn play(&mut self, m: G::Move) -> G::Undo {
        self.0.play(m)
    }
    fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.0.undo(m, undo);
    }
    fn evaluate(&self) -> Value {
        self.0.evaluate()
    }
}

impl<G: Hints> Hints for Crowded<G> {
    const WIDE: bool = true;
    /// Only the rest tells positions apart, and the upper half of that only: whoever forgets to look at it is wrong.
    fn identity(&self) -> Option<Identity> {
        // The table spreads key and rest by a product of which it takes the upper half. Times the inverse of its factor they
        // get there as they are, far too small to be spread.
        self.0.identity().map(|(key, _)| ((key ^ 0x55).wrapping_mul(0xf1de_83e1_9937_733d), key))
    }
}

#[test]
fn positions_that_want_the_same_slots_are_not_taken_for_each_other() {
    for moves in ["", "4455", "77766"] {
        check(&Crowded(ConnectFour::<Rivest>::from_moves(moves).unwrap()), 4, &moves);
    }
}

/// The leaves in the order in which they are visited for the first time.
fn first_visits(leaves: Vec<Path>) -> Vec<Path> {
    let mut seen = HashSet::new();
    leaves.into_iter().filter(|leaf| seen.insert(leaf.clone())).collect()
}

/// Plaat and others: with enough memory, MTD from above is SSS\*, and from below DUAL\*: the same leaves in the same order.
#[test]
fn mtd_from_above_is_sss_and_from_below_is_dual() {
    let mut words = vec![0; 400_000];
    let mut open = vec![0; open::words(20_000)];
    let mut trees = 0;
    for width in 2..=5_u8 {
        for depth in 1..=6_u8 {
            // With more leaves, pairs of the table overflow here and there, and something is looked at again.
            let seeds = if u32::pow(width.into(), depth.into()) > 5_000 { 0 } else { 6 };
            for seed in 0..seeds {
                for order in [Order::Random, Order::STRONG] {
                    let shape =
                        Shape::random(width, depth, seed).ordered(order).ranged(if seed < 2 { 3 } else { 1000 });
                    let tree = Recording::new(Synthetic::new(shape));
                    let mut leaves = |guess| {
                        let game = Pathed::new(tree.clone());
                        let search =
                            Enhanced::<_, WIDTH, DEPTH>::new(Switches::NONE, Table::new(&mut words), game.clone());
                        let mut search = Mtd::new(search, guess);
                        search.start(&game, depth).unwrap();
                        assert_eq!(search.finish(), Synthetic::new(shape).minimax());
                        first_visits(tree.take_asked().leaves)
                    };
                    let (above, below) = (leaves(Guess::Above), leaves(Guess::Below));
                    let sss = tree.visited(Sss::<_, DEPTH>::new(Open::new(&mut open), tree.clone()), depth);
                    assert!(above == sss, "SSS* on {shape:?}: {} and {} leaves", above.len(), sss.len());
                    let dual = tree.visited(Dual::<_, DEPTH>::new(Open::new(&mut open), tree.clone()), depth);
                    assert!(below == dual, "DUAL* on {shape:?}: {} and {} leaves", below.len(), dual.len());
                    trees += 1;
                }
            }
        }
    }
    assert_eq!(trees, 276);
}

#[test]
fn the_table_and_etc_save_nodes() {
    let game = ConnectFour::<Rivest>::new();
    let mut words = vec![0; table::words(50_000)];
    let mut nodes = |switches, slots: usize| {
        let table = Table::new(&mut words[..table::words(slots)]);
        let mut search = Enhanced::<_, 7, 9>::new(switches, table, game.clone());
        search.start(&game, 9).unwrap();
        search.finish();
        search.stats().nodes
    };
    let etc = Switches { etc: Some(ETC_ABOVE), ..Switches::NONE };
    let (none, some, most) = (nodes(Switches::NONE, 0), nodes(Switches::NONE, 300), nodes(Switches::NONE, 50_000));
    assert!(most < some && some < none, "{none}, {some}, {most}");
    assert!(nodes(etc, 50_000) < most);
}

/// What one search has learned helps the next one, until it is told to forget.
#[test]
fn a_table_is_aged_and_forgotten_not_cleared() {
    let game = ConnectFour::<Rivest>::new();
    let mut words = vec![0; table::words(20_000)];
    let mut search = Enhanced::<_, 7, 8>::new(Switches::default(), Table::new(&mut words), game.clone());
    let mut nodes = |forget: bool| {
        if forget {
            search.forget();
        }
        search.start(&game, 8).unwrap();
        search.finish();
        search.stats().nodes
    };
    let first = nodes(false);
    assert!(nodes(false) * 4 < first);
    assert_eq!(nodes(true), first);
}
