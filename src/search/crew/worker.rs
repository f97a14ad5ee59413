//! One processor's part.

use heapless::Vec;

use super::{Answer, Order, Outcome, Part, Report, Scheme, Serial, Task};
use crate::game::Game;
use crate::search::{Stats, Status};

/// One processor: its game, its serial search, and the task it has. At most `D` plies deep.
pub struct Worker<G: Game, S, const D: usize> {
    number: usize,
    game: G,
    /// The way from the root to where the game is.
    way: Vec<Step<G>, D>,
    /// The moves of the root.
    root_moves: G::Moves,
    depth: u8,
    serial: S,
    task: Option<Task>,
    doing: Doing,
    told: bool,
    /// What was visited for the task so far.
    nodes: u32,
    own: Stats,
}

/// A move on the way from the root.
struct Step<G: Game> {
    number: u8,
    m: G::Move,
    undo: G::Undo,
    /// The moves of the node it leads to, once they are needed: on the way to the next task they are often needed again.
    moves: Option<G::Moves>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// Nothing, until it is told.
    Waiting,
    /// To visit the scheme without a report.
    Fetching,
    /// To go to the task's node.
    Travelling,
    /// The task's node has to be visited.
    Looking,
    /// The serial search.
    Searching,
    /// To report this.
    Reporting(Outcome),
}

/// What a worker wants to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// To visit the scheme.
    Visit,
    /// To search.
    Search,
    /// To sleep until it is told.
    Sleep,
}

impl<G: Game + Clone, S: Serial<G>, const D: usize> Worker<G, S, D> {
    /// Worker number `number`, with a search of `game` to `depth` plies before it.
    pub fn new(number: usize, serial: S, game: G, depth: u8) -> Self {
        Worker {
            number,
            root_moves: game.moves(),
            game,
            way: Vec::new(),
            depth,
            serial,
            task: None,
            doing: Doing::Fetching,
            told: false,
            nodes: 0,
            own: Stats::default(),
        }
    }

    /// Begins anew, with another search, forgetting everything.
    pub fn start(&mut self, game: &G, depth: u8) {
        self.way.clear();
        self.root_moves = game.moves();
        self.game = game.clone();
        self.depth = depth;
        self.task = None;
        self.doing = Doing::Fetching;
        self.told = false;
        self.nodes = 0;
        self.own = Stats::default();
    }

    /// What it wants to do next.
    pub fn wants(&self) -> Wants {
        match self.doing {
            Doing::Waiting if !self.told => Wants::Sleep,
            Doing::Waiting | Doing::Fetching | Doing::Reporting(_) => Wants::Visit,
            _ if self.told => Wants::Visit,
            Doing::Travelling | Doing::Looking | Doing::Searching => Wants::Search,
        }
    }

    /// It was named in an [`Answer`].
    pub fn tell(&mut self) {
        self.told = true;
    }

    /// What it has visited and counted so far.
    pub fn stats(&self) -> Stats {
        let mut all = self.own;
        if self.doing == Doing::Searching {
            all += *self.serial.stats();
        }
        all
    }

    /// What it has counted since this was last asked, but for a search that goes on.
    pub fn take_stats(&mut self) -> Stats {
        core::mem::take(&mut self.own)
    }

    /// The number of the best successor of the root, which the serial search was about.
    fn best_number(&self) -> Option<u8> {
        let best = self.serial.best()?;
        let number = self.root_moves.as_ref().iter().position(|&m| m == best)?;
        u8::try_from(number).ok()
    }

    /// The move to the root's successor of this number.
    pub fn root_move(&self, number: u8) -> Option<G::Move> {
        self.root_moves.as_ref().get(usize::from(number)).copied()
    }

    /// Calls of [`Game::play`] so far.
    pub fn moves_made(&self) -> u64 {
        self.own.moves + if self.doing == Doing::Searching { self.serial.stats().moves } else { 0 }
    }

