//! Permissions that are not granted, by how an app gets them: with its installation, from the user, on a page of the
//! settings, or not at all. Data first.

use super::scene::Scene;
use crate::Category;
use crate::model::failure::Failure;
use crate::pattern::Pattern;

/// Android's permissions that each app gets which declares them.
const NORMAL: &[&str] = &[
    "ACCESS_NETWORK_STATE",
    "ACCESS_NOTIFICATION_POLICY",
    "ACCESS_WIFI_STATE",
    "BLUETOOTH",
    "BLUETOOTH_ADMIN",
    "CHANGE_NETWORK_STATE",
    "CHANGE_WIFI_MULTICAST_STATE",
    "CHANGE_WIFI_STATE",
    "FOREGROUND_SERVICE",
    "HIGH_SAMPLING_RATE_SENSORS",
    "INTERNET",
    "KILL_BACKGROUND_PROCESSES",
    "MODIFY_AUDIO_SETTINGS",
    "NFC",
    "QUERY_ALL_PACKAGES",
    "RECEIVE_BOOT_COMPLETED",
    "REQUEST_DELETE_PACKAGES",
    "SET_WALLPAPER",
    "TRANSMIT_IR",
    "USE_BIOMETRIC",
    "USE_FINGERPRINT",
    "VIBRATE",
    "WAKE_LOCK",
];

/// Android's permissions that the user grants in a dialog.
const OF_USER: &[&str] = &[
    "ACCESS_BACKGROUND_LOCATION",
    "ACCESS_COARSE_LOCATION",
    "ACCESS_FINE_LOCATION",
    "ACTIVITY_RECOGNITION",
    "ANSWER_PHONE_CALLS",
    "BLUETOOTH_ADVERTISE",
    "BLUETOOTH_CONNECT",
    "BLUETOOTH_SCAN",
    "BODY_SENSORS",
    "CALL_PHONE",
    "CAMERA",
    "GET_ACCOUNTS",
    "NEARBY_WIFI_DEVICES",
    "POST_NOTIFICATIONS",
    "READ_CALENDAR",
    "READ_CALL_LOG",
    "READ_CONTACTS",
    "READ_EXTERNAL_STORAGE",
    "READ_MEDIA_AUDIO",
    "READ_MEDIA_IMAGES",
    "READ_MEDIA_VIDEO",
    "READ_PHONE_NUMBERS",
    "READ_PHONE_STATE",
    "READ_SMS",
    "RECEIVE_SMS",
    "RECORD_AUDIO",
    "SEND_SMS",
    "WRITE_CALENDAR",
    "WRITE_CALL_LOG",
    "WRITE_CONTACTS",
    "WRITE_EXTERNAL_STORAGE",
];

/// Android's permissions that the user grants on a page of the settings, and the intent that opens it.
const IN_SETTINGS: &[(&str, &str)] = &[
    ("MANAGE_EXTERNAL_STORAGE", "ACTION_MANAGE_APP_ALL_FILES_ACCESS_PERMISSION"),
    ("PACKAGE_USAGE_STATS", "ACTION_USAGE_ACCESS_SETTINGS"),
    ("REQUEST_INSTALL_PACKAGES", "ACTION_MANAGE_UNKNOWN_APP_SOURCES"),
    ("SYSTEM_ALERT_WINDOW", "ACTION_MANAGE_OVERLAY_PERMISSION"),
    ("WRITE_SETTINGS", "ACTION_MANAGE_WRITE_SETTINGS"),
];

