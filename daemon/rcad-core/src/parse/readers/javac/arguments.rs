//! Arguments and values of Java that do not fit: which one it is, and what the nearest of the candidates wants that javac
//! lists.

use crate::Category;
use crate::facts::conversions::java_step;
use crate::model::failure::{Failure, escaped, file_name};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `method Rack.<T>put(List<T>) is not applicable`, `constructor Basket.Basket(Context,int) is not applicable`
static CANDIDATE: Pattern =
    Pattern::new(r"^ *(?:method|constructor) (?P<name>.+?\((?P<takes>[^)]*)\)) is not applicable");

/// `(argument mismatch; Shelf cannot be converted to Context)`, `(actual argument Shelf cannot be converted to Context by …)`
static MISMATCH: Pattern = Pattern::new(
    r"^ *\(?(?:argument mismatch; |actual argument )(?P<actual>\S+(?:, \S+>)*) cannot be converted to (?P<expected>.+?)(?: by method invocation conversion)?\)?$",
);

/// `    String cannot be converted to Integer`
static CONVERTED: Pattern = Pattern::new(r"^ +(?P<actual>\S+) cannot be converted to (?P<expected>\S+?)\)?$");

/// `new com.example.ShelfPlugin()`
static PLUGIN: Pattern = Pattern::new(r"getPlugins\(\)\.add\(new (?P<class>(?:[a-z0-9_]+\.)+[A-Za-z0-9_]+)\(\)\)");

/// Lines below the message that are looked at.
const BELOW: usize = 30;

/// Words for the places of arguments.
const PLACES: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Gives the failure words by its arguments, or by the types that javac names below it.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::JavaOther {
        return;
    }
    let message = failure.message.clone();
    if message.contains("cannot be applied to given types") {
        applied(lines, at, failure);
    } else if message.starts_with("no suitable ") {
        unsuitable(lines, at, failure);
    } else if message.starts_with("incompatible types: unexpected return value") {
        failure.say(
            "A value is returned where none may be: the method (or the lambda's interface) is `void`, or it is a constructor.",
            &["Declare the method at line {line} of `{name}` with the type of the value in place of `void`, or return without a value; in a callback hand the value on to a method in place of `return`."],
        );
    } else if message.starts_with("incompatible types: bad return type in lambda") {
        let types = (at + 1..(at + BELOW).min(lines.len())).find_map(|index| CONVERTED.captures(lines.get(index)));
        let Some(found) = types else { return };
        let (actual, expected) = (found["actual"].to_owned(), found["expected"].to_owned());
        let cause = format!(
            "The lambda gives a value of type `{actual}`, and the function that it is passed to expects `{expected}` of it."
        );
        let fix = java_step(&actual, &expected).unwrap_or_else(|| {
            format!("Let the lambda at line {{line}} of `{{name}}` return a `{expected}`, or make what it is passed to one of `{actual}`: its type argument, or another method (`flatMap` in place of `map`).")
        });
        failure.details.extend([("actual".to_owned(), actual), ("expected".to_owned(), expected)]);
        failure.say(&escaped(&cause), &[&fix]);
    }
}

/// A method or constructor with one declaration.
fn applied(lines: &Lines, at: usize, failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone() else { return };
    let file = failure.file.as_deref().map(file_name).unwrap_or_default().to_owned();
    let below = || (at + 1..(at + BELOW).min(lines.len())).map(|index| lines.get(index));
    if let Some(found) = below().take(3).find_map(|line| PLUGIN.captures(line)) {
        return of_flutter_plugin(&found["class"], failure);
    }
    let constructor = failure.message.starts_with("constructor");
    let what =
        if constructor { format!("The constructor of `{symbol}`") } else { format!("`{symbol}` of `{{owner}}`") };
    let detail = |name: &str| failure.details.get(name).map(|types| split(types));
    let (Some(required), Some(given)) = (detail("required"), detail("given")) else {
        let cause = format!(
            "{what} is called with other arguments than it takes; which ones javac says in the lines below, and they are not in this text."
        );
        return failure.say(&cause, &["Read `required:` and `found:` below this line in the whole log, and pass what is required; if the call is not in your own code, the library and its caller are of versions that do not belong together."]);
    };
    let cause = format!("{what} takes {}, and {}.", counted(&required), are_given(&given));
    if constructor && file.starts_with("MainApplication") && symbol.ends_with("Package") {
        return failure.say(
            &cause,
            &[
                "If the package is linked automatically (React Native 0.60 and later), remove its line from `getPackages()`; else pass what the README of its installed version shows there.",
                "If it was upgraded, its set-up has changed: follow the README of the new version for `MainApplication` and `MainActivity`.",
            ],
        );
    }
    let mismatch =
        below().find_map(|line| MISMATCH.captures(line.trim_start().strip_prefix("reason: ").unwrap_or(line)));
    let first = mismatch.map(|found| convert(&found["actual"], &found["expected"]));
    let first = first
        .or_else(|| differing(&required, &given))
        .unwrap_or_else(|| "Pass exactly these at line {line} of `{name}`, in this order.".to_owned());
    let library = format!("If {what} is a library's and this compiled before, its version has changed: look up the new signature, or go back to the version before.")
        .replace("If The", "If the");
    failure.say(&cause, &[&first, &library]);
}

