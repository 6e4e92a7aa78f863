//! Asks the adb server of this machine, by the protocol that adb's own client speaks (`SERVICES.TXT`, `OVERVIEW.TXT` and
//! `SYNC.TXT` in AOSP's packages/modules/adb). Never starts a server.

mod packets;

use std::fmt;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use packets::{Packet, Packets};

/// Where the server listens unless told otherwise.
const PORT: u16 = 5037;
/// Time limit for a connection and for each short answer: the server is on this machine.
const ANSWER: Duration = Duration::from_secs(5);
/// Bytes of a log that are read at once at most.
const PIECE: usize = 64 << 10;
/// Hexadecimal digits of an answer's length, before the answer.
const LENGTH_DIGITS: usize = 4;
/// Bytes that are read of a command's output, about.
const MOST_OUTPUT: usize = 1 << 20;

/// An adb server.
#[derive(Clone, Debug)]
pub struct Adb {
    address: String,
}

/// A device or emulator that the server knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Its name for the server, such as `emulator-5554` or `192.168.1.7:5555`.
    pub serial: String,
    /// `device`, `offline`, `unauthorized` and others of adb's.
    pub state: String,
    /// Its model, such as `Pixel_8`, where the server tells.
    pub model: Option<String>,
}

impl Device {
    /// Whether it takes commands.
    pub fn is_online(&self) -> bool {
        self.state == "device"
    }
}

/// Why the server did not do what it was asked.
#[derive(Debug)]
pub enum AdbError {
    /// Nobody listens where the server should.
    NoServer(String),
    /// It refuses, in its own words.
    Refused(String),
    /// The connection broke, or no answer came in time.
    Broken(io::Error),
    /// The answer is not adb's.
    Garbled,
}

impl fmt::Display for AdbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdbError::NoServer(address) => {
                write!(f, "no adb server listens on {address}\nhint: adb start-server, or open Android Studio")
            }
            AdbError::Refused(why) => write!(f, "adb: {why}"),
            AdbError::Broken(error) => write!(f, "the connection to the adb server broke: {error}"),
            AdbError::Garbled => write!(f, "what listens on adb's port is no adb server"),
        }
    }
}

impl std::error::Error for AdbError {}

impl From<io::Error> for AdbError {
    fn from(error: io::Error) -> AdbError {
        AdbError::Broken(error)
    }
}

type Result<T> = std::result::Result<T, AdbError>;

impl Adb {
    /// The server that adb's client would ask: `ADB_SERVER_SOCKET=tcp:host:port`, or `ANDROID_ADB_SERVER_ADDRESS` and
    /// `ANDROID_ADB_SERVER_PORT`, else port 5037 of this machine.
    pub fn find() -> Adb {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let socket = variable("ADB_SERVER_SOCKET").and_then(|socket| socket.strip_prefix("tcp:").map(str::to_owned));
        let address = socket.map(|socket| if socket.contains(':') { socket } else { format!("127.0.0.1:{socket}") });
        let usual = || {
            let host = variable("ANDROID_ADB_SERVER_ADDRESS").unwrap_or_else(|| "127.0.0.1".to_owned());
            let port = variable("ANDROID_ADB_SERVER_PORT").unwrap_or_else(|| PORT.to_string());
            format!("{host}:{port}")
        };
        Adb { address: address.unwrap_or_else(usual) }
    }

    /// All devices, also those that take no commands.
    pub async fn devices(&self) -> Result<Vec<Device>> {
        let mut stream = self.request_either("host:devices-l", "host:devices").await?;
        Ok(devices(&answer(&mut stream).await?))
    }

    /// The list of devices, anew with each change.
    pub async fn track(&self) -> Result<DeviceTracker> {
        // Servers before 1.0.41 (2018) know only the list without models.
        let stream = self.request_either("host:track-devices-l", "host:track-devices").await?;
        Ok(DeviceTracker { stream, bytes: Vec::new() })
    }

    /// What a command on a device prints.
    pub async fn output(&self, serial: &str, command: &str) -> Result<String> {
        let read = async {
            let (mut shell, mut output) = (self.shell(serial, command).await?, Vec::new());
            while output.len() < MOST_OUTPUT && shell.read(&mut output).await? {}
            Ok(String::from_utf8_lossy(&output).into_owned())
        };
        in_time(read).await
    }

    /// Runs a command on a device; its output comes as it is written.
    pub async fn shell(&self, serial: &str, command: &str) -> Result<Shell> {
        let packed = match self.request(&format!("host-serial:{serial}:features")).await {
            Ok(mut stream) => answer(&mut stream).await?.split(',').any(|feature| feature == "shell_v2"),
            // Servers before 1.0.33 (2015) know no features; for an unknown device the next request says so.
            Err(AdbError::Refused(_)) => false,
            Err(error) => return Err(error),
        };
        if packed {
            let stream = self.request_of(serial, &format!("shell,v2,raw:{command}")).await?;
            return Ok(Shell { stream, packets: Some(Packets::default()), errors: Vec::new() });
        }
        // Without packets (before Android 7) output is raw, and errors stand in it; before Android 5 a terminal is between.
        let stream = match self.request_of(serial, &format!("exec:{command}")).await {
            Err(AdbError::Refused(_)) => self.request_of(serial, &format!("shell:{command}")).await?,
            other => other?,
        };
        Ok(Shell { stream, packets: None, errors: Vec::new() })
    }

    /// A new connection to a device on which this service of it was granted.
    async fn request_of(&self, serial: &str, service: &str) -> Result<TcpStream> {
        let mut stream = self.request(&format!("host:transport:{serial}")).await?;
        ask(&mut stream, service).await?;
        Ok(stream)
    }

