//! The error categories: public ids, each with a short title for people.
//!
//! The ids are the product's public API; renaming one is a breaking change, adding one is not.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! categories {
    ($($variant:ident $id:literal $title:literal)*) => {
        /// What went wrong, by its cause as the tool reports it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Category { $(#[doc = $title] $variant,)* }

        impl Category {
            /// Every category, in the order of the taxonomy.
            pub const ALL: &'static [Category] = &[$(Category::$variant,)*];

            /// The stable id, e.g. `kotlin_type_mismatch`.
            pub fn id(self) -> &'static str {
                match self { $(Category::$variant => $id,)* }
            }

            /// A few words for a heading.
            pub fn title(self) -> &'static str {
                match self { $(Category::$variant => $title,)* }
            }
        }
    };
}

categories! {
    KotlinUnresolvedReference "kotlin_unresolved_reference" "Unresolved reference"
    KotlinTypeMismatch "kotlin_type_mismatch" "Type mismatch"
    KotlinNullSafety "kotlin_null_safety" "Nullable value used without a check"
    KotlinSyntax "kotlin_syntax" "Kotlin syntax error"
    KotlinVisibility "kotlin_visibility" "Declaration is not visible here"
    KotlinOverload "kotlin_overload" "Wrong arguments for a call"
    KotlinAbstractNotImplemented "kotlin_abstract_not_implemented" "Abstract member not implemented"
    KotlinValReassign "kotlin_val_reassign" "A val is reassigned"
    KotlinSmartCast "kotlin_smart_cast" "Smart cast is impossible"
    KotlinRedeclaration "kotlin_redeclaration" "Declared twice"
    KotlinWhenExhaustive "kotlin_when_exhaustive" "`when` is not exhaustive"
    KotlinOptIn "kotlin_opt_in" "API needs an opt-in"
    KotlinDeprecatedError "kotlin_deprecated_error" "Deprecated declaration used, or a warning treated as an error"
    KotlinCoroutine "kotlin_coroutine" "Coroutine used wrongly"
    KotlinJvmTargetMismatch "kotlin_jvm_target_mismatch" "JVM targets do not match"
    KotlinMetadataVersion "kotlin_metadata_version" "Compiled with an incompatible Kotlin version"
    KotlinInternalCompilerError "kotlin_internal_compiler_error" "The Kotlin compiler crashed"
    KotlinMissingSupertype "kotlin_missing_supertype" "A supertype is not on the class path"
    KotlinExpectActual "kotlin_expect_actual" "`expect` and `actual` do not match"
    KotlinNativeLink "kotlin_native_link" "Kotlin/Native linking failed"
    KaptKsp "kapt_ksp" "Annotation processing failed"
    JavaCannotFindSymbol "java_cannot_find_symbol" "Java symbol not found"
    JavaOther "java_other" "Java compile error"
    ComposeRemember "compose_remember" "State without remember"
    ComposeDerivedState "compose_derived_state" "derivedStateOf misused"
    ComposeRecomposition "compose_recomposition" "Excessive recomposition"
    ComposeLaunchedEffect "compose_launched_effect" "Wrong key for LaunchedEffect"
    ComposeDisposableEffect "compose_disposable_effect" "DisposableEffect without onDispose"
    ComposeCompositionLocal "compose_composition_local" "CompositionLocal not provided"
    ComposeModifier "compose_modifier" "Modifier used wrongly"
    ComposeSideEffect "compose_side_effect" "Side effect in composition"
    ComposeStateRead "compose_state_read" "State read or written during composition"
    ComposeSnapshot "compose_snapshot" "Snapshot changed concurrently or read-only"
    ComposeCompilerVersion "compose_compiler_version" "Compose compiler and Kotlin do not match"
    ComposeComposableContext "compose_composable_context" "Composable called outside a composable"
    ComposeLazyKey "compose_lazy_key" "Duplicate key in a lazy list"
    ComposeMeasureLayout "compose_measure_layout" "Layout cannot be measured"
    GradleDependencyNotFound "gradle_dependency_not_found" "Dependency not found"
    GradleDependencyConflict "gradle_dependency_conflict" "Dependency versions conflict"
    GradleDuplicateClass "gradle_duplicate_class" "Duplicate class"
    GradlePluginNotFound "gradle_plugin_not_found" "Gradle plugin not found"
    GradleTaskNotFound "gradle_task_not_found" "No such task or project"
    GradleTaskFailed "gradle_task_failed" "A task failed"
    GradleScriptCompile "gradle_script_compile" "Build script does not compile"
    GradleScriptEvaluation "gradle_script_evaluation" "Build script failed"
    GradleUnknownPropertyOrMethod "gradle_unknown_property_or_method" "Unknown property or method in a build script"
    GradleVersionIncompatible "gradle_version_incompatible" "Gradle and plugin versions do not fit"
    GradleJdkIncompatible "gradle_jdk_incompatible" "JDK does not fit"
    GradleCircularDependency "gradle_circular_dependency" "Circular dependency"
    GradleVariantAmbiguity "gradle_variant_ambiguity" "No matching variant, or several"
    GradleConfigurationCache "gradle_configuration_cache" "Configuration cache problem"
    GradleDaemonOom "gradle_daemon_oom" "Gradle daemon died or ran out of memory"
    GradleNetworkTls "gradle_network_tls" "Download failed"
    GradleChecksumVerification "gradle_checksum_verification" "Dependency verification failed"
    GradleLock "gradle_lock" "A Gradle lock is held elsewhere"
    GradleWrapper "gradle_wrapper" "Gradle wrapper problem"
    GradleImplicitTaskDependency "gradle_implicit_task_dependency" "Undeclared task dependency"
    GradleExternalProcess "gradle_external_process" "A program that a task runs failed"
    GradlePublish "gradle_publish" "Publishing or signing failed"
    TestFailure "test_failure" "Tests failed"
    LintFailure "lint_failure" "Lint or verification found errors"
    AgpSdkLocation "agp_sdk_location" "Android SDK not found"
    AgpSdkLicense "agp_sdk_license" "Android SDK licence not accepted"
    AgpNamespace "agp_namespace" "Namespace missing or conflicting"
    AgpR8MissingClass "agp_r8_missing_class" "R8 is missing classes"
    AgpDexLimit "agp_dex_limit" "Over 65,536 methods in one dex"
    AgpDexMerge "agp_dex_merge" "Dexing failed"
    AgpSigning "agp_signing" "Signing failed"
    AgpNdkCmake "agp_ndk_cmake" "Native build failed"
    AgpCompileSdk "agp_compile_sdk" "compileSdk, minSdk or targetSdk does not fit"
    AgpDesugaring "agp_desugaring" "Desugaring failed or is needed"
    AgpBuildConfig "agp_build_config" "A build feature is switched off"
    AgpPackaging "agp_packaging" "Duplicate files in the package"
    AgpGoogleServices "agp_google_services" "google-services.json missing or not matching"
    XmlMalformed "xml_malformed" "XML is not well-formed"
    XmlInflation "xml_inflation" "Layout cannot be inflated"
    XmlClassNotFound "xml_class_not_found" "View or fragment class not found"
    XmlResourceNotFound "xml_resource_not_found" "Resource not found"
    XmlAttributeNotFound "xml_attribute_not_found" "Unknown attribute"
    XmlMissingAttribute "xml_missing_attribute" "Required attribute missing"
    XmlInvalidValue "xml_invalid_value" "Invalid attribute value"
    XmlDuplicateResource "xml_duplicate_resource" "Duplicate resource"
    AaptLink "aapt_link" "Resource linking failed"
    AaptCompile "aapt_compile" "Resource compilation failed"
    Databinding "databinding" "Data binding failed"
    ManifestMerger "manifest_merger" "Manifest merger failed"
    ManifestPermission "manifest_permission" "Permission missing"
    ManifestActivityNotDeclared "manifest_activity_not_declared" "Component not declared in the manifest"
    ManifestExported "manifest_exported" "android:exported missing or wrong"
    ManifestClassNotFound "manifest_class_not_found" "The manifest names a missing class"
    ManifestOther "manifest_other" "Manifest error"
    RuntimeNpe "runtime_npe" "Null pointer"
    RuntimeLateinit "runtime_lateinit" "lateinit property not initialised"
    RuntimeIllegalState "runtime_illegal_state" "Illegal state"
    RuntimeIllegalArgument "runtime_illegal_argument" "Illegal argument"
    RuntimeNavigation "runtime_navigation" "Navigation failed"
    RuntimeActivityNotFound "runtime_activity_not_found" "No app or activity for an intent"
    RuntimeIoNetwork "runtime_io_network" "File or network error not handled"
    RuntimeClassCast "runtime_class_cast" "Class cast failed"
    RuntimeIndex "runtime_index" "Index out of bounds"
    RuntimeOom "runtime_oom" "Out of memory"
    RuntimeNetworkOnMain "runtime_network_on_main" "Network on the main thread"
    RuntimeSecurity "runtime_security" "Security exception"
    RuntimeResourcesNotFound "runtime_resources_not_found" "Resource not found at run time"
    RuntimeNoClassDef "runtime_no_class_def" "Class or method not found at run time"
    RuntimeUnsatisfiedLink "runtime_unsatisfied_link" "Native library not found"
    RuntimeConcurrentModification "runtime_concurrent_modification" "Collection changed while iterating"
    RuntimeStackOverflow "runtime_stack_overflow" "Stack overflow"
    RuntimeSqliteRoom "runtime_sqlite_room" "Database error"
    RuntimeSerialization "runtime_serialization" "Serialization failed"
    RuntimeHiltDagger "runtime_hilt_dagger" "Injection failed at run time"
    RuntimeFragmentLifecycle "runtime_fragment_lifecycle" "Fragment used outside its lifecycle"
    RuntimeForegroundService "runtime_foreground_service" "Foreground service rule broken"
    RuntimeWindowLeakBadToken "runtime_window_leak_bad_token" "Window token invalid or leaked"
    RuntimeJavascript "runtime_javascript" "JavaScript error"
    SpringStartup "spring_startup" "The application does not start"
    Anr "anr" "Application not responding"
    NativeCrash "native_crash" "Native crash"
    Other "other" "Failure"
}

impl Category {
    /// The category with this id.
    pub fn from_id(id: &str) -> Option<Category> {
        Category::ALL.iter().copied().find(|c| c.id() == id)
    }
}

impl std::fmt::Display for Category {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Category {
    /// An id that this version does not know (written by a newer one) reads as `other`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Ok(Category::from_id(&id).unwrap_or(Category::Other))
    }
}

#[cfg(test)]
mod tests {
    use super::Category;

    #[test]
    fn every_id_is_unique_and_found_again() {
        for category in Category::ALL {
            assert_eq!(Category::from_id(category.id()), Some(*category));
        }
    }
}
