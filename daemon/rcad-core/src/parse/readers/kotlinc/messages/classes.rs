//! Messages about declarations: visibility, members that must be implemented or overridden, redeclarations, assignments.

use crate::Category;
use crate::pattern::{Rules, rule};

const BESIDE_PROPERTY: &str = "The property `{property}` already has the JVM method `{symbol}`, and a function `{symbol}` is declared beside it: both get the same JVM signature (declaration clash).";
const ONE_OF_BOTH: &[&str] = &[
    "Delete the function `{symbol}` and use the property `{property}`, or rename one of them.",
    "If both must stay, make the property `private` (then it has no such method), or give its method another name: `@get:JvmName(\"…\")`, `@set:JvmName(\"…\")`.",
];

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Visibility.
    rule(Category::KotlinVisibility, r"^Cannot access '(?:[^'(]*\b(?:fun|val|var|class|object|interface|constructor) )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*)[^']*': it is (?P<visibility>private) in file")
        .means("`{symbol}` is private to the file that declares it (a `private` declaration outside of a class) and cannot be used from another one.")
        .fix(&["Remove `private` from `{symbol}` if the code is your own (`internal` keeps it in the module), or move what uses it into that file."]),
    rule(
        Category::KotlinVisibility,
        r"^Cannot access '(?:constructor(?:<[^>]*>)?\([^)]*\): (?P<symbol>[^']+)|<init>)': it is '?(?P<visibility>[a-z/ -]+?)'? in",
    )
    .means("The constructor of `{symbol}` that is called here is {visibility}, so it cannot be used from this place.")
    .fix(&["Use a public constructor or factory function of `{symbol}`, or raise the constructor's visibility if the class is your own; after a library update look for what replaced it."]),
    rule(
        Category::KotlinVisibility,
        r"^Cannot access '(?:[a-z]+ )*(?P<symbol>[^'\s(:]+)[^']*': it is '?(?P<visibility>[a-z/ -]+?)'?(?: in (?:file )?'?(?P<owner>[^'\s]+?)'?)?\.?$",
    )
    .means("`{symbol}` is {visibility} in `{owner}` and cannot be accessed from here.")
    .fix(&[
        "Use a public member of `{owner}` instead (a getter or function), or raise the visibility of `{symbol}` if the code is your own.",
        "`internal` is visible in one module only: tests and other modules need it `public`; `protected` in subclasses only.",
        "If `{owner}` comes from a library, its new version may have made `{symbol}` {visibility}; use its replacement or the earlier version.",
    ]),
    rule(Category::KotlinVisibility, r"^Cannot access '(?P<symbol>[^']+)': it is (?P<visibility>[a-z/-]+)"),
    rule(
        Category::KotlinVisibility,
        r"^(?:(?P<kind>[A-Z][a-z-]+) '(?P<own>[^']+)'|'?(?P<visibility>[a-z/-]+)'? (?P<declared>[a-z-]+)) exposes (?:its )?'?(?P<exposed>private|[a-z]+)(?:[/-][a-z/-]+| \([^)']*\))?'? (?P<part>(?:[a-z]+ )*(?:super)?type(?: argument)?) '?(?P<symbol>[^\s'.]+(?:\.[^\s'.]+)*)",
    )
    .means("A declaration exposes a type that is less visible than itself ({exposed}): {message}.")
    .fix(&["Make the visibilities match: declare the exposing declaration {exposed}, or make the exposed type public."]),
    rule(
        Category::KotlinVisibility,
        r"^Cannot assign to '(?P<symbol>[^']+)': the setter is (?P<visibility>[a-z]+)(?: in '?(?P<owner>[^'\s.]+))?",
    )
    .means("`{symbol}` can be read but not assigned here: its setter is {visibility} in `{owner}`.")
    .fix(&["Change it through a function of `{owner}`, or raise the visibility of the setter."]),
    rule(
        Category::KotlinVisibility,
        r"^(?:Public-API inline .*cannot access non-public-API|Non-private inline function .*cannot access members of private class|Protected (?:function|constructor) call from public-API inline|Accessing super members from public-API inline)(?:[^']*'(?P<symbol>[^']+)')?",
    )
    .means("A public `inline` function is copied into its callers, which cannot see a private or internal declaration that it uses: {message}.")
    .fix(&["Mark the declaration it uses `@PublishedApi internal`, make it public, or do not inline the function."]),
    rule(
        Category::KotlinVisibility,
        r"^(?:Symbol is declared in module '(?P<symbol>[^']+)' which does not export package '(?P<package>[^']+)'|Symbol is declared in (?:an? )?(?:unnamed )?module(?: '(?P<module>[^']+)')?,? which (?:is not read|(?:the )?current module does not depend))",
    )
    .means("The class is in a Java module that does not let this module see it: {message}.")
    .fix(&["Use the public API instead, or declare `requires`/`exports` in `module-info.java`, or `--add-exports`."]),
    rule(
        Category::KotlinVisibility,
        r"^(?:Visibility|Return type) must be specified in explicit API mode",
    )
    .means("The module is in explicit API mode (`explicitApi()`), which wants visibility and return type written out: {message}.")
    .fix(&["Write `public`, `internal` or `private` and the return type, or remove `explicitApi()`."]),
    rule(
        Category::KotlinVisibility,
        r"^(?:Cannot (?:weaken|change) access privilege '?(?P<visibility>[a-z]+)'? for '(?P<symbol>[^']+)' in '(?P<owner>[^']+)'|'(?P<own>[^']+)' has no access to '(?P<other>[^']+)', so it cannot override|Cannot infer visibility for|Protected constructor '|Symbol (?P<hidden>\S+) is invisible|Setter visibility|Getter visibility|Private setters|[^ ]+ inherits invisible abstract|'[^']+' inherits invisible abstract|Constructor must be private|Inferred (?:return )?type '[^']+' for .* is not visible|Type argument for reified type parameter .* is inferred as invisible|'[^']+' type '[^']+' is accessed from|Extending sealed classes or interfaces from a different module|Inheritance of sealed classes or interfaces from different module|Using protected members)",
    ),
    // What a class must implement or may override.
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:Object|(?:Class |Object )?'<anonymous>') is not abstract and does not implement (?:abstract )?(?:base class )?(?:abstract )?(?:members?:? )?(?P<member>(?:(?:[a-z]+(?:/\*[^*]*\*/)? )*(?:fun|val|var) )?(?:<[^>]*> )?(?P<symbol>[A-Za-z0-9_]+).*?)(?: defined in (?P<owner>[A-Za-z0-9_.]+))?\.?$",
    )
    .means("The `object` does not implement the abstract member `{member}`: nothing in it overrides `{symbol}` with exactly this signature.")
    .fix(&[
        "Override it: `override fun {symbol}(…)` with exactly the parameter types of the declaration, nullability included.",
        "If this began with a higher `compileSdk` or library version, the parameters became non-null (or nullable) there, as `Animator?` became `Animator` in Android 13: change the override's types accordingly.",
    ]),
    // K2 lists several, one a line; the list may be lost.
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:(?:Enum )?(?:[Cc]lass|[Ee]num entry|[Oo]bject) )?'?(?P<symbol>[^'\s]+?)'? (?:is not abstract and )?does not implement abstract members:? (?P<members>\S.+)$",
    )
    .means("`{symbol}` does not implement several abstract members of its supertype: {members}.")
    .fix(&[
        "Implement these members in `{symbol}` with `override` and exactly their signatures.",
        "If the supertype is a library's and this compiled before, the library was upgraded and its new version has these members: if `{symbol}` is only a stand-in of a test, use the library's own test class or a mock in its place, else take over the members or go back to the earlier version.",
    ]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:(?:Enum )?(?:[Cc]lass|[Ee]num entry|[Oo]bject) )?'?(?P<symbol>[^'\s]+?)'? (?:is not abstract and )?does not implement abstract members:?$",
    )
    .means("`{symbol}` is not abstract and does not implement several abstract members of its supertype; the list of them is not in this log.")
    .fix(&["Implement the members in `{symbol}` (in the IDE “Implement members”); if the supertype is a library's that was upgraded, they are new there."]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:(?:Enum )?(?:[Cc]lass|[Ee]num entry|[Ii]nterface|Object) )?'?(?P<class>[^'\s]+)'? is not abstract and does not implement (?:abstract )?(?:base class )?(?:abstract )?(?:members?\b:? ?)?(?P<member>[^:\s].*?)(?: defined in (?P<owner>[A-Za-z0-9_.]+))?\.?$",
    )
    .means("`{class}` is not abstract and does not implement the abstract member {member}.")
    .fix(&[
        "Implement {member} in `{class}` with `override` and exactly this signature, or declare `{class}` abstract.",
        "If the supertype comes from a library or SDK that was updated, the member or its parameters' nullability is new: take over its signature.",
    ]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:(?:[Cc]lass|[Oo]bject) )?'?(?P<symbol>[^'\s]+)'? (?:is not abstract and (?:does not implement|implements)|must override (?P<member>.+?) because|must be declared abstract|does not implement abstract (?P<missing>.+))",
    ),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^'?(?P<symbol>[^'\s]+)'? overrides nothing(?:\. Potential signatures for overriding: ?(?P<candidates>.+))?",
    )
    .means("`{symbol}` is marked `override` but overrides nothing: no supertype has a member with this name and signature (number, types and nullability of the parameters, return type).")
    .fix(&[
        "Make the signature match the supertype's: parameter types and their nullability (`Bundle?` or `Bundle`), or drop `override`; in the IDE delete it and let Ctrl+O write it anew.",
        "If a library, `compileSdk` or framework was updated, the member was changed or removed there: its release notes name what replaced it.",
    ]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^Cannot create an instance of an abstract class",
    )
    .means("An abstract class is instantiated.")
    .fix(&["Instantiate a subclass that implements it, or use `object : Type() {{ … }}`."]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^'?(?P<symbol>[^'\s]+)'? hides member of supertype '?(?P<owner>[^'\s]+?)'? and needs",
    )
    .means("`{symbol}` has the signature of a member of `{owner}` but is not marked as overriding it.")
    .fix(&["Add the modifier: `override fun {symbol}`; rename it if it is meant as something else."]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^'?(?P<symbol>[^'\s]+)'? in '?(?P<owner>[^'\s]+?)'? is final and cannot be overridden",
    )
    .means("`{symbol}` of `{owner}` is final, so it cannot be overridden.")
    .fix(&["Declare `{symbol}` as `open` in `{owner}` if that is your own class; otherwise compose instead of overriding."]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^This type is final, so it cannot be (?:inherited from|extended)",
    )
    .means("The superclass is final (Kotlin classes are, unless marked `open`), so it cannot be extended.")
    .fix(&["Mark the superclass `open` or `abstract` if it is your own; for Spring or mocks use the `allopen` plugin."]),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:Abstract (?:property|function) '(?P<symbol>[^']+)' in non-abstract class '(?P<owner>[^']+)'|Function '(?P<function>[^']+)' without a body must be abstract|Abstract member cannot be accessed directly|This type is sealed|Inheritor of sealed class|A class can only (?:extend|inherit from) a sealed class|Only one class (?:may|can) appear in a supertype list|An interface cannot (?:inherit from|extend) a class|Var-property .* cannot be overridden by val-property|.+ inherits conflicting members|.+ clashes with .+: (?:return|property) types|[^ ]+ overrides 'var' property|Fun(?:ctional)? interfaces? must have exactly one abstract|'(?P<o>operator|infix)' modifier is required on|Function '(?P<generated>[^']+)' generated for the data class|Cannot (?:inherit from a singleton|extend an object)|An? (?:overriding function|interface) (?:is not allowed to specify|may not implement))",
    ),
    // Assignments.
    rule(
        Category::KotlinValReassign,
        r"^'*[Vv]al'* cannot be reassigned",
    )
    .means("A `val` is reassigned: what is assigned here is declared `val`, a parameter of a function or lambda, a property without a setter, or state that is declared by `=`.")
    .fix(&[
        "If it is your own variable or property, declare it as `var`; a parameter is copied first (`var x = x`), of a data class make a changed `copy(…)`, and Compose state is assigned through `.value`, or declared `var x by remember {{ mutableStateOf(…) }}`.",
        "If it is a property of a library or of Java, it has no setter (or no longer, after an upgrade): call its `set…()` method, or the function that replaced it.",
    ]),
    rule(
        Category::KotlinValReassign,
        r"^(?:Captured (?:member )?values (?:initialization is forbidden|cannot be initialized)|Initialization of captured member values|Reassignment of read-only property via backing field|A 'val'-property cannot have a setter|Setter for '(?P<symbol>[^']+)' is removed by type projection)",
    ),
    // Redeclarations.
    rule(
        Category::KotlinRedeclaration,
        r"^Conflicting declarations: ?(?:[a-z]+ )*(?P<symbol>companion object),? (?:[a-z]+ )*companion object",
    )
    .means("The class around this line declares more than one companion object (conflicting declarations, a redeclaration); a class has one at most.")
    .fix(&["Move what the second `companion object` of the class holds into the first one, and delete the second (line {line} of `{name}` is one of them)."]),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Redeclaration|Conflicting declarations): ?(?:(?:public|private|internal|protected|local|abstract|open|final|sealed|data|value|enum|inner|suspend|inline|const|lateinit|override|operator|actual|expect|companion|annotation|class|object|interface|typealias|val|var|fun|value-parameter) )*(?P<symbol>[^\s(:;,]+)",
    )
    .means("`{symbol}` is declared more than once (redeclaration) in the same scope or package.")
    .fix(&[
        "Rename or remove the duplicate declaration of `{symbol}`: search the package for it, also copies of the file and pasted code.",
        "If there is only one, its source directory is listed twice (`sourceSets`, `srcDirs`), or a generated copy is stale: clean the build.",
    ]),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Redeclaration|Conflicting declarations):? ?",
    ),
    rule(
        Category::KotlinRedeclaration,
        r"^Conflicting overloads",
    )
    .means("`{symbol}` is declared more than once with the same parameters (conflicting overloads): {message}.")
    .fix(&["Rename or remove one of the two declarations of `{symbol}`, or give them other parameters.", "If both are the same code, the file or its source directory is compiled twice: remove the duplicate, clean the build."]),
    rule(
        Category::KotlinRedeclaration,
        r"^Accidental override[^(]*\((?P<symbol>[A-Za-z0-9_$]+)\(.*`?<(?:get|set)-(?P<property>[^>`]+)>`?\(",
    )
    .means("The property `{property}` gets the JVM method `{symbol}`, and a supertype has a function of that name and signature, which the property overrides by accident.")
    .fix(&[
        "Rename the property, or make it `private` and override the function: `private val {property}_ …`, `override fun {symbol}(…) = {property}_`. A property cannot override a function that Java or Kotlin declares as `{symbol}()`.",
    ]),
    rule(
        Category::KotlinRedeclaration,
        r"^Platform declaration clash[^(]*\((?P<symbol>[A-Za-z0-9_$]+)\(.*`?<(?:get|set)-(?P<property>[^>`]+)>`?\(.*\bfun [^<`]",
    )
    .means(BESIDE_PROPERTY)
    .fix(ONE_OF_BOTH),
    rule(
        Category::KotlinRedeclaration,
        r"^Platform declaration clash[^(]*\((?P<symbol>[A-Za-z0-9_$]+)\(.*\bfun [^<`].*`?<(?:get|set)-(?P<property>[^>`]+)>`?\(",
    )
    .means(BESIDE_PROPERTY)
    .fix(ONE_OF_BOTH),
    rule(
        Category::KotlinRedeclaration,
        r"^(?P<clash>Platform declaration clash|Accidental override|Inherited platform declarations clash)[^(]*\((?P<symbol>[A-Za-z0-9_$<>]+)\(",
    )
    .means("Two declarations get the same JVM signature (`{symbol}`), though they differ in Kotlin: {message}.")
    .fix(&["Rename one of them, or give it another name for the JVM with `@JvmName(\"…\")`: the JVM does not see type arguments (`List<A>` and `List<B>` are one type), and a property `x` already has `getX()` and `setX()`."]),
    rule(
        Category::KotlinRedeclaration,
        r"^Duplicate JVM class name '(?P<symbol>[^']+Kt)'",
    )
    .means("Two files of the same name lie in one package of this module and both have functions or properties outside of classes, which go into the class `{symbol}`: there can be one only.")
    .fix(&["Rename one of the two files, or give its class another name by `@file:JvmName(\"…\")` at its head. If there seems to be only one, it is compiled twice: its directory is listed in two source sets, or a copy is generated."]),
    rule(
        Category::KotlinRedeclaration,
        r"^Duplicate JVM class name '(?P<symbol>[^']+)' generated from: (?P<one>[^,\s]+), (?P<other>[^,\s]+)",
    )
    .means("Two declarations of this module become the class `{symbol}`: {one} and {other}.")
    .fix(&["Search the module for both and rename or delete one; if there is only one in the sources, its directory is compiled twice (listed in two source sets), or a generated or copied file has it as well."]),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Platform declaration clash|Accidental override|This function accidentally overrides|Inherited platform declarations clash|Duplicate JVM class name '(?P<symbol>[^']+)')",
    )
    .means("Two declarations get the same JVM name or signature, though they differ in Kotlin: {message}.")
    .fix(&["Rename one of them, or use `@JvmName(\"…\")` (for a file `@file:JvmName`)."]),
    rule(
        Category::KotlinRedeclaration,
        r"^Conflicting import[,:]? imported name '(?P<symbol>[^']+)' is ambiguous",
    )
    .means("`{symbol}` is imported more than once in this file, so the name is ambiguous (conflicting imports).")
    .fix(&["Remove one of the imports of `{symbol}`, or rename one: `import a.b.{symbol} as Other`."]),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Conflicting import|'(?P<symbol>[^']+)' is already defined|Only one companion object is allowed|Duplicate parameter name|A supertype appears twice|Package conflicts with classifier|Conflicting upper bounds|.+ has several compatible (?:actual|expect) declarations|This annotation is not repeatable)",
    ),
]);
