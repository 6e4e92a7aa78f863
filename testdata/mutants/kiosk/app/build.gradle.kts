import org.jetbrains.kotlin.gradle.dsl.JvmTarget

plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
}

android {
    namespace = "com.example.kiosk"
    compileSdk = 31

    defaultConfig {
        applicationId = "com.example.kiosk"
        minSdk = 24
        targetSdk = 31
        versionCode = 7
        versionName = "1.4.0"
        manifestPlaceholders["shopHost"] = "shop.example.com"
        buildConfigField("String", "SHOP_URL", "\"https://shop.example.com\"")
        resValue("string", "build_flavour", "plain")
    }

    buildFeatures {
        buildConfig = true
    }

    flavorDimensions += "tier"
    productFlavors {
        create("free") {
            dimension = "tier"
        }
        create("paid") {
            dimension = "tier"
            applicationIdSuffix = ".paid"
        }
    }

    buildTypes {
        release {
            isMinifyEnabled = false
            proguardFiles(getDefaultProguardFile("proguard-android-optimize.txt"))
        }
        create("staging") {
            initWith(getByName("debug"))
            matchingFallbacks += listOf("debug")
        }
    }

    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }

    packaging {
        resources.excludes += "META-INF/LICENSE.md"
    }
}

kotlin {
    compilerOptions {
        jvmTarget.set(JvmTarget.JVM_1_8)
    }
}

dependencies {
    implementation(project(":catalog"))
    implementation(project(":pricing"))
    implementation(libs.gson)
    implementation(libs.javax.inject)
    testImplementation(libs.bundles.testing)
}

val shelves: String by project

tasks.register<Copy>("copyShelves") {
    from("src/shelves") {
        include("**/*.csv")
    }
    into(layout.buildDirectory.dir("shelves-$shelves"))
}

tasks.named("preBuild") {
    dependsOn("copyShelves")
}
