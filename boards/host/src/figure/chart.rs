//! Draws a figure's panels as SVG, some in each row.

mod legend;
mod scale;

use experiments::figure::{Figure, Panel, Series};
use plotters::coord::Shift;
use plotters::element::PathElement;
use plotters::prelude::*;

use self::scale::Scale;
use crate::errors::Error;

const PANEL: (u32, u32) = (560, 460);
const PANELS_A_ROW: usize = 3;
const TITLE: u32 = 30;
/// What a panel has around its axes: left and right together, above and below together.
const AROUND: (u32, u32) = (8 + Y_LABELS + 24, 8 + CAPTION + X_LABELS + 8);
const Y_LABELS: u32 = 62;
const X_LABELS: u32 = 38;
const CAPTION: u32 = 24;

/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(70, 70, 70),
];

/// The corners of the marks on the lines, in pixels: the line is told by its mark where colours are not enough.
const MARKS: [&[(i32, i32)]; 7] = [
    &[(-1, -3), (1, -3), (3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1)], // disc
    &[(-3, -3), (3, -3), (3, 3), (-3, 3)],                                     // square
    &[(0, -5), (4, 3), (-4, 3)],                                               // triangle
    &[(0, -5), (4, 0), (0, 5), (-4, 0)],                                       // diamond
    &[(0, 5), (4, -3), (-4, -3)],                                              // triangle, upside down
    &[(-4, -1), (-1, -1), (-1, -4), (1, -4), (1, -1), (4, -1), (4, 1), (1, 1), (1, 4), (-1, 4), (-1, 1), (-4, 1)], // +
    &[(-5, -1), (5, -1), (5, 1), (-5, 1)],                                     // bar
];

/// The figure as SVG.
pub fn svg(figure: &Figure) -> Result<String, Error> {
    let mut svg = String::new();
    draw(figure, &mut svg).map_err(|error| Error::Failure(format!("cannot draw {}: {error}", figure.name)))?;
    Ok(svg)
}

fn draw(figure: &Figure, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let columns = figure.panels.len().min(PANELS_A_ROW);
    let rows = figure.panels.len().div_ceil(PANELS_A_ROW);
    let size = (PANEL.0 * columns as u32, TITLE + PANEL.1 * rows as u32);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let (title, area) = area.split_vertically(TITLE);
    title.titled(&figure.title, ("sans-serif", 20))?;
    for (panel, area) in figure.panels.iter().zip(area.split_evenly((rows, columns))) {
        draw_panel(panel, &area)?;
    }
    area.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;

fn draw_panel<'a>(panel: &Panel, area: &Area<'a>) -> Result<(), Box<dyn std::error::Error>> {
    let (width, height) = area.dim_in_pixel();
    let plot = (width.saturating_sub(AROUND.0) as i32, height.saturating_sub(AROUND.1) as i32);
    let (x, y, legend) = legend::place(panel, plot);
    let mut chart: Chart<'a> = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(8)
        .margin_right(24)
        .x_label_area_size(X_LABELS)
        .y_label_area_size(Y_LABELS)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(panel.x.label())
        .y_desc(panel.y.label())
        .x_labels(panel.xs().len().min(12))
        .x_max_light_lines(1) // there is nothing between whole numbers
        .x_label_formatter(&|x| if x.fract() == 0.0 { number(*x) } else { String::new() })
        .y_label_formatter(&|y| number(*y))
        .light_line_style(RGBColor(240, 240, 240))
        .bold_line_style(RGBColor(215, 215, 215))
        .draw()?;
    // What is compared with goes underneath.
    for reference in [true, false] {
        for (i, series) in panel.series.iter().enumerate().filter(|(_, series)| series.reference == reference) {
            draw_series(&mut chart, series, COLOURS[i % COLOURS.len()], MARKS[i % MARKS.len()])?;
        }
    }
    chart
        .configure_series_labels()
        .position(legend)
        .margin(legend::MARGIN)
        .legend_area_size(legend::SAMPLE)
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200))
        .draw()?;
    Ok(())
}

/// A number on an axis.
fn number(n: f64) -> String {
    // What is left of a tick that should be zero after the ticks before it were added up.
    let n = if n.abs() < 1e-9 { 0.0 } else { n };
    match n.abs() {
        size if size >= 1e7 => format!("{n:.1e}").replace(".0e", "e"),
        _ if (n - n.round()).abs() < 1e-9 => format!("{n:.0}"),
        size if size >= 1.0 => format!("{n:.1}"),
        _ => format!("{n:.2}"),
    }
}

fn draw_series(
    chart: &mut Chart<'_>,
    series: &Series,
    colour: RGBColor,
    mark: &'static [(i32, i32)],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = series.points.clone();
    // References are broad and pale, so that the measurement drawn over them can be seen to agree.
    let style = if series.reference { colour.mix(0.35).stroke_width(7) } else { colour.stroke_width(2) };
    // A single point of a paper is no line: it needs a mark to be seen.
    let size = match (series.reference, points.len()) {
        (false, _) => 1,
        (true, 1) => 2,
        (true, _) => 0,
    };
    let marked = move |at: (i32, i32)| {
        let corners = mark.iter().map(|corner| (at.0 + corner.0 * size, at.1 + corner.1 * size));
        Polygon::new(corners.collect::<Vec<_>>(), colour.filled())
    };
    chart.draw_series(LineSeries::new(points.clone(), style))?.label(&series.label).legend(move |at| {
        EmptyElement::at(at)
            + PathElement::new(vec![(0, 0), (legend::SAMPLE - 6, 0)], style)
            + marked((legend::SAMPLE / 2 - 3, 0))
    });
    if size > 0 {
        chart.draw_series(points.into_iter().map(|point| EmptyElement::at(point) + marked((0, 0))))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use experiments::figure::Axis;

    use super::*;

    #[test]
    fn numbers_on_an_axis_are_short_and_no_two_ticks_the_same() {
        let ticks = [-25.0, 0.30000000000000004 - 0.3, 0.25, 2.0, 2.5, 10_000.0, 10_500.0, 1_048_576.0, 1e7, 2.5e7];
        let texts = ["-25", "0", "0.25", "2", "2.5", "10000", "10500", "1048576", "1e7", "2.5e7"];
        assert_eq!(ticks.map(number), texts);
    }

    #[test]
    fn panels_are_in_rows_of_three() {
        let series =
            vec![Series::reference("r", vec![(1.0, 2.0)]), Series::measured("m", vec![(1.0, 3.0), (8.0, 1.0)])];
        let panel = Panel { title: "p".into(), x: Axis::Logarithmic("x", 2), y: Axis::Linear("y"), series };
        for (panels, size) in [(1, (560, 490)), (3, (1680, 490)), (5, (1680, 950))] {
            let figure = Figure { name: "f", title: "t".into(), panels: vec![panel.clone(); panels], notes: vec![] };
            let svg = svg(&figure).unwrap();
            assert!(svg.starts_with(&format!("<svg width=\"{}\" height=\"{}\"", size.0, size.1)), "{}", &svg[..80]);
        }
    }
}
