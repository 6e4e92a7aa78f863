//! Android's resource and manifest files: what they define and what they name, each with its location.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::line_counter::LineCounter;
use super::tree::{Files, walk};

/// How many resource files are looked at.
const FILES: usize = 120;

/// Something that a resource file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceDefinition {
    /// `color`, `string`, `id` …
    pub kind: String,
    /// `colorPrimary`; of styles with dots.
    pub name: String,
    /// `app/src/main/res/values/colors.xml:3`, without the line where it is a file of its own.
    pub location: String,
}

/// An attribute or text of an XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlValue {
    /// Its element.
    pub element: String,
    /// The attribute's name with its prefix; empty for an element's text.
    pub attribute: String,
    /// What it says.
    pub text: String,
    /// 1-based.
    pub line: u32,
}

/// Every resource defined under `dir`, a module's or the project's.
pub fn defined(files: &dyn Files, dir: &str) -> Vec<ResourceDefinition> {
    let mut all = Vec::new();
    for path in walk(files, dir, FILES, &|path| path.contains("/res/") && !path.contains("/src/test/")) {
        let mut parts = path.rsplit('/');
        let (Some(file), Some(folder)) = (parts.next(), parts.next()) else { continue };
        let kind = folder.split('-').next().unwrap_or(folder);
        let name = file.split('.').next().unwrap_or(file);
        if kind != "values" && !name.is_empty() {
            all.push(ResourceDefinition { kind: kind.to_owned(), name: name.to_owned(), location: path.clone() });
        }
        if file.ends_with(".xml") && matches!(kind, "values" | "layout" | "menu" | "navigation" | "xml") {
            let values = files.read(&path).and_then(|text| values(&text)).unwrap_or_default();
            all.extend(values.iter().filter_map(|value| definition(value, kind == "values", &path)));
        }
    }
    all
}

/// `<color name="a">`, `<item name="a" type="color">` among values; `android:id="@+id/a"` anywhere.
fn definition(value: &XmlValue, resources: bool, path: &str) -> Option<ResourceDefinition> {
    let location = format!("{path}:{}", value.line);
    if let Some(name) = value.text.strip_prefix("@+id/") {
        return Some(ResourceDefinition { kind: "id".to_owned(), name: name.to_owned(), location });
    }
    if !resources || value.attribute != "name" {
        return None;
    }
    let kind = match value.element.as_str() {
        "resources" | "item" | "enum" | "flag" | "attr.item" => return None,
        "string-array" | "integer-array" => "array",
        "declare-styleable" => "styleable",
        kind => kind.strip_prefix("item.").unwrap_or(kind),
    };
    Some(ResourceDefinition { kind: kind.to_owned(), name: value.text.clone(), location })
}

/// Every attribute and text of an XML file, and each element that is a class; `None` where it is not well-formed. The element of `<item type="color">` is
/// given as `item.color`.
pub fn values(text: &str) -> Option<Vec<XmlValue>> {
    let mut reader = Reader::from_str(text);
    let mut all = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut lines = LineCounter::new(text);
    loop {
        let from = usize::try_from(reader.buffer_position()).ok()?;
        match reader.read_event().ok()? {
            Event::Start(tag) => {
                let to = usize::try_from(reader.buffer_position()).ok()?;
                open.push(attributes(&tag, &mut lines, from..to, &mut all)?);
            }
            Event::Empty(tag) => {
                let to = usize::try_from(reader.buffer_position()).ok()?;
                attributes(&tag, &mut lines, from..to, &mut all)?;
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(found) => {
                let words = found.trim().to_owned();
                if !words.is_empty() {
                    let line = lines.line_at(from);
                    let element = open.last().cloned().unwrap_or_default();
                    all.push(XmlValue { element, attribute: String::new(), text: words, line });
                }
            }
            Event::Eof => return open.is_empty().then_some(all),
            _ => {}
        }
    }
}

/// Adds a tag's attributes and returns its element's name.
fn attributes(
    tag: &BytesStart,
    lines: &mut LineCounter,
    at: std::ops::Range<usize>,
    all: &mut Vec<XmlValue>,
) -> Option<String> {
    let name = tag.name().as_ref().to_owned();
    let mut found = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        let (key, value) = (attribute.key.as_ref().to_owned(), attribute.value.into_owned());
        found.push((key, value));
    }
    let kind = found.iter().find(|(key, _)| name == "item" && key == "type");
    let element = kind.map_or_else(|| name.clone(), |(_, kind)| format!("item.{kind}"));
    if element.contains('.') && !element.starts_with("item.") {
        // A class in a layout.
        let line = lines.line_at(at.start);
        all.push(XmlValue { element: element.clone(), attribute: String::new(), text: String::new(), line });
    }
    let mut from = at.start;
    for (attribute, text) in found {
        // Attributes come in their order, so each is looked for behind the one before.
        let here = lines.text.get(from..at.end).and_then(|rest| rest.find(&attribute));
        from = here.map_or(from, |here| from + here);
        all.push(XmlValue { element: element.clone(), attribute, text, line: lines.line_at(from) });
    }
    Some(element)
}

