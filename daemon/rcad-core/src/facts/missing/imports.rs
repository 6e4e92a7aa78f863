//! What the import that fails is, where the place of a missing Kotlin name shows one: an icon of Material's large set, or a
//! name that several files import.

use crate::Category;
use crate::model::failure::Failure;

/// Icons that only `material-icons-extended` has (`testdata/catalogues/icon-names`).
const ICONS: &str = include_str!("../published/icons.txt");

/// The columns of a name in `import androidx.compose.material.icons.filled.Name` and its sisters.
const ICON_COLUMNS: &[(u32, &str)] =
    &[(47, "filled"), (49, "outlined"), (48, "rounded"), (46, "sharp"), (60, "automirrored.filled")];

/// Last line of a file on which an icon's import is looked for.
const LAST: u32 = 120;

/// Adds `icon_set`, or words for what several files import.
pub fn tell(failure: &mut Failure) {
    if failure.category != Category::KotlinUnresolvedReference || failure.details.contains_key("known") {
        return;
    }
    if failure.details.contains_key("of_coroutines") {
        return failure.say(
            "`{symbol}` is a word of the import of `kotlinx.coroutines`, for {of_coroutines} are missing as well: this module does not have the library `kotlinx-coroutines-core`.",
            &[
                "Add `implementation(\"org.jetbrains.kotlinx:kotlinx-coroutines-core:<version>\")` to the dependencies of this module, in a multiplatform project to those of `commonMain` (Kotlin/JS before multiplatform artifacts, with coroutines up to 1.3: `kotlinx-coroutines-core-js`).",
            ],
        );
    }
    if let Some(set) = icon_set(failure) {
        failure.details.insert("icon_set".to_owned(), set.to_owned());
        return failure.say(
            "By its name and column `{symbol}` is an import of a Material icon (`androidx.compose.material.icons.{icon_set}.{symbol}`), and only `material-icons-extended` has that one: `material-icons-core`, which comes with Material, has some 50.",
            &[
                "Add `implementation(\"androidx.compose.material:material-icons-extended\")` (version by the Compose BOM; the last one is 1.7.8) to the build file of the module.",
                "For a few icons take vector drawables (Material Symbols) with `painterResource` instead: the artifact is large and gets no more updates.",
            ],
        );
    }
    let told = ["artifact", "qualified", "own_import", "in_import", "missing_beside", "missing_of_package"];
    if failure.details.contains_key("imported_at") && failure.first_detail(&told).is_none() {
        failure.say(
            "Several files import `{symbol}` ({imported_at}), and the package that these imports name has nothing of this name.",
            &[
                "Look at the package in that import: declare `{symbol}` there (again), or import what it is called or where it lies now. It was renamed, moved, removed, or its file is missing here (not committed, not generated).",
            ],
        );
    }
}

/// The set of an icon whose import fails, by its name and column.
pub fn icon_set(failure: &Failure) -> Option<&'static str> {
    let (symbol, line, column) = (failure.symbol.as_deref()?, failure.line?, failure.column?);
    let (_, set) = ICON_COLUMNS.iter().find(|(at, _)| *at == column)?;
    (line <= LAST && is_extended_icon(symbol)).then_some(set)
}

/// Whether only `material-icons-extended` has an icon of this name.
pub fn is_extended_icon(name: &str) -> bool {
    ICONS.split_whitespace().any(|icon| icon == name)
}

#[cfg(test)]
mod tests {
    use super::ICON_COLUMNS;
    use crate::explain::analyze;
    use crate::parse::parse;

    fn cause(log: &str) -> String {
        analyze(parse(log), None).root_cause.unwrap_or_default()
    }

    #[test]
    fn columns_are_those_of_the_imports() {
        for (column, set) in ICON_COLUMNS {
            let import = format!("import androidx.compose.material.icons.{set}.");
            assert_eq!(import.len() + 1, *column as usize, "{set}");
        }
    }

    #[test]
    fn an_icon_is_known_by_name_and_column() {
        let log = |place: &str| {
            format!(
                "e: file:///home/dev/shop/Till.kt:{place} Unresolved reference 'Security'.\n> Task :app:compileDebugKotlin FAILED\n"
            )
        };
        assert!(cause(&log("14:47")).contains("material-icons-extended"), "{}", cause(&log("14:47")));
        assert!(!cause(&log("140:47")).contains("material-icons-extended"));
        assert!(!cause(&log("14:31")).contains("material-icons-extended"));
    }

    #[test]
    fn each_of_several_names_gets_its_import() {
        let log = "e: file:///w/Till.kt:9:9 Unresolved reference 'Box'.\ne: file:///w/Till.kt:12:9 Unresolved reference 'Spacer'.\ne: file:///w/Oak.kt:15:22 Unresolved reference 'fillMaxWidth'.\n";
        let told = crate::explain::answer(log);
        for name in ["Spacer", "fillMaxWidth"] {
            assert!(told.contains(&format!("(`import androidx.compose.foundation.layout.{name}`)")), "{told}");
        }
    }

    #[test]
    fn what_several_files_import_is_not_to_be_imported() {
        let log = "e: file:///home/dev/shop/Till.kt:36:49 Unresolved reference 'NightViolet'.\n\
            e: file:///home/dev/shop/Drawer.kt:13:49 Unresolved reference 'NightViolet'.\n";
        assert!(cause(log).contains("Drawer.kt:13"), "{}", cause(log));
    }
}
