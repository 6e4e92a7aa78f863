//! rcad-bench: measures rcad on this machine and prints ratios against a baseline of the same run.
#![forbid(unsafe_code)]

mod code;
mod embed;
mod figures;
mod hook;
mod line;
mod logcat;
mod memory;
mod parse;
mod program;
mod scratch;
mod search;
mod snapshot;
mod store;
mod texts;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures rcad on this machine.
#[derive(Parser)]
#[command(name = "rcad-bench", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    bench: Benchmark,
}

#[derive(Subcommand)]
enum Benchmark {
    /// A project's code: the whole index, a changed file, looking up, memory
    Code(code::CodeBench),
    /// Texts to vectors: speed, memory, beside candle's own model
    Embed(embed::EmbedBench),
    /// A Gradle build with the hook against the same build without it
    Hook(hook::HookBench),
    /// From Gradle's exit to the stored failure; the daemon's start, memory and idle processor time
    Line(line::LineBench),
    /// Reading the logs of Android devices: lines per second, from a crash to its stored failure, cost at rest
    Logcat(logcat::LogcatBench),
    /// From a record's arrival to its answer from memory, with many failures remembered
    Memory(memory::MemoryBench),
    /// Reading and explaining logs: speed, memory
    Parse(parse::ParseBench),
    /// Finding by words, by meaning and by both, with and without filters
    Search(search::SearchBench),
    /// The files of a project after a green build: first, nothing changed, one changed, what differs, room on the disk
    Snapshot(snapshot::SnapshotBench),
    /// Storing, importing, room on the disk, the daemon's start and memory with many failures
    Store(store::StoreBench),
}

fn main() -> Result<()> {
    match &Cli::parse().bench {
        Benchmark::Code(args) => code::bench(args),
        Benchmark::Embed(args) => embed::bench(args),
        Benchmark::Hook(args) => hook::bench(args),
        Benchmark::Line(args) => line::bench(args),
        Benchmark::Logcat(args) => logcat::bench(args),
        Benchmark::Memory(args) => memory::bench(args),
        Benchmark::Parse(args) => {
            parse::bench(args);
            Ok(())
        }
        Benchmark::Search(args) => search::bench(args),
        Benchmark::Snapshot(args) => snapshot::bench(args),
        Benchmark::Store(args) => store::bench(args),
    }
}
