//! What a rule says beyond the captured text itself: a word of its own for each name that the message may have, and the
//! Java release of a class file version.

use std::borrow::Cow;

/// A symbol, and the text for it.
pub type Choice = (Cow<'static, str>, Cow<'static, str>);

/// The placeholder of what a rule's `choices` have for the symbol.
pub const CHOICE: &str = "choice";

/// The end of the names of groups that capture a class file version.
const MAJOR: &str = "major";

/// What the class file version of Java 1 would be: version 52 is Java 8.
const JAVA_0: u32 = 44;

/// The name under which the Java release of the group is known: `java` for `major`, `wanted_java` for `wanted_major`.
pub fn java_name(group: &str) -> Option<String> {
    let group = group.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = group.strip_suffix(MAJOR)?;
    (before.is_empty() || before.ends_with('_')).then(|| format!("{before}java"))
}

/// The values under the names that templates use, `symbol2` being the symbol of another branch of the pattern, and what is
/// derived from them.
pub fn named(values: &[(String, String)], choices: &[Choice]) -> Vec<(String, String)> {
    let name = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let mut named: Vec<(String, String)> = values.iter().map(|(full, value)| (name(full), plain(value))).collect();
    let java: Vec<_> = named.iter().filter_map(|(name, value)| Some((java_name(name)?, java(value)?))).collect();
    let symbol = named.iter().find(|(name, _)| name == "symbol").map(|(_, symbol)| symbol.as_str());
    let choice = choices.iter().find(|(symbol_of, _)| symbol == Some(symbol_of));
    let choice = choice.map(|(_, text)| (CHOICE.to_owned(), text.clone().into_owned()));
    named.extend(java.into_iter().chain(choice));
    named
}

/// A value as it is known: `@shelf\oak`, a package of npm in a path of Windows, has a slash.
fn plain(value: &str) -> String {
    if value.starts_with('@') { value.replace('\\', "/") } else { value.to_owned() }
}

/// The Java release that writes class files of this version; `None` before Java 5.
fn java(major: &str) -> Option<String> {
    let release = major.trim().parse::<u32>().ok()?.checked_sub(JAVA_0)?;
    (5..=99).contains(&release).then(|| release.to_string())
}

#[cfg(test)]
mod tests {
    use super::named;

    fn value(values: &[(&str, &str)], name: &str) -> Option<String> {
        let values: Vec<_> = values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let choices = [("lintOptions".into(), "lint".into())];
        named(&values, &choices).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    #[test]
    fn a_package_of_npm_has_a_slash() {
        assert_eq!(value(&[("plugin", r"@shelf\oak")], "plugin").as_deref(), Some("@shelf/oak"));
        assert_eq!(value(&[("file", r"C:\p\a.kt")], "file").as_deref(), Some(r"C:\p\a.kt"));
    }

    #[test]
    fn a_class_file_version_tells_its_java() {
        assert_eq!(value(&[("wanted_major", "61")], "wanted_java").as_deref(), Some("17"));
        assert_eq!(value(&[("major2", "52")], "java").as_deref(), Some("8"));
        for (name, no_version) in [("major", "0"), ("major", "44"), ("major", "x"), ("wanted", "61"), ("bymajor", "61")]
        {
            assert_eq!(value(&[(name, no_version)], "java"), None, "{name} {no_version}");
        }
    }

    #[test]
    fn the_symbol_chooses() {
        assert_eq!(value(&[("symbol2", "lintOptions")], "choice").as_deref(), Some("lint"));
        assert_eq!(value(&[("symbol", "dexOptions")], "choice"), None);
        assert_eq!(value(&[("name", "lintOptions")], "choice"), None);
    }
}
