//! What people see of the agent: on the page in a real browser, by `--follow`, by `audit`; live with a real Ollama
//! server.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::lab::Lab;
use crate::page::{browse, browser, headless};
use rcad_testkit::ollama::{OllamaServer, Script};

const EVIL: &str = "</script></section><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">\
    <a href=\"javascript:document.title='taken'\">go</a> [go](javascript:alert(1)) & \"quoted\" 'single'";

/// A lab with one stored failure and no model.
fn lab_with_a_failure() -> Lab {
    let lab = Lab::bare_with(&[("RCAD_AGENT_MODE", "off")]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    lab
}

/// Stores an agent's answer with the failure, as an import from another machine does.
fn give(lab: &Lab, change: impl FnOnce(&mut Value)) {
    let exported = lab.rcad(&["export"]).ok().out;
    let mut lines: Vec<Value> = exported.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rca = lines.iter_mut().find_map(|line| line.pointer_mut("/failure/rca")).unwrap();
    rca["agent"] = json!({
        "ending": {"ending": "answered"}, "model": "tiny:1b@sha256:0011223344556677", "prompt_version": 1, "style": "brief",
        "environment": rca["environment"], "confidence": 0.62,
        "cause": [{"text": "The field is gone.", "cites": [{"file": "log", "line": 3, "quote": "cannot find symbol"}]}],
        "fixes": [{"text": "Add it to `Shelf`.", "file": "src/Shelf.java"}],
        "factors": {"model": 0.9, "verified": 1.0, "known": 0.5, "simple": 0.5, "contained": 1.0},
        "iterations": 2, "tools_used": {"read_file": 1}, "prompt_tokens": 2310, "longest_prompt_tokens": 1200,
        "answer_tokens": 240, "took_ms": 14240, "made_ms": 1_700_000_005_000_u64, "steps": [],
    });
    change(&mut rca["agent"]);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let file = lab.path("with-an-answer.jsonl");
    std::fs::write(&file, text).unwrap();
    lab.rcad(&["import", file.to_str().unwrap()]).ok();
}

/// Link and HTML of the newest failure's page.
pub fn page(lab: &Lab) -> (String, String) {
    let link = lab.rcad(&["open", "last", "--print"]).ok().out.trim().to_owned();
    let target = link.strip_prefix("http://").unwrap().split_once('/').unwrap().1;
    let (status, html) = lab.http(&format!("/{target}"), &[]);
    assert_eq!(status, 200);
    (link, html)
}

/// A page behind its head, which has the script of every page.
fn body(page: &str) -> &str {
    page.split_once("</head>").map_or(page, |(_, body)| body)
}

#[test]
fn an_answer_is_shown_beside_the_rules_answer_with_what_it_rests_on() {
    let lab = lab_with_a_failure();
    let before = lab.json(&["show", "last", "--format", "json"]);
    assert!(!page(&lab).1.contains("What the model says"), "no model was asked");
    give(&lab, |_| {});
    let shown = lab.json(&["show", "last", "--format", "json"]);
    for field in ["root_cause", "fix_guidelines", "confidence", "engine"] {
        assert_eq!(shown[field], before[field], "the rules' answer stands");
    }
    assert_eq!(shown["agent"]["cause"][0]["text"], "The field is gone.");
    let (_, html) = page(&lab);
    for wanted in [
        "What the model says",
        "The field is gone.",
        "<code>log line 3</code> <q>cannot find symbol</q>",
        "Add it to <code>Shelf</code>. <code>src/Shelf.java</code>",
        "tiny:1b (001122334455) · on this machine · asked 2 times · tools: read_file",
        "The evidence shows 100 % of what it said.",
    ] {
        assert!(html.contains(wanted), "{wanted} is missing:\n{html}");
    }
    assert!(!body(&html).contains("<script"), "nothing is at work");
    let text = lab.rcad(&["show", "last"]).ok().out;
    assert!(
        text.contains("\nWhat the model says\n  The field is gone.\n      log line 3: cannot find symbol\n"),
        "{text}"
    );
    let markdown = lab.rcad(&["show", "last", "--format", "markdown"]).ok().out;
    assert!(markdown.contains("\n- The field is gone.\n  - `log line 3`: `cannot find symbol`\n"), "{markdown}");
}

#[test]
fn a_persons_word_is_about_the_answer_that_is_named() {
    let lab = lab_with_a_failure();
    let id = lab.json(&["show", "last", "--format", "json"])["id"].as_str().unwrap().to_owned();
    let nothing = lab.rcad(&["feedback", &id, "down", "--agent"]);
    assert!(nothing.code == 1 && nothing.err.contains("no model has said anything"), "{nothing:?}");
    give(&lab, |_| {});
    let said = lab.json(&["feedback", &id, "down", "--agent", "--note", "it is there", "--format", "json"]);
    assert_eq!((said["about"].as_str(), said["new_confidence"].as_f64()), (Some("agent"), Some(0.31)));
    let html = page(&lab).1;
    assert!(html.contains("<details><summary>A person has said that this answer is wrong.</summary>"), "{html}");
    let text = lab.rcad(&["show", "last"]).ok().out;
    assert!(text.contains("A person has said that this is wrong") && !text.contains("The field is gone"), "{text}");
    let said = lab.json(&["feedback", &id, "up", "--format", "json"]);
    assert_eq!(said["about"], "rules", "the answer that leads");
    lab.rcad(&["feedback", &id, "up", "--agent"]).ok();
    assert!(page(&lab).1.contains("A person has said that this is right."));
}

#[test]
fn a_hostile_answer_stays_text_in_a_browser() {
    let lab = lab_with_a_failure();
    give(&lab, |answer| {
        answer["ending"] = json!({"ending": "unsure", "why": EVIL});
        answer["model"] = EVIL.into();
        answer["elsewhere"] = format!("http://10.0.0.5:1/{EVIL}").into();
        answer["cause"] = json!([{"text": EVIL, "cites": [{"file": EVIL, "line": 1, "quote": EVIL}]}]);
        answer["fixes"] = json!([{"text": EVIL, "file": EVIL, "unverified": true}]);
        answer["teaching"] = json!({"concept": EVIL, "mistake": EVIL, "find_it": EVIL, "exercise": EVIL});
        answer["dropped"] = json!([{"text": EVIL, "why": EVIL}]);
        answer["warnings"] = json!([EVIL]);
        answer["tools_used"] = json!({(EVIL): 3});
        answer["steps"] = json!([{"kind": "thought", "iteration": 1, "text": EVIL, "progress": 0.5, "at_ms": 1}]);
    });
    let (link, html) = page(&lab);
    assert!(html.contains("NOT on this machine"), "{html}");
    for made in ["<script", "<img", "href=\"javascript", "onerror=\""] {
        assert!(!body(&html).contains(made), "{made} came out of an answer:\n{html}");
    }
    let Some(dom) = browse(&lab, &link) else { return };
    assert!(dom.contains("document.title='taken'") && !dom.contains("<title>taken"), "{dom}");
    for made in ["<script", "<img", "javascript:document.title=%27", "<a href=\"javascript"] {
        assert!(!body(&dom).contains(made), "{made} came out of an answer:\n{dom}");
    }
    assert_eq!(body(&dom).matches("<section").count(), 1, "{dom}");
}

#[test]
fn a_page_may_run_our_script_and_nothing_else() {
    let lab = lab_with_a_failure();
    let (link, _) = page(&lab);
    let (_, target) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let head = lab.http_head(&format!("/{target}"));
    let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap_or_default();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{head}");
    assert!(!policy.contains("unsafe") && policy.contains("connect-src 'self'"), "{policy}");
    // The style sheet is allowed by its hash; without it the page would look like the browser's default.
    let Some(browser) = browser() else { return };
    let picture = lab.path("page.png");
    let mut command = headless(&lab, browser);
    command.arg(format!("--screenshot={}", picture.display())).args(["--window-size=800,200", &link]);
    command.stdout(Stdio::null()).status().unwrap();
    let styled = std::fs::read(&picture).unwrap();
    // A page without its style sheet looks different, like this one.
    let bare = lab.path("bare.html");
    let (_, html) = page(&lab);
    std::fs::write(&bare, html.replace("<style>", "<style media=\"none\">")).unwrap();
    let mut command = headless(&lab, browser);
    command.arg(format!("--screenshot={}", picture.display())).args(["--window-size=800,200"]).arg(&bare);
    command.stdout(Stdio::null()).status().unwrap();
    assert_ne!(std::fs::read(&picture).unwrap(), styled, "the style sheet is refused");
}

#[test]
fn nothing_is_at_work_and_nothing_was_sent() {
    let lab = lab_with_a_failure();
    let shown = lab.rcad(&["show", "last", "--follow"]).ok();
    assert!(shown.err.contains("no model is working on it; showing the stored answer"), "{shown:?}");
    assert_eq!(shown.out, lab.rcad(&["show", "last"]).ok().out);
    let audit = lab.rcad(&["audit"]);
    assert!(audit.code == 1 && audit.out.is_empty() && audit.err.contains("was sent to a model"), "{audit:?}");
    let stopped = lab.rcad(&["explain", "--stop"]);
    assert!(stopped.code == 1 && stopped.err.contains("no model is working"), "{stopped:?}");
    assert_eq!(lab.rcad(&["audit", "ffffff"]).code, 1);
    assert_eq!(lab.rcad(&["explain", "ffffff"]).code, 1);
}

#[test]
fn without_a_server_it_says_so_and_shows_what_is_stored() {
    // A port without a listener.
    let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", "http://127.0.0.1:9")]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    let shown = lab.rcad(&["explain", "last", "--follow"]).ok();
    assert!(shown.err.contains("rcad: waiting: ") && shown.err.contains("127.0.0.1:9"), "{shown:?}");
    assert!(!shown.out.contains("What the model says") && shown.out.contains("What to do"), "{shown:?}");
    let html = page(&lab).1;
    assert!(html.contains("No model is asked yet: ") && !body(&html).contains("<script"), "{html}");
}

/// A model that reads a file and then answers. The log is that of `javac-4.4.1.json`.
fn model(server: &OllamaServer) {
    let answer = json!({
        "cause": [{"text": "A symbol is missing.", "cites": [{"file": "log", "line": 1, "quote": "cannot find symbol"}]}],
        "fixes": [{"text": "Declare it.", "file": "src/main/java/Shelf.java"}],
        "confidence": 80,
    });
    server.create("tiny", &Script::new().turn(rcad_testkit::ollama::script::says("ok")).answers(&answer.to_string()));
}

#[test]
fn a_job_is_seen_live_in_the_terminal_and_in_a_browser() {
    let Some(server) = OllamaServer::start() else { return };
    model(&server);
    let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", &server.address), ("RCAD_AGENT_MODE", "off")]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    // The model is probed, which takes longest, then asked; its server is suspended as soon as its work is visible.
    let mut command = lab.command(&["explain", "last", "--follow", "--format", "markdown"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut told = String::new();
    while !told.contains("started") {
        let line = lines.next().unwrap_or_else(|| panic!("it ends before it begins:\n{told}")).unwrap();
        told += &(line + "\n");
    }
    server.freeze();
    let (link, html) = page(&lab);
    assert!(
        html.contains("data-live") && body(&html).contains("<script>") && html.contains("<b>started</b>"),
        "{html}"
    );
    let before = connections(&lab);
    let watching = browser().map(|browser| {
        let mut command = headless(&lab, browser);
        command.args(["--virtual-time-budget=60000", "--dump-dom", &link]);
        command.stdout(Stdio::piped()).spawn().unwrap()
    });
    if watching.is_some() {
        // One more is the waiting client's.
        lab.wait("the browser to ask for the page", |lab| (connections(lab) > before + 1).then_some(()));
    }
    server.thaw();
    lines.for_each(|line| told += &(line.unwrap() + "\n"));
    let answer = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert!(child.wait().unwrap().success(), "{told}");
    for wanted in ["0 %  started", "asked", "done"] {
        assert!(told.contains(wanted), "{wanted} is missing:\n{told}");
    }
    assert!(answer.contains("### What the model says") && answer.contains("tiny"), "{answer}\n{told}");
    if let Some(browser) = watching {
        let dom = browser.wait_with_output().unwrap().stdout;
        let dom = String::from_utf8_lossy(&dom);
        // The page was loaded during the work; what it shows now was added by the script.
        assert!(body(&dom).contains("<script>") && dom.contains("step by step"), "{dom}");
        assert!(!dom.contains("data-live"), "{dom}");
    }
    let audit = lab.rcad(&["audit"]).ok();
    let sent: Value = serde_json::from_str(audit.out.lines().next().unwrap()).unwrap();
    assert_eq!(sent["model"].as_str().map(|name| name.split(':').next().unwrap()), Some("tiny"), "{audit:?}");
    assert!(audit.err.contains(&format!("to {} at ", server.address)), "{audit:?}");
}

/// The daemon's connections, as counted by the kernel.
fn connections(lab: &Lab) -> usize {
    let file: Value = serde_json::from_slice(&std::fs::read(lab.state().join("daemon.json")).unwrap()).unwrap();
    let port: u16 = file["address"].as_str().unwrap().rsplit(':').next().unwrap().parse().unwrap();
    let local = format!(":{port:04X}");
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let open = |line: &&str| {
        let mut columns = line.split_whitespace().skip(1);
        columns.next().is_some_and(|address| address.ends_with(&local)) && columns.nth(1) == Some("01")
    };
    table.lines().filter(open).count()
}

#[test]
fn what_the_model_is_told_to_stop_is_stopped() {
    let Some(server) = OllamaServer::start() else { return };
    model(&server);
    let lab = Lab::bare_with(&[("RCAD_OLLAMA_URL", &server.address), ("RCAD_AGENT_MODE", "off")]);
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    let mut command = lab.command(&["explain", "last", "--follow"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    while !lines.next().expect("it ends before it begins").unwrap().contains("started") {}
    server.freeze();
    lab.rcad(&["explain", "last", "--stop"]).ok();
    lines.for_each(drop);
    let answer = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    server.thaw();
    assert!(child.wait().unwrap().success());
    assert!(answer.contains("Stopped."), "{answer}");
}
