//! Whose the frames are that no table knows: several vendors stand in one trace, and one of them is the reader. Application
//! code calls libraries, not the reverse: who stands lowest in a trace that begins with `main`, a test or a callback is its
//! author.

use super::super::trace::origin::ClassOrigin;
use super::super::trace::{Frame, Section, simple};
use super::{is_generated, is_own, vendor};
use crate::pattern::Pattern;

/// `… defined in file [/x/build/classes/java/main/com/example/Shelf.class]`: Spring names a class that the build made
static BUILT: Pattern = Pattern::new(
    r"defined in file \[[^\]]*[/\\]classes[/\\](?:(?:java|kotlin|groovy)[/\\]main[/\\])?(?P<path>[a-z][^\]]*)\.class\]",
);

/// `Missing required view with ID: com.example.basket:id/shelf`: a resource of the app
static RESOURCE: Pattern = Pattern::new(
    r"(?:^|[\s(@=/])(?P<package>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+):(?:id|layout|string|drawable|xml|raw|color|dimen|style|attr)/",
);

/// Packages of what runs tests.
const RUNNERS: &[&str] = &[
    "org.junit.",
    "junit.",
    "org.testng.",
    "io.kotest.",
    "org.spockframework.",
    "org.robolectric.",
    "androidx.test.",
    "android.test.",
];

/// Ends of the names of classes that hold tests.
const TESTS: &[&str] = &["Test", "Tests", "IT", "Spec", "TestCase", "TestKt"];

/// Beginnings of the names of classes that others derive theirs from.
const BASES: &[&str] = &["Base", "Abstract"];

/// Decides it, and marks the frames of the others as libraries'. Whether the trace shows which frames are the reader's.
pub fn settle(sections: &mut [Section], package: Option<&str>) -> bool {
    let frames = || sections.iter().flat_map(|section| &section.frames);
    let is_app = |frame: &Frame| package.is_some_and(|package| frame.class.starts_with(package));
    let built = frames().any(|frame| frame.origin == ClassOrigin::Built);
    if built {
        return keep(sections, |frame| frame.origin == ClassOrigin::Built || is_app(frame));
    }
    if frames().any(|frame| is_app(frame) && !is_generated_alone(frame)) {
        return keep(sections, is_app);
    }
    let Some(own) = named(sections).or_else(|| tested(sections)).or_else(|| lowest(sections)) else {
        let mut vendors: Vec<&str> = frames().filter(is_unknown).map(|frame| vendor(&frame.class)).collect();
        vendors.dedup();
        return vendors.len() == 1 && frames().any(|frame| is_unknown(&frame) && enters(frame));
    };
    keep(sections, |frame| frame.class.starts_with(own.as_str()))
}

/// Marks every frame of an unknown vendor that is not kept.
fn keep(sections: &mut [Section], is_kept: impl Fn(&Frame) -> bool) -> bool {
    for frame in sections.iter_mut().flat_map(|section| &mut section.frames) {
        if is_unknown(&&*frame) && !is_kept(frame) {
            frame.origin = ClassOrigin::Library(match &frame.origin {
                ClassOrigin::Jar(name) => name.clone(),
                _ => package_of(&frame.class).unwrap_or_default(),
            });
        }
    }
    true
}

/// The beginning of a class's package, as people name a library by it; nothing where it has none.
pub fn package_of(class: &str) -> Option<String> {
    let (package, _) = class.rsplit_once('.')?;
    // `jp.co.basket`, `io.github.basket`: the first two say nothing of who it is.
    let shared = package.split('.').nth(1).is_some_and(|second| SECOND_LEVEL.contains(&second));
    let segments = if shared { 4 } else { 3 };
    Some(package.split('.').take(segments).collect::<Vec<_>>().join("."))
}

/// Second names of a package that many authors share, because domains and hosts do.
const SECOND_LEVEL: &[&str] = &["co", "com", "github", "gitlab", "ne", "or"];

/// Whether nothing tells so far whose the frame is. Names that a shrinker made tell nothing at all.
fn is_unknown(frame: &&Frame) -> bool {
    let mut packages = frame.class.split('.');
    let readable =
        packages.next().is_some_and(|first| first.len() > 1) && packages.next().is_some_and(|one| one.len() > 2);
    let unsaid = matches!(frame.origin, ClassOrigin::Unsaid | ClassOrigin::Jar(_));
    unsaid
        && readable
        && simple(&frame.class).len() > 3
        && frame.class.matches('.').count() > 1
        && is_own(&frame.class, None)
}

fn is_generated_alone(frame: &Frame) -> bool {
    is_generated(std::slice::from_ref(frame), 0)
}

