//! Logs with several errors, each with the part that every error must get.

mod together;

use crate::model::failure::{Failure, Role};
use crate::parse::parse;

/// `file:line:column message` of Kotlin errors.
fn kotlin(errors: &[&str]) -> String {
    errors.iter().map(|error| format!("e: file:///p/app/src/main/kotlin/com/example/basket/{error}\n")).collect()
}

/// Place and part of each failure, in the order of the answer: `R` the root, `I` independent, `A` the same again, `F`
/// follows; with the index of what explains it.
fn parts(log: &str) -> Vec<String> {
    parse(log).failures.iter().map(part).collect()
}

fn part(failure: &Failure) -> String {
    let file = failure.file.as_deref().unwrap_or("").rsplit('/').next().unwrap_or("");
    let place = format!("{}:{}", file.split('.').next().unwrap_or(""), failure.line.unwrap_or(0));
    match (failure.role, failure.explained_by) {
        (Role::Root, _) => format!("{place} R"),
        (Role::Independent, _) => format!("{place} I"),
        (Role::Consequence, Some(by)) => format!("{place} {}{}", if by.again { 'A' } else { 'F' }, by.failure),
        (Role::Consequence, None) => format!("{place} ?"),
    }
}

#[test]
fn errors_of_a_line_are_one() {
    let log = kotlin(&[
        "Shop.kt:8:5 Argument type mismatch: actual type is 'String', but 'Filter' was expected.",
        "Shop.kt:8:20 No parameter with name 'sorted' found.",
        "Shop.kt:9:5 No parameter with name 'sorted' found.",
        "Shop.kt:12:9 'val' cannot be reassigned.",
    ]);
    // The name of the parameter says most of the line.
    assert_eq!(parts(&log), ["Shop:8 R", "Shop:8 F0", "Shop:9 A0", "Shop:12 I"]);
    let two = kotlin(&["Shop.kt:8:5 Unresolved reference 'first'.", "Shop.kt:8:20 Unresolved reference 'second'."]);
    assert_eq!(parts(&two), ["Shop:8 R", "Shop:8 I"], "two imports are missing");
}

#[test]
fn types_follow_from_the_import_that_fails() {
    let log = kotlin(&[
        "Shop.kt:5:28 Unresolved reference 'shelves'.",
        "Shop.kt:31:20 Unresolved reference 'Shelf'.",
        "Shop.kt:44:9 Unresolved reference 'Toast'.",
        "Till.kt:12:30 Unresolved reference 'Coin'.",
    ]);
    assert_eq!(parts(&log), ["Shop:5 R", "Shop:31 F0", "Shop:44 I", "Till:12 I"]);
    let views =
        kotlin(&["Shop.kt:9:24 Unresolved reference 'synthetic'.", "Shop.kt:31:9 Unresolved reference 'toolbar'."]);
    assert_eq!(parts(&views), ["Shop:9 R", "Shop:31 F0"]);
}

#[test]
fn a_signature_that_does_not_fit_is_one_mistake() {
    let log = kotlin(&[
        "Shop.kt:12:1 Class 'Shop' is not abstract and does not implement abstract member 'onPick'.",
        "Shop.kt:40:5 'onPick' overrides nothing. Potential signatures for overriding: fun onPick(book: Book): Unit",
        "Till.kt:12:1 Class 'Till' is not abstract and does not implement abstract member 'onPay'.",
    ]);
    assert_eq!(parts(&log), ["Shop:40 R", "Shop:12 F0", "Till:12 I"]);
    let untold = kotlin(&[
        "Shop.kt:12:1 Class 'Shop' is not abstract and does not implement abstract member public abstract fun onPick(book: Book): Unit defined in Picker",
        "Shop.kt:40:5 'onPick' overrides nothing",
    ]);
    assert_eq!(parts(&untold), ["Shop:12 R", "Shop:40 F0"], "the signature stands in the other one");
}

#[test]
fn a_java_class_without_its_superclass_inherits_nothing() {
    let log = "/p/A.java:3: error: package com.example.base does not exist\nimport com.example.base.Base;\n                       ^\n\
        /p/A.java:5: error: cannot find symbol\npublic class A extends Base {\n                       ^\n  symbol: class Base\n\
        /p/A.java:7: error: method does not override or implement a method from a supertype\n    @Override\n    ^\n\
        /p/A.java:9: error: cannot find symbol\n        shelve();\n        ^\n  symbol:   method shelve()\n  location: class A\n\
        /p/B.java:9: error: cannot find symbol\n        shelve();\n        ^\n  symbol:   method shelve()\n  location: class B\n";
    assert_eq!(parts(log)[..4], ["A:3 R", "A:5 F0", "A:7 F0", "A:9 F0"]);
}

