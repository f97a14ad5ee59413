//! What needs std: the oracle that every search is held against, and the experiments of the papers.
//!
//! The tests are in `tests/`, one file for each thing that has to hold; the benches are in `benches/`.

pub mod oracle;
