//! Which build step makes a name: resources, view binding, annotation processors, plugins.
//!
//! Sources: the documentation of each generator (developer.android.com/build, dagger.dev, developer.android.com/training/
//! data-storage/room, docs.flutter.dev), read in November 2026.

mod table;

use crate::model::failure::Failure;
use table::{GENERATED, Pick};

/// Adds to a failure about a name that cannot be resolved which build step makes such a name (`generator`) and how it
/// comes to be there (`remedy`).
pub fn describe(failure: &mut Failure) {
    let Some(symbol) = failure.symbol.clone() else { return };
    let Some(made) = GENERATED.iter().find(|made| made.pick.takes(&symbol)) else { return };
    let source = source_of(&symbol);
    failure.details.insert("generator".to_owned(), made.source.replace("{}", &source));
    failure.details.insert("remedy".to_owned(), made.remedy.replace("{}", &source));
}

/// The source of a generated name: `ActivityMainBinding` from `activity_main`, `BasketDao_Impl` from `BasketDao`.
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
    use crate::model::failure::{Failure, Language};

    fn generator(symbol: &str) -> Option<String> {
        let mut failure = Failure::new(Category::KotlinUnresolvedReference, Language::Kotlin, "");
        failure.symbol = Some(symbol.to_owned());
        describe(&mut failure);
        failure.details.remove("generator")
    }

    #[test]
    fn generated_names_have_their_source() {
        assert!(generator("ActivityMainBinding").expect("generated").contains("`activity_main`"));
        assert!(generator("BasketDao_Impl").expect("generated").contains("`BasketDao`"));
        assert!(generator("Hilt_MainActivity").expect("generated").contains("`MainActivity`"));
        assert!(generator("R").is_some());
        assert_eq!(generator("Binding"), None);
        assert_eq!(generator("Rx"), None);
    }
}
