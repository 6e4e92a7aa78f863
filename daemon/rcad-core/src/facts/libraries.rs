//! Which library has a package, a class, a function or a resource, and the AndroidX names of the support library.

use super::table::{ANDROID, LIBRARIES, cell, longest, rows, value};

/// A library that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolHome {
    /// The name in full, `androidx.lifecycle.compose.collectAsStateWithLifecycle`.
    pub qualified: String,
    /// `group:artifact`, with a version where only that one has it.
    pub artifact: &'static str,
}

/// The library of a name in full, or of a simple one that nearly always means the same.
pub fn home(name: &str) -> Option<SymbolHome> {
    let name = name.replace('/', ".");
    let qualified =
        if name.contains('.') { name } else { value(&LIBRARIES, "symbols", &name).map_or(name, str::to_owned) };
    let tables = ["androidx", "google", "others"].iter();
    let found = tables.filter_map(|table| longest(&LIBRARIES, table, &qualified));
    let row = found.max_by_key(|row| row.first().map_or(0, String::len))?;
    Some(SymbolHome { artifact: cell(row, 1)?, qualified })
}

/// A package of another registry than Maven's that brings Java or Kotlin code into an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginPackage {
    /// A package of npm: React Native, Expo, Capacitor, Cordova.
    Npm(&'static str),
    /// A Flutter plugin of pub.dev.
    Pub(&'static str),
}

impl PluginPackage {
    /// As its registry has it.
    pub fn name(self) -> &'static str {
        match self {
            PluginPackage::Npm(name) | PluginPackage::Pub(name) => name,
        }
    }
}

/// The plugin whose class this is, `com.horcrux.svg.SvgView`.
pub fn plugin(class: &str) -> Option<PluginPackage> {
    plugin_of(longest(&LIBRARIES, "plugins", class)?)
}

/// The plugins whose packages begin with this name, `com.ryanheise`, where it is no whole package of one.
pub fn plugins_below(package: &str) -> Vec<PluginPackage> {
    let beginning = format!("{package}.");
    let below = |row: &&Vec<String>| row.first().is_some_and(|name| name.starts_with(&beginning));
    let mut found: Vec<PluginPackage> = Vec::new();
    for plugin in rows(&LIBRARIES, "plugins").iter().filter(below).filter_map(|row| plugin_of(row)) {
        if !found.contains(&plugin) {
            found.push(plugin);
        }
    }
    found
}

/// The plugin of a row: package of Java, registry, name.
fn plugin_of(row: &'static [String]) -> Option<PluginPackage> {
    let name = cell(row, 2)?;
    Some(if cell(row, 1)? == "pub" { PluginPackage::Pub(name) } else { PluginPackage::Npm(name) })
}

/// What took the place of a package that is no longer developed; `kind` is `npm package` or `Flutter plugin`.
pub fn successor(kind: &str, name: &str) -> Option<&'static str> {
    let registry = if kind == "npm package" { "npm" } else { "pub" };
    let row = rows(&LIBRARIES, "successors").iter().find(|row| row.first().is_some_and(|first| first == name))?;
    cell(row, 2).filter(|_| cell(row, 1) == Some(registry))
}

/// Whether a name in full is that of a package: all of its words are small.
pub fn is_package(qualified: &str) -> bool {
    let is_row = |table: &&str| value(&LIBRARIES, table, qualified).is_some();
    !qualified.contains(char::is_uppercase) && ["androidx", "google", "others"].iter().any(is_row)
}

/// The library that declares a resource or attribute, `style/Theme.Material3.DayNight` or `attr/srcCompat`.
pub fn home_of_resource(resource: &str) -> Option<&'static str> {
    row_of_resource(resource).and_then(|row| cell(row, 1))
}

/// The first version of that library which has it, where the table says it.
pub fn resource_since(resource: &str) -> Option<&'static str> {
    row_of_resource(resource).and_then(|row| cell(row, 2)).filter(|since| !since.is_empty())
}

fn row_of_resource(resource: &str) -> Option<&'static Vec<String>> {
    let rows = rows(&LIBRARIES, "resources").iter();
    let fits = |key: &str| key.strip_suffix('*').map_or(resource == key, |begin| resource.starts_with(begin));
    let fitting = rows.filter(|row| row.first().is_some_and(|key| fits(key)));
    fitting.max_by_key(|row| row.first().map_or(0, String::len))
}

/// A library that is known by how its resources' names begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceFamily {
    /// As a sentence names it, with code marks.
    pub library: &'static str,
    /// The package of its `R`, where it has one for all of them.
    pub package: Option<&'static str>,
}

/// The library whose resources have names that begin like this one's, `abc_ic_ab_back`.
pub fn resource_family(name: &str) -> Option<ResourceFamily> {
    let fits = |key: &str| match key.split_once('*') {
        Some((begin, end)) => name.len() > begin.len() + end.len() && name.starts_with(begin) && name.ends_with(end),
        None => name == key,
    };
    let rows = rows(&LIBRARIES, "resource_prefixes").iter().filter(|row| row.first().is_some_and(|key| fits(key)));
    let row = rows.max_by_key(|row| row.first().map_or(0, String::len))?;
    Some(ResourceFamily { library: cell(row, 1)?, package: cell(row, 2) })
}

