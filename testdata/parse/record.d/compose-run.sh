# Compose's run time, as its desktop build throws: scenes drawn without a window.
kotlin=2.2.21
compose=1.8.2
jars kotlin-$kotlin org.jetbrains.kotlin:kotlin-compiler-embeddable:$kotlin
single org.jetbrains.kotlin:kotlin-compose-compiler-plugin-embeddable:$kotlin
jars compose-run-libraries org.jetbrains.skiko:skiko-awt-runtime-linux-x64:0.9.4.2 \
    org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.9.0 org.jetbrains.kotlinx:kotlinx-coroutines-swing:1.9.0 \
    org.jetbrains.kotlinx:atomicfu-jvm:0.23.2 org.jetbrains.kotlin:kotlin-stdlib:$kotlin
# What they need in turn is for Android, or not published: each is named here.
needed=$tools/single/compose-run-$compose
if [ ! -d "$needed" ]; then
    wanted=(
        org.jetbrains.compose.{runtime:runtime,runtime:runtime-saveable,animation:animation,animation:animation-core}"-desktop:$compose"
        org.jetbrains.compose.ui:{ui,ui-geometry,ui-graphics,ui-text,ui-unit,ui-util}"-desktop:$compose"
        org.jetbrains.compose.foundation:{foundation,foundation-layout}"-desktop:$compose"
        org.jetbrains.compose.{material:material,material:material-ripple,material3:material3}"-desktop:$compose"
        androidx.collection:collection-jvm:1.5.0 androidx.annotation:annotation-jvm:1.9.1 androidx.arch.core:core-common:2.2.0
        androidx.lifecycle:lifecycle-{runtime-desktop,viewmodel-desktop,common-jvm}:2.9.4
        org.jetbrains.androidx.lifecycle:lifecycle-{runtime,viewmodel}-compose-desktop:2.9.1
        org.jetbrains.skiko:skiko-awt:0.9.4.2
    )
    {
        echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>'
        for c in "${wanted[@]}"; do
            IFS=: read -r g a v <<<"$c"
            echo "<dependency><groupId>$g</groupId><artifactId>$a</artifactId><version>$v</version><exclusions>"
            echo '<exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>'
        done
        echo '</dependencies></project>'
    } >"$scratch/pom.xml"
    mvn -q -B -f "$scratch/pom.xml" dependency:copy-dependencies -DoutputDirectory="$needed" -DincludeScope=runtime
fi

# screen CASE FILE : keeps the source from standard input, which comes after the head below, for `draw`
screens=()
screen() {
    local name=$1 file=$2
    mkdir -p "$app/src/$name"
    screens+=("$name:$file")
    {
        echo "package com.example.shop.${name//-/_}"
        echo
        printf 'import androidx.compose.%s.*\n' foundation foundation.layout foundation.lazy runtime runtime.snapshots \
            material3 ui ui.focus ui.layout ui.unit
        cat
    } >"$app/src/$name/$file.kt"
}

