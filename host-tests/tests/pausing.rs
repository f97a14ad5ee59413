//! A search that is paused anywhere finds the same, by the same path, and stops when it is told to.

use std::cell::Cell;
use std::rc::Rc;

use plywood::game::{Game, Hints, Identity};
use plywood::games::connect_four::{ConnectFour, Keen};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, Othello, Pathed, TicTacToe};
use plywood::search::deepening::Complete;
use plywood::search::{AnySearch, Deepening, Limit, Name, Search, Status, TooDeep};

const DEPTH: usize = 8;
const WIDTH: usize = 9;

type Any<'m, G> = AnySearch<'m, G, WIDTH, DEPTH>;

/// Searches that keep something are paused with a store that is too small, and with one that is not.
fn check<G: Hints + Clone>(game: &G, depth: u8) {
    for words in [100, 5_000] {
        check_with(game, depth, words);
    }
}

fn check_with<G: Hints + Clone>(game: &G, depth: u8, words: usize) {
    for &name in Name::ALL.iter().filter(|name| name.searches_to_a_depth()) {
        let (mut first, mut second) = (vec![0; words], vec![0; words]);
        let mut whole = Any::new(name, game.clone(), &mut first);
        whole.start(game, depth).unwrap();
        whole.finish();
        for budget in [1, 2, 3, 7, 64, 1000] {
            let mut paused = Any::new(name, game.clone(), &mut second);
            paused.start(game, depth).unwrap();
            let mut steps = 0;
            while paused.step(budget) == Status::Pending {
                steps += 1;
                assert_eq!(paused.stats().nodes, steps * u64::from(budget), "{name}: a step is not its budget");
                let best = paused.best().expect("a best move at any time");
                assert!(game.moves().as_ref().contains(&best), "{name}: {best:?} is not legal");
            }
            assert_eq!(paused.value(), whole.value(), "{name} budget {budget}");
            assert_eq!(paused.best(), whole.best(), "{name} budget {budget}");
            assert_eq!(paused.line(), whole.line(), "{name} budget {budget}");
            assert_eq!(paused.stats(), whole.stats(), "{name} budget {budget}");
        }
    }
}

/// It has no end of its own where the tree is too small for all: then it folds and grows.
#[test]
fn pausing_changes_nothing_in_a_tree_that_is_full() {
    let game = ConnectFour::new();
    for words in [0, 100, 1000, 10_000] {
        let (mut first, mut second) = (vec![0; words], vec![0; words]);
        let mut whole = Any::new(Name::Mma, game.clone(), &mut first);
        whole.start(&game, 6).unwrap();
        whole.step(4200);
        for budget in [1, 2, 3, 7, 60, 700] {
            let mut paused = Any::new(Name::Mma, game.clone(), &mut second);
            paused.start(&game, 6).unwrap();
            (0..4200 / budget).for_each(|_| _ = paused.step(budget));
            assert_eq!(paused.value_so_far(), whole.value_so_far(), "{words} words, budget {budget}");
            assert_eq!(
                (paused.best(), paused.stats()),
                (whole.best(), whole.stats()),
                "{words} words, budget {budget}"
            );
        }
    }
}

#[test]
fn pausing_changes_nothing() {
    for seed in 0..10 {
        for order in [Order::Random, Order::STRONG, Order::Last] {
            check(&Pathed::new(Synthetic::new(Shape::random(3, 5, seed).ordered(order))), 5);
        }
    }
    check(&TicTacToe::new(), 5);
    check(&ConnectFour::new(), 4);
    check(&Kalah::new(), 5);
    check(&Othello::new(), 5);
}

/// A game that counts what is asked of it.
#[derive(Clone)]
struct Counting {
    game: ConnectFour,
    asked: Rc<Cell<Asked>>,
}

#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Asked {
    plays: u64,
    undos: u64,
    evaluations: u64,
}

