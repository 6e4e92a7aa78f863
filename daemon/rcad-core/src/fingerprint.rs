//! The fingerprint of a failure: the same in every clone, whatever the line and the time.

use sha2::{Digest, Sha256};

use crate::Category;
use crate::model::failure::Failure;

/// Categories of many different failures: the message counts there even when a symbol is known.
const WIDE: &[Category] = &[
    Category::Other,
    Category::GradleTaskFailed,
    Category::GradleScriptEvaluation,
    Category::JavaOther,
    Category::ManifestMerger,
    Category::ManifestOther,
    Category::AaptLink,
    Category::AaptCompile,
    Category::KaptKsp,
];

/// `v1:` and 16 hexadecimal digits, of the category, the symbol (and the words where there is none, or where the category is
/// a wide one), what was expected and found, and the file below `src`. Not of anything that needs the project at hand: a
/// log that is only pasted must give the same name as the build that was captured.
pub fn fingerprint(failure: &Failure) -> String {
    let mut hash = Sha256::new();
    for (_, part) in parts(failure) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    format!("v1:{}", hex::encode(&hash.finalize()[..8]))
}

/// The parts of a fingerprint by name; two failures with the same parts are the same. An empty part counts too.
pub fn parts(failure: &Failure) -> Vec<(&'static str, String)> {
    let failure = failure.as_read();
    let mut all = vec![
        ("category", failure.category.id().to_owned()),
        ("symbol", failure.symbol.as_deref().map(name).unwrap_or_default()),
    ];
    if failure.symbol.is_none() || WIDE.contains(&failure.category) {
        all.push(("words", steady(&failure.message)));
    }
    // A test is the same with and without its exception's message, which consoles leave out.
    let said = |key: &str| failure.details.get(key).filter(|_| failure.category != Category::TestFailure);
    for key in ["expected", "actual", "property", "method", "first", "second"] {
        all.push((key, said(key).map(|value| steady(value)).unwrap_or_default()));
    }
    all.push(("exception", failure.exception.clone().unwrap_or_default()));
    all.push(("file", failure.file.as_deref().map(location).unwrap_or_default()));
    all
}

/// `path` below `project`, with `/` as separator; `None` where it does not lie under it.
pub fn relative(path: &str, project: &str) -> Option<String> {
    let (path, project) = (path.replace('\\', "/"), project.replace('\\', "/"));
    let root = project.trim_end_matches('/');
    let rest = path.strip_prefix(root)?.strip_prefix('/')?;
    (!root.is_empty() && !rest.is_empty()).then(|| rest.to_owned())
}

/// What of a path is the same in every clone and in every tool's layout: the part from `src` on, else the name.
fn location(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.rfind("/src/") {
        Some(at) => path[at + 1..].to_owned(),
        None if path.starts_with("src/") => path,
        None => path.rsplit('/').next().unwrap_or(&path).to_owned(),
    }
}

/// A symbol without what changes from clone to clone and run to run: the directories of an absolute path, an object's address
/// (`Basket@2cf1f355`), the numbers of classes that the compiler makes (`Main$1`). All its other digits are its own:
/// `android-36` is not `android-37`.
pub(crate) fn name(symbol: &str) -> String {
    let absolute = symbol.starts_with('/') || symbol.get(1..3).is_some_and(|drive| matches!(drive, ":\\" | ":/"));
    let symbol = if absolute { symbol.rsplit(['/', '\\']).next().unwrap_or(symbol) } else { symbol };
    let mut out = String::with_capacity(symbol.len());
    let mut letters = symbol.chars().peekable();
    while let Some(letter) = letters.next() {
        out.push(letter);
        let dropped: fn(&char) -> bool = match letter {
            '$' => char::is_ascii_digit,
            '@' if letters.peek().is_some_and(char::is_ascii_hexdigit) => char::is_ascii_hexdigit,
            _ => continue,
        };
        while letters.next_if(dropped).is_some() {}
    }
    out
}

/// A message without what changes from run to run: digits of numbers, addresses and times, directories of paths.
fn steady(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let path = word.contains(['/', '\\']) && word.len() > 2;
        let word = if path { word.rsplit(['/', '\\']).next().unwrap_or(word) } else { word };
        // `1.2.3`, in a coordinate or alone, is what it is about; `at 14:05`, `1.5s` or `@2cf1f355` is not.
        let coordinate = word.contains(':') && word.contains('.') && !word.contains('@');
        let coordinate = coordinate || is_version(word.trim_matches(['(', ')', ',', '\'', '`']));
        let mut number = false;
        for letter in word.chars() {
            let digit = letter.is_ascii_digit() && !coordinate;
            if !(digit && number) {
                out.push(if digit { '#' } else { letter });
            }
            number = digit;
        }
        out.push(' ');
    }
    out
}

/// `1.5.3`, `2.0.20-RC2`
fn is_version(word: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '-';
    word.starts_with(|first: char| first.is_ascii_digit()) && word.matches('.').count() == 2 && word.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::{fingerprint, relative};
    use crate::Category;
    use crate::model::failure::{Failure, Language};

    fn unresolved(symbol: &str, file: &str, line: u32) -> Failure {
        let mut failure = Failure::new(Category::KotlinUnresolvedReference, Language::Kotlin, "Unresolved reference");
        failure.symbol = Some(symbol.to_owned());
        failure.file = Some(file.to_owned());
        failure.line = Some(line);
        failure
    }

    #[test]
    fn clone_and_line_do_not_matter() {
        let here = fingerprint(&unresolved("a", "/home/dev/x/src/main/A.kt", 3));
        for there in [r"C:\y\src\main\A.kt", "src/main/A.kt", "app/src/main/A.kt"] {
            assert_eq!(here, fingerprint(&unresolved("a", there, 99)), "{there}");
        }
        assert_eq!((here.len(), &here[..3]), (19, "v1:"));
    }

    #[test]
    fn another_symbol_file_or_category_is_another_mistake() {
        let one = unresolved("a", "src/A.kt", 3);
        let mut other = one.clone();
        other.category = Category::KotlinSyntax;
        let all = [&one, &other, &unresolved("b", "src/A.kt", 3), &unresolved("a", "src/B.kt", 3)];
        let names: std::collections::HashSet<String> = all.iter().map(|failure| fingerprint(failure)).collect();
        assert_eq!(names.len(), 4);
    }

    #[test]
    fn a_name_keeps_its_digits_and_its_kind() {
        let of = |symbol: &str| fingerprint(&unresolved(symbol, "src/A.kt", 1));
        for (one, other) in [
            ("android-36", "android-37"),
            ("languageVersion=17", "languageVersion=21"),
            ("color/primary", "string/primary"),
            ("gradle-8.2-bin.zip", "gradle-8.99-bin.zip"),
        ] {
            assert_ne!(of(one), of(other), "{one} and {other}");
        }
        for (one, other) in
            [("/home/a/keys/x.jks", "C:\\b\\x.jks"), ("Basket@2cf1f355", "Basket@77aa01"), ("Main$1.run", "Main$2.run")]
        {
            assert_eq!(of(one), of(other), "{one} and {other}");
        }
    }

    #[test]
    fn relative_means_below() {
        assert_eq!(relative("/p/a/B.kt", "/p/").as_deref(), Some("a/B.kt"));
        assert_eq!(relative("/pp/B.kt", "/p"), None);
        assert_eq!(relative("/p/B.kt", "/"), None);
    }
}
