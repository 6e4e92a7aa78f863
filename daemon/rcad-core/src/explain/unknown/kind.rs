//! The category of a failure that nobody recognised: that of the known failures whose words are nearest, or what its task is
//! for. It is found when all is explained and changes no words; a failure keeps its fingerprint.

use crate::Category as C;
use crate::model::failure::{CATEGORY_BY_WORDS, Failure};
use crate::rules::{Near, RuleSet, nearest};

/// Nearest rules that are asked.
const ASKED: usize = 5;

/// The nearest must be so similar, and its category must have this share of the votes of those that are asked: how often
/// the guess is then right, `rules_that_agree_are_mostly_right` prints.
const SIMILAR: f64 = 0.25;
const AGREED: f64 = 0.6;

/// What tasks are for, by the start of their name and another part of it; the first that fits.
const TASKS: &[(&str, &str, C)] = &[
    ("minify", "", C::AgpR8MissingClass),
    ("transformClasses", "Proguard", C::AgpR8MissingClass),
    ("externalNativeBuild", "", C::AgpNdkCmake),
    ("buildCMake", "", C::AgpNdkCmake),
    ("configureCMake", "", C::AgpNdkCmake),
    ("buildNdkBuild", "", C::AgpNdkCmake),
    ("configureNdkBuild", "", C::AgpNdkCmake),
    ("generateJsonModel", "", C::AgpNdkCmake),
    ("process", "DebugResources", C::AaptLink),
    ("process", "ReleaseResources", C::AaptLink),
    ("verify", "Resources", C::AaptLink),
    ("merge", "Resources", C::AaptCompile),
    ("package", "Resources", C::AaptCompile),
    ("process", "Manifest", C::ManifestMerger),
    ("process", "GoogleServices", C::AgpGoogleServices),
    ("dexBuilder", "", C::AgpDexMerge),
    ("desugar", "", C::AgpDexMerge),
    ("merge", "Dex", C::AgpDexMerge),
    ("transform", "Dex", C::AgpDexMerge),
    ("check", "DuplicateClasses", C::GradleDuplicateClass),
    ("merge", "JavaResource", C::AgpPackaging),
    ("merge", "NativeLibs", C::AgpPackaging),
    ("packageDebug", "", C::AgpPackaging),
    ("packageRelease", "", C::AgpPackaging),
    ("validateSigning", "", C::AgpSigning),
    ("dataBinding", "", C::Databinding),
    ("link", "", C::KotlinNativeLink),
    ("cinterop", "", C::KotlinNativeLink),
    ("pod", "", C::KotlinNativeLink),
    ("kapt", "", C::KaptKsp),
    ("ksp", "", C::KaptKsp),
    ("hilt", "", C::KaptKsp),
    ("compile", "JavaWithJavac", C::JavaOther),
    ("test", "", C::TestFailure),
    ("connected", "AndroidTest", C::TestFailure),
    ("verifyPaparazzi", "", C::TestFailure),
    ("verifyRoborazzi", "", C::TestFailure),
    ("apiCheck", "", C::LintFailure),
    ("checkstyle", "", C::LintFailure),
    ("detekt", "", C::LintFailure),
    ("ktlint", "", C::LintFailure),
    ("lint", "", C::LintFailure),
    ("spotbugs", "", C::LintFailure),
    ("spotless", "", C::LintFailure),
    ("publish", "", C::GradlePublish),
    ("sign", "Publication", C::GradlePublish),
    ("upload", "", C::GradlePublish),
    ("createBundle", "", C::GradleExternalProcess),
    ("npm", "", C::GradleExternalProcess),
    ("yarn", "", C::GradleExternalProcess),
];

/// Gives a failure that nobody recognised the category that is most likely.
pub fn complete(failure: &mut Failure) {
    if !matches!(failure.category, C::Other | C::GradleTaskFailed) {
        return;
    }
    let has = |name: &str| failure.details.contains_key(name);
    // A row for the class of an exception says nothing of what it is about.
    let thrown =
        failure.category == C::Other && failure.exception.is_some() && !has("known") && failure.wording.is_none();
    if failure.task.is_none() && has("command") && has("project") {
        guess(failure, C::GradleScriptEvaluation);
    } else if thrown || super::is_unknown(failure) {
        choose(failure);
    }
}

fn choose(failure: &mut Failure) {
    if let Some(category) = by_words(failure).or_else(|| by_task(failure)) {
        guess(failure, category);
    }
}

fn guess(failure: &mut Failure, category: C) {
    if category != failure.category {
        let before = std::mem::replace(&mut failure.category, category);
        failure.details.insert(CATEGORY_BY_WORDS.to_owned(), before.id().to_owned());
    }
}

