//! Analyses as SARIF 2.1.0, for code scanning and IDEs: one run, one result a failure.

use serde_json::{Value, json};

use crate::agent::overlay;
use crate::changes::words;
use crate::explain::{explain, meaning};
use crate::fingerprint::fingerprint;
use crate::model::answer::Answer;
use crate::model::change::{Change, ProjectPlace};
use crate::model::failure::{Evidence, Failure, Language, Role};
use crate::{Analysis, Category};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// All failures of these analyses. Paths that are not absolute are relative to the project, `%SRCROOT%`.
pub fn sarif(analyses: &[Analysis]) -> String {
    let mut categories: Vec<Category> = analyses.iter().flat_map(|one| &one.errors).map(|one| one.category).collect();
    categories.sort_unstable();
    categories.dedup();
    let results: Vec<Value> = analyses.iter().flat_map(|analysis| results(analysis, &categories)).collect();
    let driver = json!({
        "name": "rcad",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": categories.iter().map(|category| rule(*category)).collect::<Vec<_>>(),
    });
    let run = json!({ "tool": { "driver": driver }, "columnKind": "utf16CodeUnits", "results": results });
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    format!("{log:#}\n")
}

/// What a category is, and what to do about it in general.
fn rule(category: Category) -> Value {
    let general = explain(&Failure::new(category, Language::Unknown, category.title()));
    let mut rule = json!({
        "id": category.id(),
        "shortDescription": { "text": category.title() },
        "defaultConfiguration": { "level": "error" },
    });
    if !general.fixes.is_empty() {
        rule["help"] = json!({ "text": steps(&general.fixes) });
    }
    if let Some(link) = meaning(category).and_then(|meaning| meaning.link) {
        rule["helpUri"] = link.into();
    }
    rule
}

fn results(analysis: &Analysis, categories: &[Category]) -> Vec<Value> {
    let whole = |index: usize, failure: &Failure| {
        let explanation = explain(failure);
        let (mut cause, mut fixes) = (explanation.root_cause, explanation.fixes);
        let mut print = fingerprint(failure);
        if index == 0 {
            cause = analysis.root_cause.clone().unwrap_or(cause);
            fixes.clone_from(&analysis.fix_guidelines);
            print = analysis.fingerprint.clone().unwrap_or(print);
        }
        if !fixes.is_empty() {
            cause = format!("{cause}\n\n{}", steps(&fixes));
        }
        let mut result = json!({
            "ruleId": failure.category.id(),
            "ruleIndex": categories.binary_search(&failure.category).unwrap_or_default(),
            // A consequence disappears with its cause; the same mistake again must be corrected here too.
            "level": if failure.role == Role::Consequence && !is_again(failure) { "note" } else { "error" },
            "message": { "text": cause },
            "partialFingerprints": { "rcad/v1": print },
            "properties": properties(failure),
        });
        if let Some(agent_cause) = analysis.agent.as_deref().filter(|_| index == 0).and_then(agent_cause) {
            result["properties"]["model_says"] = agent_cause;
        }
        if let Some(location) = location(failure) {
            result["locations"] = json!([location]);
        }
        if index == 0 {
            add_changes(&mut result, analysis);
            add_last_fix(&mut result, analysis);
        }
        if let Some(source) = analysis.source.as_deref().filter(|source| *source != "-") {
            let read = failure.evidence.iter().map(|evidence| in_log(source, evidence));
            add_related(&mut result, read.collect());
        }
        result
    };
    analysis.errors.iter().enumerate().map(|(index, failure)| whole(index, failure)).collect()
}

/// The changes that are tied to the failure, the place to act and the patch.
fn add_changes(result: &mut Value, analysis: &Analysis) {
    let mut related: Vec<Value> = Vec::new();
    for suspect in &analysis.suspects {
        related.push(in_project(&suspect.change.file, suspect.change.line, &words::happened(&suspect.change)));
    }
    let reported = analysis.primary().map(|primary| (primary.file.as_ref(), primary.line));
    let another = |place: &&ProjectPlace| reported != Some((Some(&place.file), place.line));
    if let Some(place) = analysis.act_at.as_ref().filter(another) {
        related.push(in_project(&place.file, place.line, "The place to act"));
    }
    add_related(result, related);
    if let Some(patch) = &analysis.patch {
        result["properties"]["patch"] = patch.diff.as_str().into();
    }
}

