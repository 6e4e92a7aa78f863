//! What tools and devices print while all is well: warnings, notices, chatter. None of it is a failure, also where somebody
//! pastes it alone. What an app caught is none either, where all goes on around it; pasted alone it is what somebody asks about.

use rcad_core::Category as C;
use rcad_core::parse::parse;

/// Such texts, in the tools' own words.
const QUIET: &[&str] = &[
    "03-22 10:11:12.100  6743  6743 E Finsky  : [2] call failed!\n\
        03-22 10:11:12.100  6743  6743 E Finsky  : java.lang.UnsupportedOperationException: Unauth not supported in gRPC BrowseService.\n\
        03-22 10:11:12.100  6743  6743 E Finsky  : \tat ablg.c(PG:175)\n",
    "03-22 10:11:12.200  1500  1510 E HardwareInfo: java.lang.NumberFormatException: For input string: \"E\"\n\
        03-22 10:11:12.200  1500  1510 E HardwareInfo: \tat java.lang.Integer.parseInt(Integer.java:652)\n\
        03-22 10:11:12.200  1500  1510 E HardwareInfo: \tat com.google.android.settings.device.HardwareInfo.getSkuId(HardwareInfo.java:60)\n",
    "03-22 10:11:12.300  1600  1610 E Telecom : java.nio.file.NoSuchFileException: /data/user_de/0/com.android.server.telecom/files/api_stats\n\
        03-22 10:11:12.300  1600  1610 E Telecom : \tat sun.nio.fs.UnixException.translateToIOException(UnixException.java:86)\n\
        03-22 10:11:12.300  1600  1610 E Telecom : \tat com.android.server.telecom.stats.Stats.init(Stats.java:86)\n",
    "08-20 08:32:15.317 10962  8091 E AuthPII : android.content.pm.PackageManager$NameNotFoundException: com.example.oak\n\
        08-20 08:32:15.317 10962  8091 E AuthPII : \tat android.app.ApplicationPackageManager.getApplicationInfoAsUser(ApplicationPackageManager.java:571)\n\
        08-20 08:32:15.317 10962  8091 E AuthPII : \tat afvq.g(:com.google.android.gms@263131013@26.31.31 (100400-959389638):8)\n",
    "Note: Some input files use or override a deprecated API.\nNote: Recompile with -Xlint:deprecation for details.",
    "warning: [options] source value 8 is obsolete and will be removed in a future release\nwarning: [options] target value 8 is obsolete and will be removed in a future release\nwarning: [options] To suppress warnings about obsolete options, use -Xlint:-options.\n3 warnings",
    "WARNING: An illegal reflective access operation has occurred\nWARNING: Illegal reflective access by org.codehaus.groovy.reflection.CachedClass (file:/home/dev/a.jar) to method java.lang.Object.finalize()\nWARNING: Please consider reporting this to the maintainers of org.codehaus.groovy.reflection.CachedClass\nWARNING: All illegal access operations will be denied in a future release",
    "WARNING: A restricted method in java.lang.System has been called\nWARNING: java.lang.System::load has been called by net.rubygrapefruit.platform.internal.NativeLibraryLoader in an unnamed module\nWARNING: Use --enable-native-access=ALL-UNNAMED to avoid a warning for callers in this module",
    "w: file:///home/dev/shop/app/src/main/java/com/example/A.kt:12:5 Parameter 'x' is never used\nw: file:///home/dev/shop/app/src/main/java/com/example/B.kt:3:1 'foo(): Unit' is deprecated. Use bar",
    "w: Kapt currently doesn't support language version 2.0+. Falling back to 1.9.",
    "w: Runtime JAR files in the classpath have the version 1.3, which is older than the API version 1.4. Consider using the runtime of version 1.4, or pass '-api-version 1.3' explicitly to restrict the available APIs to the runtime of version 1.3.",
    "Configuration 'compile' is obsolete and has been replaced with 'implementation' and 'api'.\nIt will be removed at the end of 2018. For more information see: http://d.android.com/r/tools/update-dependency-configurations.html",
    "WARNING: The option setting 'android.enableR8=true' is deprecated.\nIt will be removed in version 5.0 of the Android Gradle plugin.\nYou will no longer be able to disable R8",
    "WARNING: API 'variant.getJavaCompile()' is obsolete and has been replaced with 'variant.getJavaCompileProvider()'.\nIt will be removed at the end of 2019.\nFor more information, see https://d.android.com/r/tools/task-configuration-avoidance.\nTo determine what is calling variant.getJavaCompile(), use -Pandroid.debug.obsoleteApi=true on the command line to display a stack trace.",
    "We recommend using a newer Android Gradle plugin to use compileSdk = 35\n\nThis Android Gradle plugin (8.2.1) was tested up to compileSdk = 34.\n\nYou are strongly encouraged to update your project to use a newer\nAndroid Gradle plugin that has been tested with compileSdk = 35.\n\nIf you are already using the latest version of the Android Gradle plugin,\nyou may need to wait until a newer version with support for compileSdk = 35 is available.\n\nTo suppress this warning, add/update\nandroid.suppressUnsupportedCompileSdk=35\nto this project's gradle.properties",
    "Warning: Mapping new ns http://schemas.android.com/repository/android/common/02 to old ns http://schemas.android.com/repository/android/common/01\nWarning: Mapping new ns http://schemas.android.com/repository/android/generic/02 to old ns http://schemas.android.com/repository/android/generic/01",
    "WARNING: We recommend using a newer Android Gradle plugin to use compileSdk = 33",
    "Warning: SDK processing. This version only understands SDK XML versions up to 3 but an SDK XML file of version 4 was encountered. This can happen if you use versions of Android Studio and the command-line tools that were released at different times.",
    "OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future release.",
    "OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes because bootstrap classpath has been appended",
    "Starting a Gradle Daemon, 1 incompatible and 2 stopped Daemons could not be reused, use --status for details",
    "Picked up JAVA_TOOL_OPTIONS: -Dfile.encoding=UTF-8",
    "The following options were not recognized by any processor: '[dagger.fastInit, kapt.kotlin.generated]'",
    "warning: Supported source version 'RELEASE_7' from annotation processor 'android.arch.lifecycle.LifecycleProcessor' less than -source '1.8'",
    "> Task :app:stripDebugDebugSymbols\nUnable to strip the following libraries, packaging them as they are: libfoo.so, libbar.so.",
    "Exclude rules in proguard-rules.pro is deprecated\nWARNING: R8: Library class `android.content.Foo` implements program class",
    "R8: Expected stack map table for method with non-linear control flow.\nWarning in /home/dev/a.jar:com/example/A.class:\n  Expected stack map table for method with non-linear control flow.",
    "I/Choreographer(1378): Skipped 55 frames!  The application may be doing too much work on its main thread.",
    "W/OpenGLRenderer: Failed to choose config with EGL_SWAP_BEHAVIOR_PRESERVED, retrying without...\nE/eglCodecCommon: glUtilsParamSize: unknow param 0x00008cdf\nE/EGL_emulation: tid 2345: eglSurfaceAttrib(1174): error 0x3009 (EGL_BAD_MATCH)",
    "E/libEGL  (12345): call to OpenGL ES API with no current context (logged once per thread)",
    "E/ActivityThread: Failed to find provider info for com.google.settings",
    "E/GoogleApiManager: Failed to get service from broker. \njava.lang.SecurityException: Unknown calling package name 'com.google.android.gms'.\n\tat android.os.Parcel.createException(Parcel.java:1950)\n\tat android.os.Parcel.readException(Parcel.java:1918)",
    "W/System: A resource failed to call close.",
    "W/zygote64: Skipping duplicate class check due to unrecognized classloader",
    "I/art: Rejecting re-init on previously-failed class java.lang.Class<androidx.core.view.ViewCompat$1>: java.lang.NoClassDefFoundError: Failed resolution of: Landroid/view/View$OnUnhandledKeyEventListener;",
    "W/ViewRootImpl: Cancelling event due to no window focus: MotionEvent { action=ACTION_CANCEL }",
    "E/FirebaseInstanceId: Token retrieval failed: SERVICE_NOT_AVAILABLE. Will retry token retrieval",
    "W/FirebaseRemoteConfig: No value of type 'String' exists for parameter key 'x'.",
    "E/chromium: [ERROR:web_contents_delegate.cc(233)] WebContentsDelegate::CheckMediaAccessPermission: Not supported.",
    "E/GnssHAL_GnssInterface: gnssSvStatusCb: b: input svInfo.flags is 8",
    "> Task :app:lintDebug\nRan lint on variant debug: 12 issues found\nWrote HTML report to file:///home/dev/app/build/reports/lint-results-debug.html\n\nBUILD SUCCESSFUL in 20s",
    "e: warnings found and no -Werror",
    "[WARN] The deprecated Android Gradle Plugin is used. Please migrate.",
    "Class 'kotlin.Unit' was compiled fine",
    "Daemon will be stopped at the end of the build after running out of JVM memory",
    "Gradle daemon disappeared? No, all builds pass:\nBUILD SUCCESSFUL in 1m 2s\n32 actionable tasks: 32 executed",
    "Resolving dependency configuration 'debugRuntimeClasspath' at configuration time. This is not recommended",
    "INFO: Could not find files for the given pattern(s).\n\nBUILD SUCCESSFUL",
    "Some problems were found with the configuration? Here is the scan:\n\nDeprecated Gradle features were used in this build, making it incompatible with Gradle 9.0.",
    "The Task.leftShift(Closure) method has been deprecated and is scheduled to be removed in Gradle 5.0. Please use Task.doLast(Action) instead.\n\tat build_5azlxmqgrtlx2nc7fqnfbpb0k.run(/home/dev/app/build.gradle:22)",
    "warning: unable to find dSYM",
    "npm WARN deprecated core-js@2.6.12: core-js@<3.23.3 is no longer maintained",
    "warning [eslint] react-native: Require cycle: a.js -> b.js",
    "WARN  ViewPropTypes will be removed from React Native. Migrate to ViewPropTypes exported from 'deprecated-react-native-prop-types'.",
    "I/flutter (12345): Another exception was thrown? no\nI/flutter ( 1234): Observatory listening on http://127.0.0.1:1234/",
    "D/AndroidRuntime: Shutting down VM",
    "I/Process: Sending signal. PID: 1234 SIG: 9",
    "E/BufferQueueProducer: [SurfaceTexture-0-1234-0] cancelBuffer: BufferQueue has been abandoned",
    "W/art: Before Android 4.1, method android.graphics.PorterDuffColorFilter would have incorrectly overridden the package-private method in android.graphics.drawable.Drawable",
    "06-02 10:14:07.311  42  42 E SELinux : avc:  denied  { find } for service=foo pid=1 uid=2 scontext=u:r:untrusted_app:s0",
    "type=1400 audit(0.0:42): avc: denied { read } for name=\"foo\" dev=\"dm-5\" ino=1 scontext=u:r:untrusted_app:s0 tcontext=u:object_r:proc:s0 tclass=file permissive=0",
    "Flutter assets will be downloaded from https://storage.example. Make sure you trust this source!\nRunning Gradle task 'assembleDebug'...                            12.3s\n✓ Built build/app/outputs/flutter-apk/app-debug.apk",
    "warning: 'kotlin-android-extensions' Gradle plugin is deprecated. Please use this migration guide",
    "The Kotlin Gradle plugin was loaded multiple times in different subprojects, which is not supported and may break the build.\nThis might happen in subprojects that apply the Kotlin plugins with the Gradle 'plugins { ... }' DSL if they specify explicit versions, even if the versions are equal.\nPlease add the Kotlin plugin to the common parent project or the root project, then remove the versions in the subprojects.",
    "w: Consider opening an issue: some JAR files in the classpath have the Kotlin Runtime library bundled into them. This may cause difficult to debug problems if there's a different version of the Kotlin Runtime library in the classpath.",
    "> Task :app:checkDebugAarMetadata UP-TO-DATE\n> Task :app:processDebugMainManifest\npackage=\"com.example\" found in source AndroidManifest.xml: /home/dev/lib/src/main/AndroidManifest.xml.\nSetting the namespace via the package attribute in the source AndroidManifest.xml is no longer supported, and the value is ignored.\nRecommendation: remove package=\"com.example\" from the source AndroidManifest.xml",
    "/home/dev/app/src/main/AndroidManifest.xml:12:5-30 Warning:\n\tprovider#com.example.P was tagged at AndroidManifest.xml:12 to remove other declarations but no other declaration present",
    "warn: removing resource com.example:string/foo without required default value.",
    "AAPT: warn: multiple substitutions specified in non-positional format",
    "Info: The project uses incremental annotation processing. Incremental annotation processing disabled since the following annotation processors are not incremental: x (DYNAMIC)",
    "01-01 10:00:00.000 1 1 E memtrack: Couldn't load memtrack module (No such file or directory)\n01-01 10:00:00.000 1 1 E android.os.Debug: failed to load memtrack module: -2",
    "E/Parcel: Reading a NULL string not supported here.",
    "W/Activity: Slow Operation: Activity com.example/.Main onCreate took 512ms",
    "E/OpenGLRenderer: Unable to match the desired swap behavior.",
    "E/cr_VariationsUtils: Failed reading seed file \"/data/user/0/com.example/app_webview/variations_seed_new\": No such file or directory",
    "E/ThemeUtils: View class com.example.Foo is an AppCompat widget that can only be used with a Theme.AppCompat theme (or descendant).",
    "All tests passed!\n12 tests completed, 0 failed, 1 skipped",
    "The JVM was started with -Xmx512m. GC (Allocation Failure) happened 3 times.\n[GC (Allocation Failure) 2048K->512K(9728K), 0.0012 secs]",
    "W/BroadcastQueue: Background execution not allowed: receiving Intent { act=android.intent.action.PACKAGE_REMOVED }",
];

