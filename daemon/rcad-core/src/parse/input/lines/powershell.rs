//! What PowerShell puts into the middle of a program's output when it first writes to standard error: where it was called,
//! underlined, and the class of the error. Nothing of it is the program's.

use std::borrow::Cow;
use std::ops::Range;

use super::wrap;
use crate::pattern::Pattern;

/// Lines above the class of the error in which the call is looked for; a narrow window breaks it into many.
const ABOVE: usize = 20;

/// Lines below it in which the remark ends.
const BELOW: usize = 10;

/// Whether a text holds such remarks.
pub fn is_in(text: &str) -> bool {
    text.contains("+ CategoryInfo")
}

/// `.\gradlew.bat : e: file:///C:/p/`, `flutter : [   +1 ms] e: x`: the command before what it wrote first
static COMMAND: Pattern = Pattern::new(r"^[^\s:]{1,80} : (?P<rest>.*)$");

/// What is the program's: its first line in one piece without the command, and no remarks. With the lines' numbers.
pub fn cleaned<'t>(lines: Vec<Cow<'t, str>>, numbers: Vec<u32>) -> (Vec<Cow<'t, str>>, Vec<u32>) {
    let mut kept = vec![true; lines.len()];
    let mut wholes: Vec<(usize, String)> = Vec::new();
    for at in (0..lines.len()).filter(|at| lines[*at].trim_start().starts_with("+ CategoryInfo")) {
        let remark = remark(&lines, at, &kept);
        if let Some((first, whole)) = first_line(&lines, remark.start) {
            kept.iter_mut().take(remark.start).skip(first + 1).for_each(|one| *one = false);
            wholes.push((first, whole));
        }
        kept.iter_mut().take(remark.end).skip(remark.start).for_each(|one| *one = false);
    }
    let mut lines = lines;
    for (at, whole) in wholes {
        lines[at] = Cow::Owned(whole);
    }
    lines.into_iter().zip(numbers).zip(kept).filter(|(_, kept)| *kept).map(|(line, _)| line).unzip()
}

/// The lines of the remark whose class stands at `at`.
fn remark(lines: &[Cow<'_, str>], at: usize, kept: &[bool]) -> Range<usize> {
    // `At line:1 char:1`, in the user's language, and below it the call: `+ .\gradlew.bat assembleDebug`, `+ ~~~~`.
    let above = at.saturating_sub(ABOVE);
    let call = (above..at).find(|index| kept[*index] && lines[*index].starts_with("+ ")).unwrap_or(at);
    let from = if call < at && call > 0 { call - 1 } else { call };
    let blank = (at + 1..lines.len().min(at + BELOW)).find(|index| lines[*index].trim().is_empty());
    from..blank.map_or(at + 1, |blank| blank + 1)
}

/// What the program wrote first, which the shell broke to its width, and where it begins. `end` is the remark below it.
fn first_line(lines: &[Cow<'_, str>], end: usize) -> Option<(usize, String)> {
    let from = end.saturating_sub(ABOVE);
    let (at, rest) = (from..end).rev().find_map(|at| Some((at, COMMAND.captures(&lines[at])?["rest"].to_owned())))?;
    let width = (at..end).map(|at| lines[at].chars().count()).max()?;
    let mut whole = rest;
    for next in at + 1..end {
        let before = &lines[next - 1];
        // Where it broke between two words the space may be lost.
        let cut = before.chars().count() == width
            || wrap::cuts(width, before, &lines[next])
            || wrap::cuts_place(before, &lines[next])
            || wrap::cuts_name(before, &lines[next]);
        if !cut && !before.ends_with(' ') && !whole.is_empty() {
            whole.push(' ');
        }
        whole.push_str(&lines[next]);
    }
    Some((at, whole))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::cleaned;

    fn rest(text: &str) -> Vec<String> {
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let numbers = (1..).take(lines.len()).collect();
        cleaned(lines, numbers).0.into_iter().map(Cow::into_owned).collect()
    }

    #[test]
    fn the_remark_goes_and_the_rest_stays() {
        let text = "e: file:///p/A.kt:1:1 Unresolved\n所在位置 行:1 字符: 1\n+ .\\gradlew.bat assemble > log.txt\n2>&1\n+ ~~~~~~~~~\n\
            \x20   + CategoryInfo          : NotSpecified: (e: file:String) [], RemoteException\n\
            \x20   + FullyQualifiedErrorId : NativeCommandError\n \n reference: a\nno CategoryInfo here";
        assert_eq!(rest(text), ["e: file:///p/A.kt:1:1 Unresolved", " reference: a", "no CategoryInfo here"]);
    }

    #[test]
    fn what_the_program_wrote_first_is_one_line_again() {
        let text = "> Task :app:compileKotlin\n./gradlew : e: file:///D:/shop/Des\nktop/basket/app/MainActivity.kt:85\n:29 Unresolved\nreference 'icon'.\n\
            In riga:1 car:1\n+ ./gradlew assembleDebug\n+ ~~~~~~~~~\n    + CategoryInfo          : NotSpecified: (e: file:String) [], RemoteException\n\
            \x20   + FullyQualifiedErrorId : NativeCommandError\n \ne: next";
        let whole = "e: file:///D:/shop/Desktop/basket/app/MainActivity.kt:85:29 Unresolved reference 'icon'.";
        assert_eq!(rest(text), ["> Task :app:compileKotlin", whole, "e: next"]);
    }
}
