//! Facts about versions and libraries, from the data files in `facts/`, and what follows from them for a failure.
//!
//! Facts that are in no table are not guessed: the detail is left out, and with it the sentence that would name it.
//!
//! | detail added | from | what it says |
//! |---|---|---|
//! | `class_major`, `kotlin_version`, `min_sdk` … | a category's own names for them (`ALIASES`) | the names that are common to all |
//! | `library_kotlin` | `found` of a metadata version | the Kotlin that wrote the class |
//! | `old_metadata` | `expected` of a metadata version, 1.1.x | the compiler is of Kotlin 1.3 or older |
//! | `refused_since` | a deprecated name | the Kotlin from which on its use is an error |
//! | `metadata_task` | the task of a call without an argument | it compiles metadata of common code |
//! | `jdk_for_class` | `class_major` | the Java that wrote the class file |
//! | `jdk_for_max_class` | `max_major` | the Java that reads no newer class files |
//! | `gradle_for_jdk` | `jdk_for_class`, `jdk_version` | oldest Gradle that runs on that Java |
//! | `jdk_for_gradle` | `gradle_version` | newest Java that this Gradle runs on |
//! | `oldest_jdk_for_gradle` | `gradle_version`, `min_gradle` | oldest Java that this Gradle runs on (Gradle 9 and later) |
//! | `gradle_for_agp` | `agp_version` | oldest Gradle for this Android Gradle plugin |
//! | `gradle_for_min_agp` | `min_agp` | oldest Gradle for the Android Gradle plugin that is asked for |
//! | `jdk_for_agp` | `agp_version`, `min_agp` | oldest Java for this Android Gradle plugin |
//! | `max_compile_sdk` | `agp_version` | newest `compileSdk` that this Android Gradle plugin supports |
//! | `agp_for_compile_sdk` | `min_compile_sdk`, `compile_sdk` | oldest Android Gradle plugin for that `compileSdk` |
//! | `android_for_compile_sdk` | `min_compile_sdk`, `compile_sdk` | Android's version of that API level |
//! | `android_for_min_sdk` | `min_sdk` | Android's version of that API level |
//! | `gradle_for_kotlin` | `kotlin_version` | `6.8.3 to 8.1.1`: Gradle versions that this Kotlin supports fully |
//! | `agp_range_for_kotlin` | `kotlin_version` | the same for the Android Gradle plugin |
//! | `agp_for_kotlin` | `library_kotlin`, `kotlin_version` | oldest Android Gradle plugin whose R8 and D8 read that Kotlin |
//! | `compose_compiler_for_kotlin` | `kotlin_version` below 2.0 | newest Compose compiler for this Kotlin |
//! | `compose_plugin_version` | `kotlin_version` from 2.0 on | version of `org.jetbrains.kotlin.plugin.compose` |
//! | `kotlin_for_compose_compiler` | `compose_compiler_version` | the one Kotlin for this Compose compiler |
//! | `ksp_for_kotlin` | `kotlin_version` | `1.9.24-*` or `2.3.0 or later`: what KSP versions for it are called |
//! | `artifact`, `qualified` | `import`, `package`, symbol | coordinate of the library that has the name; the name in full |
//! | `moved_to`, `moved_artifact` | the same | AndroidX's name and artifact for one of the support library |
//! | `removed_by`, `instead` | the same, and a script's property or method | which tool removed the name; what to do instead |
//! | `no_import` | the other errors of a file | a Kotlin name that by its place might be an import's and is none |
//! | `decoded`, `own_import`, `in_import`, `as_type`, `as_member` | line and column of a Kotlin name | the import that the column fits; what the place shows |
//! | `configuration` | `artifact`, the file | the configuration of its source set |
//! | `its_package` | a Kotlin name | it is the package of a library, which is no dependency |
//! | `jvm_only`, `resource_kind` | a Kotlin name, file and task | a package that common code does not see; a resource, by its form |
//! | `scope`, `extension`, `choices`, `platform_name` … | a simple name | what a name that no library is known for usually is |
//! | `convert`, `required_type`, `given_type` | `actual`, `expected` of a mismatch | how one type becomes the other; else what is to be given |
//! | `framework_since`, `min_compile_sdk` | `android:…` as symbol | API level from which Android has the resource |
//! | `missing_with`, `missing_first` | the other failures | resources that are missing together (`together.rs`) |
//! | `resource_library`, `resource_package` | a resource's name, by how it begins | the library, the package of its `R` |
//! | `generator`, `generate` | a class's name | what generates classes of such names; how to get it generated |
//! | `desugared_below` | the same | API level below which a Java API needs core library desugaring |
//! | `kept`, `goes`, `own_modules`, `same_namespace`, `local_file`, `exclude_line`, `same_library`, `two_versions`, `forks`, `published_copy`, `places` | `first`, `second` of a class that is there twice | what the two places are (`duplicates.rs`) |
//! | `jdk_member`, `jdk_since`, `android_since`, `jdk_instead` | a function of Java's library | since when Java and Android have it; what does the same before |
//! | `android_name`, `android_level` | a simple name | what Android calls it, and the API level from which `compileSdk` has it (`missing/platform.rs`) |
//! | `for_elsewhere` | the same, a file's path | the words are for the package that the path names |
//! | `icon_set` | column and symbol of a Kotlin name | the set of Material icons whose import it is (`missing/imports.rs`) |
//! | `wrong`, `meant` | symbol, message | a misspelt word, and the known one that is meant (`misspelt.rs`) |
//! | `gone_in_jdk` | the same | Java version that dropped the package; `artifact` brings it back |

