//! What an attribute takes, where aapt2 lists it, and what was probably meant.

use crate::Category;
use crate::model::failure::{Failure, Wording};
use crate::pattern::Pattern;

/// `'center_end' is incompatible with attribute layout_gravity (attr) flags [bottom=80, center=17, …]`
static LISTED: Pattern = Pattern::new(r"\(attr\) (?P<kinds>[a-z|]*?)(?P<kind>flags|enum) \[(?P<list>[^\]]+)");

/// Most names that are shown.
const SHOWN: usize = 16;

/// Where a resource of a type belongs, for the name `{}`.
const HOMES: &[(&str, &str)] = &[
    ("anim", "`res/anim/{}.xml`"),
    ("animator", "`res/animator/{}.xml`"),
    ("array", "`<string-array name=\"{}\">` in res/values/arrays.xml"),
    ("attr", "`<attr name=\"{}\" format=\"…\"/>` in res/values/attrs.xml"),
    ("bool", "`<bool name=\"{}\">` in res/values"),
    ("color", "`<color name=\"{}\">#…</color>` in res/values/colors.xml"),
    ("dimen", "`<dimen name=\"{}\">…dp</dimen>` in res/values/dimens.xml"),
    ("drawable", "a picture or XML file `{}` in res/drawable"),
    ("font", "a font file `{}` in res/font"),
    ("integer", "`<integer name=\"{}\">` in res/values"),
    ("layout", "`res/layout/{}.xml`"),
    ("menu", "`res/menu/{}.xml`"),
    ("mipmap", "a picture `{}` in res/mipmap-…, or `res/mipmap-anydpi-v26/{}.xml`"),
    ("navigation", "`res/navigation/{}.xml`"),
    ("plurals", "`<plurals name=\"{}\">` in res/values"),
    ("raw", "a file `{}` in res/raw"),
    ("string", "`<string name=\"{}\">…</string>` in res/values/strings.xml"),
    ("style", "`<style name=\"{}\">` in res/values/themes.xml or styles.xml"),
    ("xml", "`res/xml/{}.xml`"),
];

/// Tells what the message of a missing resource or of a value leaves out.
pub fn explain(failure: &mut Failure) {
    match failure.category {
        Category::XmlResourceNotFound => home(failure),
        Category::XmlInvalidValue => value(failure),
        _ => (),
    }
}

/// Where the missing resource would have to be.
fn home(failure: &mut Failure) {
    // .NET has it under other names.
    let dotnet = |line: &str| line.contains("APT2") || line.contains("\\obj\\") || line.contains("/obj/");
    if failure.evidence.iter().any(|line| dotnet(&line.text)) {
        return;
    }
    let Some(symbol) = failure.symbol.as_deref() else { return };
    let Some((kind, name)) = symbol.trim_start_matches(['@', '+', '*']).split_once('/') else { return };
    if let Some((_, place)) = HOMES.iter().find(|(known, _)| *known == kind) {
        let place = place.replace("{}", name);
        failure.details.insert("create".to_owned(), place);
    }
}

/// Kinds of values, what is wrong with this one, and how it is written.
fn written(expected: &str, given: &str, symbol: &str) -> Option<(&'static str, String)> {
    let takes = |kind: &str| expected.split(['|', ' ']).any(|one| one == kind);
    let number = |text: &str| !text.is_empty() && text.trim_start_matches('-').parse::<f64>().is_ok();
    let bare = given.trim();
    if takes("boolean") && matches!(bare.to_ascii_lowercase().as_str(), "true" | "false") {
        let said = if bare == given { "it is written in small letters" } else { "nothing else may stand there" };
        return Some((said, bare.to_ascii_lowercase()));
    }
    if takes("dimension") && number(bare) {
        let unit = if symbol.ends_with("textSize") { "sp" } else { "dp" };
        return Some(("it has no unit", format!("{bare}{unit}")));
    }
    if takes("color") && (3..=8).contains(&bare.len()) && bare.bytes().all(|c| c.is_ascii_hexdigit()) {
        return Some(("the `#` is missing", format!("#{bare}")));
    }
    let digits = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    if takes("dimension") && digits != bare && number(digits) {
        return Some(unit(&bare[digits.len()..], digits));
    }
    if (takes("integer") || takes("float")) && digits != bare && number(digits) {
        return Some(("it takes a plain number, without a unit", digits.to_owned()));
    }
    takes("reference").then(|| reference(bare, symbol)).flatten()
}

