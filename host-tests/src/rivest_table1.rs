//! Table 1 of Rivest (1987): generalized means of four numbers, and how much the mean depends on each (§2).

use crate::figure::{Axis, Figure, Panel, Series};

/// The numbers.
pub const NUMBERS: [f64; 4] = [10.0, 21.0, 29.0, 32.0];

/// Exponents, and the means as they are printed.
pub const PRINTED: [(f64, &str); 13] = [
    (-32.0, "10.4"),
    (-16.0, "10.9"),
    (-8.0, "11.9"),
    (-4.0, "13.9"),
    (-2.0, "16.6"),
    (-1.0, "18.7"),
    (0.0, "21.0"),
    (1.0, "23.0"),
    (2.0, "24.5"),
    (4.0, "26.5"),
    (8.0, "28.3"),
    (16.0, "29.7"),
    (32.0, "30.7"),
];

/// How often [`rivest_table1`] ticks.
pub const STEPS: u64 = 1;

/// The derivatives at p = 32 as they are printed.
pub const PRINTED_GRADIENT: [&str; 4] = ["2e-16", "2e-6", "0.04", "0.90"];

/// The generalized p-mean, equation (1); at 0 it is the geometric mean, its limit. The numbers must be positive.
pub fn mean(p: f64, numbers: &[f64]) -> f64 {
    let n = numbers.len() as f64;
    if p == 0.0 {
        return (numbers.iter().map(|x| x.ln()).sum::<f64>() / n).exp();
    }
    (numbers.iter().map(|x| x.powf(p)).sum::<f64>() / n).powf(1.0 / p)
}

/// The derivative of the p-mean with respect to each number, equation (6).
pub fn gradient(p: f64, numbers: &[f64]) -> Vec<f64> {
    gradient_at(mean(p, numbers), p, numbers)
}

/// Equation (6) with a mean that is known, or thought to be.
fn gradient_at(mean: f64, p: f64, numbers: &[f64]) -> Vec<f64> {
    numbers.iter().map(|x| (x / mean).powf(p - 1.0) / numbers.len() as f64).collect()
}

/// Derivatives rounded as the paper has them.
fn rounded(gradient: &[f64]) -> Vec<String> {
    gradient.iter().map(|d| if *d < 0.01 { format!("{d:.0e}") } else { format!("{d:.2}") }).collect()
}

/// The table, ours beside the paper's.
pub fn rivest_table1(_count: u64, tick: &(dyn Fn() + Sync)) -> Figure {
    let ours = PRINTED.map(|(p, _)| (p, mean(p, &NUMBERS)));
    let paper = PRINTED.map(|(p, printed)| (p, printed.parse().unwrap_or(f64::NAN)));
    tick();
    let panel = Panel {
        title: "generalized means of 10, 21, 29, 32".into(),
        x: Axis::Linear("p"),
        y: Axis::Linear("mean"),
        series: vec![Series::measured("computed", ours.to_vec()), Series::reference("paper", paper.to_vec())],
    };
    Figure {
        name: "rivest-table1",
        title: "Generalized means (Rivest 1987, Table 1)".into(),
        panels: vec![panel],
        notes: vec![
            format!(
                "The derivatives with respect to 10, 21, 29, 32 at p = 32: {}.",
                rounded(&gradient(32.0, &NUMBERS)).join(", ")
            ),
            format!("The paper has {}: they come out so if the", PRINTED_GRADIENT.join(", ")),
            String::from("mean is first rounded to the 30.7 of the table."),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_the_papers_to_the_printed_digit() {
        for (p, printed) in PRINTED {
            assert_eq!(format!("{:.1}", mean(p, &NUMBERS)), printed, "p = {p}");
        }
    }

    #[test]
    fn the_gradient_is_the_papers_if_the_mean_is_the_printed_one() {
        assert_eq!(rounded(&gradient_at(30.7, 32.0, &NUMBERS)), PRINTED_GRADIENT);
        let exact = gradient(32.0, &NUMBERS);
        assert_eq!(rounded(&exact), ["2e-16", "2e-6", "0.04", "0.92"]);
        // It is what a derivative is.
        let h = 1e-6;
        for (i, derivative) in exact.iter().enumerate() {
            let mut more = NUMBERS;
            more[i] += h;
            assert!(((mean(32.0, &more) - mean(32.0, &NUMBERS)) / h - derivative).abs() < 1e-5);
        }
    }
}
