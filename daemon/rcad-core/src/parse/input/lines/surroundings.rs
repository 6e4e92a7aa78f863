//! What a text shows of where it was written: the JDK, Gradle, AGP, Kotlin, Android's API level, the system, and whether it
//! is a device's or a test's. Read once, in one pass over the ends of the text; what two lines contradict each
//! other in is left out.

mod signs;

use crate::facts::libraries::api_of_android;
use crate::facts::version::Version;
use signs::{LOOP, NamedSign, OFF_DEVICE, OFTEN, PLACES, SIGNS, SYSTEMS, Shown, VersionSign};

/// Bytes at each end of a text that are searched.
pub const END: usize = 128 << 10;

/// Lines that a sign's pattern is tried on.
const TRIES: usize = 20;

/// The texts of the versions' signs, of the systems, of the places, and of Android's loop, one after the other.
pub fn texts() -> impl Iterator<Item = &'static str> {
    let named = SYSTEMS.iter().chain(PLACES).map(|sign| sign.anchor);
    SIGNS.iter().map(|sign| sign.anchor).chain(named).chain([LOOP])
}

/// Texts of lines in which tools say a version, which stand far from failures.
pub fn rare<'t>() -> impl Iterator<Item = &'t str> {
    SIGNS.iter().filter(|sign| sign.said).map(|sign| sign.anchor).filter(|anchor| !OFTEN.contains(anchor))
}

/// What was seen.
pub struct SeenSigns {
    /// Names of versions, from which to which, and whether a tool says so itself.
    ranges: Vec<(&'static str, VersionRange, bool)>,
    /// Systems and places.
    named: Vec<&'static NamedSign>,
    tried: Vec<usize>,
}

/// From which version to which, as texts; empty where nobody knows.
type VersionRange = (String, String);

impl Default for SeenSigns {
    fn default() -> SeenSigns {
        SeenSigns { ranges: Vec::new(), named: Vec::new(), tried: vec![0; SIGNS.len()] }
    }
}

impl SeenSigns {
    /// Takes in the sign of this place in [`texts`], which stands at `at`.
    pub fn take(&mut self, text: &str, index: usize, at: usize) {
        let Some(sign) = SIGNS.get(index) else { return self.take_named(text, index - SIGNS.len(), at) };
        if self.tried[index] >= if sign.pattern.is_some() { TRIES } else { 1 } {
            return;
        }
        self.tried[index] += 1;
        let Some(range) = range(sign, line_at(text, at)) else { return };
        if !self.ranges.iter().any(|known| known.0 == sign.name && known.1 == range && known.2 == sign.said) {
            self.ranges.push((sign.name, range, sign.said));
        }
    }

    fn take_named(&mut self, text: &str, index: usize, at: usize) {
        let Some(sign) = SYSTEMS.iter().chain(PLACES).nth(index) else {
            // `Looper.loopOnce` stands between them from Android 12 on.
            if line_at(text, text[..at].rfind('\n').unwrap_or(0)).contains("android.os.Handler.dispatchMessage(") {
                self.ranges.push(("on_android", (String::new(), "30".to_owned()), false));
            }
            return;
        };
        let before = text[..at].chars().next_back();
        let fits =
            sign.name != "on_os" || before.is_none_or(|one| !one.is_ascii_alphanumeric() && !":._-".contains(one));
        if fits && !self.named.iter().any(|known| known.value == sign.value) {
            self.named.push(sign);
        }
    }

    /// The surroundings by name.
    pub fn told(self) -> Vec<(&'static str, String)> {
        let mut told = Vec::new();
        for name in ["on_jdk", "on_gradle", "on_agp", "on_kotlin", "on_android"] {
            let of = |said: bool| {
                let ranges = self.ranges.iter().filter(move |one| one.0 == name && one.2 == said).map(|one| &one.1);
                ranges.fold(None, |both: Option<Option<VersionRange>>, one| match both {
                    None => Some(Some(one.clone())),
                    Some(both) => Some(both.and_then(|both| common(&both, one))),
                })
            };
            let range = of(true).or_else(|| of(false)).flatten();
            told.extend(range.map(|(from, to)| (name, if from == to { from } else { format!("{from}..{to}") })));
        }
        let systems: Vec<&&NamedSign> = self.named.iter().filter(|sign| sign.name == "on_os").collect();
        if let [one] = systems[..] {
            told.push(("on_os", one.value.to_owned()));
        }
        // A test on a device has the frames of both.
        let first = PLACES.iter().find(|place| self.named.iter().any(|sign| sign.value == place.value));
        let first = first.filter(|place| place.value != OFF_DEVICE);
        told.extend(first.map(|place| ("on_place", place.value.to_owned())));
        told
    }
}

/// What both say; `None` where they contradict each other.
fn common(one: &VersionRange, other: &VersionRange) -> Option<VersionRange> {
    let bound = |one: &str, other: &str, highest: bool| match (Version::parse(one), Version::parse(other)) {
        (Some(first), Some(second)) => if (first > second) == highest { one } else { other }.to_owned(),
        (Some(_), None) => one.to_owned(),
        _ => other.to_owned(),
    };
    let (from, to) = (bound(&one.0, &other.0, true), bound(&one.1, &other.1, false));
    let empty = Version::parse(&from).zip(Version::parse(&to)).is_some_and(|(from, to)| from > to);
    (!empty).then_some((from, to))
}

/// The line that the byte at `at` is in.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    text.get(start..end).unwrap_or_default()
}

