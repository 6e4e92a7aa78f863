//! The names. Data only.

/// How generated names are recognised.
pub enum Pick {
    /// This name.
    Name(&'static str),
    /// It begins so, and goes on with a capital letter.
    Start(&'static str),
    /// It ends so, after a name that begins with a capital letter.
    End(&'static str),
}

/// Names that a build step generates.
pub struct Generated {
    /// Which.
    pub pick: Pick,
    /// By what and from what; `{}` is the source's name.
    pub source: &'static str,
    /// How it comes to be there.
    pub remedy: &'static str,
}

const fn made(pick: Pick, source: &'static str, remedy: &'static str) -> Generated {
    Generated { pick, source, remedy }
}

const EMBEDDING: &str = "the Flutter embedding, which the Flutter Gradle plugin adds";

const FLUTTER: &str = "Apply the Flutter Gradle plugin (`dev.flutter.flutter-gradle-plugin`, last in the `plugins` block of android/app/build.gradle, behind Android's and Kotlin's, and in android/settings.gradle) and import `io.flutter.embedding.…` (v2 embedding); run `flutter clean` and `flutter pub get`.";

/// Names that come with a build step.
pub static GENERATED: &[Generated] = &[
    made(
        Pick::Name("R"),
        "the resource step out of `res/` (class `R` in the module's namespace)",
        "Import `R` of this module's `namespace` (`import your.namespace.R`); if that is right, fix the resource or manifest error that stopped the resource task.",
    ),
    made(
        Pick::Name("BuildConfig"),
        "the Android Gradle plugin (class `BuildConfig` in the module's namespace)",
        "Switch it on with `android { buildFeatures { buildConfig = true } }` (off by default since AGP 8) and import `BuildConfig` from the module's `namespace`, which may differ from the package of the source.",
    ),
    made(
        Pick::Name("BR"),
        "data binding",
        "Switch it on with `android { buildFeatures { dataBinding = true } }`, with the kapt plugin applied, and fix errors in the layouts' expressions.",
    ),
    made(
        Pick::Name("databinding"),
        "view binding or data binding",
        "Switch it on with `android { buildFeatures { viewBinding = true } }` (or `dataBinding = true`); the package is the module's `namespace` followed by `.databinding`.",
    ),
    made(
        Pick::Name("DataBindingComponent"),
        "data binding",
        "Switch it on with `android { buildFeatures { dataBinding = true } }`, with the kapt plugin applied.",
    ),
    made(
        Pick::End("Binding"),
        "view binding or data binding from the layout `{}`",
        "Switch it on with `android { buildFeatures { viewBinding = true } }` (or `dataBinding = true`), check that the layout file is there and has no error, and import it from the module's `namespace` followed by `.databinding`.",
    ),
    made(
        Pick::End("_Impl"),
        "Room's annotation processor from `{}`",
        "Add Room's compiler with `ksp(…)` or `kapt(…)` in this module, and fix the processor's own error, if there is one.",
    ),
    made(
        Pick::Start("Hilt_"),
        "Hilt's annotation processor from `{}`",
        "Apply the plugin `com.google.dagger.hilt.android` and add `hilt-compiler` with `ksp(…)` or `kapt(…)`; fix the processor's own error, if there is one.",
    ),
    made(
        Pick::Start("Dagger"),
        "Dagger's annotation processor from the component `{}`",
        "Add `dagger-compiler` with `ksp(…)`, `kapt(…)` or `annotationProcessor(…)` in this module and build once; fix the processor's own error (`[Dagger/…]`), if there is one.",
    ),
    made(
        Pick::End("_Factory"),
        "Dagger's annotation processor from `{}`",
        "Fix the error of the annotation processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_MembersInjector"),
        "Dagger's annotation processor from `{}`",
        "Fix the error of the annotation processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_HiltModules"),
        "Hilt's annotation processor from `{}`",
        "Fix the error of Hilt's processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_GeneratedInjector"),
        "Hilt's annotation processor from `{}`",
        "Fix the error of Hilt's processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("JsonAdapter"),
        "Moshi's code generation from `{}`",
        "Add `moshi-kotlin-codegen` with `ksp(…)` and annotate `{}` with `@JsonClass(generateAdapter = true)`.",
    ),
    made(
        Pick::End("FragmentDirections"),
        "the Navigation Safe Args plugin",
        "Apply `androidx.navigation.safeargs.kotlin`, and give the destination an action in the navigation graph.",
    ),
    made(
        Pick::End("FragmentArgs"),
        "the Navigation Safe Args plugin",
        "Apply `androidx.navigation.safeargs.kotlin`, and give the destination an `<argument>` in the navigation graph.",
    ),
    made(
        Pick::Name("GlideApp"),
        "Glide's annotation processor from your `AppGlideModule`",
        "Add Glide's `ksp`/`compiler` processor and a class annotated with `@GlideModule`; since 4.9 plain `Glide` has the same functions.",
    ),
    made(
        Pick::Name("MyEventBusIndex"),
        "EventBus's annotation processor",
        "Add `eventbus-annotation-processor` and its `eventBusIndex` argument.",
    ),
    made(Pick::Name("FlutterActivity"), EMBEDDING, FLUTTER),
    made(Pick::Name("FlutterFragmentActivity"), EMBEDDING, FLUTTER),
    made(Pick::Name("FlutterApplication"), EMBEDDING, FLUTTER),
    made(Pick::Name("FlutterEngine"), EMBEDDING, FLUTTER),
    made(Pick::Name("FlutterPlugin"), EMBEDDING, FLUTTER),
    made(Pick::Name("MethodChannel"), EMBEDDING, FLUTTER),
    made(Pick::Name("GeneratedPluginRegistrant"), EMBEDDING, FLUTTER),
    made(Pick::Name("flutter"), EMBEDDING, FLUTTER),
    made(
        Pick::Name("Parcelize"),
        "the Parcelize compiler plugin (`kotlinx.parcelize.Parcelize`)",
        "Apply the plugin `id(\"org.jetbrains.kotlin.plugin.parcelize\")` (`kotlin-parcelize`) in this module and import `kotlinx.parcelize.Parcelize`.",
    ),
    made(
        Pick::Name("PackageList"),
        "React Native's autolinking",
        "Apply React Native's settings and app plugins (autolinking) as the template of its version does, and build once; do not commit the generated class.",
    ),
    made(
        Pick::Name("libs"),
        "Gradle's version catalog `gradle/libs.versions.toml`",
        "Check that `gradle/libs.versions.toml` is there and has the entry; `-` and `_` in its names become dots.",
    ),
];
