//! An Android device as an adb server sees it: speaks the device's side of adb's transport protocol over TCP (AOSP,
//! packages/modules/adb, `protocol.txt`), and answers `logcat`, `dumpsys` and questions about itself from what a test gives it.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Version of the protocol from which checksums are not looked at.
const VERSION: u32 = 0x0100_0001;
/// An `AUTH` message with the server's public key.
const PUBLIC_KEY: u32 = 3;
/// Bytes of a message at most.
const MOST: u32 = 256 << 10;

/// Bytes that a flood is ahead of its reader at most.
const BACKLOG: usize = 1 << 20;

/// A device that `adb connect` finds at its address.
pub struct AdbDevice {
    address: String,
    log: Arc<LoggedDevice>,
}

/// What a test changes while connections read it.
#[derive(Default)]
struct LoggedDevice {
    state: Mutex<LogState>,
    changed: Condvar,
}

#[derive(Default)]
struct LogState {
    /// The log, as bytes with line ends, so that a line may come in two parts.
    log: Vec<u8>,
    /// Bytes that are gone from its beginning.
    gone: usize,
    /// Bytes of all that the newest reader has taken.
    taken: usize,
    processes: String,
    installed: String,
    drop_box: String,
    /// A command with this text fails.
    refused: Option<String>,
    commands: Vec<String>,
    /// The servers' connections; one that has attached it twice has two.
    connections: Vec<TcpStream>,
    /// What it is called by itself, and the number of its start.
    identity: (String, String),
    /// In which message the connection breaks next.
    breaks: Option<BrokenMessage>,
}

/// A message in whose middle a connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenMessage {
    /// The device's first word to a server.
    Handshake,
    /// A part of its log.
    Log,
}

impl AdbDevice {
    /// Starts a device of this model.
    pub fn start(model: &str) -> io::Result<AdbDevice> {
        AdbDevice::start_as(model, true)
    }

    /// Starts a device on which nobody has allowed this server yet.
    pub fn unauthorized(model: &str) -> io::Result<AdbDevice> {
        AdbDevice::start_as(model, false)
    }

