//! Fixed-capacity storage. Nothing here allocates, and a full store is a value, never a panic.
//!
//! | store | for | when it is full |
//! |---|---|---|
//! | [`MoveList`] | the moves of a position | a game says how many it can have |
//! | [`merits`] | what informed NegaScout learned in a first search | it forgets: a re-search is then less informed |
//! | [`table`] | what is known of positions' values | the least worth keeping goes: only nodes are lost |
//! | [`open`] | the OPEN list of SSS\* and DUAL\* | says so: the node at hand is then searched depth-first |
//! | [`problems`] | the problem heap of parallel ER | says so: the node at hand is then searched serially |
//! | [`tree`] | the tree of min/max approximation | says so: the least promising subtree is then folded back to a tip |
//!
//! Whatever grows with the RAM is lent by the caller as *words*, a `&mut [u32]` of any length, and handed back by the
//! search that used it: so one piece of RAM serves one search after the other, whatever each of them keeps in it, and no
//! unsafe cast is needed. Each store writes out how many words a slot has and what is in them.

pub mod merits;
pub mod open;
pub mod problems;
mod slots;
pub mod table;
pub mod tree;

/// A list of at most `N` moves (`N` up to 255), for [`Game::Moves`](crate::game::Game::Moves).
///
/// `heapless`'s vector with its length in one byte: a list of seven one-byte moves takes eight bytes.
pub type MoveList<M, const N: usize> = heapless::Vec<M, N, u8>;

#[cfg(test)]
mod tests {
    #[test]
    fn a_move_list_is_one_byte_longer_than_its_moves() {
        assert_eq!(core::mem::size_of::<super::MoveList<u8, 7>>(), 8);
    }
}
