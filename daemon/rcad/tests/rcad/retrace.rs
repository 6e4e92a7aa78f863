//! Crashes of minified apps: real mappings and traces (`testdata/retrace`), a real adb server, a made-up device below it.

use std::fs::{self, File};
use std::path::Path;

use jiff::Timestamp;
use rcad_testkit::AdbDevice;

use crate::devices::{APP, Watched, line};
use crate::lab::{Lab, run, testdata};

const MAPPING: &str = "build/outputs/mapping/release/mapping.txt";

fn recorded(path: &str) -> String {
    fs::read_to_string(testdata("retrace").join(path)).unwrap()
}

/// The minified build `release` of the project, at this time.
fn minify(project: &Path, build: &str, time: &str) {
    let path = project.join(MAPPING);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, recorded(&format!("{build}/mapping.txt"))).unwrap();
    let time: Timestamp = format!("{time}Z").parse().unwrap();
    File::options().append(true).open(path).unwrap().set_modified(time.into()).unwrap();
}

/// A recorded trace as Android logs it.
fn crash(pid: u32, trace: &str) -> String {
    let trace = recorded(trace).replace("Exception in thread \"main\" ", "");
    let head = ["FATAL EXCEPTION: main".to_owned(), format!("Process: {APP}, PID: {pid}")];
    let lines = head.iter().map(String::as_str).chain(trace.lines());
    lines.map(|rest| line(0, pid, "AndroidRuntime", rest)).collect()
}

impl Watched {
    /// A captured build, and as many mappings kept afterwards.
    fn build_minified(&self, n: u64, build: &str, time: &str) {
        minify(&self.project, build, time);
        self.build(n + 1);
        let kept = self.lab.state().join("mappings");
        let packed =
            || fs::read_dir(&kept).map_or(0, |all| all.filter(|one| is_packed(&one.as_ref().unwrap().path())).count());
        self.lab.wait("its mapping", |_| (packed() as u64 == n).then_some(()));
    }

    /// What is stored of the newest crash's report.
    fn report(&self, trace_word: &str) -> serde_json::Value {
        let out = self.lab.rcad(&["export"]).ok().out;
        let mut lines = out.lines().rev().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let is_it = |one: &serde_json::Value| {
            one.to_string().contains(trace_word) && one.to_string().contains("AndroidRuntime")
        };
        lines.find(is_it).unwrap_or_else(|| panic!("no {trace_word} in {out}"))
    }
}

fn is_packed(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "gz")
}

#[test]
fn a_crash_of_an_earlier_minified_build_is_explained_in_the_names_of_its_sources() {
    let Some(watched) = Watched::new(&[]) else { return };
    watched.build_minified(1, "id/1", "2024-11-22T10:00:00");
    watched.build_minified(2, "id/2", "2024-11-23T10:00:00");
    let device = AdbDevice::start("Pixel_8").unwrap();
    watched.connect(&device);
    device.log(&crash(42, "id/1/lambda.trace"));
    let stored = watched.wait_for_failures(1);
    let shown = watched.lab.rcad(&["show", stored[0]["id"].as_str().unwrap()]).ok().out;
    assert!(shown.contains("Shelf.kt:6") && shown.contains("Emma is not on the shelf"), "{shown}");
    assert!(!shown.contains("r8-map-id"), "{shown}");
    let report = watched.report("Shelf.take").to_string();
    let id = "5e2bff3f6e609d641c2df697a0f41ee7aa24cafd8f06991fe3c40d47ee3a42b1";
    assert!(recorded("id/1/mapping.txt").contains(id));
    assert!(report.contains(&format!("\"mapping\":\"{id}\"")), "{report}");
    assert!(report.contains(&format!("at a.d.a(r8-map-id-{id}:8)")), "what was logged is kept: {report}");
}

#[test]
fn without_an_id_the_build_that_was_installed_decides_and_none_changes_nothing() {
    let Some(watched) = Watched::new(&[]) else { return };
    watched.build_minified(1, "file/1", "2024-11-22T10:00:00");
    watched.build_minified(2, "file/2", "2024-11-24T10:00:00");
    let device = AdbDevice::start("Pixel_8").unwrap();
    device.set_installed("    versionName=1.0\n    lastUpdateTime=2024-11-23 10:00:00\n");
    watched.connect(&device);
    device.log(&crash(42, "file/1/cause.trace"));
    let stored = watched.wait_for_failures(1);
    let shown = watched.lab.rcad(&["show", stored[0]["id"].as_str().unwrap()]).ok().out;
    assert!(shown.contains("Shelf.kt:6"), "{shown}");

    // Installed before either was built.
    device.set_installed("    versionName=0.9\n    lastUpdateTime=2024-11-01 10:00:00\n");
    device.log(&crash(43, "file/1/null.trace"));
    watched.wait_for_failures(2);
    let report = watched.report("Cannot throw exception").to_string();
    assert!(report.contains("\"unmapped\":\"no mapping of the installed build is kept\""), "{report}");
    assert!(report.contains("MainKt.main(SourceFile:2222)") && !report.contains("Library.kt"), "{report}");
}

#[test]
fn a_log_is_read_with_the_mapping_of_the_project_around() {
    let lab = Lab::bare();
    let project = lab.path("books");
    minify(&project, "id/1", "2024-11-22T10:00:00");
    fs::write(project.join("settings.gradle"), "").unwrap();
    let log = |trace: &str| {
        fs::write(project.join("log.txt"), crash(42, trace)).unwrap();
        run(lab.command(&["logcat", "--file", "log.txt", "--crashes"]).current_dir(&project)).ok().out
    };
    let own = log("id/1/lambda.trace");
    assert!(own.contains("Shelf.kt:6") && own.contains(&format!("names by {MAPPING}")), "{own}");
    let other = log("id/2/cause.trace");
    assert!(!other.contains("Shelf.kt") && !other.contains("names by"), "{other}");
}
