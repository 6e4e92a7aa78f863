//! Few-shot examples: one answered failure for each family of categories, and how one is chosen.

use serde_json::{Value, json};

use super::super::delimiter::delimit;
use super::super::question::{Snippet, SnippetKind};
use crate::Category;
use crate::model::answer::Style;

/// An answered failure of an invented project.
struct Example {
    /// Beginnings of the ids of the categories that it covers; the first example that fits is used.
    covers: &'static [&'static str],
    /// First line's number and lines of the log.
    log: (u32, &'static [&'static str]),
    /// Path, first line's number and lines of a file.
    file: Option<(&'static str, u32, &'static [&'static str])>,
    /// The cause, a sentence each with the place that shows it: file, line, quote.
    cause: &'static [(&'static str, (&'static str, u32, &'static str))],
    /// Fixes with the file to change.
    fixes: &'static [(&'static str, Option<&'static str>)],
    /// 0 to 100.
    confidence: u8,
    /// Concept, mistake, how to find it, exercise.
    teaching: [&'static str; 4],
}

#[rustfmt::skip] // One part of an example a line.
const EXAMPLES: &[Example] = &[
    Example {
        covers: &["kotlin_unresolved_reference", "kotlin_missing_supertype", "kotlin_visibility", "java_cannot_find_symbol"],
        log: (31, &["e: file:///src/main/kotlin/zoo/Feeding.kt:14:22 Unresolved reference 'portionFor'."]),
        file: Some(("src/main/kotlin/zoo/Feeding.kt", 13, &["fun portionOn(day: Day): Int = stock[day] ?: 0", "fun feed(day: Day) = portionFor(day)"])),
        cause: &[("`feed` calls `portionFor`, and nothing of that name is declared.", ("src/main/kotlin/zoo/Feeding.kt", 14, "portionFor(day)")),
            ("The function that takes a day is called `portionOn`.", ("src/main/kotlin/zoo/Feeding.kt", 13, "fun portionOn(day: Day): Int"))],
        fixes: &[("Call `portionOn(day)` in line 14.", Some("src/main/kotlin/zoo/Feeding.kt"))],
        confidence: 90,
        teaching: ["The compiler finds a function by its exact name among those that are visible.", "The call uses a name that is nearly, but not quite, that of a function.",
            "Search the project for the beginning of the name.", "Rename one function of yours and predict which lines stop compiling."],
    },
    Example {
        covers: &["kotlin_jvm_target", "kotlin_metadata", "kotlin_internal", "compose_compiler_version", "gradle_version", "gradle_jdk"],
        log: (8, &["> Failed to apply plugin 'com.android.internal.version-check'.", "   > Minimum supported Gradle version is 8.7. Current version is 8.2."]),
        file: Some(("gradle/wrapper/gradle-wrapper.properties", 3, &["distributionUrl=https\\://tools.example/gradle-8.2-bin.zip"])),
        cause: &[("The Android Gradle plugin of this build needs Gradle 8.7 or later.", ("log", 9, "Minimum supported Gradle version is 8.7")),
            ("The wrapper runs Gradle 8.2.", ("gradle/wrapper/gradle-wrapper.properties", 3, "gradle-8.2-bin.zip"))],
        fixes: &[("Set the wrapper's distribution to Gradle 8.7.", Some("gradle/wrapper/gradle-wrapper.properties"))],
        confidence: 95,
        teaching: ["Gradle and its plugins are released apart, and each plugin needs a least version of Gradle.", "The plugin was raised and the wrapper was not.",
            "Compare the version that the message asks for with the one of the wrapper's properties.", "Find the least Gradle version for the plugin that you would use next."],
    },
    Example {
        covers: &["kotlin_", "java_"],
        log: (17, &["e: file:///src/main/kotlin/ferry/Deck.kt:9:31 Argument type mismatch: actual type is 'String?', but 'String' was expected."]),
        file: Some(("src/main/kotlin/ferry/Deck.kt", 8, &["    val name: String? = passengers[seat]", "    return Label(width = 20, text = name)"])),
        cause: &[("`name` is declared as `String?`.", ("src/main/kotlin/ferry/Deck.kt", 8, "val name: String?")),
            ("It is passed as `text`, which takes a `String` that is never null.", ("log", 17, "actual type is 'String?', but 'String' was expected"))],
        fixes: &[("Give a text for a seat that is free: `text = name ?: \"\"`.", Some("src/main/kotlin/ferry/Deck.kt"))],
        confidence: 92,
        teaching: ["A type with `?` may hold null, one without may not, and the compiler keeps them apart.", "A value that may be null was given where none is allowed.",
            "Read the expected and the actual type in the message, then look where the value is declared.", "List three ways to turn a `String?` into a `String` and what each does with null."],
    },
    Example {
        covers: &["kapt_ksp", "runtime_hilt"],
        log: (52, &["e: [Dagger/MissingBinding] harbour.TideClient cannot be provided without an @Inject constructor or an @Provides-annotated method.", "    harbour.TideClient is injected at", "        harbour.TideModel(client)"]),
        file: Some(("app/src/main/java/harbour/TideClient.kt", 5, &["class TideClient(private val base: String) {"])),
        cause: &[("Dagger has to make a `TideClient` for `TideModel`.", ("log", 54, "harbour.TideModel(client)")),
            ("The constructor of `TideClient` has no `@Inject`, so Dagger does not know how.", ("app/src/main/java/harbour/TideClient.kt", 5, "class TideClient(private val base: String)"))],
        fixes: &[("Write a `@Provides` function that makes a `TideClient`, since its `base` is a `String` that Dagger can't know.", None)],
        confidence: 85,
        teaching: ["Dagger builds the graph of objects when the code is compiled and needs a way to make each.", "One class of the graph has no way to be made.",
            "Read the message from its end upwards: who asks for what.", "Add a class with two parameters to a graph, once by `@Inject` and once by `@Provides`."],
    },
    Example {
        covers: &["compose_"],
        log: (23, &["e: file:///app/src/main/java/atlas/MapScreen.kt:18:9 @Composable invocations can only happen from the context of a @Composable function"]),
        file: Some(("app/src/main/java/atlas/MapScreen.kt", 17, &["    Button(onClick = {", "        Legend(open = true)", "    }) { Text(\"Legend\") }"])),
        cause: &[("`Legend` is composable and is called in line 18.", ("app/src/main/java/atlas/MapScreen.kt", 18, "Legend(open = true)")),
            ("That line is in `onClick`, which is no composable function.", ("app/src/main/java/atlas/MapScreen.kt", 17, "Button(onClick = {"))],
        fixes: &[("Set a remembered state in `onClick`, and call `Legend` outside of it when the state is set.", Some("app/src/main/java/atlas/MapScreen.kt"))],
        confidence: 93,
        teaching: ["Composable functions describe the screen and run only while it is composed; callbacks run later.", "A callback tries to draw instead of changing state.",
            "Ask of the failing line which function it runs in, and whether that one is composable.", "Write a button that shows and hides a text."],
    },
    Example {
        covers: &["gradle_dependency", "gradle_duplicate", "gradle_variant", "gradle_checksum", "gradle_network"],
        log: (12, &["> Could not resolve all files for configuration ':compileClasspath'.", "   > Could not find org.meadow:bee-counter:2.4.", "     Searched in the following locations:", "       - https://meadow.example/maven/org/meadow/bee-counter/2.4/bee-counter-2.4.pom"]),
        file: Some(("build.gradle", 7, &["repositories { maven { url 'https://meadow.example/maven' } }", "dependencies {", "    implementation 'org.meadow:bee-counter:2.4'"])),
        cause: &[("The build asks for `org.meadow:bee-counter:2.4`.", ("build.gradle", 9, "org.meadow:bee-counter:2.4")),
            ("The only repository that it looks in does not have it.", ("log", 15, "https://meadow.example/maven/org/meadow/bee-counter"))],
        fixes: &[("Correct the name or the version in line 9, or add the repository that has it.", Some("build.gradle"))],
        confidence: 80,
        teaching: ["Gradle looks for a module only in the repositories that the build names, in their order.", "The coordinate is wrong, or its repository is missing.",
            "Read the list of places that were searched and open one of them.", "Ask Gradle for the dependencies of one configuration and find where a module comes from."],
    },
    Example {
        covers: &["gradle_task_failed", "other", "none"],
        log: (40, &["> Task :packageTiles FAILED", "Execution failed for task ':packageTiles'.", "> Process 'command 'tiler'' finished with non-zero exit value 3"]),
        file: None,
        cause: &[],
        fixes: &[("Run `tiler` by itself, as the task does, and read what it prints.", None)],
        confidence: 0,
        teaching: ["A build tool knows of another program only the number with which it ended.", "What went wrong inside of `tiler` is not in the log.",
            "Run the failing task alone with `--info` to see the whole command.", "Find out what a program of yours returns when its input is missing."],
    },
    Example {
        covers: &["gradle_"],
        log: (5, &["* Where:", "Build file 'build.gradle' line: 6", "* What went wrong:", "> Could not get unknown property 'lanternVersion' for root project 'mine'"]),
        file: Some(("build.gradle", 5, &["dependencies {", "    implementation \"org.mine:lantern:$lanternVersion\""])),
        cause: &[("`lanternVersion` is used in line 6 and the build defines no such property.", ("build.gradle", 6, "$lanternVersion")),
            ("Gradle stops where it is asked for it.", ("log", 8, "Could not get unknown property 'lanternVersion'"))],
        fixes: &[("Define `lanternVersion` before line 6 or in `gradle.properties`.", Some("build.gradle"))],
        confidence: 90,
        teaching: ["A build script is a program that runs from top to bottom before any task.", "It uses a name that nothing has defined by then.",
            "Look for the name in the script, the settings and gradle.properties.", "Define one property in each of these three places and print it."],
    },
    Example {
        covers: &["test_failure", "lint_failure"],
        log: (66, &["BasketTest > totalOfTwo() FAILED", "    org.opentest4j.AssertionFailedError: expected: <30> but was: <20>", "        at shop.BasketTest.totalOfTwo(BasketTest.java:12)"]),
        file: Some(("src/main/java/shop/Basket.java", 8, &["    int total() {", "        return items.get(0).price() * items.size();"])),
        cause: &[("The test `totalOfTwo` expects 30 and gets 20.", ("log", 67, "expected: <30> but was: <20>")),
            ("`total()` multiplies the first item's price instead of adding all prices.", ("src/main/java/shop/Basket.java", 9, "items.get(0).price() * items.size()"))],
        fixes: &[("Add the prices of all items in `total()`.", Some("src/main/java/shop/Basket.java"))],
        confidence: 88,
        teaching: ["A test states what is expected, and its message shows what came instead.", "The code is right only for items of the same price.",
            "Take the test's numbers through the code by hand.", "Write a test with three items that the wrong code would pass, and one that it would not."],
    },
    Example {
        covers: &["agp_"],
        log: (29, &["> Dependency 'androidx.core:core:1.15.0' requires libraries and applications that depend on it to compile against version 35 or later of the Android APIs.", "  :app is currently compiled against android-34."]),
        file: Some(("app/build.gradle", 4, &["android {", "    compileSdk 34"])),
        cause: &[("`androidx.core:core:1.15.0` must be compiled against API 35.", ("log", 29, "compile against version 35 or later")),
            ("The module sets `compileSdk 34`.", ("app/build.gradle", 5, "compileSdk 34"))],
        fixes: &[("Set `compileSdk 35`.", Some("app/build.gradle"))],
        confidence: 95,
        teaching: ["`compileSdk` is the version of Android's classes that code is compiled against.", "A library was raised that needs newer classes than the module has.",
            "The message names the library, what it needs and what is set.", "Tell `compileSdk`, `targetSdk` and `minSdk` apart in a sentence each."],
    },
    Example {
        covers: &["xml_", "aapt_", "databinding"],
        log: (19, &["ERROR: app/src/main/res/layout/cabin.xml:8: AAPT: error: resource string/cabin_titel (aka org.lake:string/cabin_titel) not found."]),
        file: Some(("app/src/main/res/values/strings.xml", 3, &["    <string name=\"cabin_title\">Cabin</string>"])),
        cause: &[("The layout refers to `string/cabin_titel`, which does not exist.", ("log", 19, "resource string/cabin_titel")),
            ("What exists is `cabin_title`.", ("app/src/main/res/values/strings.xml", 3, "name=\"cabin_title\""))],
        fixes: &[("Write `@string/cabin_title` in line 8.", Some("app/src/main/res/layout/cabin.xml"))],
        confidence: 94,
        teaching: ["Resources are linked by name when the app is built.", "The name in the layout has two letters in the wrong order.",
            "Search the `values` files for the beginning of the name.", "Rename a string in one place only and read what the build says."],
    },
    Example {
        covers: &["manifest_"],
        log: (21, &["app/src/main/AndroidManifest.xml:9:9-14:20 Error:", "\tandroid:exported needs to be explicitly specified for element <activity#org.lake.CabinActivity>."]),
        file: Some(("app/src/main/AndroidManifest.xml", 9, &["        <activity android:name=\".CabinActivity\">", "            <intent-filter>"])),
        cause: &[("`CabinActivity` has an intent filter.", ("app/src/main/AndroidManifest.xml", 10, "<intent-filter>")),
            ("Such an activity must say whether it is exported, and this one does not.", ("log", 22, "android:exported needs to be explicitly specified"))],
        fixes: &[("Add `android:exported=\"true\"` if other apps may start it, else `\"false\"`.", Some("app/src/main/AndroidManifest.xml"))],
        confidence: 95,
        teaching: ["`exported` says whether other apps may start a component.", "The manifest leaves open what must be said from Android 12 on.",
            "The message names the element and the file's lines.", "List the components of an app of yours that others can start."],
    },
    Example {
        covers: &["runtime_", "spring_", "anr", "native_crash"],
        log: (73, &["java.lang.NullPointerException: Cannot invoke \"orchard.Tree.height()\" because \"tree\" is null", "    at orchard.Survey.tallest(Survey.java:21)"]),
        file: Some(("src/main/java/orchard/Survey.java", 20, &["        Tree tree = trees.get(row);", "        return tree.height();"])),
        cause: &[("`tree` is null in line 21, where its `height()` is asked for.", ("log", 73, "because \"tree\" is null")),
            ("It comes from `trees.get(row)`, which gives null for a row that is not there.", ("src/main/java/orchard/Survey.java", 20, "trees.get(row)"))],
        fixes: &[("Decide what the tallest tree of an empty row is, and return that when `tree` is null.", Some("src/main/java/orchard/Survey.java"))],
        confidence: 85,
        teaching: ["A map's `get` answers null for a key that it does not have.", "The result is used without asking whether there is one.",
            "Begin at the first line of the trace that is your own code, and ask where the null came from.", "Write the method so that its type says that there may be no tree."],
    },
];