impl Counting {
    fn count(&self, ask: impl FnOnce(&mut Asked)) {
        let mut asked = self.asked.get();
        ask(&mut asked);
        self.asked.set(asked);
    }
}

impl Game for Counting {
    type Move = u8;
    type Moves = &'static [u8];
    type Undo = <ConnectFour as Game>::Undo;
    fn moves(&self) -> &'static [u8] {
        self.game.moves()
    }
    fn play(&mut self, m: u8) -> Self::Undo {
        self.count(|asked| asked.plays += 1);
        self.game.play(m)
    }
    fn undo(&mut self, m: u8, undo: Self::Undo) {
        self.count(|asked| asked.undos += 1);
        self.game.undo(m, undo);
    }
    fn evaluate(&self) -> plywood::game::Value {
        self.count(|asked| asked.evaluations += 1);
        self.game.evaluate()
    }
}

impl Hints for Counting {
    fn identity(&self) -> Option<Identity> {
        self.game.identity()
    }
}

#[test]
fn the_counters_say_what_was_asked_of_the_game() {
    for &name in Name::ALL.iter().filter(|name| name.searches_to_a_depth()) {
        let game = Counting { game: ConnectFour::new(), asked: Rc::default() };
        let mut words = vec![0; 1000];
        let mut search = Any::new(name, game.clone(), &mut words);
        search.start(&game, 6).unwrap();
        while search.step(100) == Status::Pending {}
        let (stats, asked) = (search.stats(), game.asked.get());
        assert_eq!((asked.plays, asked.undos), (stats.moves, stats.moves), "{name}");
        assert_eq!((asked.evaluations, asked.evaluations), (stats.evaluations, stats.bottom), "{name}");
        if matches!(name, Name::Sss | Name::Dual) {
            assert!(asked.plays + 1 >= stats.nodes, "{name}: every node but the root is entered by a move, some again");
            assert!(stats.peaks.slots > 7, "{name} has used its list");
        } else if matches!(name, Name::Enhanced | Name::Mtd) {
            assert!(asked.plays > stats.nodes, "{name}: successors are looked up before they are searched");
            assert!(stats.peaks.slots > 200 && stats.table_hits > 0, "{name} has used its table");
        } else {
            // ER leaves nodes and enters them again.
            let entered_again = asked.plays + 1 - stats.nodes;
            assert_eq!(entered_again > 0, name == Name::Er, "{name}: every node but the root is entered by a move");
            assert_eq!(stats.peaks.frames, 6, "{name}");
        }
    }
}

#[test]
fn a_flag_stops_between_any_two_nodes_and_the_search_goes_on_later() {
    let game = ConnectFour::new();
    let mut search = Any::new(Name::NegaScout, game.clone(), &mut []);
    for stop_after in [0, 1, 2, 50] {
        search.start(&game, 6).unwrap();
        assert_eq!(search.run(1, |stats| stats.nodes >= stop_after), Status::Pending);
        assert_eq!(search.stats().nodes, stop_after);
    }
    assert_eq!(search.run(1, |_| false), Status::Done(search.value().unwrap()));
}

#[test]
fn too_deep_is_said_and_changes_nothing() {
    let game = ConnectFour::new();
    let mut search = Any::new(Name::AlphaBeta, game.clone(), &mut []);
    search.start(&game, 3).unwrap();
    let value = search.finish();
    assert_eq!(search.start(&game, 9), Err(TooDeep { depth: 9, max: 8 }));
    assert_eq!(search.value(), Some(value));
    assert_eq!(TooDeep { depth: 9, max: 8 }.to_string(), "depth 9 is too deep: this search has room for 0 to 8");
}

type Thinking<'m, G> = Deepening<G, Any<'m, G>, DEPTH>;

fn thinking<G: Hints + Clone>(game: &G) -> Thinking<'static, G> {
    Deepening::new(Any::new(Name::AlphaBeta, game.clone(), &mut []), game.clone())
}

