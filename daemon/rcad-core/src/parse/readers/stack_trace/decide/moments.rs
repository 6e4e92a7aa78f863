//! When it happened: the callback of the platform below the user's own frame. Data first.

use super::super::own;
use super::super::trace::Frame;
use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::Failure;

/// One function of the platform that calls the app's code.
struct Moment {
    /// Beginning of the class without its package.
    class: &'static str,
    /// Beginning of the function.
    method: &'static str,
    /// Beginning of the app's function that says the same by its name.
    callback: &'static str,
    /// The end of a sentence.
    when: &'static str,
}

const fn moment(class: &'static str, method: &'static str, callback: &'static str, when: &'static str) -> Moment {
    Moment { class, method, callback, when }
}

/// The first frame that is in the table counts, from the user's own one on downwards.
const MOMENTS: &[Moment] = &[
    moment(
        "AbsListView",
        "onRestoreInstanceState",
        "",
        "while Android restores the state of a list view (`AbsListView.onRestoreInstanceState`)",
    ),
    moment("View", "dispatchRestoreInstanceState", "", "while Android restores the saved state of the views"),
    moment("ViewGroup", "dispatchRestoreInstanceState", "", "while Android restores the saved state of the views"),
    moment("Fragment", "restoreViewState", "", "while Android restores the saved state of the fragment's views"),
    moment("View", "performLongClick", "onLongClick", "on a long click"),
    moment("View", "performClick", "onClick", "on a click"),
    moment("AdapterView", "performItemClick", "onItemClick", "on a click on an item of a list"),
    moment("AdapterView", "fireOnSelected", "onItemSelected", "when an item of a list or spinner is selected"),
    moment("MenuItemImpl", "invoke", "onMenuItem", "when an item of a menu is chosen"),
    moment("Activity", "onMenuItemSelected", "onOptionsItemSelected", "when an item of a menu is chosen"),
    moment("CompoundButton", "setChecked", "onCheckedChanged", "when a switch or check box changes"),
    moment("TextView", "sendAfterTextChanged", "afterTextChanged", "when the text of a field changes"),
    moment("TextView", "sendOnTextChanged", "onTextChanged", "when the text of a field changes"),
    moment("OnBackPressedDispatcher", "onBackPressed", "onBackPressed", "when the user goes back"),
    moment("RecyclerView$Adapter", "bindViewHolder", "onBindViewHolder", "while a row of a RecyclerView is bound"),
    moment(
        "RecyclerView$Adapter",
        "createViewHolder",
        "onCreateViewHolder",
        "while the view of a row of a RecyclerView is made",
    ),
    moment("AbsListView", "obtainView", "getView", "while a list asks its adapter for a row"),
    moment("ActivityThread", "handleReceiver", "onReceive", "while a broadcast receiver is given its intent"),
    moment("LoadedApk$ReceiverDispatcher", "", "onReceive", "while a broadcast receiver is given its intent"),
    moment(
        "Activity",
        "dispatchActivityResult",
        "onActivityResult",
        "while the result of another activity is delivered",
    ),
    moment("ActivityThread", "deliverResults", "onActivityResult", "while the result of another activity is delivered"),
    moment(
        "Activity",
        "dispatchRequestPermissionsResult",
        "onRequestPermissionsResult",
        "while the answer to a request for permissions is delivered",
    ),
    moment(
        "ActivityThread",
        "installContentProviders",
        "",
        "while Android sets up the app's content providers, before `Application.onCreate`",
    ),
    moment(
        "ActivityThread",
        "handleBindApplication",
        "",
        "while the app's process starts (`Application.onCreate` or before)",
    ),
    moment("ActivityThread", "handleCreateService", "onCreate", "while a service is created"),
    moment("ActivityThread", "handleServiceArgs", "onStartCommand", "while a service handles a start command"),
    moment("ActivityThread", "handleBindService", "onBind", "while a service is bound"),
    moment("ActivityThread", "handlePauseActivity", "onPause", "while the activity is paused"),
    moment("ActivityThread", "handleStopActivity", "onStop", "while the activity is stopped"),
    moment("ActivityThread", "handleDestroyActivity", "onDestroy", "while the activity is destroyed"),
    moment("Fragment", "performDestroyView", "onDestroyView", "while the fragment's view is destroyed"),
    moment("LiveData", "considerNotify", "onChanged", "while LiveData notifies an observer"),
    moment("ListenableWorker", "", "doWork", "while WorkManager runs a worker"),
    moment("Worker$", "run", "doWork", "while WorkManager runs a worker"),
    moment("CoroutineWorker", "", "doWork", "while WorkManager runs a worker"),
    moment("AsyncTask", "finish", "onPostExecute", "while an AsyncTask delivers its result on the main thread"),
    moment(
        "ViewPropertyAnimator$AnimatorEventListener",
        "onAnimationEnd",
        "onAnimationEnd",
        "at the end of an animation",
    ),
    moment("ValueAnimator", "endAnimation", "onAnimationEnd", "at the end of an animation"),
    moment("BaseBundle", "unparcel", "", "while Android reads a Bundle that was written before"),
    moment("ViewRootImpl", "performDraw", "onDraw", "while views are drawn"),
    moment("ViewRootImpl", "performLayout", "onLayout", "while views are laid out"),
    moment("ViewRootImpl", "performMeasure", "onMeasure", "while views are measured"),
    moment("View", "dispatchTouchEvent", "onTouch", "while a touch is handled"),
    moment("ViewGroup", "dispatchTouchEvent", "onTouch", "while a touch is handled"),
];

/// Packages of which these classes are.
const PLATFORM: &[&str] = &["android.", "androidx.", "com.android.internal."];

