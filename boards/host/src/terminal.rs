//! The computer's terminal as a port: standard input and output behind `embedded-io`.

use std::io::{self, BufWriter, IsTerminal, Read as _, Stdout, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

use embedded_io::{ErrorType, Read, ReadReady, Write};
use plywood::front::serial::Port;

/// Set by Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not end the program but makes [`stopped`] true.
pub fn catch_ctrl_c() {
    // It fails only if done twice, and then it has been done.
    let _ = ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed));
}

/// Whether Ctrl-C was pressed.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Standard input, read by a thread of its own so that nothing here ever waits for it, and standard output.
pub struct Terminal {
    input: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    read: usize,
    ended: bool,
    output: BufWriter<Stdout>,
}

impl Terminal {
    pub fn open() -> Terminal {
        // A pipe can be faster than we read: a few chunks are enough in advance.
        let (sender, input) = sync_channel(4);
        thread::spawn(move || {
            let mut stdin = io::stdin();
            let mut chunk = [0; 4096];
            // An empty chunk, or none because the thread is gone, is the end.
            while let Ok(n @ 1..) = stdin.read(&mut chunk) {
                if sender.send(chunk[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { input, chunk: Vec::new(), read: 0, ended: false, output: BufWriter::new(io::stdout()) }
    }

    /// Whether a person sits at both ends.
    pub fn is_interactive() -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Waits until there is something to read, but not for long.
    pub fn wait(&mut self) {
        if self.read < self.chunk.len() || self.ended {
            return;
        }
        match self.input.recv_timeout(Duration::from_millis(50)) {
            Ok(chunk) => (self.chunk, self.read) = (chunk, 0),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.ended = true,
        }
    }
}

impl ErrorType for Terminal {
    type Error = io::Error;
}

impl ReadReady for Terminal {
    /// True at the end, too: reading it does not block.
    fn read_ready(&mut self) -> Result<bool, io::Error> {
        if self.read == self.chunk.len() && !self.ended {
            match self.input.try_recv() {
                Ok(chunk) => (self.chunk, self.read) = (chunk, 0),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        Ok(self.read < self.chunk.len() || self.ended)
    }
}

impl Read for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, io::Error> {
        while !self.read_ready()? {
            self.wait();
        }
        let rest = &self.chunk[self.read..];
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.read += n;
        Ok(n)
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, io::Error> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> Result<(), io::Error> {
        self.output.flush()
    }
}

impl Port for Terminal {}
