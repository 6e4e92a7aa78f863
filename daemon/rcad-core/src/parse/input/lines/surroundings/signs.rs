//! Texts that show a version, a system or a place, and what they show. Data only.

use crate::pattern::Pattern;

/// What a sign shows.
pub enum Shown {
    /// From which version to which; empty where that is open.
    Range(&'static str, &'static str),
    /// The version that the group `v` captures.
    Version,
    /// A class file version, as the newest that can be read.
    ClassFile,
    /// A version that is newer.
    Below,
    /// The major version after the one that runs.
    MajorBefore,
    /// Android's version, `12`.
    Release,
}

/// A sign of a version.
pub struct VersionSign {
    /// What the text must hold.
    pub anchor: &'static str,
    /// Of what.
    pub name: &'static str,
    /// What it shows.
    pub shown: Shown,
    /// Whether a tool says so itself; else it is concluded, and counts where no tool says anything.
    pub said: bool,
    /// What its line must match.
    pub pattern: Option<Pattern>,
}

/// A sign of a system or a place.
pub struct NamedSign {
    /// What the text must hold.
    pub anchor: &'static str,
    /// `on_os` or `on_place`.
    pub name: &'static str,
    /// The system or place.
    pub value: &'static str,
}

const fn fixed(anchor: &'static str, name: &'static str, from: &'static str, to: &'static str) -> VersionSign {
    VersionSign { anchor, name, shown: Shown::Range(from, to), said: false, pattern: None }
}

const fn said(anchor: &'static str, name: &'static str, pattern: &'static str) -> VersionSign {
    VersionSign { anchor, name, shown: Shown::Version, said: true, pattern: Some(Pattern::new(pattern)) }
}

const fn shows(anchor: &'static str, name: &'static str, shown: Shown, pattern: &'static str) -> VersionSign {
    VersionSign { anchor, name, shown, said: true, pattern: Some(Pattern::new(pattern)) }
}

const fn named(name: &'static str, value: &'static str, anchor: &'static str) -> NamedSign {
    NamedSign { anchor, name, value }
}

