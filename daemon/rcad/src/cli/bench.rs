//! bench: measures on this machine and prints ratios against a baseline of the same run.

mod code;
mod embed;
mod hook;
mod line;
mod memory;
mod model;
mod parse;
mod samples;
mod scratch;
mod search;
mod store;
mod texts;

use anyhow::Result;

use crate::Ended;

/// `rcad bench`
#[derive(clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// A project's code: the whole index, a changed file, looking up, memory
    Code(code::Code),
    /// Texts to vectors: speed, memory, beside candle's own model
    Embed(embed::Embed),
    /// A Gradle build with the hook against the same build without it
    Hook(hook::Hook),
    /// From Gradle's exit to the stored failure; the daemon's start, memory and idle processor time
    Line(line::Line),
    /// From a record's arrival to its answer from memory, with many failures remembered
    Memory(memory::Memory),
    /// A model at failures whose right answers are known: how often it is right, how fast it is
    Model(model::ModelBench),
    /// Reading and explaining logs: speed, memory
    Parse(parse::Parse),
    /// Finding by words, by meaning and by both, with and without filters
    Search(search::Search),
    /// Storing, importing, room on the disk, the daemon's start and memory with many failures
    Store(store::StoreBench),
}

/// `rcad bench`
pub fn bench(args: &Bench) -> Result<Ended> {
    match &args.what {
        What::Code(args) => code::bench(args),
        What::Embed(args) => embed::bench(args),
        What::Hook(args) => hook::bench(args),
        What::Line(args) => line::bench(args),
        What::Memory(args) => memory::bench(args),
        What::Model(args) => model::bench(args),
        What::Parse(args) => parse::bench(args),
        What::Search(args) => search::bench(args),
        What::Store(args) => store::bench(args),
    }
}
