//! What a generated class is made from, by its name: `ActivityShelfBinding` from `activity_shelf.xml`.

use super::kinds::{GeneratedFile, GeneratedKind};
use crate::model::failure::file_name;

/// Names of generated classes, and what they are made from.
struct GeneratedName {
    /// What the name begins with.
    begin: &'static str,
    /// What it ends with.
    end: &'static str,
    /// What writes the class; `{}` is what it is made from.
    by: &'static str,
    /// What to do.
    step: &'static str,
    /// How the name of what it is made from is told from the rest of the class's.
    form: SourceName,
}

/// How the name of what a class is made from is told.
#[derive(Clone, Copy)]
enum SourceName {
    /// A class of the same words.
    Class,
    /// A layout: `ActivityShelf` is `activity_shelf.xml`.
    Layout,
}

const fn name(begin: &'static str, end: &'static str, by: &'static str, step: &'static str) -> GeneratedName {
    GeneratedName { begin, end, by, step, form: SourceName::Class }
}

const fn layout(end: &'static str, by: &'static str, step: &'static str) -> GeneratedName {
    GeneratedName { begin: "", end, by, step, form: SourceName::Layout }
}

const OF_LAYOUT: &str = "Correct the layout `{}`: the class of the view or the `<variable>`, `<import>` and binding expression that the line shows must be visible to this module; changes in the generated class are lost. If the layout is right, build once with `clean`: the class may be stale.";
const OF_DAGGER: &str = "Correct `{}`, which the class is generated from: what Dagger or Hilt calls there (constructor, `@Inject` field, provider) must be visible to generated code, and its types must be found by this module; changes in the generated class are lost. If it is right, build once with `clean`.";

/// The table. The first that fits counts.
const NAMES: &[GeneratedName] = &[
    layout("BindingImpl", "data binding writes it from the layout `{}`", OF_LAYOUT),
    name(
        "",
        "_ViewBinding",
        "Butter Knife writes it from the annotations of `{}`",
        "Correct the `@BindView` or `@OnClick` of `{}` that the line shows; changes in the generated class are lost.",
    ),
    layout("Binding", "view or data binding writes it from the layout `{}`", OF_LAYOUT),
    name(
        "",
        "Directions",
        "Safe Args writes it from the navigation graph's `{}`",
        "Correct the `<action>` or `<argument>` of the destination `{}` in the navigation graph (an `app:argType` that is a class must be found by this module), or bring Safe Args to the release of the navigation libraries; changes in the generated class are lost.",
    ),
    name(
        "",
        "Args",
        "Safe Args writes it from the navigation graph's `{}`",
        "Correct the `<argument>` of the destination `{}` in the navigation graph (an `app:argType` that is a class must be found by this module), or bring Safe Args to the release of the navigation libraries; changes in the generated class are lost.",
    ),
    name(
        "",
        "_Impl",
        "Room writes it from `{}`",
        "Correct `{}`, which Room reads: the query, its return type, or the entity that the line uses; Room's compiler and its runtime must be of one release. Changes in the generated class are lost.",
    ),
    name("", "_MembersInjector", "Dagger or Hilt writes it from `{}`", OF_DAGGER),
    name("", "_GeneratedInjector", "Hilt writes it from `{}`", OF_DAGGER),
    name("", "_HiltModules", "Hilt writes it from `{}`", OF_DAGGER),
    name("", "_HiltComponents", "Hilt writes it from `{}`", OF_DAGGER),
    name("", "_Factory", "Dagger or Hilt writes it from `{}`", OF_DAGGER),
    name("Hilt_", "", "Hilt writes it from `{}`", OF_DAGGER),
    name("Dagger", "", "Dagger writes it from `{}`", OF_DAGGER),
    name(
        "",
        "JsonAdapter",
        "Moshi writes it from `{}`",
        "Correct `{}`, which Moshi reads: a property without a visible setter, default or adapter, or a type that this module does not find; Moshi's code generator and runtime must be of one release. Changes in the generated class are lost.",
    ),
    name(
        "AutoValue_",
        "",
        "AutoValue writes it from `{}`",
        "Correct the abstract class `{}`; changes in the generated class are lost.",
    ),
];

