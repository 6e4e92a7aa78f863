//! Maps the trace of a minified build back, by the mapping of the build that was installed. A mapping that may be of
//! another build is not used: what it would say looks right and is not.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rcad_core::Report;
use rcad_core::model::device::AppRun;
use rcad_core::retrace::{self, MappingExcerpt, Retraced};

use super::mappings::{self, KeptMapping, Mappings};
use super::project;

/// Milliseconds by which two clocks may differ: a device tells whole seconds.
const TOLERANCE_MS: u64 = 2_000;

/// Letters of an id that are shown.
const SHOWN: usize = 12;

/// What became of a trace.
enum TraceOutcome {
    /// Mapped back, by the mapping with this id.
    Mapped(String, String),
    /// Left as logged; why, if the build was minified.
    Left(Option<String>),
}

/// Maps the text of a crash back, if it has to be and its mapping is kept.
pub fn retrace(report: &mut Report, mappings: &Mappings) {
    let Some(app) = &mut report.app else { return };
    let project = report.project.as_deref().unwrap_or_default();
    match catch_unwind(AssertUnwindSafe(|| map(&report.text, project, app, mappings))) {
        Ok(TraceOutcome::Mapped(id, text)) => {
            report.raw = Some(std::mem::replace(&mut report.text, text));
            app.mapping = Some(id);
        }
        Ok(TraceOutcome::Left(why)) => app.unmapped = why,
        Err(_) => {
            tracing::error!(report = report.id, "mapping its trace back panicked");
            app.unmapped = Some("its mapping can't be read".to_owned());
        }
    }
}

fn map(text: &str, project: &str, app: &AppRun, mappings: &Mappings) -> TraceOutcome {
    let ids = retrace::mapping_ids(text);
    if !ids.is_empty() {
        let kept = ids.iter().filter_map(|id| mappings.by_id(id));
        let mapped = kept.filter_map(|kept| read(mappings, &kept, text)).find(|(_, mapped)| mapped.mapped > 0);
        return match mapped {
            Some((id, mapped)) => TraceOutcome::Mapped(id, mapped.text),
            None => {
                let shown: String = ids[0].chars().take(SHOWN).collect();
                TraceOutcome::Left(Some(format!("no mapping with the id {shown} is kept")))
            }
        };
    }
    let candidates = match app.installed_ms {
        Some(installed_ms) => mappings.of_app(project, &app.package, installed_ms + TOLERANCE_MS),
        None if mappings.is_only_one(project, &app.package) => mappings.of_app(project, &app.package, u64::MAX),
        None => Vec::new(),
    };
    let mut fitting: Vec<(String, Retraced)> =
        candidates.iter().filter_map(|kept| read(mappings, kept, text)).filter(|(_, mapped)| mapped.fits()).collect();
    fitting.dedup_by(|one, other| one.1.text == other.1.text);
    match (fitting.pop(), fitting.is_empty()) {
        (Some((id, mapped)), true) => TraceOutcome::Mapped(id, mapped.text),
        (Some(_), false) => TraceOutcome::Left(Some("several mappings that are kept fit it".to_owned())),
        (None, _) => {
            let minified = retrace::looks_minified(text);
            TraceOutcome::Left(minified.then(|| "no mapping of the installed build is kept".to_owned()))
        }
    }
}

fn read(mappings: &Mappings, kept: &KeptMapping, text: &str) -> Option<(String, Retraced)> {
    match mappings.excerpt(kept, text) {
        Ok(excerpt) => Some((kept.id.clone(), retrace::retrace(text, &excerpt))),
        Err(error) => {
            tracing::warn!(id = kept.id, %error, "a mapping that is kept can't be read");
            None
        }
    }
}

/// Maps a text back by the mapping that the last build in the project around the current directory has left, if it fits.
/// The text and the mapping's path.
pub fn retrace_here(text: &str) -> Option<(String, String)> {
    let ids = retrace::mapping_ids(text);
    if ids.is_empty() && !retrace::looks_minified(text) {
        return None;
    }
    let root = project::root_here()?;
    let mut fitting: Vec<(String, String)> = Vec::new();
    for built in project::mappings_of(&root) {
        let Some(excerpt) = mappings::excerpt_of_file(&root, &built.path, text) else { continue };
        if let Some(mapped) = fitting_text(text, &ids, &excerpt) {
            fitting.push((mapped, built.path));
        }
    }
    fitting.dedup_by(|one, other| one.0 == other.0);
    fitting.pop().filter(|_| fitting.is_empty())
}

