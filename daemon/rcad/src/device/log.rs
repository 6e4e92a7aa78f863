//! A device's log that goes on after a break where it stopped, without a gap and without repeating a line.

use std::time::Instant;

use super::adb::{Adb, AdbError, Shell};

/// With all that tells entries apart: user, year, zone; with the events, which name processes and say what became of them.
/// What a device does not know or does not give is left out in the next.
const FORMATS: &[&str] = &[
    "logcat -v threadtime -v uid -v year -v zone -b main,system,crash,events",
    "logcat -v threadtime -v uid -v year -v zone -b main,system,crash",
    "logcat -v threadtime -v year -v zone -b main,system,crash,events",
    "logcat -v threadtime -v year -v zone -b main,system,crash",
    "logcat -v threadtime -b main -b system -b events",
    "logcat -v threadtime -b main -b system",
];
/// A log that ends sooner than this, without a line, was asked for in a format that the device does not know.
const REFUSED_AFTER: std::time::Duration = std::time::Duration::from_secs(2);
/// A time without its year.
const TIME: &str = "11-22 10:00:00.123";
/// Bytes of a line at most; what is longer is taken as several.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reads one device's log, over any number of connections.
pub struct DeviceLog {
    serial: String,
    /// Index of the format that the device knows, as far as it was tried.
    format: usize,
    last: LastLines,
    /// What has come of the current line.
    bytes: Vec<u8>,
    open: Option<OpenShell>,
}

struct OpenShell {
    shell: Shell,
    since: Instant,
    has_lines: bool,
}

impl DeviceLog {
    /// The log from this time on, by the device's clock (`2026-11-22 10:00:00.123`), or from now on.
    pub fn new(serial: &str, from: Option<String>) -> DeviceLog {
        let last = LastLines { time: from.unwrap_or_default(), ..LastLines::default() };
        DeviceLog { serial: serial.to_owned(), format: 0, last, bytes: Vec::new(), open: None }
    }

    /// Begins at this time, unless it is known where to go on.
    pub fn begin(&mut self, time: &str) {
        if self.last.time.is_empty() {
            time.clone_into(&mut self.last.time);
        }
    }

    /// Goes on over another connection to the same device.
    pub fn move_to(&mut self, serial: &str) {
        serial.clone_into(&mut self.serial);
        self.open = None;
    }

    /// The device's time of the last line; empty before the first.
    pub fn last_time(&self) -> &str {
        &self.last.time
    }

    /// Makes a connection, unless there is one.
    pub async fn connect(&mut self, adb: &Adb) -> Result<(), AdbError> {
        if self.open.is_some() {
            return Ok(());
        }
        // The beginning of a line that was cut off comes again.
        self.bytes.clear();
        self.last.expect_again();
        // A device that shows no year takes none.
        let has_year = FORMATS[self.format].contains("-v year");
        let year = if has_year { 0 } else { self.last.time.len().saturating_sub(TIME.len()) };
        let from = match &self.last.time[year..] {
            "" => "1".to_owned(),
            time => format!("'{time}'"),
        };
        let shell = adb.shell(&self.serial, &format!("{} -T {from}", FORMATS[self.format])).await?;
        self.open = Some(OpenShell { shell, since: Instant::now(), has_lines: false });
        Ok(())
    }

    /// Waits for more and hands each new line to `take`, without its end. `false`: the connection has ended; the next call
    /// makes a new one. A call that is cancelled loses nothing.
    pub async fn read(&mut self, adb: &Adb, take: &mut impl FnMut(&str)) -> Result<bool, AdbError> {
        self.connect(adb).await?;
        let Some(open) = &mut self.open else { return Ok(false) };
        match open.shell.read(&mut self.bytes).await {
            Ok(true) => {
                open.has_lines |= self.last.take(&mut self.bytes, take);
                Ok(true)
            }
            ended => {
                let refused = !open.has_lines && open.since.elapsed() < REFUSED_AFTER;
                let errors = open.shell.errors();
                self.open = None;
                ended?;
                if refused && self.format + 1 < FORMATS.len() {
                    self.format += 1;
                    return Ok(true);
                }
                if refused && !errors.is_empty() { Err(AdbError::Refused(errors)) } else { Ok(false) }
            }
        }
    }
}

/// The last lines of a log, those of one moment: from there it goes on after a break, and these come again.
#[derive(Default)]
struct LastLines {
    time: String,
    lines: Vec<String>,
    /// Those that may come again.
    again: Vec<String>,
}

