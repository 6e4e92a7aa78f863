//! What the prefix and the name of a missing resource decide: names of Android itself, private ones, those of a decoded
//! APK, and names that a tool or a template should have made.

use crate::Category;
use crate::facts::libraries::{framework_since, home_of_resource};
use crate::facts::published::app_attributes::view_of;
use crate::model::failure::{Failure, Wording};

/// States of a view: they are set in code, and only state lists (`<selector>`) name them, as `android:state_…`.
const STATES: &[(&str, &str)] = &[
    ("selected", "`view.isSelected = true`"),
    ("focused", "`view.requestFocus()`"),
    ("pressed", "`view.isPressed = true`"),
    ("activated", "`view.isActivated = true`"),
    ("hovered", "`view.isHovered = true`"),
];

/// Attributes that Android has had from the start or for long, of which others are misspellings.
pub const COMMON: &str = "id layout_width layout_height layout_margin layout_marginTop layout_marginBottom layout_marginLeft \
    layout_marginRight layout_marginStart layout_marginEnd layout_gravity layout_weight layout_below layout_above \
    layout_toLeftOf layout_toRightOf layout_toStartOf layout_toEndOf layout_alignParentTop layout_alignParentBottom \
    layout_alignParentLeft layout_alignParentRight layout_alignParentStart layout_alignParentEnd layout_centerInParent \
    layout_centerHorizontal layout_centerVertical layout_alignBaseline layout_column layout_row layout_span padding \
    paddingTop paddingBottom paddingLeft paddingRight paddingStart paddingEnd background visibility clickable focusable \
    focusableInTouchMode enabled onClick tag alpha rotation scaleX scaleY translationX translationY minWidth minHeight \
    maxWidth maxHeight orientation gravity weightSum text textSize textColor textStyle textAllCaps textAppearance \
    textColorHint textIsSelectable hint inputType maxLines minLines lines singleLine ellipsize maxLength digits imeOptions \
    typeface fontFamily drawableLeft drawableRight drawableTop drawableBottom drawableStart drawableEnd drawablePadding \
    lineSpacingExtra lineSpacingMultiplier src scaleType adjustViewBounds contentDescription tint checked button max \
    progress style indeterminate entries entryValues key title summary defaultValue divider dividerHeight listSelector \
    choiceMode numColumns stretchColumns shrinkColumns columnCount rowCount fillViewport scrollbars foreground name label \
    icon theme exported permission authorities process launchMode screenOrientation configChanges windowSoftInputMode \
    parentActivityName allowBackup supportsRtl hardwareAccelerated largeHeap debuggable required value resource host \
    scheme mimeType pathPrefix pathPattern minSdkVersion targetSdkVersion maxSdkVersion versionCode versionName color \
    width height shape angle startColor endColor centerColor radius state_pressed state_selected state_checked \
    state_focused state_enabled drawable duration fromAlpha toAlpha showAsAction importantForAccessibility";

