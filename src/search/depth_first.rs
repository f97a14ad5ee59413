//! The depth-first walk that minimax, alpha-beta, SCOUT and NegaScout share.
//!
//! In the papers each of them is a recursive function. What makes them differ is only what that function does
//! with its arguments, its local variables and the values that come back, so that is all an [`Algorithm`] says.
//! [`DepthFirst`] does the rest: it keeps the open nodes in a stack of `D` frames instead of on the machine's,
//! so a search can be paused after any node, and it counts, plays, takes back and remembers the best line.

use heapless::Vec;

use super::line::Lines;
use super::{CutOff, CutOffs, Search, Stats, Status, TooDeep};
use crate::game::{Game, Value, Window};

/// A recursive search function, cut at its recursive calls.
///
/// For the function `f(p, arguments)` of a paper, [`Call`](Algorithm::Call) is the type of the arguments,
/// [`Node`](Algorithm::Node) that of the local variables, and the methods are the pieces of its body in the
/// order in which they run.
pub trait Algorithm {
    /// The arguments, the position aside.
    type Call: Copy;
    /// The local variables.
    type Node;

    /// The arguments of the first call, for a search that has to know values inside `window`.
    fn root(&self, window: Window) -> Self::Call;

    /// What the function returns at a bottom position of this value (as its mover sees it).
    fn leaf(&self, _call: Self::Call, value: Value, _at: At) -> Value {
        value
    }

    /// Sets up the local variables, before the loop over the successors.
    fn enter(&self, call: Self::Call, at: At) -> Self::Node;

    /// The arguments for the next successor.
    fn child(&self, node: &Self::Node, at: At) -> Self::Call;

    /// A successor was searched and `value` came back.
    fn learn(&self, node: &mut Self::Node, value: Value, at: At, note: &mut Note<'_>) -> Then;

    /// What the function returns after the last successor.
    fn result(&self, node: &Self::Node, at: At) -> Value;
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// Plies still to search below this node.
    pub depth: u8,
    /// Whether the player who moves at the root, Max, moves here.
    pub max: bool,
}

impl At {
    /// The place `ply` moves below the root of a search to `depth`.
    pub(super) fn below(depth: u8, ply: usize) -> At {
        At { depth: depth.saturating_sub(ply as u8), max: ply.is_multiple_of(2) }
    }

    /// `value`, seen by the mover here, as Max sees it.
    #[must_use]
    pub fn for_max(self, value: Value) -> Value {
        if self.max { value } else { -value }
    }
}

/// How the loop over the successors goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// To the next successor.
    Next,
    /// The same successor once more, with what [`Algorithm::child`] now says: a re-search.
    Again,
    /// Not at all: return this value.
    Return(Value),
}

/// What an algorithm has to say about a value that came back, besides how to go on.
pub struct Note<'a> {
    cut_offs: &'a mut CutOffs,
    best: bool,
}

impl Note<'_> {
    /// The successor is the best so far.
    #[inline]
    pub fn best(&mut self) {
        self.best = true;
    }

    /// The remaining successors are cut off.
    #[inline]
    pub fn cut_off(&mut self, kind: CutOff) {
        self.cut_offs.count(kind);
    }
}

/// A node on the way from the root to where the search is.
struct Frame<G: Game, A: Algorithm> {
    moves: G::Moves,
    /// The index of the successor that is searched now.
    current: u16,
    /// How to get back to the parent; the root has none.
    back: Option<(G::Move, G::Undo)>,
    node: A::Node,
}

/// A depth-first search of a game by an algorithm, at most `D` plies deep.
///
/// All memory is in the value itself: `D` frames (moves, local variables, undo) and `D` best lines.
pub struct DepthFirst<G: Game, A: Algorithm, const D: usize> {
    algorithm: A,
    game: G,
    frames: Vec<Frame<G, A>, D>,
    lines: Lines<G::Move, D>,
    depth: u8,
    /// The root's arguments until the root is visited.
    root: Option<A::Call>,
    best: Option<G::Move>,
    value: Option<Value>,
    stats: Stats,
}

