//! Exceptions about activities, services, receivers and fragments, and about injection into them. Data only.

use crate::Category;
use crate::pattern::{Rules, rule};

/// The table.
pub static RULES: Rules = Rules::new(&[
    // Activities
    rule(
        Category::ManifestActivityNotDeclared,
        r"ActivityNotFoundException: Unable to find explicit activity class \{(?P<app>[^/}]+)/(?P<symbol>[^}]+)\}",
    ),
    rule(Category::RuntimeActivityNotFound, r"ActivityNotFoundException: No Activity found to handle (?P<intent>Intent \{ ?(?P<symbol>act=[^ ]+|[^}]*?) .*)")
        .means("No installed app has an activity for the intent ({symbol}), or the app may not see it.")
        .fix(&[
            "Catch `ActivityNotFoundException` around `startActivity` and tell the user.",
            "If it is an activity of this app, declare it with that intent filter in AndroidManifest.xml; since Android 11 other apps must be named under `<queries>` to be resolved.",
        ]),
    // Robolectric's: only the intent's action
    rule(Category::RuntimeActivityNotFound, r"ActivityNotFoundException: (?P<symbol>[A-Za-z0-9_.]+)$")
        .means("No activity on the device handles an intent with the action `{symbol}`: no installed app has an intent filter for it.")
        .fix(&["Catch `ActivityNotFoundException` around `startActivity`; if the activity is your own, declare its `<intent-filter>` with `{symbol}` in AndroidManifest.xml."]),
    rule(Category::RuntimeActivityNotFound, r"ActivityNotFoundException"),
    // `NavUtils`, `getActivityInfo` and others that look a component up: `NameNotFoundException: ComponentInfo{a.b/a.b.Main}`
    rule(Category::ManifestActivityNotDeclared, r"NameNotFoundException: ComponentInfo\{(?P<app>[^/}]+)/(?P<symbol>[^}]+)\}")
        .means("The component `{symbol}` is not found: AndroidManifest.xml of {app} does not declare it, or names another class.")
        .fix(&["Declare `{symbol}` in AndroidManifest.xml (`<activity android:name=\"{symbol}\"/>`); an activity that is disabled or removed by a merge is not found either."]),
    // `getPackageInfo`, `getApplicationInfo`: only the name of the package
    rule(Category::RuntimeActivityNotFound, r"NameNotFoundException: (?P<symbol>[a-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+)$")
        .means("The app `{symbol}` is not installed, or this app may not see it: since Android 11 other apps are visible only when the manifest names them.")
        .fix(&[
            "Name it in AndroidManifest.xml: `<queries><package android:name=\"{symbol}\"/></queries>`.",
            "Catch `NameNotFoundException` around the call: the user may not have the app.",
        ]),
    rule(Category::Other, r"AndroidRuntimeException: Calling startActivity\(\) from outside of an Activity")
        .means("`startActivity()` is called with a context that is no activity, without FLAG_ACTIVITY_NEW_TASK.")
        .fix(&["Call it with the activity's context, or add `intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)`."]),
    rule(Category::RuntimeIllegalState, r"IllegalStateException: Only fullscreen opaque activities can request orientation")
        .means("A translucent activity requests a fixed orientation, which Android 8.0 refuses.")
        .fix(&["Remove `android:screenOrientation` from that activity, or `android:windowIsTranslucent` from its theme."]),
    // Foreground services, Android 8 to 15
    rule(
        Category::RuntimeForegroundService,
        r"Context\.startForegroundService\(\) did not then call Service\.startForeground\(\)(?::? ?ServiceRecord\{[0-9a-fx]+ u[0-9]+ (?:[A-Za-z0-9_.]+)/(?P<symbol>[A-Za-z0-9_.$]+))?",
    )
    .means("The foreground service `{symbol}` was started with `startForegroundService()` but did not call `startForeground()` in time: it never did, or the main thread was too busy in the time limit.")
    .fix(&[
        "Call `startForeground(id, notification)` first thing in `onCreate` or `onStartCommand` of `{symbol}`, on every path, also before `stopSelf()`.",
        "Do less work on the main thread while the app starts; start the service only from the foreground (or use WorkManager).",
    ]),
    rule(
        Category::RuntimeForegroundService,
        r"(?:startForegroundService\(\)|Service\.startForeground\(\)) not allowed due to (?:mAllowStartForeground false|bg restriction|[^:]*): service (?:[A-Za-z0-9_.]+)/(?P<symbol>[A-Za-z0-9_.$]+)",
    )
    .means("The foreground service `{symbol}` is started while the app is in the background, which Android 12 and later do not allow.")
    .fix(&[
        "Start it while the app is visible, or use an expedited WorkManager job instead of a foreground service.",
        "Exemptions: high-priority push messages, exact alarms, a companion device, or battery optimisation switched off by the user.",
    ]),
    rule(Category::RuntimeForegroundService, r"(?:MissingForegroundServiceTypeException|InvalidForegroundServiceTypeException): (?P<why>Starting FGS with(?:out a type| type (?P<service_type>[A-Za-z]+)).*)")
        .means("The foreground service has no (valid) type, which apps that target Android 14 must declare: {why}.")
        .fix(&[
            "Declare `android:foregroundServiceType=\"…\"` on the `<service>` in AndroidManifest.xml, the matching FOREGROUND_SERVICE_* permission, and pass the same type to `startForeground`.",
        ]),
    rule(Category::RuntimeForegroundService, r"MissingForegroundServiceTypeException: $")
        .means("`startForeground()` is called for a service whose type is declared nowhere (MissingForegroundServiceTypeException), which apps that target Android 14 must do.")
        .fix(&[
            "Declare `android:foregroundServiceType=\"…\"` on the `<service>` in AndroidManifest.xml and the matching FOREGROUND_SERVICE_* permission, and pass the same type to `startForeground`. A library's service is declared again in your manifest, with `tools:node=\"merge\"`.",
        ]),
    rule(Category::RuntimeForegroundService, r"foregroundServiceType (?P<passed>0x[0-9A-Fa-f]+) is not a subset of foregroundServiceType attribute (?P<declared>0x[0-9A-Fa-f]+)")
        .means("`startForeground` is called with the type {passed}, but the manifest declares {declared} for the service (`android:foregroundServiceType`).")
        .fix(&["Declare the same types in `android:foregroundServiceType` of the `<service>` in AndroidManifest.xml as are passed to `startForeground`."]),
    rule(Category::RuntimeForegroundService, r"SecurityException: Starting FGS with type (?P<service_type>[A-Za-z]+) .*requires permissions: (?P<needed>.*?)(?: and the app must be.*)?$")
        .means("`startForeground` with the foreground service type {service_type} is refused, because a permission that the type requires is not granted: {needed}.")
        .fix(&["Declare the FOREGROUND_SERVICE_* permission of that type in the manifest, and have the run-time permission that it names granted before `startForeground`."]),
    rule(Category::RuntimeForegroundService, r"(?:Media projections require a foreground service of type|Must be in a foreground service of type)[^A-Z]*(?P<symbol>ServiceInfo\.[A-Z_]+)?")
        .means("Media projection starts without a running foreground service of the type mediaProjection.")
        .fix(&["Start a foreground service with `foregroundServiceType=\"mediaProjection\"` and call `startForeground` before `getMediaProjection`."]),
    rule(Category::RuntimeResourcesNotFound, r"Bad notification(?:\([^)]*\))? posted from package [^:]+: (?P<why>.+)")
        .means("The system cannot show a notification of the app: {why}.")
        .fix(&["Use a plain drawable of the installed app as small icon, and in custom layouts only views and resources that `RemoteViews` may use; cancel and post the notification anew after an update of the app."]),
    rule(Category::RuntimeForegroundService, r"(?:Bad notification(?:\([^)]*\))? (?:for startForeground|posted)|[Ii]nvalid channel for service notification|CannotPostForegroundServiceNotificationException)(?P<why>.*)")
        .means("The notification that `startForeground` is given is not valid{why}.")
        .fix(&["Create the notification channel before `startForeground`, use its id in the notification, and set a small icon."]),
    rule(Category::RuntimeForegroundService, r"(?:Not allowed to start service Intent|BackgroundServiceStartNotAllowedException)(?:.*?cmp=[A-Za-z0-9_.]+/(?P<symbol>[A-Za-z0-9_.$]+)[ }])?.*app is in background")
        .means("The service `{symbol}` is started while the app is in the background, which Android 8 and later do not allow.")
        .fix(&["Use `startForegroundService` (and `startForeground`), or WorkManager, or start it only while the app is visible."]),
    rule(Category::RuntimeForegroundService, r"(?:A foreground service of type (?P<service_type>[A-Za-z_]+) did not stop within (?:its timeout|a timeout)|Time limit already exhausted for foreground service type (?P<type>[A-Za-z]+))(?:.*ComponentInfo\{[^/]+/(?P<symbol>[^}]+)\})?")
        .means("The foreground service has used up the time that its type allows (six hours a day for dataSync and mediaProcessing since Android 15) and did not stop.")
        .fix(&["Override `Service.onTimeout(startId, type)` and call `stopSelf()` there; move long work to WorkManager."]),
    // as stores' consoles show it, without its message
    rule(Category::RuntimeForegroundService, r"ForegroundServiceDidNotStartInTimeException: *$")
        .means("A service was started with `startForegroundService()` but did not call `startForeground()` in time; which service, this report leaves out.")
        .fix(&[
            "Call `startForeground(id, notification)` first thing in `onCreate` or `onStartCommand` of each service that is started in this way, on every path, also before `stopSelf()`; the `Caused by` below, where there is one, shows who started it.",
            "Do less work on the main thread while the app starts.",
        ]),
    rule(Category::RuntimeForegroundService, r"ForegroundServiceStartNotAllowedException: (?P<why>.*)")
        .means("A foreground service may not be started now: {why}.")
        .fix(&["Start it while the app is visible, or use WorkManager."]),
    // Fragments
    rule(Category::RuntimeFragmentLifecycle, r"Can not perform this action after onSaveInstanceState")
        .means("A fragment transaction (`{api}`) runs after the activity has saved its state (onSaveInstanceState), so the change would be lost.")
        .fix(&[
            "Check `supportFragmentManager.isStateSaved` before `commit()`, or run the transaction in `onResume` or a `lifecycleScope.launch` with `repeatOnLifecycle(STARTED)`.",
            "Use `commitAllowingStateLoss()` where losing this change of state is fine.",
        ]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment (?P<symbol>[A-Za-z0-9_$.]+)\s*(?:\{[^}]*\})?.*?(?:not attached to|not associated with|has not been attached)(?P<to>[a-zA-Z ]*)")
        .means("The fragment `{symbol}` is used while it is not attached (before `onAttach` or after it was detached), for instance from a callback or coroutine that ends later: {message}.")
        .fix(&[
            "Check `isAdded` or use `context ?: return` in `{at}` instead of `requireContext()`/`getString()`; in callbacks the fragment may be gone.",
            "Bind the work to `viewLifecycleOwner.lifecycleScope`, or cancel the callback in `onDestroyView`.",
        ]),
    rule(Category::RuntimeFragmentLifecycle, r"No view found for id (?P<id>0x[0-9a-f]+)(?: \((?P<view>[^)]+)\))? for fragment (?P<symbol>[A-Za-z0-9_$.]+)")
        .means("The fragment `{symbol}` is put into the container {view}, which the activity's current layout does not have.")
        .fix(&["Check that the layout given to `setContentView` has a view with the id {view}, and use `childFragmentManager` for containers inside a fragment.", "Check that the activity's layout has the container's id."]),
    rule(Category::XmlClassNotFound, r"Unable to instantiate fragment (?P<symbol>[A-Za-z0-9_.$]+): make sure class name exists(?:, is public, and has an empty constructor that is public)?$")
        .means("The fragment class `{symbol}` cannot be created from its name in a layout or navigation graph (XML): no such class is in the APK, or it is not public with an empty constructor. It may have been moved, or renamed by R8.")
        .fix(&["Correct `android:name` in the layout or navigation graph, give `{symbol}` a public constructor without arguments, and keep it in R8's rules."]),
    rule(Category::XmlInflation, r"(?P<symbol>Fragment) class was not set")
        .means("A `<fragment>` destination of the navigation graph has no `android:name`, so its class is not set and the FragmentContainerView (NavHostFragment) cannot be inflated.")
        .fix(&["Add `android:name=\"…Fragment\"` to the start destination in the navigation graph."]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment (?P<symbol>[A-Za-z0-9_$]+(?:\.[A-Za-z0-9_$]+)+) must be a public static class to be +properly recreated")
        .means("The fragment `{symbol}` is an anonymous, inner or non-public class; to be recreated from its saved state a fragment must be a public static class.")
        .fix(&["Make `{symbol}` a public top-level or static nested class with an empty constructor; pass data with `setArguments`."]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment [A-Za-z0-9_$.]+ must be a public static class to be +properly recreated")
        .means("A fragment (DialogFragment) is an anonymous or inner class; to be recreated from its saved state a fragment must be a public static class.")
        .fix(&["Make the fragment shown in `{at}` a top-level or static nested public class with an empty constructor; pass data with `setArguments`."]),
    rule(Category::RuntimeFragmentLifecycle, r"Unable to instantiate fragment (?P<symbol>[A-Za-z0-9_$.]+): (?P<why>.+)")
        .means("The fragment `{symbol}` cannot be created again by the system: {why}.")
        .fix(&["Give `{symbol}` a public constructor without arguments (pass data with `setArguments`), make it a public (static) class, and keep it in R8's rules; or set a `FragmentFactory`."]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment (?P<symbol>[A-Za-z0-9_$.]+).*did not return a View from onCreateView")
        .means("The view of the fragment `{symbol}` is asked for (`requireView()`, `findNavController()`, a binding) while it has none: before `onCreateView` returned, or after `onDestroyView`, as a coroutine, observer or callback does that outlives the view.")
        .fix(&[
            "Tie what asks for it to the view: `viewLifecycleOwner.lifecycleScope.launch {{ … }}` (with `repeatOnLifecycle`), `observe(viewLifecycleOwner) {{ … }}`, begun in `onViewCreated`.",
            "In a callback that may come late look first: `val view = view ?: return`.",
        ]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment (?P<symbol>[A-Za-z0-9_$.]+).*does not have any arguments")
        .means("`requireArguments()` (or a property by `navArgs()`) is read in the fragment `{symbol}`, and it was created without arguments.")
        .fix(&["Create it with its arguments: `{symbol}().apply {{ arguments = bundleOf(…) }}`, or navigate by an action that passes them; where it may be shown without, use `arguments?.…`."]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment (?P<symbol>[A-Za-z0-9_$.]+)(?: must be a public static class|.*did not return a View from onCreateView|.*does not have any arguments|.*has null arguments)")
        .means("The fragment `{symbol}` is used in a way that its lifecycle does not allow: {message}."),
    rule(Category::RuntimeFragmentLifecycle, r"Can't access the Fragment View's LifecycleOwner")
        .means("`viewLifecycleOwner` is used while the fragment has no view (before onCreateView or after onDestroyView).")
        .fix(&["Use it between `onViewCreated` and `onDestroyView` only, or use the fragment itself as lifecycle owner."]),
    rule(Category::RuntimeFragmentLifecycle, r"Fragment already (?:added|active)(?:: (?P<symbol>[A-Za-z0-9_$.]+))?|Can't change (?:tag|container ID) of fragment (?P<fragment>[A-Za-z0-9_$.]+)")
        .means("A fragment that is already added is added again: {message}.")
        .fix(&["Check `fragment.isAdded` or look it up with `findFragmentByTag` before adding it; use `replace` with a new instance."]),
    // a layout with a `<fragment>` that is inflated again while its fragment is still there
    rule(Category::XmlInflation, r"(?:Binary XML file line #(?P<xml_line>[0-9]+): )?Duplicate id (?P<id>0x[0-9a-f]+), tag [^,]+, or parent id \S+ with another fragment for (?P<symbol>[A-Za-z0-9_.$]+)")
        .means("A layout with a `<fragment>` of the class `{symbol}` is inflated a second time, and the fragment of the first time is still in the FragmentManager under the same id: as a rule it is in the layout of another fragment (or row), whose view is made anew.")
        .fix(&[
            "Replace `<fragment>` in that layout by a `FragmentContainerView` and add the child by `childFragmentManager`; for a map take a `MapView`, or look the child up before adding it.",
            "Or take the child out in `onDestroyView` (not after the state was saved), or keep and reuse the inflated view.",
        ]),
    rule(Category::RuntimeFragmentLifecycle, r"FragmentManager (?:is already executing transactions|has been destroyed|has not been attached)|(?:Activity|Fragment host) has been destroyed|Fragment no longer exists for key|Duplicate id 0x[0-9a-f]+, tag [^,]+, or parent id")
        .means("A fragment transaction runs when the FragmentManager cannot take it: {message}.")
        .fix(&["Do not commit inside fragment callbacks or after `onDestroy`: check `isDestroyed`/`isFinishing`, use `commit()` instead of `commitNow()`, and `childFragmentManager` for nested fragments."]),
    rule(Category::RuntimeNavigation, r"does not have a NavController set")
        .means("`findNavController()` is called on a view that has no NavController yet.")
        .fix(&["Take it from the NavHostFragment: `(supportFragmentManager.findFragmentById(R.id.nav_host) as NavHostFragment).navController`, or call it from `onViewCreated` on."]),
    // Injection
    rule(Category::RuntimeHiltDagger, r"Hilt Activity must be attached to an @HiltAndroidApp Application(?:.*Found: (?:class )?(?P<symbol>[A-Za-z0-9_.$]+))?")
        .means("The app's Application class is not annotated with `@HiltAndroidApp`, or the manifest does not name it (found: {symbol}).")
        .fix(&["Annotate the Application class with `@HiltAndroidApp` and name it in AndroidManifest.xml: `<application android:name=\".MyApplication\">`."]),
    rule(Category::RuntimeHiltDagger, r"Hilt (?P<what>Fragment|View)s? must be attached to an @AndroidEntryPoint (?P<host>Activity|Fragment)(?:.*Found: (?:class )?(?P<symbol>[A-Za-z0-9_.$]+))?")
        .means("A Hilt {what} is hosted by {symbol}, which is not annotated with `@AndroidEntryPoint`.")
        .fix(&["Annotate the host ({symbol}) with `@AndroidEntryPoint`; a context wrapper in between must pass the activity on."]),
    rule(Category::RuntimeHiltDagger, r"Given component holder (?:class )?(?P<symbol>[A-Za-z0-9_.$]+) does not implement (?:interface )?dagger\.hilt")
        .means("`{symbol}` hosts something that Hilt injects (`hiltViewModel()`, an entry point) but is not annotated with `@AndroidEntryPoint` (an Application: `@HiltAndroidApp`).")
        .fix(&["Annotate `{symbol}` with `@AndroidEntryPoint`, and check that the Hilt Gradle plugin is applied to its module."]),
    rule(Category::RuntimeHiltDagger, r"Expected an activity context for creating a HiltViewModelFactory(?: but instead found: (?P<symbol>[A-Za-z0-9_.$@]+))?")
        .means("`hiltViewModel()` or an entry point is used below a host that Hilt does not know: {message}.")
        .fix(&["Annotate the activity with `@AndroidEntryPoint` and the Application with `@HiltAndroidApp`; in previews pass the ViewModel in."]),
    rule(Category::RuntimeHiltDagger, r"No injector (?:factory bound for|was found for|factory .* for) (?:Class<)?(?P<symbol>[A-Za-z0-9_.$]+)|(?P<owner>[A-Za-z0-9_.$]+) does not implement (?:dagger\.android\.)?Has[A-Za-z]*Injector")
        .means("dagger.android has no injector for `{symbol}`.")
        .fix(&["Add `@ContributesAndroidInjector` for `{symbol}` to a module that is installed in the application's component."]),
    rule(Category::RuntimeHiltDagger, r"Cannot create an instance of (?:class )?(?P<symbol>[A-Za-z0-9_.$]+)")
        .means("The ViewModel `{symbol}` cannot be created by the default factory: it has no public constructor without arguments, and no factory supplies its dependencies.")
        .fix(&["With Hilt annotate it `@HiltViewModel` with `@Inject constructor` and its owner `@AndroidEntryPoint`; without it pass a `ViewModelProvider.Factory`."]),
    rule(Category::RuntimeHiltDagger, r"(?:NoBeanDefFoundException|NoDefinitionFoundException|NoBeanDefinitionFound[A-Za-z]*): (?:\|- )?No (?:bean )?definition found for (?:class|type)?:? ?'?(?P<symbol>[A-Za-z0-9_.$]+)")
        .means("Koin has no definition for `{symbol}` in the modules that were started.")
        .fix(&["Declare it in a module (`single {{ {symbol}(get()) }}`, `viewModel {{ … }}`) and pass that module to `startKoin {{ modules(…) }}`; check qualifiers."]),
    rule(Category::RuntimeHiltDagger, r"InstanceCreationException: Could not create instance for '?\[?(?P<definition>[^\]']*:'?(?P<symbol>[A-Za-z0-9_.$]+))")
        .means("Koin could not create `{symbol}`: its constructor failed, or one of its dependencies is not defined.")
        .fix(&["Look at the last `Caused by`, and declare what the constructor of `{symbol}` needs in a Koin module."]),
    rule(Category::RuntimeHiltDagger, r"DefinitionOverrideException: .*?(?P<symbol>[A-Za-z0-9_.$]+)'?\]")
        .means("Two Koin modules, or one that is loaded twice, define `{symbol}`, and overriding is not allowed.")
        .fix(&["Remove one of the definitions of `{symbol}`, tell them apart by `named(…)`, or load the module once."]),
    rule(Category::RuntimeHiltDagger, r"KoinApplication(?: has not been started|AlreadyStarted)|A Koin Application has already been started|KoinAppAlreadyStartedException")
        .means("Koin is started too late or twice: {message}.")
        .fix(&["Call `startKoin {{ androidContext(this@App); modules(…) }}` once, in `Application.onCreate` (and `stopKoin()` after each test)."]),
    // WorkManager
    rule(Category::RuntimeIllegalState, r"WorkManager is (?:not initialized properly|already initialized)")
        .means("WorkManager is not initialised as the manifest says: {message}.")
        .fix(&["Let the Application implement `Configuration.Provider`, or do not remove `WorkManagerInitializer` from the manifest; call `WorkManager.initialize` at most once."]),
    rule(Category::RuntimeIllegalState, r"Default FirebaseApp is not initialized in this process (?P<symbol>[A-Za-z0-9_.]+[A-Za-z0-9_])")
        .means("Firebase is used before it is initialised in `{symbol}`: the google-services plugin did not generate its configuration, or `FirebaseApp.initializeApp` was not called.")
        .fix(&["Apply the plugin `com.google.gms.google-services` with a fitting google-services.json in the app module, or call `FirebaseApp.initializeApp(context)` first."]),
    rule(Category::RuntimeIllegalState, r"Default FirebaseApp is not initialized in this process$")
        .means("Firebase is used (`{top}`) before the default FirebaseApp is initialised: the google-services plugin did not generate its configuration, its provider was removed from the manifest, or this is another process or a start in Direct Boot, where providers do not run.")
        .fix(&["Apply the plugin `com.google.gms.google-services` with a fitting google-services.json in the app module, or call `FirebaseApp.initializeApp(context)` first, also in other processes."]),
    rule(Category::RuntimeIllegalState, r"(?P<symbol>SharedPreferences) in credential encrypted storage")
        .means("SharedPreferences are opened after a restart of the device before its user has unlocked it (Direct Boot), when the app's usual storage is still encrypted.")
        .fix(&["Open them only when `UserManager.isUserUnlocked`, or in `createDeviceProtectedStorageContext()`; a component that is `directBootAware`, or a library's provider or receiver, runs that early."]),
    // a view model without Hilt, of which only the last cause was pasted
    rule(Category::RuntimeHiltDagger, r"InstantiationException: (?:java\.lang\.Class<|class )(?P<symbol>[A-Za-z0-9_.$]*ViewModel)>? (?:has no zero argument constructor|cannot be instantiated)")
        .means("The ViewModel `{symbol}` is created by the default factory, but it has no constructor without arguments: no factory supplies its dependencies.")
        .fix(&[
            "With Hilt: annotate it with `@HiltViewModel` and `@Inject constructor`, and its activity or fragment with `@AndroidEntryPoint`.",
            "Without Hilt: pass a `ViewModelProvider.Factory` that calls the constructor of `{symbol}`; an AndroidViewModel needs `AndroidViewModelFactory` (or a current androidx.activity/fragment).",
        ]),
    rule(Category::Other, r"InstantiationException: (?:java\.lang\.Class<|class )(?P<symbol>[A-Za-z0-9_.$]+)>? (?P<why>has no zero argument constructor|cannot be instantiated)")
        .means("`{symbol}` cannot be created by reflection: it {why}.")
        .fix(&["Give `{symbol}` a public constructor without arguments (keep it in R8's rules), make it neither abstract nor an inner class, or create it through a factory."]),
]);
