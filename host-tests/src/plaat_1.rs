//! How close enhanced NegaScout comes to what has to be searched: Plaat, Schaeffer, Pijls and de Bruin (1996), Fig. 1.

use plywood::game::{Hints, Keyed};
use plywood::search::enhanced::{Enhanced, Switches};
use plywood::store::table::Table;

use crate::figure::{Axis, Figure, Panel, Series};
use crate::minimal_graph::{MinimalGraph, Size};
use crate::plaat::{self, PLIES, by_depth, mean, percent};
use crate::{connect_four_positions, kalah_positions, othello_positions};

/// How often [`plaat_1`] ticks.
pub const STEPS: u64 = 3 * plaat::GROUPS;

/// In how many plies the cut-offs of the smallest graph are the cheapest.
const CHEAP_PLIES: u8 = 3;

/// Nodes at one depth.
struct Nodes {
    enhanced: u64,
    both: u64,
    left_first: Size,
    cheapest: Size,
}

fn nodes<G: Hints + Keyed + Clone, const W: usize>(game: &G, depth: u8, aspiration: i16) -> Vec<Nodes> {
    let mut words = plaat::table_words::<G>();
    let mut search = |switches| {
        let mut search = Enhanced::<_, W, PLIES>::new(switches, Table::new(&mut words), game.clone());
        plaat::deepen(&mut search, game, depth, aspiration)
    };
    let (plain, both) = (search(Switches::HISTORY), search(Switches::ALL));
    let values: Vec<_> = plain.iter().map(|iteration| iteration.value).collect();
    // The second search of a minimal graph fails if these are not the values.
    let graphs = MinimalGraph::left_first(game, &values);
    let sizes = graphs.iter().map(|graph| (graph.size(), graph.cheapest(CHEAP_PLIES).size()));
    sizes
        .zip(plain.iter().zip(&both))
        .map(|((left_first, cheapest), (plain, both))| Nodes {
            enhanced: plain.nodes,
            both: both.nodes,
            left_first,
            cheapest,
        })
        .collect()
}

/// Enhanced NegaScout's nodes in percent of the minimal graphs', by depth.
fn panel<G: Hints + Keyed + Clone + Sync, const W: usize>(
    title: &str,
    (position, depth, aspiration): (fn(u64) -> G, u8, i16),
    positions: u64,
    tick: &(dyn Fn() + Sync),
) -> Panel {
    let found = plaat::each(positions, |seed| nodes::<G, W>(&position(seed), depth, aspiration), tick);
    let series = |label: &str, of: &dyn Fn(&Nodes) -> u64| Series::measured(label, mean(&found, of));
    let enhanced = series("", &|nodes| nodes.enhanced);
    let both = series("", &|nodes| nodes.both);
    let left_first = series("", &|nodes| nodes.left_first.visits);
    let cheapest = series("", &|nodes| nodes.cheapest.visits);
    let tree = series("", &|nodes| nodes.left_first.tree);
    let lines = vec![
        Series::measured("of LFMG", percent(&enhanced, &left_first)),
        Series::measured("of LFMG, with ETC and EIB", percent(&both, &left_first)),
        Series::measured(format!("of ARMG({CHEAP_PLIES})"), percent(&enhanced, &cheapest)),
        Series::measured("of the minimal tree", percent(&enhanced, &tree)),
        Series::reference("100 %", left_first.points.iter().map(|&(x, _)| (x, 100.0)).collect()),
    ];
    by_depth(title, Axis::Linear("nodes, percent"), lines)
}

/// The nodes of enhanced NegaScout's last iteration beside the minimal graphs.
pub fn plaat_1(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let panels = vec![
        panel::<_, 7>("Connect-Four", (connect_four_positions::position, 12, 16), positions, tick),
        panel::<_, 6>("Kalah", (kalah_positions::position, 11, 2), positions, tick),
        panel::<_, 32>("Othello", (othello_positions::position, 8, 20), positions, tick),
    ];
    let mut notes = vec![
        format!("Averages over {positions} seeded positions, nodes of the last iteration."),
        String::from(
            "The paper: even depths are searched much less efficiently than odd ones, chess in particular; programs",
        ),
        String::from("come within a factor of 1.2 to 2.2 of the minimal graph (LFMG)."),
    ];
    for panel in &panels {
        let [.., before, last] = panel.series[0].points[..] else { continue };
        notes.push(format!(
            "{}: {:.0} and {:.0} % at depths {} and {}.",
            panel.title, before.1, last.1, before.0, last.0
        ));
    }
    Figure { name: "plaat-1", title: "Enhanced NegaScout beside what has to be searched".into(), panels, notes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_search_gets_below_a_graph_made_of_its_own_value() {
        let check = |title: &str, panel: Panel| {
            for (label, points) in panel.series.iter().map(|series| (&series.label, &series.points)) {
                // A tree may be larger than a search that knows transpositions.
                let least = if label == "of the minimal tree" { 60.0 } else { 100.0 };
                for &(depth, percent) in points {
                    assert!((least..400.0).contains(&percent), "{title}, {label}: {percent:.0} % at depth {depth}");
                }
            }
        };
        check("Connect-Four", panel::<_, 7>("", (connect_four_positions::position, 8, 16), 4, &|| ()));
        check("Othello", panel::<_, 32>("", (othello_positions::position, 5, 20), 4, &|| ()));
    }
}
