//! Parallel ER where processors really run at the same time: one lock around the heap, held for a visit and no longer.
//!
//! A [`Desk`] is what they share. Each has a [`Member`], which it steps; whoever has nothing to do sleeps as the [`Place`]
//! knows how. The lock is a [`critical_section`], which threads of a host and both cores of a chip without compare-and-swap
//! have alike; outside of it there are only flags that one side sets and the other one reads.

use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};

use critical_section::Mutex;

use super::Heap;
use crate::game::{Game, Value, Window};
use crate::search::crew::{MAX_WORKERS, Serial, Wants, Worker};
use crate::search::{Search, Stats, Status, TooDeep};

/// Nodes searched before a member looks again whether it was told something.
const LOOK_UP_EVERY: u32 = 16;

/// How processors wait for each other.
pub trait Place {
    /// Sleeps, until this worker is woken or for some other reason. Being woken just before counts.
    fn sleep(&self, worker: usize);

    /// Wakes a worker.
    fn wake(&self, worker: usize);
}

/// The heap, the position it is about, and a flag for each worker.
pub struct Desk<'m, G, P> {
    inside: Mutex<RefCell<Inside<'m, G>>>,
    told: [AtomicBool; MAX_WORKERS],
    place: P,
}

/// What the lock is around.
struct Inside<'m, G> {
    heap: Heap<'m>,
    root: G,
    depth: u8,
    stats: Stats,
}

impl<'m, G: Game + Clone, P: Place> Desk<'m, G, P> {
    /// A desk at which nothing is searched yet.
    pub fn new(heap: Heap<'m>, root: G, place: P) -> Self {
        Desk {
            inside: Mutex::new(RefCell::new(Inside { heap, root, depth: 0, stats: Stats::default() })),
            told: [const { AtomicBool::new(false) }; MAX_WORKERS],
            place,
        }
    }

    /// How its processors wait.
    pub fn place(&self) -> &P {
        &self.place
    }

    /// Does something under the lock that ends in whom to tell, and tells them.
    fn enter<T>(&self, act: impl FnOnce(&mut Inside<'m, G>) -> (u32, T)) -> T {
        let (tell, result) = critical_section::with(|section| {
            let (tell, result) = act(&mut self.inside.borrow_ref_mut(section));
            for (_, told) in self.told.iter().enumerate().filter(|(worker, _)| tell >> worker & 1 == 1) {
                told.store(true, Ordering::Release);
            }
            (tell, result)
        });
        for worker in (0..MAX_WORKERS).filter(|worker| tell >> worker & 1 == 1) {
            self.place.wake(worker);
        }
        result
    }

    /// Begins a search; whoever is still in another one leaves it at the next visit.
    pub fn start(&self, game: &G, depth: u8, window: Window) {
        self.enter(|inside| {
            inside.root = game.clone();
            inside.depth = depth;
            inside.stats = Stats::default();
            (inside.heap.start(window), ())
        });
    }

    /// Ends the search; whoever is in it leaves it at the next visit.
    pub fn stop(&self) {
        self.enter(|inside| (inside.heap.stop(), ()));
    }

    /// Whether nothing is searched (any more).
    pub fn is_over(&self) -> bool {
        self.enter(|inside| (0, inside.heap.is_over()))
    }

    /// The value, if the search is done, and the number of the root's best successor so far.
    pub fn found(&self) -> (Option<Value>, Option<u8>) {
        self.enter(|inside| (0, (inside.heap.value(), inside.heap.best())))
    }

    /// What all members have done, as far as they have told.
    pub fn stats(&self) -> Stats {
        self.enter(|inside| {
            let mut stats = inside.stats;
            stats.peaks.slots = inside.heap.slots().0 as u32;
            (0, stats)
        })
    }

    /// Sleeps until `worker` is told something.
    pub fn wait(&self, worker: usize) {
        while !self.told.get(worker).is_none_or(|told| told.load(Ordering::Acquire)) {
            self.place.sleep(worker);
        }
    }
}

/// What a member has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// The budget is spent.
    Searching,
    /// There is nothing to do for it until it is told: see [`Desk::wait`].
    Waiting,
}

/// One processor's part: a [`Worker`] at a desk.
pub struct Member<'d, 'm, G: Game, S, P, const D: usize> {
    desk: &'d Desk<'m, G, P>,
    number: usize,
    worker: Worker<G, S, D>,
    /// Which of the desk's searches it is in.
    search: u32,
    best: Option<G::Move>,
    value: Option<Value>,
    stats: Stats,
}

impl<'d, 'm, G: Game + Clone, S: Serial<G>, P: Place, const D: usize> Member<'d, 'm, G, S, P, D> {
    /// Member number `number`, with a search of its own for what it does alone.
    pub fn new(desk: &'d Desk<'m, G, P>, number: usize, serial: S, game: G) -> Self {
        let worker = Worker::new(number, serial, game, 0);
        Member { desk, number, worker, search: 0, best: None, value: None, stats: Stats::default() }
    }

    /// Goes on, for at most `budget` nodes, or until there is nothing to do.
    pub fn go_on(&mut self, mut budget: u32) -> Doing {
        loop {
            if self.desk.told.get(self.number).is_some_and(|told| told.load(Ordering::Acquire)) {
                self.worker.tell();
            }
            match self.worker.wants() {
                Wants::Visit => self.visit(),
                Wants::Sleep => return Doing::Waiting,
                Wants::Search if budget == 0 => return Doing::Searching,
                Wants::Search => budget -= self.worker.search(budget.min(LOOK_UP_EVERY)),
            }
        }
    }

    fn visit(&mut self) {
        let Member { desk, number, worker, search, .. } = self;
        desk.enter(|inside| {
            // What comes from now on is not heard at this visit.
            if let Some(told) = desk.told.get(*number) {
                told.store(false, Ordering::Relaxed);
            }
            if *search != inside.heap.search() {
                *search = inside.heap.search();
                worker.start(&inside.root, inside.depth);
            }
            let tell = worker.visit(&mut inside.heap);
            inside.stats += worker.take_stats();
            (tell, ())
        });
    }
}

/// One of the members, the one that was asked: it starts and stops the search, does its part, and knows what came out.
impl<G: Game + Clone, S: Serial<G>, P: Place, const D: usize> Search<G> for Member<'_, '_, G, S, P, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.desk.start(game, depth, window);
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.value = None;
        self.stats = Stats::default();
        Ok(())
    }

    /// Does at most `budget` nodes itself; the other members go on meanwhile. Pending does not say that the budget is spent:
    /// there may have been nothing left to do but wait for the others.
    fn step(&mut self, budget: u32) -> Status {
        if let Some(value) = self.value {
            return Status::Done(value);
        }
        self.go_on(budget);
        let (value, best) = self.desk.found();
        self.value = value;
        self.best = best.and_then(|number| self.worker.root_move(number)).or(self.best);
        self.stats = self.desk.stats();
        match value {
            Some(value) => Status::Done(value),
            None => Status::Pending,
        }
    }

    fn value(&self) -> Option<Value> {
        self.value
    }

    fn best(&self) -> Option<G::Move> {
        self.best
    }

    fn line(&self) -> &[G::Move] {
        self.best.as_slice()
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    /// A task may lie anywhere.
    fn moves_a_visit(&self) -> u32 {
        D as u32 + 1
    }
}
