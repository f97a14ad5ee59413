//! What informed NegaScout remembers of a first search (Marsland, Reinefeld and Schaeffer 1987, §2.3): for each node
//! either the merits of all its successors, or the number of the one that cut it off.
//!
//! Both are facts about the game, whatever window they were found in: a merit is an upper bound on what a successor is
//! worth to the mover, and the successors left of the one that cut are worth less than it. So a store may forget anything at
//! any time; what it still knows is true, and a search that misses something only visits more nodes.
//!
//! | store | keeps | in |
//! |---|---|---|
//! | [`Levels`] | the last node of each level: enough for partially informed NegaScout | itself |
//! | [`Linked`] | a tree of nodes; with enough room nothing is lost | lent words |
//! | [`Hashed`] | a hash table of any size, keyed by [path](ByPath) or by [position](ByPosition) | lent words |
//!
//! A slot of the latter two has [`slot_words`] words, the first two of which belong to the store:
//!
//! | word | bits | what |
//! |---|---|---|
//! | 2 | 0–7 | linked: the successor's number; hashed: plies to the bottom |
//! | 2 | 8–15 | kind: 0 nothing saved, 1 prove-best, 2 ignore-left |
//! | 2 | 16–23 | ignore-left: the number of the successor that cut |
//! | 2 | 24–31 | hashed: the number of the search that saved it |
//! | 3 … | 0–15, 16–31 | prove-best: the merits of successors 0 and 1, 2 and 3, … |

mod hashed;
mod levels;
mod linked;

use crate::game::{Game, Value};

pub use hashed::{ByPath, ByPosition, Hashed, KeyOf};
pub use levels::Levels;
pub use linked::Linked;

/// How the first search of a node ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Kind {
    /// All successors were searched: their merits may later prove one of them the best.
    ProveBest,
    /// A successor cut the search off: those to its left may later be ignored.
    IgnoreLeft,
}

/// What the first search of a node found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found<'a> {
    /// The merit of every successor, each an upper bound on its value for the mover.
    Merits(&'a [Value]),
    /// The successor of this number cut the search off.
    Cut(u8),
}

/// A store of what first searches found out.
pub trait Merits<G: Game> {
    /// Where in the store a node is.
    type Place: Copy;

    /// Whether re-searches are informed at all levels (INS), or only at their first one (PNS).
    const DEEP: bool;

    /// Forgets everything. `game` is at the root of a new search to `depth` plies; gives back its place.
    fn clear(&mut self, game: &G, depth: u8) -> Self::Place;

    /// The place of a successor of the node at `parent`; `game` is at the successor. A `new` one gets a place, if there is
    /// room; any other one has the place it got then, if it did.
    fn below(&mut self, parent: Self::Place, successor: u16, new: bool, game: &G) -> Self::Place;

    /// Keeps what the first search of the node at `place` found out, if there is room.
    fn save(&mut self, place: Self::Place, found: Found<'_>);

    /// What was kept of the node at `place`: its kind, and the merits of as many successors as `merits` is long. Those left
    /// of a cut get minus infinity and the others infinity, so that both kinds are one mechanism.
    fn fetch(&self, place: Self::Place, merits: &mut [Value]) -> Option<Kind>;

    /// Nothing below `parent` by way of this successor will be needed again.
    fn forget(&mut self, parent: Self::Place, successor: u16);

    /// How many nodes are kept now.
    fn used(&self) -> usize;

    /// The most that were ever kept since the last clearing.
    fn peak(&self) -> usize;

    /// How many nodes can be kept.
    fn capacity(&self) -> usize;
}

/// A store in words that it was lent.
pub trait Lent<'m> {
    /// Hands the words back; nothing is kept any more, and nothing can be.
    fn take_words(&mut self) -> &'m mut [u32];
}

/// Words of a slot for nodes of up to `width` successors; four bytes each.
///
/// ```
/// use plywood::store::merits::slot_words;
/// assert_eq!(slot_words(7), 7); // Connect-Four: 28 bytes a node
/// ```
#[must_use]
pub const fn slot_words(width: usize) -> usize {
    BODY + 1 + width.div_ceil(2)
}

/// Words that hold `slots` slots for nodes of up to `width` successors.
#[must_use]
pub const fn words(width: usize, slots: usize) -> usize {
    slot_words(width).saturating_mul(slots)
}

