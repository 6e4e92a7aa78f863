//! Imports of views as variables, `kotlinx.android.synthetic.main.activity_shelf.*`, of which the compiler names one segment only:
//! its column tells, and the ids of views that the same file misses below it.

use std::collections::BTreeMap;

use crate::Category;
use crate::facts::is_view_id;
use crate::facts::names::IMPORTS;
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// The detail of such an import: a view that the file misses with it.
pub const VIEWS_IMPORT: &str = "missing_view";

/// Columns behind `import kotlinx.android.synthetic.` and `….synthetic.main.`; rules know the segments before.
const BEHIND_SYNTHETIC: u32 = 34;
const BEHIND_MAIN: u32 = 39;

/// What is known of a name otherwise.
const KNOWN: &[&str] = &["known", "decoded", "own_import", "artifact"];

/// Words the segments of such imports, and marks them.
pub fn tell(taken: &mut [TakenFailure]) {
    let mut views: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for one in taken.iter() {
        let failure = &one.found.failure;
        if let (Some(file), Some(line), Some(symbol)) = (&failure.file, failure.line, &failure.symbol)
            && failure.category == Category::KotlinUnresolvedReference
            && segment(failure).is_none()
            && is_view_id(symbol)
        {
            views.entry(file.clone()).or_insert_with(|| (line, symbol.clone()));
        }
    }
    for one in taken.iter_mut() {
        let failure = &mut one.found.failure;
        let below = failure.file.as_ref().and_then(|file| views.get(file)).filter(|view| failure.line < Some(view.0));
        if let (Some(before), Some((_, view))) = (segment(failure), below) {
            failure.details.insert(VIEWS_IMPORT.to_owned(), view.clone());
            failure.details.remove("as_member");
            failure.details.insert("in_import".to_owned(), "import".to_owned());
            failure.details.insert("before".to_owned(), before.to_owned());
            failure.say(
                "By its column, line {line} is probably `import {before}{symbol}…`: it made the views of a layout variables (such as `{missing_view}`, which is missing with it). That was the work of the plugin `kotlin-android-extensions`, which Kotlin 1.8 removed; with an older Kotlin the plugin is not applied in this module, or has no such source set or layout.",
                &[
                    "Switch on view binding (`android {{ buildFeatures {{ viewBinding = true }} }}`), remove the `kotlinx.android.synthetic` imports from `{name}`, inflate the generated `…Binding` class of the layout and read `binding.{missing_view}` (an id with `_` in camel case) and the other views from it.",
                    "For a few views `findViewById<…>(R.id.{missing_view})` is enough. In a downloaded package (`node_modules`, `.pub-cache`) take a newer version.",
                ],
            );
        }
    }
}

/// What stands before the name in such an import, where it may be a segment of one.
fn segment(failure: &Failure) -> Option<&'static str> {
    let (symbol, line, column) = (failure.symbol.as_deref()?, failure.line?, failure.column?);
    let small = symbol.starts_with(|letter: char| letter.is_ascii_lowercase());
    let known = KNOWN.iter().any(|key| failure.details.contains_key(*key)) || failure.wording.is_some();
    if failure.category != Category::KotlinUnresolvedReference || !small || known || line > IMPORTS {
        return None;
    }
    match column {
        BEHIND_SYNTHETIC => Some("kotlinx.android.synthetic."),
        BEHIND_MAIN if symbol.contains('_') => Some("kotlinx.android.synthetic.main."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{BEHIND_MAIN, BEHIND_SYNTHETIC};
    use crate::explain::answer;
    use crate::parse::parse;

    fn log(column: u32, symbol: &str, view: &str) -> String {
        format!(
            "e: file:///w/Till.kt:8:{column} Unresolved reference: {symbol}\ne: file:///w/Till.kt:31:9 Unresolved reference: {view}\n> Task :app:compileDebugKotlin FAILED\n"
        )
    }

    #[test]
    fn columns_are_those_of_the_imports() {
        assert_eq!("import kotlinx.android.synthetic.".len() + 1, BEHIND_SYNTHETIC as usize);
        assert_eq!("import kotlinx.android.synthetic.main.".len() + 1, BEHIND_MAIN as usize);
    }

    #[test]
    fn a_segment_of_such_an_import_and_the_views_are_one_failure() {
        for (column, symbol) in [(34, "main"), (34, "debug"), (34, "paid"), (39, "activity_till")] {
            let text = log(column, symbol, "btnPay");
            assert!(answer(&text).contains("kotlin-android-extensions"), "{}", answer(&text));
            let failures = parse(&text).failures;
            assert_eq!((failures[0].symbol.as_deref(), failures[0].line), (Some(symbol), Some(8)));
            assert!(failures[1].explained_by.is_some(), "{failures:?}");
        }
    }

    #[test]
    fn another_import_is_none() {
        for (column, symbol, view) in [(34, "main", "scan"), (30, "main", "btnPay"), (39, "lamps", "btnPay")] {
            let told = answer(&log(column, symbol, view));
            assert!(!told.contains("import kotlinx.android"), "{told}");
        }
    }
}
