package com.example.market.orders

import com.google.gson.Gson

object OrderJson {
    private val gson = Gson()

    fun write(order: Order): String = gson.toJson(order.lines)

    @Deprecated("no longer needed", ReplaceWith("write(order)"))
    fun dump(order: Order): String = gson.toJson(order)
}
