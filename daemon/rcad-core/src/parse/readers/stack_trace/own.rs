//! Which frame is the user's own: in the app's package where the text names it, else not in a package that is known.

use super::trace::{Frame, Section};
use crate::pattern::Pattern;

/// `ComponentInfo{com.example.app/com.example.app.ui.MainActivity}`, `cmp=com.example.app/.Main`, `{hash 12:com.example.app/u0a9}`
static COMPONENT: Pattern = Pattern::new(
    r"(?:ComponentInfo\{|cmp=|u[0-9]+ |ProcessRecord\{[0-9a-f]+ [0-9]+:)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)/",
);

/// `/data/app/~~x==/com.example.app-y==/base.apk`, `/data/app/com.example.app-1/base.apk`
static INSTALLED: Pattern =
    Pattern::new(r"/data/(?:app/(?:~~[^/]+/)?|user/[0-9]+/|data/)(?P<app>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)[-/]");

/// First segments of a package that do not identify its author.
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
    "com.basgeekball.",
    "com.beloo.",
    "com.bumptech.",
    "com.chad.library.",
    "com.crashlytics.",
    "com.daimajia.",
    "com.datadog.",
    "com.devbrackets.",
    "com.dylanvann.",
    "com.epicgames.",
    "com.esotericsoftware.",
    "com.facebook.",
    "com.fasterxml.",
    "com.flutter.gradle.",
    "com.getcapacitor.",
    "com.github.barteksc.",
    "com.github.mikephil.",
    "com.github.ybq.",
    "com.goodiebag.",
    "com.google.",
    "com.google.zxing.",
    "com.gyf.immersionbar.",
    "com.hannesdorfmann.",
    "com.heytap.",
    "com.huawei.",
    "com.ibm.icu.",
    "com.instabug.",
    "com.iqiyi.xcrash.",
    "com.j256.",
    "com.jakewharton.",
    "com.jaredrummler.",
    "com.jess.arms.",
    "com.journeyapps.",
    "com.karumi.dexter.",
    "com.kongzue.",
    "com.lzy.",
    "com.mapbox.",
    "com.markomilos.",
    "com.mcxiaoke.",
    "com.mediatek.",
    "com.microsoft.appcenter.",
    "com.microsoft.codepush.",
    "com.mikepenz.",
    "com.miui.",
    "com.mojang.",
    "com.mongodb.",
    "com.mysql.",
    "com.newrelic.",
    "com.nispok.",
    "com.nostra13.",
    "com.oblador.",
    "com.onesignal.",
    "com.oplus.",
    "com.oppo.",
    "com.orhanobut.",
    "com.orm.",
    "com.parse.",
    "com.pichillilorenzo.",
    "com.qualcomm.",
    "com.raizlabs.",
    "com.reactnative.",
    "com.reactnativecommunity.",
    "com.reactnativedocumentpicker.",
    "com.reactnativenavigation.",
    "com.revenuecat.",
    "com.samsung.",
    "com.sec.",
    "com.segment.",
    "com.shockwave.",
    "com.squareup.",
    "com.stripe.",
    "com.sun.",
    "com.swmansion.",
    "com.taobao.",
    "com.tencent.bugly.",
    "com.tencent.mmkv.",
    "com.th3rdwave.",
    "com.theartofdev.",
    "com.umeng.",
    "com.unity3d.",
    "com.vivo.",
    "com.wdullaer.",
    "com.xiaomi.",
    "com.yalantis.",
    "com.yarolegovich.",
    "com.zaxxer.",
    "com.zhihu.matisse.",
    "cpw.mods.",
    "dagger.",
    "dalvik.",
    "dart.",
    "de.greenrobot.",
    "de.hdodenhof.",
    "de.keyboardsurfer.",
    "de.mateware.snacky.",
    "eu.davidea.",
    "eu.faircode.xlua.",
    "expo.modules.",
    "fi.iki.elonen.",
    "gnu.",
    "groovy.",
    "hilt_aggregated_deps.",
    "info.guardianproject.",
    "io.branch.",
    "io.card.",
    "io.fabric.",
    "io.flutter.",
    "io.github.inflationx.",
    "io.github.luizgrp.",
    "io.grpc.",
    "io.invertase.",
    "io.ktor.",
    "io.lettuce.",
    "io.micronaut.",
    "io.mockk.",
    "io.netty.",
    "io.objectbox.",
    "io.quarkus.",
    "io.reactivex.",
    "io.realm.",
    "io.requery.",
    "io.sentry.",
    "io.smallrye.",
    "io.vertx.",
    "j$.",
    "jakarta.",
    "java.",
    "javassist.",
    "javax.",
    "jdk.",
    "jp.wasabeef.",
    "junit.",
    "kotlin.",
    "kotlinx.",
    "leakcanary.",
    "libcore.",
    "liquibase.",
    "me.drakeet.",
    "me.jessyan.",
    "me.leolin.",
    "me.relex.",
    "mono.",
    "net.bytebuddy.",
    "net.danlew.",
    "net.fabricmc.",
    "net.lingala.",
    "net.minecraft.",
    "net.minecraftforge.",
    "net.neoforged.",
    "net.sourceforge.",
    "net.sqlcipher.",
    "net.yslibrary.",
    "net.zetetic.",
    "okhttp3.",
    "okio.",
    "org.acra.",
    "org.altbeacon.",
    "org.apache.",
    "org.apache.cordova.",
    "org.bouncycastle.",
    "org.checkerframework.",
    "org.chromium.",
    "org.cocos2dx.",
    "org.codehaus.",
    "org.conscrypt.",
    "org.eclipse.",
    "org.flywaydb.",
    "org.gradle.",
    "org.greenrobot.",
    "org.h2.",
    "org.hamcrest.",
    "org.hibernate.",
    "org.intellij.",
    "org.jacoco.",
    "org.jboss.",
    "org.jetbrains.",
    "org.joda.",
    "org.json.",
    "org.jsoup.",
    "org.junit.",
    "org.kodein.",
    "org.koin.",
    "org.libsdl.",
    "org.mariadb.",
    "org.mockito.",
    "org.mozilla.javascript.",
    "org.objectweb.",
    "org.objenesis.",
    "org.osmdroid.",
    "org.postgresql.",
    "org.reactivestreams.",
    "org.robolectric.",
    "org.robovm.",
    "org.simpleframework.",
    "org.slf4j.",
    "org.spongepowered.",
    "org.springframework.",
    "org.sqlite.",
    "org.threeten.",
    "org.videolan.",
    "org.webrtc.",
    "org.xml.",
    "org.xmlpull.",
    "permissions.dispatcher.",
    "pl.droidsonroids.",
    "pub.devrel.",
    "reactor.",
    "retrofit.",
    "retrofit2.",
    "rx.",
    "scala.",
    "settings_",
    "sun.",
    "timber.",
    "uk.co.chrisjenx.",
    "uk.co.senab.",
    "versioned.host.exp.",
    "worker.org.gradle.",
    "xcrash.",
    "zendesk.",
    "zygote.",
];

