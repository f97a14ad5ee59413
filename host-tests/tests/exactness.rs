//! Every search equals plain minimax: on synthetic trees of all small sizes and orders, and on every game.

use std::fmt::Debug;

use experiments::{oracle, othello_positions};
use plywood::game::{Game, Hints, Value, Window};
use plywood::games::connect_four::{ConnectFour, Keen, Outcome, Rivest};
use plywood::games::othello::PASS;
use plywood::games::synthetic::{MAX_WIDTH, Order, Shape, Synthetic};
use plywood::games::{Kalah, Othello, Pathed, TicTacToe};
use plywood::search::{AnySearch, Name, Search};
use rayon::prelude::*;

const DEPTH: usize = 9;
/// Fewer than tic-tac-toe has at its root: there informed NegaScout goes without merits.
const WIDTH: usize = 8;
/// Enough for nothing to be lost on small trees; what happens with less is in `capacity.rs`.
const WORDS: usize = 20_000;

/// Windows around, beside and far from the value, the minimal ones among them.
fn windows(v: Value) -> Vec<Window> {
    let at = |d: i16| Value::new(v.get() + d);
    [(-1, 1), (0, 1), (-1, 0), (1, 5), (-5, -1), (-40, 0), (0, 40), (-7, 9), (30, 90), (-90, -30)]
        .into_iter()
        .map(|(low, high)| Window { alpha: at(low), beta: at(high) })
        .chain([
            Window { alpha: -Value::INFINITY, beta: v },
            Window { alpha: v, beta: Value::INFINITY },
            Window { alpha: -Value::INFINITY, beta: v.up() },
        ])
        .collect()
}

/// Holds every search against the oracle, in the full window and in narrow ones.
fn check<G: Hints + Clone>(game: &G, depth: u8, what: &dyn Debug) -> Value {
    let exact = oracle::minimax(&mut game.clone(), depth);
    let mut words = vec![0; WORDS];
    for &name in Name::ALL.iter().filter(|name| name.searches_to_a_depth()) {
        let mut search = AnySearch::<G, WIDTH, DEPTH>::new(name, game.clone(), &mut words);
        let say = |window: Window| format!("{name} {what:?} depth {depth} window {window:?}");

        search.start(game, depth).unwrap();
        let value = search.finish();
        if name.finds_values() {
            assert_eq!(value, exact, "{}", say(Window::FULL));
            check_best(&search, game, depth, exact, &say(Window::FULL));
        }

        for window in windows(exact) {
            search.start_in(game, depth, window).unwrap();
            let value = search.finish();
            let bound = window.bound(value);
            match name {
                Name::Test => assert_eq!(value > window.alpha, exact > window.alpha, "{}", say(window)),
                Name::Scout | Name::Minimax | Name::Negamax => assert_eq!(value, exact, "{}", say(window)),
                Name::AlphaBetaHard | Name::AlphaBetaHardShallow => {
                    assert_eq!(value, exact.clamp(window.alpha, window.beta), "{}", say(window));
                }
                _ => {
                    assert!(bound.holds(value, exact), "{}: {value}, not {exact}", say(window));
                    assert_eq!(bound, window.bound(exact), "{}: {value} fails the wrong way", say(window));
                }
            }
            if window.alpha < exact && exact < window.beta && name.finds_values() {
                check_best(&search, game, depth, exact, &say(window));
            }
            // What failed high is a move that is good enough.
            if exact >= window.beta
                && name.finds_values()
                && let Some(best) = search.best()
            {
                let value = oracle::value_of(&mut game.clone(), best, depth);
                assert!(value >= window.beta, "{}: best move {best:?} is worth {value}", say(window));
            }
        }
    }
    exact
}

/// The best move is worth the value of the root, and so is the end of the line, which starts with that move.
fn check_best<G: Hints + Clone>(search: &AnySearch<'_, G, WIDTH, DEPTH>, game: &G, depth: u8, exact: Value, say: &str) {
    if depth == 0 || game.moves().as_ref().is_empty() {
        assert_eq!(search.best(), None, "{say}");
        assert!(search.line().is_empty(), "{say}");
        return;
    }
    let best = search.best().expect(say);
    assert_eq!(oracle::value_of(&mut game.clone(), best, depth), exact, "{say}: best move {best:?}");
    assert_eq!(search.line().first(), Some(&best), "{say}");
    assert_eq!(
        oracle::value_of_line(&mut game.clone(), search.line(), depth),
        Some(exact),
        "{say}: {:?}",
        search.line()
    );
}

