//! What the main thread does in a function of the app that does not come back: by the frames above it, as far as they show it.

use super::super::stack_trace::{own, trace};
use super::callback;
use super::holder::waits;
use crate::model::failure::{Failure, Wording};

/// Something that takes long on the main thread.
struct SlowCall {
    /// Beginning of the class of a frame.
    class: &'static str,
    /// Beginnings of its functions; none: all.
    methods: &'static [&'static str],
    /// What it does.
    does: &'static str,
    /// What to do about it.
    step: &'static str,
}

const fn slow(
    class: &'static str,
    methods: &'static [&'static str],
    does: &'static str,
    step: &'static str,
) -> SlowCall {
    SlowCall { class, methods, does, step }
}

const AWAY: &str = "Call `{api}` on a background thread (an executor, a coroutine, a `HandlerThread`) in place of in `{at}` ({name}:{line}), and hand the result back to the main thread.";
/// A function that is not slow as such: it is what calls it, as often as it does, that takes long.
const MOVE: &str = "Move what `{at}` does at {name}:{line}, with the loop around it if there is one, {target}.";
const CAMERA: &str = "Open the camera on a background thread (`HandlerThread`) in place of in `{at}` ({name}:{line}), and release it in `onPause`, so that no other session holds it.";
const PLAYER: &str = "Use `prepareAsync()` and release players and codecs on a background thread, in place of in `{at}` ({name}:{line}).";
const PAGES: &str = "Look at {name}:{line}: don't jump far with `setCurrentItem`, and keep the count of pages small (a huge one, as for endless scrolling, makes each far jump slow); ViewPager2 does without this.";
const VIEWS: &str = "Code of views must stay on the main thread: give `{api}` less to do at {name}:{line} (fewer items or views, a flatter layout, data that is made before), or call it less often.";
const RESULT: &str = "Don't wait for it at {name}:{line}: let what follows be called when the result is there (a callback, `await` in a coroutine); look in the same traces for the thread that is to give it.";

/// The first that fits a frame, seen from the top of the stack, says what is done. Databases, preferences, pictures and
/// `runBlocking` have rules of their own.
const WORKS: &[SlowCall] = &[
    slow("android.hardware.Camera", &[], "uses the camera and waits for the camera service", CAMERA),
    slow("android.hardware.camera2.", &[], "uses the camera and waits for the camera service", CAMERA),
    slow("android.os.BinderProxy", &["transact"], "waits for the answer of another process", AWAY),
    slow("java.net.Inet", &["lookup", "getAll", "getByName"], "looks up the name of a host in the network", AWAY),
    slow("java.net.Socket", &[], "waits for the network", AWAY),
    slow("java.net.PlainSocket", &[], "waits for the network", AWAY),
    slow("java.net.AbstractPlainSocket", &[], "waits for the network", AWAY),
    slow("libcore.io.IoBridge", &["connect", "recv", "poll"], "waits for the network", AWAY),
    slow("com.android.org.conscrypt.NativeCrypto", &["SSL_"], "waits for an encrypted connection (TLS)", AWAY),
    slow("java.io.FileInputStream", &[], "reads a file", AWAY),
    slow("java.io.FileOutputStream", &[], "writes a file", AWAY),
    slow("java.io.FileDescriptor", &["sync"], "waits until a file is on the storage", AWAY),
    slow("java.io.RandomAccessFile", &[], "reads or writes a file", AWAY),
    slow("java.io.UnixFileSystem", &[], "looks at files and folders", AWAY),
    slow("java.util.zip.Inflater", &[], "unpacks data", AWAY),
    slow("java.util.zip.Deflater", &[], "packs data", AWAY),
    slow("android.media.MediaPlayer", &[], "uses a player and waits for the media service", PLAYER),
    slow("android.media.MediaCodec", &[], "uses a codec and waits for the media service", PLAYER),
    slow("android.content.ContentResolver", &[], "asks a content provider and waits for its answer", AWAY),
    slow("com.google.android.gms.tasks.Tasks", &["await"], "waits for a task's result", RESULT),
    slow("android.support.v4.view.ViewPager", PAGING, "goes through the pages of a `ViewPager`", PAGES),
    slow("androidx.viewpager.widget.ViewPager", PAGING, "goes through the pages of a `ViewPager`", PAGES),
];
const PAGING: &[&str] = &["populate", "calculatePageOffsets"];

