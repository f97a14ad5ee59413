//! Leaves by width at the even depth 6 (Marsland, Reinefeld and Schaeffer 1987, Fig. 7).

use std::ops::RangeInclusive;

use crate::figure::Figure;
use crate::marsland::{Contender, ORDERS, average, wins};
use crate::marsland_width::{count, figure};

pub use crate::marsland_width::STEPS;

const DEPTH: u8 = 6;
/// The paper calls trees "bushy" at width 20; the widths below it tell how much is chance.
const BUSHY: [(&str, RangeInclusive<u8>); 2] = [("width 20", 20..=20), ("widths 15 to 19", 15..=19)];

/// Leaves of all contenders by width at depth 6, in percent of the minimal tree. `tick` is called [`STEPS`] times.
pub fn marsland_7(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let counts = count(DEPTH, trees, tick);
    let mut notes = vec![
        format!("Averages over {trees} trees of each width, the same ones for all searches."),
        String::from(
            "The paper: SSS* is superior; on ordered bushy trees DUAL* visits about 10 % more leaves (the scan",
        ),
        String::from(
            "prints 109 %) and NS about 25 % more. SSS* wins against INS only marginally more often than not.",
        ),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        for (title, widths) in BUSHY {
            let others = Contender::ALL.iter().filter(|&&who| who != Contender::Sss);
            let more = others.map(|&who| {
                let bushy = counts.iter().filter(|l| widths.contains(&l.width));
                format!("{} {:+.0} %", who.label(), average(bushy, |l| l.more(who, Contender::Sss)))
            });
            let more = more.collect::<Vec<_>>().join(", ");
            notes.push(format!("Here, {kind}, {title}, beside SSS*: {more}."));
        }
        notes.push(format!(
            "  SSS* beats INS in {:.0} % of the trees of all widths; its standard deviation is {:.0} % of its average.",
            wins(counts, Contender::Sss, Contender::Ins),
            average(counts, |l| l.deviation(Contender::Sss)),
        ));
    }
    figure("marsland-7", DEPTH, &counts, notes)
}

#[cfg(test)]
mod tests {
    use plywood::games::synthetic::Order;

    use super::*;
    use crate::marsland::Leaves;

    #[test]
    fn at_even_depth_sss_visits_less_than_any_directional_search() {
        let random = Leaves::count(9, DEPTH, Order::Random, 12);
        for who in [Contender::AlphaBeta, Contender::Ns, Contender::Pns, Contender::Ins] {
            assert!(random.more(who, Contender::Sss) > 0.0, "{who:?}");
        }
    }
}