/// The app that a text is about, by its components or the place where it is installed.
pub fn app_in(text: &str) -> Option<String> {
    let found = COMPONENT.captures(text).or_else(|| INSTALLED.captures(text))?;
    Some(found["app"].to_owned())
}

/// Returns the prefix that all classes of an app share: `com.garmin.` of `com.garmin.android.service`.
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
/// before those without, written by the user before generated. Section and frame as indices.
pub fn frame(sections: &[Section], package: Option<&str>) -> Option<(usize, usize)> {
    let first = |fits: &dyn Fn(&Frame) -> bool, generated: bool| {
        sections.iter().enumerate().rev().find_map(|(at, section)| {
            let mut frames = section.frames.iter().enumerate();
            let found = frames.find(|(nth, frame)| fits(frame) && (generated || !is_generated(section, *nth)))?;
            Some((at, found.0))
        })
    };
    let is_app = |frame: &Frame| package.is_some_and(|package| frame.class.starts_with(package));
    let is_placed_app = |frame: &Frame| frame.place.is_some() && is_app(frame);
    let is_placed_own = |frame: &Frame| frame.place.is_some() && is_own(&frame.class, package);
    first(&is_placed_app, false)
        .or_else(|| first(&is_placed_own, false))
        .or_else(|| first(&is_placed_app, true))
        .or_else(|| first(&is_placed_own, true))
        .or_else(|| first(&|frame| is_app(frame) && is_readable(frame), true))
        .or_else(|| first(&|frame| is_own(&frame.class, package) && is_readable(frame), true))
}

