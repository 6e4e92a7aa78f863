//! The names. Data only.

/// How generated names are recognised.
pub enum Pick {
    /// This name.
    Name(&'static str),
    /// It begins so, and goes on with a capital letter.
    Start(&'static str),
    /// It ends so, after a name that begins with a capital letter.
    End(&'static str),
}

/// Names that a build step generates.
pub struct Generated {
    /// Which.
    pub pick: Pick,
    /// By what and from what; `{}` is the source's name.
    pub source: &'static str,
    /// How it comes to be there.
    pub remedy: &'static str,
}

/// Names that a library declares.
pub struct Library {
    /// Its coordinate without a version.
    pub provides: &'static str,
    /// Where the names are declared, as an import would say.
    pub package: &'static str,
    /// Simple names; only those that hardly anything else is called.
    pub names: &'static [&'static str],
    /// Packages; a single word is a segment that is unresolved in an import, a name with dots a package.
    pub packages: &'static [&'static str],
}

const fn made(pick: Pick, source: &'static str, remedy: &'static str) -> Generated {
    Generated { pick, source, remedy }
}

/// Generated names.
pub static GENERATED: &[Generated] = &[
    made(
        Pick::Name("R"),
        "the resource step out of `res/` (class `R` in the module's namespace)",
        "Import `R` of this module's `namespace` (`import your.namespace.R`); if that is right, fix the resource or manifest error that stopped the resource task.",
    ),
    made(
        Pick::Name("BuildConfig"),
        "the Android Gradle plugin, into the package that is the module's `namespace`",
        "Switch it on with `android { buildFeatures { buildConfig = true } }` (off by default since AGP 8) and import `BuildConfig` from the module's `namespace`, which may differ from the package of the source.",
    ),
    made(
        Pick::Name("BR"),
        "data binding",
        "Switch it on with `android { buildFeatures { dataBinding = true } }`, with the kapt plugin applied, and fix errors in the layouts' expressions.",
    ),
    made(
        Pick::Name("databinding"),
        "view binding or data binding, out of the layouts",
        "Switch it on with `android { buildFeatures { viewBinding = true } }` (or `dataBinding = true`); the package is the module's `namespace` followed by `.databinding`.",
    ),
    made(
        Pick::Name("DataBindingComponent"),
        "data binding",
        "Switch it on with `android { buildFeatures { dataBinding = true } }`, with the kapt plugin applied.",
    ),
    made(
        Pick::Name("synthetic"),
        "the Kotlin Android Extensions plugin, which was removed in Kotlin 1.8",
        "Remove the `kotlinx.android.synthetic` imports and use view binding (`android { buildFeatures { viewBinding = true } }`), or `findViewById`.",
    ),
    made(
        Pick::End("Binding"),
        "view binding or data binding from the layout `{}`",
        "Switch it on with `android { buildFeatures { viewBinding = true } }` (or `dataBinding = true`), check that the layout file is there and has no error, and import it from the module's `namespace` followed by `.databinding`.",
    ),
    made(
        Pick::End("_Impl"),
        "Room's annotation processor from `{}`",
        "Add Room's compiler with `ksp(…)` or `kapt(…)` in this module, and fix the processor's own error, if there is one.",
    ),
    made(
        Pick::Start("Hilt_"),
        "Hilt's annotation processor from `{}`",
        "Apply the plugin `com.google.dagger.hilt.android` and add `hilt-compiler` with `ksp(…)` or `kapt(…)`; fix the processor's own error, if there is one.",
    ),
    made(
        Pick::Start("Dagger"),
        "Dagger's annotation processor from the component `{}`",
        "Add `dagger-compiler` with `ksp(…)`, `kapt(…)` or `annotationProcessor(…)` in this module and build once; fix the processor's own error (`[Dagger/…]`), if there is one.",
    ),
    made(
        Pick::End("_Factory"),
        "Dagger's annotation processor from `{}`",
        "Fix the error of the annotation processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_MembersInjector"),
        "Dagger's annotation processor from `{}`",
        "Fix the error of the annotation processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_HiltModules"),
        "Hilt's annotation processor from `{}`",
        "Fix the error of Hilt's processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("_GeneratedInjector"),
        "Hilt's annotation processor from `{}`",
        "Fix the error of Hilt's processor; clean the build if the generated class is stale.",
    ),
    made(
        Pick::End("JsonAdapter"),
        "Moshi's code generation from `{}`",
        "Add `moshi-kotlin-codegen` with `ksp(…)` and annotate `{}` with `@JsonClass(generateAdapter = true)`.",
    ),
    made(
        Pick::End("FragmentDirections"),
        "the Navigation Safe Args plugin",
        "Apply `androidx.navigation.safeargs.kotlin`, and give the destination an action in the navigation graph.",
    ),
    made(
        Pick::End("FragmentArgs"),
        "the Navigation Safe Args plugin",
        "Apply `androidx.navigation.safeargs.kotlin`, and give the destination an `<argument>` in the navigation graph.",
    ),
    made(
        Pick::Name("GlideApp"),
        "Glide's annotation processor from your `AppGlideModule`",
        "Add Glide's `ksp`/`compiler` processor and a class annotated with `@GlideModule`; since 4.9 plain `Glide` has the same functions.",
    ),
    made(
        Pick::Name("MyEventBusIndex"),
        "EventBus's annotation processor",
        "Add `eventbus-annotation-processor` and its `eventBusIndex` argument.",
    ),
    made(
        Pick::Name("libs"),
        "Gradle's version catalogue `gradle/libs.versions.toml`",
        "Check that `gradle/libs.versions.toml` is there and has the entry; `-` and `_` in its names become dots.",
    ),
];

