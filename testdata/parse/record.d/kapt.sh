# kapt (of Kotlin 2.2.21) with Dagger and Room: what processors say of the stubs that it makes.
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21
jars kapt-2.2.21 org.jetbrains.kotlin:kotlin-annotation-processing-embeddable:2.2.21
jars dagger-2.57.2 com.google.dagger:dagger-compiler:2.57.2 com.google.dagger:dagger:2.57.2
jars room-2.8.4 androidx.room:room-compiler:2.8.4
# Room asks the class path whether it processes for Android.
single androidx.room:room-common-jvm:2.8.4 androidx.room:room-runtime-jvm:2.8.4 org.robolectric:android-all:12-robolectric-7732740

# kapt CASE LIBRARIES : processes the source from standard input with the processors in a directory of $tools
kapt() {
    local name=$1 libraries=$2 jar version=2.2.21 options=()
    fresh
    mkdir -p src/main/kotlin
    cat >src/main/kotlin/Main.kt
    for jar in "$tools/$libraries"/*.jar; do
        options+=(-P "plugin:org.jetbrains.kotlin.kapt3:apclasspath=$jar")
    done
    for option in aptMode=stubsAndApt correctErrorTypes=false sources="$app/build/generated/source/kapt/main" \
        classes="$app/build/tmp/kapt3/classes/main" stubs="$app/build/tmp/kapt3/stubs/main"; do
        options+=(-P "plugin:org.jetbrains.kotlin.kapt3:$option")
    done
    log kapt "$name" java -Dorg.jetbrains.kotlin.cliMessageRenderer=GradleStyle -cp "$tools/kotlin-$version/*" \
        --add-opens=jdk.compiler/com.sun.tools.javac.{api,code,comp,file,main,model,parser,processing,tree,util,jvm}=ALL-UNNAMED \
        org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 -d "$app/out" \
        -cp "$tools/kotlin-$version/kotlin-stdlib-$version.jar:$(echo "$tools/$libraries"/*.jar "$tools"/single/{room,android-all}-*.jar | tr ' ' :)" \
        -Xplugin="$tools/kapt-$version/kotlin-annotation-processing-embeddable-$version.jar" "${options[@]}" "$app/src/main/kotlin"
}

kapt dagger-missing-binding dagger-2.57.2 <<'S'
package com.example.shop

import dagger.Component
import javax.inject.Inject

interface Storage

class Basket @Inject constructor(private val storage: Storage)

@Component
interface ShopComponent {
    fun basket(): Basket
}
S
kapt dagger-cycle dagger-2.57.2 <<'S'
package com.example.shop

import dagger.Component
import javax.inject.Inject

class Basket @Inject constructor(val owner: Owner)

class Owner @Inject constructor(val basket: Basket)

@Component
interface ShopComponent {
    fun basket(): Basket
}
S
kapt dagger-duplicate dagger-2.57.2 <<'S'
package com.example.shop

import dagger.Component
import dagger.Module
import dagger.Provides

@Module
class Prices {
    @Provides
    fun first(): Int = 1

    @Provides
    fun second(): Int = 2
}

@Component(modules = [Prices::class])
interface ShopComponent {
    fun price(): Int
}
S
kapt dagger-private-field dagger-2.57.2 <<'S'
package com.example.shop

import javax.inject.Inject

class Screen {
    @Inject
    private lateinit var title: String
}
S
kapt dagger-unresolved-type dagger-2.57.2 <<'S'
package com.example.shop

import dagger.Component
import javax.inject.Inject

class Basket @Inject constructor(private val storage: MissingStorage)

@Component
interface ShopComponent {
    fun basket(): Basket
}
S
kapt room-type-converter room-2.8.4 <<'S'
package com.example.shop

import androidx.room.Database
import androidx.room.Entity
import androidx.room.PrimaryKey
import androidx.room.RoomDatabase
import java.util.Date

@Entity
class Basket(@PrimaryKey val id: Long, val day: Date)

@Database(entities = [Basket::class], version = 1, exportSchema = false)
abstract class ShopDatabase : RoomDatabase()
S
kapt room-no-key room-2.8.4 <<'S'
package com.example.shop

import androidx.room.Database
import androidx.room.Entity
import androidx.room.RoomDatabase

@Entity
class Basket(val name: String)

@Database(entities = [Basket::class], version = 1, exportSchema = false)
abstract class ShopDatabase : RoomDatabase()
S
# Near miss: the processor only warns.
kapt room-warning room-2.8.4 <<'S'
package com.example.shop

import androidx.room.Database
import androidx.room.Entity
import androidx.room.Ignore
import androidx.room.PrimaryKey
import androidx.room.RoomDatabase

@Entity
class Basket(@PrimaryKey val id: Long) {
    @Ignore
    constructor(id: Long, name: String) : this(id)
}

@Database(entities = [Basket::class], version = 1, exportSchema = false)
abstract class ShopDatabase : RoomDatabase()
S
