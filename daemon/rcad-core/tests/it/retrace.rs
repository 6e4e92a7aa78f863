//! Real traces of minified programs, against what R8's own Retrace makes of them (`testdata/retrace`).

use std::fs;
use std::path::{Path, PathBuf};

use rcad_core::retrace::{MappingExcerpt, Retraced, header_id, looks_minified, mapping_ids, retrace};

fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/retrace")
}

fn text(path: &str) -> String {
    fs::read_to_string(recorded().join(path)).unwrap()
}

fn by(mapping: &str, trace: &str) -> Retraced {
    let mut excerpt = MappingExcerpt::new(header_id(mapping).unwrap_or_default(), trace);
    mapping.lines().for_each(|line| excerpt.line(line));
    retrace(trace, &excerpt)
}

/// Each case with its trace and what Retrace says.
fn cases(build: &str) -> Vec<(String, String, String)> {
    let entries = fs::read_dir(recorded().join(build)).unwrap().map(|entry| entry.unwrap().path());
    let traces = entries.filter(|path| path.extension().is_some_and(|end| end == "trace"));
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    traces.map(|path| (path.display().to_string(), read(&path), read(&path.with_extension("retraced")))).collect()
}

#[test]
fn real_traces_are_mapped_as_retrace_maps_them() {
    let mut number = 0;
    for build in ["id/1", "id/2", "file/1", "file/2"] {
        let mapping = text(&format!("{build}/mapping.txt"));
        for (case, trace, wanted) in cases(build) {
            let mapped = by(&mapping, &trace);
            assert_eq!(mapped.text, wanted, "{case}");
            assert!(mapped.fits(), "{case}: {mapped:?}");
            assert!(looks_minified(&trace) && !looks_minified(&wanted));
            number += 1;
        }
    }
    assert_eq!(number, 20);
}

#[test]
fn the_prefix_of_androids_log_stays() {
    let mapping = text("id/1/mapping.txt");
    for (case, trace, wanted) in cases("id/1") {
        let logged = |text: &str| -> String {
            let lines = text.lines().map(|line| line.replace("Exception in thread \"main\" ", ""));
            lines.map(|line| format!("11-22 10:00:00.000  4242  4242 E AndroidRuntime: {line}\n")).collect()
        };
        assert_eq!(by(&mapping, &logged(&trace)).text, logged(&wanted), "{case}");
    }
}

#[test]
fn a_mapping_of_another_build_does_not_fit() {
    for (build, other) in [("file/1", "file/2"), ("file/2", "file/1")] {
        let trace = text(&format!("{build}/cause.trace"));
        assert!(!by(&text(&format!("{other}/mapping.txt")), &trace).fits(), "{build}");
    }
    // Frames that name their mapping are left as they are by another.
    let trace = text("id/1/cause.trace");
    let mapped = by(&text("id/2/mapping.txt"), &trace);
    assert_eq!(mapped.mapped, 0);
    assert_eq!(mapping_ids(&trace), [header_id(&text("id/1/mapping.txt")).unwrap()]);
}

#[test]
fn a_build_that_is_not_minified_is_left_as_it_is() {
    for build in ["id/1", "file/1"] {
        for (case, _, readable) in cases(build) {
            assert!(!by(&text(&format!("{build}/mapping.txt")), &readable).fits(), "{case}");
        }
    }
    // Of a class that keeps its name the mapping knows lines; that they are of this build, nothing shows.
    let kept = "java.lang.IllegalStateException: x\n\tat com.example.books.MainKt.main(Main.kt:5)\n";
    assert!(!by(&text("file/1/mapping.txt"), kept).fits());
}

const MAPPING: &str = "\
# compiler: R8
com.example.Basket -> a.a:
# {\"id\":\"sourceFile\",\"fileName\":\"Basket.kt\"}
    1:1:void add(int):10:10 -> a
    2:2:void add(java.lang.String):20:20 -> a
    1:1:void clear():30:30 -> b
    2:2:void drop():40:40 -> b
    void only() -> c
    0:65535:void one():50:50 -> d
    0:65535:void two():60:60 -> d
com.example.Full -> b:
";

#[test]
fn what_the_mapping_leaves_open_stays_open() {
    for (frame, wanted) in [
        ("a.a.a(SourceFile:2)", "com.example.Basket.add(Basket.kt:20)"),
        ("a.a.a(SourceFile)", "com.example.Basket.add(Basket.kt)"),
        ("a.a.b(SourceFile)", "com.example.Basket.b(Basket.kt)"),
        ("a.a.b(Unknown Source)", "com.example.Basket.b(Basket.kt)"),
        ("a.a.b(SourceFile:9)", "com.example.Basket.b(Basket.kt)"),
        ("a.a.c(Unknown Source)", "com.example.Basket.only(Basket.kt)"),
        ("a.a.d(SourceFile:3)", "com.example.Basket.d(Basket.kt)"),
        ("a.a.missing(SourceFile:3)", "com.example.Basket.missing(Basket.kt)"),
        ("android.os.Handler.a(Handler.java:3)", "android.os.Handler.a(Handler.java:3)"),
    ] {
        assert_eq!(by(MAPPING, &format!("\tat {frame}\n")).text, format!("\tat {wanted}\n"), "{frame}");
    }
}

#[test]
fn a_class_without_a_package_is_one_only_where_an_exception_stands() {
    let mapped = |text: &str| by(MAPPING, text).text;
    assert_eq!(mapped("b: no room\n\tat a.a.c(Unknown Source)\n").lines().next(), Some("com.example.Full: no room"));
    assert_eq!(mapped("Caused by: b\n"), "Caused by: com.example.Full\n");
    assert_eq!(
        mapped("Process: a.b, PID: 4\nb: no room\nand more\n"),
        "Process: a.b, PID: 4\ncom.example.Full: no room\nand more\n"
    );
    assert_eq!(mapped("b: 5 books\nc: 6\n"), "b: 5 books\nc: 6\n");
    assert_eq!(mapped("\t... 3 more"), "\t... 3 more");
}
