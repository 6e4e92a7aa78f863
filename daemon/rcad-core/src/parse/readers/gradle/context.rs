//! Details of a failure's block besides its cause: the path to the dependency, the applied plugin, the server. Fills gaps
//! only; never changes what a rule has read.

use super::detail;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Sentences whose groups become details of these names, the first of a name counts.
static FACTS: [Pattern; 14] = [
    Pattern::new(r"(?:GET|HEAD|resource) 'https?://[^']{0,400}/(?P<resource>[^/'\s]+\.[a-z]+)'"),
    Pattern::new(r"detected a problem with the following location: '(?P<location>[^']+)'"),
    // `Required by:\n    project :app > com.example:shop:3.0` (the last one asked directly)
    Pattern::new(r"Required by:\n\s+[^\n]* > (?P<required_by>[A-Za-z0-9_.-]+:[^\n>]+)\n"),
    // `Required by:\n    project :app > project :shelf`: the module whose build file declares it
    Pattern::new(r"Required by:\n[^\n]* > project '?(?P<asked_module>:[A-Za-z0-9_.:-]+)'?\s*(?:\n|$)"),
    Pattern::new(r"Searched in the following locations:\n\s+(?:- )?(?P<searched>[^\s]+)"),
    Pattern::new(r"(?:files|dependencies|artifacts) for (?:configuration )?'?(?P<configuration>:[^'\s]+?)'?\.?\n"),
    // `An exception occurred applying plugin request [id: 'com.android.application', version: '8.1.0']`
    Pattern::new(r"plugin (?:request )?\[id: '(?P<plugin>[^']+)'(?:, version: '(?P<plugin_version>[^']+)')?"),
    // `Failed to apply plugin [id 'x']`, `Failed to apply plugin 'x'`, `Failed to apply plugin class 'a.B'`
    Pattern::new(r"Failed to apply plugin (?:\[id '|class '|\[class '|')(?P<plugin>[^']+)'"),
    Pattern::new(r"(?:configuring|evaluating) (?:root )?project '(?P<project>[^']+)'"),
    Pattern::new(r"(?:GET|HEAD|PUT|resource|POM|from) '?(?P<url>https?://[^'\s]+?)[.']?(?:\s|'|$)"),
    Pattern::new(r"https?://(?:[^/@\s]+@)?(?P<host>[A-Za-z0-9.-]+)[:/']"),
    // `the maximum recommended compile SDK version for Android Gradle\nplugin 8.5.2 is 34.`
    Pattern::new(
        r"recommended compile SDK version for Android\s+Gradle\s+plugin\s+(?P<agp_version>[0-9][0-9.a-z-]*[0-9])\s+is\s+(?P<agp_most>[0-9]+)",
    ),
    // `Failed to transform basket-1.0.aar (com.example:basket:1.0) to match attributes {…}`
    Pattern::new(r"Failed to transform (?:file '|artifact ')?(?P<transformed>[^\s']+\.[a-z]+)"),
    Pattern::new(
        r"Could not (?:resolve|download|find) (?:[^\s(]+ \()?(?P<module>project :[A-Za-z0-9_.:-]+[A-Za-z0-9_-]|[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+(?::[A-Za-z0-9_.+-]*[A-Za-z0-9_+-])?)",
    ),
];

/// `> Switch Maven repository 'shelf(http://repo.example.com/)' to redirect to a secure protocol …`, below `* Try:`
static SWITCH: Pattern =
    Pattern::new(r"Switch (?:Maven |Ivy )?repository '(?P<repository>[^'(]+)(?:\((?P<insecure>http:[^)']+)\))?'");

/// Adds what Gradle's advice, the lines below `* Try:`, names.
pub fn advice(text: &str, failure: &mut Failure) {
    detail::advice(text, failure);
    if failure.category != Category::GradleNetworkTls || failure.symbol.is_some() {
        return;
    }
    for (name, value) in SWITCH.named(text) {
        failure.details.insert(name.to_owned(), value.to_owned());
    }
    failure.symbol = failure.details.get("repository").cloned();
}

