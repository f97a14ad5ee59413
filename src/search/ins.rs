//! Informed NegaScout (INS) and partially informed NegaScout (PNS): Marsland, Reinefeld and Schaeffer 1987, Fig. 3.
//!
//! NegaScout forgets what its minimal-window search of a successor has seen; if the successor turns out better, it starts
//! again from nothing. Here the first search leaves a note at each node: all merits where every successor was searched, the
//! number of the successor where one of them cut. The re-search takes the successors in the order of their merits, leaves
//! out those that are already proved inferior, and knows how good the others can be at the most.
//!
//! INS and PNS are the same function with another [store](crate::store::merits). PNS is informed only at the node where a
//! re-search starts. (PNS is *partially informed NegaScout* throughout this crate, not proof-number search.)
//!
//! Three lines differ from the print:
//! - A node that a successor has cut off (IGNORELEFT) skips the successors to the left of it in the re-search, as §2.3 says.
//!   The figure clears `resflag` after the first successor, and then tests `resflag` before it looks at their merits; here
//!   the test is for `research`.
//! - The same node searches the successors that the first search has not seen with a minimal window from the first of them
//!   on. In the figure the first one gets `merit[i+1]`, plus infinity, for a bound.
//! - The narrow window is cut at beta.
//!
//! And not everything is saved: nothing of nodes that will not be searched again, and nothing of a node just above the bottom
//! that its first successor has cut off, since a re-search would learn nothing from it.

use heapless::Vec;

use super::alpha_beta;
use super::depth_first::At;
use super::line::Lines;
use super::{CutOff, CutOffs, Search, Stats, Status, TooDeep};
use crate::game::{Game, Value, Window};
use crate::store::merits::{ByPath, Found, Hashed, Kind, Lent, Levels, Linked, Merits};

/// Partially informed NegaScout.
pub type Pns<G, const W: usize, const D: usize> = Informed<G, Levels<W, D>, W, D>;
/// Informed NegaScout with a linked tree in lent words.
pub type InsLinked<'m, G, const W: usize, const D: usize> = Informed<G, Linked<'m, W>, W, D>;
/// Informed NegaScout with a hash table in lent words, keyed by the path from the root, or by the position.
pub type InsHash<'m, G, const W: usize, const D: usize, K = ByPath> = Informed<G, Hashed<'m, K, W>, W, D>;

/// NegaScout that keeps in `M` what it learns, at most `D` plies deep.
///
/// Nodes with more than `W` successors are searched as plain NegaScout does. The memory is `D` frames, somewhat larger than
/// those of [`DepthFirst`](super::DepthFirst), three bytes for each of `W` successors of `D` plies, and the store.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::search::{InsHash, Search};
/// use plywood::store::merits;
///
/// let mut words = [0; merits::words(7, 500)]; // 14 kB: 500 nodes of seven successors
/// let game = ConnectFour::new();
/// let mut search = InsHash::<_, 7, 8>::new(merits::Hashed::new(&mut words), game.clone());
/// search.start(&game, 6).unwrap();
/// search.finish();
/// assert_eq!(search.best(), Some(3)); // the middle column
/// ```
pub struct Informed<G: Game, M: Merits<G>, const W: usize, const D: usize> {
    store: M,
    game: G,
    frames: Vec<Frame<G, M::Place>, D>,
    /// For each node on the way from the root: the merits of its successors, and
    merits: [[Value; W]; D],
    /// in a re-search, its successors by merit.
    order: [[u8; W]; D],
    lines: Lines<G::Move, D>,
    depth: u8,
    root: Option<Window>,
    /// Where the root is in the store.
    root_place: Option<M::Place>,
    best: Option<G::Move>,
    value: Option<Value>,
    stats: Stats,
}

/// The arguments of INS, the position and its depth aside.
#[derive(Clone, Copy)]
struct Call {
    bounds: alpha_beta::Call,
    /// Whether an earlier search of this position may have left something in the store.
    research: bool,
    /// Whether this position may be searched again, now or later, so that it is worth remembering.
    keep: bool,
}

