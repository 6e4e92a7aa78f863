//! What the project's own files show to be the cause: said first and in place of general words. Data and its choice.

use crate::Category;
use crate::model::failure::Failure;
use crate::template;

/// A cause that a detail proves.
struct Proof {
    /// The detail without which it is not said.
    detail: &'static str,
    /// For these categories; none: for all.
    about: &'static [Category],
    /// The first that can be filled.
    causes: &'static [&'static str],
    /// Steps, each in the first wording that can be filled.
    fixes: &'static [&'static [&'static str]],
}

const IMPORT: &[&str] = &["Then add `import {edge_import}` in `{name}`."];

const DEPENDENCY: &[&str] = &["Add `{edge_line}` to the `dependencies` of {edge_file} (below line {edge_below})."];

/// The first that fits is said.
const PROOFS: &[Proof] = &[
    Proof {
        detail: "elsewhere_class",
        about: &[],
        causes: &[
            "`{owner_class}` ({owner_place}) declares no `{missing_name}`; `{elsewhere_class}` does ({elsewhere_place}).",
        ],
        fixes: &[
            &[
                "Write `{elsewhere_class}.{missing_name}` in place of `{owner_class}.{missing_name}`, or declare `{missing_name}` in `{owner_class}`.",
            ],
            &["`{elsewhere_class}` needs an import here: `{elsewhere_import}`."],
        ],
    },
    Proof {
        detail: "owner_has",
        about: &[],
        causes: &["`{owner_class}` ({owner_place}) declares no `{missing_name}`; it has {owner_has}."],
        fixes: &[&[
            "If `{meant}` ({meant_place}) is meant, write that in place of `{missing_name}`; else declare `{missing_name}` in `{owner_class}`.",
            "Use what `{owner_class}` has, {owner_has}, or declare `{missing_name}` there ({owner_place}).",
        ]],
    },
    Proof {
        detail: "extended_by",
        about: &[],
        causes: &["`{extended_type}` has no `{missing_name}`; the project extends it by {extended_by}."],
        fixes: &[&[
            "If `{meant}` ({meant_place}) is meant, write that in place of `{missing_name}`; else declare `{missing_name}`.",
            "Use {extended_by}, or declare `{missing_name}`.",
        ]],
    },
    Proof {
        detail: "lost_kind",
        about: &[],
        causes: &[
            "The project has no resource of the type `{lost_kind}` any more, so `R` has no such class; the line wants `{wanted_resource}`.",
        ],
        fixes: &[&["Define the resource that `{wanted_resource}` names, or take its use out of {name}:{line}."]],
    },
    Proof {
        detail: "standard_name",
        about: &[],
        causes: &["There is no `{symbol}`; Kotlin's standard library has `{standard_name}`, which may be meant."],
        fixes: &[&["Write `{standard_name}` in place of `{symbol}`."]],
    },
    Proof {
        detail: "wanted_plugins",
        about: &[],
        causes: &["`{symbol}` comes with a plugin ({wanted_plugins}), and {wanted_in} applies none that brings it."],
        fixes: &[&["Apply the plugin that brings `{symbol}` in {wanted_in}: {wanted_plugins}."]],
    },
    Proof {
        detail: "implemented_at",
        about: &[],
        causes: &[
            "{implemented_at} says that the plugin `{symbol}` is of the class `{class}`, which the build's own sources do not have; the plugin there is `{meant}` ({meant_place}).",
            "{implemented_at} says that the plugin `{symbol}` is of the class `{class}`, which the build's own sources do not have.",
        ],
        fixes: &[&[
            "Write `{meant}` in place of `{class}` at {implemented_at}.",
            "Write the full name of the plugin's class at {implemented_at}.",
        ]],
    },
    Proof {
        detail: "known_plugin",
        about: &[],
        causes: &["There is no plugin `{symbol}`; `{known_plugin}` may be meant."],
        fixes: &[&["Write `{known_plugin}` in place of `{symbol}`."]],
    },
    Proof {
        detail: "script_has",
        about: &[],
        causes: &["{property_owner} has no `{symbol}`; the build declares {script_has}."],
        fixes: &[&[
            "If `{meant}` ({meant_place}) is meant, write that in place of `{symbol}`; else declare `{symbol}`.",
        ]],
    },
    Proof {
        detail: "imported_name",
        about: &[],
        causes: &["`{imported_name}` is imported ({name}:{imported_line}), and `{missing_name}` is not."],
        fixes: &[&[
            "If `{imported_name}` is meant, write that in place of `{missing_name}`; else import `{missing_name}`.",
        ]],
    },
    Proof {
        detail: "package_has",
        about: &[],
        causes: &["The package `{package_name}` declares no `{missing_name}` in this project; it has {package_has}."],
        fixes: &[&[
            "If `{meant}` ({meant_place}) is meant, write that in place of `{missing_name}`; else import `{missing_name}` from where it is declared, or declare it.",
            "Import `{missing_name}` from where it is declared, or declare it; if it was renamed, write its new name.",
        ]],
    },
    Proof {
        detail: "unknown_constant",
        about: &[],
        causes: &["`{enum_class}` ({enum_place}) has no constant `{unknown_constant}`; it has {enum_has}."],
        fixes: &[&[
            "Write one of {enum_has} in place of `{unknown_constant}`, or declare `{unknown_constant}` in `{enum_class}`.",
        ]],
    },
    Proof {
        detail: "missing_constants",
        about: &[],
        causes: &["The `switch` has no branch for {missing_constants} of `{enum_class}` ({enum_place})."],
        fixes: &[&["Add a branch for {missing_constants} at {name}:{line}, or a `default`."]],
    },
    Proof {
        detail: "supertype_has",
        about: &[],
        causes: &[
            "`{overriding}` is marked as overriding, and `{supertype}` ({supertype_place}) declares no such method; it has {supertype_has}.",
        ],
        fixes: &[&[
            "Give `{overriding}` the name and the parameters of the method that it is to override, or take its `@Override` away.",
        ]],
    },
    Proof {
        detail: "implementing",
        about: &[],
        causes: &[
            "`{implementing}` does not implement `{signature}` of `{owner}` ({signature_at}); `{overriding}` ({overriding_at}) is marked as overriding and overrides nothing, so it is most probably its old form.",
            "`{implementing}` does not implement `{signature}` ({signature_at}).",
        ],
        fixes: &[&[
            "Make `{overriding}` at {overriding_at} what it implements now: `{signature}`.",
            "Implement it in `{implementing}`: `{signature}`.",
        ]],
    },
    Proof {
        detail: "parameters_are",
        about: &[],
        causes: &[
            "`{signature_of}` ({signature_at}) has no parameter `{missing_name}`; its parameters are {parameters_are}.",
        ],
        fixes: &[&["Write `{meant}` in place of `{missing_name}`.", "Name one of its parameters: {parameters_are}."]],
    },
    Proof {
        detail: "misspelt_keyword",
        about: &[],
        causes: &[
            "`{misspelt_keyword}` at {name}:{line} is most probably `{keyword}`, misspelt: the compiler reads it as a name.",
        ],
        fixes: &[&["Write `{keyword}` in place of `{misspelt_keyword}` at {name}:{line}."]],
    },
    Proof {
        detail: "edge_include",
        about: &[],
        causes: &[
            "`{edge_name}` is declared at {edge_place}, in a directory with a build file that is no module: {edge_settings} does not include {edge_to}.",
        ],
        fixes: &[
            &["Add `{edge_include}` to {edge_settings} (below line {edge_settings_below})."],
            &["Then add `{edge_line}` to the `dependencies` of {edge_file} (below line {edge_below})."],
            IMPORT,
        ],
    },
    Proof {
        detail: "edge_needs_api",
        about: &[],
        causes: &[
            "`{edge_name}` is declared in {edge_to} ({edge_place}). {edge_from} sees {edge_through}, which needs it for its own API and keeps it to itself: {edge_kept_at} says `{edge_kept}`.",
        ],
        fixes: &[
            &["Write `api` in place of `{edge_kept}` at {edge_kept_at}."],
            &[
                "Or, if that module is not yours to change, add `{edge_line}` to the `dependencies` of {edge_file} (below line {edge_below}).",
            ],
        ],
    },
    Proof {
        detail: "edge_hidden",
        about: &[],
        causes: &[
            "`{edge_name}` is declared in {edge_to} ({edge_place}), and {edge_from} does not depend on {edge_to}: it only sees {edge_through}, which takes that by `{edge_kept}` ({edge_kept_at}) and so keeps it to itself (`api` would pass it on).",
        ],
        fixes: &[
            DEPENDENCY,
            &[
                "Or, if the API of {edge_through} shows `{edge_name}`, write `api` in place of `{edge_kept}` at {edge_kept_at}.",
            ],
            IMPORT,
        ],
    },
    Proof {
        detail: "edge_elsewhere",
        about: &[],
        causes: &[
            "`{edge_name}` is declared in {edge_to} ({edge_place}), which {edge_from} takes by `{edge_elsewhere}` alone ({edge_kept_at}): these sources are compiled without it.",
        ],
        fixes: &[DEPENDENCY, IMPORT],
    },
    Proof {
        detail: "edge_to",
        about: &[],
        causes: &[
            "`{edge_name}` is declared in {edge_to} ({edge_place}), and {edge_from} does not depend on {edge_to}.",
        ],
        fixes: &[DEPENDENCY, IMPORT],
    },
    Proof {
        detail: "cached_missing",
        about: &[],
        causes: &[
            "Nothing in the project declares `{cached_name}`; Gradle's cache has it in `{cached_in}`, which {cached_missing} does not declare for these sources.",
        ],
        fixes: &[&["Add `{cached_line}` to the `dependencies` of {cached_file} (below line {cached_below})."]],
    },
    Proof {
        detail: "cached_declared",
        about: &[],
        causes: &[
            "`{symbol}` is neither declared nor imported here; Gradle's cache has `{cached_name}` in `{cached_in}`, and `{cached_declared}` is declared ({cached_at}).",
            "`{symbol}` is neither declared nor imported here; Gradle's cache has `{cached_name}` in `{cached_in}`, which needs no further dependency.",
        ],
        fixes: &[&["If that is meant, add `{cached_import}` in `{name}`; else declare `{symbol}`."]],
    },
];

