//! `plywood match`: two players, many games of Connect-Four, a bound on every turn.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::Args;
use experiments::playoff::{Bound, Effort, Match, Name, Score};
use indicatif::{ProgressBar, ProgressStyle};

use crate::errors::Error;
use crate::games::number;
use crate::terminal::{catch_ctrl_c, stopped};

#[derive(Args)]
pub struct Arguments {
    /// One player: ab, ab-lean, negascout, ins or mm
    #[arg(value_name = "A")]
    a: Name,
    /// The other one
    #[arg(value_name = "B")]
    b: Name,
    /// Calls of play a turn: 1000, a list 1000,2000, or a range 1000..5000 in steps of 1000
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true, value_parser = moves)]
    moves: Bounds,
    /// Time a turn instead: 50ms, a list 10ms,20ms, or a range 1s..5s in steps of its first number
    #[arg(long, value_name = "T", conflicts_with = "moves", allow_negative_numbers = true, value_parser = times)]
    time: Option<Bounds>,
    /// How many of the 49 openings; each is played twice
    #[arg(long, value_name = "N", default_value = "49", allow_negative_numbers = true, value_parser = openings)]
    openings: usize,
    /// Where to keep the games, so that a match that was stopped can go on
    #[arg(long, value_name = "DIR", default_value = "matches")]
    out: PathBuf,
}

/// One match each.
#[derive(Clone, Debug, PartialEq)]
struct Bounds(Vec<Bound>);

/// The most calls of play a turn.
const MOST_MOVES: u64 = 1_000_000_000;
/// The longest turn.
const MOST_TIME: Duration = Duration::from_secs(3600);
/// More matches than this at once are a slip of the finger.
const MOST_BOUNDS: usize = 100;

fn openings(text: &str) -> Result<usize, String> {
    number("openings", text, 1, 49)
}

/// Reads `x`, `x,y,z` or `x..y`; a range goes in steps of what `step` makes of its first number.
fn list<T: Copy + PartialOrd + std::ops::Add<Output = T>>(
    text: &str,
    one: impl Fn(&str) -> Option<T>,
    step: impl Fn(T) -> T,
) -> Option<Vec<T>> {
    let Some((from, to)) = text.split_once("..") else { return text.split(',').map(one).collect() };
    let (from, to) = (one(from)?, one(to)?);
    let bounds = std::iter::successors(Some(from), |&bound| Some(bound + step(from)));
    let bounds: Vec<T> = bounds.take_while(|&bound| bound <= to).take(MOST_BOUNDS + 1).collect();
    (!bounds.is_empty() && bounds.len() <= MOST_BOUNDS).then_some(bounds)
}

fn moves(text: &str) -> Result<Bounds, String> {
    let one = |text: &str| text.parse().ok().filter(|n| (1..=MOST_MOVES).contains(n));
    let found = list(text, one, |_| 1000).ok_or_else(|| {
        format!("moves are a number from 1 to {MOST_MOVES}, a list such as 1000,2000, or a range such as 1000..5000")
    })?;
    Ok(Bounds(found.into_iter().map(Bound::Moves).collect()))
}

/// A number and its unit, `50ms`.
fn duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (n, unit) = text.split_at(digits);
    let n: u64 = n.parse().ok()?;
    let micros = match unit {
        "us" => 1,
        "ms" => 1_000,
        "s" => 1_000_000,
        _ => return None,
    };
    let time = Duration::from_micros(n.checked_mul(micros)?);
    (time > Duration::ZERO && time <= MOST_TIME).then_some(time)
}

fn times(text: &str) -> Result<Bounds, String> {
    let found = list(text, duration, |first| first)
        .ok_or("a time is a number with us, ms or s, up to 3600s: 50ms, a list 10ms,20ms, or a range 1s..5s")?;
    Ok(Bounds(found.into_iter().map(Bound::Time).collect()))
}

