//! Enhanced NegaScout (Plaat, Schaeffer, Pijls and de Bruin 1996): NegaScout with a transposition table, for which the tree is
//! a graph, and with what else a tournament program has to cut early.
//!
//! | switch | what | there |
//! |---|---|---|
//! | (the table) | a position met again is cut off, or its window narrowed; its best move is tried first | "The Minimal Tree" |
//! | [`history`](Switches::history) | moves that were best elsewhere are tried earlier | the same |
//! | [`etc`](Switches::etc) | enhanced transposition cut-offs: before any successor is searched, all are looked up | Fig. 5, `**` |
//! | [`eib`](Switches::eib) | exploiting irregular branching: successors that leave fewer replies are tried earlier | Fig. 5, `++` |
//!
//! Iterative deepening and aspiration windows are [`Deepening`](super::Deepening)'s; what was learned at one depth stays in the
//! table for the next.
//!
//! The value is minimax's at that depth, whatever is switched on and however small the table is: an entry counts only for the
//! depth that it was searched to, and only as the bounds that it is. NegaScout's shortcut for `depth < 3` has no place here,
//! since a leaf's value may be a bound out of the table.

use heapless::Vec;

use super::alpha_beta::Call;
use super::line::Lines;
use super::{Search, Stats, Status, TooDeep};
use crate::game::{Hints, Value, Window};
use crate::store::table::{Entry, NO_MOVE, Table};

/// ETC pays only more than so many plies above the bottom: the paper's compromise.
pub const ETC_ABOVE: u8 = 2;
/// EIB more than this many: nobody searches the replies to a last move.
const EIB_ABOVE: u8 = 1;
/// [Places](Hints::place) that the history heuristic counts: enough for two players on 64 cells.
const PLACES: usize = 128;

/// What is switched on besides the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Switches {
    /// The history heuristic.
    pub history: bool,
    /// Enhanced transposition cut-offs, at nodes more than so many plies above the bottom; see [`ETC_ABOVE`].
    pub etc: Option<u8>,
    /// Exploiting irregular branching.
    pub eib: bool,
}

impl Switches {
    /// The table alone.
    pub const NONE: Switches = Switches { history: false, etc: None, eib: false };
    /// The paper's enhanced NegaScout, before ETC and EIB.
    pub const HISTORY: Switches = Switches { history: true, ..Switches::NONE };
    /// Everything.
    pub const ALL: Switches = Switches { history: true, etc: Some(ETC_ABOVE), eib: true };
}

impl Default for Switches {
    /// History and ETC.
    fn default() -> Self {
        Switches { etc: Some(ETC_ABOVE), ..Switches::HISTORY }
    }
}

/// Enhanced NegaScout with its table in lent words, at most `D` plies deep.
///
/// Moves after the `W` first ones of a position keep the game's own order. The memory is `D` frames, `W` bytes for each of them,
/// and the table, which may be of any size.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::search::enhanced::{Enhanced, Switches};
/// use plywood::search::Search;
/// use plywood::store::table::{Table, words};
///
/// let mut lent = [0; words(1000)]; // 16 kB
/// let game = ConnectFour::new();
/// let mut search = Enhanced::<_, 7, 8>::new(Switches::default(), Table::new(&mut lent), game.clone());
/// search.start(&game, 8).unwrap();
/// search.finish();
/// assert_eq!(search.best(), Some(3)); // the middle column
/// assert!(search.stats().table_hits > 0);
/// ```
pub struct Enhanced<'m, G: Hints, const W: usize, const D: usize> {
    switches: Switches,
    table: Table<'m, G>,
    history: [u16; PLACES],
    game: G,
    frames: Vec<Frame<G>, D>,
    /// For each node on the way from the root: the numbers of its moves, in the order in which they are searched. Of a node
    /// whose moves were not sorted it means nothing.
    order: [[u8; W]; D],
    lines: Lines<G::Move, D>,
    depth: u8,
    root: Option<Window>,
    best: Option<G::Move>,
    value: Option<Value>,
    stats: Stats,
}

