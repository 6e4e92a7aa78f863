//! What a test wants of a mock and what the mock got: Mockito and MockK print both, over several lines.

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::parse::readers::stack_trace::own;
use crate::parse::readers::stack_trace::trace::{self, Frame};
use crate::pattern::{Captures, Pattern};

/// Lines of such a message that are looked at, and its longest text in bytes.
const BELOW: usize = 40;
const LONGEST: usize = 4000;

/// Longest call that is named, in characters.
const NAMED: usize = 90;

/// What the message says, and the words for it: templates as in `explain`.
struct MockWords {
    pattern: Pattern,
    cause: &'static str,
    fixes: &'static [&'static str],
}

const fn words(pattern: &'static str, cause: &'static str, fixes: &'static [&'static str]) -> MockWords {
    MockWords { pattern: Pattern::new(pattern), cause, fixes }
}

/// What keeps the code from a call that the test expects.
const NOT_THERE: &str = "See why the code does not get there: an early return, an exception that is caught, data of the test for which a condition does not hold, or a coroutine or thread that has not run yet. Or the tested object has another instance than this mock.";

/// The forms of the messages, joined to one line; the first that fits counts.
static FORMS: [MockWords; 10] = [
    words(
        r"Wanted but not invoked: (?P<wanted>.+?); (?:-> at (?P<verify>[^()]+\([^()]*\)) )?However, there (?:was|were) (?:exactly )?(?P<interactions>[0-9]+) interactions? with this mock: (?P<called>.+?); -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\)",
        "The test verifies the call `{wanted}`, which the code never makes; on this mock it calls `{called}` ({called_at}).",
        &[
            "Decide which of the two is right: if `{called}` is meant, stub and verify that in the test; else let the code at {called_at} call `{wanted}`.",
        ],
    ),
    words(
        r"Wanted but not invoked: (?P<wanted>.+?); (?:-> at (?P<verify>[^()]+\([^()]*\)) )?Actually, there were zero interactions with this mock",
        "The test verifies the call `{wanted}`, and the code calls nothing at all on this mock.",
        &[NOT_THERE],
    ),
    words(
        r"Argument\(s\) are different! Wanted: (?P<wanted>.+?); (?:-> at (?P<verify>[^()]+\([^()]*\)) )?Actual invocations? ha(?:ve|s) different arguments(?: at position \[[^\]]*\])?: (?P<called>.+?); -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\)",
        "The code makes the call that the test verifies, but with other arguments: it wants `{wanted}` and gets `{called}` ({called_at}).",
        &[
            "Compare the two and correct what {called_at} passes, or the expectation. Objects of a class without `equals` are never equal: compare their fields with an `ArgumentCaptor` or `argThat`.",
        ],
    ),
    words(
        r"(?P<wanted>[A-Za-z_$][^;]*?\([^;]*\)); Wanted (?P<times>[0-9]+) times?: (?:-> at (?P<verify>[^()]+\([^()]*\)) )?But was (?P<was>[0-9]+) times?[:.](?: -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\))?",
        "The code calls `{wanted}` {was} times, and the test verifies {times} (`verify` without `times` means once).",
        &[
            "Look at the places that the message lists, the first is {called_at}: remove or add the call there, or verify `times({was})` (`atLeastOnce()`) if it is meant.",
        ],
    ),
    words(
        r"Never wanted here: (?:-> at (?P<verify>[^()]+\([^()]*\)) )?But invoked here: -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\)",
        "The code makes a call at {called_at} that the test forbids (`never()`).",
        &[
            "Look at {called_at}: which condition lets the code make this call? Correct that, or the test's expectation if the call is meant.",
        ],
    ),
    words(
        r"No (?:more )?interactions wanted here: (?:-> at (?P<verify>[^()]+\([^()]*\)) )?But found (?:this interaction|these interactions) on mock '(?P<mock>[^']+)'[^:]*: -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\)",
        "On the mock `{mock}` the code makes a call at {called_at} that the test has not verified (`verifyNoMoreInteractions`, `verifyNoInteractions`).",
        &[
            "If the call at {called_at} is meant, verify it before; else find the condition under which the code makes it.",
        ],
    ),
    words(
        r"Strict stubbing argument mismatch.*?- this invocation of '[^']+' method: (?P<called>.+?); -> at (?P<called_in>[^()]+)\((?P<called_at>[^()]*)\).*?different argument\(s\): 1\. (?P<wanted>.+?); -> at",
        "The code calls `{called}` ({called_at}), and the test has stubbed only `{wanted}`: with strict stubs other arguments are a failure.",
        &[
            "Correct the arguments of the stubbing, or the code if it passes the wrong ones; where both calls are right, stub both, or use `lenient().when(…)`.",
        ],
    ),
    words(
        r"Verification failed: call [0-9]+ of [0-9]+: (?P<wanted>[A-Za-z_$][A-Za-z0-9_$]*\(.*?)\)? ?\. Only one matching call to .*? happened, but arguments are not matching: .*?\[(?P<position>[0-9]+)\]: argument: (?P<called>.+?), matcher: (?P<matcher>.+?), result: -",
        "The code makes the call that the test verifies (`{wanted}`), but argument [{position}] is `{called}`, and the test wants `{matcher}`.",
        &[
            "Correct what the code passes there, or the matcher in the test: `any()` where it does not matter, `match {{ … }}` or a `slot()` to look at single fields.",
        ],
    ),
    words(
        r"Verification failed: call [0-9]+ of [0-9]+: (?P<wanted>[A-Za-z_$][A-Za-z0-9_$]*\(.*?)\)? ?was not called(?:\. Calls to same mock: 1\) (?P<called>.+?)(?: 2\) |$| at |\. ))?",
        "The test verifies the call `{wanted}`, and the code never makes it.",
        &[NOT_THERE],
    ),
    words(
        r"no answer (?:found|provided) for:? (?P<mock>[A-Za-z_$][A-Za-z0-9_$.]*)\((?:[A-Za-z0-9_ ]*)#[0-9]+\)\.(?P<member>[A-Za-z_$][A-Za-z0-9_$]*)\((?P<arguments>.*?)\)(?: among the configured answers: \((?P<configured>.+?)\)?\))?(?:$| at |\n)",
        "The code calls `{asked}` on the mock of `{mock}`, and the test has no answer for this call or these arguments.",
        &[
            "Stub it before the code runs: `{stub}` (`just Runs` in place of `returns …` where it returns `Unit`); where that is done, compare the arguments, and see that the code has this very mock.",
            "Or let the mock answer whatever it is asked: `mockk<{mock}>(relaxed = true)`, or only what returns `Unit`: `relaxUnitFun = true`.",
        ],
    ),
];