/// The local variables of INS. Its two arrays are kept apart, so that a first search need not fill them.
struct Frame<G: Game, P> {
    moves: G::Moves,
    /// How to get back to the parent; the root has none.
    back: Option<(G::Move, G::Undo)>,
    /// Where it is in the store. In the first search of a node just above the bottom: where its parent is. Nothing will be
    /// kept below such a node, so it gets a place of its own only when there is something to save.
    place: P,
    bounds: alpha_beta::Call,
    /// The best merit so far.
    a: Value,
    /// The upper bound for the next successor.
    b: Value,
    /// Where in the order the loop is.
    i: u16,
    /// The number of the successor there.
    number: u16,
    /// The current successor is being re-searched.
    again: bool,
    /// Informed: kind, merits and order come from an earlier search.
    research: bool,
    keep: bool,
    kind: Kind,
}

impl<G: Game, P> Frame<G, P> {
    /// Whether the first search got to the current successor: not right of the one that cut.
    #[inline]
    fn seen(&self) -> bool {
        self.research && (self.kind == Kind::ProveBest || self.i == 0)
    }

    /// The arguments for the current successor.
    #[inline]
    fn call(&self, deep: bool) -> Call {
        let Window { alpha, beta } = self.bounds.window;
        let window = if self.again {
            Window { alpha: -beta, beta: -self.a }
        } else {
            Window { alpha: -self.b, beta: -self.a.max(alpha) }
        };
        let bounds = alpha_beta::Call { window, shallow: -self.a };
        if self.again {
            Call { bounds, research: true, keep: self.keep && !self.research }
        } else if self.seen() {
            Call { bounds, research: deep, keep: false }
        } else {
            Call { bounds, research: false, keep: self.keep || self.i > 0 }
        }
    }

    /// What the loop does when the current successor has its value: goes on to the next one, or returns.
    #[inline]
    fn go_on(&mut self, merits: &[Value], order: &[u8], cut_offs: &mut CutOffs) -> Option<Value> {
        let Window { alpha, beta } = self.bounds.window;
        if self.a >= beta {
            cut_offs.count(self.bounds.cut_off(self.a));
            self.kind = Kind::IgnoreLeft; // beta cut-off
            return Some(self.a);
        }
        let next = self.i + 1;
        if usize::from(next) == self.moves.as_ref().len() {
            return Some(self.a);
        }
        let best = self.a.max(alpha);
        (self.i, self.number) = (next, next);
        if self.research {
            return self.go_on_informed(best, merits, order, cut_offs);
        }
        self.b = best.up(); // minimal window
        None
    }

    /// The same in a re-search. Apart from the rest, because few nodes are searched again.
    #[cold]
    fn go_on_informed(&mut self, best: Value, merits: &[Value], order: &[u8], cut_offs: &mut CutOffs) -> Option<Value> {
        self.number = order.get(usize::from(self.i)).copied().unwrap_or(0).into();
        let merit = merits.get(usize::from(self.number)).copied().unwrap_or(Value::INFINITY);
        if best >= merit {
            cut_offs.count(if merit == -Value::INFINITY { CutOff::IgnoreLeft } else { CutOff::ProveBest });
            self.a = self.a.max(merit);
            return Some(self.a);
        }
        self.b = match self.kind {
            Kind::ProveBest => merit.min(self.bounds.window.beta), // narrow window
            Kind::IgnoreLeft => best.up(),                         // minimal window
        };
        None
    }
}

/// Sort (succ[], merit[]): the best merit first, equals as they were.
fn sort(order: &mut [u8], merits: &[Value]) {
    for (number, place) in order.iter_mut().enumerate() {
        *place = number as u8;
    }
    // Insertion sort: a stable one without a buffer, and the lists are short.
    for end in 1..merits.len() {
        for i in (1..=end).rev() {
            let merit = |i: usize| order.get(i).and_then(|&number| merits.get(usize::from(number)));
            if merit(i - 1) >= merit(i) {
                break;
            }
            order.swap(i - 1, i);
        }
    }
}

