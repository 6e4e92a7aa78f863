//! Paths that are glued to the words in front of them: prose in scripts that write no blanks.

/// How paths begin for certain, besides a drive's letter.
const ROOTS: &[&str] = &["/Users/", "/home/"];

/// The rest of `例如E:\p\res\a.xml:6: error: …` and of `see /home/p/res/a.xml:6: error: …` from the path on.
pub fn path(line: &str) -> Option<&str> {
    let at = drive(line).into_iter().chain(ROOTS.iter().filter_map(|root| line.find(root))).min()?;
    let words = &line[..at];
    (at > 0 && !words.contains([':', '/', '\\', '"', '\'', '`'])).then(|| &line[at..])
}

/// Where `E:\` or `E:/` begins, and no longer word in front of the colon.
fn drive(line: &str) -> Option<usize> {
    let colon = line.find(":\\").into_iter().chain(line.find(":/")).min()?;
    let at = colon.checked_sub(1)?;
    let before = line.as_bytes().get(..at)?.last();
    (line.as_bytes()[at].is_ascii_alphabetic() && !before.is_some_and(u8::is_ascii_alphanumeric)).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_path_begins_behind_words() {
        for (line, expected) in [
            (r"比如E:\shop\res\a.xml:6: error: x", Some(r"E:\shop\res\a.xml:6: error: x")),
            ("たとえばC:/shop/res/a.xml:6: error: x", Some("C:/shop/res/a.xml:6: error: x")),
            ("as in /home/dev/a.xml:6: error: x", Some("/home/dev/a.xml:6: error: x")),
            (r"E:\shop\res\a.xml:6: error: x", None),
            ("货架/app/res/a.xml:6: error: x", None),
            ("see https://example.com/a.xml:6: error: x", None),
            (r"ERROR: E:\shop\a.xml:6: error: x", None),
        ] {
            assert_eq!(path(line), expected, "{line}");
        }
    }
}
