//! Messages about types: null safety first, for a nullable value is a mismatch of its own, then mismatches, smart casts.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // What hinders each candidate is listed with it, such as a type mismatch.
    rule(
        Category::KotlinOverload,
        r"^None of the following (?:functions|candidates) (?:can be called with the arguments supplied|(?:is|are) applicable)[^:]*: ?(?P<candidates>.*)$",
    )
    .means("None of the overloads of `{symbol}` fits the argument types given; the candidates are: {candidates}.")
    .fix(&["Convert the arguments to the types of one of the candidates of `{symbol}`; often one is nullable or of another number type."]),
    // Null safety. K1 prints the type bare, K2 in quotes.
    rule(
        Category::KotlinNullSafety,
        r"^Only safe \(\?\.\) or non-null asserted \(!!\.?\) calls are allowed on a nullable receiver of type '?(?P<actual>.+?)'?\.?$",
    )
    .means("The receiver is of the nullable type `{actual}`: it may be null, so a member of it cannot be called directly, only with a safe call (`?.`) or after a null check.")
    .fix(&[
        "Use a safe call `?.` with a default (`?: …`), or check `if (x != null)` before the use; `!!` only where null is impossible.",
        "If a library or the SDK (`compileSdk`) was upgraded, the type `{actual}` may have become nullable with it: adapt the call, or go back to the earlier version.",
    ]),
    rule(
        Category::KotlinNullSafety,
        r"^Null (?:can not|cannot) be a value of a non-null type '?(?P<expected>.+?)'?\.?$",
    )
    .means("`null` is given where the non-null type `{expected}` is required.")
    .fix(&["Give a value, or declare the target as nullable: `{expected}?`."]),
    rule(Category::KotlinNullSafety, r"^Null (?:can not|cannot) be a value of a non-null type"),
    rule(
        Category::KotlinNullSafety,
        r"^(?:Operator|Infix) call (?:corresponds to a dot-qualified call '(?P<call>.+?)' which is not allowed on a nullable receiver '(?P<symbol>[^']+)'|is (?:prohibited|not allowed) on a nullable receiver of type '(?P<actual>[^']+)')",
    )
    .means("An operator is applied to a value that may be null: {message}.")
    .fix(&["Check for null first, or give a default: `(x ?: 0) + y`; for an infix call use `?.`."]),
    rule(
        Category::KotlinNullSafety,
        r"^(?:Reference has a nullable type '(?P<actual>[^']+)', use explicit '\?\.invoke\(\)'|Not nullable value required to call|Non-nullable value required to call|Operator call '[^']+' cannot be applied to destructuring of nullable type '(?P<type>[^']+)'|The spread operator \(\*foo\) (?:may not|cannot) be applied to an argument of nullable type|(?:Expression|Type) in a? ?class literal (?:has a? ?nullable type|must not be nullable|cannot be nullable))",
    )
    .means("A value that may be null is used as if it could not be: {message}.")
    .fix(&["Handle the null case: `?.invoke()`, `.orEmpty()`, `?: return`, or a check before the use."]),
    // `… inferred type is Uri? but Uri was expected`, K2 `actual type is 'Uri?', but 'Uri' was expected`, `expected 'Uri', actual 'Uri?'`
    rule(
        Category::KotlinNullSafety,
        r"(?:[Tt]ype mismatch|must return).*?: (?:inferred|actual) type is '?(?P<actual>[^']+?\?)'?,? but '?(?P<expected>[^']*?[^?'\s])'? was expected",
    ),
    rule(
        Category::KotlinNullSafety,
        r"type mismatch: expected '(?P<expected>[^']*[^?'])', (?:actual|found) '(?P<actual>[^']+\?)'",
    ),
    rule(
        Category::KotlinNullSafety,
        r"^Type mismatch\.? Required: (?P<expected>\S*[^?\s]) Found: (?P<actual>\S+\?)$",
    ),
    // Types.
    rule(
        Category::KotlinTypeMismatch,
        r"(?:[Tt]ype mismatch|Constraint error).*?: (?:inferred|actual) type is '?(?P<actual>.+?)'?,? but '?(?P<expected>.+?)'? was expected",
    ),
    rule(Category::KotlinTypeMismatch, r"^Type mismatch\.? Required: (?P<expected>.+?) Found: (?P<actual>.+)$"),
    rule(
        Category::KotlinTypeMismatch,
        r"type mismatch:? expected '?(?P<expected>[^']+?)'?(?:, actual|,? but found) '?(?P<actual>[^']+?)'?(?:\. Use|\.?$)",
    ),
    rule(Category::KotlinTypeMismatch, r"^Throwable type mismatch: actual type is '(?P<actual>[^']+)'")
        .means("`throw` is given a `{actual}`, which is no `Throwable`.")
        .fix(&["Throw an exception object, for example `IllegalStateException(…)`."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^The (?P<literal>\S+) literal does not conform to the expected type '?(?P<expected>[^'\s]+?)'?\.?$",
    )
    .means("The {literal} literal is not of the required type `{expected}`.")
    .fix(&["Write the literal for `{expected}`: `1L` for Long, `1f` for Float, `1.0` for Double, quotes for String."]),
    rule(Category::KotlinTypeMismatch, r"^Incompatible types:? '?(?P<actual>.+?)'? and '?(?P<expected>[^']+?)'?\.?$")
        .means("`{actual}` and `{expected}` are compared or matched in a `when` and can never be of the same type.")
        .fix(&["Compare values of one type: convert one of them, or use a branch condition of the subject's type."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^Operator '(?P<operator>[^']+)' cannot be applied to '(?P<actual>[^']+)' and '(?P<expected>[^']+)'",
    )
    .means("`{operator}` cannot compare a `{actual}` with a `{expected}`: the types have nothing in common.")
    .fix(&["Convert one side to the other's type, for example `.toString()`, `.toInt()` or `.toLong()`."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^(?P<no_return>A 'return' expression (?:is )?required in a function with a block body|Missing return statement)",
    )
    .means("The function has a block body and a return type, but a path through it ends without a `return` statement.")
    .fix(&["Return a value on every path, or use an expression body (`fun f() = …`); `if`/`when` branches need their own `return`."]),
    rule(Category::KotlinTypeMismatch, r"^This function must return a value of type '?(?P<expected>[^']+?)'?\.?$")
        .means("`return` without a value stands in a function that must return a `{expected}`.")
        .fix(&["Return a `{expected}`, or declare the function's return type as `Unit`."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^'?(?P<symbol>[^'\s]+)'? must return (?P<expected>.+?) but returns (?P<actual>.+?)\.?$",
    ),
    rule(
        Category::KotlinTypeMismatch,
        r"^(?:Return type of|Type of(?: property)?) '?(?P<symbol>[^'\s]+)'? (?:is not a subtype of (?:the )?(?:return type of the )?overridden|doesn't match the type of the overridden)(?: [a-z-]+)* '?(?P<overridden>.+?)'?(?: defined in '[^']+')?\.?$",
    )
    .means("`{symbol}` overrides `{overridden}` with another type; an override's type must be the same or a subtype.")
    .fix(&["Declare `{symbol}` with the type (and nullability) of the overridden member `{overridden}`."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^Type argument (?:resulting from type alias expansion )?is not within (?:its|required) bounds:? ?(?:should|must) be (?:a )?subtype of '(?P<expected>(?:kotlin\.)?Any)'",
    )
    .means("The type argument may be null, and its bound `Any` takes types that are never null alone. Usually it is a type parameter of your own (`<T>` means `<T : Any?>`), or a type that was inferred with `?`.")
    .fix(&[
        "Declare the type parameter as `<T : Any>` where it is yours, else write the type argument without `?`.",
        "If this compiled before, the library that declares the class or function was upgraded, and its new version is annotated (JSpecify, `@NonNull`), or Kotlin was, which since 2.1 takes such annotations strictly.",
    ]),
    rule(
        Category::KotlinTypeMismatch,
        r"^Type argument (?:resulting from type alias expansion )?is not within (?:its|required) bounds:? ?(?:should|must) be (?:a )?subtype of '(?P<expected>[^']+)'",
    )
    .means("The type argument is not within its bounds: it must be a subtype of `{expected}`.")
    .fix(&["Write a type argument that is a subtype of `{expected}`, or let the class that is given extend it; if it seems to, compare the imports, for two classes of one name are easily taken for each other."]),
    rule(Category::KotlinTypeMismatch, r"^Type argument is not within its bounds|^Upper bound violation"),
    rule(Category::KotlinTypeMismatch, r"^(?:The value is|Value) out of range")
        .means("The number literal is too large for its type.")
        .fix(&["Use a `Long` (suffix `L`) or another type that can hold the value."]),
    rule(Category::KotlinTypeMismatch, r"^(?:Expected a value of type '?(?P<expected>[^'.]+)|Condition of type 'Boolean' expected|Expected condition of type Boolean)")
        .means("An expression of another type, or none, stands where a value of the required type must be: {message}.")
        .fix(&["Give an expression that yields the required type; an assignment yields none."]),
    rule(Category::KotlinTypeMismatch, r"^(?:Expected (?P<count>[0-9a-z ]*parameters?) of types? (?P<expected>.+?)|Expected parameter of type '?(?P<parameter>[^']+?)'?)\.?$")
        .means("The lambda's parameters do not fit the function type that is expected here: {message}.")
        .fix(&["Declare as many lambda parameters, of the types, as the expected function type has."]),
    rule(
        Category::KotlinTypeMismatch,
        r"(?i)^(?:[a-z]+ )*type mismatch|^Inferred type is a function type, but a non-function type|^Type inference failed\. Expected type mismatch|^'?compareTo\(\)'? must return Int|^(?:Setter parameter|Getter return|Setter return) type must be|^The loop iterates over values of type|^'[^']+' function returns '|^Operator call '[^']+' returns '|^The '[^']+' function of (?:the loop range|property delegate)|^Comparison of incompatible enums|^Function '[^']+' (?:returns '|of property delegate is expected)",
    ),
    rule(Category::KotlinTypeMismatch, r"^Cannot use '(?P<symbol>Nothing)' as reified type parameter")
        .means("The function that is called here wants to know its type argument at run time (`reified`), and the compiler has inferred `{symbol}` for it: nothing at the call says which type is meant.")
        .fix(&["Write the type argument at the call (`name<Type>(…)`), or declare the type of what the result goes to."]),
    rule(Category::KotlinTypeMismatch, r"^Cannot use '(?P<symbol>[A-Za-z_][A-Za-z0-9_]*)' as reified type parameter\. Use (?:a )?class instead")
        .means("The function that is called here wants to know its type argument at run time (`reified`), and `{symbol}` is a type parameter of the caller, which is not known then.")
        .fix(&["Mark the calling function `inline` and its parameter `reified {symbol}`; where it cannot be inline (a member of an interface, an override, a class's parameter), hand over a `KClass<{symbol}>`, a `KType` or a serializer and call the variant that takes it."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^(?:Cannot check for instance of erased type: '?(?P<actual>.+?)'?\.?$|Cannot use '(?P<symbol>[^']+)' as reified type parameter|Cannot use definitely-non-nullable type as)",
    )
    .means("The type is not known at run time, because generic type arguments are erased: {message}.")
    .fix(&["Check against the raw type (`is List<*>`), or make the function `inline` with a `reified` type parameter and pass a concrete class."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^(?:Out-projected type '(?P<actual>[^']+)' prohibits the use of '(?P<symbol>[^']+)'|Receiver type '(?P<type>[^']+)' contains \S+ projection which prohibits the use of '(?P<member>[^']+)')",
    )
    .means("The receiver's type is projected (`out` or `*`), so a member that takes the type parameter cannot be called: {message}.")
    .fix(&["Use a type with the concrete type argument instead of `*` or `out`, for example `MutableList<String>`."]),
    rule(
        Category::KotlinTypeMismatch,
        r"^Type parameter '?(?P<symbol>[^'\s]+)'? is declared as '(?P<declared>[^']+)' but occurs in '(?P<occurs>[^']+)' position",
    )
    .means("The type parameter `{symbol}` is declared `{declared}` but used in `{occurs}` position.")
    .fix(&["Remove the variance `{declared}` from `{symbol}`, or move it out of the parameters (or of the return types)."]),
    // Smart casts, by what hinders them.
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is a public API property declared in (?:a )?different module",
    )
    .means("`{symbol}` is checked and then used as `{expected}`, but it is declared in another module: that may be compiled again with a getter that gives something else each time, so the compiler does not carry the check over module borders.")
    .fix(&["Take it into a local `val` once: `val value = {symbol}`, and check and use `value`.", "If this code compiled before, the class was moved to another module, or became part of a library."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is a delegated property",
    )
    .means("`{symbol}` is checked and then used as `{expected}`, but it is a delegated property (`by …`): each read asks the delegate again, which may give something else (a Compose state, `lazy`, a view model's state).")
    .fix(&["Take it into a local `val` once: `val value = {symbol}`, and check and use `value` (`when (val value = {symbol}) {{ … }}`)."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is a property that has (?:an )?open or custom getter",
    )
    .means("`{symbol}` is checked and then used as `{expected}`, but it has a getter of its own, or one that a subclass may override: a second read may give something else.")
    .fix(&["Take it into a local `val` once: `val value = {symbol}`, and check and use `value`."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is a (?:local variable that is (?:captured by a changing closure|mutated after being captured)|local variable that is changed in)",
    )
    .means("The local variable `{symbol}` is checked and then used as `{expected}`, but a lambda assigns it as well, and may run in between.")
    .fix(&["Take it into a local `val` behind the check: `val value = {symbol}`, and use `value`; better let the lambda return its result in place of assigning `{symbol}`."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is a complex expression",
    )
    .means("`{symbol}` is checked and then used as `{expected}`, but it is an expression that is evaluated anew each time, through a getter, a call or a value that may be null: what it gives then was not checked.")
    .fix(&["Take it into a local `val` once: `val value = {symbol}`, and check and use `value`; or cast it where it is used (`as? {expected}`, with `?.` behind it)."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is (?:a |an )?(?P<why>mutable property.+?)\.?$",
    )
    .means("`{symbol}` is checked and then used as `{expected}`, but it is a `var` property, which other code or another thread may change between the check and the use.")
    .fix(&["Take it into a local `val` once: `val value = {symbol} ?: return` (or `{symbol}?.let {{ value -> … }}`), and use `value`; if the property never changes, declare it `val`."]),
    rule(
        Category::KotlinSmartCast,
        r"^Smart cast to '(?P<expected>[^']+)' is impossible, because '(?P<symbol>.+?)' is (?:a |an )?(?P<why>.+?)\.?$",
    )
    .means("`{symbol}` cannot be smart-cast to `{expected}` after the check, because it is a {why}: its value might change, or differ, between check and use.")
    .fix(&["Take it into a local `val` once: `val value = {symbol}`, and check and use `value`."]),
    rule(Category::KotlinSmartCast, r"^Smart cast to '(?P<expected>[^']+)' is (?:impossible|deprecated)"),
    // `when`.
    rule(
        Category::KotlinWhenExhaustive,
        r"^'?when'? expression must be exhaustive\. ?Add an? 'else' branch|^'?when'? expression must be exhaustive, add necessary 'else' branch",
    )
    .means("The `when` is used as an expression or its subject cannot be listed completely, so it must be exhaustive: an `else` branch is missing.")
    .fix(&["Add an `else` branch."]),
    rule(
        Category::KotlinWhenExhaustive,
        r"^'?when'? expression must be exhaustive(?:, add (?:the )?necessary|\. Add the) (?P<branches>.+?) branch(?:es)?(?:,? or (?:an )?'?else'? branch(?: instead)?)?\.?$",
    )
    .means("The `when` must be exhaustive and does not cover every case: the branch {branches} is missing.")
    .fix(&["Add the branch {branches}, or an `else` branch.", "If a case was added to an enum or sealed class, every `when` over it needs the new branch."]),
    rule(Category::KotlinWhenExhaustive, r"^'?when'? .*must be exhaustive|^'?when'? (?:expression|statement).*exhaustive|^'when' with expect .+ can not be exhaustive"),
    rule(Category::KotlinWhenExhaustive, r"^'if' must have both main and 'else' branches")
        .means("`if` is used as an expression (its value is needed) but has no `else` branch, so it is not exhaustive.")
        .fix(&["Add the `else` branch, or do not use the value of the `if`."]),
]);
