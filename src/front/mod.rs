//! How a person meets the game.
//!
//! [`serial`] is text over any byte stream: a terminal on a host, USB or a UART on a board.

pub mod serial;
