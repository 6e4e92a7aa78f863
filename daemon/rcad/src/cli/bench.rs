//! `rcad bench`: measurements that are useful on a user's machine. `rcad-bench` has all others.

mod model;
pub mod samples;

use anyhow::Result;

use crate::cli::output::Exit;

/// `rcad bench`
#[derive(clap::Args)]
pub struct BenchArgs {
    #[command(subcommand)]
    what: BenchTarget,
}

#[derive(clap::Subcommand)]
enum BenchTarget {
    /// A model at failures whose right answers are known: how often it is right, how fast it is
    Model(model::ModelBenchArgs),
}

/// `rcad bench`
pub fn bench(args: &BenchArgs) -> Result<Exit> {
    match &args.what {
        BenchTarget::Model(args) => model::bench(args),
    }
}
