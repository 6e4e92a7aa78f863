//! A minimal HTTP client, without rcad's code.

use std::io::{Read, Write};
use std::net::TcpStream;

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// Its status.
    pub status: u16,
    /// `Content-Type`.
    pub kind: String,
    /// Its body.
    pub body: Vec<u8>,
}

/// Posts to `http://host:port`. Returns status and body.
pub fn post(address: &str, path: &str, body: &[u8]) -> (u16, String) {
    let answer = exchange(address, "POST", path, body, &mut || {});
    (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
}

/// Sends a request and reads to the end; calls `began` at the first bytes. HTTP/1.0, so the body is not chunked.
pub fn exchange(address: &str, method: &str, path: &str, body: &[u8], began: &mut dyn FnMut()) -> HttpResponse {
    let host = address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).unwrap();
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let head = format!("{method} {path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\n{length}\r\n");
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    let mut answer = vec![0; 4096];
    let first = stream.read(&mut answer).unwrap();
    answer.truncate(first);
    began();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("no end of the head");
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    HttpResponse {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        kind: head.lines().find_map(|line| line.strip_prefix("Content-Type: ")).unwrap_or_default().to_owned(),
        body: answer[end + 4..].to_vec(),
    }
}
