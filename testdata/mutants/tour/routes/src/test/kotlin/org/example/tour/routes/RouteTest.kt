package org.example.tour.routes

import org.example.tour.geo.Point
import org.junit.Assert.assertEquals
import org.junit.Assert.assertNull
import org.junit.Test

class RouteTest {
    private val near = Stop(Point("mill", 0.0, 70.0), 10)
    private val far = Stop(Point("tower", 0.0, 700.0), 5, "steep")

    @Test
    fun addsUpMinutes() {
        assertEquals(24, Route.of("walk", near, far).minutes())
    }

    @Test
    fun goesToTheNearestFirst() {
        val route = NearestPlanner().plan(Point.ORIGIN, listOf(far, near))
        assertEquals(listOf("mill", "tower"), route.stops.map { it.name })
    }

    @Test
    fun findsNotes() {
        assertNull(Route.of("short", near).firstNote())
        assertEquals("steep", Route.of("walk", near, far).firstNote())
    }

    @Test
    fun reducesTickets() {
        assertEquals(450, Ticket("Kim", 900).reduced(50).cents)
    }
}
