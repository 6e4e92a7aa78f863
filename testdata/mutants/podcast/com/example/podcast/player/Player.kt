package com.example.podcast.player

import com.example.podcast.model.Episode

interface PlayerListener {
    fun onStarted(episode: Episode)
    fun onStopped(episode: Episode, atSecond: Int) {}
}

abstract class Player(protected val name: String) {
    private val listeners = mutableSetOf<PlayerListener>()
    var current: Episode? = null
        private set
    var position: Int = 0
        protected set
    protected abstract fun open(episode: Episode): Boolean

    fun addListener(listener: PlayerListener) {
        listeners += listener
    }

    fun play(episode: Episode, from: Int = 0): Boolean {
        stop()
        if (!open(episode)) return false
        current = episode
        position = from.coerceIn(0, episode.seconds)
        listeners.forEach { it.onStarted(episode) }
        return true
    }

    open fun advance(seconds: Int) {
        val limit = current?.seconds ?: return
        position = minOf(position + seconds, limit)
    }

    fun stop() {
        val stopped = current ?: return
        current = null
        listeners.forEach { it.onStopped(stopped, position) }
    }
}

class LocalPlayer(private val speed: Double = 1.0) : Player("local") {
    override fun open(episode: Episode): Boolean = episode.isPlayable
    override fun advance(seconds: Int) = super.advance((seconds * speed).toInt())
    override fun toString(): String = "$name player x$speed"
}

class CastPlayer(private val device: String?) : Player(name = "cast") {
    override fun open(episode: Episode): Boolean = device != null && episode.mediaUrl?.startsWith("https") == true
    override fun toString(): String = "$name player on ${device ?: "nothing"}"
}
