//! Rivest's static evaluator (1987, §5.2), kept up to date move by move.
//!
//! A *segment* is four cells in a line. It scores nothing while it is empty or holds stones of both colours, else
//! 1, 10 or 50 for one, two or three stones, positive for Black. The value of a game in play is 512, plus 16 if
//! Black is to move or minus 16 if Red is, plus the sum over all 69 segments, cut to 2..=1022. Won games are
//! worth 1023 (Black) and 1 (Red). The paper does not say what a full board is worth; here it is 512, the
//! neutral value.

use super::{COLUMNS, DIRECTIONS, Evaluator, Player, ROWS, STRIDE, Score};
use crate::game::Value;

pub(super) const NEUTRAL: i16 = 512;
pub(super) const BLACK_WINS: i16 = 1023;
pub(super) const RED_WINS: i16 = 1;
/// For the player whose turn it is.
const MOVE_BONUS: i16 = 16;

/// How many segments there are on the board: 24 across, 21 upright, 12 along each diagonal.
const SEGMENTS: usize = 69;
/// No cell is part of more.
const MOST_THROUGH_A_CELL: usize = 13;
/// Bits of a bitboard.
const BITS: usize = COLUMNS as usize * STRIDE as usize;

/// Every segment as a bitboard.
const SEGMENT_CELLS: [u64; SEGMENTS] = {
    let mut segments = [0; SEGMENTS];
    let mut n = 0;
    let mut d = 0;
    while d < DIRECTIONS.len() {
        let mut cell = 0;
        while cell < BITS as u8 {
            if has_segment(cell, DIRECTIONS[d]) {
                let mut i = 0;
                while i < 4 {
                    segments[n] |= 1 << (cell + i * DIRECTIONS[d]);
                    i += 1;
                }
                n += 1;
            }
            cell += 1;
        }
        d += 1;
    }
    assert!(n == SEGMENTS);
    segments
};

/// Whether the three cells after `cell` in a direction are on the board.
const fn has_segment(cell: u8, step: u8) -> bool {
    let (column, row) = (cell / STRIDE, cell % STRIDE);
    let up = match step {
        1 => column < COLUMNS && row + 3 < ROWS,
        s if s == STRIDE - 1 => row >= 3 && row < ROWS,
        s if s == STRIDE => row < ROWS,
        _ => row + 3 < ROWS,
    };
    up && (step == 1 || column + 3 < COLUMNS)
}

/// For every cell, how many segments run through it and which.
const SEGMENTS_OF: [(u8, [u8; MOST_THROUGH_A_CELL]); BITS] = {
    let mut of = [(0, [0; MOST_THROUGH_A_CELL]); BITS];
    let mut segment = 0;
    while segment < SEGMENTS {
        let mut cell = 0;
        while cell < BITS {
            if SEGMENT_CELLS[segment] >> cell & 1 == 1 {
                let n = of[cell].0;
                of[cell].1[n as usize] = segment as u8;
                of[cell].0 = n + 1;
            }
            cell += 1;
        }
        segment += 1;
    }
    of
};

/// The score of a segment with that many black and red stones.
const fn segment_score(black: u8, red: u8) -> i16 {
    match (black, red) {
        (1, 0) => 1,
        (2, 0) => 10,
        (3, 0) => 50,
        (0, 1) => -1,
        (0, 2) => -10,
        (0, 3) => -50,
        _ => 0, // empty, mixed, or won: then the value does not come from segments
    }
}

/// The sum over all segments, from the board alone.
pub(super) fn segment_sum(black: u64, red: u64) -> i16 {
    SEGMENT_CELLS
        .iter()
        .map(|cells| segment_score((black & cells).count_ones() as u8, (red & cells).count_ones() as u8))
        .sum()
}

/// The value of a game in play, from the sum over all segments.
pub(super) fn in_play(sum: i16, to_move: Player) -> i16 {
    let bonus = match to_move {
        Player::Black => MOVE_BONUS,
        Player::Red => -MOVE_BONUS,
    };
    (NEUTRAL + bonus + sum).clamp(RED_WINS + 1, BLACK_WINS - 1)
}

/// Stones of each colour in a segment: Black's in the lower half of the byte, Red's in the upper.
type Count = u8;
const ONE: [Count; 2] = [0x01, 0x10];

/// [`segment_score`] of every [`Count`].
const SCORES: [i8; 0x50] = {
    let mut scores = [0; 0x50];
    let mut count = 0;
    while count < scores.len() {
        scores[count] = segment_score(count as u8 & 15, count as u8 >> 4) as i8;
        count += 1;
    }
    scores
};

/// Rivest's evaluator. The value for the player to move is what he has for Black, minus 512, negated for Red: the
/// tree of Rivest's numbers seen from either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rivest {
    counts: [Count; SEGMENTS],
    sum: i16,
}

impl Default for Rivest {
    fn default() -> Self {
        Rivest { counts: [0; SEGMENTS], sum: 0 }
    }
}

impl Rivest {
    /// The sum over all segments.
    #[cfg(test)]
    pub(super) fn sum(&self) -> i16 {
        self.sum
    }

    /// The segments through a cell.
    #[inline]
    fn through(cell: u8) -> impl Iterator<Item = usize> {
        let (n, segments) = &SEGMENTS_OF[usize::from(cell) % BITS];
        segments[..usize::from(*n)].iter().map(|&segment| usize::from(segment))
    }
}

impl Evaluator for Rivest {
    /// The sum as it was.
    type Undo = i16;

    #[inline]
    fn place(&mut self, cell: u8, player: Player) -> i16 {
        let before = self.sum;
        for segment in Rivest::through(cell) {
            let count = &mut self.counts[segment];
            self.sum -= i16::from(SCORES[usize::from(*count)]);
            *count += ONE[player as usize];
            self.sum += i16::from(SCORES[usize::from(*count)]);
        }
        before
    }

    #[inline]
    fn take_back(&mut self, cell: u8, player: Player, before: i16) {
        for segment in Rivest::through(cell) {
            self.counts[segment] -= ONE[player as usize];
        }
        self.sum = before;
    }

    #[inline]
    fn in_play(&self, to_move: Player) -> Value {
        let for_black = in_play(self.sum, to_move) - NEUTRAL;
        Value::new(match to_move {
            Player::Black => for_black,
            Player::Red => -for_black,
        })
    }

    fn won(_score: Score) -> Value {
        Value::new(BLACK_WINS - NEUTRAL)
    }
}
