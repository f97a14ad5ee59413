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
            "The paper: SSS* does poorly at odd depths and well at even ones; the others the other way round.",
        ),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        let more = |who, odd| {
            average(counts.iter().filter(|l| l.depth > 2 && (l.depth % 2 == 1) == odd), |l| l.more(who, Contender::Sss))
        };
        let against = |odd| {
            let others = [Contender::Ns, Contender::Ins, Contender::Dual];
            others.map(|who| format!("{} {:+.0} %", who.label(), more(who, odd))).join(", ")
        };
        notes.push(format!(
            "Leaves beside those of SSS*, {kind}, odd depths from 3: {}; even depths from 4: {}.",
            against(true),
            against(false)
        ));
    }
    notes.push(format!(
        "Standard deviation of SSS* at depths 5 to 9: {:.0} % of the average (random), {:.0} % (ordered); the paper has about 30 %.",
        average(&counts[0][3..], |l| l.deviation(Contender::Sss)),
        average(&counts[1][3..], |l| l.deviation(Contender::Sss)),
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
