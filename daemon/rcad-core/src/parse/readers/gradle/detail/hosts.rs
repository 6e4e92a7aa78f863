//! All servers that one failure could not reach: where several do not answer, the way to them is at fault.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Connect to repo.example.com:443 [repo.example.com/192.0.2.1] failed: Connection timed out`, `> repo.example.com: Name or service not known`
static UNREACHED: Pattern = Pattern::new(concat!(
    r"(?:Connect to (?P<host>[A-Za-z0-9.-]+):[0-9]+ [^\n]*failed: (?P<why>[^\n:]*(?:timed out|refused|unreachable|No route)[^\n:]*)",
    r"|(?:UnknownHostException: |> )(?P<host2>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6})(?:: (?P<why2>(?:Name or service not known|nodename nor servname|Temporary failure in name resolution|No address associated)[^\n]*))?$)",
));

/// Servers that give their files to everybody.
const PUBLIC: &[&str] = &[
    "dl.google.com",
    "maven.aliyun.com",
    "maven.fabricmc.net",
    "maven.google.com",
    "maven.minecraftforge.net",
    "maven.neoforged.net",
    "oss.sonatype.org",
    "plugins.gradle.org",
    "repo.gradle.org",
    "repo.maven.apache.org",
    "repo.spring.io",
    "services.gradle.org",
    "storage.googleapis.com",
];

/// A login does not help where nobody needs one.
fn refused(failure: &mut Failure) -> bool {
    let detail = |name: &str| failure.details.get(name).map_or("", String::as_str);
    let closed = matches!(detail("status"), "401" | "403") && PUBLIC.contains(&detail("host"));
    if closed {
        failure.say(
            "{host} refused the request for {url} with status {status} ({why}). That server is public and asks nobody for a login, so something between this machine and it forbids the request (a company's proxy or firewall, a filter in a sandbox or CI), or the server blocks this address or too many requests.",
            &[
                "Try it from the machine that builds: `curl -I {url}`. If that is refused too, let the network's administrators allow {host}, or set the proxy (`systemProp.https.proxyHost`) or a mirror of your own; credentials in the build script change nothing.",
                "If it opens there, run again later, or update Gradle: an old client may be turned away.",
            ],
        );
    }
    closed
}

/// What Gradle says of its own downloads.
const DOWNLOADS: &[&str] = &["Could not ", "could not be resolved", "services.gradle.org", "repositories"];

/// Plugins whose tasks ask servers themselves, by the begin of the tasks' names, and where their own timeout is set.
const OWN_TIMEOUTS: &[(&str, &str)] = &[(
    "jib",
    "Jib waits for the image's registry: raise its own timeout with `-Djib.httpTimeout=60000` (milliseconds; 0 waits for ever), and see whether the registry of `jib.from.image` and `jib.to.image` opens from this machine.",
)];

/// A task that waited for a server itself: Gradle downloaded nothing, so its settings change nothing.
fn own_connection(text: &str, failure: &mut Failure) {
    let timeout = failure.details.get("why").is_some_and(|why| why.to_ascii_lowercase().contains("timed out"));
    let named = ["url", "host"].iter().any(|name| failure.details.contains_key(*name));
    let Some(task) = failure.task.clone().filter(|_| timeout && !named) else { return };
    let said = text.lines().filter(|line| !line.trim_start().starts_with("at "));
    if said.into_iter().any(|line| DOWNLOADS.iter().any(|words| line.contains(words))) {
        return;
    }
    let name = task.rsplit(':').next().unwrap_or_default();
    let known = OWN_TIMEOUTS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, step)| *step);
    let general = "See which server `{task_name}` waits for (`--info` or its plugin's log shows it) and whether that answers from this machine: a proxy, VPN or firewall in between, or a service that is down or slow. Then run again.";
    let limit = "If it is only slow, raise the timeout in the settings of the plugin that has this task; Gradle's own (`systemProp.org.gradle.internal.http.…`) is for its downloads.";
    let steps: Vec<&str> = known.into_iter().chain([general, limit]).collect();
    failure.say("The task `{task}` waited for a server that did not answer in time ({why}, timeout). It makes this connection itself: nothing was to be downloaded by Gradle.", &steps);
}

/// Reads the servers; one alone is worded by its row.
pub fn read(text: &str, failure: &mut Failure) {
    if refused(failure) {
        return;
    }
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
        return own_connection(text, failure);
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

#[cfg(test)]
mod tests {
    #[test]
    fn a_task_that_waits_itself_is_no_download() {
        let told = |task: &str, said: &str| {
            let log = format!("* What went wrong:\nExecution failed for task '{task}'.\n> {said}\n");
            crate::explain::answer(&log)
        };
        let jib = told(":shop:jibBuildTar", "java.net.SocketTimeoutException: Read timed out");
        assert!(jib.contains("jib.httpTimeout") && !jib.contains("downloaded from"), "{jib}");
        assert!(!jib.contains("connectionTimeout="), "{jib}");
        let other = told(":shop:shelve", "java.net.SocketTimeoutException: Read timed out");
        assert!(other.contains("`shelve` waits for") && !other.contains("jib"), "{other}");
        let download =
            "Could not resolve a:b:1.\n   > Could not GET 'https://repo.example.com/b.pom'.\n      > Read timed out";
        assert!(told(":shop:shelve", download).contains("repo.example.com"));
    }

    #[test]
    fn a_public_server_needs_no_login() {
        let told = |host: &str| {
            let log = format!(
                "* What went wrong:\nExecution failed for task ':shelve'.\n> Could not resolve com.example:basket:1.0.\n   > Could not GET 'https://{host}/basket-1.0.pom'. Received status code 403 from server: Forbidden\n"
            );
            crate::explain::answer(&log)
        };
        let public = told("maven.fabricmc.net");
        assert!(public.contains("asks nobody for a login") && public.contains("curl -I"), "{public}");
        let own = told("repo.example.com");
        assert!(own.contains("credentials {"), "{own}");
    }
}
