//! Android's log, line by line: takes the prefix off a raw line, in any format of `adb logcat -v` and of the consoles
//! that show the log. Knows nothing of what the messages say.

/// A line of the log, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'t> {
    /// `V`, `D`, `I`, `W`, `E` or `F`; a space where the prefix has lost it.
    pub priority: char,
    /// Empty in formats that don't show it (`thread`, Android Studio's compact view).
    pub tag: &'t str,
    /// Process and thread, 0 where the format doesn't show them.
    pub pid: u32,
    /// See `pid`.
    pub tid: u32,
    /// The app, where a console names it.
    pub process: Option<&'t str>,
    /// What the program wrote.
    pub rest: &'t str,
}

/// Tags that mark a line even where all else of its prefix was lost (` E AndroidRuntime: …`, `DEBUG   : …`).
const TELLING_TAGS: &[&str] = &["AndroidRuntime", "System.err", "ActivityManager", "DEBUG", "libc", "mono-rt", "CRASH"];

/// Priorities in words: DDMS and Eclipse (`ERROR/AndroidRuntime(335): …`), Unity's console (`Error AndroidRuntime …`).
const WORDS: &[(&str, char)] = &[
    ("VERBOSE", 'V'),
    ("DEBUG", 'D'),
    ("INFO", 'I'),
    ("WARN", 'W'),
    ("ERROR", 'E'),
    ("ASSERT", 'F'),
    ("FATAL", 'F'),
    ("Error", 'E'),
    ("Warn", 'W'),
    ("Info", 'I'),
    ("Debug", 'D'),
];

/// Takes a raw line apart; `None` when it has no prefix of Android's log.
pub fn entry(line: &str) -> Option<Entry<'_>> {
    let line = line.trim_start();
    let first = *line.as_bytes().first()?;
    if first == b'[' {
        return long(line).or_else(|| bracketed(line));
    }
    if first.is_ascii_digit() || first == b'-' {
        let after = stamp(line);
        let text = after.unwrap_or(line).trim_start_matches(':').trim_start();
        let stamped = || after.and_then(|_| compact(text).or_else(|| telling(text.trim_start())));
        return numbered(text).or_else(|| slashed(text)).or_else(stamped);
    }
    if !first.is_ascii_alphabetic() {
        return None;
    }
    slashed(line).or_else(|| parenthesised(line)).or_else(|| telling(line))
}

fn priority(letter: u8) -> Option<char> {
    match letter {
        b'A' => Some('F'),
        b'V' | b'D' | b'I' | b'W' | b'E' | b'F' | b'S' => Some(char::from(letter)),
        _ => None,
    }
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    Some((text.get(..end)?.parse().ok()?, &text[end..]))
}

/// What follows `03-11 05:12:36.583`, with a year, in microseconds, with a zone, in seconds since 1970 or since the start,
/// also when its beginning was cut off.
fn stamp(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    let dot = bytes.iter().take(24).position(|byte| *byte == b'.')?;
    let before = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b':' | b'-' | b'/' | b' ' | b'T');
    let digits = bytes[dot + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !bytes[..dot].iter().all(before) || !(3..=9).contains(&digits) {
        return None;
    }
    let rest = &line[dot + 1 + digits..];
    // ` +0200`, `Z`
    let zone = rest.trim_start_matches(' ');
    let after = match zone.as_bytes() {
        [b'Z', ..] => &zone[1..],
        [b'+' | b'-', a, b, c, d, b' ', ..] if [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()) => &zone[5..],
        _ => rest,
    };
    Some(after)
}

