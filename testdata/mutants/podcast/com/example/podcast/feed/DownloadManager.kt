package com.example.podcast.feed

import com.example.podcast.model.Episode
import com.example.podcast.core.Cache
import com.example.podcast.core.LruCache
import com.example.podcast.core.getOrLoad
import java.io.IOException

fun interface Downloader {
    @Throws(IOException::class)
    fun download(url: String): ByteArray
}

sealed interface DownloadStatus {
    object Pending : DownloadStatus
    data class Done(val bytes: Int) : DownloadStatus
    data class Failed(val error: Throwable) : DownloadStatus
}

class DownloadManager(
    private val downloader: Downloader,
    private val cache: Cache<String, ByteArray> = LruCache(capacity = 8),
) {
    private val statuses = mutableMapOf<String, DownloadStatus>()
    fun statusOf(episode: Episode): DownloadStatus = statuses[episode.id] ?: DownloadStatus.Pending

    fun fetch(episode: Episode, onDone: (Episode, Int) -> Unit = { _, _ -> }): DownloadStatus {
        val url = episode.mediaUrl
        val status = if (url == null) {
            DownloadStatus.Failed(IllegalArgumentException("no media for ${episode.id}"))
        } else {
            try {
                val data = cache.getOrLoad(url) { downloader.download(it) }
                onDone(episode, data.size)
                DownloadStatus.Done(data.size)
            } catch (e: IOException) {
                DownloadStatus.Failed(e)
            }
        }
        statuses[episode.id] = status
        return status
    }
}
