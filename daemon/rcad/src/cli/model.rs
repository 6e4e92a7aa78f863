//! model: which models there are, and how their files come onto this machine. Never loads one.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::{Plain, tilde};
use crate::Ended;
use crate::config::Config;
use crate::home::Home;
use crate::models::{self, Model, State};

/// `rcad model`
#[derive(clap::Args)]
pub struct ModelCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Each model: what it is for, where it belongs, and whether its files are there and right (reads them)
    List {
        /// How to print it
        #[arg(long, value_enum, default_value_t = Plain::Text)]
        format: Plain,
    },
}

/// `rcad model`
pub fn model(args: &ModelCommand) -> Result<Ended> {
    let home = Home::find()?;
    let config = Config::load(&home)?;
    match &args.what {
        What::List { format } => list(&home, &config, *format),
    }
}

/// A model in `rcad model list --format json`.
#[derive(Serialize)]
struct Listed {
    name: String,
    r#use: String,
    source: String,
    revision: String,
    licence: String,
    bytes: u64,
    state: State,
    dir: PathBuf,
    faults: Vec<String>,
}

fn list(home: &Home, config: &Config, format: Plain) -> Result<Ended> {
    let listed: Vec<Listed> = models::all()?.into_iter().map(|model| look(model, home, config)).collect();
    match format {
        Plain::Json => println!("{}", serde_json::to_string_pretty(&listed)?),
        Plain::Text => listed.iter().for_each(|model| print!("{}", describe(model))),
    }
    let whole = listed.iter().all(|model| model.state == State::Present);
    Ok(if whole { Ended::Fine } else { Ended::Nothing })
}

fn look(model: Model, home: &Home, config: &Config) -> Listed {
    let dir = model.dir(home, config);
    let faults = model.check(&dir);
    Listed {
        state: State::of(&faults),
        faults: models::tell(&model, &faults),
        bytes: model.bytes(),
        name: model.name,
        r#use: model.purpose,
        source: model.source,
        revision: model.revision,
        licence: model.licence,
        dir,
    }
}

fn describe(model: &Listed) -> String {
    let state = match model.state {
        State::Present => "present",
        State::Missing => "missing",
        State::Damaged => "damaged",
    };
    let mut out = format!("{}  {}, {}, {state}\n", model.name, model.r#use, megabytes(model.bytes));
    out.push_str(&format!("  from   {} at {} ({})\n", model.source, models::short(&model.revision), model.licence));
    out.push_str(&format!("  place  {}\n", tilde(&model.dir)));
    for fault in &model.faults {
        out.push_str(&format!("         {fault}\n"));
    }
    if model.state != State::Present {
        out.push_str(&format!("  hint: {}\n", models::HOW));
    }
    out
}

/// Bytes as people read them.
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
