//! Where well-known names come from: libraries by the names that they declare, generators by the names that they make.
//!
//! Sources: the API reference of each library (developer.android.com/reference/kotlin, kotlinlang.org/api, the projects' own
//! documentation), read in November 2026.

mod table;

use crate::failure::Failure;
use table::{GENERATED, LIBRARIES, Pick};

/// Adds to a failure about a name that cannot be resolved where that name usually comes from: `provider` (a library's
/// coordinate, without a version), `declared` (its full name), or `generator` and `remedy`.
pub fn describe(failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone() else { return };
    if let Some(made) = GENERATED.iter().find(|made| made.pick.takes(&symbol)) {
        let source = made.source.replace("{}", &source_of(&symbol));
        failure.details.insert("generator".to_owned(), source);
        failure.details.insert("remedy".to_owned(), made.remedy.to_owned());
        return;
    }
    let simple = symbol.rsplit('.').next().unwrap_or(&symbol);
    let known = LIBRARIES.iter().find(|library| {
        library.names.contains(&simple) || library.packages.iter().any(|package| is_of(&symbol, package))
    });
    if let Some(library) = known {
        failure.details.insert("provider".to_owned(), library.provides.to_owned());
        failure.details.insert("declared".to_owned(), library.package.to_owned());
    }
}

/// Whether a symbol is a package or lies in it.
fn is_of(symbol: &str, package: &str) -> bool {
    symbol == package
        || (package.contains('.') && symbol.strip_prefix(package).is_some_and(|rest| rest.starts_with('.')))
}

/// What a generated name was made from: `ActivityMainBinding` from `activity_main`, `BasketDao_Impl` from `BasketDao`.
fn source_of(symbol: &str) -> String {
    let simple = symbol.rsplit('.').next().unwrap_or(symbol);
    if let Some(layout) = simple.strip_suffix("Binding") {
        return snake(layout);
    }
    let trimmed = ["Hilt_", "Dagger"].iter().find_map(|start| simple.strip_prefix(start)).unwrap_or(simple);
    let ends = [
        "_Impl",
        "_Factory",
        "_MembersInjector",
        "_HiltModules",
        "_GeneratedInjector",
        "_HiltComponents",
        "JsonAdapter",
        "Directions",
        "Args",
    ];
    ends.iter().find_map(|end| trimmed.strip_suffix(end)).unwrap_or(trimmed).to_owned()
}

fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (at, letter) in name.chars().enumerate() {
        if letter.is_ascii_uppercase() && at > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

impl Pick {
    fn takes(&self, symbol: &str) -> bool {
        let simple = symbol.rsplit('.').next().unwrap_or(symbol);
        match self {
            Pick::Name(name) => simple == *name,
            Pick::Start(start) => {
                simple.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
            }
            Pick::End(end) => {
                simple.strip_suffix(end).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::Category;
    use crate::failure::{Failure, Language};

    fn details(symbol: &str) -> (Option<String>, Option<String>) {
        let mut failure = Failure::new(Category::KotlinUnresolvedReference, Language::Kotlin, "");
        failure.symbol = Some(symbol.to_owned());
        describe(&mut failure);
        (failure.details.remove("provider"), failure.details.remove("generator"))
    }

    #[test]
    fn well_known_names_have_their_library() {
        assert_eq!(details("viewModelScope").0.as_deref(), Some("androidx.lifecycle:lifecycle-viewmodel-ktx"));
        assert_eq!(details("androidx.room").0.as_deref(), Some("androidx.room:room-ktx"));
        assert_eq!(details("androidx.room.Room").0.as_deref(), Some("androidx.room:room-ktx"));
        assert_eq!(details("basketTotal"), (None, None));
        assert_eq!(details("roomy"), (None, None));
    }

    #[test]
    fn generated_names_have_their_source() {
        assert!(details("ActivityMainBinding").1.expect("generated").contains("`activity_main`"));
        assert!(details("BasketDao_Impl").1.expect("generated").contains("`BasketDao`"));
        assert!(details("Hilt_MainActivity").1.expect("generated").contains("`MainActivity`"));
        assert!(details("R").1.is_some());
        assert_eq!(details("Binding").1, None);
        assert_eq!(details("Rx").1, None);
    }
}