/// So often a function stands among the first frames of a recursion.
const AGAIN: usize = 3;

/// Of a recursion the first of the user's functions that calls itself again, from the frame `own` on; `own` where there is
/// none.
pub fn repeated(sections: &[Section], own: (usize, usize)) -> (usize, usize) {
    let frames = &sections[own.0].frames;
    let same = |one: &Frame, other: &Frame| one.class == other.class && one.method == other.method;
    let again = |at: &usize| frames.iter().filter(|frame| same(frame, &frames[*at])).count() >= AGAIN;
    let found = (own.1..frames.len()).find(|at| again(at) && is_own(&frames[*at].class, None));
    found.map_or(own, |at| (own.0, at))
}

/// Ends of names of classes that annotation processors and the build make.
const GENERATED: &[&str] = &["_Impl", "BindingImpl", "_Factory", "_MembersInjector", "JsonAdapter"];

/// Whether nobody wrote the function: it is of a generated class, or an enum's own `valueOf`.
fn is_generated(section: &Section, nth: usize) -> bool {
    let Some(frame) = section.frames.get(nth) else { return false };
    let name = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    let outer = name.split('$').next().unwrap_or(name);
    let above = nth.checked_sub(1).and_then(|above| section.frames.get(above));
    outer.starts_with("Hilt_")
        || GENERATED.iter().any(|end| outer.ends_with(end))
        || frame.method == "valueOf" && above.is_some_and(|above| above.class == "java.lang.Enum")
}

/// Packages of the platform, of Kotlin, of Android's own libraries and of what builds and tests.
const PLATFORM: &[&str] = &[
    "android.",
    "androidx.",
    "com.android.",
    "com.google.android.material.",
    "com.sun.",
    "dalvik.",
    "j$.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.",
    "libcore.",
    "sun.",
    "_COROUTINE.",
    "groovy.",
    "junit.",
    "org.codehaus.",
    "org.gradle.",
    "org.jetbrains.",
    "org.junit.",
    "worker.org.gradle.",
];

/// Packages of the languages' own libraries, which throw for whoever called them wrongly.
const BASICS: &[&str] =
    &["dalvik.", "j$.", "java.", "javax.", "jdk.", "kotlin.", "kotlinx.coroutines.", "libcore.", "sun."];

/// The frame on top that tells whose code failed: of the deepest cause that has one outside of the languages' libraries.
pub fn top_frame(sections: &[Section]) -> Option<&Frame> {
    let telling = |frame: &&Frame| !BASICS.iter().any(|known| frame.class.starts_with(known));
    let deepest = sections.iter().rev().find_map(|section| section.frames.iter().find(telling));
    deepest.or_else(|| sections.iter().rev().find_map(|section| section.frames.first()))
}

/// The frame of a library, where no frame is the user's own: of the deepest cause that has one with a place.
pub fn library_frame(sections: &[Section]) -> Option<&Frame> {
    let fits = |frame: &&Frame| frame.place.is_some() && !PLATFORM.iter().any(|known| frame.class.starts_with(known));
    sections.iter().rev().find_map(|section| section.frames.iter().find(fits))
}

/// Not a name that a shrinker made (`pi2.c`, `a.b.c.d`).
fn is_readable(frame: &Frame) -> bool {
    let name = frame.class.rsplit('.').next().unwrap_or("");
    frame.class.contains('.') && name.len() > 3
}

/// Functions of lambdas and of objects in a function.
const LAMBDAS: &[&str] = &["invoke", "invokeSuspend", "run", "onClick", "apply", "accept", "call", "emit", "measure"];

/// A code location for people: the class without its package, lambdas and bridges by their function.
pub fn name(frame: &Frame) -> String {
    let class = frame.class.rsplit('.').next().unwrap_or(&frame.class);
    if frame.method.is_empty() {
        return class.to_owned();
    }
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
