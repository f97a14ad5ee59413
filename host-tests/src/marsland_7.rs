//! Leaves by width at the even depth 6 (Marsland, Reinefeld and Schaeffer 1987, Fig. 7).

use crate::figure::Figure;
use crate::marsland::{Contender, ORDERS, average, wins};
use crate::marsland_width::{count, figure};

pub use crate::marsland_width::STEPS;

const DEPTH: u8 = 6;
/// The paper's "bushy".
const BUSHY: u8 = 15;

/// Leaves of all contenders by width at depth 6, in percent of the minimal tree. `tick` is called [`STEPS`] times.
pub fn marsland_7(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let counts = count(DEPTH, trees, tick);
    let mut notes = vec![
        format!("Averages over {trees} trees of each width, the same ones for all searches."),
        String::from(
            "The paper: SSS* is superior; on ordered bushy trees DUAL* has about 10 % (the scan says 109 %) and NS about 25 % more leaves.",
        ),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        let bushy = || counts.iter().filter(|l| l.width >= BUSHY);
        let others = Contender::ALL.iter().filter(|&&who| who != Contender::Sss);
        let more =
            others.map(|&who| format!("{} {:+.0} %", who.label(), average(bushy(), |l| l.more(who, Contender::Sss))));
        notes.push(format!(
            "Here, {kind} of width {BUSHY} to 20, beside SSS*: {}.",
            more.collect::<Vec<_>>().join(", ")
        ));
        notes.push(format!(
            "  SSS* beats INS in {:.0} % of the trees of all widths (the paper: only marginally more often than not); its standard deviation is {:.0} % of its average.",
            wins(counts, Contender::Sss, Contender::Ins),
            average(counts, |l| l.deviation(Contender::Sss)),
        ));
    }
    figure("marsland-7", DEPTH, &counts, notes)
}
