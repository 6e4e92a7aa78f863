//! What exception classes mean, matched against `class: message`. Data only; the first match wins.

use super::super::pattern::{Rules, rule};
use crate::Category;

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(
        Category::RuntimeLateinit,
        r"UninitializedPropertyAccessException: lateinit property (?P<symbol>\S+) has not been initialized",
    ),
    rule(
        Category::RuntimeNpe,
        r#"^java\.lang\.NullPointerException: Cannot (?P<action>.+?) because "(?P<symbol>[^"]+)" is null"#,
    ),
    rule(
        Category::RuntimeNpe,
        r"NullPointerException: Parameter specified as non-null is null: method (?P<method>\S+), parameter (?P<symbol>\S+)",
    ),
    rule(Category::RuntimeNpe, r"NullPointerException: (?P<symbol>\S+) must not be null"),
    rule(Category::RuntimeNpe, r"NullPointerException: Attempt to (?P<action>.+?) on a null object reference"),
    rule(Category::RuntimeNpe, r"NullPointerException"),
    rule(
        Category::RuntimeClassCast,
        r"ClassCastException: (?:class )?(?P<actual>\S+) cannot be cast to (?:class )?(?P<expected>\S+)",
    ),
    rule(Category::RuntimeClassCast, r"ClassCastException"),
    rule(
        Category::RuntimeIndex,
        r"IndexOutOfBoundsException: [Ii]ndex:? (?P<index>-?[0-9]+)(?:,| out of bounds for) (?:[Ss]ize:?|length) (?P<size>[0-9]+)",
    ),
    rule(Category::RuntimeIndex, r"IndexOutOfBoundsException"),
    rule(Category::RuntimeConcurrentModification, r"ConcurrentModificationException"),
    rule(Category::RuntimeStackOverflow, r"StackOverflowError"),
    rule(Category::RuntimeOom, r"OutOfMemoryError: ?(?P<space>.*)"),
    rule(Category::RuntimeNoClassDef, r#"ClassNotFoundException: Didn't find class "(?P<symbol>[^"]+)""#),
    rule(
        Category::RuntimeNoClassDef,
        r"(?:NoClassDefFoundError|ClassNotFoundException): (?:Failed resolution of: )?(?P<symbol>[^ ;]+)",
    ),
    rule(
        Category::RuntimeNoClassDef,
        r"NoSuchMethodError: (?:No (?:static|virtual|interface|direct) method )?'?(?P<symbol>.+?)'?$",
    ),
    rule(Category::RuntimeNoClassDef, r"NoSuchFieldError: (?P<symbol>.+)"),
    rule(Category::RuntimeUnsatisfiedLink, r"UnsatisfiedLinkError: (?:no (?P<symbol>\S+) in java\.library\.path)?"),
    rule(Category::RuntimeNetworkOnMain, r"NetworkOnMainThreadException"),
    rule(
        Category::ManifestPermission,
        r"SecurityException: Permission Denial: .*requires (?P<symbol>android\.permission\.\S+)",
    ),
    rule(Category::RuntimeSecurity, r"SecurityException"),
    rule(
        Category::ManifestActivityNotDeclared,
        r"ActivityNotFoundException: Unable to find explicit activity class \{[^/]+/(?P<symbol>[^}]+)\}",
    ),
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: ?(?P<symbol>.*)"),
    rule(Category::XmlClassNotFound, r"InflateException: .*Error inflating class (?P<symbol>\S+)"),
    rule(Category::XmlInflation, r"InflateException"),
    rule(Category::RuntimeSqliteRoom, r"SQLite\S*Exception: no such table: (?P<symbol>\S+)"),
    rule(Category::RuntimeSqliteRoom, r"SQLite\S*Exception|Room cannot verify the data integrity"),
    rule(
        Category::RuntimeSerialization,
        r"(?:SerializationException|JsonSyntaxException|JsonParseException|MalformedJsonException|JsonDataException|NotSerializableException): ?(?P<symbol>\S*)",
    ),
    rule(
        Category::KotlinCoroutine,
        r"Module with the Main dispatcher|JobCancellationException|TimeoutCancellationException: (?P<why>.+)",
    ),
    rule(
        Category::RuntimeFragmentLifecycle,
        r"IllegalStateException: (?:Can not perform this action after onSaveInstanceState|Fragment (?P<symbol>\S+) .*not attached)",
    ),
    rule(
        Category::RuntimeForegroundService,
        r"ForegroundServiceDidNotStartInTimeException|ForegroundServiceStartNotAllowedException",
    ),
    rule(Category::RuntimeWindowLeakBadToken, r"BadTokenException|WindowLeaked"),
    rule(
        Category::ComposeCompositionLocal,
        r"IllegalStateException: (?:CompositionLocal )?(?P<symbol>\S+) not present",
    ),
    rule(Category::ComposeLazyKey, r"IllegalArgumentException: Key (?P<symbol>.+?) was already used"),
    rule(Category::ComposeMeasureLayout, r"IllegalStateException: .*measured with an infinity maximum"),
    rule(Category::RuntimeIllegalState, r"IllegalStateException"),
    rule(
        Category::Other,
        r"AssertionError|IllegalArgumentException|ArithmeticException|NumberFormatException|UnsupportedOperationException",
    ),
]);
