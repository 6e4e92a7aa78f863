//! A fake hub that serves the model's real files as the hub does: large ones by a redirect to another address, small
//! ones by a relative one; with ranges, unless the client asks for gzip. Can be told to misbehave.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The commit of `models/models.toml`.
pub const COMMIT: &str = "c9745ed1d9f207416be6d2e6f8de32d1f16199bf";

/// The large file's SHA-256, its name on the hub and in the cache.
pub const LARGE_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";

/// Bytes that hf-hub requests at once.
pub const CHUNK: usize = 10_000_000;

/// What the hub does with one request for a file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Sends what was requested.
    Right,
    /// Sends this many bytes and closes the connection.
    Cut(usize),
    /// Closes the connection.
    Nothing,
    /// Sends the whole file whatever range was requested.
    Whole,
    /// Sends the right number of bytes, one of them wrong.
    Changed,
    /// Reports a length that is one byte short.
    Shorter,
    /// Sends a web page, like a captive portal.
    Page,
    /// Reports that there is no such file.
    Missing,
}

/// A received request for a file's content.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which file.
    pub file: String,
    /// The first requested byte.
    pub from: usize,
}

/// The server; lives as long as the test.
pub struct Hub {
    /// `http://127.0.0.1:port`.
    pub address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    answers: Arc<Mutex<VecDeque<Answer>>>,
}

impl Hub {
    /// Gives these answers, then correct ones.
    pub fn new(answers: &[Answer]) -> Hub {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(Mutex::new(VecDeque::from(answers.to_vec())));
        let elsewhere = listen(String::new(), &answers, &asked);
        let address = listen(elsewhere, &answers, &asked);
        Hub { address, asked, answers }
    }

    /// Gives only correct answers from now on.
    pub fn recover(&self) {
        self.answers.lock().unwrap().clear();
    }

    /// The requests for contents so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// The model's real files; prints a message and returns nothing if they are not on this machine.
pub fn minilm() -> Option<PathBuf> {
    let dir = std::env::var_os("RCAD_TEST_MINILM").map(PathBuf::from);
    let dir = dir.or_else(|| Some(std::env::home_dir()?.join(".cache/rcad-tools/minilm")))?;
    let there = dir.join("model.safetensors").is_file() && dir.join("tokenizer.json").is_file();
    if !there {
        crate::lab::skipped("the files of all-MiniLM-L6-v2 are not here; scripts/tools minilm gets them");
    }
    there.then_some(dir)
}

/// Starts a server and returns its address. Large files are served at the address `elsewhere`.
fn listen(elsewhere: String, answers: &Arc<Mutex<VecDeque<Answer>>>, seen: &Arc<Mutex<Vec<Asked>>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (answers, seen) = (answers.clone(), seen.clone());
    // One connection after the other, since each answer closes it.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // The client may hang up early.
            let _ = serve(&stream.unwrap(), &elsewhere, &answers, &seen);
        }
    });
    address
}

