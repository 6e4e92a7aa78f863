//! Exceptions of Jetpack Compose's runtime, foundation and UI. Data only; the messages are those of their `check`,
//! `require` and `error` calls.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // CompositionLocals and owners in the view tree
    rule(Category::ComposeCompositionLocal, r"CompositionLocal (?P<symbol>LocalLifecycleOwner) not present")
        .means("`{symbol}` of lifecycle 2.8 is asked for (by `collectAsStateWithLifecycle`, say), and nobody provides it: the version of Compose UI is older than 1.7, or the composable runs outside an activity or fragment.")
        .fix(&[
            "Use Compose 1.7 (BOM 2024.09) or newer with lifecycle 2.8, or keep lifecycle at 2.7; update both together.",
            "With R8 and Compose 1.6 add `-keep class androidx.compose.ui.platform.AndroidCompositionLocals_androidKt {{ *; }}`.",
        ]),
    rule(Category::ComposeCompositionLocal, r"No (?P<symbol>ViewModelStoreOwner|SavedStateRegistryOwner|LifecycleOwner|OnBackPressedDispatcherOwner|ActivityResultRegistryOwner) was provided via (?P<local>Local[A-Za-z]+)")
        .means("No `{symbol}` is provided via `{local}`: the composable runs outside a ComponentActivity, NavHost or fragment (a preview, a test, a plain window).")
        .fix(&["Provide it: `CompositionLocalProvider({local} provides owner) {{ … }}`, call `setContent` from a ComponentActivity, or pass the owner (or the ViewModel) as a parameter."]),
    rule(Category::ComposeCompositionLocal, r"(?:doesn't propagate |has no |find |No )?(?P<symbol>ViewTree(?:LifecycleOwner|SavedStateRegistryOwner|ViewModelStoreOwner))(?: not found from (?P<view>.+)|!)?")
        .means("The view tree into which Compose content is put has no `{symbol}`: the ComposeView is not inside a ComponentActivity, AppCompatActivity or fragment (a service's window, a dialog, an old activity class).")
        .fix(&["Extend ComponentActivity/AppCompatActivity (activity 1.3 or newer), or set the owner on the root view before `setContent`: `view.set{symbol}(owner)`."]),
    rule(Category::ComposeCompositionLocal, r"Cannot locate windowRecomposer; View (?P<view>.+?) is not attached to a window")
        .means("A ComposeView is composed or measured before it is attached to a window, so no recomposer is found.")
        .fix(&["Add the ComposeView to a window before it is measured, or call `setParentCompositionContext`; in lists and popups create it after `onAttachedToWindow`."]),
    rule(Category::ComposeCompositionLocal, r"(?:CompositionLocal )?(?P<symbol>Local[A-Z][A-Za-z0-9]+) (?:is )?(?:not (?:present|provided|found|set|initialized)|has not been provided)"),
    rule(Category::ComposeCompositionLocal, r"IllegalStateException: (?:CompositionLocal )?(?P<symbol>[A-Z][A-Za-z0-9]+) (?:is )?not (?:present|provided)$"),
    rule(Category::ComposeCompositionLocal, r"No value provided for (?P<symbol>Local[A-Za-z0-9]+)"),
    // `No Basket provided`: the words of an app's own `compositionLocalOf { error("…") }`
    rule(Category::ComposeCompositionLocal, r"No (?P<symbol>[A-Z][A-Za-z0-9]+) (?:was )?(?:provided|found in composition)(?: for| via|$)")
        .means("A CompositionLocal (`{symbol}`) is read where no value is provided for it: its default only throws.")
        .fix(&["Provide `{symbol}` above, with `CompositionLocalProvider(… provides …) {{ … }}`, also in previews and tests, or give `compositionLocalOf` a default that works."]),
    // Derived state
    rule(Category::ComposeDerivedState, r"A derived state calculation cannot read itself")
        .means("The lambda of a `derivedStateOf` reads the very state that it derives, in `{at}`, so its value can never be had.")
        .fix(&[
            "Read only other state objects inside `derivedStateOf {{ … }}`; for a value that depends on its last one use `remember {{ mutableStateOf(…) }}` and update it in an effect or a `snapshotFlow`.",
        ]),
    // Lazy lists
    rule(Category::ComposeLazyKey, r#"Key "?(?P<key>.+?)"? was already used"#)
        .means("Two items of one lazy list (LazyColumn, LazyRow, a grid or pager) have the same key {key}; keys must be unique in the whole list.")
        .fix(&[
            "Make the `key` of `items(…)` unique: a stable id of each item, with a prefix for each kind of item (`\"clip:${{it.id}}\"`).",
            "Remove duplicates from the data (`distinctBy {{ it.id }}`), which paging or a merge of two lists may bring.",
        ]),
    // `SaveableStateHolder.SaveableStateProvider`, as navigation uses it for its entries
    rule(Category::ComposeLazyKey, r"Key (?P<symbol>.+?) was used multiple times")
        .means("Two `SaveableStateProvider`s with the same key `{symbol}` are composed at once, as when the same entry of a back stack is shown twice.")
        .fix(&["Give each entry a key of its own (an id besides the route), and do not show one entry in two places, as while an animation runs."]),
    rule(Category::ComposeLazyKey, r"Type of the key (?P<key>.+?) is not supported\. On Android you can only use types which can be stored inside the Bundle")
        .means("The key {key} of a lazy list's item cannot be stored in a Bundle.")
        .fix(&["Use a String, Int, Long or Parcelable as key, not an object of another class."]),
    // Measuring
    rule(Category::ComposeMeasureLayout, r"(?P<direction>Vertically|Horizontally) scrollable component was measured with an infinity maximum (?P<axis>height|width) constraints|Nesting scrollable in the same direction layouts like LazyColumn")
        .means("A scrollable is nested inside another one of the same direction (a LazyColumn inside a Column with `verticalScroll`, say), so it is measured with infinite (unbounded) {axis} constraints.")
        .fix(&[
            "Remove the outer `verticalScroll`/`horizontalScroll` and put everything into one lazy list (`item {{ }}` for the header, then `items`).",
            "Or give the inner list a bounded size: `Modifier.height(…)`/`heightIn(max = …)`, or `weight(1f)` in a Column that is not scrollable.",
        ]),
    rule(Category::ComposeMeasureLayout, r"(?P<symbol>Lazy[A-Za-z]+|[A-Za-z]+)'s (?P<axis>width|height) should be bound by parent")
        .means("{symbol} is measured with an infinite {axis}: it is nested in a container that scrolls in that direction.")
        .fix(&["Give it a bounded {axis}, or make it part of the outer lazy list."]),
    rule(Category::ComposeMeasureLayout, r"Asking for intrinsic measurements of (?P<symbol>SubcomposeLayout) layouts is not supported")
        .means("Intrinsic measurements (`IntrinsicSize.Min/Max`) are asked of a layout built on `SubcomposeLayout`: a lazy list, BoxWithConstraints, TabRow, Scaffold or pager.")
        .fix(&["Remove `Modifier.height(IntrinsicSize…)`/`width(IntrinsicSize…)` above it, or give that child a fixed size (`Modifier.size`), or replace it by a Column or Row."]),
    rule(Category::ComposeMeasureLayout, r"measure\(\) may not be called multiple times on the same Measurable")
        .means("A custom layout measures the same child twice in one pass.")
        .fix(&["Measure each Measurable once; take sizes before that from `minIntrinsicWidth`/`maxIntrinsicHeight`, or use SubcomposeLayout."]),
    rule(Category::ComposeMeasureLayout, r"Can't represent a (?P<size>(?:width|height|size) of [0-9a-z ]+) in Constraints")
        .means("A layout is measured with a {size}, which is more than Compose's Constraints can hold: a calculated size (of a whole timeline, image or canvas) is too large.")
        .fix(&["Limit the calculated size, or show only the visible part in a lazy list; text of unbounded length needs `maxLines` or a bounded width."]),
    rule(Category::ComposeMeasureLayout, r"Size\((?P<size>-?[0-9]+ x -?[0-9]+)\) is out of range\. Each dimension must be between")
        .means("A layout reports the size {size}, which is out of range: content of unbounded size, or a wrong calculation in a custom layout.")
        .fix(&["Bound the constraints (`coerceIn(0, constraints.maxHeight)`, no `wrapContentSize(unbounded = true)` around endless content), and check `constraints.hasBoundedHeight`."]),
    rule(Category::ComposeMeasureLayout, r"Size\(.*\) is out of range\. Each dimension must be between|Can't represent a .*in Constraints")
        .means("A layout reports a size that is out of range: {message}.")
        .fix(&["Bound the constraints (`coerceIn(0, constraints.maxHeight)`), and check `constraints.hasBoundedHeight`."]),
    rule(Category::ComposeMeasureLayout, r"max(?P<axis>Width|Height)(?:\((?P<max>-?[0-9]+)\))? must be >= (?:than )?min(?:Width|Height)|min(?:Width|Height)(?:\(-[0-9]+\))? (?:and min(?:Width|Height)(?:\(-?[0-9]+\))? )?must be >= 0")
        .means("Constraints are made whose maximum is smaller than the minimum or negative ({message}): there is too little space for what the layout calculates.")
        .fix(&["Use `coerceAtLeast(0)`/`coerceIn` where a custom layout or `Modifier.layout` calculates the constraints, so that too small a space does not make them negative."]),
    rule(Category::ComposeMeasureLayout, r"(?:[Pp]lace|measure|lookahead measure|remeasure) (?:was|is) called (?:on|before|outside)|LayoutCoordinate operations are only valid when isAttached is true|layouts are not part of the same hierarchy|performMeasureAndLayout called during measure layout|Placement happened before|LayoutNode should be attached to an owner|measure\(\) should be called|place\(\) .*before measur")
        .means("A layout is measured, placed or asked for coordinates at the wrong time: {message}.")
        .fix(&["Place only after measuring, in the block of `layout {{ }}`; check `coordinates.isAttached` before asking for positions; update Compose, as some of these were its own bugs."]),
    // Modifiers
    rule(Category::ComposeModifier, r"Padding must be non-negative")
        .means("`Modifier.padding` is given a negative value; padding must be non-negative.")
        .fix(&["Replace the negative padding by `Modifier.offset` or `Modifier.layout`, which may move content out, or use `coerceAtLeast(0.dp)` where the value is calculated."]),
    rule(Category::ComposeModifier, r"invalid weight ?(?P<value>[^;]*); must be greater than zero")
        .means("`Modifier.weight` is given a value that is not positive; a weight must be greater than zero.")
        .fix(&["Leave the element out when its weight is 0, or use `coerceAtLeast(0.01f)`."]),
    rule(Category::ComposeModifier, r"(?P<what>aspectRatio|weight|fraction|alpha|radius|offset|[a-z]+Padding|itemSpacing|spacedBy) ?(?P<value>-?[0-9.]+|NaN)? (?:must be|should be) (?P<rule>.+)")
        .means("A modifier is given a value that it does not take: {what} must be {rule}.")
        .fix(&["Check the calculated value before it is passed to the modifier."]),
    rule(Category::ComposeModifier, r"(?P<symbol>FocusRequester) is not initialized")
        .means("`requestFocus()` is called on a `FocusRequester` that no composable uses (yet): `Modifier.focusRequester()` is missing or not composed.")
        .fix(&["Add `Modifier.focusRequester(requester)` to the element, and call `requestFocus()` in a `LaunchedEffect(Unit)`, not during composition."]),
    rule(Category::ComposeModifier, r"(?:Modifier\.[A-Za-z]+|ModifierNodeElement|Modifier\.Node|DelegatableNode).*(?:already|cannot|not attached|multiple|must)")
        .means("A modifier is used wrongly: {message}."),
    rule(Category::RuntimeIllegalArgument, r"Provided (?P<what>count|min size|size) should be larger than zero")
        .means("A lazy grid's cells (`GridCells`, `StaggeredGridCells`) are given a {what} that is zero or negative.")
        .fix(&["Use `coerceAtLeast(1)` where the number or size of the columns is calculated, or show the grid only once its width is known."]),
    // Effects and animations
    rule(Category::KotlinCoroutine, r"A (?P<symbol>MonotonicFrameClock) is not available in this CoroutineContext")
        .means("An animation or `withFrameNanos` runs in a coroutine without a `{symbol}`, as `viewModelScope`, `lifecycleScope` or an own `CoroutineScope` has none; only Compose's scopes bring the clock.")
        .fix(&["Call it from `rememberCoroutineScope()` or `LaunchedEffect`; elsewhere supply a clock: `withContext(AndroidUiDispatcher.Main) {{ … }}`."]),
    // Snapshots
    rule(Category::ComposeSnapshot, r"Reading a state that was created after the snapshot was taken")
        .means("A state object is read in a snapshot in which it does not exist yet: it was created after that snapshot was taken, usually during a composition that is not applied yet, and is used by another thread or composition.")
        .fix(&["Create the state outside the composition (a ViewModel) or in the same thread; do not hand state that was just created in a composable to other threads."]),
    rule(Category::ComposeSnapshot, r"Cannot modify a state object in a read-only snapshot")
        .means("A state object is written inside a read-only snapshot: in `derivedStateOf {{ }}`, a `snapshotFlow {{ }}` block or another calculation that may only read.")
        .fix(&["Only read state in `derivedStateOf` and `snapshotFlow`; write it in an event handler or a `LaunchedEffect`."]),
    rule(Category::ComposeSnapshot, r"(?P<symbol>SnapshotApplyConflictException)|Unsupported concurrent change during composition")
        .means("A state object was changed in two snapshots at once (by the composition and by another thread).")
        .fix(&["Write state from one place (the main thread or `Snapshot.withMutableSnapshot`), and not during composition."]),
    rule(Category::ComposeSnapshot, r"Cannot use a disposed snapshot|(?:Snapshot|NestedMutableSnapshot) is not open|[Cc]annot (?:dispose|apply) .*snapshot|Detected multithreaded access to SnapshotStateObserver|StateObserver.*multithread|Invalid snapshot")
        .means("A snapshot of the state is used after its end or from two threads: {message}.")
        .fix(&["Use a snapshot only in the block and thread it was taken for, write state on the main thread; early versions of the Compose runtime had such bugs during recomposition, so update it."]),
    // Saving
    rule(Category::ComposeRemember, r"(?:MutableState containing )?(?P<symbol>[A-Za-z0-9_.$]+)(?:@[0-9a-f]+|[({\[][^\n]*?)? cannot be saved using the current SaveableStateRegistry")
        .means("`rememberSaveable` holds {symbol}, which cannot be stored in a Bundle.")
        .fix(&["Pass a custom `Saver` (`listSaver`, `mapSaver`) to `rememberSaveable`, make the class `@Parcelize`, or use `remember` or a ViewModel."]),
    // Reading at the wrong time
    rule(Category::ComposeStateRead, r"The (?:provided )?offset was read before being initialized|[Oo]ffset (?:was|is) (?:read|accessed) before .*(?:init|layout)")
        .means("A drag or sheet state's offset is read during composition, before the first layout has set it.")
        .fix(&["Read it in the layout or draw phase (`Modifier.offset {{ }}`), or in a callback after the first layout; check `currentOffset` for NaN."]),
    // What the compiler plugin and the runtime must agree on
    rule(Category::ComposeRecomposition, r"Start/end imbalance|Expected applyChanges\(\) to have been called|pending composition has not been applied|Compose Runtime internal error|ComposeRuntimeError|Cannot start a (?:reader|writer) when|Missed recording an endGroup|Invalid (?:group index|slot)")
        .means("Compose's runtime lost track of its groups: {message}. Typical causes are an exception that was caught around composables, composing on two threads, or versions of the Compose compiler and runtime that do not fit.")
        .fix(&["Do not catch exceptions around composable calls, compose on the main thread only, and align the Compose compiler plugin with the runtime (BOM); look further up for an earlier exception in a composable."]),
    rule(Category::RuntimeResourcesNotFound, r"Only VectorDrawables and rasterized asset types are supported")
        .means("`painterResource` is given a drawable that it does not support (a selector, shape or animated drawable).")
        .fix(&["Use a PNG, JPG, WEBP or a `<vector>` with `painterResource`; draw other drawables with `rememberDrawablePainter` (Accompanist) or as a Brush."]),
]);
