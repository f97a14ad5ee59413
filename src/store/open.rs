//! The OPEN list of SSS\* and DUAL\*, in lent words.
//!
//! In the paper it is one long list in the order of merit, and nine tenths of the time go into it. But what is in it is the
//! frontier of a tree, and whoever takes the first entry off has to find the way to it anyway. So here OPEN *is* that tree,
//! and each list of siblings in it is in order. The first entry of the whole list is the first of the first of the first …;
//! a changed merit moves an entry within its siblings, and their parent within its own; and to purge the descendants of a
//! node is to give back a subtree. Nothing takes longer because the list is long: a pop follows one link for every two plies,
//! an insertion looks at some of the siblings on every other ply, and what purging costs was paid for by pushing.
//!
//! SSS\* expands MAX nodes to all their successors at once, and MIN nodes to one successor after the other; DUAL\* the other
//! way round. A slot is a node of the latter kind, with the number of the successor it has come to.
//!
//! | word | bits | what |
//! |---|---|---|
//! | 0 | | where the next sibling is, or the next free slot: the number of its first word |
//! | 1 | | where the first node two plies below is, along the successor it has come to |
//! | 2 | 0–15 | merit: of the topmost entry below |
//! | 2 | 16–23 | the number of this node among its siblings |
//! | 2 | 24–31 | the number of the successor it has come to; 255: none yet (LIVE), 254: it is SOLVED itself |
//!
//! Of entries with equal merit the leftmost in the tree comes first, as Stockman has it. Marsland, Reinefeld and Schaeffer
//! put a solved leaf behind all entries of equal merit. Taken by the letter, that makes both searches far worse than
//! alpha-beta: a leaf that is no better than the bound h gets merit h, as all that were pushed live with it have, so that
//! every one of those is expanded before the first of them is looked at again. (On twenty random trees of width 10 and
//! depth 5 SSS\* then visits 219 thousand leaves and DUAL\* 695, instead of 84 and 67; alpha-beta visits 128.)

use super::slots::{FIRST, NEXT, NONE, Slots};
use crate::game::Value;

/// Words of a slot; four bytes each.
pub const SLOT_WORDS: usize = 3;

/// Words that hold `slots` slots.
#[must_use]
pub const fn words(slots: usize) -> usize {
    SLOT_WORDS.saturating_mul(slots)
}

/// Slots with which OPEN never gets full, on any tree of this width and depth. SSS\* expands every other ply in full, beginning
/// with the root's successors; DUAL\* begins one ply below, and has a slot for the root. What lies at the bottom of the tree
/// takes no slots.
///
/// ```
/// use plywood::store::open::{enough_slots, words};
/// assert_eq!(enough_slots(10, 6, true), 1110); // SSS*: 10 + 100 + 1000
/// assert_eq!(enough_slots(10, 6, false), 111); // DUAL*: the root, 10 and 100
/// assert_eq!(words(1110) * 4, 13_320); // bytes
/// ```
#[must_use]
pub const fn enough_slots(width: usize, depth: u8, from_the_root: bool) -> usize {
    let (mut sum, mut ply) = if from_the_root { (0_usize, 1) } else { (1, 2) };
    let mut level = 1_usize;
    while ply < depth as usize {
        level = level.saturating_mul(width);
        sum = sum.saturating_add(level);
        ply += 2;
    }
    sum
}

/// Nodes with more successors than this do not go into the list.
pub const MAX_WIDTH: usize = 254;

const NODE: usize = 2;
const LIVE: u8 = 255;
const SOLVED: u8 = 254;

/// A node in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(u32);

/// How far a node in the list has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Come {
    /// Nothing was done yet.
    Live,
    /// It is solved itself.
    Solved,
    /// To the successor of this number.
    To(u8),
}

/// The list. Greater merits come first.
pub struct Open<'m> {
    slots: Slots<'m>,
    /// The first entry of the uppermost list of siblings.
    first: u32,
}

impl<'m> Open<'m> {
    /// An empty list in these words, [`SLOT_WORDS`] a slot.
    pub fn new(words: &'m mut [u32]) -> Self {
        Open { slots: Slots::new(words, SLOT_WORDS), first: NONE }
    }

