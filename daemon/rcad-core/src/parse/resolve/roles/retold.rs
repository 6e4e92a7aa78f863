//! Crashes that another one of the same text tells better: an InflateException that only wraps it, React Native's own line of
//! what it then throws, and what follows from a module that could not be loaded.

use super::merge::complete;
use super::ties::Tie;
use crate::Category;
use crate::parse::input::lines::Lines;
use crate::parse::reader::TakenFailure;

/// Why a wrapper follows from what it wraps.
const WRAPPED: &str = "it only wraps the exception that kept the layout from being inflated";

/// Why a later error follows from the first one.
const NOT_LOADED: &str = "a module whose loading failed exports nothing";

/// Functions of Metro that load a module, as a stack has them.
const LOADERS: &[&str] = &["loadModuleImplementation", "guardedLoadModule", "metroRequire"];

/// Beginnings and parts of messages of code that misses what another module exports or registers.
const WITHOUT_MODULE: &[&str] = &["Cannot read propert", " is not an object (evaluating", " has not been registered"];

/// Lines of a JavaScript stack that are looked at for the loader.
const STACK: usize = 15;

/// Lines below an error within which others follow from it.
const NEAR: usize = 150;

/// Drops what React Native logged of the error with which it then ends the app, and completes that by it.
pub fn join(taken: Vec<TakenFailure>) -> Vec<TakenFailure> {
    let (traces, others): (Vec<TakenFailure>, Vec<TakenFailure>) = taken.into_iter().partition(TakenFailure::is_trace);
    let mut kept = traces;
    let mut rest = Vec::new();
    for one in others {
        match kept.iter_mut().find(|trace| logs(&one, trace)) {
            Some(trace) => complete(&mut trace.found.failure, one.found.failure),
            None => rest.push(one),
        }
    }
    kept.extend(rest);
    kept.sort_by_key(|one| one.start);
    kept
}

/// Ties each such failure that has no tie yet.
pub fn tie(lines: &Lines, taken: &[TakenFailure], ties: &mut [Option<Tie>]) {
    // Asked of each failure: what failed while a module was loaded, before all what was thrown.
    let mut loading: Vec<usize> = (0..taken.len()).filter(|at| is_loading(lines, &taken[*at])).collect();
    loading.sort_by_key(|at| !taken[*at].is_trace());
    for at in 0..taken.len() {
        if ties[at].is_some() {
            continue;
        }
        let one = &taken[at];
        let wrapped = || (0..taken.len()).find(|other| *other != at && wraps(lines, one, &taken[*other]));
        let not_loaded = || loading.iter().copied().find(|other| *other != at && misses(one, &taken[*other]));
        let found = wrapped().map(|cause| (cause, WRAPPED));
        let found = found.or_else(|| not_loaded().map(|cause| (cause, NOT_LOADED)));
        // A cause must not follow from what follows from it.
        ties[at] =
            found.filter(|(cause, _)| ties[*cause].is_none()).map(|(cause, why)| Tie { cause, again: false, why });
    }
}

/// Whether `one` is an InflateException that says no reason of its own, and `other` what it wraps: the next `Caused by` of the
/// same crash, or a trace that goes through the inflation of the same element.
fn wraps(lines: &Lines, one: &TakenFailure, other: &TakenFailure) -> bool {
    let traces = one.is_trace() && other.is_trace();
    if !traces || !is_wrapper(one) || is_wrapper(other) {
        return false;
    }
    let detail = |of: &TakenFailure, key: &str| of.found.failure.details.get(key).cloned();
    let place = detail(one, "xml_line");
    let same_layout = match (layout(one), layout(other)) {
        (Some(own), Some(others)) => own == others,
        _ => false,
    };
    if place.is_some() && place == detail(other, "xml_line") && same_layout {
        return true;
    }
    let caused = lines.get(other.start).trim_start().starts_with("Caused by: ");
    let between = one.end()..other.start;
    caused && one.start < other.start && !between.into_iter().any(|index| lines.get(index).contains("FATAL EXCEPTION"))
}

/// `home.xml` of the element that could not be inflated.
fn layout(one: &TakenFailure) -> Option<&str> {
    let failure = &one.found.failure;
    let inflated = failure.details.get("inflated_at").and_then(|place| place.split(':').next());
    inflated.or(failure.file.as_deref().filter(|file| file.ends_with(".xml")))
}

