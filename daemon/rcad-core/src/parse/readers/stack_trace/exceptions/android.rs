//! Permissions, and other things that the system refuses. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

const REQUEST: &str = "Declare `<uses-permission android:name=\"{symbol}\"/>` in AndroidManifest.xml and, where it is a dangerous permission, request it at run time (`ActivityResultContracts.RequestPermission`) and call this only once it is granted.";

const NOT_EXPORTED: &str =
    "The component is not exported (`android:exported=\"false\"`), but another app or the shell starts or reads it.";

/// The table.
pub static RULES: Rules = Rules::new(&[
    rule(Category::RuntimeNetworkOnMain, r"NetworkOnMainThreadException"),
    // `Permission Denial: starting Intent { act=android.intent.action.CALL … } from ProcessRecord{…} (pid=1, uid=2) with revoked permission X`
    rule(Category::ManifestPermission, r"SecurityException: Permission Denial: (?P<action>.*?) with revoked permission (?P<symbol>[A-Za-z0-9_.]+)")
        .means("The permission `{symbol}` is declared but was not granted at run time (revoked), so {action} is refused.")
        .fix(&["Request `{symbol}` at run time (`ActivityResultContracts.RequestPermission`) before this call and go on only once it is granted.", "For a phone call `Intent.ACTION_DIAL` needs no permission."]),
    // `… starting Intent { act=… cmp=com.example.shop/.Basket } from ProcessRecord{80c 26:com.example.stock/u0a9} (pid=26, uid=10) not exported from uid 11`
    rule(Category::ManifestExported, r"SecurityException: Permission Denial: .*?cmp=(?P<app>[A-Za-z0-9_.]+)/(?P<symbol>[A-Za-z0-9_.$]+).*? from ProcessRecord\{[0-9a-f]+ [0-9]+:(?P<caller>[A-Za-z0-9_.]+).*?not exported from (?:uid|UID)")
        .means("The app `{caller}` starts `{symbol}` of the app `{app}`, and `{symbol}` is not exported (`android:exported=\"false\"`): only `{app}` itself may start it.")
        .fix(&["If `{app}` is your own app and others may start `{symbol}`, set `android:exported=\"true\"` on it in AndroidManifest.xml (and protect it with a permission).", "If you write `{caller}`: catch `SecurityException`, and use what `{app}` offers to others, or let the user choose another app (`Intent.createChooser`)."]),
    rule(Category::ManifestExported, r"SecurityException: Permission Denial: .*?cmp=(?P<app>[A-Za-z0-9_.]+)/(?P<symbol>[A-Za-z0-9_.$]+).*?not exported from (?:uid|UID)")
        .means(NOT_EXPORTED)
        .fix(&["If `{symbol}` is of your own app ({app}) and others may start it, set `android:exported=\"true\"` in AndroidManifest.xml (and protect it with a permission). If it is another app's, only that app may start it: use an intent or a component that it offers to others."]),
    rule(Category::ManifestExported, r"SecurityException: Permission Denial: (?:.*?provider (?P<symbol>[A-Za-z0-9_.$]+))?.*?not exported from (?:uid|UID)")
        .means(NOT_EXPORTED)
        .fix(&["If the component is of your own app and others may start it, set `android:exported=\"true\"` in AndroidManifest.xml; else start one that is exported."]),
    rule(Category::ManifestPermission, r"SecurityException: .*?(?P<symbol>(?:android|[a-z][a-z0-9_]*\.[A-Za-z0-9_.]+)\.permission(?:-group)?\.[A-Z][A-Z0-9_]+)")
        .means("The permission `{symbol}` is not granted to the app: it is missing from the manifest, or was not requested at run time. The system says: {message}.")
        .fix(&[REQUEST]),
    rule(Category::ManifestPermission, r"SecurityException: .*?(?:[Rr]equires|[Nn]eeds?|must have|[Mm]issing|was not granted)(?: (?:the|a|this|either))?:? (?P<symbol>(?:[A-Z]+_){1,}[A-Z]+|VIBRATE|BLUETOOTH|INTERNET|CAMERA|NFC)")
        .means("The permission `{symbol}` is not granted to the app: {message}.")
        .fix(&["Declare `android.permission.{symbol}` in AndroidManifest.xml and, where it is a dangerous permission, request it at run time before this call."]),
    rule(Category::ManifestPermission, r"SecurityException: Permission denied \(missing (?P<symbol>INTERNET) permission\?\)")
        .means("The permission `INTERNET` is missing from the manifest.")
        .fix(&["Add `<uses-permission android:name=\"android.permission.INTERNET\"/>` to AndroidManifest.xml and install the app again."]),
    rule(Category::ManifestPermission, r"SocketException: (?:socket failed|[a-z ]*): ?(?:EACCES|EPERM) \((?:Permission denied|Operation not permitted)\)")
        .means("The app may not open a socket: the permission `android.permission.INTERNET` is missing from the manifest.")
        .fix(&["Add `<uses-permission android:name=\"android.permission.INTERNET\"/>` to AndroidManifest.xml and install the app again."]),
    rule(Category::ManifestPermission, r"FileNotFoundException: (?P<symbol>/(?:storage|sdcard|mnt)[^:]*?)(?::| \().*(?:EACCES|EPERM|Permission denied|Operation not permitted)")
        .means("The app may not open {symbol}: it has no storage permission for it, or scoped storage (Android 10 and later) forbids the path.")
        .fix(&["Use the app's own directory (`getExternalFilesDir`), MediaStore or the document picker; below Android 10 declare and request READ_/WRITE_EXTERNAL_STORAGE."]),
    // Other refusals
    rule(Category::RuntimeSecurity, r"(?:SecurityException|AEADBadTagException|GeneralSecurityException|InvalidProtocolBufferException): (?P<why>Could not (?:decrypt|encrypt) (?:value|key)\..*)")
        .means("EncryptedSharedPreferences cannot decrypt a stored value: the master key in the keystore no longer fits the preference file (a restored backup, a lost or corrupt key). {why}.")
        .fix(&["Catch the exception, delete the encrypted preferences and create them anew.", "Exclude the encrypted file from backups (`android:fullBackupContent`, `dataExtractionRules`): the key is not restored with it."]),
    rule(Category::RuntimeSecurity, r"IOException: keystore password was incorrect|UnrecoverableKeyException: (?:[Ff]ailed to decrypt safe contents entry|Cannot recover key|Get Key failed)")
        .means("The keystore file, or the key in it, cannot be opened with the password that was given.")
        .fix(&["Check the store's password and the key's (they may differ; `keytool -list -keystore <file>` asks for it), and that the right file is read."]),
    rule(Category::RuntimeSecurity, r"AEADBadTagException|KeyStoreException|KeyPermanentlyInvalidatedException|UserNotAuthenticatedException|UnrecoverableKeyException")
        .means("A key of the Android keystore cannot be used: {exception}, {message}.")
        .fix(&["Catch the exception, delete the key and what was encrypted with it, and create it anew; exclude encrypted files from backups."]),
    rule(Category::RuntimeSecurity, r"Writable dex file '(?P<symbol>[^']+)' is not allowed")
        .means("The app loads code from `{symbol}`, a file that it could still write to; apps that target Android 14 (targetSdk 34) may load code only from files that are read-only.")
        .fix(&["After the file is written, and before it is loaded, call `file.setReadOnly()`; delete and write it anew for an update.", "If a library (plugins, hot fixes, ads) loads it, update that library."]),
    rule(Category::RuntimeSecurity, r"One of (?P<symbol>RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED) should be specified")
        .means("A broadcast receiver is registered without saying whether it is exported, which apps that target Android 14 must do.")
        .fix(&["Use `ContextCompat.registerReceiver(context, receiver, filter, ContextCompat.RECEIVER_NOT_EXPORTED)` (or RECEIVER_EXPORTED for other apps' broadcasts).", "If a library (SDK) registers it, upgrade that dependency."]),
    rule(Category::RuntimeSecurity, r"SecurityException: (?:UID|uid) [0-9]+ does not have permission to (?P<symbol>content://[^ ]+)")
        .means("The app has no permission for the URI {symbol}: the grant was not passed on, or was not kept.")
        .fix(&["Add `FLAG_GRANT_READ_URI_PERMISSION` to the intent, or keep a picked document with `takePersistableUriPermission`."]),
    rule(Category::RuntimeSecurity, r"CLEARTEXT communication (?:to (?P<symbol>[^ ]+) )?not permitted")
        .means("Plain HTTP to {symbol} is forbidden by the network security policy (the default since Android 9).")
        .fix(&["Use https, or allow the host {symbol} in `res/xml/network_security_config.xml` (`cleartextTrafficPermitted=\"true\"`) and name that file in the manifest."]),
    rule(Category::RuntimeSecurity, r"(?:RecoverableSecurityException: |SecurityException: )?(?P<app>[A-Za-z0-9_.]+) has no access to (?P<symbol>content://[^ ]+)")
        .means("{app} did not create {symbol}, and scoped storage (Android 10 and later) lets it change or delete another app's media only with the user's consent (RecoverableSecurityException).")
        .fix(&["Ask with `MediaStore.createDeleteRequest`/`createWriteRequest` (Android 11), or catch `RecoverableSecurityException` and start its `userAction.actionIntent.intentSender`."]),
    rule(Category::RuntimeSecurity, r"FileUriExposedException: (?P<symbol>file://[^ ]+) exposed beyond app")
        .means("A `file://` URI ({symbol}) is passed to another app, which Android 7 and later forbid.")
        .fix(&["Share it with a FileProvider: `FileProvider.getUriForFile(…)` and `FLAG_GRANT_READ_URI_PERMISSION`."]),
    // Intents and IPC
    rule(Category::RuntimeIllegalArgument, r"Targeting (?P<target>S\+|[A-Z]\+?) \(version (?P<level>[0-9]+) and above\) requires that one of (?P<symbol>FLAG_IMMUTABLE) or FLAG_MUTABLE be specified when creating a PendingIntent")
        .means("A PendingIntent is created without FLAG_IMMUTABLE or FLAG_MUTABLE, which apps that target Android 12 (API {level}) must pass.")
        .fix(&["Add `PendingIntent.FLAG_IMMUTABLE` to the flags at {name}:{line}; if a library creates it (old WorkManager, Firebase), update that dependency.", "Add `PendingIntent.FLAG_IMMUTABLE` to the flags; if a library creates it (old WorkManager: `androidx.work:work-runtime` 2.7.0 or newer), update that dependency."]),
    rule(Category::RuntimeIllegalArgument, r"(?:Receiver|Service) not registered: (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` is unregistered (or unbound) although it is not registered: twice, or with another context.")
        .fix(&["Pair `registerReceiver`/`bindService` with one `unregisterReceiver`/`unbindService`, in matching lifecycle callbacks and with the same context."]),
    rule(Category::RuntimeIllegalArgument, r"Service Intent must be explicit: (?P<intent>.+)")
        .means("A service is started with an implicit intent: {intent}.")
        .fix(&["Name the component: `Intent(context, MyService::class.java)` or `intent.setPackage(…)`."]),
    // `ServiceConnectionLeaked: Activity a.Shelf has leaked ServiceConnection a.Shelf$1@3 that was originally bound here`
    rule(Category::Other, r"ServiceConnectionLeaked: (?:Activity|Service) (?P<symbol>[A-Za-z0-9_.$]+) has leaked ServiceConnection (?P<leaked>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` was destroyed while it was still bound to a service by the connection `{leaked}`: a leak. Android only logs it and unbinds by itself; the app goes on.")
        .fix(&["Call `unbindService(…)` with the same connection in the callback that matches the call of `bindService` (`onStop` for `onStart`, `onDestroy` for `onCreate` or a click), if it is bound; or bind with `applicationContext` where it must outlive `{symbol}`."]),
    // `IntentReceiverLeaked: Activity a.Shelf has leaked IntentReceiver a.Shelf$2@3 that was originally registered here.`
    rule(Category::Other, r"IntentReceiverLeaked: (?:Activity|Service) (?P<symbol>[A-Za-z0-9_.$]+) has leaked IntentReceiver (?P<leaked>[A-Za-z0-9_.$]+)")
        .means("`{symbol}` was destroyed while its broadcast receiver `{leaked}` was still registered: a leak. Android only logs it and unregisters it by itself; the app goes on.")
        .fix(&["Call `unregisterReceiver(…)` with the same receiver in the callback that matches the registration (`onStop` for `onStart`, `onDestroy` for `onCreate`); if a library registered it, update that or call its own function to stop."]),
    rule(Category::Other, r"(?:IntentReceiverLeaked|ServiceConnectionLeaked): (?:Activity|Service) (?P<symbol>[A-Za-z0-9_.$]+) has leaked")
        .means("`{symbol}` was destroyed while a receiver or service connection that it registered was still registered: a leak.")
        .fix(&["Unregister or unbind it in the callback that matches the registration (`onStop`, `onDestroy`) of `{symbol}`."]),
    rule(Category::RuntimeSerialization, r"TransactionTooLargeException(?:: data parcel size (?P<bytes>[0-9]+) bytes)?")
        .means("Too much data ({bytes} bytes) is put into one binder transaction: an intent's extras, arguments or saved instance state. The limit is about 1 MB for the whole process.")
        .fix(&["Pass an id or a file instead of the data, and keep large objects in a ViewModel or repository, not in `onSaveInstanceState` or a Bundle."]),
    rule(Category::Other, r"Dead(?:Object|System)Exception")
        .means("The process on the other side of a binder call died (DeadObjectException).")
        .fix(&["Catch `DeadObjectException` (a RemoteException) around the call and bind again; look further up for the crash of the other process."]),
    rule(Category::RuntimeIllegalState, r"CalledFromWrongThreadException: Only the original thread that created a view hierarchy can touch its views")
        .means("A view is touched from a background thread in `{at}` (`{api}`); views may be used on the main thread (UI thread) only.")
        .fix(&["Run the line at {name}:{line} on the main thread: `withContext(Dispatchers.Main)`, `runOnUiThread {{ }}` or `view.post {{ }}`."]),
    rule(Category::RuntimeIllegalState, r"Can't (?:create handler inside|toast on a) thread.*that has not called Looper\.prepare\(\)")
        .means("A Handler, Toast or dialog is created on a background thread without a Looper.")
        .fix(&["Do it on the main thread: `Handler(Looper.getMainLooper())`, `runOnUiThread {{ }}` or `withContext(Dispatchers.Main)`."]),
    rule(Category::RuntimeIllegalState, r"Method (?P<symbol>(?:set|get)CurrentState|(?:add|remove)Observer) must be called on the main thread")
        .means("A lifecycle is moved or observed (`{symbol}`) on a background thread, which only the main thread may do; navigating, changing fragments and adding an observer do so, too.")
        .fix(&["Switch to the main thread for the call that navigates, shows or observes (`withContext(Dispatchers.Main) {{ }}`), or let the background work only publish state that the UI layer acts on."]),
    rule(Category::RuntimeIllegalState, r"(?:Method (?P<symbol>setValue) must be called on the main thread|Cannot invoke (?P<method>setValue) on a background thread)")
        .means("`LiveData.setValue` is called on a background thread; it may be called on the main thread only.")
        .fix(&["Use `postValue` instead of `setValue` there, or switch with `withContext(Dispatchers.Main)`."]),
    rule(Category::RuntimeIllegalState, r"(?:Method (?P<symbol>[A-Za-z]+) must be called on the main thread|Cannot invoke (?P<method>[A-Za-z]+) on a background thread|Not on the main thread|Must be called (?:on|from) (?:the )?main(?: application)? thread)")
        .means("A call that belongs on the main thread is made on a background thread: {message}.")
        .fix(&["Make the call on the main thread: `withContext(Dispatchers.Main) {{ }}` in a coroutine, else `runOnUiThread {{ }}` or `Handler(Looper.getMainLooper()).post {{ }}`."]),
]);
