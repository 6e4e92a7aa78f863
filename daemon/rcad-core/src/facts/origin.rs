//! Which library a missing name comes from, from which of its versions on or up to which, and what it is called now:
//! what the published names tell of a failure.

use super::libraries;
use super::published::{self, LibrarySpan, NameKind, PublishedName, java};
use crate::Category;
use crate::model::failure::{Failure, Language};

/// Most libraries that are named as alternatives.
const CHOICES: usize = 3;

/// Letters from which on a word is not everybody's.
const LONG: usize = 7;

/// Beginnings of names that every project has of its own.
const EVERYBODYS: &[&str] = &["App", "Base", "Custom", "Home", "Login", "Main", "My", "Sample", "Test", "User"];

/// Groups of Compose Multiplatform, whose names Android's Compose has in artifacts of the same name; its versions differ.
const MULTIPLATFORM: &str = "org.jetbrains.compose.";

/// Parts of the build whose classes scripts and plugins use: packages, and what people call it.
const BUILD_TOOLS: &[(&str, &str)] = &[
    ("org.gradle.", "Gradle"),
    ("com.android.build.", "the Android Gradle plugin"),
    ("com.android.builder.", "the Android Gradle plugin"),
    ("com.android.ide.", "the Android Gradle plugin"),
    ("org.jetbrains.kotlin.gradle.", "the Kotlin Gradle plugin"),
];

/// The part of the versions that were read in which a name is settled: a build's tools are upgraded sooner.
const LIBRARIES_SETTLE: usize = 6;
const TOOLS_SETTLE: usize = 3;

/// Segments of packages that everybody's code has.
const EVERYDAY: &[&str] = &[
    "api",
    "app",
    "base",
    "common",
    "config",
    "core",
    "data",
    "db",
    "di",
    "domain",
    "lang",
    "local",
    "model",
    "network",
    "remote",
    "repository",
    "service",
    "test",
    "ui",
    "util",
    "utils",
    "view",
    "web",
];

/// The details that hold the versions of a library, of a member's library, and of a part of the build.
const OF_LIBRARY: [&str; 4] = ["came_after", "came_with", "gone_after", "gone_with"];
const OF_MEMBER: [&str; 4] = ["member_came_after", "member_came_with", "member_gone_after", "member_gone_with"];
const OF_RENAMED: [&str; 4] = ["renamed_came_after", "renamed_came_with", "renamed_after", "renamed_with"];
const OF_TOOL: [&str; 4] = ["tool_came_after", "tool_came_with", "tool_gone_after", "tool_gone_with"];

/// Adds what is known of a name, in full or simple; `false` where that is nothing.
pub fn tell(failure: &mut Failure, name: &str) -> bool {
    let name = plain(name);
    if let Some(tool) = build_tool(&name) {
        return of_build_tool(failure, tool, &name);
    }
    if name.contains('.') { of_full_name(failure, &name) } else { of_simple_name(failure, &name) }
}

/// Adds in which versions of its library a class, by its simple or full name, has a member that is missing.
pub fn tell_member(failure: &mut Failure, class: &str, member: &str) {
    let mut class = plain(class);
    if !class.contains('.') {
        let Some(full) = only(published::published(&class).iter().map(PublishedName::qualified)) else { return };
        class = full;
    }
    let homes = published::member(&class, member);
    let Some(home) = only(homes.into_iter()) else { return };
    if let Some(tool) = build_tool(&class) {
        add(failure, "api_of", tool.to_owned());
        versions(failure, &home, OF_TOOL);
    } else {
        add(failure, "member_artifact", coordinate(&home));
        versions(failure, &home, OF_MEMBER);
    }
}

/// Objects whose names a script has without saying so.
const OF_SCRIPTS: &[&str] =
    &["org.gradle.api.Project", "org.gradle.api.Script", "org.gradle.api.initialization.Settings"];

