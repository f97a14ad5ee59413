//! Playoffs of Connect-Four as Rivest's (1987, §5): two players, 49 openings, two games each, and a fixed bound a turn.

pub mod player;
mod record;
mod run;

use std::fmt;
use std::time::Duration;

use plywood::games::ConnectFour;
use plywood::games::connect_four::COLUMNS;

pub use player::{Board, Choice, Name, Player};
pub use record::{BadLine, Effort, Played};
pub use run::{Match, Playoff, game};

/// What a player may use for a turn. Nothing is saved up for the next one (§5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Calls of `play`.
    Moves(u64),
    /// Time.
    Time(Duration),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Moves(calls) => f.pad(&format!("{calls} moves")),
            Bound::Time(time) => f.pad(&format!("{time:?}")),
        }
    }
}

/// Every pair of first two moves, as people write them: `11` to `77`.
pub fn openings() -> Vec<[u8; 2]> {
    (0..COLUMNS).flat_map(|first| (0..COLUMNS).map(move |second| [first, second])).collect()
}

/// So many of the openings, spread evenly over all.
pub fn some_openings(count: usize) -> Vec<[u8; 2]> {
    let all = openings();
    let count = count.min(all.len());
    (0..count).map(|i| all[i * all.len() / count]).collect()
}

/// Moves as people write them.
pub fn written(moves: &[u8]) -> String {
    moves.iter().map(|&column| char::from(b'1' + column)).collect()
}

/// The position after an opening.
pub fn position(opening: [u8; 2]) -> ConnectFour {
    ConnectFour::from_moves(&written(&opening)).unwrap_or_default()
}

/// Which of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    /// The one named first.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// How games ended, as the player named first sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Full boards.
    pub ties: u64,
}

impl Score {
    /// One more game, won by this player or by none.
    pub fn count(&mut self, winner: Option<Side>) {
        *match winner {
            Some(Side::A) => &mut self.wins,
            Some(Side::B) => &mut self.losses,
            None => &mut self.ties,
        } += 1;
    }

    /// How many games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.ties
    }

    /// A tie is half a point.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.ties as f64
    }

    /// As the other player sees it.
    #[must_use]
    pub fn reversed(self) -> Score {
        Score { wins: self.losses, losses: self.wins, ties: self.ties }
    }
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, more: Score) {
        self.wins += more.wins;
        self.losses += more.losses;
        self.ties += more.ties;
    }
}

/// As in Rivest's Table 2: wins, losses, ties.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}-{}", self.wins, self.losses, self.ties))
    }
}
