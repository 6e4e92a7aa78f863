//! Where something failed, as far as the text shows it: what builds the app, on which machine, and whether Android has a part
//! in it. Steps are written for Gradle and Android at a developer's desk; elsewhere they need other words (`explain/setting.rs`).
//!
//! | detail | what it says |
//! |---|---|
//! | `project_kind` | what the project is: `Flutter`, `Expo`, `Unity`, `JVM` … |
//! | `machine` | which CI system or container ran it |
//! | `build_tool` | `Maven` or `Bazel` |
//! | `plain_java` | Java without Android |
//! | `on_jdk`, `on_os` … | what it ran on (`facts/surroundings.rs`) |

mod signs;

use std::sync::LazyLock;

use aho_corasick::automaton::OverlappingState;
use aho_corasick::{AhoCorasick, AhoCorasickKind, Anchored, Input, StartKind};

use crate::Category;
use crate::model::failure::{Failure, Framework};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;
use signs::{ANDROID_ONLY, CONTAINED, MACHINES, MAVEN, PROJECTS, Seen, SettingSign};

/// Tools that build with files and commands of their own, and what their output holds.
const TOOLS: &[(&str, &[&str])] = &[
    ("Maven", &["Failed to execute goal", "BUILD FAILURE", "maven-surefire", "mvn clean", "$ mvn "]),
    ("Bazel", &["bazel ", "@maven//", "com.google.devtools.build.", "google.testing.junit.runner"]),
];

/// What only Gradle's and Android's output holds.
const GRADLE: &[&str] = &["gradle", "Gradle", "> Task :"];
const ANDROID: &[&str] =
    &["android", "Android", "dalvik", "DexPathList", "libcore.", ":app:", "kotlin-android", "Robolectric"];

/// What only a server's or a desktop's Java program prints.
const PLAIN: &[&str] = &[
    "java.base/",
    "org.springframework",
    "org/springframework/",
    "org.apache.catalina",
    "jakarta.",
    "javax.servlet",
    "Exception in thread \"main\"",
    "AWT-EventQueue",
    "java.awt.",
    "javafx.",
    "JavaFX",
    "sun.reflect.",
    "jdk.internal.",
];

/// Lines of one failure that are looked at.
const LINES: usize = 300;

/// How the lines of a trace begin.
const TRACE: &[&str] = &["at ", "Caused by", "...", "Suppressed", "[ERROR]", "#"];

/// `:compileKotlin`, `:server:test`: tasks of Java's and Kotlin's plugins, which Android's names go on from (`compileDebugKotlin`).
static JVM_TASK: Pattern = Pattern::new(
    r"^(?::[A-Za-z0-9_.-]+)*:(?:compile(?:Test)?(?:Java|Kotlin|Groovy|Scala)|kapt(?:Test)?Kotlin|ksp(?:Test)?Kotlin|process(?:Test)?Resources|classes|jar|javadoc|test|integrationTest|bootJar|bootRun|shadowJar|runClient|runServer|genSources|runIde)$",
);

/// The texts of the signs that are seen in one way, with the index of each one's sign.
struct Texts {
    finder: AhoCorasick,
    owners: Vec<usize>,
}

impl Texts {
    /// `alone` are texts that belong to no sign; they come last and have no owner.
    fn of(seen: Seen, alone: &[&str]) -> Option<Texts> {
        let (owners, mut texts): (Vec<usize>, Vec<&str>) = texts_seen(seen).unzip();
        texts.extend(alone);
        let mut builder = AhoCorasick::builder();
        builder.kind(Some(AhoCorasickKind::ContiguousNFA)).start_kind(StartKind::Both);
        Some(Texts { finder: builder.build(texts).ok()?, owners })
    }
}

type Signs = LazyLock<Option<Texts>>;
static BEGINNINGS: Signs = LazyLock::new(|| Texts::of(Seen::Begins, &[]));
static ANYWHERE: Signs = LazyLock::new(|| Texts::of(Seen::Anywhere, ANDROID_ONLY));
static OWN: Signs = LazyLock::new(|| Texts::of(Seen::Own, &[]));

/// The texts that are signs anywhere, then those that only Android's tools print.
pub fn texts() -> impl Iterator<Item = &'static str> {
    texts_seen(Seen::Anywhere).map(|(_, text)| text).chain(ANDROID_ONLY.iter().copied())
}

