//! `plywood search`: any algorithm on any game.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use experiments::threads::Crew;
use indicatif::{ProgressBar, ProgressStyle};
use plywood::game::{Bound, Value, Window};
use plywood::games::connect_four::{Keen, Outcome, Rivest};
use plywood::games::synthetic::MAX_WIDTH;
use plywood::games::{ConnectFour, Kalah, Othello, Synthetic, TicTacToe};
use plywood::search::crew::{MAX_PLIES, MAX_WORKERS};
use plywood::search::er::Settings;
use plywood::search::{AnySearch, Name, Search, Stats, Status, TooDeep};
use plywood::store::problems;

use crate::errors::Error;
use crate::games::{GameSpec, Values, Written, number, play};
use crate::play::{TABLE_BYTES, table_bytes};
use crate::terminal::{catch_ctrl_c, stopped};

/// Plies there is room for.
const PLIES: usize = 64;

#[derive(Args)]
pub struct Arguments {
    /// connect-four[:eval=outcome], tic-tac-toe, kalah, othello, or synthetic:w=5,d=6,order=strong,range=1000,seed=7
    #[arg(long, value_name = "G", value_parser = game)]
    game: NamedGame,
    /// Which search: minimax, negamax, ab, ab-hard, ab-shallow, ab-hard-shallow, test, scout, negascout, negascout-minmax,
    /// pns, ins, ins-linked, sss, dual, er, mma
    #[arg(long, value_name = "A", value_parser = engine)]
    algorithm: Name,
    /// How many plies deep, 0 to 64
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = depth)]
    depth: u8,
    /// Begin after these moves, as in 4455; between commas where a move has more than one character
    #[arg(long, value_name = "4455", default_value = "")]
    moves: String,
    /// Search only for values between these two, such as -3,5
    #[arg(long, value_name = "ALPHA,BETA", allow_hyphen_values = true, value_parser = window)]
    window: Option<Window>,
    /// Memory for the searches that keep something: ins, ins-linked, sss, dual, mma
    #[arg(long, value_name = "N", default_value_t = TABLE_BYTES, allow_negative_numbers = true, value_parser = table_bytes)]
    table_bytes: usize,
    /// Search with so many threads, 1 to 32: for er, whose heap then has the memory
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = threads)]
    threads: usize,
    /// With more than one thread: the ply from which on each thread searches alone; three quarters of the way down, unless said
    #[arg(long, value_name = "PLY", allow_negative_numbers = true, value_parser = serial_ply)]
    serial_ply: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game, and what it was called.
#[derive(Clone)]
struct NamedGame {
    name: String,
    spec: GameSpec,
}

fn game(name: &str) -> Result<NamedGame, String> {
    Ok(NamedGame { name: name.into(), spec: name.parse()? })
}

fn depth(text: &str) -> Result<u8, String> {
    number("depth", text, 0, PLIES as u8)
}

fn threads(text: &str) -> Result<usize, String> {
    number("threads", text, 1, MAX_WORKERS)
}

fn serial_ply(text: &str) -> Result<u8, String> {
    number("serial-ply", text, 0, MAX_PLIES as u8)
}

/// A search by name.
fn engine(text: &str) -> Result<Name, String> {
    text.parse().map_err(|error| format!("{error}"))
}

/// A search by name that can play.
pub fn playable_engine(text: &str) -> Result<Name, String> {
    engine(text).and_then(|name| {
        if name.finds_values() { Ok(name) } else { Err(format!("{name} only says yes or no: it cannot play")) }
    })
}

/// A value that a position can have.
fn finite(text: &str) -> Option<Value> {
    let n: i16 = text.trim().parse().ok()?;
    Some(Value::new(n)).filter(|value| value.get() == n)
}

fn window(text: &str) -> Result<Window, String> {
    let parse = || {
        let (alpha, beta) = text.split_once(',')?;
        Window::new(finite(alpha)?, finite(beta)?)
    };
    parse().ok_or("a window is two numbers from -32766 to 32766, the smaller one first, such as -3,5".into())
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    match arguments.game.spec {
        GameSpec::ConnectFour(Values::Rivest) => search(arguments, ConnectFour::<Rivest>::default()),
        GameSpec::ConnectFour(Values::Outcome) => search(arguments, ConnectFour::<Outcome>::default()),
        GameSpec::ConnectFour(Values::Keen) => search(arguments, ConnectFour::<Keen>::default()),
        GameSpec::TicTacToe => search(arguments, TicTacToe::new()),
        GameSpec::Kalah => search(arguments, Kalah::new()),
        GameSpec::Othello => search(arguments, Othello::new()),
        GameSpec::Synthetic { mut shape, own_depth } => {
            if !own_depth {
                shape.depth = arguments.depth;
            }
            search(arguments, Synthetic::new(shape))
        }
    }
}

