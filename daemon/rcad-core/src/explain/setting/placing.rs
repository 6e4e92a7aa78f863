//! Says in steps where a setting keeps what they change.

use super::context::Setting;
use super::machines::MACHINES;
use super::subjects::{SUBJECTS, Subject, SubjectWords};
use super::{clauses, paths};

/// What stands in files of the app; another module's are elsewhere.
const OF_APP: &[Subject] = &[
    Subject::CompileSdk,
    Subject::MinSdk,
    Subject::TargetSdk,
    Subject::BuildFile,
    Subject::Dependencies,
    Subject::Manifest,
    Subject::Ndk,
    Subject::Resources,
];

/// Projects whose modules are all alike.
const OF_MODULES: &[&str] = &["Maven", "Multiplatform"];

/// How steps begin that are for a case beside the first: a general place is not said there.
const ASIDE: &[&str] = &["Or ", "If ", "To ", "Until ", "Otherwise ", "For a patch "];

/// A place of a subject.
struct SubjectPlace {
    /// How a sentence on it begins.
    intro: String,
    /// Where it is.
    place: String,
}

/// Says once for each subject where the setting keeps it, at the first step that changes it.
pub fn fit(setting: &Setting, steps: &mut [String]) {
    let mut told: Vec<Subject> = Vec::new();
    for (at, step) in steps.iter_mut().enumerate() {
        let known = setting.places().is_some_and(|places| places.knows(step));
        let aside = at > 0 && ASIDE.iter().any(|begin| step.starts_with(begin));
        // `on CI with \`setup-java\`` says it already.
        let mut said = step.contains("setup-java");
        for about in &SUBJECTS {
            if told.contains(&about.subject) || !about.words.is_match(step) {
                continue;
            }
            let Some(SubjectPlace { intro, place }) = place_of(setting, about, step) else { continue };
            told.push(about.subject);
            if known {
                continue;
            }
            let general = matches!(about.subject, Subject::Dependencies | Subject::BuildFile);
            if !(put(step, about, &place) || said || aside && general) {
                let at = about.words.find(step).map_or(0, |(_, to)| to);
                clauses::insert_behind(step, at, &format!("{intro} that is done {place}."));
            }
            said = true;
        }
    }
}

/// Where the setting keeps what the step changes, if that is elsewhere than in a plain project.
fn place_of(setting: &Setting, about: &SubjectWords, step: &str) -> Option<SubjectPlace> {
    if about.subject == Subject::Manifest && setting.project.is_some_and(|name| paths::is_told(name, step)) {
        return None;
    }
    let (intro, wordings) = wordings(setting, about.subject)?;
    let found = about.words.captures(step)?;
    let value = found.name("value").map(|value| value.as_str());
    let wording = wordings.iter().find(|wording| value.is_some() || !wording.contains("{value}"))?;
    let place = wording.replace("{value}", value.unwrap_or(""));
    Some(SubjectPlace { intro, place })
}

/// How a sentence on the setting that keeps the subject elsewhere begins, and the wordings of its place.
fn wordings(setting: &Setting, subject: Subject) -> Option<(String, &'static [&'static str])> {
    let machine = MACHINES.iter().find(|(name, _)| Some(*name) == setting.machine && subject == Subject::Jdk);
    if let Some((name, wordings)) = machine {
        let intro = if *name == "Docker" { "In Docker".to_owned() } else { format!("On {name}") };
        return Some((intro, wordings));
    }
    let is_its = |places: &str| !setting.in_module || !OF_APP.contains(&subject) || OF_MODULES.contains(&places);
    let places = setting.places().filter(|places| is_its(places.setting))?;
    let (_, wordings) = places.places.iter().find(|(about, _)| *about == subject)?;
    Some((places.intro.to_owned(), wordings))
}

/// Puts a place into a step, for the words that say it for a plain project and belong to the subject; whether it has such.
fn put(step: &mut String, about: &SubjectWords, place: &str) -> bool {
    let said = about.words.find(step).map_or(0, |(_, to)| to);
    let end = ["; ", ", or ", ". "].iter().filter_map(|mark| step[said..].find(mark)).min();
    let end = end.map_or(step.len(), |end| said + end);
    let Some((from, to)) = about.place.as_ref().and_then(|words| words.find(step)).filter(|(from, _)| *from <= end)
    else {
        return false;
    };
    // What gives way names Gradle's version, too.
    let value = about.words.captures(step).and_then(|found| Some(found.name("value")?.as_str().to_owned()));
    let version = value.filter(|_| about.subject == Subject::Gradle).map_or(String::new(), |to| format!("to {to} "));
    let begins = from == 0;
    let colon = if step[..to].ends_with(':') { ":" } else { "" };
    let blank = if begins { "" } else { " " };
    step.replace_range(from..to, &format!("{blank}{version}{place}{colon}"));
    if begins {
        clauses::capitalise(step);
    }
    true
}
