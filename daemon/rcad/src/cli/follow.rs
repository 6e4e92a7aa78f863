//! `--follow`: the model's work, live. Prints to stderr, so that stdout holds only the answer.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use rcad_core::model::answer::{AgentStep, StepKind};

use crate::cli::output::plain;
use crate::client::Client;
use crate::protocol::agent::JobEvent;

/// Shows the job for this RCA until it ends. The inner error says why there is none.
pub fn follow(client: &Client, id: &str) -> Result<Result<(), String>> {
    let mut output =
        FollowOutput { in_text: false, thinking: false, over: false, colours: std::io::stderr().is_terminal() };
    let followed = client.steps(id, |event| output.show(event))?;
    output.end_text();
    if followed.is_ok() && !output.over {
        output.line("the daemon stopped; the job continues after `rcad start`");
    }
    Ok(followed)
}

/// State of the terminal output.
struct FollowOutput {
    /// Whether the cursor is inside streamed text.
    in_text: bool,
    thinking: bool,
    /// Whether the end was reported.
    over: bool,
    colours: bool,
}

impl FollowOutput {
    fn show(&mut self, event: &JobEvent) {
        match event {
            JobEvent::Waiting { why: None } => self.line("queued"),
            JobEvent::Waiting { why: Some(why) } => self.line(&format!("waiting: {}", plain(why))),
            JobEvent::Step(step) => {
                self.end_text();
                eprintln!("{:>3.0} %  {:<11} {}", step.progress * 100.0, word(step), plain(&step.text));
            }
            JobEvent::Text { thinking, text } => self.text(*thinking, text),
            JobEvent::Ended { .. } => self.over = true,
            JobEvent::Idle => {
                self.over = true;
                self.line("no model is working on it; showing the stored answer");
            }
        }
    }

    /// Streamed text, dimmed.
    fn text(&mut self, thinking: bool, text: &str) {
        if self.in_text && thinking != self.thinking {
            self.end_text();
        }
        if !self.in_text {
            eprint!("       ");
        }
        (self.in_text, self.thinking) = (true, thinking);
        let text = text.split('\n').map(plain).collect::<Vec<_>>().join("\n       ");
        if self.colours {
            eprint!("\u{1b}[2m{text}\u{1b}[0m");
        } else {
            eprint!("{text}");
        }
        // Ignore a closed terminal.
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

fn word(step: &AgentStep) -> &'static str {
    match step.kind {
        StepKind::Started => "started",
        StepKind::Iteration => "asked",
        StepKind::Thought => "thinking",
        StepKind::Action => "tool call",
        StepKind::Observation => "result",
        StepKind::ToolError => "tool error",
        StepKind::Synthesis => "checking",
        StepKind::Complete => "done",
        StepKind::Error => "error",
    }
}
