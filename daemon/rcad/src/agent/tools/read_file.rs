//! `read_file`: a text file of the project, whole or in part. Refuses large files, binaries and paths outside the
//! project.

use std::path::Path;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use super::arguments::{text, whole};
use super::location;
use super::toolbox::Toolbox;

/// Largest file that is read, in bytes.
const LARGEST: u64 = 10 << 20;

/// Largest content of one answer, in bytes of JSON; longer ones are cut between lines.
const ROOM: usize = 7_000;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let root = toolbox.project()?;
    let asked = text(arguments, "filePath");
    let TextFile { path, lines, encoding, size } = read_text(root, asked, text(arguments, "encoding"))?;
    let (from, to) = (whole(arguments, "lineStart"), whole(arguments, "lineEnd"));
    let range = range(from, to, lines.len())?;
    let (chosen, cut) = fitting(&lines[range.clone()]);
    let last = range.start + chosen;
    let mut data = json!({
        "filePath": path,
        "content": lines[range.start..last].join("\n"),
        "lineCount": lines.len(),
        "encoding": encoding,
        "fileSize": size,
    });
    if from.is_some() || to.is_some() || cut {
        data["lineStart"] = json!(range.start + 1);
        data["lineEnd"] = json!(last);
    }
    if last < range.end {
        data["note"] = json!(format!("cut after line {last}; ask for lineStart {} to read on", last + 1));
    }
    Ok(data)
}

/// A text file as it is shown to a model.
pub(super) struct TextFile {
    /// Relative to the project, with `/`.
    pub path: String,
    /// With passwords masked.
    pub lines: Vec<String>,
    encoding: &'static str,
    /// Bytes.
    size: usize,
}

/// The text of a file of the project at `root`.
pub(super) fn read_text(root: &Path, asked: &str, encoding: &str) -> Result<TextFile, ToolError> {
    let root = location::open(root)?;
    let path = location::find(&root, asked)?;
    let bytes = root.read_real(Path::new(&path), LARGEST).map_err(|refused| location::refusal(asked, &refused))?;
    let (content, encoding) = decode(&bytes, encoding, asked)?;
    let hidden = path.to_ascii_lowercase().ends_with(".properties");
    let lines = content.lines().map(|line| if hidden { without_secret(line) } else { line.into() }).collect();
    Ok(TextFile { path, lines, encoding, size: bytes.len() })
}

/// Decodes a file and tells its encoding. A byte order mark overrides the requested encoding.
fn decode(bytes: &[u8], asked: &str, path: &str) -> Result<(String, &'static str), ToolError> {
    let binary = || ToolError::new(ToolErrorCode::BinaryFile, format!("`{path}` holds no text"));
    let (text, encoding) = match (bytes, asked) {
        ([0xef, 0xbb, 0xbf, rest @ ..], _) => (String::from_utf8_lossy(rest).into_owned(), "utf-8"),
        ([0xff, 0xfe, rest @ ..], _) => (wide(rest, u16::from_le_bytes), "utf-16"),
        ([0xfe, 0xff, rest @ ..], _) => (wide(rest, u16::from_be_bytes), "utf-16"),
        (_, "utf-16") => (wide(bytes, u16::from_le_bytes), "utf-16"),
        (_, "ascii") => {
            (bytes.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '\u{fffd}' }).collect(), "ascii")
        }
        _ => (String::from_utf8_lossy(bytes).into_owned(), "utf-8"),
    };
    // A few undecodable bytes are letters in an old encoding; more of them mean a binary.
    let odd =
        text.chars().filter(|c| *c == '\u{fffd}' || c.is_control() && !c.is_whitespace() && *c != '\u{1b}').count();
    if text.contains('\0') || odd * 20 > text.chars().count() + 19 { Err(binary()) } else { Ok((text, encoding)) }
}

/// Decodes UTF-16; incomplete characters become U+FFFD.
fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let pairs = bytes.chunks_exact(2);
    let odd = !pairs.remainder().is_empty();
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    let mut text = String::from_utf16_lossy(&units);
    text.extend(odd.then_some('\u{fffd}'));
    text
}

