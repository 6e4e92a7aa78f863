//! What the old aapt says of a resource directory that it does not know, in one line or broken by a console.

use crate::Category;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `invalid resource directory name: /p/build/intermediates/res/merged/debug/values-b+sr+Latn`
static NAMED: Pattern =
    Pattern::new(r"^(?:\[aapt\] |ERROR: ?|Error: ?)?[Ii]nvalid resource directory name: (?P<path>\S.*)$");

/// Pieces of a path that a console broke.
const PIECES: usize = 3;

/// The message with its path whole, the directory's name and how many lines they take.
pub fn read(lines: &Lines, at: usize, line: &str) -> Option<(String, String, usize)> {
    let found = NAMED.captures(line)?;
    let mut path = found["path"].trim_end().to_owned();
    let mut took = 1;
    while took < PIECES && goes_on(lines.get(at + took)) {
        path.push_str(lines.get(at + took));
        took += 1;
    }
    let name = path.rsplit(['/', '\\', ' ']).next().unwrap_or(&path).to_owned();
    Some((format!("invalid resource directory name: {path}"), name, took))
}

/// Whether a line is the rest of a path: no tool's word, no sentence.
fn goes_on(line: &str) -> bool {
    let path = line.contains(['/', '\\', '-', '+', '.']) && !line.contains([' ', ':', '>', '*']);
    path && !line.starts_with("----")
}

/// Says what the directory's name tells.
pub fn tell(name: &str, failure: &mut Failure) {
    failure.category = Category::AaptCompile;
    failure.symbol = Some(name.to_owned());
    if name.contains("-b+") {
        failure.say(
            "aapt refuses the resource directory `{symbol}`: this version of it does not know qualifiers of the form `b+<language>+<script>` (BCP 47), which newer libraries have among their translations (Play services, Firebase, the support library).",
            &[
                "Take newer build tools: raise `buildToolsVersion` and the Android Gradle plugin; in a Cordova project update the platform (`cordova platform remove android`, `cordova platform add android@latest`).",
                "If they must stay, pin the library that brings `{symbol}` to a version without it (a plugin's `com.google.…:+` takes the newest).",
            ],
        );
    } else {
        failure.say(
            "aapt refuses the resource directory `{symbol}`: its name is none that this version of aapt knows (a type such as `values` or `drawable`, with qualifiers behind it in a fixed order).",
            &[
                "If the directory is yours, correct its name; files of other kinds belong in `res/raw` or `assets`.",
                "If a library brings it, the type or qualifier is newer than these build tools: raise `buildToolsVersion`, the Android Gradle plugin or the Cordova platform, or take an older version of the library.",
            ],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn a_directory_that_aapt_does_not_know_is_why_it_failed() {
        let block = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':processDebugResources'.\n> com.android.ide.common.process.ProcessException: Failed to execute aapt\n";
        for said in [
            ":processDebugResourcesinvalid resource directory name: C:\\Users\\dev\\shelf\\platforms\\android\\build\\res\\merged\\debug/values\n-b+sr+Latn\n FAILED\n\nBUILD FAILED\n\n",
            ":processDebugResources\ninvalid resource directory name: /home/dev/shelf/build/res/merged/debug/values-b+sr+Latn\n:processDebugResources FAILED\n\n",
        ] {
            let failures = parse(&format!("{said}{block}")).failures;
            let [root] = &failures[..] else { panic!("{failures:?}") };
            assert_eq!((root.category, root.symbol.as_deref()), (Category::AaptCompile, Some("values-b+sr+Latn")));
            assert_eq!(root.task.as_deref(), Some(":processDebugResources"));
        }
    }
}
