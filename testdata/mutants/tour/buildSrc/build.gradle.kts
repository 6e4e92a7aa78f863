plugins {
    `java-gradle-plugin`
}

gradlePlugin {
    plugins {
        create("conventions") {
            id = "tour.conventions"
            implementationClass = "tour.setup.TourConventions"
        }
    }
}
