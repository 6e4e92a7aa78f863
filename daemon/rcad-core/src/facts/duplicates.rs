//! The two places in which a class was found twice: whose they are, and which of them is to go.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::builds::alternative;
use crate::Category;
use crate::model::failure::Failure;

/// `(com.example:basket:1.0)` behind a file's name, `com.example:basket:1.0/basket-1.0.jar`
static COORDINATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:\(|^\s*)(?P<group>[A-Za-z0-9_.-]{2,}):(?P<name>[A-Za-z0-9_.-]+):(?P<version>[^()\s/]+)(?:\)|/|\s*$)",
    )
    .ok()
});

/// `…/files-2.1/com.example/basket/1.0/0a1b/basket-1.0.jar`
static DOWNLOADED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"files-2\.1[/\\](?P<group>[A-Za-z0-9_.-]+)[/\\](?P<name>[A-Za-z0-9_.-]+)[/\\](?P<version>[^/\\]+)[/\\]")
        .ok()
});

/// `…/transformed/jetified-basket-1.0-runtime/…`, `…/basket-1.0.jar`, `…/basket-1.0-runtime.jar`
static CACHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:transformed|files-[0-9.]+|[0-9a-f]{32,40})[/\\](?:jetified-)?(?P<name>[A-Za-z0-9_.-]*?[A-Za-z])-(?P<version>[0-9][A-Za-z0-9.+-]*?)(?:-runtime|-api)?(?:\.jar|\.aar)?(?:[/\\:]|$)").ok()
});

/// `.../basket-1.0/jni/x86/libbasket.so`: what somebody shortened
static UNPACKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[/\\])(?:jetified-)?(?P<name>[A-Za-z0-9_.-]*?[A-Za-z])-(?P<version>[0-9][A-Za-z0-9.+-]*?)(?:\.aar)?[/\\](?:jni|jars|classes\.(?:jar|dex))(?:[/\\]|$)").ok()
});

/// `/home/dev/shop/basket/build/…`, `basket/build/…`: the directory of a module.
static MODULE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|.*[/\\])(?:(?P<of>[A-Za-z0-9_.-]+)[/\\])?(?P<module>[A-Za-z0-9_.-]+)[/\\]build[/\\]").ok()
});

/// `…/node_modules/@scope/basket/android/build/…`, `…/pub.dev/basket-1.0.0/android/…`
static PACKAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|.*[/\\])(?:node_modules[/\\](?P<npm>(?:@[^/\\]+[/\\])?[^/\\@]+)|hosted[/\\][^/\\]+[/\\](?P<pub>[a-z0-9_]+)-[0-9][^/\\]*)[/\\]").ok()
});

/// `(project :shelf:basket)`, `shelf-runtime (:shelf)`: a module of this build
static PROJECT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\((?:project )?:(?:[A-Za-z0-9_.-]+:)*(?P<module>[A-Za-z0-9_.-]+)\)").ok());

/// `basket-release-runtime (:basket-release:)`: an AAR of a folder, which has no group and no version
static FLAT: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\(:(?P<name>[A-Za-z0-9_.-]+):[^():/]*\)").ok());

/// `/home/dev/shop/app/libs/basket.jar`
static LOCAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[/\\](?P<jar>libs[/\\][A-Za-z0-9_.+-]+\.(?:jar|aar))").ok());

fn captures<'t>(regex: &LazyLock<Option<Regex>>, text: &'t str) -> Option<Captures<'t>> {
    (**regex).as_ref()?.captures(text)
}

/// A place that holds the class.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ClassPlace {
    Library {
        group: String,
        name: String,
        version: String,
    },
    Module(String),
    Package(String),
    /// AGP merges a module's libraries of other origin in one place, which does not name them.
    External(String),
    Jar(String),
}

impl ClassPlace {
    fn of(text: &str) -> Option<ClassPlace> {
        let library = |found: Captures<'_>| ClassPlace::Library {
            group: found.name("group").map_or("", |group| group.as_str()).to_owned(),
            name: found["name"].to_owned(),
            version: found["version"].to_owned(),
        };
        captures(&COORDINATE, text)
            .or_else(|| captures(&DOWNLOADED, text))
            .or_else(|| captures(&CACHED, text))
            .or_else(|| captures(&UNPACKED, text))
            .map(library)
            .or_else(|| captures(&PROJECT, text).map(|found| ClassPlace::Module(found["module"].to_owned())))
            .or_else(|| captures(&FLAT, text).map(|found| ClassPlace::Jar(format!("{}.aar", &found["name"]))))
            .or_else(|| captures(&LOCAL, text).map(|found| ClassPlace::Jar(found["jar"].replace('\\', "/"))))
            .or_else(|| {
                let found = captures(&PACKAGE, text)?;
                let name = found.name("npm").or_else(|| found.name("pub"))?;
                Some(ClassPlace::Package(name.as_str().replace('\\', "/")))
            })
            .or_else(|| {
                let found = captures(&MODULE, text)?;
                // A plugin's Android part is a module called after the plugin.
                let of = found.name("of").filter(|_| &found["module"] == "android").map(|of| of.as_str());
                let module = of.unwrap_or(&found["module"]).to_owned();
                let external = ["external_libs_dex", "external_file_lib_dex"].iter().any(|part| text.contains(part));
                Some(if external { ClassPlace::External(module) } else { ClassPlace::Module(module) })
            })
    }

    fn name(&self) -> &str {
        match self {
            ClassPlace::Library { name, .. }
            | ClassPlace::Module(name)
            | ClassPlace::Package(name)
            | ClassPlace::External(name)
            | ClassPlace::Jar(name) => name,
        }
    }

    /// How it is named in a sentence.
    fn shown(&self) -> String {
        match self {
            ClassPlace::Library { group, name, version } if group.is_empty() => format!("`{name}` {version}"),
            ClassPlace::Library { group, name, version } => format!("`{group}:{name}` {version}"),
            ClassPlace::Module(name) => format!("the module `{name}`"),
            ClassPlace::Package(name) => format!("the package `{name}`"),
            ClassPlace::External(name) => format!("an AAR or jar that the module `{name}` uses"),
            ClassPlace::Jar(name) => format!("the local file `{name}`"),
        }
    }
}

