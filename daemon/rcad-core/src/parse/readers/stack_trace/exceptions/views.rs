//! Layouts, resources and windows. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // `Binary XML file line #2 in com.example.app:layout/main: You must supply a layout_width attribute.`
    rule(
        Category::XmlMissingAttribute,
        r"(?:Binary XML file line #(?P<xml_line>[0-9]+)(?: in [^:/ ]+:(?P<layout>[a-z]+/[A-Za-z0-9_]+))?: )?You must supply a (?P<symbol>layout_width|layout_height) attribute",
    )
    .means("A view at line #{xml_line} of the layout lacks the attribute `{symbol}`, or takes it from a style or theme attribute that the theme does not define.")
    .fix(&["Add `android:{symbol}=\"wrap_content\"` (or match_parent, or a size) to that element; if it has a style, the style must set it."]),
    // `android:onClick` in a layout; until Android 5 `Could not find a method save(View) in the activity class a.B for …`
    rule(Category::RuntimeIllegalState, r"Could not find (?:a )?method (?P<symbol>[A-Za-z0-9_$]+)\(View\) in (?:a parent or ancestor Context|the activity class (?P<owner>[A-Za-z0-9_.$]+)) for (?:android:)?onClick (?:attribute defined|handler) on view class (?P<view>[A-Za-z0-9_.$]+)(?: with id '(?P<id>[^']+)')?")
        .means("The layout names the method `{symbol}` in `android:onClick` of a `{view}`, and the activity has no public method `{symbol}(View)`.")
        .fix(&[
            "Add `fun {symbol}(view: View)` (public, with exactly one parameter `View`) to the activity that shows the layout, correct the name in `android:onClick`, or call `setOnClickListener` in code; a fragment's method is not looked at.",
            "With R8 keep it: `-keepclassmembers class * extends android.app.Activity {{ public void *(android.view.View); }}`.",
        ]),
    rule(Category::RuntimeIllegalState, r"(?P<symbol>requestFeature|requestWindowFeature)\(\) must be called before adding content")
        .means("A window feature is requested after the activity's content was set (by `setContentView`, or by `super.onCreate` of AppCompatActivity).")
        .fix(&["Call `requestWindowFeature` (in AppCompatActivity `supportRequestWindowFeature`) before `super.onCreate` and `setContentView`, or set the feature in the theme (`windowNoTitle`)."]),
    rule(Category::RuntimeIllegalState, r"(?:Can't call (?P<method>[A-Za-z]+)\(\) on|trying to use|Cannot draw|Can't (?:copy|compress|parcel)) a recycled bitmap")
        .means("A bitmap is used after `recycle()` was called on it.")
        .fix(&["Remove the call of `recycle()` (the garbage collector frees bitmaps), or make sure that no view, cache or other thread still uses the bitmap; copy it where two owners need it."]),
    rule(Category::RuntimeIllegalArgument, r"width and height must be > 0")
        .means("A bitmap is created with a width or height of 0, by `{api}`: the view that it is for has not been measured yet, or the calculated size is rounded down to 0.")
        .fix(&["Create the bitmap after the layout (`view.doOnLayout {{ }}`, `onSizeChanged`), and use `coerceAtLeast(1)` for calculated sizes."]),
    rule(Category::RuntimeIllegalArgument, r"IllegalArgumentException: Unknown color")
        .means("`Color.parseColor` is given a text that is neither `#RRGGBB`, `#AARRGGBB` nor the name of a known color.")
        .fix(&["Check the text (also for a missing `#`, spaces or three digits) before `Color.parseColor`, or catch IllegalArgumentException and use a default color."]),
    // `<merge /> can be used only with a valid ViewGroup root and attachToRoot=true`
    rule(Category::XmlInflation, r"<(?P<symbol>merge) ?/> can be used only with a valid ViewGroup root and attachToRoot=true")
        .means("A layout whose root is `<merge>` is inflated without a ViewGroup as root or with attachToRoot=false, for instance by a ViewStub or `inflate(id, null)`.")
        .fix(&["Use a real ViewGroup as the layout's root instead of `<merge>`, or inflate it with `inflate(id, parent, true)`; for a ViewStub use `<include>` in a wrapping layout."]),
    rule(Category::XmlInflation, r"<(?P<symbol>merge|include|requestFocus|tag|ViewStub) ?/?> (?P<why>must be the root element|cannot be the root element|can only be used inside of a ViewGroup|can only be used.*)")
        .means("`<{symbol}>` stands in the wrong place of the layout: it {why}.")
        .fix(&["Move `<{symbol}>` to where it is allowed: it {why}."]),
    rule(Category::XmlInflation, r"You must specify a (?:valid layout reference\. The layout ID (?P<id>[^ ]+) is not valid|layout in the (?P<symbol>include) tag)")
        .means("An `<include>` of the layout names no valid layout.")
        .fix(&["Write `<include layout=\"@layout/name\"/>` (without the `android:` prefix) with a layout that exists."]),
    rule(Category::XmlInflation, r"ViewStub must have a (?P<why>valid layoutResource|non-null ViewGroup viewParent)")
        .means("A ViewStub cannot be inflated: it must have a {why}.")
        .fix(&["Set `android:layout` on the ViewStub, and inflate it once only, while it is in its parent."]),
    rule(Category::XmlInflation, r"The style on this component requires your app theme to be (?P<symbol>Theme\.[A-Za-z]+)")
        .means("A Material component is inflated with a theme that is not {symbol} or a descendant of it.")
        .fix(&["Let the theme of the activity (AndroidManifest.xml, styles) have {symbol} as ancestor, or inflate with that theme's context."]),
    rule(Category::XmlInflation, r"This component requires that you specify a valid (?P<symbol>[^ ]+) attribute")
        .means("A Material component finds no `{symbol}`: the theme with which it is inflated is no Material theme (AppCompat's has no such attribute), or the view is inflated with another context than the activity's.")
        .fix(&[
            "Give the activity (or the application) in AndroidManifest.xml a theme whose parent is `Theme.MaterialComponents…` or `Theme.Material3…`; to keep an AppCompat theme, its `….Bridge` form adds what is missing: `Theme.MaterialComponents.Light.Bridge`.",
            "In dialogs, adapters and custom views inflate with the activity's context, not the application's.",
        ]),
    rule(Category::RuntimeIllegalState, r"You need to use a (?P<symbol>Theme\.AppCompat) theme \(or descendant\) with this activity")
        .means("An AppCompatActivity runs with a theme that does not descend from `{symbol}`.")
        .fix(&["Set `android:theme=\"@style/{symbol}.DayNight\"` (or a descendant) for the activity in AndroidManifest.xml, or extend `Activity`/`ComponentActivity` instead; dialogs take the activity, not the application context."]),
    rule(Category::RuntimeIllegalState, r"(?:View with id -?[0-9]+: (?P<view>[A-Za-z0-9_.$]+)#)?onMeasure\(\) did not set the measured dimension by calling (?P<symbol>setMeasuredDimension)")
        .means("A custom view overrides `onMeasure()` without calling `setMeasuredDimension(width, height)` (or `super.onMeasure`) on every path.")
        .fix(&["Call `setMeasuredDimension(…)` at the end of the custom view's `onMeasure`, or `super.onMeasure(widthMeasureSpec, heightMeasureSpec)`."]),
    rule(Category::RuntimeIllegalState, r"This Activity already has an action bar supplied by the window decor")
        .means("`setSupportActionBar` is called although the theme already supplies an action bar.")
        .fix(&["Use a `.NoActionBar` theme for the activity (`windowActionBar=false`, `windowNoTitle=true`)."]),
    rule(Category::RuntimeIllegalArgument, r"Cannot add a null child view to a ViewGroup")
        .means("A view that is null is added to a layout: it was not found, not inflated, not loaded (an ad, a map), or was released before.")
        .fix(&["See where the view that is added at {name}:{line} comes from, and check it for null before `addView`.", "See where the view that is added comes from, and check it for null before `addView`."]),
    rule(Category::RuntimeIllegalState, r"The specified child already has a parent\. You must call removeView\(\)")
        .means("A view that already has a parent is added to another one in `{at}`.")
        .fix(&[
            "If `{at}` adds a view that it keeps (a field, a list, a cached ad or map), take it out of its old parent first: `(view.parent as? ViewGroup)?.removeView(view)`; or make a new one each time.",
            "If it inflates the view, pass `attachToRoot = false`; in a fragment's `onCreateView` return the view without adding it to the container.",
        ]),
    // XML that the app reads itself: navigation graphs, preferences, animations
    rule(Category::XmlInflation, r"XmlPullParserException: Binary XML file line #(?P<at_line>[0-9]+)(?P<why>.*)")
        .means("An XML resource of the app is not valid at its line {at_line} for the one that reads it: {message}.")
        .fix(&["Correct what the message names at line {at_line} of the XML resource."]),
    // Resources
    // `File res/drawable/basket.xml from drawable resource ID #0x7f08018a`: the id is found, and its file cannot be read
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: File (?P<symbol>res/(?:drawable|mipmap|anim)[^ ]*\.xml) from .*")
        .means("{symbol} has an id, but this Android version cannot read its file as it is loaded here: usually that is a vector drawable, or has gradients, animations or theme attributes, that the platform's own loader knows only from a later version on.")
        .fix(&[
            "Set it with `app:srcCompat` in place of `android:src` or `android:background` (in code `AppCompatResources.getDrawable`), with `vectorDrawables.useSupportLibrary = true` in `defaultConfig`; or supply a PNG for the old versions.",
            "If it is a library's own (`abc_…`, `mtrl_…`), update that library (AppCompat, Material): this was a fault of some of its versions.",
            "If a `Caused by` stands below, it says more: FileNotFoundException, that the file is not in the installed APK (a missing split, a build that was not clean); otherwise, which element or attribute is not accepted.",
        ]),
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: File (?P<symbol>res/[^ ]+) from .*|Resources\$NotFoundException: (?P<drawable>(?:Drawable|Font|Animation|Color) (?P<named>[A-Za-z0-9_.]+:[a-z]+/[A-Za-z0-9_.]+) with resource ID.*)")
        .means("The resource {symbol} has an id, but its file cannot be read on this device: {message}.")
        .fix(&["Look at the lowest `Caused by`: a FileNotFoundException says that the file itself is not in the installed APK (a missing split, a build that was not clean); InflateException, XmlPullParserException or a missing attribute says what in {symbol} this Android or theme does not accept (a theme attribute in a drawable needs Android 5 and a theme that defines it; a vector before Android 5 needs `app:srcCompat`).", "Look at the lowest `Caused by`: it says whether the file is missing from the installed APK, or what in it this Android or theme does not accept."]),
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: .*?(?:Resource ID |resource ID )#(?P<symbol>0x[0-9a-fA-F]+)(?: type #(?P<kind>0x[0-9a-f]+))?(?: is not valid)?")
        .means("The resource id {symbol} is not found or has another type than asked for: it is no resource of this app, missing in the current configuration, or a plain number taken for an id (`setText(int)`).")
        .fix(&[
            "Look {symbol} up in `R` (`aapt2 dump resources app.apk`): a drawable, layout or string that exists only in a qualified folder (`-v21`, `-night`, `-hdpi`) needs a default; numbers must be made text (`setText(\"$n\")`).",
            "Clean and build again when `R` may be stale; a library's or plugin's ids must be those of the running package.",
        ]),
    rule(Category::RuntimeResourcesNotFound, r"Resources\$NotFoundException: (?:Unable to find resource ID #(?P<id>0x[0-9a-f]+).*|String (?:array )?resource ID #(?P<string>0x[0-9a-fA-F]+).*)")
        .means("A resource cannot be loaded: {message}.")
        .fix(&["Check the file itself: vector drawables need `app:srcCompat`/AppCompatResources before Android 5, and theme attributes in drawables need Android 5."]),
    // Windows
    rule(Category::RuntimeWindowLeakBadToken, r"WindowLeaked: Activity (?P<symbol>[A-Za-z0-9_.$]+) has leaked window (?P<window>.*?) that was originally added here")
        .means("A dialog or popup window shown in `{at}` is still open when its activity `{symbol}` is destroyed: its window leaks.")
        .fix(&["Dismiss the dialog (`dismiss()`) in `onDestroy`/`onStop` of `{symbol}`, before `finish()`, or use a DialogFragment."]),
    rule(Category::RuntimeWindowLeakBadToken, r"BadTokenException: Unable to add window -- token null is not (?:valid|for an application)")
        .means("A dialog or window is shown with a context that has no window token: the application context, or an activity that is not attached yet.")
        .fix(&["Create the dialog with the activity as context (not `applicationContext`), and show it from `onCreate`'s end or `onAttachedToWindow` on."]),
    rule(Category::RuntimeWindowLeakBadToken, r"BadTokenException: Unable to add window -- token .* is not valid; is your activity running\?")
        .means("A dialog or window (`{api}`) is shown for an activity that is finished or destroyed: its token is not valid any more. Often a delayed callback, a posted Runnable or an asynchronous result comes after the activity.")
        .fix(&["Check `isFinishing`/`isDestroyed` before showing the dialog in `{at}`, and cancel callbacks and posted Runnables in `onDestroy`.", "Check `isFinishing`/`isDestroyed` before showing the dialog, and cancel callbacks and posted Runnables in `onDestroy`."]),
    rule(Category::RuntimeWindowLeakBadToken, r"BadTokenException: Unable to add window .* -- permission denied for (?:this )?window type ?(?P<symbol>[0-9]*)")
        .means("An overlay window is added without the permission SYSTEM_ALERT_WINDOW, or with a window type that is not allowed any more.")
        .fix(&["Ask for the overlay permission (`Settings.ACTION_MANAGE_OVERLAY_PERMISSION`, check `Settings.canDrawOverlays`) and use TYPE_APPLICATION_OVERLAY on Android 8 and later."]),
    rule(Category::RuntimeWindowLeakBadToken, r"View=.* not attached to window manager")
        .means("A dialog or view is dismissed or updated after its window is gone.")
        .fix(&["Dismiss the dialog only while it is showing and its activity is not destroyed (`if (dialog.isShowing && !isDestroyed)`)."]),
    rule(Category::RuntimeOom, r"Canvas: trying to draw too large ?\((?P<bytes>[0-9]+) ?bytes\) bitmap")
        .means("A bitmap of {bytes} bytes is too large to be drawn.")
        .fix(&["Scale the image down to the view's size (`inSampleSize`, Glide or Coil), or put it into `drawable-nodpi`/`-xxhdpi` instead of `drawable`."]),
]);
