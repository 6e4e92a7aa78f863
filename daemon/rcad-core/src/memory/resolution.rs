//! Words for how a failure was resolved: when, and by what as far as that is seen.

use super::duration;
use crate::changes::words::happened;
use crate::model::memory::{ObservedFix, ResolutionSummary, VersionComparison};

/// Changes that a sentence names.
const NAMED: usize = 2;

impl ResolutionSummary {
    /// `It was green again 12 minutes later, with Kotlin 2.2.21 instead of 1.9.0, when app/build.gradle:14 had changed.`, and
    /// by which change it was fixed last time.
    pub fn sentence(&self) -> String {
        self.worded("Last time this was fixed by a change")
    }

    /// The same of the newest green build, while the failure has not come again.
    pub fn newest_sentence(&self) -> String {
        self.worded("It was fixed by a change")
    }

    fn worded(&self, fixed: &str) -> String {
        let project = self.project.as_ref().map(|project| format!(" in {project}")).unwrap_or_default();
        let mut out = format!("It was green again {} later{project}", duration(self.after_seconds));
        if let Some(versions) = self.versions_in_words() {
            out.push_str(&format!(", with {versions}"));
        }
        let told = self.fix.as_ref().is_some_and(|fix| fix.tied || fix.files == 0);
        if let Some(change) = self.change.as_ref().filter(|_| !told) {
            out.push_str(&format!(", {}", change.sentence()));
        }
        out.push('.');
        if let Some(fix) = &self.fix {
            out.push_str(&format!(" {}", fix.sentence(fixed)));
        }
        out
    }

    /// By what it is green again: `` `pages()` was renamed to `pageCount()` in Book.java:16 ``; nothing where nothing is seen
    /// to have to do with it.
    pub fn by(&self) -> Option<String> {
        let fix = self.fix.as_ref().filter(|fix| fix.tied).map(ObservedFix::clause);
        let change = || {
            let change = self.change.as_ref()?;
            let is_seen = change.gone || !change.before.is_empty() || !change.after.is_empty();
            is_seen.then(|| change.sentence().trim_start_matches("when ").to_owned())
        };
        fix.or_else(|| self.versions_in_words()).or_else(change)
    }

    fn versions_in_words(&self) -> Option<String> {
        let differ: Vec<String> = self.versions.iter().filter_map(VersionComparison::instead).collect();
        (!differ.is_empty()).then(|| differ.join(" and "))
    }
}

impl ObservedFix {
    /// `fixed`, and the changes; where none of them is tied to the failure, only that they came in between.
    fn sentence(&self, fixed: &str) -> String {
        let count = match self.files {
            0 => return "None of the project's files that rcad remembers had changed.".to_owned(),
            1 => "1 file".to_owned(),
            files => format!("{files} files"),
        };
        let clause = self.clause();
        match (self.tied, clause.is_empty()) {
            (true, _) => format!("{fixed}: {clause}."),
            (false, true) => format!("Between the failure and the green build {count} changed."),
            (false, false) => format!(
                "Between the failure and the green build {count} changed, and nothing ties that to the failure: {clause}."
            ),
        }
    }

    /// What was changed, as clauses.
    fn clause(&self) -> String {
        let named: Vec<String> = self.changes.iter().take(NAMED).map(happened).collect();
        let more = match self.changes.len().saturating_sub(NAMED) {
            0 => String::new(),
            1 => "; and another change".to_owned(),
            more => format!("; and {more} other changes"),
        };
        format!("{}{more}", named.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::change::{Change, ChangeKind, ChangeSubject};
    use crate::model::failure::Evidence;
    use crate::model::memory::{Agreement, CodeChange, ObservedFix, ResolutionSummary, VersionComparison};

    fn renamed(to: &str) -> Change {
        Change {
            after: Some(to.into()),
            line: Some(16),
            ..Change::new(ChangeKind::Renamed, ChangeSubject::Function, "pages", "src/main/java/a/Book.java")
        }
    }

    fn resolution(fix: Option<ObservedFix>) -> ResolutionSummary {
        let line = |text: &str| vec![Evidence { line: 4, text: text.into() }];
        let change =
            CodeChange { file: "a/Shelf.java".into(), line: 4, before: line("x"), after: line("y"), gone: false };
        ResolutionSummary {
            at: "2026-11-20T16:24:03Z".into(),
            after_seconds: 720,
            versions: Vec::new(),
            change: Some(change),
            project: None,
            fix,
        }
    }

    fn fix(tied: bool, files: u32, changes: Vec<Change>) -> Option<ObservedFix> {
        Some(ObservedFix { tied, files, changes, diff: None })
    }

    #[test]
    fn a_tied_change_is_told_as_the_fix_in_place_of_the_failing_line() {
        let gone = resolution(fix(true, 3, vec![renamed("pageCount")]));
        let clause = "`pages()` was renamed to `pageCount()` in Book.java:16";
        assert_eq!(
            gone.sentence(),
            format!("It was green again 12 minutes later. Last time this was fixed by a change: {clause}.")
        );
        assert_eq!(
            gone.newest_sentence(),
            format!("It was green again 12 minutes later. It was fixed by a change: {clause}.")
        );
        assert_eq!(gone.by().as_deref(), Some(clause));
        let many = resolution(fix(true, 3, vec![renamed("a"), renamed("b"), renamed("c"), renamed("d")]));
        assert!(many.sentence().ends_with("Book.java:16; and 2 other changes."), "{}", many.sentence());
        let elsewhere = ResolutionSummary { project: Some("/home/dev/other".into()), ..gone };
        assert!(elsewhere.sentence().starts_with("It was green again 12 minutes later in /home/dev/other. Last time"));
    }

    #[test]
    fn what_is_not_tied_is_not_called_a_fix() {
        let gone = resolution(fix(false, 2, vec![renamed("pageCount")]));
        let said = gone.sentence();
        assert!(
            said.contains("later, when a/Shelf.java:4 had changed. Between the failure and the green build 2 files")
        );
        assert!(said.contains("nothing ties that to the failure: `pages()`") && !said.contains("fixed"), "{said}");
        assert_eq!(gone.by().as_deref(), Some("a/Shelf.java:4 had changed"));
        let same = ResolutionSummary { change: None, ..resolution(fix(false, 0, Vec::new())) };
        assert!(same.sentence().ends_with("None of the project's files that rcad remembers had changed."));
        assert_eq!(same.by(), None);
        let version = VersionComparison {
            what: "Kotlin".into(),
            before: Some("1.9.0".into()),
            now: Some("2.2.21".into()),
            agreement: Agreement::Differs,
        };
        let newer = ResolutionSummary { versions: vec![version], ..same };
        assert_eq!(newer.by().as_deref(), Some("Kotlin 2.2.21 instead of 1.9.0"));
    }

    #[test]
    fn without_both_states_only_the_failing_line_is_told() {
        assert_eq!(
            resolution(None).sentence(),
            "It was green again 12 minutes later, when a/Shelf.java:4 had changed."
        );
    }
}
