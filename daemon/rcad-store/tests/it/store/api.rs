//! Records in the shape that programs use: added, read, changed, deleted.

use rcad_core::model::environment::Environment;
use rcad_core::model::failure::Evidence;
use rcad_store::{
    AnswerCache, CacheKey, CachedAnswer, Counts, Multipliers, PutOutcome, Rca, RcaRecord, RecordError, Vote,
};
use serde_json::{Value, json};

use crate::store::agent::{lesson, lessons};
use crate::store::{Lab, analysis, report};

/// A record with every required field and no other.
fn required() -> Value {
    json!({
        "error_message": "cannot find symbol basket",
        "error_type": "java_cannot_find_symbol",
        "language": "java",
        "root_cause": "`basket` is not declared.",
        "fix_guidelines": ["Declare it.", "Import it."],
        "confidence": 0.75,
        "file_path": "src/Cart.java",
        "line_number": 12,
        "tool_calls_made": 3,
        "iterations": 2,
        "user_validated": false,
    })
}

/// One with every field that may be given.
fn whole() -> Value {
    let mut whole = required();
    let optional = json!({
        "code_context": "class Cart {\n  basket.add();\n}",
        "stack_trace": "at Cart.add(Cart.java:12)",
        "validation_feedback": "tried it",
        "fingerprint": "v1:0123456789abcdef",
        "project": "/home/dev/shop",
        "environment": {"gradle": "8.2.1", "java": "17.0.15", "os": "Linux", "agp": "8.1.4", "kotlin": "1.9.24",
            "compose": "1.5.14", "dependency": "a:b:1"},
        "engine": "agent",
        "model": "small:sha256-12",
        "evidence": [{"line": 3, "text": "error: cannot find symbol"}],
        "outcome": "failure",
        "quality_score": 0.1,
    });
    let fields = whole.as_object_mut().unwrap();
    fields.extend(optional.as_object().unwrap().clone());
    whole
}

fn with(mut record: Value, field: &str, value: Value) -> Value {
    record[field] = value;
    record
}

fn add(lab: &Lab, record: &Value) -> RcaRecord {
    lab.store.add(record, 1_000).unwrap()
}

fn update(lab: &Lab, id: &str, given: &Value) -> RcaRecord {
    lab.store.update(id, given, 2_000, &AnswerCache::new(0, 0)).unwrap().unwrap()
}

fn rca(lab: &Lab, id: &str) -> Rca {
    lab.store.get(id).unwrap().unwrap()
}

/// What it says must name the field and nothing must have been stored.
#[track_caller]
fn refused(lab: &Lab, record: &Value, field: &str, problem: &str) {
    let before = lab.store.counts().unwrap();
    let error = lab.store.add(record, 1_000).unwrap_err().to_string();
    assert!(error.contains(&format!("`{field}`")) && error.contains(problem), "{field}: {error}");
    assert_eq!(lab.store.counts().unwrap(), before);
}

#[test]
fn what_was_added_is_read_as_it_was_given() {
    let lab = Lab::new();
    let record = add(&lab, &whole());
    assert_eq!((record.id.len(), record.created_ms, record.updated_ms), (12, 1_000, 1_000));
    let lab = lab.reopen();
    let read = RcaRecord::from(&rca(&lab, &record.id));
    assert_eq!(read, record);
    let read = serde_json::to_value(&read).unwrap();
    for (field, given) in whole().as_object().unwrap() {
        if field == "quality_score" {
            assert_ne!(&read[field], given, "the store counts it");
        } else {
            assert_eq!(&read[field], given, "{field}");
        }
    }
    // Nothing that is not in it under its own name.
    let names: Vec<&String> = read.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), whole().as_object().unwrap().len() + 3, "{names:?}");
    let stored = rca(&lab, &record.id);
    assert_eq!((stored.project_name.as_deref(), stored.occurrences), (Some("shop"), 1));
    assert_eq!(stored.analysis.id.as_deref(), Some(record.id.as_str()));
    assert_eq!(lab.store.with_fingerprint("v1:0123456789abcdef").unwrap().len(), 1);
    assert_eq!(lab.store.changes_since(0, 9).unwrap().len(), 1, "what embeds it hears of it");
}

