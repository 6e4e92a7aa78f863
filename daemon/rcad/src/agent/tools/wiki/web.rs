//! Searches Stack Overflow or GitHub by their own API: one request, no key. Runs only if the user has enabled it; only
//! the query, without secrets, is sent.

use std::time::Duration;

use rcad_core::agent::tools::{ToolError, ToolErrorCode};
use reqwest::redirect::Policy;
use serde_json::Value;

use super::notes::words_of;
use super::page::{WikiPage, snippet};
use crate::platform::http_client;
use crate::platform::url::percent_encode;

/// Largest answer, in bytes.
const LARGEST: usize = 1 << 20;

/// Time limit of one source.
const TIMEOUT: Duration = Duration::from_millis(1_200);

/// Base address of a source.
pub(super) fn address(source: &str) -> &'static str {
    match source {
        "github" => "https://api.github.com",
        _ => "https://api.stackexchange.com",
    }
}

/// Pages found by the source at `address`.
pub(super) fn ask(
    source: &'static str,
    address: &str,
    query: &str,
    most: usize,
    left: Duration,
) -> Result<Vec<WikiPage>, ToolError> {
    let words = percent_encode(query);
    let path = match source {
        "github" => format!("/search/issues?q={words}%20is%3Aissue&per_page={most}"),
        _ => format!("/2.3/search/excerpts?order=desc&sort=relevance&site=stackoverflow&pagesize={most}&q={words}"),
    };
    let failed = |why: String| ToolError::new(ToolErrorCode::ApiError, format!("{source} can't be asked: {why}"));
    let answer = get(&format!("{address}{path}"), TIMEOUT.min(left)).map_err(|e| failed(format!("{e:#}")))?;
    let WebResponse { status, exhausted, body } = answer;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    // Stack Exchange reports its rate limit in the body of a 400.
    let throttled = body["error_name"] == "throttle_violation" || body["error_id"] == 502;
    if status == 429 || throttled || status == 403 && exhausted {
        let what = format!("{source} answers no more for a while: too many were asked");
        return Err(ToolError::new(ToolErrorCode::RateLimitExceeded, what));
    }
    let items = body["items"].as_array();
    match items.filter(|_| (200..300).contains(&status)) {
        Some(items) => Ok(items.iter().take(most).filter_map(|item| page(source, item, query)).collect()),
        None => {
            let message =
                body["error_message"].as_str().or_else(|| body["message"].as_str()).unwrap_or("no results in it");
            Err(failed(format!("status {status}: {}", snippet(message))))
        }
    }
}

/// A source's response.
struct WebResponse {
    status: u16,
    /// Whether the rate limit is used up.
    exhausted: bool,
    body: Vec<u8>,
}

/// One request; the response must be complete within `timeout`.
fn get(address: &str, timeout: Duration) -> anyhow::Result<WebResponse> {
    let client = http_client::builder().timeout(timeout).redirect(Policy::limited(2)).build()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let mut response = client.get(address).send().await?;
        let exhausted = response.headers().get("x-ratelimit-remaining").is_some_and(|left| left == "0");
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            anyhow::ensure!(body.len() <= LARGEST, "the answer is longer than {LARGEST} bytes");
        }
        Ok(WebResponse { status: response.status().as_u16(), exhausted, body })
    })
}

fn page(source: &'static str, item: &Value, query: &str) -> Option<WikiPage> {
    let title = plain(item["title"].as_str()?);
    let (url, body) = match source {
        "github" => (item["html_url"].as_str()?.to_owned(), item["body"].as_str().unwrap_or_default()),
        _ => (question(item)?, item["excerpt"].as_str().unwrap_or_default()),
    };
    let text = plain(body);
    let asked = words_of(query);
    let held = words_of(&format!("{title} {text}"));
    let share = asked.intersection(&held).count() as f64 / asked.len().max(1) as f64;
    let relevance_score = (share * 100.0).round() / 100.0;
    Some(WikiPage { title, url: Some(url), snippet: snippet(&text), source, relevance_score })
}

fn question(item: &Value) -> Option<String> {
    if item["item_type"] == "answer" {
        return Some(format!("https://stackoverflow.com/a/{}", item["answer_id"].as_u64()?));
    }
    Some(format!("https://stackoverflow.com/q/{}", item["question_id"].as_u64()?))
}

