//! Classes that the manifest names and that are not in the APK: whose they are, and what they are.

use super::super::super::own;
use super::super::scene::{Scene, simple};
use crate::Category;
use crate::facts::libraries;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `Unable to instantiate receiver a.b.Boot: …`, `Unable to get provider a.b.Files: …`
static KIND: Pattern = Pattern::new(
    r"Unable to (?:(?:instantiate|create|start) (?P<kind>activity|service|receiver|application|appComponentFactory)|get (?P<provider>provider)) ",
);

/// Whoever names a component to start has its whole name.
static STARTED: Pattern = Pattern::new(r"Unable to (?:create service|start receiver) ");

/// `zip file "/data/app/com.example.basket-1.apk"`: before Android 5, whose runtime reads one dex file
static BEFORE_ART: Pattern = Pattern::new(r#"zip file "/data/app/[A-Za-z0-9_.]+-[0-9]+\.apk""#);

/// Says whose class it is.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::ManifestClassNotFound || failure.wording.is_some() {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    let kind = scene.sections.iter().find_map(|one| KIND.captures(&one.message)).and_then(|found| {
        let kind = found.name("kind").or_else(|| found.name("provider"))?;
        Some(kind.as_str().to_owned())
    });
    let element = kind.as_ref().map_or(String::new(), |kind| format!(" (`<{kind}>`)"));
    let app = failure.process.as_deref().map(own::package);
    let started = scene.sections.iter().any(|one| STARTED.is_match(&one.message));
    let of_app = app.as_deref().is_some_and(|app| symbol.starts_with(app));
    if let Some(new) = libraries::moved_name(&symbol).filter(|_| symbol.starts_with("android.support.")) {
        return of_support_library(&symbol, new, &element, failure);
    }
    if !of_app && !own::is_own(&symbol, None) {
        return of_library(scene, &element, failure);
    }
    let Some(app) = failure.process.clone().filter(|_| !of_app && !started && app.is_some()) else {
        return kind.map_or((), |kind| of_app_itself(&kind, failure));
    };
    let app = app.split(':').next().unwrap_or(&app).to_owned();
    let (package, _) = symbol.rsplit_once('.').unwrap_or_default();
    for (name, value) in [("app", app), ("package", package.to_owned()), ("class", simple(&symbol).to_owned())] {
        failure.details.insert(name.to_owned(), value);
    }
    let cause = format!(
        "The manifest names the class `{{symbol}}`{element}, which is not found in the APK of `{{app}}`. Its package is not the app's id: a short name such as `.{{class}}` is completed with the module's `namespace` (formerly the manifest's `package`), which is `{{package}}` then, while the class may be elsewhere (probable)."
    );
    failure.say(&cause,
        &[
            "See which `package` the source of `{class}` has: move it into `{package}`, set `namespace` to its package, or write its whole name into `android:name`.",
            "If it is a library's class, add that library again or take the entry out of the merged manifest (`tools:node=\"remove\"`); if only the release build fails, keep it in R8's rules.",
        ],
    );
}

/// Components that others than the app's code start: what keeps the name, and what was declared.
const KEPT: &[(&str, &str)] = &[
    (
        "service",
        "or something kept it from an earlier version: a pinned quick-settings tile, a job, an alarm, a restart by the system",
    ),
    ("receiver", "or an alarm, a widget or a pending intent of an earlier version still names it"),
];

/// A class of the app that the system starts by its name.
fn of_app_itself(kind: &str, failure: &mut Failure) {
    let Some((_, kept)) = KEPT.iter().find(|(name, _)| *name == kind) else { return };
    let cause = format!(
        "The system starts the {kind} `{{symbol}}` by its name, and the class is not in this APK: it was renamed, moved, left out of this variant (its module or source set), or taken out by R8. The merged manifest of this variant names it, {kept}."
    );
    let compare = format!(
        "Compare the merged manifest of this very variant (in Android Studio or `app/build/intermediates/merged_manifest`) with the classes in its APK (`apkanalyzer dex packages app.apk`): correct or take out the `<{kind}>`, or add the module that has `{{symbol}}` to this flavor."
    );
    failure.say(
        &cause,
        &[
            &compare,
            "If only minified builds lack it: `-keep class {symbol}`. After renaming such a component keep a class of the old name for some versions.",
        ],
    );
}

