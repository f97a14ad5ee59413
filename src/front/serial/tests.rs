//! The console against a strict fake port.

use super::*;
use crate::games::connect_four::Player;
use crate::search::Name;
use heapless::String;

/// A port with everything already in it. Its end can be read twice, once to complete a line and once to leave; reading
/// on after that fails the test.
struct Fake<'a> {
    input: &'a [u8],
    output: String<16384>,
    ends: u8,
}

impl embedded_io::ErrorType for Fake<'_> {
    type Error = core::convert::Infallible;
}

impl Read for Fake<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        let Some((first, rest)) = self.input.split_first() else {
            self.ends += 1;
            assert!(self.ends <= 2, "read after the end");
            return Ok(0);
        };
        buffer[0] = *first;
        self.input = rest;
        Ok(1)
    }
}

impl ReadReady for Fake<'_> {
    fn read_ready(&mut self) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

impl Write for Fake<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Self::Error> {
        self.output.push_str(core::str::from_utf8(bytes).expect("text")).expect("room");
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Port for Fake<'_> {}

/// What a console says to this input, greeting included.
fn talk(input: &str, style: Style) -> (String<16384>, String<64>) {
    let mut machine = Machine::new(1, &mut []);
    machine.level = "1".parse().unwrap();
    let mut console = Console::new(Table::new(Player::Black), machine, || 0, style);
    let mut port = Fake { input: input.as_bytes(), output: String::new(), ends: 0 };
    console.greet(&mut port).unwrap();
    while console.poll(&mut port).unwrap() != Flow::Quit {}
    let mut moves = String::new();
    write!(moves, "{}", console.table().played()).unwrap();
    (port.output, moves)
}

#[test]
fn a_move_is_answered() {
    let (said, moves) = talk("4\n", Style::PIPE);
    assert_eq!(moves.len(), 2);
    assert!(moves.starts_with('4'));
    assert!(said.contains("Red plays"), "{said}");
    assert!(said.ends_with("Black X > "), "{said}");
    assert!(!said.contains('\x1b') && !said.contains('\r'), "plain is plain");
}

#[test]
fn the_plain_board() {
    let (said, _) = talk("moves 443\nboard\nmoves 1213141\n", Style::PIPE);
    assert!(
        said.contains(
            "\
\n  1 2>3 4 5 6 7
 |. . . . . . .|
 |. . . . . . .|
 |. . . . . . .|
 |. . . . . . .|
 |. . . O . . .|
 |. . X X . . .|
 +-------------+\n"
        ),
        "{said}"
    );
    assert!(talk("1\n", Style::PIPE).0.contains("\n >1 2 3 4 5 6 7\n"), "a mark at the first column, too");
    assert!(said.contains("|x . . . . . .|\n |x O O O"), "the four that won: {said}");
    assert!(said.contains("Black has four in a line: you win."), "{said}");
}

#[test]
fn a_last_line_without_an_end_counts() {
    assert_eq!(talk("4", Style::PIPE).1.len(), 2);
}

#[test]
fn bad_input_gets_one_line_and_the_game_goes_on() {
    for (line, answer) in [
        ("8", "8 is no column: 1 to 7 are\n"),
        ("abc", "\"abc\" means nothing here: 1 to 7 plays a column, help lists the rest\n"),
        ("moves 49", "'9' is no column: 1 to 7 are; the game stays as it was\n"),
        ("engine test", "test only says yes or no: it cannot play\n"),
        ("undo", "nothing to take back: you have not moved yet\n"),
    ] {
        let mut input = String::<64>::new();
        writeln!(input, "{line}").unwrap();
        let (said, moves) = talk(&input, Style::PIPE);
        let mut expected = String::<256>::new();
        write!(expected, "Black X > {answer}Black X > ").unwrap();
        assert!(said.ends_with(expected.as_str()), "{line}: {said}");
        assert_eq!(moves, "");
    }
    let (said, _) = talk("moves 444444\n4\n", Style::PIPE);
    assert!(said.contains("column 4 is full: choose another one\n"), "{said}");
}

#[test]
fn an_empty_line_asks_again() {
    let (said, _) = talk("\n\n", Style::PIPE);
    assert!(said.ends_with("Black X > Black X > Black X > "), "{said}");
}

#[test]
fn a_serial_line_gets_echo_and_crlf() {
    let style = Style { colour: false, key_stops: false, ..Style::SERIAL };
    let (said, _) = talk("bx\x08oard\r\n", style);
    assert!(said.contains("Black X > bx\x08 \x08oard\r\n"), "{said}");
    assert_eq!(said.matches('\n').count(), said.matches("\r\n").count());
}

#[test]
fn colours_are_there_when_asked_for() {
    let (said, _) = talk("colour\n", Style::PIPE);
    assert!(said.contains("\x1b[44m"));
}

#[test]
fn auto_plays_to_the_end() {
    let (said, moves) = talk("auto\n", Style::PIPE);
    assert!(said.contains("four in a line") || said.contains("a draw"), "{said}");
    assert!(moves.len() >= 7);
}

#[test]
fn a_key_stops_the_thinking_but_the_lf_of_crlf_does_not() {
    let mut machine = Machine::new(1, &mut []);
    machine.set_engine(Name::Minimax);
    machine.level = "8".parse().unwrap();
    let style = Style { key_stops: true, nodes_a_poll: 1, ..Style::PIPE };
    let mut console = Console::new(Table::new(Player::Black), machine, || 0, style);
    let mut port = Fake { input: b"4\r\n", output: String::new(), ends: 0 };
    console.greet(&mut port).unwrap();
    while !port.input.is_empty() {
        console.poll(&mut port).unwrap();
    }
    assert_eq!(console.table().played().columns(), [3], "still thinking");
    port.input = b"\x1b[A5\n";
    console.poll(&mut port).unwrap();
    assert_eq!(console.table().played().columns().len(), 2, "the key made it move");
    assert!(console.table().is_persons_turn());
    while !port.input.is_empty() {
        console.poll(&mut port).unwrap();
    }
    assert_eq!(console.table().played().columns()[2..], [4], "an arrow key left no trace, what followed it counts");
}

#[test]
fn undo_hint_swap_and_new() {
    let (said, moves) = talk("4\nundo\nhint\nswap\n", Style::PIPE);
    assert!(said.contains("try "), "{said}");
    assert!(said.contains("you are Red now"), "{said}");
    assert_eq!(moves.len(), 1, "the machine moved for the side it got");
    let (said, moves) = talk("moves 4455\nnew\n", Style::PIPE);
    assert!(said.contains("The moves were 4455"), "{said}");
    assert_eq!(moves, "");
}

/// Two lines that are typed at in turn, byte by byte.
struct Both<'a> {
    typed: [&'a [u8]; 2],
    source: usize,
    output: String<16384>,
}

impl embedded_io::ErrorType for Both<'_> {
    type Error = core::convert::Infallible;
}