/// The texts of the signs that are seen in this way, each with the index of its sign.
fn texts_seen(seen: Seen) -> impl Iterator<Item = (usize, &'static str)> {
    let signs = PROJECTS.iter().chain(MACHINES).enumerate().filter(move |(_, sign)| sign.seen == seen);
    signs.flat_map(|(at, sign)| sign.texts.iter().map(move |text| (at, *text)))
}

/// Adds to what failed in which setting it did; `seen` are those of [`texts`] that stand at the ends of the text.
pub fn tell(lines: &Lines, seen: &[bool], failures: &mut [Failure]) {
    let Some(first) = failures.first() else { return };
    let own = own(lines, first);
    let seen = Seeing::of(lines, seen, &own);
    // What stands below may be another program's.
    let by_gradle = |word: &&str| first.evidence.iter().any(|line| line.text.contains(*word));
    let by_maven = |project: &&str| *project != MAVEN || !GRADLE.iter().any(by_gradle);
    let project = seen.project().filter(by_maven).or_else(|| seen.jvm(first));
    let machine = seen.first(PROJECTS.len()..PROJECTS.len() + MACHINES.len());
    for failure in failures.iter_mut() {
        let shown = lines.surroundings().iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        failure.details.extend(shown);
        for (detail, value) in [("project_kind", project), ("machine", machine)] {
            if let Some(value) = value {
                failure.details.insert(detail.to_owned(), value.to_owned());
            }
        }
    }
    tell_tool(lines, failures);
    if project == Some(MAVEN) {
        failures.iter_mut().for_each(|failure| {
            failure.details.insert("build_tool".to_owned(), MAVEN.to_owned());
        });
    }
}

/// What a failure itself says: its lines and the frames below them, its file and its task.
fn own(lines: &Lines, failure: &Failure) -> String {
    let mut own: Vec<&str> = failure.evidence.iter().map(|line| line.text.as_str()).collect();
    own.extend(failure.file.as_deref());
    own.extend(failure.task.as_deref());
    if let Some(start) = lines.first_of(&failure.evidence) {
        let below = (start..lines.len()).take(FRAMES).map(|at| lines.get(at));
        match failure.exception {
            Some(_) => own.extend(below.filter(|line| line.trim_start().starts_with("at "))),
            // What a build says of it, up to its advice.
            None => own.extend(below.take(BLOCK).take_while(|line| !line.starts_with("* Try"))),
        }
    }
    own.join("\n")
}

/// Lines below a failure that are looked at for frames, and for what a build says.
const FRAMES: usize = 40;
const BLOCK: usize = 8;

/// Bytes at each end of a log in which tools say what they are; what lies between is seen only around a failure.
pub const END: usize = 16 << 10;

/// Which texts of which signs a log has.
struct Seeing {
    /// Of each sign, how many of its texts.
    counts: Vec<usize>,
    android: bool,
}

impl Seeing {
    fn of(lines: &Lines, seen: &[bool], own: &str) -> Seeing {
        let mut seeing = Seeing { counts: vec![0; PROJECTS.len() + MACHINES.len()], android: false };
        let (head, tail) = lines.ends(END);
        let beginnings = [head, tail, lines.aside(), own].into_iter().flat_map(str::lines);
        let beginnings =
            beginnings.map(|line| Input::new(line.trim_start_matches([' ', '\t'])).anchored(Anchored::Yes));
        seeing.count(&BEGINNINGS, &[], beginnings);
        seeing.count(&ANYWHERE, seen, [lines.aside(), own].into_iter().map(Input::new));
        seeing.count(&OWN, &[], [Input::new(own)].into_iter());
        seeing
    }

