//! Players keep their bounds, play what the paper says they play, and matches can be cut anywhere.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use experiments::connect_four_positions;
use experiments::counted::Counted;
use experiments::playoff::{Bound, Match, Name, Played, Player, Side, game, openings, position, some_openings};
use plywood::game::{Game, Value};
use plywood::games::ConnectFour;
use plywood::games::static_order::{Ledger, StaticOrder};

#[test]
fn there_are_49_openings_and_all_are_legal_and_different() {
    let all = openings();
    assert_eq!((all.len(), some_openings(49)), (49, all.clone()));
    for (i, opening) in all.iter().enumerate() {
        assert!(!all[..i].contains(opening));
        let game = position(*opening);
        assert_eq!((game.stones(), game.end()), (2, None));
    }
    assert_eq!(some_openings(3).len(), 3);
    assert!(some_openings(0).is_empty());
}

#[test]
fn a_bound_on_moves_is_never_passed_by_even_one() {
    for name in Name::ALL {
        let mut player = Player::new(name);
        for seed in 0..30 {
            let start = connect_four_positions::position(seed);
            for calls in (0..64).chain([100, 333, 1000, 1001, 1007, 4000]) {
                let board = Counted::new(start.clone());
                let choice = player.choose(&board, Bound::Moves(calls)).unwrap();
                assert!(board.plays() <= calls, "{name}, seed {seed}: {} of {calls}", board.plays());
                assert_eq!(board.plays(), choice.calls, "{name}, seed {seed}: every call is charged");
                assert!(start.moves().contains(&choice.column), "{name}, seed {seed}, {calls}: legal");
                assert!(choice.depth.is_none_or(|depth| depth >= 2));
                // Nobody stops early but for want of depth: what is left does not pay for one node and its sorting.
                let used = board.plays() + 8 > calls;
                let decided = choice.depth.is_some();
                assert!(used || decided, "{name}, seed {seed}: {} of {calls}", board.plays());
            }
        }
    }
}

#[test]
fn alpha_beta_uses_up_its_moves() {
    for name in [Name::Ab, Name::AbLean] {
        for calls in [1000, 1003, 2500] {
            let board = Counted::new(position([3, 3]));
            Player::new(name).choose(&board, Bound::Moves(calls)).unwrap();
            assert!(board.plays() + 7 >= calls, "{name}: {} of {calls}", board.plays());
        }
    }
}

/// The best move and its value, by plain recursion over successors that are sorted as the paper has it: with equal values
/// the first one stays.
fn plain(game: &mut ConnectFour, depth: u8) -> (Value, Option<u8>) {
    let own = game.moves();
    if depth == 0 || own.is_empty() {
        return (game.evaluate(), None);
    }
    let mut moves: Vec<(Value, u8)> = own
        .iter()
        .map(|&m| {
            let undo = game.play(m);
            let value = game.evaluate();
            game.undo(m, undo);
            (value, m)
        })
        .collect();
    moves.sort_by_key(|&(value, _)| value);
    let mut best = (-Value::INFINITY, None);
    for (_, m) in moves {
        let undo = game.play(m);
        let value = -plain(game, depth - 1).0;
        game.undo(m, undo);
        if value > best.0 {
            best = (value, Some(m));
        }
    }
    best
}

#[test]
fn alpha_beta_plays_what_plain_minimax_with_sorted_successors_plays() {
    let mut depths = [0; 8];
    for seed in 0..60 {
        let mut start = connect_four_positions::position(seed);
        for calls in [150, 600, 1500] {
            let choice = Player::new(Name::Ab).choose(&start, Bound::Moves(calls)).unwrap();
            let Some(depth) = choice.depth.filter(|&depth| depth <= 6) else { continue };
            depths[usize::from(depth)] += 1;
            assert_eq!(Some(choice.column), plain(&mut start, depth).1, "seed {seed}, {calls} calls, depth {depth}");
        }
    }
    assert!(depths[2] + depths[3] > 10 && depths[4] > 10, "{depths:?}");
}

#[test]
fn lean_alpha_beta_looks_no_less_deep() {
    let mut gained = 0;
    for seed in 0..40 {
        let start = connect_four_positions::position(seed);
        let depth = |name| Player::new(name).choose(&start, Bound::Moves(3000)).unwrap().depth.unwrap();
        gained += i32::from(depth(Name::AbLean)) - i32::from(depth(Name::Ab));
    }
    assert!(gained > 0, "{gained}");
}

