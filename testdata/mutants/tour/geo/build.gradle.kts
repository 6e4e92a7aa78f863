plugins {
    id("tour.conventions")
}

dependencies {
    testImplementation(libs.bundles.testing)
}
