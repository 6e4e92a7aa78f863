//! A fragment that the `<fragment>` tag of a layout makes: it has no arguments, and the activity's layout is not there yet.

use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// What the inflater calls the tags that make a fragment.
const TAGS: &[&str] =
    &["Error inflating class fragment", "Error inflating class androidx.fragment.app.FragmentContainerView"];

/// Functions of a fragment that run while the tag is inflated.
const WITHIN: &[&str] = &["onAttach", "onCreate", "onCreateView", "onInflate", "onViewCreated", "onActivityCreated"];

/// `requireActivity().findViewById(R.id.lamp) must not be null`, `activity!!.findVi…(R.id.lamp) must not be null`
static IN_ACTIVITY: Pattern =
    Pattern::new(r"ctivity(?:\(\))?(?:!!)?\.findVi[^ (]*\((?P<id>R\.id\.[A-Za-z0-9_]+)\) must not be null");

/// Says what a fragment lacks that a tag makes.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNpe || !scene.is_within(WITHIN) {
        return;
    }
    let said = |words: &str| scene.sections.iter().any(|section| section.message.contains(words));
    let hosted = scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class.contains("NavHostFragment"));
    let by_tag = TAGS.iter().any(|tag| said(tag)) && !hosted;
    if let Some(found) = IN_ACTIVITY.captures(&failure.message) {
        failure.symbol = Some(found["id"].to_owned());
        let why = if by_tag {
            "that layout is still being inflated (the fragment's tag stands in it), so none of its views can be found yet"
        } else {
            "it is not in the activity's layout, or that is not set yet"
        };
        failure.say(
            &format!("`{{at}}` looks for `{{symbol}}` in the activity and finds no such view: {why}."),
            &[
                "If `{symbol}` is in the fragment's own layout, look it up there at {name}:{line}: `view.findViewById(…)` in `onViewCreated`, or by view binding.",
                "If it is the activity's, let the activity use it, or look it up when its `onCreate` is over (`onStart`).",
            ],
        );
        return;
    }
    if !by_tag {
        return;
    }
    if failure.message.contains(" android.os.Bundle.") || failure.message.contains("'android.os.Bundle.") {
        failure.say(
            "`{at}` reads the fragment's arguments, and it has none: the `<fragment>` tag of the layout makes the fragment anew without arguments. What `setArguments` gave to another instance does not reach it.",
            &[
                "Put a container (`FragmentContainerView` without a class, `FrameLayout`) into the layout in place of the tag, and add the fragment by a transaction after `setArguments`.",
                "Or check `getArguments()` for null at {name}:{line} and take the value from elsewhere (the activity's intent, a shared ViewModel).",
            ],
        );
    } else if failure.details.contains_key("silent") && failure.wording.is_none() && scene.is_own_on_top() {
        failure.say(
            "A null reference is used in `{at}` ({silent} without a message) while the `<fragment>` tag of a layout makes the fragment. Such a fragment has no arguments (`getArguments()` is null), and the activity's views cannot be found yet: one of these, or a view that is not in the fragment's layout (probable).",
            &[
                "See what is used at {name}:{line}. For arguments put a container in place of the tag, and add the fragment by a transaction after `setArguments`; or check `getArguments()` for null.",
                "Views are looked up in the view that `onCreateView` inflates, not in the activity.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    fn told(tag: &str, thrown: &str) -> String {
        crate::explain::told(&format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\nandroid.view.InflateException: Binary XML file line #8: Error inflating class {tag}\n\tat android.view.LayoutInflater.createViewFromTag(LayoutInflater.java:688)\n\tat net.oak.basket.Main.onCreate(Main.java:13)\nCaused by: java.lang.{thrown}\n\tat net.oak.basket.LampFragment.onCreateView(LampFragment.java:24)\n\tat android.app.FragmentManagerImpl.moveToState(FragmentManager.java:754)\n"
        ))
    }

    #[test]
    fn a_tag_gives_its_fragment_no_arguments() {
        let silent = told("fragment", "NullPointerException");
        assert!(silent.contains("`getArguments()` is null") && silent.contains("LampFragment.java:24"), "{silent}");
        let bundle = "NullPointerException: Attempt to invoke virtual method 'int android.os.Bundle.getInt(java.lang.String)' on a null object reference";
        assert!(told("fragment", bundle).contains("anew without arguments"));
        assert!(!told("net.oak.basket.LampView", "NullPointerException").contains("getArguments"));
    }

    #[test]
    fn views_of_the_activity_are_not_there_while_its_layout_is_inflated() {
        let thrown = "NullPointerException: requireActivity().findViewById(R.id.till) must not be null";
        let found = told("fragment", thrown);
        assert!(found.contains("still being inflated") && found.contains("`R.id.till`"), "{found}");
        assert!(!told("net.oak.basket.LampView", thrown).contains("still being inflated"));
    }
}
