//! export, import: moves stored failures between machines as JSON lines.

use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::protocol::transfer::{BadLine, ImportReply};

/// `rcad export`
#[derive(clap::Args)]
pub struct ExportArgs {
    /// Output file; `-` for standard output
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Only this project: its root directory, its name, or `.` for the current directory
    #[arg(long)]
    project: Option<String>,
}

/// `rcad import`
#[derive(clap::Args)]
pub struct ImportArgs {
    /// File written by `rcad export`; `-` for standard input
    #[arg(default_value = "-")]
    file: PathBuf,
}

/// Lines of one request to the daemon; its bytes are limited, too.
const LINES: u64 = 1000;
const BYTES: usize = 4 << 20;
/// Longest line in bytes; longer ones are skipped, since the daemon limits its requests.
const LONGEST: usize = 24 << 20;
/// Skipped lines that are reported; more are only counted.
const REPORTED: usize = 20;

/// `rcad export`
pub fn export(args: &ExportArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    let project = args.project.as_deref().map(root).transpose()?;
    let mut tail = LastLine::default();
    if args.file == Path::new("-") {
        let mut out = io::stdout().lock();
        client.export(project.as_deref(), &mut |chunk| {
            tail.push(chunk);
            out.write_all(chunk)
        })?;
        out.flush()?;
    } else {
        let mut file = PartialFile::beside(&args.file)?;
        client.export(project.as_deref(), &mut |chunk| {
            tail.push(chunk);
            file.out.write_all(chunk)
        })?;
        tail.counts()?; // A truncated export must not replace an older file.
        file.finish()?;
    }
    let (failures, builds) = tail.counts()?;
    if let Some(damaged) = tail.count("damaged").filter(|damaged| *damaged > 0) {
        eprintln!("{damaged} damaged records were left out; rcad doctor lists them.");
    }
    eprintln!("Exported {failures} failures and {builds} builds, including unredacted logs and paths.");
    Ok(Exit::Success)
}

fn root(project: &str) -> Result<String> {
    if project != "." {
        return Ok(project.to_owned());
    }
    Ok(std::env::current_dir()?.to_string_lossy().into_owned())
}

/// The last line of a stream.
#[derive(Default)]
struct LastLine(Vec<u8>);

impl LastLine {
    fn push(&mut self, chunk: &[u8]) {
        self.0.extend_from_slice(chunk);
        let text = self.0.strip_suffix(b"\n").unwrap_or(&self.0);
        if let Some(at) = text.iter().rposition(|byte| *byte == b'\n') {
            self.0.drain(..=at);
        }
    }

    /// A number in the last line, by its name.
    fn count(&self, name: &str) -> Option<u64> {
        let line: serde_json::Value = serde_json::from_slice(&self.0).ok()?;
        line.get("end")?.get(name)?.as_u64()
    }

    /// Numbers of RCAs and builds in the last line.
    fn counts(&self) -> Result<(u64, u64)> {
        let counts = self.count("failures").zip(self.count("builds"));
        counts.context("the daemon ended the export early\nhint: `rcad doctor` checks the store")
    }
}

/// A file that gets its name when it is complete. Readable only by its owner, since logs may contain anything.
struct PartialFile<'p> {
    out: io::BufWriter<fs::File>,
    temporary: PathBuf,
    path: &'p Path,
}

impl<'p> PartialFile<'p> {
    fn beside(path: &'p Path) -> Result<PartialFile<'p>> {
        let name = path.file_name().with_context(|| format!("{} is no file", path.display()))?;
        let temporary = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&temporary).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(PartialFile { out: io::BufWriter::new(file), temporary, path })
    }

    fn finish(mut self) -> Result<()> {
        let written = (|| {
            self.out.flush()?;
            self.out.get_ref().sync_all()?;
            fs::rename(&self.temporary, self.path)
        })();
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Drop for PartialFile<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary); // It was renamed after success.
    }
}

