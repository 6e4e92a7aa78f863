//! The pages in a real browser, and access control.

use std::process::{Command, Stdio};

use crate::lab::{Lab, run, skipped};

fn lab_with_a_failure() -> Lab {
    let lab = Lab::bare();
    lab.rcad(&["setup", "--gradle-user-home", lab.gradle_home().to_str().unwrap()]).ok();
    lab.spool(1, "javac-4.4.1.json");
    lab.wait_for_builds(1);
    lab
}

/// A browser of this machine; prints a message and returns nothing if there is none.
pub fn browser() -> Option<&'static str> {
    let browser = ["chromium", "google-chrome"].into_iter().find(|b| run(Command::new("which").arg(b)).code == 0);
    if browser.is_none() {
        skipped("no browser here, so the pages are not tested in one");
    }
    browser
}

/// The browser in headless mode, with its own profile and no background requests.
pub fn headless(lab: &Lab, browser: &str) -> Command {
    let profile = format!("--user-data-dir={}", lab.path("browser").display());
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]);
    command.args(["--disable-background-networking", "--disable-component-update", &profile]).stderr(Stdio::null());
    command
}

/// The document after loading.
pub fn browse(lab: &Lab, link: &str) -> Option<String> {
    let output = headless(lab, browser()?).args(["--dump-dom", link]).output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_link_opens_the_analysis_in_a_browser() {
    let lab = lab_with_a_failure();
    let analysis = lab.json(&["show", "last", "--format", "json"]);
    let link = lab.rcad(&["open", "last", "--print"]).ok().out;
    let Some(page) = browse(&lab, link.trim()) else { return };
    assert!(page.contains("<h1>Java symbol not found</h1>"), "{page}");
    let symbol = analysis["errors"][0]["symbol"].as_str().unwrap();
    assert!(page.contains(&format!("<code>{symbol}</code>")), "{page}");
    assert!(page.contains("What to do") && page.contains("What was captured"), "{page}");
    let home = lab.status()["page"].as_str().unwrap().to_owned();
    let page = browse(&lab, &home).unwrap();
    assert!(page.contains(&format!("/rca/{}\"", &analysis["id"].as_str().unwrap()[..12])), "it links to it: {page}");
    assert!(page.contains("Red now") && page.contains("Last builds and crashes"), "{page}");
}

/// Path and query of a link.
fn target(link: &str) -> String {
    format!("/{}", link.trim().strip_prefix("http://").unwrap().split_once('/').unwrap().1)
}

#[test]
fn a_key_is_exchanged_for_a_cookie_that_opens_every_page() {
    let lab = lab_with_a_failure();
    let page = target(&lab.rcad(&["open", "last", "--print"]).ok().out);
    let head = lab.http_head(&page);
    let cookie = head.lines().find_map(|line| line.to_lowercase().starts_with("set-cookie: ").then_some(&line[12..]));
    let cookie = cookie.expect(&head);
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"), "{cookie}");
    let (value, path) = (cookie.split(';').next().unwrap(), page.split('?').next().unwrap());
    for page in ["/", "/search", "/search?q=symbol&state=red", path, &format!("{path}/log"), &format!("{path}/audit")] {
        assert_eq!(lab.http(page, &[("Cookie", value)]).0, 200, "{page}");
        assert_eq!(lab.http(page, &[]).0, 403, "{page}");
        assert_eq!(lab.http(page, &[("Cookie", &format!("{value}0"))]).0, 403, "{page}");
        assert_eq!(lab.http(page, &[("Cookie", "other=1; rcad-1=2")]).0, 403, "{page}");
    }
    let is_found = |lab: &Lab| lab.http("/search?q=symbol", &[("Cookie", value)]).1.contains(path).then_some(());
    lab.wait("it to be found", is_found);
    assert!(lab.http("/search?state=green", &[("Cookie", value)]).1.contains("No failure is like this."));
}

#[test]
fn an_answer_is_rated_by_the_form_of_its_page_alone() {
    let lab = lab_with_a_failure();
    let (_, html) = lab.http(&target(&lab.rcad(&["open", "last", "--print"]).ok().out), &[]);
    let token = html.split_once("name=\"token\" value=\"").unwrap().1.split('"').next().unwrap();
    let head = lab.http_head(&target(&lab.rcad(&["open", "last", "--print"]).ok().out));
    let cookie = head.split_once("rcad-").map(|(_, rest)| format!("rcad-{}", rest.split(';').next().unwrap())).unwrap();
    let id = lab.json(&["show", "last", "--format", "json"])["id"].as_str().unwrap().to_owned();
    let to = format!("/rca/{id}/rating");
    let form = format!("token={token}&word=down&note=It+was+the+%3Cb%3Ecache");
    let own = format!("http://{}", lab.status()["address"].as_str().unwrap());
    for (headers, form, status) in [
        (vec![], form.as_str(), 403),
        (vec![("Cookie", cookie.as_str())], "token=0&word=down", 403),
        (vec![("Cookie", cookie.as_str())], "word=down", 422),
        (vec![("Cookie", cookie.as_str()), ("Origin", "http://evil.example")], form.as_str(), 403),
        (vec![("Cookie", cookie.as_str()), ("Origin", "null")], form.as_str(), 403),
        (vec![("Cookie", cookie.as_str()), ("Host", "evil.example")], form.as_str(), 403),
    ] {
        let (code, head) = lab.send(&to, &headers, form);
        assert!(code == status || (status == 422 && code == 400), "{headers:?} {form}: {head}");
    }
    let (_, html) = lab.http(&format!("/rca/{id}"), &[("Cookie", &cookie)]);
    assert!(!html.contains("You said"), "nothing was stored");
    let (code, head) = lab.send(&to, &[("Cookie", &cookie), ("Origin", &own)], &form);
    assert!(code == 303 && head.contains(&format!("/rca/{id}#rating")), "{head}");
    let (_, html) = lab.http(&format!("/rca/{id}"), &[("Cookie", &cookie)]);
    assert!(html.contains("You said: It was the &lt;b&gt;cache"), "{html}");
}

#[test]
fn only_who_has_the_key_or_the_token_is_answered() {
    let lab = lab_with_a_failure();
    let link = lab.rcad(&["open", "last", "--print"]).ok().out;
    let (_, target) = link.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let (target, bearer) = (format!("/{target}"), format!("Bearer {}", lab.token()));
    assert_eq!(lab.http(&target, &[]).0, 200);
    assert_eq!(lab.http(target.split('?').next().unwrap(), &[]).0, 403, "no key");
    assert_eq!(lab.http(&target.replace("key=", "key=0"), &[]).0, 403, "a wrong key");
    assert_eq!(lab.http("/?key=", &[]).0, 403);
    assert_eq!(lab.http("/api/v1/status", &[("Authorization", &bearer)]).0, 200);
    assert_eq!(lab.http("/api/v1/status", &[]).0, 401);
    assert_eq!(lab.http("/api/v1/status", &[("Authorization", "Bearer x")]).0, 401);
    assert_eq!(lab.http("/api/v1/status", &[("Authorization", &bearer), ("Host", "evil.example")]).0, 403);
    assert_eq!(lab.http("/api/v1/status", &[("Authorization", &bearer), ("Origin", "http://evil.example")]).0, 403);
    assert_eq!(lab.http("/nothing", &[]).0, 404);
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &std::fs::metadata(lab.state().join("daemon.json")).unwrap().permissions(),
    );
    assert_eq!(mode & 0o777, 0o600, "nobody else reads the token");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(lab.state()).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o700);
}
