//! A game whose moves come in the order of their static values, best first, and whose calls of `play` are counted: what
//! alpha-beta searched in Rivest's playoffs (1987, §5.3 and §5.4).
//!
//! Looking at a successor's value is a call of `play`, too, and has to be paid for like any other. The [`Ledger`] keeps the
//! account, and what it cannot pay for is not done.

use core::cell::Cell;

use crate::game::{Game, Hints, Identity, Keyed, Value};
use crate::store::MoveList;

/// The account of a [`StaticOrder`] and all its clones.
#[derive(Debug)]
pub struct Ledger {
    limit: u64,
    made: Cell<u64>,
    sorted_plies: Cell<u8>,
    short: Cell<bool>,
}

impl Ledger {
    /// An account of at most `limit` calls of `play`, that sorts at every ply.
    #[must_use]
    pub fn new(limit: u64) -> Ledger {
        Ledger { limit, made: Cell::new(0), sorted_plies: Cell::new(u8::MAX), short: Cell::new(false) }
    }

    /// Calls of `play` so far, those for sorting included.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made.get()
    }

    /// Calls that may still be made.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.made.get())
    }

    /// Whether moves were asked for that there was not enough left to sort; they came in the game's own order. A search
    /// that wants its moves sorted has to end here.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.short.get()
    }

    /// From now on moves are sorted only in positions fewer than `plies` moves below the first one.
    pub fn sort_plies(&self, plies: u8) {
        self.sorted_plies.set(plies);
    }
}

/// A game with its moves sorted, as long as there are no more than `W`; with more they keep their own order.
///
/// ```
/// use plywood::game::Game;
/// use plywood::games::ConnectFour;
/// use plywood::games::static_order::{Ledger, StaticOrder};
///
/// let ledger = Ledger::new(1000);
/// // Black has three in the first column: the fourth is looked at first.
/// let game: ConnectFour = ConnectFour::from_moves("121314").unwrap();
/// let game = StaticOrder::<_, 7>::new(game, &ledger);
/// assert_eq!(game.moves().as_ref()[0], 0);
/// assert_eq!(ledger.made(), 7);
/// ```
#[derive(Clone, Debug)]
pub struct StaticOrder<'l, G, const W: usize> {
    game: G,
    ply: u8,
    ledger: &'l Ledger,
}

impl<'l, G, const W: usize> StaticOrder<'l, G, W> {
    /// `game`, whose calls of `play` go to `ledger`.
    pub fn new(game: G, ledger: &'l Ledger) -> Self {
        StaticOrder { game, ply: 0, ledger }
    }
}

/// The moves of a [`StaticOrder`].
pub enum Moves<G: Game, const W: usize> {
    /// By their static values.
    Sorted(MoveList<G::Move, W>),
    /// As the game itself has them.
    Own(G::Moves),
}

impl<G: Game, const W: usize> AsRef<[G::Move]> for Moves<G, W> {
    #[inline]
    fn as_ref(&self) -> &[G::Move] {
        match self {
            Moves::Sorted(moves) => moves,
            Moves::Own(moves) => moves.as_ref(),
        }
    }
}

impl<G: Game + Clone, const W: usize> Game for StaticOrder<'_, G, W> {
    type Move = G::Move;
    type Moves = Moves<G, W>;
    type Undo = G::Undo;

    /// The best for the mover first; equals stay in the game's own order.
    fn moves(&self) -> Moves<G, W> {
        let own = self.game.moves();
        let n = own.as_ref().len();
        if n == 0 || n > W || self.ply >= self.ledger.sorted_plies.get() {
            return Moves::Own(own);
        }
        if self.ledger.left() < n as u64 {
            self.ledger.short.set(true);
            return Moves::Own(own);
        }
        self.ledger.made.set(self.ledger.made.get() + n as u64);
        let mut game = self.game.clone();
        let mut sorted: MoveList<(Value, G::Move), W> = MoveList::new();
        for &m in own.as_ref() {
            let undo = game.play(m);
            let _ = sorted.push((game.evaluate(), m)); // there are no more than W
            game.undo(m, undo);
            // Lists are short, and a stable sort without memory is one that inserts. What is worth least to the opponent
            // comes first.
            let mut i = sorted.len() - 1;
            while i > 0 && sorted[i].0 < sorted[i - 1].0 {
                sorted.swap(i, i - 1);
                i -= 1;
            }
        }
        Moves::Sorted(sorted.iter().map(|&(_, m)| m).collect())
    }

    #[inline]
    fn play(&mut self, m: G::Move) -> G::Undo {
        self.ledger.made.set(self.ledger.made.get() + 1);
        self.ply = self.ply.saturating_add(1);
        self.game.play(m)
    }

    #[inline]
    fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.ply = self.ply.saturating_sub(1);
        self.game.undo(m, undo);
    }

    #[inline]
    fn evaluate(&self) -> Value {
        self.game.evaluate()
    }

    fn is_max_to_move(&self) -> Option<bool> {
        self.game.is_max_to_move()
    }
}

/// Remembered positions come without their moves, and these come sorted: it is the game's own business how.
impl<G: Hints + Clone, const W: usize> Hints for StaticOrder<'_, G, W> {
    const WIDE: bool = G::WIDE;

    fn identity(&self) -> Option<Identity> {
        self.game.identity()
    }

    fn place(&self, m: G::Move) -> usize {
        self.game.place(m)
    }
}

impl<G: Keyed + Clone, const W: usize> Keyed for StaticOrder<'_, G, W> {
    const WIDE: bool = G::WIDE;

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn key_rest(&self) -> u64 {
        self.game.key_rest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ConnectFour;

    #[test]
    fn what_cannot_be_paid_for_is_not_sorted() {
        let game: ConnectFour = ConnectFour::from_moves("121314").unwrap();
        let ledger = Ledger::new(14);
        let mut sorted = StaticOrder::<_, 7>::new(game.clone(), &ledger);
        assert_eq!(sorted.moves().as_ref()[0], 0);
        let undo = sorted.play(3);
        assert_eq!((ledger.made(), ledger.left(), ledger.is_short()), (8, 6, false));
        sorted.undo(3, undo);
        assert_eq!(sorted.moves().as_ref(), game.moves(), "six calls do not sort seven moves");
        assert_eq!((ledger.made(), ledger.is_short()), (8, true));
    }

    #[test]
    fn more_moves_than_there_is_room_for_and_deeper_plies_keep_their_order() {
        let game: ConnectFour = ConnectFour::from_moves("121314").unwrap();
        let ledger = Ledger::new(100);
        assert_eq!(StaticOrder::<_, 6>::new(game.clone(), &ledger).moves().as_ref(), game.moves());
        ledger.sort_plies(0);
        assert_eq!(StaticOrder::<_, 7>::new(game.clone(), &ledger).moves().as_ref(), game.moves());
        assert_eq!((ledger.made(), ledger.is_short()), (0, false));
    }
}
