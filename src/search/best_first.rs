//! What SSS\* and DUAL\* share: the game that is moved to wherever the best entry of OPEN is, and what happens when OPEN is
//! full.
//!
//! The two files beside this one say what is pushed, inserted and purged, as the paper's figure does ([`Gamma`]). In the
//! figure whatever is pushed alone is popped at once; here it does not go through OPEN at all, it is simply the node at hand.
//!
//! **When OPEN is full**, the node whose successors do not fit is solved depth-first, by NegaScout, with the bound it holds.
//! With merit h, all that SSS\* wants to know of a node is min(h, its value), and that is what a search in the window
//! (-∞, h) finds out. So both are exact at any capacity, and slide from best-first to directional as it shrinks. Fewer slots
//! do not always mean more leaves, though: SSS\* with room for the root's successors and little more gives each of them an
//! open window, and visits up to 62 % more leaves than with no room at all, when it is plain NegaScout
//! (`plywood figure memory-curve`).

use core::marker::PhantomData;

use heapless::Vec;

use super::depth_first::{At, DepthFirst};
use super::{NegaScout, Search, Stats, Status, TooDeep};
use crate::game::{Game, Value, Window};
use crate::store::open::{Come, Entry, MAX_WIDTH, Open};

/// What the two phases do: Stockman's operator Γ.
pub trait Gamma: Sized {
    /// Whether it is MAX nodes that are expanded to all their successors at once.
    const ALL_AT_MAX: bool;

    /// A LIVE node of merit `h` was popped.
    fn live<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value);

    /// A SOLVED node of merit `h` was popped.
    fn solved<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value);
}

/// A best-first search by an OPEN list: [`Sss`](super::Sss) or [`Dual`](super::Dual), at most `D` plies deep.
///
/// Its memory is the lent words of OPEN ([`open::SLOT_WORDS`](crate::store::open::SLOT_WORDS) a slot), a path of `D` moves,
/// and a [`DepthFirst`] for when OPEN is full. Every node is visited once; the way to it is played anew each time the search
/// jumps, so `moves` in the [statistics](Stats) tells what the jumping costs. The best line has one move, unless the whole
/// search was depth-first.
pub struct BestFirst<'m, G: Game, O, const D: usize> {
    open: Open<'m>,
    game: G,
    /// The moves from the root to where `game` is: at the node of the path's last entry, or at the root. To the successor
    /// which that has come to it goes only for a visit.
    way: Vec<Step<G>, D>,
    /// The entries of OPEN from the uppermost one to that of the node at hand.
    path: Vec<Entry, D>,
    /// The node at hand is the successor that the last entry of the path has come to, not that entry's own node.
    /// So it is also for the root of SSS\*, which has no entry.
    below: bool,
    /// So many entries of the path lead to the topmost entry of OPEN.
    leads: usize,
    doing: Doing,
    /// The moves of the node at hand, if it was looked at: how many there are.
    width: usize,
    depth: u8,
    window: Window,
    /// With which merit the current successor of DUAL\*'s root was pushed.
    pushed: Value,
    root_moves: Option<G::Moves>,
    best: Option<G::Move>,
    line: Vec<G::Move, D, u8>,
    directional: DepthFirst<G, NegaScout, D>,
    /// Without the depth-first search that goes on.
    own: Stats,
    stats: Stats,
    gamma: PhantomData<O>,
}

/// A move on the way to where the game is.
struct Step<G: Game> {
    m: G::Move,
    undo: G::Undo,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// To pop the first entry of OPEN.
    Pop,
    /// The node at hand was popped LIVE.
    Live(Value),
    /// The node at hand was popped SOLVED.
    Solved(Value),
    /// To visit the successors of the node at hand, of this merit, which are all at the bottom.
    Bottom(Value, Bottom),
    /// To solve the node at hand, of this merit, depth-first.
    Directional(Value),
    /// Nothing: the root has this value.
    Done(Value),
}

/// How far the visit of successors at the bottom has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bottom {
    /// The number of the next one.
    next: usize,
    /// The number of the best one.
    best: usize,
    /// Its merit, as OPEN orders it.
    rank: Value,
}

impl<'m, G: Game + Clone, O: Gamma, const D: usize> BestFirst<'m, G, O, D> {
    /// A search of `game` with an OPEN list in lent words; zero plies deep until it is [started](Search::start).
    pub fn new(open: Open<'m>, game: G) -> Self {
        BestFirst {
            open,
            way: Vec::new(),
            path: Vec::new(),
            below: true,
            leads: 0,
            doing: Doing::Live(Self::start_merit(Window::FULL)),
            width: 0,
            depth: 0,
            window: Window::FULL,
            pushed: Value::ZERO,
            root_moves: None,
            best: None,
            line: Vec::new(),
            directional: DepthFirst::new(NegaScout, game.clone()),
            game,
            own: Stats::default(),
            stats: Stats::default(),
            gamma: PhantomData,
        }
    }