/// A class that Flutter makes for a plugin.
fn of_flutter_plugin(class: &str, failure: &mut Failure) {
    let simple = class.rsplit('.').next().unwrap_or(class);
    failure.say(
        &format!("Flutter registers a plugin by `new {simple}()`, and `{class}` has no constructor without arguments: this version of the plugin is written for the old embedding of Flutter only, or was published with a mistake. `GeneratedPluginRegistrant.java` only shows it, and is written anew with each build."),
        &[
            &format!("Put another version of the plugin with `{class}` into pubspec.yaml, usually a newer one (`flutter pub upgrade`), or the last that worked; then `flutter clean` and `flutter pub get`."),
        ],
    );
    failure.details.insert("generated_at".to_owned(), "GeneratedPluginRegistrant.java".to_owned());
}

/// Which argument lacks or is too many, where one list begins with the other.
fn differing(required: &[String], given: &[String]) -> Option<String> {
    if required.len() == given.len() + 1 {
        let at = required.iter().zip(given).take_while(|(one, other)| one == other).count();
        let place = PLACES.get(at).filter(|_| required[at + 1..] == given[at..])?;
        return Some(format!(
            "Pass `{}` as the {place} argument at line {{line}} of `{{name}}`.",
            escaped(&required[at])
        ));
    }
    if given.len() == required.len() + 1 {
        let at = given.iter().zip(required).take_while(|(one, other)| one == other).count();
        let place = PLACES.get(at).filter(|_| given[at + 1..] == required[at..])?;
        return Some(format!(
            "Take the {place} argument (`{}`) out of the call at line {{line}} of `{{name}}`.",
            escaped(&given[at])
        ));
    }
    None
}

/// Overloads, none of which fits.
fn unsuitable(lines: &Lines, at: usize, failure: &mut Failure) {
    let (Some(symbol), Some(kind)) = (failure.symbol.clone(), failure.details.get("kind").cloned()) else { return };
    let given = failure.details.get("given").cloned().unwrap_or_default();
    let (mut lists, mut nearest): (Vec<String>, Vec<(String, String, String)>) = (Vec::new(), Vec::new());
    let mut current = None;
    for index in at + 1..(at + BELOW).min(lines.len()) {
        let line = lines.get(index);
        if let Some(found) = CANDIDATE.captures(line) {
            lists.push(format!("({})", &found["takes"]));
            current = Some(format!("{symbol}({})", &found["takes"]));
        } else if let (Some(found), Some(candidate)) = (MISMATCH.captures(line), &current) {
            nearest.push((candidate.clone(), found["actual"].to_owned(), found["expected"].to_owned()));
        }
    }
    lists.dedup();
    if lists.is_empty() {
        return;
    }
    let cause = format!("No {kind} `{symbol}` takes ({given}).");
    let [(candidate, actual, expected)] = nearest.as_slice() else {
        lists.truncate(4);
        let cause = format!(
            "{cause} There are: {}.",
            lists.iter().map(|list| format!("`{symbol}{list}`")).collect::<Vec<_>>().join(", ")
        );
        return failure.say(
            &escaped(&cause),
            &[
                "Pass what one of them takes at line {line} of `{name}`.",
                "If it is a library's or SDK's and this compiled before, its version has changed (a version range such as `+` brings it without an edit): use the new signature, or pin the version before.",
            ],
        );
    };
    let cause = format!("{cause} The nearest, `{candidate}`, wants `{expected}` where `{actual}` is given.");
    failure.say(&escaped(&cause), &[&convert(actual, expected)]);
}

