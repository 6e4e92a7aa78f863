//! Compose's rules, broken on another thread or where no Android screen is around.

use super::scene::{Scene, is_pooled, simple};
use crate::Category;
use crate::model::failure::Failure;

/// Beginnings of classes that run tests.
const TESTS: &[&str] =
    &["app.cash.turbine.", "app.cash.molecule.", "com.slack.circuit.test.", "org.junit.", "junit.", "io.kotest."];

/// Locals that only Android's own composition provides.
const ANDROID: &[&str] = &[
    "LocalContext",
    "LocalView",
    "LocalConfiguration",
    "LocalLifecycleOwner",
    "LocalSavedStateRegistryOwner",
    "LocalViewModelStoreOwner",
    "LocalActivity",
];

/// Says where it ran.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    match failure.category {
        Category::ComposeSnapshot if is_pooled(failure) && scene.own.is_some() => snapshot(failure),
        Category::ComposeCompositionLocal if failure.wording.is_none() => local(scene, failure),
        _ => (),
    }
}

fn snapshot(failure: &mut Failure) {
    if !failure.message.contains("created after the snapshot") {
        return;
    }
    failure.say("`{at}` uses a Compose state on the background thread {thread}, and there it does not exist yet: it was created in a snapshot that is not applied (usually during a composition that still runs, as for a ViewModel that is first made in a composable).",
        &[
            "Read and write it on the main thread (`withContext(Dispatchers.Main) {{ … }}`), or hold it as a `MutableStateFlow`, which may be set on any thread.",
            "Create what holds it before the composition (in the activity, or as a ViewModel that exists already).",
        ],
    );
}

fn local(scene: &Scene<'_>, failure: &mut Failure) {
    let classes = scene.sections.iter().flat_map(|section| {
        std::iter::once(section.class.as_str()).chain(section.frames.iter().map(|frame| frame.class.as_str()))
    });
    let tested = classes.into_iter().any(|class| {
        let name = simple(class).split('$').next().unwrap_or("");
        TESTS.iter().any(|start| class.starts_with(start)) || name.ends_with("Test") || name.ends_with("Tests")
    });
    let android = failure.symbol.as_deref().is_some_and(|symbol| ANDROID.contains(&symbol));
    if !tested {
        return;
    }
    if android {
        failure.say("In a test a composable reads `{symbol}`, which only a composition in an Android screen provides (`setContent`, `ComposeView`); this composition is none.",
            &[
                "Pass what the composable needs of it as a parameter (a presenter gets a provider of texts instead of a Context).",
                "Or provide it in the test: `CompositionLocalProvider({symbol} provides …) {{ … }}`, or run the test with `createComposeRule()` (on the JVM with Robolectric).",
            ],
        );
    } else {
        failure.say("In a test a composable reads the CompositionLocal `{symbol}`, which the test's content does not provide.",
            &[
                "Wrap the test's content as the app does: `CompositionLocalProvider({symbol} provides …) {{ … }}`, or in the app's theme.",
            ],
        );
    }
}
