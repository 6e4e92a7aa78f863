//! What is told of two states of a script, a catalogue or a properties file, in a line each.

use crate::changes::changes;
use crate::code::{CodeFile, CodeReader};
use crate::model::change::FilePair;
use crate::model::change::{Change, ChangeSubject};

struct NoCode;

impl CodeReader for NoCode {
    fn read(&self, _path: &str, _text: &str) -> Option<CodeFile> {
        None
    }
}

/// `Value Dependency dependencies a:b 1 -> 2 @3`
fn told(path: &str, before: &str, after: &str) -> Vec<String> {
    let file = FilePair { path: path.into(), before: Some(before.into()), after: Some(after.into()) };
    changes(&[file], &NoCode).iter().map(line).collect()
}

fn line(one: &Change) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let end = one.end_line.map_or(String::new(), |end| format!("-{end}"));
    let owner = one.owner.as_ref().map_or(String::new(), |owner| format!("[{owner}] "));
    let (was, is, at) = (text(&one.before), text(&one.after), one.line.unwrap_or(0));
    format!("{:?} {:?} {owner}{}: {was} -> {is} @{at}{end}", one.kind, one.subject, one.name)
}

/// Each case: before, after, what is told, with `; ` between.
fn check(path: &str, cases: &[(&str, &str, &str)]) {
    for (before, after, wanted) in cases {
        assert_eq!(told(path, before, after).join("; "), *wanted, "{before}\n=>\n{after}");
        assert!(told(path, before, before).is_empty(), "{before}");
    }
}

#[test]
fn dependencies() {
    let dependencies = |lines: &str| format!("dependencies {{\n{lines}\n}}\n");
    for (before, after, wanted) in [
        (
            "api 'a.b:c:1'",
            "implementation 'a.b:c:1'",
            "Value Dependency [dependencies] a.b:c: api -> implementation @2",
        ),
        ("api 'a.b:c:1'", "api 'a.b:c:2'", "Value Dependency [dependencies] a.b:c: 1 -> 2 @2"),
        ("api 'a.b:c:1'", "api(\"a.b:c:1\") // x", ""),
        ("api 'a:b:1'\napi 'c:d:1'", "api 'c:d:1'\n\n/* x */ api 'a:b:1'", ""),
        (
            "api libs.room.runtime\napi(project(\":core\"))",
            "api(libs.room.runtime)",
            "Removed Dependency [dependencies] :core: api -> - @2",
        ),
        (
            "api(libs.room.runtime)",
            "api libs.room.runtime\napi project(path: ':core')",
            "Added Dependency [dependencies] :core: - -> api @3",
        ),
        (
            "implementation 'a.b:c:1'",
            "implementaton 'a.b:c:1'",
            "Renamed Statement [dependencies] implementation: - -> implementaton @2",
        ),
        (
            "implementaton 'a.b:c:1'",
            "implementation 'a.b:c:1'",
            "Renamed Statement [dependencies] implementaton: - -> implementation @2",
        ),
        (
            "api 'a.b:runtime:1'",
            "api 'a.b:runtim:1'",
            "Renamed Dependency [dependencies] a.b:runtime: - -> a.b:runtim @2",
        ),
        (
            "api 'a.b:room-runtime:1'",
            "api 'a.b:room-ktx:1'",
            "Removed Dependency [dependencies] a.b:room-runtime: api -> - @2; Added Dependency [dependencies] a.b:room-ktx: - -> api @2",
        ),
        ("api(\n  \"a:b:1\"\n)", "api(\n  \"a:b:2\"\n)", "Value Dependency [dependencies] a:b: 1 -> 2 @3-4"),
        (
            "api('a:b:1') { exclude group: 'x' }",
            "api('a:b:1') { exclude group: 'y' }",
            "Value Statement [dependencies.a:b] exclude: group: 'x' -> group: 'y' @2",
        ),
    ] {
        check("a/build.gradle", &[(&dependencies(before), &dependencies(after), wanted)]);
    }
    check(
        "build.gradle.kts",
        &[(
            "kotlin { sourceSets { val commonMain by getting { dependencies { implementation(\"a:b:1\") } } } }",
            "kotlin { sourceSets { commonMain.dependencies { implementation(\"a:b:2\") } } }",
            "Removed Statement [kotlin.sourceSets] commonMain: - -> - @1; Added Statement [kotlin.sourceSets] \
             commonMain.dependencies: - -> - @1; Removed Statement [kotlin.sourceSets.commonMain] dependencies: - -> - @1; \
             Value Dependency [kotlin.sourceSets.commonMain.dependencies] a:b: 1 -> 2 @1",
        )],
    );
}

