//! Traces of minified builds made readable: names, files and lines as in the sources, by the build's mapping. A frame that
//! the mapping leaves open keeps what the log says.
//!
//! The mapping's format: <https://r8.googlesource.com/r8/+/refs/heads/main/doc/retrace.md>.

mod excerpt;
mod frames;
mod index;
mod trace_line;

pub use excerpt::MappingExcerpt;

use frames::FrameMapper;
use index::{FrameFit, MappingIndex};
use trace_line::{FrameLine, ID_MARK, ThrownLine, TraceLine};

/// A text with its traces mapped back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Retraced {
    /// The text.
    pub text: String,
    /// Frames that were mapped back.
    pub mapped: usize,
    /// Names in traces that show that this build was minified.
    pub telling: usize,
    /// Frames that contradict the mapping: of a build of which it is not the mapping.
    pub against: usize,
}

impl Retraced {
    /// Whether nothing speaks against the mapping, and something for it.
    pub fn fits(&self) -> bool {
        self.telling > 0 && self.against == 0
    }
}

/// The id in a mapping's head: letters and digits, as R8 writes it into the traces of the same build.
pub fn header_id(head: &str) -> Option<&str> {
    let comments = head.lines().take_while(|line| line.starts_with('#'));
    let id = comments.filter_map(|line| line.strip_prefix("# pg_map_id: ")).next()?.trim_end();
    (!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(id)
}

/// The ids of mappings that a text's frames name, in their order.
pub fn mapping_ids(text: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for line in text.lines() {
        if let TraceLine::Frame(frame) = trace_line::read(line)
            && let Some(id) = frame.file.strip_prefix(ID_MARK)
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}

/// Whether a text's frames look as those of a minified build do, but for their names.
pub fn looks_minified(text: &str) -> bool {
    let of_minified = |line: &str| match trace_line::read(line) {
        TraceLine::Frame(frame) => frame.is_of_minified(),
        _ => false,
    };
    text.lines().any(of_minified)
}

/// Maps all traces of a text back. `mapping` is an excerpt for the same text.
pub fn retrace(text: &str, mapping: &MappingExcerpt) -> Retraced {
    let index = MappingIndex::of(mapping);
    let mut tracer = Tracer { index: &index, frames: FrameMapper::of(mapping), done: Retraced::default() };
    let lines: Vec<TraceLine<'_>> = text.lines().map(trace_line::read).collect();
    for (at, line) in lines.iter().enumerate() {
        match line {
            TraceLine::Frame(frame) => tracer.frame(frame, mapping.id()),
            TraceLine::Thrown(thrown) => {
                let begins = matches!(lines.get(at + 1), Some(TraceLine::Frame(_)));
                let after_process = at > 0 && matches!(lines[at - 1], TraceLine::Process(_));
                tracer.thrown(thrown, thrown.is_certain() || begins || after_process);
            }
            TraceLine::Process(line) | TraceLine::Other(line) => tracer.other(line),
        }
    }
    if !text.ends_with('\n') {
        tracer.done.text.pop();
    }
    tracer.done
}

/// A text on its way.
struct Tracer<'m> {
    index: &'m MappingIndex<'m>,
    frames: FrameMapper<'m>,
    done: Retraced,
}

impl<'m> Tracer<'m> {
    fn frame(&mut self, frame: &FrameLine<'m>, id: &str) {
        let of_another_build = frame.file.strip_prefix(ID_MARK).is_some_and(|own| own != id);
        let fit = if of_another_build { FrameFit::Unknown } else { self.index.fit(frame) };
        match fit {
            FrameFit::Sure { renamed } => {
                self.done.mapped += 1;
                self.done.telling += usize::from(renamed || frame.is_of_minified());
                for mapped in self.frames.map(frame) {
                    self.push(format_args!("{}at {mapped}{}", frame.head, frame.tail));
                }
            }
            FrameFit::ClassOnly { class, file, against } => {
                self.frames.interrupt();
                self.done.against += usize::from(against);
                let file = file.unwrap_or("Unknown Source");
                self.push(format_args!("{}at {class}.{}({file}){}", frame.head, frame.method, frame.tail));
            }
            FrameFit::Unknown | FrameFit::Against => {
                self.frames.interrupt();
                self.done.against += usize::from(matches!(fit, FrameFit::Against));
                self.push(format_args!("{}", frame.line));
            }
        }
    }

    fn thrown(&mut self, thrown: &ThrownLine<'m>, certain: bool) {
        self.frames.thrown(thrown.class);
        match self.index.class(thrown.class).filter(|_| certain) {
            Some(class) => {
                self.done.telling += usize::from(class != thrown.class);
                self.push(format_args!("{}{class}{}", thrown.head, thrown.rest));
            }
            None => self.push(format_args!("{}", thrown.line)),
        }
    }

    fn other(&mut self, line: &str) {
        self.frames.interrupt();
        self.push(format_args!("{line}"));
    }

    fn push(&mut self, line: std::fmt::Arguments<'_>) {
        use std::fmt::Write;
        // Writing to a string does not fail.
        let _ = writeln!(self.done.text, "{line}");
    }
}
