//! The table two players sit at: the board, the moves so far, and who is who.

use core::fmt;

use crate::game::Game;
use crate::games::connect_four::{CELLS, ConnectFour, Keen, MoveError, Player};
use crate::store::MoveList;

/// The moves of a game so far. Shown as people write them: `4455`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played(MoveList<u8, { CELLS as usize }>);

impl Played {
    /// The columns, from 0.
    #[must_use]
    pub fn columns(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|column| write!(f, "{}", column + 1))
    }
}

/// A game of Connect-Four between a person and the machine.
#[derive(Clone)]
pub struct Table {
    board: ConnectFour<Keen>,
    played: Played,
    person: Player,
}

impl Table {
    /// An empty board; the person plays this side.
    #[must_use]
    pub fn new(person: Player) -> Table {
        Table { board: ConnectFour::default(), played: Played::default(), person }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &ConnectFour<Keen> {
        &self.board
    }

    /// The moves so far.
    #[must_use]
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// The side the person plays.
    #[must_use]
    pub fn person(&self) -> Player {
        self.person
    }

    /// Whether the game goes on and it is the person's turn.
    #[must_use]
    pub fn is_persons_turn(&self) -> bool {
        self.board.end().is_none() && self.board.to_move() == self.person
    }

    /// Whether the game goes on and it is the machine's turn.
    #[must_use]
    pub fn is_machines_turn(&self) -> bool {
        self.board.end().is_none() && self.board.to_move() != self.person
    }

    /// Plays a column, for whoever's turn it is.
    ///
    /// # Errors
    /// If it is full or the game is over; then nothing has changed.
    pub fn play(&mut self, column: u8) -> Result<(), MoveError> {
        let legal = self.board.read_move(char::from(b'1'.saturating_add(column)))?;
        self.board.play(legal);
        let _ = self.played.0.push(legal); // as many fit as the board has cells
        Ok(())
    }

    /// Clears the board. Who plays which side stays.
    pub fn clear(&mut self) {
        *self = Table::new(self.person);
    }

    /// Sets up the position after these moves, written as in `4455`.
    ///
    /// # Errors
    /// At the first that is not legal; then nothing has changed.
    pub fn set_up(&mut self, moves: &str) -> Result<(), MoveError> {
        let mut fresh = Table::new(self.person);
        for c in moves.chars() {
            let column = fresh.board.read_move(c)?;
            fresh.play(column)?;
        }
        *self = fresh;
        Ok(())
    }

    /// Takes moves back until it is the person's turn again, at least one. False if the person has not moved yet.
    pub fn undo(&mut self) -> bool {
        let turns = self.played.0.len();
        // Black moved at even places, Red at odd ones.
        let persons = |place: &usize| place % 2 == usize::from(self.person == Player::Red);
        let Some(keep) = (0..turns).rev().find(persons) else { return false };
        let mut kept = self.played.0.clone();
        kept.truncate(keep);
        self.clear();
        for column in kept {
            let _ = self.play(column); // it was legal before
        }
        true
    }

    /// The person and the machine change sides.
    pub fn swap(&mut self) {
        self.person = self.person.other();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;

    fn moves(table: &Table) -> heapless::String<64> {
        let mut text = heapless::String::new();
        write!(text, "{}", table.played()).unwrap();
        text
    }

    #[test]
    fn undo_goes_back_to_the_persons_last_turn() {
        let mut table = Table::new(Player::Black);
        assert!(!table.undo());
        table.set_up("4433").unwrap();
        assert!(table.undo());
        assert_eq!(moves(&table), "44");
        table.set_up("443").unwrap(); // the machine has not answered yet
        assert!(table.undo());
        assert_eq!(moves(&table), "44");

        let mut second = Table::new(Player::Red);
        second.set_up("4").unwrap();
        assert!(!second.undo(), "the person has not moved");
        second.set_up("443").unwrap();
        assert!(second.undo());
        assert_eq!(moves(&second), "4");
        assert!(second.is_persons_turn());
    }

    #[test]
    fn undo_of_a_finished_game_lets_it_go_on() {
        let mut table = Table::new(Player::Black);
        table.set_up("1213141").unwrap();
        assert!(!table.is_persons_turn() && !table.is_machines_turn());
        assert!(table.undo());
        assert!(table.is_persons_turn());
    }

    #[test]
    fn a_bad_set_up_changes_nothing() {
        let mut table = Table::new(Player::Black);
        table.set_up("44").unwrap();
        assert_eq!(table.set_up("4444444"), Err(MoveError::Full(4)));
        assert_eq!(table.play(7), Err(MoveError::NoColumn('8')));
        assert_eq!(moves(&table), "44");
    }

    #[test]
    fn swapping_changes_whose_turn_it_is() {
        let mut table = Table::new(Player::Black);
        assert!(table.is_persons_turn());
        table.swap();
        assert!(table.is_machines_turn());
    }
}
