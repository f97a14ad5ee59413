//! Table 2 of Rivest (1987): playoffs of 98 games for each of five bounds on time and five on calls of `play`.

use std::time::Duration;

use crate::connect_four_positions;
use crate::counted::Counted;
use crate::figure::{Axis, Figure, Panel, Series};
use crate::playoff::{Bound, Effort, Match, Name, Player, Score};

/// Whom the figure shows. The paper's pair is min/max approximation, then alpha-beta.
pub const PLAYERS: [Name; 2] = [Name::Mm, Name::Ab];

/// How often [`rivest_table2`] ticks.
pub const STEPS: u64 = 10;

/// What a second of the paper is here. Its alpha-beta made 3500 calls of move a second; a desktop computer makes that many in
/// less than a millisecond.
const SECOND: Duration = Duration::from_millis(1);

/// The paper's rows: wins of min/max approximation, wins of alpha-beta, ties. By seconds, 1 to 5, and
const BY_TIME: [[u64; 3]; 5] = [[41, 46, 11], [40, 42, 16], [36, 44, 18], [39, 52, 7], [30, 55, 13]];
/// by thousands of moves, 1 to 5.
const BY_MOVES: [[u64; 3]; 5] = [[47, 35, 16], [50, 35, 13], [42, 47, 9], [49, 42, 7], [61, 31, 6]];

/// Positions on which the distinct ones are counted.
const SAMPLES: u64 = 100;

/// Both halves of the table for the figure's pair.
pub fn rivest_table2(openings: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    table(PLAYERS, openings.min(49) as usize, tick)
}

/// Both halves of the table for any pair; beside them the paper's, if it is the paper's pair.
pub fn table(players: [Name; 2], openings: usize, tick: &(dyn Fn() + Sync)) -> Figure {
    let [a, b] = players;
    let papers = [a.as_str(), b.as_str()] == ["mm", "ab"];
    let mut notes = Vec::new();
    let mut half = |title: &str, x: &'static str, bounds: [(f64, Bound); 5], paper: [[u64; 3]; 5]| {
        let labels = [format!("{a} wins"), format!("{b} wins"), String::from("ties")];
        let mut series: Vec<Series> = labels.iter().map(|label| Series::measured(label, vec![])).collect();
        let (mut total, mut efforts) = (Score::default(), [Effort::default(); 2]);
        for (x, bound) in bounds {
            let playoff = Match { players, bound, openings }.play(None, &|| false, &|| ()).unwrap_or_default();
            let score = playoff.score();
            for (series, n) in series.iter_mut().zip([score.wins, score.losses, score.ties]) {
                series.points.push((x, n as f64));
            }
            total += score;
            efforts.iter_mut().zip(playoff.efforts()).for_each(|(sum, effort)| *sum += effort);
            tick();
        }
        if papers {
            for (i, label) in ["MM wins (paper)", "AB wins (paper)", "ties (paper)"].into_iter().enumerate() {
                let points = bounds.iter().zip(paper).map(|(bound, row)| (bound.0, row[i] as f64));
                series.push(Series::reference(label, points.collect()));
            }
        }
        let sums = [0, 1, 2].map(|i| paper.iter().map(|row| row[i]).sum::<u64>());
        let beside = if papers { format!("; the paper's {}-{}-{}", sums[0], sums[1], sums[2]) } else { String::new() };
        notes.push(format!("{title}, total: {total}{beside}. {}", speeds(players, efforts)));
        Panel { title: title.into(), x: Axis::Linear(x), y: Axis::Linear("games"), series }
    };
    let times = [1, 2, 3, 4, 5].map(|n: u32| (f64::from(n), Bound::Time(n * SECOND)));
    let moves = [1, 2, 3, 4, 5].map(|n: u32| (f64::from(1000 * n), Bound::Moves(u64::from(1000 * n))));
    let panels = vec![half("by time", "ms", times, BY_TIME), half("by moves", "moves", moves, BY_MOVES)];
    notes.push(format!("Each row has {} games: {openings} openings, each player first once.", 2 * openings));
    notes.push(format!("By time a turn has {SECOND:?} to {:?}, where the paper's had 1 s to 5 s.", 5 * SECOND));
    let [mine, theirs] = players.map(distinct);
    notes.push(format!("Distinct positions in a turn of 1000 moves: {a} {mine:.0}, {b} {theirs:.0}."));
    Figure {
        name: "rivest-table2",
        title: format!("{a} against {b}: wins, losses and ties (bounds as in Rivest 1987, Table 2)"),
        panels,
        notes,
    }
}

/// Calls of `play` a second.
fn speeds([a, b]: [Name; 2], [first, second]: [Effort; 2]) -> String {
    format!("Calls of play a second: {a} {:.0}, {b} {:.0}.", first.a_second(), second.a_second())
}

/// How many distinct positions a player looks at in a turn of 1000 moves, on average.
fn distinct(name: Name) -> f64 {
    let mut player = Player::new(name);
    let of_turn = |seed| {
        let board = Counted::new(connect_four_positions::position(seed));
        player.choose(&board, Bound::Moves(1000));
        board.distinct()
    };
    (0..SAMPLES).map(of_turn).sum::<usize>() as f64 / SAMPLES as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_rows_add_up_to_its_totals() {
        let total = |rows: [[u64; 3]; 5]| [0, 1, 2].map(|i| rows.iter().map(|row| row[i]).sum::<u64>());
        assert_eq!((total(BY_TIME), total(BY_MOVES)), ([186, 239, 65], [249, 190, 51]));
        assert!(BY_TIME.iter().chain(&BY_MOVES).all(|row| row.iter().sum::<u64>() == 98));
    }
}
