package com.example.market.core

object Settings {
    const val CURRENCY = "EUR"
    const val MAX_LINES = 20
    var quiet = false
}
