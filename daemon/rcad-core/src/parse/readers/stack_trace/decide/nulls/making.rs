//! Nulls of an object that is still being made: Android gives an activity its window and context after the constructor, and
//! fields that stand below are not set yet.

use super::super::super::own;
use super::super::super::trace::{Frame, simple};
use super::super::scene::Scene;
use crate::model::failure::{Failure, Language};

/// A kind of component that the system makes.
struct ComponentKind {
    /// End of such classes' names, and of what the system calls it.
    end: &'static str,
    name: &'static str,
    /// Where the field is to be set instead.
    ready: &'static str,
}

const KINDS: &[ComponentKind] = &[
    ComponentKind {
        end: "Activity",
        name: "activity",
        ready: "in `onCreate` (views after `super.onCreate` and `setContentView`)",
    },
    ComponentKind { end: "Service", name: "service", ready: "in `onCreate`" },
    ComponentKind {
        end: "Fragment",
        name: "fragment",
        ready: "in `onCreate` (views in `onViewCreated`), or from `onAttach` on",
    },
];

/// Classes of functions that make a component, and what the function's name begins with.
const MAKERS: &[(&str, &str, &str)] = &[
    ("android.app.Instrumentation", "newActivity", "activity"),
    ("AppComponentFactory", "instantiateActivity", "activity"),
    ("AppComponentFactory", "instantiateService", "service"),
    ("android.app.ActivityThread", "performLaunchActivity", "activity"),
    ("android.app.ActivityThread", "handleCreateService", "service"),
    (".Fragment", "instantiate", "fragment"),
    ("FragmentFactory", "instantiate", "fragment"),
];

/// Frames below a constructor within which the one that calls it by reflection stands.
const BELOW: usize = 6;

/// What is missing, by the beginning of what is called on it.
const MISSING: &[(&str, &str)] = &[
    ("android.view.Window.", "window"),
    ("android.view.Window$", "window"),
    ("android.content.Intent.", "intent"),
    ("android.os.Bundle.", "extras or arguments"),
    ("android.content.", "context"),
    ("android.app.Activity.", "activity"),
    ("androidx.fragment.app.FragmentActivity.", "activity"),
    ("android.support.v4.app.FragmentActivity.", "activity"),
];

/// Classes that pass a call on to the context that they are given when Android attaches them.
const WRAPPERS: &[&str] = &["android.content.ContextWrapper", "android.view.ContextThemeWrapper"];

/// Says that the object is still being made, where the trace shows it. `member` is what is called on null, where it is known.
pub fn decide(scene: &Scene<'_>, member: Option<&str>, failure: &mut Failure) -> bool {
    component(scene, member, failure)
        || member.is_some_and(|member| unattached(scene, member, failure) || own_object(scene, member, failure))
}

/// A component whose field initialiser or constructor needs what Android gives it later.
fn component(scene: &Scene<'_>, member: Option<&str>, failure: &mut Failure) -> bool {
    let frames = scene.frames();
    let is_maker = |frame: &&Frame| frame.method == "<init>" && own::is_own_frame(frame, scene.package);
    let made = frames.iter().enumerate().filter(|(_, frame)| is_maker(frame));
    let Some((kind, frame)) = made.filter_map(|(at, frame)| Some((kind(scene, frames, at)?, frame))).next_back() else {
        return false;
    };
    let Some(missing) = missing(scene, member, failure) else { return false };
    failure.details.insert("maker".to_owned(), simple(&frame.class).to_owned());
    failure.details.insert("missing_part".to_owned(), missing.to_owned());
    let used = if member.is_some() { "`{member}` is used on a null object reference" } else { "A null is used" };
    let place = match &frame.place {
        Some((file, line)) => format!(" ({file}:{line})"),
        None => String::new(),
    };
    let calls = if failure.details.contains_key("api") { "leads to `{api}`" } else { "uses what is not there yet" };
    let cause = format!(
        "{used} while `{{maker}}` is still being constructed: a field initialiser, an `init` block or the constructor of the {}{place} {calls}, and Android gives it its {{missing_part}} only after the constructor.",
        kind.name,
    );
    if failure.details.get("api").is_some_and(|api| api.ends_with(".findViewById")) {
        failure.symbol = failure.details.get("api").cloned();
    }
    let fix = format!(
        "Declare the field of `{{maker}}` without a value (in Kotlin `lateinit var`, or `by lazy {{{{ … }}}}`) and set it {}.",
        kind.ready
    );
    failure.say(&cause, &[&fix]);
    true
}