pub mod blocks;
pub mod builds;

pub mod conversions;
pub mod duplicates;
pub mod fit;
mod framework;
mod jdk;
pub mod libraries;
mod missing;
mod misspelt;
pub mod names;
pub mod origin;
pub mod published;
mod script_names;
pub mod surroundings;
pub mod table;
pub mod together;
pub mod tools;
pub mod version;

pub use self::missing::imports::{icon_set, is_extended_icon};
pub use self::missing::is_view_id;
use self::version::Version;
use crate::{Category, Failure};

/// Adds the details of the table above; what a reader took from the text stays.
pub fn complete(failure: &mut Failure) {
    for (category, own, common) in ALIASES {
        if *category == failure.category
            && let Some(value) = failure.details.get(*own).cloned()
        {
            failure.details.entry((*common).to_owned()).or_insert(value);
        }
    }
    if failure.category == Category::KotlinMetadataVersion {
        library_kotlin(failure);
    }
    let lost = failure.category == Category::KotlinOverload && failure.message.starts_with("No value passed");
    if let Some(task) = failure.task.clone().filter(|task| lost && task.ends_with("KotlinMetadata")) {
        failure.details.insert("metadata_task".to_owned(), task);
    }
    if matches!(failure.category, Category::GradleDuplicateClass | Category::AgpDexMerge | Category::AgpPackaging) {
        duplicates::complete(failure);
    }
    versions(failure);
    drop_what_is_met(failure);
    names::place(failure);
    names::of_platform(failure);
    names::refused_since(failure);
    conversion(failure);
    // What is asked for with a class of desugaring's is in no release of anything.
    let desugared = failure.details.contains_key("desugared_type");
    if !desugared && !jdk::tell(failure) && !framework::tell(failure) {
        missing::tell(failure);
    }
    // What the compiler lists as a candidate is there already.
    if is_of_types(failure) || failure.details.contains_key("receivers") {
        failure.details.remove("artifact");
    }
    if failure.details.contains_key("artifact") {
        let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
        let set = |part: &str| file.contains(part);
        let configuration = match () {
            () if set("/src/androidTest") => "androidTestImplementation",
            () if set("/src/test/") || set("/src/testDebug/") => "testImplementation",
            () => "implementation",
        };
        failure.details.insert("configuration".to_owned(), configuration.to_owned());
    }
    class_to_import(failure);
    missing::imports::tell(failure);
    misspelt::tell(failure);
}

