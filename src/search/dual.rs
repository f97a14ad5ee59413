//! DUAL\* (Marsland, Reinefeld and Schaeffer 1987, Fig. 4): the dual of SSS\*, used on a tree with MAX at the root, so that
//! it searches the root's successors from left to right, each best-first, and each with the bound that those before it set.

use super::best_first::{BestFirst, Gamma};
use crate::game::{Game, Value};

/// DUAL\* with its OPEN list in lent words, at most `D` plies deep; see [`BestFirst`].
pub type Dual<'m, G, const D: usize> = BestFirst<'m, G, Upwards, D>;

/// The lower bound `h` of the root's value goes up until it is the value.
pub enum Upwards {}

impl Gamma for Upwards {
    const ALL_AT_MAX: bool = false;

    fn live<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value) {
        // Phase 1
        if node.is_leaf() {
            let value = node.evaluate();
            node.insert_solved(value.max(h));
        } else if node.is_max() {
            node.push_first_successor(h); // save first successor
        } else {
            node.push_successors(h); // save all successors
        }
    }

    fn solved<G: Game + Clone, const D: usize>(node: &mut BestFirst<'_, G, Self, D>, h: Value) {
        // Phase 2
        if node.is_root() {
            node.finish(h); // problem solved
        } else if node.is_max() {
            node.purge_parent(); // remove parent's successors
            node.push_parent_solved(h); // save updated parent
        } else if node.has_unexamined_brother() {
            node.push_brother(h); // save next sibling
        } else {
            node.push_parent_solved(h);
        }
    }
}
