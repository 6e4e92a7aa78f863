package com.example.podcast.feed

import com.example.podcast.model.Episode
import com.example.podcast.model.Feed

@DslMarker
annotation class FeedDsl

@FeedDsl
class FeedBuilder(private val url: String) {
    var title: String = "Untitled"
    var author: String? = null
    private val episodes = ArrayList<Episode>()

    fun episode(id: String, block: EpisodeBuilder.() -> Unit) {
        episodes += EpisodeBuilder(id).apply(block).build()
    }

    fun build(): Feed {
        val feed = Feed(url, title, author?.let { Feed.Author(it, email = null) })
        episodes.forEach { feed += it }
        return feed
    }
}

@FeedDsl
class EpisodeBuilder(private val id: String) {
    var title = ""
    var minutes = 0
    var day = 0L
    var media: String? = null
    private val chapters = mutableListOf<Episode.Chapter>()

    infix fun String.at(second: Int) {
        chapters.add(Episode.Chapter(second, this))
    }

    internal fun build() = Episode(id, title, minutes * 60, day, media, chapters.toList())
}

fun feed(url: String, block: FeedBuilder.() -> Unit): Feed = FeedBuilder(url).apply(block).build()
