//! Parallel ER (Steinberg and Solomon 1989, §5 and §6): the problem heap.
//!
//! The [`Heap`] is what the processors share: a tree of the nodes that are being searched, and two queues of them. The
//! *primary* queue has scheduled work, the deepest nodes first. The *speculative* queue has e-nodes that could choose (another)
//! e-child, those with the fewest e-children first, then the shallowest. Whoever has nothing to do takes a node from the
//! primary queue, or else from the speculative one; Table 1 (`table1.rs`) says what then becomes of it, Table 2 (`table2.rs`)
//! what is to be done when a value has been backed up to a node. From the serial ply on, a
//! [worker](crate::search::crew::Worker) searches a node alone, by serial ER.
//!
//! A node is one of three kinds: an *e-node* is to be evaluated, an *r-node* to be refuted; an *undecided* one is a child of
//! an e-node that has not chosen yet. Where the paper's two tables leave something open, it is done as serial ER would have it:
//!
//! - An undecided node or r-node whose first child is evaluated, and which is then chosen for an e-child, has its own e-child
//!   behind it: all its other children are r-nodes.
//! - An r-node that a child has not refuted goes back to the primary queue, for its next child.
//! - Without parallel refutation, the children of an e-node are refuted one after the other, those of the lowest value first.
//! - An r-node may still be chosen for a further e-child; then its children are no longer examined one after the other.
//!
//! # Cut-offs
//! The window of a node follows from the values of those above it, so it is worked out anew at each look. When a value goes
//! up, the workers below are told; each visits the heap and hears that its task has a smaller window, or is of no use any more.
//! What has been cut off is given back a few nodes at each visit, so that no visit takes long.
//!
//! # When the heap is full
//! A node whose children do not fit is searched serially by the worker who wanted to expand it. So with no room at all one
//! worker searches the root, and the search is exact at any capacity.

mod burial;
mod table1;
mod table2;

use heapless::Vec;

use crate::game::{Value, Window};
use crate::search::crew::{Answer, MAX_PLIES, MAX_WORKERS, Order, Outcome, Part, Report, Scheme, Task};
use crate::store::problems::{Count, Node, Problems, Queue};

/// Nodes looked at in one visit, at the most, before the visitor has to come again.
const LOOKS: usize = 8;

/// Which of the three kinds of speculative work (§5) are done, and how deep the heap reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// When the e-child of a node is evaluated, all others are refuted at the same time.
    pub parallel_refutation: bool,
    /// A node may have more than one e-child.
    pub multiple_e_nodes: bool,
    /// The e-child is chosen as soon as all but one of the elder grandchildren are evaluated.
    pub early_choice: bool,
    /// The e-child of a node is its first successor, and no elder grandchild is evaluated to choose: for games whose moves come
    /// in a good order.
    pub eldest: bool,
    /// A better rank for speculative work (the paper asks for one in §8): of nodes that are refuted at the same time, all but
    /// the one whose turn it is come after everything that is not out of turn, or less so.
    pub in_turn: bool,
    /// Whether a serial search that goes on hears of better bounds.
    pub shared_bounds: bool,
    /// From this ply on, nodes are searched serially.
    pub serial_ply: u8,
    /// The order of equals in the queues: 0 for first come, first served, anything else for some order by chance.
    pub ties: u32,
}

impl Settings {
    /// As in the paper: all three kinds.
    #[must_use]
    pub const fn new(serial_ply: u8) -> Settings {
        Settings {
            parallel_refutation: true,
            multiple_e_nodes: true,
            early_choice: true,
            eldest: false,
            in_turn: false,
            shared_bounds: false,
            serial_ply,
            ties: 0,
        }
    }
}

/// What a node is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    E = 0,
    Undecided = 1,
    R = 2,
}

/// The flags of a node, beside its kind in the two lowest bits.
mod flag {
    /// It was visited, and has successors.
    pub(super) const LOOKED: u8 = 1 << 2;
    /// A worker has it.
    pub(super) const BUSY: u8 = 1 << 3;
    /// Its first child is evaluated. Of an e-node: was so before it became one.
    pub(super) const FIRST: u8 = 1 << 4;
    /// An e-child of it is evaluated.
    pub(super) const EVALUATED: u8 = 1 << 5;
    /// It has been cut off.
    pub(super) const DEAD: u8 = 1 << 6;
    /// It would have been given back, but for the worker that has it.
    pub(super) const DETACHED: u8 = 1 << 7;
}

