//! Classes that a library asks for and does not find: of another library, of its own, of Play services.

use super::super::super::{own, trace::Frame};
use super::super::scene::{Words, simple};
use super::linking;
use crate::model::failure::Failure;

/// A class that a library needs of another one.
const NEEDED: Words = Words {
    cause: "The class `{symbol}`, which a library (`{asker}` of `{vendor}`) needs, is not found or cannot be loaded at run time: the artifact that has it is missing or of another version than the library was made for, R8 removed it, or this platform does not have it.",
    fixes: &[
        "See what the library `{vendor}` depends on and which version was chosen of it (`./gradlew dependencies`): add what is missing, or bring both to versions that fit each other.",
        "If only the minified build fails, keep the class in R8's rules; a class of Java that Android lacks needs another version of the library.",
    ],
};

/// The same where it is known which artifact has the class.
const NEEDED_OF: Words = Words {
    cause: "The class `{symbol}` of `{class_library}`, which a library (`{asker}` of `{vendor}`) needs, is not found or cannot be loaded at run time: nothing in the build asks for that artifact, or it is packaged in a version without the class, or R8 removed it.",
    fixes: &[
        "Add `implementation(\"{class_library}:<version>\")` to the dependencies of the module that makes the app (a library that is there as a file, AAR or JAR, brings none of its own), then build and install anew.",
        "If `./gradlew dependencies` lists it already, bring it and the library `{vendor}` to versions that fit each other; if only the minified build fails, keep the class in R8's rules.",
    ],
};

/// A class that a library needs of itself.
const OF_ITS_OWN: Words = Words {
    cause: "The library `{vendor}` asks (in `{asker}`) for a class of its own, `{symbol}`, which is not found in the app: its artifacts are probably of versions that do not belong together, one of them is left out, or R8 removed the class.",
    fixes: &[
        "See which of its artifacts are in: `./gradlew dependencies` (look for `{vendor}`), and bring all of them to one version (its BOM, or the plugin that adds them).",
        "If only the minified build fails: `-keep class {vendor}.** {{ *; }}`, and update the library, whose own rules should do that.",
    ],
};

/// A class of Play services or Firebase with a name that each release makes anew.
const OF_PLAY: Words = Words {
    cause: "`{symbol}` has one of the short names that each release of Google's Play services and Firebase libraries makes anew, and `{asker}` was built against another release than is packaged: their artifacts are of versions that do not belong together.",
    fixes: &[
        "Bring all of them to versions of one time: Firebase by its BOM (`implementation(platform(\"com.google.firebase:firebase-bom:<version>\"))`, the others without versions), each `play-services-…` to its current release; `./gradlew :app:dependencies` shows who asks for an older one (often an ads, maps or push SDK, or a plugin).",
        "Then build clean and reinstall; a version that is forced for the whole group `com.google.android.gms` must go, since its artifacts have numbers of their own since version 15.",
    ],
};

/// Says what a library asks for that is not there.
pub fn tell(frame: &Frame, symbol: &str, failure: &mut Failure) {
    let vendor = own::vendor(&frame.class);
    let itself = vendor == own::vendor(symbol);
    if !itself && (symbol.contains("$$") || is_platform(&frame.class)) {
        return;
    }
    failure.details.insert("vendor".to_owned(), vendor.trim_end_matches('.').to_owned());
    failure.details.insert("asker".to_owned(), own::name(frame));
    if symbol.starts_with("com.google.android.gms.") && simple(symbol).starts_with("zz") {
        failure.details.insert("declared_artifact".to_owned(), "play-services".to_owned());
        return OF_PLAY.tell(failure);
    }
    if itself {
        return OF_ITS_OWN.tell(failure);
    }
    let library = linking::artifact(symbol);
    let named = library.contains(':');
    failure.details.insert("class_library".to_owned(), library);
    if named { NEEDED_OF.tell(failure) } else { NEEDED.tell(failure) }
}

/// Whether the platform itself asks, for whoever named the class.
fn is_platform(class: &str) -> bool {
    ["android.", "com.android.internal.", "androidx.", "org.gradle.", "worker.org.gradle.", "org.junit."]
        .iter()
        .any(|start| class.starts_with(start))
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn an_artifact_that_a_library_misses_is_to_be_added() {
        let asked = |class: &str| {
            answer(&format!(
                "E/AndroidRuntime: java.lang.NoClassDefFoundError: Failed resolution of: L{class};\n\
                 E/AndroidRuntime: \tat com.facebook.react.shell.MainReactPackage.createViewManagers(MainReactPackage.java:9)\n\
                 E/AndroidRuntime: \tat android.os.Looper.loop(Looper.java:51)\n"
            ))
        };
        let known = asked("androidx/swiperefreshlayout/widget/SwipeRefreshLayout");
        assert!(
            known.contains("implementation(\"androidx.swiperefreshlayout:swiperefreshlayout:<version>\")"),
            "{known}"
        );
        let other = asked("org/scales/Scale");
        assert!(!other.contains("implementation("), "{other}");
    }
}
