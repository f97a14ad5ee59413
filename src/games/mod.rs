//! Games to search: the ones the papers measured on.

pub mod connect_four;
pub mod kalah;
pub mod othello;
pub mod pathed;
pub mod random_leaves;
pub mod static_order;
pub mod synthetic;
pub mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use kalah::Kalah;
pub use othello::Othello;
pub use pathed::Pathed;
pub use random_leaves::RandomLeaves;
pub use static_order::StaticOrder;
pub use synthetic::Synthetic;
pub use tic_tac_toe::TicTacToe;
