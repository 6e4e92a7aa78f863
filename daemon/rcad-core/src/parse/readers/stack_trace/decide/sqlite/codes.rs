//! What SQLite's extended code of a disk I/O error says: which call of the system failed.

use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `disk I/O error (code 3850)`, `disk I/O error (code 522 SQLITE_IOERR_SHORT_READ): , while compiling: …`
static CODE: Pattern = Pattern::new(r"disk I/O error(?:[^(]{0,40}\(code (?P<code>[0-9]+))?");

/// SQLITE_IOERR, the lower byte of its extended codes.
const IO_ERROR: u32 = 10;

/// The upper byte of the extended code, its name, and what failed (https://www.sqlite.org/rescode.html).
const CALLS: &[(u32, &str, &str)] = &[
    (1, "READ", "reading the file"),
    (2, "SHORT_READ", "reading a whole page: the file is shorter than it has to be"),
    (3, "WRITE", "writing the file"),
    (4, "FSYNC", "bringing the file to the storage (`fsync`)"),
    (5, "DIR_FSYNC", "bringing the folder to the storage (`fsync`)"),
    (6, "TRUNCATE", "making the file shorter"),
    (7, "FSTAT", "asking for the file's size (`fstat`)"),
    (8, "UNLOCK", "unlocking the file"),
    (9, "RDLOCK", "locking the file for reading"),
    (10, "DELETE", "deleting the journal"),
    (13, "ACCESS", "asking for the file's rights (`access`)"),
    (14, "CHECKRESERVEDLOCK", "asking for a lock of the file"),
    (15, "LOCK", "locking the file"),
    (16, "CLOSE", "closing the file"),
    (18, "SHMOPEN", "opening the shared memory of the journal (`-shm`)"),
    (19, "SHMSIZE", "making the shared memory of the journal (`-shm`) larger"),
    (20, "SHMLOCK", "locking the shared memory of the journal (`-shm`)"),
    (21, "SHMMAP", "mapping the shared memory of the journal (`-shm`)"),
    (22, "SEEK", "moving within the file"),
    (24, "MMAP", "mapping the file"),
    (25, "GETTEMPPATH", "finding a folder for temporary files"),
    (33, "CORRUPTFS", "reading the file: the file system is damaged"),
];

/// Says which call failed, and that no statement is at fault. Whether it is such an error.
pub fn decide(failure: &mut Failure) -> bool {
    let of_android = failure.details.get("thrown").is_some_and(|thrown| thrown.ends_with("SQLiteDiskIOException"));
    let Some(found) = CODE.captures(&failure.message).filter(|_| of_android) else {
        return false;
    };
    let code = found.name("code").and_then(|code| code.as_str().parse::<u32>().ok());
    let call = code.filter(|code| code % 256 == IO_ERROR).and_then(|code| {
        let (_, name, call) = CALLS.iter().find(|(upper, ..)| *upper == code / 256)?;
        Some(format!(" The code {code}, SQLITE_IOERR_{name}, says what failed: {call}."))
    });
    let cause = format!(
        "SQLite's access to the database file fails in the file system (disk I/O error): no statement or table is at fault.{} As a rule the device's storage is full, read-only or damaged, or the file was deleted, replaced or cut off while it was open.",
        call.unwrap_or_default()
    );
    failure.say(
        &cause,
        &[
            "Look at the device's storage: `adb shell df /data` for room, `adb shell dmesg | grep -iE 'mmc|ufs|ext4|f2fs|I/O error'` for errors. Restart the device; if other apps or devices fail alike, wipe or replace it.",
            "If it is this app's file alone: close the database before its file is deleted, restored or replaced, and keep it in the app's own directory (`context.getDatabasePath(name)`), not on shared storage or a network.",
        ],
    );
    true
}

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    fn cause(message: &str) -> String {
        let log = format!(
            "E/AndroidRuntime( 1501): FATAL EXCEPTION: ShelfWorker\nE/AndroidRuntime( 1501): Process: com.example.shelf, PID: 1501\nE/AndroidRuntime( 1501): android.database.sqlite.{message}\nE/AndroidRuntime( 1501): \tat android.database.sqlite.SQLiteConnection.nativeExecute(Native Method)\nE/AndroidRuntime( 1501): \tat com.example.shelf.Oak.open(Oak.kt:41)\n"
        );
        analyze(parse(&log), None).root_cause.unwrap_or_default()
    }

    #[test]
    fn the_code_says_which_call_failed() {
        let lock = cause("SQLiteDiskIOException: disk I/O error (code 3850 SQLITE_IOERR_LOCK)");
        assert!(lock.contains("3850, SQLITE_IOERR_LOCK") && lock.contains("locking the file"), "{lock}");
        let short = cause("SQLiteDiskIOException: disk I/O error (code 522): , while compiling: PRAGMA journal_mode");
        assert!(short.contains("SHORT_READ"), "{short}");
        for plain in ["SQLiteDiskIOException: disk I/O error (code 10)", "SQLiteDiskIOException: disk I/O error"] {
            assert!(cause(plain).contains("storage") && !cause(plain).contains("SQLITE_IOERR_"), "{}", cause(plain));
        }
        let corrupt =
            cause("SQLiteDatabaseCorruptException: database disk image is malformed (code 11 SQLITE_CORRUPT)");
        assert!(!corrupt.contains("SQLITE_IOERR"), "{corrupt}");
    }
}
