//! Logs each panic of the daemon with its location and backtrace, since the daemon in the background has no stderr.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;

/// Sends panics to the log instead of stderr.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        tracing::error!(
            "panic in thread `{}` at {place}: {}\n{}",
            thread.name().unwrap_or("unnamed"),
            message(panic),
            Backtrace::force_capture()
        );
    }));
}

fn message<'p>(panic: &'p PanicHookInfo<'_>) -> &'p str {
    text(panic.payload())
}

/// The message in a panic's payload.
pub fn text(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}
