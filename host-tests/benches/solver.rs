//! Our solver against the crate `connect-four-ai` 1.0.0 (`Solver::empty()`: no opening book, a table of 67 MB), on seeded random
//! positions of six kinds, each solved from a blank table: time and nodes a position, and the ratio of the times. The two take
//! turns, so that whatever else the machine does meets both alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use connect_four_ai as peer;
use experiments::connect_four_positions::with_stones;
use experiments::turns::ratios;
use plywood::games::ConnectFour;
use plywood::games::connect_four::{CELLS, Outcome, Solver};

const PLIES: usize = CELLS as usize;
/// As much as a Raspberry Pi Pico has to lend, and as much as the peer takes.
const BYTES: [usize; 2] = [200_000, 67_108_936];

/// Which positions.
struct Kind {
    name: &'static str,
    stones: std::ops::RangeInclusive<u64>,
    plies: std::ops::RangeInclusive<i16>,
    positions: usize,
    rounds: usize,
    /// The greatest ratio that will do, with the small table and with the large one.
    goals: [Option<f64>; 2],
}

const THIRD: Option<f64> = Some(1.0 / 3.0);

/// With fewer than 11 stones a single position may take minutes.
const KINDS: [Kind; 6] = [
    Kind {
        name: "> 28 stones, < 14 to go",
        stones: 29..=40,
        plies: 0..=13,
        positions: 1000,
        rounds: 9,
        goals: [THIRD, None],
    },
    Kind {
        name: "15-28 stones, < 14 to go",
        stones: 15..=28,
        plies: 0..=13,
        positions: 500,
        rounds: 9,
        goals: [THIRD, None],
    },
    Kind {
        name: "15-28 stones, 14-28 to go",
        stones: 15..=28,
        plies: 14..=28,
        positions: 100,
        rounds: 7,
        goals: [THIRD, None],
    },
    Kind {
        name: "<= 14 stones, < 14 to go",
        stones: 11..=14,
        plies: 0..=13,
        positions: 50,
        rounds: 7,
        goals: [THIRD, None],
    },
    Kind {
        name: "<= 14 stones, 14-28 to go",
        stones: 11..=14,
        plies: 14..=28,
        positions: 20,
        rounds: 3,
        goals: [None, Some(0.6)],
    },
    Kind {
        name: "<= 14 stones, > 28 to go",
        stones: 11..=13,
        plies: 29..=42,
        positions: 3,
        rounds: 1,
        goals: [None, None],
    },
];

/// Plies to the end with best play.
fn plies(score: i16, left: i16) -> i16 {
    match score {
        0 => left,
        1.. => 2 * ((left + 1) / 2 - score) + 1,
        _ => 2 * (left / 2 + score) + 2,
    }
}

fn score(solver: &mut Solver<'_, PLIES>, game: &ConnectFour<Outcome>) -> i16 {
    solver.start(game).expect("there is room for every ply");
    solver.finish().get().into()
}

/// The first positions of a kind, with their scores.
fn positions(kind: &Kind, solver: &mut Solver<'_, PLIES>) -> Vec<(String, i16)> {
    let range = kind.stones.end() - kind.stones.start() + 1;
    let all = (0..).map(|seed| with_stones(seed, (kind.stones.start() + seed % range) as u8));
    let scored = all.map(|moves| {
        let score = score(solver, &ConnectFour::from_moves(&moves).expect("legal moves"));
        (moves, score)
    });
    let of_kind = |(moves, score): &(String, i16)| kind.plies.contains(&plies(*score, 42 - moves.len() as i16));
    scored.filter(of_kind).take(kind.positions).collect()
}

/// Solves all of them, each from a blank table; gives back the nodes.
fn ours(solver: &mut Solver<'_, PLIES>, positions: &[(ConnectFour<Outcome>, i16)]) -> u64 {
    let solve = |(game, exact): &(ConnectFour<Outcome>, i16)| {
        solver.forget();
        assert_eq!(score(solver, black_box(game)), *exact);
        solver.stats().nodes
    };
    positions.iter().map(solve).sum()
}

fn theirs(solver: &mut peer::Solver, positions: &[(peer::Position, i16)]) -> u64 {
    let solve = |(position, exact): &(peer::Position, i16)| {
        solver.reset();
        assert_eq!(i16::from(solver.solve(black_box(position))), *exact);
        solver.explored_positions as u64
    };
    positions.iter().map(solve).sum()
}

fn timed(solve: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    (solve(), start.elapsed())
}

fn main() {
    let mut words = BYTES.map(|bytes| vec![0; bytes / size_of::<u32>()]);
    let [small, large] = &mut words;
    let (mut small, mut large) = (Solver::<PLIES>::new(small), Solver::<PLIES>::new(large));
    let mut peers = peer::Solver::empty();
    println!("{:<28}{:>6}  {:>23}{:>22}{:>22}", "", "", "connect-four-ai 1.0.0", "ours, 200,000 bytes", "ours, 67 MB");
    for kind in &KINDS {
        let found = positions(kind, &mut large);
        let game = |(moves, score): &(String, i16)| (ConnectFour::from_moves(moves).expect("legal"), *score);
        let position = |(moves, score): &(String, i16)| (peer::Position::from_moves(moves).expect("legal"), *score);
        let games: Vec<_> = found.iter().map(game).collect();
        let theirs_too: Vec<_> = found.iter().map(position).collect();
        let (their_nodes, their_time) = timed(|| theirs(&mut peers, &theirs_too));
        let nodes = [ours(&mut small, &games), ours(&mut large, &games)];
        let [_, with_small, with_large] = ratios(
            kind.rounds,
            [
                &mut || _ = black_box(theirs(&mut peers, &theirs_too)),
                &mut || _ = black_box(ours(&mut small, &games)),
                &mut || _ = black_box(ours(&mut large, &games)),
            ],
        );
        let n = found.len() as u64;
        let micros = their_time.as_secs_f64() * 1e6 / n as f64;
        print!("{:<28}{n:>6}  {:>9} n {micros:>9.1} us", kind.name, their_nodes / n);
        for ((nodes, ratio), goal) in nodes.into_iter().zip([with_small, with_large]).zip(kind.goals) {
            let goal = goal.map_or(String::new(), |goal| format!("({goal:.2})"));
            print!("{:>8} n {ratio:>5.2}{goal:>7}", nodes / n);
        }
        println!();
    }
    println!(
        "n: nodes a position, on average. Ratios of time, the median of rounds that take turns; in brackets the goal."
    );
}
