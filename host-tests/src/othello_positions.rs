//! Othello positions to measure on: three roots of our own, and seeded ones.

use plywood::game::Game;
use plywood::games::Othello;
use plywood::games::othello::PASS;

use crate::positions;

/// The roots as they are saved: a line that says what this is, the moves from the start, and the board to look at.
pub const ROOTS: [(&str, &str); 3] = [
    ("O1", include_str!("../othello/o1.txt")),
    ("O2", include_str!("../othello/o2.txt")),
    ("O3", include_str!("../othello/o3.txt")),
];

/// The three middle-game roots, in the place of those of Steinberg and Solomon (1989, Fig. 9): six random moves, and then the
/// best by alpha-beta at depth 4, until 14, 20 and 26 are made. None is decided: at depth 7 all are worth less than a corner.
///
/// # Panics
/// If a file does not have legal moves in its second line.
pub fn roots() -> [(&'static str, Othello); 3] {
    ROOTS.map(|(name, text)| {
        let moves = text.lines().nth(1).expect("a root has moves");
        (name, Othello::from_moves(moves).expect("the moves of a root are legal"))
    })
}

/// The position after 8 to 23 random moves from the start, never one that is over or can only pass.
pub fn position(seed: u64) -> Othello {
    positions::position(&Othello::new(), 8..24, seed, |game| !matches!(*game.moves(), [] | [PASS]))
}
