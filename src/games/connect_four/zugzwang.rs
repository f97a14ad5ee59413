//! What the parity of the columns decides: bounds on the score of a position without any search.
//!
//! # The replier's strategy
//!
//! Let one player, the *leader*, be to move, and let the other, the *replier*, answer in pairs of cells: whenever the leader
//! takes one cell of a pair, the replier takes the other. Columns have six rows, counted from 1 here.
//!
//! - A column with an even number of empty cells is cut into pairs from the bottom up. Its lower cells lie in odd rows. Taking
//!   the lower makes the upper playable, so the replier gets every upper cell, in an even row.
//! - A column with an odd number has its next cell left over, *loose*, in an even row; what is above is cut into pairs as
//!   before, lower cells in odd rows.
//! - Loose cells are paired with each other, which takes an even number of them. Both are playable now and stay so until one is
//!   taken, and then the other one is taken at once.
//!
//! Every empty cell is in a pair, so the replier always has an answer, and the leader gets no more than the empty cells of the
//! odd rows and one of each pair of loose ones. **If that and what the leader has makes no four, the leader cannot win.** The
//! replier gets at least the empty cells of the even rows that are not loose; **if that and what the replier has makes a four,
//! the replier wins** ([`follow_up`]).
//!
//! Black moves at even numbers of stones, and then the number of loose cells is even, since the empty cells are: Red is the
//! replier. When Red is to move it is odd; Red takes one of the loose cells, and is the replier of what remains.
//!
//! # The claim
//!
//! Black can be the replier if some column does not count. Let Black complete a four at an empty cell t in row 3 or 5 of a
//! column that is loose, Red to move. In that column the pairs begin with the loose cell: Red gets the even rows below t,
//! Black the odd ones, t at last. All other columns are as above, and their loose cells are of an even number, since with this
//! column's they are odd. Everything but the column from t on is in a pair, so sooner or later Red has to play below t. **If
//! what Red has, the odd rows outside of the column, the even ones of the column below t, and one of each pair of loose cells
//! makes no four, Black wins** ([`claim`]). Black to move takes one cell and leaves Red in that position: the next cell of the
//! column of t, if that column has none loose, or a loose cell elsewhere, if it has.
//!
//! # When
//!
//! A win at a certain cell of row r comes when the cells below are taken, at the latest when all others are but those of the
//! column from r on: with no more than 36 + r stones on the board.
//!
//! None of this minds threats that have to be parried at once: what the other player completes four with is among the cells
//! that are granted to them.

use super::threats::{completing, has_four, playable};
use super::{BOARD, BOTTOMS, STRIDE, Score, Solving};

/// Rows 1, 3 and 5.
pub(super) const ODD: u64 = BOTTOMS * 0b01_0101;
/// Rows 2, 4 and 6.
pub(super) const EVEN: u64 = BOTTOMS * 0b10_1010;

/// The least that the parity of the columns promises the player to move, and the opponent; as far as it promises anything, and
/// as far as that matters to whoever wants to know only whether the score is above `alpha` and below `beta`.
#[inline]
pub(super) fn promises(game: &Solving, alpha: i16, beta: i16) -> (Option<i16>, Option<i16>) {
    let &Solving { mover, all, wins, losses, stones } = game;
    let board = Sides { mover, other: all ^ mover, empty: BOARD & !all, loose: playable(all) & EVEN };
    let (mine, theirs) = if stones.is_multiple_of(2) {
        (
            if beta <= BEST_CLAIM { board.black_moves_and_claims(wins) } else { None },
            if -alpha <= BEST_FOLLOW_UP { board.red_follows_up(-alpha) } else { None },
        )
    } else {
        (
            if beta <= BEST_FOLLOW_UP { board.red_moves_and_follows_up(beta) } else { None },
            if -alpha <= BEST_CLAIM { board.black_claims(losses) } else { None },
        )
    };
    (mine.map(i16::from), theirs.map(i16::from))
}

/// A position as these rules see it.
#[derive(Clone, Copy)]
struct Sides {
    /// Stones of who is to move.
    mover: u64,
    other: u64,
    empty: u64,
    /// The loose cells.
    loose: u64,
}

