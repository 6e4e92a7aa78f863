//! What stands beside the stored answer when it is shown: the agent's, the rules' own words where the agent's took their
//! place, and words that a person once found right. Composes; changes nothing that is stored.

use super::confidence::MEDIUM;
use crate::memory::environment::{compare, words};
use crate::model::analysis::{Analysis, Engine, FoundRight, Standing, Words};
use crate::model::answer::{Answer, Ending, Fix, Style};
use crate::model::category::Category;
use crate::model::environment::Environment;
use crate::model::memory::Agreement;

/// Sentences of the agent's cause that a headline takes over; all of them stand in the agent's own part.
const SENTENCES: usize = 3;

/// Confidence below which the rules did not know themselves.
const RULES_KNOW: f64 = 0.5;

/// What is kept beside a stored answer.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'r> {
    /// Versions of the newest build.
    pub now: &'r Environment,
    /// A person has said that the stored answer is right.
    pub validated: bool,
    /// What the agent has to say.
    pub agent: Option<&'r Answer>,
    /// Whether a person has said that the agent's answer is right.
    pub right: Option<bool>,
    /// The agent's confidence after that word, 0 to 1.
    pub confidence: f64,
    /// An older answer that a person found right.
    pub found_right: Option<&'r FoundRight>,
}

/// The stored answer as it is shown. The agent's words take its place only where the rules could not tell, the agent is
/// sure enough, nobody has called it wrong and no version has changed since.
pub fn shown(stored: &Analysis, beside: Beside<'_>) -> Analysis {
    let mut shown = stored.clone();
    shown.found_right = beside
        .found_right
        .map(|right| Box::new(FoundRight { differs: drift(&right.environment, beside.now), ..right.clone() }));
    let Some(answer) = beside.agent else { return shown };
    let differs = drift(&answer.environment, beside.now);
    let headline = !beside.validated && could_not_tell(stored) && may_lead(answer, &beside) && differs.is_empty();
    if headline {
        shown.rules = Some(Words::of(stored));
        shown.root_cause = Some(cause(answer));
        shown.fix_guidelines = answer.fixes.iter().map(fix).collect();
        shown.confidence = beside.confidence;
        shown.engine = Engine::Agent;
        shown.model.clone_from(&answer.model);
        shown.iterations = Some(answer.iterations);
        shown.tools_used = answer.tools_used.keys().cloned().collect();
    }
    shown.agent_standing = Some(Standing { headline, differs, right: beside.right });
    shown.agent = Some(Box::new(Answer { confidence: beside.confidence, ..answer.clone() }));
    shown
}

/// Whether an agent's answer needs no asking again: made for these versions by this model with these prompts, as full as is
/// wanted, and not called wrong. One that gave up or was cancelled is none.
pub fn stands(
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
    ended && full && asked && right != Some(false) && drift(&answer.environment, now).is_empty()
}

/// What differs between two builds or is known of one only, in words: `Kotlin 1.9.0 then, 2.2.21 now`.
pub fn drift(then: &Environment, now: &Environment) -> Vec<String> {
    compare(then, now).iter().filter(|one| one.agreement != Agreement::Same).map(words).collect()
}

/// The first sentences of what the agent says of the cause.
pub fn cause(answer: &Answer) -> String {
    let sentences = answer.cause.iter().map(|claim| sentence(&claim.text)).filter(|text| !text.is_empty());
    sentences.take(SENTENCES).collect::<Vec<_>>().join(" ")
}

