//! The searches: one file an algorithm, named as its paper names it.
//!
//! | file | algorithm | source | memory beyond the frames | guarantee |
//! |---|---|---|---|---|
//! | [`minimax`] | [`Minimax`], [`Negamax`] | every one of them | none | the definition itself: the oracle |
//! | [`alpha_beta`] | [`AlphaBeta`], fail-hard or fail-soft, with or without deep cut-offs | Knuth and Moore 1975; Steinberg and Solomon 1989, §2.1 | none | exact inside the window, a bound outside |
//! | [`scout`] | [`Test`], [`Scout`] | Pearl 1980; lecture notes on SCOUT | none | TEST: above or not; SCOUT: exact |
//! | [`negascout`] | [`NegaScout`], [`NegaScoutMinMax`] | Reinefeld 1983; Marsland, Reinefeld and Schaeffer 1987 | none | exact inside the window, a bound outside |
//! | [`ins`] | [`Pns`], partially informed NegaScout (not proof-number search) | Marsland, Reinefeld and Schaeffer 1987, §2 | `D` levels of `W` merits, in itself | as NegaScout |
//! | [`ins`] | [`InsLinked`], informed NegaScout | the same, Fig. 3 | a lent tree: 4 [`slot_words`]`(W)` bytes a node; with [`merits::enough_slots`]`(w, d)` nothing is lost | as NegaScout, at any capacity |
//! | [`ins`] | [`InsHash`], informed NegaScout | the same | a lent hash table of any size: 4 [`slot_words`]`(W)` bytes a slot | as NegaScout, at any capacity |
//! | [`sss`] | [`Sss`] | Stockman 1979; Marsland, Reinefeld and Schaeffer 1987, §3 | a lent OPEN list: 12 bytes a slot, [`open::enough_slots`]`(w, d, true)` = w + w² + … + w^⌊d/2⌋ | exact in the window, a bound outside, at any capacity |
//! | [`dual`] | [`Dual`] | Marsland, Reinefeld and Schaeffer 1987, Fig. 4 | the same, [`open::enough_slots`]`(w, d, false)` = 1 + w + … + w^⌊(d-1)/2⌋ | the same |
//! | [`er`] | [`Er`], serial ER | Steinberg and Solomon 1989, Fig. 8 | `W` successors with their moves for each of `D` plies, in itself | exact inside the window, a bound outside |
//! | [`er::parallel`] | parallel ER by several processors ([`crew`]) | Steinberg and Solomon 1989, §5 and §6 | a lent problem heap: 36 bytes a node | as ER, at any capacity |
//! | [`enhanced`] | [`Enhanced`] NegaScout: transposition table, history heuristic, ETC, EIB | Plaat, Schaeffer, Pijls and de Bruin 1996 | a lent [`table`](crate::store::table) of any size: 16 bytes a slot, 24 for keys of 128 bits | as NegaScout, at any capacity |
//! | [`mtd`] | [`Mtd`], MTD(f), and from plus or minus infinity SSS\* and DUAL\* | the same | the same | the same |
//! | [`mma`] | [`Mma`], min/max approximation, with four penalties | Rivest 1987 | a lent tree: 12 bytes a node, 16 with estimates | a best move at any time; minimax's value once nothing is left to expand |
//! | [`deepening`] | [`Deepening`] over any of them | Rivest 1987, §5.4 | one line of moves | what the deepest complete search said |
//!
//! The first four are walked by [`DepthFirst`], whose frames are the only memory: [`DepthFirst`]`<G, A, D>` is `D` frames of
//! moves, undo and local variables, and `D` lines of `D` moves; `size_of` tells it to the byte. So it does for the others,
//! which besides have what the caller lends them: [`merits::words`] and [`open::words`] tell how much a number of slots is.
//!
//! [`merits::enough_slots`]: crate::store::merits::enough_slots
//! [`merits::words`]: crate::store::merits::words
//! [`slot_words`]: crate::store::merits::slot_words
//! [`open::enough_slots`]: crate::store::open::enough_slots
//! [`open::words`]: crate::store::open::words
//!
//! Every search is a value that can be stopped and taken up again between any two nodes: see [`Search`].

pub mod alpha_beta;
pub mod best_first;
pub mod crew;
pub mod deepening;
pub mod depth_first;
pub mod dual;
pub mod enhanced;
pub mod er;
pub mod ins;
mod line;
pub mod minimax;
pub mod mma;
pub mod mtd;
pub mod named;
pub mod negascout;
pub mod scout;
pub mod sss;
mod stats;