/// The nodes from the root down to one, and their windows.
struct Way {
    nodes: Vec<Node, { MAX_PLIES + 1 }, u8>,
    windows: Vec<Window, { MAX_PLIES + 1 }, u8>,
}

/// What the heap has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Visits.
    pub visits: u64,
    /// Tasks that turned out to be of no use while they were done, or when they were done.
    pub lost_tasks: u64,
    /// The nodes visited for them.
    pub lost_nodes: u64,
    /// Tasks taken from the speculative queue: e-children chosen before they had to be.
    pub speculated: u64,
    /// Nodes that there was no room to expand.
    pub crowded: u64,
}

/// The problem heap. See the [module](self).
pub struct Heap<'m> {
    problems: Problems<'m>,
    settings: Settings,
    window: Window,
    /// The number of this search.
    search: u32,
    root: Option<Node>,
    /// The first visitor has been sent to search the root, for which there was no room.
    alone: bool,
    value: Option<Value>,
    stopped: bool,
    /// The number of the root's best successor.
    best: Option<u8>,
    /// The node that each worker has.
    tasks: [Option<Node>; MAX_WORKERS],
    /// The workers that wait, a bit each.
    waiting: u32,
    /// The workers that have to be told.
    tell: u32,
    /// A list of nodes that were cut off.
    dead: Option<Node>,
    tickets: u32,
    counts: Counts,
}

impl<'m> Heap<'m> {
    /// A heap in these words ([`problems::words`](crate::store::problems::words)). It is over until it is
    /// [started](Heap::start).
    pub fn new(words: &'m mut [u32], settings: Settings) -> Self {
        Heap {
            problems: Problems::new(words),
            settings,
            window: Window::FULL,
            search: 0,
            root: None,
            alone: false,
            value: None,
            stopped: true,
            best: None,
            tasks: [None; MAX_WORKERS],
            waiting: 0,
            tell: 0,
            dead: None,
            tickets: 0,
            counts: Counts::default(),
        }
    }

    /// Begins a search in this window. What workers bring from the one before is ignored. Returns whom to tell.
    pub fn start(&mut self, window: Window) -> u32 {
        self.problems.clear();
        self.window = window;
        self.search = self.search.wrapping_add(1);
        self.alone = false;
        (self.value, self.stopped, self.best) = (None, false, None);
        self.tasks = [None; MAX_WORKERS];
        self.dead = None;
        self.tickets = self.settings.ties;
        self.counts = Counts::default();
        self.root = self.problems.add(None, 0, Kind::E as u8);
        if let Some(root) = self.root {
            self.schedule(root, 0);
        }
        u32::MAX
    }

    /// Ends the search: whoever visits from now on has to wait. Returns whom to tell.
    pub fn stop(&mut self) -> u32 {
        self.stopped = true;
        u32::MAX
    }