/// Adds to a class that is there twice what its two places (`first`, `second`) are:
///
/// - `kept`, `goes`, `both`: two artifacts that stand for each other;
/// - `own_modules`: two modules of this build; `same_namespace` where the class is one that AGP makes for a namespace;
/// - `local_file`, `local_library`: a file of this build and a library from a repository;
/// - `same_library`: one artifact in one version, by two ways; `two_versions`: in two;
/// - `published_copy`: a module of this build whose class also comes in an AAR or jar;
/// - `forks`, `fork_in`, `fork_out`, `fork_group`: one artifact name in two groups, as a fork or a renamed library has;
/// - `editions`: two artifacts of one group in one version, as editions of one library are;
/// - `places`: any other two.
pub fn complete(failure: &mut Failure) {
    if failure.category == Category::AgpPackaging {
        return packaged(failure);
    }
    let of = |name: &str| failure.details.get(name).and_then(|place| ClassPlace::of(place));
    let (Some(first), Some(second)) = (of("first"), of("second")) else { return };
    let both = format!("{} and {}", first.shown(), second.shown());
    let symbol = failure.symbol.clone().unwrap_or_default();
    if let Some(line) = excluding(&second).or_else(|| excluding(&first)) {
        failure.details.entry("exclude_line".to_owned()).or_insert(line);
    }
    let mut put = |name: &str, value: String| {
        failure.details.entry(name.to_owned()).or_insert(value);
    };
    match (&first, &second) {
        (ClassPlace::Module(_), ClassPlace::Module(_)) if first != second && made_for_namespace(&symbol) => {
            put("same_namespace", both);
        }
        (ClassPlace::Module(_), ClassPlace::Module(_)) if first != second => put("own_modules", both),
        (ClassPlace::Jar(file), ClassPlace::Library { .. }) => {
            put("local_file", file.clone());
            put("local_library", second.shown());
        }
        (ClassPlace::Library { .. }, ClassPlace::Jar(file)) => {
            put("local_file", file.clone());
            put("local_library", first.shown());
        }
        (ClassPlace::Module(own), ClassPlace::External(_)) | (ClassPlace::External(_), ClassPlace::Module(own)) => {
            put("published_copy", own.clone());
            put("places", both);
        }
        (ClassPlace::Library { group, name, .. }, ClassPlace::Library { group: other, name: same, version })
            if name == same && group != other && !group.is_empty() && !other.is_empty() =>
        {
            put("forks", both);
            put("fork_out", format!("{group}:{name}"));
            put("fork_group", group.clone());
            put("fork_in", format!("{other}:{name}:{version}"));
        }
        (ClassPlace::Library { name, version, .. }, ClassPlace::Library { name: other, version: newer, .. })
            if name == other =>
        {
            match version == newer {
                true => put("same_library", first.shown()),
                false => put("two_versions", both),
            }
        }
        _ => match alternative(first.name(), second.name()) {
            Some((kept, goes)) => {
                let group =
                    [&first, &second].into_iter().find(|place| place.name() == goes).and_then(|place| match place {
                        ClassPlace::Library { group, .. } => Some(group.clone()).filter(|group| !group.is_empty()),
                        _ => None,
                    });
                put("kept", kept.to_owned());
                put("goes", goes.to_owned());
                put("goes_group", group.unwrap_or_else(|| "…".to_owned()));
                put("both", both);
            }
            None if are_editions(&first, &second) => put("editions", both),
            None if first != second => put("places", both),
            None => (),
        },
    }
}

/// Whether AGP makes the class for each namespace: `com.example.BuildConfig`, `com.example.R$id`.
fn made_for_namespace(class: &str) -> bool {
    let name = class.rsplit('.').next().unwrap_or(class).split('$').next().unwrap_or("");
    ["BuildConfig", "R", "Manifest", "BR", "DataBinderMapperImpl", "DataBindingTriggerClass"].contains(&name)
}

