//! What stands beside the stored answer when it is shown: the agent's, what a person says of it, and what a person once found
//! right.

use rcad_core::agent::lesson::Refuted;
use rcad_core::model::analysis::Engine;
use rcad_core::model::answer::{Answer, Claim, Style};
use rcad_core::model::environment::Environment;
use rcad_core::{Analysis, Report};
use rcad_store::{AnswerCache, FeedbackResult, Multipliers, PruneRule, Rca, Vote, VoteTarget, current_agent_vote};

use crate::store::agent::{answer, lessons};
use crate::store::{Lab, analysis, report};

const MODEL: &str = "m@sha256:1";

/// A store with one RCA of which the rules could not tell, and its id.
struct Asked {
    lab: Lab,
    id: String,
}

impl Asked {
    fn new() -> Asked {
        let lab = Lab::new();
        let id = lab.store.put(&report("a", 100), Some(&unknown()), None).unwrap().rca.unwrap();
        Asked { lab, id }
    }

    /// With an answer of the agent that says `cause`.
    fn answered(cause: &str) -> Asked {
        let asked = Asked::new();
        asked.end(cause);
        asked
    }

    fn end(&self, cause: &str) {
        let claim = Claim { text: cause.into(), cites: Vec::new() };
        let environment = report("a", 100).environment;
        self.lab.store.end_job(&self.id, Some(&Answer { cause: vec![claim], environment, ..answer(7) })).unwrap();
    }

    fn say(&self, vote: Vote, note: Option<&str>) -> FeedbackResult {
        self.lab.store.feedback_on_agent(&self.id, vote, note, 500, &Multipliers::default()).unwrap().unwrap()
    }

    fn rca(&self) -> Rca {
        self.lab.store.get(&self.id).unwrap().unwrap()
    }

    fn build(&self, report: &Report, analysis: &Analysis) {
        assert_eq!(self.lab.store.put(report, Some(analysis), None).unwrap().rca.as_ref(), Some(&self.id));
    }
}

fn unknown() -> Analysis {
    Analysis { confidence: 0.3, ..analysis("basket") }
}

/// The same failure with another Gradle.
fn drifted(id: &str, ended_ms: u64) -> Report {
    let environment = Environment { gradle: Some("8.5".into()), ..Environment::default() };
    Report { environment, ..report(id, ended_ms) }
}

#[track_caller]
fn near(found: f64, right: f64) {
    assert!((found - right).abs() < 1e-9, "{found} for {right}");
}

#[test]
fn the_agents_answer_leads_where_the_rules_could_not_tell_until_the_versions_change() {
    let asked = Asked::answered("The basket is in another module.");
    let shown = asked.rca().shown();
    assert_eq!((shown.engine, shown.model.as_deref()), (Engine::Agent, Some(MODEL)));
    assert_eq!(shown.root_cause.as_deref(), Some("The basket is in another module."));
    assert_eq!(shown.rules.and_then(|rules| rules.root_cause).as_deref(), Some("`basket` is not declared."));
    let stored = asked.rca().analysis;
    assert_eq!(
        (stored.engine, stored.rules, stored.agent),
        (Engine::Rules, None, None),
        "nothing of it is stored there"
    );
    assert!(asked.rca().agent_answer_is_current(MODEL, 1, Style::Brief));
    assert!(!asked.rca().agent_answer_is_current("n@sha256:2", 1, Style::Brief));
    asked.build(&report("b", 200), &unknown());
    assert_eq!(asked.rca().shown().engine, Engine::Agent, "another build with the same versions");
    asked.build(&drifted("c", 300), &unknown());
    let shown = asked.rca().shown();
    assert_eq!(shown.engine, Engine::Rules);
    assert_eq!(shown.agent_status.map(|standing| standing.differs), Some(vec!["Gradle 8.2.1 then, 8.5 now".into()]));
    assert!(!asked.rca().agent_answer_is_current(MODEL, 1, Style::Brief), "it is to be asked again");
}

