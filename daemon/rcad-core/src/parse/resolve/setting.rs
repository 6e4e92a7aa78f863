//! Where something failed, as far as the text shows it: which tool built it, and whether Android has a part in it. Steps are
//! written for Gradle and Android; elsewhere they need other words.

use crate::Category;
use crate::model::failure::{Failure, Framework};
use crate::parse::input::lines::Lines;

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

/// Adds to what failed which other tool built it (`build_tool`), and that it is Java without Android (`plain_java`).
pub fn tell(lines: &Lines, failures: &mut [Failure]) {
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
