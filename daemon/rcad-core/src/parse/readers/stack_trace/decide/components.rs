//! Activities that are not found and resources without an id: whose they are, and of which kind.

use super::super::own;
use super::scene::{Scene, simple};
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Ends of names of classes that are no activities, and how such a thing is started.
const KINDS: &[(&[&str], &str, &str)] = &[
    (
        &["Service", "ServiceLayer", "IntentService"],
        "a service",
        "Start it with `startService` or `startForegroundService` (or bind it), and declare `<service android:name=\"{symbol}\"/>`; only if it really extends Activity declare it as `<activity>`.",
    ),
    (
        &["Receiver", "BroadcastReceiver"],
        "a broadcast receiver",
        "Send it a broadcast (`sendBroadcast`) and declare `<receiver android:name=\"{symbol}\"/>`; only if it really extends Activity declare it as `<activity>`.",
    ),
    (
        &["Fragment", "DialogFragment"],
        "a fragment",
        "Show it in an activity by a fragment transaction or the navigation graph; `startActivity` starts activities alone.",
    ),
    (
        &["ViewModel", "Adapter", "Worker", "View", "Helper", "Repository"],
        "no activity",
        "Give the intent the class of the activity that is meant; `startActivity` starts activities alone.",
    ),
];

/// Beginnings of packages of apps that are installed beside the reader's own.
const OTHER_APPS: &[&str] = &[
    "com.android.",
    "com.coloros.",
    "com.facebook.",
    "com.google.android.",
    "com.hihonor.",
    "com.huawei.",
    "com.instagram.",
    "com.miui.",
    "com.oneplus.",
    "com.oplus.",
    "com.oppo.",
    "com.samsung.",
    "com.sec.",
    "com.tencent.mm",
    "com.tencent.mobileqq",
    "com.twitter.",
    "com.vivo.",
    "com.whatsapp",
    "com.xiaomi.",
    "com.zhiliaoapp.",
    "org.telegram.",
];

/// Says whose component it is.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    match failure.category {
        Category::ManifestActivityNotDeclared if failure.wording.is_none() => activity(scene, failure),
        Category::RuntimeActivityNotFound => intent(scene, failure),
        Category::RuntimeResourcesNotFound => resource(scene, failure),
        Category::RuntimeWindowLeakBadToken if is_service(scene) => window(failure),
        Category::RuntimeWindowLeakBadToken if failure.message.contains("token null is not valid") => {
            popup(scene, failure);
        }
        _ => (),
    }
}

