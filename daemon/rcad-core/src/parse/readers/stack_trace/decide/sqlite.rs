//! What SQLite refused, by the native function in which it did, the numbers of a cursor, and the phase that Room was in.

mod codes;
pub mod schema;
pub mod statements;

use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Native functions of a connection, and what they run.
const STATEMENTS: &[(&str, &str)] = &[
    ("nativeExecuteForLastInsertedRowId", "an INSERT"),
    ("nativeExecuteForChangedRowCount", "an UPDATE or DELETE"),
    ("nativeExecuteForCursorWindow", "a SELECT"),
];

/// Functions of Room's generated classes and helpers, and what runs in them.
const PHASES: &[(&str, &str)] = &[
    (
        "dropAllTables",
        "while the database is upgraded by a destructive migration (all tables are dropped and made anew)",
    ),
    ("createAllTables", "while the database is created"),
    ("onValidateSchema", "while the schema is checked after a migration"),
    ("migrate", "in a migration"),
    ("onUpgrade", "while the database is upgraded"),
    ("onDowngrade", "while the database is downgraded"),
    ("onCreate", "while the database is created"),
];

/// `Failed to read row 0, column -1 from a CursorWindow which has 1 rows, 2 columns.`
static WINDOW: Pattern =
    Pattern::new(r"from a CursorWindow which has (?P<rows>[0-9]+) rows, (?P<columns>[0-9]+) columns");

/// `query: SELECT * FROM shelf ORDER BY id`
static QUERY: Pattern = Pattern::new(r"(?i)(?P<query>SELECT .*?\bFROM `?(?P<table>[A-Za-z0-9_]+).*)");

/// `use DROP TABLE to delete table book`
static KIND: Pattern = Pattern::new(r"use DROP (?P<kind>TABLE|VIEW) to delete (?:table|view) (?P<name>[A-Za-z0-9_]+)");

/// `UNIQUE constraint failed: users.email`
static CONSTRAINT: Pattern = Pattern::new(r"(?P<kind>UNIQUE|NOT NULL|PRIMARY KEY) constraint failed: [A-Za-z0-9_]");

/// `(2) open(/data/user/0/a.b/databases/words.db) - No such file …`, `Failed to open database '/data/…/words.db'`
static DATABASE: Pattern = Pattern::new(r"(?:open\(|database '|[Ff]ile )(?P<path>/[^ '()]+)");

/// Says what was refused and when.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeSqliteRoom {
        return;
    }
    name_writer(scene, failure);
    if codes::decide(failure) {
        return;
    }
    let frames = || scene.sections.iter().rev().flat_map(|section| &section.frames);
    let native = |name: &str| frames().any(|frame| frame.method == name && frame.class.ends_with("SQLiteConnection"));
    let statement = STATEMENTS.iter().find(|(name, _)| native(name)).map(|(_, statement)| *statement);
    if failure.message.contains("Row too big") || failure.message.contains("BlobTooBig") {
        return too_big(scene, failure);
    }
    if let Some((row, column)) = cell(failure) {
        return read_cell(scene, row, column, failure);
    }
    if failure.message.contains("FOREIGN KEY constraint failed")
        && let Some(statement) = statement
    {
        return foreign_key(scene, statement, failure);
    }
    if let Some(found) = CONSTRAINT.captures(&failure.message) {
        let room = frames().any(|frame| frame.class.starts_with("androidx.room."));
        let android = frames().any(|frame| frame.class.starts_with("android.database."));
        return constraint(scene, found["kind"] == *"NOT NULL", room, android, failure);
    }
    if failure.message.contains("pen database") || failure.message.contains("pen the database") {
        return unopened(scene, failure);
    }
    let phase = PHASES.iter().find(|(name, _)| frames().any(|frame| frame.method == *name && is_helper(&frame.class)));
    let when = phase.map_or("", |(_, when)| when);
    if let Some(found) = KIND.captures(&failure.message) {
        let (kind, name) = (found["kind"].to_owned(), found["name"].to_owned());
        let (is, other) = if kind == "TABLE" { ("table", "view") } else { ("view", "table") };
        let when = if when.is_empty() { String::new() } else { format!(" It happens {when}.") };
        failure.symbol = Some(name);
        let cause = format!(
            "In the existing database `{{symbol}}` is a {is}, but the statement drops a {other}: it changed from one into the other (with Room, `@Entity` and `@DatabaseView`).{when}"
        );
        let fix = format!(
            "Write a migration that executes `DROP {kind}` for `{{symbol}}` before the new one is created, or give the new one another name; in development uninstall the app once."
        );
        return failure.say(&cause, &[&fix]);
    }
    if failure.wording.is_none() {
        let compiles = native("nativePrepareStatement").then_some("to compile a statement");
        if let Some(refused) = statement.or(compiles) {
            failure.details.insert("refused".to_owned(), refused.to_owned());
        }
        if !when.is_empty() {
            failure.details.insert("phase".to_owned(), when.to_owned());
        }
    }
}

