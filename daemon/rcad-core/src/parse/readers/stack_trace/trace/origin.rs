//! Where a logger or Java itself says that a frame's class comes from: `~[scales-2.1.jar:2.1]` behind it, a module's name
//! and version before it.

use crate::pattern::Pattern;

/// What is said of a class's origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClassOrigin {
    /// Nothing, or nothing that tells whose it is.
    #[default]
    Unsaid,
    /// A build's own output: `~[classes/:na]`, `[classes!/:1.0]`, `~[main/:?]`.
    Built,
    /// A jar of which no version is known: a library's, or the program's own.
    Jar(String),
    /// A library, with its version where that is known.
    Library(String),
}

/// `… (Shelf.java:9) ~[scales-2.1.jar!/:2.1]`, `… (Main.java:3) [classes/:?]`
static PACKAGED: Pattern = Pattern::new(r"\) ~?\[(?P<from>[^\[\]:]+):(?P<version>[^\[\]:]*)\]\s*$");

/// `at org.scales.core@6.1.7//org.scales.Scale.weigh(Scale.java:9)`: a named module with its version
static MODULE: Pattern =
    Pattern::new(r"^\s*at (?:[a-z.-]+/)?(?P<module>[a-z][A-Za-z0-9_.]*)@(?P<version>[0-9][^/ ]*)/{1,2}[A-Za-z_$]");

/// Folders into which builds compile.
const BUILT: &[&str] = &["classes", "test-classes", "main", "test", "bin", "production"];

/// Modules of the JDK itself, and what loaders of games call everything that they load.
const OF_NOBODY: &[&str] = &["java.", "jdk.", "minecraft"];

/// What the line of a frame says.
pub fn said(line: &str) -> ClassOrigin {
    if line.trim_end().ends_with(']')
        && let Some(found) = PACKAGED.captures(line)
    {
        return packaged(&found["from"], &found["version"]);
    }
    if line.contains('@')
        && let Some(found) = MODULE.captures(line)
        && !OF_NOBODY.iter().any(|start| found["module"].starts_with(start))
    {
        return ClassOrigin::Library(format!("{} {}", &found["module"], &found["version"]));
    }
    ClassOrigin::Unsaid
}

fn packaged(from: &str, version: &str) -> ClassOrigin {
    let from = from.trim_end_matches('/').trim_end_matches('!');
    if BUILT.contains(&from) {
        return ClassOrigin::Built;
    }
    let Some(name) = from.strip_suffix(".jar") else { return ClassOrigin::Unsaid };
    let named = name.strip_suffix(version).and_then(|name| name.strip_suffix('-')).filter(|_| !version.is_empty());
    match named {
        Some(name) => ClassOrigin::Library(format!("{name} {version}")),
        None => ClassOrigin::Jar(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ClassOrigin, said};

    #[test]
    fn what_stands_beside_a_frame_tells_its_origin() {
        let library = |name: &str| ClassOrigin::Library(name.to_owned());
        for (line, origin) in [
            (
                "\tat org.scales.Scale.weigh(Scale.java:9) ~[scales-2.1.RELEASE.jar:2.1.RELEASE]",
                library("scales 2.1.RELEASE"),
            ),
            ("\tat org.scales.Scale.weigh(Scale.java:9) [scales-2.1.jar!/:2.1]", library("scales 2.1")),
            ("\tat org.scales.core@6.1.7//org.scales.Scale.weigh(Scale.java:9)", library("org.scales.core 6.1.7")),
            ("\tat a.Basket.put(Basket.java:9) ~[Basket.jar:?]", ClassOrigin::Jar("Basket".to_owned())),
            ("\tat a.Basket.put(Basket.java:9) ~[classes/:na]", ClassOrigin::Built),
            ("\tat a.Basket.put(Basket.java:9) [classes!/:1.0]", ClassOrigin::Built),
            ("\tat a.Basket.put(Basket.kt:9) ~[main/:?]", ClassOrigin::Built),
            ("\tat java.lang.Thread.run(Thread.java:9) ~[?:1.8.0_212]", ClassOrigin::Unsaid),
            ("\tat java.base@17/java.lang.Thread.run(Thread.java:9)", ClassOrigin::Unsaid),
            ("\tat app//a.Basket.put(Basket.java:9)", ClassOrigin::Unsaid),
            ("\tat TRANSFORMER/basket@1.0/a.Basket.put(Basket.java:9)", ClassOrigin::Unsaid),
        ] {
            assert_eq!(said(line), origin, "{line}");
        }
    }
}
