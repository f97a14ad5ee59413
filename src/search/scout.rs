//! TEST and SCOUT (Pearl 1980), as the lecture notes print them: MAX and MIN nodes, values seen by Max.
//!
//! TEST answers one question, "is the value greater than v?" (or "smaller than v?"), and may leave a node as soon
//! as the answer is certain. SCOUT searches the first successor, and TESTs each other one before it searches it.
//!
//! The answers are given as the notes say they correspond to a null window: TEST>(p, v) returns v + 1 for TRUE
//! and v for FALSE, TEST<(p, v) returns v - 1 for TRUE and v for FALSE.

use super::CutOff;
use super::depth_first::{Algorithm, At, Note, Then};
use crate::game::{Value, Window};

/// TEST>(root, v), where v is alpha of the window the search is started in.
///
/// On a uniform tree with the best successor first, of even depth and rooted at a MAX node, a TEST that says TRUE
/// visits [`minimal_nodes`] nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Test;

/// SCOUT. It knows no window and returns the exact value whatever window it is started in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scout;

/// A question about a position, as Max sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// TEST>: is the value greater than this?
    Above(Value),
    /// TEST<: is the value smaller than this?
    Below(Value),
}

impl Question {
    fn answer(self, yes: bool) -> Value {
        match self {
            Question::Above(v) if yes => v.up(),
            Question::Below(v) if yes => v.down(),
            Question::Above(v) | Question::Below(v) => v,
        }
    }

    fn is_yes(self, answer: Value) -> bool {
        match self {
            Question::Above(v) => answer > v,
            Question::Below(v) => answer < v,
        }
    }

    /// Whether one TRUE successor settles a node TRUE (else one FALSE successor settles it FALSE): at MAX nodes
    /// for TEST>, at MIN nodes for TEST<.
    fn one_is_enough(self, at: At) -> bool {
        at.max == matches!(self, Question::Above(_))
    }
}

impl Algorithm for Test {
    type Call = Question;
    type Node = Question;

    fn root(&self, window: Window) -> Question {
        Question::Above(window.alpha)
    }

    fn leaf(&self, question: Question, value: Value, at: At) -> Value {
        question.answer(question.is_yes(at.for_max(value)))
    }

    fn enter(&self, question: Question, _at: At) -> Question {
        question
    }

    fn child(&self, &question: &Question, _at: At) -> Question {
        question
    }

    fn learn(&self, question: &mut Question, answer: Value, at: At, note: &mut Note<'_>) -> Then {
        let yes = question.is_yes(answer);
        if yes == question.one_is_enough(at) {
            note.best();
            note.cut_off(CutOff::Test);
            return Then::Return(question.answer(yes));
        }
        Then::Next
    }

    fn result(&self, question: &Question, at: At) -> Value {
        question.answer(!question.one_is_enough(at))
    }
}

/// Which of the two procedures is called.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// SCOUT(p).
    Scout,
    /// TEST>(p, v) or TEST<(p, v).
    Test(Question),
}

/// The local variables of either procedure.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// Of SCOUT.
    Scout {
        /// The value found so far; before the first successor, none.
        v: Option<Value>,
        /// Whether the current successor has passed its test.
        passed: bool,
    },
    /// Of TEST.
    Test(Question),
}

impl Algorithm for Scout {
    type Call = Call;
    type Node = Node;

    fn root(&self, _window: Window) -> Call {
        Call::Scout
    }

    fn leaf(&self, call: Call, value: Value, at: At) -> Value {
        match call {
            Call::Scout => at.for_max(value),
            Call::Test(question) => Test.leaf(question, value, at),
        }
    }

    fn enter(&self, call: Call, _at: At) -> Node {
        match call {
            Call::Scout => Node::Scout { v: None, passed: false },
            Call::Test(question) => Node::Test(question),
        }
    }

    fn child(&self, node: &Node, at: At) -> Call {
        match *node {
            Node::Scout { v: None, .. } | Node::Scout { passed: true, .. } => Call::Scout,
            Node::Scout { v: Some(v), .. } if at.max => Call::Test(Question::Above(v)),
            Node::Scout { v: Some(v), .. } => Call::Test(Question::Below(v)),
            Node::Test(question) => Call::Test(question),
        }
    }

    fn learn(&self, node: &mut Node, value: Value, at: At, note: &mut Note<'_>) -> Then {
        match node {
            Node::Scout { v: Some(v), passed: passed @ false } => {
                let question = if at.max { Question::Above(*v) } else { Question::Below(*v) };
                if question.is_yes(value) {
                    *passed = true; // find the value of this branch
                    return Then::Again;
                }
            }
            Node::Scout { v, passed } => {
                *v = Some(value);
                *passed = false;
                note.best();
            }
            Node::Test(question) => return Test.learn(question, value, at, note),
        }
        Then::Next
    }

    fn result(&self, node: &Node, at: At) -> Value {
        match node {
            // A node has at least one successor, so there is a value.
            Node::Scout { v, .. } => v.unwrap_or_default(),
            Node::Test(question) => Test.result(question, at),
        }
    }
}

/// H1 of the notes: the least number of nodes that a TEST visits which returns TRUE, on a uniform tree of width
/// `b` and even depth `l`: 1 + 1 + b + b + b² + … + b^(l/2). `None` if that overflows or `l` is odd.
#[must_use]
pub fn minimal_nodes(b: u64, l: u32) -> Option<u64> {
    if !l.is_multiple_of(2) {
        return None;
    }
    let mut sum = b.checked_pow(l / 2)?;
    for i in 0..l / 2 {
        sum = sum.checked_add(b.checked_pow(i)?.checked_mul(2)?)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h1_is_the_closed_form_of_the_notes() {
        for b in 2..10_u64 {
            for half in 0..6 {
                let closed = 2 * (b.pow(half + 1) - 1) / (b - 1) - b.pow(half);
                assert_eq!(minimal_nodes(b, 2 * half), Some(closed));
            }
        }
        assert_eq!(minimal_nodes(3, 5), None);
        assert_eq!(minimal_nodes(u64::MAX, 4), None);
    }
}
