//! What a name that cannot be resolved usually is: by the column at which the compiler places it, and by tables of names
//! that must be imported or exist only inside of something.
//!
//! In an import the column of a segment gives the length of what stands before it (`import ` has seven letters); a table
//! that has a name of that length with this segment tells the rest.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::published::java;
use super::table::{LIBRARIES, NAMES, Tables, cell, rows, value};
use super::{libraries, origin};
use crate::model::failure::{Failure, Language};

/// The column behind `import `.
pub const BEHIND_IMPORT: u32 = 8;

/// Last line of a file on which a name in the middle of a line is taken for an import's.
pub const HEADER: u32 = 12;

/// Longest import that is recognised by its place alone, in columns.
const LONGEST: u32 = 60;

/// Last line on which an import is looked for whose column fits a known name.
pub const IMPORTS: u32 = 60;

/// Last line on which an import of one of the project's own packages is looked for.
const OWN_IMPORTS: u32 = 30;

/// Column behind which a statement is nested in four blocks at least.
const DEEP: u32 = 20;

/// Columns by which a block is indented.
const INDENT: u32 = 4;

/// Deepest column at which a multiple of the indent is a statement's beginning.
const STATEMENTS: u32 = 25;

/// What the place of an unresolved Kotlin name shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePosition {
    /// A segment of an import.
    Import,
    /// A class, object or composable function.
    Type,
    /// Behind something else in its line, as a member or an argument.
    Inside,
    /// At the beginning of a statement.
    Statement,
}

/// The position of a failure's name, where line and column are known.
pub fn position(failure: &Failure) -> Option<NamePosition> {
    let (symbol, line, column) = (failure.symbol.as_deref()?, failure.line?, failure.column?);
    if failure.language != Language::Kotlin || symbol.contains('.') {
        return None;
    }
    let begins = column % INDENT == 1 && column <= STATEMENTS;
    let capital = |letter: char| letter.is_uppercase();
    let is_type = symbol.starts_with(capital);
    // A package has small letters only; `PAGE_SIZE` is a value.
    let imported = (is_type || !symbol.contains(capital)) && !failure.details.contains_key("no_import");
    Some(match is_type && symbol.contains(|letter: char| letter.is_lowercase()) {
        _ if line <= HEADER && (BEHIND_IMPORT..=LONGEST).contains(&column) && !begins && imported => {
            NamePosition::Import
        }
        true => NamePosition::Type,
        false if begins || is_type => NamePosition::Statement,
        false => NamePosition::Inside,
    })
}

/// Adds what place and column of the name show: `decoded`, the import in full, and a mark for each position.
pub fn place(failure: &mut Failure) {
    if failure.category != crate::Category::KotlinUnresolvedReference || failure.details.contains_key("import") {
        return;
    }
    let Some(position) = position(failure) else { return };
    if let Some((name, own)) = decode(failure) {
        let key = if own { "own_import" } else { "decoded" };
        failure.details.entry(key.to_owned()).or_insert(name);
    }
    let (key, word) = match position {
        NamePosition::Import => ("in_import", "import"),
        NamePosition::Type => ("as_type", "class"),
        NamePosition::Inside => ("as_member", "member"),
        NamePosition::Statement => return,
    };
    failure.details.insert(key.to_owned(), word.to_owned());
}

/// The name that an import has, and whether it is of the project's own packages.
pub fn decode(failure: &Failure) -> Option<(String, bool)> {
    let (symbol, line, column) = (failure.symbol.as_deref()?, failure.line?, failure.column?);
    let begins = column % INDENT == 1 && column <= STATEMENTS;
    // So deep a statement does not stand so high in a file.
    let deep = column > DEEP && line <= OWN_IMPORTS;
    if line > IMPORTS || column <= BEHIND_IMPORT || line > HEADER && begins && !deep {
        return None;
    }
    let before = usize::try_from(column - BEHIND_IMPORT).ok()?;
    let known = |tables: &[Names]| known_import(tables, symbol, before).map(|name| (name, false));
    let own = || own_import(failure, symbol, before).filter(|_| line <= HEADER || !begins);
    let published = || origin::name_at(symbol, before).map(|name| (name, false));
    // What stands further down may be anything.
    let packages = || origin::package_at(symbol, before).filter(|_| line <= HEADER).map(|name| (name, false));
    let moved = || moved_class(symbol, before).map(|name| (name, false));
    known(LIVE)
        .or_else(published)
        .or_else(own)
        .or_else(|| known(GONE))
        .or_else(moved)
        .or_else(packages)
        .or_else(|| known(PLUGINS))
}

