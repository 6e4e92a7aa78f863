package com.example.podcast.player

import com.example.podcast.model.Episode
import com.example.podcast.core.totalSeconds

class PlaybackQueue(private val items: ArrayDeque<Episode> = ArrayDeque()) : Iterable<Episode> by items {

    val remainingSeconds: Int
        get() = items.totalSeconds()
    operator fun plus(episode: Episode): PlaybackQueue = PlaybackQueue(ArrayDeque(items + episode))

    operator fun plusAssign(episodes: Collection<Episode>) {
        items.addAll(episodes)
    }

    operator fun minusAssign(episode: Episode) {
        items.remove(episode)
    }

    fun next(): Episode? = items.removeFirstOrNull()
}
