//! Reads what Android and its libraries throw where only the sentence was pasted: without the exception's name, or
//! with neither frames nor a mark. Whatever else the text says goes before it.

use super::survived;
use super::trace::{self, Frame, Section, StackTrace};
use crate::parse::input::lines::{Lines, Source};
use crate::parse::reader::{Reader, ReaderKind, ReaderMatch};

/// The table's row.
pub const READER: Reader = Reader { kind: ReaderKind::Sentence, anchors: &ANCHORS, frame: false, read };

/// What Espresso writes in front of the view that it found.
const ESPRESSO_SAW: &str = "Got: \"";

/// Beginnings of messages that nothing else begins with, and what is thrown with them.
const SENTENCES: [(&str, &str); 52] = [
    ("A migration from ", "java.lang.IllegalStateException"),
    ("An instance of Fragment ", "java.lang.IllegalStateException"),
    ("Attempt to invoke interface method '", "java.lang.NullPointerException"),
    ("Attempt to invoke virtual method '", "java.lang.NullPointerException"),
    ("Attempt to read from field '", "java.lang.NullPointerException"),
    ("Attempt to write to field '", "java.lang.NullPointerException"),
    ("Binary XML file line #", "android.view.InflateException"),
    ("Can not perform this action after onSaveInstanceState", "java.lang.IllegalStateException"),
    ("Can't create handler inside thread", "java.lang.RuntimeException"),
    ("Can't toast on a thread that has not called", "java.lang.NullPointerException"),
    ("Cannot access database on the main thread", "java.lang.IllegalStateException"),
    ("Cannot create an instance of class ", "java.lang.RuntimeException"),
    ("Context.startForegroundService() did not then call", "android.app.RemoteServiceException"),
    ("Couldn't read row ", "java.lang.IllegalStateException"),
    ("Default FirebaseApp is not initialized in this process", "java.lang.IllegalStateException"),
    ("Expected BEGIN_ARRAY but was ", "com.google.gson.JsonSyntaxException"),
    ("Expected BEGIN_OBJECT but was ", "com.google.gson.JsonSyntaxException"),
    ("FOREIGN KEY constraint failed", "android.database.sqlite.SQLiteConstraintException"),
    ("Failed to allocate a ", "java.lang.OutOfMemoryError"),
    ("Failed resolution of: L", "java.lang.NoClassDefFoundError"),
    ("Fragment already added", "java.lang.IllegalStateException"),
    ("Fragment null must be a public static class", "java.lang.IllegalStateException"),
    ("Given component holder class ", "java.lang.IllegalStateException"),
    (ESPRESSO_SAW, "junit.framework.AssertionFailedError"),
    ("Hilt Activity must be attached to", "java.lang.IllegalStateException"),
    ("Hilt Fragments must be attached to", "java.lang.NullPointerException"),
    ("lateinit property ", "kotlin.UninitializedPropertyAccessException"),
    ("Media projections require a foreground service", "java.lang.SecurityException"),
    ("Migration didn't properly handle", "java.lang.IllegalStateException"),
    ("NavController does not have an active back stack entry", "java.lang.IllegalStateException"),
    ("Navigation action/destination ", "java.lang.IllegalArgumentException"),
    ("Navigation destination that matches ", "java.lang.IllegalArgumentException"),
    ("Native method not found: ", "java.lang.UnsatisfiedLinkError"),
    ("No Activity found to handle Intent", "android.content.ActivityNotFoundException"),
    ("No destination with ID ", "java.lang.IllegalArgumentException"),
    ("No destination with route ", "java.lang.IllegalArgumentException"),
    ("No implementation found for ", "java.lang.UnsatisfiedLinkError"),
    ("null cannot be cast to non-null type ", "java.lang.NullPointerException"),
    ("One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED", "java.lang.SecurityException"),
    ("Only the original thread that created a view", "android.view.ViewRootImpl$CalledFromWrongThreadException"),
    ("Parameter specified as non-null is null: method ", "java.lang.NullPointerException"),
    ("Room cannot verify the data integrity", "java.lang.IllegalStateException"),
    ("Starting FGS with", "android.app.MissingForegroundServiceTypeException"),
    ("Targeting S+ (version 31 and above)", "java.lang.IllegalArgumentException"),
    ("The specified child already has a parent", "java.lang.IllegalStateException"),
    ("UNIQUE constraint failed: ", "android.database.sqlite.SQLiteConstraintException"),
    ("Unable to add window -- token", "android.view.WindowManager$BadTokenException"),
    ("Unable to find explicit activity class", "android.content.ActivityNotFoundException"),
    ("Unable to instantiate fragment ", "androidx.fragment.app.Fragment$InstantiationException"),
    ("You need to use a Theme.AppCompat theme", "java.lang.IllegalStateException"),
    ("no such column: ", "android.database.sqlite.SQLiteException"),
    ("no such table: ", "android.database.sqlite.SQLiteException"),
];

const ANCHORS: [&str; SENTENCES.len()] = {
    let mut anchors = [""; SENTENCES.len()];
    let mut at = 0;
    while at < SENTENCES.len() {
        anchors[at] = SENTENCES[at].0;
        at += 1;
    }
    anchors
};

