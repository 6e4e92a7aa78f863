//! Parts of names, files and tasks by which failures are looked up.

use crate::Category;
use crate::model::failure::Failure;

/// `a.b` of the package `a.b.c`; `None` for a class and for a simple name.
pub fn package_parent(name: &str) -> Option<&str> {
    let (parent, last) = name.rsplit_once('.')?;
    last.starts_with(|letter: char| letter.is_lowercase()).then_some(parent)
}

/// `Basket` of `/p/Basket.kt`
pub fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// `core` of `:lib:core:compileDebugKotlin`
pub fn module(failure: &Failure) -> Option<&str> {
    let (path, _) = failure.task.as_deref()?.rsplit_once(':')?;
    path.rsplit(':').next().filter(|module| !module.is_empty())
}

pub fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Whether the resources' own step failed: their classes are not generated.
pub fn is_resources(category: Category) -> bool {
    matches!(
        category,
        Category::AaptLink
            | Category::AaptCompile
            | Category::XmlMalformed
            | Category::XmlResourceNotFound
            | Category::XmlAttributeNotFound
            | Category::XmlInvalidValue
            | Category::XmlDuplicateResource
            | Category::Databinding
            | Category::ManifestMerger
    )
}
