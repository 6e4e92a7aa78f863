//! What a device's package manager answers to an installation: one line in brackets or quotation marks, wherever a narrow
//! window or a page broke it.

use std::borrow::Cow;

use super::pieces::{continues, is_header};
use crate::pattern::Pattern;

/// `Failure [INSTALL_FAILED_OLDER_SDK: Requires`, `due to: 'INSTALL_PARSE_FAILED_NO_CERTIFICATES:`: an answer without its end
static OPEN: Pattern =
    Pattern::new(r"(?:Failure \[(?:INSTALL|DELETE)_[A-Z_]+[^\]]*|due to: '[^']*INSTALL_[A-Z_]+(?:[^']|\b'\b)*)$");

/// `adb: failed to install shelf.apk: Failure`: the answer stands on the next line
static BEFORE: Pattern = Pattern::new(r"(?:^|\s)Failure$");

/// Lines into which an answer is broken at most.
const PIECES: usize = 8;

/// The whole answer that begins at `index`, and how many lines it takes; `None` where it is whole, or its end is not there.
pub fn joined(lines: &[Cow<'_, str>], index: usize) -> Option<(String, usize)> {
    let mut whole = lines[index].trim_end().to_owned();
    let before = BEFORE.is_match(&whole) && lines.get(index + 1).is_some_and(|next| next.starts_with("[INSTALL_"));
    if !before && !OPEN.is_match(&whole) {
        return None;
    }
    for (taken, next) in lines.iter().enumerate().skip(index + 1).take(PIECES) {
        if next.starts_with('[') != (before && taken == index + 1) || is_header(next) {
            return None;
        }
        // An answer's code in a line of its own begins so, too.
        if !next.starts_with('[') && !continues(next) {
            return None;
        }
        whole.push(' ');
        whole.push_str(next.trim());
        if !OPEN.is_match(&whole) {
            return Some((whole, taken + 1 - index));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    fn joined(text: &str) -> Option<(String, usize)> {
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        super::joined(&lines, 0)
    }

    #[test]
    fn a_broken_answer_is_one_line() {
        for (text, whole) in [
            (
                "adb: failed to install till.apk: Failure [INSTALL_FAILED_OLDER_SDK: \nRequires newer sdk \n#31]\nother",
                "adb: failed to install till.apk: Failure [INSTALL_FAILED_OLDER_SDK: Requires newer sdk #31]",
            ),
            (
                "till.apk: Failure\n[INSTALL_FAILED_INVALID_APK: no\nsplit]",
                "till.apk: Failure [INSTALL_FAILED_INVALID_APK: no split]",
            ),
            (
                "failed due to: 'INSTALL_FAILED_CONFLICTING_PROVIDER: Can't\ninstall'",
                "failed due to: 'INSTALL_FAILED_CONFLICTING_PROVIDER: Can't install'",
            ),
        ] {
            assert_eq!(joined(text).map(|(whole, _)| whole).as_deref(), Some(whole));
        }
    }

    #[test]
    fn a_whole_answer_and_one_without_an_end_stay() {
        for text in [
            "Failure [INSTALL_FAILED_OLDER_SDK]\nRequires]",
            "Failure [INSTALL_FAILED_OLDER_SDK:\n\nRequires]",
            "Failure [INSTALL_FAILED_OLDER_SDK:\n> Task :shelf:install FAILED\n]",
            "Failure [INSTALL_FAILED_OLDER_SDK: Requires\nmore",
            "Failure\nof the shelf]",
            "due to: 'INSTALL_FAILED_OLDER_SDK'\nmore'",
        ] {
            assert_eq!(joined(text), None, "{text}");
        }
    }
}
