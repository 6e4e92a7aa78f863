package org.example.tour.guide

enum class Rating(val cents: Int) {
    EASY(500),
    HARD(900);

    fun stars(): String = "*".repeat(ordinal + 1)
}
