//! Playing Connect-Four: the game on the table, the player the machine is, and what shows that it is right and how fast.

mod bench;
mod machine;
mod root_order;
mod self_test;
mod table;

pub use bench::{Bench, TASKS, Taken, Task};
pub use machine::{Level, Machine, Thought};
pub use root_order::RootOrder;
pub use self_test::{SelfTest, Wrong};
pub use table::{Played, Table};

/// What the game has to know of the machine it runs on. Any function that tells milliseconds will do.
pub trait Board {
    /// Milliseconds since some moment.
    fn millis(&mut self) -> u64;

    /// Cycles of the processor since some moment, if they can be counted.
    fn cycles(&mut self) -> Option<u64> {
        None
    }

    /// Panics on purpose, to see what becomes of it. Returns where nothing good would.
    fn crash(&mut self) {}

    /// Restarts into the bootloader, to take new firmware. Returns only where there is none.
    fn bootloader(&mut self) {}
}

impl<F: FnMut() -> u64> Board for F {
    fn millis(&mut self) -> u64 {
        self()
    }
}
