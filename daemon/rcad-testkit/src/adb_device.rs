//! An Android device as an adb server sees it: speaks the device's side of adb's transport protocol over TCP (AOSP,
//! packages/modules/adb, `protocol.txt`), and answers `ps` and `logcat` from what a test gives it.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Version of the protocol from which checksums are not looked at.
const VERSION: u32 = 0x0100_0001;
/// Bytes of a message at most.
const MOST: u32 = 256 << 10;

/// A device that `adb connect` finds at its address.
pub struct AdbDevice {
    address: String,
    log: Arc<DeviceLog>,
}

/// What a test changes while connections read it.
#[derive(Default)]
struct DeviceLog {
    state: Mutex<LogState>,
    changed: Condvar,
}

#[derive(Default)]
struct LogState {
    /// The whole log, as bytes with line ends, so that a line may come in two parts.
    log: Vec<u8>,
    processes: String,
    commands: Vec<String>,
    connection: Option<TcpStream>,
}

impl AdbDevice {
    /// Starts a device of this model.
    pub fn start(model: &str) -> io::Result<AdbDevice> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (address, log) = (listener.local_addr()?.to_string(), Arc::<DeviceLog>::default());
        let (banner, device) = (format!("device::ro.product.model={model};features=shell_v2,cmd"), log.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                device.lock().connection = stream.try_clone().ok();
                // Ends when the server closes the connection, or when the test cuts it.
                let _ = serve(stream, &banner, &device);
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

    /// What `ps -A -o PID,NAME` prints.
    pub fn set_processes(&self, list: &str) {
        list.clone_into(&mut self.log.lock().processes);
    }

    /// The commands that were run on it.
    pub fn commands(&self) -> Vec<String> {
        self.log.lock().commands.clone()
    }

    /// Cuts the connection, as when the device leaves the network.
    pub fn cut(&self) {
        if let Some(connection) = self.log.lock().connection.take() {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

impl DeviceLog {
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
fn serve(mut from: TcpStream, banner: &str, device: &Arc<DeviceLog>) -> io::Result<()> {
    let to = Arc::new(Mutex::new(from.try_clone()?));
    // For each of the server's streams: told when the server has taken a message.
    let mut streams: HashMap<u32, Sender<()>> = HashMap::new();
    loop {
        let message = read(&mut from)?;
        match &message.command {
            b"CNXN" => write(&to, *b"CNXN", VERSION, MOST, banner.as_bytes())?,
            b"OPEN" => {
                let (taken, acknowledged) = mpsc::channel();
                streams.insert(message.first, taken);
                let command = String::from_utf8_lossy(&message.data).trim_end_matches('\0').to_owned();
                let stream = Stream { id: message.first, to: to.clone(), acknowledged };
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
    to: Arc<Mutex<TcpStream>>,
    acknowledged: Receiver<()>,
}

impl Stream {
    fn run(self, command: &str, device: &DeviceLog) -> io::Result<()> {
        let command = command.strip_prefix("shell,v2,raw:").unwrap_or(command);
        device.lock().commands.push(command.to_owned());
        write(&self.to, *b"OKAY", self.id, self.id, &[])?;
        if command.starts_with("logcat") {
            self.logcat(command, device)?;
        } else {
            let output = device.lock().processes.clone();
            self.send(1, output.as_bytes())?;
            self.send(3, &[0])?;
        }
        write(&self.to, *b"CLSE", self.id, self.id, &[])
    }

    /// Sends the log from the time on that the command names, then what is added.
    fn logcat(&self, command: &str, device: &DeviceLog) -> io::Result<()> {
        let since = command.split_once("-T '").and_then(|(_, rest)| rest.split_once('\'')).map(|(time, _)| time);
        let mut state = device.lock();
        let mut sent = since.map_or(state.log.len(), |since| {
            let earlier = |line: &&[u8]| line.get(..since.len()).is_some_and(|time| time < since.as_bytes());
            state.log.split_inclusive(|byte| *byte == b'\n').take_while(earlier).map(<[u8]>::len).sum()
        });
        loop {
            while sent == state.log.len() {
                state = device.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let more = state.log[sent..].to_vec();
            sent += more.len();
            drop(state);
            self.send(1, &more)?;
            state = device.lock();
        }
    }

    /// Sends a packet of the shell and waits until the server has taken it.
    fn send(&self, kind: u8, data: &[u8]) -> io::Result<()> {
        let packet = [&[kind][..], &(data.len() as u32).to_le_bytes(), data].concat();
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
    let sum = data.iter().fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte)));
    let code = u32::from_le_bytes(command);
    let mut bytes = Vec::with_capacity(24 + data.len());
    for number in [code, first, second, data.len() as u32, sum, !code] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(data);
    to.lock().unwrap_or_else(PoisonError::into_inner).write_all(&bytes)
}
