//! Which frame is the user's own: in the app's package where the text names it, else not in a package that is known.

mod generated;
mod packages;
mod parts;
pub mod starters;
pub mod vendors;

use std::cell::RefCell;
use std::collections::HashMap;

use super::trace::origin::ClassOrigin;
use super::trace::{Frame, Section};
use crate::facts::libraries;
use crate::pattern::Pattern;
use generated::is_stub;
pub use generated::{is_generated, managed};
use packages::FOREIGN;

/// `ComponentInfo{com.example.app/com.example.app.ui.MainActivity}`, `cmp=com.example.app/.Main`, `{hash 12:com.example.app/u0a9}`
static COMPONENT: Pattern = Pattern::new(
    r"(?:ComponentInfo\{|cmp=|u[0-9]+ |ProcessRecord\{[0-9a-f]+ [0-9]+:)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)/",
);

/// `Permission Denial: starting Intent { … cmp=<target> } from ProcessRecord{7c83f7c 14132:com.example.app/u0a162}`: who starts
static CALLER: Pattern = Pattern::new(
    r"Permission Denial: .*from ProcessRecord\{[0-9a-f]+ [0-9]+:(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)",
);

/// `/data/app/~~x==/com.example.app-y==/base.apk`, `/data/app/com.example.app-1/base.apk`
static INSTALLED: Pattern =
    Pattern::new(r"/data/(?:app/(?:~~[^/]+/)?|user/[0-9]+/|data/)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)[-/]");

/// First segments of a package that do not identify its author.
const SHARED: &[&str] = &["com.android.", "com.google.", "com.github.", "io.github.", "com.gitlab.", "org.chromium."];

/// The app that a text is about, by its components or the place where it is installed.
pub fn app_in(text: &str) -> Option<String> {
    // What is not exported is the other app's matter.
    if text.contains("Permission Denial: ") && text.contains("cmp=") && !text.contains("not exported") {
        return CALLER.captures(text).map(|found| found["app"].to_owned());
    }
    let found = COMPONENT.captures(text).or_else(|| INSTALLED.captures(text))?;
    Some(found["app"].to_owned())
}

/// Returns the prefix that all classes of an app share: `com.garmin.` of `com.garmin.android.service`.
pub fn package(app: &str) -> String {
    let name = app.split(':').next().unwrap_or(app);
    let segments = if SHARED.iter().any(|shared| name.starts_with(shared)) { 3 } else { 2 };
    let mut package: String = name.split('.').take(segments).collect::<Vec<_>>().join(".");
    package.push('.');
    package
}

/// The beginning of a class that its author's other classes share: `com.example.` of `com.example.scales.Weight`.
pub fn vendor(class: &str) -> &str {
    let segments = if SHARED.iter().any(|shared| class.starts_with(shared)) { 3 } else { 2 };
    class.match_indices('.').nth(segments - 1).map_or(class, |(at, _)| &class[..=at])
}

/// Whether a class is of the languages' own libraries.
pub fn is_basic(class: &str) -> bool {
    BASICS.iter().any(|known| class.starts_with(known))
}

/// Whether a class is neither the platform's nor a well-known library's.
pub fn is_own(class: &str, package: Option<&str>) -> bool {
    package.is_some_and(|package| class.starts_with(package)) || !is_foreign(class) && !is_stub(class)
}

/// Whether a class is of the platform or of a library that is known.
fn is_foreign(class: &str) -> bool {
    let of_vendor = || FOREIGN.iter().any(|known| class.starts_with(known));
    let known = of_vendor() || parts::is_known(class) || libraries::plugin(class).is_some();
    known && !parts::is_sample(class)
}

/// Whether a frame is neither the platform's nor a library's, by what the trace says of it and by its class.
pub fn is_own_frame(frame: &Frame, package: Option<&str>) -> bool {
    match frame.origin {
        ClassOrigin::Built => true,
        ClassOrigin::Library(_) => package.is_some_and(|package| frame.class.starts_with(package)),
        ClassOrigin::Jar(_) | ClassOrigin::Unsaid => is_own(&frame.class, package),
    }
}

