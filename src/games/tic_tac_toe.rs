//! Tic-tac-toe, whole: the game tree of Steinberg and Solomon's Fig. 1. With best play it is a draw.

use crate::game::{Game, Hints, Identity, Keyed, Value};
use crate::store::MoveList;

/// A tic-tac-toe position. A move is a cell, 0 to 8, row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToe {
    mover: u16,
    other: u16,
}

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    /// The empty board.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn is_lost(&self) -> bool {
        LINES.iter().any(|&line| line & !self.other == 0)
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Moves = MoveList<u8, 9>;
    type Undo = ();

    fn moves(&self) -> Self::Moves {
        let mut moves = MoveList::new();
        if !self.is_lost() {
            for cell in (0..9).filter(|cell| (self.mover | self.other) >> cell & 1 == 0) {
                let _ = moves.push(cell); // nine cells fit
            }
        }
        moves
    }

    fn play(&mut self, cell: u8) {
        (self.mover, self.other) = (self.other, self.mover | 1 << cell);
    }

    fn undo(&mut self, cell: u8, (): ()) {
        (self.mover, self.other) = (self.other & !(1 << cell), self.mover);
    }

    /// -1 if the opponent has three in a line, else 0.
    fn evaluate(&self) -> Value {
        Value::new(if self.is_lost() { -1 } else { 0 })
    }
}

impl Hints for TicTacToe {
    fn identity(&self) -> Option<Identity> {
        Some((self.key(), 0))
    }

    fn place(&self, cell: u8) -> usize {
        cell.into()
    }
}

impl Keyed for TicTacToe {
    fn key(&self) -> u64 {
        u64::from(self.mover) | u64::from(self.other) << 9
    }
}