/// What made it green again last time. The lines are those of that time, so only the files are places of today.
fn add_last_fix(result: &mut Value, analysis: &Analysis) {
    let Some(resolution) = analysis.memory.as_ref().and_then(|memory| memory.resolution.as_ref()) else { return };
    let Some(fix) = &resolution.fix else { return };
    if fix.tied {
        let fixed = |change: &Change| format!("Fixed last time: {}", words::happened(change));
        add_related(result, fix.changes.iter().map(|one| in_project(&one.file, None, &fixed(one))).collect());
    }
    let mut last = json!({ "at": resolution.at, "text": resolution.sentence(), "tied": fix.tied });
    if let Some(diff) = &fix.diff {
        last["diff"] = diff.as_str().into();
    }
    result["properties"]["last_fix"] = last;
}

fn add_related(result: &mut Value, mut more: Vec<Value>) {
    if more.is_empty() {
        return;
    }
    match result.get_mut("relatedLocations").and_then(Value::as_array_mut) {
        Some(known) => known.append(&mut more),
        None => result["relatedLocations"] = more.into(),
    }
}

fn in_project(file: &str, line: Option<u32>, text: &str) -> Value {
    let mut place = json!({ "artifactLocation": artifact(file) });
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": line });
    }
    json!({ "physicalLocation": place, "message": { "text": text } })
}

fn steps(fixes: &[String]) -> String {
    fixes.iter().enumerate().map(|(n, fix)| format!("{}. {fix}", n + 1)).collect::<Vec<_>>().join("\n")
}

fn properties(failure: &Failure) -> Value {
    let mut properties = json!({ "role": failure.role });
    for (key, value) in [("task", &failure.task), ("symbol", &failure.symbol), ("process", &failure.process)] {
        if let Some(value) = value {
            properties[key] = value.as_str().into();
        }
    }
    properties
}

/// The agent's cause.
fn agent_cause(answer: &Answer) -> Option<Value> {
    let cause = overlay::headline_cause(answer);
    (!cause.is_empty()).then(|| json!({ "cause": cause, "confidence": answer.confidence, "model": answer.model }))
}

fn location(failure: &Failure) -> Option<Value> {
    let mut location = json!({ "artifactLocation": artifact(failure.file.as_deref()?) });
    if let Some(line) = failure.line.filter(|line| *line > 0) {
        location["region"] = json!({ "startLine": line });
        if let Some(column) = failure.column.filter(|column| *column > 0) {
            location["region"]["startColumn"] = column.into();
        }
    }
    Some(json!({ "physicalLocation": location }))
}

/// The line of the log that it was read from.
fn in_log(source: &str, evidence: &Evidence) -> Value {
    json!({
        "physicalLocation": { "artifactLocation": artifact(source), "region": { "startLine": evidence.line.max(1) } },
        "message": { "text": evidence.text },
    })
}

fn artifact(path: &str) -> Value {
    let path = path.replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().get(2) == Some(&b'/');
    if drive {
        json!({ "uri": format!("file:///{}:{}", &path[..1], encode(&path[2..])) })
    } else if path.starts_with('/') {
        json!({ "uri": format!("file://{}", encode(&path)) })
    } else {
        json!({ "uri": encode(path.trim_start_matches("./")), "uriBaseId": "%SRCROOT%" })
    }
}

