//! A game that records what a search asks of it: which leaves it evaluates, one after the other, and how often it plays and
//! takes back a move.

use std::cell::RefCell;
use std::rc::Rc;

use plywood::game::{Game, Hints, Value};
use plywood::search::Search;

use crate::oracle;

/// The numbers of the successors on the way from the root to a node.
pub type Path = Vec<u8>;

/// What was asked.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The leaves, in the order in which they were evaluated.
    pub leaves: Vec<Path>,
    /// Moves played.
    pub plays: u64,
    /// Moves taken back.
    pub undos: u64,
}

/// A position of such a game. A move is the number of a successor. All clones record into the same log: a search clones the
/// game it is given.
#[derive(Clone)]
pub struct Recording<G> {
    game: G,
    path: Path,
    asked: Rc<RefCell<Asked>>,
}

impl<G: Game + Clone> Recording<G> {
    /// The root, with an empty log.
    pub fn new(game: G) -> Self {
        Recording { game, path: Path::new(), asked: Rc::default() }
    }

    /// The game itself, which records nothing.
    pub fn game(&self) -> G {
        self.game.clone()
    }

    /// How many leaves were evaluated, moves played, and moves taken back so far.
    pub fn counts(&self) -> [u64; 3] {
        let asked = self.asked.borrow();
        [asked.leaves.len() as u64, asked.plays, asked.undos]
    }

    /// The leaves that a search of this game visits, one after the other.
    ///
    /// # Panics
    /// If it does not find the value that plain minimax finds.
    pub fn visited(&self, mut search: impl Search<Self>, depth: u8) -> Vec<Path> {
        search.start(self, depth).expect("no deeper than the search");
        assert_eq!(search.finish(), oracle::minimax(&mut self.game(), depth));
        self.take_asked().leaves
    }

    /// What was asked since this was last called.
    pub fn take_asked(&self) -> Asked {
        self.asked.take()
    }
}

/// Remembers nothing: what is recorded is what a search asks of a tree.
impl<G: Game> Hints for Recording<G> {}

impl<G: Game> Game for Recording<G> {
    type Move = u8;
    type Moves = Vec<u8>;
    type Undo = (G::Move, G::Undo);

    fn moves(&self) -> Vec<u8> {
        (0..self.game.moves().as_ref().len() as u8).collect()
    }

    fn play(&mut self, successor: u8) -> Self::Undo {
        self.asked.borrow_mut().plays += 1;
        self.path.push(successor);
        let m = self.game.moves().as_ref()[usize::from(successor)];
        (m, self.game.play(m))
    }

    fn undo(&mut self, successor: u8, (m, undo): Self::Undo) {
        self.asked.borrow_mut().undos += 1;
        assert_eq!(self.path.pop(), Some(successor), "the move taken back is not the last one played");
        self.game.undo(m, undo);
    }

    fn evaluate(&self) -> Value {
        self.asked.borrow_mut().leaves.push(self.path.clone());
        self.game.evaluate()
    }

    fn is_max_to_move(&self) -> Option<bool> {
        self.game.is_max_to_move()
    }
}
