//! Whose a trace is that has no frame of the reader's own, by the class on top; and whose a process is.

use super::kinds::{ForeignFrame, SourcePackage};
use super::packages::{of_npm, of_pub};
use crate::facts::libraries::{self, PluginPackage};
use crate::model::failure::Failure;
use crate::parse::is_own_class;

/// Packages, who has them, what to do. The first that begins the class counts.
const OWNERS: &[(&str, &str, &str)] = &[
    ("com.intellij.", "the Kotlin compiler or the IDE", KOTLIN),
    ("org.jetbrains.org.objectweb.", "the Kotlin compiler", KOTLIN),
    ("org.jetbrains.kotlin.", "the Kotlin compiler or its Gradle plugin", KOTLIN),
    (
        "com.google.devtools.ksp.",
        "KSP",
        "Use a KSP version that is made for this Kotlin version, and build again; if it stays, report it with this trace.",
    ),
    ("com.android.build.", "the Android Gradle plugin", ANDROID_PLUGIN),
    ("com.android.tools.profiler.", "Android Studio's profiler, which it puts into an app that it starts", STUDIO),
    ("com.android.tools.deploy.", "Android Studio's Apply Changes, which it puts into an app that it starts", STUDIO),
    ("com.android.tools.agent.", "Android Studio's Layout Inspector, which it puts into an app", STUDIO),
    ("com.android.tools.fd.", "Android Studio's Instant Run, which it puts into an app that it installs", STUDIO),
    ("com.android.tools.ir.", "Android Studio's Instant Run, which it puts into an app that it installs", STUDIO),
    ("com.android.tools.", "the Android Gradle plugin or the SDK's tools", ANDROID_PLUGIN),
    (
        "org.gradle.",
        "Gradle",
        "Run the build with `--stacktrace` and look at the lowest `Caused by`; `./gradlew --stop` and a build without cache (`--no-build-cache`) show whether Gradle's own state is damaged.",
    ),
    (
        "org.jacoco.",
        "JaCoCo",
        "Raise JaCoCo (`jacoco { toolVersion = \"…\" }`) to a version that knows the Java version in use, or run with an older JDK.",
    ),
    ("net.minecraftforge.", "Forge", MODS),
    ("net.neoforged.", "NeoForge", MODS),
    ("cpw.mods.", "Forge", MODS),
    ("net.minecraft.", "Minecraft", MODS),
    ("com.mojang.", "Minecraft", MODS),
    ("net.fabricmc.", "Fabric", MODS),
    ("android.support.", "Android's support library", PLATFORM),
    ("com.oplus.", MAKER, MAKERS),
    ("com.coloros.", MAKER, MAKERS),
    ("com.heytap.", MAKER, MAKERS),
    ("com.miui.", MAKER, MAKERS),
    ("com.samsung.android.", MAKER, MAKERS),
    ("com.sec.android.", MAKER, MAKERS),
    ("com.vivo.", MAKER, MAKERS),
    ("com.mediatek.", MAKER, MAKERS),
    ("com.qualcomm.", MAKER, MAKERS),
    ("com.android.volley.", "the library Volley (`com.android.volley:volley`)", LIBRARY),
    ("com.android.billingclient.", "Google Play's billing library (`com.android.billingclient:billing`)", LIBRARY),
    ("com.android.installreferrer.", "the library `com.android.installreferrer:installreferrer`", LIBRARY),
    ("maps.", "the Google Maps SDK, whose renderer Play services bring", LIBRARY),
    ("android.", "Android", PLATFORM),
    ("com.android.", "Android", PLATFORM),
    ("dalvik.", "Android's runtime", PLATFORM),
    ("libcore.", "Android's runtime", PLATFORM),
    ("java.", "Java's own classes", PLATFORM),
    ("javax.", "Java's own classes", PLATFORM),
    ("jdk.", "Java's own classes", PLATFORM),
    ("sun.", "Java's own classes", PLATFORM),
    ("kotlin.", "Kotlin's standard library", PLATFORM),
    ("kotlinx.coroutines.", "Kotlin's coroutines", PLATFORM),
];

