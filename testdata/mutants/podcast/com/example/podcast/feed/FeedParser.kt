package com.example.podcast.feed

import com.example.podcast.model.Episode
import com.example.podcast.model.Feed
import com.example.podcast.core.orUntitled

sealed class ParseResult {
    data class Success(val feed: Feed, val skipped: Int) : ParseResult()
    data class Failure(val line: Int, val reason: String) : ParseResult()
}

class FeedParser(private val separator: Char = '|') {

    fun parse(url: String, text: String): ParseResult {
        val lines = text.lines().map { it.trim() }
        val header = lines.firstOrNull()?.removePrefix("feed:")?.split(separator)
        if (header == null || !lines[0].startsWith("feed:")) {
            return ParseResult.Failure(line = 1, reason = "missing feed header")
        }
        val author = header.getOrNull(1)?.let { Feed.Author(name = it.trim(), email = header.getOrNull(2)) }
        val feed = Feed(url, header[0].orUntitled(), author)
        var skipped = 0
        for ((index, line) in lines.withIndex().drop(1)) {
            if (line.isEmpty() || line.startsWith(COMMENT)) continue
            val episode = Row(line, index + 1).toEpisode()
            when {
                episode == null -> skipped++
                episode.id in feed -> return ParseResult.Failure(index + 1, "duplicate id ${episode.id}")
                else -> feed += episode
            }
        }
        return ParseResult.Success(feed, skipped)
    }

    private inner class Row(line: String, private val number: Int) {
        private val cells = line.split(separator).map(String::trim)

        fun toEpisode(): Episode? {
            val seconds = cells.getOrNull(2)?.toIntOrNull() ?: return null
            return Episode(
                id = cells[0].ifEmpty { "row-$number" },
                title = cells[1].orUntitled(),
                seconds = seconds,
                publishedDay = cells.getOrNull(3)?.toLongOrNull() ?: 0L,
                mediaUrl = cells.getOrNull(4),
            )
        }
    }

    companion object {
        private const val COMMENT = "#"
    }
}
