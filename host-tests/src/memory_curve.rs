//! How much memory the searches of Marsland, Reinefeld and Schaeffer (1987) want. The paper says that what informed
//! NegaScout stores can, unlike what SSS\* stores, be tailored to the memory there is (§2.3); here all three can.

use plywood::game::{Game, Value};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{DepthFirst, Dual, InsHash, InsLinked, NegaScout, Search, Sss};
use plywood::store::merits::{self, ByPath, ByPosition, Hashed, KeyOf, Linked};
use plywood::store::open::{self, Open};
use rayon::prelude::*;

use crate::connect_four_positions;
use crate::figure::{Axis, Figure, Panel, Series};

/// Plies of Connect-Four.
const PLIES: u8 = 8;
const MAX_DEPTH: usize = PLIES as usize;

/// How often [`memory_curve`] ticks.
pub const STEPS: u64 = 5;

/// What is searched: games, how deep, and up to how many slots, as a power of two.
struct Field<G> {
    title: String,
    games: Vec<G>,
    depth: u8,
    most: u32,
}

/// The leaves of each search of one game, with so many slots in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leaves {
    ins: u64,
    dual: u64,
    sss: u64,
}

/// The value and the leaves.
fn run<G: Game, S: Search<G>>(mut search: S, game: &G, depth: u8) -> (Value, u64) {
    search.start(game, depth).expect("the trees are not that deep");
    (search.finish(), search.stats().bottom)
}

/// NegaScout, which has no store.
fn without<G: Game + Clone>(game: &G, depth: u8) -> (Value, u64) {
    run(DepthFirst::<_, _, MAX_DEPTH>::new(NegaScout, game.clone()), game, depth)
}

/// Informed NegaScout that loses nothing.
fn unlimited<G: Game + Clone, const W: usize>(game: &G, depth: u8) -> u64 {
    let mut words = vec![0; merits::words(W, merits::enough_slots(W, depth))];
    run(InsLinked::<_, W, MAX_DEPTH>::new(Linked::new(&mut words), game.clone()), game, depth).1
}

/// All three with so many slots. They must find `value`.
fn with<G: Game + Clone, K: KeyOf<G>, const W: usize>(game: &G, depth: u8, slots: usize, value: Value) -> Leaves {
    let checked = |(found, leaves)| {
        assert_eq!(found, value, "{slots} slots");
        leaves
    };
    let mut merits = vec![0; merits::words(W, slots)];
    let mut open = vec![0; open::words(slots)];
    let ins = InsHash::<_, W, MAX_DEPTH, K>::new(Hashed::new(&mut merits), game.clone());
    let ins = checked(run(ins, game, depth));
    let dual = checked(run(Dual::<_, MAX_DEPTH>::new(Open::new(&mut open), game.clone()), game, depth));
    let sss = checked(run(Sss::<_, MAX_DEPTH>::new(Open::new(&mut open), game.clone()), game, depth));
    Leaves { ins, dual, sss }
}

impl<G: Game + Clone + Sync> Field<G> {
    /// The panel: average leaves by slots.
    fn panel<K: KeyOf<G>, const W: usize>(self) -> Panel {
        let Field { title, games, depth, most } = self;
        let mean = |sum: u64| sum as f64 / games.len() as f64;
        let sizes = (0..=most).map(|power| 1_usize << power);
        let ns: Vec<(Value, u64)> = games.par_iter().map(|game| without(game, depth)).collect();
        let all_kept = mean(games.par_iter().map(|game| unlimited::<_, W>(game, depth)).sum());
        let level = |y: f64| sizes.clone().map(|slots| (slots as f64, y)).collect();
        let mut series = vec![
            Series::measured("INS-hash", vec![]),
            Series::measured("DUAL*", vec![]),
            Series::measured("SSS*", vec![]),
            Series::reference("NS", level(mean(ns.iter().map(|found| found.1).sum()))),
            Series::reference("INS, nothing lost", level(all_kept)),
        ];
        for slots in sizes.clone() {
            let leaves: Vec<Leaves> =
                games.par_iter().zip(&ns).map(|(game, found)| with::<_, K, W>(game, depth, slots, found.0)).collect();
            let sums: [&dyn Fn(&Leaves) -> u64; 3] = [&|l| l.ins, &|l| l.dual, &|l| l.sss];
            for (series, of) in series.iter_mut().zip(sums) {
                series.points.push((slots as f64, mean(leaves.iter().map(of).sum())));
            }
        }
        Panel { title, x: Axis::Logarithmic("slots", 2), y: Axis::Linear("leaves"), series }
    }
}