/// A table of full names and the column that they stand in.
type Names = (&'static LazyLock<Tables>, &'static str, usize);

/// Names that there are.
static LIVE: &[Names] = &[
    (&LIBRARIES, "androidx", 0),
    (&LIBRARIES, "google", 0),
    (&LIBRARIES, "others", 0),
    (&LIBRARIES, "symbols", 1),
    (&NAMES, "platform", 1),
    (&NAMES, "extensions", 1),
];

/// Packages that a plugin of npm or pub.dev brings.
static PLUGINS: &[Names] = &[(&LIBRARIES, "plugins", 0)];

/// Names that are gone.
static GONE: &[Names] = &[(&LIBRARIES, "removed_names", 0), (&LIBRARIES, "moved_names", 0)];

/// A name below one of the packages that the file itself lies in.
fn own_import(failure: &Failure, symbol: &str, before: usize) -> Option<(String, bool)> {
    if failure.line > Some(OWN_IMPORTS) {
        return None;
    }
    let package = own_package(failure.file.as_deref()?)?;
    let parent = package.get(..before.checked_sub(1)?)?;
    let whole = package.len() == parent.len() || package[parent.len()..].starts_with('.');
    (whole && parent.contains('.')).then(|| (format!("{parent}.{symbol}"), true))
}

/// The one name of the tables that has `segment` after so many letters, up to that; a whole row before the beginning of
/// one.
fn known_import(tables: &[Names], segment: &str, before: usize) -> Option<String> {
    let all = tables.iter().flat_map(|(file, table, column)| rows(file, table).iter().map(|row| (row, *column)));
    let fits = |name: &&str| {
        let rest = name.get(before..).and_then(|rest| rest.strip_prefix(segment));
        rest.is_some_and(|more| more.is_empty() || more.starts_with('.')) && name[..before].ends_with('.')
    };
    let end = before + segment.len();
    let found: BTreeSet<(bool, &str)> = all
        .filter_map(|(row, column)| cell(row, column))
        .filter(fits)
        .map(|name| (name.len() > end, &name[..end]))
        .collect();
    let (partial, name) = *found.first()?;
    let other = found.iter().any(|(also, another)| *also == partial && *another != name);
    (!other).then(|| name.to_owned())
}

/// A class of the support library, by the package whose AndroidX name is that of a known class.
fn moved_class(class: &str, before: usize) -> Option<String> {
    let now = libraries::home(class)?.qualified;
    let packages = rows(&LIBRARIES, "moved_names").iter().filter_map(|row| cell(row, 0));
    let names = packages.filter(|package| package.len() + 1 == before).map(|package| format!("{package}.{class}"));
    names.into_iter().find(|name| libraries::moved_name(name).as_deref() == Some(now.as_str()))
}

/// The package of a source file, by the directory below `kotlin` or `java`.
fn own_package(file: &str) -> Option<String> {
    let path = file.replace('\\', "/");
    let root = ["/kotlin/", "/java/"].iter().filter_map(|root| path.rfind(root).map(|at| at + root.len())).max()?;
    let (package, _) = path[root..].rsplit_once('/')?;
    Some(package.replace('/', "."))
}

/// Whether a name is one word of an import about which its column says that it is no known one.
pub fn is_unknown_segment(failure: &Failure) -> bool {
    failure.details.contains_key("in_import") && failure.column > Some(BEHIND_IMPORT)
}

