package com.example.shop.model

enum class Currency(val sign: String) { EUR("€"), USD("$") }

data class Money(val cents: Long, val currency: Currency) : Comparable<Money> {
    operator fun plus(other: Money): Money = Money(cents + other.cents, currency)

    operator fun times(factor: Int): Money = Money(cents * factor, currency)

    override fun compareTo(other: Money): Int = cents.compareTo(other.cents)

    fun format(): String = "${cents / 100}.${cents % 100} ${currency.sign}"

    companion object {
        fun zero(currency: Currency): Money = Money(0, currency)
        fun euro(cents: Long): Money = Money(cents, Currency.EUR)
    }
}
