//! What the resource and XML categories mean. Data only.

use super::meaning::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::XmlResourceNotFound,
        causes: &[
            "`{symbol}` is used but not found. It belongs to the library {artifact}, which is missing from the dependencies of this module (or is there in a version that does not have it yet).",
            "`{symbol}` is used but not found. Its name begins as those of {resource_library} do, so it is most probably that library's: it is no dependency here, or the resource has another name or is gone in the version that this build has.",
            "The style's parent `{parent}` is not found: the theme's library is missing from the dependencies, or the name is wrong.",
            "The resource `{symbol}` is used here but not found, and with it {missing_with}: no resource file of the module or its libraries defines them. Where several are missing at once in a project that was built elsewhere, mostly one file, module or submodule that defines them is not in this checkout, or was not generated.",
            "The resource `{symbol}` is used here but not found: no resource file of the module or its libraries defines it.",
            "A resource is not found: {message}.",
        ],
        fixes: &[
            &[
                "Add `implementation(\"{artifact}:{artifact_since}\")`, or a newer version, to the dependencies of the module that fails; if an older one is there, raise it.",
                "Add `implementation(\"{artifact}:…\")` to the dependencies of the module that fails; if it is there, raise its version.",
                "Set {resource_library} to the version for which this reference was written, newer or older (or add it, if it is no dependency yet); after an update of it look in its release notes for the resource's new name and write that. Where only its text or picture is wanted, have one of your own under another name.",
                "Search the project and its history for the names (`git grep -n {missing_first}`, `git log --oneline -S {missing_first}`) and bring back the file that defines them: `git status` shows deleted files, `git pull` newer ones, `git submodule update --init --recursive` fetches submodules; a module may be missing from the settings file, a generator may not have run.",
                "Correct the reference `{symbol}` (its letters, their case and the type before the `/` count), or create it: {create}.",
                "Correct the reference `{symbol}` (its letters, their case and the type before the `/` count), or create it.",
                "Correct the reference, or create the resource.",
            ],
            &[
                "`./gradlew dependencies` shows which version of {resource_library} is used now, and which other library has chosen it.",
                "Only if nothing defines them, and {missing_with} neither (a layout that was copied from another project does not bring them), write them anew: {create}; if they are a library's, add or update that dependency.",
                "It may be there in an older version: `./gradlew :app:dependencies --configuration debugRuntimeClasspath` shows which version of {artifact} is in effect.",
                "If it exists in another module, let this one depend on that (`implementation(project(\":…\"))`); if only in another flavour or build type (`src/<variant>/res`), move it to `src/main/res`.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::XmlAttributeNotFound,
        causes: &[
            "The attribute `{symbol}` is not found. It is declared by the library {artifact}, which is missing from the dependencies of this module (or is there in a version that does not have it yet).",
            "The attribute `{symbol}` is not found: no library of the module declares it, or it needs a newer `compileSdk`.",
            "An attribute is not found: {message}.",
        ],
        fixes: &[
            &[
                "Add `implementation(\"{artifact}:{artifact_since}\")`, or a newer version, to the dependencies of the module that fails; if an older one is there, raise it.",
                "Add `implementation(\"{artifact}:…\")` to the dependencies of the module that fails; if it is there, raise its version.",
                "Check the spelling of `{symbol}` and its namespace prefix (`android:` or `app:`), and that `compileSdk` is new enough for it.",
                "Check the attribute's spelling and namespace prefix, and that `compileSdk` knows it.",
            ],
            &[
                "It may be there in another version: `./gradlew :app:dependencies --configuration debugRuntimeClasspath` shows which of {artifact} is in effect; one that was raised may have renamed the attribute.",
                "If a library brings the attribute, add that dependency, or compare its version: an older one may not have it yet, and one that was raised may have removed it (then correct the layout after the library's notes); a custom view's attribute needs a `<declare-styleable>` in res/values/attrs.xml.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::XmlInvalidValue,
        causes: &[
            "The value `{actual}` does not fit the attribute `{symbol}`, which takes {expected}.",
            "A value of the kind {expected} is required, but `{actual}` is given.",
            "The value `{actual}` is invalid for `{symbol}`: {message}.",
            "The value `{actual}` is invalid: {message}.",
            "A value does not fit: {message}.",
        ],
        fixes: &[&[
            "Give `{symbol}` a value of the kind {expected}.",
            "Give it a value of the kind {expected}.",
            "Correct the value: `@color/…`, `#RRGGBB`, `12dp`, `true` or a number, as its type requires.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::XmlMissingAttribute,
        causes: &[
            "`<{symbol}>` has no `{attribute}`, which is required.",
            "A required attribute is missing: {message}.",
        ],
        fixes: &[&["Add `{attribute}` to `<{symbol}>`.", "Add the attribute that the message names."]],
        link: None,
    },
    Meaning {
        category: Category::XmlDuplicateResource,
        causes: &[
            "`{symbol}` is defined twice (duplicate resources), in {name} and in {other_file}.",
            "`{symbol}` is defined twice (duplicate resource).",
            "A resource is defined twice: {message}.",
        ],
        fixes: &[
            &["Remove or rename one of the definitions of `{symbol}`.", "Remove or rename one of the definitions."],
            &[
                "If one of them comes from a library (in a merged values.xml nearly always), two dependencies declare it: update them, or exclude the older one (support library and AndroidX AppCompat together do this); if from `resValue`, take it away there.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::XmlMalformed,
        causes: &[
            "The XML is not well-formed: the namespace prefix `{prefix}` is used at `{symbol}` but not declared (unbound).",
            "The XML of {name} is not well-formed at line {line}: {message}.",
            "The XML is not well-formed: {message}.",
        ],
        fixes: &[&[
            "Declare it on the root element, e.g. `xmlns:{prefix}=\"http://schemas.android.com/apk/res-auto\"` (`tools`: `http://schemas.android.com/tools`).",
            "Look at line {line} of `{name}` and above it for an unclosed tag, a missing quote, a stray `&` (write `&amp;`) or `<` (write `&lt;`), or an undeclared prefix.",
            "Look for an unclosed tag, a missing quote, a stray `&` (write `&amp;`) or `<` (write `&lt;`), or an undeclared prefix.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AaptLink,
        causes: &["The resources cannot be linked (aapt2): {message}."],
        fixes: &[&[
            "Correct the resource at {name}:{line}.",
            "Look above for the lines that begin with `ERROR:` or contain `AAPT:`; they name the resource file.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AaptCompile,
        causes: &[
            "The resource `{symbol}` cannot be compiled: {message}.",
            "The resource file {name} cannot be compiled: {message}.",
            "A resource cannot be compiled: {message}.",
        ],
        fixes: &[&["Correct or replace {name}.", "Look above for the file that the resource compiler names."]],
        link: None,
    },
    Meaning {
        category: Category::XmlInflation,
        causes: &[
            "An XML file of the kind {xml_kind} cannot be inflated: {message}.",
            "A layout cannot be inflated: {message}.",
        ],
        fixes: &[&[
            "Look at the last `{caused}` for the view or attribute, and correct it in the XML file (line {xml_line}).",
            "Correct what the message names at line {xml_line} of the XML file.",
            "Look at the last `Caused by` for the view or attribute, and correct it in the layout.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::XmlClassNotFound,
        causes: &[
            "The layout names the class `{symbol}` of the support library, which became `{moved_to}` in AndroidX.",
            "The layout names the class `{symbol}`, which cannot be created; the library `{artifact}` has it.",
            "The layout names the class `{symbol}`, which cannot be created.",
            "A layout names a class that cannot be created: {message}.",
        ],
        fixes: &[&[
            "Write `{moved_to}` in the layout, and add its dependency: `implementation(\"{moved_artifact}:<version>\")`.",
            "Check that this module depends on `{artifact}`, and the full name `{symbol}` in the layout.",
            "Check the full name `{symbol}` in the layout, its library, and that it has a constructor `(Context, AttributeSet)`.",
            "Check the class's full name in the layout and its constructor `(Context, AttributeSet)`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::Databinding,
        causes: &[
            "Data binding fails at `{symbol}` in the layout {name}: {message}.",
            "Data binding fails in the layout {name}: {message}.",
            "Data binding fails: {message}.",
        ],
        fixes: &[&[
            "Correct the binding expression at line {line} of {name} (data binding counts from 0, so {editor_line} in an editor).",
            "Correct the binding expression in {name}: its `<data>` block, the types of its variables and the attribute's `@BindingAdapter`.",
            "Look at the lines below for the layout file and the expression.",
        ]],
        link: None,
    },
];
