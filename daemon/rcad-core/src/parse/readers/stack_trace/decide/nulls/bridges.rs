//! Nulls in native modules of React Native and in plugins of Flutter: JavaScript and Dart call them whenever they like, also
//! while no activity is there, and their answers and events go to what may be gone.

use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, simple};
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Attempt to invoke virtual method 'android.view.Window android.app.Activity.getWindow()' on a null object reference`
static USED: Pattern = Pattern::new(
    r"Attempt to [a-z ]+ '(?:[^' ]+ )?(?P<class>[A-Za-z0-9_.$]+)\.(?P<member>[A-Za-z0-9_$<>]+)(?:\([^']*\))?' on a null object",
);

/// JavaScript calls a native module while no activity is in front.
const REACT_ACTIVITY: Words = Words {
    cause: "JavaScript calls the native module's `{at}`, and that uses `{member}` on a null object reference: usually `getCurrentActivity()`, which is null while no activity of the app is in front (the app is in the background, a headless task or a push started it, the first screen is not there yet, or the activity is being made anew).",
    fixes: &[
        "If the module comes from npm, update it; patched or written by yourself, let it check at {name}:{line}: `val activity = currentActivity ?: return promise.reject(\"E_NO_ACTIVITY\", \"no activity\")`. Where a context is enough, use `reactApplicationContext`, which is never null.",
        "In JavaScript call it only while `AppState.currentState` is `active`, and not at the top level of a file that is imported.",
    ],
};

/// The same where the frames of the module are a library's or minified.
const REACT_ACTIVITY_ELSEWHERE: Words = Words {
    cause: "JavaScript calls `{bridged}` of a native module, and there `{member}` is used on a null object reference: usually `getCurrentActivity()`, which is null while no activity of the app is in front (the app is in the background, a headless task or a push started it, the first screen is not there yet).",
    fixes: &[
        "Update the npm package that the module belongs to; until it checks `getCurrentActivity()` for null (`patch-package` can add that), call it from JavaScript only while `AppState.currentState` is `active`.",
    ],
};

/// Dart calls a plugin that has no activity.
const FLUTTER_ACTIVITY: Words = Words {
    cause: "Dart calls the plugin's `{at}`, and that uses `{member}` on a null object reference: usually its activity, which it has only between `onAttachedToActivity` and `onDetachedFromActivity`, and never in a background isolate (push handlers, workers) or a second engine.",
    fixes: &[
        "Update the plugin; in one of your own let it answer at {name}:{line} without an activity: `val activity = activity ?: return result.error(\"no_activity\", null, null)`, and take a plain context from `onAttachedToEngine` (`binding.applicationContext`).",
        "In Dart call it only after the first frame, and not in a background handler.",
    ],
};

/// The answer to Dart is not kept any more.
const RESULT: Words = Words {
    cause: "A Flutter plugin wants to answer Dart, and the `MethodChannel.Result` that it keeps in a field is null: the result or permission answer that comes here belongs to another plugin's or the app's own request (every plugin gets all of them), comes a second time, or the activity was made anew in between.",
    fixes: &[
        "Update the plugin. In one of your own compare `requestCode` first and return false for others' requests, and answer by `result?.success(…)`, then set the field to null.",
    ],
};

/// A channel or sink whose engine is gone.
const CHANNEL: Words = Words {
    cause: "A Flutter plugin sends something to Dart, and its channel or event sink (`{member}`) is null: the engine is detached (`onDetachedFromEngine`, `onCancel`: the app was closed or its activity made anew, or a second engine ended and took a static field with it), or Dart does not listen yet, while the SDK behind it goes on calling.",
    fixes: &[
        "Update the plugin. In one of your own check it for null before it is used (`channel?.invokeMethod`, `eventSink?.success`), keep it in no static field, and take the listener off in `onDetachedFromEngine` and `onCancel`.",
    ],
};

/// What JavaScript or Dart reads off a map that was not passed.
const ARGUMENT: Words = Words {
    cause: "`{member}` is used on a null object reference in `{at}`, which {bridge} calls: an argument, or an entry of a map that {bridge} passed, is missing or null.",
    fixes: &[
        "Pass it from {bridge}, under just this name and not undefined; if the native code is yours, read it at {name}:{line} as nullable, with a default.",
    ],
};

/// Classes that an activity, or its context, is used by.
const ACTIVITIES: &[&str] = &[
    "android.app.Activity",
    "android.content.Context",
    "android.content.ContextWrapper",
    "android.view.Window",
    "androidx.appcompat.app.AppCompatActivity",
    "androidx.fragment.app.FragmentActivity",
    "com.facebook.react.ReactActivity",
];

/// Functions through which JavaScript calls a module, and Dart a plugin.
fn is_react(frame: &Frame) -> bool {
    ["com.facebook.react.bridge.JavaMethodWrapper", "com.facebook.react.bridge.JavaModuleWrapper"]
        .contains(&frame.class.as_str())
}

