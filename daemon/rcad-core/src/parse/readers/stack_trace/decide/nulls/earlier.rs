//! A value that is missing because the code that should give it failed just before, and only logged that.

use super::super::super::own;
use super::super::super::trace::frame;
use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::{Failure, escaped};

/// What is thrown at a value that is not there.
const MISSING: &[Category] = &[Category::RuntimeNpe, Category::RuntimeIndex, Category::RuntimeLateinit];

/// Names the own function that threw in the trace directly above, as a place to look at first.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let here = scene.own().map(own::name);
    if !MISSING.contains(&failure.category) || here.is_none() {
        return;
    }
    let Some(place) = thrown_above(scene, here.as_deref()) else { return };
    let Some(words) = &mut failure.wording else { return };
    let step = format!(
        "Look first at {place}: the trace directly above comes from there. If that is what should give the value, its exception is the cause, and what is missing here follows from it."
    );
    if !words.fixes.is_empty() {
        words.fixes.insert(0, escaped(&step));
    }
}

/// `Shelves.read` (Shelves.java:40) of the trace that ends above this one. Nothing where lines of another kind stand between.
fn thrown_above(scene: &Scene<'_>, here: Option<&str>) -> Option<String> {
    let mut own_frame = None;
    for line in scene.above.iter().rev() {
        if line.trim_start().starts_with("... ") {
            continue;
        }
        let Some(frame) = frame(line, 0) else { break };
        if own::is_own_frame(&frame, scene.package) && frame.place.is_some() {
            own_frame = Some(frame);
        }
    }
    let frame = own_frame.filter(|frame| here != Some(own::name(frame).as_str()))?;
    let (file, line) = frame.place.as_ref()?;
    Some(format!("`{}` ({file}:{line})", own::name(&frame)))
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn told(between: &str) -> String {
        answer(&format!(
            "W/System.err: org.json.JSONException: End of input at character 0\n\tat org.json.JSONTokener.syntaxError(JSONTokener.java:449)\n\tat com.example.basket.Shelves.read(Shelves.java:40)\n\tat java.lang.Thread.run(Thread.java:764)\n{between}java.lang.NullPointerException: Attempt to invoke interface method 'int java.util.List.size()' on a null object reference\n\tat com.example.basket.Board.show(Board.java:12)\n\tat android.os.Handler.handleCallback(Handler.java:873)\n"
        ))
    }

    #[test]
    fn what_failed_directly_above_is_looked_at_first() {
        assert!(told("").contains("Look first at `Shelves.read` (Shelves.java:40)"), "{}", told(""));
        assert!(!told("I/Basket: three oaks\nI/Basket: four oaks\n").contains("Look first at `Shelves.read`"));
    }
}
