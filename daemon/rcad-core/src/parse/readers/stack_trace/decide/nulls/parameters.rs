//! Parameters that Kotlin checks: of which function they really are, and whose that is.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, simple};
use super::callbacks::CALLBACKS;
use crate::Category;
use crate::model::failure::{Failure, Language};

const CAUSE: &str = "null is passed for the parameter `{symbol}` of `{method}`, whose Kotlin type is non-null: the caller (Java code, Android, a JSON model, a callback) has no value for it.";

const PARSED: &str = "The value probably comes from a server's answer: log it, and declare the field of the model from which `{symbol}` is taken nullable (Gson fills fields that are missing with null, whatever Kotlin declares), and check it before.";

const NULLABLE: &str = "If null is a legal value, make the type of `{symbol}` nullable (`T?`) in `{method}` and handle null; else see where the caller takes the value from.";

const MODEL: &str = "If it comes from a parsed JSON model, compare the model with what the server sends.";

/// What a function of the user's own passes on.
const CALLED_AT: &str = "`{at}` passes null for the parameter `{symbol}` of `{method}`, whose Kotlin type is non-null. {let_through}{usual}";

const BY_KOTLIN: &str = "The compiler lets that through only for a value of Java or of reflection: a Java function or field, a field that a JSON library (Gson) left null, an extra.";

const BY_JAVA: &str = "The caller is Java, whose compiler does not check that.";

/// Names of parameters, and why they are null as a rule.
const USUAL: &[(&[&str], &str)] = &[
    (
        &["context", "activity", "ctx", "host"],
        " A context or activity is null mostly because a fragment or native module has none (not attached yet, or left already).",
    ),
    (
        &["view", "anchor", "itemView", "rootView", "target"],
        " A view is null mostly because `findViewById` found none of that id, or it is gone by now.",
    ),
    (&["bitmap", "drawable"], " A picture is null mostly because it could not be decoded or found."),
    (
        &["intent", "data", "extras", "bundle", "arguments"],
        " Such a value is null mostly because the starter gave none.",
    ),
];

/// Steps where the caller is the user's own.
const CHECK_THERE: &str = "At {name}:{line} see where the value for `{symbol}` comes from and check it there (`?: return`, a default); if it may be absent, declare it nullable at its origin (`String?` in the model), so that the compiler asks for the check.";

const CHECK_IN_JAVA: &str = "At {name}:{line} see where the value for `{symbol}` comes from, and check it before the call (`if (value == null) return;`, a default): it is not set yet, was not found, or was never given.";

/// Room makes an object of a row.
const ROOM: Words = Words {
    cause: "Room makes a `{made}` of what a query returned, and for `{symbol}`, which Kotlin declares non-null, there is nothing: NULL in that column, or, where `{symbol}` is a `@Relation` or `@Embedded`, no row of the other table that belongs to it (an orphan).",
    fixes: &[
        "Declare `{symbol}` nullable in `{made}` (`T?`) and handle rows without it; or repair the data: let a migration delete the rows without a partner (or fill the column), and keep it so by a foreign key with `onDelete = CASCADE` or by `NOT NULL` with a default. If the class is a library's, update that.",
    ],
};

/// A property that Java code sets.
const SETTER: Words = Words {
    cause: "The property behind `{method}`, whose Kotlin type is non-null, is set to null{by}: the value comes from Java code or a Java library (a cursor, a JSON object, a preference, an extra), where the compiler does not see that it can be null.",
    fixes: &[
        "Declare the property nullable (`T?`) if null is a legal value; else give a default where it is set (`value ?: \"\"`, in Java `value != null ? value : \"\"`).",
    ],
};

/// JavaScript passes nothing.
const REACT: Words = Words {
    cause: "JavaScript calls the native module's `{method}` with null or undefined for `{symbol}`, which Kotlin declares non-null (or with fewer arguments).",
    fixes: &[
        "Pass a value for `{symbol}` from JavaScript (a default in place of undefined); where it is optional, declare it nullable in the `@ReactMethod` (`String?`, `ReadableMap?`). If the module comes from npm, update it, and compare the call with its documentation.",
    ],
};

