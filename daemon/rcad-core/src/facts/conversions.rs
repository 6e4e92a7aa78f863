//! What to do where a value of one type stands in place of another, by the two types. What is in no table is not guessed.

use super::table::{NAMES, cell, rows};

/// Types whose values `this` often is meant to be, where another receiver has taken its place.
const RECEIVERS: &[&str] = &[
    "Context",
    "Activity",
    "ComponentActivity",
    "AppCompatActivity",
    "FragmentActivity",
    "LifecycleOwner",
    "Fragment",
];

/// Types of Kotlin that hold one or more values.
const COLLECTIONS: &[&str] = &[
    "List",
    "MutableList",
    "ArrayList",
    "Set",
    "MutableSet",
    "Collection",
    "Iterable",
    "Array",
    "Map",
    "MutableMap",
    "Sequence",
];

/// The step for a value of type `actual` where `expected` is required.
pub fn step(actual: &str, expected: &str) -> Option<String> {
    let (from, to) = (simple(actual), simple(expected));
    let known = |row: &&Vec<String>| {
        let sides = row.first().and_then(|types| types.split_once(" -> "));
        sides.is_some_and(|(values, required)| fits(values, &from) && fits(required, &to))
    };
    if let Some(row) = rows(&NAMES, "conversions").iter().find(known) {
        return cell(row, 1).map(str::to_owned);
    }
    if let (Some(inner), true) = (from.strip_suffix('?'), to.ends_with('?')) {
        return step(inner, &to).map(|step| step.replacen("`.to", "`?.to", 1));
    }
    if NUMBERS.contains(&to.as_str()) && from.contains("Number & Comparable") {
        return Some(format!("Give all branches and operands the type `{to}`: write its literals, or `.to{to}()`."));
    }
    if from == to && actual.contains('.') && expected.contains('.') && actual != expected {
        return Some(format!(
            "Two classes are called `{to}`: import `{expected}`, which is required here, in place of `{actual}`, or make the one from the other."
        ));
    }
    arrays(&from, &to)
        .or_else(|| nullable_values(&from, &to))
        .or_else(|| wrapped(&from, &to))
        .or_else(|| narrow_holder(&from, &to))
        .or_else(|| elements(&from, &to))
        .or_else(|| functions(&from, &to))
        .or_else(|| receiver(&from, &to))
        .or_else(|| builder(&from, &to))
        .or_else(|| other(&from, &to))
}

/// The step for a Java value of type `actual` where `expected` is required.
pub fn java_step(actual: &str, expected: &str) -> Option<String> {
    let (from, to) = (simple(actual), simple(expected));
    if from == to && actual != expected {
        let required = if expected.contains('.') { expected } else { &to };
        let other = if actual.contains('.') { actual } else { "the other one" };
        return Some(format!(
            "Two classes are called `{to}`: import `{required}`, which is required here, in place of {}, or pass an object of that class.",
            if other == actual { format!("`{actual}`") } else { other.to_owned() }
        ));
    }
    if let Some(step) = java_subclass(&from, &to) {
        return Some(step);
    }
    let inner = |name: &str, holder: &str| Some(name.strip_prefix(holder)?.strip_suffix('>')?.to_owned());
    let parses = [
        ("int", "Integer.parseInt"),
        ("Integer", "Integer.valueOf"),
        ("long", "Long.parseLong"),
        ("Long", "Long.valueOf"),
        ("double", "Double.parseDouble"),
        ("Double", "Double.valueOf"),
        ("boolean", "Boolean.parseBoolean"),
    ];
    if inner(&from, "Optional<").is_some_and(|inner| inner == to) {
        return Some(
            "Take the value out of the `Optional`: `.orElseThrow()`, or `.orElse(…)` where there may be none."
                .to_owned(),
        );
    }
    if inner(&to, "Optional<").is_some_and(|inner| inner == from) {
        return Some("Wrap the value: `Optional.ofNullable(…)`.".to_owned());
    }
    if from == "String" {
        let (_, parse) = parses.into_iter().find(|(number, _)| *number == to)?;
        return Some(format!("Parse the text: `{parse}(…)`."));
    }
    if to == "String" && parses.iter().any(|(number, _)| *number == from) {
        return Some("Make text of it: `String.valueOf(…)`.".to_owned());
    }
    if from == "Object" {
        return Some(format!(
            "Give the collection or class that it comes from its type argument (`List<{to}>` in place of a raw `List`), so that it gives a `{to}`; a cast, `({to}) value`, only where it is certain."
        ));
    }
    let list = inner(&from, "List<").zip(inner(&to, "List<"))?;
    Some(format!(
        "Convert each `{}` to a `{}`: `.stream().map(…).toList()` (before Java 16 `.collect(Collectors.toList())`).",
        list.0, list.1
    ))
}

