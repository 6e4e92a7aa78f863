//! The formats that figures are printed in.

use clap::ValueEnum;

/// How figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FigureFormat {
    /// For people
    Text,
    /// For programs
    Json,
}
