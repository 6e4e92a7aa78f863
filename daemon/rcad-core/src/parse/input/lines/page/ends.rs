//! Marks at the ends of lines that a page, a shell or an editor put there: `<br>`, `\\`, `¶`, and the tags around a text that was
//! copied out of the source of a page.

use std::borrow::Cow;

use memchr::memmem;

use crate::pattern::Pattern;

/// Marks that no tool writes at the end of a line.
const MARKS: &[&str] = &["<br>", "<br/>", "<br />", "<BR>", "¶", "↵", "⏎"];

/// Share of the lines that must end so, in percent. The last line of a text has none.
const MOST: usize = 50;

/// The same for a backslash, which a command in a log has as well.
const MOST_BACKSLASHES: usize = 70;

/// `<br>`, `<br/>`, `<br />` and the line end behind it
static BREAK: Pattern = Pattern::new(r"<(?:br|BR) ?/?>\r?\n?");

/// `<pre>`, `</code>`, `<p>`, `<span class="k">`, `<a href="http://a.b/">`: tags around words, none of them Android's
static TAG: Pattern = Pattern::new(
    r"</?(?:pre|code|p|span|div|a|b|i|u|em|strong|tt|samp|font|li|ul|ol|blockquote|details|summary|td|tr|table|tbody)(?: [^<>]*)?>",
);

/// Letters that a page's source has in another form, `&` last.
const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&nbsp;", " "),
    ("&amp;", "&"),
];

/// The text without them, and the number of each line in `numbers`.
pub fn plain<'t>(raw: Cow<'t, str>, numbers: &mut Vec<u32>) -> Cow<'t, str> {
    let raw = unbroken(raw, numbers);
    let raw = if is_page(&raw) { Cow::Owned(untagged(&raw)) } else { raw };
    let Some(mark) = mark(&raw) else { return raw };
    let line = |line: &str| match line.trim_end().strip_suffix(mark) {
        Some(rest) => rest.to_owned(),
        None => line.to_owned(),
    };
    Cow::Owned(raw.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

/// The lines, each ended by its `<br>`, where a page has lost all others.
fn unbroken<'t>(raw: Cow<'t, str>, numbers: &mut Vec<u32>) -> Cow<'t, str> {
    let breaks = memmem::find_iter(raw.as_bytes(), "<br").count() + memmem::find_iter(raw.as_bytes(), "<BR").count();
    if breaks == 0 || !has_breaks(&raw, breaks) {
        return raw;
    }
    let mut text = String::with_capacity(raw.len());
    let mut counted: Vec<u32> = Vec::new();
    let (mut rest, mut line) = (raw.as_ref(), 0);
    while let Some((at, end)) = BREAK.find(rest) {
        for part in rest[..at].split('\n') {
            text.push_str(part);
            text.push('\n');
            counted.push(numbers.get(line).copied().unwrap_or(u32::MAX));
            line += 1;
        }
        // A line that ends with a break is no line more.
        line -= usize::from(!rest[at..end].ends_with('\n'));
        rest = &rest[end..];
    }
    text.push_str(rest);
    counted.extend((line..).take(rest.split('\n').count()).map(|line| numbers.get(line).copied().unwrap_or(u32::MAX)));
    *numbers = counted;
    Cow::Owned(text)
}

/// Whether a `<br>` is a line's end here: most lines have one, and none stands between quotes or words.
fn has_breaks(raw: &str, breaks: usize) -> bool {
    let filled = raw.split('\n').filter(|line| !line.trim().is_empty()).count();
    let letters = [' ', '\'', '"', '`'];
    let spaced = |at: usize, end: usize| raw[..at].ends_with(letters) && raw[end..].starts_with(letters);
    breaks * 100 >= filled * MOST && (breaks > 1 || BREAK.find(raw).is_some_and(|(at, end)| !spaced(at, end)))
}