/// Names that are missing, what makes them, and the first step.
const MADE: &[(&[&str], &str, &str)] = &[
    (
        &["drawable/splashscreen_logo", "drawable/splashscreen_image", "color/splashscreen_background"],
        "The splash screen's theme of expo-splash-screen refers to it, and `expo prebuild` makes it only where the app's configuration has a splash image (or background).",
        "Give the plugin `expo-splash-screen` an `image` (and `backgroundColor`) in app.json, then run `npx expo prebuild --clean`.",
    ),
    (
        &["drawable/bootsplash_logo", "style/Theme.BootSplash"],
        "react-native-bootsplash needs it; its generator makes it.",
        "Run the generator of react-native-bootsplash again (`npx react-native-bootsplash generate <logo>`, in older versions `npx react-native generate-bootsplash <logo>`), with the installed version of the package.",
    ),
    (
        &[
            "string/default_web_client_id",
            "string/google_app_id",
            "string/gcm_defaultSenderId",
            "string/google_api_key",
        ],
        "The Google services plugin makes it from google-services.json: the plugin is not applied in this module, or that file has no such entry (`default_web_client_id` needs a web client for OAuth).",
        "Apply `com.google.gms.google-services` in the app module, enable Google sign-in in the Firebase console if `default_web_client_id` is missing, and download google-services.json anew.",
    ),
    (
        &["drawable/launch_background", "style/LaunchTheme", "style/NormalTheme"],
        "It is a file of Flutter's template for Android that this project has not (any more).",
        "Take res/drawable/launch_background.xml and res/values/styles.xml from a new project (`flutter create` elsewhere), or correct the manifest's reference.",
    ),
    (
        &["mipmap/ic_launcher", "mipmap/ic_launcher_round", "mipmap/launcher_icon", "drawable/ic_launcher"],
        "It is the app's icon, to which the manifest refers, and no picture of this name is there for this build type or flavour.",
        "Make the icon (Android Studio: New > Image Asset; Flutter: flutter_launcher_icons; Expo: `npx expo prebuild`), or correct `android:icon` and `android:roundIcon` in the manifest.",
    ),
    (
        &["string/facebook_app_id", "string/fb_login_protocol_scheme", "string/facebook_client_token"],
        "The Facebook SDK's manifest entries refer to it; the app itself must define it.",
        "Add it to res/values/strings.xml with the value from the Facebook developer page (in Expo by the plugin's options).",
    ),
];

/// Gives the failure the words that its name and file decide.
pub fn explain(failure: &mut Failure) {
    note_file(failure);
    let missing = matches!(
        failure.category,
        Category::XmlResourceNotFound | Category::XmlAttributeNotFound | Category::AgpCompileSdk
    );
    let Some(symbol) = failure.symbol.clone().filter(|_| missing) else { return };
    if symbol.starts_with("@android:attr/") {
        return;
    }
    let name = symbol.trim_start_matches(['@', '?', '+']);
    if is_decoded(failure.file.as_deref().unwrap_or_default()) || name.contains("APKTOOL_DUMMY") {
        failure.wording = Some(decoded(name));
    } else if let Some(private) = name.strip_prefix('*') {
        failure.wording = Some(hidden(private));
    } else if let Some(made) = MADE.iter().find(|(names, _, _)| names.contains(&name)) {
        failure.wording = Some(Wording {
            cause: format!("The resource `{{symbol}}` is used but not found. {}", made.1),
            fixes: vec![made.2.to_owned(), "Or remove what refers to `{symbol}`.".to_owned()],
        });
    } else if name.ends_with("attr/lStar") || name.contains("/android:") {
        // They have words of their own.
    } else if let Some(attribute) = attribute(failure, name) {
        failure.wording = Some(of_android(failure, &attribute));
    } else if name.starts_with("android:style/") {
        failure.wording = Some(Wording {
            cause: "`{symbol}` is a style of Android itself, not of a library: the platform that this module compiles against (`compileSdk`) has no public style of this name. It is newer, private or misspelt.".to_owned(),
            fixes: vec![
                "Raise `compileSdk` (in an old project `target=android-<level>` in project.properties); `minSdk` and `targetSdk` may stay, with the style in a `values-v<level>` directory.".to_owned(),
                "If it is in no Android version, correct the name, or take a style of AppCompat or Material as the parent.".to_owned(),
            ],
        });
    }
}

/// The attribute's name where Android itself is meant to have it.
fn attribute(failure: &Failure, name: &str) -> Option<String> {
    let of_android = failure.details.get("package").is_some_and(|package| package == "android");
    let plain =
        name.strip_prefix("android:attr/").or_else(|| name.strip_prefix("android:")).or(of_android.then_some(name))?;
    (!plain.contains('/') && (failure.category != Category::XmlResourceNotFound || name.starts_with("android:attr/")))
        .then(|| plain.to_owned())
}

