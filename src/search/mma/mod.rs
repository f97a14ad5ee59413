//! Min/max approximation (Rivest 1987): the penalty-based search of §3.4, with the penalties of §3.5, §4 and §6.
//!
//! A tree is grown one expansion at a time. Every edge has a penalty, small for good moves and large for bad ones, and the tip
//! that is expanded next is the one with the least penalty in all between it and the root: the one, if penalties are minus the
//! logarithms of derivatives, on which the value of the root depends most.
//!
//! Scores are whole numbers from 1 to 1023, seen by Max at every node (no negamax here): what
//! [`evaluate`](Game::evaluate) says, plus 512, cut to that range. 1 and 1023 are won games.
//!
//! **When the tree is full**, its least promising subtree is folded back to a tip, which keeps the value that was backed up to
//! it. If there is none but the path at hand, the search stops and [says so](Mma::is_full).

mod penalty;

use heapless::Vec;

use super::{Search, Stats, Status, TooDeep};
use crate::game::{Game, Value, Window};
use crate::store::tree::{Kept, NEVER, Node, Tree};

pub use penalty::*;

/// What a score of no advantage is.
const NEUTRAL: i16 = 512;

/// How the move is chosen at the root, and how the tree is walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Choose by the approximation ṽ instead of the backed-up value (§4). Only some penalties keep one.
    pub by_estimate: bool,
    /// After an expansion go on below the same node, until it has more leaves below than plies above (§6), instead of
    /// climbing to the root each time.
    pub redescend: bool,
}

/// A penalty-based search, its tree in lent words, at most `D` plies deep.
///
/// As a [`Search`] to a depth it grows the tree until nothing can be expanded any more; then the value is minimax's. Stopped
/// before, it has a best move at any time, which is what it is for: give it a number of calls of `play`.
///
/// ```
/// use plywood::games::ConnectFour;
/// use plywood::search::{Mma, Search, mma::Reverse};
/// use plywood::store::tree::{Tree, words};
///
/// let game = ConnectFour::new();
/// let mut nodes = [0; words(2000)]; // 24 kB
/// let mut search = Mma::<_, _, 42>::new(Reverse::default(), Tree::new(&mut nodes, false), game.clone());
/// search.start(&game, 42).unwrap();
/// search.run(100, |stats| stats.moves >= 1000);
/// assert_eq!(search.best(), Some(3)); // the middle column
/// ```
pub struct Mma<'m, G: Game, P, const D: usize> {
    penalty: P,
    /// See [`Habits`].
    pub habits: Habits,
    tree: Tree<'m>,
    game: G,
    root: Option<Node>,
    root_is_max: bool,
    /// The way from the root to where the game is, without the root.
    way: Vec<Step<G>, D>,
    doing: Doing,
    /// Since the last descent from the root: how far down it led, and the leaves below there.
    descent: (usize, usize),
    depth: u8,
    line: Vec<G::Move, 1, u8>,
    root_moves: Option<G::Moves>,
    /// The moves of the tip that is being expanded.
    successors: Option<G::Moves>,
    full: bool,
    stats: Stats,
}

struct Step<G: Game> {
    node: Node,
    /// Among its siblings.
    number: u8,
    m: G::Move,
    undo: G::Undo,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// To visit the root for the first time.
    Root,
    /// To follow the arrow.
    Descend,
    /// To visit the successors of the tip at hand, from this one on.
    Expand(u8),
    /// Nothing.
    Done,
}

impl<'m, G: Game + Clone, P: Penalty, const D: usize> Mma<'m, G, P, D> {
    /// A search of `game` by this penalty; zero plies deep until it is [started](Search::start).
    pub fn new(penalty: P, tree: Tree<'m>, game: G) -> Self {
        Mma {
            penalty,
            habits: Habits::default(),
            tree,
            game,
            root: None,
            root_is_max: true,
            way: Vec::new(),
            doing: Doing::Root,
            descent: (0, 0),
            depth: 0,
            line: Vec::new(),
            root_moves: None,
            successors: None,
            full: false,
            stats: Stats::default(),
        }
    }

    /// Whether the search has stopped because the tree is full and nothing in it can be folded.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// How many nodes the tree has, and how many it can have.
    #[must_use]
    pub fn slots(&self) -> (usize, usize) {
        (self.tree.used(), self.tree.capacity())
    }