    /// Visits the scheme: reports, if there is something to report, and gets an order. Returns whom to tell.
    pub fn visit(&mut self, scheme: &mut impl Scheme) -> u32 {
        self.told = false;
        let outcome = match self.doing {
            Doing::Reporting(outcome) => Some(outcome),
            Doing::Travelling | Doing::Looking | Doing::Searching => Some(Outcome::Asking),
            Doing::Waiting | Doing::Fetching => None,
        };
        let report = self.task.as_ref().zip(outcome).map(|(task, outcome)| Report {
            search: task.search,
            outcome,
            nodes: self.nodes,
            best: if task.path.is_empty() && task.part != Part::Look { self.best_number() } else { None },
        });
        let Answer { order, tell } = scheme.visit(self.number, report);
        match order {
            Order::GoOn(window) => {
                if let Some(task) = &mut self.task {
                    task.window = task.window.within(window);
                }
                if self.doing == Doing::Searching {
                    self.serial.narrow(window);
                }
            }
            Order::Work(task) => {
                self.leave();
                self.doing = Doing::Travelling;
                self.task = Some(task);
            }
            Order::Again => {
                self.leave();
                self.doing = Doing::Fetching;
            }
            Order::Wait => {
                self.leave();
                self.doing = Doing::Waiting;
            }
        }
        tell
    }

    /// Has no task any more.
    fn leave(&mut self) {
        if self.doing == Doing::Searching {
            self.own += *self.serial.stats();
        }
        self.task = None;
        self.nodes = 0;
    }

    /// Searches for at most `budget` nodes, or until there is something to report. Returns how many nodes it has visited: none
    /// on the way to the next task.
    pub fn search(&mut self, budget: u32) -> u32 {
        let visited = match self.doing {
            Doing::Travelling => {
                self.go_there();
                self.doing = Doing::Looking;
                0
            }
            Doing::Looking if budget > 0 => self.look(),
            Doing::Searching => self.search_serially(budget),
            _ => 0,
        };
        self.nodes = self.nodes.saturating_add(visited);
        visited
    }

    /// Visits the task's node, or starts to search it.
    fn look(&mut self) -> u32 {
        let Some(task) = &self.task else { return 0 };
        let depth = self.depth.saturating_sub(self.way.len() as u8);
        if task.part == Part::Look {
            self.own.nodes += 1;
            let width = if depth > 0 { self.moves().len() } else { 0 };
            self.doing = Doing::Reporting(if width > 0 {
                Outcome::Inner(width)
            } else {
                self.own.bottom += 1;
                self.own.evaluations += 1;
                Outcome::Done(self.game.evaluate())
            });
            return 1;
        }
        // No deeper than the whole search, for which there is room.
        let _ = self.serial.start_part(&self.game, depth, task.window, task.part);
        self.doing = Doing::Searching;
        self.search_serially(1)
    }

    /// Plays from where the game is to the task's node, over the last node that is on both ways.
    fn go_there(&mut self) {
        let Some(task) = &self.task else { return };
        let common = self.way.iter().zip(&task.path).take_while(|(step, number)| step.number == **number).count();
        while self.way.len() > common
            && let Some(Step { m, undo, .. }) = self.way.pop()
        {
            self.game.undo(m, undo);
        }
        let path = task.path.clone();
        for &number in path.iter().skip(common) {
            let Some(&m) = self.moves().get(usize::from(number)) else { return };
            let undo = self.game.play(m);
            self.own.moves += 1;
            let _ = self.way.push(Step { number, m, undo, moves: None }); // no longer than the depth
        }
    }

    /// The moves where the game is.
    fn moves(&mut self) -> &[G::Move] {
        let moves: &G::Moves = match self.way.last_mut() {
            Some(step) => step.moves.get_or_insert_with(|| self.game.moves()),
            None => &self.root_moves,
        };
        moves.as_ref()
    }

    fn search_serially(&mut self, budget: u32) -> u32 {
        let before = self.serial.stats().nodes;
        let status = self.serial.step(budget);
        let visited = self.serial.stats().nodes - before;
        if let Status::Done(value) = status {
            self.own += *self.serial.stats();
            self.doing = Doing::Reporting(match self.serial.first_of() {
                Some(width) => Outcome::First(value, width),
                None => Outcome::Done(value),
            });
        }
        visited as u32
    }
}