/// Adds what the tables say of a simple name that no library is known to have.
pub fn describe(failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone().filter(|_| !failure.details.contains_key("in_import")) else { return };
    if let (Some(source_set), Some(instead)) = (shared_source_set(failure), value(&NAMES, "common", &symbol)) {
        let source_set = source_set.to_owned();
        failure.details.insert("source_set".to_owned(), source_set);
        failure.details.insert("common_instead".to_owned(), instead.to_owned());
        return;
    }
    let mut add = |key: &str, text: Option<&'static str>| {
        if let Some(text) = text {
            failure.details.entry(key.to_owned()).or_insert_with(|| text.to_owned());
        }
    };
    let row = |table| rows(&NAMES, table).iter().find(|row| row.first().is_some_and(|name| *name == symbol));
    if let Some(row) = row("scoped") {
        add("scope", cell(row, 1));
        add("in_scope", cell(row, 2));
    } else if let Some(row) = row("extensions") {
        add("extension", cell(row, 1));
        add("extension_of", cell(row, 2));
        add("member_of", cell(row, 3));
    } else if let Some(found) = value(&NAMES, "choices", &symbol) {
        add("choices", Some(found));
    } else if let Some(name) = value(&NAMES, "platform", &symbol) {
        add("platform_name", Some(name));
    } else if let Some(name) = java::full_name(&symbol) {
        failure.details.entry("platform_name".to_owned()).or_insert(name);
    }
}

/// What the source sets begin with that are compiled for platforms without Java, too.
const SHARED: &[&str] =
    &["common", "ios", "apple", "native", "macos", "linux", "mingw", "tvos", "watchos", "js", "wasm", "web"];

/// The source set of a Kotlin file that is not compiled for the JVM alone, by its path: `commonMain`, `iosArm64Test`.
fn shared_source_set(failure: &Failure) -> Option<&str> {
    let file = failure.file.as_deref().filter(|_| failure.language == Language::Kotlin)?;
    let is_shared = |part: &&str| {
        (part.ends_with("Main") || part.ends_with("Test")) && SHARED.iter().any(|start| part.starts_with(start))
    };
    file.split(['/', '\\']).find(is_shared)
}

/// What the form of a resource's name tells of its kind.
const RESOURCES: &[(&str, &[&str])] = &[
    ("layout", &["activity_", "fragment_", "item_", "dialog_", "row_", "layout_", "list_item_"]),
    ("drawable", &["ic_", "bg_", "img_", "icon_"]),
    ("menu", &["menu_"]),
    (
        "id",
        &[
            "btn_",
            "button_",
            "tv_",
            "txt_",
            "text_",
            "et_",
            "edit_",
            "edt_",
            "iv_",
            "rv_",
            "recycler_",
            "nav_",
            "action_",
            "cb_",
        ],
    ),
    ("string", &["app_name", "string_", "msg_", "error_", "title_"]),
];

/// Whether a Kotlin file is compiled for platforms without Java, by its path or its task.
fn is_elsewhere(failure: &Failure) -> bool {
    let tasks = ["Ios", "Native", "Js", "Wasm", "Macos", "Linux", "KotlinMetadata"];
    let task = failure.task.as_deref().unwrap_or_default();
    shared_source_set(failure).is_some() || tasks.iter().any(|part| task.contains(part))
}

/// What to use for a class of Java in a file that is compiled for platforms without it.
pub fn java_elsewhere(failure: &Failure) -> Option<&'static str> {
    value(&NAMES, "common", failure.symbol.as_deref()?).filter(|_| is_elsewhere(failure))
}

