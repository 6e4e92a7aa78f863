//! The parser's messages, and those about declarations that are written in a way that is not allowed. Last, for the words
//! are common.

use crate::Category;
use crate::pattern::{Rules, rule};

const DECLARATION: &str = "Count the braces above line {line} of `{name}`: one closing brace `}}` too many ends a function or the class early, or a statement was pasted outside of a function.";
const STATEMENT: &str = "Look at line {line} of `{name}` and the line above for a missing operator, comma, bracket, parenthesis or quote; two statements on one line need `;`.";

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>(?:a )?(?:member|class body) declaration)")
        .means("In a class body only declarations may stand, but the parser met something else here: {message}. Most often a closing brace above ends the function too early, so that its statements stand in the class.")
        .fix(&[DECLARATION]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>(?:a )?(?:top level|top-level) declaration)")
        .means("At the top level of a file only declarations may stand, but the parser met something else here: {message}. Most often a closing brace above ends the class or function too early, so that what follows stands outside of it.")
        .fix(&[DECLARATION]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?(?P<missing>Missing '\}'|Expecting '\}'|Missing \}|Expecting a class body|Expecting '\}' or)")
        .means("A closing brace `}}` is missing: a block that was opened further up is never closed.")
        .fix(&["Add the missing closing brace `}}`: compare the indentation of the blocks above line {line} of `{name}`, let the IDE reformat the file to see where it drifts."]),
    rule(Category::KotlinSyntax, r#"^(?:Syntax error: )?(?P<missing>Expecting '"'|Expecting ''|Unclosed (?:comment|string)|Unterminated (?:comment|string))"#)
        .means("A string or comment is opened and not closed: {message}.")
        .fix(&["Close the quote `\"` (or the comment `*/`) that was opened at or above line {line} of `{name}`; a `$` or `\"` inside a string needs a backslash."]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>'->')")
        .means("The parser was expecting `->` here, as behind a condition of a `when` or the parameters of a lambda.")
        .fix(&["Write `->` behind the condition or the parameters at line {line} of `{name}`. A guard in a `when` branch (`is Book if it.sold ->`) needs Kotlin 2.2, and an older parser says this of it: raise Kotlin, or put the condition inside the branch."]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>a (?:parameter declaration|parameter name|type|name)|a ?parameter name)")
        .means("The parser was expecting {missing} here: a comma stands where nothing follows, a name or type is missing, or a bracket above was closed too early.")
        .fix(&["Look at line {line} of `{name}` and the line above: write what is missing, or take the comma away (a comma behind the last parameter needs Kotlin 1.4)."]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>'[)\]>,(]'|'[)\]]' or .*|comma or '[)\]]'|an argument)")
        .means("A bracket, parenthesis or comma is missing: the parser was expecting {missing} here.")
        .fix(&["Add the missing {missing} at line {line} of `{name}` or at the end of the line above; count the opening and closing parentheses of the call."]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?(?P<unexpected>Unexpected (?:tokens?|symbol)).*?")
        .means("The line holds tokens that cannot stand there: {message}. An operator, comma, bracket or quote before them is missing, or a brace was closed too early.")
        .fix(&[STATEMENT]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>an? (?:expression|element|statement|condition|when-condition|function body|property (?:name|getter|setter)[^.]*)|an element)")
        .means("The source is not valid Kotlin: the parser was expecting {missing} here, but the line ends or goes on with something else.")
        .fix(&[STATEMENT]),
    rule(Category::KotlinSyntax, r"^(?:Syntax error: )?Expecting (?P<missing>.+?)\.?$"),
    rule(Category::KotlinSyntax, r"^(?i:imports are only allowed in the beginning of file)|^(?:Syntax error: )?Package directive and imports are forbidden")
        .means("An `import` stands below other code; imports are only allowed at the beginning of the file. Often two files were pasted or merged into one.")
        .fix(&["Move the import to the top, below `package`; look for a merge mark (`<<<<<<<`) or a pasted second file."]),
    rule(
        Category::KotlinSyntax,
        r"^(?:Syntax error|Unclosed|Missing '|Illegal escape|Unsupported escape|Incorrect template|Unsupported \[|Name expected|Property getter or setter expected|Parameter name expected|Type expected|(?:Illegal|Incorrect usage of) underscore|Empty character literal|Incorrect character literal|Too many characters in a character literal|Names _, __|Use 'L' instead of 'l'|Multiple labels per statement|'sealed' in front of 'when'|Deprecated syntax|This syntax is reserved)",
    ),
    rule(Category::KotlinSyntax, r"^Function declaration must have a name")
        .means("A `fun` has no name. Where the line does have one, a brace above it is out of place and the parser lost its way.")
        .fix(&[DECLARATION]),
    rule(Category::KotlinSyntax, r"^(?:Property must be initialized|This (?:variable|property) must (?:either )?(?:have|be)|Abstract property must have an explicit type|Initializer required for destructuring|Const 'val' (?:should|must) have an initializer)")
        .means("A variable or property is declared without a value and without what would do instead: {message}.")
        .fix(&["Initialise it, or use `lateinit var`, `by lazy {{ … }}` or `abstract`; a local variable at least needs a type."]),
    rule(
        Category::KotlinSyntax,
        r"^(?:Modifier '(?P<symbol>[^']+)' is (?:not applicable|incompatible|allowed only)|Repeated '(?P<repeated>[^']+)'|'(?P<modifier>[a-z]+)' modifier (?:is|on|.*not allowed)|Modifiers and annotations are not allowed here)",
    )
    .means("The modifier `{symbol}` cannot stand on this declaration: {message}.")
    .fix(&["Remove the modifier `{symbol}`, or move the declaration to where it is allowed (members of a class, top level).", "Remove the modifier that the message names."]),
    rule(
        Category::KotlinSyntax,
        r"^(?:'(?P<symbol>val|var)' on (?:loop|function|catch|secondary constructor) parameter|Expected (?:a )?(?:condition|value|expression)|Only expressions are allowed|'?.+'? is not an expression, and only|Assignments are not expressions|Variable expected|Declarations are not allowed in this position|'(?P<jump>break|continue|return)'(?: and 'continue')? (?:is|are) (?:not allowed|only allowed|prohibited)|'break' (?:or|and) 'continue'|Returns are (?:not allowed|prohibited)|Local variables (?:are not allowed|cannot have)|The expression cannot be a selector|'else' entry must be the last one|Function '(?P<function>[^']+)' must have a body|Constructor requires brackets|Use 'constructor' keyword|Use the 'constructor' keyword|Type parameters must be placed before|Nested and local type aliases|A type annotation is required on a value parameter|An explicit type is required on a value parameter|Safe.call is (?:not allowed|prohibited) here|Use '\|\|' instead of commas)",
    ),
    // Errors of no other category, with words of their own.
    rule(Category::Other, r"^(?:Variable|Parameter|Enum entry) '(?P<symbol>[^']+)' (?:must be initialized|is uninitialized here)")
        .means("`{symbol}` is read before it has a value on every path.")
        .fix(&["Give `{symbol}` a value where it is declared, or in every branch before its first use."]),
    rule(Category::Other, r"^Type checking has run into a recursive problem|^Recursion in implicit types")
        .means("Declarations without a written type refer to each other, so the compiler cannot infer their types.")
        .fix(&["Write the type of the declaration at line {line} of `{name}`."]),
    rule(Category::Other, r"^'lateinit' modifier (?P<why>.+?)\.?$|^'lateinit' property must have an explicit type")
        .means("`lateinit` is not possible on this declaration: it {why}.")
        .fix(&["Use a nullable type with `null`, `by lazy {{ … }}`, or a `var` of a non-null, non-primitive type with a written type."]),
    rule(Category::Other, r"^This annotation is not applicable to target '(?P<target>[^']+)'(?: and use.site target '(?P<site>[^']+)')?")
        .means("An annotation stands on a {target}, where it is not applicable.")
        .fix(&["Move the annotation, or give a use-site target such as `@get:`, `@field:`, `@param:` or `@file:`."]),
    rule(Category::Other, r"^(?:An )?[Aa]nnotation argument must be|^An enum annotation argument|^Default value of annotation parameter|^Only 'const val' can be used in constant expressions|^Const 'val' (?:initializer|has type)")
        .means("A constant is needed here, known at compile time: {message}.")
        .fix(&["Use a literal or a `const val` (top level or in an `object`); values such as `R.id.x` of a library are no constants."]),
    rule(Category::Other, r"^(?:Data class (?:must have|primary constructor)|Primary constructor (?:required for|of) data class)")
        .means("A data class must have a primary constructor whose parameters are all properties: {message}.")
        .fix(&["Write `val` or `var` before every parameter of the data class's primary constructor."]),
    rule(Category::Other, r"^There's a cycle in the (?:inheritance hierarchy|delegation calls)|^Cycle (?:in supertypes|formed in)|^Recursive type alias")
        .means("Declarations refer to themselves in a cycle: {message}.")
        .fix(&["Break the cycle: a class cannot be its own supertype, a constructor cannot call itself."]),
]);
