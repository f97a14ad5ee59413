//! How many nodes are visited: by the formulas, and as golden numbers that show any change of behaviour.

use plywood::game::{Hints, Value, Window};
use plywood::games::connect_four::Outcome;
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{ConnectFour, Kalah, Othello, TicTacToe};
use plywood::search::scout::minimal_nodes;
use plywood::search::{AnySearch, Name, Search, Stats};

fn run<G: Hints + Clone>(name: Name, game: &G, depth: u8, window: Window) -> (Value, Stats) {
    let mut words = vec![0; 100_000];
    let mut search = AnySearch::<G, 9, 12>::new(name, game.clone(), &mut words);
    search.start_in(game, depth, window).unwrap();
    (search.finish(), *search.stats())
}

#[test]
fn in_the_best_order_only_the_minimal_tree_is_searched() {
    for width in 1..=6_u8 {
        for depth in 0..=6_u8 {
            for seed in 0..5 {
                let tree = Synthetic::new(Shape::random(width, depth, seed).ordered(Order::BEST));
                let w = u64::from(width);
                let minimal = w.pow(u32::from(depth).div_ceil(2)) + w.pow(u32::from(depth) / 2) - 1;
                for name in [Name::AlphaBeta, Name::AlphaBetaHard, Name::NegaScout, Name::NegaScoutMinMax] {
                    let (_, stats) = run(name, &tree, depth, Window::FULL);
                    assert_eq!(stats.bottom, minimal, "{name} w={width} d={depth} seed={seed}");
                    assert_eq!(stats.researches, 0);
                }
                let (_, all) = run(Name::Minimax, &tree, depth, Window::FULL);
                assert_eq!(all.bottom, w.pow(depth.into()));
            }
        }
    }
}

#[test]
fn in_the_best_order_test_visits_exactly_h1() {
    for width in 2..=6_u8 {
        for depth in [0, 2, 4, 6] {
            for seed in 0..5 {
                let tree = Synthetic::new(Shape::random(width, depth, seed).ordered(Order::BEST));
                let below = tree.minimax().down();
                let (answer, stats) = run(Name::Test, &tree, depth, Window { alpha: below, beta: tree.minimax() });
                assert!(answer > below);
                assert_eq!(Some(stats.nodes), minimal_nodes(width.into(), depth.into()), "w={width} d={depth}");
            }
        }
    }
}

#[test]
fn deep_cut_offs_only_ever_save() {
    let mut saved = 0;
    for seed in 0..50 {
        let tree = Synthetic::new(Shape::random(4, 6, seed));
        let (_, deep) = run(Name::AlphaBeta, &tree, 6, Window::FULL);
        let (_, shallow) = run(Name::AlphaBetaShallow, &tree, 6, Window::FULL);
        assert!(deep.bottom <= shallow.bottom, "seed {seed}");
        assert_eq!(shallow.cut_offs.deep, 0, "seed {seed}");
        assert_eq!(deep.cut_offs.deep > 0, deep.bottom < shallow.bottom, "seed {seed}");
        saved += shallow.bottom - deep.bottom;
        let (_, hard) = run(Name::AlphaBetaHard, &tree, 6, Window::FULL);
        let (_, hard_shallow) = run(Name::AlphaBetaHardShallow, &tree, 6, Window::FULL);
        assert_eq!((hard.nodes, hard_shallow.nodes), (deep.nodes, shallow.nodes), "seed {seed}");
        assert_eq!(hard.cut_offs.total(), deep.cut_offs.total(), "seed {seed}");
        assert!(hard.cut_offs.deep >= deep.cut_offs.deep, "seed {seed}: it knows less of what was shallow");
        assert_eq!(hard_shallow.cut_offs.deep, 0, "seed {seed}");
    }
    assert!(saved > 0);
}

#[test]
fn both_forms_of_negascout_are_the_same_search() {
    for seed in 0..50 {
        for order in [Order::Random, Order::STRONG, Order::Last] {
            let tree = Synthetic::new(Shape::random(5, 6, seed).ordered(order).ranged(50));
            let v = tree.minimax().get();
            for (low, high) in [(-3000, 3000), (-1, 1), (0, 1), (-20, -5), (5, 20)] {
                let window = Window { alpha: Value::new(v + low), beta: Value::new(v + high) };
                let negamax = run(Name::NegaScout, &tree, 6, window);
                assert_eq!(negamax, run(Name::NegaScoutMinMax, &tree, 6, window), "seed {seed} {order:?} {window:?}");
            }
        }
    }
}

/// (game, algorithm, depth, nodes, bottom positions, cut-offs shallow, deep, in a null window, of TEST, re-searches). A change here is a change of what the search does:
/// say why in the commit.
const GOLDEN: &[(&str, &str, u8, [u64; 7])] = &include!("golden_nodes.in");

fn count(game: &str, name: Name, depth: u8) -> Stats {
    let strong = Shape::random(5, depth, 7).ordered(Order::STRONG);
    match game {
        "connect-four" => run(name, &ConnectFour::new(), depth, Window::FULL).1,
        "connect-four outcome" => run(name, &ConnectFour::<Outcome>::default(), depth, Window::FULL).1,
        "kalah" => run(name, &Kalah::new(), depth, Window::FULL).1,
        "othello" => run(name, &Othello::new(), depth, Window::FULL).1,
        "tic-tac-toe" => run(name, &TicTacToe::new(), depth, Window::FULL).1,
        "synthetic strong" => run(name, &Synthetic::new(strong), depth, Window::FULL).1,
        "synthetic random" => run(name, &Synthetic::new(strong.ordered(Order::Random)), depth, Window::FULL).1,
        _ => panic!("no game {game}"),
    }
}

#[test]
fn golden_node_counts() {
    let mut table = String::from("[\n");
    for &(game, name, depth, ..) in GOLDEN {
        let stats = count(game, name.parse().unwrap(), depth);
        let cut = stats.cut_offs;
        let counts = [stats.nodes, stats.bottom, cut.shallow, cut.deep, cut.null_window, cut.test, stats.researches];
        table += &format!("    ({game:?}, {name:?}, {depth}, {counts:?}),\n");
    }
    table += "]\n";
    assert_eq!(table, include_str!("golden_nodes.in"), "node counts have changed; they are now:\n{table}");
}
