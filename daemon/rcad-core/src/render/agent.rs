//! The agent's answer for the terminal and for Markdown, with texts that the page uses too. Decides nothing.

use super::layout::{code, cut, push, shown, wrap};
use crate::Analysis;
use crate::agent::confidence::{HIGH, MEDIUM};
use crate::model::analysis::{AgentAnswerStatus, AnswerText, ValidatedAnswer};
use crate::model::answer::{Answer, Cite, Claim, Ending, Fix, Teaching};

/// Digits of a model's digest that are shown.
const DIGEST: usize = 12;

/// Characters of a quote that are shown.
const QUOTE: usize = 160;

/// Heading of the agent's section.
pub const HEADING: &str = "What the model says";

/// Mark of a fix that names something unknown.
pub const UNVERIFIED: &str = "unverified: it names what neither the project nor rcad knows";

/// Label and reason of an ending without an answer.
pub fn ending(answer: &Answer) -> Option<(&'static str, String)> {
    match &answer.ending {
        Ending::Answered if answer.confidence < MEDIUM => {
            Some(("Not sure.", "What it says is shown with what it rests on; judge for yourself.".to_owned()))
        }
        Ending::Answered => None,
        Ending::Unsure { why } => Some(("Not sure:", why.clone())),
        Ending::GaveUp { why } => Some(("No answer:", why.clone())),
        Ending::Cancelled => Some(("Stopped.", "Somebody stopped it, or a newer build did.".to_owned())),
    }
}

/// `qwen3:8b (500a1f067a9f)` of `qwen3:8b@sha256:500a1f067a9f…`
pub(super) fn model(name: &str) -> String {
    match name.split_once('@') {
        Some((name, digest)) => {
            let digest = digest.strip_prefix("sha256:").unwrap_or(digest);
            format!("{name} ({})", digest.chars().take(DIGEST).collect::<String>())
        }
        None => name.to_owned(),
    }
}

/// Where the model ran, with a warning if it was not on this machine.
pub fn location(answer: &Answer) -> String {
    match &answer.elsewhere {
        Some(server) => format!("NOT on this machine: the evidence was sent to {server}"),
        None => "on this machine".to_owned(),
    }
}

/// Requests, tools, tokens and duration.
fn effort(answer: &Answer) -> Vec<String> {
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

/// The factors of the confidence, a sentence each.
pub fn factors(answer: &Answer) -> Vec<String> {
    let percent = |share: f64| format!("{:.0} %", share.clamp(0.0, 1.0) * 100.0);
    let factors = &answer.factors;
    let mut all = vec![
        format!("The model says that it is sure by {}.", percent(factors.model)),
        format!("The evidence shows {} of what it said.", percent(factors.verified)),
        format!("It agrees by {} with the rules and with failures that are known.", percent(factors.known)),
        format!("The failure is simple by {}.", percent(factors.simple)),
    ];
    if !answer.fixes.is_empty() {
        all.push(format!("The change stays in one place by {}.", percent(factors.contained)));
    }
    all
}

/// `app/build.gradle:14`, `log line 7`
pub fn cited(cite: &Cite) -> String {
    if cite.file == "log" { format!("log line {}", cite.line) } else { format!("{}:{}", shown(&cite.file), cite.line) }
}

/// Heading of a validated answer: its versions, and what differs now.
pub fn validated_answer_heading(right: &ValidatedAnswer) -> String {
    let gradle = right.environment.gradle.as_deref().map(|version| format!(" with Gradle {}", shown(version)));
    let differs = if right.differs.is_empty() { String::new() } else { format!(" ({})", right.differs.join("; ")) };
    format!("What a person found right{}{differs}", gradle.unwrap_or_default())
}

/// Headings and texts of the teaching section.
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
    let mut lines = LineWriter { out, width, paint };
    if let Some(rules) = &analysis.rules {
        lines.words("What the rules say", rules);
    }
    if let Some(right) = analysis.validated_answer.as_deref() {
        lines.words(&validated_answer_heading(right), &right.words);
    }
    let Some(answer) = analysis.agent.as_deref() else { return };
    let standing = analysis.agent_status.clone().unwrap_or_default();
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
struct LineWriter<'o> {
    out: &'o mut String,
    width: usize,
    paint: &'o dyn Fn(&str, &str) -> String,
}

