//! Names of files and directories that contain keys, passwords or tokens, or are private. Goes by names alone.

/// Names of files that contain keys, passwords or tokens.
const NAMES: &[&str] = &[
    "local.properties",
    "keystore.properties",
    "key.properties",
    "signing.properties",
    "secrets.properties",
    "secret.properties",
    "sentry.properties",
    "google-services.json",
    "googleservice-info.plist",
    "service-account.json",
    "credentials.json",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
];

/// Beginnings of such names.
const BEGINNINGS: &[&str] = &[".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];

/// Endings of such names.
const ENDINGS: &[&str] = &[".jks", ".keystore", ".p12", ".pfx", ".pem", ".key", ".env", ".gpg"];

/// Directories that are never read.
const DIRECTORIES: &[&str] = &[".git", ".gradle", ".ssh", ".gnupg", ".aws"];

/// Whether a file of this name is never read.
pub fn is_secret(name: &str) -> bool {
    let name = plain(name);
    NAMES.contains(&name.as_str())
        || BEGINNINGS
            .iter()
            .any(|begin| name.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        || ENDINGS.iter().any(|end| name.ends_with(end))
}

/// Whether a path with this name in it is never read.
pub fn is_hidden(name: &str) -> bool {
    is_secret(name) || DIRECTORIES.contains(&plain(name).as_str())
}

/// The name as a case-insensitive file system may take it, or one that ignores trailing dots and spaces, zero-width
/// characters, or text after a colon.
fn plain(name: &str) -> String {
    let name = name.split(':').next().unwrap_or(name);
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let seen: String = name.chars().filter(|c| !unseen(*c)).collect();
    seen.trim_end_matches(['.', ' ']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{is_hidden, is_secret};

    #[test]
    fn secrets_are_known_by_name_and_others_are_not() {
        for name in
            ["local.properties", "Release.JKS", ".env", ".env.prod", "prod.env", "id_rsa", "id_rsa.pub", "a.pem."]
        {
            assert!(is_secret(name), "{name}");
        }
        for name in
            ["gradle.properties", "Key.kt", "environment.gradle", ".envoy", "id_rsa_helper.kt", "keystore.kt", ""]
        {
            assert!(!is_secret(name), "{name}");
        }
        assert!(is_hidden(".git") && is_hidden(".Gradle") && !is_hidden(".github") && !is_hidden("git"));
    }
}
