package com.example.shop.data

import com.example.shop.model.Order
import com.example.shop.model.OrderId
import com.example.shop.model.OrderStatus
import com.example.shop.core.Outcome

interface OrderRepository {
    fun find(id: OrderId): Outcome<Order>

    fun all(filter: OrderFilter = OrderFilter()): List<Order>

    fun save(order: Order)

    fun changeStatus(id: OrderId, status: OrderStatus): Outcome<Order>
}

data class OrderFilter(val text: String? = null, val openOnly: Boolean = false)
