//! Dialogs that are still open when their activity ends: the function that shows them says what usually ends it.

use super::super::own;
use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;

/// Functions in which a dialog is shown, how the activity usually ends then, and what to do first.
const OCCASIONS: &[(&[&str], &str, &str)] = &[
    (
        &["onBackPressed", "onKeyDown", "handleOnBackPressed", "onSupportNavigateUp"],
        "The dialog is shown in `{at}`, and the activity usually ends right after it (`super.onBackPressed()` or `finish()` in the same function).",
        "Do not call `super.onBackPressed()` or `finish()` in `{at}` while the dialog is open: end the activity in the listener of the dialog's button.",
    ),
    (
        &["onClick", "onItemClick", "onOptionsItemSelected", "onNavigationItemSelected", "onMenuItemClick"],
        "The dialog is shown in `{at}`; usually the same click also ends the activity (`finish()`, or another activity in its place).",
        "Where `{at}` also calls `finish()`, dismiss the dialog before that, or call `finish()` only in the listener of the dialog's button.",
    ),
    (
        &[
            "onPreExecute",
            "onPostExecute",
            "onProgressUpdate",
            "onResponse",
            "onFailure",
            "onSuccess",
            "onComplete",
            "onError",
            "onResult",
            "onChanged",
            "onReceive",
            "handleMessage",
            "invokeSuspend",
            "run",
            "accept",
        ],
        "The dialog belongs to work that goes on beside the screen (`{at}`), and the activity ended first, or was created anew by a rotation.",
        "Dismiss the dialog in `onDestroy` of `{symbol}` and cancel the work there; before it is shown check `if (!isFinishing && !isDestroyed)`.",
    ),
    (
        &["onCreate", "onStart", "onResume", "onPostCreate", "onAttachedToWindow"],
        "The dialog is shown while the screen is set up (`{at}`); a rotation, or a `finish()` in the same function, ends the activity below it.",
        "Show it as a DialogFragment, which closes and opens with the activity; do not show it where the same function calls `finish()`.",
    ),
];

const DISMISS: &str = "Keep the dialog in a field and dismiss it in `onDestroy` (or `onStop`) of `{symbol}`.";

/// Says what ends the activity below its dialog.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let leaks = failure.category == Category::RuntimeWindowLeakBadToken && failure.details.contains_key("window");
    let Some(frame) = scene.own().filter(|_| leaks) else { return };
    // The function that shows it may be one of the app's own that such a callback calls.
    let named = std::iter::once(frame).chain(scene.callers()).map(own::name);
    let occasion = named
        .filter_map(|name| name.rsplit('.').next().map(str::to_owned))
        .find_map(|method| OCCASIONS.iter().find(|(methods, ..)| methods.contains(&method.as_str())));
    let Some((_, why, step)) = occasion else { return };
    let cause = format!(
        "A dialog or popup window is still open when its activity `{{symbol}}` is destroyed, so its window leaks. {why}"
    );
    failure.say(&cause, &[step, DISMISS]);
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn first_step(method: &str) -> String {
        let log = format!(
            "E/WindowManager: android.view.WindowLeaked: Activity com.example.basket.PayActivity has leaked window DecorView@3[] that was originally added here\n    at android.view.ViewRootImpl.<init>(ViewRootImpl.java:489)\n    at android.app.Dialog.show(Dialog.java:344)\n    at com.example.basket.PayActivity.{method}(PayActivity.java:47)\n"
        );
        explain(&parse(&log).failures[0]).fixes.remove(0)
    }

    #[test]
    fn the_function_that_shows_the_dialog_decides_the_step() {
        assert!(first_step("onBackPressed").starts_with("Do not call `super.onBackPressed()`"));
        assert!(first_step("onClick").contains("also calls `finish()`"));
        assert!(first_step("onPostExecute").contains("isFinishing"));
        assert!(first_step("onCreate").contains("DialogFragment"));
        assert!(first_step("showShelves").starts_with("Dismiss the dialog"));
    }
}