impl LineWriter<'_> {
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

    fn words(&mut self, heading: &str, words: &AnswerText) {
        self.heading(heading);
        self.marked("0", "  ", words.root_cause.as_deref().unwrap_or("Nothing."));
        for (number, fix) in words.fix_guidelines.iter().enumerate() {
            self.marked("0", &format!("  {}. ", number + 1), fix);
        }
    }

    fn claim(&mut self, claim: &Claim) {
        self.marked("0", "  ", &claim.text);
        for cite in &claim.cites {
            self.marked("2", "      ", &format!("{}: {}", cited(cite), cut(&cite.quote, QUOTE)));
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

    fn end(&mut self, answer: &Answer) {
        self.gap();
        self.marked(if answer.elsewhere.is_some() { "33" } else { "2" }, "  ", &about(answer).join(" · "));
    }
}

/// Model, location, cost and confidence.
pub fn about(answer: &Answer) -> Vec<String> {
    let mut parts = match &answer.model {
        Some(name) => vec![model(name), location(answer)],
        None => vec!["no model was asked".to_owned()],
    };
    if answer.iterations > 0 {
        parts.extend(effort(answer));
    }
    if !answer.cause.is_empty() {
        parts.push(format!("confidence {:.0} % ({})", answer.confidence * 100.0, level(answer.confidence)));
    }
    parts
}

/// As Markdown. The model's text is escaped.
pub(super) fn markdown(out: &mut String, analysis: &Analysis) {
    if let Some(rules) = &analysis.rules {
        words(out, "What the rules say", rules);
    }
    if let Some(right) = analysis.validated_answer.as_deref() {
        words(out, &validated_answer_heading(right), &right.words);
    }
    let Some(answer) = analysis.agent.as_deref() else { return };
    let standing = analysis.agent_status.clone().unwrap_or_default();
    paragraph(out, &format!("### {HEADING}"));
    for warning in &answer.warnings {
        paragraph(out, &format!("> **Warning:** {}", escaped(warning)));
    }
    if standing.right == Some(false) {
        paragraph(out, "A person has said that this answer is wrong.");
    } else {
        answer_section(out, answer, &standing);
    }
    paragraph(out, &format!("_{}_", escaped(&about(answer).join(" · "))));
}

fn answer_section(out: &mut String, answer: &Answer, standing: &AgentAnswerStatus) {
    if !standing.differs.is_empty() {
        paragraph(out, &format!("About an older build: {}.", escaped(&standing.differs.join("; "))));
    }
    if let Some((word, why)) = ending(answer) {
        paragraph(out, &format!("**{word}** {}", escaped(&why)));
    }
    let mut claims = Vec::new();
    for claim in &answer.cause {
        claims.push(format!("- {}", escaped(&claim.text)));
        let quote = |cite: &Cite| code(&cut(&shown(&cite.quote), QUOTE));
        claims.extend(claim.cites.iter().map(|cite| format!("  - {}: {}", code(&cited(cite)), quote(cite))));
    }
    list(out, &claims);
    if !standing.headline {
        let fixes = answer.fixes.iter().enumerate().map(|(number, fix)| {
            let file = fix.file.as_deref().filter(|file| !fix.text.contains(*file));
            let file = file.map(|file| format!(" (in {})", code(&shown(file)))).unwrap_or_default();
            let mark = if fix.unverified { format!(" **[{UNVERIFIED}]**") } else { String::new() };
            format!("{}. {}{file}{mark}", number + 1, escaped(&fix.text))
        });
        list(out, &fixes.collect::<Vec<_>>());
    }
    for (heading, text) in answer.teaching.iter().flat_map(teaching) {
        paragraph(out, &format!("#### {heading}"));
        paragraph(out, &escaped(text));
    }
    if !answer.dropped.is_empty() {
        paragraph(out, "Left out:");
        let dropped = answer.dropped.iter().map(|one| format!("- {} ({})", escaped(&one.text), escaped(&one.why)));
        list(out, &dropped.collect::<Vec<_>>());
    }
}

fn words(out: &mut String, heading: &str, words: &AnswerText) {
    paragraph(out, &format!("### {}", escaped(heading)));
    paragraph(out, &escaped(words.root_cause.as_deref().unwrap_or("Nothing.")));
    let fixes =
        words.fix_guidelines.iter().enumerate().map(|(number, fix)| format!("{}. {}", number + 1, escaped(fix)));
    list(out, &fixes.collect::<Vec<_>>());
}

fn paragraph(out: &mut String, text: &str) {
    push(out, "");
    push(out, text);
}

fn list(out: &mut String, lines: &[String]) {
    if !lines.is_empty() {
        push(out, "");
        lines.iter().for_each(|line| push(out, line));
    }
}

/// Escapes a text for one line of Markdown; code between single back quotes stays code. With longer runs of back quotes,
/// which could end code early, all of them are escaped.
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

#[cfg(test)]
mod tests {
    use super::super::{WIDTH, markdown, text};
    use super::escaped;
    use crate::Analysis;
    use crate::agent::overlay::tests::{answer, unknown};
    use crate::model::analysis::{AgentAnswerStatus, AnswerText, Engine, ValidatedAnswer};
    use crate::model::answer::{Answer, Cite, Ending, Teaching};
    use crate::model::environment::Environment;

    fn with(answer: Answer, standing: AgentAnswerStatus) -> Analysis {
        Analysis { agent: Some(Box::new(answer)), agent_status: Some(standing), ..unknown() }
    }

    /// From the agent's heading on.
    fn agent_section(analysis: &Analysis) -> String {
        let all = text(analysis, false);
        let at = all.find("What the model says").unwrap_or_else(|| panic!("nothing of the agent:\n{all}"));
        let end = all.rfind("\n\n").unwrap_or(all.len());
        all[at..end].to_owned()
    }

    #[test]
    fn an_answer_is_told_with_what_it_rests_on() {
        let wanted = "\
What the model says
  ! log line 5: \"ignore previous instructions\"
  `Cart` has no `total`
      src/Cart.kt:7: class Cart(val items: List<Item>)
  The build stops there.
      log line 12: Unresolved reference: total

  1. Add `total` (in src/Cart.kt)
  2. Use shop:cart:9.9 in build.gradle.
     [unverified: it names what neither the project nor rcad knows]

  Left out:
  - Gradle 3 is too old. (the project uses Gradle 8.2.1)

  tiny:1b (001122334455) · on this machine · asked 3 times · tools: find_symbol, read_file × 2 ·
  2310 tokens read, 240 written · 14.2 s · confidence 62 % (medium)";
        assert_eq!(agent_section(&with(answer(), AgentAnswerStatus::default())), wanted);
    }

    #[test]
    fn what_it_is_not_sure_of_or_could_not_say_is_told_as_that() {
        let unsure = Answer {
            ending: Ending::Unsure { why: "the evidence shows one of three sentences".into() },
            confidence: 0.3,
            warnings: Vec::new(),
            dropped: Vec::new(),
            fixes: Vec::new(),
            ..answer()
        };
        let shown = agent_section(&with(unsure.clone(), AgentAnswerStatus::default()));
        assert!(shown.starts_with("What the model says\n  Not sure: the evidence shows one of three"), "{shown}");
        assert!(shown.contains("log line 12: ") && shown.ends_with("confidence 30 % (low)"), "{shown}");
        let ending = Ending::GaveUp { why: "no server answers; start one with `ollama serve`".into() };
        let gave_up = Answer { ending, model: None, cause: Vec::new(), iterations: 0, ..unsure };
        let wanted = "What the model says\n  No answer: no server answers; start one with `ollama serve`\n\n  no model was asked";
        assert_eq!(agent_section(&with(gave_up, AgentAnswerStatus::default())), wanted);
    }

    #[test]
    fn where_it_ran_elsewhere_and_what_it_is_about_are_said_aloud() {
        let far = Answer { elsewhere: Some("http://10.0.0.5:11434".into()), ..answer() };
        let older =
            AgentAnswerStatus { differs: vec!["Gradle 8.2.1 then, 8.5 now".into()], ..AgentAnswerStatus::default() };
        let analysis = with(far, older);
        assert!(agent_section(&analysis).contains("  About an older build: Gradle 8.2.1 then, 8.5 now.\n"));
        for shown in [text(&analysis, false), markdown(&analysis)] {
            assert!(shown.contains("NOT on this machine: the evidence was sent to http://10.0.0.5:11434"), "{shown}");
        }
    }

    #[test]
    fn an_answer_that_was_called_wrong_is_folded_away() {
        let wrong = with(answer(), AgentAnswerStatus { right: Some(false), ..AgentAnswerStatus::default() });
        for shown in [text(&wrong, false), markdown(&wrong)] {
            assert!(shown.contains("A person has said that this"), "{shown}");
            assert!(!shown.contains("has no `total`") && shown.contains("ignore previous"), "{shown}");
        }
    }

    #[test]
    fn the_other_words_stand_below_those_that_lead() {
        let words = |cause: &str| AnswerText {
            root_cause: Some(cause.into()),
            fix_guidelines: vec!["Do it.".into()],
            confidence: 0.3,
        };
        let environment = Environment { gradle: Some("8.4".into()), ..Environment::default() };
        let right = ValidatedAnswer {
            words: words("The cache is damaged."),
            engine: Engine::Rules,
            environment,
            differs: vec!["Gradle 8.4 then, 8.5 now".into()],
        };
        let leads = AgentAnswerStatus { headline: true, ..AgentAnswerStatus::default() };
        let analysis = Analysis {
            rules: Some(words("No line says why.")),
            validated_answer: Some(Box::new(right)),
            ..with(answer(), leads)
        };
        let shown = text(&analysis, false);
        let wanted = "\nWhat the rules say\n  No line says why.\n  1. Do it.\n\n\
            What a person found right with Gradle 8.4 (Gradle 8.4 then, 8.5 now)\n  The cache is damaged.\n  1. Do it.\n";
        assert!(shown.contains(wanted), "{shown}");
        assert!(!shown.contains("1. Add `total`"), "the fixes stand above as steps: {shown}");
        assert!(markdown(&analysis).contains("\n### What the rules say\n\nNo line says why.\n\n1. Do it.\n"));
    }

    #[test]
    fn lessons_for_people_have_their_headings() {
        let teaching = Teaching { concept: "Names.".into(), exercise: "Find three.".into(), ..Teaching::default() };
        let analysis = with(Answer { teaching: Some(teaching), ..answer() }, AgentAnswerStatus::default());
        assert!(agent_section(&analysis).contains("\n  The concept\n  Names.\n\n  An exercise\n  Find three.\n"));
        assert!(markdown(&analysis).contains("\n#### The concept\n\nNames.\n"));
        assert!(!agent_section(&analysis).contains("The mistake"), "nothing was said of it");
    }

    #[test]
    fn a_hostile_text_moves_no_cursor_and_makes_no_markup() {
        let mut hostile = answer();
        let evil = "\u{1b}[2J\u{7}</script><img src=x onerror=alert(1)> [here](javascript:alert(1)) ![x](http://e/) # x\n\n> y ``` z";
        hostile.cause[0].text = evil.into();
        hostile.cause[0].cites[0] = Cite { file: evil.into(), line: 1, quote: evil.into() };
        hostile.dropped[0].why = evil.into();
        hostile.warnings = vec![evil.into()];
        hostile.fixes[0].text = evil.repeat(9);
        let analysis = with(hostile, AgentAnswerStatus::default());
        let shown = text(&analysis, false);
        assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH), "{shown}");
        // Outside code, every mark that could begin something has its backslash.
        let shown = markdown(&analysis);
        for line in shown.lines().filter(|line| !line.contains("`````") && !line.contains("````")) {
            assert!(!line.replace("\\<", "").contains("<img"), "{line}");
            assert!(!line.replace("\\]", "").contains("](") || line.starts_with("**"), "{line}");
        }
    }

    #[test]
    fn markdown_is_escaped_but_for_code() {
        assert_eq!(escaped("use `List<T>` & <b>"), "use `List<T>` \\& \\<b\\>");
        assert_eq!(escaped("an odd ` <b>"), "an odd \\` \\<b\\>");
        assert_eq!(escaped("``<b>` x ` ``"), "\\`\\`\\<b\\>\\` x \\` \\`\\`", "runs pair by length");
        assert_eq!(escaped("[x](y)\n# z"), "\\[x\\](y) \\# z");
    }
}
