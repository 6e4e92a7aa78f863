//! What failures tell of each other. Resources that are missing together: rather a file, module or submodule is missing than each
//! of them. A member that is not implemented, and the override near by that overrides nothing: it is there, with other types.

use std::collections::BTreeMap;

use super::missing::place::{self, SourcePlace};
use super::version::Version;
use crate::model::failure::Role;
use crate::{Category, Failure};

/// Names that are told.
const NAMED: usize = 4;

/// Directories of what was downloaded: such a file's resources are no matter of the checkout.
const DOWNLOADED: &[&str] =
    &["node_modules", ".gradle/caches", ".gradle\\caches", "transforms-", "Pub\\Cache", ".pub-cache"];

/// What else explains why a resource is missing.
const EXPLAINED: &[&str] = &["artifact", "resource_library", "framework_since", "min_compile_sdk", "parent", "known"];

/// Whether the resource is one that this project should define.
fn is_own(failure: &Failure) -> bool {
    let file = failure.file.as_deref().unwrap_or_default();
    let symbol = failure.symbol.as_deref().unwrap_or_default();
    failure.category == Category::XmlResourceNotFound
        && failure.role != Role::Consequence
        && failure.wording.is_none()
        && symbol.contains('/')
        && !symbol.contains(':')
        && !EXPLAINED.iter().any(|key| failure.details.contains_key(*key))
        && !DOWNLOADED.iter().any(|directory| file.contains(directory))
}

/// What failures tell of each other.
pub fn tell(failures: &mut [Failure]) {
    overridden(failures);
    resources(failures);
    newest_wanted(failures);
}

/// Lets a missing library be asked for in a version that has all of its names which are missing.
fn newest_wanted(failures: &mut [Failure]) {
    const SINCE: &str = "artifact_since";
    if failures.iter().all(|failure| !failure.details.contains_key(SINCE)) {
        return;
    }
    let mut newest: BTreeMap<String, String> = BTreeMap::new();
    let missing =
        |failure: &&Failure| matches!(failure.category, Category::XmlResourceNotFound | Category::XmlAttributeNotFound);
    for mut failure in failures.iter().filter(missing).cloned() {
        // What follows from another failure is not completed for itself.
        super::complete(&mut failure);
        let (Some(artifact), Some(since)) = (failure.details.remove("artifact"), failure.details.remove(SINCE)) else {
            continue;
        };
        let known = newest.entry(artifact).or_insert_with(|| since.clone());
        if Version::parse(&since) >= Version::parse(known) {
            *known = since;
        }
    }
    for failure in failures.iter_mut().filter(|failure| failure.details.contains_key(SINCE)) {
        if let Some(since) = failure.details.get("artifact").and_then(|artifact| newest.get(artifact)) {
            failure.details.insert(SINCE.to_owned(), since.clone());
        }
    }
}

/// Says of a member that is not implemented that an override of it is there, where one in the same file overrides nothing.
fn overridden(failures: &mut [Failure]) {
    let lacks = |failure: &Failure| failure.message.contains("is not abstract and does not ");
    for at in 0..failures.len() {
        let failure = &failures[at];
        let told = failure.role == Role::Consequence || failure.details.contains_key("known");
        let (Some(file), Some(member)) = (failure.file.clone(), failure.details.get("member").cloned()) else {
            continue;
        };
        if told || !lacks(failure) {
            continue;
        }
        let symbol = failure.symbol.clone().unwrap_or_default();
        let name = symbol.rsplit('.').next().unwrap_or(&symbol).to_owned();
        let java = failure.message.contains("does not override abstract method");
        let is_other = |other: &&Failure| {
            let said = &other.message;
            other.file.as_ref() == Some(&file)
                && (java && said.starts_with("method does not override or implement")
                    || !java && said.starts_with(&format!("'{name}' overrides nothing")))
        };
        let lines: Vec<u32> = failures.iter().filter(is_other).filter_map(|other| other.line).collect();
        let Some(line) = lines.first().filter(|_| !java || lines.len() == 1).copied() else { continue };
        let failure = &mut failures[at];
        failure.details.insert("overridden_at".to_owned(), line.to_string());
        failure.details.insert("overridden".to_owned(), if java { member.clone() } else { name });
        failure.details.insert("declared_as".to_owned(), without_annotations(&member));
        say_overridden(failure, java);
    }
}