/// Beginnings of messages that Surefire prints without the exception's class.
const BEGINNINGS: &[&str] = &[
    "Wanted but not invoked:",
    "Argument(s) are different! Wanted:",
    "Never wanted here:",
    "No interactions wanted here:",
    "No more interactions wanted here:",
    "Verification in order failure",
    "Strict stubbing argument mismatch",
];

/// Whether a line begins such a message.
pub fn begins(line: &str) -> bool {
    BEGINNINGS.iter().any(|start| line.starts_with(start))
}

/// Gives a failed test the words for what its mock says, where its message shows that.
pub fn tell(lines: &Lines, failure: &mut Failure) {
    let Some(from) = lines.first_of(&failure.evidence) else { return };
    if !(from..lines.len().min(from + BELOW)).any(|at| is_mocks(lines.get(at))) {
        return;
    }
    let text = joined(lines, from);
    let Some((form, found)) = FORMS.iter().find_map(|form| Some((form, form.pattern.captures(&text)?))) else { return };
    for (name, value) in found.named() {
        let value = value.as_str().trim();
        let value = if matches!(name, "wanted" | "called") { call(value) } else { value.to_owned() };
        failure.details.insert(name.to_owned(), value);
    }
    if let Some((asked, stub)) = stub(&found) {
        failure.details.insert("asked".to_owned(), asked);
        failure.details.insert("stub".to_owned(), stub);
    }
    for raw in ["known", "assertion"] {
        failure.details.remove(raw);
    }
    take_caller(lines, from, failure);
    failure.say(form.cause, form.fixes);
}

/// Whether a line has the words of such a message.
fn is_mocks(line: &str) -> bool {
    let line = line.trim_start();
    begins(line)
        || ["Verification failed: call ", "no answer found for", "no answer provided for", "But was "]
            .iter()
            .any(|part| line.contains(part))
        || begins(line.rsplit(": ").next().unwrap_or(""))
}

/// `1) Shelf(#1).open()`: a call in MockK's list, below which its frames may stand
static LISTED: Pattern = Pattern::new(r"^[0-9]+\) ");

