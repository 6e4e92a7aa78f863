//! Heap and stack that are used up: what the numbers and the repeating frames say.

use super::super::own;
use super::super::trace::Frame;
use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::Failure;

/// One part in so many of the heap is a large allocation.
const LARGE: u64 = 8;

/// A smaller one in bytes is only the last drop.
const SMALL: u64 = 64 * 1024;

/// Pictures of fewer bytes are usual.
const LAST_DROP: u64 = 2 << 20;

/// Longest circle of functions that is looked for.
const LONGEST: usize = 24;

/// Functions of a circle that are named at most.
const NAMED: usize = 6;

/// So often a circle is gone through at least.
const ROUNDS: usize = 3;

/// So often a circle of several functions, of which a report may leave few rounds.
const FEW_ROUNDS: usize = 2;

/// Says what the numbers or the frames show.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    match failure.category {
        Category::RuntimeOom => allocation(scene, failure),
        Category::RuntimeStackOverflow => recursion(scene, failure),
        _ => (),
    }
}

fn allocation(scene: &Scene<'_>, failure: &mut Failure) {
    let number = |name: &str| failure.details.get(name)?.parse::<u64>().ok();
    let megabytes = |bytes: u64| format!("{}.{} MB", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20);
    let bitmap =
        scene.sections.iter().flat_map(|one| &one.frames).any(|frame| simple(&frame.class).starts_with("Bitmap"));
    let Some(bytes) = number("bytes") else { return unnumbered(scene, failure) };
    if bitmap && bytes > SMALL && bytes < LAST_DROP && number("free").is_some_and(|free| free < bytes) {
        return full(scene, bytes, failure);
    }
    let Some(limit) = number("limit") else {
        if bitmap && bytes > SMALL && !made_by_library(scene, &megabytes(bytes), bytes, failure) {
            picture(scene, &megabytes(bytes), bytes, failure);
        }
        return;
    };
    if limit > 0 && bytes.saturating_mul(LARGE) >= limit {
        let what = if bitmap {
            "a bitmap (width × height × 4 bytes)"
        } else {
            "an array, most often a whole file, stream, text or picture"
        };
        let cause = format!(
            "One allocation of {} ({bytes} bytes) does not fit into the heap, which may grow to {}{}: {what} is too large to be held at once. The log shows no leak.",
            megabytes(bytes),
            megabytes(limit),
            scene.here()
        );
        let fix = if bitmap {
            "Load the picture in the size in which it is shown (`inSampleSize`, Coil, Glide with `override`), not in its own."
        } else {
            "Do not read it whole: copy streams by a buffer of some kilobytes, write to a file, or page the data."
        };
        failure.say(&cause, &[fix, "`android:largeHeap=\"true\"` only puts it off."]);
    } else if bytes <= SMALL {
        let cause = format!(
            "The app's heap of {} is full{}: even {bytes} bytes cannot be allocated. What is allocated there is not the reason; something is leaked, or too much is held.",
            megabytes(limit),
            scene.here()
        );
        failure.say(&cause,
            &[
                "Look with the memory profiler (heap dump) or LeakCanary for what holds the heap: activities that are not let go, caches and lists without a limit, bitmaps.",
            ],
        );
    }
}

/// Frames on top that show what is allocated.
const ALLOCATES: usize = 6;

