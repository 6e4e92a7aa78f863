# Kotlin 1 (1.9.24) and 2 (2.2.21), printing as Gradle's plugin makes them print.
jars kotlin-1.9.24 org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.24
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21

# kotlinc VERSION CLASSPATH [OPTION…] : compiles the project's sources
kotlinc() {
    local version=$1 classpath=$2
    shift 2
    java -Dorg.jetbrains.kotlin.cliMessageRenderer="${style:-GradleStyle}" -cp "$tools/kotlin-$version/*" \
        org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 -cp "$classpath" -d "$app/out" \
        "$@" "$app/src/main/kotlin"
}

# kotlin CASE [OPTION…] : both compilers, on the source from standard input
kotlin() {
    local name=$1 source version
    source=$(cat)
    shift
    for version in 1.9.24 2.2.21; do
        fresh
        mkdir -p src/main/kotlin
        printf '%s\n' "$source" >src/main/kotlin/Main.kt
        log kotlinc "k${version%%.*}-$name" kotlinc "$version" "$tools/kotlin-$version/kotlin-stdlib-$version.jar" "$@"
    done
}

kotlin unresolved <<'S'
import com.example.missing.Client

fun main() {
    val client = Client()
    println(undefinedName + client.name)
}
S
kotlin unresolved-member <<'S'
fun main() {
    println("text".lenght)
}
S
kotlin type-mismatch <<'S'
fun count(): Int = "three"

fun main() {
    val number: Int = "text"
    println(number)
}
S
kotlin argument-mismatch <<'S'
fun take(list: List<String>) = list.size

fun main() {
    take(listOf(1, 2, 3))
}
S
kotlin null-receiver <<'S'
fun main(args: Array<String>) {
    val name: String? = args.firstOrNull()
    println(name.length)
}
S
kotlin null-argument <<'S'
fun greet(name: String) = println(name)

