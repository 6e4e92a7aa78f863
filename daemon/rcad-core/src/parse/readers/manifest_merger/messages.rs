//! The manifest merger's messages (ManifestMerger2, PreValidator, PostValidator, XmlAttribute, XmlElement,
//! PlaceholderHandler, NavGraphExpander), each as one line. Data only; the first match wins.

use super::namespaces;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::{self, Pattern, Rules, rule};

/// Fills the failure from the message; whether it is one that the merger is known to print.
pub fn classify(message: &str, failure: &mut Failure) -> bool {
    let known = pattern::classify(&RULES, message, failure).is_some();
    namespaces::tell(failure);
    known
}

/// Whether the text begins as a message of the merger does, so that it is one even without its headline.
pub fn is_whole(text: &str) -> bool {
    WHOLE.is_match(text)
}

/// `Attribute application@label value=(…) from`, `uses-sdk:minSdkVersion 15 cannot`, `Namespace 'a.b' is used in`
static WHOLE: Pattern = Pattern::new(
    r"^(?:Attribute [a-zA-Z0-9#@:._/-]+ value=\(|uses-sdk:minSdkVersion |android:exported needs |Apps targeting Android 12 |Namespace '[^']+' is used |Incorrect package=\x22|Overlay manifest:package attribute |Package name '[^']+' used in: |Attribute \S+ at \S+ requires a placeholder |Element \S+ at \S+ duplicated with |(?:[a-zA-Z0-9.$]+Exception: )?Error parsing [^ ].*AndroidManifest\.xml)",
);

