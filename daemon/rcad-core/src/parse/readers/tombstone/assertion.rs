//! Checks of native code that failed: what assertions and `CHECK`s print right before they end the process, which says more
//! than the signal below.

use crate::model::failure::{Failure, file_name};
use crate::parse::input::lines::Lines;
use crate::pattern::{Captures, Pattern};

/// `/p/Shelf.h:11: void oak::Shelf::add(int): assertion "x > 0" failed` of Android, ``basket: shelf.c:3: fill: Assertion `x > 0' failed.``
static ASSERTION: Pattern = Pattern::new(
    r#"(?P<file>[^\s:"'\[][^:"'\[]*\.[A-Za-z+]+):(?P<line>[0-9]+): (?P<function>[^"`]+?): [Aa]ssertion ["`](?P<check>.+)["'] failed"#,
);

/// `assertion "x > 0" failed: file "jni/shelf.cpp", line 12, function "fill"` of older Androids
static OLDER: Pattern = Pattern::new(
    r#"assertion "(?P<check>.+)" failed: file "(?P<file>[^"]+)", line (?P<line>[0-9]+)(?:, function "(?P<function>[^"]+)")?"#,
);

/// `[FATAL:shelf_android.cc(58)] Check failed: oak != nullptr`, `[0102/030405.678:FATAL:shelf.cc(12)] …`: Chromium, Flutter and
/// what is made of their base
static CHECK: Pattern = Pattern::new(
    r"\[(?:[0-9:/.]+:)?FATAL:(?P<file>[^()\s\]]+\.[a-z]+)(?:\((?P<line>[0-9]+)\)|:(?P<row>[0-9]+))\] (?P<check>.+)",
);

/// `HelloModel/ViewModel.swift:92: Fatal error`, `panicked at src/lib.rs:12:5`, `art/runtime/check_jni.cc:65]`
static PLACE: Pattern =
    Pattern::new(r"(?P<file>[A-Za-z0-9_./@+-]+\.(?:swift|rs|cpp|cc|c|cxx|mm|h|hpp|go|kt|java)):(?P<line>[0-9]+)");

/// Parts of the paths of Android's own sources.
const OF_ANDROID: &[&str] = &["/art/", "/system/", "libcore/"];

/// Lines below a check within which its process dies of it.
const DIES: usize = 60;

/// What such a process, or whoever started it, says then.
const DEATHS: &[&str] = &["Fatal signal ", "SIGABRT", ">>> ", "SIGTRAP", "Aborted", "exit code 134", "exit value 134"];

/// Lines of a text that somebody pasted for this line.
const PASTED: usize = 12;

fn find(text: &str) -> Option<Captures<'_>> {
    [&ASSERTION, &OLDER, &CHECK].into_iter().find_map(|form| form.captures(text))
}

/// What is said at this line of a check that failed, where its process dies of that.
pub fn said(lines: &Lines, at: usize) -> Option<&str> {
    let text = lines.get(at).trim();
    // The tombstone's own line, which repeats it.
    if text.starts_with("Abort message") {
        return None;
    }
    find(text)?;
    let dies = |index: usize| DEATHS.iter().any(|death| lines.get(index).contains(death));
    let fatal = lines.source(at).is_none_or(|source| matches!(source.priority, 'F' | 'A' | ' '));
    let logged = lines.source(at).is_some() && lines.filled(0..lines.len()).count() <= PASTED;
    (fatal && (logged || (at + 1..lines.len().min(at + 1 + DIES)).any(dies))).then_some(text)
}

/// Takes what a library says before it aborts: place, and the function where no frame has named one. A place in sources of
/// Android or of a `foreign` library is nobody's to look at.
pub fn take(sentence: &str, foreign: bool, failure: &mut Failure) {
    let Some(found) = find(sentence).or_else(|| PLACE.captures(sentence)) else { return };
    let group = |name: &str| found.name(name).map(|text| text.as_str());
    let file = group("file").unwrap_or_default();
    let framed = failure.details.contains_key("own_library") || failure.details.contains_key("function");
    if !framed && group("check").is_some() {
        failure.symbol = Some(group("function").map_or_else(|| file_name(file).to_owned(), function));
    }
    let chromiums = group("check").is_some() && CHECK.is_match(sentence);
    if file.starts_with("art/") || OF_ANDROID.iter().any(|part| file.contains(part)) || foreign && chromiums {
        return;
    }
    failure.file = Some(file.to_owned());
    failure.line = group("line").or_else(|| group("row")).and_then(|line| line.parse().ok());
    // `ViewModel.swift:92: Fatal error: CRASHME`: what it says after the place
    let after = found.get(0).map_or("", |all| &sentence[all.end()..]);
    let words = after.rsplit(": ").next().unwrap_or("").trim_matches([':', ' ', '\'', '"']);
    if after.contains("Fatal error: ") && !words.is_empty() {
        failure.symbol = Some(words.to_owned());
    }
}