fn activity(scene: &Scene<'_>, failure: &mut Failure) {
    let (Some(symbol), Some(app)) = (failure.symbol.clone(), failure.details.get("app").cloned()) else { return };
    let process = failure.process.as_deref().map_or("", |process| process.split(':').next().unwrap_or(process));
    let asks_for_filter = failure.message.contains("or does your intent not match its declared <intent-filter>");
    if asks_for_filter && !process.is_empty() && process != app {
        failure.details.insert("starter".to_owned(), process.to_owned());
        // It is the started app's matter, not the starter's.
        failure.process = Some(app);
        return failure.say("`{starter}` starts `{symbol}` of the app {app} with an intent that matches none of its intent filters: from Android 13 on that is refused and reported as not found (if the activity is declared at all).",
            &[
                "Look in the log for `Intent does not match component's intent filter`, and give `{symbol}` an `<intent-filter>` for just that intent (action, category, the data's scheme and host).",
                "If `{symbol}` is not in AndroidManifest.xml of {app}, declare it there.",
            ],
        );
    }
    let known = |name: &str| OTHER_APPS.iter().any(|start| format!("{name}.").starts_with(start));
    if known(&app) && process != app {
        return failure.say("The app starts `{symbol}` of another app ({app}), which is not declared there under that name, or that app is not installed, or may not be seen by this one (package visibility, Android 11 and later).",
            &[
                "Start it only where it exists: catch `ActivityNotFoundException`, and fall back to an intent that any app may answer (`Intent.createChooser`, a settings screen of the platform). Names of other apps' activities change with their versions.",
                "Name the app in AndroidManifest.xml, `<queries><package android:name=\"{app}\"/></queries>`, without which Android 11 and later hide it.",
            ],
        );
    }
    let name = simple(&symbol);
    let kind = KINDS.iter().find(|(ends, ..)| ends.iter().any(|end| name.ends_with(end)));
    if let Some((_, kind, step)) = kind {
        let cause = format!(
            "`{{symbol}}` is started with `startActivity`, but is not declared as an activity in the manifest of {{app}}; by its name it is {kind}, which is not started so (probable)."
        );
        return failure.say(&cause, &[step]);
    }
    // Without a process in the log the packages tell.
    let elsewhere = process.is_empty()
        && symbol.starts_with(&app)
        && scene.own().is_some()
        && !scene.callers().chain(scene.own()).any(|frame| frame.class.starts_with(&app));
    let own = process == app || process.is_empty() && !elsewhere;
    let caller = scene.own().map(|frame| frame.class.as_str());
    if own && !is_kin(&symbol, &app) && !caller.is_some_and(|class| is_kin(&symbol, class)) {
        return failure.say(
            "The activity `{symbol}` is started, and the merged manifest of the app {app} has no such one. By its package it is not the app's own: the manifest of its library or module declares it as a rule, so that one is no dependency of this app, or its manifest was not merged.",
            &[
                "See that the library or module with `{symbol}` is a dependency of the app's module in this variant (`implementation`), as an AAR or module: a JAR or copied classes bring no manifest. Look in the merged manifest (the tab in Android Studio) for who removes it (`tools:node=\"remove\"`).",
                "If the library leaves that to the app (its README says so), declare it inside `<application>`: `<activity android:name=\"{symbol}\"/>`; check the name as well.",
            ],
        );
    }
    if !own {
        return of_other_app(failure);
    }
    failure.say(
        "The activity `{symbol}` is started, but the manifest of the app {app} does not declare it.",
        &[
            "Declare it inside `<application>` of AndroidManifest.xml: `<activity android:name=\"{symbol}\"/>` (`android:exported` as well, if it has an intent filter).",
            "If it is there, compare its whole name (the package of the class may differ from the app's id), and look at the merged manifest for what a build variant or `tools:node=\"remove\"` took out.",
        ],
    );
}

/// An activity that the code of another app starts, by process or package.
fn of_other_app(failure: &mut Failure) {
    failure.say(
        "By its package the activity `{symbol}` is of another app ({app}) than the code that starts it, and it is not found: {app} is not installed on this device, has no such activity in its version, or may not be seen (package visibility, Android 11 and later).",
        &[
            "See whether the app is there and has the activity (`adb shell dumpsys package {app}`): install it, or correct the name. Where it may be missing, catch `ActivityNotFoundException`.",
            "On Android 11 and later name it in the manifest of the app that starts it: `<queries><package android:name=\"{app}\"/></queries>`.",
            "If {app} is your own app after all, declare the activity inside `<application>` of its AndroidManifest.xml.",
        ],
    );
}

/// Beginnings that packages of many vendors have.
const SHARED: &[&str] = &["com.example.", "com.github.", "io.github.", "com.google."];

/// Whether two names in full begin alike, as those of one vendor do.
fn is_kin(one: &str, other: &str) -> bool {
    let words = if SHARED.iter().any(|start| one.starts_with(start)) { 3 } else { 2 };
    one.split('.').take(words).eq(other.split('.').take(words))
}

/// `Intent { act=android.intent.action.VIEW dat=content://a.b/... typ=application/pdf flg=0x1 pkg=com.x }`
static INTENT: Pattern = Pattern::new(
    r"Intent \{ ?(?:act=(?P<act>[^ ]+) )?(?:cat=\[(?P<cat>[^\]]*)\] )?(?:dat=(?P<dat>[^ ]+) )?(?:typ=(?P<typ>[^ ]+) )?(?:flg=[^ ]+ )?(?:pkg=(?P<pkg>[^ ]+) )?",
);