/// The user's own frame that says most: of the deepest cause that has one, in the app's package before others, with a place
/// before those without, written by the user before generated. Section and frame as indices.
pub fn frame(sections: &[Section], package: Option<&str>) -> Option<(usize, usize)> {
    let first = |fits: &dyn Fn(&Frame) -> bool, generated: bool| {
        sections.iter().enumerate().rev().find_map(|(at, section)| {
            let mut frames = section.frames.iter().enumerate();
            let found =
                frames.find(|(nth, frame)| fits(frame) && (generated || !is_generated(&section.frames, *nth)))?;
            Some((at, found.0))
        })
    };
    let is_app = |frame: &Frame| package.is_some_and(|app| frame.class.starts_with(app) || is_unpackaged(frame));
    // Asked several times of each frame.
    let known = RefCell::new(HashMap::new());
    let is_own_frame =
        |frame: &Frame| *known.borrow_mut().entry(frame.index).or_insert_with(|| is_own_frame(frame, package));
    let is_placed_app = |frame: &Frame| frame.place.is_some() && is_app(frame);
    let is_placed_own = |frame: &Frame| frame.place.is_some() && is_own_frame(frame);
    // A shrinker that keeps the files' names lets a library's class look like anybody's.
    let is_named_own = |frame: &Frame| is_placed_own(frame) && is_readable(frame);
    first(&is_placed_app, false)
        .or_else(|| first(&is_named_own, false))
        .or_else(|| first(&is_placed_own, false))
        .or_else(|| first(&is_placed_app, true))
        .or_else(|| first(&is_placed_own, true))
        .or_else(|| first(&|frame| is_app(frame) && is_readable(frame), true))
        // The app's package is enough: a function that the system calls keeps its name.
        .or_else(|| first(&|frame| is_app(frame) && frame.method.len() > SHORT, false))
        .or_else(|| first(&|frame| is_own_frame(frame) && is_readable(frame), true))
}

/// Whether its class is declared without a package, which nobody publishes: `Till$Companion.open(Till.kt:19)`. A name that a
/// shrinker made has no file of that name.
pub fn is_unpackaged(frame: &Frame) -> bool {
    let class = frame.class.split('$').next().unwrap_or("");
    let class = class.strip_suffix("Kt").unwrap_or(class);
    let file =
        frame.place.as_ref().and_then(|(file, _)| file.strip_suffix(".kt").or_else(|| file.strip_suffix(".java")));
    !class.contains('.') && class.len() > SHORT && file == Some(class)
}

/// The first function in a package with a name that somebody gave and of no known library, whose own name and class's a
/// shrinker made: `com.example.shelf.books.d.b`.
pub fn minified(sections: &[Section]) -> Option<String> {
    let given = |frame: &&Frame| {
        let packages: Vec<&str> = frame.class.split('.').collect();
        let names = packages.iter().take(packages.len() - 1).filter(|name| name.len() > SHORT);
        packages.len() > SHORT && names.count() >= 2
    };
    let mut frames = sections.iter().rev().flat_map(|section| &section.frames);
    let found = frames.find(|frame| given(frame) && !is_readable(frame) && is_own_frame(frame, None))?;
    Some(format!("{}.{}", found.class, found.method))
}

/// Names of functions that a shrinker makes are no longer.
const SHORT: usize = 3;

/// So often a function stands among the first frames of a recursion.
const AGAIN: usize = 3;

/// Of a recursion the first of the user's functions that calls itself again, from the frame `own` on; `own` where there is
/// none.
pub fn repeated(sections: &[Section], own: (usize, usize)) -> (usize, usize) {
    let frames = &sections[own.0].frames;
    let same = |one: &Frame, other: &Frame| one.class == other.class && one.method == other.method;
    let again = |at: &usize| frames.iter().filter(|frame| same(frame, &frames[*at])).count() >= AGAIN;
    let found = (own.1..frames.len()).find(|at| again(at) && is_own_frame(&frames[*at], None));
    found.map_or(own, |at| (own.0, at))
}

/// Packages of the platform, of Kotlin, of Android's own libraries and of what builds and tests.
const PLATFORM: &[&str] = &[
    "android.",
    "androidx.",
    "com.android.",
    "com.google.android.material.",
    "com.sun.",
    "dalvik.",
    "j$.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.",
    "libcore.",
    "sun.",
    "_COROUTINE.",
    "groovy.",
    "junit.",
    "org.codehaus.",
    "org.gradle.",
    "org.jetbrains.",
    "org.junit.",
    "worker.org.gradle.",
];

/// Packages of the languages' own libraries, which throw for whoever called them wrongly.
const BASICS: &[&str] =
    &["dalvik.", "j$.", "java.", "javax.", "jdk.", "kotlin.", "kotlinx.coroutines.", "libcore.", "sun."];

/// The frame on top that tells whose code failed: of the deepest cause that has one outside of the languages' libraries.
pub fn top_frame(sections: &[Section]) -> Option<&Frame> {
    let telling = |frame: &&Frame| !is_basic(&frame.class);
    let deepest = sections.iter().rev().find_map(|section| section.frames.iter().find(telling));
    deepest.or_else(|| sections.iter().rev().find_map(|section| section.frames.first()))
}

/// Libraries of Android's and Kotlin's makers, which stand between the platform and what others publish.
const EXTENSIONS: &[&str] =
    &["android.arch.", "android.support.", "androidx.", "com.google.android.material.", "org.jetbrains."];