/// Whether an InflateException names only the element, or not even that.
fn is_wrapper(one: &TakenFailure) -> bool {
    let failure = &one.found.failure;
    let inflates = failure.exception.as_deref().is_some_and(|class| class.ends_with("InflateException"));
    let message = failure.message.trim_end();
    let ends = message.ends_with(':') || message.contains("Error inflating class");
    inflates && ends && failure.category == Category::XmlInflation && !failure.details.contains_key("known")
}

/// Whether `other` is the exception with which React Native ends the app for the error that `one` is the line of.
fn logs(one: &TakenFailure, other: &TakenFailure) -> bool {
    let (line, thrown) = (&one.found.failure, &other.found.failure);
    let said = line.message.trim();
    let both = line.category == Category::RuntimeJavascript && thrown.category == Category::RuntimeJavascript;
    both && !one.is_trace() && other.is_trace() && said.len() >= SAID && thrown.message.contains(said)
}

/// Letters of a message that are not the same by chance.
const SAID: usize = 8;

/// Whether JavaScript failed while a module was loaded.
fn is_loading(lines: &Lines, one: &TakenFailure) -> bool {
    let end = one.end().max(one.start + STACK).min(lines.len());
    let loads = |index: usize| LOADERS.iter().any(|name| lines.get(index).contains(name));
    one.found.failure.category == Category::RuntimeJavascript && (one.start..end).any(loads)
}

/// Whether `one` is an error below `first` of code that misses what a module should give it.
fn misses(one: &TakenFailure, first: &TakenFailure) -> bool {
    let failure = &one.found.failure;
    let below = one.start > first.start && one.start < first.end() + NEAR;
    below
        && failure.category == Category::RuntimeJavascript
        && WITHOUT_MODULE.iter().any(|words| failure.message.contains(words))
}

#[cfg(test)]
mod tests {
    use crate::model::failure::Role;
    use crate::parse::parse;

    fn roles(log: &str) -> Vec<(Role, String)> {
        parse(log).failures.into_iter().map(|one| (one.role, one.message)).collect()
    }

    fn script(stack: &str, second: &str) -> String {
        let head = "01-02 10:00:01.110  100  121 E AndroidRuntime: ";
        let trace = format!(
            "FATAL EXCEPTION: mqt_native_modules\nProcess: com.example.basket, PID: 100\ncom.facebook.react.common.JavascriptException: TypeError: undefined is not a function, js engine: hermes, stack:\n{stack}\n\tat com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:65)"
        );
        let trace: String = trace.lines().map(|line| format!("{head}{line}\n")).collect();
        let logged = "  100  120 E ReactNativeJS: TypeError: ";
        format!(
            "01-02 10:00:01.100{logged}undefined is not a function, js engine: hermes\n{trace}01-02 10:00:01.115{logged}{second}, js engine: hermes\n"
        )
    }

    #[test]
    fn what_misses_a_module_follows_from_its_loading() {
        let missing = "Cannot read property 'Till' of undefined";
        let count = |stack: &str| {
            let roles = roles(&script(stack, missing));
            assert_eq!(roles.len(), 2, "what React Native logged is told once: {roles:?}");
            roles.iter().filter(|(role, _)| *role == Role::Consequence).count()
        };
        assert_eq!(count("anonymous@1:5000\nloadModuleImplementation@1:900\nmetroRequire@1:700"), 1);
        assert_eq!(count("onPress@1:5000\nanonymous@1:900"), 0);
    }

    #[test]
    fn a_wrapper_follows_from_what_it_wraps() {
        let place = "Binary XML file line #6 in com.example.basket:layout/scene: ";
        let wrapper =
            format!("android.view.InflateException: {place}Error inflating class com.example.lamp.SceneView\n");
        let reason = "java.lang.IllegalStateException: no lamp\n\tat com.example.basket.Lamp.light(Lamp.kt:9)\n";
        let apart = format!(
            "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\n{wrapper}\n\n\n(cut here)\n\n\nCaused by: {reason}"
        );
        let whole = format!("Caused by: {wrapper}Caused by: {reason}\n\nFULL: {wrapper}");
        for log in [apart, whole] {
            let roles = roles(&log);
            assert!(roles[0].1.contains("no lamp"), "{roles:?}");
            assert!(roles[1..].iter().all(|(role, _)| *role == Role::Consequence), "{roles:?}");
        }
        let other =
            format!("{wrapper}\tat android.view.LayoutInflater.createView(LayoutInflater.java:1)\n\n\n{reason}");
        assert!(roles(&other).iter().all(|(role, _)| *role != Role::Consequence));
    }
}
