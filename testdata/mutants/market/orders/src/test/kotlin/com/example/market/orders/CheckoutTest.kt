package com.example.market.orders

import com.example.market.core.Category
import com.example.market.core.Money
import com.example.market.core.Outcome
import com.example.market.stock.Article
import com.example.market.stock.MemoryStock
import com.example.market.stock.PercentDiscount
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test

class CheckoutTest {
    private val saw = Article("saw", Money(1000), Category.TOOL, 2)
    private val stock = MemoryStock(listOf(saw))

    @Test
    fun paysWithDiscount() {
        val outcome = Checkout(stock, PercentDiscount(50)).pay(Order("Lin").add(saw), Money(600))
        assertEquals(Outcome.Paid(Money(600)), outcome)
    }

    @Test
    fun refusesTooMany() {
        val outcome = Checkout(stock).pay(Order("Lin").add(saw, 3), Money(9000))
        assertTrue(outcome is Outcome.Refused)
    }

    @Test
    fun waitsForLines() {
        assertEquals(Outcome.Pending, Checkout(stock).pay(Order("Lin"), Money.ZERO))
    }
}