    /// The value, once the search is done.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.value
    }

    /// The number of the best successor of the root so far.
    #[must_use]
    pub fn best(&self) -> Option<u8> {
        self.best
    }

    /// Whether there is nothing more to do.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stopped || self.value.is_some()
    }

    /// Which search this is.
    #[must_use]
    pub fn search(&self) -> u32 {
        self.search
    }

    /// What was counted since the start.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The most nodes there were, and how many there is room for.
    #[must_use]
    pub fn slots(&self) -> (usize, usize) {
        (self.problems.peak(), self.problems.capacity())
    }

    fn kind(&self, node: Node) -> Kind {
        match self.problems.flags(node) & 3 {
            0 => Kind::E,
            1 => Kind::Undecided,
            _ => Kind::R,
        }
    }

    fn set_kind(&mut self, node: Node, kind: Kind) {
        self.problems.set_flags(node, self.problems.flags(node) & !3 | kind as u8);
    }

    fn is(&self, node: Node, flag: u8) -> bool {
        self.problems.flags(node) & flag != 0
    }

    fn set(&mut self, node: Node, flag: u8, to: bool) {
        let others = self.problems.flags(node) & !flag;
        self.problems.set_flags(node, others | if to { flag } else { 0 });
    }

    /// Whether it is an e-node that has all its successors for children from the start, undecided at first.
    fn chooses(&self, node: Node) -> bool {
        self.kind(node) == Kind::E && !self.is(node, flag::FIRST) && !self.settings.eldest
    }

    fn has_children(&self, node: Node) -> bool {
        self.problems.children(node).next().is_some()
    }

    /// The way to a node; `None` if it has been cut off.
    fn way(&self, node: Node) -> Option<Way> {
        let mut way = Way { nodes: Vec::new(), windows: Vec::new() };
        let mut above = Some(node);
        while let Some(node) = above {
            if self.is(node, flag::DEAD) {
                return None;
            }
            way.nodes.push(node).ok()?;
            above = self.problems.parent(node);
        }
        way.nodes.reverse();
        let mut window = self.window;
        for &node in &way.nodes {
            way.windows.push(window).ok()?;
            window = window.below(self.problems.value(node));
        }
        Some(way)
    }

    /// The first node on the way that is refuted by what is known.
    fn refuted(&self, way: &Way) -> Option<usize> {
        way.nodes.iter().zip(&way.windows).position(|(&node, window)| self.problems.value(node) >= window.beta)
    }

    /// What comes first among equals.
    fn ticket(&mut self) -> u32 {
        self.tickets = if self.settings.ties == 0 {
            self.tickets.wrapping_add(1)
        } else {
            // Numerical Recipes' generator: only for the order of equals.
            self.tickets.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)
        };
        if self.settings.ties == 0 { self.tickets } else { self.tickets >> 8 }
    }

    /// How often the way to a node was taken out of turn.
    fn level(&self, node: Node) -> u32 {
        if self.settings.in_turn { self.problems.level(node).min(63) } else { 0 }
    }

    /// Onto the primary queue: the deepest first.
    fn schedule(&mut self, node: Node, ply: usize) {
        let deepest = 31 - (ply as u32).min(31);
        let rank = self.level(node) << 26 | deepest << 21 | self.ticket() & 0x001f_ffff;
        self.problems.enqueue(node, Queue::Primary, rank);
    }

    /// Back onto the primary queue, before those that came there after it did the first time: what is begun is brought to an
    /// end, as in serial ER.
    fn schedule_again(&mut self, node: Node) {
        let rank = self.problems.rank(node) & 0x03ff_ffff | self.level(node) << 26;
        self.problems.enqueue(node, Queue::Primary, rank);
    }

    /// Onto the speculative queue: the fewest e-children first, then the shallowest.
    fn speculate(&mut self, node: Node, ply: usize) {
        let e_children = u32::from(self.problems.count(node, Count::EChildren));
        let rank = e_children.min(63) << 26 | (ply as u32) << 20 | self.ticket() & 0x000f_ffff;
        self.problems.enqueue(node, Queue::Speculative, rank);
    }

    /// Work for a visitor: takes nodes from the queues until one of them has to be searched.
    fn take(&mut self, worker: usize) -> Order {
        if self.is_over() {
            return Order::Wait;
        }
        if self.root.is_none() && !self.alone {
            self.alone = true;
            let (path, search) = (Vec::new(), self.search);
            return Order::Work(Task { path, window: self.window, part: Part::Evaluate, search });
        }
        for _ in 0..LOOKS {
            let scheduled = self.problems.dequeue(Queue::Primary);
            let Some(node) = scheduled.or_else(|| self.problems.dequeue(Queue::Speculative)) else {
                return Order::Wait;
            };
            let Some(way) = self.way(node) else { continue };
            if let Some(i) = self.refuted(&way) {
                self.combine(&way, i);
                if self.is_over() {
                    return Order::Wait;
                }
            } else if scheduled.is_none() {
                self.counts.speculated += 1;
                self.choose_e_child(node, way.nodes.len() - 1);
            } else if let Some(part) = self.expand(node, way.nodes.len() - 1) {
                return Order::Work(self.assign(worker, &way, part));
            }
        }
        Order::Again
    }

    /// The worker gets the node at the end of the way.
    fn assign(&mut self, worker: usize, way: &Way, part: Part) -> Task {
        if let Some(&node) = way.nodes.last() {
            self.set(node, flag::BUSY, true);
            if let Some(task) = self.tasks.get_mut(worker) {
                *task = Some(node);
            }
        }
        let path = way.nodes.iter().skip(1).map(|&node| self.problems.number(node)).collect();
        let window = way.windows.last().copied().unwrap_or(self.window);
        Task { path, window, part, search: self.search }
    }

    /// A worker reports. Returns what it has to do next, if that is certain.
    fn hand_in(&mut self, worker: usize, report: Report) -> Option<Order> {
        if report.search != self.search || self.is_over() {
            return None;
        }
        let Some(node) = self.tasks.get_mut(worker).and_then(Option::take) else {
            return self.hand_in_root(report);
        };
        self.set(node, flag::BUSY, false);
        let way = self.way(node);
        let refuted = way.as_ref().and_then(|way| self.refuted(way));
        let Some(way) = way.as_ref().filter(|_| refuted.is_none()) else {
            // Nobody wants it any more.
            self.counts.lost_tasks += 1;
            self.counts.lost_nodes += u64::from(report.nodes);
            match way.zip(refuted) {
                Some((way, i)) => self.combine(&way, i),
                None if self.is(node, flag::DETACHED) => self.problems.free(node),
                None => {}
            }
            return None;
        };
        match report.outcome {
            Outcome::Asking => {
                self.set(node, flag::BUSY, true);
                if let Some(task) = self.tasks.get_mut(worker) {
                    *task = Some(node);
                }
                let window = way.windows.last().copied().filter(|_| self.settings.shared_bounds);
                return Some(Order::GoOn(window.unwrap_or(Window::FULL)));
            }
            Outcome::Done(value) => {
                self.problems.set_value(node, value);
                if way.nodes.len() == 1 {
                    self.best = report.best;
                }
                self.combine(way, way.nodes.len() - 1);
            }
            Outcome::Inner(width) => {
                let serial = match u8::try_from(width) {
                    Ok(width) => {
                        self.problems.set_count(node, Count::Width, width);
                        self.set(node, flag::LOOKED, true);
                        self.expand(node, way.nodes.len() - 1)
                    }
                    Err(_) => Some(self.serial_part(node)),
                };
                if let Some(part) = serial {
                    self.set(node, flag::LOOKED, false);
                    return Some(Order::Work(self.assign(worker, way, part)));
                }
            }
            Outcome::First(value, width) => {
                let Ok(width) = u8::try_from(width) else {
                    return Some(Order::Work(self.assign(worker, way, Part::Refute)));
                };
                self.problems.set_value(node, value);
                self.problems.set_count(node, Count::Width, width);
                self.problems.set_count(node, Count::Generated, 1);
                self.set(node, flag::LOOKED, true);
                self.first_is_evaluated(way, way.nodes.len() - 1);
                self.act(way, way.nodes.len() - 1);
            }
        }
        None
    }

    /// The root has been searched by one worker alone.
    fn hand_in_root(&mut self, report: Report) -> Option<Order> {
        if self.root.is_some() {
            return None;
        }
        if let Outcome::Done(value) = report.outcome {
            (self.value, self.best) = (Some(value), report.best);
            self.tell = u32::MAX;
        }
        Some(Order::GoOn(Window::FULL)).filter(|_| self.value.is_none())
    }
}

impl Scheme for Heap<'_> {
    fn visit(&mut self, worker: usize, report: Option<Report>) -> Answer {
        self.counts.visits += 1;
        let me = 1_u32.checked_shl(worker as u32).unwrap_or(0);
        self.waiting &= !me;
        self.bury();
        let order = report.and_then(|report| self.hand_in(worker, report)).unwrap_or_else(|| self.take(worker));
        if order == Order::Wait {
            self.waiting |= me;
        }
        // Whoever waits is woken if there is something for them.
        let mut work = self.problems.queued(Queue::Primary) + self.problems.queued(Queue::Speculative);
        let mut sleepers = self.waiting & !me;
        while work > 0 && sleepers != 0 && !self.is_over() {
            let first = sleepers & sleepers.wrapping_neg();
            self.tell |= first;
            sleepers &= !first;
            work -= 1;
        }
        Answer { order, tell: core::mem::take(&mut self.tell) & !me }
    }
}