/// All messages.
pub static RULES: Rules = Rules::new(&[
    // android:exported needs to be explicitly specified for element <activity#a.b.Main>. Apps targeting Android 12 …
    rule(
        Category::ManifestExported,
        r"android:exported needs to be explicitly specified for (?:element )?<(?P<element>[a-z-]+)#(?P<symbol>[^>]+)>",
    ),
    rule(
        Category::ManifestExported,
        r"android:exported needs to be explicitly specified for (?:element )?<(?P<symbol>(?P<element>[^>]+))>",
    ),
    rule(
        Category::ManifestExported,
        r"Apps targeting Android 12 and higher are required to specify an explicit value for `?android:exported`?",
    ),
    // Attribute application@label value=(A) from AndroidManifest.xml:7:9-36 is also present at [lib] AndroidManifest.xml:12:9-35 value=(B). …
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>application@(?P<attribute>appComponentFactory)) value=\((?P<found>.*?)\) from (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at (?P<other_file>(?:\[[^\]]+\] )?\S+)(?: value=\((?P<other>.*?)\))?",
    )
    .means("`appComponentFactory` is `{found}` in one library and something else in another: the app mixes AndroidX with the old support libraries (com.android.support), which conflict.")
    .fix(&[
        "Move all dependencies to AndroidX: `android.useAndroidX=true` and `android.enableJetifier=true` in gradle.properties, and no `com.android.support:…` of your own.",
        "`./gradlew :app:dependencies` shows which library still brings com.android.support; update it, or keep it below the version that needs AndroidX. `tools:replace=\"android:appComponentFactory\"` only hides the conflict.",
    ]),
    // Both come from libraries: no value is the reader's own.
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?:meta-data#)?android\.support\.VERSION@(?P<attribute>value)) value=\((?P<found>.*?)\) from (?:\[(?P<one>[^\]]+)\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at \[(?P<library>[^\]]+)\] \S+ value=\((?P<other>.*?)\)",
    )
    .means("Two versions of the support library are mixed: {found} (of {one}) and {other} (of {library}). Each of its parts writes its version into the manifest.")
    .fix(&[
        "Bring all `com.android.support` artifacts to one version, the higher one: set your own, and force those that other libraries bring (`configurations.all {{ resolutionStrategy.eachDependency {{ if (requested.group == \"com.android.support\" && requested.name != \"multidex\") useVersion(\"…\") }} }}`).",
        "`./gradlew :app:dependencies` shows who brings which. `tools:replace` only hides the mix, which then fails at run time; AndroidX ends it.",
    ]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?P<owner>[^ @]+)@(?P<attribute>[^ ]+)) value=\((?P<found>.*?)\) from \[(?P<one>[^\]:]+:[^\]]+)\] (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at \[(?P<library>[^\]]+)\] \S+ value=\((?P<other>.*?)\)(?:\. Suggestion: add 'tools:replace=.(?P<replace>[^']+).' to <(?P<element>[^>]+)>)?",
    )
    .means("Two libraries disagree about `{attribute}` of `{owner}`: {one} has `{found}`, {library} has `{other}`. Neither value is the app's own, and the merger cannot choose.")
    .fix(&[
        "Bring the two libraries to versions that fit each other, if one is an old one of the same family; else decide in the app: add `<{element}>` of this name with the right `{attribute}` and `tools:replace=\"{replace}\"` to the app's AndroidManifest.xml (`xmlns:tools=\"http://schemas.android.com/tools\"` on `<manifest>`).",
        "Bring the two libraries to versions that fit each other, or decide in the app: declare the element with the right `{attribute}` and `tools:replace=\"android:{attribute}\"` in the app's AndroidManifest.xml.",
    ]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?P<owner>[^ @]+)@(?P<attribute>[^ ]+)) value=\((?P<found>.*?)\) from (?P<from>(?:\[[^\]]+\] )?)(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at \[(?P<library>[^\]]+)\] \S+ value=\((?P<other>.*?)\)\. Suggestion: add 'tools:replace=.(?P<replace>[^']+).' to <(?P<element>[^>]+)>",
    )
    .means("The manifests disagree about `{attribute}` of `{owner}`: `{found}` in one, `{other}` in the library {library}. Both are declared, and the merger cannot choose between conflicting values.")
    .fix(&[
        "Add `tools:replace=\"{replace}\"` to the `<{element}>` element of AndroidManifest.xml, with `xmlns:tools=\"http://schemas.android.com/tools\"` on `<manifest>`, so that your value overrides the library's.",
        "Or give both the same value.",
    ]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?P<owner>[^ @]+)@(?P<attribute>[^ ]+)) value=\((?P<found>.*?)\) from (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at (?P<other_file>(?:\[[^\]]+\] )?\S+) value=\((?P<other>.*?)\)\. Attributes of <(?P<element>[^>]+)> elements are not merged",
    )
    .means("`<{element}>` is declared twice with different values of `{attribute}`, `{found}` and `{other}` (also present at {other_file}); attributes of such elements are not merged.")
    .fix(&["Remove one of the two `<{element}>` declarations, or make `{attribute}` the same in both.", "Or mark yours with `tools:node=\"replace\"`."]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?P<owner>[^ @]+)@(?P<attribute>[^ ]+)) value=\((?P<found>.*?)\) from (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is also present at (?P<other_file>(?:\[[^\]]+\] )?\S+)(?: value=\((?P<other>.*?)\))?",
    )
    .means("Two manifests give `{attribute}` of `{owner}` conflicting values: `{found}` here, another one at {other_file}. The merger cannot choose.")
    .fix(&[
        "Add `tools:replace=\"android:{attribute}\"` beside your value to the element in your AndroidManifest.xml, and `xmlns:tools=\"http://schemas.android.com/tools\"` to `<manifest>`.",
        "Or give both manifests the same value.",
    ]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>(?P<owner>[^ @]+)@(?P<attribute>[^ ]+)) value=\((?P<found>.*?)\) from (?:\[(?P<library>[^\]]+)\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)?",
    )
    .means("Two manifests give `{attribute}` of `{owner}` conflicting values, `{found}` among them; the merger cannot choose.")
    .fix(&[
        "Add `tools:replace=\"android:{attribute}\"` to `<{owner}>` in AndroidManifest.xml, with `xmlns:tools=\"http://schemas.android.com/tools\"` on `<manifest>`.",
        "Or give `{attribute}` the same value in both manifests, or remove it from the library's if that is your own module.",
    ]),
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<symbol>[^ ]+) value=\((?P<found>.*?)\) at (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? cannot override implicit default value=\((?P<other>.*?)\)",
    )
    .means("`{symbol}` is `{found}` here and has the default `{other}` in another manifest; the merger does not override a default silently.")
    .fix(&["Add `tools:replace` for the attribute to the element, or set the same value in both manifests."]),
    // uses-sdk:minSdkVersion 15 cannot be smaller than version 16 declared in library [:basket] /p/AndroidManifest.xml as the …
    rule(
        Category::ManifestMerger,
        r#"uses-sdk:minSdkVersion (?P<found>\S+) cannot be (?:smaller|different) than version (?P<min_sdk>\S+) declared in library \[(?P<symbol>:[^\]]+)\](?: .*?)?(?:tools:overrideLibrary="(?P<package>[^"]+)"|$)"#,
    )
    .means("The module {symbol} needs minSdkVersion {min_sdk}, but the minSdkVersion of the module that uses it is {found}.")
    .fix(&[
        "Set `minSdk` (minSdkVersion) to {min_sdk} or higher in the module that uses {symbol}; or, if the code of {symbol} runs on API {found}, lower the `minSdk` in its build file to {found}.",
        "Or, if its code never runs below API {min_sdk}: `<uses-sdk tools:overrideLibrary=\"{package}\" />` in AndroidManifest.xml.",
    ]),
    // uses-sdk:minSdkVersion 15 cannot be smaller than version 16 declared in library [a.b:c:1.0] /p/AndroidManifest.xml as the …
    rule(
        Category::ManifestMerger,
        r#"uses-sdk:minSdkVersion (?P<found>\S+) cannot be (?:smaller|different) than version (?P<min_sdk>\S+) declared in library \[(?P<symbol>.+?)\](?: .*?)?(?:tools:overrideLibrary="(?P<package>[^"]+)"|$)"#,
    )
    .means("The library {symbol} needs minSdkVersion {min_sdk}, but the app's minSdkVersion is {found}.")
    .fix(&[
        "Set `minSdk` (minSdkVersion) to {min_sdk} or higher in the `defaultConfig` of the module's build file.",
        "Or use an older version of the library {symbol} that still supports API {found}.",
        "Or, if its code never runs below API {min_sdk}: `<uses-sdk tools:overrideLibrary=\"{package}\" />` in AndroidManifest.xml.",
    ]),
    // … declared in library /p/build/intermediates/exploded-aar/com.example/shelf/4.6.0/AndroidManifest.xml, plugin 1 and 2
    rule(
        Category::ManifestMerger,
        r#"uses-sdk:minSdkVersion (?P<found>\S+) cannot be (?:smaller|different) than version (?P<min_sdk>\S+) declared in library (?P<cordova>\S*platforms/android/)\S*exploded-aar/(?P<symbol>(?P<group>[^/\s]+)/(?P<artifact>[^/\s]+)/(?P<version>[^/\s]+))/"#,
    )
    .means("The library {group}:{artifact}:{version} needs minSdkVersion {min_sdk}, but the app's minSdkVersion is {found}.")
    .fix(&[
        "In this Cordova project write `<preference name=\"android-minSdkVersion\" value=\"{min_sdk}\" />` to config.xml and build again; what is changed in platforms/android is overwritten.",
        "Or use an older version of the plugin that brings {group}:{artifact}.",
    ]),
    rule(
        Category::ManifestMerger,
        r#"uses-sdk:minSdkVersion (?P<found>\S+) cannot be (?:smaller|different) than version (?P<min_sdk>\S+) declared in library \S*exploded-aar/(?P<symbol>(?P<group>[^/\s]+)/(?P<artifact>[^/\s]+)/(?P<version>[^/\s]+))/(?:.*?tools:overrideLibrary="(?P<package>[^"]+)")?"#,
    )
    .means("The library {group}:{artifact}:{version} needs minSdkVersion {min_sdk}, but the app's minSdkVersion is {found}.")
    .fix(&[
        "Set `minSdk` (minSdkVersion) to {min_sdk} or higher in the `defaultConfig` of the module's build file.",
        "Or use an older version of {group}:{artifact}.",
    ]),
    rule(
        Category::ManifestMerger,
        r#"uses-sdk:minSdkVersion (?P<found>\S+) cannot be (?:smaller|different) than version (?P<min_sdk>\S+)(?: declared in library (?P<symbol>\S+)(?:.*?tools:overrideLibrary="(?P<package>[^"]+)")?)?"#,
    )
    .means("The library {symbol} needs minSdkVersion {min_sdk}, but the app's minSdkVersion is {found}.")
    .fix(&["Set `minSdk` to {min_sdk} or higher in the `defaultConfig` of the module's build file, or use an older version of the library."]),
    // Attribute provider#a.b@authorities at AndroidManifest.xml:12:9 requires a placeholder substitution but no value for <host> is provided.
    rule(
        Category::ManifestMerger,
        r"Attribute (?P<attribute>[^ ]+) at (?:\[(?P<library>[^\]]+)\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? requires a placeholder substitution but no value for <(?P<symbol>[^>]+)> is provided",
    )
    .means("The manifest uses the placeholder `${{{symbol}}}` in `{attribute}`, but the build gives it no value.")
    .fix(&[
        "Add `manifestPlaceholders[\"{symbol}\"] = \"…\"` (Groovy: `manifestPlaceholders = [{symbol}: \"…\"]`) to `defaultConfig` in the module's build file.",
    ]),
    rule(
        Category::ManifestMerger,
        r"requires a placeholder substitution but no value for <(?P<symbol>[^>]+)> is provided",
    )
    .means("The manifest uses the placeholder `${{{symbol}}}`, but the build gives it no value.")
    .fix(&["Add `manifestPlaceholders[\"{symbol}\"] = \"…\"` to `defaultConfig` in the module's build file."]),
    // Namespaces and package names.
    rule(
        Category::AgpNamespace,
        r"Namespace '(?P<symbol>[^']+)' is used in multiple modules and/or libraries: (?P<modules>.+?)\. Please ensure",
    )
    .means("The namespace `{symbol}` is not unique; it is used in {modules}. Each module and library needs a namespace of its own.")
    .fix(&["Give all but one of {modules} another `namespace` in the `android` block of its build file."]),
    rule(Category::AgpNamespace, r"Namespace '(?P<symbol>[^']+)' is used in multiple modules and/or libraries"),
    rule(
        Category::AgpNamespace,
        r#"Incorrect package="(?P<symbol>[^"]+)" found in source AndroidManifest\.xml: (?P<file>.+?\.xml)(?:\.|\s|$)"#,
    )
    .means("The manifest still sets its package, `package=\"{symbol}\"`; this Android Gradle plugin takes the namespace from the build file only.")
    .fix(&[
        "Remove `package=\"{symbol}\"` from {name} and set `namespace = \"{symbol}\"` in the `android` block of the module's build file.",
        "If it is a library's manifest (e.g. in node_modules or the pub cache), update that library.",
    ]),
    rule(
        Category::AgpNamespace,
        r"Overlay manifest:package attribute declared at (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? value=\((?P<symbol>[^)]*)\)\s+(?:does not match the module's namespace \((?P<namespace>[^)]*)\)|has a different value=\((?P<other>[^)]*)\))",
    )
    .means("The package `{symbol}` of an overlay manifest differs from the module's namespace.")
    .fix(&["Remove `package=\"{symbol}\"` from the overlay manifest; for another application id per variant use `applicationId` or `applicationIdSuffix`."]),
    rule(
        Category::ManifestMerger,
        r"Package name '(?P<symbol>[^']+)' used in: (?P<modules>.+?)\.(?:\s|$)",
    )
    .means("The package name `{symbol}` is not unique: it is used in {modules}. The app, its dynamic feature modules and its libraries each need a package name of their own.")
    .fix(&["Give all but one of {modules} another, unique package name (`namespace`, or `package` in its manifest)."]),
    rule(
        Category::ManifestOther,
        r"Package name '(?P<symbol>[^']+)' at position (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? should contain at least one '\.'",
    ),
    rule(Category::ManifestOther, r"Missing 'package' declaration in manifest at (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)?"),
    // Elements.
    rule(
        Category::ManifestMerger,
        r"Element (?P<symbol>[^ ]+) at (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? duplicated with element declared at (?P<other_file>.+)$",
    )
    .means("`{symbol}` is declared twice in the same manifest, also at {other_file}.")
    .fix(&["Remove one of the two duplicate declarations of `{symbol}`."]),
    rule(
        Category::ManifestMerger,
        r"Missing '(?P<attribute>[^']+)' key attribute on element (?P<symbol>[^ ]+) at (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)?",
    )
    .means("The element `<{symbol}>` has no `{attribute}`, by which the merger tells such elements apart.")
    .fix(&["Add `android:{attribute}` to `<{symbol}>` (with `xmlns:android` declared), or remove the element."]),
    rule(
        Category::ManifestMerger,
        r"Missing one of the key attributes '(?P<attribute>[^']+)' on element (?P<symbol>[^ ]+) at (?:\[[^\]]+\] )?(?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)?",
    )
    .means("The element `<{symbol}>` has none of `{attribute}`, by which the merger tells such elements apart.")
    .fix(&["Add one of `{attribute}` to `<{symbol}>`."]),
    rule(
        Category::ManifestMerger,
        r"Node (?P<symbol>[^ ]+) cannot be present in more than one input file and it's present at (?P<first>.+?) and (?P<second>.+)$",
    )
    .means("Only one manifest may declare `{symbol}`, but it is in {first} and in {second}.")
    .fix(&["Remove `{symbol}` from one of the two manifests."]),
    rule(
        Category::ManifestMerger,
        r#"Node (?P<symbol>[^ ]+) at (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? is tagged with tools:node="strict", yet (?P<other>.+?) at (?P<other_file>.+?) is different"#,
    )
    .means("`{symbol}` is marked `tools:node=\"strict\"`, but {other_file} declares it differently.")
    .fix(&["Make both declarations of `{symbol}` the same, or take `tools:node=\"strict\"` away."]),
    rule(
        Category::ManifestMerger,
        r"tools:(?P<marker>replace|remove) specified at line:(?P<line>[0-9]+) for attribute (?P<symbol>[^ ,]+), (?P<why>but no new value specified|but attribute also declared at line:[0-9]+)",
    )
    .means("`tools:{marker}` names the attribute `{symbol}`, {why}.")
    .fix(&["Set `{symbol}` on the same element to the value that you want, or take it out of `tools:{marker}`."]),
    rule(
        Category::ManifestMerger,
        r#"(?:Invalid instruction '|tools:node="|tools:selector="|'tools:selector=")(?P<symbol>[^'"]+)"#,
    )
    .means("The merger instruction `{symbol}` is not valid: {message}.")
    .fix(&["Use a valid value of `tools:node` (merge, replace, remove, removeAll, strict) or `tools:selector`."]),
    rule(
        Category::ManifestMerger,
        r#"Element (?P<symbol>[^ ]+) at (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)? annotated with 'tools:node="removeAll"' cannot have other attributes"#,
    ),
    rule(
        Category::ManifestMerger,
        r"(?:Invalid value for attribute|Attribute) (?P<symbol>[^ ]+) at (?P<file>\S+\.xml)(?::(?P<line>[0-9]+)[-0-9:]*)?(?: has an illegal value=\(|, value=\(| must be an integer, found | is not a valid hexadecimal[^,]*, (?:found|minimum is) )(?P<actual>[^), ]*)\)?(?:.*acceptable (?:delimiter-separated )?values are \((?P<expected>[^)]*)\)|, expected (?P<wanted>.+)$)?",
    )
    .means("`{symbol}` in the manifest has the value `{actual}`, which is not allowed.")
    .fix(&["Set `{symbol}` to one of {expected}.", "Set `{symbol}` to {wanted}."]),
    rule(
        Category::ManifestMerger,
        r"The <(?P<symbol>uses-sdk)> element was found in your AndroidManifest\.xml",
    )
    .means("AndroidManifest.xml contains `<uses-sdk>`, which Android Gradle plugin 9 no longer allows: minSdk and targetSdk come from the build file.")
    .fix(&["Remove `<uses-sdk>` from AndroidManifest.xml and set `minSdk` and `targetSdk` in `defaultConfig`."]),
    rule(Category::ManifestMerger, r"Multiple <(?P<symbol>uses-sdk)>s cannot be present in the merged AndroidManifest\.xml")
        .means("Several `<uses-sdk>` elements would be in the merged manifest.")
        .fix(&["Keep one `<uses-sdk>`, better none: set `minSdk` and `targetSdk` in the build file."]),
    rule(
        Category::ManifestMerger,
        r"Referenced navigation file with navigationXmlId = (?P<symbol>\S+) not found|Illegal circular reference among navigation files[^:]*: (?P<cycle>[^\n]+)|Multiple destinations found with a deep link containing (?P<link>\S+)",
    )
    .fix(&["Create res/navigation/{symbol}.xml or correct `<nav-graph>`.", "Break the cycle {cycle}.", "Give each destination a deep link of its own."]),
    rule(Category::XmlMalformed, r"Error parsing (?P<file>\S+\.xml)")
        .means("{name} is not well-formed XML, so the manifest merger cannot parse it.")
        .fix(&["Look in {name} for an unclosed or mismatched tag, a missing quote, a stray `&`, an attribute given twice or an undeclared prefix (`xmlns:android`, `xmlns:tools`)."]),
]);
