//! Iterative deepening (Rivest 1987, §5.4): search to one depth after the other until a limit is reached, and
//! play what the last *complete* search said. What is carried over from one depth to the next is the search's own business: one
//! with a [table](super::enhanced) keeps that, the others start anew.
//!
//! With an [aspiration](Deepening::aspiration), each depth is searched in a small window around the value of the one before, and
//! again in an open one where it lies outside (Plaat, Schaeffer, Pijls and de Bruin 1996, "The Minimal Tree").

use heapless::Vec;

use super::{Search, Stats, Status, TooDeep};
use crate::game::{Bound, Game, Value, Window};

/// When to stop. Every limit that is set counts; whichever is reached first ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Limit {
    /// Node visits, over all depths together. Kept exactly.
    pub nodes: Option<u64>,
    /// Calls of `play`, over all depths together: Rivest's bound. Kept exactly.
    pub moves: Option<u64>,
    /// Time, in the unit of the clock that [`Deepening::step`] is told. Kept to within one step.
    pub time: Option<u64>,
    /// A value that needs no deeper look, and its negative: a won game in sight.
    pub decisive: Option<Value>,
}

/// A search over and over again, each time one ply deeper.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::search::{Deepening, DepthFirst, Limit, NegaScout, Status};
///
/// let game = ConnectFour::new();
/// let search = DepthFirst::<_, _, 20>::new(NegaScout, game.clone());
/// let mut thinking = Deepening::<_, _, 20>::new(search, game.clone());
/// thinking.start(&game, 1, 20, Limit { nodes: Some(5_000), ..Limit::default() }, 0).unwrap();
/// let mut clock = 0; // any clock will do
/// while thinking.step(100, clock) == Status::Pending {
///     clock += 1;
/// }
/// assert!(thinking.stats().nodes <= 5_000);
/// assert_eq!(thinking.best(), Some(3)); // the middle column
/// ```
pub struct Deepening<G: Game, S, const D: usize> {
    search: S,
    game: G,
    /// How far the window of a depth reaches below and above the value of the depth before; `None` opens it wide.
    pub aspiration: Option<u8>,
    window: Window,
    limit: Limit,
    depth: u8,
    last_depth: u8,
    /// When the search was started, by the caller's clock.
    since: u64,
    stopped: bool,
    complete: Option<Complete>,
    best: Option<G::Move>,
    line: Vec<G::Move, D, u8>,
    /// Of the searches before the current one.
    before: Stats,
}

/// A depth that was searched to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Complete {
    /// In plies.
    pub depth: u8,
    /// The root's value at that depth.
    pub value: Value,
}

impl<G: Game + Clone, S: Search<G>, const D: usize> Deepening<G, S, D> {
    /// Deepening by `search`; over at once until it is [started](Deepening::start).
    #[inline(never)]
    pub fn new(search: S, game: G) -> Self {
        Deepening {
            search,
            game,
            aspiration: None,
            window: Window::FULL,
            limit: Limit::default(),
            depth: 0,
            last_depth: 0,
            since: 0,
            stopped: true,
            complete: None,
            best: None,
            line: Vec::new(),
            before: Stats::default(),
        }
    }

    /// Begins to search `game`, to depth `first` in any case, then `first + 1` and so on up to `last`, or up to `limit`.
    /// `now` is what the caller's clock shows.
    ///
    /// # Errors
    /// If the search has no room for `first` plies. If it has none for `last`, it stops at what it has room for.
    pub fn start(&mut self, game: &G, first: u8, last: u8, limit: Limit, now: u64) -> Result<(), TooDeep> {
        self.search.start(game, first)?;
        self.game = game.clone();
        self.window = Window::FULL;
        self.limit = limit;
        self.depth = first;
        self.last_depth = last.min(self.search.max_depth()).min(D as u8);
        self.since = now;
        self.stopped = false;
        self.complete = None;
        self.best = None;
        self.line.clear();
        self.before = Stats::default();
        Ok(())
    }

