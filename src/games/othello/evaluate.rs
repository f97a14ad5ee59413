//! What a position is worth before the end.
//!
//! Three things count, each as what the mover has more of than the opponent:
//!
//! - **Mobility**, cells where one can move. Who has none left has to give the opponent what they want; so early on it is the
//!   better for having *few* discs, which are what the opponent moves by.
//! - **Corners**, which nothing turns over, and from which others become safe.
//! - **Discs**, which decide in the end: they count against their owner while the board is empty and for them when it fills,
//!   changing sides at 44 of the 64.
//!
//! At the end only discs count, and one more of them is worth more than any estimate.

use super::{CORNERS, turning};
use crate::game::Value;

/// What a cell to move to is worth.
const MOBILITY: i16 = 8;
/// What a corner is worth.
const CORNER: i16 = 48;
/// At so many discs on the board a disc is worth nothing.
const TURNING_POINT: i16 = 44;
/// Each this many discs on the board more, a disc is worth one more.
const RISE: i16 = 4;
/// A won game. No estimate comes near it: mobility is at most 60, a disc 5 at most, and there are four corners.
const WON: i16 = 10_000;

fn count(cells: u64) -> i16 {
    cells.count_ones() as i16
}

/// The value for the mover.
#[inline]
pub(super) fn value(mover: u64, other: u64) -> Value {
    let discs = count(mover) - count(other);
    let (moves, replies) = (turning(mover, other), turning(other, mover));
    if moves | replies == 0 {
        return Value::new(discs.signum() * WON + discs);
    }
    let mobility = count(moves) - count(replies);
    let corners = count(mover & CORNERS) - count(other & CORNERS);
    let disc = (count(mover | other) - TURNING_POINT) / RISE;
    Value::new(MOBILITY * mobility + CORNER * corners + disc * discs)
}
