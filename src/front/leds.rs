//! The game on an 8×8 matrix of coloured LEDs, with three buttons: left, drop, right.
//!
//! ```text
//!   . . . B . . . B     the cursor over the board; at the right, whose turn it is
//!   . . . . . . . .
//!   . . . . . . . .
//!   . . . . . . . .
//!   . . . . . . . .     the board is the seven left columns of the six lower rows;
//!   . . . . . . . .     while the machine thinks, a light runs up and down beside it
//!   . . . R . . . .
//!   . . R B B . . .
//! ```
//!
//! A dropped disc falls; the four that win blink. Black's discs are blue, since an LED cannot be black. After the end of a
//! game, drop starts another.
//!
//! Nothing here waits or keeps time: [`Leds::update`] and [`Leds::frame`] are told what time it is. It draws whether or not
//! a matrix is there to show it, and buttons that are not connected are never pressed (the pins are pulled up).

use embedded_hal::digital::InputPin;
use smart_leds_trait::{RGB8, SmartLedsWrite};

use crate::games::connect_four::{COLUMNS, ConnectFour, End, Keen, Player, ROWS};
use crate::play::Table;

/// LEDs in a row and in a column.
pub const SIDE: usize = 8;

/// What the matrix shows: rows from the top, each from left to right.
pub type Frame = [RGB8; SIDE * SIDE];

/// Nothing.
pub const OFF: RGB8 = RGB8 { r: 0, g: 0, b: 0 };
/// Black's discs. A tenth of full brightness is bright enough on a table, and little enough for a USB port.
pub const BLACK: RGB8 = RGB8 { r: 0, g: 0, b: 24 };
/// Red's discs.
pub const RED: RGB8 = RGB8 { r: 24, g: 0, b: 0 };
/// The light that runs while the machine thinks.
pub const THINKING: RGB8 = RGB8 { r: 6, g: 6, b: 6 };
/// A game that nobody won.
pub const DRAW: RGB8 = RGB8 { r: 12, g: 12, b: 0 };

/// The row of the cursor; the board begins two rows below.
const CURSOR_ROW: usize = 0;
const TOP_OF_BOARD: usize = SIDE - ROWS as usize;
/// The column beside the board.
const BESIDE: usize = SIDE - 1;

/// A disc falls one row in so many milliseconds.
const FALL: u64 = 60;
/// Blinking: so many milliseconds on, and as many off.
const BLINK: u64 = 250;
/// The running light moves on every so many milliseconds.
const RUN: u64 = 80;
/// A button has to be steady for so many milliseconds to count.
const STEADY: u64 = 20;

/// What the buttons ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Press {
    /// A disc into this column, from 0.
    Drop(u8),
    /// Another game.
    NewGame,
}

/// The matrix and the buttons.
pub struct Leds<L, D, R> {
    left: Button<L>,
    drop: Button<D>,
    right: Button<R>,
    cursor: u8,
    /// How many stones were there at the last look.
    stones: u8,
    /// How many of the last of them have not landed yet: they fall one after the other, also when the machine answers
    /// before the person's disc lies.
    in_the_air: u8,
    /// Since when the first of those falls.
    falling_since: u64,
}

impl<L: InputPin, D: InputPin, R: InputPin> Leds<L, D, R> {
    /// With these buttons, each of which pulls its pin low.
    pub fn new(left: L, drop: D, right: R) -> Self {
        Leds {
            left: Button::new(left),
            drop: Button::new(drop),
            right: Button::new(right),
            cursor: COLUMNS / 2,
            stones: 0,
            in_the_air: 0,
            falling_since: 0,
        }
    }

    /// Looks at the buttons and at the game; call it every few milliseconds. `now` is the time in milliseconds.
    pub fn update(&mut self, table: &Table, now: u64) -> Option<Press> {
        let stones = table.board().stones();
        match stones.checked_sub(self.stones) {
            Some(0) => {}
            // A move, or a move and its answer.
            Some(new @ 1..=2) => {
                if self.in_the_air == 0 {
                    self.falling_since = now;
                }
                self.in_the_air += new;
            }
            _ => self.in_the_air = 0, // another game, or a move taken back
        }
        self.stones = stones;
        if self.in_the_air > 0 && self.falling(table, now).is_none() {
            self.in_the_air -= 1;
            self.falling_since = now;
        }

        let (left, drop, right) = (self.left.pressed(now), self.drop.pressed(now), self.right.pressed(now));
        if left {
            self.cursor = self.cursor.saturating_sub(1);
        }
        if right {
            self.cursor = (self.cursor + 1).min(COLUMNS - 1);
        }
        if !drop {
            None
        } else if table.board().end().is_some() {
            Some(Press::NewGame)
        } else if table.is_persons_turn() && !table.board().is_full(self.cursor) {
            Some(Press::Drop(self.cursor))
        } else {
            None
        }
    }

