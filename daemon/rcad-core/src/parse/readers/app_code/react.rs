//! What React Native prints around an error of JavaScript: the component, and whether the bundle broke off.

use std::borrow::Cow;

use crate::model::failure::Failure;
use crate::parse::input::lines::Lines;
use crate::pattern::Pattern;

/// Lines that a message of JavaScript's goes on for, before the engine is named.
pub const MESSAGE: usize = 12;

/// `TypeError: undefined is not an object`, `Uncaught (in promise) Error: no`, `'Error: no, js engine: hermes'`, perhaps in
/// quotes, or typed off with other blanks: `TypeError : no , js engine:hermes`
pub static SCRIPT_ERROR: Pattern = Pattern::new(
    r#"^(?:'|.*"|.*: )?(?P<mark>Uncaught (?:\(in promise\) )?)?(?P<class>[A-Z][A-Za-z]*Error|Error|Invariant Violation) ?: (?P<message>.+?)(?:", source: .*| ?, ?js engine: ?[a-z]+\.?|, stack:)?$"#,
);

/// Lines below an error in which React names the component that failed.
const LOCATED: usize = 30;

/// `    in OrderList (at App.tsx:31)`, `    in DetailScreen (created by SceneView)`, `    at OrderList (http://…)`
static COMPONENT: Pattern = Pattern::new(
    r"^\s*(?:in|at) (?P<component>[A-Z][A-Za-z0-9_]*)(?: \((?:at (?P<place>[^():]+:[0-9]+)|(?P<by>created by [A-Z][A-Za-z0-9_.()]*?)|[^()]*)\))?$",
);

/// Which component React says the error is in.
pub fn component(lines: &Lines, at: usize, failure: &mut Failure) {
    let end = lines.len().min(at + LOCATED);
    let Some(head) = (at + 1..end).find(|index| lines.get(*index).contains("This error is located at:")) else {
        return;
    };
    let listed = (head + 1..end).map(|index| lines.get(index)).filter(|line| !line.trim().is_empty());
    let listed = listed.map_while(|line| COMPONENT.captures(line.trim_end()));
    let Some((nth, found)) = listed.enumerate().find(|(_, found)| !is_frameworks(&found["component"])) else { return };
    // Far above what failed, a name alone says no more than the app's.
    if nth >= NEAR && found.name("place").or(found.name("by")).is_none() {
        return;
    }
    failure.details.insert("component".to_owned(), found["component"].to_owned());
    let used = found.name("place").map(|place| format!("used at {}", place.as_str()));
    let used = used.or_else(|| found.name("by").map(|by| by.as_str().to_owned()));
    failure.details.extend(used.map(|used| ("component_used".to_owned(), used)));
}

/// So many entries from the one that failed on, a component is near it.
const NEAR: usize = 12;

/// Components of React Native's own and of what navigates, in which an app's are drawn.
const FRAMEWORKS: &[&str] = &[
    "AppContainer",
    "AnimatedComponent",
    "Background",
    "BaseNavigationContainer",
    "CardStack",
    "DelayedFreeze",
    "EnsureSingleNavigator",
    "ErrorBoundary",
    "FlatList",
    "ForwardRef",
    "Freeze",
    "GestureHandlerRootView",
    "Image",
    "InnerScreen",
    "MaybeScreen",
    "MaybeScreenContainer",
    "NativeStackNavigator",
    "NavigationContainerInner",
    "NavigationContent",
    "PreventRemoveProvider",
    "Pressable",
    "SafeAreaProvider",
    "SafeAreaProviderCompat",
    "Screen",
    "ScreenContainer",
    "ScrollView",
    "StackNavigator",
    "StackView",
    "StaticContainer",
    "Suspender",
    "Suspense",
    "Text",
    "TextInput",
    "TouchableOpacity",
    "Unknown",
    "View",
    "VirtualizedList",
];

/// Whether a component is not the app's: `View`, `RCTText`, `RNSScreen`.
fn is_frameworks(component: &str) -> bool {
    FRAMEWORKS.contains(&component)
        || ["RCT", "RNC", "RNS", "RNGesture"].iter().any(|start| component.starts_with(start))
}

