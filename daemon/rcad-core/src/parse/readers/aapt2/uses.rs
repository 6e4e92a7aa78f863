//! What is missing, told by where it is used or by its name: a template's colour, a layer of an icon, an id in a layout or a navigation graph, a theme
//! that a library does not have under that name, a prefix that is written twice.

use crate::model::failure::{Failure, Wording};

/// The words for a missing resource or attribute that its place or name decides.
pub fn words(failure: &Failure, symbol: &str) -> Option<Wording> {
    let file = failure.file.clone().unwrap_or_default().replace('\\', "/");
    if let Some((kind, name)) = symbol.strip_prefix("android:").and_then(|rest| rest.split_once("/android:")) {
        return Some(twice_prefixed(kind, name));
    }
    let (kind, name) = symbol.split_once('/')?;
    match kind {
        "style" => named_otherwise(name),
        "drawable" | "mipmap" | "color" if file.contains("/mipmap-anydpi") => Some(icon_layer(name)),
        "color" => template_colour(name),
        "id" if file.contains("/navigation/") => Some(destination(name)),
        "id" if file.contains("/layout") => Some(view(name)),
        _ => None,
    }
}

fn wording(cause: String, fixes: Vec<String>) -> Option<Wording> {
    Some(Wording { cause, fixes })
}

/// `android:style/android:Widget.ImageButton`
fn twice_prefixed(kind: &str, name: &str) -> Wording {
    Wording {
        cause: format!(
            "The prefix is written twice: `@android:{kind}/android:{name}` asks Android for a {kind} whose own name begins with `android:`, and none does."
        ),
        fixes: vec![
            format!(
                "Write `@android:{kind}/{name}` (`grep -rn 'android:{kind}/android:' --include='*.xml' .` finds it)."
            ),
            "If it stands in none of your files, a library's values have it: take a newer release of the library that was added last, or override that style with one of your own of the same name.".to_owned(),
        ],
    }
}

/// Parts of theme names that Android's own themes have, and AppCompat's and Material's do not, with what stands for them.
const OTHERWISE: &[(&str, &str)] = &[
    ("NoTitleBar", "NoActionBar"),
    ("NoTitle", "NoActionBar"),
    ("Fullscreen", "NoActionBar"),
    ("FullScreen", "NoActionBar"),
    ("Holo", "DayNight"),
];

/// `Theme.AppCompat.Light.NoTitleBar`
fn named_otherwise(name: &str) -> Option<Wording> {
    let family = ["Theme.AppCompat.", "Theme.MaterialComponents.", "Theme.Material3."]
        .iter()
        .find(|family| name.starts_with(**family))?;
    let (part, instead) = OTHERWISE.iter().find(|(part, _)| name[family.len()..].split('.').any(|one| one == *part))?;
    let cut = name.find(&format!(".{part}")).unwrap_or(name.len());
    let right = format!("{}.{instead}", &name[..cut]);
    let library = if family.contains("AppCompat") { "AppCompat" } else { "Material" };
    wording(
        format!(
            "{library} has no theme `{name}` in any version: `{part}` is in the names of Android's own themes (`android:Theme.…`) only. The theme without a title bar is called `{right}` there."
        ),
        vec![
            format!(
                "Write `parent=\"{right}\"` (in res/values*/styles.xml or themes.xml, also in `values-night` and `values-v31`)."
            ),
            "For the whole screen add `<item name=\"android:windowFullscreen\">true</item>` to your style.".to_owned(),
        ],
    )
}

/// Colours of Android Studio's templates.
const TEMPLATE: &[(&str, &str)] = &[
    ("purple_200", "#FFBB86FC"),
    ("purple_500", "#FF6200EE"),
    ("purple_700", "#FF3700B3"),
    ("teal_200", "#FF03DAC5"),
    ("teal_700", "#FF018786"),
    ("black", "#FF000000"),
    ("white", "#FFFFFFFF"),
];

fn template_colour(name: &str) -> Option<Wording> {
    let (_, value) = TEMPLATE.iter().find(|(known, _)| *known == name)?;
    wording(
        format!(
            "`{name}` is one of the colours of Android Studio's template. Somebody took it out of colors.xml (or replaced that file), and a theme, mostly the one in `res/values-night`, or a layout still uses it."
        ),
        vec![format!(
            "`grep -rn '@color/{name}' --include='*.xml' .` shows who uses it: write one of your colours there, or put `<color name=\"{name}\">{value}</color>` back into res/values/colors.xml."
        )],
    )
}

