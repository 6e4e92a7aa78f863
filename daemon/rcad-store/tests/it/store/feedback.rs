//! What a person's vote does to an answer, and for how long.

use rcad_core::model::analysis::Engine;
use rcad_core::model::environment::Environment;
use rcad_core::{Analysis, Report};
use rcad_store::{AnswerCache, CacheKey, CachedAnswer, FeedbackResult, Multipliers, PruneRule, Rca, Vote};

use crate::store::{Lab, analysis, report};

/// A store with one RCA whose answer is sure by `confidence`, a cache that holds it, and its id.
struct Judged {
    lab: Lab,
    cache: AnswerCache,
    id: String,
}

impl Judged {
    fn new(confidence: f64) -> Judged {
        let lab = Lab::new();
        let id = lab.store.put(&report("a", 100), Some(&sure(confidence)), None).unwrap().rca.unwrap();
        Judged { lab, cache: AnswerCache::new(9, 1_000_000), id }
    }

    fn say(&self, vote: Vote, note: Option<&str>) -> FeedbackResult {
        let said = self.lab.store.feedback(&self.id, vote, note, 500, &Multipliers::default(), &self.cache);
        said.unwrap().unwrap()
    }

    fn rca(&self) -> Rca {
        self.lab.store.get(&self.id).unwrap().unwrap()
    }

    /// Another build that ends in it, with this answer.
    fn build(&self, report_id: &str, at: u64, analysis: &Analysis) {
        let put = self.lab.store.put(&report(report_id, at), Some(analysis), None).unwrap();
        assert_eq!(put.rca.as_deref(), Some(self.id.as_str()));
    }

    fn keep_in_memory(&self) -> CacheKey {
        let key = CacheKey {
            fingerprint: "v1:basket".into(),
            environment: Environment::default(),
            model: None,
            prompt_version: 0,
        };
        self.cache.put(&key, CachedAnswer { rca: self.id.clone(), analysis: self.rca().analysis }, 100);
        key
    }
}

fn sure(confidence: f64) -> Analysis {
    Analysis { confidence, ..analysis("basket") }
}

#[track_caller]
fn near(found: f64, right: f64) {
    assert!((found - right).abs() < 1e-9, "{found} for {right}");
}

#[test]
fn up_multiplies_to_the_ceiling_and_down_to_the_floor() {
    for (confidence, vote, right) in [
        (0.5, Vote::Up, 0.6),
        (0.9, Vote::Up, 1.0),
        (1.0, Vote::Up, 1.0),
        (0.9, Vote::Down, 0.45),
        (0.15, Vote::Down, 0.1),
        (0.04, Vote::Down, 0.04), // Below the floor already: a bad vote must not raise it.
    ] {
        let judged = Judged::new(confidence);
        let said = judged.say(vote, Some("so it is"));
        near(said.previous_confidence, confidence);
        near(said.new_confidence, right);
        let rca = judged.rca();
        near(rca.analysis.confidence, right);
        assert_eq!((said.rca_id, said.vote, said.at_ms, said.repeated), (rca.id, vote, 500, false));
        near(said.quality_score, rca.quality);
        assert_eq!(rca.user_validated, vote == Vote::Up);
        assert_eq!(rca.feedback[0].note.as_deref(), Some("so it is"));
        assert_eq!(rca.updated_ms, 500);
    }
}

#[test]
fn every_multiplier_can_be_set() {
    let judged = Judged::new(0.5);
    let mild = Multipliers { up: 1.1, down: 0.9, ceiling: 0.52, floor: 0.48 };
    let say = |vote| judged.lab.store.feedback(&judged.id, vote, None, 1, &mild, &judged.cache).unwrap().unwrap();
    near(say(Vote::Up).new_confidence, 0.52);
    near(say(Vote::Down).new_confidence, 0.48);
}

#[test]
fn the_same_word_again_changes_only_the_note() {
    let judged = Judged::new(0.5);
    judged.say(Vote::Up, Some("first"));
    let again = judged.say(Vote::Up, None);
    assert!(again.repeated);
    near(again.previous_confidence, 0.6);
    near(again.new_confidence, 0.6);
    assert_eq!(judged.rca().feedback.len(), 1);
    assert_eq!(judged.rca().feedback[0].note.as_deref(), Some("first"));
    judged.say(Vote::Up, Some("second"));
    assert_eq!(judged.rca().feedback[0].note.as_deref(), Some("second"));
}

#[test]
fn a_changed_mind_counts_as_if_the_first_word_had_never_been() {
    let judged = Judged::new(0.9);
    near(judged.say(Vote::Up, None).new_confidence, 1.0);
    let down = judged.say(Vote::Down, None);
    near(down.previous_confidence, 1.0);
    near(down.new_confidence, 0.45);
    assert!(!down.repeated && !judged.rca().user_validated);
    near(judged.say(Vote::Up, None).new_confidence, 1.0);
    assert!(judged.rca().user_validated);
    assert_eq!(judged.rca().feedback.len(), 1, "one vote an answer");
}

