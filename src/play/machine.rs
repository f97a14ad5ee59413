//! The machine as a player: which search it uses, how strong it is, and what it is thinking.

use core::fmt;
use core::str::FromStr;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

use super::RootOrder;
use crate::game::{Game, Value};
use crate::games::connect_four::{CELLS, COLUMNS, ConnectFour, Keen};
use crate::search::deepening::Complete;
use crate::search::{AnySearch, Deepening, Limit, Name, Search, Stats, Status};
use crate::store::MoveList;

/// As deep as the machine can look. No search here gets that far while so many cells are empty, and each ply takes a frame
/// of every search in a microcontroller's RAM.
pub(super) const PLIES: usize = 24;
pub(super) const WIDTH: usize = COLUMNS as usize;
/// What the machine searches.
pub(super) type Root = RootOrder<ConnectFour<Keen>, WIDTH>;
/// What it searches with.
pub(super) type Engine<'m> = AnySearch<'m, Root, WIDTH, PLIES>;
type Thinking<'m> = Deepening<Root, Engine<'m>, PLIES>;

/// A position in the game's own order.
pub(super) fn root(board: ConnectFour<Keen>) -> Root {
    RootOrder::new(board, MoveList::new())
}

/// How well the machine plays: 1, which looks one move ahead, to 8, which looks as far as its time allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 8;
    /// How deep each level looks.
    const DEPTHS: [u8; Level::MAX as usize] = [1, 2, 3, 4, 6, 8, 10, PLIES as u8];
    /// How often each level calls `play` if its search [grows a tree](Name::searches_to_a_depth) instead of looking to a depth.
    const CALLS: [u64; Level::MAX as usize] = [7, 50, 150, 500, 1500, 5000, 15_000, u64::MAX];
    /// How long the strongest level thinks if nothing else is said, in milliseconds. The others stop at their depth,
    /// so that the same seed gives the same game on every machine.
    const STRONGEST_TIME: u64 = 1000;

    /// A level from 1 to 8.
    #[must_use]
    pub fn new(level: u8) -> Option<Level> {
        (Level::MIN..=Level::MAX).contains(&level).then_some(Level(level))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }

    /// How often it calls `play` for a move at the most, with a search that grows a tree.
    #[must_use]
    pub fn calls(self) -> u64 {
        Level::CALLS.get(usize::from(self.0) - 1).copied().unwrap_or(u64::MAX)
    }

    /// How many plies it looks ahead at the most.
    #[must_use]
    pub fn depth(self) -> u8 {
        Level::DEPTHS.get(usize::from(self.0) - 1).copied().unwrap_or(PLIES as u8)
    }
}

impl Default for Level {
    fn default() -> Self {
        Level(6)
    }
}

/// Not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoLevel;

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("levels run from 1 (weakest) to 8 (strongest)")
    }
}

impl core::error::Error for NoLevel {}

impl FromStr for Level {
    type Err = NoLevel;
    fn from_str(s: &str) -> Result<Level, NoLevel> {
        s.parse().ok().and_then(Level::new).ok_or(NoLevel)
    }
}

/// The machine as a player of Connect-Four.
pub struct Machine<'m> {
    thinking: Thinking<'m>,
    engine: Name,
    /// How strong it is.
    pub level: Level,
    /// How long it may think about a move, in milliseconds; `None` is what the level says.
    pub time: Option<u64>,
    /// How often it may call `play` for a move; `None` is what the level says. The same number is the same move on every machine.
    pub budget: Option<u64>,
    chance: Xoshiro128PlusPlus,
    started: u64,
    elapsed: u64,
}

/// What the machine thinks of a position, at some moment.
#[derive(Clone, Copy, Debug)]
pub struct Thought<'a> {
    /// The deepest search that is complete, with the value for the player to move; `None` before the first. Of a search that grows a
    /// tree, how deep that is, and its value so far.
    pub complete: Option<Complete>,
    /// The best line of play it found.
    pub line: &'a [u8],
    /// What it has done so far.
    pub stats: Stats,
    /// How long that took, in milliseconds.
    pub millis: u64,
}

