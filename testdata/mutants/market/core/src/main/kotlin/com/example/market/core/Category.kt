package com.example.market.core

enum class Category(val vat: Int) {
    FOOD(5),
    DRINK(10),
    TOOL(20),
}
