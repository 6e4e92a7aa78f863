//! Functions that a call might mean, with what hinders each: Kotlin 2 lists them below its message.

use super::arguments::split;
use crate::Category;
use crate::facts::conversions::{simple, step};
use crate::model::failure::{Failure, escaped};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `fun Row(width: Dp): Unit:`, `constructor(name: String): Book`
static CANDIDATE: Pattern = Pattern::new(r"^ *(?:[a-z]+ )*(?:fun |constructor\b)");

/// `  Argument type mismatch: …`: what hinders a candidate, below it
static HINDRANCE: Pattern = Pattern::new(r"^ {1,8}[A-Z][^:]* ");

/// `No parameter with name 'width' found.`
static NO_NAME: Pattern =
    Pattern::new(r"^No parameter with name '(?P<name>[^']+)'|^Cannot find a parameter with this name: (?P<other>\w+)");
/// `No value passed for parameter 'width'.`
static NO_VALUE: Pattern = Pattern::new(r"^No value passed for parameter '(?P<name>[^']+)'");
/// `Argument type mismatch: actual type is 'Int', but 'Dp' was expected.`
static OF_TYPE: Pattern =
    Pattern::new(r"type mismatch: actual type is '(?P<actual>[^']+)', but '(?P<expected>[^']+)' was expected");
/// `  width: Dp = ...`: a parameter that has a default
static DEFAULT: Pattern = Pattern::new(r"= ?\.\.\.$");

/// `: Argument type mismatch`: two words at least, the first with a capital; a type has one
static HINDERED: Pattern = Pattern::new(r"^: [A-Z][a-z]+ [a-z']");

/// Lines below a message that are looked through.
const BELOW: usize = 40;

/// Candidates that are told.
const TOLD: usize = 2;

/// Things that hinder a candidate, of which it is still told.
const NEAREST: usize = 2;

/// The lines of candidates below a message, from `from` on, in whose list blank lines may stand; `listed` reads other lists.
pub fn below<'t>(lines: &'t Lines, from: usize, listed: impl Fn(usize) -> Vec<&'t str>) -> Vec<&'t str> {
    let mut found = Vec::new();
    for index in from..(from + BELOW).min(lines.len()) {
        let line = lines.get(index);
        if line.trim().is_empty() {
            continue;
        }
        if !CANDIDATE.is_match(line) && (found.is_empty() || !HINDRANCE.is_match(line)) {
            break;
        }
        found.push(line);
    }
    if found.is_empty() { listed(from) } else { found }
}

/// One candidate.
struct ListedFunction<'m> {
    declared: &'m str,
    hindrances: Vec<&'m str>,
}

/// Says of the candidates that are nearest what hinders them.
pub fn tell(message: &str, failure: &mut Failure) {
    if failure.category != Category::KotlinOverload || failure.message.contains("receiver type mismatch") {
        return;
    }
    let Some((_, list)) = message.split_once(" applicable: ") else { return };
    let mut all = read(list);
    all.retain(|one| !one.hindrances.is_empty());
    let Some(least) = all.iter().map(|one| one.hindrances.len()).min().filter(|least| *least <= NEAREST) else {
        return;
    };
    all.retain(|one| one.hindrances.len() == least);
    let Some(name) = failure.symbol.clone() else { return };
    let (mut said, mut steps) = (Vec::new(), Vec::new());
    for one in &all {
        let what: Vec<String> = one.hindrances.iter().map(|hindrance| hinders(hindrance)).collect();
        let what = format!("{}: {}", shown(&name, one.declared), what.join(", and "));
        if !said.contains(&what) {
            said.push(what);
            steps.push(one.hindrances.iter().map(|hindrance| cure(hindrance)).collect::<Vec<_>>().join(" "));
        }
    }
    let more = said.len().saturating_sub(TOLD);
    said.truncate(TOLD);
    let others = if more > 0 { format!("; {more} more are as near") } else { String::new() };
    let cause = format!(
        "No function `{}` takes these arguments. The nearest: {}{others}.",
        escaped(&name),
        escaped(&said.join("; or "))
    );
    steps.truncate(TOLD);
    steps.dedup();
    let steps = match steps.as_slice() {
        [first, second] => vec![escaped(first), format!("Or, for the second of them: {}", escaped(second))],
        one => one.iter().map(|step| escaped(step)).collect(),
    };
    failure.say(&cause, &steps.iter().map(String::as_str).collect::<Vec<_>>());
}

/// `fun a(…): Unit: hindrance; hindrance; fun b(…): Unit: hindrance`, as the reader has joined it.
fn read(list: &str) -> Vec<ListedFunction<'_>> {
    let mut all: Vec<ListedFunction<'_>> = Vec::new();
    for part in list.split("; ") {
        if CANDIDATE.is_match(part) {
            let end = ends(part);
            let (declared, first) = end.map_or((part, None), |at| (&part[..at], Some(&part[at + 2..])));
            all.push(ListedFunction { declared, hindrances: first.into_iter().collect() });
        } else if let Some(last) = all.last_mut() {
            last.hindrances.push(part);
        }
    }
    all
}

