//! SCOUT against alpha-beta on Kalah (Noe 1980, reported in the lecture notes: over 40 % of the time saved at depth 5).

use std::time::{Duration, Instant};

use plywood::games::Kalah;
use plywood::search::alpha_beta::Reach;
use plywood::search::{Algorithm, AlphaBeta, DepthFirst, NegaScout, Scout, Search};

use crate::figure::{Axis, Figure, Panel, Series};
use crate::kalah_positions;

const DEPTHS: std::ops::RangeInclusive<u8> = 1..=7;

/// How often everything is timed.
const ROUNDS: usize = 5;

/// How often [`scout_kalah`] ticks.
pub const STEPS: u64 = 7 * ROUNDS as u64;

/// What one search took.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

/// Searches all positions, one after the other.
fn search<A: Algorithm>(algorithm: A, positions: &[Kalah], depth: u8) -> Cost {
    let mut search = DepthFirst::<_, _, 8>::new(algorithm, Kalah::new());
    let mut nodes = 0;
    let start = Instant::now();
    for game in positions {
        search.start(game, depth).expect("eight plies fit");
        search.finish();
        nodes += search.stats().nodes;
    }
    Cost { nodes, time: start.elapsed() }
}

/// What each algorithm took, the time being the least of several rounds: whatever else the machine does only adds to it.
fn rounds(searches: [&dyn Fn() -> Cost; 4], tick: &(dyn Fn() + Sync)) -> [Cost; 4] {
    let mut costs = [Cost { nodes: 0, time: Duration::MAX }; 4];
    for round in 0..ROUNDS {
        for i in 0..costs.len() {
            let i = (i + round) % costs.len(); // nobody always goes first
            let Cost { nodes, time } = searches[i]();
            costs[i] = Cost { nodes, time: time.min(costs[i].time) };
        }
        tick();
    }
    costs
}

/// Nodes and time of SCOUT relative to alpha-beta's, on the same seeded positions, depth 1 to 7: to alpha-beta as it is
/// known today, and to one without deep cut-offs. The searches take turns on one thread, so that the machine's noise
/// meets all alike.
pub fn scout_kalah(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let games: Vec<Kalah> = (0..positions).map(kalah_positions::position).collect();
    let shallow = AlphaBeta { cut_offs: Reach::Shallow, ..AlphaBeta::default() };
    let labels = ["alpha-beta", "alpha-beta, no deep cut-offs", "SCOUT", "NegaScout"];
    let mut nodes = labels.map(|label| Series::measured(label, vec![]));
    let mut saved = [
        "SCOUT, nodes",
        "SCOUT, time",
        "SCOUT, nodes, of no deep cut-offs",
        "SCOUT, time, of no deep cut-offs",
        "NegaScout, nodes",
    ]
    .map(|label| Series::measured(label, vec![]));
    for depth in DEPTHS {
        let costs = rounds(
            [
                &|| search(AlphaBeta::default(), &games, depth),
                &|| search(shallow, &games, depth),
                &|| search(Scout, &games, depth),
                &|| search(NegaScout, &games, depth),
            ],
            tick,
        );
        let x = f64::from(depth);
        for (series, cost) in nodes.iter_mut().zip(&costs) {
            series.points.push((x, cost.nodes as f64 / positions as f64));
        }
        let [deep, shallow, scout, negascout] = costs;
        let by_nodes = |ours: Cost, theirs: Cost| 100.0 * (1.0 - ours.nodes as f64 / theirs.nodes as f64);
        let by_time = |ours: Cost, theirs: Cost| 100.0 * (1.0 - ours.time.as_secs_f64() / theirs.time.as_secs_f64());
        let percents = [
            by_nodes(scout, deep),
            by_time(scout, deep),
            by_nodes(scout, shallow),
            by_time(scout, shallow),
            by_nodes(negascout, deep),
        ];
        for (series, percent) in saved.iter_mut().zip(percents) {
            series.points.push((x, percent));
        }
    }
    let at_five = |i: usize| saved[i].at(5.0).unwrap_or_default();
    let notes = vec![
        format!("Averages over {positions} seeded positions, 2 to 13 moves into the game."),
        format!(
            "At depth 5 SCOUT saves {:.1} % of alpha-beta's nodes and {:.1} % of its time;",
            at_five(0),
            at_five(1)
        ),
        format!("against alpha-beta without deep cut-offs, {:.1} % and {:.1} %.", at_five(2), at_five(3)),
        String::from("The notes report over 40 % of the time saved at depth 5 (Noe 1980)."),
    ];
    let mut saved = saved.to_vec();
    saved.push(Series::reference("Noe 1980: over 40 % at depth 5", vec![(5.0, 40.0)]));
    let panel = |title: &str, y, series| Panel { title: title.into(), x: Axis::Linear("depth"), y, series };
    Figure {
        name: "scout-kalah",
        title: "SCOUT against alpha-beta on Kalah, six pits, four stones".into(),
        panels: vec![
            panel("size of the search", Axis::Logarithmic("nodes a position", 10), nodes.to_vec()),
            panel("saved against alpha-beta", Axis::Linear("percent saved"), saved),
        ],
        notes,
    }
}
