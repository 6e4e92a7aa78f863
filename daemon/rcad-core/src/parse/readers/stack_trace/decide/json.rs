//! JSON of another shape than the class: what is wanted, what came, and where, whichever library says it. What to do follows
//! from these, not from the library's sentence.

use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// The libraries' sentences. `value` is the beginning of what came.
static FORMS: [Pattern; 6] = [
    // Gson, Moshi: `Expected BEGIN_OBJECT but was BEGIN_ARRAY at line 1 column 2 path $.data`
    Pattern::new(
        r"Expected (?:a |an )?(?P<wanted>BEGIN_OBJECT|BEGIN_ARRAY|[a-z]+|STRING|NUMBER|BOOLEAN) but was (?P<got>BEGIN_OBJECT|BEGIN_ARRAY|STRING|NUMBER|BOOLEAN|NULL|END_DOCUMENT|END_OBJECT|END_ARRAY)(?: at (?:line [0-9]+ column [0-9]+ )?path (?P<path>[^\s]+))?",
    ),
    // kotlinx.serialization: `Expected start of the object '{', but had '[' instead at path: $.data`
    Pattern::new(
        r"Expected (?:start|beginning) of the (?P<wanted>object|array|string)(?: '[^']')?, but (?:had|got) '?(?P<got>[^'\s])[^'\s]*'?(?: instead)?(?: at path: ?(?P<path>[^\s]+))?",
    ),
    // org.json: `Value {…} at current of type org.json.JSONObject cannot be converted to JSONArray`
    Pattern::new(
        r"Value (?P<value>.*?) (?:at (?P<path>[^\s]+) )?of type (?:[A-Za-z_.]+\.)?(?P<got>[A-Za-z0-9_$]+) cannot be converted to (?P<wanted>JSONObject|JSONArray)",
    ),
    // Jackson: ``Cannot deserialize value of type `java.util.ArrayList<a.B>` from Object value (token `JsonToken.START_OBJECT`)``
    Pattern::new(
        r"Cannot deserialize (?:value|instance) of (?:type )?`?(?P<class>[A-Za-z0-9_.$<>,]+(?:\[\])?)`? (?:from (?P<got>Object|Array) value|out of (?P<token>START_OBJECT|START_ARRAY) token)",
    ),
    // Jackson: ``Cannot construct instance of `a.B` (although …): no String-argument constructor/factory method to deserialize …``
    Pattern::new(
        r"Cannot construct instance of `(?P<class>[A-Za-z0-9_.$]+)` \(although [^)]*\): no [A-Za-z/]+-argument constructor/factory method to deserialize from (?P<got>String|Number) value \('?(?P<value>[^)\n]{0,80})",
    ),
    // JSON-java: `A JSONObject text must begin with '{' at 1 [character 2 line 1]`
    Pattern::new(r"A (?P<wanted>JSONObject|JSONArray) text must (?:begin|start) with '(?P<begin>[{\[])'"),
];

/// `(through reference chain: a.B["items"]->java.util.ArrayList[0]->a.C["name"])`
static CHAIN: Pattern = Pattern::new(r#"through reference chain: [^)]*\["(?P<field>[^"]+)"\]\)"#);

/// What a place in a JSON text holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JsonShape {
    Object,
    List,
    Text,
    Number,
    Truth,
    Null,
    /// Nothing more: the text ends.
    End,
}

impl JsonShape {
    fn of(name: &str) -> Option<JsonShape> {
        let list_of = ["List", "Set", "Collection", "[]"].iter().any(|part| name.contains(part));
        Some(match name {
            "BEGIN_OBJECT" | "object" | "{" | "JSONObject" | "Object" | "START_OBJECT" => JsonShape::Object,
            "BEGIN_ARRAY" | "array" | "[" | "JSONArray" | "Array" | "START_ARRAY" => JsonShape::List,
            "STRING" | "string" | "\"" | "String" | "name" => JsonShape::Text,
            "NUMBER" | "Number" | "int" | "long" | "double" | "Integer" | "Long" | "Double" | "Float" => {
                JsonShape::Number
            }
            "BOOLEAN" | "boolean" | "Boolean" => JsonShape::Truth,
            "NULL" | "null" => JsonShape::Null,
            "END_DOCUMENT" | "EOF" => JsonShape::End,
            _ if list_of => JsonShape::List,
            _ if name.contains('.') => JsonShape::Object,
            _ => return None,
        })
    }

    fn words(self) -> &'static str {
        match self {
            JsonShape::Object => "an object (`{…}`)",
            JsonShape::List => "a list (`[…]`)",
            JsonShape::Text => "a text",
            JsonShape::Number => "a number",
            JsonShape::Truth => "true or false",
            JsonShape::Null => "null",
            JsonShape::End => "nothing",
        }
    }
}

