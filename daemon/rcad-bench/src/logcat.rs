//! The daemon with Android devices: a real adb server, and devices that are made up on the wire below it. Lines per second
//! beside `adb logcat` into a pipe, the time from a crash's last line to its stored failure, false alarms, cost at rest.

mod file;
mod lines;
mod steady;

use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rcad::{Client, Samples, StoredBuild};
use rcad_testkit::{AdbDevice, AdbServer};

use lines::{APP, CHUNK, chatter, crash, line};

use crate::line::{idle_cost, ticks};
use crate::scratch::Scratch;

/// `rcad-bench logcat`
#[derive(clap::Args)]
pub struct LogcatBench {
    /// Thousands of lines of the flood
    #[arg(long, default_value_t = 2000)]
    thousands: usize,
    /// Crashes whose way is timed
    #[arg(long, default_value_t = 50)]
    crashes: usize,
    /// Seconds for which the resting daemon is watched
    #[arg(long, default_value_t = 20)]
    rest: u64,
    /// Minutes of a flood of 50,000 lines a second, with memory and processor time of each
    #[arg(long, default_value_t = 0)]
    minutes: usize,
}

/// Time limit for whatever must happen.
const LOST: Duration = Duration::from_secs(600);

/// `rcad-bench logcat`
pub fn bench(args: &LogcatBench) -> Result<()> {
    let mut scratch = Scratch::new(std::path::Path::new("gradle"))?;
    scratch.home().create()?;
    let server = AdbServer::start(&scratch.home().root().join("adb"))
        .context("cannot run an adb server\nhint: apt install adb")?;
    std::fs::write(scratch.home().root().join("config.toml"), format!("[devices]\napps = [\"{APP}\"]\n"))?;
    scratch.add_environment("ANDROID_ADB_SERVER_PORT", &server.port);
    scratch.start_daemon()?;
    let pid = scratch.daemon_pid().context("no daemon")?;
    let rest = Duration::from_secs(args.rest);
    let before = idle_cost(pid, rest)?;
    let devices = [AdbDevice::start("One")?, AdbDevice::start("Two")?];
    devices.iter().try_for_each(|device| server.connect(device.address()))?;
    let client = Client::connect(&scratch.home())?;
    wait(|| {
        Ok(client.status()?.is_some_and(|status| status.devices.devices.iter().filter(|d| d.reading).count() == 2))
    })?;
    let with = idle_cost(pid, rest)?;
    println!(
        "at rest, {} s each: {:.1} MiB and {:.2} % of one processor without devices, {:.1} MiB and {:.2} % with two",
        args.rest,
        before.0 as f64 / 1024.0,
        before.1 * 100.0,
        with.0 as f64 / 1024.0,
        with.1 * 100.0
    );
    let stored = follow(&scratch)?;
    latency(args, &devices[0], &stored)?;
    steady::hour(&devices[0], &stored, args.crashes + 2)?;
    if args.minutes > 0 {
        steady::flood(args.minutes, &devices[0], pid)?;
    }
    flood(args, &server, &devices[0], &mut scratch, &stored)?;
    file::compare(&scratch)
}

/// From the last line of a crash to the stored failure.
fn latency(args: &LogcatBench, device: &AdbDevice, stored: &Receiver<(Instant, StoredBuild)>) -> Result<()> {
    let (mut killed, mut silent) = (Samples::default(), Samples::default());
    for n in 0..args.crashes {
        let ends = n % 2 == 0;
        device.log(&crash(n));
        if ends {
            // What the app's process logs when it ends itself.
            device.log(&line(n, 4242, "Process", "Sending signal. PID: 4242 SIG: 9"));
        }
        let written = Instant::now();
        let Ok((at, _)) = stored.recv_timeout(LOST) else { bail!("a crash was not stored in {LOST:?}") };
        let samples = if ends { &mut killed } else { &mut silent };
        samples.push(at.saturating_duration_since(written).as_secs_f64() * 1000.0);
    }
    println!(
        "\n{:<52}{:>9}{:>9}{:>9}{:>6}",
        "last line of a crash to the stored failure, ms", "median", "p95", "max", "n"
    );
    for (what, s) in
        [("  the process ends itself, as Android's handler does", &killed), ("  nothing comes after it", &silent)]
    {
        println!("{what:<52}{:>9.1}{:>9.1}{:>9.1}{:>6}", s.median(), s.quantile(0.95), s.quantile(1.0), s.count());
    }
    Ok(())
}

