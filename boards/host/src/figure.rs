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

#[derive(Args)]
pub struct Arguments {
    /// Which figure
    name: FigureName,
    /// How many trees, or positions, to average over
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
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

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let figure = match arguments.name {
        FigureName::ScoutNodes => {
            let trees = arguments.trees.unwrap_or(20);
            with_progress(scout_nodes::STEPS, |tick| scout_nodes::scout_nodes(trees, tick))
        }
        FigureName::ScoutKalah => {
            let positions = arguments.trees.unwrap_or(200);
            with_progress(scout_kalah::STEPS * positions, |tick| scout_kalah::scout_kalah(positions, tick))
        }
        FigureName::Terminal => return save(&arguments.out, "terminal.svg", &terminal_picture::draw()?),
    };
    let mut out = io::stdout().lock();
    write!(out, "{}", figure.text())?;
    out.flush()?;
    save(&arguments.out, &format!("{}.csv", figure.name), &figure.csv())?;
    save(&arguments.out, &format!("{}.svg", figure.name), &chart::svg(&figure)?)
}

/// Writes a file, and says where.
fn save(directory: &Path, name: &str, content: &str) -> Result<(), Error> {
    let path = directory.join(name);
    let fail = |error: io::Error| Error::Failure(format!("cannot write {}: {error}", path.display()));
    fs::create_dir_all(directory).map_err(fail)?;
    fs::write(&path, content).map_err(fail)?;
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
