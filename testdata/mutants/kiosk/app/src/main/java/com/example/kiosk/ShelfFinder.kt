package com.example.kiosk

import android.content.Context
import com.example.kiosk.catalog.Finder
import com.example.kiosk.catalog.Place
import com.example.kiosk.catalog.Product
import com.example.kiosk.catalog.word
import com.example.kiosk.pricing.Tax

class ShelfFinder(private val context: Context) : Finder {
    override fun find(product: Product): Place =
        if (product.name.startsWith("B")) Place.Row(context.resources.getInteger(R.integer.columns)) else Place.Counter

    fun describe(place: Place): String =
        when (place) {
            is Place.Counter -> context.getString(R.string.hello)
            is Place.Row -> "${place.number}, ${Tax.LOW.word()}"
        }

    companion object {
        val paper = R.color.paper
    }
}
