//! Variants of multiplatform modules: the target that is asked for, and those that there are.

use super::words::put;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `attribute 'org.jetbrains.kotlin.platform.type' with value 'androidJvm'`
static PLATFORM: Pattern = Pattern::new(r"org\.jetbrains\.kotlin\.platform\.type' with value '(?P<value>[^']+)'");

/// `attribute 'org.jetbrains.kotlin.native.target' with value 'ios_simulator_arm64'`, `…wasm.target' with value 'js'`
static TARGET: Pattern =
    Pattern::new(r"org\.jetbrains\.kotlin\.(?P<kind>native|wasm)\.target' with value '(?P<value>[^']+)'");

/// Platforms that are named.
const NAMED: usize = 5;

/// The values of all matches in a line.
fn values<'t>(line: &'t str, pattern: &Pattern) -> Vec<&'t str> {
    let (mut rest, mut all) = (line, Vec::new());
    while let Some(found) = pattern.captures(rest) {
        let Some((value, whole)) = found.name("value").zip(found.get(0)) else { break };
        all.push(value.as_str());
        rest = &rest[whole.end()..];
    }
    all
}

/// What the variants that are listed are for, each once.
fn offered(text: &str, asked: &str, pattern: &Pattern) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| *line != asked) {
        let declared = line.split(" and the consumer needed").next().unwrap_or(line);
        // What it lacks is listed with what is required.
        if declared.contains("Doesn't say anything about") {
            continue;
        }
        for value in values(declared, pattern) {
            if !all.iter().any(|known| known == value) {
                all.push(value.to_owned());
            }
        }
    }
    all
}

/// `ios_simulator_arm64`: `iosSimulatorArm64`
fn function(target: &str) -> String {
    let mut parts = target.split('_');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |name, part| {
        let mut letters = part.chars();
        let head = letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter();
        name + &head.chain(letters).collect::<String>()
    })
}

/// Words the failure by the platform, if one is asked for that no variant has; whether it does.
pub fn read(text: &str, asked: &str, failure: &mut Failure) -> bool {
    let Some(platform) = values(asked, &PLATFORM).first().map(|value| (*value).to_owned()) else { return false };
    let there = offered(text, asked, &PLATFORM);
    let module = failure.symbol.as_deref().is_some_and(|symbol| symbol.starts_with("project "));
    let wanted = TARGET.captures(asked).map(|found| (found["kind"].to_owned(), found["value"].to_owned()));
    if platform == "androidJvm" || there.contains(&platform) && wanted.is_none() {
        return false;
    }
    let list: Vec<String> = there.iter().take(NAMED).map(|one| format!("`{one}`")).collect();
    let shown = match list.is_empty() {
        true => String::new(),
        false => {
            put(failure, "platforms", list.join(", "));
            " (the variants that are listed are for {platforms})".to_owned()
        }
    };
    if let Some((kind, target)) = wanted {
        let targets = offered(text, asked, &TARGET);
        if targets.contains(&target) {
            return false;
        }
        let name = if kind == "wasm" { format!("wasm{}", function(&format!("_{target}"))) } else { function(&target) };
        put(failure, "target_value", if kind == "wasm" { &name } else { &target });
        put(failure, "target", name);
        return target_missing(module, &shown, failure);
    }
    if platform == "jvm" && (there.iter().any(|one| one == "androidJvm") || text.contains("packaged as an 'aar'")) {
        return for_android_only(module, failure);
    }
    put(failure, "target", platform.clone());
    put(failure, "target_value", platform);
    target_missing(module, &shown, failure)
}

fn target_missing(module: bool, shown: &str, failure: &mut Failure) -> bool {
    let steps: &[&str] = if module {
        &[
            "Declare the target in the build file of `{symbol}`: `kotlin {{ {target}() }}`, or depend on it only from source sets whose platforms it has.",
        ]
    } else {
        &[
            "If only one platform's code uses it, move the dependency out of `commonMain` into that platform's source set (`androidMain.dependencies {{ … }}`).",
            "If common code uses it, take a version that is published for `{target}` (the library's page on https://klibs.io lists the targets), or another library; or leave the target out of this module.",
        ]
    };
    failure.say(
        &format!(
            "No variant of `{{symbol}}` is built for the Kotlin target `{{target_value}}` that is asked for{shown}."
        ),
        steps,
    );
    true
}

