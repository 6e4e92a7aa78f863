//! Who reads a `lateinit` property too early: the step follows from the kind of class and from where it is read.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, simple};
use crate::Category;
use crate::model::failure::Failure;

/// Ends of class names, and what sets the properties of such classes.
const KINDS: &[(&[&str], &str)] = &[
    (
        &["Test", "Tests", "Spec", "TestCase"],
        "Assign `{symbol}` in the test's set-up (`@Before`, `@BeforeEach`, a rule), and see that it runs: with `@Inject` or `@Mock` that `inject()`, `openMocks(this)` or the extension is there.",
    ),
    (
        &[
            "Task",
            "Initializer",
            "Init",
            "Startup",
            "Provider",
            "App",
            "Application",
            "Manager",
            "Module",
            "Companion",
            "Holder",
            "Context",
            "Utils",
        ],
        "Let what assigns `{symbol}` run first: in `Application.onCreate` (a ContentProvider runs even before that), or by an order between the start-up tasks; or pass it to whoever needs it.",
    ),
    (
        &["Service", "Receiver", "Worker"],
        "Assign `{symbol}` in `onCreate` (a receiver and a worker get it where they begin), or see that its injection runs: `@AndroidEntryPoint` and the call of `super`, `@HiltWorker`.",
    ),
    (
        &["ViewModel", "Repository", "Presenter", "UseCase", "Interactor"],
        "Pass `{symbol}` to the constructor instead of setting it later, or assign it before the first function that reads it is called.",
    ),
    (
        &["Adapter", "ViewHolder", "Holder"],
        "Give `{symbol}` to the adapter's constructor, or set it before the adapter is attached to the list.",
    ),
    (
        &["Fragment", "Dialog", "BottomSheet"],
        "Assign `{symbol}` before `{at}` can run (in `onCreate` or `onViewCreated`), and cancel in `onDestroyView` what may call it earlier or later (callbacks, observers, coroutines).",
    ),
    (
        &["Activity", "View", "Screen"],
        "Assign `{symbol}` in `onCreate` before anything that reads it (listeners, observers, the layout with its fragments), or use it later in the lifecycle.",
    ),
];

/// Functions that the system calls for a fragment or activity whose view was never made, too.
const ALWAYS: &[&str] =
    &["onSaveInstanceState", "onDestroyView", "onDestroy", "onDetach", "onLowMemory", "onTrimMemory"];

const UNSEEN: Words = Words {
    cause: "The `lateinit` property `{symbol}` is read in `{at}` before it has been initialized. The system calls that function even if the screen was never shown (a fragment on the back stack, an activity that is created anew and ended at once), so what assigns it may not have run.",
    fixes: &[
        "Guard it there: `if (::{symbol}.isInitialized)`; or assign it in `onCreate`, which always runs before.",
        "Or make it nullable or `by lazy`.",
    ],
};

/// One instance that others ask for.
const SINGLETON: Words = Words {
    cause: "`{holder}` hands out its `lateinit` property `{symbol}`, and `{at}` asks for it before it was set: what assigns it (an `init`, the constructor or `onCreate` of `{holder}`) has not run in this process yet, or not before this code.",
    fixes: &[
        "Find what assigns `{symbol}` in `{holder}`, and call that before {name}:{line} runs: first thing in `Application.onCreate`. Content providers, `init` blocks and property values of the Application class run even before that, and each process of the app (and a test) needs it anew.",
        "Or leave the order to no one: `by lazy`, or pass the instance to whoever needs it.",
    ],
};

/// A property that is not private, as an injected one must be.
const INJECTED: &str = "Its getter stands in the trace, so it is not private, as injected properties are: if it has `@Inject`, nobody has injected `{own_class}` yet.";

const INJECT: &str = "If `{symbol}` is injected, annotate `{own_class}` (and, of a fragment or view, its activity) with `@AndroidEntryPoint`, and read it only after `super.onCreate`/`super.onAttach`; with plain Dagger call `inject(this)` before. Otherwise assign it before {name}:{line}, in every class that extends this one.";

