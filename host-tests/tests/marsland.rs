//! What Marsland, Reinefeld and Schaeffer (1987) say of their searches, on averages over many trees of the kind they describe;
//! and that the numbers behind such statements, the counters, count what was asked of the game.
//!
//! Where a statement does not hold on our trees, the part that does is asserted, and the numbers that are against it stand
//! beside it. All counts are leaves, the trees are always the same, and the margins leave room for honest changes.

use std::fmt::Debug;
use std::sync::LazyLock;

use experiments::marsland::{Contender, Leaves, ORDERS, average, wins};
use experiments::recording::Recording;
use plywood::game::{Game, Value, Window};
use plywood::games::connect_four::{ConnectFour, Rivest};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, TicTacToe};
use plywood::search::{AnySearch, DepthFirst, Name, NegaScout, Search, Status};
use plywood::store::{merits, open};
use rayon::prelude::*;

/// Width, depth, and how many trees. The paper has twenty of each; but at depth 6 the leaves of SSS\* deviate from their average
/// by 40 to 60 %, and it takes hundreds of trees until that stays where it is.
const SIZES: [(u8, u8, u64); 10] = [
    (5, 4, 60),
    (10, 4, 60),
    (15, 4, 60),
    (20, 4, 60),
    (5, 5, 60),
    (10, 5, 60),
    (15, 5, 60),
    (20, 5, 60),
    (5, 6, 400),
    (10, 6, 200),
];

/// Counted once for all tests.
static COUNTS: LazyLock<Vec<(Order, Leaves)>> = LazyLock::new(|| {
    let count = |&(_, order): &(&str, Order)| {
        SIZES.map(|(width, depth, trees)| (order, Leaves::count(width, depth, order, trees)))
    };
    ORDERS.iter().flat_map(count).collect()
});

fn say((order, leaves): &(Order, Leaves)) -> String {
    let means = Contender::ALL.map(|who| format!("{} {:.0}", who.label(), leaves.mean(who))).join(", ");
    format!("{order:?}, w = {}, d = {}: {means}", leaves.width, leaves.depth)
}

/// INS <= PNS <= NS.
#[test]
fn the_more_informed_the_fewer_leaves() {
    for counts in &*COUNTS {
        let (_, leaves) = counts;
        // On every single tree: INS has all that PNS has, and more.
        for (seed, tree) in leaves.trees.iter().enumerate() {
            let [pns, ins] = [Contender::Pns, Contender::Ins].map(|who| tree[who as usize]);
            assert!(ins <= pns, "{}; seed {seed}: {tree:?}", say(counts));
        }
        assert!(leaves.more(Contender::Pns, Contender::Ins) > 0.5, "{}", say(counts));
        // Only on the average: in up to a quarter of the trees PNS visits more than NS.
        assert!(leaves.more(Contender::Ns, Contender::Pns) > 2.0, "{}", say(counts));
    }
}

/// NS <= alpha-beta, if the trees are neither narrow nor shallow. On others a re-search costs more than minimal windows save:
/// NS visits 14 % more than alpha-beta on random trees of w = 5, d = 4 (235 leaves and 206), 7 % at d = 5 (726 and 676), 5 %
/// at d = 6 (thousand trees: 2159 and 2060), 3 % at w = 10, d = 4 (1459 and 1420), and 6 % on ordered ones of w = 5, d = 4
/// (121 and 114).
#[test]
fn negascout_visits_fewer_leaves_than_alpha_beta_on_large_trees() {
    for counts in &*COUNTS {
        let (order, leaves) = counts;
        let more = leaves.more(Contender::AlphaBeta, Contender::Ns);
        if leaves.depth >= 5 && leaves.width >= 10 {
            assert!(more > 15.0, "{}", say(counts));
        } else if *order == Order::STRONG && leaves.depth >= 5 || leaves.width >= 15 {
            assert!(more > 0.0, "{}", say(counts));
        }
        // PNS makes up for it everywhere.
        assert!(leaves.more(Contender::AlphaBeta, Contender::Pns) > 5.0, "{}", say(counts));
    }
}

/// On narrow trees too.
#[test]
fn at_odd_depth_dual_visits_the_fewest() {
    for counts in COUNTS.iter().filter(|(_, leaves)| leaves.depth == 5) {
        for who in Contender::ALL.into_iter().filter(|&who| who != Contender::Dual) {
            assert!(counts.1.more(who, Contender::Dual) > 8.0, "{who:?}; {}", say(counts));
        }
    }
}

/// At depth 6 only on the average of hundreds of trees: on the first twenty of w = 10, DUAL\* and INS visit fewer (random trees:
/// 15423 and 17570 leaves, SSS\* 18743; ordered ones: 6312, 6111, 6892). And DUAL\* is as good on random trees of w >= 10: 16695
/// leaves, SSS\* 16051, over the two hundred trees here; 68715 and 74412 over two hundred of w = 15; 174056 and 171308 over 120
/// of w = 20. That is within the chance of SSS\*'s averages, so it is not asserted either way.
#[test]
fn at_even_depth_sss_visits_the_fewest() {
    for counts in COUNTS.iter().filter(|(_, leaves)| leaves.depth % 2 == 0) {
        let (order, leaves) = counts;
        let close = |who| (who, *order, leaves.width, leaves.depth) == (Contender::Dual, Order::Random, 10, 6);
        for who in Contender::ALL.into_iter().filter(|&who| who != Contender::Sss && !close(who)) {
            assert!(leaves.more(who, Contender::Sss) > 7.0, "{who:?}; {}", say(counts));
        }
    }
}

