//! What Compose's run-time categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::ComposeDerivedState,
        causes: &["`derivedStateOf` is misused: {message}."],
        fixes: &[&["Wrap it: `val x by remember {{ derivedStateOf {{ … }} }}`, and read only state objects inside."]],
        link: None,
    },
    Meaning {
        category: Category::ComposeRecomposition,
        causes: &["A composable recomposes without end or too often: {message}."],
        fixes: &[&[
            "Do not write state during composition that the same composition reads; move the write into an event handler or an effect.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeLaunchedEffect,
        causes: &["A `LaunchedEffect` has the wrong keys: {message}."],
        fixes: &[&[
            "Pass as keys what the effect must start again for, and `rememberUpdatedState` for what it only reads.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeSideEffect,
        causes: &["A side effect runs during composition: {message}."],
        fixes: &[&["Move it into `SideEffect`, `LaunchedEffect`, `DisposableEffect` or an event handler."]],
        link: None,
    },
    Meaning {
        category: Category::ComposeStateRead,
        causes: &[
            "State is read or written at the wrong time, in `{at}`: {message}.",
            "State is read or written at the wrong time: {message}.",
        ],
        fixes: &[&[
            "Read it in the layout or draw phase (lambdas of modifiers), write it in event handlers or effects.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeSnapshot,
        causes: &[
            "Snapshot state is changed in a way that Compose does not allow, in `{at}`: {message}.",
            "Snapshot state is changed in a way that Compose does not allow: {message}.",
        ],
        fixes: &[
            &[
                "Change state from one thread (the main thread) or inside `Snapshot.withMutableSnapshot {{ }}`, not during composition and not while iterating over it.",
            ],
            &["Look at {name}:{line} for the write."],
        ],
        link: None,
    },
    Meaning {
        category: Category::ComposeModifier,
        causes: &["A modifier is used wrongly in `{at}`: {message}.", "A modifier is used wrongly: {message}."],
        fixes: &[&[
            "Correct the value or the order of the modifiers at {name}:{line}.",
            "Correct the value that the modifier is given.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeCompositionLocal,
        causes: &[
            "The CompositionLocal `{symbol}` is read in `{at}`, where none is provided.",
            "The CompositionLocal `{symbol}` is read where none is provided.",
            "A CompositionLocal is read where none is provided: {message}.",
        ],
        fixes: &[&[
            "Provide it above: `CompositionLocalProvider({symbol} provides value) {{ … }}`, also in previews and tests.",
            "Provide it above with `CompositionLocalProvider`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::ComposeLazyKey,
        causes: &["Two items of one lazy list (LazyColumn, LazyRow, grid) have the same key: {message}."],
        fixes: &[&["Make the `key` of `items` unique over the whole list, or remove duplicates from the data."]],
        link: None,
    },
    Meaning {
        category: Category::ComposeMeasureLayout,
        causes: &[
            "A layout is measured or placed in a way that is not possible, in `{at}`: {message}.",
            "A layout is measured or placed in a way that is not possible: {message}.",
        ],
        fixes: &[&[
            "Bound the constraints: do not nest scrollables of the same direction, give the inner one a size, and keep the sizes that `{at}` calculates within the constraints.",
            "Bound the constraints: do not nest scrollables of the same direction, put the content into one lazy list, or give the inner one a size.",
        ]],
        link: None,
    },
];