#[test]
fn plugins_and_modules() {
    check(
        "settings.gradle.kts",
        &[
            ("include(\":app\", \":core\")", "include(\":core\")\ninclude(\":app\")", ""),
            (
                "include ':app', ':core'",
                "include ':app',\n  ':data'",
                "Removed Module :core: include ':app', ':core' -> - @1; Added Module :data: - -> include ':app', ':data' @2",
            ),
            ("include(\":core\")", "include(\":coer\")", "Renamed Module :core: - -> :coer @1"),
            ("include(\":a\", \":b\")", "inclde(\":a\", \":b\")", "Renamed Statement include: - -> inclde @1"),
            ("inclde(\":a\", \":b\")", "include(\":a\", \":b\")", "Renamed Statement inclde: - -> include @1"),
            (
                "project(':a').projectDir = file('x')",
                "project(':a').projectDir = file('y')",
                "Value Module :a: x -> y @1",
            ),
            ("", "\nincludeBuild(\"build-logic\")", "Added Module build-logic: - -> includeBuild(\"build-logic\") @2"),
        ],
    );
    check(
        "build.gradle",
        &[
            ("plugins {\n id 'x.y' version '1'\n}", "plugins {\n id(\"x.y\") version \"1\"\n}", ""),
            (
                "plugins {\n id 'x.y' version '1'\n}",
                "plugins {\n id 'x.y' version '2'\n}",
                "Value Plugin [plugins] x.y: 1 -> 2 @2",
            ),
            (
                "plugins {\n id 'x.yell'\n}",
                "plugins {\n id 'x.yel'\n}",
                "Renamed Plugin [plugins] x.yell: - -> x.yel @2",
            ),
            (
                "plugins {\n id 'x.y'\n}",
                "plugins {\n ip 'x.y'\n}",
                "Removed Plugin [plugins] x.y: id 'x.y' -> - @2; Added Statement [plugins] ip: - -> ip 'x.y' @2",
            ),
            (
                "plugins {\n kotlin(\"jvm\")\n}",
                "plugins {\n}",
                "Removed Plugin [plugins] org.jetbrains.kotlin.jvm: kotlin(\"jvm\") -> - @2",
            ),
            (
                "plugins {\n}",
                "plugins {\n alias(libs.plugins.ksp)\n}",
                "Added Plugin [plugins] libs.plugins.ksp: - -> alias(libs.plugins.ksp) @2",
            ),
            ("apply plugin: 'java'", "", "Removed Plugin java: apply plugin: 'java' -> - @1"),
        ],
    );
}

#[test]
fn statements() {
    check(
        "a/build.gradle",
        &[
            ("android {\n minSdk 21\n}", "android {\n minSdk 24\n}", "Value Statement [android] minSdk: 21 -> 24 @2"),
            ("android {\n minSdk 21\n}", "android {\n minSdk(21)\n}", ""),
            (
                "android {\n minSdk 21\n}",
                "android {\n minSdk = 21\n}",
                "Value Statement [android] minSdk: minSdk 21 -> minSdk = 21 @2",
            ),
            ("namespace = \"a.b\"", "namespace   =  'a.b'", ""),
            ("namespace = \"a.b\"", "namespace = \"a.c\"", "Value Statement namespace: a.b -> a.c @1"),
            ("namespac = \"a.b\"", "namespace = \"a.b\"", "Renamed Statement namespac: - -> namespace @1"),
            ("a {\n x 1\n y 2\n}", "a {\n y 2\n\n x 1 // z\n}", ""),
            ("a {\n x 1\n}", "a {\n}", "Removed Statement [a] x: x 1 -> - @2"),
            ("ext.k = '1'\n", "ext.k = '2'\n", "Value Statement ext.k: 1 -> 2 @1"),
            ("val k = \"1\"", "val k = \"2\"", "Value Statement k: 1 -> 2 @1"),
            ("extra[\"k\"] = \"1\"", "extra[\"k\"] = \"2\"", "Value Statement k: 1 -> 2 @1"),
            ("r {\n google()\n}", "r {\n gogle()\n}", "Renamed Statement [r] google: - -> gogle @2"),
            (
                "buildConfigField 'String', 'A', 'x'\nbuildConfigField 'String', 'B', 'y'",
                "buildConfigField 'String', 'B', 'y'\nbuildConfigField 'String', 'A', 'z'",
                "Value Statement buildConfigField: 'String', 'A', 'x' -> 'String', 'A', 'z' @2",
            ),
            ("storePassword 'x'", "storePassword 'y'", "Value Statement storePassword: - -> - @1"),
        ],
    );
}

#[test]
fn blocks_of_another_name_are_the_same_blocks() {
    check(
        "a/build.gradle",
        &[
            (
                "a {\n buildTypes {\n  x 1\n  y 2\n }\n}",
                "a {\n buildTyps {\n  x 1\n  y 3\n }\n}",
                "Renamed Statement [a] buildTypes: - -> buildTyps @2; Value Statement [a.buildTyps] y: 2 -> 3 @4",
            ),
            (
                "getByName(\"release\") {\n x 1\n}",
                "getByNam(\"release\") {\n x 1\n}",
                "Renamed Statement getByName: - -> getByNam @1",
            ),
            ("maven(\"a\") {\n}", "maven(\"b\") {\n}", "Value Statement maven: \"a\" -> \"b\" @1"),
            ("android.x {\n y 1\n}", "android.x\n{ y 1 }", ""),
        ],
    );
}

