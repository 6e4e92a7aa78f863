package com.example.market.orders

import com.example.market.core.Category
import com.example.market.core.Money
import com.example.market.core.Outcome
import com.example.market.stock.Article
import org.junit.Assert.assertEquals
import org.junit.Test

class ReceiptTest {
    private val order = Order("Lin").add(Article("tea", Money(200), Category.DRINK, 9), 2)

    @Test
    fun namesTheSum() {
        assertEquals("Lin paid 4.40 EUR", Receipt(order).text(Outcome.Paid(order.total())))
    }

    @Test
    fun listsLines() {
        assertEquals(listOf("B tea 4.40 EUR"), Receipt(order).lines())
    }
}
