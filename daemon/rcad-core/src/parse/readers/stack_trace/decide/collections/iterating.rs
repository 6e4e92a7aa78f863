//! Collections that change while they are iterated: who iterates is the first frame below Java's and Kotlin's own, whoever
//! called that.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, is_pooled, simple};
use crate::model::failure::Failure;

const COPY: &str = "In the loop itself iterate over a copy (`toList()`), or change it through the iterator (`removeIf`, `Iterator.remove`).";

/// On a thread of a pool a second thread is the likelier one.
const ON_POOL: Words = Words {
    cause: "A collection is modified while `{at}` iterates over it (concurrent modification). As that runs on the thread {thread}, probably another thread changes it; else the loop does itself.",
    fixes: &[
        "Guard the iteration and every change by one lock (`Mutex`, `synchronized`), use a `CopyOnWriteArrayList`/`ConcurrentHashMap`, or do both on one thread.",
        COPY,
    ],
};

/// The names say nothing yet.
const MINIFIED: Words = Words {
    cause: "A collection is modified while `{iterates}` iterates over it (concurrent modification), by the loop itself or by another thread. The names are minified.",
    fixes: &[
        "Map `{iterates}` back with the build's mapping.txt (`retrace mapping.txt trace.txt`, or rcad in the project's directory), and iterate there over a copy (`toList()`), or change the collection through the iterator (`removeIf`).",
        "If it can run twice at a time, or others change that collection on another thread: one lock, one thread, or a `CopyOnWriteArrayList`/`ConcurrentHashMap`.",
    ],
};

/// The same where a readable function calls it.
const MINIFIED_CALLED: Words = Words {
    cause: "A collection is modified while `{iterates}`, called from `{at}`, iterates over it (concurrent modification), by the loop itself or by another thread. The names are minified.",
    fixes: MINIFIED.fixes,
};

/// A library iterates over what it was given, or what is its own.
const OF_LIBRARY: Words = Words {
    cause: "A collection is modified while `{iterates}` of the library `{iterating_library}`, which `{at}` calls, iterates over it (concurrent modification): one that was handed to the library, or one of its own.",
    fixes: &[
        "If the collection is the one that is handed over at {name}:{line}, hand over a copy (`toList()`), and change the original on one thread.",
        "If it is the library's own (its listeners, its children), do not add or remove there while it calls you (post it to later), nor from another thread; else update the library.",
    ],
};

/// Says who iterates, and how it is done safely.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let frames = scene.sections.iter().rev().map(|one| &one.frames).find(|frames| !frames.is_empty());
    let found = frames.and_then(|frames| frames.iter().find(|frame| !own::is_basic(&frame.class)));
    if let Some(frame) = found.filter(|frame| is_minified(frame)) {
        let name = format!("{}.{}", frame.class, frame.method);
        if failure.symbol.as_ref() == failure.details.get("at") || failure.symbol.is_none() {
            failure.symbol = Some(name.clone());
        }
        failure.details.insert("iterates".to_owned(), name);
        let calls = scene.own().is_some_and(|own| own.class != frame.class);
        return if calls { &MINIFIED_CALLED } else { &MINIFIED }.tell(failure);
    }
    let foreign = found.filter(|frame| scene.own.is_some() && !own::is_own_frame(frame, scene.package));
    if let Some(frame) = foreign.filter(|frame| !frame.class.starts_with("android.")) {
        failure.details.insert("iterates".to_owned(), own::name(frame));
        let library = own::vendors::package_of(&frame.class).unwrap_or_default();
        failure.details.insert("iterating_library".to_owned(), library);
        return OF_LIBRARY.tell(failure);
    }
    if is_pooled(failure) && scene.own.is_some() {
        ON_POOL.tell(failure);
    }
}

/// Letters of a name that a shrinker makes at most.
const SHORT: usize = 2;

/// Whether a shrinker made the names of the class and of its package.
fn is_minified(frame: &Frame) -> bool {
    let name = simple(&frame.class).split('$').next().unwrap_or("");
    let first = frame.class.split('.').next().unwrap_or("");
    name.len() <= SHORT && first.len() <= SHORT && frame.method.len() <= SHORT
}

#[cfg(test)]
mod tests {
    fn told(frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: Thread-2\nProcess: net.oak.basket, PID: 7\njava.util.ConcurrentModificationException\n\tat java.util.ArrayList$Itr.next(ArrayList.java:860)\n{frames}\tat java.lang.Thread.run(Thread.java:764)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn who_iterates_stands_below_the_iterator() {
        let minified = told("\tat q7.d.h(:3)\n\tat net.oak.basket.ui.ShelfActivity.y(:14)\n");
        assert!(
            minified.contains("`q7.d.h`, called from `ShelfActivity.y`") && minified.contains("retrace"),
            "{minified}"
        );
        let library = told(
            "\tat org.eclipse.shelf.Walker.walk(Walker.java:4)\n\tat net.oak.basket.ui.Shelves.show(Shelves.kt:14)\n",
        );
        assert!(library.contains("`Walker.walk` of the library `org.eclipse.shelf`"), "{library}");
        let own = told(
            "\tat kotlin.collections.CollectionsKt.joinTo(A.kt:4)\n\tat net.oak.basket.ui.Shelves.show(Shelves.kt:14)\n",
        );
        assert!(own.contains("while `Shelves.show` iterates") && own.contains("Thread-2"), "{own}");
    }
}