/// A path as part of a URI.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~$+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn is_again(failure: &Failure) -> bool {
    failure.explained_by.is_some_and(|by| by.again)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{artifact, sarif};
    use crate::Analysis;
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn every_failure_is_a_result_with_its_rule_and_place() {
        let log = "e: file:///p/a%20b/A.kt:3:5 Unresolved reference: x\ne: file:///p/B.kt:9:1 Type mismatch: inferred type is A but B was expected\n";
        let analysis = Analysis { source: Some("ci/build 1.log".into()), ..analyze(parse(log), Some("/p")) };
        let sarif: Value = serde_json::from_str(&sarif(&[analysis, Analysis::none()])).expect("it is JSON");
        let run = &sarif["runs"][0];
        let results = run["results"].as_array().expect("results");
        assert_eq!(results.len(), 2);
        for result in results {
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(result["partialFingerprints"]["rcad/v1"].as_str().is_some_and(|text| text.starts_with("v1:")));
            assert_eq!(
                result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"],
                "ci/build%201.log"
            );
        }
        let location = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(
            (&location["artifactLocation"]["uri"], &location["region"]["startLine"]),
            (&"a%20b/A.kt".into(), &3.into())
        );
    }

    #[test]
    fn what_a_model_says_stands_beside_the_first_result_alone() {
        let log = "e: file:///p/A.kt:3:5 Unresolved reference: x\ne: file:///p/B.kt:9:1 Type mismatch: inferred type is A but B was expected\n";
        let agent = Some(Box::new(crate::agent::overlay::tests::answer()));
        let analysis = Analysis { agent, ..analyze(parse(log), Some("/p")) };
        let sarif: Value = serde_json::from_str(&sarif(&[analysis])).expect("it is JSON");
        let results = &sarif["runs"][0]["results"];
        assert_eq!(results[0]["properties"]["model_says"]["cause"], "`Cart` has no `total`. The build stops there.");
        assert_eq!(results[1]["properties"]["model_says"], Value::Null);
    }

    #[test]
    fn what_made_it_green_again_stands_with_the_first_result() {
        let log = "e: file:///p/A.kt:3:5 Unresolved reference: x\ne: file:///p/B.kt:9:1 Type mismatch: inferred type is A but B was expected\n";
        let fixed = |tied| {
            let change = json!({ "kind": "renamed", "subject": "function", "name": "pages", "after": "pageCount", "file": "src/main/java/a/Book.java", "line": 16 });
            let fix = json!({ "tied": tied, "files": 1, "changes": [change], "diff": "-pages\n+pageCount\n" });
            let memory = json!({
                "id": "0123456789ab",
                "engine": "rules",
                "first_seen": "2026-11-12T09:30:00Z",
                "last_seen": "2026-11-12T09:30:00Z",
                "occurrences": 1,
                "project": null,
                "why": [],
                "environment": [],
                "drift": [],
                "went_away": { "at": "2026-11-12T09:42:00Z", "after_seconds": 720, "versions": [], "fix": fix },
            });
            let memory = Some(serde_json::from_value(memory).expect("a memory"));
            let analysis = Analysis { memory, ..analyze(parse(log), Some("/p")) };
            let sarif: Value = serde_json::from_str(&sarif(&[analysis])).expect("it is JSON");
            sarif["runs"][0]["results"].clone()
        };
        let results = fixed(true);
        let last = &results[0]["properties"]["last_fix"];
        let clause = "`pages()` was renamed to `pageCount()` in Book.java:16";
        assert!(last["text"].as_str().is_some_and(|text| text.ends_with(&format!("by a change: {clause}."))), "{last}");
        assert_eq!((&last["tied"], &last["diff"]), (&true.into(), &"-pages\n+pageCount\n".into()));
        let related = &results[0]["relatedLocations"][0];
        assert_eq!(related["message"]["text"], format!("Fixed last time: {clause}"));
        let place = &related["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/main/java/a/Book.java");
        assert_eq!(place["region"], Value::Null, "the line may be another one today");
        assert_eq!(results[1]["properties"]["last_fix"], Value::Null);
        let untied = &fixed(false)[0];
        assert_eq!(
            (&untied["properties"]["last_fix"]["tied"], &untied["relatedLocations"]),
            (&false.into(), &Value::Null)
        );
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(artifact("/p q/A.kt")["uri"], "file:///p%20q/A.kt");
        assert_eq!(artifact(r"C:\p\A.kt")["uri"], "file:///C:/p/A.kt");
        assert_eq!(artifact("a.b.app-5:/layout/m.xml")["uri"], "a.b.app-5%3A/layout/m.xml");
    }
}
