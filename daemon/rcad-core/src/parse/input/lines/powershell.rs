//! What PowerShell puts into the middle of a program's output when it first writes to standard error: where it was called,
//! underlined, and the class of the error. Nothing of it is the program's.

use std::borrow::Cow;

/// Lines above the class of the error in which the call is looked for; a narrow window breaks it into many.
const ABOVE: usize = 20;

/// Lines below it in which the remark ends.
const BELOW: usize = 10;

/// Whether a text holds such remarks.
pub fn is_in(text: &str) -> bool {
    text.contains("+ CategoryInfo")
}

/// Which lines are no remark.
pub fn kept(lines: &[Cow<'_, str>]) -> Vec<bool> {
    let mut kept = vec![true; lines.len()];
    for at in 0..lines.len() {
        if !lines[at].trim_start().starts_with("+ CategoryInfo") {
            continue;
        }
        // `At line:1 char:1`, in the user's language, and below it the call: `+ .\gradlew.bat assembleDebug`, `+ ~~~~`.
        let above = at.saturating_sub(ABOVE);
        let call = (above..at).find(|index| kept[*index] && lines[*index].starts_with("+ ")).unwrap_or(at);
        let from = if call < at && call > 0 { call - 1 } else { call };
        let blank = (at + 1..lines.len().min(at + BELOW)).find(|index| lines[*index].trim().is_empty());
        let to = blank.map_or(at + 1, |blank| blank + 1);
        kept.iter_mut().take(to).skip(from).for_each(|one| *one = false);
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::kept;

    #[test]
    fn the_remark_goes_and_the_rest_stays() {
        let text = "e: file:///p/A.kt:1:1 Unresolved\n所在位置 行:1 字符: 1\n+ .\\gradlew.bat assemble > log.txt\n2>&1\n+ ~~~~~~~~~\n\
            \x20   + CategoryInfo          : NotSpecified: (e: file:String) [], RemoteException\n\
            \x20   + FullyQualifiedErrorId : NativeCommandError\n \n reference: a\nno CategoryInfo here";
        let lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
        let rest: Vec<&str> =
            lines.iter().zip(kept(&lines)).filter(|(_, kept)| *kept).map(|(line, _)| line.as_ref()).collect();
        assert_eq!(rest, ["e: file:///p/A.kt:1:1 Unresolved", " reference: a", "no CategoryInfo here"]);
    }
}
