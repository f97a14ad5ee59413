//! The refutation wall (Marsland, Reinefeld and Schaeffer 1987, §2.1, Fig. 1): it is much cheaper to show that a tree
//! is worth more than a bound than that it is not.

use plywood::game::{Value, Window};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{DepthFirst, NegaScout, Search};
use rayon::prelude::*;

use crate::figure::{Axis, Figure, Panel, Series};
use crate::marsland::ORDERS;

const WIDTH: u8 = 10;
const DEPTH: usize = 5;
const DISTANCES: std::ops::RangeInclusive<i16> = -25..=24;

/// Values from -50 to 50, so that windows up to 25 away are a good part of all there are.
const RANGE: i16 = 50;
/// Values from -1000 to 1000, among which 25 is next to nothing.
const WIDE_RANGE: i16 = Shape::RANGE;

/// How often [`refutation_wall`] ticks.
pub const STEPS: u64 = 2 * 2;

/// The average number of nodes in the minimal windows around the value, in percent of the greatest of them.
fn wall(order: Order, range: i16, trees: u64) -> Vec<(f64, f64)> {
    let one = |seed| {
        let tree = Synthetic::new(Shape::random(WIDTH, DEPTH as u8, seed).ordered(order).ranged(range));
        let mut search = DepthFirst::<_, _, DEPTH>::new(NegaScout, tree.clone());
        let nodes = |distance| {
            let alpha = Value::new(tree.minimax().get() + distance);
            search.start_in(&tree, DEPTH as u8, Window { alpha, beta: alpha.up() }).expect("five plies fit");
            search.finish();
            search.stats().nodes
        };
        DISTANCES.map(nodes).collect::<Vec<u64>>()
    };
    let counts: Vec<Vec<u64>> = (0..trees).into_par_iter().map(one).collect();
    let sums: Vec<u64> = (0..DISTANCES.count()).map(|i| counts.iter().map(|nodes| nodes[i]).sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1) as f64;
    DISTANCES.zip(sums).map(|(distance, sum)| (f64::from(distance), 100.0 * sum as f64 / most)).collect()
}

/// Nodes by the distance of a minimal window from the value.
pub fn refutation_wall(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let mut notes = vec![
        format!("NegaScout in the windows (v + i, v + i + 1) around the value v; averages over {trees} trees,"),
        format!(
            "width {WIDTH}, depth {DEPTH}. How far 25 is depends on how many values there are, hence the two panels."
        ),
        String::from(
            "The paper: slightly more nodes up to i = -1, an abrupt rise at 0; the better the order, the greater.",
        ),
    ];
    let panels = [RANGE, WIDE_RANGE].map(|range| {
        let series = ORDERS.map(|(kind, order)| {
            let points = wall(order, range, trees);
            tick();
            let line = Series::measured(kind, points);
            let at = |x: f64| line.at(x).unwrap_or_default();
            notes.push(format!(
                "Values to {range}, {kind}: {:.0} % at -25, {:.0} % at -1, then {:.1} times as many at 0, {:.0} % at 24.",
                at(-25.0),
                at(-1.0),
                at(0.0) / at(-1.0),
                at(24.0)
            ));
            line
        });
        let (x, y) = (Axis::Linear("distance i"), Axis::Linear("nodes, % of the most"));
        Panel { title: format!("values from -{range} to {range}"), x, y, series: series.to_vec() }
    });
    Figure {
        name: "refutation-wall",
        title: "The refutation wall: nodes in a minimal window by its distance from the value".into(),
        panels: panels.to_vec(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wall_is_at_the_value_and_steeper_in_ordered_trees() {
        for panel in refutation_wall(20, &|| {}).panels {
            let rise = |i: usize| panel.series[i].at(0.0).unwrap() / panel.series[i].at(-1.0).unwrap();
            assert!(rise(0) > 1.3, "{}: {}", panel.title, rise(0));
            assert!(rise(1) > 1.8, "{}: {}", panel.title, rise(1));
            for line in &panel.series {
                let steepest = line.points.windows(2).max_by(|a, b| (a[1].1 - a[0].1).total_cmp(&(b[1].1 - b[0].1)));
                assert_eq!(steepest.unwrap()[1].0, 0.0, "{}: the greatest rise is at the value", line.label);
            }
        }
    }
}
