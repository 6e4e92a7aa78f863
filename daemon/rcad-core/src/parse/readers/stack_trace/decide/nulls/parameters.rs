//! Parameters that Kotlin checks: of which function they really are, and whose that is.

use super::super::super::own;
use super::super::scene::{Scene, Words, simple};
use crate::Category;
use crate::model::failure::Failure;

const CAUSE: &str = "null is passed for the parameter `{symbol}` of `{method}`, whose Kotlin type is non-null: the caller (Java code, Android, a JSON model, a callback) has no value for it.";

const PARSED: &str = "The value probably comes from a server's answer: log it, and declare the field of the model from which `{symbol}` is taken nullable (Gson fills fields that are missing with null, whatever Kotlin declares), and check it before.";

const NULLABLE: &str = "If null is a legal value, make the type of `{symbol}` nullable (`T?`) in `{method}` and handle null; else see where the caller takes the value from.";

const MODEL: &str = "If it comes from a parsed JSON model, compare the model with what the server sends.";

/// A function that Android calls.
const CALLED: Words = Words {
    cause: "null is passed for the parameter `{symbol}` of `{method}`, whose Kotlin type is non-null: Android calls this function, and may do so with null there.",
    fixes: &["Declare the parameter nullable in your override (`{symbol}: T?`), and handle null."],
};

/// Functions that apps override and Android calls, some of whose parameters may be null.
const OVERRIDDEN: &[&str] = &[
    "onCreate",
    "onActivityResult",
    "onNewIntent",
    "onReceive",
    "onStartCommand",
    "onCreateView",
    "onItemSelected",
    "onEditorAction",
];

/// Names the function and says who passes null.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNpe || !failure.message.contains("specified as non-null is null") {
        return;
    }
    let Some((class, method)) = function(scene, failure) else { return };
    failure.details.insert("method".to_owned(), method.clone());
    if !own::is_own(&class, scene.package) {
        return by_caller(scene, failure);
    }
    if OVERRIDDEN.iter().any(|name| method.ends_with(&format!(".{name}"))) {
        return CALLED.tell(failure);
    }
    let answers = scene.frames().iter().any(|frame| {
        ["onResponse", "fromJson", "onSuccess"].contains(&frame.method.as_str())
            || frame.class.contains(".gson.")
            || frame.class.starts_with("okhttp3.")
    });
    let (first, second) = if answers { (PARSED, NULLABLE) } else { (NULLABLE, MODEL) };
    failure.say(CAUSE, &[first, second]);
}

/// The function whose parameter it is, with its class, and as people write it.
fn function(scene: &Scene<'_>, failure: &Failure) -> Option<(String, String)> {
    let (class, name) = failure.details.get("method")?.rsplit_once('.')?;
    if class.ends_with("Intrinsics") {
        // The check is in the function that it is made for.
        let frames = scene.sections.iter().rev().map(|one| &one.frames).find(|frames| !frames.is_empty())?;
        let frame = frames.iter().find(|frame| !frame.class.ends_with("Intrinsics"))?;
        let shown = if frame.method == "<init>" { made(&frame.class) } else { own::name(frame) };
        return Some((frame.class.clone(), shown));
    }
    let shown = if name == "<init>" { made(class) } else { format!("{}.{name}", simple(class)) };
    Some((class.to_owned(), shown))
}

/// A constructor, as it is called.
fn made(class: &str) -> String {
    format!("{}(…)", simple(class))
}

/// The function is a library's.
fn by_caller(scene: &Scene<'_>, failure: &mut Failure) {
    let here = if scene.own.is_some() {
        "`{at}` (at {name}:{line}) or what it calls passes null: check that value before."
    } else {
        "Look in the whole trace at the next frame below `{method}`: that code passes null. If it is a library or native module, update it (until then it can only be patched); if it is yours, check the value before."
    };
    failure.say(CAUSE, &[here]);
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_check_itself_is_never_the_called_function() {
        let thrown = "java.lang.NullPointerException: Parameter specified as non-null is null: method kotlin.jvm.internal.Intrinsics.checkNotNullParameter, parameter shelves";
        let frames = "\tat net.oak.shelf.Popup.<init>(Unknown Source:7)\n\tat net.oak.shelf.Desk.lambda$onCreate$4$net-oak-shelf-Desk(Desk.java:40)\n";
        for log in [format!("{thrown}\n{frames}"), format!("msg: {thrown}\nstacktrace: {thrown}\n{frames}")] {
            let told = explain(&parse(&log).failures[0]);
            let all = format!("{} {}", told.root_cause, told.fixes.join(" "));
            assert!(all.contains("of `Popup(…)`") && !all.contains("Intrinsics"), "{all}");
        }
    }
}
