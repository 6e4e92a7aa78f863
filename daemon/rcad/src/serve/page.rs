//! The pages: one RCA, and the list of them. Plain HTML, nothing loaded from anywhere; one small script shows the agent at
//! work, and every page is whole without it.

mod agent;
mod remembered;

use std::sync::LazyLock;

use rcad_core::memory::environment::versions;
use rcad_core::model::analysis::Engine;
use rcad_core::model::failure::{Failure, Role};
use rcad_core::{Analysis, Report, render};
use rcad_store::Rca;
use sha2::{Digest, Sha256};

use super::links::Links;
use crate::platform::time::{ago, rfc3339};
use crate::protocol::agent::Seen;

const STYLE: &str = include_str!("page.css");
/// Lines of the log that a page shows; the whole log may be a megabyte.
const LOG_LINES: usize = 2000;

/// What a page may do, as `Content-Security-Policy`. Style and script are the same on every page, so their hashes allow
/// them; a nonce would allow whatever a mistake of ours puts beside them.
pub fn policy() -> &'static str {
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; img-src data:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hash(STYLE),
            hash(agent::SCRIPT)
        )
    });
    &POLICY
}

/// SHA-256 in base64.
fn hash(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digest = Sha256::digest(text.as_bytes());
    let mut out = String::new();
    for bytes in digest.chunks(3) {
        let at = |n: usize| u32::from(bytes.get(n).copied().unwrap_or(0));
        let number = at(0) << 16 | at(1) << 8 | at(2);
        for n in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * n)) as usize & 63];
            out.push(if n <= bytes.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

/// One RCA. `at_work` is what was seen so far of a job that explains it, where there is one.
pub fn rca(rca: &Rca, report: Option<&Report>, at_work: Option<&[Seen]>, links: &Links, now_ms: u64) -> String {
    let analysis = &rca.shown();
    let title = analysis.primary().map_or("Failure", |primary| primary.category.title());
    let project = rca.project_name.as_deref().unwrap_or("Gradle build");
    let mut body = format!(
        "<header><a href=\"{}\">All failures</a><span>rcad · {}</span></header><h1>{}</h1><p class=\"meta\">{}</p>",
        escape(&links.list()),
        escape(&rca.id),
        code(title),
        meta(rca, project, now_ms),
    );
    body.push_str("<div id=\"lead\">");
    if let Some(cause) = &analysis.root_cause {
        body.push_str(&format!("<p class=\"cause\">{}</p>", code(cause)));
    }
    body.push_str(&remembered::seen_before(rca, links, now_ms));
    if !analysis.fix_guidelines.is_empty() {
        let fixes: String = analysis.fix_guidelines.iter().map(|fix| format!("<li>{}</li>", code(fix))).collect();
        body.push_str(&format!("<h2>What to do</h2><ol>{fixes}</ol>"));
    }
    body.push_str(&confidence(analysis));
    body.push_str(&agent::other_words(analysis));
    body.push_str("</div>");
    body.push_str(&agent::section(analysis, at_work, now_ms));
    if let Some(primary) = analysis.primary() {
        body.push_str(&evidence(primary));
        body.push_str(&source(primary));
    }
    body.push_str(&others(&analysis.errors));
    body.push_str(&remembered::similar(analysis, links));
    if let Some(report) = report {
        body.push_str(&log(report));
    }
    if agent::is_live(at_work) {
        body.push_str(&format!("<script>{}</script>", agent::SCRIPT));
    }
    document(&format!("{title} – {project}"), &body)
}

/// All RCAs, newest first; `link` gives each one's.
pub fn list(rcas: &[Rca], link: impl Fn(&str) -> String, now_ms: u64) -> String {
    if rcas.is_empty() {
        let text = "Nothing has failed yet. The next failing <code>./gradlew</code> build shows up here.";
        return document("rcad", &format!("<h1>Failures</h1><p class=\"meta\">{text}</p>"));
    }
    let rows: String = rcas
        .iter()
        .map(|rca| {
            let project = rca.project_name.as_deref().unwrap_or("–");
            format!(
                "<tr><td class=\"t\" title=\"{}\">{}</td><td>{}</td><td><a href=\"{}\">{}</a></td><td class=\"n\">{}</td></tr>",
                rfc3339(rca.last_seen_ms),
                ago(rca.last_seen_ms, now_ms),
                escape(project),
                escape(&link(&rca.id)),
                escape(&render::one_line(&rca.shown())),
                rca.occurrences,
            )
        })
        .collect();
    let head = "<tr><th>Last seen</th><th>Project</th><th>Cause</th><th>Times</th></tr>";
    document("rcad", &format!("<h1>Failures of Gradle builds</h1><table>{head}{rows}</table>"))
}

/// A page that only says something.
pub fn message(text: &str) -> String {
    document("rcad", &format!("<h1>rcad</h1><p>{}</p>", code(text)))
}

fn meta(rca: &Rca, project: &str, now_ms: u64) -> String {
    let mut parts =
        vec![format!("<span title=\"{}\">{}</span>", escape(rca.project.as_deref().unwrap_or("")), escape(project))];
    if let Some(task) = rca.analysis.primary().and_then(|primary| primary.task.as_deref()) {
        parts.push(format!("<code>{}</code>", escape(task)));
    }
    parts.push(format!("<span title=\"{}\">{}</span>", rfc3339(rca.last_seen_ms), ago(rca.last_seen_ms, now_ms)));
    if rca.occurrences > 1 {
        parts.push(format!(
            "seen {} times, first <span title=\"{}\">{}</span>",
            rca.occurrences,
            rfc3339(rca.first_seen_ms),
            ago(rca.first_seen_ms, now_ms)
        ));
    }
    parts.extend(versions(&rca.environment).iter().map(|version| escape(version)));
    parts.join(" · ")
}

fn evidence(failure: &Failure) -> String {
    if failure.evidence.is_empty() {
        return String::new();
    }
    let place = match (&failure.file, failure.line) {
        (Some(file), Some(line)) => format!(" – <code>{}:{line}</code>", escape(file)),
        (Some(file), None) => format!(" – <code>{}</code>", escape(file)),
        _ => String::new(),
    };
    let lines: String =
        failure.evidence.iter().map(|e| format!("<span class=\"n\">{}</span>{}\n", e.line, escape(&e.text))).collect();
    format!("<h2>Where this was read{place}</h2><pre>{lines}</pre>")
}

fn source(failure: &Failure) -> String {
    let Some(file) = failure.details.get("source_file").filter(|_| !failure.source.is_empty()) else {
        return String::new();
    };
    let lines: String =
        failure.source.iter().map(|e| format!("<span class=\"n\">{}</span>{}\n", e.line, escape(&e.text))).collect();
    format!("<h2>In the project – <code>{}</code></h2><pre>{lines}</pre>", escape(file))
}

fn others(errors: &[Failure]) -> String {
    let rows: String = errors
        .iter()
        .skip(1)
        .map(|failure| {
            let role = match failure.role {
                Role::Root => "also",
                Role::Consequence => "follows from it",
                Role::Independent => "on its own",
            };
            let place = match (&failure.file, failure.line) {
                (Some(file), Some(line)) => format!("<code>{}:{line}</code> ", escape(file)),
                (Some(file), None) => format!("<code>{}</code> ", escape(file)),
                _ => String::new(),
            };
            format!("<li>{place}{} <span class=\"meta\">({role})</span></li>", escape(first_line(&failure.message)))
        })
        .collect();
    if rows.is_empty() { rows } else { format!("<h2>Other failures of this build</h2><ul>{rows}</ul>") }
}

fn confidence(analysis: &Analysis) -> String {
    let value = analysis.confidence;
    let by = match (analysis.engine, &analysis.memory) {
        (Engine::Rules, _) => "by rules, without a model",
        (Engine::Memory, Some(memory)) if memory.engine == Engine::Agent => "from memory; a model had written it",
        (Engine::Memory, _) => "from memory, without a model",
        (Engine::Agent, _) => "by a model",
    };
    let word = match (value, analysis.engine) {
        (high, _) if high >= 0.8 => "high",
        (medium, _) if medium >= 0.5 => "medium",
        (_, Engine::Agent) => "low",
        _ => "low: the log does not say enough",
    };
    format!("<p class=\"meta confidence\">Confidence{}({word}) · {by}</p>", bar(value))
}

/// A share as a bar and in words. Drawn as a picture, since the page's policy allows no style but the sheet's.
fn bar(share: f64) -> String {
    let percent = (share.clamp(0.0, 1.0) * 100.0).round();
    format!("<svg class=\"bar\" aria-hidden=\"true\"><rect width=\"{percent}%\" height=\"100%\"/></svg>{percent} % ")
}

fn log(report: &Report) -> String {
    let total = report.text.lines().count();
    let skipped = total.saturating_sub(LOG_LINES);
    let mut lines = String::new();
    for (n, line) in report.text.lines().enumerate().skip(skipped) {
        lines.push_str(&format!("<span class=\"n\">{}</span>{}\n", n + 1, escape(line)));
    }
    let head =
        if skipped > 0 { format!(", the last {LOG_LINES} of {total} lines") } else { format!(", {total} lines") };
    format!("<details><summary>What was captured{head}</summary><pre>{lines}</pre></details>")
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"referrer\" content=\"no-referrer\">\
         <link rel=\"icon\" href=\"data:,\"><style>{STYLE}</style></head><body><main>{body}</main></body></html>",
        escape(title)
    )
}

/// Escaped, with what stands between back quotes as code.
fn code(text: &str) -> String {
    let parts: Vec<String> = text.split('`').map(escape).collect();
    let mut out = String::new();
    for (n, part) in parts.iter().enumerate() {
        let closes = n % 2 == 1 && n + 1 < parts.len();
        match (n % 2 == 1, closes) {
            (true, true) => out.push_str(&format!("<code>{part}</code>")),
            (true, false) => out.push_str(&format!("`{part}")), // a back quote without its partner
            _ => out.push_str(part),
        }
    }
    out
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out_of_a_log_is_never_markup() {
        assert_eq!(code("use `List<String>` & \"x\""), "use <code>List&lt;String&gt;</code> &amp; &quot;x&quot;");
        assert_eq!(code("an odd ` quote"), "an odd ` quote");
    }
}
