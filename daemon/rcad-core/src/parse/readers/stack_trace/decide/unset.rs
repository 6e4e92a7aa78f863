//! Getters of one shared instance that throw without a message: nothing was set there yet.

use super::super::own;
use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Names of functions that hand out an instance that somebody else has to set before.
const GETTERS: &[&str] = &["get", "getInstance", "instance", "requireInstance", "getDefault", "shared", "current"];

/// Exceptions that such a function throws by itself.
const THROWN: &[&str] = &["RuntimeException", "IllegalStateException"];

/// Says what a getter on top that throws without a word means.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let categories = [Category::RuntimeIllegalState, Category::Other];
    let silent = failure.details.get("silent").is_some_and(|thrown| THROWN.contains(&thrown.as_str()));
    if !silent || !categories.contains(&failure.category) || failure.wording.is_some() {
        return;
    }
    let Some(frame) = scene.own().filter(|frame| GETTERS.contains(&frame.method.as_str())) else { return };
    if !scene.is_own_on_top() || !failure.details.contains_key("caller") {
        return;
    }
    let name = own::name(frame);
    let owner = name.rsplit_once('.').map_or(name.as_str(), |(owner, _)| owner).to_owned();
    failure.details.insert("holder".to_owned(), owner);
    failure.category = Category::RuntimeIllegalState;
    failure.say(
        "`{at}` throws {silent} without a message. A function of this name hands out an instance that other code has to set before, and it throws where none is set: `{caller}` ({caller_at}) asks for it before `{holder}` was set up (probable).",
        &[
            "See at {name}:{line} which field it checks, and search for what sets it (`{holder}.set`, `init`, `initialize`): call that first thing in `Application.onCreate`, before anything is injected or started, and in every process of the app.",
            "If `{holder}` is a library's, its setup says which call comes first; services and receivers may be started by the system before any activity, so a setup in an activity is too late for them.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(method: &str, message: &str) -> String {
        let log = format!(
            "java.lang.RuntimeException: {message}\n  at com.example.basket.Shelves.{method} (Shelves.java:34)\n  at com.example.basket.net.Requests.open (Requests.java:60)\n  at android.os.Handler.handleCallback (Handler.java:102)\n"
        );
        explain(&parse(&log).failures[0]).root_cause
    }

    #[test]
    fn a_getter_that_throws_without_a_word_has_nothing_to_give() {
        assert!(told("get", "").contains("before `Shelves` was set up"), "{}", told("get", ""));
        assert!(!told("fill", "").contains("set up"));
        assert!(!told("get", "the shelf is full").contains("set up"));
    }
}
