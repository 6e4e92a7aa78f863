package com.example.market.orders

import com.example.market.core.Money
import com.example.market.core.Settings
import com.example.market.stock.Article

data class Line(val article: Article, val count: Int) {
    fun sum(): Money = article.grossPrice * count
}

class Order(val customer: String) {
    private val content = mutableListOf<Line>()

    val lines: List<Line>
        get() = content

    fun add(article: Article, count: Int = 1): Order {
        require(content.size < Settings.MAX_LINES) { "too many lines" }
        content += Line(article, count)
        return this
    }

    fun total(): Money = content.fold(Money.ZERO) { sum, line -> sum + line.sum() }
}
