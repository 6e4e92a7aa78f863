//! Summarises a run over the cases, family by family, for choosing a model.

use std::fmt::Write;

use rcad_core::model::answer::Answer;
use serde_json::{Value, json};

use super::grade::{AnswerGrade, AnswerVerdict};
use crate::cli::bench::samples::Samples;

/// The result of one case.
pub struct CaseRow {
    /// Its family.
    pub family: &'static str,
    /// Its name.
    pub name: String,
    /// The model's answer.
    pub answer: Answer,
    /// Its grade.
    pub grade: AnswerGrade,
}

/// Totals of some rows.
#[derive(Default)]
struct RowTotals {
    cases: usize,
    /// In the order of [`VERDICTS`].
    verdicts: [usize; VERDICTS.len()],
    /// Percentage of each answer's statements that the evidence shows.
    grounded: Vec<f64>,
    seconds: Samples,
    prompt_tokens: Samples,
    answer_tokens: Samples,
}

const VERDICTS: [(AnswerVerdict, &str); 5] = [
    (AnswerVerdict::Right, "right"),
    (AnswerVerdict::Half, "half"),
    (AnswerVerdict::Wrong, "wrong"),
    (AnswerVerdict::NotSure, "not sure"),
    (AnswerVerdict::NoAnswer, "no answer"),
];

impl RowTotals {
    fn of<'r>(rows: impl Iterator<Item = &'r CaseRow>) -> RowTotals {
        let mut sum = RowTotals::default();
        for row in rows {
            let answer = &row.answer;
            sum.cases += 1;
            for (count, (verdict, _)) in sum.verdicts.iter_mut().zip(VERDICTS) {
                *count += usize::from(verdict == row.grade.verdict);
            }
            if !answer.cause.is_empty() || !answer.fixes.is_empty() || !answer.dropped.is_empty() {
                sum.grounded.push(answer.factors.verified * 100.0);
            }
            sum.seconds.push(answer.took_ms as f64 / 1000.0);
            sum.prompt_tokens.push(f64::from(answer.longest_prompt_tokens));
            sum.answer_tokens.push(f64::from(answer.answer_tokens));
        }
        sum
    }

    /// In percent.
    fn accuracy(&self) -> f64 {
        if self.cases == 0 { 0.0 } else { 100.0 * self.verdicts[0] as f64 / self.cases as f64 }
    }

    fn grounded(&self) -> Option<f64> {
        (!self.grounded.is_empty()).then(|| self.grounded.iter().sum::<f64>() / self.grounded.len() as f64)
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "cases": self.cases,
            "accuracy_percent": self.accuracy(),
            "grounded_percent": self.grounded(),
            "seconds": {"p50": self.seconds.median(), "p95": self.seconds.quantile(0.95)},
            "prompt_tokens": {"p50": self.prompt_tokens.median(), "p95": self.prompt_tokens.quantile(0.95)},
            "answer_tokens": {"p50": self.answer_tokens.median(), "p95": self.answer_tokens.quantile(0.95)},
        });
        for (count, (_, name)) in self.verdicts.iter().zip(VERDICTS) {
            object[name.replace(' ', "_")] = json!(count);
        }
        object
    }

    fn line(&self, name: &str) -> String {
        let mut line = format!("{name:<17}{:>6}", self.cases);
        for (count, (_, name)) in self.verdicts.iter().zip(VERDICTS) {
            let width = name.len().max(5) + 2;
            let _ = write!(line, "{count:>width$}"); // Writing to a string can't fail.
        }
        let grounded = self.grounded().map_or("-".to_owned(), |share| format!("{share:.0} %"));
        let seconds = format!("{:.1} / {:.1}", self.seconds.median(), self.seconds.quantile(0.95));
        let prompt = format!("{:.0} / {:.0}", self.prompt_tokens.median(), self.prompt_tokens.quantile(0.95));
        let answer = format!("{:.0} / {:.0}", self.answer_tokens.median(), self.answer_tokens.quantile(0.95));
        let accuracy = format!("{:.0} %", self.accuracy());
        let _ = write!(line, "{accuracy:>10}{grounded:>10}{seconds:>15}{prompt:>15}{answer:>13}");
        line
    }
}