/// Schemes of addresses, what answers them, and what to do where nothing does.
const SCHEMES: &[(&str, &str)] = &[
    ("market", "Where no store is installed, open `https://play.google.com/store/apps/details?id=…` instead."),
    ("mailto", "For mail take `ACTION_SENDTO` with `mailto:` and no type, and say so where no mail app is set up."),
    ("tel", "A tablet or emulator without telephony has no dialer: hide the button there (`FEATURE_TELEPHONY`)."),
    ("sms", "A device without telephony has no app for messages: hide the button there (`FEATURE_TELEPHONY`)."),
    (
        "http",
        "A device without a browser, or with all of them switched off, has nothing for it; show the page in a WebView or say so. Check also the address: without `http://` or `https://` nothing answers it.",
    ),
    ("geo", "Where no map app is installed, open the place as an address of a map in the browser."),
];

/// What the intent asks for, in place of its action alone.
fn intent(scene: &Scene<'_>, failure: &mut Failure) {
    let Some(found) = INTENT.captures(&failure.message) else { return };
    let group = |name: &str| found.name(name).map(|text| text.as_str().trim_end_matches([',', '}']).to_owned());
    let Some(act) = group("act") else { return };
    failure.symbol = Some(act.clone());
    let categories = group("cat").unwrap_or_default();
    if is_own_name(&act, scene, failure) || categories.split(", ").any(|name| is_own_name(name, scene, failure)) {
        return own_intent(&act, &categories, scene, failure);
    }
    let (data, kind, package) = (group("dat"), group("typ"), group("pkg"));
    let scheme = data.as_deref().and_then(|data| data.split_once(':')).map(|(scheme, _)| scheme.to_owned());
    let with = match (&kind, &scheme) {
        (Some(_), _) => " for files of the type `{intent_type}`",
        (None, Some(_)) => " for addresses that begin with `{scheme}:`",
        _ => "",
    };
    let hint =
        SCHEMES.iter().find(|(start, _)| kind.is_none() && scheme.as_deref().is_some_and(|s| s.starts_with(start)));
    let values = [("act", Some(act)), ("intent_type", kind), ("scheme", scheme), ("package", package)];
    for (name, value) in values {
        failure.details.extend(value.map(|value| (name.to_owned(), value)));
    }
    let by =
        if failure.details.contains_key("package") { " in the app `{package}`, which the intent names" } else { "" };
    let cause = format!(
        "No activity on the device answers the intent{}: `{{act}}`{with}{by}. No app for it is installed, or it is switched off.",
        scene.here()
    );
    let at = if scene.own.is_some() { "around the start at {name}:{line}" } else { "around `startActivity`" };
    let catch = format!("Catch `ActivityNotFoundException` {at}, and tell the user which kind of app is missing.");
    let queries = "Before asking with `resolveActivity` on Android 11 and later, declare the intent under `<queries>` in the manifest (starting it needs none). If the activity is your own, it needs an `<intent-filter>` for just this action, category DEFAULT and data.";
    let steps: Vec<&str> =
        [Some(catch.as_str()), hint.map(|(_, step)| *step), Some(queries)].into_iter().flatten().collect();
    failure.say(&cause, &steps);
}

/// Beginnings of the actions and categories that Android itself and well-known apps declare.
const DECLARED_BY_OTHERS: &[&str] = &["android.", "com.android.", "com.google.", "org.chromium."];

/// Whether an action or category was made up by the app: it has the app's package, or looks like Android's and is none
/// (`android.intent.ACTION_X` for `android.intent.action.X`).
fn is_own_name(name: &str, scene: &Scene<'_>, failure: &Failure) -> bool {
    let mistaken = name.starts_with("android.intent.ACTION_") || name.starts_with("android.intent.CATEGORY_");
    let app = scene.package.or(failure.process.as_deref()).map(|app| app.split(':').next().unwrap_or(app));
    let of_app = app.is_some_and(|app| name.starts_with(app.trim_end_matches('.')));
    mistaken || of_app && !DECLARED_BY_OTHERS.iter().any(|start| name.starts_with(start))
}