    /// Hands the words back; nothing is in the list any more, and nothing can be.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.first = NONE;
        self.slots.take_words()
    }

    /// How many slots there are.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// How many of them are used now.
    #[must_use]
    pub fn used(&self) -> usize {
        self.slots.used()
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.first = NONE;
        self.slots.clear();
    }

    #[inline]
    fn get(&self, entry: u32, word: usize) -> u32 {
        self.slots.get(entry, word)
    }

    #[inline]
    fn set(&mut self, entry: u32, word: usize, to: u32) {
        self.slots.set(entry, word, to);
    }

    /// The first entry of the siblings two plies below `parent`, or of the uppermost ones.
    #[inline]
    #[must_use]
    pub fn top(&self, parent: Option<Entry>) -> Option<Entry> {
        let first = self.first(parent);
        (first != NONE).then_some(Entry(first))
    }

    #[inline]
    fn first(&self, parent: Option<Entry>) -> u32 {
        parent.map_or(self.first, |Entry(parent)| self.get(parent, FIRST))
    }

    #[inline]
    fn set_first(&mut self, parent: Option<Entry>, to: u32) {
        match parent {
            None => self.first = to,
            Some(Entry(parent)) => self.set(parent, FIRST, to),
        }
    }

    /// The merit of the topmost entry at or below this one.
    #[inline]
    #[must_use]
    pub fn merit(&self, Entry(entry): Entry) -> Value {
        merit(self.get(entry, NODE))
    }

    /// Its number among its siblings.
    #[inline]
    #[must_use]
    pub fn number(&self, Entry(entry): Entry) -> u8 {
        (self.get(entry, NODE) >> 16) as u8
    }

    /// How far it has come.
    #[inline]
    #[must_use]
    pub fn come(&self, Entry(entry): Entry) -> Come {
        match (self.get(entry, NODE) >> 24) as u8 {
            LIVE => Come::Live,
            SOLVED => Come::Solved,
            successor => Come::To(successor),
        }
    }

    /// It has come so far.
    #[inline]
    pub fn set_come(&mut self, Entry(entry): Entry, come: Come) {
        let come = match come {
            Come::Live => LIVE,
            Come::Solved => SOLVED,
            Come::To(successor) => successor,
        };
        self.set(entry, NODE, self.get(entry, NODE) & 0x00ff_ffff | u32::from(come) << 24);
    }

    /// Pushes `width` LIVE nodes of this merit on top, successor 0 uppermost, below `parent`, which has none yet. If they do
    /// not all fit, nothing changes, and this is false.
    pub fn push_all(&mut self, parent: Option<Entry>, width: usize, merit: Value) -> bool {
        if width > MAX_WIDTH || width > self.capacity() - self.used() {
            return false;
        }
        let mut next = NONE;
        for number in (0..width as u32).rev() {
            let entry = self.slots.allocate(); // there is room
            self.set(entry, NEXT, next);
            self.set(entry, NODE, u32::from(merit.get() as u16) | number << 16 | u32::from(LIVE) << 24);
            next = entry;
        }
        self.set_first(parent, next);
        true
    }

    /// Inserts the topmost entry of the list, the last of `path`, anew, with this merit. `path` leads to it from the
    /// uppermost siblings, and each of its entries is the first of its siblings. Returns how many entries of the path still
    /// lead to the topmost entry.
    pub fn insert(&mut self, path: &[Entry], merit: Value) -> usize {
        let mut merit = merit;
        let mut leads = path.len();
        let mut rest = path;
        while let Some((&Entry(entry), above)) = rest.split_last() {
            let parent = above.last().copied();
            let node = self.get(entry, NODE) & 0xffff_0000 | u32::from(merit.get() as u16);
            self.set(entry, NODE, node);
            if self.sort_first(parent, entry, node) {
                leads = above.len();
            }
            // The parent has the merit of the first of them; if it had that before, nothing changes further up.
            merit = self::merit(self.get(self.first(parent), NODE));
            if parent.is_none_or(|parent| self.merit(parent) == merit) {
                break;
            }
            rest = above;
        }
        leads
    }

    /// Moves the first of some siblings to where its merit belongs. Returns whether another one is the first now.
    #[inline]
    fn sort_first(&mut self, parent: Option<Entry>, entry: u32, node: u32) -> bool {
        let second = self.get(entry, NEXT);
        let (mut before, mut next) = (NONE, second);
        while next != NONE && comes_before(self.get(next, NODE), node) {
            before = next;
            next = self.get(next, NEXT);
        }
        if before != NONE {
            self.set_first(parent, second);
            self.set(before, NEXT, entry);
            self.set(entry, NEXT, next);
        }
        before != NONE
    }

    /// Gives back all that is below `parent`.
    pub fn purge(&mut self, parent: Option<Entry>) {
        let first = self.first(parent);
        self.set_first(parent, NONE);
        self.slots.give_back(first);
    }
}

