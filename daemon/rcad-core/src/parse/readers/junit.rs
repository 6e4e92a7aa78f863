//! Reads failed tests off Gradle's console and other runners' output. What the reports on disk say is not here; this sees
//! text only.

pub mod dart;
mod kinds;
pub mod mocks;
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
        " [E]",
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

/// The packages of what AGP names as a test's class where no test ran.
const STAND_INS: &[&str] = &["com.android.builder.testing.", "com.android.build.gradle.internal.testing."];

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    gradle(lines, at).or_else(|| runners::read(lines, at)).or_else(|| dart::read(lines, at))
}

fn gradle(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    let line = lines.get(at);
    let head = HEAD.captures(line).or_else(|| TARGET_HEAD.captures(line))?;
    let (class, test) = (head["class"].trim(), head["test"].trim());
    // `com.android.builder.testing.ConnectedDevice > No tests found.[Pixel 7 - 14] FAILED`: AGP's stand-in for a run without any
    if STAND_INS.iter().any(|package| class.starts_with(package)) {
        return None;
    }
    let thrown = thrown::read(lines, at + 1, true);
    if class.contains(' ') && thrown.is_empty() {
        return None;
    }
    let mut failure = failed(lines, at, class, test);
    thrown.tell(lines, class, &mut failure);
    if on_device(line) {
        failure.details.insert("on_device".to_owned(), "yes".to_owned());
    }
    // Gradle's short form has no messages; what the program logged has.
    if !failure.details.contains_key("assertion")
        && let Some(said) = logged_above(lines, at)
    {
        failure.details.insert("logged_above".to_owned(), said);
    }
    Some(found(failure, thrown.end - at))
}

/// `a.ATest > t[Pixel_6_API_33(AVD) - 13] FAILED`, `…[Pixel 7 - 14] FAILED`: the device on which the test ran
static DEVICE: Pattern = Pattern::new(r"\[[^\[\]]+ - [0-9][0-9.]*\] FAILED");

fn on_device(line: &str) -> bool {
    DEVICE.is_match(line)
}

/// `12:00:01 ERROR o.h.e.jdbc.spi.SqlExceptionHelper - NULL not allowed for column "TOTAL"`
static LOGGED_ERROR: Pattern =
    Pattern::new(r"(?:^|[\s\[])(?:ERROR|SEVERE|FATAL)[\]\s][^\n]*?(?: - | : |: )(?P<said>\S.{9,})$");

/// Lines of a test's output above its result in which its errors are looked for, and the longest words that are quoted.
const OUTPUT: usize = 25;
const QUOTED: usize = 160;

/// The last error that the program logged in the test's own output.
fn logged_above(lines: &Lines, at: usize) -> Option<String> {
    let from = at.saturating_sub(OUTPUT);
    let mut own = (from..at).rev().take_while(|above| !lines.get(*above).ends_with(" FAILED"));
    let said = own.find_map(|above| LOGGED_ERROR.captures(lines.get(above)).map(|found| found["said"].to_owned()))?;
    Some(said.chars().take(QUOTED).collect())
}