#[test]
fn nothing_is_wrong_in_them() {
    let told: Vec<(&str, Vec<String>)> = QUIET
        .iter()
        .map(|text| (*text, parse(text).failures.into_iter().map(|failure| failure.message).collect()))
        .filter(|(_, messages): &(&str, Vec<String>)| !messages.is_empty())
        .collect();
    assert!(told.is_empty(), "{told:#?}");
}

/// A device's log: level, tag and text of the lines of one process, `\n` between those of one entry, with what others log around.
fn among_others(entries: &[(char, &str, &str)]) -> String {
    let others = [
        ('D', 1020, "ShelfKeeper", "state 3 kept"),
        ('I', 1020, "DisplayGauge", "blocked 0"),
        ('D', 733, "FrameCounter", "frame 7"),
    ];
    let others: String = others.iter().map(|(level, pid, tag, text)| line(*level, *pid, tag, text)).collect();
    format!("{others}{}{others}", alone(entries))
}

/// The same without the others.
fn alone(entries: &[(char, &str, &str)]) -> String {
    entries.iter().flat_map(|(level, tag, text)| text.lines().map(|text| line(*level, 6401, tag, text))).collect()
}

fn line(level: char, pid: u32, tag: &str, text: &str) -> String {
    format!("05-11 09:31:07.412 {pid:5} {pid:5} {level} {tag}: {text}\n")
}

