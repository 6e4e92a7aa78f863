//! The agent's jobs, answers and lessons, and what was sent.

use rcad_core::agent::lesson::{Lesson, Refuted};
use rcad_core::agent::machine::{Job, JobLimits, JobStart};
use rcad_core::agent::model::{Ability, ChatModel, ChatRole, JobMode, Message};
use rcad_core::agent::prompt::Opening;
use rcad_core::model::answer::{Answer, Claim, Ending, Factors, Style};
use rcad_core::model::environment::Environment;
use rcad_core::{Category, Report};
use rcad_store::{AnswerCache, MergeOutcome, PruneRule, SentRequest, Store, StoredJob};

use crate::store::{Lab, analysis, report};

const DAY: u64 = 86_400_000;

/// A job that was not begun.
pub fn waiting(rca: &str, fingerprint: &str, queued_ms: u64) -> StoredJob {
    StoredJob {
        rca: rca.into(),
        fingerprint: fingerprint.into(),
        queued_ms,
        model: None,
        asked: false,
        style: None,
        job: None,
        server: None,
        redaction: rcad_core::agent::redact::Redaction::default(),
    }
}

/// The same in the middle.
pub fn begun(rca: &str, queued_ms: u64) -> StoredJob {
    let model = ChatModel { name: "m".into(), digest: "sha256:1".into(), ability: Ability::default() };
    let messages = vec![Message::text(ChatRole::User, "why?")];
    let job = Job::new(JobStart {
        model,
        mode: JobMode::SingleShot,
        opening: Opening { messages, cut: Vec::new(), warnings: Vec::new() },
        context_tokens: 4096,
        answer_tokens: 100,
        style: Style::Brief,
        environment: Environment::default(),
        known: 0.5,
        simple: 0.5,
        limits: JobLimits::default(),
    });
    StoredJob { job: Some(job), server: Some("http://127.0.0.1:1".into()), ..waiting(rca, "v1:any", queued_ms) }
}

pub fn answer(made_ms: u64) -> Answer {
    Answer {
        ending: Ending::Answered,
        model: Some("m@sha256:1".into()),
        elsewhere: None,
        prompt_version: 1,
        style: Style::Brief,
        environment: Environment::default(),
        cause: vec![Claim { text: format!("It was said at {made_ms}."), cites: Vec::new() }],
        fixes: Vec::new(),
        teaching: None,
        dropped: Vec::new(),
        warnings: Vec::new(),
        confidence: 0.6,
        factors: Factors::default(),
        iterations: 1,
        tools_used: [("read_file".to_owned(), 2)].into(),
        prompt_tokens: 10,
        longest_prompt_tokens: 10,
        answer_tokens: 5,
        took_ms: 7,
        made_ms,
        steps: Vec::new(),
    }
}

pub fn lesson(model: &str, mistake: &str, last_ms: u64) -> Lesson {
    Lesson {
        model: model.into(),
        category: Category::ALL[0],
        mistake: mistake.into(),
        refuted: Refuted::ByEvidence,
        times: 1,
        last_ms,
    }
}

/// Stores a mistake made with a failure of this store.
fn learn(lab: &Lab, lesson: &Lesson) {
    let rca = lab.fail("of the lesson", "basket", 100).rca.unwrap();
    lab.store.learn(&rca, lesson).unwrap();
}

/// All mistakes with the category of [`lesson`], whoever made them.
pub fn lessons(store: &Store) -> Vec<Lesson> {
    store.lessons("", Category::ALL[0], usize::MAX, 0).unwrap()
}

fn sent(n: u64, body: &str) -> SentRequest {
    SentRequest { at_ms: n, server: "http://127.0.0.1:11434".into(), body: body.into() }
}

/// The RCAs of the queue in their order.
fn queue(store: &Store) -> Vec<String> {
    store.jobs().unwrap().into_iter().map(|job| job.rca).collect()
}

