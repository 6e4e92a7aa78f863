//! Places of files that are not the reader's. A rule of whose own logs one is at such a place is written for it: its steps
//! are taken as they are. Data only; `build.rs` reads it, too.

/// Parts of paths, with `/`.
pub const ELSEWHERE: &[&str] = &[
    "/build/generated",
    "/files-1.1/",
    "/files-2.1/",
    "/flutter_tools/",
    "/hosted/pub",
    "/intermediates/",
    "/merged.dir/",
    "/platforms/android/",
    "/plugins/cordova-plugin-",
    "/pub-cache/",
    "/Pub/Cache/",
    "/transformed/",
    "GeneratedPluginRegistrant",
    "PackageList.java",
    "node_modules/",
    ".pub-cache/",
];