/// The vendor of what a message says is the app's, or of the app's generated bindings.
fn named(sections: &[Section]) -> Option<String> {
    let built = sections.iter().find_map(|section| BUILT.captures(&section.message));
    let built = built.map(|found| found["path"].replace(['/', '\\'], "."));
    let resource = || {
        let found = sections.iter().find_map(|section| RESOURCE.captures(&section.message))?;
        Some(format!("{}.R", &found["package"]))
    };
    let frames = || sections.iter().flat_map(|section| &section.frames);
    let binding = || {
        let is_binding = |frame: &&Frame| frame.class.contains(".databinding.") && is_own(&frame.class, None);
        Some(frames().find(is_binding)?.class.clone())
    };
    let candidates = [built, resource(), binding()];
    let mut owners = candidates.iter().flatten().map(|class| vendor(class));
    let written = |own: &str| frames().any(|frame| frame.class.starts_with(own) && !is_generated_alone(frame));
    owners.find(|own| written(own)).map(str::to_owned)
}

/// The vendor of the test that runs.
fn tested(sections: &[Section]) -> Option<String> {
    sections.iter().find_map(|section| {
        let runner =
            section.frames.iter().position(|frame| RUNNERS.iter().any(|start| frame.class.starts_with(start)))?;
        let above = section.frames[..runner].iter().rev().find(is_unknown)?;
        is_test(&above.class).then(|| vendor(&above.class).to_owned())
    })
}

