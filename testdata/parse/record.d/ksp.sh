# KSP 2.2.20-2.0.4 with Dagger, Room and Moshi.
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21
jars ksp-2.2.20-2.0.4 com.google.devtools.ksp:symbol-processing-aa-embeddable:2.2.20-2.0.4 \
    com.google.devtools.ksp:symbol-processing-common-deps:2.2.20-2.0.4 com.google.devtools.ksp:symbol-processing-api:2.2.20-2.0.4
jars dagger-2.57.2 com.google.dagger:dagger-compiler:2.57.2 com.google.dagger:dagger:2.57.2
jars room-2.8.4 androidx.room:room-compiler:2.8.4
jars moshi-1.15.2 com.squareup.moshi:moshi-kotlin-codegen:1.15.2 com.squareup.moshi:moshi:1.15.2
single androidx.room:room-common-jvm:2.8.4 androidx.room:room-runtime-jvm:2.8.4
jdk=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")

# ksp CASE LIBRARIES : processes the source from standard input with the processors in a directory of $tools
ksp() {
    local name=$1 libraries=$2 jars
    fresh
    mkdir -p src/main/kotlin
    cat >src/main/kotlin/Main.kt
    jars=$(echo "$tools/$libraries"/*.jar "$tools"/single/room-*.jar "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar" | tr ' ' :)
    log ksp "$name" java -cp "$tools/ksp-2.2.20-2.0.4/*" com.google.devtools.ksp.cmdline.KSPJvmMain -jvm-target 17 \
        -jdk-home "$jdk" -module-name=main -source-roots "$app/src/main/kotlin" -project-base-dir "$app" -output-base-dir="$app/build" \
        -caches-dir="$app/build/caches" -class-output-dir="$app/build/classes" -kotlin-output-dir="$app/build/kotlin" \
        -java-output-dir "$app/build/java" -resource-output-dir "$app/build/resources" -language-version=2.0 \
        -api-version=2.0 -libraries="$jars" -map-annotation-arguments-in-java=false "$(echo "$tools/$libraries"/*.jar | tr ' ' :)"
}

ksp dagger-missing-binding dagger-2.57.2 <<'S'
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
ksp dagger-unresolved-type dagger-2.57.2 <<'S'
package com.example.shop

import dagger.Component
import javax.inject.Inject

class Basket @Inject constructor(private val storage: MissingStorage)

@Component
interface ShopComponent {
    fun basket(): Basket
}
S
ksp room-type-converter room-2.8.4 <<'S'
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
ksp room-missing-type room-2.8.4 <<'S'
package com.example.shop

import androidx.room.Database
import androidx.room.Entity
import androidx.room.PrimaryKey
import androidx.room.RoomDatabase

@Entity
class Basket(@PrimaryKey val id: Long, val colour: MissingColour)

@Database(entities = [Basket::class], version = 1, exportSchema = false)
abstract class ShopDatabase : RoomDatabase()
S
ksp room-query room-2.8.4 <<'S'
package com.example.shop

import androidx.room.Dao
import androidx.room.Database
import androidx.room.Entity
import androidx.room.PrimaryKey
import androidx.room.Query
import androidx.room.RoomDatabase

@Entity
class Basket(@PrimaryKey val id: Long, val name: String)

@Dao
interface BasketDao {
    @Query("SELECT * FROM Baskets WHERE id = :id")
    suspend fun find(id: Long): Basket

    @Query("SELECT * FROM Basket WHERE name = :wanted")
    suspend fun named(name: String): List<Basket>
}

@Database(entities = [Basket::class], version = 1, exportSchema = false)
abstract class ShopDatabase : RoomDatabase() {
    abstract fun baskets(): BasketDao
}
S
ksp moshi-abstract moshi-1.15.2 <<'S'
package com.example.shop

import com.squareup.moshi.JsonClass

@JsonClass(generateAdapter = true)
abstract class Basket(val name: String)
S
