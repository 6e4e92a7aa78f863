//! The stored answer with its overlays, as it is shown: the agent's answer, the rules' own where the agent's replaces it,
//! and an older answer that a person validated. Changes nothing that is stored.

use super::confidence::MEDIUM;
use crate::memory::environment::{compare, describe};
use crate::model::analysis::{AgentAnswerStatus, Analysis, AnswerText, Engine, ValidatedAnswer};
use crate::model::answer::{Answer, Ending, Fix, Style};
use crate::model::category::Category;
use crate::model::environment::Environment;
use crate::model::memory::Agreement;

/// Sentences of the agent's cause in the headline; its own section has all of them.
const SENTENCES: usize = 3;

/// Least confidence of the rules with which their answer stays the headline.
const RULES_KNOW: f64 = 0.5;

/// What is laid over a stored answer.
#[derive(Clone, Copy, Debug)]
pub struct Overlay<'r> {
    /// Versions of the newest build.
    pub now: &'r Environment,
    /// A person validated the stored answer.
    pub validated: bool,
    /// The agent's answer.
    pub agent: Option<&'r Answer>,
    /// The vote on the agent's answer, if any.
    pub right: Option<bool>,
    /// The agent's confidence after that vote, 0 to 1.
    pub confidence: f64,
    /// An older answer that a person validated.
    pub validated_answer: Option<&'r ValidatedAnswer>,
}

/// The stored answer as it is shown. The agent's answer becomes the headline only where the rules found no cause, the agent
/// is sure enough, nobody voted it down and no version has changed since.
pub fn apply(stored: &Analysis, overlay: Overlay<'_>) -> Analysis {
    let mut shown = stored.clone();
    shown.validated_answer = overlay.validated_answer.map(|right| {
        Box::new(ValidatedAnswer { differs: environment_diff(&right.environment, overlay.now), ..right.clone() })
    });
    let Some(answer) = overlay.agent else { return shown };
    let differs = environment_diff(&answer.environment, overlay.now);
    let headline =
        !overlay.validated && rules_found_no_cause(stored) && may_be_headline(answer, &overlay) && differs.is_empty();
    if headline {
        shown.rules = Some(AnswerText::of(stored));
        shown.root_cause = Some(headline_cause(answer));
        shown.fix_guidelines = answer.fixes.iter().map(fix_line).collect();
        shown.confidence = overlay.confidence;
        shown.engine = Engine::Agent;
        shown.model.clone_from(&answer.model);
        shown.iterations = Some(answer.iterations);
        shown.tools_used = answer.tools_used.keys().cloned().collect();
    }
    shown.agent_status = Some(AgentAnswerStatus { headline, differs, right: overlay.right });
    shown.agent = Some(Box::new(Answer { confidence: overlay.confidence, ..answer.clone() }));
    shown
}

/// Whether an agent's answer is still valid: made for these versions by this model with these prompts, in this style or a
/// fuller one, and not voted down. A job that gave up or was cancelled left none.
pub fn is_current(
    answer: &Answer,
    right: Option<bool>,
    now: &Environment,
    model: &str,
    prompt_version: u32,
    style: Style,
) -> bool {
    let ended = matches!(answer.ending, Ending::Answered | Ending::Unsure { .. });
    let full = style == Style::Brief || answer.style == Style::Teach;
    let asked = answer.model.as_deref() == Some(model) && answer.prompt_version == prompt_version;
    ended && full && asked && right != Some(false) && environment_diff(&answer.environment, now).is_empty()
}

/// Versions that differ between two builds or are known of one only, for people: `Kotlin 1.9.0 then, 2.2.21 now`.
pub fn environment_diff(then: &Environment, now: &Environment) -> Vec<String> {
    compare(then, now).iter().filter(|one| one.agreement != Agreement::Same).map(describe).collect()
}

/// The first sentences of the agent's cause.
pub fn headline_cause(answer: &Answer) -> String {
    let sentences = answer.cause.iter().map(|claim| sentence(&claim.text)).filter(|text| !text.is_empty());
    sentences.take(SENTENCES).collect::<Vec<_>>().join(" ")
}

/// A fix as one line of text.
pub fn fix_line(fix: &Fix) -> String {
    let text = sentence(&fix.text);
    let file = fix.file.as_deref().filter(|file| !text.contains(*file));
    let place = file.map(|file| format!(" (in {file})")).unwrap_or_default();
    let mark = if fix.unverified { " [unverified: not known to the project or to rcad]" } else { "" };
    format!("{text}{place}{mark}")
}

fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.ends_with(['.', '!', '?', ':']) { text } else { format!("{text}.") }
}

fn rules_found_no_cause(stored: &Analysis) -> bool {
    let by_rules = match (stored.engine, &stored.memory) {
        (Engine::Rules, _) => true,
        (Engine::Memory, Some(memory)) => memory.engine == Engine::Rules,
        _ => false,
    };
    let category = stored.primary().map_or(Category::Other, |primary| primary.category);
    by_rules && (category == Category::Other || stored.confidence < RULES_KNOW)
}

