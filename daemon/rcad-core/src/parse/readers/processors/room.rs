//! Messages of Room's processor, of its versions for fields (up to 2.6) and for properties (2.7 and later).

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::KaptKsp,
        r"^(?:Deletion|Update|Delete) (?:methods|functions) must either return void or return int",
    )
    .means("Room's `@Delete` and `@Update` functions return nothing or the number of rows: {message}.")
    .fix(&["Declare the function without a return type, or with `Int`; the row's id (`Long`) is returned by `@Insert` only."]),
    rule(
        Category::KaptKsp,
        r"New NOT NULL column ?['\x22`](?P<symbol>[^'\x22`]+)['\x22`] added with no default value",
    )
    .means("Room cannot derive the auto migration: the new column `{symbol}` is not nullable and has no default, so the rows that exist would have no value for it.")
    .fix(&["Annotate the property with `@ColumnInfo(defaultValue = \"…\")` (`\"0\"` for numbers and booleans), make it nullable, or write a `Migration` by hand."]),
    rule(
        Category::KaptKsp,
        r"declare an (?:interface extending|implementation of) ['‘](?P<symbol>AutoMigrationSpec)['’]?[^@]*@(?P<what>Rename|Delete)",
    )
    .means("Room cannot tell whether a column or table was renamed or deleted between the two versions of an auto migration: {message}.")
    .fix(&["Write a class that implements `AutoMigrationSpec`, annotate it with `@RenameColumn(…)`, `@DeleteColumn(…)`, `@RenameTable(…)` or `@DeleteTable(…)`, and name it: `AutoMigration(from = …, to = …, spec = …::class)`."]),
    rule(
        Category::KaptKsp,
        r"Schema '(?P<symbol>[^']+)' required for migration was not found at the schema out folder: (?P<folder>.+?)\. Cannot generate",
    )
    .means("Room derives an auto migration from the exported schemas of both versions, and `{symbol}` is not in {folder}: that version was never exported, or its file is not under version control.")
    .fix(&["Get the file back: check out the commit with the old version, build it with `exportSchema = true`, and commit `{symbol}`; on CI the folder has to be in the repository.", "If no installed app has that version, remove its `AutoMigration`; otherwise write a `Migration` by hand."]),
    rule(
        Category::KaptKsp,
        r"^(?P<owner>\S+) has a foreign key \((?P<columns>[^)]+)\) that references (?P<symbol>\S+) \((?P<parent>[^)]+)\) but \S+ does not have a unique index",
    )
    .means("`{owner}` refers by a foreign key to `{parent}` of `{symbol}`, and SQLite asks that the columns referred to are unique there: they are neither its primary key nor have a unique index.")
    .fix(&["Add it to `{symbol}`: `@Entity(indices = [Index(value = [\"{parent}\"], unique = true)])`, or refer to its primary key."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>\S+) referenced in the (?P<what>foreign key|primary key|index) does not exists? in the Entity\. Available column names: ?(?P<columns>.+?)\.?$",
    )
    .means("The {what} of the entity names the column `{symbol}`, which it does not have; its columns are {columns}.")
    .fix(&["Write the column's name as it is in the table (`@ColumnInfo(name)`, else the property's name), or add the property `{symbol}`."]),
    rule(
        Category::KaptKsp,
        r"Cannot find the (?P<side>child|parent) entity (?:column|referencing column)? ?`(?P<symbol>[^`]+)` in (?P<entity>\S+?)\. Options: (?P<columns>.+?)\.?$",
    )
    .means("A `@Relation` names `{symbol}` as {side} column, and `{entity}` has no such column; it has {columns}.")
    .fix(&["Correct `parentColumn` (a column of the class with the `@Embedded`) or `entityColumn` (one of the entity that is listed); both are column names, not property names."]),
    rule(
        Category::KaptKsp,
        r"^Multiple (?:fields|properties) have the same columnName: (?P<symbol>[^.\s]+)\. (?:Field|Property) names: (?P<fields>.+?)\.?$",
    )
    .means("Two fields of one class would get the column `{symbol}`: {fields}. Usually an `@Embedded` class has a field of the same name as the class around it.")
    .fix(&["Give the embedded one a prefix: `@Embedded(prefix = \"…\")`, or name one of the columns with `@ColumnInfo(name = \"…\")`."]),
    rule(
        Category::KaptKsp,
        r"(?:Abstract method in DAO must be annotated with|An abstract DAO (?:method|function) must be annotated with)",
    )
    .means("An abstract function of the DAO has none of Room's annotations (or more than one): each needs exactly one of `@Query`, `@Insert`, `@Update`, `@Delete`, `@Upsert`, `@RawQuery`.")
    .fix(&["Annotate it, check that the import is `androidx.room.…`, or give the function a body (with `@Transaction` where it calls several others)."]),
    rule(
        Category::KaptKsp,
        r"^(?P<what>Dao|Entity|Database) class must be annotated with @?(?P<symbol>[A-Za-z]+)",
    )
    .means("A class is used as {what} of a Room database and has not the annotation `@{symbol}`.")
    .fix(&["Add `@{symbol}` (import `androidx.room.{symbol}`) to the class, or take out what names it: `@Database(entities = […])`, or the abstract function of the database class that returns it.", "If the class is in another module, that module must apply Room's annotations too, and be visible here."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>@Database) annotation must specify list of entities",
    )
    .means("`@Database` names no entity.")
    .fix(&["List the classes with `@Entity`: `@Database(entities = [User::class], version = 1)`."]),
    rule(
        Category::KaptKsp,
        r"(?:Class must implement|Classes annotated with @Database should extend) (?P<symbol>androidx\.room\.RoomDatabase)|(?P<what>Database|Dao) class must be an (?:abstract class|interface)",
    )
    .means("The class annotated with `@Database` or `@Dao` is not of the form that Room implements: {message}.")
    .fix(&["Write `abstract class AppDatabase : RoomDatabase()` with one abstract function for each DAO; a DAO is an interface or an abstract class."]),
    rule(
        Category::KaptKsp,
        r"^Entities cannot have relations|^Cannot use (?P<symbol>@Relation) in entities",
    )
    .means("An `@Entity` has a `@Relation`; a table cannot, only a class that a query returns.")
    .fix(&["Move it to a class of its own: `data class UserWithPets(@Embedded val user: User, @Relation(parentColumn = \"id\", entityColumn = \"ownerId\") val pets: List<Pet>)`, and return that from a `@Transaction @Query`."]),
    rule(
        Category::KaptKsp,
        r"Classes that are used as (?P<symbol>TypeConverters) must have no-argument public constructors",
    )
    .means("The class named in `@TypeConverters` has a constructor with parameters (or a private one), and Room has to create it itself.")
    .fix(&["Let it have an empty public constructor or be an `object`. If it needs something from outside, annotate it with `@ProvidedTypeConverter` and hand the instance over: `Room.databaseBuilder(…).addTypeConverter(…)`."]),
    rule(
        Category::KaptKsp,
        r"^If a primary key is annotated with (?P<symbol>autoGenerate), its type must be",
    )
    .means("`autoGenerate = true` stands on a primary key whose type SQLite cannot count up: it must be `Int` or `Long`.")
    .fix(&["Make the key a `Long` (with the default 0), or drop `autoGenerate` and set the key yourself (`UUID.randomUUID().toString()`)."]),
    rule(
        Category::KaptKsp,
        r"^The name \x22(?P<symbol>[^\x22]+)\x22 is used by multiple entities(?: or views)?: (?P<entities>.+?)\.?$",
    )
    .means("Two entities or views have the table name `{symbol}`: {entities}.")
    .fix(&["Give one of them another name: `@Entity(tableName = \"…\")`, or take the duplicate out of `@Database(entities = […])`."]),
    rule(
        Category::KaptKsp,
        r"^(?:no viable alternative at input|extraneous input|mismatched input|token recognition error at:) '(?P<symbol>[^']*)'(?P<expected> expecting .+)?",
    )
    .means("Room cannot parse the SQL of a `@Query`: it stumbles at `{symbol}`. Usually a keyword is misspelt or missing just before it, a comma is one too many, or a column is named like a keyword of SQLite.")
    .fix(&["Correct the query at `{symbol}`; quote a column that is a keyword with backticks. The Database Inspector of Android Studio runs the same SQL for a try."]),
    rule(
        Category::KaptKsp,
        r"^(?P<symbol>[A-Z]+) query type is not supported yet\. You can use: ?(?P<allowed>.+?)\.?$",
    )
    .means("A `@Query` with {symbol} stands where Room supports only {allowed} (with this return type or in this version).")
    .fix(&["Use `@Insert`, `@Update`, `@Delete` or `@Upsert`, or give the function the return type that such a query has (`Unit` or `Int`, not `Flow` or `LiveData`)."]),
    rule(
        Category::KaptKsp,
        r"^To use (?P<what>\S+) features, you must add `(?P<artifact>[a-z0-9-]+)` artifact from Room as a dependency\. (?P<symbol>androidx\.room:[a-z0-9-]+)",
    )
    .means("The DAO uses {what}, and Room needs the artifact `{symbol}` for that; it is not among this module's dependencies.")
    .fix(&["Add `implementation(\"{symbol}:<version>\")` with the version of `room-runtime` (from Room 2.7 on `room-ktx` is part of `room-runtime`)."]),
    rule(
        Category::KaptKsp,
        r"^Only suspend functions are allowed in DAOs declared in source sets targeting non-Android platforms",
    )
    .means("In a multiplatform module (a target besides Android) every DAO function that runs a query must be `suspend` or return a `Flow`; blocking functions exist on Android only.")
    .fix(&["Declare the function `suspend` (or return `Flow<…>`), or move the DAO into `androidMain`."]),
    rule(
        Category::KaptKsp,
        r"^The (?P<annotation>@Database) class must be annotated with (?P<symbol>@ConstructedBy)",
    )
    .means("In a multiplatform module Room cannot find the generated database by reflection, so the `@Database` class must name a constructor.")
    .fix(&["Write `@ConstructedBy(AppDatabaseConstructor::class)` above the class, and `expect object AppDatabaseConstructor : RoomDatabaseConstructor<AppDatabase>` beside it; Room's KSP processor, added for every target (`kspAndroid`, `kspIosArm64` …), writes the `actual` objects."]),
    rule(
        Category::KaptKsp,
        r"^D(?:ao|AO) (?:functions|methods) that have a suspend modifier must not return a deferred/async type \((?P<symbol>[^)]+)\)",
    )
    .means("A `suspend` DAO function returns `{symbol}`, which is asynchronous by itself.")
    .fix(&["Remove `suspend`: a function that returns `Flow`, `LiveData`, `PagingSource` or an RxJava type is an ordinary one. Or keep `suspend` and return the value itself."]),
    rule(
        Category::KaptKsp,
        r"^Cannot use unbound generics in (?:query methods|fields|query functions)",
    )
    .means("A DAO function or entity field has a type parameter that is not bound to a class, so Room cannot know the table or columns.")
    .fix(&["In a generic base DAO keep only `@Insert`, `@Update`, `@Delete` and `@RawQuery`, and let each DAO extend it with a class (`interface UserDao : BaseDao<User>`); a `@Query` belongs into that DAO."]),
    rule(Category::KaptKsp, r"^Class is referenced as a converter but it does not have any converter (?:methods|functions)")
        .means("A class named in `@TypeConverters` has no function with `@TypeConverter`, so Room refuses it: {message}.")
        .fix(&[
            "Annotate the conversion functions of the class with `@TypeConverter` (they must be public members of it, not extensions), or remove the class from `@TypeConverters(…)`.",
            "If the functions are annotated, check that the import is `androidx.room.TypeConverter`.",
        ]),
    rule(Category::KaptKsp, r"^Multiple (?:methods|functions) define the same conversion")
        .means("Two `@TypeConverter` functions convert between the same two types, so Room cannot choose: {message}.")
        .fix(&["Keep one of the two `@TypeConverter` functions, or register each only where it is needed."]),
    rule(
        Category::KaptKsp,
        r"Cannot figure out how to (?:save this (?:field|property) into|read this (?:field|property) from|bind this (?:field|property) into) (?:the |a )?(?:database|cursor|statement)",
    )
    .means("Room cannot store the type of `{symbol}` in a column: SQLite knows numbers, text and blobs only, and there is no `@TypeConverter` for this type.")
    .fix(&[
        "Write a class with two `@TypeConverter` functions (the type to `String` or `Long` and back) and name it in `@TypeConverters(…)` on the `@Database` class.",
        "Or embed its fields with `@Embedded`, move it to an entity of its own with `@Relation`, or leave it out with `@Ignore`.",
    ]),
    rule(
        Category::KaptKsp,
        r"Type of the parameter must be a class annotated with @Entity",
    )
    .means("Room's `@Insert`, `@Update` or `@Delete` function has a parameter that is no `@Entity` (or collection of it). With KSP or kapt of another Kotlin version it also says so of the hidden parameter of a `suspend` function.")
    .fix(&["Pass an `@Entity` class or a list of it; name it in `@Database(entities = […])`.", "If the function is `suspend`, use `room-ktx` and a Room version made for this Kotlin version."]),
    rule(
        Category::KaptKsp,
        r"Not sure how to (?:handle|convert) (?:the )?(?:query|a Cursor).*return type \((?:[a-zA-Z0-9_.]+<)+(?:\? extends )?(?P<package>(?:[a-z][A-Za-z0-9_]*\.)+)(?P<symbol>[A-Z][A-Za-z0-9_]*)>+\)",
    )
    .means("Room cannot make a `{symbol}` of a row of this query, or does not know the type around it: {message}.")
    .fix(&[
        "Check `{symbol}`: it must be an `@Entity` or a plain class with a usable constructor, whose fields are named like the query's columns (`AS`, `@ColumnInfo`); rows of another table go into it with `@Embedded` and `@Relation`, and the query then takes `@Transaction`.",
        "If only the type around it is unknown: `Flow` and `suspend` need `androidx.room:room-ktx`, RxJava, Guava and Paging their own `room-…` artifact.",
    ]),
    rule(
        Category::KaptKsp,
        r"Not sure how to (?:handle|convert) (?:the )?(?:query|insert|upsert|update|delete|a Cursor)",
    )
    .means("Room does not know how to make the return type of this DAO function out of the query's result: {message}.")
    .fix(&[
        "Return an entity, a class whose fields are the columns, a `List` of it, `Flow<…>`, `LiveData<…>`, or an `Int`/`Long`.",
        "For `suspend` functions and `Flow` add `androidx.room:room-ktx`; for RxJava, Guava or Paging the matching `room-…` artifact; and use a Room version made for this Kotlin version.",
    ]),
    rule(
        Category::KaptKsp,
        r"There is a problem with the query: \[(?P<sqlite>[A-Z_]+)\] (?P<why>.*no such (?P<kind>table|column|function)[^:]*: (?P<symbol>[A-Za-z0-9_.`]+).*)",
    )
    .means("Room checked the SQL of a `@Query` against the entities, and SQLite refuses it: {why}.")
    .fix(&[
        "Correct the query: there is no {kind} `{symbol}`. Table and column names are those of the `@Entity` (`tableName`, `@ColumnInfo(name)`), and the entity must be in `@Database(entities = […])`.",
    ]),
    rule(Category::KaptKsp, r"There is a problem with the query:? ?(?:\[[A-Z_]+\] )?(?P<why>.*)")
        .means("Room checked the SQL of a `@Query` and SQLite refuses it: {why}.")
        .fix(&["Correct the SQL of the query: spelling, table and column names, commas."]),
    rule(Category::KaptKsp, r"All of these (?:functions|methods) (?P<functions>\[[^\]]*\]) return the same DAO class \[(?:[a-z0-9_]+\.)*(?P<symbol>[^\]]+)\]|^D(?:ao|AO) (?:function|method) has conflicts")
        .means("More than one function of the `@Database` class returns the same DAO class `{symbol}`; a database can use a DAO only once.")
        .fix(&["Keep one of these functions of the `@Database` class that return `{symbol}` and remove the others, or correct the return type of the one that should return another DAO (conflict)."]),
    rule(
        Category::KaptKsp,
        r"Entities and (?:POJOs|Pojos|data classes) must have a usable public constructor|(?P<symbol>\S+) needs to have either an empty constructor or",
    )
    .means("Room cannot create `{symbol}`: it has no public constructor whose parameters match its fields by name and type.")
    .fix(&["Make it a data class whose constructor parameters are the fields, without private or renamed ones; mark parameters that are no columns with `@Ignore` and give them defaults, or add an empty constructor."]),
    rule(
        Category::KaptKsp,
        r"Cannot find (?P<accessor>getter|setter) for (?:field|property)",
    )
    .means("Room cannot find a {accessor} for a field of this entity; the field is private or its accessor has another name.")
    .fix(&["Declare the field `var` (or a constructor `val`) that is not private; names that begin with `is` need the Kotlin property, not a renamed getter."]),
    rule(
        Category::KaptKsp,
        r"An entity must have at least 1 (?:field|property) annotated with @PrimaryKey|You must annotate primary keys with @NonNull\. \\?\x22?(?P<symbol>[A-Za-z0-9_]+)?",
    )
    .means("The entity has no usable primary key: {message}.")
    .fix(&["Annotate one non-null field with `@PrimaryKey` (`autoGenerate = true` for Int/Long), or use `primaryKeys = […]`."]),
    rule(
        Category::KaptKsp,
        r"Each bind variable in the query must have a matching (?:method|function) parameter\. Cannot find (?:method|function) parameters for :?(?P<symbol>[A-Za-z0-9_]+)",
    )
    .means("The query uses the parameter `:{symbol}`, and the DAO function has no parameter of that name.")
    .fix(&["Name the function's parameter `{symbol}` or correct the query; in kapt projects names are kept only by Kotlin metadata that Room can read: use a Room version made for this Kotlin version."]),
    rule(Category::KaptKsp, r"Query (?:method|function) parameters should either be a type")
        .means("Room cannot pass a parameter of this query function to SQLite. Where the function is `suspend`, that parameter may be its hidden `Continuation`: Room's processor is then older than this Kotlin, or `room-ktx` is missing.")
        .fix(&["Use parameters of types that are columns, or a `@TypeConverter`; for `suspend` functions upgrade Room (compiler and `room-ktx`) to a version made for this Kotlin version."]),
    rule(Category::KaptKsp, r"Unused parameters?: (?P<symbol>[A-Za-z0-9_]+)")
        .means("The DAO function's parameter `{symbol}` is not used in its query.")
        .fix(&["Use it as `:{symbol}` in the query, or remove it from the function."]),
    rule(
        Category::KaptKsp,
        r"The columns returned by the query (?:do|does) not have the (?:fields|properties) \[(?P<columns>[^\]]+)\] in (?P<symbol>\S+)",
    )
    .means("The query does not return the columns {columns} that `{symbol}` needs, which are non-null there.")
    .fix(&["Select these columns (`SELECT *` or by name, with `AS`), or make the fields nullable, or map them with `@ColumnInfo`."]),
    rule(
        Category::KaptKsp,
        r"(?P<symbol>\S+) (?:table referenced in the foreign keys of|is part of) (?P<owner>\S+) (?:does not exist in the database|but this entity is not in the database)",
    )
    .means("The entity `{symbol}` is used by `{owner}` but is missing from `@Database(entities = […])`.")
    .fix(&["Add `{symbol}` to the `entities` of the `@Database` class, and raise its version."]),
    rule(
        Category::KaptKsp,
        r"Schema (?:export|import) directory (?:is|was) not provided|Schema '(?P<symbol>[^']+)' required for migration was not found|AutoMigration|auto migration",
    )
    .means("Room lacks what it needs of the database's schemas: {message}.")
    .fix(&["Set the schema directory with the Room Gradle plugin (`room {{ schemaDirectory(\"$projectDir/schemas\") }}`) or `exportSchema = false`; commit the exported JSON files of earlier versions; write a `Migration` or an `AutoMigrationSpec` for what it cannot derive."]),
    rule(
        Category::KaptKsp,
        r"\[MissingType\]: (?:Element|Type) '(?P<symbol>[^']+)' (?:references a type that is not present|is not present)",
    )
    .means("Room's processor met a type in `{symbol}` that is not present: a class that is misspelt, not imported, missing from the dependencies, or still to be generated by another processor.")
    .fix(&[
        "Look at `{symbol}`: every type in its fields, parameters and supertypes must have an import and a dependency that this module can see.",
        "A type that another processor generates cannot be seen by KSP in the same round if that processor fails; fix its error first.",
    ]),
    rule(
        Category::KaptKsp,
        r"unexpected jvm signature (?P<symbol>\S+)",
    )
    .means("The processor crashed with \"unexpected jvm signature {symbol}\": Room up to 2.6 cannot read what KSP 2 tells it of `suspend` DAO functions that return `Unit`; the versions do not fit.")
    .fix(&[
        "Raise Room (runtime, ktx and compiler) to 2.7.0 or later, which supports KSP 2.",
        "Until then use KSP 1: `ksp.useKSP2=false` in gradle.properties.",
        "Classes that other modules miss afterwards follow from this: the failed module gives them no dependency; their unresolved references are a cascade.",
    ]),
    rule(
        Category::KaptKsp,
        r"ClassCastException.*(?P<symbol>KSErrorType)",
    )
    .means("Room's processor crashed on a type that KSP cannot resolve (`{symbol}`): an annotation argument, such as in `@ForeignKey`, `@Relation` or `@TypeConverters`, names a class that is not imported or does not exist.")
    .fix(&["Check every class in the annotations of the entities and DAOs (`entity = X::class`, `foreignKeys = […]`): add the missing import or correct the unresolved name.", "Raise Room and KSP: newer versions name the type instead of crashing."]),
    rule(Category::KaptKsp, r"(?:NoClassDefFound|ClassNotFound|ExceptionInInitializer|UnsatisfiedLink)[A-Za-z]*: .*?(?P<symbol>org[./]sqlite[./][A-Za-z]+)")
        .means("Room's annotation processor cannot load `{symbol}` of sqlite-jdbc, with which it verifies queries while it runs in kapt or KSP: the class is missing from the processor's class path, or its native library could not be unpacked.")
        .fix(&[
            "Add `kapt(\"org.xerial:sqlite-jdbc:3.42.0.0\")` (or `ksp(…)`) beside Room's compiler, or raise Room; look whether a `resolutionStrategy` or an exclusion removes sqlite-jdbc.",
            "The temporary directory must be writable and allow executables: set `-Djava.io.tmpdir=…` or `-Dorg.sqlite.tmpdir=…` in `org.gradle.jvmargs`.",
        ]),
    rule(
        Category::KaptKsp,
        r"(?:No native library (?:is )?found for os\.name=(?P<os>[^,\s]+)|Failed to load native library.*sqlite|org[./]sqlite|NativeDB|No suitable driver|Room needs the java\.io\.tmpdir)",
    )
    .means("Room's processor cannot load the native SQLite library with which it verifies queries on this machine ({os}).")
    .fix(&["Raise Room (2.4 and later support Apple silicon), or add `kapt(\"org.xerial:sqlite-jdbc:3.42.0.0\")`/`ksp(…)`; the temporary directory must allow executables (`org.sqlite.tmpdir`)."]),
    rule(
        Category::KotlinMetadataVersion,
        r"(?:Provided Metadata instance has version|[Mm]etadata instance has version|Unable to read Kotlin metadata due to unsupported metadata version|unsupported metadata version)[^0-9]*(?P<found>[0-9.]+[0-9])?.*?(?:maximum supported version is (?P<expected>[0-9.]+[0-9]))?",
    )
    .means("The annotation processor is older than this Kotlin: it cannot read its metadata ({found}).")
    .fix(&["Raise the processor's library (Room, Dagger/Hilt, Moshi …) to a version made for this Kotlin version."]),
    rule(
        Category::KaptKsp,
        r"^(?:Abstract DAO|An abstract DAO|Dao class|Entity (?:class|table)|Entities (?:cannot|must)|Classes? (?:annotated with @Database|that are used as TypeConverters|is referenced as a converter)|@Database annotation|Database version|Cannot use unbound (?:generics|fields|properties)|Type converters? |The name \x22[^\x22]+\x22 is used by multiple|Multiple (?:fields|properties|methods|functions) (?:have|define)|Query (?:method|function) parameters|(?:Query|Insert|Update|Delete|Upsert|RawQuery) (?:methods|functions) must|(?:Method|Function) annotated with @(?:Insert|Update|Delete|Upsert|Transaction)|RawQuery|Observable query return type|Room cannot (?:pick|create)|View (?:class|name)|Cannot find the (?:child|parent) entity|Ambiguous (?:getter|setter|constructor)|Recursive referencing through @Embedded|To use .* artifact from Room|Invalid (?:table|column) name|You cannot have multiple primary keys|(?:Field|Property) has non-unique column name|Only suspend functions are allowed in DAOs|The @(?:ConstructedBy|Database)|[^ ]+ referenced in the (?:primary key|index) does not exist|Target entity declared in|Dao (?:method|function))",
    )
    .means("Room does not accept the declaration: {message}.")
    .fix(&["Correct the entity, DAO or database class at {name}:{line} as Room says.", "Correct the entity, DAO or database class as Room says."]),
]);
