//! `null cannot be cast to non-null type …`: the type tells which look-up gave null. Data first.

use super::super::super::own;
use super::super::scene::{Scene, simple};
use super::linking::artifact;
use crate::Category;
use crate::model::failure::Failure;

/// One kind of type.
struct Kind {
    /// Beginnings of types.
    starts: &'static [&'static str],
    /// Ends of types.
    ends: &'static [&'static str],
    why: &'static str,
    fixes: &'static [&'static str],
}

/// The first of which a beginning and an end fits counts; none is any.
const KINDS: &[Kind] = &[
    Kind {
        starts: &[],
        ends: &["Activity"],
        why: "mostly `activity as {short}` (or `context`) of a fragment that is not attached yet, or any more: a callback, coroutine or timer goes on after the screen was left",
        fixes: &[
            "At {name}:{line} write `(activity as? {short})?.…` or `val host = activity as? {short} ?: return`, and end what calls it late in `onDestroyView` (`viewLifecycleOwner.lifecycleScope`).",
        ],
    },
    Kind {
        starts: &[],
        ends: &["Fragment"],
        why: "`findFragmentById`, `findFragmentByTag` or `parentFragment` gave none: another id or tag, a transaction that has not run yet, or another parent",
        fixes: &[
            "Check the id or tag at {name}:{line} against the layout or transaction, and take it by `as? {short}`; where it is needed at once use `commitNow()`. For a `NavHostFragment` the container's id is meant.",
        ],
    },
    Kind {
        starts: &[
            "android.app.",
            "android.content.",
            "android.net.",
            "android.os.",
            "android.media.",
            "android.hardware.",
            "android.location.",
            "android.bluetooth.",
            "android.telephony.",
            "android.view.inputmethod.",
        ],
        ends: &["Manager"],
        why: "`getSystemService` gave null: this device (a watch, a TV, an emulator, a work profile) has no such service, or the context is none yet",
        fixes: &[
            "Take it by `as? {short}` at {name}:{line} (or `ContextCompat.getSystemService`), and leave the feature out where it is null.",
        ],
    },
    Kind {
        starts: &[
            "android.widget.",
            "android.view.View",
            "android.webkit.",
            "androidx.",
            "com.google.android.material.",
            "android.support.",
        ],
        ends: &[],
        why: "mostly `findViewById(…) as {short}`: the layout that is shown has no view of that id (another variant of it, another layout, or before `setContentView`), or a parent that is not there",
        fixes: &[
            "Check at {name}:{line} that the id stands in the layout which is inflated there (also in its `-land` and `-v…` variants) and that it is looked up after `setContentView`/in the inflated view; view binding makes this sure.",
        ],
    },
    Kind {
        starts: &["kotlin.", "java.lang.", "java.util."],
        ends: &[],
        why: "a value that was looked up is not there: a key of a map or of an answer, an extra, an argument that Dart or JavaScript did not pass, a field of a document",
        fixes: &[
            "At {name}:{line} take it as nullable (`as? {short} ?: …` with a default, or leave), and compare the key with what really comes in: log the map or bundle there.",
        ],
    },
];

const OTHER: &str = "an extra or argument (`getSerializable`, `getParcelable`) that was not passed, an entry that a map or adapter does not have, or something that is set later";

const OTHER_FIXES: &[&str] = &[
    "At {name}:{line} take it by `as? {short}` and decide what to do without one; then see why it is missing: the key on both sides, and whether it is set before.",
];

const OF_HOST: &str = "in a fragment mostly `activity as {short}`, `context as {short}` or `parentFragment as {short}` while it is not attached (yet, or any more: a callback or coroutine goes on after the screen was left), else an argument or entry that is missing";

/// The cast stands in code that the app's calls.
const OF_OTHERS: &str = "`{caster}` of `{caster_library}` casts null to the non-null type `{symbol}`: a value that it needs was not given to it, or what it looked up is not there. `{at}` leads there; the cast itself is not in your code.";

const OF_OTHERS_FIXES: &[&str] = &[
    "Log at {name}:{line} what is passed on the way to `{caster}`, and look in its documentation which value (an argument, option or field of the type `{short}`) has to be there.",
    "If nothing is missing there, update `{caster_library}`, and look for `{caster}` and this message among its issues.",
];

/// Whether Navigation reads the arguments that a destination declares.
fn is_of_navigation(scene: &Scene<'_>) -> bool {
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let mut reads = frames.iter().take(READS).filter(|frame| frame.class.starts_with("androidx.navigation.Nav"));
    reads.any(|frame| frame.class.ends_with(".NavArgument") || frame.method == "addInDefaultArgs")
}