# draw : compiles all of them and runs each
draw() {
    local one name file
    local path="$needed/*:$tools/compose-run-libraries/*"
    # shellcheck disable=SC2086
    java -cp "$tools/kotlin-$kotlin/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn \
        -jvm-target 17 -cp "$(echo $needed/*.jar $tools/compose-run-libraries/*.jar | tr ' ' :)" \
        -Xplugin="$tools/single/kotlin-compose-compiler-plugin-embeddable-$kotlin.jar" -d "$app/out" "$app/src"
    for one in "${screens[@]}"; do
        name=${one%:*} file=${one#*:}
        log compose-run "$name" timeout 60 java -Djava.awt.headless=true -Dskiko.renderApi=SOFTWARE -Xss512k \
            -cp "$app/out:$path" "com.example.shop.${name//-/_}.${file}Kt"
    done
}

fresh
screen lazy-key OrderList <<'S'

class Order(val id: Int, val name: String)

@Composable
fun OrderList(orders: List<Order>) {
    LazyColumn {
        items(orders, key = { it.id }) { BasicOrder(it) }
    }
}

@Composable
fun BasicOrder(order: Order) {
    Box(Modifier.size(20.dp))
}

fun main() {
    val scene = ImageComposeScene(300, 300) { OrderList(listOf(Order(7, "a"), Order(8, "b"), Order(7, "c"))) }
    scene.render()
}
S
screen nested-scroll HomeScreen <<'S'

@Composable
fun HomeScreen() {
    Column(Modifier.verticalScroll(rememberScrollState())) {
        LazyColumn {
            items(3) { Box(Modifier.size(20.dp)) }
        }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { HomeScreen() }
    scene.render()
}
S
screen nested-scroll-horizontal Carousel <<'S'

@Composable
fun Carousel() {
    Row(Modifier.horizontalScroll(rememberScrollState())) {
        LazyRow {
            items(3) { Box(Modifier.size(20.dp)) }
        }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { Carousel() }
    scene.render()
}
S
screen own-local BasketScreen <<'S'

class Basket(val count: Int)

val LocalBasket = compositionLocalOf<Basket> { error("No Basket provided") }

@Composable
fun BasketScreen() {
    val basket = LocalBasket.current
    Box(Modifier.size(basket.count.dp))
}

fun main() {
    val scene = ImageComposeScene(300, 300) { BasketScreen() }
    scene.render()
}
S
screen lifecycle-owner PlayerScreen <<'S'
import androidx.lifecycle.compose.LocalLifecycleOwner

@Composable
fun PlayerScreen() {
    val owner = LocalLifecycleOwner.current
    DisposableEffect(owner) { onDispose { println(owner) } }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { PlayerScreen() }
    scene.render()
}
S
screen view-model-owner ProfileScreen <<'S'
import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewmodel.compose.viewModel

class ProfileModel : ViewModel()

@Composable
fun ProfileScreen(model: ProfileModel = viewModel { ProfileModel() }) {
    println(model)
}

fun main() {
    val scene = ImageComposeScene(300, 300) { ProfileScreen() }
    scene.render()
}
S
screen intrinsic-size PriceRow <<'S'

@Composable
fun PriceRow() {
    Row(Modifier.height(IntrinsicSize.Min)) {
        BoxWithConstraints { Box(Modifier.size(maxWidth)) }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { PriceRow() }
    scene.render()
}
S
screen measured-twice StaggeredGrid <<'S'

@Composable
fun StaggeredGrid(content: @Composable () -> Unit) {
    Layout(content) { measurables, constraints ->
        val widest = measurables.maxOf { it.measure(constraints).width }
        val placeables = measurables.map { it.measure(constraints.copy(maxWidth = widest)) }
        layout(widest, placeables.sumOf { it.height }) {
            placeables.forEach { it.place(0, 0) }
        }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { StaggeredGrid { Box(Modifier.size(20.dp)) } }
    scene.render()
}
S
screen size-out-of-range FlowBox <<'S'

@Composable
fun FlowBox(content: @Composable () -> Unit) {
    Layout(content) { measurables, constraints ->
        val placeables = measurables.map { it.measure(Constraints()) }
        layout(constraints.maxWidth - 400, 0) {
            placeables.forEach { it.place(0, 0) }
        }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { FlowBox { Box(Modifier.size(20.dp)) } }
    scene.render()
}
S
screen constraints-too-large Timeline <<'S'

@Composable
fun Timeline(minutes: Int) {
    Box(Modifier.wrapContentSize(unbounded = true).size(width = (minutes * 40).dp, height = (minutes * 40).dp))
}

fun main() {
    val scene = ImageComposeScene(300, 300) { Timeline(60 * 24 * 30) }
    scene.render()
}
S
screen negative-constraint Badge <<'S'

@Composable
fun Badge(inset: Int) {
    Layout({ Box(Modifier.size(20.dp)) }) { measurables, constraints ->
        val placeable = measurables.first().measure(Constraints(maxWidth = constraints.maxWidth - inset))
        layout(placeable.width, placeable.height) { placeable.place(0, 0) }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { Badge(500) }
    scene.render()
}
S
screen snapshot-flow CounterScreen <<'S'

@Composable
fun CounterScreen() {
    var count by remember { mutableIntStateOf(0) }
    LaunchedEffect(Unit) {
        snapshotFlow { count++ }.collect { println(it) }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { CounterScreen() }
    for (frame in 0..20) scene.render(frame * 16_000_000L)
}
S
screen snapshot-read-only Preferences <<'S'

class Preferences {
    var theme by mutableStateOf("light")

    fun preview() {
        Snapshot.takeSnapshot().enter { theme = "dark" }
    }
}

fun main() {
    Preferences().preview()
}
S
screen snapshot-conflict Synchroniser <<'S'

class Synchroniser {
    var total by mutableStateOf(0)

    fun merge() {
        val first = Snapshot.takeMutableSnapshot()
        val second = Snapshot.takeMutableSnapshot()
        first.enter { total = 1 }
        second.enter { total = 2 }
        first.apply().check()
        second.apply().check()
    }
}

fun main() {
    Synchroniser().merge()
}
S
screen state-list TagCloud <<'S'

class TagCloud {
    private val tags = mutableStateListOf("new", "", "sale", "")

    fun clean() {
        for (tag in tags) if (tag.isEmpty()) tags.remove(tag)
    }
}

fun main() {
    TagCloud().clean()
}
S
screen negative-padding ProductCard <<'S'

@Composable
fun ProductCard(overlap: Int) {
    Box(Modifier.padding(top = (-overlap).dp).size(20.dp))
}

fun main() {
    val scene = ImageComposeScene(300, 300) { ProductCard(8) }
    scene.render()
}
S
screen zero-weight RatingBar <<'S'

@Composable
fun RatingBar(share: Float) {
    Row {
        Box(Modifier.weight(share))
        Box(Modifier.weight(1f - share))
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { RatingBar(0f) }
    scene.render()
}
S
screen aspect-ratio Thumbnail <<'S'

@Composable
fun Thumbnail(width: Int, height: Int) {
    Box(Modifier.aspectRatio(width.toFloat() / height))
}

fun main() {
    val scene = ImageComposeScene(300, 300) { Thumbnail(0, 20) }
    scene.render()
}
S
screen grid-columns PhotoGrid <<'S'
import androidx.compose.foundation.lazy.grid.GridCells
import androidx.compose.foundation.lazy.grid.LazyVerticalGrid

@Composable
fun PhotoGrid(columns: Int) {
    LazyVerticalGrid(GridCells.Fixed(columns)) {
        items(3) { Box(Modifier.size(20.dp)) }
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { PhotoGrid(0) }
    scene.render()
}
S
screen launched-effect AccountScreen <<'S'

suspend fun loadBalance(text: String): Int {
    kotlinx.coroutines.yield()
    return text.toInt()
}

@Composable
fun AccountScreen() {
    var balance by remember { mutableIntStateOf(0) }
    LaunchedEffect(Unit) { balance = loadBalance("12,50") }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { AccountScreen() }
    for (frame in 0..20) scene.render(frame * 16_000_000L)
}
S
screen no-frame-clock Ticker <<'S'
import kotlinx.coroutines.runBlocking

class Ticker {
    suspend fun run() {
        withFrameNanos { println(it) }
    }
}

fun main() {
    runBlocking { Ticker().run() }
}
S
screen scroll-without-clock Feed <<'S'
import kotlinx.coroutines.*

class Feed(val list: androidx.compose.foundation.lazy.LazyListState)

fun toTop(feed: Feed) {
    CoroutineScope(Dispatchers.Unconfined).launch { feed.list.animateScrollToItem(0) }
}

@Composable
fun FeedScreen(feed: Feed) {
    LazyColumn(state = feed.list) { items(100) { Box(Modifier.size(20.dp)) } }
}

fun main() {
    val feed = Feed(androidx.compose.foundation.lazy.LazyListState(firstVisibleItemIndex = 50))
    val scene = ImageComposeScene(300, 300) { FeedScreen(feed) }
    scene.render()
    toTop(feed)
}
S
screen focus-requester SearchBar <<'S'

@Composable
fun SearchBar() {
    val focus = remember { FocusRequester() }
    Box(Modifier.size(20.dp))
    LaunchedEffect(Unit) { focus.requestFocus() }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { SearchBar() }
    for (frame in 0..20) scene.render(frame * 16_000_000L)
}
S
screen not-saveable CheckoutScreen <<'S'
import androidx.compose.runtime.saveable.*

class Draft(val street: String)

@Composable
fun CheckoutScreen() {
    val draft = rememberSaveable { Draft("Main") }
    println(draft.street)
}

fun main() {
    val registry = SaveableStateRegistry(null) { it is String }
    val scene = ImageComposeScene(300, 300) {
        CompositionLocalProvider(LocalSaveableStateRegistry provides registry) { CheckoutScreen() }
    }
    scene.render()
}
S
screen detached-layout Tooltip <<'S'

@Composable
fun Tooltip(shown: Boolean, anchor: MutableState<LayoutCoordinates?>) {
    if (shown) Box(Modifier.size(20.dp).onGloballyPositioned { anchor.value = it })
}

fun main() {
    val anchor = mutableStateOf<LayoutCoordinates?>(null)
    val shown = mutableStateOf(true)
    val scene = ImageComposeScene(300, 300) { Tooltip(shown.value, anchor) }
    scene.render()
    shown.value = false
    Snapshot.sendApplyNotifications()
    scene.render(16_000_000L)
    println(anchor.value?.positionInRoot())
}
S
screen endless-composition CategoryTree <<'S'

class Category(val name: String, val parent: Category?)

@Composable
fun CategoryTree(category: Category, depth: Int) {
    Box(Modifier.padding(depth.dp))
    CategoryTree(category, depth + 1)
}

fun main() {
    val scene = ImageComposeScene(300, 300) { CategoryTree(Category("all", null), 0) }
    scene.render()
}
S
screen null-in-composable UserHeader <<'S'

class User(val name: String, val photo: String?)

@Composable
fun UserHeader(user: User) {
    Column {
        Box(Modifier.size(user.photo!!.length.dp))
    }
}

fun main() {
    val scene = ImageComposeScene(300, 300) { UserHeader(User("a", null)) }
    scene.render()
}
S
draw
