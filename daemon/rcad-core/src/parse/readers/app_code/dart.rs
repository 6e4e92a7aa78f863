//! What Flutter and Dart print around an error that says more than its message: the widget, the text that was decoded, the
//! function of a collection that found nothing.

use super::messages::DART;
use super::test_run::test_below;
use crate::Category;
use crate::model::failure::{Failure, Language, file_name};
use crate::parse::input::lines::Lines;
use crate::pattern::{Pattern, classify};

/// `#0      Shelf.build (package:books/shelf.dart:12:7)`
pub static DART_FRAME: Pattern =
    Pattern::new(r"^#[0-9]+ +(?P<symbol>.+?) \((?P<file>(?:package|dart|file):[^:)]+):(?P<line>[0-9]+)(?::[0-9]+)?\)$");

/// Lines below an error in which Flutter names the widget that failed.
const LOCATED: usize = 30;

/// `  Row Row:file:///home/dev/shop/lib/price_row.dart:27:12`, `  Row file:///…/price_row.dart:27:12`
static WIDGET: Pattern = Pattern::new(
    r"^(?P<widget>[A-Za-z_][A-Za-z0-9_<>]*)[ :].*?file:///?(?P<file>[^:]*(?::/)?[^:]+\.dart):(?P<line>[0-9]+)",
);

/// The widget that Flutter names as the one that causes the error, where no frame of the app's own is there.
pub fn widget(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.details.contains_key("at") && failure.file.is_some() {
        return;
    }
    let end = lines.len().min(at + LOCATED);
    let Some(head) = (at + 1..end).find(|index| lines.get(*index).contains("relevant error-causing widget was")) else {
        return;
    };
    let Some(found) = lines.following(head).and_then(|next| WIDGET.captures(lines.get(next).trim())) else { return };
    let others = ["/packages/flutter/", "/.pub-cache/", "/Pub/Cache/"];
    if !others.iter().any(|other| found["file"].contains(other)) {
        failure.file = Some(format!("/{}", found["file"].trim_start_matches('/')));
        failure.line = found["line"].parse().ok();
        failure.details.insert("widget".to_owned(), found["widget"].to_owned());
    }
}

/// What was decoded as JSON, which Dart prints below its message: at its first character it is no JSON at all.
pub fn no_json(lines: &Lines, from: usize, failure: &mut Failure) {
    if !failure.message.contains("FormatException: Unexpected character (at character 1)") {
        return;
    }
    let Some(text) = lines.following(from).map(|next| lines.get(next).trim()) else { return };
    if text.starts_with(['#', '{', '[', '^']) || text.is_empty() {
        return;
    }
    failure.details.insert("received".to_owned(), text.chars().take(60).collect());
    failure.say(
        "What is decoded as JSON is no JSON: it begins with “{received}”.",
        &["Look at the status code and address of the request before `jsonDecode`: the text is what the server (or a proxy) says in place of the data. Decode only what has the status 200 and the content type `application/json`."],
    );
}

/// Which function of a collection found no element: the frame on top says it.
pub fn asked_of_nothing(lines: &Lines, from: usize, failure: &mut Failure) {
    if failure.category != Category::RuntimeIndex || !failure.message.contains("No element") {
        return;
    }
    let top = (from + 1..from + 4).find_map(|at| DART_FRAME.captures(lines.get(at).trim()));
    let Some(frame) = top.filter(|frame| frame["file"].starts_with("dart:")) else { return };
    let function = frame["symbol"].rsplit('.').next().unwrap_or("").to_owned();
    failure.details.insert("asked".to_owned(), function.clone());
    match function.as_str() {
        "firstWhere" | "lastWhere" | "singleWhere" => failure.say(
            "`{asked}` finds no element that fits its condition, and has no `orElse` (Bad state: No element).",
            &[
                "Give it `orElse: () => …`, or use `{asked}OrNull` of `package:collection`, and handle that nothing fits.",
                "Then see why nothing fits: a list that is still empty because its loading failed or is not done, or a value that is written otherwise.",
            ],
        ),
        "first" | "last" | "single" | "reduce" | "removeLast" => failure.say(
            "`{asked}` is asked of a collection that is empty (Bad state: No element).",
            &[
                "Check `isEmpty` before, or use `firstOrNull`/`lastOrNull`, and handle that nothing is there.",
                "Then see why it is empty: its data may not be loaded yet, or their loading failed.",
            ],
        ),
        _ => (),
    }
}

/// `Exception: NoSuchMethodError: …`, `Exception: no oak: FormatException: …`, `Exception: Bad state: …`: what was caught and thrown again as a text
static WRAPPED: Pattern = Pattern::new(concat!(
    r"^(?:(?:Exception|Error): ?)+",
    r"(?:(?:[A-Za-z][^:]{2,80}: )?(?P<named>[A-Za-z_]+(?:Error|Exception)\b(?:: |[ (]).*)",
    r"|(?P<inner>type '[^']+' is not a subtype .*|Null check operator used .*|Bad state: .*))$",
));

/// What stands behind `Exception: ` where that is the text of another error.
pub fn wrapped(message: &str) -> Option<&str> {
    let found = WRAPPED.captures(message)?;
    Some(found.name("named").or(found.name("inner"))?.as_str())
}