/// Frames from the cast to the argument that is read.
const READS: usize = 6;

/// An argument of a destination that has to have a value and has none.
fn without_argument(scene: &Scene<'_>, failure: &mut Failure) {
    failure.category = Category::RuntimeNavigation;
    let whose = if scene.own.is_some() { " that `{at}` navigates to" } else { "" };
    let cause = format!(
        "The destination or nested graph{whose} declares an argument of the type `{{short}}`, which may not be null, and there is no value for it: it is not passed, and has no default in the graph."
    );
    let place = if scene.own.is_some() { " at {name}:{line}" } else { "" };
    let pass = format!(
        "Pass it{place}: through the Safe Args directions, or under its name in the Bundle or route. For a nested graph its start destination's arguments have to be declared at the graph, too, and passed to it."
    );
    failure.say(&cause, &[&pass, "Or give the argument a default in the graph (`android:defaultValue`, `defaultValue = …`); a number or Boolean cannot be nullable there."]);
}

/// Says where the null comes from.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeClassCast
        || !failure.message.contains("null cannot be cast to non-null type")
    {
        return;
    }
    let Some(kind) = failure.symbol.clone() else { return };
    let plain = kind.split('<').next().unwrap_or(&kind).trim_end_matches(['?', '.']).to_owned();
    let short = plain.rsplit('.').next().unwrap_or(&plain).to_owned();
    failure.details.insert("short".to_owned(), short);
    if is_of_navigation(scene) {
        return without_argument(scene, failure);
    }
    if let Some(caster) = scene.own().and_then(|_| own::top_frame(scene.sections))
        && !own::is_own_frame(caster, scene.package)
    {
        failure.details.insert("caster".to_owned(), own::name(caster));
        failure.details.insert("caster_library".to_owned(), artifact(&caster.class));
        return failure.say(OF_OTHERS, OF_OTHERS_FIXES);
    }
    let fits = |one: &&Kind| {
        (one.starts.is_empty() || one.starts.iter().any(|start| plain.starts_with(start)))
            && (one.ends.is_empty() || one.ends.iter().any(|end| plain.ends_with(end)))
    };
    let host = scene
        .own()
        .is_some_and(|frame| simple(&frame.class).split('$').next().is_some_and(|outer| outer.ends_with("Fragment")));
    let other = if host { (OF_HOST, KINDS[0].fixes) } else { (OTHER, OTHER_FIXES) };
    let (why, fixes) = KINDS.iter().find(fits).map_or(other, |one| (one.why, one.fixes));
    let cause = format!("null is cast to the non-null type `{{symbol}}` with `as`{}: {why}.", scene.here());
    let fixes = if scene.own.is_some() { fixes } else { &[] };
    failure.say(&cause, fixes);
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn the_type_tells_which_look_up_gave_null() {
        for (kind, says) in [
            ("net.oak.basket.MainActivity", "activity as MainActivity"),
            ("android.widget.TextView", "findViewById"),
            ("android.app.UiModeManager", "getSystemService"),
            ("kotlin.String", "a key of a map"),
            ("net.oak.basket.model.Shelf", "an extra or argument"),
        ] {
            let log = format!(
                "java.lang.NullPointerException: null cannot be cast to non-null type {kind}\n\tat net.oak.basket.Desk.show(Desk.kt:40)\n"
            );
            let told = explain(&parse(&log).failures[0]);
            assert!(told.root_cause.contains(says) && told.fixes[0].contains("Desk.kt:40"), "{told:?}");
        }
    }

    #[test]
    fn a_cast_in_a_librarys_code_is_not_the_apps() {
        let told = |cast: &str| {
            let log = format!(
                "java.lang.NullPointerException: null cannot be cast to non-null type kotlin.Int\n\tat {cast}\n\tat net.oak.basket.Desk.show(Desk.kt:40)\n"
            );
            let failure = parse(&log).failures.remove(0);
            (explain(&failure), failure.category)
        };
        let (argument, category) = told(
            "androidx.navigation.NavType$Shelf.get(NavType.kt:3)\n\tat androidx.navigation.NavArgument.verify(NavArgument.kt:7)",
        );
        assert_eq!(category, crate::Category::RuntimeNavigation);
        assert!(argument.root_cause.contains("`Desk.show` navigates to"), "{argument:?}");
        let (other, _) = told("com.squareup.moshi.Shelf.read(Shelf.kt:3)");
        assert!(other.root_cause.contains("`Shelf.read` of `com.squareup.moshi"), "{other:?}");
        assert!(!other.fixes[0].contains("as?"), "{other:?}");
    }
}
