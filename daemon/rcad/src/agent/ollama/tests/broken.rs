//! Servers that break off, stall, send garbage or are not Ollama, which a real one can't be made to do.

use std::net::TcpListener;
use std::time::Duration;

use rcad_core::agent::model::ModelError;

use super::{LONG_TIMEOUTS, Outcome, block_on, chat, request, server};
use crate::agent::ollama::pull::PullProgress;
use crate::agent::ollama::{Server, Timeouts, wire};
use rcad_testkit::ollama::fake::{Act, Fake, recorded};
use rcad_testkit::ollama::plain_http::HttpResponse;

fn ask(act: Act, timeouts: Timeouts) -> (Outcome, Fake) {
    let fake = Fake::start(vec![act]);
    let body = wire::chat_body("scripted", false, &request());
    (chat(&server(&fake.address), body, timeouts, || {}), fake)
}

#[track_caller]
fn garbled(act: Act, says: &str) -> Outcome {
    let (outcome, _) = ask(act, LONG_TIMEOUTS);
    assert!(
        matches!(&outcome.result, Err(ModelError::MalformedReply { what }) if what.contains(says)),
        "{says}: {outcome:?}"
    );
    outcome
}

fn answer(status: u16, kind: &str, body: &str) -> HttpResponse {
    HttpResponse { status, kind: kind.into(), body: body.into() }
}

#[test]
fn an_answer_that_breaks_off_is_none_wherever_it_does() {
    let whole = recorded("text");
    let end = whole.body.len();
    let last_line = whole.body[..end - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
    // Before anything, in the first line, between two lines, in the last line.
    for at in [0, 40, last_line + 1, last_line + 30] {
        let (outcome, _) = ask(Act::Cut(whole.clone(), at), LONG_TIMEOUTS);
        assert_eq!(outcome.result, Err(ModelError::Crashed), "after {at} of {end} bytes: {outcome:?}");
    }
    // The last line is complete; only the connection ends abnormally.
    let (outcome, _) = ask(Act::Stall(whole, end), LONG_TIMEOUTS);
    assert!(outcome.result.is_ok(), "{outcome:?}");
}

#[test]
fn what_ends_in_good_order_without_being_done_is_no_answer() {
    let mut body = recorded("text").body;
    let last_line = body[..body.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
    body.truncate(last_line + 1);
    let undone = HttpResponse { body, ..recorded("text") };
    let outcome = garbled(Act::Replay(undone), "repeat");
    assert!(outcome.heard.len() > 2);
    let (nothing, _) = ask(Act::Replay(answer(200, "application/x-ndjson", "")), LONG_TIMEOUTS);
    assert_eq!(nothing.result, Err(ModelError::Crashed));
}

#[test]
fn a_server_that_says_nothing_is_not_waited_for_beyond_the_timeouts() {
    let brief = Timeouts { first: Duration::from_millis(300), next: Duration::from_secs(60) };
    let (outcome, fake) = ask(Act::Silence, brief);
    assert_eq!(outcome.result, Err(ModelError::TimedOut { seconds: 0 }));
    fake.left();
    // A head is not an answer yet.
    let (outcome, fake) = ask(Act::Stall(recorded("text"), 0), brief);
    assert_eq!(outcome.result, Err(ModelError::TimedOut { seconds: 0 }));
    fake.left();
    let brief = Timeouts { first: Duration::from_secs(60), next: Duration::from_millis(300) };
    let (outcome, fake) = ask(Act::Stall(recorded("text"), 300), brief);
    assert_eq!(outcome.result, Err(ModelError::TimedOut { seconds: 0 }));
    assert!(!outcome.heard.is_empty());
    fake.left();
}

#[test]
fn a_request_that_is_dropped_closes_its_connection() {
    // Before the reply's head, before its first byte, and in the middle.
    for act in [Act::Silence, Act::Stall(recorded("text"), 0), Act::Stall(recorded("text"), 300)] {
        let fake = Fake::start(vec![act]);
        let server = server(&fake.address);
        block_on(async {
            let body = wire::chat_body("scripted", false, &request());
            let mut hear = |_: crate::agent::ollama::StreamChunk<'_>| {};
            let asking = server.chat(body, LONG_TIMEOUTS, &mut hear);
            assert!(tokio::time::timeout(Duration::from_millis(300), asking).await.is_err());
            tokio::task::spawn_blocking(move || fake.left()).await.unwrap();
        });
    }
}

#[test]
fn endless_answers_are_stopped() {
    let line =
        format!("{{\"message\":{{\"role\":\"assistant\",\"content\":\"{}\"}},\"done\":false}}\n", "x".repeat(5000));
    garbled(Act::Forever(line.into_bytes()), "more than 256 KiB of text");
    garbled(Act::Forever(vec![b'x'; 9000]), "a line of more than 1 MiB");
    garbled(Act::Forever(b"{\"message\":{},\"done\":false}\n".repeat(3000)), "an answer of more than 16 MiB");
}

#[test]
fn what_is_not_ollama_is_said_to_be_none() {
    let page = answer(200, "text/html", "<!doctype html>\n<title>Sign in</title>\n");
    garbled(Act::Replay(page), "`<!doctype html>`");
    let (ssh, fake) = ask(Act::Noise(b"SSH-2.0-OpenSSH_9.6\r\n".to_vec()), LONG_TIMEOUTS);
    assert_eq!(ssh.result, Err(ModelError::NotOllama { server: fake.address.clone() }));
    garbled(
        Act::Replay(answer(200, "application/x-ndjson", "{\"message\":{\"content\":\"\u{fffd}\"},\"done\":1}\n")),
        "done",
    );
    let mut body = recorded("text").body;
    let letter = body.iter().position(|byte| *byte == 0xC3).unwrap();
    body[letter] = 0xFF;
    garbled(Act::Replay(HttpResponse { body, ..recorded("text") }), "");
    let (outcome, _) = ask(Act::Replay(answer(404, "text/plain", "404 page not found")), LONG_TIMEOUTS);
    assert!(
        matches!(&outcome.result, Err(ModelError::Rejected { what }) if what.contains("404 page not found")),
        "{outcome:?}"
    );
}

#[test]
fn nothing_is_sent_to_where_a_server_redirects() {
    let other = Fake::start(vec![Act::Replay(recorded("text"))]);
    let (outcome, _) = ask(Act::Redirect(format!("{}/api/chat", other.address)), LONG_TIMEOUTS);
    assert!(matches!(&outcome.result, Err(ModelError::Rejected { what }) if what.contains("redirect")), "{outcome:?}");
    assert!(other.asked().is_empty());
}

/// Names an address for the test below, which runs this one in an environment with a proxy.
const ADDRESS: &str = "RCAD_TEST_ASK";

#[test]
fn a_proxy_of_the_environment_is_never_asked() {
    let (server, proxy) =
        (Fake::start(vec![Act::Replay(recorded("text"))]), Fake::start(vec![Act::Replay(recorded("text"))]));
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "--ignored", "agent::ollama::tests::broken::asks_what_the_environment_names"]);
    child.env(ADDRESS, &server.address).env_remove("NO_PROXY").env_remove("no_proxy");
    for variable in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        child.env(variable, &proxy.address);
    }
    let ran = child.output().unwrap();
    assert!(ran.status.success() && String::from_utf8_lossy(&ran.stdout).contains("1 passed"), "{ran:?}");
    assert_eq!((server.asked().len(), proxy.asked().len()), (1, 0));
}