/// What nobody's app died of, whoever logs it: the system's parts, Google's apps, what a device's maker added.
const OF_OTHERS: &[(char, &str, &str)] = &[
    (
        'E',
        "Finsky",
        "Caused by: java.net.UnknownHostException: Unable to resolve host \"play.example\": No address\n\tat java.net.Inet6AddressImpl.lookupHostByName(Inet6AddressImpl.java:124)\n\t... 12 more",
    ),
    (
        'W',
        "qwjf",
        "\tat qwjf.run(PG:12)\n\tat java.lang.Thread.run(Thread.java:1012)\nCaused by: android.system.ErrnoException: open failed: ENOENT (No such file or directory)\n\tat libcore.io.Linux.open(Native Method)\n\t... 9 more",
    ),
    (
        'I',
        "NearbyShelf",
        "could not ask: java.lang.SecurityException: no\n\tat bqlo.run(:com.google.android.gms@25.1:70)\n\tat java.lang.Thread.run(Thread.java:1119)\nCaused by: android.os.RemoteException: Remote stack trace:\n\tat com.android.server.wifi.Shelf.get(Shelf.java:6584)",
    ),
    ('W', "ChimeraShelf", "java.io.IOException: SERVICE_NOT_AVAILABLE\n\tat abc.d(:com.google.android.gms@24.1.1:7)"),
    (
        'E',
        "SystemServiceRegistry",
        "No service published for: oak\nandroid.os.ServiceManager$ServiceNotFoundException: No service published for: oak\n\tat android.os.ServiceManager.getServiceOrThrow(ServiceManager.java:203)\n\tat android.app.ContextImpl.getSystemService(ContextImpl.java:2241)\n\tat com.android.systemui.shelf.Oak.init(Oak.java:127)",
    ),
    (
        'E',
        "DropBoxManagerService",
        "Caused by: android.system.ErrnoException: open failed: EROFS (Read-only file system)\n\tat libcore.io.Posix.open(Native Method)\n\t... 5 more",
    ),
    (
        'E',
        "ShelfStatsImpl",
        "java.io.FileNotFoundException: /data/system/shelves.bin: open failed: ENOENT (No such file or directory)\n\tat java.io.FileInputStream.<init>(FileInputStream.java:159)\n\tat com.android.internal.os.ShelfStatsImpl.read(ShelfStatsImpl.java:9)",
    ),
    (
        'W',
        "System.err",
        "java.io.FileNotFoundException: https://store.example/oak\n\tat com.android.okhttp.internal.huc.HttpURLConnectionImpl.getInputStream(HttpURLConnectionImpl.java:255)\n\tat com.samsung.android.server.shelf.Oak.category(Oak.java:104)\n\tat android.os.Handler.dispatchMessage(Handler.java:106)",
    ),
    (
        'E',
        "Notes",
        "java.lang.SecurityException: Permission Denial: opening provider com.miui.oak.Provider\n\tat android.os.Parcel.readException(Parcel.java:1)\n\tat com.miui.home.oak.Notes.load(Notes.java:7)",
    ),
    (
        'W',
        "BroadcastQueue",
        "Timeout of broadcast BroadcastRecord{225 u-1 oak.SHELF} - receiver=android.os.BinderProxy@7, started 10000ms ago\nio.c: Unable to open port id /dev/oak0, error [110:Connection timed out]",
    ),
];

