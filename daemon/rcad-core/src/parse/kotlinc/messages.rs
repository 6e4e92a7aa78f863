//! The Kotlin compilers' messages, K1's and K2's wording side by side. Data only; the first match wins.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// Messages that stand behind a position.
pub static RULES: Rules = Rules::new(&[
    // Compose, before the general rules that would match as well.
    rule(
        Category::ComposeComposableContext,
        r"@Composable invocations can only happen from the context of a @Composable function",
    ),
    rule(
        Category::ComposeComposableContext,
        r"[Ff]unctions which invoke @Composable functions must be marked with the @Composable annotation",
    ),
    rule(Category::ComposeComposableContext, r"(?i)try ?catch is not supported around composable function invocations"),
    rule(Category::ComposeComposableContext, r"Composable function invocations inside .* are not allowed"),
    rule(Category::ComposeDisposableEffect, r"(?i)type mismatch.*DisposableEffectResult"),
    rule(Category::ComposeDerivedState, r"derivedStateOf"),
    rule(Category::ComposeRemember, r"Creating a state object during composition without using `?remember`?"),
    // Unresolved names. K1 `Unresolved reference: foo`, K2 `Unresolved reference 'foo'.`
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference[^:']*: ?(?P<symbol>[^\s.(]+)"),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference '(?P<symbol>[^']+)'"),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved (?:label|reference)"),
    rule(Category::KotlinUnresolvedReference, r"^Variable '(?P<symbol>[^']+)' must be initialized"),
    // Null safety. K2 words `Only safe (?.) or …` as K1 does and adds the type.
    rule(
        Category::KotlinNullSafety,
        r"^Only safe \(\?\.\) or non-null asserted \(!!\.?\) calls are allowed on a nullable receiver of type '?(?P<actual>[^'\s]+?)'?\.?$",
    ),
    rule(Category::KotlinNullSafety, r"^Null can not be a value of a non-null type '?(?P<expected>[^'\s]+?)'?\.?$"),
    rule(Category::KotlinNullSafety, r"^Null cannot be a value of a non-null type '(?P<expected>[^']+)'"),
    rule(
        Category::KotlinNullSafety,
        r"^Operator call (?:corresponds to a dot-qualified call|is prohibited on a nullable receiver|is not allowed on a nullable receiver)",
    ),
    rule(
        Category::KotlinNullSafety,
        r"type mismatch: inferred type is (?P<actual>\S+\?) but (?P<expected>\S*[^?\s]) was expected",
    ),
    rule(
        Category::KotlinNullSafety,
        r"Type mismatch: inferred type is (?P<actual>\S+\?) but (?P<expected>\S*[^?\s]) was expected",
    ),
    rule(
        Category::KotlinNullSafety,
        r"type mismatch: actual type is '(?P<actual>[^']+\?)', but '(?P<expected>[^']*[^?'])' was expected",
    ),
    rule(
        Category::KotlinNullSafety,
        r"type mismatch: expected '(?P<expected>[^']*[^?'])', actual '(?P<actual>[^']+\?)'",
    ),
    // Types.
    rule(
        Category::KotlinTypeMismatch,
        r"^Type mismatch: inferred type is (?P<actual>.+?) but (?P<expected>.+?) was expected",
    ),
    rule(Category::KotlinTypeMismatch, r"^Type mismatch\.? Required: (?P<expected>.+?) Found: (?P<actual>.+)$"),
    rule(
        Category::KotlinTypeMismatch,
        r"type mismatch: actual type is '(?P<actual>[^']+)', but '(?P<expected>[^']+)' was expected",
    ),
    rule(Category::KotlinTypeMismatch, r"type mismatch: expected '(?P<expected>[^']+)', actual '(?P<actual>[^']+)'"),
    rule(Category::KotlinTypeMismatch, r"^The \S+ literal does not conform to the expected type (?P<expected>\S+)"),
    rule(Category::KotlinTypeMismatch, r"^Condition type mismatch"),
    rule(Category::KotlinTypeMismatch, r"^Incompatible types: (?P<actual>.+) and (?P<expected>.+)$"),
    rule(
        Category::KotlinTypeMismatch,
        r"^Operator '(?P<symbol>[^']+)' cannot be applied to '(?P<actual>[^']+)' and '(?P<expected>[^']+)'",
    ),
    rule(Category::KotlinTypeMismatch, r"^A 'return' expression required in a function with a block body"),
    rule(Category::KotlinTypeMismatch, r"^Missing return statement"),
    rule(Category::KotlinTypeMismatch, r"(?i)^(?:[a-z]+ )?type mismatch"),
    rule(Category::KotlinTypeMismatch, r"^Type argument is not within its bounds"),
    rule(
        Category::KotlinTypeMismatch,
        r"^Return type of '(?P<symbol>[^']+)' is not a subtype of the return type of the overridden member",
    ),
    // Visibility.
    rule(
        Category::KotlinVisibility,
        r"^Cannot access '(?:[a-z]+ )*(?P<symbol>[^'\s(:]+)[^']*': it is (?P<visibility>[a-z/-]+)(?: in '?(?P<owner>[^'\s.]+))?",
    ),
    rule(Category::KotlinVisibility, r"^'(?P<visibility>[a-z]+)' [a-z ]+ exposes (?:its )?'?(?P<exposed>[a-z-]+)'? .*"),
    rule(Category::KotlinVisibility, r"exposes its '?(?:private|internal|protected)"),
    rule(Category::KotlinVisibility, r"^Cannot access '(?P<symbol>[^']+)': it is"),
    // Classes that the class path lacks.
    rule(
        Category::KotlinMissingSupertype,
        r"^Cannot access '(?P<symbol>[^']+)' which is a supertype of '?(?P<owner>[^'\s]+?)'?\. Check your module classpath",
    ),
    rule(Category::KotlinMissingSupertype, r"^Supertypes of the following classes cannot be resolved"),
    rule(Category::KotlinMissingSupertype, r"^Cannot access class '(?P<symbol>[^']+)'\. Check your module classpath"),
    // Calls.
    rule(Category::KotlinOverload, r"^No value passed for parameter '(?P<symbol>[^']+)'"),
    rule(Category::KotlinOverload, r"^Too many arguments for (?:'(?:[a-z ]+ )?fun )?(?P<declaration>.+?)'?\.?$"),
    rule(
        Category::KotlinOverload,
        r"^None of the following (?:functions|candidates) (?:can be called with the arguments supplied|is applicable)",
    ),
    rule(Category::KotlinOverload, r"^Overload resolution ambiguity"),
    rule(Category::KotlinOverload, r"^Cannot find a parameter with this name: (?P<symbol>\S+)"),
    rule(Category::KotlinOverload, r"^No parameter with name '(?P<symbol>[^']+)' found"),
    rule(
        Category::KotlinOverload,
        r"^(?:An argument is already passed for this parameter|Named and positioned arguments|Mixing named and positioned arguments)",
    ),
    rule(
        Category::KotlinOverload,
        r"^(?:Not enough information to infer type (?:variable|argument) (?:for )?|Cannot infer (?:a )?type for (?:type parameter |this parameter))'?(?P<symbol>[^'.\s]*)",
    ),
    rule(Category::KotlinOverload, r"^Wrong number of type arguments|^[0-9]+ type arguments? expected"),
    // Classes and members.
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:Class|Object) '?(?P<symbol>[^'\s]+)'? is not abstract and does not implement (?:abstract )?(?:base class )?(?:abstract )?members?:? ?(?P<member>[^:\s].*?)\.?$",
    ),
    rule(
        Category::KotlinAbstractNotImplemented,
        r"^(?:Class|Object) '?(?P<symbol>[^'\s]+)'? (?:is not abstract and does not implement|must override|must be declared abstract)",
    ),
    rule(Category::KotlinAbstractNotImplemented, r"^'(?P<symbol>[^']+)' overrides nothing"),
    rule(Category::KotlinAbstractNotImplemented, r"^Cannot create an instance of an abstract class"),
    rule(Category::KotlinAbstractNotImplemented, r"^'(?P<symbol>[^']+)' hides member of supertype"),
    rule(Category::KotlinValReassign, r"^'?(?:Val|val)'? cannot be reassigned"),
    rule(Category::KotlinValReassign, r"^'val' cannot be reassigned|^Captured values initialization is forbidden"),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>[^']+)' is (?P<why>.+?)\.?$",
    ),
    rule(Category::KotlinSmartCast, r"^Smart cast to '(?P<expected>[^']+)' is (?:impossible|deprecated)"),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Redeclaration|Conflicting (?:declarations|overloads)): ?(?:(?:public|private|internal|protected|local|abstract|open|final|sealed|data|enum|inner|suspend|inline|const|lateinit|override|operator|class|object|interface|annotation|typealias|val|var|fun) )*(?P<symbol>[^\s(:;,]+)",
    ),
    rule(
        Category::KotlinRedeclaration,
        r"^(?:Redeclaration|Conflicting declarations|Conflicting overloads|Conflicting import|Platform declaration clash|Overload resolution ambiguity between imports)",
    ),
    rule(Category::KotlinRedeclaration, r"^'(?P<symbol>[^']+)' is already defined"),
    rule(
        Category::KotlinWhenExhaustive,
        r"^'?when'? expression must be exhaustive, add necessary (?P<branches>.+?) branch(?:es)?(?: or '?else'? branch instead)?",
    ),
    rule(
        Category::KotlinWhenExhaustive,
        r"^'?when'? (?:expression|statement).* must be exhaustive\.? ?(?:Add the (?P<branches>.+?) branch)?",
    ),
    rule(Category::KotlinOptIn, r"@OptIn\((?P<marker>[^)]+)\)"),
    rule(
        Category::KotlinOptIn,
        r"^This (?:declaration|API|class|material API|foundation API).*(?:experimental|[Oo]pt-?[Ii]n|is marked)",
    ),
    rule(Category::KotlinOptIn, r"must be accepted|This is an experimental API|needs opt-in|requires opt-in"),
    rule(
        Category::KotlinDeprecatedError,
        r"^'(?:[a-z ]+ )?(?P<symbol>[^'\s(:]+)[^']*' is deprecated\.? ?(?P<advice>.*)$",
    ),
    rule(Category::KotlinDeprecatedError, r"^Using '(?P<symbol>[^'(]+)[^']*' is an error\.? ?(?P<advice>.*)$"),
    rule(Category::KotlinDeprecatedError, r"^(?:warnings found and -Werror specified|'?-Werror)"),
    rule(
        Category::KotlinCoroutine,
        r"^Suspend function '(?:[a-z ]+ )?(?P<symbol>[^'(\s]+)[^']*' (?:should|can only) be called only from a coroutine",
    ),
    rule(
        Category::KotlinCoroutine,
        r"^Suspend(?:ing|ion)? (?:function|functions|point)[^']*(?:'(?:[a-z ]+ )?(?P<symbol>[^'(\s]+)[^']*')?.*(?:coroutine|suspen|critical section)",
    ),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"^Cannot inline bytecode built with JVM target (?P<requested>\S+) into bytecode that is being built with JVM target (?P<found>[^\s.]+)",
    ),
    rule(
        Category::KotlinJvmTargetMismatch,
        r"^Super calls to Java default methods are prohibited in JVM target|^Calls to static methods in Java interfaces are prohibited in JVM target",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"Module was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<found>[0-9.]+), expected version is (?P<expected>[0-9]+\.[0-9]+\.[0-9]+)",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"^Class '(?P<symbol>[^']+)' was compiled with an incompatible version of Kotlin\. The (?:actual metadata version is|binary version of its metadata is) (?P<found>[0-9.]+), (?:but the compiler version [0-9.]+ can read versions up to|expected version is) (?P<expected>[0-9]+\.[0-9]+\.[0-9]+)",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"incompatible version of Kotlin|^Class '(?P<symbol>[^']+)' is compiled by a (?:new|pre-release) ",
    ),
    // The parser; last, for its words are common.
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>.+?)\.?$"),
    rule(
        Category::KotlinSyntax,
        r"^(?:Syntax error|Unexpected tokens|Unexpected symbol|Unclosed|Missing '|Illegal escape|Incorrect template|Unsupported \[|Name expected|Property getter or setter expected|imports are only allowed|Parameter name expected|Type expected|Package directive and imports)",
    ),
    rule(
        Category::KotlinSyntax,
        r"^(?:Function declaration must have a name|Expected (?:a )?(?:condition|value|expression)|This variable must either have a type annotation or be initialized|Property must be initialized|Modifier '(?P<symbol>[^']+)' is not applicable)",
    ),
]);

