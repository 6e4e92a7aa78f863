//! A log in a file: `rcad logcat --file` beside `rogcat`, both printing every line into nothing.

use std::fmt::Write as _;
use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::lines::chatter;
use crate::scratch::Scratch;

/// The lines are made once, repeated.
const LINES: usize = 200_000;

/// Times both, in turns, and prints the better of three runs of each; says so where there is no rogcat.
pub fn compare(scratch: &Scratch) -> Result<()> {
    let path = scratch.home().root().join("log.txt");
    let text = (0..LINES).fold(String::new(), |mut text, n| {
        // rogcat knows no user and no zone.
        let line = chatter(n);
        let _ = text.write_str(&line.replace(" +0000 10123 ", " ").replace("2026-", ""));
        text
    });
    std::fs::write(&path, &text)?;
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let rogcat = || {
        let mut command = Command::new("rogcat");
        command.args(["--format", "raw", "-i"]).arg(&path);
        command
    };
    let has_rogcat = Command::new("rogcat").arg("--version").stdout(Stdio::null()).status().is_ok();
    for _ in 0..3 {
        let mut rcad = scratch.rcad();
        rcad.args(["logcat", "--all", "--file"]).arg(&path);
        ours = ours.min(seconds(rcad)?);
        if has_rogcat {
            theirs = theirs.min(seconds(rogcat())?);
        }
    }
    let rate = |seconds: f64| LINES as f64 / seconds;
    if has_rogcat {
        println!(
            "\na file of {LINES} lines, best of 3: rcad logcat {:.0} lines/s, rogcat {:.0} lines/s, ratio {:.2}",
            rate(ours),
            rate(theirs),
            theirs / ours
        );
    } else {
        println!(
            "\na file of {LINES} lines, best of 3: rcad logcat {:.0} lines/s\nSKIPPED: no rogcat (cargo install rogcat)",
            rate(ours)
        );
    }
    Ok(())
}

fn seconds(mut command: Command) -> Result<f64> {
    let start = Instant::now();
    let ran = command.stdin(Stdio::null()).stdout(File::create("/dev/null")?).stderr(Stdio::null()).status();
    let status = ran.with_context(|| format!("cannot run {command:?}"))?;
    // 1: the log holds no crash.
    if !matches!(status.code(), Some(0 | 1)) {
        bail!("{command:?} failed: {status}");
    }
    Ok(start.elapsed().as_secs_f64())
}
