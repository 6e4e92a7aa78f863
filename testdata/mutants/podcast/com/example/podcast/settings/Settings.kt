package com.example.podcast.settings

import com.example.podcast.model.SortOrder
import kotlin.properties.Delegates
import kotlin.properties.ReadWriteProperty
import kotlin.reflect.KProperty

interface SettingsStore {
    fun read(key: String): String?
    fun write(key: String, value: String)
}

class MemoryStore(private val prefix: String = "podcast.") : SettingsStore {
    private val values = HashMap<String, String>()
    override fun read(key: String): String? = values[prefix + key]

    override fun write(key: String, value: String) {
        values[prefix + key] = value
    }
}

class Setting<T>(private val store: SettingsStore, private val default: T, private val decode: (String) -> T?) :
    ReadWriteProperty<Any?, T> {
    override fun getValue(thisRef: Any?, property: KProperty<*>): T =
        store.read(property.name)?.let(decode) ?: default

    override fun setValue(thisRef: Any?, property: KProperty<*>, value: T) {
        store.write(property.name, value.toString())
    }
}

class Settings(store: SettingsStore) {
    var skipSeconds: Int by Setting(store, 30) { it.toIntOrNull() }
    var autoPlay: Boolean by Setting(store, default = true, decode = { it == "true" })
    var sortOrder: SortOrder by Setting(store, SortOrder.DEFAULT) { SortOrder.valueOf(it) }
    var changes = 0
        private set
    var volume: Int by Delegates.observable(50) { _, old, new -> if (old != new) changes++ }
    val summary: String by lazy { "skip=$skipSeconds auto=$autoPlay sort=${sortOrder.label}" }
}
