//! The activity that stands beside a trace, and not in it: the system says which one it ends.

use super::trace::{StackTrace, simple};
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `Force finishing activity com.example.basket/.ShelfActivity`
static FINISHED: Pattern = Pattern::new(
    r"Force finishing activity (?:ActivityRecord\{[0-9a-f]+ u[0-9]+ )?(?P<package>[a-z][A-Za-z0-9_.]*)/(?P<class>[A-Za-z0-9_.$]*\.[A-Z][A-Za-z0-9_$]*)",
);

/// Lines below the exception within which the system says that it ends the activity.
const ENDED: usize = 60;

/// Notes the activity where the trace's own messages name no component.
pub fn note(lines: &Lines, trace: &StackTrace, failure: &mut Failure) {
    if failure.details.contains_key("component_class") {
        return;
    }
    let Some(head) = trace.sections.first().map(|first| first.index) else { return };
    let below = head + 1..lines.len().min(head + ENDED);
    let Some(found) = below.into_iter().find_map(|at| FINISHED.captures(lines.get(at))) else { return };
    let (package, class) = (&found["package"], &found["class"]);
    let component = if class.starts_with('.') { format!("{package}{class}") } else { class.to_owned() };
    failure.details.insert("component".to_owned(), simple(&component).to_owned());
    failure.details.insert("component_class".to_owned(), component);
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn what_the_system_ends_is_the_component() {
        let component = |log: &str| parse(log).failures.remove(0).details.get("component_class").cloned();
        let trace = "java.lang.IllegalStateException: the shelf is full\n\tat android.view.View.measure(View.java:9)\n";
        let ended = format!(
            "{trace}W/ActivityManager(  921):   Force finishing activity com.example.basket/.ui.ShelfActivity\n"
        );
        assert_eq!(component(&ended).as_deref(), Some("com.example.basket.ui.ShelfActivity"));
        assert_eq!(component(trace), None);
    }
}
