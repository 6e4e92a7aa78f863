//! Decides when a stored answer may be used again. Pure: compares what it is given.

pub mod change;
pub mod environment;
mod resolution;
pub mod similarity;

use crate::explain::cause_alone;
use crate::model::analysis::Engine;
use crate::model::environment::Environment;
use crate::model::failure::Failure;
use crate::model::memory::{Agreement, VersionComparison};
use crate::{Analysis, fingerprint};
use environment::{agrees, compare, describe};

/// `40 seconds`, `12 minutes`, `3 hours`, `2 days`
pub fn duration(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..=89 => (seconds, "second"),
        90..=5399 => ((seconds + 30) / 60, "minute"),
        5400..=129_599 => ((seconds + 1800) / 3600, "hour"),
        _ => ((seconds + 43_200) / 86_400, "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// A stored answer with its votes.
#[derive(Clone, Copy, Debug)]
pub struct PastAnswer<'r> {
    /// The answer.
    pub analysis: &'r Analysis,
    /// Versions of its build.
    pub environment: &'r Environment,
    /// A person validated it.
    pub validated: bool,
    /// Its current vote is negative.
    pub voted_down: bool,
}

impl PastAnswer<'_> {
    /// Engine that produced the answer first.
    pub fn engine(&self) -> Engine {
        match (&self.analysis.memory, self.analysis.engine) {
            (Some(memory), Engine::Memory) => memory.engine,
            (_, engine) => engine,
        }
    }
}

/// Whether and how a stored answer is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// It is used: no model is asked.
    pub answers: bool,
    /// Its text replaces the rules'.
    pub keeps_text: bool,
    /// Why, or why not.
    pub why: String,
    /// Versions then and now.
    pub environment: Vec<VersionComparison>,
}

impl Judgement {
    /// Versions that differ or are known of one time only, for people.
    pub fn environment_diff(&self) -> Vec<String> {
        self.environment.iter().filter(|one| one.agreement != Agreement::Same).map(describe).collect()
    }
}

/// Decides whether a stored answer to the same failure is used. `fresh` is the rules' answer for the current build, `now`
/// its environment.
pub fn judge(fresh: &Analysis, now: &Environment, past: PastAnswer<'_>) -> Judgement {
    let environment = compare(past.environment, now);
    let (answers, keeps_text, why) = if past.voted_down {
        (false, false, "a person has said that its answer is wrong; the rules answer".to_owned())
    } else if let Err(missing) = agrees(&environment) {
        (false, false, format!("{missing}; the rules answer"))
    } else if past.validated {
        (true, true, "the environment agrees, and a person has said that its answer is right".to_owned())
    } else if past.engine() == Engine::Agent {
        (true, true, "the environment agrees, and a model has answered it before".to_owned())
    } else if cause_alone(past.analysis) == cause_alone(fresh) {
        (true, false, "the environment agrees, and the rules say the same again".to_owned())
    } else {
        (false, false, "the rules say something else now: the project or rcad has changed".to_owned())
    };
    Judgement { answers, keeps_text, why, environment }
}

