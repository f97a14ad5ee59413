//! Connect-Four: seven columns of six cells, four in a line wins.
//!
//! The board is a bitboard: seven bits a column, the lowest row first, the seventh bit always clear so that no
//! line runs on from one column into the next.
//!
//! ```text
//!   6 13 20 27 34 41 48   <- always empty
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42
//! ```
//!
//! Black moves first. What a position is worth is said by an [`Evaluator`]: [`Rivest`]'s (the default),
//! [`Outcome`] or [`Keen`].

mod evaluate;
mod rivest;
mod solver;
mod solving;
mod threats;
mod zugzwang;

use core::fmt;

use crate::game::{Game, Hints, Identity, Keyed, Value};

pub use evaluate::{Evaluator, Keen, Outcome, Score};
pub use rivest::Rivest;
pub use solver::Solver;
pub use solving::Solving;

/// Columns of the board.
pub const COLUMNS: u8 = 7;
/// Cells in a column.
pub const ROWS: u8 = 6;
/// Cells of the board, and so moves in the longest game.
pub const CELLS: u8 = COLUMNS * ROWS;

/// Bits a column takes in a bitboard.
const STRIDE: u8 = ROWS + 1;

/// Columns from the middle outwards: a stone in the middle takes part in more lines.
const CENTRE_FIRST: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// For every set of full columns, how many others there are, and those in order: no list is ever built.
static MOVES: [(u8, [u8; COLUMNS as usize]); 1 << COLUMNS] = {
    let mut moves = [(0, [0; COLUMNS as usize]); 1 << COLUMNS];
    let mut full = 0;
    while full < moves.len() {
        let mut i = 0;
        while i < CENTRE_FIRST.len() {
            let column = CENTRE_FIRST[i];
            if full >> column & 1 == 0 {
                let n = moves[full].0;
                moves[full].1[n as usize] = column;
                moves[full].0 = n + 1;
            }
            i += 1;
        }
        full += 1;
    }
    moves
};

/// Who plays the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Player {
    /// Moves first; Max in Rivest's evaluator.
    Black,
    /// Moves second.
    Red,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::Red,
            Player::Red => Player::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Black => "Black",
            Player::Red => "Red",
        })
    }
}

/// A Connect-Four position. A move is a column, 0 to 6 from left to right (people write 1 to 7).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour<E = Rivest> {
    /// Stones of the player to move.
    mover: u64,
    /// Stones of both.
    all: u64,
    stones: u8,
    /// The columns without room, a bit each.
    full: u8,
    evaluator: E,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum End {
    /// This player has four in a line.
    Won(Player),
    /// The board is full.
    Draw,
}

impl ConnectFour {
    /// The empty board, valued by Rivest's evaluator. For another one, say `ConnectFour::<Outcome>::default()`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<E: Evaluator> ConnectFour<E> {
    /// The position after these moves, columns written 1 to 7 as in `4455`.
    ///
    /// # Errors
    /// At the first character that is not a legal move.
    pub fn from_moves(moves: &str) -> Result<Self, MoveError> {
        let mut game = Self::default();
        for c in moves.chars() {
            let column = game.read_move(c)?;
            game.play(column);
        }
        Ok(game)
    }

    /// The move that a person writes as this character.
    ///
    /// # Errors
    /// If it is no column, or the column is full, or the game is over.
    pub fn read_move(&self, c: char) -> Result<u8, MoveError> {
        let column = match c {
            '1'..='7' => c as u8 - b'1',
            _ => return Err(MoveError::NoColumn(c)),
        };
        if self.end().is_some() {
            Err(MoveError::Over)
        } else if self.is_full(column) {
            Err(MoveError::Full(column + 1))
        } else {
            Ok(column)
        }
    }

