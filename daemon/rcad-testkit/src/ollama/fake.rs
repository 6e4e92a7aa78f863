//! A fake Ollama server, for behaviour that a real one with a tiny model does not show: replays recorded replies,
//! breaks off, stalls or sends garbage.
//!
//! ```ignore
//! let fake = Fake::start(vec![Act::Cut(recorded("text"), 200), Act::Replay(recorded("text"))]);
//! // fake.address: the first chat breaks off after 200 bytes, the second and all that follow are answered.
//! assert!(fake.asked()[0].body.contains("\"num_ctx\""));
//! ```
//!
//! Its one model is `scripted`. `/api/version`, `/api/tags`, `/api/show` and `/api/ps` replay recordings and use up no
//! acts.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use super::plain_http::HttpResponse;

/// What the server does with one chat or pull.
#[derive(Clone, Debug)]
pub enum Act {
    /// Sends this reply.
    Replay(HttpResponse),
    /// Sends this reply in pieces of this many bytes, so that lines and characters are split anywhere.
    Pieces(HttpResponse, usize),
    /// Sends this many bytes of the reply, then closes the connection.
    Cut(HttpResponse, usize),
    /// Sends this many bytes of the reply, then nothing while the client waits.
    Stall(HttpResponse, usize),
    /// Sends nothing while the client waits.
    Silence,
    /// Repeats these bytes while the client reads.
    Forever(Vec<u8>),
    /// Sends bytes that are not HTTP.
    Noise(Vec<u8>),
    /// Redirects the client to this address.
    Redirect(String),
}

/// A received request.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    /// `POST /api/chat`.
    pub what: String,
    /// The headers.
    pub head: String,
    /// The body.
    pub body: String,
}

/// The server; lives as long as the test.
pub struct Fake {
    /// `http://127.0.0.1:port`.
    pub address: String,
    asked: Arc<Mutex<Vec<ReceivedRequest>>>,
    gone: Mutex<Receiver<()>>,
}

/// A reply of `testdata/ollama`: a line with status and content type, an empty line, the body.
pub fn recorded(name: &str) -> HttpResponse {
    let path = fixture(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (head, body) = text.split_once("\n\n").unwrap();
    let (status, kind) = head.split_once(' ').unwrap();
    HttpResponse { status: status.parse().unwrap(), kind: kind.to_owned(), body: body.as_bytes().to_vec() }
}

/// The path of a recorded reply.
pub fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ollama").join(format!("{name}.http"))
}

impl Fake {
    /// Performs these acts, one for each chat or pull, and then repeats the last one.
    pub fn start(acts: Vec<Act>) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (tell, gone) = channel();
        let (seen, acts) = (asked.clone(), Arc::new((acts, Mutex::new(0))));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, acts, tell) = (seen.clone(), acts.clone(), tell.clone());
                // Ignore clients that hang up.
                std::thread::spawn(move || drop(serve(&stream.unwrap(), &acts, &seen, &tell)));
            }
        });
        Fake { address, asked, gone: Mutex::new(gone) }
    }

    /// The chats and pulls so far.
    pub fn asked(&self) -> Vec<ReceivedRequest> {
        self.asked.lock().unwrap().clone()
    }

    /// Waits until a client has closed a connection that the server kept open.
    pub fn left(&self) {
        self.gone.lock().unwrap().recv_timeout(std::time::Duration::from_secs(20)).expect("the client does not leave");
    }
}

fn serve(
    stream: &TcpStream,
    acts: &(Vec<Act>, Mutex<usize>),
    seen: &Mutex<Vec<ReceivedRequest>>,
    gone: &Sender<()>,
) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let asked = read(stream)?;
    let known = match asked.what.as_str() {
        "GET /api/version" => Some("version"),
        "GET /api/tags" => Some("tags"),
        "GET /api/ps" => Some("ps"),
        "POST /api/show" => Some("show"),
        _ => None,
    };
    if let Some(name) = known {
        return send(stream, &recorded(name), usize::MAX, usize::MAX);
    }
    seen.lock().unwrap().push(asked);
    let act = {
        let mut next = acts.1.lock().unwrap();
        *next += 1;
        acts.0[(*next).min(acts.0.len()) - 1].clone()
    };
    match act {
        Act::Replay(answer) => send(stream, &answer, usize::MAX, usize::MAX),
        Act::Pieces(answer, bytes) => send(stream, &answer, bytes, usize::MAX),
        Act::Cut(answer, bytes) => send(stream, &answer, usize::MAX, bytes),
        Act::Stall(answer, bytes) => {
            send(stream, &answer, usize::MAX, bytes)?;
            wait(stream, gone)
        }
        Act::Silence => wait(stream, gone),
        Act::Forever(bytes) => {
            let mut stream = stream;
            stream.write_all(&head(200, "application/x-ndjson"))?;
            while chunk(stream, &bytes).is_ok() {}
            let _ = gone.send(());
            Ok(())
        }
        Act::Noise(bytes) => { stream }.write_all(&bytes),
        Act::Redirect(to) => {
            let answer = format!("HTTP/1.1 307 Temporary Redirect\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
            { stream }.write_all(answer.as_bytes())
        }
    }
}

fn read(stream: &TcpStream) -> std::io::Result<ReceivedRequest> {
    let mut lines = BufReader::new(stream);
    let mut first = String::new();
    lines.read_line(&mut first)?;
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && head != "\r\n" {
        if lines.read_line(&mut head)? == 0 {
            break;
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    lines.read_exact(&mut body)?;
    let what = first.rsplit_once(' ').map_or("", |(what, _)| what).to_owned();
    Ok(ReceivedRequest { what, head, body: String::from_utf8_lossy(&body).into_owned() })
}

fn head(status: u16, kind: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n").into_bytes()
}

/// Sends the reply in pieces of this size, but only `most` bytes of it.
fn send(mut stream: &TcpStream, answer: &HttpResponse, size: usize, most: usize) -> std::io::Result<()> {
    stream.write_all(&head(answer.status, &answer.kind))?;
    let body = &answer.body[..answer.body.len().min(most)];
    for piece in body.chunks(size.min(body.len().max(1))) {
        chunk(stream, piece)?;
    }
    if answer.body.len() <= most { stream.write_all(b"0\r\n\r\n") } else { Ok(()) }
}

fn chunk(mut stream: &TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    stream.write_all(format!("{:x}\r\n", bytes.len()).as_bytes())?;
    stream.write_all(bytes)?;
    stream.write_all(b"\r\n")
}

/// Waits until the client closes the connection.
fn wait(mut stream: &TcpStream, gone: &Sender<()>) -> std::io::Result<()> {
    let _ = stream.read(&mut [0; 1]);
    let _ = gone.send(());
    Ok(())
}