/// Whether two failures may be merged; the error says why not. Their messages may differ, category and symbol must not.
pub fn can_merge(one: &Failure, other: &Failure) -> Result<(), String> {
    if one.category != other.category {
        return Err(format!("the category differs: {} and {}", one.category, other.category));
    }
    let symbol = |failure: &Failure| failure.symbol.as_deref().map(fingerprint::name);
    if symbol(one) != symbol(other) {
        let shown = |failure: &Failure| failure.symbol.clone().map_or("none".to_owned(), |name| format!("`{name}`"));
        return Err(format!("the symbol differs: {} and {}", shown(one), shown(other)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{PastAnswer, can_merge, duration, judge};
    use crate::Analysis;
    use crate::explain::analyze;
    use crate::model::analysis::Engine;
    use crate::model::environment::Environment;
    use crate::parse::parse;

    fn analysis(line: u32, symbol: &str) -> Analysis {
        analyze(parse(&format!("e: file:///p/src/A.kt:{line}:5 Unresolved reference: {symbol}\n")), Some("/p"))
    }

    fn environment(kotlin: &str) -> Environment {
        Environment { gradle: Some("8.2.1".into()), kotlin: Some(kotlin.into()), ..Environment::default() }
    }

    fn past<'r>(analysis: &'r Analysis, environment: &'r Environment) -> PastAnswer<'r> {
        PastAnswer { analysis, environment, validated: false, voted_down: false }
    }

    #[test]
    fn the_same_cause_in_the_same_environment_answers_also_from_another_line() {
        let (old, new, with) = (analysis(3, "x"), analysis(9, "x"), environment("2.2.21"));
        let judged = judge(&new, &with, past(&old, &with));
        assert!(judged.answers && !judged.keeps_text && judged.environment_diff().is_empty(), "{judged:?}");
    }

    #[test]
    fn another_cause_another_version_and_an_unknown_one_do_not_answer() {
        let (one, with) = (analysis(3, "x"), environment("2.2.21"));
        let other = Analysis { root_cause: Some("A.kt:3: something else".into()), ..one.clone() };
        assert!(!judge(&other, &with, past(&one, &with)).answers);
        let judged = judge(&one, &with, past(&one, &environment("1.9.0")));
        assert!(!judged.answers);
        assert_eq!(judged.environment_diff(), ["Kotlin 1.9.0 then, 2.2.21 now"]);
        let unknown = Environment { kotlin: None, ..with.clone() };
        let judged = judge(&one, &with, past(&one, &unknown));
        assert!(!judged.answers);
        assert_eq!(judged.environment_diff(), ["Kotlin not known then, 2.2.21 now"]);
        let nothing = Environment::default();
        assert!(!judge(&one, &nothing, past(&one, &nothing)).answers, "nothing known is no agreement");
    }

    #[test]
    fn what_a_person_or_a_model_said_stands_unless_it_was_voted_down_or_the_environment_drifted() {
        let (fresh, with) = (analysis(3, "x"), environment("2.2.21"));
        let own = Analysis { root_cause: Some("The real reason.".into()), ..fresh.clone() };
        let model = Analysis { engine: Engine::Agent, ..own.clone() };
        for past in [PastAnswer { validated: true, ..past(&own, &with) }, past(&model, &with)] {
            let judged = judge(&fresh, &with, past);
            assert!(judged.answers && judged.keeps_text, "{judged:?}");
            let down = PastAnswer { voted_down: true, ..past };
            assert!(!judge(&fresh, &with, down).answers);
            let drifted = environment("1.9.0");
            assert!(!judge(&fresh, &with, PastAnswer { environment: &drifted, ..past }).answers);
        }
    }

    #[test]
    fn failures_of_different_kind_or_name_are_never_one() {
        let failure = |text: &str| parse(text).failures.remove(0);
        let x = failure("e: file:///p/src/A.kt:3:5 Unresolved reference: x\n");
        let x_elsewhere = failure("e: file:///q/src/B.kt:7:1 Unresolved reference 'x'.\n");
        let y = failure("e: file:///p/src/A.kt:3:5 Unresolved reference: y\n");
        let syntax = failure("e: file:///p/src/A.kt:3:5 Expecting an element\n");
        assert_eq!(can_merge(&x, &x_elsewhere), Ok(()));
        assert_eq!(can_merge(&x, &y), Err("the symbol differs: `x` and `y`".to_owned()));
        assert!(can_merge(&x, &syntax).unwrap_err().starts_with("the category differs: "));
    }

    #[test]
    fn durations_read_as_people_say_them() {
        let texts: Vec<String> = [1, 40, 90, 720, 7200, 200_000].iter().map(|seconds| duration(*seconds)).collect();
        assert_eq!(texts, ["1 second", "40 seconds", "2 minutes", "12 minutes", "2 hours", "2 days"]);
    }
}
