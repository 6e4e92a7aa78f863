//! Exceptions without a message: the functions that led there say at least when it happened.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, simple};
use crate::Category;
use crate::model::failure::Failure;

/// Parts of function names, and the time that they speak of.
const PHASES: &[(&[&str], &str, &str)] = &[
    (
        &["close", "stop", "destroy", "release", "disconnect", "dispose", "finish", "shutdown", "clear", "cancel"],
        "while something is closed or stopped",
        "it may be closed already, or was never opened",
    ),
    (
        &[
            "onRestoreInstanceState",
            "onResume",
            "onDialog",
            "onDateSet",
            "onTimeSet",
            "onActivityResult",
            "onCallback",
            "onSuccess",
            "onComplete",
            "onResponse",
            "onPostExecute",
        ],
        "in a callback",
        "what was set before may be lost when the activity was created anew in between (rotation, process death), or not be there yet",
    ),
    (
        &["<init>", "<clinit>", "onCreate", "init", "setup", "setUp"],
        "while something is set up",
        "what it uses may not be set yet",
    ),
];

/// Functions that are named at most.
const NAMED: usize = 3;

/// `_binding!!` behind the getter of a fragment's binding.
const BINDING: Words = Words {
    cause: "`{at}` is asked for the view binding while there is none (`_binding!!`): the fragment's view is not created yet, or was destroyed already (`onDestroyView` sets `_binding` to null), and a callback or coroutine still works on it.",
    fixes: &[
        "Let the work end with the view: launch and collect in `viewLifecycleOwner.lifecycleScope` (`repeatOnLifecycle`), observe with `viewLifecycleOwner`, and cancel other callbacks (timers, network, animations) in `onDestroyView`.",
        "In a callback that may come late: `val binding = _binding ?: return`.",
    ],
};

/// Whether the getter of a fragment's or activity's binding threw.
fn is_of_a_binding(scene: &Scene<'_>) -> bool {
    let getter = |frame: &Frame| {
        let method = frame.method.trim_start_matches("access$");
        method.starts_with("get") && method.ends_with("inding") && simple(&frame.class).contains("Fragment")
    };
    scene.own.is_some_and(|(_, at)| at == 0) && scene.own().is_some_and(getter)
}

/// Notes from where the place was reached, and when.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let silent = failure.details.contains_key("silent") && failure.wording.is_none();
    if silent
        && let Some(api) = failure.details.get("api").filter(|api| !api.ends_with("requireNonNull")).cloned()
        && failure.category == Category::RuntimeNpe
    {
        failure.details.insert("thrower".to_owned(), api);
    }
    if silent && failure.category == Category::RuntimeNpe && is_of_a_binding(scene) {
        return BINDING.tell(failure);
    }
    let Some(frame) = scene.own().filter(|_| silent && failure.category == Category::RuntimeNpe) else { return };
    let mut path: Vec<String> = scene.callers().map(own::name).collect();
    path.dedup();
    path.truncate(NAMED);
    let methods = std::iter::once(frame).chain(scene.callers().take(NAMED)).map(|frame| frame.method.as_str());
    let methods: Vec<&str> = methods.collect();
    let phase = PHASES
        .iter()
        .find(|(words, ..)| words.iter().any(|word| methods.iter().any(|method| method.starts_with(word))));
    let path: Vec<String> = path.iter().map(|name| format!("`{name}`")).collect();
    if !path.is_empty() {
        failure.details.insert("reached".to_owned(), path.join(" from "));
    }
    if let Some((_, when, why)) = phase {
        failure.details.insert("phase".to_owned(), format!("{when}: {why}"));
    }
}
