//! rcad: watches Gradle, explains failed builds, remembers them. This file is the map of the program, and dispatches; what is
//! public is what `rcad-bench` measures.
#![forbid(unsafe_code)]

mod agent;
mod cli;
mod client;
mod code;
mod daemon;
mod device;
mod libraries;
mod protocol;
mod serve;

/// How a capture becomes a stored answer, stage by stage.
mod line {
    pub mod announcement;
    pub mod changes;
    pub mod crashes;
    pub mod embedding;
    pub mod git;
    pub mod inbox;
    pub mod ingest;
    pub mod mappings;
    pub mod own_apps;
    pub mod pipeline;
    pub mod project;
    pub mod reason;
    pub mod recall;
    pub mod resolve;
    pub mod retention;
    pub mod retrace;
    pub mod rule_files;
    pub mod search_index;
    pub mod shared;
    pub mod snapshot;
}

/// What `rcad setup` puts on a machine: the hook, the service, the embedding model's files.
mod install {
    pub mod embedding_files;
    pub mod hook;
    pub mod service;
}

/// What the rest stands on: directories, settings, times. Knows nothing of builds.
mod platform {
    pub mod allocator;
    pub mod browser;
    pub mod config;
    pub mod confine;
    pub mod daemon_file;
    pub mod fault;
    pub mod gradle_project;
    pub mod health;
    pub mod home;
    pub mod http_client;
    pub mod priority;
    pub mod stage_times;
    pub mod start_failure;
    pub mod stop;
    pub mod time;
    pub mod url;
    pub mod words;
}

use std::process::ExitCode;

use clap::Parser;

use cli::Exit;

pub use cli::bench::samples::Samples;
pub use client::Client;
pub use code::{CodeIndex, CodeIndexes};
pub use install::{embedding_files, hook};
pub use line::git::GitState;
pub use line::ingest::gradle_log;
pub use line::snapshot::{ProjectDifferences, SnapshotTaken, Snapshots, WalkCut};
pub use platform::config::{Config, SnapshotSettings};
pub use platform::home::Home;
pub use platform::time::now_ms;
pub use protocol::{EmbeddingState, Status, StoredBuild};

/// The program.
pub fn main() -> ExitCode {
    cli::stdout::exit_when_printing_fails();
    let args = cli::Args::parse();
    match cli::run(args.command) {
        // `rcad run` passes on the exit code of its command.
        Ok(Exit::Code(code)) => ExitCode::from(code),
        Ok(_) if !cli::stdout::flush() => ExitCode::from(2),
        Ok(Exit::Success) => ExitCode::SUCCESS,
        Ok(Exit::Empty) => ExitCode::from(1),
        Err(error) => {
            eprintln!("rcad: {error:#}");
            ExitCode::from(2)
        }
    }
}