impl<'m> Machine<'m> {
    /// A machine that searches by NegaScout, and rolls dice by `seed`: the same seed plays the same game. It lends `words` to
    /// searches that keep a table or a list.
    // Not inlined, like what it calls: each of them would take as much of a board's stack as the machine itself, all at once.
    #[must_use]
    #[inline(never)]
    pub fn new(seed: u64, words: &'m mut [u32]) -> Machine<'m> {
        let nothing = root(ConnectFour::default());
        Machine {
            thinking: Deepening::new(AnySearch::new(Name::NegaScout, nothing.clone(), words), nothing),
            engine: Name::NegaScout,
            level: Level::default(),
            time: None,
            budget: None,
            chance: Xoshiro128PlusPlus::seed_from_u64(seed),
            started: 0,
            elapsed: 0,
        }
    }

    /// Which search it uses.
    #[must_use]
    pub fn engine(&self) -> Name {
        self.engine
    }

    /// Uses another search. One that finds no values ([`Name::Test`]) cannot play: then nothing changes, and this is
    /// false.
    pub fn set_engine(&mut self, engine: Name) -> bool {
        if engine.finds_values() {
            self.install(engine);
            self.engine = engine;
        }
        engine.finds_values()
    }

    /// Puts another search in the place of the one there is, and hands the lent words on to it.
    pub(super) fn install(&mut self, engine: Name) -> &mut Engine<'m> {
        let search = self.thinking.search_mut();
        let words = search.take_words();
        *search = AnySearch::new(engine, root(ConnectFour::default()), words);
        search
    }

    /// Puts the machine's own search back in its place, which a [`Bench`](super::Bench) uses for its own.
    pub fn restore(&mut self) {
        self.install(self.engine);
    }

    /// The search, whatever it is used for now.
    pub(super) fn search(&mut self) -> &mut Engine<'m> {
        self.thinking.search_mut()
    }

    /// How many slots the store of its search has; `None` if it has no store. How many were used is in the
    /// [statistics](Thought::stats).
    #[must_use]
    pub fn slots(&self) -> Option<usize> {
        self.thinking.search().slots().map(|(_, slots)| slots)
    }

    /// Rolls other dice from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.chance = Xoshiro128PlusPlus::seed_from_u64(seed);
    }

    /// Begins to think about a position. `now` is the time in milliseconds.
    pub fn start(&mut self, board: &ConnectFour<Keen>, now: u64) {
        let mut order = MoveList::new();
        let _ = order.extend_from_slice(board.moves()); // seven columns fit
        self.shuffle(&mut order);
        let left = CELLS - board.stones();
        let strongest = self.level.get() == Level::MAX;
        let to_a_depth = self.engine.searches_to_a_depth();
        let limit = Limit {
            time: self.time.or(strongest.then_some(Level::STRONGEST_TIME)),
            moves: self.budget.or((!to_a_depth && !strongest).then_some(self.level.calls())),
            decisive: Some(Keen::WIN),
            ..Limit::default()
        };
        // Who has a budget may use it, as deep as it goes.
        let depth = if to_a_depth && self.budget.is_none() { self.level.depth() } else { PLIES as u8 }.min(left.max(1));
        #[cfg(feature = "defmt")]
        defmt::info!("{} at level {} thinks about {} stones", self.engine, self.level, board.stones());
        // No depth is more than fits. A search that grows a tree does so once.
        let first = if to_a_depth { 1 } else { depth };
        let _ = self.thinking.start(&RootOrder::new(board.clone(), order), first, depth, limit, now);
        self.started = now;
        self.elapsed = 0;
    }

    /// Fisher and Yates's shuffle. Equal moves are then equally likely to be played.
    fn shuffle(&mut self, order: &mut [u8]) {
        for last in (1..order.len()).rev() {
            // The remainder's bias towards small numbers is 7 in 2^32.
            let other = self.chance.next_u32() as usize % (last + 1);
            order.swap(last, other);
        }
    }

    /// Thinks on, for at most `budget` nodes. Returns whether it has made up its mind.
    pub fn step(&mut self, budget: u32, now: u64) -> bool {
        self.elapsed = now.saturating_sub(self.started);
        // One ply is looked at however short the time, so that no win in one move is overlooked.
        let now = if self.has_looked() { now } else { self.started };
        self.thinking.step(budget, now) != Status::Pending
    }

    /// Whether it has looked one ply ahead.
    fn has_looked(&self) -> bool {
        let grown = !self.engine.searches_to_a_depth() && self.thinking.stats().nodes > WIDTH as u64;
        grown || self.thinking.complete().is_some()
    }

    /// Makes up its mind now, if it has looked one ply ahead, which takes eight nodes; else as soon as it has.
    pub fn stop(&mut self) {
        while !self.has_looked() && self.thinking.step(1, self.started) == Status::Pending {}
        self.thinking.stop();
    }

    /// The best move so far, always a legal one; `None` only if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<u8> {
        self.thinking.best()
    }

    /// What it thinks.
    #[must_use]
    pub fn thought(&self) -> Thought<'_> {
        let (thinking, stats) = (&self.thinking, self.thinking.stats());
        let (mut complete, mut line) = (thinking.complete(), thinking.line());
        if !self.engine.searches_to_a_depth() {
            if complete.is_none() {
                line = thinking.search().line();
            }
            let value = complete.map(|complete| complete.value).or_else(|| thinking.search().value_so_far());
            complete = value.map(|value| Complete { depth: stats.peaks.frames as u8, value });
        }
        Thought { complete, line, stats, millis: self.elapsed }
    }
}

