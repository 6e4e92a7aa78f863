//! Which callback of Android the main thread is in: it tells where the app's work could go.

use super::super::stack_trace::trace;

/// A callback that runs on the main thread, and what a reader can do about the work in it.
pub struct MainThreadCallback {
    /// Beginning of the class of Android's frame that calls it.
    class: &'static str,
    /// Function of that frame; the beginning is enough.
    method: &'static str,
    /// Function of the app's frame that it calls; none: any.
    called: &'static str,
    /// A sentence: where the app's function runs.
    pub place: &'static str,
    /// Where the work belongs; ends the step "Move what … does …".
    pub target: &'static str,
}

const fn callback(
    class: &'static str,
    method: &'static str,
    called: &'static str,
    place: &'static str,
    target: &'static str,
) -> MainThreadCallback {
    MainThreadCallback { class, method, called, place, target }
}

/// Where the work goes if the callback has no place of its own for it.
pub const THREAD: &str =
    "to a background thread (an executor, a coroutine), and hand only the result back to the main thread";
const TASK: &str = "into `doInBackground`, and leave only the showing of the result to the main thread";

/// From the top of the stack the first pair of frames that fits counts.
const CALLBACKS: &[MainThreadCallback] = &[
    callback(
        "android.os.AsyncTask",
        "finish",
        "onPostExecute",
        "`onPostExecute` of an `AsyncTask` runs on the main thread.",
        TASK,
    ),
    callback(
        "android.os.AsyncTask",
        "",
        "onProgressUpdate",
        "`onProgressUpdate` of an `AsyncTask` runs on the main thread.",
        TASK,
    ),
    callback(
        "android.os.AsyncTask",
        "",
        "onPreExecute",
        "`onPreExecute` of an `AsyncTask` runs on the main thread.",
        TASK,
    ),
    callback(
        "androidx.lifecycle.LiveData",
        "considerNotify",
        "",
        "Observers of `LiveData` run on the main thread.",
        "to where the value of the `LiveData` is made, on a background thread",
    ),
    callback(
        "android.os.Handler",
        "dispatchMessage",
        "handleMessage",
        "`handleMessage` of this `Handler` runs on the main thread, whose looper it has.",
        "to a `Handler` with the looper of a `HandlerThread`, or to an executor, and hand only the result back to the main thread",
    ),
    callback(
        "android.os.Handler",
        "handleCallback",
        "run",
        "What is posted to a `Handler` of the main looper, or with `runOnUiThread`, runs on the main thread.",
        THREAD,
    ),
    callback("android.view.View", "performClick", "onClick", "Click listeners run on the main thread.", THREAD),
    callback(
        "android.app.LoadedApk$ReceiverDispatcher",
        "",
        "onReceive",
        "`onReceive` of a broadcast receiver runs on the main thread.",
        "to a background thread (`goAsync()`, or `WorkManager` if it takes longer than ten seconds)",
    ),
];

/// The callback that the app's frames, `below` Android's or a library's which they call, were called in. `below` begins with
/// the own frame; frames follow as in the trace.
pub fn of(below: &[trace::Frame]) -> Option<&'static MainThreadCallback> {
    below.windows(2).find_map(|pair| CALLBACKS.iter().find(|callback| callback.fits(&pair[0], &pair[1])))
}

impl MainThreadCallback {
    fn fits(&self, called: &trace::Frame, by: &trace::Frame) -> bool {
        by.class.starts_with(self.class)
            && by.method.starts_with(self.method)
            && (self.called.is_empty() || called.method == self.called)
            && !called.class.starts_with("android.")
            && !called.class.starts_with("androidx.")
    }
}
