//! Othello: discs that enclose the opponent's in a line turn them over; more discs at the end win.
//!
//! The board is two bitboards, the mover's discs and the other player's. Cells are numbered row by row from the upper left,
//! as they are written:
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!   1  0  1  2  3  4  5  6  7
//!   2  8  9 10 11 12 13 14 15
//!   …
//!   8 56 57 58 59 60 61 62 63
//! ```
//!
//! Who cannot turn anything over has one move, [`PASS`]; the game is over when neither player can. Which of the two colours
//! the mover has makes no difference to what comes, so a position does not know it.

pub mod evaluate;

use core::fmt;

use crate::game::{Game, Hints, Identity, Keyed, Value};
use crate::store::MoveList;

/// The move of a player who cannot turn anything over.
pub const PASS: u8 = 64;

/// The moves there can be: every cell but the four in the middle, which are never empty.
const MOST_MOVES: usize = 60;

/// Steps from a cell to its right, lower left, lower and lower right neighbour; the others are these backwards.
const STEPS: [u8; 4] = [1, 7, 8, 9];

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The neighbours of a corner along the edge, and across: what is played there may give the corner away.
const BESIDE_CORNERS: u64 = 0x4281_0000_0000_8142;
const ACROSS_CORNERS: u64 = 0x0042_0000_0000_4200;
const EDGES: u64 = 0xff81_8181_8181_81ff;
/// All columns but the outermost two.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The cells by what is mostly promising: corners, the rest of the edges, the inside, and last what gives corners away.
const CLASSES: [u64; 5] =
    [CORNERS, EDGES & !(CORNERS | BESIDE_CORNERS), !(EDGES | ACROSS_CORNERS), BESIDE_CORNERS, ACROSS_CORNERS];

/// An Othello position. A move is a cell, 0 to 63, or [`PASS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Othello {
    mover: u64,
    other: u64,
}

impl Default for Othello {
    fn default() -> Self {
        Self::new()
    }
}

impl Othello {
    /// The start of the game: the mover has d5 and e4, the other player d4 and e5.
    #[must_use]
    pub const fn new() -> Self {
        Othello { mover: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36 }
    }

    /// The position after these moves, cells written as in `f5d6c3`. Passes are made where they have to be, and not written.
    ///
    /// # Errors
    /// At the first two characters that are not a legal move.
    pub fn from_moves(moves: &str) -> Result<Self, MoveError> {
        let mut game = Self::new();
        let mut characters = moves.chars();
        while let Some(column) = characters.next() {
            let row = characters.next().unwrap_or(' ');
            let cell = match (column, row) {
                ('a'..='h', '1'..='8') => 8 * (row as u8 - b'1') + (column as u8 - b'a'),
                _ => return Err(MoveError::NoCell(column, row)),
            };
            if game.moves().as_slice() == [PASS] {
                game.play(PASS);
            }
            if !game.moves().contains(&cell) {
                return Err(MoveError::NotLegal(cell));
            }
            game.play(cell);
        }
        Ok(game)
    }

    /// The discs of the mover and of the other player, a bit a cell.
    #[must_use]
    pub const fn discs(&self) -> (u64, u64) {
        (self.mover, self.other)
    }
}

/// A move as people write it, such as `d3`, or `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written(pub u8);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written(cell) = *self;
        if cell < PASS { write!(f, "{}{}", char::from(b'a' + cell % 8), cell / 8 + 1) } else { f.write_str("pass") }
    }
}