/// What React Native says when a bundle broke off before it had registered anything.
const BROKEN: &[&str] = &[
    "bad application bundle",
    "has not been registered as callable",
    "is not a registered callable module",
    " has not been registered.",
];

/// Whether the bundle broke off with this error.
pub fn breaks_bundle(lines: &Lines, at: usize) -> bool {
    (at + 1..lines.len().min(at + LOCATED)).any(|below| BROKEN.iter().any(|words| lines.get(below).contains(words)))
}

/// `undefined is not an object (evaluating 'shelf.oak')`, `Can't find variable: shelf`, `Application Shelf has not been
/// registered.`: what is thrown, as older React Native logs it.
static CLASSLESS: Pattern = Pattern::new(
    r"^(?:(?P<reference>Can't find variable: )|(?P<unregistered>Application \S+ has not been registered\.)|(?:undefined|null) is not an object \(evaluating '|\S+ is not a function \((?:evaluating|near) ')",
);

/// What the engine threw, with the class that older logs leave out.
pub fn with_class(line: &str) -> Cow<'_, str> {
    let Some(found) = CLASSLESS.captures(line) else { return Cow::Borrowed(line) };
    let class = match (found.name("reference"), found.name("unregistered")) {
        (Some(_), _) => "ReferenceError",
        (_, Some(_)) => "Invariant Violation",
        _ => "TypeError",
    };
    Cow::Owned(format!("{class}: {line}"))
}

/// Whether nothing is registered because of an error above.
pub fn follows(lines: &Lines, at: usize, message: &str) -> bool {
    let error = |index: usize| {
        let logged = lines.source(index).is_some_and(|source| source.tag == "ReactNativeJS" && source.priority == 'E');
        logged && SCRIPT_ERROR.is_match(&with_class(lines.get(index).trim()))
    };
    message.contains(" has not been registered") && (at.saturating_sub(LOCATED)..at).any(error)
}

/// Words of React Native's own around an error of JavaScript that somebody pasted.
const ENGINE_NAMES: &[&str] = &["HermesVM", "ReactNative", "Invariant Violation", "js engine:"];

/// Whether a line without any mark is the head of a JavaScript error in a text that is React Native's.
pub fn is_bare(lines: &Lines, at: usize) -> bool {
    let line = lines.get(at).trim_start();
    let named = ["TypeError", "ReferenceError", "RangeError"].iter().any(|class| {
        let rest = line.strip_prefix(class).unwrap_or("");
        rest.starts_with(": ") || rest.starts_with(" : ")
    });
    named
        && (at..lines.len().min(at + MESSAGE)).any(|index| {
            let line = lines.get(index);
            let tag = lines.source(index).map_or("", |source| source.tag.as_str());
            ENGINE_NAMES.iter().any(|name| line.contains(name) || tag.contains(name))
        })
}

#[cfg(test)]
mod tests {
    fn component(listed: &[&str]) -> Option<String> {
        let listed: Vec<String> = listed.iter().map(|name| format!("    in {name}")).collect();
        let log = format!(
            "E/ReactNativeJS( 4321): Invariant Violation: no oak\n\nThis error is located at:\n{}\n, js engine: hermes\n",
            listed.join("\n")
        );
        crate::parse::parse(&log).failures.remove(0).details.get("component").cloned()
    }

    #[test]
    fn only_a_component_near_what_failed_is_told() {
        assert_eq!(component(&["RNSScreen", "Suspender", "ShelfList"]).as_deref(), Some("ShelfList"));
        let far: Vec<&str> = std::iter::repeat_n("View", 12).chain(["App"]).collect();
        assert_eq!(component(&far), None);
        let placed: Vec<&str> = std::iter::repeat_n("View", 12).chain(["Shelf (at App.tsx:31)"]).collect();
        assert_eq!(component(&placed).as_deref(), Some("Shelf"));
    }
}
