//! Searches by name, for programs that let a person choose.

use core::fmt;
use core::str::FromStr;

use super::alpha_beta::{Fail, Reach};
use super::enhanced::Switches;
use super::mma::Reverse;
use super::mtd::Guess;
use super::{
    AlphaBeta, DepthFirst, Dual, Enhanced, Er, InsHash, InsLinked, Minimax, Mma, Mtd, NegaScout, NegaScoutMinMax,
    Negamax, Pns, Scout, Search, Sss, Stats, Status, Test, TooDeep,
};
use crate::game::{Hints, Value, Window};
use crate::store::merits::{Hashed, Levels, Linked};
use crate::store::open::Open;
use crate::store::table::Table;
use crate::store::tree::Tree;

/// Writes [`Name`] and [`AnySearch`] from one table: a variant, the search it stands for, how it is made of a game and lent
/// words, what in it holds those words (nothing, for a search without a store), its name and what it is.
macro_rules! searches {
    ($($variant:ident: $search:ty = |$game:ident, $words:pat_param| $make:expr, $(gives back by $take_words:ident, tells $slots:ident,)?
        $name:literal, $about:literal;)*) => {
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

        /// The search itself. It takes as much room as the largest of them.
        // There is no heap to put the large ones on.
        #[allow(clippy::large_enum_variant)]
        enum Running<'m, G: Hints, const W: usize, const D: usize> { $($variant($search),)* }

        impl<'m, G: Hints + Clone, const W: usize, const D: usize> AnySearch<'m, G, W, D> {
            /// The search of this name, with these words to keep what it wants to remember.
            // Here and below: there is much behind each of the names, and once is enough of it.
            #[inline(never)]
            pub fn new(name: Name, game: G, words: &'m mut [u32]) -> Self {
                match name {
                    $(Name::$variant => {
                        // A function each: as one, they are many times the size of all together.
                        #[inline(never)]
                        fn make<G: Hints + Clone, const W: usize, const D: usize>(
                            $game: G,
                            mut spare: &mut [u32],
                        ) -> AnySearch<'_, G, W, D> {
                            let $words = &mut spare;
                            let running = Running::$variant($make);
                            AnySearch { running, spare }
                        }
                        make(game, words)
                    })*
                }
            }

            /// Its name.
            #[must_use]
            pub fn name(&self) -> Name {
                match self.running { $(Running::$variant(_) => Name::$variant,)* }
            }

            /// Hands the words back, for another search. This one has to be started anew, and has none.
            pub fn take_words(&mut self) -> &'m mut [u32] {
                match &mut self.running {
                    $($(Running::$variant(search) => search.$take_words(),)?)*
                    _ => core::mem::take(&mut self.spare),
                }
            }

            /// How many slots of a store in lent words are used, and how many there are; `None` for a search without one.
            #[must_use]
            pub fn slots(&self) -> Option<(usize, usize)> {
                match &self.running {
                    $($(Running::$variant(search) => Some(search.$slots()),)?)*
                    _ => None,
                }
            }

            fn any(&self) -> &dyn Search<G> {
                match &self.running { $(Running::$variant(search) => search,)* }
            }
        }

        impl<G: Hints + Clone, const W: usize, const D: usize> Search<G> for AnySearch<'_, G, W, D> {
            fn max_depth(&self) -> u8 {
                self.any().max_depth()
            }
            #[inline(never)]
            fn start_in(&mut self, game: &G, depth: u8, window: Window) -> Result<(), TooDeep> {
                match &mut self.running { $(Running::$variant(search) => search.start_in(game, depth, window),)* }
            }
            #[inline(never)]
            fn step(&mut self, budget: u32) -> Status {
                match &mut self.running { $(Running::$variant(search) => search.step(budget),)* }
            }
            fn value(&self) -> Option<Value> {
                self.any().value()
            }
            fn best(&self) -> Option<G::Move> {
                self.any().best()
            }
            fn line(&self) -> &[G::Move] {
                self.any().line()
            }
            fn stats(&self) -> &Stats {
                self.any().stats()
            }
            fn value_so_far(&self) -> Option<Value> {
                self.any().value_so_far()
            }
            fn moves_a_visit(&self) -> u32 {
                self.any().moves_a_visit()
            }
        }
    };
}

/// Any of the searches, chosen at run time, at most `D` plies deep. `W` is the number of successors that informed NegaScout
/// has merits for.
pub struct AnySearch<'m, G: Hints, const W: usize, const D: usize> {
    running: Running<'m, G, W, D>,
    /// The lent words, if the search has no use for them.
    spare: &'m mut [u32],
}