/// Adds in which versions of a part of the build a property or method exists that a script asks an object for, or has of
/// itself where no class is given.
pub fn tell_script_member(failure: &mut Failure, class: &str, name: &str) {
    let class = plain(class.split("_Decorated").next().unwrap_or(class).trim_end_matches("$AgpDecorated"));
    if !class.is_empty() && build_tool(&class).is_none() {
        return;
    }
    let mut letters = name.chars();
    let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let accessors = [name.to_owned(), format!("get{capital}"), format!("is{capital}"), format!("set{capital}")];
    let found = published::classes_with(&accessors);
    // Parents are not known, but nearly always of the same package.
    let package = |one: &str| one.rsplit_once('.').map_or(String::new(), |(package, _)| package.to_owned());
    let within = |fits: &dyn Fn(&str) -> bool| only(found.iter().filter(|(one, _)| fits(one)).map(|(_, home)| *home));
    let home = match class.as_str() {
        "" => within(&|one| OF_SCRIPTS.contains(&one)),
        _ => within(&|one| one == class).or_else(|| within(&|one| package(one) == package(&class))),
    };
    let Some(home) = home else { return };
    let Some(tool) = build_tool(if class.is_empty() { OF_SCRIPTS[0] } else { &class }) else { return };
    add(failure, "api_of", tool.to_owned());
    versions(failure, &home, OF_TOOL);
}

/// A name as source code has it: `La/b/C$D;` is `a.b.C.D`.
fn plain(name: &str) -> String {
    let class = name.strip_suffix(';').map_or(name, |name| name.strip_prefix('L').unwrap_or(name));
    class.replace(['/', '$'], ".")
}

/// Whether a class is of a part of the build: Gradle, the Android or the Kotlin plugin.
pub fn is_of_build(class: &str) -> bool {
    build_tool(class).is_some()
}

/// The part of the build that a class is of.
fn build_tool(class: &str) -> Option<&'static str> {
    BUILD_TOOLS.iter().find(|(start, _)| class.starts_with(start)).map(|(_, tool)| *tool)
}

/// Adds which part of the build has a class, and in which versions; it is no library that a module could add.
fn of_build_tool(failure: &mut Failure, tool: &'static str, name: &str) -> bool {
    let found = published::published_as(name);
    let current = found.iter().any(|one| one.homes.iter().any(|home| home.since().is_none() && home.until().is_none()));
    add(failure, "api_of", tool.to_owned());
    if let Some(home) = best_home(found.iter().flat_map(|one| &one.homes)).filter(|_| !current) {
        versions(failure, home, OF_TOOL);
    }
    true
}

/// The import whose last word begins after so many letters, if only one library name fits; never a word of everyday.
pub fn name_at(simple: &str, before: usize) -> Option<String> {
    let class = simple.starts_with(|letter: char| letter.is_uppercase()) && simple.len() >= LONG;
    let all = if class || is_distinctive(simple) { published::published(simple) } else { Vec::new() };
    let fits = all.iter().filter(|one| one.package.len() + 1 == before);
    only(fits.map(PublishedName::qualified))
}

/// The package of a library one segment of which begins after so many letters, up to that segment, if only one fits.
pub fn package_at(segment: &str, before: usize) -> Option<String> {
    let all = if EVERYDAY.contains(&segment) { Vec::new() } else { published::packages_with(segment, before) };
    only(all.into_iter().map(str::to_owned))
}

/// The one value that all are.
fn only<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

fn of_full_name(failure: &mut Failure, name: &str) -> bool {
    let found = published::published_as(name);
    let Some(one) = found.first() else { return renamed(failure, name) || in_another_package(failure, name) };
    let homes: Vec<LibrarySpan> = found.iter().flat_map(|one| one.homes.clone()).collect();
    let Some(home) = best_home(&homes) else { return false };
    add(failure, "qualified", name.to_owned());
    add(failure, "artifact", usual_coordinate(name, &homes).unwrap_or_else(|| coordinate(home)));
    // What moved from one library to another is in some version of each.
    if homes.iter().all(|other| coordinate(other) == coordinate(home)) {
        versions(failure, home, OF_LIBRARY);
    }
    // Where each version has it, the package that is there is another library's.
    if !OF_LIBRARY.iter().any(|key| failure.details.contains_key(*key)) {
        failure.details.remove("package_there");
    }
    if homes.iter().all(|home| home.until().is_some()) {
        let rename = published::renames_in(one.package, one.simple).pop();
        let rename = rename.map(|rename| (rename.new.to_owned(), coordinate(&rename.home)));
        if let Some((now, its)) = rename.or_else(|| successor(one)) {
            add(failure, "now", now);
            add(failure, "now_in", its);
        }
    }
    true
}