/// A failure of another project with the same fingerprint as those of [`Lab::fail`].
fn elsewhere(lab: &Lab, id: &str, symbol: &str, ended_ms: u64) -> String {
    let report = Report { project: Some("/home/dev/other".into()), ..report(id, ended_ms) };
    lab.store.put(&report, Some(&analysis(symbol)), None).unwrap().rca.unwrap()
}

fn sound(store: &Store) {
    let found = store.verify().unwrap();
    assert_eq!(found.wrong, 0, "{found:#?}");
}

#[test]
fn the_newest_failure_is_next_and_all_wait_through_a_restart() {
    let lab = Lab::new();
    let ids: Vec<String> =
        ["a", "b", "c"].iter().zip(1..).map(|(id, n)| lab.fail(id, id, n * 100).rca.unwrap()).collect();
    lab.store.put_job(&waiting(&ids[0], "v1:a", 100)).unwrap();
    lab.store.put_job(&begun(&ids[2], 300)).unwrap();
    lab.store.put_job(&waiting(&ids[1], "v1:b", 200)).unwrap();
    let before = lab.store.jobs().unwrap();
    assert_eq!(queue(&lab.store), [&*ids[2], &ids[1], &ids[0]]);
    assert_eq!(before[0], begun(&ids[2], 300), "how far it was, with what was said");
    let lab = lab.reopen();
    assert_eq!(lab.store.jobs().unwrap(), before);
    sound(&lab.store);
}

#[test]
fn a_failure_is_queued_once_where_it_was_seen_last() {
    let lab = Lab::new();
    let here = lab.fail("a", "basket", 100).rca.unwrap();
    let there = elsewhere(&lab, "b", "basket", 200);
    let other = lab.fail("c", "till", 50).rca.unwrap();
    let wished = StoredJob { model: Some("m".into()), style: Some(Style::Teach), ..waiting(&here, "v1:basket", 100) };
    lab.store.put_job(&wished).unwrap();
    lab.store.put_job(&waiting(&other, "v1:till", 50)).unwrap();
    lab.store.put_job(&waiting(&here, "v1:basket", 150)).unwrap();
    lab.store.put_job(&waiting(&here, "v1:basket", 120)).unwrap();
    let jobs = lab.store.jobs().unwrap();
    assert_eq!((jobs.len(), jobs[0].queued_ms), (2, 150), "an older report that is read later changes nothing");
    assert_eq!((jobs[0].model.as_deref(), jobs[0].style), (Some("m"), Some(Style::Teach)), "still wished");
    lab.store.put_job(&waiting(&there, "v1:basket", 200)).unwrap();
    assert_eq!(queue(&lab.store), [&*there, &other], "the same in another project takes its place");
    lab.store.put_job(&waiting(&here, "v1:basket", 199)).unwrap();
    assert_eq!(queue(&lab.store), [&*there, &other]);
}

#[test]
fn a_job_that_was_begun_is_not_displaced() {
    let lab = Lab::new();
    let here = lab.fail("a", "basket", 100).rca.unwrap();
    let there = elsewhere(&lab, "b", "basket", 200);
    let job = StoredJob { fingerprint: "v1:basket".into(), ..begun(&here, 100) };
    lab.store.put_job(&job).unwrap();
    lab.store.put_job(&waiting(&here, "v1:basket", 300)).unwrap();
    assert_eq!(lab.store.jobs().unwrap(), [job]);
    lab.store.put_job(&waiting(&there, "v1:basket", 200)).unwrap();
    assert_eq!(queue(&lab.store), [there, here]);
}

