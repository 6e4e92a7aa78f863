//! Where an answer is shown: one desktop notification, and the page that its link opens.

pub mod links;
pub mod notification;
pub mod page;
pub mod time;

use rcad_core::memory::WentAway;
use rcad_core::{Analysis, Report, render};
use rcad_store::{Put, Resolution};

/// One thing to show on the desktop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The RCA that its link opens.
    pub rca: String,
    /// Heading: project and what went wrong.
    pub title: String,
    /// The cause in one line.
    pub cause: String,
    /// Unix milliseconds at which the build ended.
    pub ended_ms: u64,
}

impl Announcement {
    /// The announcement of a stored failure.
    pub fn of(report: &Report, analysis: &Analysis, put: &Put) -> Option<Announcement> {
        let primary = analysis.primary()?;
        let project = report.project_name().unwrap_or("Gradle build");
        let again = again(analysis, put, report.ended_ms);
        Some(Announcement {
            rca: put.rca.clone()?,
            title: format!("{project}: {}{again}", primary.category.title()),
            cause: render::one_line(analysis),
            ended_ms: report.ended_ms,
        })
    }
}

/// ` (seen 3 times, last 2 d ago)`; nothing for the first time.
fn again(analysis: &Analysis, put: &Put, now_ms: u64) -> String {
    let Some(memory) = &analysis.memory else { return String::new() };
    let last = time::parse(&memory.last_seen).map_or_else(String::new, |then| time::ago(then, now_ms));
    match put.occurrences {
        1 => format!(" (seen elsewhere {last})"),
        times => format!(" (seen {times} times, last {last})"),
    }
}

/// A resolution as it is told.
pub fn went_away(resolution: &Resolution) -> WentAway {
    WentAway {
        at: time::rfc3339(resolution.green_ms),
        after_seconds: resolution.green_ms.saturating_sub(resolution.failed_ms) / 1000,
        versions: resolution.versions.clone(),
        change: resolution.change.clone(),
    }
}

/// Opens a link in the user's browser, by the desktop's own opener.
pub fn open_link(link: &str) -> std::io::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut child = std::process::Command::new(opener)
        .arg(link)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()?;
    // Reaped, so that no zombie stays behind a daemon that opens many.
    std::thread::spawn(move || child.wait());
    Ok(())
}
