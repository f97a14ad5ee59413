//! SCOUT against alpha-beta on Kalah (Noe 1980, reported in the lecture notes: over 40 % of the time saved at depth 5).

use std::time::{Duration, Instant};

use plywood::games::Kalah;
use plywood::search::{Algorithm, AlphaBeta, DepthFirst, NegaScout, Scout, Search};

use crate::figure::{Figure, Panel, Series};
use crate::kalah_positions;

const DEPTHS: std::ops::RangeInclusive<u8> = 1..=7;

/// How often [`scout_kalah`] ticks for one position.
pub const STEPS: u64 = 7;

/// What one search took.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    evaluations: u64,
    time: Duration,
}

fn search<A: Algorithm>(algorithm: A, game: &Kalah, depth: u8, sum: &mut Cost) {
    let mut search = DepthFirst::<_, _, 8>::new(algorithm, *game);
    search.start(game, depth).expect("eight plies fit");
    let start = Instant::now();
    search.finish();
    sum.time += start.elapsed();
    sum.nodes += search.stats().nodes;
    sum.evaluations += search.stats().evaluations;
}

/// Nodes, evaluations and time of SCOUT relative to alpha-beta's, on the same seeded positions, depth 1 to 7. The
/// searches take turns on one thread, so that the machine's noise meets all alike.
pub fn scout_kalah(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let mut nodes = [vec![], vec![], vec![]];
    let mut saved = [vec![], vec![], vec![], vec![]];
    let mut at_five = [0.0; 2];
    for depth in DEPTHS {
        let [mut alpha_beta, mut scout, mut negascout] = [Cost::default(); 3];
        for seed in 0..positions {
            let game = kalah_positions::position(seed);
            search(AlphaBeta::default(), &game, depth, &mut alpha_beta);
            search(Scout, &game, depth, &mut scout);
            search(NegaScout, &game, depth, &mut negascout);
            tick();
        }
        let x = f64::from(depth);
        for (points, cost) in nodes.iter_mut().zip([alpha_beta, scout, negascout]) {
            points.push((x, cost.nodes as f64 / positions as f64));
        }
        let percent = |ours: f64, theirs: f64| 100.0 * (1.0 - ours / theirs);
        let by_nodes = percent(scout.nodes as f64, alpha_beta.nodes as f64);
        let by_time = percent(scout.time.as_secs_f64(), alpha_beta.time.as_secs_f64());
        saved[0].push((x, by_nodes));
        saved[1].push((x, percent(scout.evaluations as f64, alpha_beta.evaluations as f64)));
        saved[2].push((x, by_time));
        saved[3].push((x, percent(negascout.nodes as f64, alpha_beta.nodes as f64)));
        if depth == 5 {
            at_five = [by_nodes, by_time];
        }
    }
    let [ab_nodes, scout_nodes, ns_nodes] = nodes;
    let [by_nodes, by_evaluations, by_time, ns_by_nodes] = saved;
    Figure {
        name: "scout-kalah",
        title: "SCOUT against alpha-beta on Kalah, six pits, four stones".into(),
        panels: vec![
            Panel {
                title: "size of the search".into(),
                x: "depth",
                y: "nodes a position",
                logarithmic: true,
                series: vec![
                    Series::measured("alpha-beta", ab_nodes),
                    Series::measured("SCOUT", scout_nodes),
                    Series::measured("NegaScout", ns_nodes),
                ],
            },
            Panel {
                title: "saved against alpha-beta".into(),
                x: "depth",
                y: "percent saved",
                logarithmic: false,
                series: vec![
                    Series::measured("SCOUT, nodes", by_nodes),
                    Series::measured("SCOUT, evaluations", by_evaluations),
                    Series::measured("SCOUT, time", by_time),
                    Series::measured("NegaScout, nodes", ns_by_nodes),
                    Series::theory("Noe 1980: over 40 % at depth 5", vec![(4.5, 40.0), (5.5, 40.0)]),
                ],
            },
        ],
        notes: vec![
            format!("Averages over {positions} seeded positions, 2 to 13 moves into the game."),
            format!(
                "At depth 5 SCOUT saves {:.1} % of the nodes and {:.1} % of the time; the notes report over 40 % of the time.",
                at_five[0], at_five[1]
            ),
        ],
    }
}