/// The message's lines as one, up to the next test, the runner's own words or what somebody else says below the trace.
fn joined(lines: &Lines, from: usize) -> String {
    let mut text = String::new();
    let mut framed = false;
    for at in from..lines.len().min(from + BELOW) {
        let line = lines.get(at).trim();
        let below = framed && !line.is_empty() && !line.starts_with("at ") && !LISTED.is_match(line);
        let others = at > from && (line.starts_with('[') && !line.starts_with("[0") || line.ends_with(" FAILED"));
        let argument = line.starts_with('[') && line.contains("]: argument: ");
        if others && !argument || below || text.len() > LONGEST {
            break;
        }
        framed |= line.starts_with("at ");
        if line.is_empty() || line.starts_with("at ") {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    text
}

/// A call in one line: without packages and the number of the mock before it, cut where it is long.
fn call(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace(" )", ")");
    let (head, rest) = flat.split_at(flat.find('(').unwrap_or(flat.len()));
    // `CartRepo(#1).save(…)`, `a.b.Repo#0 bean.save(…)`
    let (head, rest) = match rest.strip_prefix("(#").and_then(|rest| rest.split_once(").")) {
        Some((_, member)) => (head, format!(".{member}")),
        None => (head, rest.to_owned()),
    };
    let parts: Vec<&str> = head.split('.').collect();
    let from = if rest.starts_with('.') { parts.len() - 1 } else { parts.len().saturating_sub(2) };
    let owner = parts[from].split('#').next().unwrap_or("");
    let named = std::iter::once(owner).chain(parts[from + 1..].iter().copied()).collect::<Vec<_>>().join(".");
    let whole = format!("{named}{rest}");
    // MockK closes a bracket too many.
    let more = whole.matches(')').count() > whole.matches('(').count();
    let whole = if more { whole.strip_suffix(')').unwrap_or(&whole).to_owned() } else { whole };
    if whole.chars().count() > NAMED { whole.chars().take(NAMED).chain(['…']).collect() } else { whole }
}

/// The call that MockK has no answer for, `fetch(42)`, and the stubbing that it lacks: `coEvery { userApi.fetch(42) } returns …`.
fn stub(found: &Captures<'_>) -> Option<(String, String)> {
    let (mock, member) = (found.name("mock")?.as_str(), found.name("member")?.as_str());
    let arguments = found.name("arguments")?.as_str();
    let suspends = arguments.contains("continuation {}");
    let arguments = arguments.replace(", continuation {}", "").replace("continuation {}", "");
    let variable = decapitalized(mock.rsplit(['.', '$']).next().unwrap_or(mock));
    let getter = member.strip_prefix("get").filter(|rest| arguments.is_empty() && rest.starts_with(char::is_uppercase));
    let asked = match getter {
        Some(property) => format!("{variable}.{}", decapitalized(property)),
        None => format!("{variable}.{member}({})", matchers(&arguments)),
    };
    let stub = format!("{} {{ {asked} }} returns …", if suspends { "coEvery" } else { "every" });
    Some((format!("{member}({arguments})"), stub))
}

/// The arguments of a call as a stubbing has them: numbers and the like as they are. MockK prints texts without quotes and
/// objects as they describe themselves, which is no code.
fn matchers(arguments: &str) -> String {
    let is_literal = |text: &str| matches!(text, "true" | "false" | "null") || text.parse::<f64>().is_ok();
    let (mut depth, mut parts) = (0_i32, vec![String::new()]);
    for letter in arguments.chars() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        match parts.last_mut() {
            Some(part) if letter != ',' || depth > 0 => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    let shown = |part: &String| if is_literal(part.trim()) { part.trim().to_owned() } else { "any()".to_owned() };
    if arguments.trim().is_empty() { String::new() } else { parts.iter().map(shown).collect::<Vec<_>>().join(", ") }
}

/// The frames of a mocked class right below MockK's own are the call that was intercepted; what calls it is the place.
fn take_caller(lines: &Lines, from: usize, failure: &mut Failure) {
    let Some(mock) = failure.details.get("mock").cloned() else { return };
    let near = from..lines.len().min(from + BELOW);
    let frames: Vec<Frame> = near.filter_map(|at| trace::frame(lines.get(at), at)).collect();
    let is_of_mockk = |frame: &Frame| frame.class.starts_with("io.mockk.");
    let simple = |class: &str| class.rsplit(['.', '$']).next().unwrap_or("").to_owned();
    let Some(below) = frames.iter().rposition(is_of_mockk).map(|last| &frames[last + 1..]) else { return };
    let mocked = below.iter().take_while(|frame| simple(&frame.class) == simple(&mock)).count();
    let Some(caller) = below.get(mocked).filter(|_| mocked > 0) else { return };
    let Some((intercepted, (file, line))) = below[0].place.as_ref().zip(caller.place.clone()) else { return };
    if failure.file.as_ref() != Some(&intercepted.0) {
        return;
    }
    (failure.file, failure.line) = (Some(file), Some(line));
    if failure.details.contains_key("at") {
        failure.details.insert("at".to_owned(), own::name(caller));
    }
}

fn decapitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{FORMS, call};
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn patterns_compile() {
        for form in &FORMS {
            form.pattern.captures("Wanted but not invoked: Verification failed: call 1 of 1: Never wanted here: no answer found for But was Argument(s) are different! Strict stubbing argument mismatch No interactions wanted here:");
        }
    }

    #[test]
    fn calls_are_shown_without_packages() {
        assert_eq!(call("org.example.shop.Basket#0 bean.size()"), "Basket.size()");
        assert_eq!(call("basket.add( \"A\" )"), "basket.add(\"A\")");
        assert_eq!(call("Basket(#1).add(eq(3)))"), "Basket.add(eq(3))");
    }

    fn answer(text: &str) -> (String, Vec<String>) {
        let analysis = analyze(parse(text), None);
        (analysis.root_cause.unwrap_or_default(), analysis.fix_guidelines)
    }

    #[test]
    fn mockitos_two_calls_are_named() {
        let text = "[ERROR] Failures: \n[ERROR]   ShelfTest.fills:31 \nWanted but not invoked:\ncom.example.Store#0 bean.all();\n-> at com.example.Store.all(Store.java:9)\n\nHowever, there was exactly 1 interaction with this mock:\ncom.example.Store#0 bean.some();\n-> at com.example.Shelf.fill(Shelf.java:12)\n\n[INFO] \n[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0";
        let (cause, fixes) = answer(text);
        assert!(
            cause.contains("verifies the call `Store.all()`") && cause.contains("`Store.some()` (Shelf.java:12)"),
            "{cause}"
        );
        assert!(fixes[0].contains("stub and verify that in the test; else let the code at Shelf.java:12"), "{fixes:?}");
        let zero = "a.ShelfTest > fills() FAILED\n    Wanted but not invoked:\n    store.all();\n    -> at a.ShelfTest.fills(ShelfTest.java:9)\n    Actually, there were zero interactions with this mock.\n        at a.ShelfTest.fills(ShelfTest.java:9)\n";
        assert!(answer(zero).0.contains("calls nothing at all"), "{:?}", answer(zero));
    }

    #[test]
    fn mockks_stubbing_is_written_out() {
        let text = "io.mockk.MockKException: no answer found for: Store(#3).load(42, continuation {})\n\tat io.mockk.impl.stub.MockKStub.defaultAnswer(MockKStub.kt:93)\n\tat a.Shelf.fill(Shelf.kt:21)\n";
        let (cause, fixes) = answer(text);
        assert!(cause.contains("calls `load(42)` on the mock of `Store`"), "{cause}");
        assert!(fixes[0].contains("`coEvery { store.load(42) } returns …`"), "{fixes:?}");
        let texts = "io.mockk.MockKException: no answer found for Store(#1).put(Oak shelf, Size(w=1, h=2), 3) among the configured answers: (Store(#1).all()))\n\tat io.mockk.impl.stub.MockKStub.defaultAnswer(MockKStub.kt:93)\n\tat io.mockk.proxy.jvm.advice.Interceptor.call(Interceptor.kt:21)\n\tat com.example.Store.put(Store.kt:34)\n\tat com.example.Shelf.fill(Shelf.kt:23)\n";
        assert!(answer(texts).1[0].contains("`every { store.put(any(), any(), 3) } returns …`"), "{:?}", answer(texts));
        let place = parse(texts).failures.remove(0);
        assert_eq!((place.file.as_deref(), place.line), (Some("Shelf.kt"), Some(23)), "what calls the mock");
        let getter = "io.mockk.MockKException: no answer found for Store(#1).getShelves() among the configured answers: (Store(#1).getRoom()))";
        assert!(answer(getter).1[0].contains("`every { store.shelves } returns …`"), "{:?}", answer(getter));
    }
}