/// A flood of ordinary lines with a crash at its end, read by `adb logcat` into a pipe, then by the daemon alone.
fn flood(
    args: &LogcatBench,
    server: &AdbServer,
    device: &AdbDevice,
    scratch: &mut Scratch,
    stored: &Receiver<(Instant, StoredBuild)>,
) -> Result<()> {
    let chatter: String = (0..CHUNK).map(chatter).collect();
    let chunks = (args.thousands * 1000).div_ceil(CHUNK);
    let lines = (chunks * CHUNK) as f64;
    let send = || (0..chunks).for_each(|_| device.flood(&chatter));

    let pid = scratch.daemon_pid().context("no daemon")?;
    let before = ticks(pid)?;
    let start = Instant::now();
    send();
    device.log(&crash(args.crashes + 1));
    device.log(&line(0, 4242, "Process", "Sending signal. PID: 4242 SIG: 9"));
    let Ok((at, last)) = stored.recv_timeout(LOST) else { bail!("the crash behind the flood was not stored") };
    let (ours, used) = (at - start, (ticks(pid)? - before) as f64 / 100.0);
    let false_alarms = stored.try_iter().count() + usize::from(!last.report.starts_with("device-"));
    let (kib, _) = idle_cost(pid, Duration::from_millis(10))?;

    scratch.kill_daemon();
    let mut adb = server.adb(&["-s", device.address(), "logcat", "-v", "threadtime", "-T", "1"]);
    let mut adb = adb.stdout(Stdio::piped()).spawn().context("cannot run adb")?;
    let mut out = adb.stdout.take().context("no output")?;
    let wanted = chatter.len() * chunks;
    std::thread::sleep(Duration::from_secs(1));
    let start = Instant::now();
    let reader = std::thread::spawn(move || {
        let (mut buffer, mut read) = (vec![0; 1 << 16], 0);
        while read < wanted {
            match out.read(&mut buffer) {
                Ok(n) if n > 0 => read += n,
                _ => break,
            }
        }
        read
    });
    send();
    let read = reader.join().unwrap_or_default();
    let theirs = start.elapsed();
    if read < wanted {
        bail!("adb logcat ended after {read} of {wanted} bytes");
    }
    let _ = adb.kill();
    let _ = adb.wait();
    let rate = |time: Duration| lines / time.as_secs_f64();
    println!(
        "\nflood of {lines:.0} lines: {:.0} lines/s, {:.2} of `adb logcat` into a pipe ({:.0} lines/s); {:.2} s of processor time \
         ({:.0} lines per second of it); {:.1} MiB resident after it; {false_alarms} false alarms",
        rate(ours),
        theirs.as_secs_f64() / ours.as_secs_f64(),
        rate(theirs),
        used,
        lines / used.max(0.01),
        kib as f64 / 1024.0
    );
    Ok(())
}

/// What the daemon stores, with the time at which it said so.
fn follow(scratch: &Scratch) -> Result<Receiver<(Instant, StoredBuild)>> {
    let client = Client::connect(&scratch.home())?;
    let ((stored, inbox), (ready, is_ready)) = (mpsc::channel(), mpsc::channel());
    std::thread::spawn(move || {
        let tell = |build: &StoredBuild| stored.send((Instant::now(), build.clone())).is_err();
        client.follow(Duration::from_secs(3600), tell, || ready.send(()).unwrap_or_default())
    });
    is_ready.recv().context("the daemon gives no events")?;
    Ok(inbox)
}

fn wait(mut ready: impl FnMut() -> Result<bool>) -> Result<()> {
    let start = Instant::now();
    while !ready()? {
        if start.elapsed() > LOST {
            bail!("the devices are not read");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