/// Where resource files and manifests under `dir` say `wanted` in an attribute's value, an attribute's name or a text:
/// path, line and the attribute.
pub fn used(files: &dyn Files, dir: &str, wanted: &dyn Fn(&XmlValue) -> bool) -> Option<(String, XmlValue)> {
    let xml = |path: &str| path.ends_with(".xml") && (path.contains("/res/") || path.ends_with("AndroidManifest.xml"));
    walk(files, dir, FILES, &xml).into_iter().find_map(|path| {
        let values = values(&files.read(&path)?)?;
        values.into_iter().find(|value| wanted(value)).map(|value| (path, value))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::FileMap;
    use super::{defined, used, values};

    const COLORS: &str = "<?xml version=\"1.0\"?>\n<resources>\n    <!-- night -->\n    <color name=\"colorPrimary\">#fff</color>\n\
        <item\n  name=\"gap\"\n  type=\"dimen\">4dp</item>\n  <style name=\"Theme.Shop\">\n    <item name=\"colorAccent\">@color/acent</item>\n  </style>\n</resources>\n";
    const LAYOUT: &str = "<LinearLayout xmlns:android=\"a\"\n    android:id=\"@+id/root\"\n    android:background=\"@color/colorPrimry\"/>\n";

    #[test]
    fn definitions_have_kind_and_place() {
        let map = FileMap::of(&[
            ("app/src/main/res/values/colors.xml", COLORS),
            ("app/src/main/res/layout-land/main.xml", LAYOUT),
            ("app/src/main/res/drawable-hdpi/star.9.png", ""),
            ("app/src/main/res/values/broken.xml", "<resources><color name=\"lost\">"),
        ]);
        let mut all: Vec<String> =
            defined(&map, "app").iter().map(|one| format!("{}/{} {}", one.kind, one.name, one.location)).collect();
        all.sort();
        assert_eq!(
            all,
            [
                "color/colorPrimary app/src/main/res/values/colors.xml:4",
                "dimen/gap app/src/main/res/values/colors.xml:6",
                "drawable/star app/src/main/res/drawable-hdpi/star.9.png",
                "id/root app/src/main/res/layout-land/main.xml:2",
                "layout/main app/src/main/res/layout-land/main.xml",
                "style/Theme.Shop app/src/main/res/values/colors.xml:8",
            ]
        );
    }

    #[test]
    fn uses_are_found_in_attributes_and_texts() {
        let map = FileMap::of(&[
            ("app/src/main/res/values/styles.xml", COLORS),
            ("app/src/main/res/layout/main.xml", LAYOUT),
        ]);
        let location = |text: &str| used(&map, "", &|value| value.text == text).map(|(path, value)| (path, value.line));
        assert_eq!(location("@color/colorPrimry"), Some(("app/src/main/res/layout/main.xml".to_owned(), 3)));
        assert_eq!(location("@color/acent"), Some(("app/src/main/res/values/styles.xml".to_owned(), 9)));
        assert_eq!(location("@color/none"), None);
    }

    #[test]
    fn what_is_not_well_formed_is_skipped() {
        for text in ["<a>", "<a></b>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "< <", "<a b", "</a>"] {
            assert_eq!(values(text), None, "{text}");
        }
        assert_eq!(values("").map(|all| all.len()), Some(0));
        assert!(values("<a>é &amp; ü</a>").is_some_and(|all| !all.is_empty()));
    }
}
