//! What the experiments of Marsland, Reinefeld and Schaeffer (1987) share: the searches they compare, the trees they
//! compare them on, and the count of leaves.

use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{AlphaBeta, DepthFirst, Dual, InsLinked, NegaScout, Pns, Search, Sss, Stats};
use plywood::store::merits::{self, Levels, Linked};
use plywood::store::open::{self, Open};
use rayon::prelude::*;

use crate::figure::{Axis, Panel, Series};

/// The widest tree.
pub const MAX_WIDTH: usize = 20;
/// The deepest tree.
pub const MAX_DEPTH: usize = 10;

/// A search of the paper, with as much memory as it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// αβ.
    AlphaBeta,
    /// NegaScout.
    Ns,
    /// Partially informed NegaScout.
    Pns,
    /// Informed NegaScout with the linked tree, as in the paper.
    Ins,
    /// DUAL\*.
    Dual,
    /// SSS\*.
    Sss,
}

impl Contender {
    /// All of them.
    pub const ALL: [Contender; 6] =
        [Contender::AlphaBeta, Contender::Ns, Contender::Pns, Contender::Ins, Contender::Dual, Contender::Sss];

    /// As the paper calls it.
    pub fn label(self) -> &'static str {
        ["alpha-beta", "NS", "PNS", "INS", "DUAL*", "SSS*"][self as usize]
    }

    /// Words with which it never lacks room on trees of this size.
    pub fn words(self, width: u8, depth: u8) -> usize {
        match self {
            Contender::AlphaBeta | Contender::Ns | Contender::Pns => 0,
            Contender::Ins => merits::words(MAX_WIDTH, merits::enough_slots(width.into(), depth)),
            Contender::Dual => open::words(open::enough_slots(width.into(), depth, false)),
            Contender::Sss => open::words(open::enough_slots(width.into(), depth, true)),
        }
    }

    /// What it does to find the value of a tree, with these words for its memory.
    pub fn search(self, tree: &Synthetic, depth: u8, words: &mut [u32]) -> Stats {
        let game = tree.clone();
        match self {
            Contender::AlphaBeta => run(DepthFirst::<_, _, MAX_DEPTH>::new(AlphaBeta::default(), game), tree, depth),
            Contender::Ns => run(DepthFirst::<_, _, MAX_DEPTH>::new(NegaScout, game), tree, depth),
            Contender::Pns => run(Pns::<_, MAX_WIDTH, MAX_DEPTH>::new(Levels::new(), game), tree, depth),
            Contender::Ins => run(InsLinked::<_, MAX_WIDTH, MAX_DEPTH>::new(Linked::new(words), game), tree, depth),
            Contender::Dual => run(Dual::<_, MAX_DEPTH>::new(Open::new(words), game), tree, depth),
            Contender::Sss => run(Sss::<_, MAX_DEPTH>::new(Open::new(words), game), tree, depth),
        }
    }
}

/// What a search does to find the value of a tree.
///
/// # Panics
/// If it finds another one: nothing that was counted would mean anything.
pub fn run<S: Search<Synthetic>>(mut search: S, tree: &Synthetic, depth: u8) -> Stats {
    search.start(tree, depth).expect("the trees are not that deep");
    assert_eq!(search.finish(), tree.minimax(), "the value of {tree:?}");
    *search.stats()
}

/// The bottom positions of the minimal tree (Knuth and Moore): what any search has to visit at the least.
pub fn minimal_leaves(width: u8, depth: u8) -> u64 {
    let (width, depth) = (u64::from(width), u32::from(depth));
    width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1
}

/// How many leaves each contender visits, on the same trees.
#[derive(Clone, Debug)]
pub struct Leaves {
    /// Successors of every inner node.
    pub width: u8,
    /// Plies.
    pub depth: u8,
    /// For each tree, in the order of [`Contender::ALL`].
    pub trees: Vec<[u64; 6]>,
}

impl Leaves {
    /// Searches that many trees with all contenders.
    pub fn count(width: u8, depth: u8, order: Order, trees: u64) -> Leaves {
        let one = |seed| {
            let tree = Synthetic::new(Shape::random(width, depth, seed).ordered(order));
            // Zeroed words that are never touched cost nothing, so there can be room for the worst case.
            Contender::ALL.map(|who| who.search(&tree, depth, &mut vec![0; who.words(width, depth)]).bottom)
        };
        Leaves { width, depth, trees: (0..trees).into_par_iter().map(one).collect() }
    }

