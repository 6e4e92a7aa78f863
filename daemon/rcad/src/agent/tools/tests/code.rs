//! The three tools that read code: the shape of a good call, and each error from a real cause.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rcad_core::agent::model::ToolCall;
use rcad_core::agent::tools::{ToolErrorCode, ToolResult};
use serde_json::{Value, json};

use crate::agent::tools::{FailedBuild, Memories, Toolbox};

struct NoMemories;

impl Memories for NoMemories {
    fn search(&self, _: &Value) -> ToolResult {
        Ok(Value::Null)
    }
}

fn toolbox(root: Option<&Path>) -> Arc<Toolbox> {
    let root = root.map(|root| root.canonicalize().unwrap());
    let (code, memories) = (Arc::default(), Arc::new(NoMemories));
    Arc::new(Toolbox { root, code, build: FailedBuild::default(), memories, web: false })
}

fn call(toolbox: &Arc<Toolbox>, name: &str, arguments: Value) -> ToolResult {
    toolbox.call(&ToolCall { id: String::new(), name: name.to_owned(), arguments })
}

fn code(observed: ToolResult) -> ToolErrorCode {
    observed.expect_err("it can't be answered").code
}

const BASKET: &str = "package shop

import shop.model.Article
import shop.price.*
import kotlin.math.max

class Basket(val articles: List<Article>) {
    fun total(): Int {
        val sum = articles.sumOf { it.price }
        return sum + missing
    }
}
";

const MAIN: &str = "package app

import shop.Basket

fun main() {
    show(Basket(emptyList()))
}

fun show(basket: Basket) = println(basket.total())
";

fn project() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("settings.gradle"), "include ':app'\n").unwrap();
    fs::create_dir(dir.path().join("src")).unwrap();
    fs::write(dir.path().join("src/Basket.kt"), BASKET).unwrap();
    fs::write(dir.path().join("src/Main.kt"), MAIN).unwrap();
    dir
}

#[test]
fn context_is_the_lines_the_function_and_the_imports_they_use() {
    let dir = project();
    let toolbox = toolbox(Some(dir.path()));
    let ask = |arguments| call(&toolbox, "get_code_context", arguments);
    let all: Vec<&str> = BASKET.lines().collect();
    let data = ask(json!({"filePath": "src/Basket.kt", "line": 10})).unwrap();
    assert_eq!(
        data,
        json!({
            "filePath": "src/Basket.kt",
            "errorLine": 10,
            "context": {
                "startLine": 1,
                "before": all[..9].join("\n"),
                "errorLine": "        return sum + missing",
                "after": all[10..].join("\n"),
            },
            "functionDefinition": {"name": "total", "startLine": 8, "endLine": 11, "signature": "fun total(): Int"},
            "relevantImports": [
                {"module": "shop.model", "imported": "Article", "line": 3},
                {"module": "shop.price", "imported": "*", "line": 4},
            ],
        })
    );
    let few = ask(json!({"filePath": "src/Basket.kt", "line": 12, "contextLines": 5, "includeFunctionDef": false}));
    let few = few.unwrap();
    assert_eq!((&few["context"]["startLine"], &few["context"]["after"]), (&json!(7), &json!("")));
    assert_eq!(few["functionDefinition"], Value::Null);
    let script = ask(json!({"filePath": "settings.gradle", "line": 1})).unwrap();
    assert_eq!((&script["functionDefinition"], &script["relevantImports"]), (&Value::Null, &json!([])));
}

#[test]
fn context_has_its_errors() {
    let dir = project();
    let toolbox = toolbox(Some(dir.path()));
    let ask = |arguments| code(call(&toolbox, "get_code_context", arguments));
    assert_eq!(ask(json!({"filePath": "src/Nowhere.kt", "line": 1})), ToolErrorCode::FileNotFound);
    assert_eq!(ask(json!({"filePath": "../outside.kt", "line": 1})), ToolErrorCode::PermissionDenied);
    assert_eq!(ask(json!({"filePath": "src/Basket.kt", "line": 13})), ToolErrorCode::LineOutOfRange);
    assert_eq!(ask(json!({"filePath": "src/Basket.kt"})), ToolErrorCode::InvalidParameters);
    fs::write(dir.path().join("src/Empty.kt"), "").unwrap();
    assert_eq!(ask(json!({"filePath": "src/Empty.kt", "line": 1})), ToolErrorCode::LineOutOfRange);
}

