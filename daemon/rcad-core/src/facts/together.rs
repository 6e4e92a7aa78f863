//! Resources that are missing together: rather a file, module or submodule is missing than each of them.

use crate::model::failure::Role;
use crate::{Category, Failure};

/// Names that are told.
const NAMED: usize = 4;

/// Directories of what was downloaded: such a file's resources are no matter of the checkout.
const DOWNLOADED: &[&str] =
    &["node_modules", ".gradle/caches", ".gradle\\caches", "transforms-", "Pub\\Cache", ".pub-cache"];

/// What else explains why a resource is missing.
const EXPLAINED: &[&str] = &["artifact", "resource_library", "framework_since", "min_compile_sdk", "parent", "known"];

/// Whether the resource is one that this project should define.
fn is_own(failure: &Failure) -> bool {
    let file = failure.file.as_deref().unwrap_or_default();
    let symbol = failure.symbol.as_deref().unwrap_or_default();
    failure.category == Category::XmlResourceNotFound
        && failure.role != Role::Consequence
        && failure.wording.is_none()
        && symbol.contains('/')
        && !symbol.contains(':')
        && !EXPLAINED.iter().any(|key| failure.details.contains_key(*key))
        && !DOWNLOADED.iter().any(|directory| file.contains(directory))
}

/// Tells each failure that is about a missing resource which others are missing with it.
pub fn tell(failures: &mut [Failure]) {
    let mut names: Vec<String> = Vec::new();
    for symbol in failures.iter().filter(|one| is_own(one)).filter_map(|one| one.symbol.clone()) {
        if !names.contains(&symbol) {
            names.push(symbol);
        }
    }
    let [first, _, ..] = names.as_slice() else { return };
    let searched = first.rsplit('/').next().unwrap_or(first).to_owned();
    for failure in failures.iter_mut().filter(|one| is_own(one)) {
        let own = failure.symbol.clone().unwrap_or_default();
        let others: Vec<String> =
            names.iter().filter(|name| **name != own).take(NAMED).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > NAMED + 1 { " …" } else { "" };
        failure.details.insert("missing_with".to_owned(), others.join(", ") + more);
        failure.details.insert("missing_first".to_owned(), searched.clone());
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn told(lines: &[&str]) -> crate::Analysis {
        analyze(parse(&lines.join("\n")), None)
    }

    const SHELF: &str = "/p/app/src/main/res/layout/shelf.xml:7: AAPT: error: resource string/shelf_title (aka com.example.shop:string/shelf_title) not found.";
    const BASKET: &str = "/p/app/src/main/res/menu/basket.xml:9: AAPT: error: resource drawable/ic_basket (aka com.example.shop:drawable/ic_basket) not found.";

    #[test]
    fn several_names_at_once_are_a_missing_file() {
        let answer = told(&[SHELF, BASKET]);
        let cause = answer.root_cause.unwrap_or_default();
        assert!(cause.contains("`string/shelf_title`") && cause.contains("`drawable/ic_basket`"), "{cause}");
        assert!(answer.fix_guidelines[0].contains("git submodule update --init"), "{:?}", answer.fix_guidelines);
        assert!(!answer.fix_guidelines.iter().any(|fix| fix.starts_with("Then: ")), "{:?}", answer.fix_guidelines);
    }

    #[test]
    fn one_name_or_a_librarys_is_not() {
        let library = "/p/app/src/main/res/values/themes.xml:3: AAPT: error: resource style/Theme.Material3.Light (aka com.example.shop:style/Theme.Material3.Light) not found.";
        for lines in [&[SHELF][..], &[SHELF, SHELF], &[SHELF, library]] {
            let answer = told(lines);
            assert!(!answer.fix_guidelines[0].contains("submodule"), "{:?}", answer.fix_guidelines);
        }
    }
}
