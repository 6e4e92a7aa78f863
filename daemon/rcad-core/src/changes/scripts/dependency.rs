//! What statements of a `dependencies` block depend on.

use super::spelling::{canonical, strings, without_brackets};

/// Ends of configurations' names; before them stand source sets and variants.
const CONFIGURATIONS: &[&str] = &[
    "implementation",
    "api",
    "runtimeonly",
    "compileonly",
    "compileonlyapi",
    "annotationprocessor",
    "desugaring",
    "classpath",
    "compile",
    "runtime",
    "provided",
    "developmentonly",
    "lintchecks",
    "lintpublish",
    "detektplugins",
    "baselineprofile",
    "platform",
    "include",
];

/// Functions around what is depended on.
const AROUND: &[&str] =
    &["platform", "enforcedPlatform", "testFixtures", "variantOf", "npm", "create", "dependencies.create"];

/// Something that is depended on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DependencyTarget {
    /// `group:artifact`, `:core`, `libs.room.runtime`
    pub(super) name: String,
    /// Empty where none is said.
    pub(super) version: String,
    /// Where it stands in the arguments, in bytes.
    pub(super) at: usize,
}

/// Whether a word is the name of a configuration: `implementation`, `kspAndroid`, `debugApi`.
pub(super) fn is_configuration(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    lower.starts_with("ksp")
        || lower.starts_with("kapt")
        || CONFIGURATIONS.iter().any(|end| {
            // `debugApi`, but not `debuapi`.
            lower.strip_suffix(end).is_some_and(|before| {
                before.is_empty() || word[before.len()..].starts_with(|c: char| c.is_ascii_uppercase())
            })
        })
}

/// What the arguments of a statement name; nothing where they name no dependency.
pub(super) fn targets(arguments: &str) -> Vec<DependencyTarget> {
    let strings = strings(arguments);
    let one = |name: String, version: &str, at: usize| vec![DependencyTarget { name, version: version.to_owned(), at }];
    if let Some((at, path)) = behind(arguments, "project(", &strings) {
        return one(format!(":{}", path.trim_start_matches(':')), "", at);
    }
    if let Some((at, name)) = behind(arguments, "kotlin(", &strings) {
        let version = strings.iter().find(|(later, _)| *later > at).map_or("", |(_, version)| version);
        return one(format!("org.jetbrains.kotlin:kotlin-{name}"), version, at);
    }
    if let Some((at, alias)) = behind(arguments, "libs.findLibrary(", &strings) {
        return one(format!("libs.{}", alias.replace(['-', '_'], ".")), "", at);
    }
    if let (Some((at, group)), Some((_, name))) =
        (field(arguments, "group", &strings), field(arguments, "name", &strings))
    {
        return one(format!("{group}:{name}"), field(arguments, "version", &strings).map_or("", |(_, text)| text), at);
    }
    let coordinates: Vec<DependencyTarget> = strings.iter().filter_map(|(at, text)| coordinate(*at, text)).collect();
    if !coordinates.is_empty() { coordinates } else { accessor(arguments).into_iter().collect() }
}

/// `a.b:c:1.0`, `a.b:c`, `a.b:c:1.0:sources@jar`
fn coordinate(at: usize, text: &str) -> Option<DependencyTarget> {
    let mut parts = text.split(':');
    let (group, name) = (parts.next()?, parts.next()?.split('@').next()?);
    let plain = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == '/');
    let version = parts.next().unwrap_or_default().split('@').next().unwrap_or_default();
    (plain(group) && plain(name)).then(|| DependencyTarget {
        name: format!("{group}:{name}"),
        version: version.to_owned(),
        at,
    })
}

/// `libs.room.runtime`, `platform(libs.compose.bom)`, `projects.core`
fn accessor(arguments: &str) -> Option<DependencyTarget> {
    let mut text = without_brackets(arguments.trim());
    while let Some((_, inner)) = text.split_once('(').filter(|(around, _)| AROUND.contains(&around.trim())) {
        text = inner.trim();
    }
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let path = &text[..text.find(|c| !part(c)).unwrap_or(text.len())];
    let called = text[path.len()..].starts_with('(');
    let provider = path.strip_suffix(".get").or_else(|| path.strip_suffix(".asProvider"));
    let path = provider.unwrap_or(path).trim_end_matches('.');
    let at = arguments.find(path)?;
    let named = (!called || provider.is_some()) && path.contains('.') && path.starts_with(|c: char| c.is_alphabetic());
    let name = match path.strip_prefix("projects.") {
        Some(project) => format!(":{}", project.trim_end_matches(".dependencyProject").replace('.', ":")),
        None => path.to_owned(),
    };
    named.then(|| DependencyTarget { name, version: String::new(), at })
}

/// The first string behind a function's name.
fn behind<'t>(arguments: &str, function: &str, strings: &[(usize, &'t str)]) -> Option<(usize, &'t str)> {
    let at = arguments.find(function)?;
    let whole = !arguments[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    strings.iter().find(|(start, _)| whole && *start > at).copied()
}

/// The value of `name: 'x'` or `name = "x"`.
fn field<'t>(arguments: &str, name: &str, strings: &[(usize, &'t str)]) -> Option<(usize, &'t str)> {
    strings.iter().copied().find(|(start, _)| {
        let before = arguments[..start - 1].trim_end();
        let before = before.strip_suffix([':', '=']).map(str::trim_end);
        before
            .and_then(|before| before.strip_suffix(name))
            .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The arguments without names and versions of what they name, in one spelling: what else may differ.
pub(super) fn besides(arguments: &str, target: &DependencyTarget) -> String {
    let text = canonical(without_brackets(arguments.trim()));
    if target.version.is_empty() { text } else { text.replacen(&target.version, "", 1) }
}

#[cfg(test)]
mod tests {
    use super::{is_configuration, targets};

    #[test]
    fn dependencies_are_read_in_every_form() {
        for (arguments, wanted) in [
            ("(\"a.b:c:1.0\")", "a.b:c 1.0"),
            (" 'a.b:c:1.0', 'd:e'", "a.b:c 1.0; d:e "),
            ("(platform(\"a:bom:1\"))", "a:bom 1"),
            (" project(':core')", ":core "),
            ("(project(path = \":a:b\", configuration = \"x\"))", ":a:b "),
            ("(projects.feature.home)", ":feature:home "),
            (" libs.room.runtime", "libs.room.runtime "),
            ("(platform(libs.compose.bom))", "libs.compose.bom "),
            ("(libs.findLibrary(\"room-ktx\").get())", "libs.room.ktx "),
            ("(kotlin(\"stdlib\", \"1.9\"))", "org.jetbrains.kotlin:kotlin-stdlib 1.9"),
            (" group: 'a', name: 'b', version: '1'", "a:b 1"),
            (" \"a:b:$version\"", "a:b $version"),
            (" 'a:b:1:x@aar'", "a:b 1"),
            (" files('x.jar')", ""),
            (" fileTree(dir: 'libs')", ""),
            (" project.files(x)", ""),
            (" = \"https://x.y/z\"", ""),
        ] {
            let found: Vec<String> =
                targets(arguments).iter().map(|one| format!("{} {}", one.name, one.version)).collect();
            assert_eq!(found.join("; "), wanted, "{arguments}");
        }
    }

    #[test]
    fn configurations_are_known() {
        assert!(
            ["api", "debugApi", "kspAndroid", "coreLibraryDesugaring", "testRuntimeOnly"]
                .iter()
                .all(|one| is_configuration(one))
        );
        assert!(!["implementaton", "debuapi", "println", "Implementatio"].iter().any(|one| is_configuration(one)));
    }
}
