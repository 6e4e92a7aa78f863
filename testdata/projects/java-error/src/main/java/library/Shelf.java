package library;

import java.util.ArrayList;
import java.util.List;

public final class Shelf {
    private final List<Book> books = new ArrayList<>();

    public void add(Book book) {
        books.add(book);
    }

    public int pagesInTotal() {
        int total = 0;
        for (Book book : books) {
            total += book.pageCount();
        }
        return total;
    }
}
