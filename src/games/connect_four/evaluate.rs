//! What a Connect-Four position is worth.

use core::fmt;
use core::ops::Neg;

use super::{CELLS, Player, Rivest};
use crate::game::Value;

/// Values a position while stones are placed and taken back.
pub trait Evaluator: Clone + Default {
    /// What [`take_back`](Evaluator::take_back) has to know.
    type Undo: Copy;

    /// `player` puts a stone into `cell` (its bit's number).
    fn place(&mut self, cell: u8, player: Player) -> Self::Undo;

    /// That stone is taken away again.
    fn take_back(&mut self, cell: u8, player: Player, undo: Self::Undo);

    /// The value for `to_move` of a game that goes on.
    fn in_play(&self, to_move: Player) -> Value;

    /// The value of a won game for its winner.
    fn won(score: Score) -> Value;
}

/// The common score of Connect-Four solvers: 0 for a draw; a player who wins with the last stone they can have
/// gets 1, with the one before 2, and so on: 22 minus the stones they have played. Negative for the loser.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(i8);

impl Score {
    /// That of a draw.
    pub const DRAW: Score = Score(0);

    /// A player has just won with the `stones`-th stone on the board.
    #[must_use]
    pub fn of_win(stones: u8) -> Score {
        Score((CELLS / 2 + 1) as i8 - stones.div_ceil(2) as i8)
    }

    /// A score that is known; `None` for what no game can give (scores run from -18 to 18).
    #[must_use]
    pub fn new(score: i8) -> Option<Score> {
        (-18..=18).contains(&score).then_some(Score(score))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> i8 {
        self.0
    }
}

/// The opponent's.
impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { write!(f, "{:+}", self.0) }
    }
}

/// Knows nothing but the end: a won game has its [`Score`], any other is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome;

impl Evaluator for Outcome {
    type Undo = ();

    #[inline]
    fn place(&mut self, _cell: u8, _player: Player) {}

    #[inline]
    fn take_back(&mut self, _cell: u8, _player: Player, (): ()) {}

    #[inline]
    fn in_play(&self, _to_move: Player) -> Value {
        Value::ZERO
    }

    fn won(score: Score) -> Value {
        Value::new(score.get().into())
    }
}

/// [`Rivest`]'s estimate, but a win is worth the more the sooner it comes: for playing against people, who do not
/// like to be toyed with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Keen(Rivest);

impl Keen {
    /// From this value on, a game is won for certain.
    pub const WIN: Value = Value::new(1000);

    /// The greatest estimate of a game that goes on.
    pub const MOST: Value = Value::new(510);

    /// The score behind a value from [`WIN`](Keen::WIN) on, or up to its negative; `None` for an estimate.
    #[must_use]
    pub fn score(value: Value) -> Option<Score> {
        let over = value.get().abs() - Keen::WIN.get();
        let score = Score::new(i8::try_from(over).ok()?).filter(|score| score.get() > 0)?;
        Some(if value < Value::ZERO { -score } else { score })
    }
}

impl Evaluator for Keen {
    type Undo = <Rivest as Evaluator>::Undo;

    #[inline]
    fn place(&mut self, cell: u8, player: Player) -> Self::Undo {
        self.0.place(cell, player)
    }

    #[inline]
    fn take_back(&mut self, cell: u8, player: Player, undo: Self::Undo) {
        self.0.take_back(cell, player, undo);
    }

    #[inline]
    fn in_play(&self, to_move: Player) -> Value {
        self.0.in_play(to_move)
    }

    fn won(score: Score) -> Value {
        Value::new(Keen::WIN.get() + i16::from(score.get()))
    }
}
