//! logcat: an Android log, live or from a file, with its crashes explained in place. Needs no daemon, stores nothing.

mod view;

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rcad_core::device::bug_report::{ReportLine, ReportSections, is_report, tombstone};
use tokio::time::{sleep, timeout};

use crate::cli::output::Exit;
use crate::device::adb::{Adb, AdbError, Device};
use crate::device::bug_report::{BugReportZip, MAGIC};
use crate::device::facts::DeviceFacts;
use crate::device::log::{DeviceLog, LONGEST_LINE};
use crate::line::project;
use view::LogView;

/// `rcad logcat`
#[derive(clap::Args)]
pub struct LogcatArgs {
    /// Only this app; may be given several times. Default: those of the current project, for a file all
    #[arg(long = "app", value_name = "PACKAGE")]
    apps: Vec<String>,
    /// All apps and the system
    #[arg(long, conflicts_with = "apps")]
    all: bool,
    /// Serial number of the device. Default: the only one there is
    #[arg(long, value_name = "SERIAL", conflicts_with = "file")]
    device: Option<String>,
    /// Read a file or a bug report's zip instead of a device; `-` is standard input
    #[arg(long)]
    file: Option<String>,
    /// Only explain crashes, print no lines
    #[arg(long)]
    crashes: bool,
}

/// Bytes of a file in which it shows that it is a bug report.
const BEGINNING: usize = 1024;
/// Bytes of a zip on standard input, which is held in memory.
const LARGEST_PIPED: u64 = 512 << 20;
/// A crash is complete when nothing comes for so long.
const SILENCE: Duration = Duration::from_millis(500);
/// Between two looks for a device that is gone.
const AGAIN: Duration = Duration::from_secs(1);
/// Looks after which a crash that was being written is explained as it is.
const PATIENCE: u32 = 10;

/// `rcad logcat`
pub fn logcat(args: &LogcatArgs) -> Result<Exit> {
    let mut view = LogView::new(apps(args), args.crashes)?;
    match args.file.as_deref() {
        Some("-") => {
            let mut input = BufReader::new(std::io::stdin());
            if input.fill_buf().context("cannot read standard input")?.starts_with(MAGIC) {
                from_zip(Cursor::new(whole(input)?), &mut view).context("cannot read standard input")?;
            } else {
                from_file(input, "standard input", &mut view)?;
            }
        }
        Some(file) => {
            let mut opened = BufReader::new(File::open(file).with_context(|| format!("cannot read {file}"))?);
            if opened.fill_buf().with_context(|| format!("cannot read {file}"))?.starts_with(MAGIC) {
                from_zip(BufReader::new(File::open(file)?), &mut view)
                    .with_context(|| format!("cannot read {file}"))?;
            } else {
                from_file(opened, file, &mut view)?;
            }
        }
        None => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(from_device(&Adb::find(), args.device.as_deref(), &mut view))?;
        }
    }
    Ok(if view.crashes() > 0 { Exit::Success } else { Exit::Empty })
}

/// The apps to show; none of them stands for all.
fn apps(args: &LogcatArgs) -> Vec<String> {
    if !args.apps.is_empty() || args.all || args.file.is_some() {
        return args.apps.clone();
    }
    let own = project::apps_here();
    if !own.is_empty() {
        eprintln!("rcad: showing {} of this project; --all shows everything", own.join(", "));
    }
    own
}

fn from_file(mut from: impl BufRead, name: &str, view: &mut LogView) -> Result<()> {
    let beginning = from.fill_buf().with_context(|| format!("cannot read {name}"))?;
    if is_report(&String::from_utf8_lossy(&beginning[..beginning.len().min(BEGINNING)])) {
        from_report(from, name, view)?;
    } else {
        each_line(from, name, |line| view.line(line))?;
    }
    view.finish()
}

/// A zip that comes through a pipe: its list of files stands at its end.
fn whole(input: impl Read) -> Result<Vec<u8>> {
    let mut zip = Vec::new();
    let read = input.take(LARGEST_PIPED + 1).read_to_end(&mut zip).context("cannot read standard input")?;
    if read as u64 > LARGEST_PIPED {
        bail!(
            "standard input is a zip of more than {} MB\nhint: name its file: rcad logcat --file FILE",
            LARGEST_PIPED >> 20
        );
    }
    Ok(zip)
}

