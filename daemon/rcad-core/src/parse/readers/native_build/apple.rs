//! Which of Apple's frameworks, system libraries or well-known pods has a class or function, by how its name begins.
//! Data; a prefix of Apple's is reserved for the framework.

/// What is passed to the linker for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedPart {
    /// A framework of the system: `-framework UIKit`.
    Framework(&'static str),
    /// A library of the system: `-lz`.
    Library(&'static str),
    /// A pod, or a Swift package.
    Pod(&'static str),
}

/// Classes: the capitals that they begin with.
const CLASSES: &[(&str, LinkedPart)] = &[
    ("ARSession", LinkedPart::Framework("ARKit")),
    ("AS", LinkedPart::Framework("AuthenticationServices")),
    ("AVPlayerViewController", LinkedPart::Framework("AVKit")),
    ("AV", LinkedPart::Framework("AVFoundation")),
    ("BGTask", LinkedPart::Framework("BackgroundTasks")),
    ("CA", LinkedPart::Framework("QuartzCore")),
    ("CB", LinkedPart::Framework("CoreBluetooth")),
    ("CI", LinkedPart::Framework("CoreImage")),
    ("CK", LinkedPart::Framework("CloudKit")),
    ("CL", LinkedPart::Framework("CoreLocation")),
    ("CMMotion", LinkedPart::Framework("CoreMotion")),
    ("CN", LinkedPart::Framework("Contacts")),
    ("EK", LinkedPart::Framework("EventKit")),
    ("FBSDK", LinkedPart::Pod("FBSDKCoreKit")),
    ("FIRAnalytics", LinkedPart::Pod("FirebaseAnalytics")),
    ("FIRAuth", LinkedPart::Pod("FirebaseAuth")),
    ("FIRCrashlytics", LinkedPart::Pod("FirebaseCrashlytics")),
    ("FIRFirestore", LinkedPart::Pod("FirebaseFirestore")),
    ("FIRMessaging", LinkedPart::Pod("FirebaseMessaging")),
    ("FIR", LinkedPart::Pod("FirebaseCore")),
    ("GAD", LinkedPart::Pod("Google-Mobile-Ads-SDK")),
    ("GID", LinkedPart::Pod("GoogleSignIn")),
    ("GMS", LinkedPart::Pod("GoogleMaps")),
    ("HK", LinkedPart::Framework("HealthKit")),
    ("LAContext", LinkedPart::Framework("LocalAuthentication")),
    ("MFMail", LinkedPart::Framework("MessageUI")),
    ("MFMessage", LinkedPart::Framework("MessageUI")),
    ("MK", LinkedPart::Framework("MapKit")),
    ("MLModel", LinkedPart::Framework("CoreML")),
    ("MP", LinkedPart::Framework("MediaPlayer")),
    ("MTK", LinkedPart::Framework("MetalKit")),
    ("MTL", LinkedPart::Framework("Metal")),
    ("NE", LinkedPart::Framework("NetworkExtension")),
    ("NFC", LinkedPart::Framework("CoreNFC")),
    ("PHAsset", LinkedPart::Framework("Photos")),
    ("PHPhoto", LinkedPart::Framework("Photos")),
    ("PHPicker", LinkedPart::Framework("PhotosUI")),
    ("SFSafari", LinkedPart::Framework("SafariServices")),
    ("SFSpeech", LinkedPart::Framework("Speech")),
    ("SKStore", LinkedPart::Framework("StoreKit")),
    ("SKProduct", LinkedPart::Framework("StoreKit")),
    ("SKPayment", LinkedPart::Framework("StoreKit")),
    ("UI", LinkedPart::Framework("UIKit")),
    ("UN", LinkedPart::Framework("UserNotifications")),
    ("VN", LinkedPart::Framework("Vision")),
    ("WC", LinkedPart::Framework("WatchConnectivity")),
    ("WK", LinkedPart::Framework("WebKit")),
];

/// Functions and constants, by their beginning.
const FUNCTIONS: &[(&str, LinkedPart)] = &[
    ("inflate", LinkedPart::Library("z")),
    ("deflate", LinkedPart::Library("z")),
    ("iconv_", LinkedPart::Library("iconv")),
    ("SCNetworkReachability", LinkedPart::Framework("SystemConfiguration")),
    ("SecItem", LinkedPart::Framework("Security")),
    ("kSec", LinkedPart::Framework("Security")),
    ("SecRandom", LinkedPart::Framework("Security")),
    ("MTLCreate", LinkedPart::Framework("Metal")),
    ("CTFont", LinkedPart::Framework("CoreText")),
    ("UIApplicationMain", LinkedPart::Framework("UIKit")),
];

/// What has a class.
pub fn of_class(name: &str) -> Option<LinkedPart> {
    // `UIDevice`, and no `UISHELF`: behind the prefix begins a word.
    let fits = |prefix: &str| {
        let rest = name.strip_prefix(prefix)?;
        let whole = prefix.ends_with(|last: char| last.is_ascii_lowercase());
        let mut letters = rest.chars();
        (whole || letters.next()?.is_ascii_uppercase() && letters.next()?.is_ascii_lowercase()).then_some(())
    };
    CLASSES.iter().find(|(prefix, _)| fits(prefix).is_some()).map(|(_, part)| *part)
}

/// What has a function or a constant.
pub fn of_function(name: &str) -> Option<LinkedPart> {
    FUNCTIONS.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, part)| *part)
}

#[cfg(test)]
mod tests {
    use super::{LinkedPart, of_class, of_function};

    #[test]
    fn names_lead_to_what_has_them() {
        assert_eq!(of_class("UIDevice"), Some(LinkedPart::Framework("UIKit")));
        assert_eq!(of_class("CLLocationManager"), Some(LinkedPart::Framework("CoreLocation")));
        assert_eq!(of_class("FIRCrashlytics"), Some(LinkedPart::Pod("FirebaseCrashlytics")));
        assert_eq!(of_class("ShelfScanner"), None);
        assert_eq!(of_class("CLIShelf"), None);
        assert_eq!(of_function("inflateInit2_"), Some(LinkedPart::Library("z")));
        assert_eq!(of_function("shelf_open"), None);
    }
}
