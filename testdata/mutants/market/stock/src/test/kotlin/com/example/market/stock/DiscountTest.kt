package com.example.market.stock

import com.example.market.core.Money
import org.junit.Assert.assertEquals
import org.junit.Test

class DiscountTest {
    @Test
    fun reduces() {
        assertEquals(Money(180), PercentDiscount(10).reduce(Money(200)))
        assertEquals("10 %", PercentDiscount(10).label())
    }

    @Test
    fun leavesThePrice() {
        assertEquals(Money(200), NoDiscount.reduce(Money(200)))
    }
}
