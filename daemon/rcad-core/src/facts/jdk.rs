//! Functions of Java's library that came with a later release than the one that compiles or runs here.

use super::table::{ANDROID, cell, rows};
use crate::pattern::Pattern;
use crate::{Category, Failure};

/// `public abstract fun get(): Byte defined in java.nio.ByteBuffer`
static DECLARED: Pattern = Pattern::new(
    r"\bfun (?:<[^>]*> )?(?:[A-Za-z0-9_.<>?, *]+\.)?(?P<member>[A-Za-z0-9_]+)\(.* defined in (?P<class>java\.[A-Za-z.]+)$",
);

/// `method get in class ByteBuffer cannot be applied to given types`
static APPLIED: Pattern = Pattern::new(
    r"method (?P<member>[A-Za-z]+) in (?:class|interface) (?P<class>[A-Za-z]+)(?:<[^ ]*>)? cannot be applied",
);

/// In which way a function is new.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewIn {
    Name,
    Overload,
    Result,
}

impl NewIn {
    fn of(cell: &str) -> Self {
        match cell {
            "overload" => NewIn::Overload,
            "result" => NewIn::Result,
            _ => NewIn::Name,
        }
    }
}

/// A function that came later.
struct Later {
    class: &'static str,
    jdk: &'static str,
    android: Option<&'static str>,
    new: NewIn,
    instead: Option<&'static str>,
}

/// The row of a function, by the class's full or simple name.
fn later(class: &str, member: &str, fits: impl Fn(NewIn) -> bool) -> Option<Later> {
    let class = class.split('<').next().unwrap_or(class).replace('/', ".");
    let found = rows(&ANDROID, "jdk_members").iter().find_map(|row| {
        let (full, members) = row.first()?.split_once(": ")?;
        let named = full == class || !class.contains('.') && full.rsplit('.').next() == Some(class.as_str());
        let new = NewIn::of(cell(row, 3).unwrap_or_default());
        (named && members.split(' ').any(|one| one == member) && fits(new)).then_some((full, row, new))
    });
    let (class, row, new) = found?;
    Some(Later { class, jdk: cell(row, 1)?, android: cell(row, 2), new, instead: cell(row, 4) })
}

/// Says of a function that is not found, or takes fewer arguments, since when Java has it; `false` where no row is about it.
pub fn tell(failure: &mut Failure) -> bool {
    if failure.details.contains_key("known") {
        return false;
    }
    let Some((member, found)) = called(failure) else { return false };
    let running = failure.category == Category::RuntimeNoClassDef;
    let android = if running { on_device(failure) } else { for_android(failure) };
    for (name, value) in [
        ("jdk_member", format!("{}.{member}", found.class.rsplit('.').next().unwrap_or(found.class))),
        ("jdk_since", found.jdk.to_owned()),
        ("android_since", found.android.unwrap_or_default().to_owned()),
        ("jdk_instead", found.instead.unwrap_or("what older releases have").to_owned()),
    ] {
        failure.details.insert(name.to_owned(), value);
    }
    let what = match found.new {
        NewIn::Name => "`{jdk_member}` exists",
        NewIn::Overload => "`{jdk_member}` has overloads with more arguments",
        NewIn::Result => "`{jdk_member}` returns its own class",
    };
    let level = if found.android.is_some() { ", Android from API level {android_since} on" } else { "" };
    match (running, android) {
        (false, false) => failure.say(
            &format!("{what} since Java {{jdk_since}}, and the Java for which this is compiled is older (the JDK that Gradle runs on or the toolchain, or `--release`). Then the call itself is no mistake."),
            &[
                "Compile with JDK {jdk_since} or newer: `JAVA_HOME` or the toolchain (`kotlin {{ jvmToolchain(21) }}`, `java {{ toolchain {{ … }} }}`), and no lower `--release`; or use {jdk_instead}.",
            ],
        ),
        (false, true) => failure.say(
            &format!("{what} since Java {{jdk_since}}{level}; the `compileSdk` of this module does not have it."),
            &[
                "Raise `compileSdk` to a level that has it, and for older devices switch core library desugaring on or check `Build.VERSION.SDK_INT`; or use {jdk_instead}.",
            ],
        ),
        (true, false) => failure.say(
            &format!("{what} since Java {{jdk_since}}, and the Java that runs here is older: the code was compiled with a newer JDK and not for this release."),
            &[
                "Run it with Java {jdk_since} or newer. If an older one has to do: compile with `--release` of that Java (Gradle `options.release`, Maven `maven.compiler.release`, Kotlin `-Xjdk-release`), not only with `-source`/`-target`, and use {jdk_instead}; for a library, take a release that is made for it.",
            ],
        ),
        (true, true) => failure.say(
            &format!("{what} in Java since release {{jdk_since}}{level}; the Android of this device does not have it. Code that was compiled against a newer Java or SDK calls it."),
            &[if found.class.starts_with(UNDESUGARED) { WITHOUT_DESUGARING } else { BY_DESUGARING }],
        ),
    }
    true
}

/// A package of which core library desugaring brings nothing.
const UNDESUGARED: &str = "java.util.regex.";

const WITHOUT_DESUGARING: &str = "Use {jdk_instead} in its place, or raise `minSdk` to {android_since}: desugaring does not bring it. In a library's code, update the library.";

const BY_DESUGARING: &str = "Use {jdk_instead} in its place, or let D8 bring it along: a current Android Gradle plugin, with `isCoreLibraryDesugaringEnabled = true` and `coreLibraryDesugaring(\"com.android.tools:desugar_jdk_libs:…\")` for most of it. In a library's code, update the library or raise `minSdk`.";