const KOTLIN: &str = "Run `./gradlew --stop`, delete the module's `build` directory and build again; if it stays, use another Kotlin version, or report it with this trace (https://kotl.in/issue).";
const ANDROID_PLUGIN: &str = "Look at the lowest `Caused by` for the file or setting it is about, build once after `./gradlew --stop` and `clean`; if it stays, use another version of the Android Gradle plugin.";
const STUDIO: &str = "It is not your app's code: switch it off in Android Studio's run configuration (Run > Edit Configurations: on the Profiling tab “Enable additional support for older devices”, called “Enable advanced profiling” before; in the settings Apply Changes or Instant Run), or start the app from the device instead. If it stays, update Android Studio, uninstall the app and install it again.";
const MODS: &str = "Look in the whole log for the mod, name or registry entry that the message is about: what was given to the loader before is the cause, and this only reports it.";
const MAKER: &str = "an app or part of the device's maker";
const MAKERS: &str = "It is not your app's code: update the device or that app, or report it to the maker. If your own code drives it (a hook, automation), look at what that changed just before.";
const LIBRARY: &str = "Update the library to its newest version and look for this message among its issues; what your code gave it before, in an event or on another thread, may be the reason and is not in the trace.";
const PLATFORM: &str = "Find out what your app gave it before: the trace does not show that (it may begin in an event or on another thread), so look at the log above it and at what was set or started shortly before.";

/// What is known of the frame on top, and of the library's that called it.
pub fn called(top: &str, failure: &Failure) -> ForeignFrame {
    // A plugin's frame says more than that of the framework's function which it calls.
    if let Some(plugin) = failure.details.get("library_place").and_then(|place| of_plugin(place, failure)) {
        return plugin;
    }
    let frame = |name: &str| of_plugin(name, failure).unwrap_or_else(|| frame(name, failure.process.as_deref()));
    let top = match failure.details.get("foreign_library") {
        Some(library) => of_library(top, library),
        None => frame(top),
    };
    let caller = failure.details.get("foreign_caller").map(|caller| frame(caller));
    match caller.filter(|caller| !caller.minified && caller.of != top.of) {
        Some(caller) => ForeignFrame { caller: Some((caller.name, caller.of)), step: caller.step, ..top },
        None => top,
    }
}

/// Whether the frame is the platform's, and no library's called it.
pub fn is_platforms(frame: &ForeignFrame) -> bool {
    frame.caller.is_none() && frame.step == PLATFORM
}

/// The frame as it is, with a step to the C# function that the app's Java stubs below stand for.
pub fn of_managed(frame: ForeignFrame, managed: &str) -> ForeignFrame {
    let step = format!(
        "Look at the C# method `{managed}`, not at the generated Java class; the C# exception and its frames stand above in the log as a rule (tags `mono-rt`, `MonoDroid`, `DOTNET`)."
    );
    ForeignFrame { step, minified: false, ..frame }
}

/// Whose frame is on top, and whose the place is that the answer has. A place in a library is not quoted: nobody is to begin
/// there.
pub fn sentence(name: &str, of: &str, failure: &Failure) -> String {
    let stands = match failure.details.contains_key("plugin_at") {
        true => "the first that tells whose it is, is",
        false => "on top is",
    };
    let said = match failure.details.get("minified_own") {
        Some(own) => format!(
            "The first frame that may be your own is `{own}`, whose name is minified; {stands} `{name}` of {of}"
        ),
        None => format!("No frame of your own code is in the trace; {stands} `{name}` of {of}"),
    };
    let Some(place) = failure.details.get("library_place") else { return format!("{said}.") };
    let class = place.rsplit_once('.').map_or(place.as_str(), |(class, _)| class);
    let library = match libraries::plugin(class) {
        Some(plugin) => plugin.name().to_owned(),
        None => library(class),
    };
    let (placed, _) = names(place);
    if failure.details.get("foreign_frame") == Some(place) || of.contains(&format!("`{library}`")) {
        return format!("{said}.");
    }
    format!("{said}, and the first frame of a library is `{placed}` of `{library}`.")
}

/// A frame of which the trace itself says that it is of this library.
fn of_library(frame: &str, library: &str) -> ForeignFrame {
    let (name, simple) = names(frame);
    ForeignFrame {
        name,
        of: format!("the library `{library}`"),
        caller: None,
        step: look_for(simple, library),
        minified: false,
    }
}