/// The range that the sign shows in this line.
fn range(sign: &VersionSign, line: &str) -> Option<VersionRange> {
    let Some(pattern) = &sign.pattern else {
        let Shown::Range(from, to) = sign.shown else { return None };
        return Some((from.to_owned(), to.to_owned()));
    };
    let found = pattern.captures(line)?;
    let version = found.name("v")?.as_str();
    let number = || version.parse::<u32>().ok();
    match sign.shown {
        Shown::Range(from, to) => Some((from.to_owned(), to.to_owned())),
        Shown::Version => Some((version.to_owned(), version.to_owned())),
        Shown::ClassFile => number()?.checked_sub(44).map(|java| (java.to_string(), java.to_string())),
        Shown::Below => Some((String::new(), number()?.checked_sub(1)?.to_string())),
        Shown::MajorBefore => number()?.checked_sub(1).map(|major| (major.to_string(), format!("{major}.999"))),
        Shown::Release => {
            let api = api_of_android(version)?;
            Some((api.to_owned(), api.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {

    use crate::parse::input::lines::Lines;
    use crate::parse::words::FoundWords;

    fn shown(text: &str, name: &str) -> Option<String> {
        let lines = Lines::new(text);
        FoundWords::of(&lines);
        lines.surroundings().iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }

    #[test]
    fn the_jdk_is_known_by_its_frames_and_by_what_tools_say() {
        for (text, expected) in [
            ("\tat sun.reflect.NativeMethodAccessorImpl.invoke0(Native Method)\n", Some("..8")),
            ("\tat java.base/java.lang.Thread.run(Thread.java:833)\n", Some("9..")),
            ("\tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(X.java:1)\n", Some("18..")),
            ("openjdk version \"1.8.0_292\"\n", Some("8")),
            ("JVM:          17.0.8 (Shelf 17.0.8+7)\n", Some("17")),
            (
                "(class file version 61.0), this version of the Java Runtime only recognizes class file versions up to 55.0\n",
                Some("11"),
            ),
            ("error: invalid source release: 17\n", Some("..16")),
            ("JVM: 11.0.2 (a)\n\tat java.base/a.B.c(B.java:1)\n", Some("11")),
            ("JVM: 8 (a)\nJava version: 17, vendor: a\n", None),
            ("the shelf's sun.reflect is java.based\n", None),
        ] {
            assert_eq!(shown(text, "on_jdk").as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn android_is_known_by_its_frames() {
        for (text, expected) in [
            (
                "\tat android.os.Handler.dispatchMessage(Handler.java:106)\n\tat android.os.Looper.loop(Looper.java:193)\n",
                Some("..30"),
            ),
            (
                "\tat android.os.Looper.loopOnce(Looper.java:201)\n\tat android.os.Looper.loop(Looper.java:288)\n",
                Some("31.."),
            ),
            ("\tat android.os.Looper.loop(Looper.java:288)\n", None),
            ("\tat dalvik.system.NativeStart.main(Native Method)\n", Some("..20")),
            ("Build fingerprint: 'shelf/a/b:12/SP1A/1:user/release-keys'\n", Some("31")),
            ("com.example.ATest > opens[Pixel_4_API_30(AVD) - 11] FAILED\n", Some("30")),
        ] {
            assert_eq!(shown(text, "on_android").as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn tools_and_systems_are_known_by_what_they_print() {
        for (text, name, expected) in [
            ("Welcome to Gradle 8.5!\n", "on_gradle", Some("8.5")),
            (
                "Deprecated Gradle features were used in this build, making it incompatible with Gradle 9.0.\n",
                "on_gradle",
                Some("8..8.999"),
            ),
            ("Update the distributionUrl to 'gradle-7.5-all.zip'.\n", "on_gradle", None),
            ("This build currently uses Android Gradle plugin 8.1.1.\n", "on_agp", Some("8.1.1")),
            ("e: file:///p/A.kt:1:1 Unresolved reference 'x'.\n", "on_kotlin", Some("2.0..")),
            ("e: file:///p/build.gradle.kts:1:1: Unresolved reference: x\n", "on_kotlin", None),
            ("in C:\\Users\\dev\\a\n", "on_os", Some("Windows")),
            ("in C:/Users/dev/a\n", "on_os", Some("Windows")),
            ("at '/Users/dev/a'\n", "on_os", Some("macOS")),
            ("e: file:///home/dev/A.kt:1:1 no\n", "on_os", Some("Linux")),
            ("https://example.com/home/a\n", "on_os", None),
            ("/home/dev/a and C:\\Users\\dev\n", "on_os", None),
        ] {
            assert_eq!(shown(text, name).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_test_on_a_device_is_no_unit_test() {
        let unit = "\tat org.junit.runners.ParentRunner.run(ParentRunner.java:1)\n";
        assert_eq!(shown(unit, "on_place").as_deref(), Some("unit_test"));
        let instrumented = format!("{unit}\tat androidx.test.runner.AndroidJUnitRunner.onStart(A.java:1)\n");
        assert_eq!(shown(&instrumented, "on_place").as_deref(), Some("instrumented_test"));
        assert_eq!(shown("FATAL EXCEPTION: main\n", "on_place").as_deref(), Some("device"));
        let stub = "java.lang.RuntimeException: Method getMainLooper in android.os.Looper not mocked. See https://docs.example for details.\n\tat android.os.Looper.getMainLooper(Looper.java)\n";
        assert_eq!(shown(stub, "on_place").as_deref(), Some("unit_test"));
        let bare = "java.lang.RuntimeException: Stub!\n\tat android.os.Looper.getMainLooper(Looper.java:30)\n\tat android.os.Looper.loop(Looper.java:3)\n";
        assert_eq!(shown(bare, "on_place"), None);
        let window = "Exception in thread \"AWT-EventQueue-0\" java.lang.IllegalStateException: no\n";
        assert_eq!(shown(window, "on_place").as_deref(), Some("desktop"));
    }
}
