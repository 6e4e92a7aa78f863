//! Which well-known name a misspelt one stands for: words of build scripts, ids of plugins, coordinates, Android's attributes,
//! styles and elements. It says so only where the letters leave one name.

use super::published::NameKind;
use super::published::app_attributes::view_of;
use super::table::{self, GRADLE, LIBRARIES, Tables, WORDS};
use super::{blocks, published};
use crate::Category;
use crate::model::failure::Failure;

/// What is wrong about a name, and where the right one is looked for.
struct Misspelt {
    wrong: String,
    right: &'static str,
    cause: &'static str,
    fix: &'static str,
}

impl Misspelt {
    /// `None` where the letters of `wrong` lead to none of `names`, or to more than one.
    fn of(
        wrong: &str,
        names: impl Iterator<Item = &'static str>,
        cause: &'static str,
        fix: &'static str,
    ) -> Option<Misspelt> {
        Some(Misspelt { right: slip(wrong, names)?, wrong: wrong.to_owned(), cause, fix })
    }
}

/// Gives the failure the words for a misspelt name, and adds `meant`.
pub fn tell(failure: &mut Failure) {
    let Some(found) = find(failure) else { return };
    failure.details.insert("wrong".to_owned(), found.wrong);
    failure.details.insert("meant".to_owned(), found.right.to_owned());
    let known = failure.line.is_some() && failure.file.is_some();
    let fix = if known { found.fix.to_owned() } else { found.fix.replace(PLACE, "") };
    failure.say(found.cause, &[&fix]);
    if failure.category == Category::XmlInflation {
        failure.category = Category::XmlClassNotFound;
    }
}

/// What of a step is left out where the log names no place.
const PLACE: &str = " at line {line} of {name}";

fn find(failure: &Failure) -> Option<Misspelt> {
    match failure.category {
        Category::GradleScriptCompile | Category::GradleUnknownPropertyOrMethod => script(failure),
        Category::GradleScriptEvaluation => catalogue(failure),
        Category::GradlePluginNotFound => plugin(failure),
        Category::GradleTaskNotFound => task(failure),
        Category::GradleDependencyNotFound => coordinate(failure),
        Category::XmlAttributeNotFound | Category::XmlResourceNotFound | Category::AgpCompileSdk => {
            resource(failure).or_else(|| of_android(failure))
        }
        Category::XmlInvalidValue => resource(failure),
        Category::XmlMalformed => prefix(failure).or_else(|| tag(failure)),
        Category::ManifestOther => element(failure),
        Category::XmlClassNotFound | Category::XmlInflation => view(failure),
        _ => None,
    }
}

/// A word of a build script.
fn script(failure: &Failure) -> Option<Misspelt> {
    if let Some(found) = catalogue(failure).or_else(|| section(failure)) {
        return Some(found);
    }
    let compiled = failure.category == Category::GradleScriptCompile;
    let reason = failure.details.get("reason").unwrap_or(&failure.message);
    let told = ["candidates", "alias", "class_of_script", "tool_gone_with", "java_import", "stands_in"];
    if compiled && !reason.contains("nresolved reference") || failure.first_detail(&told).is_some() {
        return None;
    }
    let wrong = failure.symbol.as_deref()?.split('(').next()?;
    let cause = if compiled {
        "The build script does not compile: `{wrong}` is unknown, and by its letters `{meant}` is meant."
    } else {
        "The build script uses `{wrong}`, which is not known there; by its letters `{meant}` is meant."
    };
    let fix = "Write `{meant}` for `{wrong}` at line {line} of {name}.";
    let known = words("script_words").chain(blocks::names());
    Misspelt::of(wrong, known, cause, fix)
}

/// A key of a library in the version catalog.
fn catalogue(failure: &Failure) -> Option<Misspelt> {
    let said = failure.details.get("said").unwrap_or(&failure.message);
    let (_, rest) = said.split_once("found unexpected key '")?;
    let wrong = rest.split('\'').next()?;
    Misspelt::of(
        wrong,
        words("catalogue_keys"),
        "In the version catalog `{symbol}` has the key `{wrong}`, which is none; by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` at `{symbol}` in gradle/libs.versions.toml.",
    )
}

/// A part of the version catalog: `libs.bundels.testing`.
fn section(failure: &Failure) -> Option<Misspelt> {
    let wrong = failure.symbol.as_deref()?.strip_prefix("libs.")?.split('.').next()?;
    Misspelt::of(
        wrong,
        ["bundles", "plugins", "versions"].into_iter(),
        "The version catalog has no part `{wrong}` (`{symbol}`); by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` at line {line} of {name}.",
    )
}

