package com.example.tools.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A repository backed by a map that remembers insertion order. */
public class InMemoryRepository<K, T> implements Repository<K, T> {
    private final Map<K, T> items = new LinkedHashMap<>();
    private final Function<? super T, ? extends K> keyOf;

    public InMemoryRepository(Function<? super T, ? extends K> keyOf) {
        this.keyOf = keyOf;
    }

    @Override
    public void save(T item) {
        items.put(keyOf.apply(item), item);
    }

    @Override
    public Optional<T> find(K key) {
        return Optional.ofNullable(items.get(key));
    }

    @Override
    public List<T> findAll() {
        return List.copyOf(items.values());
    }
}
