//! The console: Connect-Four as text, over any byte stream that speaks `embedded-io`.
//!
//! The same code runs in a terminal on a host and over a board's serial ports. It never waits: [`Console::poll`] reads
//! what has come, thinks for a moment if it is the machine's turn, writes what there is to say, and returns.
//!
//! A line editor and a command parser of its own, because those on offer (`noline`, `embedded-cli`, `menu`) want to
//! own the loop, an older `embedded-io`, or the terminal's answers to escape sequences, which a pipe does not give.

mod command;
mod draw;
mod line;

use core::fmt::{self, Write as _};

use embedded_io::{Read, ReadReady, Write};

use crate::games::connect_four::End;
use crate::play::{Bench, Board, Level, Machine, SelfTest, Table};
use command::Command;
use line::{Entered, Line};

/// What a [`Console`] talks through. It may be several lines at once, whose output is the same and whose input comes
/// from one or the other.
pub trait Port: Read + ReadReady + Write {
    /// From which line the byte came that was read last: 0 or 1. People who type at both do not get in each other's way.
    fn source(&self) -> usize {
        0
    }
}

/// How a console looks and listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours, round discs, and a line that shows what the machine thinks while it does. Else plain ASCII.
    pub colour: bool,
    /// Send back what is typed, as a terminal on a serial line expects.
    pub echo: bool,
    /// End lines with CR LF, as a serial line expects.
    pub crlf: bool,
    /// A key pressed while the machine thinks makes it play at once. Not for a pipe, whose bytes are all there already.
    pub key_stops: bool,
    /// How many nodes to search between two looks at the port.
    pub nodes_a_poll: u32,
}

impl Style {
    /// For lines that come from a file and go to one.
    pub const PIPE: Style = Style { colour: false, echo: false, crlf: false, key_stops: false, nodes_a_poll: 4096 };
    /// For a terminal program at the other end of a serial line.
    pub const SERIAL: Style = Style { colour: true, echo: true, crlf: true, key_stops: true, nodes_a_poll: 64 };
}

/// What a console is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It waits for input: nothing to do until a byte comes.
    Waiting,
    /// It thinks, or has more input to read: poll again soon.
    Busy,
    /// The person has left, or the input has ended.
    Quit,
}

/// Why the machine is thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    Move,
    Hint,
}

/// What takes longer than a moment.
// A search is large and there is no heap to put it on; there is only one console.
#[allow(clippy::large_enum_variant)]
enum Doing {
    Thinking(Why),
    Bench(Bench),
    SelfTest(SelfTest),
}

/// A game at a table, shown and steered as text.
pub struct Console<'m, B> {
    table: Table,
    machine: Machine<'m>,
    board: B,
    style: Style,
    lines: [Line; 2],
    doing: Option<Doing>,
    /// The machine plays both sides.
    auto: bool,
    /// When the line that shows the thinking was last written, and for which depth.
    shown: Option<(u64, u8)>,
}

/// The live line is written at most this often (in milliseconds), and at every new depth.
const LIVE_EVERY: u64 = 200;

impl<'m, B: Board> Console<'m, B> {
    /// A console for a game at `table` against `machine`.
    pub fn new(table: Table, machine: Machine<'m>, board: B, style: Style) -> Self {
        let lines = [Line::new(), Line::new()];
        Console { table, machine, board, style, lines, doing: None, auto: false, shown: None }
    }

    /// Whether the machine is thinking about a move or a hint.
    pub fn is_thinking(&self) -> bool {
        matches!(self.doing, Some(Doing::Thinking(_)))
    }

    /// What it runs on.
    pub fn board(&mut self) -> &mut B {
        &mut self.board
    }

    /// Drops the person's disc into a column, as if they had typed it: for buttons beside the text. False if it is not
    /// their turn, or the column is full.
    ///
    /// # Errors
    /// Of the port.
    pub fn drop_disc<P: Port>(&mut self, port: &mut P, column: u8) -> Result<bool, P::Error> {
        if self.doing.is_some() || !self.table.is_persons_turn() || self.table.board().is_full(column) {
            return Ok(false);
        }
        self.say(port, format_args!("{}\n", column + 1))?;
        self.obey(port, Command::Play(column))?;
        Ok(true)
    }

