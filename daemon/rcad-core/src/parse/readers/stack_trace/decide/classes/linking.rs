//! Functions and fields that the packed version of a class lacks: whose code was compiled against another one. That is always
//! the frame that calls them, and never who called that.

use super::super::super::own;
use super::super::super::trace::{Frame, Section};
use super::super::scene::{Scene, Words};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Exceptions of code that was compiled against another version of what it calls.
const LINKAGE: &[&str] = &[
    "java.lang.AbstractMethodError",
    "java.lang.IllegalAccessError",
    "java.lang.IncompatibleClassChangeError",
    "java.lang.NoSuchFieldError",
    "java.lang.NoSuchMethodError",
];

/// A library that calls another one.
const OF_LIBRARY: Words = Words {
    cause: "`{linker}` ({linker_at}) of the library `{linker_library}` was compiled against another version of `{linked}` than runs here: this one has no `{symbol}` as it is called there.",
    fixes: &[
        "Update `{linker_library}` first, to a release that was made for the version of `{linked}` in use; if there is none yet, go back with `{linked}` to the version that it was made for.",
        "See who decides on that version: `./gradlew :app:dependencies`, and look for `{linked}` with an arrow (`->`).",
    ],
};

/// The same where both are of one family.
const OF_ONE_FAMILY: Words = Words {
    cause: "Two artifacts that belong together are of different versions: `{linker}` ({linker_at}) of `{linker_library}` was compiled against another version of `{linked}` than runs here, which has no `{symbol}` as it is called there.",
    fixes: &[
        "Bring `{linker_library}` and `{linked}` to versions that were released together (one BOM, or one version for all artifacts of the family), without a version of its own at either.",
        "See who decides on them: `./gradlew :app:dependencies`, and look for both with an arrow (`->`).",
    ],
};

/// The same where both are of one artifact or package.
const OF_ITSELF: Words = Words {
    cause: "Classes of `{linked}` from different releases are in the app: its own `{linker}` ({linker_at}) uses `{symbol}`, which the class that runs here does not have.",
    fixes: &[
        "Look for what else brings classes of `{linked}`: another version or an old name of the artifact (`./gradlew :app:dependencies`), a jar or AAR in `libs/`, a library that packs them itself. Leave one.",
        "If there is only one, build anew without what earlier builds left (`./gradlew clean`); in minified builds only, keep the member in proguard-rules.pro.",
    ],
};

/// The same of a class that became an interface, or the reverse, or whose member is no longer for all.
const OF_KIND: Words = Words {
    cause: "`{linker}` ({linker_at}) of `{linker_library}` was compiled against another version of `{linked}` than runs here: {changed}.",
    fixes: OF_LIBRARY.fixes,
};

/// `Found interface a.b.Shelf, but class was expected`, `tried to access method a.b.Shelf.put()V from class …`, `The method
/// 'void a.b.Shelf.put()' was expected to be of type interface but …`, `Method 'void a.b.Shelf.put()' is inaccessible to …`
static KIND: Pattern = Pattern::new(
    r"(?:Found (?:interface|class) |(?:tried to access|[Ii]llegal) (?:[a-z-]+ )*(?:field|method) '?(?:[a-z0-9.]+ )?|[Tt]he method '(?:[A-Za-z0-9_.$\[\]]+ )?|(?:Method|Field) '(?:[A-Za-z0-9_.$\[\]]+ )?|attempting to access '(?:[a-z]+ )?)(?P<class>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_$]+)+)",
);

/// `tried to access class a.b$c[] from class d.e`, `Illegal class access: 'd.e' attempting to access 'a.b'`, `Method 'void
/// a.b.c()' is inaccessible to class 'd.e'`, as Android's runtimes say them
static ACCESS: Pattern = Pattern::new(concat!(
    r"tried to access (?:class |(?:[a-z-]+ )*(?:field|method) )(?P<to>[A-Za-z0-9_.$]+)[^ ]* from class (?P<from>[A-Za-z0-9_.$]+)",
    r"|[Ii]llegal class access: '(?P<asks>[A-Za-z0-9_.$]+)' attempting to access '(?P<asked>[A-Za-z0-9_.$]+)",
    r"|(?:Method|Field|Class) '?(?:[^ ']+ )?(?P<member>[A-Za-z0-9_.$]+)[^ ]* is inaccessible to (?:class|method) '?(?P<caller>[A-Za-z0-9_.$]+)",
));

