//! Calls with too few or too many arguments: whose parameter it is, by its name and by the kind of file.

use crate::Category;
use crate::facts::conversions::simple;
use crate::model::failure::{Failure, escaped};
use crate::pattern::Pattern;

/// `p2`: a parameter of a Java method that was compiled without names
static NUMBERED: Pattern = Pattern::new(r"^p(?P<index>[0-9])$");

/// `public constructor Basket(size: Int) defined in com.example.Basket`, `fun shelve(book: Book, at: Int): Unit`
static DECLARED: Pattern = Pattern::new(
    r"(?:fun|constructor) ?(?:<[^>]*> )?(?:[^\s(]*\.)?(?P<name>[A-Za-z_`][A-Za-z0-9_`]*)?(?:<[^(]*>)?\((?P<parameters>.*?)\)(?:: (?P<type>[^\s]+))?(?: defined in (?P<owner>[A-Za-z0-9_.]+))?\.?$",
);

/// Parts of paths of tests.
const OF_TESTS: &[&str] = &["/src/test", "/src/androidTest", "/src/commonTest", "/src/jvmTest", "Test.kt", "Tests.kt"];

/// Words for the places of parameters.
const PLACES: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Gives the failure words by what its message and its file tell.
pub fn tell(failure: &mut Failure) {
    if failure.category != Category::KotlinOverload {
        return;
    }
    if failure.message.starts_with("Too many arguments for ") {
        return too_many(failure);
    }
    if !failure.message.starts_with("No value passed for parameter") {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    let file = failure.file.as_deref().unwrap_or_default().replace('\\', "/");
    let numbered = NUMBERED.captures(&symbol).and_then(|found| found["index"].parse::<usize>().ok());
    if let Some(place) = numbered.and_then(|index| PLACES.get(index)) {
        failure.say(
            &format!("The call lacks the {place} argument. `{symbol}` is no name of a source: it is what the compiler calls the {place} parameter of a Java method whose class file holds no names, so a library's method takes more arguments than this code gives."),
            &[
                "If this code is not yours or compiled before, the library is of another version than the one it was written for: take the version that the project pins (`git submodule update --init --recursive`, or its declared dependency in place of a newer or snapshot one).",
                &format!("Else open the method's declaration (Ctrl+B on the call) and pass its {place} parameter at line {{line}} of `{{name}}`."),
            ],
        );
    } else if OF_TESTS.iter().any(|part| file.contains(part)) {
        failure.say(
            "The test at line {line} of `{name}` calls a constructor or function that has a parameter `{symbol}` without a default, and does not pass it: usually the code under test has got it since the test was written.",
            &["Pass `{symbol}` in the test (a fake, a mock or a fixed value); give it a default in the declaration only if the app wants one, too."],
        );
    }
}

/// Says how many the declaration takes, and whose it is.
fn too_many(failure: &mut Failure) {
    let Some(found) = failure.details.get("declaration").and_then(|declared| DECLARED.captures(declared)) else {
        return;
    };
    let constructor = failure.message.contains("constructor");
    let made = found.name("type").filter(|_| constructor).map(|made| simple(made.as_str()));
    let Some(name) = found.name("name").map(|name| name.as_str().to_owned()).or(made) else { return };
    let parameters = split(&found["parameters"]);
    let takes = match parameters.as_slice() {
        [] => "takes none".to_owned(),
        [one] => format!("takes one, `{one}`"),
        several => format!("takes {}, `{}`", several.len(), several.join(", ")),
    };
    let kind = if constructor { "The constructor of" } else { "The function" };
    let owner = found.name("owner").map(|owner| owner.as_str().to_owned());
    let of =
        owner.filter(|owner| !constructor && *owner != name).map_or_else(String::new, |owner| format!(" (`{owner}`)"));
    let cause = format!(
        "{kind} `{}`{of} is called with more arguments than it has parameters: it {}.",
        escaped(&name),
        escaped(&takes)
    );
    let first = if parameters.is_empty() {
        format!(
            "Take the arguments out of the call at line {{line}} of `{{name}}`, or give `{}` parameters for them if it is your own.",
            escaped(&name)
        )
    } else {
        "Take the surplus argument out of the call at line {line} of `{name}`; if it is needed, another function or class of that name is meant (see the import), or the declaration needs a parameter for it.".to_owned()
    };
    failure.say(&cause, &[&first, "If it is a library's and compiled before, its new version takes fewer: its release notes say what replaced the argument."]);
}

/// The parameters of a declaration: commas within type arguments and functions separate none.
pub fn split(parameters: &str) -> Vec<String> {
    let (mut found, mut depth, mut current) = (Vec::new(), 0_i32, String::new());
    for letter in parameters.chars() {
        match letter {
            '<' | '(' => depth += 1,
            ')' => depth -= 1,
            '>' if !current.ends_with('-') => depth -= 1,
            ',' if depth == 0 => {
                found.push(std::mem::take(&mut current).trim().to_owned());
                continue;
            }
            _ => (),
        }
        current.push(letter);
    }
    let last = current.trim();
    if !last.is_empty() {
        found.push(last.to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::split;

    fn told(file: &str, message: &str) -> String {
        crate::explain::told(&format!("e: file:///p/app/src/{file}:12:20 {message}"))
    }

    #[test]
    fn a_parameter_without_a_name_is_java_s() {
        let words = told("main/kotlin/Shelf.kt", "No value passed for parameter 'p2'.");
        assert!(words.contains("third argument") && words.contains("Java"), "{words}");
        let words = told("test/kotlin/ShelfTest.kt", "No value passed for parameter 'clock'.");
        assert!(words.contains("a fake"), "{words}");
        let words = told("main/kotlin/Shelf.kt", "No value passed for parameter 'clock'.");
        assert!(!words.contains("a fake"), "{words}");
    }

    #[test]
    fn too_many_arguments_are_told_with_how_many_it_takes() {
        for (message, says) in [
            ("Too many arguments for 'fun shelve(): Unit'.", "it takes none"),
            ("Too many arguments for 'constructor(context: Context): TextView'.", "`TextView` is called"),
            (
                "Too many arguments for public constructor Basket(size: Int, of: Map<Int, Book>) defined in com.oak.Basket",
                "it takes 2",
            ),
            ("Too many arguments for public fun shelve(book: Book): Unit defined in com.oak.Rack", "(`com.oak.Rack`)"),
        ] {
            let words = told("main/kotlin/Shelf.kt", message);
            assert!(words.contains(says), "{words}");
        }
        assert_eq!(split("a: Map<Int, Book>, on: (Int, Int) -> Unit, c: Int").len(), 3);
    }
}
