//! Who called the function on top: the user's own one that calls the thrower, or the library that calls Android; and whose
//! check it is that fails where nobody's call can be told.

use super::super::own;
use super::super::trace::{Frame, Section};
use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Frames of Android between its function on top and the library that called it.
const BETWEEN: usize = 6;

/// Beginnings of classes of Android itself.
const ANDROID: &[&str] = &["android.", "com.android.internal.", "com.android.okhttp.", "com.android.server."];

/// Libraries that stand between Android and everybody's code.
const WRAPPERS: &[&str] = &[
    "android.arch.",
    "android.support.",
    "androidx.activity.",
    "androidx.appcompat.",
    "androidx.arch.",
    "androidx.compose.",
    "androidx.core.",
    "androidx.fragment.",
    "androidx.lifecycle.",
    "com.facebook.react.",
    "io.flutter.",
];

/// Notes who called.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let mut tell = |name: &str, value: String| failure.details.insert(name.to_owned(), value);
    if let Some(own) = scene.own() {
        let at = own::name(own);
        // Behind a library's function nobody can tell what it passed on.
        let direct = scene.frames().iter().skip(1).take_while(|frame| own::is_own_frame(frame, scene.package));
        let Some(caller) = direct.clone().find(|frame| frame.place.is_some() && own::name(frame) != at) else {
            return;
        };
        let name = own::name(caller);
        // `ComposableSingletons$MainKt.lambda_7`: nobody gave it that name.
        if name.contains("ComposableSingletons") || name.contains(".lambda") {
            return;
        }
        tell("caller", name);
        if let Some((file, line)) = &caller.place {
            tell("caller_at", format!("{file}:{line}"));
        }
    } else if let Some(library) = library(scene.sections) {
        tell("foreign_caller", format!("{}.{}", library.class, library.method));
    }
}

/// Notes whose check it is that fails, where it is a library's and no frame is the user's own.
pub fn note_checker(scene: &Scene<'_>, failure: &mut Failure) {
    let checks = [Category::RuntimeIllegalState, Category::RuntimeIllegalArgument];
    if !checks.contains(&failure.category) || failure.wording.is_some() || scene.own.is_some() {
        return;
    }
    let Some(frame) = own::top_frame(scene.sections).filter(|frame| !own::is_own_frame(frame, scene.package)) else {
        return;
    };
    failure.details.insert("checker".to_owned(), own::name(frame));
}

/// The frame of a library that called Android's function on top.
fn library(sections: &[Section]) -> Option<&Frame> {
    let is_android = |frame: &Frame| ANDROID.iter().any(|start| frame.class.starts_with(start));
    let telling = |frame: &Frame| !own::is_basic(&frame.class);
    let section = sections.iter().rev().find(|section| section.frames.iter().any(telling))?;
    let top = section.frames.iter().position(telling)?;
    let below = section.frames[top..].iter().take(BETWEEN);
    let found = below.filter(|frame| telling(frame)).find(|frame| !is_android(frame))?;
    let called = is_android(&section.frames[top]) && !WRAPPERS.iter().any(|start| found.class.starts_with(start));
    called.then_some(found)
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn who_calls_the_function_that_throws_is_named_with_its_place() {
        let log = "java.lang.IllegalStateException: the basket is sealed\n\tat com.example.basket.Basket.put(Basket.kt:12)\n\
            \tat com.example.basket.Basket.put$default(Basket.kt:9)\n\tat com.example.basket.Checkout.pay(Checkout.kt:40)\n";
        let told = explain(&parse(log).failures[0]);
        let all = format!("{} {}", told.root_cause, told.fixes[0]);
        assert!(all.contains("`Checkout.pay` (Checkout.kt:40)"), "{all}");
    }

    #[test]
    fn the_library_that_calls_android_is_named() {
        let log = "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.SecurityException: not without a seal\n\
            \tat android.os.Parcel.createException(Parcel.java:9)\n\tat android.app.ContextImpl.seal(ContextImpl.java:8)\n\
            \tat com.razorpay.Sealer.seal(Sealer.java:7)\n\tat android.os.Looper.loop(Looper.java:6)\n";
        let cause = explain(&parse(log).failures[0]).root_cause;
        assert!(cause.contains("`Sealer.seal` of the library `com.razorpay`"), "{cause}");
    }
}
