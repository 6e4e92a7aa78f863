//! Each category as a searchable note: cause and fixes without a failure's names, with the official page's address. Made
//! from the tables of explanations.

use super::meaning;
use crate::Category;

/// A note on a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryNote {
    /// The category.
    pub category: Category,
    /// Its title.
    pub title: &'static str,
    /// Cause and fixes; `…` replaces names that only a failure has.
    pub text: String,
    /// Page of the tool's own documentation, of the category or else of its family.
    pub link: Option<&'static str>,
}

/// Pages of families: the beginning of a category's id, the longest that fits, and the address. Each address is one that
/// the tool's own documentation is reached by (seen in 2026).
const PAGES: &[(&str, &str)] = &[
    ("kotlin_", "https://kotlinlang.org/docs/basic-syntax.html"),
    ("kotlin_unresolved_reference", "https://kotlinlang.org/docs/packages.html"),
    ("kotlin_visibility", "https://kotlinlang.org/docs/visibility-modifiers.html"),
    ("kotlin_type_mismatch", "https://kotlinlang.org/docs/typecasts.html"),
    ("kapt_ksp", "https://kotlinlang.org/docs/kapt.html"),
    ("compose_", "https://developer.android.com/develop/ui/compose/state"),
    ("compose_derived_state", "https://developer.android.com/develop/ui/compose/side-effects"),
    ("compose_disposable_effect", "https://developer.android.com/develop/ui/compose/side-effects"),
    ("compose_launched_effect", "https://developer.android.com/develop/ui/compose/side-effects"),
    ("compose_side_effect", "https://developer.android.com/develop/ui/compose/side-effects"),
    ("gradle_", "https://docs.gradle.org/current/userguide/troubleshooting.html"),
    ("gradle_daemon_oom", "https://docs.gradle.org/current/userguide/build_environment.html"),
    ("gradle_network_tls", "https://docs.gradle.org/current/userguide/build_environment.html"),
    ("agp_r8_missing_class", "https://developer.android.com/build/shrink-code"),
    ("agp_signing", "https://developer.android.com/studio/publish/app-signing"),
    ("lint_failure", "https://developer.android.com/studio/write/lint"),
    ("manifest_", "https://developer.android.com/guide/topics/manifest/manifest-intro"),
    ("xml_", "https://developer.android.com/guide/topics/resources/providing-resources"),
    ("aapt_", "https://developer.android.com/guide/topics/resources/providing-resources"),
    ("runtime_resources", "https://developer.android.com/guide/topics/resources/providing-resources"),
    ("databinding", "https://developer.android.com/topic/libraries/data-binding"),
    ("runtime_", "https://developer.android.com/topic/performance/vitals/crash"),
    ("spring_", "https://docs.spring.io/spring-boot/how-to/application.html"),
    ("native_crash", "https://developer.android.com/topic/performance/vitals/crash"),
    ("anr", "https://developer.android.com/topic/performance/vitals/anr"),
];

/// A note for each category that has anything to say.
pub fn notes() -> Vec<CategoryNote> {
    Category::ALL.iter().filter(|category| **category != Category::Other).map(|category| note(*category)).collect()
}

fn note(category: Category) -> CategoryNote {
    let meaning = meaning(category);
    let causes = meaning.map_or(&[][..], |meaning| meaning.causes);
    let fixes = meaning.map_or(&[][..], |meaning| meaning.fixes);
    // Without names the last, plainest wording is best.
    let cause = causes.iter().min_by_key(|wording| wording.matches('{').count());
    let steps = fixes.iter().filter_map(|wordings| wordings.iter().min_by_key(|wording| wording.matches('{').count()));
    let text: Vec<String> = cause.into_iter().chain(steps).map(|wording| without_names(wording)).collect();
    let own = meaning.and_then(|meaning| meaning.link);
    CategoryNote { category, title: category.title(), text: text.join(" "), link: own.or_else(|| page(category.id())) }
}

fn page(id: &str) -> Option<&'static str> {
    let fitting = PAGES.iter().filter(|(begin, _)| id.starts_with(begin));
    fitting.max_by_key(|(begin, _)| begin.len()).map(|(_, address)| *address)
}

/// `Not resolved: {message}.` is `Not resolved.`; any other name is `…`.
fn without_names(wording: &str) -> String {
    let mut out = String::new();
    let mut rest = wording;
    while let Some(open) = rest.find(['{', '}']) {
        out.push_str(&rest[..open]);
        let brace = &rest[open..=open];
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}').filter(|_| brace == "{") {
            match out.strip_suffix(": ").filter(|_| name == "message") {
                Some(before) => out.truncate(before.len()),
                None => out.push('…'),
            }
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{PAGES, notes, page, without_names};
    use crate::Category;

    #[test]
    fn every_category_has_a_note_without_placeholders() {
        let notes = notes();
        assert_eq!(notes.len(), Category::ALL.len() - 1);
        for note in &notes {
            assert!(!note.text.contains("{message}") && !note.text.contains("{symbol}"), "{}", note.text);
            assert!(note.link.is_none_or(|link| link.starts_with("https://")), "{:?}", note.link);
        }
        let described = notes.iter().filter(|note| note.text.len() > 40).count();
        assert!(described * 10 >= notes.len() * 9, "only {described} of {} say anything", notes.len());
        let linked = notes.iter().filter(|note| note.link.is_some()).count();
        assert!(linked * 10 >= notes.len() * 8, "only {linked} of {} have a page", notes.len());
    }

    #[test]
    fn the_page_of_the_nearest_family_is_taken() {
        assert_eq!(page("kotlin_visibility"), Some("https://kotlinlang.org/docs/visibility-modifiers.html"));
        assert_eq!(page("kotlin_syntax"), Some("https://kotlinlang.org/docs/basic-syntax.html"));
        assert_eq!((page("test_failure"), page("java_other")), (None, None));
        for (begin, _) in PAGES {
            assert!(Category::ALL.iter().any(|category| category.id().starts_with(begin)), "{begin} is no family");
        }
    }

    #[test]
    fn names_are_left_out_of_sentences() {
        assert_eq!(without_names("It fails: {message}."), "It fails.");
        assert_eq!(without_names("`{symbol}` is in {{braces}} of {file}"), "`…` is in {braces} of …");
        assert_eq!(without_names("open {brace"), "open brace");
    }
}
