package com.example.feature1.data

import com.example.feature1.model.Basket
import com.example.feature1.model.BasketId
import com.example.feature1.model.BasketKind
import com.example.feature2.data.ArticleRepository
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.map

/** Where baskets are kept. */
interface BasketRepository {
    val all: Flow<List<Basket>>

    suspend fun findBasket(id: BasketId): Result<Basket>

    suspend fun saveBasket(basket: Basket): Result<BasketId>

    fun <K : Comparable<K>> sortedBaskets(by: (Basket) -> K): Flow<List<Basket>> = all.map { it.sortedBy(by) }
}

/**
 * Keeps baskets in memory and asks the [remote] for those that it does not have.
 */
internal class CachedBasketRepository(
    private val remote: BasketRemote,
    private val articles: ArticleRepository,
    private val clock: () -> Long = System::currentTimeMillis,
) : BasketRepository {
    private val cache = MutableStateFlow<Map<BasketId, Basket>>(emptyMap())

    override val all: Flow<List<Basket>> = cache.map { known -> known.values.filterNot { it.kind == BasketKind.GONE } }

    override suspend fun findBasket(id: BasketId): Result<Basket> {
        cache.value[id]?.let { return Result.success(it) }
        return runCatching { remote.loadBasket(id.value) }
            .onSuccess { loaded -> remember(loaded) }
            .onFailure { error -> report("cannot load the basket ${id.value}", error) }
    }

    override suspend fun saveBasket(basket: Basket): Result<BasketId> = try {
        val checked = check(basket)
        remember(checked)
        Result.success(remote.storeBasket(checked, clock()))
    } catch (error: IllegalStateException) {
        report("cannot save the basket", error)
        Result.failure(error)
    }

    private fun check(basket: Basket): Basket = when {
        basket.isEmpty -> error("nothing to save")
        basket.room < 0 -> basket.copy(articles = basket.articles.take(Basket.LIMIT))
        else -> basket
    }

    private fun remember(basket: Basket) {
        cache.value = cache.value + (basket.id to basket)
    }

    private fun report(what: String, error: Throwable) = println("$what: ${error.message ?: "unknown"}")
    // more
}

/** The server's side of it. */
fun interface BasketRemote {
    suspend fun loadBasket(id: Long): Basket
}

suspend fun BasketRemote.storeBasket(basket: Basket, at: Long): BasketId = loadBasket(basket.id.value + at).id
