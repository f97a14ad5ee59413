//! Ratings from a cross table, with error bars.
//!
//! The model is Bradley and Terry's, on Elo's scale: of two players, the one rated d higher gets 1 / (1 + 10^(-d/400)) of
//! the points, a tie being half a point to each. The ratings are the most likely ones; their mean is 0.
//!
//! - **One tie more**, that nobody played, is added for each pair that met: without it, who has won every game would be
//!   infinitely better. It draws the ratings together a little: with 98 games by 1 %.
//! - **The error bars** are 95 % intervals by the normal approximation: 1.96 standard deviations, the variances from the
//!   inverse of the information matrix, every game counting as a coin toss. Ties toss no coin, so where there are many the
//!   bars are too long rather than too short. But games are taken to be independent, and deterministic players who meet in
//!   similar openings play similar games: the bars do not cover that.

use std::f64::consts::LN_10;

use crate::playoff::Score;

/// A rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// On Elo's scale, the mean of all players being 0.
    pub elo: f64,
    /// Half the length of the 95 % interval.
    pub error: f64,
}

/// Elo points to the unit of natural logarithms.
const SCALE: f64 = 400.0 / LN_10;

/// How the points of each pair are shared out: games, and points of the first, the tie that nobody played included.
fn games_and_points(score: Score) -> (f64, f64) {
    if score.games() == 0 { (0.0, 0.0) } else { (score.games() as f64 + 1.0, score.points() + 0.5) }
}

/// The ratings of as many players as `table` has rows; `table[i][j]` is how `i` fared against `j`. The diagonal and the
/// half below it are not looked at. Players whom no chain of matches connects cannot be compared; their ratings mean
/// nothing.
pub fn ratings(table: &[Vec<Score>]) -> Vec<Rating> {
    let n = table.len();
    let mut games = vec![vec![0.0; n]; n];
    let mut points = vec![0.0; n];
    for i in 0..n {
        for j in i + 1..n {
            let (played, first) = games_and_points(table[i].get(j).copied().unwrap_or_default());
            (games[i][j], games[j][i]) = (played, played);
            points[i] += first;
            points[j] += played - first;
        }
    }
    let strengths = most_likely(&games, &points);
    let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let mean = logs.iter().sum::<f64>() / n.max(1) as f64;
    let variances = variances(&games, &strengths);
    let rating = |(log, variance): (&f64, f64)| Rating {
        elo: SCALE * (log - mean),
        error: 1.96 * SCALE * variance.max(0.0).sqrt(),
    };
    logs.iter().zip(variances).map(rating).collect()
}

/// Zermelo's iteration: each strength in turn becomes the one that explains that player's points. It always converges.
fn most_likely(games: &[Vec<f64>], points: &[f64]) -> Vec<f64> {
    let n = points.len();
    let mut strengths = vec![1.0; n];
    for _ in 0..10_000 {
        let mut change: f64 = 0.0;
        for i in 0..n {
            let expected: f64 = (0..n).map(|j| games[i][j] / (strengths[i] + strengths[j])).sum();
            if expected > 0.0 {
                let new: f64 = points[i] / expected;
                change = change.max((new / strengths[i]).ln().abs());
                strengths[i] = new;
            }
        }
        if change < 1e-12 {
            break;
        }
    }
    strengths
}

/// The variance of each logarithm of a strength, when their sum is held at 0. The information matrix is a Laplacian, with
/// the vector of ones as its null space; adding J/n, J being all ones, makes it invertible, and taking J/n away again from
/// the inverse leaves the pseudo-inverse.
fn variances(games: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let n = strengths.len();
    let ones = 1.0 / n.max(1) as f64;
    let mut matrix = vec![vec![ones; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let share = strengths[i] / (strengths[i] + strengths[j]);
            let information = games[i][j] * share * (1.0 - share);
            matrix[i][i] += information;
            matrix[i][j] -= information;
        }
    }
    inverse_diagonal(matrix).into_iter().map(|variance| variance - ones).collect()
}

/// The diagonal of the inverse of a positive definite matrix, by Gauss and Jordan. What cannot be known is infinite.
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for k in 0..n {
        let pivot = matrix[k][k];
        if pivot.abs() < 1e-12 {
            return vec![f64::INFINITY; n];
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[k].iter_mut().for_each(|x| *x /= pivot);
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = matrix[i][k];
            for rows in [&mut matrix, &mut inverse] {
                let row = rows[k].clone();
                rows[i].iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    (0..n).map(|i| inverse[i][i]).collect()
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro128PlusPlus;

    use super::*;

    fn table(n: usize, score: impl FnMut(usize, usize) -> Score) -> Vec<Vec<Score>> {
        let mut score = score;
        (0..n).map(|i| (0..n).map(|j| if j > i { score(i, j) } else { Score::default() }).collect()).collect()
    }

    /// Games between players of these ratings, a tie in every fifth on average.
    fn simulated(elos: &[f64], games: u64, dice: &mut Xoshiro128PlusPlus) -> Vec<Vec<Score>> {
        table(elos.len(), |i, j| {
            let share = 1.0 / (1.0 + 10f64.powf((elos[j] - elos[i]) / 400.0));
            let tie = 0.2f64.min(share).min(1.0 - share);
            let mut score = Score::default();
            for _ in 0..games {
                let x = f64::from(dice.next_u32()) / f64::from(u32::MAX);
                if x < tie {
                    score.ties += 1;
                } else if x < share + tie / 2.0 {
                    score.wins += 1;
                } else {
                    score.losses += 1;
                }
            }
            score
        })
    }

    #[test]
    fn known_ratings_come_back_and_the_bars_hold_what_they_say() {
        let elos = [130.0, 40.0, -20.0, -150.0]; // their mean is 0
        let mut dice = Xoshiro128PlusPlus::seed_from_u64(6);
        for (rating, elo) in ratings(&simulated(&elos, 100_000, &mut dice)).iter().zip(elos) {
            assert!((rating.elo - elo).abs() < 2.0, "{rating:?} for {elo}");
        }
        let (mut inside, rounds) = (0, 500);
        for _ in 0..rounds {
            let ratings = ratings(&simulated(&elos, 98, &mut dice));
            inside += ratings.iter().zip(elos).filter(|(rating, elo)| (rating.elo - elo).abs() < rating.error).count();
        }
        let percent = 100.0 * inside as f64 / (rounds * elos.len()) as f64;
        assert!((95.0..99.5).contains(&percent), "{percent} % inside: with ties, a little more than 95");
    }

    #[test]
    fn two_players_by_hand() {
        // With the extra tie, 75.5 of 101 points: 400 log10(75.5 / 25.5) apart.
        let apart = 400.0 * (75.5f64 / 25.5).log10();
        let found = ratings(&table(2, |_, _| Score { wins: 70, losses: 20, ties: 10 }));
        assert!((found[0].elo - apart / 2.0).abs() < 1e-6 && (found[1].elo + apart / 2.0).abs() < 1e-6);
        // The difference has variance 1 / (n p q); each of the two is half of it away from the mean.
        let error = 1.96 * SCALE / 2.0 / (101.0f64 * (75.5 / 101.0) * (25.5 / 101.0)).sqrt();
        assert!((found[0].error - error).abs() < 1e-6, "{found:?} {error}");
    }

    #[test]
    fn who_wins_all_games_is_not_infinitely_better() {
        let found = ratings(&table(2, |_, _| Score { wins: 98, losses: 0, ties: 0 }));
        assert!(found[0].elo > 400.0 && found[0].elo < 500.0, "{found:?}");
        assert!(ratings(&[]).is_empty());
    }
}