/// The requested lines as a range of indexes, cut at the end of the file.
fn range(from: Option<usize>, to: Option<usize>, lines: usize) -> Result<std::ops::Range<usize>, ToolError> {
    let (start, end) = (from.unwrap_or(1), to.unwrap_or(lines).min(lines));
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        return Err(bad(format!("`lineStart` {from} is behind `lineEnd` {to}")));
    }
    if from.is_some_and(|from| from > lines.max(1)) {
        return Err(bad(format!("`lineStart` is {start}, but the file has {lines} lines")));
    }
    Ok(start - 1..end.max(start - 1))
}

fn bad(message: String) -> ToolError {
    ToolError::new(ToolErrorCode::InvalidParameters, message)
}

/// How many lines fit, and whether some do not. A single long line is cut later.
fn fitting(lines: &[String]) -> (usize, bool) {
    let mut left = ROOM;
    for (n, line) in lines.iter().enumerate() {
        let size = Value::from(line.as_str()).to_string().len();
        if size > left {
            return (n.max(1), n.max(1) < lines.len());
        }
        left -= size;
    }
    (lines.len(), false)
}

/// A line of a properties file with a password's value masked.
fn without_secret(line: &str) -> String {
    match line.split_once(['=', ':']) {
        Some((key, value))
            if rcad_core::project::shown_line("x.properties", key) == "…" && !value.trim().is_empty() =>
        {
            format!("{key}=…")
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, fitting, range, without_secret};

    #[test]
    fn encodings_are_told_by_their_mark_first() {
        let read = |bytes: &[u8], asked: &str| decode(bytes, asked, "a").map_err(|e| e.code.name());
        let text = |text: &str, encoding| Ok((text.to_owned(), encoding));
        assert_eq!(read("Prüfung".as_bytes(), "utf-8"), text("Prüfung", "utf-8"));
        assert_eq!(read(b"\xef\xbb\xbfa", "utf-16"), text("a", "utf-8"));
        let little: Vec<u8> = "aé".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}aé".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&little, "utf-16"), text("aé", "utf-16"));
        assert_eq!(read(&big, "utf-8"), text("aé", "utf-16"));
        // A byte that is no ASCII, or of an older encoding, among many that are.
        let latin = [b"Stra", &b"\xdf"[..], b"e ", &[b'x'; 30]].concat();
        assert_eq!(read(&latin, "ascii"), text(&format!("Stra\u{fffd}e {}", "x".repeat(30)), "ascii"));
        assert!(read(&latin, "utf-8").is_ok());
        assert_eq!(read(b"", "utf-8"), text("", "utf-8"));
        for binary in
            [&b"\x7fELF\x02\x01\x01\0\0"[..], b"\x89PNG\r\n\x1a\n\xde\xad\xbe\xef", b"PK\x03\x04\x05\x06\x07\x08abc"]
        {
            assert_eq!(read(binary, "utf-8"), Err("BINARY_FILE"));
        }
        assert_eq!(read(&little, "utf-8"), Err("BINARY_FILE"), "it is no UTF-8");
    }

    #[test]
    fn ranges_end_with_the_file_and_do_not_begin_behind_it() {
        assert_eq!(range(None, None, 3), Ok(0..3));
        assert_eq!(range(Some(2), Some(2), 3), Ok(1..2));
        assert_eq!(range(Some(3), Some(900), 3), Ok(2..3));
        assert_eq!((range(None, None, 0), range(Some(1), None, 0)), (Ok(0..0), Ok(0..0)));
        for (from, to) in [(4, 9), (3, 2), (900, 901)] {
            assert!(range(Some(from), Some(to), 3).is_err());
        }
    }

    #[test]
    fn lines_are_cut_between_and_passwords_are_hidden() {
        let lines = vec!["x".repeat(998); 20];
        assert_eq!(fitting(&lines), (7, true));
        assert_eq!(fitting(&lines[..3]), (3, false));
        assert_eq!(fitting(&["x".repeat(90_000)]), (1, false));
        assert_eq!(without_secret("storePassword = hunter2"), "storePassword =…");
        for plain in ["org.gradle.jvmargs=-Xmx2g", "# the token is elsewhere", "android.useAndroidX=true", "password="]
        {
            assert_eq!(without_secret(plain), plain);
        }
    }
}
