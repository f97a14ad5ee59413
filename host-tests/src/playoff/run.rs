//! Playing a match, and going on with one that was interrupted.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use plywood::game::Game;
use rayon::prelude::*;

use super::record::{self, Effort, Played};
use super::{Bound, Name, Player, Score, Side, position, some_openings};

/// Two players, a bound, and how many openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// A and B.
    pub players: [Name; 2],
    /// What each may use for a turn.
    pub bound: Bound,
    /// How many of the 49 openings; each is played twice.
    pub openings: usize,
}

/// What came of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Playoff {
    /// The games: by opening, and of each opening the one in which A was first comes first.
    pub games: Vec<Played>,
}

impl Playoff {
    /// How they ended, as A sees it.
    #[must_use]
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        self.games.iter().for_each(|game| score.count(game.winner()));
        score
    }

    /// What A and B did in all games together.
    #[must_use]
    pub fn efforts(&self) -> [Effort; 2] {
        let mut all = [Effort::default(); 2];
        for game in &self.games {
            all.iter_mut().zip(game.efforts).for_each(|(sum, effort)| *sum += effort);
        }
        all
    }
}

/// One game, or none if `stop` said so before its end; it is asked before every turn.
pub fn game(
    players: [Name; 2],
    opening: [u8; 2],
    first: Side,
    bound: Bound,
    stop: impl Fn() -> bool,
) -> Option<Played> {
    let mut players = players.map(Player::new);
    let mut board = position(opening);
    let mut played = Played { first, moves: opening.to_vec(), efforts: Default::default() };
    let mut turn = first;
    while board.end().is_none() {
        if stop() {
            return None;
        }
        let start = Instant::now();
        let choice = players[turn as usize].choose(&board, bound)?;
        let effort = Effort { calls: choice.calls, micros: start.elapsed().as_micros() as u64 };
        played.efforts[turn as usize] += effort;
        played.moves.push(choice.column);
        board.play(choice.column);
        turn = turn.other();
    }
    Some(played)
}

impl Match {
    /// Where its games are kept: both players and the bound.
    #[must_use]
    pub fn file_name(&self) -> String {
        let [a, b] = self.players;
        let bound = match self.bound {
            Bound::Moves(calls) => format!("{calls}moves"),
            Bound::Time(time) => format!("{}us", time.as_micros()),
        };
        format!("{a}-{b}-{bound}.games")
    }

    /// How many games it has.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * some_openings(self.openings).len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn pairings(&self) -> impl Iterator<Item = ([u8; 2], Side)> {
        some_openings(self.openings).into_iter().flat_map(|opening| [(opening, Side::A), (opening, Side::B)])
    }

    /// Plays what is not in the file in this directory yet, and adds each game to it as soon as it is over. Without a
    /// directory nothing is kept. `stop` is asked before every turn; a game that it ends is lost. `tick` is called once
    /// for each game, those found in the file included.
    ///
    /// Games bounded by calls of `play` run side by side and are the same every time; those bounded by time run one after
    /// the other, so that nobody's clock runs while somebody else has the processor.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn play(
        &self,
        directory: Option<&Path>,
        stop: &(dyn Fn() -> bool + Sync),
        tick: &(dyn Fn() + Sync),
    ) -> io::Result<Playoff> {
        let path = directory.map(|directory| directory.join(self.file_name()));
        let kept = path.as_deref().map_or(Ok(Vec::new()), record::read)?;
        let file = match &path {
            Some(path) => Some(fs::OpenOptions::new().append(true).create(true).open(path)?),
            None => None,
        };
        let file: Mutex<Option<File>> = Mutex::new(file);
        let one = |(opening, first): ([u8; 2], Side)| -> io::Result<Option<Played>> {
            if let Some(found) = kept.iter().find(|game| (game.opening(), game.first) == (opening, first)) {
                tick();
                return Ok(Some(found.clone()));
            }
            let Some(played) = game(self.players, opening, first, self.bound, stop) else { return Ok(None) };
            // One call writes the whole line; if it is cut short all the same, the next start will see it.
            let line = format!("{played}\n");
            if let Ok(mut file) = file.lock()
                && let Some(file) = file.as_mut()
            {
                file.write_all(line.as_bytes())?;
            }
            tick();
            Ok(Some(played))
        };
        let games: io::Result<Vec<Option<Played>>> = match self.bound {
            Bound::Moves(_) => self.pairings().collect::<Vec<_>>().into_par_iter().map(one).collect(),
            Bound::Time(_) => self.pairings().map(one).collect(),
        };
        Ok(Playoff { games: games?.into_iter().flatten().collect() })
    }
}
