//! `plywood`: plays Connect-Four in the terminal and solves it, runs any search on any game, and redraws the papers' figures.

mod errors;
mod figure;
mod games;
mod play;
mod playoff;
mod search;
mod solve;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Game-tree search that fits a microcontroller, on your computer.
///
/// Without a command it plays Connect-Four.
#[derive(Parser)]
#[command(name = "plywood", version, about, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Plywood {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Arguments,
}

#[derive(Subcommand)]
enum Command {
    /// Play Connect-Four in the terminal
    Play(play::Arguments),
    /// Run one search on one position of any game, and show every counter
    Search(search::Arguments),
    /// The exact scores of Connect-Four positions from standard input, a line each
    Solve(solve::Arguments),
    /// Let two players play many games of Connect-Four against each other, as in Rivest's playoffs
    Match(playoff::Arguments),
    /// Reproduce a figure or table of a paper: CSV, SVG, and the numbers in the terminal
    Figure(figure::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Plywood::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return errors::of_usage(&error),
    };
    let done = match arguments.command {
        None => play::run(&arguments.play),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Search(arguments)) => search::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Match(arguments)) => playoff::run(&arguments),
        Some(Command::Figure(arguments)) => figure::run(&arguments),
    };
    errors::exit_code(done)
}
