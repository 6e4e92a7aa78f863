//! Templates of sentences: their placeholders, and their values out of a failure. Knows no category.

use std::borrow::Cow;

use crate::facts::surroundings;
use crate::model::failure::{Failure, escaped};

/// Longest value that is put into a sentence, in characters.
const LONGEST: usize = 300;

/// The first characters of a text, `most` of them, with a mark where it goes on.
pub fn beginning(text: &str, most: usize) -> String {
    text.char_indices().nth(most).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}

/// `once`, `3 times`
pub fn times(count: u32) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// The first wording of which all placeholders are known, filled.
pub fn first(wordings: &[&str], failure: &Failure) -> Option<String> {
    wordings.iter().find_map(|wording| fill(wording, failure))
}

/// `wording` with its `{name}`s replaced; `{{` and `}}` stand for braces. `None` when one is not known, or where a guard
/// excludes it: `{if on_jdk >= 16}` is for logs that show such a JDK, `{unless on_jdk < 16}` for those that show no other.
pub fn fill(wording: &str, failure: &Failure) -> Option<String> {
    let mut out = String::with_capacity(wording.len() + 64);
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open].replace("}}", "}"));
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            out.push('{');
            rest = after;
            continue;
        }
        let close = rest.find('}')?;
        match guard(&rest[..close]) {
            Some(guard) if guard.admits(failure) => (),
            Some(_) => return None,
            None => out.push_str(&value(&rest[..close], failure)?),
        }
        rest = &rest[close + 1..];
        // What a tool says often ends its sentence itself.
        if (rest == "." || rest.starts_with(". ")) && out.ends_with(['.', '?', '!', '…']) {
            rest = &rest[1..];
        }
    }
    out.push_str(&rest.replace("}}", "}"));
    Some(out)
}

/// Phrases that say where in the user's code it happens.
const WHERE: &[&str] = &[" in `{at}`", " at {name}:{line}", " (`{api}`)", " of `{at}`"];

/// The same without the phrases that say where, for a log that does not show the place: what is known of the failure
/// holds all the same.
pub fn fill_without_place(wording: &str, failure: &Failure) -> Option<String> {
    let mut bare = wording.to_owned();
    for phrase in WHERE {
        bare = bare.replace(phrase, "");
    }
    if let Some(rest) = bare.strip_prefix("`{at}`") {
        bare = format!("The app{rest}");
    }
    fill(&bare.replace("`{at}`", "the app"), failure)
}

/// `wording` with those `{name}`s replaced that `values` has; it stays a wording, so braces in a value are doubled.
pub fn fill_from(wording: &str, values: &[(String, String)]) -> String {
    let mut out = String::with_capacity(wording.len() + 64);
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open + 1);
        out.push_str(before);
        rest = after;
        if let Some(after) = rest.strip_prefix('{') {
            out.push('{');
            rest = after;
        } else if let Some(close) = rest.find('}')
            && let Some((_, value)) = values.iter().find(|(name, _)| *name == rest[..close])
        {
            out.pop();
            // A pattern may have taken the full stop of the tool's sentence.
            let value = value.trim().trim_end_matches(['.', ',', ':', ';']);
            out.push_str(&escaped(value));
            rest = &rest[close + 1..];
        }
    }
    out.push_str(rest);
    out
}

/// `if on_jdk >= 16`, `unless on_jdk < 16`.
struct Guard<'w> {
    condition: &'w str,
    unless: bool,
}

/// The guard that a placeholder's text is.
fn guard(text: &str) -> Option<Guard<'_>> {
    let (condition, unless) = match text.strip_prefix("if ") {
        Some(condition) => (condition, false),
        None => (text.strip_prefix("unless ")?, true),
    };
    surroundings::is_condition(condition).then_some(Guard { condition, unless })
}

impl Guard<'_> {
    fn admits(&self, failure: &Failure) -> bool {
        let shown = |name: &str| failure.details.get(name).map(String::as_str);
        (surroundings::holds(self.condition, shown) == Some(true)) != self.unless
    }
}

/// The names in a wording's placeholders, without its guards; `None` when a brace is not closed.
pub fn placeholders(wording: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let close = rest.find(['{', '}']).filter(|at| rest[*at..].starts_with('}'))?;
        names.extend(Some(&rest[..close]).filter(|name| guard(name).is_none()));
        rest = &rest[close + 1..];
    }
    Some(names)
}

