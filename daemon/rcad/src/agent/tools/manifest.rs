//! `analyze_manifest`: the Android manifests of a project, what merging made of them, and problems found by rules.
//! Reads the sources' manifests and the merger's reports of earlier builds.

use std::path::Path;

use rcad_core::agent::tools::{ToolError, ToolErrorCode, ToolResult};
use rcad_core::facts::version::Version;
use rcad_core::project::blame::{self, MergeOrigin};
use rcad_core::project::manifest::{self, Component, Manifest, ManifestContext, ManifestProblem};
use rcad_core::project::overview::{DeclaredVersion, Overview};
use rcad_core::project::{Files, walk};
use serde_json::{Value, json};

use super::arguments::text;
use super::bound;
use super::toolbox::Toolbox;
use crate::code::{CodeIndex, Declaration};
use crate::line::project;

/// Manifests in one answer.
const MANIFESTS: usize = 20;

/// Lines of blame and of a merger's report that are included.
const LINES: usize = 30;

/// Declarations of one simple name that are compared; with more, no class is reported missing.
const SAME_NAME: usize = 50;

/// Runs the tool.
pub fn run(toolbox: &Toolbox, arguments: &Value) -> ToolResult {
    let root = toolbox.project()?;
    let missing = |what: &str| ToolError::new(ToolErrorCode::FileNotFound, what.to_owned());
    let files = project::open(root, bound::time_left() / 2).ok_or_else(|| missing("this is no Gradle project"))?;
    let overview = Overview::of(&*files);
    let (module, variant) = (text(arguments, "module"), text(arguments, "variant"));
    let dir = match module {
        "all" => None,
        name => Some(overview.dir_of(name).ok_or_else(|| missing(&format!("the project has no module `{name}`")))?),
    };
    let found = walk(&*files, dir.unwrap_or(""), MANIFESTS, &|path| path.ends_with("/AndroidManifest.xml"));
    let paths: Vec<String> = found.into_iter().filter(|path| is_of(path, variant)).collect();
    if paths.is_empty() {
        return Err(missing(&format!(
            "there is no AndroidManifest.xml in {}",
            if dir.is_some() { module } else { "the project" }
        )));
    }
    let versions = overview.versions();
    let index = toolbox.code.of(root);
    let (mut manifests, mut problems) = (Vec::new(), Vec::new());
    for path in &paths {
        let Some(text) = files.read(path) else { continue };
        let dir = overview.dir_of(overview.module_of(path)).unwrap_or("");
        let namespace = overview
            .module(dir)
            .into_iter()
            .find(|(name, _)| *name == "module_namespace")
            .map(|(_, declaration)| declaration.text);
        let target = declared_in(&versions, "targetSdk", dir);
        let setting = ManifestContext {
            target_sdk: target.and_then(|one| one.version.parse().ok()),
            namespace: namespace.as_deref(),
            agp_major: declared_in(&versions, "agp", "").and_then(|one| Some(Version::parse(&one.version)?.major())),
            has_class: &|class| has_class(&index, class),
        };
        match manifest::read(&text) {
            Ok(manifest) => {
                problems.extend(manifest.problems(&setting).iter().map(|one| problem_json(one, path)));
                manifests.push(to_json(&manifest, path, overview.module_of(path), namespace.as_deref()));
            }
            Err(problem) => problems.push(problem_json(&problem, path)),
        }
    }
    let dirs = dir.map_or_else(|| overview.dirs(), |dir| vec![dir]);
    let blame: Vec<Value> =
        reports(&*files, &dirs, "build/intermediates/manifest_merge_blame_file", "-report.txt", variant)
            .iter()
            .flat_map(|(_, text)| blamed(blame::read(text), root))
            .take(LINES)
            .collect();
    let merger = reports(&*files, &dirs, "build/outputs/logs", "-report.txt", variant);
    Ok(json!({"manifests": manifests, "problems": problems, "blame": blame, "mergerReport": merged(&merger)}))
}

/// Whether a manifest belongs to the variant: that of `main` and of each source set that is part of the variant's name.
/// Without a variant, all but those of tests.
fn is_of(path: &str, variant: &str) -> bool {
    let set = path.rsplit('/').nth(1).unwrap_or_default().to_ascii_lowercase();
    match variant {
        "" => !set.contains("test"),
        _ => set == "main" || variant.to_ascii_lowercase().contains(&set) || !path.contains("/src/"),
    }
}