/// A node on the way from the root, with the local variables of NegaScout.
struct Frame<G: Hints> {
    moves: G::Moves,
    /// How to get back to the parent; the root has none.
    back: Option<(G::Move, G::Undo)>,
    call: Call,
    /// What was known of the value before.
    lower: Value,
    upper: Value,
    /// The best value so far, and
    m: Value,
    /// the number of the move that has it, if it is worth remembering.
    best: u8,
    /// The upper bound for the next successor.
    n: Value,
    /// The value of the current successor is at least this: it is being re-searched.
    t: Option<Value>,
    /// How many successors have been searched.
    i: u16,
    /// The number of the move that is searched first, or [`NO_MOVE`]: then the first one is.
    first: u8,
    sorted: bool,
}

impl<G: Hints> Frame<G> {
    /// The number of the move that is next.
    #[inline]
    fn number(&self, order: &[u8]) -> usize {
        let i = usize::from(self.i);
        let first = usize::from(self.first);
        if self.sorted {
            order.get(i).map_or(i, |&number| number.into())
        } else if self.first == NO_MOVE || i > first {
            i
        } else if i == 0 {
            first
        } else {
            i - 1
        }
    }
}

impl<'m, G: Hints, const W: usize, const D: usize> Enhanced<'m, G, W, D> {
    /// A search of `game` with this table; zero plies deep until it is [started](Search::start).
    pub fn new(switches: Switches, table: Table<'m, G>, game: G) -> Self {
        const { assert!(D > 0 && D <= 255, "a search holds 1 to 255 plies") }
        const { assert!(W > 0 && W < NO_MOVE as usize, "1 to 254 moves can be sorted") }
        Enhanced {
            switches,
            table,
            history: [0; PLACES],
            game,
            frames: Vec::new(),
            order: [[0; W]; D],
            lines: Lines::new(),
            depth: 0,
            root: Some(Window::FULL),
            best: None,
            value: None,
            stats: Stats::default(),
        }
    }

    /// Forgets everything that was learned from earlier searches, as if it were new.
    pub fn forget(&mut self) {
        self.table.forget();
        self.history = [0; PLACES];
    }

    /// How many slots of the table are used, and how many there are.
    pub fn slots(&self) -> (usize, usize) {
        (self.table.used(), self.table.capacity())
    }

