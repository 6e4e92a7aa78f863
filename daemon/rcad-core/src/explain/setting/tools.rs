//! Maven's and Bazel's own commands in the place of Gradle's.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `` `./gradlew :app:dependencies --configuration x` ``, `` `./gradlew dependencyInsight …` ``
static DEPENDENCIES: Pattern = Pattern::new(r"`(?:\./)?gradlew? [^`]*dependenc(?:ies|yInsight)[^`]*`");

/// `` `./gradlew … --stacktrace` ``, `` `--stacktrace` ``
static TRACE: Pattern = Pattern::new(r"`(?:(?:\./)?gradlew? [^`]*)?--stacktrace`");

/// Of a tool: how it shows dependencies, how a trace is had, where test reports are.
const COMMANDS: &[(&str, [&str; 3])] = &[
    ("Maven", ["`mvn dependency:tree`", "`mvn -e …`", "`target/surefire-reports`"]),
    ("Bazel", ["`bazel query 'deps(//…)'`", "`bazel … --verbose_failures`", "`bazel-testlogs`"]),
];

/// Puts the tool's own commands and paths in the place of Gradle's.
pub fn fit(failure: &Failure, steps: &mut [String]) {
    let tool = failure.details.get("build_tool");
    let Some((_, [dependencies, trace, reports])) =
        COMMANDS.iter().find(|(name, _)| Some(*name) == tool.map(String::as_str))
    else {
        return;
    };
    for step in steps {
        for (pattern, own) in [(&DEPENDENCIES, dependencies), (&TRACE, trace)] {
            while let Some((from, to)) = pattern.find(step) {
                step.replace_range(from..to, own);
            }
        }
        *step = step.replace("`build/reports`", reports);
    }
}

#[cfg(test)]
mod tests {
    use super::fit;
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    #[test]
    fn commands_are_those_of_the_tool() {
        let step = "See `./gradlew :app:dependencies`, run with `--stacktrace`, look below `build/reports`.";
        let mut failure = Failure::new(Category::RuntimeNoClassDef, Language::Java, "no");
        let mut steps = [step.to_owned()];
        fit(&failure, &mut steps);
        assert_eq!(steps, [step]);
        failure.details.insert("build_tool".to_owned(), "Maven".to_owned());
        fit(&failure, &mut steps);
        assert_eq!(steps, ["See `mvn dependency:tree`, run with `mvn -e …`, look below `target/surefire-reports`."]);
    }
}