fn is_flutter(frame: &Frame) -> bool {
    frame.class.starts_with("io.flutter.plugin.common.MethodChannel$IncomingMethodCallHandler")
        || frame.class.starts_with("io.flutter.embedding.engine.dart.DartMessenger")
}

/// Says who calls the module or plugin, and what is null then; whether it does.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) -> bool {
    if failure.category != Category::RuntimeNpe {
        return false;
    }
    let Some(found) = USED.captures(&failure.message) else { return false };
    let (class, member) = (found["class"].to_owned(), found["member"].to_owned());
    let last = class.rsplit('.').next().unwrap_or(&class);
    let short = format!("{last}.{member}");
    failure.details.insert("member".to_owned(), short);
    if class.starts_with("io.flutter.plugin.common.") {
        let words = if last.ends_with("$Result") { RESULT } else { CHANNEL };
        words.tell(failure);
        return true;
    }
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let react = frames.iter().position(is_react);
    let flutter = frames.iter().any(is_flutter);
    let is_activity = ACTIVITIES.contains(&class.as_str()) || class.ends_with("Activity");
    match (react, is_activity) {
        (Some(at), true) if failure.details.contains_key("at") && is_near(scene, at) => REACT_ACTIVITY.tell(failure),
        (Some(at), true) => {
            let Some(frame) = frames[..at].iter().rev().find(|frame| !frame.class.starts_with("java.")) else {
                return false;
            };
            let name = super::super::super::own::name(frame);
            failure.details.insert("bridged".to_owned(), name);
            REACT_ACTIVITY_ELSEWHERE.tell(failure);
        }
        (None, true) if flutter && scene.own.is_some() => FLUTTER_ACTIVITY.tell(failure),
        (react, false)
            if (react.is_some() || flutter) && scene.own.is_some_and(|(_, at)| at == 0) && is_value(&class) =>
        {
            let bridge = if react.is_some() { "JavaScript" } else { "Dart" };
            failure.details.insert("bridge".to_owned(), bridge.to_owned());
            ARGUMENT.tell(failure);
        }
        _ => return false,
    }
    true
}

/// Whether the reader's own frame is the module's function that JavaScript calls: it stands right above the bridge.
fn is_near(scene: &Scene<'_>, bridge: usize) -> bool {
    let readable = |frame: &Frame| simple(&frame.class).split('$').next().is_some_and(|name| name.len() > SHORT);
    scene.own.is_some_and(|(section, at)| section + 1 == scene.sections.len() && at < bridge && at == 0)
        && scene.own().is_some_and(readable)
}

/// Names of classes that a shrinker makes are no longer.
const SHORT: usize = 2;

/// Values that come over the bridge.
fn is_value(class: &str) -> bool {
    class.starts_with("java.lang.")
        || class.starts_with("java.util.")
        || class.starts_with("com.facebook.react.bridge.Readable")
}

#[cfg(test)]
mod tests {
    fn told(used: &str, frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException: Attempt to invoke virtual method '{used}' on a null object reference\n{frames}\tat android.os.Looper.loop(Looper.java:223)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn a_module_without_an_activity_is_told() {
        let bridge = "\tat java.lang.reflect.Method.invoke(Native Method)\n\tat com.facebook.react.bridge.JavaMethodWrapper.invoke(JavaMethodWrapper.java:372)\n";
        let window = "android.view.Window android.app.Activity.getWindow()";
        let own = told(window, &format!("\tat net.oak.shelfmodule.ShelfModule.light(ShelfModule.java:40)\n{bridge}"));
        assert!(own.contains("getCurrentActivity()") && own.contains("ShelfModule.java:40"), "{own}");
        let color = "int android.content.Context.getColor(int)";
        let deep = told(
            color,
            &format!(
                "\tat d.h.e.a.a(ContextCompat.java:8)\n\tat net.oak.shelfmodule.ShelfModule.ask(ShelfModule.java:1)\n{bridge}"
            ),
        );
        assert!(deep.contains("getCurrentActivity()") && deep.contains("`ShelfModule.ask`"), "{deep}");
        let screen = told(window, "\tat net.oak.basket.ShelfFragment.light(ShelfFragment.java:40)\n");
        assert!(!screen.contains("getCurrentActivity()"), "{screen}");
    }

    #[test]
    fn an_answer_or_event_for_dart_that_nobody_takes_is_told() {
        let plugin = "\tat net.oak.shelf_plugin.ShelfPlugin.onActivityResult(ShelfPlugin.java:40)\n";
        let result = told("void io.flutter.plugin.common.MethodChannel$Result.success(java.lang.Object)", plugin);
        assert!(result.contains("requestCode"), "{result}");
        let sink = told("void io.flutter.plugin.common.EventChannel$EventSink.success(java.lang.Object)", plugin);
        assert!(sink.contains("onDetachedFromEngine"), "{sink}");
    }
}