    /// Hands back what was lent to the table; the search has to be started anew then, and has none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.frames.clear();
        self.depth = 0;
        self.root = Some(Window::FULL);
        self.value = None;
        self.table.take_words()
    }

    /// Begins the same search in another window, with all that it has learned, and counts on.
    pub(super) fn again_in(&mut self, window: Window) {
        // A search that is done is back at its root.
        self.frames.clear();
        self.lines.clear(0);
        self.root = Some(window);
        self.value = None;
    }

    /// Visits the position the game is in: gives its value back if it needs no search, else opens a frame.
    #[inline(always)]
    fn visit(&mut self, call: Call, back: Option<(G::Move, G::Undo)>) -> Option<Value> {
        let ply = self.frames.len();
        let depth = self.depth.saturating_sub(ply as u8);
        let Window { alpha, beta } = call.window;
        let (mut lower, mut upper) = (-Value::INFINITY, Value::INFINITY);
        let mut first = NO_MOVE;
        if depth > 0 {
            // The root is searched in any case: what is wanted is its best move.
            if ply > 0 {
                (lower, upper) = self.game.known(call.window);
                if let Some(value) = decided(lower, upper, call.window) {
                    self.stats.cut_offs.known += 1;
                    return Some(value);
                }
            }
            // Check in transposition table
            if let Some(entry) = self.game.identity().and_then(|identity| self.table.get(identity)) {
                self.stats.table_hits += 1;
                first = entry.best;
                if ply > 0 && entry.depth == depth {
                    (lower, upper) = (lower.max(entry.lower), upper.min(entry.upper));
                    if let Some(value) = decided(lower, upper, call.window) {
                        self.stats.cut_offs.table += 1;
                        return Some(value);
                    }
                }
            }
        }
        let moves = if depth == 0 { None } else { Some(self.game.moves()) };
        let Some(moves) = moves.filter(|moves| !moves.as_ref().is_empty()) else {
            self.stats.bottom += 1;
            return Some(self.game.evaluate());
        };
        if ply > 0 && self.switches.etc.is_some_and(|above| depth > above) {
            lower = lower.max(self.look_ahead(moves.as_ref(), depth, beta));
            if lower >= beta {
                self.stats.cut_offs.etc += 1;
                self.remember(depth, lower, upper, first);
                return Some(lower);
            }
        }
        let width = moves.as_ref().len();
        if usize::from(first) >= width {
            first = NO_MOVE;
        }
        let sorted = width > 1 && (self.switches.history || self.switches.eib && depth > EIB_ABOVE);
        if sorted {
            self.sort(moves.as_ref(), first, ply, depth);
        }
        // What is known narrows the window. Its lower end stays below the least that the value can be, so that the move that
        // brings that is found.
        let window = Window { alpha: alpha.max(lower.down()), beta: beta.min(upper) };
        // `start` has checked that a frame is left for every ply of the depth.
        let _ = self.frames.push(Frame {
            moves,
            back,
            call: Call { window, ..call },
            lower,
            upper,
            m: -Value::INFINITY,
            best: NO_MOVE,
            n: window.beta,
            t: None,
            i: 0,
            first,
            sorted,
        });
        self.lines.clear(ply);
        if self.stats.peaks.frames <= ply as u32 {
            self.stats.peaks.frames = ply as u32 + 1;
        }
        None
    }

    /// ETC: the best that the table knows to be certain of some successor, seen from here; no more is wanted than beta.
    #[inline]
    fn look_ahead(&mut self, moves: &[G::Move], depth: u8, beta: Value) -> Value {
        let mut certain = -Value::INFINITY;
        for &m in moves {
            self.stats.moves += 1;
            let entry = self.game.identity_after(m).and_then(|identity| self.table.get(identity));
            if let Some(entry) = entry.filter(|entry| entry.depth + 1 == depth) {
                certain = certain.max(-entry.upper);
                if certain >= beta {
                    break;
                }
            }
        }
        certain
    }

    /// Sorts the moves of the node at `ply`: the one that the table has first, then those with fewer replies (EIB), then those
    /// that were best more often. Equals stay as they are.
    fn sort(&mut self, moves: &[G::Move], first: u8, ply: usize, depth: u8) {
        let eib = self.switches.eib && depth > EIB_ABOVE;
        let mut ranks = Vec::<(u32, u8), W>::new();
        for (number, &m) in moves.iter().enumerate().take(W) {
            let rank = if number == usize::from(first) {
                u32::MAX
            } else {
                let mut rank = 0;
                if eib {
                    // The paper adds a bonus and does not say how large; here one reply outweighs any history.
                    self.stats.moves += 1;
                    rank = u32::from(u8::MAX - self.game.replies(m)) << 16;
                }
                if self.switches.history {
                    rank += u32::from(self.history.get(self.game.place(m)).copied().unwrap_or(0));
                }
                rank
            };
            let mut i = ranks.len();
            let _ = ranks.push((rank, number as u8)); // no more than W
            while i > 0 && ranks[i].0 > ranks[i - 1].0 {
                ranks.swap(i, i - 1);
                i -= 1;
            }
        }
        if let Some(order) = self.order.get_mut(ply) {
            for (place, &(_, number)) in order.iter_mut().zip(&ranks) {
                *place = number;
            }
        }
    }

    /// Save result in transposition table: of the position the game is in.
    #[inline]
    fn remember(&mut self, depth: u8, lower: Value, upper: Value, best: u8) {
        if let Some(identity) = self.game.identity() {
            self.table.put(identity, Entry { lower, upper, depth, best });
        }
    }

    /// Hands the value of the successor that move `m` leads to, to the last frame; returns the value of that frame's node if it
    /// is known now. `deeper` is false if the successor was not searched, so that no line goes on below it.
    #[inline(always)]
    fn learn(&mut self, value: Value, m: G::Move, deeper: bool) -> Option<Value> {
        let ply = self.frames.len() - 1;
        let p = self.frames.last_mut()?;
        let number = p.number(self.order.get(ply)?) as u8;
        let Window { alpha, beta } = p.call.window;
        let t = -value;
        let better = t > p.m || p.t.is_some();
        if better {
            let again = p.t.take().is_none() && p.n != beta && t > alpha && t < beta;
            if t > alpha {
                p.best = number;
                if ply == 0 {
                    self.best = Some(m);
                }
                // A cut-off is sure of its move alone: what lies below was searched only for a bound.
                self.lines.remember(ply, m, deeper && t < beta);
            }
            if again {
                p.t = Some(t);
                self.stats.researches += 1;
                return None;
            }
            p.m = t;
        }
        p.i += 1;
        let cut = p.m >= beta;
        if !cut {
            p.n = alpha.max(p.m).up();
            if usize::from(p.i) < p.moves.as_ref().len() {
                return None;
            }
        }
        let (value, best) = (p.m, p.best);
        let lower = if value > alpha { value } else { p.lower };
        let upper = if value < beta { value } else { p.upper };
        let depth = self.depth.saturating_sub(ply as u8);
        if cut {
            self.stats.cut_offs.count(p.call.cut_off(value));
        }
        if self.switches.history && best != NO_MOVE {
            self.praise(ply, depth);
        }
        self.remember(depth, lower, upper, best);
        Some(value)
    }

    /// History: the best move of the node at `ply` was worth a search so deep.
    fn praise(&mut self, ply: usize, depth: u8) {
        let Some(p) = self.frames.get(ply) else { return };
        let Some(&m) = p.moves.as_ref().get(usize::from(p.best)) else { return };
        if let Some(count) = self.history.get_mut(self.game.place(m)) {
            let praised = u32::from(*count) + u32::from(depth) * u32::from(depth);
            match u16::try_from(praised) {
                Ok(praised) => *count = praised,
                Err(_) => self.history.iter_mut().for_each(|count| *count /= 2),
            }
        }
    }

    /// Goes on until the budget is spent or nothing is open. Returns what is left of the budget.
    #[inline(never)]
    fn walk(&mut self, mut budget: u32) -> u32 {
        loop {
            let Some((p, order)) = self.frames.last().zip(self.order.get(self.frames.len().wrapping_sub(1))) else {
                return budget;
            };
            // A frame is open only as long as there is another move.
            let Some(&m) = p.moves.as_ref().get(p.number(order)) else { return budget };
            if budget == 0 {
                return 0;
            }
            budget -= 1;
            let Window { alpha, beta } = p.call.window;
            let window = match p.t {
                None => Window { alpha: -p.n, beta: -alpha.max(p.m) },
                Some(t) => Window { alpha: -beta, beta: -t },
            };
            let call = Call { window, shallow: -p.t.unwrap_or(p.m) };
            let undo = self.game.play(m);
            let Some(value) = self.visit(call, Some((m, undo))) else { continue };
            self.game.undo(m, undo);
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
    }
}

