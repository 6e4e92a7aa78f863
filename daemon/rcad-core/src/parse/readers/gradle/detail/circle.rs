//! The circle in a tree of tasks or projects: its edges, the modules in it, and the edge that no plugin makes.

use super::words::put;
use crate::model::failure::Failure;

/// Members of a circle that are named.
const NAMED: usize = 8;

/// Columns of one level of the tree.
const LEVEL: usize = 5;

/// Tasks of Gradle's that stand for many others, all in the group `build`.
const OF_BUILD: &[&str] = &["assemble", "build", "buildDependents", "buildNeeded"];

/// Words a task that a script lets depend on a set of tasks in which it is itself. Whether it is one.
fn on_a_set(text: &str, failure: &mut Failure) -> bool {
    let edges = edges_of_root(text);
    let Some((root, needed)) = edges.split_first() else { return false };
    let others: Vec<String> =
        needed.iter().filter(|task| *task != root).take(NAMED).map(|task| format!("`{task}`")).collect();
    if !needed.contains(root) {
        return false;
    }
    let of_build = OF_BUILD.contains(&name(root))
        && !others.is_empty()
        && needed.iter().all(|task| OF_BUILD.contains(&name(task)));
    put(failure, "root_name", name(root));
    put(failure, "needed", if others.is_empty() { "nothing else".to_owned() } else { others.join(", ") });
    let what = if of_build { "probably all tasks of the group `build`" } else { "a set that it is in" };
    put(failure, "needed_set", what);
    let cause = if others.is_empty() {
        "`{symbol}` is made to depend on itself, a circular dependency between {kind}: a `dependsOn` or `finalizedBy` in a build script names the task itself, or a set of tasks that it is in."
    } else {
        "`{symbol}` is made to depend on itself and on {needed}, which depend on it: a circular dependency between {kind}. No plugin makes the edge from a task to itself; a build script lets `{symbol}` depend on a whole set of tasks, {needed_set}."
    };
    failure.say(
        cause,
        &[
            "Search the build scripts, those that they apply and buildSrc for what is added to `{root_name}`: `{root_name}.dependsOn(tasks.matching {{ … }})`, `tasks.withType(…)`, a loop over `tasks`. Let it depend only on the task that is meant (for an archive `tasks.named(\"shadowJar\")`), by its name.",
            "If a set is needed, leave out the tasks that themselves need `{root_name}`: `tasks.matching {{ it.name.startsWith(\"…\") }}` over your own tasks' names instead of a group.",
        ],
    );
    true
}

