//! Maps frames back, one after the other: what R8 moved into a method of its own belongs to the frame below it, and some
//! frames go with what was thrown.

use proguard::{ProguardMapper, ProguardMapping, StackFrame, StackTrace, Throwable};

use super::MappingExcerpt;
use super::trace_line::FrameLine;

/// The frames of a trace on their way.
pub struct FrameMapper<'m> {
    mapper: ProguardMapper<'m>,
    /// Frames of code that several methods share, which say where in the next frame it is.
    pending: Vec<StackFrame<'m>>,
    /// The exception of which the next frame is the first.
    thrown: Option<&'m str>,
}

impl<'m> FrameMapper<'m> {
    /// By this mapping.
    pub fn of(mapping: &'m MappingExcerpt) -> FrameMapper<'m> {
        let mapper = ProguardMapper::new(ProguardMapping::new(mapping.text().as_bytes()));
        FrameMapper { mapper, pending: Vec::new(), thrown: None }
    }

    /// An exception begins.
    pub fn thrown(&mut self, class: &'m str) {
        self.pending.clear();
        self.thrown = Some(class);
    }

    /// Something else stands between frames.
    pub fn interrupt(&mut self) {
        self.pending.clear();
        self.thrown = None;
    }

    /// What this frame was in the sources, the inmost first, each as behind `at `.
    pub fn map(&mut self, frame: &FrameLine<'m>) -> Vec<String> {
        self.pending.push(match frame.file {
            "" | "Unknown Source" => StackFrame::new(frame.class, frame.method, frame.number),
            file => StackFrame::with_file(frame.class, frame.method, frame.number, file),
        });
        let frames = self.mapped(self.thrown);
        if !frames.is_empty() || self.thrown.is_some() && !self.mapped(None).is_empty() {
            self.interrupt();
        }
        frames
    }

    fn mapped(&self, thrown: Option<&'m str>) -> Vec<String> {
        let trace = StackTrace::new(thrown.map(Throwable::new), self.pending.clone());
        let mapped = self.mapper.remap_stacktrace_typed(&trace);
        let frames = mapped.frames();
        // Methods that compilers made stand between two of the sources; alone they are all there is.
        let all_made = frames.iter().all(StackFrame::method_synthesized);
        frames.iter().filter(|frame| all_made || !frame.method_synthesized()).map(written).collect()
    }
}

fn written(frame: &StackFrame<'_>) -> String {
    let file = frame.file().unwrap_or("Unknown Source");
    match frame.line() {
        None | Some(0) => format!("{}({file})", frame.full_method()),
        Some(line) => format!("{}({file}:{line})", frame.full_method()),
    }
}
