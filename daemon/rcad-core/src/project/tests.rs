//! Failures beside projects in memory.

use super::look;
use super::tree::tests::FileMap;
use crate::code::CodeSources;
use crate::model::failure::{Language, Role};
use crate::{Category, Failure};

fn failure(category: Category, symbol: &str, file: &str, line: u32) -> Failure {
    let mut failure = Failure::new(category, Language::Unknown, "words");
    failure.role = Role::Root;
    failure.symbol = Some(symbol.to_owned());
    failure.file = Some(file.to_owned()).filter(|file| !file.is_empty());
    failure.line = Some(line).filter(|line| *line > 0);
    failure
}

fn looked(map: &FileMap, mut failure: Failure) -> Failure {
    let before = failure.clone();
    look(map, CodeSources::default(), Some("/p"), std::slice::from_mut(&mut failure));
    let captured = |failure: &Failure| (failure.category, failure.file.clone(), failure.line, failure.symbol.clone());
    assert_eq!(captured(&failure), captured(&before), "what the log told stays");
    failure
}

fn detail<'f>(failure: &'f Failure, name: &str) -> &'f str {
    failure.details.get(name).map_or("", String::as_str)
}

fn app() -> FileMap {
    FileMap::of(&[
        ("settings.gradle", "include ':app'\n"),
        ("gradle/wrapper/gradle-wrapper.properties", "distributionUrl=https\\://x/gradle-8.2.1-bin.zip\n"),
        ("gradle/libs.versions.toml", "[libraries]\nandroidx-core-ktx = \"androidx.core:core-ktx:1.13.0\"\n"),
        ("gradle.properties", "shopUrl=https://shop.example\n"),
        (
            "app/build.gradle",
            "android {\n  namespace 'shop'\n  minSdk 21\n}\ndependencies {\n  implementation libs.androidx.core.ktx\n  implementation libs.androidx.core.ktxx\n  implementation 'com.google.code.gson:gson:2.88.0'\n}\n",
        ),
        (
            "app/src/main/AndroidManifest.xml",
            "<manifest xmlns:android=\"a\" package=\"shop.old\">\n  <uses-permission android:name=\"android.permission.INTERNT\"/>\n  <uses-permission android:name=\"android.permission.CAMERA\"/>\n  <application>\n    <activity android:name=\".BasketActivty\"/>\n  </application>\n</manifest>\n",
        ),
        (
            "app/src/main/res/values/colors.xml",
            "<resources>\n  <color name=\"colorPrimary\">#fff</color>\n  <style name=\"A\">\n    <item name=\"b\">@drawable/stars</item>\n  </style>\n</resources>\n",
        ),
        ("app/src/main/res/drawable/star.xml", "<vector/>"),
        (
            "app/src/main/res/layout/activity_main.xml",
            "<View\n  xmlns:android=\"a\"\n  android:background=\"@color/colorPrimry\"\n  android:text=\"x\"/>\n",
        ),
        (
            "app/src/main/java/shop/BasketActivity.kt",
            "package shop\n\nimport shop.Tll\nimport androidx.core.net.toUri\n\nclass BasketActivity {\n    val colour = R.color.colorPrimry\n    fun total() = totl() + Till().sum\n    val a = Uri.parse(x).toUri()\n}\n",
        ),
        ("app/src/main/java/shop/Till.java", "package shop;\n\npublic class Till {\n  int sum = 0;\n}\n"),
    ])
}

