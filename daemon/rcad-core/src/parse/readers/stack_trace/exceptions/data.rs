//! Databases and serialization. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

const MIGRATE: &str = "Raise the database version and add a migration (`Migration(n, n+1)` with the fitting ALTER/CREATE TABLE, or in SQLiteOpenHelper `onUpgrade`); in development clear the app's data or use `fallbackToDestructiveMigration()`.";

const SQLITE: &str = "Write the statement without it for devices below that version, or use a SQLite that the app brings itself (`androidx.sqlite:sqlite-bundled`).";

const NOT_JSON: &str = "Look at the status before decoding (Ktor `expectSuccess = true` or `response.status`, Retrofit `response.isSuccessful`), and handle what is no success.";
const RAW_TEXT: &str =
    "Log the address and the text that came, and correct what leads there: the URL, a missing token, the server.";

/// An object without properties came.
const EMPTY_JSON: &str = "Look at the JSON that really came. A client has to send an object with `{symbol}` as its body (`JSON.stringify({{…}})`, `Content-Type: application/json`), not form data.";

const OPTIONAL_IN_KOTLIN: &str =
    "Only if `{symbol}` may really be missing, declare it nullable in `{type}`, or give it a default.";

/// Several joined tables have the column; `decide/sqlite/statements.rs` adds the name of the first, where the statement is there.
pub const AMBIGUOUS_COLUMN: &str = "The statement names the column `{symbol}` without its table, and more than one of the tables that it joins has such a column (ambiguous column name): SQLite cannot tell which is meant.";