/// `Execution failed for task ':app:checkDebugAarMetadata'`: the module in which the task is.
static MODULE: Pattern = Pattern::new(r"^:(?P<module>.+):[^:]+$");

/// Adds details from `text`, the whole block.
pub fn add(text: &str, failure: &mut Failure) {
    for fact in &FACTS {
        for (name, value) in fact.named(text) {
            failure.details.entry(name.to_owned()).or_insert_with(|| value.trim().to_owned());
        }
    }
    // HTTP/2 has no phrase beside the status.
    if failure.details.contains_key("status") {
        failure.details.entry("why".to_owned()).or_insert_with(|| "no reason given".to_owned());
    }
    if failure.symbol.is_none() {
        let from = match failure.category {
            Category::GradleJdkIncompatible
            | Category::GradleVersionIncompatible
            | Category::GradleScriptEvaluation => &["plugin", "module", "transformed", "project"][..],
            Category::GradlePluginNotFound => &["plugin"][..],
            Category::GradleNetworkTls => &["module", "resource", "host"][..],
            Category::GradleDaemonOom => &["transformed"][..],
            Category::GradleDependencyNotFound | Category::GradleDependencyConflict => &["module"][..],
            _ => &[],
        };
        failure.symbol = from.iter().find_map(|name| failure.details.get(*name).cloned());
    }
    if failure.file.is_none() && failure.category == Category::GradleImplicitTaskDependency {
        // A directory is no place to look at.
        let is_file = |path: &&String| path.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
        failure.file = failure.details.get("location").filter(is_file).cloned();
    }
    if failure.symbol.is_none() && failure.category == Category::GradleNetworkTls {
        failure.symbol.clone_from(&failure.task);
    }
    let module = failure.task.as_deref().and_then(|task| MODULE.captures(task).map(|found| found["module"].to_owned()));
    if let Some(module) = module {
        failure.details.entry("gradle_module".to_owned()).or_insert(module);
    }
    detail::add(text, failure);
}

/// `Failed to compile pages/shelf.jte, error at line 299: …`, `no entry in /p/x.txt:12`
static PLACE: Pattern = Pattern::new(
    r"(?:^|[\s'\x22(`])(?P<file>(?:[A-Za-z]:)?[A-Za-z0-9_.\-/\\@+]+\.[A-Za-z][A-Za-z0-9]{0,9})(?:'|`|\x22)?(?::(?P<line>[0-9]+)|[^\n]{0,40}? line:? (?P<line2>[0-9]+))",
);

/// `are missing in /p/src/main/res/values-de/strings.xml: basket, shelf`: a file without a line that somebody edits.
static EDITED: Pattern = Pattern::new(
    r"(?:^|[\s'\x22(`])(?P<file>(?:[A-Za-z]:)?[/\\][^\s'\x22:`)]+\.(?:xml|json|properties|gradle|kts|toml|ya?ml|kt|java|dart|txt|pro|proto|lock))(?:$|[\s'\x22:`),.])",
);

/// A name in a sentence: in back ticks, or a single word in quotes.
static NAMED: Pattern = Pattern::new(r"`(?P<symbol>[^`\s]+)`|'(?P<symbol2>[A-Za-z0-9_.:@$/-]+)'");

/// Takes from a sentence that no rule knows what any sentence may hold: its words, a place, a name.
pub fn reason(text: &str, failure: &mut Failure) {
    failure.details.insert("reason".to_owned(), text.to_owned());
    let headline = matches!(failure.category, Category::GradleTaskFailed | Category::GradleScriptEvaluation);
    let known = ["command", "missing_command"].iter().any(|name| failure.details.contains_key(*name));
    if !headline || known {
        return;
    }
    if let Some(found) = PLACE.captures(text) {
        failure.file = Some(found["file"].to_owned());
        let line = found.name("line").or_else(|| found.name("line2"));
        failure.line = line.and_then(|line| line.as_str().parse().ok());
    } else if let Some(found) = EDITED.captures(text) {
        failure.file = Some(found["file"].to_owned());
    }
    if let Some(found) = NAMED.captures(text) {
        failure.symbol = found.name("symbol").or_else(|| found.name("symbol2")).map(|name| name.as_str().to_owned());
    }
}
