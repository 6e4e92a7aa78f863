//! Names that nothing declares, told by their form: an attribute of Android itself that was written without its prefix, a
//! theme attribute that AppCompat brings, a style that others inherit from by their dotted names.

use super::platform::COMMON;
use super::uses;
use crate::Category;
use crate::facts::libraries::home_of_resource;
use crate::model::failure::{Failure, Wording};

/// Theme attributes that both AppCompat and Material's themes set.
const THEME: &[&str] = &[
    "colorPrimary",
    "colorPrimaryDark",
    "colorAccent",
    "colorControlNormal",
    "colorControlActivated",
    "colorControlHighlight",
    "colorButtonNormal",
    "colorSwitchThumbNormal",
    "colorBackgroundFloating",
    "colorError",
];

/// Beginnings of styles that libraries and Android bring.
const BROUGHT: &[&str] = &["Theme", "ThemeOverlay", "Widget", "TextAppearance", "ShapeAppearance", "Base", "Platform"];

/// Gives the failure the words that the form of its name decides, where it has none yet.
pub fn explain(failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone() else { return };
    let missing = matches!(failure.category, Category::XmlResourceNotFound | Category::XmlAttributeNotFound);
    if !missing || failure.wording.is_some() {
        return;
    }
    let attribute = symbol.strip_prefix("attr/").or_else(|| (!symbol.contains(['/', ':'])).then_some(symbol.as_str()));
    let of_style = symbol.starts_with("attr/") || failure.message.starts_with("style attribute");
    failure.wording = match (attribute, symbol.strip_prefix("style/")) {
        (Some(name), _) if THEME.contains(&name) => Some(theme_attribute(name)),
        (Some(name), _) if of_style && is_androids(name) && home_of_resource(&symbol).is_none() => {
            Some(without_prefix(name))
        }
        (None, Some(style)) => uses::words(failure, &symbol).or_else(|| style_words(failure, style)),
        (None, None) => uses::words(failure, &symbol),
        (Some(name), _)
            if failure.category == Category::XmlAttributeNotFound
                && home_of_resource(&format!("attr/{name}")).is_none() =>
        {
            Some(unknown_attribute(name))
        }
        _ => None,
    };
}

fn is_androids(name: &str) -> bool {
    COMMON.split_whitespace().any(|known| known == name)
}

/// `app:basketRadius` in a layout, `basketRadius` in a style
fn unknown_attribute(name: &str) -> Wording {
    Wording {
        cause: "No library of this module declares the attribute `{symbol}`, and no `<attr>` of its own does. It belongs to the view (or style) that carries it: a library's that is missing here or has it no longer or not yet in this version, or a custom view of yours whose `<declare-styleable>` is not in this module.".to_owned(),
        fixes: vec![
            format!("See which view carries it. A library's: add the library, or set the version that the layout was written for, else take the attribute out (its release notes name the new one). Your own: declare `<declare-styleable name=\"<View>\"><attr name=\"{name}\" format=\"…\"/></declare-styleable>` in res/values/attrs.xml of the view's module."),
            format!("If Android itself has it, the prefix is wrong: `android:{name}`; a new one needs a newer `compileSdk`."),
        ],
    }
}

/// `attr/src`
fn without_prefix(name: &str) -> Wording {
    Wording {
        cause: format!(
            "`{{symbol}}` was looked for in the app and its libraries, and none of them declares it. Android itself has `android:{name}`: most probably a style or a value names it without that prefix (`<item name=\"{name}\">`, `?{name}`)."
        ),
        fixes: vec![
            format!(
                "Search for it (`grep -rnE 'name=\"{name}\"|[?](attr/)?{name}\"' --include='*.xml' .`) and write `<item name=\"android:{name}\">`, in a value `?android:attr/{name}`."
            ),
            format!(
                "If a library's style names it, add or update the library that declares `{name}` (an `<attr>` of its own)."
            ),
        ],
    }
}

