//! An axis that is linear or logarithmic, so that a panel can have either in both directions.

use std::ops::Range;

use experiments::figure::Axis;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::LogCoord;

pub enum Scale {
    Linear(RangedCoordf64),
    Logarithmic(LogCoord<f64>),
}

impl Scale {
    /// An axis over exactly this range.
    pub fn new(axis: Axis, range: Range<f64>) -> Scale {
        match axis {
            Axis::Linear(_) => Scale::Linear(range.into()),
            Axis::Logarithmic(_, base) => Scale::Logarithmic(range.log_scale().base(f64::from(base)).into()),
        }
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        match self {
            Scale::Linear(scale) => scale.map(value, limit),
            Scale::Logarithmic(scale) => scale.map(value, limit),
        }
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match self {
            Scale::Linear(scale) => scale.key_points(hint),
            Scale::Logarithmic(scale) => scale.key_points(hint),
        }
    }

    fn range(&self) -> Range<f64> {
        match self {
            Scale::Linear(scale) => scale.range(),
            Scale::Logarithmic(scale) => scale.range(),
        }
    }
}