/// What the place of a name shows of packages and resources that are not seen from here.
pub fn of_platform(failure: &mut Failure) {
    if failure.category != crate::Category::KotlinUnresolvedReference {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    if is_elsewhere(failure)
        && failure.column == Some(BEHIND_IMPORT)
        && matches!(symbol.as_str(), "java" | "javax" | "android")
    {
        failure.details.insert("jvm_only".to_owned(), format!("`{symbol}.…`"));
    }
    if let Some(instead) = java_elsewhere(failure).filter(|_| !is_explained(failure)) {
        failure.details.insert("jvm_only".to_owned(), format!("`{symbol}`"));
        failure.details.insert("common_instead".to_owned(), instead.to_owned());
    }
    let kind = RESOURCES.iter().find(|(_, begins)| begins.iter().any(|begin| symbol.starts_with(begin)));
    let inside = position(failure) == Some(NamePosition::Inside) && file.contains("/src/");
    if let Some((kind, _)) = kind.filter(|_| inside && !symbol.contains(char::is_uppercase)) {
        failure.details.insert("resource_kind".to_owned(), (*kind).to_owned());
    }
}

/// What says of a name why it is not found.
const EXPLAINED: &[&str] = &[
    "source_set",
    "jvm_only",
    "resource_kind",
    "generator",
    "removed_by",
    "moved_to",
    "import",
    "decoded",
    "own_import",
    "artifact",
    "scope",
    "extension",
    "choices",
    "platform_name",
];

/// Whether a table has told what the simple name is.
pub fn is_explained(failure: &Failure) -> bool {
    ["source_set", "scope", "extension", "choices", "platform_name"]
        .iter()
        .any(|key| failure.details.contains_key(*key))
}

/// Adds the name itself where nothing says why it is not found; marks what starts coroutines.
pub fn unexplained(failure: &mut Failure) {
    let told = failure.category != crate::Category::KotlinUnresolvedReference
        || EXPLAINED.iter().any(|key| failure.details.contains_key(*key));
    let builder = failure.details.get("qualified").and_then(|name| name.strip_prefix("kotlinx.coroutines."));
    if let Some(builder) = builder.filter(|name| matches!(*name, "launch" | "async")).map(str::to_owned) {
        failure.details.insert("coroutine_builder".to_owned(), builder);
    }
    if let Some(symbol) = failure.symbol.clone().filter(|_| !told) {
        failure.details.insert("unexplained".to_owned(), symbol);
    }
}

/// Adds from which Kotlin on a deprecated function of the standard library is an error.
pub fn refused_since(failure: &mut Failure) {
    if failure.category != crate::Category::KotlinDeprecatedError {
        return;
    }
    let since = failure.symbol.as_deref().and_then(|symbol| value(&NAMES, "refused_since", symbol));
    if let Some(since) = since {
        failure.details.entry("refused_since".to_owned()).or_insert_with(|| since.to_owned());
    }
}

/// The full name that a class of Android, Java or a library nearly always has.
pub fn class(simple: &str) -> Option<String> {
    let platform = value(&NAMES, "platform", simple).map(str::to_owned);
    let library = || libraries::home(simple).map(|home| home.qualified);
    platform.or_else(library).or_else(|| java::full_name(simple))
}

#[cfg(test)]
mod tests {
    use super::{NamePosition, class, describe, of_platform, place, position};
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    fn unresolved(symbol: &str, file: &str, line: u32, column: u32) -> Failure {
        let mut failure = Failure::new(Category::KotlinUnresolvedReference, Language::Kotlin, "words");
        failure.symbol = Some(symbol.to_owned());
        failure.file = Some(file.to_owned());
        (failure.line, failure.column) = (Some(line), Some(column));
        failure
    }

    #[test]
    fn the_column_of_an_import_gives_its_name() {
        let decoded = |symbol: &str, line: u32, column: u32| {
            let mut failure = unresolved(symbol, "/p/src/main/kotlin/com/example/basket/ui/A.kt", line, column);
            place(&mut failure);
            failure.details.remove("decoded").or_else(|| failure.details.remove("own_import"))
        };
        assert_eq!(decoded("tasks", 7, 27).as_deref(), Some("kotlinx.coroutines.tasks"));
        assert_eq!(decoded("ActivityCompat", 8, 31).as_deref(), Some("android.support.v4.app.ActivityCompat"));
        assert_eq!(decoded("ActivityCompat", 8, 26).as_deref(), Some("androidx.core.app.ActivityCompat"));
        assert_eq!(decoded("clickable", 20, 8 + 28).as_deref(), Some("androidx.compose.foundation.clickable"));
        assert_eq!(decoded("data", 4, 27).as_deref(), Some("com.example.basket.data"), "a package of its own");
        assert_eq!(decoded("content", 9, 27).as_deref(), Some("com.example.basket.content"));
        assert_eq!(decoded("v4", 9, 24).as_deref(), Some("android.support.v4"));
        for (symbol, line, column) in [("tasks", 7, 26), ("tasks", 300, 27), ("data", 4, 28), ("tasks", 30, 25)] {
            assert_eq!(decoded(symbol, line, column), None, "{symbol} {line}:{column}");
        }
    }

    #[test]
    fn the_place_tells_what_the_name_is() {
        let at = |symbol: &str, line: u32, column: u32| position(&unresolved(symbol, "A.kt", line, column));
        assert_eq!(at("basket", 4, 22), Some(NamePosition::Import));
        assert_eq!(at("basket", 40, 22), Some(NamePosition::Inside));
        assert_eq!(at("basket", 40, 13), Some(NamePosition::Statement));
        assert_eq!(at("Basket", 40, 13), Some(NamePosition::Type));
        assert_eq!(position(&Failure { column: None, ..unresolved("a", "A.kt", 1, 1) }), None);
    }

    #[test]
    fn what_only_java_has_is_told_in_code_for_all_platforms() {
        let told = |file: &str| {
            let mut failure = unresolved("Math", file, 40, 31);
            describe(&mut failure);
            failure.details.remove("source_set")
        };
        assert_eq!(told("/p/shared/src/commonMain/kotlin/A.kt").as_deref(), Some("commonMain"));
        assert_eq!(told(r"C:\p\src\iosMain\A.kt").as_deref(), Some("iosMain"));
        assert_eq!(told("/p/src/androidMain/kotlin/A.kt"), None);
    }

    #[test]
    fn the_form_of_a_name_tells_a_resource() {
        let kind = |symbol: &str, column: u32| {
            let mut failure = unresolved(symbol, "/p/app/src/main/java/com/example/A.kt", 40, column);
            of_platform(&mut failure);
            failure.details.remove("resource_kind")
        };
        assert_eq!(kind("activity_shop", 31).as_deref(), Some("layout"));
        assert_eq!(kind("ic_shelf", 31).as_deref(), Some("drawable"));
        assert_eq!((kind("activityShop", 31), kind("activity_shop", 13)), (None, None));
    }

    #[test]
    fn common_code_does_not_see_the_jvm() {
        let hidden = |file: &str| {
            let mut failure = unresolved("java", file, 3, 8);
            of_platform(&mut failure);
            failure.details.contains_key("jvm_only")
        };
        assert!(hidden("/p/shared/src/commonMain/kotlin/A.kt"));
        assert!(!hidden("/p/shared/src/jvmMain/kotlin/A.kt"));
    }

    #[test]
    fn well_known_names_are_described() {
        let told = |symbol: &str| {
            let mut failure = unresolved(symbol, "A.kt", 40, 31);
            describe(&mut failure);
            failure.details.keys().next().cloned()
        };
        assert_eq!(told("weight").as_deref(), Some("in_scope"));
        assert_eq!(told("first").as_deref(), Some("extension"));
        assert_eq!(told("Color").as_deref(), Some("choices"));
        assert_eq!(told("Toast").as_deref(), Some("platform_name"));
        assert_eq!(told("EnumMap").as_deref(), Some("platform_name"));
        assert_eq!(told("basket"), None);
        assert_eq!(class("Toast").as_deref(), Some("android.widget.Toast"));
        assert_eq!((class("Basket"), class("Color")), (None, None));
    }
}