/// On Android, where the message has no numbers: what the frames on top allocate.
fn unnumbered(scene: &Scene<'_>, failure: &mut Failure) {
    let frames = || scene.sections.iter().flat_map(|one| &one.frames);
    let device = ["android.", "dalvik.", "com.android."];
    if failure.wording.is_some() || !frames().any(|frame| device.iter().any(|start| frame.class.starts_with(start))) {
        return;
    }
    let top = || scene.sections.last().into_iter().flat_map(|one| &one.frames).take(ALLOCATES);
    let among = |names: &[&str]| top().any(|frame| names.contains(&simple(&frame.class)));
    let (what, step) = if among(&["BitmapFactory", "ImageDecoder"]) {
        (
            "to decode a picture",
            "Load pictures in the size in which they are shown: Coil, Glide or Picasso do it, else `BitmapFactory.Options` with `inSampleSize`; do not keep them in fields and lists.",
        )
    } else if among(&["Bitmap"]) {
        (
            "to create a bitmap (`Bitmap.createBitmap`, width × height × 4 bytes at once)",
            "Keep the bitmap of before and draw on it again while its size is the same, or let it go (`recycle()`, no reference) before the next one is made; a smaller one, or `RGB_565`, takes less.",
        )
    } else if among(&[
        "AbstractStringBuilder",
        "StringBuilder",
        "Arrays",
        "ByteArrayOutputStream",
        "String",
        "StringFactory",
    ]) {
        (
            "to let a text or an array grow",
            "Do not hold it whole: copy streams by a buffer of some kilobytes, write to a file, or page the data.",
        )
    } else {
        ("for what is allocated there", "Ask what is made there again and again, or grows without a limit.")
    };
    let cause = format!(
        "The app's heap has no room left {what}{}. The log has no numbers, so it does not show whether that is too large or other things (leaks, caches, older bitmaps) fill the heap.",
        scene.here()
    );
    failure.say(
        &cause,
        &[
            step,
            "If it comes after some time of use, take a heap dump (Android Studio's memory profiler) or let LeakCanary run, and look for activities and bitmaps that are still held.",
        ],
    );
}

/// A usual picture for which a heap has no room that other things fill.
fn full(scene: &Scene<'_>, bytes: u64, failure: &mut Failure) {
    let in_layout = scene.sections.iter().flat_map(|one| &one.frames).any(|frame| {
        simple(&frame.class) == "TypedArray" && frame.method == "getDrawable"
            || simple(&frame.class) == "LayoutInflater"
    });
    let (what, picture) = if in_layout {
        (
            "the image of a drawable that a layout names",
            "Make the drawables of the layout smaller: one for each density (an image in `drawable` without a density is scaled up), or vectors, WebP.",
        )
    } else {
        (
            "a bitmap",
            "Load pictures in the size in which they are shown (`inSampleSize`, Coil, Glide), and let them go when they are not shown.",
        )
    };
    failure.details.insert("kilobytes".to_owned(), (bytes >> 10).to_string());
    let cause = format!(
        "The heap was already full{}: not even {{kilobytes}} KB ({bytes} bytes) for {what} are free. That one is usual in size; what else holds the heap is the reason (leaked activities, bitmaps that are kept).",
        scene.here()
    );
    failure.say(
        &cause,
        &[
            "Take a heap dump (Android Studio's memory profiler) or let LeakCanary run, and look for activities and bitmaps that are still held: static fields, listeners, lists and caches without a limit.",
            picture,
        ],
    );
}

/// Libraries that load the pictures which the app shows, in the size in which it shows them.
const LOADERS: &[&str] =
    &["com.bumptech.glide.", "com.squareup.picasso.", "coil.", "coil3.", "com.facebook.imagepipeline."];

/// A bitmap that a library makes for itself: no step for the reader's own loading of pictures reaches it.
fn made_by_library(scene: &Scene<'_>, megabytes: &str, bytes: u64, failure: &mut Failure) -> bool {
    let caller = failure.details.get("foreign_caller").filter(|_| scene.own.is_none());
    let Some(caller) = caller.filter(|caller| !LOADERS.iter().any(|start| caller.starts_with(start))) else {
        return false;
    };
    let (class, method) = caller.rsplit_once('.').unwrap_or(("", caller));
    let maker = format!("{}.{method}", simple(class));
    failure.details.insert("maker".to_owned(), maker);
    let cause = format!(
        "The heap has no room for one more bitmap of {megabytes} ({bytes} bytes), which `{{maker}}` makes. A whole picture takes width × height × 4 bytes; while it is rotated, cropped or copied, twice as much."
    );
    failure.say(
        &cause,
        &[
            "Let that library work with smaller pictures, by its options: of a camera the picture's size and quality (and no rotating, such as expo-camera's `skipProcessing`), of a picker or cropper the largest width and height.",
            "Devices with a small heap get more by `android:largeHeap=\"true\"`; see with the memory profiler what else is held.",
        ],
    );
    true
}

