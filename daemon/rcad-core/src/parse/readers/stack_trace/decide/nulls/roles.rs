//! What a null object should have been, by the role that the name of its class tells, where no table knows the class: a model
//! that nothing found, a part of the app that is not set up, a collection or text that nobody filled.

use super::super::super::own;
use super::super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::{Failure, Language};
use crate::pattern::Pattern;

/// `Attempt to invoke virtual method 'java.lang.String a.b.Shelf.getName()' on a null object reference`, `… read from field '…'`
static USED: Pattern = Pattern::new(
    r"Attempt to (?P<how>invoke|read from field|write to field)[a-z ]* '(?:[^' ]+ )?(?P<class>[A-Za-z0-9_.$]+)\.(?P<member>[A-Za-z0-9_$<>]+)(?:-[A-Za-z0-9_-]+)?(?:\([^']*\))?' on a null object",
);

/// What classes of one role are, why one is null, and what to do.
struct NullRole {
    /// Ends of names of classes.
    ends: &'static [&'static str],
    /// The end of the sentence `member is used on a null object reference in at: …`.
    why: &'static str,
    fixes: &'static [&'static str],
}

/// The first whose end fits counts.
const ROLES: &[NullRole] = &[
    NullRole {
        ends: &["Binding"],
        why: "the binding `{null_class}` is not there: it is set where the view is made, and gone after `onDestroyView`/`onDestroy`, so a callback, a coroutine or an observer came too early or too late",
        fixes: &[
            "Let that work end with the view (`viewLifecycleOwner.lifecycleScope`, observe with `viewLifecycleOwner`, cancel timers and requests in `onDestroyView`); in a callback that can't be cancelled return early at {name}:{line}: `val binding = _binding ?: return`.",
        ],
    },
    NullRole {
        ends: &["Adapter"],
        why: "the field with the adapter `{null_class}` is not set: it is made only where the list is first shown (often where the data arrives), or a local variable of the same name was assigned",
        fixes: &[
            "Make the adapter once in `onCreate` or `onViewCreated` with an empty list, and at {name}:{line} only give it the new data.",
        ],
    },
    NullRole {
        ends: &["Activity"],
        why: "the activity `{null_class}` is not there (`getActivity()`, a static field or a reference that is kept): it is not created yet, or gone, as when a callback, a receiver or a service runs without the screen",
        fixes: &[
            "Check it for null at {name}:{line} and leave then; better don't keep an activity in a field at all: pass what is needed, or send an event that the activity takes when it is there.",
        ],
    },
    NullRole {
        ends: &["Fragment"],
        why: "there is no such fragment: `findFragmentById` or `findFragmentByTag` found none, its transaction has not run yet, or the field is of an activity that was made anew",
        fixes: &[
            "Look it up where it is used and check it for null at {name}:{line}; the tag and id must be those of the transaction.",
        ],
    },
    NullRole {
        ends: &["Listener", "Callback", "Callbacks", "Delegate", "Observer"],
        why: "nobody has set the listener `{null_class}` (yet, or any more: it is set to null in `onDetach` or `onDestroy`, and lost when the screen is made anew)",
        fixes: &[
            "Call it at {name}:{line} only if it is there (`listener?.…`, `if (listener != null)`), and set it again each time the screen is made (`onAttach`, `onCreate`).",
        ],
    },
    NullRole {
        ends: &["Service", "Binder", "Session"],
        why: "the `{null_class}` is not there: a bound service comes later, in `onServiceConnected`, and is gone after `onServiceDisconnected`; a static `instance` is null while the service does not run",
        fixes: &[
            "Use it only from `onServiceConnected` on: keep what shall be done until then, or check it for null at {name}:{line}.",
        ],
    },
    NullRole {
        ends: &["App", "Application"],
        why: "the static instance of `{null_class}` is not set yet: `Application.onCreate` sets it, and content providers, static fields and a test run before or without it; or the manifest does not name the class",
        fixes: &[
            "Assign it first thing in `onCreate` (or `attachBaseContext`) of `{null_class}`, and check `android:name` of `<application>` in the merged manifest.",
        ],
    },
    NullRole {
        ends: &["Presenter", "ViewModel", "Controller", "Interactor", "Router", "Navigator"],
        why: "the field with the `{null_class}` is not set (yet: it is assigned or injected later; or any more: it was cleared with the screen)",
        fixes: &[
            "Assign or inject it before {name}:{line} can run (at the beginning of `onCreate`, before listeners and the layout); in callbacks that may come after the screen check it for null.",
        ],
    },
    NullRole {
        ends: &[
            "Manager",
            "Helper",
            "Repository",
            "Dao",
            "Database",
            "Client",
            "Api",
            "Store",
            "Storage",
            "Cache",
            "Engine",
            "Player",
            "Provider",
            "Factory",
            "Handler",
            "Utils",
            "Config",
            "Settings",
            "Preferences",
            "Prefs",
            "Tracker",
        ],
        why: "the `{null_class}` is not set up: the field or static instance is assigned by an `init` or constructor that has not run (another order at the start, another process, a component that the system starts by itself), or it was released",
        fixes: &[
            "Find what assigns it (search for `{null_class}(`, `init`, `getInstance`), and let that run before {name}:{line}: in `Application.onCreate`, or in the constructor of what uses it.",
        ],
    },
    NullRole {
        ends: &["View", "Layout", "Button", "Bar", "Dialog", "Menu", "Popup", "Sheet"],
        why: "there is no `{null_class}`: `findViewById` found no view of that id in the layout that is shown (another variant of it, another screen), the field is set later, or it was cleared with the screen",
        fixes: &[
            "See where the `{null_class}` that is used at {name}:{line} is assigned: the id must be in the layout that is inflated there (also in its `-land` and `-v…` variants), and before its first use. In a callback check it for null.",
        ],
    },
];