/// Whether a class holds tests, by its name.
fn is_test(class: &str) -> bool {
    let outer = simple(class).split('$').next().unwrap_or("");
    TESTS.iter().any(|end| outer.ends_with(end))
        || outer.strip_prefix("Test").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The vendor of the lowest frame that nobody knows, where others' frames stand on top.
fn lowest(sections: &[Section]) -> Option<String> {
    let section = sections.iter().find(|section| section.frames.iter().any(|frame| is_unknown(&frame)))?;
    let at = section.frames.iter().rposition(|frame| is_unknown(&frame))?;
    let low = &section.frames[at];
    let own = vendor(&low.class);
    let based = BASES.iter().any(|start| simple(&low.class).starts_with(start));
    let of_low =
        section.frames[..=at].iter().rev().take_while(|frame| !is_unknown(frame) || frame.class.starts_with(own));
    let top = section.frames[..at].iter().find(is_unknown).filter(|top| !top.class.starts_with(own))?;
    // Who is called by reflection or as a callback may be the one whose code it is.
    let called = section.frames[..at]
        .iter()
        .any(|frame| frame.method == "invoke" && frame.class.contains(".reflect.") || frame.class.contains("$Proxy"));
    let thrown_by = sections.iter().any(|one| one.class.starts_with(vendor(&top.class)));
    let starts = is_main(low) && section.frames[at + 1..].iter().all(|frame| !is_own(&frame.class, None));
    let enters = of_low.filter(is_unknown).any(enters);
    (!called && !based && (starts || is_component(&low.class) || thrown_by && enters)).then(|| own.to_owned())
}

fn is_main(frame: &Frame) -> bool {
    frame.method == "main"
}

/// Ends of the names that apps give to their parts.
const COMPONENTS: &[&str] =
    &["Activity", "Fragment", "ViewModel", "Controller", "Application", "Screen", "ScreenKt", "Repository", "MainKt"];

fn is_component(class: &str) -> bool {
    let outer = simple(class).split('$').next().unwrap_or("");
    COMPONENTS.iter().any(|end| outer.ends_with(end)) && !BASES.iter().any(|start| outer.starts_with(start))
}

/// Whether the function is one at which a program's own code begins: `main`, a test, a callback, a lambda.
fn enters(frame: &Frame) -> bool {
    let method = frame.method.as_str();
    let callback = method.strip_prefix("on").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    let lambda = method.contains("lambda$")
        || method == "invokeSuspend"
        || matches!(method, "invoke" | "run" | "call") && frame.class.contains('$');
    is_main(frame)
        || is_component(&frame.class)
        || callback
        || lambda
        || method == "doInBackground"
        || is_test(&frame.class)
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn place(log: &str) -> (String, Option<u32>) {
        let failure = parse(log).failures.remove(0);
        (failure.file.unwrap_or_default(), failure.line)
    }

    const SCALES: &str =
        "\tat org.scales.net.Transport.send(Transport.kt:46)\n\tat org.scales.Client.weigh(Client.kt:25)\n";

    #[test]
    fn who_calls_the_library_that_throws_is_the_reader() {
        let calls = |rest: &str| format!("org.scales.ScalesException: too heavy\n{SCALES}{rest}");
        let main = calls("\tat net.basket.Shop.weigh(Shop.kt:7)\n\tat net.basket.Shop.main(Shop.kt:3)\n");
        assert_eq!(place(&main), ("Shop.kt".to_owned(), Some(7)));
        let click =
            calls("\tat net.basket.Shop$1.onClick(Shop.java:7)\n\tat android.view.View.performClick(View.java:1)\n");
        assert_eq!(place(&click), ("Shop.java".to_owned(), Some(7)));
        let test = format!(
            "java.lang.IllegalStateException: too heavy\n{SCALES}\tat net.basket.ShopTest.weighs(ShopTest.kt:9)\n\tat org.junit.runners.ParentRunner.run(ParentRunner.java:3)\n"
        );
        assert_eq!(place(&test), ("ShopTest.kt".to_owned(), Some(9)));
    }

    #[test]
    fn who_is_called_by_a_framework_keeps_its_frame() {
        let thrown = "net.basket.EmptyException: nothing in it\n\tat net.basket.Shop.weigh(Shop.java:7)\n";
        let server = "\tat org.unknown.Server.dispatch(Server.java:9)\n\tat java.lang.Thread.run(Thread.java:1)\n";
        assert_eq!(place(&format!("{thrown}{server}")), ("Shop.java".to_owned(), Some(7)));
        let launcher =
            "\tat java.lang.reflect.Method.invoke(Method.java:1)\n\tat org.unknown.Launcher.main(Launcher.java:9)\n";
        assert_eq!(place(&format!("{thrown}{launcher}")), ("Shop.java".to_owned(), Some(7)));
        let base = "\tat org.unknown.BaseActivity.onCreate(BaseActivity.java:9)\n\tat android.app.Activity.performCreate(Activity.java:1)\n";
        assert_eq!(place(&format!("{thrown}{base}")), ("Shop.java".to_owned(), Some(7)));
    }

    #[test]
    fn a_resource_in_the_message_names_the_app() {
        let of = |package: &str| {
            format!(
                "java.lang.NullPointerException: Missing required view with ID: {package}:id/shelf\n\tat org.scales.Bind.bind(Bind.kt:12)\n\tat net.basket.Shop.<init>(Shop.kt:4)\n"
            )
        };
        assert_eq!(place(&of("net.basket.app")), ("Shop.kt".to_owned(), Some(4)));
        assert_eq!(place(&of("net.other.app")), ("Bind.kt".to_owned(), Some(12)), "none of its frames is there");
    }

    #[test]
    fn what_the_logger_says_of_a_class_decides() {
        let log = "java.lang.IllegalStateException: too heavy\n\tat org.scales.Client.weigh(Client.java:25) ~[scales-2.1.jar:2.1]\n\
            \tat net.basket.Shop.weigh(Shop.java:7) ~[classes/:na]\n\tat org.unknown.Server.dispatch(Server.java:9) [server.jar:?]\n";
        assert_eq!(place(log), ("Shop.java".to_owned(), Some(7)));
        let library = "java.lang.IllegalStateException: too heavy\n\tat org.scales.Client.weigh(Client.java:25) ~[scales-2.1.jar:2.1]\n";
        let told = explain(&parse(library).failures[0]);
        assert!(told.root_cause.contains("`Client.weigh` of the library `scales 2.1`"), "{}", told.root_cause);
        let plugin = "java.lang.IllegalStateException: too heavy\n\tat net.basket.Shop.weigh(Shop.java:7) ~[Basket.jar:?]\n\tat org.bukkit.Server.run(Server.java:9) ~[paper.jar:?]\n";
        assert_eq!(place(plugin), ("Shop.java".to_owned(), Some(7)), "a jar without a version may be the reader's");
    }

    #[test]
    fn nobodys_frame_is_called_the_readers() {
        let step = |log: &str| explain(&parse(log).failures[0]).fixes.join("\n");
        let library = "org.scales.ScalesException: too heavy\n\tat org.scales.net.Transport.send(Transport.kt:46)\n";
        assert!(!step(library).contains("your own code"), "{}", step(library));
        let null = "java.lang.NullPointerException\n\tat org.scales.net.Transport.send(Transport.kt:46)\n";
        assert!(step(null).contains("If `org.scales.net` is a library"), "{}", step(null));
        let main = "org.scales.ScalesException: too heavy\n\tat org.scales.Main.main(Main.kt:46)\n";
        assert!(step(main).contains("Main.kt:46") && !step(main).contains("is a library"), "{}", step(main));
    }
}
