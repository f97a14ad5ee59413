//! A hash table of nodes in lent words, of any size from nothing up.

use core::marker::PhantomData;
use core::ops::Range;

use super::{Found, Kind, Lent, Merits, read, slot_words, write};
use crate::game::{Game, Keyed, Value};

/// A hash table, as the paper has it: as large as the memory there is.
///
/// A node has one slot in which it can be. **The newest wins**: whatever was there is lost. A node is saved after all below
/// it, and searched again right after it was saved, so the newest is what will be asked for next.
///
/// The whole key is kept, so no node is ever taken for another, however the keys are made:
///
/// | word | what |
/// |---|---|
/// | 0, 1 | the key, lower half first; every number is a key, 0 too: a slot is empty if its search is not this one |
/// | 2 … | [as in every store](super) |
pub struct Hashed<'m, K, const W: usize> {
    words: &'m mut [u32],
    /// How many slots there are: worked out once, for processors that cannot divide.
    slots: u32,
    used: usize,
    /// The number of the search, from 1. What another one has saved counts as empty, so that the table need not be cleared
    /// for every search.
    search: u8,
    keys: PhantomData<K>,
}

/// What tells nodes apart. No two nodes whose successors or values differ may have the same key.
pub trait KeyOf<G: Game> {
    /// The key of a node, from that of its parent. `game` is at the node, which is successor `number` of `width` at the most.
    /// `None` if it has no key; then nothing of it is kept.
    fn key(parent: Option<u64>, number: u16, width: usize, game: &G) -> Option<u64>;

    /// The key of the root.
    fn root(game: &G) -> u64;
}

/// The path from the root, written as a number: for any game.
///
/// With a digit from 1 to the width for each move, no two paths are the same number; those that do not fit into 64 bits have
/// no key. Paths of 15 moves fit for widths up to 15, of 21 for Connect-Four's seven.
pub enum ByPath {}

impl<G: Game> KeyOf<G> for ByPath {
    #[inline]
    fn key(parent: Option<u64>, number: u16, width: usize, _game: &G) -> Option<u64> {
        let digit = u64::from(number) + 1;
        if digit > width as u64 {
            return None;
        }
        parent?.checked_mul(width as u64 + 1)?.checked_add(digit)
    }

    fn root(_game: &G) -> u64 {
        0
    }
}

/// The position, which may be reached by several paths: for games whose keys tell positions apart without a rest.
pub enum ByPosition {}

impl<G: Keyed> KeyOf<G> for ByPosition {
    #[inline]
    fn key(_parent: Option<u64>, _number: u16, _width: usize, game: &G) -> Option<u64> {
        Some(<Self as KeyOf<G>>::root(game))
    }

    fn root(game: &G) -> u64 {
        const { assert!(!G::WIDE, "a slot has no room for the rest of a wide key: use ByPath") }
        game.key()
    }
}

/// Where a node is in the table: its key, if it has one, and how many plies are to be searched below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    // Not an option, which would make every frame of a search eight bytes longer.
    key: u64,
    known: bool,
    depth: u8,
}

impl Place {
    fn new(key: Option<u64>, depth: u8) -> Place {
        Place { key: key.unwrap_or_default(), known: key.is_some(), depth }
    }

    fn key(self) -> Option<u64> {
        self.known.then_some(self.key)
    }
}

impl<'m, K, const W: usize> Hashed<'m, K, W> {
    const STRIDE: usize = slot_words(W);

    /// A table in these words, [`slot_words`]`(W)` a slot.
    pub fn new(words: &'m mut [u32]) -> Self {
        words.fill(0);
        let slots = u32::try_from(words.len() / Self::STRIDE).unwrap_or(u32::MAX);
        Hashed { words, slots, used: 0, search: 1, keys: PhantomData }
    }

    /// The words of the one slot that a node can be in.
    #[inline]
    fn range(&self, key: u64) -> Range<usize> {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key. Written out because a hasher crate
        // gives a number that would have to be brought into range anyway.
        let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let slot = ((spread * u64::from(self.slots)) >> 32) as usize;
        slot * Self::STRIDE..(slot + 1) * Self::STRIDE
    }
}

impl<'m, K, const W: usize> Lent<'m> for Hashed<'m, K, W> {
    fn take_words(&mut self) -> &'m mut [u32] {
        (self.used, self.slots) = (0, 0);
        core::mem::take(&mut self.words)
    }
}

