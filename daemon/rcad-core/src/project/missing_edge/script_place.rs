//! Where in a build script a line belongs, and how it is written there.

use super::super::build;
use super::super::build::edges::accessor_of;
use super::super::tree::Files;

/// A line that is to be written into a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// `implementation(project(":model"))`
    pub text: String,
    /// The script.
    pub file: String,
    /// 1-based: the line below which it belongs.
    pub below: u32,
}

/// The script of a module.
pub fn script_of(files: &dyn Files, dir: &str) -> Option<String> {
    let has = |path: &String| {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        files.list(above).iter().any(|entry| !entry.directory && entry.name == name)
    };
    build::scripts_of(dir).into_iter().find(has)
}

/// The dependency on another module, for the sources of a folder `src/<set>/`.
pub fn dependency(files: &dyn Files, dir: &str, configuration: &str, to: &str, set: &str) -> Option<NewLine> {
    let is_alike = |line: &str| line.contains("project(") || line.contains("(projects.");
    placed(files, dir, set, &is_alike, &|text, kotlin| match () {
        () if text.contains("(projects.") => format!("{configuration}(projects.{})", accessor_of(to)),
        () if kotlin => format!("{configuration}(project(\":{}\"))", to.trim_start_matches(':')),
        () => format!("{configuration} project('{to}')"),
    })
}

/// The dependency on a library: `libs.` and an alias, or its coordinate.
pub fn library(files: &dyn Files, dir: &str, configuration: &str, notation: &str, set: &str) -> Option<NewLine> {
    let is_alike = |line: &str| {
        let coordinate = line.contains(['"', '\'']) && line.matches(':').count() > 1;
        line.contains("libs.") || coordinate && !line.contains("project(")
    };
    let is_alias = notation.starts_with("libs.");
    placed(files, dir, set, &is_alike, &|_, kotlin| match (is_alias, kotlin) {
        (true, true) => format!("{configuration}({notation})"),
        (true, false) => format!("{configuration} {notation}"),
        (false, true) => format!("{configuration}(\"{notation}\")"),
        (false, false) => format!("{configuration} '{notation}'"),
    })
}

/// A new line below those that are `is_alike`, as `write` writes it for the script's text, which may be Kotlin.
fn placed(
    files: &dyn Files,
    dir: &str,
    set: &str,
    is_alike: &dyn Fn(&str) -> bool,
    write: &dyn Fn(&str, bool) -> String,
) -> Option<NewLine> {
    let file = script_of(files, dir)?;
    let text = files.read(&file)?;
    let line = write(&text, file.ends_with(".kts"));
    match block(&text, set, is_alike) {
        Some(below) => Some(NewLine { text: line, file, below }),
        None => {
            let last = u32::try_from(text.lines().count()).unwrap_or(0);
            Some(NewLine { text: format!("dependencies {{ {line} }}"), file, below: last })
        }
    }
}

/// The last line that is alike in the block of dependencies, else the block's first line. Of a multiplatform script it is
/// the block of the source set.
fn block(text: &str, set: &str, is_alike: &dyn Fn(&str) -> bool) -> Option<u32> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| line.contains("dependencies {") || line.contains("dependencies{");
    let of_set = lines.iter().position(|line| !set.is_empty() && set != "main" && line.contains(set));
    let of_set = of_set.and_then(|at| (at..(at + 4).min(lines.len())).find(|at| begins(lines[*at])));
    let mut open = 0i32;
    let mut in_buildscript = None;
    let plain = || {
        lines.iter().position(|line| {
            let code = line.trim_start();
            if code.starts_with("buildscript") || code.starts_with("sourceSets") {
                in_buildscript.get_or_insert(open);
            }
            let found = begins(code) && in_buildscript.is_none();
            open += brackets(line);
            if in_buildscript.is_some_and(|at| open <= at) {
                in_buildscript = None;
            }
            found
        })
    };
    let first = of_set.or_else(plain)?;
    let (mut depth, mut last) = (0, first);
    for (at, line) in lines.iter().enumerate().skip(first) {
        depth += brackets(line);
        if at > first && is_alike(line) {
            last = at;
        }
        if depth <= 0 {
            break;
        }
    }
    u32::try_from(last + 1).ok()
}

fn brackets(line: &str) -> i32 {
    line.chars().fold(0, |open, letter| match letter {
        '{' => open + 1,
        '}' => open - 1,
        _ => open,
    })
}

/// The line that makes a directory a module.
pub fn include(files: &dyn Files, path: &str) -> Option<NewLine> {
    let names = ["settings.gradle.kts", "settings.gradle"];
    let (file, text) = names.iter().find_map(|name| Some(((*name).to_owned(), files.read(name)?)))?;
    let includes: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("include")).collect();
    // A loop may include what it finds.
    let odd = |line: &str| line.contains('$') || !line.contains(['"', '\'']);
    if includes.iter().any(|(_, line)| odd(line)) {
        return None;
    }
    let text = if file.ends_with(".kts") { format!("include(\"{path}\")") } else { format!("include '{path}'") };
    Some(NewLine { text, file, below: u32::try_from(includes.last()?.0 + 1).ok()? })
}

#[cfg(test)]
mod tests {
    use super::super::super::tree::tests::FileMap;
    use super::{dependency, include};

    fn added(name: &str, text: &str, set: &str) -> String {
        let path = format!("a/{name}");
        let map = FileMap::of(&[(path.as_str(), text)]);
        dependency(&map, "a", "implementation", ":core:model", set)
            .map_or_else(String::new, |line| format!("{} {}:{}", line.text, line.file, line.below))
    }

    #[test]
    fn a_dependency_stands_below_its_likes() {
        for (name, text, set, expected) in [
            (
                "build.gradle.kts",
                "plugins { }\ndependencies {\n  implementation(project(\":b\"))\n  implementation(libs.x)\n}\n",
                "main",
                "implementation(project(\":core:model\")) a/build.gradle.kts:3",
            ),
            (
                "build.gradle",
                "buildscript {\n  dependencies {\n  }\n}\ndependencies {\n  implementation libs.x\n}\n",
                "main",
                "implementation project(':core:model') a/build.gradle:5",
            ),
            (
                "build.gradle.kts",
                "dependencies {\n  api(projects.text)\n}\n",
                "main",
                "implementation(projects.core.model) a/build.gradle.kts:2",
            ),
            (
                "build.gradle.kts",
                "kotlin {\n  sourceSets {\n    commonMain.dependencies {\n    }\n    jvmMain.dependencies {\n    }\n  }\n}\n",
                "jvmMain",
                "implementation(project(\":core:model\")) a/build.gradle.kts:5",
            ),
            (
                "build.gradle",
                "plugins { id 'java' }\n",
                "main",
                "dependencies { implementation project(':core:model') } a/build.gradle:1",
            ),
        ] {
            assert_eq!(added(name, text, set), expected);
        }
    }

    #[test]
    fn a_module_is_included_below_the_others_unless_a_loop_does_it() {
        let line = |text: &str| include(&FileMap::of(&[("settings.gradle", text)]), ":model");
        let found = line("rootProject.name = 'x'\ninclude ':a'\n").map(|line| (line.text, line.below));
        assert_eq!(found, Some(("include ':model'".to_owned(), 2)));
        assert_eq!(line("dirs.each {\n  include it.name\n}\n"), None);
    }
}
