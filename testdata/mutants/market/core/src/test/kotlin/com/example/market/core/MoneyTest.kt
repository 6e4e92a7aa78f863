package com.example.market.core

import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test

class MoneyTest {
    @Test
    fun adds() {
        assertEquals(Money(350), Money(100) + Money(250))
    }

    @Test
    fun takesAShare() {
        assertEquals(Money(50), Money(200).percent(25))
    }

    @Test
    fun readsAndWrites() {
        assertEquals("3.05 EUR", "3.05".toMoney().asText())
    }

    @Test
    fun compares() {
        assertTrue(Money.ofEuros(2) > Money(199))
    }
}
