# Programs that end with an exception.
jars kotlin-2.2.21 org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.21

# crash CASE BODY [JVM OPTION…] : runs a main method with this body
crash() {
    local name=$1 body=$2
    shift 2
    fresh
    mkdir -p com/example
    printf 'package com.example;\n\nimport java.util.*;\n\npublic class Main {\n    static String text;\n\n%s\n}\n' "$body" \
        >com/example/Main.java
    javac -nowarn -g -d out com/example/Main.java
    log java "$name" java "$@" -cp out com.example.Main
}

crash null-pointer '    static int size() {
        return text.length();
    }

    public static void main(String[] a) {
        System.out.println(size());
    }'
crash wrapped-cause '    static void load() {
        try {
            Integer.parseInt("three");
        } catch (NumberFormatException e) {
            throw new IllegalStateException("settings cannot be read", e);
        }
    }

    public static void main(String[] a) {
        try {
            load();
        } catch (IllegalStateException e) {
            throw new RuntimeException("start failed", e);
        }
    }'
crash class-cast '    public static void main(String[] a) {
        Object number = 3;
        text = (String) number;
    }'
crash index '    public static void main(String[] a) {
        System.out.println(new ArrayList<>(List.of(1)).get(4));
    }'
crash concurrent-modification '    public static void main(String[] a) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        for (Integer each : list) list.remove(each);
    }'
crash stack-overflow '    static int deep(int n) {
        return deep(n + 1);
    }

    public static void main(String[] a) {
        deep(0);
    }' -Xss256k
crash out-of-memory '    public static void main(String[] a) {
        List<long[]> list = new ArrayList<>();
        while (true) list.add(new long[1 << 20]);
    }' -Xmx32m
crash class-not-found '    public static void main(String[] a) throws Exception {
        Class.forName("com.example.Missing");
    }'
crash native-library '    public static void main(String[] a) {
        System.loadLibrary("missing");
    }'
crash illegal-state '    public static void main(String[] a) {
        throw new IllegalStateException("closed already");
    }'
crash several-lines '    public static void main(String[] a) {
        throw new IllegalStateException("closed already\n  by: writer\n  at: end");
    }'
# Near misses: an exception that was caught and logged, and text about errors.
crash logged-warning '    public static void main(String[] a) {
        java.util.logging.Logger.getLogger("x").log(java.util.logging.Level.WARNING, "trying again", new java.io.IOException("no route"));
        System.out.println("done");
    }' '-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n'
crash text-about-errors '    public static void main(String[] a) {
        System.out.println("The words Execution failed for task or NullPointerException: are no failure.");
        System.out.println("error: none, e: neither, Error 0, ERROR count: 0");
        System.out.println("see com.example.TimeoutException");
        System.out.println("    the FAILED marker of a.ATest > t is FAILED no more");
    }'
crash initializer '    static class Config {
        static final int PORT = Integer.parseInt(System.getProperty("shop.port", "none"));
    }

    public static void main(String[] a) {
        System.out.println(Config.PORT);
    }'
crash not-initialized '    static class Config {
        static final int PORT = Integer.parseInt(System.getProperty("shop.port", "none"));
    }

    static int port() {
        return Config.PORT;
    }

    public static void main(String[] a) {
        try {
            port();
        } catch (ExceptionInInitializerError e) {
            System.out.println("no port, trying again");
        }
        port();
    }'
crash native-method '    static native int checksum(byte[] data);

    public static void main(String[] a) {
        checksum(new byte[3]);
    }'

# A library that was compiled against another version: the method that is called has gone.
fresh
mkdir -p com/example
printf 'package com.example;\n\npublic class Prices {\n    public static int total(int a) {\n        return a;\n    }\n}\n' \
    >com/example/Prices.java
printf 'package com.example;\n\npublic class Main {\n    public static void main(String[] a) {\n        Prices.total(3);\n    }\n}\n' \
    >com/example/Main.java
javac -d out com/example/*.java
sed -i 's/int total(int a)/int total(long a)/; s/return a/return (int) a/' com/example/Prices.java
javac -d out com/example/Prices.java
log java no-such-method java -cp out com.example.Main

# Libraries that a crash goes through.
jars kotlin-run org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.9.0 com.google.code.gson:gson:2.11.0

# kotlin-crash CASE : runs the main of the Kotlin source on standard input
kotlin-crash() {
    fresh
    mkdir -p src
    cat >src/Main.kt
    java -cp "$tools/kotlin-2.2.21/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -jvm-target 17 \
        -cp "$(printf '%s:' "$tools"/kotlin-run/*.jar)" -d out src
    log java "$1" java -cp "out:$tools/kotlin-run/*" com.example.MainKt
}

kotlin-crash main-dispatcher <<'S'
package com.example

import kotlinx.coroutines.*

class Presenter {
    suspend fun show() = withContext(Dispatchers.Main) { println("shown") }
}

fun main() = runBlocking { Presenter().show() }
S
kotlin-crash coroutine-timeout <<'S'
package com.example

import kotlinx.coroutines.*

suspend fun fetchPrices(): Int {
    delay(5_000)
    return 3
}

fun main() = runBlocking {
    val prices = withTimeout(50) { fetchPrices() }
    println(prices)
}
S
# Compiled by Kotlin 2.2 and run with the standard library 2.0 that the coroutines bring.
kotlin-crash older-stdlib <<'S'
package com.example

import kotlinx.coroutines.*

fun parse(text: String) = text.split(",")[1]

fun main() = runBlocking {
    val second = async(Dispatchers.Default) { parse("one") }
    println(second.await())
}
S
kotlin-crash lateinit <<'S'
package com.example

class Session {
    lateinit var token: String

    fun header() = "Bearer $token"
}

fun main() = println(Session().header())
S
kotlin-crash not-null <<'S'
package com.example

class User(val email: String?)

fun domain(user: User) = user.email!!.substringAfter('@')

fun main() = println(domain(User(null)))
S
kotlin-crash gson-shape <<'S'
package com.example

import com.google.gson.Gson

class Basket(val items: List<String>)

fun read(json: String): Basket = Gson().fromJson(json, Basket::class.java)

fun main() = println(read("""{"items": {"first": "pen"}}"""))
S
