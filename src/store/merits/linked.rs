//! A tree of nodes in lent words.

use super::{BODY, Found, Kind, Lent, Merits, NOTHING, read, slot_words, write};
use crate::game::{Game, Value};
use crate::store::slots::{FIRST, NEXT, NONE, Slots};

/// The paper's "tree-like linked data structure": every node that was searched, hung below its parent. What is no longer
/// needed is given back at once. Full means that the newest nodes, and so those furthest down, are not kept.
///
/// | word | what |
/// |---|---|
/// | 0 | where the next sibling is, or the next free slot: the number of its first word |
/// | 1 | where the first child is |
/// | 2 … | [as in every store](super) |
pub struct Linked<'m, const W: usize>(Slots<'m>);

impl<'m, const W: usize> Linked<'m, W> {
    /// A store in these words, [`slot_words`]`(W)` a node.
    pub fn new(words: &'m mut [u32]) -> Self {
        Linked(Slots::new(words, slot_words(W)))
    }

    /// The child of this number.
    fn child(&self, parent: u32, successor: u16) -> u32 {
        let mut child = self.0.get(parent, FIRST);
        while child != NONE && self.number(child) != u32::from(successor) {
            child = self.0.get(child, NEXT);
        }
        child
    }

    #[inline]
    fn number(&self, node: u32) -> u32 {
        self.0.get(node, BODY) & 0xff
    }

    /// Gives back one node with all below it, but not its siblings.
    fn give_back(&mut self, node: u32) {
        self.0.set(node, NEXT, NONE);
        self.0.give_back(node);
    }
}

impl<'m, const W: usize> Lent<'m> for Linked<'m, W> {
    fn take_words(&mut self) -> &'m mut [u32] {
        self.0.take_words()
    }
}

impl<G: Game, const W: usize> Merits<G> for Linked<'_, W> {
    /// A slot, or none.
    type Place = u32;
    const DEEP: bool = true;

    fn clear(&mut self, _game: &G, _depth: u8) -> u32 {
        self.0.clear();
        let root = self.0.allocate();
        self.0.set(root, BODY, NOTHING);
        root
    }

    #[inline]
    fn below(&mut self, parent: u32, successor: u16, new: bool, _game: &G) -> u32 {
        if parent == NONE || usize::from(successor) >= W {
            return NONE;
        }
        if !new {
            return self.child(parent, successor);
        }
        let child = self.0.allocate();
        self.0.set(child, BODY, u32::from(successor) | NOTHING << 8);
        if child != NONE {
            let first = self.0.get(parent, FIRST);
            self.0.set(child, NEXT, first);
            self.0.set(parent, FIRST, child);
        }
        child
    }

    #[inline]
    fn save(&mut self, place: u32, found: Found<'_>) {
        if let Found::Cut(i) = found {
            // Only the one that cut will be looked at again.
            let (mut child, mut kept) = (self.0.get(place, FIRST), NONE);
            while child != NONE {
                let next = self.0.get(child, NEXT);
                if self.number(child) == u32::from(i) {
                    kept = child;
                } else {
                    self.give_back(child);
                }
                child = next;
            }
            self.0.set(kept, NEXT, NONE);
            self.0.set(place, FIRST, kept);
        }
        let number = self.number(place);
        if let Some(slot) = self.0.whole_mut(place, slot_words(W)) {
            write(slot, number, found);
        }
    }

    #[inline]
    fn fetch(&self, place: u32, merits: &mut [Value]) -> Option<Kind> {
        read(self.0.whole(place, slot_words(W))?, merits)
    }

    #[inline]
    fn forget(&mut self, parent: u32, successor: u16) {
        let (mut before, mut child) = (NONE, self.0.get(parent, FIRST));
        while child != NONE && self.number(child) != u32::from(successor) {
            (before, child) = (child, self.0.get(child, NEXT));
        }
        if child == NONE {
            return;
        }
        let next = self.0.get(child, NEXT);
        if before == NONE {
            self.0.set(parent, FIRST, next);
        } else {
            self.0.set(before, NEXT, next);
        }
        self.give_back(child);
    }

    fn used(&self) -> usize {
        self.0.used()
    }

    fn peak(&self) -> usize {
        self.0.peak()
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe;

    const W: usize = 3;

    fn store(words: &mut [u32]) -> (Linked<'_, W>, TicTacToe, u32) {
        let mut store = Linked::new(words);
        let game = TicTacToe::new();
        let root = store.clear(&game, 9);
        (store, game, root)
    }

    fn fetch(store: &Linked<'_, W>, place: u32) -> Option<(Kind, [Value; W])> {
        let mut merits = [Value::ZERO; W];
        Merits::<TicTacToe>::fetch(store, place, &mut merits).map(|kind| (kind, merits))
    }

    #[test]
    fn a_subtree_that_is_given_back_can_be_used_again() {
        let mut words = [0; slot_words(W) * 8];
        let (mut store, game, root) = store(&mut words);
        for _round in 0..5 {
            for successor in 0..2 {
                let child = store.below(root, successor, true, &game);
                for grandchild in 0..2 {
                    let place = store.below(child, grandchild, true, &game);
                    Merits::<TicTacToe>::save(&mut store, place, Found::Merits(&[Value::new(1); W]));
                    assert_eq!(store.below(child, grandchild, false, &game), place, "found again");
                    assert!(fetch(&store, place).is_some());
                }
            }
            assert_eq!(store.0.used(), 7);
            Merits::<TicTacToe>::forget(&mut store, root, 0);
            assert_eq!(store.0.used(), 4);
            Merits::<TicTacToe>::forget(&mut store, root, 1);
            Merits::<TicTacToe>::forget(&mut store, root, 2); // never there
            assert_eq!(store.0.used(), 1);
        }
    }

    #[test]
    fn a_cut_keeps_only_the_one_that_cut() {
        let mut words = [0; slot_words(W) * 8];
        let (mut store, game, root) = store(&mut words);
        let places = [0, 1, 2].map(|successor| store.below(root, successor, true, &game));
        store.below(places[0], 0, true, &game);
        Merits::<TicTacToe>::save(&mut store, places[2], Found::Cut(1));
        Merits::<TicTacToe>::save(&mut store, root, Found::Cut(2));
        assert_eq!(store.0.used(), 2);
        assert_eq!(store.below(root, 2, false, &game), places[2]);
        assert!(fetch(&store, places[2]).is_some());
        let kind = fetch(&store, root).unwrap();
        assert_eq!(kind, (Kind::IgnoreLeft, [-Value::INFINITY, -Value::INFINITY, Value::INFINITY]));
    }

    #[test]
    fn full_is_a_miss() {
        let mut words = [0; slot_words(W) * 2 + 3];
        let (mut store, game, root) = store(&mut words);
        let first = store.below(root, 0, true, &game);
        let second = store.below(root, 1, false, &game);
        assert_eq!(second, NONE);
        Merits::<TicTacToe>::save(&mut store, second, Found::Cut(1));
        assert_eq!(fetch(&store, second), None);
        assert_eq!(fetch(&store, first), None, "nothing was saved there yet");
        assert_eq!(store.below(second, 0, true, &game), NONE);
        let (store, ..) = self::store(&mut []);
        assert_eq!(Merits::<TicTacToe>::used(&store), 0);
    }
}
