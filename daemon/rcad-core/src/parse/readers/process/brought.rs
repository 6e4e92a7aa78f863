//! What brings a program that a shell does not find. Data only.

/// Programs that come together, and how to get them.
pub struct Brought {
    /// Their names.
    pub names: &'static [&'static str],
    /// What they are part of.
    pub part_of: &'static str,
    /// The first step.
    pub step: &'static str,
}

/// All that are known.
pub const BROUGHT: &[Brought] = &[
    Brought {
        names: &["adb", "fastboot", "etc1tool"],
        part_of: "the Android SDK Platform-Tools",
        step: "Install them (`sdkmanager \"platform-tools\"`, or SDK Manager in Android Studio) and put `$ANDROID_HOME/platform-tools` on the `PATH` of this shell (Windows: `%LOCALAPPDATA%\\Android\\Sdk\\platform-tools`).",
    },
    Brought {
        names: &["emulator"],
        part_of: "the Android Emulator",
        step: "Install it (`sdkmanager \"emulator\"`) and put `$ANDROID_HOME/emulator` on the `PATH`, before `$ANDROID_HOME/tools`.",
    },
    Brought {
        names: &["sdkmanager", "avdmanager", "apkanalyzer", "retrace"],
        part_of: "the Android SDK Command-line Tools",
        step: "Install them below `$ANDROID_HOME/cmdline-tools/latest` and put `$ANDROID_HOME/cmdline-tools/latest/bin` on the `PATH`.",
    },
    Brought {
        names: &["aapt", "aapt2", "zipalign", "apksigner", "d8", "dexdump", "aidl"],
        part_of: "the Android SDK Build-Tools",
        step: "Install them (`sdkmanager \"build-tools;35.0.0\"`) and call `{symbol}` by its path, `$ANDROID_HOME/build-tools/<version>/{symbol}`, or put that directory on the `PATH`.",
    },
    Brought {
        names: &["ndk-build", "ndk-stack"],
        part_of: "the Android NDK",
        step: "Install it (`sdkmanager \"ndk;<version>\"`) and put `$ANDROID_HOME/ndk/<version>` on the `PATH`.",
    },
    Brought {
        names: &["java", "javac", "keytool", "jar", "jarsigner", "jps", "jstack", "javap"],
        part_of: "the JDK",
        step: "Install a JDK, set `JAVA_HOME` to its directory and put `$JAVA_HOME/bin` on the `PATH`; Android Studio has one in its folder `jbr`.",
    },
    Brought {
        names: &["kotlinc", "kotlin"],
        part_of: "the Kotlin compiler for the command line",
        step: "Install it (`sdk install kotlin`, `brew install kotlin`); a Gradle build needs none of it.",
    },
    Brought {
        names: &["gradle"],
        part_of: "a Gradle installed on this machine",
        step: "Use the project's own, `./gradlew` (Windows: `gradlew`), which needs no installed Gradle; install one only to make a wrapper (`gradle wrapper`).",
    },
    Brought {
        names: &["mvn"],
        part_of: "Apache Maven",
        step: "Use the project's `./mvnw` where there is one, or install Maven.",
    },
    Brought {
        names: &["node", "npm", "npx", "corepack"],
        part_of: "Node.js",
        step: "Install Node.js, and see that this shell reads the start file of its version manager (nvm, fnm, Volta) or has Node's directory on the `PATH`.",
    },
    Brought {
        names: &["yarn", "pnpm"],
        part_of: "a package manager for Node.js",
        step: "Turn it on with `corepack enable`, or install it with `npm install --global {symbol}`.",
    },
    Brought {
        names: &["react-native", "expo", "eas", "cordova", "ionic", "ns", "tns", "cap", "capacitor", "metro"],
        part_of: "the project's packages of Node.js",
        step: "Run `npm install` in the directory of package.json and call it as `npx {symbol}`; a script of package.json finds it in `node_modules/.bin`.",
    },
    Brought {
        names: &["flutter", "dart"],
        part_of: "the Flutter SDK",
        step: "Put the `bin` directory of the Flutter SDK on the `PATH` of this shell, and open a new terminal.",
    },
    Brought {
        names: &["pod", "fastlane", "bundle", "bundler", "gem", "ruby"],
        part_of: "Ruby and its gems",
        step: "Install Ruby and then the gem (`bundle install`, or `gem install cocoapods` for `pod`), and put the directory of its programs on the `PATH`.",
    },
    Brought {
        names: &["python", "python3", "pip", "pip3"],
        part_of: "Python",
        step: "Install Python 3; where the script asks for `python` and only `python3` is there, make that name known (`python-is-python3` of Debian and Ubuntu, or a link).",
    },
    Brought {
        names: &["xcodebuild", "xcrun", "swift", "swiftc"],
        part_of: "Xcode, on macOS alone",
        step: "Install Xcode and choose it with `sudo xcode-select --switch`; on another system this step of the build cannot run.",
    },
    Brought {
        names: &["make", "gcc", "g++", "cc", "clang", "clang++", "cmake", "ninja"],
        part_of: "the tools for C and C++",
        step: "Install `{symbol}` with the system's package manager (`build-essential` on Debian and Ubuntu), or CMake and Ninja with `sdkmanager \"cmake;3.22.1\"`.",
    },
    Brought {
        names: &[
            "uname", "sed", "dirname", "basename", "expr", "which", "xargs", "tr", "cut", "cat", "ls", "rm", "cp",
            "mv", "mkdir", "grep", "awk", "find", "chmod", "touch", "head", "tail", "sort", "readlink", "env",
        ],
        part_of: "every Unix system",
        step: "Look at what sets `PATH` before this (a start file, a CI step, a Dockerfile): it must keep `/usr/bin:/bin`. In a very small image install `{symbol}` (`coreutils`, `findutils`, `grep`, `sed`, `gawk`).",
    },
    Brought {
        names: &["git", "curl", "wget", "unzip", "zip", "tar", "docker", "sudo", "bash", "protoc", "jq"],
        part_of: "a package of its own",
        step: "Install `{symbol}` with the system's package manager, or choose an image that has it.",
    },
];