fn by_task(failure: &Failure) -> Option<C> {
    let name = failure.task.as_deref()?.rsplit(':').next()?;
    TASKS.iter().find(|(start, part, _)| name.starts_with(start) && name.contains(part)).map(|(.., category)| *category)
}

/// What categories of builds begin with.
const OF_BUILDS: &[&str] = &["gradle_", "agp_", "aapt_", "java_"];

/// Packages of what builds.
const BUILDERS: &[&str] = &["org.gradle.", "com.android.build", "org.jetbrains.kotlin.", "com.sun.tools."];

/// The category on which the nearest rules agree, each voting with the square of its similarity. What a program threw is no
/// matter of a build where no task is named.
fn by_words(failure: &Failure) -> Option<C> {
    let of_builder = |class: &str| BUILDERS.iter().any(|start| class.starts_with(start));
    let ran = failure.exception.as_deref().is_some_and(|class| !of_builder(class)) && failure.task.is_none();
    let agreed = agreed(&nearest(&super::said(failure), ASKED))?;
    let of_build = OF_BUILDS.iter().any(|start| agreed.id().starts_with(start));
    (!ran || !of_build).then_some(agreed)
}

fn agreed(near: &[Near]) -> Option<C> {
    near.first().filter(|first| first.similarity >= SIMILAR)?;
    let mut votes: Vec<(C, f64)> = Vec::new();
    for one in near {
        let category = RuleSet::built_in().get(one.rule).category;
        let vote = one.similarity.powi(2);
        match votes.iter_mut().find(|(known, _)| *known == category) {
            Some((_, votes)) => *votes += vote,
            None => votes.push((category, vote)),
        }
    }
    let all: f64 = votes.iter().map(|(_, vote)| vote).sum();
    votes.into_iter().find(|(_, vote)| *vote >= AGREED * all).map(|(category, _)| category)
}

#[cfg(test)]
mod tests {
    use super::{ASKED, agreed, by_task, by_words};
    use crate::Category as C;
    use crate::explain::analyze;
    use crate::model::failure::{CATEGORY_BY_WORDS, Failure, Language};
    use crate::parse::parse;
    use crate::rules::{RuleSet, nearest, words_of};

    #[test]
    fn a_task_says_what_it_is_for() {
        let of = |task: &str| {
            by_task(&Failure { task: Some(task.to_owned()), ..Failure::new(C::Other, Language::Gradle, "no") })
        };
        assert_eq!(of(":app:minifyReleaseWithR8"), Some(C::AgpR8MissingClass));
        assert_eq!(of(":app:processPaidReleaseResources"), Some(C::AaptLink));
        assert_eq!((of(":app:processResources"), of(":shelf")), (None, None), "a copy of files is no link");
    }

    #[test]
    fn what_a_program_throws_is_no_matter_of_a_build() {
        let of = |exception: Option<&str>| {
            let message = "The Gradle wrapper could not download the distribution of Gradle: connection timed out";
            let mut failure = Failure::new(C::Other, Language::Java, message);
            failure.exception = exception.map(str::to_owned);
            by_words(&failure).map(|category| category.id().starts_with("gradle_"))
        };
        assert_eq!(of(None), Some(true));
        assert_eq!(of(Some("org.gradle.api.GradleException")), Some(true));
        assert_eq!(of(Some("com.example.OakException")), None);
    }

    /// How often the guess is right is measured on the rules themselves: each is asked for by its words, without it.
    #[test]
    fn rules_that_agree_are_mostly_right() {
        let rules = RuleSet::built_in();
        let (mut guessed, mut right) = (0, 0);
        for rule in (0..rules.len()).step_by(4) {
            let mut near = nearest(&words_of(rule), ASKED + 1);
            near.retain(|near| near.rule != rule);
            near.truncate(ASKED);
            if let Some(category) = agreed(&near) {
                guessed += 1;
                right += usize::from(category == rules.get(rule).category);
            }
        }
        println!("{right} of {guessed} guesses are right");
        assert!(guessed > 50 && right * 100 >= guessed * 80, "{right} of {guessed}");
    }

    #[test]
    fn a_guess_changes_no_words() {
        let log = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n\
            Execution failed for task ':app:minifyReleaseWithR8'.\n> The oak shelf has no room for a basket\n\nBUILD FAILED in 1s\n";
        let analysis = analyze(parse(log), None);
        let primary = analysis.primary().expect("it failed");
        assert_eq!(primary.category, C::AgpR8MissingClass);
        assert_eq!(primary.details.get(CATEGORY_BY_WORDS).map(String::as_str), Some("gradle_task_failed"));
        assert!(analysis.root_cause.expect("it is told").contains("rcad does not know this message"));
    }
}
