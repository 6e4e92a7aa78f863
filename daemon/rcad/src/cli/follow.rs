//! `--follow`: the model's work as it goes on. Everything on stderr, so that stdout holds the answer alone.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use rcad_core::agent::trace::{Step, StepKind};

use crate::client::Client;
use crate::protocol::agent::Seen;

/// Shows the job on this RCA until it ends; the inner error says why there is nothing to see.
pub fn follow(client: &Client, id: &str) -> Result<Result<(), String>> {
    let mut shown = Shown { in_text: false, thinking: false, over: false, colours: std::io::stderr().is_terminal() };
    let heard = client.steps(id, |seen| shown.show(seen))?;
    shown.end_text();
    if heard.is_ok() && !shown.over {
        shown.line("the daemon has ended; the job goes on when it is started again (rcad start)");
    }
    Ok(heard)
}

/// What is on the terminal.
struct Shown {
    /// The cursor stands behind a piece of text.
    in_text: bool,
    thinking: bool,
    /// The end was told.
    over: bool,
    colours: bool,
}

impl Shown {
    fn show(&mut self, seen: &Seen) {
        match seen {
            Seen::Waiting { why: None } => self.line("waits for its turn"),
            Seen::Waiting { why: Some(why) } => self.line(&format!("waits: {}", plain(why))),
            Seen::Step(step) => {
                self.end_text();
                eprintln!("{:>3.0} %  {:<11} {}", step.progress * 100.0, word(step), plain(&step.text));
            }
            Seen::Text { thinking, text } => self.text(*thinking, text),
            Seen::Ended { .. } => self.over = true,
            Seen::Idle => {
                self.over = true;
                self.line("no model is at work on it; this is what is stored");
            }
        }
    }

    /// As it comes, dimmed.
    fn text(&mut self, thinking: bool, text: &str) {
        if self.in_text && thinking != self.thinking {
            self.end_text();
        }
        if !self.in_text {
            eprint!("       ");
        }
        (self.in_text, self.thinking) = (true, thinking);
        let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
        let text = text.replace('\n', "\n       ");
        if self.colours {
            eprint!("\u{1b}[2m{text}\u{1b}[0m");
        } else {
            eprint!("{text}");
        }
        // A terminal that has gone is no reason to end.
        let _ = std::io::stderr().flush();
    }

    fn end_text(&mut self) {
        if std::mem::take(&mut self.in_text) {
            eprintln!();
        }
    }

    fn line(&mut self, text: &str) {
        self.end_text();
        eprintln!("rcad: {text}");
    }
}

fn word(step: &Step) -> &'static str {
    match step.kind {
        StepKind::Started => "begins",
        StepKind::Iteration => "asked",
        StepKind::Thought => "thinks",
        StepKind::Action => "calls",
        StepKind::Observation => "sees",
        StepKind::ToolError => "tool error",
        StepKind::Synthesis => "checks",
        StepKind::Complete => "ends",
        StepKind::Error => "error",
    }
}

/// Control characters would move the cursor.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
