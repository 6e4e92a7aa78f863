package com.example.podcast.model

data class Episode(
    val id: String,
    val title: String,
    val seconds: Int,
    val publishedDay: Long = 0L,
    val mediaUrl: String? = null,
    val chapters: List<Chapter> = emptyList(),
) {
    val isPlayable: Boolean
        get() = !mediaUrl.isNullOrBlank()
    data class Chapter(val startSecond: Int, val label: String)
}

class Feed(val url: String, val title: String, val author: Author? = null) : Iterable<Episode> {
    private val episodes = mutableListOf<Episode>()
    val size: Int
        get() = episodes.size

    operator fun plusAssign(episode: Episode) {
        episodes.add(episode)
    }

    operator fun get(id: String): Episode? = episodes.firstOrNull { it.id == id }
    operator fun contains(id: String): Boolean = this[id] != null
    override fun iterator(): Iterator<Episode> = episodes.iterator()
    fun sorted(order: SortOrder): List<Episode> = episodes.sortedWith(order.comparator())
    override fun toString(): String = "$title ($size episodes)"
    class Author(val name: String, val email: String?)
}

enum class SortOrder(val label: String) {
    NEWEST("Newest first"),
    OLDEST("Oldest first"),
    SHORTEST("Shortest first"),
    TITLE("By title");

    fun comparator(): Comparator<Episode> = when (this) {
        NEWEST -> compareByDescending { it.publishedDay }
        OLDEST -> compareBy { it.publishedDay }
        SHORTEST -> compareBy<Episode> { it.seconds }.thenBy { it.title }
        TITLE -> compareBy { it.title }
    }

    companion object {
        val DEFAULT = NEWEST
        fun fromLabel(text: String?): SortOrder = values().find { it.label == text } ?: DEFAULT
    }
}
