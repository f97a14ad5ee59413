//! The transposition table: what is known of the values of positions, in lent words of any number.
//!
//! A slot has [`slot_words`] words:
//!
//! | word | bits | what |
//! |---|---|---|
//! | 0, 1 | | the key, lower half first |
//! | 2 | 0–15 | the lower bound of the value, an `i16` |
//! | 2 | 16–31 | the upper bound |
//! | 3 | 0–7 | plies that were searched below the position |
//! | 3 | 8–15 | the number of the best move among its moves; 255 if none is known |
//! | 3 | 16–31 | the number of the search that wrote it, from 1; smaller than the table's oldest number: empty |
//! | 4, 5 | | of a wide game: the rest of the key, lower half first |
//!
//! **No false hit.** The whole identity of a position is kept and compared, key and rest, and by the promise of
//! [`Hints::identity`] no two positions share it. Whether a slot is empty is said by the number of its search alone, so key 0 is
//! a key like any other, and words that were never written (all zero) are no hit for it.
//!
//! **Replacement.** The slots go in pairs, 2i and 2i + 1, and a position may be in either slot of its pair. The first slot
//! keeps the deepest of this search: what comes later takes its place if it is as deep, or if what is there is left over from an
//! earlier search, and then moves the other into the second slot. All else goes into the second slot: the newest wins there. An
//! odd number of slots leaves the last one without a second.
//!
//! **Growing.** A table begins with a small part of its slots and takes twice as many whenever a quarter of them is used, until it
//! has them all: what few slots hold is looked up faster where memory is cached. (With half of them used, one pair in ten would
//! have overflowed.) The entries move to where they then belong, which takes a look at every slot there was.
//!
//! **Aging.** What a slot says is a fact about the game, so it stays true from one search to the next. A new search takes the next number and so
//! makes all there is the first to be replaced ([`Table::age`]); to have nothing left over at all, the oldest number that counts
//! is raised ([`Table::forget`]). Neither touches the slots. When the numbers run out, after 65,535 of them, the words are
//! cleared.

use core::marker::PhantomData;
use core::ops::Range;

use crate::game::{Hints, Identity, Value};

/// No move is known.
pub const NO_MOVE: u8 = u8::MAX;

/// Words of a slot; four bytes each.
#[must_use]
pub const fn slot_words(wide: bool) -> usize {
    if wide { 6 } else { 4 }
}

/// Words that hold so many slots, for a game whose keys have no rest.
///
/// ```
/// use plywood::store::table::words;
/// assert_eq!(words(12_500) * 4, 200_000, "bytes");
/// ```
#[must_use]
pub const fn words(slots: usize) -> usize {
    slot_words(false).saturating_mul(slots)
}

/// A table begins with at most twice as many pairs: 32 to 64 kB.
const FIRST_PAIRS: u32 = 1 << 10;

/// What is known of a position, searched to some depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its value is this or more,
    pub lower: Value,
    /// and this or less.
    pub upper: Value,
    /// Plies that were searched below it.
    pub depth: u8,
    /// The number of its best move, or [`NO_MOVE`].
    pub best: u8,
}

const BOUNDS: usize = 2;
const HEAD: usize = 3;

/// The table, for positions of one game.
pub struct Table<'m, G> {
    words: &'m mut [u32],
    /// How many slots there are: worked out once, for processors that cannot divide.
    slots: u32,
    /// How many pairs of them are in use: all pairs, so many times halved.
    pairs: u32,
    halved: u8,
    used: u32,
    /// The number of this search.
    number: u16,
    /// What has a smaller number is not there any more.
    oldest: u16,
    game: PhantomData<fn(G)>,
}

impl<'m, G: Hints> Table<'m, G> {
    const STRIDE: usize = slot_words(G::WIDE);

    /// A table in these words, which are cleared.
    pub fn new(words: &'m mut [u32]) -> Self {
        words.fill(0);
        let slots = u32::try_from(words.len() / Self::STRIDE).unwrap_or(u32::MAX);
        let mut table = Table { words, slots, pairs: 0, halved: 0, used: 0, number: 1, oldest: 1, game: PhantomData };
        table.shrink();
        table
    }

    /// Begins with few pairs. There has to be nothing in the table.
    fn shrink(&mut self) {
        let all = self.slots.div_ceil(2);
        self.halved = 0;
        while all >> self.halved > 2 * FIRST_PAIRS {
            self.halved += 1;
        }
        self.pairs = all >> self.halved;
        self.used = 0;
    }