#[test]
fn attributes_of_an_element_are_mistakes_of_their_own() {
    let error = |name: &str| {
        format!("/p/app/src/main/res/drawable/dot.xml:5: AAPT: error: attribute android:{name} not found.\n")
    };
    assert_eq!(parts(&(error("cx") + &error("cy"))), ["dot:5 R", "dot:5 I"]);
}

#[test]
fn what_a_failed_call_encloses_follows() {
    let log = kotlin(&[
        "Shop.kt:20:9 Unresolved reference 'launch'.",
        "Shop.kt:22:13 Suspend function 'suspend fun pay(): Unit' should be called only from a coroutine or another suspend function.",
        "Shop.kt:80:13 Suspend function 'suspend fun send(): Unit' should be called only from a coroutine or another suspend function.",
    ]);
    assert_eq!(parts(&log), ["Shop:20 R", "Shop:22 F0", "Shop:80 I"]);
    let scope = kotlin(&[
        "Screen.kt:10:5 Unresolved reference 'DisposableEffect'.",
        "Screen.kt:14:9 Unresolved reference 'onDispose'.",
        "Screen.kt:30:5 Unresolved reference 'LazyColumn'.",
        "Screen.kt:31:9 Unresolved reference 'items'.",
        "Screen.kt:31:20 Cannot infer type for this parameter. Specify it explicitly.",
        "Screen.kt:33:13 @Composable invocations can only happen from the context of a @Composable function",
    ]);
    assert_eq!(
        parts(&scope),
        ["Screen:10 R", "Screen:14 F0", "Screen:30 I", "Screen:31 F2", "Screen:33 F2", "Screen:31 F2"]
    );
}

#[test]
fn members_of_a_blocks_scope_follow_line_by_line() {
    let log = kotlin(&[
        "Plugin.kt:40:9 Unresolved reference: permissions",
        "Plugin.kt:41:13 Unresolved reference: owner",
        "Plugin.kt:42:17 Unresolved reference: read",
        "Plugin.kt:43:17 Unresolved reference: write",
        "Plugin.kt:60:13 Unresolved reference: elsewhere",
    ]);
    assert_eq!(parts(&log), ["Plugin:40 R", "Plugin:41 F0", "Plugin:42 F0", "Plugin:43 F0", "Plugin:60 I"]);
}

#[test]
fn a_missing_type_has_no_members_and_no_serializer() {
    let log = kotlin(&[
        "Model.kt:9:16 Serializer has not been found for type '[Error type: Unresolved type for Price]'. To use context serializer as fallback, explicitly annotate type or property with @Contextual",
        "Model.kt:9:16 Unresolved reference: Price",
        "Model.kt:14:30 Unresolved reference: amount",
        "Other.kt:14:30 Unresolved reference: colour",
    ]);
    assert_eq!(parts(&log), ["Model:9 R", "Model:9 F0", "Model:14 F0", "Other:14 I"]);
    let call =
        kotlin(&["Screen.kt:9:9 Unresolved reference 'Sliding'.", "Screen.kt:10:20 Unresolved reference 'fading'."]);
    assert_eq!(parts(&call), ["Screen:9 R", "Screen:10 I"], "an argument of a call, not a member of a value");
    let package = kotlin(&[
        "Pack.kt:3:27 Unresolved reference: BasePackage",
        "Pack.kt:13:32 Unresolved reference: BasePackage",
        "Pack.kt:14:3 'getModule' overrides nothing",
        "Pack.kt:400:3 'far' overrides nothing",
    ]);
    assert_eq!(parts(&package), ["Pack:3 R", "Pack:13 A0", "Pack:14 F0", "Pack:400 I"]);
}

