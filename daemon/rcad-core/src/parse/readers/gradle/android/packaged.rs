//! A file of `META-INF` that several inputs of the APK bring: whether it may go, must be joined, or should not be there.

use crate::model::failure::Failure;

/// Names of texts and indexes that no Android code reads.
const NOTES: &[&str] = &[
    "LICENSE",
    "NOTICE",
    "DEPENDENCIES",
    "INDEX.LIST",
    "AL2.0",
    "LGPL2.1",
    "ASL2.0",
    "OSGI-INF/MANIFEST.MF",
    "module-info.class",
    "native-image/",
    "META-INF/maven/",
];

/// Files by which annotation processors are found.
const PROCESSORS: &[&str] =
    &["javax.annotation.processing.Processor", "incremental.annotation.processors", "SymbolProcessorProvider"];

/// Words for `META-INF/…`, by what the file is.
pub fn tell(failure: &mut Failure) {
    let Some(path) = failure.symbol.clone().filter(|path| path.starts_with("META-INF/")) else { return };
    let who = if failure.details.contains_key("first") { "{places}" } else { "several libraries" };
    if PROCESSORS.iter().any(|name| path.ends_with(name)) {
        return failure.say(
            &format!("Annotation processors are found by `{{symbol}}`, and {who} bring it, so processors are going into the app: a `…-compiler` (of Room, Dagger, Moshi, Glide …) or Lombok stands among the `implementation` dependencies."),
            &[
                "Move every `…-compiler` and `…-processor` from `implementation`/`api` to `ksp`, `kapt` or `annotationProcessor` (Lombok: `compileOnly` and `annotationProcessor`); `./gradlew :app:dependencies --configuration debugRuntimeClasspath` shows which are there.",
                "Only if a library brings one along: `packaging {{ resources {{ excludes += \"{symbol}\" }} }}` (before plugin 8 `packagingOptions {{ exclude '{symbol}' }}`).",
            ],
        );
    }
    if let Some(service) = path.strip_prefix("META-INF/services/").map(str::to_owned) {
        failure.details.insert("service".to_owned(), service);
        return failure.say(
            &format!("In the file `{{symbol}}`, of which the APK can hold one, implementations of `{{service}}` are registered by {who}. The `ServiceLoader` reads it at run time: to leave it out, or to take the first, loses the other's."),
            &["Join them, in the app's `android` block: `packaging {{ resources {{ merges += \"{symbol}\" }} }}` (before plugin 8 `packagingOptions {{ merge '{symbol}' }}`)."],
        );
    }
    if let Some(module) = path.strip_prefix("META-INF/").and_then(|name| name.strip_suffix(".kotlin_module")) {
        failure.details.insert("kotlin_module".to_owned(), module.to_owned());
        return failure.say(
            &format!("The Kotlin module name `{{kotlin_module}}`, after which the compiler names the file `{{symbol}}`, is that of {who}: two modules of one last name, such as `:a:data` and `:b:data`, or two libraries."),
            &[
                "The app does not need the file: `packaging {{ resources {{ excludes += \"META-INF/*.kotlin_module\" }} }}` in its `android` block (before plugin 8 `packagingOptions {{ exclude 'META-INF/*.kotlin_module' }}`); with kotlin-reflect `pickFirst` in place of it.",
                "If both are yours, give one another name: `kotlin {{ compilerOptions {{ moduleName.set(\"…\") }} }}` (before Kotlin 2.0 `kotlinOptions.moduleName`).",
            ],
        );
    }
    let upper = path.to_uppercase();
    if NOTES.iter().any(|name| upper.contains(&name.to_uppercase())) || path.contains("netty.versions") {
        failure.say(
            &format!("The file `{{symbol}}`, of which the APK can hold one, comes from {who}. It is a licence, an index or a note for build tools, which no Android code reads, so it may go."),
            &["Leave it out, in the app's `android` block: `packaging {{ resources {{ excludes += \"{symbol}\" }} }}` (before plugin 8 `packagingOptions {{ exclude '{symbol}' }}`); for all of that kind `excludes += \"/META-INF/{{AL2.0,LGPL2.1,LICENSE*,NOTICE*,DEPENDENCIES,INDEX.LIST}}\"`."],
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_the_file_is_decides() {
        for (path, word) in [
            ("META-INF/DEPENDENCIES", "may go"),
            ("META-INF/license.txt", "may go"),
            ("META-INF/versions/9/OSGI-INF/MANIFEST.MF", "may go"),
            ("META-INF/native-image/native-image.properties", "may go"),
            ("META-INF/services/com.example.Shelf", "merges +="),
            ("META-INF/services/javax.annotation.processing.Processor", "`kapt`"),
            ("META-INF/shelf_release.kotlin_module", "Kotlin module name `shelf_release`"),
            ("META-INF/shelf.properties", "If the file is not needed"),
        ] {
            let text = format!(
                "* What went wrong:\nExecution failed for task ':app:mergeDebugJavaResource'.\n> 2 files found with path '{path}' from inputs:\n   - .../shelf-view-1.2.0/jars/classes.jar\n   - .../basket-0.3/jars/classes.jar\n"
            );
            let said = crate::explain::answer(&text);
            assert!(said.contains(word), "{path}\n{said}");
        }
    }
}
