//! Messages of kapt, KSP and javac about processors themselves; last, for the words are common.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::KaptKsp,
        r"incompatible types: (?P<symbol2>NonExistentClass) cannot be converted to (?P<expected>\S+)|(?P<symbol>error\.NonExistentClass)",
    )
    .means("kapt's stub holds `NonExistentClass`: a type or annotation in the Kotlin source could not be resolved when the stubs were made (missing import or dependency, or a class that another processor generates).")
    .fix(&[
        "Open the Kotlin source of the stub at this declaration and resolve the type: add the import or the dependency.",
        "If the type is generated, set `kapt {{ correctErrorTypes = true }}`.",
    ]),
    rule(
        Category::KaptKsp,
        r"^Can't (?:generate a stub for|reference type) '(?P<symbol>[^']+)'",
    )
    .means("kapt cannot make a Java stub for `{symbol}`: {message}.")
    .fix(&["Rename it: Java forbids keywords and a nested class with its outer class's name, and cannot refer to the default package."]),
    rule(
        Category::KaptKsp,
        r"^Annotation processor '(?P<symbol>[^']+)' (?:not found|does not implement)|^Could not instantiate an instance of processor '(?P<processor>[^']+)'|^Bad service configuration file, or exception thrown while constructing Processor object: (?P<why>.+)|^(?:Could not load processor class file|Could not create class loader for annotation processors|Error creating a service loader to load Processors)",
    )
    .means("An annotation processor cannot be loaded: {message}.")
    .fix(&["Bring the processor and its dependencies to versions that fit each other, this JDK and this Kotlin; a processor that uses classes of a newer Java needs that JDK."]),
    rule(
        Category::KaptKsp,
        r"Unable to (?:find|resolve) (?:type|symbol|class) (?P<type>\S+)|^(?i:cannot find (?:the )?(?:type|class))[ :]+'?(?P<symbol>[A-Za-z_][A-Za-z0-9_.]+)",
    ),
    // Error Prone's own: `[MissingOverride] Stock implements method in Item; expected @Override`
    rule(Category::JavaOther, r"^\[(?P<symbol>(?:[A-Z][a-z0-9]+){2,})\] (?P<why>.+?)\.?$")
        .means("The check `{symbol}` (Error Prone or another plugin of javac) refuses the code: {why}.")
        .fix(&[
            "Change line {line} of `{name}` as the check says; its page is https://errorprone.info/bugpattern/{symbol} where it is one of Error Prone's own.",
            "If it is right as it is: `@SuppressWarnings(\"{symbol}\")` on the declaration, or make the check a warning (`-Xep:{symbol}:WARN`).",
        ]),
]);
