//! A store that the last program of schema 1 has written becomes one of today, with everything in it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use rcad_core::Report;
use rcad_store::{Rca, Store};
use serde_json::Value;

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/store-v1").join(name)
}

/// The bytes of the store that schema 1 left.
pub fn schema_1() -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(&fs::read(testdata("rca.redb.gz")).unwrap()[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// All that the old program told of its store, and what it did not show: builds and reports.
pub fn is_complete(store: &Store) {
    let told: Vec<Value> = serde_json::from_slice(&fs::read(testdata("list.json")).unwrap()).unwrap();
    let rcas = store.list(usize::MAX).unwrap();
    assert_eq!(rcas.len(), told.len());
    for (rca, told) in rcas.iter().zip(&told) {
        assert_eq!(
            (rca.v, rca.id.as_str(), rca.occurrences),
            (2, text(&told["id"]), told["occurrences"].as_u64().unwrap())
        );
        let analysis = &rca.analysis;
        assert_eq!(analysis.root_cause.as_deref(), told["root_cause"].as_str());
        assert_eq!(analysis.fingerprint.as_deref(), told["fingerprint"].as_str());
        assert_eq!(analysis.primary().unwrap().category.id(), text(&told["category"]));
        assert_eq!(
            (rca.project.as_deref(), analysis.confidence),
            (told["project"].as_str(), told["confidence"].as_f64().unwrap())
        );
        assert_eq!((rca.user_validated, rca.feedback.len(), rca.merged.len()), (false, 0, 0));
        assert_eq!(
            store
                .with_fingerprint(analysis.fingerprint.as_deref().unwrap())
                .unwrap()
                .iter()
                .filter(|r| *r == rca)
                .count(),
            1
        );
        assert_eq!(rca.reports.len() as u64, rca.occurrences, "all of them are kept until newer ones come");
        assert_eq!(rca.reports.last(), Some(&rca.last_report), "in the order in which the builds ended");
        for id in &rca.reports {
            let report = store.report(id).unwrap().unwrap();
            assert!(report.text.len() > 100 && store.put(&report, None, None).unwrap().repeated);
        }
    }
    assert_eq!(store.counts().unwrap().builds, 11);
    let found = store.verify().unwrap();
    assert_eq!((found.wrong, found.builds), (0, 11), "{found:#?}");
    let changes = store.changes_since(0, usize::MAX).unwrap();
    let newest_first: Vec<_> = changes.into_iter().rev().map(|change| change.rca.unwrap()).collect();
    assert_eq!(newest_first, rcas, "each is told to whoever derives something from it");
    assert_ne!(store.identity().unwrap(), 0);
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn a_store_of_schema_1_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    fs::write(&path, schema_1()).unwrap();
    let store = Store::open(&path).unwrap();
    is_complete(&store);
    let (identity, change) = (store.identity().unwrap(), store.last_change().unwrap());
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!((store.identity().unwrap(), store.last_change().unwrap()), (identity, change), "once");
    is_complete(&store);
}

#[test]
fn a_build_after_the_migration_goes_on_counting() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rca.redb");
    fs::write(&path, schema_1()).unwrap();
    let store = Store::open(&path).unwrap();
    let before: Rca = store.list(1).unwrap().remove(0);
    let old = store.report(&before.last_report).unwrap().unwrap();
    let report = Report { id: "new".into(), ended_ms: old.ended_ms + 1, ..old };
    let put = store.put(&report, Some(&before.analysis), None).unwrap();
    assert_eq!((put.rca.as_ref(), put.occurrences), (Some(&before.id), before.occurrences + 1));
    let after = store.list(1).unwrap().remove(0);
    assert_eq!(after.reports.len(), 3, "the oldest ones make room now");
    assert_eq!(store.verify().unwrap().wrong, 0);
}
