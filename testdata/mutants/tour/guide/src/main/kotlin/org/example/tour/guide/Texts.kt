package org.example.tour.guide

import java.util.Locale
import org.example.tour.geo.Measure
import org.example.tour.routes.Mode
import org.example.tour.routes.Route

fun Double.rounded(measure: Measure): String = String.format(Locale.ROOT, "%.1f %s", measure.from(this), measure.unit())

fun Mode.word(): String =
    when (this) {
        is Mode.Walk -> "on foot"
        is Mode.Tram -> "by tram"
        is Mode.Boat -> "on $name"
    }

fun ratingWord(rating: Rating): String =
    when (rating) {
        Rating.EASY -> "easy"
        Rating.HARD -> "hard"
    }

fun Route.stopLines(): List<String> = stops.mapIndexed { index, stop -> "${index + 1}. ${stop.name}" }