/// Names the function and says who passes null.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNpe || !failure.message.contains("specified as non-null is null") {
        return;
    }
    if tell_of_wrapper(scene, failure) {
        return;
    }
    let Some((class, method)) = function(scene, failure) else { return };
    failure.details.insert("method".to_owned(), method.clone());
    if tell_of_callback(&method, failure) || tell_of_caller(scene, &class, &method, failure) {
        return;
    }
    if !own::is_own(&class, scene.package) {
        return by_caller(scene, failure);
    }
    let answers = scene.frames().iter().any(|frame| {
        ["onResponse", "fromJson", "onSuccess"].contains(&frame.method.as_str())
            || frame.class.contains(".gson.")
            || frame.class.starts_with("okhttp3.")
    });
    let called =
        scene.own().is_some_and(|frame| simple(&frame.class) != simple(&class) || !method.ends_with(&frame.method));
    match (answers, called) {
        (true, _) => failure.say(CAUSE, &[PARSED, NULLABLE]),
        (false, true) => passes(failure),
        (false, false) => failure.say(CAUSE, &[NULLABLE, MODEL]),
    }
}

/// `Failure delivering result … data=null} to activity {…}: …`, `Unable to start service a.B@1 with null: …`: the exception
/// around it tells the function where its frames are missing.
fn tell_of_wrapper(scene: &Scene<'_>, failure: &mut Failure) -> bool {
    let starts = |start: &str| scene.sections.iter().any(|section| section.message.starts_with(start));
    let name = if starts("Failure delivering result") {
        "onActivityResult"
    } else if starts("Unable to start service") && scene.sections.iter().any(|one| one.message.contains(" with null")) {
        "onStartCommand"
    } else {
        return false;
    };
    let own_words = scene.own().is_none_or(|frame| frame.method == name);
    let owner =
        scene.own().map(|frame| simple(&frame.class).to_owned()).or_else(|| failure.details.get("component").cloned());
    let method = owner.map_or_else(|| name.to_owned(), |owner| format!("{owner}.{name}"));
    if own_words {
        failure.details.insert("method".to_owned(), method.clone());
    }
    own_words && tell_of_callback(&method, failure)
}

/// Functions that others call with null.
fn tell_of_callback(method: &str, failure: &mut Failure) -> bool {
    let name = method.rsplit('.').next().unwrap_or(method);
    let symbol = failure.symbol.clone().unwrap_or_default();
    let fits = |parameters: &[&str]| parameters.is_empty() || parameters.contains(&symbol.as_str());
    let Some(found) = CALLBACKS.iter().find(|one| one.methods.contains(&name) && fits(one.parameters)) else {
        return false;
    };
    let cause = format!(
        "null is passed for the parameter `{{symbol}}` of `{{method}}`, which the override declares as non-null: {}.",
        found.when
    );
    failure.say(&cause, found.fixes);
    true
}

/// Who calls it: Room's code, the bridge of React Native, or Java code that sets a property.
fn tell_of_caller(scene: &Scene<'_>, class: &str, method: &str, failure: &mut Failure) -> bool {
    let frames = scene.sections.iter().rev().map(|one| &one.frames).find(|frames| !frames.is_empty());
    let frames = frames.map_or(&[][..], |frames| &frames[..]);
    let is_room = |frame: &Frame| simple(&frame.class).split('$').next().is_some_and(|outer| outer.ends_with("_Impl"));
    let next = frames.iter().find(|frame| frame.class != class && !frame.class.ends_with("Intrinsics"));
    if method.ends_with("(…)") && next.is_some_and(is_room) {
        failure.details.insert("made".to_owned(), simple(class).to_owned());
        ROOM.tell(failure);
        return true;
    }
    let bridge = |frame: &&Frame| !frame.class.starts_with("java.lang.reflect.") && frame.class != class;
    if frames.iter().find(bridge).is_some_and(|frame| frame.class.starts_with("com.facebook.react.bridge.Java")) {
        REACT.tell(failure);
        return true;
    }
    if failure.symbol.as_deref() == Some("<set-?>") {
        let by = scene.own().filter(|frame| frame.class != class).map_or("", |_| " by `{at}`");
        let cause = SETTER.cause.replace("{by}", by);
        failure.say(&cause, SETTER.fixes);
        return true;
    }
    false
}