/// Of such classes an app calls functions that must run on the main thread.
const OF_VIEWS: &[&str] = &[
    "android.view.",
    "android.widget.",
    "android.support.v",
    "androidx.recyclerview.",
    "androidx.viewpager",
    "androidx.compose.ui.",
    "androidx.constraintlayout.",
];

/// Frames above the app's own that are looked at.
const ABOVE: usize = 12;

/// Names what the app's own function called, and what that does or waits for. `frames` are those of the main thread, top
/// first, `own` the place of the app's own in them; `native` the function of the system in which it waits, and for what.
pub fn tell(frames: &[trace::Frame], own: usize, native: Option<(&str, &'static str)>, failure: &mut Failure) {
    let above = &frames[..own];
    let Some(top) = above.first() else { return };
    // A lock or a wait right in the own function has words of its own.
    if ["lock", "sleeps", "waits", "holder"].iter().any(|detail| failure.details.contains_key(*detail)) {
        return;
    }
    let near = &above[..above.len().min(ABOVE)];
    let known = near.iter().find_map(|frame| WORKS.iter().find(|work| work.fits(frame)));
    let does = match known {
        Some(work) => Some(work.does.to_owned()),
        None => waiting(near, native),
    };
    let computes = failure.details.contains_key("computes");
    if computes && does.is_none() {
        return;
    }
    let callback = callback::of(&frames[own..]);
    let on_views = above.last().is_some_and(|called| OF_VIEWS.iter().any(|start| called.class.starts_with(start)));
    let step = match known {
        Some(work) => work.step,
        None if on_views && does.is_none() => VIEWS,
        None if does.is_none() => MOVE,
        None => AWAY,
    };
    let target = callback.map_or(callback::THREAD, |callback| callback.target);
    failure.details.insert("target".to_owned(), target.to_owned());
    failure.details.insert("top".to_owned(), own::name(top));
    let through = if failure.details.get("api") == failure.details.get("top") { "" } else { " through `{api}`" };
    let state = if failure.details.contains_key("state") { " ({state})" } else { "" };
    let does = does.map(|does| format!(": it {does}")).unwrap_or_default();
    let place = callback.map(|callback| format!(" {}", callback.place)).unwrap_or_default();
    let cause = format!(
        "The app did not respond (ANR): its main thread{state} is in `{{top}}`, called by `{{at}}`{through}{does}.{place}{}",
        if failure.details.contains_key("reason") { " {reason}." } else { "" }
    );
    failure.wording = Some(Wording::new(cause, &[step]));
}

impl SlowCall {
    fn fits(&self, frame: &trace::Frame) -> bool {
        let is_method = |start: &&str| frame.method.starts_with(*start);
        frame.class.starts_with(self.class) && (self.methods.is_empty() || self.methods.iter().any(is_method))
    }
}

/// A wait that only the frames on top show.
fn waiting(frames: &[trace::Frame], native: Option<(&str, &'static str)>) -> Option<String> {
    if frames.first().is_some_and(waits) {
        return Some("waits for another thread".to_owned());
    }
    native.map(|(function, what)| format!("waits in `{function}` {what}"))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(state: &str, frames: &str) -> (String, String) {
        told_below(state, frames, "")
    }

    fn told_below(state: &str, frames: &str, below: &str) -> (String, String) {
        let log = format!(
            "\"main\" prio=5 tid=1 {state}\n{frames}  at com.example.basket.Shelf.fill(Shelf.kt:40)\n{below}  at android.os.Looper.loop(Looper.java:154)\n\n"
        );
        let failure = &parse(&log).failures[0];
        assert_eq!((failure.symbol.as_deref(), failure.line), (Some("Shelf.fill"), Some(40)), "{log}");
        let told = explain(failure);
        (told.root_cause, told.fixes[0].clone())
    }

    #[test]
    fn what_the_main_thread_waits_in_is_named() {
        for (frames, words, step) in [
            (
                "  at android.hardware.Camera.native_setup(Native method)\n  at android.hardware.Camera.<init>(Camera.java:553)\n  at android.hardware.Camera.open(Camera.java:372)\n",
                "is in `Camera.native_setup`, called by `Shelf.fill` through `Camera.open`: it uses the camera",
                "Open the camera on a background thread",
            ),
            (
                "  at android.support.v4.view.ViewPager.populate(ViewPager.java:1199)\n  at android.support.v4.view.ViewPager.setCurrentItem(ViewPager.java:606)\n",
                "is in `ViewPager.populate`, called by `Shelf.fill` through `ViewPager.setCurrentItem`: it goes through the pages",
                "Look at Shelf.kt:40: don't jump far",
            ),
            (
                "  at java.io.UnixFileSystem.list0(Native method)\n  at java.io.File.list(File.java:100)\n",
                "looks at files and folders",
                "Call `File.list` on a background thread",
            ),
            (
                "  at java.net.SocketInputStream.socketRead0(Native method)\n  at java.net.SocketInputStream.read(SocketInputStream.java:120)\n",
                "waits for the network",
                "",
            ),
            (
                "  at androidx.recyclerview.widget.RecyclerView.layout(RecyclerView.java:9)\n",
                "is in `RecyclerView.layout`, called by `Shelf.fill`.",
                "Code of views must stay on the main thread",
            ),
        ] {
            let (cause, fix) = told("Native", frames);
            assert!(cause.contains(words), "{cause}");
            assert!(fix.starts_with(step), "{fix}");
        }
    }

    #[test]
    fn work_that_is_slow_only_as_a_whole_moves_as_a_whole() {
        let cheap = "  at org.apache.harmony.xml.dom.NodeListImpl.item(NodeListImpl.java:55)\n";
        let (cause, fix) = told("Suspended", cheap);
        assert!(
            cause.ends_with("called by `Shelf.fill` through `NodeListImpl.item`.")
                || cause.ends_with("called by `Shelf.fill`."),
            "{cause}"
        );
        assert!(fix.starts_with("Move what `Shelf.fill` does at Shelf.kt:40, with the loop"), "{fix}");
        assert!(fix.contains("to a background thread"), "{fix}");
        let task = "  at com.example.basket.Counter.onPostExecute(Counter.kt:9)\n  at android.os.AsyncTask.finish(AsyncTask.java:632)\n  at android.os.AsyncTask$InternalHandler.handleMessage(AsyncTask.java:645)\n  at android.os.Handler.dispatchMessage(Handler.java:102)\n";
        let (cause, fix) = told_below("Suspended", cheap, task);
        assert!(cause.contains("`onPostExecute` of an `AsyncTask` runs on the main thread"), "{cause}");
        assert!(fix.contains("into `doInBackground`"), "{fix}");
        let handler = "  at com.example.basket.Till.handleMessage(Till.kt:9)\n  at android.os.Handler.dispatchMessage(Handler.java:102)\n";
        let (_, fix) = told_below("Suspended", cheap, handler);
        assert!(fix.contains("`HandlerThread`"), "{fix}");
        let file = "  at java.io.FileInputStream.read(FileInputStream.java:55)\n";
        let (cause, fix) = told_below("Suspended", file, task);
        assert!(cause.contains("reads a file. `onPostExecute`"), "{cause}");
        assert!(fix.starts_with("Call `FileInputStream.read` on a background thread"), "{fix}");
    }

    #[test]
    fn a_system_function_that_waits_is_named_where_nothing_else_says_it() {
        let native = "  native: #00 pc 00048a18  /system/lib/libc.so (__ioctl+8)\n  native: #01 pc 0003cc55  /system/lib/libbinder.so (_ZN7android14IPCThreadState14talkWithDriverEb+168)\n";
        let (cause, _) = told("Native", &format!("{native}  at android.oak.Tree.shake(Native method)\n"));
        assert!(cause.contains("talkWithDriver` for the answer of another process"), "{cause}");
    }

    #[test]
    fn without_frames_above_nothing_more_is_said() {
        let (cause, _) = told("Suspended", "");
        assert!(cause.contains("is busy in `Shelf.fill` (Suspended)"), "{cause}");
        let (cause, _) = told("Runnable", "  at com.google.gson.Gson.fromJson(Gson.java:100)\n");
        assert!(cause.contains("was computing in `Shelf.fill`"), "{cause}");
    }
}
