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
            "The paper, odd depths: INS beats SSS* in about 80 % of the trees; the standard deviation of SSS* is",
        ),
        String::from("about 30 %; on trees wider than 5 SSS* beats only alpha-beta."),
    ];
    for ((kind, _), counts) in ORDERS.iter().zip(&counts) {
        notes.push(format!(
            "Here, {kind}: INS beats SSS* in {:.0} % of the trees; standard deviation of SSS* {:.0} %;",
            wins(counts, Contender::Ins, Contender::Sss),
            average(counts, |l| l.deviation(Contender::Sss)),
        ));
        notes.push(format!("  of the widths 6 to 20 SSS* has fewer leaves {}.", beaten(counts)));
    }
    figure("marsland-6", DEPTH, &counts, notes)
}

/// At how many widths above 5 SSS\* is better than each other search.
fn beaten(counts: &[Leaves]) -> String {
    let bushy: Vec<&Leaves> = counts.iter().filter(|l| l.width > 5).collect();
    let line = |who: &Contender| {
        let widths = bushy.iter().filter(|l| l.mean(Contender::Sss) < l.mean(*who)).count();
        format!("than {} at {widths}", who.label())
    };
    Contender::ALL.iter().filter(|&&who| who != Contender::Sss).map(line).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use plywood::games::synthetic::Order;

    use super::*;

    #[test]
    fn at_odd_depth_sss_dominates_only_alpha_beta() {
        let ordered = [12, 14].map(|width| Leaves::count(width, DEPTH, Order::STRONG, 20));
        let only_one = "than alpha-beta at 2, than NS at 0, than PNS at 0, than INS at 0, than DUAL* at 0";
        assert_eq!(beaten(&ordered), only_one);
        assert!(wins(&ordered, Contender::Ins, Contender::Sss) > 60.0);
    }
}
