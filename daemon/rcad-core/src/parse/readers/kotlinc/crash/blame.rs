//! Whose fault a crash of the compiler is: a compiler plugin's, by the frames, or a file's that it cannot read.

use super::frames::{FRAME, FRAMES_OF_OTHERS, is_linkage};
use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Compiler plugins by their packages; those of Kotlin itself lie in the packages of the compiler.
const PLUGINS: &[(&str, &str)] = &[
    ("org.jetbrains.kotlinx.serialization.", "kotlinx.serialization"),
    ("kotlinx.serialization.", "kotlinx.serialization"),
    ("androidx.compose.compiler.", "Compose"),
    ("io.realm.kotlin.", "Realm Kotlin"),
    ("app.cash.", "Cash App (`app.cash.…`)"),
    ("dev.zacsweers.metro.", "Metro"),
    ("dev.zacsweers.", "Zac Sweers (`dev.zacsweers.…`)"),
];

/// Packages of what runs every plugin, and of what has readers of its own.
const MACHINERY: &[&str] = &["com.intellij.", "kotlinx.", "gnu.", "it.unimi.", "com.google.common.", "dagger."];

/// `NoClassDefFoundError: com/example/shelf/Rules`, `ClassNotFoundException: com.example.shelf.Rules`
static MISSING: Pattern = Pattern::new(
    r"(?:NoClassDefFoundError|ClassNotFoundException): (?:Could not initialize class )?L?(?P<class>[a-z][A-Za-z0-9_]*(?:[./$][A-Za-z0-9_]+)+)",
);

/// Packages whose classes come with the compiler, the JDK or a processor: their absence has other reasons.
const COMPILERS: &[&str] = &[
    "org.jetbrains.",
    "com.intellij.",
    "kotlin.",
    "kotlinx.",
    "androidx.",
    "java.",
    "javax.",
    "jdk.",
    "com.sun.",
    "sun.",
    "com.google.",
];

/// The compiler plugin that the first frame outside of the compiler belongs to: a known one's name, or the package.
pub fn plugin(lines: &Lines, from: usize, to: usize) -> Option<String> {
    (from..to.min(lines.len())).find_map(|index| of_class(&FRAME.captures(lines.get(index))?["class"]))
}

fn of_class(class: &str) -> Option<String> {
    if let Some((_, name)) = PLUGINS.iter().find(|(package, _)| class.starts_with(package)) {
        return Some((*name).to_owned());
    }
    let others = FRAMES_OF_OTHERS.iter().chain(MACHINERY).any(|other| class.starts_with(other));
    let (package, _) = class.rsplit_once('.').filter(|_| !others)?;
    Some(format!("`{package}`"))
}

/// Words the crash by what threw; the words of a row that says more are kept.
pub fn tell(failure: &mut Failure, plugin: Option<String>) {
    if failure.category != Category::KotlinInternalCompilerError {
        return;
    }
    if let Some(class) = missing(failure) {
        failure.symbol = Some(class);
        failure.say(
            "A plugin or processor inside the Kotlin compiler needs the class `{symbol}`, which is neither Kotlin's nor on its own class path: such plugins see only their own jars, not the dependencies of the module.",
            &[
                "If the plugin is yours, ship `{symbol}` with it: put its library among the plugin's runtime dependencies for the JVM, and for Kotlin/Native into the plugin's jar itself (shaded), for there no dependencies of a plugin are loaded.",
                "If it is another's, use a release of it that is made for this Kotlin version and target; `./gradlew buildEnvironment` shows which is used.",
            ],
        );
        return;
    }
    let Some(plugin) = plugin else { return generated(failure) };
    failure.details.insert("compiler_plugin".to_owned(), plugin);
    if is_linkage(failure) {
        failure.say(
            "The compiler plugin {compiler_plugin} calls what this Kotlin compiler does not have: {root_exception}. It was built for another Kotlin version.",
            &[
                "Take the release of {compiler_plugin} that is made for this Kotlin version (its release notes say which), or set Kotlin to the version that the plugin was made for.",
                "If the versions fit, look for two Kotlin versions on the build class path: `./gradlew buildEnvironment`.",
            ],
        );
    } else if failure.wording.is_none() {
        failure.say(
            "The compiler plugin {compiler_plugin} crashed inside the Kotlin compiler: {root_exception}.",
            &[
                "If the message describes a declaration of yours, correct that declaration; take out what was changed last to find it.",
                "Otherwise use the release of {compiler_plugin} that is made for this Kotlin version; plugins of Kotlin itself have Kotlin's own version.",
            ],
        );
    }
}

/// What writes a file, by the file's name.
const WRITERS: &[(&str, &str)] = &[
    ("JsonAdapter.kt", "Moshi's code generator"),
    ("_Impl.kt", "Room"),
    ("_Factory.kt", "Dagger"),
    ("_MembersInjector.kt", "Dagger"),
    ("_HiltModules.kt", "Hilt"),
    ("Constructor.kt", "Room"),
];

