//! Whose processes log exceptions that end nothing for anybody's app: those of the system's parts, of Google's own apps and of
//! the makers of devices and emulators. Data, and the questions that it answers.

use super::super::own;
use super::super::trace::{Section, simple};

/// Packages of apps and services that come with a device.
const MADE: &[&str] = &[
    "com.android.bluetooth.",
    "com.android.calendar.",
    "com.android.camera2.",
    "com.android.carrierconfig.",
    "com.android.cellbroadcastreceiver.",
    "com.android.contacts.",
    "com.android.deskclock.",
    "com.android.dialer.",
    "com.android.documentsui.",
    "com.android.externalstorage.",
    "com.android.gallery3d.",
    "com.android.ims.",
    "com.android.incallui.",
    "com.android.inputmethod.",
    "com.android.keychain.",
    "com.android.keyguard.",
    "com.android.launcher.",
    "com.android.launcher2.",
    "com.android.launcher3.",
    "com.android.managedprovisioning.",
    "com.android.messaging.",
    "com.android.mms.",
    "com.android.networkstack.",
    "com.android.nfc.",
    "com.android.packageinstaller.",
    "com.android.permissioncontroller.",
    "com.android.phone.",
    "com.android.providers.",
    "com.android.quickstep.",
    "com.android.server.",
    "com.android.settings.",
    "com.android.shell.",
    "com.android.stk.",
    "com.android.storagemanager.",
    "com.android.systemui.",
    "com.android.vending.",
    "com.android.wallpaper.",
    "com.android.wifi.",
    "com.asus.",
    "com.bbk.",
    "com.bignox.",
    "com.bluestacks.",
    "com.coloros.",
    "com.evenwell.",
    "com.fairphone.",
    "com.fujitsu.",
    "com.google.android.apps.",
    "com.google.android.as.",
    "com.google.android.clockwork.",
    "com.google.android.configupdater.",
    "com.google.android.finsky.",
    "com.google.android.gsf.",
    "com.google.android.inputmethod.",
    "com.google.android.partnersetup.",
    "com.google.android.settings.",
    "com.google.android.setupwizard.",
    "com.google.android.syncadapters.",
    "com.google.android.systemui.",
    "com.google.android.wearable.app.",
    "com.heytap.",
    "com.hihonor.",
    "com.hmdglobal.",
    "com.htc.",
    "com.huawei.",
    "com.ldmnq.",
    "com.lenovo.",
    "com.lge.",
    "com.mediatek.",
    "com.mfluent.",
    "com.microvirt.",
    "com.miui.",
    "com.motorola.",
    "com.mumu.",
    "com.nearme.",
    "com.nothing.",
    "com.oneplus.",
    "com.oplus.",
    "com.oppo.",
    "com.qti.",
    "com.qualcomm.",
    "com.realme.",
    "com.rockchip.",
    "com.samsung.",
    "com.sec.",
    "com.smartisan.",
    "com.sonyericsson.",
    "com.sonymobile.",
    "com.sprd.",
    "com.spreadtrum.",
    "com.tct.",
    "com.tecno.",
    "com.transsion.",
    "com.uei.",
    "com.unisoc.",
    "com.vivo.",
    "com.vphone.",
    "com.xiaomi.",
    "com.zte.",
    "jp.co.sharp.",
    "org.codeaurora.",
    "org.lineageos.",
    "vendor.",
];

/// Libraries of theirs that run in anybody's app.
const LIBRARIES: &[&str] = &[
    "com.google.android.apps.auto.",
    "com.google.android.apps.common.",
    "com.heytap.mcssdk.",
    "com.heytap.msp.",
    "com.hihonor.mcs.",
    "com.hihonor.push.",
    "com.huawei.agconnect.",
    "com.huawei.android.hms.",
    "com.huawei.hmf.",
    "com.huawei.hms.",
    "com.huawei.updatesdk.",
    "com.oplus.push.",
    "com.oppo.mobad.",
    "com.qualcomm.hardware.",
    "com.qualcomm.qti.",
    "com.qualcomm.robotcore.",
    "com.samsung.android.health.",
    "com.samsung.android.sdk.",
    "com.samsung.multiscreen.",
    "com.vivo.ad.",
    "com.vivo.mobilead.",
    "com.vivo.push.",
    "com.xiaomi.ad.",
    "com.xiaomi.channel.",
    "com.xiaomi.mipush.",
    "com.xiaomi.push.",
];

/// Tags under which other people's apps log on every device.
const TAGS: &[&str] = &["CheckinTask", "ChimeraUtils", "Finsky", "GCoreUlr", "NearbyMediums", "NetRec"];

/// Beginnings of the tags of what a maker added to the platform; a capital letter follows.
const TAG_STARTS: &[&str] = &["ColorOS", "Hw", "MIUI", "Miui", "Mtk", "Oplus", "Oppo", "Qti", "Sem", "Vivo"];

/// Whether a class is of an app or a service that comes with a device.
pub fn made(class: &str) -> bool {
    let starts = |packages: &[&str]| packages.iter().any(|package| class.starts_with(package));
    starts(MADE) && !starts(LIBRARIES)
}

/// Whether such an app, or the system, logs under this tag.
pub fn logs_as(tag: &str) -> bool {
    let added = |start: &str| {
        tag.strip_prefix(start).is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    TAGS.contains(&tag) || TAG_STARTS.iter().any(|start| added(start))
}

/// Whether the thread of the trace is such an app's: of the frames that are neither the platform's nor a library's the lowest,
/// where the thread begins.
pub fn runs(sections: &[Section]) -> bool {
    let Some(outermost) = sections.first() else { return false };
    let mut up = outermost.frames.iter().rev().map(|frame| frame.class.as_str());
    up.find(|class| made(class) || own::is_own(class, None)).is_some_and(made)
}

/// Whether the system's server, or what receives for it what others send, stands in the trace.
pub fn serves(sections: &[Section]) -> bool {
    let of_server = ["com.android.server.", "com.android.internal.os.Binder"];
    let mut frames = sections.iter().flat_map(|section| &section.frames);
    frames.any(|frame| of_server.iter().any(|start| frame.class.starts_with(start)))
}

/// Whether a class of the platform that no app calls logs under its own name: `BatteryStatsImpl` of `com.android.internal.os`.
pub fn is_inner(tag: &str, sections: &[Section]) -> bool {
    let mut frames = sections.iter().flat_map(|section| &section.frames);
    frames.any(|frame| frame.class.starts_with("com.android.internal.") && simple(&frame.class) == tag)
}
