//! Which modules a module's build file depends on, and which others it sees through them.

use super::super::tree::{Files, walk};
use super::{BuildFiles, Module};
use crate::pattern::Pattern;

/// Directories of a build's own plugins and classes.
const BUILD_SOURCES: &[&str] = &["buildSrc", "build-logic", "buildLogic", "conventions"];

/// Scripts of conventions that are looked at for edges of all modules.
const SHARED: usize = 30;

/// Levels of `api` edges that are followed.
const DEPTH: usize = 12;

/// `implementation(project(":model"))`, `api project(path: ':model')`, `add("implementation", project(":model"))`
static EDGE: Pattern = Pattern::new(
    r#"(?P<configuration>[A-Za-z]+)["']?\s*[(,]?\s*(?:platform\(\s*)?project\s*\(?\s*(?:path\s*[:=]\s*)?["'](?P<path>:?[A-Za-z0-9_.:-]+)["']"#,
);

/// `implementation(projects.core.model)`
static ACCESSOR: Pattern =
    Pattern::new(r"(?P<configuration>[A-Za-z]+)\s*[( ]\s*projects\.(?P<accessor>[A-Za-z0-9_.]+)");

/// A dependency of one module on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Directory of the module that depends.
    pub from: String,
    /// Path of the other, `:model`.
    pub to: String,
    /// `implementation`
    pub configuration: String,
    /// The build file.
    pub file: String,
    /// 1-based.
    pub line: u32,
}

impl Edge {
    /// `lending/build.gradle.kts:8`
    pub fn location(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn is_seen_further(&self) -> bool {
        let name = self.configuration.to_ascii_lowercase();
        name.ends_with("api") || name == "compile"
    }

    /// Whether sources of this kind are compiled with it; a test is with what the main sources have.
    fn is_for(&self, set: SourceSet) -> bool {
        let name = self.configuration.to_ascii_lowercase();
        let compiled = name.ends_with("implementation") || name.ends_with("compileonly") || self.is_seen_further();
        let own = match (name.starts_with("test"), name.starts_with("androidtest")) {
            (true, _) => set == SourceSet::Test,
            (_, true) => set == SourceSet::DeviceTest,
            _ => true,
        };
        compiled && own
    }
}

/// What a source file is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceSet {
    /// The program.
    Main,
    /// Tests of the JVM.
    Test,
    /// Tests on a device.
    DeviceTest,
}

/// Whether a file is of a source set of tests.
pub fn is_in_tests(path: &str) -> bool {
    SourceSet::of(path) != SourceSet::Main
}

impl SourceSet {
    /// By the folder behind `src`.
    pub fn of(path: &str) -> SourceSet {
        let set = path.split("src/").nth(1).and_then(|below| below.split('/').next()).unwrap_or("main");
        match set {
            _ if set.starts_with("androidTest") || set.starts_with("androidInstrumentedTest") => SourceSet::DeviceTest,
            _ if set.starts_with("test") || set.ends_with("Test") => SourceSet::Test,
            _ => SourceSet::Main,
        }
    }

    /// The configuration by which it gets a dependency.
    pub fn configuration(self) -> &'static str {
        match self {
            SourceSet::Main => "implementation",
            SourceSet::Test => "testImplementation",
            SourceSet::DeviceTest => "androidTestImplementation",
        }
    }
}

/// How one module is seen from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// By an edge of its own, or through others.
    Seen,
    /// The first edge leads to a module that keeps it to itself by the second.
    Hidden(Edge, Edge),
    /// An edge for other sources, or for the run alone.
    Elsewhere(Edge),
    /// By none.
    Missing,
    /// The build says it in a way that is not read here.
    Unknown,
}

/// All edges of a project.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    all: Vec<Edge>,
    /// Texts of what holds for many modules: conventions, `subprojects { … }`.
    shared: Vec<String>,
    /// Directories whose script names modules in a loop.
    vague: Vec<String>,
}