#[test]
fn an_end_keeps_the_answer_and_tells_of_it() {
    let lab = Lab::new();
    let id = lab.fail("a", "basket", 100).rca.unwrap();
    lab.store.put_job(&begun(&id, 100)).unwrap();
    let change = lab.store.last_change().unwrap();
    lab.store.end_job(&id, Some(&answer(500))).unwrap();
    let changed = lab.store.changes_since(change, 9).unwrap();
    assert_eq!(changed.len(), 1, "what is derived from it hears of it");
    let rules = changed[0].rca.as_ref().unwrap().analysis.clone();
    assert_eq!(rules.root_cause, analysis("basket").root_cause, "the rules' answer stays as it was");
    let lab = lab.reopen();
    assert_eq!(lab.store.get(&id).unwrap().unwrap().agent.as_deref(), Some(&answer(500)));
    assert!(lab.store.jobs().unwrap().is_empty());
    lab.store.put_job(&begun(&id, 100)).unwrap();
    lab.store.end_job(&id, None).unwrap();
    assert_eq!(lab.store.get(&id).unwrap().unwrap().agent.as_deref(), Some(&answer(500)), "ended without one");
    assert!(lab.store.jobs().unwrap().is_empty());
    lab.fail("b", "basket", 900);
    assert_eq!(lab.store.get(&id).unwrap().unwrap().agent.as_deref(), Some(&answer(500)), "a later build keeps it");
    lab.store.end_job("000000000000", Some(&answer(1))).unwrap();
    assert_eq!(lab.list().len(), 1, "an RCA that is not there is not made");
}

#[test]
fn what_belongs_to_an_rca_goes_with_it() {
    let lab = Lab::new();
    let (old, new) = (lab.fail("a", "basket", DAY).rca.unwrap(), lab.fail("b", "till", 900 * DAY).rca.unwrap());
    for id in [&old, &new] {
        lab.store.put_job(&begun(id, DAY)).unwrap();
        lab.store.put_sent(id, &sent(1, "{}")).unwrap();
    }
    let rule = PruneRule { below: 1.1, ..PruneRule::default() };
    let pruned = lab.store.prune(&rule, 901 * DAY, &AnswerCache::new(1, 1), false).unwrap();
    assert_eq!(pruned.removed, [&*old]);
    assert_eq!((queue(&lab.store), lab.store.sent(&old).unwrap()), (vec![new.clone()], vec![]));
    assert_eq!(lab.store.sent(&new).unwrap().len(), 1);
    lab.store.put_job(&begun(&old, DAY)).unwrap();
    assert!(!lab.store.put_sent(&old, &sent(2, "{}")).unwrap(), "whoever sends is told that it is not recorded");
    assert_eq!((queue(&lab.store), lab.store.sent(&old).unwrap()), (vec![new], vec![]), "nothing comes back");
    sound(&lab.store);
}

#[test]
fn failures_that_are_merged_are_asked_about_once() {
    let lab = Lab::new();
    let (one, other) = (lab.fail("a", "basket", 100).rca.unwrap(), elsewhere(&lab, "b", "Basket", 200));
    let mut same = analysis("basket");
    same.fingerprint = Some("v1:Basket".into());
    let again = Report { project: Some("/home/dev/other".into()), ..report("c", 200) };
    lab.store.put(&again, Some(&same), None).unwrap();
    lab.store.put_job(&waiting(&one, "v1:basket", 100)).unwrap();
    lab.store.put_job(&waiting(&other, "v1:Basket", 200)).unwrap();
    assert_eq!(queue(&lab.store).len(), 2);
    assert_eq!(lab.store.merge(&one, &other).unwrap(), MergeOutcome::Done);
    assert_eq!(queue(&lab.store), [&*other]);
    lab.store.put_job(&waiting(&one, "v1:basket", 300)).unwrap();
    assert_eq!(queue(&lab.store), [&*one], "and stay one");
    assert_eq!(lab.store.split(&one, &other).unwrap(), MergeOutcome::Done);
    lab.store.put_job(&waiting(&other, "v1:Basket", 400)).unwrap();
    assert_eq!(queue(&lab.store), [other, one]);
}

#[test]
fn of_what_was_sent_the_newest_is_kept_byte_for_byte() {
    let lab = Lab::new();
    let (id, other) = (lab.fail("a", "basket", 100).rca.unwrap(), lab.fail("b", "till", 100).rca.unwrap());
    let body = |n: u64| format!("{{ \"model\":\"m\",\n\"n\": {n:03}, \"text\":\"\\u00e4 ä\\n\"}}");
    assert!(lab.store.put_sent(&other, &sent(0, "{}")).unwrap());
    for n in 0..25 {
        lab.store.put_sent(&id, &sent(n, &body(n))).unwrap();
    }
    let lab = lab.reopen();
    assert_eq!(lab.store.sent(&id).unwrap(), (5..25).map(|n| sent(n, &body(n))).collect::<Vec<_>>());
    assert_eq!(lab.store.sent(&other).unwrap().len(), 1, "each RCA has its own");
}