/// Slots with which nothing is lost, on any tree of this width and depth: one for each node that is not at the bottom.
/// (A [`Linked`] store gives back what is no longer needed, and as a rule gets by with a small part of it.)
#[must_use]
pub const fn enough_slots(width: usize, depth: u8) -> usize {
    let (mut sum, mut level, mut ply) = (0_usize, 1_usize, 0);
    while ply < depth {
        sum = sum.saturating_add(level);
        level = level.saturating_mul(width);
        ply += 1;
    }
    sum
}

/// Where the part of a slot begins that both stores share.
const BODY: usize = 2;
const NOTHING: u32 = 0;
const PROVE_BEST: u32 = 1;
const IGNORE_LEFT: u32 = 2;

/// Writes the shared part of a slot. `tag` is what stands in the lowest and in the highest byte of its first word.
#[inline]
fn write(slot: &mut [u32], tag: u32, found: Found<'_>) {
    let Some((head, rest)) = slot.get_mut(BODY..).and_then(<[u32]>::split_first_mut) else { return };
    match found {
        Found::Merits(merits) => {
            *head = tag | PROVE_BEST << 8;
            let half = |merit: Value| u32::from(merit.get() as u16);
            let (pairs, last) = merits.as_chunks();
            for (word, &[first, second]) in rest.iter_mut().zip(pairs) {
                *word = half(first) | half(second) << 16;
            }
            if let (&[last], Some(word)) = (last, rest.get_mut(pairs.len())) {
                *word = half(last);
            }
        }
        Found::Cut(i) => *head = tag | IGNORE_LEFT << 8 | u32::from(i) << 16,
    }
}

/// Reads the shared part of a slot.
#[inline]
fn read(slot: &[u32], merits: &mut [Value]) -> Option<Kind> {
    let (&head, rest) = slot.get(BODY..)?.split_first()?;
    match head >> 8 & 0xff {
        PROVE_BEST => {
            for (pair, word) in merits.chunks_mut(2).zip(rest) {
                for (i, merit) in pair.iter_mut().enumerate() {
                    *merit = Value::new((word >> (16 * i)) as u16 as i16);
                }
            }
            Some(Kind::ProveBest)
        }
        IGNORE_LEFT => {
            ignore_left(merits, (head >> 16) as u8);
            Some(Kind::IgnoreLeft)
        }
        _ => None,
    }
}

/// The merits of a node that successor `i` cut off.
fn ignore_left(merits: &mut [Value], i: u8) {
    for (number, merit) in merits.iter_mut().enumerate() {
        *merit = if number < usize::from(i) { -Value::INFINITY } else { Value::INFINITY };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for width in 1..=9 {
            let merits: heapless::Vec<Value, 9> = (0..width as i16).map(|i| Value::new(i * 3001 - 13_000)).collect();
            let mut slot = [u32::MAX; slot_words(9)];
            write(&mut slot[..slot_words(width)], 200, Found::Merits(&merits));
            let mut back = [Value::ZERO; 9];
            assert_eq!(read(&slot, &mut back[..width]), Some(Kind::ProveBest));
            assert_eq!(back[..width], merits[..]);
            assert_eq!(slot[BODY] & 0xff, 200, "the tag stays");
            assert!(
                slot[slot_words(width)..].iter().all(|&word| word == u32::MAX),
                "nothing behind the slot is touched"
            );
        }
        let mut slot = [0; slot_words(4)];
        let mut back = [Value::ZERO; 4];
        assert_eq!(read(&slot, &mut back), None);
        write(&mut slot, 0, Found::Cut(2));
        assert_eq!(read(&slot, &mut back), Some(Kind::IgnoreLeft));
        assert_eq!(back, [-Value::INFINITY, -Value::INFINITY, Value::INFINITY, Value::INFINITY]);
    }

    #[test]
    fn sizes() {
        assert_eq!(slot_words(1), 4);
        assert_eq!(slot_words(10) * 4, 32, "bytes for ten successors");
        assert_eq!(words(10, 100), 800);
        assert_eq!(enough_slots(10, 3), 111);
        assert_eq!(enough_slots(255, 255), usize::MAX);
        assert_eq!(enough_slots(3, 0), 0);
    }
}