impl<G: Game, M: Merits<G>, const W: usize, const D: usize> Informed<G, M, W, D> {
    /// A search of `game` that keeps what it learns in `store`; zero plies deep until it is [started](Search::start).
    pub fn new(store: M, game: G) -> Self {
        const { assert!(D > 0 && D <= 255, "a search holds 1 to 255 plies") }
        const { assert!(W > 0 && W <= 255, "1 to 255 successors have merits") }
        Informed {
            store,
            game,
            frames: Vec::new(),
            merits: [[Value::ZERO; W]; D],
            order: [[0; W]; D],
            lines: Lines::new(),
            depth: 0,
            root: Some(Window::FULL),
            root_place: None,
            best: None,
            value: None,
            stats: Stats::default(),
        }
    }

    /// How many slots of the store are used, and how many there are.
    pub fn slots(&self) -> (usize, usize) {
        (self.store.used(), self.store.capacity())
    }

    /// Hands back what was lent to the store; the search has to be started anew then, and has none.
    pub fn take_words<'m>(&mut self) -> &'m mut [u32]
    where
        M: Lent<'m>,
    {
        self.frames.clear();
        self.depth = 0;
        self.root = Some(Window::FULL);
        self.root_place = None;
        self.value = None;
        self.store.take_words()
    }

    /// Visits the position the game is in, successor number `successor` of the node at `parent` (the root has none): gives its
    /// value back if it is a bottom position, else opens a frame.
    #[inline(always)]
    fn visit(
        &mut self,
        call: Call,
        parent: Option<M::Place>,
        successor: u16,
        back: Option<(G::Move, G::Undo)>,
    ) -> Option<Value> {
        let ply = self.frames.len();
        let at = At::below(self.depth, ply);
        let moves = if at.depth == 0 { None } else { Some(self.game.moves()) };
        let Some(moves) = moves.filter(|moves| !moves.as_ref().is_empty()) else {
            self.stats.bottom += 1;
            return Some(self.game.evaluate()); // depth == 0
        };
        let width = moves.as_ref().len();
        let narrow = width <= W;
        let place = match parent {
            None => match self.root_place {
                Some(place) => place,
                None => self.store.clear(&self.game, self.depth),
            },
            Some(parent) if at.depth == 1 && !call.research => parent,
            Some(parent) => self.store.below(parent, successor, !call.research, &self.game),
        };
        // `start` has checked that a frame is left for every ply of the depth.
        let _ = self.frames.push(Frame {
            moves,
            back,
            place,
            bounds: call.bounds,
            a: -Value::INFINITY,
            b: call.bounds.window.beta, // open window for the first successor
            i: 0,
            number: 0,
            again: false,
            research: false,
            keep: call.keep && narrow,
            kind: Kind::ProveBest,
        });
        if call.research && narrow {
            self.inform(ply, width);
        }
        self.lines.clear(ply);
        if self.stats.peaks.frames <= ply as u32 {
            self.stats.peaks.frames = ply as u32 + 1;
        }
        None
    }

    /// GetInfo and Sort: what the store knows of the last frame's node. If it has lost it, the node is searched as for the
    /// first time.
    #[cold]
    fn inform(&mut self, ply: usize, width: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        let merits = self.merits.get_mut(ply).and_then(|merits| merits.get_mut(..width)).unwrap_or_default();
        let order = self.order.get_mut(ply).and_then(|order| order.get_mut(..width)).unwrap_or_default();
        match self.store.fetch(frame.place, merits) {
            Some(kind) => {
                sort(order, merits);
                (frame.kind, frame.research) = (kind, true);
                frame.number = order.first().copied().unwrap_or(0).into();
                self.stats.informed += 1;
            }
            // Just above the bottom not everything is saved, and what is missing there need not be lost.
            None => self.stats.uninformed += u64::from(ply + 1 < usize::from(self.depth)),
        }
    }

