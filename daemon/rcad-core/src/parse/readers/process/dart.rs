//! Names that Dart does not know, of which it is well known what has them: an import is missing.

use crate::facts::libraries;
use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// `The method 'launchUrl' isn't defined for the type 'Shelf'.`, `Undefined name 'http'.`, `Type 'Timer' not found.`
static UNKNOWN: Pattern = Pattern::new(concat!(
    r"^(?:(?:The (?:method|getter|setter|function) '[^']+' isn't defined|'[^']+' isn't a type)",
    r"|(?:Method|Getter|Setter|Function) not found: '|Undefined (?:name|class) '|Type '[^']+' not found|Couldn't find constructor ')",
));

/// Lines below a message in which its line of source stands, with a mark below it.
const SOURCE: usize = 8;

/// Names of extensions, which stand behind a dot.
const EXTENSIONS: &[&str] = &["firstWhereOrNull", "lastWhereOrNull"];

/// Says which import would bring the name.
pub fn unimported(lines: &Lines, at: usize, failure: &mut Failure) {
    let dart = failure.file.as_deref().is_some_and(|file| file.ends_with(".dart"));
    if !dart || !UNKNOWN.is_match(&failure.message) {
        return;
    }
    let symbol = failure.symbol.clone().unwrap_or_default();
    // `http` of `http.Response`
    let name = symbol.split('.').next().unwrap_or(&symbol);
    let Some((import, package)) = libraries::dart_import(name) else { return };
    if !EXTENSIONS.contains(&name) && is_behind_dot(lines, at) {
        return;
    }
    failure.details.insert("dart_import".to_owned(), import.to_owned());
    let whose = match package {
        Some(package) => {
            failure.details.insert("dart_package".to_owned(), package.to_owned());
            "of the package `{dart_package}`"
        }
        None if import.starts_with("'dart:") => "of Dart's own libraries",
        None => "of Flutter",
    };
    let cause = format!(
        "{{program}}, which the task runs, refuses `{{name}}` at line {{line}}: {{message}}. By its name it is {whose}, and its import is missing in `{{name}}`."
    );
    let mut fixes = vec!["Add `import {dart_import};` at the top of `{name}`."];
    if package.is_some() {
        fixes.push("If the package is not in pubspec.yaml yet: `flutter pub add {dart_package}`.");
    }
    fixes.push("If one of your own is meant at line {line}, declare it or import its file; nothing is wrong with the Gradle task itself.");
    failure.say(&cause, &fixes);
}

/// Whether the name is asked of something, in the line of source that Dart prints with a mark below.
fn is_behind_dot(lines: &Lines, at: usize) -> bool {
    let below = at + 1..(at + SOURCE).min(lines.len());
    let mark = below.map(|index| (index, lines.get(index))).find(|(_, line)| line.trim_start().starts_with('^'));
    let Some((index, line)) = mark else { return false };
    let column = line.len() - line.trim_start().len();
    lines.get(index - 1).get(..column).is_some_and(|before| before.trim_end().ends_with('.'))
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    fn log(said: &str, source: &str, mark: &str) -> String {
        format!(
            "lib/shelf.dart:21:17: Error: {said}\n{source}\n{mark}\nTarget kernel_snapshot_program failed: Exception\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileFlutterBuildDebug'.\n> Process 'command '/opt/flutter/bin/flutter'' finished with non-zero exit value 1\n"
        )
    }

    #[test]
    fn a_well_known_name_of_dart_lacks_its_import() {
        for (said, import) in [
            ("The method 'launchUrl' isn't defined for the type 'Shelf'.", "`flutter pub add url_launcher`"),
            ("Method not found: 'jsonDecode'.", "import 'dart:convert';"),
            ("Undefined name 'http'.", "import 'package:http/http.dart' as http;"),
            ("Type 'Timer' not found.", "import 'dart:async';"),
            ("'DateFormat' isn't a type.", "`flutter pub add intl`"),
        ] {
            let told = answer(&log(said, "    await lamp(1);", "          ^^^^"));
            assert!(told.contains(import), "{told}");
        }
    }

    #[test]
    fn a_member_or_a_name_of_ones_own_does_not() {
        let told = answer(&log(
            "The method 'launchUrl' isn't defined for the type 'Lamp'.",
            "    lamp.launchUrl(1);",
            "         ^",
        ));
        assert!(!told.contains("url_launcher"), "{told}");
        let told = answer(&log("The method 'scan' isn't defined for the type 'Lamp'.", "    scan(1);", "    ^"));
        assert!(told.contains("Correct line 21"), "{told}");
    }
}
