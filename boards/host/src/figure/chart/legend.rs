//! Where the legend goes: where no line is.

use std::ops::Range;

use experiments::figure::{Axis, Panel};
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::SeriesLabelPosition;

use super::scale::Scale;

/// Around the legend's text.
pub const MARGIN: i32 = 6;
/// The piece of line in front of a label, and the gap behind it.
pub const SAMPLE: i32 = 30;
/// Between the legend and the axes, as plotters has it.
const GAP: i32 = 5;
/// The lettering, roughly: nothing measures fonts here.
const LETTER: (i32, i32) = (7, 15);

/// The panel's scales for a plot of this many pixels, and the legend's corner. Where no corner is free, the scale is
/// extended upwards until one is.
pub fn place(panel: &Panel, plot: (i32, i32)) -> (Scale, Scale, SeriesLabelPosition) {
    let letters = panel.series.iter().map(|series| series.label.chars().count()).max().unwrap_or(0) as i32;
    let width = letters * LETTER.0 + SAMPLE + 2 * MARGIN;
    let height = panel.series.len() as i32 * LETTER.1 + 2 * MARGIN;
    let corners = [
        (SeriesLabelPosition::UpperLeft, GAP, GAP),
        (SeriesLabelPosition::UpperRight, plot.0 - GAP - width, GAP),
        (SeriesLabelPosition::LowerRight, plot.0 - GAP - width, plot.1 - GAP - height),
        (SeriesLabelPosition::LowerLeft, GAP, plot.1 - GAP - height),
    ];
    let scales = |extra: u8| {
        let x = Scale::new(panel.x, span(panel, |point| point.0));
        (x, Scale::new(panel.y, upwards(panel, f64::from(extra) / 10.0)))
    };
    for extra in 0..10 {
        let (x, y) = scales(extra);
        let trace = trace(panel, &x, &y, plot);
        for (corner, left, top) in corners.clone() {
            let (across, down) = (left - GAP..left + width + GAP, top - GAP..top + height + GAP);
            if !trace.iter().any(|(x, y)| across.contains(x) && down.contains(y)) {
                return (x, y, corner);
            }
        }
    }
    let (x, y) = scales(0);
    (x, y, SeriesLabelPosition::UpperLeft)
}

/// From the least to the greatest.
fn span(panel: &Panel, of: impl Fn(&(f64, f64)) -> f64) -> Range<f64> {
    let points = panel.series.iter().flat_map(|series| &series.points);
    points.map(of).fold(f64::MAX..f64::MIN, |span, v| span.start.min(v)..span.end.max(v))
}

/// What the axis upwards covers, with so much more room at the top, as a part of what there is.
fn upwards(panel: &Panel, extra: f64) -> Range<f64> {
    let Range { start, end } = span(panel, |point| point.1);
    match panel.y {
        Axis::Linear(_) => {
            // The axis starts from zero unless most of it would be empty.
            let start = if start > end / 2.0 { start } else { start.min(0.0) };
            let room = (end - start).max(0.1) * 0.06;
            let start = if start == 0.0 { start } else { start - room };
            start..end + room + (end - start) * extra
        }
        Axis::Logarithmic(..) => {
            let start = start.max(1.0);
            start / 1.2..end * 1.5 * (end / start).powf(extra)
        }
    }
}

/// Pixels on the lines, close together.
fn trace(panel: &Panel, x: &Scale, y: &Scale, plot: (i32, i32)) -> Vec<(i32, i32)> {
    let pixel = |point: &(f64, f64)| (x.map(&point.0, (0, plot.0)), y.map(&point.1, (plot.1, 0)));
    let mut trace = Vec::new();
    for series in &panel.series {
        trace.extend(series.points.first().map(pixel));
        for pair in series.points.windows(2) {
            let [from, to] = [pixel(&pair[0]), pixel(&pair[1])];
            let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()) / 4 + 1;
            trace.extend(
                (1..=steps).map(|i| (from.0 + (to.0 - from.0) * i / steps, from.1 + (to.1 - from.1) * i / steps)),
            );
        }
    }
    trace
}

#[cfg(test)]
mod tests {
    use experiments::figure::Series;

    use super::*;

    const PLOT: (i32, i32) = (460, 380);

    fn panel(lines: &[&[(f64, f64)]]) -> Panel {
        let series = lines.iter().map(|points| Series::measured("label", points.to_vec())).collect();
        Panel { title: String::new(), x: Axis::Linear("x"), y: Axis::Linear("y"), series }
    }

    #[test]
    fn the_legend_goes_to_the_first_free_corner() {
        use SeriesLabelPosition::{LowerLeft, LowerRight, UpperLeft, UpperRight};
        let up: &[(f64, f64)] = &[(0.0, 0.0), (10.0, 10.0)];
        let down: &[(f64, f64)] = &[(0.0, 10.0), (10.0, 0.0)];
        let hill: &[(f64, f64)] = &[(0.0, 0.0), (1.0, 10.0), (9.0, 10.0), (10.0, 8.0)];
        let roof: &[(f64, f64)] = &[(0.0, 10.0), (9.0, 10.0), (10.0, 0.0)];
        for (lines, corner) in [(up, UpperLeft), (down, UpperRight), (hill, LowerRight), (roof, LowerLeft)] {
            assert_eq!(place(&panel(&[lines]), PLOT).2, corner);
        }
    }

    #[test]
    fn where_lines_are_everywhere_the_scale_makes_room_above_them() {
        let zigzag: Vec<(f64, f64)> = (0..40).map(|i| (f64::from(i), f64::from(i % 2 * 10))).collect();
        let (_, y, corner) = place(&panel(&[&zigzag, &zigzag]), PLOT);
        assert_eq!(corner, SeriesLabelPosition::UpperLeft);
        assert!(y.map(&10.0, (PLOT.1, 0)) > GAP + 2 * LETTER.1 + 2 * MARGIN, "the highest point is below the legend");
    }
}
