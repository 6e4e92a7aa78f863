package com.example.tools.data;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Keeps items under a key. */
public interface Repository<K, T> {
    void save(T item);

    Optional<T> find(K key);

    List<T> findAll();

    default List<T> findAll(Predicate<? super T> filter) {
        return findAll().stream().filter(filter).toList();
    }
}
