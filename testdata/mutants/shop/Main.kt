package com.example.shop

import com.example.shop.data.MemoryOrderRepository
import com.example.shop.data.OrderRepository
import com.example.shop.model.Article
import com.example.shop.model.Money
import com.example.shop.model.Order
import com.example.shop.model.OrderId
import com.example.shop.model.OrderLine
import com.example.shop.model.OrderStatus
import com.example.shop.pricing.BulkDiscount
import com.example.shop.pricing.PriceCalculator
import com.example.shop.ui.OrderScreen
import com.example.shop.ui.OrderViewModel

fun main() {
    val repository: OrderRepository = MemoryOrderRepository { println(it) }
    val tea = Article("Tea", Money.euro(350))
    repository.save(Order(OrderId("a-1"), listOf(OrderLine(tea, 3)), OrderStatus.Open))
    repository.save(Order(OrderId("a-2"), listOf(OrderLine(tea, 1)), OrderStatus.Paid(1, "card"), note = "gift"))
    val calculator = PriceCalculator(listOf(BulkDiscount(minimum = 2, cents = 50)))
    val viewModel = OrderViewModel(repository, calculator)
    viewModel.refresh()
    OrderScreen(viewModel) { println(it) }.render(viewModel.state)
    repository.find(OrderId("a-1")).orNull()?.let { order -> println(calculator.best(order)?.name ?: order.total) }
}
