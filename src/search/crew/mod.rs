//! Several processors at one search: what they say to each other, whatever the algorithm, and wherever they run.
//!
//! A [`Scheme`] knows the whole search and is shared: it is visited by one processor at a time, for a short and bounded while,
//! to hand in what came out of one [`Task`] and to fetch the next. A [`Worker`] belongs to one processor and does what takes
//! long: it has a game of its own and searches it, outside of any lock. Who calls the two, and when, is up to the place where
//! they run: a simulation in virtual time, threads of a host, or the cores of a chip. It
//!
//! 1. lets each worker [visit](Worker::visit) the scheme whenever it [wants](Worker::wants) to, under a lock;
//! 2. lets it [search](Worker::search) else;
//! 3. *tells* the workers that are named in [`Answer::tell`]: one that is waiting wakes up, one that is searching visits the
//!    scheme soon, because what it is doing may have become smaller, or useless ([`Worker::tell`]).

mod by_successor;
mod worker;

use heapless::Vec;

use super::{Algorithm, DepthFirst, Search, TooDeep};
use crate::game::{Game, Value, Window};

pub use by_successor::BySuccessor;
pub use worker::{Wants, Worker};

/// The most processors there can be: [`Answer::tell`] has a bit for each.
pub const MAX_WORKERS: usize = 32;

/// A task is at most so many plies below the root; deeper down one processor goes on alone.
pub const MAX_PLIES: usize = 32;

/// A piece of work: what to find out about one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The numbers of the successors on the way from the root.
    pub path: Vec<u8, MAX_PLIES, u8>,
    /// What has to be known exactly, as the mover there sees it.
    pub window: Window,
    /// What to do there.
    pub part: Part,
    /// Which of the scheme's searches it belongs to.
    pub search: u32,
}

/// What to do with a node: the pieces of serial ER, and a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Only visit it, and tell how many successors there are.
    Look,
    /// Search it: `ER`.
    Evaluate,
    /// Search its first successor: `Eval_first`.
    First,
    /// Search the successors from this number on; those before it have shown this value: `Refute_rest`.
    Rest {
        /// The first one that is not searched yet.
        from: u8,
        /// The best of the others, seen by the mover.
        value: Value,
    },
    /// Both of these.
    Refute,
}

/// What came out of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// [`Task::search`].
    pub search: u32,
    /// What.
    pub outcome: Outcome,
    /// Nodes visited for it so far.
    pub nodes: u32,
    /// Of the root, searched by one worker alone: the number of its best successor.
    pub best: Option<u8>,
}

/// What a task has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is not done; its worker has been told, and asks whether to go on.
    Asking,
    /// A look: there are so many successors.
    Inner(usize),
    /// `Eval_first`: it is worth at least this, and not done; there are so many successors.
    First(Value, usize),
    /// It is done: the value, in the task's window.
    Done(Value),
}

/// What a worker is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// This task, instead of whatever it had.
    Work(Task),
    /// The task it has, in as much of its window as lies in this one.
    GoOn(Window),
    /// Visit again at once: the scheme has used up its time.
    Again,
    /// Wait until it is told.
    Wait,
}

/// What a visit comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// For the visitor.
    pub order: Order,
    /// The other workers who have to know, a bit each.
    pub tell: u32,
}

/// What the processors share.
pub trait Scheme {
    /// Worker number `worker` comes, with what it has found.
    fn visit(&mut self, worker: usize, report: Option<Report>) -> Answer;
}

/// A search by one processor that can do the [parts](Part) of a task.
pub trait Serial<G: Game>: Search<G> {
    /// Begins one part of the search of `game`: anything but [`Part::Look`], which is for the worker itself.
    ///
    /// # Errors
    /// If `depth` is more than [`max_depth`](Search::max_depth); then nothing has changed.
    fn start_part(&mut self, game: &G, depth: u8, window: Window, part: Part) -> Result<(), TooDeep>;

    /// Once it is done: how many successors there are, if only the first was searched and the others have to be.
    fn first_of(&self) -> Option<usize>;

    /// The window has become smaller. A search may ignore that.
    fn narrow(&mut self, window: Window) {
        let _ = window;
    }
}

/// Whole nodes only: any other part is searched as a whole, too.
impl<G: Game + Clone, A: Algorithm, const D: usize> Serial<G> for DepthFirst<G, A, D> {
    fn start_part(&mut self, game: &G, depth: u8, window: Window, _part: Part) -> Result<(), TooDeep> {
        self.start_in(game, depth, window)
    }

    fn first_of(&self) -> Option<usize> {
        None
    }
}