/// A class of the support library, which AndroidX has under another name.
fn of_support_library(symbol: &str, new: String, element: &str, failure: &mut Failure) {
    let artifact = libraries::home(&new).map(|home| home.artifact.to_owned());
    let add = match artifact {
        Some(_) => " and add `{new_artifact}` to the dependencies, if it is not there",
        None => " and add the AndroidX library that has it, if it is not there",
    };
    failure.details.extend(artifact.map(|artifact| ("new_artifact".to_owned(), artifact)));
    failure.details.insert("new_name".to_owned(), new);
    let cause = format!(
        "The merged manifest names `{{symbol}}`{element}, a class of the old support library, and the class is not in the APK: either the app uses AndroidX, where it is `{{new_name}}`, or the support library's artifact with it is missing."
    );
    let rename = format!("With AndroidX write `{{new_name}}` in the manifest (and in the code){add}.");
    let multidex = "With `minSdk` 21 or higher no MultiDex class is needed: take the entry out of `<application>`.";
    let steps = [
        Some(rename.as_str()),
        Some(multidex).filter(|_| symbol.contains("multidex")),
        Some(
            "If a library brings the entry, update it to a version that is made for AndroidX, or set `android.enableJetifier=true` in gradle.properties; an app that stays without AndroidX adds the `com.android.support` artifact of the class.",
        ),
    ];
    failure.say(&cause, &steps.into_iter().flatten().collect::<Vec<_>>());
}

fn of_library(scene: &Scene<'_>, element: &str, failure: &mut Failure) {
    let old = scene.sections.iter().any(|one| BEFORE_ART.is_match(&one.message));
    let cause = format!(
        "The merged manifest names `{{symbol}}`{element}, which a library declares there, and the class is not in the APK: {}.",
        if old {
            "on Android 4 only the first dex file is searched until MultiDex is installed, and the class is in another one (probable)"
        } else {
            "the library was left out, replaced or is of another version while the entry stayed, or R8 removed the class"
        }
    );
    let multidex = "With `multiDexEnabled` on Android 4 let the application install MultiDex (`MultiDexApplication`, or `MultiDex.install(this)` in `attachBaseContext`), or raise `minSdk` to 21.";
    let steps = [
        Some(multidex).filter(|_| old),
        Some(
            "Look in the merged manifest (the tab in Android Studio, or `app/build/intermediates/merged_manifest`) for who brings `{symbol}`: add that library again in the version that has the class, or take the entry out (`tools:node=\"remove\"`).",
        ),
        Some(
            "If only the minified build fails: `-keep class {symbol}`. After changing dependencies, uninstall the app and build clean.",
        ),
    ];
    failure.say(&cause, &steps.into_iter().flatten().collect::<Vec<_>>());
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn step(class: &str, apk: &str) -> String {
        let missing = format!(
            "java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: DexPathList[[zip file \"{apk}\"]]"
        );
        let log = format!(
            "java.lang.RuntimeException: Unable to get provider {class}: {missing}\n\tat android.app.ActivityThread.installProvider(ActivityThread.java:1)\nCaused by: {missing}\n\tat dalvik.system.BaseDexClassLoader.findClass(BaseDexClassLoader.java:2)\n"
        );
        explain(&parse(&log).failures[0]).fixes.remove(0)
    }

    #[test]
    fn whose_class_the_manifest_names_decides_the_step() {
        let apk = "/data/app/~~x==/com.example.basket-y==/base.apk";
        let firebase = "com.google.firebase.provider.FirebaseInitProvider";
        assert!(step(firebase, apk).starts_with("Look in the merged manifest"), "{}", step(firebase, apk));
        assert!(step(firebase, "/data/app/com.example.basket-1.apk").contains("MultiDex"));
        let support = step("android.support.multidex.MultiDexApplication", "/data/app/com.example.basket-1.apk");
        assert!(support.starts_with("With AndroidX write `androidx.multidex.MultiDexApplication`"), "{support}");
        assert!(step("org.shop.ui.ShelfProvider", apk).contains("`namespace`"));
        assert!(
            step("com.example.basket.ShelfProvider", apk)
                .starts_with("Look for `com.example.basket.ShelfProvider` in the sources")
        );
    }

    #[test]
    fn what_the_system_starts_is_no_librarys_class() {
        let tile = "org.shelves.app.tiles.OakTile";
        let log = format!(
            "java.lang.RuntimeException: Unable to create service {tile}: java.lang.ClassNotFoundException: Didn't find class \"{tile}\" on path: DexPathList[[zip file \"/data/app/~~x==/org.oak-y==/base.apk\"]]\n\tat android.app.ActivityThread.handleCreateService(ActivityThread.java:4701)\n"
        );
        let failure = parse(&log).failures.remove(0);
        let told = explain(&failure);
        assert!(told.root_cause.contains("quick-settings tile"), "{told:?}");
        assert!(told.fixes[0].starts_with("Compare the merged manifest"), "{told:?}");
        let other = log.replace(&format!("class \"{tile}\""), "class \"org.pines.Needle\"");
        assert_eq!(parse(&other).failures[0].category, crate::Category::RuntimeNoClassDef);
    }
}
