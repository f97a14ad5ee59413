//! Leaves by depth at width 5 (Marsland, Reinefeld and Schaeffer 1987, Fig. 5).

use crate::figure::{Axis, Figure};
use crate::marsland::{Contender, Leaves, ORDERS, average, panel};

const WIDTH: u8 = 5;
const DEPTHS: std::ops::RangeInclusive<u8> = 2..=9;

/// How often [`marsland_5`] ticks.
pub const STEPS: u64 = 2 * 8;

/// Leaves of all contenders by depth, in percent of the minimal tree.
pub fn marsland_5(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let counts = ORDERS.map(|(_, order)| -> Vec<Leaves> {
        let count = |depth| {
            let leaves = Leaves::count(WIDTH, depth, order, trees);
            tick();
            leaves
        };
        DEPTHS.map(count).collect()
    });
    let mut notes = vec![
        format!("Averages over {trees} trees of width {WIDTH}, the same ones for all searches."),
        String::from(
            "The paper: SSS* does poorly at odd depths, where DUAL* is especially good, and well at even ones.",
        ),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        for (parity, odd) in [("odd depths from 3", true), ("even depths from 4", false)] {
            let depths = || counts.iter().filter(|l| l.depth > 2 && (l.depth % 2 == 1) == odd);
            let others = [Contender::Ns, Contender::Pns, Contender::Ins, Contender::Dual];
            let more = others.map(|who| {
                let percent = average(depths(), |l| l.more(who, Contender::Sss));
                format!("{} {percent:+.0} %", who.label())
            });
            notes.push(format!("Here, {kind}, {parity}, beside SSS*: {}.", more.join(", ")));
        }
    }
    let [random, ordered] = [0, 1].map(|i| average(&counts[i], |l| l.deviation(Contender::Sss)));
    notes.push(format!(
        "Standard deviation of SSS*: {random:.0} % of its average (random), {ordered:.0} % (ordered); the paper: 30 %."
    ));
    let panels = ORDERS.iter().zip(&counts);
    Figure {
        name: "marsland-5",
        title: format!("Leaves visited by depth, width {WIDTH}"),
        panels: panels
            .map(|((kind, _), counts)| panel((*kind).into(), Axis::Linear("depth"), counts, |l| l.depth))
            .collect(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sss_is_for_even_depths_and_its_dual_for_odd_ones() {
        let figure = marsland_5(20, &|| {});
        for panel in figure.panels {
            let at = |who: Contender, depth| panel.series[who as usize].at(depth).unwrap();
            for depth in [3.0, 5.0, 7.0, 9.0] {
                assert!(at(Contender::Dual, depth) < at(Contender::Sss, depth), "{}, depth {depth}", panel.title);
            }
            for depth in [2.0, 4.0, 8.0] {
                assert!(at(Contender::Sss, depth) < at(Contender::Dual, depth), "{}, depth {depth}", panel.title);
            }
        }
    }
}
