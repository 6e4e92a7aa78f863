//! Messages about names that cannot be resolved, and about operators that a type does not have.

use crate::Category;
use crate::pattern::{Rules, rule};

const LABEL: &str = "The label behind the `@` of this `this`, `return`, `break` or `continue` names nothing that encloses line {line}: {message}. What is asked of it there is not resolved either.";

const LABEL_FIXES: &[&str] = &[
    "At line {line} of `{name}`: `this@…` takes the name of an enclosing class or of the function whose lambda has a receiver (`lamp.apply {{ … }}` is `this@apply`; the name of a variable or file is no label), `return@…` that of the function which the lambda is given to. After a rename or move of the class write its new name.",
    "Or put a label of your own there: `name@` before the loop or lambda.",
];

/// The table.
pub static RULES: Rules = Rules::new(&[
    // K1 `Unresolved reference: foo`, K2 `Unresolved reference 'foo'.`, `… 'plus' for operator '+'.`
    rule(
        Category::KotlinUnresolvedReference,
        r"^Unresolved reference '(?P<symbol>[^']+)' for operator '(?P<operator>[^']+)'",
    )
    .means("The operator `{operator}` is not defined for these operands: there is no `operator fun {symbol}` for the type on its left.")
    .fix(&["Convert the operands to types that have `{operator}`, or declare `operator fun {symbol}(…)`."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^Unresolved reference '(?P<symbol>[^']+)' on receiver of type '(?P<receiver>[^']+)'",
    )
    .means("`{receiver}` has no member or imported extension `{symbol}`.")
    .fix(&[
        "Check the spelling of `{symbol}` and what `{receiver}` declares in the version in use; if it is an extension, import it.",
    ]),
    // `Unresolved reference. None of the following candidates is applicable because of receiver type mismatch: fun …`
    rule(
        Category::KotlinUnresolvedReference,
        r"^Unresolved reference\. None of the following candidates is applicable because of (?:a )?receiver type mismatch:? ?(?P<candidates>.*)$",
    )
    .means("`{symbol}` exists only for receivers of another type than the one it is called on here, so the reference stays unresolved; the candidates are: {candidates}.")
    .fix(&[
        "Call `{symbol}` on a receiver {receivers}: what stands before it at line {line} of `{name}` is of another type, or of the same with type arguments that do not fit, so convert that, or use what its own type offers. If you meant another `{symbol}`, import that one.",
    ]),
    // K1 `Unresolved reference: @Shelf`
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference:? ?['`]?(?P<symbol>@[A-Za-z0-9_]+)['`]?\.?\s*$")
        .means(LABEL)
        .fix(LABEL_FIXES),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference '(?P<symbol>[^']+)'"),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference[^:']*: ?#?`?(?P<symbol>[^\s(`]+?)`?\.?(?:\s|\(|$)"),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved label|^The label '(?P<symbol>[^']+)' does not denote|^(?:The )?[Ll]abel does not denote|^Target label does not denote")
        .means(LABEL)
        .fix(LABEL_FIXES),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference '?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*)'?$"),
    rule(Category::KotlinUnresolvedReference, r"^Unresolved reference"),
    rule(Category::KotlinUnresolvedReference, r"^'this' is not defined in this context")
        .means("`this` is used where there is no instance: in a top-level function, a companion object or a static context.")
        .fix(&["Pass the instance as a parameter, or move the code into the class."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^Expression '(?P<symbol>[^']+)'(?: of type '?(?P<type>[^']+)'?)? cannot be invoked as a function",
    )
    .means("`{symbol}` is a value, not a function: its type has no `invoke()`, so it cannot be called with parentheses.")
    .fix(&["Leave the parentheses off (a Java getter or a property is read as `{symbol}`), or call the function that you mean."]),
    // Without an import the compiler lists those of `Lazy` and the like; a state's own is listed only if it is imported.
    rule(
        Category::KotlinUnresolvedReference,
        r"^Property delegate must have an? '(?P<symbol>[^'(]+)[^']*' method\. None of the following (?:functions|candidates) (?:is|are) (?:suitable|applicable):? ?(?P<listed>.*\bState<.+)",
    )
    .means("The operator `{symbol}` that `by` needs is imported and visible, for the compiler lists it, but it does not fit the expression after `by` or the type of the property: {listed}.")
    .fix(&[
        "Write the type out on both sides, so that property and delegate agree, nullability included: `var x: T by remember {{ mutableStateOf<T>(…) }}` for a Compose state, `val x: T by lazy {{ … }}` otherwise.",
        "If both are of one type, put Kotlin, its standard library and the Compose compiler and runtime on versions that fit each other; else check that the import is that of the delegate's own library.",
    ]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^(?:Type '(?P<type>.+)' has no method '(?P<symbol>[^'(]+)[^']*'(?: and thus it| so it|, so it)? cannot serve as a|Property delegate must have a '(?P<method>[^'(]+)[^']*' method)",
    )
    .means("The expression after `by` cannot serve as a delegate: its type has no operator `getValue` (and `setValue` for a `var`) that is visible here, or the operator's import is missing.")
    .fix(&[
        "For a Compose state add `import androidx.compose.runtime.getValue` and `import androidx.compose.runtime.setValue`.",
        "Otherwise use a delegate that has these operators (`by lazy {{ … }}`), or assign with `=` instead of `by`.",
    ]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^(?:No (?P<symbol>get|set) method providing array access|No '(?P<operator>get|set)' operator method providing array access)",
    )
    .means("`[…]` is used on a value whose type has no operator `get` (or `set`), so the index access is unresolved.")
    .fix(&["Use a type that can be indexed (`List`, `Map`, `Array`), or the accessor that the type has."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^(?:For-loop range must have an '(?P<symbol>iterator)\(\)' method|Destructuring (?:declaration initializer )?of type '?(?P<type>[^']+?)'? (?:must have a|requires operator function) '(?P<component>component[0-9]+)\(\)'|'?(?:hasNext|next)\(\)'? cannot be called on|Method 'next\(\)' cannot be called)",
    )
    .means("The value cannot be iterated or taken apart here, because its type lacks the operator function: {message}.")
    .fix(&["Use a collection, range or `Map` in the `for`, or a data class with enough components in the destructuring declaration."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^(?:Cannot import '(?P<symbol>[^']+)'|Cannot import-on-demand from object '(?P<object>[^']+)'|Packages cannot be imported|Expression expected, but a? ?package name found|Cannot find imported script file '(?P<script>[^']+)'|Cannot use typealias '(?P<alias>[^']+)' as a callable qualifier in import)",
    )
    .means("The import or qualified name does not lead to a declaration: {message}.")
    .fix(&["Import the class, object or top-level function itself, by its full name."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^Classifier '(?P<symbol>[^']+)' does not have a companion object",
    )
    .means("`{symbol}` is a class and is used here as if it were a value; it has no companion object.")
    .fix(&["Create an instance (`{symbol}(…)`), or name the member or `{symbol}::class` that you mean."]),
    rule(
        Category::KotlinUnresolvedReference,
        r"^(?:Many supertypes available|Multiple supertypes available|No supertypes are accessible|Not an immediate supertype|'super' is not an expression)",
    ),
]);
