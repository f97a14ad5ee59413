//! How many nodes TEST and alpha-beta visit (lecture notes on SCOUT, "Number of nodes visited").

use plywood::game::Window;
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::scout::minimal_nodes;
use plywood::search::{Algorithm, AlphaBeta, DepthFirst, Search, Stats, Test};
use rayon::prelude::*;

use crate::figure::{Axis, Figure, Panel, Series};

const WIDTHS: [u8; 3] = [3, 5, 8];
const DEPTHS: [u8; 5] = [0, 2, 4, 6, 8];

fn stats<A: Algorithm>(algorithm: A, tree: &Synthetic, depth: u8, window: Window) -> Stats {
    let mut search = DepthFirst::<_, _, 8>::new(algorithm, tree.clone());
    search.start_in(tree, depth, window).expect("eight plies fit");
    search.finish();
    *search.stats()
}

/// H2 of the notes: the least number of nodes that alpha-beta visits on a uniform tree. The sum over the levels is
/// right there; summed up it is 2 H1 + b^(l/2) - (l + 2), without the - b^(l/2 - 1) that the notes also print.
fn alpha_beta_nodes(b: u64, l: u32) -> u64 {
    (0..=l).map(|i| minimal_leaves(b, i)).sum()
}

/// The bottom positions of the minimal tree (Knuth and Moore).
fn minimal_leaves(b: u64, l: u32) -> u64 {
    b.pow(l.div_ceil(2)) + b.pow(l / 2) - 1
}

/// TEST's and alpha-beta's visits beside H1 and H2: on trees in the best order, where they should be the same, and on
/// random ones. `tick` is called [`STEPS`] times.
pub fn scout_nodes(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let panels = WIDTHS.map(|width| {
        let b = u64::from(width);
        let theory = |of: &dyn Fn(u32) -> u64| DEPTHS.map(|l| (f64::from(l), of(u32::from(l)) as f64)).to_vec();
        let measured = |of: &(dyn Fn(Synthetic, u8) -> u64 + Sync), order: Order| {
            DEPTHS
                .map(|depth| {
                    let sum: u64 = (0..trees)
                        .into_par_iter()
                        .map(|seed| of(Synthetic::new(Shape::random(width, depth, seed).ordered(order)), depth))
                        .sum();
                    tick();
                    (f64::from(depth), sum as f64 / trees as f64)
                })
                .to_vec()
        };
        // TEST is asked what is true: whether the value is greater than the next smaller one.
        let test = |tree: Synthetic, depth| {
            stats(Test, &tree, depth, Window { alpha: tree.minimax().down(), beta: tree.minimax() }).nodes
        };
        let alpha_beta = |tree: Synthetic, depth| stats(AlphaBeta::default(), &tree, depth, Window::FULL).nodes;
        let leaves = |tree: Synthetic, depth| stats(AlphaBeta::default(), &tree, depth, Window::FULL).bottom;
        let series = vec![
            Series::reference("H1", theory(&|l| minimal_nodes(b, l).unwrap_or_default())),
            Series::measured("TEST", measured(&test, Order::BEST)),
            Series::measured("TEST, random", measured(&test, Order::Random)),
            Series::reference("H2", theory(&|l| alpha_beta_nodes(b, l))),
            Series::measured("alpha-beta", measured(&alpha_beta, Order::BEST)),
            Series::measured("alpha-beta, random", measured(&alpha_beta, Order::Random)),
            Series::reference("minimal leaves", theory(&|l| minimal_leaves(b, l))),
            Series::measured("alpha-beta leaves", measured(&leaves, Order::BEST)),
        ];
        let (x, y) = (Axis::Linear("depth"), Axis::Logarithmic("nodes visited", 10));
        Panel { title: format!("width {width}"), x, y, series }
    });
    Figure {
        name: "scout-nodes",
        title: "Nodes visited by TEST and by alpha-beta, and the least they can visit".into(),
        panels: panels.to_vec(),
        notes: vec![format!(
            "Averages over {trees} trees; best order unless it says random. H1, H2: lecture notes on SCOUT."
        )],
    }
}

/// How often [`scout_nodes`] ticks.
pub const STEPS: u64 = (WIDTHS.len() * DEPTHS.len() * 5) as u64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_is_twice_h1_and_a_little_more() {
        for b in 2..9 {
            for l in [0, 2, 4, 6] {
                let h1 = minimal_nodes(b, l).unwrap();
                assert_eq!(alpha_beta_nodes(b, l) + u64::from(l) + 2, 2 * h1 + b.pow(l / 2), "b = {b}, l = {l}");
            }
        }
    }

    #[test]
    fn measured_and_formula_agree_in_the_best_order() {
        let figure = scout_nodes(2, &|| {});
        for panel in figure.panels {
            let points = |label: &str| panel.series.iter().find(|s| s.label == label).unwrap().points.clone();
            assert_eq!(points("H1"), points("TEST"));
            assert_eq!(points("H2"), points("alpha-beta"));
            assert_eq!(points("minimal leaves"), points("alpha-beta leaves"));
        }
    }
}
