//! Declarations that are there but hidden: why the place of use does not see them.

use super::place::{self, SourcePlace};
use crate::{Category, Failure};

/// Why a declaration that is `internal` is not seen.
const OTHER_MODULE: &str = "`{symbol}` is `internal`: only the module that declares it (`{owner}`) sees it, and {name} is compiled as part of another one.";

/// Words a declaration that Kotlin refuses for its visibility, by that and by where it is used.
pub fn tell(failure: &mut Failure) {
    if failure.category == Category::KotlinMissingSupertype {
        return inaccessible(failure);
    }
    let about = failure.category == Category::KotlinVisibility && failure.message.starts_with("Cannot access '");
    if !about || failure.details.contains_key("known") {
        return;
    }
    if failure.message.contains("in file") {
        return in_file(failure);
    }
    let detail =
        |key: &str| failure.details.get(key).map(|text| text.replace('/', ".").trim_end_matches('.').to_owned());
    let (Some(visibility), Some(owner)) = (detail("visibility"), detail("owner")) else { return };
    if failure.message.contains("constructor") {
        return;
    }
    let own = place::package_of(failure).zip(owner.contains('.').then_some(&owner));
    let related = own.map(|(package, owner)| place::are_related(&package, owner));
    let place = place::of(failure);
    failure.details.insert("owner".to_owned(), owner);
    match visibility.as_str() {
        "internal" => internal(failure, place, related),
        "package-private" => failure.say(
            "`{symbol}` is package-private in Java (declared without `public`): only classes of the package of `{owner}` see it.",
            &[
                "Declare `{symbol}` as `public` if `{owner}` is yours; of a library use what it offers publicly.",
                "A test may lie in the same package: then it sees `{symbol}`.",
            ],
        ),
        "protected" => failure.say(
            "`{symbol}` is `protected`: only `{owner}` and its subclasses may use it, on themselves, and {name} uses it from outside.",
            &[
                "Give `{owner}` a public function that does it, and call that; for a library's class make a subclass that does.",
            ],
        ),
        "private" if related == Some(false) => failure.say(
            "`{symbol}` is `private` in `{owner}`, by its package a library's: it is no part of what that offers; a version before may have had it public (a Java field that became a Kotlin property).",
            &["Use the public getter, function or builder that `{owner}` has in this version; its release notes tell what replaced `{symbol}`."],
        ),
        "private" if related == Some(true) => failure.say(
            "`{symbol}` is `private` in `{owner}`: nothing outside of that class sees it, tests and subclasses included.",
            &["Use what `{owner}` shows of it (a read-only property, a function), or add that; or remove `private` from `{symbol}` (`internal` keeps it in the module)."],
        ),
        "private" => failure.say(
            "`{symbol}` is `private` in `{owner}`: nothing outside of that class sees it, tests and subclasses included.",
            &["If `{owner}` is yours, remove `private` from `{symbol}` (`internal` keeps it in the module), or add a function to `{owner}` that does what is needed; of a library use a public member."],
        ),
        _ => (),
    }
}

/// A class of the project's own that another declaration refers to and that this module does not see.
fn inaccessible(failure: &mut Failure) {
    let class = failure.symbol.clone().filter(|_| failure.message.starts_with("Cannot access class '"));
    let related = class.zip(place::package_of(failure)).is_some_and(|(class, own)| place::are_related(&class, &own));
    if !related || failure.details.contains_key("known") {
        return;
    }
    let tests = place::of(failure) == SourcePlace::Test;
    let add = match tests {
        true => {
            "Give the tests of this module the module that declares `{symbol}`: `testImplementation(project(\":…\"))` (multiplatform: in `commonTest`); or let the module whose class is used here pass it on with `api(project(\":…\"))`."
        }
        false => {
            "Add the module that declares `{symbol}` to this one: `implementation(project(\":…\"))`; or let the module whose class is used here pass it on with `api(project(\":…\"))` in place of `implementation`."
        }
    };
    failure.say(
        "`{symbol}` is by its package a class of this project. {name} need not name it: something that it uses has it as a parameter, result or supertype, and the module that declares it is not on the compile classpath here.",
        &[
            add,
            "If `{symbol}` is generated (Apollo, protobuf, a processor), see that its module generates it in this build: compile that module alone first.",
        ],
    );
}

