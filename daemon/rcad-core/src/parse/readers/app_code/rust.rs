//! Reads a panic of Rust code: in an app's native library it is logged before the signal that ends the process.

use crate::Category;
use crate::model::failure::{Failure, Framework, Language};
use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;

/// The table's row.
pub const READER: Reader =
    Reader { kind: ReaderKind::AppCode, anchors: &[" panicked at ", ": panicked at "], frame: false, read };

/// `thread 'main' panicked at src/shelf.rs:67:5:` with the message below, `… panicked at 'no shelf', src/shelf.rs:67:5` until
/// Rust 1.72
static PANIC: Pattern = Pattern::new(
    r"(?:thread '(?P<thread>[^']*)'(?: \([0-9]+\))? |[: ])panicked at (?:'(?P<message>.*)', )?(?P<file>[^'\s]+\.rs):(?P<line>[0-9]+):[0-9]+:?$",
);

/// `/home/dev/.cargo/registry/src/index-1/tokio-1.40.0/src/a.rs`, `/rustc/9fc6b43/library/core/src/option.rs`
static FOREIGN: Pattern = Pattern::new(r"[/\\]registry[/\\]src[/\\][^/\\]+[/\\](?P<crate>[^/\\]+)[/\\]|^/rustc/");

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let found = PANIC.captures(lines.get(at).trim_end())?;
    let below = lines.following(at).map(|below| lines.get(below).trim().to_owned());
    let message = found.name("message").map(|message| message.as_str().to_owned()).or(below).unwrap_or_default();
    let logged = lines.source(at).is_some();
    let category = if logged { Category::NativeCrash } else { Category::Other };
    let mut failure = Failure::new(category, Language::Native, message);
    failure.framework = if logged { Framework::Android } else { Framework::None };
    failure.evidence.push(lines.evidence(at));
    let file = &found["file"];
    match FOREIGN.captures(file) {
        Some(of) => {
            let name = of.name("crate").map_or("the standard library", |name| name.as_str()).to_owned();
            failure.details.insert("crate".to_owned(), name);
        }
        None => {
            failure.file = Some(file.to_owned());
            failure.line = found["line"].parse().ok();
        }
    }
    let border = if logged {
        " A panic in a library of an app ends the process; the signal that the system logs below is only its consequence."
    } else {
        ""
    };
    let place = if failure.file.is_some() { "`{name}`, line {line}" } else { "code of {crate}" };
    failure.say(
        &format!("Rust code panicked in {place}: {{message}}.{border}"),
        &[
            "Look at line {line} of `{name}`: it asserts, indexes or unwraps something that was not so, or calls what needs more around it; return an error there instead.",
            "Look with `RUST_BACKTRACE=1` which of your functions calls it, and what that passes on.",
        ],
    );
    Some(ReaderMatch { failure, lines: 2, headline: false })
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn a_panic_tells_its_place_and_why() {
        let log = "E shelf-core: RUST PANIC: panicked at crates\\core\\src\\shelf.rs:679:5:\nE shelf-core: there is no reactor running\n\
            F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 20045 (mqt_v_js), pid 14559 (com.example)\n";
        let failure = parse(log).failures.remove(0);
        assert_eq!((failure.category, failure.line), (Category::NativeCrash, Some(679)));
        assert_eq!(failure.message, "there is no reactor running");
        let old = parse("thread 'main' panicked at 'no shelf', src/main.rs:3:5\nnote: run with `RUST_BACKTRACE=1`\n")
            .failures
            .remove(0);
        assert_eq!((old.message.as_str(), old.file.as_deref()), ("no shelf", Some("src/main.rs")));
        let foreign = parse(
            "thread 'main' panicked at /home/dev/.cargo/registry/src/index-1/tokio-1.40.0/src/a.rs:3:5:\nno reactor\n",
        )
        .failures
        .remove(0);
        assert_eq!(
            (foreign.file.as_deref(), foreign.details.get("crate").map(String::as_str)),
            (None, Some("tokio-1.40.0"))
        );
    }
}
