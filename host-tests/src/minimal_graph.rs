//! How little has to be searched: minimal trees and minimal graphs (Plaat, Schaeffer, Pijls and de Bruin 1996).
//!
//! That a position is worth `v` takes two proofs: that it is worth more than `v - 1`, and that it is not worth more than `v`.
//! In a proof that a value is above something, one successor is enough, one that is not above the same for the opponent: a
//! cut-off. In a proof that it is not, all successors are needed. What alpha-beta visits in the best order is what is in either
//! proof, no less and no more: the minimal tree of Knuth and Moore (1975).
//!
//! Which successor cuts off is a matter of choice:
//!
//! - **LFMG**, the left-first minimal graph, takes the first that does, as Ebeling (1987) had it;
//! - **ARMG(d)**, the approximation of the real minimal graph, goes on in the lowest `d` plies to find the cheapest. A proof
//!   that two others share is counted for both of them there, so the choice is good but not always the best.
//!
//! Both take two searches. The first fills a table with the cut-offs; the second has that table as its oracle, and is the one
//! that is counted. Positions that are reached by several paths are proved once: that makes a graph of the tree.

use std::collections::HashMap;

use plywood::game::{Keyed, Value};

/// A position and the plies below it: its key, the rest of the key, the depth.
type Node = (u64, u64, u8);

fn node<G: Keyed>(game: &G, depth: u8) -> Node {
    (game.key(), game.key_rest(), depth)
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Whether its value is above the threshold.
    above: bool,
    /// The number of the successor that shows it, if it is.
    cut: u8,
    /// The nodes of the proof, unfolded into a tree.
    size: u64,
}

/// A proof that a position's value is above a threshold or that it is not; and whatever else was found out on the way.
struct Proof {
    known: HashMap<Node, Known>,
    threshold: Value,
}

impl Proof {
    /// The successor that cuts off, of a node that has successors and a value above the threshold.
    fn cut(&self, node: Node) -> Option<u8> {
        self.known.get(&node).filter(|known| known.above && known.size > 1).map(|known| known.cut)
    }
}

/// The same threshold as the opponent sees it: that a value is above it is that of one successor it is not.
fn opposite(threshold: Value) -> Value {
    (-threshold).down()
}

/// The first search: TEST with a table.
struct First<'h, G> {
    known: HashMap<Node, Known>,
    game: G,
    /// In so many of the lowest plies cut-offs are to be cheap.
    cheap_plies: u8,
    /// Where to look for the successor to try first, and how many plies less deep that search was.
    hints: Option<(&'h Proof, u8)>,
}

impl<G: Keyed> First<'_, G> {
    fn search(&mut self, depth: u8, threshold: Value) -> Known {
        let node = node(&self.game, depth);
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let moves = self.game.moves();
        let known = if depth == 0 || moves.as_ref().is_empty() {
            Known { above: self.game.evaluate() > threshold, cut: 0, size: 1 }
        } else {
            let (key, rest, depth) = node;
            let hint = self.hints.and_then(|(proof, less)| proof.cut((key, rest, depth.checked_sub(less)?)));
            self.successors(moves.as_ref(), depth, threshold, hint)
        };
        self.known.insert(node, known);
        known
    }

    fn successors(&mut self, moves: &[G::Move], depth: u8, threshold: Value, hint: Option<u8>) -> Known {
        let mut refuted = Known { above: false, cut: 0, size: 1 };
        let mut cut: Option<Known> = None;
        let others = (0..moves.len() as u8).filter(|&i| Some(i) != hint);
        for i in hint.into_iter().chain(others) {
            let m = moves[usize::from(i)];
            let undo = self.game.play(m);
            let found = self.search(depth - 1, opposite(threshold));
            self.game.undo(m, undo);
            if found.above {
                refuted.size += found.size;
            } else if cut.is_none_or(|cut| found.size + 1 < cut.size) {
                cut = Some(Known { above: true, cut: i, size: found.size + 1 });
            }
            if cut.is_some() && depth > self.cheap_plies {
                break;
            }
        }
        cut.unwrap_or(refuted)
    }
}

/// How large a minimal graph is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Different nodes.
    pub nodes: u64,
    /// Visits: arcs, and one for the root. This is how searches count their nodes, whatever their tables know of them.
    pub visits: u64,
    /// Nodes if every path to a position had a node of its own.
    pub tree: u64,
}

/// Two proofs that together say what a position is worth.
pub struct MinimalGraph<G> {
    game: G,
    depth: u8,
    value: Value,
    /// That it is worth as much: Max cuts off.
    at_least: Proof,
    /// That it is not worth more: Min cuts off.
    at_most: Proof,
}

/// The second search. Only what it visits is counted.
#[derive(Default)]
struct Second {
    /// The arcs from each node, a bit each, that either proof has.
    arcs: HashMap<Node, u64>,
}