/// R8 put code into a package from which it may not use what it uses.
const MOVED: Words = Words {
    cause: "The class that uses `{symbol}` may not do so, since it is not public, and both have names that R8 gave ({message}). A compiler would have refused such source, so R8 probably moved, merged or inlined code across packages, and this runtime refuses the result; other Android versions may let it pass.",
    fixes: &[
        "Update the Android Gradle plugin, which brings R8 (or set a newer R8 in the settings' `pluginManagement`), and build clean.",
        "Find the classes' real names in the build's mapping.txt and keep those from being optimised: `-keep,allowobfuscation class <name> {{ *; }}` for both; to see that it is R8, build once with `-dontoptimize` in proguard-rules.pro.",
        "If one of the two came minified out of a library's AAR, take another version of that library.",
    ],
};

/// What is accessed where both names are a shrinker's.
fn moved_by_r8(message: &str) -> Option<String> {
    let found = ACCESS.captures(message)?;
    let named = |groups: [&str; 3]| groups.iter().find_map(|name| found.name(name)).map(|text| text.as_str());
    let (to, from) = (named(["to", "asked", "member"])?, named(["from", "asks", "caller"])?);
    // `a.b.d$a`, `c.b.i.i.a`: no segment is one that somebody gave
    let short = |name: &str| name.split(['.', '$']).all(|part| part.len() < READABLE);
    (short(to) && short(from)).then(|| to.to_owned())
}

/// Words of the message, and what they mean for `linked_other` or `linked_sibling`.
const CHANGES: &[(&str, &str)] = &[
    ("of type interface but instead was found", "there it was an interface, and here it is a class"),
    (
        "of type virtual but instead was found to be of type interface",
        "there it was a class, and here it is an interface",
    ),
    ("of type static but instead was found", "there the function was static, and here it is not"),
    ("found to be of type static", "there the function was one of an object, and here it is static"),
    ("but class was expected", "there it was a class, and here it is an interface"),
    ("but interface was expected", "there it was an interface, and here it is a class"),
    ("inaccessible", "what it calls there is not public here (private, internal or of the package only)"),
    ("llegal class access", "the class that it uses there is not public here"),
    ("tried to access", "what it uses there is not public here (private, internal or of the package only)"),
];

