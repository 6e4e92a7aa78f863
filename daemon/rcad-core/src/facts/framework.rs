//! Functions of Android's own classes that the device's Android does not have: called on such a class, or on a class of
//! the app or a library that inherits them.

use super::libraries::android_version;
use super::surroundings;
use super::table::{ANDROID, cell, rows};
use crate::{Category, Failure};

/// Classes that apps and libraries extend, so that their functions are called on other classes.
const BASES: &[&str] = &[
    "android.app.Activity",
    "android.app.Fragment",
    "android.app.Service",
    "android.content.Context",
    "android.view.View",
    "android.widget.ImageView",
    "android.widget.TextView",
];

/// Ends of names of classes that extend those.
const HEIRS: &[&str] =
    &["Activity", "Fragment", "Service", "Application", "App", "View", "Button", "Text", "Layout", "Context"];

/// A function that came later.
struct FrameworkMember {
    class: &'static str,
    api: &'static str,
    instead: Option<&'static str>,
}

/// Says of a function that is not found since when Android has it; `false` where it is none of Android's.
pub fn tell(failure: &mut Failure) -> bool {
    let thrown = failure.exception.as_deref().is_some_and(|class| class.ends_with("NoSuchMethodError"));
    if failure.category != Category::RuntimeNoClassDef || !thrown || failure.details.contains_key("known") {
        return false;
    }
    let (Some(owner), Some(member)) = (failure.details.get("owner").cloned(), failure.symbol.clone()) else {
        return false;
    };
    let descriptor = failure.details.get("signature").cloned().unwrap_or_default();
    let of_android = is_of_android(&owner) || is_of_java(&owner, failure);
    let found = later(&owner, &member, &descriptor).filter(|found| of_android || inherits(failure, &owner, found));
    match found {
        Some(found) => since(failure, &found, of_android.then_some(owner.as_str())),
        None if of_android && is_short(&member) => misnamed(failure),
        None if of_android => unknown_level(failure),
        None => return false,
    }
    true
}

/// Whether Android itself brings the class.
fn is_of_android(class: &str) -> bool {
    let extensions = ["android.support.", "android.arch.", "android.databinding."];
    class.starts_with("android.") && !extensions.iter().any(|start| class.starts_with(start))
}

/// Whether it is a class of Java's library, which on a device is Android's own: only its runtime says `No virtual method`.
fn is_of_java(class: &str, failure: &Failure) -> bool {
    class.starts_with("java.") && failure.message.starts_with("No ") && failure.message.contains(" in class L")
}

/// A name that only R8 gives.
fn is_short(member: &str) -> bool {
    member.len() <= 2 && member.bytes().all(|letter| letter.is_ascii_lowercase())
}

fn later(owner: &str, member: &str, descriptor: &str) -> Option<FrameworkMember> {
    let all = || {
        rows(&ANDROID, "framework_members").iter().filter_map(|row| {
            let (class, members) = row.first()?.split_once(": ")?;
            let fits = cell(row, 2).is_none_or(|new| descriptor.contains(new));
            let named = fits && members.split(' ').any(|one| one == member);
            named.then_some(FrameworkMember { class, api: cell(row, 1)?, instead: cell(row, 3) })
        })
    };
    let exact = all().find(|found| found.class == owner);
    exact.or_else(|| all().find(|found| BASES.contains(&found.class)))
}

/// Whether a class that is not Android's has the function only as an heir: by its name, by the types that the function
/// takes, and unless the device has it.
fn inherits(failure: &Failure, owner: &str, found: &FrameworkMember) -> bool {
    let simple = owner.rsplit(['.', '$']).next().unwrap_or_default();
    let heir = HEIRS.iter().any(|end| simple.ends_with(end));
    let descriptor = failure.details.get("signature").map_or("", String::as_str);
    let plain = descriptor.split('L').skip(1).all(|kind| kind.starts_with("android/") || kind.starts_with("java/"));
    let shown = |name: &str| failure.details.get(name).map(String::as_str);
    let newer = surroundings::holds(&format!("on_android >= {}", found.api), shown) == Some(true);
    heir && plain && !newer
}

fn since(failure: &mut Failure, found: &FrameworkMember, owner: Option<&str>) {
    let version = android_version(found.api).unwrap_or_default().to_owned();
    for (name, value) in [("api_since", found.api.to_owned()), ("android_since", version)] {
        failure.details.insert(name.to_owned(), value);
    }
    let of = found.class.rsplit('.').next().unwrap_or_default();
    let inherited = if owner.is_some() { "" } else { " (`{owner}` only inherits it)" };
    let cause = format!(
        "`{of}.{{symbol}}` is Android's own{inherited}, there from API level {{api_since}} (Android {{android_since}}) on, and this device is older. It compiles all the same, since `compileSdk` is higher."
    );
    let guard = match found.instead {
        Some(instead) => format!(
            "use what works on all versions, {}, or call it only within `if (Build.VERSION.SDK_INT >= {{api_since}})`",
            instead.replace('{', "{{").replace('}', "}}")
        ),
        None => "call it only within `if (Build.VERSION.SDK_INT >= {api_since})`, and do without it below".to_owned(),
    };
    if failure.details.contains_key("calling_library") {
        return failure.say(
            &format!("{cause} The call is `{{calling}}` of the library `{{calling_library}}`."),
            &[
                "Take another version of `{calling_library}` (its notes name the lowest Android), or raise `minSdk` to {api_since}; if your code starts what leads there, do so only within `if (Build.VERSION.SDK_INT >= {api_since})`.",
            ],
        );
    }
    let place = if failure.line.is_some() { "At {name}:{line} " } else { "There " };
    failure.say(
        &cause,
        &[
            &format!("{place}{guard}."),
            "Lint finds all of these before a device does (`NewApi`): `./gradlew lint`, without suppressing it.",
        ],
    );
}

