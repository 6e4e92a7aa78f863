//! Names out of declarations that the compiler prints in its messages.

use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `public open fun put(p0: String!)`, `fun <T> List<T>.second(): T`, `constructor Basket(size: Int)`, `'val name: String'`,
/// `constructor(size: Int): Basket`
static DECLARATION: Pattern = Pattern::new(concat!(
    r"(?:\b(?:fun|val|var) (?:<[^>]*> )?(?:TypeVariable\([^()]*\)[?.]+|[A-Za-z_.]+<[^:;']*>[?.]+|[^\s(:;']*[.>?]\.?)?(?P<member>[A-Za-z_][A-Za-z0-9_]*|`[^`]+`)",
    r"|\bconstructor (?:<[^>]*>)?(?P<class>[A-Z][A-Za-z0-9_]*)|\bconstructor(?:<[^>]*>)?\([^()]*\): (?P<made>[A-Za-z0-9_.]+)",
    r"|\b(?:class|object|interface|typealias) (?P<type>[A-Za-z_][A-Za-z0-9_.]*))",
));

/// `…/jetified-core-ktx-1.9.0-api.jar!/…`, `/p/kotlin-stdlib-2.2.21.jar`
static JAR: Pattern = Pattern::new(
    r"[/\\](?:jetified-)?(?P<library>[A-Za-z][A-Za-z0-9_.-]*?-[0-9][A-Za-z0-9_.+-]*?)(?:-api)?\.(?:jar|aar)",
);

/// `Only one companion object is allowed per class`: words that follow a keyword in a sentence.
const PROSE: &[&str] = &[
    "is", "are", "can", "cannot", "may", "must", "should", "does", "has", "have", "in", "of", "or", "and", "with",
    "from", "for", "to", "that", "which",
];

/// The name of the first declaration in a message.
pub fn name(message: &str) -> Option<&str> {
    let found = DECLARATION.captures(message)?;
    let name = ["member", "class", "made", "type"].into_iter().find_map(|group| found.name(group))?.as_str();
    Some(name).filter(|name| !PROSE.contains(name))
}

/// `… the arguments supplied: BasketInfo(...)`: a name without its declaration
static CALLED: Pattern = Pattern::new(r"(?:supplied|applicable)[^:]*: *(?P<name>[A-Za-z_][A-Za-z0-9_]*)\(\.");

/// The function that a list of candidates is about.
pub fn called(message: &str) -> Option<&str> {
    CALLED.captures(message)?.name("name").map(|name| name.as_str())
}

/// The library, with its version, whose archive a line names.
pub fn library(line: &str) -> Option<String> {
    JAR.captures(line)?.name("library").map(|library| library.as_str().to_owned())
}

/// Says of two declarations that clash where they are the very same: then they do not differ in Kotlin either.
pub fn note_twins(message: &str, failure: &mut Failure) {
    if failure.category != Category::KotlinRedeclaration || !message.contains("same JVM signature") {
        return;
    }
    let listed = message.split_once("): ").map_or("", |(_, listed)| listed);
    if listed.split_once("; ").is_none_or(|(first, second)| first.trim() != second.trim()) {
        return;
    }
    // Nobody writes such a name.
    let by_plugin = failure.symbol.as_deref().is_some_and(|name| name.contains('$'));
    if by_plugin {
        failure.say(
            "`{symbol}` is declared twice with the same signature. By its `$` no source has that name: a compiler plugin makes it, twice in one package.",
            &[
                "Raise the compiler plugin that makes `{symbol}` (or take it out to see which one it is), and report it to its maker with the sources that it works on.",
                "Until then move or rename one of the two declarations in this package from which it makes the name (often of the same name in two files).",
            ],
        );
    } else {
        failure.say(
            "`{symbol}` is declared twice with the same signature.",
            &["Remove one of the two declarations of `{symbol}`; if only one is in the sources, a file is compiled twice (two source sets, a generated copy), or a plugin makes the other."],
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{library, name};

    #[test]
    fn declarations_have_names() {
        for (message, expected) in [
            ("public open fun put(p0: String!, p1: Int!): Unit defined in android.content.ContentValues", "put"),
            ("'fun area(width: Int, height: Int): Int'", "area"),
            ("fun <T> kotlin.collections.List<T>.second(): T", "second"),
            ("public final val Basket.size: Int", "size"),
            ("public inline fun <T : Closeable?> TypeVariable(T).use(block: (TypeVariable(T)) -> Unit): Unit", "use"),
            ("public fun <T> Array<out TypeVariable(T)>.shelved(x: Int): List<T>", "shelved"),
            ("public fun <K, V> kotlin.collections.Map<out K, V>.priced(): Int", "priced"),
            ("public constructor Basket(size: Int) defined in com.example.Basket", "Basket"),
            ("'constructor(size: Int): Basket'", "Basket"),
            ("class Basket : Any", "Basket"),
        ] {
            assert_eq!(name(message), Some(expected), "{message}");
        }
        assert_eq!(name("nothing is funny here"), None);
        assert_eq!(name("Only one companion object is allowed per class"), None);
    }

    #[test]
    fn archives_have_names() {
        let line = "The class is loaded from /g/transformed/jetified-kotlin-stdlib-2.2.21.jar!/kotlin/Unit.class";
        assert_eq!(library(line).as_deref(), Some("kotlin-stdlib-2.2.21"));
        assert_eq!(library("/g/core-ktx-1.9.0-alpha02-api.jar!/META-INF/x").as_deref(), Some("core-ktx-1.9.0-alpha02"));
        assert_eq!(library("/g/classes.dex"), None);
    }
}
