//! aapt's and aapt2's messages (ResourceParser, ReferenceLinker, XmlReferenceLinker, ManifestFixer, Compile, Link, and the
//! plugin's own resource compiler), the resource merger's and the XML parsers'. Data only; the first match wins.

use crate::Category;
use crate::pattern::{Pattern, Rules, rule};

/// aapt and aapt2 behind `error: `.
pub static RULES: Rules = Rules::new(&[
    // References.
    rule(
        Category::XmlResourceNotFound,
        r"^resource (?P<symbol>android:attr/(?P<name>lStar)) not found",
    )
    .means("`{symbol}` came with Android 12 (API 31), but this module compiles against an older platform (`compileSdk` below 31): the library in which it is used needs compileSdk 31.")
    .fix(&[
        "Set `compileSdk` to 31 or higher in the module that fails; if that is a plugin's module, update the plugin or set it for all subprojects in the root build file.",
        "Or use an older version of the library that uses `{symbol}` (androidx.core 1.6 does not).",
    ]),
    rule(
        Category::XmlResourceNotFound,
        r"^resource (?P<symbol>android:(?P<type>[a-z]+)/(?P<name>[A-Za-z0-9_.]+)) not found",
    )
    .means("`{symbol}` is not found: the Android platform that this module compiles against (`compileSdk`) has no such {type}, so it is older than the code or library that uses it, or the name is wrong.")
    .fix(&["Set `compileSdk` of the module that fails to the version that the library asks for; if that is a plugin's module, update the plugin.", "Or correct `{symbol}`."]),
    rule(
        Category::XmlResourceNotFound,
        r"^resource (?P<symbol>style/(?P<parent>[^ ]+)) \(aka (?P<resolved>[^)]+)\) not found",
    ),
    // a text that begins with `?`
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>attr/[^A-Za-z_ :]*) \(aka (?P<resolved>[^)]+)\) not found")
        .means("A string that begins with `?` is taken for a theme attribute (`{symbol}`), which does not exist; it was meant as literal text.")
        .fix(&["Escape it in the string resource: `\\?` (and `\\@` for a text that begins with `@`)."]),
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>[^ ]+) \(aka (?P<resolved>[^)]+)\) not found"),
    rule(Category::XmlResourceNotFound, r"^resource '?(?P<symbol>[^ ']+)'? not found"),
    rule(
        Category::XmlResourceNotFound,
        r"Error retrieving parent for item: [^']*'(?P<symbol>(?P<parent>[^']+))'",
    )
    .means("The style's parent `{symbol}` (a theme) is not found: the library that has it is missing from the module's dependencies, or is there without its resources.")
    .fix(&[
        "Add the theme's library as a dependency with its resources, e.g. `androidx.appcompat:appcompat` (formerly appcompat-v7) for `Theme.AppCompat…`, `com.google.android.material:material` for `Theme.MaterialComponents…`; the jar alone does not do.",
        "Or correct the name after `parent=`; styles of a new Android version need that `compileSdk`.",
    ]),
    rule(
        Category::XmlResourceNotFound,
        r"No resource found that matches the given name:? \(at '(?P<attribute>[^']+)' with value '(?P<symbol>[^']+)'\)",
    ),
    rule(Category::XmlResourceNotFound, r"No resource found that matches the given name: (?:attr )?'(?P<symbol>[^']+)'"),
    rule(Category::XmlResourceNotFound, r"^resource (?P<symbol>[^ ]+) (?:\(aka [^)]+\) )?is (?:private|not public)|Resource is not public\. \(at '(?P<attribute>[^']+)' with value '(?P<value>[^']+)'\)")
        .means("The resource `{symbol}` is private: another package does not let it be used.")
        .fix(&["Use a public resource, or copy `{symbol}` into your own res directory (`@*android:` reaches private ones of Android, at your own risk)."]),
    rule(Category::XmlResourceNotFound, r"^no definition for declared symbol '(?P<symbol>[^']+)'"),
    // Attributes.
    rule(Category::XmlAttributeNotFound, r"^style attribute '(?P<symbol>@(?P<named>[a-z]+:)attr/(?P<attribute>[A-Za-z0-9_.]+))' not found")
        .means("A style sets the attribute by the name `{symbol}`. Only references begin with `@`: the old aapt let that pass as a name, AAPT2 (AGP 3 and later) does not.")
        .fix(&["Search the styles of the app and its libraries for `name=\"{symbol}\"` and write `name=\"{named}{attribute}\"`; where a library has it, update the library."]),
    rule(
        Category::XmlAttributeNotFound,
        r"^(?:style )?attribute '?(?:attr/)?(?P<symbol>[^ ']+) \(aka (?P<resolved>[^)]+)\)'? not found",
    ),
    // `style attribute 'attr/shelfTint' not found`, cut by whoever pasted it: `style attribute 'attr/shelfTint ...' not found`
    rule(Category::XmlAttributeNotFound, r"^(?:style )?attribute '?(?:attr/)?(?P<symbol>[^ ']+?)(?: ?(?:\.\.\.|…))?'? (?:\(aka [^)]*\) )?not found"),
    rule(
        Category::XmlAttributeNotFound,
        r"No resource identifier found for attribute '(?P<symbol>[^']+)' in package '(?P<package>[^']+)'",
    )
    .means("The attribute `{symbol}` is not declared in the package {package}: no resource identifier is found for it.")
    .fix(&[
        "For an attribute of a library use `xmlns:app=\"http://schemas.android.com/apk/res-auto\"` and add the library with its resources; for one of Android raise `compileSdk`.",
        "Check the spelling of `{symbol}`; a custom view's attribute needs a `<declare-styleable>`.",
    ]),
    rule(Category::XmlAttributeNotFound, r"^(?:attr|attribute) (?P<symbol>\S+) is private"),
    // Values.
    rule(
        Category::XmlInvalidValue,
        r"^_?'(?P<actual>[^']*)' is incompatible with attribute_?[ *]+(?:attr/)?(?P<symbol>[^ *]+)\*{0,2}(?: \(aka [^)]*\))?(?: \(attr\) (?P<expected>[a-z|]+))?",
    ),
    rule(Category::XmlInvalidValue, r"^expected (?P<expected>[a-z ]+) but got (?P<actual>.+?)\.?$"),
    rule(Category::XmlInvalidValue, r"^[Ii]nvalid value for (?:type|the|')? ?'?(?P<symbol>[^'. ]+)'?(?: attribute)?\.? (?:Expected|Must be|Was '[^']*', must be) (?P<expected>[^.]+)"),
    rule(Category::XmlInvalidValue, r"^(?P<what>invalid (?:dimension|color|integer|float|fraction|boolean|reference)|(?:not|is not) a valid (?:string|boolean|color|dimension|integer|enum|flag))"),
    rule(Category::XmlInvalidValue, r"^Unable to parse hex color '(?P<symbol>(?P<actual>[^']*))'"),
    rule(Category::XmlInvalidValue, r"^Invalid value '(?P<actual>[^']*)' for <(?P<symbol>[^>]+)>\. Must be (?P<expected>[^.]+)")
        .means("`<{symbol}>` in a `values` file has a value that is not {expected}.")
        .fix(&["Give each `<{symbol}>` of {name} a value that is {expected}."]),
    rule(Category::XmlInvalidValue, r"^Can not extract resource from ")
        .means("aapt2 cannot read an entry of a `values` file, and does not name it: its value or an attribute of it is none that the element takes (a colour, a dimension without unit, an `<enum>` whose `value` is no number).")
        .fix(&["Look at what was changed last in the `values` files; lines above in the log (`AAPT: error`) may name the entry. Colours are `#RGB`, `#RRGGBB` or `#AARRGGBB` or a reference, dimensions need a unit (`12dp`), booleans are `true` or `false`."]),
    rule(Category::XmlInvalidValue, r"^Invalid <(?P<element>[^>]+)> for given resource value")
        .means("A value does not fit its element, e.g. a colour that is none: {message}.")
        .fix(&["Correct the value: colours are `#RGB`, `#RRGGBB` or `#AARRGGBB` or a reference, dimensions need a unit (`12dp`), booleans are `true` or `false`."]),
    rule(Category::XmlInvalidValue, r"(?P<what>[A-Z][a-z]+) (?:types not allowed|value not valid)[^(]*\(at '(?P<symbol>[^']+)' with value '(?P<actual>[^']*)'\)")
        .means("The value `{actual}` is not allowed for `{symbol}` ({what} types not allowed).")
        .fix(&["Give `{symbol}` a value of the type that it takes, or a reference such as `@string/…`."]),
    rule(Category::XmlInvalidValue, r"(?:Color value not valid -- must be #rgb|[A-Z][a-z]+ types not allowed|Resource id cannot be an empty string)"),
    rule(Category::XmlInvalidValue, r"^(?:value|'max'|'min') .*must be (?:an )?integer|^invalid '(?P<symbol>min|max)' value"),
    // Manifest.
    rule(Category::ManifestOther, r"^unexpected element <(?P<symbol>queries)> found in <manifest>")
        .means("`<{symbol}>` is an element of Android 11, which the aapt2 of this Android Gradle plugin does not know; your own manifest or a library's has it.")
        .fix(&[
            "Raise the Android Gradle plugin to 4.1 or later, or to a patch release that knows it: 3.3.3, 3.4.3, 3.5.4, 3.6.4 or 4.0.1.",
            "If it comes from a library that was upgraded, an older version of that library has no `<{symbol}>` yet.",
        ]),
    rule(Category::ManifestOther, r"^unexpected element <(?P<symbol>[^>]+)> found in (?P<owner><[^.]+>)")
        .means("The manifest has an element `<{symbol}>` in {owner}, where it is not allowed.")
        .fix(&["Move `<{symbol}>` to where it belongs (most go into `<application>` or directly into `<manifest>`), or correct its name."]),
    rule(Category::ManifestOther, r"^<(?P<symbol>manifest|application|activity|activity-alias|service|receiver|provider|uses-permission|permission|action|category|meta-data|instrumentation|uses-library|uses-split|library)>(?: tag)? is missing (?:required )?attribute '(?P<attribute>[^']+)'")
        .means("`<{symbol}>` in the manifest has no `{attribute}`.")
        .fix(&["Add `{attribute}` to `<{symbol}>`."]),
    rule(Category::ManifestOther, r"^attribute '(?P<attribute>[^']+)' in <(?P<symbol>[^>]+)> tag (?P<why>(?:must|is not|should) [^:]+)(?:: '(?P<actual>[^']*)')?")
        .means("`{attribute}` of `<{symbol}>` in the manifest {why}.")
        .fix(&["Correct `{attribute}`: a class is named with its package or a leading dot, e.g. `.MainActivity`; letters, digits and `_` only."]),
    rule(Category::ManifestOther, r"^root tag must be <manifest>|^<manifest> (?:tag is missing|must have)|^(?:<uses-feature>|android:name in <uses-feature>|cannot define both android:name and android:glEsVersion)|AndroidManifest\.xml at .* is missing"),
    // Missing attributes.
    rule(
        Category::XmlMissingAttribute,
        r"^<(?P<symbol>[^> ]+)>(?: tag)? (?:is missing|missing|must have|requires|in <[^>]+> (?:requires|are required to have)) (?:an? |the |required )*(?:attribute )?'(?P<attribute>[^']+)'",
    ),
    rule(Category::XmlMissingAttribute, r"^[Aa]n? '(?P<attribute>[^']+)' attribute is required for <(?P<symbol>[^>]+)>"),
    rule(Category::XmlMissingAttribute, r"<(?P<symbol>[^>]+)>(?: tag)? (?:is missing|requires|must have|:tag requires) the '(?P<attribute>[^']+)' attribute|^No attribute '(?P<missing>[^']+)' found for tag <(?P<tag>[^>]+)>"),
    rule(Category::XmlInvalidValue, r"^<item> in <(?:plural|plurals)> has invalid value '(?P<actual>[^']*)' for attribute '(?P<symbol>quantity)'")
        .means("A plural has an `<item>` with the quantity `{actual}`, which Android does not know.")
        .fix(&["Write one of `zero`, `one`, `two`, `few`, `many`, `other` at line {line} of {name}; `other` must always be there."]),
    rule(Category::XmlInvalidValue, r"^invalid attribute format '(?P<symbol>[^']*)'")
        .means("`<attr>` declares the format `{symbol}`, which does not exist.")
        .fix(&["Write one or more of `string`, `integer`, `boolean`, `color`, `dimension`, `float`, `fraction`, `reference`, `enum`, `flags` in `format`, joined by `|`."]),
    rule(Category::XmlInvalidValue, r"^(?P<what>invalid attribute name|Attribute names cannot contain ':')")
        .means("`<attr>` in a values file has a name that is not allowed ({message}).")
        .fix(&["Use letters, digits and `_` without a prefix; an attribute of Android itself is written `android:name` with no `format` of its own."]),
    // Twice.
    rule(Category::XmlDuplicateResource, r"^[Dd]uplicate value for resource '(?P<symbol>[^']+)'(?:[^\n]*previously defined here: (?P<other_file>[^\n]+?)\.?$)?"),
    rule(
        Category::XmlDuplicateResource,
        r"^resource '?(?P<symbol>[^' ]+)'? (?:has a conflicting value|already defined|is already defined)|^(?P<attribute>Attribute|Resource entry) ['\x22“]?(?P<name>[^'\x22” ]+)['\x22”]? (?:has already been defined|is already defined|already has bag item)",
    ),
    rule(Category::XmlDuplicateResource, r"^Duplicate symbol '(?P<symbol>[^']+)'|^duplicate symbol|^duplicate definitions of '(?P<name>[^']+)'|has quantity '(?P<quantity>[^']+)' which has already been specified"),
    rule(Category::XmlDuplicateResource, r"Found item (?P<symbol>[A-Za-z]+/\S+) more than one time|Attribute ['\x22“]?(?P<name>[^'\x22” ]+)['\x22”]? already defined with incompatible format"),
    rule(Category::XmlResourceNotFound, r"^resource '?(?P<symbol>[^' ]+)'? does not override an existing resource")
        .means("An overlay brings the resource `{symbol}`, which the package that it lies over does not have, and new ones are not allowed in it.")
        .fix(&["Correct the name so that it is that of an existing resource, add `<add-resource type=… name=…/>` to the overlay, or pass `--auto-add-overlay` to aapt2 (AGP: `androidResources {{ additionalParameters += \"--auto-add-overlay\" }}`)."]),
    // Not XML.
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?not well-formed")
        .means("The file is not well-formed XML (invalid token): a character stands where none is allowed, such as a bare `&` or `<` or after a missing quote; or the file is no text at all, e.g. a binary resource that was not decoded.")
        .fix(&["Look at line {line} of {name}: write `&amp;` for `&` and `&lt;` for `<` in text, close every quote and tag."]),
    rule(
        Category::XmlMalformed,
        r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>prefix must not be bound to one of the reserved namespace names|reserved prefix \((?P<symbol>xml|xmlns)\) must not be [a-z ]+)",
    )
    .means("The XML is not well-formed: an `xmlns:…` declaration binds a prefix to a reserved namespace ({what}).")
    .fix(&["Remove that namespace declaration (`xmlns:…=\"http://www.w3.org/2000/xmlns/\"`) from the root element (`<resources>`), or bind the prefix to its own namespace."]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>unbound prefix)")
        .means("The XML is not well-formed: a name has a prefix (`android:`, `app:`, `tools:` …) that is declared nowhere in the file ({what}).")
        .fix(&[
            "Add the missing declaration to the root element of {name}: `xmlns:android=\"http://schemas.android.com/apk/res/android\"`, `xmlns:app=\"http://schemas.android.com/apk/res-auto\"` or `xmlns:tools=\"http://schemas.android.com/tools\"`; line {line} has the element with the prefix. Check its spelling, too.",
            "Or remove the prefix, where it does not belong.",
        ]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>mismatched tag)")
        .means("The XML is not well-formed: at line {line} a tag is closed that is not the one opened last ({what}): an element above it is not closed, or closed twice.")
        .fix(&["Compare the opening and closing tags of {name} above line {line}: `</…>` must name the element that was opened last; an element without content ends in `/>`."]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>duplicate attribute)")
        .means("The XML is not well-formed: an element has the same attribute twice ({what}).")
        .fix(&["Remove one of the two at line {line} of {name}; the element may span several lines."]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>no element found)")
        .means("The XML file is empty, or ends before its elements are closed ({what}).")
        .fix(&["Restore {name} (version control), or close what is open at its end; if a tool or script writes it, run that again."]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>junk after document element)")
        .means("Something stands behind the end of the root element ({what}); an XML file has one root.")
        .fix(&["Move what stands at line {line} of {name} into the root element, or remove it (a second copy of the file, the marks of a merge conflict)."]),
    rule(Category::XmlMalformed, r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>XML or text declaration not at start of entity)")
        .means("`<?xml …?>` is not the very first thing in the file ({what}): an empty line, a comment or another copy stands before it.")
        .fix(&["Delete what stands before `<?xml` in {name}."]),
    rule(
        Category::XmlMalformed,
        r"^(?:(?:Error: |error: )?Error parsing XML: |xml parser error: )?(?P<what>unbound prefix|mismatched tag|no element found|duplicate attribute|undefined entity|junk after document element|unclosed token|unclosed CDATA section|XML or text declaration not at start of entity|must not undeclare prefix|reference to invalid character number|unknown encoding|encoding specified in XML declaration is incorrect|XML declaration not well-formed|text declaration not well-formed|partial character|recursive entity reference|reference to (?:binary|external) entity[a-z ]*|illegal (?:parameter entity reference|character\(s\) in public id)|incomplete markup in parameter entity)",
    )
    .means("The XML is not well-formed: {what}.")
    .fix(&[
        "Look at line {line} of {name} and above it: an unclosed or mismatched tag, a missing quote, a stray `&` (write `&amp;`) or `<` (write `&lt;`), an attribute given twice, or a prefix without its `xmlns:…` on the root element.",
    ]),
    rule(Category::XmlMalformed, r"^(?:xml parser error|Error parsing XML)|Unexpected end tag string|Premature end of file"),
    // Compile.
    rule(Category::AaptCompile, r"^[Mm]ultiple substitutions specified in non-positional format(?: of string resource (?P<symbol>\S+?))?[.;]? *(?:Did|did|$)")
        .means("The string has several substitutions (`%s`, `%d`) without positions ({message}).")
        .fix(&["Number them, e.g. `%1$d of %2$d`; or add `formatted=\"false\"` to the `<string>` if it is no format, and write a literal per cent sign as `%%`."]),
    rule(Category::AaptCompile, r"^too many (?P<what>[a-z]+(?: [a-z]+)?) sections on (?P<edge>top|left|right|bottom) border")
        .means("The one-pixel border of the nine-patch has more than one black {what} section on its {edge} side; only one is allowed there.")
        .fix(&[
            "Open {name} in Android Studio's 9-patch editor: leave one black line on the {edge} side of the border and make all else there transparent.",
            "If it is no nine-patch, rename it from `.9.png` to `.png`.",
        ]),
    rule(Category::AaptCompile, r"9-patch|found unexpected optical bounds|[Ff]rame pixels must be either solid or transparent|border must start at edge|[Tt]icks in transparent frame|image must be at least 3x3|Image must be at least 3x3|one-pixel frame|[Tt]op-left pixel must|more than two marked regions|Ticks in white frame")
        .means("The 9-patch image {name} is malformed: {message}.")
        .fix(&["Redraw its border of one pixel with Android Studio's 9-patch editor, black on transparent, or rename it without `.9`."]),
    rule(Category::AaptCompile, r"^failed to (?:read PNG|open PNG|compile PNG)|file does not start with PNG signature|libpng error|Not a PNG file|Failure processing PNG")
        .means("The image is not a valid PNG file: it has another format under the name .png, or is corrupt.")
        .fix(&["Convert {name} to a real PNG (or give it the ending of its true format, e.g. .webp or .jpg) and replace the file."]),
    rule(Category::AaptCompile, r"(?P<what>'.?') is not a valid (?:file-based )?resource name character|The resource name must start with a letter|is not a valid resource name \(reserved Java keyword\)|Invalid file name: must contain only|invalid resource name|has invalid entry name|Resource must have a name")
        .means("The resource's name is not allowed: {message}.")
        .fix(&["Rename it with lower-case letters, digits and `_` only, beginning with a letter, and no Java keyword."]),
    rule(Category::AaptCompile, r"The file name must end with (?P<wanted>[^\n]+?)\.?$")
        .means("{name} has no place in this resource directory: file names there must end with {wanted}.")
        .fix(&["Move the file to res/raw or assets, or rename it to end with {wanted}."]),
    rule(Category::AaptCompile, r"[Ii]nvalid resource directory name:? (?P<directory>[^\n]+)|^(?:unknown resource type|Unknown resource type|Invalid resource type) '(?P<type>[^']*)'|^invalid configuration '(?P<configuration>[^']*)'|^bad resource path|^invalid file path '(?P<path>[^']*)'|^resource file cannot be a directory")
        .means("A resource directory or type has a name that Android does not know: {message}.")
        .fix(&["Rename the directory: a type (layout, values, drawable …) and known qualifiers in their order, e.g. `values-de-rDE`; no directories inside it."]),
    rule(Category::AaptCompile, r"string too large to encode|is too large to encode using UTF-8")
        .means("A string resource is longer than 32,767 bytes.")
        .fix(&["Move the text to a file in res/raw or assets."]),
    rule(Category::AaptCompile, r"^Apostrophe not preceded by \\? ?\(in (?P<symbol>[^\n]+?)\)?$")
        .means("The text `{symbol}` of a string resource contains an apostrophe that is not escaped by a backslash.")
        .fix(&["Write the apostrophe as `\\'`, or put the whole text in double quotes; the typographic `’` needs neither."]),
    rule(Category::AaptCompile, r"^(?P<symbol>[a-z]+/[A-Za-z0-9_.]+) does not contain a valid [a-z]+ resource|(?:[Ff]ailed to flatten XML for resource '(?P<resource>[^']+)' with error: )?[^\n]*(?:[Uu]nescaped apostrophe|Apostrophe not preceded by|[Ii]nvalid unicode escape sequence|not a valid string|does not contain a valid string resource)[^\n]*")
        .means("A string resource is not written as Android needs it: {message}.")
        .fix(&["Write an apostrophe as `\\'` (or put the text in double quotes), a Unicode character as `\\u0041`, and `@` or `?` at the start as `\\@`, `\\?`."]),
    rule(Category::AaptCompile, r"Found tag <?(?P<symbol>[A-Za-z-]+)>? where (?P<expected>[a-z<>-]+) is expected")
        .means("A file in res/values has the tag `<{symbol}>` where `<{expected}>` is expected.")
        .fix(&["Write `<{expected} type=… name=…>` in place of `<{symbol}>`, or move the element to a resource file of its own type."]),
    rule(Category::AaptCompile, r"^(?:root element must be <resources>|plain text not allowed here|Plain text is not allowed|Root xml element of resource table not labeled|unknown tag <(?P<symbol>[^>]+)>|Unknown tag <(?P<tag>[^>]+)>|Unrecognized (?:tag|child element) <?'?(?P<element>[^>' ]+))")
        .means("A file in res/values has content that does not belong there: {message}.")
        .fix(&["Files in res/values are `<resources>` with `<string>`, `<color>`, `<style>` …; a layout or drawable goes to its own directory."]),
    rule(Category::AaptCompile, r"^(?:failed to (?:open|parse|compile|deserialize)|file (?:failed to compile|not found)|<item> inner element|Invalid parent reference '(?P<symbol>[^']+)'|Could not parse|No such file or directory)"),
    // Link.
    rule(Category::AaptLink, r"failed to load include path (?P<symbol>\S+)|failed to open APK: (?P<why>[^\n]+)")
        .means("aapt2 cannot read the platform's {symbol}: the SDK platform is missing, damaged, or newer than this aapt2 understands.")
        .fix(&["Install the platform again with the SDK manager; for a newer `compileSdk` update the Android Gradle plugin."]),
]);

