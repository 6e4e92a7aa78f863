//! Exceptions of libraries whose class a shrinker renamed (`Fatal Exception: ej: lateinit property …`): the message tells
//! which one it is. The JDK's and Android's classes keep their names.

use super::trace::Section;
use crate::pattern::Pattern;

/// The class that throws a message of this form, and nobody else does.
static MESSAGES: [(&str, Pattern); 20] = [
    ("kotlin.UninitializedPropertyAccessException", Pattern::new("^lateinit property [^ ]+ has not been initialized")),
    ("kotlin.TypeCastException", Pattern::new("^null cannot be cast to non-null type ")),
    ("kotlin.NotImplementedError", Pattern::new("^An operation is not implemented")),
    (
        "kotlinx.serialization.json.internal.JsonDecodingException",
        Pattern::new(
            r"^(?:Unexpected JSON token at offset|Expected start of the (?:object|array)|Encountered an unknown key) ",
        ),
    ),
    (
        "kotlinx.serialization.MissingFieldException",
        Pattern::new("^Fields? .+ (?:is|are) required for type with serial name '"),
    ),
    (
        "kotlinx.serialization.SerializationException",
        Pattern::new("^Serializer for (?:class|subclass) '[^']+' is not found"),
    ),
    ("kotlinx.coroutines.TimeoutCancellationException", Pattern::new("^Timed out waiting for [0-9]+ ms")),
    (
        "kotlinx.coroutines.JobCancellationException",
        Pattern::new("^(?:[A-Za-z]*Coroutine was cancelled|Job was cancelled|Parent job is Cancell)"),
    ),
    ("retrofit2.HttpException", Pattern::new("^HTTP [1-5][0-9]{2}(?: |$)")),
    (
        "com.google.gson.JsonSyntaxException",
        Pattern::new(r"^(?:java\.lang\.IllegalStateException: )?Expected (?:BEGIN_|a )[A-Za-z_]+ but was "),
    ),
    (
        "com.google.gson.stream.MalformedJsonException",
        Pattern::new(r"^Use JsonReader\.setLenient\(true\) to accept malformed JSON"),
    ),
    (
        "com.squareup.moshi.JsonDataException",
        Pattern::new(r"^(?:Required value|Non-null value) '[^']+' (?:\(JSON name '[^']+'\) )?(?:missing|was null) at "),
    ),
    (
        "com.google.firebase.firestore.FirebaseFirestoreException",
        Pattern::new("^PERMISSION_DENIED: Missing or insufficient permissions"),
    ),
    (
        "com.google.android.gms.common.api.ApiException",
        Pattern::new("^[0-9]{1,5}: (?:$|[A-Z0-9_]{3,}|.*[Pp]lay services)"),
    ),
    ("org.koin.core.error.NoBeanDefFoundException", Pattern::new("^No (?:bean )?definition found for ")),
    ("io.ktor.client.plugins.HttpRequestTimeoutException", Pattern::new("^Request timeout has expired ")),
    ("io.ktor.client.plugins.ClientRequestException", Pattern::new(r"^Client request\(.+\) invalid: 4[0-9]{2}")),
    ("io.ktor.client.plugins.ServerResponseException", Pattern::new(r"^Server error\(.+: 5[0-9]{2}")),
    ("okhttp3.internal.http2.StreamResetException", Pattern::new("^stream was reset: ")),
    ("androidx.fragment.app.Fragment$InstantiationException", Pattern::new("^Unable to instantiate fragment ")),
];

/// Longest simple name that a shrinker gives, in characters.
const SHORT: usize = 3;

/// Gives the exception its real name; returns the one that the log prints. `None` where that is the real one, or where the
/// message tells nothing.
pub fn restore(section: &mut Section) -> Option<String> {
    let simple = section.class.rsplit(['.', '$']).next().unwrap_or(&section.class);
    if simple.is_empty() || simple.chars().count() > SHORT {
        return None;
    }
    let (class, _) = MESSAGES.iter().find(|(_, message)| message.is_match(&section.message))?;
    Some(std::mem::replace(&mut section.class, (*class).to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::Category;
    use crate::parse::parse;

    #[test]
    fn the_message_tells_which_exception_was_renamed() {
        for (thrown, category) in [
            ("ej: lateinit property shelf has not been initialized", Category::RuntimeLateinit),
            (
                "O6.C: Unexpected JSON token at offset 7: Expected start of the object '{', but had '[' instead at path: $.shelf",
                Category::RuntimeSerialization,
            ),
            (
                "a.b.c: Field 'oak' is required for type with serial name 'com.example.Shelf', but it was missing at path: $",
                Category::RuntimeSerialization,
            ),
            ("uj: HTTP 404 ", Category::RuntimeIoNetwork),
        ] {
            let log = format!(
                "Fatal Exception: {thrown}\n       at com.example.shop.Shelf.open(Shelf.kt:16)\n       at android.app.Activity.onKeyUp(Activity.java:3884)\n"
            );
            let failure = parse(&log).failures.remove(0);
            assert_eq!((failure.category, failure.line), (category, Some(16)), "{thrown}");
            let cause = crate::explain::explain(&failure).root_cause;
            let short = thrown.split(':').next().unwrap_or("");
            assert!(cause.contains(&format!("`{short}`")), "the log's own name is told: {cause}");
        }
    }

    #[test]
    fn a_class_with_its_name_and_an_unknown_message_stay() {
        let exception = |thrown: &str| {
            let log = format!("Fatal Exception: {thrown}\n       at com.example.shop.Shelf.open(Shelf.kt:16)\n");
            parse(&log).failures.remove(0).exception.unwrap_or_default()
        };
        assert_eq!(exception("com.example.ShelfException: HTTP 404 "), "com.example.ShelfException");
        assert_eq!(exception("ej: the shelf is empty"), "ej");
    }
}
