//! Layouts of IDE consoles and of Markdown around a line.

use serde::Deserialize;

use crate::pattern::Pattern;

/// `Error:(20, 5) error: cannot find symbol class Basket`, `Error:(26, 0) Gradle DSL method not found: 'x()'`
static PLACE: Pattern = Pattern::new(
    r"^(?:Error|error|ERROR): ?\((?P<line>[0-9]+)(?:, (?P<column>[0-9]+))?\) (?:Gradle: |java: |Kotlin: )?(?P<rest>.+)$",
);

/// `/p/src/Main.java`, `C:\p q\Main.kt:48:22`, `Information:…` no; the line above that names the file
static FILE: Pattern = Pattern::new(concat!(
    r"^(?P<file>(?:[^\s:]*(?:[A-Za-z]:[\\/])?[^\s:]*|(?:[A-Za-z]:)?[\\/][^:*?<>|]*)\.(?:java|kts?|xml|gradle))",
    r"(?::(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?)?$",
));

/// `java: cannot find symbol`, `Kotlin: Type mismatch: …`: below the line that names the place
static TOOL: Pattern = Pattern::new(r"^(?P<tool>java|[Kk]otlin): (?P<said>\S.*)$");

/// What an IDE's console said at a place.
pub struct Placed {
    /// In the layout of the tool that said it, where the file is known; else only what it said.
    pub line: String,
    /// 1-based line in the file; 0 where the message is about the whole file.
    pub at: (u32, u32),
}

/// What a line names and nothing else.
pub struct Named {
    file: String,
    /// Line and column, 1-based; 0 where they are not given.
    at: Option<(u32, u32)>,
}

/// The file that a line names and nothing else, perhaps with a place in it.
pub fn named(line: &str) -> Option<Named> {
    const ENDS: &[&str] = &[".java", ".kt", ".kts", ".xml", ".gradle"];
    let line = line.trim();
    let bare = line.trim_end_matches(|c: char| c.is_ascii_digit() || c == ':');
    let found = ENDS.iter().any(|end| bare.ends_with(end)).then(|| FILE.captures(line))??;
    let number = |name: &str| found.name(name).map(|number| number.as_str().parse().unwrap_or(0));
    let at = number("line").map(|line| (line, number("column").unwrap_or(0)));
    Some(Named { file: found["file"].to_owned(), at })
}

/// Reads `Error:(20, 5) …`, or `java: …` below a place; `named` is what was named last above.
pub fn placed(line: &str, named: Option<&Named>) -> Option<Placed> {
    let is_error = line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("error:"));
    let Some(found) = is_error.then(|| PLACE.captures(line)).flatten() else { return below(line, named?) };
    let at =
        (found["line"].parse().ok()?, found.name("column").map_or(Some(0), |column| column.as_str().parse().ok())?);
    let said = found["rest"].trim_start_matches("error: ").trim_start_matches("e: ");
    let line = match named.map(|named| named.file.as_str()) {
        Some(file) if file.ends_with(".kt") => format!("e: {file}: ({}, {}): {said}", at.0, at.1),
        Some(file) if !file.ends_with(".gradle") => format!("{file}:{}: error: {said}", at.0),
        _ if found["rest"].starts_with("error: ") => format!("error: {said}"),
        _ => said.to_owned(),
    };
    Some(Placed { line, at })
}

/// What the Build window of IntelliJ and Android Studio shows below a place. It does not tell errors from warnings, so the
/// line gets a layout in which only known messages are errors.
fn below(line: &str, named: &Named) -> Option<Placed> {
    let found = TOOL.captures(line)?;
    let Named { file, at } = named;
    let said = found["said"].trim_start_matches("error: ");
    let line = match (&found["tool"], at) {
        ("java", Some((line, _))) => format!("{file}:{line}: java: {said}"),
        ("java", None) => format!("{file}: java: {said}"),
        (_, Some((line, column))) => format!("{file}:{line}:{column} {said}"),
        (_, None) => said.to_owned(),
    };
    Some(Placed { line, at: at.unwrap_or((0, 0)) })
}

/// `Message{kind=ERROR, text=no, sources=[/p/a.xml:472], original message=, tool name=Optional.of(AAPT)}`
static MESSAGE: Pattern = Pattern::new(
    r"Message\{kind=(?P<kind>[A-Z]+), text=(?P<text>.*?), sources=\[(?P<file>(?:[A-Za-z]:)?[^\]:]*)(?::(?P<line>[0-9]+))?[^\]]*\], original message=",
);

