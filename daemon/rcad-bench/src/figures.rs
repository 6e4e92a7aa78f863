//! Output formats of figures.

use clap::ValueEnum;

/// Output format of figures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FigureFormat {
    /// For people
    Text,
    /// For programs
    Json,
}
