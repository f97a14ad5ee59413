//! The last node of each level.

use super::{Found, Kind, Merits, ignore_left};
use crate::game::{Game, Value};

/// What partially informed NegaScout keeps: for each level, what the first search found out about the last node there.
///
/// That is enough for its one use. A successor that has to be searched again is searched again at once, so it is still the
/// last one of its level; and below it nothing is asked for.
pub struct Levels<const W: usize, const D: usize> {
    levels: [Level<W>; D],
}

#[derive(Clone, Copy)]
struct Level<const W: usize> {
    merits: [Value; W],
    /// The number of the successor that cut; anything for a node without a cut.
    cut: u8,
    kind: Option<Kind>,
}

impl<const W: usize> Level<W> {
    const EMPTY: Self = Level { merits: [Value::ZERO; W], cut: 0, kind: None };
}

impl<const W: usize, const D: usize> Levels<W, D> {
    /// Nothing kept yet.
    #[must_use]
    pub const fn new() -> Self {
        Levels { levels: [Level::EMPTY; D] }
    }
}

impl<const W: usize, const D: usize> Default for Levels<W, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game, const W: usize, const D: usize> Merits<G> for Levels<W, D> {
    /// The level.
    type Place = u8;
    const DEEP: bool = false;

    fn clear(&mut self, _game: &G, _depth: u8) -> u8 {
        self.levels = [Level::EMPTY; D];
        0
    }

    #[inline]
    fn below(&mut self, parent: u8, _successor: u16, _new: bool, _game: &G) -> u8 {
        parent.saturating_add(1)
    }

    #[inline]
    fn save(&mut self, place: u8, found: Found<'_>) {
        let Some(level) = self.levels.get_mut(usize::from(place)) else { return };
        match found {
            Found::Merits(merits) => {
                level.kind = Some(Kind::ProveBest);
                level.merits.iter_mut().zip(merits).for_each(|(kept, merit)| *kept = *merit);
            }
            Found::Cut(i) => (level.kind, level.cut) = (Some(Kind::IgnoreLeft), i),
        }
    }

    fn fetch(&self, place: u8, merits: &mut [Value]) -> Option<Kind> {
        let level = self.levels.get(usize::from(place))?;
        match level.kind? {
            Kind::ProveBest => merits.iter_mut().zip(&level.merits).for_each(|(merit, kept)| *merit = *kept),
            Kind::IgnoreLeft => ignore_left(merits, level.cut),
        }
        level.kind
    }

    #[inline]
    fn forget(&mut self, parent: u8, _successor: u16) {
        if let Some(level) = self.levels.get_mut(usize::from(parent) + 1) {
            level.kind = None;
        }
    }

    fn used(&self) -> usize {
        0 // of lent words
    }

    fn peak(&self) -> usize {
        0
    }

    fn capacity(&self) -> usize {
        0
    }
}