/// Reads the edges of all modules.
pub fn read(files: &dyn Files, build: &BuildFiles) -> Edges {
    let mut edges = Edges::default();
    for dir in build.modules.iter().map(|module| module.dir.as_str()).chain([""]) {
        for script in super::scripts_of(dir) {
            edges.read_script(files, &build.modules, dir, &script);
        }
    }
    let shared = |path: &str| path.ends_with(".gradle") || path.ends_with(".gradle.kts");
    let sources = |path: &str| shared(path) || path.ends_with(".kt") || path.ends_with(".groovy");
    let mut paths: Vec<String> =
        files.list("").into_iter().map(|entry| entry.name).filter(|name| shared(name)).collect();
    paths.retain(|name| !name.starts_with("settings."));
    paths.extend(walk(files, "gradle", SHARED, &shared));
    for dir in BUILD_SOURCES {
        paths.extend(walk(files, dir, SHARED, &sources));
    }
    edges.shared = paths.iter().filter_map(|path| files.read(path)).collect();
    edges
}

/// Whether a path is of the sources that build scripts see.
pub fn is_build_source(path: &str) -> bool {
    path.split('/').any(|part| BUILD_SOURCES.contains(&part))
}

impl Edges {
    /// Whether what holds for many modules has this text.
    pub fn is_shared(&self, text: &str) -> bool {
        self.shared.iter().any(|shared| shared.contains(text))
    }

    fn read_script(&mut self, files: &dyn Files, modules: &[Module], dir: &str, script: &str) {
        let Some(text) = files.read(script) else { return };
        for (number, line) in (1u32..).zip(text.lines()) {
            if line.trim_start().starts_with("//") {
                continue;
            }
            if ["subprojects", "allprojects", "childProjects"].iter().any(|word| line.contains(word)) {
                self.vague.push(dir.to_owned());
            }
            let accessor = || {
                let found = ACCESSOR.captures(line)?;
                let module = modules.iter().find(|module| accessor_of(&module.path) == found["accessor"])?;
                Some((found["configuration"].to_owned(), module.path.clone()))
            };
            let named = EDGE.captures(line);
            let named = named.map(|found| (found["configuration"].to_owned(), absolute(&found["path"])));
            let Some((configuration, to)) = named.or_else(accessor) else { continue };
            self.all.push(Edge { from: dir.to_owned(), to, configuration, file: script.to_owned(), line: number });
        }
    }

    /// The edges that a module's own build file declares.
    pub fn of<'e>(&'e self, dir: &'e str) -> impl Iterator<Item = &'e Edge> {
        self.all.iter().filter(move |edge| edge.from == dir)
    }

    /// How `to` is seen from sources of the module `from`.
    pub fn sight(&self, modules: &[Module], from: &str, to: &str, set: SourceSet) -> Sight {
        let dir_of = |path: &str| modules.iter().find(|module| module.path == path).map(|module| module.dir.as_str());
        let mut reached: Vec<&Edge> = self.of(from).filter(|edge| edge.is_for(set)).collect();
        let (mut next, mut hidden) = (0, None);
        while let Some(edge) = reached.get(next).copied() {
            next += 1;
            if edge.to == to {
                return Sight::Seen;
            }
            let Some(dir) = dir_of(&edge.to).filter(|_| next < DEPTH * DEPTH) else { continue };
            for further in self.of(dir).filter(|edge| edge.is_for(SourceSet::Main)) {
                if further.is_seen_further() {
                    if !reached.contains(&further) {
                        reached.push(further);
                    }
                } else if further.to == to && hidden.is_none() {
                    hidden = Some((edge.clone(), further.clone()));
                }
            }
        }
        let quoted = [format!("\"{to}\""), format!("'{to}'"), format!("projects.{}", accessor_of(to))];
        let shared = self.shared.iter().any(|text| quoted.iter().any(|name| text.contains(name)));
        if shared && !from.is_empty() || self.vague.iter().any(|dir| dir == from) {
            return Sight::Unknown;
        }
        if let Some(edge) = self.of(from).find(|edge| edge.to == to) {
            return Sight::Elsewhere(edge.clone());
        }
        hidden.map_or(Sight::Missing, |(first, second)| Sight::Hidden(first, second))
    }
}

