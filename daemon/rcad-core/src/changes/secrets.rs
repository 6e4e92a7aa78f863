//! Which names stand for something that is kept secret: its value is never told.

/// Words that make a name one of a secret wherever they are in it.
const ANYWHERE: &[&str] = &["password", "passwd", "passphrase", "secret", "token", "credential"];

/// Whether the key of a setting looks secret: `signing.password`, `API_KEY`.
pub(super) fn secret(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    ANYWHERE.iter().any(|word| key.contains(word)) || key.contains("key")
}

/// Whether a text, of a statement or a resource, tells a secret: `keyPassword 'x'`, `"API_KEY"`, but not `com.monkey`.
pub(super) fn mentions_secret(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if ANYWHERE.iter().any(|word| lower.contains(word)) {
        return true;
    }
    let bytes = text.as_bytes();
    lower.match_indices("key").any(|(at, _)| {
        let (first, before) = (bytes[at], at.checked_sub(1).map(|before| bytes[before]));
        let (third, after) = (bytes[at + 2], bytes.get(at + 3));
        let begins = before.is_none_or(|before| !before.is_ascii_alphabetic())
            || (first.is_ascii_uppercase() && before.is_some_and(|before| before.is_ascii_lowercase()))
            || lower[..at].ends_with("api");
        let ends = after.is_none_or(|after| !after.is_ascii_alphabetic())
            || (third.is_ascii_lowercase() && after.is_some_and(u8::is_ascii_uppercase));
        begins && ends
    })
}

/// A value without the name and password of an address.
pub(super) fn without_login(value: &str) -> String {
    let Some((scheme, rest)) = value.split_once("://") else { return value.to_owned() };
    let host = rest.split('/').next().unwrap_or(rest);
    match host.rsplit_once('@') {
        Some((login, _)) => format!("{scheme}://…{}", &rest[login.len()..]),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{mentions_secret, secret, without_login};

    #[test]
    fn names_of_secrets() {
        for yes in ["signing.keyPassword", "API_KEY", "githubToken", "client_secret", "apikey"] {
            assert!(secret(yes) && mentions_secret(yes), "{yes}");
        }
        for no in ["org.gradle.jvmargs", "android.useAndroidX"] {
            assert!(!secret(no) && !mentions_secret(no), "{no}");
        }
        assert!(!mentions_secret("com.monkey.app") && !mentions_secret("keyboard") && mentions_secret("the.key = 1"));
        assert!(mentions_secret("ünïcode apiKey ü"));
    }

    #[test]
    fn addresses_are_shown_without_login() {
        assert_eq!(without_login("https://me:pw@host/a@b"), "https://…@host/a@b");
        assert_eq!(without_login("https://host/a@b"), "https://host/a@b");
    }
}
