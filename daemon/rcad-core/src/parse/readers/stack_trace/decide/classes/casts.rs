//! Objects that are not of the class for which the code takes them: who made them, and what let them through.

use super::super::super::own;
use super::super::super::trace::Frame;
use super::super::scene::{Scene, Words, simple};
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

/// The same in a test: Robolectric has a loader for each sandbox.
const TWO_SANDBOXES: Words = Words {
    cause: "An object of `{symbol}` is cast to the class of the same name in another sandbox: Robolectric loads the classes anew for each SDK level and configuration, and something that outlives a sandbox ({keeper}) still has the class of an earlier one.",
    fixes: &[
        "Let all tests of a JVM share one sandbox: one SDK level (`sdk=34` in `robolectric.properties`, no other `@Config(sdk = …)`), or a JVM for each test class (`forkEvery = 1` of the `Test` task).",
        "Update {kept_by} and Robolectric, and keep no mocks or objects of the app in static fields (`companion object`, `object`).",
    ],
};

/// The same where Spring's tools load changed classes anew.
const RELOADED: Words = Words {
    cause: "An object of `{symbol}` is cast to the class of the same name that another class loader has loaded: Spring Boot's devtools load the project's classes by a loader of their own, and a library outside of it (a cache, a serializer) made the object.",
    fixes: &[
        "Let the same loader have that library: name its JAR in `META-INF/spring-devtools.properties` (`restart.include.…=/shelf-[\\w.-]+\\.jar`).",
        "Run without `spring-boot-devtools` to see that this is the reason; what a cache or session keeps over a restart has to be emptied.",
    ],
};

/// A value that was stored as another type.
const PREFERENCE: Words = Words {
    cause: "The value under this preference's key is stored as `{symbol}`, and the code reads it as `{expected}`: usually an older version of the app stored it with another type, or two places use one key.",
    fixes: &[
        "See which `put…` writes the key that is read: let both have one type, and for what is stored already use a new key, or remove the old value once when the app is updated.",
    ],
};

/// JSON without the type of its elements.
const MAP: Words = Words {
    cause: "JSON was read into a map (`{symbol}`) where `{expected}` is expected: the reader was not told the element's type, because a generic type is erased.",
    fixes: &[
        "Give it the whole type where the JSON is read: Gson `object : TypeToken<List<…>>() {{}}.type`, Jackson `jacksonTypeRef<List<…>>()` (`TypeReference`), Moshi `Types.newParameterizedType`; with R8 keep `Signature`.",
    ],
};

