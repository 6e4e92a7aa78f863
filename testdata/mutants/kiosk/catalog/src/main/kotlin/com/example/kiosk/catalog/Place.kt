package com.example.kiosk.catalog

import com.example.kiosk.pricing.Tax

sealed class Place {
    object Counter : Place()

    data class Row(val number: Int) : Place()
}

interface Finder {
    fun find(product: Product): Place
}

fun Tax.word(): String =
    when (this) {
        Tax.NONE -> "free"
        Tax.LOW -> "reduced"
        Tax.FULL -> "full"
    }