/// Whether a class is only named that is there: a value or a call does not fit it.
fn is_of_types(failure: &Failure) -> bool {
    let begins = |all: &[&str]| all.iter().any(|begin| failure.message.starts_with(begin));
    match failure.category {
        Category::KotlinTypeMismatch | Category::KotlinNullSafety | Category::KotlinSmartCast => true,
        // A plugin's class that is there and lacks a method.
        Category::GradleVersionIncompatible => {
            ["AbstractMethodError", "NoSuchMethodError"].iter().any(|linkage| failure.message.contains(linkage))
        }
        Category::JavaOther => begins(&["incompatible types", "no suitable ", "method ", "constructor "]),
        _ => false,
    }
}

/// What readers of a category call a version, and its name in the table above.
const ALIASES: &[(Category, &str, &str)] = &[
    (Category::AgpCompileSdk, "required", "min_compile_sdk"),
    (Category::AgpDesugaring, "required", "min_sdk"),
    (Category::ComposeCompilerVersion, "actual", "kotlin_version"),
    (Category::ComposeCompilerVersion, "found", "compose_compiler_version"),
    (Category::GradleJdkIncompatible, "major", "class_major"),
];

/// The metadata's first two numbers are Kotlin's own since Kotlin 1.4; before that they were 1.1.
fn library_kotlin(failure: &mut Failure) {
    if failure.details.get("expected").is_some_and(|version| version.starts_with("1.1.")) {
        failure.details.insert("old_metadata".to_owned(), "1.3 or older".to_owned());
    }
    let found = failure.details.get("found").and_then(|found| Version::parse(found));
    if let Some(found) = found.filter(|found| Version::parse("1.4").is_some_and(|first| first <= *found)) {
        failure.details.entry("library_kotlin".to_owned()).or_insert(found.minor());
    }
}

/// One derivation.
struct Derivation {
    /// The new detail.
    name: &'static str,
    /// The details that it follows from; the first that is there counts.
    from: &'static [&'static str],
    /// For these categories; none: for all.
    about: &'static [Category],
    derive: fn(&str) -> Option<String>,
}

const fn derivation(
    name: &'static str,
    from: &'static [&'static str],
    about: &'static [Category],
    derive: fn(&str) -> Option<String>,
) -> Derivation {
    Derivation { name, from, about, derive }
}

const COMPOSE: &[Category] = &[Category::ComposeCompilerVersion, Category::KotlinInternalCompilerError];
const DEX: &[Category] = &[Category::AgpR8MissingClass, Category::AgpDexMerge, Category::GradleVersionIncompatible];
const KSP: &[Category] = &[
    Category::KaptKsp,
    Category::GradleVersionIncompatible,
    Category::GradlePluginNotFound,
    Category::GradleDependencyNotFound,
    Category::KotlinInternalCompilerError,
];
const PLUGINS: &[Category] = &[Category::GradleVersionIncompatible, Category::GradlePluginNotFound];

const DERIVATIONS: &[Derivation] = &[
    derivation("jdk_for_class", &["class_major"], &[], |major| owned(tools::jdk_for_class(major))),
    derivation("jdk_for_max_class", &["max_major"], &[], |major| owned(tools::jdk_for_class(major))),
    derivation("gradle_for_jdk", &["jdk_for_class", "jdk_version"], &[], |jdk| owned(tools::gradle_for_jdk(jdk))),
    derivation("jdk_for_gradle", &["gradle_version"], &[], |gradle| owned(tools::jdk_for_gradle(gradle))),
    derivation("oldest_jdk_for_gradle", &["min_gradle", "gradle_version"], &[], |gradle| {
        owned(tools::oldest_jdk_for_gradle(gradle))
    }),
    derivation("gradle_for_agp", &["agp_version"], &[], |agp| owned(tools::gradle_for_agp(agp))),
    derivation("gradle_for_min_agp", &["min_agp"], &[], |agp| owned(tools::gradle_for_agp(agp))),
    derivation("jdk_for_agp", &["agp_version", "min_agp"], &[], |agp| owned(tools::jdk_for_agp(agp))),
    derivation("max_compile_sdk", &["agp_version"], &[], |agp| owned(tools::compile_sdk_for_agp(agp))),
    derivation("agp_for_compile_sdk", &["min_compile_sdk", "compile_sdk"], &[], |api| {
        owned(tools::agp_for_compile_sdk(api))
    }),
    derivation("android_for_compile_sdk", &["min_compile_sdk", "compile_sdk"], &[], |api| {
        owned(libraries::android_version(api))
    }),
    derivation("android_for_min_sdk", &["min_sdk"], &[], |api| owned(libraries::android_version(api))),
    derivation("gradle_for_kotlin", &["kotlin_version"], PLUGINS, |kotlin| {
        tools::kotlin_support(kotlin).map(|found| range(found.gradle))
    }),
    derivation("agp_range_for_kotlin", &["kotlin_version"], PLUGINS, |kotlin| {
        tools::kotlin_support(kotlin).map(|found| range(found.agp))
    }),
    derivation("agp_for_kotlin", &["library_kotlin", "kotlin_version"], DEX, |kotlin| {
        owned(tools::agp_for_kotlin(kotlin))
    }),
    derivation("compose_compiler_for_kotlin", &["kotlin_version"], COMPOSE, |kotlin| {
        tools::compose_compiler_for_kotlin(kotlin).filter(|compiler| compiler != kotlin)
    }),
    derivation("compose_plugin_version", &["kotlin_version"], COMPOSE, |kotlin| {
        tools::compose_compiler_for_kotlin(kotlin).filter(|compiler| compiler == kotlin)
    }),
    derivation("kotlin_for_compose_compiler", &["compose_compiler_version"], COMPOSE, |compiler| {
        owned(tools::kotlin_for_compose_compiler(compiler))
    }),
    derivation("ksp_for_kotlin", &["kotlin_version"], KSP, tools::ksp_for_kotlin),
];