    /// What the matrix shows now.
    pub fn frame(&self, table: &Table, thinking: bool, now: u64) -> Frame {
        let board = table.board();
        let mut frame = [OFF; SIDE * SIDE];
        let falling = self.falling(table, now);
        let blink_off = (now / BLINK) % 2 == 1;
        let winning = if self.in_the_air == 0 { board.winning_cells() } else { 0 };
        for column in 0..COLUMNS {
            for row in 0..ROWS {
                let Some(player) = board.cell(column, row) else { continue };
                let hidden = blink_off && ConnectFour::<Keen>::is_in(winning, column, row)
                    || self.is_in_the_air(table, falling.is_some(), column, row);
                if !hidden {
                    put(&mut frame, column.into(), row_of(row), colour(player));
                }
            }
        }
        if let Some(fall) = falling {
            put(&mut frame, fall.column.into(), fall.at, colour(fall.player));
        }
        match board.end() {
            _ if thinking => {
                // Down and up again.
                let step = (now / RUN) as usize % (2 * SIDE - 2);
                put(&mut frame, BESIDE, if step < SIDE { step } else { 2 * SIDE - 2 - step }, THINKING);
            }
            None => {
                put(&mut frame, BESIDE, CURSOR_ROW, colour(board.to_move()));
                // Over a full column the cursor blinks: no disc goes in there.
                if table.is_persons_turn() && !(board.is_full(self.cursor) && blink_off) {
                    put(&mut frame, self.cursor.into(), CURSOR_ROW, colour(table.person()));
                }
            }
            Some(end) => {
                let colour = match end {
                    End::Won(winner) => colour(winner),
                    End::Draw => DRAW,
                };
                (0..SIDE).for_each(|row| put(&mut frame, BESIDE, row, colour));
            }
        }
        frame
    }

    /// The disc that falls now.
    fn falling(&self, table: &Table, now: u64) -> Option<Fall> {
        let columns = table.played().columns();
        let index = columns.len().checked_sub(usize::from(self.in_the_air))?;
        let (column, row) = cell(columns, index)?;
        let at = CURSOR_ROW + 1 + usize::try_from(now.saturating_sub(self.falling_since) / FALL).ok()?;
        let player = if index.is_multiple_of(2) { Player::Black } else { Player::Red };
        (at < row_of(row)).then_some(Fall { column, at, player })
    }

    /// Whether the disc of this cell has not landed yet.
    fn is_in_the_air(&self, table: &Table, one_falls: bool, column: u8, row: u8) -> bool {
        let columns = table.played().columns();
        // Without an update since, the first may have landed.
        let waiting = usize::from(self.in_the_air).saturating_sub(usize::from(!one_falls));
        (columns.len().saturating_sub(waiting)..columns.len()).any(|index| cell(columns, index) == Some((column, row)))
    }
}

/// Where the disc of a move lies.
fn cell(columns: &[u8], index: usize) -> Option<(u8, u8)> {
    let column = *columns.get(index)?;
    let below = columns.iter().take(index).filter(|&&other| other == column).count();
    Some((column, below as u8))
}

#[derive(Clone, Copy)]
struct Fall {
    column: u8,
    /// The row of the matrix it is in now.
    at: usize,
    player: Player,
}

fn row_of(row: u8) -> usize {
    SIDE - 1 - usize::from(row).min(SIDE - 1 - TOP_OF_BOARD)
}

fn colour(player: Player) -> RGB8 {
    match player {
        Player::Black => BLACK,
        Player::Red => RED,
    }
}

fn put(frame: &mut Frame, column: usize, row: usize, colour: RGB8) {
    if let Some(pixel) = frame.get_mut(row * SIDE + column) {
        *pixel = colour;
    }
}

/// Sends a frame to a matrix, if it is another one than the last.
#[derive(Default)]
pub struct Screen {
    shown: Option<Frame>,
}

impl Screen {
    /// Shows `frame`.
    ///
    /// # Errors
    /// Of the matrix; the frame is then sent again with the next call.
    pub fn show<W: SmartLedsWrite<Color = RGB8>>(&mut self, matrix: &mut W, frame: &Frame) -> Result<(), W::Error> {
        if self.shown.as_ref() == Some(frame) {
            return Ok(());
        }
        matrix.write(frame.iter().copied())?;
        self.shown = Some(*frame);
        Ok(())
    }
}

