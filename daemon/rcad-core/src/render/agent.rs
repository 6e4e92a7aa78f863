//! What the agent has to say, in lines for the terminal and for Markdown, and in words that the page shows too. Decides
//! nothing: what was left out and how sure it is was decided before.

use super::{code, push, shown, wrap};
use crate::Analysis;
use crate::agent::answer::{Answer, Cite, Claim, Ending, Fix, Teaching};
use crate::agent::beside::{FoundRight, Words};
use crate::agent::confidence::{HIGH, MEDIUM};

/// Digits of a model's digest that are shown.
const DIGEST: usize = 12;

/// Characters of a quote that are shown.
const QUOTE: usize = 160;

/// Heading of the agent's part.
pub const HEADING: &str = "What the model says";

/// Mark of a fix that names something that nobody knows.
pub const UNVERIFIED: &str = "unverified: it names what neither the project nor rcad knows";

/// How it ended, where that is not simply an answer: a short word for it and why.
pub fn ending(answer: &Answer) -> Option<(&'static str, String)> {
    match &answer.ending {
        Ending::Answered if answer.confidence < MEDIUM => {
            Some(("Not sure.", "What it says is shown with what it rests on; judge for yourself.".to_owned()))
        }
        Ending::Answered => None,
        Ending::Unsure { why } => Some(("Not sure.", why.clone())),
        Ending::GaveUp { why } => Some(("No answer.", why.clone())),
        Ending::Cancelled => Some(("Stopped.", "Somebody stopped it, or a newer build did.".to_owned())),
    }
}

/// `qwen3:8b (500a1f067a9f)` of `qwen3:8b@sha256:500a1f067a9f…`
pub fn model(name: &str) -> String {
    match name.split_once('@') {
        Some((name, digest)) => {
            let digest = digest.strip_prefix("sha256:").unwrap_or(digest);
            format!("{name} ({})", digest.chars().take(DIGEST).collect::<String>())
        }
        None => name.to_owned(),
    }
}

/// Where the model ran; said aloud where it was not on this machine.
pub fn place(answer: &Answer) -> String {
    match &answer.elsewhere {
        Some(server) => format!("NOT on this machine: the evidence was sent to {server}"),
        None => "on this machine".to_owned(),
    }
}

/// How often it was asked, with which tools, how many tokens, how long.
pub fn effort(answer: &Answer) -> Vec<String> {
    let mut parts = vec![match answer.iterations {
        1 => "asked once".to_owned(),
        n => format!("asked {n} times"),
    }];
    if !answer.tools_used.is_empty() {
        let each =
            |(name, times): (&String, &u32)| if *times > 1 { format!("{name} × {times}") } else { name.clone() };
        parts.push(format!("tools: {}", answer.tools_used.iter().map(each).collect::<Vec<_>>().join(", ")));
    }
    if answer.prompt_tokens + answer.answer_tokens > 0 {
        parts.push(format!("{} tokens read, {} written", answer.prompt_tokens, answer.answer_tokens));
    }
    parts.push(format!("{:.1} s", answer.took_ms as f64 / 1000.0));
    parts
}

/// `high`, `medium` or `low`
pub fn level(confidence: f64) -> &'static str {
    if confidence >= HIGH {
        "high"
    } else if confidence >= MEDIUM {
        "medium"
    } else {
        "low"
    }
}

/// What the confidence is made of, a sentence each.
pub fn factors(answer: &Answer) -> Vec<String> {
    let percent = |share: f64| format!("{:.0} %", share.clamp(0.0, 1.0) * 100.0);
    let factors = &answer.factors;
    vec![
        format!("The model says that it is sure by {}.", percent(factors.model)),
        format!("The evidence shows {} of what it said.", percent(factors.verified)),
        format!("It agrees by {} with the rules and with failures that are known.", percent(factors.known)),
        format!("The failure is simple by {}.", percent(factors.simple)),
        format!("The change stays in one place by {}.", percent(factors.contained)),
    ]
}

/// `app/build.gradle:14`, `log line 7`
pub fn cited(cite: &Cite) -> String {
    if cite.file == "log" { format!("log line {}", cite.line) } else { format!("{}:{}", shown(&cite.file), cite.line) }
}

/// What a person found right, for which versions, and what differs now.
pub fn found_right_heading(right: &FoundRight) -> String {
    let gradle = right.environment.gradle.as_deref().map(|version| format!(" with Gradle {}", shown(version)));
    let differs = if right.differs.is_empty() { String::new() } else { format!(" ({})", right.differs.join("; ")) };
    format!("What a person found right{}{differs}", gradle.unwrap_or_default())
}