/// The example for a category, as it is shown: what is given, then the answer.
pub fn shown(category: Option<Category>, style: Style) -> String {
    let id = category.map_or("other", Category::id);
    let fits = |example: &&Example| example.covers.iter().any(|begins| id.starts_with(begins));
    // Every category is covered, which a test makes sure of.
    let Some(example) = EXAMPLES.iter().find(fits) else { return String::new() };
    format!("{}{}\n", delimit("evidence", &crate::agent::budget::shown(&example.pieces())), example.answer(style))
}

impl Example {
    fn pieces(&self) -> Vec<Snippet> {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let log =
            Snippet { kind: SnippetKind::Log, file: None, from: self.log.0, lines: lines(self.log.1), focus: None };
        let file = self.file.map(|(path, from, text)| Snippet {
            kind: SnippetKind::Failing,
            file: Some(path.to_owned()),
            from,
            lines: lines(text),
            focus: None,
        });
        file.into_iter().chain([log]).collect()
    }

    fn answer(&self, style: Style) -> Value {
        let cause: Vec<Value> = self
            .cause
            .iter()
            .map(|(text, (file, line, quote))| {
                json!({"cites": [{"file": file, "line": line, "quote": quote}], "text": text})
            })
            .collect();
        let fixes: Vec<Value> = self
            .fixes
            .iter()
            .map(|(text, file)| match file {
                Some(file) => json!({"file": file, "text": text}),
                None => json!({"text": text}),
            })
            .collect();
        let [concept, mistake, find_it, exercise] = self.teaching;
        match style {
            Style::Brief => json!({"cause": cause, "confidence": self.confidence, "fixes": fixes}),
            Style::Teach => json!({"cause": cause, "confidence": self.confidence, "fixes": fixes,
                "teaching": {"concept": concept, "exercise": exercise, "find_it": find_it, "mistake": mistake}}),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLES, Example, shown};
    use crate::Category;
    use crate::agent::answer::parse;
    use crate::agent::budget::{EstimatedTokens, TokenCounter};
    use crate::agent::delimiter::injected_instructions;
    use crate::agent::grounding::{EvidenceSource, check, has_word};
    use crate::model::answer::Style;

    /// What an example gives is all that there is.
    impl EvidenceSource for Example {
        fn log_line(&self, line: u32) -> Option<String> {
            self.log.1.get(line.checked_sub(self.log.0)? as usize).map(|line| (*line).to_owned())
        }

        fn file_line(&self, path: &str, line: u32) -> Option<String> {
            let (_, from, lines) = self.file.filter(|(known, ..)| *known == path)?;
            lines.get(line.checked_sub(from)? as usize).map(|line| (*line).to_owned())
        }

        fn has_file(&self, path: &str) -> bool {
            self.file.is_some_and(|(known, ..)| known == path) || self.log.1.iter().any(|line| line.contains(path))
        }

        fn knows(&self, coordinate: &str) -> bool {
            let file = self.file.into_iter().flat_map(|(.., lines)| lines);
            self.log.1.iter().chain(file).any(|line| line.contains(coordinate))
        }

        fn mentions(&self, name: &str) -> bool {
            let file = self.file.into_iter().flat_map(|(.., lines)| lines);
            self.log.1.iter().chain(file).any(|line| has_word(line, name))
        }
    }

    #[test]
    fn every_example_is_an_answer_that_the_evidence_shows() {
        for example in EXAMPLES {
            for style in [Style::Brief, Style::Teach] {
                let answer = example.answer(style).to_string();
                let draft = parse(&answer, style).unwrap_or_else(|why| panic!("{:?}: {why}", example.covers));
                assert_eq!(draft.teaching.is_some(), style == Style::Teach);
                let checked = check(&draft, example);
                assert_eq!(checked.dropped, [], "{:?}", example.covers);
                assert_eq!((checked.cause.len(), checked.fixes.len()), (example.cause.len(), example.fixes.len()));
                assert!(checked.fixes.iter().all(|fix| !fix.unverified), "{:?}", checked.fixes);
                // Also by itself: the check above may forgive more than an example should need.
                for cite in draft.cause.iter().flat_map(|claim| &claim.cites) {
                    let there = match cite.file.as_str() {
                        "log" => example.log_line(cite.line),
                        file => example.file_line(file, cite.line),
                    };
                    assert!(there.is_some_and(|line| line.contains(&cite.quote)), "{cite:?}");
                }
            }
        }
    }

    #[test]
    fn every_category_has_the_example_of_its_family() {
        let of = |id: &str| EXAMPLES.iter().position(|one| one.covers.iter().any(|begins| id.starts_with(begins)));
        for category in Category::ALL {
            assert!(of(category.id()).is_some(), "{}", category.id());
        }
        for (nth, example) in EXAMPLES.iter().enumerate() {
            for begins in example.covers {
                let reached =
                    |category: &&Category| category.id().starts_with(begins) && of(category.id()) == Some(nth);
                assert!(*begins == "none" || Category::ALL.iter().any(|category| reached(&category)), "{begins}");
            }
        }
        assert_ne!(of("kotlin_unresolved_reference"), of("kotlin_type_mismatch"));
        assert_ne!(of("gradle_task_failed"), of("gradle_script_compile"));
    }

    #[test]
    fn examples_are_short_and_one_does_not_know() {
        let counter = EstimatedTokens { characters_per_token: 3.0 };
        for category in Category::ALL {
            let brief = counter.count(&shown(Some(*category), Style::Brief));
            assert!(brief < 420, "{}: {brief}", category.id());
        }
        assert!(shown(Some(Category::GradleTaskFailed), Style::Brief).contains("\"cause\":[],\"confidence\":0"));
        assert!(shown(None, Style::Brief).contains("\"cause\":[]"));
        for example in EXAMPLES {
            assert!(injected_instructions(&example.log.1.join("\n")).is_empty(), "{:?}", example.covers);
        }
    }
}
