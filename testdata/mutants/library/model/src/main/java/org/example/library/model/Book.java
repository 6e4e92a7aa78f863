package org.example.library.model;

import java.util.Objects;

public class Book implements Media {
    private final Isbn isbn;
    private final String title;
    private final String author;
    private final int pages;

    public Book(Isbn isbn, String title, String author, int pages) {
        this.isbn = isbn;
        this.title = title;
        this.author = author;
        this.pages = pages;
    }

    public Isbn isbn() {
        return isbn;
    }

    @Override
    public String title() {
        return title;
    }

    public String author() {
        return author;
    }

    public int pages() {
        return pages;
    }

    @Override
    public String shelfMark() {
        return author.substring(0, 3).toUpperCase() + "-" + isbn.group();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Book && ((Book) other).isbn.equals(isbn);
    }

    @Override
    public int hashCode() {
        return Objects.hash(isbn);
    }
}
