//! Finds the subject of a classified trace: its place in the user's code, its symbol, the component that was running.

use super::beside;
use super::decide::{Scene, decide};
use super::trace::origin::ClassOrigin;
use super::trace::{Frame, StackTrace, simple, titled_component};
use super::{own, values};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::{Failure, Language, Wording};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `Unable to start activity ComponentInfo{a.b/a.b.ui.MainActivity}: …`, `Unable to create service a.b.SyncService: …`
static COMPONENT: Pattern = Pattern::new(concat!(
    r"(?:Unable to [a-z ]+?|Failure delivering result .* to activity|Error receiving broadcast Intent .* in)",
    r" (?:ComponentInfo)?\{?(?:[A-Za-z0-9_.]+/)?(?P<class>\.?[A-Za-z_][A-Za-z0-9_.$]*\.[A-Z][A-Za-z0-9_$]*|\.[A-Z][A-Za-z0-9_$]*)",
));

/// `Unable to instantiate activity ComponentInfo{…}`, `Unable to get provider a.B`: a class that the manifest names
static INSTANTIATE: Pattern = Pattern::new(
    r"Unable to (?:instantiate (?:activity|service|receiver|application|instrumentation|backup agent)|get provider|create backup agent) ",
);

/// `Unable to create service a.b.OakTile: java.lang.ClassNotFoundException: …`: makers' Androids say so of a class that is missing
static STARTED: Pattern =
    Pattern::new(r"Unable to (?:create service|start receiver|create application) (?P<class>[A-Za-z0-9_.$]+): ");

/// `Error inflating class com.example.Chart`
static INFLATING: Pattern = Pattern::new(r"Error inflating class (?P<class>[A-Za-z0-9_.$]+)");

/// `Lcom/example/Basket;`
static DESCRIPTOR: Pattern = Pattern::new(r"^\[*L(?P<path>[^; ]+/[^; ]+);?$");

/// Ends of names of classes that Android starts; when such a class is missing, the manifest names it.
const COMPONENTS: &[&str] = &["Activity", "Service", "Receiver", "Provider", "Application"];

/// Failures that are about what was called, not about where that was.
const OF_THE_CALLED: &[Category] = &[
    Category::RuntimeSerialization,
    Category::RuntimeWindowLeakBadToken,
    Category::RuntimeFragmentLifecycle,
    Category::RuntimeSecurity,
    Category::ComposeMeasureLayout,
];

