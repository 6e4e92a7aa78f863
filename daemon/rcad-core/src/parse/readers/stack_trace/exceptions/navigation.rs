//! Exceptions of the Navigation component: destinations that a graph does not have, entries that are popped. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

const ONCE: &str = "Guard against a second tap: navigate only while the screen is resumed (`lifecycle.currentState.isAtLeast(RESUMED)`), and use `launchSingleTop`.";

/// The table.
pub static RULES: Rules = Rules::new(&[
    // the action is there, what it leads to is not
    rule(Category::RuntimeNavigation, r"Navigation destination (?P<symbol>[^ ]+) referenced from action (?P<action>[^ ]+) cannot be found")
        .means("The action `{action}` leads to `{symbol}`, and no destination with this id is in the graph (or in a graph around the current destination): `app:destination` has a wrong or old id, or the destination is inside of a nested graph.")
        .fix(&["Correct `app:destination` of `{action}` in the navigation graph to an id that exists there, or add the destination `{symbol}`; one inside of a nested graph is reached by the id of that graph."]),
    rule(Category::RuntimeNavigation, r"Navigation (?:action/)?destination (?P<symbol>[^ ]+) (?:referenced from action [^ ]+ )?cannot be found(?: from the current destination (?P<current>.+))?")
        .means("The navigation action `{symbol}` does not exist at the current destination, typically because the button was pressed twice or the navigation already happened.")
        .fix(&["Check `navController.currentDestination?.id` before `navigate`, and that `{symbol}` is in the navigation graph."]),
    // `… that matches request NavDeepLinkRequest{ uri=android-app://androidx.navigation/basket/3 } cannot be found in …`
    rule(Category::RuntimeNavigation, r"[Dd]estination (?:that matches (?:request NavDeepLinkRequest\{ uri=(?:android-app://androidx\.navigation/)?|route )|with route )(?P<symbol>[^,}]*?[^ ,}])(?: (?:action|mimetype)=[^}]*)? *(?:\}.*?)?cannot be found in (?:the )?navigation graph")
        .means("`navigate` is called with the route or deep link `{symbol}`, which no destination of the navigation graph matches: a name that differs, an argument that is missing or holds a `/`, or a destination of another graph.")
        .fix(&[
            "Compare `{symbol}` with the routes of the `NavHost` (`composable(\"…\")`): encode arguments with `Uri.encode`, give optional ones as `?name={{name}}`, and navigate with the controller of the host that has it.",
        ]),
    rule(Category::RuntimeNavigation, r"(?i)destination (?P<symbol>[^ ]+) is (?:unknown to this NavController|not a direct child of this NavGraph)")
        .means("The destination `{symbol}` is not in the graph of this NavController: it belongs to another graph or host, or was added under another parent.")
        .fix(&["Take the NavController of the host whose graph has `{symbol}`, and set a start destination that is a direct child of its graph."]),
    rule(Category::RuntimeNavigation, r"No destination with (?P<key>ID|route) (?P<symbol>[^ ]+) is on the NavController's back stack(?:\. The current destination is (?P<current>.+))?")
        .means("The back stack is asked for an entry of `{symbol}` (`getBackStackEntry`), but no such entry is on it: it was popped, or never opened in this NavController.")
        .fix(&["Look the entry up inside `remember(backStackEntry) {{ … }}` of a screen below `{symbol}`, or check the back stack first; a nested graph is asked for by the route of the graph."]),
    rule(Category::RuntimeNavigation, r"You cannot access the NavBackStackEntry's (?P<symbol>[A-Za-z]+) (?P<when>after the NavBackStackEntry is destroyed|until it is added)")
        .means("`{symbol}` of a NavBackStackEntry is used in `{at}` when the entry is not on the back stack ({when}): it was popped, or is not opened yet.")
        .fix(&["Use the entry only while its screen is shown: do not keep it in a callback or a view model, and look it up again with `getBackStackEntry`."]),
    // Navigation 3: the back stack is a list of the app's own
    rule(Category::RuntimeNavigation, r"(?P<symbol>NavDisplay) (?:back ?stack|entries) cannot be empty")
        .means("`{symbol}` (Navigation 3) is given an empty back stack: the last entry was removed from the list, usually by `onBack` (the back button, pressed twice), or the list was cleared before the new entry was in it.")
        .fix(&[
            "In `onBack`, and wherever an entry is removed, keep the last one (`if (backStack.size > 1) backStack.removeAt(backStack.lastIndex)`), and leave the screen in its place (`finish()`).",
            "To replace the whole stack, add the new entry before the old ones are removed; at the start give the list its first entry (`rememberNavBackStack(Home)`).",
        ]),
    rule(Category::RuntimeNavigation, r"NavController does not have an active back stack entry|Cannot transition entry that is not in the back stack|Attempted to pop .*which is not the top of the back stack")
        .means("An entry of the back stack is used or popped that is not on it any more: the last one was popped, or the same one twice ({message}).")
        .fix(&["Pop only while more than one entry is left (`if (backStack.size > 1) backStack.removeLast()`), and leave the last one to the activity's `finish()`.", ONCE]),
    rule(Category::RuntimeNavigation, r"Wrong argument type for '(?P<symbol>[^']+)' in argument bundle\. (?P<type>[^ ]+) expected")
        .means("The destination that is navigated to declares its argument `{symbol}` as `{type}`, and the value that it gets is null, which is not allowed there, or of another type.")
        .fix(&[
            "Log what is passed as `{symbol}` to the `navigate` call: it has to be of the type `{type}` (`putLong` for a long, not `putInt`), and a route that is put together from a variable which is null holds the word `null`.",
            "If it may be missing, declare it so: `nullable = true` with `defaultValue = null` (in XML `app:nullable`, `app:defaultValue=\"@null\"`), for a number a default value.",
        ]),
    rule(Category::RuntimeNavigation, r"Restoring the Navigation back stack failed: destination (?P<symbol>[^ ]+) cannot be found")
        .means("The saved back stack holds the destination `{symbol}`, which the navigation graph does not have (any more): the graph is set after it is restored, or differs from the one before.")
        .fix(&["Build the same graph before the state is restored (`setGraph` in `onCreate`, not after a network call), and keep ids and routes of destinations stable."]),
]);
