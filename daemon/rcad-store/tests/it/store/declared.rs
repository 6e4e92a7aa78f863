//! What projects declare at their green builds, and what changed with each.

use rcad_core::Report;
use rcad_core::model::report::Outcome;
use rcad_core::project::overview::changes::in_words;

use super::fixtures::minify;
use super::{Lab, report};

const ROOT: &str = "/home/dev/app";

impl Lab {
    /// A green build that ended then, of a project that declares this.
    fn green(&self, id: &str, at_ms: u64, minified: &str) {
        self.store.put(&Report { outcome: Outcome::Ok, ..report(id, at_ms) }, None, None).unwrap();
        self.store.add_declared(id, ROOT, at_ms, &[minify(minified)]).unwrap();
    }

    fn changes(&self, id: &str) -> Option<String> {
        in_words(&self.store.build(id).unwrap().unwrap().changes)
    }
}

#[test]
fn each_green_build_is_compared_with_the_one_before() {
    let lab = Lab::new();
    lab.green("a", 1_000, "false");
    lab.green("b", 2_000, "false");
    let lab = lab.reopen();
    lab.green("c", 3_000, "true");
    lab.green("d", 4_000, "true");
    let told: Vec<Option<String>> = ["a", "b", "c", "d"].iter().map(|id| lab.changes(id)).collect();
    assert_eq!(told, [None, None, Some("switched on minify for release in :app".to_owned()), None]);
}

#[test]
fn a_build_that_is_taken_late_or_is_not_stored_changes_nothing() {
    let lab = Lab::new();
    lab.green("b", 2_000, "true");
    lab.green("a", 1_000, "false");
    lab.green("c", 3_000, "true");
    assert_eq!((lab.changes("a"), lab.changes("c")), (None, None));
    lab.store.add_declared("unknown", ROOT, 4_000, &[minify("false")]).unwrap();
    assert_eq!(lab.store.build("unknown").unwrap(), None);
}