fn say_overridden(failure: &mut Failure, java: bool) {
    const UPGRADE: &str =
        "Upgrade the package that the path names to a release that is made for the versions in use here.";
    let android = "`{overridden}` is overridden, at line {overridden_at}, but with other types than `{owner}` declares: newer SDK platforms mark parameters of Android's callbacks as non-null (from API level 30 on), and to Kotlin an override with the old `?` is another function. The code was written against an older `compileSdk`.";
    let kotlin = "`{overridden}` is overridden, at line {overridden_at}, but with other types (mostly another `?`) than the supertype declares in the version that is compiled against. To Kotlin that is another function: it overrides nothing, and the member counts as not implemented.";
    let of_java = "`{overridden}` of `{owner}` is not implemented, and the one method of the file that is marked `@Override` in vain is at line {overridden_at}: it is most probably its old form. `{owner}` declares it with other parameters in the version that is compiled against.";
    let of_android = failure.details.get("owner").is_some_and(|owner| owner.starts_with("android."));
    let cause = match java {
        true => of_java,
        false if of_android => android,
        false => kotlin,
    };
    match place::of(failure) {
        SourcePlace::Npm | SourcePlace::Pub => place::say_of_package(
            failure,
            cause,
            &[
                UPGRADE,
                "Until there is one, patch it or keep the older version of what declares the member (`compileSdk`, the library): at line {overridden_at} of {name} `{declared_as}`.",
            ],
        ),
        SourcePlace::Test | SourcePlace::Own => failure
            .say(cause, &["Change line {overridden_at} of {name} to the declaration as it is now: `{declared_as}`."]),
    }
}

/// A declaration as source has it: without `@NonNull`, `public abstract` and the like.
fn without_annotations(member: &str) -> String {
    let words = member.trim_matches('\'').split(' ');
    let plain = words.filter(|word| !matches!(*word, "public" | "abstract" | "open" | "protected"));
    let joined = plain.collect::<Vec<_>>().join(" ");
    ["@NonNull ", "@Nullable ", "@NotNull "].iter().fold(joined, |text, annotation| text.replace(annotation, ""))
}

/// Tells each failure that is about a missing resource which others are missing with it.
fn resources(failures: &mut [Failure]) {
    let mut names: Vec<String> = Vec::new();
    for symbol in failures.iter().filter(|one| is_own(one)).filter_map(|one| one.symbol.clone()) {
        if !names.contains(&symbol) {
            names.push(symbol);
        }
    }
    let [first, _, ..] = names.as_slice() else { return };
    let searched = first.rsplit('/').next().unwrap_or(first).to_owned();
    for failure in failures.iter_mut().filter(|one| is_own(one)) {
        let own = failure.symbol.clone().unwrap_or_default();
        let others: Vec<String> =
            names.iter().filter(|name| **name != own).take(NAMED).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > NAMED + 1 { " …" } else { "" };
        failure.details.insert("missing_with".to_owned(), others.join(", ") + more);
        failure.details.insert("missing_first".to_owned(), searched.clone());
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn told(lines: &[&str]) -> crate::Analysis {
        analyze(parse(&lines.join("\n")), None)
    }

    const SHELF: &str = "/p/app/src/main/res/layout/shelf.xml:7: AAPT: error: resource string/shelf_title (aka com.example.shop:string/shelf_title) not found.";
    const BASKET: &str = "/p/app/src/main/res/menu/basket.xml:9: AAPT: error: resource drawable/ic_basket (aka com.example.shop:drawable/ic_basket) not found.";

    #[test]
    fn an_override_with_other_types_is_told_with_the_member_that_it_misses() {
        let file = "/p/app/src/main/java/com/example/shop/Shelf";
        let answer = |lines: &[String]| told(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let kotlin = answer(&[
            format!(
                "e: {file}.kt: (12, 1): Class 'Shelf' is not abstract and does not implement abstract member public abstract fun onPut(@NonNull book: Book): Unit defined in org.oak.Listener"
            ),
            format!("e: {file}.kt: (20, 5): 'onPut' overrides nothing"),
        ]);
        assert!(kotlin.root_cause.unwrap_or_default().contains("at line 20"));
        assert!(kotlin.fix_guidelines[0].contains("`fun onPut(book: Book): Unit`"), "{:?}", kotlin.fix_guidelines);
        let java = answer(&[
            format!(
                "{file}.java:12: error: Shelf is not abstract and does not override abstract method put(Book) in Listener"
            ),
            format!("{file}.java:30: error: method does not override or implement a method from a supertype"),
        ]);
        assert!(java.fix_guidelines[0].starts_with("Change line 30 of Shelf.java"), "{:?}", java.fix_guidelines);
    }

    #[test]
    fn several_names_at_once_are_a_missing_file() {
        let answer = told(&[SHELF, BASKET]);
        let cause = answer.root_cause.unwrap_or_default();
        assert!(cause.contains("`string/shelf_title`") && cause.contains("`drawable/ic_basket`"), "{cause}");
        assert!(answer.fix_guidelines[0].contains("git submodule update --init"), "{:?}", answer.fix_guidelines);
        assert!(!answer.fix_guidelines.iter().any(|fix| fix.starts_with("Then: ")), "{:?}", answer.fix_guidelines);
    }

    #[test]
    fn one_name_or_a_librarys_is_not() {
        let library = "/p/app/src/main/res/values/themes.xml:3: AAPT: error: resource style/Theme.Material3.Light (aka com.example.shop:style/Theme.Material3.Light) not found.";
        for lines in [&[SHELF][..], &[SHELF, SHELF], &[SHELF, library]] {
            let answer = told(lines);
            assert!(!answer.fix_guidelines[0].contains("submodule"), "{:?}", answer.fix_guidelines);
        }
    }
}
