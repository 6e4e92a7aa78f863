//! analyze: explains log files, without daemon or store.

use std::io::Read;

use anyhow::{Context, Result};
use rcad_core::{Analysis, explain, parse};

use super::Format;
use super::results::print_analysis;
use crate::Ended;

/// `rcad analyze`
#[derive(clap::Args)]
pub struct Analyze {
    /// Log files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// `rcad analyze`
pub fn analyze(args: &Analyze) -> Result<Ended> {
    let mut found = false;
    for (n, file) in args.files.iter().enumerate() {
        let bytes = read(file)?;
        let parsed = parse::parse(&String::from_utf8_lossy(&bytes));
        let analysis = Analysis { source: Some(file.clone()), ..explain::analyze(parsed, None) };
        found |= !analysis.errors.is_empty();
        if args.files.len() > 1 && args.format == Format::Text {
            println!("{}{file}", if n > 0 { "\n" } else { "" });
        }
        print_analysis(&analysis, args.format)?;
    }
    Ok(if found { Ended::Fine } else { Ended::Nothing })
}

fn read(file: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(file).with_context(|| format!("cannot read {file}"))?;
    }
    Ok(bytes)
}
