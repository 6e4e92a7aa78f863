package org.example.tour.routes

import org.example.tour.geo.Distances

class Route(val title: String, val stops: List<Stop>, val mode: Mode) {
    val length: Double
        get() = Distances.along(stops.map { it.point })

    fun minutes(): Int = stops.sumOf { it.minutes } + (length / mode.speed).toInt()

    fun firstNote(): String? = stops.firstNotNullOfOrNull { it.note }

    companion object {
        const val MAX_STOPS = 12

        @JvmStatic
        fun of(title: String, vararg stops: Stop) = Route(title, stops.toList(), Mode.Walk)
    }
}