/// Notes who was compiled against what, and says so where nothing else was said.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNoClassDef {
        return;
    }
    let section = scene.sections.iter().rev().find(|one| LINKAGE.contains(&one.class.as_str()));
    let Some(frame) = section.and_then(linker) else { return };
    if !is_apps(frame, scene) {
        failure.details.insert("calling".to_owned(), own::name(frame));
        failure.details.insert("calling_library".to_owned(), artifact(&frame.class));
    }
    // What only R8 renamed or Android itself lacks is nobody's version.
    let of_kind = section.and_then(|one| kind(&one.message));
    if let Some(found) = section.and_then(|one| moved_by_r8(&one.message)) {
        (failure.symbol, failure.wording) = (Some(found), None);
        return MOVED.tell(failure);
    }
    let owner = owner(failure).or_else(|| of_kind.clone());
    // A resource's number is the app's own matter.
    let owner = owner.filter(|owner| !owner.contains(".R$"));
    let Some(owner) = owner.filter(|owner| !own::is_basic(owner) && !is_of_system(owner)) else { return };
    if is_apps(frame, scene) {
        return;
    }
    let library = artifact(&frame.class);
    let place = frame.place.as_ref().map(|(file, line)| format!("{file}:{line}"));
    let linked = artifact(&owner);
    let itself = library == linked;
    let one_family = family(&library).is_some_and(|of| family(&linked).as_ref() == Some(&of));
    let one = one_family || own::vendor(&frame.class) == own::vendor(&owner);
    for (name, value) in [
        ("linker", own::name(frame)),
        ("linker_at", place.unwrap_or_else(|| "no line number".to_owned())),
        ("linker_library", library),
        ("linked", linked),
        (if one { "linked_sibling" } else { "linked_other" }, owner),
    ] {
        failure.details.insert(name.to_owned(), value);
    }
    let vague = ["compiled against another version", "are mixed", "it was compiled against"];
    let general = failure.wording.as_ref().is_none_or(|said| vague.iter().any(|words| said.cause.contains(words)));
    if general && of_kind.is_some() {
        let changed = section.and_then(|one| CHANGES.iter().find(|(words, _)| one.message.contains(words)));
        let changed = changed.map_or("what it uses there is of another kind now ({message})", |(_, changed)| changed);
        let cause = OF_KIND.cause.replace("{changed}", changed);
        failure.say(&cause, OF_KIND.fixes);
    } else if general && failure.symbol.is_some() {
        let words = match (itself, one) {
            (true, _) => &OF_ITSELF,
            (false, true) => &OF_ONE_FAMILY,
            (false, false) => &OF_LIBRARY,
        };
        words.tell(failure);
    }
}

/// The class that a message says is of another kind.
fn kind(message: &str) -> Option<String> {
    let class = KIND.captures(message)?["class"].to_owned();
    // `a.b.Shelf.put`: the member is named as well.
    let parts: Vec<&str> = class.split('.').collect();
    let end = parts.iter().position(|part| part.starts_with(|c: char| c.is_ascii_uppercase()))?;
    Some(parts[..=end].join("."))
}

/// The frame that calls what is not there.
pub(super) fn linker(section: &Section) -> Option<&Frame> {
    section.frames.iter().find(|frame| !own::is_basic(&frame.class))
}

/// The class that lacks it.
fn owner(failure: &Failure) -> Option<String> {
    let named = failure.details.get("owner").cloned();
    // `a.b.Basket.put`, as a JVM says it
    let of_symbol = || {
        let (class, _) = failure.symbol.as_deref()?.rsplit_once('.')?;
        class.contains('.').then(|| class.to_owned())
    };
    named.or_else(of_symbol).filter(|class| class.contains('.'))
}

fn is_of_system(class: &str) -> bool {
    let extensions = ["android.support.", "android.arch."];
    ["android.", "com.android.internal."].iter().any(|start| class.starts_with(start))
        && !extensions.iter().any(|start| class.starts_with(start))
}

/// Whether the frame is of the program itself, as far as anything tells that.
pub fn is_apps(frame: &Frame, scene: &Scene<'_>) -> bool {
    let simple = frame.class.rsplit('.').next().unwrap_or("");
    let minified = simple.len() < READABLE || frame.class.matches('.').count() < 2;
    let of_app = match scene.package {
        Some(package) => frame.class.starts_with(package),
        None => own::is_own_frame(frame, None),
    };
    minified || of_app || is_of_system(&frame.class)
}

/// Letters of a name that no shrinker made.
const READABLE: usize = 3;

/// The coordinate of the library that has a class, else its package.
pub fn artifact(class: &str) -> String {
    let known = libraries::home(class).map(|home| home.artifact.to_owned());
    known.or_else(|| own::vendors::package_of(class)).unwrap_or_default()
}

