//! Overrides that do not fit what they override: the class has a member of that name, with other types.

use super::layout;
use crate::Category;
use crate::facts::table::{TYPES, value};
use crate::model::failure::{Failure, escaped};
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `'onShelved' overrides nothing`, behind its place
static NOTHING: Pattern = Pattern::new(r"^'(?P<name>[A-Za-z0-9_]+)' overrides nothing");

/// `public abstract fun onShelved(p0: Shelf!, p1: String?): Unit`, `fun onShelved(shelf: Shelf): Boolean`
static MEMBER: Pattern = Pattern::new(
    r"^(?:[a-z]+(?:/\*[^*]*\*/)? )*?(?P<suspend>suspend )?(?P<kind>fun|val|var) (?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<rest>[(:].*)$",
);

/// Lines above and below the message that are looked at.
const NEAR: usize = 40;

/// Packages of the Android SDK and of Java.
const OF_SDK: &[&str] = &["android.", "java.", "javax."];

/// Letters at the beginning of two names that show that one was made out of the other.
const SAME_BEGIN: usize = 4;

/// Members of a list that are told.
const TOLD: usize = 3;

/// Overrides of one file that override nothing, from which on the supertype itself is what is wrong.
const MANY: usize = 3;

/// Gives words for a member that is not implemented, by what stands near it.
pub fn tell(lines: &Lines, at: usize, failure: &mut Failure) {
    if failure.category != Category::KotlinAbstractNotImplemented {
        return;
    }
    let file = failure.file.clone().unwrap_or_default();
    if failure.message.contains(" overrides nothing") {
        return of_override(lines, at, &file, failure);
    }
    if let Some(members) = failure.details.get("members").cloned() {
        return of_several(&members, lines, at, &file, failure);
    }
    let member = failure.details.get("member").and_then(|member| MEMBER.captures(member));
    let Some((name, signature)) = member.map(|found| (found["name"].to_owned(), signature(&found))) else { return };
    let class = failure.details.get("class").cloned();
    let holder = class.as_ref().map_or_else(|| "The `object`".to_owned(), |class| format!("`{class}`"));
    let owner = failure.details.get("owner").cloned();
    let declared = owner.as_ref().map_or_else(String::new, |owner| format!(" of `{owner}`"));
    let signature = escaped(&signature);
    let Some(line) = overriding_line(lines, at, &file, &name) else {
        let other = only_unfounded(lines, at, &file).filter(|(other, _)| is_like(other, &name));
        if let Some((other, line)) = other {
            let cause = format!(
                "{holder} has to implement `{name}`{declared}, and overrides `{other}` on line {line}, which no supertype declares: probably both are one member, renamed in one of the two places."
            );
            let renamed = format!("Rename `{other}` on line {line} of `{{name}}` to `{name}`, as `{signature}`.");
            let back =
                format!("If `{other}` is the name that is wanted, give it to the declaration{declared} as well.");
            return failure.say(&cause, &[&renamed, &back]);
        }
        let cause = format!(
            "{holder} has to implement `{name}`{declared}, and nothing in it does so with exactly these types, nullability included: {}.",
            since(owner.as_deref(), &file, "asks for it")
        );
        let into = class.map_or_else(|| "the `object`".to_owned(), |class| format!("`{class}`"));
        failure
            .say(&cause, &[&format!("Add `{signature}` to {into}, or give the override that is there these types.")]);
        return;
    };
    let cause = format!(
        "{holder} overrides `{name}`{declared} on line {line}, but with other types than it is declared with, and nullability counts, too: {}.",
        since(owner.as_deref(), &file, "declares it otherwise")
    );
    failure.say(
        &cause,
        &[&format!("Write line {line} of `{{name}}` as `{signature}` (the names of the parameters may be your own), and drop what is then needless in its body.")],
    );
}

