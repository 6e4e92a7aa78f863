//! The version catalog, `gradle/libs.versions.toml`.

use toml::{Table, Value};

use super::declaration::{DeclaredValue, tool_of_module, tool_of_plugin};

/// Where it is, unless the settings say otherwise.
pub const PATH: &str = "gradle/libs.versions.toml";

/// A name by which scripts use an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// As written in scripts behind `libs.`: `androidx.core.ktx`, `plugins.ksp`.
    pub accessor: String,
    /// `group:name` of a library.
    pub module: Option<String>,
    /// Id of a plugin.
    pub plugin: Option<String>,
    /// Its version, where the catalogue has one.
    pub version: Option<String>,
    /// Path and line.
    pub location: String,
}

/// A catalogue.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// Versions of the tools that rcad knows, by their detail's name.
    pub versions: Vec<(&'static str, DeclaredValue)>,
    /// Libraries, plugins, bundles and versions.
    pub aliases: Vec<Alias>,
}

/// Reads a catalogue; one that is no TOML is empty.
pub fn read(text: &str) -> Catalogue {
    let Ok(all) = text.parse::<Table>() else { return Catalogue::default() };
    let section = |name: &str| all.get(name).and_then(Value::as_table).cloned().unwrap_or_default();
    let versions = section("versions");
    let mut catalogue = Catalogue::default();
    for (table, before) in
        [("libraries", ""), ("plugins", "plugins."), ("bundles", "bundles."), ("versions", "versions.")]
    {
        for (key, value) in section(table) {
            let location = location(text, table, &key);
            let module = if table == "libraries" { module(&value) } else { None };
            let plugin = if table == "plugins" { id(&value) } else { None };
            let tool = match table {
                "libraries" => module
                    .as_deref()
                    .and_then(|module| module.split_once(':'))
                    .and_then(|(group, name)| tool_of_module(group, name)),
                "plugins" => plugin.as_deref().and_then(tool_of_plugin),
                _ => None,
            };
            let declared_value = version(text, &value, &versions, &location);
            let number = declared_value.as_ref().map(|declared_value| declared_value.text.clone());
            if let (Some(tool), Some(declared_value)) = (tool, declared_value) {
                catalogue.versions.push((tool, declared_value));
            }
            let accessor = format!("{before}{}", key.replace(['-', '_'], "."));
            catalogue.aliases.push(Alias { accessor, module, plugin, version: number, location });
        }
    }
    catalogue
}

/// `"group:name:version"`, `{ module = "group:name" }`, `{ group = "…", name = "…" }`
pub(crate) fn module(value: &Value) -> Option<String> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let whole = value.as_str().or_else(|| text("module"));
    match whole {
        Some(whole) => {
            let mut parts = whole.split(':');
            Some(format!("{}:{}", parts.next()?, parts.next()?))
        }
        None => Some(format!("{}:{}", text("group")?, text("name")?)),
    }
}

/// `"id:version"`, `{ id = "…", version = "…" }`
pub(crate) fn id(value: &Value) -> Option<String> {
    let whole = value.as_str().map(|text| text.split(':').next().unwrap_or(text));
    whole.or_else(|| value.get("id")?.as_str()).map(str::to_owned)
}

/// The version of an entry, with the location of its number.
fn version(text: &str, entry: &Value, versions: &Table, at: &str) -> Option<DeclaredValue> {
    if let Some(whole) = entry.as_str() {
        return Some(DeclaredValue { text: whole.rsplit(':').next()?.to_owned(), location: at.to_owned() });
    }
    let version = entry.get("version")?;
    if let Some(reference) = version.get("ref").and_then(Value::as_str) {
        let number = versions.get(reference)?.as_str()?.to_owned();
        return Some(DeclaredValue { text: number, location: location(text, "versions", reference) });
    }
    Some(DeclaredValue { text: version.as_str()?.to_owned(), location: at.to_owned() })
}

/// The line of `key` in the section `table`.
fn location(text: &str, table: &str, key: &str) -> String {
    let mut section = "";
    let line = text.lines().position(|line| {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']').trim();
        }
        section == table && line.split('=').next().is_some_and(|name| name.trim().trim_matches('"') == key)
    });
    line.map_or_else(|| PATH.to_owned(), |line| format!("{PATH}:{}", line + 1))
}

#[cfg(test)]
mod tests {
    use super::read;

    const TEXT: &str = "[versions]\nagp = \"8.5.2\"\nkotlin = \"2.0.21\"\n\n[libraries]\n\
        androidx-core-ktx = { module = \"androidx.core:core-ktx\", version = \"1.13.0\" }\n\
        retrofit = { group = \"com.squareup.retrofit2\", name = \"retrofit\", version.ref = \"kotlin\" }\n\
        gson = \"com.google.code.gson:gson:2.11.0\"\n[plugins]\nandroid-app = { id = \"com.android.application\", version.ref = \"agp\" }\n\
        kotlin-jvm = \"org.jetbrains.kotlin.jvm:2.0.21\"\n";

    #[test]
    fn aliases_become_accessors() {
        let catalogue = read(TEXT);
        let found = |accessor: &str| catalogue.aliases.iter().find(|alias| alias.accessor == accessor);
        let core = found("androidx.core.ktx").expect("a library");
        assert_eq!(
            (core.module.as_deref(), core.location.as_str()),
            (Some("androidx.core:core-ktx"), "gradle/libs.versions.toml:6")
        );
        assert_eq!(
            found("retrofit").and_then(|alias| alias.module.clone()).as_deref(),
            Some("com.squareup.retrofit2:retrofit")
        );
        assert!(found("plugins.android.app").is_some() && found("versions.agp").is_some());
    }

    #[test]
    fn versions_of_tools_are_followed_to_their_number() {
        let versions = read(TEXT).versions;
        let found = |name: &str| {
            versions
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, declared_value)| (declared_value.text.as_str(), declared_value.location.as_str()))
        };
        assert_eq!(found("agp_version"), Some(("8.5.2", "gradle/libs.versions.toml:2")));
        assert_eq!(found("kotlin_version"), Some(("2.0.21", "gradle/libs.versions.toml:11")));
    }

    #[test]
    fn what_is_no_catalogue_is_empty() {
        for text in ["", "[libraries", "libraries = 3", "[libraries]\na = 1\nb = { x = 2 }", "[plugins]\nx = []"] {
            assert!(read(text).versions.is_empty(), "{text}");
        }
    }
}
