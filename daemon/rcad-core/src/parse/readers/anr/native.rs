//! The native frames of a main thread: in which library of the app it is, and for what it waits there.

use super::super::tombstone::demangled;
use crate::model::failure::{Failure, Wording};
use crate::pattern::Pattern;

/// `native: #00 pc 0000000000017530  /system/lib64/libc.so (syscall+28)`, `#02  pc 000059d8df  /data/app/a/lib/arm/libShelf.so (_ZN5Shelf4stopEv+190)`
static FRAME: Pattern = Pattern::new(
    r"^(?:native: )?#[0-9]+ +pc (?:0x)?[0-9a-f]+ +(?P<path>[^ ]+)(?: \(offset [^)]*\))?(?: \((?P<function>[^B ].*?)(?:\+[0-9]+)?\))?(?: \(BuildId.*)?$",
);

/// Functions that wait, by a part of their names, and for what.
const WAITS: &[(&str, &str)] = &[
    ("pthread_join", "for a thread to end"),
    ("thread::join", "for a thread to end"),
    ("MutexLock", "for a lock that another thread holds"),
    ("mutex_lock", "for a lock that another thread holds"),
    ("mutex::lock", "for a lock that another thread holds"),
    ("pthread_rwlock", "for a lock that another thread holds"),
    ("pthread_cond", "for a signal of another thread"),
    ("condition_variable", "for a signal of another thread"),
    ("sem_wait", "for a signal of another thread"),
    ("futex", "for a lock or a signal of another thread"),
    ("talkWithDriver", "for the answer of another process (binder)"),
    ("usleep", "for time to pass"),
    ("nanosleep", "for time to pass"),
    ("recv", "for data of a socket"),
    ("connect", "for a connection"),
    ("fsync", "for the storage"),
];

/// Beginnings of paths of what the app has brought.
const OWN: &[&str] = &["/data/app", "/data/data/", "/data/user/", "/mnt/asec/", "/mnt/expand/"];

/// What the native frames of the main thread show.
#[derive(Default)]
pub struct NativeFrames {
    /// What waits, and for what.
    waits: Option<(String, &'static str)>,
    /// The first frame in a library of the app: library, function, the line's index.
    own: Option<(String, Option<String>, usize)>,
}

impl NativeFrames {
    /// Takes a frame of the main thread. Frames above the first of the app's own tell what that one waits for.
    pub fn take(&mut self, line: &str, index: usize) {
        let Some(found) = FRAME.captures(line).filter(|_| self.own.is_none()) else { return };
        let path = &found["path"];
        let library = path.rsplit(['/', '!']).next().unwrap_or(path);
        let function = found.name("function").map(|name| demangled(name.as_str()));
        let name = function.clone().unwrap_or_default();
        if let Some((_, what)) = WAITS.iter().find(|(part, _)| name.contains(part)) {
            // A library's own function that only waits (`join_timeout`) says less than its caller.
            let short = name.split('(').next().unwrap_or(&name).to_owned();
            self.waits = Some((short, what));
        } else if OWN.iter().any(|start| path.starts_with(start)) && library.ends_with(".so") {
            self.own = Some((library.to_owned(), function, index));
        }
    }

    /// What waits in the system's libraries, and for what.
    pub fn waiting(&self) -> Option<(&str, &'static str)> {
        self.waits.as_ref().map(|(function, what)| (function.as_str(), *what))
    }

    /// Whether a frame in a library of the app was among them.
    pub fn is_of_app(&self) -> bool {
        self.own.is_some()
    }

    /// Tells of a main thread that is in a library of the app: its line.
    pub fn tell(&self, failure: &mut Failure) -> Option<usize> {
        let (library, function, index) = self.own.as_ref()?;
        let mut detail = |name: &str, value: &str| failure.details.insert(name.to_owned(), value.to_owned());
        detail("native_library", library);
        let named = function.as_ref().map_or_else(|| library.clone(), |name| format!("{library}!{name}"));
        let place = match function {
            Some(name) => {
                detail("native_function", name);
                "`{native_function}` of `{native_library}`"
            }
            None => "`{native_library}`",
        };
        let cause = match &self.waits {
            Some((waits, what)) => {
                detail("native_waits", waits);
                format!(
                    "The app did not respond (ANR): its main thread is in native code and waits in `{{native_waits}}` {what}, called by {place}."
                )
            }
            None => format!(
                "The app did not respond (ANR): its main thread is in native code, in {place}, which does not come back in time."
            ),
        };
        let find = if self.waits.is_some() {
            "Look in the same traces for the thread that it waits for (its frames in `{native_library}`), and see why that does not come to an end; do not wait for it on the main thread."
        } else {
            "Call what ends there on a background thread, or in smaller parts; symbolise the frames (`ndk-stack -sym path/to/obj`) for the line."
        };
        failure.wording = Some(Wording::new(
            cause,
            &[
                find,
                "If `{native_library}` is an engine's or SDK's and not yours: update it, look for this function among its known problems, or report it with this trace; and see what your code last called of it (stop, release, pause).",
            ],
        ));
        failure.symbol = Some(named);
        Some(*index)
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn a_main_thread_in_native_code_is_told() {
        let log = |frames: &str| {
            format!(
                "Input dispatching timed out (Waiting to send non-key event because the touched window has not finished processing certain input events that were delivered to it over 500.0ms ago.)\n\"main\" prio=5 tid=1 Native\n  | state=S schedstat=( 0 0 0 ) utm=1 stm=2 core=0 HZ=100\n{frames}"
            )
        };
        let told = |frames: &str| {
            let answer = analyze(parse(&log(frames)), None);
            (answer.root_cause.unwrap_or_default(), answer.errors[0].symbol.clone().unwrap_or_default())
        };
        let wait = "  #00  pc 0000000000017530  /system/lib/libc.so (syscall+28)\n  #01  pc 00000000000482bf  /system/lib/libc.so (pthread_join+146)\n";
        let (cause, symbol) = told(&format!(
            "{wait}  #02  pc 0000000000059df1  /data/app/com.example/lib/arm/libshelf.so (_ZN5Shelf4stopEv+190)\n"
        ));
        assert!(
            cause.contains("`pthread_join` for a thread to end") && symbol == "libshelf.so!Shelf::stop",
            "{cause} {symbol}"
        );
        let library = "  #02  pc 0059df1  /data/app/com.example/lib/arm/libshelf.so (_ZN5Shelf4stopEv+190)\n";
        let broadcast = format!(
            "Broadcast of Intent {{ act=com.example.OAK }}\n\n\"main\" tid=1 Native\n\"main\" prio=5 tid=1 Native\n{wait}{library}"
        );
        let answer = analyze(parse(&broadcast), None).root_cause.unwrap_or_default();
        assert!(answer.contains("`pthread_join`"), "{answer}");
        let (cause, symbol) = told(wait);
        assert!(!cause.contains("libshelf") && !symbol.contains("libc.so"), "{cause} {symbol}");
        let (cause, _) = told(&format!(
            "{wait}  #02  pc 0000000000059df1  /data/app/com.example/lib/arm/libshelf.so (_ZN5Shelf4stopEv+190)\n  at com.example.basket.Shelf.stop(Native method)\n  at com.example.basket.Main.onPause(Main.kt:8)\n"
        ));
        assert!(cause.contains("Main.kt:8"), "{cause}");
    }
}