/// `attr/colorPrimary`
fn theme_attribute(name: &str) -> Wording {
    Wording {
        cause: "`{symbol}` is declared by AppCompat (`androidx.appcompat:appcompat`), which Material (`com.google.android.material:material`) brings, and this module depends on neither. A theme in XML uses it; Jetpack Compose alone brings no themes in XML.".to_owned(),
        fixes: vec![
            "Add `implementation(\"com.google.android.material:material:…\")` (for `Theme.Material3…` and `Theme.MaterialComponents…`) or `implementation(\"androidx.appcompat:appcompat:…\")` to the module.".to_owned(),
            format!("If its screens are all Compose, let the XML theme inherit from `android:Theme.Material.Light.NoActionBar` and remove `{name}` from it, or write Android's own `android:{name}` where it has one."),
        ],
    }
}

/// `style/Animation`: the parent of `Animation.Shelf`, or a theme that the manifest or a layout names.
fn style_words(failure: &Failure, style: &str) -> Option<Wording> {
    let first = style.split('.').next().unwrap_or(style);
    let file = failure.file.clone().unwrap_or_default().replace('\\', "/");
    let used = file.ends_with("AndroidManifest.xml") || file.contains("/layout");
    let brought = BROUGHT.contains(&first) && style.contains('.') && !(used && first == "Theme");
    if brought || home_of_resource(&format!("style/{style}")).is_some() {
        return None;
    }
    if used {
        return Some(Wording {
            cause: "`{name}` uses the style `{symbol}`, and neither this app's `res/values*` nor a library's defines it: it was renamed (new projects call theirs `Theme.<App>`), is only in another flavour or only in `values-night`, or comes with a library that is missing.".to_owned(),
            fixes: vec![
                format!("Look up what your styles are called (`grep -rn '<style name' --include='*.xml' .`) and name one of them in {{name}}, or define `<style name=\"{style}\" parent=\"…\">` in res/values/themes.xml."),
                "If a library brings it, add or update that dependency.".to_owned(),
            ],
        });
    }
    Some(Wording {
        cause: format!(
            "A style inherits from `{style}`, and there is no such style. Either its `parent` names it, or the style is called `{style}.…` and has no `parent`: then Android takes what stands before the last dot for the parent."
        ),
        fixes: vec![
            format!(
                "Search for it: `grep -rnE 'parent=\"(@style/)?{style}\"|<style name=\"{style}[.]' --include='*.xml' .`. Give a style that is only called `{style}.…` a parent of its own (`parent=\"\"` for none), correct the name, or define `<style name=\"{style}\"/>`."
            ),
            "If a library brings it, add or update that dependency.".to_owned(),
        ],
    })
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn the_form_of_a_name_tells_what_is_missing() {
        let missing =
            |place: &str, name: &str| format!("{place}error: resource {name} (aka com.example:{name}) not found.");
        for (text, word, never) in [
            (missing("/p/res/values/a.xml:3: ", "attr/src"), "android:src", "Create"),
            (missing("/p/res/values/a.xml:3: ", "attr/shelfSize"), "<attr name=", "android:shelfSize"),
            (missing("/p/res/values/a.xml:3: ", "attr/colorPrimary"), "material:material", "Create"),
            (missing("", "style/Shelf"), "before the last dot", "theme's library"),
            (missing("/p/AndroidManifest.xml:3: ", "style/ShelfTheme"), "Theme.<App>", "before the last dot"),
            (missing("/p/res/values/a.xml:3: ", "style/Theme.AppCompat.Light"), "appcompat", "before the last dot"),
            (
                "res/layout/a.xml:2: error: No resource identifier found for attribute 'layout_width' in package 'android'".to_owned(),
                "android.jar",
                "newer than `compileSdkVersion`",
            ),
            (
                "res/layout/a.xml:2: error: No resource identifier found for attribute 'ttcIndex' in package 'android'".to_owned(),
                "ttcIndex",
                "android.jar",
            ),
        ] {
            let said = answer(&text);
            assert!(said.contains(word) && !said.contains(never), "{text}\n{said}");
        }
    }
}
