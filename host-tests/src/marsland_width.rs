//! Leaves by width at one depth: the counting that Figs 6 and 7 of Marsland, Reinefeld and Schaeffer (1987) share.

use crate::figure::{Axis, Figure};
use crate::marsland::{Leaves, ORDERS, panel};

/// The widths of both figures.
pub const WIDTHS: std::ops::RangeInclusive<u8> = 5..=20;

/// How often [`count`] ticks.
pub const STEPS: u64 = 2 * 16;

/// Leaves of all contenders at one depth, by width: for each kind of trees of [`ORDERS`].
pub fn count(depth: u8, trees: u64, tick: &(dyn Fn() + Sync)) -> [Vec<Leaves>; 2] {
    ORDERS.map(|(_, order)| {
        let count = |width| {
            let leaves = Leaves::count(width, depth, order, trees);
            tick();
            leaves
        };
        WIDTHS.map(count).collect()
    })
}

/// The picture of it.
pub fn figure(name: &'static str, depth: u8, counts: &[Vec<Leaves>; 2], notes: Vec<String>) -> Figure {
    let panels = ORDERS.iter().zip(counts);
    Figure {
        name,
        title: format!("Leaves visited by width, depth {depth}"),
        panels: panels
            .map(|((kind, _), counts)| panel((*kind).into(), Axis::Linear("width"), counts, |l| l.width))
            .collect(),
        notes,
    }
}
