//! Fair timing on a machine that does other things, too: what is compared takes turns in one process.

use std::time::Instant;

/// The median, over `rounds` rounds in which each of `runs` runs once, of the time of each divided by that of the first.
pub fn ratios<const N: usize>(rounds: usize, mut runs: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut measured = vec![Vec::new(); N];
    for _ in 0..rounds {
        let times = runs.each_mut().map(|run| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        });
        for (ratios, time) in measured.iter_mut().zip(times) {
            ratios.push(time / times[0]);
        }
    }
    let mut measured = measured.into_iter();
    [(); N].map(|()| {
        let mut ratios = measured.next().unwrap_or_default();
        ratios.sort_by(f64::total_cmp);
        ratios.get(rounds / 2).copied().unwrap_or(f64::NAN)
    })
}
