//! Names that several generators would have made are missing together: then none of them has run, and the error that kept
//! them from it counts, not the names.

use crate::Category;
use crate::model::failure::Failure;

/// Which generator would have made the name that is missing, without the source that it is made from.
fn generator(failure: &Failure) -> Option<&str> {
    let missing = matches!(failure.category, Category::JavaCannotFindSymbol | Category::KotlinUnresolvedReference);
    let made_by = failure.details.get("generator").filter(|_| missing)?;
    // `view binding or data binding`, `view binding from the layout …`: one step for all of it.
    let whose = made_by.split(" from ").next().unwrap_or(made_by);
    Some(if whose.contains("binding") { "view binding or data binding" } else { whose })
}

/// Says so of the first failure, where it is such a name and another one is another generator's.
pub fn note(failures: &mut [Failure]) {
    let Some((first, others)) = failures.split_first_mut() else { return };
    let Some(own) = generator(first).filter(|_| first.wording.is_none()).map(str::to_owned) else { return };
    let other = others.iter().find_map(|other| {
        let by = generator(other).filter(|by| *by != own)?;
        Some((other.symbol.clone()?, by.to_owned()))
    });
    let Some((symbol, by)) = other else { return };
    first.details.insert("other_missing".to_owned(), symbol);
    first.details.insert("other_generator".to_owned(), by);
    first.details.insert("own_generator".to_owned(), own);
    // What is said of one generator alone would come first.
    ["generator", "remedy"].iter().for_each(|key| drop(first.details.remove(*key)));
    first.say(
        "Names of several generators are missing together: `{symbol}` ({own_generator}) and `{other_missing}` ({other_generator}). So probably no single one of them lacks something: an earlier error kept all of them from writing their classes, and these errors follow from it.",
        &[
            "Look in the whole output for the first error that is not about a generated name: a processor's message (Dagger, Room, data binding), a mistake in a layout, or an ordinary one in a source. javac stops after 100 errors, which can hide it: `options.compilerArgs += [\"-Xmaxerrs\", \"1000\"]` for the task (with kapt `javacOptions {{ option(\"-Xmaxerrs\", 1000) }}`).",
            "If there is none, no generator is set up in this module: see that its processors are declared (`ksp`, `kapt`, `annotationProcessor`) and `buildFeatures` has `viewBinding` or `dataBinding`.",
        ],
    );
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn cause(log: &str) -> String {
        parse(log).failures.remove(0).wording.map(|wording| wording.cause).unwrap_or_default()
    }

    #[test]
    fn names_of_two_generators_follow_from_something_before() {
        let dagger = "/p/Oak.java:3: error: cannot find symbol class DaggerOakComponent\n";
        let binding = "/p/Shelf.java:4: error: cannot find symbol class FragmentShelfBinding\n";
        assert!(cause(&format!("{dagger}{binding}")).contains("several generators"));
        let same = dagger.replace("Oak", "Ash");
        assert!(!cause(&format!("{dagger}{same}")).contains("several generators"));
        let plain = "/p/Shelf.java:4: error: cannot find symbol class Shelf\n";
        assert!(!cause(&format!("{dagger}{plain}")).contains("several generators"));
    }
}
