//! What a line means.

use core::fmt;

use crate::play::Level;
use crate::search::Name;
use crate::search::named::UnknownName;

/// What a person can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Play(u8),
    New,
    Undo,
    Hint,
    Swap,
    Auto,
    Engine(Name),
    Level(Level),
    Time(Option<u64>),
    Budget(Option<u64>),
    Moves(&'a str),
    Board,
    Stats,
    Colour(bool),
    Seed(u64),
    Bench,
    SelfTest,
    Bootsel,
    Crash,
    Version,
    Help,
    Quit,
    Nothing,
}

/// Every command, and what it does.
pub(super) const HELP: [(&str, &str); 23] = [
    ("1 to 7", "drop a disc into that column"),
    ("new", "start another game"),
    ("undo", "take your last move back"),
    ("hint", "ask the machine what it would play"),
    ("any key", "while it thinks: play at once (in a terminal: Enter)"),
    ("swap", "change sides"),
    ("auto", "let the machine play both sides"),
    ("engine NAME", "search by another algorithm"),
    ("level N", "1 (weakest) to 8 (strongest)"),
    ("time MS", "think at most so many milliseconds a move; 0: as long as the level takes"),
    ("budget N", "call play at most N times a move; 0: as often as the level takes"),
    ("moves 4455", "set up a position"),
    ("board", "draw the board again"),
    ("stats", "what the last search did"),
    ("plain, colour", "draw with letters, or with colours"),
    ("seed N", "what decides between equal moves: the same number, the same game"),
    ("bench", "search fixed positions: nodes, cycles, cycles a node"),
    ("selftest", "every search against minimax, right here"),
    ("bootsel", "on a board: restart into the USB bootloader"),
    ("crash", "on a board: panic, restart, and tell of it"),
    ("version", "which plywood this is"),
    ("help", "this list"),
    ("quit", "leave"),
];

/// Why a line means nothing. Its text says what would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wrong<'a> {
    NoColumn(&'a str),
    NoCommand(&'a str),
    NoEngine(UnknownName),
    NoLevel,
    NoTime,
    NoBudget,
    NoMoves,
    NoSeed,
    TooMuch(&'static str),
}

impl fmt::Display for Wrong<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NoColumn(word) => write!(f, "{word} is no column: 1 to 7 are"),
            Wrong::NoCommand(word) => {
                write!(f, "\"{word}\" means nothing here: 1 to 7 plays a column, help lists the rest")
            }
            Wrong::NoEngine(unknown) => fmt::Display::fmt(unknown, f),
            Wrong::NoLevel => f.write_str("level takes a number from 1 (weakest) to 8 (strongest)"),
            Wrong::NoTime => f.write_str("time takes milliseconds, 1 to 3600000, or 0 for as long as the level takes"),
            Wrong::NoBudget => {
                f.write_str("budget takes calls of play, 7 or more, or 0 for as many as the level takes")
            }
            Wrong::NoMoves => f.write_str("moves takes the columns played so far, such as moves 4455"),
            Wrong::NoSeed => f.write_str("seed takes a number, such as seed 7"),
            Wrong::TooMuch(word) => write!(f, "{word} stands alone: leave out what follows it"),
        }
    }
}

/// Calls of `play` that one look at every move takes.
const LEAST_CALLS: u64 = 7;

/// The longest time a move may take: an hour.
const MOST_MILLIS: u64 = 3_600_000;