    /// Who moves next.
    #[must_use]
    pub fn to_move(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::Black } else { Player::Red }
    }

    /// Stones on the board.
    #[must_use]
    pub fn stones(&self) -> u8 {
        self.stones
    }

    /// Whose stone is in this cell, column and row counted from 0 at the lower left.
    #[must_use]
    pub fn cell(&self, column: u8, row: u8) -> Option<Player> {
        if column >= COLUMNS || row >= ROWS {
            return None;
        }
        let bit = 1 << (column * STRIDE + row);
        if self.all & bit == 0 {
            None
        } else if self.mover & bit == 0 {
            Some(self.to_move().other())
        } else {
            Some(self.to_move())
        }
    }

    /// Whether no stone fits into this column any more.
    #[must_use]
    pub fn is_full(&self, column: u8) -> bool {
        column >= COLUMNS || self.full >> column & 1 == 1
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        if self.is_lost() {
            Some(End::Won(self.to_move().other()))
        } else if self.stones == CELLS {
            Some(End::Draw)
        } else {
            None
        }
    }

    /// The cells of all lines of four of the player who moved last, as bits; 0 if there are none.
    #[must_use]
    pub fn winning_cells(&self) -> u64 {
        let stones = self.all ^ self.mover;
        let mut cells = 0;
        for step in DIRECTIONS {
            let fours = fours(stones, step);
            cells |= fours | fours << step | fours << (2 * step) | fours << (3 * step);
        }
        cells
    }

    /// Whether a cell is among some [`winning_cells`](Self::winning_cells).
    #[must_use]
    pub fn is_in(cells: u64, column: u8, row: u8) -> bool {
        column < COLUMNS && row < ROWS && cells >> (column * STRIDE + row) & 1 == 1
    }

    /// Whether the player who moved last has four in a line.
    #[inline]
    fn is_lost(&self) -> bool {
        let stones = self.all ^ self.mover;
        DIRECTIONS.iter().any(|&step| fours(stones, step) != 0)
    }

    /// Stones of the first player and of the second.
    fn black_and_red(&self) -> (u64, u64) {
        match self.to_move() {
            Player::Black => (self.mover, self.all ^ self.mover),
            Player::Red => (self.all ^ self.mover, self.mover),
        }
    }

    /// What Rivest's static evaluator says, recomputed from the board alone: 1 to 1023, greater is better for
    /// Black. The plain version that [`Rivest`] is tested against.
    #[must_use]
    pub fn rivest(&self) -> i16 {
        match self.end() {
            Some(End::Won(Player::Black)) => rivest::BLACK_WINS,
            Some(End::Won(Player::Red)) => rivest::RED_WINS,
            Some(End::Draw) => rivest::NEUTRAL,
            None => {
                let (black, red) = self.black_and_red();
                rivest::in_play(rivest::segment_sum(black, red), self.to_move())
            }
        }
    }

    /// The key of the position seen in a mirror.
    #[must_use]
    pub fn mirrored_key(&self) -> u64 {
        mirror(self.all).wrapping_add(mirror(self.mover))
    }

    /// The same for a position and its mirror image, and for no other.
    #[must_use]
    pub fn canonical_key(&self) -> u64 {
        self.key().min(self.mirrored_key())
    }
}

/// Steps from a cell to its neighbour: up, and right with up, level and down.
const DIRECTIONS: [u8; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// The first cells of all lines of four in a direction.
#[inline]
fn fours(stones: u64, step: u8) -> u64 {
    let pairs = stones & (stones >> step);
    pairs & (pairs >> (2 * step))
}

/// The lowest cell of a column.
const fn bottom(column: u8) -> u64 {
    1 << (column * STRIDE)
}

/// The bits of a column.
const fn column_at(column: u8) -> u64 {
    ((1 << STRIDE) - 1) << (column * STRIDE)
}

/// The lowest cells of all columns.
const BOTTOMS: u64 = {
    let mut cells = 0;
    let mut column = 0;
    while column < COLUMNS {
        cells |= bottom(column);
        column += 1;
    }
    cells
};

/// All cells.
const BOARD: u64 = BOTTOMS * ((1 << ROWS) - 1);

/// The highest cell of a column.
const fn top(column: u8) -> u64 {
    1 << (column * STRIDE + ROWS - 1)
}

/// A bitboard with its columns in reverse order.
fn mirror(board: u64) -> u64 {
    let column = (1 << STRIDE) - 1;
    (0..COLUMNS).fold(0, |mirrored, i| mirrored << STRIDE | (board >> (i * STRIDE) & column))
}

/// What [`ConnectFour`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo<U> {
    all: u64,
    evaluator: U,
}

