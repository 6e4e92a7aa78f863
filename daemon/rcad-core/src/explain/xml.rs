//! What the resource and XML categories mean. Data only.

use super::Meaning;
use crate::Category;

/// The table.
pub static MEANINGS: &[Meaning] = &[
    Meaning {
        category: Category::XmlResourceNotFound,
        causes: &[
            "The resource `{symbol}` is used here but does not exist; the library `{artifact}` has it.",
            "The resource `{symbol}` is used here but does not exist.",
            "A resource does not exist: {message}.",
        ],
        fixes: &[
            &[
                "Add the dependency to this module's build file: `implementation(\"{artifact}:<version>\")`; if it is there, check the name against that version.",
                "Create `{symbol}`, or correct the reference.",
                "Create the resource, or correct the reference.",
            ],
            &[
                "If `{symbol}` comes from a library (Material, AppCompat), add or update that dependency.",
                "If it comes from a library, add or update that dependency.",
            ],
        ],
        link: None,
    },
    Meaning {
        category: Category::XmlAttributeNotFound,
        causes: &[
            "The attribute `{symbol}` does not exist here; the library `{artifact}` has it.",
            "The attribute `{symbol}` does not exist.",
            "An attribute does not exist: {message}.",
        ],
        fixes: &[
            &[
                "Add the dependency to this module's build file: `implementation(\"{artifact}:<version>\")`.",
                "Check the spelling of `{symbol}`, its namespace prefix, and that `compileSdk` knows it.",
                "Check the attribute's spelling and namespace prefix, and that `compileSdk` knows it.",
            ],
            &["If a library brings it, add or update that dependency."],
        ],
        link: None,
    },
    Meaning {
        category: Category::XmlInvalidValue,
        causes: &[
            "The value `{actual}` does not fit the attribute `{symbol}`, which takes {expected}.",
            "A {expected} is required, but the value is `{actual}`.",
            "A value does not fit: {message}.",
        ],
        fixes: &[&[
            "Give `{symbol}` a value of the kind {expected}.",
            "Give it a value of the kind {expected}.",
            "Correct the value.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::XmlMissingAttribute,
        causes: &["A required attribute is missing: {message}."],
        fixes: &[&["Add `{attribute}` to `<{symbol}>`.", "Add the attribute that the message names."]],
        link: None,
    },
    Meaning {
        category: Category::XmlDuplicateResource,
        causes: &[
            "`{symbol}` is defined twice, also in {other_file}.",
            "`{symbol}` is defined twice.",
            "A resource is defined twice: {message}.",
        ],
        fixes: &[&[
            "Remove or rename one of the definitions of `{symbol}`.",
            "Remove or rename one of the definitions.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::XmlMalformed,
        causes: &[
            "The XML is not well-formed: the namespace prefix `{prefix}` is used at `{symbol}` but not declared.",
            "The XML is not well-formed: {message}.",
        ],
        fixes: &[&[
            "Declare it on the root element, e.g. `xmlns:{prefix}=\"http://schemas.android.com/apk/res-auto\"`.",
            "Look at line {line} of `{name}` and above it for an unclosed tag, a stray `&` or `<`, or an undeclared prefix.",
            "Look for an unclosed tag, a stray `&` or `<`, or an undeclared prefix.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AaptLink,
        causes: &["The resources cannot be linked: {message}."],
        fixes: &[&[
            "Correct the resource at {name}:{line}.",
            "Look above for the lines that begin with `ERROR:` or contain `AAPT:`.",
        ]],
        link: None,
    },
    Meaning {
        category: Category::AaptCompile,
        causes: &[
            "The resource `{symbol}` cannot be compiled: {message}.",
            "A resource cannot be compiled: {message}.",
        ],
        fixes: &[&["Correct or replace `{name}`.", "Look above for the file that the resource compiler names."]],
        link: None,
    },
    Meaning {
        category: Category::XmlInflation,
        causes: &["A layout cannot be inflated: {message}."],
        fixes: &[&["Look at the last `Caused by` for the view or attribute, and correct it in the layout."]],
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
];
