//! The command line: commands, their arguments, and dispatch.

mod analyze;
mod audit;
pub mod bench;
mod delete;
mod devices;
mod doctor;
mod explain;
mod feedback;
mod follow;
mod lifecycle;
mod logcat;
mod merge;
mod model;
mod output;
mod prune;
mod results;
mod rules;
mod run;
mod search;
mod setup;
mod stats;
pub mod stdout;
mod timeline;
mod tool;
mod transfer;
mod watch;

use std::io::Write;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

pub use output::Exit;

use output::OutputFormat;

use crate::daemon;

/// Explains failed Gradle builds on this machine.
#[derive(Parser)]
#[command(name = "rcad", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands. All access to the store goes through the daemon.
#[derive(Subcommand)]
pub enum Command {
    /// Install the Gradle hook and start the daemon
    Setup(setup::SetupArgs),
    /// Remove the hook and the daemon; stored data stays unless --purge
    Uninstall(setup::UninstallArgs),
    /// Start the daemon
    Start,
    /// Stop the daemon
    Stop,
    /// Stop the daemon and start it again
    Restart,
    /// Run the daemon in the foreground
    Daemon {
        /// Report on stdout whether the start succeeded (used by `rcad start`)
        #[arg(long, hide = true)]
        handshake: bool,
    },
    /// Show the state of the daemon and what is red now
    Status {
        /// Output format
        #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
        format: OutputFormat,
    },
    /// List stored failures, newest first
    List(results::ListArgs),
    /// Show one failure in full
    Show(results::ShowArgs),
    /// Treat two failures as the same one
    Merge(merge::PairArgs),
    /// Treat two failures as different; undoes a merge
    Split(merge::PairArgs),
    /// Open the page of a failure in the browser
    Open(results::OpenArgs),
    /// Search failures by text and meaning: names, phrases, a pasted message
    Search(search::SearchArgs),
    /// Ask a local model to explain a failure
    Explain(explain::ExplainArgs),
    /// Print the exact requests sent to models about a failure
    Audit(audit::AuditArgs),
    /// Rate an answer: up or down
    Feedback(feedback::FeedbackArgs),
    /// Delete stored failures
    Delete(delete::DeleteArgs),
    /// Delete failures not worth keeping: low quality, not seen for six months
    Prune(prune::PruneArgs),
    /// Show builds, installed apps and crashes in the order of time
    Timeline(timeline::TimelineArgs),
    /// Follow builds, installed apps and crashes live
    Watch,
    /// Show what is stored, its quality, and how fast the daemon works
    Stats(stats::StatsArgs),
    /// Explain log files; needs no daemon, stores nothing
    Analyze(analyze::AnalyzeArgs),
    /// Show an Android log, live or from a file, with crashes explained in place
    Logcat(logcat::LogcatArgs),
    /// List your own rules, run their tests, or make one from a failure
    Rules(rules::RulesArgs),
    /// Run a build and explain it if it fails, e.g. `rcad run -- ./gradlew build`
    Run(run::RunArgs),
    /// List models, or download their files
    Model(model::ModelArgs),
    /// Describe the tools a model may call, or call one
    Tool(tool::ToolArgs),
    /// Export stored failures as JSON lines, with their logs and paths unredacted
    Export(transfer::ExportArgs),
    /// Import an `rcad export` file; importing it twice changes nothing
    Import(transfer::ImportArgs),
    /// Check the installation and suggest fixes
    Doctor(doctor::DoctorArgs),
    /// Benchmark a model on this machine
    Bench(bench::BenchArgs),
    /// Print a shell completion script
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, e.g. for `rcad man | man -l -`
    Man,
}

/// Runs the command.
pub fn run(command: Command) -> Result<Exit> {
    match command {
        Command::Setup(args) => setup::setup(&args),
        Command::Uninstall(args) => setup::uninstall(&args),
        Command::Start => lifecycle::start(),
        Command::Stop => lifecycle::stop(),
        Command::Restart => lifecycle::restart(),
        Command::Daemon { handshake } => {
            lifecycle::log_to_file(handshake)?;
            daemon::run(handshake)?;
            Ok(Exit::Success)
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
        Command::Timeline(args) => timeline::timeline(&args),
        Command::Watch => watch::watch(),
        Command::Stats(args) => stats::stats(&args),
        Command::Analyze(args) => analyze::analyze(&args),
        Command::Logcat(args) => logcat::logcat(&args),
        Command::Rules(args) => rules::rules(&args),
        Command::Run(args) => run::run(&args),
        Command::Model(args) => model::model(&args),
        Command::Tool(args) => tool::tool(&args),
        Command::Export(args) => transfer::export(&args),
        Command::Import(args) => transfer::import(&args),
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "rcad", &mut script);
            print!("{}", String::from_utf8_lossy(&script));
            Ok(Exit::Success)
        }
        Command::Man => {
            print!("{}", manual()?);
            Ok(Exit::Success)
        }
    }
}

/// The manual page: all commands, then the options of each.
fn manual() -> Result<String> {
    let command = Args::command();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for one in command.get_subcommands().filter(|one| one.get_name() != "help") {
        let name = format!("rcad {}", one.get_name());
        let one = one.clone().display_name(&name).bin_name(&name);
        writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
        let man = clap_mangen::Man::new(one);
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
