//! A resource that is defined in two files: where the other one is.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `ERROR: [string/app_name] /p/a.xml [string/app_name] /p/b.xml: Resource and asset merger: Duplicate resources`,
/// `[string/app_name] /p/a.xml [string/app_name] /p/b.xml: Error: Duplicate resources`
static DUPLICATE: Pattern = Pattern::new(
    r"^(?:> )?(?:ERROR: ?)?\[(?P<symbol>[^\]]+)\] (?P<first>.+?\.[a-z]+)\s+\[[^\]]+\] (?P<second>.+?\.[a-z]+): .*Duplicate resources",
);

/// `/p/res/values/base_colors.xml:12: Originally defined here.`, `/p/values.xml:8: error: resource previously defined here.`
static OTHER: Pattern = Pattern::new(
    r"(?P<file>[^:\s]*[^:\s/\\]\.xml):(?P<line>[0-9]+): (?:AAPT: )?(?:error: )?(?:[Oo]riginally|[Rr]esource previously) defined here",
);

/// Lines below the first place that may have the other one.
const BELOW: usize = 3;

/// A resource and the two files that bring it.
pub struct Twice {
    pub symbol: String,
    /// The one that a person can change, where one of them is written by the build.
    pub file: String,
    pub other: String,
}

/// Reads the resource merger's line, which names both files.
pub fn read(lines: &Lines, at: usize, line: &str) -> Option<Twice> {
    // A paste may break the three parts into lines.
    let whole = if line.trim_start_matches("> ").starts_with('[') && !line.contains("Duplicate resources") {
        &[line, lines.get(at + 1).trim(), lines.get(at + 2).trim()].join(" ")
    } else {
        line
    };
    let hit = DUPLICATE.captures(whole)?;
    let made = |path: &str| path.replace('\\', "/").contains("/build/");
    let swapped = made(&hit["first"]) && !made(&hit["second"]);
    let (file, other) = if swapped { ("second", "first") } else { ("first", "second") };
    Some(Twice { symbol: hit["symbol"].to_owned(), file: hit[file].to_owned(), other: hit[other].to_owned() })
}

/// Adds the place of the first definition, which aapt prints below that of the second.
pub fn explain(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::XmlDuplicateResource {
        return;
    }
    if failure.symbol.is_none() {
        failure.symbol = failure.details.get("name").cloned();
    }
    let below = (at + 1..(at + 1 + BELOW).min(lines.len())).map(|index| lines.get(index));
    let Some(other) = below.into_iter().find_map(|line| OTHER.captures(line)) else { return };
    let same_line = failure.line.is_some_and(|line| line.to_string() == other["line"]);
    if same_line && failure.file.as_deref() == Some(&other["file"]) {
        return;
    }
    if failure.wording.is_some() || failure.symbol.is_none() {
        return failure.details.extend([("other_file".to_owned(), other["file"].to_owned())]);
    }
    let name = other["file"].rsplit(['/', '\\']).next().unwrap_or_default();
    failure.details.insert("other_place".to_owned(), format!("{name}:{}", &other["line"]));
    let folder = |path: &str| path.rsplit_once(['/', '\\']).map(|(folder, _)| folder.to_owned());
    let own = failure.file.as_deref().unwrap_or_default();
    if own == &other["file"] {
        failure.say(
            "`{symbol}` is defined twice (duplicate resource) in this file: here and at {other_place}.",
            &["Remove or rename one of the two."],
        );
    } else if folder(own).is_some() && folder(own) == folder(&other["file"]) {
        failure.say(
            "`{symbol}` is defined twice (duplicate resource) in the same directory: here and at {other_place}.",
            &[
                "Remove one of the two. In a library's copied directory files of two of its versions are mixed: delete that directory and copy it afresh.",
            ],
        );
    } else {
        failure.say(
            "`{symbol}` is defined twice (duplicate resource): here and at {other_place}.",
            &[
                "Remove or rename the one that is yours.",
                "If both are of libraries, two of them (or two versions of one) bring it: keep one.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn both_places_are_told() {
        let text = |other: &str| {
            format!(
                "[aapt] /home/dev/shelf/res/values/colors.xml:13: error: Resource entry basket_line is already defined.\n[aapt] {other}:12: Originally defined here.\nBUILD FAILED\n"
            )
        };
        let same = answer(&text("/home/dev/shelf/res/values/base_colors.xml"));
        assert!(same.contains("in the same directory: here and at base_colors.xml:12."), "{same}");
        assert!(
            answer(&text("/home/dev/shelf/res/values/colors.xml")).contains("in this file: here and at colors.xml:12.")
        );
        let other = answer(&text("/home/dev/till/res/values/lines.xml"));
        assert!(other.contains("here and at lines.xml:12") && other.contains("is yours"), "{other}");
    }
}
