package org.example.tour.routes

import org.example.tour.geo.Distances
import org.example.tour.geo.Point

interface Planner {
    fun plan(start: Point, stops: List<Stop>): Route

    fun describe(): String
}

class NearestPlanner(private val mode: Mode = Mode.Walk) : Planner {
    override fun plan(start: Point, stops: List<Stop>): Route {
        val left = stops.toMutableList()
        val sorted = mutableListOf<Stop>()
        var here = start
        while (left.isNotEmpty()) {
            val next = left.minBy { Distances.between(here, it.point) }
            left -= next
            sorted += next
            here = next.point
        }
        return Route("from ${start.name}", sorted, mode)
    }

    override fun describe(): String = "nearest first"
}
