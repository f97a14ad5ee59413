//! The contract between a game and a search: the [`Game`] trait, and the numbers both sides speak in.
//!
//! A game says which moves there are, plays and takes back a move, and gives a [`Value`] to the position it is
//! in. Everything else, from the order of visits to the memory, is the search's business.

use core::fmt;
use core::ops::Neg;

/// A two-player, zero-sum game of perfect information, at some position.
///
/// Four methods are all a search needs. The players move strictly in turn, so a game with passes or free moves
/// has a move that means "pass" (see [`Kalah`](crate::games::kalah::Kalah)).
///
/// ```
/// use plywood::game::{Game, Value};
///
/// /// Take one or two from a heap; who takes the last one wins.
/// #[derive(Clone)]
/// struct Heap(u8);
///
/// impl Game for Heap {
///     type Move = u8;
///     type Moves = &'static [u8];
///     type Undo = ();
///     fn moves(&self) -> &'static [u8] {
///         &[1, 2][..usize::from(self.0.min(2))]
///     }
///     fn play(&mut self, take: u8) {
///         self.0 -= take;
///     }
///     fn undo(&mut self, take: u8, (): ()) {
///         self.0 += take;
///     }
///     fn evaluate(&self) -> Value {
///         Value::new(if self.0 == 0 { -1 } else { 0 }) // the other player took the last one
///     }
/// }
///
/// use plywood::search::{DepthFirst, NegaScout, Search};
/// let mut search = DepthFirst::<_, _, 10>::new(NegaScout, Heap(7));
/// search.start(&Heap(7), 10).unwrap();
/// assert_eq!(search.finish(), Value::new(1));
/// assert_eq!(search.best(), Some(1)); // leaves six, a multiple of three
/// ```
pub trait Game {
    /// A move. Small and `Copy`: searches keep many.
    type Move: Copy + PartialEq + fmt::Debug;

    /// The list of moves, in whatever fixed-capacity container suits the game:
    /// [`MoveList`](crate::store::MoveList), an array, or a `&'static` slice.
    type Moves: AsRef<[Self::Move]>;

    /// What [`play`](Game::play) has to remember so that [`undo`](Game::undo) restores everything.
    /// `()` where the move alone says it.
    type Undo: Copy;

    /// The legal moves, the most promising first: a search looks at them in this order.
    /// Empty when the game is over, and only then.
    fn moves(&self) -> Self::Moves;

    /// Plays one of [`moves`](Game::moves).
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes `m` back: afterwards the game is what it was before `play(m)`.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);

    /// What the position is worth to the player to move: its exact value when the game is over, an estimate
    /// before.
    fn evaluate(&self) -> Value;

    /// Whether the player to move is Max, for searches that see every value from one side. `None` where it makes no
    /// difference which of the two that is: then Max is whoever moves at the root.
    fn is_max_to_move(&self) -> Option<bool> {
        None
    }
}

/// A game whose positions can be reached by more than one order of moves.
///
/// The key and its rest together tell positions apart: two positions share both only if they are the same for all that comes:
/// same moves, same values. Where 64 bits are enough for that, the rest is always 0, and the key does it alone. Every number
/// is a possible key, 0 too.
pub trait Keyed: Game {
    /// Whether the [rest](Keyed::key_rest) is needed. What keeps only the key can refuse such a game when it is compiled.
    const WIDE: bool = false;

    /// The key. Of a wide game's, different positions may share this; it is enough to say where in a table they are.
    fn key(&self) -> u64;

    /// What the key does not tell.
    fn key_rest(&self) -> u64 {
        0
    }
}

/// What tells a position from all others: a key, and a rest that is 0 where 64 bits are enough.
pub type Identity = (u64, u64);

/// What a search that remembers positions may be told about a game besides its rules.
///
/// Every method has a default that says nothing: `impl Hints for MyGame {}` is enough to be searched, and a game that says
/// more is searched faster, with the same result.
pub trait Hints: Game {
    /// Whether the second half of an [`identity`](Hints::identity) is ever anything but 0.
    const WIDE: bool = false;

    /// What tells the position from all others: two positions share it only if they have the same value however deep they
    /// are searched. `None` for a position that cannot be told; such a one is not remembered.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// The [`identity`](Hints::identity) of the position that a move leads to, where that is known with less ado.
    fn identity_after(&mut self, m: Self::Move) -> Option<Identity> {
        let undo = self.play(m);
        let identity = self.identity();
        self.undo(m, undo);
        identity
    }

    /// Between which two values the value of the position lies, however deep it is searched. Two equal ones are the value. Only
    /// what matters in this window need be found out.
    fn known(&self, _window: Window) -> (Value, Value) {
        (-Value::INFINITY, Value::INFINITY)
    }

    /// Where in the history heuristic's memory a move is counted: moves that tend to be good or bad together, such as those of
    /// one player to one cell, in one place. Places are small numbers.
    fn place(&self, _m: Self::Move) -> usize {
        0
    }

    /// How many replies a move leaves the opponent, for a search that tries first what leaves the fewest.
    fn replies(&mut self, m: Self::Move) -> u8 {
        let undo = self.play(m);
        let replies = self.moves().as_ref().len().min(u8::MAX.into()) as u8;
        self.undo(m, undo);
        replies
    }
}

