//! Earlier occurrences and similar failures for the terminal and for Markdown. Decides nothing; times are absolute.

use super::layout::{code, cut, longest_ticks, push, shown, wrap};
use crate::Analysis;
use crate::model::analysis::{PastFailure, Similar};
use crate::model::memory::{CodeChange, ResolutionSummary};

/// Columns of a similar one's line.
const SIMILAR: usize = 96;

/// `Seen before`, with differences and resolution; then similar failures.
pub(super) fn text(out: &mut String, analysis: &Analysis, width: usize, paint: &dyn Fn(&str, &str) -> String) {
    if let Some(memory) = &analysis.memory {
        push(out, "");
        push(out, &paint("1", "Seen before"));
        for sentence in sentences(memory, analysis.id.as_deref()) {
            wrap(&sentence, width - 2).iter().for_each(|line| push(out, &format!("  {line}")));
        }
        for (colour, line) in memory.resolution.as_ref().map(lines).unwrap_or_default() {
            push(out, &format!("    {}", paint(colour, &cut(&line, width - 4))));
        }
    }
    for (heading, similar) in groups(analysis) {
        push(out, "");
        push(out, &paint("1", heading));
        for one in similar {
            push(out, &format!("  {}", cut(&line(one), SIMILAR)));
        }
    }
}

/// The same as Markdown.
pub(super) fn markdown(out: &mut String, analysis: &Analysis) {
    if let Some(memory) = &analysis.memory {
        push(out, "");
        push(out, &format!("Seen before: {}", sentences(memory, analysis.id.as_deref()).join(" ")));
        let lines = memory.resolution.as_ref().map(lines).unwrap_or_default();
        if !lines.is_empty() {
            push(out, "");
            let fence = "`".repeat(lines.iter().map(|(_, line)| longest_ticks(line)).max().unwrap_or(0).max(2) + 1);
            push(out, &format!("{fence}diff"));
            lines.iter().for_each(|(_, line)| push(out, line));
            push(out, &fence);
        }
    }
    for (heading, similar) in groups(analysis) {
        push(out, "");
        push(out, &format!("{heading}:"));
        push(out, "");
        similar.iter().for_each(|one| push(out, &format!("- {}", code(&line(one)))));
    }
}

/// Occurrences, dates, project (unless it is the RCA `own`), differences and resolution.
pub fn sentences(memory: &PastFailure, own: Option<&str>) -> Vec<String> {
    let times = if memory.occurrences == 1 { "Once".to_owned() } else { format!("{} times", memory.occurrences) };
    let when = if memory.occurrences == 1 {
        format!("on {}", moment(&memory.last_seen))
    } else {
        format!("first on {}, last on {}", moment(&memory.first_seen), moment(&memory.last_seen))
    };
    let elsewhere = own != Some(memory.id.as_str());
    let location = memory
        .project
        .as_deref()
        .filter(|_| elsewhere)
        .map(|project| format!(", in {}", shown(project)))
        .unwrap_or_default();
    let mut all = vec![format!("{times} before, {when}{location}.")];
    if !memory.environment_diff.is_empty() {
        all.push(format!("Not in the same environment: {}.", memory.environment_diff.join("; ")));
    }
    all.extend(memory.resolution.iter().map(ResolutionSummary::sentence).map(|sentence| shown(&sentence)));
    all
}

/// `2026-11-20 16:12 UTC` of `2026-11-20T16:12:03Z`
pub fn moment(time: &str) -> String {
    match (time.get(..10), time.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute} UTC"),
        _ => time.to_owned(),
    }
}

/// What differed, as a diff: of the project, else at the failing line. Each line with its colour.
fn lines(gone: &ResolutionSummary) -> Vec<(&'static str, String)> {
    let Some(diff) = gone.fix.as_ref().and_then(|fix| fix.diff.as_ref()) else {
        return gone.change.as_ref().map(hunk).unwrap_or_default();
    };
    let colour = |line: &str| match line.chars().next() {
        Some('-') => "31",
        Some('+') => "32",
        _ => "2",
    };
    diff.lines().map(|line| (colour(line), shown(line))).collect()
}

/// The failing lines then and later, each with its colour.
fn hunk(change: &CodeChange) -> Vec<(&'static str, String)> {
    let indent = |text: &str| text.len() - text.trim_start().len();
    let lines = change.before.iter().chain(&change.after);
    let least = lines.map(|one| indent(&one.text)).min().unwrap_or(0);
    let plain = |text: &str| shown(text.get(least..).unwrap_or(text));
    let before = change.before.iter().map(|one| ("31", format!("- {}", plain(&one.text))));
    before.chain(change.after.iter().map(|one| ("32", format!("+ {}", plain(&one.text))))).collect()
}

/// Failures with the same fingerprint, and similar ones where they may say more than the answer does.
fn groups(analysis: &Analysis) -> Vec<(&'static str, Vec<&Similar>)> {
    let (same, mut like): (Vec<&Similar>, Vec<&Similar>) = analysis.similar.iter().partition(|one| one.is_same());
    if analysis.suspects.first().is_some_and(|first| first.certain) {
        like.clear();
    }
    let groups = [("The same elsewhere", same), ("Similar, but another failure", like)];
    groups.into_iter().filter(|(_, similar)| !similar.is_empty()).collect()
}