searches! {
    Minimax: DepthFirst<G, Minimax, D> = |game, _| DepthFirst::new(Minimax, game),
        "minimax", "every node, MAX and MIN";
    Negamax: DepthFirst<G, Negamax, D> = |game, _| DepthFirst::new(Negamax, game),
        "negamax", "every node, each player maximising";
    AlphaBeta: DepthFirst<G, AlphaBeta, D> = |game, _| DepthFirst::new(AlphaBeta::default(), game),
        "ab", "alpha-beta, fail-soft, deep cut-offs";
    AlphaBetaHard: DepthFirst<G, AlphaBeta, D> =
        |game, _| DepthFirst::new(AlphaBeta { fail: Fail::Hard, cut_offs: Reach::Deep }, game),
        "ab-hard", "alpha-beta, fail-hard, deep cut-offs";
    AlphaBetaShallow: DepthFirst<G, AlphaBeta, D> =
        |game, _| DepthFirst::new(AlphaBeta { fail: Fail::Soft, cut_offs: Reach::Shallow }, game),
        "ab-shallow", "alpha-beta, fail-soft, no deep cut-offs";
    AlphaBetaHardShallow: DepthFirst<G, AlphaBeta, D> =
        |game, _| DepthFirst::new(AlphaBeta { fail: Fail::Hard, cut_offs: Reach::Shallow }, game),
        "ab-hard-shallow", "alpha-beta, fail-hard, no deep cut-offs";
    Test: DepthFirst<G, Test, D> = |game, _| DepthFirst::new(Test, game),
        "test", "Pearl's TEST: is the value greater than alpha?";
    Scout: DepthFirst<G, Scout, D> = |game, _| DepthFirst::new(Scout, game),
        "scout", "Pearl's SCOUT: test, then search";
    NegaScout: DepthFirst<G, NegaScout, D> = |game, _| DepthFirst::new(NegaScout, game),
        "negascout", "NegaScout, negamax form";
    NegaScoutMinMax: DepthFirst<G, NegaScoutMinMax, D> = |game, _| DepthFirst::new(NegaScoutMinMax, game),
        "negascout-minmax", "NegaScout, MAX and MIN form";
    Pns: Pns<G, W, D> = |game, _| Pns::new(Levels::new(), game),
        "pns", "partially informed NegaScout: re-searches know one level";
    Ins: InsHash<'m, G, W, D> = |game, words| InsHash::new(Hashed::new(core::mem::take(words)), game),
        gives back by take_words, tells slots,
        "ins", "informed NegaScout, with a hash table";
    InsLinked: InsLinked<'m, G, W, D> = |game, words| InsLinked::new(Linked::new(core::mem::take(words)), game),
        gives back by take_words, tells slots,
        "ins-linked", "informed NegaScout, with a linked tree";
    Enhanced: Enhanced<'m, G, W, D> =
        |game, words| Enhanced::new(Switches::default(), Table::new(core::mem::take(words)), game),
        gives back by take_words, tells slots,
        "enhanced", "NegaScout with a transposition table, history heuristic and ETC";
    Mtd: Mtd<'m, G, W, D> = |game, words| {
        let search = Enhanced::new(Switches::default(), Table::new(core::mem::take(words)), game);
        Mtd::new(search, Guess::Value(Value::ZERO))
    },
        gives back by take_words, tells slots,
        "mtd", "MTD(f): minimal windows only, with a transposition table";
    Sss: Sss<'m, G, D> = |game, words| Sss::new(Open::new(core::mem::take(words)), game),
        gives back by take_words, tells slots,
        "sss", "SSS*: best first, from above";
    Dual: Dual<'m, G, D> = |game, words| Dual::new(Open::new(core::mem::take(words)), game),
        gives back by take_words, tells slots,
        "dual", "DUAL*: best first, from below";
    Mma: Mma<'m, G, Reverse, D> =
        |game, words| Mma::new(Reverse::default(), Tree::new(core::mem::take(words), false), game),
        gives back by take_words, tells slots,
        "mma", "min/max approximation: grows a tree where the root's value depends on it most";
    Er: Er<G, W, D> = |game, _| Er::new(game),
        "er", "ER: evaluate one successor, refute the rest";
}

impl Name {
    /// Whether the window it is started in matters; minimax and SCOUT know none and are always exact, min/max approximation knows
    /// none either.
    #[must_use]
    pub fn minds_window(self) -> bool {
        !matches!(self, Name::Minimax | Name::Negamax | Name::Scout | Name::Mma)
    }

    /// Whether it looks at everything to some depth, and is exact with any memory. Min/max approximation does not: it grows a tree
    /// as far as it may, and has to be told [how far](super::Limit::moves).
    #[must_use]
    pub fn searches_to_a_depth(self) -> bool {
        self != Name::Mma
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