/// Without tags and HTML entities.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<span class=\"highlight\">") {
        out.push_str(before);
        rest = after;
    }
    out.push_str(rest);
    let mut out = out.replace("</span>", "");
    for (entity, letter) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&hellip;", "…"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ] {
        out = out.replace(entity, letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread::JoinHandle;
    use std::time::Duration;

    use rcad_core::agent::tools::ToolErrorCode;

    use super::{ask, plain};

    /// A server for one request: its address, and the request's first line.
    fn server(status: &'static str, head: &'static str, body: &'static str) -> (String, JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serving = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let first = lines.next().unwrap().unwrap();
            while !lines.next().unwrap().unwrap().is_empty() {}
            let length = body.len();
            write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n{head}\r\n{body}")
                .unwrap();
            first
        });
        (address, serving)
    }

    const WAIT: Duration = Duration::from_secs(60);

    #[test]
    fn stack_overflow_is_read() {
        let body = r#"{"items": [
            {"item_type": "question", "question_id": 11, "title": "Duplicate class &quot;a&quot;", "excerpt": "two <span class=\"highlight\">modules</span> have it"},
            {"item_type": "answer", "answer_id": 12, "question_id": 11, "title": "Duplicate class", "excerpt": "exclude one"},
            {"item_type": "question", "title": "no id"}], "quota_remaining": 290}"#;
        let (address, serving) = server("200 OK", "", body);
        let pages = ask("stackoverflow", &address, "duplicate class & modules", 3, WAIT).unwrap();
        assert_eq!(pages.len(), 2);
        assert_eq!(
            (pages[0].title.as_str(), pages[0].snippet.as_str()),
            ("Duplicate class \"a\"", "two modules have it")
        );
        let urls: Vec<&str> = pages.iter().filter_map(|page| page.url.as_deref()).collect();
        assert_eq!(urls, ["https://stackoverflow.com/q/11", "https://stackoverflow.com/a/12"]);
        assert!(pages[0].relevance_score > pages[1].relevance_score);
        let asked = serving.join().unwrap();
        assert!(asked.contains("site=stackoverflow&pagesize=3&q=duplicate%20class%20%26%20modules "), "{asked}");
    }

    #[test]
    fn github_is_read() {
        let body = r#"{"total_count": 1, "items": [{"title": "R8 fails", "html_url": "https://github.com/a/b/issues/1", "body": null}]}"#;
        let (address, serving) = server("200 OK", "", body);
        let pages = ask("github", &address, "R8", 5, WAIT).unwrap();
        assert_eq!(pages[0].url.as_deref(), Some("https://github.com/a/b/issues/1"));
        assert!(serving.join().unwrap().starts_with("GET /search/issues?q=R8%20is%3Aissue&per_page=5 "));
    }

    #[test]
    fn limits_and_faults_are_told_apart() {
        let throttle = r#"{"error_id": 502, "error_name": "throttle_violation", "error_message": "too many requests"}"#;
        for (status, head, body, code) in [
            ("429 Too Many Requests", "", "slow down", ToolErrorCode::RateLimitExceeded),
            ("400 Bad Request", "", throttle, ToolErrorCode::RateLimitExceeded),
            ("403 Forbidden", "x-ratelimit-remaining: 0\r\n", "{}", ToolErrorCode::RateLimitExceeded),
            ("403 Forbidden", "x-ratelimit-remaining: 3\r\n", r#"{"message": "no"}"#, ToolErrorCode::ApiError),
            ("500 Internal Server Error", "", "<html>", ToolErrorCode::ApiError),
            ("200 OK", "", "no JSON", ToolErrorCode::ApiError),
            ("200 OK", "", r#"{"items": 3}"#, ToolErrorCode::ApiError),
        ] {
            let (address, serving) = server(status, head, body);
            let error = ask("github", &address, "x y z", 5, WAIT).unwrap_err();
            assert_eq!(error.code, code, "{status} {body}: {}", error.message);
            serving.join().unwrap();
        }
        let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        assert_eq!(ask("github", &format!("http://{closed}"), "x", 5, WAIT).unwrap_err().code, ToolErrorCode::ApiError);
    }

    #[test]
    fn a_server_that_says_nothing_is_left_in_time() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", silent.local_addr().unwrap());
        let begin = std::time::Instant::now();
        let error = ask("stackoverflow", &address, "x", 5, Duration::from_millis(50)).unwrap_err();
        assert_eq!(error.code, ToolErrorCode::ApiError);
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn texts_are_freed_of_markup() {
        assert_eq!(plain("a &lt;b&gt; &amp;lt; <span class=\"highlight\">c</span>"), "a <b> &lt; c");
    }
}
