//! stats: what is stored, its quality, feedback, and how fast the daemon works.

use std::collections::BTreeMap;

use anyhow::Result;

use super::output::OutputFormat;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::platform::home::Home;
use crate::platform::time::{ago, now_ms, rfc3339};
use crate::protocol::maintenance::{Stats, Timing};

/// `rcad stats`
#[derive(clap::Args)]
pub struct StatsArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Rows of a long table; JSON has all of them.
const ROWS: usize = 8;

/// `rcad stats`
pub fn stats(args: &StatsArgs) -> Result<Exit> {
    let stats = Client::connect(&Home::find()?)?.stats()?;
    match args.format {
        OutputFormat::Json => println!("{}", serde_json::to_string_pretty(&stats)?),
        OutputFormat::Text => print!("{}", describe(&stats, now_ms())),
    }
    Ok(Exit::Success)
}

fn describe(stats: &Stats, now_ms: u64) -> String {
    let store = &stats.store;
    let mut out =
        format!("stored       {} failures, seen {} times; {} builds\n", store.rcas, store.occurrences, store.builds);
    let (quality, grades) = (&store.quality, &store.quality.distribution);
    out.push_str(&format!(
        "quality      mean {:.2}, median {:.2}: {} excellent, {} good, {} fair, {} poor\n",
        quality.mean, quality.median, grades.excellent, grades.good, grades.fair, grades.poor
    ));
    out.push_str(&format!(
        "             {} good or better, {} low, {} confirmed by you, {} old\n",
        quality.high, quality.low, quality.validated, quality.old
    ));
    let pruned = stats.pruned_ms.map_or_else(|| "never".to_owned(), |then| ago(then, now_ms));
    out.push_str(&format!("pruned       {pruned}\n"));
    out.push_str(&feedback(stats));
    out.push_str(&match stats.cache.hit_rate {
        Some(rate) => {
            let (hits, all) = (stats.cache.hits, stats.cache.hits + stats.cache.misses);
            format!("cache        {hits} hits of {all} ({}), {} answers\n", percent(rate), stats.cache.entries)
        }
        None => "cache        not used since the daemon started\n".to_owned(),
    });
    out.push_str(&table("category", &store.by_category));
    out.push_str(&table("engine", &store.by_engine));
    out.push_str(&table("project", &store.by_project));
    for (n, week) in store.by_week.iter().rev().take(ROWS).enumerate() {
        let title = if n == 0 { "week of" } else { "" };
        let day = rfc3339(week.monday_ms);
        out.push_str(&format!("{title:<12} {}  {} builds, {} failed\n", &day[..10], week.builds, week.failed));
    }
    out.push_str(&timings(&stats.performance));
    out
}

fn feedback(stats: &Stats) -> String {
    let feedback = &stats.store.feedback;
    let Some(rate) = feedback.success_rate else { return "feedback     none\n".to_owned() };
    let by = |mean: Option<f64>| mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.2}"));
    format!(
        "feedback     {} up, {} down ({} helped); mean boost {}, mean reduction {}\n",
        feedback.up,
        feedback.down,
        percent(rate),
        by(feedback.mean_boost),
        by(feedback.mean_reduction)
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// A table, largest counts first.
fn table(title: &str, counts: &BTreeMap<String, u64>) -> String {
    let mut rows: Vec<(&String, &u64)> = counts.iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let mut out = String::new();
    for (n, (name, count)) in rows.iter().take(ROWS).enumerate() {
        let title = if n == 0 { title } else { "" };
        let name = if name.is_empty() { "-" } else { name };
        out.push_str(&format!("{title:<12} {count:>6}  {name}\n"));
    }
    if rows.len() > ROWS {
        out.push_str(&format!("{:<12} and {} more (--format json lists all)\n", "", rows.len() - ROWS));
    }
    out
}

fn timings(all: &[Timing]) -> String {
    let width = all.iter().map(|one| one.stage.len()).max().unwrap_or_default().max(10);
    let mut out = format!(
        "{:<wide$} {:>8} {:>9} {:>9} {:>9} {:>9}  ms, since the daemon started\n",
        "stage",
        "count",
        "mean",
        "p50",
        "p90",
        "p99",
        wide = width + 2
    );
    for one in all {
        out.push_str(&format!(
            "  {:<width$} {:>8} {:>9.3} {:>9.3} {:>9.3} {:>9.3}\n",
            one.stage, one.count, one.mean_ms, one.p50_ms, one.p90_ms, one.p99_ms
        ));
    }
    out
}
