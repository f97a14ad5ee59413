//! `plywood solve`: the exact score of Connect-Four positions, one a line.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use plywood::game::{Game, Value};
use plywood::games::ConnectFour;
use plywood::games::connect_four::{CELLS, COLUMNS, Outcome, Score, Solver};
use plywood::search::{AnySearch, Name, Search, Status};

use crate::errors::Error;
use crate::play::table_bytes;
use crate::search::playable_engine;
use crate::terminal::{catch_ctrl_c, stopped};

const PLIES: usize = CELLS as usize;
const WIDTH: usize = COLUMNS as usize;
type Position = ConnectFour<Outcome>;

/// As much as a table gets if nothing is said: 64 MiB.
const TABLE_BYTES: usize = 64 << 20;
/// Nodes between two looks at the clock and at Ctrl-C.
const NODES: u32 = 1 << 16;
/// A line longer than this is no game of 42 moves, whatever follows it.
const LONGEST_LINE: u64 = 4096;

/// Reads positions from standard input, a line each: the moves as in 4455, and whatever else, which is written back behind the
/// answer. Prints moves, score, nodes and microseconds.
///
/// The score is the common one: 0 is a draw, k a win with the k-th stone from the last that the player to move can have, -k a
/// loss by the opponent's.
#[derive(Args)]
pub struct Arguments {
    /// Memory for the table
    #[arg(long, value_name = "N", default_value_t = TABLE_BYTES, allow_negative_numbers = true, value_parser = table_bytes)]
    table_bytes: usize,
    /// Solve with one of the plain searches instead, to the end of the game: negascout, enhanced, mtd, sss, ...
    #[arg(long, value_name = "E", value_parser = playable_engine)]
    engine: Option<Name>,
    /// The score of every column instead of one: seven numbers, and - for a full one
    #[arg(long)]
    analyze: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    catch_ctrl_c();
    let mut words = vec![0; arguments.table_bytes / size_of::<u32>()];
    let mut engine = match arguments.engine {
        None => Engine::Solver(Box::new(Solver::new(&mut words))),
        Some(name) => Engine::Search(Box::new(AnySearch::new(name, Position::default(), &mut words))),
    };
    let mut input = io::stdin().lock();
    let (mut number, mut bad) = (0_u64, 0_u64);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        number += 1;
        let whole = line.ends_with(b"\n") || (read as u64) < LONGEST_LINE;
        let answer = if whole {
            answer(&mut engine, &String::from_utf8_lossy(&line), arguments.analyze)
        } else {
            input.skip_until(b'\n')?;
            Err(format!("a line has at most {LONGEST_LINE} characters"))
        };
        match answer {
            Ok(Some(text)) => {
                let mut out = io::stdout().lock();
                writeln!(out, "{text}")?;
                out.flush()?;
            }
            Ok(None) => {}
            Err(error) => {
                bad += 1;
                writeln!(io::stderr(), "plywood: line {number}: {error}")?;
            }
        }
        if stopped() {
            return Err(Error::Failure(format!("stopped at line {number}")));
        }
    }
    if bad > 0 { Err(Error::Failure(format!("{bad} of {number} lines were no positions"))) } else { Ok(()) }
}

/// The answer to a line; none to an empty one.
fn answer(engine: &mut Engine<'_>, line: &str, analyze: bool) -> Result<Option<String>, String> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (moves, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // The empty board has no moves to be written; people write a word for it.
    let written = if moves == "-" { "" } else { moves };
    let game = Position::from_moves(written).map_err(|error| format!("{}: {error}", shortened(moves)))?;
    let start = Instant::now();
    let mut nodes = 0;
    let scores = if analyze {
        let scores = (0..COLUMNS).map(|column| {
            if game.is_full(column) || game.end().is_some() {
                return Some("-".into());
            }
            let mut after = game.clone();
            after.play(column);
            Some((-engine.solve(&after, &mut nodes)?).to_string())
        });
        scores.collect::<Option<Vec<String>>>().map(|scores| scores.join(" "))
    } else {
        engine.solve(&game, &mut nodes).map(|score| score.to_string())
    };
    let Some(scores) = scores else { return Ok(None) };
    let micros = start.elapsed().as_micros();
    let rest = if rest.is_empty() { String::new() } else { format!(" {}", rest.trim()) };
    Ok(Some(format!("{moves} {scores} {nodes} {micros}{rest}")))
}

/// The first characters of something that may be long.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(50).flat_map(char::escape_default).collect();
    if text.chars().nth(50).is_some() {
        short.push_str("...");
    }
    short
}

enum Engine<'m> {
    Solver(Box<Solver<'m, PLIES>>),
    Search(Box<AnySearch<'m, Position, WIDTH, PLIES>>),
}

impl Engine<'_> {
    /// The score, as a plain number; `None` if Ctrl-C came first. Adds to the nodes.
    fn solve(&mut self, game: &Position, nodes: &mut u64) -> Option<i16> {
        let progress = Progress::new();
        let step = |value: Option<i16>, nodes: u64| {
            progress.show(nodes);
            if value.is_none() && stopped() { Some(None) } else { value.map(Some) }
        };
        let score = |score: Score| score.get().into();
        match self {
            Engine::Solver(solver) => {
                solver.start(game).ok()?; // there is room for every ply
                let found = loop {
                    let value = solver.step(NODES).map(score);
                    if let Some(found) = step(value, solver.stats().nodes) {
                        break found;
                    }
                };
                *nodes += solver.stats().nodes;
                found
            }
            Engine::Search(search) => {
                search.start(game, CELLS - game.stones()).ok()?;
                let found = loop {
                    let value = match search.step(NODES) {
                        Status::Done(value) => Some(Value::get(value)),
                        Status::Pending => None,
                    };
                    if let Some(found) = step(value, search.stats().nodes) {
                        break found;
                    }
                };
                *nodes += search.stats().nodes;
                found
            }
        }
    }
}

/// What is shown of a position that takes longer than two seconds.
struct Progress {
    start: Instant,
    bar: ProgressBar,
}

impl Progress {
    fn new() -> Progress {
        Progress { start: Instant::now(), bar: ProgressBar::hidden() }
    }

    fn show(&self, nodes: u64) {
        if self.start.elapsed() < Duration::from_secs(2) {
            return;
        }
        if self.bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}; Ctrl-C stops");
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        self.bar.set_message(format!("{nodes} nodes"));
        self.bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
