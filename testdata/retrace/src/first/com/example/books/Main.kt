package com.example.books

fun main(args: Array<String>) {
    val library = Library(Shelf(args[1]))
    when (args[0]) {
        "inlined" -> library.open("Emma")
        "cause" -> library.close("Emma")
        "lambda" -> library.each { title -> library.open(title) }
        "suppressed" -> library.closeAll()
        "own" -> throw Missing("Emma")
        "deep" -> library.deep(args.size)
        "library" -> library.sorted(listOf("Emma", "Persuasion"))
        "null" -> library.lend(null)
    }
}
