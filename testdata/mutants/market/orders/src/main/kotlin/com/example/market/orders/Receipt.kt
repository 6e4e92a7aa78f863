package com.example.market.orders

import com.example.market.core.Category
import com.example.market.core.Outcome
import com.example.market.core.asText

class Receipt(private val order: Order) {
    fun text(outcome: Outcome): String =
        when (outcome) {
            is Outcome.Paid -> "${order.customer} paid ${outcome.sum.asText()}"
            is Outcome.Refused -> "refused: ${outcome.reason}"
            Outcome.Pending -> "nothing yet"
        }

    fun mark(category: Category): String =
        when (category) {
            Category.FOOD -> "A"
            Category.DRINK -> "B"
            Category.TOOL -> "C"
        }

    fun lines(): List<String> = order.lines.map { "${mark(it.article.category)} ${it.article.name} ${it.sum().asText()}" }
}