/// A task that every build has.
fn task(failure: &Failure) -> Option<Misspelt> {
    let symbol = failure.symbol.as_deref()?;
    let wrong = symbol.rsplit(':').next()?;
    if failure.details.contains_key("candidates") {
        return None;
    }
    Misspelt::of(
        wrong,
        words("tasks"),
        "There is no task `{wrong}`; by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` at line {line} of {name}.",
    )
}

fn plugin(failure: &Failure) -> Option<Misspelt> {
    let wrong = failure.symbol.as_deref()?;
    let ids = || table::rows(&GRADLE, "plugin_artifacts").iter().flat_map(|row| row[..2].iter().map(String::as_str));
    let homes = || table::rows(&GRADLE, "plugin_homes").iter().filter_map(|row| table::cell(row, 0));
    Misspelt::of(
        wrong,
        ids().chain(homes().filter(|home| home.matches('.').count() > 1)),
        "There is no Gradle plugin `{wrong}` in any of the places that were searched; by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` in the script's `plugins {{ }}` block, or where its id is declared (settings, version catalog).",
    )
}

/// A library that is published under another group or name.
fn coordinate(failure: &Failure) -> Option<Misspelt> {
    let mut parts = failure.symbol.as_deref()?.split(':');
    let wrong = format!("{}:{}", parts.next()?, parts.next()?);
    Misspelt::of(
        &wrong,
        published::coordinates(),
        "`{symbol}` is in none of the repositories; by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` in the build script or version catalog.",
    )
}

/// The type in `@stirng/shelf`.
fn resource(failure: &Failure) -> Option<Misspelt> {
    let shown = failure.first_detail(&["actual"]).or_else(|| failure.symbol.clone())?;
    let plain = shown.trim_start_matches(['@', '?', '+']);
    let plain = plain.split_once(':').map_or(plain, |(_, rest)| rest);
    let Some((wrong, _)) = plain.split_once('/') else { return slash(&shown, plain) };
    Misspelt::of(
        wrong,
        words("resource_types"),
        "The reference names the resource type `{wrong}`, which does not exist; by its letters `{meant}` is meant.",
        "Write `{meant}` for `{wrong}` in the reference at line {line} of {name}.",
    )
}

/// `@colorbrand`: a reference without the slash.
fn slash(shown: &str, plain: &str) -> Option<Misspelt> {
    let kind = words("resource_types").find(|word| plain.len() > word.len() && plain.starts_with(word))?;
    shown.starts_with('@').then(|| Misspelt {
        wrong: shown.to_owned(),
        right: kind,
        cause: "`{wrong}` is no reference: the slash behind `@{meant}` is missing.",
        fix: "Write `@{meant}/…` for `{wrong}` at line {line} of {name}.",
    })
}

/// An attribute or style that Android itself is meant to have.
fn of_android(failure: &Failure) -> Option<Misspelt> {
    let symbol = failure.symbol.as_deref()?;
    if let Some(style) = symbol.strip_prefix("android:style/") {
        return Misspelt::of(
            style,
            published::android::names("style"),
            "`{symbol}` is no style of Android's; by its letters `{meant}` is meant.",
            "Write `@android:style/{meant}` where `{symbol}` stands.",
        );
    }
    let android = failure.details.get("package").is_some_and(|package| package == "android");
    let attribute = symbol.strip_prefix("android:attr/").or_else(|| symbol.strip_prefix("android:"));
    let wrong = attribute.or(android.then_some(symbol)).filter(|name| !name.contains('/'))?;
    if view_of(wrong).is_some() {
        return None;
    }
    Misspelt::of(
        wrong,
        published::android::names("attr"),
        "`{symbol}` is no attribute of Android's; by its letters `android:{meant}` is meant.",
        "Write `android:{meant}` for `android:{wrong}` in {name}, or in the file that it was merged from.",
    )
}

/// `AttributePrefixUnbound?item&adnroid:icon&adnroid`: the prefix of an attribute.
fn prefix(failure: &Failure) -> Option<Misspelt> {
    let (_, rest) = failure.message.split_once("AttributePrefixUnbound?")?;
    let mut parts = rest.split('&');
    let (_, attribute) = (parts.next()?, parts.next()?);
    let (wrong, _) = attribute.split_once(':')?;
    Misspelt::of(
        wrong,
        words("xml_prefixes"),
        "The file uses the prefix `{wrong}:` without declaring it; by its letters `{meant}:` is meant.",
        "Write `{meant}:` for `{wrong}:` in the element that ends or goes on at line {line} of {name}.",
    )
}

