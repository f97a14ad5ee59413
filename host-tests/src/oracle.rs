//! Plain recursive minimax: a dozen lines that can be checked by eye, sharing nothing with the searches.

use plywood::game::{Game, Value};

/// The minimax value of a position for its mover, `depth` plies deep.
pub fn minimax<G: Game>(game: &mut G, depth: u8) -> Value {
    let moves = game.moves();
    if depth == 0 || moves.as_ref().is_empty() {
        return game.evaluate();
    }
    let values = moves.as_ref().iter().map(|&m| value_of(game, m, depth));
    values.max().expect("there are moves")
}

/// The value, for the mover, of playing `m` when `depth` plies are searched in all.
pub fn value_of<G: Game>(game: &mut G, m: G::Move, depth: u8) -> Value {
    let undo = game.play(m);
    let value = -minimax(game, depth - 1);
    game.undo(m, undo);
    value
}

/// The value, for the first mover, of the position a line of play leads to, searched for the rest of `depth`.
/// `None` if a move in it is not legal.
pub fn value_of_line<G: Game>(game: &mut G, line: &[G::Move], depth: u8) -> Option<Value> {
    let Some((&m, rest)) = line.split_first() else { return Some(minimax(game, depth)) };
    if depth == 0 || !game.moves().as_ref().contains(&m) {
        return None;
    }
    let undo = game.play(m);
    let value = value_of_line(game, rest, depth - 1).map(|value| -value);
    game.undo(m, undo);
    value
}

/// How many sequences of exactly `depth` moves there are from a position; a game that is over does not go on.
pub fn perft<G: Game>(game: &mut G, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.moves();
    let mut sequences = 0;
    for &m in moves.as_ref() {
        let undo = game.play(m);
        sequences += perft(game, depth - 1);
        game.undo(m, undo);
    }
    sequences
}
