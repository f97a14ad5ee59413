//! A line, typed or piped, byte by byte.

use heapless::String;

/// The longest line. `moves` with a whole game has 48 characters.
pub(super) const CAPACITY: usize = 80;

const BACKSPACE: u8 = 0x08;
const DELETE: u8 = 0x7f;
const ESCAPE: u8 = 0x1b;
const CTRL_C: u8 = 0x03;
const CTRL_U: u8 = 0x15;

/// The line that is being typed. Understands CR, LF and CR LF, backspace, Ctrl-U and Ctrl-C (forget the line), and
/// leaves out what arrow keys and the like send.
pub(super) struct Line {
    text: String<CAPACITY>,
    too_long: bool,
    after_cr: bool,
    escape: Escape,
}

/// How much of an escape sequence has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    /// The escape itself.
    Begun,
    /// `ESC [`: goes on to a byte from `@` to `~`.
    Long,
    /// `ESC O`: one more byte.
    Short,
}

/// What a key did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entered {
    /// It is part of the line now.
    Char(u8),
    /// That many characters are gone.
    Erased(usize),
    /// The line is complete: take it.
    Line,
    /// A line is complete that was too long to keep; it is gone.
    TooLong,
    /// Nothing to see.
    Nothing,
}

impl Line {
    pub(super) const fn new() -> Line {
        Line { text: String::new(), too_long: false, after_cr: false, escape: Escape::No }
    }

    /// The line that was completed; the next one begins empty.
    pub(super) fn take(&mut self) -> String<CAPACITY> {
        core::mem::take(&mut self.text)
    }

    /// What is typed so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The input has ended: what there is of a line counts as one.
    pub(super) fn end(&mut self) -> Entered {
        if self.text.is_empty() && !self.too_long { Entered::Nothing } else { self.complete() }
    }

    /// Whether this byte is the LF that follows a CR.
    pub(super) fn is_rest_of_crlf(&mut self, byte: u8) -> bool {
        core::mem::take(&mut self.after_cr) && byte == b'\n'
    }

    pub(super) fn key(&mut self, byte: u8) -> Entered {
        if self.is_rest_of_crlf(byte) || self.swallows(byte) {
            return Entered::Nothing;
        }
        match byte {
            b'\r' | b'\n' => {
                self.after_cr = byte == b'\r';
                self.complete()
            }
            BACKSPACE | DELETE => Entered::Erased(usize::from(self.text.pop().is_some())),
            CTRL_C | CTRL_U => {
                self.too_long = false;
                let erased = self.text.len();
                self.text.clear();
                Entered::Erased(erased)
            }
            b'\t' => self.push(b' '),
            0..0x20 => Entered::Nothing,
            0x20..DELETE => self.push(byte),
            // A part of a character that no command has; kept as something that can be shown.
            0x80.. => self.push(b'?'),
        }
    }

    fn push(&mut self, byte: u8) -> Entered {
        if self.text.push(char::from(byte)).is_err() {
            self.too_long = true;
            return Entered::Nothing;
        }
        Entered::Char(byte)
    }

    fn complete(&mut self) -> Entered {
        if core::mem::take(&mut self.too_long) {
            self.text.clear();
            Entered::TooLong
        } else {
            Entered::Line
        }
    }

    /// Follows escape sequences; true for every byte that belongs to one.
    fn swallows(&mut self, byte: u8) -> bool {
        let was = self.escape;
        self.escape = match (was, byte) {
            (_, ESCAPE) => Escape::Begun,
            (Escape::Begun, b'[') => Escape::Long,
            (Escape::Begun, b'O') => Escape::Short,
            (Escape::Long, 0x20..=0x3f) => Escape::Long,
            _ => Escape::No,
        };
        // A line end always counts, whatever stood before.
        byte == ESCAPE || (was != Escape::No && byte >= 0x20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(bytes: &[u8]) -> heapless::Vec<String<CAPACITY>, 8> {
        let mut line = Line::new();
        let mut lines = heapless::Vec::new();
        for &byte in bytes {
            match line.key(byte) {
                Entered::Line => lines.push(line.take()).unwrap(),
                Entered::TooLong => lines.push(String::try_from("too long").unwrap()).unwrap(),
                _ => {}
            }
        }
        lines
    }

    #[test]
    fn all_three_line_ends() {
        assert_eq!(typed(b"a\rb\nc\r\nd\n\re\r"), ["a", "b", "c", "d", "", "e"]);
    }

    #[test]
    fn editing() {
        assert_eq!(typed(b"nex\x08w\r"), ["new"]);
        assert_eq!(typed(b"\x7f\x7f4\r"), ["4"]);
        assert_eq!(typed(b"rubbish\x154\r"), ["4"]);
        assert_eq!(typed(b"rubbish\x034\r"), ["4"]);
    }

    #[test]
    fn arrow_keys_and_other_sequences_leave_no_trace() {
        assert_eq!(typed(b"\x1b[A4\x1b[1;5C\x1bOP\r"), ["4"]);
        assert_eq!(typed(b"4\x1b\r5\x1b[\r"), ["4", "5"]);
    }

    #[test]
    fn too_long_is_forgotten_as_a_whole() {
        let mut long = [b'4'; CAPACITY + 2];
        long[CAPACITY + 1] = b'\r';
        let mut line = Line::new();
        let last = long.iter().map(|&byte| line.key(byte)).last();
        assert_eq!(last, Some(Entered::TooLong));
        assert_eq!(line.key(b'4'), Entered::Char(b'4'));
        assert_eq!(line.key(b'\r'), Entered::Line);
        assert_eq!(line.take(), "4");
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_such() {
        assert_eq!(typed(b"\xc3\xa4\0\x01\r"), ["??"]);
    }
}