/// The function that the failure is about, where Java has it since a later release.
fn called(failure: &Failure) -> Option<(String, Later)> {
    match failure.category {
        Category::KotlinOverload if failure.message.starts_with("Too many arguments") => {
            let found = DECLARED.captures(failure.details.get("declaration")?)?;
            let member = found["member"].to_owned();
            later(&found["class"], &member, |new| new == NewIn::Overload).map(|found| (member, found))
        }
        Category::JavaCannotFindSymbol => {
            let class = failure.first_detail(&["member_of", "jdk_class"])?;
            let member = failure.symbol.clone()?;
            later(&class, &member, |new| new == NewIn::Name).map(|found| (member, found))
        }
        Category::JavaOther => {
            if let (Some(class), Some(member)) = (failure.details.get("candidate_of"), failure.symbol.clone()) {
                return later(class, &member, |new| new == NewIn::Overload).map(|found| (member, found));
            }
            let found = APPLIED.captures(&failure.message)?;
            let (class, member) = (&found["class"], found["member"].to_owned());
            later(class, &member, |new| new == NewIn::Overload).map(|found| (member, found))
        }
        Category::RuntimeNoClassDef if failure.exception.as_deref() == Some("java.lang.NoSuchMethodError") => {
            let symbol = failure.symbol.as_deref()?;
            let (class, member) = match failure.details.get("owner") {
                Some(owner) => (owner.as_str(), symbol),
                None => symbol.rsplit_once('.')?,
            };
            let found = later(class, member, |_| class.starts_with("java"))?;
            // An overload or result is new only where the call asks for just that.
            let asks = match found.new {
                NewIn::Name => true,
                NewIn::Overload => !failure.message.contains("()"),
                NewIn::Result => failure.message.contains("Buffer;") || failure.message.contains("'java.nio."),
            };
            asks.then(|| (member.to_owned(), found))
        }
        _ => None,
    }
}

/// Whether it ran on Android: its runtime says `No virtual method`, or the log shows a device.
fn on_device(failure: &Failure) -> bool {
    failure.process.is_some() || failure.message.contains("in class L") || failure.message.starts_with("No ")
}

/// Whether a task of the Android Gradle plugin compiled it.
fn for_android(failure: &Failure) -> bool {
    let task = failure.task.as_deref().unwrap_or_default();
    ["Debug", "Release"].iter().any(|kind| task.contains(kind))
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn an_overload_of_a_later_java_is_no_surplus_argument() {
        let log = |declared: &str| {
            format!(
                "> Task :compileKotlin FAILED\ne: /home/dev/shelf/src/main/kotlin/Shelf.kt: (82, 28): Too many arguments for {declared}\n"
            )
        };
        let later = answer(&log("public abstract fun get(): Byte defined in java.nio.ByteBuffer"));
        assert!(later.contains("since Java 13") && !later.contains("Take the arguments out"), "{later}");
        let own = answer(&log("public abstract fun get(): Byte defined in com.example.Shelf"));
        assert!(own.contains("Take the arguments out"), "{own}");
    }

    #[test]
    fn a_name_of_a_later_java_is_known() {
        let log = "/home/dev/shelf/src/main/java/Shelf.java:6: error: cannot find symbol\n        if (name.isBlank()) {\n                ^\n  symbol:   method isBlank()\n  location: variable name of type String\n1 error\n";
        assert!(answer(log).contains("since Java 11"), "{}", answer(log));
        let log = |class: &str| {
            format!(
                "/home/dev/shelf/src/main/java/Shelf.java:6: error: no suitable method found for get(int,byte[])\n        buffer.get(3, bytes);\n              ^\n    method {class}.get() is not applicable\n      (actual and formal argument lists differ in length)\n1 error\n"
            )
        };
        assert!(answer(&log("ByteBuffer")).contains("since Java 13"), "{}", answer(&log("ByteBuffer")));
        assert!(!answer(&log("Shelf")).contains("since Java"));
    }

    #[test]
    fn what_runs_on_an_older_java_was_compiled_for_a_later_one() {
        let jvm = answer(
            "Exception in thread \"main\" java.lang.NoSuchMethodError: java.nio.ByteBuffer.flip()Ljava/nio/ByteBuffer;\n\tat com.example.shelf.Board.read(Board.java:9)\n",
        );
        assert!(jvm.contains("since Java 9") && jvm.contains("--release") && jvm.contains("(Buffer)"), "{jvm}");
        let device = answer(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NoSuchMethodError: No interface method toList()Ljava/util/List; in class Ljava/util/stream/Stream; or its super classes\n\tat net.oak.basket.Main.open(Main.java:3)\n",
        );
        assert!(device.contains("API level 34") && device.contains("Collectors.toList()"), "{device}");
        let group = answer(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NoSuchMethodError: No virtual method end(Ljava/lang/String;)I in class Ljava/util/regex/Matcher; or its super classes\n\tat kotlin.text.Shelf.get(Shelf.kt:3)\n",
        );
        assert!(group.contains("API level 26") && group.contains("groupValues"), "{group}");
        let own = answer(
            "Exception in thread \"main\" java.lang.NoSuchMethodError: com.example.Shelf.flip()V\n\tat com.example.shelf.Board.read(Board.java:9)\n",
        );
        assert!(!own.contains("since Java"), "{own}");
    }
}
