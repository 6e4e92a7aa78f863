//! Ends the program when its output can't be written: quietly when the reader has closed the pipe, else with an error.

use std::io::{self, ErrorKind, Write};
use std::process::exit;

use rustix::io::Errno;

/// What `println!` panics with when it can't write; the reason follows.
const PRINTING_FAILED: &str = "failed printing to stdout: ";

/// From now on a `println!` that fails ends the program instead of panicking: with 0 when the reader has gone, as in
/// `rcad list | head -1`, with 2 and a message for anything else. Other panics are handled as before.
pub fn exit_when_printing_fails() {
    let other = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        let Some(reason) = message.strip_prefix(PRINTING_FAILED) else { return other(panic) };
        let closed = io::Error::from(Errno::PIPE).to_string();
        exit(if reason == closed { 0 } else { failed(reason) });
    }));
}

/// Writes what is still buffered, which the standard library would drop in silence when it can't. True when all of it was
/// written or the reader has gone.
pub fn flush() -> bool {
    match io::stdout().flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            failed(&error.to_string());
            false
        }
        _ => true,
    }
}

/// Says so, and gives the exit code.
fn failed(reason: &str) -> i32 {
    // Nothing is left to tell when stderr can't be written either.
    let _ = writeln!(io::stderr(), "rcad: cannot write the output: {reason}");
    2
}