/// What an app caught and survived: of interest to who pastes it alone, and of what category it is then.
const CAUGHT: &[(char, &str, &str, C)] = &[
    (
        'W',
        "BasketStore",
        "java.io.IOException: no shelf\n\tat com.example.basket.Store.load(Store.kt:7)\n\tat com.example.basket.Main.onCreate(Main.kt:9)",
        C::RuntimeIoNetwork,
    ),
    (
        'D',
        "BasketStore",
        "java.lang.IllegalStateException: no shelf\n\tat com.example.basket.Store.load(Store.kt:7)",
        C::RuntimeIllegalState,
    ),
    (
        'W',
        "System.err",
        "java.lang.IllegalArgumentException: Service not registered: com.oak.shelf.g@1c7e\n\tat android.app.LoadedApk.forgetServiceDispatcher(LoadedApk.java:1119)\n\tat com.oak.shelf.Service.onDestroy(Unknown Source)",
        C::RuntimeIllegalArgument,
    ),
    (
        'W',
        "Bundle",
        "java.lang.ClassCastException: java.lang.Integer cannot be cast to java.lang.String\n\tat android.os.BaseBundle.getString(BaseBundle.java:1100)\n\tat com.example.basket.Main.onCreate(Main.kt:9)",
        C::RuntimeClassCast,
    ),
    (
        'E',
        "Parcel",
        "java.lang.ClassNotFoundException: com.example.basket.Oak\n\tat java.lang.Class.classForName(Native Method)\n\tat android.os.Parcel.readParcelableCreator(Parcel.java:2300)",
        C::RuntimeNoClassDef,
    ),
    (
        'E',
        "CardStore",
        "load, has error: Cannot access database on the main thread since it may potentially lock the UI for a long period of time.",
        C::RuntimeSqliteRoom,
    ),
    (
        'E',
        "OplusShelfManager",
        "isOak Errorjava.lang.NullPointerException: Attempt to invoke interface method 'boolean android.os.oak.IShelf.isOak()' on a null object reference",
        C::RuntimeNpe,
    ),
    (
        'E',
        "Travel",
        "init error:  Failed to find provider com.oplus.oak.StepProvider for user 10; expected to find a valid ContentProvider for this authority",
        C::RuntimeSecurity,
    ),
];

