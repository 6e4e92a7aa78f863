package com.example.market.core

data class Money(val cents: Long) : Comparable<Money> {
    operator fun plus(other: Money) = Money(cents + other.cents)

    operator fun times(count: Int) = Money(cents * count)

    fun percent(share: Int) = Money(cents * share / 100)

    override fun compareTo(other: Money): Int = cents.compareTo(other.cents)

    companion object {
        val ZERO = Money(0)

        fun ofEuros(euros: Long) = Money(euros * 100)
    }
}
