//! Where a null comes from, by the class that is used on it and the function it happens in. Data first.

pub mod bangs;
pub mod bridges;
mod callbacks;
pub mod earlier;
mod foreign;
pub mod fragment_tags;
pub mod helpful;
pub mod lateinit;
mod making;
mod packages;
pub mod parameters;
mod roles;
pub mod silent;

use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// One source of nulls.
struct NullSource {
    /// Beginnings of the class, with its package, and perhaps of the member: `android.net.Uri.`.
    receivers: &'static [&'static str],
    /// Functions or ends of the classes in which it is so; none: everywhere.
    within: &'static [&'static str],
    /// What returned null, as the end of a sentence.
    why: &'static str,
    /// What to do, most useful first.
    fixes: &'static [&'static str],
}

/// Functions that are given an intent.
const GIVEN: &[&str] = &["onCreate", "onNewIntent", "onReceive", "onHandleIntent", "onHandleWork"];

/// Functions of adapters.
const ADAPTER: &[&str] = &["getItemCount", "getCount", "onBindViewHolder", "onCreateViewHolder", "getItemViewType"];

/// Functions that end what others began.
const TEARDOWN: &[&str] = &["onPause", "onStop", "onDestroy", "onDestroyView", "onDetach", "onSaveInstanceState"];

const EXTRA: &[&str] = &[
    "See which value is used at {name}:{line}: where it is an extra, compare its key and type with those that the starter puts in, and give a default or finish when it is missing.",
    "Check for null before it is used (`?: return`, `!= null`): the component can be started without extras, too.",
];

