//! Parallel ER on threads of this computer.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};

use plywood::game::{Game, Value, Window};
use plywood::search::er::team::{Desk, Doing, Member, Place};
use plywood::search::er::{Heap, Settings};
use plywood::search::{Er, Stats};
use plywood::store::problems;

use crate::virtual_time::below;

/// Threads that park.
#[derive(Default)]
pub struct Threads {
    handles: Mutex<Vec<Option<Thread>>>,
}

impl Threads {
    /// From now on the calling thread is this worker.
    fn enlist(&self, worker: usize) {
        let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        if handles.len() <= worker {
            handles.resize(worker + 1, None);
        }
        handles[worker] = Some(thread::current());
    }
}

impl Place for Threads {
    fn sleep(&self, _worker: usize) {
        thread::park();
    }

    fn wake(&self, worker: usize) {
        let handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = handles.get(worker).and_then(Option::as_ref) {
            thread.unpark();
        }
    }
}

/// How the threads work together.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    /// How many there are.
    pub threads: usize,
    /// How parallel ER goes about it.
    pub settings: Settings,
    /// How many nodes there is room for in the heap.
    pub nodes: usize,
    /// Makes the threads give way to each other again and again, differently for each number; 0 lets them run.
    pub yields: u64,
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub struct Found<M> {
    /// The value; `None` if the search was stopped first.
    pub value: Option<Value>,
    /// The best move so far.
    pub best: Option<M>,
    /// What all threads did.
    pub stats: Stats,
}

impl Crew {
    /// Searches a position. `stop` is asked every now and then, with what was done so far, by the first thread.
    pub fn search<G, const W: usize, const D: usize>(
        &self,
        game: &G,
        depth: u8,
        window: Window,
        mut stop: impl FnMut(&Stats) -> bool,
    ) -> Found<G::Move>
    where
        G: Game + Clone + Send + Sync,
    {
        let mut words = vec![0; problems::words(self.nodes)];
        let desk = Desk::new(Heap::new(&mut words, self.settings), game.clone(), Threads::default());
        desk.start(game, depth, window);
        thread::scope(|scope| {
            let desk = &desk;
            let hire = |number| {
                thread::Builder::new()
                    .stack_size(64 << 20)
                    .spawn_scoped(scope, move || self.work::<G, W, D>(desk, number, game, &mut |_| false))
                    .expect("a thread can be had")
            };
            let others: Vec<_> = (1..self.threads).map(hire).collect();
            self.work::<G, W, D>(desk, 0, game, &mut stop);
            // A handle that is dropped is detached, and glibc's detaching may read what is left of a thread that has just ended:
            // nothing, of one with a stack as large as these.
            for other in others {
                other.join().expect("nobody panics");
            }
        });
        let (value, best) = desk.found();
        let best = best.and_then(|number| game.moves().as_ref().get(usize::from(number)).copied());
        let best = best.or_else(|| game.moves().as_ref().first().copied()).filter(|_| depth > 0);
        Found { value, best, stats: desk.stats() }
    }

    /// One thread's part.
    fn work<G: Game + Clone, const W: usize, const D: usize>(
        &self,
        desk: &Desk<'_, G, Threads>,
        number: usize,
        game: &G,
        stop: &mut dyn FnMut(&Stats) -> bool,
    ) {
        desk.place().enlist(number);
        let mut member =
            Box::new(Member::<_, _, _, D>::new(desk, number, Er::<G, W, D>::new(game.clone()), game.clone()));
        let mut chance = self.yields ^ number as u64;
        while !desk.is_over() {
            let budget = if self.yields == 0 { 4096 } else { below(&mut chance, 30) as u32 };
            let doing = member.go_on(budget);
            if number == 0 && stop(&desk.stats()) {
                desk.stop();
            }
            if self.yields != 0 && below(&mut chance, 3) == 0 {
                thread::yield_now();
            }
            if doing == Doing::Waiting && !desk.is_over() {
                desk.wait(number);
            }
        }
    }
}
