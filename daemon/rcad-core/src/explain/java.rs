//! What the Java categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::JavaCannotFindSymbol,
        causes: &[
            "javac cannot find the {kind} `{symbol}` in `{name}`, which {generated_by} generated: the generated class does not fit the source (any more), because it is stale, or what it refers to is private, renamed or not generated.",
            "javac cannot find `{symbol}`: it comes from {generator}, and here it is missing or its import names another package.",
            "javac cannot find `{symbol}`: it was removed by {removed_by}.",
            "`{package}` is of the support library, which became `{moved_to}` in AndroidX.",
            "`{package}` is not part of the JDK since Java {gone_in_jdk}.",
            "javac cannot find `{symbol}`: the import `{import}` leads to nothing on this module's compile class path; the library `{artifact}` has it.",
            "javac cannot find `{symbol}`: it is usually `{qualified}` of the library `{artifact}`; its import or that dependency is missing here.",
            "The package `{own_package}`, by its name one of this project's own, does not exist for this module.",
            "The package `{package}` does not exist on this module's compile class path; the library `{artifact}` has it.",
            "The package `{package}` does not exist on this module's compile class path.",
            "javac cannot find the {kind} `{symbol}`: `{member_of}`, as this module sees it, has none that takes {arguments}; it was renamed or removed there, takes other arguments, or was never there.",
            "javac cannot find the {kind} `{symbol}`: `{member_of}`, as this module sees it, has none of that name; it was renamed or removed there, or was never there.",
            "javac cannot find the {kind} `{symbol}`: neither `{in_scope_of}` nor what it extends or imports declares one.",
            "javac cannot find the {kind} `{symbol}` in {location}.",
            "javac cannot find the {kind} `{symbol}`.",
            "javac cannot find `{symbol}`.",
            "javac cannot find a name: {message}.",
        ],
        fixes: &[
            &[
                "{generated_by} made `{name}`: delete the generated sources and build again (`./gradlew clean`); if it stays, correct the annotated source of `{name}`: with kapt a field that is injected must not be private, and Kotlin sources must be compiled by this module's kapt or KSP.",
                "{remedy}",
                "{instead}",
                "Import `{moved_to}` instead, and add its dependency: `implementation(\"{moved_artifact}:<version>\")`.",
                "Import `{moved_to}` instead.",
                "Add the dependency to this module's build file: `implementation(\"{artifact}\")`, which brings what Java {gone_in_jdk} dropped.",
                "Add the dependency to this module's build file: `implementation(\"{artifact}:<version>\")`.",
                "Correct the import if `{own_package}` was renamed or moved; add its files if they are missing (not committed, excluded); if they are in another module, add a dependency on that: `implementation project(':…')`.",
                "Add the library that contains `{package}` to this module's `dependencies`, or correct the import.",
                "Open the declaration of `{member_of}` and use the name and parameters that it has now, or add `{symbol}` to it if it is yours; if it is a library's, hold its version against the one that this code was written for.",
                "Correct the name `{symbol}`, declare it in `{in_scope_of}`, or import it (`import static …` for a method or constant of another class).",
                "Check the spelling of `{symbol}` and that its `import` is there; if it is in a library or another module, add that to `dependencies`; if a library was upgraded, it may have been renamed or removed there.",
                "Check the spelling and the imports; if it is in a library, add that to `dependencies`.",
            ],
            &[
                "If another error stands above, fix that first: `{symbol}` is then missing because {generator} did not finish.",
                "Then import it: `import {qualified};`.",
                "If `{symbol}` is generated (R, BuildConfig, a binding, an annotation processor's class), look for an earlier error in the step that generates it.",
                "If the name is generated, look for an earlier error in the step that generates it.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::JavaOther,
        causes: &[
            "A value of type `{actual}` stands where `{expected}` is required.",
            "The arguments do not fit `{symbol}` of `{owner}`, which requires {required}; given are {given}.",
            "The arguments do not fit `{symbol}` of `{owner}`: {reason}.",
            "`{symbol}` does not implement {member} of `{owner}`.",
            "`{symbol}` has {hidden} access in `{owner}` and cannot be used from here.",
            "The checked exception `{unreported}` is neither caught nor declared.",
            "The source is not valid Java here: {message}.",
        ],
        fixes: &[&[
            "Catch `{unreported}` or add `throws {unreported}` to the method.",
            "Rename the file to `{rename}`, or the class to the file's name.",
            "Rename or remove one of the two declarations of `{symbol}`: it is already defined in {duplicate}.",
            "Return a value on every path of the method: {no_return}.",
            "Initialise it on every path before it is read: {uninitialised}.",
            "Look for a missing bracket, semicolon or quote at this place or just above it: {syntax}.",
            "Use a public member instead, or raise the visibility of `{symbol}` from {hidden}.",
            "Implement `{member}` in `{symbol}`; only a class that is a base of others may be abstract instead.",
            "Do not assign `{final}` again, or drop its `final`.",
            "Give the arguments that `{symbol}` requires: {required}.",
            "Convert the value to `{expected}`, or declare the target as `{actual}`.",
            "Correct the source at {name}:{line}.",
            "Correct what javac names.",
        ]],
        link: None,
    },
];
