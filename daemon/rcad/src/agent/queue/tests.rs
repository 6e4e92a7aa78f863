//! The queue with a real store, without a daemon and without a model.

use rcad_core::model::answer::Ending;
use rcad_core::model::environment::Environment;
use rcad_core::model::report::{Origin, Outcome};
use rcad_core::{Report, parse};

use super::{Arc, Instant, JobQueue, MAX_AGE_MS, MAX_WAITING, NextJob, RETRY_AFTER, Store, StoredJob};
use crate::agent::job_events::JobEvents;
use crate::line::reason;
use crate::protocol::agent::JobEvent;

const NOW_MS: u64 = 1_800_000_000_000;

struct Lab {
    queue: JobQueue,
    store: Arc<Store>,
    events: Arc<JobEvents>,
    start: Instant,
    _dir: tempfile::TempDir,
}

impl Lab {
    fn new() -> Lab {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&dir.path().join("rca.redb")).unwrap());
        let events = Arc::<JobEvents>::default();
        let queue = JobQueue::new(store.clone(), events.clone());
        Lab { queue, store, events, start: Instant::now(), _dir: dir }
    }

    /// Stores a failure unlike any other. Returns its id.
    fn failure(&self, n: u64) -> String {
        let text = format!("e: file:///p/src/A{n}.kt:3:5 Unresolved reference: name{n}\n");
        let report = Report {
            id: n.to_string(),
            origin: Origin::Hook,
            outcome: Outcome::Failed,
            text,
            project: Some("/p".into()),
            tasks: Vec::new(),
            environment: Environment::default(),
            started_ms: None,
            ended_ms: NOW_MS + n,
            app: None,
            raw: None,
        };
        let (analysis, _) = reason::explain(&report, None, parse::parse(&report.text)).unwrap();
        self.store.put(&report, Some(&analysis), None).unwrap().rca.unwrap()
    }

    fn queued(&self, n: u64, model: Option<&str>, asked: bool) -> String {
        let rca = self.failure(n);
        self.queue.put(&job(&rca, NOW_MS + n, model, asked)).unwrap();
        rca
    }

    /// The RCA of the next job, this many seconds after the start.
    fn next(&self, seconds: u64) -> Option<StoredJob> {
        let now = self.start + std::time::Duration::from_secs(seconds);
        match self.queue.take(now, NOW_MS + seconds * 1000).unwrap() {
            NextJob::Job(taken) => Some(taken.job),
            NextJob::Later(_) | NextJob::Empty => None,
        }
    }
}

fn job(rca: &str, queued_ms: u64, model: Option<&str>, asked: bool) -> StoredJob {
    StoredJob {
        rca: rca.to_owned(),
        fingerprint: format!("of {rca}"),
        queued_ms,
        model: model.map(str::to_owned),
        asked,
        style: None,
        job: None,
        server: None,
        redaction: rcad_core::agent::redact::Redaction::new(None),
    }
}

/// The events of an RCA's job up to its end, which must have been sent.
async fn heard(mut listener: crate::agent::job_events::JobListener) -> Vec<JobEvent> {
    let mut all = Vec::new();
    loop {
        tokio::select! {
            biased;
            more = listener.next() => match more {
                Some(more) => all.extend(more),
                None => return all,
            },
            () = std::future::ready(()) => panic!("no end was sent after {all:?}"),
        }
    }
}

#[test]
fn what_a_person_asked_for_is_first_then_the_newest_failure() {
    let lab = Lab::new();
    let (old, asked, new) = (lab.queued(1, None, false), lab.queued(2, None, true), lab.queued(3, None, false));
    for expected in [asked, new, old] {
        let job = lab.next(0).unwrap();
        assert_eq!(job.rca, expected);
        lab.queue.end(&job.rca, None, Ending::Answered, 0.5).unwrap();
    }
    assert!(lab.next(0).is_none());
}

#[test]
fn a_job_whose_server_is_down_does_not_keep_the_others_waiting() {
    let lab = Lab::new();
    let (first, second) = (lab.queued(1, None, false), lab.queued(2, Some("x@down"), true));
    let job = lab.next(0).unwrap();
    assert_eq!(job.rca, second);
    lab.queue.hold(&job, "no server answers", true, lab.start);
    assert_eq!(lab.queue.hold_reason(&second).unwrap().as_deref(), Some("no server answers"));
    let next = lab.next(1).expect("the other job's turn");
    assert_eq!(next.rca, first);
    lab.queue.end(&first, None, Ending::Answered, 0.5).unwrap();
    assert!(lab.next(2).is_none(), "it is held");
    assert_eq!(lab.next(RETRY_AFTER.as_secs()).unwrap().rca, second, "it is tried again");
}