#[test]
fn a_failure_without_a_place_has_null_there() {
    let lab = Lab::new();
    let record = add(&lab, &with(with(required(), "file_path", Value::Null), "line_number", Value::Null));
    assert_eq!((&record.file_path, record.line_number), (&None, None));
    let shown = serde_json::to_value(&record).unwrap();
    assert!(shown["file_path"].is_null() && shown.get("code_context").is_none(), "{shown}");
}

#[test]
fn a_missing_field_is_named() {
    let lab = Lab::new();
    let fields: Vec<String> = required().as_object().unwrap().keys().cloned().collect();
    for field in fields {
        let mut record = required();
        record.as_object_mut().unwrap().remove(&field);
        refused(&lab, &record, &field, "lacks");
    }
    let error = lab.store.add(&json!({"confidence": 1}), 1).unwrap_err().to_string();
    assert!(error.contains("`root_cause`") && error.contains("`iterations`") && !error.contains("`confidence`"));
    for no_record in [json!([]), json!("x"), Value::Null] {
        let error = lab.store.add(&no_record, 1).unwrap_err().to_string();
        assert_eq!(error, "not a JSON object");
    }
}

#[test]
fn a_bad_field_is_named_with_what_it_must_be() {
    let lab = Lab::new();
    let bad = [
        ("error_message", json!("  "), "empty"),
        ("error_message", json!(7), "text"),
        ("error_type", json!("no_such_thing"), "no category: no_such_thing"),
        ("language", json!("cobol"), "kotlin, java"),
        ("root_cause", Value::Null, "text"),
        ("fix_guidelines", json!("do it"), "list"),
        ("fix_guidelines", json!(["a", 1]), "texts"),
        ("confidence", json!(1.1), "0 to 1"),
        ("confidence", json!(-0.1), "0 to 1"),
        ("confidence", json!("0.5"), "0 to 1"),
        ("file_path", json!(1), "text"),
        ("line_number", json!(0), "1 or more"),
        ("line_number", json!(1.5), "1 or more"),
        ("line_number", json!(5_000_000_000u64), "1 or more"),
        ("tool_calls_made", json!(-1), "0 or more"),
        ("iterations", json!("2"), "0 or more"),
        ("user_validated", json!("yes"), "true or false"),
        ("quality_score", json!(2), "0 to 1"),
        ("engine", json!("magic"), "rules, memory or agent"),
        ("outcome", json!("fine"), "failure or none"),
        ("evidence", json!([{"line": 1}]), "list of"),
        ("environment", json!({"gradle": 8}), "texts"),
        ("environment", json!({"maven": "3"}), "`maven`"),
        ("fingerprint", json!("9f2c"), "16 hexadecimal"),
        ("id", json!("0123456789ab"), "made by the store"),
        ("created_ms", json!(1), "made by the store"),
        ("rootCause", json!("x"), "no field of a record"),
    ];
    for (field, value, problem) in bad {
        refused(&lab, &with(required(), field, value), field, problem);
    }
    // The bounds themselves are good.
    add(&lab, &with(with(required(), "confidence", json!(1)), "line_number", json!(1)));
}

#[test]
fn one_failure_of_a_project_is_one_record() {
    let lab = Lab::new();
    let first = add(&lab, &required());
    match lab.store.add(&required(), 2_000) {
        Err(RecordError::Exists(id)) => assert_eq!(id, first.id),
        other => panic!("{other:?}"),
    }
    let elsewhere = add(&lab, &with(required(), "project", json!("/home/dev/shop")));
    let another = add(&lab, &with(required(), "error_type", json!("kotlin_unresolved_reference")));
    assert!(elsewhere.id != first.id && another.id != first.id && elsewhere.fingerprint == first.fingerprint);
    assert_eq!(lab.store.counts().unwrap().rcas, 3);
}

