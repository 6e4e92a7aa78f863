//! VectorTable in files that are whole, cut off, flipped, foreign and old; which of them filters want.

use std::fs;
use std::path::PathBuf;

use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::Language;

use super::{VectorTable, id_number, id_text};
use crate::index::passage;
use crate::{DIMENSIONS, Filters, Rca, Store};
use rcad_testkit::FailedBuilds;

const STORE: u64 = 77;

struct Lab {
    path: PathBuf,
    rcas: Vec<Rca>,
    _dir: tempfile::TempDir,
}

impl Lab {
    fn new(count: usize) -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("rca.redb")).unwrap();
        for (report, analysis) in FailedBuilds::new(5).take(count) {
            store.put(&report, Some(&analysis), None).unwrap();
        }
        Lab { path: dir.path().join("rows"), rcas: store.list(usize::MAX).unwrap(), _dir: dir }
    }

    fn open(&self) -> (VectorTable, Option<String>) {
        VectorTable::open(&self.path, STORE)
    }

    /// Rows of the first `count` RCAs, each with a vector, committed one by one.
    fn filled(&self, count: usize) -> VectorTable {
        let mut rows = self.open().0;
        rows.use_model([7; 32]);
        for (number, rca) in (1..).zip(&self.rcas[..count]) {
            self.add(&mut rows, rca);
            rows.commit(number).unwrap();
        }
        rows
    }

    fn add(&self, rows: &mut VectorTable, rca: &Rca) {
        let passage = passage::of_rca(rca);
        rows.put(rca, &passage);
        rows.set_vector(id(rca), &passage, &vector(id(rca)));
    }
}

fn id(rca: &Rca) -> u64 {
    id_number(&rca.id).unwrap()
}

/// Some vector of length 1 that `seed` determines.
fn vector(seed: u64) -> Vec<f32> {
    let mut state = seed;
    let raw: Vec<f32> = (0..DIMENSIONS)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f32::from(u8::try_from(state >> 56).unwrap()) - 127.5
        })
        .collect();
    let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
    raw.iter().map(|x| x / length).collect()
}

/// Every row of `rows` is one of the lab's, with its own vector; how many there are.
fn check(lab: &Lab, rows: &VectorTable) -> usize {
    let all = rows.nearest(&vector(1), &Filters::default(), usize::MAX / 4);
    for (found, _) in &all {
        assert!(lab.rcas.iter().any(|rca| id(rca) == *found), "{found} is nobody's");
        let itself = rows.nearest(&vector(*found), &Filters::default(), 1);
        assert!(itself[0].0 == *found && itself[0].1 > 0.99, "{itself:?} instead of {found}");
    }
    all.len()
}

#[test]
fn rows_stay() {
    let lab = Lab::new(20);
    drop(lab.filled(20));
    let (mut rows, problem) = lab.open();
    assert_eq!((rows.up_to(), rows.counts(), problem), (20, (20, 20), None));
    assert_eq!(check(&lab, &rows), 20);
    let gone = id(&lab.rcas[3]);
    rows.remove(gone);
    rows.commit(21).unwrap();
    let (rows, problem) = lab.open();
    assert_eq!((rows.up_to(), rows.counts(), problem), (21, (19, 19), None));
    assert!(rows.nearest(&vector(gone), &Filters::default(), 30).iter().all(|(id, _)| *id != gone));
    assert_eq!(rows.cosines(&vector(gone))(gone), None);
}

#[test]
fn cut_off_anywhere_it_is_a_state_of_the_past_that_goes_on() {
    let lab = Lab::new(6);
    drop(lab.filled(5));
    let whole = fs::read(&lab.path).unwrap();
    for length in 0..whole.len() {
        fs::write(&lab.path, &whole[..length]).unwrap();
        let (mut rows, problem) = lab.open();
        assert_eq!(problem.is_some(), length < super::HEADER_BYTES, "{length}: {problem:?}");
        let up_to = rows.up_to() as usize;
        assert!(check(&lab, &rows) >= up_to && up_to <= 5, "{length}");
        if length % 97 != 0 {
            continue;
        }
        for rca in &lab.rcas[up_to..] {
            lab.add(&mut rows, rca);
        }
        rows.commit(6).unwrap();
        let (rows, problem) = lab.open();
        assert_eq!((rows.up_to(), rows.counts(), problem), (6, (6, 6), None), "{length}");
        assert_eq!(check(&lab, &rows), 6);
    }
}

#[test]
fn a_flipped_bit_is_noticed_and_the_vectors_that_read_are_used_again() {
    let lab = Lab::new(3);
    drop(lab.filled(3));
    let whole = fs::read(&lab.path).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&lab.path, &bytes).unwrap();
        let (mut rows, problem) = lab.open();
        assert!(problem.is_some(), "byte {at}");
        assert_eq!((rows.up_to(), rows.counts()), (0, (0, 0)));
        if at % 61 != 0 || at < super::HEADER_BYTES {
            continue;
        }
        for rca in &lab.rcas {
            rows.put(rca, &passage::of_rca(rca));
        }
        assert!(rows.counts().1 >= 2, "byte {at}: {:?}", rows.counts());
        rows.commit(3).unwrap();
        assert_eq!(lab.open().1, None);
    }
}

#[test]
fn rows_of_another_store_start_over_and_keep_the_vectors_of_the_same_text() {
    let lab = Lab::new(4);
    drop(lab.filled(4));
    let (mut rows, problem) = VectorTable::open(&lab.path, STORE + 1);
    assert_eq!((rows.up_to(), rows.counts()), (0, (0, 0)));
    assert_eq!(problem.as_deref(), Some("the vectors are of another store"));
    rows.put(&lab.rcas[0], &passage::of_rca(&lab.rcas[0]));
    rows.put(&lab.rcas[1], "another text");
    assert_eq!(rows.counts(), (2, 1));
    rows.commit(1).unwrap();
    let (rows, problem) = VectorTable::open(&lab.path, STORE + 1);
    assert_eq!((rows.counts(), problem), ((2, 1), None));
}

