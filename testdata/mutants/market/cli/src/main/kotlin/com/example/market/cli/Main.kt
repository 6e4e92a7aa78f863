package com.example.market.cli

import com.example.market.core.Category
import com.example.market.core.Money
import com.example.market.core.toMoney
import com.example.market.orders.Checkout
import com.example.market.orders.Order
import com.example.market.orders.Receipt
import com.example.market.stock.Article
import com.example.market.stock.MemoryStock
import com.example.market.stock.PercentDiscount

fun main() {
    val tea = Article(name = "tea", price = "2.00".toMoney(), category = Category.DRINK, count = 9)
    val stock = MemoryStock(listOf(tea))
    val order = Order("Lin").add(tea, 2)
    val outcome = Checkout(stock, PercentDiscount(10)).pay(order, Money.ofEuros(5))
    Screen().show(Receipt(order), outcome)
}
