//! Fits steps to where something failed: they are written for Gradle in a plain Android project at a developer's desk. Other
//! tools have other commands, other frameworks keep versions in other files or write those files anew, a CI machine has no
//! IDE, and a server no manifest. The parser says which setting it is (`parse/resolve/setting.rs`); where it does not know,
//! the steps stay as they are.

mod bridge;
mod clauses;
mod context;
mod leave_out;
mod machines;
mod own;
mod paths;
mod places;
mod placing;
mod subjects;
mod surroundings;
mod tools;

use crate::Category as C;
use crate::model::failure::Failure;
use crate::template;
use context::Setting;
use own::{OF_MACHINES, OF_PROJECTS, OwnStep};
pub use surroundings::fit_cause;

/// The project that is built without Gradle.
const NO_GRADLE: &str = ".NET for Android";

/// Fits the steps to the failure's setting.
///
/// `elsewhere` says that the place that the log names is in a module that is not the reader's.
pub fn fit(failure: &Failure, elsewhere: bool, steps: &mut Vec<String>) {
    tools::fit(failure, steps);
    surroundings::fit(failure, steps);
    let mut setting = Setting::of(failure);
    setting.in_module |= elsewhere && failure.file.is_some();
    if setting.project.is_none() && setting.machine.is_none() && !setting.plain {
        return;
    }
    leave_out::fit(&setting, steps);
    if setting.project == Some(NO_GRADLE) && steps.iter().any(|step| !step.contains("gradlew")) {
        steps.retain(|step| !step.contains("gradlew"));
    }
    begin_with_own(&setting, failure, steps);
    bridge::fit(setting.project, failure, steps);
    placing::fit(&setting, steps);
    if let Some(project) = setting.project {
        steps.iter_mut().for_each(|step| paths::fit(project, step));
    }
}

/// Puts the setting's own first step for the category first.
fn begin_with_own(setting: &Setting, failure: &Failure, steps: &mut Vec<String>) {
    let find = |table: &'static [OwnStep], name: Option<&str>| {
        let for_it = |own: &&OwnStep| Some(own.setting) == name && own.about.contains(&failure.category);
        let own = table.iter().find(|own| for_it(own) && says(own, failure))?;
        Some((own.setting, template::fill(own.step, failure)?))
    };
    let known = setting.places().zip(steps.first()).is_some_and(|(places, step)| places.knows(step));
    if let Some((own, first)) = find(OF_PROJECTS, setting.project).filter(|_| !known) {
        // What it says is the general first step in this setting's words; for a class that is there twice there are more.
        let more = matches!(failure.category, C::GradleDuplicateClass | C::AgpDexMerge) && own != NO_GRADLE;
        if !more && !steps.is_empty() {
            steps.remove(0);
        }
        steps.insert(0, first);
    }
    if let Some((_, first)) = find(OF_MACHINES, setting.machine) {
        steps.retain(|step| !["On CI ", "In Docker "].iter().any(|start| step.starts_with(start)));
        if failure.category == C::AgpSdkLocation || failure.category == C::AgpSdkLicense {
            steps.drain(..steps.len().min(1));
        }
        steps.insert(0, first);
    }
}

fn says(own: &OwnStep, failure: &Failure) -> bool {
    let message = failure.message.to_ascii_lowercase();
    own.says.is_empty() || own.says.iter().any(|text| message.contains(text))
}