/// The function whose parameter it is, with its class, and as people write it.
fn function(scene: &Scene<'_>, failure: &Failure) -> Option<(String, String)> {
    let (class, name) = failure.details.get("method")?.rsplit_once('.')?;
    // `kotlin.jvm.internal.k.d`: the same, minified
    if class.ends_with("Intrinsics") || class.starts_with("kotlin.jvm.internal.") {
        // The check is in the function that it is made for.
        let frames = scene.sections.iter().rev().map(|one| &one.frames).find(|frames| !frames.is_empty())?;
        let frame = frames.iter().find(|frame| !frame.class.starts_with("kotlin.jvm.internal."))?;
        // The frames of the exception around it say nothing of the function.
        if frame.class.starts_with("android.") && !own::is_own_frame(frame, scene.package) {
            return None;
        }
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

/// The user's own code passes null.
fn passes(failure: &mut Failure) {
    let in_java = failure.language == Language::Java;
    let (through, check) = if in_java { (BY_JAVA, CHECK_IN_JAVA) } else { (BY_KOTLIN, CHECK_THERE) };
    let symbol = failure.symbol.as_deref().unwrap_or("");
    let usual = USUAL.iter().find(|(names, _)| names.contains(&symbol)).map_or("", |(_, why)| *why);
    let cause = CALLED_AT.replace("{let_through}", through).replace("{usual}", usual);
    failure.say(&cause, &[check, NULLABLE]);
}

/// The function is a library's.
fn by_caller(scene: &Scene<'_>, failure: &mut Failure) {
    if scene.own.is_some() {
        passes(failure);
        // Nobody changes a library's parameter.
        failure.wording.iter_mut().for_each(|wording| wording.fixes.truncate(1));
        return;
    }
    failure.say(CAUSE, &["Look in the whole trace at the next frame below `{method}`: that code passes null. If it is a library or native module, update it (until then it can only be patched); if it is yours, check the value before."]);
}

#[cfg(test)]
mod tests {
    use crate::explain::{explain, told};
    use crate::parse::parse;

    #[test]
    fn who_passes_null_is_told_by_the_function_and_its_caller() {
        let thrown = |method: &str, parameter: &str, frames: &str| {
            told(&format!(
                "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException: Parameter specified as non-null is null: method net.oak.basket.{method}, parameter {parameter}\n\tat net.oak.basket.{method}(Unknown Source:7)\n{frames}"
            ))
        };
        let fling =
            thrown("Desk.onFling", "e1", "\tat android.view.GestureDetector.onTouchEvent(GestureDetector.java:7)\n");
        assert!(fling.contains("e1: MotionEvent?"), "{fling}");
        let room = thrown("Row.<init>", "shelf", "\tat net.oak.basket.RowDao_Impl$3.call(RowDao_Impl.java:9)\n");
        assert!(room.contains("@Relation") && room.contains("`Row`"), "{room}");
        let set = thrown("Row.setName", "<set-?>", "\tat net.oak.basket.Rows.fill(Rows.java:9)\n");
        assert!(set.contains("`Rows.fill`") && set.contains("property behind"), "{set}");
        let react = thrown(
            "ShelfModule.open",
            "name",
            "\tat java.lang.reflect.Method.invoke(Native Method)\n\tat com.facebook.react.bridge.JavaMethodWrapper.invoke(JavaMethodWrapper.java:372)\n",
        );
        assert!(react.contains("JavaScript"), "{react}");
        let plain = thrown("Desk.put", "name", "\tat net.oak.basket.Rows.fill(Rows.kt:9)\n");
        assert!(plain.contains("`Rows.fill` passes null") && plain.contains("At Rows.kt:9"), "{plain}");
    }

    #[test]
    fn the_exception_around_it_tells_the_function() {
        let log = "java.lang.RuntimeException: Failure delivering result ResultInfo{who=null, request=0, result=0, data=null} to activity {net.oak.basket/net.oak.basket.DeskActivity}: java.lang.NullPointerException: Parameter specified as non-null is null: method kotlin.jvm.internal.k.d, parameter data\n\tat android.app.ActivityThread.deliverResults(ActivityThread.java:5544)\n";
        assert!(told(log).contains("`DeskActivity.onActivityResult`"), "{}", told(log));
    }

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