fn convert(actual: &str, expected: &str) -> String {
    java_step(actual, expected).map_or_else(
        || format!("Give `{}` in place of `{}` at line {{line}} of `{{name}}`.", escaped(expected), escaped(actual)),
        |step| escaped(&step),
    )
}

/// `2 arguments (String,int)`
fn counted(types: &[String]) -> String {
    match types {
        [] => "no arguments".to_owned(),
        [one] => format!("one argument (`{}`)", escaped(one)),
        several => format!("{} arguments (`{}`)", several.len(), escaped(&several.join(", "))),
    }
}

fn are_given(types: &[String]) -> String {
    match types {
        [] => "none is given".to_owned(),
        [one] => format!("one is given (`{}`)", escaped(one)),
        several => format!("{} are given (`{}`)", several.len(), escaped(&several.join(", "))),
    }
}

/// `Context,Map<String,Book>`: commas within type arguments separate none.
fn split(types: &str) -> Vec<String> {
    if types.starts_with("no arguments") || types.trim().is_empty() {
        return Vec::new();
    }
    let (mut found, mut depth) = (vec![String::new()], 0_i32);
    for letter in types.trim().chars() {
        depth += i32::from(letter == '<') - i32::from(letter == '>');
        match found.last_mut() {
            _ if letter == ',' && depth == 0 => found.push(String::new()),
            Some(last) => last.push(letter),
            None => (),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn the_argument_that_lacks_is_named() {
        let log = "/p/app/src/main/java/com/oak/Shelf.java:12: error: method load in class Rack cannot be applied to given types;\n        rack.load(a);\n            ^\n  required: String,int\n  found:    String\n  reason: actual and formal argument lists differ in length\n1 error\n";
        let words = told(log);
        assert!(words.contains("Pass `int` as the second argument"), "{words}");
        let words = told(&log.replace("found:    String", "found:    String,int,Book"));
        assert!(words.contains("Take the third argument (`Book`)"), "{words}");
        let words = told(log.split("  required").next().unwrap_or_default());
        assert!(words.contains("not in this text") && !words.contains("not valid Java"), "{words}");
    }

    #[test]
    fn a_plugin_without_a_plain_constructor_is_told() {
        let words = told(
            "/p/android/app/src/main/java/io/flutter/plugins/GeneratedPluginRegistrant.java:33: error: constructor ShelfPlugin in class ShelfPlugin cannot be applied to given types;\n    flutterEngine.getPlugins().add(new com.oak.ShelfPlugin());\n                                   ^\n  required: Context\n  found: no arguments\n  reason: actual and formal argument lists differ in length\n1 error\n",
        );
        assert!(words.contains("old embedding") && words.contains("pubspec.yaml"), "{words}");
    }

    #[test]
    fn of_overloads_the_nearest_is_told() {
        let log = "/p/app/src/main/java/com/oak/Shelf.java:12: error: no suitable constructor found for ShelfAdapter(ShelfFragment,List<Book>)\n        new ShelfAdapter(this, books);\n        ^\n    constructor ShelfAdapter.ShelfAdapter(Context,List<Book>) is not applicable\n      (argument mismatch; ShelfFragment cannot be converted to Context)\n    constructor ShelfAdapter.ShelfAdapter() is not applicable\n      (actual and formal argument lists differ in length)\n1 error\n";
        let words = told(log);
        assert!(
            words.contains("The nearest, `ShelfAdapter(Context,List<Book>)`") && words.contains("requireContext()"),
            "{words}"
        );
        let words = told(&log.replace(
            "argument mismatch; ShelfFragment cannot be converted to Context",
            "actual and formal argument lists differ in length",
        ));
        assert!(words.contains("There are: `ShelfAdapter(Context,List<Book>)`, `ShelfAdapter()`"), "{words}");
    }

    #[test]
    fn the_types_of_a_lambda_stand_below() {
        let words = told(
            "/p/app/src/main/java/com/oak/Shelf.java:12: error: incompatible types: bad return type in lambda expression\n    a.map(x -> x);\n               ^\n    String cannot be converted to Integer\n1 error\n",
        );
        assert!(words.contains("`String`") && words.contains("Integer.valueOf"), "{words}");
    }
}
