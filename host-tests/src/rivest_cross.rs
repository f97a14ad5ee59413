//! All players against all, at one bound on calls of `play`: what Rivest's playoffs (1987, §5) would have looked like with more
//! than two players.

use crate::elo::ratings;
use crate::figure::{Axis, Figure, Panel, Series};
use crate::playoff::{Bound, Match, Name, Score};

/// Calls of `play` a turn.
const MOVES: u64 = 1000;

/// How often [`rivest_cross`] ticks.
pub const STEPS: u64 = (Name::ALL.len() * (Name::ALL.len() - 1) / 2) as u64;

/// How each of `players` fared against each other one.
pub fn cross_table(players: &[Name], bound: Bound, openings: usize, tick: &(dyn Fn() + Sync)) -> Vec<Vec<Score>> {
    let mut table = vec![vec![Score::default(); players.len()]; players.len()];
    for i in 0..players.len() {
        for j in i + 1..players.len() {
            let pair = Match { players: [players[i], players[j]], bound, openings };
            let score = pair.play(None, &|| false, &|| ()).unwrap_or_default().score();
            (table[i][j], table[j][i]) = (score, score.reversed());
            tick();
        }
    }
    table
}

/// Scores and ratings.
pub fn rivest_cross(openings: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let (names, openings) = (Name::ALL, openings.min(49));
    let table = cross_table(&names, Bound::Moves(MOVES), openings as usize, tick);
    let rated = ratings(&table);
    let xs = || (1..=names.len()).map(|i| i as f64);
    let points = |y: fn(&crate::elo::Rating) -> f64| xs().zip(&rated).map(|(x, rating)| (x, y(rating))).collect();
    let numbered: Vec<String> = names.iter().enumerate().map(|(i, name)| format!("{} {name}", i + 1)).collect();
    let panel = Panel {
        title: numbered.join(", "),
        x: Axis::Linear("player"),
        y: Axis::Linear("Elo, mean 0"),
        series: vec![
            Series::measured("rating", points(|rating| rating.elo)),
            Series::measured("95 %, from", points(|rating| rating.elo - rating.error)),
            Series::measured("95 %, to", points(|rating| rating.elo + rating.error)),
        ],
    };
    let mut notes = vec![format!("{:<10}{}{:>8}  {:>12}", "", header(&names), "points", "Elo")];
    for (i, name) in names.iter().enumerate() {
        let cells: Vec<String> = (0..names.len())
            .map(|j| if i == j { String::from("-") } else { table[i][j].to_string() })
            .map(|cell| format!("{cell:>11}"))
            .collect();
        let points: f64 = table[i].iter().map(|score| score.points()).sum();
        let elo = format!("{:+.0} +- {:.0}", rated[i].elo, rated[i].error);
        notes.push(format!("{name:<10}{}{points:>8.1}  {elo:>12}", cells.concat()));
    }
    notes.push(format!("Wins, losses and ties of the player on the left; {} games a pair.", 2 * openings));
    notes.extend(names.iter().map(|name| format!("{name}: {}.", name.about())));
    Figure {
        name: "rivest-cross",
        title: format!("All against all, {MOVES} calls of play a turn"),
        panels: vec![panel],
        notes,
    }
}

fn header(names: &[Name]) -> String {
    names.iter().map(|name| format!("{name:>11}")).collect()
}