/// A name that its library no longer has, with the one that it gave in its place before.
fn renamed(failure: &mut Failure, name: &str) -> bool {
    let found = match name.rsplit_once('.') {
        Some((owner, simple)) => published::renames_in(owner, simple),
        None => published::renames_of(name),
    };
    let gone = found.iter().filter(|one| one.home.until().is_some());
    let Some(new) = only(gone.clone().map(|one| one.new)) else { return false };
    let Some(one) = gone.min_by_key(|one| one.home.artifact).filter(|_| found.iter().all(|one| one.new == new)) else {
        return false;
    };
    add(failure, "renamed_in", coordinate(&one.home));
    versions(failure, &one.home, OF_RENAMED);
    add(failure, "renamed_to", new.to_owned())
}

/// A name that its package never had, where one other package of the same family has it.
fn in_another_package(failure: &mut Failure, name: &str) -> bool {
    let Some((package, simple)) = name.rsplit_once('.').filter(|_| !published::is_package(name)) else { return false };
    let Some((now, its)) = elsewhere(simple, package, |_| true) else { return false };
    add(failure, "no_such_name", name.to_owned());
    add(failure, "now", now);
    add(failure, "now_in", its)
}

fn of_simple_name(failure: &mut Failure, name: &str) -> bool {
    use Category as C;
    let of_code = [C::KotlinUnresolvedReference, C::JavaCannotFindSymbol, C::KotlinMissingSupertype];
    // Few annotations share their name with anything.
    let annotates = failure
        .evidence
        .iter()
        .any(|line| line.text.trim_start().strip_prefix('@').is_some_and(|used| begins_with(used, name)));
    let telling = is_distinctive(name) || annotates;
    if !of_code.contains(&failure.category) || !telling || java::full_name(name).is_some() {
        return false;
    }
    let all = published::published(name);
    let java = failure.category == Category::JavaCannotFindSymbol;
    let fits = |one: &&PublishedName| !java || one.kind == NameKind::Class;
    let mut current: Vec<&PublishedName> = all.iter().filter(fits).filter(|one| one.is_current()).collect();
    if current.is_empty() {
        current = all.iter().filter(fits).collect();
    }
    current.sort_by_key(|one| one.package);
    current.dedup_by_key(|one| one.package);
    let Some(first) = current.first() else { return !java && renamed(failure, name) };
    if current.len() > 1 {
        let named: Vec<String> = current.iter().take(CHOICES).filter_map(|one| choice(one)).collect();
        // What has many meanings has none.
        let kotlin = failure.language == Language::Kotlin && current.len() <= CHOICES;
        return kotlin && add(failure, "choices", named.join(" and "));
    }
    if let NameKind::Extension(receiver) = first.kind {
        add(failure, "extension", first.qualified());
        add(failure, "extension_of", format!("`{receiver}`"));
    }
    of_full_name(failure, &first.qualified())
}

/// Whether the text begins with just this name.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

fn choice(one: &PublishedName) -> Option<String> {
    Some(format!("`{}` ({})", one.qualified(), coordinate(best_home(&one.homes)?)))
}

/// Adds from which version on, or up to which, a library has the name.
fn versions(failure: &mut Failure, home: &LibrarySpan, [came_after, came_with, gone_after, gone_with]: [&str; 4]) {
    if home.artifact.starts_with(MULTIPLATFORM) {
        return;
    }
    let part = if came_with == OF_TOOL[1] { TOOLS_SETTLE } else { LIBRARIES_SETTLE };
    if let Some((without, with)) = home.since().filter(|_| !home.is_settled(part)) {
        add(failure, came_after, without.to_owned());
        add(failure, came_with, with.to_owned());
    }
    if let Some((with, without)) = home.until() {
        add(failure, gone_after, with.to_owned());
        add(failure, gone_with, without.to_owned());
    }
}

/// The name under which a library has it today, and that library.
fn successor(gone: &PublishedName) -> Option<(String, String)> {
    let is_class = |one: &PublishedName| one.kind == NameKind::Class;
    elsewhere(gone.simple, gone.package, |one| is_class(one) == is_class(gone))
}