    /// A new connection on which this service was granted, or the older one where a server does not know it.
    async fn request_either(&self, service: &str, older: &str) -> Result<TcpStream> {
        match self.request(service).await {
            Err(AdbError::Refused(_)) => self.request(older).await,
            other => other,
        }
    }

    /// A new connection on which this service was granted.
    async fn request(&self, service: &str) -> Result<TcpStream> {
        let connected = timeout(ANSWER, TcpStream::connect(&self.address)).await;
        let mut stream = match connected {
            Ok(Ok(stream)) => stream,
            Ok(Err(_)) | Err(_) => return Err(AdbError::NoServer(self.address.clone())),
        };
        ask(&mut stream, service).await?;
        Ok(stream)
    }
}

/// Follows the server's list of devices.
pub struct DeviceTracker {
    stream: TcpStream,
    bytes: Vec<u8>,
}

impl DeviceTracker {
    /// The list after its next change, at first as it is now. A call that is cancelled loses nothing.
    pub async fn next(&mut self) -> Result<Vec<Device>> {
        loop {
            if let Some((head, rest)) = self.bytes.split_at_checked(LENGTH_DIGITS) {
                let length = length(head)?;
                if let Some(list) = rest.get(..length) {
                    let list = devices(&String::from_utf8_lossy(list));
                    self.bytes.drain(..LENGTH_DIGITS + length);
                    return Ok(list);
                }
            }
            if self.stream.read_buf(&mut self.bytes).await? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        }
    }
}

/// Output of a command on a device.
pub struct Shell {
    stream: TcpStream,
    packets: Option<Packets>,
    errors: Vec<u8>,
}

impl Shell {
    /// Appends what the command writes next to `to`; `false` when it has ended. A call that is cancelled loses nothing.
    pub async fn read(&mut self, to: &mut Vec<u8>) -> Result<bool> {
        let Some(packets) = &mut self.packets else { return Ok(read_piece(&mut self.stream, to).await? > 0) };
        loop {
            match packets.next() {
                Some(Packet::Output(bytes)) => {
                    to.extend(bytes);
                    return Ok(true);
                }
                Some(Packet::Error(bytes)) => self.errors.extend(bytes),
                Some(Packet::Exit(_)) => return Ok(false),
                None if read_piece(&mut self.stream, packets.buffer()).await? == 0 => return Ok(false),
                None => {}
            }
        }
    }

    /// What the command has written to its standard error.
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim().to_owned()
    }
}

/// Appends what has come; `read_buf` alone asks for no more than fits, 64 bytes in an empty vector.
async fn read_piece(stream: &mut TcpStream, to: &mut Vec<u8>) -> io::Result<usize> {
    to.reserve(PIECE);
    stream.read_buf(to).await
}

/// Asks for a service on this connection.
async fn ask(stream: &mut TcpStream, service: &str) -> Result<()> {
    let exchange = async {
        stream.write_all(format!("{:04x}{service}", service.len()).as_bytes()).await?;
        let mut word = [0; 4];
        stream.read_exact(&mut word).await?;
        match &word {
            b"OKAY" => Ok(()),
            b"FAIL" => Err(AdbError::Refused(block(stream).await?)),
            _ => Err(AdbError::Garbled),
        }
    };
    in_time(exchange).await
}

async fn answer(stream: &mut TcpStream) -> Result<String> {
    in_time(block(stream)).await
}

/// Four hexadecimal digits and as many bytes.
async fn block(stream: &mut TcpStream) -> Result<String> {
    let mut digits = [0; LENGTH_DIGITS];
    stream.read_exact(&mut digits).await?;
    let mut bytes = vec![0; length(&digits)?];
    stream.read_exact(&mut bytes).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn length(digits: &[u8]) -> Result<usize> {
    let length = std::str::from_utf8(digits).ok().and_then(|digits| usize::from_str_radix(digits, 16).ok());
    length.ok_or(AdbError::Garbled)
}

async fn in_time<T>(exchange: impl Future<Output = Result<T>>) -> Result<T> {
    timeout(ANSWER, exchange).await.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
}

/// Lines such as `emulator-5554          device product:sdk model:Pixel_8 device:emu64x transport_id:1`. A serial number
/// may hold spaces, and a state may be `no permissions (…)`.
fn devices(list: &str) -> Vec<Device> {
    let device = |line: &str| {
        let (serial, rest) = line.split_once(|c: char| c.is_ascii_whitespace())?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let state = *words.first()?;
        let model = words.iter().find_map(|word| word.strip_prefix("model:")).map(str::to_owned);
        Some(Device { serial: serial.to_owned(), state: state.to_owned(), model })
    };
    list.lines().filter_map(device).collect()
}

#[cfg(test)]
mod tests {
    use super::{Device, devices};

    #[test]
    fn the_servers_list_is_read() {
        let list = "emulator-5554          device product:sdk model:Pixel_8 device:emu64x transport_id:1\n\
                    192.168.1.7:5555       offline transport_id:2\nR58M unauthorized usb:1-1 transport_id:3\n\n";
        let found = devices(list);
        assert_eq!(found.len(), 3);
        let first = Device { serial: "emulator-5554".into(), state: "device".into(), model: Some("Pixel_8".into()) };
        assert_eq!(found[0], first);
        assert!(first.is_online() && !found[1].is_online() && !found[2].is_online());
        assert_eq!((found[1].serial.as_str(), found[2].state.as_str()), ("192.168.1.7:5555", "unauthorized"));
        assert!(devices("").is_empty() && devices("garbage").is_empty());
    }
}