/// `void oak::Shelf::add(const Apple &)` as `oak::Shelf::add`.
fn function(signature: &str) -> String {
    let name = signature.split('(').next().unwrap_or(signature).trim();
    name.rsplit(' ').next().unwrap_or(name).trim_start_matches(['*', '&']).to_owned()
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::model::failure::Failure;
    use crate::parse::parse;

    const SHELF: &str =
        "/p/cpp/oak/Shelf.h:11: void oak::Shelf::add(const Apple &, int): assertion \"apple.isRipe()\" failed";

    fn failures(said: &str, frames: &str) -> Vec<Failure> {
        parse(&format!(
            "06-02 10:14:07.311  4242  4242 F {said}\n--------- beginning of crash\n\
             06-02 10:14:07.312  4242  4242 F libc    : Fatal signal 6 (SIGABRT), code -6 in tid 4242 (ample.basket)\n\
             06-02 10:14:07.411  4400  4400 F DEBUG   : pid: 4242, tid: 4242, name: ample.basket  >>> com.example.basket <<<\n{frames}"
        ))
        .failures
    }

    fn frame(path: &str) -> String {
        format!(
            "06-02 10:14:07.412  4400  4400 F DEBUG   :       #00 pc 0000000000089b0c  /system/lib64/libc.so (abort+164)\n\
             06-02 10:14:07.412  4400  4400 F DEBUG   :       #01 pc 0000000000014acc  {path}\n"
        )
    }

    #[test]
    fn an_assertion_is_the_message_and_names_the_place() {
        let own = frame("/data/app/com.example.basket-1/lib/arm64/liboak.so (oak::Shelf::add(Apple const&, int)+12)");
        for (frames, symbol) in
            [(own.as_str(), "liboak.so!oak::Shelf::add(Apple const&, int)"), ("", "oak::Shelf::add")]
        {
            let all = failures(&format!("libc    : {SHELF}"), frames);
            assert_eq!(all.len(), 1, "{all:?}");
            let failure = &all[0];
            assert_eq!((failure.file.as_deref(), failure.line), (Some("/p/cpp/oak/Shelf.h"), Some(11)));
            assert_eq!((failure.symbol.as_deref(), failure.exception.as_deref()), (Some(symbol), Some("SIGABRT")));
            assert!(failure.message.contains("apple.isRipe()"), "{}", failure.message);
            assert!(explain(failure).root_cause.contains("apple.isRipe()"));
        }
    }

    #[test]
    fn a_check_in_a_library_of_the_system_is_named_and_no_place_of_the_readers() {
        let said = "chromium: [FATAL:shelf_android.cc(58)] Check failed: oak != nullptr. ";
        let all = failures(said, &frame("/system/app/webview/webview.apk (offset 0x7ea000)"));
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((all[0].file.as_deref(), all[0].symbol.as_deref()), (None, Some("shelf_android.cc")));
        let told = explain(&all[0]).root_cause;
        assert!(told.contains("Android System WebView") && told.contains("oak != nullptr"), "{told}");
        let own = failures(said, &frame("/data/app/com.example.basket-1/lib/arm64/liboak.so (offset 0x7ea000)"));
        assert_eq!((own[0].file.as_deref(), own[0].line), (Some("shelf_android.cc"), Some(58)));
    }

    #[test]
    fn assertions_of_programs_count_where_the_program_dies_of_them() {
        let said = "basket: src/shelf.c:31: fill: Assertion `count > 0' failed.";
        let failure = parse(&format!("{said}\nAborted (core dumped)\n")).failures.remove(0);
        assert_eq!(
            (failure.symbol.as_deref(), failure.file.as_deref(), failure.line),
            (Some("fill"), Some("src/shelf.c"), Some(31))
        );
        let survived = format!(
            "06-02 10:14:07.311  4242  4242 W oak: {said}\n{}",
            "06-02 10:14:07.311  4242  4242 I oak: on\n".repeat(20)
        );
        assert_eq!(parse(&survived).failures.len(), 0);
    }
}
