plugins {
    alias(libs.plugins.kotlin.jvm) apply false
}

tasks.register("season") {
    val season = providers.gradleProperty("tour.season").get()
    doLast {
        println("season: ${season.uppercase()}")
    }
}
