//! What an exception says whose message is not in the log: consoles of stores leave messages out, but the function that
//! throws has only one reason to.

use super::trace::Section;

/// Functions that throw, with the end of the exception's class, and their message.
const THROWERS: &[(&str, &str, &str)] = &[
    ("ContextImpl.getSharedPreferences", "IllegalStateException", "SharedPreferences in credential encrypted storage"),
    ("FirebaseApp.getInstance", "IllegalStateException", "Default FirebaseApp is not initialized in this process"),
    ("Fragment.requireActivity", "IllegalStateException", "Fragment not attached to an activity."),
    ("Fragment.requireContext", "IllegalStateException", "Fragment not attached to a context."),
    ("FragmentManager.checkStateLoss", "IllegalStateException", AFTER_SAVING),
    ("FragmentManagerImpl.checkStateLoss", "IllegalStateException", AFTER_SAVING),
    ("RoomDatabase.assertNotMainThread", "IllegalStateException", "Cannot access database on the main thread"),
    ("RoomOpenHelper.checkIdentity", "IllegalStateException", "Room cannot verify the data integrity"),
    (
        "ViewGroup.addViewInner",
        "IllegalStateException",
        "The specified child already has a parent. You must call removeView()",
    ),
    (
        "IActivityManager$Stub$Proxy.registerReceiverWithFeature",
        "SecurityException",
        "One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified",
    ),
];

const AFTER_SAVING: &str = "Can not perform this action after onSaveInstanceState";

/// Frames in which the function stands that decided to throw.
const FRAMES: usize = 6;

/// The message that the exception had, for the tables alone: it is not quoted as the log's.
pub fn message(section: &Section) -> &str {
    if !section.message.is_empty() {
        return &section.message;
    }
    let thrown = |frame: &super::trace::Frame| {
        let class = frame.class.rsplit('.').next().unwrap_or("");
        let found = THROWERS.iter().find(|(name, thrown, _)| {
            section.class.ends_with(thrown) && name.split_once('.') == Some((class, frame.method.as_str()))
        });
        found.map(|(_, _, message)| *message)
    };
    section.frames.iter().take(FRAMES).find_map(thrown).unwrap_or("")
}