/// A length whose unit is not one, or stands apart from its number.
fn unit(unit: &str, digits: &str) -> (&'static str, String) {
    let known = unit.trim().to_ascii_lowercase();
    match known.as_str() {
        "dp" | "dip" | "sp" | "px" | "pt" | "in" | "mm" => {
            ("the unit is written in small letters, right behind the number", format!("{digits}{known}"))
        }
        _ => ("its unit is none that Android knows (`dp`, `sp`, `px`, `pt`, `in`, `mm`)", format!("{digits}dp")),
    }
}

/// A reference that lacks the sign before it: `id/basket`, `+id/basket`, `attr/colorShelf`.
fn reference(bare: &str, symbol: &str) -> Option<(&'static str, String)> {
    let Some((kind, name)) = bare.trim_start_matches('+').split_once('/') else { return file(bare) };
    if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.')) {
        return None;
    }
    // `android:color/white`
    let (package, kind) = kind.split_once(':').map_or((String::new(), kind), |(of, kind)| (format!("{of}:"), kind));
    let own = symbol == "id" || symbol == "android:id";
    match kind {
        "attr" => {
            Some(("a reference to the theme's attribute needs a `?` before it", format!("?{package}attr/{name}")))
        }
        "id" if package.is_empty() && (own || bare.starts_with('+')) => {
            Some(("the `@` of the reference is missing", format!("@+id/{name}")))
        }
        "id" => Some(("the `@` of the reference is missing", format!("@{package}id/{name}"))),
        _ if HOMES.iter().any(|(known, _)| *known == kind) => {
            Some(("the `@` of the reference is missing", format!("@{package}{kind}/{name}")))
        }
        _ => None,
    }
}

/// A reference that names a file: `lamp.png`.
fn file(bare: &str) -> Option<(&'static str, String)> {
    let (name, ending) = bare.split_once('.')?;
    let kind = match ending {
        "png" | "jpg" | "jpeg" | "webp" | "9.png" => "drawable",
        "ttf" | "otf" => "font",
        _ => return None,
    };
    let plain = !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    plain.then(|| ("a resource is named by its type and name, without the file's ending", format!("@{kind}/{name}")))
}

/// Sizes that only the width and height of a view in its parent take.
const SIZES: &[&str] = &["match_parent", "fill_parent", "wrap_content"];

/// A length that says how large the view is in its parent.
const SIZE: (&str, &[&str]) = (
    "`{symbol}` takes a length such as `48dp`; `{actual}` is a value of `layout_width` and `layout_height` only.",
    &[
        "Give `{symbol}` a length with a unit, e.g. `{symbol}=\"48dp\"`, or remove it; what is to fill the parent or fit the content is said by `layout_width` and `layout_height`.",
    ],
);

/// How the place is found where the message names no file.
const SEARCH: &str = "Where the log names no file, search for the place: `grep -rn '{symbol}' --include='*.xml' . | grep '{actual}'` (Android Studio: Find in Files).";