fn search<G: Written>(arguments: &Arguments, mut game: G) -> Result<(), Error> {
    let &Arguments { algorithm, depth, .. } = arguments;
    if algorithm == Name::Test && arguments.window.is_none() {
        return Err(Error::Usage(
            "test asks one question: give it --window V,V+1 to ask whether the value is above V".into(),
        ));
    }
    play(&mut game, &arguments.moves).map_err(|error| Error::Usage(format!("--moves: {error}")))?;
    let window = arguments.window.unwrap_or(Window::FULL);
    if arguments.threads > 1 && algorithm != Name::Er {
        return Err(Error::Usage(format!("{algorithm} knows one thread: --threads is for er")));
    }
    catch_ctrl_c();
    let Found { value, best, line, stats } =
        if arguments.threads > 1 { on_threads(arguments, &game, window)? } else { on_one(arguments, &game, window)? };
    let best = best.map(G::write);
    let line: Vec<String> = line.into_iter().map(G::write).collect();
    let Some(value) = value else {
        let best = best.unwrap_or("none".into());
        return Err(Error::Failure(format!("stopped after {} nodes; best move so far: {best}", stats.nodes)));
    };
    let bound = match if algorithm.minds_window() { window.bound(value) } else { Bound::Exact } {
        Bound::Exact => "exact",
        Bound::Lower => "at least",
        Bound::Upper => "at most",
    };
    let mut out = io::stdout().lock();
    if arguments.json {
        let counters: serde_json::Map<_, _> =
            stats.rows().map(|(name, n)| (name.replace([' ', '-'], "_"), n.into())).into_iter().collect();
        let report = serde_json::json!({
            "game": arguments.game.name, "moves": arguments.moves, "window": [window.alpha.get(), window.beta.get()],
            "algorithm": algorithm.as_str(), "depth": depth, "value": value.get(), "bound": bound,
            "best": best, "line": line, "stats": counters,
        });
        writeln!(out, "{report}")?;
    } else {
        writeln!(out, "{:<22}{algorithm}: {}", "algorithm", algorithm.about())?;
        writeln!(out, "{:<22}{depth}", "depth")?;
        writeln!(out, "{:<22}{value} ({bound}, for the player to move)", "value")?;
        writeln!(out, "{:<22}{}", "best move", best.as_deref().unwrap_or("none"))?;
        writeln!(out, "{:<22}{}", "line", line.join(" "))?;
        for (name, count) in stats.rows() {
            writeln!(out, "{name:<22}{count}")?;
        }
    }
    Ok(out.flush()?)
}

/// What a search has found; without a value if it was stopped.
struct Found {
    value: Option<Value>,
    best: Option<u8>,
    line: Vec<u8>,
    stats: Stats,
}

/// Parallel ER.
fn on_threads<G: Written>(arguments: &Arguments, game: &G, window: Window) -> Result<Found, Error> {
    let &Arguments { depth, threads, .. } = arguments;
    TooDeep::check(depth, PLIES as u8).map_err(|error| Error::Usage(error.to_string()))?;
    let settings = Settings {
        shared_bounds: true,
        ..Settings::new(arguments.serial_ply.unwrap_or(depth / 4 * 3).min(MAX_PLIES as u8))
    };
    let nodes = arguments.table_bytes / size_of::<u32>() / problems::SLOT_WORDS;
    let mut spinner = Spinner::new();
    let found =
        Crew { threads, settings, nodes, yields: 0 }.search::<G, MAX_WIDTH, PLIES>(game, depth, window, |stats| {
            spinner.turn(|| format!("{} nodes; Ctrl-C stops", stats.nodes));
            stopped()
        });
    Ok(Found { value: found.value, best: found.best, line: found.best.into_iter().collect(), stats: found.stats })
}

/// Any search, to its end or until Ctrl-C.
fn on_one<G: Written>(arguments: &Arguments, game: &G, window: Window) -> Result<Found, Error> {
    let mut words = vec![0; arguments.table_bytes / size_of::<u32>()];
    let mut search = Box::new(AnySearch::<G, MAX_WIDTH, PLIES>::new(arguments.algorithm, game.clone(), &mut words));
    search.start_in(game, arguments.depth, window).map_err(|error| Error::Usage(error.to_string()))?;
    let mut spinner = Spinner::new();
    let value = loop {
        match search.step(1 << 18) {
            Status::Done(value) => break Some(value),
            Status::Pending if stopped() => break None,
            Status::Pending => spinner.turn(|| {
                let best = search.best().map_or("none".into(), G::write);
                format!("{} nodes, best move so far {best}; Ctrl-C stops", search.stats().nodes)
            }),
        }
    };
    Ok(Found { value, best: search.best(), line: search.line().to_vec(), stats: *search.stats() })
}

/// Shows how a search gets on, from the third second on.
struct Spinner {
    start: Instant,
    bar: Option<ProgressBar>,
}

impl Spinner {
    fn new() -> Spinner {
        Spinner { start: Instant::now(), bar: None }
    }

    fn turn(&mut self, message: impl FnOnce() -> String) {
        if self.start.elapsed() < Duration::from_secs(2) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(message());
        bar.tick();
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}
