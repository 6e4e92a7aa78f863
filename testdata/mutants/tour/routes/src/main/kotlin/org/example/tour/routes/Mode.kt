package org.example.tour.routes

sealed class Mode(val speed: Double) {
    object Walk : Mode(70.0)

    object Tram : Mode(300.0)

    class Boat(val name: String) : Mode(150.0)
}
