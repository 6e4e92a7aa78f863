//! What a longer text only mentions, where nothing in it says outright that something failed: an exception that a program
//! caught and logged, a line with a tool's mark of an error. Better answered with doubt than called clean.

use super::input::lines::{Lines, Source};
use super::known;
use super::readers::stack_trace::{SYSTEM_TAGS, own};
use super::resolve::roles;
use super::scan::{anchored, read_all};
use crate::Category;
use crate::model::failure::{Failure, Language, Role};
use crate::pattern::Pattern;
use crate::rules::RuleSet;

/// Lines below an exception that belong to it.
const BELOW: usize = 80;

/// Exceptions that are looked at.
const CANDIDATES: usize = 20;

/// Most bytes of a line that are quoted.
const QUOTED: usize = 400;

/// Tags of the platform and of the consoles beside [`SYSTEM_TAGS`], which log what they survive.
const PLATFORM_TAGS: &[&str] =
    &["StrictMode", "art", "zygote", "Zygote", "dalvikvm", "SELinux", "GmsClient", "chromium", "Bundle"];

/// `could not save: a.b.XException: y`, `a.b.XException`
static EXCEPTION: Pattern = Pattern::new(
    r"(?:^|[\s:>(=\[])(?P<thrown>(?:[a-z][a-z0-9_]*\.){2,}[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: .*|:?)?)$",
);

/// `    at a.B.c(B.java:1)`, `Caused by: …`, `... 3 more`
static TRACE: Pattern = Pattern::new(r"^\s*(?:at [A-Za-z_$][A-Za-z0-9_$.<>/]*\(|Caused by: |\.\.\. [0-9]+ )");

/// What a program says when all went well, whatever it said before.
static WELL: Pattern = Pattern::new(r"^(?:\[INFO\] )?BUILD SUCCESS|^Done in [0-9.]+ ?m?s|^(?:✓|√) Built ");

/// `a.cs(3,4): error CS0246: …`, `a.c:3:4: fatal error: …`, `error: …`, `[ERROR] …`, `make: *** [all] Error 2`,
/// `错误: 找不到…`, `Tests run: 2, Failures: 1`
static STRONG: Pattern = Pattern::new(concat!(
    r"^(?:.{1,300}: (?:fatal )?error [A-Z]{2,}[0-9]+: |(?:[A-Za-z]:)?[^:\s\x22'(]+:[0-9]+(?::[0-9]+)?: (?:fatal )?(?:error|ERROR): ",
    r"|(?:[Ee]rror|ERROR|[Ff]atal|FATAL)(?:: |\[[A-Z0-9]+\]: )\S|\[(?:ERROR|FATAL|SEVERE)\] +\S|(?:ERROR|FATAL|SEVERE) +\S",
    r"|\W*(?:错误|錯誤|エラー|오류|Fehler|Erreur|Ошибка|ошибка|Errore|Erro|Hata|Błąd|Chyba|Fout|Fel|Feil) ?[:：] ?\S|.{0,60}(?:构建失败|编译失败|同步失败|安装失败|ビルドに失敗|빌드 실패)",
    r"|Unhandled [Ee]xception\b|Exception in thread |Traceback \(most recent|Segmentation fault|panic: |thread '.*' panicked",
    r"|make(?:\[[0-9]+\])?: \*\*\* |ninja: (?:error|build stopped)|npm (?:ERR!|error) |.{0,80}: command not found$|(?:/[a-z/]*)?sh: .{0,80}: not found$",
    r"|.{0,80}Tests run: .*(?:Failures|Errors): [1-9]|[0-9]+ tests? completed, [1-9][0-9]* failed)",
));

/// `error: none`, `ERROR count: 0`
static NONE: Pattern =
    Pattern::new(r"(?i)^\W*(?:errors?|fatal)\b(?: count)?\W{1,3}(?:(?:none|0|null|false)\b|no(?:$|[.,]| errors?\b))");

/// Reads such a text; nothing where nobody says anything of the kind, or where it went well at the end.
pub fn read(lines: &Lines, known: &RuleSet) -> Vec<Failure> {
    if let Some(found) = logged(lines, known) {
        return vec![found];
    }
    marked(lines).into_iter().collect()
}

/// The first exception that a program of the device logged as an error; a warning was survived.
fn logged(lines: &Lines, known: &RuleSet) -> Option<Failure> {
    let heads = (0..lines.len()).filter(|at| lines.source(*at).is_some_and(may_tell));
    let heads = heads.filter(|at| EXCEPTION.is_match(lines.get(*at))).take(CANDIDATES);
    heads.filter_map(|at| survived(lines, at, known)).next()
}

fn may_tell(source: &Source) -> bool {
    let tag = source.tag.as_str();
    matches!(source.priority, 'E' | 'F') && !SYSTEM_TAGS.contains(&tag) && !PLATFORM_TAGS.contains(&tag)
}

