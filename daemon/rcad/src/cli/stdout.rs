//! Ends the program when its output can't be written: silently if the reader has closed the pipe, else with an error.

use std::io::{self, ErrorKind, Write};
use std::process::exit;

use rustix::io::Errno;

/// `println!` panics with this message, followed by the reason.
const PRINTING_FAILED: &str = "failed printing to stdout: ";

/// From now on a failing `println!` ends the program instead of panicking: with 0 if the reader has closed the pipe, as
/// in `rcad list | head -1`, else with 2 and a message. Other panics are handled as before.
pub fn exit_when_printing_fails() {
    let other = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>().map_or("", String::as_str);
        let Some(reason) = message.strip_prefix(PRINTING_FAILED) else { return other(panic) };
        let closed = io::Error::from(Errno::PIPE).to_string();
        exit(if reason == closed { 0 } else { failed(reason) });
    }));
}

/// Flushes stdout; the standard library would ignore errors at exit. Returns true if everything was written or the
/// reader has closed the pipe.
pub fn flush() -> bool {
    match io::stdout().flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            failed(&error.to_string());
            false
        }
        _ => true,
    }
}

/// Prints the error and returns the exit code.
fn failed(reason: &str) -> i32 {
    // Ignore errors: there is no other output.
    let _ = writeln!(io::stderr(), "rcad: cannot write the output: {reason}");
    2
}
