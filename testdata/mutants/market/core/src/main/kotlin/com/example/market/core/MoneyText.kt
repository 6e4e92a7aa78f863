package com.example.market.core

fun Money.asText(): String = "%d.%02d %s".format(cents / 100, cents % 100, Settings.CURRENCY)

fun String.toMoney(): Money {
    val (euros, cents) = split(".")
    return Money(euros.toLong() * 100 + cents.toLong())
}