/// For people: a line for each family and one for all.
pub fn text(rows: &[CaseRow]) -> String {
    let mut text = format!("{:<17}{:>6}", "family", "cases");
    for (_, name) in VERDICTS {
        let width = name.len().max(5) + 2;
        let _ = write!(text, "{name:>width$}");
    }
    let heads = ("accuracy", "grounded", "s p50 / p95", "prompt tokens", "answer");
    let _ = writeln!(text, "{:>10}{:>10}{:>15}{:>15}{:>13}", heads.0, heads.1, heads.2, heads.3, heads.4);
    for family in families(rows) {
        let _ = writeln!(text, "{}", RowTotals::of(rows.iter().filter(|row| row.family == family)).line(family));
    }
    let _ = writeln!(text, "{}", RowTotals::of(rows.iter()).line("all"));
    text
}

/// For programs: everything, including each case.
pub fn json(rows: &[CaseRow]) -> Value {
    let sums = families(rows)
        .into_iter()
        .map(|family| (family.to_owned(), RowTotals::of(rows.iter().filter(|row| row.family == family)).json()));
    let cases = rows.iter().map(|row| {
        json!({
            "name": row.name, "family": row.family, "verdict": row.grade.verdict, "why": row.grade.why,
            "seconds": row.answer.took_ms as f64 / 1000.0, "requests": row.answer.iterations,
            "tools_used": row.answer.tools_used, "confidence": row.answer.confidence,
            "cause": row.answer.cause, "fixes": row.answer.fixes, "dropped": row.answer.dropped,
        })
    });
    json!({
        "all": RowTotals::of(rows.iter()).json(),
        "families": sums.collect::<serde_json::Map<_, _>>(),
        "cases": cases.collect::<Vec<_>>(),
    })
}

/// In order of appearance.
fn families(rows: &[CaseRow]) -> Vec<&'static str> {
    let mut families: Vec<&'static str> = rows.iter().map(|row| row.family).collect();
    families.dedup();
    families
}

#[cfg(test)]
mod tests {
    use rcad_core::model::answer::Ending;

    use super::{CaseRow, json, text};
    use crate::cli::bench::model::grade::tests::{answered, ended};
    use crate::cli::bench::model::grade::{AnswerGrade, AnswerVerdict};

    #[test]
    fn a_run_adds_up() {
        let row = |family, verdict, answer| CaseRow {
            family,
            name: "x".into(),
            answer,
            grade: AnswerGrade { verdict, why: String::new() },
        };
        let mut right = answered("a", "b");
        (right.took_ms, right.longest_prompt_tokens, right.answer_tokens) = (4000, 900, 80);
        right.factors.verified = 0.5;
        let unsure = || ended(Ending::Unsure { why: String::new() });
        let rows = [
            row("gradle", AnswerVerdict::Right, right),
            row("gradle", AnswerVerdict::NotSure, unsure()),
            row("compose", AnswerVerdict::Wrong, answered("a", "b")),
            row("compose", AnswerVerdict::Half, answered("a", "b")),
        ];
        let printed = text(&rows);
        let lines: Vec<Vec<&str>> = printed.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1][..9], ["gradle", "2", "1", "0", "0", "1", "0", "50", "%"], "{printed}");
        assert_eq!(lines[1][9..], ["50", "%", "0.0", "/", "4.0", "0", "/", "900", "0", "/", "80"]);
        assert_eq!(lines[3][..9], ["all", "4", "1", "1", "1", "1", "0", "25", "%"]);
        let printed = json(&rows);
        assert_eq!((&printed["all"]["right"], &printed["families"]["compose"]["half"]), (&1.into(), &1.into()));
        assert_eq!(printed["cases"].as_array().map(Vec::len), Some(4));
    }
}
