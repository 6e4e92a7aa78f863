//! explain: asks a model about a failure, or cancels that.

use anyhow::Result;
use clap::ValueEnum;
use rcad_core::model::answer::Style;

use super::output::AnalysisFormat;
use super::results;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::protocol::agent::ExplainRequest;

/// `rcad explain`
#[derive(clap::Args)]
pub struct ExplainArgs {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Model to ask, `NAME` or `NAME@http://HOST:PORT`; default: the first of `rcad model list`
    #[arg(long)]
    model: Option<String>,
    /// Style of the answer
    #[arg(long, value_enum)]
    style: Option<StyleArg>,
    /// Ask even if the failure has a model's answer
    #[arg(long)]
    again: bool,
    /// Follow the work live, then show the answer
    #[arg(long)]
    follow: bool,
    /// Cancel the work on it
    #[arg(long, conflicts_with_all = ["model", "style", "again", "follow"])]
    stop: bool,
    /// Output format of the answer, with --follow
    #[arg(long, value_enum, default_value_t = AnalysisFormat::Text)]
    format: AnalysisFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum StyleArg {
    /// Cause and fix
    Brief,
    /// Also the concept behind it, how to find it yourself, and an exercise
    Teach,
}

/// `rcad explain`
pub fn explain(args: &ExplainArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    if args.stop {
        return stop(&client, &args.id);
    }
    let style = args.style.map(|voice| match voice {
        StyleArg::Brief => Style::Brief,
        StyleArg::Teach => Style::Teach,
    });
    let queued = client.explain(&args.id, &ExplainRequest { model: args.model.clone(), style, again: args.again })?;
    let queued = match queued {
        Ok(queued) => queued,
        Err(problem) => {
            eprintln!("rcad: {problem}");
            return Ok(Exit::Empty);
        }
    };
    eprintln!("rcad: {}", queued.why);
    if args.follow {
        return results::follow_and_show(&client, &queued.rca, args.format);
    }
    if queued.queued {
        eprintln!("follow it with: rcad show {} --follow", queued.rca.get(..6).unwrap_or(&queued.rca));
    }
    Ok(Exit::Success)
}

fn stop(client: &Client, id: &str) -> Result<Exit> {
    match client.stop_explaining(id)? {
        Ok(stopped) if stopped.stopped => {
            eprintln!("rcad: cancelled; the answer by rules stays");
            Ok(Exit::Success)
        }
        Ok(_) => {
            eprintln!("rcad: no model is working on it");
            Ok(Exit::Empty)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Exit::Empty)
        }
    }
}