/// Android's classes of which a subclass is often wanted: the class and the ends of the names of its subclasses.
const SUBCLASSES: &[(&str, &[&str])] = &[
    ("View", &["View", "Button", "Layout", "Text", "Box", "Bar", "Spinner", "Switch", "Group"]),
    ("Context", &["Activity", "Application"]),
    ("Activity", &["Activity"]),
    ("Fragment", &["Fragment"]),
    ("Drawable", &["Drawable"]),
    ("LayoutParams", &["LayoutParams"]),
];

/// What is passed in Java where a context, an activity or another of Android's is wanted.
fn java_subclass(from: &str, to: &str) -> Option<String> {
    if from.ends_with("Fragment") && matches!(to, "Context" | "LifecycleOwner" | "Activity" | "FragmentActivity") {
        return Some(of_fragment(to).replace("viewLifecycleOwner", "getViewLifecycleOwner()"));
    }
    if to == "LifecycleOwner" && from.ends_with("Activity") {
        return Some(format!(
            "Let `{from}` extend `AppCompatActivity` (or `ComponentActivity`), which is a `LifecycleOwner`; a plain `Activity` is none."
        ));
    }
    let class = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let (given, wanted) = (class(from), class(to));
    let known = SUBCLASSES.iter().any(|(base, ends)| *base == given && ends.iter().any(|end| wanted.ends_with(end)));
    (known && from != to).then(|| format!("Cast it, where it is certain that it is one: `({to}) …`."))
}

/// Kotlin's numbers.
const NUMBERS: &[&str] = &["Int", "Long", "Float", "Double"];

/// What can be said of a value and a class that no table has.
fn other(from: &str, to: &str) -> Option<String> {
    let (value, class) = (from.trim_end_matches('?'), raw(to).trim_end_matches('?'));
    let own = |name: &str| name.chars().all(char::is_alphanumeric) && !is_plain(name) && name != "Unit";
    if value == "Any" {
        return Some(format!(
            "Find out why the value has no better type than `Any` (a raw collection, branches of different types) and give that the type `{class}`; a cast (`as {class}`) only where it is certain."
        ));
    }
    let text = value == "String" || NUMBERS.contains(&value);
    if text && own(class) {
        return Some(format!(
            "Make a `{class}` of the `{value}` first: `{class}.valueOf(…)` if it is an enum and the value its name, else by its constructor or a function that looks it up."
        ));
    }
    if class == "String" && own(value) {
        return Some(
            "Make text of it: `.name` if it is an enum, else the property that is meant, or `.toString()`.".to_owned(),
        );
    }
    let family = family(value, class).filter(|_| own(value) && own(class))?;
    Some(format!(
        "Pass the `{class}` itself, not the `{value}`: they are two classes of `{family}` that belong together, and one is probably made with the other."
    ))
}

/// The words with which two class names begin alike: `ShelfSync` of `ShelfSyncClient` and `ShelfSyncOptions`.
fn family<'n>(one: &'n str, other: &str) -> Option<&'n str> {
    let same = one.char_indices().zip(other.chars()).take_while(|((_, a), b)| a == b).count();
    let is_end = |name: &str| name[same..].chars().next().is_none_or(|letter| letter.is_uppercase());
    (same >= FAMILY && one.is_char_boundary(same) && is_end(one) && is_end(other)).then(|| &one[..same])
}

/// Letters that two names of one family have in common at least.
const FAMILY: usize = 6;

/// Whether one of several types, with `|` between, is this one, with or without its arguments.
fn fits(types: &str, name: &str) -> bool {
    let raw = raw(name);
    types.split('|').any(|one| one == name || one == raw)
}

/// The type inside of a holder: `State<Int>` for `Int`, `() -> Int` for `Int`.
fn wrapped(from: &str, to: &str) -> Option<String> {
    if let Some(inner) = from.strip_prefix("() -> ").or_else(|| from.strip_prefix("Function0<")?.strip_suffix('>')) {
        return (inner == to).then(|| format!("Call it: write `()` behind the function, which then gives a `{to}`."));
    }
    if to
        .strip_prefix("() -> ")
        .or_else(|| to.strip_prefix("Function0<")?.strip_suffix('>'))
        .is_some_and(|inner| inner == from)
    {
        return Some("Hand a lambda over, not its result: put the expression into `{ … }`.".to_owned());
    }
    let (holder, inner) = from.split_once('<')?;
    let inner = inner.strip_suffix('>')?.trim_start_matches("out ");
    if inner.trim_end_matches('?') != to.trim_end_matches('?') {
        return None;
    }
    let how = rows(&NAMES, "holders").iter().find(|row| row.first().is_some_and(|name| name == holder))?;
    cell(how, 1).map(|how| how.replace("{to}", to))
}