    /// Starts another game, as if the person had typed `new`: for buttons beside the text.
    ///
    /// # Errors
    /// Of the port.
    pub fn new_game<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        self.doing = None;
        self.say(port, format_args!("new\n"))?;
        self.obey(port, Command::New)
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Says hello, shows the board, and asks for the first move.
    ///
    /// # Errors
    /// Of the port.
    pub fn greet<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        self.introduce(port)?;
        self.go_on(port)
    }

    fn introduce<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        let (engine, level, person) = (self.machine.engine(), self.machine.level.get(), self.table.person());
        self.say(port, format_args!("plywood {}: Connect-Four\n", env!("CARGO_PKG_VERSION")))?;
        self.say(port, format_args!("You are {person}, the machine plays {engine} at level {level}. Type help.\n"))
    }

    /// Says hello in the middle of a game and, if it waits for a move, asks for one: for someone who has just come.
    ///
    /// # Errors
    /// Of the port.
    pub fn show<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        self.introduce(port)?;
        self.draw(port)?;
        if self.doing.is_none() { self.prompt(port) } else { port.flush() }
    }

    /// Does what there is to do now, for a moment.
    ///
    /// # Errors
    /// Of the port.
    pub fn poll<P: Port>(&mut self, port: &mut P) -> Result<Flow, P::Error> {
        match self.doing {
            Some(Doing::Thinking(why)) => self.think(port, why),
            Some(_) => self.work(port),
            None => self.listen(port),
        }
    }

    /// Takes leave, so that nothing is lost: the moves are told.
    ///
    /// # Errors
    /// Of the port.
    pub fn leave<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        self.doing = None;
        self.say(port, format_args!("\n"))?;
        self.tell_moves(port)?;
        self.say(port, format_args!("Goodbye.\n"))?;
        port.flush()
    }

    fn think<P: Port>(&mut self, port: &mut P, why: Why) -> Result<Flow, P::Error> {
        if self.key_pressed(port)? {
            self.machine.stop();
            self.auto = false;
        }
        let now = self.board.millis();
        if !self.machine.step(self.style.nodes_a_poll, now) {
            self.show_thought(port, now)?;
            return Ok(Flow::Busy);
        }
        self.doing = None;
        if self.shown.take().is_some() {
            self.say(port, format_args!("\r\x1b[K"))?;
        }
        let Some(column) = self.machine.best() else {
            self.prompt(port)?; // no moves: the game is over, and nobody asked to think
            return Ok(Flow::Busy);
        };
        let thought = self.machine.thought();
        let mut out = self.style.pen(port);
        match why {
            Why::Move => {
                let player = self.table.board().to_move();
                let _ = writeln!(out, "{player} plays {}  ({thought})", column + 1);
                out.done()?;
                let _ = self.table.play(column); // a search gives only legal moves
                self.go_on(port)?;
            }
            Why::Hint => {
                let _ = writeln!(out, "try {}  ({thought})", column + 1);
                out.done()?;
                self.prompt(port)?;
            }
        }
        Ok(Flow::Busy)
    }

    /// Whether a key was pressed that means: stop. The LF of a CR LF is part of the line that was entered, not a key.
    fn key_pressed<P: Port>(&mut self, port: &mut P) -> Result<bool, P::Error> {
        if !self.style.key_stops || !port.read_ready()? {
            return Ok(false);
        }
        let mut byte = [0];
        if port.read(&mut byte)? == 0 {
            return Ok(true);
        }
        let line = self.line(port);
        if line.is_rest_of_crlf(byte[0]) {
            return Ok(false);
        }
        // It counts as typed: who types the next move ahead finds it behind the next prompt.
        if line.key(byte[0]) == Entered::Line {
            line.take();
        }
        Ok(true)
    }

    /// The line that the last byte belongs to.
    fn line<P: Port>(&mut self, port: &P) -> &mut Line {
        let [first, second] = &mut self.lines;
        if port.source() == 0 { first } else { second }
    }

    /// A piece of the bench or of the self-test.
    fn work<P: Port>(&mut self, port: &mut P) -> Result<Flow, P::Error> {
        let stopped = self.key_pressed(port)?;
        let mut out = self.style.pen(port);
        let on = match &mut self.doing {
            _ if stopped => {
                let _ = out.write_str("stopped\n");
                false
            }
            Some(Doing::Bench(bench)) => {
                match bench.step(self.style.nodes_a_poll, &mut self.machine, || self.board.cycles()) {
                    Some(None) => true,
                    Some(Some(taken)) => {
                        let _ = writeln!(out, "{taken}");
                        true
                    }
                    None => false,
                }
            }
            Some(Doing::SelfTest(test)) => match test.step() {
                Some(Ok(())) => true,
                Some(Err(wrong)) => {
                    #[cfg(feature = "defmt")]
                    defmt::error!("selftest failed: {}", wrong.name);
                    let _ = writeln!(out, "selftest FAILED: {wrong}");
                    false
                }
                None => {
                    let (searches, trees) = (test.searches(), test.trees());
                    let _ =
                        writeln!(out, "selftest passed: {searches} searches of {trees} trees, all equal to minimax");
                    false
                }
            },
            _ => false,
        };
        out.done()?;
        if !on {
            self.machine.restore();
            self.doing = None;
            self.prompt(port)?;
        }
        Ok(Flow::Busy)
    }

    /// On a terminal, a line that says what the machine thinks, over and over.
    fn show_thought<P: Port>(&mut self, port: &mut P, now: u64) -> Result<(), P::Error> {
        let thought = self.machine.thought();
        let depth = thought.depth();
        let due = self.shown.is_none_or(|(then, shown)| shown != depth || now.saturating_sub(then) >= LIVE_EVERY);
        if !self.style.colour || !due {
            return Ok(());
        }
        let mut out = self.style.pen(port);
        let _ = write!(out, "\r\x1b[K\x1b[2mthinking: {thought}\x1b[0m");
        out.done()?;
        self.shown = Some((now, depth));
        port.flush()
    }

    fn listen<P: Port>(&mut self, port: &mut P) -> Result<Flow, P::Error> {
        if !port.read_ready()? {
            return Ok(Flow::Waiting);
        }
        let mut byte = [0];
        let ended = port.read(&mut byte)? == 0;
        let line = self.line(port);
        let entered = if ended { line.end() } else { line.key(byte[0]) };
        self.echo(port, entered)?;
        match entered {
            Entered::Line => {
                // Commands change what the line lives in; it is short, so a copy will do.
                let text = self.line(port).take();
                match Command::read(&text) {
                    Ok(Command::Quit) => return Ok(Flow::Quit),
                    Ok(command) => self.obey(port, command)?,
                    Err(wrong) => {
                        self.say(port, format_args!("{wrong}\n"))?;
                        self.prompt(port)?;
                    }
                }
            }
            Entered::TooLong => {
                self.say(port, format_args!("that line is too long: at most {} characters\n", line::CAPACITY))?;
                self.prompt(port)?;
            }
            Entered::Nothing if ended => return Ok(Flow::Quit),
            _ => {}
        }
        Ok(Flow::Busy)
    }

    /// Sends back what a key did, as a terminal on a serial line expects.
    fn echo<P: Port>(&self, port: &mut P, entered: Entered) -> Result<(), P::Error> {
        if !self.style.echo {
            return Ok(());
        }
        match entered {
            Entered::Char(c) => port.write_all(&[c])?,
            Entered::Erased(n) => (0..n).try_for_each(|_| port.write_all(b"\x08 \x08"))?,
            Entered::Line | Entered::TooLong => port.write_all(b"\r\n")?,
            Entered::Nothing => {}
        }
        port.flush()
    }

    fn obey<P: Port>(&mut self, port: &mut P, command: Command<'_>) -> Result<(), P::Error> {
        match command {
            Command::Nothing => {}
            Command::Play(column) => {
                if self.table.board().end().is_some() {
                    self.say(port, format_args!("the game is over: new starts another, undo takes a move back\n"))?;
                } else if let Err(error) = self.table.play(column) {
                    self.say(port, format_args!("{error}\n"))?;
                } else {
                    return self.go_on(port);
                }
            }
            Command::New => {
                self.tell_moves(port)?;
                self.table.clear();
                return self.go_on(port);
            }
            Command::Undo if self.table.undo() => return self.go_on(port),
            Command::Undo => self.say(port, format_args!("nothing to take back: you have not moved yet\n"))?,
            Command::Hint if self.table.board().end().is_none() => return self.start_thinking(port, Why::Hint),
            Command::Hint => self.say(port, format_args!("the game is over: no more hints\n"))?,
            Command::Swap => {
                self.table.swap();
                let person = self.table.person();
                self.say(port, format_args!("you are {person} now\n"))?;
                return self.go_on(port);
            }
            Command::Auto => {
                self.auto = true;
                return self.go_on(port);
            }
            Command::Engine(name) => {
                let text = if self.machine.set_engine(name) {
                    name.about()
                } else {
                    "test only says yes or no: it cannot play"
                };
                self.say(port, format_args!("{text}\n"))?;
            }
            Command::Level(level) => {
                self.machine.level = level;
                let n = level.get();
                if self.machine.engine().searches_to_a_depth() || n == Level::MAX {
                    self.say(port, format_args!("level {n}: looks up to {} plies ahead\n", level.depth()))?;
                } else {
                    self.say(port, format_args!("level {n}: calls play up to {} times a move\n", level.calls()))?;
                }
            }
            Command::Time(time) => {
                self.machine.time = time;
                match time {
                    Some(millis) => self.say(port, format_args!("at most {millis} ms a move\n"))?,
                    None => self.say(port, format_args!("as long as the level takes\n"))?,
                }
            }
            Command::Budget(budget) => {
                self.machine.budget = budget;
                match budget {
                    Some(calls) => self.say(port, format_args!("at most {calls} calls of play a move\n"))?,
                    None => self.say(port, format_args!("as many calls of play as the level takes\n"))?,
                }
            }
            Command::Moves(moves) => match self.table.set_up(moves) {
                Ok(()) => return self.go_on(port),
                Err(error) => self.say(port, format_args!("{error}; the game stays as it was\n"))?,
            },
            Command::Board => self.draw(port)?,
            Command::Stats => self.tell_stats(port)?,
            Command::Colour(colour) => {
                self.style.colour = colour;
                self.draw(port)?;
            }
            Command::Version => {
                self.say(port, format_args!("plywood {}\n", env!("CARGO_PKG_VERSION")))?;
            }
            Command::Seed(seed) => {
                self.machine.set_seed(seed);
                self.say(port, format_args!("chance starts again from {seed}\n"))?;
            }
            Command::Bench => {
                self.doing = Some(Doing::Bench(Bench::new()));
                return port.flush();
            }
            Command::SelfTest => {
                self.doing = Some(Doing::SelfTest(SelfTest::default()));
                return port.flush();
            }
            Command::Bootsel => {
                self.say(port, format_args!("restarting into the bootloader\n"))?;
                port.flush()?;
                self.board.bootloader();
                self.say(port, format_args!("there is no bootloader here\n"))?;
            }
            Command::Crash => {
                self.say(port, format_args!("panicking\n"))?;
                port.flush()?;
                self.board.crash();
                self.say(port, format_args!("only a board crashes on purpose\n"))?;
            }
            Command::Help => {
                for (usage, about) in command::HELP {
                    self.say(port, format_args!("  {usage:<14}{about}\n"))?;
                }
            }
            Command::Quit => {} // the caller sees to it
        }
        self.prompt(port)
    }

    /// After a move: shows the board, and hands the turn to whoever has it.
    fn go_on<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        self.draw(port)?;
        match self.table.board().end() {
            Some(end) => {
                self.auto = false;
                match end {
                    End::Won(winner) => {
                        let who = if winner == self.table.person() { "you win" } else { "the machine wins" };
                        self.say(port, format_args!("{winner} has four in a line: {who}.\n"))?;
                    }
                    End::Draw => self.say(port, format_args!("The board is full: a draw.\n"))?,
                }
                self.tell_moves(port)?;
            }
            None if self.auto || self.table.is_machines_turn() => return self.start_thinking(port, Why::Move),
            None => {}
        }
        self.prompt(port)
    }

    fn start_thinking<P: Port>(&mut self, port: &mut P, why: Why) -> Result<(), P::Error> {
        let now = self.board.millis();
        self.machine.start(self.table.board(), now);
        self.doing = Some(Doing::Thinking(why));
        port.flush()
    }

    fn draw<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        let last = self.table.played().columns().last().copied();
        let mut out = self.style.pen(port);
        let _ = draw::board(&mut out, self.table.board(), last, self.style.colour);
        out.done()
    }

    fn prompt<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        match self.table.board().end() {
            None => {
                let player = self.table.board().to_move();
                let mark = draw::mark(player, self.style.colour);
                self.say(port, format_args!("{player} {mark} > "))?;
            }
            Some(_) => self.say(port, format_args!("over > "))?,
        }
        if self.style.echo {
            self.lines.iter().try_for_each(|line| port.write_all(line.text().as_bytes()))?;
        }
        port.flush()
    }

    fn tell_moves<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        let played = self.table.played();
        if !played.columns().is_empty() {
            self.say(port, format_args!("The moves were {played}\n"))?;
        }
        Ok(())
    }

    fn tell_stats<P: Port>(&mut self, port: &mut P) -> Result<(), P::Error> {
        let thought = self.machine.thought();
        self.say(port, format_args!("  {:<22}{}\n", "depth", thought.depth()))?;
        match thought.nodes_a_second() {
            Some(speed) => self.say(port, format_args!("  {:<22}{speed}\n", "nodes a second"))?,
            None => self.say(port, format_args!("  {:<22}too quick to tell\n", "nodes a second"))?,
        }
        for (name, count) in thought.stats.rows() {
            self.say(port, format_args!("  {name:<22}{count}\n"))?;
        }
        match self.machine.slots() {
            Some(slots) => {
                let used = thought.stats.peaks.slots;
                self.say(port, format_args!("  {:<22}{used} of {slots} at the most\n", "table slots used"))?;
            }
            None => {
                let engine = self.machine.engine();
                self.say(port, format_args!("  {:<22}0: {engine} keeps no table\n", "table slots used"))?;
            }
        }
        // None of the searches so far shares the work.
        self.say(port, format_args!("  {:<22}{} + 0\n", "nodes by core", thought.stats.nodes))?;
        Ok(())
    }

    fn say<P: Port>(&self, port: &mut P, text: fmt::Arguments<'_>) -> Result<(), P::Error> {
        let mut out = self.style.pen(port);
        let _ = out.write_fmt(text);
        out.done()
    }
}

impl Style {
    fn pen<P: Write>(self, port: &mut P) -> Pen<'_, P> {
        Pen { port, crlf: self.crlf, error: None }
    }
}

/// Formatted text to a port: ends lines as the port wants them, and keeps the port's error, which `fmt` has no room for.
struct Pen<'a, P: Write> {
    port: &'a mut P,
    crlf: bool,
    error: Option<P::Error>,
}

impl<P: Write> Pen<'_, P> {
    fn done(self) -> Result<(), P::Error> {
        self.error.map_or(Ok(()), Err)
    }

    fn put(&mut self, text: &str) -> Result<(), P::Error> {
        if !self.crlf {
            return self.port.write_all(text.as_bytes());
        }
        for piece in text.split_inclusive('\n') {
            match piece.strip_suffix('\n') {
                Some(line) => {
                    self.port.write_all(line.as_bytes())?;
                    self.port.write_all(b"\r\n")?;
                }
                None => self.port.write_all(piece.as_bytes())?,
            }
        }
        Ok(())
    }
}

impl<P: Write> fmt::Write for Pen<'_, P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put(text).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

#[cfg(test)]
mod tests;
