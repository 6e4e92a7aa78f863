//! `rcad bench`: what is worth measuring on a user's machine. Everything else is measured by `rcad-bench`.

mod model;
pub mod samples;

use anyhow::Result;

use crate::cli::output::Exit;

/// `rcad bench`
#[derive(clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// A model at failures whose right answers are known: how often it is right, how fast it is
    Model(model::ModelBench),
}

/// `rcad bench`
pub fn bench(args: &Bench) -> Result<Exit> {
    match &args.what {
        What::Model(args) => model::bench(args),
    }
}
