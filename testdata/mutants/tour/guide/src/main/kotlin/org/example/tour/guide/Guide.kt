package org.example.tour.guide

import com.google.gson.Gson
import org.example.tour.geo.Measure
import org.example.tour.routes.Route
import org.example.tour.routes.Ticket

class Guide(private val measure: Measure = Measure.KILOMETRE) {
    private val sold = ArrayList<Ticket>()

    fun headline(route: Route): String = "${route.title}, ${route.length.rounded(measure)}, ${route.minutes()} min"

    fun sell(holder: String, rating: Rating): Ticket {
        val ticket = Ticket(holder, rating.cents).reduced(if (sold.size >= GROUP) 10 else 0)
        sold.add(ticket)
        return ticket
    }

    fun income(): Int = sold.sumOf { it.cents }

    fun holders(): String = Gson().toJson(sold.map { it.holder })

    companion object {
        const val GROUP = 5
    }
}