    /// Goes on, for at most `budget` nodes. `now` is what the caller's clock shows.
    pub fn step(&mut self, mut budget: u32, now: u64) -> Status {
        while !self.stopped {
            let allowed = self.nodes_allowed(now).min(u64::from(budget)) as u32;
            let nodes = self.search.stats().nodes;
            match self.search.step(allowed) {
                Status::Done(value) => {
                    budget -= (self.search.stats().nodes - nodes) as u32;
                    match self.window.bound(value) {
                        Bound::Exact => self.finish_depth(value),
                        Bound::Upper => self.search_again(Window { beta: value.up(), ..Window::FULL }),
                        Bound::Lower => self.search_again(Window { alpha: value.down(), ..Window::FULL }),
                    }
                }
                Status::Pending if self.nodes_allowed(now) == 0 => self.stopped = true,
                Status::Pending if allowed == budget => return Status::Pending,
                // The limit on moves lets more nodes be visited now than it was certain of before.
                Status::Pending => budget -= allowed,
            }
        }
        Status::Done(self.complete.map_or(Value::ZERO, |complete| complete.value))
    }

    /// How many more nodes may be visited, for certain, within the limits.
    fn nodes_allowed(&self, now: u64) -> u64 {
        let so_far = self.stats();
        let Limit { nodes, moves, time, .. } = self.limit;
        let nodes = nodes.map_or(u64::MAX, |limit| limit.saturating_sub(so_far.nodes));
        let moves = moves.map_or(u64::MAX, |limit| {
            limit.saturating_sub(so_far.moves) / u64::from(self.search.moves_a_visit().max(1))
        });
        let late = time.is_some_and(|limit| now.saturating_sub(self.since) >= limit);
        if late { 0 } else { nodes.min(moves) }
    }

    /// The value lies outside of the window: the same depth in another one.
    fn search_again(&mut self, window: Window) {
        self.before += *self.search.stats();
        self.window = window;
        let _ = self.search.start_in(&self.game, self.depth, window); // it had room for this depth before
    }

    fn finish_depth(&mut self, value: Value) {
        self.complete = Some(Complete { depth: self.depth, value });
        self.best = self.search.best();
        self.line.clear();
        let _ = self.line.extend_from_slice(self.search.line());
        self.before += *self.search.stats();
        #[cfg(feature = "defmt")]
        defmt::debug!("{} after {} nodes in all", self.complete, self.before.nodes);
        let decided = self.limit.decisive.is_some_and(|win| value >= win || value <= -win);
        // A root without moves gets no other value at any depth.
        let over = self.best.is_none() && self.depth > 0;
        let next = self.depth.saturating_add(1);
        if decided || over || next > self.last_depth {
            self.stopped = true;
        }
        self.window = match self.aspiration.map(i16::from) {
            Some(reach) if !self.stopped => {
                let (v, reach) = (value.get(), reach.max(1));
                Window { alpha: Value::new(v.saturating_sub(reach)), beta: Value::new(v.saturating_add(reach)) }
            }
            _ => Window::FULL,
        };
        if self.stopped || self.search.start_in(&self.game, next, self.window).is_err() {
            // Leave the search empty-handed, so that nothing of it is counted twice.
            let _ = self.search.start(&self.game, 0);
            self.stopped = true;
        } else {
            self.depth = next;
        }
    }

    /// The search that is deepened.
    pub fn search(&self) -> &S {
        &self.search
    }

    /// The search that is deepened, to put another one in its place: then this has to be started anew.
    pub fn search_mut(&mut self) -> &mut S {
        self.stopped = true;
        &mut self.search
    }

    /// Ends the search now; what it knows stays.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// The deepest complete search, if there is one.
    pub fn complete(&self) -> Option<Complete> {
        self.complete
    }

    /// The depth that is being searched now, or was when it was stopped.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// The best move: that of the last complete depth, or, if none is, the best so far. `None` only if there are
    /// no moves, or only depth zero was searched.
    pub fn best(&self) -> Option<G::Move> {
        self.best.or_else(|| self.search.best())
    }

    /// The best line of the last complete depth.
    pub fn line(&self) -> &[G::Move] {
        &self.line
    }

    /// What was done at all depths together.
    pub fn stats(&self) -> Stats {
        let mut all = self.before;
        all += *self.search.stats();
        all
    }
}