use core::fmt;

use crate::game::{Game, Value, Window};

pub use alpha_beta::AlphaBeta;
pub use deepening::{Deepening, Limit};
pub use depth_first::{Algorithm, DepthFirst};
pub use dual::Dual;
pub use enhanced::Enhanced;
pub use er::Er;
pub use ins::{InsHash, InsLinked, Pns};
pub use minimax::{Minimax, Negamax};
pub use mma::Mma;
pub use mtd::Mtd;
pub use named::{AnySearch, Name};
pub use negascout::{NegaScout, NegaScoutMinMax};
pub use scout::{Scout, Test};
pub use sss::Sss;
pub use stats::{CutOff, CutOffs, Peaks, Stats};

/// A search of one position, done in as many steps as the caller likes.
///
/// ```
/// use plywood::games::TicTacToe;
/// use plywood::search::{AlphaBeta, DepthFirst, Search, Status};
///
/// let game = TicTacToe::new();
/// let mut search = DepthFirst::<_, _, 9>::new(AlphaBeta::default(), game.clone());
/// search.start(&game, 9).unwrap();
/// while search.step(1000) == Status::Pending {
///     // blink, poll the USB port, look at the clock; `search.best()` is the best move so far
/// }
/// assert_eq!(search.value(), Some(plywood::game::Value::ZERO));
/// ```
pub trait Search<G: Game> {
    /// The greatest depth this search has room for.
    fn max_depth(&self) -> u8;

    /// Begins to search `game` to `depth` plies, forgetting what was searched before; only what a transposition table
    /// knows for certain stays.
    /// Values inside `window` will be exact, others bounds.
    ///
    /// # Errors
    /// If `depth` is more than [`max_depth`](Search::max_depth); then nothing has changed.
    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep>;

    /// Goes on, for at most `budget` node visits.
    fn step(&mut self, budget: u32) -> Status;

    /// The root's value, for its mover, once the search is done.
    fn value(&self) -> Option<Value>;

    /// The best move so far; always a legal one, and `None` only if there is none or the depth is zero.
    fn best(&self) -> Option<G::Move>;

    /// The best line of play so far. It may stop short of the depth where a bound was enough.
    fn line(&self) -> &[G::Move];

    /// What was done since the start.
    fn stats(&self) -> &Stats;

    /// What it takes the root's value to be, if it can tell before it is done: one that grows a tree can.
    fn value_so_far(&self) -> Option<Value> {
        self.value()
    }

    /// Calls of `play` that one node visit costs at the most. Only a search that looks ahead to sort its moves
    /// says more than one.
    fn moves_a_visit(&self) -> u32 {
        1
    }

    /// Begins to search `game` to `depth` plies for its exact value.
    ///
    /// # Errors
    /// If `depth` is more than [`max_depth`](Search::max_depth); then nothing has changed.
    fn start(&mut self, game: &G, depth: u8) -> Result<(), TooDeep> {
        self.start_in(game, depth, Window::FULL)
    }

    /// Goes on until the search is done or `stop` says so; `stop` is asked before the first and then after every
    /// `every` nodes. A flag set in an interrupt, a clock and a key press all fit.
    fn run(&mut self, every: u32, mut stop: impl FnMut(&Stats) -> bool) -> Status
    where
        Self: Sized,
    {
        let mut status = self.step(0);
        while status == Status::Pending && !stop(self.stats()) {
            status = self.step(every.max(1));
        }
        status
    }

    /// Goes on to the end, however long it takes.
    fn finish(&mut self) -> Value {
        loop {
            if let Status::Done(value) = self.step(u32::MAX) {
                return value;
            }
        }
    }
}

/// Whether there is more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Status {
    /// The budget ran out first.
    Pending,
    /// The value of the root: exact inside the window of the search, else a bound.
    Done(Value),
}

/// A search was asked to look deeper than it has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TooDeep {
    /// The depth asked for.
    pub depth: u8,
    /// The greatest depth there is room for.
    pub max: u8,
}

impl TooDeep {
    /// An error if `depth` is more than `max`.
    ///
    /// # Errors
    /// That one.
    pub fn check(depth: u8, max: u8) -> Result<(), TooDeep> {
        if depth > max { Err(TooDeep { depth, max }) } else { Ok(()) }
    }
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} is too deep: this search has room for 0 to {}", self.depth, self.max)
    }
}

impl core::error::Error for TooDeep {}
