//! Searches by name, for programs that let a person choose.

use core::fmt;
use core::str::FromStr;

use super::alpha_beta::{Fail, Reach};
use super::{
    AlphaBeta, DepthFirst, Minimax, NegaScout, NegaScoutMinMax, Negamax, Scout, Search, Stats, Status, Test, TooDeep,
};
use crate::game::{Game, Value, Window};

/// Writes [`Name`] and [`AnySearch`] from one table: a variant, the algorithm it stands for, its name and what it is.
macro_rules! searches {
    ($($variant:ident: $algorithm:ty = $make:expr, $name:literal, $about:literal;)*) => {
        /// The name of a search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum Name { $(#[doc = $about] $variant,)* }

        impl Name {
            /// All of them.
            pub const ALL: &'static [Name] = &[$(Name::$variant,)*];

            /// As a person writes it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Name::$variant => $name,)* }
            }

            /// What it is, in a few words.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Name::$variant => $about,)* }
            }
        }

        /// Any of the searches, chosen at run time. It takes as much room as the largest of them.
        pub enum AnySearch<G: Game, const D: usize> {
            $(#[doc = $about] $variant(DepthFirst<G, $algorithm, D>),)*
        }

        impl<G: Game + Clone, const D: usize> AnySearch<G, D> {
            /// The search of this name; see [`DepthFirst::new`].
            pub fn new(name: Name, game: G) -> Self {
                match name { $(Name::$variant => AnySearch::$variant(DepthFirst::new($make, game)),)* }
            }

            /// Its name.
            #[must_use]
            pub fn name(&self) -> Name {
                match self { $(AnySearch::$variant(_) => Name::$variant,)* }
            }
        }

        impl<G: Game + Clone, const D: usize> Search<G> for AnySearch<G, D> {
            fn max_depth(&self) -> u8 {
                match self { $(AnySearch::$variant(search) => search.max_depth(),)* }
            }
            fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
                match self { $(AnySearch::$variant(search) => search.start_in(game, depth, window),)* }
            }
            fn step(&mut self, budget: u32) -> Status {
                match self { $(AnySearch::$variant(search) => search.step(budget),)* }
            }
            fn value(&self) -> Option<Value> {
                match self { $(AnySearch::$variant(search) => search.value(),)* }
            }
            fn best(&self) -> Option<G::Move> {
                match self { $(AnySearch::$variant(search) => search.best(),)* }
            }
            fn line(&self) -> &[G::Move] {
                match self { $(AnySearch::$variant(search) => search.line(),)* }
            }
            fn stats(&self) -> &Stats {
                match self { $(AnySearch::$variant(search) => search.stats(),)* }
            }
            fn moves_a_visit(&self) -> u32 {
                match self { $(AnySearch::$variant(search) => search.moves_a_visit(),)* }
            }
        }
    };
}

searches! {
    Minimax: Minimax = Minimax, "minimax", "every node, MAX and MIN";
    Negamax: Negamax = Negamax, "negamax", "every node, each player maximising";
    AlphaBeta: AlphaBeta = AlphaBeta::default(), "ab", "alpha-beta, fail-soft, deep cut-offs";
    AlphaBetaHard: AlphaBeta = AlphaBeta { fail: Fail::Hard, cut_offs: Reach::Deep },
        "ab-hard", "alpha-beta, fail-hard, deep cut-offs";
    AlphaBetaShallow: AlphaBeta = AlphaBeta { fail: Fail::Soft, cut_offs: Reach::Shallow },
        "ab-shallow", "alpha-beta, fail-soft, no deep cut-offs";
    AlphaBetaHardShallow: AlphaBeta = AlphaBeta { fail: Fail::Hard, cut_offs: Reach::Shallow },
        "ab-hard-shallow", "alpha-beta, fail-hard, no deep cut-offs";
    Test: Test = Test, "test", "Pearl's TEST: is the value greater than alpha?";
    Scout: Scout = Scout, "scout", "Pearl's SCOUT: test, then search";
    NegaScout: NegaScout = NegaScout, "negascout", "NegaScout, negamax form";
    NegaScoutMinMax: NegaScoutMinMax = NegaScoutMinMax, "negascout-minmax", "NegaScout, MAX and MIN form";
}

impl Name {
    /// Whether the window it is started in matters; minimax and SCOUT know none and are always exact.
    #[must_use]
    pub fn minds_window(self) -> bool {
        !matches!(self, Name::Minimax | Name::Negamax | Name::Scout)
    }

    /// Whether it finds values and moves, as all do but TEST, which only says yes or no.
    #[must_use]
    pub fn finds_values(self) -> bool {
        self != Name::Test
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// There is no search of that name. Its text lists those there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownName;

impl FromStr for Name {
    type Err = UnknownName;
    fn from_str(s: &str) -> Result<Name, UnknownName> {
        Name::ALL.iter().copied().find(|name| name.as_str().eq_ignore_ascii_case(s)).ok_or(UnknownName)
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such search; there are")?;
        Name::ALL.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

impl core::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for &name in Name::ALL {
            assert_eq!(name.as_str().parse(), Ok(name));
        }
        assert_eq!("alpha".parse::<Name>(), Err(UnknownName));
    }
}
