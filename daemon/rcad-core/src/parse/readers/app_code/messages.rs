//! What the errors of Dart, JavaScript and Unity's C# mean. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Dart's, matched against `class: message`.
pub static DART: Rules = Rules::new(&[
    rule(Category::RuntimeLateinit, r"LateInitializationError: (?:Field|Local) '(?P<symbol>[^'@]+)(?:@[0-9]+)?' has not been initialized")
        .means("The `late` variable `{symbol}` is read in `{at}` before it has a value.")
        .fix(&["Assign `{symbol}` before its first use (`initState`), or make it nullable."]),
    rule(Category::RuntimeLateinit, r"LateInitializationError: (?P<why>.+)")
        .means("A `late` variable is used wrongly: {why}.")
        .fix(&["Assign it exactly once, before its first use, or make it nullable."]),
    rule(Category::RuntimeNpe, r"Null check operator used on a null value")
        .means("The null check operator `!` is used on a value that is null, in `{at}`.")
        .fix(&["Find out why the value before `!` is null at {name}:{line}; check it, or use `?.` and `??`."]),
    rule(Category::RuntimeNpe, r"NoSuchMethodError: The (?P<what>getter|setter|method) '(?P<symbol>[^']+)' was called on null")
        .means("The {what} `{symbol}` is called on null.")
        .fix(&["Find out why it is null at {name}:{line}: set it before, or use `?.`."]),
    // `Class '_Map<String, dynamic>' has no instance method 'cast' with matching arguments.`, `… has no instance getter 'oak'.`
    rule(Category::Other, r"NoSuchMethodError: Class '(?P<actual>[^']+)' has no instance (?P<what>method) '(?P<symbol>[^']+)' with matching arguments")
        .means("The {what} `{symbol}` is called on a `{actual}` with arguments (or type arguments) that its `{symbol}` does not take: the value is `dynamic`, and at run time it is of another type than the code was written for.")
        .fix(&["Look at what the value is when {name}:{line} runs (`print(value.runtimeType)`): if it is decoded JSON, an object and a list are different things, and the list may be a field of the object. Then take the part that is meant, and cast that.", "Look at what the value is there (`print(value.runtimeType)`): if it is decoded JSON, an object and a list are different things, and the list may be a field of the object. Then take the part that is meant, and cast that.", "Give the variable its type in place of `dynamic`: then the analyzer finds the wrong call."]),
    rule(Category::Other, r"NoSuchMethodError: Class '(?P<actual>[^']+)' has no instance (?P<what>getter|setter|method) '(?P<symbol>[^']+)'")
        .means("The {what} `{symbol}` is used on a `{actual}`, which has none: the value is `dynamic`, and at run time it is of another type than the code was written for.")
        .fix(&["Look at what the value is when {name}:{line} runs (`print(value.runtimeType)`). An entry of a map (decoded JSON) is read by `value['{symbol}']`, not by `value.{symbol}`; else make the object first (`fromJson`).", "Look at what the value is there (`print(value.runtimeType)`). An entry of a map (decoded JSON) is read by `value['{symbol}']`, not by `value.{symbol}`; else make the object first (`fromJson`).", "Give the variable its type in place of `dynamic`: then the analyzer finds the wrong call."]),
    rule(Category::RuntimeClassCast, r"type 'Null' is not a subtype of type '(?P<symbol>[^']+)'")
        .means("A value is null where Dart requires `{symbol}`: read from JSON, the field is null there or missing (or is written otherwise than the key in the code).")
        .fix(&["Declare it nullable (`{symbol}?`) at {name}:{line} or give it a default (`?? …`), and compare the key with the data that really came.", "Declare it nullable (`{symbol}?`) or give it a default (`?? …`), and compare the key with the data that really came."]),
    rule(Category::RuntimeClassCast, r"type '(?P<actual>_?(?:Internal|Linked)?(?:Hash)?Map<[^']*>)' is not a subtype of type '(?P<symbol>(?:List|Iterable)<[^']*>)'")
        .means("An object (`{actual}`) stands where the code takes a list (`{symbol}`): the JSON is an object, and the list is one of its fields, or it holds an error in place of the data.")
        .fix(&["Print the decoded data at {name}:{line}, and read the list from its field (`json['data'] as List`); check the status code before, as errors are objects, too.", "Print the decoded data, and read the list from its field (`json['data'] as List`); check the status code before, as errors are objects, too."]),
    rule(Category::RuntimeClassCast, r"type '(?P<actual>List<dynamic>|_GrowableList<dynamic>)' is not a subtype of type '(?P<symbol>List<[^']*>)'")
        .means("A `{actual}`, as `jsonDecode` makes it, stands where the code requires `{symbol}`: Dart does not convert the elements' type by itself.")
        .fix(&["Convert it: `List<String>.from(json['…'])` for plain values, `(json['…'] as List).map((e) => X.fromJson(e)).toList()` for objects."]),
    rule(Category::RuntimeClassCast, r"type '(?P<actual>List<[^']*>|_GrowableList<[^']*>)' is not a subtype of type '(?P<symbol>(?:[A-Za-z_]*Map)<[^']*>)'")
        .means("A list stands where the code takes an object (`{symbol}`): the JSON is a list as a whole, or in that field.")
        .fix(&["Read it as a list: `(jsonDecode(body) as List).map((e) => X.fromJson(e as Map<String, dynamic>)).toList()`."]),
    rule(Category::RuntimeClassCast, r"type 'int' is not a subtype of type '(?P<symbol>double\??)'")
        .means("A whole number (`int`) stands where Dart requires `{symbol}`: JSON does not tell 5 from 5.0, and Dart does not convert it by itself.")
        .fix(&["Write `(json['…'] as num).toDouble()` in place of the plain value (at {name}:{line}), or declare it as `num`.", "Write `(json['…'] as num).toDouble()` in place of the plain value, or declare it as `num`."]),
    rule(Category::RuntimeClassCast, r"type 'String' is not a subtype of type '(?P<symbol>int)' of 'index'")
        .means("A list is read with a text as its index (`data['name']`): what the code takes for a map (a JSON object) is a list.")
        .fix(&["Take an element first (`data[0]['name']`) or go over all of them (`for (final one in data)`): the JSON has a list there, at {name}:{line}, so look at what really came.", "Take an element first (`data[0]['name']`) or go over all of them (`for (final one in data)`): the JSON has a list there, so look at what really came."]),
    rule(Category::RuntimeClassCast, r"type 'String' is not a subtype of type '(?P<symbol>(?:int|double|num|bool)\??)'")
        .means("A text (`String`) stands where Dart requires `{symbol}`: the data (mostly JSON) has the value in quotes.")
        .fix(&["Convert the text at {name}:{line} (`int.parse(json['…'])`, `double.parse(…)`, `== 'true'`), or declare the field as a `String`.", "Convert the text (`int.parse(json['…'])`, `double.parse(…)`, `== 'true'`), or declare the field as a `String`."]),
    rule(Category::RuntimeClassCast, r"type '(?P<actual>[^']+)' is not a subtype of type '(?P<symbol>[^']+)'")
        .means("A value of the type `{actual}` stands where Dart requires `{symbol}`; with JSON, the data has another shape than the class.")
        .fix(&["Compare the data with the declared type at {name}:{line}; convert it, or declare the type nullable if it may be missing."]),
    rule(Category::RuntimeIndex, r"RangeError(?: \([a-z]+\))?: .*?(?:range|Valid value range is empty)[^:]*: (?P<index>-?[0-9]+)")
        .means("The index {index} is out of range, in `{at}`.")
        .fix(&["Check the length at {name}:{line} before the access; an empty list is the usual case."]),
    rule(Category::RuntimeIndex, r"Bad state: No element")
        .means("An element is taken from a collection that is empty or has none that fits (Bad state: No element): by `first`, `last`, `single`, `reduce`, or a `firstWhere` without `orElse`.")
        .fix(&["Use `firstOrNull`, or `firstWhere(…, orElse: () => …)`, and handle that nothing is there; then see why it is not: data that is not loaded yet, or whose loading failed, is the usual case."]),
    rule(Category::RuntimeIndex, r"Bad state: Too many elements")
        .means("`single` (or `singleWhere`) is asked of a collection in which more than one element is, or fits (Bad state: Too many elements).")
        .fix(&["Use `first`/`firstWhere` if any of them will do; else look for the element that is there twice."]),
    rule(Category::RuntimeIndex, r"RangeError|IndexError")
        .means("An element is taken from a list that does not have it: {message}.")
        .fix(&["Check the length before the access, or use `elementAtOrNull`."]),
    rule(Category::RuntimeConcurrentModification, r"Concurrent modification during iteration"),
    rule(Category::RuntimeStackOverflow, r"Stack ?Overflow"),
    rule(Category::RuntimeOom, r"Out ?of ?Memory"),
    rule(Category::RuntimeSerialization, r"FormatException: (?P<why>Unexpected end of input.*)")
        .means("The text that is decoded as JSON is empty or cut off ({why}): a request without an answer's body (204, an error, a stream that broke off), or a file that is not written to its end.")
        .fix(&["Check the status code (at {name}:{line}) and that the body is not empty before `jsonDecode`.", "Check the status code and that the body is not empty before `jsonDecode`."]),
    rule(Category::RuntimeSerialization, r"FormatException: (?P<why>.+)")
        .means("Data does not have the format that `{at}` reads: {why}.")
        .fix(&["Log the raw data; a server that answers with a page of HTML is the usual case for JSON."]),
    rule(Category::RuntimeUnsatisfiedLink, r"MissingPluginException\(No implementation found for method (?P<symbol>[^ ]+) on channel (?P<channel>[^)]+)\)")
        .means("The method `{symbol}` of the channel {channel} has no native side: the Flutter plugin is not in the installed app, or not registered.")
        .fix(&[
            "Stop the app, run `flutter clean` and `flutter pub get`, and build again: a hot restart does not add a plugin.",
            "If it stays, look at the start of the device's log for `Error registering plugin`: a plugin whose Android set-up (manifest, keys, `strings.xml`) is not complete may fail there.",
            "In release builds keep the plugin's classes in R8's rules; in a background isolate register the plugins first.",
        ]),
    rule(Category::Other, r"PlatformException\((?P<symbol>[^,]+), (?P<why>[^,]+?)(?:, .*)?\)$")
        .means("A Flutter plugin's native (Android) side answered a call with the error `{symbol}`: {why}; the Dart code does not catch it.")
        .fix(&[
            "Correct what the native side says ({symbol}: {why}); its own exception stands in the log of the same moment.",
            "Catch `PlatformException` around the call where it may fail in normal use.",
        ]),
    rule(Category::RuntimeIllegalState, r"setState\(\) called after dispose\(\): (?P<symbol>[A-Za-z0-9_]+)")
        .means("`setState()` is called on `{symbol}` after it was disposed, for instance when an asynchronous call ends later.")
        .fix(&["Check `mounted` before `setState()`, and cancel timers and subscriptions in `dispose()`."]),
    rule(Category::RuntimeIllegalArgument, r"Invalid argument"),
    rule(Category::RuntimeIllegalState, r"Bad state: |Unsupported operation: |Failed assertion: |deactivated widget's ancestor|called during build"),
]);