impl<E: Evaluator> Game for ConnectFour<E> {
    type Move = u8;
    type Moves = &'static [u8];
    type Undo = Undo<E::Undo>;

    /// Centre first.
    #[inline]
    fn moves(&self) -> &'static [u8] {
        if self.is_lost() {
            return &[];
        }
        let (n, columns) = &MOVES[usize::from(self.full) % MOVES.len()];
        columns.get(..usize::from(*n)).unwrap_or(columns)
    }

    #[inline]
    fn play(&mut self, column: u8) -> Self::Undo {
        debug_assert!(column < COLUMNS && !self.is_full(column), "not a move: {column}");
        let all = self.all;
        // The sum carries through the column's stones into its lowest free cell.
        let stone = (all + bottom(column)) & !all;
        let evaluator = self.evaluator.place(stone.trailing_zeros() as u8, self.to_move());
        self.mover ^= all;
        self.all = all | stone;
        self.stones += 1;
        if stone == top(column) {
            self.full |= 1 << column;
        }
        Undo { all, evaluator }
    }

    #[inline]
    fn undo(&mut self, column: u8, undo: Self::Undo) {
        let stone = self.all ^ undo.all;
        self.all = undo.all;
        self.mover ^= undo.all;
        self.stones -= 1;
        self.full &= !(1 << column);
        self.evaluator.take_back(stone.trailing_zeros() as u8, self.to_move(), undo.evaluator);
    }

    #[inline]
    fn evaluate(&self) -> Value {
        if self.is_lost() {
            -E::won(Score::of_win(self.stones))
        } else if self.stones == CELLS {
            Value::ZERO
        } else {
            self.evaluator.in_play(self.to_move())
        }
    }

    /// Black is Max.
    fn is_max_to_move(&self) -> Option<bool> {
        Some(self.to_move() == Player::Black)
    }
}

impl<E: Evaluator> Keyed for ConnectFour<E> {
    /// In a column of h stones the key's seven bits are 2^h - 1 plus the mover's stones, so they lie between
    /// 2^h - 1 and 2^(h+1) - 2: no two columns, and so no two boards, have the same. The empty board has key 0.
    fn key(&self) -> u64 {
        self.all + self.mover
    }
}

impl<E: Evaluator> Hints for ConnectFour<E> {
    #[inline]
    fn identity(&self) -> Option<Identity> {
        Some((self.key(), 0))
    }

    /// The player to move, and the cell.
    fn place(&self, column: u8) -> usize {
        let cell = (self.all + bottom(column)) & !self.all;
        cell.trailing_zeros() as usize + usize::from(self.stones % 2) * 64
    }

    /// Those that do not lose at once: if the opponent has a win, none but that one; if the mover then threatens to win, the
    /// cells that parry it.
    fn replies(&mut self, column: u8) -> u8 {
        let stone = (self.all + bottom(column)) & !self.all;
        threats::replies(self.mover | stone, self.all | stone)
    }
}

/// Why a character is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// Not one of `1` to `7`.
    NoColumn(char),
    /// This column, counted from 1, has no room left.
    Full(u8),
    /// No moves after the end.
    Over,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NoColumn(c) => write!(f, "'{}' is no column: 1 to 7 are", c.escape_default()),
            MoveError::Full(column) => write!(f, "column {column} is full: choose another one"),
            MoveError::Over => f.write_str("the game is over: no more moves"),
        }
    }
}

impl core::error::Error for MoveError {}

#[cfg(test)]
mod tests;