/// The order of siblings, by their last words: the greater merit, then the leftmost.
#[inline]
fn comes_before(one: u32, other: u32) -> bool {
    let rank = |node: u32| (-i32::from(node as u16 as i16), node >> 16 & 0xff);
    rank(one) < rank(other)
}

/// The merit in a slot's last word: also the infinite ones that a search starts with.
#[inline]
fn merit(node: u32) -> Value {
    match node as u16 as i16 {
        i16::MAX => Value::INFINITY,
        merit if merit == -i16::MAX => -Value::INFINITY,
        merit => Value::new(merit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(open: &Open<'_>, parent: Option<Entry>) -> heapless::Vec<u8, 16> {
        let mut numbers = heapless::Vec::new();
        let mut next = open.first(parent);
        while next != NONE {
            numbers.push(open.number(Entry(next))).unwrap();
            next = open.get(next, NEXT);
        }
        numbers
    }

    #[test]
    fn by_merit_and_of_equals_the_leftmost() {
        let mut words = [7; words(4)];
        let mut open = Open::new(&mut words);
        assert!(open.push_all(None, 4, Value::INFINITY));
        assert_eq!(numbers(&open, None), [0, 1, 2, 3]);
        for (merit, order) in
            [(5, [1, 2, 3, 0]), (5, [2, 3, 0, 1]), (9, [3, 2, 0, 1]), (5, [2, 0, 1, 3]), (-4, [0, 1, 3, 2])]
        {
            let top = open.top(None).unwrap();
            open.insert(&[top], Value::new(merit));
            assert_eq!(numbers(&open, None), order);
        }
        assert_eq!(open.merit(open.top(None).unwrap()), Value::new(5));
    }

    #[test]
    fn a_parent_has_the_merit_of_its_first_descendant() {
        let mut words = [0; words(5)];
        let mut open = Open::new(&mut words);
        assert!(open.push_all(None, 2, Value::INFINITY));
        let parent = open.top(None).unwrap();
        assert!(open.push_all(Some(parent), 3, Value::INFINITY));
        assert!(!open.push_all(None, 1, Value::ZERO), "full");
        assert_eq!(open.used(), 5);
        for merit in [3, 8, 5] {
            let child = open.top(Some(parent)).unwrap();
            assert_eq!(open.top(None), Some(parent), "its live descendants are on top");
            open.insert(&[parent, child], Value::new(merit));
        }
        assert_eq!(numbers(&open, Some(parent)), [1, 2, 0]);
        assert_eq!(open.merit(parent), Value::new(8));
        assert_eq!(numbers(&open, None), [1, 0], "the live sibling is on top now");
        let other = open.top(None).unwrap();
        open.insert(&[other], Value::new(8));
        assert_eq!(numbers(&open, None), [0, 1], "the leftmost, one ply higher, too");
        open.purge(None);
        assert_eq!(open.used(), 0);
        assert!(open.push_all(None, 5, Value::ZERO), "all slots are there again");
    }

    #[test]
    fn what_has_come_how_far_is_kept() {
        let mut words = [0; words(1)];
        let mut open = Open::new(&mut words);
        assert!(open.push_all(None, 1, -Value::INFINITY));
        let entry = open.top(None).unwrap();
        assert_eq!((open.come(entry), open.merit(entry)), (Come::Live, -Value::INFINITY));
        for come in [Come::To(0), Come::To(253), Come::Solved] {
            open.set_come(entry, come);
            assert_eq!((open.come(entry), open.merit(entry), open.number(entry)), (come, -Value::INFINITY, 0));
        }
    }

    #[test]
    fn no_room_at_all() {
        let mut open = Open::new(&mut []);
        assert_eq!(open.capacity(), 0);
        assert!(!open.push_all(None, 1, Value::ZERO));
        assert_eq!(open.top(None), None);
    }
}
