//! Messages of the Compose compiler plugin, of its versions for Kotlin 1 (1.0 to 1.5) and Kotlin 2. Tried first, for some
//! begin as the compiler's own do.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::ComposeComposableContext,
        r"@Composable invocations can only happen from the context of an? @Composable function",
    )
    .means("A `@Composable` function is called from code that is not composable itself (an ordinary function, a callback such as `onClick`, a coroutine or a builder lambda); composables can only be invoked from the context of another `@Composable` function.")
    .fix(&[
        "If the caller draws UI, mark it `@Composable`; otherwise move the call out of the lambda into the composable's body.",
        "In a callback such as `onClick` change state instead (`show = true`) and let the composition react: `if (show) Dialog()`.",
        "Values such as `stringResource(…)` or `LocalContext.current` are read in the composable first, into a `val` that the lambda uses.",
    ]),
    rule(
        Category::ComposeComposableContext,
        r"[Ff]unctions which invoke @Composable functions must be marked with the @Composable annotation",
    )
    .means("This function calls a `@Composable` function and is not marked with the `@Composable` annotation itself.")
    .fix(&["Annotate the function with `@Composable`, or move the composable call to a function that is."]),
    rule(
        Category::ComposeComposableContext,
        r"(?i)try ?catch is not supported around composable function invocations",
    )
    .means("A `try`/`catch` stands around a call of a composable function; the Compose compiler does not allow that, because composition can be restarted at any call.")
    .fix(&["Do what may throw before the composable call (in the view model, a `LaunchedEffect` or a plain function), keep the result as state, and show it or the error."]),
    rule(
        Category::ComposeComposableContext,
        r"Composable calls are not allowed inside the (?P<symbol>\S+) parameter of (?P<owner>.+?)\.?$",
    )
    .means("A composable is called inside the `{symbol}` lambda of `{owner}`, which is no place of composition (`@DisallowComposableCalls`, as for `remember` or `derivedStateOf`).")
    .fix(&["Call the composable before, keep its value in a `val`, and use that `val` inside the lambda."]),
    rule(
        Category::ComposeComposableContext,
        r"Parameter (?P<symbol>\S+) cannot be inlined inside of lambda argument (?P<lambda>\S+) of (?P<owner>\S+) without also being annotated with @DisallowComposableCalls",
    )
    .means("The inline parameter `{symbol}` is called inside the lambda `{lambda}` of `{owner}`, where composable calls are not allowed, so it must not be composable either.")
    .fix(&["Annotate the parameter's type: `{symbol}: @DisallowComposableCalls () -> T`."]),
    rule(
        Category::ComposeComposableContext,
        r"Composables marked with @ReadOnlyComposable can only call other @ReadOnlyComposable composables",
    )
    .means("A composable marked with `@ReadOnlyComposable` calls one that is not; it may only read from the composition.")
    .fix(&["Remove `@ReadOnlyComposable` from the caller, or call only read-only composables from it."]),
    rule(
        Category::ComposeComposableContext,
        r"Function [Rr]eferences of @Composable functions are not currently supported|@Composable property references are not currently supported",
    )
    .means("A reference (`::name`) to a `@Composable` function or property is taken, which this Compose compiler does not support.")
    .fix(&["Use a lambda instead of the reference: `{{ Name() }}`; Kotlin 2 with its own Compose plugin supports function references."]),
    rule(Category::ComposeComposableContext, r"Composable properties are not able to have backing fields")
        .means("A `@Composable` property has a backing field (it is initialised); only a getter can be composable.")
        .fix(&["Write it as `val x: T @Composable get() = …`."]),
    rule(Category::ComposeComposableContext, r"Composable function cannot be annotated as suspend")
        .means("A function is both `@Composable` and `suspend`, which exclude each other.")
        .fix(&["Remove `suspend` and start the coroutine with `LaunchedEffect` or `rememberCoroutineScope().launch`."]),
    rule(
        Category::ComposeComposableContext,
        r"@Composable annotation mismatch with overridden function|Mismatched @Composable annotation between expect and actual declaration",
    )
    .means("One of two declarations that must agree (override and overridden, `expect` and `actual`) is `@Composable` and the other is not: {message}.")
    .fix(&["Put `@Composable` on both declarations, or on neither."]),
    rule(
        Category::ComposeComposableContext,
        r"(?:Calling a (?P<actual>.+?) composable function where a (?P<expected>.+?) composable was expected|A (?P<given>.+?) composable parameter was provided where a (?P<wanted>.+?) composable was expected|The composition target of an override must match the ancestor target)",
    )
    .means("A composable of another applier is called here (UI and vector, or UI and another tree): {message}.")
    .fix(&["Call composables of this tree only; UI composables are not allowed inside `rememberVectorPainter`, maps or Glance, and the other way round."]),
    rule(
        Category::ComposeCompilerVersion,
        r"(?:Open|Overridable|Abstract) (?:@?Composable )?functions with default values are|Overridable Composable functions with default values are not currently supported|Default parameters in (?:open|abstract) @Composable functions are not supported before language version (?P<min_kotlin>[0-9.]+)",
    )
    .means("An open or abstract `@Composable` function has default parameter values, which this Compose compiler and Kotlin language version do not support: {message}.")
    .fix(&["Remove the defaults from the open function (overload it instead), or raise Kotlin and its language version."]),
    rule(
        Category::ComposeComposableContext,
        r"Composable main functions are not currently supported|Composable setValue operator is not currently supported|@Composable annotation is not applicable to|Invalid `@Composable` annotation on inline lambda|Composable function invocations inside .* are not allowed|Detected a @Composable function that overrides an open function compiled with older compiler",
    ),
    // Mistakes that the compiler reports in its own words but that are Compose's.
    rule(
        Category::ComposeDisposableEffect,
        r"(?i)(?:type mismatch|return type|expected).*DisposableEffectResult|DisposableEffectResult.*(?:expected|mismatch)",
    ),
    rule(
        Category::ComposeDerivedState,
        r"derivedStateOf",
    ),
    rule(Category::ComposeRemember, r"Creating a state object during composition without using `?remember`?"),
    // `by remember { mutableStateOf(…) }` without the import of the delegate's operators.
    rule(
        Category::KotlinUnresolvedReference,
        r"^Type '(?P<type>(?:[a-z.]*\.)?(?:Mutable)?(?:[A-Za-z]*)State(?:<.*>)?)' has no method '(?P<symbol>getValue|setValue)\(.*(?:cannot serve as a|it cannot serve)",
    )
    .means("`by` needs the operator `{symbol}` for the Compose state `{type}`, which is an extension function that is not imported here.")
    .fix(&[
        "Add `import androidx.compose.runtime.getValue` and, for a `var`, `import androidx.compose.runtime.setValue`.",
        "A `var` needs a `MutableState`; declare a delegate of a plain `State` as `val`.",
    ]),
]);
