//! Failures of one thing that is missing or too new, where another failure of the log proves that: icons of one library, what
//! coroutines bring, static imports of one class, libraries that are all newer than the compiler.

use std::collections::HashMap;

use super::{Tie, why};
use crate::Category;
use crate::facts::libraries;
use crate::facts::{icon_set, is_extended_icon};
use crate::model::failure::Failure;
use crate::parse::resolve::roles::signs;

/// The failures that follow from another one so, each with it.
#[derive(Default)]
pub struct Groups {
    ties: HashMap<usize, Tie>,
}

/// A group: what leads it, what belongs to it, and why.
struct Group {
    leads: fn(&Failure) -> bool,
    /// Whether the second failure belongs to the first.
    belongs: fn(&Failure, &Failure) -> bool,
    again: bool,
    why: &'static str,
}

const GROUPS: &[Group] = &[
    Group { leads: is_newer, belongs: newer_too, again: true, why: why::AS_NEW },
    Group { leads: is_icon, belongs: icon_too, again: false, why: why::ICON },
    Group { leads: is_coroutines, belongs: of_coroutines, again: false, why: why::COROUTINES },
    Group { leads: is_static, belongs: static_too, again: false, why: why::STATIC },
    Group { leads: returns_unit, belongs: makes_unit, again: false, why: why::NO_RETURN_TYPE },
    Group { leads: is_missing_type, belongs: is_ambiguous_by, again: false, why: why::AMBIGUOUS_BY },
    Group { leads: is_size_as_call, belongs: of_size, again: false, why: why::RECEIVER },
];

impl Groups {
    pub fn new(failures: &[&Failure]) -> Groups {
        let mut groups = Groups::default();
        for group in GROUPS {
            let heads: Vec<usize> = (0..failures.len()).filter(|at| (group.leads)(failures[*at])).take(MOST).collect();
            for at in 0..failures.len() {
                let head = heads.iter().find(|head| **head != at && (group.belongs)(failures[**head], failures[at]));
                // Of two that belong to each other the first leads.
                let head = head.filter(|head| **head < at || !(group.leads)(failures[at]));
                if let Some(cause) = head.copied() {
                    groups.ties.entry(at).or_insert(Tie { cause, again: group.again, why: group.why });
                }
            }
        }
        groups
    }

    /// The failure that this one follows from.
    pub fn tie(&self, at: usize) -> Option<Tie> {
        self.ties.get(&at).copied()
    }
}

/// Most failures that may lead a group.
const MOST: usize = 50;

fn symbol(failure: &Failure) -> &str {
    failure.symbol.as_deref().map_or("", signs::simple)
}

fn is_unresolved(failure: &Failure) -> bool {
    failure.category == Category::KotlinUnresolvedReference
}

fn is_newer(failure: &Failure) -> bool {
    failure.category == Category::KotlinMetadataVersion
        && failure.symbol.is_some()
        && failure.message.starts_with("Module was compiled")
}

fn newer_too(head: &Failure, other: &Failure) -> bool {
    is_newer(other) && head.symbol != other.symbol && head.message == other.message
}

fn is_icon(failure: &Failure) -> bool {
    failure.details.get("known").is_some_and(|rule| rule == "compose-icons-extended-unresolved")
        || is_unresolved(failure) && icon_set(failure).is_some()
}

fn icon_too(head: &Failure, other: &Failure) -> bool {
    let near = head.file == other.file || is_icon(other);
    is_unresolved(other) && head.symbol != other.symbol && near && is_extended_icon(symbol(other))
}

/// `import kotlinx.coroutines.…` of which the first or the second word is not found.
fn is_coroutines(failure: &Failure) -> bool {
    is_unresolved(failure)
        && matches!((symbol(failure), failure.column), ("kotlinx", Some(8)) | ("coroutines", Some(16)))
}

fn of_coroutines(head: &Failure, other: &Failure) -> bool {
    let of = |name: &str| libraries::home(name).is_some_and(|home| home.qualified.starts_with("kotlinx.coroutines."));
    is_unresolved(other) && head.file == other.file && of(symbol(other))
}

fn is_static(failure: &Failure) -> bool {
    failure.details.contains_key("static_class")
}

fn static_too(head: &Failure, other: &Failure) -> bool {
    let class = |failure: &Failure| failure.details.get("static_class").cloned();
    is_static(other) && head.file == other.file && head.symbol != other.symbol && class(head) == class(other)
}

/// What Room says of a query function that declares no return type.
fn returns_unit(failure: &Failure) -> bool {
    failure.category == Category::KaptKsp && failure.message.contains("return type (kotlin.Unit)")
}

fn makes_unit(_: &Failure, other: &Failure) -> bool {
    other.category == Category::KaptKsp
        && other.message.contains("usable public constructor")
        && other.message.contains("kotlin.Unit")
}

fn is_missing_type(failure: &Failure) -> bool {
    is_unresolved(failure) && signs::is_type(symbol(failure))
}

/// Whether a call is ambiguous among functions of the type that is missing.
fn is_ambiguous_by(head: &Failure, other: &Failure) -> bool {
    let ambiguous = other.category == Category::KotlinOverload && other.message.contains("ambiguity");
    let receiver = format!(" {}.", symbol(head));
    ambiguous && head.file == other.file && other.details.get("candidates").is_some_and(|all| all.contains(&receiver))
}

/// `size.width` of which the compiler finds only the function of Compose's `Modifier`.
fn is_size_as_call(failure: &Failure) -> bool {
    failure.category == Category::KotlinOverload
        && failure.message.starts_with("Function invocation '")
        && matches!(symbol(failure), "width" | "height")
}