/// An intent that only the app's own activity can be meant to answer.
fn own_intent(act: &str, categories: &str, scene: &Scene<'_>, failure: &mut Failure) {
    failure.details.insert("act".to_owned(), act.to_owned());
    let other = |name: &&str| !name.is_empty() && *name != "android.intent.category.DEFAULT";
    let categories: Vec<&str> = categories.split(", ").filter(other).collect();
    let mut with = String::new();
    if !categories.is_empty() {
        failure.details.insert("intent_categories".to_owned(), categories.join("`, `"));
        with = format!(
            " with {} `{{intent_categories}}`",
            if categories.len() == 1 { "the category" } else { "the categories" }
        );
    }
    let cause = format!(
        "No `<intent-filter>` matches the intent{}: the action `{{act}}`{with}. A name in it is the app's own, so one of its own activities is meant to answer, and the manifest's filter lacks a part of it or spells it otherwise. All parts must match: the action, every category of the intent, and the data.",
        scene.here()
    );
    let mut lines = vec!["`<action android:name=\"{act}\"/>`".to_owned()];
    lines.extend(categories.iter().map(|name| format!("`<category android:name=\"{name}\"/>`")));
    lines.push(
        "`<category android:name=\"android.intent.category.DEFAULT\"/>`, which `startActivity` always asks for"
            .to_owned(),
    );
    let filter = format!(
        "In AndroidManifest.xml give the activity that is meant one `<intent-filter>` with {}; letter for letter as in the code.",
        lines.join(", ")
    );
    failure.say(
        &cause,
        &[&filter, "Or start it by its class, without action and category: `Intent(this, TheActivity::class.java)`."],
    );
}

/// Functions of services and receivers.
const BACKGROUND: &[&str] = &["onStartCommand", "onHandleIntent", "onBind", "onReceive", "Service", "Receiver"];

/// Whether a service or receiver shows the window.
fn is_service(scene: &Scene<'_>) -> bool {
    scene.is_within(BACKGROUND) || scene.sections.iter().any(|one| one.message.starts_with("Unable to start service"))
}

fn window(failure: &mut Failure) {
    if failure.message.contains("is your activity running") {
        return;
    }
    failure.say("A service or receiver shows a dialog or window (`{api}`) with itself as context: it has no window token, so no normal window can be added.",
        &[
            "Start an activity with a dialog's theme instead (`FLAG_ACTIVITY_NEW_TASK`; from the background a notification), or give the window the type `TYPE_APPLICATION_OVERLAY` (before Android 8 `TYPE_SYSTEM_ALERT`) and have SYSTEM_ALERT_WINDOW granted.",
        ],
    );
}

/// A popup hangs on a view and takes its window, which a view has only while it is attached.
fn popup(scene: &Scene<'_>, failure: &mut Failure) {
    let frames = scene.sections.last().map_or(&[][..], |last| &last.frames);
    let Some(window) = frames.iter().rposition(|frame| frame.class == "android.widget.PopupWindow") else { return };
    let shows = own::name(&frames[window]);
    failure.details.insert("shows".to_owned(), shows.clone());
    let update = if scene.own.is_none() {
        // Whoever asked for it, and not the activity in which it happened.
        let asker = frames[window..].iter().find(|frame| !frame.class.starts_with("android."));
        failure.symbol = Some(asker.map_or(shows, own::name));
        "If a library shows it by itself, update that library: the trace has no call of your own, so only when it is shown (state that is restored, a field that is focused or filled in `onCreate`) is yours to change."
    } else {
        "Check `isAttachedToWindow` of that view (and `isFinishing`) before a delayed callback shows it."
    };
    let cause = format!(
        "A popup (`{{shows}}`: a drop-down, menu or `PopupWindow`) is shown{} while the view that it hangs on has no window (token null): it is not attached yet, as in `onCreate` and while state is restored, or not any more.",
        scene.here()
    );
    failure.say(
        &cause,
        &["Show it once the view is attached: `anchor.post {{ … }}`, `anchor.doOnAttach {{ … }}` or `onWindowFocusChanged`; not from `onCreate` directly.", update],
    );
}

