//! What ETC and EIB save: Plaat, Schaeffer, Pijls and de Bruin (1996), Figs 6 and 7.

use plywood::game::Hints;
use plywood::search::enhanced::{Enhanced, Switches};
use plywood::store::table::Table;

use crate::figure::{Axis, Figure, Panel, Series};
use crate::plaat::{self, Iteration, PLIES, by_depth, mean, percent};
use crate::{connect_four_positions, kalah_positions, othello_positions};

/// How often everything is timed.
const ROUNDS: usize = 5;

/// How often [`plaat_6`] ticks.
pub const STEPS: u64 = 3 * ROUNDS as u64;

/// What is switched on besides the history heuristic; the first is what the others are compared with.
const VARIANTS: [(&str, Switches); 4] = [
    ("plain", Switches::HISTORY),
    ("ETC", Switches { etc: Switches::ALL.etc, ..Switches::HISTORY }),
    ("EIB", Switches { eib: true, ..Switches::HISTORY }),
    ("both", Switches::ALL),
];

/// What each variant took, by position and depth.
type Costs = [Vec<Vec<Iteration>>; VARIANTS.len()];

/// Every variant searches one position after the other, in turn and on one thread, so that the machine's noise meets all alike.
/// The time is the least of several rounds: whatever else the machine does only adds to it.
///
/// # Panics
/// If they do not all find the same values.
fn costs<G: Hints + Clone, const W: usize>(games: &[G], depth: u8, aspiration: i16, tick: &(dyn Fn() + Sync)) -> Costs {
    let mut words = plaat::table_words::<G>();
    let mut costs = Costs::default();
    for round in 0..ROUNDS {
        for (position, game) in games.iter().enumerate() {
            for i in 0..VARIANTS.len() {
                let (name, switches) = VARIANTS[(i + position + round) % VARIANTS.len()]; // nobody always goes first
                let of = &mut costs[(i + position + round) % VARIANTS.len()];
                let mut search = Enhanced::<_, W, PLIES>::new(switches, Table::new(&mut words), game.clone());
                let now = plaat::deepen(&mut search, game, depth, aspiration);
                if round == 0 {
                    of.push(now);
                } else {
                    of[position].iter_mut().zip(now).for_each(|(least, now)| least.time = least.time.min(now.time));
                }
                let values = |of: &[Iteration]| of.iter().map(|iteration| iteration.value).collect::<Vec<_>>();
                let found: Vec<_> = costs.iter().filter_map(|of| of.get(position)).map(|of| values(of)).collect();
                assert!(found.iter().all(|values| *values == found[0]), "{name} finds other values");
            }
        }
        tick();
    }
    costs
}

/// Two panels: nodes and time of each variant in percent of the plain search's, by depth.
fn panels<G: Hints + Clone, const W: usize>(
    title: &str,
    (position, depth, aspiration): (fn(u64) -> G, u8, i16),
    positions: u64,
    tick: &(dyn Fn() + Sync),
) -> [Panel; 2] {
    let games: Vec<G> = (0..positions).map(position).collect();
    let costs = costs::<G, W>(&games, depth, aspiration, tick);
    let panel = |what: &str, of: fn(&Iteration) -> u64| {
        let sums = costs.each_ref().map(|found| Series::measured("", mean(found, of)));
        let lines = VARIANTS.iter().zip(&sums).map(|(&(label, _), sum)| {
            let points = percent(sum, &sums[0]);
            if label == VARIANTS[0].0 { Series::reference(label, points) } else { Series::measured(label, points) }
        });
        by_depth(format!("{title}: {what}"), Axis::Linear("percent of plain"), lines.collect())
    };
    [panel("nodes", |iteration| iteration.nodes), panel("time", |iteration| iteration.time.as_nanos() as u64)]
}

/// Enhanced NegaScout with ETC, with EIB and with both, beside the same without.
pub fn plaat_6(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let [nodes, times]: [Vec<Panel>; 2] = {
        let all = [
            panels::<_, 7>("Connect-Four", (connect_four_positions::position, 12, 16), positions, tick),
            panels::<_, 6>("Kalah", (kalah_positions::position, 11, 2), positions, tick),
            panels::<_, 32>("Othello", (othello_positions::position, 8, 20), positions, tick),
        ];
        let of = |i: usize| all.iter().map(|panels| panels[i].clone()).collect();
        [of(0), of(1)]
    };
    let mut notes = vec![
        format!(
            "{positions} seeded positions, the last iteration of each depth; times are the least of {ROUNDS} rounds."
        ),
        String::from(
            "The paper: ETC saves 28 % of the nodes in chess, 22 % in checkers, 4 % in Othello; EIB 8 % in checkers,",
        ),
        String::from("both together 28 % there. In time a little less (ETC), or little at all (EIB)."),
    ];
    for panel in nodes.iter().chain(&times) {
        let saved = |series: &Series| {
            let (depth, percent) = series.points.last().copied().unwrap_or_default();
            format!("{} {:.0} % at depth {depth}", series.label, percent - 100.0)
        };
        let lines: Vec<String> = panel.series.iter().skip(1).map(saved).collect();
        notes.push(format!("{}: {}.", panel.title, lines.join(", ")));
    }
    Figure {
        name: "plaat-6",
        title: "Enhanced transposition cut-offs and irregular branching".into(),
        panels: [nodes, times].concat(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etc_saves_nodes_on_connect_four_and_only_above_the_lowest_plies() {
        let [nodes, time] = panels::<_, 7>("", (connect_four_positions::position, 8, 16), 6, &|| ());
        let etc = &nodes.series[1];
        for depth in 1..=3 {
            assert_eq!(etc.at(f64::from(depth)), Some(100.0), "depth {depth}");
        }
        assert!(etc.at(8.0).unwrap() < 99.0, "{etc:?}");
        assert!(
            nodes.series[0].points.iter().chain(&time.series[0].points).all(|point| (point.1 - 100.0).abs() < 1e-9)
        );
    }
}