/// Whether the text is the source of a page: it has a block's tags at the edges of a line.
fn is_page(raw: &str) -> bool {
    if memmem::find(raw.as_bytes(), b"</").is_none() {
        return false;
    }
    let pre = |line: &str| line.starts_with("<pre") || line.ends_with("</pre>") || line.starts_with("<code>");
    let paragraph = |line: &str| {
        ["p", "div", "li", "span"].iter().any(|tag| {
            line.strip_prefix('<')
                .and_then(|line| line.strip_prefix(tag))
                .is_some_and(|rest| rest.starts_with(['>', ' ']))
                && line
                    .strip_suffix('>')
                    .and_then(|line| line.strip_suffix(tag))
                    .is_some_and(|rest| rest.ends_with("</"))
        })
    };
    let filled = || raw.split('\n').map(str::trim).filter(|line| !line.is_empty());
    filled().any(pre) || filled().filter(|line| paragraph(line)).count() * 100 >= filled().count() * MOST
}

fn untagged(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((at, end)) = TAG.find(rest) {
        text.push_str(&rest[..at]);
        rest = &rest[end..];
    }
    text.push_str(rest);
    if text.contains('&') { without_entities(&text) } else { text }
}

/// The text with the letters that a page's source writes as `&gt;`, `&#39;` and the like.
pub fn without_entities(text: &str) -> String {
    ENTITIES.iter().fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

/// The mark with which most lines end.
fn mark(raw: &str) -> Option<&'static str> {
    let mut counts = [0; MARKS.len()];
    let (mut filled, mut slashes) = (0, 0);
    for line in raw.split('\n').map(str::trim_end).filter(|line| !line.is_empty()) {
        filled += 1;
        match line.as_bytes()[line.len() - 1] {
            b'\\' => slashes += 1,
            b'>' | 0x80.. => {
                if let Some(nth) = MARKS.iter().position(|mark| line.ends_with(mark)) {
                    counts[nth] += 1;
                }
            }
            _ => {}
        }
    }
    if slashes > 0 && slashes * 100 >= (filled - 1) * MOST_BACKSLASHES {
        return Some("\\");
    }
    let (nth, count) = counts.into_iter().enumerate().max_by_key(|(_, count)| *count)?;
    (count > 0 && count * 100 >= filled * MOST).then(|| MARKS[nth])
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::plain;

    fn lines(raw: &str) -> (Vec<String>, Vec<u32>) {
        let mut numbers: Vec<u32> = (1..).take(raw.split('\n').count()).collect();
        let text = plain(Cow::Borrowed(raw), &mut numbers);
        (text.split('\n').map(str::to_owned).collect(), numbers)
    }

    #[test]
    fn marks_at_line_ends_go() {
        let wanted = ["* What went wrong:", "no shelf", "> oak"].map(str::to_owned).to_vec();
        for mark in ["<br>\n", "<br/>\n", "\\\n", "\\\r\n", "¶\n", "↵\n"] {
            assert_eq!(lines(&wanted.join(mark)), (wanted.clone(), vec![1, 2, 3]), "{mark:?}");
        }
    }

    #[test]
    fn a_page_without_line_ends_has_them_again() {
        let wanted = ["* What went wrong:", "no shelf", "> oak"].map(str::to_owned).to_vec();
        assert_eq!(lines("* What went wrong:<br>no shelf<br>> oak"), (wanted.clone(), vec![1, 1, 1]));
        assert_eq!(lines("<p>* What went wrong:</p>\n<p>no shelf</p>\n<p>&gt; oak</p>").0, wanted);
        assert_eq!(lines("<pre class=\"text\"><code>* What went wrong:\nno shelf\n&gt; oak</code></pre>").0, wanted);
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "e: unexpected tag '<br>' in a text",
            "> Task :shop:cmake\ncmake \\\n  -DSHELF=1\nFAILED",
            "at a.b.Shelf.<init>(Shelf.java:1)",
            "<LinearLayout>\n</LinearLayout>",
            "e: List<a> is no List<b>\n</a>",
        ] {
            assert_eq!(lines(text).0.join("\n"), text);
        }
    }
}
