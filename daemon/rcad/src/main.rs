//! rcad: watches Gradle, explains failed builds, remembers them. This file only dispatches.
#![forbid(unsafe_code)]

mod cli;
mod client;
mod config;
mod daemon;
mod hook;
mod home;
mod ingest;
mod pipeline;
mod protocol;
mod reason;
mod service;
mod tell;

use std::process::ExitCode;

use clap::Parser;

/// How a command ended, as its exit code says: 0, 1 or (for an error) 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// As asked.
    Fine,
    /// Nothing found, or something is not well.
    Nothing,
    /// With the exit code of the command that was run.
    Code(u8),
}

fn main() -> ExitCode {
    let args = cli::Args::parse();
    match cli::run(args.command) {
        Ok(Ended::Fine) => ExitCode::SUCCESS,
        Ok(Ended::Nothing) => ExitCode::from(1),
        Ok(Ended::Code(code)) => ExitCode::from(code),
        Err(error) => {
            if !client::is_broken_pipe(&error) {
                eprintln!("rcad: {error:#}");
            }
            ExitCode::from(2)
        }
    }
}