/// The first and last requested byte: `bytes=100-199`.
fn range_of(header: &str) -> Option<(usize, usize)> {
    let (first, last) = header.strip_prefix("bytes=")?.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

fn serve(
    stream: &TcpStream,
    elsewhere: &str,
    answers: &Mutex<VecDeque<Answer>>,
    seen: &Mutex<Vec<Asked>>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let Some(first) = lines.next().transpose()? else { return Ok(()) };
    let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let header = |name: &str| headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
    let path = format!("/sentence-transformers/all-MiniLM-L6-v2/resolve/{COMMIT}/");
    if let Some(file) = target.strip_prefix(&path) {
        if answers.lock().unwrap().front() == Some(&Answer::Missing) {
            return reply(stream, "404 Not Found", "", b"Entry not found");
        }
        // A redirect has a body, too, which the client must ignore.
        let location = match file {
            "model.safetensors" => {
                format!("{elsewhere}/elsewhere/{file}\r\nX-Repo-Commit: {COMMIT}\r\nX-Linked-Etag: \"{LARGE_SHA256}\"")
            }
            _ => format!("/api/resolve-cache/{file}"),
        };
        return reply(stream, "302 Found", &format!("Location: {location}\r\n"), b"Found. Redirecting");
    }
    let Some(file) = ["/elsewhere/", "/api/resolve-cache/"].iter().find_map(|at| target.strip_prefix(at)) else {
        return reply(stream, "404 Not Found", "", b"Entry not found");
    };
    let range = header("range").and_then(|range| range_of(&range));
    let gzip = header("accept-encoding").is_some_and(|value| value.contains("gzip"));
    let range = range.filter(|_| !gzip);
    // hf-hub first requests one byte, to learn the length.
    if range == Some((0, 0)) {
        let answer = answers
            .lock()
            .unwrap()
            .front()
            .filter(|a| matches!(a, Answer::Page | Answer::Missing | Answer::Shorter))
            .cloned();
        return content(stream, file, range, &answer.unwrap_or(Answer::Right));
    }
    seen.lock().unwrap().push(Asked { file: file.to_owned(), from: range.map_or(0, |(first, _)| first) });
    let answer = answers.lock().unwrap().pop_front().unwrap_or(Answer::Right);
    content(stream, file, range, &answer)
}

fn content(stream: &TcpStream, file: &str, range: Option<(usize, usize)>, answer: &Answer) -> std::io::Result<()> {
    match answer {
        Answer::Nothing => return stream.shutdown(Shutdown::Both),
        Answer::Page => return reply(stream, "200 OK", "", b"<html>Log in to this network</html>"),
        Answer::Missing => return reply(stream, "404 Not Found", "", b"Entry not found"),
        Answer::Right | Answer::Cut(_) | Answer::Whole | Answer::Changed | Answer::Shorter => {}
    }
    let mut bytes = std::fs::read(minilm().unwrap().join(file)).unwrap();
    if *answer == Answer::Changed {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    }
    if *answer == Answer::Shorter {
        bytes.pop();
    }
    let whole = bytes.len();
    let names = format!("X-Repo-Commit: {COMMIT}\r\nETag: \"{file}-1\"\r\n");
    let (status, headers, body) = match range.filter(|_| *answer != Answer::Whole) {
        Some((first, _)) if first >= whole => return reply(stream, "416 Range Not Satisfiable", &names, b""),
        Some((first, last)) => {
            let last = last.min(whole - 1);
            let range = format!("Content-Range: bytes {first}-{last}/{whole}\r\n{names}");
            ("206 Partial Content", range, &bytes[first..=last])
        }
        None => ("200 OK", names, &bytes[..]),
    };
    match answer {
        Answer::Cut(after) => {
            let mut stream = stream;
            write!(stream, "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len())?;
            stream.write_all(&body[..*after])?;
            stream.shutdown(Shutdown::Write)
        }
        _ => reply(stream, status, &headers, body),
    }
}

fn reply(mut stream: &TcpStream, status: &str, headers: &str, body: &[u8]) -> std::io::Result<()> {
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n")?;
    stream.write_all(body)?;
    stream.shutdown(Shutdown::Write)
}

/// A proxy in front of a hub, the only one that knows its address. Returns its own address and the requested
/// connections.
pub fn proxy(hub: &Hub) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (hub, asked) = (hub.address.replace("http://", ""), Arc::new(Mutex::new(Vec::new())));
    let seen = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (hub, seen) = (hub.clone(), seen.clone());
            std::thread::spawn(move || tunnel(stream.unwrap(), &hub, &seen));
        }
    });
    (address, asked)
}

fn tunnel(mut client: TcpStream, hub: &str, seen: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && client.read(&mut byte).is_ok_and(|n| n == 1) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    seen.lock().unwrap().push(head.lines().next().unwrap_or_default().to_owned());
    let mut server = TcpStream::connect(hub).unwrap();
    if head.starts_with("CONNECT ") {
        client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
    } else {
        // A plain request has the whole address; the hub wants only its path.
        let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let path = target.splitn(4, '/').nth(3).unwrap_or_default();
        server.write_all(head.replacen(&target, &format!("/{path}"), 1).as_bytes()).unwrap();
    }
    let (mut from_client, mut to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut from_client, &mut to_server);
    });
    let _ = std::io::copy(&mut server, &mut client);
    let _ = client.shutdown(Shutdown::Both);
}
