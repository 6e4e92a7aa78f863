package com.example.shop.core

fun String.containsIgnoringCase(part: String): Boolean = contains(part, ignoreCase = true)

fun String.shorten(length: Int): String = if (this.length <= length) this else take(length - 1) + "…"

fun <T> List<T>.second(): T = this[1]

fun <T : Comparable<T>> Iterable<T>.isSorted(): Boolean = zipWithNext().all { (a, b) -> a <= b }