/// Says of which activity's start it is part.
const RELAUNCHED: &str = "as the activity is created anew after a change of the configuration (a rotation, dark mode, language, size of the window)";

/// Failures whose words say when, or of which it says nothing.
const TOLD: &[Category] = &[
    Category::RuntimeStackOverflow,
    Category::RuntimeForegroundService,
    Category::RuntimeNetworkOnMain,
    Category::SpringStartup,
    Category::TestFailure,
];

/// Notes the moment.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let run = failure.category == Category::Other || failure.category.id().starts_with("runtime_");
    if !run || TOLD.contains(&failure.category) || failure.details.contains_key("phase") {
        return;
    }
    // Causes leave out the frames that they share with the exception around them.
    let last = scene.own.map_or(scene.sections.len().saturating_sub(1), |(section, _)| section);
    let outer = scene.sections.iter().take(last).rev().flat_map(|section| &section.frames);
    let all: Vec<&Frame> = scene.frames().iter().chain(outer).collect();
    let by_user = |(at, frame): &(usize, &&Frame)| is_platforms(frame) && !is_called_by_code(&all, *at);
    let frames: Vec<&Frame> = all.iter().enumerate().filter(by_user).map(|(_, frame)| *frame).collect();
    let own = scene.own().map(own::name).unwrap_or_default();
    let function = own.rsplit('.').next().unwrap_or("");
    let said = |moment: &Moment| !moment.callback.is_empty() && function.starts_with(moment.callback);
    let found = frames.iter().find_map(|frame| MOMENTS.iter().find(|moment| is_of(moment, frame)));
    let when = found.filter(|moment| !said(moment)).map(|moment| moment.when);
    let relaunched = frames.iter().any(|frame| frame.method.starts_with("handleRelaunchActivity"));
    let told = match (when, relaunched) {
        (Some(when), true) => format!("{when}, {RELAUNCHED}"),
        (None, true) => RELAUNCHED.to_owned(),
        (Some(when), false) => when.to_owned(),
        (None, false) => return,
    };
    failure.details.insert("moment".to_owned(), told);
}

/// Whether code that is not Android's calls `View.performClick` itself: then nobody clicked.
fn is_called_by_code(frames: &[&Frame], at: usize) -> bool {
    const CLICKS: &[&str] = &["performClick", "performLongClick", "callOnClick"];
    if !CLICKS.contains(&frames[at].method.as_str()) {
        return false;
    }
    // A view of a library or of the app overrides it and calls Android's.
    let caller = frames[at + 1..].iter().find(|frame| !CLICKS.contains(&frame.method.as_str()));
    caller.is_some_and(|frame| !["android.", "com.android."].iter().any(|start| frame.class.starts_with(start)))
}

fn is_platforms(frame: &Frame) -> bool {
    PLATFORM.iter().any(|start| frame.class.starts_with(start))
}

fn is_of(moment: &Moment, frame: &Frame) -> bool {
    let class = simple(&frame.class);
    let same = if moment.class.contains('$') { class.starts_with(moment.class) } else { class == moment.class };
    same && frame.method.starts_with(moment.method)
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn cause(own: &str, below: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.NullPointerException: Attempt to invoke virtual method 'int com.example.basket.Shelf.size()' on a null object reference\n\
            \tat com.example.basket.{own}(Shelves.java:9)\n{below}\tat android.os.Looper.loop(Looper.java:6)\n"
        );
        explain(&parse(&log).failures[0]).root_cause
    }

    #[test]
    fn the_callback_of_the_platform_is_told() {
        let row = "\tat androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder(RecyclerView.java:8)\n";
        let bound = cause("Row.show", row);
        assert!(bound.contains("It happens while a row of a RecyclerView is bound."), "{bound}");
        let restored = "\tat android.widget.AbsListView.onRestoreInstanceState(AbsListView.java:8)\n\tat android.app.ActivityThread.handleRelaunchActivity(ActivityThread.java:4)\n";
        let restored = cause("Shelves.fill", restored);
        assert!(
            restored.contains("restores the state of a list view") && restored.contains("a rotation"),
            "{restored}"
        );
    }

    #[test]
    fn a_click_by_code_is_no_click() {
        let click = |caller: &str| format!("\tat android.view.View.performClick(View.java:7)\n\tat {caller}\n");
        let by_user = cause("Shelves.open", &click("android.view.View$PerformClick.run(View.java:9)"));
        assert!(by_user.contains("It happens on a click"), "{by_user}");
        let through = "\tat android.view.View.performClick(View.java:7)\n\tat com.google.android.material.button.MaterialButton.performClick(MaterialButton.java:3)\n\tat android.view.View$PerformClick.run(View.java:9)\n";
        assert!(cause("Shelves.open", through).contains("It happens on a click"));
        let by_code = click(
            "com.google.android.material.textfield.TextInputLayout.onRestoreInstanceState(TextInputLayout.java:3)",
        );
        assert!(!cause("Shelves.open", &by_code).contains("on a click"));
        assert!(
            !cause("Shelves.open", &click("com.example.basket.Shelves.begin(Shelves.java:3)")).contains("on a click")
        );
    }

    #[test]
    fn what_a_name_says_already_is_not_told_again() {
        let row = "\tat androidx.recyclerview.widget.RecyclerView$Adapter.bindViewHolder(RecyclerView.java:8)\n";
        assert!(!cause("Shelves.onBindViewHolder", row).contains("It happens"));
        let others = "\tat org.shelves.RecyclerView$Adapter.bindViewHolder(RecyclerView.java:8)\n";
        assert!(!cause("Row.show", others).contains("It happens"));
    }
}
