//! A tree of nodes in lent words.

use super::{BODY, Found, Kind, Merits, NOTHING, read, slot_words, write};
use crate::game::{Game, Value};

/// Nowhere; a word so far away that no slot begins there, and none of its words either.
const NONE: u32 = 0x7fff_0000;

/// The paper's "tree-like linked data structure": every node that was searched, hung below its parent. What is no longer
/// needed is given back at once. Full means that the newest nodes, and so those furthest down, are not kept.
///
/// | word | what |
/// |---|---|
/// | 0 | where the next sibling is, or the next free slot: the number of its first word |
/// | 1 | where the first child is |
/// | 2 … | [as in every store](super) |
pub struct Linked<'m, const W: usize> {
    words: &'m mut [u32],
    /// The first slot that was given back.
    free: u32,
    /// The words from here on have never been used.
    fresh: u32,
    used: u32,
    peak: u32,
}

const NEXT: usize = 0;
const FIRST: usize = 1;

impl<'m, const W: usize> Linked<'m, W> {
    const STRIDE: usize = slot_words(W);

    /// A store in these words, [`slot_words`]`(W)` a node.
    pub fn new(words: &'m mut [u32]) -> Self {
        Linked { words, free: NONE, fresh: 0, used: 0, peak: 0 }
    }

    /// Hands the words back; nothing is kept any more, and nothing can be.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        (self.free, self.fresh, self.used, self.peak) = (NONE, 0, 0, 0);
        core::mem::take(&mut self.words)
    }

    #[inline]
    fn get(&self, place: u32, word: usize) -> u32 {
        self.words.get(place as usize + word).copied().unwrap_or(NONE)
    }

    #[inline]
    fn set(&mut self, place: u32, word: usize, to: u32) {
        if let Some(word) = self.words.get_mut(place as usize + word) {
            *word = to;
        }
    }

    /// A slot nobody uses, with nothing saved and no relations, or `NONE`.
    fn allocate(&mut self, successor: u8) -> u32 {
        let place = if self.free == NONE {
            let end = self.fresh as usize + Self::STRIDE;
            if end > self.words.len().min(NONE as usize) {
                return NONE;
            }
            core::mem::replace(&mut self.fresh, end as u32)
        } else {
            let place = self.free;
            self.free = self.get(place, NEXT);
            place
        };
        self.used += 1;
        self.peak = self.peak.max(self.used);
        self.set(place, NEXT, NONE);
        self.set(place, FIRST, NONE);
        self.set(place, BODY, u32::from(successor) | NOTHING << 8);
        place
    }

    /// Gives back a node and all below it.
    fn give_back(&mut self, place: u32) {
        self.set(place, NEXT, NONE);
        let mut doomed = place;
        while doomed != NONE {
            let mut next = self.get(doomed, NEXT);
            // Its children stand in front of what is left to do: hang that behind the last of them.
            let first = self.get(doomed, FIRST);
            if first != NONE {
                let mut last = first;
                while self.get(last, NEXT) != NONE {
                    last = self.get(last, NEXT);
                }
                self.set(last, NEXT, next);
                next = first;
            }
            self.set(doomed, NEXT, self.free);
            self.free = doomed;
            self.used -= 1;
            doomed = next;
        }
    }
}

impl<G: Game, const W: usize> Merits<G> for Linked<'_, W> {
    /// A slot, or none.
    type Place = u32;
    const DEEP: bool = true;

    fn clear(&mut self, _game: &G, _depth: u8) -> u32 {
        (self.free, self.fresh, self.used, self.peak) = (NONE, 0, 0, 0);
        self.allocate(0)
    }

    #[inline]
    fn below(&mut self, parent: u32, successor: u8, new: bool, _game: &G) -> u32 {
        if parent == NONE {
            return NONE;
        }
        let mut child = if new { NONE } else { self.get(parent, FIRST) };
        while child != NONE {
            if self.get(child, BODY) as u8 == successor {
                return child;
            }
            child = self.get(child, NEXT);
        }
        let child = self.allocate(successor);
        if child != NONE {
            let first = self.get(parent, FIRST);
            self.set(child, NEXT, first);
            self.set(parent, FIRST, child);
        }
        child
    }

    #[inline]
    fn save(&mut self, place: u32, found: Found<'_>) {
        if let Found::Cut(i) = found {
            // Only the one that cut will be looked at again.
            let mut child = self.get(place, FIRST);
            let mut kept = NONE;
            while child != NONE {
                let next = self.get(child, NEXT);
                if self.get(child, BODY) as u8 == i {
                    kept = child;
                } else {
                    self.give_back(child);
                }
                child = next;
            }
            self.set(kept, NEXT, NONE);
            self.set(place, FIRST, kept);
        }
        if let Some(slot) = self.words.get_mut(place as usize..place as usize + Self::STRIDE) {
            let successor = slot.get(BODY).map_or(0, |word| word & 0xff);
            write(slot, successor, found);
        }
    }

    #[inline]
    fn fetch(&self, place: u32, merits: &mut [Value]) -> Option<Kind> {
        read(self.words.get(place as usize..place as usize + Self::STRIDE)?, merits)
    }

    #[inline]
    fn forget(&mut self, parent: u32, successor: u8) {
        let mut before = NONE;
        let mut child = self.get(parent, FIRST);
        while child != NONE && self.get(child, BODY) as u8 != successor {
            before = child;
            child = self.get(child, NEXT);
        }
        if child == NONE {
            return;
        }
        let next = self.get(child, NEXT);
        if before == NONE {
            self.set(parent, FIRST, next);
        } else {
            self.set(before, NEXT, next);
        }
        self.give_back(child);
    }

    fn used(&self) -> usize {
        self.used as usize
    }

    fn peak(&self) -> usize {
        self.peak as usize
    }

    fn capacity(&self) -> usize {
        self.words.len() / Self::STRIDE
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
            assert_eq!(store.used, 7);
            Merits::<TicTacToe>::forget(&mut store, root, 0);
            assert_eq!(store.used, 4);
            Merits::<TicTacToe>::forget(&mut store, root, 1);
            Merits::<TicTacToe>::forget(&mut store, root, 2); // never there
            assert_eq!(store.used, 1);
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
        assert_eq!(store.used, 2);
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
