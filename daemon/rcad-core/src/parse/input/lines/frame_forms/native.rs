//! Native frames in the forms of crash reporters and minidumps, written as Android's debuggerd writes them:
//! `#00 pc 0x12345  libshelf.so (Shelf::put+44)`.

use crate::pattern::Pattern;

/// `0  libshelf.so + 0x12345`, `3 libshelf.so 0x7c4b4 Shelf::put + 164`, `0  libshelf.so!Shelf::put(int) [shelf.cpp : 12 + 0x4]`
static LISTED: Pattern = Pattern::new(concat!(
    r"^\s*#?(?P<number>[0-9]{1,3}):?\s+(?P<path>[^\s!+()]*\.so)",
    r"(?:!(?P<called>[^\s\[][^\[]*?)(?: \[(?P<file>[^\[\] ]+) : (?P<line>[0-9]+)[^\]]*\])?(?: \+ (?:0x)?[0-9a-f]+)?",
    r"|\s*\+\s*0x(?P<offset>[0-9a-f]+)|\s+0x(?P<address>[0-9a-f]+)(?:\s+(?:<unknown>|(?P<function>[A-Za-z_~].*?)(?: \+ [0-9]+)?))?)\s*$",
));

/// The frame in debuggerd's form; nothing for another line.
pub fn usual(line: &str) -> Option<String> {
    if !line.trim_start().starts_with(|first: char| first.is_ascii_digit() || first == '#') || !line.contains(".so") {
        return None;
    }
    let found = LISTED.captures(line)?;
    let text = |name: &str| found.name(name).map(|text| text.as_str().trim());
    let number: u32 = text("number")?.parse().ok()?;
    let address = text("offset").or_else(|| text("address")).unwrap_or("0");
    let function = text("called").or_else(|| text("function")).map(|name| format!(" ({name}+0)")).unwrap_or_default();
    Some(format!("      #{number:02} pc 0x{address}  {}{function}", text("path")?))
}

#[cfg(test)]
mod tests {
    use super::usual;
    use crate::parse::parse;

    #[test]
    fn listed_frames_become_usual_ones() {
        for (line, frame) in [
            ("0  libshelf.so + 0x12345", "#00 pc 0x12345  libshelf.so"),
            (" 1 libshelf.so 0x7c4b4 Shelf::put + 164", "#01 pc 0x7c4b4  libshelf.so (Shelf::put+0)"),
            ("2   libshelf.so    0x79d1a3e100        <unknown>", "#02 pc 0x79d1a3e100  libshelf.so"),
            ("12  libshelf.so!Shelf::put(int) [shelf.cpp : 12 + 0x4]", "#12 pc 0x0  libshelf.so (Shelf::put(int)+0)"),
        ] {
            assert_eq!(usual(line).as_deref().map(str::trim), Some(frame), "{line}");
        }
        for line in
            ["3 libshelf.so files were stripped", "0x1234 libshelf.so", "2 libshelf.so", "1. libshelf.so + plugin"]
        {
            assert_eq!(usual(line), None, "{line}");
        }
    }

    #[test]
    fn a_list_without_a_signal_is_a_native_crash() {
        let failures = |log: &str| parse(log).failures;
        let list = "0  libc.so + 0x12345\n1  libshelf.so + 0x2a45\n2  libart.so + 0x423456\n";
        let found = failures(list).remove(0);
        assert_eq!((found.category.id(), found.symbol.as_deref()), ("native_crash", Some("libshelf.so")));
        let short = "#00 pc 00012345 libshelf.so\n#01 pc 00022345 libunity.so\n";
        assert_eq!(failures(short).remove(0).category.id(), "native_crash");
        let dump = format!("\"main\" prio=5 tid=1 Native\n  | sysTid=77 nice=0\n{}", short.replace('#', "  native: #"));
        assert!(failures(&dump).iter().all(|failure| failure.category.id() != "native_crash"));
    }
}
