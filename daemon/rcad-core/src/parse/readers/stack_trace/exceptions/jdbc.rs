//! Databases of servers: JDBC drivers, Hibernate, Spring's data access. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(Category::RuntimeSqliteRoom, r"(?:Data too long for column|Data truncated for column|Out of range value for column) '(?P<symbol>[^']+)'")
        .means("A value does not fit the column `{symbol}` of the table: {message}.")
        .fix(&["Make the column larger (`@Column(length = …)`, `TEXT`, and a migration: `ddl-auto=update` does not change it), or check the value's length and type before it is saved."]),
    rule(Category::RuntimeSqliteRoom, r"value too long for type (?P<symbol>[a-z ]+\([0-9]+\))")
        .means("A text is longer than its column's type `{symbol}` allows.")
        .fix(&["Make the column larger by a migration (`@Column(length = …)`, `TEXT`), or check the text's length before it is saved."]),
    rule(Category::RuntimeSqliteRoom, r"Incorrect string value: '(?P<value>[^']*)' for column '(?P<symbol>[^']+)'")
        .means("The text for the column `{symbol}` has characters that the column's or the connection's character set lacks, such as emoji in `utf8` (three bytes).")
        .fix(&["Use `utf8mb4` in all places: the column (`ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4`), and the connection (the server's `character_set_server`, and a driver that speaks it)."]),
    rule(Category::RuntimeSqliteRoom, r"Duplicate entry '(?P<value>[^']*)' for key '(?P<symbol>[^']+)'")
        .means("A row with the value '{value}' is there already, and the key `{symbol}` allows it once.")
        .fix(&["Look the row up first and update it (or `INSERT … ON DUPLICATE KEY UPDATE`), and answer the user with a conflict; check whether the same request is sent twice."]),
    rule(Category::RuntimeSqliteRoom, r"ORA-00001: unique constraint \((?P<symbol>[^)]+)\) violated")
        .means("A row breaks the unique constraint `{symbol}`: one with the same key is there already.")
        .fix(&["Look the row up first and update it (`MERGE`); if the key comes from a sequence, see whether the sequence lags behind the table."]),
    rule(Category::RuntimeSqliteRoom, r"column \x22?(?P<symbol>[A-Za-z0-9_.]+)\x22? does not exist[^\n]*?Perhaps you meant to reference the column \x22(?P<meant>[^\x22\n]+)\x22")
        .means("The statement names the column `{symbol}`, which the table does not have; PostgreSQL thinks that `{meant}` is meant.")
        .fix(&["Write `{meant}` in the statement or the mapping (`@Column(name = …)`) if that is right; else add the column by a migration. Names with capitals need quotes in PostgreSQL."]),
    rule(Category::RuntimeSqliteRoom, r"column \x22(?P<symbol>[A-Za-z0-9_.]+)\x22 (?:of relation \x22(?P<table>[^\x22]+)\x22 )?does not exist")
        .means("The statement names the column `{symbol}`, which the table in this database does not have.")
        .fix(&["Compare the entity or the query with the table: add the column by a migration, or correct its name (`@Column(name = …)`; Spring writes `firstName` as `first_name`); names with capitals need quotes in PostgreSQL."]),
    rule(Category::RuntimeSqliteRoom, r"(?:Unknown column|Champ) '(?P<symbol>[^']+)' (?:in '|inconnu)|column (?P<column>[A-Za-z0-9_.]+) does not exist|ORA-00904: (?P<identifier>[^:]+): invalid identifier")
        .means("The statement names a column that the table in this database does not have: {message}.")
        .fix(&["Compare the entity or the query with the table: add the column by a migration, or correct its name (`@Column(name = …)`; Spring writes `firstName` as `first_name`; a text needs single quotes)."]),
    rule(Category::RuntimeSqliteRoom, r"Table '(?P<symbol>[^']+)' doesn't exist|relation \x22(?P<relation>[^\x22]+)\x22 does not exist|Table \x22(?P<table>[^\x22]+)\x22 not found|ORA-00942")
        .means("The statement names a table that this database does not have: {message}.")
        .fix(&["Check that the application is connected to the right database and schema, and that the migration which creates the table ran; then compare the table's name, also its case."]),
    rule(Category::RuntimeSqliteRoom, r"Cannot (?:add or update a child|delete or update a parent) row: a foreign key constraint fails(?:[^\n]*CONSTRAINT `(?P<symbol>[^`]+)`)?")
        .means("The statement breaks a foreign key: {message}.")
        .fix(&["Save the parent row first, and delete its children first (or `ON DELETE CASCADE`, `cascade = CascadeType.REMOVE`)."]),
    rule(Category::RuntimeSqliteRoom, r"(?:Column '(?P<symbol>[^']+)' cannot be null|null value in column \x22(?P<column>[^\x22]+)\x22[^\n]*violates not-null constraint|Field '(?P<field>[^']+)' doesn't have a default value)")
        .means("A row is saved without a value for a column that needs one: {message}.")
        .fix(&["Set the value before the entity is saved (a request's field that was not mapped is the usual case), give the column a default, or let the database make it (`@GeneratedValue`)."]),
    rule(Category::RuntimeSqliteRoom, r"detached entity passed to persist: (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("`persist` gets an object of `{symbol}` that has an id already: for Hibernate it is a row that exists.")
        .fix(&["Use `merge` (`save` of a Spring Data repository), leave the id empty where `@GeneratedValue` makes it, and do not cascade PERSIST to objects that exist."]),
    rule(Category::RuntimeSqliteRoom, r"(?:No row with the given identifier exists|Unable to find [A-Za-z0-9_.$]+ with id)[: ]*\[?(?P<symbol>[A-Za-z0-9_.$]+(?:#| with id )?[^\]\s;]*)")
        .means("An entity refers to a row that is not in the database: {message}.")
        .fix(&["Look for rows that point to the deleted one (a foreign key constraint would have kept it), and look the id up with `findById` before it is used."]),
    rule(Category::RuntimeSqliteRoom, r"(?P<thrown_class>EmptyResultDataAccessException): Incorrect result size: expected (?P<expected>[0-9]+), actual 0")
        .means("A query that must give {expected} row gave none: `queryForObject` of `JdbcTemplate` throws then, it does not return null.")
        .fix(&[
            "If the row should be there, see why it is not: look with the same SQL and values into the database and schema to which this profile connects (a start-up row, a migration or a condition that does not fit).",
            "If it may be missing, catch `EmptyResultDataAccessException` at {name}:{line}, or ask with `query(…)` and take the first of the list (`stream().findFirst()`).",
            "If it may be missing, ask with `query(…)` and take the first of the list (`stream().findFirst()`).",
        ]),
    rule(Category::RuntimeSqliteRoom, r"IncorrectResultSizeDataAccessException: Incorrect result size: expected (?P<expected>[0-9]+), actual (?P<found>[1-9][0-9]*)")
        .means("A query that must give {expected} row gave {found}.")
        .fix(&["Narrow the condition or add `limit 1` with an order if any of them will do; if there must be one only, remove the duplicates and add a unique constraint."]),
    rule(Category::RuntimeIllegalArgument, r"ConstraintViolationException: [^\n]*interpolatedMessage='(?P<why>[^']+)', propertyPath=(?P<symbol>[^\s,]+), rootBeanClass=(?:class )?(?P<bean>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` of `{bean}` breaks a rule of its own annotations: {why}. Hibernate checks them once more when the object is saved.")
        .fix(&["Set `{symbol}` to a value that fits before it is saved, and check what comes from outside earlier (`@Valid` at the controller's parameter), so that the user gets the message.", "If the rule is too strict, correct the annotation on `{symbol}`."]),
    rule(Category::RuntimeSqliteRoom, r"No CurrentSessionContext configured")
        .means("`getCurrentSession()` is called, and this SessionFactory has no context that binds sessions to a transaction.")
        .fix(&["Use Spring's `EntityManager` in a `@Transactional` method, or `openSession()`; with a SessionFactory of your own set `hibernate.current_session_context_class` (with Spring `org.springframework.orm.hibernate5.SpringSessionContext`, else `thread`)."]),
    rule(Category::RuntimeSqliteRoom, r"Write operations are not allowed in read-only mode \((?P<symbol>[A-Za-z.]+)\)")
        .means("The database is written to in a session that only reads ({symbol}): no transaction is open, or one that is `readOnly`.")
        .fix(&["Annotate the method that saves with `@Transactional` (without `readOnly = true`), and call it from another bean, so that the annotation takes effect."]),
    rule(Category::RuntimeSqliteRoom, r"(?:JpaSystemException|DataIntegrityViolationException|GenericJDBCException|ConstraintViolationException|SQLGrammarException|DataException): could not (?:execute|extract|prepare)[^\n]*?(?:constraint \[(?P<symbol>[A-Za-z0-9]+[_.][A-Za-z0-9_.]+)\][^\n]*)?$")
        .means("The database refuses a statement: {message}. Its own words are not in this part of the log.")
        .fix(&["Look for the line of `SqlExceptionHelper` above, or for the last `Caused by`: it names the column, key or table.", "Log the statement with its values (`logging.level.org.hibernate.SQL=debug`)."]),
]);

/// Classes of which only the name says what they are about.
pub const GENERAL: &str = concat!(
    r"org\.springframework\.(?:dao|jdbc|orm)\.[A-Za-z0-9_.]*Exception|org\.hibernate\.(?:[a-z][A-Za-z0-9_.]*)?[A-Z][A-Za-z]*(?:Exception|Error)",
    r"|java\.sql\.[A-Za-z]*Exception|PSQLException|JdbcSQL[A-Za-z]*Exception|(?:com\.mysql|org\.mariadb|oracle\.jdbc)\.[A-Za-z0-9_.]*Exception",
    r"|(?:javax|jakarta)\.persistence\.[A-Za-z]*Exception|org\.flywaydb\.[A-Za-z0-9_.]*Exception|liquibase\.exception\.[A-Za-z]*Exception",
);
