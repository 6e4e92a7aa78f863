//! Phrases that most records have in common. Only ever appended to: stores name a phrase by its index.

/// The first 37 take one byte each, the others two.
#[rustfmt::skip] // A line a kind of record.
pub(super) const PHRASES: &[&str] = &[
    // RCAs.
    r#"{"v":2,"id":""#, r#"","project":"/home/"#, r#"","project_name":""#, r#"","occurrences":"#, r#","first_seen_ms":1"#,
    r#","last_seen_ms":1"#, r#","last_report":"1"#, r#"","announced_ms":null,"environment":{"gradle":""#,
    r#"","java":""#, r#"","os":"Linux"#, r#"","agp":""#, r#"","kotlin":""#,
    r#""},"analysis":{"schema":"rcad.analysis/1","id":""#, r#"","outcome":"failure","fingerprint":"v1:"#,
    r#"","errors":[{"category":""#, r#"","role":"root","language":""#, r#"","framework":"android","message":""#,
    r#"","framework":"none","message":""#, r#"","file":""#, r#"","line":"#, r#","column":"#, r#","symbol":""#,
    r#","task":null,"process":null,"exception":null,"details":{""#, r#"},"evidence":[{"line":"#, r#","text":""#,
    r#""}]}],"root_cause":""#, r#"","fix_guidelines":[""#, r#""],"confidence":0."#,
    r#","engine":"rules","similar":[]},"user_validated":false,"quality":0."#, r#","reports":["1"#,
    r#""],"feedback":[],"merged":[]}"#, r#"null,"#, r#"":""#, r#"",""#, r#"src/main/"#, r#"`. "#, r#" the "#,
    // Builds and reports.
    r#"{"v":2,"outcome":"failed","started_ms":1"#, r#"{"v":2,"outcome":"ok","started_ms":1"#, r#","ended_ms":1"#,
    r#"","tasks":[":"#, r#""],"environment":{"gradle":""#, r#""},"rca":""#, r#""},"rca":null}"#,
    r#""},"started_ms":1"#, r#"{"id":"1"#, r#"","origin":"hook","outcome":"failed","text":""#,
    r#"\n","project":"/home/"#, r#"assemble"#, r#"Debug"#, r#"Release"#,
    // What is rarer in an RCA.
    r#"","role":"independent","language":""#, r#"","role":"consequence","language":""#, r#"","framework":"compose","message":""#,
    r#""},{"line":"#, r#""}],"source":[{"line":"#, r#""}]},{"category":""#, r#"{"category":""#, r#""evidence":[{"line":"#,
    r#"],"user_validated":true,"quality":0."#, r#""],"confidence":"#, r#","engine":"memory","similar":["#,
    r#"},"user_validated":false,"quality":0"#, r#","engine":"rules","similar":[]"#, r#""],"feedback":[{"up":"#,
    r#","announced_ms":1"#, r#"{"gradle":null,"java":null,"os":null}"#, r#""project":null"#, r#"":null,""#,
    r#","task":":"#, r#"","process":null,"exception":null,"details":{"#, r#","exception":""#,
    r#"","task":null,"process":null,"exception":null,"details":{"#, r#"kotlin","framework":"#,
    r#"kotlin_unresolved_reference"#, r#"kotlin_type_mismatch"#, r#"java_cannot_find_symbol"#, r#"kotlin_"#, r#"java_"#,
    r#"gradle_"#, r#"manifest_"#, r#"compose_"#, r#"aapt_"#, r#"dependency_"#, r#""source_file":""#, r#""expected":""#,
    r#""actual":""#, r#""owner":""#, r#""member":""#, r#""received":""#, r#""candidates":""#, r#""source_set":"main""#,
    r#""type":""#, r#""package":""#, r#""versions":""#, r#""what":""#,
    // Logs.
    r#"\n> Task :"#, r#"> Task :"#, r#" UP-TO-DATE\n"#, r#" NO-SOURCE\n"#, r#" FAILED\n"#, r#" FROM-CACHE\n"#, r#" SKIPPED\n"#,
    r#"compileDebugKotlin"#, r#"compileReleaseKotlin"#, r#"compileDebugJavaWithJavac"#, r#"compileKotlin"#, r#"compileJava"#,
    r#"processResources"#, r#"\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n"#,
    r#"Execution failed for task ':"#, r#"\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n"#,
    r#"> Run with --info or --debug option to get more log output.\n"#, r#"> Run with --scan to get full insights.\n"#,
    r#"> Get more help at https://help.gradle.org.\n"#, r#"\n\nBUILD FAILED in "#, r#"\nBUILD FAILED in "#,
    r#"* Exception is:\n"#, r#"A problem occurred "#, r#"Could not resolve "#, r#"Compilation error. See log for more details"#,
    r#"w: file:///home/"#, r#"e: file:///home/"#, r#"/src/main/kotlin/"#, r#"/src/main/java/"#, r#"/src/main/res/"#,
    r#"/src/main/AndroidManifest.xml"#, r#"/build.gradle"#, r#"/settings.gradle"#, r#".gradle.kts"#, r#"com/example/"#,
    r#"com.example."#, r#"\n\tat "#, r#"\n    "#, r#"\\n"#, r#": error: "#, r#" warning: "#,
    r#": error: cannot find symbol"#, r#"Unresolved reference"#, r#"unresolved reference"#, r#"org.gradle."#,
    r#"org.jetbrains.kotlin."#, r#"com.android."#, r#"androidx."#, r#"android."#, r#"java.lang."#, r#"kotlin."#,
    r#"implementation("#, r#"build.gradle"#, r#"AndroidManifest.xml"#, r#".kt"#, r#".java"#, r#".xml"#,
    // Words of answers.
    r#" is not "#, r#" does not "#, r#" is "#, r#" in `"#, r#" of "#, r#" and "#, r#" that "#, r#" to "#, r#" for "#,
    r#" it "#, r#" with "#, r#" the module"#, r#" dependency "#, r#" version "#, r#" build"#, r#" class "#, r#" method "#,
    r#"The "#, r#"There is no "#, r#" no longer "#, r#"Import "#, r#"Add "#, r#"Check "#, r#"Remove "#, r#"declared"#, r#"Gradle "#,
    r#"Kotlin "#, r#"compile"#, r#"Resources"#, r#"generate"#, r#"Sources"#, r#"process"#, r#"debug"#, r#"message"#,
    r#"example"#, r#"/home/dev/"#, r#"variable"#, r#" never used"#, r#"resource"#, r#"function"#, r#"argument"#, r#"property"#,
    r#"constructor"#, r#"parameter"#, r#"required"#, r#"expected"#, r#"project"#, r#"library"#, r#"feature"#, r#"plugin"#,
];
