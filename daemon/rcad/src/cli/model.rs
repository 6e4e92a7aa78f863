//! model: lists models and what they can do, and downloads their files. Never loads one.

mod local;
mod progress_bar;
mod pull;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::Result;
use indicatif::ProgressBar;
use serde::Serialize;

use super::output::OutputFormat;
use crate::cli::output::Exit;
use crate::client::Client;
use crate::install::embedding_files::progress::DownloadEvent;
use crate::install::embedding_files::{self, FilesState, ModelFile, PinnedModel};
use crate::platform::config::Config;
use crate::platform::home::{Home, tilde};
use local::Probing;
use progress_bar::progress_bar;

/// `rcad model`
#[derive(clap::Args)]
pub struct ModelArgs {
    #[command(subcommand)]
    what: ModelAction,
}

#[derive(clap::Subcommand)]
enum ModelAction {
    /// List models; each Ollama model is probed once for what it can do
    List {
        /// Probe no model
        #[arg(long)]
        no_probe: bool,
        /// Probe every model again
        #[arg(long, conflicts_with = "no_probe")]
        again: bool,
        /// Output format
        #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
        format: OutputFormat,
    },
    /// Download the embedding model's files; resumes an interrupted download
    Fetch {
        /// The model
        name: Option<String>,
    },
    /// Have Ollama download a model; resumes an interrupted download
    Pull {
        /// Name in Ollama's library, e.g. qwen3:8b
        name: String,
        /// Address of the server; default: `ollama.url` in the settings
        #[arg(long)]
        server: Option<String>,
    },
    /// Add a model's files from a directory, for machines without a network
    Add {
        /// Directory that holds them
        dir: PathBuf,
        /// The model
        #[arg(long, default_value = embedding_files::EMBEDDING)]
        name: String,
    },
}

/// `rcad model`
pub fn model(args: &ModelArgs) -> Result<Exit> {
    let home = Home::find()?;
    let config = Config::load(&home)?;
    match &args.what {
        ModelAction::List { format, no_probe, again } => {
            let probing = match (no_probe, again) {
                (true, _) => Probing::No,
                (false, true) => Probing::All,
                (false, false) => Probing::Unknown,
            };
            list(&home, &config, *format, probing)
        }
        ModelAction::Pull { name, server } => pull::pull(&config, name, server.as_deref()),
        ModelAction::Fetch { name } => fetch(&home, &config, name.as_deref()),
        ModelAction::Add { dir, name } => add(&home, &config, dir, &embedding_files::named(name)?),
    }
}

fn fetch(home: &Home, config: &Config, name: Option<&str>) -> Result<Exit> {
    home.create()?;
    let wanted = name.map_or_else(embedding_files::all, |name| Ok(vec![embedding_files::named(name)?]))?;
    for model in wanted {
        let dir = model.dir(home, config);
        let mut output = FetchOutput::default();
        embedding_files::fetch::fetch(&model, &dir, &config.embedding.hub, &mut |step| output.step(step))?;
        println!("{} is in {}", model.name, tilde(&dir));
    }
    tell_daemon(home);
    Ok(Exit::Success)
}

fn add(home: &Home, config: &Config, from: &Path, model: &PinnedModel) -> Result<Exit> {
    home.create()?;
    let dir = model.dir(home, config);
    let taken = embedding_files::add::add(model, &dir, from)?;
    match taken.as_slice() {
        [] => println!("{} is in {} already", model.name, tilde(&dir)),
        taken => println!("{} is in {}: took {}", model.name, tilde(&dir), taken.join(" and ")),
    }
    tell_daemon(home);
    Ok(Exit::Success)
}

/// Tells a running daemon about new files; otherwise the next start finds them.
fn tell_daemon(home: &Home) {
    // If this fails, the daemon finds the files at the next failure.
    let _ = Client::new(home).and_then(|client| client.map_or(Ok(()), |client| client.models_changed()));
}