/// What stands between a plugin and the code in another language that calls it.
const BRIDGES: &[&str] = &[
    "com.facebook.jni.",
    "com.facebook.react.bridge.",
    "com.facebook.react.modules.core.",
    "expo.modules.core.",
    "expo.modules.kotlin.",
    "io.flutter.embedding.",
    "io.flutter.plugin.",
];

/// Libraries whose packages look like the platform's.
const IN_ITS_NAME: &[&str] = &["com.android.billingclient.", "com.android.installreferrer.", "com.android.volley."];

/// The frame of a library, where no frame is the user's own: of the deepest cause that has one with a place. What was added to
/// a framework counts before the framework itself, Android's own libraries where there is no other.
pub fn library_frame(sections: &[Section]) -> Option<&Frame> {
    let of_platform = |frame: &Frame| {
        PLATFORM.iter().any(|known| frame.class.starts_with(known))
            && !IN_ITS_NAME.iter().any(|known| frame.class.starts_with(known))
    };
    let extends = |frame: &Frame| EXTENSIONS.iter().any(|known| frame.class.starts_with(known));
    let first = |fits: &dyn Fn(&Frame) -> bool| {
        let fits = |frame: &&Frame| frame.place.is_some() && fits(frame);
        sections.iter().rev().find_map(|section| section.frames.iter().find(fits))
    };
    let bridges = |frame: &Frame| BRIDGES.iter().any(|known| frame.class.starts_with(known));
    first(&|frame| !of_platform(frame) && !bridges(frame))
        .or_else(|| first(&|frame| !of_platform(frame)))
        .or_else(|| first(&extends))
}

/// Libraries whose Java sources are copied into the app's project.
const COPIED: &[&str] = &["org.apache.cordova.", "org.cocos2dx.", "org.libsdl."];

/// Whether a library's sources are built with the app: those of plugins are, those of published artifacts are not.
pub fn is_built_along(class: &str) -> bool {
    libraries::plugin(class).is_some() || COPIED.iter().any(|known| class.starts_with(known))
}

/// Not a name that a shrinker made (`pi2.c`, `a.b.c.d`).
fn is_readable(frame: &Frame) -> bool {
    let name = frame.class.rsplit('.').next().unwrap_or("");
    frame.class.contains('.') && name.len() > 3
}

/// Functions of lambdas and of objects in a function.
const LAMBDAS: &[&str] = &["invoke", "invokeSuspend", "run", "onClick", "apply", "accept", "call", "emit", "measure"];

