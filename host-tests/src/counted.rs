//! A game that counts the calls of `play`, and the distinct positions they led to.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;

use plywood::game::{Game, Keyed, Value};

use crate::playoff::Board;

/// A position of such a game. All clones count together: a search clones the game it is given.
#[derive(Clone)]
pub struct Counted<G> {
    game: G,
    plays: Rc<Cell<u64>>,
    seen: Rc<RefCell<HashSet<(u64, u64)>>>,
}

impl<G> Counted<G> {
    /// `game`, with nothing counted.
    pub fn new(game: G) -> Self {
        Counted { game, plays: Rc::default(), seen: Rc::default() }
    }

    /// Calls of `play` so far.
    pub fn plays(&self) -> u64 {
        self.plays.get()
    }

    /// Distinct positions so far.
    pub fn distinct(&self) -> usize {
        self.seen.borrow().len()
    }
}

impl<G: Keyed> Game for Counted<G> {
    type Move = G::Move;
    type Moves = G::Moves;
    type Undo = G::Undo;

    fn moves(&self) -> G::Moves {
        self.game.moves()
    }

    fn play(&mut self, m: G::Move) -> G::Undo {
        let undo = self.game.play(m);
        self.plays.set(self.plays.get() + 1);
        self.seen.borrow_mut().insert((self.game.key(), self.game.key_rest()));
        undo
    }

    fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.game.undo(m, undo);
    }

    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }

    fn is_max_to_move(&self) -> Option<bool> {
        self.game.is_max_to_move()
    }
}

impl<G: Keyed> Keyed for Counted<G> {
    const WIDE: bool = G::WIDE;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn key_rest(&self) -> u64 {
        self.game.key_rest()
    }
}

impl<G: Board> Board for Counted<G> {
    fn left(&self) -> u8 {
        self.game.left()
    }
}