/// The first that fits counts.
const SOURCES: &[NullSource] = &[
    NullSource {
        receivers: &["android.content.BroadcastReceiver$PendingResult."],
        within: &[],
        why: "`goAsync()` returned null, the only call that gives a PendingResult. It does when it was called before for the same broadcast (a base class may have done so), or outside of `onReceive`",
        fixes: &[
            "Call `goAsync()` once for a broadcast, in `onReceive` itself, and treat its result as nullable (`pending?.finish()`).",
        ],
    },
    NullSource {
        receivers: &["androidx.test.uiautomator.", "android.support.test.uiautomator."],
        within: &[],
        why: "`findObject(…)` found no element on the screen that matches",
        fixes: &[
            "Wait for it, `device.wait(Until.findObject(By.res(…)), 5_000)`, and fail with a message of your own when it is null; then check the selector against the screen (`device.dumpWindowHierarchy`). Test tags of Compose need `testTagsAsResourceId = true`.",
        ],
    },
    NullSource {
        receivers: &["android.database.Cursor."],
        within: &[],
        why: "`query(…)` of a content provider returned null: nobody answers for its URI, or this app may not see the provider; or the field was never set",
        fixes: &[
            "Check the cursor for null before it is used (`?.use {{ … }}`), then the URI, the permission to read it and, from Android 11 on, `<queries>` in the manifest.",
        ],
    },
    NullSource {
        receivers: &[
            "android.app.ActionBar.",
            "androidx.appcompat.app.ActionBar.",
            "android.support.v7.app.ActionBar.",
        ],
        within: &[],
        why: "the activity has no action bar: its theme is a `NoActionBar` one (or has no title), and no toolbar was set before",
        fixes: &[
            "Call `setSupportActionBar(toolbar)` before it, or write `supportActionBar?.…` where the screen has no bar; else give the activity a theme with an action bar.",
        ],
    },
    NullSource {
        receivers: &["android.net.NetworkInfo.", "android.net.NetworkCapabilities."],
        within: &[],
        why: "the device has no active network at that moment, for which `getActiveNetworkInfo()` and `getNetworkCapabilities()` return null",
        fixes: &["Treat null as “not connected”: `info?.isConnected == true`."],
    },
    NullSource {
        receivers: &["android.location.Location."],
        within: &[],
        why: "there is no last known location: `getLastKnownLocation` and `lastLocation` give null on a device that has not been located yet, or whose location is switched off",
        fixes: &["Check for null, and ask for a current one then (`requestLocationUpdates`, `getCurrentLocation`)."],
    },
    NullSource {
        receivers: &["android.content.Intent."],
        within: &["onActivityResult", "onActivityResult$"],
        why: "the result has no data: the user cancelled, or the other app gives none (a camera that was given `EXTRA_OUTPUT`)",
        fixes: &["Check `resultCode == RESULT_OK` and `data != null` before it is used."],
    },
    NullSource {
        receivers: &["android.content.Intent."],
        within: &["onStartCommand", "onStart"],
        why: "the system started the service again after its process was killed (START_STICKY), which it does with a null intent",
        fixes: &["Check the intent for null, or return `START_REDELIVER_INTENT` or `START_NOT_STICKY`."],
    },
    NullSource {
        receivers: &["android.os.Bundle."],
        within: &["onCreateView", "onViewCreated", "onAttach", "Fragment"],
        why: "the fragment has no arguments: it was created without `setArguments` (by `new`, by a `<fragment>` tag, by the navigation, or by the system)",
        fixes: &[
            "Pass them when it is created (`newInstance`, the navigation action), and check `getArguments()` for null.",
        ],
    },
    NullSource {
        receivers: &["android.os.Bundle."],
        within: &[],
        why: "there is no such Bundle: `intent.extras` is null when the starter put in no extra, and `savedInstanceState` on the first start",
        fixes: EXTRA,
    },
    NullSource {
        receivers: &["android.net.Uri."],
        within: &[],
        why: "there is no URI: `intent.data` is null when the starter gave none, and a picker gives none when the user cancels",
        fixes: &["Check the URI for null before it is used."],
    },
    NullSource {
        receivers: &["android.view.View.getWindowToken"],
        within: &[],
        why: "usually `getCurrentFocus()`: no view has the focus then",
        fixes: &["Take the token of a view that is there (`view.windowToken`), or check `currentFocus` for null."],
    },
    NullSource {
        receivers: &[
            "android.view.ViewGroup.removeView",
            "android.view.ViewGroup.addView",
            "android.view.ViewGroup.removeAllViews",
            "android.view.ViewParent.",
        ],
        within: &[],
        why: "a parent view is missing, since `getParent()` is null for a view that is not attached (yet, or any more), or the container was not found in the layout",
        fixes: &[
            "Check the parent for null at {name}:{line} before a view is added or removed; in a callback the screen may be gone.",
        ],
    },
    NullSource {
        receivers: &["android.view.View.m"],
        within: &[],
        why: "a child was removed while its parent drew, laid out or passed an event on to its children (a view removed at the end of an animation, in a listener, in `onDraw`, or from another thread)",
        fixes: &["Remove or add views by `post {{ … }}`, after the running pass, and only on the main thread."],
    },
    NullSource {
        receivers: &["android.view.MenuItem.", "android.view.Menu."],
        within: &[],
        why: "the menu has no item of that id, or is not there yet (`onCreateOptionsMenu` runs after `onCreate` and `onResume`)",
        fixes: &[
            "Check the id against the menu that is inflated, and use it in `onPrepareOptionsMenu` or check for null.",
        ],
    },
    NullSource {
        receivers: &["android.graphics.Bitmap."],
        within: &[],
        why: "there is no bitmap: `BitmapFactory.decode…` returns null for a file that is missing, cannot be read, or is no picture",
        fixes: &["Check the result of the decoding for null, and whether the app may read that path or URI."],
    },
    NullSource {
        receivers: &["android.media.MediaPlayer."],
        within: &[],
        why: "`MediaPlayer.create(…)` returns null for a resource or URI that it cannot play; or the field is used before it is set or after its release",
        fixes: &["Check it for null before it is used, and the file or URI that is played."],
    },
    NullSource {
        receivers: &["android.bluetooth.BluetoothAdapter."],
        within: &[],
        why: "the device has no Bluetooth (as most emulators): `getDefaultAdapter()` is null",
        fixes: &["Check the adapter for null and leave Bluetooth out on such devices."],
    },
    NullSource {
        receivers: &["android.hardware.Camera."],
        within: &[],
        why: "`Camera.open()` returns null on a device without a camera at its back; or the camera was released before",
        fixes: &["Open a camera that exists (`Camera.open(id)`), check for null, and do not use it after `release()`."],
    },
    NullSource {
        receivers: &["com.google.android.gms.maps.GoogleMap."],
        within: &[],
        why: "the map is not ready yet: it is given later, to `onMapReady`",
        fixes: &["Use the map only from `onMapReady` on, and keep what should be shown until then."],
    },
    NullSource {
        receivers: &["com.google.firebase.auth.FirebaseUser."],
        within: &[],
        why: "nobody is signed in: `FirebaseAuth.getCurrentUser()` is null",
        fixes: &["Check the user for null at {name}:{line} and go to the sign-in then."],
    },
    NullSource {
        receivers: &["java.lang.Object.", "java.lang.String.", "java.lang.Boolean.", "java.lang.Long."],
        within: &["onDataChange", "onChildAdded", "onChildChanged"],
        why: "the snapshot has no such child: `getValue()` is null for a path or key that the database does not have",
        fixes: &["Check `exists()` or the value for null, and compare the path and the keys with the database."],
    },
    NullSource {
        receivers: &["androidx.fragment.app.Fragment.", "android.support.v4.app.Fragment.", "android.app.Fragment."],
        within: &[],
        why: "`findFragmentById` or `findFragmentByTag` found no fragment, or it is not added yet (`commit()` is done later)",
        fixes: &[
            "Check the id or tag, and for null; use `commitNow()` or `executePendingTransactions()` where it is needed at once.",
        ],
    },
    NullSource {
        receivers: &["android.content.Context.", "android.app.Application.", "android.content.res.Resources."],
        within: &["Fragment"],
        why: "the fragment has no context: it is not attached (yet, or any more, as in a callback that comes after it was left)",
        fixes: &["In callbacks check `isAdded` or use `context ?: return`, and cancel them in `onDestroyView`."],
    },
    NullSource {
        receivers: &["android.content.Context."],
        within: &[],
        why: "the context was not given (yet): a field that is set later or never, or an activity that is not created yet while its own fields are initialised",
        fixes: &[
            "Pass the context to the object when it is created; in an activity use it only from `onCreate` on, in a fragment from `onAttach` on.",
        ],
    },
    NullSource {
        receivers: &["java.util.List.", "java.util.ArrayList.", "java.util.Map.", "java.util.Collection."],
        within: ADAPTER,
        why: "the adapter has no list yet, or was given null (an answer without data)",
        fixes: &["Begin with an empty list, and replace null by an empty list where the data is set."],
    },
    NullSource {
        receivers: &[
            "java.lang.String.",
            "java.lang.CharSequence.",
            "android.hardware.usb.UsbDevice.",
            "android.bluetooth.BluetoothDevice.",
            "android.os.Parcelable.",
        ],
        within: GIVEN,
        why: "in such a function it is mostly an extra of the intent (`getStringExtra`, `getParcelableExtra`) that the starter did not give (probable)",
        fixes: EXTRA,
    },
    NullSource {
        receivers: &["java.lang.ref."],
        within: &["onActivityPaused", "onActivityStopped", "onActivityDestroyed"],
        why: "the field that should hold the reference to the activity was never set: the callbacks were registered after that activity had been resumed, so its `onActivityResumed` never came",
        fixes: &[
            "Register the callbacks (or initialise the SDK) in `Application.onCreate`; and check the field for null at {name}:{line}. If the class is an SDK's, update the SDK.",
        ],
    },
    NullSource {
        receivers: &["java.lang.ref."],
        within: &[],
        why: "the field that should hold the `WeakReference` was never set (what sets it has not run), which is another thing than a reference whose object is gone",
        fixes: &["Set it before {name}:{line} can run, and check both for null: the field, and what `get()` returns."],
    },
    NullSource {
        receivers: &[
            "android.app.ProgressDialog.",
            "android.app.Dialog.",
            "android.app.AlertDialog.",
            "androidx.appcompat.app.AlertDialog.",
        ],
        within: &[],
        why: "no dialog is there: it was never shown on this way, was dismissed and set to null, or belongs to an activity that was made anew (a rotation)",
        fixes: &[
            "Close it at {name}:{line} only if it is there and showing (`dialog?.takeIf {{ it.isShowing }}?.dismiss()`, in Java `if (dialog != null && dialog.isShowing())`).",
        ],
    },
    NullSource {
        receivers: &["android.content.SharedPreferences"],
        within: &[],
        why: "the field with the preferences is not set: what calls `getSharedPreferences` (an `init`, `onCreate`) has not run in this process or before this code",
        fixes: &[
            "Get the preferences from a context where they are needed, `context.getSharedPreferences(…)`, or let the `init` run in `Application.onCreate`, before {name}:{line}.",
        ],
    },
    NullSource {
        receivers: &["android.graphics.Canvas."],
        within: &[],
        why: "`lockCanvas()` returned null: the surface is not created yet or is destroyed already",
        fixes: &[
            "Draw only between `surfaceCreated` and `surfaceDestroyed` (stop and join the drawing thread there), and check the canvas for null at {name}:{line}.",
        ],
    },
    NullSource {
        receivers: &["android.widget.RemoteViews."],
        within: &[],
        why: "the notification or widget has no such view of its own: since Android 7 `Notification.contentView` and `bigContentView` stay null unless the app sets them",
        fixes: &[
            "Keep the `RemoteViews` that you give to the builder (`setCustomContentView`) and change that, or set text and progress by the builder and `notify` again.",
        ],
    },
    NullSource {
        receivers: &["java.io.File."],
        within: &[],
        why: "there is no file object: `getExternalFilesDir` and `getExternalCacheDir` return null while the shared storage is not there, `getParentFile` for a path without a parent; or a field is not set",
        fixes: &["Check it for null at {name}:{line} and fall back to `filesDir`/`cacheDir`, which are always there."],
    },
    NullSource {
        receivers: &["okhttp3.ResponseBody."],
        within: &[],
        why: "there is no body: Retrofit gives `body()` only for 2xx answers (else `errorBody()`), and none for 204",
        fixes: &["Check `response.isSuccessful` before {name}:{line}, and read `errorBody()` otherwise."],
    },
    NullSource {
        receivers: &["android.content.ClipData."],
        within: &[],
        why: "there is no clip: the clipboard is empty or may not be read in the background, and a picker puts a single choice into `intent.data`, not into `clipData`",
        fixes: &["Check it for null at {name}:{line}; of a picker's result take `data.clipData` and else `data.data`."],
    },
    NullSource {
        receivers: &["android.view.VelocityTracker."],
        within: &[],
        why: "a touch ended that never began here: the `ACTION_DOWN` went to another view, or the tracker was recycled by an event before",
        fixes: &[
            "Obtain the tracker when it is null (`VelocityTracker.obtain()`), recycle it only if it is there, and set the field to null behind it. If the view is a library's, update it.",
        ],
    },
    NullSource {
        receivers: &["android.graphics.drawable."],
        within: &[],
        why: "there is no drawable: the view has no background or image, or `getDrawable` found none (an attribute that the theme lacks, a vector that this Android can't load)",
        fixes: &[
            "Check it for null at {name}:{line}; load drawables by `AppCompatResources.getDrawable(context, id)`.",
        ],
    },
    NullSource {
        receivers: &["android.os.Handler.", "android.os.Looper.", "android.os.HandlerThread."],
        within: &[],
        why: "the handler or its thread is not there: it is set later than this code runs, was set to null at the end, or `HandlerThread.getLooper()` was asked of a thread that is not alive",
        fixes: &[
            "Make it where the object is made (`Handler(Looper.getMainLooper())`, `HandlerThread(…).apply {{ start() }}`), and check it at {name}:{line} where the end may have come.",
        ],
    },
    NullSource {
        receivers: &["android.speech.tts.TextToSpeech.", "com.google.android.exoplayer2.", "androidx.media3."],
        within: &[],
        why: "it is not made yet or was released and set to null, and a callback, button or service uses it all the same",
        fixes: &[
            "Use it at {name}:{line} only if it is there (`player?.…`), and stop what calls it where it is released (`onStop`, `onDestroy`).",
        ],
    },
    NullSource {
        receivers: &[
            "android.app.Notification",
            "android.media.AudioManager.",
            "android.net.ConnectivityManager.",
            "android.location.LocationManager.",
            "android.hardware.SensorManager.",
            "android.app.AlarmManager.",
            "android.net.wifi.WifiManager.",
            "android.view.WindowManager.",
            "android.os.Vibrator.",
            "android.content.ClipboardManager.",
        ],
        within: &[],
        why: "the field is set later than this code runs (`getSystemService` works from `onCreate` on), or the device has no such service",
        fixes: &[
            "Get it where it is needed, `ContextCompat.getSystemService(context, …)`, and leave the feature out at {name}:{line} where it is null.",
        ],
    },
    NullSource {
        receivers: &["androidx.navigation.NavController."],
        within: &[],
        why: "the NavController was not found or not set: it is set in `onViewCreated`/`onCreate`, and the host (`NavHostFragment`) may not be there yet",
        fixes: &[
            "Ask for it where it is used: `findNavController()` in a fragment, in an activity `(supportFragmentManager.findFragmentById(R.id.nav_host) as NavHostFragment).navController`.",
        ],
    },
    NullSource {
        receivers: &["java.io.InputStream."],
        within: &[],
        why: "the resource or URI is not there: `getResourceAsStream` and `openInputStream` return null for one that they do not find",
        fixes: &["Check the path or URI, and the stream for null."],
    },
    NullSource {
        receivers: &["org.jsoup.nodes.Element."],
        within: &[],
        why: "the selector found nothing in the page: it has changed, or another page came (a log-in, a captcha)",
        fixes: &["Check the element for null, and look at the page that came."],
    },
    NullSource {
        receivers: &[""],
        within: TEARDOWN,
        why: "such a function comes also when what sets the field has not run: the start ended early (`finish()` in `onCreate`, a permission or a result that was still awaited), or it was released and set to null before",
        fixes: &[
            "Check it for null at {name}:{line} (`?.`, `!= null`): it can be absent there. If it should always be set, set it in the callback that matches (`onCreate` for `onDestroy`, `onResume` for `onPause`).",
        ],
    },
    NullSource {
        receivers: &[""],
        within: &["onResponse"],
        why: "in an answer's callback that is mostly `response.body()`, which is null unless the status is 2xx, or a field that the answer's JSON does not have (probable)",
        fixes: &[
            "Check `response.isSuccessful` and the body (and its fields) for null at {name}:{line}; `response.errorBody()` says what the server refused.",
        ],
    },
];