/// Beginnings of functions that only read.
const GETTERS: &[&str] = &["get", "is", "has", "to", "as", "component", "equals", "hashCode"];

const MODEL: &str = "`{member}` is used on a null object reference{here}: there is no `{null_class}`. What should have given it found none: a list, map or database without such an entry, an extra or argument that was not passed, an answer of a server without that field, or a selection that is not made.";

const MODEL_FIXES: &[&str] = &[
    "At {name}:{line} see what the `{null_class}` comes from, and decide there what to do without one (return, show an empty state): `val found = … ?: return`, in Java `if (found == null) return;`.",
    "If it should always be there, look at what fills it: a key or id that differs, data that is not loaded yet, state that is lost when the screen is made anew.",
];

const PART: &str =
    "`{member}` is used on a null object reference{here}: the `{null_class}` is not set (yet, or any more).";

const PART_FIXES: &[&str] = &[
    "Find what assigns the `{null_class}` that is used at {name}:{line}, and let it run before `{at}`; if it can be absent there (a callback that comes early or after the screen has gone), check it for null.",
];

const TEXT: &str = "`{member}` is used on a null object reference{here}: the text is null. Usually it is a field of a model that the JSON, database row or extra does not have, or a function of Java or Android that returns null.";

const TEXT_IN_JAVA: &[&str] = &[
    "At {name}:{line} compare the other way round (`\"text\".equals(value)`, `Objects.equals(a, b)`) or check first (`TextUtils.isEmpty(value)`), and decide what a missing text means.",
    "Then look at where it comes from: the key of the JSON, column or extra, and whether it is always there.",
];

const TEXT_IN_KOTLIN: &[&str] = &[
    "Declare the value that is used at {name}:{line} nullable (`String?`) where it comes in (a JSON model, a Java getter), and handle it (`orEmpty()`, `?: return`): the compiler did not know that it can be null.",
];

const MANY: &str = "`{member}` is used on a null object reference{here}: the collection is null and not just empty. It is a field that nothing has filled yet, an answer without that key (Gson leaves the field null), or a function that returns null for “nothing found”.";

const MANY_FIXES: &[&str] = &[
    "Begin with an empty collection where the field is declared, and replace null where it comes in (`?: emptyList()`, in Java `if (list == null) list = new ArrayList<>();`); then {name}:{line} needs no check.",
];

const MINIFIED: &str = "`{member}` is used on a null object reference in `{at}`; the class behind it has a name that R8 or ProGuard made, so the log does not show what is null.";

/// A plugin of Flutter or Cordova, whose callbacks outlive what it answers to.
const OF_PLUGIN: &str = "`{member}` (a minified name) is used on a null object reference in `{at}`, a plugin's code. In a plugin that is mostly the channel, result or callback that it keeps in a field: it is gone when the engine or activity is detached, or was answered and cleared, while the SDK behind the plugin still calls back.";

const OF_PLUGIN_FIXES: &[&str] = &[
    "Update the plugin; to patch it, check the field for null at {name}:{line} before it is used, and end the SDK's connection or listener in `onDetachedFromEngine`/`onDestroy`.",
];

