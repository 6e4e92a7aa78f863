//! The daemon's priority: a build beside it comes first.

/// Niceness of the daemon's threads. Builds have 0; what has 10 gets a tenth of a busy processor beside one of them.
#[cfg(unix)]
const NICE: i32 = 10;

/// Lowers the priority of this thread and of those that it starts. Where that fails the daemon works as usual.
#[cfg(unix)]
pub fn lower() {
    use rustix::process::{getpriority_process, setpriority_process};

    if getpriority_process(None).is_ok_and(|nice| nice < NICE)
        && let Err(error) = setpriority_process(None, NICE)
    {
        tracing::debug!(%error, "the priority can't be lowered");
    }
}

/// Other systems keep it as it is.
#[cfg(not(unix))]
pub fn lower() {}
