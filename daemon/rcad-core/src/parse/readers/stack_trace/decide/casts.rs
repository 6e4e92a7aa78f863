//! Objects that are not of the class for which the code takes them: who made them, and what let them through.

use super::super::own;
use super::scene::{Scene, Words, simple};
use crate::Category;
use crate::model::failure::Failure;

/// Classes that stand for numbers and text where a generic type is erased.
const ERASED: &[&str] = &[
    "java.lang.Number",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.String",
    "java.lang.Boolean",
    "java.lang.Double",
    "java.lang.Float",
    "java.lang.CharSequence",
    "java.lang.Comparable",
];

const NUMBERS: &[&str] =
    &["java.lang.Integer", "java.lang.Long", "java.lang.Double", "java.lang.Float", "java.lang.Short"];

/// A proxy is only its interfaces.
const PROXY: Words = Words {
    cause: "A JDK proxy (`{symbol}`), which only has the interfaces of the object behind it, is cast to `{expected}`: usually that is the class itself instead of its interface (in Spring a bean with transactions, caching or another aspect).",
    fixes: &[
        "Declare the variable, field or parameter by its interface instead of `{expected}`.",
        "Or let the framework make proxies of classes (`proxyTargetClass = true`, `spring.aop.proxy-target-class=true`).",
    ],
};

/// Two loaders with the same class.
const TWICE: Words = Words {
    cause: "An object of `{symbol}` is cast to the class of the same name that another class loader has loaded: the class is there twice (development tools that reload classes, two plugins or servers with a copy each, an object kept over a restart).",
    fixes: &[
        "Let one loader have the class: remove the second copy, or keep it out of the reloading (in Spring Boot: `spring-devtools.properties`), and pass such objects over as data (JSON).",
    ],
};

/// JSON without the type of its elements.
const MAP: Words = Words {
    cause: "JSON was read into a map (`{symbol}`) where `{expected}` is expected: the reader was not told the element's type, because a generic type is erased.",
    fixes: &[
        "Give it the whole type where the JSON is read: Gson `object : TypeToken<List<…>>() {{}}.type`, Jackson `jacksonTypeRef<List<…>>()` (`TypeReference`), Moshi `Types.newParameterizedType`; with R8 keep `Signature`.",
    ],
};

/// Numbers of other types.
const NUMBER: Words = Words {
    cause: "A number of the type `{symbol}` is cast to `{expected}`, which no cast converts: JSON, Firebase and databases choose the type of a number by themselves.",
    fixes: &[
        "Convert it at {name}:{line} instead of casting: `(value as Number).toInt()` (in Java `((Number) value).intValue()`), or the function of the wanted type.",
        "Convert it instead of casting: `(value as Number).toInt()`, or the function of the wanted type.",
    ],
};

/// A cast that only the compiler wrote.
const ERASED_TYPE: Words = Words {
    cause: "`{at}` is given an object of `{symbol}`, but works with `{expected}`. `{passed_by}` ({passed_at}) passes it; the compiler let it through probably because of an unchecked cast of a generic type (`as Foo<T>`, a star projection) on the way.",
    fixes: &[
        "See what is passed at {passed_at}, and replace the unchecked cast before it by a check of the real type (`is`, `as?`, a registry by class).",
    ],
};

/// Classes of one library that an obfuscator renamed.
const RENAMED: Words = Words {
    cause: "An object of `{symbol}` is cast to `{expected}`, a class of the same library under a name that a shrinker or obfuscator made: class and interface were renamed inconsistently, or two copies of the library are in the app (probable).",
    fixes: &[
        "Exclude the library from the obfuscation (`-keep class <its package>.** {{ *; }}`), and build clean.",
        "Look with `./gradlew dependencies` (and in `libs/`) for a second copy of the library.",
    ],
};

/// Says what kind of object it is, and what it was taken for.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let (Some(symbol), Some(expected)) = (failure.symbol.clone(), failure.details.get("expected").cloned()) else {
        return;
    };
    if failure.category != Category::RuntimeClassCast {
        return;
    }
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let mock = frames.iter().find_map(|frame| maker(&frame.class)).filter(|_| symbol == "java.lang.Object");
    let tree = ["LinkedTreeMap", "LinkedHashMap"].contains(&simple(&symbol)) && !expected.starts_with("java.");
    let number = |class: &str| NUMBERS.contains(&class);
    match mock {
        Some(mock) => mocked(mock, failure),
        None if symbol.contains("$Proxy") || symbol.contains("jdk.proxy") => PROXY.tell(failure),
        None if symbol == expected => TWICE.tell(failure),
        None if tree => MAP.tell(failure),
        None if number(&symbol) && number(&expected) => NUMBER.tell(failure),
        None => passed(scene, &symbol, &expected, failure),
    }
}

fn mocked(mock: &str, failure: &mut Failure) {
    let cause = format!(
        "A mock made by {mock} returned a plain `Object` where `{{expected}}` is expected: its generic function is not stubbed."
    );
    let fix = "Stub that function in the test for the call at {name}:{line} (MockK: `every {{ … }} answers {{ firstArg() }}` or `returns …`; Mockito: `when(…).thenReturn(…)`).";
    failure.say(&cause, &[fix]);
}

/// An object that somebody's own function passes on, or a library's classes under other names.
fn passed(scene: &Scene<'_>, symbol: &str, expected: &str, failure: &mut Failure) {
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let generic = ERASED.contains(&expected) && scene.own.is_some_and(|(_, at)| at == 0);
    let caller = frames.get(1).filter(|frame| generic && own::is_own(&frame.class, scene.package));
    if let Some(frame) = caller
        && let Some((file, line)) = &frame.place
    {
        failure.details.insert("passed_at".to_owned(), format!("{file}:{line}"));
        failure.details.insert("passed_by".to_owned(), own::name(frame));
        return ERASED_TYPE.tell(failure);
    }
    let relatives = own::vendor(symbol) == own::vendor(expected) && !own::is_own(symbol, scene.package);
    let renamed = |class: &str| simple(class).chars().count() <= 2 || !class.is_ascii();
    if relatives && (renamed(symbol) != renamed(expected)) {
        RENAMED.tell(failure);
    }
}

/// Which library of mocks made a class.
fn maker(class: &str) -> Option<&'static str> {
    if class.contains("$MockitoMock$") || class.contains("$$EnhancerByMockito") {
        return Some("Mockito");
    }
    let (_, number) = class.rsplit_once("$Subclass")?;
    (!number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit())).then_some("MockK")
}
