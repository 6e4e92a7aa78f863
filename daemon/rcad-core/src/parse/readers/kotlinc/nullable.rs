//! Where a value that may be null usually comes from, by its type, and what helps there.

use crate::Category;
use crate::facts::conversions::{simple, step};
use crate::facts::table::{TYPES, cell, rows};
use crate::model::failure::{Failure, escaped};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Directories of Flutter plugins, and of packages of npm.
const OF_FLUTTER: &[&str] = &["/.pub-cache/", "/Pub/Cache/", "/pub.dev/", "/pub.dartlang.org/"];
const OF_NPM: &str = "/node_modules/";

/// What Flutter hands to its plugins: types, and where values of them come from.
const FROM_FLUTTER: &[(&[&str], &str)] = &[
    (
        &["Activity", "Context", "FragmentActivity"],
        "the activity that Flutter attaches to a plugin, which is null while there is none, as newer versions of Flutter (since 3.0) declare",
    ),
    (
        &["BinaryMessenger", "FlutterPluginBinding", "ActivityPluginBinding"],
        "what Flutter hands to the plugin, which newer versions of it (since 3.0) mark as nullable",
    ),
    (
        &["String", "Int", "Long", "Double", "Boolean", "Map", "List", "HashMap", "ArrayList"],
        "an argument of the method call (`call.argument(…)`, `call.arguments`), which newer versions of Flutter (since 3.0) mark as nullable, or what a newer Android SDK does",
    ),
];

/// The source of a value in a package that is not the reader's own; none where nothing better is known than the type's.
fn of_package(file: &str, raw: &str) -> Option<&'static str> {
    if OF_FLUTTER.iter().any(|part| file.contains(part)) {
        return FROM_FLUTTER.iter().find(|(types, _)| types.contains(&raw)).map(|(_, source)| *source);
    }
    let plain = raw == "String" || PLAIN.iter().any(|(name, _)| *name == raw);
    (plain && file.contains(OF_NPM)).then_some(
        "what a newer React Native (its classes become Kotlin, version by version) or Android SDK declares as nullable",
    )
}

/// Kotlin's own types of one value, and what stands in place of null.
const PLAIN: &[(&str, &str)] = &[
    ("Int", "0"),
    ("Long", "0L"),
    ("Float", "0f"),
    ("Double", "0.0"),
    ("Short", "0"),
    ("Byte", "0"),
    ("Boolean", "false"),
];

/// What a text that may be null usually is.
const TEXT: &str = "usually it is what a map, an intent (`getStringExtra`), preferences (`getString`), a path (`parent`) or an exception (`message`) gives, or an own property that is declared `String?`";

/// `after raising compileSdk to 35`, `I changed the SDK to 31`: somebody says that the SDK was raised
static RAISED: Pattern = Pattern::new(
    r"(?i)(?:bump|upgrad|updat|rais|chang|switch|migrat|requir|set|compil)[a-z]* .{0,40}(?:compile ?sdk|target ?sdk|\bsdk\b|android 1[2-6]\b|api (?:level )?3[1-6])",
);

/// Lines above and below the message in which it may be said.
const TOLD: usize = 30;

