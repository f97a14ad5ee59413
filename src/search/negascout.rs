//! NegaScout (Reinefeld 1983), in the two notations of the lecture notes.
//!
//! The first successor is searched with the whole window, each other one with a minimal window that only asks
//! whether it is better; if it is, it is searched again for its value.
//!
//! Line 11 accepts a value without a re-search when `depth < 3`: a fail-soft search two plies above the bottom
//! has seen every leaf that matters, so the bound it returns is the value. That holds only as long as leaves are
//! evaluated exactly and nothing (no table) answers for them with a bound.

use super::CutOff;
use super::alpha_beta::Call;
use super::depth_first::{Algorithm, At, Note, Then};
use crate::game::{Value, Window};

/// Algorithm F4 of the notes, in negamax notation: values are seen by the player to move.
///
/// One thing is added, from Marsland, Reinefeld and Schaeffer's Fig. 3: a successor that turns out better than its
/// elders but not than alpha (`t <= alpha`) has failed low, and a re-search would only find that again.
#[derive(Clone, Copy, Debug, Default)]
pub struct NegaScout;

/// The local variables of [`NegaScout`].
#[derive(Clone, Copy, Debug)]
pub struct Node {
    call: Call,
    /// The current lower bound; fail soft.
    m: Value,
    /// The current upper bound.
    n: Value,
    /// The value of the current successor is at least this: it is being re-searched.
    t: Option<Value>,
}

impl Algorithm for NegaScout {
    type Call = Call;
    type Node = Node;

    fn root(&self, window: Window) -> Call {
        Call::root(window)
    }

    fn enter(&self, call: Call, _at: At) -> Node {
        Node { call, m: -Value::INFINITY, n: call.window.beta, t: None }
    }

    fn child(&self, p: &Node, _at: At) -> Call {
        let Window { alpha, beta } = p.call.window;
        let window = match p.t {
            None => Window { alpha: -p.n, beta: -alpha.max(p.m) }, // 9
            Some(t) => Window { alpha: -beta, beta: -t },          // 13, re-search
        };
        Call { window, shallow: -p.t.unwrap_or(p.m) }
    }

    fn learn(&self, p: &mut Node, value: Value, at: At, note: &mut Note<'_>) -> Then {
        let Window { alpha, beta } = p.call.window;
        let t = -value;
        if p.t.take().is_some() {
            p.m = t; // 13, the re-search is back
            note.best();
        } else if t > p.m {
            // 10
            if t > alpha {
                note.best();
            }
            if p.n == beta || at.depth < 3 || t >= beta || t <= alpha {
                p.m = t; // 11, 12
            } else {
                p.t = Some(t); // 13
                return Then::Again;
            }
        }
        if p.m >= beta {
            note.cut_off(p.call.cut_off(p.m));
            return Then::Return(p.m); // 14
        }
        p.n = alpha.max(p.m).up(); // 15
        Then::Next
    }

    fn result(&self, p: &Node, _at: At) -> Value {
        p.m
    }
}

/// Algorithms F4' and G4' of the notes: F4' for MAX nodes, G4' for MIN nodes, values seen by Max.
///
/// Line 9 is printed with the window (m, m + 1) in F4' and (m - 1, m) in G4'. Where m has not reached alpha (in G4',
/// beta) that forgets the bound from above, costs about twice the nodes on random trees, and is not what F4 does; so
/// here it is max(alpha, m) and min(beta, m), and the two forms visit the very same nodes. (With the printed window the
/// rule for `t <= alpha` would be wrong: a value up to alpha need not have failed low then. The two belong together.)
#[derive(Clone, Copy, Debug, Default)]
pub struct NegaScoutMinMax;

/// The local variables of [`NegaScoutMinMax`].
#[derive(Clone, Copy, Debug)]
pub struct MinMaxNode {
    call: Call,
    /// The current best bound, lower for Max, upper for Min; fail soft. None before the first successor.
    m: Option<Value>,
    /// The value of the current successor is at least this for the mover: it is being re-searched.
    t: Option<Value>,
}

impl Algorithm for NegaScoutMinMax {
    type Call = Call;
    type Node = MinMaxNode;

    fn root(&self, window: Window) -> Call {
        Call::root(window)
    }

    fn leaf(&self, _call: Call, value: Value, at: At) -> Value {
        at.for_max(value)
    }

    fn enter(&self, call: Call, _at: At) -> MinMaxNode {
        MinMaxNode { call, m: None, t: None }
    }

    fn child(&self, p: &MinMaxNode, at: At) -> Call {
        let Window { alpha, beta } = p.call.window;
        let window = match (p.m, p.t) {
            (None, _) => p.call.window,                               // the first branch
            (Some(m), None) if at.max => Window::above(m.max(alpha)), // F4', 9
            (Some(m), None) => Window::above(m.min(beta).down()),     // G4', 9
            (_, Some(t)) if at.max => Window { alpha: t, beta },      // F4', 13
            (_, Some(t)) => Window { alpha, beta: t },                // G4', 13
        };
        Call { window, shallow: p.t.or(p.m).unwrap_or(at.for_max(-Value::INFINITY)) }
    }

    fn learn(&self, p: &mut MinMaxNode, t: Value, at: At, note: &mut Note<'_>) -> Then {
        let Window { alpha, beta } = p.call.window;
        // Seen by Max at MAX nodes and by Min at MIN nodes, "better" is "greater" in both F4' and G4'.
        let seen = |v: Value| at.for_max(v);
        let (floor, ceiling) = if at.max { (alpha, beta) } else { (-beta, -alpha) };
        match p.m {
            Some(_) if p.t.take().is_some() => {
                p.m = Some(t); // 13, the re-search is back
                note.best();
            }
            Some(m) if seen(t) <= seen(m) => {} // 10
            Some(_) if at.depth >= 3 && seen(t) > floor && seen(t) < ceiling => {
                p.t = Some(t); // 13
                note.best();
                return Then::Again;
            }
            _ => {
                p.m = Some(t); // 12, or the first branch
                if seen(t) > floor {
                    note.best();
                }
            }
        }
        match p.m {
            Some(m) if seen(m) >= ceiling => {
                note.cut_off(if p.call.window.is_null() {
                    CutOff::NullWindow
                } else if seen(m) >= seen(p.call.shallow) {
                    CutOff::Shallow
                } else {
                    CutOff::Deep
                });
                Then::Return(m) // 14
            }
            _ => Then::Next,
        }
    }

    fn result(&self, p: &MinMaxNode, _at: At) -> Value {
        // A node has at least one successor, so there is a value.
        p.m.unwrap_or_default()
    }
}