#[test]
fn catalogues() {
    let libraries = |lines: &str| format!("[versions]\nroom = \"1\"\n[libraries]\n{lines}\n");
    for (before, after, wanted) in [
        ("a-b = \"g:n:1\"", "a-b = { module = 'g:n', version = \"1\" } # x", ""),
        ("a-b = \"g:n:1\"", "a-b = \"g:n:2\"", "Value CatalogueEntry [libraries] libs.a.b: 1 -> 2 @4"),
        ("a-b = \"g:n:1\"", "a-b = \"g:m:1\"", "Value CatalogueEntry [libraries] libs.a.b: g:n -> g:m @4"),
        ("a-b = \"g:n:1\"", "a-c = \"g:n:1\"", "Renamed CatalogueEntry [libraries] libs.a.b: - -> libs.a.c @4"),
        ("a = \"g:n:1\"\nb = \"g:o:1\"", "b = \"g:o:1\"\n\na = \"g:n:1\"", ""),
        (
            "a = { module = \"g:n\", version.ref = \"room\" }",
            "a = { group = \"g\", name = \"n\", version.ref = \"rom\" }",
            "Value CatalogueEntry [libraries] libs.a: room -> rom @4",
        ),
        ("a = \"g:n:1\"", "a = {", "Value CatalogueEntry [libraries] libs.a: g:n -> { @4"),
        ("a = \"g:n:1\"", "", "Removed CatalogueEntry [libraries] libs.a: g:n 1 -> - @4"),
    ] {
        check("gradle/libs.versions.toml", &[(&libraries(before), &libraries(after), wanted)]);
    }
    check(
        "gradle/libs.versions.toml",
        &[
            (
                "[versions]\nroom = \"1\"",
                "[versions]\nroom = \"2\"",
                "Value CatalogueEntry [versions] libs.versions.room: 1 -> 2 @2",
            ),
            ("[bundles]\nx = [\n \"a\",\n \"b\",\n]", "[bundles]\nx = [\"a\", \"b\"]", ""),
            (
                "[bundles]\nx = [\n \"a\",\n \"b\",\n]",
                "[bundles]\nx = [\n \"a\",\n]",
                "Value CatalogueEntry [bundles] libs.bundles.x: a, b -> a @2-4",
            ),
            (
                "[plugins]\n",
                "[plugins]\nkotlin-jvm = \"k:1\"",
                "Added CatalogueEntry [plugins] libs.plugins.kotlin.jvm: - -> k 1 @2",
            ),
        ],
    );
}

#[test]
fn properties() {
    let url = |version: &str| format!("distributionUrl=https\\://me:pw@h/gradle-{version}-bin.zip\n");
    check(
        "gradle.properties",
        &[
            ("a=1\nb=2", "# x\nb = 2\n\na: 1", ""),
            ("a=1", "a=2", "Value Setting a: 1 -> 2 @1"),
            (
                "android.useAndroidX=true",
                "android.useAndroidx=true",
                "Renamed Setting android.useAndroidX: - -> android.useAndroidx @1",
            ),
            ("apiKey=1", "apiKey=2", "Value Setting apiKey: - -> - @1"),
            ("a=1\\\n 2\nb=1", "a=1\\\n 2", "Removed Setting b: 1 -> - @2"),
            ("", "token=x\n", "Added Setting token: - -> - @1"),
            (&url("8.2"), &url("8.10.2"), "Value Tool Gradle: 8.2 -> 8.10.2 @1"),
        ],
    );
}

#[test]
fn odd_texts_are_no_harm() {
    let of = |before: Option<&str>, after: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let file = FilePair { path: "build.gradle".into(), before: owned(before), after: owned(after) };
        changes(&[file], &NoCode)
    };
    assert!(of(Some("\u{feff}a 1\r\nb 2\r\n"), Some("a 1\nb 2")).is_empty());
    let gone = of(Some("a 1"), None);
    assert_eq!((gone.len(), gone[0].line, gone[1].subject), (2, None, ChangeSubject::File));
    assert_eq!(of(None, Some("a 1"))[0].line, Some(1));
    let large = "a 1\n".repeat(200_000);
    assert!(of(Some(""), Some(&large)).is_empty());
    for text in [
        "{{{",
        "}}}",
        "(((",
        "dependencies {\napi(\napi 'a:b:",
        "'''",
        "/*",
        "<<<<<<< HEAD\na 1\n=======\n>>>>>>> x",
        "é\u{301} 'ü",
        "project(':",
    ] {
        of(Some(text), Some("a 1"));
        of(Some("dependencies { api 'a:b:1' }"), Some(text));
        for path in ["settings.gradle", "gradle.properties", "gradle/libs.versions.toml"] {
            told(path, text, "include ':a'\n[versions]\na = \"1\"");
            told(path, "include ':a'", &format!("[libraries]\n{text} = {text}"));
        }
    }
}