/// Words of SQLite that are no name.
const NO_NAMES: &[&str] = &["CHECK", "FOREIGN KEY", "NOT NULL", "PRIMARY KEY", "UNIQUE"];

/// Where SQLite names neither table nor column, the symbol is the DAO that Room's generated class belongs to, else the
/// user's own function.
fn name_writer(scene: &Scene<'_>, failure: &mut Failure) {
    let frames = scene.sections.iter().rev().flat_map(|section| &section.frames);
    let dao = frames.filter_map(|frame| simple(&frame.class).split_once("_Impl")).find(|(name, _)| !name.is_empty());
    let dao = dao.map(|(name, _)| name.to_owned());
    failure.details.extend(dao.clone().map(|name| ("dao".to_owned(), name)));
    if failure.symbol.as_deref().is_none_or(|symbol| NO_NAMES.contains(&symbol)) {
        failure.symbol = dao.or_else(|| failure.details.get("at").cloned()).or(failure.symbol.take());
    }
}

fn foreign_key(scene: &Scene<'_>, statement: &str, failure: &mut Failure) {
    let here = if failure.details.contains_key("dao") { " of `{dao}`" } else { scene.here() };
    let caller = scene.callers().next().map(super::super::own::name).map(|name| name.replace(['{', '}'], ""));
    let from = caller.map_or(String::new(), |name| format!(", called from `{name}`"));
    let (cause, fix) = if statement == "an INSERT" {
        (
            format!(
                "An INSERT{here}{from} breaks a foreign key constraint: its row refers to a parent row that does not exist."
            ),
            "Insert the parent first (in the same transaction), or check that it exists; with `OnConflictStrategy.REPLACE` the parent is deleted and inserted again, which its children may not survive: use `@Upsert`.",
        )
    } else {
        (
            format!(
                "An UPDATE or DELETE{here}{from} breaks a foreign key constraint: other rows still refer to the row that goes or changes, or the new value refers to none."
            ),
            "Delete the children first, or declare `onDelete = ForeignKey.CASCADE` (or SET_NULL) on the foreign key.",
        )
    };
    failure.say(&cause, &[fix]);
}

/// A row that the table does not take.
fn constraint(scene: &Scene<'_>, not_null: bool, room: bool, android: bool, failure: &mut Failure) {
    let here = scene.here();
    if not_null {
        let cause = format!(
            "A row without a value for `{{symbol}}` is written{here}, and that column is NOT NULL (a constraint of the table)."
        );
        let fix = if room {
            "Give `{symbol}` a value before the entity is stored (a field that is still null, data from Java or JSON), or make the field's type nullable, raise the version and migrate the column."
        } else {
            "See that `{symbol}` gets a value: with `ContentValues` the key must be just the column's name, and the value not null (an empty field, a wrong constant). Else give the column a `DEFAULT`, or allow null, in `onUpgrade`."
        };
        return failure.say(&cause, &[fix]);
    }
    let cause = format!(
        "A row is written{here} whose value of `{{symbol}}` another row has already: it breaks the {{constraint}} constraint."
    );
    let replace = match (room, android) {
        (true, _) => {
            "Choose what a conflict does: `@Upsert`, or `@Insert(onConflict = OnConflictStrategy.REPLACE)` (IGNORE keeps the old row); or look it up before."
        }
        (_, true) => {
            "Choose what a conflict does: `insertWithOnConflict(table, null, values, SQLiteDatabase.CONFLICT_REPLACE)` (or CONFLICT_IGNORE), or look for the row before and tell the user that it exists."
        }
        _ => {
            "Choose what a conflict does: `INSERT OR REPLACE`, `INSERT OR IGNORE`, or `INSERT … ON CONFLICT({symbol}) DO UPDATE SET …`; or look for the row before."
        }
    };
    let key = "If `{symbol}` is a key that the database should number itself, don't write it (in Room `@PrimaryKey(autoGenerate = true)` with 0 for new rows).";
    failure.say(&cause, &[replace, key]);
}