/// Signs of versions.
pub static SIGNS: [VersionSign; 49] = [
    fixed("at java.base/", "on_jdk", "9", ""),
    fixed("at sun.reflect.", "on_jdk", "", "8"),
    fixed("sun.misc.Launcher$", "on_jdk", "", "8"),
    // Lines of Java 8's own `Thread.run`; Android's are others.
    fixed("at java.lang.Thread.run(Thread.java:745)", "on_jdk", "", "8"),
    fixed("at java.lang.Thread.run(Thread.java:748)", "on_jdk", "", "8"),
    fixed("jdk.internal.reflect.", "on_jdk", "9", ""),
    fixed("jdk.internal.reflect.DirectMethodHandleAccessor", "on_jdk", "18", ""),
    fixed("jdk.internal.reflect.NativeMethodAccessorImpl", "on_jdk", "9", "21"),
    fixed("jdk.internal.loader.ClassLoaders", "on_jdk", "9", ""),
    fixed("java.lang.Thread.runWith(", "on_jdk", "19", ""),
    fixed("An illegal reflective access operation has occurred", "on_jdk", "9", "16"),
    fixed("ignoring option MaxPermSize", "on_jdk", "8", "16"),
    // `at java.lang.Object.wait(java.base@17.0.9/Native Method)`
    said("java.base@", "on_jdk", r"java\.base@(?P<v>[0-9]+)"),
    // `openjdk version "17.0.1"`, `java version "1.8.0_292"`
    said("openjdk version \"", "on_jdk", r#"openjdk version "(?:1\.)?(?P<v>[0-9]+)"#),
    said("java version \"", "on_jdk", r#"java version "(?:1\.)?(?P<v>[0-9]+)"#),
    // `java.version = 17.0.1`
    said("java.version", "on_jdk", r"\bjava\.version(?: = |=|: )(?:1\.)?(?P<v>[0-9]+)"),
    // `JVM:          17.0.8 (Eclipse Adoptium 17.0.8+7)`
    said("JVM: ", "on_jdk", r"^(?:Launcher |Daemon )?JVM: +(?:1\.)?(?P<v>[0-9]+)[^0-9]"),
    // `Java               : 17`, as Mockito heads what it knows
    said("Java  ", "on_jdk", r"^Java {2,}: (?:1\.)?(?P<v>[0-9]+)"),
    // `Java version: 17.0.9, vendor: …`
    said("Java version: ", "on_jdk", r"^Java version: (?:1\.)?(?P<v>[0-9]+)[^0-9]"),
    // `• Java version OpenJDK Runtime Environment (build 17.0.7+0-b2043)`
    said("Java version OpenJDK", "on_jdk", r"Java version OpenJDK [^(]*\(build (?:1\.)?(?P<v>[0-9]+)"),
    // `Java Version: 17.0.8, Microsoft`
    said("Java Version: ", "on_jdk", r"^\s*Java Version: (?:1\.)?(?P<v>[0-9]+)"),
    // `# JRE version: OpenJDK Runtime Environment (17.0.1+12) (build 17.0.1+12)`
    said("JRE version: ", "on_jdk", r"JRE version: [^(]*\((?:build )?(?:1\.)?(?P<v>[0-9]+)"),
    // `Starting ShelfApplication using Java 17.0.2 on host`
    said(" using Java ", "on_jdk", r"Starting [^ ]+ (?:v[^ ]+ )?using Java (?:1\.)?(?P<v>[0-9]+)"),
    // `You are currently using Java 11.`
    said("You are currently using Java ", "on_jdk", r"You are currently using Java (?:1\.)?(?P<v>[0-9]+)"),
    // `This build uses a Java 8 JVM.`
    said("This build uses a Java ", "on_jdk", r"This build uses a Java (?P<v>[0-9]+) JVM"),
    // `this version of the Java Runtime only recognizes class file versions up to 55.0`
    shows(
        "only recognizes class file versions up to ",
        "on_jdk",
        Shown::ClassFile,
        r"only recognizes class file versions up to (?P<v>[0-9]+)",
    ),
    // `error: invalid source release: 17`
    shows("invalid source release: ", "on_jdk", Shown::Below, r"invalid source release: (?:1\.)?(?P<v>[0-9]+)"),
    shows("invalid target release: ", "on_jdk", Shown::Below, r"invalid target release: (?:1\.)?(?P<v>[0-9]+)"),
    // `Welcome to Gradle 8.5!`
    said("Welcome to Gradle ", "on_gradle", r"Welcome to Gradle (?P<v>[0-9]+(?:\.[0-9]+)+)"),
    // `Gradle 8.5` in a line of its own
    said("\nGradle ", "on_gradle", r"^Gradle (?P<v>[0-9]+(?:\.[0-9]+)+)(?:$|!)"),
    // `https://docs.gradle.org/8.5/userguide/…`
    said("docs.gradle.org/", "on_gradle", r"docs\.gradle\.org/(?P<v>[0-9]+(?:\.[0-9]+)+)/"),
    // `Downloading https://services.gradle.org/distributions/gradle-8.5-bin.zip`
    said("Downloading ", "on_gradle", r"^Downloading \S+/gradle-(?P<v>[0-9]+(?:\.[0-9]+)+)-(?:bin|all)\.zip"),
    // `Minimum supported Gradle version is 8.2. Current version is 8.0.`
    said(
        "urrent version is ",
        "on_gradle",
        r"Minimum supported Gradle version is [0-9.]+\. Current version is (?P<v>[0-9]+(?:\.[0-9]+)+)",
    ),
    // `making it incompatible with Gradle 9.0.`
    shows(
        "incompatible with Gradle ",
        "on_gradle",
        Shown::MajorBefore,
        r"making it incompatible with Gradle (?P<v>[0-9]+)\.0",
    ),
    // `currently uses Android Gradle plugin 8.1.1`
    said("uses Android Gradle plugin ", "on_agp", r"currently uses Android Gradle plugin (?P<v>[0-9]+(?:\.[0-9]+)+)"),
    // `this version (7.0.4) was tested up to compileSdk = 31`
    said("tested up to compileSdk", "on_agp", r"version \((?P<v>[0-9]+(?:\.[0-9]+)+)\) was tested up to compileSdk"),
    // `…/kotlin-compiler-embeddable-1.9.24.jar`
    said("kotlin-compiler-embeddable-", "on_kotlin", r"kotlin-compiler-embeddable-(?P<v>[0-9]+(?:\.[0-9]+)+)\.jar"),
    // `e: file:///p/A.kt:1:1 Unresolved reference: x`: the first form is of Kotlin 1's compiler, the other of Kotlin 2's
    VersionSign {
        anchor: "Unresolved reference: ",
        name: "on_kotlin",
        shown: Shown::Range("", "1.9.999"),
        said: false,
        pattern: Some(Pattern::new(r"^e: \S+\.kt:[ (]*(?P<v>[0-9]).*Unresolved reference: ")),
    },
    VersionSign {
        anchor: "Unresolved reference '",
        name: "on_kotlin",
        shown: Shown::Range("2.0", ""),
        said: false,
        pattern: Some(Pattern::new(r"^e: \S+\.kt:(?P<v>[0-9]).*Unresolved reference '")),
    },
    fixed("android.os.Looper.loopOnce(", "on_android", "31", ""),
    fixed("android.app.servertransaction.", "on_android", "28", ""),
    fixed("os.RuntimeInit$MethodAndArgsCaller.run(", "on_android", "26", ""),
    fixed("os.ZygoteInit$MethodAndArgsCaller.run(", "on_android", "", "25"),
    fixed("dalvik.system.NativeStart.", "on_android", "", "20"),
    fixed("java.lang.reflect.Method.invokeNative(", "on_android", "", "20"),
    // `Build fingerprint: 'google/sdk/generic:12/SE1A/7:user/release-keys'`
    shows(
        "Build fingerprint: '",
        "on_android",
        Shown::Release,
        r"Build fingerprint: '[^:']*:(?P<v>[0-9]+(?:\.[0-9]+)*)/",
    ),
    // `[Pixel_4_API_30(AVD) - 11]`
    said("(AVD)", "on_android", r"_API_(?P<v>[0-9]+)[^ ]*\(AVD\)"),
    // `Android 13 (API 33)`
    said("(API ", "on_android", r"• Android [0-9.]+ \(API (?P<v>[0-9]+)\)"),
    // `[ro.build.version.sdk]: [33]`
    said("ro.build.version.sdk", "on_android", r"ro\.build\.version\.sdk\]?(?:=|: \[)(?P<v>[0-9]+)"),
];

/// Systems, by what begins a path there.
pub const SYSTEMS: &[NamedSign] = &[
    named("on_os", "Windows", "C:\\"),
    named("on_os", "Windows", "D:\\"),
    named("on_os", "Windows", "E:\\"),
    named("on_os", "Windows", "F:\\"),
    named("on_os", "Windows", "C:/"),
    named("on_os", "Windows", "D:/"),
    named("on_os", "Windows", "E:/"),
    named("on_os", "macOS", "/Users/"),
    named("on_os", "macOS", "/Library/Java/JavaVirtualMachines"),
    named("on_os", "macOS", "/opt/homebrew/"),
    named("on_os", "Linux", "/home/"),
    named("on_os", "Linux", "/root"),
    named("on_os", "Linux", "/usr/lib/jvm/"),
];

/// Stands for a place of which is only known that it is no device.
pub const OFF_DEVICE: &str = "";

/// Places, those first that have signs of the later ones as well.
pub const PLACES: &[NamedSign] = &[
    named("on_place", "instrumented_test", "at androidx.test.runner."),
    named("on_place", "instrumented_test", "at androidx.test.internal.runner."),
    named("on_place", "instrumented_test", "at android.test.InstrumentationTestRunner"),
    named("on_place", "instrumented_test", "at android.support.test."),
    named("on_place", "instrumented_test", "at android.app.Instrumentation$InstrumentationThread"),
    named("on_place", "unit_test", "at org.junit."),
    named("on_place", "unit_test", "at junit.framework."),
    named("on_place", "unit_test", "at app//org.junit."),
    named("on_place", "unit_test", "at org.gradle.api.internal.tasks.testing."),
    named("on_place", "unit_test", "at org.apache.maven.surefire."),
    named("on_place", "unit_test", "at org.robolectric."),
    named("on_place", "unit_test", "at com.intellij.rt."),
    // `Method getMainLooper in android.os.Looper not mocked. See …`: the stubs' own frames look like a device's.
    named("on_place", "unit_test", " not mocked. See "),
    named("on_place", "unit_test", "UnitTest FAILED"),
    named("on_place", "unit_test", "UnitTest'."),
    // Android's stubs throw it off a device, in a test or in another program; their frames look like a device's.
    named("on_place", OFF_DEVICE, "RuntimeException: Stub!"),
    named("on_place", "device", "FATAL EXCEPTION"),
    named("on_place", "device", "at android.app.ActivityThread."),
    named("on_place", "device", "at android.os.Looper."),
    named("on_place", "desktop", "Exception in thread \"AWT-EventQueue-"),
    named("on_place", "desktop", "at java.desktop/java.awt."),
    named("on_place", "desktop", "at androidx.compose.ui.window."),
];

/// What follows a message's handling on Android's main thread.
pub const LOOP: &str = "android.os.Looper.loop(";

/// Signs of versions that other lines of long logs hold as well.
pub const OFTEN: &[&str] = &["Downloading ", "JVM: ", "(API ", "(AVD)", "Java  ", "\nGradle "];
