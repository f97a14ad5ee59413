//! Games as lines of a file.
//!
//! | word | what |
//! |---|---|
//! | 1 | the opening: `44` |
//! | 2 | who was first: `A`, the player named first in the file's name, or `B` |
//! | 3 | all moves, the opening included |
//! | 4 | who won: `A`, `B` or `tie` |
//! | 5, 6 | calls of `play` and microseconds that A took |
//! | 7, 8 | the same of B |

use std::fmt;
use std::path::Path;
use std::{fs, io};

use plywood::game::Game;
use plywood::games::ConnectFour;
use plywood::games::connect_four::{End, Player as Colour, Rivest};

use super::{Side, written};

/// What a player did in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Calls of `play`.
    pub calls: u64,
    /// Time.
    pub micros: u64,
}

impl Effort {
    /// Calls of `play` a second.
    pub fn a_second(self) -> f64 {
        1e6 * self.calls as f64 / self.micros.max(1) as f64
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, more: Effort) {
        self.calls += more.calls;
        self.micros += more.micros;
    }
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who was first.
    pub first: Side,
    /// All moves, the opening included.
    pub moves: Vec<u8>,
    /// What A and B did.
    pub efforts: [Effort; 2],
}

impl Played {
    /// The first two moves.
    pub fn opening(&self) -> [u8; 2] {
        [self.moves.first().copied().unwrap_or_default(), self.moves.get(1).copied().unwrap_or_default()]
    }

    /// Who won; nobody if the board is full.
    pub fn winner(&self) -> Option<Side> {
        let mut game = ConnectFour::new();
        for &column in &self.moves {
            game.play(column);
        }
        match game.end() {
            Some(End::Won(Colour::Black)) => Some(self.first),
            Some(End::Won(Colour::Red)) => Some(self.first.other()),
            Some(End::Draw) | None => None,
        }
    }

    fn parse(line: &str) -> Option<Played> {
        let words: Vec<&str> = line.split(' ').collect();
        let [opening, first, moves, result, efforts @ ..] = &words[..] else { return None };
        ConnectFour::<Rivest>::from_moves(moves).ok()?.end()?;
        let [calls_a, micros_a, calls_b, micros_b] = efforts else { return None };
        let effort =
            |calls: &str, micros: &str| Some(Effort { calls: calls.parse().ok()?, micros: micros.parse().ok()? });
        let played = Played {
            first: match *first {
                "A" => Side::A,
                "B" => Side::B,
                _ => return None,
            },
            moves: moves.bytes().map(|c| c - b'1').collect(), // they were read as moves above
            efforts: [effort(calls_a, micros_a)?, effort(calls_b, micros_b)?],
        };
        (written(&played.opening()) == *opening && result_name(played.winner()) == *result).then_some(played)
    }
}

fn result_name(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::A) => "A",
        Some(Side::B) => "B",
        None => "tie",
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.efforts;
        write!(
            f,
            "{} {} {} {} {} {} {} {}",
            written(&self.opening()),
            result_name(Some(self.first)),
            written(&self.moves),
            result_name(self.winner()),
            a.calls,
            a.micros,
            b.calls,
            b.micros
        )
    }
}

/// A whole line that is no game: somebody else's file, or one that was edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine(pub usize);

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no game of this match: delete it, or choose another directory", self.0)
    }
}

impl std::error::Error for BadLine {}

/// The games in a file, none if it is not there. A last line without its end was being written when the program stopped:
/// it is cut off, so that the next line begins where a line begins.
pub(super) fn read(path: &Path) -> io::Result<Vec<Played>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let text = String::from_utf8_lossy(&bytes[..whole]);
    let games: Result<Vec<Played>, BadLine> =
        text.lines().enumerate().map(|(i, line)| Played::parse(line).ok_or(BadLine(i + 1))).collect();
    let games = games.map_err(|bad| io::Error::new(io::ErrorKind::InvalidData, bad))?;
    if whole < bytes.len() {
        fs::OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_read_back_and_nonsense_does_not() {
        let efforts = [Effort { calls: 3000, micros: 250 }, Effort { calls: 2000, micros: 17 }];
        let game = Played { first: Side::B, moves: vec![3, 0, 3, 0, 3, 0, 3], efforts };
        assert_eq!(game.to_string(), "41 B 4141414 B 3000 250 2000 17");
        assert_eq!(Played::parse(&game.to_string()), Some(game));
        for line in [
            "",
            "41 B 4141414 A 3000 250 2000 17",   // not who won
            "41 B 414141 tie 3000 250 2000 17",  // not over
            "41 B 41414141 B 3000 250 2000 17",  // goes on after the end
            "14 B 4141414 B 3000 250 2000 17",   // another opening
            "41 C 4141414 B 3000 250 2000 17",   // nobody
            "41 B 4141414 B 3000 250 2000",      // a word is missing
            "41 B 4141414 B 3000 250 2000 17 1", // one too many
        ] {
            assert_eq!(Played::parse(line), None, "{line}");
        }
    }
}