/// Text that does not get small by packing.
fn noise(seed: u64, length: usize) -> String {
    let mut state = seed;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'0' + (state >> 58) as u8)
    };
    (0..length).map(|_| letter()).collect()
}

#[test]
fn what_was_sent_stays_within_its_bytes() {
    let lab = Lab::new();
    let id = lab.fail("a", "basket", 100).rca.unwrap();
    for n in 0..6 {
        lab.store.put_sent(&id, &sent(n, &noise(n, 700_000))).unwrap();
    }
    let kept: Vec<u64> = lab.store.sent(&id).unwrap().iter().map(|sent| sent.at_ms).collect();
    assert!(kept.len() < 6 && kept.len() >= 2 && kept.last() == Some(&5), "{kept:?}");
    lab.store.put_sent(&id, &sent(9, &noise(9, 4_000_000))).unwrap();
    let kept = lab.store.sent(&id).unwrap();
    assert!(kept.len() == 1 && kept[0].body.len() == 4_000_000, "one that is too large alone is kept, alone");
}

#[test]
fn a_store_that_is_too_large_drops_what_was_sent_first() {
    let lab = Lab::new();
    let ids: Vec<String> = (1..=4).map(|n| lab.fail(&format!("r{n}"), &format!("s{n}"), n).rca.unwrap()).collect();
    for id in &ids {
        for n in 0..10 {
            lab.store.put_sent(id, &sent(n, &noise(n, 20_000))).unwrap();
        }
    }
    let gone = lab.store.keep_below(500 << 10).unwrap();
    assert!(gone.sent > 0 && gone.sent < 40 && gone.reports == 0 && gone.rcas == 0, "{gone:?}");
    assert!(lab.store.sent(&ids[0]).unwrap().is_empty(), "the oldest");
    assert_eq!(lab.store.sent(&ids[3]).unwrap().len(), 10);
    assert_eq!(lab.store.trimmed().unwrap(), gone);
    sound(&lab.store);
}

#[test]
fn the_same_mistake_is_counted() {
    let lab = Lab::new();
    learn(&lab, &lesson("m", "The version 1.2 is not in line 7.", 100));
    learn(&lab, &lesson("m", "the version 1.3 is NOT in  line 12", 300));
    learn(&lab, &Lesson { refuted: Refuted::ByPerson, ..lesson("m", "The version 1.2 is not in line 7.", 200) });
    learn(&lab, &lesson("m", "The version is in line 7.", 100));
    learn(&lab, &lesson("n", "The version 1.2 is not in line 7.", 100));
    let elsewhere = Lesson { category: Category::ALL[1], ..lesson("m", "The version 1.2 is not in line 7.", 100) };
    learn(&lab, &elsewhere);
    let lab = lab.reopen();
    let found = lab.store.lessons("m", Category::ALL[0], 9, 300).unwrap();
    let told: Vec<_> = found.iter().map(|l| (&*l.model, &*l.mistake, l.times, l.last_ms, l.refuted)).collect();
    let (by_person, by_evidence) = (Refuted::ByPerson, Refuted::ByEvidence);
    assert_eq!(
        told,
        [
            ("m", "the version 1.3 is NOT in  line 12", 3, 300, by_person),
            ("m", "The version is in line 7.", 1, 100, by_evidence),
            ("n", "The version 1.2 is not in line 7.", 1, 100, by_evidence),
        ],
        "other words, another model and another category are other mistakes"
    );
    assert_eq!(lab.store.lessons("m", Category::ALL[1], 9, 300).unwrap(), [elsewhere]);
    assert_eq!(lab.store.lessons("m", Category::ALL[0], 1, 300).unwrap().len(), 1);
    assert_eq!(lab.store.forget_lessons("m").unwrap(), 3);
    assert_eq!(lessons(&lab.store).iter().map(|l| &*l.model).collect::<Vec<_>>(), ["n"]);
}