/// Messages of annotation processors behind `[ksp]`.
pub static PROCESSORS: Rules = Rules::new(&[
    rule(Category::KaptKsp, r"^\[Dagger/MissingBinding\] (?P<symbol>\S+) cannot be provided"),
    rule(Category::KaptKsp, r"^\[Dagger/(?P<problem>[A-Za-z]+)\]"),
    rule(Category::KaptKsp, r"(?i)cannot find (?:the )?(?:symbol|type|class)[ :]+(?P<symbol>\S+)"),
]);

/// Messages without a position.
pub static BARE: Rules = Rules::new(&[
    rule(Category::KotlinDeprecatedError, r"^warnings found and -Werror specified"),
    rule(
        Category::ComposeCompilerVersion,
        r"^This version \((?P<found>[^)]+)\) of the Compose Compiler requires Kotlin version (?P<expected>\S+) but you appear to be using Kotlin version (?P<actual>\S+)",
    ),
    rule(
        Category::KotlinMetadataVersion,
        r"^(?P<file>(?:file://)?\S*?(?P<symbol>[^/\\\s]+)\.jar)[!:].*(?P<message>Module was compiled with an incompatible version of Kotlin\. The binary version of its metadata is (?P<found>[0-9.]+), expected version is (?P<expected>[0-9]+\.[0-9]+\.[0-9]+).*)",
    ),
    rule(Category::KotlinInternalCompilerError, r"^(?:java\.lang|org\.jetbrains\.kotlin)\.\S+(?:Exception|Error)"),
    rule(
        Category::KotlinInternalCompilerError,
        r"^(?:Internal compiler error|Compilation failed: |Couldn't (?:inline|transform))",
    ),
    rule(Category::GradleDaemonOom, r"^(?:Not enough memory to run compilation|java\.lang\.OutOfMemoryError)"),
]);