/// Gives the failure words for its type, where something is known of that.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(actual) = failure.details.get("actual").filter(|_| failure.category == Category::KotlinNullSafety) else {
        return;
    };
    if failure.message.starts_with("Reference has a nullable type") {
        return; // Its row tells how a function that may be null is called.
    }
    let shown = simple(actual);
    let held = shown.trim_end_matches('?').to_owned();
    let required = failure.details.get("expected").map(|expected| simple(expected));
    if required.as_deref().is_some_and(|required| required.ends_with('!')) {
        return;
    }
    if let Some(required) = required.as_deref().filter(|required| is_of_other_type(&held, required)) {
        return of_other_type(&shown, required, failure);
    }
    let (source, fix) = match known(&held) {
        Some((source, step)) => (format!("usually it is {source}"), step.to_owned()),
        None if held == "String" => (TEXT.to_owned(), default("\"\"")),
        None if FROM_FLUTTER.iter().any(|(types, _)| types[0] != "String" && types.contains(&held.as_str())) => (
            format!("usually it is declared `{held}?` because it is not there all the time"),
            "Take it out once and leave where there is none: `val value = … ?: return`, and use that one.".to_owned(),
        ),
        None => match PLAIN.iter().find(|(name, _)| *name == held) {
            Some((_, value)) => (
                format!(
                    "usually it is what a map (`map[key]`), a conversion (`to{held}OrNull()`) or Java gives, or an own property that is declared `{held}?`"
                ),
                default(value),
            ),
            None => {
                let same = required.is_none_or(|required| required == held && actual.contains('.'));
                return if same {
                    of_unknown(&shown, failure)
                };
            }
        },
    };
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let source = of_package(&file, held.split('<').next().unwrap_or(&held))
        .map_or(source, |source| format!("usually it is {source}"));
    let mut told = (at.saturating_sub(TOLD)..(at + TOLD).min(lines.len())).map(|index| lines.get(index));
    let raised = told.any(|line| {
        line.len() < 300 && !["> ", "e: ", "w: "].iter().any(|mark| line.starts_with(mark)) && RAISED.is_match(line)
    });
    let source = if raised {
        format!(
            "newer Android SDKs mark more of what they give as nullable, and by the text the SDK was raised here ({source})"
        )
    } else {
        source
    };
    let place = match &required {
        Some(required) => format!("is given where `{}` is expected, which must not be null", escaped(required)),
        None => "is used without a check for null".to_owned(),
    };
    failure.say(&format!("A value of the type `{}` {place}; {source}.", escaped(&shown)), &[&fix]);
}

/// The step that gives a value in place of null.
fn default(value: &str) -> String {
    let orb = if value == "\"\"" { "`.orEmpty()`" } else { "a default" };
    format!(
        "Decide what holds where it is null: {orb} (`value ?: {value}`), or leave the function (`val value = … ?: return`); `!!` only where null is a mistake that should crash."
    )
}

/// Of a class that no table has: it is declared so by whoever wrote it.
fn of_unknown(shown: &str, failure: &mut Failure) {
    let shown = escaped(shown);
    failure.say(
        &format!("A value of the type `{shown}` is used without a check for null: the property, parameter or function that it comes from is declared so that it may be null."),
        &[
            "Take it out once and leave where there is none (`val value = … ?: return`), then use that one; a single call goes with `?.` and a default (`value?.… ?: …`).",
            "If this compiled before, what it comes from was declared non-null (or in Java, without a word of null) in the former version of its library or of the SDK (`compileSdk`).",
        ],
    );
}

/// Whether a check for null is not all that is needed: `Int?` for `String`. A class may be a subtype of the required one.
fn is_of_other_type(held: &str, required: &str) -> bool {
    let plain = |name: &str| name == "String" || PLAIN.iter().any(|(plain, _)| *plain == name);
    plain(held) && plain(required) && held != required
}

fn of_other_type(shown: &str, required: &str, failure: &mut Failure) {
    let cause = format!(
        "A value of the type `{shown}` stands where a `{required}` is required: it is of another type, and it may be null."
    );
    let convert = step(shown.trim_end_matches('?'), required).map_or_else(
        || format!("Convert it with `?.` and give a default for null, so that it is a `{required}`: `value?.to{required}() ?: …`."),
        |step| format!("{} Before that, `?.` and a default are for null: `value?.… ?: …`.", step.trim_end()),
    );
    failure.say(&cause, &[&convert]);
}

