//! A row of different changes to a store, the same in every run, and what the store holds after each: the measure for a store
//! that was killed or whose disk failed in the middle.

use std::sync::LazyLock;

use rcad_core::Report;
use rcad_core::model::report::Outcome;
use rcad_store::{AnswerCache, Multipliers, PruneRule, SentRequest, Store, StoreError, Vote};

use crate::store::agent::{answer, begun, lesson, lessons, waiting};
use crate::store::disk::Disk;
use crate::store::{analysis, report};

/// Failures that take turns.
const SYMBOLS: u64 = 5;
const DAY_MS: u64 = 86_400_000;

/// The change with this number. Doing one again right after it changes nothing more.
pub fn change(store: &Store, n: u64) -> Result<(), StoreError> {
    let newest = |store: &Store| store.list(1).map(|mut list| list.pop().map(|rca| rca.id));
    // One a day, so that pruning finds something old.
    let at = n * DAY_MS;
    match n % 13 {
        3 => {
            let mut green = report(&format!("r{n}"), at);
            green.outcome = Outcome::Ok;
            store.put(&green, None, None)?;
        }
        4 => store.import(&exported(n)).map(|_| ())?,
        5 => {
            if let Some(id) = newest(store)? {
                store.set_announced(&id, at)?;
            }
        }
        6 => {
            if let Some(id) = newest(store)? {
                let vote = if n % 26 == 6 { Vote::Up } else { Vote::Down };
                let (rule, cache) = (Multipliers::default(), AnswerCache::new(1, 1));
                store.feedback(&id, vote, Some("a note"), at, &rule, &cache)?;
            }
        }
        7 => {
            let rule = PruneRule { below: 0.9, after_days: 9, ..PruneRule::default() };
            store.prune(&rule, at, &AnswerCache::new(1, 1), false)?;
        }
        8..=12 => {
            if let Some(id) = newest(store)? {
                ask(store, n, &id, at)?;
            }
        }
        _ => {
            let symbol = format!("s{}", n % SYMBOLS);
            store.put(&report(&format!("r{n}"), at), Some(&analysis(&symbol)), None)?;
        }
    }
    Ok(())
}

/// What the agent does, a step each: it is to be asked, is asked, has answered, has made a mistake; and is to be asked again.
fn ask(store: &Store, n: u64, rca: &str, at_ms: u64) -> Result<(), StoreError> {
    match n % 13 {
        9 => store.put_job(&begun(rca, at_ms)),
        10 if store.sent(rca)?.last().is_some_and(|sent| sent.at_ms == at_ms) => Ok(()),
        10 => {
            let sent = SentRequest { at_ms, server: "http://127.0.0.1:1".into(), body: format!("{{{n}}}") };
            store.put_sent(rca, &sent).map(drop)
        }
        11 => store.end_job(rca, Some(&answer(at_ms))),
        12 if lessons(store).contains(&lesson(&format!("m{n}"), "it was the other file", at_ms)) => Ok(()),
        12 => store.learn(rca, &lesson(&format!("m{n}"), "it was the other file", at_ms)),
        _ => store.put_job(&waiting(rca, "v1:any", at_ms)),
    }
}

/// What another store holds, as lines of a file with their numbers: three failures, others for another seed.
fn exported(seed: u64) -> Vec<(u64, &'static str)> {
    static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let other = Disk::default().open().unwrap();
        for n in 0..30 {
            let other_project = Some(format!("/home/dev/other-{n}"));
            let report = Report { project: other_project, ..report(&format!("other-{n}"), n * DAY_MS) };
            other.put(&report, Some(&analysis(&format!("s{}", n % SYMBOLS))), None).unwrap();
        }
        other.export(None).unwrap().map(Result::unwrap).collect()
    });
    let from = (seed * 3 % 27) as usize;
    [0].into_iter().chain(from + 1..from + 4).map(|n| (n as u64 + 1, LINES[n].as_str())).collect()
}

/// All that the store holds, after a look at whether its parts agree.
pub fn contents(store: &Store) -> Vec<String> {
    let found = store.verify().unwrap();
    assert_eq!(found.wrong, 0, "{found:#?}");
    let mut all: Vec<String> = store.export(None).unwrap().map(Result::unwrap).collect();
    all.extend(store.jobs().unwrap().iter().map(|job| format!("{job:?}")));
    all.extend(lessons(store).iter().map(|lesson| format!("{lesson:?}")));
    for rca in store.list(usize::MAX).unwrap() {
        all.extend(store.sent(&rca.id).unwrap().iter().map(|sent| format!("{sent:?}")));
    }
    all
}