#[test]
fn callers_are_told_with_their_chains() {
    let dir = project();
    let toolbox = toolbox(Some(dir.path()));
    let ask = |arguments| call(&toolbox, "find_callers_of_function", arguments);
    let data = ask(json!({"functionName": "total", "filePath": "src/Basket.kt"})).unwrap();
    let caller = |name: &str, line: u32, chain: &[&str], depth: u32| json!({"callerName": name, "filePath": "src/Main.kt", "line": line, "callChain": chain, "depth": depth});
    let callers =
        [caller("show", 9, &["show", "Basket.total"], 1), caller("main", 6, &["main", "show", "Basket.total"], 2)];
    let expected = json!({"functionName": "total", "filePath": "src/Basket.kt", "callers": callers, "totalCallers": 2});
    assert_eq!(data, expected);
    let data = ask(json!({"functionName": "Basket.total", "filePath": "src/Basket.kt", "maxDepth": 1})).unwrap();
    assert_eq!(data["callers"], json!([callers[0]]));
    let data = ask(json!({"functionName": "main", "filePath": "src/Main.kt"})).unwrap();
    assert_eq!(
        (&data["callers"], &data["totalCallers"]),
        (&json!([]), &json!(0)),
        "nobody calls it, which is no error"
    );
}

#[test]
fn callers_have_their_errors() {
    let dir = project();
    let toolbox_of = toolbox(Some(dir.path()));
    let ask = |name: &str, file: &str| {
        call(&toolbox_of, "find_callers_of_function", json!({"functionName": name, "filePath": file}))
    };
    let error = ask("totals", "src/Basket.kt").unwrap_err();
    assert_eq!(error.code, ToolErrorCode::FunctionNotFound);
    assert!(error.message.contains("it declares articles, total"), "{}", error.message);
    assert_eq!(code(ask("total", "src/Nowhere.kt")), ToolErrorCode::FileNotFound);
    assert_eq!(code(ask("total", "../outside.kt")), ToolErrorCode::PermissionDenied);
    assert_eq!(code(ask("total", "settings.gradle")), ToolErrorCode::LspUnavailable);
    let arguments = json!({"functionName": "total", "filePath": "src/Basket.kt"});
    assert_eq!(code(call(&toolbox(None), "find_callers_of_function", arguments)), ToolErrorCode::LspUnavailable);
}

#[test]
fn symbols_are_found_by_simple_and_dotted_names() {
    let dir = project();
    let toolbox = toolbox(Some(dir.path()));
    let ask = |arguments| call(&toolbox, "find_symbol", arguments);
    let total = json!({"matches": [{
        "name": "total", "kind": "function", "filePath": "src/Basket.kt", "line": 8, "signature": "fun total(): Int",
        "container": "shop.Basket",
    }]});
    for name in ["total", "Basket.total", "shop.Basket.total", "total()"] {
        assert_eq!(ask(json!({"name": name})), Ok(total.clone()), "{name}");
    }
    let data = ask(json!({"name": "Basket", "kind": "references"})).unwrap();
    let expected = json!({"matches": [
        {"name": "Basket", "kind": "call", "filePath": "src/Main.kt", "line": 6,
            "signature": "show(Basket(emptyList()))", "container": "main"},
        {"name": "Basket", "kind": "use", "filePath": "src/Main.kt", "line": 9,
            "signature": "fun show(basket: Basket) = println(basket.total())", "container": "show"},
    ]});
    assert_eq!(data, expected);
    let one = ask(json!({"name": "Basket", "kind": "references", "limit": 1})).unwrap();
    assert_eq!(one["matches"].as_array().map(Vec::len), Some(1));
}

#[test]
fn symbols_have_their_errors() {
    let dir = project();
    let toolbox_of = toolbox(Some(dir.path()));
    let error = call(&toolbox_of, "find_symbol", json!({"name": "Baskets"})).unwrap_err();
    assert_eq!(error.code, ToolErrorCode::FunctionNotFound);
    assert!(error.message.ends_with("there is Basket"), "{}", error.message);
    for name in ["println", "Other.total", "asket"] {
        assert_eq!(
            code(call(&toolbox_of, "find_symbol", json!({"name": name}))),
            ToolErrorCode::FunctionNotFound,
            "{name}"
        );
    }
    assert_eq!(code(call(&toolbox(None), "find_symbol", json!({"name": "Basket"}))), ToolErrorCode::FunctionNotFound);
    assert_eq!(code(call(&toolbox_of, "find_symbol", json!({"name": ""}))), ToolErrorCode::InvalidParameters);
}

/// More files than can be read within a tool's time: it says so, and the next call continues.
#[test]
fn without_time_for_all_files_a_tool_says_that() {
    let dir = project();
    let toolbox = toolbox(Some(dir.path()));
    let index = toolbox.code.within(toolbox.root.as_deref().unwrap(), std::time::Duration::ZERO);
    assert!(index.is_partial());
    let error = crate::agent::tools::find_symbol::late(&index);
    assert_eq!(error.code, ToolErrorCode::Timeout);
    assert!(call(&toolbox, "find_symbol", json!({"name": "Basket"})).is_ok(), "it reads on");
}