/// What a package or class of the support library is called in AndroidX.
pub fn moved_name(name: &str) -> Option<String> {
    let name = name.replace('/', ".");
    let row = longest(&LIBRARIES, "moved_names", &name)?;
    Some(name.replacen(cell(row, 0)?, cell(row, 1)?, 1))
}

/// What an artifact of the support library is called in AndroidX; versions are cut off.
pub fn moved_artifact(coordinate: &str) -> Option<&'static str> {
    let mut parts = coordinate.split(':');
    let key = format!("{}:{}", parts.next()?, parts.next()?);
    value(&LIBRARIES, "moved_artifacts", &key)
}

/// Which tool removed a name, and what to do instead.
pub fn removed(name: &str) -> Option<(&'static str, &'static str)> {
    let row = longest(&LIBRARIES, "removed_names", &name.replace('/', "."))?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// What has a name of Dart's that is missing an import: the import, and its package of pub.dev, where it is of one.
pub fn dart_import(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    let row = rows(&LIBRARIES, "dart_names").iter().find(|row| cell(row, 0) == Some(name))?;
    Some((cell(row, 1)?, cell(row, 2)))
}

/// API level from which Android has this Java package or class without core library desugaring.
pub fn api_without_desugaring(name: &str) -> Option<&'static str> {
    cell(longest(&ANDROID, "desugared", &name.replace('/', "."))?, 1)
}

/// The Java version that dropped this package, and the artifact that brings it back.
pub fn gone_from_jdk(name: &str) -> Option<(&'static str, &'static str)> {
    let row = longest(&ANDROID, "gone_from_jdk", &name.replace('/', "."))?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// API level from which Android itself has a class, `android.window.OnBackInvokedCallback`.
pub fn framework_class_since(name: &str) -> Option<&'static str> {
    cell(longest(&ANDROID, "framework_classes", &name.replace('/', "."))?, 1)
}

/// API level from which Android itself has a resource, `attr/lStar` or `style/Theme.Material.Light`.
pub fn framework_since(resource: &str) -> Option<&'static str> {
    if let Some(attribute) = resource.strip_prefix("attr/") {
        let rows = rows(&ANDROID, "framework_attributes").iter();
        let mut has =
            rows.filter(|row| cell(row, 1).is_some_and(|all| all.split_whitespace().any(|one| one == attribute)));
        return has.next().and_then(|row| cell(row, 0));
    }
    let rows = rows(&ANDROID, "framework_resources").iter();
    let begins = rows.filter(|row| row.first().is_some_and(|key| resource.starts_with(key.as_str())));
    begins.max_by_key(|row| row.first().map_or(0, String::len)).and_then(|row| cell(row, 1))
}

/// What generates a class that is called so, and how to get it generated.
pub fn generator(name: &str) -> Option<(&'static str, &'static str)> {
    let simple = name.rsplit(['.', '/']).next().unwrap_or(name);
    let fits = |pattern: &str| match pattern.split_once('*') {
        None => simple == pattern,
        Some((begin, end)) => {
            simple.len() > begin.len() + end.len() && simple.starts_with(begin) && simple.ends_with(end)
        }
    };
    let rows = rows(&LIBRARIES, "generated_names").iter().filter(|row| row.first().is_some_and(|name| fits(name)));
    let row = rows.max_by_key(|row| row.first().map_or(0, String::len))?;
    Some((cell(row, 1)?, cell(row, 2)?))
}

/// Android's version of an API level, `8.0` for `26`.
pub fn android_version(api: &str) -> Option<&'static str> {
    value(&ANDROID, "api_levels", api)
}

/// The API level of Android's version, `26` for `8` and `8.0`.
pub fn api_of_android(version: &str) -> Option<&'static str> {
    let plain = |text: &'static str| text.trim_end_matches(".0");
    let version = version.trim_end_matches(".0");
    rows(&ANDROID, "api_levels").iter().find_map(|row| (plain(cell(row, 1)?) == version).then(|| cell(row, 0))?)
}

#[cfg(test)]
mod tests {
    use super::{
        PluginPackage, android_version, api_of_android, api_without_desugaring, framework_since, generator,
        gone_from_jdk, home, home_of_resource, moved_artifact, moved_name, plugin, removed, resource_family,
    };

