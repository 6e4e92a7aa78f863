package com.example.tools.core;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A bounded cache that drops the entry used longest ago. */
public class LruCache<K, V> {
    private final int capacity;
    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
    private int hits;
    private int misses;

    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be positive");
        }
        this.capacity = capacity;
    }

    public Optional<V> get(K key) {
        V value = entries.get(key);
        if (value == null) {
            misses++;
        } else {
            hits++;
        }
        return Optional.ofNullable(value);
    }

    public void put(K key, V value) {
        entries.put(key, value);
        if (entries.size() > capacity) {
            K oldest = entries.keySet().iterator().next();
            entries.remove(oldest);
        }
    }

    public Stats stats() {
        return new Stats(hits, misses);
    }

    /** A snapshot of how well the cache has been doing. */
    public record Stats(int hits, int misses) {
    }
}
