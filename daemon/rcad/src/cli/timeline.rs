//! timeline: builds, installed and started apps and crashes in the order of time.

use anyhow::{Result, bail};
use rcad_core::project::overview::changes::in_words;

use super::output::{Exit, OutputFormat};
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::time::{ago, now_ms, since};
use crate::platform::words::many;
use crate::protocol::timeline::{TimelineEvent, TimelineKind};

/// `rcad timeline`
#[derive(clap::Args)]
pub struct TimelineArgs {
    /// Only what happened since: 12h, 7d, 2w, or a day as 2026-01-31 (UTC)
    #[arg(long, default_value = "1d")]
    since: String,
    /// Only this project: part of its directory's path
    #[arg(long)]
    project: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Most events, the newest.
const MOST: usize = 1000;

/// `rcad timeline`
pub fn timeline(args: &TimelineArgs) -> Result<Exit> {
    let now = now_ms();
    let Some(since_ms) = since(&args.since, now) else {
        bail!("{} is no time\nhint: 12h, 7d, 2w, or a day as 2026-01-31", args.since)
    };
    let mut events = Client::connect(&Home::find()?)?.timeline(since_ms, MOST)?;
    if let Some(project) = &args.project {
        events.retain(|event| event.project.as_ref().is_some_and(|root| root.contains(project.as_str())));
    }
    match args.format {
        OutputFormat::Json => println!("{}", serde_json::to_string_pretty(&events)?),
        OutputFormat::Text if events.is_empty() => println!("Nothing happened since {}.", args.since),
        OutputFormat::Text => print!("{}", describe(&events, now)),
    }
    Ok(if events.is_empty() { Exit::Empty } else { Exit::Success })
}

/// A line for each event, then the crashes of each app since its last build.
fn describe(events: &[TimelineEvent], now_ms: u64) -> String {
    let mut out: String = events.iter().map(|event| line(event, now_ms)).collect();
    let mut apps: Vec<&str> = events.iter().filter_map(|event| event.package.as_deref()).collect();
    apps.sort_unstable();
    apps.dedup();
    for app in apps {
        out.push_str(&since_build(app, events, now_ms));
    }
    out
}

fn line(event: &TimelineEvent, now_ms: u64) -> String {
    format!("{:<11} {}\n", ago(event.at_ms, now_ms), happened(event, false))
}

/// Project, what happened, and the cause: an event without its time.
pub fn happened(event: &TimelineEvent, in_colour: bool) -> String {
    let what = match event.kind {
        TimelineKind::Built => "built",
        TimelineKind::Failed => "failed",
        TimelineKind::Ended => "stopped",
        TimelineKind::Installed => "installed",
        TimelineKind::Started => "started",
        TimelineKind::Crashed => "crashed",
    };
    let name = event.project.as_deref().and_then(|root| root.rsplit(['/', '\\']).next()).unwrap_or("-");
    let subject = match (&event.package, &event.device) {
        (Some(package), Some(device)) => {
            let version = event.version.as_ref().map_or(String::new(), |version| format!(" {version}"));
            format!("{package}{version} on {device}")
        }
        _ => event.tasks.join(" "),
    };
    let cause = event.cause.clone().or_else(|| in_words(&event.changes));
    let cause = cause.map_or(String::new(), |cause| format!(": {cause}"));
    let id = event.rca.as_ref().map_or(String::new(), |rca| format!(" (rcad show {})", rca.get(..6).unwrap_or(rca)));
    let what = format!("{what:<10}");
    let what = match event.kind {
        TimelineKind::Built if in_colour => format!("\x1b[32m{what}\x1b[0m"),
        TimelineKind::Failed | TimelineKind::Crashed if in_colour => format!("\x1b[31m{what}\x1b[0m"),
        _ => what,
    };
    format!("{name:<16} {what} {subject}{cause}{id}")
}

/// `com.example.app: 2 crashes since the build of 5 min ago, which switched on minify for release; 1 before`
fn since_build(app: &str, events: &[TimelineEvent], now_ms: u64) -> String {
    let crashes = || {
        let of_app = events.iter().filter(|event| event.package.as_deref() == Some(app));
        of_app.filter(|event| event.kind == TimelineKind::Crashed)
    };
    let Some(built_ms) = crashes().filter_map(|crash| crash.built_ms).max() else { return String::new() };
    let since: Vec<_> = crashes().filter(|crash| crash.built_ms == Some(built_ms)).collect();
    let before = crashes().count() - since.len();
    let number = many(since.len() as u64, "crash");
    let changes = since.first().and_then(|crash| in_words(&crash.changes));
    let changes = changes.map_or(String::new(), |changes| format!(", which {changes}"));
    format!("\n{app}: {number} since the build of {}{changes}; {before} before\n", ago(built_ms, now_ms))
}

#[cfg(test)]
mod tests {
    use rcad_core::model::declared::{DeclaredChange, DeclaredKind};

    use super::*;

    #[test]
    fn events_are_told_with_their_place_and_counted_by_build() {
        let minute = 60_000;
        let camera = DeclaredChange {
            kind: DeclaredKind::Permission,
            module: ":app".into(),
            name: "android.permission.CAMERA".into(),
            before: None,
            after: Some(String::new()),
        };
        let event = |at, kind| TimelineEvent {
            at_ms: at * minute,
            kind,
            project: Some("/home/dev/books".into()),
            tasks: vec!["installDebug".into()],
            package: None,
            device: None,
            version: None,
            rca: None,
            cause: None,
            built_ms: None,
            changes: Vec::new(),
        };
        let crash = |at, built: u64| TimelineEvent {
            package: Some("com.example.books".into()),
            device: Some("Pixel 8".into()),
            version: Some("1.2".into()),
            rca: Some("ebf62f85bfbb".into()),
            cause: Some("`shelf` is null".into()),
            built_ms: Some(built * minute),
            changes: vec![camera.clone()],
            ..event(at, TimelineKind::Crashed)
        };
        let events =
            [event(1, TimelineKind::Built), crash(2, 1), event(3, TimelineKind::Built), crash(4, 3), crash(5, 3)];
        let text = describe(&events, 10 * minute);
        assert!(text.starts_with("9 min ago   books            built      installDebug\n"), "{text}");
        let line = "crashed    com.example.books 1.2 on Pixel 8: `shelf` is null (rcad show ebf62f)\n";
        assert!(text.contains(line), "{text}");
        assert!(
            text.ends_with(
                "com.example.books: 2 crashes since the build of 7 min ago, which added the permission CAMERA in :app; 1 before\n"
            ),
            "{text}"
        );
    }
}
