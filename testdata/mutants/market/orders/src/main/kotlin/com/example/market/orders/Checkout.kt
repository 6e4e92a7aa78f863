package com.example.market.orders

import com.example.market.core.Money
import com.example.market.core.Outcome
import com.example.market.stock.Discount
import com.example.market.stock.NoDiscount
import com.example.market.stock.Stock

class Checkout(private val stock: Stock, private val discount: Discount = NoDiscount) {
    fun pay(order: Order, cash: Money): Outcome {
        if (order.lines.isEmpty()) return Outcome.Pending
        val missing = order.lines.firstOrNull { line -> (stock.find(line.article.name)?.count ?: 0) < line.count }
        if (missing != null) return Outcome.Refused("too few of ${missing.article.name}")
        val sum = discount.reduce(order.total())
        if (cash < sum) return Outcome.Refused("too little money")
        order.lines.forEach { line -> stock.take(line.article.name, line.count) }
        return Outcome.Paid(sum)
    }
}