/// What the Android Gradle plugin tells an IDE: `AGPBI: {"kind":"error","text":"…","sources":[…]}`. Lines are 0-based.
#[derive(Deserialize)]
struct Told {
    kind: String,
    text: String,
    #[serde(default)]
    sources: Vec<IdeSource>,
    #[serde(default)]
    original: String,
    #[serde(default)]
    tool: String,
}

/// A line of Expo's build service: `{"level":30,"msg":"> Task :app:preBuild","time":"…"}`.
#[derive(Deserialize)]
struct Logged {
    msg: String,
}

#[derive(Deserialize)]
struct IdeSource {
    file: Option<SourceFile>,
    #[serde(default)]
    position: Position,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SourceFile {
    Path(String),
    Described {
        #[serde(default)]
        description: String,
        #[serde(default)]
        path: String,
    },
}

#[derive(Default, Deserialize)]
struct Position {
    #[serde(rename = "startLine")]
    line: Option<u32>,
}

/// The lines, in the layout of the tool that said it, that a message in an IDE's own format stands for; empty for one that is
/// no error. `None` for other lines.
pub fn told(line: &str) -> Option<Vec<String>> {
    if !line.contains(['{', '\t']) {
        return None;
    }
    if let Some(at) = line.find("AGPBI: {") {
        let told: Told = serde_json::from_str(&line[at + "AGPBI: ".len()..]).ok()?;
        return Some(if told.kind == "error" { told.lines() } else { Vec::new() });
    }
    if line.starts_with("{\"") && line.contains("\"msg\":\"") && !line.contains("\\n\\tat ") {
        let logged: Logged = serde_json::from_str(line).ok()?;
        return Some(logged.msg.lines().map(str::to_owned).collect());
    }
    if line.contains('\t')
        && let Some(rows) = listed(line)
    {
        return Some(rows);
    }
    let found = line.contains("Message{kind=").then(|| MESSAGE.captures(line))??;
    if &found["kind"] != "ERROR" {
        return Some(Vec::new());
    }
    let number = found.name("line").and_then(|line| line.as_str().parse().ok());
    Some(vec![in_place(&found["file"], number, &found["text"])])
}

/// `XA5300`, `CS0246`, `APT2260`
static CODE: Pattern = Pattern::new(r"^[A-Z]{2,}[0-9]{3,}$");

/// `C:\p\A.cs`, `main.xml`
static LISTED_FILE: Pattern = Pattern::new(r"^(?:[A-Za-z]:)?[^\t:*?<>|]+\.[A-Za-z]{1,12}$");

/// A row of Visual Studio's list of errors, as it is copied: severity, code, what is said, project, file and line between
/// tabs, in this order or without some of them.
fn listed(line: &str) -> Option<Vec<String>> {
    let mut cells = line.split('\t').map(str::trim);
    let severity = cells.next()?;
    let cells: Vec<&str> = cells.collect();
    if !matches!(severity, "Error" | "Warning" | "Message") || cells.len() < 3 {
        return None;
    }
    let said = *cells.iter().find(|cell| cell.contains(' ') && !LISTED_FILE.is_match(cell))?;
    if severity != "Error" {
        return Some(Vec::new());
    }
    let code = cells.iter().find(|cell| CODE.is_match(cell));
    let file = cells.iter().rposition(|cell| LISTED_FILE.is_match(cell));
    let number = file.and_then(|at| cells[at + 1..].iter().find_map(|cell| cell.parse::<u32>().ok()));
    let place = file.map_or_else(String::new, |at| {
        number.map_or_else(|| cells[at].to_owned(), |line| format!("{}({line})", cells[at]))
    });
    Some(vec![match (code, place.is_empty()) {
        (Some(code), false) => format!("{place}: error {code}: {said}"),
        (Some(code), true) => format!("error {code}: {said}"),
        (None, _) => in_place(file.map_or("", |at| cells[at]), number, said),
    }])
}

impl Told {
    fn lines(&self) -> Vec<String> {
        let file = |source: &IdeSource| match &source.file {
            Some(SourceFile::Path(path)) => (String::new(), path.clone()),
            Some(SourceFile::Described { description, path }) => (description.clone(), path.clone()),
            None => (String::new(), String::new()),
        };
        if self.text.starts_with("Duplicate resources") {
            let places = self.sources.iter().map(file).map(|(name, path)| format!("[{name}] {path}"));
            return vec![format!("{}: Error: Duplicate resources", places.collect::<Vec<_>>().join("\t"))];
        }
        // What the tool printed has the place in its own words.
        if self.original.contains("error") {
            return self.original.lines().map(str::to_owned).collect();
        }
        let rows = |text: &str| text.lines().map(str::to_owned).collect();
        let Some(source) = self.sources.first() else { return rows(&self.text) };
        let (_, path) = file(source);
        let line = source.position.line.map(|line| line.saturating_add(1));
        if matches!(self.tool.as_str(), "R8" | "D8") && !path.is_empty() {
            let place = line.map_or_else(|| path.clone(), |line| format!("{path}:{line}:1"));
            return rows(&format!("ERROR: {place}: {}: {}", self.tool, self.text));
        }
        rows(&in_place(&path, line, &self.text))
    }
}

/// The message as the tools of that kind of file print it.
fn in_place(file: &str, line: Option<u32>, text: &str) -> String {
    let said = text.trim_start_matches("error: ");
    match line {
        _ if file.is_empty() => format!("error: {said}"),
        Some(line) if file.ends_with(".kt") => format!("e: {file}: ({line}, 1): {said}"),
        Some(line) => format!("{file}:{line}: error: {said}"),
        None => format!("{file}: error: {said}"),
    }
}

/// The line without the marks of Markdown's code and lists (`` 1. `e: …` ``) of an IDE's console
/// (`Error:Cause: …`), and of PowerShell (`.\\gradlew.bat : FAILURE: …`).
pub fn unmarked(line: &str) -> &str {
    let mut rest = line;
    let fenced = rest.trim().strip_prefix("```").and_then(|said| said.strip_suffix("```"));
    if let Some(said) = fenced.filter(|said| !said.trim().is_empty()) {
        rest = said;
    } else if rest.contains('`') {
        let item =
            rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '-', '*', ' ']);
        let bold = rest.trim_start().starts_with("**");
        if let Some(code) = item.strip_prefix('`').filter(|code| !bold && !code.starts_with('`')) {
            rest = code.trim_end().strip_suffix('`').unwrap_or(code);
        }
    }
    if rest.contains("gradlew")
        && let Some((program, said)) = rest.split_once(" : ")
        && (program.ends_with("gradlew") || program.ends_with("gradlew.bat"))
    {
        rest = said;
    }
    // `.kotlin/errors/errors-….log`
    if let Some(said) = rest.strip_prefix("error message: ").filter(|said| said.starts_with(['o', 'j', 'k', 'a'])) {
        rest = said;
    }
    match rest.strip_prefix("Error:") {
        Some(said) if said.starts_with(|c: char| c.is_ascii_uppercase()) => said,
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::{named, placed, told, unmarked};

    #[test]
    fn a_place_is_put_where_the_tool_puts_it() {
        let line = |line: &str, above: &str| placed(line, named(above).as_ref()).map(|placed| placed.line);
        let java = "/home/dev/app/src/Main.java";
        assert_eq!(line("Error:(2, 5) error: no", java).as_deref(), Some("/home/dev/app/src/Main.java:2: error: no"));
        assert_eq!(
            line("Error:(2, 5) Unresolved", "C:\\p\\A.kt").as_deref(),
            Some("e: C:\\p\\A.kt: (2, 5): Unresolved")
        );
        assert_eq!(line("Error:(2, 5) error: no", "Information:x").as_deref(), Some("error: no"));
        assert_eq!(line("Error:(26, 0) Could not find method a()", "").as_deref(), Some("Could not find method a()"));
        assert_eq!(line("Error: (no) a", ""), None);
    }

    #[test]
    fn what_the_build_window_shows_below_a_place_stands_at_it() {
        let line = |line: &str, above: &str| placed(line, named(above).as_ref()).map(|placed| (placed.line, placed.at));
        for (said, above, wanted, at) in [
            ("java: no", "/p q/A.java:14:9", "/p q/A.java:14: java: no", (14, 9)),
            ("java: no", "/p/A.java", "/p/A.java: java: no", (0, 0)),
            ("Kotlin: no", "C:\\p\\A.kt:48:22", "C:\\p\\A.kt:48:22 no", (48, 22)),
        ] {
            assert_eq!(line(said, above), Some((wanted.to_owned(), at)));
        }
        for (said, above) in [("java: no", "It is in A.java:14:9"), ("javac: no", "/p/A.java:1"), ("java: no", "12:30")]
        {
            assert!(line(said, above).is_none(), "{said} below {above}");
        }
    }

    #[test]
    fn what_an_ide_is_told_is_put_as_the_tool_prints_it() {
        let lines = |line: &str| told(line);
        let one = |text: &str| Some(vec![text.to_owned()]);
        let head = r#"AGPBI: {"kind":"error","text":"error: resource \u0027a\u0027 not found.""#;
        let path = r#""sources":[{"file":"/p/res/values/a.xml","position":{"startLine":11}}]"#;
        let wanted = "/p/res/values/a.xml:12: error: resource 'a' not found.";
        assert_eq!(lines(&format!("{head},{path},\"original\":\"\",\"tool\":\"AAPT\"}}")), one(wanted));
        let r8 = r#"AGPBI: {"kind":"error","text":"Expected char ';' at /p/oak.pro:7:3\n  keep","sources":[{"file":"/p/oak.pro","position":{"startLine":6}}],"tool":"R8"}"#;
        assert_eq!(lines(r8).expect("an error")[0], "ERROR: /p/oak.pro:7:1: R8: Expected char ';' at /p/oak.pro:7:3");
        let original = r#""original":"/p/a.xml:3: error: no""#;
        assert_eq!(lines(&format!("{head},{path},{original}}}")), one("/p/a.xml:3: error: no"));
        let twice = r#"AGPBI: {"kind":"error","text":"Duplicate resources","sources":[{"file":{"description":"string/a","path":"/p/1.xml"}},{"file":{"description":"string/a","path":"/p/2.xml"}}]}"#;
        assert_eq!(lines(twice), one("[string/a] /p/1.xml\t[string/a] /p/2.xml: Error: Duplicate resources"));
        let message = "Message{kind=ERROR, text=error: attribute a not found., sources=[C:\\p\\a.xml:472], original message=, tool name=x}";
        assert_eq!(lines(message), one("C:\\p\\a.xml:472: error: attribute a not found."));
        assert_eq!(lines(&head.replace("error", "warning").replace("not found.\"", "\"}")), Some(Vec::new()));
        assert_eq!(lines(r#"{"level":30,"msg":"> Task :app:jar FAILED","time":"1"}"#), one("> Task :app:jar FAILED"));
        let row = "Error\tAPT2260\tresource drawable/a not found.\tBasket\tC:\\p\\main.xml\t3\tActive";
        assert_eq!(lines(row), one("C:\\p\\main.xml(3): error APT2260: resource drawable/a not found."));
        assert_eq!(
            lines("Error\t1\tno shelf here\tC:\\p\\main.xml\t3\t1\tBasket"),
            one("C:\\p\\main.xml:3: error: no shelf here")
        );
        assert_eq!(lines("Warning\tCS0618\tit is old\tBasket\tC:\\p\\A.cs\t3"), Some(Vec::new()));
        assert_eq!(lines("Error\tat a.B.c(B.java:1)"), None);
        assert_eq!(lines("AGPBI: {broken"), None);
        assert_eq!(lines("Message in a bottle"), None);
    }

    #[test]
    fn marks_go() {
        assert_eq!(unmarked("1. `e: /p/A.kt: (1, 2): no`"), "e: /p/A.kt: (1, 2): no");
        assert_eq!(unmarked("`/p/A.kt"), "/p/A.kt");
        assert_eq!(unmarked("```Execution failed```"), "Execution failed");
        assert_eq!(unmarked("Error:Execution failed for task ':a'."), "Execution failed for task ':a'.");
        assert_eq!(unmarked(".\\gradlew.bat : FAILURE: Build failed"), "FAILURE: Build failed");
        for plain in
            ["Error: no", "Could not resolve a : b", "```", "cannot access `x`", "- a `b`", "* What went wrong:"]
        {
            assert_eq!(unmarked(plain), plain);
        }
    }
}
