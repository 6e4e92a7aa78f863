package com.example.shop.model

@JvmInline
value class OrderId(val value: String)

enum class Priority { LOW, NORMAL, URGENT }

data class OrderLine(val article: Article, val quantity: Int) {
    val total: Money get() = article.price * quantity
}

data class Article(val name: String, val price: Money, val weight: Double? = null)

data class Order(
    val id: OrderId,
    val lines: List<OrderLine>,
    val status: OrderStatus,
    val priority: Priority = Priority.NORMAL,
    val note: String? = null,
) {
    val total: Money get() = lines.map { it.total }.fold(Money.zero(Currency.EUR)) { sum, next -> sum + next }

    fun isEmpty(): Boolean = lines.isEmpty()

    fun withLine(line: OrderLine): Order = copy(lines = lines + line)
}