/// `(raw string) "true "`
static RAW: Pattern = Pattern::new(r#"^\(raw string\) "?(?P<text>[^"]*)"?$"#);

/// A value of another kind than the attribute takes.
fn value(failure: &mut Failure) {
    if let Some(actual) = failure.details.get("actual").and_then(|actual| RAW.captures(actual)) {
        let text = actual["text"].to_owned();
        failure.details.insert("actual".to_owned(), text);
    }
    let detail = |name: &str| failure.details.get(name).cloned().unwrap_or_default();
    let (expected, given) = (detail("expected"), detail("actual"));
    let symbol = failure.symbol.clone().unwrap_or_default();
    if expected.contains('|') {
        failure.details.insert("expected".to_owned(), expected.replace('|', " or "));
    }
    if !symbol.is_empty() && expected == "dimension" && SIZES.contains(&given.as_str()) {
        failure.say(SIZE.0, SIZE.1);
    } else if let Some((why, written)) = written(&expected, &given, &symbol) {
        correct(failure, why, written);
    } else {
        listed(failure);
        if failure.wording.is_none() {
            forms(&expected, &given, &symbol, failure);
        }
    }
    search(failure, &given);
}

/// Attributes that refer to one type of resource, by their ends.
const TYPES: &[(&str, &str)] = &[
    ("src", "drawable"),
    ("srcCompat", "drawable"),
    ("icon", "drawable"),
    ("Icon", "drawable"),
    ("logo", "drawable"),
    ("rawable", "drawable"),
    ("background", "drawable"),
    ("Background", "drawable"),
    ("font", "font"),
    ("heme", "style"),
    ("style", "style"),
    ("tyle", "style"),
    ("layout", "layout"),
    ("menu", "menu"),
    ("nimation", "anim"),
    ("navGraph", "navigation"),
];

/// How a value of a kind is written.
fn form(kind: &str, symbol: &str) -> Option<String> {
    let known = match kind {
        "color" => "a color (`#RRGGBB`, `@color/…`)",
        "dimension" => "a length with its unit (`16dp`, `@dimen/…`)",
        "boolean" => "`true` or `false`",
        "integer" => "a whole number",
        "float" => "a number (`0.5`)",
        "fraction" => "a percentage (`50%`)",
        "string" => "a text (`@string/…`)",
        "reference" => {
            let of = TYPES.iter().find(|(end, _)| symbol.ends_with(end)).map_or("type", |(_, of)| of);
            return Some(format!("a reference to a resource (`@{of}/…`)"));
        }
        _ => return None,
    };
    Some(known.to_owned())
}

/// Tells how values of the kinds that the attribute takes are written.
fn forms(expected: &str, given: &str, symbol: &str, failure: &mut Failure) {
    let known: Option<Vec<String>> = expected.split('|').map(|kind| form(kind, symbol)).collect();
    let Some(known) = known.filter(|_| !symbol.is_empty() && !expected.is_empty() && !given.is_empty()) else { return };
    failure.details.insert("forms".to_owned(), known.join(" or "));
    let font = symbol.trim_start_matches("android:") == "font" && !given.starts_with('@');
    let fixes: &[&str] = if font {
        &[
            "Put the font's file (`.ttf`, `.otf`) into `res/font` and refer to it: `{symbol}=\"@font/…\"`.",
            "A family of the system, such as `sans-serif`, needs no file in `res/font`: name it where a text is styled, `android:fontFamily=\"{actual}\"`, and delete this font family.",
        ]
    } else {
        &["Give `{symbol}` {forms}."]
    };
    failure.say("The value `{actual}` does not fit the attribute `{symbol}`, which takes {forms}.", fixes);
}

/// Tells the value as it has to be written.
fn correct(failure: &mut Failure, why: &str, written: String) {
    failure.details.insert("written".to_owned(), written);
    let (of, step) = if failure.symbol.is_none() {
        ("", "Write `{written}`.")
    } else {
        (" of `{symbol}`", "Write `{symbol}=\"{written}\"`.")
    };
    let generated = failure.file.as_deref().is_some_and(|file| file.ends_with("gradleResValues.xml"));
    let step =
        if generated { "Correct the `resValue(…)` line in the module's build file: `{written}`." } else { step };
    failure.say(&format!("The value `{{actual}}`{of} is no {{expected}}, which is required: {why}."), &[step]);
}

/// Says how the place is found, where the message names an attribute and its value but no file.
fn search(failure: &mut Failure, given: &str) {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_#/-".contains(c);
    let placed = failure.file.is_some() || failure.evidence.iter().any(|line| line.text.contains(".xml"));
    if !placed
        && failure.symbol.is_some()
        && !given.is_empty()
        && given.chars().all(plain)
        && let Some(wording) = &mut failure.wording
    {
        wording.fixes.push(SEARCH.to_owned());
    }
}

/// Names the values that the attribute takes.
fn listed(failure: &mut Failure) {
    let Some(found) = LISTED.captures(&failure.message) else { return };
    let joined = &found["kind"] == "flags";
    let kinds = found["kinds"].trim_end_matches('|').replace('|', " or ");
    let names: Vec<String> = found["list"]
        .split(',')
        .filter_map(|one| one.split_once('='))
        .map(|(name, _)| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    let Some(given) = failure.details.get("actual").cloned().filter(|_| !names.is_empty()) else { return };
    let meant = meant(&given, &names, joined);
    let mut shown = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        shown.push_str(" …");
    }
    failure.details.insert("values".to_owned(), shown);
    let how = if joined { "one or more of these, joined by `|`" } else { "one of these" };
    let how = if kinds.is_empty() { how.to_owned() } else { format!("a value of the kind {kinds}, or {how}") };
    let write = match meant {
        Some(meant) => {
            failure.details.insert("meant".to_owned(), meant);
            "If it is meant, write `{symbol}=\"{meant}\"`; else another of the values in the list.".to_owned()
        }
        None => format!("Give `{{symbol}}` {how}."),
    };
    failure.wording = Some(Wording {
        cause: format!("`{{symbol}}` has no value `{{actual}}`; it takes {how}: {{values}}."),
        fixes: vec![write],
    });
}

/// The values that are in the given one: in other letters, joined by something else, or with a small slip.
fn meant(given: &str, names: &[String], joined: bool) -> Option<String> {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', ' ', '_'], "");
    if let Some(same) = names.iter().find(|name| plain(name) == plain(given)) {
        return Some(same.clone());
    }
    let parts: Vec<&str> = given.split(['|', ',', ' ', '_', '-', '+', '/']).filter(|part| !part.is_empty()).collect();
    if joined && parts.len() > 1 {
        let known: Option<Vec<String>> = parts.iter().map(|part| named(part, &parts, names)).collect();
        if let Some(known) = known {
            return Some(known.join("|"));
        }
    }
    let nearest = names.iter().map(|name| (strsim::osa_distance(&plain(name), &plain(given)), name)).min()?;
    (nearest.0 <= given.len() / 4).then(|| nearest.1.clone())
}

/// A part that is a value; `center` beside a side is the other direction's.
fn named(part: &str, all: &[&str], names: &[String]) -> Option<String> {
    let has = |name: &str| names.iter().any(|one| one == name);
    let beside = |sides: &[&str]| all.iter().any(|one| sides.contains(&one.to_ascii_lowercase().as_str()));
    let lower = part.to_ascii_lowercase();
    if lower == "center" && beside(&["start", "end", "left", "right"]) && has("center_vertical") {
        return Some("center_vertical".to_owned());
    }
    if lower == "center" && beside(&["top", "bottom"]) && has("center_horizontal") {
        return Some("center_horizontal".to_owned());
    }
    has(&lower).then_some(lower)
}

#[cfg(test)]
mod tests {
    use super::{meant, written};
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn how_a_value_is_written_is_told() {
        let told = |expected: &str, given: &str, symbol: &str| written(expected, given, symbol).map(|(_, text)| text);
        assert_eq!(told("dimension", "16", "layout_marginStart").as_deref(), Some("16dp"));
        assert_eq!(told("dimension", "14", "android:textSize").as_deref(), Some("14sp"));
        assert_eq!(told("color|reference", "FF0000", "background").as_deref(), Some("#FF0000"));
        assert_eq!(told("boolean", "True", "enabled").as_deref(), Some("true"));
        assert_eq!(told("integer", "3dp", "maxLines").as_deref(), Some("3"));
        assert_eq!(told("dimension", "16 DP", "padding").as_deref(), Some("16dp"));
        assert_eq!(told("dimension", "16dpi", "padding").as_deref(), Some("16dp"));
        assert_eq!(told("float", "0.5dp", "alpha").as_deref(), Some("0.5"));
        assert_eq!(told("reference", "id/basket", "id").as_deref(), Some("@+id/basket"));
        assert_eq!(told("reference", "+id/basket", "android:id").as_deref(), Some("@+id/basket"));
        assert_eq!(told("reference|enum", "id/basket", "layout_below").as_deref(), Some("@id/basket"));
        assert_eq!(told("color|reference", "android:color/white", "tint").as_deref(), Some("@android:color/white"));
        assert_eq!(told("reference", "attr/colorShelf", "tint").as_deref(), Some("?attr/colorShelf"));
        assert_eq!(told("reference", "lamp.png", "src").as_deref(), Some("@drawable/lamp"));
        assert_eq!(told("reference", "com.example.Lamp", "src"), None);
        assert_eq!(told("reference", "shelves/oak", "src"), None);
        assert_eq!(told("dimension", "drawable/oak", "src"), None);
        assert_eq!(told("boolean", "maybe", "enabled"), None);
        assert_eq!(told("dimension", "wide", "layout_width"), None);
    }

    #[test]
    fn a_size_in_the_parent_is_no_length() {
        let answer = |text: &str| analyze(parse(text), None).fix_guidelines.join(" / ");
        let bare = "error: 'wrap_content' is incompatible with attribute maxWidth (attr) dimension.";
        let said = answer(bare);
        assert!(said.contains("`maxWidth=\"48dp\"`") && said.contains("grep -rn 'maxWidth'"), "{said}");
        let placed = format!("/p/res/layout/a.xml:3: {bare}");
        let said = answer(&placed);
        assert!(said.contains("48dp") && !said.contains("grep"), "{said}");
    }

    #[test]
    fn what_an_attribute_takes_is_told_as_it_is_written() {
        let answer = |value: &str, attribute: &str, takes: &str| {
            let text =
                format!("/p/res/a.xml:3: error: '{value}' is incompatible with attribute {attribute} (attr) {takes}.");
            let told = analyze(parse(&text), None);
            format!("{} {}", told.root_cause.unwrap_or_default(), told.fix_guidelines.join(" / "))
        };
        for (value, attribute, takes, said) in [
            ("serif", "font", "reference", "`font=\"@font/…\"`"),
            ("lamp", "roundIcon", "reference", "Give `roundIcon` a reference to a resource (`@drawable/…`)"),
            ("lamp", "labelFor", "reference", "(`@type/…`)"),
            ("wide", "tint", "color|reference", "a color (`#RRGGBB`, `@color/…`) or a reference"),
            ("on", "exported", "boolean", "takes `true` or `false`"),
        ] {
            let told = answer(value, attribute, takes);
            assert!(told.contains(said), "{told}");
        }
    }

    #[test]
    fn what_was_meant_is_found() {
        let gravity: Vec<String> = ["bottom", "center", "center_horizontal", "center_vertical", "end", "start", "top"]
            .map(str::to_owned)
            .into();
        let orientation: Vec<String> = ["horizontal", "vertical"].map(str::to_owned).into();
        assert_eq!(meant("center_end", &gravity, true).as_deref(), Some("center_vertical|end"));
        assert_eq!(meant("top,center", &gravity, true).as_deref(), Some("top|center_horizontal"));
        assert_eq!(meant("centerVertical", &gravity, true).as_deref(), Some("center_vertical"));
        assert_eq!(meant("Vertical", &orientation, false).as_deref(), Some("vertical"));
        assert_eq!(meant("diagonal", &orientation, false), None);
    }
}