/// What to do where the text is no JSON of the service at all.
const NO_DATA: &[&str] = &[
    "Look at status, address and body of the answer before it is parsed (OkHttp: `response.isSuccessful`, `HttpLoggingInterceptor` with `Level.BODY`), and correct what they show: a wrong path, a missing token, an error of the server.",
    "Parse only what has a status of 2xx and the content type `application/json`; handle everything else as an error.",
];

/// What parsers say of a text that they can't read.
const UNREADABLE: &[&str] = &[
    "Expected ",
    "Unexpected JSON token",
    "malformed JSON",
    "End of input",
    "Unterminated",
    "Cannot deserialize",
    "No value for",
];

/// What is said of a text that a type converter of Room reads.
const COLUMN: &str = "`{at}` is a type converter that Room calls while it reads a row: the text in that column of the database is not what the converter reads: {message}.";
const OF_COLUMN: &[&str] = &[
    "Let both directions fit each other: the converter that writes the column must write just the form that `{at}` reads at {name}:{line} (the same library, serializer and settings).",
    "Rows that are there already (from an older version, another writer or a prepackaged database) keep their form: convert them in a `Migration`, or let `{at}` read both forms; while you develop, delete the app's data.",
];

/// Frames below the converter's in which Room's generated code calls it.
const CALLED_BY: usize = 3;

/// Whether the text that could not be read comes out of a column of the database: Room's generated code called the converter.
fn is_read_of_column(scene: &Scene<'_>, failure: &Failure) -> bool {
    let generated = |class: &str| simple(class).split('$').next().is_some_and(|outer| outer.ends_with("_Impl"));
    let frames = scene.frames();
    let by_room = frames.iter().skip(1).take(CALLED_BY).any(|frame| generated(&frame.class));
    let of_room = frames.iter().any(|frame| frame.class.starts_with("androidx.room."));
    let unreadable = UNREADABLE.iter().any(|words| failure.message.contains(words));
    scene.own().is_some_and(|own| !generated(&own.class)) && by_room && of_room && unreadable
}

/// Says what is wanted, what came and where.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeSerialization {
        return;
    }
    if is_read_of_column(scene, failure) {
        failure.say(COLUMN, OF_COLUMN);
        return;
    }
    let texts = scene.sections.iter().rev().map(|section| section.message.as_str());
    let texts: Vec<&str> = std::iter::once(failure.message.as_str()).chain(texts).collect();
    let Some((text, found)) =
        texts.iter().find_map(|text| Some((*text, FORMS.iter().find_map(|form| form.captures(text))?)))
    else {
        return;
    };
    let group = |name: &str| found.name(name).map(|group| group.as_str());
    let wanted = group("wanted").or_else(|| group("class")).and_then(JsonShape::of);
    let got = group("got").or_else(|| group("token")).and_then(JsonShape::of);
    let value = group("value").unwrap_or("").to_owned();
    let chain = CHAIN.captures(text).map(|found| found["field"].to_owned());
    let path = group("path").map(|path| path.trim_end_matches([',', ':', '.']).to_owned()).or(chain);
    let path = path.filter(|path| path != "$");
    let json_java = group("begin").is_some();
    let (Some(wanted), got) = (wanted, got.or_else(|| json_java.then_some(JsonShape::Text))) else { return };
    let Some(got) = got.filter(|got| *got != wanted) else { return };
    if let Some(path) = &path {
        failure.details.insert("json_path".to_owned(), path.clone());
        failure.symbol = Some(path.clone());
    }
    if path.is_none() && (value.starts_with('<') || got == JsonShape::Text || got == JsonShape::End) {
        no_data(&value, wanted, got, failure);
        return;
    }
    // The readers' own words are what people search for.
    let said = |shape: JsonShape, raw: Option<&str>| match raw.filter(|raw| raw.starts_with("BEGIN_")) {
        Some(raw) => format!("{}, {raw})", shape.words().trim_end_matches(')')),
        None => shape.words().to_owned(),
    };
    failure.details.insert("json_wanted".to_owned(), said(wanted, group("wanted")));
    failure.details.insert("json_got".to_owned(), said(got, group("got")));
    let place = if path.is_some() { "At `{json_path}` the JSON" } else { "The JSON as a whole" };
    let cause = format!("{place} is {{json_got}}, and the code reads {{json_wanted}} there.");
    let uses_org_json = failure.exception.as_deref().is_some_and(|class| class.starts_with("org.json."))
        || text.contains("cannot be converted to JSON");
    let first = if uses_org_json {
        read_otherwise(wanted, got, path.is_some())
    } else {
        declare(wanted, got, path.is_some()).to_owned()
    };
    let both = format!(
        "If the server sends now one, now the other there (an error in place of the data, an empty list in place of an object), read both: {}.",
        reader(scene, failure)
    );
    let some = path.as_deref().and_then(later_element).filter(|_| !uses_org_json);
    if let Some(index) = some {
        let some = format!(
            "The elements before number {index} were read, so only some have this shape; read both: {}.",
            reader(scene, failure)
        );
        failure.say(&cause, &[&some, &first]);
    } else {
        failure.say(&cause, &[&first, &both]);
    }
}