/// A layer of an adaptive icon.
fn icon_layer(name: &str) -> Wording {
    Wording {
        cause: format!(
            "The adaptive icon {{name}} draws `{name}` as one of its layers, and no picture or colour of that name is there: it was not generated or copied along with the icon, lies in a folder of another variant, or was deleted with the template's."
        ),
        fixes: vec![
            "Make the icon anew, with all its layers: New > Image Asset > Launcher Icons (Flutter: `dart run flutter_launcher_icons`; Expo: `android.adaptiveIcon`, then `npx expo prebuild`).".to_owned(),
            "Or delete the `ic_launcher*.xml` in `res/mipmap-anydpi-v26`: then the PNGs in `res/mipmap-*` are used.".to_owned(),
        ],
    }
}

/// `@id/basketFragment` in a navigation graph
fn destination(name: &str) -> Wording {
    Wording {
        cause: format!(
            "{{name}} leads to `@id/{name}` (`app:startDestination`, `app:destination` or `app:popUpTo`), and no destination has this id: it was renamed or removed, is in another graph that is not included, or the id was never declared with `@+id/{name}`."
        ),
        fixes: vec![
            format!(
                "`grep -rn '+id/' res/navigation` lists the ids: write the destination's present one at line {{line}} of {{name}}, or give the element `android:id=\"@+id/{name}\"`."
            ),
            "A destination of another graph is reached by `<include app:graph=\"@navigation/…\"/>` and the id of that graph.".to_owned(),
        ],
    }
}

/// `@id/basket_title` in a layout
fn view(name: &str) -> Wording {
    Wording {
        cause: format!(
            "{{name}} refers to the view `@id/{name}` (a constraint, `layout_below`, a `<barrier>` …), and no layout declares that id: the view was renamed or removed, and this reference was left."
        ),
        fixes: vec![format!(
            "Write the id that the view has now at line {{line}} of {{name}}, or take the attribute out. Where it is the first mention of the id in the app, it must be `@+id/{name}`."
        )],
    }
}

#[cfg(test)]
mod tests {
    fn answer(place: &str, name: &str) -> String {
        let text = format!("{place}: error: resource {name} (aka com.example.shelf:{name}) not found.");
        crate::explain::answer(&text)
    }

    #[test]
    fn where_it_is_used_tells_what_is_missing() {
        for (place, name, word) in [
            ("/p/src/main/res/values/styles.xml:4", "android:style/android:Widget.Oak", "written twice"),
            ("/p/src/main/res/navigation/shelf.xml:4", "id/basketFragment", "no destination has this id"),
            ("/p/src/main/res/layout/shelf.xml:4", "id/basket", "the view was renamed"),
            ("/p/src/main/res/values-night/themes.xml:4", "color/purple_200", "#FFBB86FC"),
            ("/p/src/main/res/mipmap-anydpi-v26/ic_launcher.xml:4", "drawable/ic_leaf", "Image Asset"),
            (
                "/p/src/main/res/values/styles.xml:4",
                "style/Theme.AppCompat.Light.NoTitleBar",
                "`Theme.AppCompat.Light.NoActionBar`",
            ),
            (
                "/p/src/main/res/values/styles.xml:4",
                "style/Theme.Material3.Light.NoTitleBar.Fullscreen",
                "Theme.Material3.Light.NoActionBar`",
            ),
        ] {
            let said = answer(place, name);
            assert!(said.contains(word) && !said.contains("Add the dependency"), "{name}\n{said}");
        }
    }

    #[test]
    fn other_places_tell_nothing_of_it() {
        for (place, name, never) in [
            ("/p/src/main/res/values/themes.xml:4", "color/bark", "template"),
            ("/p/src/main/res/values/styles.xml:4", "style/Theme.AppCompat.Light.NoActionBar", "no theme"),
            ("/p/src/main/res/drawable/shelf.xml:4", "drawable/ic_leaf", "adaptive"),
        ] {
            let said = answer(place, name);
            assert!(!said.contains(never), "{name}\n{said}");
        }
    }
}
