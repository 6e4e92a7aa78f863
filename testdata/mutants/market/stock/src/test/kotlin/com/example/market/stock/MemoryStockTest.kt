package com.example.market.stock

import com.example.market.core.Category
import com.example.market.core.Money
import org.junit.Assert.assertEquals
import org.junit.Assert.assertFalse
import org.junit.Assert.assertNull
import org.junit.Assert.assertTrue
import org.junit.Test

class MemoryStockTest {
    private val pear = Article("pear", Money(40), Category.FOOD, 5)
    private val stock = MemoryStock(listOf(pear))

    @Test
    fun takes() {
        stock.take("pear", 2)
        assertEquals(3, stock.find("pear")?.count)
    }

    @Test
    fun knowsNoPlum() {
        assertNull(stock.find("plum"))
    }

    @Test
    fun runsOut() {
        assertFalse(stock.isEmpty())
        stock.take("pear", 5)
        assertTrue(stock.isEmpty())
    }

    @Test
    fun addsTax() {
        assertEquals(Money(42), pear.grossPrice)
        assertFalse(pear.isScarce())
    }
}