/// A bitmap that does not fit any more, where the log does not say how large the heap may be.
fn picture(scene: &Scene<'_>, megabytes: &str, bytes: u64, failure: &mut Failure) {
    let cause = format!(
        "The heap has no room for one more bitmap of {megabytes} ({bytes} bytes){}: pictures are decoded in their full size (width × height × 4 bytes), or too many are held at once (a list, a cache).",
        scene.here()
    );
    failure.say(
        &cause,
        &[
            "Load each picture in the size in which it is shown: Coil, Glide or Picasso do it and cache, else `BitmapFactory.Options` with `inJustDecodeBounds` first and then `inSampleSize`, off the main thread.",
            "Do not keep bitmaps in fields and lists; if it grows with time, look with the memory profiler or LeakCanary for what holds them.",
        ],
    );
}

fn same(one: &Frame, other: &Frame) -> bool {
    one.class == other.class && one.method == other.method
}

/// The frames from the user's own one on, and those of the same function that stand above it because they have no place.
fn recurring<'t>(scene: &Scene<'t>) -> &'t [Frame] {
    let Some((section, at)) = scene.own else { return scene.frames() };
    let frames = &scene.sections[section].frames;
    let above = frames[..at].iter().rev().take_while(|frame| same(frame, &frames[at])).count();
    // A report may end within the name of a frame.
    let cut = frames.last().is_some_and(|last| {
        last.place.is_none() && last.class == frames[at].class && frames[at].method.starts_with(&last.method)
    });
    let end = if cut && frames.len() > at + 1 { frames.len() - 1 } else { frames.len() };
    &frames[at - above..end]
}

fn recursion(scene: &Scene<'_>, failure: &mut Failure) {
    let frames = recurring(scene);
    let repeats =
        |length: usize| (length..(length * ROUNDS).min(frames.len())).all(|at| same(&frames[at], &frames[at - length]));
    // Two equal frames are all that some reports leave of it.
    let twice = frames.len() >= 2 && frames.iter().take(4).all(|frame| same(frame, &frames[0]));
    let rounds = |length: usize| if length == 1 { ROUNDS } else { FEW_ROUNDS };
    let length = (1..=LONGEST)
        .find(|length| frames.len() >= length * rounds(*length) && repeats(*length))
        .or(twice.then_some(1));
    let (Some(length), Some(frame)) = (length, frames.first()) else { return };
    if length > 1 {
        return circle(scene, &frames[..length], failure);
    }
    if scene.own.is_none() {
        return;
    }
    let property = ["get", "set", "is"].iter().find_map(|start| frame.method.strip_prefix(start));
    let property =
        property.filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase()) && is_kotlin(frame));
    let clause = property.map_or(String::new(), |name| {
        let name = format!("{}{}", name[..1].to_ascii_lowercase(), &name[1..]);
        format!(" In Kotlin the property `{name}` inside of its own accessor is that accessor again.")
    });
    let cause = format!("`{{at}}` calls itself without end (recursion), until the stack overflows.{clause}");
    let step = match frame.method.as_str() {
        "equals" | "hashCode" | "toString" => {
            "Two objects that hold each other call each other here: leave one of the two references out of `equals`, `hashCode` and `toString` (in a data class move it out of the constructor)."
        }
        _ if property.is_some() => {
            "At {name}:{line} write `field` for the value itself, or refer to the outer one by another name (`this@Outer.…`)."
        }
        _ => {
            "At {name}:{line} give the recursion an end: the case in which it does not call itself, or an argument that comes nearer to it; a function that is meant to call another one of the same name (of `super`, of a delegate, another overload) has to name it."
        }
    };
    let elsewhere = scene.package.is_some_and(|package| !frame.class.starts_with(package));
    match own::vendors::package_of(&frame.class).filter(|library| elsewhere && library.contains('.')) {
        Some(library) => of_library(library, failure),
        None => failure.say(&cause, &[step]),
    }
}

