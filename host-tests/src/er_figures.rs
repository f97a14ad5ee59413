//! The figures of Steinberg and Solomon (1989, §7): efficiency (Figs 10 and 11), nodes (Figs 12 and 13), and where the time is
//! lost, which the paper only describes.

use plywood::search::er::Settings;

use crate::er::{self, Alone, Cost, Field, PROCESSORS, Parallel, Serial};
use crate::figure::{Axis, Figure, Panel, Series};

/// How often the figures of one kind of tree tick: random, Othello, Connect-Four, and all of them.
pub const STEPS: [u64; 4] = [3 * STEPS_A_FIELD, 3 * STEPS_A_FIELD, STEPS_A_FIELD, 7 * STEPS_A_FIELD];
const STEPS_A_FIELD: u64 = PROCESSORS.len() as u64 + 1;

/// What was measured on one kind of tree.
struct Measured {
    field: Field,
    serial: Serial,
    runs: Vec<Parallel>,
}

impl Measured {
    fn all(fields: Vec<Field>, tick: &(dyn Fn() + Sync)) -> Vec<Measured> {
        let measure = |field: Field| {
            let serial = field.serial();
            tick();
            let run = |processors| {
                let run = field.parallel(processors, Settings::new(field.serial_ply), Alone::Er);
                tick();
                run
            };
            let runs = PROCESSORS.map(run).to_vec();
            Measured { field, serial, runs }
        };
        fields.into_iter().map(measure).collect()
    }

    fn title(&self) -> String {
        format!("{}: {}", self.field.name, self.field.about)
    }

    /// Speed-up (Fishburn) over the fastest serial search.
    fn speed_up(&self, run: &Parallel) -> f64 {
        self.serial.best() as f64 / run.run.time as f64
    }

    /// A line over the numbers of processors.
    fn line(&self, of: impl Fn(&Parallel) -> f64) -> Vec<(f64, f64)> {
        self.runs.iter().map(|run| (run.processors as f64, of(run))).collect()
    }

    /// What a serial search has, the same everywhere.
    fn level(&self, label: &str, of: impl Fn(&Cost) -> f64, cost: &Cost) -> Series {
        Series::reference(label, self.line(|_| of(cost)))
    }

    fn efficiency(&self) -> Panel {
        let part = |cost: &Cost| self.serial.best() as f64 / cost.time as f64;
        let series = vec![
            self.level("alpha-beta on one", part, &self.serial.alpha_beta),
            self.level("NegaScout on one", part, &self.serial.negascout),
            self.level("serial ER on one", part, &self.serial.er),
            Series::measured("parallel ER", self.line(|run| self.speed_up(run) / run.processors as f64)),
        ];
        let (x, y) = (Axis::Linear("processors"), Axis::Linear("efficiency"));
        Panel { title: self.title(), x, y, series }
    }

    fn nodes(&self) -> Panel {
        let nodes = |cost: &Cost| cost.nodes as f64;
        let series = vec![
            self.level("alpha-beta", nodes, &self.serial.alpha_beta),
            self.level("NegaScout", nodes, &self.serial.negascout),
            self.level("serial ER", nodes, &self.serial.er),
            Series::measured("parallel ER", self.line(|run| run.run.stats.nodes as f64)),
        ];
        let (x, y) = (Axis::Linear("processors"), Axis::Linear("nodes visited"));
        Panel { title: self.title(), x, y, series }
    }

    /// What the processors do with their time, in percent.
    fn losses(&self) -> Panel {
        let percent = |of: &dyn Fn(&Parallel) -> f64| self.line(|run| 100.0 * of(run));
        let mandatory = |run: &Parallel| run.part(self.serial.er.time);
        let series = vec![
            Series::measured("what serial ER does", percent(&mandatory)),
            Series::measured("speculative loss", percent(&|run| run.part(run.run.searching) - mandatory(run))),
            Series::measured("of it, in tasks cut off", percent(&|run| run.part(run.counts.lost_nodes))),
            Series::measured("interference", percent(&|run| run.part(run.run.blocked))),
            Series::measured("at the heap", percent(&|run| run.part(run.run.visiting))),
            Series::measured("starvation", percent(&|run| run.part(run.run.starved))),
        ];
        let (x, y) = (Axis::Linear("processors"), Axis::Linear("% of the time of all processors"));
        Panel { title: self.title(), x, y, series }
    }

    /// The last run, in words.
    fn note(&self) -> String {
        let Some(run) = self.runs.last() else { return String::new() };
        format!(
            "{}: speed-up {:.1} on {} processors, efficiency {:.2}; serial ER takes {:.2} times the time of the best serial search.",
            self.field.name,
            self.speed_up(run),
            run.processors,
            self.speed_up(run) / run.processors as f64,
            self.serial.er.time as f64 / self.serial.best() as f64,
        )
    }
}

/// What is the same in all of them.
fn notes(trees: Option<u64>, measured: &[Measured], paper: &str) -> Vec<String> {
    let averaged = match trees {
        Some(trees) => format!("Totals over {trees} trees of each kind; a visit to the heap takes as long as a node."),
        None => "A visit to the heap takes as long as a node, and so does a look at a successor to sort it.".into(),
    };
    let mut notes = vec![averaged, paper.into()];
    notes.extend(measured.iter().map(Measured::note));
    notes
}

const PAPER: &str = "The paper, 16 processors: efficiency 0.61 to 0.70 on random trees, 0.42 to 0.66 on Othello.";
const PAPER_NODES: &str = "The paper: substantially more nodes on 4 processors than on one, then they grow slowly.";
const PAPER_LOSS: &str =
    "The paper: from 4 to 16 processors contention and starvation grow, speculative loss only moderately.";

