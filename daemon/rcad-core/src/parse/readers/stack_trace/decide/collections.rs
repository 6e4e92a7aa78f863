//! Elements that are not there: what was done with the collection or text, and how it is done safely.

pub mod iterating;
mod positions;

use super::scene::{Scene, is_pooled};
use crate::Category;
use crate::model::failure::{Failure, Language};

/// A function of the language's library that throws.
struct Operation {
    /// `ArrayList.remove`, as frames name it; ends of its class's name count.
    names: &'static [&'static str],
    /// What it does, after “it”.
    does: &'static str,
    /// What does the same without throwing, in Kotlin.
    kotlin: &'static str,
    /// The same in Java.
    java: &'static str,
}

const OPERATIONS: &[Operation] = &[
    Operation {
        names: &["List.remove", "List.removeAt", "Vector.remove"],
        does: "removes an element by its index",
        kotlin: "remove it only while the index is in `indices`; for the first or last element there are `removeFirstOrNull()` and `removeLastOrNull()`",
        java: "compare the index with `size()` before `remove`",
    },
    Operation {
        names: &[
            "List.removeFirst",
            "List.removeLast",
            "Deque.removeFirst",
            "Deque.removeLast",
            "List.pop",
            "Deque.pop",
            "Queue.remove",
            "List.getFirst",
            "List.getLast",
            "CollectionsKt___CollectionsKt.first",
            "CollectionsKt___CollectionsKt.last",
            "CollectionsKt__MutableCollectionsKt.removeFirst",
            "CollectionsKt__MutableCollectionsKt.removeLast",
            "CollectionsKt___CollectionsKt.single",
            "CollectionsKt___CollectionsKt.random",
            "CollectionsKt.first",
            "CollectionsKt.last",
            "ArraysKt___ArraysKt.first",
            "ArraysKt___ArraysKt.last",
            "StringsKt___StringsKt.first",
            "StringsKt___StringsKt.last",
        ],
        does: "takes an element from what is empty",
        kotlin: "use the form that gives null when there is none (`firstOrNull()`, `lastOrNull()`, `removeFirstOrNull()`, `randomOrNull()`)",
        java: "check `isEmpty()` first, or use `peek`/`poll`, which give null",
    },
    Operation {
        names: &["Itr.next", "Iterator.next", "HashIterator.nextNode", "KeyIterator.next", "EmptyIterator.next"],
        does: "asks an iterator for an element when there is none left",
        kotlin: "ask `hasNext()` first, or use `firstOrNull()`",
        java: "ask `hasNext()` first",
    },
    Operation {
        names: &["Optional.get", "Optional.orElseThrow"],
        does: "takes the value of an empty `Optional`",
        kotlin: "use `orElse(null)`, or decide with `isPresent` what to do without a value",
        java: "use `orElse`, `ifPresent` or `orElseThrow` with an exception that says what was looked for",
    },
    Operation {
        names: &["Scanner.next", "Scanner.nextLine", "Scanner.nextInt", "StringTokenizer.nextToken"],
        does: "reads on when the input has ended",
        kotlin: "ask `hasNext…()` first, or use `readLine()`, which gives null at the end",
        java: "ask `hasNext…()` or `hasMoreTokens()` first",
    },
    Operation {
        names: &[
            "String.substring",
            "String.subSequence",
            "String.charAt",
            "StringsKt__StringsKt.substring",
            "StringBuilder.charAt",
            "StringBuilder.substring",
        ],
        does: "takes a part of a text that is shorter",
        kotlin: "use `take`, `drop` or `getOrNull`, which accept shorter text, and check what `indexOf` found (-1: nothing)",
        java: "compare with `length()` first, and check what `indexOf` found (-1: nothing)",
    },
    Operation {
        names: &[
            "List.get",
            "Vector.get",
            "Vector.elementAt",
            "List.set",
            "List.elementData",
            "CollectionsKt___CollectionsKt.elementAt",
        ],
        does: "uses an element by its index",
        kotlin: "use `getOrNull`, or check that the index is in `indices`",
        java: "compare the index with `size()` first",
    },
];

/// What its numbers say, where the failure has them.
fn numbers(failure: &Failure) -> &'static str {
    let has = |name: &str| failure.details.contains_key(name);
    match (has("index"), has("size"), has("bounds")) {
        (true, true, true) => "index {index}, size {size}: {bounds}",
        (true, true, false) => "index {index}, size {size}",
        _ => "{message}",
    }
}

/// Why a collection has less than the code expects.
const EMPTY: &str = "It is empty at that moment: data that is not loaded yet or was cleared, a query, filter or answer that found nothing. Decide there what that means (leave, show that there is nothing).";

const PAST: &str = "The index is one past the last element: a loop up to and with `size`, a number that counts from 1, or a position of before an element was removed.";

const LESS: &str = "Find out why it has fewer elements there than the code expects.";

/// What a second thread may have done.
const RACE: &str =
    " It runs on a thread of a pool: if the size is checked before, another thread may have changed it in between.";

const GUARD: &str = "If several threads use it, guard the check and the access together by one lock (`Mutex`, `synchronized`), or keep both on one thread.";

/// Says what was done with the collection.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let none = failure.exception.as_deref() == Some("java.util.NoSuchElementException");
    if failure.category == Category::RuntimeConcurrentModification {
        return iterating::decide(scene, failure);
    }
    if positions::decide(scene, failure) {
        return;
    }
    let minus = failure.details.get("index").is_some_and(|index| index == "-1");
    if failure.category != Category::RuntimeIndex || scene.own.is_none() || minus && !none {
        return;
    }
    let Some(api) = failure.details.get("api") else { return };
    let Some(operation) = OPERATIONS.iter().find(|one| one.names.iter().any(|name| api.ends_with(name))) else {
        return;
    };
    let race = if is_pooled(failure) { RACE } else { "" };
    let cause = format!("`{{at}}` {} (`{{api}}`; {}).{race}", operation.does, numbers(failure));
    let safe = if failure.language == Language::Kotlin { operation.kotlin } else { operation.java };
    let fix = format!("At {{name}}:{{line}} {safe}.");
    let size = failure.details.get("size").map(String::as_str);
    let empty = size == Some("0") || operation.does.ends_with("what is empty");
    let past = size.is_some() && size == failure.details.get("index").map(String::as_str);
    let why = match (empty, past) {
        (true, _) => EMPTY,
        (_, true) => PAST,
        _ => LESS,
    };
    let fixes = if race.is_empty() { vec![fix.as_str(), why] } else { vec![fix.as_str(), GUARD, why] };
    failure.say(&cause, &fixes);
}