#[test]
fn jobs_wait_unsaid_for_a_server_that_nobody_asked_for() {
    let lab = Lab::new();
    lab.queued(1, None, false);
    let job = lab.next(0).unwrap();
    lab.queue.hold(&job, "no server answers", true, lab.start);
    let working = lab.queue.working().unwrap();
    assert_eq!((working.waiting, working.waiting_for, working.running), (0, None, None));
    lab.queued(2, None, true);
    assert_eq!(lab.queue.working().unwrap().waiting, 2, "and now somebody has asked");
}

#[test]
fn a_job_can_be_cancelled_from_the_moment_it_is_taken() {
    let lab = Lab::new();
    let rca = lab.queued(1, None, false);
    let NextJob::Job(taken) = lab.queue.take(lab.start, NOW_MS).unwrap() else { panic!("no job") };
    assert!(lab.queue.cancel(&rca).unwrap());
    assert!(taken.cancelled.is_requested());
    // The runner notices this before it asks a model, and ends the job.
    assert!(lab.store.jobs().unwrap().len() == 1);
    lab.queue.end(&rca, None, Ending::Cancelled, 0.0).unwrap();
    assert!(!lab.queue.cancel(&rca).unwrap());
}

#[tokio::test]
async fn who_follows_a_job_that_is_displaced_stale_or_cancelled_hears_its_end() {
    let lab = Lab::new();
    let ids: Vec<String> = (0..=MAX_WAITING as u64).map(|n| lab.queued(n, None, false)).collect();
    let listener = lab.events.subscribe(&ids[0]).1;
    lab.next(0).unwrap();
    assert!(
        matches!(&heard(listener).await[..], [JobEvent::Ended { how: Ending::GaveUp { why }, .. }] if why.contains("newer"))
    );
    lab.queue.release();

    let listener = lab.events.subscribe(&ids[1]).1;
    assert!(lab.queue.cancel(&ids[1]).unwrap());
    assert!(matches!(heard(listener).await[..], [JobEvent::Ended { how: Ending::Cancelled, .. }]));

    let listener = lab.events.subscribe(&ids[2]).1;
    assert!(lab.next(MAX_AGE_MS / 1000 + 60).is_none());
    assert!(
        matches!(&heard(listener).await[..], [JobEvent::Ended { how: Ending::GaveUp { why }, .. }] if why.contains("day"))
    );
    assert!(lab.store.jobs().unwrap().is_empty());
}

#[test]
fn what_a_person_asked_for_is_not_displaced() {
    let lab = Lab::new();
    let asked = lab.queued(0, Some("x@down"), true);
    for n in 1..=MAX_WAITING as u64 + 5 {
        lab.queued(n, None, false);
    }
    assert_eq!(lab.next(0).unwrap().rca, asked);
    assert_eq!(lab.store.jobs().unwrap().len(), MAX_WAITING);
}

#[tokio::test]
async fn a_job_in_hand_when_the_worker_failed_is_given_up_once() {
    let lab = Lab::new();
    let rca = lab.queued(1, None, false);
    let listener = lab.events.subscribe(&rca).1;
    lab.next(0).unwrap();
    lab.queue.give_up_abandoned().unwrap();
    assert!(matches!(&heard(listener).await[..], [JobEvent::Ended { how: Ending::GaveUp { .. }, .. }]));
    assert!(lab.store.jobs().unwrap().is_empty());
    lab.queue.give_up_abandoned().unwrap();
}

#[test]
fn the_job_of_a_deleted_failure_is_cancelled() {
    let lab = Lab::new();
    let rca = lab.queued(1, None, false);
    let NextJob::Job(taken) = lab.queue.take(lab.start, NOW_MS).unwrap() else { panic!("no job") };
    lab.queue.cancel_deleted().unwrap();
    assert!(!taken.cancelled.is_requested(), "it is still there");
    lab.store.delete(&rca, &rcad_store::AnswerCache::new(0, 0)).unwrap();
    lab.queue.cancel_deleted().unwrap();
    assert!(taken.cancelled.is_requested());
}
