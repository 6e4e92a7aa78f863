package org.example.library.model;

/** Anything that can be lent. */
public interface Media {
    String title();

    String shelfMark();

    default boolean matches(String word) {
        return title().toLowerCase().contains(word.toLowerCase());
    }
}
