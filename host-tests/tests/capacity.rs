//! Searches that keep something in lent words are exact with any number of them: from none to more than enough.

use std::fmt::Debug;

use experiments::oracle;
use plywood::game::{Game, Keyed, Value, Window};
use plywood::games::connect_four::{ConnectFour, Rivest};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, Othello, TicTacToe};
use plywood::search::{AnySearch, Dual, InsHash, InsLinked, Name, Search, Sss, Stats, Status};
use plywood::store::merits::{self, ByPosition, Hashed, KeyOf, Linked};
use plywood::store::open::{self, Open};
use rayon::prelude::*;

const DEPTH: usize = 6;
const WIDTH: usize = 6;

/// Whole and in pieces, in the full window and in narrow ones: the value is minimax's, or a bound on the right side.
fn hold<G: Game + Clone>(
    search: &mut impl Search<G>,
    game: &G,
    depth: u8,
    exact: Value,
    what: &dyn Fn() -> String,
) -> Stats {
    search.start(game, depth).unwrap();
    assert_eq!(search.finish(), exact, "{}", what());
    let whole = *search.stats();
    if let Some(best) = search.best() {
        assert_eq!(oracle::value_of(&mut game.clone(), best, depth), exact, "{}: best move {best:?}", what());
    }
    search.start(game, depth).unwrap();
    let mut steps = 0;
    while search.step(3) == Status::Pending {
        steps += 1;
        assert_eq!(search.stats().nodes, steps * 3, "{}: a step is not its budget", what());
    }
    assert_eq!((search.value(), *search.stats()), (Some(exact), whole), "{}: paused", what());
    for (low, high) in [(-1, 1), (0, 1), (-1, 0), (2, 9), (-9, -2)] {
        let window = Window { alpha: Value::new(exact.get() + low), beta: Value::new(exact.get() + high) };
        search.start_in(game, depth, window).unwrap();
        let value = search.finish();
        assert_eq!(window.bound(value), window.bound(exact), "{}: {value} in {window:?}", what());
        assert!(window.bound(value).holds(value, exact), "{}: {value} in {window:?}", what());
    }
    whole
}

/// All capacities up to more than enough; where that is many, the small ones and then larger and larger steps.
fn capacities(enough: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0), |slots| Some(slots + 1 + slots / 24))
        .take_while(move |&slots| slots <= enough + 1)
        .chain([enough + 9])
}

/// Every store, every capacity.
fn check<G: Game + Clone>(game: &G, depth: u8, width: usize, name: &dyn Debug) {
    let exact = oracle::minimax(&mut game.clone(), depth);
    let mut words = vec![0; 200_000];
    let say = |search: &str, slots: usize| format!("{search} with {slots} slots, {name:?} to depth {depth}");

    for slots in capacities(merits::enough_slots(width, depth).min(300)) {
        let lent = &mut words[..merits::words(WIDTH, slots)];
        let mut search = InsLinked::<_, WIDTH, DEPTH>::new(Linked::new(lent), game.clone());
        let stats = hold(&mut search, game, depth, exact, &|| say("ins-linked", slots));
        assert!(stats.peaks.slots as usize <= slots);
    }
    // One, two, primes and powers of two among them.
    for slots in [0, 1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 251, 256, 1009] {
        let lent = &mut words[..merits::words(WIDTH, slots)];
        let mut search = InsHash::<_, WIDTH, DEPTH>::new(Hashed::new(&mut *lent), game.clone());
        let stats = hold(&mut search, game, depth, exact, &|| say("ins", slots));
        assert!(stats.peaks.slots as usize <= slots);
        drop(search);
        let mut search = InsHash::<_, WIDTH, DEPTH, Colliding>::new(Hashed::new(lent), game.clone());
        let stats = hold(&mut search, game, depth, exact, &|| say("ins, keys that collide,", slots));
        assert!(stats.peaks.slots as usize <= slots.min(1), "they do not collide");
    }
    for slots in capacities(open::enough_slots(width, depth, true).min(700)) {
        let mut search = Sss::<_, DEPTH>::new(Open::new(&mut words[..open::words(slots)]), game.clone());
        let stats = hold(&mut search, game, depth, exact, &|| say("sss", slots));
        assert!(stats.peaks.slots as usize <= slots);
    }
    for slots in capacities(open::enough_slots(width, depth, false).min(700)) {
        let mut search = Dual::<_, DEPTH>::new(Open::new(&mut words[..open::words(slots)]), game.clone());
        let stats = hold(&mut search, game, depth, exact, &|| say("dual", slots));
        assert!(stats.peaks.slots as usize <= slots);
    }
}

/// The same for stores keyed by position.
fn check_positions<G: Keyed + Clone>(game: &G, depth: u8, name: &dyn Debug) {
    let exact = oracle::minimax(&mut game.clone(), depth);
    let mut words = vec![0; 200_000];
    for slots in [0, 1, 2, 7, 64, 251, 4096] {
        let lent = &mut words[..merits::words(7, slots)];
        let mut search = InsHash::<_, 7, DEPTH, ByPosition>::new(Hashed::new(lent), game.clone());
        hold(&mut search, game, depth, exact, &|| {
            format!("ins by position with {slots} slots, {name:?} depth {depth}")
        });
    }
}

/// Keys of which no two are the same, and which all want the same slot.
enum Colliding {}