#[test]
fn a_misspelt_resource_leads_to_the_nearest_of_its_kind() {
    let found = looked(
        &app(),
        failure(Category::XmlResourceNotFound, "color/colorPrimry", "/p/app/src/main/res/layout/activity_main.xml", 3),
    );
    assert_eq!(detail(&found, "nearest"), "color/colorPrimary");
    assert_eq!(detail(&found, "nearest_place"), "app/src/main/res/values/colors.xml:2");
    assert_eq!(found.source.iter().map(|one| one.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(detail(&found, "source_file"), "app/src/main/res/layout/activity_main.xml");
    let found = looked(&app(), failure(Category::XmlResourceNotFound, "color/midnight", "", 0));
    assert_eq!((detail(&found, "nearest"), detail(&found, "used_at")), ("", ""), "nothing is near, nothing names it");
}

#[test]
fn a_merged_file_leads_to_the_one_that_people_wrote() {
    let merged = "/p/app/build/intermediates/incremental/mergeDebugResources/merged.dir/values/values.xml";
    let found = looked(&app(), failure(Category::XmlResourceNotFound, "drawable/stars", merged, 5751));
    assert_eq!(detail(&found, "used_at"), "app/src/main/res/values/colors.xml:4");
    assert_eq!(detail(&found, "nearest"), "drawable/star");
    assert!(found.source.iter().any(|one| one.text.contains("@drawable/stars")), "{:?}", found.source);
}

#[test]
fn unresolved_names_of_code() {
    let file = "/home/ci/shop/app/src/main/java/shop/BasketActivity.kt";
    let unresolved = |symbol, line| looked(&app(), failure(Category::KotlinUnresolvedReference, symbol, file, line));
    let found = unresolved("colorPrimry", 7);
    assert_eq!(
        (detail(&found, "nearest"), detail(&found, "nearest_place")),
        ("colorPrimary", "app/src/main/res/values/colors.xml:2")
    );
    let found = unresolved("totl", 8);
    assert_eq!(
        (detail(&found, "nearest"), detail(&found, "nearest_place")),
        ("total", "app/src/main/java/shop/BasketActivity.kt:8")
    );
    let found = unresolved("Tll", 3);
    assert_eq!(
        (detail(&found, "import"), detail(&found, "nearest")),
        ("shop.Tll", ""),
        "three letters are near to many"
    );
    let found = unresolved("Till", 8);
    assert_eq!(
        (detail(&found, "declared_name"), detail(&found, "declared_place")),
        ("shop.Till", "app/src/main/java/shop/Till.java:3")
    );
    let found = unresolved("sum", 8);
    assert_eq!(detail(&found, "declared_place"), "", "a member of another class cannot be imported");
    let found = unresolved("toUri", 9);
    assert_eq!(detail(&found, "import"), "androidx.core.net.toUri");
    assert_eq!((detail(&found, "declared_artifact"), detail(&found, "artifact")), ("androidx.core:core-ktx", ""));
    assert_eq!(detail(&found, "artifact_declared_at"), "app/build.gradle:6");
}

/// Three classes, and what a line of a fourth file that asks for a member of one of them is told.
fn member_found(line: &str, symbol: &str) -> String {
    let main = format!("package k\n\nfun weighed() = 1\nfun main(ship: Ship) {{\n    {line}\n}}\n");
    let map = FileMap::of(&[
        (
            "src/main/kotlin/k/Cargo.kt",
            "package k\n\nclass Cargo {\n    fun weigh() = 3\n    private fun sinking() = 1\n}\n\nfun Cargo.unload() = 2\n",
        ),
        ("src/main/kotlin/k/Ship.kt", "package k\n\nclass Ship {\n    fun length() = 40\n    fun main() = 1\n}\n"),
        ("src/main/kotlin/k/Main.kt", &main),
        ("src/main/kotlin/a/Box.kt", "package a\n\nclass Box { fun fill() = 1 }\n"),
        ("src/main/kotlin/b/Box.kt", "package b\n\nclass Box { fun folds() = 1 }\n"),
    ]);
    let found = looked(&map, failure(Category::KotlinUnresolvedReference, symbol, "/p/src/main/kotlin/k/Main.kt", 5));
    format!("{} {}", detail(&found, "nearest"), detail(&found, "nearest_place").replace("src/main/kotlin/", ""))
}

#[test]
fn a_misspelt_member_leads_to_the_one_that_its_class_has() {
    assert_eq!(member_found("println(Cargo().weight())", "weight"), "weigh k/Cargo.kt:4");
    assert_eq!(member_found("println(Cargo().weighe())", "weighe"), "weigh k/Cargo.kt:4", "not this file's `weighed`");
    assert_eq!(member_found("Cargo().unlaod()", "unlaod"), "unload k/Cargo.kt:8");
    assert_eq!(member_found("println(ship.lenght())", "lenght"), "length k/Ship.kt:4");
}

#[test]
fn a_member_of_another_class_is_not_suggested() {
    for (line, symbol) in [
        ("println(ship.weight())", "weight"),    // a cargo's
        ("println(Cargo().lenght())", "lenght"), // a ship's
        ("println(Cargo().sinkin())", "sinkin"), // private
        ("println(Cargo().length())", "length"),
        ("println(a.Box().folds())", "folds"),  // there are two boxes
        ("println(make().weight())", "weight"), // of what nobody says
    ] {
        assert_eq!(member_found(line, symbol), " ", "{line}");
    }
}

#[test]
fn names_of_manifest_and_build() {
    let near = |category, symbol: &str| {
        let found = looked(&app(), failure(category, symbol, "", 0));
        format!("{} {}", detail(&found, "nearest"), detail(&found, "nearest_place"))
    };
    let manifest = "app/src/main/AndroidManifest.xml";
    assert_eq!(
        near(Category::ManifestActivityNotDeclared, "shop.BasketActivity"),
        format!(".BasketActivty {manifest}:5")
    );
    assert_eq!(
        near(Category::ManifestPermission, "android.permission.INTERNET"),
        format!("android.permission.INTERNT {manifest}:2")
    );
    assert_eq!(near(Category::GradleTaskNotFound, "asembleDebug"), "assembleDebug ");
    assert_eq!(near(Category::GradleUnknownPropertyOrMethod, "shopUrk"), "shopUrl gradle.properties:1");
    assert_eq!(
        near(Category::ManifestClassNotFound, "shop.BasketActivty"),
        "shop.BasketActivity app/src/main/java/shop/BasketActivity.kt:6"
    );
    let foreign = looked(&app(), failure(Category::RuntimeNoClassDef, "okhttp3.internal.Till", "", 0));
    assert_eq!(detail(&foreign, "declared_place"), "", "a library's class of the same name is another");
    let granted = looked(&app(), failure(Category::ManifestPermission, "android.permission.CAMERA", "", 0));
    assert_eq!(detail(&granted, "declared_place"), format!("{manifest}:3"));
    let missing =
        looked(&app(), failure(Category::GradleDependencyNotFound, "com.google.code.gson:gson:2.88.0", "", 0));
    assert_eq!(detail(&missing, "declared_place"), "app/build.gradle:8");
    let alias = looked(&app(), failure(Category::GradleScriptCompile, "ktxx", "app/build.gradle", 7));
    assert_eq!(detail(&alias, "nearest"), "libs.androidx.core.ktx");
}

#[test]
fn versions_and_modules_where_they_matter() {
    let mut old = failure(Category::GradleJdkIncompatible, "", "", 0);
    old.details.insert("class_major".to_owned(), "65".to_owned());
    let found = looked(&app(), old);
    assert_eq!(detail(&found, "gradle_version"), "8.2.1");
    assert_eq!(detail(&found, "gradle_version_declared_at"), "gradle/wrapper/gradle-wrapper.properties:1");
    assert_eq!((detail(&found, "jdk_for_gradle"), detail(&found, "gradle_for_jdk")), ("19", "8.5"));
    let mut namespace = failure(Category::AgpNamespace, "", "app/build.gradle", 0);
    namespace.task = Some(":app:processDebugManifest".to_owned());
    let found = looked(&app(), namespace);
    assert_eq!((detail(&found, "module_package"), detail(&found, "module_namespace")), ("shop.old", "shop"));
    assert_eq!(detail(&found, "module_build_file"), "app/build.gradle");
}

#[test]
fn lines_that_may_hold_secrets_are_not_shown() {
    let map = FileMap::of(&[("app/build.gradle", "a\nstorePassword 'x'\nb\n")]);
    let found = looked(&map, failure(Category::GradleScriptEvaluation, "b", "app/build.gradle", 3));
    assert_eq!(found.source.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["a", "…", "b"]);
}

#[test]
fn a_quoted_secret_in_code_is_not_shown_beside_the_failing_line() {
    let map = FileMap::of(&[("src/Api.kt", "val apiKey = \"sk-123\"\nval token = next()\nval x = missing\n")]);
    let found = looked(&map, failure(Category::KotlinUnresolvedReference, "missing", "src/Api.kt", 3));
    let shown: Vec<&str> = found.source.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(shown, ["…", "val token = next()", "val x = missing"]);
}

#[test]
fn a_changed_or_absent_file_shows_nothing() {
    for (file, line) in
        [("/p/app/src/main/java/shop/Till.java", 99), ("/p/app/src/main/java/shop/Gone.java", 1), ("Till.java", 0)]
    {
        assert!(looked(&app(), failure(Category::RuntimeNpe, "x", file, line)).source.is_empty(), "{file}");
    }
    let trace = looked(&app(), failure(Category::RuntimeNpe, "x", "Till.java", 3));
    assert_eq!(detail(&trace, "source_file"), "app/src/main/java/shop/Till.java", "a stack trace tells only the name");
    assert!(
        looked(&FileMap::of(&[]), failure(Category::XmlResourceNotFound, "color/x", "/p/a.xml", 1)).details.is_empty()
    );
}

#[test]
fn a_resource_that_has_another_name_now_is_told() {
    let values = "<resources>\n  <dimen name=\"gap_small\">1dp</dimen>\n  <dimen name=\"space_wide\">2dp</dimen>\n  <string name=\"shelf_title\">a</string>\n  <string name=\"app\">b</string>\n  <color name=\"ink\">#000</color>\n</resources>\n";
    let layout = "<View xmlns:android=\"a\"\n  android:text=\"@string/app\"\n  android:hint=\"@string/shelf_title\"\n  android:padding=\"@dimen/gap_small\"/>\n";
    let code = "package shop\n\nval a = R.dimen.gap_large\nval b = R.color.ink\n";
    let map = FileMap::of(&[
        ("app/src/main/res/values/all.xml", values),
        ("app/src/main/res/layout/main.xml", layout),
        ("app/src/main/kotlin/shop/Main.kt", code),
    ]);
    let of = |symbol: &str| looked(&map, failure(Category::XmlResourceNotFound, symbol, "", 0));
    let gap = of("dimen/gap_large");
    assert_eq!(
        (detail(&gap, "unused_resource"), detail(&gap, "unused_place")),
        ("dimen/space_wide", "app/src/main/res/values/all.xml:3")
    );
    let title = of("string/title_shelf");
    assert_eq!((detail(&title, "like_resource"), detail(&title, "unused_resource")), ("string/shelf_title", ""));
    assert_eq!(detail(&of("string/nothing"), "resources_are"), "`string/shelf_title` and `string/app`");
    let more = values
        .replace("</resources>", "  <string name=\"one\">a</string>\n  <string name=\"two\">b</string>\n</resources>");
    let map = FileMap::of(&[("app/src/main/res/values/all.xml", &more), ("app/src/main/res/layout/main.xml", layout)]);
    let found = looked(&map, failure(Category::XmlResourceNotFound, "string/missing", "", 0));
    assert_eq!(detail(&found, "unused_resources"), "`string/one` and `string/two`");
    assert_eq!(detail(&of("color/blue"), "resources_are"), "`color/ink`");
}

#[test]
fn the_line_within_the_element_is_the_one_to_act_on() {
    let layout = "<LinearLayout xmlns:android=\"a\">\n  <TextView\n    android:id=\"@+id/a\"\n    style=\"@style/Text.Title\"/>\n</LinearLayout>\n";
    let map = FileMap::of(&[("app/src/main/res/layout/main.xml", layout)]);
    let found =
        looked(&map, failure(Category::XmlResourceNotFound, "style/Text.Title", "app/src/main/res/layout/main.xml", 2));
    assert_eq!((detail(&found, "act_file"), detail(&found, "act_line")), ("app/src/main/res/layout/main.xml", "4"));
    let there =
        looked(&map, failure(Category::XmlResourceNotFound, "style/Text.Title", "app/src/main/res/layout/main.xml", 4));
    assert_eq!(detail(&there, "act_file"), "");
}