const fn library(
    provides: &'static str,
    package: &'static str,
    names: &'static [&'static str],
    packages: &'static [&'static str],
) -> Library {
    Library { provides, package, names, packages }
}

/// Libraries, the more special before the more general.
pub static LIBRARIES: &[Library] = &[
    library(
        "androidx.lifecycle:lifecycle-viewmodel-ktx",
        "androidx.lifecycle.*",
        &["viewModelScope", "AndroidViewModel", "ViewModelProvider"],
        &[],
    ),
    library(
        "androidx.lifecycle:lifecycle-runtime-ktx",
        "androidx.lifecycle.*",
        &["lifecycleScope", "repeatOnLifecycle", "flowWithLifecycle", "launchWhenStarted", "launchWhenResumed"],
        &[],
    ),
    library(
        "androidx.lifecycle:lifecycle-runtime-compose",
        "androidx.lifecycle.compose.*",
        &["collectAsStateWithLifecycle", "LifecycleEventEffect", "LifecycleResumeEffect"],
        &["androidx.lifecycle.compose"],
    ),
    library(
        "androidx.lifecycle:lifecycle-viewmodel-compose",
        "androidx.lifecycle.viewmodel.compose.viewModel",
        &["viewModel"],
        &["androidx.lifecycle.viewmodel.compose"],
    ),
    library(
        "androidx.lifecycle:lifecycle-livedata-ktx",
        "androidx.lifecycle.*",
        &["liveData", "asLiveData", "asFlow", "MutableLiveData", "LiveData", "MediatorLiveData"],
        &[],
    ),
    library(
        "androidx.lifecycle:lifecycle-runtime-ktx",
        "androidx.lifecycle.*",
        &["LifecycleOwner", "LifecycleObserver", "DefaultLifecycleObserver"],
        &["lifecycle", "androidx.lifecycle"],
    ),
    library(
        "androidx.compose.runtime:runtime-livedata",
        "androidx.compose.runtime.livedata.observeAsState",
        &["observeAsState"],
        &["androidx.compose.runtime.livedata"],
    ),
    library(
        "androidx.compose.material:material-icons-extended",
        "androidx.compose.material.icons.*",
        &["Icons"],
        &["icons", "androidx.compose.material.icons"],
    ),
    library(
        "androidx.compose.material3:material3",
        "androidx.compose.material3.*",
        &[
            "MaterialTheme",
            "Scaffold",
            "TopAppBar",
            "CenterAlignedTopAppBar",
            "ExperimentalMaterial3Api",
            "NavigationBar",
            "ModalBottomSheet",
            "OutlinedTextField",
        ],
        &["material3", "androidx.compose.material3"],
    ),
    library(
        "androidx.compose.material:material",
        "androidx.compose.material.*",
        &["ExperimentalMaterialApi", "BottomSheetScaffold"],
        &["androidx.compose.material"],
    ),
    library(
        "androidx.compose.foundation:foundation",
        "androidx.compose.foundation.*",
        &[
            "LazyColumn",
            "LazyRow",
            "LazyVerticalGrid",
            "rememberScrollState",
            "verticalScroll",
            "horizontalScroll",
            "clickable",
            "combinedClickable",
            "HorizontalPager",
            "rememberPagerState",
            "ExperimentalFoundationApi",
        ],
        &["foundation", "androidx.compose.foundation"],
    ),
    library(
        "androidx.compose.foundation:foundation-layout",
        "androidx.compose.foundation.layout.*",
        &["fillMaxSize", "fillMaxWidth", "padding", "PaddingValues", "Arrangement", "FlowRow"],
        &[],
    ),
    library(
        "androidx.compose.ui:ui-tooling-preview",
        "androidx.compose.ui.tooling.preview.Preview",
        &["Preview", "PreviewParameter"],
        &["tooling", "androidx.compose.ui.tooling"],
    ),
    library(
        "androidx.compose.ui:ui",
        "androidx.compose.ui.*",
        &["Modifier", "stringResource", "painterResource", "LocalContext", "AndroidView", "ComposeView", "dp"],
        &["androidx.compose.ui"],
    ),
    library(
        "androidx.compose.runtime:runtime",
        "androidx.compose.runtime.*",
        &[
            "Composable",
            "mutableStateOf",
            "remember",
            "LaunchedEffect",
            "DisposableEffect",
            "derivedStateOf",
            "collectAsState",
            "rememberCoroutineScope",
            "CompositionLocalProvider",
            "mutableStateListOf",
            "mutableIntStateOf",
        ],
        &["androidx.compose.runtime"],
    ),
    library(
        "androidx.activity:activity-compose",
        "androidx.activity.compose.*",
        &["setContent", "BackHandler", "rememberLauncherForActivityResult"],
        &["androidx.activity.compose"],
    ),
    library(
        "androidx.navigation:navigation-compose",
        "androidx.navigation.compose.*",
        &["rememberNavController", "NavHost", "composable", "currentBackStackEntryAsState", "navArgument"],
        &["androidx.navigation.compose"],
    ),
    library(
        "androidx.navigation:navigation-fragment-ktx",
        "androidx.navigation.fragment.*",
        &["findNavController", "navArgs", "NavHostFragment", "navGraphViewModels", "setupWithNavController"],
        &["navigation", "androidx.navigation"],
    ),
    library(
        "androidx.hilt:hilt-navigation-compose",
        "androidx.hilt.navigation.compose.hiltViewModel",
        &["hiltViewModel"],
        &["androidx.hilt.navigation.compose"],
    ),
    library(
        "com.google.dagger:hilt-android",
        "dagger.hilt.*",
        &[
            "HiltAndroidApp",
            "AndroidEntryPoint",
            "HiltViewModel",
            "InstallIn",
            "SingletonComponent",
            "ApplicationContext",
        ],
        &["hilt", "dagger", "dagger.hilt"],
    ),
    library(
        "javax.inject:javax.inject",
        "javax.inject.*",
        &["Inject", "Singleton", "Named"],
        &["inject", "javax.inject"],
    ),
    library(
        "androidx.activity:activity-ktx",
        "androidx.activity.*",
        &["viewModels", "enableEdgeToEdge", "ComponentActivity", "addCallback"],
        &["androidx.activity"],
    ),
    library(
        "androidx.fragment:fragment-ktx",
        "androidx.fragment.app.*",
        &["activityViewModels", "FragmentActivity", "commit"],
        &["androidx.fragment"],
    ),
    library(
        "androidx.appcompat:appcompat",
        "androidx.appcompat.*",
        &["AppCompatActivity", "AppCompatDelegate"],
        &["appcompat", "androidx.appcompat"],
    ),
    library(
        "androidx.core:core-ktx",
        "androidx.core.*",
        &[
            "toUri",
            "updateLayoutParams",
            "doOnTextChanged",
            "bundleOf",
            "ContextCompat",
            "NotificationCompat",
            "WindowCompat",
            "ViewCompat",
        ],
        &["androidx.core"],
    ),
    library(
        "androidx.core:core-splashscreen",
        "androidx.core.splashscreen.*",
        &["installSplashScreen"],
        &["androidx.core.splashscreen"],
    ),
    library(
        "androidx.constraintlayout:constraintlayout",
        "androidx.constraintlayout.widget.*",
        &["ConstraintLayout", "ConstraintSet"],
        &["constraintlayout", "androidx.constraintlayout"],
    ),
    library(
        "androidx.recyclerview:recyclerview",
        "androidx.recyclerview.widget.*",
        &["RecyclerView", "ListAdapter", "DiffUtil", "LinearLayoutManager"],
        &["recyclerview", "androidx.recyclerview"],
    ),
    library(
        "androidx.swiperefreshlayout:swiperefreshlayout",
        "androidx.swiperefreshlayout.widget.*",
        &["SwipeRefreshLayout"],
        &["swiperefreshlayout", "androidx.swiperefreshlayout"],
    ),
    library(
        "com.google.android.material:material",
        "com.google.android.material.*",
        &[
            "Snackbar",
            "FloatingActionButton",
            "BottomNavigationView",
            "TabLayout",
            "TabLayoutMediator",
            "MaterialAlertDialogBuilder",
            "BottomSheetDialogFragment",
            "TextInputLayout",
        ],
        &["com.google.android.material"],
    ),
    library(
        "androidx.room:room-ktx",
        "androidx.room.*",
        &[
            "RoomDatabase",
            "Room",
            "Dao",
            "Entity",
            "PrimaryKey",
            "ColumnInfo",
            "TypeConverter",
            "TypeConverters",
            "withTransaction",
        ],
        &["room", "androidx.room"],
    ),
    library(
        "androidx.datastore:datastore-preferences",
        "androidx.datastore.preferences.*",
        &["preferencesDataStore", "stringPreferencesKey", "booleanPreferencesKey", "intPreferencesKey"],
        &["datastore", "androidx.datastore"],
    ),
    library(
        "androidx.paging:paging-runtime-ktx",
        "androidx.paging.*",
        &["PagingSource", "PagingData", "PagingDataAdapter", "Pager", "PagingConfig", "cachedIn"],
        &["paging", "androidx.paging"],
    ),
    library(
        "androidx.work:work-runtime-ktx",
        "androidx.work.*",
        &[
            "CoroutineWorker",
            "WorkManager",
            "WorkerParameters",
            "OneTimeWorkRequestBuilder",
            "PeriodicWorkRequestBuilder",
            "Worker",
        ],
        &["androidx.work"],
    ),
    library(
        "androidx.test.ext:junit",
        "androidx.test.ext.junit.*",
        &["AndroidJUnit4", "ActivityScenarioRule"],
        &["androidx.test"],
    ),
    library(
        "androidx.test.espresso:espresso-core",
        "androidx.test.espresso.*",
        &["onView", "withId", "withText", "Espresso"],
        &["espresso", "androidx.test.espresso"],
    ),
    library("junit:junit", "org.junit.*", &["RunWith", "JUnit4", "Assert", "assertEquals"], &["junit", "org.junit"]),
    library("io.mockk:mockk", "io.mockk.*", &["mockk", "coEvery", "coVerify", "MockK"], &["io.mockk"]),
    library(
        "org.mockito.kotlin:mockito-kotlin",
        "org.mockito.kotlin.*",
        &["Mockito", "whenever", "argumentCaptor"],
        &["mockito", "org.mockito"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-coroutines-test",
        "kotlinx.coroutines.test.*",
        &[
            "runTest",
            "runBlockingTest",
            "TestDispatcher",
            "StandardTestDispatcher",
            "UnconfinedTestDispatcher",
            "advanceUntilIdle",
            "setMain",
        ],
        &["kotlinx.coroutines.test"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-coroutines-play-services",
        "kotlinx.coroutines.tasks.await",
        &["tasks"],
        &["kotlinx.coroutines.tasks"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-coroutines-android",
        "kotlinx.coroutines.*",
        &[
            "CoroutineScope",
            "Dispatchers",
            "withContext",
            "runBlocking",
            "GlobalScope",
            "SupervisorJob",
            "CoroutineExceptionHandler",
            "MutableStateFlow",
            "StateFlow",
            "SharedFlow",
            "MutableSharedFlow",
            "asStateFlow",
            "Flow",
            "stateIn",
            "flowOf",
            "collectLatest",
            "awaitAll",
        ],
        &["coroutines", "kotlinx.coroutines"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-serialization-json",
        "kotlinx.serialization.*",
        &["Serializable", "SerialName", "decodeFromString", "encodeToString", "Serializer"],
        &["serialization", "kotlinx.serialization"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-datetime",
        "kotlinx.datetime.*",
        &["LocalDateTime", "TimeZone"],
        &["datetime", "kotlinx.datetime"],
    ),
    library(
        "org.jetbrains.kotlinx:kotlinx-collections-immutable",
        "kotlinx.collections.immutable.*",
        &["persistentListOf", "ImmutableList", "toImmutableList"],
        &["kotlinx.collections.immutable"],
    ),
    library(
        "the plugin `org.jetbrains.kotlin.plugin.parcelize`",
        "kotlinx.parcelize.Parcelize",
        &["Parcelize", "parcelize", "IgnoredOnParcel"],
        &["kotlinx.parcelize"],
    ),
    library(
        "org.jetbrains.kotlin:kotlin-reflect",
        "kotlin.reflect.full.*",
        &["memberProperties", "primaryConstructor", "declaredMemberProperties"],
        &["kotlin.reflect.full"],
    ),
    library("org.jetbrains.kotlin:kotlin-test", "kotlin.test.*", &["assertFailsWith", "assertIs"], &["kotlin.test"]),
    library(
        "com.squareup.retrofit2:retrofit",
        "retrofit2.*",
        &["Retrofit", "GsonConverterFactory", "MoshiConverterFactory", "HttpException"],
        &["retrofit2"],
    ),
    library(
        "com.squareup.okhttp3:okhttp",
        "okhttp3.*",
        &["OkHttpClient", "HttpLoggingInterceptor", "RequestBody", "ResponseBody", "toMediaType", "toRequestBody"],
        &["okhttp3"],
    ),
    library(
        "com.squareup.moshi:moshi-kotlin",
        "com.squareup.moshi.*",
        &["Moshi", "JsonClass", "KotlinJsonAdapterFactory"],
        &["moshi", "com.squareup.moshi"],
    ),
    library(
        "com.google.code.gson:gson",
        "com.google.gson.*",
        &["Gson", "GsonBuilder", "TypeToken", "SerializedName"],
        &["gson", "com.google.gson"],
    ),
    library(
        "com.github.bumptech.glide:glide",
        "com.bumptech.glide.*",
        &["Glide", "RequestOptions", "DiskCacheStrategy"],
        &["bumptech", "glide", "com.bumptech.glide"],
    ),
    library(
        "io.coil-kt:coil-compose",
        "coil.compose.*",
        &["AsyncImage", "rememberAsyncImagePainter", "rememberImagePainter", "SubcomposeAsyncImage"],
        &["coil", "coil3"],
    ),
    library(
        "com.squareup.picasso:picasso",
        "com.squareup.picasso.*",
        &["Picasso"],
        &["picasso", "com.squareup.picasso"],
    ),
    library(
        "com.airbnb.android:lottie",
        "com.airbnb.lottie.*",
        &["LottieAnimationView", "LottieAnimation", "rememberLottieComposition"],
        &["airbnb", "lottie", "com.airbnb.lottie"],
    ),
    library("com.jakewharton.timber:timber", "timber.log.Timber", &["Timber"], &["timber"]),
    library(
        "com.google.firebase:firebase-bom",
        "com.google.firebase.*",
        &[
            "FirebaseAuth",
            "FirebaseFirestore",
            "FirebaseMessaging",
            "FirebaseMessagingService",
            "FirebaseDatabase",
            "FirebaseAnalytics",
            "FirebaseCrashlytics",
        ],
        &["firebase", "com.google.firebase"],
    ),
    library(
        "com.google.android.gms:play-services-…",
        "com.google.android.gms.*",
        &["GoogleMap", "FusedLocationProviderClient", "LocationServices", "GoogleSignIn", "MobileAds", "AdRequest"],
        &["gms", "com.google.android.gms"],
    ),
    library(
        "com.google.accompanist:accompanist-permissions",
        "com.google.accompanist.permissions.*",
        &["rememberPermissionState", "rememberMultiplePermissionsState", "ExperimentalPermissionsApi"],
        &["accompanist", "com.google.accompanist"],
    ),
    library(
        "io.insert-koin:koin-android",
        "org.koin.*",
        &["koinViewModel", "startKoin", "androidContext"],
        &["koin", "org.koin"],
    ),
    library("io.ktor:ktor-client-core", "io.ktor.*", &["HttpClient", "ContentNegotiation"], &["ktor", "io.ktor"]),
    library(
        "io.reactivex.rxjava3:rxjava",
        "io.reactivex.rxjava3.*",
        &["CompositeDisposable", "AndroidSchedulers", "Observable"],
        &["reactivex", "io.reactivex"],
    ),
    library(
        "the Flutter embedding (added by the Flutter Gradle plugin)",
        "io.flutter.embedding.*",
        &[
            "FlutterActivity",
            "FlutterEngine",
            "FlutterPlugin",
            "MethodChannel",
            "GeneratedPluginRegistrant",
            "FlutterFragmentActivity",
            "FlutterApplication",
            "FlutterMain",
        ],
        &["flutter", "io.flutter"],
    ),
    library(
        "the Flutter v1 embedding (removed in Flutter 3.29)",
        "io.flutter.plugin.common.PluginRegistry.Registrar",
        &["Registrar", "PluginRegistry", "registrar"],
        &[],
    ),
    library(
        "com.facebook.react:react-android",
        "com.facebook.react.*",
        &[
            "ReactPackage",
            "ReactApplication",
            "ReactNativeHost",
            "ReactContextBaseJavaModule",
            "ReactActivity",
            "ReactActivityDelegate",
            "DefaultReactNativeHost",
            "PackageList",
            "SoLoader",
        ],
        &["com.facebook.react", "com.facebook.soloader"],
    ),
    library("com.android.support:… (now AndroidX)", "android.support.*", &[], &["android.support", "support"]),
];
