//! list, show, open: what the daemon has stored.

use anyhow::{Result, bail};
use rcad_core::memory::environment::versions;
use rcad_core::{Analysis, render};

use super::devices;
use super::follow::follow;
use super::merge;
use super::output::{AnalysisFormat, OutputFormat, colours};
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::browser::open_link;
use crate::platform::home::Home;
use crate::platform::time::{ago, now_ms, parse};
use crate::protocol::memory::GreenAgain;
use crate::protocol::{RcaDetail, RcaSummary};

/// `rcad list`
#[derive(clap::Args)]
pub struct ListArgs {
    /// Maximum number of entries
    #[arg(short = 'n', long, default_value_t = 20)]
    limit: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// `rcad show`
#[derive(clap::Args)]
pub struct ShowArgs {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = AnalysisFormat::Text)]
    format: AnalysisFormat,
    /// Explain why it was matched with earlier failures, or was not
    #[arg(long)]
    why: bool,
    /// Follow the model's work live, then show the answer
    #[arg(long, conflicts_with = "why")]
    follow: bool,
}

/// `rcad open`
#[derive(clap::Args)]
pub struct OpenArgs {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Only print the link
    #[arg(long)]
    print: bool,
}

/// `rcad list`
pub fn list(args: &ListArgs) -> Result<Exit> {
    let rcas = Client::connect(&Home::find()?)?.list(args.limit)?;
    print_list(&rcas, args.format, "No failures yet.")
}

/// `rcad show`
pub fn show(args: &ShowArgs) -> Result<Exit> {
    let client = Client::connect(&Home::find()?)?;
    if args.why {
        return merge::why(&client, &args.id, args.format);
    }
    if args.follow {
        return follow_and_show(&client, &args.id, args.format);
    }
    show_one(&client, &args.id, args.format)
}

/// Follows the model's work on stderr until it ends, then prints the answer.
pub fn follow_and_show(client: &Client, id: &str, format: AnalysisFormat) -> Result<Exit> {
    // Resolve `last` now: a newer failure may arrive while the model works.
    let id = match client.rca(id)? {
        Ok(detail) => detail.summary.id,
        Err(problem) => {
            eprintln!("rcad: {problem}");
            return Ok(Exit::Empty);
        }
    };
    if let Err(problem) = follow(client, &id)? {
        eprintln!("rcad: {problem}");
        return Ok(Exit::Empty);
    }
    show_one(client, &id, format)
}

fn show_one(client: &Client, id: &str, format: AnalysisFormat) -> Result<Exit> {
    match client.rca(id)? {
        Ok(detail) => {
            print_analyses(std::slice::from_ref(&detail.analysis), format)?;
            if format == AnalysisFormat::Text {
                if let Some(crash) = &detail.crash {
                    devices::print_trace(&crash.text, &crash.app.process);
                }
                println!("\n{}", history(&detail));
                if let Some(crash) = &detail.crash {
                    let more = [devices::changes(crash), devices::not_seen(crash, now_ms())];
                    more.iter().flatten().for_each(|line| println!("{line}"));
                }
                println!("{}", detail.summary.page);
            }
            Ok(Exit::Success)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Exit::Empty)
        }
    }
}

/// `rcad open`
pub fn open(args: &OpenArgs) -> Result<Exit> {
    match Client::connect(&Home::find()?)?.rca(&args.id)? {
        Ok(detail) => {
            println!("{}", detail.summary.page);
            if !args.print && open_link(&detail.summary.page).is_err() {
                bail!("cannot open a browser (is xdg-open installed?)\nhint: paste the link above into a browser");
            }
            Ok(Exit::Success)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Exit::Empty)
        }
    }
}

/// Prints analyses one after the other in this format; SARIF as one document.
pub fn print_analyses(analyses: &[Analysis], format: AnalysisFormat) -> Result<()> {
    if format == AnalysisFormat::Sarif {
        print!("{}", render::sarif(analyses));
        return Ok(());
    }
    for analysis in analyses {
        match format {
            AnalysisFormat::Text => print!("{}", render::text(analysis, colours())),
            AnalysisFormat::Json => println!("{}", serde_json::to_string_pretty(analysis)?),
            AnalysisFormat::Jsonl => println!("{}", serde_json::to_string(analysis)?),
            AnalysisFormat::Markdown | AnalysisFormat::Sarif => print!("{}", render::markdown(analysis)),
        }
    }
    Ok(())
}

/// Its history: project, occurrences, first time, versions.
pub fn history(detail: &RcaDetail) -> String {
    let summary = &detail.summary;
    let now = now_ms();
    let when = |time: &str| parse(time).map_or_else(|| time.to_owned(), |then| ago(then, now));
    let mut parts = vec![summary.project.clone().unwrap_or_else(|| "no project".to_owned())];
    parts.push(match summary.occurrences {
        1 => when(&summary.last_seen),
        n => {
            let (first, last) = (when(&summary.first_seen), when(&summary.last_seen));
            if first == last {
                format!("seen {n} times, {last}")
            } else {
                format!("seen {n} times, first {first}, last {last}")
            }
        }
    });
    parts.extend(summary.green_again.as_ref().map(|green| green_words(green, now)));
    parts.extend(detail.crash.as_ref().map(|crash| devices::crash(crash, when)));
    parts.extend(versions(&detail.environment));
    parts.join(" · ")
}

/// When and by what a failure's tasks are green again.
pub fn green_words(green: &GreenAgain, now_ms: u64) -> String {
    green.in_words(|at| parse(at).map_or_else(|| at.to_owned(), |then| ago(then, now_ms)))
}

fn print_list(rcas: &[RcaSummary], format: OutputFormat, nothing: &str) -> Result<Exit> {
    if format == OutputFormat::Json {
        println!("{}", serde_json::to_string_pretty(rcas)?);
    } else if rcas.is_empty() {
        eprintln!("{nothing}");
    } else {
        print_table(rcas);
    }
    Ok(if rcas.is_empty() { Exit::Empty } else { Exit::Success })
}

fn print_table(rcas: &[RcaSummary]) {
    let now = now_ms();
    for rca in rcas {
        let when = parse(&rca.last_seen).map_or_else(String::new, |then| ago(then, now));
        let times = if rca.occurrences > 1 { format!("{}×", rca.occurrences) } else { String::new() };
        let project = rca.project.as_deref().and_then(|p| p.rsplit('/').next()).unwrap_or("-");
        println!("{}  {when:>10}  {times:>4}  {project:<18.18}  {}", rca.short_id(), rca.line);
        if let Some(green) = &rca.green_again {
            println!("{:44}{}", "", green_words(green, now));
        }
    }
}
