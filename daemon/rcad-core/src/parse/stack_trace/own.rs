//! Which frame is the user's own: in the app's package where the text names it, else not in a package that is known.

use super::super::pattern::Pattern;
use super::trace::{Frame, Section};

/// `ComponentInfo{com.example.app/com.example.app.ui.MainActivity}`, `cmp=com.example.app/.Main`, `{hash 12:com.example.app/u0a9}`
static COMPONENT: Pattern = Pattern::new(
    r"(?:ComponentInfo\{|cmp=|u[0-9]+ |ProcessRecord\{[0-9a-f]+ [0-9]+:)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)/",
);

/// `/data/app/~~x==/com.example.app-y==/base.apk`, `/data/app/com.example.app-1/base.apk`
static INSTALLED: Pattern =
    Pattern::new(r"/data/(?:app/(?:~~[^/]+/)?|user/[0-9]+/|data/)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)[-/]");

/// First segments of a package that say nothing of who wrote it.
const SHARED: &[&str] = &["com.android.", "com.google.", "com.github.", "io.github.", "com.gitlab.", "org.chromium."];

/// Packages that are never the user's own, unless the process says so.
const FOREIGN: &[&str] = &[
    "_COROUTINE.",
    "android.",
    "androidx.",
    "anet.",
    "app.cash.sqldelight.",
    "arrow.",
    "bolts.",
    "build_",
    "butterknife.",
    "cafe.adriel.voyager.",
    "ch.qos.logback.",
    "coil.",
    "coil3.",
    "com.actionbarsherlock.",
    "com.adjust.",
    "com.afollestad.",
    "com.airbnb.",
    "com.alibaba.",
    "com.amplitude.",
    "com.android.",
    "com.apollographql.",
    "com.applovin.",
    "com.appsflyer.",
    "com.arkivanov.",
    "com.badlogic.gdx.",
    "com.bumptech.",
    "com.crashlytics.",
    "com.datadog.",
    "com.epicgames.",
    "com.esotericsoftware.",
    "com.facebook.",
    "com.fasterxml.",
    "com.getcapacitor.",
    "com.google.",
    "com.google.zxing.",
    "com.huawei.",
    "com.ibm.icu.",
    "com.j256.",
    "com.jakewharton.",
    "com.journeyapps.",
    "com.karumi.dexter.",
    "com.mapbox.",
    "com.mediatek.",
    "com.mikepenz.",
    "com.miui.",
    "com.nostra13.",
    "com.onesignal.",
    "com.oplus.",
    "com.oppo.",
    "com.orm.",
    "com.parse.",
    "com.qualcomm.",
    "com.raizlabs.",
    "com.reactnativecommunity.",
    "com.reactnativenavigation.",
    "com.revenuecat.",
    "com.samsung.",
    "com.sec.",
    "com.segment.",
    "com.squareup.",
    "com.sun.",
    "com.swmansion.",
    "com.taobao.",
    "com.tencent.bugly.",
    "com.tencent.mmkv.",
    "com.th3rdwave.",
    "com.umeng.",
    "com.unity3d.",
    "com.zaxxer.",
    "dagger.",
    "dalvik.",
    "dart.",
    "de.greenrobot.",
    "de.keyboardsurfer.",
    "expo.modules.",
    "gnu.",
    "groovy.",
    "hilt_aggregated_deps.",
    "io.flutter.",
    "io.grpc.",
    "io.invertase.",
    "io.ktor.",
    "io.mockk.",
    "io.netty.",
    "io.objectbox.",
    "io.reactivex.",
    "io.realm.",
    "io.requery.",
    "io.sentry.",
    "j$.",
    "java.",
    "javassist.",
    "javax.",
    "jdk.",
    "junit.",
    "kotlin.",
    "kotlinx.",
    "leakcanary.",
    "libcore.",
    "me.jessyan.",
    "mono.",
    "net.bytebuddy.",
    "net.sqlcipher.",
    "net.zetetic.",
    "okhttp3.",
    "okio.",
    "org.acra.",
    "org.apache.",
    "org.apache.cordova.",
    "org.chromium.",
    "org.cocos2dx.",
    "org.codehaus.",
    "org.gradle.",
    "org.greenrobot.",
    "org.hamcrest.",
    "org.intellij.",
    "org.jetbrains.",
    "org.joda.",
    "org.json.",
    "org.junit.",
    "org.kodein.",
    "org.koin.",
    "org.libsdl.",
    "org.mockito.",
    "org.mozilla.javascript.",
    "org.objectweb.",
    "org.objenesis.",
    "org.reactivestreams.",
    "org.robolectric.",
    "org.robovm.",
    "org.slf4j.",
    "org.springframework.",
    "org.sqlite.",
    "org.webrtc.",
    "org.xml.",
    "org.xmlpull.",
    "reactor.",
    "retrofit.",
    "retrofit2.",
    "rx.",
    "scala.",
    "settings_",
    "sun.",
    "timber.",
    "worker.org.gradle.",
    "xcrash.",
    "zygote.",
];

