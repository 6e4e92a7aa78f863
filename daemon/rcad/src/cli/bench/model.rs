//! Measures how well a model explains failures: sixty cases with graded answers, asked as the daemon does (same
//! machine, prompts, tools, checks and client), but without a daemon. Leaves rcad's state alone.

mod ask;
mod cases;
mod grade;
mod table;

use anyhow::{Context, Result, bail};
use rcad_core::agent::machine::errors::describe;
use rcad_core::agent::model::JobMode;
use serde_json::json;

use self::ask::AskContext;
use self::cases::GradedCase;
use self::table::CaseRow;
use crate::cli::output::{Exit, OutputFormat};
use crate::platform::config::Config;
use crate::platform::home::Home;

/// `rcad bench model`
#[derive(clap::Args)]
pub struct ModelBenchArgs {
    /// The model to ask, as `rcad model list` names it [default: the one that would be asked]
    name: Option<String>,
    /// Address of its server [default: the settings']
    #[arg(long)]
    server: Option<String>,
    /// Only families and cases whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// `rcad bench model`
pub fn bench(args: &ModelBenchArgs) -> Result<Exit> {
    let mut config = Config::load(&Home::find()?)?;
    if let Some(server) = &args.server {
        config.ollama.url.clone_from(server);
        config.agent.models.clear();
    }
    let wanted = args.only.as_deref().unwrap_or_default();
    let mut cases = cases::all()?;
    cases.retain(|case| case.family.contains(wanted) || case.name.contains(wanted));
    if cases.is_empty() {
        bail!("no family and no case is named like `{wanted}`\nhint: `--only gradle`, `--only misspelt-member`");
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bench = match runtime.block_on(AskContext::open(config, args.name.as_deref()))? {
        Ok(bench) => bench,
        Err(error) => bail!("{}", describe(&error, args.name.as_deref().unwrap_or("the model"))),
    };
    let rows = runtime.block_on(run(&bench, &cases))?;
    let model = &bench.candidate.model;
    let way = match model.ability.mode() {
        JobMode::SingleShot => "straight",
        JobMode::ToolLoop => "with tools",
    };
    if args.format == OutputFormat::Json {
        let mut report = table::json(&rows);
        report["model"] = json!({
            "name": model.name, "digest": model.digest, "server": bench.candidate.server.address(), "asked": way,
            "ability": model.ability, "prompt_version": rcad_core::agent::prompt::VERSION,
        });
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        let speed = |tokens: Option<f64>| tokens.map_or("?".to_owned(), |tokens| format!("{tokens:.0}"));
        let (reads, writes) = (model.ability.prompt_tokens_per_second, model.ability.tokens_per_second);
        println!(
            "{}, asked {way}; reads {} and writes {} tokens/s\n",
            model.name_and_digest(),
            speed(reads),
            speed(writes)
        );
        print!("{}", table::text(&rows));
    }
    Ok(Exit::Success)
}

/// Asks all cases one by one, with progress on stderr.
async fn run(bench: &AskContext, cases: &[GradedCase]) -> Result<Vec<CaseRow>> {
    let mut rows = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let answer = bench.ask(case).await.with_context(|| format!("the case {}", case.name))?;
        let grade = grade::grade(&answer, case);
        let (number, of, seconds) = (at + 1, cases.len(), answer.took_ms as f64 / 1000.0);
        eprintln!("{number:>3}/{of} {}: {:?}, {seconds:.1} s: {}", case.name, grade.verdict, grade.why);
        rows.push(CaseRow { family: case.family, name: case.name.clone(), answer, grade });
    }
    Ok(rows)
}
