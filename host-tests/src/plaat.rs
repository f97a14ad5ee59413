//! What the figures of Plaat, Schaeffer, Pijls and de Bruin (1996) have in common: the games, in the place of their chess,
//! checkers and Othello programs, and averages over positions.

use plywood::game::{Game, Value};
use plywood::search::{DepthFirst, NegaScout, Search};
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