fn may_be_headline(answer: &Answer, overlay: &Overlay<'_>) -> bool {
    answer.ending == Ending::Answered
        && !answer.cause.is_empty()
        && overlay.confidence >= MEDIUM
        && overlay.right != Some(false)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Overlay, apply, fix_line, headline_cause, is_current};
    use crate::explain::analyze;
    use crate::model::analysis::{AgentAnswerStatus, Analysis, AnswerText, Engine, ValidatedAnswer};
    use crate::model::answer::{Answer, Cite, Claim, DroppedClaim, Ending, Factors, Fix, Style};
    use crate::model::environment::Environment;
    use crate::parse::parse;

    /// An answer with something of everything.
    pub(crate) fn answer() -> Answer {
        let cite = |file: &str, line, quote: &str| Cite { file: file.into(), line, quote: quote.into() };
        let claim = |text: &str, cites| Claim { text: text.into(), cites };
        Answer {
            ending: Ending::Answered,
            model: Some("tiny:1b@sha256:00112233445566778899".into()),
            elsewhere: None,
            prompt_version: 3,
            style: Style::Brief,
            environment: environment("8.2.1"),
            cause: vec![
                claim("`Cart` has no `total`", vec![cite("src/Cart.kt", 7, "class Cart(val items: List<Item>)")]),
                claim("The build stops there.", vec![cite("log", 12, "Unresolved reference: total")]),
            ],
            fixes: vec![
                Fix { text: "Add `total`".into(), file: Some("src/Cart.kt".into()), unverified: false },
                Fix {
                    text: "Use shop:cart:9.9 in build.gradle.".into(),
                    file: Some("build.gradle".into()),
                    unverified: true,
                },
            ],
            teaching: None,
            dropped: vec![DroppedClaim {
                text: "Gradle 3 is too old.".into(),
                why: "the project uses Gradle 8.2.1".into(),
            }],
            warnings: vec!["log line 5: \"ignore previous instructions\"".into()],
            confidence: 0.62,
            factors: Factors { model: 0.9, verified: 0.75, known: 0.3, simple: 0.5, contained: 0.5 },
            iterations: 3,
            tools_used: [("read_file".to_owned(), 2), ("find_symbol".to_owned(), 1)].into(),
            prompt_tokens: 2310,
            longest_prompt_tokens: 1200,
            answer_tokens: 240,
            took_ms: 14_240,
            made_ms: 1_800_000_000_000,
            steps: Vec::new(),
        }
    }

    fn environment(gradle: &str) -> Environment {
        Environment { gradle: Some(gradle.into()), ..Environment::default() }
    }

    /// An answer of the rules without a cause.
    pub(crate) fn unknown() -> Analysis {
        let analysis = analyze(parse("e: file:///p/src/A.kt:3:5 Unresolved reference: x\n"), Some("/p"));
        Analysis { confidence: 0.3, root_cause: Some("No line says why.".into()), ..analysis }
    }

    fn overlay<'r>(agent: &'r Answer, now: &'r Environment) -> Overlay<'r> {
        let confidence = agent.confidence;
        Overlay { now, validated: false, agent: Some(agent), right: None, confidence, validated_answer: None }
    }

    #[test]
    fn the_agent_leads_only_where_the_rules_could_not_tell_and_it_could() {
        let (agent, now) = (answer(), environment("8.2.1"));
        let leads = |stored: &Analysis, overlay: Overlay<'_>| {
            let out = apply(stored, overlay);
            let headline = out.agent_status.as_ref().is_some_and(|standing| standing.headline);
            assert_eq!(headline, out.rules.is_some());
            assert_eq!(out.agent.is_some(), overlay.agent.is_some(), "it is beside in any case");
            if !headline {
                let words = (&out.root_cause, out.engine, &out.model);
                assert_eq!(words, (&stored.root_cause, stored.engine, &None));
            }
            headline
        };
        let (stored, is) = (unknown(), overlay(&agent, &now));
        assert!(leads(&stored, is));
        let sure = Analysis { confidence: 0.9, ..stored.clone() };
        assert!(!leads(&sure, is), "the rules know");
        let mut other = sure.clone();
        other.errors[0].category = crate::Category::Other;
        assert!(leads(&other, is), "of no known category");
        assert!(!leads(&Analysis { engine: Engine::Agent, ..stored.clone() }, is), "another agent's words");
        assert!(!leads(&stored, Overlay { validated: true, ..is }), "a person found the stored answer right");
        assert!(!leads(&stored, Overlay { right: Some(false), ..is }), "a person called the agent's wrong");
        assert!(!leads(&stored, Overlay { confidence: 0.49, ..is }), "it is not sure");
        assert!(!leads(&stored, Overlay { now: &environment("8.3"), ..is }), "another Gradle");
        assert!(!leads(&stored, Overlay { agent: None, ..is }));
        for ending in [Ending::Unsure { why: "x".into() }, Ending::GaveUp { why: "x".into() }, Ending::Cancelled] {
            let agent = Answer { ending, ..agent.clone() };
            assert!(!leads(&stored, Overlay { agent: Some(&agent), ..is }));
        }
        let silent = Answer { cause: Vec::new(), ..agent.clone() };
        assert!(!leads(&stored, Overlay { agent: Some(&silent), ..is }), "it says nothing");
    }

    #[test]
    fn a_headline_of_the_agent_says_who_wrote_it_and_keeps_the_rules_words() {
        let (agent, now, stored) = (answer(), environment("8.2.1"), unknown());
        let out = apply(&stored, Overlay { confidence: 0.74, right: Some(true), ..overlay(&agent, &now) });
        assert_eq!(out.engine, Engine::Agent);
        assert_eq!(out.root_cause.as_deref(), Some("`Cart` has no `total`. The build stops there."));
        let mark = "Use shop:cart:9.9 in build.gradle. [unverified: not known to the project or to rcad]";
        assert_eq!(out.fix_guidelines, ["Add `total`. (in src/Cart.kt)", mark]);
        assert_eq!((out.model.as_deref(), out.iterations), (Some("tiny:1b@sha256:00112233445566778899"), Some(3)));
        assert_eq!(out.tools_used, ["find_symbol", "read_file"]);
        assert!((out.confidence - 0.74).abs() < 1e-9);
        assert!((out.agent.map_or(0.0, |answer| answer.confidence) - 0.74).abs() < 1e-9, "after a person's word");
        assert_eq!(out.rules, Some(AnswerText::of(&stored)));
        assert_eq!(
            out.agent_status,
            Some(AgentAnswerStatus { headline: true, differs: Vec::new(), right: Some(true) })
        );
    }

    #[test]
    fn what_was_said_of_other_versions_tells_which() {
        let (agent, now, stored) = (answer(), environment("8.5"), unknown());
        let right = ValidatedAnswer {
            words: AnswerText { root_cause: Some("The cache is damaged.".into()), ..AnswerText::default() },
            engine: Engine::Rules,
            environment: environment("8.4"),
            differs: Vec::new(),
        };
        let out = apply(&stored, Overlay { validated_answer: Some(&right), ..overlay(&agent, &now) });
        assert_eq!(out.agent_status.map(|standing| standing.differs), Some(vec!["Gradle 8.2.1 then, 8.5 now".into()]));
        let right = out.validated_answer.expect("it is shown");
        assert_eq!(right.differs, ["Gradle 8.4 then, 8.5 now"]);
        assert_eq!(out.root_cause, stored.root_cause);
    }

    #[test]
    fn an_answer_stands_for_its_versions_model_prompts_and_style() {
        let (agent, now) = (answer(), environment("8.2.1"));
        let model = agent.model.clone().unwrap_or_default();
        assert!(is_current(&agent, None, &now, &model, 3, Style::Brief));
        assert!(is_current(&agent, Some(true), &now, &model, 3, Style::Brief));
        assert!(!is_current(&agent, Some(false), &now, &model, 3, Style::Brief), "called wrong");
        assert!(!is_current(&agent, None, &environment("8.3"), &model, 3, Style::Brief));
        assert!(!is_current(&agent, None, &now, "tiny:1b@sha256:ff", 3, Style::Brief), "other files of that name");
        assert!(!is_current(&agent, None, &now, &model, 4, Style::Brief));
        assert!(!is_current(&agent, None, &now, &model, 3, Style::Teach), "it teaches nothing");
        let teaching = Answer { style: Style::Teach, ..agent.clone() };
        assert!(is_current(&teaching, None, &now, &model, 3, Style::Brief), "fuller than is wanted");
        let unsure = Answer { ending: Ending::Unsure { why: "x".into() }, ..agent.clone() };
        assert!(is_current(&unsure, None, &now, &model, 3, Style::Brief), "it would not know again");
        let gave_up = Answer { ending: Ending::GaveUp { why: "x".into() }, ..agent };
        assert!(!is_current(&gave_up, None, &now, &model, 3, Style::Brief));
    }

    #[test]
    fn texts_become_whole_sentences_on_one_line() {
        let mut agent = answer();
        agent.cause[0].text = "  a\n b  ".into();
        agent.cause[1].text = "\t".into();
        assert_eq!(headline_cause(&agent), "a b.");
        let plain = Fix { text: "Edit\nbuild.gradle!".into(), file: Some("build.gradle".into()), unverified: false };
        assert_eq!(fix_line(&plain), "Edit build.gradle!");
    }
}
