//! What a longer text only mentions, where nothing in it says outright that something failed: a line with a tool's mark of
//! an error. Better answered with doubt than called clean.

use super::input::lines::Lines;
use super::resolve::outcome;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

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
    r"|.{1,80}\bfail(?:s|ed|ing)? (?:due to|because of|with):? [A-Z][A-Za-z]*(?:Exception|Error): \S",
    r"|.{0,80}Tests run: .*(?:Failures|Errors): [1-9]|[0-9]+ tests? completed, [1-9][0-9]* failed)",
));

/// `./gradlew: line 17: adb: command not found`, `sh: 3: adb: not found`
static SHELL: Pattern = Pattern::new(r"^\S{1,80}: (?:line )?[0-9]+: \S{1,80}: (?:command )?not found$");

/// `error: none`, `ERROR count: 0`; `[ERROR] 3120 KB/s (77 bytes in 0.1s)`, `error opening trace file: …`: what adb says on the
/// other stream when all goes well
static NONE: Pattern = Pattern::new(concat!(
    r"(?i)^\W*(?:errors?|fatal)\b(?: count)?\W{1,3}(?:(?:none|0|null|false)\b|no(?:$|[.,]| errors?\b)",
    r"|[0-9.]+ [KMG]?B/s \(|error opening trace file: )",
));

/// `INFO  Application - started`: a program that went on
static GOES_ON: Pattern = Pattern::new(r"^(?:INFO|DEBUG|TRACE)\s");

/// Lines below the headline of a crash that name its process.
const PROCESS: usize = 3;

/// `FATAL EXCEPTION: UnityMain`, of which no reader knows what stands below.
fn crash(lines: &Lines) -> Option<Failure> {
    let headline = (0..lines.len()).find(|at| lines.get(*at).contains("FATAL EXCEPTION: "))?;
    let mut at = headline;
    // In a sentence it is only mentioned.
    let process = lines.following(at).map(|next| lines.get(next).trim_start());
    process.filter(|line| line.starts_with("Process: ") || line.starts_with("PID: "))?;
    for _ in 0..PROCESS {
        let Some(next) = lines.following(at) else { break };
        at = next;
        let line = lines.get(at).trim_start();
        if !line.is_empty() && !line.starts_with("Process: ") && !line.starts_with("pid: ") {
            break;
        }
    }
    let mut failure = outcome::unknown(lines, at);
    if at != headline {
        failure.evidence.insert(0, lines.evidence(headline));
    }
    Some(failure)
}

/// Reads such a text; nothing where nobody says anything of the kind, or where it went well at the end.
pub fn read(lines: &Lines) -> Option<Failure> {
    if let Some(crash) = crash(lines) {
        return Some(crash);
    }
    if (0..lines.len()).any(|at| lines.source(at).is_some()) {
        return None;
    }
    // That it went well stands at the end, unless the shell that goes on lacks a program.
    if let Some(well) = (0..lines.len()).rev().find(|at| WELL.is_match(lines.get(*at))) {
        let lacks = (well + 1..lines.len()).find(|at| SHELL.is_match(lines.get(*at)));
        return lacks.map(|at| outcome::unknown(lines, at));
    }
    // `[ERROR] COMPILATION ERROR :` heads what was said.
    let said = |at: &usize| {
        let line = lines.get(*at).trim_start();
        STRONG.is_match(line) && !NONE.is_match(line) && !line.trim_end().ends_with(" ERROR :")
    };
    let at = (0..lines.len()).find(said)?;
    if (at..lines.len()).any(|below| GOES_ON.is_match(lines.get(below))) {
        return None;
    }
    Some(outcome::unknown(lines, at))
}

#[cfg(test)]
mod tests {
    use crate::Category as C;
    use crate::parse::parse;

    fn categories(text: &str) -> Vec<C> {
        parse(text).failures.iter().map(|failure| failure.category).collect()
    }

    #[test]
    fn what_the_system_or_a_library_survives_is_not() {
        for text in [
            "W/WindowManager: java.lang.IllegalStateException: closed\nW/WindowManager:     at com.example.basket.A.b(A.kt:7)\nD/Shop: ok",
            "D/Shop: ok\nW/Ads: java.io.IOException: no\nW/Ads:     at com.google.android.gms.ads.A.b(A.java:7)",
            "INFO  Shop - open\nERROR Shop - no shelf\nINFO  Shop - closed",
            "D/Shop: ok\nW/System.err: java.lang.Exception\nW/System.err:     at com.example.basket.A.b(A.kt:7)",
        ] {
            assert_eq!(categories(text), [], "{text}");
        }
    }

    #[test]
    fn a_crash_without_an_exception_is_one() {
        let log = "E AndroidRuntime: FATAL EXCEPTION: ShelfMain\nE AndroidRuntime: Process: com.example.shelf, PID: 7\nE AndroidRuntime:       #00 Shelf.Reader:Next () <0x4c>\nE AndroidRuntime:       #01 Shelf.Main:Run () <0x7>\n";
        assert_eq!(categories(log), [C::Other]);
        assert!(parse(log).failures[0].message.contains("Shelf.Reader"));
    }

    #[test]
    fn marks_of_an_error_count_in_a_log_of_any_length() {
        let calm = "preparing\n".repeat(30);
        let below = format!("{calm}BUILD SUCCESSFUL in 3s\n./install.sh: line 17: adb: command not found\n");
        assert_eq!(parse(&below).failures.len(), 1);
        for line in [
            r"C:\p\A.cs(3,4): error CS0246: The type or namespace name 'Shelf' could not be found",
            "错误: 找不到或无法加载主类 com.example.Main",
            "make: *** [Makefile:3: all] Error 2",
            "[ERROR] no shelf",
            "On CI the tests fail due to: ShelfException: no shelf connected",
        ] {
            assert_eq!(parse(&format!("{calm}{line}\n{calm}")).failures.len(), 1, "{line}");
        }
        for text in [
            format!("{calm}ERROR no shelf\nBUILD SUCCESSFUL in 3s"),
            format!("{calm}./a.sh: line 7: adb: command not found\nBUILD SUCCESSFUL in 3s"),
            format!("{calm}BUILD SUCCESSFUL in 3s\nerror: it was not found"),
            format!("{calm}errors: 0\nERROR: none"),
            format!("{calm}Tests run: 2, Failures: 0, Errors: 0"),
            format!("{calm}the word error: none"),
            format!(
                "{calm}[ERROR] 3120 KB/s (77345 bytes in 2.4s)\n[ERROR] error opening trace file: No such file (2)"
            ),
        ] {
            assert_eq!(categories(&text), [], "{text}");
        }
    }
}