/// Strongly ordered trees of one size.
fn trees<const W: usize>(depth: u8, most: u32, trees: u64) -> Panel {
    let tree = |seed| Synthetic::new(Shape::random(W as u8, depth, seed).ordered(Order::STRONG));
    let title = format!("width {W}, depth {depth}");
    Field { title, games: (0..trees).map(tree).collect(), depth, most }.panel::<ByPath, W>()
}

/// Leaves by the size of the store: informed NegaScout with a hash table, DUAL\* and SSS\*, from one slot to more than
/// enough, on strongly ordered trees and on Connect-Four.
pub fn memory_curve(count: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let connect_four = || {
        let games = (0..count).map(connect_four_positions::position).collect();
        let title = format!("Connect-Four, {PLIES} plies");
        Field { title, games, depth: PLIES, most: 20 }.panel::<ByPosition, 7>()
    };
    let fields: [&dyn Fn() -> Panel; 5] = [
        &|| trees::<5>(5, 11, count),
        &|| trees::<5>(6, 13, count),
        &|| trees::<10>(5, 13, count),
        &|| trees::<10>(6, 15, count),
        &connect_four,
    ];
    let panels = fields.map(|panel| {
        let panel = panel();
        tick();
        panel
    });
    let bytes = |width| 4 * merits::slot_words(width);
    let mut notes = vec![
        format!(
            "Averages over {count} strongly ordered trees, or positions 4 to 11 moves into the game. A slot of OPEN has"
        ),
        format!(
            "{} bytes; one of INS {}, {} and {} (widths 5, 7, 10).",
            4 * open::SLOT_WORDS,
            bytes(5),
            bytes(7),
            bytes(10)
        ),
        String::from(
            "The paper: INS uses only the space available, at the cost of some degradation. Here, the percentage of",
        ),
        String::from(
            "leaves beside NS with 1 slot, at the worst size, with the most slots; slots to come within 1 % of that:",
        ),
    ];
    notes.extend(panels.iter().map(summary));
    Figure {
        name: "memory-curve",
        title: "Leaves visited by the size of the store".into(),
        panels: panels.to_vec(),
        notes,
    }
}

/// What to read off a panel.
fn summary(panel: &Panel) -> String {
    let [curves @ .., ns, _] = &panel.series[..] else { return String::new() };
    let line = |series: &Series| {
        let percent = |i: usize| 100.0 * (series.points[i].1 / ns.points[i].1 - 1.0);
        let last = series.points.len() - 1;
        let worst = (0..=last).map(percent).fold(f64::MIN, f64::max);
        let far = |i: &usize| (series.points[*i].1 / series.points[last].1 - 1.0).abs() > 0.01;
        let enough = series.points[(0..=last).rev().find(far).map_or(0, |i| i + 1)].0;
        format!("{} {:+.0}, {worst:+.0}, {:+.0}; {enough}", series.label, percent(0), percent(last))
    };
    format!("{}: {}.", panel.title, curves.iter().map(line).collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marsland::{self, Contender};

    #[test]
    fn the_curve_begins_at_negascout_and_ends_where_nothing_is_lost() {
        let panel = trees::<5>(5, 11, 4);
        let end = |i: usize| panel.series[i].points.last().unwrap().1;
        let unlimited = marsland::Leaves::count(5, 5, Order::STRONG, 4);
        let all = [Contender::Ins, Contender::Dual, Contender::Sss].map(|who| unlimited.mean(who));
        assert_eq!([end(0), end(1), end(2)], all);
        assert_eq!((end(3), end(4)), (unlimited.mean(Contender::Ns), all[0]));
        assert_eq!(panel.series[2].points[0].1, end(3), "SSS* without room for the root's successors is NegaScout");
        assert!(panel.series[0].points[0].1 < end(3), "one slot is enough for INS to save something");
    }
}