/// What R8 named is no function of Android's.
fn misnamed(failure: &mut Failure) {
    failure.say(
        "`{symbol}` is a name that R8 gives, and `{owner}` is Android's own class, which has no such function: R8 put the call on the wrong class, in code that it merged or moved. Nothing is wrong in the source.",
        &[
            "Update the Android Gradle plugin, which brings R8 (or set a newer R8 in the settings' `pluginManagement`), and build clean; for a library that was minified before it was published, take another version of it.",
            "To see where: build once without `isMinifyEnabled`, then with `-dontoptimize` in proguard-rules.pro.",
        ],
    );
}

fn unknown_level(failure: &mut Failure) {
    let library = failure.details.contains_key("calling_library");
    let first = if library {
        "Take another version of `{calling_library}`, whose `{calling}` calls it, or raise `minSdk`; Android's reference names the level (“Added in API level”) for `{owner}.{symbol}`."
    } else {
        "Look `{owner}.{symbol}` up in Android's reference (“Added in API level”) and call it only within `if (Build.VERSION.SDK_INT >= …)`; lint's `NewApi` finds such calls."
    };
    let all = [
        first,
        "Core library desugaring (`isCoreLibraryDesugaringEnabled = true`, `coreLibraryDesugaring(…)`) brings many of Java's newer functions to older devices, above all of `java.time`, `java.util` and its streams.",
    ];
    let java = failure.details.get("owner").is_some_and(|owner| owner.starts_with("java."));
    failure.say(
        "`{owner}` is Android's own class, and the one of this device has no `{symbol}` with these parameters: it came with a later API level than the device has, or was removed or hidden. No dependency brings it.",
        if java { &all } else { &all[..1] },
    );
}

#[cfg(test)]
mod tests {
    fn told(member: &str, owner: &str, frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.NoSuchMethodError: No virtual method {member} in class L{owner}; or its super classes (declaration of 'x' appears in /system/framework/framework.jar)\n{frames}"
        );
        crate::explain::answer(&log)
    }

    const OWN: &str = "\tat net.oak.basket.Shelves.open(Shelves.kt:3)\n";

    #[test]
    fn what_android_has_later_needs_a_check_of_its_version() {
        let known = told("getActiveNetwork()Landroid/net/Network;", "android/net/ConnectivityManager", OWN);
        assert!(known.contains("API level 23 (Android 6.0)") && known.contains("Shelves.kt:3"), "{known}");
        let other = told("stackUp()V", "android/net/ConnectivityManager", OWN);
        assert!(other.contains("later API level") && !other.contains("dependencies`"), "{other}");
        let by_r8 = told("g()V", "android/graphics/Paint", OWN);
        assert!(by_r8.contains("a name that R8 gives"), "{by_r8}");
        let of_java = told("stackUp()V", "java/util/Shelf", "\tat kotlin.internal.Oak.put(Oak.kt:3)\n");
        assert!(of_java.contains("Android's own class") && of_java.contains("desugaring"), "{of_java}");
    }

    #[test]
    fn what_a_class_inherits_is_androids_too() {
        let heir = told("getColor(I)I", "net/oak/basket/ShelfActivity", OWN);
        assert!(heir.contains("`Context.getColor` is Android's own") && heir.contains("ContextCompat"), "{heir}");
        let newer = told(
            "getColor(I)I",
            "net/oak/basket/ShelfActivity",
            &format!("{OWN}\tat android.os.Looper.loopOnce(Looper.java:1)\n"),
        );
        assert!(!newer.contains("Android's own"), "{newer}");
        let own = told("getColor(Lnet/oak/Oak;)I", "net/oak/basket/ShelfActivity", OWN);
        assert!(!own.contains("Android's own"), "{own}");
    }

    #[test]
    fn a_library_that_calls_it_is_exchanged() {
        let library = "\tat de.scales.weigh.Scale.put(Scale.java:9)\n\tat net.oak.basket.Main.open(Main.kt:3)\n";
        let told = told("getMainExecutor()V", "android/content/Context", library);
        assert!(told.contains("another version of `de.scales.weigh`"), "{told}");
    }
}
