//! The program as a person or a script meets it: good input, bad input, and none.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it with this on standard input, to the end.
fn run(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = plywood(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().expect("no signal"), text(stdout), text(stderr))
}

/// Each position gets its line, a bad one an error with its number, and the others go on.
#[test]
fn solve_answers_line_by_line() {
    let (out, err, code) =
        solve(&["--table-bytes", "200000"], "6276276276355227641 a note\n\n48\n444444 7\n121212\n1213141\n");
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
    let told = |line: usize| (lines[line][0], lines[line][1]);
    assert_eq!([told(0), told(2), told(3)], [("6276276276355227641", "-2"), ("121212", "18"), ("1213141", "-18")]);
    assert_eq!(lines[0][4..], ["a", "note"]);
    assert!(lines[0][2].parse::<u64>().unwrap() > 0 && lines[0][3].parse::<u64>().is_ok());
    assert_eq!(err, "plywood: line 3: 48: '8' is no column: 1 to 7 are\nplywood: 1 of 6 lines were no positions\n");
    assert_eq!((lines.len(), code), (4, 1));
}

#[test]
fn solve_analyzes_and_takes_any_engine() {
    let late = "65116755217556656223116\n"; // 19 cells are empty
    let (out, _, code) = solve(&["--analyze"], late);
    let scores: Vec<&str> = out.split(' ').skip(1).take(7).collect();
    assert_eq!((scores[5], code), ("-", 0), "column 6 is full: {out}");
    let best = scores.iter().filter_map(|score| score.parse::<i8>().ok()).max().unwrap();
    for engine in [&[][..], &["--engine", "enhanced"], &["--engine", "mtd"], &["--engine", "negascout"]] {
        let (out, ..) = solve(engine, late);
        assert_eq!(out.split(' ').nth(1), Some(&*best.to_string()), "{engine:?}: {out}");
    }
    let endless = "4".repeat(10_000_000);
    let (out, err, code) = solve(&[], &format!("{endless}\n6276276276355227641\n"));
    assert!(err.contains("line 1: a line has at most 4096 characters"), "{}", &err[..err.len().min(300)]);
    assert!(out.starts_with("6276276276355227641 -2 ") && code == 1);
}

/// What `plywood solve` says on both outputs, and its exit code.
fn solve(arguments: &[&str], input: &str) -> (String, String, i32) {
    let (code, out, err) = run(&[&["solve"], arguments].concat(), input.as_bytes());
    (out, err, code)
}

#[test]
fn a_piped_game_is_plain_and_ends_with_its_moves() {
    for arguments in [&["--seed", "1", "--level", "2"][..], &["play", "--seed", "1", "--level", "2"]] {
        let (code, out, err) = run(arguments, b"4\n3\nquit\n");
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(!out.contains('\x1b'), "no colours in a pipe");
        assert!(out.contains("Red plays") && out.contains("The moves were 4"), "{out}");
        assert_eq!(out, run(arguments, b"4\n3\nquit\n").1, "the same seed, the same game");
    }
}

#[test]
fn the_machine_can_move_first_and_from_any_position() {
    let (code, out, _) = run(&["play", "--second", "--moves", "44", "--level", "1"], b"");
    assert_eq!(code, 0);
    assert!(out.contains("Black plays") && out.contains("The moves were 44"), "{out}");
}

#[test]
fn bad_lines_get_one_line_and_the_game_goes_on() {
    let long = [vec![b'4'; 10_000_000], b"\n3\n".to_vec()].concat();
    let (code, out, err) = run(&["--level", "1", "--seed", "2"], &long);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("that line is too long: at most 80 characters\n"), "{out}");
    assert!(out.contains("The moves were 3"), "{out}");
    assert!(out.len() < 5_000, "10 MB in, not out: {}", out.len());

    for (input, answer) in [
        ("moves 444444\n4\n", "column 4 is full: choose another one"),
        ("9\n", "9 is no column: 1 to 7 are"),
        ("hello\n", "\"hello\" means nothing here"),
        ("\u{1F600}\u{0}\n", "\"????\" means nothing here"),
    ] {
        let (code, out, err) = run(&["--level", "1"], input.as_bytes());
        assert_eq!((code, err.as_str()), (0, ""), "{input}");
        assert!(out.contains(answer), "{input}: {out}");
    }
    let (code, out, _) = run(&[], b"\n\n\n");
    assert_eq!((code, out.matches("Black X > ").count()), (0, 4));
}