/// A fix as one line of text.
pub fn fix(fix: &Fix) -> String {
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

fn could_not_tell(stored: &Analysis) -> bool {
    let by_rules = match (stored.engine, &stored.memory) {
        (Engine::Rules, _) => true,
        (Engine::Memory, Some(memory)) => memory.engine == Engine::Rules,
        _ => false,
    };
    let category = stored.primary().map_or(Category::Other, |primary| primary.category);
    by_rules && (category == Category::Other || stored.confidence < RULES_KNOW)
}

fn may_lead(answer: &Answer, beside: &Beside<'_>) -> bool {
    answer.ending == Ending::Answered
        && !answer.cause.is_empty()
        && beside.confidence >= MEDIUM
        && beside.right != Some(false)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Beside, cause, fix, shown, stands};
    use crate::explain::analyze;
    use crate::model::analysis::{Analysis, Engine, FoundRight, Standing, Words};
    use crate::model::answer::{Answer, Cite, Claim, Dropped, Ending, Factors, Fix, Style};
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
            dropped: vec![Dropped { text: "Gradle 3 is too old.".into(), why: "the project uses Gradle 8.2.1".into() }],
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

    /// What the rules say when they can't tell.
    pub(crate) fn unknown() -> Analysis {
        let told = analyze(parse("e: file:///p/src/A.kt:3:5 Unresolved reference: x\n"), Some("/p"));
        Analysis { confidence: 0.3, root_cause: Some("No line says why.".into()), ..told }
    }

    fn beside<'r>(agent: &'r Answer, now: &'r Environment) -> Beside<'r> {
        let confidence = agent.confidence;
        Beside { now, validated: false, agent: Some(agent), right: None, confidence, found_right: None }
    }

    #[test]
    fn the_agent_leads_only_where_the_rules_could_not_tell_and_it_could() {
        let (agent, now) = (answer(), environment("8.2.1"));
        let leads = |stored: &Analysis, beside: Beside<'_>| {
            let out = shown(stored, beside);
            let headline = out.agent_standing.as_ref().is_some_and(|standing| standing.headline);
            assert_eq!(headline, out.rules.is_some());
            assert_eq!(out.agent.is_some(), beside.agent.is_some(), "it is beside in any case");
            if !headline {
                let words = (&out.root_cause, out.engine, &out.model);
                assert_eq!(words, (&stored.root_cause, stored.engine, &None));
            }
            headline
        };
        let (stored, is) = (unknown(), beside(&agent, &now));
        assert!(leads(&stored, is));
        let sure = Analysis { confidence: 0.9, ..stored.clone() };
        assert!(!leads(&sure, is), "the rules know");
        let mut other = sure.clone();
        other.errors[0].category = crate::Category::Other;
        assert!(leads(&other, is), "of no known category");
        assert!(!leads(&Analysis { engine: Engine::Agent, ..stored.clone() }, is), "another agent's words");
        assert!(!leads(&stored, Beside { validated: true, ..is }), "a person found the stored answer right");
        assert!(!leads(&stored, Beside { right: Some(false), ..is }), "a person called the agent's wrong");
        assert!(!leads(&stored, Beside { confidence: 0.49, ..is }), "it is not sure");
        assert!(!leads(&stored, Beside { now: &environment("8.3"), ..is }), "another Gradle");
        assert!(!leads(&stored, Beside { agent: None, ..is }));
        for ending in [Ending::Unsure { why: "x".into() }, Ending::GaveUp { why: "x".into() }, Ending::Cancelled] {
            let agent = Answer { ending, ..agent.clone() };
            assert!(!leads(&stored, Beside { agent: Some(&agent), ..is }));
        }
        let silent = Answer { cause: Vec::new(), ..agent.clone() };
        assert!(!leads(&stored, Beside { agent: Some(&silent), ..is }), "it says nothing");
    }

    #[test]
    fn a_headline_of_the_agent_says_who_wrote_it_and_keeps_the_rules_words() {
        let (agent, now, stored) = (answer(), environment("8.2.1"), unknown());
        let out = shown(&stored, Beside { confidence: 0.74, right: Some(true), ..beside(&agent, &now) });
        assert_eq!(out.engine, Engine::Agent);
        assert_eq!(out.root_cause.as_deref(), Some("`Cart` has no `total`. The build stops there."));
        let mark = "Use shop:cart:9.9 in build.gradle. [unverified: not known to the project or to rcad]";
        assert_eq!(out.fix_guidelines, ["Add `total`. (in src/Cart.kt)", mark]);
        assert_eq!((out.model.as_deref(), out.iterations), (Some("tiny:1b@sha256:00112233445566778899"), Some(3)));
        assert_eq!(out.tools_used, ["find_symbol", "read_file"]);
        assert!((out.confidence - 0.74).abs() < 1e-9);
        assert!((out.agent.map_or(0.0, |answer| answer.confidence) - 0.74).abs() < 1e-9, "after a person's word");
        assert_eq!(out.rules, Some(Words::of(&stored)));
        assert_eq!(out.agent_standing, Some(Standing { headline: true, differs: Vec::new(), right: Some(true) }));
    }

    #[test]
    fn what_was_said_of_other_versions_tells_which() {
        let (agent, now, stored) = (answer(), environment("8.5"), unknown());
        let right = FoundRight {
            words: Words { root_cause: Some("The cache is damaged.".into()), ..Words::default() },
            engine: Engine::Rules,
            environment: environment("8.4"),
            differs: Vec::new(),
        };
        let out = shown(&stored, Beside { found_right: Some(&right), ..beside(&agent, &now) });
        assert_eq!(
            out.agent_standing.map(|standing| standing.differs),
            Some(vec!["Gradle 8.2.1 then, 8.5 now".into()])
        );
        let right = out.found_right.expect("it is shown");
        assert_eq!(right.differs, ["Gradle 8.4 then, 8.5 now"]);
        assert_eq!(out.root_cause, stored.root_cause);
    }

    #[test]
    fn an_answer_stands_for_its_versions_model_prompts_and_style() {
        let (agent, now) = (answer(), environment("8.2.1"));
        let model = agent.model.clone().unwrap_or_default();
        assert!(stands(&agent, None, &now, &model, 3, Style::Brief));
        assert!(stands(&agent, Some(true), &now, &model, 3, Style::Brief));
        assert!(!stands(&agent, Some(false), &now, &model, 3, Style::Brief), "called wrong");
        assert!(!stands(&agent, None, &environment("8.3"), &model, 3, Style::Brief));
        assert!(!stands(&agent, None, &now, "tiny:1b@sha256:ff", 3, Style::Brief), "other files of that name");
        assert!(!stands(&agent, None, &now, &model, 4, Style::Brief));
        assert!(!stands(&agent, None, &now, &model, 3, Style::Teach), "it teaches nothing");
        let teaching = Answer { style: Style::Teach, ..agent.clone() };
        assert!(stands(&teaching, None, &now, &model, 3, Style::Brief), "fuller than is wanted");
        let unsure = Answer { ending: Ending::Unsure { why: "x".into() }, ..agent.clone() };
        assert!(stands(&unsure, None, &now, &model, 3, Style::Brief), "it would not know again");
        let gave_up = Answer { ending: Ending::GaveUp { why: "x".into() }, ..agent };
        assert!(!stands(&gave_up, None, &now, &model, 3, Style::Brief));
    }

    #[test]
    fn texts_become_whole_sentences_on_one_line() {
        let mut agent = answer();
        agent.cause[0].text = "  a\n b  ".into();
        agent.cause[1].text = "\t".into();
        assert_eq!(cause(&agent), "a b.");
        let plain = Fix { text: "Edit\nbuild.gradle!".into(), file: Some("build.gradle".into()), unverified: false };
        assert_eq!(fix(&plain), "Edit build.gradle!");
    }
}
