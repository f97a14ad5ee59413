//! All parallel searches that Steinberg and Solomon (1989) describe, on the same trees and in the same virtual time. The authors
//! had only others' figures to compare theirs with.

use plywood::game::{Game, Value, Window};
use plywood::games::static_order::Ledger;
use plywood::search::er::Settings;
use plywood::search::{AlphaBeta, DepthFirst, NegaScout, Search};
use rayon::prelude::*;

use crate::er::{self, Alone, Field, MAX_DEPTH, PROCESSORS, Tree, Visitor};
use crate::figure::{Axis, Figure, Panel, Series};
use crate::othello_positions;
use crate::rivals::{Aspiration, Rival, Splitting};
use crate::virtual_time::Run;

/// How often [`er_rivals`] ticks.
pub const STEPS: u64 = 7 * PROCESSORS.len() as u64;

/// From how many other trees of the same kind aspiration knows what values to expect.
const OTHERS: u64 = 64;

/// Who takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entrant {
    ParallelEr,
    Splits(Rival),
    Aspiration,
}

impl Entrant {
    /// All five.
    fn all(field: &Field) -> [(&'static str, Entrant); 5] {
        [
            ("parallel ER", Entrant::ParallelEr),
            ("pv-splitting", Entrant::Splits(Rival::PvSplitting(field.depth))),
            ("tree-splitting", Entrant::Splits(Rival::TreeSplitting)),
            ("mandatory work first", Entrant::Splits(Rival::MandatoryWorkFirst(field.serial_ply))),
            ("parallel aspiration", Entrant::Aspiration),
        ]
    }
}

/// The value of a tree, and what one would have guessed: on games, the value two plies less deep. Nothing of random leaves.
#[derive(Clone, Copy)]
struct ValueAndGuess {
    depth: u8,
    can_guess: bool,
}

impl Visitor<(Value, Value)> for ValueAndGuess {
    fn visit<G: Game + Clone>(self, game: &G, _ledger: &Ledger) -> (Value, Value) {
        let mut search = DepthFirst::<_, _, MAX_DEPTH>::new(NegaScout, game.clone());
        let mut value = |depth| {
            search.start(game, depth).expect("the trees are not that deep");
            search.finish()
        };
        (value(self.depth), if self.can_guess { value(self.depth - 2) } else { Value::ZERO })
    }
}

fn value_and_guess(tree: &Tree, depth: u8) -> (i16, i16) {
    let can_guess = !matches!(tree, Tree::Random(_));
    let (value, guess) = tree.with(ValueAndGuess { depth, can_guess });
    (value.get(), guess.get())
}

/// By how much one is wrong, on other trees of the same kind, in order.
fn errors(others: &[Tree], depth: u8) -> Vec<i16> {
    let error = |tree: &Tree| {
        let (value, guess) = value_and_guess(tree, depth);
        value.saturating_sub(guess)
    };
    let mut errors: Vec<i16> = others.par_iter().map(error).collect();
    errors.sort_unstable();
    errors
}

/// Where the windows of so many processors meet: each is as likely to hold the value.
fn bounds(errors: &[i16], guess: i16, processors: usize) -> Vec<Value> {
    let at = |i: usize| errors[i * errors.len() / processors].saturating_add(guess);
    (1..processors).map(|i| Value::new(at(i))).collect()
}

/// A run of one of those that search by alpha-beta.
struct Race<'b> {
    depth: u8,
    processors: usize,
    entrant: Entrant,
    bounds: &'b [Value],
}

impl Visitor<(Run, Value)> for Race<'_> {
    fn visit<G: Game + Clone>(self, game: &G, ledger: &Ledger) -> (Run, Value) {
        let Race { depth, processors, entrant, bounds } = self;
        let serial = || DepthFirst::<_, _, MAX_DEPTH>::new(AlphaBeta::default(), game.clone());
        let place = (game, depth);
        match entrant {
            Entrant::Splits(rival) => {
                let mut splitting = Splitting::new(rival, processors, Window::FULL);
                let is_over = |splitting: &Splitting| splitting.value().is_some();
                let run = er::in_virtual_time((&mut splitting, is_over), serial, place, processors, ledger);
                (run, splitting.value().unwrap_or_default())
            }
            _ => {
                let mut aspiration = Aspiration::new(bounds);
                let is_over = |aspiration: &Aspiration| aspiration.value().is_some();
                let run = er::in_virtual_time((&mut aspiration, is_over), serial, place, processors, ledger);
                (run, aspiration.value().unwrap_or_default())
            }
        }
    }
}

