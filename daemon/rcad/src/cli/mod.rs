//! The command line: what can be asked, and who answers.

mod analyze;
mod audit;
mod bench;
mod delete;
mod doctor;
mod explain;
mod feedback;
mod follow;
mod lifecycle;
mod merge;
mod model;
mod prune;
mod results;
mod rules;
mod run;
mod search;
mod setup;
mod stats;
mod tool;
mod transfer;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand, ValueEnum};

use crate::protocol::upkeep::Refused;
use crate::{Ended, daemon};

/// Explains failed Gradle builds on this machine.
#[derive(Parser)]
#[command(name = "rcad", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands. Everything that reads the store asks the daemon.
#[derive(Subcommand)]
pub enum Command {
    /// Install the hook into Gradle's home and start the daemon
    Setup(setup::Setup),
    /// Remove the hook and the daemon; the data stays unless --purge
    Uninstall(setup::Uninstall),
    /// Start the daemon
    Start,
    /// Stop the daemon
    Stop,
    /// Stop the daemon and start it again
    Restart,
    /// Run the daemon in the foreground
    Daemon {
        /// Tell on stdout how the start went (used by `rcad start`)
        #[arg(long, hide = true)]
        handshake: bool,
    },
    /// How the daemon is, and the newest failure
    Status {
        /// How to print it
        #[arg(long, value_enum, default_value_t = Plain::Text)]
        format: Plain,
    },
    /// The failures so far, newest first
    List(results::List),
    /// One failure whole
    Show(results::Show),
    /// Take two failures for one from now on
    Merge(merge::Two),
    /// Keep two failures apart, or undo their merge
    Split(merge::Two),
    /// Open a failure's page in the browser
    Open(results::Open),
    /// Find failures by words and meaning: names, phrases, a pasted message
    Search(search::Search),
    /// Have a local model explain a failure
    Explain(explain::ExplainArgs),
    /// Print the exact bytes that any model was sent about a failure
    Audit(audit::Audit),
    /// Say whether an answer helped
    Feedback(feedback::Feedback),
    /// Remove failures from the memory
    Delete(delete::Delete),
    /// Remove what is not worth keeping: of low quality and not seen for half a year
    Prune(prune::Prune),
    /// What is stored, how good it is, and how fast the daemon works
    Stats(stats::Show),
    /// Explain log files, without daemon or store
    Analyze(analyze::Analyze),
    /// Your own rules: list them, try their test lines
    Rules(rules::Rules),
    /// Run a build and explain it if it fails, e.g. `rcad run -- ./gradlew build`
    Run(run::Run),
    /// The model files that rcad can use: list them, get them
    Model(model::ModelCommand),
    /// What a model may call: describe the tools, or run one
    Tool(tool::Tool),
    /// Write everything that is remembered as JSON lines; logs and paths in it are your own, as they are
    Export(transfer::Export),
    /// Take in what `rcad export` wrote; the same file again changes nothing
    Import(transfer::Import),
    /// Check every part and say what to do
    Doctor(doctor::Doctor),
    /// Measure on this machine
    Bench(bench::Bench),
    /// Print the completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Formats of a list or a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Formats of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// The analysis as JSON, indented
    Json,
    /// The analysis as JSON on one line
    Jsonl,
    /// For an issue or a chat
    Markdown,
    /// SARIF 2.1.0, for code scanning and IDEs
    Sarif,
}

/// Does what was asked.
pub fn run(command: Command) -> Result<Ended> {
    match command {
        Command::Setup(args) => setup::setup(&args),
        Command::Uninstall(args) => setup::uninstall(&args),
        Command::Start => lifecycle::start(),
        Command::Stop => lifecycle::stop(),
        Command::Restart => lifecycle::restart(),
        Command::Daemon { handshake } => {
            lifecycle::log_to_file(handshake)?;
            daemon::run(handshake)?;
            Ok(Ended::Fine)
        }
        Command::Status { format } => lifecycle::status(format),
        Command::List(args) => results::list(&args),
        Command::Show(args) => results::show(&args),
        Command::Merge(args) => merge::merge(&args),
        Command::Split(args) => merge::split(&args),
        Command::Open(args) => results::open(&args),
        Command::Search(args) => search::search(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Audit(args) => audit::audit(&args),
        Command::Feedback(args) => feedback::feedback(&args),
        Command::Delete(args) => delete::delete(&args),
        Command::Prune(args) => prune::prune(&args),
        Command::Stats(args) => stats::stats(&args),
        Command::Analyze(args) => analyze::analyze(&args),
        Command::Rules(args) => rules::rules(&args),
        Command::Run(args) => run::run(&args),
        Command::Model(args) => model::model(&args),
        Command::Tool(args) => tool::tool(&args),
        Command::Export(args) => transfer::export(&args),
        Command::Import(args) => transfer::import(&args),
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Completions { shell } => {
            let mut command = <Args as clap::CommandFactory>::command();
            clap_complete::generate(shell, &mut command, "rcad", &mut std::io::stdout());
            Ok(Ended::Fine)
        }
    }
}

/// Says why the daemon did not do it: nothing there is the answer 1, anything else an error.
fn refused(refused: &Refused) -> Result<Ended> {
    if !matches!(refused.code.as_str(), "NOT_FOUND" | "AMBIGUOUS_ID" | "NO_RESULTS") {
        bail!("{}", refused.message);
    }
    eprintln!("rcad: {}", refused.message);
    Ok(Ended::Nothing)
}

/// Whether to colour what goes to stdout: a terminal, and nobody asked not to.
pub fn colours() -> bool {
    use std::io::IsTerminal;
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
