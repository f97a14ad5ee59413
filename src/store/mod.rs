//! Fixed-capacity storage. Nothing here allocates, and a full store is a value, never a panic.

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
