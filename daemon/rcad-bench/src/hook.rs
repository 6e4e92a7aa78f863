//! What the hook costs a build.
//!
//! Two Gradle homes, each with its own warm Gradle daemon, one with the hook. Toggling the hook in one home would
//! measure Gradle reloading its init scripts. Builds alternate (A B B A …); half-way the hook changes homes, so that a
//! difference between the two daemons cancels out.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rcad::{Samples, gradle_log, hook};

use crate::scratch::Scratch;

/// `rcad-bench hook`
#[derive(clap::Args)]
pub struct HookBench {
    /// The Gradle to measure with
    #[arg(long, default_value = "gradle")]
    gradle: PathBuf,
    /// Pairs of builds, each with and without the hook
    #[arg(long, default_value_t = 40)]
    pairs: usize,
    /// Builds that warm up each Gradle daemon; a third of them again after the hook has changed homes
    #[arg(long, default_value_t = 15)]
    warm: usize,
    /// Without rcad's daemon: what the scripts alone cost
    #[arg(long)]
    without_daemon: bool,
}

/// One figure with and without the hook.
#[derive(Default)]
struct HookPair {
    with: Samples,
    without: Samples,
}

/// `rcad-bench hook`
pub fn bench(args: &HookBench) -> Result<()> {
    println!("{:<44}{:>9}{:>9}{:>12}{:>8}{:>7}", "median, ms", "without", "with", "difference", "ratio", "pairs");
    let mut scratch = Scratch::new(&args.gradle)?;
    let homes = [scratch.gradle_home("gradle-a"), scratch.gradle_home("gradle-b")];
    if args.without_daemon {
        scratch.home().create()?; // Without a spool the scripts would do nothing.
    } else {
        scratch.start_daemon()?;
    }
    for failing in [false, true] {
        scratch.set_failing(failing)?;
        let (whole, inside) = measure(args, &scratch, &homes)?;
        let build = if failing { "failing build" } else { "no-op green build" };
        print(&format!("{build}, whole command"), &whole);
        print(&format!("{build}, inside Gradle's daemon"), &inside);
    }
    println!("\ndifference: the median over pairs; inside: between the start and end marks of Gradle's daemon log");
    Ok(())
}

fn measure(args: &HookBench, scratch: &Scratch, homes: &[PathBuf; 2]) -> Result<(HookPair, HookPair)> {
    let (mut whole, mut inside) = (HookPair::default(), HookPair::default());
    for (half, hooked) in [0, 1].into_iter().enumerate() {
        hook::remove(&scratch.home())?;
        hook::install(&scratch.home(), &homes[hooked])?;
        for _ in 0..if half == 0 { args.warm } else { args.warm.div_ceil(3) } {
            for home in homes {
                scratch.build(home)?;
            }
        }
        for n in 0..args.pairs.div_ceil(2) {
            let order = if n % 2 == 0 { [hooked, 1 - hooked] } else { [1 - hooked, hooked] };
            for which in order {
                let took = scratch.build(&homes[which])?.as_secs_f64() * 1000.0;
                let window = last_window_ms(&homes[which])?;
                let (whole, inside) = if which == hooked {
                    (&mut whole.with, &mut inside.with)
                } else {
                    (&mut whole.without, &mut inside.without)
                };
                whole.push(took);
                inside.push(window);
            }
        }
    }
    Ok((whole, inside))
}

fn print(what: &str, pair: &HookPair) {
    let (with, without) = (pair.with.median(), pair.without.median());
    let difference = pair.with.minus(&pair.without).median();
    println!("{what:<44}{without:>9.1}{with:>9.1}{difference:>+12.1}{:>8.3}{:>7}", with / without, pair.with.count());
}

/// Milliseconds between the markers of the newest build in the home's daemon log. Gradle before 6 logs no date, so only
/// the time of day is used; a build over midnight is wrong by a day, in one sample.
fn last_window_ms(gradle_home: &Path) -> Result<f64> {
    let log =
        gradle_log::logs(gradle_home).into_iter().max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok());
    let text = String::from_utf8_lossy(&std::fs::read(log.context("Gradle left no daemon log")?)?).into_owned();
    let time = |mark: &str| text.lines().rev().find(|line| line.contains(mark)).and_then(time_of_day);
    let started = time("The daemon has started executing the build.").context("no start mark in Gradle's log")?;
    let finished = time("The daemon has finished executing the build.").context("no end mark in Gradle's log")?;
    Ok(finished - started)
}

/// Milliseconds since midnight of `2026-11-22T18:14:40.712+0800 [DEBUG] …` or `18:14:40.712 [DEBUG] …`.
fn time_of_day(line: &str) -> Option<f64> {
    let stamp = line.split_once(' ')?.0;
    let clock = stamp.split_once('T').map_or(stamp, |(_, clock)| clock).get(..12)?;
    let mut parts = clock.split(':');
    let hours: f64 = parts.next()?.parse().ok()?;
    let minutes: f64 = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next()?.parse().ok()?;
    Some(((hours * 60.0 + minutes) * 60.0 + seconds) * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::time_of_day;

    #[test]
    fn both_stamps_are_read() {
        assert_eq!(time_of_day("2026-11-22T00:01:02.345+0800 [DEBUG] x"), Some(62_345.0));
        assert_eq!(time_of_day("00:01:02.345 [DEBUG] x"), Some(62_345.0));
        assert_eq!(time_of_day("Note: x"), None);
    }
}