/// A holder that was made for the type of its first value alone: `MutableStateFlow<Shelf.Empty>` for `StateFlow<Shelf>`.
fn narrow_holder(from: &str, to: &str) -> Option<String> {
    let made = raw(from);
    let held = made.strip_prefix("Mutable")?;
    let same = raw(to) == made || raw(to) == held;
    let (given, wanted) = (argument(from)?, argument(to)?);
    let narrower =
        given.starts_with(&format!("{wanted}.")) || wanted.strip_suffix('?') == Some(given) || given == "Nothing?";
    (same && narrower).then(|| format!("Write the type where it is made: `{made}<{wanted}>(…)`; without it the type is that of the first value alone."))
}

/// An array of other elements: arrays are not covariant, and that of a `vararg` may only be read.
fn arrays(from: &str, to: &str) -> Option<String> {
    if raw(from) != "Array" || raw(to) != "Array" {
        return None;
    }
    let (given, wanted) = (elements_of(from)?, elements_of(to)?);
    if given == wanted {
        return Some(format!(
            "It is the array of a `vararg` parameter, or one that may only be read: declare what takes it as `Array<out {wanted}>`, copy it (`arrayOf(*value)`), or hand it on to a `vararg` with `*` before it."
        ));
    }
    let wider = wanted == "Any" || wanted == "Any?" || wanted.strip_suffix('?') == Some(given);
    Some(if wider {
        format!(
            "An array of `{given}` is no array of `{wanted}` (a `List` would be): make it as one, `arrayOf<{wanted}>(…)`, or declare what takes it as `Array<out {wanted}>`."
        )
    } else {
        format!(
            "Convert each `{given}` to a `{wanted}`: `.map {{ … }}.toTypedArray()`, with the constructor or function that makes the one from the other."
        )
    })
}

/// `Car` of `Array<out Car>?`
fn elements_of(array: &str) -> Option<&str> {
    Some(argument(array.trim_end_matches('?'))?.trim_start_matches("out ").trim_start_matches("(out) "))
}

/// A map whose values may be null in place of one whose may not: `Map<String, Any?>` for `Map<String, Any>`.
fn nullable_values(from: &str, to: &str) -> Option<String> {
    let (given, wanted) = (argument(from)?, argument(to)?);
    let maps = raw(from).ends_with("Map") && raw(to).ends_with("Map");
    let (key, value) = given.split_once(", ")?;
    (maps && wanted.split_once(", ")? == (key, value.strip_suffix('?')?)).then(|| {
        format!("Declare what takes it as `{}<{given}>`; where that is not yours, leave the null values out: `map.mapNotNull {{ (key, value) -> value?.let {{ key to it }} }}.toMap()`.", raw(to))
    })
}

/// Types whose values are made into those of another element type by `map`.
const MAPPED: &[&str] = &["List", "Collection", "Iterable", "Sequence", "Array", "Flow", "LiveData"];

/// The same holder of other elements: `Flow<List<Row>>` for `Flow<List<Book>>`.
fn elements(from: &str, to: &str) -> Option<String> {
    let inner = |name| Some(argument(name)?.trim_start_matches("out "));
    let (given, wanted) = (inner(from)?, inner(to)?);
    let mapped = raw(from) == raw(to) && MAPPED.contains(&raw(to)) && given != wanted;
    if !mapped || wanted.contains(',') || given.contains("out ") || wanted.len() == 1 {
        return None;
    }
    if given.strip_suffix('?') == Some(wanted) && !matches!(raw(to), "LiveData" | "Array") {
        return Some("Drop what is null first: `.filterNotNull()`; or declare the elements nullable.".to_owned());
    }
    let (holder, how) = match (inner(given), inner(wanted)) {
        (Some(row), Some(item)) if MAPPED.contains(&raw(wanted)) && raw(given) == raw(wanted) => {
            (format!("each `{row}` to a `{item}`"), "`.map { list -> list.map { … } }`")
        }
        _ => (format!("each `{given}` to a `{wanted}`"), "`.map { … }`"),
    };
    Some(format!("Convert {holder}: {how}, with the constructor or function that makes the one from the other."))
}