/// The value, if two bounds on it are all that a search in this window wants to know.
#[inline]
fn decided(lower: Value, upper: Value, window: Window) -> Option<Value> {
    if lower >= window.beta || lower >= upper {
        Some(lower)
    } else if upper <= window.alpha {
        Some(upper)
    } else {
        None
    }
}

impl<G: Hints + Clone, const W: usize, const D: usize> Search<G> for Enhanced<'_, G, W, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    /// What the table holds stays, but it is the first to be replaced.
    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.table.age();
        self.game = game.clone();
        self.depth = depth;
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.stats = Stats::default();
        self.again_in(window);
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let mut left = budget;
        let mut entered_by_moves = 0;
        if left > 0
            && let Some(window) = self.root.take()
        {
            left -= 1;
            self.value = self.visit(Call::root(window), None);
        }
        if self.root.is_none() {
            entered_by_moves = left;
            left = self.walk(left);
            entered_by_moves -= left;
        }
        self.stats.nodes += u64::from(budget - left);
        self.stats.moves += u64::from(entered_by_moves);
        self.stats.evaluations = self.stats.bottom;
        self.stats.peaks.slots = self.table.used() as u32;
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

    /// A visit may look up every successor (ETC) and count the replies to every move (EIB).
    fn moves_a_visit(&self) -> u32 {
        let Switches { etc, eib, .. } = self.switches;
        1 + (u32::from(etc.is_some()) + u32::from(eib)) * W as u32
    }
}
