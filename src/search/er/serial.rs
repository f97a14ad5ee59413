//! Serial ER (Steinberg and Solomon 1989, Fig. 8).
//!
//! The three functions of the figure are three [`Role`]s that a node can be in, cut where they call each other:
//!
//! | in the figure | here |
//! |---|---|
//! | `ER`, its first loop | [`Role::Er`]: the successor at hand is in `Eval_first` |
//! | `ER`, its second loop | [`Role::ErSorted`]: the successor at hand is in `Refute_rest` |
//! | `Eval_first` | [`Role::EvalFirst`]: the first successor is in `ER` |
//! | `Refute_rest` | [`Role::RefuteRest`]: the successor at hand is in `Eval_first`, and then in `Refute_rest` |
//!
//! It differs from the print in three places:
//! - `Refute_rest` starts from `value := alpha`, which forgets what `Eval_first` has learned from the eldest child. It has to
//!   start from `max(alpha, P.value)`.
//! - Where that is at least beta already, because brothers have been evaluated in between, the node is refuted as it stands.
//!   Taken by the letter, the figure would search one more child of it, in an empty window.
//! - A node's successors that are not done are [kept](Kept) between the two loops of `ER`, with their own moves; there is room
//!   for `W`. Any more of them are treated as in `Refute_rest`: first evaluated, then refuted at once.

use heapless::Vec;

use crate::game::{Game, Value, Window};
use crate::search::alpha_beta::Call;
use crate::search::crew::{Part, Serial};
use crate::search::line::Lines;
use crate::search::{Search, Stats, Status, TooDeep};

/// Serial ER, at most `D` plies deep.
///
/// Its memory is `D` frames, `D` best lines, and `W` successors with their moves for each of `D` plies. A node that is left and
/// entered again is visited once: the second time is a move in the [statistics](Stats), and no node.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::search::{Er, Search};
///
/// let game = ConnectFour::new();
/// let mut search = Er::<_, 7, 8>::new(game.clone());
/// search.start(&game, 6).unwrap();
/// search.finish();
/// assert_eq!(search.best(), Some(3)); // the middle column
/// ```
pub struct Er<G: Game, const W: usize, const D: usize> {
    game: G,
    frames: Vec<Frame<G>, D>,
    /// For each node in [`Role::Er`] or [`Role::ErSorted`] on the way from the root: its successors that are not done, those of
    /// the lowest value first.
    kept: [Vec<Kept<G>, W>; D],
    lines: Lines<G::Move, D>,
    depth: u8,
    /// Which part of the root is searched: all of it, unless several processors share the work.
    part: Part,
    /// The root's window until the root is visited.
    root: Option<Window>,
    best: Option<G::Move>,
    value: Option<Value>,
    /// How many successors the root has, if only the first one was searched.
    first_of: Option<usize>,
    stats: Stats,
}

/// Which function of the figure a node is in. See the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Er,
    ErSorted,
    EvalFirst,
    RefuteRest,
}

/// A node on the way from the root to where the search is.
struct Frame<G: Game> {
    moves: G::Moves,
    /// How to get back to the parent; the root has none.
    back: Option<(G::Move, G::Undo)>,
    call: Call,
    /// The best value so far; alpha at first.
    value: Value,
    role: Role,
    /// The number of the successor at hand, from 0: among the moves, or in [`Role::ErSorted`] among those that are kept.
    i: u16,
}

/// A successor whose first child is evaluated, and which is not done.
struct Kept<G: Game> {
    number: u16,
    /// Its tentative value, for its mover.
    value: Value,
    /// Its moves, until it is entered again.
    moves: Option<G::Moves>,
}

impl<G: Game> Frame<G> {
    /// The arguments for the successor at hand: (-beta, -value).
    fn call_below(&self) -> Call {
        let Window { alpha, beta } = self.call.window;
        // Below alpha it is not known what the successors are worth: then none of them sets a bound.
        let shallow = if self.value == alpha { Value::INFINITY } else { -self.value };
        Call { window: Window { alpha: -beta, beta: -self.value }, shallow }
    }
}

/// What a node does next.
enum Next {
    /// Visit the successor of this number, which is then in this role.
    Visit(u16, Role),
    /// Enter the next one of those that are kept.
    Refute,
    /// Return its value.
    Return(Value),
}

impl<G: Game, const W: usize, const D: usize> Er<G, W, D> {
    /// A search of `game`, zero plies deep until it is [started](Search::start).
    pub fn new(game: G) -> Self {
        const { assert!(D > 0 && D <= 255, "a search holds 1 to 255 plies") }
        Er {
            game,
            frames: Vec::new(),
            // Not as a constant: see `Lines`.
            kept: core::array::from_fn(|_| Vec::new()),
            lines: Lines::new(),
            depth: 0,
            part: Part::Evaluate,
            root: Some(Window::FULL),
            best: None,
            value: None,
            first_of: None,
            stats: Stats::default(),
        }
    }