/// The words that leave a library out of a dependency.
fn excluding(place: &ClassPlace) -> Option<String> {
    match place {
        ClassPlace::Library { group, name, .. } if !group.is_empty() => {
            Some(format!("exclude(group = \"{group}\", module = \"{name}\")"))
        }
        _ => None,
    }
}

/// `basket-full` and `basket-lite` of one group in one version.
fn are_editions(first: &ClassPlace, second: &ClassPlace) -> bool {
    let (
        ClassPlace::Library { group, name, version },
        ClassPlace::Library { group: other_group, name: other_name, version: other_version },
    ) = (first, second)
    else {
        return false;
    };
    let stem = |name: &str| name.split(['-', '_']).next().unwrap_or(name).to_owned();
    !group.is_empty() && group == other_group && version == other_version && stem(name) == stem(other_name)
}

/// Adds `places`: the inputs that bring the same file.
fn packaged(failure: &mut Failure) {
    let name = |path: &str| path.trim().rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let shown = |path: &String| ClassPlace::of(path).map_or_else(|| name(path), |place| place.shown());
    let mut places: Vec<String> = Vec::new();
    for path in ["first", "second", "third"].iter().filter_map(|name| failure.details.get(*name)) {
        let place = shown(path);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let Some(last) = places.pop() else { return };
    let listed = if places.is_empty() { last } else { format!("{} and {last}", places.join(", ")) };
    let more = failure.details.get("count").and_then(|count| count.parse::<usize>().ok()).is_some_and(|all| all > 3);
    failure.details.insert("places".to_owned(), if more { format!("{listed}, among others") } else { listed });
}

#[cfg(test)]
mod tests {
    use super::ClassPlace;

    #[test]
    fn places_are_read_from_coordinates_and_paths() {
        let shown = |text: &str| ClassPlace::of(text).map(|place| place.shown());
        for (text, expected) in [
            ("basket-1.0.jar (com.example:basket:1.0)", "`com.example:basket` 1.0"),
            (
                "/g/caches/transforms-3/0a/transformed/jetified-basket-view-1.1.0-runtime/classes.dex",
                "`basket-view` 1.1.0",
            ),
            ("/home/dev/shop/shelf/build/.transforms/0a/transformed/out/A.dex", "the module `shelf`"),
            ("shelf/build/classes/A.class", "the module `shelf`"),
            (
                r"D:\shop\app\build\intermediates\external_libs_dex\debug\mergeExtDexDebug\classes.dex",
                "an AAR or jar that the module `app` uses",
            ),
            (".../basket-view-1.0.2/jni/x86/libbasket.so", "`basket-view` 1.0.2"),
            ("/home/dev/shop/app/libs/basket.jar", "the local file `libs/basket.jar`"),
            ("basket-release-runtime (:basket-release:)", "the local file `basket-release.aar`"),
            ("basket-runtime (project :shop:basket)", "the module `basket`"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(shown("classes.dex"), None);
    }

    #[test]
    fn one_name_in_two_groups_is_no_matter_of_versions() {
        let log = "* What went wrong:\nExecution failed for task ':app:checkDebugDuplicateClasses'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.CheckDuplicatesRunnable\n\
            \x20  > Duplicate class com.example.shelf.Oak found in modules jetified-shelf-core-2.17.1-runtime (com.example.shelf:shelf-core:2.17.1) and jetified-shelf-core-r2.17.2-runtime (com.github.dev.Shelf:shelf-core:r2.17.2)\n\
            \x20    Duplicate class com.example.shelf.Pine found in modules jetified-shelf-core-2.17.1-runtime (com.example.shelf:shelf-core:2.17.1) and jetified-shelf-core-r2.17.2-runtime (com.github.dev.Shelf:shelf-core:r2.17.2)\n";
        let analysis = crate::explain::analyze(crate::parse::parse(log), None);
        let cause = analysis.root_cause.unwrap_or_default();
        assert!(
            cause.contains("`com.example.shelf:shelf-core` 2.17.1 and `com.github.dev.Shelf:shelf-core` r2.17.2"),
            "{cause}"
        );
        assert!(
            analysis.fix_guidelines[0].contains("exclude(group = \"com.example.shelf\""),
            "{:?}",
            analysis.fix_guidelines
        );
    }

    #[test]
    fn editions_of_one_library_have_one_group_and_version() {
        let editions = |first: &str, second: &str| {
            let of = |text: &str| ClassPlace::of(&format!("({text})")).unwrap();
            super::are_editions(&of(first), &of(second))
        };
        assert!(editions("com.example:basket-full:1.0", "com.example:basket-lite:1.0"));
        assert!(!editions("com.example:basket-full:1.0", "com.example:basket-lite:1.1"));
        assert!(!editions("com.example:basket-full:1.0", "org.example:basket-lite:1.0"));
        assert!(!editions("com.example:basket-full:1.0", "com.example:shelf:1.0"));
    }
}