impl<'a> Command<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a str) -> Result<Command<'a>, Wrong<'a>> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let argument = Some(rest).filter(|rest| !rest.is_empty());

        if is("engine") {
            return rest.parse().map(Command::Engine).map_err(Wrong::NoEngine);
        } else if is("level") {
            return rest.parse().map(Command::Level).map_err(|_| Wrong::NoLevel);
        } else if is("time") {
            let millis: u64 = rest.parse().map_err(|_| Wrong::NoTime)?;
            return match millis {
                0 => Ok(Command::Time(None)),
                1..=MOST_MILLIS => Ok(Command::Time(Some(millis))),
                _ => Err(Wrong::NoTime),
            };
        } else if is("budget") {
            return match rest.parse() {
                Ok(0) => Ok(Command::Budget(None)),
                Ok(calls @ LEAST_CALLS..) => Ok(Command::Budget(Some(calls))),
                _ => Err(Wrong::NoBudget),
            };
        } else if is("seed") {
            return rest.parse().map(Command::Seed).map_err(|_| Wrong::NoSeed);
        } else if is("moves") {
            return argument.map(Command::Moves).ok_or(Wrong::NoMoves);
        }
        let alone = [
            ("new", Command::New),
            ("undo", Command::Undo),
            ("hint", Command::Hint),
            ("swap", Command::Swap),
            ("auto", Command::Auto),
            ("board", Command::Board),
            ("stats", Command::Stats),
            ("plain", Command::Colour(false)),
            ("colour", Command::Colour(true)),
            ("color", Command::Colour(true)),
            ("bench", Command::Bench),
            ("selftest", Command::SelfTest),
            ("bootsel", Command::Bootsel),
            ("crash", Command::Crash),
            ("version", Command::Version),
            ("help", Command::Help),
            ("?", Command::Help),
            ("quit", Command::Quit),
            ("exit", Command::Quit),
        ];
        if let Some(&(name, command)) = alone.iter().find(|(name, _)| is(name)) {
            return if argument.is_none() { Ok(command) } else { Err(Wrong::TooMuch(name)) };
        }
        match (word.as_bytes(), argument) {
            ([], _) => Ok(Command::Nothing),
            ([digit @ b'1'..=b'7'], None) => Ok(Command::Play(digit - b'1')),
            (digits, _) if digits.iter().all(u8::is_ascii_digit) => Err(Wrong::NoColumn(line)),
            _ => Err(Wrong::NoCommand(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_help_lists_is_understood() {
        for (usage, _) in HELP {
            for word in usage.split(", ") {
                let line = match word {
                    "1 to 7" | "any key" => "1",
                    "engine NAME" => "engine ab",
                    "level N" => "level 3",
                    "time MS" => "time 100",
                    "budget N" => "budget 1000",
                    "seed N" => "seed 7",
                    word => word,
                };
                assert!(Command::read(line).is_ok(), "{line}");
            }
        }
    }

    #[test]
    fn columns() {
        assert_eq!(Command::read(" 4 "), Ok(Command::Play(3)));
        for line in ["0", "8", "9", "44", "4 4"] {
            assert_eq!(Command::read(line), Err(Wrong::NoColumn(line)));
        }
        assert_eq!(Command::read(""), Ok(Command::Nothing));
        assert_eq!(Command::read("NEW"), Ok(Command::New));
        assert_eq!(Command::read("x"), Err(Wrong::NoCommand("x")));
    }

    #[test]
    fn wrong_arguments_are_told() {
        assert_eq!(Command::read("level 9"), Err(Wrong::NoLevel));
        assert_eq!(Command::read("level"), Err(Wrong::NoLevel));
        assert_eq!(Command::read("time -1"), Err(Wrong::NoTime));
        assert_eq!(Command::read("time 99999999999999999999"), Err(Wrong::NoTime));
        assert_eq!(Command::read("time 0"), Ok(Command::Time(None)));
        assert_eq!(Command::read("budget 6"), Err(Wrong::NoBudget));
        assert_eq!(Command::read("budget many"), Err(Wrong::NoBudget));
        assert_eq!(Command::read("budget 7"), Ok(Command::Budget(Some(7))));
        assert_eq!(Command::read("budget 0"), Ok(Command::Budget(None)));
        assert_eq!(Command::read("engine deep blue"), Err(Wrong::NoEngine(UnknownName)));
        assert_eq!(Command::read("moves"), Err(Wrong::NoMoves));
        assert_eq!(Command::read("new game"), Err(Wrong::TooMuch("new")));
    }
}
