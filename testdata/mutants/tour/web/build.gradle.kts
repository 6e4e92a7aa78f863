import tour.setup.WriteInfo

plugins {
    id("tour.conventions")
    application
}

application {
    mainClass.set("org.example.tour.web.Main")
}

dependencies {
    implementation(project(":guide"))
    implementation(libs.slf4j.api)
    testImplementation(libs.junit)
}

val info = tasks.register<WriteInfo>("writeInfo") {
    title.set("Tour")
    target.set(layout.buildDirectory.file("info.txt"))
}

tasks.processResources {
    dependsOn("writeInfo")
    from(info)
}

tasks.withType<JavaCompile>().configureEach {
    options.compilerArgs.addAll(listOf("-Xlint:deprecation", "-Werror"))
}