/// A frame whose class a plugin brings into the app.
fn of_plugin(frame: &str, failure: &Failure) -> Option<ForeignFrame> {
    let (name, simple) = names(frame);
    let SourcePackage { kind, name: plugin, upgrade, .. } = match libraries::plugin(frame)? {
        PluginPackage::Npm(plugin) => of_npm(plugin, String::new(), failure),
        PluginPackage::Pub(plugin) => of_pub(plugin, String::new()),
    };
    let step = format!(
        "Update `{plugin}` ({upgrade}) and look for “{simple}” and this message in its issues: the code that fails is the plugin's. What the app gave it before, in a call from the other language, may be the reason and is not in the trace."
    );
    Some(ForeignFrame { name, of: format!("the {kind} `{plugin}`"), caller: None, step, minified: false })
}

/// `Class.method` of `a.b.Class$Inner.method`, and the class alone.
fn names(frame: &str) -> (String, &str) {
    let class = frame.rsplit_once('.').map_or(frame, |(class, _)| class);
    let simple = class.rsplit('.').next().unwrap_or(class);
    // `HttpTimeout$Plugin$install$1.invoke`: a lambda's class says no more than the class around it.
    let simple = simple.split('$').next().filter(|outer| !outer.is_empty()).unwrap_or(simple);
    (format!("{simple}.{}", frame.rsplit('.').next().unwrap_or_default()), simple)
}

/// What to do about a library's class that threw.
fn look_for(simple: &str, library: &str) -> String {
    let what =
        if simple.len() < READABLE { "this message".to_owned() } else { format!("“{simple}” and this message") };
    format!(
        "Look for {what} in the issues of `{library}`, and try its newest version; what your code gave it before, in an event or on another thread, may be the reason and is not in the trace."
    )
}

/// What is known of the frame `a.b.Class.method`.
fn frame(frame: &str, process: Option<&str>) -> ForeignFrame {
    let class = frame.rsplit_once('.').map_or(frame, |(class, _)| class);
    let (name, simple) = names(frame);
    let minified = is_own_class(class);
    if minified && let Some(package) = readable(class) {
        let app = process.is_some_and(|process| is_same(process, &package));
        let of = if app {
            format!("the app itself ({package}, its names are minified)")
        } else {
            format!("the package `{package}`, whose names are minified")
        };
        let step = if app {
            "Map the trace back with the build's mapping.txt (`retrace mapping.txt trace.txt`, or rcad in the project's directory): then it shows the functions."
        } else {
            "If that package is your own, map the trace back with the build's mapping.txt (`retrace`). If it is a library's (an SDK), its code is not yours to change: update it, or report it with this trace, and avoid what triggers it."
        };
        return ForeignFrame { name, of, caller: None, step: step.to_owned(), minified: false };
    }
    if minified {
        let step = "Map the trace back with the build's mapping.txt (`retrace mapping.txt trace.txt`, or rcad in the project's directory): then it shows the functions.".to_owned();
        return ForeignFrame { name, of: String::new(), caller: None, step, minified };
    }
    if let Some((_, of, step)) = OWNERS.iter().find(|(start, ..)| class.starts_with(start)) {
        return ForeignFrame { name, of: (*of).to_owned(), caller: None, step: (*step).to_owned(), minified };
    }
    let library = library(class);
    let step = look_for(simple, &library);
    ForeignFrame { name, of: format!("the library `{library}`"), caller: None, step, minified }
}

/// Letters of a name that no shrinker made.
const READABLE: usize = 3;

/// The beginning of the package of a minified class where that is still readable: `com.example.scales` of `com.example.scales.c`.
fn readable(class: &str) -> Option<String> {
    let (package, _) = class.rsplit_once('.')?;
    let mut segments = package.split('.');
    let first = segments.next().filter(|first| first.len() >= 2)?;
    let rest: Vec<&str> = segments.take_while(|segment| segment.len() >= READABLE).take(2).collect();
    (!rest.is_empty()).then(|| format!("{first}.{}", rest.join(".")))
}

/// Whether both begin with the same two names.
fn is_same(process: &str, package: &str) -> bool {
    let start = |name: &str| name.split(['.', ':']).take(2).map(str::to_owned).collect::<Vec<_>>();
    start(process) == start(package)
}