/// Parameters of a layout that the user's own code takes for another class.
const LAYOUT_PARAMS: Words = Words {
    cause: "`{at}` casts the layout parameters of a view to `{expected}`, those of another parent: they are `{symbol}`, since parameters have the class of the parent that the view is in, or was inflated for, here `{made}`.",
    fixes: &[
        "At {name}:{line} cast to what the view's parent has (`{symbol}`, or `ViewGroup.MarginLayoutParams` for margins alone). If `{expected}` is wanted for a new parent, make new ones (`{expected}(…)`) in place of taking those of the view.",
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

/// A context that is not the activity itself.
const WRAPPED: Words = Words {
    cause: "A context of the class `{symbol}` is cast to `{expected}`: it is no activity but wraps one (or none), as the contexts of themed, injected and dialog views do.",
    fixes: &[
        "Unwrap it instead of casting: `generateSequence(context) {{ (it as? ContextWrapper)?.baseContext }}.filterIsInstance<Activity>().firstOrNull()`, or pass the activity (or a callback) to what needs it.",
    ],
};

/// The application's context where an activity is meant.
const NO_ACTIVITY: Words = Words {
    cause: "The application's context (`{symbol}`) is cast to `{expected}`, an activity: somebody passed `applicationContext` on where the activity is needed.",
    fixes: &["Pass the activity itself (`this@…Activity`, `requireActivity()`) to what takes the context."],
};

/// An application class that the manifest does not name.
const OTHER_APPLICATION: Words = Words {
    cause: "The app runs with Android's plain `{symbol}`, and the code takes it for `{expected}`: the manifest that is in use does not name that class (`android:name` of `<application>` is missing or overridden by a flavour or library; tests may run with another one).",
    fixes: &[
        "Write `<application android:name=\"{expected}\" …>` in AndroidManifest.xml, and check it in the merged manifest; with Robolectric `@Config(application = …::class)`.",
    ],
};

/// A host that lacks the fragment's, dialog's or adapter's interface.
const NO_LISTENER: Words = Words {
    cause: "`{at}` takes its host, a `{symbol}`, for a `{expected}`, and `{symbol}` does not implement that interface.",
    fixes: &[
        "Let `{symbol}` implement `{expected}`; if a fragment is meant to listen, take `parentFragment` (or the target) in place of the activity.",
        "Or pass results without a cast: `setFragmentResultListener`, or a shared `ViewModel`.",
    ],
};

/// A fragment of the platform where one of the library is expected, or the reverse.
const OTHER_FRAGMENTS: Words = Words {
    cause: "A fragment of one kind (`{symbol}`) is cast to one of another (`{expected}`): fragments of the platform (`android.app`, `MapFragment`), of the support library and of AndroidX (`SupportMapFragment`) are not each other's.",
    fixes: &[
        "Name the class that the code expects in the layout too (`android:name=\"{expected}\"`), and use the FragmentManager of the same kind (`supportFragmentManager` for AndroidX).",
    ],
};

/// A list with headers or footers wraps its adapter.
const HEADERS: Words = Words {
    cause: "`ListView.getAdapter()` gives a `{symbol}` and not the `{expected}` that was set: a list with a header or footer wraps its adapter.",
    fixes: &[
        "Keep the adapter in a field of your own in place of asking the list, or unwrap it: `(listView.adapter as HeaderViewListAdapter).wrappedAdapter as …`.",
    ],
};

/// A list where one of its elements is expected.
const LIST: Words = Words {
    cause: "A whole list (`{symbol}`) is taken for one element, a `{expected}`: what was put under this key, argument or type is the list.",
    fixes: &[
        "Read it as a list where it is cast, and take the element from it; or put a single element in where it is written (the same key must have one type on both sides).",
    ],
};

/// A host of another class.
const OTHER_HOST: Words = Words {
    cause: "`{at}` takes the activity that it runs in for a `{expected}`, and it is a `{symbol}`: the fragment, view or dialog is shown by another activity than the one for which it was written.",
    fixes: &[
        "At {name}:{line} ask for what is really needed and not for the class: an interface that both activities implement, a callback, or a shared `ViewModel`; or check `activity as? …` and do without.",
    ],
};

/// A layout of rows for which the code was not written.
const LAYOUT_MANAGER: Words = Words {
    cause: "The RecyclerView's layout manager is a `{symbol}`, and the code casts it to `{expected}`, which it does not extend (a `GridLayoutManager` is a `LinearLayoutManager`, a `StaggeredGridLayoutManager` is not).",
    fixes: &[
        "Check the class at {name}:{line} (`when (val manager = recyclerView.layoutManager)`), and ask each kind in its own way: `findFirstVisibleItemPosition()` of a linear one, `findFirstVisibleItemPositions(null)` of a staggered one.",
    ],
};

/// Formatted text where plain text is expected.
const FORMATTED: Words = Words {
    cause: "A formatted text (`{symbol}`) is cast to `String`: `getText()` of views, spans, clipboards and `getCharSequence` give any `CharSequence`.",
    fixes: &["Write `.toString()` at {name}:{line} in place of the cast."],
};

/// An object of a model that was saved as what it extends.
const SAVED: Words = Words {
    cause: "`{at}` casts a `{symbol}` to `{expected}`. Where it comes from an intent's extras or saved state, it was written as a plain map or list: a Bundle keeps the entries and not the class once it has gone through a parcel (another process, a restored activity).",
    fixes: &[
        "Copy it into the wanted class at {name}:{line} (`LinkedHashMap(value as Map<…>)`), or put it in as `Parcelable`, a list of pairs or JSON.",
    ],
};

/// Ends of names of contexts around another one.
const WRAPPERS: &[&str] = &["ContextWrapper", "ContextThemeWrapper", "ContextImpl", "RestrictedContext"];

/// Ends of names of interfaces that a host implements for its parts.
const LISTENERS: &[&str] = &["Listener", "Callback", "Callbacks", "Interface", "Delegate", "Handler", "Interaction"];

/// What the two classes alone tell; `None` where they tell nothing.
fn by_classes(scene: &Scene<'_>, symbol: &str, expected: &str) -> Option<&'static Words> {
    let ends = |class: &str, ends: &[&str]| ends.iter().any(|end| class.ends_with(end));
    let is_activity = expected.ends_with("Activity");
    let is_host = ends(symbol, &["Activity", "Fragment", "Application", "App"]);
    let fragments = ["android.app.", "android.support.", "androidx.", "com.google.android."];
    let is_fragment =
        |class: &str| class.ends_with("Fragment") && fragments.iter().any(|start| class.starts_with(start));
    Some(match (symbol, expected) {
        ("android.app.Application", _) if own::is_own(expected, scene.package) && !is_activity => &OTHER_APPLICATION,
        _ if is_activity && ends(symbol, WRAPPERS) => &WRAPPED,
        _ if is_activity && ends(symbol, &["Application", "App"]) => &NO_ACTIVITY,
        _ if is_host && ends(expected, LISTENERS) && scene.own.is_some() => &NO_LISTENER,
        _ if is_fragment(symbol) && is_fragment(expected) => &OTHER_FRAGMENTS,
        _ if is_activity && symbol.ends_with("Activity") && scene.own.is_some() => &OTHER_HOST,
        _ if symbol.ends_with("LayoutManager") && expected.ends_with("LayoutManager") => &LAYOUT_MANAGER,
        ("android.widget.HeaderViewListAdapter", _) => &HEADERS,
        (_, "java.lang.String") if symbol.starts_with("android.text.") => &FORMATTED,
        ("java.util.HashMap", "java.util.LinkedHashMap" | "java.util.TreeMap") => &SAVED,
        ("java.util.ArrayList" | "java.util.Arrays$ArrayList" | "java.util.Collections$SingletonList", _)
            if own::is_own(expected, scene.package) =>
        {
            &LIST
        }
        _ => return None,
    })
}

/// Says what kind of object it is, and what it was taken for.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    let (Some(symbol), Some(expected)) = (failure.symbol.clone(), failure.details.get("expected").cloned()) else {
        return;
    };
    if failure.category != Category::RuntimeClassCast {
        return;
    }
    // A parcel keeps no type of an array: what is told is which type the code wants.
    if symbol == "android.os.Parcelable[]" {
        failure.symbol = Some(expected.trim_end_matches("[]").to_owned());
    }
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let mock = frames.iter().find_map(|frame| maker(&frame.class)).filter(|_| symbol == "java.lang.Object");
    let tree = ["LinkedTreeMap", "LinkedHashMap"].contains(&simple(&symbol)) && !expected.starts_with("java.");
    let number = |class: &str| NUMBERS.contains(&class);
    match mock {
        Some(mock) => mocked(mock, failure),
        None if symbol.contains("$Proxy") || symbol.contains("jdk.proxy") => PROXY.tell(failure),
        None if symbol == expected => twice(scene, failure),
        None if symbol.ends_with("LayoutParams") && failure.details.contains_key("made") && scene.is_own_on_top() => {
            LAYOUT_PARAMS.tell(failure);
        }
        None if is_preference(frames) => PREFERENCE.tell(failure),
        None if tree => MAP.tell(failure),
        None if number(&symbol) && number(&expected) => NUMBER.tell(failure),
        None => match by_classes(scene, &symbol, &expected) {
            Some(words) => words.tell(failure),
            None => passed(scene, &symbol, &expected, failure),
        },
    }
}

/// Which tool loads the classes twice, as far as the frames tell it.
fn twice(scene: &Scene<'_>, failure: &mut Failure) {
    let has = |start: &str| {
        let mut frames = scene.sections.iter().flat_map(|section| &section.frames);
        frames.any(|frame| frame.class.starts_with(start))
    };
    if has("org.robolectric.") {
        let mocks = [("io.mockk.", "MockK"), ("org.mockito.", "Mockito")].into_iter().find(|(start, _)| has(start));
        let keeper =
            mocks.map_or("a static field, a cache".to_owned(), |(_, name)| format!("probably a cache of {name}"));
        failure.details.insert("keeper".to_owned(), keeper);
        failure.details.insert("kept_by".to_owned(), mocks.map_or("what keeps it", |(_, name)| name).to_owned());
        return TWO_SANDBOXES.tell(failure);
    }
    if has("org.springframework.boot.devtools.") {
        return RELOADED.tell(failure);
    }
    TWICE.tell(failure);
}

/// Whether a stored preference is read: `SharedPreferencesImpl.getBoolean`, or what stands in its place.
fn is_preference(frames: &[Frame]) -> bool {
    let class = |frame: &Frame| simple(&frame.class).trim_end_matches("Impl").ends_with("SharedPreferences");
    frames.first().is_some_and(|frame| class(frame) && frame.method.starts_with("get"))
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
    let caller = frames.get(1).filter(|frame| generic && own::is_own_frame(frame, scene.package));
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

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    #[test]
    fn only_what_is_a_view_is_told_as_one() {
        let told = |from: &str, to: &str| {
            crate::explain::answer(&format!(
                "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.ClassCastException: {from} cannot be cast to {to}\n\tat com.example.basket.Shelf.show(Shelf.java:9)\n\tat android.os.Looper.loop(Looper.java:6)\n"
            ))
        };
        for (from, to) in [
            ("android.widget.LinearLayout", "android.widget.TextView"),
            (
                "com.google.android.material.textfield.TextInputEditText",
                "com.google.android.material.textfield.TextInputLayout",
            ),
            ("androidx.appcompat.widget.AppCompatImageView", "android.widget.Button"),
        ] {
            let told = told(from, to);
            assert!(told.contains("A view of the class"), "{told}");
        }
        let headers = told("android.widget.HeaderViewListAdapter", "com.example.basket.BookAdapter");
        assert!(headers.contains("wrappedAdapter"), "{headers}");
        let plain = told("android.view.animation.AnimationSet", "android.view.animation.ScaleAnimation");
        assert!(!plain.contains("A view of"), "{plain}");
        let grid = told(
            "android.view.animation.LayoutAnimationController$AnimationParameters",
            "android.view.animation.GridLayoutAnimationController$AnimationParameters",
        );
        assert!(grid.contains("attachLayoutAnimationParameters") && !grid.contains("A view of"), "{grid}");
    }

    #[test]
    fn who_loads_a_class_twice_is_told_by_the_frames() {
        let told = |frame: &str| {
            crate::explain::answer(&format!(
                "java.lang.ClassCastException: Cannot cast com.example.Oak to com.example.Oak\n\tat java.lang.Class.cast(Class.java:3369)\n\tat com.example.ShelfTest.opens(ShelfTest.kt:9)\n\tat {frame}(A.java:6)\n"
            ))
        };
        let sandbox = told("org.robolectric.RobolectricTestRunner$Helper.run");
        assert!(sandbox.contains("sandbox") && !sandbox.contains("devtools"), "{sandbox}");
        let reloaded = told("org.springframework.boot.devtools.restart.RestartLauncher.run");
        assert!(reloaded.contains("devtools") && !reloaded.contains("sandbox"), "{reloaded}");
        let other = told("com.example.Loader.run");
        assert!(other.contains("two plugins or servers"), "{other}");
    }

    #[test]
    fn the_two_classes_of_a_cast_tell_why_it_fails() {
        let cases = [
            (
                "android.app.Application",
                "com.example.basket.BasketApp",
                "android:name=\"com.example.basket.BasketApp\"",
            ),
            ("androidx.appcompat.widget.TintContextWrapper", "android.app.Activity", "Unwrap it"),
            (
                "com.example.basket.ShopActivity",
                "com.example.basket.PickDialog$Listener",
                "implement `com.example.basket.PickDialog$Listener`",
            ),
            (
                "com.google.android.gms.maps.MapFragment",
                "com.google.android.gms.maps.SupportMapFragment",
                "android:name=",
            ),
            ("java.util.ArrayList", "com.example.basket.Item", "as a list"),
            ("com.example.basket.Item", "com.example.basket.Shelf", "where that object comes from"),
        ];
        for (symbol, expected, step) in cases {
            let log = format!(
                "java.lang.ClassCastException: {symbol} cannot be cast to {expected}\n\tat com.example.basket.PickDialog.onAttach(PickDialog.java:9)\n"
            );
            let told = explain(&parse(&log).failures[0]);
            assert!(told.fixes[0].contains(step), "{symbol}: {told:?}");
        }
    }
}
