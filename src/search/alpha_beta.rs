//! Alpha-beta (Knuth and Moore 1975; Steinberg and Solomon 1989, §2.1), in its four classic forms.

use super::CutOff;
use super::depth_first::{Algorithm, At, Note, Then};
use crate::game::{Value, Window};

/// Alpha-beta. The default is fail-soft with deep cut-offs.
///
/// | | with deep cut-offs | without |
/// |---|---|---|
/// | **fail-hard** | Knuth and Moore's F2, cut at beta too: the value, cut to the window | F1 in a window |
/// | **fail-soft** | Fishburn's: outside the window, the tightest bound seen | Knuth and Moore's F1 |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBeta {
    /// What a search that fails returns.
    pub fail: Fail,
    /// How far down a bound reaches.
    pub cut_offs: Reach,
}

/// What a search returns that finds the value outside its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fail {
    /// The nearest bound of the window.
    Hard,
    /// The best bound on the value that the search has seen.
    #[default]
    Soft,
}

/// How far down a bound reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// Only to the node's own successors.
    Shallow,
    /// To all nodes below: deep cut-offs (Steinberg and Solomon, Fig. 2(b)).
    #[default]
    Deep,
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta { fail: Fail::Soft, cut_offs: Reach::Deep }
    }
}

/// The arguments of alpha-beta and of NegaScout.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub(super) window: Window,
    /// The bound that the parent's own successors alone would set: beta in a search without deep cut-offs.
    /// It tells shallow from deep cut-offs in the statistics and has no other use.
    pub(super) shallow: Value,
}

impl Call {
    pub(super) fn root(window: Window) -> Call {
        Call { window, shallow: window.beta }
    }

    /// What kind of cut-off it is that value `m` (at least beta) brings.
    pub(super) fn cut_off(&self, m: Value) -> CutOff {
        if self.window.is_null() {
            CutOff::NullWindow
        } else if m >= self.shallow {
            CutOff::Shallow
        } else {
            CutOff::Deep
        }
    }
}

/// The local variables.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    call: Call,
    /// The best value so far.
    m: Value,
}

impl Algorithm for AlphaBeta {
    type Call = Call;
    type Node = Node;

    fn root(&self, window: Window) -> Call {
        Call::root(window)
    }

    fn leaf(&self, call: Call, value: Value, _at: At) -> Value {
        match self.fail {
            Fail::Hard => value.max(call.window.alpha).min(call.window.beta),
            Fail::Soft => value,
        }
    }

    fn enter(&self, call: Call, _at: At) -> Node {
        let m = match self.fail {
            Fail::Hard => call.window.alpha,
            Fail::Soft => -Value::INFINITY,
        };
        Node { call, m }
    }

    fn child(&self, &Node { call: Call { window: Window { alpha, beta }, .. }, m }: &Node, _at: At) -> Call {
        let alpha_below = match self.cut_offs {
            Reach::Deep => -beta,
            Reach::Shallow => -Value::INFINITY,
        };
        // Fail-hard does not know how far below alpha its successors were: then none of them sets a bound.
        let shallow = if self.fail == Fail::Hard && m == alpha { Value::INFINITY } else { -m };
        Call { window: Window { alpha: alpha_below, beta: -m.max(alpha) }, shallow }
    }

    fn learn(&self, p: &mut Node, value: Value, _at: At, note: &mut Note<'_>) -> Then {
        let Window { alpha, beta } = p.call.window;
        let t = -value;
        if t > p.m {
            p.m = t;
            if t > alpha {
                note.best();
            }
        }
        if p.m >= beta {
            note.cut_off(p.call.cut_off(p.m));
            return Then::Return(match self.fail {
                Fail::Hard => beta,
                Fail::Soft => p.m,
            });
        }
        Then::Next
    }

    fn result(&self, p: &Node, _at: At) -> Value {
        p.m
    }
}
