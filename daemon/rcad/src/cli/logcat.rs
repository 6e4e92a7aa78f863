//! logcat: an Android log, live or from a file, with its crashes explained in place. Needs no daemon, stores nothing.

mod view;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::time::{sleep, timeout};

use crate::cli::output::Exit;
use crate::device::adb::{Adb, AdbError, Device, Shell};
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
    /// Read a file instead of a device; `-` is standard input
    #[arg(long)]
    file: Option<String>,
    /// Only explain crashes, print no lines
    #[arg(long)]
    crashes: bool,
}

/// With all that tells entries apart: year, zone, user.
const LOGCAT: &str = "logcat -v threadtime -v uid -v year -v zone -b main,system,crash";
/// Ids and names of all processes.
const PROCESSES: &str = "ps -A -o PID,NAME";
/// A crash is complete when nothing comes for so long.
const SILENCE: Duration = Duration::from_millis(500);
/// Between two looks for a device that is gone.
const AGAIN: Duration = Duration::from_secs(1);
/// Looks after which a crash that was being written is explained as it is.
const PATIENCE: u32 = 10;
/// Bytes of a line at most; what is longer is taken as several.
const LONGEST_LINE: usize = 1 << 20;

/// `rcad logcat`
pub fn logcat(args: &LogcatArgs) -> Result<Exit> {
    let mut view = LogView::new(apps(args), args.crashes)?;
    match args.file.as_deref() {
        Some("-") => from_file(BufReader::new(std::io::stdin()), "standard input", &mut view)?,
        Some(file) => {
            let opened = File::open(file).with_context(|| format!("cannot read {file}"))?;
            from_file(BufReader::new(opened), file, &mut view)?;
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
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut from, LONGEST_LINE as u64).read_until(b'\n', &mut line);
        if read.with_context(|| format!("cannot read {name}"))? == 0 {
            break;
        }
        view.line(&line)?;
    }
    view.silence()
}

/// Shows the log until the user ends it. A device that goes is waited for, and its log goes on where it stopped.
async fn from_device(adb: &Adb, serial: Option<&str>, view: &mut LogView) -> Result<()> {
    let device = choose(&adb.devices().await?, serial)?;
    let mut shell = start(adb, &device, view).await?;
    loop {
        show(&mut shell, view).await?;
        if !view.has_lines() && !shell.errors().is_empty() {
            bail!("logcat on {device} says: {}", shell.errors());
        }
        eprintln!("rcad: {device} is gone; waiting for it");
        let mut looks = 0;
        shell = loop {
            sleep(AGAIN).await;
            looks += 1;
            if looks == PATIENCE {
                view.silence()?;
            }
            if let Ok(shell) = start(adb, &device, view).await {
                break shell;
            }
        };
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

/// The device's log from now on, or from the last line that was shown.
async fn start(adb: &Adb, device: &str, view: &mut LogView) -> Result<Shell, AdbError> {
    let mut list = Vec::new();
    let mut processes = adb.shell(device, PROCESSES).await?;
    while processes.read(&mut list).await? {}
    view.processes(&String::from_utf8_lossy(&list));
    let since = view.last_time().map_or_else(|| "1".to_owned(), |time| format!("'{time}'"));
    adb.shell(device, &format!("{LOGCAT} -T {since}")).await
}

/// Shows lines until the connection ends. The beginning of a line that was cut off comes again later.
async fn show(shell: &mut Shell, view: &mut LogView) -> Result<()> {
    let mut bytes = Vec::new();
    loop {
        let read = match view.is_in_crash() {
            true => timeout(SILENCE, shell.read(&mut bytes)).await,
            false => Ok(shell.read(&mut bytes).await),
        };
        match read {
            Err(_) => view.silence()?,
            Ok(Ok(true)) => {
                let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                let whole = if whole == 0 && bytes.len() > LONGEST_LINE { bytes.len() } else { whole };
                for line in bytes[..whole].split_inclusive(|byte| *byte == b'\n') {
                    view.line(line)?;
                }
                bytes.drain(..whole);
            }
            Ok(Ok(false) | Err(_)) => return Ok(()),
        }
    }
}
