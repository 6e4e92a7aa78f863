//! A stand-in for the hub that serves the model's real files as the hub does: large ones by a redirect to another
//! address, small ones by a relative one; ranges, unless the client asks for gzip. Can be told to misbehave.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The repository and commit of `models/models.toml`, as the hub's addresses have them.
const PATH: &str = "/sentence-transformers/all-MiniLM-L6-v2/resolve/c9745ed1d9f207416be6d2e6f8de32d1f16199bf/";

/// What the hub does with one request for a file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Sends what was asked for.
    Right,
    /// Sends so many bytes of it and closes the connection.
    Cut(usize),
    /// Closes the connection without a word.
    Nothing,
    /// Sends the whole file whatever range was asked for.
    Whole,
    /// Sends the right number of bytes, one of which is another.
    Changed,
    /// Sends a page, as a network's login does.
    Page,
    /// Says that there is no such file.
    Missing,
}

/// One request for a file's content, as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which file.
    pub file: String,
    /// The first byte asked for.
    pub from: Option<usize>,
}

/// The server; it lives as long as the test.
pub struct Hub {
    /// `http://127.0.0.1:port`.
    pub address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Hub {
    /// Gives these answers, then right ones.
    pub fn new(answers: &[Answer]) -> Hub {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = Mutex::new(VecDeque::from(answers.to_vec()));
        let seen = asked.clone();
        // One connection after the other: each answer closes it.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                // The client may hang up when it has seen enough.
                let _ = serve(&stream.unwrap(), &answers, &seen);
            }
        });
        Hub { address: format!("http://{address}"), asked }
    }

    /// The requests for contents so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// The model's real files; nothing, and a word on it, where they are not on this machine.
pub fn minilm() -> Option<PathBuf> {
    let dir = std::env::var_os("RCAD_TEST_MINILM").map(PathBuf::from);
    let dir = dir.or_else(|| Some(std::env::home_dir()?.join(".cache/rcad-tools/minilm")))?;
    let there = dir.join("model.safetensors").is_file() && dir.join("tokenizer.json").is_file();
    if !there {
        crate::lab::skipped("the files of all-MiniLM-L6-v2 are not here; scripts/tools minilm gets them");
    }
    there.then_some(dir)
}

fn serve(stream: &TcpStream, answers: &Mutex<VecDeque<Answer>>, seen: &Mutex<Vec<Asked>>) -> std::io::Result<()> {
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
    let host = header("host").unwrap_or_default();
    if let Some(file) = target.strip_prefix(PATH) {
        // A redirect has a body too, which the client must leave.
        let location = match file {
            "model.safetensors" => format!("http://{host}/elsewhere/{file}"),
            _ => format!("/api/resolve-cache/{file}"),
        };
        return reply(stream, "302 Found", &format!("Location: {location}\r\n"), b"Found. Redirecting");
    }
    let Some(file) = ["/elsewhere/", "/api/resolve-cache/"].iter().find_map(|at| target.strip_prefix(at)) else {
        return reply(stream, "404 Not Found", "", b"Entry not found");
    };
    let from = header("range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok());
    seen.lock().unwrap().push(Asked { file: file.to_owned(), from });
    let gzip = header("accept-encoding").is_some_and(|value| value.contains("gzip"));
    let answer = answers.lock().unwrap().pop_front().unwrap_or(Answer::Right);
    content(stream, file, from.filter(|_| !gzip), &answer)
}

fn content(stream: &TcpStream, file: &str, from: Option<usize>, answer: &Answer) -> std::io::Result<()> {
    match answer {
        Answer::Nothing => return stream.shutdown(Shutdown::Both),
        Answer::Page => return reply(stream, "200 OK", "", b"<html>Log in to this network</html>"),
        Answer::Missing => return reply(stream, "404 Not Found", "", b"Entry not found"),
        Answer::Right | Answer::Cut(_) | Answer::Whole | Answer::Changed => {}
    }
    let mut bytes = std::fs::read(minilm().unwrap().join(file)).unwrap();
    if *answer == Answer::Changed {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    }
    let whole = bytes.len();
    let (status, range, body) = match from.filter(|_| *answer != Answer::Whole) {
        Some(from) if from >= whole => return reply(stream, "416 Range Not Satisfiable", "", b""),
        Some(from) => {
            let range = format!("Content-Range: bytes {from}-{}/{whole}\r\n", whole - 1);
            ("206 Partial Content", range, &bytes[from..])
        }
        None => ("200 OK", String::new(), &bytes[..]),
    };
    match answer {
        Answer::Cut(after) => {
            let mut stream = stream;
            write!(stream, "HTTP/1.1 {status}\r\n{range}Content-Length: {}\r\n\r\n", body.len())?;
            stream.write_all(&body[..*after])?;
            stream.shutdown(Shutdown::Write)
        }
        _ => reply(stream, status, &range, body),
    }
}

fn reply(mut stream: &TcpStream, status: &str, headers: &str, body: &[u8]) -> std::io::Result<()> {
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n")?;
    stream.write_all(body)?;
    stream.shutdown(Shutdown::Write)
}

/// A proxy in front of a hub, which alone knows where that is. Gives its address and what it was asked to connect to.
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
        // A plain request names the whole address; the hub wants its path only.
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