impl LastLines {
    fn expect_again(&mut self) {
        self.again.clone_from(&self.lines);
    }

    /// Hands out the whole lines of `bytes` and removes them; whether one of them has a time.
    fn take(&mut self, bytes: &mut Vec<u8>, take: &mut impl FnMut(&str)) -> bool {
        let whole = memchr::memrchr(b'\n', bytes).map_or(0, |end| end + 1);
        let whole = if whole == 0 && bytes.len() > LONGEST_LINE { bytes.len() } else { whole };
        let mut has_time = false;
        for line in bytes[..whole].split_inclusive(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let line = text.trim_end_matches(['\n', '\r']);
            let time = time(line);
            has_time |= time.is_some();
            if self.is_new(line, time) {
                take(line);
            }
        }
        bytes.drain(..whole);
        has_time
    }

    /// Takes note of a line; `false` if it was there before the log was interrupted.
    fn is_new(&mut self, line: &str, time: Option<&str>) -> bool {
        let Some(time) = time else { return true };
        if time == self.time {
            if let Some(at) = self.again.iter().position(|before| before == line) {
                self.again.swap_remove(at);
                return false;
            }
        } else {
            time.clone_into(&mut self.time);
            self.lines.clear();
            self.again.clear();
        }
        self.lines.push(line.to_owned());
        true
    }
}

/// `2026-11-22 10:00:00.123` or `11-22 10:00:00.123` at the beginning of a line.
pub fn time(line: &str) -> Option<&str> {
    let is_time = |length: usize| {
        // From the end, so that the year may be there or not.
        let time = line.get(..length)?;
        let [.., b'-', _, _, b' ', _, _, b':', _, _, b':', _, _, b'.', _, _, _] = time.as_bytes() else { return None };
        time.starts_with(|c: char| c.is_ascii_digit()).then_some(time)
    };
    is_time("2026-".len() + TIME.len()).or_else(|| is_time(TIME.len()))
}

/// The time of a line with its zone: `2026-11-22 10:00:00.123 +0100`.
pub fn time_and_zone(line: &str) -> Option<&str> {
    let time = time(line)?;
    let longer = line.get(..time.len() + " +0100".len())?;
    let zone = &longer.as_bytes()[time.len()..];
    Some(if matches!(zone, [b' ', b'+' | b'-', ..]) { longer } else { time })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What of these pieces is new.
    fn taken(last: &mut LastLines, pieces: &[&str]) -> Vec<String> {
        let (mut bytes, mut lines) = (Vec::new(), Vec::new());
        for piece in pieces {
            bytes.extend(piece.as_bytes());
            last.take(&mut bytes, &mut |line| lines.push(line.to_owned()));
        }
        lines
    }

    #[test]
    fn lines_of_the_last_moment_come_once_though_some_of_them_are_equal() {
        let mut last = LastLines::default();
        let (a, b) = ("11-22 10:00:00.123  1  1 I A: a\n", "11-22 10:00:00.124  1  1 I A: b\n");
        let first = taken(&mut last, &[a, b, &b[..9], &b[9..], "--------- beginning of crash\r\n", "11-22 10:00"]);
        assert_eq!(first.len(), 4, "{first:?}");
        last.expect_again();
        let next = taken(&mut last, &[b, b, b, "11-22 10:00:01.000  1  1 I A: c\n", b]);
        assert_eq!(next, [b.trim_end(), "11-22 10:00:01.000  1  1 I A: c", b.trim_end()]);
        assert_eq!(last.time, "11-22 10:00:00.124", "a clock that was set back is followed");
    }

    #[test]
    fn a_line_without_end_is_cut_and_bad_bytes_are_kept_readable() {
        let mut last = LastLines::default();
        let mut bytes = vec![0xff; LONGEST_LINE + 1];
        let mut lengths = Vec::new();
        last.take(&mut bytes, &mut |line| lengths.push(line.chars().count()));
        assert_eq!((lengths, bytes.len()), (vec![LONGEST_LINE + 1], 0));
    }

    #[test]
    fn times_are_found_with_and_without_year_and_zone() {
        assert_eq!(
            time_and_zone("2026-11-22 10:00:00.123 +0100 10123 1 1 I A: a"),
            Some("2026-11-22 10:00:00.123 +0100")
        );
        assert_eq!(time_and_zone("11-22 10:00:00.123  1  1 I A: a"), Some("11-22 10:00:00.123"));
        assert_eq!((time("--------- beginning of main"), time("")), (None, None));
    }
}
