//! Every search held against minimax, whole and in pieces.

use core::fmt::Debug;

use plywood::game::{Hints, Value, Window};
use plywood::search::{AnySearch, DepthFirst, Minimax, Name, Search, Status, TooDeep};

use crate::tally::Tally;

/// Room for so many plies, the same for every game. A few are enough for each line of each search to be run.
const PLIES: usize = 5;

/// Successors that informed NegaScout has merits for: all of Connect-Four's, not all of tic-tac-toe's.
pub const WIDTH: usize = 7;

/// What is lent to a search.
const WORDS: usize = 64;

/// Nodes between two pauses.
const PAUSES: [u32; 3] = [1, 3, 7];

/// Checks every search on a game to a depth: what it says, in the full window and in narrow ones around the value,
/// and that it says and does the same if it is paused. `position` is what a failure calls the game.
pub fn hold_all<G: Hints + Clone>(tally: &mut Tally, game: &G, depth: u8, position: &dyn Debug) {
    let mut minimax = DepthFirst::<_, _, PLIES>::new(Minimax, game.clone());
    let held = minimax.start(game, depth).and_then(|()| {
        let exact = minimax.finish();
        Name::ALL
            .iter()
            .filter(|name| name.searches_to_a_depth())
            .try_for_each(|&name| hold(name, tally, game, depth, exact, position))
    });
    if let Err(too_deep) = held {
        tally.fail(format_args!("{position:?}: {too_deep}"));
    }
}

fn hold<G: Hints + Clone>(
    name: Name,
    tally: &mut Tally,
    game: &G,
    depth: u8,
    exact: Value,
    position: &dyn Debug,
) -> Result<(), TooDeep> {
    // Room for a few nodes: most of the time the store is full.
    let (mut first, mut second) = ([0; WORDS], [0; WORDS]);
    let (below, above) = (exact.down(), exact.up());
    for (alpha, beta) in [(-Value::INFINITY, Value::INFINITY), (below, exact), (exact, above), (below, above)] {
        let window = Window { alpha, beta };
        // New ones each time: a table keeps what it has learned.
        let mut whole = AnySearch::<_, WIDTH, PLIES>::new(name, game.clone(), &mut first);
        whole.start_in(game, depth, window)?;
        let said = whole.finish();
        tally.check(
            is_right(name, window, said, exact),
            format_args!("{name}, {position:?}, depth {depth}, in ({alpha}, {beta}): {said}, not {exact}"),
        );
        for every in PAUSES {
            let mut paused = AnySearch::<_, WIDTH, PLIES>::new(name, game.clone(), &mut second);
            paused.start_in(game, depth, window)?;
            let mut pauses = 0;
            while paused.step(every) == Status::Pending {
                pauses += 1;
            }
            let same = paused.value() == whole.value()
                && paused.best() == whole.best()
                && paused.line() == whole.line()
                && paused.stats() == whole.stats();
            // Were the budget not kept, the search would come back less often.
            let in_time = pauses == (whole.stats().nodes - 1) / u64::from(every);
            tally.check(
                same && in_time,
                format_args!(
                    "{name}, {position:?}, depth {depth}, in ({alpha}, {beta}), paused every {every}: not the same"
                ),
            );
        }
    }
    Ok(())
}

/// Whether the search of this name, asked in this window, may say this of a position whose value is `exact`.
fn is_right(name: Name, window: Window, said: Value, exact: Value) -> bool {
    match name {
        Name::Test => (said > window.alpha) == (exact > window.alpha),
        Name::Minimax | Name::Negamax | Name::Scout => said == exact,
        Name::AlphaBetaHard | Name::AlphaBetaHardShallow => said == exact.clamp(window.alpha, window.beta),
        _ => window.bound(said) == window.bound(exact) && window.bound(said).holds(said, exact),
    }
}
