package com.example.feature1.domain

import com.example.feature1.data.BasketRepository
import com.example.feature1.model.Basket
import com.example.feature1.model.BasketId
import com.example.feature1.model.basketWeight
import com.example.feature2.domain.CountArticles
import com.example.feature2.model.Article
import javax.inject.Inject

/** How it ended to [ChangeBasket]. */
sealed interface BasketOutcome<out T> {
    data class Done<T>(val value: T) : BasketOutcome<T>

    data class Failed(val reason: String, val cause: Throwable? = null) : BasketOutcome<Nothing>

    data object Nothing : BasketOutcome<kotlin.Nothing>
}

/** What [outcome] holds, made into something else. */
inline fun <T, R> BasketOutcome<T>.mapBasket(change: (T) -> R): BasketOutcome<R> = when (this) {
    is BasketOutcome.Done -> BasketOutcome.Done(change(value))
    is BasketOutcome.Failed -> this
    BasketOutcome.Nothing -> BasketOutcome.Nothing
}

/**
 * Adds articles to a basket and takes them out again.
 *
 * @property repository where the basket is kept
 */
class ChangeBasket @Inject constructor(
    private val repository: BasketRepository,
    private val count: CountArticles,
) {
    suspend operator fun invoke(id: BasketId, added: List<Article>): BasketOutcome<Basket> {
        if (added.isEmpty()) return BasketOutcome.Nothing
        val known = repository.findBasket(id).getOrElse { return BasketOutcome.Failed("no basket", it) }
        var changed = known
        for ((index, article) in added.withIndex()) {
            if (index >= known.room) break
            changed += article
        }
        return repository.saveBasket(changed).fold(
            onSuccess = { BasketOutcome.Done(changed) },
            onFailure = { BasketOutcome.Failed("not saved", it) },
        )
    }

    /** Takes out what weighs too much. */
    suspend fun lighten(id: BasketId, most: Double): BasketOutcome<Double> {
        val basket = repository.findBasket(id).getOrNull() ?: return BasketOutcome.Nothing
        var weight = basket.basketWeight()
        val kept = basket.articles.sortedByDescending { it.articleWeight() }.dropWhile { article ->
            val heavy = weight > most
            if (heavy) weight -= article.articleTotal()
            heavy
        }
        repository.saveBasket(basket.copy(articles = kept))
        return BasketOutcome.Done(weight).mapBasket { it * count.factor(kept.size) }
    }
    // more
}

/** Counts. */
class CountBaskets @Inject constructor() {
    fun factor(size: Int): Double = if (size == 0) 1.0 else 1.0 / size
}
