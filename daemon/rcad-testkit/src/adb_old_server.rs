//! An adb server as old as the first that knew devices by serial numbers: refuses what came later, and has everything else
//! done by a real server of today.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What such a server, and a device of its time, does not know.
const UNKNOWN: &[&str] = &["host:devices-l", "host:track-devices-l", "shell,v2", "exec:"];
/// The same, behind a serial number.
const UNKNOWN_OF_DEVICE: &str = ":features";

/// A server that refuses newer services.
pub struct OldAdbServer {
    /// Where it listens.
    pub port: String,
    refused: Arc<Mutex<Vec<String>>>,
}

impl OldAdbServer {
    /// Starts one before the server at this port.
    pub fn start(real: &str) -> io::Result<OldAdbServer> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (port, real) = (listener.local_addr()?.port().to_string(), format!("127.0.0.1:{real}"));
        let refused = Arc::<Mutex<Vec<String>>>::default();
        let server = OldAdbServer { port, refused: refused.clone() };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (real, refused) = (real.clone(), refused.clone());
                // Ends when either side ends.
                thread::spawn(move || serve(client, &real, &refused));
            }
        });
        Ok(server)
    }

    /// What was asked for and refused.
    pub fn refused(&self) -> Vec<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One connection: a service, or a device and then a service of it.
fn serve(mut client: TcpStream, real: &str, refused: &Mutex<Vec<String>>) -> io::Result<()> {
    let mut server = TcpStream::connect(real)?;
    loop {
        let service = request(&mut client)?;
        if UNKNOWN.iter().any(|unknown| service.starts_with(unknown)) || service.ends_with(UNKNOWN_OF_DEVICE) {
            refused.lock().unwrap_or_else(PoisonError::into_inner).push(service);
            let why = "unknown service";
            return client.write_all(format!("FAIL{:04x}{why}", why.len()).as_bytes());
        }
        server.write_all(format!("{:04x}{service}", service.len()).as_bytes())?;
        if !service.starts_with("host:transport:") {
            return pass_on(client, server);
        }
        let mut answer = [0; 4];
        server.read_exact(&mut answer)?;
        client.write_all(&answer)?;
        if &answer != b"OKAY" {
            return pass_on(client, server);
        }
    }
}

/// Four hexadecimal digits and as many bytes.
fn request(client: &mut TcpStream) -> io::Result<String> {
    let mut digits = [0; 4];
    client.read_exact(&mut digits)?;
    let length = usize::from_str_radix(&String::from_utf8_lossy(&digits), 16).map_err(io::Error::other)?;
    let mut service = vec![0; length];
    client.read_exact(&mut service)?;
    Ok(String::from_utf8_lossy(&service).into_owned())
}

/// Passes on what both sides say, until one of them ends.
fn pass_on(client: TcpStream, server: TcpStream) -> io::Result<()> {
    let (mut from_client, mut to_server) = (client.try_clone()?, server.try_clone()?);
    thread::spawn(move || {
        let _ = io::copy(&mut from_client, &mut to_server);
        let _ = to_server.shutdown(Shutdown::Both);
    });
    let (mut from_server, mut to_client) = (server, client);
    let copied = io::copy(&mut from_server, &mut to_client).map(drop);
    let _ = to_client.shutdown(Shutdown::Both);
    copied
}
