//! What a trace shows besides its exception, and how words are given to a failure.

use super::super::own;
pub use super::super::trace::simple;
use super::super::trace::{Frame, Section};
use crate::model::failure::Failure;

/// What the trace shows.
pub struct Scene<'t> {
    /// Outermost exception first.
    pub sections: &'t [Section],
    /// The user's own frame, as indices of its section and of itself.
    pub own: Option<(usize, usize)>,
    /// Prefix of the app's classes.
    pub package: Option<&'t str>,
    /// What failed beside it, as printed: `Suppressed: …` and the causes of those.
    pub suppressed: &'t [String],
    /// Lines above the trace, the nearest last.
    pub above: &'t [String],
}

impl<'t> Scene<'t> {
    /// The user's own frame.
    pub fn own(&self) -> Option<&'t Frame> {
        self.own.map(|(section, at)| &self.sections[section].frames[at])
    }

    /// Whether the user's own frame is the first of the deepest cause: its code throws itself.
    pub fn is_own_on_top(&self) -> bool {
        self.own.is_some_and(|(section, at)| at == 0 && section + 1 == self.sections.len())
    }

    /// The frames of the user's own frame's exception from that frame on, else all of the deepest.
    pub fn frames(&self) -> &'t [Frame] {
        match self.own {
            Some((section, at)) => &self.sections[section].frames[at..],
            None => self.sections.last().map_or(&[][..], |last| &last.frames),
        }
    }

    /// Frames of the user's own code below its first one, with other functions than that.
    pub fn callers(&self) -> impl Iterator<Item = &'t Frame> {
        let first = self.own().map_or("", |frame| frame.method.as_str());
        let package = self.package;
        self.frames()
            .iter()
            .skip(1)
            .filter(move |frame| frame.place.is_some() && frame.method != first && own::is_own_frame(frame, package))
    }

    /// ` in …`, where a frame is the user's own.
    pub fn here(&self) -> &'static str {
        if self.own.is_some() { " in `{at}`" } else { "" }
    }

    /// Whether the user's own frame is one of these functions, or its class ends with one of these words.
    pub fn is_within(&self, names: &[&str]) -> bool {
        let Some(frame) = self.own() else { return false };
        let outer = simple(&frame.class).split('$').next().unwrap_or("");
        let shown = own::name(frame);
        let function = shown.rsplit('.').next().unwrap_or("");
        names.iter().any(|name| function == *name || frame.method == *name || outer.ends_with(name))
    }
}

/// Words for one decided case, templates as in `explain`.
pub struct Words {
    /// What went wrong.
    pub cause: &'static str,
    /// What to do, most useful first.
    pub fixes: &'static [&'static str],
}

impl Words {
    /// Gives them to the failure.
    pub fn tell(&self, failure: &mut Failure) {
        failure.say(self.cause, self.fixes);
    }
}

/// Beginnings of names of threads that share work among them.
const POOLS: &[&str] = &[
    "DefaultDispatcher-worker",
    "pool-",
    "Thread-",
    "OkHttp",
    "AsyncTask #",
    "arch_disk_io",
    "ForkJoinPool",
    "RxCachedThreadScheduler",
    "RxComputationThreadPool",
    "kotlinx.coroutines.DefaultExecutor",
];

/// Whether it ran on a thread besides which others are likely to run the same code.
pub fn is_pooled(failure: &Failure) -> bool {
    failure.details.get("thread").is_some_and(|thread| POOLS.iter().any(|start| thread.starts_with(start)))
}
