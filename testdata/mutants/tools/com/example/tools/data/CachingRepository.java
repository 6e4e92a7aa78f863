package com.example.tools.data;

import com.example.tools.core.LruCache;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts a small cache in front of another repository. */
public class CachingRepository<K, T> implements Repository<K, T> {
    private static final int DEFAULT_CAPACITY = 16;

    private final Repository<K, T> delegate;
    private final Function<? super T, ? extends K> keyOf;
    private final LruCache<K, T> cache;

    public CachingRepository(Repository<K, T> delegate, Function<? super T, ? extends K> keyOf) {
        this(delegate, keyOf, DEFAULT_CAPACITY);
    }

    public CachingRepository(Repository<K, T> delegate, Function<? super T, ? extends K> keyOf, int capacity) {
        this.delegate = delegate;
        this.keyOf = keyOf;
        this.cache = new LruCache<>(capacity);
    }

    @Override
    public void save(T item) {
        delegate.save(item);
        cache.put(keyOf.apply(item), item);
    }

    @Override
    public Optional<T> find(K key) {
        Optional<T> cached = cache.get(key);
        if (cached.isPresent()) {
            return cached;
        }
        Optional<T> loaded = delegate.find(key);
        loaded.ifPresent(item -> cache.put(key, item));
        return loaded;
    }

    @Override
    public List<T> findAll() {
        return delegate.findAll();
    }

    public LruCache.Stats cacheStats() {
        return cache.stats();
    }
}