/// A placeholder's value, one line, not empty.
fn value<'f>(name: &str, failure: &'f Failure) -> Option<Cow<'f, str>> {
    let text: Cow<'f, str> = match name {
        "message" => failure.message.trim().trim_end_matches('.').into(),
        "symbol" => failure.symbol.as_deref()?.into(),
        "task" => failure.task.as_deref()?.into(),
        "task_name" => failure.task.as_deref()?.rsplit(':').next()?.into(),
        "in_module" => module(failure)?.into(),
        "exception" => failure.exception.as_deref()?.into(),
        "file" => failure.file.as_deref()?.into(),
        "name" => failure.file.as_deref()?.rsplit(['/', '\\']).next()?.into(),
        "line" => failure.line?.to_string().into(),
        _ => failure.details.get(name)?.as_str().into(),
    };
    let line = text.lines().next().unwrap_or("").trim();
    if line.is_empty() {
        return None;
    }
    if line.chars().count() > LONGEST {
        return Some(line.chars().take(LONGEST).chain(['…']).collect::<String>().into());
    }
    Some(line.to_owned().into())
}

/// The module in which it failed: `:app` of the task `:app:packageDebug`, or of the project that was configured.
fn module(failure: &Failure) -> Option<&str> {
    let of_task = failure.task.as_deref().and_then(|task| task.rsplit_once(':')).map(|(module, _)| module);
    let project = || failure.details.get("project").map(String::as_str);
    of_task.or_else(project).filter(|module| module.starts_with(':') && !module.contains(' '))
}

/// The cause with its location in front, `Main.kt:12: …`, unless it names the file itself.
pub fn with_location(failure: &Failure, cause: &str) -> String {
    let Some(file) = &failure.file else { return cause.to_owned() };
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    match failure.line {
        Some(line) => format!("{name}:{line}: {cause}"),
        None if cause.contains(name) => cause.to_owned(),
        None => format!("{name}: {cause}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{fill, fill_from, first, placeholders};
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    #[test]
    fn the_first_wording_that_is_known_is_taken() {
        let mut failure = Failure::new(Category::Other, Language::Unknown, "no.");
        assert_eq!(first(&["{symbol} is", "said {message}"], &failure).as_deref(), Some("said no"));
        failure.symbol = Some("x".to_owned());
        assert_eq!(first(&["{symbol} is {{}}", "said {message}"], &failure).as_deref(), Some("x is {}"));
        assert_eq!(first(&["{nothing}", "open {brace"], &failure), None);
        failure.task = Some(":shop:packageDebug".to_owned());
        assert_eq!(first(&["{in_module} {task_name}"], &failure).as_deref(), Some(":shop packageDebug"));
        failure.task = None;
        failure.details.insert("project".to_owned(), "shop".to_owned());
        assert_eq!(first(&["{in_module}"], &failure), None, "a root project is no module");
    }

    #[test]
    fn what_is_filled_from_values_stays_a_wording() {
        let values = [("a".to_owned(), "x {y}".to_owned())];
        let wording = fill_from("{{a}} {a} {b} {{ {a}", &values);
        assert_eq!(wording, "{{a}} x {{y}} {b} {{ x {{y}}");
        let mut failure = Failure::new(Category::Other, Language::Unknown, "no");
        failure.details.insert("b".to_owned(), "B".to_owned());
        assert_eq!(fill(&wording, &failure).as_deref(), Some("{a} x {y} B { x {y}"));
    }

    #[test]
    fn a_guard_admits_what_the_log_shows() {
        let mut failure = Failure::new(Category::Other, Language::Unknown, "no");
        let said = |failure: &Failure| first(&["{if on_jdk < 9}old", "{unless on_jdk >= 16}maybe", "new"], failure);
        assert_eq!(said(&failure).as_deref(), Some("maybe"));
        for (jdk, expected) in [("8", "old"), ("11", "maybe"), ("17", "new"), ("9..", "maybe")] {
            failure.details.insert("on_jdk".to_owned(), jdk.to_owned());
            assert_eq!(said(&failure).as_deref(), Some(expected), "{jdk}");
        }
        assert_eq!(placeholders("{if on_jdk < 9}{symbol}{if on_shelf < 9}"), Some(vec!["symbol", "if on_shelf < 9"]));
        let kept = fill_from("{if on_os == Windows}{a}", &[("a".to_owned(), "x".to_owned())]);
        assert_eq!(kept, "{if on_os == Windows}x");
    }

    #[test]
    fn braces_of_a_value_stay_as_they_are() {
        let failure = Failure::new(Category::Other, Language::Unknown, "cannot read ${{ version }}");
        let filled = first(&["{{a}} {message} {{b}}"], &failure);
        assert_eq!(filled.as_deref(), Some("{a} cannot read ${{ version }} {b}"));
    }
}