/// A list of members: those that the class overrides with other types, and those that it lacks.
fn of_several(members: &str, lines: &Lines, at: usize, file: &str, failure: &mut Failure) {
    let listed: Vec<(String, String)> = members
        .split("; ")
        .filter_map(|one| MEMBER.captures(one))
        .map(|found| (found["name"].to_owned(), escaped(&signature(&found))))
        .collect();
    let (mut there, mut lacking) = (Vec::new(), Vec::new());
    for (name, signature) in &listed {
        match overriding_line(lines, at, file, name) {
            Some(line) => there.push(format!("line {line} as `{signature}`")),
            None => lacking.push(format!("`{signature}`")),
        }
    }
    if there.is_empty() {
        return;
    }
    let (some, all) = (there.len(), listed.len());
    let which = if some == all { "them".to_owned() } else { format!("{some} of them") };
    there.truncate(TOLD);
    let mut steps = vec![format!("Write {} (the names of the parameters may be your own).", there.join(", "))];
    if !lacking.is_empty() {
        lacking.truncate(TOLD);
        steps.push(format!("Add {}.", lacking.join(", ")));
    }
    failure.say(
        &format!("`{{symbol}}` lacks {all} members that its supertypes ask for, and has {which}, but with other types, so that they override nothing (nullability counts, too): {}.", since(None, file, "")),
        &steps.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

/// Since when it no longer fits.
fn since(owner: Option<&str>, file: &str, does: &str) -> String {
    match owner.filter(|owner| owner.contains('.')) {
        Some(owner) if is_own(owner, file) => {
            "if it compiled before, that declaration, which is of the same project, has been added or changed since"
                .to_owned()
        }
        Some(owner) if OF_SDK.iter().any(|package| owner.starts_with(package)) => format!(
            "if it compiled before, `compileSdk` was raised, and the newer Android SDK {does} (most callbacks had their parameters' nullability annotated with 33, some with 34 and 35)"
        ),
        Some(_) => {
            format!("if it compiled before, the library that declares it was upgraded, and its new version {does}")
        }
        None => "if it compiled before, the interface or base class has changed since: your own, or that of a newer library or `compileSdk`".to_owned(),
    }
}

/// Whether a class lies in the packages of the file.
fn is_own(owner: &str, file: &str) -> bool {
    let mut segments = owner.split('.').take_while(|segment| !segment.starts_with(char::is_uppercase));
    let (Some(first), Some(second)) = (segments.next(), segments.next()) else { return false };
    file.replace('\\', "/").contains(&format!("/{first}/{second}/"))
}

/// How the member is overridden: without what only a declaration says, and without marks of Java's types.
fn signature(found: &crate::pattern::Captures<'_>) -> String {
    let rest = found["rest"].replace('!', "").replace("(out) ", "out ").replace("(raw) ", "");
    let rest = rest.trim_end_matches([':', ';', '.']).trim_end();
    let rest = rest.strip_suffix(": Unit").unwrap_or(rest);
    let suspend = found.name("suspend").map_or("", |_| "suspend ");
    format!("override {suspend}{} {}{rest}", &found["kind"], &found["name"])
}

/// The line of an override of that name in the same file that overrides nothing.
fn overriding_line(lines: &Lines, at: usize, file: &str, name: &str) -> Option<u32> {
    let near = (at + 1..(at + NEAR).min(lines.len())).chain((at.saturating_sub(NEAR)..at).rev());
    near.map(|index| layout::bare(lines.get(index))).find_map(|line| {
        let placed = line.strip_prefix("e: ").map_or_else(|| layout::unmarked(line), layout::marked)?;
        let found = NOTHING.captures(placed.message)?;
        (layout::decode(placed.file) == file && &found["name"] == name).then_some(placed.place.0).flatten()
    })
}

/// Whether two names are near enough to be an old and a new one: one word, or half of the letters.
pub fn is_like(one: &str, other: &str) -> bool {
    let begin = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    begin >= SAME_BEGIN || strsim::normalized_damerau_levenshtein(one, other) >= 0.5
}

/// Name and line of the override below a class, up to the next one that lacks something, which overrides nothing, if there
/// is one only.
fn only_unfounded(lines: &Lines, at: usize, file: &str) -> Option<(String, u32)> {
    let below = (at + 1..(at + NEAR).min(lines.len())).map(|index| layout::bare(lines.get(index)));
    let mut found = below
        .filter_map(|line| line.strip_prefix("e: ").map_or_else(|| layout::unmarked(line), layout::marked))
        .filter(|placed| layout::decode(placed.file) == file)
        .take_while(|placed| !placed.message.contains("does not implement"))
        .filter_map(|placed| Some((NOTHING.captures(placed.message)?["name"].to_owned(), placed.place.0?)));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// How many overrides of the file override nothing, without anything of their name to override.
fn unfounded(lines: &Lines, at: usize, file: &str) -> usize {
    let near = (at.saturating_sub(NEAR)..(at + NEAR).min(lines.len())).map(|index| layout::bare(lines.get(index)));
    let placed: Vec<_> = near
        .filter_map(|line| line.strip_prefix("e: ").map_or_else(|| layout::unmarked(line), layout::marked))
        .filter(|placed| layout::decode(placed.file) == file)
        .collect();
    // Where a class lacks a member, its supertype is there.
    if placed.iter().any(|placed| placed.message.contains("does not implement")) {
        return 0;
    }
    placed
        .iter()
        .filter(|placed| NOTHING.is_match(placed.message) && !placed.message.contains("Potential signatures"))
        .count()
}

/// A member that is marked `override`: by what could be overridden, by how many there are, by its name.
fn of_override(lines: &Lines, at: usize, file: &str, failure: &mut Failure) {
    let Some(name) = failure.symbol.clone() else { return };
    if let Some(candidates) = failure.details.get("candidates") {
        let listed: Vec<String> =
            candidates.split("; ").filter_map(|one| MEMBER.captures(one)).map(|found| signature(&found)).collect();
        let Some(first) = listed.first() else { return };
        let all = listed.iter().map(|one| format!("`{}`", escaped(one))).collect::<Vec<_>>().join(" or ");
        let cause = format!(
            "`{name}` overrides nothing, because its signature is not that of the supertype's member, which is overridden as `{}`; nullability counts, too.",
            escaped(first)
        );
        return failure.say(&cause, &[&format!("Write line {{line}} of `{{name}}` as {all} (the names of the parameters may be your own); the types changed with a newer `compileSdk` or library if it compiled before.")]);
    }
    let spec = file.replace('\\', "/").contains("/node_modules/");
    if !failure.details.contains_key("candidates") && unfounded(lines, at, file) >= MANY {
        failure.say(
            "Several overrides of this class override nothing, so it is not they that are wrong but the supertype: the class that it names is not found (another error says so then), is another one of that name, or lost all these members.",
            &[
                if spec {
                    "In a package for React Native the supertype is mostly the generated `Native…Spec`: have it made anew (`cd android && ./gradlew clean`, then build with the same setting of `newArchEnabled` that the package supports), or take a release of the package for your React Native."
                } else {
                    "Look at the supertype in the head of the class in `{name}`: mend its import or dependency if it is marked as unresolved; else compare it with its new declaration."
                },
            ],
        );
        return;
    }
    let Some(signature) = value(&TYPES, "overrides", &name) else { return };
    failure.say(
        &format!("`{name}` overrides nothing, because its parameters do not fit the declaration: usually they are declared nullable (`?`) or without it as in older samples, and a newer SDK, AndroidX or other library has annotated them."),
        &[&format!("Write it as `{}`.", escaped(signature)), "If its types are these already, see that the class extends the one that declares it, and that its import is that of the same library."],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::told;

    #[test]
    fn an_override_of_other_types_is_told_with_its_line_and_signature() {
        let log = "e: file:///p/Shelf.kt:10:1 Class 'Shelf' is not abstract and does not implement abstract member public abstract fun onMoved(p0: Book!, p1: String?): Unit defined in android.view.Rack.OnMovedListener\ne: file:///p/Shelf.kt:47:5 'onMoved' overrides nothing\n";
        let words = told(log);
        assert!(words.contains("line 47") && words.contains("override fun onMoved(p0: Book, p1: String?)`"), "{words}");
        assert!(words.contains("compileSdk"), "{words}");
        let own = log.replace("/p/Shelf.kt", "/p/com/oak/Shelf.kt").replace("android.view", "com.oak.view");
        assert!(told(&own).contains("of the same project"), "{}", told(&own));
        let other = log.replace("Shelf.kt:47:5", "Rack.kt:47:5").replace("android.view", "com.oak.view");
        let words = told(&other);
        assert!(words.contains("nothing in it does so") && words.contains("the library that declares it"), "{words}");
    }

    #[test]
    fn a_member_that_was_renamed_in_one_place_is_told_by_both_names() {
        let class = |line: u32, name: &str| {
            format!(
                "e: file:///p/com/oak/Shelf.kt:{line}:1 Class '{name}' is not abstract and does not implement abstract member public abstract fun onMoved(book: Book): Unit defined in com.oak.Rack\n"
            )
        };
        let nothing =
            |line: u32, name: &str| format!("e: file:///p/com/oak/Shelf.kt:{line}:5 '{name}' overrides nothing\n");
        let words = told(&(class(10, "Shelf") + &nothing(14, "onMove")));
        assert!(words.contains("overrides `onMove` on line 14, which no supertype declares"), "{words}");
        assert!(words.contains("to `onMoved`, as `override fun onMoved(book: Book)`"), "{words}");
        let two = told(&(class(10, "Shelf") + &nothing(14, "onMove") + &nothing(20, "onSold")));
        assert!(!two.contains("renamed in one"), "{two}");
        let next = told(&(class(10, "Shelf") + &class(30, "Rack") + &nothing(34, "onMove")));
        assert!(next.contains("nothing in it does so"), "{next}");
    }

    #[test]
    fn a_list_of_members_is_told_by_the_overrides_that_are_there() {
        let log = "e: file:///p/app/Shelf.kt:21:1 Class 'Shelf' is not abstract and does not implement abstract members:\nfun onMoved(book: Book): Unit\nfun onSold(book: Book, to: String?): Unit\ne: file:///p/app/Shelf.kt:55:5 'onMoved' overrides nothing. Potential signatures for overriding:\nfun onMoved(book: Book): Unit\n";
        let words = told(log);
        assert!(
            words.contains("has 1 of them") && words.contains("line 55 as `override fun onMoved(book: Book)`"),
            "{words}"
        );
        assert!(words.contains("Add `override fun onSold(book: Book, to: String?)`"), "{words}");
    }

    #[test]
    fn many_overrides_of_nothing_speak_of_the_supertype() {
        let line =
            |number: u32, name: &str| format!("e: file:///p/app/Shelf.kt:{number}:5 '{name}' overrides nothing.\n");
        let three = line(4, "put") + &line(9, "take") + &line(12, "sell");
        assert!(told(&three).contains("the supertype"), "{}", told(&three));
        assert!(!told(&line(4, "put")).contains("not they that are wrong"));
        let lacks = "e: file:///p/app/Shelf.kt:2:5 Object is not abstract and does not implement abstract member public abstract fun lend(p0: Book): Unit defined in com.oak.Rack\n";
        assert!(!told(&(three + lacks)).contains("not they that are wrong"));
    }

    #[test]
    fn a_known_callback_is_told_with_its_signature() {
        let words = told("e: /p/Shelf.kt: (219, 13): 'onScrolled' overrides nothing\n");
        assert!(words.contains("onScrolled(recyclerView: RecyclerView, dx: Int, dy: Int)"), "{words}");
        let words = told("e: /p/Shelf.kt: (219, 13): 'onShelved' overrides nothing\n");
        assert!(!words.contains("older samples"), "{words}");
    }
}
