//! Gradle's notice that its daemon will end after the build: the build itself goes on.

use crate::parse::input::lines::Lines;

/// What a text says where the build failed all the same.
const FAILED: &[&str] = &[
    "FAILURE: ",
    "FAILED",
    "went wrong",
    "OutOfMemoryError",
    "> Metaspace",
    "> Java heap space",
    "GC overhead",
    "disappeared",
];

/// Whether the line is that notice, and nothing in the text says that anything failed.
pub fn is_notice_alone(lines: &Lines, at: usize) -> bool {
    let says = |line: &str| FAILED.iter().any(|words| line.contains(words));
    lines.get(at).contains("The Daemon will expire after the build")
        && !(0..lines.len()).any(|index| says(lines.get(index)))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn the_notice_is_no_failure() {
        let notice = "The Daemon will expire after the build after running out of JVM Metaspace.\nThe daemon will restart for the next build, which may increase subsequent build times.\nThe currently configured max heap space is '4 GiB' and the configured max metaspace is '1 GiB'.\n";
        assert!(parse(notice).failures.is_empty());
        let failed = format!(
            "{notice}> Task :shelf:kspKotlin FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nMetaspace\n"
        );
        assert_eq!(parse(&failed).failures[0].category, crate::Category::GradleDaemonOom);
    }
}