impl Thought<'_> {
    /// The depth that is complete, 0 before the first.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.complete.map_or(0, |complete| complete.depth)
    }

    /// The value for the player to move.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.complete.map(|complete| complete.value)
    }

    /// Nodes a second, if any time has passed.
    #[must_use]
    pub fn nodes_a_second(&self) -> Option<u64> {
        (self.stats.nodes * 1000).checked_div(self.millis)
    }
}

/// Depth, score, line and nodes: `depth 8  estimate +12  line 443  6686 nodes`.
impl fmt::Display for Thought<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {}", self.depth())?;
        if let Some(value) = self.value() {
            match Keen::score(value) {
                Some(score) if score.get() > 0 => write!(f, "  wins, score {score}")?,
                Some(score) => write!(f, "  loses, score {score}")?,
                // Min/max approximation sees that a game is won, not how soon.
                None if value > Keen::MOST => f.write_str("  wins")?,
                None if value < -Keen::MOST => f.write_str("  loses")?,
                None => write!(f, "  estimate {:+}", value.get())?,
            }
        }
        if !self.line.is_empty() {
            f.write_str("  line ")?;
            // A terminal line has room for about twelve moves beside the rest.
            self.line.iter().take(12).try_for_each(|column| write!(f, "{}", column + 1))?;
        }
        write!(f, "  {} nodes", self.stats.nodes)
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Write as _;

    use super::*;

    fn choose(machine: &mut Machine<'_>, moves: &str) -> u8 {
        machine.start(&ConnectFour::from_moves(moves).unwrap(), 0);
        while !machine.step(100, 0) {}
        machine.best().unwrap() + 1
    }

    #[test]
    fn it_takes_a_win_and_parries_a_threat() {
        for &name in Name::ALL.iter().filter(|name| name.finds_values()) {
            let mut words = [0; 300];
            let mut machine = Machine::new(1, &mut words);
            assert!(machine.set_engine(name));
            machine.level = Level::new(2).unwrap();
            assert_eq!(choose(&mut machine, "121314"), 1, "{name}: wins");
            assert_eq!(choose(&mut machine, "12131"), 1, "{name}: parries");
            assert!(machine.thought().depth() >= 1);
        }
    }

    #[test]
    fn however_short_the_time_it_takes_a_win() {
        for seed in 0..20 {
            let mut machine = Machine::new(seed, &mut []);
            machine.start(&ConnectFour::from_moves("121314").unwrap(), 0);
            machine.stop();
            assert_eq!((machine.best(), machine.thought().depth()), (Some(0), 1), "stopped at once");
            machine.time = Some(1);
            machine.start(&ConnectFour::from_moves("121314").unwrap(), 0);
            while !machine.step(1, 1000) {}
            assert_eq!((machine.best(), machine.thought().depth()), (Some(0), 1), "late at once");
        }
    }

    #[test]
    fn a_budget_is_kept_whatever_the_search() {
        for &name in Name::ALL.iter().filter(|name| name.finds_values()) {
            for (budget, level) in [(7, 8), (100, 1), (1000, 3)] {
                let mut words = [0; 3000];
                let mut machine = Machine::new(1, &mut words);
                assert!(machine.set_engine(name));
                machine.level = Level::new(level).unwrap();
                machine.budget = Some(budget);
                choose(&mut machine, "44");
                let moves = machine.thought().stats.moves;
                // Where a visit may cost several calls, the last few may not be enough for one.
                assert!(moves <= budget && moves + 50 > budget, "{name}: {moves} of {budget}");
            }
        }
    }

    #[test]
    fn a_tree_is_grown_as_far_as_the_level_says() {
        let mut words = [0; 30_000];
        let mut machine = Machine::new(1, &mut words);
        assert!(machine.set_engine(Name::Mma));
        for level in 1..=6 {
            machine.level = Level::new(level).unwrap();
            choose(&mut machine, "44");
            let thought = machine.thought();
            assert_eq!(thought.stats.moves, machine.level.calls());
            assert!(thought.depth() >= 1 && thought.value().is_some() && thought.line.len() == 1, "{thought}");
        }
        assert_eq!(choose(&mut machine, "121314"), 1);
        let mut text = heapless::String::<100>::new();
        write!(text, "{}", machine.thought()).unwrap();
        assert_eq!(text, "depth 1  wins  line 1  8 nodes");
        machine.start(&ConnectFour::from_moves("44").unwrap(), 0);
        machine.stop();
        assert_eq!(machine.thought().stats.nodes, 8, "one ply is looked at");
    }

    #[test]
    fn level_one_sees_one_move() {
        let mut machine = Machine::new(1, &mut []);
        machine.level = Level::new(1).unwrap();
        assert_eq!(choose(&mut machine, "121314"), 1);
        assert_eq!(machine.thought().depth(), 1);
    }

    #[test]
    fn the_same_seed_is_the_same_play_and_another_may_differ() {
        let answer = |seed| {
            let mut machine = Machine::new(seed, &mut []);
            machine.level = Level::new(1).unwrap();
            // The middle column is full and the two sides are alike: chance decides between 3 and 5.
            choose(&mut machine, "444444")
        };
        let mut seen = [0; 8];
        for seed in 0..40 {
            assert_eq!(answer(seed), answer(seed));
            seen[usize::from(answer(seed))] += 1;
        }
        assert!(seen[3] > 5 && seen[5] > 5 && seen[3] + seen[5] == 40, "{seen:?}");
    }

    #[test]
    fn no_engine_that_finds_no_moves() {
        let mut machine = Machine::new(0, &mut []);
        assert!(!machine.set_engine(Name::Test));
        assert_eq!(machine.engine(), Name::NegaScout);
        assert!(machine.set_engine(Name::Scout));
    }

    #[test]
    fn lent_words_go_from_one_search_to_the_next() {
        let mut words = [0; 700];
        let mut machine = Machine::new(1, &mut words);
        machine.level = Level::new(4).unwrap();
        assert_eq!(machine.slots(), None);
        for _ in 0..2 {
            for (name, slots) in [(Name::Ins, 100), (Name::Sss, 233), (Name::InsLinked, 100), (Name::Dual, 233)] {
                assert!(machine.set_engine(name));
                assert_eq!(machine.slots(), Some(slots), "{name}");
                choose(&mut machine, "4455");
                assert!(machine.thought().stats.peaks.slots > 0, "{name} uses them");
            }
            assert!(machine.set_engine(Name::Pns));
            assert_eq!(machine.slots(), None);
        }
    }

    #[test]
    fn levels_are_one_to_eight() {
        assert!("0".parse::<Level>().is_err() && "9".parse::<Level>().is_err() && "x".parse::<Level>().is_err());
        assert!((1..=8).all(|level| Level::new(level).is_some_and(|l| l.depth() >= level)));
    }
}