/// A function or lambda in place of another kind of function, or what is no function in place of one.
fn functions(from: &str, to: &str) -> Option<String> {
    let class = |name: &str| raw(name).rsplit(' ').next().unwrap_or_default().trim_start_matches("Suspend").to_owned();
    let is_function = |name: &str| name.contains("->") || class(name).starts_with("Function");
    if !is_function(to) {
        return None;
    }
    let bare = |name: &str| name.trim_end_matches('?').trim_matches(['(', ')']).to_owned();
    if from == "Unit" && (bare(to).ends_with("-> Unit") || raw(to).starts_with("Function")) {
        return Some("Hand a lambda over, not its result: put the expression into `{ … }`.".to_owned());
    }
    if !is_function(from) {
        return None;
    }
    Some(match (from.contains("@Composable"), to.contains("@Composable")) {
        (true, false) => "Do not pass a composable lambda where an ordinary one is required: call the composable inside of the composition, and let the lambda change state only.".to_owned(),
        (false, true) => "Write the lambda at the call, or give its type `@Composable`: `val content: @Composable () -> Unit = { … }`.".to_owned(),
        _ => format!("Write a function or lambda with exactly the parameters and result of `{to}`: name each parameter before `->` (`_` for one that is not used)."),
    })
}

/// `this` of a builder, a scope or another class, where a context or the like is wanted.
fn receiver(from: &str, to: &str) -> Option<String> {
    let other = !RECEIVERS.contains(&from) && !from.ends_with("Context") && !from.ends_with("Application");
    if !RECEIVERS.contains(&to) || !other || from.ends_with("Activity") || from.ends_with('?') {
        return None;
    }
    Some(match from {
        _ if from.ends_with("Fragment") => of_fragment(to),
        _ => format!(
            "If `this` is passed, it is the `{from}` of the enclosing block or class: name the one that is meant, `this@` with the name of the {} (in Compose `LocalContext.current`).",
            owner(to)
        ),
    })
}

fn of_fragment(to: &str) -> String {
    match to {
        "Context" => "Pass `requireContext()`; a fragment is no context.".to_owned(),
        "LifecycleOwner" => "Pass `viewLifecycleOwner`.".to_owned(),
        _ => "Pass `requireActivity()`; a fragment is no activity.".to_owned(),
    }
}

fn owner(to: &str) -> &'static str {
    match to {
        "Fragment" => "fragment",
        _ => "activity or service",
    }
}

/// A builder, or a sibling of the same family: `AlertDialog.Builder` for `AlertDialog`.
fn builder(from: &str, to: &str) -> Option<String> {
    if from.rsplit('.').next() == Some("Builder") && from.strip_suffix(".Builder").is_none_or(|of| of == to) {
        return Some(format!("End the builder's calls with the one that makes a `{to}` (`.build()` or `.create()`)."));
    }
    None
}

/// Whether a value of the type may be converted by a function of Kotlin's own at all.
pub fn is_plain(name: &str) -> bool {
    let name = simple(name);
    let plain = ["Int", "Long", "Float", "Double", "Short", "Byte", "Char", "String", "CharSequence", "Number", "Any"];
    plain.contains(&name.trim_end_matches('?')) || COLLECTIONS.contains(&raw(&name))
}

/// What to do where two classes of one name were taken for each other: `android.app.RemoteInput`, `androidx.core.app.RemoteInput`.
pub fn namesake(actual: &str, expected: &str) -> Option<String> {
    let [given, required] = [actual, expected].map(|name| name.trim_end_matches(['?', '!']));
    let packaged = given.contains('.') && required.contains('.') && !given.contains('<') && !required.contains('<');
    (packaged && given != required && simple(given) == simple(required))
        .then(|| format!("Import `{required}` in place of `{given}`: they are two classes of the same name."))
}

/// `List<Book>?` of `kotlin.collections.List<com.example.Book>?`: packages go, also of arguments, and aliases behind it.
pub fn simple(name: &str) -> String {
    let name = name.split(" /* =").next().unwrap_or(name).trim();
    let mut out = String::with_capacity(name.len());
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$') {
            word.push(letter);
            continue;
        }
        out.push_str(without_package(&word));
        word.clear();
        if letter != '!' {
            out.push(letter);
        }
    }
    out.push_str(without_package(&word));
    out
}

/// `Builder.Step` of `com.example.Builder.Step`
fn without_package(name: &str) -> &str {
    let mut start = 0;
    for segment in name.split('.') {
        if segment.starts_with(|first: char| first.is_uppercase()) {
            return &name[start..];
        }
        start += segment.len() + 1;
    }
    name
}

