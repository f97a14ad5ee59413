//! Plain minimax, in both notations: no cut-off, every node visited. The oracle for all others.

use super::depth_first::{Algorithm, At, Note, Then};
use crate::game::{Value, Window};

/// Minimax as the definition has it: MAX nodes take the greatest value of their successors, MIN nodes the least.
/// Values are seen by Max, the player who moves at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Algorithm for Minimax {
    type Call = ();
    type Node = Value;

    fn root(&self, _window: Window) {}

    fn leaf(&self, (): (), value: Value, at: At) -> Value {
        at.for_max(value)
    }

    fn enter(&self, (): (), at: At) -> Value {
        at.for_max(-Value::INFINITY)
    }

    fn child(&self, _m: &Value, _at: At) {}

    fn learn(&self, m: &mut Value, t: Value, at: At, note: &mut Note<'_>) -> Then {
        if (at.max && t > *m) || (!at.max && t < *m) {
            *m = t;
            note.best();
        }
        Then::Next
    }

    fn result(&self, m: &Value, _at: At) -> Value {
        *m
    }
}

/// The negmax procedure (Steinberg and Solomon, §2): each node takes the greatest of the negatives of its
/// successors' values. Values are seen by the player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Negamax;

impl Algorithm for Negamax {
    type Call = ();
    type Node = Value;

    fn root(&self, _window: Window) {}

    fn enter(&self, (): (), _at: At) -> Value {
        -Value::INFINITY
    }

    fn child(&self, _m: &Value, _at: At) {}

    fn learn(&self, m: &mut Value, value: Value, _at: At, note: &mut Note<'_>) -> Then {
        let t = -value;
        if t > *m {
            *m = t;
            note.best();
        }
        Then::Next
    }

    fn result(&self, m: &Value, _at: At) -> Value {
        *m
    }
}
