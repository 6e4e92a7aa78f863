package com.example.market.stock

import com.example.market.core.Money

abstract class Discount {
    abstract fun reduce(price: Money): Money

    open fun label(): String = "none"
}

object NoDiscount : Discount() {
    override fun reduce(price: Money): Money = price
}

class PercentDiscount(private val share: Int) : Discount() {
    override fun reduce(price: Money): Money = price.percent(100 - share)

    override fun label(): String = "$share %"
}
