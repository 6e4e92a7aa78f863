package com.example.podcast.core

import com.example.podcast.model.Episode

fun Int.asClock(): String {
    val minutes = this / 60
    val rest = (this % 60).toString().padStart(2, '0')
    return "$minutes:$rest"
}

fun String.ellipsize(maxLength: Int, tail: String = "..."): String =
    if (length <= maxLength) this else take(maxLength - tail.length) + tail

fun String?.orUntitled(): String = this?.trim()?.takeIf { it.isNotEmpty() } ?: "Untitled"

fun Iterable<Episode>.totalSeconds(): Int = sumOf { it.seconds }

val Episode.firstChapterLabel: String?
    get() = chapters.minByOrNull { it.startSecond }?.label
