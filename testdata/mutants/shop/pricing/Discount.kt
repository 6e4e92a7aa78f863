package com.example.shop.pricing

import com.example.shop.model.Money
import com.example.shop.model.Order

abstract class Discount(val name: String) {
    abstract fun reduction(order: Order): Money

    open fun appliesTo(order: Order): Boolean = !order.isEmpty()
}

class BulkDiscount(private val minimum: Int, private val cents: Long) : Discount("bulk") {
    override fun reduction(order: Order): Money = Money.euro(cents)

    override fun appliesTo(order: Order): Boolean = super.appliesTo(order) && order.lines.sumOf { it.quantity } >= minimum
}

class PriceCalculator(private val discounts: List<Discount>) {
    fun best(order: Order): Discount? = discounts.filter { it.appliesTo(order) }.maxByOrNull { it.reduction(order) }

    fun finalPrice(order: Order): Money {
        val discount = best(order)
        val reduction = discount?.reduction(order) ?: Money.zero(order.total.currency)
        return Money(order.total.cents - reduction.cents, order.total.currency)
    }
}
