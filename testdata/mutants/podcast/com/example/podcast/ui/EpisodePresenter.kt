package com.example.podcast.ui

import com.example.podcast.feed.FeedParser
import com.example.podcast.feed.ParseResult
import com.example.podcast.model.Episode
import com.example.podcast.model.Feed
import com.example.podcast.model.SortOrder
import com.example.podcast.player.PlaybackQueue
import com.example.podcast.player.Player
import com.example.podcast.player.PlayerListener
import com.example.podcast.settings.Settings
import com.example.podcast.core.asClock
import com.example.podcast.core.ellipsize

sealed class ScreenState {
    object Loading : ScreenState()
    data class Content(val title: String, val rows: List<String>, val playing: String? = null) : ScreenState()
    data class Error(val message: String) : ScreenState()
}

sealed interface ScreenEvent {
    data class TextLoaded(val url: String, val text: String) : ScreenEvent
    data class EpisodeClicked(val id: String) : ScreenEvent
    data class OrderChosen(val order: SortOrder) : ScreenEvent
    object SkipPressed : ScreenEvent
    object NextPressed : ScreenEvent
}

class EpisodePresenter(
    private val player: Player,
    private val settings: Settings,
    private val parser: FeedParser = FeedParser(),
    private val render: (ScreenState) -> Unit,
) : PlayerListener {
    private val queue = PlaybackQueue()
    private var feed: Feed? = null
    private var playing: String? = null

    init {
        player.addListener(this)
        render(ScreenState.Loading)
    }

    fun onEvent(event: ScreenEvent) {
        when (event) {
            is ScreenEvent.TextLoaded -> load(event.url, event.text)
            is ScreenEvent.EpisodeClicked -> feed?.get(event.id)?.let { player.play(it) }
            is ScreenEvent.OrderChosen -> settings.sortOrder = event.order
            ScreenEvent.SkipPressed -> player.advance(settings.skipSeconds)
            ScreenEvent.NextPressed -> queue.next()?.also { player.play(episode = it, from = 0) }
        }
        show()
    }

    override fun onStarted(episode: Episode) {
        playing = episode.title
        queue -= episode
    }

    override fun onStopped(episode: Episode, atSecond: Int) {
        playing = null
    }

    private fun load(url: String, text: String) = when (val result = parser.parse(url, text)) {
        is ParseResult.Success -> {
            feed = result.feed
            if (settings.autoPlay) queue += result.feed.filter(Episode::isPlayable)
            Unit
        }
        is ParseResult.Failure -> render(ScreenState.Error("Line ${result.line}: ${result.reason}"))
    }

    private fun show() {
        val shown = feed ?: return
        val rows = shown.sorted(settings.sortOrder).map { "${it.title.ellipsize(24)} ${it.seconds.asClock()}" }
        render(ScreenState.Content(shown.title, rows, playing))
    }
}
