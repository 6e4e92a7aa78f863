//! Out of one store and into another: complete, as often as one likes, and never counted twice.

use rcad_core::model::report::Outcome;
use rcad_store::{ImportReport, RejectedLine, Store};
use rcad_testkit::FailedBuilds;

use crate::store::{Lab, analysis, report};

fn lines(store: &Store, project: Option<&str>) -> Vec<String> {
    store.export(project).unwrap().map(Result::unwrap).collect()
}

fn import(store: &Store, lines: &[String]) -> ImportReport {
    let numbered: Vec<(u64, &str)> = (1..).zip(lines.iter().map(String::as_str)).collect();
    store.import(&numbered).unwrap()
}

fn sound(store: &Store) {
    let found = store.verify().unwrap();
    assert_eq!(found.wrong, 0, "{found:#?}");
}

/// Sixty failures of many projects, some of them several times, one announced, and green builds.
fn filled() -> Lab {
    let lab = Lab::new();
    for (mut report, analysis) in FailedBuilds::new(3).take(60) {
        lab.store.put(&report, Some(&analysis), None).unwrap();
        if report.ended_ms % 3 == 0 {
            report.id.push_str("-again");
            report.ended_ms += 7;
            lab.store.put(&report, Some(&analysis), None).unwrap();
        }
        report.id.push_str("-green");
        report.outcome = Outcome::Ok;
        lab.store.put(&report, None, None).unwrap();
    }
    let newest = lab.store.list(1).unwrap().remove(0).id;
    lab.store.set_announced(&newest, 5).unwrap();
    lab
}

#[test]
fn an_empty_store_takes_everything_and_gives_the_same_again() {
    let (from, to) = (filled(), Lab::new());
    let told = lines(&from.store, None);
    let imported = import(&to.store, &told);
    let counts = from.store.counts().unwrap();
    assert_eq!((imported.added, imported.builds, &imported.bad[..]), (counts.rcas, counts.builds, &[][..]));
    assert_eq!(imported.end, Some((counts.rcas, counts.builds)));
    assert_eq!(to.store.list(usize::MAX).unwrap(), from.store.list(usize::MAX).unwrap());
    assert_eq!(to.store.counts().unwrap(), counts);
    for rca in from.store.list(usize::MAX).unwrap() {
        for report in &rca.reports {
            let report = from.store.report(report).unwrap().unwrap();
            assert_eq!(to.store.report(&report.id).unwrap().as_ref(), Some(&report));
            assert!(to.store.put(&report, None, None).unwrap().repeated, "a record that is read again stays known");
        }
    }
    assert_eq!(lines(&to.store, None), told);
    assert_ne!(to.store.identity().unwrap(), from.store.identity().unwrap(), "it is another store all the same");
    sound(&to.store);
}

#[test]
fn the_same_file_again_changes_nothing() {
    let (from, to) = (filled(), Lab::new());
    let told = lines(&from.store, None);
    let first = import(&to.store, &told);
    for store in [&to.store, &from.store] {
        let before = store.last_change().unwrap();
        let again = import(store, &told);
        assert_eq!((again.added, again.renewed, again.builds, again.unchanged), (0, 0, 0, first.added));
        assert_eq!((lines(store, None), store.last_change().unwrap()), (told.clone(), before));
    }
}

