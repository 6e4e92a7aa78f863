//! Says in which module of the build something failed, where no other words do: a message as a rule names the file alone.

use super::notes;
use crate::Category as C;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `A problem occurred evaluating project ':shop:shelf'.`
static PROJECT: Pattern = Pattern::new(r"A problem occurred (?:evaluating|configuring) project '(?P<module>:[^']+)'");

/// Modules that need no telling: builds with one have these.
const USUAL: &[&str] = &["", ":app"];

/// Gradle's own builds beside the modules.
const BUILD_LOGIC: &str = ":buildSrc";

/// Categories that are no module's matter: what machines lack, what is fetched, Gradle's own process.
const OF_NONE: &[C] = &[
    C::AgpSdkLicense,
    C::AgpSdkLocation,
    C::GradleChecksumVerification,
    C::GradleDaemonOom,
    C::GradleLock,
    C::GradleNetworkTls,
    C::GradleTaskNotFound,
    C::GradleWrapper,
];

/// Adds the module to the cause, unless that or the first step names it.
pub fn tell(failure: &Failure, cause: &mut String, fixes: &[String]) {
    let Some(sentence) = sentence(failure) else { return };
    let name = module(failure).and_then(|module| module.rsplit(':').next()).unwrap_or_default();
    if says(cause, name) || fixes.first().is_some_and(|step| says(step, name)) {
        return;
    }
    notes::end_sentence(cause);
    cause.push_str(&sentence);
}

/// The cause of another failure without the module, where it is the root's.
pub fn untold<'c>(cause: &'c str, failure: &Failure, root: Option<&Failure>) -> &'c str {
    let same = root.and_then(sentence).filter(|of_root| sentence(failure).as_ref() == Some(of_root));
    same.and_then(|sentence| cause.strip_suffix(sentence.as_str())).map_or(cause, str::trim_end)
}

/// In which module it failed, where that matters.
fn sentence(failure: &Failure) -> Option<String> {
    let module = module(failure).filter(|module| !USUAL.contains(module) && !OF_NONE.contains(&failure.category))?;
    Some(match module {
        BUILD_LOGIC => "It fails in `buildSrc`, the build's own logic.".to_owned(),
        module => format!("It fails in the module `{module}`."),
    })
}

/// Whether a text names the module, also as others write it: `shelf_view` and `@shelf/view` are the same.
fn says(text: &str, name: &str) -> bool {
    let name = plain(name);
    let is_of_name = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    name.len() >= LONG && plain(text).contains(&name)
        || text.split(|letter| !is_of_name(letter)).any(|word| plain(word) == name)
}

/// Letters of a name that no other word holds by chance.
const LONG: usize = 8;

/// The module whose task failed, or whose script did.
fn module(failure: &Failure) -> Option<&str> {
    let task = failure.task.as_deref().filter(|task| task.starts_with(':') && !task.contains(' '));
    if let Some((module, _)) = task.and_then(|task| task.rsplit_once(':')) {
        return Some(module);
    }
    let found = failure.evidence.iter().find_map(|line| PROJECT.captures(&line.text))?;
    found.name("module").map(|module| module.as_str())
}

fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{says, tell, untold};
    use crate::model::failure::{Evidence, Language};
    use crate::{Category, Failure};

    fn told(category: Category, task: Option<&str>, line: &str, cause: &str) -> String {
        let mut failure = Failure::new(category, Language::Kotlin, "words");
        failure.task = task.map(str::to_owned);
        failure.evidence.push(Evidence { line: 1, text: line.to_owned() });
        let mut cause = cause.to_owned();
        tell(&failure, &mut cause, &["Do something.".to_owned()]);
        cause
    }

    #[test]
    fn a_module_that_nothing_names_is_told() {
        let of = |task: &str, cause: &str| told(Category::KotlinOverload, Some(task), "", cause);
        assert_eq!(of(":core:shelf-view:compileKotlin", "No."), "No. It fails in the module `:core:shelf-view`.");
        assert_eq!(of(":core:shelf-view:compileKotlin", "No shelf_view."), "No shelf_view.");
        assert!(of(":buildSrc:compileKotlin", "No").ends_with("It fails in `buildSrc`, the build's own logic."));
        for task in [":app:compileKotlin", ":compileKotlin", "compileKotlin"] {
            assert_eq!(of(task, "No."), "No.", "{task}");
        }
        let line = "A problem occurred evaluating project ':shelf'.";
        assert!(told(Category::GradleScriptEvaluation, None, line, "No.").ends_with("`:shelf`."));
        assert_eq!(told(Category::GradleNetworkTls, None, line, "No."), "No.");
        assert!(says("`@example/shelf-view` fails.", "example_shelf-view") && says("in core", "core"));
        assert!(!says("the library fails", "lib"));
    }

    #[test]
    fn the_roots_module_is_told_once() {
        let mut root = Failure::new(Category::KotlinOverload, Language::Kotlin, "words");
        root.task = Some(":shelf:compileKotlin".to_owned());
        let mut other = root.clone();
        let cause = "No. It fails in the module `:shelf`.";
        assert_eq!(untold(cause, &other, Some(&root)), "No.");
        other.task = Some(":basket:compileKotlin".to_owned());
        assert_eq!(
            untold("No. It fails in the module `:basket`.", &other, Some(&root)),
            "No. It fails in the module `:basket`."
        );
    }
}