/// What is told also where others go on around it: an app's crash, and an error of its own with its place.
const TOLD: &[(char, &str, &str, C)] = &[
    (
        'E',
        "AndroidRuntime",
        "FATAL EXCEPTION: main\nProcess: com.samsung.oak, PID: 6401\njava.lang.IllegalStateException: no shelf\n\tat com.samsung.oak.Main.onCreate(Main.kt:9)",
        C::RuntimeIllegalState,
    ),
    (
        'E',
        "AndroidRuntime",
        "Caused by: java.lang.IllegalStateException: no shelf\n\tat com.example.basket.Main.onCreate(Main.kt:9)\n\t... 9 more",
        C::RuntimeIllegalState,
    ),
    (
        'E',
        "BasketStore",
        "could not load\njava.io.IOException: no shelf\n\tat com.example.basket.Store.load(Store.kt:7)\n\tat com.example.basket.Main.onCreate(Main.kt:9)",
        C::RuntimeIoNetwork,
    ),
    (
        'E',
        "Basket",
        "java.lang.SecurityException: no shelf\n\tat android.os.Parcel.readException(Parcel.java:1)\n\tat com.samsung.android.sdk.oak.Pass.open(Pass.java:7)\n\tat com.example.basket.Main.pay(Main.kt:9)",
        C::RuntimeSecurity,
    ),
    (
        'E',
        "SystemServiceRegistry",
        "No service published for: oak\nandroid.os.ServiceManager$ServiceNotFoundException: No service published for: oak\n\tat android.os.ServiceManager.getServiceOrThrow(ServiceManager.java:203)\n\tat com.example.basket.Main.onCreate(Main.kt:9)",
        C::RuntimeIllegalState,
    ),
    ('E', "ReactNativeJS", "TypeError: Cannot read property 'oak' of undefined", C::RuntimeJavascript),
    (
        'I',
        "flutter",
        "Unhandled Exception: Null check operator used on a null value\n#0      Basket.open (package:basket/main.dart:12:7)",
        C::RuntimeNpe,
    ),
];