    /// Counts each text once; some may have been seen before.
    fn count<'t>(&mut self, texts: &Signs, seen: &[bool], inputs: impl Iterator<Item = Input<'t>>) {
        let Some(texts) = texts.as_ref() else { return };
        let mut met = seen.to_vec();
        met.resize(texts.finder.patterns_len(), false);
        for input in inputs {
            let mut state = OverlappingState::start();
            loop {
                texts.finder.find_overlapping(input.clone(), &mut state);
                let Some(hit) = state.get_match() else { break };
                met[hit.pattern().as_usize()] = true;
            }
        }
        for at in (0..met.len()).filter(|at| met[*at]) {
            match texts.owners.get(at) {
                Some(owner) => self.counts[*owner] += 1,
                None => self.android = true,
            }
        }
    }

    /// The first sign of these that is seen.
    fn first(&self, mut signs: std::ops::Range<usize>) -> Option<&'static str> {
        signs.find(|at| self.counts[*at] > 0).map(|at| sign(at).setting)
    }

    /// The setting of which most is seen; none where two have equally many signs.
    fn project(&self) -> Option<&'static str> {
        let mut found: Vec<(&str, usize)> = Vec::new();
        for (sign, count) in PROJECTS.iter().zip(&self.counts).filter(|(_, count)| **count > 0) {
            match found.iter_mut().find(|(setting, _)| *setting == sign.setting) {
                Some((_, sum)) => *sum += count,
                None => found.push((sign.setting, *count)),
            }
        }
        let has = |setting: &str| found.iter().any(|(name, _)| *name == setting);
        let inner: Vec<&str> =
            CONTAINED.iter().filter(|(outer, inner)| has(outer) && has(inner)).map(|(_, inner)| *inner).collect();
        found.retain(|(setting, _)| !inner.contains(setting));
        let most = found.iter().map(|(_, count)| *count).max()?;
        let mut first = found.iter().filter(|(_, count)| *count == most);
        let (setting, _) = first.next()?;
        first.next().is_none().then_some(*setting)
    }

    /// A project of Java's or Kotlin's own plugins, in a log without Android.
    fn jvm(&self, failure: &Failure) -> Option<&'static str> {
        let task = failure.task.as_deref().is_some_and(|task| JVM_TASK.is_match(task));
        (task && !self.android && failure.process.is_none()).then_some("JVM")
    }
}

fn sign(at: usize) -> &'static SettingSign {
    PROJECTS.get(at).unwrap_or_else(|| &MACHINES[at - PROJECTS.len()])
}

/// Adds to the first failure which other tool built it (`build_tool`), and that it is Java without Android (`plain_java`).
fn tell_tool(lines: &Lines, failures: &mut [Failure]) {
    let Some(first) = failures.first_mut() else { return };
    let thrown = first.exception.is_some() || first.category == Category::JavaCannotFindSymbol;
    let Some(start) = lines.first_of(&first.evidence).filter(|_| thrown) else { return };
    // What others write above and below it says nothing of this failure.
    let is_its = |at: &usize| {
        let line = lines.get(*at).trim_start();
        *at == start
            || TRACE.iter().any(|begin| line.starts_with(begin))
            || first.evidence.iter().any(|quoted| quoted.line == lines.number(*at))
    };
    let its: Vec<usize> = (start..lines.len()).take(LINES).take_while(is_its).collect();
    let has = |words: &[&str]| its.iter().any(|at| words.iter().any(|word| lines.get(*at).contains(word)));
    if !has(GRADLE)
        && let Some((tool, _)) = TOOLS.iter().find(|(_, words)| has(words))
    {
        first.details.insert("build_tool".to_owned(), (*tool).to_owned());
    }
    if has(PLAIN) && !has(ANDROID) && first.process.is_none() && first.framework == Framework::None {
        first.details.insert("plain_java".to_owned(), "Java".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn setting(text: &str) -> (Option<String>, bool) {
        let mut failure = parse(text).failures.remove(0);
        (failure.details.remove("build_tool"), failure.details.contains_key("plain_java"))
    }

    #[test]
    fn the_text_tells_where_it_failed() {
        let thrown = "java.lang.NoClassDefFoundError: com/example/Shelf\n\tat com.example.Main.main(Main.java:3)\n";
        let spring = format!("{thrown}\tat org.springframework.boot.SpringApplication.run(SpringApplication.java:1)\n");
        assert_eq!(setting(&spring), (None, true));
        assert_eq!(setting(&format!("{spring}\tat android.app.Activity.a(Activity.java:1)\n")), (None, false));
        let maven = format!("{spring}[ERROR] Failed to execute goal a:b:1:exec (default-cli) on project shelf: no\n");
        assert_eq!(setting(&maven), (Some("Maven".to_owned()), true));
        let elsewhere = format!("{thrown}\nserver: org.springframework.boot started\n");
        assert_eq!(setting(&elsewhere), (None, false), "other lines say nothing of it");
    }
}