    /// Takes twice as many pairs.
    #[cold]
    fn grow(&mut self) {
        let before = self.pairs as usize;
        self.halved -= 1;
        self.pairs = self.slots.div_ceil(2) >> self.halved;
        self.used = 0;
        // A slot's entry goes to a pair that is not before its own, and those behind have been emptied already.
        for slot in (0..2 * before).rev() {
            let Some(words) = self.words.get_mut(Self::range(slot)) else { continue };
            let mut entry = [0; slot_words(true)];
            for (kept, word) in entry.iter_mut().zip(words) {
                *kept = core::mem::take(word);
            }
            if (entry[HEAD] >> 16) as u16 >= self.oldest {
                self.settle(&entry[..Self::STRIDE]);
            }
        }
    }

    /// Puts an entry into a slot of its pair that is empty, or else the deeper one into the first.
    fn settle(&mut self, entry: &[u32]) {
        let half = |i: usize| u64::from(entry.get(i).copied().unwrap_or(0));
        let first = self.pair((half(0) | half(1) << 32, half(4) | half(5) << 32));
        let slot = match self.full(first) {
            Some(_) if self.full(first + 1).is_none() => first + 1,
            Some(there) if there[HEAD] as u8 > entry[HEAD] as u8 => first + 1,
            _ => first,
        };
        let into_empty = self.full(slot).is_none();
        if let Some(words) = self.words.get_mut(Self::range(slot)) {
            words.copy_from_slice(entry);
            self.used += u32::from(into_empty);
        }
    }

