//! What a server answered: the status in the exception, the words of the answer in the lines that the client logged above.

use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `{"detail":"Not authenticated"}`, `{"error": {"code": 401, "message": "Token expired"}}`
static ANSWER: Pattern =
    Pattern::new(r#""(?:detail|message|error|error_description|title|msg)" ?: ?"(?P<said>[^"]{3,160})""#);

/// `--> POST https://example.com/login`, `<-- 401 Unauthorized https://example.com/login (84ms)`
static REQUEST: Pattern = Pattern::new(r"(?:--> [A-Z]+|<-- [0-9]{3}[^h]*) (?P<url>https?://[^ ]+)");

/// Statuses, what they mean, what to do.
const STATUSES: &[(&str, &str, &str)] = &[
    (
        "400",
        "the request's body or parameters are not what the server expects",
        "Compare the request's body and parameters with what the server expects; its answer says what is wrong.",
    ),
    (
        "401",
        "the request carried no valid token or sign-in",
        "Send a valid token with the request (`Authorization: Bearer …`, by an interceptor), renew it when it has expired, and go to the sign-in when there is none.",
    ),
    (
        "403",
        "the signed-in user, or this key, may not do that",
        "Check the rights of the user or API key that is sent; a missing CSRF token or a blocked origin answers so, too.",
    ),
    (
        "404",
        "the server has nothing under that path",
        "Compare the whole URL (base URL with its slash, path, version) with the server's.",
    ),
    (
        "405",
        "the path exists, but not for this method (GET, POST …)",
        "Compare the request's method with the server's.",
    ),
    (
        "409",
        "it conflicts with what the server has already",
        "Handle that case: tell the user, or load the newest state first.",
    ),
    ("413", "the request's body is too large", "Send less (scale pictures down), or raise the server's limit."),
    (
        "415",
        "the server does not take that content type",
        "Send the `Content-Type` that the server expects (`application/json`).",
    ),
    (
        "422",
        "the server understood the body, but its values are not valid",
        "Compare the names and types of the body's fields with the server's model; its answer names the field.",
    ),
    ("429", "too many requests were sent", "Send fewer requests, and wait as long as `Retry-After` says."),
    ("500", "the server itself failed", "Look into the server's log; in the app handle such an answer."),
    (
        "502",
        "a proxy got no answer from the server behind it",
        "See whether the server runs; in the app try again later.",
    ),
    ("503", "the server is not available", "See whether the server runs; in the app try again later."),
];

/// Beginning of the step that the status makes more exact.
const GENERAL: &str = "Compare the URL, the token and the body";

/// Says what the status means, with the words of the answer.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeIoNetwork {
        return;
    }
    let Some(status) = failure.details.get("status").cloned() else { return };
    let Some((_, means, step)) = STATUSES.iter().find(|(code, ..)| status.starts_with(code)) else { return };
    let line = |pattern: &'static Pattern, group: &str| {
        scene.above.iter().rev().find_map(|line| pattern.captures(line).map(|found| found[group].to_owned()))
    };
    let Some(words) = failure.wording.clone() else { return };
    let code: String = status.chars().take(3).collect();
    let mut cause = format!("{} {code} means: {means}.", words.cause);
    if let Some(said) = line(&ANSWER, "said") {
        failure.details.insert("answered".to_owned(), said);
        cause.push_str(" Its answer in the log says: “{answered}”.");
    }
    if let Some(url) = line(&REQUEST, "url") {
        failure.details.insert("url".to_owned(), url);
        cause.push_str(" The request was for {url}.");
    }
    let others = words.fixes.iter().map(String::as_str).filter(|fix| !fix.starts_with(GENERAL));
    let fixes: Vec<&str> = std::iter::once(*step).chain(others).collect();
    failure.say(&cause, &fixes);
}
