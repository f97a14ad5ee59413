use super::*;

/// The board drawn like this, whose rows may be left out at the end.
fn drawn(rows: &[&str]) -> Othello {
    let mut game = Othello { mover: 0, other: 0 };
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let board = match c {
                'X' => &mut game.mover,
                'O' => &mut game.other,
                _ => continue,
            };
            *board |= 1 << (8 * y + x);
        }
    }
    game
}

#[test]
fn the_four_first_moves() {
    let game = Othello::new();
    assert_eq!(game.moves().as_slice(), &[19, 26, 37, 44]);
    let names = ["d3", "c4", "f5", "e6"];
    for (&m, name) in game.moves().iter().zip(names) {
        assert_eq!(heapless::format!(4; "{}", Written(m)).unwrap(), name);
    }
    assert_eq!(game.evaluate(), Value::ZERO);
}

#[test]
fn a_disc_turns_lines_over_in_all_eight_directions() {
    let mut game = drawn(&["X..X..X", ".O.O.O", "..OOO", "XOO.OOOX", "..OOO", ".O.O.O", "X..O..O", "...X"]);
    let before = game.clone();
    let undo = game.play(27); // d4
    // All but the line to the lower right, which has no end: g7 is the opponent's, and h8 empty.
    assert_eq!(game, drawn(&["O..O..O", ".O.O.O", "..OOO", "OOOOOOOO", "..OOX", ".O.O.X", "O..O..X", "...O"]));
    game.undo(27, undo);
    assert_eq!(game, before);
}

#[test]
fn no_line_goes_on_in_the_next_row() {
    // From h1 to a2, from h1 back to a1, and along a diagonal over the edge.
    let game = drawn(&["......XO", "O.......", "OX......", ".......O"]);
    let cells = game.moves();
    assert!(cells.is_empty() || cells.as_slice() == [PASS], "{cells:?}");
}

#[test]
fn who_cannot_turn_anything_over_passes_and_the_other_goes_on() {
    let mut game = drawn(&[".XO"]);
    assert_eq!(game.moves().as_slice(), &[3]);
    game = drawn(&["OX"]); // the mover's X cannot enclose the O at the edge, O can play c1
    assert_eq!(game.moves().as_slice(), &[PASS]);
    let before = game.clone();
    let undo = game.play(PASS);
    assert_eq!(game, drawn(&["XO"]));
    assert_eq!(game.moves().as_slice(), &[2]);
    game.undo(PASS, undo);
    assert_eq!(game, before);
}

#[test]
fn the_shortest_games_end_after_nine_moves_without_an_opponents_disc() {
    let game = Othello::from_moves("e6f4e3f6g5d6e7f5c5").unwrap();
    assert_eq!((game.mover, game.other.count_ones()), (0, 13));
    assert!(game.moves().is_empty());
    assert_eq!(game.evaluate(), Value::new(-10_013));
}

#[test]
fn what_is_no_move_is_said() {
    let told = |moves: &str| heapless::format!(64; "{}", Othello::from_moves(moves).unwrap_err()).unwrap();
    assert_eq!(told("f5i9"), "'i9' is no cell: a1 to h8 are");
    assert_eq!(told("f"), "'f ' is no cell: a1 to h8 are");
    assert_eq!(told("f5f5"), "f5 turns nothing over: choose another cell");
}

#[test]
fn every_cell_is_in_one_class() {
    assert_eq!(CLASSES.iter().map(|class| class.count_ones()).sum::<u32>(), 64);
    assert_eq!(CLASSES.iter().fold(0, |all, class| all | class), u64::MAX);
}

#[test]
fn an_estimate_is_the_sum_of_three_differences() {
    // d3: the mover's opponent has four discs to one; each of them can move to three cells; no corner; 5 discs on the board,
    // so a disc counts (5 - 44) / 4 = -9.
    let game = Othello::from_moves("d3").unwrap();
    assert_eq!(game.evaluate(), Value::new(-9 * (1 - 4)));
    // The mover cannot move, the other player to d1 and has a corner; the mover has a disc more, which counts (3 - 44) / 4.
    let game = drawn(&["OXX"]);
    assert_eq!(game.evaluate(), Value::new(-8 - 48 - 10));
}

#[test]
fn the_rest_tells_apart_what_the_key_does_not() {
    let start = Othello::new();
    let impostor = Othello { mover: start.key(), other: 0 };
    assert_eq!(impostor.key(), start.key());
    assert_ne!(impostor.key_rest(), start.key_rest());
}
