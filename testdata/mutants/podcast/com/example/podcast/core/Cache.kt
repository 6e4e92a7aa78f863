package com.example.podcast.core

interface Cache<K : Any, V : Any> {
    val size: Int
    operator fun get(key: K): V?
    operator fun set(key: K, value: V)
    fun clear()
}

class LruCache<K : Any, V : Any>(private val capacity: Int = DEFAULT_CAPACITY) : Cache<K, V> {
    private val entries = LinkedHashMap<K, V>()
    override val size: Int
        get() = entries.size

    override fun get(key: K): V? {
        val value = entries.remove(key) ?: return null
        entries[key] = value
        return value
    }

    override fun set(key: K, value: V) {
        entries.remove(key)
        entries[key] = value
        if (entries.size > capacity) entries.remove(entries.keys.first())
    }

    override fun clear() = entries.clear()

    companion object {
        const val DEFAULT_CAPACITY = 32
    }
}

class NoCache<K : Any, V : Any> : Cache<K, V> {
    override val size: Int = 0
    override fun get(key: K): V? = null
    override fun set(key: K, value: V) = Unit
    override fun clear() = Unit
}

inline fun <K : Any, V : Any> Cache<K, V>.getOrLoad(key: K, load: (K) -> V): V =
    this[key] ?: load(key).also { this[key] = it }