impl Read for Both<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Self::Error> {
        let other = 1 - self.source;
        self.source = if self.typed[other].is_empty() { self.source } else { other };
        let Some((first, rest)) = self.typed[self.source].split_first() else { return Ok(0) };
        buffer[0] = *first;
        self.typed[self.source] = rest;
        Ok(1)
    }
}

impl ReadReady for Both<'_> {
    fn read_ready(&mut self) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

impl Write for Both<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Self::Error> {
        self.output.push_str(core::str::from_utf8(bytes).expect("text")).expect("room");
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Port for Both<'_> {
    fn source(&self) -> usize {
        self.source
    }
}

#[test]
fn two_people_typing_at_once_do_not_mix_their_lines() {
    let mut port = Both { typed: [b"level 3\n", b"moves 44\n"], source: 1, output: String::new() };
    let mut console = Console::new(Table::new(Player::Black), Machine::new(1, &mut []), || 0, Style::PIPE);
    while console.poll(&mut port).unwrap() != Flow::Quit {}
    assert!(port.output.contains("level 3: looks up to 3 plies ahead"), "{}", port.output);
    assert_eq!(console.table().played().columns(), [3, 3]);
}

#[test]
fn bench_and_selftest_run_and_a_key_stops_them() {
    let (said, _) = talk("selftest\nbench\n", Style::PIPE);
    assert!(said.contains("selftest passed: 10944 searches of 144 trees"), "{said}");
    assert!(said.contains("negascout outcome depth 8 after -: 8278 nodes, cycles not counted here\n"), "{said}");
    let (said, _) = talk("bench\n \n", Style { key_stops: true, ..Style::PIPE });
    assert!(said.contains("stopped\n"), "{said}");
}

#[test]
fn after_a_bench_the_machine_is_as_it_was() {
    let said = talk("4\nstats\nbench\nstats\n", Style::PIPE).0;
    let mut stats = said.match_indices("  depth ").map(|(at, _)| &said[at..]);
    let (before, after) = (stats.next().unwrap(), stats.next().unwrap());
    let end = after.find("Black").unwrap();
    assert_eq!(before[..end], after[..end]);
}

#[test]
fn buttons_play_like_a_typed_column() {
    let mut machine = Machine::new(1, &mut []);
    machine.level = "1".parse().unwrap();
    let mut console = Console::new(Table::new(Player::Black), machine, || 0, Style::PIPE);
    let mut port = Fake { input: b"", output: String::new(), ends: 0 };
    assert!(console.drop_disc(&mut port, 3).unwrap());
    assert!(console.is_thinking());
    assert!(!console.drop_disc(&mut port, 3).unwrap(), "not while the machine thinks");
    while console.is_thinking() {
        console.poll(&mut port).unwrap();
    }
    assert_eq!(console.table().played().columns().len(), 2);
    assert!(!console.drop_disc(&mut port, 9).unwrap(), "no such column");
    console.new_game(&mut port).unwrap();
    assert!(console.table().played().columns().is_empty());
}