#[test]
fn an_rca_that_a_build_left_has_the_same_shape_and_a_build_renews_what_was_added() {
    let lab = Lab::new();
    let mut answer = analysis("basket");
    answer.errors[0].source =
        vec![Evidence { line: 11, text: "class Cart {".into() }, Evidence { line: 12, text: "  basket.add();".into() }];
    answer.errors[0].exception = Some("java.lang.IllegalStateException".into());
    answer.errors[0].evidence = vec![Evidence { line: 1, text: "at Cart.add(Cart.java:12)".into() }];
    let id = lab.store.put(&report("a", 100), Some(&answer), None).unwrap().rca.unwrap();
    let record = RcaRecord::from(&rca(&lab, &id));
    assert_eq!(record.error_message, "cannot find symbol basket");
    assert_eq!(record.error_type, rcad_core::Category::ALL[0]);
    assert_eq!((record.created_ms, record.updated_ms), (100, 100));
    assert_eq!(record.code_context.as_deref(), Some("class Cart {\n  basket.add();"));
    assert_eq!(record.stack_trace.as_deref(), Some("at Cart.add(Cart.java:12)"));
    assert_eq!(record.environment, Environment { gradle: Some("8.2.1".into()), ..Environment::default() });
    assert_eq!((record.fingerprint.as_deref(), record.project.as_deref()), (Some("v1:basket"), Some("/home/dev/app")));
    assert_eq!((record.tool_calls_made, record.iterations, record.model), (0, 0, None));

    let mut given = with(whole(), "project", json!("/home/dev/app"));
    given["error_message"] = json!("cannot find symbol till");
    let added = add(&lab, &given);
    let mut same = analysis("till");
    same.fingerprint = Some("v1:0123456789abcdef".into());
    let put = lab.store.put(&report("b", 5_000), Some(&same), None).unwrap();
    assert_eq!(put, PutOutcome { rca: Some(added.id.clone()), occurrences: 2, repeated: false });
    let renewed = RcaRecord::from(&rca(&lab, &added.id));
    assert_eq!((renewed.created_ms, renewed.updated_ms), (1_000, 5_000));
    assert_eq!(renewed.root_cause, "`till` is not declared.");
}

#[test]
fn an_update_changes_what_is_given_and_nothing_else() {
    let lab = Lab::new();
    let before = add(&lab, &whole());
    let given = json!({"root_cause": "`basket` is private.", "line_number": null, "confidence": 0.5, "iterations": 9});
    let after = update(&lab, &before.id, &given);
    let expected = RcaRecord {
        root_cause: "`basket` is private.".into(),
        line_number: None,
        confidence: 0.5,
        iterations: 9,
        updated_ms: 2_000,
        quality_score: after.quality_score,
        ..before.clone()
    };
    assert_eq!(after, expected);
    assert!(after.quality_score < before.quality_score);
    assert_eq!(RcaRecord::from(&rca(&lab.reopen(), &before.id)), after);
}

#[test]
fn a_bad_update_changes_nothing() {
    let lab = Lab::new();
    let before = add(&lab, &whole());
    let cache = AnswerCache::new(0, 0);
    for (given, field) in [
        (json!({"iterations": 7, "confidence": 7}), "confidence"),
        (json!({"iterations": 7, "quality_score": 0.5}), "quality_score"),
        (json!({"iterations": 7, "fingerprint": "v1:0123456789abcdee"}), "fingerprint"),
        (json!({"iterations": 7, "project": "/other"}), "project"),
        (json!({"iterations": 7, "id": "0123456789ab"}), "id"),
        (json!({"iterations": 7, "rootcause": "x"}), "rootcause"),
    ] {
        let error = lab.store.update(&before.id, &given, 2_000, &cache).unwrap_err().to_string();
        assert!(error.contains(&format!("`{field}`")), "{error}");
        assert_eq!(RcaRecord::from(&rca(&lab, &before.id)), before);
    }
    let unknown = lab.store.update("ffffffffffff", &json!({"iterations": 7}), 2_000, &cache).unwrap();
    assert_eq!(unknown, None);
    assert_eq!(lab.store.counts().unwrap().rcas, 1);
}