/// What kind of component the constructor at this frame makes, where the system calls it or its name says so.
fn kind(scene: &Scene<'_>, frames: &[Frame], at: usize) -> Option<&'static ComponentKind> {
    let called = frames.iter().skip(at + 1).take(BELOW).find_map(|frame| {
        let makes =
            |(class, method, _): &&(&str, &str, &str)| frame.class.ends_with(class) && frame.method.starts_with(method);
        MAKERS.iter().find(makes).map(|(.., kind)| *kind)
    });
    let class = frames[at].class.as_str();
    let told = || {
        let said = |kind: &&ComponentKind| {
            let words = format!("Unable to instantiate {} ", kind.name);
            scene.sections.iter().any(|one| one.message.contains(&words) && one.message.contains(class))
        };
        KINDS.iter().find(said)
    };
    // Much is called a service; only one of Android passes calls on to the context that it is given.
    let by_name = || {
        let kind = KINDS.iter().find(|kind| simple(class).ends_with(kind.end))?;
        (kind.name != "service" || is_wrapper(scene)).then_some(kind)
    };
    match called {
        Some(name) => KINDS.iter().find(|kind| kind.name == name),
        None => told().or_else(by_name),
    }
}

/// Whether the null is found by a context that passes the call on to the one that it does not have.
fn is_wrapper(scene: &Scene<'_>) -> bool {
    let top = scene.sections.last().and_then(|deepest| deepest.frames.first());
    top.is_some_and(|top| WRAPPERS.contains(&top.class.as_str()))
}

/// What the component does not have yet; nothing where the null is of another kind.
fn missing(scene: &Scene<'_>, member: Option<&str>, failure: &Failure) -> Option<&'static str> {
    if let Some(member) = member {
        return MISSING.iter().find(|(start, _)| member.starts_with(start)).map(|(_, part)| *part);
    }
    // Before Android 5 a null had no message.
    let silent = failure.details.contains_key("silent") && !scene.is_own_on_top();
    let api = failure.details.get("api").filter(|_| silent)?;
    let (class, method) = api.rsplit_once('.')?;
    match method {
        "findViewById" if class.ends_with("Activity") => Some("window"),
        _ if class == "ContextWrapper" || class == "ContextThemeWrapper" => Some("context"),
        _ => None,
    }
}

/// A context that is asked though Android has not attached it.
fn unattached(scene: &Scene<'_>, member: &str, failure: &mut Failure) -> bool {
    if !is_wrapper(scene) || !member.starts_with("android.content.Context.") || scene.own.is_none() {
        return false;
    }
    if scene.own().is_some_and(|own| own.method == "attachBaseContext") {
        failure.say(
            "`{member}` is used on a null object reference: `{at}` uses its own context before `super.attachBaseContext(…)` has set it.",
            &["Call `super.attachBaseContext(base)` first at {name}:{line}, or use the `base` that is passed."],
        );
        return true;
    }
    failure.say(
        "`{member}` is used on a null object reference: the activity, service or application that is used as context in `{at}` is not attached. Android attaches only what it makes itself: this one was made by its constructor (`MainActivity()`, `new MainActivity()`), or is used before its `onCreate`.",
        &[
            "Pass `{at}` a context that Android made, the running activity's `this` or its application context, in place of an object that code made.",
            "Where `{at}` is called on such an object, move the function to a class of its own that takes a `Context`.",
        ],
    );
    true
}

/// A function that runs within the constructor of its own object finds a field null that is set later.
fn own_object(scene: &Scene<'_>, member: &str, failure: &mut Failure) -> bool {
    let Some(own) = scene.own().filter(|own| scene.is_own_on_top() && own.method != "<init>") else { return false };
    let class = own.class.split('$').next().unwrap_or("");
    let frames = scene.frames();
    let is_made = |frame: &Frame| frame.class == class && frame.method == "<init>";
    let is_path = |frame: &Frame| {
        frame.method == "<init>" || own::is_basic(&frame.class) || frame.class.split('$').next() == Some(class)
    };
    let Some(at) = frames.iter().position(is_made) else { return false };
    if own.class.contains("$Companion") || !frames[..at].iter().all(is_path) {
        return false;
    }
    let Some((file, line)) = &frames[at].place else { return false };
    failure.details.insert("maker".to_owned(), simple(class).to_owned());
    failure.details.insert("made_at".to_owned(), format!("{file}:{line}"));
    let holder = member.rsplit_once('.').map_or("", |(class, _)| simple(class)).to_owned();
    failure.details.insert("null_class".to_owned(), holder);
    let base = frames[..at].iter().find(|frame| frame.method == "<init>" && frame.class != class);
    if let Some(base) = base {
        failure.details.insert("base_class".to_owned(), simple(&base.class).to_owned());
        failure.say(
            "`{member}` is used on a null object reference in `{at}`, which the constructor of the super class `{base_class}` calls. It runs before the fields of `{maker}` are initialised, so these are still null there, whatever value they are declared with.",
            &[
                "At {name}:{line} return while the field with the `{null_class}` is null, and do the work again at the end of the constructor (`init`) of `{maker}`.",
                "If the super class is your own, let its constructor call no function that is overridden; call it when the object is made.",
            ],
        );
        return true;
    }
    // What Android's and Java's functions return may be null for other reasons.
    let used = member.rsplit_once('.').map_or("", |(used, _)| used);
    if !own::is_own(used, scene.package) && !used.starts_with("kotlin") {
        return false;
    }
    let (cause, fix) = match failure.language {
        Language::Kotlin => (
            "`{member}` is used on a null object reference in `{at}`, which the constructor of `{maker}` reaches ({made_at}). Kotlin runs initialisers and `init` blocks in the order in which they stand: a property that is declared below is still null, though its type does not allow it (probable).",
            "Declare the property with the `{null_class}` above {made_at} (above the `init` block), or make it a parameter of the constructor; or call `{at}` only when `{maker}` is made.",
        ),
        _ => (
            "`{member}` is used on a null object reference in `{at}`, which the constructor of `{maker}` reaches ({made_at}): a field that the constructor sets below that call, or that is set only later, is still null (probable).",
            "Set the field with the `{null_class}` before the call at {made_at}, or call `{at}` only when `{maker}` is made.",
        ),
    };
    failure.say(cause, &[fix]);
    true
}

#[cfg(test)]
mod tests {
    const INIT: &str = "\tat net.oak.basket.DeskActivity.<init>(DeskActivity.kt:40)\n\tat java.lang.Class.newInstance(Native Method)\n\tat android.app.Instrumentation.newActivity(Instrumentation.java:1253)\n";

    fn told(used: &str, frames: &str) -> String {
        let message = match used {
            "" => String::new(),
            used => format!(": Attempt to invoke virtual method '{used}' on a null object reference"),
        };
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException{message}\n{frames}\tat android.os.Looper.loop(Looper.java:223)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn a_component_has_no_window_and_no_context_in_its_constructor() {
        for (used, top, part) in [
            (
                "android.view.Window$Callback android.view.Window.getCallback()",
                "\tat androidx.appcompat.app.AppCompatDelegateImpl.<init>(AppCompatDelegateImpl.java:290)\n\tat androidx.appcompat.app.AppCompatActivity.findViewById(AppCompatActivity.java:213)\n",
                "its window only after",
            ),
            (
                "android.content.res.Resources android.content.Context.getResources()",
                "\tat android.content.ContextWrapper.getResources(ContextWrapper.java:91)\n",
                "its context only after",
            ),
            ("java.lang.String android.content.Intent.getStringExtra(java.lang.String)", "", "its intent only after"),
            ("", "\tat android.app.Activity.findViewById(Activity.java:1637)\n", "its window only after"),
        ] {
            let told = told(used, &format!("{top}{INIT}"));
            assert!(told.contains(part) && told.contains("in `onCreate`"), "{used}: {told}");
        }
        let service = INIT.replace("DeskActivity", "DeskService").replace("Instrumentation.newActivity", "Oak.make");
        let given = told("java.lang.String android.content.Context.getPackageName()", &service);
        assert!(!given.contains("only after the constructor"), "{given}");
        let own = told("int net.oak.basket.Till.getCount()", INIT);
        assert!(!own.contains("only after the constructor"), "{own}");
    }

    #[test]
    fn an_activity_that_code_made_is_not_attached() {
        let told = |own: &str| {
            told(
                "java.lang.String android.content.Context.getPackageName()",
                &format!(
                    "\tat android.content.ContextWrapper.getPackageName(ContextWrapper.java:145)\n\tat net.oak.basket.{own}(Desk.java:40)\n"
                ),
            )
        };
        assert!(told("Desk.show").contains("was made by its constructor"));
        assert!(told("Desk.attachBaseContext").contains("before `super.attachBaseContext"));
    }

    #[test]
    fn fields_are_null_while_their_object_is_made() {
        let used = "java.lang.Object net.oak.basket.Till.all-gIAlu-s(kotlin.coroutines.Continuation)";
        let from =
            |path: &str| told(used, &format!("\tat net.oak.basket.Desk$fill$1.invokeSuspend(Desk.kt:40)\n{path}"));
        let init = "\tat net.oak.basket.Desk.<init>(Desk.kt:12)\n";
        let launched = from(&format!(
            "\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)\n\tat net.oak.basket.Desk.fill(Desk.kt:39)\n{init}"
        ));
        assert!(launched.contains("above Desk.kt:12") && launched.contains("`Till`"), "{launched}");
        let base = from(&format!("\tat android.widget.TextView.<init>(TextView.java:999)\n{init}"));
        assert!(base.contains("super class `TextView`"), "{base}");
        let decoded = told(
            "int android.graphics.Bitmap.getWidth()",
            &format!("\tat net.oak.basket.Desk.fill(Desk.kt:39)\n{init}"),
        );
        assert!(decoded.contains("BitmapFactory"), "{decoded}");
        let other = from(&format!("\tat net.oak.basket.Lamp.light(Lamp.kt:5)\n{init}"));
        assert!(!other.contains("above Desk.kt:12"), "{other}");
    }
}