/// The table.
pub static RULES: Rules = Rules::new(&[
    // SQLite
    rule(Category::RuntimeSqliteRoom, r"no such table: (?P<symbol>[A-Za-z0-9_.]+)")
        .means("The table `{symbol}` does not exist in the database on this device: it was never created (onCreate did not run again for an existing file) or has another name.")
        .fix(&["Create `{symbol}` in `onCreate`, and for existing installations in `onUpgrade` or a Room migration with a raised version; in development clear the app's data.", "Check the table name in the query."]),
    rule(Category::RuntimeSqliteRoom, r"no such column: (?P<symbol>[A-Za-z0-9_.]+)(?:.*while compiling: .*?(?:FROM|INTO|UPDATE) +(?P<table>[A-Za-z0-9_]+))?")
        .means("The query names the column `{symbol}`, which the table {table} does not have.")
        .fix(&["Correct the column `{symbol}` in the query, or add it to the table's schema with a raised version and a migration."]),
    rule(Category::RuntimeSqliteRoom, r"no such column: (?P<symbol>[A-Za-z0-9_.]+)")
        .means("The query names the column `{symbol}`, which its table does not have.")
        .fix(&["Correct the column `{symbol}` in the query (quote string values), or add it to the schema with a migration."]),
    rule(Category::RuntimeSqliteRoom, r"table (?P<symbol>[A-Za-z0-9_]+) has (?:no column named (?P<column>[A-Za-z0-9_]+)|(?P<columns>[0-9]+) columns but (?P<values>[0-9]+) values were supplied)")
        .means("The table `{symbol}` on the device has other columns than the statement expects ({column}): its schema is older than the code.")
        .fix(&[MIGRATE]),
    // SQL that newer versions of SQLite know, by the word at which an older one stops
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<token>ON)": syntax error.*?INSERT (?:OR [A-Z]+ )?INTO\s+[`"\[]?(?P<symbol>[A-Za-z0-9_]+)"#)
        .means("This device's SQLite is too old for the upsert (`INSERT INTO {symbol} … ON CONFLICT … DO UPDATE`) and stops at its \"ON\" (syntax error): it needs SQLite 3.24, which Android has from 11 (API 30) on.")
        .fix(&["Write `INSERT OR IGNORE` and then `UPDATE` in one transaction (Room's `@Upsert` does the same), or use a SQLite that the app brings itself (`androidx.sqlite:sqlite-bundled`)."]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<symbol>\()": syntax error.*\bOVER *\("#)
        .means("This device's SQLite does not know window functions (`… OVER (…)`; syntax error near \"(\"): they need SQLite 3.25, which Android has from 11 (API 30) on.")
        .fix(&[SQLITE]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<symbol>RETURNING)": syntax error"#)
        .means("This device's SQLite does not know `RETURNING` (syntax error): it needs SQLite 3.35, which Android has from 14 (API 34) on.")
        .fix(&[SQLITE]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<symbol>DROP)": syntax error.*ALTER TABLE"#)
        .means("This device's SQLite cannot drop a column (`ALTER TABLE … DROP COLUMN`; syntax error near \"DROP\"): that needs SQLite 3.35, which Android has from 14 (API 34) on.")
        .fix(&["In the migration create a new table without the column, copy the rows, drop the old table and rename the new one."]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<symbol>COLUMN)": syntax error.*ALTER TABLE.*RENAME"#)
        .means("This device's SQLite cannot rename a column (`ALTER TABLE … RENAME COLUMN`; syntax error near \"COLUMN\"): that needs SQLite 3.25, which Android has from 11 (API 30) on.")
        .fix(&["In the migration create a new table with the new name of the column, copy the rows, drop the old table and rename the new one."]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<token>[^"]+)": syntax error.*?(?:(?:INSERT (?:OR [A-Z]+ )?INTO|FROM|UPDATE(?: OR [A-Z]+)?|CREATE (?:TEMP )?TABLE(?: IF(?: NOT)?(?: EXISTS?)?)?|ALTER TABLE|DELETE FROM|INTO|JOIN)\s+[`"\[]?)(?P<symbol>[A-Za-z0-9_]+)"#)
        .means("The SQL statement on `{symbol}` does not compile: syntax error near \"{token}\". Either it is wrong, or this device's (older Android version's) SQLite does not support it, as with upsert (ON CONFLICT … DO UPDATE) before Android 11.")
        .fix(&["Correct the statement near \"{token}\": spaces between words, quotes around reserved names, no syntax newer than the SQLite of minSdk; or bundle a newer SQLite driver."]),
    rule(Category::RuntimeSqliteRoom, r#"near "(?P<symbol>[^"]+)": syntax error"#)
        .means("An SQL statement does not compile: syntax error near \"{symbol}\".")
        .fix(&["Correct the statement near \"{symbol}\": spaces between words, quotes around reserved names, no syntax newer than the SQLite of minSdk."]),
    rule(Category::RuntimeSqliteRoom, r"(?P<constraint>UNIQUE|NOT NULL|CHECK|PRIMARY KEY) constraint failed: (?P<symbol>[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)?)")
        .means("A row breaks the {constraint} constraint of `{symbol}`.")
        .fix(&["Check the value for `{symbol}` before the insert, or choose what a conflict does: `@Insert(onConflict = OnConflictStrategy.REPLACE)`, `@Upsert`."]),
    rule(Category::RuntimeSqliteRoom, r"(?P<symbol>FOREIGN KEY) constraint failed")
        .means("An insert, upsert or delete breaks a foreign key constraint (787): a row refers to a parent row that does not exist, or a parent that is still referenced is deleted.")
        .fix(&["Insert the parent first, or declare `onDelete = ForeignKey.CASCADE`; with `OnConflictStrategy.REPLACE` the parent is deleted and inserted again: use `@Upsert`."]),
    // `ambiguous column name: id (code 1): , while compiling: SELECT …`
    rule(Category::RuntimeSqliteRoom, r"ambiguous column name: (?P<symbol>[A-Za-z0-9_.]+)")
        .means(AMBIGUOUS_COLUMN)
        .fix(&["Write the table or its alias before `{symbol}` wherever the statement names it (`SELECT`, `ON`, `WHERE`, `ORDER BY`): `table.{symbol}`; query builders and ORMs have a function for the qualified name."]),
    // `misuse of aggregate: SUM() (code 1)`, `misuse of aggregate function COUNT()`
    rule(Category::RuntimeSqliteRoom, r"misuse of (?P<kind>aggregate|window)(?: function|: )? ?(?P<symbol>[A-Za-z0-9_]+)\(\)")
        .means("The statement uses the {kind} function `{symbol}()` where SQLite has no group of rows for it: in `WHERE`, in `ON`, or within another such function.")
        .fix(&["Move the condition with `{symbol}()` from `WHERE` to `HAVING` (behind `GROUP BY`), or compute it in a subquery."]),
    // `2 values for 3 columns (code 1)`
    rule(Category::RuntimeSqliteRoom, r"(?P<values>[0-9]+) values for (?P<columns>[0-9]+) columns(?:.*?INTO\s+[`\x22\[]?(?P<symbol>[A-Za-z0-9_]+))?")
        .means("The INSERT lists {columns} columns and gives {values} values.")
        .fix(&["Give each listed column one value: count the names behind the table and the values (or `?`) behind `VALUES`; a comma within a text that is not quoted makes two of one."]),
    rule(Category::RuntimeSqliteRoom, r"wrong number of arguments to function (?P<symbol>[A-Za-z0-9_]+)\(\)")
        .means("The statement calls SQLite's function `{symbol}()` with a number of arguments that it does not take on this device.")
        .fix(&["Compare the call of `{symbol}()` with SQLite's documentation; a form that takes more arguments may be newer than the SQLite of this Android version."]),
    // `foreign key mismatch - "book" referencing "shelf"`
    rule(Category::RuntimeSqliteRoom, r#"foreign key mismatch - "(?P<symbol>[^"]+)" referencing "(?P<parent>[^"]+)""#)
        .means("A foreign key of `{symbol}` refers to columns of `{parent}` that are neither its primary key nor have a unique index just for them (foreign key mismatch).")
        .fix(&["Let the key refer to the primary key of `{parent}`, or put a unique index on exactly the columns that it names (Room: `@Index(value = [\"…\"], unique = true)`), with a migration for existing files."]),
    // `no such function: shelf_rank (code 1)`: of SQLite's own, a rule says the version
    rule(Category::RuntimeSqliteRoom, r"no such function: (?P<symbol>[A-Za-z0-9_]+)")
        .means("The statement calls the function `{symbol}`, which the SQLite of this device does not have: its name is written otherwise, a later version or an extension brings it, or it is a text without quotes before a parenthesis.")
        .fix(&["Check the name `{symbol}` against SQLite's documentation; compute the value in code where older devices lack it, or use a SQLite that the app brings itself (`androidx.sqlite:sqlite-bundled`)."]),
    // `unrecognized token: "'oak"`
    rule(Category::RuntimeSqliteRoom, r#"unrecognized token: "(?P<symbol>[^"\n]+)"#)
        .means("An SQL statement does not compile: SQLite cannot read it from “{symbol}” on. That is mostly a value that was written into the statement: a text whose quotes are missing, or that has a quote of its own, or a date or code that begins with digits.")
        .fix(&["Put `?` into the statement and hand the values over apart (`selectionArgs`, `bindArgs`, in Room `:name`): then neither quotes nor special characters matter."]),
    rule(Category::RuntimeSqliteRoom, r"table (?P<symbol>[^ ]+) already exists|duplicate column name: (?P<column>[A-Za-z0-9_]+)")
        .means("A migration or onCreate creates what the database already has: {message}.")
        .fix(&["Use `CREATE TABLE IF NOT EXISTS`, and check that the migration runs only from the version it is for."]),
    rule(Category::RuntimeSqliteRoom, r"Can't (?P<direction>downgrade|upgrade) (?:read-only )?database from version (?P<from>[0-9]+) to (?P<to>[0-9]+)")
        .means("The database on the device has version {from}, the code wants {to}, and nothing handles the {direction}.")
        .fix(&["Keep the version number at {from} or higher, or override `onDowngrade` (`fallbackToDestructiveMigrationOnDowngrade()` in Room)."]),
    rule(Category::RuntimeSqliteRoom, r"database is locked|SQLITE_BUSY")
        .means("The database is locked by another connection.")
        .fix(&["Use one shared SQLiteOpenHelper or RoomDatabase (a singleton), and keep transactions short."]),
    rule(Category::RuntimeSqliteRoom, r"attempt to re-open an already-closed object|connection pool has been closed|database (?P<symbol>[^ ]+) is not open|(?:[Dd]atabase|[Ss]tatement|[Cc]ursor|SQLite[A-Za-z]*|[Pp]ool)\b[^\n]{0,80}already closed")
        .means("The database (or a statement of it) is used after it was closed.")
        .fix(&["Do not call `close()` on a shared database while others use it; keep one instance open for the app's life."]),
    rule(Category::RuntimeSqliteRoom, r"(?:unable to open database file|Cannot open database|[Cc]ould not open (?:the )?database|SQLITE_CANTOPEN|attempt to write a readonly database|SQLITE_READONLY|database disk image is malformed|file is (?:encrypted or is )?not a database|disk I/O error|database or disk is full)")
        .means("The database file cannot be opened or used: {message}. Its file or folder is missing or may not be written, the storage is full, or it is no (or a damaged) database.")
        .fix(&["Check the file's path and rights, that the disk is not full, that a shipped or encrypted file is opened with the right driver and key; delete a corrupt file."]),
    rule(Category::RuntimeSqliteRoom, r"Row too big to fit into CursorWindow|SQLiteBlobTooBigException")
        .means("A single row of the result is larger than the window through which rows are read (CursorWindow, 2 MB). Such a row can be written, but not read back.")
        .fix(&["Do not keep large blobs and texts in the table: store them as files and their path in the row; to get at a row that is already too large, read the column in pieces (`substr(column, 1, 1000000)`) and leave it out of the `SELECT`, or delete the row."]),
    rule(Category::RuntimeSqliteRoom, r"CursorWindow(?:Allocation)?(?:Exception)?: .*(?:allocat|could not be created)")
        .means("No memory could be had for another cursor window (2 MB each): too many cursors are open, as a rule because they are not closed.")
        .fix(&["Close every cursor (`cursor.use { }`, or let Room do it), also on an early return and when an exception is thrown."]),
    rule(Category::RuntimeSqliteRoom, r"Couldn't read row (?P<row>-?[0-9]+), col (?P<cell>-?[0-9]+) from CursorWindow")
        .means("The cursor is read at row {row}, column {cell}, which it does not have: the column is not in the query, or the cursor was not moved.")
        .fix(&["Check the column's name (`getColumnIndexOrThrow`) and call `moveToFirst()` before reading."]),
    rule(Category::RuntimeIndex, r"CursorIndexOutOfBoundsException: (?P<where>Before first row|After last row)")
        .means("A cursor is read while it stands on no row: {where}.")
        .fix(&["Call `moveToFirst()` (or loop with `while (cursor.moveToNext())`) and check its result before reading; an empty result is the usual case."]),
    rule(Category::RuntimeSqliteRoom, r"column '(?P<symbol>[^']+)' does not exist")
        .means("The cursor has no column `{symbol}`.")
        .fix(&["Select `{symbol}` in the query; a CursorAdapter needs a column named `_id`."]),
    rule(Category::RuntimeSqliteRoom, r"(?:bind or column index out of range|Cannot bind argument at index [0-9]+|Too many bind arguments|the bind value at index (?P<index>[0-9]+) is null)")
        .means("The arguments of an SQL statement do not fit its placeholders: {message}.")
        .fix(&["Count the `?` of the statement and the arguments; do not quote the placeholders."]),
    // Room
    rule(Category::RuntimeSqliteRoom, r"Room cannot verify the data integrity\.(?:.*Expected identity hash: (?P<expected>[0-9a-f]+), found: (?P<actual>[0-9a-f]+))?")
        .means("Room cannot verify the data integrity: the schema (an entity) was changed without raising the database version.")
        .fix(&["Raise `version` in `@Database` and add a migration; in development clear the app's data or use `fallbackToDestructiveMigration()`. A backup (`allowBackup`) may restore an old file."]),
    rule(Category::RuntimeSqliteRoom, r"A migration from (?P<from>[0-9]+) to (?P<to>[0-9]+) was required but not found")
        .means("Room needs a migration from version {from} to {to} of the database, and none was added.")
        .fix(&["Add `Migration({from}, {to})` with `addMigrations(…)` (or an `@AutoMigration`), or allow `fallbackToDestructiveMigration()`."]),
    rule(Category::RuntimeSqliteRoom, r"Pre-packaged database has an invalid schema: (?P<symbol>[A-Za-z0-9_]+)")
        .means("In the database that is shipped with the app (`createFromAsset`, `createFromFile`) the table `{symbol}` is not as Room's entity declares it: compare Expected and Found (types, NOT NULL, defaults, indices).")
        .fix(&["Make the shipped file anew with the `CREATE TABLE` of the exported schema JSON for `{symbol}`, or let the entity declare what the file has (`@ColumnInfo(defaultValue = …)`, nullable types, `@Index`); then uninstall the app, since the file is copied only once."]),
    rule(Category::RuntimeSqliteRoom, r"Migration didn't properly handle:? (?P<symbol>[A-Za-z0-9_]+)(?:\((?P<entity>[A-Za-z0-9_.$]+)\))?")
        .means("After the migration the table `{symbol}` is not as Room's entity declares it: compare Expected and Found (types, NOT NULL, defaults, indices).")
        .fix(&["Let the SQL of the migration produce exactly the expected columns of `{symbol}` (the exported schema JSON shows the statement), or correct the entity and its indices."]),
    rule(Category::RuntimeSqliteRoom, r"Cannot access database on the main thread")
        .means("A Room query runs on the main thread in `{at}`, which could lock the UI.")
        .fix(&["Make the DAO function `suspend` (or return a Flow) and call it from `viewModelScope.launch`/`withContext(Dispatchers.IO)`; `allowMainThreadQueries()` is for tests only."]),
    rule(Category::RuntimeSqliteRoom, r"[Cc]annot find implementation for (?P<symbol>[A-Za-z0-9_.$]+)\. [A-Za-z0-9_]+ does not exist")
        .means("Room's generated class `{symbol}_Impl` does not exist: the annotation processor did not run.")
        .fix(&["Add the compiler: `ksp(\"androidx.room:room-compiler:…\")` (or `kapt`, with its plugin applied; `annotationProcessor` is for Java only), and keep `{symbol}_Impl` in R8's rules."]),
    rule(Category::RuntimeSqliteRoom, r"EmptyResultSetException: (?P<why>.*)|Cannot access database on a different coroutine context|The database is not (?:open|initialized)")
        .means("The database is not used as Room expects: {message}.")
        .fix(&["Return a nullable type or `Maybe` where a query may find nothing; keep a transaction in one coroutine (`withTransaction`)."]),
    // kotlinx.serialization
    rule(Category::RuntimeSerialization, r"(?:Field|Fields) '?\[?(?P<symbol>[A-Za-z0-9_, ]+)'?\]? (?:is|are) required for type with serial name '(?P<type>[^']+)'")
        .means("The JSON has no field `{symbol}`, which the class {type} requires.")
        .fix(&["Give the property `{symbol}` of {type} a default value (or make it nullable with `= null`), or correct its `@SerialName`."]),
    rule(Category::RuntimeSerialization, r"Encountered an unknown key '(?P<symbol>[^']+)'")
        .means("The JSON has the key `{symbol}`, which the class does not declare.")
        .fix(&["Use `Json {{ ignoreUnknownKeys = true }}`, or declare `{symbol}`."]),
    rule(Category::RuntimeSerialization, r"Serializer for class '(?P<symbol>[a-z]{1,2}[0-9]?)' is not found")
        .means("The class is called `{symbol}`, so the build is minified: R8 renamed or removed what the look-up of its serializer needs.")
        .fix(&[
            "Look up `{symbol}` in mapping.txt, and see whether a debug build works: then upgrade kotlinx.serialization to 1.5 or later, whose jar brings the rules for R8, or pass the serializer itself (`X.serializer()`).",
            "If the debug build fails, too, the class lacks `@Serializable`, or its module the plugin `org.jetbrains.kotlin.plugin.serialization`.",
        ]),
    rule(Category::RuntimeSerialization, r"Serializer for class '(?P<symbol>[^']+)' is not found")
        .means("`{symbol}` has no serializer: it is not annotated `@Serializable`, or the serialization compiler plugin is not applied.")
        .fix(&["Annotate `{symbol}` with `@Serializable` and apply `kotlin(\"plugin.serialization\")` in the module that declares it; keep its `serializer()` in R8's rules."]),
    rule(Category::RuntimeSerialization, r"JsonDecodingException: .*had '<' instead.*<title>\s*(?P<title>[^<]{1,80}?)\s*</title>")
        .means("What was to be decoded is an HTML page (“{title}”) and no JSON: a server, a proxy or a sign-in page answered in place of the API.")
        .fix(&[NOT_JSON, RAW_TEXT]),
    rule(Category::RuntimeSerialization, r"JsonDecodingException: .*(?:had '<' instead|JSON input: <)")
        .means("What was to be decoded begins with `<`, so it is HTML or XML and no JSON: usually an error page, a sign-in page or a wrong address answered in place of the API.")
        .fix(&[NOT_JSON, RAW_TEXT]),
    rule(Category::RuntimeSerialization, r"JsonDecodingException: (?P<why>(?:Expected|Unexpected) [^\n]+?)(?: JSON input: .*)?$")
        .means("The JSON does not have the shape that the class requires: {why}.")
        .fix(&["Compare the text that came (log it) with the class: an error page, an empty answer, or another type than declared; `isLenient`, `coerceInputValues` or a serializer of one's own for what may differ."]),
    rule(Category::RuntimeSerialization, r"(?:Class|Serializer for subclass) '(?P<symbol>[^']+)' is not (?:registered for polymorphic serialization|found) in the(?: polymorphic)? scope|Polymorphic serializer was not found for (?:class discriminator|missing class discriminator) \(?'?(?P<discriminator>[^')]*)")
        .means("A subclass is not known to the polymorphic serializer: {message}.")
        .fix(&["Make the base class `sealed` and `@Serializable`, or register the subclass in a `SerializersModule {{ polymorphic(Base::class) {{ subclass(…) }} }}`."]),
    // Gson and the readers like it
    rule(Category::RuntimeSerialization, r#"JsonSyntaxException: java\.lang\.NumberFormatException: For input string: "(?P<text>[^"\n]*)""#)
        .means("The JSON has \"{text}\" where a field of the class is a number of another kind: a text, an empty text, or a fraction for an `Int`.")
        .fix(&["Declare that field as it is sent (`Double` for fractions, `String` for texts), or let the server send a fitting number; log the body to see which field it is."]),
    rule(Category::RuntimeSerialization, r"Expected (?:a |an )?(?P<expected>BEGIN_OBJECT|BEGIN_ARRAY|[a-z]+|STRING|NUMBER|BOOLEAN|END_DOCUMENT) but was (?P<actual>BEGIN_OBJECT|BEGIN_ARRAY|STRING|NUMBER|BOOLEAN|NULL|END_DOCUMENT|END_ARRAY|END_OBJECT)(?: at (?P<where>.*?path (?P<path>[^ ]+)|path .*|line .*))?")
        .means("The JSON has another shape than the class: the reader expects {expected} where the server's answer has {actual}. With STRING at the very start the server answered with text or HTML (an error page, a wrong URL) instead of a JSON object.")
        .fix(&["Compare the server's response with the class: a list needs `List<T>` (BEGIN_ARRAY), an object a class (BEGIN_OBJECT). Log the raw body and check the HTTP status and content type before parsing.", "Catch JsonSyntaxException at {name}:{line} and handle a wrong answer."]),
    rule(Category::RuntimeSerialization, r"Use JsonReader\.setLenient\(true\) to accept malformed JSON|MalformedJsonException: (?P<why>.+)|End of input at (?:line|character)|Unterminated (?:object|array|string)")
        .means("The text is no valid JSON: the server answered with something else (HTML, plain text, an empty body) or the text is cut off: {message}.")
        .fix(&["Log the raw response and check the HTTP status and the URL before parsing; an empty body needs a converter that accepts it."]),
    rule(Category::RuntimeSerialization, r"(?:Unable to (?:invoke no-args constructor for|create (?:converter|instance) (?:for|of)) (?:class |interface )?|Abstract class(?:es)? can't be instantiated!.*[Cc]lass name: |Interface can't be instantiated!.*Interface name: |Platform class |Cannot serialize Kotlin type |No JsonAdapter for |Cannot construct instance of `?)(?P<symbol>[A-Za-z0-9_.$<>]*[A-Za-z0-9_$>])")
        .means("No adapter can make a `{symbol}`: it is an interface or abstract, lacks a constructor, or the JSON library's Kotlin support is missing.")
        .fix(&["Register an adapter or converter for `{symbol}` (Moshi: `KotlinJsonAdapterFactory` or `@JsonClass(generateAdapter = true)` with KSP; Jackson: `jackson-module-kotlin`; Retrofit: `addConverterFactory(…)`), and keep the class in R8's rules."]),
    rule(Category::RuntimeSerialization, r"TypeToken (?:must be created with a type argument|type argument must not contain a type variable)|Missing type parameter")
        .means("Gson's TypeToken has lost its type argument: the shrinker removed the generic signature.")
        .fix(&["Keep signatures in R8's rules: `-keepattributes Signature` and `-keep class * extends com.google.gson.reflect.TypeToken`, or update Gson to 2.11, which brings these rules."]),
    rule(Category::RuntimeSerialization, r"class (?P<symbol>[A-Za-z0-9_.$]+) declares multiple JSON fields named '?(?P<field>[^' ;]+)")
        .means("`{symbol}` declares the JSON field {field} twice (in a superclass, or by R8's renaming).")
        .fix(&["Rename one with `@SerializedName`, or mark it `@Transient`."]),
    rule(Category::RuntimeSerialization, r"(?:Required value|Non-null value) '(?P<symbol>[^']+)'(?: \(JSON name '(?P<field>[^']+)'\))? (?:missing|was null) at (?P<path>[^ ]+)")
        .means("The JSON has no value for `{symbol}` at {path}, which is non-null in the class.")
        .fix(&["Make `{symbol}` nullable or give it a default value, or correct its `@Json(name = …)`."]),
    rule(Category::RuntimeSerialization, r#"Unrecognized field "(?P<symbol>[^"]+)" \(class (?P<type>[A-Za-z0-9_.$]+)\)"#)
        .means("The JSON has the field `{symbol}`, which {type} does not declare.")
        .fix(&["Add `@JsonIgnoreProperties(ignoreUnknown = true)` to {type}, switch FAIL_ON_UNKNOWN_PROPERTIES off, or declare `{symbol}`."]),
    rule(Category::RuntimeSerialization, r#"Cannot deserialize value of type `(?P<symbol>[A-Za-z0-9_.$]+)` from String "(?P<value>[^"]*)": not one of the values accepted for Enum class: \[(?P<known>[^\]]*)\]"#)
        .means("The JSON has the text \"{value}\" where the enum `{symbol}` is read, which has only {known}.")
        .fix(&["Send one of these values (the case counts), or let the enum know the other one (`@JsonProperty(\"{value}\")` on a constant, `@JsonCreator`); what is not known can be read as a default (`READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE` with `@JsonEnumDefaultValue`)."]),
    rule(Category::RuntimeSerialization, r#"Cannot deserialize value of type `(?P<symbol>java\.(?:time\.[A-Za-z]+|util\.Date))` from String "(?P<value>[^"]*)""#)
        .means("The JSON has the text \"{value}\" where a `{symbol}` is read: it is written in another form than the field's, which is ISO 8601 unless something else is declared.")
        .fix(&["Annotate the field with the form that is sent, `@JsonFormat(pattern = \"…\")` made for \"{value}\", or let the client send ISO 8601 (`2024-03-31`, `2024-03-31T09:30:00Z`)."]),
    rule(Category::RuntimeSerialization, r#"Cannot deserialize value of type `(?P<symbol>[A-Za-z0-9_.$]+)` from String "(?P<value>[^"]*)": not a valid"#)
        .means("The JSON has the text \"{value}\" where a `{symbol}` is read, and it is none.")
        .fix(&["Send a value that fits (an empty text is no number: leave the field out or send null), or declare the field as it is sent."]),
    // Jackson for Kotlin: `Instantiation of [simple type, class a.Oak] value failed for JSON property age due to missing …`
    rule(Category::RuntimeSerialization, r"(?s)Instantiation of \[[a-z ]+, class (?:[a-z0-9_]+\.)*(?P<type>[A-Za-z0-9_$]+)\] value failed for JSON property (?P<symbol>[A-Za-z0-9_]+) due to missing \(therefore NULL\) value for creator parameter.*line: 1, column: 2\].*")
        .means("The JSON has no value for `{symbol}`, which the constructor of `{type}` requires: its parameter is not nullable. The JSON is probably an empty object (`{{}}`), as it ends in column 2.")
        .fix(&[EMPTY_JSON, OPTIONAL_IN_KOTLIN]),
    rule(Category::RuntimeSerialization, r"Instantiation of \[[a-z ]+, class (?:[a-z0-9_]+\.)*(?P<type>[A-Za-z0-9_$]+)\] value failed for JSON property (?P<symbol>[A-Za-z0-9_]+) due to missing \(therefore NULL\) value for creator parameter")
        .means("The JSON has no value for `{symbol}` (it is missing, or null), which the constructor of `{type}` requires: its parameter is not nullable.")
        .fix(&[
            "Look at the JSON that really came: whether `{symbol}` is in it, under just this name (else `@JsonProperty(\"…\")`), and at that place. If a client of yours sends it, correct it there.",
            OPTIONAL_IN_KOTLIN,
        ]),
    rule(Category::RuntimeSerialization, r"Missing required creator property '(?P<symbol>[^']+)'")
        .means("The JSON has no property `{symbol}`, which the class's constructor declares as required.")
        .fix(&["Let whoever writes the JSON send `{symbol}`, or take `required = true` out of its `@JsonProperty`."]),
    rule(Category::RuntimeSerialization, r"(?:Instantiation of \[simple type, class (?P<type>[A-Za-z0-9_.$]+)\] value failed for JSON property (?P<symbol>[A-Za-z0-9_]+)|Cannot deserialize (?:value|instance) of (?:type )?`?(?P<wanted>[A-Za-z0-9_.$<>]+))")
        .means("The JSON does not fit the class: {message}.")
        .fix(&["Compare the JSON with the class: make missing properties nullable or give them defaults, and use the fitting type."]),
    rule(Category::RuntimeSerialization, r"No value for (?P<symbol>[A-Za-z0-9_]+)")
        .means("The JSON object has no value for `{symbol}`.")
        .fix(&["Use `optString(\"{symbol}\")` or check `has(\"{symbol}\")`; log the raw JSON."]),
    rule(Category::RuntimeSerialization, r"JSONException: Value (?P<value>.*?) (?:at (?P<symbol>[^ ]+) )?of type (?P<actual>[A-Za-z0-9_.$]+) cannot be converted to (?P<expected>[A-Za-z]+)")
        .means("The JSON value is of the type {actual}, not {expected}: the answer is another JSON than expected, or (a String that begins with `<`) no JSON at all.")
        .fix(&["Log the raw response, check the HTTP status; use JSONArray for `[…]` and JSONObject for `{{…}}`."]),
    // Moshi and kotlinx.serialization: an enum
    rule(Category::RuntimeSerialization, r"Expected one of \[(?P<known>[^\]]*)\] but was (?P<symbol>[^ ]+) at path (?P<path>[^ ]+)")
        .means("The answer has the value {symbol} at {path}, which is none of the enum's ({known}).")
        .fix(&[
            "Add the value to the enum, or read what is not known as a default (Moshi: `EnumJsonAdapter.create(…).withUnknownFallback(…)` of moshi-adapters).",
            "See in the server's answer what the value stands for: an error's answer may have another shape than the expected one.",
        ]),
    rule(Category::RuntimeSerialization, r"(?P<type>[A-Za-z0-9_.]+) does not contain element with name '(?P<symbol>[^']+)'")
        .means("The answer has the value {symbol}, which the enum {type} does not have.")
        .fix(&["Add it to the enum (`@SerialName` where it is written otherwise), or read what is not known as a default (`coerceInputValues = true` and a default value)."]),
    // Parcels and Java serialization
    rule(Category::RuntimeSerialization, r"(?:ClassNotFoundException when unmarshalling: |Class not found when unmarshalling: |Parcelable protocol requires (?:a |that the )?(?:Parcelable\.Creator object called )?CREATOR.* on class |Parcel: unable to marshal value (?:class )?|writing serializable object \(name = )(?P<symbol>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` cannot be written to or read from a Parcel (an intent's extras, a Bundle).")
        .fix(&["Make `{symbol}` and all its fields Parcelable (`@Parcelize`) or Serializable, keep it in R8's rules (`CREATOR`), and set the class loader of the Bundle before reading it."]),
    rule(Category::RuntimeSerialization, r"NotSerializableException: (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` is serialised but does not implement Serializable.")
        .fix(&["Let `{symbol}` implement `Serializable`, or mark the field that holds it `@Transient`."]),
    rule(Category::RuntimeSerialization, r"InvalidClassException: (?P<symbol>[A-Za-z0-9_.$]+); local class incompatible: stream classdesc serialVersionUID = (?P<written>-?[0-9]+), local class serialVersionUID = (?P<own>-?[0-9]+)")
        .means("The serialised data was written by another version of `{symbol}` (serialVersionUID {written}) than the one that reads it ({own}).")
        .fix(&["If both versions fit each other, declare `private static final long serialVersionUID = {written}L` in `{symbol}`; else throw away what the old version wrote (a session store, a cache, a file), or run one version on both sides."]),
    rule(Category::RuntimeSerialization, r"InvalidClassException: (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("Java's deserialisation refuses the class `{symbol}`: {message}.")
        .fix(&["Compare `{symbol}` with the version that wrote the data, and throw away what an old version wrote (a session store, a cache, a file)."]),
    rule(Category::RuntimeSerialization, r"HttpMessageNotWritableException: Could not write JSON: (?P<why>[^\n]+)")
        .means("The value that the controller returns cannot be written as JSON: {why}.")
        .fix(&["Return a class made for the answer (a DTO) that has only what is to be written, with getters; an entity's lazy or circular relations are read when it is written."]),
    rule(Category::RuntimeSerialization, r"BadParcelableException|Unmarshalling unknown type code|ParcelFormatException")
        .means("A Parcel is read in another order or by another class version than it was written: {message}.")
        .fix(&["Read fields in the order in which `writeToParcel` writes them (or use `@Parcelize`), and set the Bundle's class loader before reading custom Parcelables."]),
]);