    /// The average over the trees.
    pub fn mean(&self, who: Contender) -> f64 {
        self.trees.iter().map(|leaves| leaves[who as usize] as f64).sum::<f64>() / self.trees.len() as f64
    }

    /// The same in percent of the minimal tree.
    pub fn percent(&self, who: Contender) -> f64 {
        100.0 * self.mean(who) / minimal_leaves(self.width, self.depth) as f64
    }

    /// The standard deviation in percent of the average.
    pub fn deviation(&self, who: Contender) -> f64 {
        let mean = self.mean(who);
        let squares = self.trees.iter().map(|leaves| (leaves[who as usize] as f64 - mean).powi(2)).sum::<f64>();
        100.0 * (squares / self.trees.len() as f64).sqrt() / mean
    }

    /// By how many percent one visits more than another.
    pub fn more(&self, who: Contender, than: Contender) -> f64 {
        100.0 * (self.mean(who) / self.mean(than) - 1.0)
    }
}

/// The average of something over several sizes of trees.
pub fn average<'a>(leaves: impl IntoIterator<Item = &'a Leaves>, of: impl Fn(&Leaves) -> f64) -> f64 {
    let all: Vec<f64> = leaves.into_iter().map(of).collect();
    all.iter().sum::<f64>() / all.len() as f64
}

/// In how many percent of the trees one visits fewer leaves than another.
pub fn wins<'a>(leaves: impl IntoIterator<Item = &'a Leaves>, who: Contender, against: Contender) -> f64 {
    average(leaves, |leaves| {
        let won = leaves.trees.iter().filter(|tree| tree[who as usize] < tree[against as usize]).count();
        100.0 * won as f64 / leaves.trees.len() as f64
    })
}

/// The two kinds of trees, as the panels call them.
pub const ORDERS: [(&str, Order); 2] = [("random trees", Order::Random), ("strongly ordered trees", Order::STRONG)];

/// A panel with a line for each contender.
pub fn panel(title: String, x: Axis, leaves: &[Leaves], at: impl Fn(&Leaves) -> u8) -> Panel {
    let line = |who: Contender| {
        let points = leaves.iter().map(|leaves| (f64::from(at(leaves)), leaves.percent(who)));
        Series::measured(who.label(), points.collect())
    };
    let y = Axis::Linear("leaves, % of the minimal tree");
    Panel { title, x, y, series: Contender::ALL.map(line).to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(u8, u8); 6] = [(2, 7), (3, 6), (5, 4), (5, 5), (12, 3), (20, 4)];

    #[test]
    fn nobody_visits_less_than_the_minimal_tree_and_directional_searches_no_more_in_the_best_order() {
        for (width, depth) in SIZES {
            let minimal = minimal_leaves(width, depth);
            for order in [Order::Random, Order::STRONG, Order::Last] {
                for (seed, tree) in Leaves::count(width, depth, order, 5).trees.iter().enumerate() {
                    let least = tree.iter().min().unwrap();
                    assert!(*least >= minimal, "w = {width}, d = {depth}, {order:?}, seed {seed}: {tree:?}");
                }
            }
            for tree in Leaves::count(width, depth, Order::BEST, 5).trees {
                assert_eq!(tree[..4], [minimal; 4], "w = {width}, d = {depth}");
            }
        }
    }

    /// Stockman's theorem: SSS\* visits no leaf that alpha-beta does not. The same holds for its dual.
    #[test]
    fn best_first_never_visits_more_than_alpha_beta() {
        for (width, depth) in SIZES {
            for (_, order) in ORDERS {
                for [alpha_beta, .., dual, sss] in Leaves::count(width, depth, order, 5).trees {
                    assert!(dual <= alpha_beta && sss <= alpha_beta, "w = {width}, d = {depth}, {order:?}");
                }
            }
        }
    }

    #[test]
    fn enough_is_enough() {
        for (width, depth) in SIZES {
            let tree = Synthetic::new(Shape::random(width, depth, 1));
            for who in Contender::ALL {
                let stats = who.search(&tree, depth, &mut vec![0; who.words(width, depth)]);
                assert_eq!(stats.uninformed, 0, "{who:?}, w = {width}, d = {depth}");
                // Full, they would have gone on depth-first.
                let best_first = matches!(who, Contender::Sss | Contender::Dual);
                assert!(!best_first || stats.peaks.frames == 0, "{who:?}, w = {width}, d = {depth}");
            }
        }
    }
}
