use super::*;

fn board(moves: &str) -> ConnectFour {
    ConnectFour::from_moves(moves).unwrap()
}

#[test]
fn wins_are_seen_in_all_four_directions() {
    for (moves, cells) in
        [("1213141", "column"), ("1122334", "row"), ("12233434464", "rising"), ("76655454424", "falling")]
    {
        let game = board(moves);
        assert_eq!(game.end(), Some(End::Won(Player::Black)), "{cells}: {moves}");
        assert_eq!(game.winning_cells().count_ones(), 4, "{cells}");
        assert!(game.moves().is_empty());
        let before = board(&moves[..moves.len() - 1]);
        assert_eq!(before.end(), None, "{cells}");
        assert_eq!(before.winning_cells(), 0);
    }
}

#[test]
fn no_line_runs_round_the_edge() {
    // Black holds the top of one column and the bottom of the next: neighbours in the bits, not on the board.
    let game = board("1111112223232");
    assert_eq!(game.end(), None);
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    assert_eq!(ConnectFour::<Rivest>::from_moves("4x"), Err(MoveError::NoColumn('x')));
    assert_eq!(ConnectFour::<Rivest>::from_moves("8"), Err(MoveError::NoColumn('8')));
    assert_eq!(ConnectFour::<Rivest>::from_moves("4444444"), Err(MoveError::Full(4)));
    assert_eq!(ConnectFour::<Rivest>::from_moves("12131411"), Err(MoveError::Over));
}

#[test]
fn scores_follow_the_convention() {
    // Black's fourth stone wins: 22 - 4.
    assert_eq!(ConnectFour::<Outcome>::from_moves("1213141").unwrap().evaluate(), Value::new(-18));
    // Red's fourth stone wins.
    assert_eq!(ConnectFour::<Outcome>::from_moves("21314171").unwrap().evaluate(), Value::new(-18));
    assert_eq!(Score::of_win(41).get(), 1);
    assert_eq!(Score::of_win(42).get(), 1);
    let won = ConnectFour::<Keen>::from_moves("1213141").unwrap().evaluate();
    assert_eq!(Keen::score(won), Score::new(-18));
    assert_eq!(Keen::score(-won), Score::new(18));
    assert_eq!(Keen::score(Value::new(510)), None);
}

#[test]
fn rivest_by_hand() {
    assert_eq!(board("").rivest(), 512 + 16);
    // A stone in the lower middle is part of 4 rows, 1 column and 2 diagonals; then Red is to move.
    assert_eq!(board("4").rivest(), 512 - 16 + 7);
    // A corner: one segment in each of three directions.
    assert_eq!(board("1").rivest(), 512 - 16 + 3);
    assert_eq!(board("1213141").rivest(), 1023);
    assert_eq!(board("21314171").rivest(), 1);
}

#[test]
fn mirrored_positions_share_the_canonical_key() {
    let (left, right) = (board("112"), board("776"));
    assert_ne!(left.key(), right.key());
    assert_eq!(left.mirrored_key(), right.key());
    assert_eq!(left.canonical_key(), right.canonical_key());
    assert_eq!(board("").key(), 0);
    assert_eq!(board("4").key(), board("4").mirrored_key());
}

#[test]
fn a_full_board_is_a_draw() {
    let game = board("121212212121343434434343565656656565777777");
    assert_eq!(game.stones(), CELLS);
    assert_eq!(game.end(), Some(End::Draw));
    assert_eq!(game.evaluate(), Value::ZERO);
    assert_eq!(game.rivest(), 512);
}

#[test]
fn the_kept_sum_is_the_recomputed_one() {
    let game = board("44434353322256");
    let (black, red) = game.black_and_red();
    assert_eq!(game.evaluator.sum(), rivest::segment_sum(black, red));
}