/// A tag that is not closed, since it begins with another name than its end tag.
fn tag(failure: &Failure) -> Option<Misspelt> {
    if !failure.message.contains("must be terminated by the matching end-tag") {
        return None;
    }
    let wrong = failure.symbol.as_deref()?;
    Misspelt::of(
        wrong,
        words("xml_elements"),
        "The XML is not well-formed: `<{wrong}>` has no end tag; by its letters `<{meant}>` is meant.",
        "Write `<{meant}` for `<{wrong}` above the end tag at line {line} of {name}.",
    )
}

fn element(failure: &Failure) -> Option<Misspelt> {
    if !failure.message.starts_with("unexpected element") {
        return None;
    }
    let wrong = failure.symbol.as_deref()?;
    Misspelt::of(
        wrong,
        words("manifest_elements"),
        "A manifest has the element `<{wrong}>`, which does not exist; by its letters `<{meant}>` is meant.",
        "Write `<{meant}>` for `<{wrong}>` in the manifest that it comes from, also in its end tag.",
    )
}

/// A view's class that a layout names, where it is not found, or nothing says why it cannot be made.
fn view(failure: &Failure) -> Option<Misspelt> {
    let unexplained = failure.exception.as_deref().is_some_and(|thrown| thrown.ends_with("InflateException"));
    let shown = failure.symbol.as_deref()?;
    if failure.category == Category::XmlInflation && !unexplained || failure.details.contains_key("known") {
        return None;
    }
    let simple = shown.rsplit('.').next().unwrap_or(shown);
    let short = ["android.widget.", "android.view.", "android.webkit.", "android.app."]
        .iter()
        .find_map(|package| shown.strip_prefix(package))
        .unwrap_or(shown);
    let cause = "The layout names the class `{wrong}`, which does not exist; by its letters `{meant}` is meant.";
    let fix = if failure.details.contains_key("xml_line") {
        "Write `{meant}` for `{wrong}` at line {xml_line} of the layout."
    } else {
        "Write `{meant}` for `{wrong}` in the layout."
    };
    if !short.contains('.') {
        return Misspelt::of(short, words("views"), cause, fix);
    }
    let of_library = LIBRARY_VIEWS.iter().any(|package| short.starts_with(package));
    let is_one = published::published(simple).iter().any(|name| name.kind == NameKind::Class);
    if !of_library || is_one {
        return None;
    }
    let column = |table, column| table::rows(&LIBRARIES, table).iter().filter_map(move |row| table::cell(row, column));
    let names = column("moved_names", 0).chain(column("moved_names", 1)).chain(column("symbols", 1));
    Misspelt::of(short, names.filter(|name| is_class(name)), cause, fix)
}

/// Packages of libraries that have views.
const LIBRARY_VIEWS: &[&str] = &["android.support.", "androidx.", "com.google.android.material."];

