//! The headings of the report that Gradle prints of a failure.

/// Headings of a block's sentences, after a `* ` that a page may have made a bullet.
pub const HEADING: &str = "What went wrong:";

/// Other headings of a report.
pub const SECTIONS: &[&str] = &["Where:", "Try:", "Exception is:", "Get more help at "];

/// Whether the line heads a block.
pub fn is_heading(line: &str) -> bool {
    line.contains(HEADING) && section(line).is_some_and(|text| text.starts_with(HEADING))
}

/// Whether the line begins a section of a report.
pub fn is_section(line: &str) -> bool {
    section(line).is_some()
}

/// The line without a heading in front.
pub fn below_heading(line: &str) -> &str {
    if is_heading(line) { line.split_once(HEADING).map_or(line, |(_, text)| text.trim_start()) } else { line }
}

/// The text of a line that begins a section of a report: `* Try:`, `\\* Where:`, `What went wrong:`.
pub fn section(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let bulleted = text.len() < line.trim_start().len();
    let known = text == HEADING
        || bulleted && text.starts_with(HEADING)
        || SECTIONS.iter().any(|name| text == *name || bulleted && text.starts_with(name));
    known.then_some(text)
}

/// Whether Gradle counts the tasks of a build that has ended: `3 actionable tasks: 1 executed, 2 up-to-date`.
pub fn counts_tasks(line: &str) -> bool {
    let (number, rest) = line.split_once(' ').unwrap_or_default();
    rest.starts_with("actionable task") && number.parse::<u32>().is_ok()
}
