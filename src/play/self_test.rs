//! Every search against minimax, wherever this runs: on a host, on a chip, in an emulator.

use core::fmt;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

use super::machine::{Engine, Root, WIDTH, root};
use super::table::{Played, Table};
use crate::game::{Game, Value, Window};
use crate::games::connect_four::Player;
use crate::search::{Name, Search};
use crate::store::merits;

/// Of the deepest trees.
const DEPTH: u8 = 5;
/// The largest store: room for 20 nodes of informed NegaScout.
const WORDS: usize = 20 * merits::slot_words(WIDTH);
/// Moves at the root of a tree, at the most.
const WIDTHS: core::ops::RangeInclusive<u8> = 1..=4;
/// Trees of each width and depth.
const TREES_OF_A_SIZE: u32 = 6;

/// Runs every search on small trees, one tree a step, in the full window and in narrow ones, and holds what it says
/// against plain minimax.
///
/// The trees begin late in games of Connect-Four, when few columns are open, and the searches are the very ones the machine
/// plays with: not one instruction of them is here twice, and what passes on a board is what plays there.
#[derive(Clone, Debug, Default)]
pub struct SelfTest {
    trees: u32,
    searches: u32,
}

/// A search said something wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Which search.
    pub name: Name,
    /// After these moves.
    pub moves: Played,
    /// To this depth.
    pub depth: u8,
    /// In which window.
    pub window: Window,
    /// What it said.
    pub said: Value,
    /// What minimax says.
    pub exact: Value,
}

impl SelfTest {
    /// How many trees there are.
    pub const TREES: u32 = *WIDTHS.end() as u32 * (DEPTH as u32 + 1) * TREES_OF_A_SIZE;

    /// Trees done.
    #[must_use]
    pub fn trees(&self) -> u32 {
        self.trees
    }

    /// Searches done.
    #[must_use]
    pub fn searches(&self) -> u32 {
        self.searches
    }

    /// The depth of the tree of this number, and the game at its root.
    fn tree(number: u32) -> (u8, Table) {
        let depths = u32::from(DEPTH) + 1;
        let depth = (number % depths) as u8;
        let width = WIDTHS.start() + (number / depths % u32::from(*WIDTHS.end())) as u8;
        (depth, late_game(width.into(), number.into()))
    }

    /// Tests the next tree. `None` when all are done.
    pub fn step(&mut self) -> Option<Result<(), Wrong>> {
        if self.trees == Self::TREES {
            return None;
        }
        let (depth, table) = Self::tree(self.trees);
        self.trees += 1;
        Some(self.test(depth, &table))
    }

    fn test(&mut self, depth: u8, table: &Table) -> Result<(), Wrong> {
        let tree = root(table.board().clone());
        let exact = minimax(&mut tree.clone(), depth);
        // Stores of all small sizes, from none.
        let mut words = [0; WORDS];
        let words = words.get_mut(..self.trees as usize % (WORDS + 1)).unwrap_or_default();
        for &name in Name::ALL {
            let mut search = Engine::new(name, tree.clone(), words);
            let (below, above) = (exact.down(), exact.up());
            for (alpha, beta) in [(-Value::INFINITY, Value::INFINITY), (below, exact), (exact, above), (below, above)] {
                let window = Window { alpha, beta };
                let _ = search.start_in(&tree, depth, window); // five plies fit
                let said = search.finish();
                self.searches += 1;
                let right = if !name.searches_to_a_depth() {
                    // What it says depends on how much it has room for.
                    search.best().is_none_or(|best| table.board().moves().contains(&best))
                } else if name.finds_values() {
                    window.bound(said).holds(said, exact) && window.bound(said) == window.bound(exact)
                        || !name.minds_window() && said == exact
                } else {
                    (said > alpha) == (exact > alpha)
                };
                if !right {
                    let moves = table.played().clone();
                    return Err(Wrong { name, moves, depth, window, said, exact });
                }
            }
        }
        Ok(())
    }
}

/// A game played by chance until no more than so many columns are open, in which nobody has won.
fn late_game(columns: usize, seed: u64) -> Table {
    let mut chance = Xoshiro128PlusPlus::seed_from_u64(seed);
    let mut table = Table::new(Player::Black);
    loop {
        let open = table.board().moves();
        if open.len() <= columns {
            return table;
        }
        let first = chance.next_u32() as usize % open.len();
        let quiet = open.iter().cycle().skip(first).take(open.len()).find_map(|&column| {
            let mut next = table.clone();
            next.play(column).ok()?;
            next.board().end().is_none().then_some(next)
        });
        // Where every move wins, from the beginning again.
        table = quiet.unwrap_or_else(|| Table::new(Player::Black));
    }
}

/// The definition, as a function that calls itself: nothing of a search is in it.
fn minimax(game: &mut Root, depth: u8) -> Value {
    let moves = game.moves();
    if depth == 0 || moves.as_ref().is_empty() {
        return game.evaluate();
    }
    moves.as_ref().iter().fold(-Value::INFINITY, |best, &m| {
        let undo = game.play(m);
        let value = -minimax(game, depth - 1);
        game.undo(m, undo);
        best.max(value)
    })
}

/// `ab after 4455, depth 3: 12 in (-inf, inf), not 13`.
impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { name, moves, depth, window, said, exact } = self;
        write!(f, "{name} after {moves}, depth {depth}: {said} in ({}, {}), not {exact}", window.alpha, window.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_passes_on_every_tree() {
        let mut test = SelfTest::default();
        while let Some(result) = test.step() {
            assert_eq!(result, Ok(()));
        }
        assert_eq!(test.trees(), 144);
        assert_eq!(test.searches(), 144 * 4 * Name::ALL.len() as u32);
    }

    #[test]
    fn the_trees_are_of_all_sizes_and_none_is_there_twice() {
        let mut sizes = [[0; 6]; 4];
        let mut seen = heapless::Vec::<(u8, Played), 144>::new();
        let (mut ended, mut decided) = (0, 0);
        for (depth, table) in (0..SelfTest::TREES).map(SelfTest::tree) {
            sizes[table.board().moves().len() - 1][usize::from(depth)] += 1;
            let tree = (depth, table.played().clone());
            assert!(!seen.contains(&tree), "{tree:?}");
            seen.push(tree).unwrap();
            let value = minimax(&mut root(table.board().clone()), depth);
            ended += usize::from(value == Value::ZERO && depth > 0);
            decided += usize::from(value.get().abs() > 1000);
        }
        assert_eq!(sizes, [[6; 6]; 4]);
        assert!(ended > 0 && decided > 20 && decided < 120, "{ended} end on a full board, {decided} are won or lost");
    }
}