/// The user was faster than what sets it.
const TOUCHED: Words = Words {
    cause: "The `lateinit` property `{symbol}` is read in `{at}` on a click, before it has been initialized: what assigns it comes later than the screen that can be touched (an observer, a coroutine, an answer, a dialog), or only on another way.",
    fixes: &[
        "Declare `{symbol}` with an initial value (`var {symbol}: T? = null`, an empty list) in place of `lateinit`, and at {name}:{line} do nothing, or wait, while it is not there; or enable the button only when it is set.",
    ],
};

/// Parts of names of things that are there from the start.
const PARTS: &[&str] =
    &["inding", "dapter", "iewModel", "resenter", "elper", "anager", "avigator", "avController", "pository"];

/// Classes that the system makes, whose constructor runs before `onCreate`.
const CREATED: &[&str] = &["Activity", "Fragment", "Service", "Application", "App", "Receiver", "Provider"];

const CHECK: &str = "Check `::{symbol}.isInitialized`, or make it nullable or `by lazy`.";

/// Says who reads it, and what would have set it.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeLateinit {
        return;
    }
    let Some(frame) = scene.own() else { return of_screen(scene, failure) };
    if failure.symbol.is_none() {
        return;
    }
    let outer = simple(&frame.class).split('$').next().unwrap_or("");
    let constructs = frame.method == "<init>" || frame.method == "<clinit>";
    if constructs && CREATED.iter().any(|end| outer.ends_with(end)) {
        return failure.say("The `lateinit` property `{symbol}` is read while `{own_class}` is still being constructed (`{at}`, a property's initial value or `init`), before `onCreate` and thus before it has been initialized or injected.",
            &[
                "Put off what reads it at {name}:{line}: make that property `by lazy {{ … }}`, or assign it in `onCreate` after `super.onCreate`.",
                CHECK,
            ],
        );
    }
    if ALWAYS.contains(&frame.method.as_str()) {
        return UNSEEN.tell(failure);
    }
    let getter = getter(scene, failure);
    if let Some(top) = getter.filter(|top| simple(&top.class).split('$').next() != Some(outer)) {
        let holder = simple(&top.class).trim_end_matches("$Companion").replace('$', ".");
        failure.details.insert("holder".to_owned(), holder);
        return SINGLETON.tell(failure);
    }
    let symbol = failure.symbol.clone().unwrap_or_default();
    let clicked = scene.frames().iter().take(8).any(|frame| frame.method.starts_with("performClick"));
    if clicked && !PARTS.iter().any(|part| symbol.contains(part)) {
        return TOUCHED.tell(failure);
    }
    let tested = scene.sections.iter().flat_map(|section| &section.frames).any(|frame| is_tests(&frame.class));
    let caller = scene.callers().next().map(own::name).filter(|caller| caller.as_str() != failure.details["at"]);
    let from = caller.map_or(String::new(), |caller| format!(", called from `{}`", caller.replace(['{', '}'], "")));
    let kind = KINDS.iter().find(|(ends, _)| ends.iter().any(|end| outer.ends_with(end)));
    let test = if tested { " The trace is a test's: what the app sets at its start is not set there." } else { "" };
    let cause = format!(
        "The `lateinit` property `{{symbol}}` is read in `{{at}}`{from}, before it has been initialized: what assigns it has not run yet (or assigns a local variable of the same name).{test}"
    );
    if getter.is_some()
        && CREATED.iter().chain(&["View", "Dialog"]).any(|end| outer.ends_with(end))
        && !symbol.contains("inding")
    {
        return failure.say(&format!("{cause} {INJECTED}"), &[INJECT, CHECK]);
    }
    let kind = kind
        .map_or("Assign `{symbol}` before `{at}` runs, or pass it in when the object is created.", |(_, step)| *step);
    let in_test = "In the test assign `{symbol}` before it (`@Before`), or pass a fake to the class that needs it.";
    let own_test = KINDS[0].0.iter().any(|end| outer.ends_with(end));
    if tested && !own_test {
        failure.say(&cause, &[in_test, kind, CHECK]);
    } else {
        failure.say(&cause, &[kind, CHECK]);
    }
}