/// Ids below it are no resources: a package has the highest byte.
const LOWEST: u64 = 0x0100_0000;

fn resource(scene: &Scene<'_>, failure: &mut Failure) {
    let digits = failure.symbol.as_deref().and_then(|symbol| symbol.strip_prefix("0x")).map(str::to_owned);
    let Some(id) = digits.and_then(|digits| u64::from_str_radix(&digits, 16).ok()) else { return };
    let at = if scene.own.is_some() { " at {name}:{line}" } else { "" };
    if id == 0 || id == 0xffff_ffff {
        let cause = format!(
            "A resource is asked for{} with the id {{symbol}}, which is none: there was no id. `getIdentifier()` gives 0 for a name that does not exist, an attribute or field that was never set is 0 (or -1), too.",
            scene.here()
        );
        let fix = format!(
            "Find out where the id comes from that is used{at}: check the name that is given to `getIdentifier` (also after resource shrinking), the default of `getResourceId`, or the field that was never set."
        );
        failure.say(&cause,
            &[
                &fix,
                "Where a plugin looks for a string or icon by name (push, maps), it is missing from the resources: see that its configuration file is processed.",
            ],
        );
    } else if id < LOWEST {
        failure.details.insert("number".to_owned(), id.to_string());
        let cause = format!(
            "The number {{number}} ({{symbol}}) is taken for a resource's id{}: usually an int was given to `setText(int)`, `Toast.makeText` or the like.",
            scene.here()
        );
        let fix = format!("Make text of the number{at}: `setText(\"$n\")`, in Java `String.valueOf(n)`.");
        failure.say(&cause, &[&fix]);
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::answer;
    use crate::parse::parse;

    fn told(intent: &str) -> String {
        let text = format!(
            "E/AndroidRuntime: FATAL EXCEPTION: main\n    Process: com.example.basket, PID: 2565\n    android.content.ActivityNotFoundException: No Activity found to handle Intent {{ {intent} }}\n        at android.app.Instrumentation.checkStartActivityResult(Instrumentation.java:2051)\n        at android.app.Activity.startActivity(Activity.java:5489)\n        at com.example.basket.ShelfActivity.open(ShelfActivity.java:49)\n"
        );
        answer(&text)
    }

    #[test]
    fn an_intent_of_the_apps_own_is_a_matter_of_its_filter() {
        let said = told("act=com.example.basket.FILL");
        assert!(
            said.contains("`<action android:name=\"com.example.basket.FILL\"/>`") && !said.contains("No app for it"),
            "{said}"
        );
        let said = told("act=android.intent.action.VIEW cat=[com.example.basket.FRESH]");
        assert!(said.contains("with the category `com.example.basket.FRESH`"), "{said}");
        assert!(told("act=android.intent.ACTION_START").contains("letter for letter"));
        let said = told("act=android.intent.action.EDIT typ=image/*");
        assert!(said.contains("No app for it is installed"), "{said}");
    }

    fn window(frames: &str) -> String {
        format!(
            "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\nandroid.view.WindowManager$BadTokenException: Unable to add window -- token null is not valid; is your activity running?\n\tat android.view.ViewRootImpl.setView(ViewRootImpl.java:9)\n{frames}\tat android.os.Looper.loop(Looper.java:6)\n"
        )
    }

    #[test]
    fn a_popup_wants_an_attached_view_and_a_dialog_an_activity() {
        let popup = "\tat android.widget.PopupWindow.invokePopup(PopupWindow.java:8)\n\tat android.widget.PopupWindow.showAsDropDown(PopupWindow.java:7)\n";
        let own = window(&format!("{popup}\tat com.example.basket.Shelf.onCreate(Shelf.kt:9)\n"));
        let told = answer(&own);
        assert!(told.contains("`PopupWindow.showAsDropDown`") && told.contains("anchor.post"), "{told}");
        let library = window(&format!(
            "{popup}\tat android.widget.AutoCompleteTextView.showDropDown(AutoCompleteTextView.java:5)\n\tat com.google.android.material.textfield.Scales.open(Scales.java:3)\n"
        ));
        let failure = parse(&library).failures.remove(0);
        assert_eq!(failure.symbol.as_deref(), Some("Scales.open"));
        let dialog =
            window("\tat android.app.Dialog.show(Dialog.java:7)\n\tat com.example.basket.Shelf.onCreate(Shelf.kt:9)\n");
        let told = answer(&dialog);
        assert!(!told.contains("A popup") && told.contains("applicationContext"), "{told}");
    }

    #[test]
    fn an_activity_of_another_package_is_of_a_library_or_module() {
        let started = |class: &str| {
            answer(&format!(
                "FATAL EXCEPTION: main\nProcess: net.oak.basket, PID: 7\nandroid.content.ActivityNotFoundException: Unable to find explicit activity class {{net.oak.basket/{class}}}; have you declared this activity in your AndroidManifest.xml?\n\tat android.app.Activity.startActivity(Activity.java:5)\n\tat net.oak.basket.Shelf.open(Shelf.kt:9)\n"
            ))
        };
        assert!(started("org.lamp.scan.ScanActivity").contains("is no dependency of this app"));
        for own in ["net.oak.basket.PayActivity", "net.oak.till.PayActivity"] {
            assert!(started(own).contains("does not declare it"), "{}", started(own));
        }
    }

    #[test]
    fn an_activity_of_another_app_is_a_matter_of_that_app() {
        let started = |process: &str, caller: &str| {
            answer(&format!(
                "{process}E/MessageQueue-JNI: android.content.ActivityNotFoundException: Unable to find explicit activity class {{net.oak.player/net.oak.player.AllActivity}}; have you declared this activity in your AndroidManifest.xml?\n\tat android.app.ContextImpl.startActivity(ContextImpl.java:5)\n\tat {caller}.open(Shelf.java:9)\n\tat {caller}.onClick(Shelf.java:5)\n"
            ))
        };
        assert!(started("", "net.oak.setting.Shelf").contains("is not installed"));
        assert!(started("", "net.oak.player.ui.Shelf").contains("does not declare it"));
        let other = "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\n";
        assert!(started(other, "com.example.basket.Shelf").contains("is not installed"));
    }

    #[test]
    fn an_intents_action_is_the_symbol() {
        let log = "FATAL EXCEPTION: main\nProcess: com.example.basket, PID: 7\nandroid.content.ActivityNotFoundException: No Activity found to handle Intent { act=com.example.lamp.OPEN }\n\tat com.example.basket.Shelf.open(Shelf.kt:9)\n";
        assert_eq!(parse(log).failures[0].symbol.as_deref(), Some("com.example.lamp.OPEN"));
    }

    #[test]
    fn a_leak_names_what_is_still_bound_or_registered() {
        let leak = |class: &str, what: &str| {
            answer(&format!(
                "E/ActivityThread: android.app.{class}: Activity com.example.basket.Shelf has leaked {what} com.example.basket.Shelf$1@ce83939 that was originally bound here\n    at android.app.ContextImpl.bind(ContextImpl.java:1)\n    at com.example.basket.Shelf.onCreate(Shelf.kt:9)\n"
            ))
        };
        let bound = leak("ServiceConnectionLeaked", "ServiceConnection");
        assert!(bound.contains("unbindService") && !bound.contains("nregisterReceiver"), "{bound}");
        let registered = leak("IntentReceiverLeaked", "IntentReceiver");
        assert!(registered.contains("unregisterReceiver") && !registered.contains("unbindService"), "{registered}");
    }
}
