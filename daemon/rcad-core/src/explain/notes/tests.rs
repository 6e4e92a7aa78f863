//! Notes are added only with their facts, and say nothing twice.

use super::{NOTES, add};
use crate::model::failure::Language;
use crate::template::placeholders;
use crate::{Category, Failure};

fn noted(details: &[(&str, &str)]) -> (String, Vec<String>) {
    let mut failure = Failure::new(Category::XmlResourceNotFound, Language::Xml, "words");
    failure.symbol = Some("color/colorPrimry".to_owned());
    failure.details = details.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let (mut cause, mut fixes) = ("It does not exist".to_owned(), vec!["Create it.".to_owned()]);
    add(&failure, true, &mut cause, &mut fixes);
    (cause, fixes)
}

#[test]
fn what_the_project_says_is_added() {
    let (cause, fixes) = noted(&[("nearest", "color/colorPrimary"), ("nearest_place", "colors.xml:3")]);
    assert_eq!(cause, "It does not exist. colors.xml:3 has `color/colorPrimary`, which may be meant.");
    assert_eq!(fixes, ["If `color/colorPrimary` is meant, write that instead of `color/colorPrimry`.", "Create it."]);
}

#[test]
fn nothing_is_said_twice_or_without_its_facts() {
    assert_eq!(noted(&[]).1, ["Create it."]);
    assert_eq!(noted(&[("nearest", "exist"), ("nearest_place", "a")]).1.len(), 1, "the cause names it already");
    let (cause, _) = noted(&[("used_at", "a.xml:1"), ("nearest", "color/b"), ("artifact", "c:d")]);
    assert_eq!(cause, "It does not exist. a.xml:1 names it. `color/b` exists, which may be meant.");
}

#[test]
fn templates_are_well_formed_and_name_what_they_tell() {
    for note in NOTES {
        let named: Vec<&str> = [note.cause, note.fix].iter().flat_map(|text| placeholders(text).expect(text)).collect();
        assert!(named.contains(&note.detail), "{}: {named:?}", note.detail);
    }
}

#[test]
fn packages_whose_absence_is_explained_need_no_dependency() {
    let mut failure = Failure::new(Category::JavaCannotFindSymbol, Language::Java, "words");
    failure.details.insert("missing_packages".to_owned(), "`com.example.oak`".to_owned());
    let noted = |failure: &Failure| {
        let mut cause = "It was renamed.".to_owned();
        add(failure, true, &mut cause, &mut Vec::new());
        cause
    };
    assert!(noted(&failure).contains("lacks one dependency"));
    failure.details.insert("known".to_owned(), "oak-renamed".to_owned());
    assert!(noted(&failure).ends_with("packages of the same library: `com.example.oak`."), "{}", noted(&failure));
}