/// Whether a name in full ends with a class: a package has none.
fn is_class(name: &str) -> bool {
    name.rsplit('.').next().is_some_and(|last| last.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

/// The words of a table.
fn words(name: &str) -> impl Iterator<Item = &'static str> {
    let tables: &'static Tables = &WORDS;
    table::rows(tables, name).iter().filter_map(|row| table::cell(row, 1)).flat_map(str::split_whitespace)
}

/// The one name that differs from `wrong` by a slip of the keyboard; `None` where `wrong` is a name itself, or where two are as near.
fn slip(wrong: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let mut best: Option<(usize, &'static str)> = None;
    let mut alone = true;
    for name in names {
        if name == wrong {
            return None;
        }
        let Some(distance) = slips(wrong, name) else { continue };
        match best {
            Some((least, other)) if least < distance || other == name => {}
            Some((least, _)) if least == distance => alone = false,
            _ => (best, alone) = (Some((distance, name)), true),
        }
    }
    best.filter(|_| alone).map(|(_, name)| name)
}

/// Letters from which on a name and its plural are no two names by chance.
const LONG: usize = 10;

/// How many slips lead from one name to the other: letters changed over, doubled, left out or wrong, or only their case. `None`
/// where they are names of their own: short ones, those of which one begins the other (`version`, `versions`), unless a long one
/// lacks its plural alone (`compilerArg`).
fn slips(wrong: &str, name: &str) -> Option<usize> {
    let (least, most) = (wrong.len().min(name.len()), wrong.len().max(name.len()));
    let limit = if least < 12 { 1 } else { 2 };
    if most - least > limit || least < 4 || !wrong.is_ascii() {
        return None;
    }
    if wrong.eq_ignore_ascii_case(name) {
        return Some(0);
    }
    if wrong.starts_with(name) || name.starts_with(wrong) {
        let is_plural =
            least >= LONG && (name.strip_suffix('s') == Some(wrong) || wrong.strip_suffix('s') == Some(name));
        return is_plural.then_some(1);
    }
    let distance = strsim::osa_distance(wrong, name);
    let swapped = || {
        let letters = |text: &str| {
            let mut letters = text.as_bytes().to_vec();
            letters.sort_unstable();
            letters
        };
        letters(wrong) == letters(name)
    };
    // In short names another letter makes another name.
    (distance <= limit && (least > 5 || least < most || swapped())).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::{slip, words};
    use crate::explain::analyze;
    use crate::parse::parse;

    fn cause(log: &str) -> String {
        analyze(parse(log), None).root_cause.unwrap_or_default()
    }

    #[test]
    fn slips_of_the_keyboard_are_found() {
        let known = ["google", "implementation", "true", "version", "versionName", "maven"];
        for (wrong, right) in [
            ("goolge", Some("google")),
            ("Google", Some("google")),
            ("implmentation", Some("implementation")),
            ("imlpementatoin", Some("implementation")),
            ("treu", Some("true")),
            ("trie", None),
            ("goole", Some("google")),
            ("maaven", Some("maven")),
            ("versions", None),
            ("implementations", Some("implementation")),
            ("version", None),
            ("maves", None),
            ("shelf", None),
        ] {
            assert_eq!(slip(wrong, known.into_iter()), right, "{wrong}");
        }
        assert_eq!(slip("shalf_oak", ["shelf_oak", "shulf_oak"].into_iter()), None, "two are as near");
    }

    #[test]
    fn a_member_of_gradle_s_own_types_is_told() {
        let log = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/p/build.gradle' line: 5\n\n* What went wrong:\nA problem occurred evaluating root project 'p'.\n> Could not get unknown property 'compilerArg' for object of type org.gradle.api.tasks.compile.CompileOptions.\n";
        assert!(cause(log).contains("`compilerArgs` is meant"), "{}", cause(log));
    }

    #[test]
    fn each_table_has_words() {
        for name in [
            "script_words",
            "tasks",
            "catalogue_keys",
            "manifest_elements",
            "resource_types",
            "xml_elements",
            "xml_prefixes",
            "app_attributes",
            "views",
        ] {
            assert!(words(name).count() > 4, "{name}");
        }
    }

    #[test]
    fn a_script_s_word_is_told() {
        let log = |name: &str| {
            format!(
                "e: file:///home/dev/shelf/build.gradle.kts:4:9: Unresolved reference: {name}\n\n* What went wrong:\n\
                 Script compilation error:\n\n  Line 4:         {name}()\n                  ^ Unresolved reference: {name}\n\n1 error\n"
            )
        };
        assert!(cause(&log("goolge")).contains("`google` is meant"), "{}", cause(&log("goolge")));
        assert!(!cause(&log("shelfDepth")).contains("meant"));
    }

    #[test]
    fn a_view_that_nobody_has_is_told() {
        let log = |class: &str, why: &str| {
            format!(
                "FATAL EXCEPTION: main\nProcess: com.example.shelf, PID: 812\nandroid.view.InflateException: Binary XML file line #31: Error inflating class {class}\n{why}\tat android.view.LayoutInflater.inflate(LayoutInflater.java:423)\n\tat com.example.shelf.OakActivity.onCreate(OakActivity.java:19)\n"
            )
        };
        for (class, meant) in [
            ("android.support.v7.widget.RecylcerView", "`android.support.v7.widget.RecyclerView` is meant"),
            ("androidx.cardview.widget.CardVeiw", "`androidx.cardview.widget.CardView` is meant"),
        ] {
            assert!(cause(&log(class, "")).contains(meant), "{}", cause(&log(class, "")));
        }
        let unknown = "Caused by: java.lang.ClassNotFoundException: Didn't find class \"android.view.Linearlayout\" on path: DexPathList[]\n";
        assert!(
            cause(&log("Linearlayout", unknown)).contains("`LinearLayout` is meant"),
            "{}",
            cause(&log("Linearlayout", unknown))
        );
        for class in [
            "android.support.v7.widget.RecyclerView",
            "androidx.viewpager2.widget.ViewPager2",
            "com.example.shelf.CardVeiw",
            "Button",
        ] {
            assert!(!cause(&log(class, "")).contains("meant"), "{class}");
        }
        let other = "Caused by: java.lang.IllegalStateException: no oak\n";
        assert!(!cause(&log("androidx.cardview.widget.CardVeiw", other)).contains("meant"));
    }

    #[test]
    fn an_android_name_is_told() {
        let log = "ERROR: /home/dev/shelf/app/src/main/res/drawable/oak.xml:8: AAPT: error: attribute android:patDhata not found.\n";
        assert!(cause(log).contains("`android:pathData` is meant"), "{}", cause(log));
    }
}