    /// Visits the position the game is in: gives its value back if it is a bottom position, else opens a frame.
    fn visit(&mut self, call: Call, role: Role, back: Option<(G::Move, G::Undo)>) -> Option<Value> {
        let ply = self.frames.len();
        self.stats.nodes += 1;
        if usize::from(self.depth) > ply {
            let moves = self.game.moves();
            if !moves.as_ref().is_empty() {
                let frame = Frame { moves, back, call, value: call.window.alpha, role, i: 0 };
                self.open(frame);
                return None;
            }
        }
        self.stats.bottom += 1;
        self.stats.evaluations += 1;
        Some(self.game.evaluate())
    }

    /// `start_in` has checked that there is a frame for every ply of the depth.
    fn open(&mut self, frame: Frame<G>) {
        let ply = self.frames.len();
        self.lines.clear(ply);
        if let Some(kept) = self.kept.get_mut(ply) {
            kept.clear();
        }
        let _ = self.frames.push(frame);
        self.stats.peaks.frames = self.stats.peaks.frames.max(ply as u32 + 1);
    }

    /// What the last node does next.
    fn next(&mut self) -> Option<Next> {
        let ply = self.frames.len().checked_sub(1)?;
        let frame = self.frames.last_mut()?;
        let all = usize::from(frame.i) >= frame.moves.as_ref().len();
        Some(match frame.role {
            Role::Er if !all => Next::Visit(frame.i, Role::EvalFirst),
            Role::Er => {
                // sort (P): they are kept sorted.
                (frame.role, frame.i) = (Role::ErSorted, 0);
                Next::Refute
            }
            Role::ErSorted if usize::from(frame.i) < self.kept.get(ply).map_or(0, |kept| kept.len()) => Next::Refute,
            Role::EvalFirst => Next::Visit(0, Role::Er),
            Role::RefuteRest if !all => Next::Visit(frame.i, Role::EvalFirst),
            Role::ErSorted | Role::RefuteRest => Next::Return(frame.value),
        })
    }

    /// Goes on until the budget is spent or nothing is open. Returns what is left of the budget.
    #[inline(never)]
    fn walk(&mut self, mut budget: u32) -> u32 {
        while let Some(next) = self.next() {
            let mut returned = match next {
                Next::Visit(..) if budget == 0 => break,
                Next::Visit(number, role) => {
                    budget -= 1;
                    self.visit_successor(number, role)
                }
                Next::Refute => self.refute_kept(),
                Next::Return(value) => self.close(value),
            };
            // What a node returns may be the last thing its parent was waiting for, and so on up.
            while let Some((value, m, deeper)) = returned {
                returned = match self.learn(value, m, deeper) {
                    Some(value) => self.close(value),
                    None => None,
                };
            }
        }
        budget
    }

    /// Plays to a successor of the last node and visits it.
    fn visit_successor(&mut self, number: u16, role: Role) -> Option<(Value, G::Move, bool)> {
        let frame = self.frames.last()?;
        let m = *frame.moves.as_ref().get(usize::from(number))?;
        let call = frame.call_below();
        let undo = self.game.play(m);
        self.stats.moves += 1;
        let value = self.visit(call, role, Some((m, undo)))?;
        self.game.undo(m, undo);
        Some((value, m, false))
    }

    /// The second loop of `ER`: enters the next successor that is not done again, in `Refute_rest`.
    fn refute_kept(&mut self) -> Option<(Value, G::Move, bool)> {
        let frame = self.frames.last()?;
        let call = frame.call_below();
        let Some(kept) = self.kept.get_mut(self.frames.len() - 1).and_then(|kept| kept.get_mut(usize::from(frame.i)))
        else {
            return self.close(frame.value); // all of them were done in the first loop
        };
        let m = *frame.moves.as_ref().get(usize::from(kept.number))?;
        let value = kept.value.max(call.window.alpha);
        let moves = kept.moves.take()?;
        if value >= call.window.beta {
            self.stats.cut_offs.count(call.cut_off(value));
            return Some((value, m, false));
        }
        let first = moves.as_ref().first().copied().filter(|_| value > call.window.alpha);
        let undo = self.game.play(m);
        self.stats.moves += 1;
        self.open(Frame { moves, back: Some((m, undo)), call, value, role: Role::RefuteRest, i: 1 });
        if let Some(first) = first {
            self.lines.remember(self.frames.len() - 1, first, false);
        }
        None
    }

    /// The last node returns this value: back to its parent.
    fn close(&mut self, value: Value) -> Option<(Value, G::Move, bool)> {
        let frame = self.frames.pop()?;
        match frame.back {
            Some((m, undo)) => {
                self.game.undo(m, undo);
                Some((value, m, true))
            }
            None => {
                self.value = Some(value);
                None
            }
        }
    }

