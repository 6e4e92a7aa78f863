//! What an attribute takes, where aapt2 lists it, and what was probably meant.

use crate::Category;
use crate::model::failure::{Failure, Wording};
use crate::pattern::Pattern;

/// `'center_end' is incompatible with attribute layout_gravity (attr) flags [bottom=80, center=17, …]`
static LISTED: Pattern = Pattern::new(r"\(attr\) (?P<kinds>[a-z|]*?)(?P<kind>flags|enum) \[(?P<list>[^\]]+)");

/// Most names that are shown.
const SHOWN: usize = 16;

/// Names the values that the attribute takes.
pub fn explain(failure: &mut Failure) {
    if failure.category != Category::XmlInvalidValue {
        return;
    }
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
    use super::meant;

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
