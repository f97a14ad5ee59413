//! Every search against minimax on a bare Cortex-M0, the one of QEMU's microbit machine, with 16 KiB of RAM.
//!
//! Says a line a group of checks and, last, how many passed and failed, over semihosting; so does the exit code of QEMU.
//! `boards/microbit/run-in-qemu` builds and runs it.
#![no_std]
#![no_main]

mod against_minimax;
mod tally;

use core::panic::PanicInfo;

use cortex_m_rt::{ExceptionFrame, entry, exception};
use cortex_m_semihosting::debug::{self, EXIT_FAILURE, EXIT_SUCCESS};
use cortex_m_semihosting::hprintln;
use plywood::game::Game;
use plywood::games::connect_four::{ConnectFour, Evaluator, Keen, Rivest};
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, TicTacToe};

use crate::against_minimax::{WIDTH, hold_all};
use crate::tally::Tally;

#[entry]
fn main() -> ! {
    let mut all = Tally::default();
    all.add_group("synthetic trees", synthetic_trees);
    all.add_group("tic-tac-toe", tic_tac_toe);
    all.add_group("Connect-Four, Rivest's evaluator", connect_four::<Rivest>);
    all.add_group("Connect-Four, early wins first", connect_four::<Keen>);
    all.add_group("Kalah", kalah);
    hprintln!("{} passed, {} failed", all.passed(), all.failed());
    exit(if all.failed() == 0 { EXIT_SUCCESS } else { EXIT_FAILURE })
}

/// Also wider than informed NegaScout has merits for. A range of 3 makes many ties.
fn synthetic_trees(tally: &mut Tally) {
    let sizes = (1..=4).flat_map(|width| (0..=5).map(move |depth| (width, depth))).chain([(WIDTH as u8 + 1, 3)]);
    for (seed, (width, depth)) in sizes.enumerate() {
        for order in [Order::Random, Order::STRONG, Order::Last] {
            for range in [3, 1000] {
                let tree = Synthetic::new(Shape { width, depth, order, range, seed: seed as u64 });
                hold_all(tally, &tree, depth, &(seed, range));
            }
        }
    }
}

fn tic_tac_toe(tally: &mut Tally) {
    // From the last two, five plies see every end of the game.
    for moves in [&[][..], &[0, 1], &[0, 1, 2, 4], &[0, 4, 8, 2]] {
        let mut game = TicTacToe::new();
        moves.iter().for_each(|&cell| game.play(cell));
        (0..=5).for_each(|depth| hold_all(tally, &game, depth, &moves));
    }
}

/// The positions of the host's tests: openings, a column that fills up, threats, and the last column of all.
fn connect_four<E: Evaluator>(tally: &mut Tally) {
    for moves in ["", "44444", "4455", "43443555334", "121212212121343434434343565656656565"] {
        match ConnectFour::<E>::from_moves(moves) {
            Ok(game) => (0..=4).for_each(|depth| hold_all(tally, &game, depth, &moves)),
            Err(error) => tally.fail(format_args!("{moves} cannot be played: {error}")),
        }
    }
}

/// Along a game in which the pits are chosen as it comes.
fn kalah(tally: &mut Tally) {
    let mut game = Kalah::new();
    for step in 0..40 {
        for depth in 0..=4 {
            hold_all(tally, &game, depth, &format_args!("after {step} moves"));
        }
        let moves = game.moves();
        let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else { return };
        game.play(m);
    }
}

fn exit(status: debug::ExitStatus) -> ! {
    loop {
        debug::exit(status);
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    exit(EXIT_FAILURE)
}

#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    hprintln!("hard fault at {:#010x}", frame.pc());
    exit(EXIT_FAILURE)
}
