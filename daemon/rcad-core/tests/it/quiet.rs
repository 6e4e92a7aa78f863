//! What tools and devices print while all is well: warnings, notices, chatter. None of it is a failure, also where somebody
//! pastes it alone.

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