/// A function outside of the app's package that calls itself.
fn of_library(library: String, failure: &mut Failure) {
    failure.details.remove("own_unsure");
    failure.details.insert("recursing_library".to_owned(), library);
    failure.say(
        "`{at}` of `{recursing_library}`, which is not the app's package, calls itself without end (recursion), until the stack overflows: a function that is meant to call another one of its name (an overload, the one of a delegate or of `super`) and calls itself, or a recursion without an end.",
        &[
            "Update `{recursing_library}` to a release in which `{at}` does not call itself; until then call another function or overload of it, or report it with this trace.",
            "If it is a module of yours: see at {name}:{line} which function is really called there.",
        ],
    );
}

/// A recursion through several functions, the innermost first.
fn circle(scene: &Scene<'_>, frames: &[Frame], failure: &mut Failure) {
    let is_own = |frame: &Frame| own::is_own_frame(frame, scene.package);
    let telling = |frame: &&Frame| frames.len() <= NAMED || is_own(frame) || is_callback(frame);
    // The callers stand below: read upwards it is the order of calls.
    let mut names: Vec<String> = frames.iter().filter(telling).map(own::name).rev().collect();
    names.dedup();
    let whole = names.len() <= NAMED;
    names.truncate(NAMED);
    let Some(first) = names.first().cloned() else { return };
    let around = if whole { first } else { "…".to_owned() };
    let circle: Vec<String> = names.into_iter().chain([around]).map(|name| format!("`{name}`")).collect();
    let through = if scene.own.is_some() { "A recursion through `{at}`" } else { "A recursion" };
    let circle = circle.join(" → ").replace(['{', '}'], "").replace("`…`", "…");
    let mut cause = format!("{through} does not end, until the stack overflows: {circle}.");
    let listens = frames.iter().find(|frame| is_own(frame) && is_callback(frame));
    let called = listens.and_then(|listener| {
        let at = frames.iter().position(|frame| std::ptr::eq(frame, listener))?;
        // The function above it, which it calls; on top stands what the lowest of the circle is called by.
        frames.get(at.checked_sub(1).unwrap_or(frames.len() - 1)).filter(|frame| !is_own(frame))
    });
    let (Some(listener), Some(called)) = (listens, called) else {
        return failure.say(
            &cause,
            &["Break this circle: give one of its functions a condition under which it does not call the next."],
        );
    };
    let listener = own::name(listener);
    let called = own::name(called);
    cause.push_str(&format!(" The callback `{listener}` calls `{called}`, which calls that callback again at once."));
    let fix = format!(
        "Do not call `{called}` from `{listener}` while the listener is set: remove it before the call and set it again behind it, return if nothing has changed, or put the call off (`view.post {{{{ … }}}}`)."
    );
    failure.say(&cause, &[&fix]);
}

/// `onAnimationEnd`, `afterTextChanged`: a function that a listener gives to somebody else
fn is_callback(frame: &Frame) -> bool {
    let name = own::name(frame);
    let method = name.rsplit('.').next().unwrap_or("");
    let capital = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_uppercase());
    method.strip_prefix("on").is_some_and(capital) || method == "afterTextChanged"
}

