package com.example.market.stock

class MemoryStock(articles: List<Article>) : Stock {
    private val byName = articles.associateBy { it.name }.toMutableMap()

    override fun find(name: String): Article? = byName[name]

    override fun take(name: String, count: Int): Article {
        val article = find(name) ?: throw NoSuchElementException("no $name")
        check(article.count >= count) { "only ${article.count} of $name" }
        byName[name] = article.copy(count = article.count - count)
        return article
    }

    override fun isEmpty(): Boolean = byName.values.all { it.count == 0 }
}
