//! A game whose moves at the root come in an order of the player's choice.

use core::fmt;

use crate::game::{Game, Hints, Identity, Value, Window};
use crate::store::MoveList;

/// A game with the moves of one position, the root, in another order.
///
/// Every search keeps the first of several best moves, so the order at the root decides ties: shuffled, it makes
/// chance decide, in any search, without that search knowing.
#[derive(Clone)]
pub struct RootOrder<G: Game, const N: usize> {
    game: G,
    root: MoveList<G::Move, N>,
    /// Moves played since the root.
    ply: u8,
}

impl<G: Game, const N: usize> RootOrder<G, N> {
    /// `game`, whose moves at this position are to be tried in the order of `root`. If those are not exactly its
    /// moves, the game's own order stays.
    #[must_use]
    pub fn new(game: G, mut root: MoveList<G::Move, N>) -> Self {
        let moves = game.moves();
        let own = moves.as_ref();
        if root.len() != own.len() || own.iter().any(|m| !root.contains(m)) {
            root.clear(); // an empty list stands for the game's own order
        }
        RootOrder { game, root, ply: 0 }
    }
}

/// The moves of a [`RootOrder`].
pub enum Moves<G: Game, const N: usize> {
    /// At the root.
    Root(MoveList<G::Move, N>),
    /// Below it.
    Own(G::Moves),
}

impl<G: Game, const N: usize> AsRef<[G::Move]> for Moves<G, N> {
    fn as_ref(&self) -> &[G::Move] {
        match self {
            Moves::Root(moves) => moves,
            Moves::Own(moves) => moves.as_ref(),
        }
    }
}

impl<G: Game, const N: usize> Game for RootOrder<G, N> {
    type Move = G::Move;
    type Moves = Moves<G, N>;
    type Undo = G::Undo;

    fn moves(&self) -> Self::Moves {
        if self.ply == 0 && !self.root.is_empty() {
            Moves::Root(self.root.clone())
        } else {
            Moves::Own(self.game.moves())
        }
    }

    fn play(&mut self, m: G::Move) -> G::Undo {
        self.ply += 1;
        self.game.play(m)
    }

    fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.ply -= 1;
        self.game.undo(m, undo);
    }

    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }

    fn is_max_to_move(&self) -> Option<bool> {
        self.game.is_max_to_move()
    }
}

impl<G: Hints, const N: usize> Hints for RootOrder<G, N> {
    const WIDE: bool = G::WIDE;

    #[inline]
    fn identity(&self) -> Option<Identity> {
        self.game.identity()
    }

    fn identity_after(&mut self, m: G::Move) -> Option<Identity> {
        self.game.identity_after(m)
    }

    fn known(&self, window: Window) -> (Value, Value) {
        self.game.known(window)
    }

    fn place(&self, m: G::Move) -> usize {
        self.game.place(m)
    }

    fn replies(&mut self, m: G::Move) -> u8 {
        self.game.replies(m)
    }
}

impl<G: Game + fmt::Debug, const N: usize> fmt::Debug for RootOrder<G, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} with root moves {:?}", self.game, self.root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe;
    use crate::search::{AlphaBeta, DepthFirst, Search};

    /// Every first move of tic-tac-toe is a draw, so the first one in the order is played.
    #[test]
    fn the_order_decides_ties_and_nothing_else() {
        for first in 0..9 {
            let mut order = MoveList::<u8, 9>::new();
            (0..9).for_each(|i| order.push((i + first) % 9).unwrap());
            let game = RootOrder::new(TicTacToe::new(), order);
            let mut search = DepthFirst::<_, _, 9>::new(AlphaBeta::default(), game.clone());
            search.start(&game, 9).unwrap();
            assert_eq!(search.finish(), Value::ZERO);
            assert_eq!(search.best(), Some(first));
        }
    }

    #[test]
    fn a_wrong_list_is_not_used() {
        let mut order = MoveList::<u8, 9>::new();
        order.push(4).unwrap();
        assert_eq!(RootOrder::new(TicTacToe::new(), order).moves().as_ref().len(), 9);
    }
}
