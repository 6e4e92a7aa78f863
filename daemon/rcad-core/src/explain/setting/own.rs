//! First steps of a setting's or machine's own, by category: what is done there in place of what a plain Android project does.
//! Data only.

use crate::Category as C;

/// A step of a setting's own.
pub struct OwnStep {
    /// The setting or machine.
    pub setting: &'static str,
    /// What it is for.
    pub about: &'static [C],
    /// Texts of which the failure's message must hold one; none where every failure of the category is meant.
    pub says: &'static [&'static str],
    /// The step, a template as in `explain`; one whose placeholders are not known is not said.
    pub step: &'static str,
}

const fn own(setting: &'static str, about: &'static [C], step: &'static str) -> OwnStep {
    OwnStep { setting, about, says: &[], step }
}

/// For files that a fresh checkout lacks.
const fn absent(setting: &'static str, about: &'static [C], step: &'static str) -> OwnStep {
    OwnStep { setting, about, says: &["missing", "not found", "not exist"], step }
}

const TWICE: &[C] = &[C::GradleDuplicateClass, C::AgpDexMerge];

/// The projects' own.
pub static OF_PROJECTS: &[OwnStep] = &[
    own(
        "Flutter",
        &[C::AgpSdkLocation],
        "Tell Flutter where the SDK is: `flutter config --android-sdk /path/to/Android/Sdk`, or `ANDROID_HOME`; it writes android/local.properties itself at the next build. `flutter doctor -v` shows what it finds.",
    ),
    own(
        "Flutter",
        &[C::AgpSdkLicense],
        "Run `flutter doctor --android-licenses` and accept them all (it needs the SDK's command-line tools).",
    ),
    absent(
        "Flutter",
        &[C::AgpGoogleServices],
        "Put the file of this application id into android/app: `flutterfire configure` writes it, or download it from the Firebase console.",
    ),
    absent(
        "Flutter",
        &[C::AgpSigning],
        "Put the keystore where `storeFile` of android/key.properties points (a relative path counts from android/app); both files are usually not in Git.",
    ),
    own(
        "React Native",
        &[C::AgpSdkLocation],
        "Set `ANDROID_HOME` in the shell's profile and start Metro and the build from a new terminal, or create android/local.properties with `sdk.dir=/path/to/Android/Sdk`; `npx react-native doctor` checks it.",
    ),
    absent(
        "React Native",
        &[C::AgpGoogleServices],
        "Download it from the Firebase console for this application id and put it into android/app, beside its build.gradle.",
    ),
    own(
        "Expo",
        &[C::AgpSdkLocation],
        "Set `ANDROID_HOME` to the SDK in the shell that runs `npx expo`; a local.properties in `android/` is lost with the next `npx expo prebuild --clean`.",
    ),
    absent(
        "Expo",
        &[C::AgpGoogleServices],
        "Put the file of this application id into the project and name it in app.json: `\"android\": {{ \"googleServicesFile\": \"./google-services.json\" }}`; prebuild copies it. For EAS Build it must be in Git or be a file variable of EAS.",
    ),
    absent(
        "Expo",
        &[C::AgpSigning],
        "Let EAS keep the keystore (`eas credentials`) and build with `eas build`; what is written into `android/` is lost with the next `npx expo prebuild --clean`.",
    ),
    own(
        "Cordova",
        &[C::AgpSdkLocation],
        "Set `ANDROID_HOME` to the SDK (a local.properties in platforms/android is lost when the platform is added again); `cordova requirements android` shows what is found.",
    ),
    absent(
        "Cordova",
        &[C::AgpGoogleServices],
        "Put the file beside config.xml and name it there: `<platform name=\"android\"><resource-file src=\"google-services.json\" target=\"app/google-services.json\" /></platform>`.",
    ),
    absent(
        "Cordova",
        &[C::AgpSigning],
        "Name the keystore in build.json (`cordova build android --release --buildConfig build.json`); a relative path counts from the project's root.",
    ),
    own(
        "Cordova",
        &[C::AgpNamespace],
        "Raise the platform, which usually sets the app's namespace from version 12 on: `cordova platform rm android`, `cordova platform add android@latest`.",
    ),
    own(
        "Cordova",
        TWICE,
        "See which plugins bring them (`cordova plugin ls`, the `<framework>` lines of their plugin.xml): remove the one that is not needed, or take releases of one time.",
    ),
    own(
        "Capacitor",
        &[C::AgpSdkLocation],
        "Set `ANDROID_HOME`, or create android/local.properties with `sdk.dir=/path/to/Android/Sdk`; Android Studio writes it when `npx cap open android` opens the project.",
    ),
    absent(
        "Capacitor",
        &[C::AgpGoogleServices],
        "Download it from the Firebase console for this application id and put it into android/app, beside its build.gradle.",
    ),
    own(
        "Unity",
        &[C::AgpSdkLocation],
        "Set the SDK in Preferences > External Tools > Android, best the one “Installed with Unity” (Unity Hub > Installs > Add modules > Android Build Support).",
    ),
    own(
        "Unity",
        &[C::AgpSdkLicense],
        "Start Unity once with the rights to write into its SDK and let it install the platform, or run `sdkmanager --licenses` of the SDK that Preferences > External Tools names.",
    ),
    own(
        "Unity",
        TWICE,
        "Look in Assets/Plugins/Android (and in packages) for two .aar or .jar files that hold it, and delete one; with the External Dependency Manager: Assets > External Dependency Manager > Android Resolver > Delete Resolved Libraries, then Force Resolve.",
    ),
    absent(
        "Unity",
        &[C::AgpSigning],
        "Choose the keystore again in Player Settings > Publishing Settings (its path is kept, its passwords are not when Unity is closed).",
    ),
    own("Godot", &[C::AgpSdkLocation], "Set Editor Settings > Export > Android > Android SDK Path."),
    own(
        "Godot",
        &[C::AgpSdkLicense],
        "Run `sdkmanager --licenses` of the SDK that Editor Settings > Export > Android > Android SDK Path names.",
    ),
    absent(
        "Godot",
        &[C::AgpSigning],
        "Set the keystore, its user and password in the export preset (Keystore > Release).",
    ),
    own(
        "Buildozer",
        &[C::AgpSdkLocation],
        "Let buildozer install the SDK (leave `android.sdk_path` empty), or set it in buildozer.spec, then `buildozer android clean`.",
    ),
    own("Buildozer", &[C::AgpSdkLicense], "Set `android.accept_sdk_license = True` in buildozer.spec."),
    own(
        ".NET for Android",
        TWICE,
        "Two NuGet packages bring it: bring all `Xamarin.AndroidX.*` and `Xamarin.Google.*` packages to releases of one time, also those that only others ask for (`dotnet list package --include-transitive` shows them; name them in the .csproj with the newer version), then delete `bin` and `obj`.",
    ),
    own(
        ".NET for Android",
        &[C::GradleDaemonOom, C::RuntimeOom],
        "If the build ran out of memory (javac, D8, R8), give its Java more: `<JavaMaximumHeapSize>2G</JavaMaximumHeapSize>` in the .csproj.",
    ),
    own(
        "Expo",
        &[C::ComposeCompilerVersion],
        "Set Kotlin to {kotlin_for_compose_compiler}: `android.kotlinVersion` of the plugin `expo-build-properties` in app.json, then `npx expo prebuild --clean`; `npx expo install --fix` first, for packages that are too new or too old for the SDK.",
    ),
    own(
        "React Native",
        &[C::ComposeCompilerVersion],
        "Set Kotlin to {kotlin_for_compose_compiler}: `kotlinVersion` in the `ext` block of android/build.gradle; or take a release of the package that is made for this React Native's Kotlin.",
    ),
];