/// Eight rows: `X` is the mover's disc, `O` the other player's, `.` an empty cell.
impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..64 {
            let disc = if self.mover >> cell & 1 == 1 {
                'X'
            } else if self.other >> cell & 1 == 1 {
                'O'
            } else {
                '.'
            };
            write!(f, "{disc}{}", if cell % 8 == 7 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

/// What can be enclosed in the direction of a step: a line to a side has to end inside, and must not go on in the next row.
const fn enclosable(discs: u64, step: u8) -> u64 {
    if step == 8 { discs } else { discs & INNER_COLUMNS }
}

/// The cells of `through` that are reached from `from` by steps upwards in number, over cells of `through` alone. Each round
/// steps as far as all before it together: six cells in three rounds, and no line to enclose is longer.
#[inline(always)]
const fn up(from: u64, through: u64, step: u8) -> u64 {
    let reached = through & (from << step);
    let reached = reached | (through & (reached << step));
    let pairs = through & (through << step);
    let reached = reached | (pairs & (reached << (2 * step)));
    reached | (pairs & (reached << (2 * step)))
}

/// The same, downwards.
#[inline(always)]
const fn down(from: u64, through: u64, step: u8) -> u64 {
    let reached = through & (from >> step);
    let reached = reached | (through & (reached >> step));
    let pairs = through & (through >> step);
    let reached = reached | (pairs & (reached >> (2 * step)));
    reached | (pairs & (reached >> (2 * step)))
}

/// The cells where the owner of `own` can turn discs of `theirs` over.
#[inline]
fn turning(own: u64, theirs: u64) -> u64 {
    let ends = STEPS.iter().fold(0, |ends, &step| {
        let through = enclosable(theirs, step);
        ends | up(own, through, step) << step | down(own, through, step) >> step
    });
    ends & !(own | theirs)
}

/// The discs of `theirs` that a disc of the owner of `own` in `cell` turns over.
#[inline]
fn turned(cell: u64, own: u64, theirs: u64) -> u64 {
    STEPS.iter().fold(0, |turned, &step| {
        let through = enclosable(theirs, step);
        let (up, down) = (up(cell, through, step), down(cell, through, step));
        // A line is closed by the mover's own disc, or not at all.
        let closed = |line: u64, end: u64| if end & own == 0 { 0 } else { line };
        turned | closed(up, up << step) | closed(down, down >> step)
    })
}

/// The bit of a move; [`PASS`] has none.
#[inline]
fn bit(m: u8) -> u64 {
    1_u64.checked_shl(m.into()).unwrap_or(0)
}

impl Game for Othello {
    type Move = u8;
    type Moves = MoveList<u8, MOST_MOVES>;
    /// The discs that were turned over.
    type Undo = u64;

    /// Corners first, and last what gives corners away.
    fn moves(&self) -> Self::Moves {
        let mut moves = MoveList::new();
        let turning = self::turning(self.mover, self.other);
        for class in CLASSES {
            let mut cells = turning & class;
            while cells != 0 {
                let _ = moves.push(cells.trailing_zeros() as u8); // all that are not in the middle fit
                cells &= cells - 1;
            }
        }
        if turning == 0 && self::turning(self.other, self.mover) != 0 {
            let _ = moves.push(PASS);
        }
        moves
    }

    fn play(&mut self, m: u8) -> u64 {
        let cell = bit(m);
        let turned = if cell == 0 { 0 } else { turned(cell, self.mover, self.other) };
        (self.mover, self.other) = (self.other ^ turned, self.mover | turned | cell);
        turned
    }

    fn undo(&mut self, m: u8, turned: u64) {
        (self.mover, self.other) = (self.other & !(turned | bit(m)), self.mover | turned);
    }

    /// At the end, what the mover has more; before, an estimate: see the [module of that name](self::evaluate).
    fn evaluate(&self) -> Value {
        evaluate::value(self.mover, self.other)
    }
}

impl Hints for Othello {
    const WIDE: bool = true;

    #[inline]
    fn identity(&self) -> Option<Identity> {
        Some((self.key(), self.key_rest()))
    }

    /// The cell; a player who passes has no other move.
    fn place(&self, m: u8) -> usize {
        m.into()
    }
}

/// Three to the power of 64 boards do not fit into 64 bits.
impl Keyed for Othello {
    const WIDE: bool = true;

    /// Both boards in one number, well mixed; with the rest, from which the other player's summand is known, also the mover's.
    fn key(&self) -> u64 {
        self.mover.wrapping_add(self.other.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn key_rest(&self) -> u64 {
        self.other
    }
}

/// Why two characters are not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not a letter from a to h and a digit from 1 to 8.
    NoCell(char, char),
    /// Nothing would be turned over here, or the cell is taken.
    NotLegal(u8),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveError::NoCell(column, row) => {
                write!(f, "'{}{}' is no cell: a1 to h8 are", column.escape_default(), row.escape_default())
            }
            MoveError::NotLegal(cell) => write!(f, "{} turns nothing over: choose another cell", Written(cell)),
        }
    }
}

impl core::error::Error for MoveError {}

#[cfg(test)]
mod tests;
