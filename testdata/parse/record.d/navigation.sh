# The Navigation component, as its desktop build throws: a controller with a graph of two screens, one fault each.
# It wants to be called on the main thread, which is Swing's here.
kotlin=2.2.21
navigation=2.9.1
jars kotlin-$kotlin org.jetbrains.kotlin:kotlin-compiler-embeddable:$kotlin
jars navigation-$navigation org.jetbrains.kotlin:kotlin-stdlib:$kotlin \
    org.jetbrains.androidx.navigation:navigation-runtime-desktop:$navigation \
    org.jetbrains.kotlinx:kotlinx-coroutines-swing:1.9.0

fresh
mkdir -p src
cat >src/Screens.kt <<'K'
package com.example.screens

import androidx.navigation.*

class ScreenNavigator : Navigator<NavDestination>("screen") {
    override fun createDestination() = NavDestination(this)

    override fun navigate(entries: List<NavBackStackEntry>, navOptions: NavOptions?, navigatorExtras: Extras?) {
        for (entry in entries) state.push(entry)
    }
}

fun controller(vararg routes: String): NavController {
    val screens = ScreenNavigator()
    val controller = NavController()
    controller.navigatorProvider.addNavigator(screens)
    val graph = NavGraphBuilder(controller.navigatorProvider, routes.first(), null)
    for (route in routes) graph.destination(NavDestinationBuilder(screens, route))
    controller.graph = graph.build()
    return controller
}
K
# Each case is the class of a screen with a function `open`.
cat >src/Basket.kt <<'K'
package com.example.shop.basket

import com.example.screens.controller

class Basket {
    fun open() = controller("home", "basket").navigate("checkout/3")
}

fun main() = javax.swing.SwingUtilities.invokeLater { Basket().open() }
K
cat >src/Receipt.kt <<'K'
package com.example.shop.receipt

import com.example.screens.controller

class Receipt {
    fun open() {
        val controller = controller("home", "receipt")
        controller.navigate("receipt")
        controller.popBackStack()
        println(controller.getBackStackEntry("receipt").arguments)
    }
}

fun main() = javax.swing.SwingUtilities.invokeLater { Receipt().open() }
K
cat >src/Profile.kt <<'K'
package com.example.shop.profile

import com.example.screens.controller

class Profile {
    fun open() {
        val controller = controller("home", "profile")
        controller.navigate("profile")
        val entry = controller.getBackStackEntry("profile")
        controller.popBackStack()
        println(entry.savedStateHandle.get<String>("name"))
    }
}

fun main() = javax.swing.SwingUtilities.invokeLater { Profile().open() }
K
# A near miss: the graph is asked for before it is set.
cat >src/Start.kt <<'K'
package com.example.shop.start

import androidx.navigation.NavController

class Start {
    fun open() = println(NavController().graph)
}

fun main() = Start().open()
K
java -cp "$tools/kotlin-$kotlin/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn -jvm-target 17 \
    -cp "$(printf '%s:' "$tools/navigation-$navigation"/*.jar)" -d out src
for each in Basket:route-unknown Receipt:entry-popped Profile:entry-destroyed Start:no-graph; do
    class=${each%:*}
    log navigation "${each#*:}" java -Djava.awt.headless=true -cp "out:$tools/navigation-$navigation/*" "com.example.shop.${class,}.${class}Kt"
done
