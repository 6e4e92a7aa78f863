//! Statements that SQLite does not compile, by the statement itself: a text without quotes, a word of SQL as a name, a table
//! or column that only newer files have, and which library should have made it.

use super::super::super::exceptions::data::AMBIGUOUS_COLUMN;
use super::super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// `while compiling: SELECT * FROM shelf`
static STATEMENT: Pattern = Pattern::new(r"(?s)while compiling: (?P<statement>.+)$");

/// `near "order": syntax error`
static NEAR: Pattern = Pattern::new(r#"near "(?P<token>[^"]+)": syntax error"#);

/// `no such column: oak`
static COLUMN: Pattern = Pattern::new(r"no such column: (?P<column>[A-Za-z0-9_.]+)");

/// ``FROM `shelf` AS `s` LEFT JOIN book b ON``: the first table of a statement that joins several, and its other name
static FIRST: Pattern = Pattern::new(
    r"(?is)\bFROM\s+[`\x22\[]?(?P<table>[A-Za-z0-9_]+)[`\x22\]]?(?:\s+AS\s+[`\x22\[]?(?P<alias>[A-Za-z0-9_]+)[`\x22\]]?|\s+(?P<short>[A-Za-z0-9_]{1,2}|[A-Za-z]+[0-9]+))?(?:\s*,|\s+(?:LEFT|INNER|CROSS|OUTER|NATURAL|JOIN)\b)",
);

/// Words that only quotes make a name.
const RESERVED: &[&str] = &[
    "add",
    "all",
    "alter",
    "and",
    "as",
    "autoincrement",
    "between",
    "case",
    "check",
    "collate",
    "commit",
    "constraint",
    "create",
    "default",
    "delete",
    "distinct",
    "drop",
    "else",
    "escape",
    "except",
    "exists",
    "foreign",
    "from",
    "group",
    "having",
    "in",
    "index",
    "insert",
    "intersect",
    "into",
    "is",
    "isnull",
    "join",
    "limit",
    "not",
    "notnull",
    "null",
    "on",
    "or",
    "order",
    "primary",
    "references",
    "select",
    "set",
    "table",
    "then",
    "to",
    "transaction",
    "union",
    "unique",
    "update",
    "using",
    "values",
    "when",
    "where",
];

/// Classes of libraries that make tables, what they are called, and when they make one.
const MAKERS: &[(&str, &str, &str)] = &[
    (
        "com.orm.",
        "Sugar ORM",
        "Raise `VERSION` in the manifest's `<meta-data>` after adding an entity, let `DOMAIN_PACKAGE_NAME` be the package of the entities, keep them in R8's rules (it finds them by their class files; Instant Run hid these), and uninstall the app once.",
    ),
    (
        "com.activeandroid.",
        "ActiveAndroid",
        "Raise `AA_DB_VERSION` in the manifest's `<meta-data>` after adding a model, with a script `assets/migrations/<version>.sql` that creates the table; list the models with `AA_MODELS`, and keep them in R8's rules.",
    ),
    (
        "org.greenrobot.greendao.",
        "greenDAO",
        "Raise `schemaVersion` and create the table in the helper's `onUpgrade` (`OakDao.createTable(db, true)`); `DevOpenHelper` drops and creates all, for development only.",
    ),
    (
        "de.greenrobot.dao.",
        "greenDAO",
        "Raise the schema's version and create the table in the helper's `onUpgrade` (`OakDao.createTable(db, true)`); `DevOpenHelper` drops and creates all, for development only.",
    ),
    (
        "com.j256.ormlite.",
        "ORMLite",
        "Call `TableUtils.createTableIfNotExists(connectionSource, …)` in `onCreate` and in `onUpgrade`, with a raised version.",
    ),
    (
        "com.raizlabs.android.dbflow.",
        "DBFlow",
        "Raise `version` in `@Database`; a table that is new is created then, and a changed one needs a `Migration`.",
    ),
    (
        "com.readystatesoftware.sqliteasset.",
        "SQLiteAssetHelper",
        "See that the file in `assets/databases` has the table and the name that the helper is given, then raise the version with `setForcedUpgrade()`; an old or empty file of that name on the device stays otherwise.",
    ),
    (
        "androidx.room.",
        "Room",
        "Raise `version` in `@Database` and create the table in a `Migration` (or `@AutoMigration`); for a shipped file see that `createFromAsset` has it. A query of `@RawQuery` or `SimpleSQLiteQuery` is not checked: compare the name with `tableName`.",
    ),
];

/// Says what the statement shows.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeSqliteRoom || failure.symbol.is_none() {
        return;
    }
    let message = failure.message.clone();
    let statement = STATEMENT.captures(&message).map(|found| found["statement"].to_owned()).unwrap_or_default();
    let in_test =
        scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class.starts_with("org.robolectric."));
    let android = scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class.starts_with("android."));
    if let Some(found) = NEAR.captures(&message) {
        return syntax(&found["token"], &statement, failure);
    }
    if let Some(found) = COLUMN.captures(&message) {
        return column(&found["column"], &statement, in_test, failure);
    }
    if message.contains("no such table: ") && (android || failure.process.is_some()) {
        return if in_test { table_in_test(failure) } else { table(scene, failure) };
    }
    if message.contains("has no column named") {
        return has_no_column(scene, failure);
    }
    if message.contains("ambiguous column name: ") {
        return ambiguous(&statement, failure);
    }
    if message.contains("duplicate column name: ") {
        twice(failure)
    }
}

