//! Reads failed tests off Gradle's console and other runners' output. What the reports on disk say is not here; this sees
//! text only.

mod kinds;
mod named;
mod runners;
pub mod thrown;

use crate::parse::input::lines::Lines;
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};
use crate::pattern::Pattern;
pub use named::is_of_class;
use named::{failed, found};

/// The table's row.
pub const READER: Reader = Reader {
    kind: ReaderKind::Junit,
    anchors: &[
        " FAILED",
        "FAILED: ",
        "<<< FAILURE!",
        "<<< ERROR!",
        "[ERROR]   ",
        " » ",
        "Failed tests:",
        "Failures:",
        "Errors:",
        "Tests in error:",
        "MethodSource [className = '",
        "INSTRUMENTATION_STATUS: stack=",
        "Error in ",
        "1) ",
        "2) ",
        "3) ",
    ],
    frame: false,
    read,
};

/// `a.ATest > t FAILED`, `a.ATest > [1] x=2 FAILED`, `Gradle Test Run :test > … > a.ATest > t() FAILED`, and of a class that
/// has a name for people `Basket of goods > t() FAILED`
static HEAD: Pattern = Pattern::new(
    r"^(?:Gradle Test [^>]+ > )*(?P<class>[A-Za-z_][^>]*?)(?:\[[^\]>]*\])? > (?P<test>.+?)(?:\[[^\]]*\])? FAILED$",
);

/// `a.ATest.t[linuxX64] FAILED`, `a.ATest.t[js, node] FAILED`: Kotlin's tests outside of the JVM
static TARGET_HEAD: Pattern =
    Pattern::new(r"^(?P<class>(?:[A-Za-z_][A-Za-z0-9_]*\.)*[A-Z][A-Za-z0-9_]*)\.(?P<test>[^.\[\]]+)\[[^\]]+\] FAILED$");

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    gradle(lines, at).or_else(|| runners::read(lines, at))
}

fn gradle(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at);
    let head = HEAD.captures(line).or_else(|| TARGET_HEAD.captures(line))?;
    let (class, test) = (head["class"].trim(), head["test"].trim());
    let thrown = thrown::read(lines, at + 1, true);
    if class.contains(' ') && thrown.is_empty() {
        return None;
    }
    let mut failure = failed(lines, at, class, test);
    thrown.tell(lines, class, &mut failure);
    Some(found(failure, thrown.end - at))
}