/// A missing class is the manifest's or a layout's when these asked for it. `chain` is all causes, the deepest first.
pub fn relate(chain: &str, failure: &mut Failure) {
    if failure.category != Category::RuntimeNoClassDef {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    let is_class_not_found = chain.contains("ClassNotFoundException");
    if is_class_not_found && chain.contains(&format!("Unable to instantiate fragment {symbol}")) {
        become_one(failure, Category::XmlClassNotFound);
        return;
    }
    if let Some(found) = INFLATING.captures(chain).filter(|_| is_class_not_found) {
        let class = found["class"].trim_end_matches('.').to_owned();
        if symbol.ends_with(&class) || symbol.ends_with(class.rsplit('.').next().unwrap_or(&class)) {
            become_one(failure, Category::XmlClassNotFound);
            failure.symbol = Some(class);
        }
        return;
    }
    let started = is_class_not_found && STARTED.captures(chain).is_some_and(|found| found["class"] == symbol);
    let asked = started || INSTANTIATE.end(chain).is_some_and(|end| chain[end..].contains(&symbol));
    let alone = !chain.contains('\n') || !chain.trim_end_matches([':', ' ', '\n']).contains('\n');
    let framework = symbol.starts_with("org.springframework.");
    let named = alone && !framework && is_class_not_found && COMPONENTS.iter().any(|end| symbol.ends_with(end));
    if asked || named {
        become_one(failure, Category::ManifestClassNotFound);
    }
}

/// Packages of what builds, in whose process a failed download is the build's.
const BUILDS: &[&str] =
    &["org.gradle.", "com.android.build.", "com.android.sdklib.", "com.android.repository.", "org.jetbrains.kotlin."];

/// Packages of Gradle in whose process tests run, which are the user's.
const RUNS_TESTS: &[&str] = &["worker.org.gradle.", "org.gradle.api.internal.tasks.testing."];

/// A connection that breaks in Gradle's process is the build's failure, not one of the user's program.
fn relate_to_build(trace: &StackTrace, failure: &mut Failure) {
    if failure.category != Category::RuntimeIoNetwork {
        return;
    }
    let among = |names: &[&str]| {
        trace.sections.iter().any(|section| {
            let classes = section.frames.iter().map(|frame| &frame.class).chain([&section.class]);
            classes.into_iter().any(|class| names.iter().any(|name| class.starts_with(name)))
        })
    };
    if !among(BUILDS) || among(RUNS_TESTS) {
        return;
    }
    let thrown = failure.exception.as_deref().unwrap_or("");
    let network =
        ["java.net.", "javax.net.", "java.rmi.", "org.apache.http."].iter().any(|start| thrown.starts_with(start));
    become_one(failure, if network { Category::GradleNetworkTls } else { Category::Other });
}

/// A component of another app is not declared in the user's manifest.
fn relate_to_process(failure: &mut Failure) {
    if failure.category != Category::ManifestActivityNotDeclared {
        return;
    }
    let (Some(process), Some(app)) = (failure.process.as_deref(), failure.details.get("app")) else { return };
    let process = process.split(':').next().unwrap_or(process);
    if process != app && own::is_own(&format!("{process}."), None) {
        become_one(failure, Category::RuntimeActivityNotFound);
    }
}

/// `Binary XML file line #37 in com.example:layout/basket: … Error inflating class a.B`
static LAYOUT: Pattern = Pattern::new(
    r"Binary XML file line #(?P<line>[0-9]+) in [^:/ ]+:(?P<layout>[a-z]+/[A-Za-z0-9_]+).*Error inflating class (?P<class>[A-Za-z0-9_.$]+)",
);

/// Where the layout is that the innermost inflation was of; the cause below it does not say.
fn relate_to_layout(trace: &StackTrace, failure: &mut Failure) {
    let found = trace.sections.iter().rev().find_map(|section| LAYOUT.captures(&section.message));
    let Some(found) = found.filter(|found| &found["class"] != "<unknown>") else { return };
    for (name, group) in [("layout", "layout"), ("xml_line", "line"), ("inflated", "class")] {
        failure.details.insert(name.to_owned(), found[group].to_owned());
    }
}

/// What the numbers of an index that is out of bounds tell.
fn relate_to_numbers(failure: &mut Failure) {
    if failure.category != Category::RuntimeIndex {
        return;
    }
    let number = |name: &str| failure.details.get(name)?.parse::<i64>().ok();
    let (Some(index), Some(size)) = (number("index"), number("size").or_else(|| number("length"))) else { return };
    let told = match (index, size) {
        (_, 0) => "it is empty",
        (index, size) if index == size => "that is one past its last element",
        _ => return,
    };
    failure.details.insert("bounds".to_owned(), told.to_owned());
}

/// Details that only the frames have: which class needs a missing one, whose collection changed.
fn relate_to_frames(trace: &StackTrace, failure: &mut Failure) {
    let Some(frames) = trace.sections.last().map(|section| &section.frames) else { return };
    let in_file =
        |name: &str| frames.iter().filter_map(|frame| frame.place.as_ref()).any(|(file, _)| file.starts_with(name));
    if failure.category == Category::RuntimeNoClassDef && in_file("FragmentFactory.") {
        become_one(failure, Category::XmlClassNotFound);
    }
    // `LocalBasket$lambda$0`: the default of the app's own local, which only throws, has the local's name
    let local = || {
        frames.iter().map(own::name).find_map(|name| {
            let name =
                name.rsplit('.').next().filter(|name| name.starts_with("Local") && !name.starts_with("Local$"))?;
            Some(name.to_owned())
        })
    };
    if failure.category == Category::ComposeCompositionLocal
        && failure.symbol.as_ref().is_none_or(|symbol| !symbol.starts_with("Local"))
        && let Some(name) = local()
    {
        failure.symbol = Some(name);
    }
    let first = frames.iter().find(|frame| !frame.class.starts_with("java."));
    relate_to_first(first, failure);
    let in_snapshot = first.is_some_and(|frame| frame.class.starts_with("androidx.compose.runtime.snapshots."));
    if failure.category == Category::RuntimeConcurrentModification && in_snapshot {
        become_one(failure, Category::ComposeSnapshot);
        let sentence = "a state list or map (`mutableStateListOf`, SnapshotStateList) is modified while it is being iterated, by the loop itself or by another thread";
        sentence.clone_into(&mut failure.message);
    }
}

/// Ends of the classes that assertions throw, of JUnit, Kotest, AssertJ, Truth and others.
const ASSERTS: &[&str] = &[
    "AssertionError",
    "AssertionErrorWithFacts",
    "AssertionFailedError",
    "AssertJMultipleFailuresError",
    "ComparisonFailure",
    "ComparisonFailureWithFacts",
    "MultiAssertionError",
    "MultipleFailuresError",
];

/// The test's name: the function's, or that of the function whose lambda it is; a lambda of a specification has none.
fn test_of(frame: &Frame) -> Option<String> {
    if !matches!(frame.method.as_str(), "invokeSuspend" | "invoke") {
        return Some(frame.method.clone());
    }
    // `ShelfTest$GIVEN a shelf WHEN it is opened$1`: names in words may begin with a capital.
    let mut parts = simple(&frame.class).split('$').skip(1);
    let named = |part: &&str| part.starts_with(|c: char| c.is_ascii_lowercase()) || part.contains(' ');
    parts.find(named).map(str::to_owned)
}

/// An assertion that does not hold in a test's own class is the test's result.
fn relate_to_test(frame: &Frame, failure: &mut Failure) {
    let class = simple(&frame.class).split('$').next().unwrap_or("");
    let thrown = failure.exception.as_deref().map_or("", simple);
    let test =
        ["Test", "Tests", "TestCase", "Spec"].iter().any(|end| class.ends_with(end)) || class.starts_with("Test");
    if failure.category != Category::Other || !test || !ASSERTS.contains(&thrown) {
        return;
    }
    become_one(failure, Category::TestFailure);
    let said = Some(failure.message.clone()).filter(|message| Some(message) != failure.exception.as_ref());
    if let Some(said) = &said {
        values::tell(said, failure);
    }
    let named = test_of(frame);
    if named.as_ref().is_none_or(|name| name.contains(' ')) {
        failure.symbol = Some(class.to_owned());
    }
    let place = || frame.place.as_ref().map(|(file, line)| format!("{file}:{line}"));
    let values = [("class", Some(class.to_owned())), ("test", named.or_else(place)), ("assertion", said)];
    for (name, value) in values {
        failure.details.extend(value.map(|value| (name.to_owned(), value)));
    }
}

/// An assertion of a test library whose test is not in the trace.
fn relate_to_assertion(failure: &mut Failure) {
    let thrown = failure.exception.as_deref().map_or("", simple);
    // Anybody throws an `AssertionError`.
    if failure.category == Category::Other && ASSERTS.contains(&thrown) && thrown != "AssertionError" {
        become_one(failure, Category::TestFailure);
        let said = failure.message.clone();
        values::tell(&said, failure);
        // A class that the test itself declares names it.
        if let Some(found) = IN_TEST.captures(&said) {
            failure.symbol = Some(found["class"].to_owned());
            failure.details.insert("class".to_owned(), found["class"].to_owned());
        }
    }
}

/// `a.ShelfTest$Oak@2dc9b0f5`: a class within a test's
static IN_TEST: Pattern = Pattern::new(
    r"\b(?P<class>(?:[a-z_][A-Za-z0-9_]*\.)*[A-Z][A-Za-z0-9_]*(?:Test|Tests|TestCase|Spec))\$[A-Za-z0-9_$]",
);

/// Checks of libraries whose messages say nothing without the class that makes them.
fn relate_to_first(first: Option<&Frame>, failure: &mut Failure) {
    let Some(class) = first.map(|frame| frame.class.as_str()) else { return };
    let tables =
        ["IntStack", "ComposerImpl", "GapComposer", "SlotTable", "SlotReader", "SlotWriter", "Stack", "Pending"];
    let states = [Category::RuntimeIndex, Category::RuntimeIllegalState, Category::RuntimeIllegalArgument];
    let counts = states.contains(&failure.category);
    if counts && class.strip_prefix("androidx.compose.runtime.").is_some_and(|name| tables.contains(&name)) {
        become_one(failure, Category::Other);
        failure.wording = Some(Wording {
            cause: "Compose's runtime lost track of its groups ({thrown} in `{top}`: {message}): a composable ends in the middle of its groups.".to_owned(),
            fixes: vec![
                "Look for an early `return` out of a composable's lambda (`return@Column`), and for a `try`/`catch` around composables.".to_owned(),
                "Let the Compose compiler and the runtime be of versions that fit each other, and update Compose.".to_owned(),
            ],
        });
    }
    // The version of the JDK, which this Kotlin compiler does not know.
    if failure.category == Category::RuntimeIllegalArgument && class.ends_with("com.intellij.util.lang.JavaVersion") {
        become_one(failure, Category::GradleJdkIncompatible);
        failure.wording = Some(Wording {
            cause: "This version of the Kotlin compiler cannot read the version of the JDK ({message}): the JDK is newer than it knows.".to_owned(),
            fixes: vec![
                "Run Gradle with an older JDK (JDK 21 or 17: `JAVA_HOME`, `org.gradle.java.home`), or update the Kotlin plugin to a version that supports it.".to_owned(),
            ],
        });
    }
}

fn become_one(failure: &mut Failure, category: Category) {
    failure.category = category;
    failure.framework = crate::pattern::framework(category);
    failure.wording = None;
}

/// Fills in the user's own frame, the symbol and what else the causes' templates may want to name.
pub fn complete(
    lines: &Lines,
    trace: &StackTrace,
    own: Option<(usize, usize)>,
    package: Option<&str>,
    failure: &mut Failure,
) {
    let frames = trace.sections.iter().rev().map(|section| &section.frames).find(|frames| !frames.is_empty());
    let top = frames.and_then(|frames| frames.iter().find(|frame| !is_check(frame)).or_else(|| frames.first()));
    if let Some(frame) = top {
        failure.details.insert("top".to_owned(), own::name(frame));
    }
    if let Some(frame) = own.map(|(section, at)| &trace.sections[section].frames[at]) {
        take_frame(lines, frame, failure);
        relate_to_test(frame, failure);
    } else if let Some(frame) = own::library_frame(&trace.sections).filter(|_| !is_of_build(failure)) {
        take_library_place(lines, frame, failure);
    }
    if own.is_none() {
        failure.details.extend(own::minified(&trace.sections).map(|name| ("minified_own".to_owned(), name)));
        relate_to_assertion(failure);
        relate_to_foreign(trace, failure);
    }
    relate_to_frames(trace, failure);
    relate_to_build(trace, failure);
    relate_to_process(failure);
    if let Some((section, at)) = own.filter(|(_, at)| *at > 0) {
        let frame = &trace.sections[section].frames[at - 1];
        failure.details.insert("api".to_owned(), api(frame));
    }
    relate_to_numbers(failure);
    relate_to_layout(trace, failure);
    if let Some(component) = component(lines, trace, package) {
        failure.details.insert("component".to_owned(), simple(&component).to_owned());
        failure.details.insert("component_class".to_owned(), component);
    }
    if let Some(owner) = failure.details.get_mut("owner")
        && let Some(found) = DESCRIPTOR.captures(owner)
    {
        *owner = found["path"].replace('/', ".");
    }
    // `Lcom.example.Shelf;`, as Unity writes it
    if let Some(owner) = failure.details.get_mut("owner")
        && let Some(name) = owner.strip_prefix('L').and_then(|name| name.strip_suffix(';'))
    {
        *owner = name.to_owned();
    }
    // Routes and paths have slashes of their own.
    if !matches!(failure.category, Category::RuntimeNavigation | Category::RuntimeIoNetwork) {
        let app = failure.details.get("app").or(failure.process.as_ref());
        failure.symbol = failure.symbol.as_ref().and_then(|name| cleaned(name, trace, app.map(String::as_str)));
    }
    if failure.symbol.is_none() && failure.category != Category::GradleNetworkTls {
        // What could not be downloaded is not who tried it.
        failure.symbol = symbol(trace, top, failure);
    }
    beside::note(lines, trace, failure);
    place_in_xml(failure);
    let above: Vec<String> = above(lines, trace);
    decide(&Scene { sections: &trace.sections, own, package, suppressed: &trace.suppressed, above: &above }, failure);
}

/// Whose frame stands on top, where none is the user's own.
fn relate_to_foreign(trace: &StackTrace, failure: &mut Failure) {
    let Some(frame) = own::top_frame(&trace.sections).filter(|_| failure.category != Category::SpringStartup) else {
        return;
    };
    failure.details.insert("foreign_frame".to_owned(), format!("{}.{}", frame.class, frame.method));
    if let ClassOrigin::Library(name) = &frame.origin {
        failure.details.insert("foreign_library".to_owned(), name.clone());
    }
    let mut frames = trace.sections.iter().rev().flat_map(|section| &section.frames);
    failure.details.extend(frames.find_map(own::managed).map(|name| ("managed".to_owned(), name)));
}

/// Lines above a trace that may tell more of it.
const ABOVE: usize = 12;

/// The nearest lines above the trace that somebody logged, the nearest last.
fn above(lines: &Lines, trace: &StackTrace) -> Vec<String> {
    let first = trace.sections.first().map_or(0, |section| section.index);
    (first.saturating_sub(ABOVE)..first).map(|at| lines.get(at).to_owned()).collect()
}

/// A function that only looks and throws: `checkNotNull`, `validateOpen`, `throwIllegalStateException`.
fn is_check(frame: &Frame) -> bool {
    let method = frame.method.trim_start_matches("access$");
    let checks = [
        "throw",
        "check",
        "validate",
        "require",
        "error",
        "fail",
        "missing",
        "wtf",
        "createException",
        "readException",
    ];
    checks.iter().any(|start| method.starts_with(start)) || frame.method.starts_with("access$")
}

fn take_frame(lines: &Lines, frame: &Frame, failure: &mut Failure) {
    failure.details.insert("at".to_owned(), own::name(frame));
    let class = simple(&frame.class).split('$').next().unwrap_or("").to_owned();
    failure.details.insert("own_class".to_owned(), class);
    take_place(lines, frame, failure);
}

/// Whether the build failed, for which no line of a library's code is a place.
fn is_of_build(failure: &Failure) -> bool {
    ["gradle_", "agp_", "spring_"].iter().any(|start| failure.category.id().starts_with(start))
}

/// The place in a library, of which the answer says that it is the library's.
fn take_library_place(lines: &Lines, frame: &Frame, failure: &mut Failure) {
    take_place(lines, frame, failure);
    failure.details.insert("library_place".to_owned(), format!("{}.{}", frame.class, frame.method));
    if libraries::plugin(&frame.class).is_some() {
        failure.details.insert("plugin_at".to_owned(), own::name(frame));
    }
}

fn take_place(lines: &Lines, frame: &Frame, failure: &mut Failure) {
    if let Some(file) = &frame.file {
        failure.file = Some(file.clone());
    }
    if let Some((file, line)) = &frame.place {
        failure.file = Some(file.clone());
        failure.line = Some(*line);
        if file.ends_with(".kt") || file.ends_with(".kts") {
            failure.language = Language::Kotlin;
        }
        failure.evidence.push(lines.evidence(frame.index));
    }
}

/// Returns the function that the user's code called, by the name under which it is known.
fn api(frame: &Frame) -> String {
    let name = own::name(frame);
    match name.split_once('.') {
        Some(("BackStackRecord", method)) => format!("FragmentTransaction.{method}"),
        Some(("FragmentManagerImpl", method)) => format!("FragmentManager.{method}"),
        _ => name,
    }
}

/// The activity, service or receiver that was running.
fn component(lines: &Lines, trace: &StackTrace, package: Option<&str>) -> Option<String> {
    // The cause may stand below the line that names the component: `… ComponentInfo{a.b/a.b.Main}:`
    let first = trace.sections.first().map_or(0, |section| section.index);
    let above = lines.preceding(first).map(|at| lines.get(at)).filter(|line| line.trim_end().ends_with("}:"));
    let messages = trace.sections.iter().map(|section| section.message.as_str()).chain(above);
    let named = messages.into_iter().find_map(|message| {
        let class = COMPONENT.captures(message)?["class"].trim_end_matches(['.', ':']).to_owned();
        let app = package.unwrap_or("").trim_end_matches('.');
        Some(if class.starts_with('.') { format!("{app}{class}") } else { class })
    });
    named.or_else(|| titled_component(lines.get(first)))
}

/// A captured name in the form in which the source has it.
fn cleaned(symbol: &str, trace: &StackTrace, process: Option<&str>) -> Option<String> {
    let path = DESCRIPTOR.captures(symbol).map(|found| found["path"].replace('/', "."));
    let name = path.unwrap_or_else(|| symbol.trim_matches(['"', '\'', '`', ' ']).to_owned());
    if name.is_empty() || name == "<unknown>" {
        return None;
    }
    if let Some(short) = name.strip_prefix('.') {
        return Some(process.map_or_else(|| short.to_owned(), |app| format!("{app}.{short}")));
    }
    // `a.b.-$$Lambda$Cb0`, `a.b.Main$$ExternalSyntheticLambda0`: the class that holds the lambda, else who asked for it
    if let Some((outer, _)) = name.split_once("$$ExternalSyntheticLambda").or_else(|| name.split_once("$$Lambda")) {
        let outer = outer.trim_end_matches(['-', '.']);
        let is_class = simple(outer).starts_with(|letter: char| letter.is_ascii_uppercase());
        let top = trace.sections.iter().rev().find_map(|section| section.frames.first());
        return Some(if is_class { outer.to_owned() } else { top.map_or(name.clone(), |frame| frame.class.clone()) });
    }
    let slashed =
        name.contains('/') && !name.contains([' ', ':']) && !name.starts_with('/') && !name.contains("layout/");
    Some(if slashed && !name.starts_with("res/") { name.replace('/', ".") } else { name })
}

/// The symbol where the message names none.
fn symbol(trace: &StackTrace, top: Option<&Frame>, failure: &Failure) -> Option<String> {
    let detail = |name: &str| failure.details.get(name).cloned();
    if let Some(api) = detail("api").filter(|_| OF_THE_CALLED.contains(&failure.category)) {
        return Some(api);
    }
    if let Some(name) = detail("at").or_else(|| detail("plugin_at")).or_else(|| detail("member")) {
        return Some(name);
    }
    let class = trace.sections.last().map_or("", |section| section.class.as_str());
    let known = ["java.", "android.", "androidx.", "kotlin.", "kotlinx."].iter().any(|start| class.starts_with(start));
    if !known && class.contains('.') {
        return detail("thrown");
    }
    let named = class.starts_with("android") && failure.category != Category::Other || class.contains('$');
    detail("component_class")
        .or_else(|| class.rsplit(['.', '$']).next().filter(|_| named).map(str::to_owned))
        .or_else(|| top.filter(|frame| frame.class.contains('.')).map(own::name))
}

/// Where the trace has no place in code, what the manifest or the layout has is in their files.
fn place_in_xml(failure: &mut Failure) {
    let of_library = failure.details.contains_key("library_place");
    if failure.file.is_some() && !of_library {
        return;
    }
    let place = if let (Some(layout), Some(line)) = (failure.details.get("layout"), failure.details.get("xml_line")) {
        (format!("{}.xml", simple(&layout.replace('/', "."))), line.parse().ok())
    } else if failure.category.id().starts_with("manifest_") && failure.category != Category::ManifestPermission {
        ("AndroidManifest.xml".to_owned(), None)
    } else {
        return;
    };
    (failure.file, failure.line) = (Some(place.0), place.1);
    failure.details.remove("library_place");
}