    /// Hands the words back; nothing is kept any more, and nothing can be.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        (self.used, self.slots, self.pairs, self.halved) = (0, 0, 0, 0);
        core::mem::take(&mut self.words)
    }

    /// How many slots are used.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used as usize
    }

    /// How many there are.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots as usize
    }

    /// From now on, what is there is the first to be replaced.
    pub fn age(&mut self) {
        match self.number.checked_add(1) {
            Some(next) => self.number = next,
            None => {
                self.words.fill(0);
                (self.number, self.oldest) = (1, 1);
                self.shrink();
            }
        }
    }

    /// From now on, nothing is there.
    pub fn forget(&mut self) {
        self.age();
        self.oldest = self.number;
        self.shrink();
    }

    /// The first slot of the pair in which a position can be.
    #[inline]
    fn pair(&self, (key, rest): Identity) -> usize {
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
        let spread = (key ^ rest.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        2 * ((spread * u64::from(self.pairs)) >> 32) as usize
    }

    #[inline]
    fn range(slot: usize) -> Range<usize> {
        slot * Self::STRIDE..(slot + 1) * Self::STRIDE
    }

    /// The words of a slot that is not empty.
    #[inline]
    fn full(&self, slot: usize) -> Option<&[u32]> {
        self.words.get(Self::range(slot)).filter(|words| (words[HEAD] >> 16) as u16 >= self.oldest)
    }

    /// Whether that slot holds this position.
    #[inline]
    fn holds(words: &[u32], (key, rest): Identity) -> bool {
        let same = words[0] == key as u32 && words[1] == (key >> 32) as u32;
        same && (!G::WIDE || words[4] == rest as u32 && words[5] == (rest >> 32) as u32)
    }

    /// What is known of this position.
    #[inline]
    #[must_use]
    pub fn get(&self, identity: Identity) -> Option<Entry> {
        let pair = self.pair(identity);
        let found = |slot: usize| self.full(slot).filter(|words| Self::holds(words, identity));
        let words = found(pair).or_else(|| found(pair + 1))?;
        let value = |half: u32| Value::from_get(half as u16 as i16);
        Some(Entry {
            lower: value(words[BOUNDS]),
            upper: value(words[BOUNDS] >> 16),
            depth: words[HEAD] as u8,
            best: (words[HEAD] >> 8) as u8,
        })
    }

    /// Keeps what is known of this position, in place of something else if there is no room.
    #[inline]
    pub fn put(&mut self, identity: Identity, entry: Entry) {
        if 2 * self.used > self.pairs && self.halved > 0 {
            self.grow();
        }
        let first = self.pair(identity);
        let second = first + 1;
        let (at_first, at_second) = (self.full(first), self.full(second));
        let holds = |words: Option<&[u32]>| words.is_some_and(|words| Self::holds(words, identity));
        let mut moves_over = false;
        let slot = if holds(at_first) {
            first
        } else if holds(at_second) {
            second
        } else {
            match at_first {
                None => first,
                Some(there) if (there[HEAD] >> 16) as u16 != self.number || there[HEAD] as u8 <= entry.depth => {
                    moves_over = true;
                    first
                }
                Some(_) => second,
            }
        };
        let into_empty = if moves_over { at_second.is_none() } else { self.full(slot).is_none() };
        if moves_over && second < self.slots as usize {
            self.words.copy_within(Self::range(first), Self::range(second).start);
        }
        let Some(words) = self.words.get_mut(Self::range(slot)) else { return };
        self.used += u32::from(into_empty && (!moves_over || second < self.slots as usize));
        let ((key, rest), Entry { lower, upper, depth, best }) = (identity, entry);
        words[0] = key as u32;
        words[1] = (key >> 32) as u32;
        words[BOUNDS] = u32::from(lower.get() as u16) | u32::from(upper.get() as u16) << 16;
        words[HEAD] = u32::from(depth) | u32::from(best) << 8 | u32::from(self.number) << 16;
        if G::WIDE {
            words[4] = rest as u32;
            words[5] = (rest >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{ConnectFour, Othello};

    fn entry(n: i16, depth: u8) -> Entry {
        Entry { lower: Value::new(-n), upper: Value::new(n), depth, best: n as u8 }
    }

    #[test]
    fn key_zero_is_a_real_key_and_an_empty_slot_is_no_hit() {
        for slots in [1, 2, 3, 64] {
            let mut lent = [0; words(64)];
            let mut table = Table::<ConnectFour>::new(&mut lent[..words(slots)]);
            assert_eq!(table.get((0, 0)), None, "nothing was put there");
            table.put((0, 0), entry(3, 4));
            assert_eq!((table.get((0, 0)), table.used()), (Some(entry(3, 4)), 1));
            table.forget();
            assert_eq!((table.get((0, 0)), table.used()), (None, 0));
        }
    }

    #[test]
    fn infinite_bounds_and_all_fields_come_back() {
        let mut lent = [0; words(2)];
        let mut table = Table::<ConnectFour>::new(&mut lent);
        for best in [0, 6, NO_MOVE] {
            let entry = Entry { lower: -Value::INFINITY, upper: Value::INFINITY, depth: 255, best };
            table.put((u64::MAX, 0), entry);
            assert_eq!(table.get((u64::MAX, 0)), Some(entry));
        }
    }

    #[test]
    fn the_deepest_stays_in_the_first_slot_and_the_newest_in_the_second() {
        let mut lent = [0; words(2)];
        let mut table = Table::<ConnectFour>::new(&mut lent);
        table.put((1, 0), entry(1, 9));
        table.put((2, 0), entry(2, 3));
        table.put((3, 0), entry(3, 4));
        assert_eq!([1, 2, 3].map(|key| table.get((key, 0)).is_some()), [true, false, true]);
        table.put((4, 0), entry(4, 9)); // as deep: the other moves over
        assert_eq!([1, 3, 4].map(|key| table.get((key, 0)).is_some()), [true, false, true]);
        table.age();
        table.put((5, 0), entry(5, 0)); // what is left over gives way
        assert_eq!([1, 4, 5].map(|key| table.get((key, 0)).is_some()), [false, true, true]);
        table.put((5, 0), entry(6, 1));
        assert_eq!((table.get((5, 0)), table.used()), (Some(entry(6, 1)), 2));
    }

    #[test]
    fn a_wide_key_is_told_by_its_rest() {
        let mut lent = [0; slot_words(true) * 2];
        let mut table = Table::<Othello>::new(&mut lent);
        table.put((7, 1), entry(1, 1));
        assert_eq!(table.get((7, 2)), None);
        assert_eq!(table.get((7, 1 << 32 | 1)), None);
        assert_eq!(table.get((7, 1)), Some(entry(1, 1)));
    }

    #[test]
    fn nothing_is_lost_as_a_table_grows() {
        const SLOTS: usize = 20_001;
        let mut lent = [0; words(SLOTS)];
        let mut table = Table::<ConnectFour>::new(&mut lent);
        assert!(table.halved > 0, "it begins small");
        let key = |i: u64| (i.wrapping_mul(0x5851_f42d_4c95_7f2d), 0);
        let mut kept = 0;
        for i in 0..10_000 {
            table.put(key(i), entry(i as i16, 1));
        }
        assert_eq!(table.halved, 0, "it is grown up");
        for i in 0..10_000 {
            if let Some(found) = table.get(key(i)) {
                assert_eq!(found, entry(i as i16, 1));
                kept += 1;
            }
        }
        assert_eq!(table.used(), kept);
        assert!(kept > 7_500, "{kept}: pairs overflow now and then, but not so often");
    }

    #[test]
    fn numbers_that_run_out_begin_again() {
        let mut lent = [0; words(2)];
        let mut table = Table::<ConnectFour>::new(&mut lent);
        for round in 0..70_000_u32 {
            assert_eq!(table.get((9, 0)), None, "round {round}");
            // Every now and then something is there that must not come back when the numbers do.
            if round % 5 == 0 {
                table.put((9, 0), entry(1, 1));
                assert!(table.get((9, 0)).is_some());
            }
            table.forget();
        }
        table.put((9, 0), entry(1, 1));
        table.age();
        assert!(table.get((9, 0)).is_some(), "what is old is still true");
    }
}
