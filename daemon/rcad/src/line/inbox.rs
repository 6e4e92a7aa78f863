//! Wakes the capture worker. Records wait in the spool, so a lost wake-up delays a build but does not lose it.

use rcad_core::Report;
use tokio::sync::{mpsc, oneshot};

/// Why the worker is woken.
#[derive(Debug)]
pub enum WakeReason {
    /// The spool has a new record.
    Spool,
    /// A Gradle daemon turned busy or idle.
    GradleLogs,
    /// `rcad run` submits a failed build.
    Submit(Box<Submission>),
    /// An app has crashed on a device. An answer that is dropped means: submit it again.
    Crash(Box<Submission>),
}

/// A failed build that `rcad run` started, to be stored unless a script or Gradle's log has reported it; or a crash.
#[derive(Debug)]
pub struct Submission {
    /// The build or crash.
    pub report: Report,
    /// Receives the RCA that it ended in, or why it is not stored.
    pub answer: oneshot::Sender<Result<Option<String>, String>>,
}

/// Wakes the capture worker.
pub type Waker = mpsc::UnboundedSender<WakeReason>;
