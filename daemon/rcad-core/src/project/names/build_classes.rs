//! What build scripts name of the build's own classes: a member of the class whose block a line stands in, the class of a
//! plugin.

use super::classes::{ProjectDeclaration, class_within, place};
use super::owner::{listed, suggest};
use crate::Failure;
use crate::code::signature::property_of;
use crate::model::change::ChangeSubject;
use crate::pattern::Pattern;
use crate::project::build::edges::is_build_source;
use crate::project::contents::ProjectContents;
use crate::project::details::add;
use crate::project::tree::walk;

/// Most scripts that are searched for the class of a plugin.
const SCRIPTS: usize = 60;

/// `tasks.register<WriteInfo>("info") {`, `configure<Shelf> {`, `tasks.register('info', WriteInfo) {`
static BLOCK: Pattern = Pattern::new(
    r#"(?:<(?P<kotlin>[A-Z][A-Za-z0-9_]*)>[^{}]*|[,(]\s*(?:type\s*:\s*)?(?P<groovy>[A-Z][A-Za-z0-9_]*)\)?\s*)$"#,
);

/// Adds what the class has of whose object a script asks for `symbol`. Says whether that told anything.
pub fn member(project: &ProjectContents, location: Option<&str>, symbol: &str, failure: &mut Failure) -> bool {
    let of_message = failure.first_detail(&["type", "host_class"]);
    let class = of_message.map(|class| class.trim_end_matches("_Decorated").to_owned()).or_else(|| {
        let text = project.files.read(location?)?;
        class_around(&text, usize::try_from(failure.line?).ok()?)
    });
    let name = class.as_deref().map(|class| class.rsplit(['.', '$']).next().unwrap_or(class));
    let Some(class) = name.and_then(|name| class_within(project, name, &is_build_source)) else { return false };
    let all: Vec<ProjectDeclaration> = class.all_members(project).into_iter().filter_map(in_script).collect();
    let Some(listed) = listed(&all, symbol).filter(|_| all.iter().all(|one| one.one.name != symbol)) else {
        return false;
    };
    add(failure, "owner_class", class.one().name.as_str());
    add(failure, "owner_place", place(&class.path, class.one().line));
    add(failure, "owner_has", listed);
    add(failure, "missing_name", symbol);
    suggest(&all, symbol, failure);
    true
}

/// A member as scripts write it: a getter is a property.
fn in_script(mut member: ProjectDeclaration) -> Option<ProjectDeclaration> {
    let is_open = !member.one.signature.split(' ').any(|word| word == "private");
    let is_named = matches!(member.one.subject, ChangeSubject::Function | ChangeSubject::Property);
    if let Some(property) = property_of(&member.one.name) {
        (member.one.name, member.one.subject) = (property, ChangeSubject::Property);
    }
    (is_open && is_named).then_some(member)
}

/// The class that the nearest block around a line, from 1 on, says it is of.
fn class_around(text: &str, line: usize) -> Option<String> {
    let above: Vec<&str> = text.lines().take(line.checked_sub(1)?).collect();
    let mut closed = 0_u32;
    for code in above.iter().rev() {
        let code = code.split("//").next().unwrap_or(code);
        for (at, letter) in code.char_indices().rev() {
            match letter {
                '}' => closed += 1,
                '{' if closed > 0 => closed -= 1,
                '{' => {
                    let head = BLOCK.captures(&code[..at]);
                    let class = head.and_then(|head| {
                        head.name("kotlin").or(head.name("groovy")).map(|one| one.as_str().to_owned())
                    });
                    if class.is_some() {
                        return class;
                    }
                }
                _ => {}
            }
        }
    }
    None
}

/// Adds where the build says of which class a plugin is, and which class is probably meant, where that one is missing.
pub fn plugin(project: &ProjectContents, failure: &mut Failure) {
    let Some(class) = failure.details.get("class").cloned() else { return };
    let names = |line: &str| line.contains("mplementation") && line.contains(&class);
    let is_read =
        |path: &str| path.ends_with(".gradle") || path.ends_with(".kts") || path.contains("META-INF/gradle-plugins/");
    let said = walk(project.files, "", SCRIPTS, &is_read).into_iter().find_map(|path| {
        let at = project.files.read(&path)?.lines().position(names)?;
        Some((path, u32::try_from(at + 1).ok()?))
    });
    let Some((path, line)) = said else { return };
    add(failure, "implemented_at", format!("{path}:{line}"));
    add(failure, "act_file", path);
    add(failure, "act_line", line.to_string());
    let plugins: Vec<ProjectDeclaration> = plugins(project);
    let simple = class.rsplit('.').next().unwrap_or(&class);
    match plugins.as_slice() {
        [one] => {
            add(failure, "meant", one.one.name.as_str());
            add(failure, "meant_place", one.place());
        }
        all => suggest(all, simple, failure),
    }
}

/// Classes of the build's own sources that are plugins, by their full names.
fn plugins(project: &ProjectContents) -> Vec<ProjectDeclaration> {
    let mut found = Vec::new();
    for path in project.source_paths().iter().filter(|path| is_build_source(path)) {
        let Some(file) = project.code_of(path) else { continue };
        let is_plugin =
            |subject: ChangeSubject, signature: &str| subject == ChangeSubject::Class && signature.contains("Plugin<");
        for one in file.declared.iter().filter(|one| one.owner.is_none() && is_plugin(one.subject, &one.signature)) {
            let mut one = one.clone();
            if !file.package.is_empty() {
                one.name = format!("{}.{}", file.package, one.name);
            }
            found.push(ProjectDeclaration { path: path.clone(), one });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::class_around;

    #[test]
    fn the_nearest_block_of_a_class_is_found() {
        let script = "plugins { id(\"a\") }\nval a = tasks.register<WriteInfo>(\"info\") {\n    doLast {\n        x\n    }\n    y // }\n}\nz\n\
                      tasks.register('b', Shelf) {\n  u\n}\ntask c(type: Jar) {\n  v\n}\nconfigure<Book> {\n  w\n}\n";
        let found: Vec<String> =
            [1, 4, 6, 8, 10, 13, 16].iter().map(|line| class_around(script, *line).unwrap_or_default()).collect();
        assert_eq!(found, ["", "WriteInfo", "WriteInfo", "", "Shelf", "Jar", "Book"]);
    }
}
