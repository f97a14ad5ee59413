//! Connect-Four for those who want to know how it ends: a game that leaves out what cannot matter to that.

use super::threats::{completing, has_four, holding, playable};
use super::{
    BOARD, CELLS, CENTRE_FIRST, COLUMNS, ConnectFour, End, Evaluator, Score, bottom, column_at, mirror, zugzwang,
};
use crate::game::{Game, Hints, Identity, Keyed, Value, Window};
use crate::store::MoveList;

/// With fewer stones than this a position and its mirror image are one. Later they seldom meet, and looking costs time.
const MIRRORED_BELOW: u8 = 16;

/// A position in which nobody can win at once, to be searched to the end of the game: the value is then its [`Score`].
///
/// A move that would let the opponent win at once is none, unless all do; and the game is over as soon as [`known`] bounds say
/// how it ends. The moves come in the order of what they threaten.
///
/// [`known`]: Hints::known
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Solving {
    /// Stones of the player to move.
    pub(super) mover: u64,
    /// Stones of both.
    pub(super) all: u64,
    /// The cells, taken or not, at which the player to move completes four.
    pub(super) wins: u64,
    /// And those at which the opponent does.
    pub(super) losses: u64,
    pub(super) stones: u8,
}

impl Solving {
    /// This position.
    ///
    /// # Errors
    /// With its score, if that needs no search: the game is over, or whoever moves wins at once.
    pub fn new<E: Evaluator>(game: &ConnectFour<E>) -> Result<Solving, Score> {
        let &ConnectFour { mover, all, stones, .. } = game;
        match game.end() {
            Some(End::Won(_)) => return Err(-Score::of_win(stones)), // by the player who moved last
            Some(End::Draw) => return Err(Score::DRAW),
            None => {}
        }
        let (wins, losses) = (completing(mover), completing(all ^ mover));
        if wins & !all & playable(all) != 0 {
            return Err(Score::of_win(stones + 1));
        }
        Ok(Solving { mover, all, wins, losses, stones })
    }

    /// How many plies it can take to the end.
    #[must_use]
    pub fn left(&self) -> u8 {
        CELLS - self.stones
    }

    /// The empty cells at which the opponent completes four.
    #[inline]
    fn threats(&self) -> u64 {
        self.losses & !self.all
    }

    /// How promising a move is that threatens these cells: by their number, and those count half as much again that lie in the
    /// rows which the mover gets if all columns fill up in turn.
    #[inline]
    fn rank(&self, threatened: u64) -> u32 {
        let good = if self.stones.is_multiple_of(2) { zugzwang::ODD } else { zugzwang::EVEN };
        2 * count(threatened) + count(threatened & good)
    }

    /// The key, before it is known whether it is the position's own or its mirror image's.
    #[inline]
    fn key_of(mover: u64, all: u64, stones: u8) -> u64 {
        let key = all + mover;
        if stones < MIRRORED_BELOW { key.min(mirror(all) + mirror(mover)) } else { key }
    }
}

/// How many cells there are in a set of a few.
#[inline]
fn count(mut cells: u64) -> u32 {
    let mut n = 0;
    while cells != 0 {
        cells &= cells - 1;
        n += 1;
    }
    n
}

/// What [`Solving`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    all: u64,
    wins: u64,
}

impl Game for Solving {
    type Move = u8;
    type Moves = MoveList<u8, { COLUMNS as usize }>;
    type Undo = Before;

    #[inline]
    fn moves(&self) -> Self::Moves {
        let mut moves = MoveList::new();
        let holding = holding(playable(self.all), self.threats());
        let mut ranks = [0; COLUMNS as usize];
        for column in CENTRE_FIRST {
            let cell = holding & column_at(column);
            if cell == 0 {
                continue;
            }
            let mut i = moves.len();
            let _ = moves.push(column); // seven columns fit
            if cell == holding {
                break; // the only one
            }
            let rank = self.rank(completing(self.mover | cell) & !self.all);
            // Insertion sort: the list is short, and equals stay in order.
            while i > 0 && ranks[i - 1] < rank {
                ranks[i] = ranks[i - 1];
                moves.swap(i, i - 1);
                i -= 1;
            }
            ranks[i] = rank;
        }
        moves
    }

    #[inline]
    fn play(&mut self, column: u8) -> Before {
        let before = Before { all: self.all, wins: self.wins };
        self.mover ^= self.all;
        self.all |= self.all + bottom(column);
        self.stones += 1;
        (self.wins, self.losses) = (self.losses, completing(self.all ^ self.mover));
        before
    }

    #[inline]
    fn undo(&mut self, _column: u8, before: Before) {
        self.all = before.all;
        self.mover ^= before.all;
        self.stones -= 1;
        (self.wins, self.losses) = (before.wins, self.wins);
    }

    /// Of a game that is over. Of another one nothing is known.
    fn evaluate(&self) -> Value {
        let (least, most) = self.known(Window::FULL);
        if least == most { least } else { Value::ZERO }
    }
}

impl Hints for Solving {
    #[inline]
    fn identity(&self) -> Option<Identity> {
        Some((self.key(), 0))
    }

    #[inline]
    fn identity_after(&mut self, column: u8) -> Option<Identity> {
        let all = self.all | (self.all + bottom(column));
        Some((Solving::key_of(self.mover ^ self.all, all, self.stones + 1), 0))
    }

    #[inline]
    fn known(&self, window: Window) -> (Value, Value) {
        let (alpha, beta) = (window.alpha.get(), window.beta.get());
        let values = |least: i16, most: i16| (Value::new(least), Value::new(most));
        let left = i16::from(self.left());
        // The opponent wins with their next stone.
        let lost = -(left / 2);
        if holding(playable(self.all), self.threats()) == 0 {
            return values(lost, lost); // or the board is full, and that is a draw
        }
        if left <= 2 {
            return values(0, 0);
        }
        // Nobody wins with their next stone.
        let (mut least, mut most) = (lost + 1, (left - 1) / 2);
        let empty = BOARD & !self.all;
        if alpha >= 0 && most > 0 && !has_four(self.mover | empty) {
            most = 0;
        }
        if beta <= 0 && least < 0 && !has_four((self.all ^ self.mover) | empty) {
            least = 0;
        }
        if least < beta && most > alpha {
            let (mine, theirs) = zugzwang::promises(self, alpha, beta);
            least = least.max(mine.unwrap_or(least));
            most = most.min(theirs.map_or(most, |promise| -promise));
        }
        values(least, most)
    }

    fn place(&self, column: u8) -> usize {
        let stone = (self.all + bottom(column)) & !self.all;
        stone.trailing_zeros() as usize + usize::from(self.stones % 2) * 64
    }
}

impl Keyed for Solving {
    /// That of [`ConnectFour`]; with few stones the smaller one of the position's and its mirror image's.
    #[inline]
    fn key(&self) -> u64 {
        Solving::key_of(self.mover, self.all, self.stones)
    }
}
