package com.example.shop.ui

import com.example.shop.data.OrderFilter
import com.example.shop.data.OrderRepository
import com.example.shop.model.Carrier
import com.example.shop.model.Order
import com.example.shop.model.OrderId
import com.example.shop.model.OrderStatus
import com.example.shop.pricing.PriceCalculator
import com.example.shop.core.Outcome
import com.example.shop.core.shorten

class OrderViewModel(
    private val repository: OrderRepository,
    private val prices: PriceCalculator,
) : OrderActions {
    var state: OrderUiState = OrderUiState.Loading
        private set

    private var shown: Map<OrderRow, OrderId> = emptyMap()

    fun refresh(filter: OrderFilter = OrderFilter()) {
        val orders = repository.all(filter)
        shown = orders.associate { toRow(it) to it.id }
        state = OrderUiState.Content(rows = shown.keys.toList())
    }

    override fun open(row: OrderRow) {
        val current = state
        if (current is OrderUiState.Content) {
            state = current.copy(selected = row)
        }
    }

    override fun ship(row: OrderRow, tracking: String) {
        val id = shown[row] ?: return
        val outcome = repository.changeStatus(id, OrderStatus.Shipped(tracking, Carrier.POST))
        state = when (outcome) {
            is Outcome.Success -> OrderUiState.Content(rows = listOf(toRow(outcome.value)))
            is Outcome.Failure -> OrderUiState.Error(outcome.reason) { refresh() }
        }
    }

    private fun toRow(order: Order): OrderRow = OrderRow(
        title = order.id.value.shorten(20),
        subtitle = describe(order.status),
        price = prices.finalPrice(order).format(),
        priority = order.priority,
    )

    private fun describe(status: OrderStatus): String = when (status) {
        is OrderStatus.Open -> "waiting for payment"
        is OrderStatus.Paid -> "paid with ${status.reference}"
        is OrderStatus.Shipped -> "${status.label}, ${status.tracking}"
    }
}
