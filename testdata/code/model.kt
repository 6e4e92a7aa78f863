package com.example.feature1.model

import com.example.feature2.model.Article
import com.example.feature2.model.ArticleKind
import java.time.Instant

/**
 * A Basket as it is stored and shown.
 *
 * It holds its articles in the order in which they were added; two with the same [id] are the same basket.
 */
data class Basket(
    val id: BasketId,
    val title: String,
    val articles: List<Article> = emptyList(),
    val kind: BasketKind = BasketKind.OPEN,
    val changedAt: Instant? = null,
) : Comparable<Basket> {

    /** How many articles may still be added. */
    val room: Int
        get() = LIMIT - articles.size

    val isEmpty: Boolean get() = articles.isEmpty()

    /** With one more article, unless there is no room. */
    operator fun plus(article: Article): Basket {
        if (room <= 0) {
            return this
        }
        return copy(articles = articles + article, changedAt = Instant.now())
    }

    fun basketTotal(factor: Double = 1.0): Double =
        articles.filter { it.kind != ArticleKind.GONE }.sumOf { it.articleWeight() * factor }

    override fun compareTo(other: Basket): Int = compareValuesBy(this, other, { it.title.lowercase() }, { it.id.value })
    // more

    companion object {
        const val LIMIT = 50

        fun of(title: String, vararg articles: Article): Basket {
            require(title.isNotBlank()) { "a Basket needs a title, not '$title'" }
            return Basket(BasketId.next(), title.trim(), articles.toList())
        }
    }
}

/** Names a [Basket]. */
@JvmInline
value class BasketId(val value: Long) {
    companion object {
        private var last = 0L

        fun next(): BasketId = BasketId(++last)
    }
}

/** What a [Basket] is at a time. */
enum class BasketKind(val label: String) {
    OPEN("open"),
    PAID("paid"),
    GONE("gone");

    fun isFinal(): Boolean = this == PAID || this == GONE
}

fun Basket.basketWeight(): Double = articles.sumOf { it.articleTotal() } + title.length
