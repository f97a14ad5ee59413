//! One line for whatever goes wrong, and the exit code that goes with it: 2 for usage, 1 for failure.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

/// Why the program stops.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that does not exist.
    Usage(String),
    /// It was tried, and failed.
    Failure(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(text) | Error::Failure(text) => f.write_str(text),
            Error::Io(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Io(error)
    }
}

/// Tells the error, if there is one.
pub fn exit_code(done: Result<(), Error>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has seen enough.
        Err(Error::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error);
            ExitCode::from(if matches!(error, Error::Usage(_)) { 2 } else { 1 })
        }
    }
}

/// One line on standard error. Where even that cannot be written, the exit code has to do.
fn tell(error: &dyn fmt::Display) {
    let _ = writeln!(io::stderr(), "plywood: {error}");
}

/// Tells what clap found wrong in one line. Help and version are no errors and stay as they are.
pub fn of_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is no failure of ours.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let told = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let told = told.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let told = told.strip_prefix("error: ").unwrap_or(&told);
    let told = told.split(" For more information").next().unwrap_or_default();
    let told = match error.kind() {
        ErrorKind::InvalidSubcommand => format!("{told}: there are play, search, solve, match and figure"),
        _ => told.to_string(),
    };
    tell(&format_args!("{told} (see plywood --help)"));
    ExitCode::from(2)
}