#[test]
fn another_model_or_text_needs_another_vector() {
    let lab = Lab::new(2);
    let mut rows = lab.filled(2);
    let (first, second) = (&lab.rcas[0], &lab.rcas[1]);
    rows.put(first, &passage::of_rca(first));
    assert_eq!(rows.without_vector(9), [0u64; 0], "the same text");
    rows.put(first, "another text");
    assert_eq!(rows.without_vector(9), [id(first)]);
    rows.set_vector(id(first), "the text before", &vector(1));
    assert_eq!(rows.without_vector(9), [id(first)], "a vector that comes too late");
    rows.set_vector(id(first), "another text", &vector(1));
    assert_eq!(rows.without_vector(9), [0u64; 0]);
    rows.put(second, "");
    assert_eq!(rows.without_vector(9), [0u64; 0], "nothing to embed");
    rows.commit(3).unwrap();
    rows.use_model([7; 32]);
    assert_eq!(rows.counts(), (2, 1));
    rows.use_model([8; 32]);
    assert_eq!(rows.counts(), (2, 0));
    rows.commit(3).unwrap();
    assert_eq!(lab.open().0.counts(), (2, 0));
}

#[test]
fn the_file_does_not_grow_for_ever() {
    let lab = Lab::new(2);
    let mut rows = lab.filled(2);
    for number in 0..2000 {
        lab.add(&mut rows, &lab.rcas[0]);
        rows.commit(number).unwrap();
    }
    assert!(fs::metadata(&lab.path).unwrap().len() < 300 * super::RECORD_BYTES as u64);
    assert_eq!(lab.open().0.counts(), (2, 2));
}

#[test]
fn a_write_that_failed_is_made_up_for() {
    let lab = Lab::new(3);
    let mut rows = lab.filled(2);
    let bytes = fs::read(&lab.path).unwrap();
    fs::remove_file(&lab.path).unwrap();
    fs::create_dir(&lab.path).unwrap();
    lab.add(&mut rows, &lab.rcas[2]);
    assert!(rows.commit(3).is_err());
    assert_eq!(check(&lab, &rows), 3);
    fs::remove_dir(&lab.path).unwrap();
    fs::write(&lab.path, &bytes[..bytes.len() / 2]).unwrap();
    rows.commit(3).unwrap();
    let (rows, problem) = lab.open();
    assert_eq!((rows.up_to(), check(&lab, &rows), problem), (3, 3, None));
}

#[test]
fn filters_want_what_a_plain_look_at_the_rcas_wants() {
    let lab = Lab::new(300);
    let mut rows = lab.open().0;
    let mut rcas = lab.rcas.clone();
    for (n, rca) in rcas.iter_mut().enumerate() {
        rca.quality = f64::from(u32::try_from(n % 10).unwrap()) / 10.0;
        rca.analysis.engine = if n % 3 == 0 { Engine::Agent } else { Engine::Rules };
        lab.add(&mut rows, rca);
    }
    let some = &rcas[17];
    let primary = some.analysis.primary().unwrap();
    let one_each = [
        Filters { category: Some(primary.category), ..Filters::default() },
        Filters { language: Some(Language::Xml), ..Filters::default() },
        Filters { project: some.project.clone(), ..Filters::default() },
        Filters { project: some.project_name.clone(), ..Filters::default() },
        Filters { engine: Some(Engine::Agent), ..Filters::default() },
        Filters { since_ms: Some(some.last_seen_ms), ..Filters::default() },
        Filters { min_confidence: Some(some.analysis.confidence), ..Filters::default() },
        Filters { min_quality: Some(0.7), ..Filters::default() },
        Filters { project: some.project.clone(), language: Some(primary.language), ..Filters::default() },
        Filters { project: Some("/home/nobody".into()), ..Filters::default() },
    ];
    for filters in one_each {
        let mut found: Vec<u64> = rows.nearest(&vector(1), &filters, 1000).iter().map(|hit| hit.0).collect();
        let mut filter: Vec<u64> = rcas.iter().filter(|rca| filters.admits(rca)).map(id).collect();
        found.sort_unstable();
        filter.sort_unstable();
        assert_eq!(found, filter, "{filters:?}");
        assert!(filters.project.as_deref() == Some("/home/nobody") || (!filter.is_empty() && filter.len() < 300));
    }
}

#[test]
fn the_nearest_come_in_order() {
    let lab = Lab::new(200);
    let mut rows = lab.open().0;
    lab.rcas.iter().for_each(|rca| lab.add(&mut rows, rca));
    let query = vector(99);
    let mut plain: Vec<(u64, f32)> =
        lab.rcas.iter().map(|rca| (id(rca), rows.cosines(&query)(id(rca)).unwrap())).collect();
    plain.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for limit in [0, 1, 5, 50, 200, 300] {
        assert_eq!(rows.nearest(&query, &Filters::default(), limit), plain[..limit.min(200)], "{limit}");
    }
    assert_eq!(rows.nearest(&[], &Filters::default(), 5), [], "no vector");
}

#[test]
fn ids_are_twelve_hex_digits() {
    for good in ["000000000000", "0123456789ab", "ffffffffffff"] {
        assert_eq!(id_text(id_number(good).unwrap()), good);
    }
    for bad in ["", "123", "0123456789aB", "+12345678901", "0123456789abc", "0123456789äb"] {
        assert_eq!(id_number(bad), None, "{bad}");
    }
}
