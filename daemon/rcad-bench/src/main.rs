//! rcad-bench: measures rcad on this machine and prints ratios against a baseline of the same run.
#![forbid(unsafe_code)]

mod code;
mod embed;
mod figures;
mod hook;
mod line;
mod memory;
mod parse;
mod program;
mod scratch;
mod search;
mod store;
mod texts;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures rcad on this machine.
#[derive(Parser)]
#[command(name = "rcad-bench", version, arg_required_else_help = true, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
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
    /// Reading and explaining logs: speed, memory
    Parse(parse::Parse),
    /// Finding by words, by meaning and by both, with and without filters
    Search(search::Search),
    /// Storing, importing, room on the disk, the daemon's start and memory with many failures
    Store(store::StoreBench),
}

fn main() -> Result<()> {
    match &Args::parse().bench {
        Bench::Code(args) => code::bench(args),
        Bench::Embed(args) => embed::bench(args),
        Bench::Hook(args) => hook::bench(args),
        Bench::Line(args) => line::bench(args),
        Bench::Memory(args) => memory::bench(args),
        Bench::Parse(args) => {
            parse::bench(args);
            Ok(())
        }
        Bench::Search(args) => search::bench(args),
        Bench::Store(args) => store::bench(args),
    }
}
