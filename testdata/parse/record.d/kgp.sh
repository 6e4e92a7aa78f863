# What Kotlin's Gradle plugin 2.2.21 says of a build's configuration, by Gradle 8.
kgp_home=$scratch/gradle

# kgp CASE TASK : the script on stdin
kgp() {
    fresh
    echo 'pluginManagement { repositories { mavenCentral() } }
dependencyResolutionManagement { repositories { mavenCentral() } }
rootProject.name = "basket"' >settings.gradle.kts
    { echo 'plugins { kotlin("multiplatform") version "2.2.21" }' && cat; } >build.gradle.kts
    GRADLE_USER_HOME=$kgp_home log kgp "$1" "$gradle8" --no-daemon --console=plain "$2"
}

kgp no-target assemble <<<''
kgp target-twice assemble <<<'kotlin { jvm(); jvm("desktop") }'
kgp android-without-plugin assemble <<<'kotlin { jvm(); androidTarget() }'
kgp circle assemble <<<'kotlin {
    jvm()
    sourceSets {
        val shelfMain by creating
        val boxMain by creating { dependsOn(shelfMain) }
        shelfMain.dependsOn(boxMain)
    }
}'
kgp warned help <<<'kotlin { jvm(); js() }'
