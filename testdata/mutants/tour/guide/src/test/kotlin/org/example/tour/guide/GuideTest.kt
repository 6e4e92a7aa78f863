package org.example.tour.guide

import org.example.tour.geo.Point
import org.example.tour.routes.Mode
import org.example.tour.routes.Route
import org.example.tour.routes.Stop
import org.junit.Assert.assertEquals
import org.junit.Test

class GuideTest {
    private val guide = Guide()
    private val route = Route("river", listOf(Stop(Point.ORIGIN, 5), Stop(Point("quay", 1400.0, 0.0), 5)), Mode.Walk)

    @Test
    fun writesAHeadline() {
        assertEquals("river, 1.4 km, 30 min", guide.headline(route))
    }

    @Test
    fun sellsToGroups() {
        repeat(6) { guide.sell("Kim $it", Rating.EASY) }
        assertEquals(2950, guide.income())
    }

    @Test
    fun writesLines() {
        assertEquals(listOf("1. origin", "2. quay"), route.stopLines())
        assertEquals("on foot", route.mode.word())
        assertEquals("**", Rating.HARD.stars())
    }
}