fn orders(width: u8) -> [Order; 5] {
    let mut weights = [0; MAX_WIDTH];
    weights.iter_mut().take(width.into()).enumerate().for_each(|(i, weight)| *weight = i as u8 * 7 % 5 + 1);
    [Order::Random, Order::STRONG, Order::BEST, Order::Last, Order::Weights(weights)]
}

#[test]
fn on_thousands_of_synthetic_trees() {
    let mut shapes = Vec::new();
    for width in 1..=8_u8 {
        for depth in 0..=7_u8 {
            let leaves = u64::from(width).pow(depth.into());
            let seeds = match leaves {
                0..=300 => 16,
                301..=3_000 => 4,
                3_001..=20_000 => 1,
                _ => 0,
            };
            for order in orders(width) {
                // A range of 2 makes almost everything a tie.
                for range in [2, 30, Shape::RANGE] {
                    shapes
                        .extend((0..seeds).map(|seed| Shape::random(width, depth, seed).ordered(order).ranged(range)));
                }
            }
            if seeds == 0 {
                shapes.push(Shape::random(width, depth, 1).ordered(Order::STRONG));
            }
        }
    }
    assert!(shapes.len() > 5_000, "{} trees", shapes.len());
    shapes.par_iter().for_each(|&shape| {
        let tree = Synthetic::new(shape);
        let large = u64::from(shape.width).pow(shape.depth.into()) > 20_000;
        if large {
            check_large(&tree, shape);
        } else {
            let exact = check(&Pathed::new(tree.clone()), shape.depth, &shape);
            assert_eq!(exact, tree.minimax(), "the tree is not what it says: {shape:?}");
        }
    });
}

/// Where minimax takes long, the full window must do, and the tree's own word is the oracle.
fn check_large(tree: &Synthetic, shape: Shape) {
    let mut words = vec![0; WORDS];
    for &name in Name::ALL.iter().filter(|name| name.finds_values() && name.searches_to_a_depth()) {
        let mut search = AnySearch::<_, WIDTH, DEPTH>::new(name, tree.clone(), &mut words);
        search.start(tree, shape.depth).unwrap();
        assert_eq!(search.finish(), tree.minimax(), "{name} {shape:?}");
    }
}

#[test]
fn a_search_less_deep_than_the_tree_is_exact_for_what_it_sees() {
    for seed in 0..20 {
        let tree = Synthetic::new(Shape::random(4, 9, seed));
        for depth in 0..5 {
            check(&tree, depth, &seed);
        }
    }
}

#[test]
fn on_tic_tac_toe() {
    assert_eq!(check(&TicTacToe::new(), 9, &"the whole game"), Value::ZERO);
    // Cells in the corner and at the edge, against each other: the first mover can force a win.
    let mut game = TicTacToe::new();
    game.play(0);
    game.play(1);
    assert_eq!(check(&game, 7, &"corner, edge"), Value::new(1));
}

#[test]
fn on_connect_four() {
    for moves in ["", "4", "44444", "4455", "123456712345671", "43443555334", "121212212121343434434343565656656565"] {
        for depth in 0..=5 {
            check(&ConnectFour::<Rivest>::from_moves(moves).unwrap(), depth, &moves);
            check(&ConnectFour::<Outcome>::from_moves(moves).unwrap(), depth, &moves);
            check(&ConnectFour::<Keen>::from_moves(moves).unwrap(), depth, &moves);
        }
    }
}

#[test]
fn on_kalah() {
    let mut game = Kalah::new();
    for step in 0..40 {
        for depth in 0..=4 {
            check(&game, depth, &game.clone());
        }
        let moves = game.moves();
        let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else { return };
        game.play(m);
    }
}

/// From the start, from the three roots, and at the end of a game with passes.
#[test]
fn on_othello() {
    let games = othello_positions::roots().map(|(_, game)| game).into_iter().chain([Othello::new()]);
    games.collect::<Vec<_>>().par_iter().for_each(|game| {
        for depth in 0..=3 {
            check(game, depth, &depth);
        }
    });
    let mut passes = 0;
    for seed in 0..6 {
        // All but the last five moves of a game.
        let mut game = othello_positions::position(seed);
        let mut line = Vec::new();
        while let moves = game.moves()
            && let Some(&m) = moves.get(line.len() * 7 % moves.len().max(1))
        {
            line.push((m, game.play(m)));
        }
        for (back, &(m, undo)) in line.iter().rev().take(6).enumerate() {
            game.undo(m, undo);
            passes += usize::from(m == PASS);
            check(&game, back as u8 + 2, &game.to_string());
        }
    }
    assert!(passes > 0, "nobody had to pass");
}
