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
    let list = lab.status()["page"].as_str().unwrap().to_owned();
    let page = browse(&lab, &list).unwrap();
    assert!(page.contains(&analysis["id"].as_str().unwrap()[..12]), "the list links to it: {page}");
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