#[test]
fn a_word_on_the_agents_answer_moves_its_confidence_and_no_other() {
    let asked = Asked::answered("The basket is in another module.");
    let up = asked.say(Vote::Up, None);
    near(up.previous_confidence, 0.6);
    near(up.new_confidence, 0.72);
    assert_eq!((up.about, up.repeated), (VoteTarget::Agent, false));
    near(asked.rca().shown().confidence, 0.72);
    near(asked.rca().analysis.confidence, 0.3);
    assert!(!asked.rca().user_validated && asked.rca().is_precious(), "what was found right is not pruned");
    assert!(asked.say(Vote::Up, None).repeated);
    let down = asked.say(Vote::Down, Some("the module is there"));
    near(down.previous_confidence, 0.72);
    near(down.new_confidence, 0.3);
    let shown = asked.rca().shown();
    assert_eq!(shown.engine, Engine::Rules, "what was called wrong does not lead");
    assert_eq!(shown.agent_status.and_then(|standing| standing.right), Some(false));
    near(shown.agent.unwrap().confidence, 0.3);
    assert!(!asked.rca().agent_answer_is_current(MODEL, 1, Style::Brief) && !asked.rca().is_precious());
    let asked = Asked { lab: asked.lab.reopen(), ..asked };
    assert!(asked.say(Vote::Down, None).repeated);
    let statistics = asked.lab.store.statistics(Default::default(), PruneRule::default(), 1_000).unwrap().feedback;
    assert_eq!((statistics.total, statistics.down), (1, 1));
}

#[test]
fn an_answer_that_was_called_wrong_becomes_a_lesson_once() {
    let asked = Asked::answered("The basket is in another module.");
    asked.say(Vote::Up, None);
    assert!(lessons(&asked.lab.store).is_empty());
    asked.say(Vote::Down, Some("the module is there"));
    asked.say(Vote::Down, Some("the module is there"));
    let learned = lessons(&asked.lab.store);
    assert_eq!(learned.len(), 1, "{learned:?}");
    let lesson = &learned[0];
    assert_eq!((lesson.model.as_str(), lesson.refuted, lesson.times), ("m", Refuted::ByPerson, 1));
    assert!(
        lesson.mistake.contains("in another module") && lesson.mistake.contains("the module is there"),
        "{lesson:?}"
    );
}

#[test]
fn a_word_is_about_one_answer_of_the_agent() {
    let asked = Asked::answered("The basket is in another module.");
    asked.say(Vote::Down, None);
    asked.end("The basket is misspelt.");
    assert_eq!(current_agent_vote(&asked.rca()), None, "nobody has judged this one");
    assert_eq!(asked.rca().shown().engine, Engine::Agent);
    asked.end("The basket is in another module.");
    assert!(current_agent_vote(&asked.rca()).is_some_and(|vote| !vote.up), "the same words again");
    // The rules' answer is judged apart, even where it says the same.
    let cache = AnswerCache::new(0, 0);
    asked.lab.store.feedback(&asked.id, Vote::Up, None, 600, &Multipliers::default(), &cache).unwrap();
    assert_eq!(asked.rca().feedback.len(), 2);
    assert!(current_agent_vote(&asked.rca()).is_some_and(|vote| !vote.up));
}

#[test]
fn there_is_no_word_on_what_was_not_said() {
    let asked = Asked::new();
    let store = &asked.lab.store;
    for id in [asked.id.as_str(), "ffffffffffff"] {
        let said = store.feedback_on_agent(id, Vote::Down, None, 1, &Multipliers::default()).unwrap();
        assert_eq!(said, None);
    }
    assert!(asked.rca().feedback.is_empty() && lessons(store).is_empty());
}

#[test]
fn what_a_person_found_right_stays_readable_when_other_words_take_its_place() {
    let asked = Asked::new();
    let cache = AnswerCache::new(0, 0);
    asked.lab.store.feedback(&asked.id, Vote::Up, None, 150, &Multipliers::default(), &cache).unwrap();
    let other = Analysis { root_cause: Some("`basket` is private.".into()), ..unknown() };
    asked.build(&drifted("b", 200), &other);
    asked.build(&drifted("c", 300), &other);
    let rca = asked.rca();
    assert!(!rca.user_validated && rca.is_precious());
    let right = rca.shown().validated_answer.unwrap();
    assert_eq!(right.words.root_cause.as_deref(), Some("`basket` is not declared."));
    assert_eq!((right.engine, right.environment.gradle.as_deref()), (Engine::Rules, Some("8.2.1")));
    assert_eq!(right.differs, ["Gradle 8.2.1 then, 8.5 now"]);
    asked.build(&report("d", 400), &unknown());
    assert_eq!(asked.rca().validated_answer, None, "it stands again by itself");
    assert!(asked.rca().user_validated);
}

#[test]
fn what_nobody_judged_or_found_wrong_is_not_kept() {
    let asked = Asked::new();
    let other = Analysis { root_cause: Some("`basket` is private.".into()), ..unknown() };
    asked.build(&drifted("b", 200), &other);
    assert_eq!(asked.rca().validated_answer, None);
    let cache = AnswerCache::new(0, 0);
    asked.lab.store.feedback(&asked.id, Vote::Down, None, 250, &Multipliers::default(), &cache).unwrap();
    asked.build(&report("c", 300), &unknown());
    assert_eq!(asked.rca().validated_answer, None);
}