/// The beginning of a coordinate's group that the family's artifacts share: `androidx.compose`.
fn family(artifact: &str) -> Option<String> {
    let (group, _) = artifact.split_once(':')?;
    Some(group.split('.').take(2).collect::<Vec<_>>().join("."))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    const HEAD: &str = "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\n";

    fn told(owner: &str, frames: &str) -> (String, String) {
        let log = format!(
            "{HEAD}java.lang.NoSuchMethodError: No virtual method stack(I)V in class L{owner}; or its super classes\n{frames}\tat net.oak.basket.Main.open(Main.kt:3)\n"
        );
        let told = explain(&parse(&log).failures[0]);
        (told.root_cause, told.fixes.join(" "))
    }

    #[test]
    fn who_calls_what_is_not_there_was_compiled_against_another_version() {
        let (cause, fixes) = told(
            "com/squareup/shelf/Shelf",
            "\tat de.scales.weigh.Scale.put(Scale.kt:9)\n\tat androidx.activity.Shelves.open(Shelves.kt:1)\n",
        );
        assert!(cause.contains("`Scale.put` (Scale.kt:9) of the library `de.scales.weigh`"), "{cause}");
        assert!(fixes.starts_with("Update `de.scales.weigh` first"), "{fixes}");
    }

    #[test]
    fn the_apps_own_call_is_no_librarys() {
        let (cause, fixes) = told("com/squareup/shelf/Shelf", "\tat net.oak.basket.Shelves.put(Shelves.kt:9)\n");
        assert!(!cause.contains("of the library") && !fixes.contains("net.oak"), "{cause}");
    }

    #[test]
    fn a_class_that_became_an_interface_is_another_versions() {
        let log = format!(
            "{HEAD}java.lang.IncompatibleClassChangeError: Found interface okhttp3.Shelf, but class was expected\n\tat de.scales.weigh.Scale.put(Scale.kt:9)\n\tat net.oak.basket.Main.open(Main.kt:3)\n"
        );
        let told = explain(&parse(&log).failures[0]);
        assert!(told.root_cause.contains("`Scale.put` (Scale.kt:9) of `de.scales.weigh`"), "{told:?}");
        assert!(told.fixes[0].starts_with("Update `de.scales.weigh`"), "{told:?}");
    }

    #[test]
    fn an_access_between_names_of_r8_is_no_librarys_version() {
        let told = |message: &str| {
            let log =
                format!("{HEAD}java.lang.IllegalAccessError: {message}\n\tat net.oak.basket.Main.open(Main.kt:3)\n");
            let failure = parse(&log).failures.remove(0);
            (explain(&failure).root_cause, failure.symbol.unwrap_or_default())
        };
        for message in [
            "tried to access class x.y.d$a[] from class c.b.i.a",
            "Illegal class access: 'c.b.i' attempting to access 'x.y.d$a' (declaration of 'c.b.i' appears in base.apk)",
            "Method 'void x.y.d$a()' is inaccessible to class 'c.b.i' (declaration of 'c.b.i' appears in base.apk)",
        ] {
            let (cause, symbol) = told(message);
            assert!(cause.contains("R8 probably moved") && symbol == "x.y.d$a", "{message}: {symbol} {cause}");
        }
        let (named, _) = told("tried to access class net.scales.Shelf from class net.oak.basket.Main");
        assert!(!named.contains("R8 probably moved"), "{named}");
    }

    #[test]
    fn siblings_are_to_have_one_version() {
        let (cause, fixes) = told("de/scales/core/Shelf", "\tat de.scales.weigh.Scale.put(Scale.kt:9)\n");
        assert!(cause.contains("belong together"), "{cause}");
        assert!(fixes.contains("released together"), "{fixes}");
    }

    #[test]
    fn a_library_that_lacks_its_own_member_is_there_twice() {
        let (cause, fixes) = told("de/scales/weigh/Shelf", "\tat de.scales.weigh.Scale.put(Scale.kt:9)\n");
        assert!(cause.contains("Classes of `de.scales.weigh` from different releases"), "{cause}");
        assert!(fixes.starts_with("Look for what else brings classes of `de.scales.weigh`"), "{fixes}");
    }

    #[test]
    fn what_the_device_lacks_is_not_a_librarys_version() {
        let (cause, _) = told("android/view/Shelf", "\tat de.scales.weigh.Scale.put(Scale.kt:9)\n");
        assert!(!cause.contains("of the library `de.scales.weigh`"), "{cause}");
    }
}