fn owned(text: Option<&'static str>) -> Option<String> {
    text.map(str::to_owned)
}

fn range((from, to): (&str, &str)) -> String {
    format!("{from} to {to}")
}

fn versions(failure: &mut Failure) {
    let category = failure.category;
    for one in DERIVATIONS.iter().filter(|one| one.about.is_empty() || one.about.contains(&category)) {
        if let Some(value) = failure.first_detail(one.from).and_then(|from| (one.derive)(&from)) {
            failure.details.entry(one.name.to_owned()).or_insert(value);
        }
    }
}

/// A class that Java code names and javac does not know: its import is missing.
fn class_to_import(failure: &mut Failure) {
    let kind = failure.details.get("kind").map(String::as_str);
    let variable = kind == Some("variable");
    let of_class = matches!(kind, Some("class" | "variable")) && failure.category == Category::JavaCannotFindSymbol;
    let simple = failure
        .symbol
        .as_deref()
        .filter(|symbol| of_class && !failure.details.contains_key("import") && !symbol.contains('.'));
    let is_class = |name: &&str| {
        name.starts_with(|first: char| first.is_uppercase()) && name.contains(|letter: char| letter.is_lowercase())
    };
    let Some(simple) = simple.filter(is_class).map(str::to_owned) else { return };
    let known = |table| table::value(&table::NAMES, table, &simple).map(str::to_owned);
    if let Some(name) = known("platform").or_else(|| known("java")).or_else(|| published::java::full_name(&simple)) {
        failure.details.insert("platform_name".to_owned(), name);
    } else if variable {
        failure.details.insert("unimported".to_owned(), simple);
    }
}

/// What to do about a value of another type than the one that is required.
fn conversion(failure: &mut Failure) {
    let mismatch = [Category::KotlinTypeMismatch, Category::GradleScriptCompile].contains(&failure.category);
    let (Some(actual), Some(expected)) = (failure.details.get("actual"), failure.details.get("expected")) else {
        return;
    };
    if failure.category == Category::JavaOther && failure.message.starts_with("incompatible types") {
        let step = conversions::java_step(actual, expected);
        let key = if step.is_some() { "convert" } else { "required_type" };
        let value = step.unwrap_or_else(|| expected.clone());
        failure.details.insert(key.to_owned(), value);
        return;
    }
    if !mismatch {
        return;
    }
    let (key, value) = match conversions::namesake(actual, expected).or_else(|| conversions::step(actual, expected)) {
        Some(step) => ("convert", step),
        None if conversions::is_plain(expected) => return,
        None => ("required_type", conversions::simple(expected)),
    };
    let given = conversions::simple(actual);
    failure.details.insert(key.to_owned(), value);
    failure.details.insert("given_type".to_owned(), given);
}

