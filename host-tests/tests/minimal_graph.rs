//! Minimal trees and graphs: by the formula, by alpha-beta in the order of the oracle, and by plain minimax.

use experiments::minimal_graph::MinimalGraph;
use experiments::{connect_four_positions, kalah_positions, oracle, othello_positions};
use plywood::game::{Game, Keyed, Value};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{AlphaBeta, DepthFirst, Search};

/// A game as a tree: every path leads to a position of its own.
#[derive(Clone)]
struct Tree<G: Game> {
    game: G,
    path: Vec<u8>,
}

impl<G: Game> Tree<G> {
    fn new(game: G) -> Self {
        Tree { game, path: vec![] }
    }
}

impl<G: Game<Move = u8>> Game for Tree<G> {
    type Move = u8;
    type Moves = G::Moves;
    type Undo = G::Undo;
    fn moves(&self) -> G::Moves {
        self.game.moves()
    }
    fn play(&mut self, m: u8) -> G::Undo {
        self.path.push(m);
        self.game.play(m)
    }
    fn undo(&mut self, m: u8, undo: G::Undo) {
        self.path.pop();
        self.game.undo(m, undo);
    }
    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }
}

impl<G: Game<Move = u8>> Keyed for Tree<G> {
    /// Up to nine moves, each in seven bits and never zero.
    fn key(&self) -> u64 {
        assert!(self.path.len() <= 9);
        self.path.iter().fold(0, |key, &m| key << 7 | (u64::from(m) + 1))
    }
}

/// Values at depths 1 to `depth`.
fn values<G: Game + Clone>(game: &G, depth: u8) -> Vec<Value> {
    (1..=depth).map(|depth| oracle::minimax(&mut game.clone(), depth)).collect()
}

#[test]
fn in_trees_both_graphs_are_the_minimal_tree_of_the_formula() {
    for width in 1..=5_u64 {
        for depth in 1..=6_u8 {
            for order in [Order::Random, Order::Last] {
                let tree = Tree::new(Synthetic::new(Shape::random(width as u8, depth, 3).ordered(order)));
                // The nodes in which the minimal tree has its leaves at that depth, summed over all depths.
                let leaves = |d: u32| width.pow(d.div_ceil(2)) + width.pow(d / 2) - 1;
                let formula = (0..=u32::from(depth)).map(leaves).sum::<u64>();
                let graphs = MinimalGraph::left_first(&tree, &values(&tree, depth));
                let graph = graphs.last().unwrap();
                for graph in [graph, &graph.cheapest(2), &graph.cheapest(depth)] {
                    let size = graph.size();
                    assert_eq!([size.nodes, size.visits, size.tree], [formula; 3], "w = {width}, d = {depth}");
                }
            }
        }
    }
}

/// A game whose first move is the oracle's.
#[derive(Clone)]
struct Guided<'o, G: Game> {
    game: G,
    oracle: &'o MinimalGraph<G>,
    depth: u8,
}

impl<G: Keyed<Move = u8> + Clone> Game for Guided<'_, G> {
    type Move = u8;
    type Moves = Vec<u8>;
    type Undo = G::Undo;
    fn moves(&self) -> Vec<u8> {
        let mut moves = self.game.moves().as_ref().to_vec();
        if let Some(first) = self.oracle.first_move(&self.game, self.depth) {
            moves[..=usize::from(first)].rotate_right(1);
        }
        moves
    }
    fn play(&mut self, m: u8) -> G::Undo {
        self.depth -= 1;
        self.game.play(m)
    }
    fn undo(&mut self, m: u8, undo: G::Undo) {
        self.depth += 1;
        self.game.undo(m, undo);
    }
    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }
}

/// The least nodes that show, by plain minimax and without transpositions, whether a value is above a threshold.
fn least_proof<G: Game>(game: &mut G, depth: u8, threshold: Value) -> u64 {
    let above = oracle::minimax(game, depth) > threshold;
    let moves = game.moves();
    if depth == 0 || moves.as_ref().is_empty() {
        return 1;
    }
    let opposite = (-threshold).down();
    let mut sizes = vec![];
    for &m in moves.as_ref() {
        let undo = game.play(m);
        if !above || oracle::minimax(game, depth - 1) <= opposite {
            sizes.push(least_proof(game, depth - 1, opposite));
        }
        game.undo(m, undo);
    }
    1 + if above { sizes.into_iter().min().unwrap() } else { sizes.into_iter().sum() }
}

fn check<G: Keyed<Move = u8> + Clone>(game: &G, depth: u8, what: &str) {
    let values = values(game, depth);
    let trees = MinimalGraph::left_first(&Tree::new(game.clone()), &values);
    let graphs = MinimalGraph::left_first(game, &values);
    for ((depth, &value), (tree, graph)) in (1..).zip(&values).zip(trees.iter().zip(&graphs)) {
        let say = format!("{what}, depth {depth}");
        // Alpha-beta with the oracle's move first finds the same value and visits the minimal tree, node for node.
        for oracle in [graph, &graph.cheapest(2)] {
            let guided = Guided { game: game.clone(), oracle, depth };
            let mut search = DepthFirst::<_, _, 8>::new(AlphaBeta::default(), guided.clone());
            search.start(&guided, depth).unwrap();
            assert_eq!(search.finish(), value, "{say}");
            assert_eq!(search.stats().nodes, oracle.size().tree, "{say}");
        }
        let [left, cheap, cheapest] = [tree.size(), tree.cheapest(2).size(), tree.cheapest(depth).size()];
        for size in [left, cheap, cheapest] {
            assert_eq!([size.nodes, size.visits], [size.tree; 2], "{say}: a tree");
        }
        assert!(cheapest.tree <= cheap.tree && cheap.tree <= left.tree, "{say}: {left:?} {cheap:?} {cheapest:?}");
        if depth <= 4 {
            let both = [value.down(), value].map(|at| least_proof(&mut game.clone(), depth, at)).iter().sum::<u64>();
            let line = tree.cheapest(depth).best_line().len() as u64;
            assert_eq!(cheapest.tree, both - line - 1, "{say}: the cheapest there is");
        }
        let size = graph.size();
        assert!(size.nodes <= size.visits && size.visits <= size.tree, "{say}: {size:?}");
        assert_eq!(oracle::value_of_line(&mut game.clone(), &graph.best_line(), depth), Some(value), "{say}");
    }
}

#[test]
fn alpha_beta_led_by_the_oracle_visits_the_minimal_tree_and_nothing_else() {
    for seed in 0..8 {
        check(&connect_four_positions::position(seed), 6, &format!("connect-four {seed}"));
        check(&kalah_positions::position(seed), 6, &format!("kalah {seed}"));
        check(&othello_positions::position(seed), 4, &format!("othello {seed}"));
    }
}

#[test]
fn transpositions_make_graphs_smaller_than_trees_and_cheaper_cut_offs_smaller_still() {
    let [mut left, mut cheap] = [(0, 0); 2];
    for seed in 0..10 {
        let game = connect_four_positions::position(seed);
        let graphs = MinimalGraph::left_first(&game, &values(&game, 7));
        let (first, second) = (graphs[6].size(), graphs[6].cheapest(3).size());
        left = (left.0 + first.nodes, left.1 + first.tree);
        cheap = (cheap.0 + second.nodes, cheap.1 + second.tree);
    }
    assert!(left.0 * 5 < left.1 * 4, "{left:?}");
    assert!(cheap.0 < left.0 && cheap.1 < left.1, "{cheap:?} against {left:?}");
}
