package com.example.shop.model

sealed interface OrderStatus {
    val label: String

    data object Open : OrderStatus {
        override val label = "open"
    }

    data class Paid(val at: Long, val reference: String) : OrderStatus {
        override val label = "paid"
    }

    data class Shipped(val tracking: String, val carrier: Carrier) : OrderStatus {
        override val label = "shipped by ${carrier.title}"
    }
}

enum class Carrier(val title: String) { POST("Post"), COURIER("Courier") }
