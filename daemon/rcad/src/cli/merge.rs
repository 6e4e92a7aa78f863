//! merge, split: decide whether two failures are the same; later builds respect it. And why failures were matched.

use anyhow::Result;
use rcad_core::memory::environment;
use rcad_core::model::memory::{Agreement, VersionComparison};
use rcad_core::render;

use crate::cli::output::{AnalysisFormat, Exit, plain};
use crate::client::Client;
use crate::platform::home::Home;
use crate::protocol::memory::{MatchExplanation, MergeDecision, RcaRef};

/// `rcad merge`, `rcad split`
#[derive(clap::Args)]
pub struct PairArgs {
    /// Failure id, the beginning of one, or `last`
    one: String,
    /// Id of another failure
    other: String,
}

/// `rcad merge`
pub fn merge(args: &PairArgs) -> Result<Exit> {
    decide(args, "merge", |decision| {
        let (one, other) = (short(&decision.one.id), short(&decision.other.id));
        match decision.changed {
            true => format!("{one} and {other} now count as the same failure; `rcad split {one} {other}` undoes this."),
            false => format!("{one} and {other} already count as the same failure."),
        }
    })
}

/// `rcad split`
pub fn split(args: &PairArgs) -> Result<Exit> {
    decide(args, "split", |decision| {
        let (one, other) = (short(&decision.one.id), short(&decision.other.id));
        match decision.changed {
            true => {
                format!("{one} and {other} now count as different failures; `rcad merge {one} {other}` undoes this.")
            }
            false => format!("{one} and {other} already count as different failures."),
        }
    })
}

fn decide(args: &PairArgs, what: &str, text: impl FnOnce(&MergeDecision) -> String) -> Result<Exit> {
    match Client::connect(&Home::find()?)?.decide(&args.one, what, &args.other)? {
        Ok(decision) => {
            println!("{}", text(&decision));
            Ok(Exit::Success)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Exit::Empty)
        }
    }
}

/// `rcad show --why`
pub fn why(client: &Client, id: &str, format: AnalysisFormat) -> Result<Exit> {
    match client.why(id)? {
        Ok(why) => {
            match format {
                AnalysisFormat::Json => println!("{}", serde_json::to_string_pretty(&why)?),
                AnalysisFormat::Jsonl => println!("{}", serde_json::to_string(&why)?),
                AnalysisFormat::Text | AnalysisFormat::Markdown | AnalysisFormat::Sarif => print!("{}", describe(&why)),
            }
            Ok(Exit::Success)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Exit::Empty)
        }
    }
}

fn describe(why: &MatchExplanation) -> String {
    let mut out = format!("{}  fingerprint {}\n", why.id, why.fingerprint.as_deref().unwrap_or("none"));
    let mut row = |name: &str, value: &str| out.push_str(&format!("  {name:<18}{}\n", plain(value)));
    row("built from", "");
    why.parts.iter().for_each(|(name, value)| row(&format!("  {name}"), value));
    match &why.memory {
        Some(memory) => {
            row("memory", &format!("{} ({})", memory.id, render::sentences(memory, Some(&why.id)).join(" ")));
            memory.why.iter().for_each(|reason| row("  because", reason));
        }
        None => row("memory", "none: seen for the first time"),
    }
    row("environment", if why.memory.is_some() { "then and now" } else { "of the latest build" });
    for one in &why.environment {
        let text = compared(one);
        // Nothing to compare with: the version alone.
        let text = if why.memory.is_some() { text.as_str() } else { text.trim_end_matches(": same") };
        row(&format!("  {}", one.what), text);
    }
    row(
        "your feedback",
        match why.word {
            Some(true) => "the answer is right",
            Some(false) => "the answer is wrong",
            None => "none",
        },
    );
    let thresholds = format!(
        "same category, and words from {:.2} or meaning from {:.2} on",
        why.words_threshold, why.meaning_threshold
    );
    row("similar if", &thresholds);
    for one in &why.similar {
        let line = format!("{:.2}  {}", one.score, one.why.join("; "));
        row(&format!("  {}", short(&one.id)), &line);
    }
    let name =
        |other: &RcaRef| format!("{} {}", short(&other.id), other.line.as_deref().unwrap_or("(no longer stored)"));
    why.merged.iter().for_each(|other| row("merged with", &name(other)));
    why.apart.iter().for_each(|other| row("split from", &name(other)));
    for gone in &why.resolutions {
        row("resolved", &format!("{}: {}", render::moment(&gone.at), gone.newest_sentence()));
    }
    out
}

fn compared(one: &VersionComparison) -> String {
    let verdict = match one.agreement {
        Agreement::Same => "same",
        Agreement::Differs => "differs",
        Agreement::Unknown => "unknown for one of them",
    };
    let text = environment::describe(one);
    format!("{}: {verdict}", text.strip_prefix(&format!("{} ", one.what)).unwrap_or(&text))
}

fn short(id: &str) -> &str {
    id.get(..6).unwrap_or(id)
}
