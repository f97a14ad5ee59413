//! How often min/max approximation calls `play` in the time alpha-beta takes to call it once, in Rivest's playoffs (1987, §5): one
//! turn after each of the 49 openings, within the same bounds on calls. The two take turns, so that whatever else the machine does
//! meets both alike.
//!
//! Rivest's programs called it 800 and 3,500 times a second: 0.23.

use std::hint::black_box;

use experiments::playoff::{Bound, Name, Player, openings, position};
use experiments::turns::ratios;

const ROUNDS: usize = 41;

/// One turn after each opening; returns the calls of `play`.
fn turns(player: &mut Player, calls: u64) -> u64 {
    openings()
        .into_iter()
        .filter_map(|opening| player.choose(black_box(&position(opening)), Bound::Moves(calls)))
        .map(|choice| choice.calls)
        .sum()
}

fn main() {
    println!("Calls of play in the same time, against alpha-beta's (goal for mm: 0.70):");
    println!("  {:<12}{:>10}{:>10}{:>10}", "bound", "ab-lean", "mm", "goal");
    for calls in [1000, 2000, 3000, 4000, 5000] {
        let mut players = [Name::Ab, Name::AbLean, Name::Mm].map(Player::new);
        let made = players.each_mut().map(|player| turns(player, calls));
        let [ab, lean, mm] = &mut players;
        let times = ratios(
            ROUNDS,
            [&mut || _ = black_box(turns(ab, calls)), &mut || _ = black_box(turns(lean, calls)), &mut || {
                _ = black_box(turns(mm, calls))
            }],
        );
        let rate = |i: usize| made[i] as f64 / made[0] as f64 / times[i];
        println!("  {calls:<12}{:>10.2}{:>10.2}{:>10}", rate(1), rate(2), "0.70");
    }
}
