//! Reads the reports of the sanitizers of native code (ASan, HWASan, LSan, TSan, UBSan): what was done wrong, where, and
//! where the memory was freed.

use crate::Category;
use crate::model::failure::{Failure, Language, Wording, escaped, file_name};
use crate::parse::input::lines::Lines;
use crate::parse::reader::ReaderMatch;
use crate::pattern::{Captures, Pattern};

/// `==18230==ERROR: AddressSanitizer: heap-use-after-free on address 0x0040… at pc …`, `WARNING: ThreadSanitizer: data race (pid=12)`
static HEAD: Pattern = Pattern::new(
    r"(?:ERROR|WARNING): (?P<tool>[A-Za-z]*Sanitizer): (?P<what>[A-Za-z][A-Za-z -]*?[A-Za-z])(?:\s+on (?:unknown )?address (?P<address>0x[0-9a-f]+)|:|\s*\(|\s+0x|\s*$)",
);

/// `/p/math.cpp:20:14: runtime error: signed integer overflow: …`
static UNDEFINED: Pattern = Pattern::new(
    r"^\s*(?P<file>(?:[A-Za-z]:)?[^\s:()]+\.[A-Za-z]+):(?P<line>[0-9]+):[0-9]+: runtime error: (?P<what>.+)$",
);

/// `#0 0x71f2 in Scene::tick(float) /p/Scene.cpp:41:15`, `#0 Counter::inc() /p/counter.cpp:9`
static FRAME: Pattern = Pattern::new(
    r"^\s*#[0-9]+ (?:0x[0-9a-f]+ )?(?:in )?(?P<function>[A-Za-z_~].*?) (?P<file>(?:[A-Za-z]:)?[^\s:()]+\.[A-Za-z]+):(?P<line>[0-9]+)(?::[0-9]+)?\)?$",
);

/// `READ of size 8 at …`, `WRITE of size 4 at …`
static ACCESS: Pattern = Pattern::new(r"^\s*(?P<access>READ|WRITE|Write|Read) of size (?P<size>[0-9]+)");

/// Parts of the paths of the sanitizers' own sources.
const OWN_SOURCES: &[&str] = &["compiler-rt", "sanitizer_common", "asan_", "_interceptors"];

/// Lines of a report that are looked at.
const LONGEST: usize = 120;

/// What the sanitizers call it, what that means, and what helps.
const KINDS: &[(&str, &str, &str)] = &[
    (
        "use-after-free",
        "uses memory that was freed before",
        "Let nobody keep a pointer to what is freed: own it by one object (`std::unique_ptr`) or share it (`std::shared_ptr`), and where two threads are involved guard both with one mutex or hand the removal over to the thread that uses it.",
    ),
    (
        "tag-mismatch",
        "uses memory that was freed before or that it does not own (the pointer's tag is not the memory's)",
        "Read `Cause:` and the stacks below: a use after free needs a longer life of the object, an overflow a larger buffer or a check of the index.",
    ),
    (
        "buffer-overflow",
        "goes beyond the end (or before the beginning) of a buffer",
        "Check index and size there before the access (`.at()`, `std::span`), and the size with which the buffer was allocated; a text needs a byte for its end.",
    ),
    (
        "use-after-return",
        "uses a local variable of a function that has returned",
        "Don't return or keep a pointer or reference to a local variable; a lambda that outlives the function must capture by value.",
    ),
    (
        "use-after-scope",
        "uses a local variable after its block",
        "Declare the variable in the outer block, or copy what is needed.",
    ),
    (
        "double-free",
        "frees memory a second time",
        "Let one owner free it (`std::unique_ptr`); look at copies of the object that share the pointer.",
    ),
    (
        "bad-free",
        "frees what was not allocated on the heap",
        "Pair `new` with `delete`, `new[]` with `delete[]`, `malloc` with `free`, and free only what was allocated.",
    ),
    (
        "alloc-dealloc-mismatch",
        "frees memory in another way than it was allocated",
        "Pair `new` with `delete`, `new[]` with `delete[]`, `malloc` with `free`.",
    ),
    ("stack-overflow", "uses up the stack", "Look for a recursion without an end, or a large array on the stack."),
    (
        "SEGV",
        "uses an address at which nothing is",
        "Near 0 it is a null pointer: check it before the use; else an object that is gone or never was there.",
    ),
    (
        "data race",
        "and another thread use the same memory at the same time, at least one writing, without a lock",
        "Guard both places with one mutex, or use `std::atomic`.",
    ),
    (
        "memory leaks",
        "allocated memory that nobody freed",
        "Free it, or own it by a smart pointer; the stacks below show each allocation.",
    ),
];

/// Where a stack of the report begins in code with a known place.
struct Place {
    function: String,
    file: String,
    line: u32,
    index: usize,
}