fn is_kotlin(frame: &Frame) -> bool {
    frame.place.as_ref().is_some_and(|(file, _)| file.ends_with(".kt"))
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn first_step(bytes: u64, free: u64, frame: &str) -> String {
        let log = format!(
            "java.lang.OutOfMemoryError: Failed to allocate a {bytes} byte allocation with {free} free bytes and 227KB until OOM\n\tat android.graphics.BitmapFactory.decodeStream(BitmapFactory.java:609)\n\tat {frame}\n\tat com.example.basket.ShelfActivity.onCreate(ShelfActivity.java:74)\n"
        );
        explain(&parse(&log).failures[0]).fixes.join("\n")
    }

    #[test]
    fn a_circle_is_named_and_a_listener_in_it() {
        let round = |own: &str| {
            format!(
                "\tat org.shelves.Carousel.turn(Carousel.java:690)\n\tat com.example.basket.{own}(Splash.java:40)\n\tat org.shelves.Notifier.end(Notifier.java:9)\n"
            )
        };
        let told = |own: &str| {
            let log = format!(
                "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\njava.lang.StackOverflowError: stack size 8MB\n{}",
                round(own).repeat(3)
            );
            explain(&parse(&log).failures[0])
        };
        let listener = told("Splash$1.onTurned");
        assert!(listener.root_cause.contains("`Notifier.end` → `Splash$1.onTurned` → `Carousel.turn`"), "{listener:?}");
        assert!(listener.fixes[0].starts_with("Do not call `Carousel.turn` from `Splash$1.onTurned`"), "{listener:?}");
        let plain = told("Splash.show");
        assert!(plain.root_cause.contains("→") && plain.fixes[0].starts_with("Break this circle"), "{plain:?}");
    }

    #[test]
    fn without_numbers_the_frames_show_what_is_allocated() {
        let told = |top: &str| {
            let log = format!(
                "java.lang.OutOfMemoryError\n\tat {top}\n\tat com.example.basket.ShelfView.refresh(ShelfView.java:446)\n\tat android.os.Handler.handleCallback(Handler.java:725)\n"
            );
            let told = explain(&parse(&log).failures[0]);
            format!("{} {}", told.root_cause, told.fixes.join("\n"))
        };
        let bitmap = told("android.graphics.Bitmap.createBitmap(Bitmap.java:689)");
        assert!(bitmap.contains("create a bitmap") && bitmap.contains("`ShelfView.refresh`"), "{bitmap}");
        assert!(!bitmap.contains("-Xmx"), "{bitmap}");
        assert!(told("java.util.Arrays.copyOf(Arrays.java:1)").contains("copy streams"));
    }

    #[test]
    fn a_function_of_another_package_that_calls_itself_is_a_librarys() {
        let told = |package: &str| {
            let call = |place: &str| format!("\tat {package}.Orders.place({place})\n");
            let log = format!(
                "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\njava.lang.StackOverflowError: stack size 8MB\n{}{}\tat {package}.Orders.pla",
                call("Orders.kt"),
                call("Orders.kt:21")
            );
            explain(&parse(&log).failures[0])
        };
        let library = told("de.scales.sdk");
        assert!(library.root_cause.contains("`Orders.place` of `de.scales.sdk`"), "{library:?}");
        assert!(library.fixes[0].starts_with("Update `de.scales.sdk`"), "{library:?}");
        let own = told("net.oak.basket.shop");
        assert!(own.root_cause.contains("calls itself") && !own.fixes.join("").contains("Update"), "{own:?}");
    }

    #[test]
    fn a_small_picture_is_not_what_fills_the_heap() {
        let in_layout = first_step(331_788, 233_304, "android.content.res.TypedArray.getDrawable(TypedArray.java:870)");
        assert!(
            in_layout.starts_with("Take a heap dump") && in_layout.contains("drawables of the layout"),
            "{in_layout}"
        );
        let large = first_step(48_000_012, 233_304, "com.example.basket.Pictures.load(Pictures.java:8)");
        assert!(large.starts_with("Load each picture in the size"), "{large}");
    }
}
