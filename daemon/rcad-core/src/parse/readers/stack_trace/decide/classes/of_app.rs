//! Classes of the app itself that are not in what is installed: no dependency brings them.

use super::super::super::{own, trace::Frame};
use super::super::scene::{Scene, Words};
use crate::model::failure::Failure;

/// Code that makes fragments, preferences and steps of navigation by the names that XML gives.
const BY_NAME: &[(&str, &str)] = &[
    ("FragmentFactory.java", "androidx.fragment.app.FragmentFactory"),
    ("FragmentNavigator", "androidx.navigation.fragment.FragmentNavigator"),
    ("FragmentContainer.java", "androidx.fragment.app.FragmentContainer"),
    ("PreferenceInflater.java", "androidx.preference.PreferenceInflater"),
];

/// Asked for by a name in XML.
const NAMED: Words = Words {
    cause: "The class `{symbol}` is asked for by its name, which stands in XML (a layout's `android:name`, `class` or tag, a navigation graph, preferences) or in saved state, and the installed app has no class of that name. It is of no well-known library, so probably the app's own.",
    fixes: &[
        "Compare the name in the XML with the `package` line and the name of the class: a class that was moved or renamed in the code needs the new name there, too.",
        "If they agree, R8 has probably renamed or removed it in a minified build, since only XML names it: `-keep class {symbol} {{ *; }}` in proguard-rules.pro (`@Keep` on the class does the same), and a newer Android Gradle plugin, whose resource compiler writes such rules itself (for `FragmentContainerView` from 4.1 on).",
        "If it is a library's after all, that library is not packaged: `implementation` in the app, in the version that has it.",
    ],
};

/// The same, where the trace shows that R8 has been at work.
const NAMED_MINIFIED: Words = Words {
    cause: "The class `{symbol}` is asked for by its name, which stands in XML (a layout's `android:name`, `class` or tag, a navigation graph, preferences) or in saved state, and the installed app has no class of that name. It is of no well-known library, so probably the app's own. The frames' names are shortened, so it is a build minified by R8, which renames or removes a class that only XML names unless a rule keeps it.",
    fixes: NAMED.fixes,
};

/// Asked for in another way.
const MISSING: Words = Words {
    cause: "The class `{symbol}` is the app's own by its package, and it is not in the app that is installed (or cannot be loaded there): no dependency brings it. Mostly R8 renamed or removed it, the module that has it is not packaged, it was moved or renamed, or the app was installed in part.",
    fixes: &[
        "Look whether it is in the APK: `apkanalyzer dex packages --defined-only app.apk | grep {symbol}` (in Android Studio: Build > Analyze APK). If it is, uninstall the app, build clean and install it anew.",
        "If it is not: keep it in a minified build (`-keep class {symbol} {{ *; }}`), depend on its module with `implementation` and not `compileOnly`, and correct the name where it is written as text (`Class.forName`, XML, saved data).",
    ],
};

/// Whether two classes share so much of their packages that one project has both.
pub(super) fn are_kin(first: &str, second: &str) -> bool {
    const SHARED: usize = 3;
    let package = |class: &str| class.rsplit_once('.').map_or(String::new(), |(package, _)| package.to_owned());
    let (first, second) = (package(first), package(second));
    let same = first.split('.').zip(second.split('.')).take_while(|(one, other)| one == other).count();
    same >= SHARED && first.split('.').count() >= SHARED
}

/// `androidx.fragment.app.h`: a class with a short name that is surely another.
fn is_minified(frame: &Frame) -> bool {
    let simple = frame.class.rsplit('.').next().unwrap_or_default();
    frame.class.starts_with("androidx.") && simple.len() <= 2 && simple.bytes().all(|c| c.is_ascii_lowercase())
}

/// What makes things by name.
fn makes_by_name(frame: &Frame) -> bool {
    let file = frame.place.as_ref().map(|(file, _)| file.as_str()).or(frame.file.as_deref()).unwrap_or_default();
    BY_NAME
        .iter()
        .any(|(place, class)| frame.class == *class || frame.class.starts_with("androidx.") && file.starts_with(place))
}

/// Words a class that XML names and that is made by this name. Whether it is one.
pub fn tell_fragment(scene: &Scene<'_>, symbol: &str, failure: &mut Failure) -> bool {
    let frames = || scene.sections.iter().flat_map(|one| &one.frames);
    let named = own::is_own(symbol, None) && symbol.contains('.') && frames().any(makes_by_name);
    if named {
        if frames().any(is_minified) { &NAMED_MINIFIED } else { &NAMED }.tell(failure);
    }
    named
}

/// Words a class of the app's. Whether it is one.
pub fn tell(scene: &Scene<'_>, symbol: &str, failure: &mut Failure) -> bool {
    if !own::is_own(symbol, None) || symbol.contains('/') || symbol.contains("$$") {
        return false;
    }
    if tell_fragment(scene, symbol, failure) {
        return true;
    }
    let of_package = scene.package.is_some_and(|package| symbol.starts_with(package));
    // Where the app's package is known, a frame outside of it may be a library's.
    let of_frame = scene.package.is_none() && scene.own().is_some_and(|frame| are_kin(&frame.class, symbol));
    if of_package || of_frame {
        MISSING.tell(failure);
    }
    of_package || of_frame
}

#[cfg(test)]
mod tests {
    use super::are_kin;

    fn told(class: &str, asking: &str) -> String {
        let log = format!(
            "E/AndroidRuntime: Caused by: java.lang.ClassNotFoundException: {class}\n\
             E/AndroidRuntime: \tat java.lang.Class.classForName(Native Method)\n\
             E/AndroidRuntime: \tat java.lang.Class.forName(Class.java:454)\n\
             E/AndroidRuntime: \tat {asking}\n\
             E/AndroidRuntime: \tat android.os.Looper.loop(Looper.java:214)\n"
        );
        crate::explain::answer(&log)
    }

    #[test]
    fn a_class_that_xml_names_is_the_apps() {
        let minified = told("oak.shelf.view.ShelfListFragment", "androidx.fragment.app.h.c(FragmentFactory.java:2)");
        assert!(minified.contains("minified by R8") && minified.contains("-keep class oak.shelf"), "{minified}");
        assert!(!minified.contains("Add the library"), "{minified}");
        let asking = "androidx.navigation.fragment.FragmentNavigator.instantiateFragment(FragmentNavigator.java:133)";
        let plain = told("oak.shelf.ShelfFragment", asking);
        assert!(plain.contains("its name, which stands in XML") && !plain.contains("shortened"), "{plain}");
    }

    #[test]
    fn a_class_beside_the_apps_frames_is_the_apps() {
        let own = told("com.example.basket.data.Shelf", "com.example.basket.Main.onCreate(Main.kt:9)");
        assert!(own.contains("the app's own by its package"), "{own}");
        let other = told("net.oak.price.Tag", "com.example.basket.Main.onCreate(Main.kt:9)");
        assert!(!other.contains("the app's own"), "{other}");
        assert!(are_kin("com.example.basket.Main", "com.example.basket.data.Shelf"));
        assert!(!are_kin("com.example.Main", "com.example.Shelf") && !are_kin("a.B", "a.C"));
    }
}
