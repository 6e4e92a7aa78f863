//! `rcad search`: asks the daemon and prints the hits with what matched.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::output::colours;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::time::{ago, now_ms, parse};
use crate::protocol::search::{HitDetail, SearchMode, SearchQuery, SearchReply};

/// Longest query that is sent, in bytes; the rest is cut.
const SENT: usize = 60_000;
const BOLD: (&str, &str) = ("\u{1b}[1;33m", "\u{1b}[0m");

/// `rcad search`
#[derive(clap::Args)]
pub struct SearchArgs {
    /// Words, names, "quoted phrases" or a whole error message; `-` reads standard input
    #[arg(required = true)]
    text: Vec<String>,
    /// Only failures of this category, e.g. kotlin_unresolved_reference
    #[arg(long)]
    category: Option<String>,
    /// Only failures in this language: kotlin, java, gradle, xml, native
    #[arg(long)]
    language: Option<String>,
    /// Only failures of this project: its directory or name; `.` is the current directory
    #[arg(long)]
    project: Option<String>,
    /// Only failures last seen since: 12h, 7d, 2w, or a day as 2026-01-31 (UTC)
    #[arg(long)]
    since: Option<String>,
    /// Only answers by: rules, memory, agent
    #[arg(long)]
    engine: Option<String>,
    /// Only answers with at least this confidence, 0 to 1
    #[arg(long)]
    min_confidence: Option<f64>,
    /// Maximum number of hits
    #[arg(short = 'n', long, default_value_t = 20)]
    limit: usize,
    /// How to search
    #[arg(long, value_enum, default_value_t = SearchMode::Hybrid)]
    mode: SearchMode,
    /// Output format
    #[arg(long, value_enum, default_value_t = HitFormat::Text)]
    format: HitFormat,
}

/// Output formats of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HitFormat {
    /// For people
    Text,
    /// For programs: an array
    Json,
    /// One hit a line, as JSON
    Jsonl,
    /// For an issue or a chat
    Markdown,
}

/// `rcad search`
pub fn search(args: &SearchArgs) -> Result<Exit> {
    let mut text = args.text.join(" ");
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text).context("cannot read the text from standard input")?;
    }
    let mut end = text.len().min(SENT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    let query = SearchQuery {
        text,
        category: args.category.clone(),
        language: args.language.clone(),
        project: args.project.as_deref().map(directory_or_name),
        since: args.since.clone(),
        engine: args.engine.clone(),
        min_confidence: args.min_confidence,
        limit: Some(args.limit),
        mode: Some(args.mode),
    };
    let found = Client::connect(&Home::find()?)?.search(&query)?;
    for note in &found.notes {
        eprintln!("rcad: {note}");
    }
    match args.format {
        HitFormat::Json => println!("{}", serde_json::to_string_pretty(&found.hits)?),
        HitFormat::Jsonl => {
            for hit in &found.hits {
                println!("{}", serde_json::to_string(hit)?);
            }
        }
        HitFormat::Text => found.hits.iter().for_each(|hit| print!("{}", row(hit, colours()))),
        HitFormat::Markdown => found.hits.iter().for_each(|hit| print!("{}", item(hit))),
    }
    if found.hits.is_empty() {
        eprintln!("{}", nothing(&found, args.mode));
        return Ok(Exit::Empty);
    }
    Ok(Exit::Success)
}

/// Makes a path absolute; anything else is a project name.
fn directory_or_name(project: &str) -> String {
    let is_path = project.starts_with('.') || project.contains(['/', '\\']);
    match Path::new(project).canonicalize() {
        Ok(path) if is_path => path.display().to_string(),
        _ => project.to_owned(),
    }
}

/// Says what was searched, if nothing was found.
fn nothing(found: &SearchReply, mode: SearchMode) -> String {
    if found.stored == 0 {
        return "No failures stored yet.".to_owned();
    }
    let (words, meaning) = (found.with_words, found.with_meaning);
    match (mode, meaning) {
        (SearchMode::Meaning, _) => {
            format!("No match in {meaning} of {} failures, searched by meaning.", found.stored)
        }
        (_, 0) => format!("No match in {words} of {} failures, searched by text.", found.stored),
        _ => format!("No match: searched {words} of {} failures by text, {meaning} by meaning.", found.stored),
    }
}

fn row(hit: &HitDetail, colours: bool) -> String {
    let summary = &hit.summary;
    let when = parse(&summary.last_seen).map_or_else(String::new, |then| ago(then, now_ms()));
    let times = if summary.occurrences > 1 { format!("{}×", summary.occurrences) } else { String::new() };
    let project = project(hit).unwrap_or("-");
    let line = if colours { marked(hit, "line", &summary.line, BOLD) } else { summary.line.clone() };
    let mut row = format!("{}  {when:>10}  {times:>4}  {project:<18.18}  {line}\n", summary.short_id());
    if let (Some(cause), true) = (&summary.root_cause, hit.highlights.contains_key("root_cause")) {
        let cause = if colours { marked(hit, "root_cause", cause, BOLD) } else { cause.clone() };
        if !summary.line.contains(cause.as_str()) {
            row.push_str(&format!("        {}\n", cause.replace('\n', "\n        ")));
        }
    }
    row.push_str(&format!("        {}\n", how(hit)));
    row
}

fn item(hit: &HitDetail) -> String {
    let summary = &hit.summary;
    let line = marked(hit, "line", &summary.line, ("**", "**"));
    let project = project(hit).map_or_else(String::new, |project| format!(", {project}"));
    let mut item = format!("- `{}` {line}\n", summary.short_id());
    if let Some(cause) = &summary.root_cause {
        item.push_str(&format!("  {}\n", marked(hit, "root_cause", cause, ("**", "**")).replace('\n', "\n  ")));
    }
    item.push_str(&format!("  {} · last {}{project}\n", how(hit), summary.last_seen));
    item
}

/// The last part of the project's directory.
fn project(hit: &HitDetail) -> Option<&str> {
    hit.summary.project.as_deref()?.rsplit(['/', '\\']).next()
}

/// `words: colorPrimary, theme · meaning 0.82`
fn how(hit: &HitDetail) -> String {
    let mut parts = Vec::new();
    if hit.words.is_some() {
        parts.push(format!("words: {}", hit.found_by.join(", ")));
    }
    parts.extend(hit.meaning.map(|cosine| format!("meaning {cosine:.2}")));
    parts.join(" · ")
}

/// The text with marks around the matches.
fn marked(hit: &HitDetail, name: &str, text: &str, (before, after): (&str, &str)) -> String {
    let mut out = String::new();
    let mut done = 0;
    for &(from, to) in hit.highlights.get(name).into_iter().flatten() {
        // A daemon of another version may send ranges that do not fit.
        let (Some(plain), Some(found)) = (text.get(done..from), text.get(from..to)) else { break };
        out.push_str(&format!("{plain}{before}{found}{after}"));
        done = to;
    }
    out + text.get(done..).unwrap_or_default()
}