/// The source and the step of a type of the table; of a view binding by its name.
fn known(held: &str) -> Option<(&'static str, &'static str)> {
    let raw = held.split('<').next().unwrap_or(held);
    let is = |types: &str| types.split('|').any(|one| one == raw || one == held);
    if let Some(row) = rows(&TYPES, "nullable").iter().find(|row| row.first().is_some_and(|types| is(types))) {
        return cell(row, 1).zip(cell(row, 2));
    }
    // `Array<(out) Signature>`
    if raw == "Array" {
        let inner = held.trim_start_matches("Array<").trim_start_matches("(out) ").trim_start_matches("out ");
        let array = format!("Array<{inner}");
        return if array == held { None } else { known(&array) };
    }
    let binding = raw.strip_suffix("Binding").is_some_and(|layout| !layout.is_empty());
    binding.then_some((
        "the property behind a fragment's view binding (`_binding`), which is null before `onCreateView` and after `onDestroyView`",
        "Between those two use a getter that is never null (`private val binding get() = _binding!!`); in callbacks that may come later `_binding?.let {{ … }}`.",
    ))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(message: &str) -> String {
        crate::explain::told(&format!("e: file:///p/app/src/main/kotlin/Shelf.kt:12:20 {message}"))
    }

    fn receiver(of: &str) -> String {
        told(&format!(
            "Only safe (?.) or non-null asserted (!!.) calls are allowed on a nullable receiver of type '{of}'."
        ))
    }

    #[test]
    fn the_type_tells_where_it_comes_from() {
        for (of, says) in [
            ("android.os.Bundle?", "requireArguments()"),
            ("Editable?", "field.text?.toString()"),
            ("com.oak.databinding.FragmentShelfBinding?", "_binding"),
            ("kotlin.collections.List<com.oak.Book>?", ".orEmpty()"),
            ("Array<File>?", "listFiles()"),
            ("kotlin.String?", "value ?: \"\""),
            ("kotlin.Int?", "toIntOrNull()"),
        ] {
            assert!(receiver(of).contains(says), "{of}: {}", receiver(of));
        }
        let own = receiver("com.oak.Basket?");
        assert!(own.contains("is declared so") && !own.contains("Usually"), "{own}");
    }

    #[test]
    fn in_a_plugin_the_framework_is_what_changed() {
        let told = |file: &str, of: &str| {
            let log = format!(
                "e: file://{file}/src/main/kotlin/co/Pay.kt:48:62 Argument type mismatch: actual type is '{of}?', but '{of}' was expected."
            );
            explain(&parse(&log).failures[0]).root_cause
        };
        let plugin = "/h/.pub-cache/hosted/pub.dev/shelf_pay-1.0.5/android";
        for (of, says) in
            [("Activity", "attaches"), ("String", "call.argument"), ("BinaryMessenger", "hands to the plugin")]
        {
            assert!(told(plugin, of).contains(says), "{of}: {}", told(plugin, of));
        }
        assert!(told("/p/node_modules/react-native-shelf/android", "String").contains("React Native"));
        assert!(told("/p/app", "String").contains("getStringExtra"));
    }

    #[test]
    fn a_mismatch_is_told_by_its_type_as_well() {
        let signatures =
            told("Type mismatch: inferred type is Array<(out) Signature!>? but Array<Signature> was expected");
        assert!(signatures.contains("apkContentsSigners"), "{signatures}");
        let config = told(
            "Argument type mismatch: actual type is 'android.graphics.Bitmap.Config?', but 'android.graphics.Bitmap.Config' was expected.",
        );
        assert!(config.contains("ARGB_8888"), "{config}");
        let other = told("Argument type mismatch: actual type is 'kotlin.Int?', but 'kotlin.String' was expected.");
        assert!(other.contains("of another type") && !other.contains("toIntOrNull"), "{other}");
        let mismatch = "Type mismatch: inferred type is String? but String was expected";
        assert!(told(&format!("{mismatch}\n\nwhen a library requires compileSdk 35")).contains("the SDK was raised"));
        assert!(!told(mismatch).contains("the SDK was raised"));
        let own = told("Initializer type mismatch: expected 'Basket', actual 'Basket?'.");
        assert!(own.contains("does not accept null"), "{own}");
    }
}
