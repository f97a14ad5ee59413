//! How loose a bound the left-first minimal graph is: Plaat, Schaeffer, Pijls and de Bruin (1996), Figs 2 and 3.

use plywood::game::Keyed;

use crate::figure::{Axis, Figure, Panel, Series};
use crate::minimal_graph::{MinimalGraph, Size};
use crate::plaat::{self, by_depth, mean, percent};
use crate::{connect_four_positions, kalah_positions, othello_positions};

/// How often [`plaat_2`] ticks.
pub const STEPS: u64 = 3 * plaat::GROUPS;

/// In how many of the lowest plies cut-offs are the cheapest. In the lowest alone there is nothing to choose.
const CHEAP_PLIES: [u8; 3] = [2, 3, 4];

/// The sizes at one depth.
struct Sizes {
    left_first: Size,
    cheapest: [Size; CHEAP_PLIES.len()],
}

fn sizes<G: Keyed + Clone>(game: &G, depth: u8) -> Vec<Sizes> {
    let graphs = MinimalGraph::left_first(game, &plaat::values(game, depth));
    let sizes = |graph: &MinimalGraph<G>| Sizes {
        left_first: graph.size(),
        cheapest: CHEAP_PLIES.map(|plies| graph.cheapest(plies).size()),
    };
    graphs.iter().map(sizes).collect()
}

/// The sizes by depth: the minimal tree, the left-first graph, and those with cheaper cut-offs.
fn panel<G: Keyed + Clone + Sync>(
    title: &str,
    (position, depth): (fn(u64) -> G, u8),
    positions: u64,
    tick: &(dyn Fn() + Sync),
) -> Panel {
    let found = plaat::each(positions, |seed| sizes(&position(seed), depth), tick);
    let mut series = vec![
        Series::reference("minimal tree", mean(&found, |sizes| sizes.left_first.tree)),
        Series::measured("LFMG", mean(&found, |sizes| sizes.left_first.visits)),
    ];
    series.extend(
        CHEAP_PLIES.iter().enumerate().map(|(i, plies)| {
            Series::measured(format!("ARMG({plies})"), mean(&found, |sizes| sizes.cheapest[i].visits))
        }),
    );
    by_depth(title, Axis::Logarithmic("nodes", 10), series)
}

/// By how much the left-first graph is larger than the one with so many cheap plies, in percent.
fn larger(panel: &Panel, plies: u8) -> Series {
    let of = |label: &str| panel.series.iter().find(|series| series.label == label).expect("it is in the panel");
    let percent = percent(of("LFMG"), of(&format!("ARMG({plies})")));
    Series::measured(panel.title.clone(), percent.into_iter().map(|(x, y)| (x, y - 100.0)).collect())
}

/// The left-first minimal graph beside the approximation of the real one.
pub fn plaat_2(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let panels = [
        panel("Connect-Four", (connect_four_positions::position, 12), positions, tick),
        panel("Kalah", (kalah_positions::position, 11), positions, tick),
        panel("Othello", (othello_positions::position, 8), positions, tick),
    ];
    let beside = CHEAP_PLIES.map(|plies| {
        let series: Vec<Series> = panels.iter().map(|panel| larger(panel, plies)).collect();
        by_depth(format!("LFMG beside ARMG({plies})"), Axis::Linear("percent larger"), series)
    });
    let mut notes = vec![
        format!("Averages over {positions} seeded positions. Nodes are visits: arcs of the graph, and one."),
        String::from(
            "The paper's LFMG is larger by 25 % in chess and 122 % in checkers (ARMG(3)), 42 % in Othello (ARMG(2)).",
        ),
    ];
    for panel in &beside {
        let last = |series: &Series| {
            let [.., before, last] = series.points[..] else { return String::new() };
            format!("{} {:.0} and {:.0} % at depths {} and {}", series.label, before.1, last.1, before.0, last.0)
        };
        notes.push(format!("{}: {}.", panel.title, panel.series.iter().map(last).collect::<Vec<_>>().join(", ")));
    }
    Figure {
        name: "plaat-2",
        title: "The left-first minimal graph is not minimal".into(),
        panels: panels.into_iter().chain(beside).collect(),
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheaper_cut_offs_make_smaller_graphs_the_more_plies_the_smaller() {
        let panel = panel("Kalah", (kalah_positions::position, 8), 6, &|| ());
        let sizes: Vec<f64> = panel.series.iter().map(|series| series.at(8.0).unwrap()).collect();
        assert!(sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
        let percent = larger(&panel, 3).at(8.0).unwrap();
        assert!((percent - 100.0 * (sizes[1] / sizes[3] - 1.0)).abs() < 1e-9 && percent > 0.0);
    }
}