/// Of JavaScript, matched against `class: message`. Whatever matches none is a JavaScript error all the same.
pub static JAVASCRIPT: Rules = Rules::new(&[
    rule(Category::RuntimeJavascript, r"(?P<value>undefined|null) is not an object \(evaluating '(?P<symbol>[^']+)'\)")
        .means("JavaScript reads `{symbol}`, but what stands before its last dot is {value}.")
        .fix(&["Find out why it is {value} there: data that has not arrived yet is the usual case. Use `?.` or a default, or wait for it."]),
    rule(Category::RuntimeJavascript, r"Cannot read propert(?:y|ies) (?:'(?P<symbol>map|filter|forEach|find|reduce|slice|some|every|includes|length|concat|join)' )?of (?P<value>undefined|null)(?: \(reading '(?P<member>map|filter|forEach|find|reduce|slice|some|every|includes|length|concat|join)'\))?$")
        .means("JavaScript uses a list (or text) that is {value}: {message}.")
        .fix(&["See which variable stands before `.{member}`: a state without an initial value (`useState([])` gives an empty list), a field that the answer does not have, or a prop that nobody passed. Until it is there write `?.{member}` or draw something else.", "See which variable stands before `.{symbol}`: a state without an initial value (`useState([])` gives an empty list), a field that the answer does not have, or a prop that nobody passed. Until it is there write `?.{symbol}` or draw something else."]),
    rule(Category::RuntimeJavascript, r"Cannot (?:read|set) propert(?:y|ies) (?:'(?P<symbol>[^']+)' )?of (?P<value>undefined|null)(?: \((?:reading|setting) '(?P<member>[^']+)'\))?")
        .means("JavaScript uses a property of something that is {value}: {message}.")
        .fix(&["Find out why it is {value} there: data that has not arrived yet is the usual case. Use `?.` or a default, or wait for it."]),
    rule(Category::RuntimeJavascript, r"Request failed with status code (?P<status>[45][0-9]{2})")
        .means("The server answered a request with the status {status}, which axios throws as an error, and nothing catches it.")
        .fix(&[
            "Print `error.response?.data`, and `error.config` with its address, headers and body: 400 and 422 are data that the server does not accept, 401 a missing or ended token, 403 a missing right, 404 a wrong path, 5xx a failure of the server itself.",
            "Catch it around the call (`try`/`catch`, `.catch(…)`) and tell the user.",
        ]),
    rule(Category::RuntimeJavascript, r"Can't find variable: (?P<symbol>[A-Za-z0-9_$]+)")
        .means("JavaScript uses a name that is not defined: {message}.")
        .fix(&["Import or declare `{symbol}`; a missing `import` or a wrong name is the usual case."]),
    rule(Category::RuntimeJavascript, r"Property '(?P<symbol>[A-Za-z0-9_$]+)' doesn't exist")
        .means("JavaScript uses a name that is not defined: {message}.")
        .fix(&["Import or declare `{symbol}`; a missing `import` or a wrong name is the usual case."]),
    rule(Category::RuntimeJavascript, r"(?P<symbol>[A-Za-z0-9_$]+) is not defined")
        .means("JavaScript uses a name that is not defined: {message}.")
        .fix(&["Import or declare `{symbol}`; a missing `import` or a wrong name is the usual case."]),
    rule(Category::RuntimeJavascript, r"undefined is not a function \(near '(?:\.\.\.)?(?P<symbol>[^' ]+?)(?:\.\.\.)?'\)")
        .means("JavaScript calls `{symbol}`, which is no function: what stands before the last dot is another thing than the code takes it for (an object in place of a list, a promise that is not awaited), or has no such function.")
        .fix(&["Print what stands before the last dot of `{symbol}` (`console.log`), and take the right thing: await it, read its field, or begin with `[]`; if it is imported, check whether the export is a default or a named one."]),
    rule(Category::RuntimeJavascript, r"(?P<symbol>[A-Za-z0-9_$.]+) is not a (?:function|constructor)")
        .means("JavaScript calls `{symbol}`, which is no function.")
        .fix(&["Check where `{symbol}` comes from: a default import in place of a named one, or another version of the package."]),
    rule(Category::RuntimeJavascript, r#"(?:"|Application )(?P<symbol>[^" ]+)"? has not been registered"#)
        .means("No component is registered under the name `{symbol}`: `AppRegistry.registerComponent` was not called, because the bundle failed before it, or under another name.")
        .fix(&[
            "Look for the first JavaScript error above this one; it kept the bundle from being run.",
            "Give `AppRegistry.registerComponent` the name that MainActivity's `getMainComponentName` returns.",
        ]),
]);

const INACCESSIBLE: &str = "`{caller}` uses `{symbol}`, which is not public to it at run time ({what} access refused). The compiler let it through, so most probably another assembly is loaded than the one it was compiled with: two plugins bring a class of that name and the other copy is found, or one of them was updated alone.";

const ONE_COPY: &[&str] = &[
    "Search the project for every copy of the class of `{symbol}` (sources and DLLs below `Assets`, packages), and keep one: remove the older, or put one of them into a namespace or assembly of its own.",
    "Update the plugins that bring it to versions of one time, then delete `Library/ScriptAssemblies` and build again; if an obfuscator or a stripper ran, exclude that class from it.",
];

/// Unity's, matched against `class: message`.
pub static UNITY: Rules = Rules::new(&[
    rule(Category::RuntimeNpe, r"(?:MissingReference|UnassignedReference|MissingComponent)Exception: .*?(?:variable (?P<symbol>[A-Za-z0-9_]+)|type '(?P<kind>[^']+)'|attached)")
        .means("A Unity object that was destroyed, or never assigned, is used: {message}.")
        .fix(&["Assign it in the Inspector, or check it for null after it may have been destroyed."]),
    rule(Category::RuntimeNpe, r"NullReferenceException|ArgumentNullException|MissingReferenceException|UnassignedReferenceException|MissingComponentException")
        .means("A null reference is used in `{at}`: {message}.")
        .fix(&["Find out what is null in `{at}`: a field that is not assigned in the Inspector, or `GetComponent` or `Find` that found nothing."]),
    rule(Category::RuntimeIndex, r"IndexOutOfRangeException|ArgumentOutOfRangeException|KeyNotFoundException"),
    rule(Category::RuntimeConcurrentModification, r"InvalidOperationException: Collection was modified"),
    rule(Category::RuntimeClassCast, r"InvalidCastException"),
    rule(Category::RuntimeUnsatisfiedLink, r"DllNotFoundException: (?:Unable to load DLL '(?P<symbol>[^']+)'|(?P<library>[^ ]+))"),
    // `EntryPointNotFoundException: Unable to find an entry point named 'oak_open' in 'oak'.`, `EntryPointNotFoundException: oak_open`
    rule(Category::RuntimeUnsatisfiedLink, r"EntryPointNotFoundException: (?:Unable to find an entry point named ')?(?P<symbol>[A-Za-z0-9_]+)"),
    // `Method not found: void Oak.Shelf.Put(string)`, `Method not found: 'Void Oak.Shelf.Put(System.String)'.`, `Field 'Oak.Shelf.books' not found.`
    rule(Category::RuntimeNoClassDef, r"Missing(?P<what>Method|Field)Exception: (?:Method|Field)(?: not found:)? '?(?:[A-Za-z0-9_.+`\[\],<>]+ )?(?P<symbol>[A-Za-z_][A-Za-z0-9_+`]*\.[A-Za-z0-9_.+`]+)")
        .means("`{symbol}` is not in the assembly that is loaded ({what} not found): what uses it was compiled against another version of that assembly, or the build's code stripping took it out.")
        .fix(&[
            "Bring the package or DLL that should have `{symbol}` and what uses it to versions that fit each other, and look for a second, older copy of it in the project; then build clean (Unity: delete `Library/ScriptAssemblies`).",
            "If only the build for the device lacks it, keep it from being stripped: `[Preserve]`, or a line for its type in `link.xml`.",
        ]),
    // `Could not load type 'Oak.Shelf' from assembly 'Basket'`, `Could not resolve type with token 01000019 from typeref (expected class 'Oak.Shelf' in assembly 'Basket')`
    rule(Category::RuntimeNoClassDef, r"TypeLoadException: .*?(?:type|class) '(?P<symbol>[A-Za-z_][A-Za-z0-9_.+`]*)"),
    // ``Method `Oak.Shelf.Put(string)' is inaccessible from method `Basket.Till.Pay(string)'``
    rule(Category::Other, r"(?:Method|Field)AccessException: (?P<what>Method|Field) [`'](?P<symbol>[A-Za-z0-9_.+]+)[^']*' is inaccessible from method [`'](?P<caller>[^`'( ]+)")
        .means(INACCESSIBLE)
        .fix(ONE_COPY),
    // `Attempt by method 'Basket.Till.Pay(System.String)' to access method 'Oak.Shelf.Put(System.String)' failed.`
    rule(Category::Other, r"(?:Method|Field)AccessException: Attempt by method '(?P<caller>[^'( ]+)[^']*' to access (?P<what>method|field) '(?P<symbol>[A-Za-z0-9_.+]+)[^']*' failed")
        .means(INACCESSIBLE)
        .fix(ONE_COPY),
    rule(Category::RuntimeNoClassDef, r"TypeLoadException|MissingMethodException|MissingFieldException|TypeInitializationException|ExecutionEngineException"),
    rule(Category::RuntimeOom, r"OutOfMemoryException"),
    rule(Category::RuntimeStackOverflow, r"StackOverflowException|InsufficientExecutionStackException"),
    rule(Category::RuntimeSerialization, r"SerializationException|JsonException|JsonSerializationException|JsonReaderException|FormatException"),
    rule(Category::RuntimeIllegalArgument, r"ArgumentException"),
    rule(Category::RuntimeIllegalState, r"InvalidOperationException|NotSupportedException|ObjectDisposedException"),
]);

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn what_an_assembly_lacks_or_hides_is_the_name_that_the_message_gives() {
        for (message, symbol, says) in [
            (
                "MethodAccessException: Method `Oak.Shelf.Put(string)' is inaccessible from method `Till.Pay.Run(int)'",
                "Oak.Shelf.Put",
                "`Till.Pay.Run` uses `Oak.Shelf.Put`, which is not public",
            ),
            (
                "FieldAccessException: Attempt by method 'Till.Pay.Run(System.Int32)' to access field 'Oak.Shelf.books' failed.",
                "Oak.Shelf.books",
                "`Till.Pay.Run` uses `Oak.Shelf.books`",
            ),
            (
                "MissingMethodException: Method not found: void Oak.Shelf.Put(string)",
                "Oak.Shelf.Put",
                "another version of that assembly",
            ),
            (
                "MissingMethodException: Method not found: 'System.Collections.Generic.List`1<Oak.Book> Oak.Shelf.All()'.",
                "Oak.Shelf.All",
                "another version of that assembly",
            ),
            (
                "MissingFieldException: Field 'Oak.Shelf.books' not found.",
                "Oak.Shelf.books",
                "another version of that assembly",
            ),
            ("TypeLoadException: Could not load type 'Oak.Shelf' from assembly 'Basket'", "Oak.Shelf", "Oak.Shelf"),
            ("EntryPointNotFoundException: oak_open", "oak_open", "oak_open"),
        ] {
            let log = format!(
                "E/Unity   ( 4321): {message}\nE/Unity   ( 4321):   at Till.Pay.Run (System.Int32 n) [0x00000] in <b12c1b9643d845f19ac2d2c567daabf2>:0 \n"
            );
            assert_eq!(parse(&log).failures[0].symbol.as_deref(), Some(symbol), "{message}");
            let told = crate::explain::answer(&log);
            assert!(told.contains(says), "{message}: {told}");
        }
    }
}
