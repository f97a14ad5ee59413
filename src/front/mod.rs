//! How a person meets the game.
//!
//! [`serial`] is text over any byte stream: a terminal on a host, USB or a UART on a board. [`leds`] is an LED matrix and
//! three buttons, for a board without a computer.

pub mod leds;
pub mod serial;
