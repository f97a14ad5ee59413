//! The games of the command line: how they are named, and how their moves are written.

use std::fmt;
use std::str::FromStr;

use plywood::game::Hints;
use plywood::games::connect_four::Evaluator;
use plywood::games::kalah::PASS;
use plywood::games::othello;
use plywood::games::synthetic::{MAX_WIDTH, Order, Shape, Synthetic};
use plywood::games::{ConnectFour, Kalah, Othello, TicTacToe};

/// What `--game` names.
#[derive(Clone, Debug, PartialEq)]
pub enum GameSpec {
    ConnectFour(Values),
    TicTacToe,
    Kalah,
    Othello,
    /// Without a depth of its own, the tree is as deep as the search.
    Synthetic {
        shape: Shape,
        own_depth: bool,
    },
}

/// Which evaluator Connect-Four has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    Rivest,
    Outcome,
    Keen,
}

const NAMES: &str = "connect-four, tic-tac-toe, kalah, othello and synthetic";
const OPTIONS: &str = "synthetic:w=5,d=6,order=strong,range=1000,seed=7";

impl FromStr for GameSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<GameSpec, String> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let options = options.split(',').filter(|option| !option.is_empty());
        match name {
            "connect-four" | "connect4" => {
                let mut values = Values::Rivest;
                for option in options {
                    values = match option {
                        "eval=rivest" => Values::Rivest,
                        "eval=outcome" => Values::Outcome,
                        "eval=keen" => Values::Keen,
                        _ => return Err(format!("no option {option}: connect-four has eval=rivest, outcome or keen")),
                    };
                }
                Ok(GameSpec::ConnectFour(values))
            }
            "synthetic" => synthetic(options),
            "tic-tac-toe" | "kalah" | "othello" => match (options.into_iter().next(), name) {
                (Some(option), _) => Err(format!("no option {option}: {name} has none")),
                (None, "kalah") => Ok(GameSpec::Kalah),
                (None, "othello") => Ok(GameSpec::Othello),
                (None, _) => Ok(GameSpec::TicTacToe),
            },
            _ => Err(format!("no game {name}: there are {NAMES}")),
        }
    }
}

/// A whole number from `least` to `most`.
pub fn number<T: FromStr + PartialOrd + fmt::Display>(key: &str, text: &str, least: T, most: T) -> Result<T, String> {
    match text.parse() {
        Ok(n) if n >= least && n <= most => Ok(n),
        _ => Err(format!("{key}={text}: {key} is a number from {least} to {most}")),
    }
}

fn synthetic<'a>(options: impl Iterator<Item = &'a str>) -> Result<GameSpec, String> {
    let mut shape = Shape::random(5, 0, 1);
    let mut own_depth = false;
    for option in options {
        let (key, value) = option.split_once('=').ok_or(format!("{option}: options look like {OPTIONS}"))?;
        match key {
            "w" => shape.width = number(key, value, 1, MAX_WIDTH as u8)?,
            "d" => {
                shape.depth = number(key, value, 0, 255)?;
                own_depth = true;
            }
            "range" => shape.range = number(key, value, 0, Shape::MAX_RANGE)?,
            "seed" => shape.seed = number(key, value, 0, u64::MAX)?,
            "order" => shape.order = order(value)?,
            _ => return Err(format!("no option {key}: options look like {OPTIONS}")),
        }
    }
    if let Order::Weights(weights) = shape.order {
        let given = weights.iter().rposition(|&weight| weight > 0).map_or(0, |last| last + 1);
        if given > usize::from(shape.width) || given == 0 {
            return Err(format!("order takes 1 to {} weights, not all zero, as in 6/3/1", shape.width));
        }
    }
    Ok(GameSpec::Synthetic { shape, own_depth })
}

