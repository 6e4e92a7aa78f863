//! Work on the wrong thread, and work that was cancelled.

use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::{Failure, Language};

/// Ends of the names of classes whose functions are meant for another thread.
const WORKERS: &[&str] = &["Thread", "Task", "Worker", "Runnable", "Job", "Async", "Client"];

/// Functions of `AsyncTask` that run on the main thread.
const MAIN: &[&str] = &["onPreExecute", "onPostExecute", "onProgressUpdate"];

/// Says why it was on the main thread all the same, or what was cancelled.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    match failure.category {
        Category::RuntimeNetworkOnMain => on_main(scene, failure),
        Category::KotlinCoroutine => cancelled(failure),
        _ => (),
    }
}

fn on_main(scene: &Scene<'_>, failure: &mut Failure) {
    let Some(frame) = scene.own() else { return };
    let class = simple(&frame.class).rsplit('$').find(|part| !part.chars().all(|letter| letter.is_ascii_digit()));
    let class = class.unwrap_or("").to_owned();
    let worker = WORKERS.iter().any(|end| class.ends_with(end));
    let other = match failure.language {
        Language::Kotlin => "`withContext(Dispatchers.IO)`",
        _ => "an executor, a thread of its own or an asynchronous client",
    };
    if frame.method == "<init>" && worker {
        let cause = format!(
            "The constructor of `{class}` (`{{at}}`) uses the network on the main thread (UI thread): `{{api}}`. A constructor runs on the thread that calls it, not on the one that is started later."
        );
        return failure.say(
            &cause,
            &["Move what stands at {name}:{line} from the constructor into `run()` (or `doInBackground`, `doWork`)."],
        );
    }
    if frame.method == "run" && scene.callers().next().is_some() {
        let cause = "`{at}` uses the network on the main thread (UI thread): `{api}`. The frames below show that `run()` was called or posted on that thread itself.";
        return failure.say(cause,
            &[
                "Start the thread with `start()` (or give the work to an executor) instead of calling `run()` or posting it to a Handler of the main thread.",
            ],
        );
    }
    if MAIN.contains(&frame.method.as_str()) {
        return failure.say(
            "`{at}` uses the network: that function of an AsyncTask runs on the main thread (UI thread). `{api}`.",
            &["Move the call at {name}:{line} into `doInBackground`."],
        );
    }
    if failure.language == Language::Java || failure.language == Language::Kotlin {
        let fix =
            format!("Move the call (also looking up a host name) at {{name}}:{{line}} off the main thread: {other}.");
        let cause = failure.wording.as_ref().map_or(String::new(), |wording| wording.cause.clone());
        failure.say(&cause, &[&fix]);
    }
}

/// What the job's class says of who was cancelled; the end of the message has it.
const JOBS: &[(&str, &str)] = &[
    (
        "SupervisorJobImpl",
        "the scope itself had ended (the ViewModel was cleared, or the activity or fragment destroyed)",
    ),
    ("StandaloneCoroutine", "a coroutine that `launch` started was cancelled, by `cancel()` or with its scope"),
    ("DeferredCoroutine", "an `async` was cancelled, by `cancel()` or with its scope"),
    ("ScopeCoroutine", "the scope that waits for it was cancelled"),
    ("BlockingCoroutine", "the `runBlocking` around it was cancelled"),
    ("UndispatchedCoroutine", "the `withContext` around it was cancelled"),
];

fn cancelled(failure: &mut Failure) {
    let Some(why) = failure.details.get("why").cloned() else { return };
    if !failure.exception.as_deref().is_some_and(|class| class.ends_with("JobCancellationException")) {
        return;
    }
    let of = JOBS.iter().find(|(job, _)| failure.message.contains(job) || why.starts_with(job));
    let of = of.map_or(String::new(), |(_, of)| format!(": {of}"));
    let cause = format!("A coroutine was cancelled ({{why}}){of}. That is no error of what it was doing.");
    failure.say(&cause,
        &[
            "Rethrow `CancellationException` where exceptions are caught, and neither log nor show it as an error.",
            "Run work that must not end with the screen in a scope that lives as long as it is needed (the ViewModel's or the application's); a write that must be finished in `withContext(NonCancellable)`.",
        ],
    );
}
