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
            "`{edge_name}` is declared in {edge_to} ({edge_place}), and {edge_from} does not depend on {edge_to}: it only sees {edge_through}, which takes that by `{edge_kept}` ({edge_kept_at}) and so keeps it to itself.",
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
