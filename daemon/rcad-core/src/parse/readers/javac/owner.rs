//! Whose member is missing.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `class a.Basket`, `variable basket of type Basket<Book>`
static MEMBER_OF: Pattern = Pattern::new(
    r"^(?:class|interface|enum|record|(?:variable|parameter) [^ ]+ of type) (?P<type>[A-Za-z_][A-Za-z0-9_.$]*)",
);

/// The classes inside of `R`.
const RESOURCES: &[&str] = &[
    "anim",
    "array",
    "attr",
    "bool",
    "color",
    "dimen",
    "drawable",
    "font",
    "id",
    "integer",
    "layout",
    "menu",
    "mipmap",
    "navigation",
    "plurals",
    "raw",
    "string",
    "style",
    "styleable",
    "xml",
];

/// Whose member the missing method or variable would be: a type, or the class of the file itself.
pub fn tell(failure: &mut Failure) {
    let is_member = matches!(failure.details.get("kind").map(String::as_str), Some("method" | "variable"));
    let location = failure.details.get("location").filter(|_| is_member);
    let Some(owner) = location.and_then(|location| Some(MEMBER_OF.captures(location)?["type"].to_owned())) else {
        return;
    };
    let simple = owner.rsplit('.').next().unwrap_or(&owner).to_owned();
    if owner.starts_with("java.") {
        failure.details.insert("jdk_class".to_owned(), owner);
        return;
    }
    // `R.layout`: resources have words of their own.
    if RESOURCES.contains(&simple.as_str()) {
        failure.details.insert("resource_kind".to_owned(), simple);
        return;
    }
    if simple.starts_with(|first: char| first.is_ascii_lowercase()) {
        return;
    }
    let file = failure.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next()).unwrap_or_default();
    let key = if file.strip_suffix(".java") == Some(simple.as_str()) { "in_scope_of" } else { "member_of" };
    failure.details.insert(key.to_owned(), simple);
}