/// Android's permissions that only apps of the system get; those that `adb` can grant for tests come first.
const OF_SYSTEM: &[&str] = &[
    "DUMP",
    "INTERACT_ACROSS_USERS",
    "READ_LOGS",
    "SET_ANIMATION_SCALE",
    "SET_DEBUG_APP",
    "WRITE_SECURE_SETTINGS",
    "BLUETOOTH_PRIVILEGED",
    "CAPTURE_AUDIO_OUTPUT",
    "CAPTURE_VIDEO_OUTPUT",
    "CHANGE_COMPONENT_ENABLED_STATE",
    "CONNECTIVITY_INTERNAL",
    "DELETE_PACKAGES",
    "DEVICE_POWER",
    "FORCE_STOP_PACKAGES",
    "GRANT_RUNTIME_PERMISSIONS",
    "INJECT_EVENTS",
    "INSTALL_PACKAGES",
    "INTERACT_ACROSS_USERS_FULL",
    "INTERNAL_SYSTEM_WINDOW",
    "LOCAL_MAC_ADDRESS",
    "MANAGE_ACTIVITY_TASKS",
    "MANAGE_USERS",
    "MEDIA_CONTENT_CONTROL",
    "MODIFY_PHONE_STATE",
    "MOUNT_UNMOUNT_FILESYSTEMS",
    "NETWORK_SETTINGS",
    "NETWORK_STACK",
    "READ_PRIVILEGED_PHONE_STATE",
    "REBOOT",
    "SET_TIME",
    "SHUTDOWN",
    "STATUS_BAR",
    "STATUS_BAR_SERVICE",
    "TETHER_PRIVILEGED",
    "UPDATE_DEVICE_STATS",
    "WRITE_APN_SETTINGS",
    "WRITE_MEDIA_STORAGE",
];

/// How many of the system's permissions `adb shell pm grant` grants.
const GRANTED_BY_ADB: usize = 6;

/// What helps with a single permission.
const HINTS: &[(&str, &str, &str)] = &[
    ("CALL_PHONE", "", "`Intent.ACTION_DIAL`, which lets the user press the key, needs no permission."),
    (
        "CAMERA",
        "IMAGE_CAPTURE",
        "Starting the camera app needs no permission as long as the manifest does not declare `CAMERA`: if nothing else of yours uses the camera, remove that line (a library may bring it: `tools:node=\"remove\"`).",
    ),
    (
        "READ_EXTERNAL_STORAGE",
        "",
        "For an app with targetSdk 33 on Android 13 it is never granted: ask for `READ_MEDIA_IMAGES`, `READ_MEDIA_VIDEO` or `READ_MEDIA_AUDIO` there, or let the user choose (photo picker, `ACTION_OPEN_DOCUMENT`), which needs none.",
    ),
    (
        "WRITE_EXTERNAL_STORAGE",
        "",
        "From Android 11 on it grants nothing to an app with targetSdk 30: write through MediaStore, the document picker, or into the app's own directories.",
    ),
    (
        "READ_PHONE_STATE",
        "",
        "For the kind of network or of the SIM there are calls without it; the device's number and IMEI are closed to usual apps anyway.",
    ),
];

/// `reading com.android.providers.a.B uri content://a/b from pid=1`, `starting Intent { act=a.b.C …`, `opening provider a.B from`
static ACTION: Pattern = Pattern::new(
    r"Permission Denial: (?:(?P<verb>reading|writing) \S+ uri (?P<uri>content://\S+)|starting Intent \{ act=(?P<act>\S+)|opening provider (?P<provider>\S+)|Accessing service (?P<service>\S+))",
);

/// `Component a.b/.C requests FLAG_SINGLE_USER, but app does not hold x.permission.Y`
static COMPONENT: Pattern =
    Pattern::new(r"Component (?P<owner>[A-Za-z0-9_.]+)/(?P<class>[A-Za-z0-9_.$]+) requests .* does not hold");

/// Says how the permission is had.
pub fn decide(scene: &Scene<'_>, failure: &mut Failure) {
    if failure.category != Category::ManifestPermission {
        return;
    }
    let Some(symbol) = failure.symbol.clone() else { return };
    let name = symbol.rsplit('.').next().unwrap_or(&symbol).to_owned();
    let of_android = !symbol.contains('.') || symbol.starts_with("android.permission.");
    if !of_android {
        return of_an_app(scene, &symbol, failure);
    }
    let known = [NORMAL, OF_USER, OF_SYSTEM].iter().any(|names| names.contains(&name.as_str()));
    let settings = IN_SETTINGS.iter().find(|(known, _)| *known == name).map(|(_, page)| *page);
    if !known && settings.is_none() && !name.starts_with("FOREGROUND_SERVICE_") {
        return;
    }
    failure.details.insert("permission".to_owned(), format!("android.permission.{name}"));
    let refused = refused(scene, failure);
    if let Some(page) = settings {
        in_settings(&refused, page, failure);
    } else if OF_USER.contains(&name.as_str()) {
        of_user(scene, &name, &refused, failure);
    } else if let Some(at) = OF_SYSTEM.iter().position(|known| *known == name) {
        of_system(at < GRANTED_BY_ADB, &refused, failure);
    } else {
        normal(&refused, failure);
    }
}

