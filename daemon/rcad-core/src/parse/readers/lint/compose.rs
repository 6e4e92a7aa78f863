//! Checks of Compose code and what they find in terms of Compose. Data only.
//!
//! Ids of Jetpack's own lint checks, which come with the `runtime`, `ui`, `foundation`, `animation`, `navigation` and
//! `lifecycle` artifacts, and of the Compose rules for detekt (`RememberMissing`) and ktlint (`remember-missing-check`).

use crate::Category;

/// The category of a check's finding; `None` for checks of style and of other things.
pub fn category(check: &str) -> Option<Category> {
    CHECKS.iter().find(|(ids, _)| ids.contains(&check)).map(|(_, category)| *category)
}

const CHECKS: &[(&[&str], Category)] = &[
    (
        &[
            "UnrememberedMutableState",
            "UnrememberedMutableInteractionSource",
            "UnrememberedGetBackStackEntry",
            "UnrememberedAnimatable",
            "RememberInComposition",
            "RememberReturnType",
            "RememberSaveableSaverParameter",
            "FlowOperatorInvokedInComposition",
            "RememberMissing",
            "RememberContentMissing",
            "remember-missing-check",
            "remember-content-missing-check",
        ],
        Category::ComposeRemember,
    ),
    (
        &[
            "StateFlowValueCalledInComposition",
            "FrequentlyChangedStateReadInComposition",
            "FrequentlyChangingValue",
            "MutableStateParam",
            "mutable-state-param-check",
        ],
        Category::ComposeStateRead,
    ),
    (&["CoroutineCreationDuringComposition", "ProduceStateDoesNotAssignValue"], Category::ComposeSideEffect),
    (
        &["OpaqueUnitKey", "LambdaParameterInRestartableEffect", "lambda-param-in-effect"],
        Category::ComposeLaunchedEffect,
    ),
    (&["MutableCollectionMutableState", "MutableParams", "mutable-params-check"], Category::ComposeSnapshot),
    (&["UseOfNonLambdaOffsetOverload", "UnstableCollections", "unstable-collections"], Category::ComposeRecomposition),
    (
        &[
            "ModifierFactoryExtensionFunction",
            "ModifierFactoryReturnType",
            "ModifierFactoryUnreferencedReceiver",
            "ModifierNodeInspectableProperties",
            "ModifierParameter",
            "SuspiciousModifierThen",
            "UnnecessaryComposedModifier",
            "ModifierMissing",
            "ModifierReused",
            "ModifierNotUsedAtRoot",
            "ModifierWithoutDefault",
            "ModifierComposed",
            "ModifierClickableOrder",
            "modifier-missing-check",
            "modifier-reused-check",
            "modifier-not-used-at-root",
            "modifier-without-default-check",
            "modifier-composed-check",
            "modifier-clickable-order",
        ],
        Category::ComposeModifier,
    ),
    (
        &[
            "SuspiciousCompositionLocalModifierRead",
            "LocalContextConfigurationRead",
            "LocalContextGetResourceValueCall",
            "CompositionLocalAllowlist",
            "compositionlocal-allowlist",
        ],
        Category::ComposeCompositionLocal,
    ),
    (&["ComposableDestinationInComposeScope", "ComposableNavGraphInComposeScope"], Category::ComposeComposableContext),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{CHECKS, category};
    use crate::Category;

    #[test]
    fn a_check_stands_in_the_table_once() {
        let mut seen = HashSet::new();
        assert!(CHECKS.iter().flat_map(|(ids, _)| ids.iter()).all(|id| seen.insert(id)));
    }

    #[test]
    fn style_is_no_matter_of_compose() {
        assert_eq!(category("UnrememberedMutableState"), Some(Category::ComposeRemember));
        assert_eq!(category("ComposableNaming"), None);
    }
}