fn read(lines: &Lines, at: usize) -> Option<ReaderMatch> {
    if lines.source(at).is_some_and(|source| matches!(source.priority, 'V' | 'D' | 'I' | 'W')) {
        return None;
    }
    let line = lines.get(at);
    let (start, class) =
        SENTENCES.iter().find_map(|(sentence, class)| line.find(sentence).map(|start| (start, *class)))?;
    // Somebody else's sentence goes on with these words.
    let before = line[..start].trim_end().trim_end_matches(['`', '"', '\'', '*', '_', '(', ' ']);
    // `java.lang.OutOfMemoryError · Failed to allocate a …`
    let named = before.trim_end_matches(['·', '-', '–', '—', ' ']);
    let named = named.len() < before.len() && (named.ends_with("Error") || named.ends_with("Exception"));
    let alone = named || before.trim_start_matches(['>', '-', '#', ' ', '•', '│']).is_empty();
    if before.contains("Caused by:")
        || !alone && !["rror:", "xception:", "rash:", "ssue:"].iter().any(|end| before.ends_with(end))
    {
        return None;
    }
    if before.is_empty() && at > 0 && is_class(lines.get(at - 1)) {
        return None;
    }
    let message = line[start..].trim_end_matches(['`', '"', '*', '_', ' ']).to_owned();
    let frames = frames_below(lines, at);
    // What an app caught and says in a line of its own, while all goes on around it.
    let caught = |source: &Source| !alone && !source.is_crash() && survived::others_go_on(lines, at, source);
    if frames.is_empty() && lines.source(at).is_some_and(caught) {
        return None;
    }
    // Anybody writes this; below, Espresso's own frames follow.
    let espresso = |frame: &Frame| frame.class.contains(".test.espresso.");
    if line[start..].starts_with(ESPRESSO_SAW) && !frames.iter().any(espresso) {
        return None;
    }
    let count = frames.last().map_or(1, |last| last.index + 1 - at);
    let section = Section { index: at, class: class.to_owned(), message, frames };
    let trace = StackTrace::of(section, false, count);
    super::judge(lines, at, trace)
}

/// `Caused by: java.lang.IllegalStateException:`: the sentence below it is its message, and read with it.
fn is_class(line: &str) -> bool {
    let class = line.trim_end().strip_suffix(':').and_then(|line| line.rsplit(' ').next()).unwrap_or_default();
    class.contains('.') && (class.ends_with("Exception") || class.ends_with("Error"))
}

/// The frames that stand below the sentence, perhaps after an empty line.
fn frames_below(lines: &Lines, at: usize) -> Vec<Frame> {
    let first = if lines.get(at + 1).is_empty() { at + 2 } else { at + 1 };
    (first..lines.len()).map_while(|index| trace::frame(lines.get(index), index)).collect()
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn a_sentence_alone_is_enough() {
        for (text, category) in [
            ("`lateinit property adapter has not been initialized`", Category::RuntimeLateinit),
            (
                "java.lang.OutOfMemoryError · Failed to allocate a 48 byte allocation with 8 free bytes",
                Category::RuntimeOom,
            ),
            (
                "It ends with this error: `java.lang.IllegalArgumentException: no shelf 7`",
                Category::RuntimeIllegalArgument,
            ),
            (
                "On CI only:\nandroidx.test.espresso.NoMatchingViewException: No views in hierarchy found matching: with text: is \"Pay\"",
                Category::TestFailure,
            ),
            ("> Error: no such table: basket (code 1 SQLITE_ERROR)", Category::RuntimeSqliteRoom),
            (
                "Attempt to invoke virtual method 'int a.b.Basket.size()' on a null object reference",
                Category::RuntimeNpe,
            ),
        ] {
            let failures = parse(text).failures;
            assert_eq!(failures.first().map(|failure| failure.category), Some(category), "{text}");
        }
    }

    #[test]
    fn what_espresso_saw_is_a_failed_test() {
        let saw =
            "Got: \"RecyclerView{id=7, res-name=shelves, visibility=VISIBLE, width=1080, height=0, child-count=0}\"\n";
        let frames = "\tat androidx.test.espresso.ViewInteraction.check(ViewInteraction.java:3)\n\tat com.example.ShelfTest.shows(ShelfTest.kt:40)\n";
        let failure = parse(&format!("{saw}{frames}")).failures.remove(0);
        let place = (failure.category, failure.file.as_deref(), failure.line);
        assert_eq!(place, (Category::TestFailure, Some("ShelfTest.kt"), Some(40)));
        let cause = crate::explain::explain(&failure).root_cause;
        assert!(cause.contains("height=0") && cause.contains("no rows"), "{cause}");
        assert!(parse(&format!("{saw}\tat com.example.Shelf.put(Shelf.kt:40)\n")).failures.is_empty());
    }

    #[test]
    fn words_within_another_sentence_are_none() {
        for text in ["The docs say: no such table: basket", "I/Shop: no such table: basket", "skip: lateinit property"]
        {
            assert!(parse(text).failures.is_empty(), "{text}");
        }
    }
}
