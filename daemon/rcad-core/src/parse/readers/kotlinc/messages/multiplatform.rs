//! Messages about `expect` and `actual` declarations. Data only; the first match wins.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // `Expected class 'Till' has no actual declaration in module <main> for JVM`, `Expected Till has …`
    rule(
        Category::KotlinExpectActual,
        r"^(?:Expected (?:(?P<kind>[a-z ]+) )?'?|'(?:[a-z]+ )*(?:class|object|interface|fun|val|var|typealias) )(?P<symbol>[A-Za-z_][^'\s:(<]*)(?:[^'\s]*|[^']*)'? has no actual declaration in module (?P<module>\S+)(?: for (?P<platform>[A-Za-z]+))?(?P<why>(?s:.*))$",
    )
    .means("The `expect` declaration `{symbol}` has no matching `actual` in the sources of module {module} (platform {platform}).")
    .fix(&[
        "Write an `actual` declaration of `{symbol}` with the same package, parameters and types in that target's source set, or in one that it `dependsOn`.",
        "If there is one, its source set may not be part of this target: check the hierarchy of source sets, and that package and signature are equal to the letter.",
    ]),
    // `'actual class Till : Any' has no corresponding members for expected class members:`, and what differs in the lines below
    rule(
        Category::KotlinExpectActual,
        r"^(?:Actual [a-z ]+ )?'(?:@[^']*?\)? )?(?:[a-z]+ )*?(?:class|object|interface) (?P<symbol>[A-Za-z_][A-Za-z0-9_]*)[^']*' has no corresponding members for '?expect(?:ed)?'? class members:?$",
    )
    .means("The `actual` of `{symbol}` lacks members that its `expect` declares, or has them with another signature.")
    .fix(&["Give the `actual` of `{symbol}` every member of its `expect`, each marked `actual`, with the same parameters and types."]),
    // `'actual object Till : Any' has no corresponding members for expected class members:`, and these in the lines below
    rule(
        Category::KotlinExpectActual,
        r"^(?:Actual [a-z ]+ )?'(?:@[^']*?\)? )?(?:[a-z]+ )*(?P<symbol>[A-Za-z_][A-Za-z0-9_]*)[^']*' has no corresponding members for '?expect(?:ed)?'? class members:?\s*(?P<lacking>(?s:.+))$",
    )
    .means("The `actual` of `{symbol}` lacks members that its `expect` declares: {lacking}.")
    .fix(&[
        "Add these members to the `actual` of `{symbol}`, each marked `actual`, with the same types; or take them out of the `expect`.",
        "If you did not write them, a compiler plugin adds them to the `expect` only: update that plugin, or annotate something else than the `expect` declaration.",
    ]),
    rule(
        Category::KotlinExpectActual,
        r"^(?:'actual typealias (?P<alias>[A-Za-z_][A-Za-z0-9_]*)[^']*'|'[^']*?(?P<symbol>[A-Za-z_][A-Za-z0-9_]*)(?:<[^']*>)?(?:[(:][^']*)?'|Actual [a-z ]+ '(?P<symbol2>[^']+)') has no corresponding (?:expected declaration|members for expected class members)(?P<why>(?s:.*))$",
    )
    .means("`{symbol}` is marked `actual`, but there is no `expect` declaration that it matches: {message}.")
    .fix(&[
        "Give the `actual` of `{symbol}` the parameters and types of its `expect`, in the same package; or remove `actual` if nothing common expects it.",
        "If the `expect` is there, see that its source set is one that this target's source set depends on, in the same module.",
    ]),
    // `The 'expect' and the 'actual' declarations are incompatible.` and both of them in the lines below
    rule(
        Category::KotlinExpectActual,
        r"^The 'expect' and the 'actual' declarations are incompatible\.?(?s:.*?expect: [^\n]*?\b(?:fun|val|var|class|interface|object) (?:<[^>]*> )?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]*).*?(?:reason: (?P<reason>[^\n]+))?)$",
    )
    .means("The `expect` and the `actual` of `{symbol}` are incompatible: {reason}.")
    .fix(&["Let the `actual` of `{symbol}` have the `expect`'s types, parameters, modifiers and default values."]),
    rule(Category::KotlinExpectActual, r"^Declaration (?:must|should) be marked with 'actual'")
        .means("A declaration that an `expect` asks for is not marked `actual`, in itself or as a member of an `actual` class.")
        .fix(&["Write `actual` before the declaration at line {line} of `{name}` (the members of an `actual` class need it as well)."]),
    rule(Category::KotlinExpectActual, r"^Expected class '(?P<symbol>[^']+)' does not have (?:a )?default constructor")
        .means("Common code instantiates the `expect` class `{symbol}`, which declares no constructor.")
        .fix(&["Declare the constructor that is called: `expect class {symbol}()`, and `actual constructor` in every target; or use an `expect fun` that makes one."]),
    rule(
        Category::KotlinExpectActual,
        r"^(?:'?(?P<symbol>[A-Za-z_][A-Za-z0-9_]*)'?: )?(?:[Ee]xpect and (?:corresponding )?actual are declared in the same module|Expected (?:declaration|class|enum|property)[^\n]* (?:must|cannot|can't|should) not|Expected [a-z ]+ (?:must not|cannot)|Actual (?:class|function|property|declaration|type ?alias)[^\n]* (?:must|cannot|should|is not)|The 'expect'/'actual' multi-platform|[^\n]*contains an incompatible pair of 'expect' and 'actual')",
    ),
]);