/// The teaching part: a heading and a text each.
pub fn teaching(teaching: &Teaching) -> Vec<(&'static str, &str)> {
    let parts = [
        ("The concept", teaching.concept.as_str()),
        ("The mistake", &teaching.mistake),
        ("How to find it yourself", &teaching.find_it),
        ("An exercise", &teaching.exercise),
    ];
    parts.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect()
}

/// For a terminal.
pub(super) fn text(out: &mut String, analysis: &Analysis, width: usize, paint: &dyn Fn(&str, &str) -> String) {
    let mut lines = Lines { out, width, paint };
    if let Some(rules) = &analysis.rules {
        lines.words("What the rules say", rules);
    }
    if let Some(right) = analysis.found_right.as_deref() {
        lines.words(&found_right_heading(right), &right.words);
    }
    let Some(answer) = analysis.agent.as_deref() else { return };
    let standing = analysis.agent_standing.clone().unwrap_or_default();
    lines.heading(HEADING);
    answer.warnings.iter().for_each(|warning| lines.marked("1;31", "  ! ", warning));
    if standing.right == Some(false) {
        lines.marked("33", "  ", "A person has said that this is wrong; the page has it folded away.");
        return lines.end(answer);
    }
    if !standing.differs.is_empty() {
        lines.marked("33", "  ", &format!("About an older build: {}.", standing.differs.join("; ")));
    }
    if let Some((word, why)) = ending(answer) {
        lines.marked("33", "  ", &format!("{word} {why}"));
    }
    answer.cause.iter().for_each(|claim| lines.claim(claim));
    if !answer.fixes.is_empty() && !standing.headline {
        lines.gap();
        for (number, fix) in answer.fixes.iter().enumerate() {
            lines.fix(number + 1, fix);
        }
    }
    for (heading, text) in answer.teaching.iter().flat_map(teaching) {
        lines.gap();
        lines.plain(&(lines.paint)("1", &format!("  {heading}")));
        lines.marked("0", "  ", text);
    }
    if !answer.dropped.is_empty() {
        lines.gap();
        lines.marked("2", "  ", "Left out:");
        for dropped in &answer.dropped {
            lines.marked("2", "  - ", &format!("{} ({})", dropped.text, dropped.why));
        }
    }
    lines.end(answer);
}

/// Lines of a terminal's width.
struct Lines<'o> {
    out: &'o mut String,
    width: usize,
    paint: &'o dyn Fn(&str, &str) -> String,
}

impl Lines<'_> {
    fn gap(&mut self) {
        push(self.out, "");
    }

    fn plain(&mut self, line: &str) {
        push(self.out, line);
    }

    fn heading(&mut self, heading: &str) {
        self.gap();
        for line in wrap(heading, self.width) {
            let line = (self.paint)("1", &line);
            self.plain(&line);
        }
    }

    /// Wrapped and in one colour, with the lead before the first line and its width before the others.
    fn marked(&mut self, colour: &str, lead: &str, text: &str) {
        let indent = lead.chars().count();
        for (nth, line) in wrap(text, self.width - indent).iter().enumerate() {
            let lead = if nth == 0 { lead.to_owned() } else { " ".repeat(indent) };
            let line = if colour == "0" { line.clone() } else { (self.paint)(colour, line) };
            self.plain(&format!("{lead}{line}"));
        }
    }

    fn words(&mut self, heading: &str, words: &Words) {
        self.heading(heading);
        self.marked("0", "  ", words.root_cause.as_deref().unwrap_or("Nothing."));
        for (number, fix) in words.fix_guidelines.iter().enumerate() {
            self.marked("0", &format!("  {}. ", number + 1), fix);
        }
    }

    fn claim(&mut self, claim: &Claim) {
        self.marked("0", "  ", &claim.text);
        for cite in &claim.cites {
            self.marked("2", "      ", &format!("{}: {}", cited(cite), super::cut(&cite.quote, QUOTE)));
        }
    }

    fn fix(&mut self, number: usize, fix: &Fix) {
        let file = fix.file.as_deref().filter(|file| !fix.text.contains(*file));
        let file = file.map(|file| format!(" (in {file})")).unwrap_or_default();
        self.marked("0", &format!("  {number}. "), &format!("{}{file}", fix.text));
        if fix.unverified {
            self.marked("33", "     ", &format!("[{UNVERIFIED}]"));
        }
    }

    /// Who said it, and how sure it is.
    fn end(&mut self, answer: &Answer) {
        let mut parts: Vec<String> = answer.model.as_deref().map(model).into_iter().collect();
        if answer.model.is_some() {
            parts.push(place(answer));
            parts.extend(effort(answer));
        }
        if !answer.cause.is_empty() {
            parts.push(format!("confidence {:.0} % ({})", answer.confidence * 100.0, level(answer.confidence)));
        }
        if !parts.is_empty() {
            self.marked(if answer.elsewhere.is_some() { "33" } else { "2" }, "  ", &parts.join(" · "));
        }
    }
}