#[test]
fn an_update_and_a_persons_word_get_along() {
    let lab = Lab::new();
    let id = add(&lab, &required()).id;
    let cache = AnswerCache::new(0, 0);
    let say = |vote| lab.store.feedback(&id, vote, Some("mine"), 1_500, &Multipliers::default(), &cache).unwrap();
    assert_eq!(say(Vote::Down).unwrap().new_confidence, 0.375);
    let same = update(&lab, &id, &json!({"iterations": 5}));
    assert_eq!((same.confidence, same.validation_feedback.as_deref()), (0.375, Some("mine")));
    assert_eq!(update(&lab, &id, &json!({"confidence": 0.5})).confidence, 0.25, "the vote counts on");
    let right = update(&lab, &id, &json!({"user_validated": true}));
    assert_eq!((right.confidence, right.user_validated), (0.5, true), "the newer vote counts");
    let other = update(&lab, &id, &json!({"root_cause": "Quite another."}));
    assert!(!other.user_validated, "nobody has judged that one");
}

#[test]
fn deleting_leaves_no_trace_but_that_the_build_was_seen() {
    let lab = Lab::new();
    let id = lab.fail("a", "basket", 100).rca.unwrap();
    let other = lab.fail("b", "till", 200).rca.unwrap();
    let cache = AnswerCache::new(9, 1_000);
    let key = |fingerprint: &str| CacheKey {
        fingerprint: fingerprint.into(),
        environment: Environment::default(),
        model: None,
        prompt_version: 0,
    };
    for (rca, fingerprint) in [(&id, "v1:basket"), (&other, "v1:till")] {
        cache.put(&key(fingerprint), CachedAnswer { rca: rca.clone(), analysis: analysis("x") }, 1);
    }
    let seen = lab.store.last_change().unwrap();
    assert!(lab.store.delete(&id, &cache).unwrap());
    assert!(!lab.store.delete(&id, &cache).unwrap(), "it is gone");
    assert_eq!((lab.store.get(&id).unwrap(), lab.store.report("a").unwrap()), (None, None));
    assert!(lab.store.with_fingerprint("v1:basket").unwrap().is_empty());
    assert!(cache.get(&key("v1:basket"), 2).is_none() && cache.get(&key("v1:till"), 2).is_some());
    let changes = lab.store.changes_since(seen, 9).unwrap();
    assert!(changes.len() == 1 && changes[0].id == id && changes[0].rca.is_none(), "{changes:?}");
    assert!(lab.fail("a", "basket", 100).repeated, "its record, read again, is not new");
    assert_eq!(lab.list(), [(other, 200)]);
    // The same failure in a new build begins anew.
    assert_eq!(lab.fail("c", "basket", 300).occurrences, 1);
}

#[test]
fn clearing_says_how_many_there_were() {
    let lab = Lab::new();
    let cache = AnswerCache::new(9, 1_000);
    assert_eq!(lab.store.clear(&cache).unwrap(), 0);
    // More than one transaction takes.
    for n in 0..505 {
        add(&lab, &with(required(), "fingerprint", json!(format!("v1:{n:016x}"))));
    }
    let id = lab.fail("a", "basket", 100).rca.unwrap();
    lab.store.learn(&id, &lesson("m", "it was the other file", 100)).unwrap();
    assert_eq!(lab.store.clear(&cache).unwrap(), 506);
    assert_eq!(lab.store.counts().unwrap(), Counts { rcas: 0, builds: 0, crashes: 0 });
    lab.store.learn(&id, &lesson("m", "it was that file", 100)).unwrap();
    assert!(lessons(&lab.store).is_empty(), "they quote code, also those of a job that ends later");
    assert_eq!(lab.store.report("a").unwrap(), None);
    assert_eq!(lab.store.clear(&cache).unwrap(), 0);
    assert_eq!(lab.fail("b", "basket", 200).occurrences, 1, "it works on");
}