/// A file that could not be opened, where the message or a line above names it.
fn unopened(scene: &Scene<'_>, failure: &mut Failure) {
    let texts = || std::iter::once(failure.message.as_str()).chain(scene.above.iter().rev().map(String::as_str));
    let Some(path) = texts().find_map(|text| DATABASE.captures(text)).map(|found| found["path"].to_owned()) else {
        return;
    };
    let says = |words: &str| texts().any(|text| text.contains(words));
    let (why, fix) = if says("No such file or directory") || says("doesn't exist") {
        (
            "there is no such file, or not even its folder",
            "If it shall be created: open it by an `SQLiteOpenHelper` (or `openOrCreateDatabase`), which make file and folder. If it is shipped with the app: copy it there before (`context.getDatabasePath(name)`, its parent by `mkdirs()`; in Room `createFromAsset`). To ask whether it exists, use `getDatabasePath(name).exists()` and do not open it.",
        )
    } else if says("Permission denied") || says("EACCES") || says("not permitted") {
        (
            "the app may not open it (permission denied)",
            "Keep databases in the app's own directory (`context.getDatabasePath(name)`); on shared storage the app has no right to the file, and files that another user or `adb push` as root created belong to somebody else.",
        )
    } else {
        return;
    };
    failure.details.insert("database".to_owned(), path);
    let cause = format!("The database `{{database}}` cannot be opened{}: {why}.", scene.here());
    failure.say(&cause, &[fix]);
}

/// Whether a class makes or changes databases.
fn is_helper(class: &str) -> bool {
    let name = simple(class);
    ["_Impl", "OpenHelper", "Migration", "RoomOpenHelper", "DBHelper", "DatabaseHelper", "DbHelper"]
        .iter()
        .any(|part| name.contains(part))
        || class.contains("Migration")
}

/// Names the query whose row is too big, which Android logs above the exception.
fn too_big(scene: &Scene<'_>, failure: &mut Failure) {
    let Some(found) = scene.above.iter().rev().find_map(|line| QUERY.captures(line)) else { return };
    failure.details.insert("query".to_owned(), found["query"].trim().to_owned());
    failure.symbol = Some(found["table"].to_owned());
    if let Some(words) = &mut failure.wording {
        "A row of the table `{symbol}` is larger than the window through which rows are read (CursorWindow, 2 MB). Such a row can be written, but not read back; the query is `{query}`.".clone_into(&mut words.cause);
    }
}

/// The cell that a cursor was asked for.
fn cell(failure: &Failure) -> Option<(i64, i64)> {
    let number = |name: &str| failure.details.get(name)?.parse::<i64>().ok();
    let cursor = failure.message.contains("CursorWindow");
    Some((number("row")?, number("cell")?)).filter(|_| cursor)
}

fn read_cell(scene: &Scene<'_>, row: i64, column: i64, failure: &mut Failure) {
    let here = scene.here();
    let window = scene.above.iter().rev().find_map(|line| {
        let found = WINDOW.captures(line)?;
        Some((found["rows"].parse::<i64>().ok()?, found["columns"].parse::<i64>().ok()?))
    });
    let (rows, columns) = window.unwrap_or((i64::MAX, i64::MAX));
    let size =
        window.map_or(String::new(), |(rows, columns)| format!(" (the result has {rows} rows and {columns} columns)"));
    let (what, fix) = if column == -1 {
        (
            "column -1 is read, which `getColumnIndex(…)` returns for a name that the result does not have",
            "Use `getColumnIndexOrThrow`, which names the missing column, and select that column in the query (its projection), or correct the name.",
        )
    } else if row < 0 {
        (
            "the cursor stands before its first row",
            "Call `moveToFirst()` (or loop with `while (cursor.moveToNext())`) and look at its result before a value is read.",
        )
    } else if column >= columns {
        (
            "the column's index is higher than the result has",
            "Look the index up by name (`getColumnIndexOrThrow`) instead of writing a number, and select the column in the query.",
        )
    } else if row >= rows && rows != i64::MAX {
        (
            "that row is not in the window of the result",
            "Check `moveTo…`'s result and `isAfterLast()`; where single rows are large (pictures, long text), select less or store them as files: a window holds 2 MB.",
        )
    } else {
        (
            "that cell is not in the cursor's window",
            "Check the column's name (`getColumnIndexOrThrow`) and the result of `moveToFirst()`; where rows are large (pictures, long text), select less: a window holds 2 MB.",
        )
    };
    let cause = format!("A cursor is read at row {row}, column {column}{here}: {what}{size}.");
    failure.say(&cause, &[fix]);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_query_above_names_the_table_whose_row_is_too_big() {
        let log = "SQLiteQuery: Row too big to fit into CursorWindow requiredPos=0, totalRows=1;\n  query: SELECT * FROM shelves ORDER BY id\n\
            FATAL EXCEPTION: DefaultDispatcher-worker-2\nandroid.database.sqlite.SQLiteBlobTooBigException\n\tat com.example.Shelves.load(Shelves.kt:9)\n";
        let analysis = crate::explain::analyze(crate::parse::parse(log), None);
        let cause = analysis.root_cause.unwrap_or_default();
        assert!(cause.contains("the table `shelves`") && cause.contains("SELECT * FROM shelves"), "{cause}");
    }
}