/// Names of generated classes that no single file is behind: names, what writes them, what to do.
const WHOLE: &[(&str, &str, &str)] = &[
    (
        "Default_HiltComponents",
        "Hilt writes it for the tests of a module",
        "Make the graph of the tests complete: let the module with the missing binding be on the class path of this module's tests (`androidTestImplementation(project(…))`, `testImplementation(…)`), or bind a fake in the test (`@TestInstallIn`, `@BindValue`).",
    ),
    (
        "DataBinderMapperImpl",
        "data binding writes it from all layouts",
        "Look for an earlier error in a layout or a binding expression: the class lists all of them; if there is none, build once with `clean`.",
    ),
    (
        "BR",
        "data binding writes it from `@Bindable` properties and layout variables",
        "Look for an earlier error in a layout or a `@Bindable` property; if there is none, build once with `clean`.",
    ),
    (
        "R",
        "the build writes it from the resources",
        "Correct the name of the resource that the line shows (file names and ids must be valid names of Java); changes in the generated class are lost.",
    ),
    (
        "Manifest",
        "the build writes it from the `<permission>` elements of the manifests",
        "Correct the `<permission>` in the manifest whose name the line shows (its last part must be a valid name of Java, and no other may have the same).",
    ),
];

/// What writes the class in a generated file, where its name tells.
pub fn by_name(file: &str) -> Option<GeneratedFile> {
    let (class, end) = file_name(file).split_once('.')?;
    if !["java", "kt"].contains(&end) {
        return None;
    }
    if let Some((_, by, step)) = WHOLE.iter().find(|(name, ..)| *name == class) {
        return Some(made((*by).to_owned(), (*step).to_owned()));
    }
    let made_from = |row: &&GeneratedName| Some(class.strip_prefix(row.begin)?.strip_suffix(row.end)?.len() > 1);
    let row = NAMES.iter().find(|row| made_from(row) == Some(true))?;
    let rest = class.strip_prefix(row.begin)?.strip_suffix(row.end)?;
    let source = match row.form {
        SourceName::Class => rest.replace('_', "."),
        SourceName::Layout => layout_name(rest),
    };
    Some(made(row.by.replace("{}", &source), row.step.replace("{}", &source)))
}

fn made(by: String, step: String) -> GeneratedFile {
    GeneratedFile { by, step, kind: GeneratedKind::Made }
}

/// `activity_shelf.xml` of `ActivityShelf`.
fn layout_name(words: &str) -> String {
    let mut name = String::with_capacity(words.len() + 8);
    for letter in words.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name + ".xml"
}

#[cfg(test)]
mod tests {
    use super::by_name;

    #[test]
    fn a_generated_class_leads_to_what_it_is_made_from() {
        for (file, source) in [
            ("/p/build/generated/a/ActivityShelfBinding.java", "`activity_shelf.xml`"),
            ("/p/build/generated/a/ItemBasketBindingImpl.java", "`item_basket.xml`"),
            ("ShelfFragmentDirections.kt", "`ShelfFragment`"),
            ("ShelfDao_Impl.java", "`ShelfDao`"),
            ("Hilt_ShelfActivity.java", "`ShelfActivity`"),
            ("DaggerShelfComponent.java", "`ShelfComponent`"),
            ("ShelfViewModel_Factory.java", "`ShelfViewModel`"),
            ("ShelfJsonAdapter.kt", "`Shelf`"),
        ] {
            let made = by_name(file).expect(file);
            assert!(made.by.contains(source) && made.step.contains(source), "{file}: {made:?}");
        }
        for file in ["Shelf.kt", "Binding.java", "ShelfBinding.xml", "Args.kt", "Shelf_Implement.java"] {
            assert_eq!(by_name(file), None, "{file}");
        }
    }
}