fn raw(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

/// `Book` of `List<Book>`
fn argument(name: &str) -> Option<&str> {
    name.split_once('<')?.1.strip_suffix('>')
}

#[cfg(test)]
mod tests {
    use super::{is_plain, java_step, namesake, simple, step};

    #[test]
    fn types_lose_their_packages() {
        assert_eq!(simple("kotlin.collections.List<com.example.Book>?"), "List<Book>?");
        assert_eq!(simple("java.lang.StringBuilder /* = kotlin.text.StringBuilder */"), "StringBuilder");
        assert_eq!(simple("com.example.Shelf.Row"), "Shelf.Row");
        assert_eq!(simple("() -> kotlin.Unit"), "() -> Unit");
    }

    #[test]
    fn classes_of_one_name_are_told_apart() {
        let step = namesake("com.example.Basket", "org.example.Basket?");
        assert_eq!(
            step.as_deref(),
            Some(
                "Import `org.example.Basket` in place of `com.example.Basket`: they are two classes of the same name."
            )
        );
        for (actual, expected) in
            [("com.example.Basket?", "com.example.Basket"), ("Basket", "org.example.Basket"), ("a.B", "a.C")]
        {
            assert_eq!(namesake(actual, expected), None, "{actual}");
        }
    }

    #[test]
    fn two_java_types_give_a_step() {
        for (from, to, words) in [
            ("java.util.Optional<com.example.Book>", "com.example.Book", "orElseThrow"),
            ("String", "int", "Integer.parseInt"),
            ("int", "String", "String.valueOf"),
            ("Object", "String", "List<String>"),
            ("List<BookRow>", "List<Book>", "stream()"),
        ] {
            assert!(java_step(from, to).is_some_and(|step| step.contains(words)), "{from} {to}");
        }
        assert_eq!(java_step("Book", "Shelf"), None);
    }

    #[test]
    fn two_types_give_a_step() {
        let has = |from: &str, to: &str, words: &str| {
            assert!(step(from, to).is_some_and(|step| step.contains(words)), "{from} {to}: {:?}", step(from, to));
        };
        has("Flow<List<BookRow>>", "Flow<List<Book>>", "list.map");
        has("MutableStateFlow<Shelf.Empty>", "StateFlow<Shelf>", "MutableStateFlow<Shelf>(…)");
        has("MutableLiveData<Book>", "MutableLiveData<Book?>", "MutableLiveData<Book?>(…)");
        has("List<BookRow>", "List<Book>", "each `BookRow` to a `Book`");
        has("List<Book?>", "List<Book>", "filterNotNull");
        has("kotlin.Long", "kotlin.Int", "toInt()");
        has("String", "Int", "toIntOrNull()");
        has("kotlin.Int", "kotlin.String", "toString()");
        has("List<Book>", "MutableList<Book>", "toMutableList()");
        has("androidx.compose.runtime.State<kotlin.Int>", "kotlin.Int", ".value");
        has("kotlinx.coroutines.Deferred<com.example.Book>", "com.example.Book", "await()");
        has("() -> kotlin.Int", "kotlin.Int", "Call it");
        has("kotlin.Unit", "() -> kotlin.Unit", "lambda");
        has("kotlin.text.StringBuilder", "android.content.Context", "this@");
        has("com.example.ShelfFragment", "android.content.Context", "requireContext()");
        has("kotlin.Int", "androidx.compose.ui.unit.Dp", ".dp");
        has("android.app.AlertDialog.Builder", "android.app.AlertDialog", ".create()");
        has("Unit", "Boolean", "last expression");
        has("kotlin.Int?", "kotlin.Long?", "`?.toLong()`");
        has("kotlin.String", "com.example.ShelfState", "valueOf");
        has("com.example.ShelfState", "kotlin.String", ".name");
        has("com.example.ShelfSyncClient", "com.example.ShelfSyncOptions", "classes of `ShelfSync`");
        has("Any", "Book", "no better type");
        has("com.example.a.Book", "com.example.b.Book", "import `com.example.b.Book`");
        has("Unit", "(() -> Unit)?", "lambda");
        has("(Int) -> Unit", "() -> Unit", "parameters");
        has("@Composable () -> Unit", "() -> Unit", "composable");
        has("Function0<Unit>", "@Composable() Function0<Unit>", "@Composable () -> Unit");
        for (from, to) in [
            ("com.example.Book", "com.example.Shelf"),
            ("com.example.Shelfing", "com.example.Shelfmark"),
            ("com.example.MainActivity", "android.content.Context"),
        ] {
            assert_eq!(step(from, to), None, "{from} {to}");
        }
        assert!(is_plain("kotlin.Int?") && is_plain("List<Book>") && !is_plain("com.example.Book"));
    }
}
