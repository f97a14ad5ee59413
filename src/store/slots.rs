//! Slots of equal size in lent words, which make up trees and are given back when they are no longer needed.

/// Nowhere: a word so far away that no slot begins there, and none of its words either.
pub(super) const NONE: u32 = 0x7fff_0000;

/// The word of a slot that says where the next sibling is, or the next free slot: the number of its first word.
pub(super) const NEXT: usize = 0;
/// The word of a slot that says where its first child is.
pub(super) const FIRST: usize = 1;

/// The slots, of so many words each; the first two of them are the links above. A slot is named by its first word.
pub(super) struct Slots<'m> {
    words: &'m mut [u32],
    stride: usize,
    /// The first slot that was given back.
    free: u32,
    /// The words from here on have never been used.
    fresh: u32,
    used: u32,
    peak: u32,
}

impl<'m> Slots<'m> {
    pub(super) fn new(words: &'m mut [u32], stride: usize) -> Self {
        Slots { words, stride, free: NONE, fresh: 0, used: 0, peak: 0 }
    }

    pub(super) fn take_words(&mut self) -> &'m mut [u32] {
        self.clear();
        core::mem::take(&mut self.words)
    }

    /// Nothing is used any more.
    pub(super) fn clear(&mut self) {
        (self.free, self.fresh, self.used, self.peak) = (NONE, 0, 0, 0);
    }

    /// How many slots there are. Words that a link cannot reach are left alone.
    pub(super) fn capacity(&self) -> usize {
        self.words.len().min(NONE as usize) / self.stride
    }

    /// How many are used.
    pub(super) fn used(&self) -> usize {
        self.used as usize
    }

    /// How many were used at the most.
    pub(super) fn peak(&self) -> usize {
        self.peak as usize
    }

    /// A word of a slot; of no slot, `NONE`.
    #[inline]
    pub(super) fn get(&self, slot: u32, word: usize) -> u32 {
        self.words.get(slot as usize + word).copied().unwrap_or(NONE)
    }

    #[inline]
    pub(super) fn set(&mut self, slot: u32, word: usize, to: u32) {
        if let Some(word) = self.words.get_mut(slot as usize + word) {
            *word = to;
        }
    }

    /// All words of a slot: `stride` of them, which the caller knows when it is compiled.
    #[inline]
    pub(super) fn whole(&self, slot: u32, stride: usize) -> Option<&[u32]> {
        self.words.get(slot as usize..slot as usize + stride)
    }

    #[inline]
    pub(super) fn whole_mut(&mut self, slot: u32, stride: usize) -> Option<&mut [u32]> {
        self.words.get_mut(slot as usize..slot as usize + stride)
    }

    /// A slot that nobody uses, without relations; `NONE` if there is none left.
    #[inline]
    pub(super) fn allocate(&mut self) -> u32 {
        let slot = if self.free == NONE {
            let end = self.fresh as usize + self.stride;
            if end > self.words.len().min(NONE as usize) {
                return NONE;
            }
            core::mem::replace(&mut self.fresh, end as u32)
        } else {
            let slot = self.free;
            self.free = self.get(slot, NEXT);
            slot
        };
        self.used += 1;
        self.peak = self.peak.max(self.used);
        self.set(slot, NEXT, NONE);
        self.set(slot, FIRST, NONE);
        slot
    }

    /// Gives back a slot, its siblings from there on, and all below them.
    pub(super) fn give_back(&mut self, first: u32) {
        let mut doomed = first;
        while doomed != NONE {
            let mut next = self.get(doomed, NEXT);
            // Its children stand in front of what is left to do: hang that behind the last of them.
            let child = self.get(doomed, FIRST);
            if child != NONE {
                let mut last = child;
                while self.get(last, NEXT) != NONE {
                    last = self.get(last, NEXT);
                }
                self.set(last, NEXT, next);
                next = child;
            }
            self.set(doomed, NEXT, self.free);
            self.free = doomed;
            self.used -= 1;
            doomed = next;
        }
    }
}