/// The exception at `at`, read as if it had been pasted without the log around it.
fn survived(lines: &Lines, at: usize, known: &RuleSet) -> Option<Failure> {
    let line = lines.get(at);
    let found = EXCEPTION.captures(line)?;
    let thrown = found.name("thrown")?.as_str();
    let trace: Vec<usize> = std::iter::successors(lines.following(at), |index| lines.following(*index))
        .take(BELOW)
        .take_while(|index| TRACE.is_match(lines.get(*index)))
        .collect();
    // `new Exception("here").printStackTrace()` shows who calls.
    let bare = matches!(thrown.trim_end_matches(':'), "java.lang.Exception" | "java.lang.Throwable");
    let platform = |index: &usize| lines.get(*index).contains("at com.android.server.");
    if bare || trace.iter().any(platform) {
        return None;
    }
    let text: Vec<&str> = std::iter::once(thrown).chain(trace.iter().map(|index| lines.get(*index))).collect();
    let numbers: Vec<u32> = std::iter::once(at).chain(trace.iter().copied()).map(|index| lines.number(index)).collect();
    let alone = Lines::numbered(&text.join("\n"), Some(&numbers));
    let taken = known::refine(&alone, read_all(&alone, &anchored(&alone)), known);
    let failure = roles::decide(&alone, taken).0.into_iter().next()?;
    let own = failure.details.get("at").is_some_and(|frame| own::is_own(frame, None)) && failure.file.is_some();
    own.then(|| with_tag(lines, at, failure))
}

fn with_tag(lines: &Lines, at: usize, mut failure: Failure) -> Failure {
    failure.role = Role::Root;
    if let Some(source) = lines.source(at) {
        failure.details.insert("logged_by".to_owned(), source.tag.clone());
        failure.process = failure.process.or_else(|| source.process.clone());
    }
    failure
}

/// The first line with a mark of an error, in a text that no device wrote and that does not end well.
fn marked(lines: &Lines) -> Option<Failure> {
    if (0..lines.len()).any(|at| lines.source(at).is_some() || WELL.is_match(lines.get(at))) {
        return None;
    }
    let said = |at: &usize| {
        let line = lines.get(*at).trim_start();
        STRONG.is_match(line) && !NONE.is_match(line)
    };
    let at = (0..lines.len()).find(said)?;
    let quoted: String = lines.get(at).trim().chars().take(QUOTED).collect();
    let mut failure = Failure::new(Category::Other, Language::Unknown, quoted);
    failure.role = Role::Root;
    failure.evidence.push(lines.evidence(at));
    Some(failure)
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::parse::parse;

    fn categories(text: &str) -> Vec<C> {
        parse(text).failures.iter().map(|failure| failure.category).collect()
    }

    #[test]
    fn what_a_program_caught_and_logged_is_told_where_nothing_else_is() {
        let chatter = "D/Shop: ok\nI/Shelf: ok\n";
        let trace = "E/Basket: not loaded: java.lang.IllegalStateException: closed\nE/Basket:     at java.util.List.get(List.java:3)\n\
            E/Basket:     at com.example.basket.Shelf.load(Shelf.kt:7)\n";
        let failures = parse(&format!("{chatter}{trace}{chatter}")).failures;
        assert_eq!(failures.len(), 1);
        assert_eq!((failures[0].file.as_deref(), failures[0].line), (Some("Shelf.kt"), Some(7)));
        assert_eq!(failures[0].details.get("logged_by").map(String::as_str), Some("Basket"));
        let warned = trace.replace("E/", "W/");
        assert_eq!(categories(&format!("{chatter}{warned}{chatter}")), [], "a warning was survived");
    }

    #[test]
    fn what_the_system_or_a_library_survives_is_not() {
        for text in [
            "W/WindowManager: java.lang.IllegalStateException: closed\nW/WindowManager:     at com.example.basket.A.b(A.kt:7)\nD/Shop: ok",
            "D/Shop: ok\nW/Ads: java.io.IOException: no\nW/Ads:     at com.google.android.gms.ads.A.b(A.java:7)",
            "D/Shop: ok\nW/System.err: java.lang.Exception\nW/System.err:     at com.example.basket.A.b(A.kt:7)",
        ] {
            assert_eq!(categories(text), [], "{text}");
        }
    }

    #[test]
    fn marks_of_an_error_count_in_a_log_of_any_length() {
        let calm = "preparing\n".repeat(30);
        for line in [
            r"C:\p\A.cs(3,4): error CS0246: The type or namespace name 'Shelf' could not be found",
            "错误: 找不到或无法加载主类 com.example.Main",
            "make: *** [Makefile:3: all] Error 2",
            "[ERROR] no shelf",
        ] {
            assert_eq!(parse(&format!("{calm}{line}\n{calm}")).failures.len(), 1, "{line}");
        }
        for text in [
            format!("{calm}ERROR no shelf\nBUILD SUCCESSFUL in 3s"),
            format!("{calm}errors: 0\nERROR: none"),
            format!("{calm}Tests run: 2, Failures: 0, Errors: 0"),
            format!("{calm}the word error: none"),
        ] {
            assert_eq!(categories(&text), [], "{text}");
        }
    }
}
