//! All servers that one failure could not reach: where several do not answer, the way to them is at fault.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Connect to repo.example.com:443 [repo.example.com/192.0.2.1] failed: Connection timed out`, `> repo.example.com: Name or service not known`
static UNREACHED: Pattern = Pattern::new(concat!(
    r"(?:Connect to (?P<host>[A-Za-z0-9.-]+):[0-9]+ [^\n]*failed: (?P<why>[^\n:]*(?:timed out|refused|unreachable|No route)[^\n:]*)",
    r"|(?:UnknownHostException: |> )(?P<host2>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6})(?:: (?P<why2>(?:Name or service not known|nodename nor servname|Temporary failure in name resolution|No address associated)[^\n]*))?$)",
));

/// Reads the servers; one alone is worded by its row.
pub fn read(text: &str, failure: &mut Failure) {
    let mut hosts: Vec<String> = Vec::new();
    let mut reason = String::new();
    for found in text.lines().filter_map(|line| UNREACHED.captures(line.trim_end())) {
        let get = |name: &str, other: &str| {
            found.name(name).or_else(|| found.name(other)).map(|text| text.as_str().trim().to_owned())
        };
        let Some(host) = get("host", "host2") else { continue };
        if reason.is_empty() {
            reason = get("why", "why2").unwrap_or_else(|| "unknown host".to_owned());
        }
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    if hosts.len() < 2 {
        return;
    }
    let closed = hosts.iter().any(|host| host.contains("bintray.com"));
    put(failure, "hosts", hosts.join(" and "));
    put(failure, "why", reason);
    let proxy = "See whether https://repo.maven.apache.org/maven2/ opens from this machine; if not, set the proxy (`systemProp.https.proxyHost`, `systemProp.https.proxyPort` in ~/.gradle/gradle.properties) or repair network, DNS or VPN.";
    if closed {
        return failure.say("`{symbol}` could not be downloaded: none of {hosts} answers ({why}). As several servers fail alike, this machine probably has no direct way out (proxy, firewall); besides, JCenter (bintray.com) is shut down.",
            &[proxy, "Replace `jcenter()` and bintray addresses by `mavenCentral()` (and `google()`)."],
        );
    }
    failure.say("`{symbol}` could not be downloaded: none of {hosts} answers ({why}). As several servers fail alike, this machine probably has no way out: no network, DNS, or a proxy or VPN is needed.",
        &[proxy, "If it works at times, run again; what is in the cache is used by `--offline`."],
    );
}