impl Sides {
    /// Black to move.
    #[inline]
    fn red_follows_up(self, wanted: i16) -> Option<i8> {
        follow_up(self.other, self.mover | self.empty & ODD, self.empty, self.loose, wanted)
    }

    /// Red to move: takes a loose cell first.
    #[inline]
    fn red_moves_and_follows_up(self, wanted: i16) -> Option<i8> {
        let black = self.other | self.empty & ODD;
        if has_four(black) {
            return None; // whatever Red takes
        }
        cells(self.loose)
            .filter_map(|cell| follow_up(self.mover | cell, black, self.empty & !cell, self.loose & !cell, wanted))
            .max()
    }

    /// Red to move; these are the cells at which Black completes four.
    #[inline]
    fn black_claims(self, fours: u64) -> Option<i8> {
        cells(fours & self.empty & CLAIMS)
            .filter(|&t| column_of(t) & self.loose != 0)
            .filter_map(|t| claim(self.mover, self.empty, self.loose & !column_of(t), t))
            .max()
    }

    /// Black to move: takes a cell first.
    #[inline]
    fn black_moves_and_claims(self, fours: u64) -> Option<i8> {
        cells(fours & self.empty & CLAIMS)
            .filter_map(|t| {
                let column = column_of(t) & self.empty;
                let next = column & column.wrapping_neg();
                let elsewhere = self.loose & !column;
                if next & self.loose != 0 {
                    cells(elsewhere).find_map(|cell| claim(self.other, self.empty & !cell, elsewhere & !cell, t))
                } else {
                    claim(self.other, self.empty & !next, elsewhere, t)
                }
            })
            .max()
    }
}

/// What the replier Red is sure of, if the leader Black gets no more than `black` and one of each pair of loose cells. `None` if
/// that is less than wanted.
#[inline]
fn follow_up(red: u64, black: u64, empty: u64, loose: u64, wanted: i16) -> Option<i8> {
    let certain = empty & EVEN & !loose;
    let wins = has_four(red | certain);
    if !wins && wanted > 0 || !can_be_paired(black, loose) {
        return None;
    }
    if !wins {
        return Some(0);
    }
    // A line of which more than one cell is missing may have to wait for the last stone of all.
    let single = completing(red) & certain;
    Some(Score::of_win(36 + cells(single).map(row_of).min().unwrap_or(6)).get())
}

/// What Black is sure of who claims cell `t`, Red to move; `loose` are the loose cells of the other columns.
fn claim(red: u64, empty: u64, loose: u64, t: u64) -> Option<i8> {
    let column = column_of(t);
    let red = red | empty & ODD & !column | empty & EVEN & column & (t - 1);
    can_be_paired(red, loose).then(|| Score::of_win(36 + row_of(t)).get())
}

/// Whether an even number of loose cells can be paired in such a way that these stones and one cell of each pair never make a
/// four, whichever they are.
fn can_be_paired(stones: u64, loose: u64) -> bool {
    if !has_four(stones | loose) {
        return true;
    }
    if loose == 0 || has_four(stones) {
        return false;
    }
    let one = loose & loose.wrapping_neg();
    let others = loose & !one;
    cells(others).any(|other| {
        let rest = others & !other;
        can_be_paired(stones | one, rest) && can_be_paired(stones | other, rest)
    })
}

/// The best score of a claim: in row 3.
const BEST_CLAIM: i16 = 2;
/// The best score of following up: in row 2.
const BEST_FOLLOW_UP: i16 = 3;
/// Rows 3 and 5: what Black may claim.
const CLAIMS: u64 = ODD & !BOTTOMS;

/// The cells of a set, one by one.
fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// The whole column of a cell.
fn column_of(cell: u64) -> u64 {
    let bit = cell.trailing_zeros() as u8;
    ((1 << STRIDE) - 1) << (bit - bit % STRIDE)
}

/// The row of a cell, from 1.
fn row_of(cell: u64) -> u8 {
    cell.trailing_zeros() as u8 % STRIDE + 1
}
