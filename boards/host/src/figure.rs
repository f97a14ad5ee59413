//! `plywood figure`: a paper's figure as CSV, as SVG, and as numbers in the terminal.

mod chart;
mod terminal_picture;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use experiments::figure::Figure;
use experiments::{scout_kalah, scout_nodes};
use indicatif::{ProgressBar, ProgressStyle};

use crate::errors::Error;
use crate::games::number;

#[derive(Args)]
pub struct Arguments {
    /// Which figure
    name: FigureName,
    /// How many trees, or positions, to average over
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = trees)]
    trees: Option<u64>,
    /// Where to put the files
    #[arg(long, value_name = "DIR", default_value = "figures")]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum FigureName {
    /// Nodes visited by TEST and alpha-beta beside the formulas H1 and H2 (lecture notes on SCOUT)
    ScoutNodes,
    /// SCOUT against alpha-beta on Kalah, depth 1 to 7 (Noe 1980)
    ScoutKalah,
    /// A game in the terminal, as the README shows it
    Terminal,
}

fn trees(text: &str) -> Result<u64, String> {
    number("trees", text, 1, 1_000_000)
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    // Before a long experiment, not after it: whether there is a place for the result.
    fs::create_dir_all(&arguments.out).map_err(|error| cannot_write(&arguments.out, &error))?;
    let figure = match arguments.name {
        FigureName::ScoutNodes => {
            let trees = arguments.trees.unwrap_or(20);
            with_progress(scout_nodes::STEPS, |tick| scout_nodes::scout_nodes(trees, tick))
        }
        FigureName::ScoutKalah => {
            let positions = arguments.trees.unwrap_or(4000);
            with_progress(scout_kalah::STEPS, |tick| scout_kalah::scout_kalah(positions, tick))
        }
        FigureName::Terminal => return save(&arguments.out, "terminal.svg", &terminal_picture::draw()?),
    };
    let mut out = io::stdout().lock();
    write!(out, "{}", figure.text())?;
    out.flush()?;
    save(&arguments.out, &format!("{}.csv", figure.name), &figure.csv())?;
    save(&arguments.out, &format!("{}.svg", figure.name), &chart::svg(&figure)?)
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::Failure(format!("cannot write {}: {error}", path.display()))
}

/// Writes a file, and says where.
fn save(directory: &Path, name: &str, content: &str) -> Result<(), Error> {
    let path = directory.join(name);
    fs::write(&path, content).map_err(|error| cannot_write(&path, &error))?;
    writeln!(io::stdout(), "wrote {}", path.display())?;
    Ok(())
}

/// Runs an experiment with a bar that each tick moves on.
fn with_progress(steps: u64, experiment: impl FnOnce(&(dyn Fn() + Sync)) -> Figure) -> Figure {
    let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let figure = experiment(&|| bar.inc(1));
    bar.finish_and_clear();
    figure
}
