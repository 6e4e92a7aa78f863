//! What wakes the capture worker. Records themselves wait in the spool, so a wake-up that is lost costs time, not a build.

use rcad_core::Report;
use tokio::sync::{mpsc, oneshot};

/// A wake-up.
#[derive(Debug)]
pub enum Wake {
    /// Something came into the spool.
    Spool,
    /// A Gradle daemon turned busy or idle.
    GradleLogs,
    /// `rcad run` has seen a build fail.
    Submit(Box<Submission>),
}

/// A failed build that `rcad run` started, to be stored unless a script or Gradle's log has reported it.
#[derive(Debug)]
pub struct Submission {
    /// The build.
    pub report: Report,
    /// Gets the RCA that it ended in, or why it is not stored.
    pub answer: oneshot::Sender<Result<Option<String>, String>>,
}

/// Wakes the capture worker.
pub type Waker = mpsc::UnboundedSender<Wake>;