/// A bug report: its text with the logs, then what else it has of crashes.
fn from_zip(file: impl Read + Seek, view: &mut LogView) -> Result<()> {
    let mut report = BugReportZip::open(file)?;
    report.traces().iter().for_each(|file| view.add_traces(file));
    // Who was who is in the log of events, which stands below the others.
    let mut sections = ReportSections::default();
    each_line(BufReader::new(report.text()?), "its text", |line| {
        if sections.line(line) == ReportLine::Log {
            view.learn(line);
        }
        Ok(())
    })?;
    from_report(BufReader::new(report.text()?), "its text", view)?;
    view.finish()?;
    for file in report.tombstones() {
        tombstone(&file).try_for_each(|line| view.line_of_file(line))?;
        view.finish_file()?;
    }
    Ok(())
}

/// The logs in the text of a bug report.
fn from_report(from: impl BufRead, name: &str, view: &mut LogView) -> Result<()> {
    let mut sections = ReportSections::default();
    each_line(from, name, |line| match sections.line(line) {
        ReportLine::Log => view.line(line),
        ReportLine::NewLog => view.begin_other_log(),
        ReportLine::Other => {
            view.pass_over();
            Ok(())
        }
    })
}

fn each_line(mut from: impl BufRead, name: &str, mut take: impl FnMut(&str) -> Result<()>) -> Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = Read::take(&mut from, LONGEST_LINE as u64).read_until(b'\n', &mut line);
        if read.with_context(|| format!("cannot read {name}"))? == 0 {
            return Ok(());
        }
        take(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']))?;
    }
}

/// Shows the log until the user ends it. A device that goes is waited for, and its log goes on where it stopped.
async fn from_device(adb: &Adb, serial: Option<&str>, view: &mut LogView) -> Result<()> {
    let device = choose(&adb.devices().await?, serial)?;
    let mut log = DeviceLog::new(&device, None);
    view.processes(&DeviceFacts::ask(adb, &device).await?.processes);
    let mut looks = 0;
    loop {
        match show(adb, &mut log, view).await? {
            Ok(true) => {
                looks = 0;
                continue;
            }
            Err(error) if log.last_time().is_empty() => return Err(error.into()),
            Ok(false) | Err(_) => {}
        }
        if looks == 0 {
            eprintln!("rcad: {device} is gone; waiting for it");
        }
        sleep(AGAIN).await;
        looks += 1;
        if looks == PATIENCE {
            view.finish()?;
        }
        if let Ok(facts) = DeviceFacts::ask(adb, &device).await {
            view.processes(&facts.processes);
        }
    }
}

/// Shows what comes next; whether the connection still stands.
async fn show(adb: &Adb, log: &mut DeviceLog, view: &mut LogView) -> Result<Result<bool, AdbError>> {
    let limit = if view.is_in_crash() { SILENCE } else { Duration::MAX };
    let mut shown = Ok(());
    let mut take = |line: &str| {
        if shown.is_ok() {
            shown = view.line(line);
        }
    };
    let read = timeout(limit, log.read(adb, &mut take)).await;
    shown?;
    match read {
        Ok(read) => Ok(read),
        Err(_) => view.silence().map(|()| Ok(true)),
    }
}

/// The device that was asked for, or the only one.
fn choose(devices: &[Device], serial: Option<&str>) -> Result<String> {
    let names = |devices: &[&Device]| devices.iter().map(|device| describe(device)).collect::<Vec<_>>().join(", ");
    let all: Vec<&Device> = devices.iter().collect();
    let online: Vec<&Device> = devices.iter().filter(|device| device.is_online()).collect();
    if let Some(serial) = serial {
        let Some(device) = devices.iter().find(|device| device.serial == serial) else {
            bail!(
                "no device is called {serial}\nhint: attached are {}",
                if all.is_empty() { "none".into() } else { names(&all) }
            );
        };
        if !device.is_online() {
            bail!("{} takes no commands", describe(device));
        }
        return Ok(serial.to_owned());
    }
    match online[..] {
        [device] => Ok(device.serial.clone()),
        [] if all.is_empty() => bail!("no device is attached\nhint: start an emulator, or rcad logcat --file FILE"),
        [] => bail!("no device takes commands: {}\nhint: unlock it and allow USB debugging", names(&all)),
        _ => bail!("several devices are attached\nhint: choose one with --device: {}", names(&online)),
    }
}

/// `emulator-5554 (Pixel_8)`, `R58M (unauthorized)`
fn describe(device: &Device) -> String {
    match &device.model {
        _ if !device.is_online() => format!("{} ({})", device.serial, device.state),
        Some(model) => format!("{} ({model})", device.serial),
        None => device.serial.clone(),
    }
}
