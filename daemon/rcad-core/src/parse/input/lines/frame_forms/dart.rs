//! What Flutter's tool and editors print of an exception, written as Flutter itself logs it: the head in capitals, and each
//! frame in one line where an editor puts the place below it.

use std::borrow::Cow;

use crate::pattern::Pattern;

/// `════════ Exception caught by widgets library ════════`, `======== Exception caught by gesture ====`
static HEAD: Pattern =
    Pattern::new(r"^\s*[═=]{4,} Exception caught by (?P<library>[A-Za-z][A-Za-z0-9 ]*?) [═=]{4,}\s*$");

/// `#0      new UserDto.fromJson`, with nothing behind the function
static FUNCTION: Pattern = Pattern::new(r"^\s*(?P<function>#[0-9]+ {2,}[^()]*[^() ])\s*$");

/// `lib/data/user_dto.dart:22`, `package:flutter/…/widgets/framework.dart:5592`
static PLACE: Pattern = Pattern::new(r"^\s*(?P<place>(?:package:|dart:)?[^\s:()]+\.dart:[0-9]+(?::[0-9]+)?)\s*$");

/// The text as Flutter logs it, and the lines' numbers; nothing where no such exception is in it.
pub fn written<'l>(lines: &[Cow<'l, str>], numbers: &[u32]) -> Option<(Vec<Cow<'l, str>>, Vec<u32>)> {
    if !lines.iter().any(|line| line.trim_end().ends_with(['═', '=']) && HEAD.is_match(line)) {
        return None;
    }
    let (mut out, mut out_numbers) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let frame = lines.get(at + 1).and_then(|below| frame(line, below));
        let took = if frame.is_some() { 2 } else { 1 };
        out.push(frame.or_else(|| head(line)).map_or_else(|| line.clone(), Cow::Owned));
        out_numbers.push(numbers[at]);
        at += took;
    }
    Some((out, out_numbers))
}

fn head(line: &str) -> Option<String> {
    let found = HEAD.captures(line)?;
    Some(format!("══╡ EXCEPTION CAUGHT BY {} ╞══", found["library"].to_uppercase()))
}

/// A frame whose place stands on the next line.
fn frame(line: &str, below: &str) -> Option<String> {
    let function = FUNCTION.captures(line)?;
    let place = &PLACE.captures(below)?["place"];
    // The app's own files have no scheme there.
    let scheme = if place.starts_with("package:") || place.starts_with("dart:") { "" } else { "package:" };
    Some(format!("{} ({scheme}{place})", &function["function"]))
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    const BLOCK: &str = "════════ Exception caught by widgets library ═══════════════════\n\
        The following _TypeError was thrown building ProfilePage(dirty, state: _ProfilePageState#5b1f2):\n\
        type 'Null' is not a subtype of type 'String'\n\nWhen the exception was thrown, this was the stack\n\
        #0      new UserDto.fromJson\nlib/data/user_dto.dart:22\n#1      StatefulElement.build\n\
        package:flutter/…/widgets/framework.dart:5592\n════════════════════════════════════════\n";

    fn place(log: &str) -> Option<(Option<String>, Option<u32>)> {
        parse(log).failures.into_iter().next().map(|failure| (failure.file, failure.line))
    }

    #[test]
    fn what_an_editor_shows_of_an_exception_is_read() {
        assert_eq!(place(BLOCK), Some((Some("lib/data/user_dto.dart".to_owned()), Some(22))));
        let tools = BLOCK
            .replace('═', "=")
            .replace("Json\nlib/data/user_dto.dart:22", "Json (package:oak/data/user_dto.dart:22:27)");
        assert_eq!(place(&tools), Some((Some("oak/data/user_dto.dart".to_owned()), Some(22))));
    }

    #[test]
    fn a_sentence_is_no_head() {
        assert_eq!(place(&BLOCK.replace('═', "")), None);
    }
}
