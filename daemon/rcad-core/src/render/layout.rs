//! Lines of text: cut, wrapped, without control characters, as inline code.

/// Columns that text is wrapped to.
pub(super) const WIDTH: usize = 100;

pub(super) fn push(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Control characters would move the terminal's cursor or recolour it.
pub(super) fn shown(text: &str) -> String {
    text.trim_end().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = String::new();
    for word in shown(text).split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

/// `1 more line`, `2 more lines`
pub(super) fn more(count: usize, noun: &str) -> String {
    format!("{count} more {noun}{}", if count == 1 { "" } else { "s" })
}

pub(super) fn longest_ticks(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Inline code of any text, one line.
pub(super) fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_ticks(text) + 1);
    let pad = if ticks.len() > 1 { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}
