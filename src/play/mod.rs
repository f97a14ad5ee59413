//! Playing Connect-Four: the game on the table, and the player the machine is.

mod machine;
mod root_order;
mod table;

pub use machine::{Level, Machine, Thought};
pub use root_order::RootOrder;
pub use table::{Played, Table};

/// A clock that counts milliseconds from some moment on.
pub trait Clock {
    /// What it shows now.
    fn millis(&mut self) -> u64;
}

impl<F: FnMut() -> u64> Clock for F {
    fn millis(&mut self) -> u64 {
        self()
    }
}
