//! The other parallel searches find what minimax finds, too, whatever the interleaving.

use experiments::rivals::{Aspiration, Rival, Splitting};
use experiments::virtual_time::{Run, Timing, below, run};
use experiments::{oracle, othello_positions, positions};
use plywood::game::{Game, Value, Window};
use plywood::games::connect_four::{ConnectFour, Keen};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, TicTacToe};
use plywood::search::crew::{Scheme, Worker};
use plywood::search::{AlphaBeta, DepthFirst, Search, Stats};
use rayon::prelude::*;

const DEPTH: usize = 9;

/// One run in virtual time, with visits that cost 1, or up to `cost`, by chance.
fn search<G: Game + Clone, C: Scheme>(
    (scheme, is_over): (&mut C, fn(&C) -> bool),
    (game, depth): (&G, u8),
    processors: usize,
    (cost, timing): (u64, Timing),
) -> Run {
    let serial = || DepthFirst::<_, _, DEPTH>::new(AlphaBeta::default(), game.clone());
    let worker = |number| Worker::<_, _, DEPTH>::new(number, serial(), game.clone(), depth);
    let mut chance = timing.ties;
    let mut cost = |_| if cost == 1 { 1 } else { below(&mut chance, cost + 1) };
    run(scheme, (0..processors).map(worker).collect(), timing, is_over, &mut cost)
}

/// All four, with everything else by chance.
fn check<G: Game + Clone>(game: &G, depth: u8, seed: u64, what: &str) {
    let exact = oracle::minimax(&mut game.clone(), depth);
    let mut state = seed;
    let mut draw = |n| below(&mut state, n);
    let rivals = [Rival::MandatoryWorkFirst(draw(8) as u8), Rival::TreeSplitting, Rival::PvSplitting(depth)];
    for rival in rivals {
        let processors = 1 + draw(16) as usize;
        let at = |d: i16| Value::new(exact.get().saturating_add(d));
        let window = match draw(8) {
            0 => Window::above(exact),
            1 => Window::above(exact.down()),
            2 => Window { alpha: at(-1), beta: at(1) },
            3 => Window { alpha: at(5), beta: at(30) },
            _ => Window::FULL,
        };
        let costs = ([1, 1, 2, 10][draw(4) as usize], Timing { visit: draw(4), ties: draw(2) * seed });
        let mut splitting = Splitting::new(rival, processors, window);
        search((&mut splitting, |splitting| splitting.value().is_some()), (game, depth), processors, costs);
        let value = splitting.value().expect("it is over");
        let say = format!("{what} to depth {depth}, {rival:?}, {processors} processors, {window:?}, {costs:?}");
        assert_eq!(window.bound(value), window.bound(exact), "{say}: {value}, not {exact}");
        assert!(window.bound(value).holds(value, exact), "{say}: {value}, not {exact}");
    }
    let processors = 1 + draw(16) as usize;
    let bounds: Vec<Value> =
        (0..draw(20)).map(|_| Value::new(exact.get().saturating_add(draw(60) as i16 - 30))).collect();
    let mut aspiration = Aspiration::new(&bounds);
    let timing = Timing { visit: draw(4), ties: draw(2) * seed };
    search((&mut aspiration, |aspiration| aspiration.value().is_some()), (game, depth), processors, (1, timing));
    assert_eq!(aspiration.value(), Some(exact), "{what} to depth {depth}, {bounds:?}, {processors} processors");
}

#[test]
fn exact_in_thousands_of_interleavings_on_synthetic_trees() {
    (0..10_000_u64).into_par_iter().for_each(|seed| {
        let (shape, depth) = positions::small_tree(seed);
        check(&Synthetic::new(shape), depth, seed, &format!("{shape:?}"));
    });
}