/// `:model` for `model` and `:model`.
fn absolute(path: &str) -> String {
    format!(":{}", path.trim_start_matches(':'))
}

/// `core.modelApi` for `:core:model-api`: Gradle's accessor behind `projects.`.
pub fn accessor_of(path: &str) -> String {
    let mut accessor = String::new();
    let mut upper = false;
    for letter in path.trim_start_matches(':').chars() {
        match letter {
            ':' => accessor.push('.'),
            '-' | '_' | ' ' => upper = true,
            _ if upper => {
                accessor.extend(letter.to_uppercase());
                upper = false;
            }
            _ => accessor.push(letter),
        }
    }
    accessor
}

#[cfg(test)]
mod tests {
    use super::super::super::build;
    use super::super::super::tree::tests::FileMap;
    use super::{Sight, SourceSet, accessor_of, read};

    fn map() -> FileMap {
        FileMap::of(&[
            ("settings.gradle.kts", "include(\":app\", \":lending\", \":model\", \":core:text-api\", \":tools\")\n"),
            (
                "app/build.gradle.kts",
                "dependencies {\n    implementation(project(\":lending\"))\n    testImplementation(project(\":tools\"))\n}\n",
            ),
            (
                "lending/build.gradle",
                "dependencies {\n    implementation project(':model')\n    api(projects.core.textApi)\n    // api project(':tools')\n}\n",
            ),
        ])
    }

    #[test]
    fn api_is_seen_further_and_implementation_is_not() {
        let map = map();
        let build = build::read(&map);
        let edges = read(&map, &build);
        let sight = |from, to, set| match edges.sight(&build.modules, from, to, set) {
            Sight::Seen => "seen".to_owned(),
            Sight::Hidden(first, second) => format!("{} {}", first.location(), second.location()),
            Sight::Elsewhere(edge) => format!("only {}", edge.location()),
            Sight::Missing => "missing".to_owned(),
            Sight::Unknown => "unknown".to_owned(),
        };
        for (from, to, set, expected) in [
            ("lending", ":model", SourceSet::Main, "seen"),
            ("app", ":core:text-api", SourceSet::Main, "seen"),
            ("app", ":model", SourceSet::Main, "app/build.gradle.kts:2 lending/build.gradle:2"),
            ("app", ":tools", SourceSet::Main, "only app/build.gradle.kts:3"),
            ("app", ":tools", SourceSet::Test, "seen"),
            ("lending", ":tools", SourceSet::Main, "missing"),
        ] {
            assert_eq!(sight(from, to, set), expected, "{from} {to}");
        }
    }

    #[test]
    fn what_conventions_may_add_is_unknown() {
        for (path, text) in [
            ("build.gradle", "subprojects { dependencies { implementation project(':model') } }\n"),
            ("buildSrc/src/main/kotlin/base.gradle.kts", "dependencies { implementation(project(\":model\")) }\n"),
            ("app/build.gradle", "rootProject.subprojects.forEach { implementation(it) }\n"),
        ] {
            let map = FileMap::of(&[("settings.gradle", "include ':app', ':model'\n"), (path, text)]);
            let build = build::read(&map);
            let sight = read(&map, &build).sight(&build.modules, "app", ":model", SourceSet::Main);
            assert_eq!(sight, Sight::Unknown, "{path}");
        }
    }

    #[test]
    fn names_of_source_sets_and_accessors() {
        assert_eq!(SourceSet::of("app/src/main/kotlin/A.kt"), SourceSet::Main);
        assert_eq!(SourceSet::of("app/src/testDebug/java/A.java"), SourceSet::Test);
        assert_eq!(SourceSet::of("app/src/commonTest/kotlin/A.kt"), SourceSet::Test);
        assert_eq!(SourceSet::of("app/src/androidTest/java/A.java"), SourceSet::DeviceTest);
        assert_eq!(accessor_of(":core:text-api"), "core.textApi");
    }
}
