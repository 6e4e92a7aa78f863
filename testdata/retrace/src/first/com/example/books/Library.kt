package com.example.books

class Missing(title: String) : RuntimeException("no $title")

class Library(private val shelf: Shelf) {
    fun open(title: String) {
        val book = find(title)
        println(book.length)
    }

    private fun find(title: String): String = shelf.take(title)

    fun close(title: String) {
        try {
            open(title)
        } catch (e: IllegalStateException) {
            throw Missing(title).initCause(e)
        }
    }

    fun each(action: (String) -> Unit) {
        listOf("Emma", "Persuasion").forEach { action(it.trim()) }
    }

    fun closeAll() {
        val failure = Missing("all")
        try {
            open("Emma")
        } catch (e: IllegalStateException) {
            failure.addSuppressed(e)
        }
        throw failure
    }

    fun deep(n: Int): Int = if (n == 0) find("Emma").length else deep(n - 1) + 1

    fun sorted(titles: List<String>) = println(titles.sortedBy { shelf.take(it) })

    fun lend(reader: Reader?) {
        try {
            reader!!.lend(find("Emma"))
        } finally {
            println("closed")
        }
    }
}

class Reader(val name: String) {
    fun lend(title: String) = println("$name has $title")
}