/// The whole text is a text, a page or nothing.
fn no_data(value: &str, wanted: JsonShape, got: JsonShape, failure: &mut Failure) {
    failure.details.insert("json_wanted".to_owned(), wanted.words().to_owned());
    let cause = if value.starts_with('<') {
        failure.details.insert("json_value".to_owned(), value.split_whitespace().next().unwrap_or(value).to_owned());
        "What is parsed as JSON begins with `{json_value}`: it is an HTML or XML page, such as an error or login page, and not the data."
    } else if got == JsonShape::End {
        "The text that is parsed as JSON is empty; the code reads {json_wanted}."
    } else {
        "What is parsed as JSON is a plain text as a whole, and the code reads {json_wanted}: most often it is an error message or HTML page of the server, and not the data."
    };
    failure.say(cause, NO_DATA);
}

/// The index in the path, where earlier elements of the list were read.
fn later_element(path: &str) -> Option<&str> {
    let index = path.rsplit_once('[')?.1.split(']').next()?;
    (index != "0" && !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit())).then_some(index)
}

/// With what the library at hand reads both shapes.
fn reader(scene: &Scene<'_>, failure: &Failure) -> &'static str {
    const READERS: &[(&str, &str)] = &[
        ("com.google.gson.", "a `JsonDeserializer` or `TypeAdapter` for that field (`@JsonAdapter`)"),
        ("com.squareup.moshi.", "a `JsonAdapter` with `peek()` for that field"),
        ("kotlinx.serialization.", "a `JsonTransformingSerializer` for that field"),
        (
            "com.fasterxml.jackson.",
            "`@JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)` for a list, else a `JsonDeserializer`",
        ),
        ("org.json.", "`opt(…)`, and ask `is JSONArray` or `is JSONObject`"),
    ];
    let thrown = failure.exception.as_deref().into_iter();
    let mut classes = thrown.chain(scene.sections.iter().flat_map(|section| {
        std::iter::once(section.class.as_str()).chain(section.frames.iter().map(|frame| frame.class.as_str()))
    }));
    let known = classes.find_map(|class| READERS.iter().find(|(start, _)| class.starts_with(start)));
    known.map_or("an adapter for that field, which looks at the kind of value first", |(_, with)| with)
}

/// How the model is to be declared for what came.
fn declare(wanted: JsonShape, got: JsonShape, has_path: bool) -> &'static str {
    match (wanted, got, has_path) {
        (JsonShape::Object, JsonShape::List, false) => {
            "Parse it as a list: `List<T>` as the return type (Retrofit, Ktor, `decodeFromString<List<T>>`), Gson `object : TypeToken<List<T>>() {{}}.type`, Jackson `TypeReference<List<T>>`."
        }
        (JsonShape::List, JsonShape::Object, false) => {
            "Parse it as an object: a class that has the list as one of its fields (`data`, `items`, `results`: see the body), or, if it holds an error, handle that before."
        }
        (JsonShape::Object, JsonShape::List, true) => "Declare the field of `{json_path}` as `List<T>`.",
        (JsonShape::List, JsonShape::Object, true) => "Declare the field of `{json_path}` as a class, not as a list.",
        (_, JsonShape::Null, true) => "Declare the field of `{json_path}` nullable, or give it a default value.",
        (_, JsonShape::Object | JsonShape::List, true) => {
            "Declare a class (or list) for the field of `{json_path}` in place of a plain value."
        }
        (JsonShape::Object | JsonShape::List, _, true) => {
            "See in the body what stands at `{json_path}`, and declare the field so: a plain value in place of a class or list, often an id or an empty text where there is no object."
        }
        _ => "See in the body what stands there, and declare the field so.",
    }
}

