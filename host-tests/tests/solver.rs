//! The solver of Connect-Four against the crate `connect-four-ai` 1.0.0, against plain searches, and against what is known.

use connect_four_ai as peer;
use experiments::connect_four_positions::with_stones;
use plywood::game::Game;
use plywood::games::ConnectFour;
use plywood::games::connect_four::{CELLS, Outcome, Solver, Solving};
use plywood::search::{AlphaBeta, AnySearch, DepthFirst, Name, Search};
use plywood::store::table;
use rayon::prelude::*;

const PLIES: usize = CELLS as usize;

/// Seeded positions, written as moves: most of them late, where there is much to get wrong and little to search.
fn positions(count: u64) -> Vec<String> {
    (0..count).map(|seed| with_stones(seed, 16 + (seed % 23) as u8)).collect()
}

fn game(moves: &str) -> ConnectFour<Outcome> {
    ConnectFour::from_moves(moves).unwrap()
}

fn mirrored(moves: &str) -> String {
    moves.bytes().map(|c| char::from(b'8' - (c - b'0'))).collect()
}

/// The score and a move that brings it.
fn solve(solver: &mut Solver<'_, PLIES>, moves: &str) -> (i8, Option<u8>) {
    solver.start(&game(moves)).unwrap();
    (solver.finish().get(), solver.best())
}

#[test]
fn five_thousand_scores_are_the_peers_and_the_mirrored_ones_the_same() {
    positions(5_000).par_chunks(1_250).for_each(|positions| {
        let mut words = vec![0; table::words(12_500)];
        let mut solver = Solver::<PLIES>::new(&mut words);
        let mut theirs = peer::Solver::empty();
        for moves in positions {
            let (score, best) = solve(&mut solver, moves);
            let position = peer::Position::from_moves(moves).unwrap();
            theirs.reset();
            assert_eq!(score, theirs.solve(&position), "{moves}");
            assert_eq!(solve(&mut solver, &mirrored(moves)).0, score, "{moves} mirrored");
            // The move keeps the score.
            let mut after = game(moves);
            after.play(best.expect("the game goes on"));
            solver.start(&after).unwrap();
            assert_eq!(-solver.finish().get(), score, "{moves}, then {best:?}");
        }
    });
}

#[test]
fn every_table_size_gives_the_same_scores_from_blank_or_not_and_a_few_nodes_at_a_time() {
    positions(120).par_iter().filter(|moves| moves.len() >= 22).for_each(|moves| {
        let mut words = vec![0; table::words(5_000)];
        let score = solve(&mut Solver::new(&mut words), moves).0;
        for slots in [0, 1, 2, 3, 4, 5, 7, 16, 64, 251, 1000, 5_000] {
            let mut solver = Solver::<PLIES>::new(&mut words[..table::words(slots)]);
            for budget in [u32::MAX, 100] {
                solver.start(&game(moves)).unwrap();
                let mut steps = 0;
                let found = loop {
                    if let Some(found) = solver.step(budget) {
                        break found;
                    }
                    steps += 1;
                    assert_eq!(solver.stats().nodes, steps * u64::from(budget), "a step is not its budget");
                    let (lower, upper) = solver.bounds();
                    assert!((lower.get()..=upper.get()).contains(&score.into()), "{moves}: {lower} to {upper}");
                };
                assert_eq!(found.get(), score, "{moves}, {slots} slots");
            }
            assert!(solver.slots().0 <= slots);
        }
    });
}

/// Rules and bounds of the game that is solved, against plain alpha-beta on the game as it is.
#[test]
fn late_positions_by_plain_alpha_beta_and_by_every_search() {
    let late: Vec<String> = (0..400).map(|seed| with_stones(seed, 28 + (seed % 14) as u8)).collect();
    late.par_iter().for_each(|moves| {
        let game = game(moves);
        let left = CELLS - game.stones();
        let mut plain = DepthFirst::<_, _, PLIES>::new(AlphaBeta::default(), game.clone());
        plain.start(&game, left).unwrap();
        let score = plain.finish();
        let mut words = vec![0; table::words(1_000)];
        assert_eq!(i16::from(solve(&mut Solver::new(&mut words), moves).0), score.get(), "{moves}");
        for &name in [Name::Enhanced, Name::Mtd].iter() {
            let mut search = AnySearch::<_, 7, PLIES>::new(name, game.clone(), &mut words);
            search.start(&game, left).unwrap();
            assert_eq!(search.finish(), score, "{name} on {moves}");
        }
        // Without leaving anything out but losing moves, from every position on the way.
        if let Ok(solving) = Solving::new(&game) {
            let mut search = DepthFirst::<_, _, PLIES>::new(AlphaBeta::default(), solving);
            search.start(&solving, solving.left()).unwrap();
            assert_eq!(search.finish(), score, "{moves}: what is left out mattered");
        }
    });
}

#[test]
fn boards_with_stones_only_in_the_last_columns() {
    let mut words = vec![0; table::words(1 << 18)];
    let mut solver = Solver::<PLIES>::new(&mut words);
    let mut theirs = peer::Solver::empty();
    for moves in ["77777766666", "6677667766", "66767677676", "7676676767"] {
        theirs.reset();
        let position = peer::Position::from_moves(moves);
        let Ok(position) = position else { continue }; // won on the way
        assert_eq!(solve(&mut solver, moves).0, theirs.solve(&position), "{moves}");
    }
}

/// The opening, column by column: the middle wins with the last stone but one, its neighbours draw, all others lose.
#[test]
#[ignore = "minutes: cargo test --release --package plywood-host-tests --test solver -- --ignored --nocapture"]
fn the_first_move() {
    let start = std::time::Instant::now();
    let mut words = vec![0; 1 << 28];
    let mut solver = Solver::<PLIES>::new(&mut words);
    for (column, score) in [(4, 1), (3, 0), (2, -1), (1, -2)] {
        let (after, _) = solve(&mut solver, &column.to_string());
        println!("column {column}: {} ({} nodes, {:?} so far)", -after, solver.stats().nodes, start.elapsed());
        assert_eq!(-after, score, "column {column}");
    }
}