/// A column that several joined tables have: how the statement itself would call that of its first table.
fn ambiguous(statement: &str, failure: &mut Failure) {
    let Some(found) = FIRST.captures(statement) else { return };
    let alias = found.name("alias").or(found.name("short"));
    let name = alias.map_or(&found["table"], |alias| alias.as_str()).to_owned();
    failure.details.insert("first_table".to_owned(), found["table"].to_owned());
    failure.details.insert("first_name".to_owned(), name);
    failure.say(
        AMBIGUOUS_COLUMN,
        &["Write the table before `{symbol}` wherever the statement names it (`SELECT`, `ON`, `WHERE`, `ORDER BY`), `{first_name}.{symbol}` for that of `{first_table}`; query builders and ORMs have a function for the qualified name."],
    );
}

fn syntax(token: &str, statement: &str, failure: &mut Failure) {
    let dotted = statement.split([' ', '(', ',']).find(|word| word.matches('.').count() > 1 && !word.contains('\''));
    if let Some(name) = dotted.filter(|_| token == ".") {
        failure.details.insert("dotted".to_owned(), name.to_owned());
        return failure.say(
            "`{dotted}` is used as a name in the statement, and SQLite reads dots as `database.table.column`, of which there can be no more. It looks like a package in front of the name: usually a renaming of the package replaced text within the SQL as well.",
            &["Search the sources for `{dotted}` and write only the last part of the name into the statement, here and wherever else the renaming changed SQL."],
        );
    }
    let word = token.to_lowercase();
    if !RESERVED.contains(&word.as_str()) || !is_name(token, statement) {
        return;
    }
    failure.details.insert("token".to_owned(), token.to_owned());
    failure.say(
        "`{token}` is a word of SQL, and the statement uses it as the name of a table or column, which SQLite does not take without quotes (syntax error).",
        &[
            "Rename it (`{token}s`, `{token}_name`), or quote it wherever it stands: `\"{token}\"` (in Room, backticks in queries and `@ColumnInfo(name = …)` with another name).",
        ],
    );
}

/// Whether the word stands where a name must: behind the word that a name follows, or before a column's type.
fn is_name(token: &str, statement: &str) -> bool {
    let words: Vec<String> =
        statement.split_whitespace().map(|word| word.trim_matches(['(', ')', ',']).to_lowercase()).collect();
    let token = token.to_lowercase();
    let before = ["table", "exists", "into", "update", "from", "join"];
    let after = ["text", "integer", "real", "blob", "int", "varchar", "numeric", "boolean"];
    words.iter().enumerate().any(|(at, word)| {
        *word == token
            && (at > 0 && before.contains(&words[at - 1].as_str()) && token != "not" && token != "if"
                || words.get(at + 1).is_some_and(|next| after.iter().any(|kind| next.starts_with(kind))))
    })
}