fn figure(
    (name, title): (&'static str, &str),
    (fields, trees): (Vec<Field>, Option<u64>),
    panel: fn(&Measured) -> Panel,
    paper: &str,
    tick: &(dyn Fn() + Sync),
) -> Figure {
    let measured = Measured::all(fields, tick);
    let panels = measured.iter().map(panel).collect();
    Figure { name, title: title.into(), panels, notes: notes(trees, &measured, paper) }
}

/// Fig. 10: efficiency on Othello.
pub fn er_10(_trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    figure(("er-10", "Efficiency of ER on Othello"), (er::othello(), None), Measured::efficiency, PAPER, tick)
}

/// Fig. 11: efficiency on random trees.
pub fn er_11(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let fields = (er::random(trees), Some(trees));
    figure(("er-11", "Efficiency of ER on random trees"), fields, Measured::efficiency, PAPER, tick)
}

/// Fig. 12: nodes on Othello.
pub fn er_12(_trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    figure(("er-12", "Nodes visited by ER on Othello"), (er::othello(), None), Measured::nodes, PAPER_NODES, tick)
}

/// Fig. 13: nodes on random trees.
pub fn er_13(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let fields = (er::random(trees), Some(trees));
    figure(("er-13", "Nodes visited by ER on random trees"), fields, Measured::nodes, PAPER_NODES, tick)
}

/// Where the time goes, on all trees.
pub fn er_loss(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let mut fields = er::random(trees);
    fields.extend(er::othello());
    fields.extend(er::connect_four(trees));
    figure(("er-loss", "Where ER loses time"), (fields, Some(trees)), Measured::losses, PAPER_LOSS, tick)
}

/// Efficiency and nodes on Connect-Four.
pub fn er_connect_four(positions: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let measured = Measured::all(er::connect_four(positions), tick);
    let panels = measured.iter().flat_map(|field| [field.efficiency(), field.nodes()]).collect();
    let notes = notes(Some(positions), &measured, "The paper has no Connect-Four.");
    Figure { name: "er-connect-four", title: "ER on Connect-Four".into(), panels, notes }
}

/// What was tried to do better than the paper, one thing added to the other.
const STEPS_TRIED: [&str; 6] = [
    "as the paper has it, with its serial depth",
    "searches that go on hear of better bounds",
    "serial from two plies earlier (one where the paper has 5): bigger tasks",
    "a better rank: refutations out of turn come last",
    "alone, a processor searches by alpha-beta instead of serial ER",
    "the first successor is the e-child: no elder grandchildren",
];

/// What the parallel search does after so many of those.
fn tried(field: &Field, step: usize) -> (Settings, Alone) {
    let paper = Settings::new(field.serial_ply);
    let coarser = if field.serial_ply > 5 { field.serial_ply - 2 } else { field.serial_ply - 1 };
    let settings = Settings {
        shared_bounds: step >= 1,
        serial_ply: if step >= 2 { coarser } else { paper.serial_ply },
        in_turn: step >= 3,
        eldest: step >= 5,
        ..paper
    };
    (settings, if step >= 4 { Alone::AlphaBeta } else { Alone::Er })
}

/// How often [`er_better`] ticks.
pub const STEPS_BETTER: u64 = 7 * (1 + STEPS_TRIED.len() as u64);

/// Speed-up on 16 processors, with one idea after the other.
pub fn er_better(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    const MOST: usize = 16;
    let line = |field: Field| {
        let serial = field.serial();
        tick();
        let point = |step| {
            let (settings, alone) = tried(&field, step);
            let run = field.parallel(MOST, settings, alone);
            tick();
            (step as f64, serial.best() as f64 / run.run.time as f64)
        };
        Series::measured(field.name, (0..STEPS_TRIED.len()).map(point).collect())
    };
    let mut fields = er::random(trees);
    fields.extend(er::othello());
    fields.extend(er::connect_four(trees));
    let (x, y) = (Axis::Linear("ideas"), Axis::Linear("speed-up on 16 processors"));
    let series = fields.into_iter().map(line).collect();
    let panel = Panel { title: "One idea after the other".into(), x, y, series };
    let mut notes = vec![format!("Over the best serial search; totals over {trees} trees of R1 to R3 and C.")];
    notes.extend(STEPS_TRIED.iter().enumerate().map(|(step, what)| format!("{step}: {what}")));
    Figure { name: "er-better", title: "Doing better than the paper".into(), panels: vec![panel], notes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_processor_does_what_serial_er_does_and_time_is_accounted_for() {
        let mut fields = er::random(1);
        fields.truncate(1);
        fields.extend(er::connect_four(2));
        fields.extend(er::othello().into_iter().take(1));
        for measured in Measured::all(fields, &|| {}) {
            let name = measured.field.name;
            let one = measured.runs[0];
            let more = one.run.stats.nodes as f64 / measured.serial.er.nodes as f64;
            // A node of the heap whose subtrees are searched serially is visited again for each.
            assert!((1.0..1.03).contains(&more), "{name}: {more} times the nodes of serial ER");
            assert_eq!((one.run.blocked, one.run.starved), (0, 0), "{name}: nobody is in the way of one");
            for run in &measured.runs {
                let all = run.run.searching + run.run.visiting + run.run.blocked + run.run.starved;
                let had = run.run.time * run.processors as u64;
                // Who was at a node or on the way to the heap at the end has counted a little of what came after.
                assert!(
                    all.abs_diff(had) <= 8 * 40 * run.processors as u64,
                    "{name}: {all} of {had}, {}",
                    run.processors
                );
            }
        }
    }
}
