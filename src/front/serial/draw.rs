//! The board as text.

use core::fmt::{self, Write};

use crate::games::connect_four::{COLUMNS, ConnectFour, Keen, Player, ROWS};

/// Blue like the frame of the real game.
const FRAME: &str = "\x1b[44m";
/// What stands behind the four that won.
const WINNER: &str = "\x1b[47m";
const RESET: &str = "\x1b[0m";

/// Draws the board; the column number of the last move stands out.
pub(super) fn board(out: &mut impl Write, board: &ConnectFour<Keen>, last: Option<u8>, colour: bool) -> fmt::Result {
    let winning = board.winning_cells();
    out.write_str("\n ")?;
    for column in 0..COLUMNS {
        match (Some(column) == last, colour) {
            (true, true) => write!(out, " \x1b[1;7m{}{RESET}", column + 1)?,
            (true, false) => write!(out, ">{}", column + 1)?,
            _ => write!(out, " {}", column + 1)?,
        }
    }
    out.write_char('\n')?;
    for row in (0..ROWS).rev() {
        write!(out, " {}", if colour { FRAME } else { "|" })?;
        for column in 0..COLUMNS {
            let won = ConnectFour::<Keen>::is_in(winning, column, row);
            cell(out, board.cell(column, row), won, colour, column == 0)?;
        }
        if colour { writeln!(out, " {RESET}")? } else { writeln!(out, "|")? }
    }
    if !colour {
        out.write_str(" +-------------+\n")?;
    }
    Ok(())
}

fn cell(out: &mut impl Write, stone: Option<Player>, won: bool, colour: bool, first: bool) -> fmt::Result {
    if colour {
        let (background, disc) = match stone {
            Some(Player::Black) => (if won { WINNER } else { FRAME }, "\x1b[30m\u{25cf}"),
            Some(Player::Red) => (if won { WINNER } else { FRAME }, "\x1b[91m\u{25cf}"),
            None => (FRAME, "\x1b[37m\u{b7}"),
        };
        write!(out, " {background}{disc}{FRAME}")
    } else {
        let mark = match stone {
            // Small letters for the four that won.
            Some(Player::Black) if won => "x",
            Some(Player::Red) if won => "o",
            Some(player) => letter(player),
            None => ".",
        };
        if first { write!(out, "{mark}") } else { write!(out, " {mark}") }
    }
}

/// A player's disc, for the prompt.
pub(super) fn mark(player: Player, colour: bool) -> &'static str {
    match (player, colour) {
        (Player::Black, true) => "\x1b[44;30m \u{25cf} \x1b[0m",
        (Player::Red, true) => "\x1b[44;91m \u{25cf} \x1b[0m",
        (player, false) => letter(player),
    }
}

/// How the players are called on a board without colours: `X` moves first.
fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "X",
        Player::Red => "O",
    }
}