    /// Hands back what was lent to the tree; the search has to be started anew then, and has none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.way.clear();
        (self.root, self.depth, self.doing) = (None, 0, Doing::Root);
        self.tree.take_words()
    }

    /// Whether Max moves so many plies below the root.
    fn is_max(&self, ply: usize) -> bool {
        self.root_is_max == ply.is_multiple_of(2)
    }

    /// v̂ of the position the game is in, so many plies below the root.
    fn score(&self, ply: usize) -> u16 {
        let value = self.game.evaluate();
        let for_max = if self.is_max(ply) { value } else { -value };
        for_max.get().saturating_add(NEUTRAL).clamp(1, MOST as i16) as u16
    }

    /// The value of a score for the mover at the root.
    fn value_of(&self, score: u16) -> Value {
        let value = Value::new(score as i16 - NEUTRAL);
        if self.root_is_max { value } else { -value }
    }

    /// The node at hand.
    fn at_hand(&self) -> Option<Node> {
        self.way.last().map(|step| step.node).or(self.root)
    }

    /// What is to be kept of the position the game is in, so many plies below the root (Step 5).
    fn visit(&mut self, ply: usize) -> Kept {
        let value = self.score(ply);
        self.stats.evaluations += 1;
        let expandable = ply < usize::from(self.depth) && !self.game.moves().as_ref().is_empty();
        if !expandable {
            self.stats.bottom += 1;
        }
        Kept { value, estimate: self.penalty.tip(value), cost: if expandable { 0 } else { NEVER } }
    }

    /// Plays a move.
    #[inline]
    fn play(&mut self, m: G::Move) -> G::Undo {
        self.stats.moves += 1;
        self.stats.nodes += 1;
        self.game.play(m)
    }

    /// Step 3, one move of it: from the node at hand along its arrow; at a tip, begins to expand it.
    fn descend(&mut self) {
        let Some(x) = self.at_hand() else { return };
        if self.tree.kept(x).cost == NEVER {
            self.doing = Doing::Done; // b(s) = ω
        } else if self.tree.is_tip(x) {
            self.begin_to_expand(x);
        } else {
            let number = self.tree.arrow(x);
            if let Some(node) = self.tree.child(x, number)
                && let Some(&m) = self.game.moves().as_ref().get(usize::from(number))
            {
                let undo = self.play(m);
                let _ = self.way.push(Step { node, number, m, undo }); // nothing below the depth is expandable
            }
        }
    }

    fn begin_to_expand(&mut self, x: Node) {
        let moves = self.game.moves();
        // A tree whose nodes count their children in a byte has no room for more of them.
        let width = u8::try_from(moves.as_ref().len()).ok();
        self.successors = Some(moves);
        self.doing = Doing::Expand(0);
        if width.is_none_or(|width| !self.grow(x, width)) {
            self.full = true;
            self.doing = Doing::Done;
        } else {
            self.stats.peaks.frames = self.stats.peaks.frames.max(self.way.len() as u32 + 1);
            if self.descent.1 == 0 {
                self.descent = (self.way.len(), 1);
            }
        }
    }

    /// Makes room for so many children of x. Folds what has to be folded for it.
    fn grow(&mut self, x: Node, width: u8) -> bool {
        if self.tree.grow(x, width) {
            return true;
        }
        self.settle();
        while self.fold_least_promising() {
            if self.tree.grow(x, width) {
                return true;
            }
        }
        false
    }

    /// Steps 4 and 5, one successor of the tip at hand. After the last, goes up.
    fn expand(&mut self, number: u8) {
        let Some(x) = self.at_hand() else { return };
        let moves = self.successors.as_ref().map_or(&[][..], |moves| moves.as_ref());
        let width = moves.len();
        if let Some(&m) = moves.get(usize::from(number)) {
            let undo = self.play(m);
            let kept = self.visit(self.way.len() + 1);
            self.tree.add(x, kept);
            self.stats.peaks.slots = self.stats.peaks.slots.max(self.tree.used() as u32);
            self.game.undo(m, undo);
        }
        if usize::from(number) + 1 < width {
            self.doing = Doing::Expand(number + 1);
            return;
        }
        self.descent.1 += width - 1;
        self.climb();
        self.doing = Doing::Descend;
    }

    /// Steps 6 and 7: appraises the new children of the node at hand, and recomputes its ancestors.
    fn climb(&mut self) {
        let Some(x) = self.at_hand() else { return };
        let mut penalty = self.recompute(x, self.way.len(), None);
        loop {
            let ply = self.way.len();
            let (start, leaves) = self.descent;
            if self.habits.redescend && ply == start && leaves <= ply && penalty != NEVER {
                return; // go on below x
            }
            let Some(step) = self.way.pop() else { break };
            self.game.undo(step.m, step.undo);
            if let Some(x) = self.at_hand() {
                penalty = self.recompute(x, self.way.len(), Some((step.number, penalty)));
            }
        }
        self.descent = (0, 0);
    }

    /// Recomputes the ancestors of the tip at hand, which going on below the same node has left behind.
    fn settle(&mut self) {
        let mut penalty = 0; // of an expandable tip
        for ply in (0..self.way.len()).rev() {
            let above = ply.checked_sub(1).and_then(|ply| self.way.get(ply)).map(|step| step.node).or(self.root);
            if let (Some(x), Some(below)) = (above, self.way.get(ply).map(|step| step.number)) {
                penalty = self.recompute(x, ply, Some((below, penalty)));
            }
        }
    }

    /// Step 6: ṽ(x), a(x) and π(x), which is returned, after the child of this number has got this penalty and whatever else is
    /// new of it; or after all children were added. What the others cost stays, unless x itself has another value or estimate now.
    fn recompute(&mut self, x: Node, ply: usize, changed: Option<(u8, u32)>) -> u32 {
        let max = self.is_max(ply);
        let mut value = if max { 0 } else { u16::MAX };
        for child in self.tree.family(x) {
            value = if max { value.max(child.value) } else { value.min(child.value) };
        }
        let estimate = self.penalty.back_up(max, self.tree.family(x).map(|child| (child.value, child.estimate)));
        let family = Family { max, children: self.tree.children(x).into(), value, estimate };
        let Kept { value: old_value, estimate: old_estimate, .. } = self.tree.kept(x);
        let before = Family { value: old_value, estimate: old_estimate, ..family };
        let same = value == old_value && (!P::ESTIMATES || estimate == old_estimate);

        let penalty = &self.penalty;
        // No edge costs more than that, so that what is along a path can be added up.
        let edge = |family, child: Kept| penalty.weight(family, child.value, child.estimate).min(DEAREST);
        let seen = |below, child| if below == NEVER { NEVER } else { below + edge(&family, child) };
        let (mut least, mut arrow) = (NEVER, 0);
        self.tree.set_costs(x, |number, child| {
            let cost = match changed {
                Some((changed, penalty)) if changed == number => seen(penalty, child),
                Some(_) if same => child.cost,
                Some(_) if child.cost != NEVER => seen(child.cost - edge(&before, child), child),
                _ => seen(child.cost, child), // new, still without the edge; or never to be expanded
            };
            if cost < least {
                (least, arrow) = (cost, number);
            }
            cost
        });
        // A game that can be won for certain needs no more looking into.
        if value == if max { MOST } else { 1 } {
            least = NEVER;
        }
        self.tree.update(x, value, estimate, arrow);
        if ply == 0 {
            self.tree.set_cost(x, least);
        } else if least == NEVER {
            self.tree.fold(x); // solved: nothing below it will be asked for again
        }
        least
    }

    /// Folds the least promising subtree back to a tip: goes from the root along the children that cost most and are no tips,
    /// other than the way to the node at hand, to one that has only tips below. False if there is none.
    fn fold_least_promising(&mut self) -> bool {
        let Some(mut x) = self.root else { return false };
        let mut path = Vec::<(Node, u8), D>::new();
        let mut on_way = true;
        loop {
            let on = if on_way { self.way.get(path.len()).map(|step| (step.node, step.number)) } else { None };
            let worst = self.worst_inner_child(x, on);
            let Some(next) = worst.or(on.filter(|&(node, _)| !self.tree.is_tip(node))) else { break };
            on_way = worst.is_none();
            let _ = path.push(next); // no path is longer than the depth
            x = next.0;
        }
        if path.is_empty() || on_way {
            return false;
        }
        self.tree.fold(x);
        // The arrows above point to what is there now.
        let mut penalty = 0;
        while let Some((_, number)) = path.pop() {
            if let Some(parent) = path.last().map(|&(node, _)| node).or(self.root) {
                penalty = self.recompute(parent, path.len(), Some((number, penalty)));
            }
        }
        true
    }

    /// Of the children of x that are no tips, the one that costs most, `but` one aside; and its number.
    fn worst_inner_child(&self, x: Node, but: Option<(Node, u8)>) -> Option<(Node, u8)> {
        let tree = &self.tree;
        let children = (0..tree.children(x)).filter_map(|number| Some((tree.child(x, number)?, number)));
        let inner = children.filter(|&child| Some(child) != but && !tree.is_tip(child.0));
        inner.max_by_key(|&(node, _)| tree.kept(node).cost)
    }

    /// The number of the child that is best for who moves at x; of equals the first.
    fn best_child(&self, x: Node, ply: usize) -> Option<u8> {
        let max = self.is_max(ply);
        let rank = |child: Kept| {
            // The bits of positive floating-point numbers are in the order of the numbers.
            let key = if self.habits.by_estimate && ply == 0 { child.estimate } else { child.value.into() };
            if max { i64::from(key) } else { -i64::from(key) }
        };
        let ranks = (0..).zip(self.tree.family(x).map(rank));
        ranks.reduce(|best, child| if child.1 > best.1 { child } else { best }).map(|(number, _)| number)
    }
}