/// `Attempt to invoke virtual method 'int java.util.List.size()' on a null object reference`
static USED: Pattern = Pattern::new(
    r"Attempt to (?:invoke (?:virtual|interface|direct|super) method|read from field|write to field) '(?:[^' ]+ )?(?P<member>[A-Za-z0-9_.$]+)",
);

/// `Attempt to get length of null array`
static ARRAY: Pattern = Pattern::new(r"Attempt to (?:get length of|read from|write to) null array");

/// Packages whose views the general words about `findViewById` fit better.
const VIEWS: &[&str] =
    &["android.view.", "android.widget.", "android.webkit.", "androidx.", "com.google.android.material."];

/// `List.size` of `java.util.List.size`.
fn short(member: &str) -> String {
    let parts: Vec<&str> = member.rsplitn(3, '.').take(2).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join(".")
}

/// Says where the null comes from, as far as the class tells it.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::RuntimeNpe || failure.details.contains_key("boxed") {
        return;
    }
    if bridges::decide(scene, failure) {
        return;
    }
    if ARRAY.is_match(&failure.message) {
        let cause = format!(
            "The array that is used{} is null: {{message}}. `File.listFiles()` and `list()` return null for a directory that does not exist or may not be read; else the field was never set.",
            scene.here()
        );
        failure.say(&cause,
            &[
                "Check the array for null at {name}:{line}, and where it is set; for files, that the directory exists and the app may read it.",
            ],
        );
        return;
    }
    let member = USED.captures(&failure.message).map(|found| found["member"].to_owned());
    failure.details.extend(member.as_deref().map(|member| ("member".to_owned(), short(member))));
    if making::decide(scene, member.as_deref(), failure) {
        return;
    }
    let Some(member) = member else { return };
    if packages::decide(scene, &member, failure) {
        return;
    }
    let general = |source: &NullSource| source.receivers == [""] && VIEWS.iter().any(|view| member.starts_with(view));
    let fits = |source: &&NullSource| {
        source.receivers.iter().any(|start| member.starts_with(start))
            && (source.within.is_empty() || scene.is_within(source.within))
            && !general(source)
    };
    let Some(source) = SOURCES.iter().find(fits) else {
        if !foreign::decide(scene, &member, failure) {
            roles::decide(scene, failure);
        }
        return;
    };
    let cause = format!("`{{member}}` is used on a null object reference{}: {}.", scene.here(), source.why);
    failure.say(&cause, source.fixes);
}