#[test]
fn exact_on_games() {
    let boards = ["", "4455", "43443555334", "121212212121343434434343565656656565"];
    (0..400_u64).into_par_iter().for_each(|seed| {
        let depth = (seed % 6) as u8;
        let moves = boards[seed as usize / 6 % boards.len()];
        check(&ConnectFour::<Keen>::from_moves(moves).unwrap(), depth, seed, moves);
        let mut game = TicTacToe::new();
        (0..seed % 4).for_each(|i| game.play([0, 1, 4, 8][i as usize]));
        check(&game, depth, seed, "tic-tac-toe");
        let mut game = Kalah::new();
        for step in 0..seed % 20 {
            let moves = game.moves();
            let Some(&m) = moves.get(step as usize * 7 % moves.len().max(1)) else { break };
            game.play(m);
        }
        check(&game, depth.min(4), seed, "Kalah");
        check(&othello_positions::position(seed), depth.min(3), seed, "Othello");
    });
}

/// A run in which visits of nodes take 1 and those of the scheme nothing.
fn plain(rival: Rival, tree: &Synthetic, depth: u8, processors: usize) -> Run {
    let mut splitting = Splitting::new(rival, processors, Window::FULL);
    let is_over = |splitting: &Splitting| splitting.value().is_some();
    let run = search((&mut splitting, is_over), (tree, depth), processors, (1, Timing { visit: 0, ties: 0 }));
    assert_eq!(splitting.value(), Some(tree.minimax()));
    run
}

fn alone(tree: &Synthetic, depth: u8) -> Stats {
    let mut search = DepthFirst::<_, _, DEPTH>::new(AlphaBeta::default(), tree.clone());
    search.start(tree, depth).unwrap();
    search.finish();
    *search.stats()
}

#[test]
fn on_one_processor_all_splitting_is_alpha_beta() {
    for seed in 0..20 {
        let tree = Synthetic::new(Shape::random(4, 6, seed));
        for rival in [Rival::TreeSplitting, Rival::PvSplitting(6), Rival::MandatoryWorkFirst(0)] {
            assert_eq!(plain(rival, &tree, 6, 1).stats.nodes, alone(&tree, 6).nodes, "{rival:?} seed {seed}");
        }
    }
}

#[test]
fn in_the_best_order_mandatory_work_is_the_minimal_tree_without_deep_cut_offs() {
    for (width, depth) in [(3_u64, 4_u32), (4, 5), (3, 6), (5, 4)] {
        // The leaves below a 1-node and a 2-node of so many plies.
        let (mut first, mut second) = (1, 1);
        for _ in 0..depth {
            (first, second) = (first + (width - 1) * second, first);
        }
        let minimal = width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1;
        for processors in [1, 3, 16] {
            let tree = Synthetic::new(Shape::random(width as u8, depth as u8, 5).ordered(Order::BEST));
            let bottom = plain(Rival::MandatoryWorkFirst(depth as u8), &tree, depth as u8, processors).stats.bottom;
            assert!((minimal..=first).contains(&bottom), "{minimal} {bottom} {first}, {processors} processors");
        }
    }
}

/// What Fishburn, and Marsland and Campbell, say of their searches.
#[test]
fn tree_splitting_is_for_bad_orders_and_pv_splitting_for_good_ones() {
    let totals = |order| {
        let (mut serial, mut trees, mut pv) = (0, [0; 2], [0; 2]);
        for seed in 0..10 {
            let tree = Synthetic::new(Shape::random(4, 8, seed).ordered(order));
            serial += alone(&tree, 8).nodes;
            for (sums, rival) in [(&mut trees, Rival::TreeSplitting), (&mut pv, Rival::PvSplitting(8))] {
                let run = plain(rival, &tree, 8, 8);
                sums[0] += run.time;
                sums[1] += run.stats.nodes;
            }
        }
        (serial, trees, pv)
    };
    let (bad, [bad_time, _], _) = totals(Order::Last);
    let (good, [good_time, nodes], [_, pv_nodes]) = totals(Order::BEST);
    let speed_ups = [(bad, bad_time), (good, good_time)].map(|(serial, time)| serial as f64 / time as f64);
    assert!(speed_ups[0] > 1.2 * speed_ups[1], "speed-ups of {speed_ups:?} on 8 processors");
    assert!(pv_nodes < nodes, "{pv_nodes} and {nodes} nodes");
}