impl<G: Game + Clone, P: Penalty, const D: usize> Search<G> for Mma<'_, G, P, D> {
    fn max_depth(&self) -> u8 {
        D as u8
    }

    /// Knows no window: the value is exact when the search is done.
    fn start_in(&mut self, game: &G, depth: u8, _window: Window) -> Result<(), TooDeep> {
        TooDeep::check(depth, self.max_depth())?;
        self.game = game.clone();
        self.tree.clear();
        self.way.clear();
        self.root = None;
        self.root_is_max = game.is_max_to_move().unwrap_or(true);
        self.doing = Doing::Root;
        self.descent = (0, 0);
        self.depth = depth;
        self.line.clear();
        self.root_moves = (depth > 0).then(|| game.moves());
        self.full = false;
        self.stats = Stats::default();
        Ok(())
    }

    fn step(&mut self, budget: u32) -> Status {
        let end = self.stats.nodes + u64::from(budget);
        while self.doing != Doing::Done && self.stats.nodes < end {
            match self.doing {
                Doing::Root => {
                    self.stats.nodes += 1;
                    let kept = self.visit(0);
                    self.root = self.tree.plant(kept);
                    self.stats.peaks.slots = self.tree.used() as u32;
                    self.full = self.root.is_none();
                    self.doing = if self.full { Doing::Done } else { Doing::Descend };
                }
                Doing::Descend => self.descend(),
                Doing::Expand(number) => self.expand(number),
                Doing::Done => {}
            }
        }
        // What is at the root is known without another move.
        if self.doing == Doing::Descend
            && self.way.is_empty()
            && self.root.is_some_and(|root| self.tree.kept(root).cost == NEVER)
        {
            self.doing = Doing::Done;
        }
        // What follows the first move would have to be played to be told, and every call of `play` counts.
        self.line.clear();
        if let Some(best) = self.best() {
            let _ = self.line.push(best); // there is room for one
        }
        self.value().map_or(Status::Pending, Status::Done)
    }

    fn value(&self) -> Option<Value> {
        if self.doing != Doing::Done {
            return None;
        }
        Some(self.value_so_far().unwrap_or_else(|| self.game.evaluate()))
    }

    fn value_so_far(&self) -> Option<Value> {
        self.root.map(|root| self.value_of(self.tree.kept(root).value))
    }

    fn best(&self) -> Option<G::Move> {
        let number = self.root.and_then(|root| self.best_child(root, 0)).unwrap_or(0);
        self.root_moves.as_ref()?.as_ref().get(usize::from(number)).copied()
    }

    /// One move.
    fn line(&self) -> &[G::Move] {
        &self.line
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }
}

#[cfg(test)]
mod tests;