    fn start_as(model: &str, allows: bool) -> io::Result<AdbDevice> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (address, log) = (listener.local_addr()?.to_string(), Arc::<LoggedDevice>::default());
        let (banner, device) = (format!("device::ro.product.model={model};features=shell_v2,cmd"), log.clone());
        let port = listener.local_addr()?.port();
        device.lock().identity = (address.clone(), format!("00000000-0000-4000-8000-{port:012}"));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                device.lock().connections.extend(stream.try_clone());
                let (banner, device) = (banner.clone(), device.clone());
                // Ends when the server closes the connection, or when the test cuts it.
                thread::spawn(move || serve(stream, &banner, allows, &device));
            }
        });
        Ok(AdbDevice { address, log })
    }

    /// For `adb connect`; also its serial number.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Adds text to the log.
    pub fn log(&self, text: &str) {
        self.log.lock().log.extend(text.as_bytes());
        self.log.changed.notify_all();
    }

    /// Adds text as fast as the newest reader takes it, and forgets what it has taken.
    pub fn flood(&self, text: &str) {
        let mut state = self.log.lock();
        while state.end() - state.taken.max(state.gone) > BACKLOG {
            state = self.log.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let taken = state.taken.saturating_sub(state.gone);
        state.log.drain(..taken);
        state.gone += taken;
        state.log.extend(text.as_bytes());
        self.log.changed.notify_all();
    }

    /// Lets commands with this text fail, as a device does that is too old for an option.
    pub fn refuse(&self, text: &str) {
        self.log.lock().refused = Some(text.to_owned());
    }

    /// What the package manager prints of any app.
    pub fn set_installed(&self, text: &str) {
        text.clone_into(&mut self.log.lock().installed);
    }

    /// What `dumpsys dropbox --print` prints, for any tag.
    pub fn set_drop_box(&self, text: &str) {
        text.clone_into(&mut self.log.lock().drop_box);
    }

    /// What `ps -A -o PID,NAME` prints.
    pub fn set_processes(&self, list: &str) {
        list.clone_into(&mut self.log.lock().processes);
    }

    /// The commands that were run on it.
    pub fn commands(&self) -> Vec<String> {
        self.log.lock().commands.clone()
    }

    /// Empties the log, as a reboot or `logcat -c` does.
    pub fn clear(&self) {
        let mut state = self.log.lock();
        state.gone = state.end();
        state.log.clear();
    }

    /// Cuts the connections, as when the device leaves the network.
    pub fn cut(&self) {
        for connection in self.log.lock().connections.drain(..) {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    /// Breaks the connection in the middle of a message: of the next one of this kind.
    pub fn break_in(&self, message: BrokenMessage) {
        self.log.lock().breaks = Some(message);
    }

    /// Its `ro.serialno` and the number of its start; its own otherwise.
    pub fn set_identity(&self, serial: &str, boot: &str) {
        self.log.lock().identity = (serial.to_owned(), boot.to_owned());
    }
}

impl LogState {
    /// Bytes that were ever written.
    fn end(&self) -> usize {
        self.gone + self.log.len()
    }

    /// Where a command begins to read: at the first line of the time that it names, or at the end.
    fn position(&self, command: &str) -> usize {
        let since = command.split_once("-T '").and_then(|(_, rest)| rest.split_once('\'')).map(|(time, _)| time);
        since.map_or(self.end(), |since| {
            let earlier = |line: &&[u8]| line.get(..since.len()).is_some_and(|time| time < since.as_bytes());
            let lines = self.log.split_inclusive(|byte| *byte == b'\n').take_while(earlier);
            self.gone + lines.map(<[u8]>::len).sum::<usize>()
        })
    }
}

impl LoggedDevice {
    /// Whether the connection breaks in this message; once.
    fn is_broken_in(&self, message: BrokenMessage) -> bool {
        self.lock().breaks.take_if(|breaks| *breaks == message).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, LogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message: its command, two arguments, its data.
struct AdbMessage {
    command: [u8; 4],
    first: u32,
    second: u32,
    data: Vec<u8>,
}

/// One connection of a server.
fn serve(mut from: TcpStream, banner: &str, allows: bool, device: &Arc<LoggedDevice>) -> io::Result<()> {
    let to = Arc::new(Mutex::new(from.try_clone()?));
    // For each of the server's streams: told when the server has taken a message.
    let mut streams: HashMap<u32, Sender<()>> = HashMap::new();
    loop {
        let message = read(&mut from)?;
        match &message.command {
            // A token to sign. No key is known, so all signatures are wrong; the key itself is shown to nobody.
            b"AUTH" if message.first == PUBLIC_KEY => {}
            b"CNXN" | b"AUTH" if !allows => write(&to, *b"AUTH", 1, 0, &[7; 20])?,
            b"CNXN" => {
                let breaks = device.is_broken_in(BrokenMessage::Handshake);
                write_part(&to, *b"CNXN", VERSION, MOST, banner.as_bytes(), breaks)?;
            }
            b"OPEN" => {
                let (taken, acknowledged) = mpsc::channel();
                streams.insert(message.first, taken);
                let command = String::from_utf8_lossy(&message.data).trim_end_matches('\0').to_owned();
                let raw = !command.starts_with("shell,v2");
                let stream = Stream { id: message.first, raw, to: to.clone(), acknowledged };
                let device = device.clone();
                thread::spawn(move || stream.run(&command, &device));
            }
            b"OKAY" => {
                streams.get(&message.second).map(|stream| stream.send(()));
            }
            // Its thread ends when it waits for the server's word.
            b"CLSE" => drop(streams.remove(&message.second)),
            _ => {}
        }
    }
}

/// A command that runs. Both sides call its stream by the server's number.
struct Stream {
    id: u32,
    /// Whether the shell's packets are left out.
    raw: bool,
    to: Arc<Mutex<TcpStream>>,
    acknowledged: Receiver<()>,
}

impl Stream {
    fn run(self, command: &str, device: &LoggedDevice) -> io::Result<()> {
        let command = command.split_once(':').map_or(command, |(_, command)| command);
        let refused = device.lock().refused.as_ref().is_some_and(|text| command.contains(text));
        // `adb logcat` sets a variable first.
        if refused {
            device.lock().commands.push(command.to_owned());
            write(&self.to, *b"OKAY", self.id, self.id, &[])?;
            self.send(2, b"Invalid parameter to -v\n")?;
            self.send(3, &[1])?;
        } else if command.starts_with("logcat") || command.contains("exec logcat") {
            let mut state = device.lock();
            state.commands.push(command.to_owned());
            // Before the server hears that it reads, so that what is written from then on is read.
            let from = state.position(command);
            drop(state);
            write(&self.to, *b"OKAY", self.id, self.id, &[])?;
            self.logcat(from, device)?;
        } else {
            device.lock().commands.push(command.to_owned());
            write(&self.to, *b"OKAY", self.id, self.id, &[])?;
            let output = match command.split(' ').next() {
                Some("getprop") => {
                    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
                    let state = device.lock();
                    let (serial, boot) = &state.identity;
                    format!("34\nPixel 8\n{serial}\n{boot}\n{now} +0000 {}\n{}", utc(now), state.processes)
                }
                Some("dumpsys") if command.contains("dropbox") => device.lock().drop_box.clone(),
                _ => device.lock().installed.clone(),
            };
            self.send(1, output.as_bytes())?;
            self.send(3, &[0])?;
        }
        write(&self.to, *b"CLSE", self.id, self.id, &[])
    }

    /// Sends the log from this position on, then what is added.
    fn logcat(&self, mut sent: usize, device: &LoggedDevice) -> io::Result<()> {
        let mut state = device.lock();
        loop {
            while sent >= state.end() {
                state = device.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let from = sent.max(state.gone) - state.gone;
            let more = state.log[from..].to_vec();
            sent = state.end();
            drop(state);
            if device.is_broken_in(BrokenMessage::Log) {
                write_part(&self.to, *b"WRTE", self.id, self.id, &more, true)?;
            }
            self.send(1, &more)?;
            state = device.lock();
            state.taken = sent;
            device.changed.notify_all();
        }
    }

    /// Sends a packet of the shell, or what is to be read of it, and waits until the server has taken it.
    fn send(&self, kind: u8, data: &[u8]) -> io::Result<()> {
        let packet = match (self.raw, kind) {
            (false, _) => [&[kind][..], &(data.len() as u32).to_le_bytes(), data].concat(),
            (true, 3) => return Ok(()), // The code at its end.
            (true, _) => data.to_vec(),
        };
        for part in packet.chunks(MOST as usize) {
            write(&self.to, *b"WRTE", self.id, self.id, part)?;
            self.acknowledged.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(())
    }
}

fn read(from: &mut TcpStream) -> io::Result<AdbMessage> {
    let mut head = [0; 24];
    from.read_exact(&mut head)?;
    let word = |at: usize| [head[at], head[at + 1], head[at + 2], head[at + 3]];
    let number = |at| u32::from_le_bytes(word(at));
    let mut data = vec![0; number(12) as usize];
    from.read_exact(&mut data)?;
    Ok(AdbMessage { command: word(0), first: number(4), second: number(8), data })
}

fn write(to: &Mutex<TcpStream>, command: [u8; 4], first: u32, second: u32, data: &[u8]) -> io::Result<()> {
    write_part(to, command, first, second, data, false)
}

/// Writes a message, or half of it before the connection ends.
fn write_part(
    to: &Mutex<TcpStream>,
    command: [u8; 4],
    first: u32,
    second: u32,
    data: &[u8],
    breaks: bool,
) -> io::Result<()> {
    let sum = data.iter().fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte)));
    let code = u32::from_le_bytes(command);
    let mut bytes = Vec::with_capacity(24 + data.len());
    for number in [code, first, second, data.len() as u32, sum, !code] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(data);
    let mut to = to.lock().unwrap_or_else(PoisonError::into_inner);
    if breaks {
        to.write_all(&bytes[..bytes.len() / 2])?;
        to.shutdown(Shutdown::Both)?;
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    to.write_all(&bytes)
}

/// `2026-11-22 10:00:00` of Unix seconds, by the days of the civil calendar.
fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let (mut year, mut day) = (1970, days);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02} {:02}:{:02}:{:02}", day + 1, second / 3600, second / 60 % 60, second % 60)
}