/// The proof that a failure's details hold.
fn proof(failure: &Failure) -> Option<&'static Proof> {
    let fits = |proof: &&Proof| {
        (proof.about.is_empty() || proof.about.contains(&failure.category))
            && failure.details.contains_key(proof.detail)
            && template::first(proof.causes, failure).is_some()
    };
    PROOFS.iter().find(fits)
}

/// Whether the project shows the cause.
pub fn is_told(failure: &Failure) -> bool {
    proof(failure).is_some()
}

/// The cause that the project shows.
pub fn cause(failure: &Failure) -> Option<String> {
    template::first(proof(failure)?.causes, failure)
}

/// The steps for it.
pub fn steps(failure: &Failure) -> Option<Vec<String>> {
    Some(proof(failure)?.fixes.iter().filter_map(|wordings| template::first(wordings, failure)).collect())
}

#[cfg(test)]
mod tests {
    use super::PROOFS;
    use crate::template::placeholders;

    #[test]
    fn templates_are_well_formed_and_have_steps() {
        for proof in PROOFS {
            assert!(!proof.fixes.is_empty(), "{}", proof.detail);
            for text in proof.causes.iter().chain(proof.fixes.iter().copied().flatten()) {
                assert!(placeholders(text).is_some(), "{text}");
            }
        }
    }
}
