//! ER: evaluate one successor, refute the others (Steinberg and Solomon 1989).
//!
//! To know the value of a node, one of its successors has to be *evaluated*, all the others only *refuted*. Alpha-beta takes
//! the first successor for the one to evaluate. ER first evaluates the eldest child of every successor, which is work that
//! has to be done in any case, and then chooses the successor that looks best: so it depends less on the order of the moves.

pub mod parallel;
mod serial;
pub mod team;

pub use parallel::{Heap, Settings};
pub use serial::Er;