/// An attribute of Android's namespace: libraries cannot declare one.
fn of_android(failure: &mut Failure, attribute: &str) -> Wording {
    if let Some(since) = framework_since(&format!("attr/{attribute}")) {
        failure.details.entry("min_compile_sdk".to_owned()).or_insert_with(|| since.to_owned());
        return Wording {
            cause: format!(
                "`{{symbol}}` is an attribute of Android from API {since} on, and the platform that this module compiles against (`compileSdk`) is older."
            ),
            fixes: vec![format!(
                "Set `compileSdk` of the module that fails to {since} or higher; `minSdk` and `targetSdk` may stay. If a library or a plugin's module brings the attribute, update it or use an older version of that library."
            )],
        };
    }
    if let Some((state, how)) = STATES.iter().find(|(state, _)| *state == attribute) {
        return Wording {
            cause: format!(
                "`{{symbol}}` is no attribute that a view can have in XML: `{state}` is a state, which is set in code, and which only a `<selector>` names, as `android:state_{state}`."
            ),
            fixes: vec![format!(
                "Remove `{{symbol}}` from {{name}} and set it in code ({how}), or use `android:state_{state}` in a `<selector>`."
            )],
        };
    }
    if let Some(words) = of_library(attribute) {
        return words;
    }
    let meant = meant(attribute);
    let first = meant.map_or_else(
        || "Remove `{symbol}`, or write the attribute that is meant: of a library it has the prefix `app:` (`xmlns:app=\"http://schemas.android.com/apk/res-auto\"`).".to_owned(),
        |known| format!("Write `android:{known}` if that is meant."),
    );
    Wording {
        cause: "`{symbol}` is not found: the Android platform that this module compiles against (`compileSdk`) has no attribute of this name. It is misspelt, belongs to a library (`app:`), or is newer than `compileSdk`; no library can add names to `android:`.".to_owned(),
        fixes: vec![first, "If it is of a newer Android (https://developer.android.com/reference/android/R.attr tells since when), raise `compileSdk`.".to_owned()],
    }
}

/// An attribute that a view of a library declares.
fn of_library(attribute: &str) -> Option<Wording> {
    let library = || Some(format!("the library `{}`", home_of_resource(&format!("attr/{attribute}"))?));
    let view = view_of(attribute).map(str::to_owned).or_else(library)?;
    Some(Wording {
        cause: format!(
            "`{{symbol}}` is no attribute of Android's: `{attribute}` is declared by {view}, and attributes of libraries are written with the prefix `app:`."
        ),
        fixes: vec![
            format!(
                "Write `app:{attribute}` for `{{symbol}}` in {{name}}; its root element needs `xmlns:app=\"http://schemas.android.com/apk/res-auto\"`."
            ),
            format!("If `app:{attribute}` is not found then, the module does not have that library: add it."),
        ],
    })
}

/// The well-known attribute of which this one is a misspelling.
fn meant(attribute: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '-'], "");
    let distance = |known: &str| strsim::damerau_levenshtein(&plain(known), &plain(attribute));
    let slips = |known: &str| match known.len() {
        0..=3 => 0,
        4..=6 => 1,
        7..=12 => 2,
        _ => 3,
    };
    let nearest = COMMON.split_whitespace().map(|known| (distance(known), known)).min();
    nearest.filter(|(distance, known)| *known != attribute && *distance <= slips(known)).map(|(_, known)| known)
}

/// `@*android:…`
fn hidden(private: &str) -> Wording {
    let whose = private.split_once(':').map_or("another package", |(package, _)| package).to_owned();
    let whose = if whose == "android" { "Android's framework".to_owned() } else { format!("the package {whose}") };
    Wording {
        cause: format!(
            "`{{symbol}}` means a private resource of {whose} (the `*` says so), and the one that is compiled against has none of this name: private names differ between versions and makers."
        ),
        fixes: vec![
            "Use a public resource, or copy the style, drawable or value into your own res directory.".to_owned(),
        ],
    }
}