#[test]
#[ignore = "is run by the test above"]
fn asks_what_the_environment_names() {
    let address = std::env::var(ADDRESS).expect("run by the test above");
    let body = wire::chat_body("scripted", false, &request());
    assert!(chat(&server(&address), body, LONG_TIMEOUTS, || {}).result.is_ok());
}

#[test]
fn where_nobody_listens_the_server_is_absent() {
    let address = format!("http://{}", TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let server = server(&address);
    let absent = ModelError::ServerUnreachable { server: address };
    assert_eq!(block_on(server.version()), Err(absent.clone()));
    let body = wire::chat_body("scripted", false, &request());
    assert_eq!(chat(&server, body, LONG_TIMEOUTS, || {}).result, Err(absent));
}

#[test]
fn a_busy_server_is_told_from_one_that_refuses() {
    let made = [
        (503, r#"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#, ModelError::Busy),
        (503, "", ModelError::Busy),
        (
            500,
            r#"{"error":"model requires more system memory (9.1 GiB) than is available (3.2 GiB)"}"#,
            ModelError::OutOfMemory,
        ),
        (403, "", ModelError::Rejected { what: "status 403: it does not answer requests to this host name".into() }),
        (400, r#"{"error":"model is required"}"#, ModelError::Rejected { what: "model is required".into() }),
    ];
    for (status, body, model_error) in made {
        let (outcome, _) = ask(Act::Replay(answer(status, "application/json", body)), LONG_TIMEOUTS);
        assert_eq!(outcome.result, Err(model_error), "{status} {body}");
    }
}

#[test]
fn a_pull_tells_how_far_it_is_and_whether_all_is_there() {
    let pull = |name: &str| {
        let fake = Fake::start(vec![Act::Pieces(recorded(name), 11)]);
        let mut seen = Vec::new();
        let result = block_on(server(&fake.address).pull("qwen3:8b", &mut |pulling| seen.push(pulling)));
        assert_eq!(fake.asked()[0].body, r#"{"model":"qwen3:8b","stream":true}"#);
        (result, seen)
    };
    let (result, seen) = pull("pull");
    assert_eq!(result, Ok(()));
    assert!(
        seen.contains(&PullProgress { doing: "pulling 4c27e0f5b5ad".into(), completed: 3000, total: 5000 }),
        "{seen:?}"
    );
    assert_eq!(seen.last().unwrap().doing, "success");
    assert_eq!(pull("pull-missing").0, Err(ModelError::ModelNotFound { model: "qwen3:8b".into() }));
    assert!(matches!(pull("pull-no-network").0, Err(ModelError::Rejected { what }) if what.contains("dial tcp")));
    let (result, seen) = pull("pull-broken-off");
    assert_eq!((result, seen.len()), (Err(ModelError::Crashed), 2));
}

#[test]
fn an_address_is_plain_http_and_tells_where_it_is() {
    let here = |address: &str| Server::new(address).unwrap().is_here();
    assert!(
        ["http://127.0.0.1:11434", "http://localhost:11434/", "127.1.2.3:80", "http://[::1]:11434"]
            .iter()
            .all(|a| here(a))
    );
    assert!(
        !["http://10.0.0.5:11434", "box:11434", "http://127.0.0.1.example.com", "http://localhost.example.com"]
            .iter()
            .any(|a| here(a))
    );
    assert_eq!(Server::new(" http://box:11434/ollama/ ").unwrap().address(), "http://box:11434/ollama");
    let refused = [
        ("https://box:11434", "ssh -L"),
        ("ftp://box", "`ftp`"),
        ("http://me:secret@box", "name or password"),
        ("http://box?a=b", "ends with"),
        ("", "hint: http://HOST:PORT"),
        ("http://", "hint: http://HOST:PORT"),
    ];
    for (address, says) in refused {
        let error = format!("{:#}", Server::new(address).unwrap_err());
        assert!(error.contains(says) && !error.contains("secret"), "{address}: {error}");
    }
}
