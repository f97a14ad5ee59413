//! Cells that complete a line of four, and the moves that do not lose at once.

use super::{BOARD, BOTTOMS, DIRECTIONS, STRIDE, fours};

/// The cells, taken or not, that are the fourth of a line whose other three hold these stones.
#[inline]
pub(super) fn completing(stones: u64) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3); // upright, only the top is missing
    for step in [STRIDE - 1, STRIDE, STRIDE + 1] {
        let left = (stones << step) & (stones << (2 * step));
        let right = (stones >> step) & (stones >> (2 * step));
        cells |= left & (stones << (3 * step)) | left & (stones >> step);
        cells |= right & (stones >> (3 * step)) | right & (stones << step);
    }
    cells & BOARD
}

/// Whether these stones hold a line of four.
#[inline]
pub(super) fn has_four(stones: u64) -> bool {
    DIRECTIONS.iter().fold(0, |all, &step| all | fours(stones, step)) != 0
}

/// The cells that a stone can fall into.
#[inline]
pub(super) fn playable(all: u64) -> u64 {
    (all + BOTTOMS) & BOARD
}

/// Of the playable cells, those after which the opponent, who completes four at `threats`, cannot win at once: the one that
/// parries a win, and none below a winning cell. None if there are two wins to parry.
#[inline]
pub(super) fn holding(playable: u64, threats: u64) -> u64 {
    let forced = playable & threats;
    let cells = if forced == 0 {
        playable
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    cells & !(threats >> 1)
}

/// How many replies there are to a move that made `own` stones of `all`, leaving out those that lose at once. A win is the only
/// reply.
pub(super) fn replies(own: u64, all: u64) -> u8 {
    let playable = playable(all);
    if completing(all ^ own) & playable != 0 {
        return 1;
    }
    holding(playable, completing(own) & !all).count_ones() as u8
}
