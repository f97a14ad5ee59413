//! Our alpha-beta and NegaScout against the crate `minimax` 0.6.0's `Negamax`: the same Connect-Four rules, the same
//! evaluator (0 except for won games), centre-first order, no table, from the empty board. `Negamax` shuffles the moves
//! of its root, so it gets a root with a single move, one ply above the empty board.
//!
//! Criterion times each alone; the ratios at the end are of runs that take turns, so that whatever else the machine
//! does meets both alike.

use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use experiments::turns::ratios;
use minimax::Strategy;
use plywood::games::ConnectFour;
use plywood::games::connect_four::{CELLS, Outcome};
use plywood::search::{Algorithm, AlphaBeta, DepthFirst, NegaScout, Search};

/// Connect-Four as a user of `minimax` would write it for speed: two bitboards, copied by each move.
mod peer {
    use minimax::{Evaluation, Winner};

    #[derive(Clone, Copy, Default)]
    pub struct Board {
        pub mover: u64,
        pub all: u64,
        pub stones: u8,
    }

    /// Before the empty board: as many stones as no board has, and one move, which takes them away.
    pub const BEFORE: Board = Board { mover: 0, all: 0, stones: u8::MAX };
    const CLEAR: u8 = 7;

    pub struct Rules;

    impl minimax::Game for Rules {
        type S = Board;
        type M = u8;

        fn generate_moves(board: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
            if board.stones == BEFORE.stones {
                moves.push(CLEAR);
                return None;
            }
            let winner = Self::get_winner(board);
            if winner.is_none() {
                moves.extend([3_u8, 2, 4, 1, 5, 0, 6].into_iter().filter(|c| board.all >> (c * 7 + 5) & 1 == 0));
            }
            winner
        }

        fn apply(board: &mut Board, column: u8) -> Option<Board> {
            if column == CLEAR {
                return Some(Board::default());
            }
            let all = board.all | (board.all + (1 << (column * 7)));
            Some(Board { mover: board.mover ^ board.all, all, stones: board.stones + 1 })
        }

        fn get_winner(board: &Board) -> Option<Winner> {
            let stones = board.all ^ board.mover;
            let four = |step: u8| {
                let pairs = stones & (stones >> step);
                pairs & (pairs >> (2 * step)) != 0
            };
            if four(1) || four(6) || four(7) || four(8) {
                Some(Winner::PlayerJustMoved)
            } else if board.stones == super::CELLS {
                Some(Winner::Draw)
            } else {
                None
            }
        }
    }

    pub struct WinsOnly;

    impl minimax::Evaluator for WinsOnly {
        type G = Rules;
        fn evaluate(&self, _: &Board) -> Evaluation {
            0
        }
    }
}

fn ours<A: Algorithm + Default>(depth: u8) -> u64 {
    let game = ConnectFour::<Outcome>::default();
    let mut search = DepthFirst::<_, _, 16>::new(A::default(), game.clone());
    search.start(black_box(&game), depth).expect("16 plies are enough");
    black_box(search.finish());
    search.stats().nodes
}

fn peer(depth: u8) {
    let mut search = minimax::Negamax::new(peer::WinsOnly, depth + 1);
    black_box(search.choose_move(black_box(&peer::BEFORE)));
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    for depth in [10, 12] {
        let mut group = criterion.benchmark_group(format!("connect-four depth {depth}"));
        group.bench_function("alpha-beta", |b| b.iter(|| ours::<AlphaBeta>(depth)));
        group.bench_function("NegaScout", |b| b.iter(|| ours::<NegaScout>(depth)));
        group.bench_function("minimax 0.6.0 Negamax", |b| b.iter(|| peer(depth)));
        group.finish();
    }
    criterion.final_summary();

    println!("\nTime relative to minimax 0.6.0's Negamax (median of rounds that take turns; the goal is at most 0.8):");
    for (depth, rounds) in [(10, 31), (12, 11)] {
        let [_, alpha_beta, negascout] = ratios(
            rounds,
            [&mut || peer(depth), &mut || _ = ours::<AlphaBeta>(depth), &mut || _ = ours::<NegaScout>(depth)],
        );
        println!(
            "  depth {depth}: alpha-beta {alpha_beta:.2} ({} nodes), NegaScout {negascout:.2} ({} nodes)",
            ours::<AlphaBeta>(depth),
            ours::<NegaScout>(depth)
        );
    }
}
