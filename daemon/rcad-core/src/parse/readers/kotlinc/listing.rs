//! What the compiler lists below a message: members that a class lacks, functions that a call might mean.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Members that a class lacks, one a line; progress of other tasks may stand between them.
pub fn members(lines: &Lines, from: usize) -> Vec<&str> {
    let other = |line: &&str| line.trim().is_empty() || line.starts_with("> Task :");
    let below = (from..(from + MEMBERS).min(lines.len())).map(|index| lines.get(index));
    below.filter(|line| !other(line)).take_while(|line| MEMBER.is_match(line)).collect()
}

/// `public val Project.shelf: Shelf`, `public inline fun <T> List<T>.shelf(): T`
static RECEIVER: Pattern = Pattern::new(
    r"\b(?:val|var|fun) (?:<[^<>]*(?:<[^<>]*>)?[^<>]*> )?(?P<type>[A-Z][A-Za-z0-9_.]*(?:<[^()]*?>)?\??)\.(?P<name>[A-Za-z_][A-Za-z0-9_]*)",
);

/// Receivers that are named.
const NAMED: usize = 4;

/// The types for which the candidates exist of a name that does not fit its receiver.
pub fn tell_receivers(failure: &mut Failure) {
    if !failure.message.contains("receiver type mismatch") {
        return;
    }
    let candidates = failure.details.get("candidates").map_or("", String::as_str);
    let mut types: Vec<String> = Vec::new();
    for found in candidates.split("; ").filter_map(|one| RECEIVER.captures(one)) {
        let shown = format!("`{}`", &found["type"]);
        if failure.symbol.as_deref() == Some(&found["name"]) && !types.contains(&shown) {
            types.push(shown);
        }
    }
    if types.len() > NAMED {
        types.truncate(NAMED);
        types.push("another that the candidates name".to_owned());
    }
    let shown = match types.pop() {
        None => "of a type that the candidates name".to_owned(),
        Some(only) if types.is_empty() => format!("of type {only}"),
        Some(last) => format!("of type {} or {last}", types.join(", ")),
    };
    failure.details.insert("receivers".to_owned(), shown);
}

/// `fun area(): Int`, `abstract val size: Int`
static MEMBER: Pattern = Pattern::new(r"^ *(?:[a-z]+ )*(?:fun|val|var) ");

/// Lines below such a message that are looked through.
const MEMBERS: usize = 20;
/// The column at which a continuation is no source line that the compiler prints below.
const ALIGNED: usize = 12;

/// Lines that a message is broken into at most.
pub const BROKEN: usize = 3;

/// `Conflicting overloads:` and what is listed below.
pub fn joined(sentence: &str, listed: &[&str], separator: &str) -> String {
    // `[R|Contract description]`, up to a line `>`: how the compiler prints what a function promises of its block.
    let mut contract = false;
    let is_declared = |item: &&str| {
        contract |= item.starts_with("[R|Contract");
        let declared = !contract;
        contract &= *item != ">";
        declared
    };
    let items: Vec<&str> = listed.iter().map(|item| item.trim().trim_end_matches('`')).filter(is_declared).collect();
    // What hinders a candidate stands below it.
    let items = items.join(separator).replace(&format!(":{separator}"), ": ");
    format!("{sentence} {items}").trim_end().trim_end_matches(':').to_owned()
}

/// The line at which a list below a message ends, in which blank ones may stand.
pub fn end(lines: &Lines, at: usize, listed: &[&str]) -> usize {
    let spoken = (at + 1..lines.len()).filter(|index| !lines.get(*index).trim().is_empty());
    spoken.take(listed.len()).last().unwrap_or(at)
}

/// Lines below a message that begin in its column: it was broken there to be read on a page.
pub fn aligned<'t>(lines: &'t Lines, at: usize, message: &str) -> Vec<&'t str> {
    let column = lines.get(at).trim_end().len().saturating_sub(message.trim_end().len());
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let continues = |line: &&str| column >= ALIGNED && indent(line) == column && !line.trim_start().starts_with('^');
    (at + 1..(at + 1 + BROKEN).min(lines.len())).map(|index| lines.get(index)).take_while(continues).collect()
}
