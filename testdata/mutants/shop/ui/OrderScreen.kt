package com.example.shop.ui

import com.example.shop.model.Priority
import com.example.shop.core.second
import com.example.shop.core.shorten

class OrderScreen(private val actions: OrderActions, private val write: (String) -> Unit) {
    fun render(state: OrderUiState) {
        val text = when (state) {
            OrderUiState.Loading -> "Loading"
            is OrderUiState.Content -> state.rows.joinToString("\n") { line(it) }
            is OrderUiState.Error -> "Failed: ${state.message}"
        }
        write(text)
    }

    fun clickSecond(state: OrderUiState.Content) {
        val row = state.rows.second()
        actions.open(row)
    }

    private fun line(row: OrderRow): String {
        val mark = when (row.priority) {
            Priority.LOW -> " "
            Priority.NORMAL -> "-"
            Priority.URGENT -> "!"
        }
        return "$mark ${row.title.shorten(30)} ${row.price}"
    }
}