/// For an issue, a chat or a web page. What a model wrote stands in it as text: its marks are escaped.
pub(super) fn markdown(out: &mut String, analysis: &Analysis) {
    if let Some(rules) = &analysis.rules {
        words(out, "What the rules say", rules);
    }
    if let Some(right) = analysis.found_right.as_deref() {
        words(out, &found_right_heading(right), &right.words);
    }
    let Some(answer) = analysis.agent.as_deref() else { return };
    let standing = analysis.agent_standing.clone().unwrap_or_default();
    push(out, &format!("\n### {HEADING}\n"));
    for warning in &answer.warnings {
        push(out, &format!("> **Warning:** {}\n", escaped(warning)));
    }
    let told = standing.right == Some(false);
    if told {
        push(out, "A person has said that this answer is wrong.\n");
    } else {
        said(out, answer, &standing.differs, standing.headline);
    }
    let mut parts: Vec<String> = answer.model.as_deref().map(model).into_iter().collect();
    if answer.model.is_some() {
        parts.push(place(answer));
        parts.extend(effort(answer));
    }
    if !answer.cause.is_empty() {
        parts.push(format!("confidence {:.0} % ({})", answer.confidence * 100.0, level(answer.confidence)));
    }
    push(out, &format!("_{}_", escaped(&parts.join(" · "))));
}

fn said(out: &mut String, answer: &Answer, differs: &[String], headline: bool) {
    if !differs.is_empty() {
        push(out, &format!("About an older build: {}.\n", escaped(&differs.join("; "))));
    }
    if let Some((word, why)) = ending(answer) {
        push(out, &format!("**{word}** {}\n", escaped(&why)));
    }
    for claim in &answer.cause {
        push(out, &format!("- {}", escaped(&claim.text)));
        for cite in &claim.cites {
            let quote = super::cut(&shown(&cite.quote), QUOTE);
            push(out, &format!("  - {}: {}", code(&cited(cite)), code(&quote)));
        }
    }
    if !answer.fixes.is_empty() && !headline {
        push(out, "");
        for (number, fix) in answer.fixes.iter().enumerate() {
            let file = fix.file.as_deref().filter(|file| !fix.text.contains(*file));
            let file = file.map(|file| format!(" (in {})", code(&shown(file)))).unwrap_or_default();
            let mark = if fix.unverified { format!(" **[{UNVERIFIED}]**") } else { String::new() };
            push(out, &format!("{}. {}{file}{mark}", number + 1, escaped(&fix.text)));
        }
    }
    for (heading, text) in answer.teaching.iter().flat_map(teaching) {
        push(out, &format!("\n#### {heading}\n\n{}", escaped(text)));
    }
    if !answer.dropped.is_empty() {
        push(out, "\nLeft out:\n");
        for dropped in &answer.dropped {
            push(out, &format!("- {} ({})", escaped(&dropped.text), escaped(&dropped.why)));
        }
    }
    push(out, "");
}

fn words(out: &mut String, heading: &str, words: &Words) {
    push(out, &format!("\n### {}\n", escaped(heading)));
    push(out, &escaped(words.root_cause.as_deref().unwrap_or("Nothing.")));
    for (number, fix) in words.fix_guidelines.iter().enumerate() {
        push(out, &format!("{}{}. {}", if number == 0 { "\n" } else { "" }, number + 1, escaped(fix)));
    }
}

/// On one line, without marks that make links, pictures, markup or other layout; code between single back quotes stays code.
/// Runs of back quotes pair by their length, which a text could use to end our idea of code early: then all are escaped.
fn escaped(text: &str) -> String {
    let text = shown(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(text.len());
    let even = text.matches('`').count() % 2 == 0 && !text.contains("``");
    let mut in_code = false;
    for letter in text.chars() {
        if letter == '`' && even {
            in_code = !in_code;
        } else if !in_code && "\\<>[]!*_#|~`&".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
