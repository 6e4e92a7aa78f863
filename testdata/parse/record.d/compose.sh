# The Compose compiler plugins, of Kotlin 1 (1.5.14) and of Kotlin 2 (2.2.21).
jars kotlin-1.9.24 org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.24
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21
single org.jetbrains.kotlin:kotlin-compose-compiler-plugin-embeddable:2.2.21 org.jetbrains.compose.compiler:compiler:1.5.14 \
    org.jetbrains.compose.runtime:runtime-desktop:1.8.2

# composed KOTLIN PLUGIN OUT [OPTION…] : compiles the project's sources with the plugin
composed() {
    local version=$1 plugin=$2 name=$3
    shift 3
    log compose "$name" java -Dorg.jetbrains.kotlin.cliMessageRenderer=GradleStyle -cp "$tools/kotlin-$version/*" \
        org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 -Xskip-metadata-version-check \
        -cp "$tools/kotlin-$version/kotlin-stdlib-$version.jar:$tools/single/runtime-desktop-1.8.2.jar" \
        -Xplugin="$tools/single/$plugin" -d "$app/out" "$@" "$app/src/main/kotlin"
}

# compose CASE : both compilers with their plugins, on the source from standard input
compose() {
    local name=$1 source
    source=$(cat)
    fresh
    mkdir -p src/main/kotlin
    printf '%s\n' "$source" >src/main/kotlin/Main.kt
    composed 1.9.24 compiler-1.5.14.jar "k1-$name"
    composed 2.2.21 kotlin-compose-compiler-plugin-embeddable-2.2.21.jar "k2-$name"
}

compose outside <<'S'
import androidx.compose.runtime.Composable

@Composable
fun Title(text: String) {
}

fun onClick() {
    Title("pressed")
}
S
compose try <<'S'
import androidx.compose.runtime.Composable

@Composable
fun Title(text: String) {
}

@Composable
fun Screen() {
    try {
        Title("a")
    } catch (e: Exception) {
        Title("b")
    }
}
S
compose no-dispose <<'S'
import androidx.compose.runtime.Composable
import androidx.compose.runtime.DisposableEffect

@Composable
fun Screen() {
    DisposableEffect(Unit) {
        println("started")
    }
}
S
compose in-remember <<'S'
import androidx.compose.runtime.Composable
import androidx.compose.runtime.remember

@Composable
fun size(): Int = 3

@Composable
fun Screen() {
    val twice = remember { size() * 2 }
    println(twice)
}
S
compose delegate-import <<'S'
import androidx.compose.runtime.Composable
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember

@Composable
fun Screen() {
    var open by remember { mutableStateOf(false) }
    println(open)
}
S
compose suspend <<'S'
import androidx.compose.runtime.Composable

@Composable
suspend fun Screen() {
}
S
# A plugin for another Kotlin, and one that finds no runtime.
fresh
mkdir -p src/main/kotlin
echo 'fun main() { println("hello") }' >src/main/kotlin/Main.kt
composed 2.2.21 compiler-1.5.14.jar version-mismatch
composed 1.9.24 kotlin-compose-compiler-plugin-embeddable-2.2.21.jar crash