#[test]
fn closed_standard_input_and_output_end_it_quietly() {
    assert_eq!(run(&[], b"").0, 0);
    let closed = plywood(&[]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(closed.status.code(), Some(0));

    // Nobody reads: the reader's end is closed before the program has said anything.
    let mut child = plywood(&["--level", "1"]).spawn().unwrap();
    drop(child.stdout.take());
    let _ = child.stdin.take().unwrap().write_all(b"auto\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "");
}

#[test]
fn wrong_arguments_get_one_line_and_code_2() {
    for (arguments, told) in [
        ("search --game kalah --algorithm ab --depth 99", "depth is a number from 0 to 64"),
        ("search --game synthetic:w=0 --algorithm ab --depth 3", "w is a number from 1 to 64"),
        ("search --game go --algorithm ab --depth 3", "no game go"),
        ("search --game kalah --algorithm abc --depth 3", "there are minimax"),
        ("search --game kalah --algorithm test --depth 3", "--window"),
        ("search --game kalah --algorithm ab --depth 3 --window 5,1", "the smaller one first"),
        ("search --game connect-four --algorithm ab --depth 3 --moves 4444444", "move 7, 4, is not legal"),
        ("search --game connect-four --depth 3", "--algorithm"),
        ("play --level 0", "1 (weakest) to 8"),
        ("play --engine test", "cannot play"),
        ("play --time 0", "time is a number from 1 to 3600000"),
        ("play --moves 48", "'8' is no column"),
        ("--seed x", "seed is a number from 0"),
        ("search --game kalah --algorithm ab --depth -1", "depth is a number from 0 to 64"),
        ("search --game kalah --algorithm er --depth 3 --threads 0", "threads is a number from 1 to 32"),
        ("search --game kalah --algorithm ab --depth 3 --threads 2", "--threads is for er"),
        ("dance", "there are play, search, solve, match and figure"),
        ("match ab", "<B>"),
        ("match ab ba", "there are ab, ab-lean, negascout, ins, mm"),
        ("match ab ab", "name two different players"),
        ("match ab ins --moves 0", "moves are a number from 1"),
        ("match ab ins --moves 5000..1000", "a range such as 1000..5000"),
        ("match ab ins --time 5", "a time is a number with us, ms or s"),
        ("match ab ins --time 1s --moves 1000", "cannot be used with"),
        ("match ab ins --openings 50", "openings is a number from 1 to 49"),
        ("figure mona-lisa", "scout-nodes"),
        ("figure mona-lisa", "rivest-table1, rivest-table2, rivest-cross"),
        ("figure mona-lisa", "refutation-wall, marsland-5, marsland-6, marsland-7, marsland-time, memory-curve"),
        ("figure scout-nodes --trees 0", "trees is a number from 1"),
    ] {
        let (code, out, err) = run(&arguments.split(' ').collect::<Vec<_>>(), b"");
        assert_eq!(code, 2, "{arguments}: {err}");
        assert_eq!(out, "", "{arguments}");
        assert!(err.contains(told), "{arguments}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments}: {err}");
    }
}

#[test]
fn what_cannot_be_written_is_a_failure() {
    let (code, _, err) = run(&["figure", "terminal", "--out", "/dev/null/here"], b"");
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("cannot write"), "{err}");
}

#[test]
fn a_match_shows_its_table_and_goes_on_from_its_file() {
    let directory = std::env::temp_dir().join(format!("plywood-match-{}", std::process::id()));
    let out = directory.to_str().unwrap();
    let arguments = ["match", "ab", "ins", "--moves", "100,200", "--openings", "2", "--out", out];
    let (code, first, err) = run(&arguments, b"");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(first.contains("ab against ins") && first.contains("200 moves") && first.contains("total"), "{first}");
    let file = directory.join("ab-ins-100moves.games");
    let games = std::fs::read_to_string(&file).unwrap();
    assert_eq!(games.lines().count(), 4, "{games}");
    // Nothing is played again: even the times are the same.
    assert_eq!(run(&arguments, b"").1, first);
    std::fs::write(&file, "4455\n").unwrap();
    let (code, _, err) = run(&arguments, b"");
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("line 1 is no game of this match"), "{err}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_match_that_can_go_on() {
    let directory = std::env::temp_dir().join(format!("plywood-stopped-{}", std::process::id()));
    let out = directory.to_str().unwrap();
    let child = plywood(&["match", "ab", "ins", "--time", "20ms", "--openings", "49", "--out", out]).spawn().unwrap();
    let file = directory.join("ab-ins-20000us.games");
    let since = Instant::now();
    while std::fs::read(&file).map_or(0, |bytes| bytes.len()) == 0 {
        assert!(since.elapsed() < Duration::from_secs(300), "a game of 20 ms a turn");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    let err = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{err}");
    assert!(err.contains("of 98 games") && err.contains("the same command goes on from there"), "{err}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn search_shows_value_move_line_and_counters() {
    let arguments = ["search", "--game", "tic-tac-toe", "--algorithm", "ab", "--depth", "9"];
    let (code, out, _) = run(&arguments, b"");
    assert_eq!(code, 0);
    for row in ["value                 0 (exact", "best move             1", "nodes                 18297"] {
        assert!(out.contains(row), "{out}");
    }
    let (_, json, _) = run(&[&arguments[..], &["--json"]].concat(), b"");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["value"], 0);
    assert_eq!(json["stats"]["nodes"], 18297);
    assert_eq!(json["line"].as_array().unwrap().len(), 9);
}

#[test]
fn threads_find_the_same() {
    let arguments = "search --game kalah --algorithm er --depth 7 --json".split(' ').collect::<Vec<_>>();
    let json = |more: &[&str]| -> serde_json::Value {
        let (code, out, err) = run(&[&arguments[..], more].concat(), b"");
        assert_eq!((code, err.as_str()), (0, ""));
        serde_json::from_str(&out).unwrap()
    };
    let one = json(&[]);
    for more in [&["--threads", "3"][..], &["--threads", "2", "--serial-ply", "7", "--table-bytes", "100"]] {
        let several = json(more);
        assert_eq!((&several["value"], &several["bound"]), (&one["value"], &one["bound"]));
        assert!(several["stats"]["nodes"].as_u64() > Some(0));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_it_thinks_ends_the_game_and_loses_nothing() {
    let mut child = plywood(&["--level", "8", "--time", "600000", "--engine", "minimax"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"4\n").unwrap();
    // Wait for the board with the person's stone: then the machine is thinking.
    let mut stdout = child.stdout.take().unwrap();
    let mut said = String::new();
    let mut buffer = [0; 1024];
    while !said.contains('X') || said.matches("+---").count() < 2 {
        let n = stdout.read(&mut buffer).unwrap();
        assert!(n > 0, "{said}");
        said += std::str::from_utf8(&buffer[..n]).unwrap();
    }
    let since = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    stdout.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(said.contains("The moves were 4\n"), "{said}");
    assert!(since.elapsed() < Duration::from_secs(300), "long before its ten minutes are over");
}