/// The value declared for a module, or for the whole project if `dir` is empty.
fn declared_in<'d>(versions: &'d [DeclaredVersion], name: &str, dir: &str) -> Option<&'d DeclaredVersion> {
    let mut named = versions.iter().filter(|one| one.name == name);
    named.find(|one| {
        dir.is_empty() || one.location.strip_prefix(dir).is_some_and(|rest| rest.starts_with("/build.gradle"))
    })
}

fn to_json(manifest: &Manifest, path: &str, module: &str, namespace: Option<&str>) -> Value {
    let permissions: Vec<Value> =
        manifest.permissions.iter().map(|one| json!({"name": one.name, "line": one.line})).collect();
    let components: Vec<Value> = manifest.components.iter().map(component).collect();
    json!({
        "filePath": path,
        "module": module,
        "package": manifest.package,
        "namespace": namespace,
        "permissions": permissions,
        "components": components,
    })
}

fn component(one: &Component) -> Value {
    let filters: Vec<Value> =
        one.filters.iter().map(|filter| json!({"actions": filter.actions, "categories": filter.categories})).collect();
    json!({"kind": one.kind, "name": one.name, "exported": one.exported, "intentFilters": filters, "line": one.line})
}

fn problem_json(one: &ManifestProblem, path: &str) -> Value {
    json!({"rule": one.rule, "message": one.message, "filePath": path, "line": one.line})
}

/// Reports below these directories of the modules, with their paths: for the variant, or all.
fn reports(files: &dyn Files, modules: &[&str], below: &str, end: &str, variant: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for module in modules {
        let top = if module.is_empty() { below.to_owned() } else { format!("{module}/{below}") };
        // A variant's directory; since Android Gradle plugin 8.3 it has one for the task.
        let mut level = vec![top];
        for _ in 0..3 {
            let mut deeper = Vec::new();
            for dir in level {
                for entry in files.list(&dir) {
                    let path = format!("{dir}/{}", entry.name);
                    let wanted = entry.name.starts_with("manifest-merger-") && entry.name.ends_with(end);
                    let wanted = wanted && entry.name.to_ascii_lowercase().contains(&variant.to_ascii_lowercase());
                    match entry.directory {
                        true => deeper.push(path),
                        false if wanted => found.extend(files.read(&path).map(|text| (path, text))),
                        false => {}
                    }
                }
            }
            level = deeper;
        }
    }
    found
}

/// Contributions of libraries first; the project's own can be read in its files.
fn blamed(mut all: Vec<MergeOrigin>, root: &Path) -> Vec<Value> {
    all.sort_by_key(|one| one.library.is_none());
    let root = format!("{}/", root.display());
    let file = |one: &MergeOrigin| match &one.library {
        // A path in Gradle's cache adds nothing to the library's name.
        Some(_) => None,
        None => Some(one.file.strip_prefix(&root).unwrap_or(&one.file).to_owned()),
    };
    let to_json =
        |one: &MergeOrigin| json!({"line": one.line, "text": one.text, "from": one.library, "filePath": file(one)});
    all.iter().map(to_json).collect()
}

/// The lines of the merger's reports about rejections and errors.
fn merged(reports: &[(String, String)]) -> Option<Vec<Value>> {
    let telling = |line: &&str| ["REJECTED", "ERROR", "Error", "Warning"].iter().any(|word| line.contains(word));
    let lines = |(path, text): &(String, String)| {
        let all: Vec<String> =
            text.lines().filter(telling).take(LINES).map(|line| line.chars().take(300).collect()).collect();
        json!({"filePath": path, "lines": all})
    };
    (!reports.is_empty()).then(|| reports.iter().map(lines).collect())
}

/// Whether the project's sources declare a class of this qualified name; nothing if the index is incomplete.
fn has_class(index: &CodeIndex, class: &str) -> Option<bool> {
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    let class = class.replace('$', ".");
    let full = |one: &Declaration| {
        let package = index.package(&one.file).filter(|package| !package.is_empty());
        let parts = [package, one.container.clone(), Some(one.name.clone())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(".")
    };
    let declared = index.definitions(simple, SAME_NAME);
    if declared.iter().any(|one| one.kind.is_type() && full(one) == class) {
        return Some(true);
    }
    let all_known = !index.is_partial() && index.left_out() == 0 && index.files().next().is_some();
    (all_known && declared.len() < SAME_NAME).then_some(false)
}