fun main(args: Array<String>) {
    greet(args.firstOrNull())
    greet(null)
}
S
kotlin syntax <<'S'
fun main() {
    val list = listOf(1, 2
    println(list)
}
S
kotlin visibility <<'S'
class Account {
    private val balance = 3
}

fun main() {
    println(Account().balance)
}
S
kotlin missing-argument <<'S'
fun area(width: Int, height: Int) = width * height

fun main() {
    println(area(3))
    println(area(1, 2, 3))
}
S
kotlin no-candidate <<'S'
fun show(text: String) = println(text)
fun show(number: Int) = println(number)

fun main() {
    show(true)
}
S
kotlin abstract <<'S'
interface Shape {
    fun area(): Double
}

class Square(val side: Double) : Shape

class Circle : Shape {
    override fun area() = 1.0
    override fun volume() = 2.0
}
S
kotlin val-reassign <<'S'
fun main() {
    val count = 1
    count = 2
    println(count)
}
S
kotlin smart-cast <<'S'
class Holder {
    var text: String? = null
    fun size(): Int {
        if (text != null) return text.length
        return 0
    }
}
S
kotlin redeclaration <<'S'
class Item
class Item

fun main() {
    val x = 1
    val x = 2
    println(x)
}
S
kotlin when <<'S'
enum class Colour { RED, GREEN, BLUE }

fun name(colour: Colour): String = when (colour) {
    Colour.RED -> "red"
    Colour.GREEN -> "green"
}
S
kotlin opt-in <<'S'
@RequiresOptIn(level = RequiresOptIn.Level.ERROR)
annotation class Unstable

@Unstable
fun risky() = 1

fun main() {
    println(risky())
}
S
kotlin deprecated <<'S'
@Deprecated("use fresh() instead", level = DeprecationLevel.ERROR)
fun stale() = 1

fun main() {
    println(stale())
}
S
kotlin suspend <<'S'
suspend fun load(): String = "data"

fun main() {
    println(load())
}
S
# Near miss: warnings are no failure, nor is a source whose text looks like an error.
kotlin warnings-only <<'S'
@Deprecated("e: not an error")
fun stale() = 1

fun main() {
    val unused = stale()
    println("e: /p/Main.kt: (1, 1): Unresolved reference: x")
}
S

# A library for a newer Kotlin.
fresh
mkdir -p src/main/kotlin
echo 'fun main() { println("hello") }' >src/main/kotlin/Main.kt
log kotlinc k1-metadata-version kotlinc 1.9.24 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar"

# As the command line prints, in a directory with a space.
fresh
mkdir -p 'src/main/kotlin/two words'
echo 'fun main() { println(undefinedName) }' >'src/main/kotlin/two words/Main.kt'
style=FullPath log kotlinc k2-command-line kotlinc 2.2.21 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar"
log kotlinc k2-space kotlinc 2.2.21 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar"

# Two files, the second fails only because of the first's missing import.
fresh
mkdir -p src/main/kotlin
printf 'import com.example.missing.Client\n\nfun make() = Client()\n' >src/main/kotlin/A.kt
printf 'fun use(client: Client) = client.name\n' >src/main/kotlin/B.kt
log kotlinc k2-follows kotlinc 2.2.21 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar"

# What a missing import, a misplaced brace and a member of another type look like.
kotlin import <<'S'
import androidx.lifecycle.ViewModel
import com.example.shop.databinding.ActivityMainBinding

class Screen : ViewModel() {
    val binding = ActivityMainBinding()
}
S
kotlin brace <<'S'
class Basket {
    fun total(): Int {
        return 3
    }
}

    fun add(item: String) {
        println(item)
    }
}
S
kotlin statement <<'S'
class Basket {
    val items = mutableListOf<String>()
    items.add("a")
}
S
kotlin quote <<'S'
fun main() {
    println("hello)
}
S
kotlin wrong-receiver <<'S'
fun String.shout() = uppercase()

fun main() {
    println(3.shout())
}
S
kotlin nullable-library <<'S'
interface Listener {
    fun onStart(name: String)
}

fun listen() = object : Listener {
    override fun onStart(name: String?) {
        println(name)
    }
}
S
kotlin ambiguous <<'S'
fun show(text: String?) = println(text)
fun show(number: Int?) = println(number)

fun main() {
    show(null)
}
S
kotlin exposed <<'S'
internal class Token

class Account {
    fun token(): Token = Token()
}
S
kotlin platform-clash <<'S'
class Basket(val size: Int) {
    fun getSize(): Int = 3
}
S
kotlin final-super <<'S'
class Base

class Derived : Base()
S
kotlin no-delegate <<'S'
class Holder {
    val text: String by "a"
}
S
kotlin missing-return <<'S'
fun price(kind: String): Int {
    if (kind == "a") return 1
}
S
kotlin generic <<'S'
fun main() {
    val list = emptyList()
    println(list)
}
S
kotlin warnings-as-errors -Werror <<'S'
@Deprecated("use fresh() instead")
fun stale() = 1

fun main() {
    println(stale())
}
S

# A class path that lacks the supertype of a class on it.
fresh
mkdir -p src/main/kotlin lib/src
printf 'package com.example.base\n\nopen class Base {\n    fun open() = 1\n}\n' >lib/src/Base.kt
printf 'package com.example.shop\n\nclass Basket : com.example.base.Base()\n' >lib/src/Basket.kt
for version in 1.9.24 2.2.21; do
    rm -rf lib/out
    java -cp "$tools/kotlin-$version/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 \
        -cp "$tools/kotlin-$version/kotlin-stdlib-$version.jar" -d lib/out lib/src
    rm -r lib/out/com/example/base
    printf 'fun main() {\n    println(com.example.shop.Basket().open())\n}\n' >src/main/kotlin/Main.kt
    log kotlinc "k${version%%.*}-missing-supertype" kotlinc "$version" \
        "$tools/kotlin-$version/kotlin-stdlib-$version.jar:$app/lib/out"
done

# Inline functions of a library for a newer JVM.
fresh
mkdir -p src/main/kotlin lib/src
printf 'package com.example.base\n\ninline fun twice(run: () -> Unit) {\n    run()\n    run()\n}\n' >lib/src/Base.kt
printf 'import com.example.base.twice\n\nfun main() {\n    twice { println("a") }\n}\n' >src/main/kotlin/Main.kt
for version in 1.9.24 2.2.21; do
    rm -rf lib/out
    java -cp "$tools/kotlin-$version/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 \
        -cp "$tools/kotlin-$version/kotlin-stdlib-$version.jar" -d lib/out lib/src
    log kotlinc "k${version%%.*}-jvm-target" kotlinc "$version" \
        "$tools/kotlin-$version/kotlin-stdlib-$version.jar:$app/lib/out" -jvm-target 1.8
done

# Common code and its platform's: declarations that do not match.
fresh
mkdir -p src/main/kotlin
cat >src/main/kotlin/Common.kt <<'S'
package shop

expect class Basket() { fun total(): Int }
expect fun open(path: String): Basket
S
cat >src/main/kotlin/Jvm.kt <<'S'
package shop

actual class Basket { fun total(): Int = 1 }
actual fun open(path: Int): Basket = Basket()
S
# multiplatform: both files, the first as common code
multiplatform() {
    local common=$app/src/main/kotlin/Common.kt jvm=$app/src/main/kotlin/Jvm.kt
    java -Dorg.jetbrains.kotlin.cliMessageRenderer=GradleStyle -cp "$tools/kotlin-2.2.21/*" \
        org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 17 -d "$app/out" \
        -cp "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar" -Xmulti-platform -Xfragments=common,jvm \
        -Xfragment-refines=jvm:common "-Xfragment-sources=common:$common,jvm:$jvm" "$common" "$jvm"
}
log kotlinc k2-no-expect multiplatform
printf '%s\n' 'package shop' '' 'actual fun open(path: String): String = path' >src/main/kotlin/Jvm.kt
printf '%s\n' 'package shop' '' 'expect fun open(path: String): String' 'expect class Till' >src/main/kotlin/Common.kt
log kotlinc k2-no-actual multiplatform
printf '%s\n' 'package shop' '' 'expect fun open(path: String): String' >src/main/kotlin/Common.kt
printf '%s\n' 'package shop' '' 'actual fun open(path: String): Int = 3' >src/main/kotlin/Jvm.kt
log kotlinc k2-actual-differs multiplatform

# Options that do not fit.
fresh
mkdir -p src/main/kotlin
echo 'fun main() {}' >src/main/kotlin/Main.kt
log kotlinc k1-unknown-jvm-target kotlinc 1.9.24 "$tools/kotlin-1.9.24/kotlin-stdlib-1.9.24.jar" -jvm-target 25
log kotlinc k2-old-language kotlinc 2.2.21 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar" -language-version 1.3
log kotlinc k2-unknown-argument kotlinc 2.2.21 "$tools/kotlin-2.2.21/kotlin-stdlib-2.2.21.jar" -Xno-such-option -language-version 7.0
