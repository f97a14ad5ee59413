//! Any depth-first search as the [`Serial`] one of a worker.

use super::{Part, Serial};
use crate::game::{Game, Value, Window};
use crate::search::{Search, Stats, Status, TooDeep};

/// Searches the successors of its root one after the other, each by `S`, so that it can begin and end with any of them. A
/// whole root is left to `S`.
pub struct BySuccessor<G: Game, S> {
    search: S,
    game: G,
    moves: Option<G::Moves>,
    depth: u8,
    window: Window,
    part: Part,
    /// The successor at hand, and how to come back from it.
    i: usize,
    back: Option<(G::Move, G::Undo)>,
    visited: bool,
    /// The best value so far.
    best_value: Value,
    best: Option<G::Move>,
    value: Option<Value>,
    first_of: Option<usize>,
    own: Stats,
    stats: Stats,
}

impl<G: Game + Clone, S: Search<G>> BySuccessor<G, S> {
    /// With a search to do it by.
    pub fn new(search: S, game: G) -> Self {
        BySuccessor {
            search,
            game,
            moves: None,
            depth: 0,
            window: Window::FULL,
            part: Part::Evaluate,
            i: 0,
            back: None,
            visited: true,
            best_value: -Value::INFINITY,
            best: None,
            value: None,
            first_of: None,
            own: Stats::default(),
            stats: Stats::default(),
        }
    }

    /// Whether the root is left to the search as a whole.
    fn is_whole(&self) -> bool {
        matches!(self.part, Part::Evaluate | Part::Refute | Part::Look)
    }

    /// Visits the root.
    fn visit(&mut self) {
        self.visited = true;
        self.own.nodes += 1;
        let moves = self.game.moves();
        if self.depth == 0 || moves.as_ref().is_empty() {
            self.own.bottom += 1;
            self.own.evaluations += 1;
            self.value = Some(self.game.evaluate());
        } else {
            self.moves = Some(moves);
            self.next();
        }
    }

    /// Goes on to the successor at hand, or is done.
    fn next(&mut self) {
        let Some(moves) = &self.moves else { return };
        let width = moves.as_ref().len();
        let refuted = self.best_value >= self.window.beta;
        if self.part == Part::First && self.i == 1 && width > 1 && !refuted {
            (self.value, self.first_of) = (Some(self.best_value), Some(width));
            return;
        }
        match moves.as_ref().get(self.i) {
            Some(&m) if !refuted => {
                let undo = self.game.play(m);
                self.own.moves += 1;
                self.back = Some((m, undo));
                // One ply less than there was room for.
                let _ = self.search.start_in(&self.game, self.depth - 1, self.window.below(self.best_value));
            }
            _ => self.value = Some(self.best_value),
        }
    }

    /// The successor at hand is worth this to its mover.
    fn learn(&mut self, value: Value) {
        self.own += *self.search.stats();
        let Some((m, undo)) = self.back.take() else { return };
        self.game.undo(m, undo);
        if -value > self.best_value {
            self.best_value = -value;
            self.best = Some(m);
        }
        self.i += 1;
        self.next();
    }
}

impl<G: Game + Clone, S: Search<G>> Search<G> for BySuccessor<G, S> {
    fn max_depth(&self) -> u8 {
        self.search.max_depth()
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        self.start_part(game, depth, window, Part::Evaluate)
    }

    fn step(&mut self, budget: u32) -> Status {
        if self.is_whole() {
            let status = self.search.step(budget);
            self.value = self.search.value();
            self.stats = *self.search.stats();
            return status;
        }
        let end = self.stats.nodes + u64::from(budget);
        while self.value.is_none() && self.own.nodes < end {
            if !self.visited {
                self.visit();
                continue;
            }
            let left = end - self.own.nodes - self.search.stats().nodes;
            match self.search.step(left as u32) {
                Status::Done(value) => self.learn(value),
                Status::Pending => break,
            }
        }
        self.stats = self.own;
        if self.back.is_some() {
            self.stats += *self.search.stats();
        }
        self.value.map_or(Status::Pending, Status::Done)
    }

    fn value(&self) -> Option<Value> {
        self.value
    }

    fn best(&self) -> Option<G::Move> {
        if self.is_whole() { self.search.best() } else { self.best }
    }

    fn line(&self) -> &[G::Move] {
        if self.is_whole() { self.search.line() } else { self.best.as_slice() }
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn moves_a_visit(&self) -> u32 {
        self.search.moves_a_visit()
    }
}

impl<G: Game + Clone, S: Search<G>> Serial<G> for BySuccessor<G, S> {
    fn start_part(&mut self, game: &G, depth: u8, window: Window, part: Part) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        (self.depth, self.window, self.part) = (depth, window, part);
        (self.moves, self.back, self.visited) = (None, None, false);
        (self.i, self.best_value) = match part {
            Part::Rest { from, value } => (from.into(), value),
            Part::Look | Part::Evaluate | Part::First | Part::Refute => (0, -Value::INFINITY),
        };
        (self.best, self.value, self.first_of) = (None, None, None);
        (self.own, self.stats) = (Stats::default(), Stats::default());
        if self.is_whole() { self.search.start_in(game, depth, window) } else { Ok(()) }
    }

    fn first_of(&self) -> Option<usize> {
        self.first_of
    }

    /// From the next successor on.
    fn narrow(&mut self, window: Window) {
        self.window = self.window.within(window);
    }
}