/// Download progress on stderr: a bar on a terminal, else lines at start and end.
#[derive(Default)]
struct FetchOutput {
    bar: Option<ProgressBar>,
}

impl FetchOutput {
    fn step(&mut self, step: DownloadEvent<'_>) {
        match step {
            DownloadEvent::Present(file) => eprintln!("{} is there already", file.name),
            DownloadEvent::Cached(file) => eprintln!("{} was in the cache of Hugging Face", file.name),
            DownloadEvent::Started(file, have) if std::io::stderr().is_terminal() => self.begin(file, have),
            DownloadEvent::Started(file, 0) => eprintln!("downloading {} ({})", file.name, megabytes(file.bytes)),
            DownloadEvent::Started(file, have) => {
                eprintln!("downloading {} from byte {have} on ({} in all)", file.name, megabytes(file.bytes));
            }
            DownloadEvent::Received(bytes) => self.bar.iter().for_each(|bar| bar.set_position(bytes)),
            DownloadEvent::Interrupted(file, why) => {
                self.end();
                eprintln!("{}: {why}; asking for the rest", file.name);
            }
            DownloadEvent::Done(file) => {
                self.end();
                eprintln!("{}: checksum {} is right", file.name, embedding_files::short(&file.sha256));
            }
        }
    }

    fn begin(&mut self, file: &ModelFile, have: u64) {
        self.bar = Some(progress_bar(&file.name, file.bytes, have));
    }

    fn end(&mut self) {
        self.bar.take().iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// A model in `rcad model list --format json`.
#[derive(Serialize)]
struct EmbeddingModelRow {
    name: String,
    r#use: String,
    source: String,
    revision: String,
    licence: String,
    bytes: u64,
    state: FilesState,
    dir: PathBuf,
    faults: Vec<String>,
}

fn list(home: &Home, config: &Config, format: OutputFormat, probing: Probing) -> Result<Exit> {
    let listed: Vec<EmbeddingModelRow> =
        embedding_files::all()?.into_iter().map(|model| look(model, home, config)).collect();
    let asked = local::ask(home, probing)?;
    match format {
        OutputFormat::Json => {
            let mut all: Vec<serde_json::Value> = listed.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
            for model in asked.iter().flat_map(|asked| &asked.models) {
                all.push(serde_json::to_value(local::OllamaModelRow::of(model))?);
            }
            println!("{}", serde_json::to_string_pretty(&all)?);
        }
        OutputFormat::Text => {
            listed.iter().for_each(|model| print!("{}", describe(model)));
            print!("{}", local::describe(asked.as_ref(), config));
        }
    }
    let whole = listed.iter().all(|model| model.state == FilesState::Present);
    Ok(if whole { Exit::Success } else { Exit::Empty })
}

fn look(model: PinnedModel, home: &Home, config: &Config) -> EmbeddingModelRow {
    let dir = model.dir(home, config);
    let faults = model.check(&dir);
    EmbeddingModelRow {
        state: FilesState::of(&faults),
        faults: embedding_files::describe_faults(&model, &faults),
        bytes: model.bytes(),
        name: model.name,
        r#use: model.purpose,
        source: model.source,
        revision: model.revision,
        licence: model.licence,
        dir,
    }
}

fn describe(model: &EmbeddingModelRow) -> String {
    let state = match model.state {
        FilesState::Present => "present",
        FilesState::Missing => "missing",
        FilesState::Damaged => "damaged",
    };
    let mut out = format!("{}  {}, {}, {state}\n", model.name, model.r#use, megabytes(model.bytes));
    out.push_str(&format!(
        "  from   {} at {} ({})\n",
        model.source,
        embedding_files::short(&model.revision),
        model.licence
    ));
    out.push_str(&format!("  place  {}\n", tilde(&model.dir)));
    for fault in &model.faults {
        out.push_str(&format!("         {fault}\n"));
    }
    if model.state != FilesState::Present {
        out.push_str(&format!("  hint: {}\n", embedding_files::HOW));
    }
    out
}

/// Bytes for people.
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
