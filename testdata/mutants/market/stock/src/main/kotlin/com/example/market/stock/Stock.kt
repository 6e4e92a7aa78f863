package com.example.market.stock

interface Stock {
    fun find(name: String): Article?

    fun take(name: String, count: Int): Article

    fun isEmpty(): Boolean
}