/// The runs on all trees of a field together.
///
/// # Panics
/// If a value is not that of a serial search.
fn run(field: &Field, errors: &[i16], entrant: Entrant, processors: usize) -> Run {
    let one = |tree: &Tree| {
        let depth = field.depth;
        let (value, guess) = value_and_guess(tree, depth);
        let bounds = bounds(errors, guess, processors);
        let (run, found) = tree.with(Race { depth, processors, entrant, bounds: &bounds });
        assert_eq!(found.get(), value, "{entrant:?} on {processors} processors");
        run
    };
    if entrant == Entrant::ParallelEr {
        return field.parallel(processors, Settings::new(field.serial_ply), Alone::Er).run;
    }
    let runs: Vec<Run> = field.trees.par_iter().map(one).collect();
    let mut all = Run::default();
    runs.into_iter().for_each(|run| all += run);
    all
}

/// Efficiency over the fastest serial search.
fn panel(field: &Field, others: &[Tree], tick: &(dyn Fn() + Sync)) -> Panel {
    let best = field.serial().best() as f64;
    let errors = errors(others, field.depth);
    let entrants = Entrant::all(field);
    let mut series = entrants.map(|(label, _)| Series::measured(label, vec![])).to_vec();
    for processors in PROCESSORS {
        for (series, (_, entrant)) in series.iter_mut().zip(entrants) {
            let efficiency = best / (run(field, &errors, entrant, processors).time * processors as u64) as f64;
            series.points.push((processors as f64, efficiency));
        }
        tick();
    }
    let (x, y) = (Axis::Linear("processors"), Axis::Linear("efficiency"));
    Panel { title: format!("{}: {}", field.name, field.about), x, y, series }
}

/// Efficiency of all five on all trees.
pub fn er_rivals(trees: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let skip = trees as usize;
    let pairs = |fields: Vec<Field>, more: Vec<Field>| {
        fields.into_iter().zip(more).map(|(field, more)| (field, more.trees[skip..].to_vec())).collect::<Vec<_>>()
    };
    let mut fields = pairs(er::random(trees), er::random(trees + OTHERS));
    let positions: Vec<Tree> = (0..OTHERS).map(|seed| Tree::Othello(othello_positions::position(seed))).collect();
    fields.extend(er::othello().into_iter().map(|field| (field, positions.clone())));
    fields.extend(pairs(er::connect_four(trees), er::connect_four(trees + OTHERS)));
    let panels: Vec<Panel> = fields.iter().map(|(field, others)| panel(field, others, tick)).collect();
    let mut notes = vec![
        format!("Totals over {trees} trees of each kind; a visit to what is shared takes as long as a node."),
        String::from(
            "The paper: aspiration speeds up 5 or 6 times at the most, mandatory work first about 6 times; pv-splitting",
        ),
        String::from("3.27 times on 4 processors, in chess. Here, the speed-up on 4 and on 16 processors:"),
    ];
    for panel in &panels {
        let speed_up = |series: &Series| {
            let at = |processors: f64| processors * series.at(processors).unwrap_or(f64::NAN);
            format!("{} {:.1} and {:.1}", series.label, at(4.0), at(16.0))
        };
        let name = panel.title.split(':').next().unwrap_or_default();
        notes.push(format!("{name}: {}.", panel.series.iter().map(speed_up).collect::<Vec<_>>().join(", ")));
    }
    Figure { name: "er-rivals", title: "Five parallel searches".into(), panels, notes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_one_processor_alpha_beta_is_what_all_but_er_are() {
        let field = er::connect_four(2).remove(0);
        let alone = field.serial().alpha_beta.nodes;
        for (label, entrant) in Entrant::all(&field) {
            let nodes = run(&field, &[0], entrant, 1).stats.nodes;
            match entrant {
                Entrant::ParallelEr => assert_ne!(nodes, alone),
                // It looks at the minimal tree by itself, and does not hand on every bound.
                Entrant::Splits(Rival::MandatoryWorkFirst(_)) => assert!(nodes >= alone),
                _ => assert_eq!(nodes, alone, "{label}"),
            }
        }
    }

    #[test]
    fn each_window_is_as_likely_to_hold_the_value() {
        let errors: Vec<i16> = (0..64).collect();
        let bounds = bounds(&errors, 100, 4);
        assert_eq!(bounds, [116, 132, 148].map(Value::new));
    }
}