#[test]
fn a_name_of_a_package_follows_from_its_import() {
    let log = kotlin(&[
        "Main.kt:3:8 Unresolved reference: io",
        "Main.kt:5:21 Unresolved reference: FlutterActivity",
        "Main.kt:9:9 Unresolved reference: ownName",
    ]);
    assert_eq!(parts(&log), ["Main:3 R", "Main:5 F0", "Main:9 I"]);
    let generator = parse(&log).failures[0].details.get("generator").cloned().unwrap_or_default();
    assert!(generator.contains("Flutter"), "what is known of the name is known of its package: {generator}");
}

#[test]
fn inference_fails_around_a_missing_name() {
    let log = kotlin(&[
        "List.kt:10:20 Cannot infer type for this parameter. Specify it explicitly.",
        "List.kt:12:9 Unresolved reference 'Entry'.",
        "Other.kt:5:9 Unresolved reference 'third'.",
        "Other.kt:7:30 Argument type mismatch: actual type is 'kotlin.Any', but 'Basket' was expected.",
    ]);
    assert_eq!(parts(&log), ["List:12 R", "Other:5 I", "Other:7 F1", "List:10 F0"]);
}

#[test]
fn the_root_explains_clearly_more_than_the_first() {
    let mut errors =
        vec!["A.kt:5:9 'val' cannot be reassigned.".to_owned(), "B.kt:3:8 Unresolved reference 'Basket'.".to_owned()];
    errors.extend(
        (10..13).map(|line| {
            format!("B.kt:{line}:9 Cannot infer type for type parameter 'T{line}'. Specify it explicitly.")
        }),
    );
    let log = |errors: &[String]| kotlin(&errors.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(parts(&log(&errors))[0], "A:5 R", "the first stays where another explains only three more");
    errors.push("B.kt:14:9 Cannot infer type for type parameter 'T'. Specify it explicitly.".to_owned());
    assert_eq!(parts(&log(&errors))[..2], ["B:3 R", "A:5 I"]);
    let repeats: Vec<String> = (0..9).map(|file| format!("C{file}.kt:5:9 Unresolved reference 'style'.")).collect();
    let repeated = [vec!["A.kt:5:9 'val' cannot be reassigned.".to_owned()], repeats].concat();
    assert_eq!(parts(&log(&repeated))[..3], ["A:5 R", "C0:5 I", "C1:5 A1"], "the same again is not explained");
}

#[test]
fn packages_that_are_missing_together_are_one_mistake() {
    let error = |line: u32, package: &str, class: &str| {
        format!(
            "/p/app/src/A.java:{line}: error: package {package} does not exist\nimport {package}.{class};\n{:>40}\n",
            "^"
        )
    };
    let log = [
        error(3, "com.example.shop.ui.basket.view", "Row"),
        error(4, "com.example.shop.ui.basket.event", "Click"),
        error(5, "com.example.shop.ui.basket.view.cell", "Cell"),
        error(6, "org.other.thing", "Thing"),
        "/p/app/src/B.java:9: error: cannot find symbol\n    Click click;\n    ^\n  symbol:   class Click\n  location: class B\n".to_owned(),
    ];
    assert_eq!(parts(&log.concat()), ["A:3 R", "A:4 A0", "A:5 F0", "A:6 I", "B:9 F0"]);
}

#[test]
fn a_plugins_classes_follow_from_its_module() {
    let missing = "/p/app/src/main/java/io/flutter/plugins/GeneratedPluginRegistrant.java:24: error: cannot find symbol\n\
        \x20     flutterEngine.getPlugins().add(new com.example.shared_basket.SharedBasketPlugin());\n\
        \x20                                                                ^\n  symbol:   class SharedBasketPlugin\n  location: package com.example.shared_basket\n";
    let own = "/p/app/src/main/java/com/example/Main.java:9: error: cannot find symbol\n    Typo typo;\n    ^\n  symbol:   class Typo\n  location: class Main\n";
    let metadata = "e: /c/jetified-kotlin-stdlib-2.3.0.jar!/META-INF/kotlin-stdlib.kotlin_module: Module was compiled with an incompatible version of Kotlin. The binary version of its metadata is 2.3.0, expected version is 2.1.0.\n";
    let log = format!("> Task :app:compileJava FAILED\n{missing}{own}{metadata}");
    let parsed = parse(&log).failures;
    assert_eq!(parsed[0].category, crate::Category::KotlinMetadataVersion);
    let roles: Vec<Role> = parsed.iter().map(|failure| failure.role).collect();
    assert_eq!(roles, [Role::Root, Role::Consequence, Role::Independent], "{:?}", parsed);
    let module = "> Task :shared_basket:compileDebugKotlin FAILED\ne: file:///c/shared_basket/SharedBasketPlugin.kt:9:5 Unresolved reference 'old'.\n";
    let log = format!("{module}> Task :app:compileJava FAILED\n{missing}");
    assert_eq!(parts(&log), ["SharedBasketPlugin:9 R", "GeneratedPluginRegistrant:24 F0"]);
}

#[test]
fn a_processors_unknown_type_is_the_missing_one() {
    let log = "/p/app/build/tmp/kapt3/stubs/debug/com/example/Sync.java:9: error: [Hilt] @AndroidEntryPoint base class must extend ComponentActivity, (support) Fragment, View, Service, or BroadcastReceiver.\n\
        public final class Sync extends Messaging {\n             ^\n\
        error: InjectProcessingStep was unable to process 'basket' because 'Messaging' could not be resolved.\n\
        /p/app/build/tmp/kapt3/stubs/debug/com/example/Sync.java:9: error: cannot find symbol\n\
        public final class Sync extends Messaging {\n                                ^\n  symbol: class Messaging\n";
    let failures = parse(log).failures;
    assert_eq!(failures[0].symbol.as_deref(), Some("Messaging"));
    assert_eq!(failures[0].line, Some(9));
    assert!(failures[1..].iter().all(|failure| failure.role == Role::Consequence), "{failures:?}");
}

#[test]
fn resources_explain_only_what_is_made_of_them() {
    let resource = "/p/app/src/main/res/layout/main.xml:4: error: resource color/basket (aka com.example:color/basket) not found.\n";
    let code = kotlin(&["A.kt:5:9 Unresolved reference 'MainBinding'.", "A.kt:9:9 Unresolved reference 'Basket'."]);
    assert_eq!(parts(&format!("{resource}{code}")), ["main:4 R", "A:5 F0", "A:9 I"]);
}

#[test]
fn a_jdk_that_is_too_old_is_one_mistake() {
    let needs = |library: &str| {
        format!(
            "   > Could not resolve {library}.\n     > Dependency requires at least JVM runtime version 11. This build uses a Java 8 JVM.\n"
        )
    };
    let log = format!(
        "FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring root project 'basket'.\n\
         > Could not resolve all artifacts for configuration 'classpath'.\n{}{}\n* Try:\n> Run with --scan\n",
        needs("com.android.tools.build:gradle:8.7.2"),
        needs("com.google.gms:google-services:4.4.2")
    );
    let roles: Vec<(Role, bool)> = parse(&log)
        .failures
        .iter()
        .map(|failure| (failure.role, failure.explained_by.is_some_and(|by| by.again)))
        .collect();
    assert_eq!(roles, [(Role::Root, false), (Role::Consequence, true)]);
}

#[test]
fn a_crash_on_an_unknown_type_follows_from_it() {
    let log = "e: /p/app/build/tmp/kapt3/stubs/debug/a/Basket.java:12: error: incompatible types: NonExistentClass cannot be converted to Annotation\n@error.NonExistentClass()\n^\ne: [kapt] An exception occurred: java.lang.NullPointerException\n\tat dagger.hilt.processor.internal.Basket.process(Basket.java:95)\n";
    let failures = parse(log).failures;
    let crash = failures.iter().find(|one| one.exception.is_some());
    assert!(crash.is_some_and(|one| one.role == Role::Consequence), "{failures:?}");
}

#[test]
fn the_argument_that_is_missing_leads_those_that_do_not_fit() {
    let log = kotlin(&[
        "Shelf.kt:18:38 Null cannot be a value of a non-null type 'String'.",
        "Shelf.kt:18:60 Argument type mismatch: actual type is 'Long?', but 'String' was expected.",
        "Shelf.kt:18:72 No value passed for parameter 'updatedAt'.",
    ]);
    let failures = parse(&log).failures;
    assert_eq!(failures[0].symbol.as_deref(), Some("updatedAt"));
    assert!(failures[1..].iter().all(|one| matches!(one.role, Role::Consequence)));
}

#[test]
fn a_when_follows_from_what_its_branches_name() {
    let log = kotlin(&[
        "Screen.kt:9:20 'when' expression must be exhaustive. Add the 'is Contents' branch or an 'else' branch.",
        "Screen.kt:11:29 Unresolved reference 'Content'.",
        "Screen.kt:11:46 Unresolved reference 'rows'.",
        "Screen.kt:60:9 'when' expression must be exhaustive. Add the 'Open' branch or an 'else' branch.",
    ]);
    assert_eq!(parts(&log)[..2], ["Screen:11 R", "Screen:9 F0"]);
    assert!(parts(&log).contains(&"Screen:60 I".to_owned()), "{:?}", parts(&log));
    let subject = kotlin(&[
        "Screen.kt:22:27 Unresolved reference 'Row'.",
        "Screen.kt:23:20 'when' expression must be exhaustive. Add an 'else' branch.",
    ]);
    assert_eq!(parts(&subject), ["Screen:22 R", "Screen:23 F0"]);
    let named = subject.replace("an 'else' branch", "the 'Open' branch or an 'else' branch");
    assert_eq!(parts(&named), ["Screen:22 R", "Screen:23 I"], "the cases of the value are known");
}

#[test]
fn an_override_of_a_renamed_member_follows_with_its_calls() {
    let lacks =
        "Shop.kt:9:1 Class 'Shop' is not abstract and does not implement abstract member: fun finds(id: Id): Order";
    let log = kotlin(&["Main.kt:19:16 Unresolved reference 'find'.", lacks, "Shop.kt:12:5 'find' overrides nothing."]);
    assert_eq!(parts(&log), ["Shop:9 R", "Main:19 F0", "Shop:12 F0"]);
    let other = kotlin(&[lacks, "Shop.kt:12:5 'close' overrides nothing."]);
    assert_eq!(parts(&other), ["Shop:9 R", "Shop:12 I"], "another name altogether");
}

#[test]
fn members_follow_from_the_name_that_gives_the_value() {
    let log = kotlin(&[
        "Model.kt:19:16 Unresolved reference 'Show'.",
        "Model.kt:19:21 Unresolved reference 'name'.",
        "Model.kt:90:13 Unresolved reference 'loadPlans'.",
        "Model.kt:90:50 Cannot infer type for this parameter. Specify it explicitly.",
        "Model.kt:98:47 Unresolved reference 'message'.",
    ]);
    assert_eq!(parts(&log), ["Model:19 R", "Model:19 F0", "Model:90 I", "Model:98 F2", "Model:90 F2"]);
}

#[test]
fn a_class_that_lost_its_supertype_fits_no_longer() {
    let log = kotlin(&[
        "Main.kt:20:70 Argument type mismatch: actual type is 'Status.Paid', but 'Status' was expected.",
        "Status.kt:10:60 Unresolved reference 'Statsu'.",
        "Main.kt:31:70 Argument type mismatch: actual type is 'Order', but 'Status' was expected.",
    ]);
    assert_eq!(parts(&log), ["Status:10 R", "Main:20 F0", "Main:31 I"]);
}

#[test]
fn a_java_type_with_a_wrong_head_is_not_found_elsewhere() {
    let missing = "/p/Till.java:5: error: cannot find symbol\n    Rack rack;\n    ^\n  symbol:   class Rack\n  location: class Till\n";
    let misnamed = "/p/Rack.java:8: error: interface Racks is public, should be declared in a file named Racks.java\npublic interface Racks {\n       ^\n";
    assert_eq!(parts(&format!("{missing}{misnamed}")), ["Rack:8 R", "Till:5 F0"]);
    let private = "/p/Rack.java:8: error: modifier private not allowed here\nprivate interface Rack {\n        ^\n";
    let hidden = "/p/b/Till.java:5: error: Rack is not public in com.oak; cannot be accessed from outside package\n    Rack rack;\n    ^\n";
    assert_eq!(parts(&format!("{hidden}{private}")), ["Rack:8 R", "Till:5 F0"]);
    assert_eq!(parts(&format!("{missing}{}", misnamed.replace("Rack", "Shelf"))), ["Till:5 R", "Shelf:8 I"]);
}

#[test]
fn attributes_are_declared_twice_where_support_library_and_androidx_are_mixed() {
    let twice = "/home/dev/.gradle/caches/transforms-3/0a/transformed/material-1.4.0/res/values/values.xml:95:4: Duplicate value for resource 'attr/tillSize' with config 'DEFAULT' and product ''. Resource was previously defined here: /home/dev/till/app/build/intermediates/incremental/mergeDebugResources/merged.dir/values/values.xml:81: .\n";
    let merged = |of: &str| {
        format!(
            "/home/dev/till/app/src/main/AndroidManifest.xml:24:18-86 Error:\n\tAttribute application@{of} value=(androidx.core.app.CoreComponentFactory) from [androidx.core:core:1.6.0] AndroidManifest.xml:24:18-86\n\tis also present at [com.android.support:support-compat:28.0.0] AndroidManifest.xml:22:18-91 value=(android.support.v4.app.CoreComponentFactory).\n"
        )
    };
    assert_eq!(parts(&format!("{twice}{}", merged("appComponentFactory"))), ["AndroidManifest:24 R", "values:95 F0"]);
    assert!(!parts(&format!("{twice}{}", merged("name"))).iter().any(|part| part.ends_with("F0")));
}

#[test]
fn what_ends_several_tests_leads_before_one_that_asserts() {
    let ended = |class: &str, place: &str| {
        format!(
            "{class} > counts() FAILED\n    java.lang.RuntimeException at Waits.java:301\n        Caused by: java.lang.UnsupportedClassVersionError at {place}\n\n"
        )
    };
    let asserts = "TillTest > sums() FAILED\n    org.opentest4j.AssertionFailedError at TillTest.java:59\n\n";
    let end = "4 tests completed, 4 failed\n\n> Task :test FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///p/build/reports/tests/test/index.html\n";
    for place in ["ClassLoader.java:-2", "ClassLoader.java:1017"] {
        let several = ["LampTest", "BulbTest", "CordTest"].map(|class| ended(class, place)).concat();
        let failures = parse(&format!("{asserts}{several}{end}")).failures;
        assert_eq!(failures[0].symbol.as_deref(), Some("LampTest.counts"), "{failures:?}");
        let others = failures.iter().filter(|one| one.role == Role::Consequence).count();
        assert_eq!((others, failures[1].symbol.as_deref()), (2, Some("TillTest.sums")));
        let one = parse(&format!("{asserts}{}{end}", ended("LampTest", place))).failures;
        assert_eq!(one[0].symbol.as_deref(), Some("TillTest.sums"), "a single one explains no more");
    }
}

#[test]
fn a_class_that_lacks_several_methods_is_another_version() {
    let lacks = |line: u32, method: &str, owner: &str| {
        format!(
            "/p/src/main/java/com/example/Till.java:{line}: error: cannot find symbol\n    lamp.{method}(coin);\n        ^\n  symbol:   method {method}(Coin)\n  location: variable lamp of type {owner}\n"
        )
    };
    let log = [lacks(8, "light", "Lamp"), lacks(9, "dim", "Lamp"), lacks(12, "plug", "Lamp")].concat();
    assert_eq!(parts(&log), ["Till:8 R", "Till:9 F0", "Till:12 F0"]);
    let told = parse(&log).failures[0].details.get("lacks_too").cloned();
    assert_eq!(told.as_deref(), Some("`dim`, `plug`"));
    let two = [lacks(8, "light", "Lamp"), lacks(9, "dim", "Lamp"), lacks(12, "plug", "Cord")].concat();
    assert_eq!(parts(&two), ["Till:8 R", "Till:9 I", "Till:12 I"]);
}

#[test]
fn what_is_asked_of_a_label_that_is_not_there_follows_from_it() {
    for label in ["Unresolved label.", "Unresolved reference: @Shelf"] {
        let log = kotlin(&[
            &format!("Till.kt:91:38 {label}"),
            "Till.kt:91:44 Unresolved reference 'post'.",
            "Till.kt:92:9 Unresolved reference 'lamp'.",
        ]);
        assert_eq!(parts(&log), ["Till:91 R", "Till:91 F0", "Till:92 I"], "{label}");
    }
}

#[test]
fn an_import_does_not_follow_from_what_the_parser_says_below() {
    let log = kotlin(&[
        "Till.kt:42:1 Expecting a top level declaration",
        "Till.kt:8:8 Unresolved reference: okhttp3",
        "Till.kt:15:26 Unresolved reference: OkHttpClient",
        "Till.kt:60:9 Unresolved reference: lamp",
    ]);
    assert_eq!(parts(&log), ["Till:42 R", "Till:8 I", "Till:15 F1", "Till:60 F0"]);
}
