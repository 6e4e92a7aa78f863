package com.example.market.stock

import com.example.market.core.Category
import com.example.market.core.Money

data class Article(val name: String, val price: Money, val category: Category, val count: Int) {
    val grossPrice: Money
        get() = price + price.percent(category.vat)

    fun isScarce(): Boolean = count < 3
}
