//! What a program that passes a build's output on weaves into Gradle's report: headers of tasks, which go to standard output,
//! stand between the lines of a block, which goes to standard error.

use std::borrow::Cow;

/// Lines of a block's sentences that are looked at.
const BLOCK: usize = 120;

/// Lines above a heading in which the report begins.
const REPORT: usize = 4;

/// Moves such headers above the report. `numbers` are those of the lines.
pub fn parted(lines: &mut [Cow<'_, str>], numbers: &mut [u32]) {
    for heading in 0..lines.len() {
        if lines[heading].trim() != "* What went wrong:" {
            continue;
        }
        let begins = |at: &usize| lines[*at].starts_with("FAILURE: ");
        let mut top = (heading.saturating_sub(REPORT)..heading).find(begins).unwrap_or(heading);
        let Some(last) = last_sentence(lines, heading) else { continue };
        for at in heading + 1..last {
            if is_header(&lines[at]) {
                lines[top..=at].rotate_right(1);
                numbers[top..=at].rotate_right(1);
                top += 1;
            }
        }
    }
}

/// The last line of the block that goes on behind a header.
fn last_sentence(lines: &[Cow<'_, str>], heading: usize) -> Option<usize> {
    let (mut last, mut woven) = (None, false);
    // A sentence and its cause are a whole block; an empty line ends that.
    let mut caused = false;
    let first = (heading + 1..lines.len()).find(|at| !lines[*at].trim().is_empty())?;
    for (at, line) in lines.iter().enumerate().take(heading + BLOCK).skip(first) {
        let text = line.trim_start();
        if text.is_empty() && caused || is_end(text) {
            break;
        }
        if is_header(line) {
            woven = true;
        } else if !text.is_empty() && at > first {
            let goes_on = line.starts_with([' ', '\t']) || text.starts_with("> ");
            if woven && !goes_on {
                break;
            }
            caused = true;
            last = if woven { Some(at) } else { last };
        }
    }
    last
}

/// `> Task :app:lintDebug FAILED`, `> Configure project :app`
fn is_header(line: &str) -> bool {
    ["> Task :", "> Configure project ", "> Transform "].iter().any(|start| line.starts_with(start))
}

fn is_end(text: &str) -> bool {
    text.starts_with("* ")
        || text.starts_with("BUILD FAILED")
        || text.starts_with("FAILURE: ")
        || text.starts_with("====")
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::parted;

    fn apart(text: &str) -> String {
        let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let mut numbers: Vec<u32> = (1..).take(lines.len()).collect();
        parted(&mut lines, &mut numbers);
        lines.join("\n")
    }

    #[test]
    fn headers_between_the_lines_of_a_block_stand_above_it() {
        assert_eq!(
            apart(
                "FAILURE: no\n\n* What went wrong:\nExecution failed for task ':a:b'.\n> Task :c:d\n\n> Task :a:b FAILED\n> No shelf\n> Task :e\n   > no oak\n\n* Try:"
            ),
            "> Task :c:d\n> Task :a:b FAILED\n> Task :e\nFAILURE: no\n\n* What went wrong:\nExecution failed for task ':a:b'.\n\n> No shelf\n   > no oak\n\n* Try:"
        );
    }

    #[test]
    fn the_cause_behind_a_header_is_the_block_s() {
        let log = "* What went wrong:\nExecution failed for task ':till:lampDebug'.\n> Task :shelf:oakDebug\n> Task :till:lampDebug FAILED\n> Could not find com.example:lamp:1.2.\n\n* Try:\n\nBUILD FAILED in 1s\nerror: the process 7 was not found\n";
        let failures = crate::parse::parse(log).failures;
        let told: Vec<_> = failures.iter().map(|one| (one.symbol.as_deref(), one.task.as_deref())).collect();
        assert_eq!(told, [(Some("com.example:lamp:1.2"), Some(":till:lampDebug"))]);
    }

    #[test]
    fn headers_below_a_block_stay() {
        for text in [
            "* What went wrong:\nExecution failed for task ':a'.\n> No shelf\n\n> Task :b\n  w: no\n",
            "* What went wrong:\nExecution failed for task ':a'.\n> No shelf\n> Task :b\nno\n",
            "* What went wrong:\nExecution failed for task ':a'.\n> No shelf\n\n* Try:\n> Task :b\n> Run\n",
        ] {
            assert_eq!(apart(text), text.trim_end());
        }
    }
}
