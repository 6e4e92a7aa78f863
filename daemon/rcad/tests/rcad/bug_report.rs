//! `rcad logcat --file` with a bug report: logs in its text, traces and tombstones beside it.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::lab::Lab;

fn write_zip(path: &Path, files: &[(&str, &str)]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

fn line(pid: u32, tag: &str, rest: &str) -> String {
    format!("11-22 10:00:00.000 10123 {pid:5} {pid:5} E {tag}: {rest}\n")
}

fn tombstone(pid: u32, app: &str) -> String {
    format!(
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\npid: {pid}, tid: {pid}, name: Render  >>> {app} <<<\n\
        signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\nbacktrace:\n      #00 pc 0000000000012345  /data/app/x/lib/arm64/libdraw.so (draw+12)\n"
    )
}

/// A text as `dumpstate` writes it: one crash of each kind, one of them from before the device was started.
fn report() -> String {
    let exception = |app: &str| {
        line(42, "AndroidRuntime", "FATAL EXCEPTION: main")
            + &line(42, "AndroidRuntime", &format!("Process: {app}, PID: 42"))
            + &line(42, "AndroidRuntime", "java.lang.IllegalStateException: shelf is full")
            + &line(42, "AndroidRuntime", "\tat com.example.books.Shelf.put(Shelf.kt:7)")
    };
    let native: String = tombstone(43, "com.example.draw").lines().map(|rest| line(900, "DEBUG", rest)).collect();
    let anr = line(600, "ActivityManager", "ANR in com.example.slow (com.example.slow/.Main)")
        + &line(600, "ActivityManager", "PID: 44")
        + &line(600, "ActivityManager", "Reason: Input dispatching timed out (Waited 5001ms)");
    let unity = line(45, "Unity", "NullReferenceException: Object reference not set");
    let events =
        line(600, "am_crash", "[42,0,com.example.books,1,java.lang.IllegalStateException,shelf is full,Shelf.kt,7,0]")
            + &line(600, "am_proc_start", "[0,45,10123,com.example.game,activity,{x}]")
            + &line(600, "am_crash", "[43,0,com.example.draw,1,Native crash,Segmentation fault,unknown,0,0]");
    format!(
        "========\n== dumpstate: 2026-11-22 10:00:00\n========\n\n------ DUMP (x) ------\nFATAL EXCEPTION: of a dump\n\
        ------ SYSTEM LOG (logcat -d *:v) ------\n--------- beginning of main\n{}{native}{anr}{unity}\
        ------ 0.3s was the duration of 'SYSTEM LOG' ------\n------ EVENT LOG (logcat -b events) ------\n{events}\
        ------ LAST LOGCAT (logcat -L) ------\n{}",
        exception("com.example.books"),
        exception("com.example.before")
    )
}

const TRACES: &str = "Subject: Input dispatching timed out\n----- pid 44 at 2026-11-22 10:00:00 -----\nCmd line: com.example.slow\n\n\
    \"main\" prio=5 tid=1 Blocked\n  at com.example.slow.Sync.take(Sync.kt:31)\n  - waiting to lock <0x1> (a com.example.slow.Lock) held by thread 9\n\n\
    \"io\" prio=5 tid=9 Native\n  at com.example.slow.Disk.read(Disk.kt:8)\n\n----- end 44 -----\n";

#[test]
fn a_bug_report_tells_each_crash_once() {
    let lab = Lab::bare();
    let path = lab.path("bugreport-x.zip");
    let (old, new) = (tombstone(43, "com.example.draw"), tombstone(51, "com.example.old"));
    write_zip(
        &path,
        &[
            ("version.txt", "2.0"),
            ("FS/data/anr/anr_2026-11-22-10-00-00-000", TRACES),
            ("FS/data/tombstones/tombstone_00", &old),
            ("FS/data/tombstones/tombstone_00.pb", "binary"),
            ("FS/data/tombstones/tombstone_01", &new),
            ("FS/data/tombstones/../../../etc/passwd", "*** *** ***"),
            ("bugreport-example-X-2026-11-22-10-00-00.txt", &report()),
        ],
    );
    let ran = lab.rcad(&["logcat", "--crashes", "--file", path.to_str().unwrap()]).ok();
    let heads: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("--- com")).collect();
    let wanted = [
        "--- com.example.books crashed, line 9",
        "--- com.example.draw crashed in native code, line 13",
        "--- com.example.slow did not respond, line 18",
        "--- com.example.game failed in a Unity script, line 21",
        "--- com.example.before crashed, line 28",
        "--- com.example.old crashed in native code, in a file",
    ];
    assert_eq!(heads.len(), wanted.len(), "{}", ran.out);
    for head in wanted {
        assert!(heads.iter().any(|one| one.starts_with(head)), "no {head} in {heads:?}");
    }
    assert!(ran.out.contains("Sync.take") && ran.out.contains("thread 9"), "the traces explain it: {}", ran.out);

    let mut piped = lab.command(&["logcat", "--crashes", "--file", "-"]);
    let piped = piped.stdin(File::open(&path).unwrap()).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&piped.stdout), ran.out);

    let text = lab.path("bugreport.txt");
    std::fs::write(&text, report()).unwrap();
    let ran = lab.rcad(&["logcat", "--crashes", "--file", text.to_str().unwrap()]).ok();
    assert_eq!(ran.out.matches("\n--- com").count(), 5, "{}", ran.out);
    assert!(!ran.out.contains("of a dump"), "{}", ran.out);
}

#[test]
fn a_zip_that_is_no_bug_report_is_refused() {
    let lab = Lab::bare();
    let path = lab.path("books.zip");
    let file = path.to_str().unwrap();
    write_zip(&path, &[("books.txt", "FATAL EXCEPTION: main"), ("docs/bugreport-x.txt", "x")]);
    let ran = lab.rcad(&["logcat", "--file", file]);
    assert!(ran.code == 2 && ran.err.contains("the zip is no bug report") && ran.err.contains("books.zip"), "{ran:?}");
    std::fs::write(&path, b"PK\x03\x04 and nothing more").unwrap();
    let ran = lab.rcad(&["logcat", "--file", file]);
    assert!(ran.code == 2 && ran.err.contains("the zip is damaged"), "{ran:?}");
    write_zip(&path, &[("bugreport-x.txt", "")]);
    let ran = lab.rcad(&["logcat", "--file", file]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    let ran = lab.rcad(&["analyze", file]);
    assert!(ran.code == 2 && ran.err.contains("rcad logcat --file"), "{ran:?}");
}

/// Zeros pack well: a small zip with a text without end of line is read to its end, in little memory.
#[test]
fn a_zip_bomb_is_read_in_pieces() {
    let lab = Lab::bare();
    let path = lab.path("bomb.zip");
    let zeros = "\0".repeat(64 << 20);
    write_zip(
        &path,
        &[("FS/data/anr/anr_x", &zeros), ("FS/data/tombstones/tombstone_00", &zeros), ("bugreport-x.txt", &zeros)],
    );
    assert!(std::fs::metadata(&path).unwrap().len() < 1 << 20);
    let ran = lab.rcad(&["logcat", "--crashes", "--file", path.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
}
