//! NullPointerExceptions without a message in Kotlin code: nearly always `!!`, and the function in which it stands tells on
//! what.

use super::super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::{Failure, Language};

/// What is usually null in a function.
struct Bang {
    /// Beginnings of functions.
    methods: &'static [&'static str],
    /// Ends of classes; none: of any.
    classes: &'static [&'static str],
    /// What is null there, as the end of a sentence.
    what: &'static str,
    fix: &'static str,
}

/// The first that fits counts.
const BANGS: &[Bang] = &[
    Bang {
        methods: &["onCreatePreferences", "onPreference", "setupPreference", "initPreference", "bindPreference"],
        classes: &[],
        what: "there it is mostly `findPreference(key)!!`, which is null for a key that the loaded preferences XML does not have (another file, a key that was renamed, a screen that only some devices or flavours have)",
        fix: "Compare the key that {name}:{line} looks up with the `android:key` values of the XML given to `setPreferencesFromResource`/`addPreferencesFromResource`, and write `findPreference<Preference>(key)?.…`.",
    },
    Bang {
        methods: &["onActivityResult"],
        classes: &[],
        what: "there it is mostly `data!!` or `data.data!!`, null when the user cancels or the other app gives no data",
        fix: "Leave at {name}:{line} unless `resultCode == RESULT_OK`, and take `data?.data ?: return`.",
    },
    Bang {
        methods: &["onReceive", "onStartCommand", "onHandleIntent", "onNewIntent", "onMessageReceived", "doWork"],
        classes: &[],
        what: "there it is mostly an extra or field of what is delivered (`intent.extras!!`, `getStringExtra(…)!!`, `intent.action!!`, `message.notification!!`) that the sender did not give",
        fix: "At {name}:{line} take it without `!!`: `intent?.getStringExtra(…) ?: return`, and compare the key with what the sender puts in.",
    },
    Bang {
        methods: &["onResponse"],
        classes: &[],
        what: "there it is mostly `response.body()!!`, null when the server answered with an error, or a field that its JSON lacks",
        fix: "Check `response.isSuccessful` before {name}:{line}, take `response.body() ?: return`, and declare fields nullable that the server may leave out.",
    },
    Bang {
        methods: &["onCreate"],
        classes: &["Activity"],
        what: "there it is mostly `intent.extras!!` or an extra that the starter did not give, `supportActionBar!!` with a theme without action bar, or the result of a look-up",
        fix: "Look at which `!!` stands at {name}:{line}: take an extra with a default or finish (`?: return finish()`), a bar by `supportActionBar?.…`.",
    },
    Bang {
        methods: &[],
        classes: &["Fragment", "Dialog", "BottomSheet"],
        what: "in a fragment it is mostly `activity!!`, `context!!`, `view!!`, `arguments!!` or `_binding!!`, which are null before the fragment is attached or its view is made, and again after it is left",
        fix: "At {name}:{line} take it without `!!` (`val context = context ?: return`), and let what calls it late end with the view: `viewLifecycleOwner.lifecycleScope`, cancelled requests and timers in `onDestroyView`.",
    },
];

const CAUSE: &str = "`{at}` fails with a NullPointerException that has no message: in Kotlin code that is nearly always `!!` on a value that is null";

const OTHER: &str = "Look which values have a `!!` at {name}:{line}, and replace it: `?: return`, `?.let {{ … }}`, or `requireNotNull(value) {{ \"what is missing\" }}`, whose message then names it in the next report.";

/// Says what `!!` is probably applied to.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let own_words = failure.exception.as_deref() == Some("kotlin.KotlinNullPointerException");
    let silent = failure.details.contains_key("silent") && (failure.wording.is_none() || own_words);
    if failure.category != Category::RuntimeNpe
        || !silent
        || failure.language != Language::Kotlin
        || !scene.is_own_on_top()
    {
        return;
    }
    let Some(frame) = scene.own() else { return };
    let outer = simple(&frame.class).split('$').next().unwrap_or("").to_owned();
    let shown = super::super::super::own::name(frame);
    let method = shown.rsplit('.').next().unwrap_or("").to_owned();
    let fits = |bang: &&Bang| {
        (bang.methods.is_empty() || bang.methods.iter().any(|start| method.starts_with(start)))
            && (bang.classes.is_empty() || bang.classes.iter().any(|end| outer.ends_with(end)))
    };
    let from = match scene.callers().next().map(super::super::super::own::name) {
        Some(caller) if !caller.contains(['{', '}']) && caller != shown => format!(" (called from `{caller}`)"),
        _ => String::new(),
    };
    match BANGS.iter().find(fits) {
        Some(bang) => failure.say(&format!("{CAUSE}{from}; {}.", bang.what), &[bang.fix]),
        None => failure.say(
            &format!("{CAUSE}{from}: the result of a look-up (a map, `find`, a Java or Android function), a field that is not set yet, or one that a parsed model does not have."),
            &[OTHER],
        ),
    }
}

#[cfg(test)]
mod tests {
    fn told(thrown: &str, frame: &str) -> String {
        let log = format!("{thrown}\n\tat net.oak.basket.ui.{frame}\n\tat android.os.Looper.loop(Looper.java:223)\n");
        crate::explain::told(&log)
    }

    #[test]
    fn the_function_tells_what_is_null() {
        for thrown in ["java.lang.NullPointerException", "kotlin.KotlinNullPointerException"] {
            let key = told(thrown, "SettingsFragment.onCreatePreferences(SettingsFragment.kt:9)");
            assert!(key.contains("findPreference") && key.contains("SettingsFragment.kt:9"), "{key}");
            assert!(told(thrown, "ShelfFragment.show(ShelfFragment.kt:9)").contains("`activity!!`"));
            assert!(told(thrown, "Shelves.show(Shelves.kt:9)").contains("requireNotNull"));
        }
        let java = told("java.lang.NullPointerException", "Shelves.show(Shelves.java:9)");
        assert!(!java.contains("`!!`"), "{java}");
    }
}
