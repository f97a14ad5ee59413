//! Game-tree search without allocation: the classic minimax algorithms, each in one short file that reads like its
//! paper, small enough for a microcontroller and the same code on a host.
//!
//! # From bottom to top
//!
//! Each module only looks down at those before it.
//!
//! 1. [`game`]: the [`Game`](game::Game) trait, which is all that a search needs to know of a game, and the numbers
//!    both speak in: [`Value`](game::Value), [`Window`](game::Window), [`Bound`](game::Bound).
//! 2. [`store`]: storage of fixed capacity, in what the caller lends.
//! 3. [`search`]: the algorithms. Each is a value that does a few nodes and hands control back: a
//!    [`Search`](search::Search) is stepped, so it can run beside a USB port, a clock and a blinking light.
//! 4. [`games`]: Connect-Four, Othello, Kalah, tic-tac-toe, and the synthetic trees that the papers measure on.
//! 5. [`play`]: the machine as a player, with levels and a clock, and the table it sits at.
//! 6. [`front`]: the game as text, over any byte stream.
//!
//! # A game of one's own
//!
//! The trait has four methods; its page has a whole game with a search in 30 lines: [`game::Game`].
#![no_std]
// What defmt's macros expand to puts strings into a section of their own, which counts as unsafe. Nothing else does.
#![cfg_attr(not(feature = "defmt"), forbid(unsafe_code))]

pub mod front;
pub mod game;
pub mod games;
pub mod play;
pub mod search;
pub mod store;

/// The README's examples are compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