/// `rcad import`
pub fn import(args: &ImportArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    let name = args.file.display().to_string();
    let imported = if args.file == Path::new("-") {
        take(&client, &mut io::stdin().lock(), "standard input")?
    } else {
        let file = fs::File::open(&args.file).with_context(|| format!("cannot read {name}"))?;
        take(&client, &mut BufReader::new(file), &name)?
    };
    eprintln!(
        "Imported {} new failures and {} builds; {} failures updated, {} unchanged.",
        imported.added, imported.builds, imported.renewed, imported.unchanged
    );
    for bad in imported.bad.iter().take(REPORTED) {
        eprintln!("rcad: skipped line {}: {}", bad.number, bad.why);
    }
    if imported.bad.len() > REPORTED {
        eprintln!("rcad: skipped {} more lines", imported.bad.len() - REPORTED);
    }
    if imported.end.is_none() {
        eprintln!("rcad: the file is truncated; what it holds is imported\nhint: export it again");
    }
    Ok(if imported.bad.is_empty() && imported.end.is_some() { Exit::Success } else { Exit::Empty })
}

/// Sends all lines in batches and adds up the replies.
fn take(client: &Client, from: &mut dyn BufRead, name: &str) -> Result<ImportReply> {
    let mut sum = ImportReply::default();
    let mut first = 1;
    loop {
        let batch = batch(from, first).with_context(|| format!("cannot read {name}"))?;
        if batch.lines == 0 {
            break;
        }
        let got = client.import(first, batch.text)?;
        if let Some(BadLine { number: 1, why }) = got.bad.first() {
            bail!("{name} can't be imported: {why}\nhint: it must be a file written by `rcad export`");
        }
        sum.added += got.added;
        sum.renewed += got.renewed;
        sum.unchanged += got.unchanged;
        sum.builds += got.builds;
        // Lines skipped here are empty for the daemon; this has the reasons.
        let here = |bad: &BadLine| batch.bad.iter().any(|other| other.number == bad.number);
        sum.bad.extend(got.bad.into_iter().filter(|bad| !here(bad)));
        sum.bad.extend(batch.bad);
        sum.end = got.end.or(sum.end);
        first += batch.lines;
        if io::stderr().is_terminal() {
            eprint!("\r{} failures …\r", sum.added + sum.renewed + sum.unchanged);
        }
    }
    if first == 1 {
        bail!("{name} is empty");
    }
    sum.bad.sort_by_key(|bad| bad.number);
    Ok(sum)
}

/// Lines of one request.
struct LineBatch {
    text: String,
    lines: u64,
    bad: Vec<BadLine>,
}

fn batch(from: &mut dyn BufRead, first: u64) -> io::Result<LineBatch> {
    let mut batch = LineBatch { text: String::new(), lines: 0, bad: Vec::new() };
    let mut line = Vec::new();
    while batch.lines < LINES && batch.text.len() < BYTES {
        line.clear();
        if Read::take(&mut *from, LONGEST as u64).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let too_long = line.len() == LONGEST && !line.ends_with(b"\n");
        if too_long {
            from.skip_until(b'\n')?;
        }
        let why = match std::str::from_utf8(&line) {
            _ if too_long => Some(format!("it is longer than {LONGEST} bytes")),
            Ok(text) => {
                // A carriage return inside JSON is escaped; one at the end is a foreign line end.
                batch.text.push_str(text.trim_end_matches(['\n', '\r']));
                None
            }
            Err(e) => Some(format!("it is not UTF-8: {e}")),
        };
        batch.text.push('\n');
        batch.bad.extend(why.map(|why| BadLine { number: first + batch.lines, why }));
        batch.lines += 1;
    }
    Ok(batch)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LastLine, batch};

    #[test]
    fn lines_that_cannot_be_sent_keep_their_numbers() {
        let mut text = b"one\n\xff\xfe\r\nthree\r\n".to_vec();
        text.extend(vec![b'x'; LONGEST + 7]);
        text.extend(b"\nfive");
        let batch = batch(&mut &text[..], 11).unwrap();
        assert_eq!((batch.text.as_str(), batch.lines), ("one\n\nthree\n\nfive\n", 5));
        let numbers: Vec<u64> = batch.bad.iter().map(|bad| bad.number).collect();
        assert_eq!(numbers, [12, 14]);
    }

    #[test]
    fn only_a_last_line_ends_an_export() {
        let stream = b"{\"header\":{}}\n{\"end\":{\"failures\":3,\"builds\":4}}\n";
        for cut in 0..stream.len() - 1 {
            let mut tail = LastLine::default();
            stream[..cut].chunks(5).for_each(|chunk| tail.push(chunk));
            assert!(tail.counts().is_err(), "{cut}");
        }
        let mut tail = LastLine::default();
        stream.chunks(5).for_each(|chunk| tail.push(chunk));
        assert_eq!(tail.counts().unwrap(), (3, 4));
    }
}