fn order(text: &str) -> Result<Order, String> {
    match text {
        "random" => Ok(Order::Random),
        "strong" => Ok(Order::STRONG),
        "best" => Ok(Order::BEST),
        "worst" => Ok(Order::Last),
        weights if weights.contains('/') => {
            let mut list = [0; MAX_WIDTH];
            for (i, weight) in weights.split('/').enumerate() {
                let place = list.get_mut(i).ok_or(format!("order: at most {MAX_WIDTH} weights"))?;
                *place = number("order", weight, 0, 255)?;
            }
            Ok(Order::Weights(list))
        }
        percent => number("order", percent, 0, 100).map(Order::First).map_err(|_| {
            format!("order={percent}: random, strong, best, worst, a percentage for the first, or weights as in 6/3/1")
        }),
    }
}

/// A game whose moves can be written.
pub trait Written: Hints<Move = u8> + Clone + Send + Sync {
    /// Counted from 1.
    fn write(m: u8) -> String {
        (m + 1).to_string()
    }
}

impl<E: Evaluator + Send + Sync> Written for ConnectFour<E> {}
impl Written for TicTacToe {}
impl Written for Synthetic {}

impl Written for Kalah {
    fn write(m: u8) -> String {
        if m == PASS { "p".into() } else { (m + 1).to_string() }
    }
}

impl Written for Othello {
    /// As `d3`, or `pass`.
    fn write(m: u8) -> String {
        othello::Written(m).to_string()
    }
}

/// Plays moves as they are written: one character each, or any words between commas or spaces.
pub fn play<G: Written>(game: &mut G, moves: &str) -> Result<(), String> {
    let words: Vec<&str> = if moves.contains([',', ' ']) {
        moves.split([',', ' ']).filter(|word| !word.is_empty()).collect()
    } else {
        moves.split("").filter(|word| !word.is_empty()).collect()
    };
    for (i, word) in words.iter().enumerate() {
        let legal = game.moves();
        let legal = legal.as_ref();
        let Some(&m) = legal.iter().find(|&&m| G::write(m) == *word) else {
            let mut there: Vec<String> = legal.iter().map(|&m| G::write(m)).collect();
            there.sort_by_key(|word| (word.len(), word.clone()));
            let there =
                if there.is_empty() { "the game is over".into() } else { format!("there is {}", there.join(" ")) };
            return Err(format!("move {}, {}, is not legal: {there}", i + 1, word.escape_default()));
        };
        game.play(m);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_by_name() {
        assert_eq!("kalah".parse(), Ok(GameSpec::Kalah));
        assert_eq!("connect-four:eval=outcome".parse(), Ok(GameSpec::ConnectFour(Values::Outcome)));
        let shape = Shape { width: 3, depth: 6, order: Order::STRONG, range: 9, seed: 7 };
        let text = "synthetic:w=3,d=6,order=strong,range=9,seed=7";
        assert_eq!(text.parse(), Ok(GameSpec::Synthetic { shape, own_depth: true }));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, told) in [
            ("chess", "no game chess"),
            ("kalah:w=3", "kalah has none"),
            ("synthetic:w=0", "w is a number from 1 to 64"),
            ("synthetic:w=65", "w is a number from 1 to 64"),
            ("synthetic:order=odd", "random, strong, best, worst"),
            ("synthetic:w=2,order=1/2/3", "order takes 1 to 2 weights"),
            ("synthetic:w", "options look like"),
            ("synthetic:seed=-1", "seed is a number"),
        ] {
            let error = text.parse::<GameSpec>().unwrap_err();
            assert!(error.contains(told) && error.lines().count() == 1, "{text}: {error}");
        }
    }

    #[test]
    fn moves_are_played_as_written() {
        let mut game = ConnectFour::new();
        play(&mut game, "4455").unwrap();
        assert_eq!(game.stones(), 4);
        assert_eq!(play(&mut game, "49"), Err("move 2, 9, is not legal: there is 1 2 3 4 5 6 7".into()));
        let mut tree = Synthetic::new(Shape::random(12, 3, 1));
        play(&mut tree, "12, 1").unwrap();
        assert!(play(&mut tree, "13 1").is_err());
        let mut kalah = Kalah::new();
        play(&mut kalah, "3p").unwrap();
        let mut othello = Othello::new();
        play(&mut othello, "f5 d6").unwrap();
        assert_eq!(play(&mut othello, "c6,c6"), Err("move 2, c6, is not legal: there is b6 f4 f6".into()));
    }
}
