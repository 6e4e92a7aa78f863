//! Who called the function in which native code crashed: within its library, and the first that is no part of it.

use super::super::stack_trace::own;

/// A native frame.
pub struct NativeFrame {
    /// Its number in the trace of its thread.
    pub number: u32,
    /// File name.
    pub library: String,
    /// Demangled.
    pub function: Option<String>,
    /// Whether it is Android's own.
    pub of_system: bool,
}

/// Beginnings of the names of libraries that run managed code, and what that is.
const MANAGED: &[(&str, &str)] = &[
    ("libmonosgen", "managed code (.NET)"),
    ("libcoreclr", "managed code (.NET)"),
    ("libmono", "managed code (Mono)"),
    ("libil2cpp", "C# code (IL2CPP)"),
    ("libflutter", "Flutter"),
    ("libapp.so", "Dart code"),
    ("libhermes", "JavaScript (Hermes)"),
];

/// Ends of the names of files with code that was Java or Kotlin.
const JAVA: &[&str] = &[".dex", ".odex", ".oat", ".vdex", ".art"];

/// In words who called the frame at `at`; nothing where no name says it.
pub fn tell(frames: &[NativeFrame], at: usize, package: Option<&str>) -> Option<String> {
    let culprit = frames.get(at)?;
    // With a lower number begins another thread.
    let numbers = frames[at..].windows(2).take_while(|two| two[0].number < two[1].number);
    let below = &frames[at + 1..at + 1 + numbers.count()];
    let inside =
        below.iter().take_while(|frame| frame.library == culprit.library || frame.of_system && !is_java(frame));
    let inside: Vec<&NativeFrame> = inside.collect();
    let mut named = inside.iter().filter(|frame| frame.library == culprit.library).filter_map(|frame| name(frame));
    let own = name(culprit).unwrap_or_default();
    let direct = named.clone().find(|caller| *caller != own);
    let further = named.clone().find(|caller| group(caller) != group(&own)).or_else(|| named.next_back());
    let further = further.filter(|name| Some(name) != direct.as_ref() && *name != own);
    let outer = below[inside.len()..].iter().find(|frame| !frame.of_system || is_java(frame));
    let outer = outer.and_then(|frame| outside(frame, package));
    let mut told = Vec::from_iter(direct.map(|name| format!("`{name}`")));
    told.extend(further.map(|name| format!("further up by `{name}`")));
    if let Some(outer) = outer {
        told.push(if told.is_empty() { outer } else { format!("and that by {outer}") });
    }
    (!told.is_empty()).then(|| told.join(", "))
}

/// Who a frame is that belongs to another library.
fn outside(frame: &NativeFrame, package: Option<&str>) -> Option<String> {
    if is_java(frame) {
        let function = frame.function.as_deref()?;
        let (class, method) = function.rsplit_once('.')?;
        let method = method.split("$lambda$").next().unwrap_or(method);
        let class = Some(class).filter(|class| class.contains('.') && own::is_own(class, package))?;
        return Some(format!("`{}.{method}` of Java or Kotlin", class.rsplit('.').next().unwrap_or(class)));
    }
    let library = &frame.library;
    let managed = MANAGED.iter().find(|(start, _)| library.starts_with(start));
    match (managed, name(frame).filter(|name| !name.starts_with("Java_"))) {
        (Some((_, what)), _) => Some(format!("{what} through `{library}`")),
        (None, Some(name)) => Some(format!("`{name}` of `{library}`")),
        (None, None) if frame.function.is_none() && library.ends_with(".so") => Some(format!("`{library}`")),
        (None, None) => None,
    }
}

fn is_java(frame: &NativeFrame) -> bool {
    JAVA.iter().any(|end| frame.library.ends_with(end)) || frame.library.contains("dalvik-")
}

/// A function's name without its arguments; none for what only hands on.
fn name(frame: &NativeFrame) -> Option<String> {
    let function = frame.function.as_deref()?;
    let hands_on = ["std::", "operator", "__", "Java_", "abort"].iter().any(|start| function.starts_with(start));
    let begin = if function.starts_with('(') { function.find("::").unwrap_or(0) } else { 0 };
    let end = function[begin..].find('(').map_or(function.len(), |at| begin + at);
    (!hands_on && end > 0 && !function.contains('?')).then(|| function[..end].to_owned())
}

/// The outermost namespace or class of a C++ function; nothing for one of C.
fn group(function: &str) -> &str {
    function.split_once("::").map_or("", |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::{NativeFrame, tell};
    use crate::explain::explain;
    use crate::parse::parse;

    fn called(frames: &[(&str, &str)]) -> Option<String> {
        let frames: Vec<NativeFrame> = frames
            .iter()
            .zip(0..)
            .map(|((library, function), number)| NativeFrame {
                number,
                library: (*library).to_owned(),
                function: Some((*function).to_owned()).filter(|name| !name.is_empty()),
                of_system: library.starts_with("libc."),
            })
            .collect();
        tell(&frames, 0, None)
    }

    #[test]
    fn callers_are_named_up_to_another_library() {
        let oak = "liboak.so";
        for (frames, told) in [
            (
                &[(oak, "pack"), (oak, "shelf_fill"), ("libc.so", "qsort"), (oak, "shelf_open"), ("basket", "main")][..],
                Some("`shelf_fill`, further up by `shelf_open`, and that by `main` of `basket`"),
            ),
            (
                &[
                    (oak, "oak::Apple::peel(int)"),
                    (oak, "oak::init(oak::Tree const&)"),
                    (oak, "oak_init"),
                    ("libmonosgen-2.0.so", ""),
                ],
                Some(
                    "`oak::init`, further up by `oak_init`, and that by managed code (.NET) through `libmonosgen-2.0.so`",
                ),
            ),
            (&[(oak, "pack"), ("base.odex", "com.example.basket.Shelf.fill")], Some("`Shelf.fill` of Java or Kotlin")),
            (&[(oak, "pack"), (oak, ""), ("libc.so", "__start_thread")], None),
            (&[(oak, "pack"), ("libbasket.so", "basket_fill")], Some("`basket_fill` of `libbasket.so`")),
        ] {
            assert_eq!(called(frames).as_deref(), told);
        }
    }

    #[test]
    fn the_answer_says_who_called() {
        let log = "pid: 7, tid: 9, name: oak  >>> com.example.basket <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0xa9932a70\nbacktrace:\n\
            \x20   #00 pc 00004836  /data/app/com.example.basket-1/lib/arm/liboak.so (pack+4)\n\
            \x20   #01 pc 00004936  /data/app/com.example.basket-1/lib/arm/libshelf.so (shelf_fill+22)\n";
        let told = explain(&parse(log).failures[0]).root_cause;
        assert!(told.contains("It was called by `shelf_fill` of `libshelf.so`."), "{told}");
        let script = "backtrace:\nAbort message: 'terminating due to uncaught exception of type facebook::jni::JniException: com.facebook.react.common.JavascriptException: Error: no oak, stack:'\n";
        let told = explain(&parse(&log.replace("backtrace:\n", &format!("{}backtrace:\n", &script[11..]))).failures[0]);
        assert!(!told.root_cause.contains("was called by"), "{told:?}");
    }
}
