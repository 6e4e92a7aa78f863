//! javac's messages, of versions 8 to 21. Data only; the first match wins. Most of the others are what the category says
//! in general.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Messages behind a position.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::JavaCannotFindSymbol,
        r"^cannot find symbol(?:,? (?:class|symbol:? *class) (?P<symbol>\S+))?|^找不到符号|^シンボルを見つけられません|^Symbol nicht gefunden|^(?:не удается найти символ|no se (?:ha encontrado|puede encontrar|encuentra) el símbolo|找不到符號|impossibile trovare il simbolo|symbole introuvable|impossible de trouver le symbole|não é possível encontrar o símbolo|기호를 찾을 수 없습니다)",
    ),
    rule(Category::JavaCannotFindSymbol, r"^package (?P<symbol>(?P<package>\S+)) does not exist"),
    rule(Category::JavaCannotFindSymbol, r"^程序包 ?(?P<symbol>(?P<package>[^\s不]+)) ?不存在"),
    rule(Category::JavaCannotFindSymbol, r"^パッケージ(?P<symbol>(?P<package>\S+))は存在しません"),
    rule(Category::JavaCannotFindSymbol, r"^Package (?P<symbol>(?P<package>\S+)) ist nicht vorhanden"),
    rule(Category::JavaCannotFindSymbol, r"^(?:package |Package )(?P<symbol>(?P<package>\S+)) is not visible")
        .means("The package `{package}` exists in a Java module that does not let this code see it.")
        .fix(&[
            "Add `requires {unread_module};` to this module's `module-info.java`.",
            "For an internal package use a public API in its place, or export it with `--add-exports` where the code is compiled and run.",
        ]),
    rule(Category::JavaCannotFindSymbol, r"^static import only from classes and interfaces|^import requires canonical name for (?P<symbol>\S+)")
        .means("An `import` does not lead to a class: {message}.")
        .fix(&["Correct the import: the class's full name, or add the library that contains it."]),
    rule(
        Category::KaptKsp,
        r"^incompatible types: (?P<symbol>NonExistentClass) cannot be converted to (?P<expected>\S+)",
    )
    .means("kapt's stub holds `NonExistentClass` in place of a type or annotation of the Kotlin source that could not be resolved: a missing import or dependency, or a class that another processor generates.")
    .fix(&["Resolve the type in the Kotlin source of this stub: add the import or the dependency.", "If the type is generated, set `kapt {{ correctErrorTypes = true }}`."]),
    rule(
        Category::JavaOther,
        r"^incompatible types: possible lossy conversion from (?P<actual>\S+) to (?P<expected>\S+)",
    )
    .means("A value of type `{actual}` stands where `{expected}` is required; the conversion could lose digits (incompatible types).")
    .fix(&["Cast it (`({expected}) value`) if losing digits is fine, or declare the target as `{actual}`."]),
    rule(Category::JavaOther, r"^incompatible types: (?P<actual>\S+) cannot be converted to (?P<symbol>(?P<expected>.+))$")
        .means("A value of type `{actual}` stands where `{expected}` is required (incompatible types).")
        .fix(&["{convert}", "Convert or cast the value to `{required_type}`, or declare the target as `{actual}`; after a library update compare its new types."]),
    rule(
        Category::JavaOther,
        r"^incompatible types: (?P<why>inference variable (?P<symbol>\S+) has incompatible .+|.+)$",
    )
    .means("The types do not fit (incompatible types): {why}.")
    .fix(&["Change the expression or the declared type at {name}:{line} so that they agree."]),
    rule(
        Category::JavaOther,
        r"^bad operand types? (?:(?P<type>\S+) )?for (?P<arity>binary|unary) operator '(?P<symbol>[^']+)'",
    )
    .means("The operator `{symbol}` cannot be applied to these types.")
    .fix(&["Convert the operands to types that have the operator; compare objects with `.equals`."]),
    rule(Category::JavaOther, r"^(?:'class', 'interface', 'enum'|class, interface,? (?:or enum|enum, or record)|class, interface, enum, or record) expected")
        .means("Code stands outside of any class: a closing brace `}}` above is one too many, or the class was closed too early.")
        .fix(&["Count the braces above line {line} of `{name}`; remove the surplus `}}` or move the code into the class."]),
    rule(Category::JavaOther, r"^(?P<syntax>reached end of file while parsing)")
        .means("The file ends before all blocks are closed: a closing brace `}}` is missing.")
        .fix(&["Add the missing `}}` at the end of `{name}` or where a method is not closed."]),
    rule(Category::JavaOther, r"^(?P<syntax>'?[^\s]+'?(?:,? (?:or )?'?[^\s']+'?)* expected)$")
        .means("The source is not valid Java here: {syntax}.")
        .fix(&["Add what is missing at line {line} of `{name}` or at the end of the line above: a semicolon, bracket, name or type ({syntax})."]),
    // `illegal character: '\u201c'`
    rule(Category::JavaOther, r"^illegal character: '(?P<symbol>\\ufeff|\x{feff})'")
        .means("The file has a byte order mark (BOM, `\\ufeff`), which an editor saved at its beginning; javac takes it for a character of the code.")
        .fix(&["Save `{name}` as UTF-8 without BOM (Android Studio: File > File Properties > Remove BOM; Notepad++: Encoding > UTF-8); do the same for other files that the editor saved."]),
    rule(Category::JavaOther, r"^illegal character: '(?P<symbol>\\u(?:201[89cdef]|00ab|00bb)|[‘’“”„])'")
        .means("A typographic quotation mark (`{symbol}`) stands in the code, where Java wants a straight one (`\"` or `'`); pasted text often has them.")
        .fix(&["Type the quotation marks at line {line} of `{name}` again, straight, on both sides of the text; look for more in what was pasted with it."]),
    rule(Category::JavaOther, r"^illegal character: '(?P<symbol>\\u(?:00a0|00ad|200[b-f]|202[8-f]|2060|3000)|\x{a0}|\x{200b})'")
        .means("An invisible character (`{symbol}`, such as a non-breaking or zero-width space) stands in the code; it usually came with text that was pasted from a web page or chat.")
        .fix(&["Delete the white space around the place at line {line} of `{name}` and type it again; an editor shows the character if you search for it by its code ({symbol})."]),
    rule(Category::JavaOther, r"^illegal character: '(?P<symbol>\\u(?:ff[0-5][0-9a-f]|300[0-9a-f]|2026|2013|2014)|[，。；：（）！？、【】])'")
        .means("A full-width or typographic punctuation mark (`{symbol}`) stands in the code, where Java wants the ASCII one.")
        .fix(&["Replace it at line {line} of `{name}` by the ASCII character, with the keyboard's input method switched to English."]),
    rule(Category::JavaOther, r"^illegal character: '(?P<symbol>#|\\?\\)'")
        .means("The character `{symbol}` does not begin anything in Java: it is left of a comment, a merge or text that was pasted.")
        .fix(&["Remove it at line {line} of `{name}`, or put it into quotation marks or a comment (`//`)."]),
    rule(
        Category::JavaOther,
        r"^(?P<syntax>illegal start of (?:expression|type|statement)|not a statement|unclosed (?:string literal|comment|character literal|text block)|illegal character: .+|'?(?:else|catch|finally|case|default)'? without '?\S+|orphaned \S+|empty character literal|illegal escape character|malformed floating.point literal|invalid method declaration; return type required|variable declaration not allowed here|class, interface or enum declaration not allowed here|<identifier> expected)",
    )
    .means("The source is not valid Java here: {syntax}. Most often a bracket, quote, semicolon or method boundary just above is missing.")
    .fix(&["Look at line {line} of `{name}` and the line above for a missing bracket, semicolon or quote; statements must stand inside a method."]),
    rule(Category::JavaOther, r"^unreported exception (?P<symbol>(?P<unreported>[^;\s]+))")
        .means("The checked exception `{unreported}` can be thrown here and is neither caught nor declared.")
        .fix(&["Catch `{unreported}` with `try`/`catch`, or add `throws {unreported}` to the method."]),
    rule(Category::JavaOther, r"^exception (?P<symbol>\S+) (?:is never thrown in body of corresponding try statement|has already been caught)"),
    rule(Category::JavaOther, r"^(?:variable|class|method|constructor|interface|enum) (?P<symbol>[^\s(]+)\S* is already defined in (?P<duplicate>.+)$")
        .means("`{symbol}` is already defined in {duplicate} (duplicate definition).")
        .fix(&["Rename or remove one of the two declarations of `{symbol}`."]),
    rule(Category::JavaOther, r"^duplicate class: (?P<symbol>(?P<duplicate>\S+))")
        .means("The class `{symbol}` is in two source files of this compilation (duplicate class).")
        .fix(&["Remove one of the two files, or the source directory that is listed twice; generated code may be a stale copy: clean the build."]),
    rule(Category::JavaOther, r"^(?:class|interface|enum|record|@interface) (?P<symbol>\S+) is public, should be declared in a file named (?P<rename>\S+)")
        .means("The public class `{symbol}` must be in a file of its own name, `{rename}`.")
        .fix(&["Rename the file to `{rename}`, or the class to the file's name."]),
    rule(Category::JavaOther, r"^(?P<uninitialised>variable (?P<symbol>\S+) (?:might not have been|not|might already have been) (?:initialized|assigned).*)")
        .means("{uninitialised}: it has no value on every path before it is read (or has one already).")
        .fix(&["Initialise `{symbol}` where it is declared, or on every path before it is read."]),
    rule(Category::JavaOther, r"^(?P<no_return>missing return statement)")
        .means("A path through the method ends without a `return` statement.")
        .fix(&["Return a value (or throw) on every path of the method."]),
    rule(Category::JavaOther, r"^(?:unreachable statement|switch expression does not|the switch (?:expression|statement) does not cover all possible input values)"),
    rule(
        Category::JavaOther,
        r"^(?P<symbol>[^\s(]+)(?:\([^)]*\))? has (?P<hidden>private|protected) access in (?P<owner>\S+)",
    )
    .means("`{symbol}` has {hidden} access in `{owner}` and cannot be used from here.")
    .fix(&["Use a public member instead (a getter, a factory), or raise the visibility of `{symbol}` from {hidden} if the class is your own."]),
    rule(
        Category::JavaOther,
        r"^(?P<symbol>\S+) is not public in (?P<owner>[^;\s]+); cannot be accessed from outside package",
    )
    .means("`{symbol}` of `{owner}` is package-private, so it cannot be used from another package.")
    .fix(&["Make `{symbol}` public, or use what `{owner}` makes public."]),
    rule(
        Category::JavaOther,
        r"^(?P<class>\S+|<anonymous .+?>) is not abstract and does not override abstract method (?P<member>.+?) in (?P<owner>\S+)",
    )
    .means("`{class}` does not implement the abstract method {member} of `{owner}`.")
    .fix(&["Implement `{member}` in `{class}`; after a library or SDK update the method is new there. Only a class that is a base of others may be abstract instead."]),
    rule(
        Category::JavaOther,
        r"^(?:method|constructor) (?P<symbol>\S+) in (?:class|interface|enum|record) (?P<owner>\S+) cannot be applied to given types",
    )
    .means("The arguments do not fit `{symbol}` of `{owner}`: it takes ({required}), given are ({given}).")
    .fix(&["Give the arguments that `{symbol}` requires ({required}); given are: {given}.", "If the library was updated, its signature changed: compare with the version you build against."]),
    rule(
        Category::JavaOther,
        r"^no suitable (?P<kind>method|constructor) found for (?P<symbol>[^\s(]+)\((?P<given>[^)]*)\)",
    )
    .means("There is no {kind} `{symbol}` that takes ({given}).")
    .fix(&["Convert the arguments to those of one of the candidates listed below the message; after a library update its signature may have changed."]),
    rule(Category::JavaOther, r"^(?P<override>method does not override or implement a method from a supertype)")
        .means("A method is marked `@Override`, but no supertype has a method with this name and these parameters; the library or framework may have removed or changed it in the version in use.")
        .fix(&[
            "Correct the name and parameters, or remove the `@Override` (or the method, if the framework no longer calls it: React Native removed `createJSModules` in 0.47).",
            "If the source belongs to a plugin or library, upgrade it to a version made for the framework in use.",
        ]),
    rule(Category::JavaOther, r"^(?P<symbol>[^\s(]+)\([^)]*\) in (?P<class>\S+) cannot (?:override|implement|hide) (?P<member>\S+) in (?P<owner>\S+)")
        .means("`{symbol}` in `{class}` cannot override `{member}` of `{owner}`: return type, access, `static`, `final` or exceptions do not fit.")
        .fix(&["Make the override match `{owner}`'s method: same return type, at least its visibility, not `static` where it is not."]),
    rule(Category::JavaOther, r"^name clash: (?P<symbol>[^\s(]+)"),
    rule(Category::JavaOther, r"^cannot (?:inherit from|override) final (?P<symbol>\S+)"),
    rule(Category::JavaOther, r"^cannot assign a value to (?:static )?final variable (?P<symbol>(?P<final>\S+))")
        .means("`{symbol}` is final and is assigned a second time.")
        .fix(&["Do not assign `{symbol}` again, or drop its `final`."]),
    rule(Category::JavaOther, r"^local variables? (?:(?P<symbol>\S+) is accessed|referenced) from (?:within |an? )?(?:inner class|lambda expression)"),
    rule(Category::JavaOther, r"^reference to (?P<symbol>\S+) is ambiguous")
        .means("`{symbol}` is ambiguous: more than one class or method of this name fits.")
        .fix(&["Name the class in full or remove one of the imports; cast the argument so that one method fits."]),
    rule(
        Category::JavaOther,
        r"^non-static (?P<kind>method|variable|class) (?P<symbol>[^\s(]+)\S* cannot be referenced from a static context",
    )
    .means("The non-static {kind} `{symbol}` is used without an instance, from a static context.")
    .fix(&["Call it on an instance, or declare `{symbol}` as `static`."]),
    rule(Category::JavaOther, r"^(?P<symbol>\S+) is abstract; cannot be instantiated")
        .means("`{symbol}` is abstract (or an interface) and is instantiated.")
        .fix(&["Create a subclass that implements it, or use its factory."]),
    rule(Category::JavaOther, r"^(?P<symbol>\S+) cannot be dereferenced")
        .means("A member is called on a value of the primitive type `{symbol}`, which has none.")
        .fix(&["Use the wrapper class's static function, or compare with `==`."]),
    rule(Category::JavaOther, r"^cannot access (?P<symbol>\S+)")
        .means("The class `{symbol}` is needed to compile this (as a supertype, parameter or return type), but its class file is not on the classpath or cannot be read.")
        .fix(&[
            "`{old_support}` is a class of the old support library, which became AndroidX: the library that is used at line {line} of `{name}` was built against the old one. Take a release of it for AndroidX, or let Jetifier translate it (`android.enableJetifier=true` and `android.useAndroidX=true`), and take it off `android.jetifier.ignorelist` (`blacklist`) if it is there.",
            "Add the module or library that contains `{class_missing}` to this module's dependencies (for tests to `testImplementation`, too), or declare it as `api` in the module through whose class it is reached here.",
            "If the class file is there and cannot be read, it was compiled for a newer Java: use a newer JDK or an older library.",
        ]),
    rule(Category::JavaOther, r"^bad class file:? ?(?P<symbol>\S*)"),
    rule(
        Category::JavaOther,
        r"^(?P<feature>.+?) (?:is|are) not supported in -source (?P<source>[0-9.]+)",
    )
    .means("{feature} need a newer Java source level than {source}, for which this module is compiled.")
    .fix(&["Raise `sourceCompatibility` and `targetCompatibility` (in Android: `compileOptions`) to Java {min_source}.", "Raise `sourceCompatibility` and `targetCompatibility` (in Android: `compileOptions`)."]),
    rule(Category::JavaOther, r"^(?P<feature>.+?) (?:is|are) a preview (?:feature|API) and (?:is|are) disabled by default"),
    rule(Category::JavaOther, r"^unmappable character \((?P<symbol>0x[0-9A-Fa-f]+)\) for encoding (?P<encoding>\S+)|^unmappable character for encoding (?P<charset>\S+)")
        .means("The file holds characters that are not valid in the encoding with which javac reads it.")
        .fix(&["Set `options.encoding = \"UTF-8\"` for all `JavaCompile` tasks, and save the file as UTF-8."]),
    rule(Category::JavaOther, r"^code too large|^too many constants")
        .means("A method or class is too large for the JVM's limits (64 KB a method): {message}.")
        .fix(&["Split the method or class; generated code needs an option of its generator."]),
    rule(Category::JavaOther, r"^(?P<kind>constant expression required)")
        .means("A constant is needed here (`switch` case or annotation), and this is none; since AGP 8 `R.id.…` values are no constants.")
        .fix(&["Use `if`/`else` instead of `switch` over `R.id`, or set `android.nonFinalResIds=false` in gradle.properties."]),
    rule(Category::JavaOther, r"^cyclic inheritance involving (?P<symbol>\S+)|^recursive constructor invocation|^module not found: (?P<module>\S+)"),
]);

/// Messages without a position: wrong options for the JDK in use, processors that cannot be loaded.
pub static OPTIONS: Rules = Rules::new(&[
    rule(Category::GradleJdkIncompatible, r"^invalid (?:source|target) release: (?P<symbol>(?P<requested>\S+))"),
    rule(Category::GradleJdkIncompatible, r"^release version (?P<requested>\S+) not supported"),
    rule(
        Category::GradleJdkIncompatible,
        r"^(?:Source|Target) option (?P<requested>\S+) is no longer supported\. Use (?P<expected>\S+) or later",
    ),
    rule(
        Category::GradleJdkIncompatible,
        r"^(?:无效的源发行版|无效的目标发行版|不支持发行版本)[:：]? ?(?P<symbol>(?P<requested>\S+))",
    ),
    rule(Category::JavaOther, r"^warnings found and (?P<symbol>-Werror) specified")
        .means("javac found warnings, and warnings are treated as errors here (`-Werror`).")
        .fix(&["Fix all warnings that this task printed, or remove `-Werror` from `options.compilerArgs`."]),
]);
