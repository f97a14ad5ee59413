//! Who plays.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use plywood::game::{Game, Keyed, Value};
use plywood::games::ConnectFour;
use plywood::games::connect_four::{CELLS, COLUMNS, Rivest};
use plywood::games::static_order::{Ledger, StaticOrder};
use plywood::search::mma::Reverse;
use plywood::search::{AlphaBeta, Deepening, DepthFirst, InsHash, Limit, Mma, NegaScout, Search, Status};
use plywood::store::merits::{ByPosition, Hashed};
use plywood::store::tree::Tree;

use super::Bound;

const WIDTH: usize = COLUMNS as usize;
const PLIES: usize = CELLS as usize;

/// The first depth of all who deepen (§5.4).
const FIRST_DEPTH: u8 = 2;

/// What Rivest's evaluator gives for a won game.
const WON: Value = Value::new(511);

/// Memory for those who keep something: what a Raspberry Pi Pico has to lend.
const LENT_BYTES: usize = 200_000;

/// Node visits between two looks at the clock.
const VISITS: u32 = 64;

/// A position to choose a move in.
pub trait Board: Game<Move = u8> + Keyed + Clone {
    /// How many moves the game can still have.
    fn left(&self) -> u8;
}

impl Board for ConnectFour<Rivest> {
    fn left(&self) -> u8 {
        CELLS - self.stones()
    }
}

/// The players there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Name {
    /// Alpha-beta as in the paper: the successors of every node are sorted.
    Ab,
    /// The same, but just above the bottom, where sorting costs as much as searching, successors are not sorted.
    AbLean,
    /// NegaScout.
    NegaScout,
    /// Informed NegaScout.
    Ins,
    /// Min/max approximation, with the paper's penalty.
    Mm,
}

impl Name {
    /// All of them.
    pub const ALL: [Name; 5] = [Name::Ab, Name::AbLean, Name::NegaScout, Name::Ins, Name::Mm];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Name::Ab => "ab",
            Name::AbLean => "ab-lean",
            Name::NegaScout => "negascout",
            Name::Ins => "ins",
            Name::Mm => "mm",
        }
    }

    /// What to know about it.
    pub fn about(self) -> &'static str {
        match self {
            Name::Ab => "alpha-beta, 2 ply and deeper, successors by static value, sorting charged",
            Name::AbLean => "as ab, but successors at the bottom are not sorted",
            Name::NegaScout => "NegaScout, 2 ply and deeper, centre first, nothing sorted, stops at a won game",
            Name::Ins => "informed NegaScout with 200000 bytes, else as negascout",
            Name::Mm => "min/max approximation with 200000 bytes, 0.05 a level, every descent from the root charged",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Name {
    type Err = String;
    fn from_str(text: &str) -> Result<Name, String> {
        Name::ALL.into_iter().find(|name| name.as_str().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let names = Name::ALL.map(Name::as_str).join(", ");
            format!("no player {text}: there are {names}")
        })
    }
}

/// What a player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub column: u8,
    /// Calls of `play` it took.
    pub calls: u64,
    /// The deepest complete search, if the player deepens and one was complete.
    pub depth: Option<u8>,
}

/// Somebody who chooses moves. Nothing is carried over from one turn to the next: what it owns is memory to work in.
pub struct Player {
    name: Name,
    words: Vec<u32>,
}

impl Player {
    /// The player of this name.
    pub fn new(name: Name) -> Player {
        let bytes = match name {
            Name::Ab | Name::AbLean | Name::NegaScout => 0,
            Name::Ins | Name::Mm => LENT_BYTES,
        };
        Player { name, words: vec![0; bytes / size_of::<u32>()] }
    }

    /// Its name.
    pub fn name(&self) -> Name {
        self.name
    }

