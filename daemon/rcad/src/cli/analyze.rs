//! analyze: explains log files of any size without the daemon.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use rcad_core::parse::Parsed;
use rcad_core::parse::input::sieve::Kept;
use rcad_core::rules::RuleSet;
use rcad_core::{Analysis, explain, parse, render};

use super::output::AnalysisFormat;
use super::results::print_analyses;
use crate::cli::output::Exit;
use crate::client::libraries::DaemonLibraries;
use crate::device::bug_report::MAGIC;
use crate::line::project;
use crate::line::rule_files::{LoadedRules, directories, files, load, project_here};
use crate::platform::home::Home;

/// Read buffer, in bytes.
const CHUNK: usize = 256 << 10;

/// `rcad analyze`
#[derive(clap::Args)]
pub struct AnalyzeArgs {
    /// Log files; `-` is standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Project that the logs belong to; its files add detail. Default: the current project, if the log names it
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = AnalysisFormat::Text)]
    format: AnalysisFormat,
    /// Show which rule matched which line and how the root cause was chosen (on stderr unless the format is text)
    #[arg(long)]
    explain: bool,
}

/// `rcad analyze`
pub fn analyze(args: &AnalyzeArgs) -> Result<Exit> {
    let loaded = own_rules()?;
    let mut analyses = Vec::new();
    let mut found = false;
    for (n, file) in args.files.iter().enumerate() {
        let kept = read(file, &loaded.rules)?;
        let mut parsed = parse::parse_kept(&kept, &loaded.rules);
        let trace = std::mem::take(&mut parsed.trace);
        let leftovers: Vec<(u32, String)> =
            parsed.leftovers.iter().map(|number| (*number, kept.line(*number).to_owned())).collect();
        let analysis = Analysis { source: Some(file.clone()), ..explained(parsed, args.project.clone()) };
        let clean = analysis.errors.is_empty();
        found |= !clean;
        let steps = args.explain.then(|| render::steps(&trace, &analysis, &leftovers));
        if args.format == AnalysisFormat::Text && args.files.len() > 1 {
            println!("{}{file}", if n > 0 { "\n" } else { "" });
        }
        analyses.push(analysis);
        if args.format != AnalysisFormat::Sarif {
            print_analyses(&std::mem::take(&mut analyses), args.format)?;
        }
        if args.format == AnalysisFormat::Text && clean {
            print!("{}", render::unread(&leftovers));
        }
        match steps {
            Some(steps) if args.format == AnalysisFormat::Text => print!("\n{steps}"),
            Some(steps) => write!(std::io::stderr(), "{steps}")?,
            None => {}
        }
    }
    if args.format == AnalysisFormat::Sarif {
        print_analyses(&analyses, args.format)?;
    }
    Ok(if found { Exit::Success } else { Exit::Empty })
}

/// Explains what was parsed with the files of this project, or of the current one if the text names it.
pub fn explained(mut parsed: Parsed, project: Option<PathBuf>) -> Analysis {
    let project = project.or_else(|| project::here(&parsed));
    if let Some(root) = &project {
        project::look(root, Some(&DaemonLibraries::default()), &mut parsed);
    }
    let root = project.as_ref().map(|root| root.to_string_lossy());
    explain::analyze(parsed, root.as_deref())
}

/// The rules of the user and of the current project; what is wrong with them is said.
pub fn own_rules() -> Result<LoadedRules> {
    let loaded = load(&files(&directories(&Home::find()?, project_here().as_deref())));
    loaded.problems().iter().for_each(|problem| eprintln!("rcad: invalid rule: {problem}"));
    Ok(loaded)
}

/// A file, or standard input for `-`, as far as readers may need it.
pub fn read(file: &str, rules: &RuleSet) -> Result<Kept> {
    if file == "-" {
        return sieve(std::io::stdin().lock(), rules).context("cannot read standard input");
    }
    let mut from = BufReader::with_capacity(CHUNK, File::open(file).with_context(|| format!("cannot read {file}"))?);
    if from.fill_buf().is_ok_and(|bytes| bytes.starts_with(MAGIC)) {
        bail!("{file} is a zip\nhint: the crashes in a bug report: rcad logcat --file {file}");
    }
    sieve(from, rules).with_context(|| format!("cannot read {file}"))
}

fn sieve(mut from: impl Read, rules: &RuleSet) -> std::io::Result<Kept> {
    let mut sieve = parse::sieve(rules);
    let mut bytes = vec![0; CHUNK];
    loop {
        match from.read(&mut bytes)? {
            0 => return Ok(sieve.finish()),
            length => sieve.push(&bytes[..length]),
        }
    }
}
