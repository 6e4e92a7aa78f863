//! What frameworks for tests on devices and on the JVM throw. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Espresso, of AndroidX and of the support library
    rule(Category::TestFailure, r"NoMatchingViewException: No views in hierarchy found matching: (?P<view>.+?)(?: If the target view is not part of|\s+View Hierarchy:|\s*$)")
        .means("Espresso finds no view for `{view}`: the screen that the test expects is not shown (yet), or the view is not in it, is named otherwise, or is below in a list.")
        .fix(&[
            "Compare `{view}` with the view hierarchy that the report prints; scroll to it (`scrollTo()`, `onData`, `RecyclerViewActions`), and switch animations off on the device.",
            "If the screen loads its data, wait for it with an `IdlingResource` instead of sleeping.",
        ]),
    rule(Category::TestFailure, r"AmbiguousViewMatcherException: '(?P<view>.+?)' matches (?P<count>[0-9]+|multiple) views")
        .means("Espresso finds several views for `{view}`, where one is wanted.")
        .fix(&["Narrow it with `allOf(…)`: an id, `isDisplayed()`, or the parent (`isDescendantOfA`)."]),
    rule(Category::TestFailure, r"NoMatchingRootException|RootViewWithoutFocusException|NoActivityResumedException|AppNotIdleException|PerformException: Error performing '(?P<action>[^']+)' on view '(?P<view>[^']+)'")
        .means("Espresso cannot act on the screen: {message}.")
        .fix(&["Make sure that the activity is in the foreground and idle: no dialog of the system, no animation, screen unlocked; then look at what is shown when it fails."]),
    // `Got: "RecyclerView{id=7, …, height=0, …}"` where the report's beginning is missing
    rule(Category::TestFailure, r#"AssertionFailedError: Got: "(?P<view>[A-Za-z0-9_.$]+)\{"#)
        .means("Espresso found a `{view}` that is not as the test expects it.")
        .fix(&[
            "Compare what the test expects at {name}:{line} with the view that the report prints; if the screen loads its data, wait for that with an `IdlingResource` before the check.",
            "Compare what the test expects with the view that the report prints; if the screen loads its data, wait for that with an `IdlingResource` before the check.",
        ]),
    // Compose
    rule(Category::TestFailure, r"ComposeTimeoutException: (?P<why>.+)")
        .means("A Compose test waited in vain (`waitUntil`): {why}.")
        .fix(&["Check that what it waits for is really shown in that state, and whether the main clock advances (`mainClock.autoAdvance`); only then wait longer."]),
    rule(Category::TestFailure, r"(?s)AssertionError: Failed: assert(?P<check>[A-Za-z]+).*?(?:could not find any node that satisfies: |Reason: Expected (?:exactly|at most) '[0-9]+' nodes? but (?:could not find any|found '[0-9]+') nodes? that satisf(?:y|ies): )\(?(?P<view>[^\n]+?)\)?(?:\n|$)")
        .means("A Compose test finds no node, or not the expected number of nodes, for `{view}` (assert{check}).")
        .fix(&["Print the tree (`composeTestRule.onRoot().printToLog(\"tree\")`) and compare: text, test tag, merged or unmerged tree."]),
    // Robolectric and the stubs of android.jar
    rule(Category::TestFailure, r"Delegate runner '(?P<runner>[A-Za-z0-9_.$]+)' for AndroidJUnit4 could not be loaded")
        .means("The test's runner `{runner}` cannot be loaded: its library is not on the tests' class path, or fails to start.")
        .fix(&["Add `org.robolectric:robolectric` (for tests on a device `androidx.test:runner`) in a version that knows this compileSdk and JDK, and look at the `Caused by` below."]),
    rule(Category::TestFailure, r"Method (?P<member>[A-Za-z0-9_$]+) in (?P<symbol>[A-Za-z0-9_.$]+) not mocked")
        .means("A local unit test calls `{symbol}.{member}`, which android.jar only declares.")
        .fix(&["Run the test with Robolectric, or hide `{symbol}` behind an interface that the test replaces; `testOptions.unitTests.returnDefaultValues = true` only returns null or 0."]),
]);