    /// Successor `m` of the last frame has value `v` (for the mover there); returns the value of the frame's node if it is
    /// known now. `deeper` is false if the successor was a bottom position, below which no line goes on.
    #[inline(always)]
    fn learn(&mut self, v: Value, m: G::Move, deeper: bool) -> Option<Value> {
        let open = self.frames.len();
        let p = self.frames.last_mut()?;
        let merits = self.merits.get_mut(open - 1)?;
        let Window { alpha, beta } = p.bounds.window;
        let v = -v;
        let number = p.number;
        let seen = p.seen();
        let better = v > p.a || p.again;
        if better {
            p.a = v;
            let exact = p.again // the re-search is back
                || p.i == 0
                || v <= alpha
                || v >= beta
                || At::below(self.depth, open - 1).depth <= 2
                || p.research && p.kind == Kind::ProveBest; // searched with a narrow window
            if v > alpha {
                if open == 1 {
                    self.best = Some(m);
                }
                // A cut-off is sure of its move alone: what lies below was searched only for a bound.
                self.lines.remember(open - 1, m, deeper && v < beta);
            }
            p.again = !exact;
            if p.again {
                self.stats.researches += 1;
                return None;
            }
        }
        if !p.research
            && let Some(merit) = merits.get_mut(usize::from(number))
        {
            *merit = v;
        }
        let returned = p.go_on(merits, self.order.get(open - 1)?, &mut self.stats.cut_offs);
        if returned.is_some() && p.keep && !p.research {
            // SaveInfo, for a later re-search
            let last = usize::from(self.depth) == open;
            let found = if p.kind == Kind::ProveBest {
                Found::Merits(merits.get(..p.moves.as_ref().len()).unwrap_or_default())
            } else if last && number == 0 {
                return returned; // nothing to its left, nothing below it: the re-search would learn nothing
            } else {
                Found::Cut(number as u8)
            };
            let mut place = p.place;
            if last && let Some(parent) = open.checked_sub(2).and_then(|parent| self.frames.get(parent)) {
                place = self.store.below(place, parent.number, true, &self.game);
            }
            self.store.save(place, found);
        } else if deeper && if p.research { !seen } else { !p.keep } {
            // What a first search saw may still be needed by another re-search further up; this is not.
            self.store.forget(p.place, number);
        }
        returned
    }

    /// Goes on until the budget is spent or nothing is open. Returns what is left of the budget.
    #[inline(never)]
    fn walk(&mut self, mut budget: u32) -> u32 {
        while let Some(frame) = self.frames.last() {
            let (number, place) = (frame.number, frame.place);
            // A frame is open only as long as the loop has another successor.
            let Some(&m) = frame.moves.as_ref().get(usize::from(number)) else { return budget };
            if budget == 0 {
                return 0;
            }
            budget -= 1;
            let value = if self.frames.len() == usize::from(self.depth) {
                // depth == 0 for the successor: no arguments to work out.
                let undo = self.game.play(m);
                let value = self.game.evaluate();
                self.game.undo(m, undo);
                self.stats.bottom += 1;
                value
            } else {
                let call = frame.call(M::DEEP);
                let undo = self.game.play(m);
                let Some(value) = self.visit(call, Some(place), number, Some((m, undo))) else { continue };
                self.game.undo(m, undo);
                value
            };
            let mut returned = self.learn(value, m, false);
            // What a node returns may be the last thing its parent was waiting for, and so on up.
            while let Some(value) = returned {
                let back = self.frames.pop().and_then(|frame| frame.back);
                returned = match back {
                    Some((m, undo)) => {
                        self.game.undo(m, undo);
                        self.learn(value, m, true)
                    }
                    None => {
                        self.value = Some(value);
                        None
                    }
                };
            }
        }
        budget
    }
}

impl<G: Game + Clone, M: Merits<G>, const W: usize, const D: usize> Search<G> for Informed<G, M, W, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        self.frames.clear();
        self.lines.clear(0);
        self.depth = depth;
        self.root = Some(window);
        self.root_place = Some(self.store.clear(game, depth));
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.value = None;
        self.stats = Stats::default();
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let mut left = budget;
        let mut entered_by_moves = 0;
        if left > 0
            && let Some(window) = self.root.take()
        {
            left -= 1;
            let call = Call { bounds: alpha_beta::Call::root(window), research: false, keep: false };
            self.value = self.visit(call, None, 0, None);
        }
        if self.root.is_none() {
            entered_by_moves = left;
            left = self.walk(left);
            entered_by_moves -= left;
        }
        self.stats.nodes += u64::from(budget - left);
        self.stats.moves += u64::from(entered_by_moves);
        self.stats.evaluations = self.stats.bottom;
        self.stats.peaks.slots = self.store.peak() as u32;
        match self.value {
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
        self.lines.root()
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }
}