/// The one name of today in another package of the same family, and its library.
fn elsewhere(simple: &str, package: &str, fits: impl Fn(&PublishedName) -> bool) -> Option<(String, String)> {
    let mut all = published::published(simple);
    all.retain(|one| one.is_current() && one.package != package && is_akin(one.package, package) && fits(one));
    let now = only(all.iter().map(PublishedName::qualified))?;
    Some((now, coordinate(best_home(all.iter().flat_map(|one| &one.homes))?)))
}

/// The library to name: one that still has the name, with the plainest name. A `-ktx` one brings its base library, into which
/// its names were moved later, so it is right in all versions.
fn best_home<'a>(homes: impl IntoIterator<Item = &'a LibrarySpan>) -> Option<&'a LibrarySpan> {
    let rank = |home: &&LibrarySpan| {
        let extension = home.artifact.ends_with("-ktx");
        (!extension, home.until().is_some(), home.since().is_some(), home.artifact.len(), home.artifact)
    };
    homes.into_iter().min_by_key(rank)
}

/// The library that people declare for this name, if it is one of these or brings one of them.
fn usual_coordinate(name: &str, homes: &[LibrarySpan]) -> Option<String> {
    let usual = libraries::home(name)?.artifact;
    let fits = |home: &LibrarySpan| usual == coordinate(home) || usual.strip_suffix("-ktx") == Some(&coordinate(home));
    homes.iter().any(fits).then(|| usual.to_owned())
}

/// The coordinate as a build file names it: without the platform that Gradle chooses itself.
fn coordinate(home: &LibrarySpan) -> String {
    let plain = ["-jvm", "-desktop", "-android"].iter().find_map(|end| home.artifact.strip_suffix(end));
    let many = home.artifact.starts_with(MULTIPLATFORM)
        || home.artifact.contains("-jvm")
        || home.artifact.contains("-desktop");
    let plain = plain.filter(|_| many || home.artifact.starts_with("androidx.")).unwrap_or(home.artifact);
    match plain.strip_prefix(MULTIPLATFORM) {
        Some(rest) => format!("androidx.compose.{rest}"),
        None => plain.to_owned(),
    }
}

/// Whether two packages are of one family: `androidx.compose.…`, Accompanist's, which moved to Compose.
fn is_akin(one: &str, other: &str) -> bool {
    const FAMILIES: &[&str] =
        &["androidx.compose.", "com.google.accompanist.", "androidx.lifecycle.", "androidx.hilt."];
    let family = |name: &str| FAMILIES.iter().any(|start| name.starts_with(start));
    let root = |name: &str| name.splitn(3, '.').take(2).collect::<Vec<_>>().join(".");
    root(one) == root(other) || family(one) && family(other)
}

/// Whether a simple name is nobody's everyday word: of two parts at least.
pub fn is_distinctive(name: &str) -> bool {
    let parts = name.chars().skip(1).filter(|letter| letter.is_uppercase()).count();
    let own = EVERYBODYS.iter().any(|start| {
        name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_uppercase()))
    });
    parts > 0 && name.len() >= LONG && !own && name.contains(|letter: char| letter.is_lowercase())
}

fn add(failure: &mut Failure, key: &str, value: String) -> bool {
    failure.details.entry(key.to_owned()).or_insert(value);
    true
}

#[cfg(test)]
mod tests {
    use super::{name_at, package_at, tell, tell_member, tell_script_member};
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    fn told(name: &str) -> Failure {
        let mut failure = Failure::new(Category::KotlinUnresolvedReference, Language::Kotlin, "words");
        tell(&mut failure, name);
        failure
    }

