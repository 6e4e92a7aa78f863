# Files and connections that fail in a program: the JVM's own classes, OkHttp, Retrofit, Ktor. All servers are on this machine.
kotlin=2.2.21
jars kotlin-$kotlin org.jetbrains.kotlin:kotlin-compiler-embeddable:$kotlin
jars network-clients org.jetbrains.kotlin:kotlin-stdlib:$kotlin org.slf4j:slf4j-api:2.0.16 com.squareup.retrofit2:retrofit:2.11.0 com.squareup.okhttp3:okhttp:4.12.0 \
    io.ktor:ktor-client-cio-jvm:2.3.12 org.slf4j:slf4j-nop:2.0.16 org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.9.0

# A server that knows nothing, at a port of its own.
fresh
mkdir -p src
cat >src/Server.kt <<'K'
package com.example.server

import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress

fun serve(status: Int, port: Int = 18090): HttpServer {
    val server = HttpServer.create(InetSocketAddress("localhost", port), 0)
    server.createContext("/") { call ->
        if (status == 0) Thread.sleep(3000)
        val body = "nothing here".toByteArray()
        call.sendResponseHeaders(if (status == 0) 200 else status, body.size.toLong())
        call.responseBody.use { it.write(body) }
    }
    server.executor = java.util.concurrent.Executors.newCachedThreadPool { work -> Thread(work).apply { isDaemon = true } }
    server.start()
    return server
}
K
calls=()
# calls CASE FILE : the program of a case, from standard input: `class FILE` with a function `load`
calls() {
    local package=${1//-/_}
    calls+=("$1:$package:$2")
    mkdir -p "src/$package"
    {
        printf 'package com.example.shop.%s\n\n' "$package"
        printf 'import %s\n' com.example.server.serve java.io.\* java.net.\* io.ktor.client.HttpClient io.ktor.client.plugins.\* \
            io.ktor.client.request.get io.ktor.client.statement.bodyAsText kotlinx.coroutines.runBlocking okhttp3.OkHttpClient \
            okhttp3.Request okhttp3.ResponseBody retrofit2.Retrofit
        cat
        # Open connections keep a program alive.
        printf '\nfun main() {\n    Thread { %s().load() }.apply { name = "main" }.run {\n        start()\n        join()\n    }\n    Runtime.getRuntime().halt(1)\n}\n' "$2"
    } >"src/$package/$2.kt"
}

calls unknown-host Rates <<'K'
class Rates {
    fun load() = println(URL("http://rates.example.invalid/today").readText())
}
K
calls refused Orders <<'K'
class Orders {
    fun load() = println(URL("http://localhost:18091/orders").readText())
}
K
calls okhttp-refused Cart <<'K'
class Cart {
    fun load() = println(OkHttpClient().newCall(Request.Builder().url("http://localhost:18091/cart").build()).execute().code)
}
K
calls okhttp-timeout Search <<'K'
class Search {
    fun load() {
        serve(0)
        val client = OkHttpClient.Builder().readTimeout(java.time.Duration.ofMillis(300)).build()
        println(client.newCall(Request.Builder().url("http://localhost:18090/search").build()).execute().code)
    }
}
K
calls okhttp-plain-port Login <<'K'
class Login {
    fun load() {
        serve(200)
        println(OkHttpClient().newCall(Request.Builder().url("https://localhost:18090/login").build()).execute().code)
    }
}
K
calls okhttp-closed Stream <<'K'
class Stream {
    fun load() {
        val server = ServerSocket(18092)
        Thread { server.accept().close() }.apply { isDaemon = true }.start()
        println(OkHttpClient.Builder().retryOnConnectionFailure(false).build()
            .newCall(Request.Builder().url("http://localhost:18092/stream").build()).execute().code)
    }
}
K
calls self-signed Account <<'K'
class Account {
    fun load() {
        val keys = java.security.KeyStore.getInstance(File("keys.p12"), "secret".toCharArray())
        val factory = javax.net.ssl.KeyManagerFactory.getInstance("SunX509").apply { init(keys, "secret".toCharArray()) }
        val context = javax.net.ssl.SSLContext.getInstance("TLS").apply { init(factory.keyManagers, null, null) }
        val server = com.sun.net.httpserver.HttpsServer.create(InetSocketAddress("localhost", 18093), 0)
        server.httpsConfigurator = com.sun.net.httpserver.HttpsConfigurator(context)
        server.start()
        println(OkHttpClient().newCall(Request.Builder().url("https://localhost:18093/account").build()).execute().code)
    }
}
K
calls retrofit-status Profile <<'K'
interface ProfileApi {
    @retrofit2.http.GET("profile")
    suspend fun profile(): ResponseBody
}

class Profile {
    fun load() {
        serve(403)
        val api = Retrofit.Builder().baseUrl("http://localhost:18090/").build().create(ProfileApi::class.java)
        runBlocking { println(api.profile().string()) }
    }
}
K
calls ktor-status Wishes <<'K'
class Wishes {
    fun load() {
        serve(404)
        runBlocking { println(HttpClient { expectSuccess = true }.get("http://localhost:18090/wishes").bodyAsText()) }
    }
}
K
calls ktor-server-error Checkout <<'K'
class Checkout {
    fun load() {
        serve(503)
        runBlocking { println(HttpClient { expectSuccess = true }.get("http://localhost:18090/checkout").bodyAsText()) }
    }
}
K
calls ktor-timeout Reviews <<'K'
class Reviews {
    fun load() {
        serve(0)
        val client = HttpClient { install(HttpTimeout) { requestTimeoutMillis = 300 } }
        runBlocking { println(client.get("http://localhost:18090/reviews").bodyAsText()) }
    }
}
K
calls url-status Prices <<'K'
class Prices {
    fun load() {
        serve(404)
        println(URL("http://localhost:18090/prices").readText())
    }
}
K
calls file-missing Drafts <<'K'
class Drafts {
    fun load() = println(File("drafts/today.txt").readText())
}
K
calls path-missing Archive <<'K'
class Archive {
    fun load() = println(java.nio.file.Files.readString(java.nio.file.Path.of("archive/2026.txt")))
}
K
calls file-short Index <<'K'
class Index {
    fun load() {
        File("index.bin").writeBytes(byteArrayOf(1, 2))
        DataInputStream(FileInputStream("index.bin")).use { println(it.readLong()) }
    }
}
K
calls disk-full Backup <<'K'
class Backup {
    fun load() = FileOutputStream("/dev/full").use { it.write(1) }
}
K
calls wrapped Settings <<'K'
class Settings {
    fun load() {
        try {
            println(File("settings.json").readText())
        } catch (e: IOException) {
            throw IllegalStateException("settings cannot be read", e)
        }
    }
}
K
# A near miss: the program handles it.
calls handled News <<'K'
class News {
    fun load() {
        try {
            println(URL("http://localhost:18091/news").readText())
        } catch (e: IOException) {
            println("no news today: " + e.message)
        }
    }
}
K
java -cp "$tools/kotlin-$kotlin/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -jvm-target 17 \
    -cp "$(printf '%s:' "$tools"/network-clients/*.jar)" -d out src
keytool -genkeypair -keystore keys.p12 -storepass secret -alias shop -dname CN=localhost -keyalg RSA >"$scratch/keytool.out" 2>&1
for one in "${calls[@]}"; do
    IFS=: read -r name package class <<<"$one"
    log network "$name" timeout 60 java -cp "out:$tools/network-clients/*" "com.example.shop.$package.${class}Kt"
done
