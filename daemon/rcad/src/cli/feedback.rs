//! feedback: rates an answer.

use anyhow::Result;
use clap::ValueEnum;
use reqwest::Method;
use serde_json::json;

use super::output::{self, OutputFormat};
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::url::percent_encode;
use crate::protocol::maintenance::{FeedbackResult, Vote, VoteTarget};

/// `rcad feedback`
#[derive(clap::Args)]
pub struct FeedbackArgs {
    /// Failure id, the beginning of one, or `last`
    id: String,
    /// Whether the answer helped; the opposite vote later replaces it
    #[arg(value_enum)]
    word: VoteArg,
    /// Your comment; stored with the answer on this machine
    #[arg(long)]
    note: Option<String>,
    /// Rate the model's answer, even if another one is shown first
    #[arg(long)]
    agent: bool,
    /// Rate the rules' answer, even if the model's is shown first
    #[arg(long, conflicts_with = "agent")]
    rules: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum VoteArg {
    /// It was right
    Up,
    /// It was wrong
    Down,
}

/// `rcad feedback`
pub fn feedback(args: &FeedbackArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    let word = match args.word {
        VoteArg::Up => Vote::Up,
        VoteArg::Down => Vote::Down,
    };
    let path = format!("records/{}/feedback", percent_encode(&args.id));
    let about = match (args.agent, args.rules) {
        (true, _) => Some(VoteTarget::Agent),
        (_, true) => Some(VoteTarget::Rules),
        _ => None,
    };
    let given = json!({"word": word, "note": args.note, "about": about});
    let result = match client.operation::<FeedbackResult>(Method::POST, &path, Some(&given))? {
        Ok(result) => result,
        Err(refused) => return output::refused(&refused),
    };
    match args.format {
        OutputFormat::Json => println!("{}", serde_json::to_string_pretty(&result)?),
        OutputFormat::Text => println!("{}", describe(&result)),
    }
    Ok(Exit::Success)
}

fn describe(result: &FeedbackResult) -> String {
    let of = if result.about == VoteTarget::Agent { ", the model's answer" } else { "" };
    let id = format!("{}{of}", result.rca_id);
    let quality = format!("quality {:.2}", result.quality_score);
    if result.repeated {
        return format!("{id}: already recorded; confidence stays {:.2}, {quality}", result.new_confidence);
    }
    let meaning = if result.vote == Vote::Up { "marked as right" } else { "marked as wrong" };
    let dropped = if result.cache_dropped { "; removed from the cache" } else { "" };
    let (before, after) = (result.previous_confidence, result.new_confidence);
    format!("{id}: {meaning}; confidence {before:.2} → {after:.2}, {quality}{dropped}")
}