    /// How many slots of OPEN are used, and how many there are.
    #[must_use]
    pub fn slots(&self) -> (usize, usize) {
        (self.open.used(), self.open.capacity())
    }

    /// Hands back what was lent to OPEN; the search has to be started anew then, and has none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.way.clear();
        self.path.clear();
        (self.leads, self.depth, self.below) = (0, 0, true);
        self.doing = Doing::Live(Self::start_merit(Window::FULL));
        self.open.take_words()
    }

    /// A merit as OPEN orders it, the greatest first, and back again.
    #[inline]
    fn rank(h: Value) -> Value {
        if O::ALL_AT_MAX { h } else { -h }
    }

    /// The merit of the root at the beginning: the bound that comes down, or goes up.
    fn start_merit(window: Window) -> Value {
        if O::ALL_AT_MAX { window.beta } else { window.alpha }
    }

    /// Where the node at hand is.
    #[inline]
    fn at(&self) -> At {
        At::below(self.depth, self.ply())
    }

    /// How many moves it is below the root.
    #[inline]
    fn ply(&self) -> usize {
        // Each entry is two plies below the one before; the first of SSS* is below the root, that of DUAL* is the root.
        (2 * self.path.len() + usize::from(self.below)).saturating_sub(if O::ALL_AT_MAX { 1 } else { 2 })
    }

    pub(super) fn is_root(&self) -> bool {
        self.ply() == 0
    }

    pub(super) fn is_max(&self) -> bool {
        self.at().max
    }

    /// Whether it is a bottom position. Visits it.
    pub(super) fn is_leaf(&mut self) -> bool {
        if self.below
            && let Some(number) = self.successor()
        {
            self.play(number);
        }
        self.own.nodes += 1;
        self.width = 0;
        if self.at().depth > 0 {
            let moves = self.game.moves();
            self.width = moves.as_ref().len();
            if self.is_root() {
                self.root_moves = Some(moves);
            }
        }
        self.width == 0
    }

    /// Its value, for Max.
    pub(super) fn evaluate(&mut self) -> Value {
        self.own.bottom += 1;
        self.own.evaluations += 1;
        self.at().for_max(self.game.evaluate())
    }

    /// insert (node, SOLVED, h), where its merit belongs.
    pub(super) fn insert_solved(&mut self, h: Value) {
        let Some(&last) = self.path.last() else {
            self.doing = Doing::Solved(h); // the root, without an entry in OPEN
            return;
        };
        if self.below {
            self.take_back(1);
        } else {
            self.open.set_come(last, Come::Solved);
        }
        let rank = Self::rank(h);
        self.doing = if self.open.merit(last) == rank {
            Doing::Solved(h) // it was the topmost entry, and is so still
        } else {
            self.leads = self.open.insert(&self.path, rank);
            Doing::Pop
        };
    }

    /// push (node.j, LIVE, h) for all successors, the first one on top.
    pub(super) fn push_successors(&mut self, h: Value) {
        if self.at().depth == 1 {
            self.doing = Doing::Bottom(h, Bottom { next: 0, best: 0, rank: -Value::INFINITY });
        } else if self.open.push_all(self.path.last().copied(), self.width, Self::rank(h)) {
            self.own.peaks.slots = self.own.peaks.slots.max(self.open.used() as u32);
            self.leads = self.path.len();
            self.doing = Doing::Pop;
        } else {
            let (floor, ceiling) = (self.floor(), Self::rank(h));
            self.search_depth_first(h, Window { alpha: floor, beta: ceiling });
        }
    }

    /// Visits successors at the bottom, as long as there are fewer than `end` nodes. Were they pushed, they would be popped
    /// one after the other, each at once inserted SOLVED; the first one to be popped again, the best, would purge the others.
    /// So they need not go through OPEN at all.
    fn visit_bottom(&mut self, h: Value, mut bottom: Bottom, end: u64) {
        let moves = self.game.moves();
        let at = At::below(self.depth, self.ply() + 1);
        let (most, first) = (Self::rank(h), bottom.next);
        let room = usize::try_from(end - self.own.nodes).unwrap_or(usize::MAX);
        while bottom.next - first < room
            && bottom.rank < most
            && let Some(&m) = moves.as_ref().get(bottom.next)
        {
            let undo = self.game.play(m);
            let rank = Self::rank(at.for_max(self.game.evaluate()));
            self.game.undo(m, undo);
            if rank > bottom.rank {
                (bottom.rank, bottom.best) = (rank, bottom.next);
            }
            bottom.next += 1;
        }
        let visited = (bottom.next - first) as u64;
        self.own.nodes += visited;
        self.own.moves += visited;
        self.own.bottom += visited;
        self.own.evaluations += visited;
        if bottom.rank < most && bottom.next < moves.as_ref().len() {
            self.doing = Doing::Bottom(h, bottom);
            return;
        }
        if self.is_root() {
            self.remember(bottom.best);
        }
        self.insert_solved(Self::rank(bottom.rank.min(most)));
    }

    /// push (node.1, LIVE, h).
    pub(super) fn push_first_successor(&mut self, h: Value) {
        if self.width > MAX_WIDTH || self.path.is_empty() {
            let (floor, ceiling) = (self.floor(), Self::rank(h));
            self.search_depth_first(h, Window { alpha: -ceiling, beta: -floor });
        } else {
            self.push_successor(0, h);
        }
    }

    /// The node at hand is now successor `number` of the last entry.
    fn push_successor(&mut self, number: u8, h: Value) {
        if let Some(&last) = self.path.last() {
            self.open.set_come(last, Come::To(number));
        }
        if self.path.len() == 1 {
            self.pushed = h;
        }
        self.below = true;
        self.doing = Doing::Live(h);
    }

    /// purge (parent (node)): all descendants of the parent leave OPEN.
    pub(super) fn purge_parent(&mut self) {
        let Some((&solved, above)) = self.path.split_last() else { return };
        let parent = above.last().copied();
        if parent.is_none() {
            self.remember(self.open.number(solved).into()); // the best successor of the root
        }
        self.open.purge(parent);
    }

    /// push (parent (node), SOLVED, h).
    pub(super) fn push_parent_solved(&mut self, h: Value) {
        if !self.below {
            self.path.pop();
            // Up to the parent, and to where its own parent's entry is.
            self.take_back(if self.path.is_empty() { 1 } else { 2 });
        }
        self.below = !self.below;
        self.doing = Doing::Solved(h);
    }

    /// The number of the node at hand, to which the last entry has come.
    fn successor(&self) -> Option<u8> {
        match self.open.come(*self.path.last()?) {
            Come::To(number) => Some(number),
            Come::Live | Come::Solved => None,
        }
    }

    /// Whether the node at hand has a brother to the right.
    pub(super) fn has_unexamined_brother(&mut self) -> bool {
        self.successor().is_some_and(|number| usize::from(number) + 1 < self.game.moves().as_ref().len())
    }

    /// push (brother (node), LIVE, h).
    pub(super) fn push_brother(&mut self, h: Value) {
        let next = self.successor().map_or(0, |number| number + 1);
        self.push_successor(next, h);
    }

    /// The problem is solved.
    pub(super) fn finish(&mut self, h: Value) {
        self.doing = Doing::Done(h);
    }

    /// The rank up to which values need not be told apart.
    fn floor(&self) -> Value {
        if O::ALL_AT_MAX { self.window.alpha } else { -self.window.beta }
    }

    /// pop (node, status, h): the topmost entry becomes the node at hand.
    fn pop(&mut self) {
        // Back to the last entry that still leads there. Of the moves behind it one may stay: that to the successor it has
        // come to, if it goes on there.
        let kept = self.leads.min(self.path.len());
        self.path.truncate(kept);
        let mut top = self.path.last().copied();
        let mut next = self.open.top(top);
        let plies = (2 * kept).saturating_sub(if O::ALL_AT_MAX { 1 } else { 2 });
        let stays = next.is_some() && kept > 0 && self.way.len() > plies;
        self.take_back(self.way.len() - plies - usize::from(stays));
        if next.is_some() && !stays {
            self.play_on(top);
        }
        while let Some(entry) = next {
            if !self.path.is_empty() || O::ALL_AT_MAX {
                self.play(self.open.number(entry));
            }
            let _ = self.path.push(entry); // an entry for every other ply at the most
            top = next;
            next = self.open.top(top);
            if next.is_some() {
                self.play_on(top);
            }
        }
        let Some(last) = top else { return };
        if O::ALL_AT_MAX
            && kept == 0
            && let Some(&first) = self.path.first()
        {
            self.remember(self.open.number(first).into()); // nothing is more promising
        }
        let rank = self.open.merit(last);
        let (h, come) = (Self::rank(rank), self.open.come(last));
        self.below = matches!(come, Come::To(_));
        self.doing = if rank <= self.floor() {
            // Whatever is left lies outside the window. For DUAL* that is above it: by the root's current successor.
            if !O::ALL_AT_MAX
                && let Some(&root) = self.path.first()
                && let Come::To(number) = self.open.come(root)
            {
                self.remember(number.into());
            }
            Doing::Done(h)
        } else if come == Come::Live {
            Doing::Live(h)
        } else {
            Doing::Solved(h)
        };
    }

    /// The root's best move has this number.
    fn remember(&mut self, number: usize) {
        let moves = self.root_moves.as_ref();
        if let Some(&m) = moves.and_then(|moves| moves.as_ref().get(number)) {
            self.best = Some(m);
            self.line.clear();
            let _ = self.line.push(m);
        }
    }

    /// Plays the move of this number.
    #[inline]
    fn play(&mut self, number: u8) {
        let Some(&m) = self.game.moves().as_ref().get(usize::from(number)) else { return };
        let undo = self.game.play(m);
        self.own.moves += 1;
        let _ = self.way.push(Step { m, undo }); // no path is longer than the depth
    }

    /// Plays the move to the successor that an entry has come to.
    #[inline]
    fn play_on(&mut self, entry: Option<Entry>) {
        if let Some(Come::To(number)) = entry.map(|entry| self.open.come(entry)) {
            self.play(number);
        }
    }

    /// Takes back so many moves.
    #[inline]
    fn take_back(&mut self, moves: usize) {
        for _ in 0..moves {
            if let Some(step) = self.way.pop() {
                self.game.undo(step.m, step.undo);
            }
        }
    }

    /// The node at hand, of merit `h`, does not fit into OPEN: it is searched depth-first, in this window of its mover.
    fn search_depth_first(&mut self, h: Value, window: Window) {
        self.own.nodes -= 1; // that search counts it itself
        let _ = self.directional.start_in(&self.game, self.at().depth, window); // no deeper than this search
        self.doing = Doing::Directional(h);
    }

    /// The depth-first search of the node at hand, of merit `h`, has found this value for its mover.
    fn learn(&mut self, h: Value, value: Value) {
        self.own += *self.directional.stats();
        let value = Self::rank(self.at().for_max(value));
        let h = Self::rank(value.min(Self::rank(h)));
        if self.is_root() {
            self.best = self.directional.best();
            self.line.clear();
            let _ = self.line.extend_from_slice(self.directional.line());
            self.doing = Doing::Done(h);
        } else {
            self.insert_solved(h);
        }
    }
}