/// Reads the tree below the sentence.
pub fn read(text: &str, failure: &mut Failure) {
    if on_a_set(text, failure) {
        return;
    }
    let circles = circles(text);
    let modules_of =
        |circle: &Vec<String>| modules(circle, failure.details.get("kind").is_some_and(|kind| kind == "projects"));
    // Where two modules wait for each other, their inner circles follow from it.
    let Some(circle) = circles.iter().max_by_key(|circle| (modules_of(circle).len(), std::cmp::Reverse(circle.len())))
    else {
        return;
    };
    let modules = modules_of(circle);
    if circle.len() <= NAMED + 1 {
        put(failure, "circle", circle.join(" → "));
    }
    if !failure.details.contains_key("circle") {
        return;
    }
    if let [first, .., last] = modules.as_slice() {
        put(failure, "first_module", first);
        put(failure, "second_module", last);
        put(
            failure,
            "all_modules",
            modules.iter().map(|module| format!("`{module}`")).collect::<Vec<_>>().join(" and "),
        );
        return failure.say("The modules {all_modules} depend on each other, a circular dependency between {kind}, so none can be built first: {circle}.",
            &[
                "Remove one direction: `project(\"{second_module}\")` from the dependencies of {first_module}, or what leads from {second_module} back to {first_module}; move what both need into a third module. If no module declares the other, look for a `dependsOn` between the tasks.",
            ],
        );
    }
    let of = |start: &str| circle.iter().any(|member| name(member).starts_with(start));
    if of("ksp")
        && of("kapt")
        && circle.iter().all(|member| ["ksp", "kapt"].iter().any(|start| name(member).starts_with(start)))
    {
        put(failure, "own_module", circle.first().map_or("", |member| module(member)));
        return failure.say("The tasks of kapt and of KSP in `{own_module}` wait for each other, a circular dependency between {kind}: {circle}. Both plugins make these edges themselves: KSP lets its task wait for kapt's output, and kapt's stubs wait for what KSP generates.",
            &[
                "Raise the KSP plugin to the newest release for your Kotlin version (single releases, 1.0.18 among them, have this fault).",
                "Or use one of the two only: move the processors that have a KSP version from `kapt(…)` to `ksp(…)`, and remove the kapt plugin from `{own_module}`.",
                "If a script of yours adds KSP's output to the sources (`srcDir(\"build/generated/ksp/…\")`) or a `dependsOn`, remove that: the plugin does it itself.",
            ],
        );
    }
    let edges = circle.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
    let Some((from, to)) = edges.clone().find(|(from, to)| is_own_archive(from, to)) else {
        let Some((from, to)) = edges.clone().find(|(from, to)| is_late_generator(from, to)) else {
            return of_scripts(failure);
        };
        put(failure, "edge_from", from);
        put(failure, "edge_to", to);
        return failure.say("`{symbol}` depends on itself, a circular dependency between {kind}: {circle}. The edge from `{edge_from}` to `{edge_to}` is probably the wrong one: what generates sources must not wait for the compilation that uses them.",
            &[
                "Find what makes `{edge_from}` wait for `{edge_to}` (a `dependsOn`, or a source or resource directory that is the output of the latter) and remove it.",
            ],
        );
    };
    put(failure, "edge_from", from);
    put(failure, "edge_to", to);
    put(failure, "own_module", module(from));
    failure.say("`{symbol}` depends on itself, a circular dependency between {kind}: {circle}. The edge from `{edge_from}` to `{edge_to}` is probably the wrong one: a module is compiled before its own archive is made.",
        &[
            "Look in the build script of `{own_module}` (and in its plugins) for what makes `{edge_from}` need `{edge_to}`, and remove it: `implementation(project(\"{own_module}\"))` in the module itself, `files(tasks.jar)`, an output that is put on the class path, or a `dependsOn`.",
        ],
    );
}

/// Words a circle of which no edge shows that it is the wrong one.
fn of_scripts(failure: &mut Failure) {
    failure.say(
        "`{symbol}` depends on itself, a circular dependency between {kind}: {circle}. Plugins seldom make a circle by themselves; mostly one of these edges is added by a build script.",
        &[
            "Search the build scripts, buildSrc and applied scripts for `dependsOn`, `mustRunAfter`, `finalizedBy` and for outputs that are used as inputs, with the names in {circle}, and remove the edge that is against the intended order.",
            "Where both orders are needed, move what the tasks share into a third task that comes before them.",
        ],
    );
}

/// The tree's root and what it needs at once.
fn edges_of_root(text: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|line| !line.contains("Circular dependency between"));
    let mut below = lines.by_ref().skip(1).skip_while(|line| line.trim().is_empty());
    let Some(root) = below.next().filter(|line| line.trim_start().starts_with(':')) else { return Vec::new() };
    let left = root.len() - root.trim_start().len();
    let first = |line: &str| {
        let mark = line.find("+---").or_else(|| line.find("\\---"))?;
        (mark <= left).then(|| line[mark + 4..].split_whitespace().next().map(str::to_owned)).flatten()
    };
    let inside = |line: &&str| line.contains("---");
    std::iter::once(root.trim().to_owned()).chain(below.take_while(inside).filter_map(first)).collect()
}

/// The tree's circles, each ended by the member with which it begins.
fn circles(text: &str) -> Vec<Vec<String>> {
    let mut lines = text.lines().skip_while(|line| !line.contains("Circular dependency between"));
    let mut below = lines.by_ref().skip(1).skip_while(|line| line.trim().is_empty());
    let Some(root) = below.next().filter(|line| line.trim_start().starts_with(':')) else { return Vec::new() };
    let left = root.len() - root.trim_start().len();
    let mut path = vec![root.trim().to_owned()];
    let mut circles = Vec::new();
    for line in below {
        let Some(mark) = line.find("+---").or_else(|| line.find("\\---")) else { break };
        let depth = mark.saturating_sub(left) / LEVEL + 1;
        let Some(name) = line[mark + 4..].split_whitespace().next() else { break };
        path.truncate(depth);
        if let Some(at) = path.iter().position(|member| member == name) {
            circles.push(path[at..].iter().cloned().chain([name.to_owned()]).collect());
        }
        path.push(name.to_owned());
    }
    circles
}

