//! Whose a source file is, by its path: downloaded packages, parts of tools, generated files.

use super::kinds::{CodeOwner, GeneratedFile, GeneratedKind};
use super::places::{
    CORDOVA_CONFIG, CORDOVA_LIBRARY, GENERATED, GENERATED_DIRECTORIES, GENERATORS, GeneratedPlace, OF_CORDOVA,
    OF_GENERATOR, TOOLS,
};
use super::{generated, packages};
use crate::model::failure::Failure;

/// The owner of the failure's file; `None` for the reader's own, and where the path says nothing.
pub fn owner(failure: &Failure) -> Option<CodeOwner> {
    let path = format!("/{}", failure.file.as_deref()?.replace('\\', "/"));
    if let Some(place) = GENERATED.iter().find(|place| path.contains(place.part)) {
        return Some(CodeOwner::Generated(written(place)));
    }
    if let Some((_, name, step)) = TOOLS.iter().find(|(part, ..)| path.contains(part)) {
        return Some(CodeOwner::Tool(name, step));
    }
    if let Some(package) = packages::of_path(&path, failure) {
        return Some(CodeOwner::Package(package));
    }
    if let Some(below) = GENERATED_DIRECTORIES.iter().find_map(|part| Some(&path[path.find(part)?..])) {
        return Some(CodeOwner::Generated(generated_file(&path, below)));
    }
    let cordova = path.contains(OF_CORDOVA.part) && !path.contains(CORDOVA_LIBRARY);
    let place = if path.ends_with(CORDOVA_CONFIG.part) { &CORDOVA_CONFIG } else { &OF_CORDOVA };
    cordova.then(|| CodeOwner::Generated(written(place)))
}

fn written(place: &GeneratedPlace) -> GeneratedFile {
    GeneratedFile { by: place.by.to_owned(), step: place.step.to_owned(), kind: place.kind }
}

/// A file in a directory of what builds generate: by its generator's part of the path, or by its name.
fn generated_file(path: &str, below: &str) -> GeneratedFile {
    let below = below.to_ascii_lowercase();
    if let Some(place) = GENERATORS.iter().find(|place| below.contains(place.part)) {
        return written(place);
    }
    generated::by_name(path).unwrap_or_else(|| GeneratedFile {
        by: "a processor or a task of the build writes it".to_owned(),
        step: OF_GENERATOR.to_owned(),
        kind: GeneratedKind::ByVersion,
    })
}

#[cfg(test)]
mod tests {
    use super::{CodeOwner, owner};
    use crate::model::failure::Language;
    use crate::{Category, Failure};

    fn of(file: &str) -> Option<CodeOwner> {
        let mut failure = Failure::new(Category::KotlinOverload, Language::Kotlin, "words");
        failure.file = Some(file.to_owned());
        owner(&failure)
    }

    #[test]
    fn what_tools_write_or_bring_is_theirs() {
        let kind = |file: &str| match of(file) {
            Some(CodeOwner::Generated(made)) => made.by,
            Some(CodeOwner::Tool(name, _)) => name.to_owned(),
            Some(CodeOwner::Package(package)) => package.name,
            _ => String::new(),
        };
        for (file, whose) in [
            ("GeneratedPluginRegistrant.java", "Flutter writes it from the plugins of pubspec.yaml"),
            ("/opt/flutter/packages/flutter_tools/gradle/src/main/kotlin/P.kt", "Flutter's Gradle plugin"),
            (r"C:\p\app\build\generated\ksp\debug\A.kt", "a processor or a task of the build writes it"),
            (r"C:\Pub\Cache\hosted\pub.dartlang.org\basket-1.0.1+3\android\A.kt", "basket"),
            (r"C:\g\caches\transforms-1\files-1.1\basket-v7-27.0.1.aar\0a0cdf826e5f\res\v.xml", "basket-v7"),
            ("node_modules/basket/android/A.kt", "basket"),
            ("/p/build/generatedAntlr/com/example/ShelfParser.kt", "ANTLR writes it from a grammar"),
            ("/p/build/generated/source/proto/main/kotlin/ShelfKt.kt", "protoc writes it from the .proto files"),
            ("/p/build/generated/ksp/debug/com/example/ShelfDao_Impl.kt", "Room writes it from `ShelfDao`"),
            (
                "/p/build/generated/source/buildConfig/debug/com/example/BuildConfig.java",
                "the Android Gradle plugin writes it from the build script",
            ),
            (
                "/h/Android/Sdk/sources/android-34/android/view/View.java",
                "the Android SDK (the sources of its platform)",
            ),
            ("/p/platforms/android/CordovaLib/src/A.java", "cordova-android"),
            ("/p/platforms/android/app/src/main/java/A.java", "Cordova writes it from config.xml and the plugins"),
            (
                "/p/app/build/intermediates/incremental/debug/mergeDebugResources/merged.dir/values/values.xml",
                "the build merges it from resource files",
            ),
        ] {
            assert_eq!(kind(file), whose, "{file}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_the_readers() {
        for file in [
            "/p/build/shelves/Shelf.kt",
            "/p/app/src/main/java/MyPackageList.java",
            "/p/app/build/tmp/kapt3/stubs/debug/A.java",
            "/p/app/src/main/java/com/shop/DaggerShelf.java",
            "/p/platforms/desktop/A.kt",
            "/p/app/src/main/kotlin/A.kt",
            "A.kt",
        ] {
            assert_eq!(of(file), None, "{file}");
        }
    }
}
