plugins {
    id("tour.conventions")
    alias(libs.plugins.kotlin.jvm)
}

kotlin {
    compilerOptions {
        jvmTarget.set(org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_17)
    }
}

dependencies {
    api(project(":routes"))
    implementation(libs.gson)
    testImplementation(libs.bundles.testing)
}