/// A crash on a file that nobody writes by hand.
fn generated(failure: &mut Failure) {
    let Some(file) = failure.file.as_deref().map(|file| file.replace('\\', "/")) else { return };
    if failure.wording.is_some() || !file.contains("/build/generated/") {
        return;
    }
    let writer = WRITERS.iter().find(|(end, _)| file.ends_with(end));
    let by = writer.map_or("the processor that writes it", |(_, by)| *by);
    failure.details.insert("writer".to_owned(), by.to_owned());
    failure.say(
        "The Kotlin compiler itself crashed (internal error) on the generated file `{name}`: {root_exception}. It is a bug of the compiler that this code sets off, no mistake in your sources.",
        &[
            "Put Kotlin and {writer} on versions that fit each other, usually the newest releases of both: newer compilers have the crash mended, or the generator writes other code.",
            "If no version helps, find what in the annotated class sets it off (take out its annotations and their arguments one by one), and report it with `{name}`.",
        ],
    );
}

/// The class that is missing where it is no one of the compiler's.
fn missing(failure: &Failure) -> Option<String> {
    let said = failure.details.get("root_exception").unwrap_or(&failure.message);
    let class = MISSING.captures(said)?["class"].replace('/', ".");
    (!COMPILERS.iter().any(|package| class.starts_with(package))).then_some(class)
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn cause(log: &str) -> String {
        parse(log).failures.remove(0).wording.map(|wording| wording.cause).unwrap_or_default()
    }

    #[test]
    fn a_missing_class_of_nobody_is_the_plugins_own() {
        let log = "> Task :shop:compileKotlinIosArm64 FAILED\ne: org.jetbrains.kotlin.util.FileAnalysisException: While analysing /p/Shelf.kt:7:1: java.lang.NoClassDefFoundError: com/example/shelf/Rules\n";
        assert!(cause(log).starts_with("A plugin or processor inside"), "{}", cause(log));
        assert_eq!(parse(log).failures[0].symbol.as_deref(), Some("com.example.shelf.Rules"));
        let kotlins = "e: java.lang.NoClassDefFoundError: org/jetbrains/kotlin/ir/Shelf\n";
        assert!(cause(kotlins).contains("another Kotlin compiler version"), "{}", cause(kotlins));
    }

    #[test]
    fn the_top_frame_names_the_plugin_and_no_frame_is_part_of_the_message() {
        let log = "e: java.lang.NoSuchMethodError:\n     'org.jetbrains.kotlin.fir.Shelf\n      org.jetbrains.kotlin.fir.Shelf.get()'\n        at io.realm.kotlin.compiler.A.b(A.kt:2)\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!(failure.details.get("compiler_plugin").map(String::as_str), Some("Realm Kotlin"));
        assert!(!failure.message.contains(" at "), "{}", failure.message);
        let own = "e: java.lang.IllegalStateException: no shelf\n\tat org.jetbrains.kotlin.ir.A.b(A.kt:2)\n\tat com.example.weave.B.c(B.kt:3)\n";
        assert!(cause(own).starts_with("The compiler plugin {compiler_plugin} crashed"), "{}", cause(own));
        let kotlins = "e: java.lang.IllegalStateException: no shelf\n\tat org.jetbrains.kotlin.ir.A.b(A.kt:2)\n";
        assert!(!cause(kotlins).contains("compiler_plugin"), "{}", cause(kotlins));
    }

    #[test]
    fn a_crash_on_a_generated_file_is_told_by_what_writes_it() {
        let crash = |file: &str| {
            format!(
                "> org.jetbrains.kotlin.backend.common.BackendException: Backend Internal error: Exception during IR lowering\nFile being compiled: {file}\nThe root cause java.lang.NullPointerException was thrown at: org.jetbrains.kotlin.backend.jvm.lower.Shelving.lower(Shelving.kt:18)\n"
            )
        };
        let failure = parse(&crash("/p/build/generated/ksp/debug/kotlin/a/ShelfJsonAdapter.kt")).failures.remove(0);
        assert_eq!(failure.details["writer"], "Moshi's code generator");
        assert_eq!(failure.details["root_exception"], "java.lang.NullPointerException in `Shelving.lower`");
        assert!(parse(&crash("/p/src/main/kotlin/a/Shelf.kt")).failures[0].wording.is_none());
    }

    #[test]
    fn a_file_that_is_no_archive_is_no_matter_of_versions() {
        let log = "> Task :kaptKotlin FAILED\ne: java.util.zip.ZipException: error in opening zip file\n\tat java.util.zip.ZipFile.open(Native Method)\n";
        assert!(cause(log).contains("is no readable archive"), "{}", cause(log));
    }
}
