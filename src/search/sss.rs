//! SSS\* (Stockman 1979), as Marsland, Reinefeld and Schaeffer 1987, §3, describe it: their Fig. 4, which shows DUAL\*, with
//! MIN and MAX exchanged, `min` for `max`, and OPEN in decreasing order.

use super::best_first::{BestFirst, Gamma};
use crate::game::{Game, Value};

/// SSS\* with its OPEN list in lent words, at most `D` plies deep; see [`BestFirst`].
///
/// ```
/// use plywood::games::synthetic::{Order, Shape, Synthetic};
/// use plywood::search::{Search, Sss};
/// use plywood::store::open;
///
/// let tree = Synthetic::new(Shape::random(5, 4, 1).ordered(Order::STRONG));
/// let mut words = [0; open::words(open::enough_slots(5, 4, true))]; // 480 bytes
/// let mut search = Sss::<_, 4>::new(open::Open::new(&mut words), tree.clone());
/// search.start(&tree, 4).unwrap();
/// assert_eq!(search.finish(), tree.minimax());
/// ```
pub type Sss<'m, G, const D: usize> = BestFirst<'m, G, Downwards, D>;

/// The upper bound `h` of the root's value goes down until it is the value.
pub enum Downwards {}

impl Gamma for Downwards {
    const ALL_AT_MAX: bool = true;

    fn live<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value) {
        // Phase 1
        if node.is_leaf() {
            let value = node.evaluate();
            node.insert_solved(value.min(h));
        } else if node.is_max() {
            node.push_successors(h); // save all successors
        } else {
            node.push_first_successor(h); // save first successor
        }
    }

    fn solved<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value) {
        // Phase 2
        if node.is_root() {
            node.finish(h); // problem solved
        } else if !node.is_max() {
            node.purge_parent(); // remove parent's successors
            node.push_parent_solved(h); // save updated parent
        } else if node.has_unexamined_brother() {
            node.push_brother(h); // save next sibling
        } else {
            node.push_parent_solved(h);
        }
    }
}
