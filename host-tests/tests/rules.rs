//! The games' rules: against plain versions of them, by perft, and along random lines of play.

use std::collections::HashMap;
use std::hash::Hash;

use experiments::{kalah_positions, oracle, othello_positions};
use plywood::game::{Game, Keyed, Value};
use plywood::games::connect_four::{CELLS, COLUMNS, ConnectFour, Keen, Outcome, Player, ROWS, Rivest};
use plywood::games::othello::PASS;
use plywood::games::synthetic::{Order, Shape, Synthetic};
use plywood::games::{Kalah, Othello, TicTacToe};
use proptest::prelude::*;

/// Connect-Four sequences of exactly d moves, where a won game stops. Counted by this project's oracle and by a search
/// of the plain board below; the first seven are powers of 7, and 823536 is 7^7 less the seven ways to overfill a column.
const CONNECT_FOUR: [u64; 10] = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572];

#[test]
fn perft_of_connect_four() {
    let counted: Vec<u64> = (0..10).map(|depth| oracle::perft(&mut ConnectFour::<Outcome>::default(), depth)).collect();
    assert_eq!(counted, CONNECT_FOUR);
}

#[test]
fn perft_of_the_plain_board_is_the_same() {
    let counted: Vec<u64> = (0..9).map(|depth| Plain::default().perft(depth)).collect();
    assert_eq!(counted, CONNECT_FOUR[..9]);
}

#[test]
fn perft_of_tic_tac_toe() {
    let counted: Vec<u64> = (0..10).map(|depth| oracle::perft(&mut TicTacToe::new(), depth)).collect();
    assert_eq!(counted, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}

/// Othello sequences of exactly d moves, as they are commonly given.
#[test]
fn perft_of_othello() {
    let counted: Vec<u64> = (0..10).map(|depth| oracle::perft(&mut Othello::new(), depth)).collect();
    assert_eq!(counted, [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
}

/// A key and its rest.
type WholeKey = (u64, u64);

/// Walks all positions to a depth, and holds that two of them have the same key exactly if they look the same.
fn check_keys<G: Keyed + Clone, L: Hash + Eq + Clone>(game: &mut G, depth: u8, look: &impl Fn(&G) -> L) -> usize {
    fn walk<G: Keyed + Clone, L: Hash + Eq + Clone>(
        game: &mut G,
        depth: u8,
        look: &impl Fn(&G) -> L,
        seen: &mut (HashMap<WholeKey, L>, HashMap<L, WholeKey>),
    ) {
        let (key, looks) = ((game.key(), game.key_rest()), look(game));
        assert!(G::WIDE || key.1 == 0, "a rest that nobody looks at");
        assert!(seen.0.insert(key, looks.clone()).is_none_or(|before| before == looks), "one key, two positions");
        assert!(seen.1.insert(looks, key).is_none_or(|before| before == key), "one position, two keys");
        if depth > 0 {
            for &m in game.moves().as_ref() {
                let undo = game.play(m);
                walk(game, depth - 1, look, seen);
                game.undo(m, undo);
            }
        }
    }
    let mut seen = (HashMap::new(), HashMap::new());
    walk(game, depth, look, &mut seen);
    seen.0.len()
}

#[test]
fn a_key_is_a_position_and_a_position_a_key() {
    let cells = |game: &ConnectFour<Outcome>| {
        let all = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        all.map(|(column, row)| game.cell(column, row)).collect::<Vec<_>>()
    };
    let positions = check_keys(&mut ConnectFour::<Outcome>::default(), 7, &cells);
    assert_eq!(positions, 1 + 7 + 49 + 238 + 1120 + 4263 + 16422 + 54859, "the known numbers of positions");
    check_keys(&mut TicTacToe::new(), 9, &|game| game.clone());
    check_keys(&mut Kalah::new(), 7, &|game| (*game.holes(), game.must_pass()));
    check_keys(&mut Othello::new(), 7, &Othello::discs);
}

/// Connect-Four as one would explain it: columns of stones, and a look at every line of four.
#[derive(Default)]
struct Plain {
    columns: [Vec<Player>; COLUMNS as usize],
    stones: usize,
}

impl Plain {
    fn at(&self, column: i32, row: i32) -> Option<Player> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// All lines of four on the board, as cells.
    fn lines() -> impl Iterator<Item = [(i32, i32); 4]> {
        let on_board = |(c, r): (i32, i32)| (0..7).contains(&c) && (0..6).contains(&r);
        (0..7)
            .flat_map(|c| (0..6).map(move |r| (c, r)))
            .flat_map(|(c, r)| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dc, dr)| [0, 1, 2, 3].map(|i| (c + i * dc, r + i * dr)))
            })
            .filter(move |line| line.iter().all(|&cell| on_board(cell)))
    }

    fn winner(&self) -> Option<Player> {
        Plain::lines().find_map(|line| {
            let first = self.at(line[0].0, line[0].1)?;
            line.iter().all(|&(c, r)| self.at(c, r) == Some(first)).then_some(first)
        })
    }

    fn mover(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::Black } else { Player::Red }
    }

    fn moves(&self) -> Vec<u8> {
        if self.winner().is_some() {
            return vec![];
        }
        (0..COLUMNS).filter(|&c| self.columns[usize::from(c)].len() < usize::from(ROWS)).collect()
    }

    fn play(&mut self, column: u8) {
        let mover = self.mover();
        self.columns[usize::from(column)].push(mover);
        self.stones += 1;
    }

    fn perft(&mut self, depth: u8) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sequences = 0;
        for column in self.moves() {
            self.play(column);
            sequences += self.perft(depth - 1);
            self.columns[usize::from(column)].pop();
            self.stones -= 1;
        }
        sequences
    }

    /// Rivest's evaluator, from the paper's words.
    fn rivest(&self) -> i16 {
        match self.winner() {
            Some(Player::Black) => return 1023,
            Some(Player::Red) => return 1,
            None if self.stones == usize::from(CELLS) => return 512,
            None => {}
        }
        let mut sum = 512 + if self.mover() == Player::Black { 16 } else { -16 };
        for line in Plain::lines() {
            let stones: Vec<Player> = line.iter().filter_map(|&(c, r)| self.at(c, r)).collect();
            let score = [0, 1, 10, 50][stones.len() % 4];
            if stones.iter().all(|&p| p == Player::Black) {
                sum += score;
            } else if stones.iter().all(|&p| p == Player::Red) {
                sum -= score;
            }
        }
        sum.clamp(2, 1022)
    }
}

