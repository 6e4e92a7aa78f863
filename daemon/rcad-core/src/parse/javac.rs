//! Reads javac's messages: the error line and the source, caret and detail lines below it.

mod messages;

use super::lines::Lines;
use super::pattern::{Pattern, classify};
use super::{Found, Reader};
use crate::Category;
use crate::failure::{Failure, Language};

/// The table's row.
pub const READER: Reader =
    Reader { tool: "javac", anchors: &["error: ", "错误: ", "エラー: ", "Fehler: "], frame: false, read };

/// `/p/a b/A.java:3: error: cannot find symbol`, in javac's own languages; the position is absent for wrong options
static ERROR: Pattern =
    Pattern::new(r#"^(?:(?P<file>[^"<>|;]+\.java):(?P<line>[0-9]+): )?(?:error|错误|エラー|Fehler): (?P<message>.+)$"#);

/// `  symbol:   class Foo`, `  location: class a.Bar`, `  required: int`, `  found:    no arguments`, `  reason: …`
static DETAIL: Pattern = Pattern::new(concat!(
    r"^ +(?P<name>symbol|location|required|found|reason|符号|位置|シンボル|場所|Symbol|Ort",
    r"|需要|找到|原因|期待値|検出値|理由|erforderlich|gefunden|Grund): *(?P<value>.+)$",
));

/// `import com.example.Client;`: the name whose uses fail as well
static IMPORT: Pattern = Pattern::new(r"^\s*import (?:static )?[^;]*\.(?P<name>[^.;*]+);");

/// `class Foo`, `variable foo of type Bar`, `method foo(int,String)`
static NAMED: Pattern = Pattern::new(r"^(?P<kind>\S+) +(?P<name>[^\s(]+)(?P<arguments>\([^)]*\))?");

/// Lines below an error that may belong to it.
const BELOW: usize = 12;

fn read(lines: &Lines, at: usize) -> Option<Found> {
    let found = ERROR.captures(lines.get(at).trim_start())?;
    let message = &found["message"];
    let mut failure = Failure::new(Category::JavaOther, Language::Java, message);
    match found.name("file") {
        Some(file) => {
            failure.file = Some(unglue(file.as_str()).to_owned());
            failure.line = found["line"].parse().ok();
            classify(&messages::RULES, message, &mut failure);
        }
        None => {
            classify(&messages::OPTIONS, message, &mut failure)?;
        }
    }
    failure.evidence.push(lines.evidence(at));
    let count = if failure.file.is_some() { read_below(lines, at, &mut failure) } else { 1 };
    if failure.file.as_deref().is_some_and(|file| file.contains("kapt3/stubs")) {
        failure.category = Category::KaptKsp;
    }
    Some(Found { failure, lines: count, headline: false })
}

/// A `Note: … details.` without line end may stand before the path (javac through Gradle 8).
fn unglue(file: &str) -> &str {
    let Some(rest) = file.strip_prefix("Note: ") else { return file };
    rest.find(".java")
        .and_then(|_| rest.rfind("./").or_else(|| rest.rfind(". /")))
        .map_or(file, |dot| rest[dot + 1..].trim_start())
}

/// Source line, caret and details; returns how many lines belong to the error.
fn read_below(lines: &Lines, at: usize, failure: &mut Failure) -> usize {
    let mut count = 1;
    for index in at + 1..(at + BELOW).min(lines.len()) {
        let line = lines.get(index);
        if line.is_empty() || ERROR.is_match(line) || line.starts_with(['*', '>', '/', ':']) {
            break;
        }
        if line.trim() == "^" {
            // A tab counts as one column, as in the source line above it.
            failure.column = u32::try_from(line.chars().count()).ok();
            failure.evidence.push(lines.evidence(index - 1));
            if let Some(found) = IMPORT.captures(lines.get(index - 1)) {
                failure.details.insert("imported".to_owned(), found["name"].to_owned());
            }
            count = index + 1 - at;
        } else if let Some(found) = DETAIL.captures(line) {
            take_detail(failure, &found["name"], &found["value"]);
            failure.evidence.push(lines.evidence(index));
            count = index + 1 - at;
        }
    }
    count
}

fn take_detail(failure: &mut Failure, name: &str, value: &str) {
    let key = match name {
        "symbol" | "符号" | "シンボル" | "Symbol" => "symbol",
        "location" | "位置" | "場所" | "Ort" => "location",
        "required" | "需要" | "期待値" | "erforderlich" => "required",
        "found" | "找到" | "検出値" | "gefunden" => "given",
        _ => "reason",
    };
    // Words of another language would stand in the middle of an English sentence.
    let english = value.is_ascii();
    if key != "symbol" {
        if english {
            failure.details.insert(key.to_owned(), value.to_owned());
        }
        return;
    }
    let Some(found) = NAMED.captures(value) else { return };
    failure.symbol = Some(found["name"].to_owned());
    if english {
        failure.details.insert("kind".to_owned(), found["kind"].to_owned());
    }
    if let Some(arguments) = found.name("arguments") {
        failure.details.insert("arguments".to_owned(), arguments.as_str().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::super::pattern::assert_sound;
    use super::{messages, unglue};

    #[test]
    fn tables_compile() {
        assert_sound(&messages::RULES);
        assert_sound(&messages::OPTIONS);
    }

    #[test]
    fn a_note_before_the_path_goes() {
        assert_eq!(unglue("Note: Recompile with -Xlint for details./p/A.java"), "/p/A.java");
        assert_eq!(unglue("/p/A.java"), "/p/A.java");
    }
}
