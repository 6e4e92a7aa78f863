package com.example.kiosk.catalog

import com.example.kiosk.pricing.Money
import com.example.kiosk.pricing.Rates

data class Product(val name: String, val cents: Int)

class Catalogue(private val url: String) {
    private val products = mutableListOf(Product("Bread", 240), Product("Milk", 110))

    fun first(): Product = products.first()

    fun update(money: Money) {
        products[0] = products[0].copy(cents = Rates.convert(money, url.length).cents())
    }
}