/// What begins with process and thread: `23764 23764 E Tag : …` (`threadtime`, perhaps with the user's id in front),
/// `4462-4462/com.example.app E/Tag: …` and `3008-4236  Tag  com.example.app  E  …` (Android Studio).
fn numbered(text: &str) -> Option<Entry<'_>> {
    if let Some((pid, rest)) = number(text)
        && let Some((tid, rest)) = rest.strip_prefix('-').and_then(number)
    {
        return studio(pid, tid, rest);
    }
    let mut ids = [0u32; 3];
    let mut count = 0;
    let mut rest = text;
    // `10102 10131 E`, `11377 10102 10131 E`, `u0_a123 10102 10131 E`, `root     1     1 E`
    while count < 3 {
        let word = rest.split_ascii_whitespace().next()?;
        match word.parse() {
            Ok(id) => ids[count] = id,
            Err(_) if count == 0 && word.len() > 1 && is_user(word) => {}
            Err(_) => break,
        }
        count += 1;
        rest = rest[word.len()..].trim_start();
    }
    if count < 2 {
        return None;
    }
    let (pid, tid) = (ids[count - 2], ids[count - 1]);
    let letter = *rest.as_bytes().first()?;
    if let Some(after) = WORDS.iter().find_map(|(word, letter)| Some((rest.strip_prefix(word)?, *letter))) {
        let (tag, rest) = after.0.strip_prefix(' ')?.split_once(' ')?;
        return Some(Entry { priority: after.1, tag: tag.trim_end_matches(':'), pid, tid, process: None, rest });
    }
    let priority = priority(letter)?;
    let after = rest[1..].strip_prefix(' ')?;
    let (tag, rest) = tagged(after)?;
    Some(Entry { priority, tag, pid, tid, process: None, rest })
}

fn is_user(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// `Tag     : message`, `Tag:`
fn tagged(text: &str) -> Option<(&str, &str)> {
    let (tag, rest) = match text.split_once(": ") {
        Some(parts) => parts,
        None => (text.trim_end().strip_suffix(':').or_else(|| text.split_once(':').map(|parts| parts.0))?, ""),
    };
    let rest = if rest.is_empty() { text[tag.len()..].trim_start_matches(':').trim_start() } else { rest };
    let tag = tag.trim();
    (tag.len() <= 60).then_some((tag, rest))
}

/// What follows `4462-4462` in Android Studio's consoles.
fn studio(pid: u32, tid: u32, rest: &str) -> Option<Entry<'_>> {
    if let Some(after) = rest.strip_prefix('/') {
        let (process, after) = after.split_once(' ')?;
        let one = slashed(after.trim_start())?;
        return Some(Entry { pid, tid, process: app(process), ..one });
    }
    let columns = rest.strip_prefix(' ')?;
    let bytes = columns.as_bytes();
    let at = (1..bytes.len()).find(|&at| {
        priority(bytes[at]).is_some()
            && bytes[at - 1] == b' '
            && matches!(bytes.get(at + 1..at + 3), None | Some(b"  ") | Some(b""))
    })?;
    let mut head = columns[..at].split_ascii_whitespace();
    let process = head.next_back();
    let tag = head.next().or(process).unwrap_or("");
    let rest = columns[at + 1..].trim_start_matches(' ');
    Some(Entry { priority: priority(bytes[at])?, tag, pid, tid, process: process.and_then(app), rest })
}

/// A process's name, unless the console knows none (`?`, `pid-4462`).
fn app(name: &str) -> Option<&str> {
    (name.contains('.') || name == "system_process").then_some(name)
}

/// `E/Tag( 1234): message`, `E/Tag( 10085: 1234): …`, `E/Tag: message`, `ERROR/Tag(335): …`
fn slashed(text: &str) -> Option<Entry<'_>> {
    let (word, after) = text.split_once('/')?;
    let priority = match word.as_bytes() {
        [letter] => priority(*letter)?,
        _ => WORDS.iter().find(|(name, _)| *name == word)?.1,
    };
    let colon = after.find(':')?;
    // `Tag( 1234): message`: a tag may hold colons of its own (`E/unknown:ReactNative( 123): …`).
    if let Some(open) = after.find('(')
        && let Some((pid, rest)) = ids(&after[open..])
        && let Some(rest) = rest.strip_prefix(':')
        && open <= 60
    {
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        // Of two numbers the first is the user's.
        let pid = if pid.1 == 0 { pid.0 } else { pid.1 };
        return Some(Entry { priority, tag: after[..open].trim(), pid, tid: 0, process: None, rest });
    }
    let tag = after[..colon].trim();
    // `E/Capacitor/Console: …`; any other with a slash is a path.
    let name = tag.strip_prefix("Capacitor/").unwrap_or(tag);
    let fine = !name.is_empty() && tag.len() <= 60 && !name.contains(['/', '\\', '"', '=']);
    let rest = &after[colon + 1..];
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    fine.then_some(Entry { priority, tag, pid: 0, tid: 0, process: None, rest })
}

