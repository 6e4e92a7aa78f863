package org.example.library.reports;

import static org.example.library.lending.Limits.LOAN_DAYS;

import org.example.library.model.Book;
import org.example.library.model.Isbn;
import org.example.library.model.MemberKind;

public class Labels {
    public String of(Book book) {
        return book.shelfMark() + " " + book.title() + " (" + book.pages() + ")";
    }

    public String of(MemberKind kind) {
        return switch (kind) {
            case ADULT -> "Adult";
            case CHILD -> "Child";
            case STAFF -> "Staff";
        };
    }

    public String hint() {
        return "Bring it back within " + LOAN_DAYS + " days; an ISBN has " + Isbn.LENGTH + " digits";
    }
}