impl<G: Game, A: Algorithm, const D: usize> DepthFirst<G, A, D> {
    /// A search of `game` by `algorithm`, zero plies deep until it is [started](Search::start).
    pub fn new(algorithm: A, game: G) -> Self {
        const { assert!(D > 0 && D <= 255, "a search holds 1 to 255 plies") }
        let root = Some(algorithm.root(Window::FULL));
        DepthFirst {
            algorithm,
            game,
            frames: Vec::new(),
            lines: Lines::new(),
            depth: 0,
            root,
            best: None,
            value: None,
            stats: Stats::default(),
        }
    }

    /// Visits the position the game is in: gives its value back if it is a bottom position, else opens a frame.
    #[inline(always)]
    fn visit(&mut self, call: A::Call, back: Option<(G::Move, G::Undo)>) -> Option<Value> {
        let ply = self.frames.len();
        let at = At::below(self.depth, ply);
        if at.depth > 0 {
            let moves = self.game.moves();
            if !moves.as_ref().is_empty() {
                let node = self.algorithm.enter(call, at);
                // `start` has checked that a frame is left for every ply of the depth.
                let _ = self.frames.push(Frame { moves, current: 0, back, node });
                self.lines.clear(ply);
                if self.stats.peaks.frames <= ply as u32 {
                    self.stats.peaks.frames = ply as u32 + 1;
                }
                return None;
            }
        }
        self.stats.bottom += 1;
        Some(self.algorithm.leaf(call, self.game.evaluate(), at))
    }

    /// Hands the value of the successor that move `m` leads to, to the last frame; returns the value of that frame's
    /// node if it is known now. `deeper` is false if the successor was a bottom position, below which no line goes on.
    #[inline(always)]
    fn learn(&mut self, value: Value, m: G::Move, deeper: bool) -> Option<Value> {
        let open = self.frames.len();
        let frame = self.frames.last_mut()?;
        let ply = open - 1;
        let mut note = Note { cut_offs: &mut self.stats.cut_offs, best: false };
        let then = self.algorithm.learn(&mut frame.node, value, At::below(self.depth, ply), &mut note);
        let best = note.best;
        let returned = match then {
            Then::Next => {
                frame.current += 1;
                None
            }
            Then::Again => {
                self.stats.researches += 1;
                None
            }
            Then::Return(value) => Some(value),
        };
        if best {
            // A cut-off is sure of its move alone: what lies below was searched only for a bound.
            if ply == 0 {
                self.best = Some(m);
            }
            self.lines.remember(ply, m, deeper && returned.is_none());
        }
        returned
    }

    /// Goes on until the budget is spent or nothing is open. Returns what is left of the budget.
    ///
    /// Never inlined: each walk is a function of its own, so that a board can keep those it needs in fast memory.
    #[inline(never)]
    fn walk(&mut self, mut budget: u32) -> u32 {
        loop {
            let open = self.frames.len();
            let Some(frame) = self.frames.last_mut() else { return budget };
            let at = At::below(self.depth, open - 1);
            let mut returned = match frame.moves.as_ref().get(usize::from(frame.current)) {
                None => Some(self.algorithm.result(&frame.node, at)),
                Some(&m) => {
                    if budget == 0 {
                        return 0;
                    }
                    budget -= 1;
                    let call = self.algorithm.child(&frame.node, at);
                    let undo = self.game.play(m);
                    match self.visit(call, Some((m, undo))) {
                        None => continue,
                        Some(value) => {
                            self.game.undo(m, undo);
                            self.learn(value, m, false)
                        }
                    }
                }
            };
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

impl<G: Game + Clone, A: Algorithm, const D: usize> Search<G> for DepthFirst<G, A, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        self.frames.clear();
        self.lines.clear(0);
        self.depth = depth;
        self.root = Some(self.algorithm.root(window));
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.value = None;
        self.stats = Stats::default();
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let mut left = budget;
        let mut entered_by_moves = 0;
        if left > 0
            && let Some(call) = self.root.take()
        {
            left -= 1;
            self.value = self.visit(call, None);
        }
        if self.root.is_none() {
            entered_by_moves = left;
            left = self.walk(left);
            entered_by_moves -= left;
        }
        // Every visit costs one of the budget, every visit but the root's a move, every bottom position an evaluation:
        // counted here, once a step, because counting takes time too.
        self.stats.nodes += u64::from(budget - left);
        self.stats.moves += u64::from(entered_by_moves);
        self.stats.evaluations = self.stats.bottom;
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