/// The module of a task's path.
fn module(task: &str) -> &str {
    task.rsplit_once(':').map_or("", |(module, _)| if module.is_empty() { ":" } else { module })
}

/// The modules of a circle's members, each once.
fn modules(circle: &[String], are_projects: bool) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for member in circle {
        let module = if are_projects { member.as_str() } else { module(member) };
        if !all.iter().any(|known| known == module) {
            all.push(module.to_owned());
        }
    }
    all
}

fn name(task: &str) -> &str {
    task.rsplit(':').next().unwrap_or(task)
}

/// Whether a task that compiles needs what is made of its own module's classes.
fn is_own_archive(from: &str, to: &str) -> bool {
    let compiles =
        ["compile", "ksp", "kapt", "process", "preBuild", "generate"].iter().any(|start| name(from).starts_with(start));
    let to_name = name(to);
    let archive = to_name == "jar"
        || to_name.ends_with("Jar")
        || ["bundle", "assemble", "package"].iter().any(|start| to_name.starts_with(start));
    // The classes of the module's main part, for its tests.
    let tests = name(from).contains("Test") && !to_name.contains("est");
    compiles && archive && !tests && module(from) == module(to)
}

/// Whether what generates sources waits for their compilation.
fn is_late_generator(from: &str, to: &str) -> bool {
    let generates = ["ksp", "kapt", "generate", "openApiGenerate"].iter().any(|start| name(from).starts_with(start));
    let tests = name(from).contains("Test") && !name(to).contains("Test");
    generates && name(to).starts_with("compile") && !tests && module(from) == module(to)
}

#[cfg(test)]
mod tests {
    use super::{circles, edges_of_root, is_own_archive};
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn a_task_that_needs_a_set_with_itself() {
        let tree = "Circular dependency between the following tasks:\n:assemble\n+--- :assemble (*)\n+--- :build\n|    \\--- :assemble (*)\n\\--- :buildNeeded\n     \\--- :build (*)\n\n(*) - details omitted\n";
        assert_eq!(edges_of_root(tree), [":assemble", ":assemble", ":build", ":buildNeeded"]);
        let cause = |tree: &str| analyze(parse(&format!("* What went wrong:\n{tree}")), None).root_cause.unwrap();
        assert!(cause(tree).contains("all tasks of the group `build`"), "{}", cause(tree));
        let alone = "Circular dependency between the following tasks:\n:shelve\n\\--- :shelve (*)\n";
        assert!(cause(alone).contains("names the task itself"), "{}", cause(alone));
        let other = "Circular dependency between the following tasks:\n:shelve\n\\--- :pack\n     \\--- :shelve (*)\n";
        assert!(!cause(other).contains("set of tasks"), "{}", cause(other));
    }

    #[test]
    fn the_tree_is_read_by_its_columns() {
        let tree = "Circular dependency between the following tasks:\n:a:jar\n\\--- :a:classes\n     +--- :a:extra\n     |    \\--- :a:classes (*)\n     \\--- :b:jar\n          \\--- :a:jar (*)\n\n(*) - details omitted";
        let found: Vec<String> = circles(tree).iter().map(|circle| circle.join(" ")).collect();
        assert_eq!(found, [":a:classes :a:extra :a:classes", ":a:jar :a:classes :b:jar :a:jar"]);
        assert!(circles("Circular dependency between the following tasks:\n").is_empty());
    }

    #[test]
    fn only_an_archive_of_the_same_module_is_wrong() {
        assert!(is_own_archive(":a:compileKotlin", ":a:jar"));
        assert!(!is_own_archive(":a:compileKotlin", ":b:jar"));
        assert!(!is_own_archive(":a:compileTestKotlin", ":a:jar"));
        assert!(!is_own_archive(":a:sourcesJar", ":a:jar"));
    }
}