    /// A move, within the bound; `None` if the game is over.
    ///
    /// A bound on calls of `play` is never passed by even one. One on time is kept to within a few dozen nodes.
    pub fn choose<B: Board>(&mut self, position: &B, bound: Bound) -> Option<Choice> {
        match self.name {
            Name::Ab => alpha_beta(position, bound, 0),
            Name::AbLean => alpha_beta(position, bound, 1),
            Name::NegaScout => {
                deepen(DepthFirst::<_, _, PLIES>::new(NegaScout, position.clone()), position, bound, FIRST_DEPTH)
            }
            Name::Ins => {
                let table = Hashed::new(&mut self.words);
                let search = InsHash::<_, WIDTH, PLIES, ByPosition>::new(table, position.clone());
                deepen(search, position, bound, FIRST_DEPTH)
            }
            Name::Mm => {
                let tree = Tree::new(&mut self.words, false);
                let search = Mma::<_, _, PLIES>::new(Reverse::default(), tree, position.clone());
                deepen(search, position, bound, position.left())
            }
        }
    }
}

/// Looks deeper and deeper, from depth `first` on, in the game's own order, until the bound, or until the game is won or lost
/// for certain. A search that grows its tree by itself begins at the last depth: then what is played is its best so far.
fn deepen<B: Board>(search: impl Search<B>, position: &B, bound: Bound, first: u8) -> Option<Choice> {
    let mut thinking = Deepening::<B, _, PLIES>::new(search, position.clone());
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let mut limit = Limit { decisive: Some(WON), ..Limit::default() };
    match bound {
        Bound::Moves(calls) => limit.moves = Some(calls),
        Bound::Time(time) => limit.time = Some(micros(time)),
    }
    let clock = Instant::now();
    thinking.start(position, first, position.left(), limit, 0).ok()?;
    let step = |thinking: &mut Deepening<_, _, PLIES>| match bound {
        Bound::Moves(_) => thinking.step(u32::MAX, 0),
        Bound::Time(_) => thinking.step(VISITS, micros(clock.elapsed())),
    };
    while step(&mut thinking) == Status::Pending {}
    let depth = thinking.complete().map(|complete| complete.depth);
    Some(Choice { column: thinking.best()?, calls: thinking.stats().moves, depth })
}

/// Alpha-beta as §5.4 has it: deeper and deeper until the bound, whatever is found, and the move of the last complete
/// search is played. Every call of `play` is charged, those that sort the successors too. In the last `unsorted` plies
/// above the bottom nothing is sorted.
fn alpha_beta<B: Board>(position: &B, bound: Bound, unsorted: u8) -> Option<Choice> {
    let (calls, time) = match bound {
        Bound::Moves(calls) => (calls, Duration::MAX),
        Bound::Time(time) => (u64::MAX, time),
    };
    let ledger = Ledger::new(calls);
    let root = StaticOrder::<_, WIDTH>::new(position.clone(), &ledger);
    let mut search = DepthFirst::<_, _, PLIES>::new(AlphaBeta::default(), root.clone());
    let clock = Instant::now();
    let mut complete = None;
    for depth in FIRST_DEPTH..=position.left().max(FIRST_DEPTH) {
        // A start asks for a first move, any move: that is not worth sorting.
        ledger.sort_plies(0);
        search.start(&root, depth).ok()?;
        ledger.sort_plies(depth - unsorted);
        while search.value().is_none() {
            if ledger.left() == 0 || ledger.is_short() || time != Duration::MAX && clock.elapsed() >= time {
                let (column, depth) = match complete {
                    Some((column, depth)) => (column, Some(depth)),
                    None => (search.best()?, None),
                };
                return Some(Choice { column, calls: ledger.made(), depth });
            }
            // A visit is one call of play, and one more for each successor to sort. When that is more than there is left,
            // go node by node: the ledger says when it cannot pay.
            let sure = ledger.left() / (1 + WIDTH as u64);
            search.step(sure.clamp(1, u64::from(VISITS)) as u32);
        }
        complete = Some((search.best()?, depth));
    }
    complete.map(|(column, depth)| Choice { column, calls: ledger.made(), depth: Some(depth) })
}