#[test]
fn a_mistake_counts_less_the_longer_it_was_not_made() {
    let lab = Lab::new();
    learn(&lab, &Lesson { times: 4, ..lesson("m", "often", 0) });
    learn(&lab, &lesson("m", "lately", 90 * DAY));
    let first = |now: u64| lab.store.lessons("m", Category::ALL[0], 1, now).unwrap().remove(0).mistake;
    assert_eq!(first(0), "often");
    assert_eq!(first(90 * DAY), "lately", "four times, halved three times");
    learn(&lab, &lesson("other", "of another model, seen by all", 90 * DAY));
    assert_eq!(lessons(&lab.store).len(), 3);
    let of_other = lab.store.lessons("other", Category::ALL[0], 1, 0).unwrap().remove(0);
    assert_eq!(of_other.model, "other", "one's own come first");
}

#[test]
fn the_least_relevant_of_too_many_mistakes_are_forgotten() {
    let lab = Lab::new();
    learn(&lab, &Lesson { times: 9, ..lesson("m", "often, long ago", 1) });
    let vote =
        |n: u64| format!("mistake {}", char::from(b'a' + (n / 26) as u8).to_string() + &"x".repeat(n as usize % 26));
    for n in 0..220 {
        learn(&lab, &lesson("m", &vote(n), 100 + n));
    }
    let kept = lessons(&lab.store);
    assert_eq!(kept.len(), 200);
    let has = |mistake: &str| kept.iter().any(|lesson| lesson.mistake == mistake);
    assert!(has("often, long ago") && has(&vote(219)) && !has(&vote(0)), "the oldest of those made once went");
}

#[test]
fn what_was_found_out_about_a_model_is_kept_by_its_digest() {
    let lab = Lab::new();
    let able = Ability { context_length: 40960, tokens_per_second: Some(12.5), probe: 1, ..Ability::default() };
    lab.store.set_ability("sha256:1", &able).unwrap();
    let better = Ability { calls_tools: true, ..able.clone() };
    lab.store.set_ability("sha256:2", &able).unwrap();
    lab.store.set_ability("sha256:2", &better).unwrap();
    let lab = lab.reopen();
    assert_eq!(lab.store.ability("sha256:1").unwrap(), Some(able));
    assert_eq!(lab.store.ability("sha256:2").unwrap(), Some(better));
    assert_eq!(lab.store.ability("sha256:3").unwrap(), None);
}

#[test]
fn an_answer_goes_out_and_comes_in_with_its_rca() {
    let (from, to) = (Lab::new(), Lab::new());
    let id = from.fail("a", "basket", 100).rca.unwrap();
    let import = |from: &Store, to: &Store| {
        let lines: Vec<String> = from.export(None).unwrap().map(Result::unwrap).collect();
        let numbered: Vec<(u64, &str)> = (1..).zip(lines.iter().map(String::as_str)).collect();
        let imported = to.import(&numbered).unwrap();
        assert!(imported.bad.is_empty(), "{imported:?}");
        imported
    };
    let has = |lab: &Lab| lab.store.get(&id).unwrap().unwrap().agent.map(|answer| answer.made_ms);
    from.store.end_job(&id, Some(&answer(500))).unwrap();
    import(&from.store, &to.store);
    assert_eq!(has(&to), Some(500));
    from.store.end_job(&id, Some(&answer(700))).unwrap();
    assert_eq!(import(&from.store, &to.store).renewed, 1);
    assert_eq!(has(&to), Some(700), "the later one");
    to.store.end_job(&id, Some(&answer(900))).unwrap();
    assert_eq!(import(&from.store, &to.store).unchanged, 1);
    assert_eq!(has(&to), Some(900), "stays");
}