/// The machines' own.
pub static OF_MACHINES: &[OwnStep] = &[
    own(
        "GitHub Actions",
        &[C::AgpSdkLocation],
        "Let the job have an SDK: GitHub's own runners bring one and set `ANDROID_HOME`; in a `container:` and on a runner of your own add `android-actions/setup-android` before the step that runs Gradle, and leave local.properties out of Git.",
    ),
    own(
        "GitLab CI",
        &[C::AgpSdkLocation],
        "Use an `image` with the Android SDK in .gitlab-ci.yml, or install the command-line tools in `before_script` and set `ANDROID_HOME`; leave local.properties out of Git.",
    ),
    own(
        "Docker",
        &[C::AgpSdkLocation],
        "Install the SDK in the Dockerfile (command-line tools, then `sdkmanager` for the platform) and set `ENV ANDROID_HOME=…` above the `RUN` that calls Gradle; keep local.properties out of the image (.dockerignore).",
    ),
    own(
        "Docker",
        &[C::AgpSdkLicense],
        "Write `RUN yes | sdkmanager --licenses` into the Dockerfile, above the `RUN` that calls Gradle and after the one that installs the SDK's command-line tools.",
    ),
    absent(
        "GitHub Actions",
        &[C::AgpGoogleServices],
        "Write the file in the workflow before the step that runs Gradle, from a secret: `echo \"$GOOGLE_SERVICES\" | base64 -d > <module>/google-services.json`; it is usually not in Git.",
    ),
    absent(
        "GitHub Actions",
        &[C::AgpSigning],
        "Write the keystore in the workflow before the step that runs Gradle, from a secret (`echo \"$KEYSTORE\" | base64 -d > <path that storeFile names>`); it is usually not in Git, and forks get no secrets.",
    ),
    absent(
        "GitLab CI",
        &[C::AgpGoogleServices, C::AgpSigning],
        "Write the file in `before_script` from a variable of the project (type File, or Base64); it is usually not in Git.",
    ),
    absent(
        "Docker",
        &[C::AgpGoogleServices, C::AgpSigning],
        "Bring the file into the image: see that .dockerignore does not leave it out and that it is copied before the `RUN` that calls Gradle (better as `--mount=type=secret`).",
    ),
    absent(
        "EAS Build",
        &[C::AgpGoogleServices],
        "Give the file to EAS: EAS uploads what Git has, so commit it, or store it as a file variable of EAS and name that in app.config.js (`googleServicesFile: process.env.GOOGLE_SERVICES_JSON`).",
    ),
    own(
        "Docker",
        &[C::GradleVariantAmbiguity],
        "See that the directory of `{symbol}` reaches the image, with its build file: .dockerignore must not leave it out, and a `COPY` above the `RUN` that calls Gradle must bring it. There Gradle found it empty (“{none}”).",
    ),
    own(
        "Docker",
        &[C::GradleDaemonOom],
        "Give the container more memory (Docker Desktop > Settings > Resources, `docker run --memory`), or let Gradle take less than it has: `org.gradle.jvmargs=-Xmx2g`, `org.gradle.workers.max=2` and `--no-daemon`.",
    ),
];