    /// The successor at hand of the last node, to which `m` leads, is worth `value` to its mover. Says what the node itself is
    /// worth if that is known now. `deeper` is false where no line goes on.
    fn learn(&mut self, value: Value, m: G::Move, deeper: bool) -> Option<Value> {
        let ply = self.frames.len().checked_sub(1)?;
        let frame = self.frames.last_mut()?;
        let t = -value;
        let better = t > frame.value;
        frame.value = frame.value.max(t);
        let refuted = frame.value >= frame.call.window.beta;
        if better {
            if ply == 0 {
                self.best = Some(m);
            }
            // A cut-off is sure of its move alone: what lies below was searched only for a bound.
            self.lines.remember(ply, m, deeper && !refuted);
        }
        if refuted {
            self.stats.cut_offs.count(frame.call.cut_off(frame.value));
            return Some(frame.value);
        }
        frame.i += 1;
        if frame.role == Role::EvalFirst {
            if frame.moves.as_ref().len() == 1 {
                return Some(frame.value); // done
            }
            frame.role = Role::RefuteRest;
            self.keep();
        }
        None
    }

    /// The last node is first evaluated, and not done: if its parent is in the first loop of `ER`, it is left for now.
    fn keep(&mut self) {
        let Some(ply) = self.frames.len().checked_sub(2) else {
            if self.part == Part::First
                && let Some(root) = self.frames.pop()
            {
                (self.value, self.first_of) = (Some(root.value), Some(root.moves.as_ref().len()));
            }
            return;
        };
        let Some(kept) = self.kept.get_mut(ply).filter(|kept| !kept.is_full()) else { return };
        if self.frames.get(ply).is_none_or(|parent| parent.role != Role::Er) {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        if let Some((m, undo)) = frame.back {
            self.game.undo(m, undo);
        }
        if let Some(parent) = self.frames.last_mut() {
            let sorted = kept.iter().take_while(|other| other.value <= frame.value).count();
            let _ = kept.insert(sorted, Kept { number: parent.i, value: frame.value, moves: Some(frame.moves) });
            parent.i += 1;
        }
    }
}

impl<G: Game + Clone, const W: usize, const D: usize> Search<G> for Er<G, W, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        self.frames.clear();
        self.lines.clear(0);
        self.depth = depth;
        self.part = Part::Evaluate;
        self.root = Some(window);
        self.best = if depth > 0 { game.moves().as_ref().first().copied() } else { None };
        self.value = None;
        self.first_of = None;
        self.stats = Stats::default();
        Ok(())
    }

    fn step(&mut self, mut budget: u32) -> Status {
        if budget > 0
            && let Some(window) = self.root.take()
        {
            budget -= 1;
            let call = Call::root(window);
            self.value = match self.part {
                Part::Evaluate | Part::Look => self.visit(call, Role::Er, None),
                Part::First | Part::Refute => self.visit(call, Role::EvalFirst, None),
                Part::Rest { from, value } => {
                    let leaf = self.visit(call, Role::RefuteRest, None);
                    if let Some(root) = self.frames.last_mut() {
                        (root.i, root.value) = (from.into(), root.value.max(value));
                    }
                    leaf
                }
            };
        }
        if self.root.is_none() {
            self.walk(budget);
        }
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

    /// A node that is entered again is left at once for a child that is visited.
    fn moves_a_visit(&self) -> u32 {
        2
    }
}

impl<G: Game + Clone, const W: usize, const D: usize> Serial<G> for Er<G, W, D> {
    fn start_part(&mut self, game: &G, depth: u8, window: Window, part: Part) -> Result<(), TooDeep> {
        self.start_in(game, depth, window)?;
        self.part = part;
        Ok(())
    }

    fn first_of(&self) -> Option<usize> {
        self.first_of
    }

    /// Every node's window is cut to what its parent's has become. The topmost node that is refuted by that returns.
    fn narrow(&mut self, window: Window) {
        if let Some(root) = &mut self.root {
            *root = window;
        }
        let mut narrow = window;
        let mut refuted = None;
        for (ply, frame) in self.frames.iter_mut().enumerate() {
            let Window { alpha, beta } = &mut frame.call.window;
            (*alpha, *beta) = (narrow.alpha.max(*alpha), narrow.beta.min(*beta));
            frame.value = frame.value.max(*alpha);
            narrow = Window { alpha: -*beta, beta: -frame.value };
            if frame.value >= *beta {
                refuted = Some((ply, frame.value));
                break;
            }
        }
        let Some((ply, value)) = refuted else { return };
        while self.frames.len() > ply + 1
            && let Some(Frame { back: Some((m, undo)), .. }) = self.frames.pop()
        {
            self.game.undo(m, undo);
        }
        let mut returned = self.close(value);
        while let Some((value, m, deeper)) = returned {
            returned = match self.learn(value, m, deeper) {
                Some(value) => self.close(value),
                None => None,
            };
        }
    }
}
