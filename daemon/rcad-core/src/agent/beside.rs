//! What stands beside the stored answer when it is shown: the agent's, the rules' own words where the agent's took their
//! place, and words that a person once found right. Composes; changes nothing that is stored.

use serde::{Deserialize, Serialize};

use super::answer::{Answer, Ending, Fix};
use super::confidence::MEDIUM;
use super::question::Style;
use crate::analysis::{Analysis, Engine};
use crate::category::Category;
use crate::memory::environment::{Agreement, compare, words};
use crate::report::Environment;

/// Sentences of the agent's cause that a headline takes over; all of them stand in the agent's own part.
const SENTENCES: usize = 3;

/// Confidence below which the rules did not know themselves.
const RULES_KNOW: f64 = 0.5;

/// The words of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Words {
    /// One to three sentences.
    pub root_cause: Option<String>,
    /// What to do, most useful first.
    pub fix_guidelines: Vec<String>,
    /// 0 to 1.
    pub confidence: f64,
}

impl Words {
    /// Those that an analysis has now.
    pub fn of(analysis: &Analysis) -> Words {
        Words {
            root_cause: analysis.root_cause.clone(),
            fix_guidelines: analysis.fix_guidelines.clone(),
            confidence: analysis.confidence,
        }
    }
}

/// An answer that a person found right and that another one stands in place of now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundRight {
    /// What it said.
    pub words: Words,
    /// Who wrote it.
    pub engine: Engine,
    /// Versions of the build that it was about.
    pub environment: Environment,
    /// What of them differs now, in words; counted anew each time it is shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
}

/// How the agent's answer stands beside an analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Standing {
    /// Its words are the analysis' own, since the rules could not tell.
    pub headline: bool,
    /// It is about an older build: what differs since, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
    /// Whether a person has said that it is right; nothing where nobody has said anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
}

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
