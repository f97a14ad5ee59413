//! Serial ER visits exactly the nodes that the figure's three recursive functions visit.

use plywood::game::{Game, Value, Window};
use plywood::games::connect_four::Outcome;
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{ConnectFour, Kalah, TicTacToe};
use plywood::search::{Er, Search};

const DEPTH: usize = 9;
const WIDTH: usize = 9;

/// A node of the figure, with its children once they are determined.
struct Node<G> {
    game: G,
    value: Value,
    done: bool,
    children: Vec<Node<G>>,
}

/// Fig. 8 as it is printed, but for `max (alpha, P.value)` in `Refute_rest`, and the look at that before the loop.
struct Figure {
    nodes: u64,
}

impl Figure {
    /// "Determine the child nodes": whether there are any. That is where a node is visited.
    fn determine<G: Game + Clone>(&mut self, p: &mut Node<G>, depth: u8) -> bool {
        self.nodes += 1;
        let moves = p.game.moves();
        let moves = if depth > 0 { moves.as_ref() } else { &[] };
        p.children = moves
            .iter()
            .map(|&m| {
                let mut game = p.game.clone();
                game.play(m);
                Node { game, value: Value::ZERO, done: false, children: Vec::new() }
            })
            .collect();
        !p.children.is_empty()
    }

    fn er<G: Game + Clone>(&mut self, p: &mut Node<G>, depth: u8, alpha: Value, beta: Value) -> Value {
        p.value = alpha;
        if !self.determine(p, depth) {
            return p.game.evaluate();
        }
        for child in &mut p.children {
            let t = -self.eval_first(child, depth - 1, -beta, -p.value);
            if child.done {
                p.value = p.value.max(t);
                if p.value >= beta {
                    return p.value;
                }
            }
        }
        p.children.sort_by_key(|child| child.value);
        for child in p.children.iter_mut().filter(|child| !child.done) {
            let t = -self.refute_rest(child, depth - 1, -beta, -p.value);
            p.value = p.value.max(t);
            if p.value >= beta {
                return p.value;
            }
        }
        p.value
    }

    fn eval_first<G: Game + Clone>(&mut self, p: &mut Node<G>, depth: u8, alpha: Value, beta: Value) -> Value {
        p.value = alpha;
        if !self.determine(p, depth) {
            p.done = true;
            return p.game.evaluate();
        }
        let t = -self.er(&mut p.children[0], depth - 1, -beta, -p.value);
        p.value = p.value.max(t);
        p.done = p.value >= beta || p.children.len() == 1;
        p.value
    }

    fn refute_rest<G: Game + Clone>(&mut self, p: &mut Node<G>, depth: u8, alpha: Value, beta: Value) -> Value {
        p.value = p.value.max(alpha);
        if p.value >= beta {
            return p.value;
        }
        for child in &mut p.children[1..] {
            let mut t = -self.eval_first(child, depth - 1, -beta, -p.value);
            if !child.done {
                t = -self.refute_rest(child, depth - 1, -beta, -p.value);
            }
            p.value = p.value.max(t);
            if p.value >= beta {
                return p.value;
            }
        }
        p.value
    }
}

fn check<G: Game + Clone>(game: &G, depth: u8, what: &str) {
    for (alpha, beta) in
        [(-Value::INFINITY, Value::INFINITY), (Value::new(-40), Value::new(3)), (Value::ZERO, Value::new(1))]
    {
        let mut figure = Figure { nodes: 0 };
        let mut root = Node { game: game.clone(), value: alpha, done: false, children: Vec::new() };
        let value = figure.er(&mut root, depth, alpha, beta);
        let mut search = Er::<G, WIDTH, DEPTH>::new(game.clone());
        search.start_in(game, depth, Window { alpha, beta }).unwrap();
        assert_eq!((search.finish(), search.stats().nodes), (value, figure.nodes), "{what} in ({alpha}, {beta})");
    }
}

#[test]
fn it_is_the_figure_node_for_node() {
    for (width, depth) in [(1, 4), (2, 7), (3, 5), (5, 4), (9, 3), (4, 6)] {
        for seed in 0..30 {
            for (order, range) in [(Order::Random, 1000), (Order::STRONG, 30), (Order::Last, 2)] {
                let shape = Shape::random(width, depth, seed).ordered(order).ranged(range);
                check(&Synthetic::new(shape), depth, &format!("{shape:?}"));
            }
        }
    }
    check(&TicTacToe::new(), 6, "tic-tac-toe");
    for moves in ["", "4455", "121212212121343434434343565656656565"] {
        check(&ConnectFour::<Outcome>::from_moves(moves).unwrap(), 6, moves);
        check(&ConnectFour::new(), 5, moves);
    }
    check(&Kalah::new(), 6, "Kalah");
}