const MINIFIED_FIXES: &[&str] = &[
    "Map the trace back with the build's mapping.txt (`retrace mapping.txt trace.txt`, or rcad in the project's directory): it then names the class, and often the line.",
    "If only minified builds fail, the object is usually one that is found by name (a class in XML or in `Class.forName`, a field of a JSON model) and was renamed or removed: keep it in R8's rules.",
];

/// The cause's own frames are missing.
const CUT_FIXES: &[&str] = &[
    "The lines that show where are cut off here: look in the whole trace below `Caused by` for the first line of your own code (in or below `{component}`), see there where the `{null_class}` should come from, and do without it or set it before.",
];

/// Collections of Java.
const COLLECTIONS: &[&str] =
    &["List", "ArrayList", "Map", "HashMap", "Set", "Collection", "Iterator", "LinkedList", "Queue"];

/// Beginnings of classes whose names tell no role in the app; what is known of them stands elsewhere.
const PLATFORM: &[&str] = &["java.", "android.", "androidx.", "kotlin.", "com.google.android.material."];

/// Says what is null, by the name of its class.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let Some(found) = USED.captures(&failure.message) else { return };
    let (class, member) = (&found["class"], &found["member"]);
    let name = simple(class).rsplit('$').next().unwrap_or("").to_owned();
    let cut = scene.own.is_none() && failure.details.contains_key("component") && own::is_own(class, scene.package);
    if failure.category != Category::RuntimeNpe || scene.own.is_none() && !cut {
        return;
    }
    if name.len() <= SHORT {
        let plugin =
            scene.own().is_some_and(|frame| simple(&frame.class).split('$').next().unwrap_or("").ends_with("Plugin"));
        return if plugin { failure.say(OF_PLUGIN, OF_PLUGIN_FIXES) } else { failure.say(MINIFIED, MINIFIED_FIXES) };
    }
    failure.details.insert("null_class".to_owned(), name.clone());
    failure.details.insert("member".to_owned(), format!("{name}.{member}"));
    let texts = ["java.lang.String", "java.lang.CharSequence"];
    let in_kotlin = failure.language == Language::Kotlin;
    let ends = |role: &&NullRole| role.ends.iter().any(|end| name.ends_with(end));
    let of_java = PLATFORM.iter().any(|start| class.starts_with(start));
    let reads = &found["how"] != "invoke" || GETTERS.iter().any(|start| member.starts_with(start));
    let (cause, fixes) = if texts.contains(&class) {
        (TEXT.to_owned(), if in_kotlin { TEXT_IN_KOTLIN } else { TEXT_IN_JAVA })
    } else if class.starts_with("java.util.") && COLLECTIONS.contains(&name.as_str()) {
        (MANY.to_owned(), MANY_FIXES)
    } else if of_java {
        return;
    } else if let Some(role) = ROLES.iter().find(ends) {
        (format!("`{{member}}` is used on a null object reference{{here}}: {}.", role.why), role.fixes)
    } else if reads {
        (MODEL.to_owned(), MODEL_FIXES)
    } else {
        (PART.to_owned(), PART_FIXES)
    };
    failure.say(&cause.replace("{here}", scene.here()), if cut { CUT_FIXES } else { fixes });
}

/// Names of classes that a shrinker makes are no longer.
const SHORT: usize = 2;

#[cfg(test)]
mod tests {
    fn told(used: &str, file: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NullPointerException: Attempt to invoke virtual method '{used}' on a null object reference\n\tat net.oak.basket.Desk.show({file}:40)\n\tat android.os.Looper.loop(Looper.java:223)\n"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn the_role_of_the_class_says_what_is_missing() {
        for (used, says) in [
            ("java.lang.String net.oak.basket.Shelf.getName()", "there is no `Shelf`"),
            ("void net.oak.basket.ShelfPresenter.load()", "field with the `ShelfPresenter`"),
            ("void net.oak.basket.ShelfAdapter.add(int)", "adapter `ShelfAdapter`"),
            ("void net.oak.basket.Desk$OnShelfListener.onShelf()", "nobody has set the listener"),
            ("void net.oak.basket.Shelf.fill()", "the `Shelf` is not set"),
            ("int java.util.List.size()", "not just empty"),
            ("boolean java.lang.String.equals(java.lang.Object)", "the text is null"),
        ] {
            let told = told(used, "Desk.java");
            assert!(told.contains(says) && told.contains("Desk.java:40"), "{used}: {told}");
        }
        assert!(told("int java.lang.String.length()", "Desk.kt").contains("String?"));
    }

    #[test]
    fn minified_names_tell_no_role() {
        assert!(!told("void q4.b.a(int)", "Desk.java").contains("the `b`"));
    }
}