impl<G: Game + Clone, O: Gamma, const D: usize> Search<G> for BestFirst<'_, G, O, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        self.way.clear();
        self.path.clear();
        self.leads = 0;
        self.open.clear();
        self.depth = depth;
        self.window = window;
        let h = Self::start_merit(window);
        // The root of DUAL* has an entry of its own.
        self.below = O::ALL_AT_MAX;
        if !O::ALL_AT_MAX && self.open.push_all(None, 1, Self::rank(h)) {
            let _ = self.path.extend_from_slice(self.open.top(None).as_slice()); // there is room for one
        }
        self.doing = Doing::Live(h);
        self.pushed = h;
        self.root_moves = None;
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.line.clear();
        self.own = Stats::default();
        self.own.peaks.slots = self.open.used() as u32;
        self.stats = self.own;
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let end = self.stats.nodes + u64::from(budget);
        let status = loop {
            match self.doing {
                Doing::Done(h) => break Status::Done(h),
                Doing::Pop => self.pop(),
                Doing::Live(_) if self.own.nodes == end => break Status::Pending,
                Doing::Live(h) => O::live(self, h),
                Doing::Solved(h) => {
                    // A successor of DUAL*'s root has raised the bound.
                    if !O::ALL_AT_MAX
                        && self.ply() == 1
                        && h > self.pushed
                        && let Some(number) = self.successor()
                    {
                        self.remember(number.into());
                    }
                    O::solved(self, h);
                }
                Doing::Bottom(..) if self.own.nodes == end => break Status::Pending,
                Doing::Bottom(h, bottom) => self.visit_bottom(h, bottom, end),
                Doing::Directional(h) => {
                    let left = end - self.own.nodes - self.directional.stats().nodes;
                    match self.directional.step(left as u32) {
                        Status::Done(value) => self.learn(h, value),
                        Status::Pending => break Status::Pending,
                    }
                }
            }
        };
        self.stats = self.own;
        if matches!(self.doing, Doing::Directional(_)) {
            self.stats += *self.directional.stats();
        }
        status
    }

    fn value(&self) -> Option<Value> {
        match self.doing {
            Doing::Done(h) => Some(h),
            _ => None,
        }
    }

    fn best(&self) -> Option<G::Move> {
        self.best
    }

    fn line(&self) -> &[G::Move] {
        &self.line
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The way from the root to a node is played anew when the search jumps there.
    fn moves_a_visit(&self) -> u32 {
        D as u32
    }
}
