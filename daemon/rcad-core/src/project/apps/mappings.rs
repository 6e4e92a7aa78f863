//! The mappings that minifying a project's apps has left in its build directories.

use super::{BUILT, METADATA, MOST_VARIANTS, OUTPUTS};
use crate::pattern::Pattern;
use crate::project::tree::{Files, join, walk};

/// Where R8 and ProGuard put theirs: `release/mapping.txt`, with other versions of the plugin `r8/release/mapping.txt`.
const MAPPINGS: &str = "build/outputs/mapping";
/// Its name.
const MAPPING: &str = "mapping.txt";

/// `"variantName": "paidRelease",`
static VARIANT: Pattern = Pattern::new(r#""variantName":\s*"(?P<variant>[^"]+)""#);

/// A mapping that a build has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltMapping {
    /// Its path in the project: `app/build/outputs/mapping/release/mapping.txt`.
    pub path: String,
    /// The app, where the build wrote down which it is.
    pub package: Option<String>,
}

/// The mappings of all modules and variants, as far as they are there. `dirs` are those of the modules.
pub fn mappings(files: &dyn Files, dirs: &[&str]) -> Vec<BuiltMapping> {
    let mut all = Vec::new();
    for dir in dirs {
        let found = walk(files, &join(dir, MAPPINGS), MOST_VARIANTS, &|path| path.ends_with(MAPPING));
        if found.is_empty() {
            continue;
        }
        let metadata = walk(files, &join(dir, OUTPUTS), MOST_VARIANTS, &|path| path.ends_with(METADATA));
        let texts: Vec<String> = metadata.iter().filter_map(|path| files.read(path)).collect();
        all.extend(found.into_iter().map(|path| BuiltMapping { package: package(&path, &texts), path }));
    }
    all
}

/// The app of the variant whose name is the mapping's directory.
fn package(path: &str, metadata: &[String]) -> Option<String> {
    let variant = path.rsplit('/').nth(1)?;
    let of_variant = |text: &&String| VARIANT.captures(text).is_some_and(|found| &found["variant"] == variant);
    metadata.iter().find(of_variant).and_then(|text| BUILT.captures(text)).map(|found| found["id"].to_owned())
}

#[cfg(test)]
mod tests {
    use super::mappings;
    use crate::project::overview::Overview;
    use crate::project::tree::tests::FileMap;

    #[test]
    fn mappings_are_found_with_their_apps() {
        let map = FileMap::of(&[
            ("settings.gradle", "include ':app', ':core'\n"),
            ("app/build/outputs/mapping/paidRelease/mapping.txt", "# compiler: R8\n"),
            ("app/build/outputs/mapping/release/mapping.txt", "# compiler: R8\n"),
            ("app/build/outputs/mapping/release/usage.txt", ""),
            (
                "app/build/outputs/apk/paid/release/output-metadata.json",
                "{\"applicationId\": \"com.example.books.paid\", \"variantName\": \"paidRelease\"}",
            ),
        ]);
        let found: Vec<_> =
            mappings(&map, &Overview::of(&map).dirs()).into_iter().map(|one| (one.path, one.package)).collect();
        let path = |variant: &str| format!("app/build/outputs/mapping/{variant}/mapping.txt");
        assert_eq!(found, [(path("paidRelease"), Some("com.example.books.paid".into())), (path("release"), None)]);
    }
}
