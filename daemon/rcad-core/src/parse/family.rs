//! Two classes of one library family, of which one is not found: its artifacts are of versions that do not fit, as likely as
//! one is missing.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::readers::stack_trace::own;

/// First names of packages behind which the author comes third.
const SHARED: &[&str] = &["com.android", "com.github", "com.google", "io.github", "org.jetbrains"];

/// Notes the family of a class and of its supertype that is not found, and the package of that.
pub fn note(failure: &mut Failure) {
    if failure.category != Category::KotlinMissingSupertype {
        return;
    }
    let (Some(owner), Some(symbol)) = (failure.details.get("owner"), failure.symbol.as_deref()) else { return };
    // Modules of one project share their beginning as well.
    if own::is_own(owner, None) {
        return;
    }
    let (Some(of), Some(missing)) = (family(owner), family(symbol)) else { return };
    let Some((package, _)) = symbol.rsplit_once('.').filter(|_| of == missing) else { return };
    let told = [("family", of), ("family_package", package.to_owned())];
    failure.details.extend(told.into_iter().map(|(name, value)| (name.to_owned(), value)));
}

/// The beginning of a class's package that an author's artifacts share.
fn family(class: &str) -> Option<String> {
    let (package, _) = class.rsplit_once('.')?;
    let shared = SHARED.iter().any(|start| package.strip_prefix(start).is_some_and(|rest| rest.starts_with('.')));
    let segments: Vec<&str> = package.split('.').take(if shared { 3 } else { 2 }).collect();
    (segments.len() > 1).then(|| segments.join("."))
}

#[cfg(test)]
mod tests {
    #[test]
    fn artifacts_of_one_family_may_be_of_two_versions() {
        let told = |missing: &str| {
            let log = format!(
                "e: Supertypes of the following classes cannot be resolved. Please make sure you have the required dependencies in the classpath:\n    class io.ktor.feature.Shelf, unresolved supertypes: {missing}\n"
            );
            crate::explain::told(&log)
        };
        let one = told("io.ktor.support.base.Board");
        assert!(one.contains("`io.ktor`") && one.contains("`io.ktor.support.base`"), "{one}");
        assert!(one.contains("to one version"), "{one}");
        assert!(!told("net.pine.Board").contains("io.ktor`"));
    }
}
