//! What exception classes mean, matched against `class: message`. Data only; the first match wins.

use super::super::pattern::Rules;
use crate::Category;

/// The table.
pub static RULES: Rules = Rules::new(&[
    (
        Category::RuntimeLateinit,
        r"UninitializedPropertyAccessException: lateinit property (?P<symbol>\S+) has not been initialized",
    ),
    (
        Category::RuntimeNpe,
        r#"^java\.lang\.NullPointerException: Cannot (?P<action>.+?) because "(?P<symbol>[^"]+)" is null"#,
    ),
    (
        Category::RuntimeNpe,
        r"NullPointerException: Parameter specified as non-null is null: method (?P<method>\S+), parameter (?P<symbol>\S+)",
    ),
    (Category::RuntimeNpe, r"NullPointerException: (?P<symbol>\S+) must not be null"),
    (Category::RuntimeNpe, r"NullPointerException: Attempt to (?P<action>.+?) on a null object reference"),
    (Category::RuntimeNpe, r"NullPointerException"),
    (
        Category::RuntimeClassCast,
        r"ClassCastException: (?:class )?(?P<actual>\S+) cannot be cast to (?:class )?(?P<expected>\S+)",
    ),
    (Category::RuntimeClassCast, r"ClassCastException"),
    (
        Category::RuntimeIndex,
        r"IndexOutOfBoundsException: [Ii]ndex:? (?P<index>-?[0-9]+)(?:,| out of bounds for) (?:[Ss]ize:?|length) (?P<size>[0-9]+)",
    ),
    (Category::RuntimeIndex, r"IndexOutOfBoundsException"),
    (Category::RuntimeConcurrentModification, r"ConcurrentModificationException"),
    (Category::RuntimeStackOverflow, r"StackOverflowError"),
    (Category::RuntimeOom, r"OutOfMemoryError: ?(?P<space>.*)"),
    (Category::RuntimeNoClassDef, r#"ClassNotFoundException: Didn't find class "(?P<symbol>[^"]+)""#),
    (
        Category::RuntimeNoClassDef,
        r"(?:NoClassDefFoundError|ClassNotFoundException): (?:Failed resolution of: )?(?P<symbol>[^ ;]+)",
    ),
    (
        Category::RuntimeNoClassDef,
        r"NoSuchMethodError: (?:No (?:static|virtual|interface|direct) method )?'?(?P<symbol>.+?)'?$",
    ),
    (Category::RuntimeNoClassDef, r"NoSuchFieldError: (?P<symbol>.+)"),
    (Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:no (?P<symbol>\S+) in java\.library\.path)?"),
    (Category::RuntimeNetworkOnMain, r"NetworkOnMainThreadException"),
    (
        Category::ManifestPermission,
        r"SecurityException: Permission Denial: .*requires (?P<symbol>android\.permission\.\S+)",
    ),
    (Category::RuntimeSecurity, r"SecurityException"),
    (
        Category::ManifestActivityNotDeclared,
        r"ActivityNotFoundException: Unable to find explicit activity class \{[^/]+/(?P<symbol>[^}]+)\}",
    ),
    (Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: ?(?P<symbol>.*)"),
    (Category::XmlClassNotFound, r"InflateException: .*Error inflating class (?P<symbol>\S+)"),
    (Category::XmlInflation, r"InflateException"),
    (Category::RuntimeSqliteRoom, r"SQLite\S*Exception: no such table: (?P<symbol>\S+)"),
    (Category::RuntimeSqliteRoom, r"SQLite\S*Exception|Room cannot verify the data integrity"),
    (
        Category::RuntimeSerialization,
        r"(?:SerializationException|JsonSyntaxException|JsonParseException|MalformedJsonException|JsonDataException|NotSerializableException): ?(?P<symbol>\S*)",
    ),
    (
        Category::KotlinCoroutine,
        r"Module with the Main dispatcher|JobCancellationException|TimeoutCancellationException: (?P<why>.+)",
    ),
    (
        Category::RuntimeFragmentLifecycle,
        r"IllegalStateException: (?:Can not perform this action after onSaveInstanceState|Fragment (?P<symbol>\S+) .*not attached)",
    ),
    (
        Category::RuntimeForegroundService,
        r"ForegroundServiceDidNotStartInTimeException|ForegroundServiceStartNotAllowedException",
    ),
    (Category::RuntimeWindowLeakBadToken, r"BadTokenException|WindowLeaked"),
    (Category::ComposeCompositionLocal, r"IllegalStateException: (?:CompositionLocal )?(?P<symbol>\S+) not present"),
    (Category::ComposeLazyKey, r"IllegalArgumentException: Key (?P<symbol>.+?) was already used"),
    (Category::ComposeMeasureLayout, r"IllegalStateException: .*measured with an infinity maximum"),
    (Category::RuntimeIllegalState, r"IllegalStateException"),
    (
        Category::Other,
        r"AssertionError|IllegalArgumentException|ArithmeticException|NumberFormatException|UnsupportedOperationException",
    ),
]);
