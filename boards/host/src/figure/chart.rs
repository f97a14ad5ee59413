//! Draws a figure's panels side by side as SVG.

use experiments::figure::{Figure, Panel, Series};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::errors::Error;

const PANEL: (u32, u32) = (560, 460);

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

/// The figure as SVG.
pub fn svg(figure: &Figure) -> Result<String, Error> {
    let mut svg = String::new();
    draw(figure, &mut svg).map_err(|error| Error::Failure(format!("cannot draw {}: {error}", figure.name)))?;
    Ok(svg)
}

fn draw(figure: &Figure, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let size = (PANEL.0 * figure.panels.len() as u32, PANEL.1);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let area = area.titled(&figure.title, ("sans-serif", 20))?;
    for (panel, area) in figure.panels.iter().zip(area.split_evenly((1, figure.panels.len()))) {
        draw_panel(panel, &area)?;
    }
    area.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_panel(panel: &Panel, area: &Area<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let span = |of: &dyn Fn(&(f64, f64)) -> f64| {
        points().map(of).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (left, right) = span(&|point| point.0);
    let (low, high) = span(&|point| point.1);
    let mut chart = ChartBuilder::on(area);
    chart.caption(&panel.title, ("sans-serif", 16)).margin(8).x_label_area_size(38).y_label_area_size(62);
    if panel.logarithmic {
        let y = (low.max(1.0)..high * 1.5).log_scale();
        draw_lines(panel, chart.build_cartesian_2d(left..right, y)?)
    } else {
        let room = (high - low).max(1.0) * 0.08;
        draw_lines(panel, chart.build_cartesian_2d(left..right, low.min(0.0) - room..high + room)?)
    }
}

fn draw_lines<'a, Y>(
    panel: &Panel,
    mut chart: ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, Y>>,
) -> Result<(), Box<dyn std::error::Error>>
where
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .x_desc(panel.x)
        .y_desc(panel.y)
        .x_labels(panel.xs().len().min(12))
        .x_label_formatter(&|x| if x.fract() == 0.0 { format!("{x:.0}") } else { String::new() })
        .y_label_formatter(&|y| if y.abs() >= 1e4 { format!("{y:.0e}") } else { format!("{y:.0}") })
        .light_line_style(RGBColor(240, 240, 240))
        .bold_line_style(RGBColor(215, 215, 215))
        .draw()?;
    for (i, series) in panel.series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        draw_series(&mut chart, series, colour)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(RGBColor(200, 200, 200))
        .draw()?;
    Ok(())
}

fn draw_series<Y>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, Y>>,
    series: &Series,
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>>
where
    Y: Ranged<ValueType = f64>,
{
    let points = series.points.clone();
    // Formulas are broad and pale, so that the measurement drawn over them can be seen to agree.
    let style = if series.theory { colour.mix(0.35).stroke_width(7) } else { colour.stroke_width(2) };
    chart
        .draw_series(LineSeries::new(points.clone(), style))?
        .label(&series.label)
        .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
    // A single point of a paper is no line: it needs a mark to be seen.
    if !series.theory || points.len() == 1 {
        let size = if series.theory { 7 } else { 3 };
        chart.draw_series(points.into_iter().map(|point| Circle::new(point, size, colour.filled())))?;
    }
    Ok(())
}
