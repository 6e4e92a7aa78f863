//! Looking up, listing, counting.

use rcad_core::Report;
use rcad_store::{Counts, Lookup, Rca};

use crate::store::{Lab, analysis, report};

fn one(lookup: Lookup) -> Rca {
    match lookup {
        Lookup::One(rca) => *rca,
        other => panic!("not exactly one: {other:?}"),
    }
}

#[test]
fn the_list_is_newest_first_after_updates_too() {
    let lab = Lab::new();
    let a = lab.fail("1", "a", 100).rca.unwrap();
    let b = lab.fail("2", "b", 200).rca.unwrap();
    let c = lab.fail("3", "c", 50).rca.unwrap();
    assert_eq!(lab.list(), [(b.clone(), 200), (a.clone(), 100), (c.clone(), 50)]);
    lab.fail("4", "c", 300);
    lab.fail("5", "b", 20); // Late: stays where it is.
    let expected = [(c, 300), (b, 200), (a, 100)];
    assert_eq!(lab.list(), expected);
    let lab = lab.reopen();
    assert_eq!(lab.list(), expected);
    assert_eq!(lab.store.list(2).unwrap().len(), 2);
    assert_eq!(lab.store.list(0).unwrap().len(), 0);
    assert_eq!(lab.store.counts().unwrap(), Counts { rcas: 3, builds: 5, crashes: 0 });
}

#[test]
fn rcas_of_the_same_moment_are_all_listed() {
    let lab = Lab::new();
    for symbol in ["a", "b", "c"] {
        lab.fail(symbol, symbol, 100);
    }
    lab.fail("d", "b", 100);
    assert_eq!(lab.list().len(), 3);
}

#[test]
fn an_rca_is_found_by_id_prefix_and_last() {
    let lab = Lab::new();
    assert_eq!(lab.store.find("last").unwrap(), Lookup::None);
    assert_eq!(lab.store.find("a").unwrap(), Lookup::None);
    // More RCAs than there are hexadecimal digits: two ids begin alike.
    for n in 0..40 {
        lab.fail(&format!("r{n}"), &format!("s{n}"), n);
    }
    let ids: Vec<String> = lab.list().into_iter().map(|(id, _)| id).collect();
    assert_eq!(one(lab.store.find("last").unwrap()).id, ids[0]);
    for id in &ids {
        assert_eq!(one(lab.store.find(id).unwrap()).id, *id);
        for length in 1..id.len() {
            let prefix = &id[..length];
            let mut same: Vec<String> = ids.iter().filter(|other| other.starts_with(prefix)).cloned().collect();
            same.sort();
            match lab.store.find(prefix).unwrap() {
                Lookup::Ambiguous(found) => assert!(same.len() > 1 && same.starts_with(&found), "{prefix}: {found:?}"),
                found => assert_eq!((same, one(found).id), (vec![id.clone()], id.clone())),
            }
        }
    }
    for name in ["", "xyz", "LAST", &format!("{}0", ids[0])] {
        assert_eq!(lab.store.find(name).unwrap(), Lookup::None, "{name:?}");
    }
    assert!(lab.store.get(&ids[0][..11]).unwrap().is_none(), "a prefix is no id");
}

#[test]
fn a_mistake_is_one_rca_a_project_with_one_fingerprint() {
    let lab = Lab::new();
    let there = Report { project: Some("/home/dev/shop".into()), ..report("2", 200) };
    let nowhere = Report { project: None, ..report("3", 300) };
    let mut ids = vec![lab.fail("1", "basket", 100).rca.unwrap()];
    for report in [there, nowhere] {
        let put = lab.store.put(&report, Some(&analysis("basket")), None).unwrap();
        assert_eq!(put.occurrences, 1);
        ids.push(put.rca.unwrap());
    }
    lab.fail("4", "till", 400);
    lab.fail("5", "basket", 500);
    let mut found: Vec<(String, u64)> =
        lab.store.with_fingerprint("v1:basket").unwrap().into_iter().map(|rca| (rca.id, rca.occurrences)).collect();
    let mut expected: Vec<(String, u64)> = ids.into_iter().zip([2, 1, 1]).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert!(lab.store.with_fingerprint("v1:").unwrap().is_empty());
}