/// The call of org.json that reads what came.
fn read_otherwise(wanted: JsonShape, got: JsonShape, has_path: bool) -> String {
    let named = |call: &str, other: &str| {
        if has_path {
            format!("Read it with `{call}(\"{{json_path}}\")` in place of `{other}`.")
        } else {
            format!("Parse it with `{}(text)`.", call.trim_start_matches("get"))
        }
    };
    match (wanted, got) {
        (JsonShape::List, JsonShape::Object) => named("getJSONObject", "getJSONArray"),
        (JsonShape::Object, JsonShape::List) => named("getJSONArray", "getJSONObject"),
        (_, JsonShape::Text) => "Read it with `getString` (a text that holds JSON itself is parsed once more: `JSONObject(text)`), or see in the raw body why it is a text.".to_owned(),
        (_, JsonShape::Null) => "Handle null: `optJSONObject`/`optJSONArray` give null in place of an exception; or check `isNull(…)` before.".to_owned(),
        _ => "Read it as what it is (`getInt`, `getDouble`, `getBoolean`), or see in the raw body why it is no object or list.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::FORMS;
    use crate::explain::analyze;
    use crate::parse::parse;

    fn answer(message: &str) -> String {
        let analysis = analyze(parse(&format!("{message}\n\tat com.example.shop.Api.load(Api.kt:12)\n")), None);
        format!(
            "{} | {}",
            analysis.root_cause.unwrap_or_default(),
            analysis.fix_guidelines.first().cloned().unwrap_or_default()
        )
    }

    #[test]
    fn patterns_compile() {
        let text = "Expected BEGIN_OBJECT but was BEGIN_ARRAY; Cannot deserialize value of type `a` from Object value; A JSONObject text must begin with '{'";
        assert!(FORMS.iter().any(|form| form.captures(text).is_some()));
    }

    #[test]
    fn what_a_column_holds_comes_from_no_server() {
        let told = |message: &str, caller: &str| {
            let text = format!(
                "{message}\n\tat com.google.gson.Gson.fromJson(Gson.java:1)\n\tat com.example.shop.ShelfConverter.toNames(ShelfConverter.kt:12)\n\tat com.example.shop.{caller}(File.java:9)\n\tat androidx.room.CoroutinesRoom$1.invokeSuspend(CoroutinesRoom.kt:129)\n"
            );
            analyze(parse(&text), None)
        };
        let unread = "com.google.gson.JsonSyntaxException: java.lang.IllegalStateException: Expected BEGIN_ARRAY but was STRING at line 1 column 2 path $";
        let answer = told(unread, "ShelfDao_Impl$22.call");
        assert!(answer.root_cause.clone().unwrap_or_default().contains("type converter that Room calls"), "{answer:?}");
        assert!(answer.fix_guidelines.iter().any(|fix| fix.contains("Migration")), "{answer:?}");
        assert!(!answer.fix_guidelines.iter().any(|fix| fix.contains("2xx")), "{answer:?}");
        for (message, caller) in
            [(unread, "ShelfApi.load"), ("com.google.gson.JsonIOException: no oak", "ShelfDao_Impl.put")]
        {
            let answer = told(message, caller);
            assert!(!answer.root_cause.clone().unwrap_or_default().contains("Room calls"), "{answer:?}");
        }
    }

    #[test]
    fn what_came_decides_what_to_do() {
        for (message, cause, step) in [
            (
                "com.google.gson.JsonSyntaxException: java.lang.IllegalStateException: Expected BEGIN_OBJECT but was BEGIN_ARRAY at line 1 column 2 path $",
                "The JSON as a whole is a list (`[…]`, BEGIN_ARRAY), and the code reads an object",
                "Parse it as a list",
            ),
            (
                "com.google.gson.JsonSyntaxException: java.lang.IllegalStateException: Expected BEGIN_ARRAY but was BEGIN_OBJECT at line 1 column 90 path $.data[7].oaks",
                "At `$.data[7].oaks` the JSON is an object",
                "The elements before number 7 were read, so only some have this shape",
            ),
            (
                "com.google.gson.JsonSyntaxException: java.lang.IllegalStateException: Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $",
                "a plain text as a whole",
                "Look at status, address and body",
            ),
            (
                "kotlinx.serialization.json.internal.JsonDecodingException: Expected start of the object '{', but had '[' instead at path: $.data",
                "At `$.data` the JSON is a list",
                "Declare the field of `$.data` as `List<T>`",
            ),
            (
                "org.json.JSONException: Value {\"a\":1} at oak of type org.json.JSONObject cannot be converted to JSONArray",
                "At `oak` the JSON is an object",
                "`getJSONObject(\"oak\")` in place of `getJSONArray`",
            ),
            (
                "org.json.JSONException: Value <!DOCTYPE of type java.lang.String cannot be converted to JSONObject",
                "begins with `<!DOCTYPE`",
                "Look at status, address and body",
            ),
            (
                "com.fasterxml.jackson.databind.exc.MismatchedInputException: Cannot deserialize value of type `java.util.ArrayList<com.example.Oak>` from Object value (token `JsonToken.START_OBJECT`)",
                "The JSON as a whole is an object",
                "Parse it as an object",
            ),
        ] {
            let answer = answer(message);
            assert!(answer.contains(cause) && answer.contains(step), "{answer}");
        }
    }
}