/// A declaration outside of classes, of which the compiler does not say the package.
fn in_file(failure: &mut Failure) {
    if failure.details.get("visibility").is_some_and(|visibility| visibility.starts_with("internal")) {
        failure.say(
            "`{symbol}` is `internal`: only the module that declares it sees it, and {name} is compiled as part of another one.",
            &[
                "If `{symbol}` is of another module of yours, make it public there, or use a public declaration of that module; a test belongs into the module that it tests.",
                "If it is a library's, use what that offers publicly; a version before may have had `{symbol}` public.",
            ],
        );
    }
}

fn internal(failure: &mut Failure, place: SourcePlace, related: Option<bool>) {
    match (place, related) {
        (SourcePlace::Test, Some(true) | None) => failure.say(
            "`{symbol}` is `internal` in `{owner}`. A test sees that only in the compilation that it belongs to: the main sources of its own module.",
            &[
                "If `{owner}` lies in another module, test it in that one, or make `{symbol}` public.",
                "If it is the same module, the test is not compiled with its main sources: in a source set of your own add `kotlin.target.compilations {{ named(\"…\") {{ associateWith(getByName(\"main\")) }} }}`; otherwise another copy of these classes (a jar, instrumented ones) stands before them on the class path: build once with `clean`, and look at what the task of the test depends on.",
            ],
        ),
        (SourcePlace::Npm | SourcePlace::Pub, _) => (),
        (_, Some(true)) => failure.say(
            OTHER_MODULE,
            &[
                "Make `{symbol}` public if other modules are to use it, or use a public declaration of that module.",
                "If both files are of one module, they are not of one compilation: look whether the file of `{owner}` lies in the source set that is compiled here.",
            ],
        ),
        (_, Some(false)) => failure.say(
            "`{symbol}` is `internal` in `{owner}`, by its package a library's: it is no part of what that offers. It was public in another version, or the code is taken from the library's own sources or tests.",
            &[
                "Use the public declaration that replaced it (release notes of the library); if this compiled before an upgrade, go back to that version until the code is changed.",
                "Do not count on `@Suppress(\"INVISIBLE_MEMBER\")`: Kotlin 2 refuses it.",
            ],
        ),
        (_, None) => failure.say(
            OTHER_MODULE,
            &[
                "If `{owner}` is a library's, use what it offers publicly; a version before may have had `{symbol}` public.",
                "If it is of another module of yours, make `{symbol}` public there.",
            ],
        ),
    }
}

#[cfg(test)]
mod tests {
    fn answer(file: &str, message: &str) -> String {
        let log = format!("e: file:///p/{file}:31:9 {message}\n");
        crate::explain::answer(&log)
    }

    #[test]
    fn a_class_of_the_project_that_is_not_seen_is_of_another_module() {
        let message = |class: &str| {
            format!(
                "Cannot access class '{class}'. Check your module classpath for missing or conflicting dependencies"
            )
        };
        let test = "shelf/src/commonTest/kotlin/org/oak/shelf/ShelfTest.kt";
        assert!(answer(test, &message("org.oak.data.ShelfQuery.Shelf")).contains("Give the tests of this module"));
        assert!(!answer(test, &message("io.other.data.Shelf")).contains("class of this project"));
    }

    #[test]
    fn what_is_hidden_is_worded_by_who_hides_it_from_whom() {
        let main = "app/src/main/java/com/example/shelf/Basket.kt";
        let test = "app/src/test/java/com/example/shelf/BasketTest.kt";
        let internal = |owner: &str| format!("Cannot access 'val cache: Cache': it is internal in '{owner}'.");
        let library = answer(main, &internal("org/oaklib/Shelf"));
        assert!(
            library.contains("`cache` is `internal` in `org.oaklib.Shelf`, by its package a library's"),
            "{library}"
        );
        assert!(answer(main, &internal("com/example/shelf/core/Shelf")).contains("part of another one"));
        assert!(answer(test, &internal("com/example/shelf/Shelf")).contains("A test sees that only"));
        let hidden = answer(main, "Cannot access 'onCleared': it is protected in 'BasketViewModel'");
        assert!(hidden.contains("only `BasketViewModel` and its subclasses"), "{hidden}");
        let private = answer(main, "Cannot access 'shelve': it is private in 'Basket'");
        assert!(private.contains("remove `private` from `shelve`"), "{private}");
    }
}
