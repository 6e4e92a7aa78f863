package com.example.shop.data

import com.example.shop.model.Order
import com.example.shop.model.OrderId
import com.example.shop.model.OrderStatus
import com.example.shop.core.Outcome
import com.example.shop.core.containsIgnoringCase

class MemoryOrderRepository(private val log: (String) -> Unit) : OrderRepository {
    private val orders = linkedMapOf<OrderId, Order>()

    override fun find(id: OrderId): Outcome<Order> {
        val order = orders[id] ?: return Outcome.Failure("no order ${id.value}")
        return Outcome.Success(order)
    }

    override fun all(filter: OrderFilter): List<Order> =
        orders.values
            .filter { !filter.openOnly || it.status is OrderStatus.Open }
            .filter { order -> filter.text == null || order.lines.any { it.article.name.containsIgnoringCase(filter.text) } }
            .sortedByDescending { it.priority }

    override fun save(order: Order) {
        orders[order.id] = order
        log("saved ${order.id.value} with ${order.total.format()}")
    }

    override fun changeStatus(id: OrderId, status: OrderStatus): Outcome<Order> =
        find(id).map { it.copy(status = status) }.onSuccess { save(it) }
}