/// What the system refuses, as a sentence of its own with a blank before it.
fn refused(scene: &Scene<'_>, failure: &mut Failure) -> String {
    let found = ACTION.captures(&failure.message).and_then(|found| {
        let group = |name: &str| found.name(name).map(|group| group.as_str().trim_end_matches([',', ';']).to_owned());
        let verb = group("verb").unwrap_or_default();
        let named = group("uri").map(|uri| format!("{verb} {uri}"));
        named
            .or_else(|| group("act").map(|act| format!("starting {act}")))
            .or_else(|| group("provider").map(|provider| format!("opening the provider {provider}")))
            .or_else(|| group("service").map(|service| format!("using the service {service}")))
    });
    match found {
        Some(what) => {
            failure.details.insert("refused".to_owned(), what);
            format!(" So {{refused}} is refused{}.", scene.here())
        }
        None => " The system says: {message}.".to_owned(),
    }
}

const DECLARE: &str =
    "`<uses-permission android:name=\"{permission}\"/>` directly in `<manifest>` of AndroidManifest.xml";

fn normal(refused: &str, failure: &mut Failure) {
    let cause = format!(
        "The permission `{{permission}}` is missing: the manifest of the installed app does not declare it.{refused} Who declares it gets it with the installation; there is nothing to ask the user."
    );
    let fix = format!("Add {DECLARE} (not within `<application>`), and install the app again.");
    failure.say(&cause, &[&fix]);
}

fn of_user(scene: &Scene<'_>, name: &str, refused: &str, failure: &mut Failure) {
    let declared = failure.message.contains("with revoked permission");
    let cause = if declared {
        format!(
            "The permission `{{permission}}` is declared in the manifest but was not granted at run time (revoked).{refused}"
        )
    } else {
        format!(
            "The permission `{{permission}}` is not granted: it is a run-time permission, which the manifest must declare and the user must have granted before this call.{refused}"
        )
    };
    let at = if scene.own.is_some() { "{name}:{line}" } else { "this call" };
    let ask = format!(
        "Ask for `{{permission}}` at run time (`ActivityResultContracts.RequestPermission`) before {at}, and go on only once it is granted: the user can take it away again."
    );
    let declare = format!("If it is not there yet, add {DECLARE}; without it no dialog is shown.");
    let hint = HINTS.iter().find(|(known, about, _)| *known == name && failure.message.contains(about));
    let steps = [Some(ask.as_str()), Some(declare.as_str()).filter(|_| !declared), hint.map(|(_, _, hint)| *hint)];
    let steps: Vec<&str> = steps.into_iter().flatten().collect();
    failure.say(&cause, &steps);
}

fn in_settings(refused: &str, page: &str, failure: &mut Failure) {
    let cause = format!(
        "The permission `{{permission}}` is not granted: the user grants it on a page of the settings, in no dialog, and the manifest must declare it.{refused}"
    );
    let open = format!("Check whether it is granted before this call; if not, open `Settings.{page}` and explain why.");
    failure.say(&cause, &[&open, &format!("If it is not there yet, add {DECLARE}.")]);
}

