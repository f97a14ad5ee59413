//! What a leaf costs each search (Marsland, Reinefeld and Schaeffer 1987, §4.2, which has no figure of it).

use std::time::{Duration, Instant};

use plywood::games::synthetic::{Order, Shape, Synthetic};

use crate::figure::{Axis, Figure, Panel, Series};
use crate::marsland::{Contender, MAX_WIDTH};
use crate::marsland_width::WIDTHS;

const DEPTHS: [u8; 2] = [5, 6];

/// How often everything is timed.
const ROUNDS: usize = 7;

/// How often [`marsland_time`] ticks.
pub const STEPS: u64 = 2 * 16;

/// What one contender took for all trees of a size.
#[derive(Clone, Copy)]
struct Cost {
    leaves: u64,
    /// The least of several rounds, tree by tree: whatever else the machine does only adds to it.
    time: Duration,
}

/// Searches all trees with all contenders, which take turns on this one thread, so that the machine's noise meets all
/// alike.
fn costs(width: u8, depth: u8, trees: u64) -> [Cost; 6] {
    let tree = |seed| Synthetic::new(Shape::random(width, depth, seed).ordered(Order::STRONG));
    let trees: Vec<Synthetic> = (0..trees).map(tree).collect();
    let mut words = Contender::ALL.map(|who| vec![0; who.words(width, depth)]);
    let mut costs = [Cost { leaves: 0, time: Duration::ZERO }; 6];
    for tree in &trees {
        let mut least = [Duration::MAX; 6];
        for round in 0..ROUNDS {
            for i in 0..costs.len() {
                let i = (i + round) % costs.len(); // nobody always goes first
                let start = Instant::now();
                let stats = Contender::ALL[i].search(tree, depth, &mut words[i]);
                least[i] = start.elapsed().min(least[i]);
                costs[i].leaves += if round == 0 { stats.bottom } else { 0 };
            }
        }
        for (cost, least) in costs.iter_mut().zip(least) {
            cost.time += least;
        }
    }
    costs
}

/// The time of each contender in terms of NegaScout's on strongly ordered trees: for a leaf, and for the whole search.
pub fn marsland_time(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let timed = DEPTHS.map(|depth| {
        let at = |width| {
            let costs = costs(width, depth, trees);
            tick();
            (f64::from(width), costs)
        };
        WIDTHS.map(at).collect::<Vec<_>>()
    });
    let leaf = |cost: &Cost| cost.time.as_secs_f64() / cost.leaves as f64;
    let whole = |cost: &Cost| cost.time.as_secs_f64();
    let panel = |i: usize, what: &str, y, of: &dyn Fn(&Cost) -> f64| {
        let line = |who: Contender| {
            let ratio = |costs: &[Cost; 6]| of(&costs[who as usize]) / of(&costs[Contender::Ns as usize]);
            Series::measured(who.label(), timed[i].iter().map(|(width, costs)| (*width, ratio(costs))).collect())
        };
        let title = format!("depth {}, {what}", DEPTHS[i]);
        Panel { title, x: Axis::Linear("width"), y: Axis::Linear(y), series: Contender::ALL.map(line).to_vec() }
    };
    let panels = vec![
        panel(0, "one leaf", "time a leaf, NS = 1", &leaf),
        panel(1, "one leaf", "time a leaf, NS = 1", &leaf),
        panel(1, "the whole search", "time of a search, NS = 1", &whole),
    ];
    let mut notes = vec![
        format!("{trees} strongly ordered trees of each width, the same for all; searches take turns on one thread,"),
        format!("{ROUNDS} rounds, of which the fastest counts. Times are ratios within this run."),
        String::from("Leaves cost next to nothing here, so what is seen is the searches' own work. INS and PNS have"),
        format!("room for {MAX_WIDTH} successors of each node at all widths."),
        String::from(
            "The paper: DUAL* and SSS* are 5 and 10 times slower than NS, with OPEN as one list; INS slightly.",
        ),
    ];
    for panel in &panels {
        let mean = |line: &Series| line.points.iter().map(|point| point.1).sum::<f64>() / line.points.len() as f64;
        let means: Vec<String> =
            panel.series.iter().map(|series| format!("{} {:.2}", series.label, mean(series))).collect();
        notes.push(format!("Average of the widths, {}: {}.", panel.title, means.join(", ")));
    }
    Figure {
        name: "marsland-time",
        title: "Time on strongly ordered trees by width, beside NegaScout's".into(),
        panels,
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marsland::Leaves;

    #[test]
    fn what_is_timed_is_what_the_other_figures_count() {
        let costs = costs(6, 4, 3);
        let leaves = Leaves::count(6, 4, Order::STRONG, 3);
        for who in Contender::ALL {
            assert_eq!(costs[who as usize].leaves as f64, 3.0 * leaves.mean(who), "{who:?}");
            assert!(costs[who as usize].time > Duration::ZERO);
        }
    }
}
