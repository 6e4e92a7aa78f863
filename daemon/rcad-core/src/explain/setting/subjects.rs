//! What a step changes, by its words. Data only.

use crate::pattern::Pattern;

/// What a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The Android Gradle plugin's version.
    Agp,
    /// Gradle's version: the wrapper.
    Gradle,
    /// Kotlin's version.
    Kotlin,
    /// `compileSdk`.
    CompileSdk,
    /// `minSdk`.
    MinSdk,
    /// `targetSdk`.
    TargetSdk,
    /// The JDK that runs Gradle.
    Jdk,
    /// Gradle's heap.
    Memory,
    /// Another line of gradle.properties.
    Properties,
    /// The manifest of the app.
    Manifest,
    /// Rules of R8.
    Rules,
    /// Where artifacts are searched.
    Repositories,
    /// Libraries of the app.
    Dependencies,
    /// The NDK's version.
    Ndk,
    /// Something else in the `android` block of the app's build file.
    BuildFile,
    /// Resources of the app.
    Resources,
}

/// How a step that changes a subject is worded, and the value that it asks for; how it says where that is done.
pub struct SubjectWords {
    /// The subject.
    pub subject: Subject,
    /// Its group `value` is what is asked for.
    pub words: Pattern,
    /// The words that give way to the setting's own place.
    pub place: Option<Pattern>,
}

const fn words(subject: Subject, words: &'static str) -> SubjectWords {
    SubjectWords { subject, words: Pattern::new(words), place: None }
}

const fn placed(subject: Subject, words: &'static str, place: &'static str) -> SubjectWords {
    SubjectWords { subject, words: Pattern::new(words), place: Some(Pattern::new(place)) }
}

/// ` in the \`android\` block of the build file of \`:app\``, ` in the \`defaultConfig\` of the module's build file`
const BUILD_FILE: &str = r" (?:in|to|of) the (?:`android(?: \{ \})?` block|`android \{ \}` block|`defaultConfig`)(?: (?:of|in) the (?:(?:app|module|project)'s )?build (?:file|script))?(?: of `[^`]+`)?| in the (?:(?:app|module|project)'s )?build (?:file|script)(?: of `[^`]+`)?";

/// ` in gradle.properties`
const IN_PROPERTIES: &str = r" in (?:`gradle\.properties`|gradle\.properties)";

