package org.example.tour.routes

import org.example.tour.geo.Point

data class Stop(val point: Point, val minutes: Int, val note: String? = null) {
    val name: String
        get() = point.name
}
