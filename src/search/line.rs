//! The best lines of play, kept while a depth-first search goes on.

use heapless::Vec;

/// For every node on the way from the root to where the search is, the best line found from it: the triangle of
/// lines that chess programs keep.
pub(super) struct Lines<M, const D: usize>([Vec<M, D, u8>; D]);

impl<M: Copy, const D: usize> Lines<M, D> {
    /// Never inlined: written out for every ply, in every kind of search, it would take kilobytes of flash.
    #[inline(never)]
    pub(super) fn new() -> Self {
        // Not as a constant: that would be a copy of them all, empty, in a microcontroller's flash, for each kind of search.
        Lines(core::array::from_fn(|_| Vec::new()))
    }

    /// A node `ply` moves below the root is entered: nothing is known of it.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.0.get_mut(ply) {
            line.clear();
        }
    }

    /// The best line from the node at `ply` starts with `m`, and goes on with the best line from there if it is `deeper`.
    #[inline]
    pub(super) fn remember(&mut self, ply: usize, m: M, deeper: bool) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        if let Some(line) = above.last_mut() {
            line.clear();
            let _ = line.push(m);
            if deeper && let Some(rest) = below.first() {
                let _ = line.extend_from_slice(rest);
            }
        }
    }

    /// The best line from the root.
    pub(super) fn root(&self) -> &[M] {
        self.0.first().map_or(&[], |line| line)
    }
}
