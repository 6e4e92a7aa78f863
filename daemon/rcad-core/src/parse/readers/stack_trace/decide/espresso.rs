//! What the state of the view says that Espresso prints of a check that fails.

use super::scene::{Scene, simple};
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `"RecyclerView{id=7, res-name=shelves, visibility=VISIBLE, width=1080, height=0, child-count=0}"`
static VIEW: Pattern = Pattern::new(r#""(?P<view>[A-Za-z0-9_.$]+)\{(?P<state>id=[^{}]*)\}"#);

/// Values of a view that are rarely meant, the class of which it is so, and what they say of it.
const STATES: &[(&str, &str, &str)] = &[
    ("visibility=GONE", "", "it is hidden and takes no room"),
    ("visibility=INVISIBLE", "", "it is hidden"),
    ("width=0", "", "it has no width on the screen"),
    ("height=0", "", "it has no height on the screen"),
    ("child-count=0", "RecyclerView", "the list has no rows (yet)"),
    ("child-count=0", "ListView", "the list has no rows (yet)"),
    ("is-enabled=false", "", "it is disabled"),
    ("is-layout-requested=true", "", "it is still to be laid out"),
];

/// Notes it.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let espresso = |class: &str| class.contains(".test.espresso.");
    if !scene
        .sections
        .iter()
        .any(|section| espresso(&section.class) || section.frames.iter().any(|frame| espresso(&frame.class)))
    {
        return;
    }
    let messages = scene.sections.iter().map(|section| section.message.as_str());
    let Some(found) = messages.into_iter().find_map(|message| VIEW.captures(message)) else { return };
    let view = simple(&found["view"]);
    let values: Vec<&str> = found["state"].split(", ").collect();
    let seen = STATES.iter().filter(|(value, class, _)| values.contains(value) && view.ends_with(class));
    let seen: Vec<String> = seen.map(|(value, _, says)| format!("{value} ({says})")).collect();
    let name = values.iter().find_map(|value| value.strip_prefix("res-name="));
    let name = name.map_or(String::new(), |name| format!(" `{name}`"));
    if !seen.is_empty() {
        failure.details.insert("view_seen".to_owned(), format!("the {view}{name} has {}", seen.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_state_of_the_view_is_told_where_it_says_something() {
        let told = |state: &str| {
            let log = format!(
                "androidx.test.espresso.base.DefaultFailureHandler$AssertionFailedWithCauseError: 'view has descendant: with text: is \"Oak\"' doesn't match the selected view.\nExpected: view has descendant\n     Got: \"ImageView{{id=7, res-name=shelf, {state}}}\"\n\tat androidx.test.espresso.ViewInteraction.check(ViewInteraction.java:3)\n\tat com.example.ShelfTest.shows(ShelfTest.kt:40)\n"
            );
            explain(&parse(&log).failures[0]).root_cause
        };
        let hidden = told("visibility=GONE, width=0, height=20");
        assert!(
            hidden.contains("`shelf` has visibility=GONE (it is hidden") && hidden.contains("no width"),
            "{hidden}"
        );
        assert!(!told("visibility=VISIBLE, width=10, height=20, child-count=0").contains("`shelf` has"));
    }
}