/// A code location for people: the class without its package, lambdas and bridges by their function.
pub fn name(frame: &Frame) -> String {
    let class = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    if frame.method.is_empty() {
        return class.to_owned();
    }
    let method = frame.method.as_str();
    // `Basket$special$$inlined$inject$default$1.invoke`: a property of `Basket` that is delegated by `inject()`
    if let Some((outer, inlined)) = class.split_once("$special$$inlined$") {
        return format!("{outer}.{}", inlined.split('$').next().unwrap_or(inlined));
    }
    // `onCreate$lambda$0`, `onCreate$lambda-0`, `lambda$refresh$9$com-example-Bar`, `access$load`, `load$suspendImpl`
    let method = method.strip_prefix("lambda$").or_else(|| method.strip_prefix("access$")).unwrap_or(method);
    // `-$$Nest$mrender`: how an inner class reaches a private function
    let method = method.strip_prefix("-$$Nest$").and_then(|name| name.split_once('m')).map_or(method, |(_, name)| name);
    let method = method.split('$').next().filter(|name| !name.is_empty()).unwrap_or(method);
    // `copy-Zbe2FdA`: Kotlin's mark for inline classes
    let method = method.rsplit_once('-').filter(|(_, mark)| mark.len() == 7).map_or(method, |(name, _)| name);
    // `Basket$load$1.invokeSuspend`, `BasketKt$Basket$2.invoke`: the lambda's class has the function's name in it
    let lambda = LAMBDAS.contains(&method);
    let mut parts = class.split('$').filter(|part| !part.is_empty());
    let (outer, inner) = (parts.next().unwrap_or(class), parts.next());
    // Functions begin with a small letter, but composables don't.
    let is_function = |inner: &&str| {
        // A test's name in words may begin with a capital.
        outer.ends_with("Kt") || inner.contains(' ') || inner.starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    match inner.filter(|inner| lambda && is_function(inner) && *inner != "DefaultImpls") {
        Some(function) => format!("{outer}.{function}"),
        None => format!("{class}.{method}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    /// File and line, and whether the answer says that no frame is the reader's.
    fn read(log: &str) -> (String, Option<u32>, bool) {
        let failure = parse(log).failures.remove(0);
        let told = explain(&failure).root_cause;
        (failure.file.unwrap_or_default(), failure.line, told.contains("No frame of your own code"))
    }

    #[test]
    fn what_sqldelight_makes_of_a_file_is_not_where_one_begins() {
        let failed = "java.lang.IllegalStateException: no shelf\n\tat app.cash.sqldelight.driver.jdbc.JdbcDriver.execute(JdbcDriver.kt:133)\n";
        let made = "\tat com.example.shelf.OakQueries.insert(OakQueries.kt:214)\n";
        let own = "\tat com.example.shelf.Oak.store(Oak.kt:69-71)\n";
        assert_eq!(read(&format!("{failed}{made}{own}")), ("Oak.kt".to_owned(), Some(69), false));
    }

    #[test]
    fn only_a_library_that_is_built_along_has_a_place_to_open() {
        let failed = "java.lang.IllegalArgumentException: no shelf\n\tat java.util.Objects.check(Objects.java:3)\n";
        let compose = "\tat androidx.navigation.compose.NavHostKt.NavHost(NavHost.kt:85)\n";
        let library = "\tat com.shockwave.pdfium.PdfiumCore.open(PdfiumCore.java:23)\n";
        let looper = "\tat android.os.Looper.loop(Looper.java:9)\n";
        let plugin = "\tat com.horcrux.svg.Shelf.draw(Shelf.java:7)\n";
        for other in [format!("{compose}{looper}"), format!("{compose}{library}"), looper.to_owned()] {
            assert_eq!(read(&format!("{failed}{other}")), (String::new(), None, true), "{other}");
        }
        for (frame, place) in
            [(plugin, ("Shelf.java", 7)), ("\tat org.libsdl.app.Oak.a(Oak.java:9)\n", ("Oak.java", 9))]
        {
            assert_eq!(read(&format!("{failed}{frame}{looper}")), (place.0.to_owned(), Some(place.1), true));
        }
        let told = explain(&parse(&format!("{failed}{compose}")).failures[0]);
        assert!(told.fixes.iter().chain([&told.root_cause]).all(|words| !words.contains("NavHost.kt")), "{told:?}");
    }

    #[test]
    fn packages_below_a_vendors_name_may_be_the_readers() {
        let of = |package: &str| {
            read(&format!(
                "java.lang.IllegalStateException: no shelf\n\tat {package}.Shelf.put(Shelf.kt:7)\n\tat android.os.Looper.loop(Looper.java:9)\n"
            ))
        };
        for own in [
            "com.google.android.samples.basket",
            "com.android.basket",
            "com.google.samples.apps.basket",
            "org.mozilla.basket",
            "basket.ui",
            "basket",
            "com.my_firm.my_basket",
            "com.example.Basket$$a",
        ] {
            assert_eq!(of(own), ("Shelf.kt".to_owned(), Some(7), false), "{own}");
        }
        for other in ["com.google.android.gms.basket", "com.android.systemui.basket", "org.jetbrains.compose.basket"] {
            assert!(of(other).2, "{other}");
        }
    }

    #[test]
    fn frames_that_lost_something_are_the_readers_all_the_same() {
        let thrown = "java.lang.IllegalStateException: no shelf\n";
        let page =
            format!("{thrown}\tat android.database.Shelf.(Shelf.java:58)\n\tat net.basket.ui.Oak.open(Oak.kt:5)\n");
        assert_eq!(read(&page), ("Oak.kt".to_owned(), Some(5), false));
        let told = |frames: &str| explain(&parse(&format!("{thrown}{frames}")).failures[0]).root_cause;
        let cut = "\tat android.database.Shelf.open(Shelf.java:58)\n\tat net.basket.ui.Oak$special$$inlined$inject$default$3.invoke(Oa";
        assert!(told(cut).contains("`Oak.inject`"), "{}", told(cut));
        let minified = "\tat android.os.Parcel.read(Parcel.java:5)\n\tat android.content.pm.Shelves.start(Shelves.java:7)\n\tat net.basket.shelves.books.d.b(Unknown Source:27)\n\tat y6.a$b.c(Unknown Source:61)\n";
        assert!(told(minified).contains("net.basket.shelves"), "{}", told(minified));
    }

    #[test]
    fn a_minified_frame_without_a_place_ends_no_trace() {
        let log = "java.lang.IllegalStateException: no shelf\n\tat androidx.fragment.app.FragmentManager.n(FragmentManager.java:2)\n\tat androidx.fragment.app.a.commit\n\tat net.basket.ui.ShelfDialog.show(ShelfDialog.kt:5)\n\tat net.basket.ui.ShelfDialog.show$default\n";
        assert_eq!(read(log), ("ShelfDialog.kt".to_owned(), Some(5), false));
    }
}