/// The nodes and the value of the searches to depth 1, 2, 3, …
fn by_depth<G: Hints + Clone>(game: &G) -> Vec<(u64, u64, Complete, Option<G::Move>)> {
    (1..=DEPTH as u8)
        .map(|depth| {
            let mut search = Any::new(Name::AlphaBeta, game.clone(), &mut []);
            search.start(game, depth).unwrap();
            let value = search.finish();
            (search.stats().nodes, search.stats().moves, Complete { depth, value }, search.best())
        })
        .collect()
}

#[test]
fn deepening_plays_the_last_complete_depth() {
    let game = ConnectFour::from_moves("44").unwrap();
    let game: ConnectFour = game;
    let alone = by_depth(&game);
    for limit in (0..3_000).step_by(37) {
        for by_moves in [false, true] {
            let bound = if by_moves {
                Limit { moves: Some(limit), ..Limit::default() }
            } else {
                Limit { nodes: Some(limit), ..Limit::default() }
            };
            for budget in [1, 10, u32::MAX] {
                let mut thinking = thinking(&game);
                thinking.start(&game, 1, DEPTH as u8, bound, 0).unwrap();
                while thinking.step(budget, 0) == Status::Pending {}
                let mut left = limit;
                let expected = alone
                    .iter()
                    .take_while(|&&(nodes, moves, ..)| {
                        let cost = if by_moves { moves } else { nodes };
                        let affordable = cost <= left;
                        left = left.saturating_sub(cost);
                        affordable
                    })
                    .last();
                assert_eq!(thinking.complete(), expected.map(|depth| depth.2), "limit {limit} moves {by_moves}");
                let spent = if by_moves { thinking.stats().moves } else { thinking.stats().nodes };
                assert_eq!(spent, limit, "the whole limit and not more, in steps of {budget}");
                let best = thinking.best().expect("always a move");
                if let Some(depth) = expected {
                    assert_eq!(Some(best), depth.3);
                }
            }
        }
    }
}

#[test]
fn deepening_keeps_to_the_clock() {
    let game = ConnectFour::new();
    let mut thinking = thinking(&game);
    thinking.start(&game, 1, DEPTH as u8, Limit { time: Some(20), ..Limit::default() }, 1_000).unwrap();
    let mut steps = 0;
    while thinking.step(10, 1_000 + steps) == Status::Pending {
        steps += 1;
    }
    assert_eq!(steps, 20, "a tick a step");
    assert_eq!(thinking.stats().nodes, 200);
    assert!(thinking.best().is_some());
}

#[test]
fn deepening_stops_when_the_game_is_decided_or_over() {
    // Black wins by playing column 1.
    let game = ConnectFour::<Keen>::from_moves("121314").unwrap();
    let mut thinking = thinking(&game);
    let limit = Limit { decisive: Some(Keen::WIN), ..Limit::default() };
    thinking.start(&game, 1, DEPTH as u8, limit, 0).unwrap();
    while thinking.step(100, 0) == Status::Pending {}
    assert_eq!(thinking.complete().map(|complete| complete.depth), Some(1));
    assert_eq!(thinking.best(), Some(0));

    // Red threatens to win at both ends of three in a row: Black's loss is certain two plies on.
    let lost = ConnectFour::<Keen>::from_moves("137475").unwrap();
    thinking.start(&lost, 1, DEPTH as u8, limit, 0).unwrap();
    while thinking.step(100, 0) == Status::Pending {}
    let complete = thinking.complete().unwrap();
    assert!(complete.value <= -Keen::WIN, "{complete:?}");
    assert_eq!(complete.depth, 2, "{complete:?}");

    let over = ConnectFour::<Keen>::from_moves("1213141").unwrap();
    thinking.start(&over, 1, DEPTH as u8, limit, 0).unwrap();
    while thinking.step(100, 0) == Status::Pending {}
    assert_eq!(thinking.best(), None);
    assert!(thinking.stats().nodes <= 2);
}