fn categories(text: &str) -> Vec<C> {
    parse(text).failures.iter().map(|failure| failure.category).collect()
}

#[test]
fn what_others_log_is_no_failure() {
    for entry in OF_OTHERS {
        assert_eq!(categories(&among_others(&[*entry])), [], "{entry:?}");
        assert_eq!(categories(&alone(&[*entry])), [], "{entry:?}");
    }
}

#[test]
fn what_an_app_caught_is_a_failure_only_where_it_is_all_there_is() {
    for (level, tag, text, category) in CAUGHT {
        assert_eq!(categories(&among_others(&[(*level, tag, text)])), [], "{text}");
        assert_eq!(categories(&alone(&[(*level, tag, text)])), [*category], "{text}");
    }
}

#[test]
fn what_ended_or_failed_is_told_among_others() {
    let noise = OF_OTHERS.iter().copied().chain(CAUGHT.iter().map(|(level, tag, text, _)| (*level, *tag, *text)));
    let noise: Vec<(char, &str, &str)> = noise.collect();
    for (level, tag, text, category) in TOLD {
        let told = (*level, *tag, *text);
        assert_eq!(categories(&among_others(&[told])), [*category], "{text}");
        assert_eq!(categories(&alone(&[told])), [*category], "{text}");
        let within = among_others(&[&noise[..], &[told], &noise[..]].concat());
        assert_eq!(categories(&within).first(), Some(category), "{text}");
    }
}
