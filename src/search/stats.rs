//! One way to count, for all searches.

use core::ops::AddAssign;

/// What a search has done so far. The papers' figures come from these counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Stats {
    /// Node visits: the root, and every position entered by a move. A node visited again counts again.
    pub nodes: u64,
    /// Bottom positions: visits of nodes below which nothing was searched, because the depth was reached or the
    /// game was over. The papers' "terminal nodes", "leaves" and "bottom positions".
    pub bottom: u64,
    /// Calls of [`Game::evaluate`](crate::game::Game::evaluate).
    pub evaluations: u64,
    /// Calls of [`Game::play`](crate::game::Game::play): Rivest's "calls of move".
    pub moves: u64,
    /// Nodes left before all their successors were searched, by the reason.
    pub cut_offs: CutOffs,
    /// Successors searched once more because the first search gave only a bound.
    pub researches: u64,
    /// Nodes at which a re-search found what the first search had saved, and
    pub informed: u64,
    /// nodes at which that was lost, for want of room. (Of nodes just above the bottom not everything is saved: they do not
    /// count here.)
    pub uninformed: u64,
    /// Positions that a transposition table knew something of.
    pub table_hits: u64,
    /// The most that each store ever held.
    pub peaks: Peaks,
}

/// Cut-offs by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CutOffs {
    /// By the bound that the parent's own best successor sets.
    pub shallow: u64,
    /// By a bound from further up, where the parent's alone would not have cut. A fail-hard search forgets how far below
    /// alpha a parent's successors were, and counts a cut-off as deep whenever none of them was above.
    pub deep: u64,
    /// In a minimal window, by whichever bound.
    pub null_window: u64,
    /// A TEST answered before all successors were asked.
    pub test: u64,
    /// In an informed re-search: the rest is known to be no better.
    pub prove_best: u64,
    /// In an informed re-search: the rest was seen left of a successor that cut.
    pub ignore_left: u64,
    /// A transposition table knew enough of the position.
    pub table: u64,
    /// It knew enough of a successor: an enhanced transposition cut-off.
    pub etc: u64,
    /// The game itself knew enough: see [`Hints::known`](crate::game::Hints::known).
    pub known: u64,
}

/// The kinds in [`CutOffs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CutOff {
    /// See [`CutOffs::shallow`].
    Shallow,
    /// See [`CutOffs::deep`].
    Deep,
    /// See [`CutOffs::null_window`].
    NullWindow,
    /// See [`CutOffs::test`].
    Test,
    /// See [`CutOffs::prove_best`].
    ProveBest,
    /// See [`CutOffs::ignore_left`].
    IgnoreLeft,
}

/// Peaks of stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Peaks {
    /// Frames on the search's own stack: the greatest number of nodes open at once.
    pub frames: u32,
    /// Slots of the store in lent words: nodes of informed NegaScout, entries of an OPEN list.
    pub slots: u32,
}

impl CutOffs {
    /// Counts one.
    pub fn count(&mut self, kind: CutOff) {
        *match kind {
            CutOff::Shallow => &mut self.shallow,
            CutOff::Deep => &mut self.deep,
            CutOff::NullWindow => &mut self.null_window,
            CutOff::Test => &mut self.test,
            CutOff::ProveBest => &mut self.prove_best,
            CutOff::IgnoreLeft => &mut self.ignore_left,
        } += 1;
    }

    /// All kinds together.
    #[must_use]
    pub fn total(&self) -> u64 {
        let by_bounds = self.shallow + self.deep + self.null_window + self.test + self.prove_best + self.ignore_left;
        by_bounds + self.table + self.etc + self.known
    }
}

impl Stats {
    /// Every counter with the name under which programs show it.
    #[must_use]
    pub fn rows(&self) -> [(&'static str, u64); 19] {
        [
            ("nodes", self.nodes),
            ("bottom", self.bottom),
            ("evaluations", self.evaluations),
            ("moves", self.moves),
            ("cut-offs shallow", self.cut_offs.shallow),
            ("cut-offs deep", self.cut_offs.deep),
            ("cut-offs null-window", self.cut_offs.null_window),
            ("cut-offs test", self.cut_offs.test),
            ("cut-offs prove-best", self.cut_offs.prove_best),
            ("cut-offs ignore-left", self.cut_offs.ignore_left),
            ("cut-offs table", self.cut_offs.table),
            ("cut-offs ETC", self.cut_offs.etc),
            ("cut-offs known", self.cut_offs.known),
            ("re-searches", self.researches),
            ("informed nodes", self.informed),
            ("uninformed nodes", self.uninformed),
            ("table hits", self.table_hits),
            ("peak frames", u64::from(self.peaks.frames)),
            ("peak slots", u64::from(self.peaks.slots)),
        ]
    }
}

/// Counters add up; of two peaks the higher one stays.
impl AddAssign for Stats {
    fn add_assign(&mut self, more: Stats) {
        self.nodes += more.nodes;
        self.bottom += more.bottom;
        self.evaluations += more.evaluations;
        self.moves += more.moves;
        self.cut_offs.shallow += more.cut_offs.shallow;
        self.cut_offs.deep += more.cut_offs.deep;
        self.cut_offs.null_window += more.cut_offs.null_window;
        self.cut_offs.test += more.cut_offs.test;
        self.cut_offs.prove_best += more.cut_offs.prove_best;
        self.cut_offs.ignore_left += more.cut_offs.ignore_left;
        self.cut_offs.table += more.cut_offs.table;
        self.cut_offs.etc += more.cut_offs.etc;
        self.cut_offs.known += more.cut_offs.known;
        self.researches += more.researches;
        self.informed += more.informed;
        self.uninformed += more.uninformed;
        self.table_hits += more.table_hits;
        self.peaks.frames = self.peaks.frames.max(more.peaks.frames);
        self.peaks.slots = self.peaks.slots.max(more.peaks.slots);
    }
}