fn column(column: &str, statement: &str, in_test: bool, failure: &mut Failure) {
    let compact = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    let place = |operator: &str| compact.find(&format!("{operator}{column}"));
    let operators =
        ["=", "= ", "<>", "<> ", "!=", "!= ", "LIKE ", "like ", "VALUES (", "VALUES(", "values(", "IN (", "in ("];
    let ends = |at: usize| !compact[at..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let value = operators.iter().any(|one| place(one).is_some_and(|at| ends(at + one.len() + column.len())));
    let once = compact.matches(column).count() == 1;
    if value && once && !column.contains('.') {
        return failure.say(
            "`{symbol}` is meant as a value, but stands in the SQL without quotes, so SQLite looks for a column of that name.",
            &[
                "Put a placeholder there and hand the value over apart: `… = ?` with `arrayOf(value)` as `selectionArgs` (`query`, `rawQuery`, `update` and `delete` all take them). That also spares quotes in the value and SQL injection.",
            ],
        );
    }
    if !failure.details.contains_key("table") {
        return;
    }
    if in_test {
        return failure.say(
            "The query names the column `{symbol}`, which the `CREATE TABLE` of `{table}` does not have under that name: a Robolectric test makes the database anew, so no older file is in the way.",
            &["Compare `{symbol}` with the `CREATE TABLE` of `{table}` that `onCreate` runs: a typing error, or a missing space or comma between two columns; for files that users have, add it in `onUpgrade` as well."],
        );
    }
    failure.say(
        "The query names the column `{symbol}`, which the table `{table}` in this device's file does not have: either the file was made by an earlier version of the app, since `CREATE TABLE` runs only for a new one, or the name is written otherwise there.",
        &[
            "In development uninstall the app (or clear its data) once; if it then works, raise the version and add the column for existing files: `ALTER TABLE {table} ADD COLUMN {symbol} …` in `onUpgrade` or a migration.",
            "If it stays, compare the name with the `CREATE TABLE` of `{table}`: a typing error, or a missing space or comma between two columns there.",
        ],
    );
}

fn table_in_test(failure: &mut Failure) {
    failure.say(
        "`onCreate` of the database's helper does not create the table `{symbol}`: a Robolectric test makes the database anew, so no older file is in the way.",
        &["Create `{symbol}` in `onCreate`, or compare its name there with the query's (`\"CREATE TABLE\" + NAME` lacks a space; another helper or file name opens another database); for files that users have, create it in `onUpgrade` as well."],
    );
}

fn table(scene: &Scene<'_>, failure: &mut Failure) {
    let classes = || scene.sections.iter().flat_map(|one| &one.frames).map(|frame| frame.class.as_str());
    let maker = MAKERS.iter().find(|(start, ..)| classes().any(|class| class.starts_with(start)));
    if let Some((_, name, fix)) = maker {
        failure.details.insert("table_maker".to_owned(), (*name).to_owned());
        let fix = fix.replace('{', "{{").replace('}', "}}");
        return failure.say(
            "The database file on this device has no table `{symbol}`. {table_maker} makes tables when it makes the file or when the version is raised: the file is older than the entity, or {table_maker} did not find the entity.",
            &[&fix, "In development uninstall the app (or clear its data) once: if it then works, only the existing files lack it."],
        );
    }
    failure.say(
        "The database file on this device has no table `{symbol}`: `onCreate` runs only when there is no file yet, so a file that an earlier version of the app made (or that was opened empty before a shipped one was copied) does not get it.",
        &[
            "In development uninstall the app (or clear its data) once; if it then works, raise the version of the database and create `{symbol}` in `onUpgrade` as well.",
            "If it stays, `onCreate` does not create it: a statement there fails, the name is another (`\"CREATE TABLE\" + NAME` without a space), or another file is opened than the one that has it.",
        ],
    );
}

fn has_no_column(scene: &Scene<'_>, failure: &mut Failure) {
    let name = failure.message.split("has no column named ").nth(1).unwrap_or_default();
    let column: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    failure.details.insert("lacking_column".to_owned(), column);
    let room = scene.sections.iter().flat_map(|one| &one.frames).any(|frame| frame.class.starts_with("androidx.room."));
    let place = if room { "a `Migration`" } else { "`onUpgrade`" };
    let first = format!(
        "In development uninstall the app (or clear its data) once; for those who have the app raise the version and run `ALTER TABLE {{symbol}} ADD COLUMN {{lacking_column}} …` in {place}."
    );
    failure.say(
        "A row with a value for `{lacking_column}` is written to the table `{symbol}`, which has no such column in this device's file: the file was made before the column was added to `CREATE TABLE`, which runs only for a new file.",
        &[
            &first,
            "If new installations fail as well, `CREATE TABLE {symbol}` lacks it: look for a missing space or comma (`\"name TEXT\" + \"{lacking_column} …\"`) or another spelling.",
        ],
    );
}

fn twice(failure: &mut Failure) {
    let name = failure.message.split("duplicate column name: ").nth(1).unwrap_or_default();
    let column: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    failure.details.insert("added_column".to_owned(), column);
    failure.say(
        "The migration adds the column `{added_column}`, which the table has already: `onCreate` makes it for new files and `onUpgrade` runs for them, too; or the migration ran before in part (it failed behind this statement), or runs for versions that have it.",
        &[
            "Let each step run only from the versions that lack the column (`if (oldVersion < n)`), let the number given to the helper be the one that `onCreate` makes, and look for a second place that adds it.",
            "For files that are in both states ask first: `PRAGMA table_info(…)`, and add the column only where it is missing.",
        ],
    );
}

#[cfg(test)]
mod tests {
    fn told(message: &str, frames: &str) -> String {
        let log = format!(
            "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\nandroid.database.sqlite.SQLiteException: {message}\n\tat android.database.sqlite.SQLiteConnection.nativePrepareStatement(Native Method)\n{frames}\tat net.oak.basket.Db.load(Db.kt:9)\n"
        );
        crate::explain::answer(&log)
    }

    #[test]
    fn a_text_without_quotes_is_no_missing_column() {
        let value = told("no such column: oak (code 1): , while compiling: SELECT * FROM shelf WHERE name = oak", "");
        assert!(value.contains("meant as a value") && value.contains("selectionArgs"), "{value}");
        let column = told("no such column: price (code 1): , while compiling: SELECT price FROM shelf", "");
        assert!(column.contains("ALTER TABLE shelf ADD COLUMN price"), "{column}");
        let left = told("no such column: oak (code 1): , while compiling: SELECT * FROM shelf WHERE oak = 3", "");
        assert!(!left.contains("meant as a value"), "{left}");
    }

    #[test]
    fn words_of_sql_and_packages_are_no_names() {
        let word =
            told("near \"order\": syntax error (code 1): , while compiling: CREATE TABLE order (id INTEGER)", "");
        assert!(word.contains("a word of SQL"), "{word}");
        let place =
            told("near \"order\": syntax error (code 1): , while compiling: SELECT * FROM shelf WHERE order by id", "");
        assert!(!place.contains("a word of SQL"), "{place}");
        let dotted =
            told("near \".\": syntax error (code 1): , while compiling: CREATE TABLE net.oak.shelf (id INTEGER)", "");
        assert!(dotted.contains("only the last part of the name"), "{dotted}");
    }

    #[test]
    fn a_column_of_two_tables_is_told_with_the_name_of_one() {
        let joined = |from: &str| {
            told(
                &format!(
                    "ambiguous column name: code (code 1): , while compiling: SELECT * FROM {from} WHERE code = 3"
                ),
                "",
            )
        };
        for (from, named) in [
            ("`Shelf` AS `s1` LEFT OUTER JOIN `Book` AS `b2` ON s1.id = b2.shelf", "`s1.code` for that of `Shelf`"),
            ("shelf s INNER JOIN book b ON s.id = b.shelf", "`s.code` for that of `shelf`"),
            ("shelf, book", "`shelf.code` for that of `shelf`"),
            ("shelf JOIN book USING (id)", "`shelf.code` for that of `shelf`"),
        ] {
            let told = joined(from);
            assert!(told.contains(named) && told.contains("more than one of the tables"), "{told}");
        }
        let cut = told("ambiguous column name: code (code 1)", "");
        assert!(cut.contains("`table.code`"), "{cut}");
    }

    #[test]
    fn what_a_statement_does_wrong_is_told_by_its_own_words() {
        for (message, says) in [
            (
                "misuse of aggregate: SUM() (code 1): , while compiling: SELECT id FROM shelf WHERE SUM(n) > 3",
                "`HAVING`",
            ),
            (
                "2 values for 3 columns (code 1): , while compiling: INSERT INTO shelf(a,b,c) VALUES (1,2)",
                "3 columns and gives 2 values",
            ),
            ("2 values for 3 columns (code 1)", "3 columns and gives 2 values"),
            ("wrong number of arguments to function SUBSTR() (code 1 SQLITE_ERROR)", "`SUBSTR()`"),
            ("foreign key mismatch - \"book\" referencing \"shelf\" (code 1 SQLITE_ERROR)", "unique index"),
            ("no such function: shelf_rank (code 1 SQLITE_ERROR)", "`shelf_rank`"),
            (
                "unrecognized token: \"12ab\" (code 1): , while compiling: DELETE FROM shelf WHERE code=12ab",
                "`bindArgs`",
            ),
        ] {
            let told = told(message, "");
            assert!(told.contains(says) && !told.contains("refuses"), "{message}: {told}");
        }
    }

    #[test]
    fn who_makes_tables_decides_how_one_is_added() {
        let sugar = told("no such table: SHELF (code 1)", "\tat com.orm.SugarRecord.find(SugarRecord.java:208)\n");
        assert!(sugar.contains("`VERSION`") && sugar.contains("Sugar ORM"), "{sugar}");
        let plain = told("no such table: SHELF (code 1)", "");
        assert!(plain.contains("`onUpgrade` as well"), "{plain}");
        let column = told("table shelf has no column named price (code 1): , while compiling: INSERT INTO shelf", "");
        assert!(column.contains("ADD COLUMN price"), "{column}");
    }
}
