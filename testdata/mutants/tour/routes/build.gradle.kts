plugins {
    id("tour.conventions")
    alias(libs.plugins.kotlin.jvm)
}

kotlin {
    jvmToolchain(17)
}

dependencies {
    api(project(":geo"))
    testImplementation(libs.bundles.testing)
}
