//! A game whose positions are told apart by the moves that led to them.

use crate::game::{Game, Hints, Identity, Value};

/// A game that searches with a table can remember, whatever it is: the identity of a position is the path to it from the root,
/// as a number with a digit for each move. Two paths to one position are two positions, so the tree stays a tree.
///
/// ```
/// use plywood::game::{Game, Hints};
/// use plywood::games::{Pathed, Synthetic, synthetic::Shape};
///
/// let mut tree = Pathed::new(Synthetic::new(Shape::random(5, 6, 1)));
/// assert_eq!(tree.identity(), Some((0, 0)));
/// tree.play(4);
/// assert_eq!(tree.identity(), Some((5, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Pathed<G> {
    game: G,
    /// `None` where the number is too large: then the position is not remembered.
    path: Option<u64>,
}

/// Digits run from 1 to this less one, so that no path is the beginning of another one with zeros behind.
const BASE: u64 = 1 << 6;

impl<G> Pathed<G> {
    /// `game`, at the root.
    pub fn new(game: G) -> Self {
        Pathed { game, path: Some(0) }
    }
}

impl<G: Game> Game for Pathed<G> {
    type Move = G::Move;
    type Moves = G::Moves;
    type Undo = (G::Undo, Option<u64>);

    fn moves(&self) -> G::Moves {
        self.game.moves()
    }

    fn play(&mut self, m: G::Move) -> Self::Undo {
        let moves = self.game.moves();
        let digit = moves.as_ref().iter().position(|&other| other == m).map_or(BASE, |number| number as u64 + 1);
        let path = self.path;
        let longer = path.filter(|_| digit < BASE).and_then(|path| path.checked_mul(BASE));
        self.path = longer.map(|path| path | digit);
        (self.game.play(m), path)
    }

    fn undo(&mut self, m: G::Move, (undo, path): Self::Undo) {
        self.game.undo(m, undo);
        self.path = path;
    }

    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }

    fn is_max_to_move(&self) -> Option<bool> {
        self.game.is_max_to_move()
    }
}

impl<G: Game> Hints for Pathed<G> {
    fn identity(&self) -> Option<Identity> {
        self.path.map(|path| (path, 0))
    }
}