/// The table, the more special first: a step is about the first that fits.
pub static SUBJECTS: [SubjectWords; 17] = [
    // `Raise the Android Gradle plugin to 8.9.1 or later (\`com.android.application\` in the root build file, …)`
    placed(
        Subject::Agp,
        r"(?:[Rr]aise|[Uu]pgrade|[Uu]pdate|[Ll]ower|[Bb]ring) (?:the )?(?:Android Gradle plugin|AGP)(?: \(AGP\))?(?: to (?P<value>[0-9]+(?:\.[0-9]+)*))?",
        r" \(`com\.android\.application` in the root build file, settings file or version catalog\)| in the root build (?:file|script)",
    ),
    // `Raise the Gradle wrapper: \`distributionUrl\` in gradle/wrapper/gradle-wrapper.properties to \`gradle-8.11.1-bin.zip\``
    placed(
        Subject::Gradle,
        r"(?:[Rr]aise|[Uu]pgrade|[Uu]pdate) (?:the )?(?:Gradle )?(?:wrapper|`distributionUrl`)(?:[^;]{0,120}?(?:gradle-|--gradle-version )(?P<value>[0-9]+(?:\.[0-9]+)*))?|[Rr]aise Gradle to (?P<later>[0-9]+(?:\.[0-9]+)*)",
        r": `distributionUrl` in gradle/wrapper/gradle-wrapper\.properties to `gradle-[0-9.]+-(?:bin|all)\.zip`(?:, or `\./gradlew wrapper --gradle-version [0-9.]+`|, by hand: the task `wrapper` cannot run while the plugin stops the configuration| \(by hand, where the task `wrapper` cannot run\))?|[,:] `\./gradlew wrapper --gradle-version [0-9.]+`(?: \([^)]*\)| or later)?",
    ),
    // `Raise the Kotlin Gradle plugin to 2.1.0 or newer`, `Upgrade Kotlin to 1.9.23`
    words(
        Subject::Kotlin,
        r"(?:[Rr]aise|[Uu]pgrade|[Uu]pdate|[Ll]ower|[Ss]et) (?:the )?(?:project's )?Kotlin(?: Gradle)?(?: plugin)?(?: to)? (?P<value>[0-9]\.[0-9.]*[0-9])",
    ),
    words(Subject::Kotlin, r"(?:[Rr]aise|[Uu]pgrade) (?:the )?(?:project's )?Kotlin(?: Gradle)? plugin"),
    // `Set \`compileSdk\` to 36 or higher in the \`android\` block of the build file of \`:app\``
    placed(
        Subject::CompileSdk,
        r"(?:[Ss]et|[Rr]aise|[Ll]ower) `?compileSdk(?:Version)?`?(?: \(compileSdkVersion\))?(?:(?: to| =| at least to)? ?(?P<value>[0-9]{2}))?",
        BUILD_FILE,
    ),
    // `Set \`minSdk\` (minSdkVersion) to 24 or higher in the \`defaultConfig\` of the module's build file.`
    placed(
        Subject::MinSdk,
        r"(?:[Ss]et|[Rr]aise|[Ll]ower) `?minSdk(?:Version)?`?(?: \(minSdkVersion\))?(?:(?: to| =)? ?(?P<value>[0-9]{2}))?",
        BUILD_FILE,
    ),
    placed(
        Subject::TargetSdk,
        r"(?:[Ss]et|[Rr]aise|[Ll]ower) `?targetSdk(?:Version)?`?(?:(?: to| =)? ?(?P<value>[0-9]{2}))?",
        BUILD_FILE,
    ),
    // `Run Gradle with JDK 17: set \`JAVA_HOME\` to it, or \`org.gradle.java.home=/path/to/jdk-17\` in gradle.properties; …`
    placed(
        Subject::Jdk,
        r"(?:JDK|Java) (?P<value>[0-9]{1,2})[^.]*(?:JAVA_HOME|Gradle JDK|org\.gradle\.java\.home)|JAVA_HOME(?:[^_A-Z0-9]|$)|Gradle JDK|org\.gradle\.java\.home",
        r": set `JAVA_HOME` to it, or `org\.gradle\.java\.home=[^`]*` in gradle\.properties(?:; on CI let `actions/setup-java` install [0-9]+)?| \(`JAVA_HOME`(?: or `org\.gradle\.java\.home`)?[^)]*\)|: set `JAVA_HOME` \(command line, CI\) or, in the IDE, Settings > Build Tools > Gradle > Gradle JDK",
    ),
    // `Raise the heap in gradle.properties: \`org.gradle.jvmargs=-Xmx4g\``
    placed(Subject::Memory, r"org\.gradle\.jvmargs", IN_PROPERTIES),
    words(Subject::Ndk, r"ndkVersion"),
    words(Subject::Rules, r"proguard-rules\.pro|`-keep|`-dontwarn"),
    words(
        Subject::Repositories,
        r"repositories \{|`repositories`|[Rr]eplace `jcenter\(\)`|(?:[Aa]dd|[Dd]eclare) (?:the repository|JitPack|`maven \{|`google\(\)`|`mavenCentral\(\)`)",
    ),
    placed(
        Subject::BuildFile,
        r"`android(?: \{ \})?` block|compileOptions|multiDexEnabled|packaging \{|packagingOptions|buildFeatures|signingConfig|build script of `|[Aa]dd `namespace",
        r" (?:in|to|of) the (?:`android(?: \{ \})?` block|`android \{ \}` block)(?: of the (?:(?:app|module)'s )?build (?:file|script))?(?: of (?:`[^`]+`|(?:/|[A-Z]:)[^ ;,]*[^ ;,.]))?|In the build script of `[^`]+`:",
    ),
    words(Subject::Manifest, r"AndroidManifest\.xml|tools:replace|tools:node|(?:your|the|main) manifest(?:[ ,.;:]|$)"),
    // `add a dependency on that: \`implementation project(':…')\``
    placed(
        Subject::Dependencies,
        r"[Aa]dd (?:the |a )?(?:dependency|library|`implementation)|`implementation\(|exclude (?:it|one|the replaced one)|`exclude\(|[Ff]ind (?:out )?who brings",
        r": `implementation project\(':…'\)`",
    ),
    words(Subject::Resources, r"res/[a-z]+[-a-z0-9]*/|in res/"),
    placed(Subject::Properties, r"(?:^|[ `(])gradle\.properties", IN_PROPERTIES),
];
