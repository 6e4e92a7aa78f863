//! Whose code a frame of Dart's is: Flutter's, a well-known package's, or the app's.

/// Packages of Dart that come with Flutter.
const FRAMEWORK: &[&str] = &["package:flutter/", "dart:", "package:sky_engine/", "package:flutter_test/"];

/// Well-known packages that stand between Flutter and an app.
const PACKAGES: &[&str] = &[
    "async",
    "audioplayers",
    "bloc",
    "cached_network_image",
    "camera",
    "collection",
    "dio",
    "drift",
    "flutter_bloc",
    "flutter_dotenv",
    "flutter_hooks",
    "flutter_inappwebview",
    "flutter_local_notifications",
    "flutter_map",
    "flutter_riverpod",
    "flutter_secure_storage",
    "flutter_stripe",
    "geolocator",
    "get",
    "get_it",
    "go_router",
    "google_fonts",
    "google_maps_flutter",
    "google_mobile_ads",
    "google_sign_in",
    "gotrue",
    "graphql",
    "hive",
    "hive_flutter",
    "hooks_riverpod",
    "http",
    "image_picker",
    "in_app_purchase",
    "injectable",
    "intl",
    "isar",
    "just_audio",
    "local_auth",
    "mobile_scanner",
    "mobx",
    "path_provider",
    "permission_handler",
    "postgrest",
    "provider",
    "riverpod",
    "rxdart",
    "sentry",
    "sentry_flutter",
    "shared_preferences",
    "sqflite",
    "sqflite_common",
    "stack_trace",
    "state_notifier",
    "stream_channel",
    "supabase",
    "supabase_flutter",
    "test_api",
    "url_launcher",
    "video_player",
    "web_socket_channel",
    "webview_flutter",
];

/// What the names of plugins begin with.
const BEGINNINGS: &[&str] = &["firebase_", "cloud_firestore", "cloud_functions"];

/// What the names of the platforms' parts of plugins end with.
const ENDS: &[&str] = &["_platform_interface", "_android", "_plus"];

fn is_framework(file: &str) -> bool {
    FRAMEWORK.iter().any(|start| file.starts_with(start))
}

/// Whether the file is neither Flutter's nor a well-known package's.
pub fn is_app(file: &str) -> bool {
    let name = file.strip_prefix("package:").and_then(|path| path.split('/').next());
    !is_framework(file)
        && !name.is_some_and(|name| {
            PACKAGES.binary_search(&name).is_ok()
                || BEGINNINGS.iter().any(|start| name.starts_with(start))
                || ENDS.iter().any(|end| name.ends_with(end))
        })
}

/// Whether a frame is of the app's own code, or, where the app has none in the trace, at least not Flutter's.
pub fn is_own(file: &str, app: bool) -> bool {
    if app { is_app(file) } else { !is_framework(file) }
}

#[cfg(test)]
mod tests {
    use super::PACKAGES;
    use crate::parse::parse;

    #[test]
    fn the_apps_frame_comes_before_a_plugins() {
        let text = "E/flutter ( 4321): [ERROR:flutter/lib/ui/ui_dart_state.cc(209)] Unhandled Exception: Bad state: No element\n\
            E/flutter ( 4321): #0      SharedPreferences.getInstance (package:shared_preferences/shared_preferences.dart:52:35)\n\
            E/flutter ( 4321): #1      main (package:basket/main.dart:17:37)";
        let failure = &parse(text).failures[0];
        assert_eq!((failure.file.as_deref(), failure.line), (Some("basket/main.dart"), Some(17)));
    }

    #[test]
    fn a_plugins_frame_is_better_than_none() {
        let text = "E/flutter ( 4321): [ERROR:flutter/lib/ui/ui_dart_state.cc(209)] Unhandled Exception: Bad state: No element\n\
            E/flutter ( 4321): #0      State.setState (package:flutter/src/widgets/framework.dart:1:3)\n\
            E/flutter ( 4321): #1      Box.get (package:hive/src/box.dart:7:3)";
        assert_eq!(parse(text).failures[0].file.as_deref(), Some("hive/src/box.dart"));
    }

    #[test]
    fn names_are_sorted() {
        assert!(PACKAGES.is_sorted());
    }
}