fn decoded(name: &str) -> Wording {
    let whose = if name.contains("APKTOOL_DUMMY") {
        "stands for a resource that Apktool could not name, because it did not know the framework that has it"
    } else if name.contains("android:") {
        "is of Android's framework, and the framework that the tool builds with has no such (public) name"
    } else {
        "is not among the resources that were decoded"
    };
    Wording {
        cause: format!("A decoded APK is built again, and `{{symbol}}` {whose}."),
        fixes: vec![
            "Install the frameworks of the device from which the APK is (`apktool if framework-res.apk`, and the maker's other ones), delete old ones (`apktool empty-framework-dir --force`), then decode and build again with the same, newest Apktool.".to_owned(),
            "If only a few are missing, replace or remove them in the XML file.".to_owned(),
        ],
    }
}

/// `…/Phone.apk/res/values/styles.xml`, `C:\Phone.apk\res\…`
fn is_decoded(file: &str) -> bool {
    file.replace('\\', "/").contains(".apk/res/")
}

/// Notes that a file is only a copy: its lines are nowhere in the project.
fn note_file(failure: &mut Failure) {
    let Some(file) = failure.file.as_deref().map(|file| file.replace('\\', "/")) else { return };
    // Nothing in it is at fault where it is only not opened.
    if ["file not found", "failed to open"].iter().any(|said| failure.message.starts_with(said)) {
        return;
    }
    let merged = file.contains(":/values") && file.contains("-merge")
        || file.contains("/merged.dir/values")
        || file.contains("/incremental/merge");
    let unnamed = failure.message.starts_with("Can not extract resource");
    let from = if merged && unnamed && file.contains("/values") {
        "all `res/values*` files of the app and its libraries"
    } else if merged && file.contains("/values") {
        "all `res/values*` files of the app and its libraries, so look in those for what the message names"
    } else if file.contains("platforms/android/") && file.ends_with("res/xml/config.xml") {
        "the Cordova project's own config.xml; correct that and run `cordova prepare`"
    } else if file.contains("/obj/") && file.ends_with("AndroidManifest.xml") {
        "Properties/AndroidManifest.xml and the attributes in the C# code (`[Application]`, `[Activity]`)"
    } else {
        return;
    };
    failure.details.insert("made_from".to_owned(), from.to_owned());
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn the_prefix_decides() {
        for (text, word, never) in [
            (
                "/p/res/layout/a.xml:3: error: attribute android:space not found.",
                "no library can add names",
                "declare-styleable",
            ),
            ("/p/res/layout/a.xml:3: error: attribute android:text_size not found.", "android:textSize", "Remove"),
            ("/p/res/layout/a.xml:3: error: attribute android:selected not found.", "is a state", "compileSdk"),
            (
                "/p/res/layout/a.xml:3: error: attribute android:foregroundServiceType not found.",
                "from API 29",
                "misspelt",
            ),
            (
                "/p/res/values/a.xml:3: error: Error retrieving parent for item: No resource found that matches the given name '@android:style/Theme.Shelf'.",
                "of Android itself",
                "appcompat",
            ),
            (
                "/p/res/values/a.xml:3: error: Error retrieving parent for item: No resource found that matches the given name '@*android:style/Theme.Shelf'.",
                "private",
                "appcompat",
            ),
            (
                r"C:\w\Shelf.apk\res\values\a.xml:3: error: Error retrieving parent for item: No resource found that matches the given name '@*android:style/Theme.Shelf'.",
                "apktool",
                "appcompat",
            ),
            (
                "/p/res/values/a.xml:3: error: resource string/default_web_client_id (aka com.example:string/default_web_client_id) not found.",
                "google-services.json",
                "misspelt",
            ),
        ] {
            let said = answer(text);
            assert!(said.contains(word) && !said.contains(never), "{text}\n{said}");
        }
    }

    #[test]
    fn other_names_keep_their_words() {
        let said = answer("/p/res/layout/a.xml:3: error: attribute shelfColor (aka com.example:shelfColor) not found.");
        assert!(said.contains("declare-styleable"), "{said}");
        let said =
            answer("/p/res/values/a.xml:3: error: resource string/shelf (aka com.example:string/shelf) not found.");
        assert!(!said.contains("Android itself"), "{said}");
    }
}