/// `9f3c2a  B.kt:3: …`
fn line(one: &Similar) -> String {
    let id = one.id.get(..6).unwrap_or(&one.id);
    let cause = one.cause.as_deref().unwrap_or_default();
    match (one.is_same(), &one.project) {
        (true, Some(project)) => format!("{id}  {} (in {})", cut(&shown(cause), 60), shown(project)),
        (true, None) => format!("{id}  {}", shown(cause)),
        (false, _) => format!("{id}  {}", shown(cause)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{markdown, text};
    use super::moment;
    use crate::Analysis;
    use crate::explain::analyze;
    use crate::model::analysis::{Engine, PastFailure, Similar};
    use crate::model::change::{Change, ChangeKind, ChangeSubject};
    use crate::model::failure::Evidence;
    use crate::model::memory::{CodeChange, ObservedFix, ResolutionSummary};
    use crate::parse::parse;

    fn analysis() -> Analysis {
        let evidence = |line, text: &str| Evidence { line, text: text.to_owned() };
        let change = CodeChange {
            file: "app/build.gradle".into(),
            line: 14,
            before: vec![evidence(14, "    compileSdk 33\u{1b}[31m")],
            after: vec![evidence(14, "    compileSdk 34 ```")],
            gone: false,
        };
        let memory = PastFailure {
            id: "0123456789ab".into(),
            engine: Engine::Rules,
            first_seen: "2026-11-12T09:30:00Z".into(),
            last_seen: "2026-11-20T16:12:03Z".into(),
            occurrences: 3,
            project: Some("/home/dev/app".into()),
            why: vec!["same fingerprint".into()],
            environment: Vec::new(),
            environment_diff: vec!["Kotlin 1.9.0 then, 2.2.21 now".into()],
            resolution: Some(ResolutionSummary {
                at: "2026-11-20T16:24:03Z".into(),
                after_seconds: 720,
                versions: Vec::new(),
                change: Some(change),
                project: None,
                fix: None,
            }),
        };
        let similar = |id: &str, score| Similar {
            id: id.into(),
            score,
            cause: Some("B.kt:3: another".into()),
            why: vec!["same category, words 0.71 alike".into()],
            ..Similar::default()
        };
        let plain = analyze(parse("e: file:///p/src/A.kt:3:5 Unresolved reference: x\n"), Some("/p"));
        Analysis { memory: Some(memory), similar: vec![similar("aaaaaaaa", 1.0), similar("bbbbbbbb", 0.7)], ..plain }
    }

    #[test]
    fn what_is_remembered_is_told_in_order() {
        let shown = text(&analysis(), false);
        let wanted = "Seen before\n  3 times before, first on 2026-11-12 09:30 UTC, last on 2026-11-20 16:12 UTC, in /home/dev/app.\n  Not in the same environment: Kotlin 1.9.0 then, 2.2.21 now.\n  \
            It was green again 12 minutes later, when app/build.gradle:14 had changed.\n    - compileSdk 33 [31m\n    \
            + compileSdk 34 ```\n\nThe same elsewhere\n  aaaaaa  B.kt:3: another\n\nSimilar, but another failure\n  \
            bbbbbb  B.kt:3: another\n";
        assert!(shown.contains(wanted), "{shown}");
        assert!(markdown(&analysis()).contains("\n````diff\n- compileSdk 33 [31m\n+ compileSdk 34 ```\n````\n"));
    }

    #[test]
    fn a_fix_is_told_with_its_diff_in_place_of_the_failing_line() {
        let mut analysis = analysis();
        let change = Change {
            after: Some("pageCount".into()),
            line: Some(16),
            ..Change::new(ChangeKind::Renamed, ChangeSubject::Function, "pages", "a/Book.java")
        };
        let diff =
            Some("--- a/a/Book.java\n+++ b/a/Book.java\n@@ -16,1 +16,1 @@\n-pages\u{1b}\n+pageCount\n".to_owned());
        let gone = analysis.memory.as_mut().and_then(|memory| memory.resolution.as_mut()).unwrap();
        gone.fix = Some(ObservedFix { tied: true, files: 2, changes: vec![change], diff });
        let shown = text(&analysis, false);
        let wanted = "  It was green again 12 minutes later. Last time this was fixed by a change: `pages()` was renamed\n  to \
            `pageCount()` in Book.java:16.\n    --- a/a/Book.java\n    +++ b/a/Book.java\n    @@ -16,1 +16,1 @@\n    \
            -pages\n    +pageCount\n";
        assert!(shown.contains(wanted), "{shown}");
        let shown = markdown(&analysis);
        assert!(shown.contains("```diff\n--- a/a/Book.java\n") && !shown.contains("compileSdk"), "{shown}");
    }

    #[test]
    fn nothing_is_told_of_what_was_never_seen() {
        let fresh = Analysis { memory: None, similar: Vec::new(), ..analysis() };
        for shown in [text(&fresh, false), markdown(&fresh)] {
            assert!(!shown.contains("een before") && !shown.contains("imilar"), "{shown}");
        }
        assert_eq!(moment("odd"), "odd");
    }
}