/// The app that a text is about, by its components or the place where it is installed.
pub fn app_in(text: &str) -> Option<String> {
    let found = COMPONENT.captures(text).or_else(|| INSTALLED.captures(text))?;
    Some(found["app"].to_owned())
}

/// What the classes of an app begin with: `com.garmin.` of `com.garmin.android.service`.
pub fn package(app: &str) -> String {
    let name = app.split(':').next().unwrap_or(app);
    let segments = if SHARED.iter().any(|shared| name.starts_with(shared)) { 3 } else { 2 };
    let mut package: String = name.split('.').take(segments).collect::<Vec<_>>().join(".");
    package.push('.');
    package
}

/// Whether a class is neither the platform's nor a well-known library's.
pub fn is_own(class: &str, package: Option<&str>) -> bool {
    package.is_some_and(|package| class.starts_with(package)) || !FOREIGN.iter().any(|known| class.starts_with(known))
}

/// The user's own frame that says most: of the deepest cause that has one, in the app's package before others, with a place
/// before those without. Section and frame as indices.
pub fn frame(sections: &[Section], package: Option<&str>) -> Option<(usize, usize)> {
    let first = |fits: &dyn Fn(&Frame) -> bool| {
        sections.iter().enumerate().rev().find_map(|(at, section)| Some((at, section.frames.iter().position(fits)?)))
    };
    let is_app = |frame: &Frame| package.is_some_and(|package| frame.class.starts_with(package));
    first(&|frame| frame.place.is_some() && is_app(frame))
        .or_else(|| first(&|frame| frame.place.is_some() && is_own(&frame.class, package)))
        .or_else(|| first(&|frame| is_app(frame) && is_readable(frame)))
        .or_else(|| first(&|frame| is_own(&frame.class, package) && is_readable(frame)))
}

/// Not a name that a shrinker made (`pi2.c`, `a.b.c.d`).
fn is_readable(frame: &Frame) -> bool {
    let name = frame.class.rsplit('.').next().unwrap_or("");
    frame.class.contains('.') && name.len() > 3
}

/// Functions of lambdas and of objects in a function.
const LAMBDAS: &[&str] = &["invoke", "invokeSuspend", "run", "onClick", "apply", "accept", "call", "emit", "measure"];

/// A place in code for people: the class without its package, lambdas and bridges by the function that they stand in.
pub fn name(frame: &Frame) -> String {
    let class = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    let method = frame.method.as_str();
    // `onCreate$lambda$0`, `onCreate$lambda-0`, `lambda$refresh$9$com-example-Bar`, `access$load`, `load$suspendImpl`
    let method = method.strip_prefix("lambda$").or_else(|| method.strip_prefix("access$")).unwrap_or(method);
    let method = method.split('$').next().filter(|name| !name.is_empty()).unwrap_or(method);
    // `copy-Zbe2FdA`: Kotlin's mark for inline classes
    let method = method.rsplit_once('-').filter(|(_, mark)| mark.len() == 7).map_or(method, |(name, _)| name);
    // `Basket$load$1.invokeSuspend`, `BasketKt$Basket$2.invoke`: the lambda's class has the function's name in it
    let lambda = LAMBDAS.contains(&method);
    let mut parts = class.split('$').filter(|part| !part.is_empty());
    let (outer, inner) = (parts.next().unwrap_or(class), parts.next());
    // Functions begin with a small letter, but composables don't.
    let is_function =
        |inner: &&str| outer.ends_with("Kt") || inner.starts_with(|letter: char| letter.is_ascii_lowercase());
    match inner.filter(|inner| lambda && is_function(inner) && *inner != "DefaultImpls") {
        Some(function) => format!("{outer}.{function}"),
        None => format!("{class}.{method}"),
    }
}