/// Says of such an error that the frames are those of the one that was thrown last.
pub fn thrown_again(failure: &mut Failure) {
    let Some(wording) = &mut failure.wording else { return };
    wording.cause.push_str(" It was caught and thrown again as a plain `Exception` with its text, and the trace shows where that was done: the first place is in the same function, or in what it called.");
    // The place is that of the second throw, not of what failed.
    let placed = |fix: &String| fix.contains("{name}:{line}");
    if wording.fixes.iter().any(|fix| !placed(fix)) {
        wording.fixes.retain(|fix| !placed(fix));
    }
    wording.fixes.iter_mut().for_each(|fix| *fix = fix.replace(" at {name}:{line}", ""));
    wording.fixes.push("Keep the first trace: let the error pass, or write `rethrow` (`Error.throwWithStackTrace(error, stack)`) in place of `throw Exception(error)`.".to_owned());
}

/// Letters of a line that Flutter breaks at 100 columns, at least, and how many more lines a message may have.
const FULL: usize = 70;
const MORE: usize = 3;

/// Adds the lines that the message goes on with: Flutter breaks it between words.
pub fn go_on(lines: &Lines, from: usize, message: &mut String) {
    let mut index = from;
    for _ in 0..MORE {
        let Some(next) = lines.following(index).filter(|_| lines.get(index).trim().len() >= FULL) else { return };
        let line = lines.get(next).trim();
        if line.is_empty() || line.starts_with(['#', '═', '\'', '•']) || line.ends_with(':') {
            return;
        }
        message.push(' ');
        message.push_str(line);
        index = next;
    }
}

/// What Flutter reports while a test runs is that test's failure.
pub fn of_test(lines: &Lines, end: usize, failure: &mut Failure) {
    let Some(test) = test_below(lines, end) else { return };
    failure.category = Category::TestFailure;
    let class = failure.file.as_deref().map_or("the run", file_name).to_owned();
    let assertion = failure.message.trim_end_matches('.').to_owned();
    for (name, value) in [("test", test), ("class", class), ("assertion", assertion)] {
        failure.details.insert(name.to_owned(), value);
    }
}

/// `SocketException: Failed host lookup`, `DioException [bad response]: …`, `[cloud_firestore/unavailable] …`: as Dart prints
/// what was thrown, by a name without its package
static PLAIN_NAME: Pattern =
    Pattern::new(r"^(?:(?:[A-Z][A-Za-z]*)?Exception(?:: | \[|\()|\[[a-z_]+/[a-z-]+\] |Unable to load asset: )");

/// Whether Dart threw it, where Flutter's mark was cut off: .NET and others say `Unhandled Exception` as well.
pub fn is_thrown(lines: &Lines, at: usize, message: &str) -> bool {
    let tagged = lines.source(at).is_some_and(|source| source.tag == "flutter");
    let framed = (at + 1..at + 4).any(|index| {
        let line = lines.get(index);
        DART_FRAME.is_match(line.trim()) || line.contains("#0 ") && line.contains("(package:")
    });
    let mut nobody = Failure::new(Category::Other, Language::Unknown, message);
    tagged || framed || PLAIN_NAME.is_match(message) || classify(&DART, message, &mut nobody).is_some()
}

#[cfg(test)]
mod tests {
    use super::wrapped;
    use crate::parse::parse;

    fn thrown(message: &str) -> String {
        format!(
            "E/flutter ( 4321): [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: {message}\nE/flutter ( 4321): #0      ShelfState._load (package:shelf/main.dart:86:7)\n"
        )
    }

    #[test]
    fn the_text_of_another_error_is_what_failed() {
        for (message, inner) in [
            ("Exception: FormatException: no oak", Some("FormatException: no oak")),
            ("Exception: Error: TypeError: no oak", Some("TypeError: no oak")),
            ("Exception: The shelf is lost: SocketException: no oak", Some("SocketException: no oak")),
            (
                "Exception: type 'int' is not a subtype of type 'String'",
                Some("type 'int' is not a subtype of type 'String'"),
            ),
            ("Exception: Bad state: No element", Some("Bad state: No element")),
            ("Exception: The shelf is empty", None),
            ("Exception: an Exception in the shelf", None),
            ("FormatException: no oak", None),
        ] {
            assert_eq!(wrapped(message), inner, "{message}");
        }
    }

    #[test]
    fn an_error_that_was_thrown_again_is_told_as_itself() {
        let again = "Exception: NoSuchMethodError: Class '_Map<String, dynamic>' has no instance method 'cast' with matching arguments.";
        let failure = parse(&thrown(again)).failures.remove(0);
        assert_eq!((failure.symbol.as_deref(), failure.line), (Some("cast"), Some(86)));
        let told = crate::explain::answer(&thrown(again));
        assert!(
            told.contains("thrown again") && told.contains("rethrow") && !told.contains("condition in front"),
            "{told}"
        );
        let once = crate::explain::answer(&thrown("NoSuchMethodError: Class 'Shelf' has no instance getter 'oak'."));
        assert!(once.contains("`value['oak']`") && !once.contains("thrown again"), "{once}");
    }

    #[test]
    fn what_dart_threw_may_be_indented_and_without_its_mark() {
        let read =
            |thrown: &str| parse(&format!("It does not open:\n\n        Unhandled Exception: {thrown}\n")).failures;
        for thrown in [
            "MissingPluginException(No implementation found for method open on channel oak)",
            "Bad state: No element",
            "DioException [bad response]: the shelf is closed",
            "[cloud_firestore/unavailable] The shelf is closed",
        ] {
            let failures = read(thrown);
            assert_eq!(failures.len(), 1, "{thrown}");
            assert_eq!(failures[0].language, crate::model::failure::Language::Unknown, "{thrown}");
            assert!(failures[0].message.starts_with(thrown), "{failures:?}");
        }
        for other in ["System.Shelf.ClosedException: no oak", "none"] {
            assert!(read(other).iter().all(|failure| failure.message != other), "{other}");
        }
    }
}