/// "In about 80 % of the trees": from two thirds at width 5 to nine tenths at width 20. On random trees it is only every other
/// one at widths 5 and 10 (48 and 53 %), and 63 and 78 % at 15 and 20.
#[test]
fn at_odd_depth_ins_beats_sss_in_four_of_five_ordered_trees() {
    let ordered = COUNTS.iter().filter(|(order, leaves)| *order == Order::STRONG && leaves.depth == 5);
    let ordered: Vec<&Leaves> = ordered.map(|(_, leaves)| leaves).collect();
    let won = wins(ordered.iter().copied(), Contender::Ins, Contender::Sss);
    assert!((75.0..85.0).contains(&won), "{won} %");
    for leaves in &ordered {
        let won = wins([*leaves], Contender::Ins, Contender::Sss);
        assert!(won > 65.0, "w = {}: {won} %", leaves.width);
    }
    assert!(average(ordered, |leaves| leaves.more(Contender::Sss, Contender::Ins)) > 15.0);
}

/// The refutation wall, at the sizes that its figure does not show: how many times as many nodes NegaScout visits in the window
/// (v, v + 1) as in (v - 1, v), and there as in (v - 2, v - 1).
fn rises(width: u8, depth: u8, order: Order) -> [f64; 2] {
    let one = |seed| {
        let tree = Synthetic::new(Shape::random(width, depth, seed).ordered(order));
        let mut search = DepthFirst::<_, _, 6>::new(NegaScout, tree.clone());
        [-2, -1, 0].map(|distance| {
            let window = Window::above(Value::new(tree.minimax().get() + distance));
            search.start_in(&tree, depth, window).unwrap();
            search.finish();
            search.stats().nodes as f64
        })
    };
    let counts: Vec<[f64; 3]> = (0..60).into_par_iter().map(one).collect();
    let [before, below, above] = [0, 1, 2].map(|i| counts.iter().map(|nodes| nodes[i]).sum::<f64>());
    [above / below, below / before]
}

#[test]
fn the_wall_stands_at_the_value_and_is_higher_in_ordered_trees() {
    for (width, depth) in [(5, 4), (10, 4), (20, 4), (5, 5), (10, 5), (20, 5), (5, 6), (10, 6)] {
        let what = format!("w = {width}, d = {depth}");
        let [random, ordered] = [Order::Random, Order::STRONG].map(|order| rises(width, depth, order));
        // From 1.3 and 1.4 at w = 5, d = 4 to 1.8 and 3.3 at w = 20, d = 5.
        assert!(random[0] > 1.25, "{what}: {random:?}");
        assert!(ordered[0] > 1.05 * random[0], "{what}: {ordered:?}, {random:?}");
        for [_, before] in [random, ordered] {
            assert!((0.99..1.04).contains(&before), "{what}: up to the value there is next to no rise, {before}");
        }
    }
}

const WIDTH: usize = 9;
const DEPTH: usize = 6;

/// All that is asked of the game is in the counters, at every pause too.
fn add_up<G: Game + Clone>(game: &G, depth: u8, what: &dyn Debug) {
    for name in [Name::Pns, Name::Ins, Name::InsLinked, Name::Sss, Name::Dual] {
        let best_first = matches!(name, Name::Sss | Name::Dual);
        for slots in [0, 1, 2, 9, 40, 2000] {
            let mut words = vec![0; if best_first { open::words(slots) } else { merits::words(WIDTH, slots) }];
            for budget in [1, 5, u32::MAX] {
                let say = || format!("{name} with {slots} slots, {budget} nodes a step, {what:?} to depth {depth}");
                let game = Recording::new(game.clone());
                let mut search = AnySearch::<_, WIDTH, DEPTH>::new(name, game.clone(), &mut words);
                search.start(&game, depth).unwrap();
                loop {
                    let status = search.step(budget);
                    let (stats, [evaluations, plays, undos]) = (search.stats(), game.counts());
                    assert_eq!((stats.bottom, stats.evaluations), (evaluations, evaluations), "{}", say());
                    assert_eq!(stats.moves, plays, "{}", say());
                    assert!(stats.peaks.slots as usize <= slots || name == Name::Pns, "{}", say());
                    if matches!(status, Status::Done(_)) {
                        assert_eq!(undos, plays, "{}: the game is not back at the root", say());
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn the_counters_add_up_with_any_store_and_at_every_pause() {
    for seed in 0..6 {
        for (width, depth) in [(1, 4), (2, 6), (3, 5), (4, 4), (9, 3)] {
            for order in [Order::Random, Order::STRONG, Order::Last] {
                for range in [2, Shape::RANGE] {
                    let shape = Shape::random(width, depth, seed).ordered(order).ranged(range);
                    add_up(&Synthetic::new(shape), depth, &shape);
                    // Less deep than the tree.
                    add_up(&Synthetic::new(shape), depth - 2, &shape);
                }
            }
        }
    }
    add_up(&Synthetic::new(Shape::random(3, 0, 1)), 0, &"a leaf");
    add_up(&TicTacToe::new(), 4, &"tic-tac-toe");
    add_up(&Kalah::new(), 4, &"kalah");
    add_up(&ConnectFour::<Rivest>::from_moves("121212212121343434434343565656656565").unwrap(), 6, &"few cells left");
}
