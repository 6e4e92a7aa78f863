//! Composition locals that are read where no composition runs: of `LocalContext.current.name` the compiler refuses
//! `current`, and the name behind it is missing with it.

use std::collections::HashMap;

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::reader::TakenFailure;

/// Why a name follows from the read before it.
pub const OF_LOCAL: &str = "it is asked of a composition local that cannot be read there";

/// Columns from `current` to the name behind its dot.
const BEHIND: u32 = 8;

/// The failures that are names behind such a read, each with that of the read.
pub fn reads(failures: &[&Failure]) -> HashMap<usize, usize> {
    let place =
        |failure: &Failure, columns: u32| Some((failure.file.clone()?, failure.line?, failure.column? + columns));
    let is_read = |failure: &Failure| {
        failure.category == Category::ComposeComposableContext
            && failure.message.starts_with("@Composable invocations can only happen")
    };
    let read: HashMap<_, usize> = failures
        .iter()
        .enumerate()
        .filter(|(_, failure)| is_read(failure))
        .filter_map(|(at, failure)| Some((place(failure, BEHIND)?, at)))
        .collect();
    if read.is_empty() {
        return HashMap::new();
    }
    let missing = |failure: &Failure| failure.category == Category::KotlinUnresolvedReference;
    let behind = failures.iter().enumerate().filter(|(_, failure)| missing(failure));
    behind.filter_map(|(at, failure)| Some((at, *read.get(&place(failure, 0)?)?))).collect()
}

/// Gives the read the words that tell what was asked of it.
pub fn tell(taken: &mut [TakenFailure], read: usize, name: usize) {
    let Some(symbol) = taken[name].found.failure.symbol.clone() else { return };
    let failure = &mut taken[read].found.failure;
    let scope = symbol.ends_with("Scope");
    failure.details.insert("local_member".to_owned(), symbol.clone());
    failure.symbol.get_or_insert(symbol);
    if scope {
        failure.say(
            "By its columns, line {line} reads `….current.{local_member}` of a composition local in code that is not composable (a callback such as `onClick`, a coroutine): a local such as `LocalLifecycleOwner.current` can only be read in the body of a `@Composable` function.",
            &[
                "Take `val scope = rememberCoroutineScope()` in the body of the composable, above the callback, and write `scope.launch {{ … }}` at line {line} of `{name}`; what must outlive the screen goes to `viewModelScope`.",
                "To keep `{local_member}`, read the owner in the body (`val owner = LocalLifecycleOwner.current`), use `owner.{local_member}` in the callback, and import it.",
            ],
        );
    } else {
        failure.say(
            "By its columns, line {line} reads `….current.{local_member}` of a composition local in code that is not composable (a callback such as `onClick`, a coroutine): `LocalContext.current` and its like can only be read in the body of a `@Composable` function.",
            &[
                "Read the local in the body of the composable, above the callback (`val context = LocalContext.current`), and use that `val` at line {line} of `{name}`.",
                "If `{local_member}` stays unresolved then, its import is missing.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    const FILE: &str = "e: file:///p/Shelf.kt";

    #[test]
    fn the_name_behind_a_read_follows_from_it() {
        let log = format!(
            "{FILE}:15:72 @Composable invocations can only happen from the context of a @Composable function\n{FILE}:15:80 Unresolved reference 'lifecycleScope'.\n"
        );
        let first = parse(&log).failures.remove(0);
        assert_eq!(first.category, Category::ComposeComposableContext);
        assert!(first.wording.is_some_and(|wording| wording.fixes[0].contains("rememberCoroutineScope")));
    }

    #[test]
    fn another_name_of_the_line_does_not() {
        let log = format!(
            "{FILE}:15:12 @Composable invocations can only happen from the context of a @Composable function\n{FILE}:15:9 Unresolved reference 'Rack'.\n"
        );
        assert_eq!(parse(&log).failures[0].category, Category::KotlinUnresolvedReference);
    }
}
