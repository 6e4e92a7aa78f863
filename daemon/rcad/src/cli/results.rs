//! list, show, open: what the daemon has stored.

use anyhow::{Result, bail};
use rcad_core::memory::environment::versions;
use rcad_core::{Analysis, render};

use super::follow::follow;
use super::{Format, Plain, colours, merge};
use crate::Ended;
use crate::client::Client;
use crate::platform::browser::open_link;
use crate::platform::home::Home;
use crate::platform::time::now_ms;
use crate::platform::time::{ago, parse};
use crate::protocol::{Detail, Summary};

/// `rcad list`
#[derive(clap::Args)]
pub struct List {
    /// Maximum number of entries
    #[arg(short = 'n', long, default_value_t = 20)]
    limit: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = Plain::Text)]
    format: Plain,
}

/// `rcad show`
#[derive(clap::Args)]
pub struct Show {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Explain why it was matched with earlier failures, or was not
    #[arg(long)]
    why: bool,
    /// Follow the model's work live, then show the answer
    #[arg(long, conflicts_with = "why")]
    follow: bool,
}

/// `rcad open`
#[derive(clap::Args)]
pub struct Open {
    /// Failure id, the beginning of one, or `last`
    #[arg(default_value = "last")]
    id: String,
    /// Only print the link
    #[arg(long)]
    print: bool,
}

/// `rcad list`
pub fn list(args: &List) -> Result<Ended> {
    let rcas = Client::connect(&Home::find()?)?.list(args.limit)?;
    print_list(&rcas, args.format, "No failures yet.")
}

/// `rcad show`
pub fn show(args: &Show) -> Result<Ended> {
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
pub fn follow_and_show(client: &Client, id: &str, format: Format) -> Result<Ended> {
    // Resolve `last` now: a newer failure may arrive while the model works.
    let id = match client.rca(id)? {
        Ok(detail) => detail.summary.id,
        Err(problem) => {
            eprintln!("rcad: {problem}");
            return Ok(Ended::Nothing);
        }
    };
    if let Err(problem) = follow(client, &id)? {
        eprintln!("rcad: {problem}");
        return Ok(Ended::Nothing);
    }
    show_one(client, &id, format)
}

fn show_one(client: &Client, id: &str, format: Format) -> Result<Ended> {
    match client.rca(id)? {
        Ok(detail) => {
            print_analyses(std::slice::from_ref(&detail.analysis), format)?;
            if format == Format::Text {
                println!("\n{}\n{}", history(&detail), detail.summary.page);
            }
            Ok(Ended::Fine)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Ended::Nothing)
        }
    }
}

/// `rcad open`
pub fn open(args: &Open) -> Result<Ended> {
    match Client::connect(&Home::find()?)?.rca(&args.id)? {
        Ok(detail) => {
            println!("{}", detail.summary.page);
            if !args.print && open_link(&detail.summary.page).is_err() {
                bail!("cannot open a browser (is xdg-open installed?)\nhint: paste the link above into a browser");
            }
            Ok(Ended::Fine)
        }
        Err(problem) => {
            eprintln!("rcad: {problem}");
            Ok(Ended::Nothing)
        }
    }
}

/// Prints analyses one after the other in this format; SARIF as one document.
pub fn print_analyses(analyses: &[Analysis], format: Format) -> Result<()> {
    if format == Format::Sarif {
        print!("{}", render::sarif(analyses));
        return Ok(());
    }
    for analysis in analyses {
        match format {
            Format::Text => print!("{}", render::text(analysis, colours())),
            Format::Json => println!("{}", serde_json::to_string_pretty(analysis)?),
            Format::Jsonl => println!("{}", serde_json::to_string(analysis)?),
            Format::Markdown | Format::Sarif => print!("{}", render::markdown(analysis)),
        }
    }
    Ok(())
}

/// In which project, how often, since when, with what.
pub fn history(detail: &Detail) -> String {
    let summary = &detail.summary;
    let now = now_ms();
    let when = |time: &str| parse(time).map_or_else(|| time.to_owned(), |then| ago(then, now));
    let mut parts = vec![summary.project.clone().unwrap_or_else(|| "no project".to_owned())];
    parts.push(match summary.occurrences {
        1 => when(&summary.last_seen),
        n => format!("seen {n} times, first {}, last {}", when(&summary.first_seen), when(&summary.last_seen)),
    });
    parts.extend(versions(&detail.environment));
    parts.join(" · ")
}

fn print_list(rcas: &[Summary], format: Plain, nothing: &str) -> Result<Ended> {
    if format == Plain::Json {
        println!("{}", serde_json::to_string_pretty(rcas)?);
    } else if rcas.is_empty() {
        eprintln!("{nothing}");
    } else {
        print_table(rcas);
    }
    Ok(if rcas.is_empty() { Ended::Nothing } else { Ended::Fine })
}

fn print_table(rcas: &[Summary]) {
    let now = now_ms();
    for rca in rcas {
        let when = parse(&rca.last_seen).map_or_else(String::new, |then| ago(then, now));
        let times = if rca.occurrences > 1 { format!("{}×", rca.occurrences) } else { String::new() };
        let project = rca.project.as_deref().and_then(|p| p.rsplit('/').next()).unwrap_or("-");
        println!("{}  {when:>10}  {times:>4}  {project:<18.18}  {}", rca.short_id(), rca.line);
    }
}