/// `( 1234)`, `( 1234: 1240)`: one number or two, and what follows.
fn ids(text: &str) -> Option<((u32, u32), &str)> {
    let (first, rest) = number(text.strip_prefix('(')?.trim_start())?;
    if let Some(rest) = rest.strip_prefix(')') {
        return Some(((first, 0), rest));
    }
    let (second, rest) = number(rest.strip_prefix(':')?.trim_start())?;
    Some(((first, second), rest.strip_prefix(')')?))
}

/// `E( 1234) message  (Tag)` of `process`, `E( 1234: 1240) message` of `thread`
fn parenthesised(text: &str) -> Option<Entry<'_>> {
    let priority = priority(text.as_bytes()[0])?;
    let ((pid, tid), rest) = ids(&text[1..])?;
    let rest = rest.strip_prefix(' ')?;
    let tagged = rest.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once("  ("));
    let (rest, tag) = tagged.filter(|_| tid == 0).unwrap_or((rest, ""));
    Some(Entry { priority, tag, pid, tid, process: None, rest })
}

/// `19:57:16.340  E  message`: Android Studio's compact view, which shows a time and a letter.
fn compact(text: &str) -> Option<Entry<'_>> {
    let bytes = text.as_bytes();
    let priority = priority(*bytes.first()?)?;
    let rest = text[1..].strip_prefix("  ")?;
    Some(Entry { priority, tag: "", pid: 0, tid: 0, process: None, rest })
}

/// `E AndroidRuntime: …`, `AndroidRuntime: …`: what is left when the beginning of the lines was cut off.
fn telling(text: &str) -> Option<Entry<'_>> {
    let first = priority(*text.as_bytes().first()?).filter(|_| text.as_bytes().get(1) == Some(&b' '));
    let after = if first.is_some() { text[2..].trim_start() } else { text };
    let tag = *TELLING_TAGS.iter().find(|tag| after.starts_with(**tag))?;
    let rest = after[tag.len()..].trim_start();
    // `E AndroidRuntime(1234): …`
    let rest = ids(rest).map_or(rest, |(_, rest)| rest).strip_prefix(':')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    Some(Entry { priority: first.unwrap_or(' '), tag, pid: 0, tid: 0, process: None, rest })
}

/// `[ 03-11 05:12:36.583 23764:23764 E/AndroidRuntime ]` of `long`; the message stands on the lines below.
fn long(line: &str) -> Option<Entry<'_>> {
    let inner = line.strip_prefix("[ ")?.trim_end().strip_suffix(']')?.trim_end();
    let text = stamp(inner.trim_start())?.trim_start();
    let (ids, tagged) = text.rsplit_once(' ').filter(|(_, last)| last.contains('/')).or_else(|| {
        let slash = text.find('/')?;
        Some((&text[..slash.checked_sub(2)?], &text[slash - 1..]))
    })?;
    let mut numbers = ids.split([':', ' ']).filter(|part| !part.is_empty()).rev();
    let tid = numbers.next()?.parse().ok()?;
    let pid = numbers.next()?.parse().ok()?;
    let (letter, tag) = tagged.split_once('/')?;
    Some(Entry { priority: priority(*letter.as_bytes().first()?)?, tag: tag.trim(), pid, tid, process: None, rest: "" })
}

/// `[AndroidRuntime] FATAL UNHANDLED EXCEPTION: …` of Visual Studio
fn bracketed(line: &str) -> Option<Entry<'_>> {
    let (tag, rest) = line.strip_prefix('[')?.split_once("] ")?;
    TELLING_TAGS.contains(&tag).then_some(Entry { priority: ' ', tag, pid: 0, tid: 0, process: None, rest })
}