#[test]
fn a_word_survives_builds_that_end_in_the_same_answer() {
    for vote in [Vote::Up, Vote::Down] {
        let judged = Judged::new(0.5);
        let right = judged.say(vote, Some("note")).new_confidence;
        let told = judged.rca().feedback;
        judged.build("b", 200, &sure(0.5));
        judged.build("c", 50, &sure(0.5)); // Read late.
        // Two more errors this time, and the place has moved.
        let mut more = sure(0.5);
        more.root_cause = more.root_cause.map(|cause| format!("{cause} 2 more errors follow from it."));
        more.fix_guidelines.push("Then look at line 7.".into());
        judged.build("d", 300, &more);
        let rca = judged.rca();
        near(rca.analysis.confidence, right);
        assert_eq!((rca.user_validated, &rca.feedback, rca.occurrences), (vote == Vote::Up, &told, 4));
        // The rules are less sure by now: the vote counts on from that.
        judged.build("e", 400, &sure(0.4));
        near(judged.rca().analysis.confidence, if vote == Vote::Up { 0.48 } else { 0.2 });
        let judged = Judged { lab: judged.lab.reopen(), ..judged };
        assert!(judged.say(vote, None).repeated);
    }
}

#[test]
fn an_answer_out_of_memory_is_not_multiplied_twice() {
    let judged = Judged::new(0.5);
    judged.say(Vote::Up, None);
    for n in 0..3 {
        let recalled = Analysis { engine: Engine::Memory, ..judged.rca().analysis };
        judged.build(&format!("r{n}"), 200 + n, &recalled);
        near(judged.rca().analysis.confidence, 0.6);
    }
    near(judged.say(Vote::Down, None).new_confidence, 0.25);
}

#[test]
fn another_answer_is_not_judged_yet_and_the_old_one_stays_judged() {
    let judged = Judged::new(0.8);
    near(judged.say(Vote::Down, None).new_confidence, 0.4);
    let mut other = sure(0.8);
    other.root_cause = Some("`basket` is private.".into());
    judged.build("b", 200, &other);
    near(judged.rca().analysis.confidence, 0.8);
    judged.build("c", 300, &sure(0.8));
    near(judged.rca().analysis.confidence, 0.4);
    // Right is what was found right, not what came after it.
    judged.say(Vote::Up, None);
    judged.build("d", 400, &other);
    assert!(!judged.rca().user_validated);
    judged.build("e", 500, &sure(0.8));
    assert!(judged.rca().user_validated);
    assert_eq!(judged.rca().feedback.len(), 1);
}

#[test]
fn a_down_drops_the_cached_answer_and_an_up_renews_it() {
    let judged = Judged::new(0.5);
    assert!(!judged.say(Vote::Down, None).cache_dropped, "there was none");
    let key = judged.keep_in_memory();
    assert!(!judged.say(Vote::Up, None).cache_dropped);
    near(judged.cache.get(&key, 200).unwrap().analysis.confidence, 0.6);
    assert!(judged.say(Vote::Down, None).cache_dropped);
    assert!(judged.cache.get(&key, 200).is_none());
}

#[test]
fn an_unknown_id_is_told() {
    let judged = Judged::new(0.5);
    let said = judged.lab.store.feedback("ffffffffffff", Vote::Up, None, 1, &Multipliers::default(), &judged.cache);
    assert_eq!(said.unwrap(), None);
    assert_eq!(judged.lab.store.counts().unwrap().rcas, 1);
}

#[test]
fn statistics_count_the_words_in_force() {
    let lab = Lab::new();
    let cache = AnswerCache::new(0, 0);
    let statistics = || lab.store.statistics(Default::default(), PruneRule::default(), 1_000).unwrap().feedback;
    let none = statistics();
    assert_eq!((none.total, none.success_rate, none.mean_boost, none.mean_reduction), (0, None, None, None));
    for (n, (confidence, words)) in [
        (0.5, &[Vote::Up][..]),               // + 0.1
        (0.9, &[Vote::Down, Vote::Up][..]),   // + 0.1; the first vote was taken back
        (0.8, &[Vote::Down, Vote::Down][..]), // - 0.4
        (0.3, &[][..]),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = Analysis { confidence, ..analysis(&format!("s{n}")) };
        let id = lab.store.put(&Report { ended_ms: 9, ..report(&format!("{n}"), 9) }, Some(&answer), None).unwrap().rca;
        for &vote in words {
            lab.store.feedback(id.as_deref().unwrap(), vote, None, 9, &Multipliers::default(), &cache).unwrap();
        }
    }
    let told = statistics();
    assert_eq!((told.total, told.up, told.down), (3, 2, 1));
    near(told.success_rate.unwrap(), 2.0 / 3.0);
    near(told.mean_boost.unwrap(), 0.1);
    near(told.mean_reduction.unwrap(), 0.4);
}
