//! Analyses labelled logs for a scorer: JSON lines `{"id": …, "log": …}` on stdin, `{"id": …, "analysis": …, "ground": …}` on
//! stdout; the ground is what the confidence rests on.

use std::io::{self, BufRead, Write};

use rcad_core::explain::{analyze, ground};
use rcad_core::parse::parse;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let log = case["log"].as_str().unwrap_or("");
        let analysis = analyze(parse(log), None);
        let ground = analysis.primary().map(ground);
        writeln!(out, "{}", json!({ "id": case["id"], "analysis": analysis, "ground": ground }))?;
    }
    Ok(())
}
