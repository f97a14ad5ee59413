//! `plywood play`: the console that the firmware has, on this computer's terminal.

use std::hash::{BuildHasher, RandomState};
use std::time::Instant;

use clap::Args;
use plywood::front::serial::{Console, Flow, Style};
use plywood::games::connect_four::Player;
use plywood::play::{Level, Machine, Table};
use plywood::search::Name;

use crate::errors::Error;
use crate::games::number;
use crate::search::playable_engine;
use crate::terminal::{Terminal, catch_ctrl_c, stopped};

#[derive(Args)]
pub struct Arguments {
    /// Which search the machine uses: minimax, negamax, ab, ab-hard, ab-shallow, ab-hard-shallow, scout, negascout,
    /// negascout-minmax, pns, ins, ins-linked, sss, dual, er, mma
    #[arg(long, value_name = "E", default_value = "negascout", value_parser = playable_engine)]
    engine: Name,
    /// How well the machine plays, 1 (weakest) to 8 (strongest)
    #[arg(long, value_name = "1..8", default_value = "6")]
    level: Level,
    /// Think at most this long about a move, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = millis)]
    time: Option<u64>,
    /// Memory for the searches that keep something: ins, ins-linked, sss, dual, mma
    #[arg(long, value_name = "N", default_value_t = TABLE_BYTES, allow_negative_numbers = true, value_parser = table_bytes)]
    table_bytes: usize,
    /// Let the machine move first
    #[arg(long)]
    second: bool,
    /// What decides between equal moves: the same number, the same game
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    seed: Option<u64>,
    /// Begin after these moves, columns 1 to 7 as in 4455
    #[arg(long, value_name = "4455")]
    moves: Option<String>,
    /// No colours
    #[arg(long)]
    plain: bool,
}

fn millis(text: &str) -> Result<u64, String> {
    number("time", text, 1, 3_600_000)
}

/// As much as a table gets if nothing is said: 16 MiB.
pub const TABLE_BYTES: usize = 16 << 20;

/// How many bytes to lend to a search.
pub fn table_bytes(text: &str) -> Result<usize, String> {
    number("table-bytes", text, 0, 16 << 30)
}

fn seed(text: &str) -> Result<u64, String> {
    number("seed", text, 0, u64::MAX)
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let mut table = Table::new(if arguments.second { Player::Red } else { Player::Black });
    if let Some(moves) = &arguments.moves {
        table.set_up(moves).map_err(|error| Error::Usage(format!("--moves: {error}")))?;
    }
    // The standard library's only source of chance is the keys of its hash maps.
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut words = vec![0; arguments.table_bytes / size_of::<u32>()];
    let mut machine = Machine::new(seed, &mut words);
    machine.set_engine(arguments.engine); // the command line takes none that cannot play
    machine.level = arguments.level;
    machine.time = arguments.time;

    let start = Instant::now();
    let interactive = Terminal::is_interactive();
    let colour = interactive && !arguments.plain && std::env::var_os("NO_COLOR").is_none();
    let style = Style { colour, key_stops: interactive, ..Style::PIPE };
    let mut console = Console::new(table, machine, || start.elapsed().as_millis() as u64, style);
    let mut terminal = Terminal::open();
    catch_ctrl_c();
    console.greet(&mut terminal)?;
    loop {
        match console.poll(&mut terminal)? {
            Flow::Waiting => terminal.wait(),
            Flow::Busy => {}
            Flow::Quit => break,
        }
        if stopped() {
            break;
        }
    }
    Ok(console.leave(&mut terminal)?)
}
