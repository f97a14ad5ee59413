//! A picture of the terminal in the middle of a game, drawn from what the console really writes.

use std::convert::Infallible;
use std::fmt::Write as _;

use embedded_io::{ErrorType, Read, ReadReady, Write};
use plywood::front::serial::{Console, Flow, Port, Style};
use plywood::games::connect_four::Player;
use plywood::play::{Machine, Table};

use crate::errors::Error;

/// Where the game in the picture begins, and what the person types.
const MOVES: &str = "4443";
const TYPED: &str = "3\nhint\n";

const CELL: (u32, u32) = (9, 20);

/// A port that types a text and keeps what is written.
struct Tape {
    typed: std::collections::VecDeque<u8>,
    written: Vec<u8>,
}

impl ErrorType for Tape {
    type Error = Infallible;
}

impl Read for Tape {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let Some(byte) = self.typed.pop_front() else { return Ok(0) };
        buffer[0] = byte;
        Ok(1)
    }
}

impl ReadReady for Tape {
    fn read_ready(&mut self) -> Result<bool, Infallible> {
        Ok(true)
    }
}

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl Port for Tape {}

/// The picture as SVG.
pub fn draw() -> Result<String, Error> {
    let machine = Machine::new(4, &mut []);
    // What is typed shows, as in a terminal; the thinking line is gone again by the time of the picture.
    let style = Style { colour: true, echo: true, ..Style::PIPE };
    let mut table = Table::new(Player::Black);
    table.set_up(MOVES).map_err(|error| Error::Failure(error.to_string()))?;
    let mut console = Console::new(table, machine, || 0, style);
    let mut tape = Tape { typed: TYPED.bytes().collect(), written: Vec::new() };
    let Ok(()) = console.greet(&mut tape);
    while let Ok(Flow::Waiting | Flow::Busy) = console.poll(&mut tape) {}
    let text = String::from_utf8(tape.written).map_err(|error| Error::Failure(error.to_string()))?;
    Ok(svg(&screen(&text)))
}

/// A character as a terminal shows it.
#[derive(Clone, Copy)]
struct Cell {
    char: char,
    ink: &'static str,
    paper: Option<&'static str>,
}

const INK: &str = "#e6e6e6";

/// What a terminal makes of the text: lines of coloured characters.
fn screen(text: &str) -> Vec<Vec<Cell>> {
    let mut lines = vec![vec![]];
    let (mut ink, mut paper) = (INK, None);
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        let Some(line) = lines.last_mut() else { break };
        match char {
            '\n' => lines.push(vec![]),
            '\r' => {} // a carriage return comes before a new line, or before the line is cleared
            '\x1b' => {
                let code: String = rest.by_ref().skip(1).take_while(|c| *c != 'm' && *c != 'K').collect();
                if code.is_empty() {
                    line.clear();
                }
                for part in code.split(';') {
                    match part {
                        "0" => (ink, paper) = (INK, None),
                        "2" => ink = "#8a8a8a",
                        "7" => (ink, paper) = ("#1e1e1e", Some(INK)),
                        "30" => ink = "#000000",
                        "37" => ink = "#9db4e0",
                        "91" => ink = "#ff4b4b",
                        "44" => paper = Some("#2a56b0"),
                        "47" => paper = Some(INK),
                        _ => {}
                    }
                }
            }
            char => line.push(Cell { char, ink, paper }),
        }
    }
    lines
}

fn svg(lines: &[Vec<Cell>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0) as u32 + 2;
    let (width, height) = (columns * CELL.0, (lines.len() as u32 + 1) * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1e1e1e\"/>\n"
    );
    for (row, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let (x, y) = ((column as u32 + 1) * CELL.0, row as u32 * CELL.1 + CELL.1 / 2);
            if let Some(paper) = cell.paper {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{paper}\"/>",
                    CELL.0, CELL.1
                );
            }
            if cell.char != ' ' {
                let char = match cell.char {
                    '<' => "&lt;".to_string(),
                    '>' => "&gt;".to_string(),
                    '&' => "&amp;".to_string(),
                    char => char.to_string(),
                };
                let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" fill=\"{}\">{char}</text>", y + 15, cell.ink);
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}