/// Plays the moves that the numbers choose until the game is over; calls `look` before each.
fn along<G: Game + Clone>(game: &mut G, choices: &[u8], mut look: impl FnMut(&mut G)) -> Vec<G::Move> {
    let mut played = vec![];
    for &choice in choices {
        look(game);
        let moves = game.moves();
        let moves = moves.as_ref();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        game.play(m);
        played.push(m);
    }
    look(game);
    played
}

/// Every move, played and taken back, leaves the game as it was.
fn undo_restores<G: Game + Clone + PartialEq + std::fmt::Debug>(game: &mut G) {
    let before = game.clone();
    for &m in game.moves().as_ref() {
        let undo = game.play(m);
        assert_ne!(*game, before);
        game.undo(m, undo);
        assert_eq!(*game, before);
    }
}

#[test]
fn the_roots_of_othello_are_the_boards_drawn_beside_them() {
    for ((name, game), (_, text)) in othello_positions::roots().into_iter().zip(othello_positions::ROOTS) {
        let drawn: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(game.to_string().lines().collect::<Vec<_>>(), drawn, "{name}:\n{game}");
        assert!(game.moves().len() >= 8, "{name}");
    }
}

proptest! {
    #[test]
    fn connect_four_is_the_plain_game(choices in prop::collection::vec(any::<u8>(), 0..50)) {
        let mut plain = Plain::default();
        let mut game = ConnectFour::new();
        for choice in choices {
            let mut moves = game.moves().to_vec();
            moves.sort_unstable();
            prop_assert_eq!(&moves, &plain.moves());
            prop_assert_eq!(game.rivest(), plain.rivest());
            let for_mover = if game.to_move() == Player::Black { game.rivest() - 512 } else { 512 - game.rivest() };
            prop_assert_eq!(game.evaluate(), Value::new(for_mover), "kept up to date");
            for column in 0..COLUMNS {
                for row in 0..ROWS {
                    prop_assert_eq!(game.cell(column, row), plain.at(column.into(), row.into()));
                }
            }
            if moves.is_empty() {
                break;
            }
            let column = moves[usize::from(choice) % moves.len()];
            game.play(column);
            plain.play(column);
        }
    }

    #[test]
    fn play_and_undo_restore_everything(choices in prop::collection::vec(any::<u8>(), 0..60)) {
        along(&mut ConnectFour::<Rivest>::default(), &choices, undo_restores);
        along(&mut ConnectFour::<Outcome>::default(), &choices, undo_restores);
        along(&mut ConnectFour::<Keen>::default(), &choices, undo_restores);
        along(&mut TicTacToe::new(), &choices, undo_restores);
        along(&mut Kalah::new(), &choices, undo_restores);
        along(&mut Othello::new(), &choices, undo_restores);
        along(&mut Synthetic::new(Shape::random(4, 12, 9).ordered(Order::STRONG)), &choices, undo_restores);
    }

    #[test]
    fn connect_four_keys_in_the_mirror(choices in prop::collection::vec(any::<u8>(), 0..42)) {
        let played = along(&mut ConnectFour::<Outcome>::default(), &choices, |_| {});
        let text: String = played.iter().map(|m| (m + 1).to_string()).collect();
        let mirrored: String = played.iter().map(|m| (COLUMNS - m).to_string()).collect();
        let game = ConnectFour::<Outcome>::from_moves(&text).unwrap();
        let mirror = ConnectFour::<Outcome>::from_moves(&mirrored).unwrap();
        prop_assert_eq!(game.mirrored_key(), mirror.key());
        prop_assert_eq!(game.canonical_key(), mirror.canonical_key());
        prop_assert_eq!(game.evaluate(), mirror.evaluate());
    }

    #[test]
    fn kalah_is_the_plain_game(seed in any::<u64>(), choices in prop::collection::vec(any::<u8>(), 0..80)) {
        along(&mut kalah_positions::position(seed), &choices, |game| {
            assert_eq!(game.holes().iter().map(|&n| u32::from(n)).sum::<u32>(), 48, "no stone is lost");
            for &m in game.moves().iter() {
                let mut next = *game;
                next.play(m);
                let (plain, again) = plain_kalah(*game.holes(), m);
                assert_eq!(*next.holes(), plain, "{game:?} plays {m}");
                assert_eq!(next.must_pass(), again);
                assert_ne!(next.key(), game.key());
            }
        });
    }

    #[test]
    fn othello_is_the_plain_game(seed in any::<u64>(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        along(&mut othello_positions::position(seed), &choices, |game| {
            let plain = PlainOthello::read(&game.to_string());
            let mut moves = game.moves().to_vec();
            moves.sort_unstable();
            assert_eq!(moves, plain.moves(), "{game}");
            for m in moves {
                let mut next = game.clone();
                next.play(m);
                assert_eq!(PlainOthello::read(&next.to_string()), plain.after(m), "{game} plays {m}");
            }
        });
    }

    #[test]
    fn synthetic_trees_have_the_value_they_say(width in 1_u8..6, depth in 0_u8..5, seed in any::<u64>(), range in 0_i16..2000) {
        for order in [Order::Random, Order::STRONG, Order::BEST, Order::Last] {
            let mut tree = Synthetic::new(Shape::random(width, depth, seed).ordered(order).ranged(range));
            let told = tree.minimax();
            prop_assert_eq!(oracle::minimax(&mut tree, depth), told);
        }
    }
}

/// Othello as one would explain it: cells, and a walk from a cell in each of the eight directions.
#[derive(Clone, PartialEq, Debug)]
struct PlainOthello {
    cells: Vec<Vec<char>>,
}

impl PlainOthello {
    /// A drawn board; the mover has X.
    fn read(board: &str) -> PlainOthello {
        PlainOthello { cells: board.lines().map(|row| row.chars().collect()).collect() }
    }

    /// The cells whose discs are turned over if the owner of `own` discs moves to this one.
    fn turned(&self, m: u8, own: char) -> Vec<(usize, usize)> {
        let at = |(x, y): (i32, i32)| {
            let row = self.cells.get(usize::try_from(y).ok()?)?;
            row.get(usize::try_from(x).ok()?).copied()
        };
        let start = (i32::from(m % 8), i32::from(m / 8));
        let mut turned = vec![];
        if at(start) != Some('.') {
            return turned;
        }
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut line = vec![];
            let (mut x, mut y) = (start.0 + dx, start.1 + dy);
            while at((x, y)).is_some_and(|disc| disc != '.' && disc != own) {
                line.push((x as usize, y as usize));
                (x, y) = (x + dx, y + dy);
            }
            if at((x, y)) == Some(own) {
                turned.extend(line);
            }
        }
        turned
    }

    fn moves(&self) -> Vec<u8> {
        let can = |own| (0..64).filter(|&m| !self.turned(m, own).is_empty()).collect::<Vec<u8>>();
        let (own, theirs) = (can('X'), can('O'));
        if own.is_empty() && !theirs.is_empty() { vec![PASS] } else { own }
    }

    /// As the other player sees it.
    fn after(&self, m: u8) -> PlainOthello {
        let mut cells = self.cells.clone();
        if m != PASS {
            cells[usize::from(m / 8)][usize::from(m % 8)] = 'X';
            self.turned(m, 'X').into_iter().for_each(|(x, y)| cells[y][x] = 'X');
        }
        let turn = |disc: &mut char| {
            *disc = if *disc == 'X' {
                'O'
            } else if *disc == 'O' {
                'X'
            } else {
                '.'
            }
        };
        cells.iter_mut().flatten().for_each(turn);
        PlainOthello { cells }
    }
}

/// Kalah's rules, stone by stone. Returns the holes as the next player sees them, and whether that player must pass.
fn plain_kalah(holes: [u8; 14], m: u8) -> ([u8; 14], bool) {
    let mut board: Vec<u8> = holes.to_vec();
    let mut again = false;
    if m < 6 {
        let mut at = usize::from(m);
        let mut hand = board[at];
        board[at] = 0;
        while hand > 0 {
            at = (at + 1) % 14;
            if at == 13 {
                continue; // the opponent's store
            }
            board[at] += 1;
            hand -= 1;
        }
        again = at == 6;
        if at < 6 && board[at] == 1 && board[12 - at] > 0 {
            board[6] += board[12 - at] + 1;
            board[at] = 0;
            board[12 - at] = 0;
        }
    }
    let turned: Vec<u8> = board[7..].iter().chain(&board[..7]).copied().collect();
    (turned.try_into().expect("fourteen holes"), again)
}