/// XML parsers of the JDK, and the keys of their messages where the text is not found.
pub static PARSER: Rules = Rules::new(&[
    rule(Category::XmlMalformed, "The string \"(?P<symbol>--)\" is not permitted within comments")
        .means("An XML comment contains a double hyphen (`--`), which is not permitted within comments.")
        .fix(&["Remove or replace the `--` inside the comment `<!-- … -->` at line {line} of {name}.", "Remove or replace the `--` inside the comment `<!-- … -->`."]),
    rule(Category::XmlMalformed, "The prefix \"(?P<prefix>[^\"]+)\" for (?:attribute|element) \"(?P<symbol>[^\"]+)\""),
    rule(Category::XmlMalformed, r"#AttributePrefixUnbound\?(?P<element>[^&)]+)&(?P<symbol>[^&)]+)&(?P<prefix>[A-Za-z0-9_.-]+)")
        .means("The XML is not well-formed: the namespace prefix `{prefix}` of `{symbol}` in `<{element}>` is not declared in this layout or resource file (unbound prefix)."),
    rule(Category::XmlMalformed, r"#AttributeN(?:S|ame)?NotUnique\?(?P<element>[^&)]+)&(?P<symbol>[^&)]+)")
        .means("The XML is not well-formed: the element `<{element}>` has the attribute `{symbol}` twice.")
        .fix(&["Remove one of the two `{symbol}` from the `<{element}>` that ends or goes on at line {line} of {name}.", "Remove one of the two `{symbol}` from that `<{element}>`."]),
    rule(Category::XmlMalformed, r"#(?P<what>AttributePrefixUnbound|ElementPrefixUnbound)$")
        .means("At line {line} a name has a prefix (`android:`, `app:`, `tools:` …) that is declared nowhere in the file ({what}).")
        .fix(&[
            "Add the missing declaration to the root element: `xmlns:android=\"http://schemas.android.com/apk/res/android\"`, `xmlns:app=\"http://schemas.android.com/apk/res-auto\"` or `xmlns:tools=\"http://schemas.android.com/tools\"`; line {line} has the name. Check its spelling, too.",
        ]),
    // `Content ist nicht zulässig in Prolog.`, `Contenu non autorisé dans le prologue.`
    rule(Category::XmlMalformed, concat!(
        r"Content is not allowed in prolog|zul\S{1,6}ssig in Prolog|permitido en el pr\S{1,6}logo|dans le prologue\.|consentito nel prologo",
        r"|permitido no pr\S{1,6}logo|inte till\S{1,6}tet i prologen|プロローグにはコンテンツ|프롤로그에서는 콘텐츠|前言中不允许有内容|宣告集中不允許",
    ))
        .means("Something stands before the first `<` of the XML file: a byte order mark, text, or the file is no XML at all (an error page, a file that was not decoded).")
        .fix(&["Look at the first bytes of {name} (`head -c 64 <file> | xxd`) and delete what stands before `<`; save it as UTF-8 without BOM."]),
    // `Vorzeitiges Dateiende.`, `Fin prématurée du fichier.`: as the JDK says it in the language of the system
    rule(Category::XmlMalformed, concat!(
        r"Premature end of file|Vorzeitiges Dateiende|Final de archivo prematuro|Fin pr\S{1,6}matur\S{1,6}e du fichier|Fine del file anticipata",
        r"|Fim prematuro do arquivo|Filen har avslutats f\S{1,6}r tidigt|途中でファイルの末尾に達しました|예기치 않은 파일의 끝|文件提前结束|檔案提早結束",
    ))
        .means("The XML file is empty or was cut off (premature end of file).")
        .fix(&["Restore {name} from version control, or let the tool that writes it write it again; for a file of a cache delete it."]),
    rule(Category::XmlMalformed, r"The markup in the document (?P<where>preceding|following) the root element must be well-formed")
        .means("Something that is no comment stands {where} the root element; an XML file has one root.")
        .fix(&["Remove what stands {where} the root element of {name}: a second root, or the marks of a merge conflict."]),
    rule(Category::XmlMalformed, r"#ElementPrefixUnbound\?(?P<prefix>[^&)]+)&(?P<symbol>[^&)]+)"),
    rule(Category::XmlMalformed, "The processing instruction target matching")
        .means("`<?xml …?>` is not the very first thing in the file: an empty line, a comment or another copy of the file stands before it.")
        .fix(&["Delete what stands before `<?xml` at line {line} of {name}; a second `<?xml` in the middle usually means that two files were pasted into one."]),
    rule(Category::XmlMalformed, "Invalid byte (?P<symbol>[0-9]+) of [0-9]+-byte UTF-8 sequence")
        .means("The XML file is not UTF-8, though it says so or says nothing: an editor saved it in another encoding.")
        .fix(&["Save {name} as UTF-8 (Android Studio: File Encoding at the lower right, Convert), and see that letters with accents are right."]),
    rule(Category::XmlMalformed, "The element type \"(?P<symbol>[^\"]+)\" must be terminated by the matching end-tag")
        .means("The XML is not well-formed: the tag `<{symbol}>` is not closed by the matching end-tag `</{symbol}>`.")
        .fix(&["Close `<{symbol}>` at the right place in {name}; the mismatch is at or above line {line}."]),
    rule(Category::XmlMalformed, "The content of elements must consist of well-formed character data or markup")
        .means("The XML is not well-formed: a bare `<` (or a tag with an illegal name) stands in the text of an element.")
        .fix(&["Write `&lt;` for `<` in text at line {line} of {name}, or put the text into `<![CDATA[…]]>`; look above it for a tag that is not closed."]),
    rule(Category::XmlMalformed, "The end-tag for element type \"(?P<symbol>[^\"]+)\" must end with a '>'")
        .means("The XML is not well-formed: an end tag `</{symbol}` has no `>`. The parser notices that only at the next tag, so it mostly stands on the line before the one that is named.")
        .fix(&[
            "Complete the tag at or right above line {line} of {name} from `</{symbol}` to `</{symbol}>`.",
            "Complete the tag from `</{symbol}` to `</{symbol}>`.",
            "If a translation platform or another tool writes the file, correct it there as well, or the fault comes back.",
        ]),
    rule(Category::XmlMalformed, "Element type \"(?P<symbol>[^\"]+)\" must be followed by either attribute specifications")
        .means("The XML is not well-formed inside the tag `<{symbol}>`: an attribute, a quote or the `>` is missing or out of place.")
        .fix(&[
            "Correct the tag `<{symbol}>` that ends or goes on at line {line} of {name}: between its name and `>` there may be only attributes of the form `name=\"value\"`.",
            "Correct the tag `<{symbol}>`: between its name and `>` there may be only attributes of the form `name=\"value\"`.",
        ]),
    rule(Category::XmlMalformed, "Attribute \"(?P<symbol>[^\"]+)\" was already specified for element \"(?P<element>[^\"]+)\"")
        .means("The XML is not well-formed: the element `<{element}>` has the attribute `{symbol}` twice.")
        .fix(&[
            "Remove one of the two `{symbol}` from the `<{element}>` that ends or goes on at line {line} of {name}; an element may span several lines.",
            "Remove one of the two `{symbol}` from that `<{element}>`; an element may span several lines.",
        ]),
    rule(Category::XmlMalformed, "Attribute name \"(?P<symbol>[^\"]+)\" associated with an element type \"(?P<element>[^\"]+)\" must be followed by the ' = ' character")
        .means("The XML is not well-formed: in `<{element}>` the word `{symbol}` stands where an attribute is expected, and no `=` follows it. Either its value is missing, or a quote before it closes too early, so that a part of a value is read as a name.")
        .fix(&[
            "Write `{symbol}=\"…\"`, or remove the word, at line {line} of {name}; see that the attribute before it has exactly two quotes (a quote inside of a value is `&quot;`).",
            "Write `{symbol}=\"…\"`, or remove the word; see that the attribute before it has exactly two quotes (a quote inside of a value is `&quot;`).",
        ]),
    // A fault of the parser's own: `… for attribute "{1}" associated with an  element type  "android:text"`
    rule(Category::XmlMalformed, r#"(?:Open|Close) quote is expected for attribute "\{[0-9]\}" associated with an +element type +"(?P<symbol>[^"]+)"|(?:Open|Close) quote is expected for attribute "(?P<symbol2>[^"]+)""#)
        .means("The XML is not well-formed: the value of the attribute `{symbol}` is not in quotes, or has only one of them.")
        .fix(&[
            "Write `{symbol}=\"value\"` with two straight quotes at line {line} of {name} (typographic ones, copied from a text, do not count).",
            "Write `{symbol}=\"value\"` with two straight quotes (typographic ones, copied from a text, do not count).",
        ]),
    rule(Category::XmlMalformed, r"Content is not allowed in trailing section")
        .means("Text stands behind the end tag of the root element, where nothing may be: the end of another copy of the file, marks of a merge conflict, or a root element that is closed too early.")
        .fix(&["Remove what stands behind the root's end tag, from line {line} of {name} on, or move it into the root.", "Remove what stands behind the root's end tag, or move it into the root."]),
    // `XML-Dokumentstrukturen müssen innerhalb derselben Entity beginnen und enden.`
    rule(Category::XmlMalformed, concat!(
        r"XML document structures must start and end within the same entity|XML-Dokumentstrukturen m\S{1,6}ssen innerhalb",
        r"|estructuras del documento XML deben empezar|structures de document XML doivent commencer|strutture di documenti XML devono iniziare",
        r"|estruturas do documento XML devem come\S{1,6}ar|XML-dokumentstrukturer m\S{1,6}ste|XMLドキュメント構造は|XML 문서 구조는|XML 文档结构必须|XML 文件結構的",
    ))
        .means("The XML file ends while an element or a comment is still open: it was cut off, or an end tag (or `-->`) is missing.")
        .fix(&["Close what is open at the end of {name}; if its end is missing, restore it from version control, or delete it where a cache or a tool holds it, so that it is written anew."]),
    rule(Category::XmlMalformed, r"An invalid XML character \(Unicode: (?P<symbol>0x[0-9a-fA-F]+)\)")
        .means("The XML file contains the character {symbol}, which XML does not allow (a control character, mostly copied from elsewhere; `0x0` shows that the file is no text, or is damaged).")
        .fix(&["Delete the invisible character at line {line} of {name}; an editor that shows such characters helps to find it.", "Delete the invisible character; an editor that shows such characters helps to find it."]),
    rule(Category::XmlMalformed, r"The root element is required in a well-formed document")
        .means("The XML file has no root element: it is empty but for comments or its first line.")
        .fix(&["Write the root element into {name} (`<resources>`, `<manifest>`, a view …), or restore the file."]),
    rule(Category::XmlMalformed, r"White ?spaces? (?:is|are) required (?P<where>between|before|after) (?P<what>[^\n]+?)\.?$")
        .means("The XML is not well-formed: a blank is missing {where} {what}.")
        .fix(&["Put a blank there, at line {line} of {name}."]),
    rule(Category::XmlMalformed, "The string \"(?P<symbol>\\]\\]>)\" must not appear in content")
        .means("`]]>`, the end of a CDATA section, stands in the text without its beginning `<![CDATA[`, or a section is closed twice.")
        .fix(&["Give it its beginning at line {line} of {name}, or remove it."]),
    rule(Category::XmlMalformed, "The entity \"(?P<symbol>[^\"]+)\" was referenced, but not declared")
        .means("The XML uses the entity `&{symbol};`, which is not declared.")
        .fix(&["XML knows only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`; write the character itself or its number (`&#160;`), and a bare `&` as `&amp;`."]),
    rule(Category::XmlMalformed, "The reference to entity \"(?P<symbol>[^\"]+)\" must end with the ';' delimiter")
        .means("The XML is not well-formed: a bare ampersand before `{symbol}` begins an entity, and no `;` ends it. Mostly it stands in an address with several parameters (`?a=1&{symbol}=…`) or in a text.")
        .fix(&[
            "Write the entity `&amp;` in place of the bare `&` before `{symbol}` at line {line} of {name}, and for each further `&` of that text.",
            "Write the entity `&amp;` in place of the bare `&` before `{symbol}`, and for each further `&` of that text.",
        ]),
    rule(Category::XmlMalformed, "The entity name must immediately follow the '&' in the entity reference")
        .means("The XML is not well-formed: a bare ampersand `&` stands in the text, where an entity is expected.")
        .fix(&["Write the entity `&amp;` in place of the bare `&` at line {line} of {name}."]),
    rule(Category::XmlMalformed, "The value of attribute \"(?P<symbol>[^\"]+)\" associated with an element type \"(?P<element>[^\"]+)\" must not contain the '<' character")
        .means("The XML is not well-formed: the value of `{symbol}` contains `<`, or the quote before it is missing.")
        .fix(&[
            "Close the quote of `{symbol}` in the `<{element}>` at or above line {line} of {name}, or write `&lt;` in place of `<`.",
            "Close the quote of `{symbol}` in that `<{element}>`, or write `&lt;` in place of `<`.",
        ]),
]);

/// Matches messages that only say that something else failed.
pub static SUMMARY: Pattern = Pattern::new(
    r"^(?:failed (?:linking references|linking file resources|processing manifest|parsing overlays|compiling)|file failed to compile|resource previously defined here|[Oo]riginally defined here)",
);

#[cfg(test)]
mod tests {
    use crate::explain::analyze;
    use crate::parse::parse;

    #[test]
    fn each_sentence_of_the_parser_is_told_in_its_own_words() {
        for (message, symbol, cause) in [
            ("The end-tag for element type \"oak\" must end with a '>' delimiter.", Some("oak"), "has no `>`"),
            ("The reference to entity \"b\" must end with the ';' delimiter.", Some("b"), "no `;` ends it"),
            ("Attribute \"id\" was already specified for element \"Shelf\".", Some("id"), "twice"),
            (
                "Attribute name \"wide\" associated with an element type \"Shelf\" must be followed by the ' = ' character.",
                Some("wide"),
                "no `=` follows it",
            ),
            (
                "Open quote is expected for attribute \"{1}\" associated with an  element type  \"android:text\".",
                Some("android:text"),
                "not in quotes",
            ),
            ("Content is not allowed in trailing section.", None, "behind the end tag"),
            ("XML document structures must start and end within the same entity.", None, "was cut off"),
            (
                "An invalid XML character (Unicode: 0x1f) was found in the element content of the document.",
                Some("0x1f"),
                "which XML does not allow",
            ),
        ] {
            let line = format!("/p/app/src/main/res/values/shelf.xml:12:5: Error: {message}");
            let answer = analyze(parse(&line), None);
            let told = answer.root_cause.unwrap_or_default();
            assert!(told.contains(cause) && answer.errors[0].symbol.as_deref() == symbol, "{message}: {told}");
            assert!(answer.fix_guidelines.iter().any(|fix| fix.contains("shelf.xml")), "{:?}", answer.fix_guidelines);
        }
    }
}