/// Where a declaration ends and what hinders it begins: `fun a(on: () -> Unit): Unit: No value passed …`.
fn ends(part: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut closed = false;
    for (at, letter) in part.char_indices() {
        match letter {
            '(' | '<' => depth += 1,
            ')' => {
                depth -= 1;
                closed |= depth == 0;
            }
            '>' if !part[..at].ends_with('-') => depth -= 1,
            ':' if closed && depth == 0 && HINDERED.is_match(&part[at..]) => return Some(at),
            _ => (),
        }
    }
    None
}

/// The candidate by what it requires: `` `Surface(onClick, content)` ``.
fn shown(name: &str, declared: &str) -> String {
    let inside = declared.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("", |(inside, _)| inside);
    let all = split(inside);
    let required =
        all.iter().filter(|one| !DEFAULT.is_match(one)).filter_map(|one| one.split(':').next()?.rsplit(' ').next());
    let mut told: Vec<&str> = required.collect();
    told.extend((told.len() < all.len()).then_some("…"));
    format!("`{name}({})`", told.join(", "))
}

/// What hinders, in words.
fn hinders(hindrance: &str) -> String {
    if let Some(found) = NO_NAME.captures(hindrance) {
        let name = found.name("name").or_else(|| found.name("other")).map_or("", |name| name.as_str());
        return format!("has no parameter `{name}`");
    }
    if let Some(found) = NO_VALUE.captures(hindrance) {
        return format!("wants `{}`, which is not given", &found["name"]);
    }
    if let Some(found) = OF_TYPE.captures(hindrance) {
        return format!("wants `{}` where `{}` is given", simple(&found["expected"]), simple(&found["actual"]));
    }
    if hindrance.starts_with("Too many arguments") {
        return "takes fewer arguments".to_owned();
    }
    format!("“{}”", hindrance.trim_end_matches('.'))
}

/// What to do about it.
fn cure(hindrance: &str) -> String {
    if let Some(found) = NO_NAME.captures(hindrance) {
        let name = found.name("name").or_else(|| found.name("other")).map_or("", |name| name.as_str());
        return format!("Take the argument `{name}` out, or write the name that this function has for it.");
    }
    if let Some(found) = NO_VALUE.captures(hindrance) {
        return format!("Pass `{}` as well.", &found["name"]);
    }
    if let Some(found) = OF_TYPE.captures(hindrance) {
        let (actual, expected) = (&found["actual"], &found["expected"]);
        let null = simple(actual).strip_suffix('?').is_some_and(|held| held == simple(expected));
        return match step(actual, expected) {
            _ if null => format!(
                "Handle null before the call: a default (`value ?: …`) or `?: return` makes it a `{}`.",
                simple(expected)
            ),
            Some(step) => step,
            None => format!("Give `{}` in place of `{}`.", simple(expected), simple(actual)),
        };
    }
    if hindrance.starts_with("Too many arguments") {
        return "Take the surplus argument out.".to_owned();
    }
    "Correct the argument that this is about.".to_owned()
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(list: &str) -> String {
        let log = format!(
            "e: file:///p/Shelf.kt:106:5 None of the following candidates is applicable:\n\n{list}\n\nFAILURE: Build failed with an exception.\n"
        );
        let parsed = parse(&log);
        assert_eq!(parsed.failures.len(), 1, "{:?}", parsed.failures);
        let told = explain(&parsed.failures[0]);
        format!("{} {}", told.root_cause, told.fixes.join(" "))
    }

    #[test]
    fn the_nearest_are_told_with_what_hinders_them() {
        let words = told(
            "fun Shelf(wide: Boolean = ..., book: Book? = ..., content: Block<Unit>): Unit:\n  No parameter with name 'source' found.\n\nfun Shelf(onOpen: () -> Unit, wide: Boolean = ..., source: Source? = ..., content: Block<Unit>): Unit:\n  No value passed for parameter 'onOpen'.",
        );
        assert!(words.contains("`Shelf(content, …)`: has no parameter `source`"), "{words}");
        assert!(words.contains("Pass `onOpen` as well"), "{words}");
    }

    #[test]
    fn a_candidate_that_lacks_more_is_passed_over() {
        let words = told(
            "fun put(key: String, value: Int): Unit:\n  Argument type mismatch: actual type is 'kotlin.Long', but 'kotlin.Int' was expected.\nfun put(key: Rack, value: Book): Unit:\n  Argument type mismatch: actual type is 'kotlin.String', but 'Rack' was expected.\n  Argument type mismatch: actual type is 'kotlin.Long', but 'Book' was expected.",
        );
        assert!(words.contains("toInt()") && !words.contains("Rack"), "{words}");
    }
}