impl<G: Game> KeyOf<G> for Colliding {
    fn key(parent: Option<u64>, number: u16, width: usize, _game: &G) -> Option<u64> {
        // The table multiplies by an odd constant and takes the upper half: multiplied by the inverse, a path's number gets
        // there as it is, far too small for its upper half to be anything but zero.
        let path = parent?.wrapping_mul(0x9e37_79b9_7f4a_7c15) * (width as u64 + 1) + u64::from(number) + 1;
        Some(path.wrapping_mul(0xf1de_83e1_9937_733d))
    }
    fn root(_game: &G) -> u64 {
        0
    }
}

#[test]
fn on_synthetic_trees() {
    let mut shapes = Vec::new();
    for width in 1..=6 {
        for depth in 0..=6 {
            let leaves = u64::from(width).pow(depth.into());
            let seeds = if leaves <= 256 { 3 } else { u64::from(leaves <= 4100) };
            for order in [Order::Random, Order::STRONG, Order::Last] {
                // A range of 2 makes almost everything a tie.
                for range in [2, Shape::RANGE] {
                    shapes
                        .extend((0..seeds).map(|seed| Shape::random(width, depth, seed).ordered(order).ranged(range)));
                }
            }
        }
    }
    shapes.push(Shape::random(5, 6, 1));
    shapes.push(Shape::random(6, 6, 1).ordered(Order::STRONG));
    assert!(shapes.len() > 300, "{}", shapes.len());
    shapes.par_iter().for_each(|&shape| {
        check(&Synthetic::new(shape), shape.depth, shape.width.into(), &shape);
    });
}

#[test]
fn on_games() {
    let boards = ["", "44444", "4455", "43443555334", "121212212121343434434343565656656565"];
    boards.par_iter().for_each(|moves| {
        for depth in 0..=4 {
            let game = ConnectFour::<Rivest>::from_moves(moves).unwrap();
            check(&game, depth, 7, moves); // one column more than there are merits for
            check_positions(&game, depth, moves);
        }
    });
    let mut kalah = Kalah::new();
    for step in 0..12 {
        check(&kalah, 4, 6, &step);
        check_positions(&kalah, 4, &step);
        let moves = kalah.moves();
        let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else { break };
        kalah.play(m);
    }
    check(&Othello::new(), 4, 9, &"othello");
    for moves in [&[][..], &[0, 1], &[0, 1, 2, 4], &[0, 4, 8, 2]] {
        let mut game = TicTacToe::new();
        moves.iter().for_each(|&cell| game.play(cell));
        check(&game, 4, 9, &moves);
    }
}

/// A game with more moves at its root than a byte counts.
#[derive(Clone)]
struct Wide {
    seed: u64,
    path: Vec<u16>,
}

static NUMBERS: [u16; 700] = {
    let mut numbers = [0; 700];
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = i as u16;
        i += 1;
    }
    numbers
};

impl Wide {
    fn bits(&self) -> u64 {
        self.path.iter().fold(self.seed, |bits, &m| {
            let bits = (bits ^ u64::from(m) ^ 0x9e37).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits ^ bits >> 29
        })
    }
}

impl Game for Wide {
    type Move = u16;
    type Moves = &'static [u16];
    type Undo = ();
    fn moves(&self) -> &'static [u16] {
        &NUMBERS[..if self.path.is_empty() { 700 } else { 4 }]
    }
    fn play(&mut self, m: u16) {
        self.path.push(m);
    }
    fn undo(&mut self, _m: u16, (): ()) {
        self.path.pop();
    }
    fn evaluate(&self) -> Value {
        Value::new((self.bits() % 2001) as i16 - 1000)
    }
}

#[test]
fn on_a_game_with_more_moves_than_a_byte_counts() {
    let game = |seed| Wide { seed, path: Vec::new() };
    for seed in 0..5 {
        (1..=3).for_each(|depth| check(&game(seed), depth, 700, &seed));
    }
    // One successor taken for another does harm only now and then.
    (0..600).into_par_iter().for_each(|seed| {
        let (game, depth) = (game(seed), 3);
        let exact = oracle::minimax(&mut game.clone(), depth);
        let mut words = vec![0; merits::words(255, 5000)];
        let mut search = InsHash::<_, 255, DEPTH>::new(Hashed::new(&mut words), game.clone());
        search.start(&game, depth).unwrap();
        assert_eq!(search.finish(), exact, "seed {seed}");
    });
}

/// Whoever takes the words away and steps on gets nothing useful, and no panic.
#[test]
fn words_can_be_taken_away_at_any_time() {
    let tree = Synthetic::new(Shape::random(4, 5, 3));
    for steps in 0..200 {
        let mut words = vec![0; 200];
        for &name in Name::ALL {
            let mut search = AnySearch::<_, WIDTH, DEPTH>::new(name, tree.clone(), &mut words);
            search.start(&tree, 5).unwrap();
            search.step(steps);
            assert_eq!(search.take_words().len(), 200, "{name}");
            search.step(50);
            search.start(&tree, 5).unwrap();
            let value = search.finish();
            assert!(
                value == tree.minimax() || name == Name::Test || name == Name::Mma,
                "{name}: started anew, without words"
            );
        }
    }
}

/// Only the last two columns have stones: in a table that takes an empty slot for a hit, their keys are the first to go wrong.
#[test]
fn on_boards_with_stones_only_in_the_last_columns() {
    for moves in ["", "7", "67", "77", "6767", "7676", "77766", "666777"] {
        for depth in 0..=5 {
            check_positions(&ConnectFour::<Rivest>::from_moves(moves).unwrap(), depth, &moves);
        }
    }
}
