//! Leaves by width at the odd depth 5 (Marsland, Reinefeld and Schaeffer 1987, Fig. 6).

use crate::figure::Figure;
use crate::marsland::{Contender, Leaves, ORDERS, average, wins};
use crate::marsland_width::{count, figure};

pub use crate::marsland_width::STEPS;

const DEPTH: u8 = 5;

/// Leaves of all contenders by width at depth 5, in percent of the minimal tree. `tick` is called [`STEPS`] times.
pub fn marsland_6(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let counts = count(DEPTH, trees, tick);
    let mut notes = vec![
        format!("Averages over {trees} trees of each width, the same ones for all searches."),
        String::from(
            "The paper: at odd depth INS beats SSS* in about 80 % of the trees; wider than 5, SSS* beats only alpha-beta; its standard deviation is about 30 %.",
        ),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        notes.push(format!(
            "Here, {kind}: INS beats SSS* in {:.0} % of the trees; the standard deviation of SSS* is {:.0} % of its average.",
            wins(counts, Contender::Ins, Contender::Sss),
            average(counts, |l| l.deviation(Contender::Sss)),
        ));
        notes.push(format!("  Widths from 6 at which SSS* has fewer leaves on average: {}.", beaten(counts)));
    }
    figure("marsland-6", DEPTH, &counts, notes)
}

/// At how many widths above 5 SSS\* is better than each other search.
fn beaten(counts: &[Leaves]) -> String {
    let bushy: Vec<&Leaves> = counts.iter().filter(|l| l.width > 5).collect();
    let line = |who: &Contender| {
        let beaten = bushy.iter().filter(|l| l.mean(Contender::Sss) < l.mean(*who)).count();
        format!("than {} at {beaten} of {}", who.label(), bushy.len())
    };
    Contender::ALL.iter().filter(|&&who| who != Contender::Sss).map(line).collect::<Vec<_>>().join(", ")
}