/// Drops required versions that the build already has.
fn drop_what_is_met(failure: &mut Failure) {
    for (known, wanted) in [("agp_version", "agp_for_compile_sdk"), ("gradle_version", "gradle_for_min_agp")] {
        let version = |name: &str| failure.details.get(name).and_then(|text| Version::parse(text));
        if let (Some(known), Some(least)) = (version(known), version(wanted))
            && known >= least
        {
            failure.details.remove(wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::complete;
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    fn completed(category: Category, symbol: &str, details: &[(&str, &str)]) -> Failure {
        let mut failure = Failure::new(category, Language::Unknown, "words");
        failure.symbol = Some(symbol.to_owned()).filter(|symbol| !symbol.is_empty());
        failure.details = details.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        complete(&mut failure);
        failure
    }

    #[test]
    fn versions_follow_from_versions() {
        let failure =
            completed(Category::GradleJdkIncompatible, "", &[("class_major", "65"), ("gradle_version", "8.2.1")]);
        let get = |name: &str| failure.details.get(name).map(String::as_str);
        assert_eq!((get("jdk_for_class"), get("gradle_for_jdk")), (Some("21"), Some("8.5")));
        assert_eq!(get("jdk_for_gradle"), Some("19"));
        let failure = completed(Category::ComposeCompilerVersion, "", &[("kotlin_version", "1.9.23")]);
        assert_eq!(failure.details["compose_compiler_for_kotlin"], "1.5.13");
        assert!(!failure.details.contains_key("compose_plugin_version"));
    }

    #[test]
    fn what_is_met_is_not_asked_for() {
        let wanted = |agp: &str| {
            let details = [("min_compile_sdk", "35"), ("agp_version", agp)];
            completed(Category::AgpCompileSdk, "", &details).details.contains_key("agp_for_compile_sdk")
        };
        assert_eq!((wanted("8.1.4"), wanted("8.6.0"), wanted("8.13.0")), (true, false, false));
    }

    #[test]
    fn what_the_text_says_stays() {
        let failure = completed(Category::Other, "", &[("agp_version", "8.1.4"), ("gradle_for_agp", "8.1")]);
        assert_eq!(failure.details["gradle_for_agp"], "8.1");
    }

    #[test]
    fn unknown_versions_and_names_add_nothing() {
        for (category, symbol) in [
            (Category::KotlinUnresolvedReference, "com.example.Basket"),
            (Category::XmlResourceNotFound, "color/midnight"),
            (Category::RuntimeNpe, "okhttp3"),
        ] {
            let failure = completed(category, symbol, &[("agp_version", "77.1"), ("class_major", "7")]);
            assert_eq!(failure.details.len(), 2, "{:?}", failure.details);
        }
    }

    #[test]
    fn the_library_of_a_candidate_is_there() {
        let import = ("import", "androidx.lifecycle.viewmodel.compose.viewModel");
        let listed = [import, ("receivers", "of type `Shelf`")];
        let failure = completed(Category::KotlinUnresolvedReference, "viewModel", &listed);
        assert!(!failure.details.contains_key("artifact"), "{:?}", failure.details);
    }

    #[test]
    fn names_lead_to_libraries() {
        let failure = completed(
            Category::KotlinUnresolvedReference,
            "viewModel",
            &[("import", "androidx.lifecycle.viewmodel.compose.viewModel")],
        );
        assert_eq!(failure.details["artifact"], "androidx.lifecycle:lifecycle-viewmodel-compose");
        let failure = completed(Category::JavaCannotFindSymbol, "android.support.v7.app", &[]);
        assert_eq!(failure.details["moved_to"], "androidx.appcompat.app");
        assert_eq!(failure.details["moved_artifact"], "androidx.appcompat:appcompat");
        let failure = completed(Category::RuntimeNoClassDef, "java/time/LocalDate", &[]);
        assert_eq!(failure.details["desugared_below"], "26");
        let failure = completed(Category::XmlAttributeNotFound, "app:layout_constraintTop_toTopOf", &[]);
        assert_eq!(failure.details["artifact"], "androidx.constraintlayout:constraintlayout");
    }
}
