//! Gradle's messages when its processes, caches and locks are at fault, and those of checks that found something. Data
//! only; the narrow ones first.

use crate::Category;
use crate::pattern::{Rules, rule};

/// Sentences that say why.
pub static CAUSES: Rules = Rules::new(&[
    // The configuration cache. The list may have lost the line above it.
    rule(
        Category::GradleConfigurationCache,
        r"[Tt]ask `(?P<task>[^`]+)` of type `(?P<symbol>(?P<type>[^`]+))`: (?P<reason>invocation of '(?P<api>[^']+)'[^\n]+)",
    )
    .means("`{task}` (`{type}`) calls `{api}` at execution time, which the configuration cache forbids: the script's model (`Project`) does not exist then.")
    .fix(&[
        "In an own task: read what is needed at configuration time into a variable or an input property (`@Input`), and use injected services (`ExecOperations`, `FileSystemOperations`, `ProjectLayout`) in place of `project`.",
        "If `{type}` is a plugin's, update that plugin to a version that supports the configuration cache, or declare `tasks.withType({type}) {{ notCompatibleWithConfigurationCache(\"…\") }}`.",
        "Until then: `--no-configuration-cache`, or `org.gradle.configuration-cache=false` in gradle.properties.",
    ]),
    rule(
        Category::GradleConfigurationCache,
        r"[Tt]ask `(?P<task>[^`]+)` of type `(?P<symbol>(?P<type>[^`]+))`: (?P<reason>(?:cannot|error|read|value|registration|external|support|execution)[^\n]+)",
    ),
    rule(
        Category::GradleConfigurationCache,
        r"[Cc]onfiguration cache state could not be cached: (?:field [`'](?P<field>[^`']+)[`'] of )?(?:task )?(?:[`'](?P<task>:[^`']+)[`'] of type )?[`']?(?P<symbol>[A-Za-z0-9_.$]+)?[`']?[^\n]*?: (?P<reason>[^\n]+)",
    ),
    rule(
        Category::GradleConfigurationCache,
        r"(?:[Cc]onfiguration cache problems found|problems? (?:was|were) found (?:stor|reus)ing the configuration cache)[^\n]*\n(?:[^\n]*\n){0,6}?\s*- (?P<origin>Plugin(?: class)? '(?P<symbol>[^']+)'): (?P<reason>[^\n]+?)\.?\n",
    )
    .means("The plugin `{symbol}` does what the configuration cache forbids, so this release of it does not support the cache: {reason}.")
    .fix(&[
        "Upgrade the plugin `{symbol}` to a release whose notes name the configuration cache (for `kotlin-android` that is Kotlin's version).",
        "Until then switch the cache off for the build: `org.gradle.configuration-cache=false` in gradle.properties, and no `--configuration-cache` on the command line; it cannot be left out for one plugin.",
    ]),
    rule(
        Category::GradleConfigurationCache,
        r"(?:[Cc]onfiguration cache problems found|problems? (?:was|were) found (?:stor|reus)ing the configuration cache)[^\n]*\n(?:[^\n]*\n){0,6}?\s*- (?P<origin>(?:Build|Settings|Script|Initialization)[^'\n]*'(?P<file>[^']+)')(?:: line (?P<line>[0-9]+))?: (?P<reason>(?:[^\n]*?'(?P<symbol>[^'\n]+)')?[^\n]*?)\.?\n",
    )
    .means("{origin} uses `{symbol}`, which the configuration cache forbids there: {reason}")
    .fix(&[
        "Read what is needed at configuration time into a variable outside of `doFirst`/`doLast`, and use providers and injected services in place of `{symbol}`.",
        "Until then run with `--no-configuration-cache`.",
    ]),
    rule(
        Category::GradleConfigurationCache,
        r"(?:[Cc]onfiguration cache problems found|problems? (?:was|were) found (?:stor|reus)ing the configuration cache)[^\n]*\n(?:[^\n]*\n){0,6}?\s*- (?P<origin>[^\n`]+?): (?P<reason>(?:invocation|cannot|registration|read|value|external|error)[^\n]+?)\.?\n",
    ),
    rule(Category::GradleConfigurationCache, r"Invocation of '(?P<symbol>(?P<api>[^']+))' by task '(?P<task>[^']+)' at execution time is unsupported"),
    rule(Category::GradleConfigurationCache, r"Starting an external process '(?P<symbol>[^']+)' during configuration time is unsupported")
        .means("The build starts `{symbol}` while it is configured, which the configuration cache forbids.")
        .fix(&["Use `providers.exec {{ commandLine(…) }}.standardOutput.asText` in place of `exec` or `\"…\".execute()`, or move it into a task."]),
    // `2 problems were found storing the configuration cache.`, never `0 problems were found …`
    rule(Category::GradleConfigurationCache, r"(?:^|\n|[^0-9 ] |[1-9] |[0-9]{2} )problems? (?:was|were) found (?:stor|reus)ing the configuration cache|[Cc]onfiguration cache (?:problems found|state could not be cached|entry discarded)|Maximum number of configuration cache problems has been reached"),
    // Memory.
    rule(
        Category::GradleDaemonOom,
        r"(?:Daemon will (?:be stopped|expire)[^\n]*?running out of|Expiring Daemon because|after running out of) JVM (?P<space>heap space|[Mm]etaspace)",
    ),
    rule(Category::GradleDaemonOom, r"(?P<space>JVM garbage collector is thrashing|GC overhead limit exceeded)")
        .means("Gradle ran out of memory: its heap is nearly full, and the JVM spends its time on garbage collection (GC overhead)."),
    // `> Metaspace`, `> Message: Metaspace\n> Stack: OutOfMemoryError` of lint
    rule(Category::GradleDaemonOom, r"(?:OutOfMemoryError: |> |^|Message: )(?P<symbol>(?P<space>Metaspace|PermGen space|Compressed class space))(?:\W*\n|$)")
        .means("Gradle's JVM ran out of memory for classes ({space}), not for objects: what the build loads (plugins, lint, compilers) needs more than the limit that is set for it.")
        .fix(&[
            "Raise that limit where the JVM's options stand, as a rule gradle.properties: `org.gradle.jvmargs=-Xmx4g -XX:MaxMetaspaceSize=1g` (or leave `MaxMetaspaceSize` out); then `./gradlew --stop`. A larger `-Xmx` alone does not help.",
            "If it is the Kotlin daemon's: `kotlin.daemon.jvmargs=-XX:MaxMetaspaceSize=1g`. A daemon that was used for many builds of several projects keeps their classes: `./gradlew --stop` alone may help.",
        ]),
    rule(Category::GradleDaemonOom, r"Message: (?P<symbol>(?P<space>Java heap space|GC overhead limit exceeded|Direct buffer memory))\s*\n\W*Stack: \W*OutOfMemoryError"),
    rule(Category::GradleDaemonOom, r"(?:OutOfMemoryError: |> |^)(?P<space>Java heap space|Metaspace|PermGen space|Compressed class space|Direct buffer memory|Requested array size exceeds VM limit)"),
    rule(Category::GradleDaemonOom, r"OutOfMemoryError: (?P<space>unable to create (?:new )?native thread)|(?P<space2>unable to create (?:new )?native thread)")
        .means("Gradle ran out of memory for threads ({space}): the system's limit of processes or memory is reached.")
        .fix(&["Lower `org.gradle.workers.max`, raise the limit (`ulimit -u`, the container's pids limit), or give the machine more memory."]),
    rule(Category::GradleDaemonOom, r"(?P<space>(?:There is insufficient memory for the Java Runtime Environment|Native memory allocation|Could not reserve enough space for (?:[0-9]+KB )?object heap|Invalid (?:maximum|initial) heap size|The specified size exceeds the maximum|Initial heap size set to a larger value than the maximum|Cannot allocate memory|os::commit_memory))[^\n]*(?:\n[^\n]*?(?P<requested>-Xm[xs][0-9]+[a-zA-Z]))?")
        .means("The machine cannot give the JVM (the Gradle daemon or a process of its) the memory that it asks for: {space}; physical memory (RAM), swap or page file are used up, or the heap is too large for this JVM.")
        .fix(&["Lower `-Xmx` in `org.gradle.jvmargs` (gradle.properties, also `~/.gradle/gradle.properties`) below what the machine or container has free, or give it more; use a 64-bit JDK."]),
    rule(Category::GradleDaemonOom, r"Not enough memory to run compilation(?:\. Try to increase it via '(?P<setting>[^']+)')?")
        .means("The Kotlin compile daemon ran out of memory.")
        .fix(&["Raise its heap in gradle.properties: `kotlin.daemon.jvmargs=-Xmx3g`, or `org.gradle.jvmargs=-Xmx4g`, which it inherits."]),
    rule(Category::GradleDaemonOom, r"(?P<symbol>Gradle build daemon) disappeared unexpectedly|the daemon has (?P<died>disappeared)|Gradle build daemon (?P<died2>disappeared)")
        .means("The Gradle daemon disappeared in the middle of the build: it was killed (often by the system for lack of memory), or its JVM crashed.")
        .fix(&[
            "Look for `hs_err_pid*.log` in the project (a JVM crash) and in the system's log for the out-of-memory killer (`dmesg | grep -i kill`).",
            "On a small machine or container use less: `org.gradle.jvmargs=-Xmx2g`, `org.gradle.workers.max=2`, no parallel builds; or give it more memory.",
        ]),
    rule(Category::GradleDaemonOom, r"(?s)Unable to start the daemon ?process\.?\s+This problem might be caused by incorrect configuration of the daemon\.\s+For example, (?P<reason>an unrecognized jvm option is used)\.\s*[^A-Za-z]*(?:Please refer[^\n]*)?\s*[^A-Za-z]*$")
        .means("The Gradle daemon could not be started: its configuration (JVM options) may be wrong, e.g. {reason}, or its memory cannot be had; the lines that would say which are missing.")
        .fix(&["Check `org.gradle.jvmargs` in gradle.properties (the project's, and `~/.gradle/gradle.properties`): remove options that the JDK in use does not know, and lower `-Xmx`.", "The daemon's own words stand below the message, or in `~/.gradle/daemon/<version>/daemon-<pid>.out.log`."]),
    rule(Category::GradleDaemonOom, r"Gradle build daemon has been stopped: (?P<reason>[^\n]+)")
        .means("The Gradle daemon was stopped in the middle of the build: {reason}.")
        .fix(&["If nobody stopped it (`./gradlew --stop`, the IDE), give it more memory: `org.gradle.jvmargs=-Xmx4g -XX:MaxMetaspaceSize=1g` in gradle.properties."]),
    rule(Category::GradleDaemonOom, r"Process '(?P<symbol>[^']*Gradle (?:Test Executor|Worker Daemon) [0-9]+)' finished with non-zero exit value (?P<exit>137|143)")
        .means("The process `{symbol}` was killed (exit value {exit}), as a rule by the system or container for lack of memory.")
        .fix(&["Give the machine or container more memory, or let the tests use less: fewer `maxParallelForks`, and a `maxHeapSize` that fits beside Gradle's own heap."]),
    rule(Category::GradleDaemonOom, r"NoSuchFileException: (?:[^\n]*[/\\])?(?P<symbol>in-progress-results-[^\s/\\]+\.bin)")
        .means("The test process ended before it had written its results (`{symbol}` is missing): its JVM died, as a rule for lack of heap memory, or another build cleaned the directory meanwhile.")
        .fix(&["Raise the tests' heap: `tasks.withType<Test> {{ maxHeapSize = \"2g\" }}`, and lower `maxParallelForks`.", "See that no second build or `clean` runs in the same directory, and look for `hs_err_pid*.log` (a crash of the worker JVM)."]),
    rule(Category::GradleDaemonOom, r"(?:Unable to start the (?:Gradle )?daemon ?process|Could not start (?:the )?Gradle daemon|Timeout waiting to connect to the Gradle daemon|Could not connect to the Gradle daemon|Could not dispatch a message to the daemon)(?s:.*?(?:Error: |> )(?P<reason>[^\n]+))?")
        .means("The Gradle daemon could not be started or reached: {reason}")
        .fix(&["Check the JVM options and the memory in `org.gradle.jvmargs`, and `org.gradle.java.home`, in gradle.properties; the daemon's own words stand in `~/.gradle/daemon/<version>/daemon-<pid>.out.log`.", "End old daemons: `./gradlew --stop`."]),
    // Locks and caches.
    rule(
        Category::GradleLock,
        r"Timeout waiting to lock (?P<symbol>[^\n(]+?)(?: \((?P<path>[^)]+)\))?\. It is currently in use by (?P<holder>another (?:Gradle instance|process)|this Gradle process)\.?(?s:.*?Owner PID: (?P<pid>[0-9]+))?(?s:.*?Lock file: (?P<file>[^\n]+))?",
    ),
    rule(Category::GradleLock, r"Cannot lock (?P<symbol>[^\n(]+?) (?:\((?P<path>[^)]+)\) )?as it has already been locked by this process"),
    rule(Category::GradleLock, r"Unexpected lock protocol found in lock file\. Expected (?P<expected>[0-9]+), found (?P<found>[0-9]+)")
        .means("A lock file of Gradle's was written by another version or is damaged (lock protocol {found} instead of {expected}).")
        .fix(&["Run `./gradlew --stop`, then delete the `.gradle` directory of the project (and the lock file that `--stacktrace` names)."]),
    // `java.nio.file.FileSystemException: C:\shop\app\build\classes.dex: The process cannot access the file because it is …`
    rule(
        Category::GradleLock,
        r"(?:FileSystemException: |FileNotFoundException: |> )(?P<path>(?:[A-Za-z]:)?[^\n:>]*?(?P<file>(?P<symbol>[^\n\\/:>]+\.[A-Za-z0-9]+)))(?:: | \()(?P<why>The\s+process\s+cannot\s+access\s+the\s+file[^\n)]*|[^\n(]*另一个程序正在使用此文件[^\n)]*|The requested operation cannot be performed on a file with a user-mapped section open|Der Prozess kann nicht auf die Datei zugreifen[^\n)]*|Le processus ne peut pas accéder au fichier[^\n)]*|El proceso no tiene acceso al archivo[^\n)]*|O arquivo já está sendo usado[^\n)]*|Процесс не может получить доступ к файлу[^\n)]*)",
    )
    .means("`{file}` is used by another process (locked, in use), so Gradle cannot write or delete it: {path}.")
    .fix(&["End what holds it (a running app or emulator, Android Studio, another Gradle: `./gradlew --stop`, an antivirus scan), delete the module's `build` directory, then run again."]),
    // `Unable to delete directory '/p/build'\n  Failed to delete some children. …\n  - /p/build/app/basket.apk`
    rule(
        Category::GradleLock,
        r"(?:Unable to|Could not) delete (?:directory|file|path) '(?P<path>[^']+)'[^\n]*\s+(?:Failed to delete some children|New files were found)[^\n]*\n\s*- (?P<file>(?:[^\n]*[\\/])?(?P<symbol>[^\\/\n]+\.[A-Za-z0-9]+))\s*\n",
    )
    .means("Gradle cannot delete {path}: another process has `{symbol}` in it open (locked, in use), or keeps writing there.")
    .fix(&["End what holds `{symbol}` (a running app or emulator, an installer, the IDE, an explorer or terminal in the directory, a virus scanner, another Gradle: `./gradlew --stop`), then run again."]),
    rule(
        Category::GradleLock,
        r"(?:The process cannot access the file because (?:it is being used by another process|another process has locked a portion of the file)|(?:Unable to|Could not) delete (?:file |directory |path )?'(?P<symbol>(?P<path>[^']+))'|Couldn't delete (?P<symbol2>(?P<path2>[^\s]+))|Failed to delete some children)",
    )
    .means("A file or directory is held open by another process (locked, in use), so Gradle cannot delete or change it: {message}.")
    .fix(&["End what holds `{path}` (the IDE, a running app or emulator, an explorer or terminal in the directory, a virus scanner, another Gradle: `./gradlew --stop`), then run again.", "End what holds it (the IDE, a running app or emulator, an explorer or terminal in the directory, a virus scanner, another Gradle: `./gradlew --stop`), then run again."]),
    // `> java.nio.file.AccessDeniedException: C:\p\build\test-results\test\binary\output.bin`
    rule(Category::GradleLock, r"AccessDeniedException: (?P<path>[A-Za-z]:\\(?:[^\n:]*\\)?build\\(?:[^\n:>]*\\)?(?P<symbol>[^\n\\:>]*[^\s\\:>]))\s*(?:\n|$)")
        .means("Gradle may not change `{symbol}` in the build directory (access is denied): on Windows mostly because another process has it open (locked, in use).")
        .fix(&["End what holds {path} (a test or app that still runs, the IDE, an explorer or terminal in the directory, a virus scanner, another Gradle: `./gradlew --stop`), then run again."]),
    rule(Category::Other, r"Cannot access output property '(?P<symbol>[^']+)' of task '(?P<task>[^']+)'\. Accessing unreadable inputs or outputs is not supported(?s:.*?)Failed to create MD5 hash for file '?(?:content|[^'\n]*[\\/]?\.gradle[\\/][^'\n]*)'?\.?\s")
        .means("The task `{task}` declares a directory as its output `{symbol}` in which Gradle cannot read everything: one that holds other things, too, such as the project's root with `.gradle` in it.")
        .fix(&["Let `{symbol}` point to a directory of its own below the build directory (`layout.buildDirectory.dir(…)`), not to the project's root directory.", "Or tell Gradle not to look at it: `tasks.named(…) {{ doNotTrackState(\"…\") }}`."]),
    // `Failed to create MD5 hash for file 'C:\shop\build\utp.0.log.lck'.`
    rule(Category::GradleLock, r"Failed to create MD5 hash for file '?(?P<path>(?:[^'\n]*[/\\])?(?P<symbol>[^'/\\\n]*[^'/\\\n.]))'?")
        .means("Gradle cannot read `{symbol}` to compute its hash: another process has it open or locked (in use), or may not share it.")
        .fix(&["End what holds {path} (another Gradle: `./gradlew --stop`, an emulator or test run, a virus scanner), delete it if it is a left-over lock, and run again.", "A Gradle home or cache inside the project's outputs or inputs locks itself: keep `GRADLE_USER_HOME` outside of them."]),
    rule(Category::GradleLock, r"Could not move temporary workspace \((?P<path>[^)]+)\) to immutable location")
        .means("Gradle cannot move a finished entry of its cache to its place ({path}): another process (a virus scanner, an IDE, a second daemon) holds files in it open.")
        .fix(&["End what else works on the Gradle cache (`./gradlew --stop`, the IDE), and exclude `~/.gradle` from the virus scanner; then run again.", "Raise Gradle: later 8.x and 9 versions retry and are less prone to it."]),
    rule(Category::GradleLock, r"(?P<symbol>[^\s]+\.lock) \((?P<why>Permission denied|Access is denied|No such file or directory)\)")
        .means("Gradle cannot open its lock file {symbol}: {why}.")
        .fix(&["Make the directory writable for the user that builds (a build as root leaves such files: `sudo chown -R $USER .gradle ~/.gradle`)."]),
    // What a program, an archive or the system refuses.
    rule(Category::Other, r"Failed to load native library '(?P<symbol>[^']+)' for (?P<system>[^\n]+?)\.(?:\s|$)")
        .means("Gradle cannot load its own native library `{symbol}` for {system}: this Gradle has none for that system and processor (as Alpine's musl or a new Mac), or its copy below `~/.gradle/native` is damaged or may not be executed (`noexec`).")
        .fix(&["Delete `~/.gradle/native` and run again; see that the directory is writable and not mounted `noexec`.", "Raise the Gradle wrapper, or use a JDK for the machine's own processor; on Alpine install `gcompat` or take an image with glibc."]),
    rule(
        Category::Other,
        r"(?:> |Exception: )(?P<file>(?:[A-Za-z]:)?[^\n>()]*[\\/]\.gradle[\\/](?:[^\n>()]*[\\/])?(?P<symbol>[^\\/\n>()]+)) \((?P<why>Permission denied|Access is denied|Read-only file system)\)|Failed to create parent directory '(?P<file2>(?P<symbol2>[^']+))' when creating directory",
    )
    .means("Gradle may not write its own directory {file}: it belongs to another user, as after a build as root or in a container, or the file system is read-only.")
    .fix(&["Give it to the user that builds: `sudo chown -R $USER ~/.gradle .gradle`, or let `GRADLE_USER_HOME` point to a directory that is writable (in Docker: `-u $(id -u)` or a volume)."]),
    rule(
        Category::Other,
        r"Failed to transform (?:file '|artifact ')?(?P<symbol>[^\s']+\.(?:aar|jar))'? ?(?P<coordinate>\([^)]*\))?(?s:.{0,800}?)(?:ZipException|zip END header not found|invalid (?:LOC|CEN|END) header|error in opening zip file)",
    )
    .means("The downloaded file {symbol} {coordinate} in Gradle's cache is damaged or incomplete (corrupt archive), as after an aborted download, a full disk or a proxy's page in its place.")
    .fix(&[
        "Delete its directory below `~/.gradle/caches/modules-2/files-2.1` (and the `transforms` directories beside), after `./gradlew --stop`, then build with `--refresh-dependencies`.",
        "If it comes back damaged, open its address in a browser: a proxy or repository may serve something else under that name.",
    ]),
    // The IDE guesses so below each name that a plugin does not find, and may be right where nothing else is said.
    rule(
        Category::GradleVersionIncompatible,
        r"Unable to (?:find method|load class) '+(?:[A-Za-z0-9_.$]+ )?(?P<symbol>[A-Za-z0-9_.$]+)(?:\([^\n]*?\))?'+(?s:.{0,1200}?)Gradle's dependency cache may be corrupt",
    )
    .means("A plugin or script asks for `{symbol}`, which Gradle or another plugin of this build does not have: it was made for another version of it. (That a cache may be corrupt is what the IDE guesses in every such case.)")
    .fix(&[
        "Bring Gradle, the Android Gradle plugin, Kotlin and the other plugins to versions that go together; what was raised last, or the plugin that `--stacktrace` shows, does not fit.",
        "If nothing was changed: `./gradlew --stop`, and build once with `--refresh-dependencies`.",
    ]),
    rule(
        Category::Other,
        r"(?:Could not read path '(?P<symbol>[^']+)'|Failed to create Jar file (?P<symbol2>[^\n]+?\.jar)|Failed to open zip file|zip END header not found|invalid (?:LOC|CEN|END) header|Gradle's dependency cache may be corrupt)",
    )
    .means("A file in Gradle's cache is damaged or incomplete (corrupt): {message}.")
    .fix(&["Run `./gradlew --stop`, delete the file's directory below `~/.gradle/caches` (or the whole `~/.gradle/caches`, and `~/.gradle/wrapper/dists` when it is the distribution), then sync or build again with the network.", "See that the disk is not full and no virus scanner interferes."]),
    rule(Category::GradleTaskFailed, r"(?:^|> )(?P<symbol>No connected devices)!|No online devices found|no devices/emulators found|error: (?:device (?:offline|'[^']*' not found)|no devices)")
        .means("No Android device or emulator is connected, on which `{task}` could install or run the app.")
        .fix(&["Start an emulator or connect a device with USB debugging on, and check `adb devices`; on CI use Gradle-managed devices or an emulator action."]),
    rule(Category::GradleTaskFailed, r"(?:^|> )(?P<symbol>Timeout) has been exceeded")
        .means("The task `{task}` ran longer than its `timeout` allows, and Gradle ended it.")
        .fix(&["Raise `timeout = Duration.ofMinutes(…)` of that task, or find out what it waits for: a thread dump with `jstack` while it hangs."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?P<program>[^\x22]+))\x22(?s:.{0,200}?)error=(?P<code>5|13|1920)\b,? ?(?P<why>[^\n]*)")
        .means("`{program}` is there but cannot be started (error {code}, {why}): access is denied, by its permissions, an antivirus such as Windows Defender, or a link that leads nowhere.")
        .fix(&["Let `{program}` be executable for the user that builds (`chmod +x`; on Windows allow it in the antivirus), and run `./gradlew --stop` so that a new daemon tries again.", "If it is the `java` of a JDK that the Kotlin daemon or a worker starts: reinstall that JDK, or compile in Gradle's own process: `kotlin.compiler.execution.strategy=in-process` in gradle.properties."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?P<program>[^\x22]+))\x22(?s:.{0,200}?)error=(?:206|7|87)\b,? ?(?P<why>[^\n]*)")
        .means("`{program}` cannot be started: its command line is too long for the system ({why}).")
        .fix(&["Shorten it: a shorter project path, fewer arguments, or an argument file (`@file`); for Java tests and `run` a manifest-only jar."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?P<program>[^\x22]+))\x22(?s:.{0,200}?)error=(?:193|216|8|86)\b,? ?(?P<why>[^\n]*)")
        .means("`{program}` is no program for this machine: it is made for another system or processor, or damaged ({why}).")
        .fix(&["Install the `{program}` for this system and processor, and delete the damaged or foreign one."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?P<program>[^\x22]+))\x22(?s:.{0,200}?)error=(?:12|1455)\b,? ?(?P<why>[^\n]*)")
        .means("`{program}` cannot be started for lack of memory ({why}).")
        .fix(&["Close other programs, give the machine or container more memory or swap, or lower `-Xmx` in `org.gradle.jvmargs`."]),
    // `Cannot run program "/sdk/build-tools/22.0.1/aapt": error=2, No such file or directory`: no `PATH` is asked for a whole path.
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>[^\x22]*[\\/]build-tools[\\/](?P<version>(?:1[0-9]|2[0-3])\.[0-9.]+)[\\/](?P<tool>[A-Za-z0-9_.-]+))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The build starts `{tool}` of the SDK's build-tools {version} ({symbol}), which the system does not find: these build-tools are not installed there or incomplete. On Linux the file may be there all the same: the tools of build-tools before 24 are 32-bit programs, and a 64-bit system does not have their loader by itself.")
        .fix(&["See whether {symbol} exists. If not: `sdkmanager \"build-tools;{version}\"` (or SDK Manager > SDK Tools), or take the SDK that has it (`sdk.dir` in local.properties, `ANDROID_HOME`).", "On Linux, if it exists, install what 32-bit programs need: `sudo apt-get install libc6-i386 lib32stdc++6 lib32z1` (Debian, Ubuntu).", "Or raise `buildToolsVersion` to an installed version from 24 on, whose tools are 64-bit (or remove the line with Android Gradle plugin 3 and later)."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>[^\x22]*[\\/]build-tools[\\/](?P<version>[0-9][^\\/\x22]*)[\\/](?P<tool>[A-Za-z0-9_.-]+))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The build starts `{tool}` of the SDK's build-tools {version} ({symbol}), which the system does not find: these build-tools are not installed there or incomplete, or have no such program.")
        .fix(&["Install them: `sdkmanager \"build-tools;{version}\"` (or SDK Manager > SDK Tools); if their directory is there without `{tool}`, delete it first. Or take the SDK that has it (`sdk.dir` in local.properties, `ANDROID_HOME`).", "On Linux, if the file is there, its loader is missing: a system without glibc (Alpine) or with another processor (ARM) cannot start the SDK's tools."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>[^\x22]*[\\/](?P<package>(?:cmake|ndk)[\\/](?P<version>[0-9][^\\/\x22]*)|ndk-bundle)[\\/](?:[^\x22]*[\\/])?(?P<tool>[A-Za-z0-9_.+-]+))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The build starts `{tool}` of the SDK's directory `{package}` ({symbol}), which the system does not find: that package is not installed there or incomplete.")
        .fix(&["Install it: SDK Manager > SDK Tools > Show Package Details (CMake, NDK (Side by side)), or `sdkmanager` with the package and version; or name an installed version in the build script (`externalNativeBuild {{ cmake {{ version }} }}`, `ndkVersion`).", "If the directory `{package}` is there, delete it and install it anew: it was unpacked in part. A `.cxx` directory that remembers an older path is to be deleted as well."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>[^\x22]*[\\/]aapt2-(?P<version>[0-9][^\\/\x22]*)-(?:linux|osx|windows)[\\/](?P<tool>aapt2(?:\.exe)?))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The Android Gradle plugin starts its own `{tool}` {version} from Gradle's cache ({symbol}), which the system does not find: the cache lost the file. On Linux it may be there all the same and its loader be missing: it is a program for glibc on x86-64.")
        .fix(&["Run `./gradlew --stop`, delete the directory of the cache in which it lies, and build again.", "On Linux, if the file is there (`file {symbol}`): on Alpine install `gcompat` or build in an image with glibc; on an ARM machine build in an x86-64 container, or set `android.aapt2FromMavenOverride` in gradle.properties to an aapt2 for its processor."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>[^\x22]*[\\/]platform-tools[\\/](?P<tool>adb(?:\.exe)?))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The build starts `{tool}` at {symbol}, which the system does not find: the SDK's platform-tools are not installed there, or the build takes another SDK than the one that has them.")
        .fix(&["Install them: `sdkmanager \"platform-tools\"` (or SDK Manager > SDK Tools), or correct `sdk.dir` in local.properties or `ANDROID_HOME`."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?:[A-Za-z]:[\\/]|/)(?:[^\x22]*[\\/])?(?P<tool>[^\\/\x22]+))\x22(?s:.{0,200}?)error=(?:2|3)\b")
        .means("The build starts `{tool}` by its whole path, {symbol}, and the system does not find it there: it is not installed at this place, or, where the file is there, the interpreter of its first line or the loader of its binary is missing.")
        .fix(&["See whether {symbol} exists. If not, install it there, or correct the setting, variable or script line from which this path is made.", "If it exists, `file {symbol}` shows what it needs: the interpreter in its first line, or another processor or C library than this machine has."]),
    rule(Category::GradleExternalProcess, r"Cannot run program \x22(?P<symbol>(?P<program>[^\x22]+))\x22(?: \(in directory \x22(?P<directory>[^\x22]+)\x22\))?(?s:.{0,100}?)error=(?:2|3)\b")
        .means("The build runs the program `{program}`, which is not found: it is not installed, or not on the `PATH` of the Gradle daemon.")
        .fix(&["Install `{program}`, or write its whole path in the script; `which {program}` (Windows: `where {program}`) tells whether the shell finds it.", "A Gradle daemon keeps the `PATH` with which it was started: run `./gradlew --stop`; an IDE must be started anew."]),
    rule(Category::GradleTaskFailed, r"Could not (?:expand|read|unzip|open) (?:ZIP|TAR|zip file|archive|JAR) (?:file )?'(?P<path>(?:[^'\n]*[\\/])?(?P<symbol>[^'\\/\n]+))'")
        .means("The archive `{symbol}` cannot be unpacked: it is incomplete or damaged (corrupt), or holds file names that this machine's encoding (locale) cannot write.")
        .fix(&["Delete {path} and let it be downloaded or built again (`./gradlew clean`, `--refresh-dependencies`).", "If the archive is sound, set a UTF-8 locale (`LANG=C.UTF-8`, `-Dfile.encoding=UTF-8` in `org.gradle.jvmargs`)."]),
    rule(Category::GradleTaskFailed, r"Malformed input or input contains unmappable characters(?:: (?P<symbol>[^\n]+))?")
        .means("A file name holds characters that the encoding of the Gradle daemon (its locale) cannot express: {message}.")
        .fix(&["Set a UTF-8 locale for the build (`export LANG=C.UTF-8 LC_ALL=C.UTF-8`) and stop the daemons that run without it (`./gradlew --stop`); on JDK 18 or later `-Dsun.jnu.encoding=UTF-8` in `org.gradle.jvmargs`."]),
    rule(Category::GradleTaskFailed, r"Cannot snapshot (?P<path>(?:[^\n]*[\\/])?(?P<symbol>[^\\/\n:]+)): not a regular file")
        .means("Gradle cannot take a snapshot of `{symbol}` in the task's outputs: it is not a regular file but a link (symlink) that leads nowhere, a socket, a pipe, or the placeholder that a cloud service (OneDrive) leaves of a file.")
        .fix(&["Delete {path} and the directory around it (for a native build `.cxx` and `build` of the module: `./gradlew clean`), then run again.", "If the task must leave such a file, take it out of the declared outputs."]),
    rule(Category::Other, r"Could not create problems-report directory '(?P<symbol>[^']+)'")
        .means("Gradle cannot create the directory {symbol} for its problems report: a file of that name (on a file system without case, e.g. `BUILD`) is in the way, or there is no write permission.")
        .fix(&["Look what lies at `build` in the project: rename the file that is in the way, or make the directory writable for the user that builds.", "Or run without the report: `--no-problems-report`."]),
    rule(Category::GradleTaskFailed, r"Xcode does not support simulator tests for (?P<symbol>[a-z0-9_]+)\. Check that requested SDK is installed")
        .means("Xcode on this machine has no simulator for `{symbol}` (iOS, tvOS or watchOS): the SDK or simulator runtime is not installed, or belongs to another processor.")
        .fix(&["Install the simulator runtime: `xcodebuild -downloadPlatform iOS`, or Xcode > Settings > Platforms.", "On Apple silicon take the target `iosSimulatorArm64` in place of `iosX64`, or leave that test task out (`-x`)."]),
    rule(Category::Other, r"(?P<symbol>No space left on device|There is not enough space on the disk)")
        .means("The disk is full: {message}.")
        .fix(&["Free space: `~/.gradle/caches`, `build/` directories, emulator images; on CI a larger disk or fewer caches."]),
    rule(
        Category::Other,
        r"(?:The contents of the immutable workspace '(?P<symbol>[^']+)' have been modified|Could not read workspace metadata from (?P<file>(?P<symbol2>[^\n]*?metadata\.bin|[^\s]+))|Could not load compiled classes for [^\n]* from cache|The cache entry for [^\n]* appears to be corrupted|Corrupted? [^\n]*cache|Could not (?:read|add) entry [^\n]*? (?:from|to) cache (?P<symbol3>[^\s]+))",
    )
    .means("A cache of Gradle's is damaged: {message}.")
    .fix(&["Run `./gradlew --stop` and delete the directory that the message names (or `~/.gradle/caches/<version>` and the project's `.gradle`), then run again.", "It is damaged again and again when two machines or containers share one Gradle home, or when a virus scanner or a build that was killed interferes."]),
    // `> java.io.FileNotFoundException: /p/notes.txt`
    rule(
        Category::GradleTaskFailed,
        r"xecution failed for task '[^'\n]+'(?:[^\n]*\n){1,6}?\s*> (?:[^\n>:]+: )?(?P<message>(?:java\.io\.FileNotFoundException|java\.nio\.file\.NoSuchFileException): (?P<absent>(?:(?:[A-Za-z]:)?[\\/])(?:[^\n>(:]*[\\/])?(?P<symbol>[^\n>(:\\/]+)))(?: \((?:No such file or directory|The system cannot find[^\n)]*)\))?\s*(?:\n|$)",
    )
    .means("The task `{task}` opens {absent}, and there is no such file.")
    .fix(&["See what should make or bring {absent}: a task that must run before `{task}` (declare it as an input, or `dependsOn`), a file that is not under version control, or a path of the build script that is wrong."]),
    // `> /p/notes.txt`
    rule(
        Category::GradleTaskFailed,
        r"xecution failed for task '[^'\n]+'(?:[^\n]*\n){1,6}?\s*> (?P<message>(?P<absent>(?:(?:[A-Za-z]:)?[\\/])(?:[^\n>(:]*[\\/])?(?P<symbol>[^\n>(:\\/]+\.[A-Za-z0-9]{1,12})))\s*(?:\n\s*\n|\n\s*\*|$)",
    )
    .means("The whole message is the path {absent}, as Java's exceptions about files have it: as a rule the file that `{task}` opens does not exist; the same message is given where it may not be read or is in the way.")
    .fix(&["See with `ls -l` whether {absent} is there. If not, find what should make or bring it: a task that must run before `{task}`, a file that is not under version control, or a wrong path in the build script.", "If it is there, `./gradlew {task} --stacktrace` names the exception: access denied, or a file that exists already."]),
    // The wrapper's jar, when another reader has not named it.
    rule(Category::GradleWrapper, r"org\.gradle\.wrapper\.[A-Za-z]+"),
    rule(Category::GradleTaskFailed, r"(?:Cannot|Could not|Unable to|Failed to) (?:create|make) (?:the )?(?:parent )?directory:? '?(?P<symbol>(?:[A-Za-z]:)?[\\/][^'\n]+?)'?\.?(?:\n|$)")
        .means("The directory {symbol} cannot be created: no write permission there, another program holds it, or, on Windows, its path is too long (260 characters).")
        .fix(&[
            "Stop other builds (`./gradlew --stop`), delete the `build` directory and build again.",
            "On Windows move the project to a short path without spaces (`C:\\dev\\app`), or turn on long paths; on Linux and macOS check who owns the directory above it (`ls -ld`).",
        ]),
]);

#[cfg(test)]
mod tests {
    use crate::explain::answer;

    #[test]
    fn no_problems_of_the_configuration_cache_are_no_reason() {
        let told = |count: &str| {
            answer(&format!(
                "What went wrong: Execution failed for task ':app:shelve'.\nIt failed on oak. {count} problems were found storing the configuration cache. See the complete report.\n"
            ))
        };
        assert!(!told("0").contains("configuration cache forbids"), "{}", told("0"));
        assert!(told("12").contains("configuration cache"), "{}", told("12"));
    }

    #[test]
    fn a_file_of_the_build_directory_that_windows_refuses_is_held_open() {
        let said = |path: &str| {
            answer(&format!(
                "* What went wrong:\nExecution failed for task ':test'.\n> java.nio.file.AccessDeniedException: {path}\n"
            ))
        };
        let held = said("C:\\a\\build\\test-results\\test\\binary\\output.bin");
        assert!(held.contains("another process has it open"), "{held}");
        let elsewhere = said("/home/dev/a/build/output.bin");
        assert!(!elsewhere.contains("another process has it open"), "{elsewhere}");
    }

    #[test]
    fn a_name_that_is_not_found_is_no_damaged_cache() {
        let guess =
            "Gradle's dependency cache may be corrupt (this sometimes occurs after a network connection timeout.)\n";
        let method = "'org.gradle.api.file.RegularFileProperty org.gradle.api.file.ProjectLayout.shelf(org.gradle.api.provider.Provider)'";
        let missing = answer(&format!("* What went wrong:\nUnable to find method '{method}'\n{method}\n\n{guess}"));
        assert!(missing.contains("made for another version"), "{missing}");
        let alone = answer(&format!("* What went wrong:\n{guess}"));
        assert!(alone.contains("damaged or incomplete"), "{alone}");
    }

    #[test]
    fn a_program_with_its_whole_path_is_not_looked_for() {
        let said = |program: &str| {
            answer(&format!(
                "* What went wrong:\nExecution failed for task ':till:pack'.\n> java.io.IOException: Cannot run program \"{program}\": error=2, No such file or directory\n"
            ))
        };
        for (program, word) in [
            ("/sdk/build-tools/22.0.1/aapt", "32-bit"),
            ("/sdk/build-tools/29.0.2/zipalign", "build-tools;29.0.2"),
            ("/sdk/cmake/3.10.2/bin/cmake", "`cmake/3.10.2`"),
            ("/sdk/platform-tools/adb", "platform-tools"),
            ("/c/a/aapt2-4.1.0-6503028-linux/aapt2", "glibc"),
            ("C:\\tools\\lampc.exe", "by its whole path"),
        ] {
            let said = said(program);
            assert!(said.contains(word) && !said.contains("`PATH`"), "{said}");
        }
        assert!(said("node").contains("`PATH`"));
    }
}