#[test]
fn a_win_at_hand_is_taken_and_the_end_of_the_board_is_no_trap() {
    for name in Name::ALL {
        let mut player = Player::new(name);
        let board: ConnectFour = ConnectFour::from_moves("121314").unwrap();
        assert_eq!(player.choose(&board, Bound::Moves(1000)).unwrap().column, 0, "{name}");
        let over: ConnectFour = ConnectFour::from_moves("1213141").unwrap();
        assert_eq!(player.choose(&over, Bound::Moves(1000)), None, "{name}");
    }
    // The static order asks for nothing where nothing can be played.
    let ledger = Ledger::new(0);
    let over: ConnectFour = ConnectFour::from_moves("1213141").unwrap();
    assert!(StaticOrder::<_, 7>::new(over, &ledger).moves().as_ref().is_empty() && !ledger.is_short());
}

#[test]
fn a_bound_on_time_gives_a_move() {
    for name in Name::ALL {
        let choice = Player::new(name).choose(&position([3, 3]), Bound::Time(Duration::from_millis(20))).unwrap();
        assert!(choice.column < 7 && choice.calls > 0, "{name}: {choice:?}");
    }
}

/// What a game is, but for the time it took.
fn essence(game: &Played) -> (Side, Vec<u8>, Option<Side>, [u64; 2]) {
    (game.first, game.moves.clone(), game.winner(), game.efforts.map(|effort| effort.calls))
}

/// A directory of its own, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("plywood-playoff-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SMALL: Match = Match { players: [Name::Ab, Name::NegaScout], bound: Bound::Moves(200), openings: 5 };

#[test]
fn the_same_match_is_the_same_games() {
    let play = || SMALL.play(None, &|| false, &|| ()).unwrap();
    let (one, two) = (play(), play());
    assert_eq!(one.games.len(), 10);
    assert!(one.games.iter().map(essence).eq(two.games.iter().map(essence)));
    assert_eq!(one.score().games(), 10);
    let again = game(SMALL.players, one.games[3].opening(), one.games[3].first, SMALL.bound, || false).unwrap();
    assert_eq!(essence(&again), essence(&one.games[3]));
}

#[test]
fn a_match_cut_anywhere_goes_on_to_the_same_end() {
    let scratch = Scratch::new("cut");
    let file = scratch.0.join(SMALL.file_name());
    assert_eq!(SMALL.file_name(), "ab-negascout-200moves.games");
    let whole = SMALL.play(Some(&scratch.0), &|| false, &|| ()).unwrap();
    let bytes = fs::read(&file).unwrap();
    assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), 10);
    for cut in [0, 1, 30, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&file, &bytes[..cut]).unwrap();
        let ticks = AtomicUsize::new(0);
        let count = || {
            ticks.fetch_add(1, Ordering::Relaxed);
        };
        let resumed = SMALL.play(Some(&scratch.0), &|| false, &count).unwrap();
        assert!(resumed.games.iter().map(essence).eq(whole.games.iter().map(essence)), "cut at {cut}");
        assert_eq!(ticks.into_inner(), 10);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.lines().count(), 10, "cut at {cut}: {text}");
    }
    // Stopped in the middle, it keeps what it has and loses only the games under way.
    fs::write(&file, "").unwrap();
    let turns = AtomicUsize::new(0);
    let stopped = SMALL.play(Some(&scratch.0), &|| turns.fetch_add(1, Ordering::Relaxed) > 120, &|| ()).unwrap();
    assert!(stopped.games.len() < 10);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), stopped.games.len());
    let resumed = SMALL.play(Some(&scratch.0), &|| false, &|| ()).unwrap();
    assert!(resumed.games.iter().map(essence).eq(whole.games.iter().map(essence)));
}

#[test]
fn a_file_that_holds_something_else_is_refused() {
    let scratch = Scratch::new("else");
    fs::write(scratch.0.join(SMALL.file_name()), "hello\n").unwrap();
    let error = SMALL.play(Some(&scratch.0), &|| false, &|| ()).unwrap_err();
    assert!(error.to_string().contains("line 1 is no game"), "{error}");
}
