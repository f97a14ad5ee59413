//! `plywood figure`: a paper's figure as CSV, as SVG, and as numbers in the terminal.

mod chart;
mod terminal_picture;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use experiments::figure::Figure;
use experiments::{er_figures, er_rivals, marsland_5, marsland_6, marsland_7, marsland_time, memory_curve};
use experiments::{plaat_1, plaat_2, plaat_6};
use experiments::{refutation_wall, rivest_cross, rivest_table1, rivest_table2, scout_kalah, scout_nodes};
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
    /// Nodes in minimal windows around the value (Marsland, Reinefeld and Schaeffer 1987, Fig. 1)
    RefutationWall,
    /// Leaves by depth at width 5: alpha-beta, NS, PNS, INS, DUAL*, SSS* (Fig. 5 there)
    #[value(name = "marsland-5")]
    Marsland5,
    /// Leaves by width at depth 5 (Fig. 6)
    #[value(name = "marsland-6")]
    Marsland6,
    /// Leaves by width at depth 6 (Fig. 7)
    #[value(name = "marsland-7")]
    Marsland7,
    /// Time a leaf by width, relative to NegaScout's (section 4.2)
    MarslandTime,
    /// Leaves by the size of the store: INS with a hash table, DUAL*, SSS*
    MemoryCurve,
    /// Generalized means of four numbers (Rivest 1987, Table 1)
    #[value(name = "rivest-table1")]
    RivestTable1,
    /// Playoffs by time and by moves; --trees is the number of openings (Table 2 there)
    #[value(name = "rivest-table2")]
    RivestTable2,
    /// All players against all, with ratings; --trees is the number of openings
    RivestCross,
    /// Enhanced NegaScout beside the minimal graphs, by depth (Plaat, Schaeffer, Pijls and de Bruin 1996, Fig. 1)
    #[value(name = "plaat-1")]
    Plaat1,
    /// The left-first minimal graph beside the approximation of the real one, by depth (Figs 2 and 3 there)
    #[value(name = "plaat-2")]
    Plaat2,
    /// Enhanced transposition cut-offs and exploiting irregular branching, nodes and time by depth (Figs 6 and 7 there)
    #[value(name = "plaat-6")]
    Plaat6,
    /// Efficiency of parallel ER on Othello (Steinberg and Solomon 1989, Fig. 10)
    #[value(name = "er-10")]
    Er10,
    /// The same on random trees (Fig. 11)
    #[value(name = "er-11")]
    Er11,
    /// Nodes visited by parallel ER on Othello (Fig. 12)
    #[value(name = "er-12")]
    Er12,
    /// The same on random trees (Fig. 13)
    #[value(name = "er-13")]
    Er13,
    /// Where parallel ER loses time: starvation, interference, speculative loss
    ErLoss,
    /// Speed-up of parallel ER on 16 processors, with one improvement after the other
    ErBetter,
    /// Efficiency and nodes of parallel ER on Connect-Four
    ErConnectFour,
    /// Efficiency of all five parallel searches of Steinberg and Solomon
    ErRivals,
    /// A game in the terminal, as the README shows it
    Terminal,
}

fn trees(text: &str) -> Result<u64, String> {
    number("trees", text, 1, 1_000_000)
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    // Before a long experiment, not after it: whether there is a place for the result.
    fs::create_dir_all(&arguments.out).map_err(|error| cannot_write(&arguments.out, &error))?;
    let (steps, default, experiment): (u64, u64, Experiment) = match arguments.name {
        FigureName::ScoutNodes => (scout_nodes::STEPS, 20, scout_nodes::scout_nodes),
        FigureName::ScoutKalah => (scout_kalah::STEPS, 4000, scout_kalah::scout_kalah),
        FigureName::RefutationWall => (refutation_wall::STEPS, 20, refutation_wall::refutation_wall),
        FigureName::Marsland5 => (marsland_5::STEPS, 20, marsland_5::marsland_5),
        FigureName::Marsland6 => (marsland_6::STEPS, 20, marsland_6::marsland_6),
        FigureName::Marsland7 => (marsland_7::STEPS, 20, marsland_7::marsland_7),
        FigureName::MarslandTime => (marsland_time::STEPS, 20, marsland_time::marsland_time),
        FigureName::MemoryCurve => (memory_curve::STEPS, 20, memory_curve::memory_curve),
        FigureName::RivestTable1 => (rivest_table1::STEPS, 1, rivest_table1::rivest_table1),
        FigureName::RivestTable2 => (rivest_table2::STEPS, 49, rivest_table2::rivest_table2),
        FigureName::RivestCross => (rivest_cross::STEPS, 49, rivest_cross::rivest_cross),
        FigureName::Plaat1 => (plaat_1::STEPS, 20, plaat_1::plaat_1),
        FigureName::Plaat6 => (plaat_6::STEPS, 20, plaat_6::plaat_6),
        FigureName::Plaat2 => (plaat_2::STEPS, 20, plaat_2::plaat_2),
        FigureName::Er10 => (er_figures::STEPS[1], 1, er_figures::er_10),
        FigureName::Er11 => (er_figures::STEPS[0], 20, er_figures::er_11),
        FigureName::Er12 => (er_figures::STEPS[1], 1, er_figures::er_12),
        FigureName::Er13 => (er_figures::STEPS[0], 20, er_figures::er_13),
        FigureName::ErLoss => (er_figures::STEPS[3], 20, er_figures::er_loss),
        FigureName::ErBetter => (er_figures::STEPS_BETTER, 20, er_figures::er_better),
        FigureName::ErConnectFour => (er_figures::STEPS[2], 20, er_figures::er_connect_four),
        FigureName::ErRivals => (er_rivals::STEPS, 20, er_rivals::er_rivals),
        FigureName::Terminal => return save(&arguments.out, "terminal.svg", &terminal_picture::draw()?),
    };
    let trees = arguments.trees.unwrap_or(default);
    let figure = with_progress(steps, |tick| experiment(trees, tick));
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

/// An experiment: on so many trees or positions, with something to call after each step.
type Experiment = fn(u64, &(dyn Fn() + Sync)) -> Figure;

/// Runs an experiment with a bar that each tick moves on.
fn with_progress(steps: u64, experiment: impl FnOnce(&(dyn Fn() + Sync)) -> Figure) -> Figure {
    let style = ProgressStyle::with_template("{elapsed} [{bar:40}] {pos}/{len}, {eta} left");
    let bar = ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let figure = experiment(&|| bar.inc(1));
    bar.finish_and_clear();
    figure
}
