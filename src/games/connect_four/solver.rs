//! The perfect player's knowledge: the exact score of any position, by MTD(f) over enhanced NegaScout on [`Solving`].

use super::{COLUMNS, ConnectFour, End, Evaluator, Score, Solving};
use crate::game::{Game, Value};
use crate::search::enhanced::Switches;
use crate::search::mtd::{Guess, Mtd};
use crate::search::{Enhanced, Search, Stats, Status, TooDeep};
use crate::store::table::Table;

/// A game that ends in so many plies is soon over.
const SOON: u8 = 12;
/// Looking up all successors pays only where much is left to search below them.
const ETC_ABOVE: u8 = 8;

/// Finds the score of Connect-Four positions that have at most `D` empty cells, a few nodes at a time, with a table in lent
/// words. 42 is enough for all of them.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::games::connect_four::Solver;
/// use plywood::store::table::words;
///
/// let mut lent = [0; words(1000)];
/// let mut solver = Solver::<42>::new(&mut lent);
/// let game: ConnectFour = ConnectFour::from_moves("6276276276355227641").unwrap();
/// solver.start(&game).unwrap();
/// assert_eq!(solver.finish().get(), -2); // Red, who moves, loses by Black's last stone but one
/// ```
pub struct Solver<'m, const D: usize> {
    search: Mtd<'m, Solving, { COLUMNS as usize }, D>,
    /// A score that needed no search.
    known: Option<Score>,
    /// A move that is as good as any until the search knows better.
    move_at_hand: Option<u8>,
    /// Whether there was anything to search.
    searched: bool,
    nothing: Stats,
}

impl<'m, const D: usize> Solver<'m, D> {
    /// A solver with a table in these words. It has nothing to solve until it is [started](Solver::start).
    #[must_use]
    pub fn new(words: &'m mut [u32]) -> Self {
        let switches = Switches { etc: Some(ETC_ABOVE), ..Switches::NONE };
        let search = Enhanced::new(switches, Table::new(words), Solving::default());
        let search = Mtd::new(search, Guess::Value(Value::ZERO));
        Solver { search, known: None, move_at_hand: None, searched: false, nothing: Stats::default() }
    }

    /// Begins to solve a position. What was learned from those before stays in the table as long as there is room.
    ///
    /// # Errors
    /// If it has more than `D` empty cells; then nothing has changed.
    pub fn start<E: Evaluator>(&mut self, game: &ConnectFour<E>) -> Result<(), TooDeep> {
        match Solving::new(game) {
            Ok(solving) => {
                // Won or lost within so many plies; and else, whether it is won at all.
                let win = Score::of_win(solving.stones + SOON - 1 + solving.stones % 2).get().into();
                self.search.guess = Guess::Ends { win: Value::new(win), draw: Value::new(-win), value: Value::new(1) };
                self.search.start(&solving, solving.left())?;
                (self.known, self.searched) = (None, true);
            }
            Err(score) => (self.known, self.searched) = (Some(score), false),
        }
        let wins = |&&column: &&u8| {
            let mut game = game.clone();
            game.play(column);
            matches!(game.end(), Some(End::Won(_)))
        };
        let moves = game.moves();
        self.move_at_hand = moves.iter().find(wins).or_else(|| moves.first()).copied();
        Ok(())
    }

    /// Forgets what was learned from earlier positions.
    pub fn forget(&mut self) {
        self.search.search_mut().forget();
    }

    /// Goes on, for at most `budget` nodes. The score when it is known.
    pub fn step(&mut self, budget: u32) -> Option<Score> {
        if self.known.is_none()
            && let Status::Done(value) = self.search.step(budget)
        {
            self.known = Score::new(value.get() as i8); // a game has no other values
        }
        self.known
    }

    /// Goes on to the end, however long it takes.
    pub fn finish(&mut self) -> Score {
        loop {
            if let Some(score) = self.step(u32::MAX) {
                return score;
            }
        }
    }

    /// The best move; before the score is known, one that is as good as what is known. `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<u8> {
        let searched = if self.searched { self.search.best() } else { None };
        searched.or(self.move_at_hand)
    }

    /// Between which scores the value lies, as far as is known.
    #[must_use]
    pub fn bounds(&self) -> (Value, Value) {
        let (lower, upper) = self.search.bounds();
        self.known.map_or((lower, upper), |score| (Value::new(score.get().into()), Value::new(score.get().into())))
    }

    /// What was done since the start.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        if self.searched { self.search.stats() } else { &self.nothing }
    }

    /// How many slots of the table are used, and how many there are.
    #[must_use]
    pub fn slots(&self) -> (usize, usize) {
        self.search.slots()
    }

    /// Hands back what was lent to the table; the solver has none then.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.search.take_words()
    }
}