/// A module for the JVM that depends on an Android library.
fn for_android_only(module: bool, failure: &mut Failure) -> bool {
    let steps: &[&str] = if module {
        &[
            "Let the part that is needed be a module without Android (`kotlin(\"jvm\")` or `java-library`) on which both depend, or add the target `jvm()` to `{symbol}` if it is multiplatform.",
            "Or make the module that asks an Android library too: `com.android.library` in place of `kotlin(\"jvm\")` or `java-library`.",
        ]
    } else {
        &[
            "Move the dependency and the code that uses it into an Android module, or make this one an Android library (`com.android.library` in place of `kotlin(\"jvm\")` or `java-library`; in a multiplatform module: into `androidMain`).",
            "If there is an edition for the JVM (a newer multiplatform version, or an artifact with `-jvm` in its name), take that.",
        ]
    };
    failure.say("`{symbol}` is an Android library (AAR), and the module that asks for it is one for the plain JVM (Kotlin platform `jvm`), which cannot use such a library.",
        steps,
    );
    true
}

/// Of a multiplatform module both the Android and the JVM variant fit, since the consumer asks for no Kotlin platform.
pub fn between_android_and_jvm(names: &[String], failure: &mut Failure) -> bool {
    let begins = |starts: &[&str]| names.iter().find(|name| starts.iter().any(|start| name.starts_with(start)));
    let (Some(jvm), Some(android)) = (begins(&["jvm", "desktop"]), begins(&["android", "debug", "release"])) else {
        return false;
    };
    put(failure, "jvm_variant", jvm.clone());
    put(failure, "android_variant", android.clone());
    failure.say("Several variants of `{symbol}` fit (ambiguous): it is a multiplatform module with an Android and a JVM target (`{android_variant}`, `{jvm_variant}`), and what depends on it does not say which Kotlin platform it wants; a module without a Kotlin plugin does not.",
        &[
            "Apply the Kotlin plugin to the module that depends on it (`org.jetbrains.kotlin.android` in an Android module; AGP 9 does so itself): its class paths then ask for `androidJvm`.",
            "For a configuration of your own set the attribute: `attributes {{ attribute(KotlinPlatformType.attribute, KotlinPlatformType.androidJvm) }}`.",
        ],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    fn cause(asked: &str, listed: &str) -> String {
        let log = format!(
            "* What went wrong:\nExecution failed for task ':shared:compileKotlin'.\n> Could not resolve all files for configuration ':shared:compileClasspath'.\n   > Could not resolve com.example.oak:oak-core:1.4.0.\n     Required by:\n         project :shared\n      > No matching variant of com.example.oak:oak-core:1.4.0 was found. The consumer was configured to find a library for use during compile-time, as well as {asked} but:\n          - Variant 'apiElements-published' declares a library for use during compile-time:\n              - Incompatible because this component declares a component, as well as {listed} and the consumer needed a component, as well as {asked}\n"
        );
        parse(&log).failures[0].wording.clone().map(|wording| wording.cause).unwrap_or_default()
    }

    fn platform(value: &str) -> String {
        format!("attribute 'org.jetbrains.kotlin.platform.type' with value '{value}'")
    }

    #[test]
    fn the_target_is_told_with_those_that_there_are() {
        let asked =
            format!("attribute 'org.jetbrains.kotlin.native.target' with value 'ios_arm64', {}", platform("native"));
        let said = cause(&asked, &platform("androidJvm"));
        assert!(said.contains("Kotlin target") && said.contains("{platforms}"), "{said}");
        assert!(cause(&platform("js"), &platform("jvm")).contains("Kotlin target"));
    }

    #[test]
    fn an_android_library_is_nothing_for_the_jvm() {
        assert!(cause(&platform("jvm"), &platform("androidJvm")).contains("an Android library"));
        assert!(!cause(&platform("jvm"), &platform("js")).contains("an Android library"));
    }

    #[test]
    fn functions_of_targets() {
        assert_eq!(super::function("ios_simulator_arm64"), "iosSimulatorArm64");
        assert_eq!(super::function("linux_x64"), "linuxX64");
    }
}