fn of_system(by_adb: bool, refused: &str, failure: &mut Failure) {
    let component = COMPONENT.captures(&failure.message);
    let component =
        component.map(|found| (found["owner"].to_owned(), format!("{}/{}", &found["owner"], &found["class"])));
    let Some((owner, class)) = component else {
        let cause = format!(
            "`{{permission}}` is only for apps of the system (signed with the platform's key, or privileged): a usual app never gets it, whatever its manifest says.{refused}"
        );
        let adb = "For tests, or on a device of your own: `adb shell pm grant <package> {permission}` (the manifest must declare it).";
        let other = "Use a function that needs no such permission (one for the app's own user, settings or windows), or leave it out where the app does not have it.";
        let rom = "On a ROM that you build: install the app as a privileged one and add the permission to its allow-list (`privapp-permissions-….xml`), or sign it with the platform's key.";
        let steps = [Some(other), Some(adb).filter(|_| by_adb), Some(rom)];
        return failure.say(&cause, &steps.into_iter().flatten().collect::<Vec<_>>());
    };
    for (name, value) in [("component_owner", owner), ("component_name", class)] {
        failure.details.insert(name.to_owned(), value);
    }
    failure.say("`{component_name}` asks for something that needs `{permission}`, a permission for apps of the system only, and the app `{component_owner}` does not hold it (not granted): it is not installed as a privileged app with this permission, or its signature does not fit.",
        &[
            "On a ROM that you build: install `{component_owner}` as a privileged app (`priv-app`) together with its allow-list (`privapp-permissions-….xml`), in a version that is made for this Android.",
            "On a device of others: undo what replaced `{component_owner}` (an update by hand, a module), or report it to the ROM's maker.",
        ],
    );
}

/// A permission that another app, or a library, declares.
fn of_an_app(scene: &Scene<'_>, symbol: &str, failure: &mut Failure) {
    let of_android = ["com.android.", "com.google.android."].iter().any(|start| symbol.starts_with(start));
    if of_android || !symbol.contains(".permission.") {
        return;
    }
    let refused = refused(scene, failure);
    let cause = format!(
        "`{{symbol}}` is a permission of another app (or of a library), which this app does not hold.{refused} It is given only to apps that declare it; one of the level `signature` only to those signed with the same key as the app that defines it."
    );
    failure.details.insert("permission".to_owned(), symbol.to_owned());
    let declare = format!("Add {DECLARE}, and install this app after the one that defines the permission.");
    failure.say(
        &cause,
        &[&declare, "If both apps are yours, sign them with the same key; else use what the other app offers to all."],
    );
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::parse::parse;

    fn told(message: &str) -> (String, Vec<String>) {
        let log = format!("java.lang.SecurityException: {message}\n\tat com.example.basket.Shelf.open(Shelf.kt:12)\n");
        let told = explain(&parse(&log).failures[0]);
        (told.root_cause, told.fixes)
    }

    #[test]
    fn each_kind_of_permission_is_had_in_its_own_way() {
        let normal = told("Permission denied (missing INTERNET permission?)");
        assert!(normal.1[0].contains("android.permission.INTERNET") && !normal.1[0].contains("run time"), "{normal:?}");
        let user = told("Neither user 10 nor current process has android.permission.READ_CALL_LOG.");
        assert!(user.1[0].contains("before Shelf.kt:12") && user.0.contains("run-time permission"), "{user:?}");
        let system = told("uid 10 does not have android.permission.WRITE_SECURE_SETTINGS");
        assert!(system.1[1].contains("pm grant"), "{system:?}");
        let other = told(
            "Permission Denial: opening provider org.other.Shelves from ProcessRecord{1 2:com.example.basket/u0a1} requires org.other.permission.READ_SHELVES",
        );
        assert!(other.0.contains("opening the provider org.other.Shelves is refused"), "{other:?}");
    }

    #[test]
    fn a_photo_needs_other_advice_than_a_call() {
        let start = |act: &str, permission: &str| {
            told(&format!(
                "Permission Denial: starting Intent {{ act=android.{act} cmp=com.x/.Y }} from ProcessRecord{{1 2:com.example.basket/u0a1}} (pid=2, uid=1) with revoked permission android.permission.{permission}"
            ))
        };
        let photo = start("media.action.IMAGE_CAPTURE", "CAMERA");
        assert!(photo.1.len() == 2 && photo.1[1].starts_with("Starting the camera app"), "{photo:?}");
        assert!(start("intent.action.CALL", "CALL_PHONE").1[1].contains("ACTION_DIAL"));
    }
}