impl<G: Game, K: KeyOf<G>, const W: usize> Merits<G> for Hashed<'_, K, W> {
    type Place = Place;
    const DEEP: bool = true;

    fn clear(&mut self, game: &G, depth: u8) -> Place {
        self.used = 0;
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The numbers begin again: nothing of the last round may be left.
            self.words.fill(0);
            self.search = 1;
        }
        Place::new(Some(K::root(game)), depth)
    }

    #[inline]
    fn below(&mut self, parent: Place, successor: u16, _new: bool, game: &G) -> Place {
        Place::new(K::key(parent.key(), successor, W, game), parent.depth.saturating_sub(1))
    }

    #[inline]
    fn save(&mut self, place: Place, found: Found<'_>) {
        let Some(key) = place.key() else { return };
        let range = self.range(key);
        let Some(slot) = self.words.get_mut(range) else { return };
        let search = u32::from(self.search);
        if let [low, high, body, ..] = slot {
            self.used += usize::from(*body >> 24 != search);
            (*low, *high) = (key as u32, (key >> 32) as u32);
        }
        write(slot, u32::from(place.depth) | search << 24, found);
    }

    #[inline]
    fn fetch(&self, place: Place, merits: &mut [Value]) -> Option<Kind> {
        let key = place.key()?;
        let slot = self.words.get(self.range(key))?;
        let &[low, high, body, ..] = slot else { return None };
        let same = (low, high) == (key as u32, (key >> 32) as u32)
            && body & 0xff00_00ff == u32::from(place.depth) | u32::from(self.search) << 24;
        if same { read(slot, merits) } else { None }
    }

    /// It will be overwritten when its slot is wanted.
    #[inline]
    fn forget(&mut self, _parent: Place, _successor: u16) {}

    fn used(&self) -> usize {
        self.used
    }

    fn peak(&self) -> usize {
        self.used
    }

    fn capacity(&self) -> usize {
        self.slots as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{ConnectFour, TicTacToe};

    const W: usize = 7;

    fn fetch<K: KeyOf<ConnectFour>>(store: &Hashed<'_, K, W>, place: Place) -> Option<[Value; W]> {
        let mut merits = [Value::ZERO; W];
        store.fetch(place, &mut merits).map(|_| merits)
    }

    #[test]
    fn key_zero_is_a_real_key_and_an_empty_slot_is_no_hit() {
        let empty_board = ConnectFour::new();
        for slots in [1, 2, 7, 64] {
            let mut words = [0; slot_words(W) * 64];
            let mut store = Hashed::<ByPosition, W>::new(&mut words[..slot_words(W) * slots]);
            let root = store.clear(&empty_board, 4);
            assert_eq!(root.key(), Some(0));
            assert_eq!(fetch(&store, root), None, "nothing was saved: no hit");
            Merits::<ConnectFour>::save(&mut store, root, Found::Merits(&[Value::new(-3); W]));
            assert_eq!(fetch(&store, root), Some([Value::new(-3); W]));
            assert_eq!(fetch(&store, Place { depth: 3, ..root }), None, "another depth is another node");
            assert_eq!(Merits::<ConnectFour>::used(&store), 1);
        }
    }

    #[test]
    fn the_newest_wins_and_nothing_is_taken_for_another() {
        let mut words = [0; slot_words(W)];
        let mut store = Hashed::<ByPath, W>::new(&mut words);
        let places = [0, 1, u64::MAX, 1 << 32, 1 << 63].map(|key| Place::new(Some(key), 2));
        for place in places {
            Merits::<ConnectFour>::save(&mut store, place, Found::Cut(place.key as u8 % 7));
            for other in places {
                assert_eq!(fetch(&store, other).is_some(), other == place);
            }
        }
        assert_eq!(Merits::<ConnectFour>::used(&store), 1);
        Merits::<ConnectFour>::save(&mut store, Place::new(None, 1), Found::Cut(0));
        assert_eq!(fetch(&store, Place::new(None, 1)), None, "no key, nothing kept");
        let mut nothing = Hashed::<ByPath, W>::new(&mut []);
        Merits::<ConnectFour>::save(&mut nothing, places[0], Found::Cut(0));
        assert_eq!(fetch(&nothing, places[0]), None, "no room at all");
    }

    #[test]
    fn what_another_search_saved_is_no_hit() {
        let game = ConnectFour::new();
        let mut words = [0; slot_words(W)];
        let mut store = Hashed::<ByPath, W>::new(&mut words);
        for search in 0..600 {
            let root = store.clear(&game, 4);
            assert_eq!((fetch(&store, root), Merits::<ConnectFour>::used(&store)), (None, 0), "search {search}");
            // Every now and then a search saves something, so that it is found 255 searches later if it can be.
            if search % 255 == 0 {
                Merits::<ConnectFour>::save(&mut store, root, Found::Merits(&[Value::new(1); W]));
                assert_eq!(fetch(&store, root), Some([Value::new(1); W]));
            }
        }
    }

    #[test]
    fn no_two_paths_have_the_same_number() {
        let game = TicTacToe::new();
        let mut keys = heapless::Vec::<u64, 200>::new();
        keys.push(0).unwrap();
        let mut from = 0;
        for _ply in 0..3 {
            let to = keys.len();
            for parent in from..to {
                for number in 0..4 {
                    let key = <ByPath as KeyOf<TicTacToe>>::key(Some(keys[parent]), number, 4, &game).unwrap();
                    assert!(!keys.contains(&key));
                    keys.push(key).unwrap();
                }
            }
            from = to;
        }
        let key = |parent, number, width| <ByPath as KeyOf<TicTacToe>>::key(parent, number, width, &game);
        assert_eq!(key(Some(0), 4, 4), None, "wider than the slots are");
        assert_eq!(key(Some(u64::MAX / 5 + 1), 0, 4), None, "too long a path");
        assert_eq!(key(None, 0, 4), None, "below such a path there are no keys either");
    }
}