/// What a position is worth, from the point of view that the context names (mostly the player to move).
///
/// Any `Value` can be negated: the one `i16` that cannot, `i16::MIN`, is no `Value`. [`Value::INFINITY`] and its
/// negative lie outside everything [`Value::new`] makes, so that the window between them holds every value.
///
/// ```
/// use plywood::game::Value;
/// assert_eq!(-Value::new(5), Value::new(-5));
/// assert!(-Value::INFINITY < Value::new(i16::MIN));
/// assert!(Value::new(i16::MAX) < Value::INFINITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Value(i16);

impl Value {
    /// The value of a draw.
    pub const ZERO: Value = Value(0);

    /// More than any position is worth.
    pub const INFINITY: Value = Value(i16::MAX);

    /// The greatest value a position can have: 32766. The least is its negative.
    pub const MAX: Value = Value(i16::MAX - 1);

    /// A finite value; what lies outside ±[`Value::MAX`] becomes the nearest one that does not.
    #[must_use]
    pub const fn new(v: i16) -> Value {
        if v > Value::MAX.0 {
            Value::MAX
        } else if v < -Value::MAX.0 {
            Value(-Value::MAX.0)
        } else {
            Value(v)
        }
    }

    /// The value that [`get`](Value::get) made this number of, an infinite one too.
    pub(crate) const fn from_get(v: i16) -> Value {
        Value(if v == i16::MIN { -i16::MAX } else { v })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i16 {
        self.0
    }

    /// The next greater value; infinity has none and stays.
    #[must_use]
    pub const fn up(self) -> Value {
        if self.0 == i16::MAX { self } else { Value(self.0 + 1) }
    }

    /// The next smaller value; minus infinity has none and stays.
    #[must_use]
    pub const fn down(self) -> Value {
        if self.0 == -i16::MAX { self } else { Value(self.0 - 1) }
    }

    /// Whether this is plus or minus infinity.
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 == i16::MAX || self.0 == -i16::MAX
    }
}

impl Neg for Value {
    type Output = Value;
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl From<i16> for Value {
    fn from(v: i16) -> Value {
        Value::new(v)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::INFINITY => f.pad("inf"),
            Value(v) if v == -i16::MAX => f.pad("-inf"),
            Value(v) => fmt::Display::fmt(&v, f),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The open interval (alpha, beta) in which a search has to know a value exactly.
///
/// Outside of it a bound is enough: `<= alpha` fails low, `>= beta` fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Window {
    /// Values up to this one need not be told apart.
    pub alpha: Value,
    /// Values from this one on need not be told apart.
    pub beta: Value,
}

impl Window {
    /// Holds every value.
    pub const FULL: Window = Window { alpha: Value(-i16::MAX), beta: Value::INFINITY };

    /// The window (alpha, beta), if alpha < beta.
    #[must_use]
    pub fn new(alpha: Value, beta: Value) -> Option<Window> {
        (alpha < beta).then_some(Window { alpha, beta })
    }

    /// The minimal window (v, v + 1): it asks only whether the value is greater than `v`.
    #[must_use]
    pub const fn above(v: Value) -> Window {
        Window { alpha: v, beta: v.up() }
    }

    /// What lies in both windows.
    #[must_use]
    pub fn within(self, other: Window) -> Window {
        Window { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// The window of a successor, as its mover sees it, of a node in this window that is worth at least `value`.
    #[must_use]
    pub fn below(self, value: Value) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha.max(value) }
    }

    /// Whether no value lies inside, so that every search fails low or high.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.alpha.up() >= self.beta
    }

    /// What a fail-soft search that was given this window and returned `value` has shown.
    #[must_use]
    pub fn bound(self, value: Value) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// What a search knows of a position's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Bound {
    /// It is exactly this.
    Exact,
    /// It is this or more: the search failed high.
    Lower,
    /// It is this or less: the search failed low.
    Upper,
}

impl Bound {
    /// Whether a position of value `exact` may have given the result `shown`.
    #[must_use]
    pub fn holds(self, shown: Value, exact: Value) -> bool {
        match self {
            Bound::Exact => exact == shown,
            Bound::Lower => exact >= shown,
            Bound::Upper => exact <= shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_can_be_negated_and_stepped() {
        for v in i16::MIN..=i16::MAX {
            let value = Value::new(v);
            assert!(!value.is_infinite());
            assert_eq!(-(-value), value);
            assert!(value.up() > value && value.down() < value);
            assert_eq!(value.up().down(), value);
        }
        assert_eq!(Value::INFINITY.up(), Value::INFINITY);
        assert_eq!((-Value::INFINITY).down(), -Value::INFINITY);
    }

    #[test]
    fn a_window_sorts_results_into_bounds() {
        let window = Window { alpha: Value::new(-2), beta: Value::new(3) };
        assert_eq!(window.bound(Value::new(-2)), Bound::Upper);
        assert_eq!(window.bound(Value::new(-1)), Bound::Exact);
        assert_eq!(window.bound(Value::new(3)), Bound::Lower);
        assert!(!window.is_null());
        assert!(Window::above(Value::ZERO).is_null());
        assert_eq!(Window::new(Value::ZERO, Value::ZERO), None);
    }
}
