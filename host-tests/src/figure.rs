//! The numbers behind a picture.

use std::fmt::Write;

/// One or more panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// As it is called on the command line.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// The pictures in it.
    pub panels: Vec<Panel>,
    /// What to say below, one line each: what the paper has, what was measured.
    pub notes: Vec<String>,
}

/// Lines over one pair of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What sets this panel apart from the others.
    pub title: String,
    /// What runs to the right.
    pub x: Axis,
    /// What runs upwards.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// What an axis measures, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    /// In equal steps.
    Linear(&'static str),
    /// In powers of this base.
    Logarithmic(&'static str, u8),
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub label: String,
    /// Whether it is there to compare the others with: a formula, a paper's number, what would be without a limit.
    pub reference: bool,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Axis {
    /// What it measures.
    pub fn label(self) -> &'static str {
        match self {
            Axis::Linear(label) | Axis::Logarithmic(label, _) => label,
        }
    }
}

impl Series {
    /// What was measured.
    pub fn measured(label: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), reference: false, points }
    }

    /// What to compare the others with.
    pub fn reference(label: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), reference: true, points }
    }

    /// What it has at `x`.
    pub fn at(&self, x: f64) -> Option<f64> {
        self.points.iter().find(|point| point.0 == x).map(|point| point.1)
    }
}

impl Panel {
    /// Every x at which some line has a point, in order.
    pub fn xs(&self) -> Vec<f64> {
        let mut xs: Vec<f64> =
            self.series.iter().flat_map(|series| series.points.iter().map(|point| point.0)).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        xs
    }
}

impl Figure {
    /// Comma-separated values: panel, x, and a column for each line. A cell that a line has no point for is empty.
    pub fn csv(&self) -> String {
        let mut csv = String::new();
        for panel in &self.panels {
            let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
            let labels: Vec<String> = panel.series.iter().map(|series| quoted(&series.label)).collect();
            let _ = writeln!(csv, "\"panel\",{},{}", quoted(panel.x.label()), labels.join(","));
            for x in panel.xs() {
                let cells = panel.series.iter().map(|series| series.at(x).map_or(String::new(), |y| y.to_string()));
                let _ = writeln!(csv, "{},{x},{}", quoted(&panel.title), cells.collect::<Vec<_>>().join(","));
            }
        }
        csv
    }

    /// Tables for a terminal.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for panel in &self.panels {
            let _ = writeln!(text, "\n{} ({})", panel.title, panel.y.label());
            let width = |series: &Series| series.label.chars().count().max(10);
            let _ = write!(text, "{:>8}", panel.x.label());
            for series in &panel.series {
                let _ = write!(text, "  {:>1$}", series.label, width(series));
            }
            text.push('\n');
            for x in panel.xs() {
                let _ = write!(text, "{x:>8}");
                for series in &panel.series {
                    let cell = match series.at(x) {
                        None => String::from("-"),
                        Some(y) if y.fract() == 0.0 => format!("{y:.0}"),
                        Some(y) if y.abs() < 10.0 => format!("{y:.2}"),
                        Some(y) => format!("{y:.1}"),
                    };
                    let _ = write!(text, "  {cell:>0$}", width(series));
                }
                text.push('\n');
            }
        }
        text.push('\n');
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_and_text_show_every_number() {
        let series = vec![
            Series::reference("formula, \"H1\"", vec![(2.0, 4.0), (4.0, 16.5)]),
            Series::measured("ours", vec![(4.0, 17.0)]),
        ];
        let (x, y) = (Axis::Linear("depth"), Axis::Logarithmic("nodes", 10));
        let panel = Panel { title: "w = 2".into(), x, y, series };
        let figure = Figure { name: "f", title: "T".into(), panels: vec![panel], notes: vec!["note".into()] };
        let csv = "\"panel\",\"depth\",\"formula, \"\"H1\"\"\",\"ours\"\n\"w = 2\",2,4,\n\"w = 2\",4,16.5,17\n";
        assert_eq!(figure.csv(), csv);
        let text = figure.text();
        assert!(text.contains("16.5") && text.contains(" -\n") && text.ends_with("note\n"), "{text}");
    }
}
