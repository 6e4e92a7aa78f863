//! The progress bar of a download.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for `bytes` bytes, `have` of which are there.
pub fn progress_bar(what: &str, bytes: u64, have: u64) -> ProgressBar {
    let bar = ProgressBar::new(bytes).with_message(what.to_owned()).with_position(have);
    let style = "{msg} {wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta}";
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
