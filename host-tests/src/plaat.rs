//! What the figures of Plaat, Schaeffer, Pijls and de Bruin (1996) have in common: the games, in the place of their chess,
//! checkers and Othello programs, and averages over positions.

use std::time::{Duration, Instant};

use plywood::game::{Game, Hints, Value, Window};
use plywood::search::enhanced::Enhanced;
use plywood::search::{DepthFirst, NegaScout, Search};
use plywood::store::table::slot_words;
use rayon::prelude::*;

use crate::figure::{Axis, Panel, Series};

/// No search is as deep as that.
pub const PLIES: usize = 16;

/// In how many groups positions are searched: one tick after each.
pub const GROUPS: u64 = 10;

/// What `measure` finds at the position of each seed, in order.
pub fn each<T: Send>(positions: u64, measure: impl Fn(u64) -> T + Sync, tick: &(dyn Fn() + Sync)) -> Vec<T> {
    let at = |group: u64| positions * group / GROUPS;
    let mut found = Vec::new();
    for group in 0..GROUPS {
        found.par_extend((at(group)..at(group + 1)).into_par_iter().map(&measure));
        tick();
    }
    found
}

/// The values of a position at depths 1 to `depth`.
pub fn values<G: Game + Clone>(game: &G, depth: u8) -> Vec<Value> {
    let mut search = DepthFirst::<_, _, PLIES>::new(NegaScout, game.clone());
    let value = |depth| {
        search.start(game, depth).expect("no deeper than there is room for");
        search.finish()
    };
    (1..=depth).map(value).collect()
}

/// Averages over positions, by depth: `of` one thing that was found at each depth of each position.
pub fn mean<T>(found: &[Vec<T>], of: impl Fn(&T) -> u64) -> Vec<(f64, f64)> {
    let depths = found.iter().map(Vec::len).max().unwrap_or(0);
    let sum = |i: usize| found.iter().filter_map(|depths| depths.get(i)).map(&of).sum::<u64>();
    (0..depths).map(|i| ((i + 1) as f64, sum(i) as f64 / found.len() as f64)).collect()
}

/// The points of `these` in percent of `those` at the same places.
pub fn percent(these: &Series, those: &Series) -> Vec<(f64, f64)> {
    these.points.iter().filter_map(|&(x, y)| Some((x, 100.0 * y / those.at(x)?))).collect()
}

/// A panel by depth.
pub fn by_depth(title: impl Into<String>, y: Axis, series: Vec<Series>) -> Panel {
    Panel { title: title.into(), x: Axis::Linear("depth"), y, series }
}

/// Slots of the table: more than the deepest search fills, as in the paper.
const SLOTS: usize = 1 << 20;

/// Words for the table of such a game.
pub fn table_words<G: Hints>() -> Vec<u32> {
    vec![0; SLOTS * slot_words(G::WIDE)]
}

/// What one iteration took.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// The root's value.
    pub value: Value,
    /// Node visits, those of re-searches with a wider window too.
    pub nodes: u64,
    /// How long.
    pub time: Duration,
}

/// Enhanced NegaScout to depths 1, 2, …, each in a window of `aspiration` on both sides of the value that was found two plies
/// less deep: one ply less, and the last move would be the other player's, who is always the better for it. What falls outside
/// is searched again, with the window open on that side.
pub fn deepen<G: Hints + Clone, const W: usize>(
    search: &mut Enhanced<'_, G, W, PLIES>,
    game: &G,
    depth: u8,
    aspiration: i16,
) -> Vec<Iteration> {
    search.forget();
    let mut windows = [Window::FULL; 2];
    let iteration = |depth: u8| {
        let start = Instant::now();
        let mut nodes = 0;
        let mut window = windows[usize::from(depth % 2)];
        let value = loop {
            search.start_in(game, depth, window).expect("no deeper than there is room for");
            let value = search.finish();
            nodes += search.stats().nodes;
            if value <= window.alpha {
                window = Window { alpha: -Value::INFINITY, beta: value.up() };
            } else if value >= window.beta {
                window = Window { alpha: value.down(), beta: Value::INFINITY };
            } else {
                break value;
            }
        };
        let around = |by: i16| Value::new(value.get().saturating_add(by));
        windows[usize::from(depth % 2)] = Window { alpha: around(-aspiration), beta: around(aspiration) };
        Iteration { value, nodes, time: start.elapsed() }
    };
    (1..=depth).map(iteration).collect()
}

#[cfg(test)]
mod tests {
    use plywood::search::enhanced::Switches;
    use plywood::store::table::Table;

    use super::*;
    use crate::kalah_positions;

    #[test]
    fn however_narrow_the_aspiration_the_values_are_those_of_a_plain_search() {
        let mut words = table_words::<plywood::games::Kalah>();
        for seed in 0..5 {
            let game = kalah_positions::position(seed);
            let plain = values(&game, 7);
            for aspiration in [1, 2, 10, i16::MAX] {
                let mut search = Enhanced::<_, 6, PLIES>::new(Switches::ALL, Table::new(&mut words), game);
                let found = deepen(&mut search, &game, 7, aspiration);
                let found: Vec<Value> = found.iter().map(|iteration| iteration.value).collect();
                assert_eq!(found, plain, "seed {seed}, aspiration {aspiration}");
            }
        }
    }

    #[test]
    fn averages_and_percentages_by_depth() {
        let these = Series::measured("", mean(&[vec![1, 2], vec![3, 4]], |&n| n));
        assert_eq!(these.points, [(1.0, 2.0), (2.0, 3.0)]);
        let those = Series::measured("", vec![(1.0, 8.0), (2.0, 6.0)]);
        assert_eq!(percent(&these, &those), [(1.0, 25.0), (2.0, 50.0)]);
    }
}
