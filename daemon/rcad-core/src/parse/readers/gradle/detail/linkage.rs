//! Whose class it is that a plugin misses: Gradle's own, or that of the Android or the Kotlin plugin.

use super::words::put;
use crate::model::failure::Failure;

/// What the class is of, and what decides its version, by its package.
const OWNERS: &[(&str, &str, &str)] = &[
    ("org.gradle.", "Gradle", "the Gradle wrapper (`distributionUrl`)"),
    (
        "com.android.",
        "the Android Gradle plugin (AGP)",
        "`com.android.tools.build:gradle` (the plugins `com.android.…`)",
    ),
    ("org.jetbrains.kotlin.", "the Kotlin Gradle plugin", "the Kotlin plugin"),
    ("kotlin.", "Kotlin's standard library", "Kotlin"),
];

/// Packages of AGP whose classes only AGP itself calls; much of what they have is inherited from Gradle's.
const AGP_ITSELF: &[&str] = &["com.android.build.gradle.internal.", "com.android.build.gradle.tasks."];

/// Adds who has the class that a plugin's call did not find.
pub fn read(failure: &mut Failure) {
    let Some(class) = failure.symbol.as_deref().map(|symbol| symbol.replace('/', ".")) else { return };
    if let Some((_, owner, set_by)) = OWNERS.iter().find(|(package, ..)| class.starts_with(package)) {
        put(failure, "api_of", *owner);
        put(failure, "api_set_by", *set_by);
    }
    let method =
        class.rsplit('.').next().is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()));
    if method && AGP_ITSELF.iter().any(|package| class.starts_with(package)) {
        failure.say(
            "`{symbol}()` is called and is not there (NoSuchMethodError). The class is an inner one of the Android Gradle plugin (AGP), so AGP itself makes the call: the method is one that it has from Gradle, and the Gradle that runs the build does not fit this AGP. Rarely another plugin calls it that was made for another AGP.",
            &[
                "Bring both together by the table at https://developer.android.com/build/releases/gradle-plugin: raise `com.android.tools.build:gradle` to a release for this Gradle, or set the Gradle wrapper back to the version with which AGP worked.",
                "Who calls it stands in `--stacktrace`, below `Caused by: java.lang.NoSuchMethodError`.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn told(sentence: &str) -> String {
        let text = format!(
            "* What went wrong:\nA problem occurred configuring project ':app'.\n> Failed to notify project evaluation listener.\n   > {sentence}\n"
        );
        answer(&text)
    }

    #[test]
    fn the_one_whose_api_is_missed_is_named() {
        let said = told("'void org.gradle.api.shelf.Basket.fill(java.lang.String)'");
        assert!(
            said.contains("version of Gradle that") && said.contains("distributionUrl") && !said.contains("AGP"),
            "{said}"
        );
        let said = told("'void com.android.build.api.variant.Basket.fill(java.lang.String)'");
        assert!(
            said.contains("version of the Android Gradle plugin") && said.contains("com.android.tools.build:gradle"),
            "{said}"
        );
        let said = told("com.android.build.gradle.tasks.factory.BasketTask.fill(Ljava/io/File;)V");
        assert!(said.contains("AGP itself makes the call"), "{said}");
    }
}
