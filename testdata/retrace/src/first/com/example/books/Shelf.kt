package com.example.books

class Shelf(private val name: String) {
    private val books = mutableListOf<String>()

    fun take(title: String): String = check(title) ?: error("$title is not on the shelf $name")

    private fun check(title: String): String? = books.firstOrNull { it == title }
}