    #[test]
    fn names_have_homes() {
        let artifact = |name: &str| home(name).map(|home| home.artifact);
        assert_eq!(
            artifact("androidx.lifecycle.viewmodel.compose"),
            Some("androidx.lifecycle:lifecycle-viewmodel-compose")
        );
        assert_eq!(
            artifact("androidx/compose/material3/windowsizeclass"),
            Some("androidx.compose.material3:material3-window-size-class")
        );
        assert_eq!(artifact("kotlinx.coroutines.launch"), Some("org.jetbrains.kotlinx:kotlinx-coroutines-core"));
        assert_eq!(artifact("rememberLauncherForActivityResult"), Some("androidx.activity:activity-compose"));
        assert_eq!(artifact("hiltViewModel"), Some("androidx.hilt:hilt-navigation-compose"));
        let home = home("collectAsStateWithLifecycle").expect("a symbol of the table");
        assert_eq!(home.qualified, "androidx.lifecycle.compose.collectAsStateWithLifecycle");
        for unknown in ["com.example.shop.Basket", "Basket", "androidx", ""] {
            assert_eq!(artifact(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn classes_show_the_plugin_that_brings_them() {
        assert_eq!(plugin("com.horcrux.svg.SvgView"), Some(PluginPackage::Npm("react-native-svg")));
        assert_eq!(plugin("io.flutter.plugins.camera.Camera$3"), Some(PluginPackage::Pub("camera")));
        assert_eq!(plugin("io.invertase.firebase.messaging.Shelf"), plugin("io.invertase.firebase.messaging"));
        for none in
            ["com.horcrux", "com.horcruxes.svg.Oak", "io.flutter.embedding.engine.FlutterEngine", "com.example.Oak"]
        {
            assert_eq!(plugin(none), None, "{none}");
        }
    }

    #[test]
    fn every_symbol_of_the_table_has_a_home() {
        for row in super::rows(&super::LIBRARIES, "symbols") {
            assert!(home(&row[0]).is_some(), "{row:?}");
        }
        assert!(
            ["androidx", "google", "others", "symbols"]
                .iter()
                .all(|name| super::rows(&super::LIBRARIES, name).len() > 30)
        );
    }

    #[test]
    fn resources_have_homes() {
        assert_eq!(home_of_resource("style/Theme.AppCompat.Light"), Some("androidx.appcompat:appcompat"));
        assert_eq!(super::resource_since("style/Theme.Material3.Dark"), Some("1.5.0"));
        assert_eq!(
            home_of_resource("attr/layout_constraintTop_toTopOf"),
            Some("androidx.constraintlayout:constraintlayout")
        );
        assert_eq!((home_of_resource("color/midnight"), home_of_resource("attr/cornerRadiusTop")), (None, None));
    }

    #[test]
    fn names_of_resources_show_their_library() {
        let family = |name: &str| resource_family(name).map(|family| family.package.unwrap_or_default());
        assert_eq!(family("abc_ic_ab_back_material"), Some("androidx.appcompat"));
        assert_eq!(family("material_timepicker_pm"), Some("com.google.android.material"));
        assert_eq!(family("mozac_feature_shelf"), Some(""));
        assert_eq!(family("_12sdp"), Some("com.intuit.sdp"));
        for own in ["abc", "shelf_abc_icon", "material_blue_500", "design_notes", "_shelf", "exo"] {
            assert_eq!(family(own), None, "{own}");
        }
    }

    #[test]
    fn the_support_library_moved() {
        assert_eq!(
            moved_name("android.support.v7.widget.RecyclerView").as_deref(),
            Some("androidx.recyclerview.widget.RecyclerView")
        );
        assert_eq!(
            moved_name("android.support.v7.widget.Toolbar").as_deref(),
            Some("androidx.appcompat.widget.Toolbar")
        );
        assert_eq!(moved_name("android.view.View"), None);
        assert_eq!(moved_artifact("com.android.support:design:28.0.0"), Some("com.google.android.material:material"));
        assert_eq!(moved_artifact("com.example:design:1"), None);
        assert_eq!(removed("kotlinx.android.synthetic.main.shop").map(|(by, _)| by), Some("Kotlin 1.8"));
        assert_eq!(removed("compileOnly"), None);
    }

    #[test]
    fn generated_names_and_resources_of_android() {
        let by = |name: &str| generator(name).map(|(by, _)| by);
        assert_eq!(by("com.shop.databinding.ActivityMainBinding"), Some("view binding or data binding"));
        assert_eq!(by("NativeShadowSpec"), Some("React Native's codegen (the new architecture)"));
        assert_eq!(by("Hilt_MainActivity"), Some("Hilt's annotation processor"));
        assert_eq!((by("Binding"), by("Basket"), by("RandomAccess"), by("NativeModule")), (None, None, None, None));
        assert_eq!((framework_since("attr/lStar"), framework_since("attr/ttcIndex")), (Some("31"), Some("28")));
        assert_eq!(framework_since("style/TextAppearance.Material.Widget.Button.Colored"), Some("24"));
        assert_eq!((framework_since("attr/starL"), framework_since("style/Theme.Shop")), (None, None));
    }

    #[test]
    fn java_on_android_and_after_java_eleven() {
        assert_eq!(api_without_desugaring("java.time.LocalDate"), Some("26"));
        assert_eq!(api_without_desugaring("java.timer.X"), None);
        assert_eq!(gone_from_jdk("javax/xml/bind/JAXBException").map(|(jdk, _)| jdk), Some("11"));
        assert_eq!((android_version("26"), android_version("999")), (Some("8.0"), None));
        assert_eq!(
            (api_of_android("8"), api_of_android("8.1.0"), api_of_android("99")),
            (Some("26"), Some("27"), None)
        );
        assert_eq!(api_of_android("10"), Some("29"));
    }
}
