package org.example.library.reports;

import static org.junit.Assert.assertEquals;

import org.example.library.model.Book;
import org.example.library.model.Isbn;
import org.example.library.model.MemberKind;
import org.junit.Test;

public class LabelsTest {
    private final Labels labels = new Labels();

    @Test
    public void labelsABook() {
        Book book = new Book(Isbn.parse("978-0-306-40615-7"), "Salt", "Moreau", 214);
        assertEquals("MOR-0 Salt (214)", labels.of(book));
    }

    @Test
    public void labelsAKind() {
        assertEquals("Child", labels.of(MemberKind.CHILD));
    }
}
