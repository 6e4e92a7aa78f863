//! Names that are missing because a generator did not run, or wrote what no compiler can read.

use super::place;
use crate::Category;
use crate::model::failure::Failure;

/// Last segments of packages that generators fill, and what it takes that they do.
const PACKAGES: &[(&[&str], &str, &str)] = &[(
    &["grpc", "proto", "protobuf", "protos"],
    "the protobuf plugin, from the `.proto` files",
    "See that the `.proto` files are there: often they lie in a submodule, which a plain checkout leaves empty (`git submodule update --init --recursive`; on CI `submodules: recursive`).",
)];

/// Says of a name why the generator that makes it did not. Whether it did.
pub fn tell(failure: &mut Failure) -> bool {
    if failure.details.contains_key("known") || failure.wording.is_some() {
        return false;
    }
    match failure.category {
        Category::KotlinUnresolvedReference => own_package(failure),
        Category::JavaCannotFindSymbol => capital_package(failure) || without_package(failure),
        _ => false,
    }
}

/// A package of the project's own that by its name only generated classes have.
fn own_package(failure: &mut Failure) -> bool {
    let Some(import) = failure.details.get("own_import") else { return false };
    let last = import.rsplit('.').next().unwrap_or(import);
    let Some((_, by, step)) = PACKAGES.iter().find(|(names, ..)| names.contains(&last)) else { return false };
    failure.details.insert("package_by".to_owned(), (*by).to_owned());
    failure.say(
        "By its column, line {line} is probably the import of `{own_import}`, a package of this project that by its name is generated ({package_by}), and nothing was generated.",
        &[
            *step,
            "Then run the generator alone and read its output: `./gradlew {in_module}:generateDebugProto --info`; if it makes the classes, the Kotlin task does not see them: the plugin must be applied in the same module, behind Android's, or the module that has it be a dependency of this one.",
        ],
    );
    true
}

/// A generated file that imports a package with a capital letter: generators take its beginning for a class's name.
fn capital_package(failure: &mut Failure) -> bool {
    let path = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let Some(symbol) = failure.symbol.as_deref() else { return false };
    let capital = symbol.starts_with(|letter: char| letter.is_ascii_uppercase());
    let is_package = path.contains("/build/generated/") && path.contains(&format!("/{symbol}/"));
    if !capital || !is_package {
        return false;
    }
    place::say_of_package(
        failure,
        "`{symbol}` is no class but a segment of a package with a capital letter. The processor that wrote {name} takes the first word with a capital for the class, so it imports `…{symbol}` as one.",
        &[
            "Rename the package (and the `namespace`, if it is part of that) to small letters only, as all generators expect: Refactor > Rename in the IDE; the `applicationId` may stay as it is.",
        ],
    );
    true
}

/// A class that Hilt's component names without an import: it lies in no package.
fn without_package(failure: &mut Failure) -> bool {
    let location = failure.details.get("location").and_then(|at| at.split('/').next());
    let location = location.is_some_and(|at| at.ends_with("_HiltComponents"));
    let class = failure.details.get("kind").is_some_and(|kind| kind == "class");
    if !location || !class {
        return false;
    }
    place::say_of_package(
        failure,
        "Hilt's component names `{symbol}` without an import. Generated code does so for a class without a package: the file of `{symbol}` has no `package` line. (The other possibility: it is in the package of the component and is not compiled here any more.)",
        &[
            "Write the `package` line at the head of the file that declares `{symbol}`: Java cannot refer to a class of the default package from another one.",
            "If it has one, build once with `clean`: the component is stale; then see that the module that declares `{symbol}` is a dependency of this one.",
        ],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn a_package_of_generated_classes_asks_for_its_sources() {
        let file = "/p/core/src/main/java/org/oak/shelf/store/Streams.kt";
        let protobuf = answer(&format!("e: {file}: (5, 22): Unresolved reference: protobuf\n"));
        assert!(protobuf.contains("`org.oak.shelf.protobuf`") && protobuf.contains("submodule"), "{protobuf}");
        assert!(!answer(&format!("e: {file}: (5, 22): Unresolved reference: readers\n")).contains("submodule"));
    }

    #[test]
    fn a_class_without_a_package_is_told() {
        let log = "/p/app/build/generated/source/kapt/debug/org/oak/App_HiltComponents.java:139: error: cannot find symbol\n          StockModule.class\n          ^\n  symbol:   class StockModule\n  location: class App_HiltComponents\n";
        assert!(answer(log).contains("Write the `package` line"));
        assert!(
            !answer(&log.replace("location: class App_HiltComponents", "location: package org.oak"))
                .contains("Write the")
        );
    }

    #[test]
    fn a_package_with_a_capital_letter_is_told() {
        let import = |path: &str| {
            answer(&format!(
                "/p/app/build/generated/ap_generated_sources/debug/out/org/{path}/Made.java:4: error: cannot find symbol\nimport org.Shelf;\n          ^\n  symbol:   class Shelf\n  location: package org\n"
            ))
        };
        assert!(import("Shelf/made").contains("small letters"));
        assert!(!import("shelf/made").contains("small letters"));
    }
}