/// A push-button between a pin and ground. Its contacts bounce: only a level that stays for [`STEADY`] counts.
struct Button<P> {
    pin: P,
    down: bool,
    /// Since when the pin says something else than `down`.
    differs_since: Option<u64>,
}

impl<P: InputPin> Button<P> {
    fn new(pin: P) -> Self {
        Button { pin, down: false, differs_since: None }
    }

    /// Whether it has just been pressed: true once a press.
    fn pressed(&mut self, now: u64) -> bool {
        // A pin that cannot be read is not pressed.
        let low = self.pin.is_low().unwrap_or(false);
        if low == self.down {
            self.differs_since = None;
            return false;
        }
        let since = *self.differs_since.get_or_insert(now);
        if now.saturating_sub(since) < STEADY {
            return false;
        }
        self.down = low;
        self.differs_since = None;
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;
    use core::convert::Infallible;

    /// A pin that the test sets.
    struct Pin<'a>(&'a Cell<bool>);

    impl embedded_hal::digital::ErrorType for Pin<'_> {
        type Error = Infallible;
    }

    impl InputPin for Pin<'_> {
        fn is_high(&mut self) -> Result<bool, Infallible> {
            Ok(!self.0.get())
        }
        fn is_low(&mut self) -> Result<bool, Infallible> {
            Ok(self.0.get())
        }
    }

    /// The frame as letters, a row a line.
    fn picture(frame: &Frame) -> heapless::String<80> {
        let mut text = heapless::String::new();
        for row in frame.chunks(SIDE) {
            for &pixel in row {
                let letter = match pixel {
                    OFF => '.',
                    BLACK => 'B',
                    RED => 'R',
                    THINKING => 't',
                    DRAW => 'd',
                    other => panic!("no such colour: {other:?}"),
                };
                text.push(letter).unwrap();
            }
            text.push('\n').unwrap();
        }
        text
    }

    fn table(moves: &str) -> Table {
        let mut table = Table::new(Player::Black);
        table.set_up(moves).unwrap();
        table
    }

    fn idle<'a>(up: &'a Cell<bool>) -> Leds<Pin<'a>, Pin<'a>, Pin<'a>> {
        Leds::new(Pin(up), Pin(up), Pin(up))
    }

    #[test]
    fn a_game_in_play() {
        let up = Cell::new(false);
        let frame = idle(&up).frame(&table("44533344"), false, 0);
        assert_eq!(
            picture(&frame),
            "\
...B...B
........
........
........
...R....
..RB....
..BR....
..RBB...
"
        );
    }

    #[test]
    fn a_disc_falls_and_lands() {
        let up = Cell::new(false);
        let mut leds = idle(&up);
        let mut game = table("4");
        leds.update(&game, 0);
        leds.update(&game, 900);
        game.play(3).unwrap();
        leds.update(&game, 1000);
        let column = |leds: &Leds<_, _, _>, now| {
            let frame = leds.frame(&game, false, now);
            let mut column = [OFF; SIDE];
            (0..SIDE).for_each(|row| column[row] = frame[row * SIDE + 3]);
            column
        };
        for (fallen, row) in [(0, 1), (59, 1), (60, 2), (299, 5), (300, 6), (9999, 6)] {
            let shown = column(&leds, 1000 + fallen);
            let red = (0..SIDE).filter(|&row| shown[row] == RED);
            assert!(red.eq([row]), "after {fallen} ms: {shown:?}");
        }
        game.clear();
        leds.update(&game, 1010);
        assert_eq!(leds.in_the_air, 0, "a cleared board drops nothing");
    }

    #[test]
    fn an_answer_falls_after_the_move() {
        let up = Cell::new(false);
        let mut leds = idle(&up);
        let game = table("44");
        let mut seen = heapless::Vec::<(Option<usize>, Option<usize>), 20>::new();
        for now in 0..1000 {
            leds.update(&game, now);
            let frame = leds.frame(&game, false, now);
            let find = |colour| (1..SIDE).find(|row| frame[row * SIDE + 3] == colour);
            let places = (find(BLACK), find(RED));
            if seen.last() != Some(&places) {
                seen.push(places).unwrap();
            }
        }
        let black_falls = (1..=6).map(|row| (Some(row), None));
        let red_falls = (1..=6).map(|row| (Some(7), Some(row)));
        assert!(seen.iter().copied().eq(black_falls.chain(red_falls)), "{seen:?}");
    }

    #[test]
    fn the_four_that_won_blink() {
        let up = Cell::new(false);
        let game = table("1213141");
        let leds = idle(&up);
        assert_eq!(
            picture(&leds.frame(&game, false, 0)),
            "\
.......B
.......B
.......B
.......B
B......B
B......B
B......B
BRRR...B
"
        );
        assert_eq!(
            picture(&leds.frame(&game, false, BLINK)),
            "\
.......B
.......B
.......B
.......B
.......B
.......B
.......B
.RRR...B
"
        );
    }

    #[test]
    fn thinking_runs_a_light_down_and_up_beside_the_board() {
        let up = Cell::new(false);
        let leds = idle(&up);
        let lit = |now| {
            let frame = leds.frame(&table("4"), true, now);
            (0..SIDE).find(|row| frame[row * SIDE + BESIDE] == THINKING).unwrap()
        };
        let rows = [0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0];
        for (step, row) in rows.into_iter().enumerate() {
            assert_eq!(lit(step as u64 * RUN), row);
        }
    }

    #[test]
    fn a_full_board_without_a_winner() {
        let up = Cell::new(false);
        let frame = idle(&up).frame(&table("121212212121343434434343565656656565777777"), false, 0);
        assert!((0..SIDE).all(|row| frame[row * SIDE + BESIDE] == DRAW));
    }

    /// Presses a button for 50 ms with contacts that bounce at both ends; returns what came of it.
    fn push(
        leds: &mut Leds<Pin<'_>, Pin<'_>, Pin<'_>>,
        button: &Cell<bool>,
        game: &Table,
        now: &mut u64,
    ) -> Option<Press> {
        let mut press = None;
        let bounce = [true, false, true, true, false];
        for down in bounce.into_iter().chain([true; 50]).chain(bounce).chain([false; 50]) {
            button.set(down);
            *now += 1;
            let new = leds.update(game, *now);
            assert!(press.is_none() || new.is_none(), "one press, one action");
            press = press.or(new);
        }
        press
    }

    #[test]
    fn buttons_move_the_cursor_and_drop_in_spite_of_bounce() {
        let (left, drop, right) = (Cell::new(false), Cell::new(false), Cell::new(false));
        let mut leds = Leds::new(Pin(&left), Pin(&drop), Pin(&right));
        let mut now = 0;
        let game = table("");
        assert_eq!(push(&mut leds, &drop, &game, &mut now), Some(Press::Drop(3)));
        push(&mut leds, &right, &game, &mut now);
        assert_eq!(push(&mut leds, &drop, &game, &mut now), Some(Press::Drop(4)));
        for _ in 0..9 {
            push(&mut leds, &left, &game, &mut now);
        }
        assert_eq!(push(&mut leds, &drop, &game, &mut now), Some(Press::Drop(0)), "stops at the edge");
        for _ in 0..9 {
            push(&mut leds, &right, &game, &mut now);
        }
        assert_eq!(push(&mut leds, &drop, &game, &mut now), Some(Press::Drop(6)));
        assert_eq!(push(&mut leds, &drop, &table("777777"), &mut now), None, "no room");
        assert_eq!(push(&mut leds, &drop, &table("4"), &mut now), None, "not your turn");
        assert_eq!(push(&mut leds, &drop, &table("1213141"), &mut now), Some(Press::NewGame));
    }

    #[test]
    fn a_spike_is_no_press() {
        let button = Cell::new(false);
        let mut leds = idle(&button);
        for now in 0..200 {
            button.set(now % 10 < 8);
            assert_eq!(leds.update(&table(""), now), None);
        }
    }

    /// A matrix that counts frames and refuses half ones.
    #[derive(Default)]
    struct Matrix(u32);

    impl SmartLedsWrite for Matrix {
        type Error = Infallible;
        type Color = RGB8;
        fn write<T: IntoIterator<Item = I>, I: Into<RGB8>>(&mut self, pixels: T) -> Result<(), Infallible> {
            assert_eq!(pixels.into_iter().count(), SIDE * SIDE);
            self.0 += 1;
            Ok(())
        }
    }

    #[test]
    fn only_a_new_frame_is_sent() {
        let (mut screen, mut matrix) = (Screen::default(), Matrix::default());
        let mut frame = [OFF; SIDE * SIDE];
        screen.show(&mut matrix, &frame).unwrap();
        screen.show(&mut matrix, &frame).unwrap();
        frame[0] = RED;
        screen.show(&mut matrix, &frame).unwrap();
        assert_eq!(matrix.0, 2);
    }
}