/// The property's own getter on top: `Shelf$Companion.getInstance`, `Desk.getAnalytics`.
fn getter<'t>(scene: &Scene<'t>, failure: &Failure) -> Option<&'t Frame> {
    let symbol = failure.symbol.as_deref()?;
    let mut letters = symbol.chars();
    let name = format!("get{}{}", letters.next()?.to_uppercase(), letters.as_str());
    let frames = &scene.sections.get(scene.own?.0)?.frames;
    let found = frames.iter().find(|frame| !own::is_basic(&frame.class))?;
    (found.method.split('$').next() == Some(&name)).then_some(found)
}

/// Without a frame of the user's own the system's frames still tell a screen's.
fn of_screen(scene: &Scene<'_>, failure: &mut Failure) {
    const SCREENS: &[&str] = &["LayoutInflater", "Fragment", "FragmentManager", "Activity", "Instrumentation"];
    let mut frames = scene.sections.iter().flat_map(|section| &section.frames);
    if frames.any(|frame| SCREENS.contains(&simple(&frame.class))) && failure.symbol.is_some() {
        failure.say(
            "The `lateinit` property `{symbol}` is read before it has been initialized: what assigns it has not run yet, for instance because a fragment or view is still being inflated.",
            &[
                "Assign `{symbol}` before its first use (in `onCreate`, before the layout with its fragments is inflated), or use it later in the lifecycle (`onStart`).",
                CHECK,
            ],
        );
    }
}

fn is_tests(class: &str) -> bool {
    ["org.junit.", "junit.", "io.kotest.", "org.testng."].iter().any(|start| class.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(property: &str, frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\nkotlin.UninitializedPropertyAccessException: lateinit property {property} has not been initialized\n{frames}"
        );
        crate::explain::told(&log)
    }

    #[test]
    fn who_should_have_set_it_is_told_by_the_frames() {
        let one = told(
            "instance",
            "\tat net.oak.basket.Shelves$Companion.getInstance(Shelves.kt:9)\n\tat net.oak.basket.Desk.<init>(Desk.kt:5)\n",
        );
        assert!(one.contains("`Shelves` hands out") && one.contains("Desk.kt:5"), "{one}");
        let injected = told(
            "oak",
            "\tat net.oak.basket.DeskFragment.getOak(DeskFragment.kt:9)\n\tat net.oak.basket.DeskFragment.onCreateView(DeskFragment.kt:15)\n",
        );
        assert!(injected.contains("`@Inject`") && injected.contains("`DeskFragment`"), "{injected}");
        let click = told(
            "counted",
            "\tat net.oak.basket.DeskActivity.open(DeskActivity.kt:9)\n\tat android.view.View.performClick(View.java:7)\n",
        );
        assert!(click.contains("on a click"), "{click}");
    }

    #[test]
    fn views_are_spoken_of_only_where_a_frame_is_of_a_screen() {
        let thrown =
            "E Shelves: kotlin.UninitializedPropertyAccessException: lateinit property oak has not been initialized\n";
        let screen = "E Shelves: \tat android.view.LayoutInflater.inflate(LayoutInflater.java:5)\n";
        let step = |log: &str| explain(&parse(log).failures[0]).fixes.remove(0);
        assert!(!step(thrown).contains("layout") && step(thrown).contains("pass"), "{}", step(thrown));
        let inflated = format!("FATAL EXCEPTION: main\n{thrown}{screen}");
        assert!(step(&inflated).contains("layout"), "{}", step(&inflated));
    }
}
