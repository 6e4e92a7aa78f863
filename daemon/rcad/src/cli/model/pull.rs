//! `rcad model pull`: has an Ollama server download a model. Downloads nothing itself.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use rcad_core::agent::machine::errors::describe;
use rcad_core::agent::model::ModelError;

use super::progress_bar::progress_bar;
use crate::agent::ollama::Server;
use crate::agent::ollama::pull::PullProgress;
use crate::cli::output::Exit;
use crate::install::embedding_files;
use crate::platform::config::Config;

/// Exit code after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;

/// Has a server, by default that of the settings, download the model.
pub fn pull(config: &Config, name: &str, server: Option<&str>) -> Result<Exit> {
    if let Ok(own) = embedding_files::named(name) {
        bail!("{} is not an Ollama model\nhint: rcad model fetch {}", own.name, own.name);
    }
    let server = Server::new(server.unwrap_or(&config.ollama.url))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut output = PullOutput::default();
    let mut progress = |step: PullProgress| output.step(&step);
    let pulled = runtime.block_on(async {
        tokio::select! {
            pulled = server.pull(name, &mut progress) => Some(pulled),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
    output.end();
    let kept = "hint: run the same command again to resume";
    match pulled {
        Some(Ok(())) => {
            println!("{name} is installed on {}; `rcad model list` shows what it can do", server.address());
            Ok(Exit::Success)
        }
        Some(Err(ModelError::ModelNotFound { .. })) => {
            bail!("Ollama has no model named `{name}`\nhint: ollama.com/search lists them")
        }
        Some(Err(error @ (ModelError::ServerUnreachable { .. } | ModelError::Rejected { .. }))) => {
            bail!("{}", describe(&error, name))
        }
        Some(Err(error)) => bail!("{}\n{kept}", describe(&error, name)),
        None => {
            eprintln!("rcad: interrupted\n{kept}");
            Ok(Exit::Code(INTERRUPTED))
        }
    }
}

/// Progress on stderr: a bar for each file on a terminal, else a line for each.
#[derive(Default)]
struct PullOutput {
    doing: String,
    bar: Option<ProgressBar>,
}

impl PullOutput {
    fn step(&mut self, step: &PullProgress) {
        if step.doing != self.doing {
            self.end();
            self.doing.clone_from(&step.doing);
            if std::io::stderr().is_terminal() && step.total > 0 {
                self.begin(step);
            } else {
                eprintln!("{}", step.doing);
            }
        }
        self.bar.iter().for_each(|bar| bar.set_position(step.completed));
    }

    fn begin(&mut self, step: &PullProgress) {
        self.bar = Some(progress_bar(&step.doing, step.total, step.completed));
    }

    fn end(&mut self) {
        self.bar.take().iter().for_each(ProgressBar::finish_and_clear);
    }
}