impl Second {
    /// Whether the value is above the threshold, found out once more by the oracle's moves alone.
    fn search<G: Keyed>(&mut self, oracle: &Proof, game: &mut G, depth: u8) -> bool {
        self.visit(oracle, game, depth, oracle.threshold, &mut HashMap::new())
    }

    fn visit<G: Keyed>(
        &mut self,
        oracle: &Proof,
        game: &mut G,
        depth: u8,
        threshold: Value,
        done: &mut HashMap<Node, bool>,
    ) -> bool {
        let node = node(game, depth);
        if let Some(&above) = done.get(&node) {
            return above;
        }
        let moves = game.moves();
        let moves = moves.as_ref();
        let arcs = if depth == 0 || moves.is_empty() {
            0
        } else {
            match oracle.known.get(&node) {
                Some(known) if known.above => 1 << known.cut,
                _ => u64::MAX >> (64 - moves.len()),
            }
        };
        *self.arcs.entry(node).or_default() |= arcs;
        let mut above = arcs == 0 && game.evaluate() > threshold;
        for (_, &m) in moves.iter().enumerate().filter(|&(i, _)| arcs >> i & 1 == 1) {
            let undo = game.play(m);
            above |= !self.visit(oracle, game, depth - 1, opposite(threshold), done);
            game.undo(m, undo);
        }
        done.insert(node, above);
        above
    }

    fn nodes(&self) -> u64 {
        self.arcs.len() as u64
    }

    fn visits(&self) -> u64 {
        1 + self.arcs.values().map(|arcs| u64::from(arcs.count_ones())).sum::<u64>()
    }
}

impl<G: Keyed + Clone> MinimalGraph<G> {
    /// The first search, of a position whose value is known. In the lowest `cheap_plies` cut-offs are the cheapest there are,
    /// above them the first that are found: what an earlier search found comes first, and then the game's order of moves.
    fn search(game: &G, depth: u8, value: Value, cheap_plies: u8, earlier: Option<&Self>) -> Self {
        let proof = |threshold, of: fn(&Self) -> &Proof| {
            let hints = earlier.map(|graph| (of(graph), depth - graph.depth));
            let mut first = First { known: HashMap::new(), game: game.clone(), cheap_plies, hints };
            first.search(depth, threshold);
            Proof { known: first.known, threshold }
        };
        let at_least = proof(value.down(), |graph| &graph.at_least);
        let at_most = proof(value, |graph| &graph.at_most);
        MinimalGraph { game: game.clone(), depth, value, at_least, at_most }
    }

    /// The left-first minimal graphs of a position whose values at depths 1, 2, … are these.
    pub fn left_first(game: &G, values: &[Value]) -> Vec<Self> {
        let mut graphs: Vec<Self> = Vec::new();
        for (depth, &value) in (1..).zip(values) {
            let graph = Self::search(game, depth, value, 0, graphs.last());
            graphs.push(graph);
        }
        graphs
    }

    /// ARMG(`plies`), from the left-first graph of the same position.
    pub fn cheapest(&self, plies: u8) -> Self {
        Self::search(&self.game, self.depth, self.value, plies, Some(self))
    }

    /// The second search.
    ///
    /// # Panics
    /// If it does not find the value of the first.
    pub fn size(&self) -> Size {
        let mut second = Second::default();
        let mut game = self.game.clone();
        let proved = [&self.at_least, &self.at_most].map(|oracle| second.search(oracle, &mut game, self.depth));
        assert_eq!(proved, [true, false], "the oracle's moves do not show the value it was made for");
        Size { nodes: second.nodes(), visits: second.visits(), tree: self.tree() }
    }

    /// In a tree the two proofs have only the best line in common: where Max cuts off in one, all Max's moves are in the other.
    fn tree(&self) -> u64 {
        let root = node(&self.game, self.depth);
        let size = |proof: &Proof| proof.known.get(&root).map_or(0, |known| known.size);
        size(&self.at_least) + size(&self.at_most) - self.best_line().len() as u64 - 1
    }

    /// The moves along which both proofs go.
    pub fn best_line(&self) -> Vec<G::Move> {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        for depth in (1..=self.depth).rev() {
            let Some(cut) = self.first_move(&game, depth) else { break };
            let Some(&m) = game.moves().as_ref().get(usize::from(cut)) else { break };
            game.play(m);
            line.push(m);
        }
        line
    }

    /// The number of the move that the oracle has for a position below the root, with so many plies to go: Max's in the proof
    /// that the value is as much, Min's in the other.
    pub fn first_move(&self, game: &G, depth: u8) -> Option<u8> {
        let max = (self.depth - depth).is_multiple_of(2);
        let proof = if max { &self.at_least } else { &self.at_most };
        proof.cut(node(game, depth))
    }
}