fn of_size(head: &Failure, other: &Failure) -> bool {
    let member = is_unresolved(other) && matches!(symbol(other), "minDimension" | "maxDimension");
    head.file == other.file && (member || is_size_as_call(other) && head.symbol != other.symbol)
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;
    use crate::parse::parse;

    fn roots(log: &str) -> Vec<String> {
        let failures = parse(log).failures;
        failures.into_iter().filter(|one| one.explained_by.is_none()).filter_map(|one| one.symbol).collect()
    }

    #[test]
    fn one_missing_library_owns_its_icons() {
        let log = "e: file:///w/Till.kt:219:46 Unresolved reference 'DirectionsCar'.\ne: file:///w/Till.kt:226:46 Unresolved reference 'Description'.\ne: file:///w/Till.kt:231:18 Unresolved reference 'BOOKS'.\ne: file:///w/Oak.kt:21:49 Unresolved reference 'AccountBalanceWallet'.\n";
        assert_eq!(roots(log), ["DirectionsCar", "BOOKS"]);
        let told = answer(log);
        assert!(told.contains("`Description`") && !told.contains("Find where `Description`"), "{told}");
        let alone = "e: file:///w/Till.kt:226:46 Unresolved reference 'Description'.\ne: file:///w/Till.kt:231:18 Unresolved reference 'BOOKS'.\n";
        assert!(!answer(alone).contains("icons"), "{}", answer(alone));
    }

    #[test]
    fn ambiguous_calls_follow_from_their_receivers_type() {
        let log = "e: file:///w/Till.kt:19:46 Unresolved reference 'DirectionsCar'.\ne: file:///w/Till.kt:20:11 Unresolved reference 'Dp'.\ne: file:///w/Till.kt:36:34 Overload resolution ambiguity between candidates:\n  fun Dp.toPx(): Float\n  fun TextUnit.toPx(): Float\n";
        let failures = parse(log).failures;
        let ambiguous = failures.iter().find(|one| one.symbol.as_deref() == Some("toPx")).expect("it is read");
        let by = ambiguous.explained_by.map(|by| by.failure as usize).expect("it follows");
        assert_eq!(failures[by].symbol.as_deref(), Some("Dp"));
    }

    #[test]
    fn coroutines_are_one_library() {
        let log = "> Task :compileKotlin FAILED\ne: /w/till.kt: (1, 8): Unresolved reference: kotlinx\ne: /w/till.kt: (4, 5): Unresolved reference: GlobalScope\ne: /w/till.kt: (5, 9): Unresolved reference: delay\n";
        let told = answer(log);
        assert!(told.contains("kotlinx-coroutines-core") && told.contains("`delay`"), "{told}");
        let other = "> Task :compileKotlin FAILED\ne: /w/till.kt: (1, 8): Unresolved reference: kotlinx\ne: /w/till.kt: (4, 5): Unresolved reference: Shelf\n";
        assert!(!answer(other).contains("coroutines"), "{}", answer(other));
        let of_java =
            log.replace("compileKotlin", "compileKotlinJs") + "e: /w/till.kt: (9, 5): Unresolved reference: Thread\n";
        assert_eq!(roots(&of_java), ["kotlinx", "Thread"]);
    }

    #[test]
    fn newer_libraries_are_told_together() {
        let line = |name: &str| {
            format!(
                "e: file:///c/modules-2/files-2.1/com.example/{name}/1.2/ab/{name}-1.2.jar!/META-INF/{name}.kotlin_module Module was compiled with an incompatible version of Kotlin. The binary version of its metadata is 2.2.0, expected version is 2.0.0.\n"
            )
        };
        let log = format!("> Task :app:kspDebugKotlin\n{}{}", line("oak"), line("ash"));
        let told = answer(&log);
        assert!(told.contains("`ash-1.2`") && !told.contains("follow"), "{told}");
        assert!(told.contains("KSP (`com.google.devtools.ksp`)"), "{told}");
        assert!(!answer(&line("oak")).contains("KSP ("), "{}", answer(&line("oak")));
    }

    #[test]
    fn what_room_says_of_unit_follows_from_the_function() {
        let log = "error: Entities and POJOs must have a usable public constructor. You can have an empty constructor or a constructor whose parameters match the fields (by name and type). - kotlin.Unit\n/w/app/build/tmp/kapt3/stubs/debug/com/example/BookDao.java:14: error: Not sure how to convert a Cursor to this method's return type (kotlin.Unit).\n    public abstract java.lang.Object allBooks(@org.jetbrains.annotations.NotNull()\n                                     ^\n";
        assert_eq!(roots(log), ["allBooks"]);
        assert!(answer(log).contains("List<"), "{}", answer(log));
    }

    #[test]
    fn members_of_a_drawing_size_have_one_receiver() {
        let log = "e: file:///w/Disc.kt:75:38 Function invocation 'width(...)' expected.\ne: file:///w/Disc.kt:75:54 Function invocation 'height(...)' expected.\ne: file:///w/Disc.kt:76:31 Unresolved reference 'minDimension'.\n";
        assert_eq!(roots(log), ["width"]);
    }

    #[test]
    fn static_imports_of_one_class_are_told_together() {
        let one = |line: u32, method: &str| {
            format!(
                "/p/src/test/java/a/ShelfTest.java:{line}: error: cannot find symbol\n        it(shelf);\n        ^\n  symbol:   method {method}\n  location: class ShelfTest\n"
            )
        };
        let log = format!("{}{}", one(41, "assertNotNull(Shelf,String)"), one(42, "assertTrue(boolean,String)"));
        assert_eq!(roots(&log), ["assertNotNull"]);
        assert!(answer(&log).contains("and the same for `assertTrue`"), "{}", answer(&log));
    }
}