/// The library's coordinate where a table has it, else the package.
fn library(class: &str) -> String {
    if let Some(home) = libraries::home(class) {
        return home.artifact.to_owned();
    }
    let package = class.rsplit_once('.').map_or(class, |(package, _)| package);
    package.split('.').take(3).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::frame;

    #[test]
    fn the_frame_on_top_has_a_name_and_an_owner() {
        let runtime = frame("androidx.compose.runtime.snapshots.SnapshotKt.readError", None);
        assert_eq!(runtime.name, "SnapshotKt.readError");
        assert_eq!(runtime.of, "the library `androidx.compose.runtime:runtime`");
        assert_eq!(frame("android.view.ViewRootImpl.draw", None).of, "Android");
        assert_eq!(frame("org.videolan.libvlc.media.Player.play", None).of, "the library `org.videolan.libvlc`");
        let profiler = frame("com.android.tools.profiler.support.Shelves$Reader.run", None);
        assert!(profiler.step.contains("advanced profiling") && !profiler.step.contains("Gradle"), "{}", profiler.step);
        assert!(frame("xq.b.a", None).minified && !frame("okio.Buffer.read", None).minified);
    }

    #[test]
    fn a_plugins_frame_names_the_plugin_and_how_to_update_it() {
        let log = |plugin: &str| {
            format!(
                "E/AndroidRuntime: FATAL EXCEPTION: main\nE/AndroidRuntime: Process: com.example.basket, PID: 7\nE/AndroidRuntime: java.lang.IllegalStateException: no shelf\nE/AndroidRuntime: \tat io.flutter.plugin.common.MethodChannel.shut(MethodChannel.java:4)\nE/AndroidRuntime: \tat {plugin}.Oak$1.onOpen(Oak.java:31)\nE/AndroidRuntime: \tat android.os.Handler.dispatchMessage(Handler.java:9)\n"
            )
        };
        let told = |plugin: &str| {
            let failure = crate::parse::parse(&log(plugin)).failures.remove(0);
            (crate::explain::explain(&failure), failure)
        };
        let (flutter, failure) = told("com.dexterous.flutterlocalnotifications");
        assert_eq!((failure.file.as_deref(), failure.line), (Some("Oak.java"), Some(31)));
        assert_eq!(failure.symbol.as_deref(), Some("Oak$1.onOpen"));
        assert!(
            flutter.root_cause.contains("`Oak.onOpen` of the Flutter plugin `flutter_local_notifications`"),
            "{flutter:?}"
        );
        assert!(flutter.fixes[0].contains("flutter pub upgrade flutter_local_notifications"), "{flutter:?}");
        let (react, _) = told("com.rnmaps.maps");
        assert!(react.fixes[0].contains("npm install react-native-maps@latest"), "{react:?}");
        let (own, _) = told("com.example.basket");
        assert!(!own.root_cause.contains("No frame of your own"), "{own:?}");
    }

    #[test]
    fn a_stub_leads_to_its_csharp_method() {
        let log = |package: &str| {
            format!(
                "FATAL EXCEPTION: main\nProcess: com.basket.shop, PID: 7\njava.lang.IllegalStateException: no shelf\n\tat android.app.Activity.seal(Activity.java:7)\n\tat {package}.MainActivity.n_onCreate(Native Method)\n\tat {package}.MainActivity.onCreate(MainActivity.java:31)\n\tat android.app.Activity.performCreate(Activity.java:8)\n"
            )
        };
        let told = |package: &str| crate::explain::explain(&crate::parse::parse(&log(package)).failures[0]);
        let stub = told("crc64e1fb321c08285b90");
        assert!(stub.fixes[0].contains("C# method `MainActivity.OnCreate`"), "{stub:?}");
        assert!(stub.root_cause.contains("stubs") && !stub.root_cause.contains("MainActivity.java"), "{stub:?}");
        assert!(!told("com.basket.shop").root_cause.contains("C#"));
    }

    #[test]
    fn a_minified_class_in_a_readable_package_has_an_owner() {
        let app = frame("com.example.basket.c.a", Some("com.example.basket:sync"));
        assert!(!app.minified && app.of.starts_with("the app itself (com.example.basket,"), "{}", app.of);
        let sdk = frame("de.scales.sdk.discovery.c.a", Some("com.example.basket"));
        assert!(sdk.of.starts_with("the package `de.scales.sdk`") && sdk.step.contains("not yours to change"));
        assert!(frame("a.b.c.d", Some("com.example.basket")).minified);
    }
}
