//! Logs to measure with: recorded failures with varying file names, and routine output of Gradle.

/// Recorded from the real tools.
const FAILURES: &[&str] = &[
    include_str!("../../../testdata/parse/gradle/g8-javac.log"),
    include_str!("../../../testdata/parse/kotlinc/k2-type-mismatch.log"),
    include_str!("../../../testdata/parse/gradle/g8-dependency-not-found.log"),
    include_str!("../../../testdata/parse/kotlinc/k1-unresolved.log"),
    include_str!("../../../testdata/parse/gradle/g8-test-failure.log"),
    include_str!("../../../testdata/parse/aapt2/resource-not-found.log"),
    include_str!("../../../testdata/parse/gradle/g4-javac.log"),
    include_str!("../../../testdata/parse/gradle/g8-task-throws-stacktrace.log"),
];

/// Compilers' errors without Gradle's blocks.
const ERRORS: &[&str] = &[
    include_str!("../../../testdata/parse/kotlinc/k2-type-mismatch.log"),
    include_str!("../../../testdata/parse/kotlinc/k1-unresolved.log"),
    include_str!("../../../testdata/parse/javac/cannot-find-symbol.log"),
    include_str!("../../../testdata/parse/aapt2/resource-not-found.log"),
];

/// A generator of logs; the same in every run.
pub struct LogTexts {
    state: u64,
    copies: usize,
}

impl LogTexts {
    /// A generator at its start.
    pub fn new() -> LogTexts {
        LogTexts { state: 42, copies: 0 }
    }

    fn next(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % below
    }

    /// At least `bytes` of routine output.
    pub fn routine(&mut self, out: &mut String, bytes: usize) {
        let end = out.len() + bytes;
        while out.len() < end {
            let (n, m) = (self.next(900) + 100, self.next(90) + 10);
            let line = match self.next(16) {
                0..=6 => format!("> Task :feature{m}:component{n}:compileDebugKotlin UP-TO-DATE\n"),
                7 | 8 => format!("> Task :feature{m}:component{n}:processDebugResources\n"),
                9 => format!(
                    "Download https://repository.example.com/com/example/part{n}/1.{m}/part{n}-1.{m}.pom, took 2{m} ms\n"
                ),
                10 => format!(
                    "w: file:///home/dev/app/feature{m}/src/main/java/com/example/Part{n}.kt:{m}:9 Variable 'basket' is never used\n"
                ),
                11 => "Note: Some input files use unchecked or unsafe operations.\n".to_owned(),
                12 => format!("2026-11-22T18:14:{m}.{n}Z Transforming part{n}-1.{m}.aar with JetifyTransform\n"),
                13 => format!(
                    "/home/dev/app/feature{m}/src/main/AndroidManifest.xml:{m}:5-{n} Warning: element uses-permission was declared twice\n"
                ),
                14 => format!("com.example.Part{n}Test > adds{m}() PASSED\n"),
                _ => "\n".to_owned(),
            };
            out.push_str(&line);
        }
    }

    fn failure(&mut self, out: &mut String, of: &[&str]) {
        let text = of[self.copies % of.len()];
        self.copies += 1;
        let n = self.copies;
        out.push_str(
            &text
                .replace(".kt", &format!("{n}.kt"))
                .replace(".java", &format!("{n}.java"))
                .replace(".xml", &format!("{n}.xml")),
        );
        out.push('\n');
    }

    /// At least `bytes` of routine output with a recorded failure after every `apart` bytes.
    pub fn mixed(&mut self, bytes: usize, apart: usize) -> String {
        let mut out = String::with_capacity(bytes + bytes / 8);
        while out.len() < bytes {
            let some = apart.min(bytes - out.len());
            self.routine(&mut out, some);
            self.failure(&mut out, FAILURES);
        }
        out
    }

    /// At least `bytes` in which every line belongs to an error.
    pub fn errors(&mut self, bytes: usize) -> String {
        let mut out = String::with_capacity(bytes + bytes / 8);
        while out.len() < bytes {
            self.failure(&mut out, ERRORS);
        }
        out
    }
}
