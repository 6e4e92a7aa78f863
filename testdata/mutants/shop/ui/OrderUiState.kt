package com.example.shop.ui

import com.example.shop.model.Priority

sealed interface OrderUiState {
    object Loading : OrderUiState

    data class Content(val rows: List<OrderRow>, val selected: OrderRow? = null) : OrderUiState

    data class Error(val message: String, val retry: () -> Unit) : OrderUiState
}

data class OrderRow(val title: String, val subtitle: String, val price: String, val priority: Priority)

interface OrderActions {
    fun open(row: OrderRow)

    fun ship(row: OrderRow, tracking: String)
}