#[test]
fn half_a_file_is_worth_its_half_and_the_whole_one_completes_it() {
    let from = filled();
    let told = lines(&from.store, None);
    for cut in [1, 2, told.len() / 3, told.len() / 2, told.len() - 1] {
        let to = Lab::new();
        let half = import(&to.store, &told[..cut]);
        assert_eq!((half.end, half.bad.len()), (None, 0), "{cut}");
        sound(&to.store);
        import(&to.store, &told);
        assert_eq!(lines(&to.store, None), told, "{cut}");
        sound(&to.store);
    }
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_in() {
    let (from, to) = (filled(), Lab::new());
    let mut told = lines(&from.store, None);
    let whole = told[8].clone();
    let half = told[3].len() / 2;
    told[3].truncate(half);
    told[5] = String::new();
    told[6] = "{\"wishes\":3}".into();
    told[7] = told[0].clone();
    told[8] = whole.replacen("\"id\":\"", "\"id\":\"x", 1);
    told[9] = told[9].replacen("\"confidence\":", "\"confidence\":7", 1);
    let imported = import(&to.store, &told);
    let numbers: Vec<u64> = imported.bad.iter().map(|bad| bad.number).collect();
    assert_eq!(numbers, [4, 6, 7, 8, 9, 10], "{:#?}", imported.bad);
    assert_eq!((imported.added, imported.end), (60 - 6, Some((60, from.store.counts().unwrap().builds))));
    sound(&to.store);
}

#[test]
fn what_is_no_export_or_of_a_newer_rcad_is_refused_whole() {
    let (from, to) = (filled(), Lab::new());
    let told = lines(&from.store, None);
    let refused = |first: &str, why: &str| {
        let mut told = told.clone();
        told[0] = first.to_owned();
        let imported = import(&to.store, &told);
        let [RejectedLine { number: 1, why: found }] = &imported.bad[..] else { panic!("{imported:?}") };
        assert!(found.contains(why), "{found}");
        assert_eq!(to.store.counts().unwrap().builds, 0);
    };
    refused("BUILD FAILED", "does not begin as an export");
    refused(&told[1], "does not begin as an export");
    refused(&told[0].replace("rcad.export/1", "rcad.export/2"), "rcad.export/2");
    refused(&told[0].replace("\"version\":2", "\"version\":3"), "version 3");
    assert_eq!(import(&to.store, &[]), ImportReport::default());
}

/// The same failure on two computers; two of its builds are known to both.
#[test]
fn what_both_sides_have_is_joined_without_counting_twice() {
    let (one, other) = (Lab::new(), Lab::new());
    for (id, at) in [("a", 100), ("b", 200), ("c", 300)] {
        one.fail(id, "basket", at);
    }
    for (id, at) in [("b", 200), ("c", 300), ("d", 400), ("z", 50)] {
        let mut answer = analysis("basket");
        answer.root_cause = Some(format!("The answer of {id}."));
        other.store.put(&report(id, at), Some(&answer), None).unwrap();
    }
    let (first, second) = (lines(&one.store, None), lines(&other.store, None));
    import(&one.store, &second);
    import(&other.store, &first);
    for (name, lab) in [("one", &one), ("other", &other)] {
        let rca = lab.store.list(9).unwrap().remove(0);
        assert_eq!((rca.occurrences, rca.first_seen_ms, rca.last_seen_ms), (5, 50, 400), "{name}");
        assert_eq!(rca.analysis.root_cause.as_deref(), Some("The answer of d."), "{name}: the newer one stays");
        assert_eq!(
            (rca.last_report.as_str(), &rca.reports[..]),
            ("d", &["b", "c", "d"].map(String::from)[..]),
            "{name}"
        );
        assert_eq!(lab.store.report("a").unwrap(), None, "{name}: the oldest ones made room");
        sound(&lab.store);
    }
    assert_eq!(lines(&one.store, None), lines(&other.store, None));
}

#[test]
fn one_project_goes_alone() {
    let (from, to) = (filled(), Lab::new());
    let of = from.store.list(1).unwrap().remove(0);
    let root = of.project.clone().unwrap();
    let told = lines(&from.store, Some(&root));
    assert_eq!(told[1..], lines(&from.store, of.project_name.as_deref())[1..], "by its name as well");
    import(&to.store, &told);
    let expected: Vec<_> =
        from.store.list(99).unwrap().into_iter().filter(|rca| rca.project.as_deref() == Some(&root)).collect();
    assert!(!expected.is_empty() && expected.len() < 60);
    assert_eq!(to.store.list(99).unwrap(), expected);
    assert!(to.store.counts().unwrap().builds > expected.len() as u64, "with its green builds");
    assert_eq!(lines(&from.store, Some("none")).len(), 2, "a first and a last line");
}
