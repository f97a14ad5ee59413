//! MTD(f): a search that never asks more than whether the value reaches some bound, and remembers all answers.
//!
//! Each pass is enhanced NegaScout in a minimal window, which is alpha-beta with memory; each tells a bound on the value, and
//! the next pass asks at that bound, until the upper and the lower one meet. What is asked first makes three algorithms of one
//! (Plaat, Schaeffer, Pijls and de Bruin 1996; 1995): from [above](Guess::Above) it is SSS\*, from [below](Guess::Below) DUAL\*,
//! with the same leaves in the same order if the table is large enough; from a good [guess](Guess::Value) it is mostly faster
//! than either.

use super::{Enhanced, Search, Stats, Status, TooDeep};
use crate::game::{Hints, Value, Window};

/// Where to ask first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Guess {
    /// Whether the value is this or more.
    Value(Value),
    /// At plus infinity, so that the upper bound comes down: SSS\*.
    Above,
    /// At minus infinity, so that the lower bound goes up: DUAL\*.
    Below,
    /// Whether it reaches `win`, then whether it reaches `draw`, if not: far from the middle little has to be searched where
    /// values tell how soon a game ends. A value out there is found by halving, one in the middle as from `value`.
    Ends {
        /// The least value of a game that is soon won.
        win: Value,
        /// The least value of a game that is not soon lost.
        draw: Value,
        /// See [`Guess::Value`].
        value: Value,
    },
}

/// MTD(f) over enhanced NegaScout.
///
/// ```
/// use plywood::game::Value;
/// use plywood::games::TicTacToe;
/// use plywood::search::enhanced::{Enhanced, Switches};
/// use plywood::search::mtd::{Guess, Mtd};
/// use plywood::search::Search;
/// use plywood::store::table::{Table, words};
///
/// let mut lent = [0; words(500)];
/// let game = TicTacToe::new();
/// let search = Enhanced::<_, 9, 9>::new(Switches::default(), Table::new(&mut lent), game.clone());
/// let mut search = Mtd::new(search, Guess::Value(Value::ZERO));
/// search.start(&game, 9).unwrap();
/// assert_eq!(search.finish(), Value::ZERO);
/// ```
pub struct Mtd<'m, G: Hints, const W: usize, const D: usize> {
    search: Enhanced<'m, G, W, D>,
    /// Where it asks first.
    pub guess: Guess,
    window: Window,
    /// f-: the value is this or more.
    lower: Value,
    /// f+: the value is this or less.
    upper: Value,
    /// Each pass asks whether the value reaches this one.
    gamma: Value,
    /// What the last pass has found; none before the first.
    last: Option<Value>,
    best: Option<G::Move>,
    done: bool,
}

impl<'m, G: Hints + Clone, const W: usize, const D: usize> Mtd<'m, G, W, D> {
    /// A driver of this search.
    pub fn new(search: Enhanced<'m, G, W, D>, guess: Guess) -> Self {
        let window = Window::FULL;
        let Window { alpha: lower, beta: upper } = window;
        Mtd { search, guess, window, lower, upper, gamma: upper, last: None, best: None, done: false }
    }

    /// The search that is driven.
    pub fn search_mut(&mut self) -> &mut Enhanced<'m, G, W, D> {
        &mut self.search
    }

    /// How many slots of the table are used, and how many there are.
    pub fn slots(&self) -> (usize, usize) {
        self.search.slots()
    }

    /// Hands back what was lent to the table; the search has to be started anew then, and has none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.done = false;
        self.search.take_words()
    }

    /// The bounds between which the value lies, as far as is known.
    pub fn bounds(&self) -> (Value, Value) {
        (self.lower, self.upper)
    }

    /// Whether there is nothing more to find out: the bounds have met, or one of them lies outside of the window.
    fn is_known(&self) -> bool {
        let Window { alpha, beta } = self.window;
        self.lower >= self.upper || self.lower >= beta || self.upper <= alpha
    }

    /// Where to ask next.
    fn next(&self) -> Value {
        let first = match self.guess {
            Guess::Value(value) => value,
            Guess::Above => Value::INFINITY,
            Guess::Below => -Value::INFINITY,
            Guess::Ends { win, draw, value } => {
                let halfway = Value::new(((i32::from(self.lower.get()) + i32::from(self.upper.get()) + 1) / 2) as i16);
                return match self.last {
                    None => win,
                    Some(_) if self.lower >= win || self.upper < draw => halfway,
                    Some(_) if self.lower < draw && self.gamma == win => draw,
                    Some(last) if self.gamma == win || self.gamma == draw && last != value => value,
                    Some(last) => self.at_bound(last),
                };
            }
        };
        self.last.map_or(first, |last| self.at_bound(last))
    }

    /// At the bound that the last pass has moved.
    fn at_bound(&self, last: Value) -> Value {
        if self.lower == last { last.up() } else { last }
    }

    /// A pass in a minimal window below the value that is asked for.
    fn ask(&mut self) {
        let Window { alpha, beta } = self.window;
        // Inside of what is wanted, and of what is open.
        self.gamma = self.next().max(self.lower.max(alpha).up()).min(self.upper.min(beta));
        self.search.again_in(Window { alpha: self.gamma.down(), beta: self.gamma });
    }

    /// A pass has found `value`, at least gamma or less than it.
    fn learn(&mut self, value: Value) {
        if value >= self.gamma {
            self.lower = value;
            // Only such a pass knows its move to be good for something.
            self.best = self.search.best();
        } else {
            self.upper = value;
        }
        self.last = Some(value);
        self.done = self.is_known();
        if !self.done {
            self.ask();
        }
    }

    fn result(&self) -> Value {
        // What was asked last, unless the window was left.
        if self.upper <= self.window.alpha { self.upper } else { self.lower }
    }
}

impl<G: Hints + Clone, const W: usize, const D: usize> Search<G> for Mtd<'_, G, W, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        self.search.start_in(game, depth, window)?;
        self.window = window;
        // What the game knows of the lower bound says nothing of the move that brings it.
        (self.lower, self.upper) = (-Value::INFINITY, game.known(window).1);
        self.best = self.search.best();
        self.done = false;
        self.last = None;
        self.ask();
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let end = self.stats().nodes + u64::from(budget);
        while !self.done {
            let left = end.saturating_sub(self.stats().nodes) as u32; // no more than the budget
            match self.search.step(left) {
                Status::Done(value) => self.learn(value),
                Status::Pending => return Status::Pending,
            }
        }
        Status::Done(self.result())
    }

    fn value(&self) -> Option<Value> {
        self.done.then(|| self.result())
    }

    fn best(&self) -> Option<G::Move> {
        self.best
    }

    /// The best move; what follows it was searched only for bounds.
    fn line(&self) -> &[G::Move] {
        self.best.as_slice()
    }

    fn stats(&self) -> &Stats {
        self.search.stats()
    }

    fn moves_a_visit(&self) -> u32 {
        self.search.moves_a_visit()
    }
}