fn fitting_text(text: &str, ids: &[&str], excerpt: &MappingExcerpt) -> Option<String> {
    let named = ids.contains(&excerpt.id());
    if !named && !ids.is_empty() {
        return None;
    }
    let read = || retrace::retrace(text, excerpt);
    let mapped = catch_unwind(AssertUnwindSafe(read)).ok()?;
    (named && mapped.mapped > 0 || mapped.fits()).then_some(mapped.text)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rcad_core::model::environment::Environment;
    use rcad_core::model::report::{Origin, Outcome};

    use super::*;

    fn recorded(path: &str) -> String {
        let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/retrace");
        std::fs::read_to_string(all.join(path)).unwrap()
    }

    /// A project of which two builds were kept, written at 1000 and 2000 s; the first has this mapping, the second that.
    struct Kept {
        _dir: tempfile::TempDir,
        mappings: Mappings,
        project: String,
    }

    fn kept(builds: &[(&str, u64)]) -> Kept {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("books");
        let path = root.join("build/outputs/mapping/release/mapping.txt");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(root.join("settings.gradle"), "").unwrap();
        let mappings = Mappings::open(&dir.path().join("mappings"));
        for (build, seconds) in builds {
            std::fs::write(&path, recorded(&format!("{build}/mapping.txt"))).unwrap();
            let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(*seconds);
            std::fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
            mappings.keep(&root, &project::mappings_of(&root));
        }
        Kept { _dir: dir, mappings, project: root.to_string_lossy().into_owned() }
    }

    fn crash(kept: &Kept, trace: &str, installed_ms: Option<u64>) -> Report {
        let app = AppRun { package: "com.example.books".into(), installed_ms, ..AppRun::default() };
        let mut report = Report {
            id: "1".into(),
            origin: Origin::Device,
            outcome: Outcome::Failed,
            text: recorded(trace),
            project: Some(kept.project.clone()),
            tasks: Vec::new(),
            environment: Environment::default(),
            started_ms: None,
            ended_ms: 1,
            app: Some(app),
            raw: None,
        };
        retrace(&mut report, &kept.mappings);
        report
    }

    fn unmapped(report: &Report) -> Option<&str> {
        assert_eq!((&report.raw, &report.app.as_ref().unwrap().mapping), (&None, &None), "{}", report.text);
        report.app.as_ref().unwrap().unmapped.as_deref()
    }

    #[test]
    fn the_id_in_the_trace_chooses() {
        let both = kept(&[("id/1", 1000), ("id/2", 2000)]);
        for (build, at) in [("id/1", None), ("id/1", Some(3_000_000)), ("id/2", Some(1))] {
            let crash = crash(&both, &format!("{build}/cause.trace"), at);
            assert_eq!(crash.text, recorded(&format!("{build}/cause.retraced")));
            assert_eq!(crash.raw, Some(recorded(&format!("{build}/cause.trace"))));
            assert!(crash.app.unwrap().mapping.is_some_and(|id| crash.raw.unwrap().contains(&id)));
        }
        let other = crash(&kept(&[("id/2", 2000)]), "id/1/cause.trace", Some(3_000_000));
        assert!(unmapped(&other).unwrap().starts_with("no mapping with the id "));
    }

    #[test]
    fn without_an_id_the_installed_build_chooses() {
        let both = kept(&[("file/1", 1000), ("file/2", 2000)]);
        for (build, at) in [("file/1", 1_500_000), ("file/2", 2_000_000), ("file/2", 9_000_000)] {
            let crash = crash(&both, &format!("{build}/cause.trace"), Some(at));
            assert_eq!(crash.text, recorded(&format!("{build}/cause.retraced")));
        }
        let missing = Some("no mapping of the installed build is kept");
        let built_before = crash(&both, "file/1/cause.trace", Some(500_000));
        assert_eq!(unmapped(&built_before), missing);
        let unknown = crash(&both, "file/1/cause.trace", None);
        assert_eq!(unmapped(&unknown), missing, "which of two it is, nothing tells");
        let only = crash(&kept(&[("file/1", 1000)]), "file/1/cause.trace", None);
        assert_eq!(only.text, recorded("file/1/cause.retraced"));
    }

    #[test]
    fn a_mapping_that_does_not_fit_changes_nothing() {
        let other = crash(&kept(&[("file/2", 1000)]), "file/1/cause.trace", Some(1_500_000));
        assert_eq!(unmapped(&other), Some("no mapping of the installed build is kept"));
        assert_eq!(other.text, recorded("file/1/cause.trace"));
        // A build that was not minified, of the same app.
        let debug = crash(&kept(&[("file/1", 1000)]), "file/1/cause.retraced", Some(1_500_000));
        assert_eq!(unmapped(&debug), None);
    }
}