pub fn run(arguments: &Arguments) -> Result<(), Error> {
    let &Arguments { a, b, openings, ref out, .. } = arguments;
    if a == b {
        return Err(Error::Usage(format!("{a} against itself proves nothing: name two different players")));
    }
    let Bounds(bounds) = arguments.time.as_ref().unwrap_or(&arguments.moves);
    let matches: Vec<Match> = bounds.iter().map(|&bound| Match { players: [a, b], bound, openings }).collect();
    let cannot = |what: &str, error: &io::Error| Error::Failure(format!("cannot {what} {}: {error}", out.display()));
    fs::create_dir_all(out).map_err(|error| cannot("write", &error))?;

    catch_ctrl_c();
    let all: usize = matches.iter().map(Match::len).sum();
    let progress = Progress::new(all);
    let mut rows = Vec::new();
    let (mut total, mut efforts, mut games) = (Score::default(), [Effort::default(); 2], 0);
    for pair in &matches {
        let stop = || {
            progress.show();
            stopped()
        };
        let playoff = pair.play(Some(out), &stop, &|| progress.advance());
        let playoff = playoff.map_err(|error| {
            let path = out.join(pair.file_name());
            Error::Failure(format!("{}: {error}", path.display()))
        })?;
        games += playoff.games.len();
        rows.push((pair.bound.to_string(), playoff.score()));
        total += playoff.score();
        efforts.iter_mut().zip(playoff.efforts()).for_each(|(sum, effort)| *sum += effort);
        if playoff.games.len() < pair.len() {
            progress.clear();
            return Err(Error::Failure(format!(
                "stopped after {games} of {all} games; they are kept in {}, and the same command goes on from there",
                out.display()
            )));
        }
    }
    progress.clear();
    rows.push(("total".into(), total));
    table(arguments, &rows, efforts)
}

fn table(arguments: &Arguments, rows: &[(String, Score)], efforts: [Effort; 2]) -> Result<(), Error> {
    let Arguments { a, b, openings, out: directory, .. } = arguments;
    let mut out = io::stdout().lock();
    writeln!(out, "{a} against {b}: Connect-Four, {openings} openings, each player first once")?;
    writeln!(out, "{:>14}  {:>15}  {:>15}  {:>6}", "a turn", format!("{a} wins"), format!("{b} wins"), "ties")?;
    for (bound, Score { wins, losses, ties }) in rows {
        writeln!(out, "{bound:>14}  {wins:>15}  {losses:>15}  {ties:>6}")?;
    }
    for (name, effort) in [a, b].into_iter().zip(efforts) {
        writeln!(out, "{name}: {:.0} calls of play a second ({})", effort.a_second(), name.about())?;
    }
    writeln!(out, "the games are in {}", directory.display())?;
    Ok(out.flush()?)
}

/// A bar that appears after two seconds.
struct Progress {
    start: Instant,
    bar: ProgressBar,
    shown: OnceLock<()>,
}

impl Progress {
    fn new(games: usize) -> Progress {
        let bar = ProgressBar::hidden();
        bar.set_length(games as u64);
        Progress { start: Instant::now(), bar, shown: OnceLock::new() }
    }

    /// Called every turn, so that there is something to see in long games, too.
    fn show(&self) {
        if self.start.elapsed() < Duration::from_secs(2) {
            return;
        }
        self.shown.get_or_init(|| {
            let style =
                ProgressStyle::with_template("{elapsed} [{bar:40}] {pos}/{len} games, {eta} left; Ctrl-C stops");
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        });
        self.bar.tick();
    }

    fn advance(&self) {
        self.bar.inc(1);
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_numbers_lists_and_ranges() {
        let calls = |bounds: &[u64]| Ok(Bounds(bounds.iter().map(|&n| Bound::Moves(n)).collect()));
        assert_eq!(moves("1000"), calls(&[1000]));
        assert_eq!(moves("1000,2500"), calls(&[1000, 2500]));
        assert_eq!(moves("1000..3000"), calls(&[1000, 2000, 3000]));
        assert_eq!(moves("500..2000"), calls(&[500, 1500]));
        for wrong in ["", "0", "-5", "x", "1000,", "2000..1000", "1000..", "1..1000000", "10000000000"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
        let millis =
            |bounds: &[u64]| Ok(Bounds(bounds.iter().map(|&n| Bound::Time(Duration::from_millis(n))).collect()));
        assert_eq!(times("50ms"), millis(&[50]));
        assert_eq!(times("1s..3s"), millis(&[1000, 2000, 3000]));
        assert_eq!(times("2000us,10ms"), millis(&[2, 10]));
        for wrong in ["", "5", "0s", "5min", "ms", "1s..", "2s..1s", "1us..1s", "99999999999999999999s", "4000s"] {
            assert!(times(wrong).is_err(), "{wrong}");
        }
    }
}
