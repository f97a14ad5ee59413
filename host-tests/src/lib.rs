//! What needs std: the oracle that every search is held against, and the experiments of the papers.
//!
//! An experiment computes a [`Figure`](figure::Figure), numbers and nothing else; drawing it is the business of the
//! program `plywood`. The tests are in `tests/`, one file for each thing that has to hold; the benches are in
//! `benches/`.

pub mod connect_four_positions;
pub mod counted;
pub mod elo;
pub mod er;
pub mod er_figures;
pub mod er_rivals;
pub mod figure;
pub mod kalah_positions;
pub mod marsland;
pub mod marsland_5;
pub mod marsland_6;
pub mod marsland_7;
pub mod marsland_time;
pub mod marsland_width;
pub mod memory_curve;
pub mod minimal_graph;
pub mod oracle;
pub mod othello_positions;
pub mod plaat;
pub mod plaat_1;
pub mod plaat_2;
pub mod plaat_6;
pub mod playoff;
pub mod positions;
pub mod recording;
pub mod refutation_wall;
pub mod rivals;
pub mod rivest_cross;
pub mod rivest_table1;
pub mod rivest_table2;
pub mod scout_kalah;
pub mod scout_nodes;
pub mod threads;
pub mod turns;
pub mod virtual_time;
