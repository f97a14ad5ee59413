//! INS and PNS are what the paper prints (Marsland, Reinefeld and Schaeffer 1987, Fig. 3): held against the figure as a plain
//! recursive function that never forgets anything, they evaluate the same leaves in the same order.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Debug;

use experiments::oracle;
use experiments::recording::{Path, Recording};
use plywood::game::{Game, Value};
use plywood::games::TicTacToe;
use plywood::games::connect_four::{ConnectFour, Rivest};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::search::{InsLinked, Pns};
use plywood::store::merits::{Kind, Levels, Linked, enough_slots, words};
use rayon::prelude::*;

const DEPTH: usize = 6;
const WIDTH: usize = 8;

/// Fig. 3, with what SaveInfo has saved.
struct Fig3 {
    /// Whether re-searches are informed at all levels (INS) or only at their first one (PNS).
    deep: bool,
    info: HashMap<Path, (Kind, Vec<Value>)>,
}

impl Fig3 {
    /// Line by line, but for the three lines that the documentation of the search names.
    fn ins<G: Game + Clone>(
        &mut self,
        (p, path): (&Recording<G>, Path),
        (alpha, beta): (Value, Value),
        depth: u8,
        research: bool,
    ) -> Value {
        let w = p.moves().len();
        if depth == 0 || w == 0 {
            return p.evaluate();
        }
        let generate = |number: u8| {
            let mut p = p.clone();
            p.play(number);
            (p, [&path[..], &[number]].concat())
        };
        let mut succ: Vec<u8> = (0..w as u8).collect();
        let mut merit = vec![Value::INFINITY; w]; // by the numbers that the successors had before they were sorted
        let mut resflag = research; // save re-search flag
        let mut kind = Kind::ProveBest;
        if research {
            (kind, merit) = self.info[&path].clone(); // get merits of successors
            succ.sort_by_key(|&number| Reverse(merit[usize::from(number)])); // and sort them
        }

        let mut a = -Value::INFINITY;
        let mut b = beta; // use open window for first successor
        for i in 0..w {
            let (son, at) = generate(succ[i]);
            let informed = resflag && self.deep;
            let mut v = -self.ins((&son, at.clone()), (-b, -a.max(alpha)), depth - 1, informed);
            if v > a {
                let first = i == 0 || v <= alpha || v >= beta || depth <= 2;
                let narrow = research && kind == Kind::ProveBest; // searched with a narrow window
                if !first && !narrow {
                    v = -self.ins((&son, at), (-beta, -v), depth - 1, true); // re-search
                }
                a = v;
            }
            if !research {
                merit[usize::from(succ[i])] = v;
            }
            if a >= beta {
                kind = Kind::IgnoreLeft; // beta cut-off
                let cut = usize::from(succ[i]);
                if !research {
                    merit = (0..w).map(|j| if j < cut { -Value::INFINITY } else { Value::INFINITY }).collect();
                }
                break;
            }
            if i + 1 == w {
                break;
            }
            let next = merit[usize::from(succ[i + 1])];
            if research && a.max(alpha) >= next {
                a = a.max(next); // prove-best cut-off
                break;
            }
            b = if research && kind == Kind::ProveBest {
                next.min(beta) // narrow window
            } else {
                a.max(alpha).up() // minimal window
            };
            if kind == Kind::IgnoreLeft {
                resflag = false; // haven't seen right-most sons of node
            }
        }
        if !research {
            self.info.insert(path, (kind, merit)); // save info for later re-search
        }
        a
    }
}

/// The leaves that the figure visits.
fn by_the_figure<G: Game + Clone>(game: &G, depth: u8, deep: bool) -> Vec<Path> {
    let game = Recording::new(game.clone());
    let window = (-Value::INFINITY, Value::INFINITY);
    let value = Fig3 { deep, info: HashMap::new() }.ins((&game, Path::new()), window, depth, false);
    assert_eq!(value, oracle::minimax(&mut game.game(), depth));
    game.take_asked().leaves
}

/// Holds both searches against the figure.
fn hold<G: Game + Clone>(game: &G, width: usize, depth: u8, what: &dyn Debug) {
    let mut lent = vec![0; words(WIDTH, enough_slots(width, depth))];
    let recording = Recording::new(game.clone());
    let ins = InsLinked::<_, WIDTH, DEPTH>::new(Linked::new(&mut lent), recording.clone());
    let ins = recording.visited(ins, depth);
    let pns = recording.visited(Pns::<_, WIDTH, DEPTH>::new(Levels::new(), recording.clone()), depth);
    for (name, deep, ours) in [("INS", true, ins), ("PNS", false, pns)] {
        let figure = by_the_figure(game, depth, deep);
        let differ = figure.iter().zip(&ours).position(|(figure, ours)| figure != ours);
        assert_eq!(differ, None, "{name}, {what:?} to depth {depth}: the first leaf that is another one");
        assert_eq!(figure.len(), ours.len(), "{name}, {what:?} to depth {depth}: one goes on");
    }
}

#[test]
fn the_same_leaves_in_the_same_order_as_the_figure() {
    let mut shapes = Vec::new();
    for width in 1..=6 {
        for depth in 0..=DEPTH as u8 {
            for order in [Order::Random, Order::STRONG, Order::Last] {
                // A range of 2 makes almost everything a tie.
                for range in [2, Shape::RANGE] {
                    shapes.extend((0..5).map(|seed| Shape::random(width, depth, seed).ordered(order).ranged(range)));
                }
            }
        }
    }
    assert_eq!(shapes.len(), 1260);
    shapes.par_iter().for_each(|&shape| hold(&Synthetic::new(shape), shape.width.into(), shape.depth, &shape));
}

/// Where the game ends before the depth, and positions have now more, now fewer moves.
#[test]
fn and_on_trees_that_are_not_uniform() {
    for depth in 0..=DEPTH as u8 {
        let mut game = TicTacToe::new();
        for cell in [0, 1, 4, 2, 3] {
            game.play(cell);
            hold(&game, 8, depth, &cell);
        }
    }
    // Full columns; four in a row within the depth; a board with few cells left.
    for moves in ["444444", "121212", "43443555334", "121212212121343434434343565656656565"] {
        for depth in 0..=5 {
            hold(&ConnectFour::<Rivest>::from_moves(moves).unwrap(), 7, depth, &moves);
        }
    }
}