/// The report that begins at this line.
pub fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let first = lines.get(at);
    if let Some(found) = UNDEFINED.captures(first) {
        return Some(ReaderMatch { failure: undefined(lines, at, &found), lines: 1, headline: false });
    }
    let head = HEAD.captures(first)?;
    let end = (at + 1..(at + LONGEST).min(lines.len()))
        .find(|index| lines.get(*index).contains("==ABORTING") || HEAD.is_match(lines.get(*index)))
        .unwrap_or((at + LONGEST).min(lines.len()));
    let freed_at = (at..end).find(|index| lines.get(*index).trim_start().starts_with("freed by thread"));
    let below = (at..end).find(|index| {
        let line = lines.get(*index).trim_start();
        line.starts_with("freed by ")
            || line.starts_with("previously allocated by")
            || line.starts_with("allocated by ")
    });
    let used = place(lines, at..below.unwrap_or(end));
    let freed = freed_at.and_then(|from| place(lines, from..end));
    let access = (at..end).find_map(|index| Some(ACCESS.captures(lines.get(index))?["access"].to_lowercase()));
    let mut failure = told(&head, used.as_ref(), freed.as_ref(), access);
    failure.evidence.push(lines.evidence(at));
    failure.evidence.extend([used, freed].into_iter().flatten().map(|place| lines.evidence(place.index)));
    Some(ReaderMatch { failure, lines: end - at, headline: false })
}

/// The first frame with a place outside of the sanitizer's own sources.
fn place(lines: &Lines, among: std::ops::Range<usize>) -> Option<Place> {
    among.into_iter().find_map(|index| {
        let found = FRAME.captures(lines.get(index))?;
        let file = found["file"].to_owned();
        let own = OWN_SOURCES.iter().any(|part| file.contains(part));
        let line = found["line"].parse().ok()?;
        (!own).then(|| Place { function: plain(&found["function"]), file, line, index })
    })
}

/// `Scene::tick(float)` as `Scene::tick`
fn plain(function: &str) -> String {
    function.split('(').next().unwrap_or(function).trim().to_owned()
}

fn told(head: &Captures<'_>, used: Option<&Place>, freed: Option<&Place>, access: Option<String>) -> Failure {
    let what = head["what"].trim().to_owned();
    let mut failure = Failure::new(Category::NativeCrash, Language::Native, format!("{}: {what}", &head["tool"]));
    let known = KINDS.iter().find(|(name, _, _)| what.contains(name));
    let (meaning, step) = known.map_or(("does what the sanitizer forbids", ""), |(_, meaning, step)| (*meaning, *step));
    let how = access.map_or(String::new(), |access| format!(" ({access})"));
    let who = used.map_or("Native code".to_owned(), |place| format!("`{}`", place.function));
    let mut cause = format!("{} stopped the program ({what}): {who} {meaning}{how}.", &head["tool"]);
    if let Some(place) = freed {
        cause.push_str(&format!(" It was freed by `{}` ({}:{}).", place.function, file_name(&place.file), place.line));
    }
    let look = "Look at the stacks below it: the first is the wrong use, then who freed and who allocated the memory; without names symbolise them (`ndk-stack`, `addr2line`).";
    failure.wording = Some(Wording::new(escaped(&cause), &if step.is_empty() { vec![look] } else { vec![step, look] }));
    if let Some(place) = used {
        failure.symbol = Some(place.function.clone());
        failure.file = Some(place.file.clone());
        failure.line = Some(place.line);
    }
    failure
}

fn undefined(lines: &Lines, at: usize, found: &Captures<'_>) -> Failure {
    let mut failure = Failure::new(Category::NativeCrash, Language::Native, found["what"].trim());
    failure.file = Some(found["file"].to_owned());
    failure.line = found["line"].parse().ok();
    failure.evidence.push(lines.evidence(at));
    failure.wording = Some(Wording::new(
        "UndefinedBehaviorSanitizer found an operation that C++ does not define: {message}. What the compiler makes of it may change with each optimisation.".to_owned(),
        &["Correct the expression at this place: a wider or unsigned type, a check before it (range of an index, null, alignment, shift).", "`-fno-sanitize-recover=undefined` stops the program at the first of them."],
    ));
    failure
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn an_access_after_a_free_names_both_places() {
        let parsed = parse(concat!(
            "==4242==ERROR: AddressSanitizer: heap-use-after-free on address 0x0040d6a1c910 at pc 0x0071 bp 0x7f sp 0x7e\n",
            "READ of size 8 at 0x0040d6a1c910 thread T19 (GLThread 214)\n",
            "    #0 0x71f2c3a5e4 in Apple::update(float) /src/app/cpp/Apple.cpp:88:24\n",
            "    #1 0x71f2c3b2d0 in Basket::tick(float) /src/app/cpp/Basket.cpp:41:15\n\n",
            "freed by thread T0 (com.example) here:\n",
            "    #0 0x71f5e08f1c in operator delete(void*) (/lib/libclang_rt.asan-aarch64-android.so+0xa4f1c)\n",
            "    #1 0x71f2c3b8f0 in Basket::remove(int) /src/app/cpp/Basket.cpp:63:5\n",
            "==4242==ABORTING\n",
        ));
        let root = &parsed.failures[0];
        assert_eq!((root.file.as_deref(), root.line), (Some("/src/app/cpp/Apple.cpp"), Some(88)));
        assert_eq!(root.symbol.as_deref(), Some("Apple::update"));
        let cause = explain(root).root_cause;
        assert!(cause.contains("`Basket::remove` (Basket.cpp:63)"), "{cause}");
    }

    #[test]
    fn undefined_behaviour_has_its_place() {
        let parsed = parse(
            "/src/sum.cpp:20:14: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
        );
        let root = &parsed.failures[0];
        assert_eq!((root.file.as_deref(), root.line), (Some("/src/sum.cpp"), Some(20)));
    }
}