    fn detail<'a>(failure: &'a Failure, key: &str) -> &'a str {
        failure.details.get(key).map_or("", String::as_str)
    }

    #[test]
    fn a_full_name_leads_to_its_library_and_versions() {
        let failure = told("Lokhttp3/internal/Util;");
        assert_eq!(detail(&failure, "artifact"), "com.squareup.okhttp3:okhttp");
        assert!(detail(&failure, "gone_after").starts_with('4') && detail(&failure, "gone_with").starts_with('5'));
        let failure = told("androidx.compose.material3.rememberDatePickerState");
        assert!(detail(&failure, "came_with").starts_with("1.") && detail(&failure, "gone_with").is_empty());
        assert!(told("com.example.shop.Basket").details.is_empty());
    }

    #[test]
    fn a_name_in_the_wrong_package_leads_to_the_right_one() {
        let failure = told("androidx.compose.material3.rememberScaffoldState");
        assert_eq!(detail(&failure, "now"), "androidx.compose.material.rememberScaffoldState");
        assert_eq!(detail(&failure, "now_in"), "androidx.compose.material:material");
        assert!(!told("com.example.material3.rememberScaffoldState").details.contains_key("now"));
    }

    #[test]
    fn a_simple_name_is_told_only_if_nobody_else_would_call_something_so() {
        assert_eq!(
            detail(&told("ExperimentalCoroutinesApi"), "artifact"),
            "org.jetbrains.kotlinx:kotlinx-coroutines-core"
        );
        for everyday in ["Request", "url", "Pager", "MainActivity", "BaseViewModel", "Basket"] {
            assert!(told(everyday).details.is_empty(), "{everyday}");
        }
    }

    #[test]
    fn a_member_that_was_renamed_is_told_by_its_new_name() {
        let failure = told("animateItemPlacement");
        assert_eq!(detail(&failure, "renamed_to"), "animateItem");
        assert_eq!(detail(&failure, "renamed_in"), "androidx.compose.foundation:foundation");
        assert!(!detail(&failure, "renamed_with").is_empty());
        assert!(told("animateShelfPlacement").details.is_empty());
    }

    #[test]
    fn several_homes_are_a_choice() {
        let choices = told("BottomSheetScaffold").details.remove("choices").unwrap_or_default();
        assert!(choices.contains("material.BottomSheetScaffold") && choices.contains("material3.BottomSheetScaffold"));
    }

    #[test]
    fn what_builds_use_is_told_by_the_tool_s_name() {
        let mut failure = Failure::new(Category::GradleVersionIncompatible, Language::Unknown, "words");
        tell(&mut failure, "org/gradle/api/plugins/JavaPluginConvention");
        assert!(!failure.details.contains_key("artifact"), "{:?}", failure.details);
        let asked = |class: &str, name: &str| {
            let mut failure = Failure::new(Category::GradleUnknownPropertyOrMethod, Language::Unknown, "words");
            tell_script_member(&mut failure, class, name);
            (detail(&failure, "api_of").to_owned(), detail(&failure, "tool_gone_with").starts_with("8."))
        };
        let gone = ("Gradle".to_owned(), true);
        assert_eq!(asked("org.gradle.api.tasks.bundling.AbstractArchiveTask", "archiveName"), gone);
        assert_eq!(asked("org.gradle.api.tasks.bundling.Jar_Decorated", "archiveName"), gone, "of its parent");
        let nothing = (String::new(), false);
        assert_eq!(
            asked("com.example.shop.Shelf_Decorated", "archiveName"),
            nothing,
            "not a class of the build's tools"
        );
        assert_eq!(asked("org.gradle.api.tasks.bundling.Jar_Decorated", "shelfName"), nothing);
    }

    #[test]
    fn a_member_that_came_is_told_with_its_version() {
        let asked = |class: &str, member: &str| {
            let mut failure = Failure::new(Category::RuntimeNoClassDef, Language::Java, "words");
            tell_member(&mut failure, class, member);
            (detail(&failure, "member_artifact").to_owned(), !detail(&failure, "member_came_with").is_empty())
        };
        let came = ("androidx.activity:activity".to_owned(), true);
        assert_eq!(asked("Landroidx/activity/ComponentActivity;", "addMenuProvider"), came);
        let nothing = (String::new(), false);
        assert_eq!(asked("androidx.activity.ComponentActivity", "onCreate"), nothing, "all versions have it");
        assert_eq!(asked("com.example.shop.ComponentActivity", "addMenuProvider"), nothing);
    }

    #[test]
    fn an_import_is_known_by_the_length_of_its_package() {
        let before = "androidx.compose.material3.".len();
        assert_eq!(name_at("DatePickerDialog", before).as_deref(), Some("androidx.compose.material3.DatePickerDialog"));
        assert_eq!(name_at("DatePickerDialog", before + 1), None);
        assert_eq!(name_at("name", "org.jetbrains.exposed.sql.".len()), None, "a word that every project has");
        assert_eq!(package_at("material3", "androidx.compose.".len()).as_deref(), Some("androidx.compose.material3"));
    }
}
